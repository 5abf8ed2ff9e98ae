"""Every irregularity is found and ruled with citation, on an ideal table."""

import pytest

from tests.play.direct import OWN, own, play
from tools.playing import phh
from tools.virtual.irregularities import BY_KIND
from tools.virtual.slips import NotPossible

# kind: (ruling under tda-2011, under rrop-6); a silent book leaves it to the floor
RULINGS = {
    "first-card-exposed": ("misdeal", "misdeal"),
    "later-card-exposed": ("floor_decides", "replace_exposed_card"),
    "two-exposed": ("misdeal", "misdeal"),
    "boxed-card": ("floor_decides", "scrap_card"),
    "extra-card": ("floor_decides", "return_extra_as_burn"),
    "card-to-empty-seat": ("misdeal", "misdeal"),
    "seat-skipped": ("misdeal", "misdeal"),
    "first-card-wrong-seat": ("misdeal", "misdeal"),
    "foreign-card": ("floor_decides", "hand_void"),
    "premature-flop": ("floor_decides", "reshuffle_redeal_flop"),
    "four-card-flop": ("scramble_pick_burn", "redeal_flop"),
    "missing-burn": ("floor_decides", "swap_burn"),
    "string-bet": ("call", "call"),
    "oversized-chip": ("call", "call"),
    "two-equal-chips": ("call", None),  # rrop-6 goes by half of the raise: call or minimum raise
    "short-raise": ("min_raise", "min_raise"),
    "bet-out-of-turn": ("out_of_turn", "out_of_turn"),
    "two-burns": ("floor_decides", "return_extra_burn"),
    "undercall": ("floor_decides", "call"),
    "fold-out-of-turn": ("fold_binding", "fold_binding"),
}
BOOKS = ("tda-2011", "rrop-6")
NEED_FOUR = ("undercall", "fold-out-of-turn")  # heads-up they are nothing irregular
VOID = ("misdeal", "hand_void")


def test_the_list_of_kinds_is_the_one_tested():
    assert set(RULINGS) == set(BY_KIND)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kind", RULINGS)
def test_the_slip_is_ruled_by_the_book(kind, book):
    played = 0
    for label, record in phh.read_all([OWN]):
        try:
            hand, script, plan = play(label, record, kind, book)
        except NotPossible:
            assert kind in NEED_FOUR and len(record["starting_stacks"]) < 4
            continue
        played += 1
        assert hand is not None, label
        want = RULINGS[kind][BOOKS.index(book)]
        given = [o for o in script.outputs if o["k"] == "ruling" and o["irregular"]]
        first = (hand["incidents"] or given)[0]  # a call made good is an incident no more
        assert want is None or first["ruling"] == want, label
        assert first["cite"]
        assert all(cite.startswith(book + ":") for cite in first["cite"])
        before = {int(s): c for s, c in plan.setup["stacks"].items()}
        assert sum(hand["stacks_after"].values()) == sum(before.values()), label
        if any(i["ruling"] in VOID for i in hand["incidents"]):
            assert hand["stacks_after"] == before, label
    assert played


@pytest.mark.parametrize("kind", RULINGS)
def test_the_remedy_is_no_new_irregularity(kind):
    label, record = own("dwan-greenstein-2009.phh")
    hand, _, _ = play(label, record, kind, "rrop-6")
    situations = [i["situation"] for i in hand["incidents"]]
    expected = 2 if kind == "bet-out-of-turn" else 1  # first pending, then what becomes of it
    assert len(situations) == expected, situations


def test_a_slip_that_cannot_happen_in_a_hand_says_so():
    record = {
        "variant": "NT",
        "antes": [0, 0],
        "blinds_or_straddles": [50, 100],
        "min_bet": 100,
        "starting_stacks": [100, 50],
        "actions": ["d dh p1 AsKs", "d dh p2 2c3d", "p1 sm AsKs", "p2 sm 2c3d"]
        + ["d db ??????", "d db ??", "d db ??"],
    }
    with pytest.raises(NotPossible, match="string-bet"):
        play("x", record, "string-bet")
    with pytest.raises(NotPossible, match="premature-flop"):
        play("x", record, "premature-flop")


def test_nobody_sits_where_no_empty_seat_is():
    record = {
        "variant": "NT",
        "antes": [0] * 9,
        "blinds_or_straddles": [50, 100] + [0] * 7,
        "min_bet": 100,
        "starting_stacks": [1000] * 9,
        "actions": [f"d dh p{i} ????" for i in range(1, 10)]
        + [f"p{i} f" for i in (3, 4, 5, 6, 7, 8, 9, 1)],
    }
    with pytest.raises(NotPossible, match="every seat"):
        play("x", record, "card-to-empty-seat")
