"""The fifth generator: the same recordings each time, and no chip lost or made."""

import pytest

from tests.detection.fifth import score
from tests.detection.fifth.slips import CLASSES

SHORT = 57  # a seed with a short hand
SEEDS = range(3000, 3012)


def test_same_seed_same_bytes():
    slip = "last_card"
    packed = [score.recording(SHORT, score.hand(SHORT, slip)) for _ in range(2)]
    assert score.pack(packed[0][0]) == score.pack(packed[1][0])
    assert packed[0][1] == packed[1][1]
    assert any(row.get("uids") for row in packed[0][0])


@pytest.mark.parametrize("slip", [None, *sorted(CLASSES)])
def test_chips_are_conserved(slip):
    for seed in SEEDS if slip is None else SEEDS[:1]:
        hand = score.hand(seed, slip)
        front = [tag for spot in hand.fronts.values() for tag in spot]
        behind = [tag for rack in hand.racks.values() for tag, _ in rack]
        assert sorted([*hand.pot, *front, *behind]) == sorted(hand.chips)
        assert sum(hand.start.values()) == sum(hand.chips.values())
        if slip is None:
            assert not hand.pot + front
            gained = [hand.stack(seat) - hand.start[seat] for seat in hand.seats]
            assert sum(gained) == 0
        else:
            assert hand.irregular["class"] == slip
            assert 0 < hand.irregular["t"] < hand.t


def test_a_folded_hand_acts_no_more():
    for seed in SEEDS:
        hand = score.hand(seed, None)
        folded = set()
        for act, seat, *_ in hand.acts:
            assert seat not in folded
            folded |= {seat} if act == "fold" else set()
        assert len(hand.deck) == len(set(hand.deck.values())) == 52


@pytest.mark.parametrize(("act", "alerts"), [("check", 0), ("call", 1)])
def test_a_hand_that_ended_with_a_check_of_the_best_one_is_judged_as_it_was(act, alerts):
    line = {"k": "ruling", "irregular": True, "t": 1000, "situation": "showdown.nuts_checked"}
    story = {"seed": 1, "kind": "clean", "regular": [], "irregular": None, "stacks": {},
             "acts": [[act, 3, 0, 0]]}  # fmt: skip
    assert len(score.judge([line], "", story)["alerts"]) == alerts
