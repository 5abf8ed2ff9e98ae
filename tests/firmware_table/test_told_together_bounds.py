"""Chips told with others, change for a big chip, a deck in motion: each side of each bound."""

import pytest

from firmware.table import change, riffle
from firmware.table import phase as ph
from firmware.table.spots import Departure
from firmware.table.values import GATHERING_MS
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_spots_bounds import arrived


@pytest.mark.parametrize(("late_ms", "under_way"), [(GATHERING_MS - 1, 1), (GATHERING_MS, 0)])
def test_a_deck_in_motion_is_riffled_also_when_one_dwell_reads_none(late_ms, under_way):
    bench = Bench(ph.SHUFFLED)
    bench.lie("muck", *[card(n) for n in range(4)], since=1000, n=3, every=20)
    muck = bench.ant("muck")
    muck.t = 1040 + late_ms
    assert bool(riffle.under_way(bench.table.antennas, bench.phase)) == bool(under_way)


@pytest.mark.parametrize(("said", "read", "known", "lies"), [
    ((3, 500, 1), True, False, True), ((3, 200, 1), True, False, True),
    ((1, 500, 1), True, False, False), ((3, 500, 1), False, False, False),
    ((3, 500, 1), True, True, False), (None, True, False, False),
])  # fmt: skip
def test_a_chip_of_a_sum_said_that_lacks_others_lies_there(said, read, known, lies):
    """Where the sum said is whole with it, it lies there as well."""
    bench, item, _ = arrived(100, 100, front={1: 300}, said=said)
    bench.phase.stacks = {}
    if said and said[1] == 200:
        bench.phase.front = {1: 200}
    bench.chips.bearing.known = lambda ant: known
    item.gone = item.tags[:1] if read else list(item.tags)
    item.gone[0].left = 1010
    assert item.lay(item.gone[0]) == lies


@pytest.mark.parametrize(("over", "rest_t"), [({1: 200}, 6000), ({}, 5000)])
def test_the_rest_of_a_bet_that_change_is_taken_from_goes_after_the_change(over, rest_t):
    bench = Bench()
    bench.phase.over = over
    tags = bench.lie("line:2", chip(1), chip(2))
    spot = bench.chips.spots[2]
    item = spot.departure = Departure(bench.chips, spot, 5000)
    item.tags, item.queued = list(tags), True
    for tag in tags:
        tag.item, tag.zone = item, "line:2"
    bench.order.items = [item]
    bench.chips._onto(tags[0], bench.chips.spots[1], 6000)
    assert (item.t, item.tags) == (rest_t, tags[1:])


@pytest.mark.parametrize(("value", "given"), [(75, True), (25, True), (1000, False)])
def test_chips_that_come_with_a_big_one_are_change_where_nobody_may_raise_by_them(value, given):
    bench, item, _ = arrived(value, front={1: 925, 3: 1000}, over={3: 75}, acting=3)
    bench.phase.stacks, bench.phase.step = {}, 925
    bench.chips.spots[3].emitted = 990
    assert change.given(bench.chips, item, item.spot) == given
