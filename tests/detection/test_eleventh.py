"""The eleventh generator repeats itself, keeps its chips, and stays in the radio's ranges."""

import hashlib
import random

import pytest

from tests.detection.eleventh.elevenhand import Hand
from tests.detection.eleventh.elevenradio import TROUBLES, Air, Recorder
from tests.detection.eleventh.elevenslip import CLASSES, Again
from tests.detection.eleventh.elevenverdict import ATTEMPTS, judged, recorded


def digest(seed):
    """A hash of a seed's recording."""
    lines = recorded(seed)[1].recording()
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def first_done(name):
    """The first hand in which a class comes about."""
    for attempt in range(ATTEMPTS):
        try:
            hand = Hand(9101, CLASSES[name], attempt).play()
        except Again:
            continue
        if hand.done:
            return hand
    return None


def test_the_same_seed_writes_the_same_recording():
    assert digest(9104) == digest(9104)
    assert digest(9104) != digest(9105)


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_each_slip_happens_and_says_what_should_be_said(name):
    hand = first_done(name)
    assert hand.expect["said"]
    assert not CLASSES[name].books or hand.book in CLASSES[name].books


def test_no_chip_comes_or_goes():
    for seed in range(9101, 9121):
        _, hand = recorded(seed)
        stacks = hand.stacks
        rest = stacks.pot + [chip for chips in stacks.front.values() for chip in chips]
        kept = sum(map(stacks.worth, hand.seats)) + sum(chip.value for chip in rest)
        assert kept == sum(hand.stacks_before.values())


def test_a_tag_is_in_one_place_at_a_time():
    for tag in recorded(9106)[1].scene.tags:
        for before, then in zip(tag.legs, tag.legs[1:], strict=False):
            assert before.end <= then.start + 1e-9


def test_every_draw_of_the_radio_is_within_its_range():
    for seed in range(200):
        air = Air(random.Random(seed))
        assert air.bad <= set(TROUBLES)
        assert 0.005 <= air.single <= 0.01 and 0.03 <= air.pair <= 0.08
        assert 0.01 <= air.dark <= 0.04 and 0.05 <= air.flight <= 0.30
        assert 0.001 <= air.talk <= 0.02 and 0.01 <= air.ghost <= 0.02
        assert 0.005 <= air.crc <= 0.01 and 1 <= air.fixed_ms <= 7
        assert 5 <= air.card_load <= 14 and 2 <= air.chip_load <= 7


def test_no_loop_waits_long_where_no_reader_fails():
    _, hand = recorded(9107)
    recorder = Recorder(random.Random(1), hand.scene, hand.end)
    for scan in recorder.scans:
        scan.gaps = []
    last = {}
    for t, name, *_ in recorder.rows():
        assert t - last.get(name, t) < 1.6
        last[name] = t


def test_a_clean_verdict_is_quiet_when_nothing_is_said():
    seed = next(seed for seed in range(9101, 9200) if recorded(seed)[0] is None)
    row = judged(seed)
    assert row["quiet"] == (not row["said"]) and row["complaints"] == []
