"""What a motion and chips that left wait for besides: each wait one under its bound and at it."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import crosstalk, late, pulled
from firmware.table import phase as ph
from firmware.table.bearing import Bearing
from firmware.table.departures import Departure
from firmware.table.presence import Tag
from firmware.table.values import (
    ABSENT_DWELLS,
    FEW_PARTS,
    IN_HAND_MS,
    LAIN_MS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    PARTIAL_MS,
    PUSH_MS,
    SECOND_LEAST_MS,
    SHADOW_MS,
    STRANGE_MS,
    SURELY_CENTINATS,
    SWEPT_WAIT_MS,
)
from shared_rules.zones import POT
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_spots_bounds import GAP, arrived, quiet

FIRST = 1000 - SECOND_LEAST_MS  # ms of the first of a motion: a hand may have brought more since


def settled(**phase):
    """One chip that nobody is due, its motion over and all of it read; a load that is known."""
    bench, item, ant = arrived(**phase)
    ant.agc, ant.level_n = 1, LEVEL_ROUGH_DWELLS
    return bench, item, ant


@pytest.mark.parametrize(("change", "late_ms", "ready"), [
    ({}, -1, False), ({}, 0, True), ({"level_n": LEVEL_ROUGH_DWELLS}, -1, True),
    ({"agc": 0}, -1, True), ({"acting": 1}, -1, True), ({"acting": 1, "later": True}, -1, False),
    ({"level_n": LEVEL_ROUGH_DWELLS, "faint": True}, -1, False),
    ({"level_n": LEVEL_SURE_DWELLS - 1, "faint": True}, -1, False),
    ({"level_n": LEVEL_SURE_DWELLS - 1, "faint": True}, 0, True),
    ({"level_n": LEVEL_SURE_DWELLS, "faint": True}, -1, True),
])  # fmt: skip
def test_a_second_motion_waits_for_its_load_to_be_known(change, late_ms, ready):
    """For longer where the load of its chips is hard to tell from the noise (``faint``)."""
    bench, item, ant = settled(acting=change.get("acting", 3))
    ant.level_n = change.get("level_n", LEVEL_ROUGH_DWELLS - 1)
    ant.agc = change.get("agc", 1)
    if change.get("faint"):
        bench.chips.bearing.known = lambda _: True
        bench.chips.bearing.decides = lambda *_: False
        bench.chips.bearing.unsettled = lambda _: False
    item.later = list(item.tags) if change.get("later") else []
    now = 1000 + 2 * GAP + late_ms
    quiet(bench, ant, now)
    assert item.ready(now) == ready
    assert ready or (item.why, item.until) == ("load", 1000 + 2 * GAP)


@pytest.mark.parametrize(("chip_load", "noise", "dwells", "chips", "decides"), [
    (40, 16, 7, 1, True), (39, 16, 7, 1, False), (40, 17, 7, 1, False), (40, 16, 6, 1, False),
    (20, 16, 7, 2, True), (31, 0, 3, 1, True), (30, 0, 3, 1, False), (0, 8, 3, 9, False),
])  # fmt: skip
def test_means_tell_whether_chips_came_where_their_load_is_well_over_the_noise(
    chip_load, noise, dwells, chips, decides
):
    bearing, ant = Bearing(), Of(noise=noise)
    bearing.chip_load = chip_load
    assert bearing.decides(ant, dwells, chips) == decides


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
@pytest.mark.parametrize("why", ["contested", "strange"])
def test_chips_a_neighbour_may_have_are_looked_at_for_so_long(monkeypatch, why, late_ms, ready):
    bench, item, ant = settled()
    monkeypatch.setattr(crosstalk, "contested", lambda _: why == "contested")
    monkeypatch.setattr(crosstalk, "strange", lambda *_: why == "strange")
    asked = []
    bench.chips.to_neighbour = asked.append
    now = 1000 + GAP + STRANGE_MS + late_ms
    quiet(bench, ant, now)
    assert bool(item.ready(now)) == ready
    assert asked == ([] if ready and why == "strange" else [item])
    assert ready or (item.why, item.until) == (why, 1000 + GAP + STRANGE_MS)


def test_those_a_neighbour_takes_leave_nothing_to_be_told(monkeypatch):
    bench, item, ant = settled()
    monkeypatch.setattr(crosstalk, "contested", lambda _: True)
    quiet(bench, ant, 1000 + GAP)

    def taken(motion):
        motion.tags = []
        return True

    bench.chips.to_neighbour = taken
    assert item.ready(1000 + GAP)


@pytest.mark.parametrize(("live", "now", "ready"), [
    ([1, 3], ph.SHOWDOWN, False), ([3], ph.SHOWDOWN, True), ([1, 3], ph.BETTING, True),
    ([], ph.SHOWDOWN, True),
])  # fmt: skip
def test_chips_are_a_push_while_two_hands_lie_there(live, now, ready):
    bench, item, ant = arrived(now=now, live=live)
    quiet(bench, ant, 1000 + GAP)
    assert item.ready(1000 + GAP) == ready
    assert ready or (item.why, item.until) == ("push", 1000 + PUSH_MS)


@pytest.mark.parametrize(("change", "kept"), [
    ({}, (640, 50, 2)), ({"lying": 2}, (640, 50, 2)), ({"lying": 3}, None), ({"gone": 1}, None),
    ({"misses": 1}, None), ({"later": 1}, (640, 50, 2)), ({"later": 1, "misses": 1}, None),
    ({"later": 1, "gone": 1}, None), ({"later": 1, "level_n": LEVEL_ROUGH_DWELLS - 1}, None),
    ({"later": 1, "level_n": LEVEL_ROUGH_DWELLS}, (640, LEVEL_ROUGH_DWELLS, 2)),
])  # fmt: skip
def test_the_load_is_kept_while_all_of_a_motion_lies_there(change, kept):
    bench, item, ant = arrived(100, 100)
    ant.level, ant.level_n = 640, change.get("level_n", 50)
    item.lying, item.full_load, item.full_load_n = change.get("lying", 0), 1, 1
    item.later = [item.tags[1]] if change.get("later") else []
    item.gone = [item.tags[1]] if change.get("gone") else []
    for track in ant.tracks:
        track.misses = change.get("misses", 0)
    item._weigh(ant)
    got = (item.full_load, item.full_load_n, item.lying)
    assert got == (kept or (1, 1, change.get("lying", 0)))


def test_dwells_are_counted_until_some_of_it_is_missed_for_good():
    bench, item, ant = arrived(100, 100)
    item.dwells, ant.leave = ant.dwells - 9, 3
    item._weigh(ant)
    assert item.reads == 6
    item.gone, item.dwells = [item.tags[0]], 0
    item._weigh(ant)
    assert item.reads == 6


@pytest.mark.parametrize(("n", "gone", "faint", "pot", "few"), [
    (FEW_PARTS, 1, True, False, True), (FEW_PARTS - 1, 1, True, False, False),
    (FEW_PARTS + 1, 1, True, False, True), (2 * FEW_PARTS, 2, True, False, True),
    (FEW_PARTS, 1, False, False, False), (FEW_PARTS, 1, True, True, False),
])  # fmt: skip
def test_few_chips_of_a_spot_that_reads_badly_are_lost(n, gone, faint, pot, few):
    bench, item, _ = arrived(*[25] * n)
    item.gone = item.tags[:gone]
    item.spot.faint = lambda: faint
    for tag in item.gone:
        tag.zone = "pot" if pot else "line:3"
    assert item._few_lost() == few


@pytest.mark.parametrize(("read", "n", "pot", "lie"), [
    (2, 3, False, True), (1, 2, False, False), (2, 4, False, False), (3, 4, False, True),
    (3, 4, True, False), (0, 1, False, False),
])  # fmt: skip
def test_a_pile_lies_there_that_is_read_for_the_most_part(read, n, pot, lie):
    _, item, ant = arrived(*[25] * n)
    for tag in item.tags[read:]:
        tag.home.misses = 1
        item.gone.append(tag)
    if pot:
        item.gone[0].zone = "pot"
    assert item.lies() == lie


@pytest.mark.parametrize(("left", "later", "left_last", "lain"), [
    (1000 + LAIN_MS, False, 0, True), (999 + LAIN_MS, False, 0, False),
    (500 + LAIN_MS, True, 0, True), (499 + LAIN_MS, True, 0, False),
    (900 + LAIN_MS, False, 900, False), (1000, False, 1000 - LAIN_MS, True),
    (999, False, 1000 - LAIN_MS, False), (1001, False, 1, False),
    (1000, False, 0, False), (999, False, 0, True),  # others came after it: their hand was there
    (500, True, 0, False), (499, True, 0, True), (899, False, 900, True),
])  # fmt: skip
def test_a_chip_has_lain_there_since_the_last_that_came_with_it(left, later, left_last, lain):
    _, item, _ = arrived(100, 25)
    tag, other = item.tags
    tag.left, item.left_last = left, left_last
    item.later, item.last_before = ([other] if later else []), 500
    assert item._lain(tag) == lain


@pytest.mark.parametrize(("said", "gone", "lacks", "known", "more"), [
    ((3, 500, 0), 1, True, False, True), ((1, 500, 0), 1, True, False, False),
    (None, 1, True, False, False), ((3, 500, 0), 2, True, False, False),
    ((3, 500, 0), 1, None, False, False), ((3, 500, 0), 1, True, True, False),
])  # fmt: skip
def test_part_of_a_sum_said_lies_there_unread(said, gone, lacks, known, more):
    bench, item, _ = arrived(100, 25, said=said)
    item.gone = item.tags[:gone]
    bench.chips.lacking = lambda *_: lacks
    bench.chips.bearing.known = lambda _: known
    assert late.said_more(bench.chips, item) == more


@pytest.mark.parametrize(("dwells", "shown", "now", "waits_ms"), [
    (0, None, ph.BETTING, SWEPT_WAIT_MS), (9, None, ph.BETTING, IN_HAND_MS + 2 * 90),
    (9, 1, ph.BETTING, SWEPT_WAIT_MS), (9, 0, ph.BETTING, SWEPT_WAIT_MS),
    (9, None, ph.DEAL, SWEPT_WAIT_MS),
])  # fmt: skip
@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_what_was_pulled_in_short_waits_for_the_pot_to_show_the_rest(
    dwells, shown, now, waits_ms, late_ms, ready
):
    bench, item, _ = arrived(100, 25)
    item.gone = list(item.tags)
    item.tags[0].left, item.tags[1].left = 2000, 1900
    bench.chips.lacking = lambda *_: True
    bench.phase.now = now
    bench.chips.pots[0].dwells, bench.chips.pots[0].period_ms = dwells, 90
    if shown is not None:
        item.tags[shown].zone = POT
    assert item._swept_whole(2000 + waits_ms + late_ms) == ready


@pytest.mark.parametrize(("after_ms", "change", "over"), [
    (GAP - 1, {}, False), (GAP, {}, True), (GAP, {"period": 300}, False),
    (450, {"period": 300}, True), (449, {"period": 300}, False),
    (SECOND_LEAST_MS - 1, {"lying": 0}, False), (SECOND_LEAST_MS, {"lying": 0}, True),
    (GAP, {"brief": FIRST - GAP}, False), (GAP, {"brief": FIRST - 1 - GAP}, True),
    (GAP, {"short": True, "fits": True}, False), (GAP, {"short": True, "fits": False}, False),
    (SHADOW_MS, {"short": True, "fits": None}, False),
    (SHADOW_MS + 1, {"short": True, "fits": None}, True),
])  # fmt: skip
def test_a_chip_is_of_another_motion_that_comes_so_much_later(after_ms, change, over):
    bench, item, ant = arrived(100)
    item.t, item.last = FIRST, 1000
    item.lying, ant.period_ms = change.get("lying", 1), change.get("period", 20)
    tag = Tag(b"new", 25)
    tag.brief, tag.brief_t = (ant, change["brief"]) if "brief" in change else (None, 0)
    fits = change.get("fits")
    bench.chips.lacking = lambda _, more=0: fits if more else change.get("short", False)
    bench.chips.gap_of = lambda _: GAP
    bench.phase.too_little = lambda *_: False
    assert item.over(tag, 1000 + after_ms) == over


# -- chips that left ------------------------------------------------------------------------------


def gone(**fields):
    """A chip of 100 that has left seat 3's spot at 1000 and is found nowhere."""
    bench = Bench()
    tag = bench.lie("line:3", chip(1))[0]
    tag.zone, tag.item, tag.home, tag.share = "line:3", None, None, 256
    item = Departure(bench.chips, bench.chips.spots[3], 1000)
    item.tags, item.last = [tag], 1000
    for name, value in fields.items():
        setattr(item, name, value)
    item.spot.antenna.period_ms = 100
    return bench, item


@pytest.mark.parametrize(("found", "n", "doubt", "late_ms", "ready"), [
    (1, 2, False, -1, False), (1, 2, False, 0, True), (2, 2, False, -1, True),
    (2, 2, True, -1, False), (2, 2, True, 0, True),
])  # fmt: skip
def test_the_rest_of_a_pile_is_waited_for_as_long_as_a_motion_lasts(
    found, n, doubt, late_ms, ready
):
    bench, item = gone(found=found)
    item.tags = item.tags * n
    item.spot.doubtful = lambda: doubt
    assert item.ready(1000 + bench.chips.gap_ms + late_ms) == ready
    assert ready or (item.why, item.until) == ("rest_of_pile", 1000 + bench.chips.gap_ms)


@pytest.mark.parametrize(("share", "misses"), [
    (256, SURELY_CENTINATS * 256 // 25600), (128, SURELY_CENTINATS * 256 // 12800),
    (1, SURELY_CENTINATS * 256 // 100), (0, SURELY_CENTINATS * 256 // 100),
])  # fmt: skip
def test_a_chip_read_seldom_takes_more_misses_to_have_gone(share, misses):
    _, item = gone()
    item.tags[0].share = share
    assert item._misses() == misses
    item.tags = item.tags * 2
    assert item._misses() == SURELY_CENTINATS * 256 // (100 * max(1, 2 * share))


@pytest.mark.parametrize(("period", "misses", "back"), [
    (100, 1, SHADOW_MS + 200), (100, 10**6, 2 * PARTIAL_MS), (50, 1, SHADOW_MS + 100),
    (100, (SHADOW_MS + 300) // 100, max(SHADOW_MS + 200, (SHADOW_MS + 300) // 100 * 100)),
])  # fmt: skip
def test_chips_are_taken_back_that_are_silent_for_longer_than_a_shadow(
    monkeypatch, period, misses, back
):
    monkeypatch.setattr(pulled, "regular", lambda *_: False)
    _, item = gone()
    item.weighed_off, item._misses = lambda: False, lambda: misses
    item.spot.antenna.period_ms = period
    assert item._back_ms() == back
    item.weighed_off = lambda: True
    assert item._back_ms() == IN_HAND_MS


@pytest.mark.parametrize(("found", "heaped", "before", "acts"), [
    (1, False, False, 0), (0, True, False, 0), (0, False, False, None), (1, False, True, None),
])  # fmt: skip
def test_bets_pulled_in_end_a_street_but_for_those_of_the_one_before(found, heaped, before, acts):
    bench, item = gone(found=found, heaped=heaped)
    bench.phase.ends_no_round = lambda _: before
    assert item.acts() == acts


@pytest.mark.parametrize(("reads", "ready", "looked"), [
    (ABSENT_DWELLS, True, False), (ABSENT_DWELLS - 1, False, True), (None, True, False),
])  # fmt: skip
def test_the_pot_is_looked_at_until_it_has_been_read_so_often_without_them(
    monkeypatch, reads, ready, looked
):
    bench, item = gone(reads=0)
    monkeypatch.setattr(pulled, "pot_reads", lambda _: reads)
    monkeypatch.setattr(pulled, "heaped", lambda: Of(gathered=lambda *_: False))
    looks = []
    bench.chips.attention.look = lambda *args: looks.append(args)
    item._back_ms, item._undecided = lambda: 0, lambda _: False
    item.patience, item._read_again = lambda: 300, lambda: False
    assert item.ready(9000) == ready and bool(looks) == looked
    assert ready or (item.why, item.until) == ("pot", 1000 + 300 + bench.chips.resolve_ms)
