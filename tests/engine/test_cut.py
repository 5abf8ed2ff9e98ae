"""A hand whose table began anew in the middle of it is marked as cut, and is no played hand."""

import json
from dataclasses import replace

from gateway.access import disclosure
from gateway.tables import projections
from gateway.tables.live import LiveTable, Results
from gateway.vault.local import LocalVault
from shared_rules import wire
from shared_rules.table import Table
from tests.engine.test_conservation import SAID, events, said
from tests.engine.test_table import Dealer
from tests.gateway.test_log import entry


def test_a_riffle_in_the_middle_of_the_betting_cuts_the_hand_and_says_what_is_missing():
    d = Dealer()
    d.start()
    d.send("riffle", hand=2)
    (hand,) = d.finished()
    assert hand["cut"] is True
    assert [amount for _ruling, amount in said(hand)] == [150], SAID


def test_so_does_a_new_setup_between_two_streets():
    seen = events()
    flop = next(i for i, e in enumerate(seen) if e.get("to") == "board")
    table = Table("tda-2011")
    for event in seen[:flop]:
        table.apply(event)
    out = table.apply(dict(seen[0], t=seen[flop]["t"]))
    assert [o.get("cut") for o in out if o["k"] == "hand"] == [True]


def test_hands_that_were_played_are_not_cut():
    table = Table("tda-2011")
    outputs = [o for event in events() for o in table.apply(event)]
    assert [("cut" in o) for o in outputs if o["k"] == "hand"] == [False]
    d = Dealer()  # all but one fold, the push is not read
    d.start()
    d.fold(4)
    d.fold(1)
    d.send("riffle", hand=2)
    assert "cut" not in d.finished()[0]


def test_a_cut_hand_is_counted_nowhere(tmp_path):
    live = LiveTable("7", Table, LocalVault(tmp_path), "tda-2011")
    seen = events()
    results = Results()
    half = seen[: len(seen) // 2]
    for n, event in enumerate([*half, *seen], 1):
        row = json.dumps(wire.encode(dict(event, t=n)))
        live.apply(replace(entry(n, what=event["what"], t=n), row=row), results)
    assert [bool(record.get("cut")) for _t, _n, record in results.hands] == [True, False]
    assert projections.glance(live)["hands"] == live.hands_played() == 1
    cut, played = (disclosure.record(record, "broadcast") for _t, _n, record in results.hands)
    assert cut["cut"] is True and "cut" not in played, "the production room is told, too"
