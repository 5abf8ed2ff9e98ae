"""The load of what was told on a spot read seldom: kept when dwells enough have it."""

import pytest

from firmware.table.values import (
    LEVEL_MEAN_DWELLS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    SURELY_CENTINATS,
)
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_antes_bounds import gone


def emitted(n=LEVEL_ROUGH_DWELLS, level=6320, empty=6400):
    """A chip told on seat 3's spot, whose load was not known then; a mean of ``n`` dwells now."""
    bench = Bench()
    (tag,) = bench.lie("line:3", chip(1), n=2, agc=400)
    spot = bench.chips.spots[3]
    tag.item, tag.zone, spot.arrival, spot.weighed = None, spot.line, None, False
    bench.order.items = []
    ant = spot.antenna
    ant.level, ant.level_n, ant.level_tags, ant.empty = level, n, 1, empty
    ant.ref = empty
    return bench, spot


@pytest.mark.parametrize(("n", "level", "weighed"), [
    (LEVEL_ROUGH_DWELLS - 1, 0, False), (LEVEL_ROUGH_DWELLS, 6320, False),
    (LEVEL_SURE_DWELLS - 1, 6320, False), (LEVEL_SURE_DWELLS, 6320, True),
])  # fmt: skip
def test_the_load_of_what_was_told_is_kept_as_soon_as_it_is_known(n, level, weighed):
    bench, spot = emitted(n)
    bench.chips.poll(6400)
    assert (spot.level, spot.weighed) == (level, weighed)
    assert bench.chips.bearing._chips == weighed  # from then on it tells what a chip takes


@pytest.mark.parametrize("change", ["arrival", "missed", "nothing", "more"])
def test_not_while_anything_else_may_lie_there(change):
    bench, spot = emitted()
    if change == "arrival":
        spot.arrival = object()
    elif change == "missed":
        spot.antenna.tracks[0].misses = 1
    elif change == "nothing":
        spot.antenna.tracks.clear()
        spot.antenna.level_tags = 0
    else:
        spot.antenna.tracks[0].tag.zone = None  # it is not told
    bench.chips.poll(6400)
    assert (spot.level, spot.weighed) == (0, False)


def test_chips_of_a_spot_read_seldom_are_weighed_off_when_they_go():
    bench, spot = emitted(LEVEL_SURE_DWELLS)
    bench.chips.poll(6400)
    bench.phase.owing = [1, 2]
    departure = gone(bench, 3, 7000).departure
    spot.antenna.level = spot.antenna.quick = 6320
    assert not departure.weighed_off()
    spot.antenna.level = spot.antenna.quick = 6400
    assert departure.weighed_off()


@pytest.mark.parametrize(("less", "n", "anew"), [
    (0, LEVEL_SURE_DWELLS, False), (17, LEVEL_SURE_DWELLS, True), (16, LEVEL_SURE_DWELLS, False),
    (17, LEVEL_SURE_DWELLS - 1, False), (-17, LEVEL_SURE_DWELLS, False),
    (9, LEVEL_MEAN_DWELLS, True), (8, LEVEL_MEAN_DWELLS, False), (-17, LEVEL_MEAN_DWELLS, False),
])  # fmt: skip
def test_what_is_known_is_weighed_anew_when_the_hand_above_it_has_gone(less, n, anew):
    """More load than the mean is off was that of a hand; less never is: a chip may have come."""
    bench, spot = emitted(n)
    spot.antenna.noise = 16
    spot.weighed, spot.level = True, 6320 - less
    bench.chips.poll(6400)
    assert spot.level == (6320 if anew else 6320 - less)


@pytest.mark.parametrize(("fall", "dwells", "since"), [
    (160, 12, 5050), (81, 12, 5050), (239, 12, 5050),
    (80, 12, 8900), (240, 12, 8900),  # no card's load: that of the last dwells
    (160, 11, 8500),  # a mean of fewer dwells tells the time by itself
])  # fmt: skip
def test_a_load_that_jumped_by_a_cards_has_been_since(fall, dwells, since):
    bench = Bench()
    laden, ant = bench.cards.laden, bench.ant("seat:1")
    laden.card_load = lambda: 160
    ant.level_was, ant.level, ant.level_n = 6600, 6600 - fall, dwells
    ant.without_t, ant.period_ms, ant.t = 5000, 50, 9000
    assert laden.since("seat:1") == since


@pytest.mark.parametrize(("evidence", "usual", "surely"), [
    (-229, False, False), (-230, True, False), (-399, True, False), (-400, True, True),
])  # fmt: skip
def test_a_bet_pulled_back_takes_more_than_that_no_chip_is_in_a_shadow(evidence, usual, surely):
    bench = Bench()
    bearing, ant = bench.chips.bearing, bench.ant("line:3")
    bearing.known = lambda _ant: True
    bearing.more = lambda *_: 0
    bearing.one_more = lambda *_: evidence
    bearing.chip_load, ant.level_n = 80, LEVEL_SURE_DWELLS
    ant.ref = ant.level = 6400
    assert bearing.all_read(ant) == usual
    assert bearing.all_read(ant, SURELY_CENTINATS) == surely
