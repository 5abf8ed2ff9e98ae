"""Wagers that would be irregular, and bets of which a chip went unread: both sides."""

import pytest

from firmware.table import evidence, late
from firmware.table import phase as ph
from firmware.table.values import (
    BELATED_MS,
    LEVEL_ROUGH_DWELLS,
    SHADOW_MS,
    STRING_CENTINATS,
)
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_spots_bounds import arrived

# -- the bet of the last player left ---------------------------------------------------------------


def alone(**change):
    """All others have folded; a chip shows at 6000 ms on the spot of seat 3's bet of 5000 ms."""
    bench = Bench()
    bench.lie("line:3", chip(1, 100), n=2)
    told = bench.chips.spots[3].arrival
    bench.chips.arrival_over(told, 2000)
    bench.order.items = []
    bench.lie("line:3", chip(1, 100), *change.get("chips", (chip(2, 500),)), since=6000, n=2)
    spot = bench.chips.spots[3]
    spot.emitted = change.get("emitted", 5000)
    phase = bench.phase
    phase.now, phase.live = change.get("now", ph.SHOWDOWN), change.get("live", [3])
    phase.awarded = change.get("awarded", False)
    spot.arrival.tags[0].came = change.get("came")
    bench.emitted()
    return bench, spot.arrival, spot


@pytest.mark.parametrize(("change", "own"), [
    ({}, True), ({"emitted": 6000 - BELATED_MS}, True), ({"emitted": 5999 - BELATED_MS}, False),
    ({"came": "pot"}, False), ({"awarded": True}, False), ({"live": [2, 3]}, False),
    ({"chips": (chip(2, 500), chip(3, 500))}, True),
    ({"chips": (chip(2, 500), chip(3, 500), chip(4, 500))}, False),
])  # fmt: skip
def test_a_chip_nobody_had_read_is_of_the_bet_that_lies_there(change, own):
    bench, item, spot = alone(**change)
    assert late.of_own_bet(bench.chips, item, spot) == own
    bench.chips.arrival_over(item, 7000)
    values = [tag.value for tag in item.tags]
    told = bench.emitted("what", "chips", "to")
    assert (("correction", values, "line:3") in told) == own
    assert bool([row for row in told if row[2] == "seat:3"]) != own


@pytest.mark.parametrize(("silent", "leaving", "own"), [
    (False, False, True), (True, True, True), (True, False, False),
])  # fmt: skip
def test_nor_is_it_of_a_bet_that_has_gone(silent, leaving, own):
    bench, item, spot = alone()
    if silent:
        spot.antenna.tracks.remove(bench.tags[chip(1, 100)[0]].tracks[0])
    spot.departure = object() if leaving else None
    assert late.of_own_bet(bench.chips, item, spot) == own


# -- a wager nobody may make ---------------------------------------------------------------------


def little(*values, seat=3, **phase):
    """Seat 3 raises a bet of 200 by seat 1 to 300, each of its chips being read in each dwell."""
    phase = {"front": {1: 200}, "step": 200, **phase}
    bench, item, ant = arrived(*(values or (100, 100, 100)), seat=seat, **phase)
    bench.phase.blinds = (1, 2, 50, 100)
    ant.t = item.last + bench.chips.gap_of(ant) + SHADOW_MS
    return bench, item, ant


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_it_waits_as_long_as_a_shadow_lasts_and_nobody_is_asked(late_ms, ready):
    bench, item, ant = little()
    assert item.ready(ant.t + late_ms) == ready
    assert bench.emitted("kind") == []


@pytest.mark.parametrize(("level_n", "waits"), [
    (LEVEL_ROUGH_DWELLS - 1, True), (LEVEL_ROUGH_DWELLS, False),
])  # fmt: skip
def test_not_where_its_loop_has_a_load_to_tell_by(level_n, waits):
    bench, item, ant = little()
    ant.agc, ant.level_n = 400, level_n
    assert item._may_grow() == waits
    ant.level_n = LEVEL_ROUGH_DWELLS  # noise looks steady now and then
    assert item._may_grow() == waits
    item.tags[0].home.lost = 1
    assert item._may_grow()


def test_it_does_where_that_is_rather_of_one_more():
    bench, item, ant = little()
    ant.agc, ant.level_n = 400, LEVEL_ROUGH_DWELLS
    bench.chips.bearing.leans = lambda _ant: True
    assert item._may_grow() and item._missed()


def test_not_where_the_load_says_that_all_of_it_is_read():
    bench, item, ant = little()
    bench.chips.bearing.all_read = lambda _ant: True
    assert item.ready(item.last + bench.chips.gap_of(ant))


@pytest.mark.parametrize(("lost", "silent", "over"), [
    (0, False, True), (1, False, False), (0, True, False),
])  # fmt: skip
def test_a_chip_read_meanwhile_is_of_that_motion_where_others_were_missed(lost, silent, over):
    _, item, ant = little()
    item.lying = 3
    ant.tracks[0].lost = lost
    if silent:
        item.tags[0].home = None
    assert item.over(item.tags[1], ant.t - SHADOW_MS) == over


@pytest.mark.parametrize(("front", "takes"), [({1: 200}, True), ({1: 100}, False)])
def test_chips_read_next_go_with_it_also_where_no_load_is_known(monkeypatch, front, takes):
    """``front``: with a bet of 100 it is a raise like any other."""
    bench, item, _ = little(front=front, step=100)
    bench.phase.blinds, bench.phase.step = (1, 2, 50, 100), 150
    monkeypatch.setattr(evidence, "put_after", lambda *_: STRING_CENTINATS - 1)
    assert late.goes_with(bench.chips, item, item) == takes
