"""The best five of more than five cards, as all choices of five give it."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared_rules import ranking
from shared_rules.cards import deck

CARDS = sorted(deck())


def slowly(cards):
    """By every choice of five."""
    return ranking._best(ranking._high, ranking.choose(cards, 5))


@given(st.lists(st.sampled_from(CARDS), min_size=6, max_size=10, unique=True))
@example(["2s", "3s", "4s", "5s", "6s", "Ah", "Kh", "Qh", "9h", "8h"])  # two flushes
def test_more_than_five_cards_have_the_value_of_their_best_five(cards):
    assert ranking.value("high", cards[:2], cards[2:]) == slowly(cards)


@given(st.permutations([r + s for r in "234A" for s in "cdhs"]).map(lambda cards: cards[:9]))
def test_many_of_few_ranks_have_the_value_of_their_best_five(cards):
    assert ranking.value("high", cards) == slowly(cards)


@given(st.lists(st.sampled_from(CARDS[:8]), min_size=6, max_size=7))
def test_a_card_that_is_there_twice_counts_twice(cards):
    assert ranking.value("high", cards) == slowly(cards)


@pytest.mark.parametrize(("cards", "want"), [
    ("2s 3s 4s 5s As Ah Ad", (8, (5,))), ("5s 6s 7s 8s 9s Ts Ah", (8, (10,))),
    ("2s 4s 6s 8s Ts Ks Ah", (5, (13, 10, 8, 6, 4))), ("9c Ts Jd Qh Kc 2s 2d", (4, (13,))),
    ("2s 3s 4s 5h Ad Kh Qd", (4, (5,))), ("9s 9c 9d 9h Kc Ks Kd", (7, (9, 13))),
    ("9s 9c 9d 4h 4c 4s 2d", (6, (9, 4))), ("9s 9c 9d 4h 4c Ks Kd", (6, (9, 13))),
    ("9s 9c 9d 4h 3c Ks Ad", (3, (9, 14, 13))), ("9s 9c 4d 4h Kc Ks Ad", (2, (13, 9, 14))),
    ("9s 9c 4d 4h 7c 7s 2d", (2, (9, 7, 4))), ("9s 9c 4d 5h Kc 7s 2d", (1, (9, 13, 7, 5))),
    ("9s Jc 4d 5h Kc 7s 2d", (0, (13, 11, 9, 7, 5))),
])  # fmt: skip
def test_each_kind_of_hand_among_seven_cards(cards, want):
    assert ranking.value("high", cards.split()) == want
