"""The controller on the real MicroPython VM at a virtual table: the right events, and reboots."""

import json

import pytest

from firmware.link.journal import Journal
from shared_rules.wire import decode
from tools.playing.phh import read_all
from tools.virtual.ideal import IdealTable
from tools.virtual.player import TablePlayer, provision, root_of
from tools.virtual.recorded_plan import plan_hand
from tools.virtual.table import VirtualTable

HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000]
actions = ["d dh p1 2c3d", "d dh p2 AsKs", "d dh p3 7h7c", "p3 cbr 250", "p1 f", "p2 cc",
 "d db 4c5c9d", "p2 cc", "p3 cbr 300", "p2 cc", "d db Td", "p2 cc", "p3 cc", "d db Ah",
 "p2 cbr 600", "p3 f"]
"""


def events_of(table):
    """What lies in the controller's journal: (boot, seq, event)."""
    rows = []
    journal = Journal(str(table.flash / "journal"), 1 << 30)
    journal.visit(lambda b, s, p: rows.append((b, s, decode(json.loads(p)))))
    return rows


def shape(event):
    """An event without time and token names; groups in which cards are gathered do not matter."""
    e = {k: v for k, v in event.items() if k != "t"}
    if "cards" in e:
        e["cards"] = len(e["cards"])
    if "chips" in e:
        e["chips"] = sorted(e["chips"], reverse=True)
    return json.dumps(e, sort_keys=True)


def play(tmp_path, cuts=()):
    """Play the hand, cutting the power at some times (ms); (events told, events to be found, the
    player, what flash and console keep)."""
    (tmp_path / "hand.phh").write_text(HAND)
    ((label, record),) = read_all([tmp_path / "hand.phh"])
    table = VirtualTable("six_max", seed=3, noise=0.0, table_id="7", core=None)
    provision(table.flash, root_of(3, "7"))
    with table:
        player = TablePlayer(table, seed=3)
        script = player.prepare(plan_hand(label, record, 3, 6))
        motions = list(script.run())
        player.stage.perform(motions)
        for cut in cuts:
            table.run_until(cut * 1000)
            table.kill()
            table.restart()
        table.run_until(script.t * 1000)
        table.run_for(4_000_000)
        ideal = IdealTable()
        want = [e for m in motions for e in ideal.apply(m)]
        kept = b"".join(p.read_bytes() for p in table.flash.iterdir())
        return events_of(table), want, player, kept + table.vm.log_path.read_bytes()


def plays(rows):
    """Shapes of what decides the hand: all but the gathering of the cards at its end.

    Spots pulled in one after the other are put in the order of the seats: the sweep takes no longer
    than the reading of the spots.
    """
    out, pulled = [], []
    for e in rows:
        if e["what"] == "card_move" and e["by"] == "dealer" and e["to"] == "muck":
            continue
        if e["what"] == "chips_move" and e["to"] == "pot":
            pulled.append(shape(e))
            continue
        out += [*sorted(pulled), shape(e)]
        pulled = []
    return out + sorted(pulled)


def flop_in_one(want):
    """The ideal table tells each board card; lying down together they are one move."""
    out = []
    for e in want:
        last = out[-1] if out else {}
        if e.get("to") == "board" == last.get("to") and e["t"] - last["until"] < 500:
            last.update(cards=last["cards"] + e["cards"], until=e["t"])
        else:
            out.append(dict(e, until=e["t"]))
    return [{k: v for k, v in e.items() if k != "until"} for e in out]


@pytest.fixture(scope="module")
def hand(tmp_path_factory):
    """The hand, played once."""
    return play(tmp_path_factory.mktemp("hand"))


def test_a_hand_dealt_in_the_virtual_world_gives_the_right_events(hand):
    got, want, _, _ = hand
    assert plays(e for _, _, e in got) == plays(flop_in_one(want))
    assert [s for _, s, _ in got] == list(range(1, len(got) + 1))
    times = [e["t"] for _, _, e in got]
    assert times == sorted(times)


def test_no_uid_is_in_the_journal_or_on_the_console(hand):
    _, _, player, kept = hand
    for uid in player.stage.enrolled():
        assert uid.encode() not in kept.lower()
        assert bytes.fromhex(uid) not in kept
    assert root_of(3, "7").hex().encode() not in kept


def test_power_cuts_in_mid_hand_tell_nothing_twice_and_lose_nothing(tmp_path):
    got, want, _, _ = play(tmp_path, [6200, 9300, 14400])
    assert {b for b, _, _ in got} == {1, 2, 3, 4}
    hands = [e["hand"] for _, _, e in got if e["what"] == "riffle"]
    assert hands == [1]
    # what happened while the power was off may be told in another order, or with less certainty
    certain = sorted(s.replace('"unknown"', '"down"') for s in plays(e for _, _, e in got))
    moved = [s for s in certain if '"nth"' not in s]
    expected = sorted(plays(flop_in_one(want)))
    assert moved == [s for s in expected if '"nth"' not in s]
    dealt = [e for _, _, e in got if e["what"] == "card_move" and e["from"] == "stub"]
    tokens = [token for e in dealt for token in e["cards"]]
    assert len(tokens) == len(set(tokens)) == 6 + 3 + 5
