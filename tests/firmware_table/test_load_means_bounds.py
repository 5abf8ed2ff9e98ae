"""How the mean load of a loop is kept: each rounding, and what begins a mean anew."""

import pytest

from firmware.table import presence as pr
from firmware.table.values import (
    AGC_JUMP_COUNTS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    ODD_LOAD_16THS,
)
from tests.firmware_table.bench import alone, card, chip
from tests.firmware_table.test_presence_bounds import dwell


@pytest.mark.parametrize(("name", "kind", "number"), [
    ("pot", "pot", 0), ("seat:1", "seat", 1), ("seat:10", "seat", 10), ("board:5", "board", 5),
])  # fmt: skip
def test_a_loop_is_of_a_kind_and_has_a_number_where_there_are_several(name, kind, number):
    ant = pr.Antenna(3, name, 2, 3)
    assert (ant.kind, ant.number, ant.index) == (kind, number, 3)


@pytest.mark.parametrize(("quick", "then"), [(111, 111), (110, 111), (109, 110), (113, 113)])
def test_the_load_of_the_last_dwells_is_rounded_to_the_nearest(quick, then):
    ant = pr.Antenna(0, "line:1", 2, 3)
    ant.quick = quick
    pr._smooth(ant, 7, 1)
    assert ant.quick == then


JUMP = (AGC_JUMP_COUNTS << 4) + 1  # more than that by which something was taken away


@pytest.mark.parametrize(("name", "had", "rise", "anew"), [
    ("line:1", 2, JUMP, True), ("line:1", 2, JUMP - 1, False),
    ("line:1", 1, JUMP, False), ("line:1", 0, JUMP, False),  # the same chips, and one more
    ("seat:1", 2, JUMP, False),
])  # fmt: skip
def test_the_load_of_the_last_dwells_begins_anew_when_chips_have_gone_with_theirs(
    name, had, rise, anew
):
    """``had``: chips that lay there by the dwell before; one lies there now."""
    ant = pr.Antenna(0, name, 2, 3)
    ant.tracks.append(pr.Track(pr.Tag(b"c", 100), ant, 0))
    ant.level_tags = had
    agc = 400 << 4
    ant.quick = ant.level = agc - rise - (rise + 2) // 3  # a quarter nearer it is so far off
    follows = ant.quick + ((agc - ant.quick + 2) >> 2)
    assert agc - follows == rise
    pr._smooth(ant, 400, 1)
    assert ant.quick == (agc if anew else follows)


def test_a_pile_that_has_gone_loads_its_loop_no_more():
    """Of the mean of the last dwells a third is the pile's when its chips are given up."""
    ant, presence, _ = alone("line:1")
    pile = [chip(n) for n in range(2, 14)]
    for n in range(8):
        dwell(presence, 1000 * n, chip(1), *pile, agc=340)
    for n in range(4):
        dwell(presence, 1000 * n + 8000, chip(1), agc=400)
    assert pr.chips_on(ant) == 1 and pr.load_now(ant) == 400 << 4


@pytest.mark.parametrize(("level", "then"), [(110, 110), (109, 110), (103, 105), (115, 115)])
def test_so_is_the_mean(level, then):
    ant = pr.Antenna(0, "line:1", 2, 3)
    ant.level, ant.level_n = level, 5
    pr._smooth(ant, 7, 1)
    assert (ant.level, ant.level_n) == (then, 6)


@pytest.mark.parametrize(("dwells", "load"), [(LEVEL_ROUGH_DWELLS - 1, 0), (LEVEL_ROUGH_DWELLS, 9)])
def test_a_load_is_known_after_so_many_dwells(dwells, load):
    ant = pr.Antenna(0, "line:1", 2, 3)
    ant.level, ant.quick, ant.level_n = 9, 9, dwells
    assert pr.known_load(ant) == load


@pytest.mark.parametrize(("dwells", "more", "odd"), [
    (LEVEL_ROUGH_DWELLS, 1, True), (LEVEL_ROUGH_DWELLS - 1, 1, False),
    (LEVEL_ROUGH_DWELLS + 1, 1, True), (LEVEL_ROUGH_DWELLS, 0, False),
])  # fmt: skip
def test_more_load_than_was_known_is_told_of(dwells, more, odd):
    ant, presence, listener = alone("line:1")
    dwell(presence, 100, agc=400)
    ant.level, ant.level_n = (400 << 4) + ODD_LOAD_16THS + more, dwells
    listener.names()
    dwell(presence, 200, agc=400)
    assert ("odd" in listener.names()) == odd


@pytest.mark.parametrize(("n", "missed", "dwells", "empty"), [
    (0, False, LEVEL_SURE_DWELLS, True), (1, False, LEVEL_SURE_DWELLS, False),
    (0, True, LEVEL_SURE_DWELLS, False), (0, False, LEVEL_SURE_DWELLS - 2, False),
    (1, True, LEVEL_SURE_DWELLS, False),
])  # fmt: skip
def test_a_loop_is_empty_that_reads_nothing_and_misses_nothing(n, missed, dwells, empty):
    ant = pr.Antenna(0, "line:1", 2, 3)
    ant.level, ant.level_n = 400 << 4, dwells
    if missed:
        ant.tracks.append(pr.Track(pr.Tag(b"", 0), ant, 0))
    pr._smooth(ant, 400, n)
    assert (ant.empty == 400 << 4) == empty


@pytest.mark.parametrize(("off", "minutes", "moved"), [
    (20, 0, 1), (20, 0.25, 7), (-20, 0.25, -7), (5, 0.25, 5), (-5, 0.25, -5),
])  # fmt: skip
def test_an_empty_loop_follows_either_way_by_what_it_may_have_drifted(off, minutes, moved):
    ant = pr.Antenna(0, "line:1", 2, 3)
    ant.level, ant.level_n, ant.empty = 400 << 4, LEVEL_SURE_DWELLS, (400 << 4) - off
    ant.t, ant.ref_t = 90_000, 90_000 - int(60_000 * minutes)
    pr._smooth(ant, 400, 0)
    assert ant.empty == (400 << 4) - off + moved


@pytest.mark.parametrize(("name", "thing", "anew"), [
    ("line:1", chip(1), True), ("line:1", card(1), False), ("seat:1", card(1), True),
])  # fmt: skip
def test_a_tag_that_comes_to_a_loop_that_is_weighed_by_it_begins_a_new_mean(name, thing, anew):
    ant, presence, _ = alone(name)
    ant.level_tags = 7
    tag = pr.Tag(*thing)
    presence._track(tag, ant, 1000)
    assert ant.level_tags == (0 if anew else 7)
    assert [track.tag for track in ant.tracks] == [tag]


@pytest.mark.parametrize(("name", "thing", "state", "expects"), [
    ("line:1", chip(1), pr.CANDIDATE, True), ("line:1", card(1), pr.CANDIDATE, False),
    ("seat:1", card(1), pr.CANDIDATE, True), ("line:1", chip(1), pr.PRESENT, False),
    ("seat:1", card(1), pr.PRESENT, False), ("line:1", card(1), pr.PRESENT, False),
])  # fmt: skip
def test_a_loop_expects_what_it_has_read_too_seldom_so_far(name, thing, state, expects):
    ant = pr.Antenna(0, name, 2, 3)
    track = pr.Track(pr.Tag(*thing), ant, 0)
    track.state = state
    ant.tracks.append(track)
    assert pr.Presence._expecting(ant) == expects


@pytest.mark.parametrize("late", [0, 1])
def test_the_load_before_a_chip_is_of_the_dwell_before_unless_others_are_coming(late):
    ant, presence, _ = alone("line:1")
    presence._was, ant.before = 900, 6400
    presence._track(pr.Tag(*chip(1)), ant, 1000)
    assert (ant.load_before, ant.without_t) == (6400, 900)
    presence._was, ant.before = 1000, 6390
    ant.tracks[0].state = pr.PRESENT if late else pr.CANDIDATE
    presence._track(pr.Tag(*chip(2)), ant, 1100)
    assert (ant.load_before, ant.without_t) == ((6390, 1000) if late else (6400, 900))
