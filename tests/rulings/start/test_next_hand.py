"""The hand after this one in the same view: whose the button is, and what is brought along."""

import pytest

from shared_rules.rulebooks import BOOKS
from tests.rulings.scene import Scene, ring

SEATS = (1, 2, 3, 4, 5)


def next_hand(puck=None):
    """The blinds of seats 1 and 2 are folded to; the next hand is dealt by the dead button."""
    s = Scene(ring(SEATS)).start().deal(rounds=2)
    for seat in (3, 4, 5, 1):
        s.act(seat, "fold")
    s.add("pot_awarded", seats=[2], amount=300)
    if puck:
        s.add("puck_move", puck="dealer_button", to=f"seat:{puck}", by="dealer",
              **{"from": "seat:5"})  # fmt: skip
    s.add("riffle").add("post", seats=[2], kind="sb", amount=100)
    return s.add("post", seats=[3], kind="bb", amount=200)


@pytest.mark.parametrize("book", BOOKS)
def test_the_button_of_the_next_hand_lies_where_the_small_blind_was(book):
    hand = next_hand().hand(book)
    assert (hand.button, hand.sb_seat, hand.bb_seat) == (1, 2, 3)
    assert hand.open_incidents() == []


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("puck", "wrong"), [(1, False), (2, True), (5, True)])
def test_a_button_that_was_seen_to_move_counts_where_it_lies(book, puck, wrong):
    found = [r["situation"] for r in next_hand(puck).hand(book).open_incidents()]
    assert found == (["frame.button_adjust_dead"] if wrong else [])


def after_a_wrong_button(quiet):
    """The button was moved twice, seen late; some quiet hands, then one with the button wrong."""
    s = Scene(ring(SEATS, button=2, sb_seat=3, bb_seat=4, previous={"button": 5, "sb": 1, "bb": 2}))
    s.start().deal([3, 4, 5, 1, 2], rounds=2).act(5, "call", 200).act(1, "call", 200)
    s.act(2, "call", 200).notice("wrong_button", by="player", seat=5)
    for seat in (3, 4, 5, 1):
        s.act(seat, "fold") if seat != 4 else s.act(4, "check")
    bb = 4
    for n in range(quiet + 1):
        s.add("pot_awarded", seats=[2 if n == 0 else bb], amount=300)
        sb, bb = bb, bb % 5 + 1
        if n == quiet:
            s.add("puck_move", puck="dealer_button", to=f"seat:{bb}", by="dealer",
                  **{"from": "seat:1"})  # fmt: skip
        s.nth = 0
        s.add("riffle").add("post", seats=[sb], kind="sb", amount=100)
        s.add("post", seats=[bb], kind="bb", amount=200)
        order = [(bb + k) % 5 + 1 for k in range(5)]
        if n < quiet:
            s.deal([*order[3:], *order[:3]], rounds=2)
            for seat in order[:4]:
                s.act(seat, "fold")
    return s


@pytest.mark.parametrize(("quiet", "judged"), [(0, False), (1, False), (2, True)])
def test_a_button_put_right_takes_two_hands_and_is_judged_again_in_the_third(quiet, judged):
    hand = after_a_wrong_button(quiet).hand("ipr-2018")
    assert "deal.button_moved_twice" in [r["situation"] for r in hand.past]
    found = [r["situation"] for r in hand.open_incidents()]
    assert ("frame.button_adjust_dead" in found) == judged
