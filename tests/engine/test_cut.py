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


def before_the_flop():
    """``(table, events of the hand, moment of its flop)``, the table told of all before it."""
    seen = events()
    flop = next(i for i, e in enumerate(seen) if e.get("to") == "board")
    table = Table("tda-2011")
    for event in seen[:flop]:
        table.apply(event)
    return table, seen, seen[flop]["t"]


def test_so_does_a_new_setup_between_two_streets():
    table, seen, t = before_the_flop()
    out = table.apply(dict(seen[0], t=t))
    assert [o.get("cut") for o in out if o["k"] == "hand"] == [True]


def cut_by_riffle():
    """A hand with blinds of 50 and 100 and a call, riffled away: ``(Dealer, its record)``."""
    d = Dealer()
    d.start()
    d.chips(4, 100)
    d.send("riffle", hand=2)
    (hand,) = d.finished()
    return d, hand


def test_chips_of_a_cut_hand_are_whose_they_were_and_the_next_hand_begins_with_them():
    d, hand = cut_by_riffle()
    assert hand["cut"] and hand["stacks_after"] == {1: 1000, 2: 1000, 4: 1000}
    assert d.table.hand.stacks_before == hand["stacks_after"]
    assert [amount for _ruling, amount in said(hand)] == [250], SAID


def test_nobody_is_out_by_a_cut_hand():
    d = Dealer()
    d.start()
    d.chips(4, 1000)
    d.chips(1, 950)
    assert d.table.hand.all_in == [1, 4]
    d.send("riffle", hand=2)
    (hand,) = d.finished()
    assert hand["cut"] and d.table.hand.seats == [1, 2, 4]
    assert d.table.hand.stacks_before == {1: 1000, 2: 1000, 4: 1000}


def test_the_floor_says_afterwards_where_the_pot_of_a_cut_hand_went():
    table, seen, t = before_the_flop()
    (cut,) = [o for o in table.apply(dict(seen[0], t=t)) if o["k"] == "hand"]
    assert cut["stacks_after"] == table.hand.stacks_before == {1: 1000, 2: 2000, 3: 3000}
    award = {"t": t, "what": "by_hand", "kind": "award", "awards": {"2": 200}, "why": "seen"}
    (hand,) = [o for o in table.apply(award) if o["k"] == "hand"]
    assert hand["stacks_after"] == {1: 900, 2: 2100, 3: 3000}
    assert hand["amended"] and hand["cut"], "nobody saw how it was played"
    count = {"t": t, "what": "by_hand", "kind": "stack", "seat": 3, "amount": 2900, "why": "seen"}
    (hand,) = [o for o in table.apply(count) if o["k"] == "hand"]
    assert hand["stacks_after"] == {1: 900, 2: 2100, 3: 2900} and hand["cut"]


def test_a_push_that_is_read_after_the_cut_moves_the_stacks():
    table, seen, t = before_the_flop()
    table.apply(dict(seen[0], t=t))
    out = []
    for chips in ([100], [50, 50]):
        out += table.apply(dict(seen[-1], t=t, chips=chips, to="seat:2", seat=2))
    last = [o for o in out if o["k"] == "hand"][-1]
    assert last["amended"] and last["cut"] and last["stacks_after"] == {1: 900, 2: 2100, 3: 3000}


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
