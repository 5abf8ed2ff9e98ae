"""The script's motions, reported by an ideal table, are the hand of the file."""

import itertools

import pytest

from tests.play.direct import OWN, own, play, printed, recorded
from tools.playing import phh
from tools.playing.compare import differences
from tools.virtual.motions import CardMove, ChipMove, Pace

EVERY = 10


def test_own_hands_come_out_as_written():
    for label, record in phh.read_all([OWN]):
        hand, script, plan = play(label, record)
        assert hand["incidents"] == []
        assert {str(s): c for s, c in hand["stacks_after"].items()} == plan.stacks_after


@pytest.mark.parametrize("book", ["tda-2011", "rrop-6"])
def test_recorded_hands_come_out_as_expected(book):
    wanted = recorded()
    assert len(wanted) > 2500
    for label, record, want in itertools.islice(wanted, 0, None, EVERY):
        got = printed(*play(label, record, book=book))
        assert differences(got, want) == [], label


def test_the_same_seed_gives_the_same_motions():
    label, record = own("moneymaker-farha-2003.phh")
    motions = [play(label, record, seed=s)[1].motions for s in (5, 5, 6)]
    assert motions[0] == motions[1]
    assert motions[0] != motions[2]


def test_every_card_passes_the_mouth_and_rests_there():
    label, record = own("dwan-ivey-2009.phh")
    _, script, plan = play(label, record)
    moves = [m for m in script.motions if isinstance(m, CardMove)]
    shown = [m for m in moves if m.to == "mouth"]
    assert len(shown) == 2 * 3 + 3 + 5  # hole cards, burns, board
    for motion in shown:
        after = next(m for m in moves if m.cards == motion.cards and m.t > motion.t)
        assert after.t - (motion.t + motion.ms) >= Pace().mouth


def test_the_deal_goes_round_from_the_left_of_the_button():
    label, record = own("dwan-ivey-2009.phh")
    _, script, _ = play(label, record)
    seats = [m.to for m in script.motions if isinstance(m, CardMove) and m.to.startswith("seat")]
    assert seats[:6] == ["seat:1", "seat:2", "seat:3"] * 2


def test_chips_are_conserved_by_the_motions():
    for label, record in phh.read_all([OWN]):
        _, script, _ = play(label, record)
        there = {}
        for m in script.motions:
            if isinstance(m, ChipMove):
                for place, sign in ((m.frm, -1), (m.to, 1)):
                    there[place] = there.get(place, 0) + sign * sum(m.chips)
        on_the_felt = {p: c for p, c in there.items() if not p.startswith(("stack", "rack"))}
        assert set(on_the_felt.values()) == {0}


def test_a_raise_that_chips_alone_would_not_say_is_declared_first():
    record = {
        "variant": "NT",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [50, 100, 0],
        "min_bet": 100,
        "starting_stacks": [60_000, 60_000, 60_000],
        # one chip of 5,000 facing 100 would be a call
        "actions": ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 5000", "p1 f", "p2 f"],
    }
    hand, script, _ = play("x", record)
    said = [e for e in script.mirror.events if e["what"] == "declare"]
    assert [(e["seat"], e["word"], e["amount"]) for e in said] == [(3, "raise", 5000)]
    assert hand["incidents"] == []
    assert [(a["act"], a["to"]) for a in hand["actions"] if a["seat"] == 3] == [("raise", 5000)]


def test_chips_nobody_matched_are_returned_before_the_board_is_run_out():
    label, record = own("dwan-ivey-2009.phh")
    _, script, _ = play(label, record)
    back = [e for e in script.mirror.events if e["what"] == "chips_move" and e["from"] == "pot"]
    board = [e for e in script.mirror.events if e["what"] == "card_move" and e["to"] == "board"]
    assert (back[0]["seat"], sum(back[0]["chips"])) == (1, 572_100)
    assert back[0]["t"] < board[-1]["t"]
