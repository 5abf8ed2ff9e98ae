"""Accepted actions of a street can be revised or taken back; money and turn follow."""

from shared_rules.engine import Hand
from shared_rules.rulebooks import get
from shared_rules.rulebooks.house import HouseRules
from shared_rules.rulebooks.rows import outcome, value

SETUP = {
    "format": "cash", "betting": "no_limit", "seats": [1, 2, 3, 4], "button": 4, "ante": 0,
    "sb": 1, "bb": 2, "sb_seat": 1, "bb_seat": 2, "betting_line": True, "street": "flop",
    "live": [1, 2, 3, 4], "board": ["As", "2c", "3d"],
    "stacks": {"1": 100, "2": 100, "3": 100, "4": 100},
}  # fmt: skip


def played(*acts):
    hand = Hand(SETUP, "nlhe", "rrop-6")
    for seat, act, to in acts:
        hand.accept(seat, act, to)
    hand.take_outputs()
    return hand


def test_a_revised_raise_changes_the_calls_behind_it():
    hand = played((1, "check", None), (2, "bet", 10), (3, "raise", 30), (4, "call", 30))
    hand.revise(3, "call", 10)
    assert hand.stacks == {1: 100, 2: 90, 3: 90, 4: 90}
    assert (hand.turn, hand.high) == (1, 10)
    revised = [(o["seat"], o["action"]["to"]) for o in hand.take_outputs() if o["k"] == "revise"]
    assert revised == [(3, 10), (4, 10)]


def test_an_undone_act_gives_the_turn_back():
    hand = played((1, "check", None), (2, "bet", 10))
    assert hand.undo(2)
    assert (hand.turn, hand.high, hand.stacks[2]) == (2, 0, 100)


def test_a_fold_that_ended_the_hand_can_be_taken_back():
    hand = played((1, "bet", 5), (2, "fold", None), (3, "fold", None), (4, "fold", None))
    assert hand.phase == "award"
    hand.revise(4, "call")
    assert (hand.phase, hand.live, hand.stacks[1], hand.stacks[4]) == ("closed", [1, 4], 95, 95)


def test_nothing_is_revised_for_a_seat_that_did_not_act():
    hand = played((1, "check", None))
    assert hand.revise(3, "bet", 10) is None
    assert hand.turn == 2


def test_house_rules_lie_over_the_book_and_are_shown_as_such():
    row = outcome("deal.first_two_exposed", ruling="card_plays", decided_by="dealer", cite=("A1",))
    house = HouseRules(outcomes=[row], values=[value("wager.half_percent", 60, cite=("A2",))])
    book = get("tda-2011", house)
    assert book.outcome("deal.first_two_exposed").cite == ("house:A1",)
    assert book.outcome("deal.first_two_exposed").house
    assert book.value("wager.half_percent") == 60
    assert get("tda-2011").outcome("deal.first_two_exposed").ruling == "misdeal"


def test_a_book_that_lacks_a_situation_leaves_it_to_the_floor():
    outcome = get("tda-2011").outcome("no.such_situation")
    assert (outcome.ruling, outcome.silent) == ("floor_decides", True)
