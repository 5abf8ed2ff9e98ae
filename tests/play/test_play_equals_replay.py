"""Random hands as motions on an ideal table and as acts straight to the engine: the same hands."""

import pytest

from tests.engine.pokerkit_hands import random_hand
from tests.play.direct import play
from tools.playing.replay import replay

VARIANTS = "NT", "NS", "FT", "PO", "FO/8"
HANDS = 15  # `make soak` plays a thousand (tests.play.soak_equal)


def equal(variant, seed):
    """Assert that one random hand is the same both ways; False when a rule leaves it out."""
    record, expected = random_hand(variant, seed)
    if expected["ours"]:
        return False
    said = replay("x", record, "rrop-6").result
    played, *_ = play("x", record, book="rrop-6")
    acts = [
        [(a["act"], a["seat"], a["to"], a["amt"]) for a in hand["actions"]]
        for hand in (said, played)
    ]
    assert acts[0] == acts[1], seed
    assert said["stacks_after"] == played["stacks_after"], seed
    assert said["incidents"] == played["incidents"] == [], seed
    return True


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_acts_stacks_and_no_incident(variant):
    assert sum(equal(variant, seed) for seed in range(HANDS)) > HANDS * 8 // 10


def test_a_side_pot_without_a_low_goes_to_its_high_hand_whole():
    record, expected = random_hand("FO/8", 837)  # the low of the main pot is all-in for less
    said, (played, *_) = replay("x", record, "rrop-6").result, play("x", record, book="rrop-6")
    assert said["stacks_after"] == played["stacks_after"]
    assert [chips for _, chips in sorted(played["stacks_after"].items())] == expected["stacks"]
