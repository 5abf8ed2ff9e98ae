"""A card that leaves the deck when the hand is over: turned up beside its board, or a new deal."""

import pytest

from firmware.table import phase as ph
from tests.firmware_table.rig import Rig, card, chip

BOARD = ("board:1", "board:2", "board:3")


@pytest.fixture
def rig():
    """A pot paid after the flop, whose cards lie there still."""
    rig = Rig()
    first = rig.hand()
    rig.put(chip(1), "line:3")
    rig.run(1500)
    rig.put(chip(1), "pot")
    rig.run(1500)
    rig.deal(first, "burn")
    for n, name in enumerate(BOARD):
        rig.deal(first + 1 + n, name)
    rig.run(3500)
    for seat in (1, 2):
        for n in (seat - 1, seat + 2):
            rig.put(card(n), "muck")
        rig.run(2500)
    rig.put(chip(1), None)
    rig.run(3000)
    for n in (2, 5):
        rig.put(card(n), "muck")
    rig.run(9000)
    assert rig.table.phase.now == ph.BETWEEN
    del rig.events[:]
    return rig


def test_a_card_turned_up_beside_the_board_of_a_hand_that_is_over_is_of_that_hand(rig):
    rig.deal(20, "board:4")
    rig.run(4000)
    moves = [(e["from"], e["to"]) for e in rig.events if e["what"] == "card_move"]
    assert moves == [("stub", "board")]
    assert not [e for e in rig.events if e["what"] in ("riffle", "question")]
    assert rig.table.phase.now == ph.BETWEEN


def test_a_card_pitched_when_the_board_is_gathered_begins_a_hand(rig):
    for n, _ in enumerate(BOARD):
        rig.put(card(7 + n), "muck")
    rig.run(3000)
    del rig.events[:]
    rig.deal(20, "seat:2")
    rig.run(2000)
    told = [e["what"] for e in rig.events]
    assert told == ["riffle", "card_move"]
    assert rig.table.phase.now == ph.DEAL
