"""What is said of a hand once the next has begun: its result stands, whatever the fault was."""

import pytest

from shared_rules.hand.cards.deal_said import ABOUT
from shared_rules.hand.showdown.late_reports import BOARD, WAGERS
from tests.rulings.ruling_scene import Scene, ring, situation

BOOKS = ("ipr-2018", "ipr-web", "rrop-6", "stg-2011", "tda-2011")
LATE = "pots.award_too_late"
OF_DEAL = [k for k in ABOUT if ABOUT[k] != "button" and k != "cards_shown_by_player"]


def played(burns=1):
    """A whole hand, won without a showdown on a flop burned as told."""
    s = Scene(ring([1, 2, 3, 4])).start().deal(rounds=2)
    s.act(3, "fold").act(4, "fold").act(1, "call", 200).act(2, "check").burn(burns)
    s.board("Kd", "8s", "3c").act(1, "check").act(2, "bet", 400).act(1, "fold")
    return s.add("pot_awarded", seats=[2], amount=400)


def blinds(s):
    """The next hand begins and its blinds are out."""
    s.add("riffle").add("post", seats=[2], kind="sb", amount=100)
    return s.add("post", seats=[3], kind="bb", amount=200)


def said(s, kind, seat=1):
    return s.notice(kind, by="player", seat=seat)


@pytest.mark.parametrize("kind", [*OF_DEAL, *BOARD, *WAGERS])
def test_a_fault_nobody_mentioned_before_the_next_riffle_changes_nothing(kind):
    for book in BOOKS:
        for s in (said(played().add("riffle"), kind), said(blinds(played()), kind)):
            if kind in WAGERS and len(s.events) > len(played().events) + 2:
                continue  # of the hand whose blinds are out
            r = s.ruling(book)
            assert (r["ruling"], r["decided_by"]) == ("result_stands", "floor"), book
        assert situation(said(played(), kind), book) != LATE


@pytest.mark.parametrize("book", BOOKS)
def test_a_fault_of_the_board_told_before_the_riffle_is_no_late_one(book):
    told = said(played(burns=2), "extra_burn")
    again = said(told.add("riffle"), "extra_burn")
    assert "burn" in situation(again, book)
    late = said(played(burns=2).add("riffle"), "extra_burn").ruling(book)
    assert late["situation"] == LATE
    if book in ("ipr-2018", "rrop-6", "stg-2011"):
        assert len(late["cite"]) > len(said(played().add("riffle"), "extra_burn")
                                       .ruling(book)["cite"])  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_said_of_the_new_deal_is_of_the_new_deal(book):
    s = said(blinds(played()).card("seat:2", face="up"), "exposed_card", seat=2)
    assert s.hand(book).ruled(LATE) is None
    button = said(played().add("riffle"), "wrong_button")
    assert button.hand(book).ruled(LATE) is None


@pytest.mark.parametrize(
    ("kind", "more"), [("unaware_of_raise", {}), ("misheard_bet", {"amount": 1})]
)
@pytest.mark.parametrize("book", BOOKS)
def test_a_wager_is_not_taken_back_once_the_next_hand_has_begun(book, kind, more):
    for begun in (True, False):
        s = played()
        if begun:
            s.add("riffle")
        s.add("request", seat=1, kind=kind, **more)
        assert (s.hand(book).ruled(LATE) is not None) == begun


@pytest.mark.parametrize(("book", "late"), [("ipr-2018", True), ("rrop-6", False)])
def test_the_shufflers_button_begins_the_hand_where_the_book_says_so(book, late):
    s = said(played(burns=2).add("shuffler_button"), "extra_burn")
    assert (situation(s, book) == LATE) == late
