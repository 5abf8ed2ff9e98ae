"""The sixth generator: the same recordings each time, no chip lost, no act that is not legal."""

from types import SimpleNamespace

import pytest

from tests.detection.sixth import ring, tally
from tests.detection.sixth.mishaps import CLASSES

SHORT = 4000
SEEDS = range(4000, 4012)


def test_same_seed_same_bytes():
    packed = []
    for _ in range(2):
        game, left = tally.hand(SHORT, "wrong_first")
        packed.append((tally.lines(tally.recording(SHORT, game)[0]), left))
    assert packed[0] == packed[1]
    assert any('"uids":["' in text for text in packed[0][0])


def test_clean_hands_conserve_chips():
    for seed in SEEDS:
        game, left = tally.hand(seed, None)
        assert not game.pot
        assert not any(game.front.values())
        assert {s: game.stack(s) for s in game.plan.seats} == left
        assert sum(left.values()) == sum(game.plan.stacks.values())
        assert game.counted


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_a_mishap_happens_once_within_the_hand(name):
    game, _ = tally.hand(SEEDS[0], name)
    assert game.what
    assert 0 < game.at < game.t
    chips = [c for rack in game.racks.values() for c in rack] + game.pot
    chips += [c for spot in game.front.values() for c in spot]
    assert sorted(c.uid for c in chips) == sorted(t.uid for t in game.felt.tags if t.chip)


def test_no_act_after_a_fold_and_no_raise_below_the_least():
    for seed in SEEDS:
        plan = tally.hand(seed, None)[0].plan
        gone = set()
        for street, acts in enumerate(plan.streets):
            high, step = (ring.BB, ring.BB) if not street else (0, ring.BB)
            for act in acts:
                assert act.seat not in gone
                gone |= {act.seat} if act.what == "fold" else set()
                if act.what in ("bet", "raise"):
                    assert act.to - high >= step or act.all_in
                    step = max(step, act.to - high)
                    high = act.to


def test_the_better_hand_wins():
    assert ring.value(["As", "Ad", "Kc", "Kd", "2h"]) > ring.value(["As", "Ad", "Qc", "Qd", "3h"])
    assert ring.value(["As", "2d", "3c", "4d", "5h"]) < ring.value(["6s", "2d", "3c", "4d", "5h"])


@pytest.mark.parametrize(("book", "situation", "bet", "low"), [
    ("ipr-2018", "wager.bet_low", 199, True), ("ipr-2018", "wager.bet_low", 200, False),
    ("ipr-web", "wager.bet_low", 199, False), ("ipr-2018", "wager.string_bet", 199, False),
])  # fmt: skip
def test_a_bet_below_the_books_least_is_told_by_the_book(book, situation, bet, low):
    game = SimpleNamespace(acts=[("check", 1, 0), ("bet", 2, bet)])
    assert tally._by_book({"situation": situation}, game, {"rulebook": book, "bb": 100}) == low
