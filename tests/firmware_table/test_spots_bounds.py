"""Bet spots: each wait of a motion and of chips that left, one under its bound and at it."""

import pytest

from firmware.config import TUNE
from firmware.table import crosstalk, evidence, late, pulled, spoken
from firmware.table import phase as ph
from firmware.table.departures import Departure
from firmware.table.presence import Tag
from firmware.table.spots import Arrival
from firmware.table.values import (
    ABSENT_DWELLS,
    ARRIVE_MAX_MS,
    BELATED_MS,
    CALL_CENTINATS,
    FADED_MS,
    FOLD_SURE_MS,
    HAND_LIFTED_MS,
    IN_HAND_MS,
    LAIN_MS,
    LEVEL_ROUGH_DWELLS,
    LONE_MS,
    PARTIAL_MS,
    POT_EMPTY_MS,
    PUSH_DWELLS,
    PUSH_MS,
    SECOND_LEAST_MS,
    SHADOW_MS,
    STRING_CENTINATS,
    SWEEP_REST_MS,
    SWEPT_MAX_CHIPS,
    SWEPT_MS,
    SWEPT_WAIT_MS,
    TORN_WAIT_MS,
    UNCOLLECTED_MS,
)
from tests.firmware_table.bench import Bench, card, chip

GAP = 350 + 15  # a motion's gap with one chip on the spot


def arrived(*values, seat=3, last=1000, now=ph.BETTING, **phase):
    """Chips on a spot, present since ``last``; nothing is due of anybody."""
    bench = Bench(now)
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    things = [chip(n + 1, value) for n, value in enumerate(values or (100,))]
    ant = bench.ant(f"line:{seat}")
    for t in (last, last + 20):
        bench.read(t, ant.name, *things)
    item = bench.chips.spots[seat].arrival
    assert isinstance(item, Arrival) and item.last == last
    item.lying = len(ant.tracks)
    ant.period_ms = 20
    return bench, item, ant


def grown(*values, **phase):
    """The same, the first of it so long ago that a hand may have brought more since."""
    bench, item, ant = arrived(*values, **phase)
    item.t = item.last - SECOND_LEAST_MS
    return bench, item, ant


def quiet(bench, ant, t):
    """The spot was read just before a time, all of it being there."""
    ant.t = t
    for track in ant.tracks:
        track.seen = t


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_a_motion_is_over_after_its_gap(late_ms, ready):
    bench, item, ant = arrived()
    quiet(bench, ant, 1000 + GAP - 5)
    assert item.ready(1000 + GAP + late_ms) == ready
    assert ready or (item.why, item.until) == ("motion", 1000 + GAP)


@pytest.mark.parametrize(("n", "period", "gap"), [
    (1, 20, 350 + 15), (3, 20, 350 + 45), (1, 175, 350 + 15), (1, 176, 352 + 15),
    (1, 350, 700 + 15), (1, 351, 700 + 15),
])  # fmt: skip
def test_the_gap_follows_chips_and_revisit_time(n, period, gap):
    bench, _, ant = arrived(*[100] * n)
    ant.period_ms = period
    assert bench.chips.gap_of(ant) == gap


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_a_motion_that_goes_on_growing_is_told_in_the_end(late_ms, ready):
    bench, item, _ = arrived()
    now = item.t + ARRIVE_MAX_MS + late_ms
    item.last = now - 1
    assert item.ready(now) == ready


def test_but_not_while_some_of_its_chips_may_be_in_a_shadow():
    bench, item, _ = arrived(100, 100)
    now = item.t + ARRIVE_MAX_MS
    item.last = now - 1
    item.gone.append(item.tags[0])
    assert not item.ready(now) and item.why == "motion"


@pytest.mark.parametrize(("read", "late_ms", "ready"), [
    (GAP // 2 - 1, 2 * GAP - 1, False), (GAP // 2, 2 * GAP - 1, True),
    (GAP // 2 - 1, 2 * GAP, True),
])  # fmt: skip
def test_the_last_reading_must_be_younger_than_the_last_chip(read, late_ms, ready):
    bench, item, ant = arrived()
    quiet(bench, ant, 1000 + read)
    assert item.ready(1000 + late_ms) == ready
    assert ready or item.why == "reading"


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_a_doubtful_chip_is_waited_for(late_ms, ready):
    bench, item, ant = arrived()
    quiet(bench, ant, 1000 + GAP)
    ant.tracks[0].misses = 1
    assert item.ready(1000 + 2 * GAP + late_ms) == ready
    assert ready or item.why == "doubtful"


@pytest.mark.parametrize(
    ("torn", "late_ms", "ready"), [(0, -1, True), (1, -1, False), (1, 0, True)]
)
def test_an_incomplete_reading_is_waited_for(torn, late_ms, ready):
    bench, item, ant = arrived()
    ant.torn = torn
    now = 1000 + GAP + TORN_WAIT_MS + late_ms
    quiet(bench, ant, now)
    assert item.ready(now) == ready
    assert ready or item.why == "torn"


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_less_than_the_call_waits_as_long_as_a_shadow_lasts(late_ms, ready):
    bench, item, ant = arrived(front={1: 500})
    bench.phase.stacks = {3: 100000, 1: 100000}
    bench.chips.ask = None
    now = 1000 + GAP + SHADOW_MS + late_ms
    quiet(bench, ant, now)
    assert bench.chips.lacking(item) is True
    assert item.ready(now) == ready
    assert ready or (item.why, item.until) == ("short", 1000 + GAP + SHADOW_MS)


@pytest.mark.parametrize(("value", "lacks"), [(499, True), (500, False), (501, None)])
def test_a_motion_lacks_chips_up_to_the_call(value, lacks):
    bench, item, _ = arrived(value, front={1: 500})
    assert bench.chips.lacking(item) is lacks
    bench.phase.said = (3, 501, 0)
    assert bench.chips.lacking(item) is (value < 501)
    bench.phase.said = (1, 900, 0)
    assert bench.chips.lacking(item) is lacks
    bench.phase.stacks = {3: 499}
    assert bench.chips.lacking(item) is (False if value == 499 else None)


@pytest.mark.parametrize(("value", "ante", "lacks"), [
    (49, 0, True), (50, 0, False), (51, 0, None), (24, 25, True), (25, 25, False), (74, 25, True),
    (75, 25, False), (76, 25, None), (50, 25, False), (51, 25, True), (26, 25, True),
])  # fmt: skip
def test_a_post_lacks_chips_up_to_the_blind_or_the_ante(value, ante, lacks):
    bench, item, _ = arrived(value, seat=1, now=ph.SHUFFLED, ante=ante, antes=bool(ante))
    assert bench.chips.lacking(item) is lacks


@pytest.mark.parametrize(("owing", "said", "read", "asks"), [
    ([3], None, 250, True), ([3], None, 249, False), ([1], None, 250, False), ([], None, 250, True),
    ([3], (3, 501, 0), 250, False), ([3], (1, 901, 0), 250, True), ([3], (3, 501, 0), 251, True),
])  # fmt: skip
def test_the_dealer_is_asked_about_half_of_what_is_due_at_least(owing, said, read, asks):
    bench, item, _ = arrived(read, front={1: 500}, owing=owing, said=said)
    bench.chips.bearing.known = lambda _ant: True
    assert bench.chips.may_ask(item) == asks
    bench.phase.stacks[3] = read
    assert not bench.chips.may_ask(item)  # all a player has is a short call
    bench.phase.stacks[3] = 10000
    bench.phase.now = ph.SHOWDOWN
    assert not bench.chips.may_ask(item)


def test_the_dealer_is_asked_about_less_where_no_load_tells():
    bench, item, _ = arrived(25, front={1: 500}, owing=[3])
    assert bench.chips.may_ask(item)


@pytest.mark.parametrize(("live", "late_ms", "ready"), [
    ([1, 3], -1, False), ([1, 3], 0, True), ([3], -1, True),
])  # fmt: skip
def test_a_push_is_over_when_the_spot_has_been_quiet(live, late_ms, ready):
    bench, item, ant = arrived(now=ph.SHOWDOWN, live=live)
    quiet(bench, ant, 1000 + PUSH_MS + late_ms)
    assert item.ready(1000 + PUSH_MS + late_ms) == ready
    if len(live) > 1:
        ant.period_ms = PUSH_MS // PUSH_DWELLS + 1
        assert not item.ready(1000 + PUSH_MS)


@pytest.mark.parametrize(("gone", "faded", "late_ms", "again", "ready"), [
    (1, SHADOW_MS, -1, False, False), (1, SHADOW_MS, 0, False, True),
    (2, FADED_MS, -1, False, False), (2, FADED_MS, 0, False, True),
    (1, SHADOW_MS, 0, True, False),  # one is read again, once so far
])  # fmt: skip
def test_chips_that_fade_are_waited_for(gone, faded, late_ms, again, ready):
    bench, item, ant = arrived(100, 25)
    bench.chips.ask = None
    ant.period_ms = 100
    for tag in item.tags[:gone]:
        if not again:
            ant.tracks.remove(tag.home)
        tag.home, tag.left = None, 1000
        item.gone.append(tag)
    now = 1200 + faded + late_ms  # it would have been read again in the two dwells after a shadow
    quiet(bench, ant, now)
    ant.period_ms = 100
    assert item.ready(now) == ready
    assert ready or item.why == "faded" and (again or item.until == 1200 + faded)


@pytest.mark.parametrize(("zone", "lain", "lay"), [
    ("pot", 0, True), ("line:3", LAIN_MS, True), ("line:3", LAIN_MS - 1, False),
])  # fmt: skip
def test_a_chip_that_lay_for_a_while_was_released(zone, lain, lay):
    _, item, _ = arrived()
    tag = item.tags[0]
    item.gone.append(tag)
    tag.zone, tag.left = zone, item.last + lain
    assert item.lay(tag) == lay


@pytest.mark.parametrize(("lain", "lay"), [(LAIN_MS, True), (LAIN_MS - 1, False)])
def test_so_was_one_that_had_gone_when_others_came(lain, lay):
    bench, item, ant = arrived()
    tag = item.tags[0]
    item.gone.append(tag)
    tag.left = item.last + lain
    item.lying = 0  # none has read all of it: what is read next is of this motion
    for t in (tag.left + 50, tag.left + 70):
        bench.read(t, ant.name, chip(8, 100))
    assert item.last == tag.left + 50 and len(item.tags) == 2
    assert item.lay(tag) == lay


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_chips_swept_at_once_wait_for_the_rest_in_the_pot(late_ms, ready):
    bench, item, ant = arrived(front={1: 500})
    tag = item.tags[0]
    tag.left, tag.zone = 1600, "pot"
    item.gone.append(tag)
    assert item.ready(1600 + SWEPT_WAIT_MS + late_ms) == ready
    bench.phase.front = {}
    assert item.ready(1600 + SWEPT_WAIT_MS - 1)


@pytest.mark.parametrize(("late_ms", "value", "over"), [
    (-1, 100, False), (0, 100, True), (0, 25, True),
])  # fmt: skip
def test_a_chip_read_after_the_gap_is_a_new_motion(late_ms, value, over):
    bench, item, _ = grown()
    tag = item.tags[0]
    assert item.over(tag, item.last + GAP + late_ms) == over


@pytest.mark.parametrize(("late_ms", "over"), [(-1, False), (0, True)])
def test_nor_is_one_read_soon_that_no_dwell_with_all_the_others_has_missed(late_ms, over):
    """A second motion takes longer than that."""
    _, item, _ = arrived()
    item.lying = 0
    assert item.over(item.tags[0], item.last + SECOND_LEAST_MS + late_ms) == over


@pytest.mark.parametrize(("period", "late_ms", "over"), [
    (1000, 1499, False), (1000, 1500, True), (100, GAP, True),
])  # fmt: skip
def test_nor_is_one_that_its_loop_reads_in_the_next_dwell(period, late_ms, over):
    bench, item, ant = grown()
    ant.period_ms = period
    assert item.over(item.tags[0], item.last + late_ms) == over


@pytest.mark.parametrize(("loop", "since_ms", "over"), [
    ("line:3", -GAP, False), ("line:3", -GAP - 1, True), ("line:3", 200, False),
    ("line:2", 200, True),
])  # fmt: skip
def test_nor_is_one_that_its_spot_had_read_with_the_others(loop, since_ms, over):
    bench, item, _ = grown()
    tag = item.tags[0]
    tag.brief, tag.brief_t = bench.ant(loop), item.t + since_ms
    assert item.over(tag, item.last + GAP) == over


@pytest.mark.parametrize(("period", "late_ms", "over"), [
    (20, -1, False), (20, 0, True), (100, -1, False), (100, 0, True),
])  # fmt: skip
def test_nor_is_one_read_sooner_after_the_first_than_a_hand_brings_more(period, late_ms, over):
    """The first may have lain there for as long as its loop takes to read it."""
    _, item, ant = arrived()
    ant.period_ms = period
    assert item.over(item.tags[0], item.t + SECOND_LEAST_MS - period + late_ms) == over


def test_a_chip_read_late_that_makes_up_the_sum_is_of_the_same_motion():
    bench, item, _ = grown(front={1: 200})
    tag = item.tags[0]
    assert not item.over(tag, item.last + GAP)
    bench.phase.front = {1: 199}
    assert item.over(tag, item.last + GAP)  # it would be more than the call


# -- chips that left ----------------------------------------------------------------------------


def departed(n=1, seat=3, t=5000, lying=0, pot_dwells=0):
    """Chips told on a spot that are read there no more since ``t``."""
    bench = Bench()
    things = [chip(k + 1) for k in range(n + lying)]
    tags = bench.lie(f"line:{seat}", *things, n=2)
    spot = bench.chips.spots[seat]
    bench.order.items, spot.arrival = [], None
    for tag in tags:
        tag.item = None
    bench.phase.front = {seat: 100 * len(tags)}
    bench.ant("pot").dwells = pot_dwells
    for tag in tags[:n]:
        spot.antenna.tracks.remove(tag.home)
        tag.home, tag.tracks = None, ()
        bench.chips.left(tag, spot.antenna, t)
    return bench, spot.departure, tags


@pytest.mark.parametrize(("n", "lying", "ms"), [
    (1, 0, LONE_MS), (2, 0, 900), (1, 1, PARTIAL_MS), (2, 1, PARTIAL_MS),
])  # fmt: skip
def test_chips_must_be_silent_for_as_long_as_is_likely(n, lying, ms):
    _, item, _ = departed(n, lying=lying)
    assert isinstance(item, Departure) and item.patience() == ms
    assert item.queued == (not lying)
    assert not item.ready(5000 + ms - 1)
    assert item.why == "silent" and item.until == 5000 + ms


@pytest.mark.parametrize(("late_ms", "fades"), [(-1, True), (0, False)])
def test_part_of_a_pile_is_a_fade_for_so_long(late_ms, fades):
    bench, item, _ = departed(lying=1)
    assert item.fades(5000 + PARTIAL_MS + late_ms) == fades
    item.spot.antenna.t = 5000 + PARTIAL_MS
    bench.chips.poll(5000 + PARTIAL_MS + late_ms)
    assert item.queued == (not fades)


@pytest.mark.parametrize(("late_ms", "stale"), [(-1, False), (0, True)])
def test_chips_found_nowhere_are_decided_in_the_end(late_ms, stale):
    bench, item, _ = departed()
    bench.chips.ask = None
    assert item.stale(5000 + LONE_MS + 2500 + late_ms) == stale


@pytest.mark.parametrize(("found", "late_ms", "ready"), [
    (1, -1, False), (1, 0, True), (2, -1, True),
])  # fmt: skip
def test_chips_found_in_the_pot_wait_for_the_rest_of_the_pile(found, late_ms, ready):
    _, item, _ = departed(2)
    item.found = found
    assert item.acts() == 0
    assert item.ready(5000 + 350 + late_ms) == ready


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_a_bet_taken_back_in_mid_round_takes_longer_than_a_shadow(late_ms, ready):
    bench, item, _ = departed()
    spot = item.spot
    spot.antenna.period_ms = 40
    bench.phase.owing, bench.chips.ask = [1, 2], None
    item.uncalled = -1
    assert not pulled.regular(bench.chips, item)
    assert item.ready(5000 + SHADOW_MS + 80 + late_ms) == ready
    assert item.acts() is None


@pytest.mark.parametrize(("silent", "since"), [
    (HAND_LIFTED_MS, True), (HAND_LIFTED_MS - 1, False), (0, False),
])  # fmt: skip
def test_a_bet_goes_back_to_who_is_alone_when_the_other_hand_goes_a_moment_later(silent, since):
    bench, item, _ = departed()
    ant, gone_at = item.spot.antenna, 5200
    bench.chips.hand_gone = lambda seat, t: seat != 3 and t >= gone_at + FOLD_SURE_MS
    ant.t = gone_at + silent
    alone = pulled.alone_since(bench.chips, item)
    assert alone == (gone_at + FOLD_SURE_MS if since else 0)
    assert pulled.regular(bench.chips, item) == since


@pytest.mark.parametrize(("later_ms", "alone"), [(0, True), (1, False)])
def test_but_not_to_who_is_left_alone_long_after(later_ms, alone):
    bench, item, _ = departed()
    last = 5000 + UNCOLLECTED_MS - HAND_LIFTED_MS + FOLD_SURE_MS
    bench.chips.hand_gone = lambda seat, t: seat != 3 and t >= last + later_ms
    item.spot.antenna.t = 5000 + 2 * UNCOLLECTED_MS
    assert bool(pulled.alone_since(bench.chips, item)) == alone


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_chips_that_went_where_chips_go_are_waited_for_less(late_ms, ready):
    bench, item, _ = departed(2)
    item.spot.antenna.period_ms = 40
    bench.phase.owing = []
    assert pulled.regular(bench.chips, item)
    assert item.ready(5000 + IN_HAND_MS + late_ms) == ready


def pot_read(bench, times):
    """The pot has been read completely so many times."""
    ant = bench.ant("pot")
    ant.dwells = ant.whole = times


@pytest.mark.parametrize(("dwells", "whole", "reads"), [
    (0, 0, None), (1, 1, 1), (1, 0, 0), (2, 0, 1), (3, 2, 2), (4, 2, 3),
])  # fmt: skip
def test_two_incomplete_readings_of_the_pot_count_as_one(dwells, whole, reads):
    bench = Bench()
    ant = bench.ant("pot")
    ant.dwells, ant.whole = dwells, whole
    assert pulled.pot_reads(bench.chips) == reads


@pytest.mark.parametrize(("reads", "ready"), [(ABSENT_DWELLS - 1, False), (ABSENT_DWELLS, True)])
def test_the_pot_is_read_so_often_without_them(reads, ready):
    bench, item, _ = departed(2, pot_dwells=1)
    bench.phase.owing = []
    item.ready(5000 + 899)
    item.reads = 0
    pot_read(bench, reads)
    assert item.ready(5000 + IN_HAND_MS) == ready


@pytest.mark.parametrize(("before", "ready"), [(2, False), (1, True)])
def test_readings_of_the_pot_from_before_do_not_count(before, ready):
    bench, item, _ = departed(2, pot_dwells=1)
    bench.phase.owing = []
    pot_read(bench, before)
    item.ready(5000 + 899)
    assert item.reads == before
    pot_read(bench, ABSENT_DWELLS + 1)
    assert item.ready(5000 + IN_HAND_MS) == ready


@pytest.mark.parametrize(("zone", "misses", "item", "lies"), [
    ("line:3", 0, None, True), ("pot", 0, None, False), ("line:3", 1, None, False),
    ("line:3", 0, object(), False), ("pot", 0, object(), False), ("pot", 1, None, False),
])  # fmt: skip
def test_a_chip_lies_on_a_spot_when_it_is_told_and_read_there(zone, misses, item, lies):
    bench, motion, ant = arrived()
    track = ant.tracks[0]
    track.misses, track.tag.zone, track.tag.item = misses, zone, item
    assert motion.spot.lies() == lies
    assert motion.spot.doubtful() == bool(misses)
    track.misses, track.state = 0, 0
    assert motion.spot.doubtful()


@pytest.mark.parametrize(("tags", "item", "level"), [(1, None, 77), (2, None, 0), (1, object(), 0)])
def test_the_load_of_just_what_was_told(tags, item, level):
    bench, motion, ant = arrived()
    ant.level, ant.level_tags, ant.level_n = 77, tags, LEVEL_ROUGH_DWELLS
    ant.tracks[0].tag.item = item
    assert motion.spot.level_emitted() == level
    ant.level_n = LEVEL_ROUGH_DWELLS - 1
    assert motion.spot.level_emitted() == 0
    ant.tracks[0].tag.zone = "pot"
    assert motion.spot.level_emitted() == 0


@pytest.mark.parametrize(("change", "taken"), [
    ({}, True), ({"state": 1}, False), ({"since": 649}, False), ({"since": 650}, True),
    ({"zone": "line:3"}, False), ({"value": 0}, False), ({"item": object()}, False),
    ({"zone": "pot"}, False), ({"zone": "line:1"}, False), ({"zone": "seat:3"}, True),  # heard
    ({"tracks": 2}, False), ({"home": True}, False), ({"misses": 0}, False),  # just now
])  # fmt: skip
def test_a_chip_read_once_with_a_motion_is_of_it(change, taken):
    bench, item, ant = arrived()
    bench.read(1100, ant.name, chip(1), chip(9, 25))
    track = ant.tracks[1]
    tag = track.tag
    track.since = change.get("since", 900)
    track.misses = change.get("misses", 1)
    track.state = change.get("state", 0)
    tag.zone, tag.value = change.get("zone"), change.get("value", 25)
    tag.item = change.get("item")
    if "home" in change:
        tag.home = track
    tag.tracks *= change.get("tracks", 1)
    bench.phase.front = {1: 125}
    late.take_shadowed(bench.chips, item, item.spot)
    assert (tag in item.tags) == taken
    assert tag.zone == (item.spot.line if taken else change.get("zone"))


def test_a_chip_read_once_that_would_be_more_than_the_call_takes_a_second_read():
    bench, item, ant = arrived()
    bench.read(1100, ant.name, chip(1), chip(9, 25))
    bench.read(1200, ant.name, chip(1))
    bench.phase.front = {1: 124}
    late.take_shadowed(bench.chips, item, item.spot)
    assert len(item.tags) == 1
    bench.phase.front = {1: 99}  # it is more than that already
    late.take_shadowed(bench.chips, item, item.spot)
    assert len(item.tags) == 2


# -- what became of them ------------------------------------------------------------------------


@pytest.mark.parametrize(("excess", "owing", "uncalled"), [
    (100, [], True), (99, [], False), (101, [], False), (100, [1], False), (0, [], False),
])  # fmt: skip
def test_chips_nobody_has_matched_are_uncalled_when_all_have_acted(excess, owing, uncalled):
    bench, item, _ = departed()
    item.uncalled, bench.phase.owing = excess, owing
    assert pulled.uncalled(bench.chips, item, 100 if excess else 0) == uncalled
    bench.phase.stacks[1] = 0  # who has nothing owes nothing
    assert pulled.uncalled(bench.chips, item, 100) == (excess == 100)


@pytest.mark.parametrize(("apart", "swept"), [(-1500, True), (1500, True), (1501, False),
                                              (-1501, False)])  # fmt: skip
def test_spots_emptied_at_about_one_time_were_swept_together(apart, swept):
    bench = Bench()
    spot = bench.chips.spots[3]
    bench.chips.spots[1].swept_ms = 9000 + apart
    assert pulled.swept_with_others(bench.chips, spot, 9000) == swept
    bench.chips.spots[3].swept_ms = 9000  # its own sweep is no other's
    assert pulled.swept_with_others(bench.chips, spot, 9000) == swept


@pytest.mark.parametrize(("found", "apart", "swept"), [(1, 1500, True), (0, 1500, False),
                                                       (1, 1501, False)])  # fmt: skip
def test_a_sweep_that_is_just_found_counts_for_others(found, apart, swept):
    bench, item, _ = departed()
    item.found, item.t = found, 9000 + apart
    assert pulled.swept_with_others(bench.chips, bench.chips.spots[1], 9000) == swept


@pytest.mark.parametrize(("now", "owing", "front", "over"), [
    (ph.BETTING, [], {}, True), (ph.BETTING, [1], {}, False), (ph.SHOWDOWN, [], {}, True),
    (ph.BETTING, [1], {1: 10000}, True), (ph.DEAL, [], {}, False), (ph.BETTING, [4], {}, True),
])  # fmt: skip
def test_chips_go_into_the_pot_when_all_have_answered(now, owing, front, over):
    bench = Bench(now)
    bench.phase.live, bench.phase.owing, bench.phase.front = [1, 2, 3], owing, front
    bench.chips.hand_gone = None
    assert pulled.in_pot(bench.chips, bench.chips.spots[3], 9000) == over


@pytest.mark.parametrize(("values", "left", "want"), [
    ([100, 25], 100, [100]), ([100, 25], 125, [100, 25]), ([100, 25], 0, [100, 25]),
    ([100, 25], 110, [100, 25]), ([100], 25, [100]),
])  # fmt: skip
def test_a_push_is_no_more_than_the_pot_holds(values, left, want):
    bench = Bench(ph.SHOWDOWN)
    bench.phase.pot_sum = left
    assert pulled.within_pot(bench.phase, list(values)) == want


@pytest.mark.parametrize(("since", "emitted"), [(POT_EMPTY_MS - 1, 0), (POT_EMPTY_MS, 1)])
def test_a_pot_that_has_been_empty_was_pushed_to_the_last_player(since, emitted):
    bench = Bench(ph.SHOWDOWN)
    bench.phase.live, bench.phase.pot, bench.chips.pot_heard = [3], [100], True
    bench.phase.pot_sum = 100
    bench.ant("pot").t = 1000
    pulled.emptied(bench.chips, 1000)
    assert bench.chips.bare_t == 1000
    bench.ant("pot").t = 1000 + since
    pulled.emptied(bench.chips, 1000 + since)
    assert len(bench.events) == emitted
    if emitted:
        assert bench.emitted("seat", "chips", "to", "t") == [(3, [100], "seat:3", 1000)]


@pytest.mark.parametrize(("above", "since"), [(card(1), 1000), (chip(1), 0)])
def test_it_is_empty_also_where_a_card_is_above_it(above, since):
    bench = Bench(ph.SHOWDOWN)
    bench.phase.live, bench.phase.pot, bench.chips.pot_heard = [3], [100], True
    bench.phase.pot_sum = 100
    bench.read(1000, "pot", above)
    pulled.emptied(bench.chips, 1000)
    assert bench.chips.bare_t == since


@pytest.mark.parametrize("change", [
    {"awarded": True}, {"live": [1, 3]}, {"live": []}, {"pot": []},
])  # fmt: skip
def test_a_pot_without_one_winner_waits_for_the_dealer(change):
    bench = Bench(ph.SHOWDOWN)
    bench.phase.live, bench.phase.pot, bench.chips.pot_heard = [3], [100], True
    for name, value in change.items():
        setattr(bench.phase, name, value)
    pulled.emptied(bench.chips, 1000)
    assert bench.chips.bare_t == 0


@pytest.mark.parametrize(("apart", "chips"), [(1500, [500, 100]), (1501, [500])])
def test_a_call_that_leaves_with_the_chips_of_another_spot_was_whole(apart, chips):
    bench, item, _ = arrived(500, front={1: 600}, owing=[3])
    for n in (1, 2):
        bench.hand(n, card(2 * n), card(2 * n + 1))
    item.gone = list(item.tags)
    item.tags[0].left, item.tags[0].home = 3000, None
    other = bench.chips.spots[1]
    other.departure = Departure(bench.chips, other, 3000 + apart)
    del bench.events[:]
    bench.chips.arrival_over(item, 4200)
    assert [e["chips"] for e in bench.events if e.get("to") == "line:3"] == [chips]


# -- chips read late ----------------------------------------------------------------------------


@pytest.mark.parametrize(("coming", "pushed", "seat"), [
    (None, None, 3), (TUNE["sweep_ms"], None, 1), (TUNE["sweep_ms"] + 1, None, 3),
    (None, TUNE["sweep_ms"], 1), (None, -TUNE["sweep_ms"], 1), (None, TUNE["sweep_ms"] + 1, 3),
])  # fmt: skip
def test_chips_a_folded_seat_hears_are_those_pushed_to_a_player_then(coming, pushed, seat):
    bench, item, _ = arrived(now=ph.SHOWDOWN)
    bench.phase.live, bench.phase.board = [1, 2], 5
    other = bench.chips.spots[1]
    if coming is not None:
        other.arrival = Arrival(bench.chips, other, item.t + coming)
    other.pushed_ms = None if pushed is None else item.t + pushed
    assert pulled.pushed_to(bench.chips, item, item.spot) == seat
    assert item.spot.pushed_ms == (item.t if seat == 3 else None)


@pytest.mark.parametrize(("board", "live", "seat"), [
    (4, [1, 2], None), (5, [1, 2], 3), (4, [1, 3], 3),
])  # fmt: skip
def test_a_folded_seat_is_pushed_nothing_while_cards_are_to_come(board, live, seat):
    """Its loop hears a chip that lies in the pot."""
    bench, item, _ = arrived(now=ph.SHOWDOWN)
    bench.phase.live, bench.phase.board = live, board
    item.tags[0].frm = "pot"
    item.ready = lambda now: True
    bench.chips.arrival_over(item, 9000)
    assert [e["seat"] for e in bench.events if e.get("from") == "pot"] == ([seat] if seat else [])
    assert item.tags[0].zone == (f"seat:{seat}" if seat else "pot")


@pytest.mark.parametrize(("gone", "left"), [(0, 0), (1, 0), (0, 2), (1, 2)])
def test_chips_that_have_faded_from_a_spot_are_told_to_its_load(gone, left):
    bench, item, _ = arrived()
    asked = []
    bench.chips.bearing.bore_more = lambda ant, faded: asked.append(faded)
    item.gone = item.tags[:gone]
    if left:
        item.spot.departure = Departure(bench.chips, item.spot, 1000)
        item.spot.departure.tags = [Tag(bytes([n]) * 8, 100) for n in range(left)]
    bench.chips._onto(Tag(b"new chip", 100), item.spot, 6000)
    assert asked == [gone + left]


def later(value=100, emitted=5000, t=6000, front=100, now=ph.BETTING):
    """A chip that shows on seat 3's spot after its motion was told, others having acted."""
    bench, item, _ = arrived(value, last=t, now=now)
    spot = item.spot
    spot.emitted_t, spot.event = emitted, {"t": emitted, "chips": [100, 100]}
    bench.phase.front, bench.phase.actor, bench.phase.acting = {3: front}, 1, 2
    item.t, item.load_first = t, None
    for tag in item.tags:
        tag.home.since = emitted + SHADOW_MS  # long after the motion
    return bench, item, spot


@pytest.mark.parametrize(("change", "belated"), [
    ({}, True), ({"emitted": 9050 - SHADOW_MS}, True),  # no shadow is longer
    ({"emitted": 8500 - SHADOW_MS}, False), ({"front": 0}, False),
    ({"now": ph.SHOWDOWN}, False),
])  # fmt: skip
def test_a_chip_others_having_acted_is_of_the_motion_before_for_so_long(change, belated):
    bench, item, spot = later(**dict({"t": 9000, "emitted": 8000}, **change))
    assert late.belated(bench.chips, item, spot) == belated


@pytest.mark.parametrize(("called", "emitted", "belated"), [
    (200, 9000 - BELATED_MS, True), (200, 8999 - BELATED_MS, False),
    (201, 9000 - BELATED_MS, False),
])  # fmt: skip
def test_and_for_longer_where_another_has_called_it_with_those_chips(called, emitted, belated):
    bench, item, spot = later(t=9000, emitted=emitted)
    bench.phase.front[2] = called
    assert late.belated(bench.chips, item, spot) == belated


@pytest.mark.parametrize(("field", "value", "owing", "brief", "belated"), [
    ("acting", 3, [3], None, False), ("acting", 3, [3], 0, False), ("actor", 3, [3], None, False),
    ("actor", 3, [], None, True), ("actor", 3, [3], 0, True), ("actor", 3, [3], 1, False),
])  # fmt: skip
def test_a_chip_of_the_player_whose_turn_it_is_is_new_unless_read_then(
    field, value, owing, brief, belated
):
    bench, item, spot = later()
    setattr(bench.phase, field, value)
    bench.phase.owing = owing
    if brief is not None:
        (tag,) = item.tags
        tag.brief, tag.brief_t = (
            spot.antenna,
            spot.emitted_t + bench.chips.gap_of(spot.antenna) + brief,
        )
    assert late.belated(bench.chips, item, spot) == belated


@pytest.mark.parametrize(
    ("tags", "emitted", "belated"), [(2, 2, True), (3, 3, False), (2, 1, False)]
)
def test_more_than_two_chips_or_than_were_told_are_new(tags, emitted, belated):
    bench, item, spot = later()
    item.tags = item.tags * tags
    spot.event["chips"] = [100] * emitted
    assert late.belated(bench.chips, item, spot) == belated


@pytest.mark.parametrize(("front", "board", "rest"), [(1, 0, True), (0, 0, False), (2, 0, False),
                                                      (1, 3, False)])  # fmt: skip
def test_the_rest_of_a_blind_joins_it_before_the_flop(front, board, rest):
    bench, item, _ = arrived(49, seat=1, now=ph.SHUFFLED)
    item.spot.event = {"t": 1, "chips": [1]}
    bench.phase.front, bench.phase.board = {1: front}, board
    assert late.belated(bench.chips, item, item.spot) == rest


@pytest.mark.parametrize(("amount", "word", "t", "owing", "done"), [
    (None, "call", 5000, [], True), (None, "call", 5000, [3], False),
    (None, "fold", 5000, [], False),
    (300, "raise", 5000, [], True), (301, "raise", 5000, [], False),
    (None, "call", 5000 + spoken.KEY_ACT_LATE_MS, [], True),
    (None, "call", 5001 + spoken.KEY_ACT_LATE_MS, [], False), (None, "call", 4999, [], False),
])  # fmt: skip
def test_words_keyed_late_about_chips_that_were_told_add_nothing(amount, word, t, owing, done):
    bench, _, spot = later(front=0)
    spot.total, bench.phase.owing = 300, owing
    event = {"seat": 3, "word": word, "amount": amount}
    assert spoken.done_already(bench.chips, event, t) == done
    bench.phase.acting = 3
    assert not spoken.done_already(bench.chips, event, t)


@pytest.mark.parametrize(("amount", "owing", "done"), [
    (None, [], True), (None, [3], False), (300, [3], True), (301, [3], False),
])  # fmt: skip
def test_so_they_do_however_late_while_the_chips_lie_there(amount, owing, done):
    bench, _, spot = later(front=300)
    spot.total, bench.phase.owing = 300, owing
    event = {"seat": 3, "word": "raise", "amount": amount}
    assert spoken.done_already(bench.chips, event, 9 * spoken.KEY_ACT_LATE_MS) == done


@pytest.mark.parametrize(("total", "came"), [(199, True), (200, True), (201, False)])
def test_a_chip_up_to_what_was_said_came_with_the_motion(total, came):
    bench, item, spot = later(value=total - 100)
    bench.phase.acting, bench.phase.said = 3, (3, 200, spot.emitted_t)
    assert late.came_with(bench.chips, item, spot) == came
    bench.phase.acting = 1
    assert not late.came_with(bench.chips, item, spot)


@pytest.mark.parametrize(("front", "excess"), [({}, -100), ({3: 1}, -99), ({3: 101}, 1)])
def test_what_nobody_has_matched_is_counted_when_chips_leave(front, excess):
    bench, _, _ = departed()
    bench.phase.front = {1: 100, **front}
    assert Departure(bench.chips, bench.chips.spots[3], 5000).uncalled == excess


@pytest.mark.parametrize(("high", "score", "came"), [
    (0, STRING_CENTINATS - 1, True), (0, STRING_CENTINATS, False),
    (199, STRING_CENTINATS, False), (200, STRING_CENTINATS, True), (100, STRING_CENTINATS, False),
    (200, STRING_CENTINATS + CALL_CENTINATS - 1, True),
    (200, STRING_CENTINATS + CALL_CENTINATS, False),
])  # fmt: skip
def test_a_chip_is_a_second_motion_where_the_evidence_leads_by_enough(
    monkeypatch, high, score, came
):
    monkeypatch.setattr(evidence, "put_later", lambda *args: score)
    bench, item, spot = later()
    bench.phase.acting = 3
    bench.phase.front[1] = high
    assert late.came_with(bench.chips, item, spot) == came


@pytest.mark.parametrize(("said", "after", "came"), [
    (200, 0, True), (199, 0, False), (201, 0, True), (200, 1, False),
])  # fmt: skip
def test_it_takes_more_where_the_chip_makes_up_what_was_said_before(monkeypatch, said, after, came):
    monkeypatch.setattr(evidence, "put_later", lambda *args: STRING_CENTINATS)
    bench, item, spot = later()
    bench.phase.acting, bench.phase.said = 3, (3, said, spot.emitted_t + after)
    assert late.came_with(bench.chips, item, spot) == came


@pytest.mark.parametrize(("seat", "after", "came"), [
    (3, 0, True), (3, 1, False), (1, 1, True), (3, 1000, False),
    (3, 1001, True),  # the chips lay there before the word
])  # fmt: skip
def test_who_names_a_total_between_two_motions_makes_a_second_one(monkeypatch, seat, after, came):
    monkeypatch.setattr(evidence, "put_later", lambda *args: STRING_CENTINATS - CALL_CENTINATS)
    bench, item, spot = later()
    bench.phase.acting, bench.phase.said = 3, (seat, 400, spot.emitted_t + after)
    assert late.came_with(bench.chips, item, spot) == came


@pytest.mark.parametrize(("zone", "now", "kept"), [
    (None, ph.BETTING, True), ("seat:1", ph.BETTING, True), ("line:1", ph.BETTING, False),
    (None, ph.SHOWDOWN, False),
])  # fmt: skip
def test_a_chip_that_shows_in_the_pot_untold_is_kept_in_mind(zone, now, kept):
    bench, item, _ = arrived(now=now)
    tag = item.tags[0]
    tag.zone = zone
    for n in range(SWEPT_MAX_CHIPS + 2):
        late.noted(bench.chips, tag, n)
    assert len(bench.chips.strays) == (SWEPT_MAX_CHIPS if kept else 0)


@pytest.mark.parametrize(("value", "total", "swept", "seat"), [
    (100, 200, 0, 1), (101, 200, 0, None), (99, 200, 0, None), (100, 200, 1, None),
])  # fmt: skip
def test_strays_make_whole_the_one_bet_they_fit(value, total, swept, seat):
    bench = Bench()
    now = 9000
    for n, put in ((1, total - 100), (2, total)):
        spot = bench.chips.spots[n]
        spot.event, spot.total = {"t": 1}, put
        spot.swept_ms = now - SWEPT_MS - SWEEP_REST_MS - swept
    found = late._lacked(bench.chips, value, now)
    assert (found and found.seat) == seat


@pytest.mark.parametrize(("since", "emitted"), [(SWEEP_REST_MS - 1, False), (SWEEP_REST_MS, True)])
def test_strays_wait_for_the_rest_of_the_pull(since, emitted):
    bench, item, _ = arrived()
    tag = item.tags[0]
    tag.zone, bench.order.items = "pot", []
    bench.chips.strays = [(tag, 5000)]
    late.strays_over(bench.chips, 5000 + since)
    assert (bench.chips.strays == []) == emitted


def test_chips_the_neighbour_hears_better_are_handed_over():
    bench, item, _ = arrived()
    assert not bench.chips.to_neighbour(item) and not crosstalk.contested(item.tags[0])


@pytest.mark.parametrize(("live", "now", "zone"), [
    ([3], ph.SHOWDOWN, "seat:3"), ([1, 3], ph.SHOWDOWN, "pot"), ([3], ph.BETTING, "pot"),
    ([1], ph.SHOWDOWN, "pot"),
])  # fmt: skip
def test_a_chip_told_to_be_the_winners_again_stays_so_on_its_way_over_the_pot(live, now, zone):
    bench, item, ant = arrived(100)
    (tag,) = item.tags
    tag.item, tag.zone = None, "seat:3"
    bench.phase.live, bench.phase.now = live, now
    bench.chips.arrived(tag, bench.ant("pot"), 3000)
    assert tag.zone == zone
