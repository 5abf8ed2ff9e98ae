"""A fault that voids the hand stays the answer: whatever happens in a void hand is void with it."""

import pytest

from shared_rules.rulebooks import BOOKS
from tests.rulings.ruling_scene import Scene, ring

BOARD = ["Qc", "9s", "4d"]
VOIDS = ("ipr-2018", "ipr-web", "rrop-6", "stg-2011")


def duplicate():
    """Seat 3 holds a card of the flop; seat 4 is to act on its bet."""
    s = Scene(ring(street="flop", live=[3, 4, 5], board=BOARD, pot=1200))
    return s.act(3, "bet", 400).add("tag_read", zone="seat:3", cards=["Kd", "9s"])


def put(s, seat, *chips):
    return s.add("chips_move", seat=seat, chips=list(chips), by="player", motion=1, released=True,
                 to=f"line:{seat}", crossed="full", **{"from": f"seat:{seat}"})  # fmt: skip


LATER = {
    "an act out of turn": lambda s: put(s, 5, 1000, 100, 100),
    "one big chip": lambda s: put(s, 4, 1000),
    "a string bet": lambda s: put(put(s, 4, 400), 4, 800),
    "a premature turn": lambda s: s.burn().board("Jh").notice("not_acted", by="player", seat=4),
    "two turn cards": lambda s: (
        s.act(4, "call", 400).act(5, "fold").burn().board("Jh", "Jd").notice("board_card_count")
    ),
    "cards asked back": lambda s: (
        s.act(4, "fold").card("muck", ["#4", "#9"], by="player", frm="seat:4")
        .add("request", seat=4, kind="cards_back")
    ),
}  # fmt: skip


@pytest.mark.parametrize("later", LATER)
@pytest.mark.parametrize("book", VOIDS)
def test_what_comes_after_a_fouled_deck_is_void_with_the_hand(book, later):
    s = LATER[later](duplicate())
    assert s.ruling(book)["ruling"] == "hand_void"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("later", ["raise", "fold"])
def test_one_act_out_of_turn_leaves_a_misdeal_the_answer(book, later):
    s = Scene(ring((1, 2, 3, 4, 5, 6))).start()
    for nth, seat in enumerate((1, 2, 3, 4, 5, 6) * 2):
        up = nth in (2, 4)
        s.card(f"seat:{seat}", "8c" if nth == 2 else "8d" if up else None, "up" if up else "down")
    assert s.ruling(book)["misdeal"]
    s.add("declare", seat=4, word=later, wording="plain")
    assert s.ruling(book)["ruling"] == "misdeal"


@pytest.mark.parametrize("book", VOIDS)
def test_a_fault_found_later_voids_what_was_open(book):
    s = Scene(ring(street="flop", live=[3, 4, 5], board=BOARD, pot=1200)).act(3, "bet", 400)
    s = put(s, 5, 1000, 100, 100)
    assert s.ruling(book)["ruling"] == "out_of_turn"
    assert (
        s.add("tag_read", zone="seat:3", cards=["Kd", "9s"]).ruling(book)["ruling"] == "hand_void"
    )


@pytest.mark.parametrize("book", VOIDS)
def test_a_hand_that_is_not_void_hides_nothing(book):
    s = Scene(ring(street="flop", live=[3, 4, 5], board=BOARD, pot=1200)).act(3, "bet", 400)
    s.add("tag_read", zone="seat:3", cards=["Kd", "8s"])
    assert put(s, 5, 1000, 100, 100).ruling(book)["ruling"] == "out_of_turn"


@pytest.mark.parametrize("book", VOIDS)
def test_a_carried_out_misdeal_hides_nothing_in_the_new_deal(book):
    s = Scene(ring((1, 2, 3, 4, 5, 6))).start()
    s.card("seat:1", "8c", "up").notice("exposed_card", about_seat=1)
    s.add("finding", kind="misdeal_declared").card("stub", "8c", "down", frm="seat:1")
    s.nth = 0
    s.start().deal(rounds=2)
    s.add("declare", seat=5, word="raise", wording="plain", amount=600)
    assert s.ruling(book)["ruling"] == "out_of_turn"
