"""Between the last call and the next riffle: short calls, void hands, what a paid hand is."""

import pytest

from tests.rulings.spots import BOOKS, act, ask, cards, play, put, say, setup

BOARD = ["Qd", "7s", "4c", "Jh", "2s"]
RIVER = setup("river", board=BOARD, pot=900)
THREE = setup("river", (3, 4, 5), board=BOARD, pot=900)
IDENTIFIED = ("rrop-6", "stg-2011")  # a hand that can be told may be taken back there
SHOWDOWN = {"what": "showdown", "seats": [3, 4]}
CALLED = [act(3, "bet", 450), say(4, "call")]
PAID = {"what": "pot_awarded", "seats": [3], "amount": 900}


def tabled(seat, *tokens):
    return cards(seat, f"seat:{seat}", "up", tokens=tokens)


def codes(table, events):
    return {book: play(book, table, events).answer()["ruling"] for book in BOOKS}


@pytest.mark.parametrize("put_in, ruling", [(400, "call"), (450, "show_first")])
def test_a_short_call_is_made_right_before_anybody_shows(put_in, ruling):
    chips = [100] * (put_in // 100) + [50] * (put_in % 100 // 50)
    for shown in ([], [tabled(3, "Qs", "Qh")]):
        for book in BOOKS:
            r = play(book, RIVER, [*CALLED, put(4, *chips), SHOWDOWN, *shown]).answer()
            assert (r["ruling"], r["amount"]) == (ruling, 450 if ruling == "call" else None)


def test_once_the_rest_of_the_call_has_come_the_hands_are_shown():
    events = [*CALLED, put(4, 100, 100, 100, 100), SHOWDOWN]
    for rest, ruling in (((25,), "call"), ((50,), "show_first")):
        late = put(4, *rest, motion=2)
        assert set(codes(RIVER, [*events, late]).values()) == {ruling}


def test_a_short_call_is_a_matter_until_the_next_hand_begins():
    events = [*CALLED, put(4, 100, 100, 100, 100), SHOWDOWN, tabled(3, "Qs", "Qh"), PAID]
    assert set(codes(RIVER, events).values()) == {"call"}
    assert set(codes(RIVER, [*events, {"what": "riffle"}]).values()) == {"no_incident"}


def test_nobody_is_paid_of_a_pot_that_is_void():
    table = setup("river", board=BOARD, pot=900, street_closed=True)
    claim = {"what": "notice", "by": "player", "kind": "claims_pot", "seat": 4}
    for queen, rulings in (("Qs", {"hand_void"}), ("Qc", {"award_corrected", "result_stands"})):
        read = {"what": "tag_read", "zone": "seat:4", "cards": [queen, "Kd"]}
        events = [SHOWDOWN, tabled(3, "Qs", "Td"), read, PAID, claim]
        got = codes(table, events)
        del got["tda-2011"]  # has no rule on two equal cards
        assert set(got.values()) <= rulings


def see(seat, target):
    return ask(seat, "see_hand", target=target)


def test_a_hand_that_was_paid_is_shown_and_wins_no_more():
    checked = [act(3, "check"), act(4, "check"), SHOWDOWN]
    for book in IDENTIFIED:
        gone = [*checked, cards(4, "muck"), PAID]
        assert play(book, RIVER, [*gone, see(4, 3)]).answer()["ruling"] == "hand_shown"
        # who was paid asks: that hand may still win; before the pot is out so may any
        assert play(book, RIVER, [*gone, see(3, 4)]).answer()["ruling"] == "hand_shown_live"
        asked = play(book, THREE, [act(s, "check") for s in (3, 4, 5)] + [see(4, 3)]).answer()
        assert asked["ruling"] == "hand_shown_live"


def test_a_hand_thrown_away_when_the_pot_was_pushed_too_soon_may_come_back():
    known = {"what": "flag", "flag": "identifiable", "value": True, "seats": [5]}
    checked = [act(s, "check") for s in (3, 4, 5)]
    checked += [{"what": "showdown", "seats": [3, 4, 5]}, tabled(3, "Qs", "Td"), PAID]
    thrown = [*checked, cards(5, "muck")]
    back = ask(5, "cards_back")
    for book in IDENTIFIED:
        r = play(book, THREE, [*thrown, known, back]).answer()
        assert (r["ruling"], r["seat"]) == ("hand_retrievable", 5)
        assert play(book, THREE, [*thrown, back]).answer()["ruling"] == "hand_dead"
        late = [*thrown, known, {"what": "riffle"}, back]
        assert play(book, THREE, late).answer()["ruling"] == "hand_dead"
