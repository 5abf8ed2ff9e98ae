"""Blinds of seats that do not owe them, without a previous hand to compare with; late blinds."""

import pytest

from shared_rules.engine import Hand
from shared_rules.rulebooks import BOOKS
from tests.rulings.ruling_scene import Scene, ring

SEATS = (1, 2, 3, 4, 5)
SPEAKS = ("ipr-2018", "ipr-web", "rrop-6", "stg-2011")  # the books that say where blinds belong
WRONG, TOO_LATE = "frame.blind_wrong_seat", "frame.blind_wrong_seat_late"
RULES = {
    "ipr-2018": ("ipr-2018:41.2", "ipr-2018:41.1"),
    "ipr-web": ("ipr-web:W39.2", "ipr-web:W39.1"),
    "rrop-6": ("rrop-6:S4-2b", "rrop-6:S15-30"),
    "stg-2011": ("stg-2011:A3", "stg-2011:A3"),
}  # fmt: skip


def table(**more):
    return Scene(ring(SEATS, stacks={str(s): 5000 for s in SEATS}, **more)).add("riffle", 0)


def put(scene, seat, chips, **more):
    fields = {"from": f"seat:{seat}", "to": f"line:{seat}", "by": "player", "motion": 1}
    return scene.add("chips_move", seat=seat, chips=chips, released=True, crossed="full",
                     **{**fields, **more})  # fmt: skip


def back(scene, seat, chips):
    return scene.add("chips_move", seat=seat, chips=chips, by="dealer",
                     **{"from": f"line:{seat}", "to": f"seat:{seat}"})  # fmt: skip


def post(scene, seat, kind):
    return scene.add("post", seats=[seat], kind=kind, amount={"sb": 100, "bb": 200}[kind])


def posted(scene, by, seat, kind):
    """A blind by the macro, or by the chips themselves."""
    if by == "post":
        return post(scene, seat, kind)
    return put(scene, seat, {"sb": [100], "bb": [100, 100]}[kind])


def situations(hand):
    return [r["situation"] for r in hand.open_incidents()]


@pytest.mark.parametrize("by", ["post", "chips"])
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seat", [3, 4, 5])
def test_a_big_blind_of_another_seat_goes_back_and_the_right_one_posts(book, by, seat):
    scene = posted(posted(table(), by, 1, "sb"), by, seat, "bb")
    r = scene.ruling(book)
    assert (r["situation"], r["seat"]) == (WRONG, seat)
    if book in SPEAKS:
        assert r["ruling"] == "button_adjusted" and r["cite"][0] == RULES[book][0]
        assert r["remedy_steps"] == [f"return_wager_to_seat_{seat}", "big_blind_seat_2"]
        assert (r["decided_by"], r["misdeal"]) == ("dealer", False)
    else:
        assert r["ruling"] == "floor_decides"  # this book does not say where the blinds are
    posted(back(scene, seat, [200]), by, 2, "bb").deal(SEATS, 2).act(3, "call", 200)
    hand = scene.hand(book)
    assert hand.open_incidents() == [] and hand.answer()["ruling"] == "no_incident"
    assert hand.posted[2] == [("bb", 200)] and not hand.posted[seat]
    assert hand.bets[2] == 200 and sum(hand.stacks.values()) + hand.pot_total() == 25000


@pytest.mark.parametrize("book", SPEAKS)
def test_a_small_blind_of_another_seat_goes_back(book):
    scene = post(table(), 4, "sb")
    assert scene.ruling(book)["remedy_steps"] == ["return_wager_to_seat_4"]
    post(post(scene, 1, "sb"), 2, "bb").deal(SEATS, 2).act(3, "fold")
    assert scene.hand(book).open_incidents() == []


@pytest.mark.parametrize("book", SPEAKS)
def test_both_blinds_one_seat_too_far_are_both_ruled(book):
    hand = post(post(table(), 2, "sb"), 3, "bb").hand(book)
    assert [r["seat"] for r in hand.open_incidents()] == [2, 3]


@pytest.mark.parametrize("book", SPEAKS)
def test_nobody_owes_a_small_blind_where_it_is_dead(book):
    hand = post(table(sb_seat=None), 1, "sb").hand(book)
    assert situations(hand) == [WRONG]


@pytest.mark.parametrize("book", BOOKS)
def test_heads_up_the_blinds_are_those_of_the_rule_for_two(book):
    scene = Scene(ring((1, 2))).add("riffle", 0)  # button and small blind: seat 2
    assert situations(post(scene, 2, "bb").hand(book)) == ["frame.button_heads_up"]
    right = Scene(ring((1, 2))).add("riffle", 0)
    assert situations(post(post(right, 2, "sb"), 1, "bb").hand(book)) == []


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("events", "found"), [
    ((), [WRONG]),  # the cards alone change nothing: it can still be put right
    (("blind",), [WRONG]),  # the right blind is no act
    (("act",), [TOO_LATE]),
])  # fmt: skip
def test_a_wrong_blind_is_put_right_until_the_first_act(book, events, found):
    scene = put(put(table(), 1, [100]), 3, [100, 100]).deal(SEATS, 2)
    for event in events:
        if event == "act":
            scene.add("declare", seat=3, word="raise", wording="plain", amount=600)
        else:
            put(scene, 2, [100])
    hand = scene.hand(book)
    assert situations(hand) == found
    if found == [TOO_LATE]:
        assert hand.answer()["ruling"] == "floor_decides"  # no book goes on from here


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("more", [
    {"owes_blind": [4]}, {"posts": {"4": 200}}, {"previous": {"button": 4, "sb": 5, "bb": 1}},
])  # fmt: skip
def test_a_blind_that_is_made_up_or_compared_with_the_last_hand_is_none_of_these(book, more):
    hand = post(post(table(**more), 1, "sb"), 4, "bb").hand(book)
    assert WRONG not in situations(hand)


@pytest.mark.parametrize("book", BOOKS)
def test_a_second_big_blind_after_the_right_one_is_no_wrong_one(book):
    hand = post(post(post(table(), 1, "sb"), 2, "bb"), 4, "bb").hand(book)
    assert situations(hand) == []


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("chips", "kind"), [([100], "sb"), ([99], None), ([101], None)])
def test_chips_of_another_seat_are_a_blind_only_when_they_are_exactly_one(book, chips, kind):
    hand = put(table(), 4, chips).hand(book)
    assert hand.posted.get(4, []) == ([(kind, 100)] if kind else [])
    assert situations(hand) == ([WRONG] if kind else []) and hand.phase == "setup"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("late", ["post", "chips", "oversized", "parts"])
@pytest.mark.parametrize("acts", [0, 1])
def test_a_big_blind_after_the_deal_began_is_the_blind_and_no_act_out_of_turn(book, late, acts):
    scene = post(table(), 1, "sb").deal(SEATS, 2)
    if acts:
        scene.act(3, "call", 200)
    if late == "post":
        post(scene, 2, "bb")
    elif late == "parts":
        put(put(scene, 2, [100]), 2, [100], motion=2)
    else:
        put(scene, 2, [500] if late == "oversized" else [100, 100])
    hand = scene.hand(book)
    r = hand.answer()
    assert hand.open_incidents() == [] and (r["ruling"], r["amount"]) == ("no_incident", 200)
    if book in SPEAKS:
        assert RULES[book][1] in r["cite"]
    assert hand.posted[2] == [("bb", 200)] and hand.turn == 3 + acts and hand.stacks[2] == 4800
    hand.apply({"t": scene.t + 1000, "what": "action", "seat": 3 + acts, "act": "call", "to": 200})
    assert hand.answer()["seat"] == 3 + acts  # play has gone on


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("chips", "waits"), [([100], True), ([100, 99], True),
                                               ([100, 100, 100], False)])  # fmt: skip
def test_another_sum_than_the_late_blind_is_a_part_of_it_or_a_wager(book, chips, waits):
    hand = put(post(table(), 1, "sb").deal(SEATS, 2), 2, chips).hand(book)
    assert situations(hand) == ([] if waits else ["turn.oot_pending"]) and 2 not in hand.posted


@pytest.mark.parametrize("book", BOOKS)
def test_a_late_small_blind_is_one_too_and_nobody_else_posts_late(book):
    hand = put(post(table(), 2, "bb").deal(SEATS, 2), 1, [100]).hand(book)
    assert hand.posted[1] == [("sb", 100)] and situations(hand) == []
    other = put(post(table(), 2, "bb").deal(SEATS, 2), 5, [200]).hand(book)
    assert situations(other) == ["turn.oot_pending"]


@pytest.mark.parametrize("book", BOOKS)
def test_the_turn_of_the_late_blind_is_its_act(book):
    scene = post(table(), 1, "sb").deal(SEATS, 2)
    for seat in (3, 4, 5, 1):
        scene.act(seat, "call", 200)
    hand = put(scene, 2, [200]).hand(book)
    assert [a["act"] for a in hand.actions if a["seat"] == 2] == ["call"]
    assert hand.turn is None


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("chips", "posted"), [([100], True), ([100, 100], False), ([99], False)])
def test_just_a_small_blind_put_out_in_its_turn_is_the_blind(book, chips, posted):
    """Heads-up it opens the betting: as a wager the blind would be less than any."""
    setup = ring((1, 2), stacks={"1": 5000, "2": 5000})
    scene = Scene(setup).add("riffle", 0)
    seat = scene.hand(book).sb_seat
    post(scene, 3 - seat, "bb").deal((1, 2), 2)
    assert scene.hand(book).turn == seat
    hand = put(scene, seat, chips).hand(book)
    assert (hand.posted.get(seat) == [("sb", 100)]) == posted
    assert not posted or (hand.turn == seat and situations(hand) == [])


def test_a_blind_all_in_that_comes_late_is_the_whole_stack():
    setup = ring(SEATS, stacks={**{str(s): 5000 for s in SEATS}, "2": 150})
    scene = post(Scene(setup).add("riffle", 0), 1, "sb").deal(SEATS, 2)
    hand = put(scene, 2, [100, 50]).hand("rrop-6")
    assert hand.posted[2] == [("bb", 150)] and hand.all_in == [2] and isinstance(hand, Hand)


# -- pointed out as missing


def missing(scene, seat=2):
    return scene.notice("blind_missing", by="table", about_seat=seat)


@pytest.mark.parametrize("book", BOOKS)
def test_a_blind_that_is_missing_when_all_have_their_cards_is_put_out_then(book):
    scene = missing(post(table(), 1, "sb").deal(SEATS, 2))
    (r,) = scene.hand(book).rulings
    assert (r["situation"], r["seat"], r["amount"]) == ("frame.blind_late", 2, 200)
    assert r["irregular"]
    assert r["ruling"] == ("wager_corrected" if book in SPEAKS else "floor_decides")
    hand = put(scene, 2, [200]).hand(book)
    assert hand.posted[2] == [("bb", 200)] and hand.turn == 3


@pytest.mark.parametrize("book", BOOKS)
def test_a_blind_that_is_short_when_all_have_their_cards_is_made_whole_then(book):
    scene = missing(put(post(table(), 1, "sb"), 2, [100, 50]).deal(SEATS, 2))
    (r,) = scene.hand(book).rulings
    short = "wager.wrong_blind" if book == "rrop-6" else "frame.blind_late"
    assert (r["situation"], r["seat"], r["amount"]) == (short, 2, 200)
    hand = put(scene, 2, [50]).hand(book)
    assert hand.posted[2] == [("bb", 200)] and hand.turn == 3


@pytest.mark.parametrize("seat", [1, 3])
def test_nothing_is_missing_of_a_seat_that_owes_none(seat):
    assert missing(post(table(), 1, "sb").deal(SEATS, 2), seat).hand("rrop-6").rulings == []


def test_nor_once_somebody_has_acted_or_the_blinds_lie():
    acted = missing(post(table(), 1, "sb").deal(SEATS, 2).act(3, "fold"))
    assert acted.hand("rrop-6").ruled("frame.blind_late") is None
    both = missing(post(post(table(), 1, "sb"), 2, "bb").deal(SEATS, 2))
    assert both.hand("rrop-6").rulings == []
