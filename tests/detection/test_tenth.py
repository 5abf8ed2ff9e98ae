"""The tenth generator: the same bytes each time, every class comes about, no chip is lost."""

import hashlib

import pytest

from tests.detection.tenth.tenhand import Hand
from tests.detection.tenth.tenverdict import ATTEMPTS, judged, recorded
from tests.detection.tenth.tenwrong import CLASSES


def test_a_seed_gives_the_same_bytes():
    texts = ["\n".join(recorded(9003)[1].recording()) for _ in range(2)]
    assert len({hashlib.sha256(text.encode()).digest() for text in texts}) == 1


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_every_class_comes_about(name):
    hands = (Hand(9001, CLASSES[name], attempt).play() for attempt in range(ATTEMPTS))
    assert next(hand for hand in hands if hand.done).expect


def test_chips_are_conserved():
    for seed in range(9001, 9041):
        hand = Hand(seed).play()
        assert sum(hand.stakes.behind.values()) == sum(hand.stacks.values()) == hand.chips.worth()


def test_a_verdict_has_its_fields():
    row = judged(9001)
    assert row["quiet"] == (not row["said"])
    assert row["complaints"] == []
