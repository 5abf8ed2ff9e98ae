"""The hand after this one in the same view: whose the button is, and what is brought along."""

import pytest

from shared_rules.hand.start import frame
from shared_rules.rulebooks import BOOKS
from tests.rulings.ruling_scene import Scene, ring

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


def after_a_big_blind_went(puck, ends="riffle", amount=200, early=False):
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
    moved = {"puck": "dealer_button", "from": "seat:8", "to": f"seat:{puck}", "by": "dealer"}
    if early:
        s.add("puck_move", **moved)
    s.add("pot_awarded", seats=[1], **({"amount": amount} if amount else {}))
    if not early:
        s.add("puck_move", **moved)
    if ends != "word":
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
@pytest.mark.parametrize("posted", [False, True])
def test_a_button_laid_wrong_for_the_next_hand_is_put_right_when_somebody_says_so(book, posted):
    """No card of the next hand is out and its deck is not riffled: there is no deal to judge."""
    wrong, right = (after_a_big_blind_went(puck, "word") for puck in (1, 9))
    for s in (wrong, right):
        if posted:
            s.add("post", seats=[2], kind="sb", amount=100)
            s.add("post", seats=[4], kind="bb", amount=200)
        s.notice("wrong_button", by="player", seat=2)
    r = wrong.ruling(book)
    assert (r["ruling"], r["decided_by"]) == ("button_adjusted", "dealer")
    assert r["remedy_steps"] == ["button_to_seat_9", "big_blind_seat_2"]
    assert right.hand(book).open_incidents() == []
    s = wrong.add("puck_move", puck="dealer_button", to="seat:9", by="dealer", **{"from": "seat:1"})
    s.nth = 0
    s.add("riffle").add("post", seats=[1], kind="sb", amount=100)
    s.add("post", seats=[2], kind="bb", amount=200).deal([1, 2, 4, 5, 7, 8], rounds=2)
    hand = s.act(4, "fold").hand(book)
    assert (hand.open_incidents(), hand.button, hand.bb_seat) == ([], 9, 2)
    assert not hand.pending.get("repair")  # the hands after this one are judged again


@pytest.mark.parametrize(("amount", "early"), [(None, False), (200, True), (None, True)])
def test_a_button_moved_after_the_last_fold_is_the_next_hands(amount, early):
    """However the pot is said to be pushed, and whether that is said before the button moves."""
    for book in BOOKS:
        r = after_a_big_blind_went(1, "riffle", amount, early).ruling(book)
        assert r["remedy_steps"] == ["button_to_seat_9", "big_blind_seat_2"], book
        right = after_a_big_blind_went(9, "deal", amount, early).hand(book)
        assert right.open_incidents() == []


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


def replayed(*posts, level=(200, 400), voids=1, late=False):
    """A first card up voids the deal; the level goes up before or after the riffle of the redeal.

    ``posts``: small and big blind of the last redeal; those of the void deals are the old ones.
    """
    s = Scene(ring(SEATS)).start()
    for n in range(voids):
        s.card("seat:1", "Kd", "up").add("finding", kind="misdeal_declared")
        s.card("stub", "Kd", "down", frm="seat:1")
        for seat, chips in ((1, [100]), (2, [100, 100])):
            s.add("chips_move", seat=seat, chips=chips, to=f"seat:{seat}", by="dealer",
                  **{"from": f"line:{seat}"})  # fmt: skip
        if level and n == 0 and not late:
            s.add("level", sb=level[0], bb=level[1])
        s.nth = 0
        s.add("riffle")
        if level and n == 0 and late:
            s.add("level", sb=level[0], bb=level[1])
        blinds = posts if n == voids - 1 else (100, 200)
        s.add("post", seats=[1], kind="sb", amount=blinds[0])
        s.add("post", seats=[2], kind="bb", amount=blinds[1])
    return s


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("voids", [1, 2])
def test_a_redeal_after_the_level_went_up_is_played_at_the_new_one(voids, late):
    old = replayed(100, 200, voids=voids, late=late)
    for book in ("rrop-6", "tda-2011", "stg-2011", "ipr-web"):
        r = old.ruling(book)
        if voids == 1 or not late:
            assert (r["ruling"], r["amount"]) == ("new_level_applies", 400)
    r = old.ruling("ipr-2018")  # its void deals are replayed exactly
    assert (r["ruling"], r["amount"]) == ("exact_replay", 200)


def test_new_blinds_of_a_redeal_are_right_once_the_level_went_up():
    for book in ("rrop-6", "tda-2011", "stg-2011", "ipr-web"):
        hand = replayed(200, 400).deal(rounds=2).act(3, "call", 400).hand(book)
        assert (hand.bb, hand.open_incidents()) == (400, [])
        assert replayed(100, 200, level=None).hand(book).ruled("frame.new_level") is None


def one_too_far(puck, seats=(1, 2, 3, 4, 5, 6)):
    """The button lay a seat too far, seen after two had acted; then it is put to ``puck``."""
    s = Scene(ring(seats, street="preflop", button=4, sb_seat=5, bb_seat=6, live=list(seats),
                   bets={"5": 100, "6": 200},
                   previous={"button": 2, "sb": 3, "bb": 4}))  # fmt: skip
    s.act(1, "raise", 500).act(2, "fold").notice("wrong_button", by="player", seat=3)
    for seat in (3, 4, 5, 6):
        s.act(seat, "fold")
    s.add("pot_awarded", seats=[1], amount=500)
    return s.add("puck_move", puck="dealer_button", to=f"seat:{puck}", by="dealer",
                 **{"from": "seat:4"}).add("riffle")  # fmt: skip


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web"])
def test_a_button_to_go_back_one_that_was_moved_on_is_put_back(book):
    rule = {"ipr-2018": "ipr-2018:40.1", "ipr-web": "ipr-web:W38.1"}[book]
    s = one_too_far(5).add("post", seats=[6], kind="sb", amount=100)
    r = s.add("post", seats=[1], kind="bb", amount=200).notice("wrong_button", by="player",
                                                               seat=6).ruling(book)  # fmt: skip
    assert r["ruling"] == "button_adjusted" and rule in r["cite"]
    assert r["remedy_steps"] == ["button_to_seat_3", "big_blind_seat_5"]
    right = one_too_far(3).add("post", seats=[4], kind="sb", amount=100)
    right.add("post", seats=[5], kind="bb", amount=200)
    r = right.ruling(book)
    assert r["ruling"] == "no_incident" and rule in r["cite"]
    hand = right.notice("wrong_button", by="player", seat=6).hand(book)
    assert hand.ruled("frame.button_adjust_dead") is None


@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_button_of_a_hand_under_way_is_not_put_right_in_it(book):
    s = Scene(ring((1, 2, 3, 4, 5, 6), street="preflop", button=4, sb_seat=5, bb_seat=6,
                   live=[1, 2, 3, 4, 5, 6], bets={"5": 100, "6": 200},
                   previous={"button": 2, "sb": 3, "bb": 4}))  # fmt: skip
    s.act(1, "call", 200).act(2, "call", 200).notice("wrong_button", by="player", seat=3)
    assert s.hand(book).ruled("frame.button_adjust_dead") is None


def between_button_and_blind(hands):
    """Seat 6 came from another table behind the button; it is dealt round in the first hand."""
    s = Scene(ring((1, 2, 3, 5, 6), button=5, sb_seat=1, bb_seat=2, moved_in=[{"seat": 6}]))
    s.start().deal([1, 2, 3, 5], rounds=2)
    order = [1, 2, 3, 5, 6]
    for n in range(1, hands):
        for seat in (3, 5, 1) if n == 1 else (5, 6, 1, 2):
            s.act(seat, "fold")
        s.add("pot_awarded", seats=[order[n]], amount=300)
        s.nth = 0
        s.add("riffle").add("post", seats=[order[n]], kind="sb", amount=100)
        s.add("post", seats=[order[n + 1]], kind="bb", amount=200)
        s.deal([*order[n:], *order[:n]], rounds=2)
    return s


@pytest.mark.parametrize("book", ["tda-2011", "ipr-2018", "ipr-web", "stg-2011"])
def test_a_newcomer_who_had_to_wait_is_dealt_in_by_that_rule_in_the_next_hand(book):
    first, second, third = (between_button_and_blind(n).hand(book) for n in (1, 2, 3))
    assert first.ruled("frame.newcomer_no_hand")["seat"] == 6
    assert second.ruled("frame.newcomer_dealt")["seat"] == 6
    assert second.answer()["ruling"] == "no_incident"
    cite = second.book.outcome("frame.newcomer_dealt").cite
    assert set(cite) & set(second.answer()["cite"])
    assert third.ruled("frame.newcomer_dealt") is None
    assert third.incidents() == []


def test_who_was_dealt_in_is_no_newcomer_any_more():
    scene = between_button_and_blind(1)
    scene.setup["moved_in"] = [{"seat": 3}, {"seat": 6}]
    assert frame.following(scene.hand("tda-2011"))["moved_in"] == [{"seat": 6}]


def put_right_at_once(last):
    """A button two seats on is put right before the cards; the next hand's lies at ``last``."""
    s = Scene(ring([1, 2, 3, 5, 6, 8], previous={"button": 8, "sb": 1, "bb": 2}))
    for key in ("sb_seat", "bb_seat"):
        del s.setup[key]
    moves = [(8, 2), (2, 1), (1, last)]
    for n in range(3):
        way = {"from": f"seat:{moves[n][0]}", "to": f"seat:{moves[n][1]}"}
        s.add("puck_move", puck="dealer_button", by="dealer", **way)
        if n != 1:
            s.add("riffle")
        if n == 1:
            s.add("post", seats=[2], kind="sb", amount=100).add("post", seats=[3], kind="bb",
                                                                amount=200)  # fmt: skip
            s.deal([2, 3, 5, 6, 8, 1], 2)
            for seat in (5, 6, 8, 1, 2):
                s.act(seat, "fold")
            s.add("pot_awarded", seats=[3])
    return s


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("last", "wrong"), [(2, False), (3, True), (5, True)])
def test_a_button_put_right_at_once_leaves_the_next_hand_to_be_checked(book, last, wrong):
    r = put_right_at_once(last).ruling(book)
    assert (r["ruling"] == "button_adjusted") == wrong
    if wrong:
        assert r["remedy_steps"][0] == "button_to_seat_2"


@pytest.mark.parametrize(("acts", "ruling"), [(1, "floor_decides"), (2, "deal_stands")])
def test_a_button_left_behind_stands_after_substantial_action(acts, ruling):
    # tda-2011:32 has no word on the button, but lets no deal be voided after it (33)
    s = Scene(ring((1, 2, 3, 4, 5, 6), button=5, sb_seat=None, bb_seat=None,
                   previous={"button": 5, "sb": 6, "bb": 1}))  # fmt: skip
    s.add("riffle").add("post", seats=[6], kind="sb", amount=100)
    s.add("post", seats=[1], kind="bb", amount=200).deal([6, 1, 2, 3, 4, 5], rounds=2)
    s.act(2, "raise", 500)
    if acts == 2:
        s.act(3, "call", 500)
    r = s.notice("wrong_button", by="player", seat=4).ruling("tda-2011")
    assert r["ruling"] == ruling
    assert r["remedy_steps"] == (["play_out_hand"] if acts == 2 else [])
