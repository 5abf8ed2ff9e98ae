"""A blind of chips is put in at once, in parts, or after the other one: no act is out of turn."""

import pytest

from shared_rules.rulebooks import BOOKS
from tests.rulings.ruling_scene import Scene, ring

SEATS = (1, 2, 3, 4)


def put(scene, seat, *motions):
    for n, chips in enumerate(motions):
        scene.add("chips_move", seat=seat, chips=chips, **{"from": f"seat:{seat}"},
                  to=f"line:{seat}", by="player", motion=n + 1, released=True,
                  crossed="full")  # fmt: skip
    return scene


def blinds(*rows):
    """The setup's blinds are 100 of seat 1 and 200 of seat 2."""
    scene = Scene(ring(SEATS)).add("riffle", 0)
    for seat, motions in rows:
        put(scene, seat, *motions)
    return scene


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("rows", [
    [(1, [[25], [75]]), (2, [[200]])],
    [(1, [[25]]), (2, [[200]]), (1, [[75]])],
    [(2, [[100], [100]]), (1, [[100]])],
    [(2, [[100]]), (1, [[100]]), (2, [[100]])],
])  # fmt: skip
def test_blinds_in_parts_and_in_any_order_are_posted_and_say_nothing(book, rows):
    hand = blinds(*rows).hand(book)
    assert hand.rulings == []
    assert hand.posted == {1: [("sb", 100)], 2: [("bb", 200)]} and hand.phase == "setup"


@pytest.mark.parametrize("book", BOOKS)
def test_a_part_of_a_blind_alone_is_no_blind_and_no_act(book):
    hand = blinds((1, [[25], [74]]), (2, [[200]])).hand(book)
    assert hand.posted == {2: [("bb", 200)]} and hand.rulings == []


@pytest.mark.parametrize("book", BOOKS)
def test_chips_of_a_player_who_owes_nothing_are_an_act_out_of_turn(book):
    scene = blinds((1, [[100]]), (2, [[200]])).deal(SEATS, 2)
    assert [r["situation"] for r in put(scene, 4, [200]).hand(book).rulings] == ["turn.oot_pending"]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("word", "said"), [("fold", []), ("raise", None)])
def test_a_hand_given_up_by_word_at_the_showdown_is_no_change_of_mind(book, word, said):
    scene = Scene(ring(SEATS, street="river", live=[1, 2], stacks={"1": 1000, "2": 1000}))
    scene.act(1, "bet", 200).act(2, "call").add("declare", seat=2, word=word, wording="plain")
    found = [r["situation"] for r in scene.hand(book).rulings]
    assert found == said if said is not None else found != []


def test_an_ante_that_comes_late_is_nothing_to_call_and_a_blind_is():
    s = Scene(ring(ante=300)).start().deal(rounds=2)
    assert s.hand("tda-2011").high == 200
    s.add("post", seats=[3], kind="ante", amount=300)
    hand = s.hand("tda-2011")
    assert (hand.phase, hand.high, hand.bet(3)) == ("betting", 200, 0)
    cash = Scene(ring(format="cash")).start().deal(rounds=2)
    cash.add("post", seats=[3], kind="straddle", amount=400)
    assert cash.hand("rrop-6").high == 400
