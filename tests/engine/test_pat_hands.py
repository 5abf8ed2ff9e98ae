"""A rap on the draw is a pat hand (rrop-6:S12-9, S11-14): it is no check and opens no betting."""

import pytest

from shared_rules import rulebooks
from shared_rules.table import Table
from tests.engine.pokerkit_hands import random_hand
from tools.playing.replay import RecordingTable, replay

HANDS = 40


def ended(seen, book):
    table, hand = Table(book), None
    for event in seen:
        for out in table.apply(event):
            hand = out if out["k"] == "hand" else hand
    return hand


@pytest.mark.parametrize("variant", ["F5H", "FA5", "N2L1D", "F2L3D", "FB"])
def test_a_rap_is_taken_as_a_draw_of_no_card(variant):
    rapped = 0
    for seed in range(HANDS):
        record, expected = random_hand(variant, seed)
        if expected["ours"]:
            continue
        book = rulebooks.BOOKS[seed % len(rulebooks.BOOKS)]
        table = RecordingTable(book)
        said = replay(f"{variant}/{seed}", record, book, table=table).result
        if said["incidents"]:
            continue  # by this book the hand goes another way than was played
        raps = []
        for event in table.seen:
            if event["what"] == "draw" and not event["count"]:
                rapped += 1
                event = {"t": event["t"], "what": "gesture", "seat": event["seat"], "kind": "tap"}
            raps.append(event)
        assert ended(raps, book) == said, (variant, seed)
    assert rapped > HANDS // 4


def test_after_all_have_drawn_a_rap_is_a_check_again():
    record = {
        "variant": "F2L3D", "antes": [0, 0], "blinds_or_straddles": [5, 10],
        "small_bet": 10, "big_bet": 20, "starting_stacks": [500, 500],
        "actions": ["d dh p1 2c3c4c5c7d", "d dh p2 2d3d4d5d8d", "p2 cc", "p1 cc", "p1 sd",
                    "p2 sd 8d", "d dh p2 9h", "p1 cc", "p2 cbr 10", "p1 f"],
    }  # fmt: skip
    run = replay("x", record, "rrop-6")
    acts = [(a["seat"], a["act"]) for a in run.result["actions"] if a["act"] != "post"]
    assert acts == [(2, "call"), (1, "check"), (1, "check"), (2, "bet"), (1, "fold")]
