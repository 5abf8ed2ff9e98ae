"""Incidents in a row: each is ruled as if it came alone, and put right it leaves but its record.

A hand of four goes from the deal to the turn; at each stage something may go wrong and is put
right as the book says. Every combination is played in every book that has the procedures.
"""

import itertools

import pytest

from shared_rules import sentences
from shared_rules.engine import Hand
from shared_rules.hand import incidents
from tests.rulings.ruling_scene import Scene, ring

SEATS = [1, 3, 5, 7]  # button 7, blinds 1 and 3
BOOKS = ("ipr-2018", "rrop-6", "stg-2011")
OTHERWISE = {"finish_betting_round", "finish_turn_betting", "table_all_hands", "redeal",
             "reshuffle_deck", "replace_deck", "correct_button", "skipped_player_acts",
             "force_check", "return_chips", "return_chips_if_no_one_acted_after",
             "return_uncalled_bet", "penalty_after_hand", "correct_button_next_hand",
             "button_back_one", "button_moves_on_normally"}  # fmt: skip


def test_every_step_is_carried_out_by_something_or_by_nothing():
    for step in sentences.STEPS:
        numbered = step.endswith(("_N", "_A")) or "_N_" in step
        known = step in incidents.MOVES or incidents.is_unseen(step) or step in OTHERWISE
        assert known or numbered, step


class Evening:
    """One hand, event by event; ``said``: situations as they were ruled."""

    def __init__(self, book):
        self.s = Scene(ring(SEATS))
        self.book = book
        self.hand = Hand(self.s.setup, "nlhe", book)
        self.done = 0

    def play(self):
        """Bring the hand up to the last event."""
        for event in self.s.events[self.done :]:
            self.hand.apply(event)
        self.done = len(self.s.events)
        return self.hand.answer()

    def fault(self, key):
        """What is to be ruled now."""
        r = self.play()
        assert (r["irregular"], r["situation"]) == (True, key)

    def clean(self):
        """Play has gone on: nothing is open."""
        r = self.play()
        assert not r["irregular"] and self.hand.open_incidents() == [], r["situation"]

    def posts(self):
        self.s.nth = 0
        self.s.add("riffle").add("post", seats=[1], kind="sb", amount=100)
        self.s.add("post", seats=[3], kind="bb", amount=200)


# -- the deal ---------------------------------------------------------------------------------


def deal_clean(e):
    e.posts()
    e.s.deal(rounds=2)


def deal_misdeal(e):
    e.posts()
    e.s.card("seat:1", "Kd", "up").card("seat:3")
    e.fault("deal.first_two_exposed")
    e.s.card("stub", "Kd", frm="seat:1").card("stub", "#2", frm="seat:3")
    deal_clean(e)


def deal_exposed(e):
    e.posts()
    e.s.deal().deal([1, 3]).card("seat:5", "9d", "up").deal([7])
    e.fault("deal.exposed_one")
    e.s.card("seat:5").card("burn", "9d", "up", frm="seat:5")
    e.burned = True


def deal_short(e):
    e.posts()
    e.s.deal().deal([1, 3, 5]).add("rfid_count", zone="seat:7", cards=1)
    e.s.notice("wrong_card_count", by="player", seat=7)
    e.fault("deal.last_card_missing")
    e.s.card("seat:7")


# -- before the flop --------------------------------------------------------------------------


def wager(e, seat, *chips):
    e.s.add("chips_move", seat=seat, chips=list(chips), **{"from": f"seat:{seat}"},
            to=f"line:{seat}", by="player", motion=1, released=True, crossed="full")  # fmt: skip


def first_clean(e):
    e.s.act(5, "call", 200)
    e.clean()
    e.s.act(7, "call", 200).act(1, "call", 200).act(3, "check")


def first_oversized(e):
    wager(e, 5, 1000)
    e.fault("wager.oversized_facing_bet")
    e.s.act(7, "call", 200)
    e.clean()
    e.s.act(1, "call", 200).act(3, "check")


def first_out_of_turn(e):
    e.s.add("declare", seat=7, word="raise", wording="plain", amount=600)
    e.fault("turn.oot_pending")
    e.s.act(5, "raise", 500)
    e.fault("turn.oot_changed")
    e.s.act(7, "call", 500)
    e.clean()
    e.s.act(1, "call", 500).act(3, "call", 500)


# -- the flop ---------------------------------------------------------------------------------


def flop_clean(e):
    if not e.burned:
        e.s.burn()
    e.s.board("Kd", "8s", "3c").act(1, "check")
    e.clean()


def flop_two_burns(e):
    e.s.burn(1 if e.burned else 2)
    e.fault("board.two_burns_unexposed")
    e.s.card("stub", "#40", frm="burn").board("Kd", "8s", "3c").act(1, "check")
    e.clean()


# -- the turn ---------------------------------------------------------------------------------


def turn_no_burn(e):
    e.s.board("Jc").notice("missing_burn")
    e.fault("board.turn_no_burn")
    e.s.card("burn", "Jc", "up", frm="board").board("5d")


def turn_two_burns(e):
    e.s.burn(2)
    e.fault("board.turn_two_burns_unexposed")
    e.s.card("stub", "#41", frm="burn").board("5d")


def turn_clean(e):
    e.s.burn().board("5d")


DEALS = (deal_clean, deal_misdeal, deal_exposed, deal_short)


def played(book, deal, first, flop, turn):
    """A hand of these four parts up to a check on the turn, clean at its end."""
    e = Evening(book)
    e.burned = False
    deal(e)
    first(e)
    flop(e)
    for seat in (3, 5, 7):
        e.s.act(seat, "check")
    turn(e)
    e.s.act(1, "check")
    e.clean()
    return e


FIRST = (first_clean, first_oversized, first_out_of_turn)
FLOP = (flop_clean, flop_two_burns)
TURN = (turn_clean, turn_no_burn, turn_two_burns)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("deal", DEALS)
def test_each_is_ruled_as_if_it_came_alone(book, deal):
    for first, flop, turn in itertools.product(FIRST, FLOP, TURN):
        played(book, deal, first, flop, turn)


@pytest.mark.parametrize("book", BOOKS)
def test_the_record_has_all_of_them_and_nothing_else(book):
    e = played(book, deal_misdeal, first_oversized, flop_two_burns, turn_no_burn)
    record = [r["situation"] for r in e.hand.past + e.hand.incidents()]
    if "deal.redeal" in record:
        record.remove("deal.redeal")  # a book that says how the new deal is played
    assert record == ["deal.first_two_exposed", "wager.oversized_facing_bet",
                      "board.two_burns_unexposed", "board.turn_no_burn"]  # fmt: skip
