"""What ends a ruling: a wish turned down, a hand brought back, cards asked for after a claim."""

import pytest

from tests.rulings.ruling_scene import Scene, ring
from tests.rulings.showdown.test_pots import BOARD
from tests.rulings.showdown.test_showdown import table
from tests.rulings.spots import BOOKS, act, play, put, say, setup


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("word", ["call", "fold", "all_in"])
def test_the_act_of_a_player_whose_wish_was_turned_down_is_the_newest_matter(book, word):
    spot = setup(live=(3, 4, 5), stacks={"3": 8000, "4": 3000, "5": 8000})
    wish = {"t": 2000, "what": "request", "seat": 4, "kind": "stack_count", "target": 3}
    events = [dict(put(3, 700), t=1000), wish]
    asked = play(book, spot, events)
    assert asked.answer()["ruling"] in ("info_refused", "request_refused", "floor_decides")
    done = play(book, spot, [*events, dict(say(4, word), t=9000)])
    alone = play(book, spot, [events[0], dict(say(4, word), t=9000)])
    assert done.open_incidents() == []
    assert done.answer()["ruling"] == alone.answer()["ruling"]


def at_showdown(face):
    """An all-in hand is thrown forward and brought back ``face`` up or down."""
    s = Scene(ring(street="river", live=[3, 4], board=BOARD, street_closed=True, pot=2400,
                   all_in=[3, 4]))  # fmt: skip
    table(s.add("showdown", seats=[3, 4]), 3, "Kh", "Ks")
    s.add("card_move", cards=["#4", "#13"], to="line:4", face="down", by="player", released=True,
          crossed="full", **{"from": "seat:4"})  # fmt: skip
    s.add("flag", flag="identifiable", value=True, seats=[4])
    return s.add("card_move", cards=["#4", "#13"], to="seat:4", face=face, by="dealer",
                 **{"from": "line:4"})  # fmt: skip


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "tda-2011"])
def test_a_hand_brought_back_face_up_is_done_with_once_the_pot_is_pushed(book):
    s = at_showdown("up")
    assert s.ruling(book)["ruling"] == "retrieve_and_table"
    assert s.add("pot_awarded", seats=[3], amount=2400).hand(book).open_incidents() == []


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "tda-2011"])
def test_a_hand_brought_back_face_down_must_still_be_tabled_when_the_pot_is_pushed(book):
    hand = at_showdown("down").add("pot_awarded", seats=[3], amount=2400).hand(book)
    assert [r["ruling"] for r in hand.open_incidents()] == ["retrieve_and_table"]


def mucked(known):
    """A losing hand goes to the muck unseen, a straight is claimed, and its cards are asked for."""
    s = Scene(ring(street="river", live=[3, 4], board=BOARD, street_closed=True, pot=2400))
    table(s.add("showdown", seats=[3, 4]), 3, "Kh", "Ks")
    s.add("card_move", cards=["#4", "#13"], to="muck", face="down", by="player",
          **{"from": "seat:4"})  # fmt: skip
    s.add("flag", flag="identifiable", value=known, seats=[4])
    return s.add("hand_claim", seat=4, claim="straight")


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "tda-2011"])
def test_cards_asked_back_after_a_claim_are_ruled_on_by_what_can_be_told_apart(book):
    assert mucked(False).ruling(book)["ruling"] == "no_claim_to_pot"
    lost = mucked(False).add("request", seat=4, kind="cards_back").hand(book)
    known = mucked(True).add("request", seat=4, kind="cards_back").hand(book)
    assert lost.answer()["situation"] == "fold.retrieve_asked_mixed"
    assert known.answer()["situation"] == "fold.showdown_past_line"


def turned_round(*after):
    """Heads-up begins with the big blind where it was; button and blinds are put right."""
    s = Scene(ring([2, 8], button=2, sb_seat=None, bb_seat=None,
                   previous={"button": 2, "sb": 5, "bb": 8}))  # fmt: skip
    s.add("riffle").add("post", seats=[2], kind="sb", amount=100)
    s.add("post", seats=[8], kind="bb", amount=200).notice("wrong_button", by="player", seat=8)
    if "put right" in after:
        for seat, chips in ((2, [100]), (8, [100, 100])):
            s.add("chips_move", seat=seat, chips=chips, to=f"seat:{seat}", by="dealer",
                  **{"from": f"line:{seat}"})  # fmt: skip
        s.add("puck_move", puck="dealer_button", to="seat:8", by="dealer", **{"from": "seat:2"})
        s.add("post", seats=[8], kind="sb", amount=100).add(
            "post", seats=[2], kind="bb", amount=200
        )
    if "dealt" in after:
        s.deal([2, 8], rounds=2)
    return s


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "tda-2011", "stg-2011"])
def test_a_button_put_right_is_done_with_once_the_hand_is_dealt(book):
    assert turned_round("put right").ruling(book)["ruling"] == "button_adjusted"
    assert turned_round("put right", "dealt").hand(book).open_incidents() == []
    assert turned_round("dealt").hand(book).open_incidents() != []


SHOWN = {"t": 2000, "what": "notice", "by": "dealer", "kind": "cards_shown_by_player",
         "about_seat": 5, "cards": ["Ah"], "intent": "on_purpose", "seen_by": [3]}  # fmt: skip
MISSING = {"t": 2000, "what": "rfid_count", "zone": "deck", "cards": 51, "missing": ["5h"]}


def later_call(seat, *chips, incident=SHOWN, more=()):
    """A bet of 500, an incident, the fold of seat 5 unless it calls itself, and a call."""
    said = dict(say(seat, "call"), t=7000)
    fold = [] if seat == 5 else [dict(act(5, "fold"), t=5000)]
    call = [said, dict(put(seat, *chips), t=7500)]
    return [dict(act(3, "bet", 500), t=1000), incident, *fold, *call, *more]


PENAL = ["ipr-2018", "ipr-web", "tda-2011"]


@pytest.mark.parametrize("book", PENAL)
@pytest.mark.parametrize("seat", [5, 8])
def test_a_short_call_is_the_newer_matter_than_a_penalty_due_after_the_hand(book, seat):
    hand = play(book, setup(live=(3, 5, 8), pot=900), later_call(seat, 100, 100, 100, 100))
    answer = hand.answer()
    assert (answer["ruling"], answer["amount"], answer["seat"]) == ("call", 500, seat)
    assert [r["left"] for r in hand.open_incidents()] == [["penalty_after_hand"]]


@pytest.mark.parametrize("book", PENAL)
@pytest.mark.parametrize("seat", [5, 8])
def test_a_plain_call_leaves_a_penalty_due_after_the_hand_the_answer(book, seat):
    answer = play(book, setup(live=(3, 5, 8), pot=900), later_call(seat, 500)).answer()
    assert "penalty_after_hand" in answer["remedy_steps"] and answer["seat"] == 5


@pytest.mark.parametrize("book", PENAL)
def test_a_short_call_played_on_leaves_a_penalty_due_after_the_hand_the_answer(book):
    flop = setup(live=(3, 5, 8, 9), pot=900)
    later = dict(act(9, "call", 500), t=9000)
    answer = play(book, flop, later_call(8, 100, 100, 100, 100, more=[later])).answer()
    assert "penalty_after_hand" in answer["remedy_steps"]


def test_a_deck_to_be_replaced_after_the_hand_waits_and_a_void_hand_does_not():
    events = later_call(8, 100, 100, 100, 100, incident=MISSING)
    answers = {book: play(book, setup(live=(3, 5, 8), pot=900), events).answer() for book in BOOKS}
    assert answers["rrop-6"]["ruling"] == answers["stg-2011"]["ruling"] == "call"
    assert answers["ipr-2018"]["ruling"] == answers["ipr-web"]["ruling"] == "hand_void"


def test_a_short_call_before_the_cards_are_shown_is_the_older_matter():
    events = later_call(8, 100, 100, 100, 100)
    call = [events[0], *[dict(e, t=e["t"] - 5500) for e in events[3:]]]
    spot = setup(live=(3, 8, 9), pot=900)
    answer = play("tda-2011", spot, [*call, dict(SHOWN, about_seat=9, t=4000)]).answer()
    assert (answer["ruling"], answer["seat"]) == ("hand_live_penalty", 9)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("incident", [dict(SHOWN, seen_by=[9]), MISSING])
def test_an_odd_chip_is_the_newer_matter_than_what_waits_for_the_end_of_the_hand(book, incident):
    river = setup("river", (3, 5, 8), pot=925, board=BOARD, smallest_chip=25)
    paid = [dict(act(5, "fold"), t=5000), dict(act(8, "call", 500), t=6000)]
    ends = {"t": 9000, "what": "showdown", "seats": [3, 8], "high": [3, 8]}
    events = [dict(act(3, "bet", 500), t=1000), incident, *paid]
    before = play(book, river, events).answer()["ruling"]
    answer = play(book, river, [*events, ends]).answer()["ruling"]
    assert before != "odd_chip_to"
    assert answer == ("hand_void" if before == "hand_void" else "odd_chip_to")
    alone = [dict(ends, high=[3]) if e is ends else e for e in [*events, ends]]
    assert play(book, river, alone).answer()["ruling"] == before  # nothing else is to be done


@pytest.mark.parametrize("book", BOOKS)
def test_a_short_call_is_the_newer_matter_than_a_card_to_be_shown_after_the_hand(book):
    flop = setup(live=(3, 5, 8), pot=900)
    seen = dict(SHOWN, seen_by=[9])  # by a player without a hand
    plain = play(book, flop, later_call(8, 500, incident=seen)).answer()
    short = play(book, flop, later_call(8, 100, 100, 100, 100, incident=seen)).answer()
    assert plain["ruling"] != "call" and plain["seat"] == 5
    assert (short["ruling"], short["amount"]) == ("call", 500)
