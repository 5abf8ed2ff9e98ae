"""A hand that goes on after a power cut: its times are those of another boot, and told as such."""

import json

import pytest

from firmware.controller import HandRows
from firmware.rules import Rules
from firmware.table import phase as ph
from firmware.table import unread
from firmware.table.restore import restore
from firmware.table.values import DEAL_QUIET_MS, LAST_CARD_MS, SHADOW_MS
from shared_rules import wire
from tests.engine.test_correcting import SETUP, chips, correction
from tests.firmware_table.bench import Bench
from tests.firmware_table.rig import setup

UP = 3_600_000  # ms the controller had been up when the power was cut


def deal(count, since=UP, seats=(1, 2, 3)):
    """Rows of a deal of so many cards in rotation, one every 400 ms."""
    rows = [dict(setup(seats), what="setup", t=1), {"t": since, "what": "riffle", "hand": 1}]
    for nth in range(1, count + 1):
        rows.append(move(since + 400 * nth, nth, seats[(nth - 1) % len(seats)]))
    return rows


def move(t, nth, seat):
    return {
        "t": t, "what": "card_move", "cards": [f"{nth:016d}"], "from": "stub", "to": f"seat:{seat}",
        "face": "down", "by": "dealer", "nth": nth,
    }  # fmt: skip


def restored(rows):
    bench = Bench(ph.BETWEEN)
    assert restore(bench.table, rows)
    bench.table.settling = False
    return bench


def dealt():
    """A table that goes on in a deal of a game it does not know: a pause alone tells its end."""
    rows = deal(6)
    del rows[0]["game"]
    bench = restored(rows)
    assert (bench.phase.hole, bench.phase.now) == (None, ph.DEAL)
    return bench


@pytest.mark.parametrize(("later", "now"), [(0, ph.DEAL), (1, ph.BETTING)])
def test_a_deal_whose_end_was_cut_ends_by_itself_however_long_the_table_had_been_up(later, now):
    bench = dealt()
    bench.phase.tick(DEAL_QUIET_MS + later)
    assert bench.phase.now == now


@pytest.mark.parametrize(("settling", "now"), [(True, ph.DEAL), (False, ph.BETTING)])
def test_no_deal_ends_while_the_table_is_read_anew(settling, now):
    bench = dealt()
    bench.table.settling = settling
    bench.table.poll(DEAL_QUIET_MS + 100)
    assert bench.phase.now == now


def test_the_last_card_of_a_cut_deal_is_missed_as_soon_as_any():
    bench = restored(deal(5))
    asked = []
    bench.cards.ask = lambda t, what, *_rest: asked.append((t, what))
    due = LAST_CARD_MS + SHADOW_MS  # nothing reads its seat yet
    unread.watch_deal(bench.cards, due - 1)
    assert asked == []
    unread.watch_deal(bench.cards, due)
    unread.watch_deal(bench.cards, due + 8)
    assert asked == [(due, "card_unread")]


def test_chips_that_were_put_right_before_the_cut_lie_there_after_it():
    rows = [*deal(6), chips(UP + 9000, 3, [50])]
    rows.append({**correction(UP + 9000, [25]), "t": UP + 9500})
    assert sorted(restored(rows).chips.spots[3].expect) == [25, 50]


def test_times_go_on_over_every_boot_in_which_the_hand_was_played():
    rows = HandRows()
    told = [
        (1, {"t": 900, "what": "riffle", "hand": 1}), (2, chips(700, 3, [50])),
        (2, {**correction(700, [50]), "t": 800}), (4, chips(5, 1, [100])),
    ]  # fmt: skip
    for seq, (boot, event) in enumerate(told):
        rows.take(boot, seq, json.dumps(wire.encode(event)).encode())
    assert [e["t"] for e in rows.rows] == [900, 1600, 1700, 1705]
    assert rows.rows[2]["about"] == 1600


@pytest.mark.parametrize("cut", [True, False])
def test_the_rules_at_the_table_fold_one_time_over_a_cut(cut):
    said = []
    rules = Rules("tda-2011", lambda level, seat: said.append((level, seat)), said.append)
    hand = [SETUP, {"t": 1, "what": "riffle"}, chips(2, 1, [50]), chips(3, 2, [100])]
    hand += [{**move(10 + nth, nth + 1, nth % 3 + 1), "cards": [f"#{nth}"]} for nth in range(6)]
    before = [{**event, "t": event["t"] + UP} for event in hand]
    if cut:
        rules.go_on(before)
    else:
        for event in before:
            rules.take(event)
    begun = 0 if cut else before[-1]["t"]  # the last of them is at the new boot's nought
    rules.take(chips(begun + 85, 3, [50]))
    rules.take({**correction(begun + 85, [50]), "t": begun + 500})
    while rules.poll():
        pass
    assert rules._table.reported[-1]["t"] == UP + 100
    assert [(a["act"], a["to"]) for a in rules._table.hand.actions][-1] == ("call", 100)
    assert said == [("alert", 3)]
