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
    ((), 5.5, 3, "yes"),  # its second one comes next
])  # fmt: skip
def test_a_seat_has_its_card_unless_the_deal_went_past_it(left_out, now_s, seat, value):
    facts = [row for row in ROUND if row[0] not in left_out]
    assert said(facts, now_s, "card_unread", seat) == value


@pytest.mark.parametrize(("seat", "before", "now_s", "value"), [
    (1, 2, 2.5, "yes"), (2, 1, 3.5, "no"), (3, 1, 2.5, "no"), (1, 3, 2.5, "yes"),
])  # fmt: skip
def test_a_seat_was_dealt_to_before_another(seat, before, now_s, value):
    question = {"id": 1, "kind": "card_unread", "seat": seat, "before": before}
    assert Dealer(ROUND, random.Random(1)).answer(question, now_s)[1]["value"] == value


@pytest.mark.parametrize(("seat", "before", "value"), [(1, 2, "yes"), (2, 1, "no")])
def test_that_is_the_order_they_left_the_deck_in_whichever_lies_first(seat, before, value):
    question = {"id": 1, "kind": "card_unread", "seat": seat, "before": before}
    slid = [(2.6, *ROUND[0][1:]), *ROUND[1:]]
    assert Dealer(slid, random.Random(1)).answer(question, 3.5)[1]["value"] == value


@pytest.mark.parametrize(("cards", "value"), [(2, "no"), (3, "yes")])
def test_a_flop_has_three_cards(cards, value):
    assert said([(1.0, "board", None, cards)], 2.0, "flop_unread") == value


@pytest.mark.parametrize(("seat", "now_s", "value"), [(4, 2.0, "yes"), (5, 2.0, "no"),
                                                      (4, 0.5, "no")])  # fmt: skip
def test_a_pot_has_a_winner_when_it_is_pushed(seat, now_s, value):
    assert said([(1.0, "won", 4, True)], now_s, "pot_unread", seat) == value


CHECKED = [(9.0, "street", None, 3), (10.0, "check", 4, True), (11.0, "check", 6, True)]


@pytest.mark.parametrize(("facts", "keyed_s", "now_s", "value"), [
    (CHECKED, 11.3, 13.0, "yes"),
    ([*CHECKED, (12.0, "street", None, 4)], 11.3, 13.0, "yes"),  # asked about the street before
    ([*CHECKED, (12.0, "street", None, 4)], 12.3, 13.0, "yes"),  # whose key was late
    ([*CHECKED, (12.0, "street", None, 4)], 15.0, 16.0, "no"),  # 6 has said something on this one
    ([*CHECKED, (12.0, "street", None, 4)], 11.3, 19.0, "no"),
    ([CHECKED[0], CHECKED[2], (12.0, "street", None, 4)], 11.3, 13.0, "no"),
])  # fmt: skip
def test_a_check_was_made_on_the_street_on_which_the_other_acted(facts, keyed_s, now_s, value):
    keys = [(keyed_s, 0, {"what": "gesture", "kind": "tap", "seat": 6})]
    dealer = Dealer(facts, random.Random(1), keys)
    question = {"id": 1, "kind": "check_unkeyed", "seat": 4, "before": 6}
    assert dealer.answer(question, now_s)[1]["value"] == value


PUT = [
    (1.0, "front", 4, 20),
    (2.0, "dealt", 5, "c"),
    (9.0, "fold", 3, True),
    (10.0, "front", 4, 40),
]


@pytest.mark.parametrize(("facts", "now_s", "value"), [
    (PUT, 11.0, "no"),  # a blind, and a call
    ([*PUT, (11.0, "front", 4, 90)], 12.0, "yes"), ([*PUT, (11.0, "front", 4, 90)], 10.5, "no"),
    ([*PUT, (10.5, "front", 5, 40), (11.0, "front", 4, 90)], 12.0, "no"),
    ([*PUT, (11.0, "front", 4, 90), (12.0, "fold", 5, True)], 13.0, "yes"),
    ([*PUT, (11.0, "front", 4, 20)], 12.0, "no"),  # the blind is taken back
    (PUT[:1], 2.0, "no"), ([(9.0, "front", 4, 0), *PUT[3:]], 11.0, "no"),
])  # fmt: skip
def test_a_second_movement_follows_the_first_with_no_act_between(facts, now_s, value):
    assert said(facts, now_s, "second_motion", 4) == value
