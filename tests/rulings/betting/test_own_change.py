"""A call by a big chip, changed by its player: the chip goes back and smaller ones come."""

import pytest

from shared_rules.rulebooks import BOOKS
from tests.rulings.ruling_scene import Scene, ring

SEATS = (1, 2, 3, 4)
CALL = 200


def move(scene, seat, chips, back=False, motion=1):
    line, hand = f"line:{seat}", f"seat:{seat}"
    frm, to = (line, hand) if back else (hand, line)
    more = {} if back else {"motion": motion, "released": True, "crossed": "full"}
    return scene.add("chips_move", seat=seat, chips=chips, to=to, by="player",
                     **{"from": frm}, **more)  # fmt: skip


def called(street="none"):
    """Seat 3 calls the big blind of 200 with one chip of 500, and takes the chip back."""
    scene = Scene(ring(SEATS)).start().deal(SEATS, 2)
    return move(move(scene, 3, [500]), 3, [500], True)


def reported(scene, book):
    return [r["situation"] for r in scene.hand(book).rulings if r["irregular"]]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("motions", [[[100, 100]], [[100], [100]]])
def test_smaller_chips_of_the_call_are_change_and_no_bet_pulled_back(book, motions):
    scene = called()
    for n, chips in enumerate(motions):
        move(scene, 3, chips, motion=n + 2)
    scene.add("declare", seat=4, word="fold", wording="plain")
    hand = scene.hand(book)
    assert reported(scene, book) == ["wager.oversized_facing_bet"]
    assert (hand.bet(3), hand.turn, 4 in hand.live) == (CALL, 1, False)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("chips", [[], [100], [100, 75]])
def test_less_than_the_call_when_the_next_acts_is_a_call_pulled_back(book, chips):
    scene = called()
    if chips:
        move(scene, 3, chips, motion=2)
    assert "wager.bet_pulled_back" not in reported(scene, book)
    scene.add("declare", seat=4, word="fold", wording="plain")
    assert reported(scene, book)[-1] == "wager.bet_pulled_back"
    assert scene.hand(book).bet(3) == CALL


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("first", ["change", "pull"])
def test_change_given_out_of_the_pot_is_no_award(book, first):
    setup = ring(SEATS, stacks={str(seat): 5000 for seat in SEATS})
    scene = move(Scene(setup).start().deal(SEATS, 2), 3, [500])
    for seat in (4, 1):
        scene.add("declare", seat=seat, word="fold", wording="plain")
    scene.add("gesture", seat=2, kind="tap")
    change = {"from": "pot", "to": "seat:3"}
    pull = {"from": "line:3", "to": "pot"}
    for chips, way in (([100] * 3, change), ([500], pull))[:: 1 if first == "change" else -1]:
        scene.add("chips_move", seat=3, chips=chips, by="dealer", **way)
    hand = scene.hand(book)
    assert reported(scene, book) == ["wager.oversized_facing_bet"]
    assert (hand.phase, hand.awarded, hand.bet(3)) == ("closed", {}, CALL)
    assert "awards" not in hand.pending  # nobody has won yet


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("added", "regular"), [(4, True), (3, False)])
def test_chips_just_due_beside_a_big_chip_not_changed_yet_are_a_call(book, added, regular):
    scene = move(Scene(ring(SEATS)).start().deal(SEATS, 2), 3, [500])
    scene = move(scene, 4, [500, 100])
    for seat in (1, 2):
        scene.add("declare", seat=seat, word="fold", wording="plain")
    move(scene, 3, [100] * added, motion=2)
    hand = scene.hand(book)
    assert (reported(scene, book) == ["wager.oversized_facing_bet"]) == regular
    assert not regular or (hand.bet(3), hand.high, hand.turn) == (600, 600, None)
