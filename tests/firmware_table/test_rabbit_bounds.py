"""A card that leaves the deck when the hand is over: turned up beside its board, or a new deal."""

import pytest

from firmware.table import phase as ph
from firmware.table import ways
from firmware.table.absent import Gone
from firmware.table.values import RETRIEVED_MS
from tests.firmware_table.bench import Bench
from tests.firmware_table.rig import Rig, card, chip

BOARD = ("board:1", "board:2", "board:3")


@pytest.fixture(scope="module")
def dealt_rig():
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


def told(rig):
    """From and to of the cards told since, and what else was."""
    return [(e.get("from"), e.get("to")) for e in rig.events if e["what"] != "chips_move"]


@pytest.mark.parametrize(("ms", "moves"), [
    (RETRIEVED_MS - 300, []), (RETRIEVED_MS + 1500, [("stub", "board")]),
])  # fmt: skip
def test_so_is_one_that_the_mouth_has_not_seen_when_it_has_lain_there(rig, ms, moves):
    rig.put(card(20), "board:4")
    rig.run(ms)
    rig.put(card(20), None)
    rig.run(3000)
    assert told(rig) == moves
    assert rig.table.phase.now == ph.BETWEEN


def test_none_is_while_the_board_is_gathered(rig):
    rig.put(card(8), "muck")
    rig.put(card(20), "board:4")
    rig.run(5000)
    assert ("stub", "board") not in told(rig)


@pytest.mark.parametrize(("more", "moves"), [(1, 2), (2, 0)])
def test_nor_are_more_than_the_board_has_room_for(rig, more, moves):
    for n in range(more + 1):
        rig.put(card(20 + n), f"board:{min(5, 4 + n)}")
    rig.run(5000)
    cards = [e["cards"] for e in rig.events if (e.get("from"), e.get("to")) == ("stub", "board")]
    assert sum(len(c) for c in cards) == moves


@pytest.mark.parametrize(("change", "nobody"), [
    ({}, True), ({"zone": "muck"}, False), ({"item": True}, False), ({"now": ph.SHOWDOWN}, False),
    ({"board": 2}, False), ({"board": 4}, True), ({"board": 5}, False), ({"at": "muck"}, False),
])  # fmt: skip
def test_where_no_card_is_dealt_when_the_hand_is_over(change, nobody):
    bench = Bench()
    bench.phase.now = change.get("now", ph.BETWEEN)
    bench.phase.board = change.get("board", 3)
    (tag,) = bench.lie("muck", card(20), n=1)
    tag.zone = change.get("zone", "stub")
    tag.item = Gone(bench.cards, "seat:1", 0) if "item" in change else None
    at = bench.ant(change.get("at", "board:4"))
    assert ways.dealt_to_nobody(bench.phase, tag, at) == nobody
