"""Chips told with others, change for a big chip, a deck in motion: each side of each bound."""

import pytest

from firmware.table import change, events, pulled, riffle
from firmware.table import phase as ph
from firmware.table.departures import Departure
from firmware.table.order import Keyed
from firmware.table.values import GATHERING_MS, KEY_LATE_MS
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
    bench.phase.oversized = over
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
    bench, item, _ = arrived(value, front={1: 925, 3: 1000}, oversized={3: 75}, acting=3)
    bench.phase.stacks, bench.phase.step = {}, 925
    bench.chips.spots[3].emitted_t = 990
    assert change.given(bench.chips, item, item.spot) == given


@pytest.mark.parametrize(("added", "over", "owing"), [
    (500, 400, []), (400, None, [1, 2]), (600, None, [1, 2]),
])  # fmt: skip
def test_who_adds_just_what_is_due_beside_a_big_chip_not_changed_yet_calls(added, over, owing):
    phase = Bench().phase
    phase.front, phase.oversized, phase.owing = {1: 600, 3: 500}, {3: 400}, [3]
    phase.stacks = {}
    phase.note({"t": 1, "what": "chips_move", "seat": 3, "chips": [added - 100, 100],
                "from": "seat:3", "to": "line:3", "motion": 1})  # fmt: skip
    assert (phase.oversized.get(3), phase.owing) == (over, owing)
    assert phase.high(1) == (600 if over else 500 + added)


@pytest.mark.parametrize(("came", "value", "owing", "given"), [
    ("pot", 100, [], True), (None, 300, [], True), (None, 100, [], False),  # a bet
    ("pot", 400, [], False), ("pot", 100, [1, 3], False),  # the next street lies there
])  # fmt: skip
def test_change_of_a_big_chip_that_was_pulled_in_comes_before_the_next_street(
    came, value, owing, given
):
    bench, item, _ = arrived(value, front={}, owing=owing, change={3: 300}, pot_sum=1000)
    bench.phase.stacks = {}
    item.tags[0].frm = came
    assert bool(bench.chips._change_made(item, item.spot)) == given
    assert bench.phase.change[3] == (300 - value if given else 300)


@pytest.mark.parametrize(("left", "went"), [(0, 5000), (999, 5000), (1000, 1000), (1001, 1001)])
def test_a_chip_read_too_seldom_to_be_seen_to_go_goes_with_the_others(left, went):
    bench, item, _ = arrived(25, 25)
    item.gone = list(item.tags)
    item.gone[0].left, item.gone[1].left = left, 5000
    assert item.t == 1000
    bench.chips.arrival_over(item, 6000)
    assert item.tags[0].left == went


@pytest.mark.parametrize(("unread", "lies", "moved"), [
    (50, False, [100, 50]), (0, False, [100]), (50, True, [100]),
])  # fmt: skip
def test_what_was_told_unread_on_a_spot_is_pulled_in_with_the_last_of_its_chips(
    unread, lies, moved
):
    bench, item, _ = arrived(100)
    spot, (tag,) = item.spot, item.tags
    spot.arrival, spot.unread, spot.lies = None, unread, lambda: lies
    gone = Departure(bench.chips, spot, 5000)
    gone.tags, gone.found = [tag], 1
    bench.chips.departure_over(gone, 6000)
    assert bench.emitted("to", "chips") == [("pot", moved)]
    assert spot.unread == 0


@pytest.mark.parametrize(("by", "late_ms", "other", "over"), [
    (1, 0, {}, True), (1, KEY_LATE_MS, {}, True), (1, KEY_LATE_MS + 1, {}, False),
    (2, 0, {}, False), (1, 0, {"front": {1: 100, 2: 200, 3: 200}}, False),
    (1, 0, {"owing": [1, 2]}, False), (1, 0, {"now": ph.SHOWDOWN}, False),
])  # fmt: skip
def test_bets_pulled_in_just_before_the_last_check_is_keyed_go_after_it(by, late_ms, other, over):
    bench, _, _ = arrived(100, front={1: 200, 2: 200, 3: 200}, owing=[1], live=[1, 2, 3])
    bench.phase.stacks = {}
    for name, value in other.items():
        setattr(bench.phase, name, value)
    item = Departure(bench.chips, bench.chips.spots[3], 5000)
    event = events.check_said(5000 + late_ms, by)
    bench.order.items = [Keyed(event["t"], event, None)]
    assert pulled.checked_since(bench.chips, item) == over
