"""Acts in any order: whatever people do, the engine answers and no chip appears or vanishes."""

import random

import pytest

from tests.rulings.spots import BOOKS, ask, back, cards, number, play, put, say, setup

WORDS = ("fold", "check", "call", "bet", "raise", "complete", "all_in", "pot")


def any_act(rng, seat):
    """One act of a seat, sensible or not."""
    pick = rng.random()
    if pick < 0.35:
        chips = [rng.choice((25, 100, 500, 1000)) for _ in range(rng.randint(1, 3))]
        how = rng.choice(({}, {}, {"released": False, "crossed": "in_hand"}))
        return put(seat, *chips, motion=rng.randint(1, 2), **how)
    if pick < 0.75:
        word = rng.choice(WORDS)
        named = word in ("bet", "raise", "complete")
        return say(seat, word, rng.choice((None, 100, 300, 1000)) if named else None)
    if pick < 0.8:
        return number(seat, rng.choice((100, 400, 900)))
    if pick < 0.87:
        return back(seat, rng.choice((25, 100, 500)))
    if pick < 0.94:
        by = rng.choice(("player", "dealer"))
        return cards(
            seat, rng.choice(("muck", f"line:{seat}")), by=by, released=True, crossed="full"
        )
    return ask(seat, rng.choice(("unaware_of_raise", "cards_back", "misheard_bet")), amount=100)


@pytest.mark.parametrize("book", BOOKS)
def test_chips_are_conserved_whatever_happens(book):
    for seed in range(150):
        rng = random.Random(seed)
        live = sorted(rng.sample(range(1, 10), rng.randint(2, 5)))
        betting = rng.choice(("no_limit", "pot_limit", "limit"))
        stacks = {str(s): rng.choice((100, 250, 700, 3000)) for s in live}
        table = setup("flop", live, betting=betting, small_bet=200, big_bet=400, stacks=stacks)
        events = [any_act(rng, rng.choice(live)) for _ in range(rng.randint(2, 9))]
        hand = play(book, table, events)
        assert hand.answer()["ruling"]
        now = sum(hand.stacks[s] + hand.paid.get(s, 0) for s in live)
        assert now == sum(stacks.values()), (seed, events)
