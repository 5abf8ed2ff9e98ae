"""Hands that nobody has shown when a tabled hand is collected: mucked before it, or still held?"""

import pytest

from firmware.table import absent
from firmware.table.values import ACT_HELD_MAX_MS, FOLD_SURE_MS, UNCOLLECTED_MS
from firmware.table.ways import Move
from tests.firmware_table.bench import Bench, card

LIFTED = 5000  # ms, when seat 2's hand is missed first


def showdown():
    """Seat 1 has tabled its hand; seat 2 has lifted its own, which is read nowhere since."""
    bench = Bench()
    for seat in (1, 2, 3):
        bench.hand(seat, card(2 * seat), card(2 * seat + 1))
    bench.phase.owing, bench.phase.board, bench.phase.tabled = [], 5, [1]
    bench.lie("seat:2", since=LIFTED, n=6)
    del bench.events[:]
    return bench


def mucked(bench, t):
    """Seats whose hands are told to have gone to the muck when a tabled one goes there at ``t``."""
    absent.lost_unseen(bench.cards, t)
    return [e["from"] for e in bench.events if e["what"] == "card_move" and e["to"] == "muck"]


def test_a_hand_gone_before_the_tabled_one_is_collected_was_mucked_first():
    assert mucked(showdown(), LIFTED + 4000) == ["seat:2"]


def test_a_hand_just_lifted_may_be_shown():
    assert mucked(showdown(), LIFTED + FOLD_SURE_MS - 1) == []


@pytest.mark.parametrize(("field", "value"), [("awarded", True), ("owing", [3]), ("board", 4)])
def test_nor_is_one_mucked_before_the_end_or_after_the_award(field, value):
    bench = showdown()
    setattr(bench.phase, field, value)
    assert mucked(bench, LIFTED + 4000) == []


def test_what_was_tabled_is_not_mucked_unseen():
    bench = showdown()
    bench.phase.tabled = [1, 2]
    assert mucked(bench, LIFTED + 4000) == []


# -- the tabled hand waits for what may only be looked at


def collected(bench, t, seat=1, to="muck"):
    """The hand of a seat is read in the muck at ``t`` ms, and told to have gone there."""
    tag = absent.lying(bench.cards, f"seat:{seat}")[0]
    tag.item = Move(bench.cards, tag, t, f"seat:{seat}", to)
    tag.zone = to
    return tag.item


@pytest.mark.parametrize(("left_ms", "late_ms", "waits"), [
    (1000, -1, True), (1000, 0, False), (0, -1, True),
    (-101, -1, False),  # read at its seat still when that one is collected
])  # fmt: skip
def test_a_tabled_hand_waits_for_one_that_left_its_seat_before_it(left_ms, late_ms, waits):
    bench = showdown()
    last = LIFTED - 4600  # when seat 2's hand was read last
    item = collected(bench, last + left_ms)
    end = last + UNCOLLECTED_MS + 2 * bench.ant("seat:2").period_ms
    assert bool(absent.losers_undecided(item, end + late_ms)) == waits
    assert not waits or (item.why, item.until, item.upon) == ("lifted", end, 2)
    moved = [e["from"] for e in bench.events if e["what"] == "card_move"]
    assert moved == (["seat:2"] if left_ms == 1000 and not waits else [])


@pytest.mark.parametrize("change", [
    {"awarded": True}, {"owing": [3]}, {"board": 4}, {"tabled": [1, 2]}, {"tabled": []},
])  # fmt: skip
def test_it_waits_for_no_other(change):
    bench = showdown()
    item = collected(bench, LIFTED)
    for name, value in change.items():
        setattr(bench.phase, name, value)
    assert not absent.losers_undecided(item, LIFTED + 1)
    assert not absent.losers_undecided(collected(showdown(), LIFTED, to="line:1"), LIFTED + 1)
    assert bench.events == []


def test_one_that_its_seat_reads_again_was_only_looked_at():
    bench = showdown()
    item = collected(bench, LIFTED - 4000)
    assert absent.losers_undecided(item, LIFTED - 3000)
    bench.read(LIFTED + 700, "seat:2", card(4), card(5))
    bench.read(LIFTED + 800, "seat:2", card(4), card(5))
    assert not absent.losers_undecided(item, LIFTED + 9000)
    assert [e for e in bench.events if e.get("from") == "seat:2"] == []


@pytest.mark.parametrize(("late_ms", "waits"), [(-1, True), (0, False)])
def test_where_the_loop_has_read_it_once_and_is_read_no_more_the_wait_is_bounded(late_ms, waits):
    bench = showdown()
    item = collected(bench, LIFTED)
    bench.read(LIFTED + 600, "seat:2", card(4), card(5))
    end = LIFTED + ACT_HELD_MAX_MS
    assert bool(absent.losers_undecided(item, end + late_ms)) == waits
    assert [e for e in bench.events if e.get("from") == "seat:2"] == []
