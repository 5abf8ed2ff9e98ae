"""What readings are worth as evidence: each sum by its parts, and at both sides of its bounds."""

import math

import pytest

from firmware.table import evidence
from firmware.table.presence import Antenna, Tag, Track
from firmware.table.spots import Arrival
from firmware.table.values import (
    CALL_CENTINATS,
    CHIP_LEAST_16THS,
    COIN_DWELLS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LIKELY_CENTINATS,
    NOISE_LEAST_16THS,
    PILE_CHIPS,
    SHADOW_BEGIN_MS,
    SHADOW_CENTINATS,
    TAG_SPREAD_PARTS,
    TOGETHER_PARTS,
)
from tests.firmware_table.bench import chip
from tests.firmware_table.test_spots_bounds import arrived


def test_logarithms_are_off_by_less_than_half_a_centinat_in_the_mean():
    off = [evidence.ln(n) - 100 * math.log(n) for n in range(2, 3000)]
    assert max(off) < 2 and min(off) > -2
    assert sum(off) / len(off) == pytest.approx(-0.389, abs=0.002)
    assert [evidence.ln(n) for n in (0, 1, 2, 3, 4, 6, 10)] == [0, 0, 69, 110, 139, 179, 230]


@pytest.mark.parametrize(("ms", "longer"), [(SHADOW_BEGIN_MS - 1, 0), (SHADOW_BEGIN_MS, 0)])
def test_every_shadow_lasts_for_so_long(ms, longer):
    assert evidence.shadow(ms) == SHADOW_CENTINATS + longer
    assert evidence.shadow(SHADOW_BEGIN_MS + 50) > SHADOW_CENTINATS


@pytest.mark.parametrize(("others", "usual"), [
    ((0, 0), 1), ((3, 0), 4), ((0, 10**6), 1), ((9, COIN_DWELLS), 5), ((1, COIN_DWELLS), 1),
])  # fmt: skip
def test_a_tag_without_dwells_is_read_as_badly_as_those_beside_it(others, usual):
    coin = evidence.ln(COIN_DWELLS) - evidence.ln(usual)
    assert evidence.missed(1, 10**6, 0, 0, others) == min(coin, evidence.shadow(10**6))


@pytest.mark.parametrize(
    ("period", "ms", "run"), [(100, 1000, 10), (0, 7, 7), (1, 7, 7), (2, 7, 3)]
)
def test_what_a_loop_has_not_read_was_missed_in_each_dwell_since(monkeypatch, period, ms, run):
    said = []
    monkeypatch.setattr(evidence, "missed", lambda *args: said.append(args) or 5)
    ant = Antenna(0, "line:1", 2, 3)
    ant.period_ms = period
    for n in (1, 2):
        track = Track(Tag(b"", 100), ant, 0)
        track.hits, track.lost = 10 * n, n
        ant.tracks.append(track)
    assert evidence.unseen(ant, ms) == 5
    assert said == [(run, ms, 0, 0, (3, 33))]


def test_nor_is_it_taken_for_what_a_loop_never_read(monkeypatch):
    said = []
    monkeypatch.setattr(evidence, "missed", lambda *args: said.append(args) or 5)
    least = evidence.ABSENT_EDGE_DWELLS
    assert evidence.never_read(least - 1, 900, 3, 33) == 0 and not said
    assert evidence.never_read(least, 900, 3, 33) == 5
    assert said == [(least, 900, 0, 0, (3, 33))]


@pytest.mark.parametrize(("fall", "tags", "dwells", "level_n", "score"), [
    (40, 1, 4, 4, 100 * 40 * 40 // (2 * (25 + 25 + 25))), (0, 1, 4, 4, -1067),
    (40, 1, 10, 4, 100 * 40 * 40 // (2 * (10 + 25 + 25))),
    (40, 1, 4, 10, 100 * 40 * 40 // (2 * (25 + 10 + 25))),
    (80, 2, 4, 4, 100 * 2 * 40 * 80 // (2 * (25 + 25 + 50))),  # two of them rather than one
    (40, 2, 4, 4, 1066), (120, 1, 4, 4, 5333), (120, 3, 4, 4, 6400),  # and two rather than three
])  # fmt: skip
def test_a_load_that_came_is_worth_as_many_tags_as_fit_it_best(fall, tags, dwells, level_n, score):
    ant = Antenna(0, "line:1", 2, 3)
    ant.noise = 8
    assert NOISE_LEAST_16THS == 8 and 40 // TAG_SPREAD_PARTS == 5
    assert evidence.came(ant, 6400, dwells, 6400 - fall, level_n, 40, tags) == score
    ant.noise = 16  # 20 at the standard deviation
    assert evidence.came(ant, 6400, 4, 6360, 4, 40, 1) == 100 * 40 * 40 // (2 * (100 + 100 + 25))


@pytest.mark.parametrize(("ms", "period", "dwells"), [
    (1000, 100, LEVEL_SURE_DWELLS), (0, 100, LEVEL_ROUGH_DWELLS), (400, 100, 4), (4, 1, 4),
    (4, 0, 4), (9, 2, 4),
])  # fmt: skip
def test_the_load_before_chips_that_joined_late_is_a_mean_of_the_dwells_between(
    monkeypatch, ms, period, dwells
):
    said = []
    monkeypatch.setattr(evidence, "_later", lambda *args: said.append(args))
    bench, item, ant = arrived(100)
    before = Arrival(bench.chips, item.spot, 500)
    before.load_before, before.n_before = 6400, 2
    before.last_before, before.since_t = 700, 700 + ms
    ant.period_ms = period
    evidence.put_since(bench.chips, item, before)
    assert said == [(bench.chips, item, (500, 700), 6400, dwells, 2)]


@pytest.mark.parametrize(("first", "agc", "unmoved", "weighed", "takes"), [
    (None, 0, True, None, 0), (None, 400, True, None, CALL_CENTINATS), (None, 400, True, 0, 0),
    (None, 400, False, None, 0), (1, 0, False, 0, 1), (CALL_CENTINATS + 1, 0, False, 0,
                                                       CALL_CENTINATS),
    (9, 0, False, LIKELY_CENTINATS, 0), (9, 0, False, LIKELY_CENTINATS - 1, 9),
    (9, 0, False, None, 9), (9, 400, True, None, CALL_CENTINATS),
])  # fmt: skip
def test_a_load_that_was_there_before_they_were_read_speaks_for_their_having_lain_there(
    monkeypatch, first, agc, unmoved, weighed, takes
):
    bench, item, ant = arrived(100)
    said = []
    monkeypatch.setattr(evidence, "_unread_since", lambda *args: said.append(args) or 1000)
    monkeypatch.setattr(evidence, "_weighed", lambda *args: said.append(args) or weighed)
    bench.chips.bearing.unmoved = lambda *_: unmoved
    item.load_first, ant.agc = first, agc
    score = evidence._later(bench.chips, item, (500, 700), 6400, 0, 2)
    assert score == 1000 + (weighed or 0) - takes
    assert said == [
        (item, 700, 500 - bench.chips.gap_ms), (bench.chips, item, 6400, 1, 2),
    ]  # fmt: skip


def shadowed(n, ms, period=100, others=(), brief=()):
    """``n`` chips of a motion read ``ms`` after 1000, with chips beside them: (lost, hits) each."""
    bench, item, ant = arrived(*[100] * n)
    item.t, ant.period_ms = 1000 + ms, period
    ant.tracks = [track for track in ant.tracks if track.tag in item.tags]
    for track in ant.tracks:
        track.hits, track.lost = 1, 0
    for lost, hits in others:
        track = Track(Tag(b"o", 100), ant, 0)
        track.hits, track.lost = hits, lost
        ant.tracks.append(track)
    for k in brief:
        item.tags[k].brief, item.tags[k].brief_t = ant, 900
    return item


def one(run, ms, others=(0, 0)):
    """How unlikely it is that one such chip was missed."""
    return evidence.missed(run, ms, 0, 1, others)


@pytest.mark.parametrize(("brief", "score"), [
    ((), 1000 + 1000 // TOGETHER_PARTS), ((0,), 1000 - SHADOW_CENTINATS), ((0, 1), 0),
])  # fmt: skip
def test_chips_missed_since_were_hidden_together_as_a_rule(monkeypatch, brief, score):
    monkeypatch.setattr(evidence, "missed", lambda *_: 1000)
    assert evidence._unread_since(shadowed(2, 1000, brief=brief), 1000, 900) == score


@pytest.mark.parametrize(("ms", "period", "run", "lasts"), [
    (1000, 100, 10, 900), (1000, 300, 3, 667), (100, 100, 1, 0), (50, 100, 0, 0), (0, 100, 0, 0),
    (-5, 100, 0, 0), (7, 0, 7, 6), (7, 1, 7, 6), (7, 2, 3, 5), (200, 100, 2, 100),
])  # fmt: skip
def test_they_were_missed_in_each_dwell_since_as_badly_as_those_beside_them(
    monkeypatch, ms, period, run, lasts
):
    said = []
    monkeypatch.setattr(evidence, "missed", lambda *args: said.append(args) or 7)
    item = shadowed(1, ms, period, others=[(3, 9), (1, 5)])
    assert evidence._unread_since(item, 1000, 900) == 7
    assert said == [(run, lasts, 0, 1, (4, 18))]


@pytest.mark.parametrize(("began", "hidden"), [(900, True), (901, False), (None, False)])
def test_one_that_was_read_with_the_motion_before_lies_in_a_shadow(began, hidden):
    item = shadowed(1, 1000, brief=[0])
    assert evidence._unread_since(item, 1000, began) == (0 if hidden else one(10, 900))
    item.tags[0].brief = Antenna(9, "line:5", 2, 3)
    assert evidence._unread_since(item, 1000, began) == one(10, 900)


@pytest.mark.parametrize(("left_ms", "gone", "less"), [
    (0, False, SHADOW_CENTINATS), (500, False, SHADOW_CENTINATS),
    (-1, False, 0),  # lost before it came: on its way
    (500, True, 0),  # it may have been taken back
])  # fmt: skip
def test_one_that_its_spot_has_lost_again_was_in_a_shadow_before(left_ms, gone, less):
    item = shadowed(1, 1000)
    item.tags[0].left = item.t + left_ms
    item.gone = item.tags[:gone]
    assert evidence._unread_since(item, 1000, 900) == one(10, 900) - less


@pytest.mark.parametrize("others", [0, 1, PILE_CHIPS, PILE_CHIPS + 1, 3 * PILE_CHIPS])
def test_of_a_large_pile_any_chip_may_have_been_the_one(others):
    item = shadowed(1, 1000, others=[(0, 1)] * others)
    less = max(0, evidence.ln(others) - evidence.ln(PILE_CHIPS))
    assert evidence._unread_since(item, 1000, 900) == one(10, 900, (0, others)) - less


@pytest.mark.parametrize(("since", "home", "worth"), [
    (1000, True, 5), (2000, True, 0), (2001, True, 0), (1999, True, 5), (1000, False, 0),
])  # fmt: skip
def test_a_tag_was_missed_where_it_lies_until_it_was_read(monkeypatch, since, home, worth):
    said = []
    monkeypatch.setattr(evidence, "missed", lambda *args: said.append(args) or 5)
    ant = Antenna(0, "seat:1", 2, 3)
    tag = Tag(chip(1)[0], 0)
    ant.period_ms = 100
    tag.home = Track(tag, ant, 0) if home else None
    assert evidence.unread_since(tag, since, 2000) == worth
    assert said == ([((2000 - since) // 100, 2000 - since, 0, 0)] if worth else [])


@pytest.mark.parametrize(("change", "per_tag"), [
    ({"load": 40}, 40), ({}, 50), ({"lying": 0}, 60), ({"empty": 0}, 60), ({"agc": 0}, None),
    ({"was": 0}, None), ({"level": 0}, None), ({"level_n": 0}, None),
    ({"load": CHIP_LEAST_16THS - 1}, 60), ({"load": CHIP_LEAST_16THS}, CHIP_LEAST_16THS),
    ({"lying": 0, "level": 6301 - CHIP_LEAST_16THS}, None),
    ({"lying": 0, "level": 6300 - CHIP_LEAST_16THS}, CHIP_LEAST_16THS),
])  # fmt: skip
def test_what_a_chip_takes_is_known_or_told_by_those_that_lie_there(monkeypatch, change, per_tag):
    said = []
    monkeypatch.setattr(evidence, "came", lambda *args: said.append(args) or 7)
    bench, item, ant = arrived(100)
    ant.agc, ant.empty, ant.level_n = change.get("agc", 400), change.get("empty", 6400), 0
    item.full_load, item.full_load_n = change.get("level", 6240), change.get("level_n", 4)
    bench.chips.bearing.chip_load = change.get("load", 0)
    was = change.get("was", 6300)
    got = evidence._weighed(bench.chips, item, was, 6, change.get("lying", 2))
    assert got == (7 if per_tag else None)
    assert said == ([(ant, was, 6, item.full_load, 4, per_tag, 1)] if per_tag else [])
