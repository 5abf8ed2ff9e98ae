"""Random hands against pokerkit: same bounds, same actions, same payoffs, no incident.

Where the books differ from pokerkit the oracle names the rule and keeps an account of its own;
what cannot be compared at all is left out and may not be the rule.
"""

import pytest

from tests.engine.pokerkit_hands import random_hand
from tools.playing.replay import replay

HANDS = 10  # `make soak` plays ten thousand
VARIANTS = (
    *("NT", "NS", "FT", "PO", "FO/8", "FO8", "F7S", "F7S/8", "FR"),
    *("F5H", "FA5", "NA5", "F27", "N2L1D", "F2L3D", "FB"),
)
# what the book rules on in ordinary play of a game, and pokerkit does not know (rrop-6:S11-A5-4)
RULED = {"FA5": ("draw.sevens_won", "draw.sevens_lost", "draw.sevens_short_all_in")}


def check(variant, seed):
    """Compare one random hand; True when it was compared, False when a rule of ours differs."""
    record, expected = random_hand(variant, seed)
    if expected["ours"]:
        return False
    name = f"{variant}/{seed}"
    run = replay(name, record, "rrop-6")
    acts = [a for a in run.result["actions"] if a["act"] not in ("post", "ante")]
    assert len(acts) == len(expected["actions"]), name
    for act, want, bounds, legal, pot in zip(
        acts, expected["actions"], run.bounds, expected["bounds"], expected["pots"], strict=True
    ):
        call = None if legal[0] is None else bounds[1][0]  # a bring-in is no call
        assert (call, *bounds[1][1:]) == legal, (name, want)
        assert act["seat"] == want[1], (name, want)
        assert bounds[2] == pot, (name, want)
        assert want[0] != "wager" or act["to"] == want[2], (name, want)
    after = run.result["stacks_after"]
    stacks = [after[seat] for seat in sorted(after)]
    assert stacks == expected["stacks"], (name, stacks, expected["stacks"])
    reported = {r["situation"] for r in run.result["incidents"]}
    assert reported <= set(RULED.get(variant, ())), (name, reported)
    return True


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_hands_agree_with_pokerkit(variant):
    compared = sum(check(variant, seed) for seed in range(HANDS))
    assert compared >= HANDS * 9 // 10
