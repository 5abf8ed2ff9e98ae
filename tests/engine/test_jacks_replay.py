"""Jacks or better from a hand file to the showdown: bounds, the joker, a pot nobody opens."""

import pytest

from tools.errors import CommandError
from tools.playing.phh import BadHand
from tools.playing.replay import replay

HANDS = {1: "KsKh8d5c3s", 2: "AsJKQd7c2h", 3: "Ts9s6d4c2d"}


def record(*acts, **more):
    deals = [f"d dh p{s} {cards}" for s, cards in HANDS.items()]
    return {"variant": "FJ1D", "antes": [5, 5, 5], "ante_trimming_status": True,
            "small_bet": 20, "big_bet": 40, "starting_stacks": [500, 500, 500], "joker": True,
            "actions": [*deals, *acts], **more}  # fmt: skip


PLAYED = ("p1 cc", "p2 cbr 20", "p3 f", "p1 cc", "p2 sd", "p1 sd 8d5c3s", "d dh p1 KdTh4h",
          "p2 cbr 40", "p1 cbr 80", "p2 cc", "p1 sm KsKhKdTh4h", "p2 sm AsJKQd7c2h")  # fmt: skip


def test_a_hand_with_its_bounds_to_the_showdown():
    run = replay("jacks", record(*PLAYED), "rrop-6")
    acts = [(a["seat"], a["act"]) for a in run.result["actions"] if a["act"] != "ante"]
    assert acts == [(1, "check"), (2, "bet"), (3, "fold"), (1, "call"),
                    (2, "bet"), (1, "raise"), (2, "call")]  # fmt: skip
    assert [b[1] for b in run.bounds] == [
        (0, 20, 20), (0, 20, 20), (20, 40, 40), (20, 40, 40), (0, 40, 40), (40, 80, 80),
        (40, 120, 120)]  # fmt: skip
    assert all(in_turn for *_, in_turn in run.bounds)
    # three kings beat a pair of aces made with the joker; the opener's aces were openers
    assert run.result["stacks_after"] == {1: 500 + 110, 2: 500 - 105, 3: 495}
    assert [r["situation"] for r in run.result["incidents"]] == []


def test_the_joker_wins_where_it_makes_the_better_hand():
    acts = list(PLAYED[:4]) + ["p2 sd", "p1 sd", "p2 cc", "p1 cc",
                               "p1 sm KsKh8d5c3s", "p2 sm AsJKQd7c2h"]  # fmt: skip
    run = replay("aces", record(*acts), "rrop-6")
    assert run.result["stacks_after"] == {1: 475, 2: 530, 3: 495}


def test_a_pot_nobody_opens_is_carried():
    run = replay("passed", record("p1 cc", "p2 cc", "p3 cc"), "rrop-6")
    assert run.result["carried"] == 15
    assert run.result["stacks_after"] == {1: 495, 2: 495, 3: 495}


def test_a_game_without_a_code_is_refused_by_name():
    with pytest.raises((BadHand, CommandError), match="F9D"):
        replay("odd", dict(record(), variant="F9D"))
