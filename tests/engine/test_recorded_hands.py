"""Real hands: the engine finds the same actions, bounds, pots, boards and stacks, no incident."""

import pytest

from tests.exports import sample_hands
from tools.cli.cmd_replay import line
from tools.playing.replay import replay

# variants of the recorded material (the oracle of random hands adds games of its own to replay's)
RECORDED = ("F2L3D", "F7S", "F7S/8", "FB", "FO/8", "FR", "FT", "N2L1D", "NT", "PO")
ACTS = ("fold", "check", "call", "bet", "raise", "complete", "bring_in")
KEYS = ("k", "p", "amt", "to", "allin", "tocall", "min", "max", "pot")
BIG = ("NT", "FT")  # of these `make soak` plays every hand, by the book that `replay` takes
EVERY, EVERY_IN_SOAK = 40, 10  # of the big samples one hand in so many, by both books


def _expected(variant, every=EVERY):
    hands = [h for h in sample_hands.expected() if h["variant"] == variant]
    return hands[::every] if variant in BIG else hands


@pytest.mark.parametrize("book", ["tda-2011", "rrop-6"])
@pytest.mark.parametrize("variant", RECORDED)
def test_real_hands_are_followed_to_the_chip(variant, book):
    followed(_expected(variant), book)


@pytest.mark.soak
@pytest.mark.parametrize("book", ["tda-2011", "rrop-6"])
@pytest.mark.parametrize("variant", BIG)
def test_more_real_hands_are_followed_to_the_chip(variant, book):
    followed(_expected(variant, EVERY_IN_SOAK), book)


def followed(hands, book):
    """Each hand comes out as it is expected."""
    assert hands
    for hand, (_, record) in zip(hands, sample_hands.records(hands), strict=True):
        got = line(replay(hand["path"], record, book), bounds=True)
        wanted = [a for a in hand["actions"] if a["k"] in ACTS]
        pairs = [{k: a.get(k) for k in KEYS} for a in wanted]
        assert [{k: a.get(k) for k in KEYS} for a in got["actions"]] == pairs, hand["path"]
        assert got["board"] == hand["board"], hand["path"]
        assert got["stacks_after"] == hand["stacks_after"], hand["path"]
        assert got["incidents"] == [], hand["path"]
