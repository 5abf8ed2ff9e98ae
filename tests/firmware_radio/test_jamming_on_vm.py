"""Jamming, metal, a broken cable, a dead reader: seen within 2 s, and nothing is told as moved.

Promise 27. The firmware is on its VM; the radio is broken in the virtual field.
"""

import json

import pytest

from firmware.link.journal import Journal
from shared_rules.wire import decode
from tests.firmware_radio.scan_on_vm import scan
from tests.samples import in_soak
from tools.virtual.table import VirtualTable
from tools.virtual.things import make_chips, make_deck

BREAK_US, MEND_US, END_US = 3_000_000, 7_000_000, 9_000_000


def reported(table):
    """What lies in the controller's journal."""
    rows = []
    Journal(str(table.flash / "journal"), 1 << 30).visit(
        lambda boot, seq, payload: rows.append(decode(json.loads(payload)))
    )
    return rows


def hands_out(world, deck):
    world.keypad.press({"key": {"what": "riffle"}})
    for n in range(1, 10):
        for i in (0, 1):
            world.at(
                600_000 + 90_000 * n,
                lambda n=n, i=i: world.place(deck[2 * n + i], f"seat:{n}", offset=(13 * i, 0)),
            )
    world.at(1_900_000, lambda: world.stack("line:3", make_chips(5, [100] * 3)))


def broken(wreck, mend, noise=0.0):
    """Events of a table whose radio is broken for four seconds with nine hands out."""
    deck = make_deck(31)
    table = VirtualTable("nine_max", seed=4, noise=noise)
    with table:
        hands_out(table.world, deck)
        table.world.at(BREAK_US, lambda: wreck(table.world))
        table.world.at(MEND_US, lambda: mend(table.world))
        table.run_until(END_US)
        return reported(table)


def flags(events, name):
    return [(e["value"], e["t"]) for e in events if e["what"] == "flag" and e["flag"] == name]


def moves(events):
    """What was told as moved once the radio was broken."""
    return [e for e in events if e["what"] in ("card_move", "chips_move") and e["t"] > 2_900]


def nothing(world):
    pass


@pytest.mark.parametrize("noise", [0.0, *in_soak(1.0)])
def test_jamming_is_seen_by_the_reference_tags_and_takes_no_card_away(noise):
    events = broken(lambda w: w.jam(MEND_US - BREAK_US), nothing, noise)
    dealt = [e for e in events if e["what"] == "card_move" and e["t"] <= 2_900]
    assert sum(len(e["cards"]) for e in dealt) == 18 or noise
    for name in ("cards", "deck", "bets_a", "bets_b"):
        (began, at), (over, until) = flags(events, "reader_deaf:" + name)
        assert (began, over) == (True, False)
        assert 0 <= at - 3_000 <= 2_000
        assert until >= 7_000
    assert moves(events) == [] or noise
    gone = [e for e in moves(events) if 3_000 <= e["t"] < 7_000 and e.get("from") != "stub"]
    assert gone == []


@pytest.fixture(scope="module")
def blinded():
    """Events of a table with two cables cut and metal on a third loop, all at once."""

    def wreck(world):
        world.cut_antenna("seat:5")
        world.cut_antenna("line:3")
        world.metal("seat:2", MEND_US - BREAK_US)

    def mend(world):
        world.cut_antenna("seat:5", False)
        world.cut_antenna("line:3", False)

    return broken(wreck, mend)


BLINDED = ("seat:5", "line:3", "seat:2")


@pytest.mark.parametrize("zone", BLINDED)
def test_a_cut_cable_or_metal_on_a_loop_is_flagged_and_takes_nothing_away(blinded, zone):
    (began, at), (over, until) = flags(blinded, "antenna_blind:" + zone)
    assert (began, over) == (True, False)
    assert 0 <= at - 3_000 <= 2_000
    assert 7_000 <= until <= 9_000
    assert moves(blinded) == []
    flagged = {e["flag"] for e in blinded if e["what"] == "flag"}
    assert {f for f in flagged if f.startswith("antenna_blind:")} == {
        "antenna_blind:" + name for name in BLINDED
    }


def test_a_dead_reader_is_flagged_and_takes_nothing_away():
    def die(world):
        world.reader("cards").chip.faults.dead = True

    def live(world):
        world.reader("cards").chip.faults.dead = False

    events = broken(die, live)
    assert 0 <= flags(events, "reader_down:cards")[0][1] - 3_000 <= 2_000
    assert moves(events) == []


def test_cards_taken_away_during_the_jamming_are_told_once_it_is_over():
    deck = make_deck(31)
    table = VirtualTable("nine_max", seed=4)
    with table:
        w = table.world
        hands_out(w, deck)
        w.at(BREAK_US, lambda: w.jam(MEND_US - BREAK_US))
        w.at(4_000_000, lambda: [w.place(deck[4 + i], "muck", offset=(9 * i, 5)) for i in (0, 1)])
        table.run_until(MEND_US + 3_000_000)
        events = reported(table)
    folds = [e for e in events if e["what"] == "card_move" and e["to"] == "muck"]
    assert [len(e["cards"]) for e in folds] == [2]
    assert folds[0]["t"] >= 7_000


def test_a_reader_without_reference_tag_goes_on_as_before():
    deck = make_deck(32)

    def place(table):
        w = table.world
        w.place(deck[0], "seat:1")
        w.at(600_000, lambda: w.lift(deck[0]))

    dwells, _ = scan(
        place, 1_200_000, {"seat:1": 30}, extra_config={"references": [-1, -1, -1, -1]}
    )
    assert [d.uids for d in dwells if d.zone == "seat:1" and d.t_us > 640_000][0] == []
