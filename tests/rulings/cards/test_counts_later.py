"""Wrong numbers of cards that come to light after the first street; pineapple's third card."""

import pytest

from tests.rulings.ruling_scene import Scene, ring
from tests.rulings.spots import BOOKS, act, cards, play, setup

FLOP = ["Kd", "8s", "3c"]
TURN = [*FLOP, "5h"]
RIVER = [*TURN, "2d"]
PINEAPPLE = "crazy_pineapple"
IPR = ("ipr-2018", "ipr-web")
DEAD = ("ipr-web", "rrop-6", "stg-2011")  # a hand of one card, after action
SHOWDOWN = {"what": "showdown", "seats": [3, 4]}
COUNTED = {"what": "rfid_count", "zone": "seat:4", "cards": 3}
NOT_DISCARDED = "deal.pineapple_not_discarded"


def said(seat=None, by="dealer"):
    """Somebody speaks of a wrong number of cards, of that seat's hand if it is named."""
    more = {} if seat is None else {"about_seat": seat}
    return {"what": "notice", "by": by, "kind": "wrong_card_count", **more}


def lays(*tokens, seat=4):
    return cards(seat, f"seat:{seat}", "up", tokens=tokens)


def table(street, board, **more):
    return setup(street, (3, 4), board=board, pot=600, **more)


def told(hand):
    r = hand.answer()
    return (r["situation"], r["seat"]) if r["irregular"] else None


# -- pineapple ----------------------------------------------------------------------------------


HANDS = {"3": ["Ks", "Kh"], "4": ["As", "Ah", "7d"]}


@pytest.mark.parametrize("book", IPR)
@pytest.mark.parametrize(("street", "board"), [("turn", TURN), ("river", RIVER)])
@pytest.mark.parametrize("how", [[COUNTED], [COUNTED, said(4)], [said(4), COUNTED]])
def test_a_third_card_after_the_flop_is_the_floors_matter(book, street, board, how):
    r = play(book, table(street, board), how, PINEAPPLE).answer()
    assert (r["situation"], r["seat"], r["ruling"]) == (NOT_DISCARDED, 4, "floor_decides")
    assert r["remedy_steps"] == ["penalty_possible"] and r["confidence"] == "medium"


@pytest.mark.parametrize("book", IPR)
def test_who_is_spoken_of_holds_what_lies_there(book):
    known = table("turn", TURN, hands=HANDS)
    assert told(play(book, known, [said(4)], PINEAPPLE)) == (NOT_DISCARDED, 4)
    assert told(play(book, known, [said()], PINEAPPLE)) == (NOT_DISCARDED, 4)
    assert told(play(book, known, [said(3)], PINEAPPLE)) is None
    assert told(play(book, known, [act(3, "check")], PINEAPPLE)) is None, "nobody spoke of it"
    assert told(play(book, table("turn", TURN), [said(4)], PINEAPPLE)) is None, "nobody saw it"


@pytest.mark.parametrize("book", IPR)
def test_three_cards_laid_open_at_the_showdown_were_not_discarded(book):
    closed = table("river", RIVER, street_closed=True)
    three = [SHOWDOWN, lays("As", "Ah", "7d")]
    assert told(play(book, closed, three, PINEAPPLE)) == (NOT_DISCARDED, 4)
    apart = [SHOWDOWN, lays("As", "Ah"), lays("7d")]
    assert told(play(book, closed, apart, PINEAPPLE)) == (NOT_DISCARDED, 4)
    assert told(play(book, closed, [SHOWDOWN, lays("As", "Ah")], PINEAPPLE)) is None


@pytest.mark.parametrize("book", IPR)
@pytest.mark.parametrize("before", [[COUNTED], []])
def test_a_third_card_given_up_on_the_turn_is_no_fold(book, before):
    late = [*before, cards(4, "muck", tokens=("#5",))]
    hand = play(book, table("turn", TURN), late, PINEAPPLE)
    assert told(hand) == (NOT_DISCARDED, 4) and 4 in hand.live
    on = play(book, table("turn", TURN), [*late, act(3, "check")], PINEAPPLE)
    assert told(on) is None and on.turn == 4
    both = play(book, table("turn", TURN), [cards(3, "muck")], PINEAPPLE)
    assert 3 not in both.live, "two cards are the hand"
    one_of_two = [dict(COUNTED, cards=2), cards(4, "muck", tokens=("#5",))]
    assert told(play(book, table("turn", TURN), one_of_two, PINEAPPLE)) != (NOT_DISCARDED, 4)


def pineapple_flop(discards):
    """A hand from its first card to the turn; ``discards``: seats that gave up a card in time."""
    s = Scene(ring([1, 2, 3, 4]), PINEAPPLE).start().deal(rounds=3)
    for seat in (3, 4, 1):
        s.act(seat, "call", 200)
    s.act(2, "check").burn().board(*FLOP)
    for seat in (1, 2, 3, 4):
        s.act(seat, "check")
        if seat in discards:
            s.card("muck", f"#{seat}", frm=f"seat:{seat}", by="player")
    return s.burn().board("5h")


@pytest.mark.parametrize("book", IPR)
def test_of_a_hand_seen_from_its_start_the_cards_are_known(book):
    assert told(pineapple_flop([1, 2, 3]).hand(book)) is None
    late = pineapple_flop([1, 2, 3]).card("muck", "#4", frm="seat:4", by="player")
    assert told(late.hand(book)) == (NOT_DISCARDED, 4)
    spoken = pineapple_flop([1, 2, 3]).notice("wrong_card_count", about_seat=4)
    assert told(spoken.hand(book)) == (NOT_DISCARDED, 4)
    clean = pineapple_flop([1, 2, 3, 4]).notice("wrong_card_count", about_seat=4)
    assert told(clean.hand(book)) is None


# -- every game ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "due"), [("nlhe", 2), ("plo", 4)])
@pytest.mark.parametrize("over", [-1, 0, 1])
def test_more_cards_than_a_hand_has_at_the_showdown(game, due, over):
    tokens = ["As", "Ah", "7d", "2c", "2s"][: due + over]
    closed = table("river", RIVER, street_closed=True)
    for book in ("ipr-2018", "ipr-web", "rrop-6"):
        r = play(book, closed, [SHOWDOWN, lays(*tokens)], game).answer()
        assert (r["ruling"] == "hand_dead") == (over == 1), book
        if over == 1:
            assert (r["seat"], r["remedy_steps"], r["decided_by"]) == (4, ["kill_hand"], "floor")


def flop(extra=(), lacks=()):
    """Hold'em to a check on the flop; seats that got a card too many or one too few."""
    s = Scene(ring([1, 2, 3, 4])).start().deal()
    s.deal([seat for seat in (1, 2, 3, 4) if seat not in lacks])
    for seat in extra:
        s.card(f"seat:{seat}")
    for seat in (3, 4, 1):
        s.act(seat, "call", 200)
    return s.act(2, "check").burn().board(*FLOP).act(1, "check")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("about", [2, None])
def test_a_wrong_number_spoken_of_on_the_flop_is_ruled_on(book, about):
    more = {} if about is None else {"about_seat": about}
    r = flop(extra=[2]).notice("wrong_card_count", **more).ruling(book)
    assert (r["situation"], r["seat"]) == ("deal.long_after", 2)
    r = flop(lacks=[2]).notice("wrong_card_count", **more).ruling(book)
    assert (r["situation"], r["seat"]) == ("deal.short_after", 2)
    assert (r["ruling"] == "hand_dead") == (book in DEAD)
    assert told(flop().notice("wrong_card_count", **more).hand(book)) is None


@pytest.mark.parametrize("book", DEAD)
def test_words_about_another_hand_do_not_bring_a_dead_one_back(book):
    s = flop(lacks=[2]).notice("wrong_card_count", about_seat=3)
    assert told(s.hand(book)) == ("deal.short_after", 2)
    counted = s.add("rfid_count", zone="seat:2", cards=2)
    assert told(counted.hand(book)) is None, "its tags say that it is whole"
