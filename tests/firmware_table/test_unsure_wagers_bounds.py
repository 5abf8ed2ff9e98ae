"""Wagers of which a chip may lie unread: what makes the table tell one as unsure."""

import pytest

from firmware.table import late
from firmware.table import phase as ph
from firmware.table.presence import CANDIDATE, PRESENT, Tag, Track
from firmware.table.values import (
    ABSENT_DWELLS,
    LEVEL_ROUGH_DWELLS,
    LIKELY_CENTINATS,
    SHADOW_CENTINATS,
)
from shared_rules.zones import POT
from tests.firmware_table.bench import chip
from tests.firmware_table.test_evidence_bounds import CHIP, EMPTY, spot
from tests.firmware_table.test_spots_bounds import arrived

# -- a load that has just changed --------------------------------------------------------------


@pytest.mark.parametrize("dwells", [1, LEVEL_ROUGH_DWELLS - 1, LEVEL_ROUGH_DWELLS])
@pytest.mark.parametrize(("unread", "says"), [(0, False), (CHIP // 2, None)])
def test_the_load_before_chips_came_does_not_say_that_all_of_them_are_read(dwells, unread, says):
    """The mean of the last dwells has fallen by a quarter of what three chips take."""
    bearing, ant = spot(3, EMPTY - 3 * CHIP - unread, n=dwells)
    ant.quick = EMPTY - 3 * CHIP // 4
    assert bearing.load_says_more(ant) is says
    assert bearing.says(ant)[0] is says


@pytest.mark.parametrize(("evidence", "says"), [
    (-LIKELY_CENTINATS - 1, False), (-LIKELY_CENTINATS, False), (1 - LIKELY_CENTINATS, None),
])  # fmt: skip
@pytest.mark.parametrize(("level", "quick"), [(6300, 6390), (6390, 6300)])
def test_that_is_asked_of_the_heavier_of_both_means(level, quick, evidence, says):
    bearing, ant = spot(n=LEVEL_ROUGH_DWELLS - 1)
    ant.level, ant.quick = level, quick
    asked = []
    bearing.one_more = lambda _, load, lying: asked.append(load) or evidence
    bearing.more = lambda *_: 0
    assert bearing.load_says_more(ant) is says
    assert asked == [6300]


# -- what else was read, or is left ------------------------------------------------------------


def beside(since=1000, brief=False, state=CANDIDATE, home=False, **change):
    """A wager of 125 whose spot has read one more chip with it, at ``since`` ms."""
    bench, item, ant = arrived(100, 25)
    tag = bench.tags[chip(40)[0]] = Tag(chip(40)[0], 100)
    if brief:
        tag.brief, tag.brief_t = ant, since
    else:
        track = Track(tag, ant, since)
        track.state, track.misses, tag.tracks = state, 2, (track,)
        ant.tracks.append(track)
        tag.home = track if home else None
    for name, value in change.items():
        setattr(tag, name, value)
    bench.chips.bearing.load_says_more = lambda _: None
    bench.phase.stacks = {3: 10_000}
    return bench, item, tag


@pytest.mark.parametrize("brief", [True, False])
@pytest.mark.parametrize(("ms", "unsure"), [(-1, False), (0, True), (1, True)])
def test_one_more_chip_that_its_spot_has_read_with_it_may_lie_there(ms, unsure, brief):
    bench, item, tag = beside(1000, brief)
    item.t = 1000 + bench.chips.gap_ms - ms
    assert late.unsure(bench.chips, item) == unsure
    bench.chips._emit_motion(item, item.spot, [100, 25], [])
    assert bench.events[-1].get("confidence") == ("medium" if unsure else None)


@pytest.mark.parametrize("change", [
    {"home": True, "state": PRESENT}, {"value": 0}, {"item": object()}, {"zone": POT},
    {"zone": "line:3"}, {"zone": "line:2"},
])  # fmt: skip
def test_not_one_that_lies_or_is_told_to_lie_anywhere(change):
    bench, item, _ = beside(**change)
    assert not late.unsure(bench.chips, item)


def test_one_that_went_behind_the_line_may_have_come_again():
    bench, item, _ = beside(zone="seat:3")
    assert late.unsure(bench.chips, item)


def test_nor_one_that_another_loop_has_read_or_that_was_read_since_by_another():
    bench, item, tag = beside(brief=True)
    tag.brief = bench.ant("line:2")
    assert not late.unsure(bench.chips, item)
    tag.brief = item.spot.antenna
    tag.tracks = (Track(tag, bench.ant("line:2"), 1000),)
    assert not late.unsure(bench.chips, item)


@pytest.mark.parametrize(("says", "unsure"), [(None, True), (True, True), (False, False)])
def test_nor_where_the_load_says_that_just_the_others_lie_there(says, unsure):
    bench, item, _ = beside()
    bench.chips.bearing.load_says_more = lambda _: says
    assert late.unsure(bench.chips, item) == unsure


@pytest.mark.parametrize(("heavy", "counted", "unsure"), [
    (SHADOW_CENTINATS, 0, True), (SHADOW_CENTINATS - 1, 0, False), (SHADOW_CENTINATS, 1, False),
])  # fmt: skip
def test_nor_where_the_dealer_has_been_asked(heavy, counted, unsure):
    bench, item, ant = arrived(100, 25)
    item.heavy, item.counted = heavy, counted
    assert late.unsure(bench.chips, item) == unsure
    bench, item, _ = beside()
    item.counted = counted
    assert late.unsure(bench.chips, item) == (not counted)


@pytest.mark.parametrize(("high", "unsure"), [(124, True), (125, False), (126, True)])
def test_nor_where_they_make_just_a_call(high, unsure):
    bench, item, _ = beside()
    bench.phase.front = {1: high}
    assert late.unsure(bench.chips, item) == unsure


@pytest.mark.parametrize(("said", "unsure"), [((3, 125, 900), False), ((3, 225, 900), True)])
def test_nor_where_they_are_what_was_said(said, unsure):
    bench, item, _ = beside()
    bench.phase.said = said
    assert late.unsure(bench.chips, item) == unsure


def nearly_all(worth=225, high=0, values=(100, 25), said=None, says=None, now=ph.BETTING):
    """Seat 3, of whose stack ``worth`` is left, has put in ``values``; the table has a 100 more."""
    bench, item, _ = arrived(*values)
    bench.phase.now, bench.phase.stacks, bench.phase.said = now, {3: worth}, said
    bench.phase.front = {1: high}
    bench.chips.bearing.load_says_more = lambda _: says
    return bench, item


@pytest.mark.parametrize(("change", "unsure"), [
    ({}, True), ({"worth": 226}, False), ({"worth": 224}, False),  # no such chip
    ({"worth": 125}, False), ({"values": (25, 25)}, False), ({"worth": 200}, False),
    ({"worth": 225, "values": (100, 20, 5)}, True),
    ({"worth": 200, "values": (80, 20)}, False), ({"worth": 199, "values": (74, 25)}, False),
    ({"high": 124}, True), ({"high": 125}, False), ({"high": 126}, False),  # a call, or short
    ({"said": (3, 125, 900)}, False), ({"said": (3, 126, 900)}, True),
    ({"said": (1, 125, 900)}, True),
    ({"says": True}, True), ({"says": False}, False), ({"now": ph.DEAL}, False),
])  # fmt: skip
def test_a_wager_of_all_but_one_chip_may_be_of_all(change, unsure):
    bench, item = nearly_all(**change)
    assert late.unsure(bench.chips, item) == unsure


@pytest.mark.parametrize(("values", "worth", "unsure"), [
    ((60, 40), 200, True), ((60, 41), 201, True), ((60, 39), 199, False), ((100,), 200, False),
])  # fmt: skip
def test_and_that_is_no_more_than_the_rest_of_several(values, worth, unsure):
    bench, item = nearly_all(worth, values=values)
    bench.tags[chip(40)[0]] = Tag(chip(40)[0], 100)
    assert late.unsure(bench.chips, item) == unsure


# -- what its spot has hardly read -----------------------------------------------------------------


def hardly(*reads, more=None):
    """A wager of as many chips, each read in so many dwells and missed in so many."""
    bench, item, ant = arrived(*[100] * len(reads), now=ph.BETTING)
    bench.phase.stacks = {3: 10_000}
    bench.chips.bearing.load_says_more = lambda _: more
    for tag, (hits, lost) in zip(item.tags, reads, strict=True):
        tag.home.hits, tag.home.lost = hits, lost
    return bench, item


@pytest.mark.parametrize(("reads", "unsure"), [
    (((2, 0), (1, 1)), True), (((2, 0), (2, 0)), False), (((1, 1), (1, 1)), True),
    (((ABSENT_DWELLS, 0), (1, 1)), False), (((2, 0), (1, ABSENT_DWELLS - 1)), False),
    (((1, ABSENT_DWELLS - 2), (2, 0)), True),
])  # fmt: skip
def test_one_chip_missed_in_the_few_dwells_there_were_may_not_have_been_the_only_one(reads, unsure):
    bench, item = hardly(*reads)
    assert late.unsure(bench.chips, item) == unsure


@pytest.mark.parametrize(("change", "unsure"), [
    ({"more": None}, True), ({"more": True}, True), ({"more": False}, False),
    ({"counted": 1}, False), ({"call": True}, False), ({"said": True}, False),
])  # fmt: skip
def test_but_not_where_the_load_the_dealer_or_the_sum_says_that_it_was(change, unsure):
    bench, item = hardly((2, 0), (1, 1), more=change.get("more"))
    item.counted = change.get("counted", 0)
    bench.phase.front = {1: 200} if change.get("call") else {}
    bench.phase.said = (3, 200, 500) if change.get("said") else None
    assert bool(late.unsure(bench.chips, item)) == unsure


def test_one_read_once_counts_though_it_is_not_present_yet():
    bench, item = hardly((2, 0), (1, 1))
    item.tags[1].home = None
    assert late.unsure(bench.chips, item)


@pytest.mark.parametrize("counted", [0, 1])
@pytest.mark.parametrize("guessed", [True, False])
def test_nor_is_a_call_sure_whose_chips_were_not_all_read(guessed, counted):
    bench, item = hardly((4, 0), (4, 0), more=False)
    item.guessed, item.counted = guessed, counted
    assert late.unsure(bench.chips, item) == guessed
