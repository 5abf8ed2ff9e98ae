"""Hands that nobody has shown when a tabled hand is collected: mucked before it, or still held?"""

import pytest

from firmware.table import absent
from firmware.table.values import FOLD_SURE_MS
from tests.firmware_table.bench import Bench, card

LIFTED = 5000  # ms, when seat 2's hand is missed first


def showdown():
    """Seat 1 has tabled its hand; seat 2 has lifted its own, which is read nowhere since."""
    bench = Bench()
    for seat in (1, 2, 3):
        bench.hand(seat, card(2 * seat), card(2 * seat + 1))
    bench.phase.owing, bench.phase.board, bench.phase.tabled = [], 5, [1]
    bench.lie("seat:2", since=LIFTED, n=6)
    del bench.events[:]
    return bench


def mucked(bench, t):
    """Seats whose hands are told to have gone to the muck when a tabled one goes there at ``t``."""
    absent.lost_unseen(bench.cards, t)
    return [e["from"] for e in bench.events if e["what"] == "card_move" and e["to"] == "muck"]


def test_a_hand_gone_before_the_tabled_one_is_collected_was_mucked_first():
    assert mucked(showdown(), LIFTED + 4000) == ["seat:2"]


def test_a_hand_just_lifted_may_be_shown():
    assert mucked(showdown(), LIFTED + FOLD_SURE_MS - 1) == []


@pytest.mark.parametrize(("field", "value"), [("awarded", True), ("owing", [3]), ("board", 4)])
def test_nor_is_one_mucked_before_the_end_or_after_the_award(field, value):
    bench = showdown()
    setattr(bench.phase, field, value)
    assert mucked(bench, LIFTED + 4000) == []


def test_what_was_tabled_is_not_mucked_unseen():
    bench = showdown()
    bench.phase.tabled = [1, 2]
    assert mucked(bench, LIFTED + 4000) == []
