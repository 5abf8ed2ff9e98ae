"""Chips at the edge of a spot, read once while a bet lay there that is taken back uncalled."""

import pytest

from firmware.table import late, once
from firmware.table import phase as ph
from firmware.table.departures import Departure
from firmware.table.presence import CANDIDATE, PRESENT, Track
from tests.firmware_table.bench import Bench, chip

TOLD, LEFT, GAP = 1000, 5000, 350


def taken_back(seen=3000, value=100, board=3, gone=True, **fronts):
    """Seat 1 is the last player left and takes back the bet of 200 told at ``TOLD``, which left at
    ``LEFT``; its spot has read one more chip at ``seen`` ms, once. Returns the bench, what left and
    that chip."""
    bench = Bench(ph.BETTING)
    phase, spot = bench.phase, bench.chips.spots[1]
    phase.live, phase.owing, phase.board, phase.last_deal = [1], [], board, 500
    phase.front = {1: 200, **{int(name[1:]): n for name, n in fronts.items()}}
    spot.event, spot.emitted_t = {"t": TOLD}, TOLD
    bench.lie("line:1", chip(40, value))
    (tag,) = bench.tags.values()
    tag.home = tag.item = tag.zone = None
    tag.tracks, spot.antenna.tracks = [], []
    if gone:
        tag.brief, tag.brief_t = spot.antenna, seen
    else:
        track = Track(tag, spot.antenna, seen)
        track.state, track.seen, track.misses, tag.tracks = CANDIDATE, seen, 2, [track]
        spot.antenna.tracks = [track]
    item = Departure(bench.chips, spot, LEFT)
    del bench.events[:]
    return bench, item, tag


@pytest.mark.parametrize("gone", [True, False])
@pytest.mark.parametrize(("seen", "along"), [
    (TOLD, False), (TOLD + 1, True), (LEFT - 1, True), (LEFT, False), (LEFT + GAP, False),
])  # fmt: skip
def test_a_chip_read_between_the_bet_and_the_hand_that_takes_it_was_of_that_bet(gone, seen, along):
    bench, item, tag = taken_back(seen, gone=gone)
    item.t = LEFT + bench.chips.gap_of(
        item.spot.antenna
    )  # a hand that comes for it may be read so long before
    assert once.taken_back_along(bench.chips, item, 6000) == ([100] if along else [])
    rows = bench.emitted("what", "t", "seat", "chips", "about", "confidence")
    assert rows == ([("correction", 6000, 1, [100], TOLD, "medium")] if along else [])
    assert (tag.zone == "seat:1") == along


@pytest.mark.parametrize(("change", "along"), [
    ({}, True), ({"s2": 199}, True), ({"s2": 200}, False), ({"s2": 300}, False),  # called
    ({"board": 0}, True), ({"board": 0, "post": 199}, True), ({"board": 0, "post": 200}, False),
    ({"board": 3, "post": 200}, True),
])  # fmt: skip
def test_not_where_another_has_called_it_as_told_nor_beside_a_blind(change, along):
    bench, item, _ = taken_back(**{k: v for k, v in change.items() if k != "post"})
    bench.phase.post_due = lambda seat: change.get("post", 0)
    assert bool(once.taken_back_along(bench.chips, item, 6000)) == along


@pytest.mark.parametrize(("name", "value"), [
    ("zone", "pot"), ("zone", "line:2"), ("home", True), ("item", True), ("value", 0),
])  # fmt: skip
def test_nor_of_what_is_told_to_lie_elsewhere_or_read_now(name, value):
    bench, item, tag = taken_back()
    setattr(tag, name, value)
    assert once.taken_back_along(bench.chips, item, 6000) == [] == bench.events


def test_what_is_read_once_at_another_spot_is_of_no_bet_here():
    bench, item, tag = taken_back()
    tag.brief = bench.chips.spots[2].antenna
    assert not late.heard_since(bench.chips, item)
    assert once.taken_back_along(bench.chips, item, 6000) == []
    item.spot.event = None  # nor without a bet
    tag.brief = item.spot.antenna
    assert once.taken_back_along(bench.chips, item, 6000) == []


def test_what_goes_back_itself_is_not_counted_twice():
    bench, item, tag = taken_back()
    item.tags = [tag]  # told since, lost again, and read too seldom in between
    assert once.taken_back_along(bench.chips, item, 6000) == [] == bench.events


@pytest.mark.parametrize("gone", [True, False])
@pytest.mark.parametrize(("seen", "heard"), [(TOLD, False), (TOLD + 1, True)])
def test_it_is_looked_for_where_the_spot_has_heard_one_since(gone, seen, heard):
    bench, item, tag = taken_back(seen, gone=gone)
    assert late.heard_since(bench.chips, item) == heard
    if not gone:
        tag.tracks[0].state = PRESENT
        assert not late.heard_since(bench.chips, item)


def test_it_goes_back_with_the_bet_that_goes_back():
    bench, item, tag = taken_back()
    bench.lie("line:1", chip(41, 100), chip(42, 100))
    del bench.events[:]
    item.tags = [t for t in bench.tags.values() if t is not tag]
    item.spot.event, item.spot.emitted_t = {"t": TOLD}, TOLD
    bench.chips.departure_over(item, 6000)
    rows = bench.emitted("what", "chips", "to")
    assert rows == [("correction", [100], "line:1"), ("chips_move", [100, 100, 100], "seat:1")]
