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
