"""The hand after this one in the same view: whose the button is, and what is brought along."""

import pytest

from shared_rules.hand.start import frame
from shared_rules.rulebooks import BOOKS
from tests.rulings.scene import Scene, ring

SEATS = (1, 2, 3, 4, 5)


def next_hand(puck=None):
    """The blinds of seats 1 and 2 are folded to; the next hand is dealt by the dead button."""
    s = Scene(ring(SEATS)).start().deal(rounds=2)
    for seat in (3, 4, 5, 1):
        s.act(seat, "fold")
    s.add("pot_awarded", seats=[2], amount=300)
    if puck:
        s.add("puck_move", puck="dealer_button", to=f"seat:{puck}", by="dealer",
              **{"from": "seat:5"})  # fmt: skip
    s.add("riffle").add("post", seats=[2], kind="sb", amount=100)
    return s.add("post", seats=[3], kind="bb", amount=200)


@pytest.mark.parametrize("book", BOOKS)
def test_the_button_of_the_next_hand_lies_where_the_small_blind_was(book):
    hand = next_hand().hand(book)
    assert (hand.button, hand.sb_seat, hand.bb_seat) == (1, 2, 3)
    assert hand.open_incidents() == []


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("puck", "wrong"), [(1, False), (2, True), (5, True)])
def test_a_button_that_was_seen_to_move_counts_where_it_lies(book, puck, wrong):
    found = [r["situation"] for r in next_hand(puck).hand(book).open_incidents()]
    assert found == (["frame.button_adjust_dead"] if wrong else [])


def after_a_wrong_button(quiet):
    """The button was moved twice, seen late; some quiet hands, then one with the button wrong."""
    s = Scene(ring(SEATS, button=2, sb_seat=3, bb_seat=4, previous={"button": 5, "sb": 1, "bb": 2}))
    s.start().deal([3, 4, 5, 1, 2], rounds=2).act(5, "call", 200).act(1, "call", 200)
    s.act(2, "call", 200).notice("wrong_button", by="player", seat=5)
    for seat in (3, 4, 5, 1):
        s.act(seat, "fold") if seat != 4 else s.act(4, "check")
    bb = 4
    for n in range(quiet + 1):
        s.add("pot_awarded", seats=[2 if n == 0 else bb], amount=300)
        sb, bb = bb, bb % 5 + 1
        if n == quiet:
            s.add("puck_move", puck="dealer_button", to=f"seat:{bb}", by="dealer",
                  **{"from": "seat:1"})  # fmt: skip
        s.nth = 0
        s.add("riffle").add("post", seats=[sb], kind="sb", amount=100)
        s.add("post", seats=[bb], kind="bb", amount=200)
        order = [(bb + k) % 5 + 1 for k in range(5)]
        if n < quiet:
            s.deal([*order[3:], *order[:3]], rounds=2)
            for seat in order[:4]:
                s.act(seat, "fold")
    return s


@pytest.mark.parametrize(("quiet", "judged"), [(0, False), (1, False), (2, True)])
def test_a_button_put_right_takes_two_hands_and_is_judged_again_in_the_third(quiet, judged):
    hand = after_a_wrong_button(quiet).hand("ipr-2018")
    assert "deal.button_moved_twice" in [r["situation"] for r in hand.past]
    found = [r["situation"] for r in hand.open_incidents()]
    assert ("frame.button_adjust_dead" in found) == judged


def after_a_big_blind_went(puck, ends="riffle"):
    """Seat 9 went out as big blind: a hand without a small blind, then the button is moved."""
    seats = [1, 2, 4, 5, 7, 8]
    last = {"button": 7, "sb": 8, "bb": 9}
    s = Scene(ring(seats, button=7, previous=last))
    for key in ("sb_seat", "bb_seat"):
        del s.setup[key]
    s.add("puck_move", puck="dealer_button", to="seat:8", by="dealer", **{"from": "seat:7"})
    s.add("riffle").add("post", seats=[1], kind="bb", amount=200).deal(seats, rounds=2)
    for seat in (2, 4, 5, 7, 8):
        s.act(seat, "fold")
    s.add("pot_awarded", seats=[1], amount=200)
    s.add("puck_move", puck="dealer_button", to=f"seat:{puck}", by="dealer", **{"from": "seat:8"})
    s.add("riffle")
    if ends == "deal":
        s.nth = 0
        s.add("post", seats=[1], kind="sb", amount=100)
        s.add("post", seats=[2], kind="bb", amount=200).deal(seats, rounds=2)
    return s


@pytest.mark.parametrize("book", BOOKS)
def test_the_button_comes_to_the_seat_a_big_blind_left(book):
    hand = after_a_big_blind_went(9, "deal").hand(book)
    assert (hand.button, hand.sb_seat, hand.bb_seat) == (9, 1, 2)
    assert hand.open_incidents() == []


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("puck", [1, 8, 2])
def test_a_button_laid_wrong_for_the_next_hand_is_ruled_on_at_its_riffle(book, puck):
    hand = after_a_big_blind_went(puck).hand(book)
    if puck == 8:  # it has not been moved: what is seen of it may still come
        assert hand.open_incidents() == []
        return
    r = hand.answer()
    assert (r["ruling"], r["decided_by"]) == ("button_adjusted", "dealer")
    assert r["remedy_steps"] == ["button_to_seat_9", "big_blind_seat_2"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_button_put_right_after_the_riffle_leaves_no_trace_in_the_hand(book):
    s = after_a_big_blind_went(1)
    s.add("puck_move", puck="dealer_button", to="seat:9", by="dealer", **{"from": "seat:1"})
    s.nth = 0
    s.add("post", seats=[1], kind="sb", amount=100).add("post", seats=[2], kind="bb", amount=200)
    hand = s.deal([1, 2, 4, 5, 7, 8], rounds=2).act(4, "fold").hand(book)
    assert hand.open_incidents() == []
    assert hand.bb_seat == 2


def test_a_hand_that_follows_unkeyed_has_its_button_where_the_big_blind_went():
    seats = [1, 2, 4, 5, 7, 8]
    s = Scene(ring(seats, button=8, sb_seat=None, bb_seat=1, table_max=9))
    s.add("riffle").add("post", seats=[1], kind="bb", amount=200).deal(seats, rounds=2)
    for seat in (2, 4, 5, 7, 8):
        s.act(seat, "fold")
    after = frame.following(s.hand("tda-2011"))
    assert (after["button"], after["sb_seat"], after["bb_seat"]) == (9, 1, 2)


@pytest.mark.parametrize("book", ["rrop-6", "tda-2011", "stg-2011"])
@pytest.mark.parametrize(("sb", "bb", "right"), [(2, 3, True), (1, 2, False), (3, 4, False)])
def test_a_second_hand_without_a_move_of_the_button_is_judged_by_its_blinds(book, sb, bb, right):
    seats = [1, 2, 3, 4, 5, 6]
    s = Scene(ring(seats, "river", live=[3, 4], street_closed=True, pot=2000, button=6,
                   board=["Kd", "8s", "3c", "Jc", "2h"]))  # fmt: skip
    s.add("showdown", seats=[3, 4]).add("pot_awarded", seats=[3], amount=2000).add("riffle")
    s.add("post", seats=[sb], kind="sb", amount=100).add("post", seats=[bb], kind="bb", amount=200)
    s.deal([*seats[sb - 1 :], *seats[: sb - 1]], rounds=2)
    assert (s.ruling(book)["ruling"] == "no_incident") == right


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "tda-2011"])
def test_a_button_nobody_saw_moving_is_where_it_was_once_somebody_says_so(book):
    s = Scene(ring(SEATS)).start().deal(rounds=2)
    for seat in (3, 4, 5, 1):
        s.act(seat, "fold")
    s.add("pot_awarded", seats=[2], amount=300).add("riffle")
    s.add("post", seats=[1], kind="sb", amount=100)
    assert s.hand(book).open_incidents() == []
    assert s.notice("wrong_button", by="player", seat=4).ruling(book)["ruling"] == "button_adjusted"


def between_hands(*events, posted=(100, 200)):
    """Folded to the big blind; what comes before the riffle, and the blinds of the next hand."""
    s = Scene(ring(SEATS)).start().deal(rounds=2)
    for seat in (3, 4, 5, 1):
        s.act(seat, "fold")
    s.add("pot_awarded", seats=[2], amount=300)
    for what in events:
        s.add(what, **({"sb": 200, "bb": 400} if what == "level" else {}))
    s.add("riffle") if "riffle" not in events else None
    s.add("post", seats=[2], kind="sb", amount=posted[0])
    return s.add("post", seats=[3], kind="bb", amount=posted[1])


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web"])
def test_the_next_hand_begins_with_its_dealer_and_keeps_the_level_it_began_at(book):
    pushed = between_hands("dealer_push", "level")
    assert pushed.ruling(book)["ruling"] == "no_incident"
    assert {"ipr-2018:26.4", "ipr-web:W18.4"} & set(pushed.ruling(book)["cite"])
    assert pushed.hand(book).bb == 200
    before = between_hands("level", "dealer_push")
    assert before.ruling(book)["ruling"] == "new_level_applies"
    late = between_hands("riffle", "level")
    assert (late.ruling(book)["ruling"], late.hand(book).bb) == ("no_incident", 200)


def test_a_level_told_after_the_push_waits_where_only_the_riffle_counts():
    assert between_hands("dealer_push", "level").ruling("rrop-6")["ruling"] == "new_level_applies"
