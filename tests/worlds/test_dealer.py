"""What the dealer of the worlds says of a card, a flop and a pot the table asks about."""

import random

import pytest

from tools.worlds.dealer import Dealer

ROUND = [(float(t), "dealt", seat, "c") for t, seat in enumerate((1, 2, 3, 1, 2, 3), 1)]


def said(facts, now_s, kind, seat=None):
    question = {"id": 1, "kind": kind}
    if seat is not None:
        question["seat"] = seat
    delay, key = Dealer(facts, random.Random(1)).answer(question, now_s)
    assert 0.5 <= delay <= 3.0
    return key["value"]


@pytest.mark.parametrize(("left_out", "now_s", "seat", "value"), [
    ((), 3.5, 2, "yes"), ((), 6.5, 3, "yes"), ((), 4.5, 3, "yes"),
    ((2,), 3.5, 2, "no"), ((5,), 6.5, 2, "no"), ((6,), 6.5, 3, "no"),
])  # fmt: skip
def test_a_seat_has_its_card_unless_the_deal_went_past_it(left_out, now_s, seat, value):
    facts = [row for row in ROUND if row[0] not in left_out]
    assert said(facts, now_s, "card_unread", seat) == value


@pytest.mark.parametrize(("cards", "value"), [(2, "no"), (3, "yes")])
def test_a_flop_has_three_cards(cards, value):
    assert said([(1.0, "board", None, cards)], 2.0, "flop_unread") == value


@pytest.mark.parametrize(("seat", "now_s", "value"), [(4, 2.0, "yes"), (5, 2.0, "no"),
                                                      (4, 0.5, "no")])  # fmt: skip
def test_a_pot_has_a_winner_when_it_is_pushed(seat, now_s, value):
    assert said([(1.0, "won", 4, True)], now_s, "pot_unread", seat) == value
