"""Chips read late: of a motion that was told before another player acted; of an all-in."""

import pytest

from shared_rules.engine import Hand
from tests.rulings.spots import BOOKS, setup

STACKS = {str(s): 5000 for s in range(1, 10)}


def chips(t, seat, *values, motion=1):
    return {"t": t, "what": "chips_move", "seat": seat, "chips": list(values),
            "from": f"seat:{seat}", "to": f"line:{seat}", "by": "player", "motion": motion,
            "released": True, "crossed": "full"}  # fmt: skip


def hand_of(book, events, **more):
    hand = Hand(setup(live=(3, 4, 5), stacks=STACKS, pot=600, **more), "nlhe", book)
    for event in events:
        hand.apply(event)
    return hand


def acts(hand):
    return [(a["seat"], a["act"], a["to"]) for a in hand.actions]


@pytest.mark.parametrize("book", BOOKS)
def test_a_chip_of_the_same_motion_read_after_another_act_joins_its_bet(book):
    # the bet was 600 all the time, and that was called
    late = [chips(1000, 3, 500), chips(1900, 4, 500, 100), chips(2400, 3, 100)]
    hand = hand_of(book, late)
    assert acts(hand) == [(3, "bet", 600), (4, "call", 600)]
    assert hand.incidents() == []
    assert (hand.stacks[3], hand.stacks[4]) == (4400, 4400)
    assert hand.turn == 5


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("change", [{"t": 2501}, {"motion": 2}])
def test_later_or_in_another_motion_it_is_an_act_out_of_turn(book, change):
    last = dict(chips(2400, 3, 100), **change)
    hand = hand_of(book, [chips(1000, 3, 500), chips(1900, 4, 500), last])
    assert acts(hand)[:2] == [(3, "bet", 500), (4, "call", 500)]
    assert [r for r in hand.incidents() if r["situation"].startswith("turn.")]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("motion", [1, 2])
@pytest.mark.parametrize("live", [(3, 4), (3, 4, 5)])
def test_an_all_in_whose_last_chip_comes_a_second_later_is_a_call(book, motion, live):
    stacks = dict(STACKS, **{"4": 1000})
    hand = Hand(setup(live=live, stacks=stacks, pot=600), "nlhe", book)
    hand.apply(chips(1000, 3, 1000, 1000))
    hand.apply(chips(4000, 4, 500, 100, 100, 100, 100))
    assert hand.incidents()  # short of the call, and chips left: an undercall
    hand.apply(chips(5000, 4, 100, motion=motion))
    assert acts(hand) == [(3, "bet", 2000), (4, "call", 1000)]
    assert hand.stacks[4] == 0 and 4 in hand.all_in
    assert hand.incidents() == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_chip_short_of_all_in_leaves_the_undercall_as_it_is(book):
    stacks = dict(STACKS, **{"4": 1000})
    hand = Hand(setup(live=(3, 4), stacks=stacks, pot=600), "nlhe", book)
    hand.apply(chips(1000, 3, 1000, 1000))
    hand.apply(chips(4000, 4, 500, 100, 100, 100))
    hand.apply(chips(5000, 4, 100, motion=2))
    assert hand.incidents()
