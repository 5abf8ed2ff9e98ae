"""Chips that play before they lie there, and wagers of which a part does not count."""

import pytest

from shared_rules.hand.betting import foreign_chips
from tests.rulings.ruling_scene import Scene, ring
from tests.rulings.spots import act, play, put, setup

BOARD = ["Kd", "8s", "3c"]


def announced(*notices, seats=range(1, 10), **more):
    """The start of a cash hand in which chips are announced: everybody has 3000."""
    stacks = {str(s): 3000 for s in seats}
    s = Scene(ring(list(seats), format="cash", stacks=stacks, **more)).add("riffle", 0)
    for kind, amount, said in notices:
        s.notice(kind, by="player", seat=3, amount=amount, announced=said)
    return s


@pytest.mark.parametrize(("paid", "to"), [
    (0, 3000), (0, 3001), (500, 3500), (500, 3501), (800, 3799), (900, 3799),
])  # fmt: skip
def test_what_was_announced_adds_up_and_is_paid_in_parts(paid, to):
    s = announced(("rebuy_announced", 500, True), ("rebuy_announced", 300, True))
    if paid:
        s.add("chips_move", seat=3, chips=[paid], to="seat:3", by="player", **{"from": "off"})
    hand = s.start().deal(rounds=2).act(3, "raise", to).hand("rrop-6")
    owed = hand.ruled("chips.rebuy_owed")
    assert bool(owed) == (3800 - to < 800 - paid)
    assert (hand.stacks[3], hand.stacks_before[3]) == (3800 - to, 3800)


@pytest.mark.parametrize(("amount", "said", "key", "plays"), [
    (999, False, "chips.behind_announced", 999), (1000, False, "chips.behind_announced", 1000),
    (1001, False, "chips.behind_unannounced", 1000), (1001, True, "chips.behind_announced", 1001),
])  # fmt: skip
def test_chips_bought_without_a_word_play_up_to_the_least_buy_in(amount, said, key, plays):
    hand = announced(("chips_bought", amount, said), min_buy_in=1000).hand("rrop-6")
    r = hand.rulings[-1]
    assert (r["situation"], r["seat"], r["amount"]) == (key, 3, plays)
    assert hand.stacks[3] == 3000 + plays


@pytest.mark.parametrize("kind", ["rebuy_announced", "chips_bought"])
def test_chips_announced_after_a_card_has_come_do_not_play(kind):
    s = announced().start().card("seat:1")
    hand = s.notice(kind, by="player", seat=2, amount=500).hand("rrop-6")
    r = hand.ruled("chips.rebuy_late")
    assert (r["seat"], r["amount"]) == (2, 3000) and hand.stacks[2] == 2800
    assert "behind" not in hand.pending


def test_who_buys_in_with_nothing_before_it_is_dealt_in_at_its_place():
    s = announced(seats=[1, 2, 4, 9])
    hand = s.notice("chips_bought", by="player", seat=3, amount=500).hand("rrop-6")
    assert hand.seats == hand.dealt_in == [1, 2, 3, 4, 9]
    assert (hand.stacks[3], hand.stacks_before[3]) == (500, 500)


@pytest.mark.parametrize(("chips", "void", "left"), [
    ([100, 25], 25, [100]), ([100, 25, 25], 49, [1, 100]), ([100, 25, 25], 50, [100]),
    ([100, 25, 25], 51, [99]), ([50, 75], 25, [25, 75]), ([25], 25, []), ([25], 0, [25]),
])  # fmt: skip
def test_small_chips_go_first_and_one_is_broken_where_they_do_not_fit(chips, void, left):
    assert foreign_chips._without(chips, void) == left
    assert sum(left) == sum(chips) - void


@pytest.mark.parametrize(("chips", "to", "void"), [
    ((1000, 50, 50, 75), 1100, True), ((1000, 50, 50), 1100, False),
    ((500, 500, 50, 49), 1000, True), ((99,), None, True),
])  # fmt: skip
def test_a_wager_counts_by_the_unit_also_where_no_chip_makes_it_even(chips, to, void):
    table = setup("flop", (3, 4), board=BOARD, format="cash", bet_chip=100)
    hand = play("rrop-6", table, [act(3, "bet", 500), put(4, *chips)])
    assert bool(hand.ruled("chips.below_unit")) == void
    acts = [a["to"] for a in hand.actions if a["seat"] == 4]
    assert acts == ([to] if to else []) and hand.turn == (3 if to else 4)


@pytest.mark.parametrize("released", [True, False])
@pytest.mark.parametrize("early", [True, False])
def test_chips_of_another_player_leave_what_lay_there_before(early, released):
    given = put(3, 100, 100, **{"from": "seat:4"}, released=released, motion=2)
    if early:
        table = setup("none", (3, 4), format="cash", ante=300)
        hand = play("rrop-6", table, [{"what": "riffle"}, put(3, 300), given])
        r = hand.ruled("chips.posted_for_another")
    else:
        table = setup("flop", (3, 4), format="cash", board=BOARD)
        hand = play("rrop-6", table, [put(3, 300), given])
        r = hand.ruled("chips.of_another")
    assert (r["seat"], hand.front[3]) == (4, 300)


@pytest.mark.parametrize(("bet", "cash", "counts"), [
    (500, 499, 1), (500, 500, 0), (500, 501, 0), (500, 0, 500),
])  # fmt: skip
def test_cash_that_is_objected_to_is_taken_off_the_wager(bet, cash, counts):
    notice = {"what": "notice", "by": "dealer", "kind": "cash_in_play", "about_seat": 4,
              "amount": cash, "objected": True}  # fmt: skip
    table = setup("flop", (3, 4), format="cash", board=BOARD)
    hand = play("rrop-6", table, [act(3, "bet", bet), act(4, "call", bet), notice])
    assert hand.answer()["amount"] == counts
