"""Presence: exactly at each of its bounds, one under, one over."""

import pytest

from firmware.table import presence as pr
from firmware.table.values import (
    AGC_JUMP_COUNTS,
    AGC_SAME_COUNTS,
    CALM_MAX_MISSES,
    CANDIDATE_STRAY_MS,
    EMPTY_DRIFT_16THS,
    FADE_MS,
    LEVEL_MEAN_DWELLS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    NOISE_FIRST_16THS,
    ODD_LOAD_16THS,
    REVISIT_MAX_MS,
    STRAY_DWELLS,
    SUNK_MAX_DWELLS,
    TORN_MAX_DWELLS,
)
from tests.firmware_table.bench import alone, card, chip

C = card(1)


def dwell(presence, t, *things, torn=False, agc=0):
    uids, values = [u for u, _ in things], [v for _, v in things]
    presence.dwell(0, uids, values, len(things), torn, t, agc)


def tracked(name, thing=C, t=(100, 200), **kwargs):
    """A thing present at an antenna, read at these times."""
    ant, presence, listener = alone(name, **kwargs)
    for at in t:
        dwell(presence, at, thing)
    listener.names()
    return ant, presence, listener


@pytest.mark.parametrize("enter", [1, 2, 3])
def test_a_tag_is_present_with_its_last_hit_of_enter_and_not_before(enter):
    ant, presence, listener = alone("board", enter=enter)
    for n in range(1, enter + 1):
        dwell(presence, 100 * n, C)
        assert listener.names() == (["entered"] if n == enter else ["first"])
    dwell(presence, 900, C)
    assert ant.tracks[0].state == pr.PRESENT and ant.tracks[0].hits == enter + 1
    assert (ant.tracks[0].since, ant.tracks[0].seen) == (100, 900)


def test_each_hit_away_from_home_or_at_the_mouth_is_told_again():
    ant, presence, listener = tracked("board")
    dwell(presence, 300, C)
    assert listener.names() == ["again"]
    ant.tracks[0].tag.home = ant.tracks[0]
    dwell(presence, 400, C)
    assert listener.names() == []
    ant, presence, listener = tracked("mouth:1")
    ant.tracks[0].tag.home = ant.tracks[0]
    dwell(presence, 300, C)
    assert listener.names() == ["again"]


@pytest.mark.parametrize("leave", [2, 3])
@pytest.mark.parametrize("kind", ["burn", "board", "muck", "pot"])
def test_a_tag_leaves_after_its_misses_and_its_fade_time(kind, leave):
    """The last of ``leave`` misses counts only when they have lasted, to the millisecond."""
    fade = FADE_MS.get(kind, 0)
    thing = chip(1) if kind == "pot" else C
    for late in (-1, 0, 1):
        ant, presence, listener = tracked(kind, thing, leave=leave)
        track = ant.tracks[0]
        for n in range(leave - 1):
            dwell(presence, 300 + n)
        assert listener.names() == ["missed"]
        assert (track.misses, track.missed_t) == (leave - 1, 300)
        if not fade and late < 0:
            continue  # as many misses as it takes have lasted for some time already
        dwell(presence, 300 + max(fade + late, leave))
        assert listener.names() == (["left"] if late >= 0 or not fade else [])
        assert (ant.tracks == []) == (late >= 0 or not fade)


def test_a_hit_ends_a_run_of_misses():
    ant, presence, listener = tracked("board")
    dwell(presence, 300)
    assert ant.flickers == 1
    dwell(presence, 400, C)
    track = ant.tracks[0]
    assert (track.misses, track.lost, track.dwells, ant.flickers) == (0, 1, 4, 2)
    dwell(presence, 500, C)
    assert ant.flickers == 2


@pytest.mark.parametrize(("hits", "misses", "late", "there"), [
    (1, STRAY_DWELLS, 0, True), (1, STRAY_DWELLS + 1, -1, True), (1, STRAY_DWELLS + 1, 0, False),
    (2, 2 * STRAY_DWELLS, 0, True), (2, 2 * STRAY_DWELLS + 1, 0, False),
])  # fmt: skip
def test_a_stray_read_is_forgotten_when_its_misses_outweigh_it(hits, misses, late, there):
    """A tag at an edge is read now and then, one heard from elsewhere far more seldom."""
    ant, presence, listener = alone("board", enter=3)
    for n in range(hits):
        dwell(presence, 101 - hits + n, C)
    for n in range(misses - 1):
        dwell(presence, 200 + n)
    dwell(presence, 100 + CANDIDATE_STRAY_MS + late)
    assert bool(ant.tracks) == there
    assert listener.names() == ["first"] * hits  # nobody is told that it went: it was not there
    assert bool(presence.tags[C[0]].tracks) == there


def test_misses_of_incomplete_dwells_do_not_count_until_there_are_too_many():
    ant, presence, listener = tracked("board")
    for n in range(TORN_MAX_DWELLS):
        dwell(presence, 300 + n, torn=True)
        assert ant.torn == n + 1
    assert ant.tracks[0].misses == 0
    dwell(presence, 400, torn=True)
    assert ant.tracks[0].misses == 1
    dwell(presence, 500)
    assert ant.torn == 0 and ant.tracks[0].misses == 2
    assert (ant.dwells, ant.whole) == (7, 3)


def test_the_revisit_time_follows_by_a_quarter_and_has_an_end():
    ant, presence, _ = alone("board")
    dwell(presence, 100)
    assert ant.period_ms == 0
    dwell(presence, 500)
    assert ant.period_ms == 100
    dwell(presence, 900)
    assert ant.period_ms == (300 + 400) // 4
    ant.period_ms = 0
    dwell(presence, 900 + 10 * REVISIT_MAX_MS)
    assert ant.period_ms == REVISIT_MAX_MS // 4


def test_two_dwells_of_one_millisecond_are_two():
    ant, presence, _ = tracked("board")
    dwell(presence, 200, C)
    assert ant.t == 201 and ant.tracks[0].seen == 201
    dwell(presence, 202, C)
    assert ant.t == 202


@pytest.mark.parametrize(("name", "thing", "kept"), [
    ("seat:1", chip(1), False), ("seat:1", C, True), ("line:1", chip(1), True),
    ("line:1", C, True), ("pot", chip(1), True), ("muck", chip(1), False),
])  # fmt: skip
def test_chips_belong_to_loops_that_hold_chips(name, thing, kept):
    ant, presence, _ = alone(name)
    dwell(presence, 100, thing)
    assert bool(ant.tracks) == kept


def test_a_denomination_read_later_is_taken_and_kept():
    _, presence, _ = alone("line:1")
    dwell(presence, 100, (C[0], 0))
    dwell(presence, 200, (C[0], 500))
    assert presence.tags[C[0]].value == 500
    dwell(presence, 300, (C[0], 100))
    assert presence.tags[C[0]].value == 500


def test_so_many_tags_are_remembered_and_one_nobody_waits_for_makes_room():
    _, presence, _ = alone("muck", tags_max=2)
    dwell(presence, 100, card(1), card(2), card(3))
    assert len(presence.tags) == 2 and presence.refused == 1
    one = presence.tags[card(1)[0]]
    for field, value in (("item", object()), ("nth", 1), ("zone", "pot")):
        one.tracks, before = (), getattr(one, field)
        setattr(one, field, value)
        dwell(presence, 200, card(3))
        assert presence.tags.get(card(3)[0]) is None, field
        setattr(one, field, before)
    dwell(presence, 300, card(3))
    assert presence.tags.get(card(1)[0]) is None and presence.tags.get(card(3)[0]) is not None


def test_at_the_start_of_a_hand_unseen_tags_are_forgotten_and_seen_ones_are_not():
    _, presence, _ = alone("muck")
    dwell(presence, 100, card(1), card(2))
    presence.tags[card(1)[0]].tracks = ()
    presence.forget_unseen()
    assert list(presence.tags) == [card(2)[0]]


# -- two antennas and one tag -------------------------------------------------------------------


def two(kinds=("line:1", "line:2"), thing=None):
    """A tag at home at the first of two antennas and heard by the other."""
    thing = thing or chip(1)
    from firmware.table.presence import Antenna, Presence
    from tests.firmware_table.bench import Listener

    ants = [Antenna(i, name, 2, 3) for i, name in enumerate(kinds)]
    presence = Presence(ants, Listener())

    def read(index, t, hit=True):
        presence.dwell(index, [thing[0]], [thing[1]], int(hit), False, t)

    read(0, 10)
    read(0, 20)
    tag = presence.tags[thing[0]]
    tag.home = ants[0].tracks[0]
    return ants, presence, tag, read


def test_hits_since_the_home_was_last_read_are_counted_and_forgotten():
    ants, _, tag, read = two()
    for t in (30, 40, 50):
        read(1, t)
    read(1, 55, hit=False)
    away = ants[1].tracks[0]
    assert (away.run, away.tries, away.shared) == (3, 4, 0)
    read(0, 60)
    assert (away.run, away.tries, away.shared) == (0, 0, 3)
    read(1, 70, hit=False)
    read(0, 80)
    assert away.shared == 3 and away.tries == 0  # a miss between two reads says nothing of it
    assert tag.home.shared == 0


def test_counts_of_reads_without_home_stop_where_they_would_run_over():
    ants, _, _, read = two()
    read(1, 30)
    away = ants[1].tracks[0]
    away.away = pr.AWAY_MAX - 1
    read(1, 40)
    assert away.tries == pr.AWAY_MAX and away.run == 1
    read(1, 50)
    read(1, 60, hit=False)
    assert away.tries == pr.AWAY_MAX and away.run == 1


@pytest.mark.parametrize(("other", "times"), [("line:2", 6), ("pot", 1)])
def test_a_tag_its_neighbour_hears_too_is_missed_for_longer(other, times):
    ants, presence, _, read = two(("line:1", other))
    read(1, 30)
    ants[1].tracks[0].shared = 1
    for t in (100, 200, 300):
        read(0, t, hit=False)
    fade = times * FADE_MS["line"]
    if times > 1:
        assert ants[0].tracks != []
        read(0, 100 + fade - 1, hit=False)
        assert ants[0].tracks != []
        read(0, 100 + fade, hit=False)
    else:
        read(0, 100 + fade, hit=False)
    assert ants[0].tracks == []


# -- loads --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "ms"), [("seat", 86), ("muck", 133), ("line", 73), ("none", 0)])
def test_what_crosses_a_loop_is_over_it_no_longer_than_its_side_takes(kind, ms):
    assert pr.crossing_ms(kind) == ms


def weighed(name="line:1", gains=(), things=()):
    ant, presence, listener = alone(name)
    for n, agc in enumerate(gains):
        dwell(presence, 100 * (n + 1), *things, agc=agc)
    return ant, presence, listener


def test_the_mean_load_is_taken_over_so_many_dwells():
    ant, _, _ = weighed(gains=[400] * (LEVEL_MEAN_DWELLS + 3))
    assert (ant.level, ant.level_n) == (400 << 4, LEVEL_MEAN_DWELLS)
    assert ant.empty == ant.ref == 400 << 4 and ant.ref_n == 0


@pytest.mark.parametrize(
    ("n", "empty"), [(LEVEL_SURE_DWELLS - 1, 0), (LEVEL_SURE_DWELLS, 400 << 4)]
)
def test_an_empty_loop_is_known_after_so_many_dwells(n, empty):
    ant, _, _ = weighed(gains=[400] * n)
    assert ant.empty == empty


@pytest.mark.parametrize(("jump", "anew"), [(AGC_JUMP_COUNTS, False), (AGC_JUMP_COUNTS + 1, True)])
def test_a_jump_of_the_load_begins_a_new_mean(jump, anew):
    ant, _, _ = weighed(gains=[400] * 8 + [400 - jump])
    assert (ant.level_n == 1) == anew
    assert ant.level_was == ((400 << 4) if anew else 0)
    assert ant.level < 400 << 4


@pytest.mark.parametrize(("gone", "comes"), [(False, True), (True, True), (False, False)])
def test_a_tag_that_comes_begins_a_new_mean_also_as_another_goes(gone, comes):
    """So many tags are there as before: the mean was none of these."""
    ant, presence, _ = weighed(gains=[400] * 8, things=[chip(1), chip(2)])
    if gone:
        presence._drop(next(k for k in ant.tracks if k.tag.uid == chip(2)[0]))
    here = [chip(1)] if gone else [chip(1), chip(2)]
    dwell(presence, 900, *here, *([chip(3)] if comes else []), agc=396)
    dwell(presence, 1000, *here, *([chip(3)] if comes else []), agc=396)
    assert (ant.level, ant.level_n) == ((396 << 4, 1) if comes else (ant.level, 9))


@pytest.mark.parametrize(
    ("n", "was"), [(LEVEL_ROUGH_DWELLS - 1, 0), (LEVEL_ROUGH_DWELLS, 400 << 4)]
)
def test_a_mean_of_too_few_dwells_is_not_remembered(n, was):
    ant, _, _ = weighed(gains=[400] * n + [300])
    assert ant.level_was == was


def test_the_mean_is_rounded_not_floored():
    ant, _, _ = weighed(gains=[400, 401])
    assert ant.level == (400 << 4) + 8
    ant, _, _ = weighed(gains=[400, 399, 399])
    assert ant.level == (400 << 4) - 11  # 6400, 6392, then 6392 + (-8 + 1) // 3


def test_the_quick_mean_follows_by_a_quarter_and_the_lower_one_is_borne_now():
    ant, _, _ = weighed(gains=[400, 400, 404])
    assert ant.quick == (400 << 4) + ((4 * 16 + 2) >> 2)
    assert pr.load_now(ant) == min(ant.level, ant.quick)
    ant.level_n, ant.level, ant.quick = LEVEL_ROUGH_DWELLS, 10, 20
    assert pr.load_now(ant) == 10
    ant.level_n = LEVEL_ROUGH_DWELLS - 1
    assert pr.load_now(ant) == 20


def test_noise_is_the_mean_deviation_and_comes_with_a_mean_to_deviate_from():
    ant, _, _ = weighed(gains=[400] * LEVEL_ROUGH_DWELLS)
    assert ant.noise == NOISE_FIRST_16THS
    ant, _, _ = weighed(gains=[400] * LEVEL_ROUGH_DWELLS + [402])
    assert ant.noise == NOISE_FIRST_16THS + ((32 - NOISE_FIRST_16THS + 15) >> 4)


@pytest.mark.parametrize(("sunk", "follows"), [(0, False), (SUNK_MAX_DWELLS - 1, False),
                                               (SUNK_MAX_DWELLS, True)])  # fmt: skip
def test_an_empty_loop_that_bears_more_for_long_is_taken_as_it_is(sunk, follows):
    ant, presence, _ = weighed(gains=[400] * 12)
    ant.sunk = sunk
    ant.level = ant.quick = (400 << 4) - EMPTY_DRIFT_16THS
    dwell(presence, 5000, agc=398)
    assert (ant.empty == ant.level) == follows
    assert ant.sunk == (0 if follows else sunk + 1)


@pytest.mark.parametrize(
    ("off", "moved"),
    [(1, 1), (2, 1), (EMPTY_DRIFT_16THS - 1, 1), (EMPTY_DRIFT_16THS, EMPTY_DRIFT_16THS), (-1, -1),
     (-2, -1), (1 - EMPTY_DRIFT_16THS, -1), (-EMPTY_DRIFT_16THS, 0)],
)  # fmt: skip
def test_an_empty_loop_follows_a_little_at_a_time_and_less_load_at_once(off, moved):
    """A tag or a hand takes from the gain, and nothing gives to it."""
    ant, presence, _ = weighed(gains=[400] * 12)
    ant.empty = (400 << 4) - off
    dwell(presence, 1300, agc=400)
    assert ant.empty == (400 << 4) - off + moved
    assert (ant.sunk == 1) == (moved == 0) == (ant.ref != ant.empty)


@pytest.mark.parametrize(("off", "noise", "dwells", "at_once"), [
    (EMPTY_DRIFT_16THS, 8, 12, True), (EMPTY_DRIFT_16THS - 1, 8, 12, False),
    (EMPTY_DRIFT_16THS, 8, 11, False),
    (39, 40, 12, True), (38, 40, 12, False),  # of 12 dwells a mean is off by 14 sixteenths
])  # fmt: skip
def test_less_load_is_taken_at_once_where_noise_makes_no_such_mean(off, noise, dwells, at_once):
    ant, presence, _ = weighed(gains=[400] * 12)
    ant.empty, ant.noise, ant.level_n = (400 << 4) - off, noise, dwells - 1
    dwell(presence, 1300, agc=400)
    assert ant.empty == (400 << 4) - (0 if at_once else off - 1)


@pytest.mark.parametrize(("s", "moved"), [(0, 0), (15, 0), (20, -9), (60, -25)])
def test_an_empty_loop_follows_by_what_it_may_have_drifted(s, moved):
    ant, presence, _ = weighed(gains=[400] * 12)
    ant.empty, ant.ref_t = (400 << 4) + 30, ant.t - 1000 * s
    dwell(presence, 1300, agc=400)
    assert ant.empty == (400 << 4) + 30 + moved


@pytest.mark.parametrize("takes", range(1, 9))
def test_a_hand_above_an_empty_loop_hardly_changes_what_it_is_taken_for(takes):
    """``takes``: counts of the gain, as in worlds. It is there for 0.8 s before its chips are."""
    ant, _, _ = weighed(gains=[400] * 20 + [400 - takes] * 8)
    assert ant.level_n < 12 or ant.level < (400 << 4) - 7 * takes  # the mean has gone halfway
    assert (400 << 4) - 8 <= ant.empty <= 400 << 4


def test_a_loop_with_a_tag_on_it_is_not_empty():
    ant, _, _ = weighed(gains=[400] * 8, things=[chip(1)])
    assert ant.empty == 0 and ant.level_tags == 1


@pytest.mark.parametrize(("agc", "emitted"), [(397, []), (396, ["odd"]), (0, [])])
def test_more_load_with_nothing_new_read_is_told(agc, emitted):
    """ODD_LOAD is two and a half counts: three are not more than it from a mean that follows."""
    ant, presence, listener = weighed(gains=[400] * 12)
    ant.level = (397 << 4) + ODD_LOAD_16THS
    dwell(presence, 5000, agc=agc)
    assert listener.names() == emitted


def test_more_load_is_not_told_of_a_loop_without_chips_nor_while_a_chip_is_expected():
    ant, presence, listener = weighed("seat:1", gains=[400] * 12)
    dwell(presence, 5000, agc=390)
    assert listener.names() == []
    ant, presence, listener = weighed(gains=[400] * 12)
    dwell(presence, 5000, chip(1), agc=390)
    assert listener.names() == ["first"]
    ant, presence, listener = weighed(gains=[400] * (LEVEL_ROUGH_DWELLS - 1))
    dwell(presence, 5000, agc=390)
    assert listener.names() == []


@pytest.mark.parametrize(
    ("change", "misses"), [(0, 0), (AGC_SAME_COUNTS - 1, 0), (AGC_SAME_COUNTS, 1)]
)
def test_a_chip_missed_among_others_while_the_load_stayed_has_not_moved(change, misses):
    one, other = chip(1), chip(2)
    ant, presence, _ = weighed(gains=[400] * 4, things=[one, other])
    dwell(presence, 900, other, agc=400 - change)
    track = next(k for k in ant.tracks if k.tag.uid == one[0])
    assert (track.misses, track.lost, track.calm) == (misses, 1, 1)
    dwell(presence, 1000, one, other, agc=400 - change)
    assert track.calm == 0


def test_a_chip_is_forgiven_so_many_misses_and_none_alone_or_without_a_load():
    one, other = chip(1), chip(2)
    ant, presence, _ = weighed(gains=[400] * 4, things=[one, other])
    track = next(k for k in ant.tracks if k.tag.uid == one[0])
    track.calm = CALM_MAX_MISSES - 1
    dwell(presence, 900, other, agc=400)
    assert (track.misses, track.calm) == (0, CALM_MAX_MISSES)
    dwell(presence, 1000, other, agc=400)
    assert track.misses == 1
    ant, presence, _ = weighed(gains=[400] * 4, things=[one])
    dwell(presence, 900, agc=400)
    assert ant.tracks[0].misses == 1
    ant, presence, _ = weighed(gains=[0] * 4, things=[one, other])
    dwell(presence, 900, other)
    assert [k.misses for k in ant.tracks] == [1, 0]


@pytest.mark.parametrize(
    ("change", "kept"), [(AGC_SAME_COUNTS - 1, True), (AGC_SAME_COUNTS, False)]
)
def test_the_load_a_chip_lies_under_is_kept_in_a_steady_field_only(change, kept):
    ant, presence, _ = weighed(gains=[400], things=[chip(1)])
    assert ant.tracks[0].agc == 0
    dwell(presence, 900, chip(1), agc=400 - change)
    assert ant.tracks[0].agc == (400 - change if kept else 0)


def test_the_load_before_a_motion_is_that_before_its_first_chip():
    ant, presence, _ = weighed(gains=[400] * 8)
    dwell(presence, 900, chip(1), agc=390)
    before = ant.load_before
    assert before == 400 << 4
    dwell(presence, 950, chip(2), agc=380)
    assert ant.load_before == before  # chip 1 is expected still


def test_a_uid_is_the_object_it_was_first_read_as():
    _, presence, _ = alone("board")
    again = bytes(bytearray(C[0]))
    assert presence.kept(again) is again
    dwell(presence, 100, C)
    assert presence.kept(again) is C[0]
