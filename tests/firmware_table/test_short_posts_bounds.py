"""Antes that lack a chip: missing, or unread? Both sides of each bound."""

import pytest

from firmware.table import changes, evidence, late, pulled
from firmware.table import phase as ph
from firmware.table.departures import Departure
from firmware.table.values import ABSENT_EDGE_DWELLS, LATE_CENTINATS, SHADOW_MS
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_moved_bounds import short_blind

SURE_MS = SHADOW_MS + 100


@pytest.mark.parametrize(("run", "ms", "sure"), [
    (ABSENT_EDGE_DWELLS, SURE_MS, True), (ABSENT_EDGE_DWELLS - 1, SURE_MS, False),
    (ABSENT_EDGE_DWELLS, SHADOW_MS // 2, False),
])  # fmt: skip
def test_a_chip_no_dwell_reads_for_longer_than_a_shadow_is_not_there(run, ms, sure):
    assert (evidence.never_read(run, ms, 0, 50) >= LATE_CENTINATS) == sure


def test_a_loop_that_reads_the_others_badly_says_less():
    assert evidence.never_read(8, SURE_MS, 25, 50) < LATE_CENTINATS
    assert evidence.never_read(8, SURE_MS, 0, 50) >= LATE_CENTINATS


# -- an ante


def ante(ms, reads=20, now=ph.SHUFFLED, pot=0, share=256):
    """An ante of 50 lies at seat 3 with 25 for ``ms``, and is pulled in; total as told."""
    bench = Bench(now, ante=50, ante_type="each")
    bench.phase.front = {1: 50}
    (tag,) = bench.lie("line:3", chip(1, 25), n=2)
    item = tag.item
    item.reads, tag.left, tag.share = reads, item.t + ms, share
    if pot:
        tag.home, tag.zone = tag.tracks[0], "pot"
        tag.home.hits, tag.home.since, tag.home.seen = pot, 9000, 9000 + 100 * pot
    pulled.called_whole(bench.chips, item)
    return item.total


def test_an_ante_that_lacks_a_chip_for_longer_than_a_shadow_was_short():
    assert ante(SURE_MS) is None
    assert ante(SHADOW_MS // 2) == 50  # a chip went unread
    assert ante(SURE_MS, reads=ABSENT_EDGE_DWELLS - 1) == 50
    assert ante(SURE_MS, reads=8, share=128) == 50  # its loop reads it badly


def test_the_pot_that_reads_no_other_chip_speaks_for_it_as_well():
    """A chip in a shadow on its spot is in another one in the pot, which is seldom."""
    assert ante(SHADOW_MS - 400) == 50
    assert ante(SHADOW_MS - 400, pot=8) is None
    assert ante(SHADOW_MS - 400, pot=1) == 50


def test_a_call_that_is_pulled_in_so_is_whole_all_the_same():
    """Others have waited for it: they would have seen that it is short."""
    bench = Bench()
    bench.phase.front, bench.phase.owing = {1: 50}, [3]
    (tag,) = bench.lie("line:3", chip(1, 25), n=2)
    item = tag.item
    item.reads, tag.left = 20, item.t + SURE_MS
    bench.chips.hand_gone = None
    pulled.called_whole(bench.chips, item)
    assert item.total == 50


@pytest.mark.parametrize(("went", "ante", "lies", "total"), [
    ([100], 100, [50], None), ([100], 101, [50], 201), ([100], 99, [50], 199),
    ([100, 50], 100, [], 200), ([], 100, [100, 50], 200),
])  # fmt: skip
def test_an_ante_pulled_in_whole_says_nothing_of_the_blind_that_is_left(went, ante, lies, total):
    """Nobody pulls in a blind before the betting: it may be short, as it lies there still."""
    bench = Bench(ph.SHUFFLED, ante=ante, ante_type="each")
    bench.phase.posts = {3: 100}
    values = went + lies
    tags = bench.lie("line:3", *[chip(n, v) for n, v in enumerate(values)], n=2)
    for tag in tags[: len(went)]:
        tag.left, tag.zone = 1500, "pot"
    pulled.called_whole(bench.chips, tags[0].item)
    assert tags[0].item.total == total


@pytest.mark.parametrize(("left", "dwells", "reads"), [([], 30, 26), ([1], 30, 0)])
def test_the_dwells_that_have_missed_the_rest_are_counted_while_all_lies_there(left, dwells, reads):
    bench = Bench(ph.SHUFFLED, ante=50, ante_type="each")
    (tag,) = bench.lie("line:3", chip(1, 25), n=2)
    item, ant = tag.item, bench.ant("line:3")
    item.dwells, item.gone = 1, left
    ant.dwells = dwells
    item._weigh(ant)
    assert item.reads == reads and ant.leave == 3


# -- the rest of an ante


def rest(late_ms, period=100, level=0, after=0):
    """A second chip of 25 is read first so long after the other: does it belong to it?"""
    bench = Bench(ph.SHUFFLED, ante=50, ante_type="each")
    ant = bench.ant("line:3")
    bench.lie("line:3", chip(1, 25), n=2, agc=400)
    item = bench.chips.spots[3].arrival
    spot = item.spot
    item.t = 9000
    spot.event = {"t": 9000 - late_ms, "chips": [25]}
    spot.emitted_t, spot.level, spot.lying = 9000 - late_ms, level, 1
    bench.phase.front = {3: 25}
    ant.period_ms = period
    if level:
        ant.empty, ant.level, ant.level_n, ant.noise = level + 80, after, 12, 8
        ant.quick = after
    return late.belated(bench.chips, item, spot)


def test_it_came_later_where_that_takes_a_longer_shadow_than_there_is():
    assert rest(SURE_MS) is False
    assert rest(SHADOW_MS // 2) is True
    assert rest(SURE_MS, period=SURE_MS // (ABSENT_EDGE_DWELLS - 1)) is True  # too few dwells


def test_or_where_the_load_has_come_with_it():
    assert rest(SHADOW_MS // 2, level=6400, after=6320) is False
    assert rest(SHADOW_MS // 2, level=6400, after=6400) is True


@pytest.mark.parametrize(("ante", "whole"), [(49, False), (50, True)])
def test_what_is_more_than_the_ante_is_no_rest_of_it(ante, whole):
    bench = Bench(ph.SHUFFLED, ante=ante, ante_type="each")
    bench.lie("line:3", chip(1, 25), n=2)
    item = bench.chips.spots[3].arrival
    item.spot.event, bench.phase.front = {"t": item.t - 100, "chips": [25]}, {3: 25}
    item.spot.emitted_t = item.t - 100
    assert late.belated(bench.chips, item, item.spot) is whole


# -- a blind of which some lies there in a shadow


@pytest.mark.parametrize(("left", "waits"), [
    (None, False), (9000 - SHADOW_MS, False), (9001 - SHADOW_MS, True), (9000, True),
])  # fmt: skip
def test_a_blind_is_not_judged_while_some_of_what_was_told_lies_in_a_shadow(
    monkeypatch, left, waits
):
    """Its loop carries more than is read then: that says nothing of a chip which was never told."""
    bench = short_blind(monkeypatch, all_read=True)
    spot = bench.chips.spots[2]
    if left is not None:
        spot.departure = Departure(bench.chips, spot, left)
    assert changes.watch_blinds(bench.cards, bench.chips, 9000) != waits
    assert bench.emitted("kind", "about_seat") == ([] if waits else [("blind_missing", 2)])
