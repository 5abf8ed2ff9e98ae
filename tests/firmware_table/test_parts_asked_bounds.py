"""Chips read a dwell after others that are just a call: one motion, or a hand that went back?"""

from types import SimpleNamespace

import pytest

from firmware.table import changes, parted
from firmware.table import phase as ph
from firmware.table.values import ARRIVE_MAX_MS, ASK_MS, KEY_LATE_MS, SECOND_LEAST_MS
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_spots_bounds import arrived, quiet

BEGAN = 5000
DUE = BEGAN + KEY_LATE_MS  # its words would have been keyed by then


def split(*since, values=(100, 100, 500), period=900, high=200, asks=True, **phase):
    """Seat 3 owes a call of 200; chips of a motion were read first so many ms after it began."""
    bench, item, ant = arrived(*values)
    fields = {"front": {1: high}, "owing": [3], "acting": 1, "last_deal": 1000, **phase}
    for name, value in fields.items():
        setattr(bench.phase, name, value)
    item.t, ant.period_ms = BEGAN, period
    for tag, ms in zip(item.tags, since or (0, 0, 900), strict=True):
        tag.tracks[0].since = BEGAN + ms
    item.last = max([tag.tracks[0].since for tag in item.tags])
    asked = []
    bench.chips.ask = (lambda *row: asked.append(row)) if asks else None
    return bench, item, asked


def test_the_dealer_is_asked_once_the_word_of_a_raise_would_have_been_keyed():
    bench, item, asked = split()
    assert parted.parts_asked(item, DUE - 1) and not asked
    assert (item.why, item.until, item.upon) == ("key", DUE, 3)
    assert parted.parts_asked(item, DUE)
    assert [row[:2] + row[3:] for row in asked] == [(DUE, "second_motion", 3, 500)]
    assert parted.parts_asked(item, DUE + ASK_MS - 1) and item.why == "asked"
    assert not parted.parts_asked(item, DUE + ASK_MS) and len(asked) == 1
    assert not item.divided and not item.later  # without an answer they are one motion


@pytest.mark.parametrize(("answer", "divided"), [("yes", True), ("no", False)])
def test_what_the_dealer_says_ends_the_wait_and_parts_the_chips(answer, divided):
    bench, item, asked = split()
    parted.parts_asked(item, DUE)
    asked[0][2](answer, DUE + 500)
    assert not parted.parts_asked(item, DUE + 501)
    assert (item.divided, [tag.value for tag in item.later]) == (divided, [500] * divided)
    spot = item.spot
    spot.arrival = None
    if divided:
        changes.part(bench.chips, item, spot)
        second = spot.arrival
        assert [tag.value for tag in item.tags] == [100, 100] and second.apart
        assert [tag.value for tag in second.tags] == [500] and second.t == BEGAN + 900
        assert second in bench.order.items and item.last < second.t


@pytest.mark.parametrize(("change", "asks"), [
    ({}, True), ({"high": 100}, False), ({"high": 300}, False), ({"high": 700}, False),
    ({"owing": [1]}, False), ({"acting": 3}, False), ({"now": ph.SHOWDOWN}, False),
    ({"front": {1: 300, 3: 100}}, True), ({"front": {1: 200, 3: 200}}, False),
    ({"asks": False}, False), ({"values": (100, 100, 25)}, True),
])  # fmt: skip
def test_only_of_chips_after_just_a_call_by_who_is_due(change, asks):
    bench, item, asked = split(**change)
    assert parted.parts_asked(item, DUE) == asks == bool(asked)


@pytest.mark.parametrize(("since", "period", "asks"), [
    ((0, 0, 1), SECOND_LEAST_MS - 1, True), ((0, 0, 1), SECOND_LEAST_MS - 2, False),
    ((0, 0, 0), 2000, False),  # one dwell
    ((0, 300, 900), 900, True), ((900, 0, 0), 900, False), ((0, 1500, 2400), 900, True),
    ((0, 0, SECOND_LEAST_MS), 0, True), ((0, 0, SECOND_LEAST_MS - 1), 0, False),
])  # fmt: skip
def test_only_where_a_hand_may_have_gone_back_between_the_dwells(since, period, asks):
    bench, item, asked = split(*since, period=period)
    assert parted.parts_asked(item, DUE) == asks == bool(asked)


@pytest.mark.parametrize(("since", "values", "asks"), [
    ((0, 900, 900), (100, 100, 500), True), ((0, 900, 900), (99, 101, 500), False),
    ((0, 900, 900), (150, 50, 500), True), ((0, 900, 900), (150, 49, 500), False),
    ((0, 0, 900), (100, 50, 50), False),  # nothing but the call
    ((0, 900, 900), (250, 50, 500), False),
])  # fmt: skip
def test_a_chip_of_the_call_may_be_read_with_the_others_only(since, values, asks):
    bench, item, asked = split(*since, values=values)
    assert parted.parts_asked(item, DUE) == asks == bool(asked)
    if asks:
        assert asked[0][4] == 500
        asked[0][2]("yes", DUE + 500)
        assert [tag.value for tag in item.later] == [500] and item.since_t == BEGAN + 900


@pytest.mark.parametrize(("name", "once", "asks"), [
    ("line:3", BEGAN - 1500, True), (None, 0, False),
    ("line:2", BEGAN - 1500, False), ("pot", BEGAN - 1500, False),  # only heard there
    ("line:3", 1000, False), ("line:3", 1001, True),  # on the street before
    ("line:3", BEGAN + 900, False),  # with its first read of many
])  # fmt: skip
def test_a_chip_its_spot_has_read_before_the_others_lay_there_alone(name, once, asks):
    """It makes just the call, and was missed until the others came: at the edge, or in a shadow."""
    bench, item, asked = split(900, 0, 0, values=(200, 100, 500))
    if name is not None:
        item.tags[0].brief, item.tags[0].brief_t = bench.ant(name), once
    assert parted.parts_asked(item, DUE) == asks == bool(asked)
    if asks:
        assert asked[0][4] == 600
        asked[0][2]("yes", DUE + 500)
        assert [tag.value for tag in item.later] == [100, 500]
        assert (item.t, item.since_t, item.last_before) == (once, BEGAN, BEGAN - 1)
        assert item in bench.order.items


@pytest.mark.parametrize(("told", "asks"), [(BEGAN - 1500, False), (BEGAN - 1501, True)])
def test_not_with_what_was_told_of_its_spot_before(told, asks):
    bench, item, asked = split(900, 0, 0, values=(200, 100, 500))
    item.tags[0].brief, item.tags[0].brief_t = item.spot.antenna, BEGAN - 1500
    item.spot.emitted_t = told
    assert parted.parts_asked(item, DUE) == asks == bool(asked)


def test_a_no_leaves_the_motion_where_it_is():
    bench, item, asked = split(900, 0, 0, values=(200, 100, 500))
    item.tags[0].brief, item.tags[0].brief_t = item.spot.antenna, BEGAN - 1500
    parted.parts_asked(item, DUE)
    asked[0][2]("no", DUE + 500)
    assert not item.later and item.t == BEGAN


def test_what_has_come_since_the_dealer_was_asked_is_of_the_second_motion():
    bench, item, asked = split()
    parted.parts_asked(item, DUE)
    item.tags.append(SimpleNamespace(value=25))
    asked[0][2]("yes", DUE + 500)
    assert [tag.value for tag in item.later] == [500, 25]


@pytest.mark.parametrize(("ms", "change", "asks"), [
    (ARRIVE_MAX_MS, {}, True), (ARRIVE_MAX_MS - 1, {}, False),
    (ARRIVE_MAX_MS, {"high": 300}, False), (ARRIVE_MAX_MS, {"acting": 3}, False),
])  # fmt: skip
def test_a_motion_that_still_grows_is_asked_about_before_it_is_told(ms, change, asks):
    bench, item, asked = split(**change)
    now = item.last = BEGAN + ms
    quiet(bench, item.spot.antenna, now)
    assert item.ready(now) == (ms == ARRIVE_MAX_MS and not asks)
    assert bool(asked) == asks


@pytest.mark.parametrize(("word", "asks"), [
    ((3, "raise", 1001), False), ((3, "raise", 1000), True), ((1, "raise", 1001), True),
    ((3, None, 1001), True),  # a tap
])  # fmt: skip
def test_not_of_a_player_who_has_said_on_this_street_what_they_are(word, asks):
    bench, item, asked = split(word=word)
    assert parted.parts_asked(item, DUE) == asks == bool(asked)


@pytest.mark.parametrize("name", ["gone", "later", "total"])
def test_nor_where_some_of_them_are_missed_or_weighed_or_counted(name):
    bench, item, asked = split()
    setattr(item, name, 700 if name == "total" else item.tags[:1])
    assert not parted.parts_asked(item, DUE) and not asked
    bench, item, asked = split()
    item.spot.antenna.tracks.pop()
    assert not parted.parts_asked(item, DUE) and not asked


@pytest.mark.parametrize(("last", "asks"), [
    (BEGAN + 900, True), (BEGAN, False), (BEGAN + 2700, True),  # more of it is read late
])  # fmt: skip
def test_a_motion_waits_for_that_answer_before_it_is_told(last, asks):
    bench, item, asked = split()
    item.last = last
    item.lying = 3
    quiet(bench, item.spot.antenna, BEGAN + 9000)
    item.counted, item.kept = 1, True  # nothing else is asked of it
    assert item.ready(BEGAN + 9000) != asks
    assert bool(asked) == asks


# -- its reader was away between two dwells


def away(*reads, torn=()):
    """Motions that wait on a spot of which dwells read so many chips each, at so many ms."""
    bench = Bench()
    chips = [chip(n, 100) for n in range(5)]
    for n in range(8):
        bench.read(500 + 100 * n, "line:3")
    for t, n in reads:
        bench.read(t, "line:3", *reversed(chips[:n]), torn=t in torn)
    return bench, [i for i in bench.order.items if getattr(i, "fresh", False)]


@pytest.mark.parametrize(("between", "motions"), [((), [5]), ((2500,), [2, 3])])
def test_what_is_read_first_in_the_next_dwell_has_been_missed_by_none(between, motions):
    """However long no reader has gone there: else a hand has come back."""
    reads = [(1300, 2)] + [(t, 2) for t in between] + [(t, 5) for t in (3000, 3100, 3200)]
    _, items = away(*reads)
    assert [len(item.tags) for item in items] == motions


def test_a_dwell_cut_short_has_missed_nothing():
    _, items = away((1300, 2), (2500, 0), (3000, 5), (3100, 5), torn=(2500,))
    assert [len(item.tags) for item in items] == [5]


@pytest.mark.parametrize(("owed", "reads", "asks"), [
    (200, [(1300, 2), (3000, 5), (3100, 5)], True), (500, [(1300, 2), (3000, 5), (3100, 5)], False),
    (200, [(1300, 2), (1400, 5), (1500, 5)], False),
])  # fmt: skip
def test_a_hand_may_have_gone_back_while_it_was_away(owed, reads, asks):
    bench, (item,) = away(*reads)
    bench.phase.front, bench.phase.owing = {1: owed}, [3]
    assert item._seldom_read() == asks
