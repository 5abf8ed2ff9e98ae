"""A wager too small for anybody to make: is a chip of another house among it? Both sides."""

import pytest

from firmware.table import other_house
from firmware.table import phase as ph
from firmware.table.order import Keyed
from firmware.table.passed import Passed
from firmware.table.spots import Arrival
from firmware.table.values import LEAST_BET_TIMES, SHADOW_MS
from tests.firmware_table.test_spots_bounds import arrived

LAST = 1000


def small(*values, high=0, front=0, bb=100, stack=1000, board=3, now=ph.BETTING):
    """A motion of seat 3 that waits to be told, its last chip read first at 1000 ms."""
    bench, item, _ = arrived(*values, now=now)
    phase = bench.phase
    phase.blinds, phase.board, phase.step = (1, 2, bb // 2, bb), board, 0
    phase.front = {seat: put for seat, put in ((2, high), (3, front)) if put}
    phase.stacks, phase.said = {3: stack}, None
    phase.owing, phase.live, phase.actor = [3], [2, 3], 3
    item.last = LAST
    return bench, item


def held(bench, item, t):
    """Whether it is held for the key of such a chip at a time."""
    passed = Passed(bench.order, bench.cards, bench.chips, bench.phase)
    return bool(passed._foreign_among(item, t))


@pytest.mark.parametrize(("ms", "waits"), [
    (-SHADOW_MS, True), (-1, True), (0, False), (1, False),
])  # fmt: skip
def test_a_bet_too_small_waits_as_long_as_one_whose_load_tells_nothing(ms, waits):
    bench, item = small(25, 25)
    until = LAST + bench.chips.gap_of(item.spot.antenna) + SHADOW_MS
    assert held(bench, item, until + ms) == waits
    assert item.kept == waits
    assert item.why == ("foreign" if waits else None)


@pytest.mark.parametrize(("values", "change", "waits"), [
    ((25,) * 3, {}, True), ((25,) * 7, {}, True), ((25,) * 8, {}, False), ((25,) * 9, {}, False),
    ((25,) * 4, {"board": 0}, False), ((25,) * 3, {"board": 0}, False), ((25,), {}, True),
    ((25,) * 3, {"stack": 75}, False), ((25,) * 3, {"stack": 76}, True),
    ((25,) * 5, {"stack": 125}, False), ((25,) * 5, {"stack": 126}, True),
    ((25,) * 7, {"high": 100}, False), ((25,) * 8, {"high": 100}, False),
    ((25,) * 4, {"high": 100}, False), ((25,) * 3, {"high": 100}, False),
    ((100, 25), {"high": 100}, False), ((500,), {"high": 450}, False),
    ((25,), {"high": 100, "front": 100}, False), ((100,), {"high": 100, "front": 100}, False),
    ((25,) * 3, {"now": ph.SHOWDOWN, "board": 0}, False),
])  # fmt: skip
def test_only_what_nobody_may_make_by_some_book_waits(values, change, waits):
    """A short raise is to be told at once, and what is all of a stack is made."""
    assert LEAST_BET_TIMES == 2
    bench, item = small(*values, **change)
    assert held(bench, item, LAST) == waits


@pytest.mark.parametrize("change", ["counted", "gone", "total", "said"])
def test_what_is_known_to_be_short_waits_for_nothing(change):
    bench, item = small(25, 25)
    if change == "counted":
        item.counted = 1
    elif change == "gone":
        item.gone.append(item.tags[0])
    elif change == "total":
        item.total = 50
    else:
        bench.phase.said = (3, 50, 900)
    assert not held(bench, item, LAST)
    assert not item.kept


@pytest.mark.parametrize(("acts", "waits"), [(None, True), (3, False), (2, False), (0, False)])
def test_a_short_one_that_is_brought_up_or_acted_on_waits_no_more(acts, waits):
    bench, item = small(25, 25)
    what = {"what": "declare", "seat": acts} if acts else {"what": "tabled" if acts == 0 else "x"}
    bench.order.add(Keyed(LAST + 500, what, None))
    assert held(bench, item, LAST + 600) == waits


@pytest.mark.parametrize("kept", [False, True])
def test_nobody_is_asked_about_it_meanwhile(kept, monkeypatch):
    """All that was waited for had come: what its loop misses now and then makes it no longer."""
    bench, item = small(25, 25)
    monkeypatch.setattr(item, "missed", lambda: True)
    monkeypatch.setattr(bench.chips.bearing, "all_read", lambda *_: False)
    item.kept = kept
    assert item._may_grow() != kept


@pytest.mark.parametrize("kept", [False, True])
def test_what_is_read_while_it_waits_so_is_weighed_when_it_has_been_told(kept, monkeypatch):
    bench, item = small(25, 25)
    more = Arrival(bench.chips, item.spot, item.t)
    more.tags = [item.tags[0]]
    item.spot.arrival, item.kept = more, kept
    monkeypatch.setattr(bench.chips.bearing, "unmoved", lambda *_: True)
    bench.chips._take_in(item, item.spot)
    assert (item.spot.arrival is more) == kept


@pytest.mark.parametrize(("amount", "held_on"), [(25, False), (150, False), (None, True)])
def test_the_dealers_key_ends_the_wait_with_the_sum_there_is(amount, held_on):
    bench, item = small(25, 25)
    key = {"what": "notice", "by": "dealer", "kind": "foreign_chips", "about_seat": 3}
    other_house.count_keyed(bench.chips, dict(key, t=LAST + 900, amount=amount))
    assert item.total == (None if amount is None else 50 + amount)
    assert held(bench, item, LAST + 900) == held_on
