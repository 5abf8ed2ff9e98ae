"""What readings are worth: each score on both sides of its bounds."""

import math
from types import SimpleNamespace

import pytest

from firmware.table import evidence
from firmware.table.presence import Tag
from firmware.table.values import (
    CALL_CENTINATS,
    COIN_DWELLS,
    LIKELY_CENTINATS,
    SHADOW_BEGIN_MS,
    SHADOW_CENTINATS,
    SHADOW_MS,
    STRING_CENTINATS,
    TOGETHER_PARTS,
)
from tests.firmware_table.bench import chip
from tests.firmware_table.test_spots_bounds import later

CHIP = 64  # sixteenths of a count
GAP_MS = 350  # tune["gap_ms"]


def loop(noise):
    """A loop whose gain is off by so many sixteenths of a count."""
    return SimpleNamespace(noise=noise)


def test_the_logarithm_of_whole_numbers_is_right_to_two():
    for n in list(range(2, 5000)) + [2**k + d for k in range(13, 29) for d in (-1, 0, 1)]:
        assert abs(evidence.ln(n) - 100 * math.log(n)) <= 2, n
    assert evidence.ln(1) == evidence.ln(0) == 0


@pytest.mark.parametrize(("period", "ms", "times"), [
    (100, 99, 0), (100, 100, 1), (100, 199, 1), (100, 200, 2), (2, 3, 1), (1, 3, 3),
    (0, 3, 3),  # read once only: its revisit time is not known yet
])  # fmt: skip
def test_a_loop_has_been_read_as_often_as_its_revisit_time_fits_in(period, ms, times):
    assert evidence.revisits(SimpleNamespace(period_ms=period), ms) == times


def test_misses_are_coins_until_a_shadow_is_likelier():
    assert evidence.missed(0, 0, 0, 12) == 0
    faint = evidence.missed(1, 100, 11, 12)
    assert faint == evidence.ln(12 + COIN_DWELLS) - evidence.ln(12)
    assert evidence.missed(2, 200, 11, 12) == 2 * faint < SHADOW_CENTINATS
    assert evidence.missed(9, 400, 11, 12) == SHADOW_CENTINATS
    assert evidence.missed(1, 100, 0, 12) == SHADOW_CENTINATS  # a tag that is never missed


def test_a_shadow_is_the_less_likely_the_longer_it_lasts():
    assert evidence.shadow(0) == evidence.shadow(SHADOW_BEGIN_MS) == SHADOW_CENTINATS
    longer = [evidence.shadow(ms) for ms in range(SHADOW_BEGIN_MS, SHADOW_MS + 1, 100)]
    assert longer == sorted(longer) and longer[1] > longer[0]
    assert longer[-1] > longer[-2] + 400
    assert evidence.shadow(2 * SHADOW_MS) == longer[-1]


@pytest.mark.parametrize(("fall", "came"), [(0, False), (31, False), (33, True), (64, True)])
def test_a_load_speaks_for_the_nearer_number_of_tags(fall, came):
    assert (evidence.came(loop(16), 6400, 6, 6400 - fall, 6, CHIP, 1) > 0) == came


def test_noise_and_few_dwells_make_a_load_worth_little():
    quiet = evidence.came(loop(8), 6400, 6, 6400 - CHIP, 6, CHIP, 1)
    noisy = evidence.came(loop(60), 6400, 6, 6400 - CHIP, 6, CHIP, 1)
    short = evidence.came(loop(8), 6400, 1, 6400 - CHIP, 6, CHIP, 1)
    assert quiet > short > noisy > 0


def test_of_two_chips_one_may_have_come_and_one_have_lain_there():
    one = evidence.came(loop(8), 6400, 6, 6400 - CHIP, 6, CHIP, 1)
    assert evidence.came(loop(8), 6400, 6, 6400 - CHIP, 6, CHIP, 2) == one > 0
    assert evidence.came(loop(8), 6400, 6, 6400, 6, CHIP, 2) < 0


def second(gap_ms, hits, lost, chips=1, **fields):
    """Chips read so long after a motion of the same seat was told, a dwell each 100 ms."""
    bench, item, spot = later(emitted=6000 - gap_ms)
    spot.antenna.period_ms = 100
    (tag,) = item.tags
    (track,) = tag.tracks
    track.hits, track.lost = hits, lost
    item.tags = [tag] * chips
    for name, value in fields.items():
        setattr(item, name, value)
    return bench, item, spot


def test_what_hides_chips_hides_them_together():
    one = evidence.put_later(*second(300, 12, 0))
    two = evidence.put_later(*second(300, 12, 0, chips=2))
    assert one == SHADOW_CENTINATS and two == one + one // TOGETHER_PARTS


@pytest.mark.parametrize(("began_ms", "less"), [
    (-GAP_MS, SHADOW_CENTINATS), (0, SHADOW_CENTINATS), (-GAP_MS - 1, 0),
])  # fmt: skip
def test_one_read_with_the_motion_before_lies_in_a_shadow_that_hides_others(began_ms, less):
    bench, item, spot = second(1500, 12, 0)
    alone = evidence.put_later(bench, item, spot)
    known = Tag(*chip(7, 25))
    item.tags = [*item.tags, known]
    known.brief, known.brief_t = spot.antenna, spot.event["t"] + began_ms
    both = evidence.put_later(bench, item, spot)
    assert both == alone - less if less else both >= alone
    assert item.chips.gap_ms == GAP_MS


def silent(item, lost_ms, silent_ms, **fields):
    """A chip told to lie on the spot of a motion, lost there so long before that came, and silent
    for so long by now."""
    tag = Tag(*chip(8, 25))
    tag.zone, tag.left = item.spot.line, item.t - lost_ms
    for name, value in fields.items():
        setattr(tag, name, value)
    item.chips.tags[tag.uid] = tag
    item.spot.antenna.t = tag.left + silent_ms
    return tag


@pytest.mark.parametrize(("lost_ms", "silent_ms", "hides"), [
    (SHADOW_BEGIN_MS, 1500, True), (SHADOW_BEGIN_MS + 1, 1500, True),
    (SHADOW_BEGIN_MS - 1, 1500, False),  # the hand that brought them covers it
    (1200, 1399, False), (1200, 1400, True), (1200, 1401, True),  # they were unread for 1400 ms
    (5000, 5400, True), (0, 5000, False), (-1, 5000, False),
])  # fmt: skip
def test_what_hides_a_chip_that_lies_there_may_have_hidden_a_motion_as_long(
    lost_ms, silent_ms, hides
):
    bench, item, spot = second(1500, 12, 0)
    alone = evidence.put_later(bench, item, spot)
    silent(item, lost_ms, silent_ms)
    less = evidence.shadow(silent_ms) if hides else 0
    assert evidence._hides(item, 1400) == less
    assert evidence.put_later(bench, item, spot) == max(0, alone - less)


@pytest.mark.parametrize(("fields", "says", "hides"), [
    ({}, None, True), ({}, True, True), ({}, False, False),  # by the load it has gone
    ({"zone": "line:9"}, None, False), ({"value": 0}, None, False),
    ({"home": object()}, None, False),
])  # fmt: skip
def test_nothing_hides_a_motion_where_no_chip_lies_there_unread(fields, says, hides):
    _, item, _ = second(1500, 12, 0)
    silent(item, 1200, 2000, **fields)
    item.chips.bearing.load_says_more = lambda _: says
    assert (evidence._hides(item, 1400) > 0) == hides


def test_a_chip_its_loop_reads_badly_came_with_the_others():
    assert evidence.put_later(*second(200, 12, 12)) < evidence.put_later(*second(200, 12, 0))
    assert evidence.put_later(*second(500, 12, 0)) < STRING_CENTINATS
    assert evidence.put_later(*second(1500, 12, 0)) >= STRING_CENTINATS


@pytest.mark.parametrize(("change", "later"), [(CHIP, True), (0, False), (CHIP // 2, None)])
def test_the_load_decides_where_it_is_known(change, later):
    bench, item, spot = second(900, 12, 0)
    ant = spot.antenna
    unweighed = evidence.put_later(bench.chips, item, spot)
    ant.agc, ant.empty, ant.noise = 390, 6400, 12
    spot.level, spot.lying, spot.level_n = 6400 - 2 * CHIP, 2, 6
    item.full_load, item.full_load_n = 6400 - 2 * CHIP - change, 6
    score = evidence.put_later(bench.chips, item, spot)
    assert (score == unweighed) if later is None else (score > unweighed) == later
    assert later is None or (score >= STRING_CENTINATS) == later


@pytest.mark.parametrize(("fall", "speaks"), [(31, False), (32, True), (0, False), (-64, False)])
def test_where_no_load_of_a_chip_is_known_only_more_of_it_speaks(fall, speaks):
    bench, item, spot = second(900, 12, 0)
    ant = spot.antenna
    unweighed = evidence.put_later(bench.chips, item, spot)
    ant.agc, ant.empty, ant.noise, spot.level, spot.lying, spot.level_n = 390, 0, 12, 6272, 2, 6
    item.full_load, item.full_load_n = 6272 - fall, 6
    assert (evidence.put_later(bench.chips, item, spot) > unweighed) == speaks
    assert speaks or evidence.put_later(bench.chips, item, spot) == unweighed


def test_chips_that_have_gone_again_are_not_weighed():
    bench, item, spot = second(2500, 12, 0)
    ant = spot.antenna
    ant.agc, ant.empty, ant.noise, ant.level, ant.level_n = 390, 6400, 12, 6400, 6
    spot.level, spot.lying, spot.level_n = 6400 - CHIP, 1, 6
    assert evidence.put_later(bench.chips, item, spot) < 0  # it lies there, and nothing has come
    item.tags[0].tracks = ()
    assert evidence.put_later(bench.chips, item, spot) == evidence.shadow(2500 - ant.period_ms)


def test_a_load_that_came_first_speaks_for_the_motion_before():
    early = evidence.put_later(*second(900, 12, 0, load_first=CALL_CENTINATS + 1))
    assert early == evidence.put_later(*second(900, 12, 0)) - CALL_CENTINATS


@pytest.mark.parametrize(("first", "worth"), [(0, 0), (150, 150), (CALL_CENTINATS, CALL_CENTINATS)])
def test_by_no_more_than_the_evidence_that_it_was_there(first, worth):
    early = evidence.put_later(*second(900, 12, 0, load_first=first))
    assert early == evidence.put_later(*second(900, 12, 0)) - worth


@pytest.mark.parametrize(("rise", "worth"), [
    (0, 300), (-40, 300), (20, 200), (34, 10), (35, 0), (200, 0),
])  # fmt: skip
def test_a_load_that_has_fallen_since_was_a_hands(rise, worth):
    fields = {"load_was": 6000, "full_load": 6000 + rise, "full_load_n": 6}
    early = evidence.put_later(*second(900, 12, 0, load_first=300, **fields))
    assert early == evidence.put_later(*second(900, 12, 0)) - worth


@pytest.mark.parametrize(("early", "was"), [(None, 0), (0, 0), (150, 6000)])
def test_a_motion_keeps_the_load_that_came_before_it(early, was):
    _, item, spot = second(900, 12, 0)
    spot.antenna.load_before = 6000
    item.load_came(early)
    assert (item.load_first, item.load_was) == (early, was)


@pytest.mark.parametrize(("says", "worth"), [(None, CALL_CENTINATS), (-50, 50), (0, 0), (50, -50)])
def test_a_load_that_has_not_moved_counts_once(monkeypatch, says, worth):
    still = evidence.put_later(*second(900, 12, 0))
    monkeypatch.setattr(evidence, "_weighed", lambda *_: says)
    bench, item, spot = second(900, 12, 0)
    spot.antenna.agc, bench.chips.bearing.unmoved = 390, lambda ant, n: True
    assert evidence.put_later(bench.chips, item, spot) == still - worth


@pytest.mark.parametrize(("says", "counts"), [
    (LIKELY_CENTINATS - 1, True), (LIKELY_CENTINATS, False), (None, True),
])  # fmt: skip
def test_unless_it_was_a_hands_and_theirs_has_come_since(monkeypatch, says, counts):
    monkeypatch.setattr(evidence, "_weighed", lambda *_: says)
    early = evidence.put_later(*second(900, 12, 0, load_first=CALL_CENTINATS))
    late = evidence.put_later(*second(900, 12, 0))
    assert early == late - (CALL_CENTINATS if counts else 0)


@pytest.mark.parametrize(("told", "lying", "tags", "lacked"), [
    (2, 1, 1, True), (2, 2, 1, False), (2, 0, 2, True), (2, 1, 2, False), (1, 1, 1, False),
    (3, 1, 1, True),
])  # fmt: skip
@pytest.mark.parametrize("weighed", [300, -300, 0, None])
def test_a_load_kept_while_chips_told_went_unread_tells_of_none_that_came(
    monkeypatch, told, lying, tags, lacked, weighed
):
    bench, item, spot = second(300, 12, 0, chips=tags)
    monkeypatch.setattr(evidence, "_weighed", lambda *_: None)
    alone = evidence.put_later(bench, item, spot)
    monkeypatch.setattr(evidence, "_weighed", lambda *_: weighed)
    for n in range(told):
        tag = Tag(*chip(20 + n, 25))
        tag.zone, tag.left = spot.line, item.t
        bench.tags[tag.uid] = tag
    spot.lying = lying
    worth = min(0, weighed) if weighed and lacked else weighed or 0
    assert evidence.put_later(bench, item, spot) == alone + worth
    assert evidence.mute(bench, item, spot) == (-LIKELY_CENTINATS < worth < LIKELY_CENTINATS)
    assert evidence.against(bench, item, spot) == (worth <= -LIKELY_CENTINATS)
