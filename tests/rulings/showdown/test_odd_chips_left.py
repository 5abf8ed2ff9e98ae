"""A chip that does not divide: left lying by even shares, and part of what a claim is due."""

import pytest

from tests.rulings.ruling_scene import Scene, ring
from tests.rulings.showdown.test_showdown import BOARD, BOOKS

TIED = {2: ["Ks", "Qh"], 6: ["Kh", "Qd"], 8: ["Kc", "Qs"]}


def table(pot=1025, live=(2, 6), read=None, tabled=True, button=9, game="nlhe", **more):
    """Hands at the showdown that tie, lying open; ``read``: winners the dealer named."""
    s = Scene(ring(street="river", live=list(live), board=BOARD, street_closed=True, button=button,
                   smallest_chip=25, pot=pot, **more), game)  # fmt: skip
    s.add("showdown", seats=list(live), **({} if read is None else {"high": list(read)}))
    for seat in live if tabled else ():
        s.card(f"seat:{seat}", TIED[seat], "up", "player", f"seat:{seat}")
    return s


def award(s, *seats, **how):
    return s.add("pot_awarded", seats=list(seats), **how)


def claim(s, seat):
    return s.notice("claims_pot", by="player", seat=seat)


def told(s, book):
    r = s.ruling(book)
    return r["ruling"], r["amount"] if r["ruling"] != "odd_chip_to" else r["seat"]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("button", "seat"), [(9, 2), (5, 6), (2, 6), (6, 2)])
def test_a_chip_that_even_shares_leave_lying_is_given_to_a_seat(book, button, seat):
    s = award(table(button=button), 2, 6, each=500)
    assert told(s, book) == ("odd_chip_to", seat)
    assert s.ruling(book)["remedy_steps"] == [f"chip_to_seat_{seat}"]
    assert told(s.add("riffle"), book)[0] == "no_incident"


@pytest.mark.parametrize("book", BOOKS)
def test_shares_without_a_rest_leave_no_chip(book):
    assert told(award(table(1000), 2, 6, each=500), book) == ("no_incident", 500)
    assert told(award(table(), 2, 6, amount=1025), book)[0] == "no_incident"


def test_two_chips_are_left_by_three_shares():
    s = award(table(1100, (2, 6, 8)), 2, 6, 8, each=350)
    assert s.ruling("rrop-6")["remedy_steps"] == ["one_chip_to_seat_2", "one_chip_to_seat_6"]
    s = award(table(1100, (2, 6, 8)), 2, 6, 8, each=325)  # these are no shares of this pot
    assert told(s, "rrop-6") == ("no_incident", 325)


def test_less_than_a_chip_is_no_odd_chip():
    assert told(award(table(1024), 2, 6, each=500), "tda-2011") == ("no_incident", 500)


def test_of_several_pots_the_one_that_was_named_leaves_the_chip():
    pots = [
        {"name": "main", "amount": 1525, "seats": [2, 6, 8]},
        {"name": "side", "amount": 600, "seats": [2, 6]},
    ]
    s = table(None, (2, 6, 8), pots=pots, all_in=[8])
    s = award(s, 2, 6, each=300, pot="side")
    assert told(s, "tda-2011")[0] == "no_incident"
    assert told(award(s, 2, 6, each=750, pot="main"), "tda-2011") == ("odd_chip_to", 2)


def test_hands_that_do_not_tie_leave_no_odd_chip():
    s = Scene(ring(street="river", live=[2, 6], board=BOARD, street_closed=True, button=9,
                   smallest_chip=25, pot=1025))  # fmt: skip
    s.add("showdown", seats=[2, 6])
    for seat, cards in ((2, ["Ks", "Qh"]), (6, ["Ah", "Ad"])):
        s.card(f"seat:{seat}", cards, "up", "player", f"seat:{seat}")
    assert told(award(s, 2, 6, each=500), "rrop-6")[0] == "no_incident"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("how", ["read", "tabled", "both"])
@pytest.mark.parametrize(("paid", "claims", "due"), [(6, 2, 525), (2, 6, 500), (2, 2, None)])
def test_a_claim_of_half_a_pot_is_due_the_odd_chip_of_its_place(book, how, paid, claims, due):
    s = table(read=None if how == "tabled" else (2, 6), tabled=how != "read")
    s = claim(award(s, paid, amount=1025), claims)
    assert told(s, book) == (("result_stands", None) if due is None else ("award_corrected", due))


@pytest.mark.parametrize("read", [None, (2, 6)])
def test_what_lies_there_is_all_that_a_claim_after_even_shares_is_due(read):
    s = award(table(read=read), 2, 6, each=500)
    assert told(claim(s, 2), "rrop-6") == ("award_corrected", 25)
    assert s.hand("rrop-6").awarded == {2: 500, 6: 500}, "nothing was taken from the other"
    s = award(table(read=read), 2, 6, each=500)
    assert told(claim(s, 6), "rrop-6") == ("result_stands", None)


@pytest.mark.parametrize("read", [None, (6,), (2, 6)])
def test_a_pot_put_right_by_even_shares_leaves_the_odd_chip(read):
    for book in BOOKS:
        s = claim(award(table(read=read), 6, amount=1025), 2)
        assert told(s, book) == ("award_corrected", 525)
        assert told(award(s, 2, 6, each=500), book) == ("odd_chip_to", 2)
        s.add("riffle")
        assert told(s, book)[0] == "no_incident"
    s = claim(award(table(1000, read=read), 6, amount=1000), 2)
    assert told(award(s, 2, 6, each=500), "rrop-6") == ("award_corrected", 500)
