"""The load of what was told on a spot read seldom: kept when dwells enough have it."""

import pytest

from firmware.table import changes
from firmware.table.values import (
    LEVEL_MEAN_DWELLS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LOOK_PERIOD_MS,
    SECOND_MOVE_MS,
    SURELY_CENTINATS,
)
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_antes_bounds import gone
from tests.firmware_table.test_spots_bounds import departed


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
    spot.emitted_t = ant.t - SECOND_MOVE_MS
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


@pytest.mark.parametrize(("early", "level", "kept", "weighed"), [
    (1, 0, 6320, False), (1, 6300, 6300, False), (1, 6340, 6340, False),
    (0, 0, 6320, True), (0, 6300, 6320, True), (0, 6340, 6340, True),
])  # fmt: skip
def test_a_load_is_sure_when_the_hand_that_put_the_chips_there_has_had_its_time(
    early, level, kept, weighed
):
    """More load since is that of a hand: it is kept as it was."""
    bench, spot = emitted(LEVEL_SURE_DWELLS)
    spot.antenna.noise = LEVEL_MEAN_DWELLS << 4  # no load stands out of it
    spot.emitted_t += early
    spot.level, spot.level_n = level, LEVEL_SURE_DWELLS if level else 0
    bench.chips.poll(6400)
    assert (spot.level, spot.weighed) == (kept, weighed)


@pytest.mark.parametrize(("level", "sure", "n", "says", "off"), [
    (6320, True, 1, False, True),  # weighed since
    (6320, False, 1, True, True), (6320, False, 2, True, True), (6320, False, 1, False, False),
    (6320, False, 1, None, False), (6320, False, 2, None, True),  # no load of a chip is known
    (0, False, 1, True, True),
])  # fmt: skip
def test_a_load_with_a_hand_above_it_tells_of_no_bet_pulled_back(
    level, sure, n, says, off, monkeypatch
):
    """What else is known of the loop does, or more chips than one."""
    bench, item, _ = departed(n, lying=1)
    bearing, item.spot.level, item.spot.weighed = bench.chips.bearing, level, sure
    monkeypatch.setattr(bearing, "known", lambda _ant: says is not None)
    monkeypatch.setattr(
        bearing, "all_read", lambda _ant, _surely, n=n: says and n == len(item.tags)
    )
    monkeypatch.setattr(changes, "has_gone", lambda *_: True)
    assert item.weighed_off() == off


@pytest.mark.parametrize(("level", "chips", "gone"), [
    (6400, 1, False), (6400, 2, True), (6320, 1, False), (6320, 2, False),
    (6450, 2, False),  # the chips there load it less than that: those of a pile may
])  # fmt: skip
def test_several_chips_gone_weigh_more_than_one(level, chips, gone):
    bench, spot = emitted(LEVEL_MEAN_DWELLS, level)
    bearing, ant = bench.chips.bearing, spot.antenna
    ant.tracks.clear()
    ant.noise, ant.ref_t, bearing.chip_load, bearing._chips = 60, ant.t, 80, 8
    assert bearing.all_read(ant, SURELY_CENTINATS, chips) == gone


@pytest.mark.parametrize("sure", [True, False])
def test_a_load_a_hand_may_be_in_is_no_reference(sure):
    bench, spot = emitted(LEVEL_SURE_DWELLS)
    spot.emitted_t += not sure
    bearing, ant = bench.chips.bearing, spot.antenna
    bearing.learn(240, 3)
    ant.ref_t = 0
    bench.chips.poll(6400)
    assert bearing._chips == 4  # it tells what a chip takes, all the same
    assert ant.ref_n == sure and spot.weighed == sure


@pytest.mark.parametrize(("missed", "off"), [(0, True), (1, False)])
def test_the_load_is_not_asked_while_the_rest_of_the_pile_is_going_too(missed, off, monkeypatch):
    bench, item, _ = departed(lying=1)
    monkeypatch.setattr(bench.chips.bearing, "all_read", lambda *_: True)
    item.spot.antenna.tracks[0].misses = missed
    assert item.weighed_off() == off


@pytest.mark.parametrize(("dwells", "agc", "found", "owing", "looks"), [
    (LEVEL_SURE_DWELLS - 1, 400, 0, [1, 2], 1), (LEVEL_SURE_DWELLS, 400, 0, [1, 2], 0),
    (1, 0, 0, [1, 2], 0),  # no load will tell
    (1, 400, 1, [1, 2], 0), (1, 400, 0, [], 0),  # the pot tells of what was pulled in
])  # fmt: skip
def test_a_spot_that_chips_have_left_is_read_until_its_load_is_that_without_them(
    dwells, agc, found, owing, looks
):
    bench, item, _ = departed(2)
    ant, asked = item.spot.antenna, []
    ant.level_n, ant.agc, item.found, bench.phase.owing = dwells, agc, found, owing
    bench.chips.attention.look = lambda *args: asked.append(args)
    item.ready(5000)
    assert asked == looks * [(ant, 5000, 2 * LOOK_PERIOD_MS)]


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


@pytest.mark.parametrize(("fall", "new", "dwells", "period", "since"), [
    (160, 0, 9, 600, 5000), (81, 0, 9, 600, 5000), (239, 0, 9, 600, 5000),
    (80, 0, 9, 600, 4200), (240, 0, 9, 600, 4200),  # no card's load
    (160, 1, 9, 600, 4200), (320, 1, 9, 600, 5000),  # one of them is read
    (241, 1, 9, 600, 5000), (240, 1, 9, 600, 4200), (399, 1, 9, 600, 5000), (400, 1, 9, 600, 4200),
    (160, 0, 9, 500, 5000), (160, 0, 9, 499, 5008),
])  # fmt: skip
def test_a_load_did_not_come_before_the_reading_without_it(fall, new, dwells, period, since):
    """The usual time between two readings is too long for a loop that was read seldom till then."""
    bench = Bench()
    laden, ant = bench.cards.laden, bench.ant("seat:1")
    laden.card_load = lambda: 160
    bench.read(4990, "seat:1", card(1))
    if new:
        bench.read(5100, "seat:1", card(1), card(2))
    ant.level_was, ant.level, ant.level_n = 6600, 6600 - fall, dwells
    ant.without_t, ant.period_ms, ant.t = 5000, period, 9000
    assert laden.since("seat:1") == since
