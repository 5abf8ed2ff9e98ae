"""A hand's file becomes set-up, hole cards and steps."""

import pytest

from tests.play.direct import own
from tools.playing.phh import BadHand
from tools.virtual.recorded_plan import DECK, name_cards, plan_hand

HEADS_UP = {
    "variant": "NT",
    "antes": [0, 0],
    "blinds_or_straddles": [50, 100],
    "min_bet": 100,
    "starting_stacks": [1000, 2000],
    "actions": ["d dh p1 AsKs", "d dh p2 2c3d", "p2 f"],
}


def test_heads_up_the_second_player_is_button_and_small_blind():
    setup = plan_hand("x", HEADS_UP).setup
    assert (setup["button"], setup["sb_seat"], setup["bb_seat"]) == (2, 2, 1)


def test_with_more_players_the_first_is_left_of_the_button():
    label, record = own("dwan-ivey-2009.phh")
    setup = plan_hand(label, record).setup
    assert (setup["button"], setup["sb_seat"], setup["bb_seat"]) == (3, 1, 2)
    assert (setup["ante"], setup["ante_type"]) == (500, "each")


def test_an_ante_of_the_big_blind_alone_is_a_big_blind_ante():
    record = dict(HEADS_UP, antes=[0, 100, 0], blinds_or_straddles=[50, 100, 0])
    record["starting_stacks"] = [1000, 1000, 1000]
    record["actions"] = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"]
    setup = plan_hand("x", record).setup
    assert (setup["ante"], setup["ante_type"]) == (100, "big_blind_ante")


def test_straddles_are_named_by_seat():
    record = dict(HEADS_UP, antes=[0] * 4, blinds_or_straddles=[50, 100, 200, 0])
    record["starting_stacks"] = [1000] * 4
    record["actions"] = [f"d dh p{i} ????" for i in (1, 2, 3, 4)] + ["p4 f", "p1 f", "p2 f"]
    assert plan_hand("x", record).setup["straddles"] == {"3": 200}


def test_unknown_cards_become_unused_ones():
    import random

    actions = ["d dh p1 ????", "d dh p2 As??", "d db ??2c3c", "p1 sm Kd??"]
    named = name_cards(actions, DECK, random.Random(1))
    cards = []
    for action in named[:3]:
        text = action.split()[-1]
        cards += [text[i : i + 2] for i in range(0, len(text), 2)]
    assert len(set(cards)) == 7
    assert set(cards) <= set(DECK)
    assert "Kd" in named[0]
    assert named[3] == "p1 sm " + named[0].split()[-1]


def test_the_same_seed_names_the_same_cards():
    label, record = own("dwan-ivey-2009.phh")
    assert plan_hand(label, record, 3).hole == plan_hand(label, record, 3).hole
    assert plan_hand(label, record, 3).hole != plan_hand(label, record, 4).hole


def test_the_files_own_final_stacks_decide_who_was_paid():
    record = dict(HEADS_UP, actions=HEADS_UP["actions"][:2] + ["p2 cc", "p1 cc"])
    record["actions"] += ["d db 5d6d7d", "p1 cc", "p2 cc", "d db 8s", "p1 cc", "p2 cc"]
    record["actions"] += ["d db 9h", "p1 cc", "p2 cc", "p1 sm ????", "p2 sm ????"]
    record["actions"][:2] = ["d dh p1 ????", "d dh p2 ????"]
    record["finishing_stacks"] = [900, 2100]
    plan = plan_hand("x", record)
    assert [s.shares for s in plan.steps if s.do == "award"] == [{2: 200}]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"variant": "XX"}, "not one Feltwire plays"),
        ({"actions": ["d dh p1 AsKs", "d dh p2 2c3d", "p1 f"]}, "hand"),
        ({"actions": ["d dh p1 AsK", "d dh p2 2c3d", "p2 f"]}, "list of cards"),
        ({"starting_stacks": None}, "starting_stacks"),
        ({"starting_stacks": ["a", "b"]}, "starting_stacks"),
        ({"antes": "many"}, "antes"),
    ],
)
def test_a_hand_that_cannot_be_played_says_why_in_one_line(change, reason):
    with pytest.raises(BadHand) as found:
        plan_hand("file.phh", dict(HEADS_UP, **change))
    assert "file.phh" in str(found.value)
    assert reason in str(found.value)
    assert "\n" not in str(found.value)


def test_more_players_than_seats_are_refused():
    label, record = own("dwan-greenstein-2009.phh")
    with pytest.raises(BadHand, match="6 seats"):
        plan_hand(label, record, table_seats=6)
