"""Rulings about the frame of hands: levels, button and blinds, race, kill, bring-in, penalties."""

import pytest

from tests.rulings.ruling_scene import Scene, ring, stud
from tests.rulings.showdown.test_showdown import BOOKS, codes

# -- when a hand begins, and its level ------------------------------------------------------------


def level_after(*starts):
    s = Scene(ring())
    for what in starts:
        s.add(what)
    s.add("level", sb=150, bb=300)
    if "riffle" not in starts and "machine_deck_cut" not in starts:
        s.add("riffle")
    return s


def test_level_after_the_riffle_waits():
    assert set(codes(level_after("riffle")).values()) == {"no_incident"}


def test_level_before_the_riffle_applies_at_once():
    for book in BOOKS:
        r = level_after().ruling(book)
        assert (r["ruling"], r["amount"]) == ("new_level_applies", 300)


def test_level_after_the_shuffler_button():
    got = codes(level_after("shuffler_button"))
    assert got == {
        "ipr-2018": "no_incident",
        "ipr-web": "no_incident",
        "rrop-6": "new_level_applies",
        "tda-2011": "no_incident",
        "stg-2011": "new_level_applies",
    }


def test_blinds_of_the_new_level_are_in_order():
    s = level_after()
    s.add("post", seats=[1], kind="sb", amount=150).add("post", seats=[2], kind="bb", amount=300)
    assert s.ruling("tda-2011")["ruling"] == "no_incident"
    assert s.hand("tda-2011").bb == 300 and not s.hand("tda-2011").incidents()


def test_a_blind_of_the_old_level_is_put_right_also_beside_one_of_the_new():
    for small, big in ((100, 300), (150, 200)):
        s = level_after()
        s.add("post", seats=[1], kind="sb", amount=small)
        s.add("post", seats=[2], kind="bb", amount=big)
        assert set(codes(s).values()) == {"new_level_applies"}


RIFFLE_ONLY = ("rrop-6", "stg-2011")  # books that know no sign of a deck from the shuffler


def from_the_shuffler(level_at, sb=100, bb=200):
    """Deck out of the shuffler and cut; the level goes up before, between, at the cards, later."""
    s = Scene(ring())

    def level(here):
        if here == level_at:
            s.add("level", sb=150, bb=300)

    level("before")
    s.add("shuffler_button")
    level("between")
    s.add("machine_deck_cut").add("post", seats=[1], kind="sb", amount=sb)
    s.add("post", seats=[2], kind="bb", amount=bb)
    if level_at in ("cards", "act"):
        s.deal(rounds=2)
        level("cards")
    if level_at == "act":
        s.act(3, "call", 200)
        level("act")
    return s


def test_a_level_called_with_the_deck_out_of_the_shuffler_is_a_question_where_riffles_count():
    for book in BOOKS:
        before = from_the_shuffler("before").ruling(book)
        assert (before["ruling"], before["amount"]) == ("new_level_applies", 300), book
        asked = from_the_shuffler("between").ruling(book)
        want = "floor_decides" if book in RIFFLE_ONLY else "no_incident"
        assert asked["ruling"] == want, book
        assert asked["confidence"] == ("medium" if book in RIFFLE_ONLY else "high")


@pytest.mark.parametrize(("sb", "bb", "least"), [(100, 200, 400), (150, 300, 600)])
def test_the_level_is_the_one_whose_blinds_were_put_out_when_nobody_can_tell(sb, bb, least):
    for book in RIFFLE_ONLY:
        s = from_the_shuffler("between", sb, bb).deal(rounds=2)
        raised = s.add("declare", seat=3, word="raise", wording="plain", amount=least)
        assert raised.ruling(book)["ruling"] == "no_incident", book


def test_a_riffle_after_the_level_leaves_no_question():
    for book in RIFFLE_ONLY:
        s = Scene(ring()).add("shuffler_button").add("level", sb=150, bb=300).add("riffle")
        s.add("post", seats=[1], kind="sb", amount=100).add(
            "post", seats=[2], kind="bb", amount=200
        )
        r = s.ruling(book)
        assert (r["ruling"], r["amount"]) == ("new_level_applies", 300), book


@pytest.mark.parametrize("level_at", ["cards", "act"])
def test_cards_on_the_table_say_that_the_hand_has_begun(level_at):
    for book in BOOKS:
        r = from_the_shuffler(level_at).ruling(book)
        assert (r["ruling"], r["amount"]) == ("no_incident", 200), book


def test_level_during_a_hand_waits_for_the_next():
    s = Scene(ring(street="flop", live=[3, 4], board=["Kd", "8s", "3c"])).act(3, "bet", 500)
    s.add("level", sb=150, bb=300)
    assert set(codes(s).values()) == {"no_incident"}


# -- button and blinds -----------------------------------------------------------------------------


def after(previous, seats, place, fmt="tournament", **more):
    s = Scene({"format": fmt, "betting": "no_limit", "seats": seats, "button": previous["button"],
               "sb": 100, "bb": 200, "ante": 0, "betting_line": True, "street": "none",
               "previous": previous, "table_max": 9, **more})  # fmt: skip
    if place != previous["button"]:
        s.add("puck_move", 0, puck="dealer_button", to=f"seat:{place}", by="dealer",
              **{"from": f"seat:{previous['button']}"})  # fmt: skip
    return s.add("riffle")


LAST = {"button": 9, "sb": 1, "bb": 2}


@pytest.mark.parametrize(
    "out, button, sb, bb",
    [
        ((), 1, 2, 3),
        ((1,), 1, 2, 3),  # the small blind is out: the button goes to the empty seat
        ((2,), 1, None, 3),  # the big blind is out: no small blind
        ((1, 2), 1, None, 3),
        ((9,), 1, 2, 3),
        ((3,), 1, 2, 4),
    ],
)
def test_dead_button(out, button, sb, bb):
    seats = [s for s in range(1, 10) if s not in out]
    for book in BOOKS:
        hand = after(LAST, seats, button).hand(book)
        assert hand.answer()["ruling"] == "no_incident"
        assert (hand.sb_seat, hand.bb_seat) == (sb, bb)
        wrong = after(LAST, seats, 5).ruling(book)
        assert wrong["ruling"] == "button_adjusted"
        assert wrong["remedy_steps"] == [f"button_to_seat_{button}", f"big_blind_seat_{bb}"]


def test_dead_button_after_a_hand_without_a_small_blind():
    # the big blind of seat 2 went out two hands ago: the button comes to the empty seat now
    last = {"button": 1, "sb": None, "bb": 3}
    s = after(last, [1, 3, 4, 5, 6, 7, 8, 9], 2)
    assert set(codes(s).values()) == {"no_incident"}
    assert s.hand("tda-2011").sb_seat == 3


def test_heads_up_nobody_has_the_big_blind_twice():
    for out, bb in (((1,), 9), ((9,), 1), ((2,), 9)):
        seats = [s for s in (1, 2, 9) if s not in out]
        sb = [s for s in seats if s != bb][0]
        s = after(LAST, seats, sb)
        assert set(codes(s).values()) == {"no_incident"}, out
        assert s.hand("tda-2011").bb_seat == bb
        r = after(LAST, seats, bb).ruling("tda-2011")
        assert r["remedy_steps"] == [f"button_to_seat_{sb}", f"big_blind_seat_{bb}"]


def test_newcomer_between_small_blind_and_button():
    s = Scene(ring([1, 2, 4, 5, 6], moved_in=[{"seat": 1}], button=6, sb_seat=2, bb_seat=4))
    s.start().deal([2, 4, 5, 6], rounds=2)
    got = {b: s.ruling(b) for b in BOOKS if b != "rrop-6"}
    assert {r["ruling"] for r in got.values()} == {"no_incident"}
    assert got["tda-2011"]["cite"] == ["tda-2011:7"]
    s = Scene(s.setup).start().deal([1, 2, 4, 5, 6], rounds=2)
    assert s.ruling("rrop-6")["ruling"] == "no_incident"


def test_the_first_button_lies_one_seat_back_where_seat_one_is_empty():
    table = ring(range(2, 10), button=9, sb_seat=2, bb_seat=3, hand_number=1)
    for book, rule in (("ipr-2018", "37.8"), ("ipr-web", "W35.8")):
        r = Scene(table).start().ruling(book)
        assert r["ruling"] == "no_incident" and f"{book}:{rule}" in r["cite"]
        wrong = Scene({**table, "button": 2, "sb_seat": 3, "bb_seat": 4}).start().ruling(book)
        assert wrong["ruling"] == "button_adjusted"
        assert wrong["remedy_steps"][0] == "button_to_seat_9"
        later = Scene({**table, "hand_number": 2}).start().ruling(book)
        assert f"{book}:{rule}" not in later["cite"]


def test_forced_chips_of_an_absent_player_are_cited_as_such():
    ups = {"1": ["9d"], "2": ["9h"], "3": ["3c"], "4": ["Ks"], "5": ["2d"], "6": ["7c"]}
    rules = {"ipr-2018": "TDA#66C in 9", "rrop-6": "S15-6"}
    for gone in ({"penalty_seats": [5]}, {"presence": {"5": "away"}}, {}):
        table = stud("third", live=[1, 2, 3, 4, 5, 6], seats=[1, 2, 3, 4, 5, 6], upcards=ups)
        s = Scene({**table, "format": "tournament", **gone}, "stud7")
        s.add("post", seats=[5], kind="bring_in", amount=50, by="dealer")
        for book, rule in rules.items():
            r = s.ruling(book)
            assert r["ruling"] == "no_incident"
            assert (f"{book}:{rule}" in r["cite"]) == bool(gone), (book, gone)


def test_first_button_elsewhere_goes_to_seat_one():
    s = Scene(ring(button=9, hand_number=1, button_drawn=False)).add("riffle")
    r = s.ruling("ipr-2018")
    assert r["remedy_steps"] == ["button_to_seat_1"] and "ipr-2018:37.7" in r["cite"]
    drawn = Scene(ring(button=9, hand_number=1, button_drawn=True)).add("riffle")
    assert drawn.ruling("rrop-6")["ruling"] == "no_incident"


# -- race, chips -----------------------------------------------------------------------------------


def race(odd, cards, **more):
    s = Scene(ring([1, 2, 4, 6, 8], button=None, sb_seat=None, bb_seat=None,
                   color={"old": 25, "new": 100}, **more))  # fmt: skip
    return s.add("color_up", stage="race", odd_chips=odd).add("race_cards", cards=cards)


CARDS = {"1": ["As", "Ks", "4d"], "4": ["Qh", "2s"], "6": ["Jd"]}


def test_race_rounds_up_or_to_the_nearest():
    # 125 in odd chips: up gives two, the nearest one
    odd = {"1": 2, "4": 2, "6": 1}
    cards = {"1": ["As", "Ks"], "4": ["Qh", "2s"], "6": ["Jd"]}
    got = {b: race(odd, cards).ruling(b)["amount"] for b in BOOKS}
    assert got["ipr-2018"] == got["stg-2011"] == 2
    assert got["rrop-6"] == 1
    r = race(odd, cards).ruling("tda-2011")  # how the rest is rounded is the house's
    assert (r["ruling"], r["amount"], r["confidence"]) == ("floor_decides", None, "medium")
    even = race({"1": 2, "4": 2}, {"1": ["As", "Ks"], "4": ["Qh", "2s"]}).ruling("tda-2011")
    assert (even["ruling"], even["amount"]) == ("race_result", 1)


def test_race_ties_by_suit():
    r = race({"1": 1, "4": 1, "6": 1}, {"1": ["Ad"], "4": ["Ah"], "6": ["Ac"]}).ruling("ipr-2018")
    assert r["remedy_steps"] == ["chip_to_seat_4"]


def test_nobody_is_raced_out():
    odd, cards = {"1": 2, "4": 1, "6": 1}, {"1": ["As", "Ks"], "4": ["Qh"], "6": ["Jd"]}
    stacks = {"1": 5000, "4": 5000, "6": 25}
    r = race(odd, cards, stacks=stacks).ruling("tda-2011")
    assert r["remedy_steps"] == ["chip_to_seat_1", "survivor_chip_to_seat_6"]
    assert r["amount"] == 2
    r = race(odd, cards, stacks=stacks).ruling("stg-2011")
    assert r["remedy_steps"] == ["survivor_chip_to_seat_6"] and r["amount"] == 1


def test_chips_carried_away_in_a_tournament():
    move = {"seat": 4, "chips": [1000, 500], "from": "seat:4", "to": "off", "by": "player"}
    s = Scene(ring()).add("chips_move", **move)
    for book in BOOKS:
        r = s.ruling(book)
        assert (r["ruling"], r["amount"]) == ("chips_forfeited", 1500)


def test_a_moved_player_takes_up_the_duties_of_the_new_seat():
    rules = {"ipr-2018": "24.6", "ipr-web": "W26.2"}
    moved = {"seat": 2, "was_bb_last_hand": True}
    for book, rule in rules.items():
        s = Scene(ring(moved_in=[moved])).start().deal(rounds=2).act(3, "fold")
        r = s.ruling(book)
        assert r["ruling"] == "no_incident" and f"{book}:{rule}" in r["cite"]
        r = Scene(ring()).start().deal(rounds=2).act(3, "fold").ruling(book)
        assert r["ruling"] == "no_incident" and f"{book}:{rule}" not in r["cite"]


def brought(by="player", before=(), **more):
    """Chips of seat 4 come onto the table: between hands, or on a street given."""
    s = Scene(ring(**more))
    for what in before:
        s.add(what)
    return s.add("chips_move", **{"from": "off"}, to="seat:4", seat=4, chips=[5000, 1000], by=by)


def test_chips_out_of_view_brought_back_in_a_tournament():
    in_hand = {"street": "flop", "live": [2, 4], "board": ["Jh", "8d", "3c"], "pot": 1100}
    for book in BOOKS:
        for more in ({}, {"stacks": {"4": 3000}}, {"moved_in": [{"seat": 5}]}, in_hand):
            r = brought(**more).ruling(book)
            assert (r["ruling"], r["amount"], r["decided_by"]) == ("chips_forfeited", 6000, "floor")
        r = brought().ruling(book)
        assert r["confidence"] == ("high" if book == "stg-2011" else "medium"), book


def test_chips_brought_that_may_play():
    may = [brought(format="cash"), brought(stacks={"4": 0}), brought(moved_in=[{"seat": 4}]),
           brought(seats=[1, 2, 3, 5, 6]), brought(by="dealer"),
           brought(before=["break_start"])]  # fmt: skip
    for book in BOOKS:
        for s in may:
            assert s.ruling(book)["ruling"] == "no_incident", book


# -- kill ------------------------------------------------------------------------------------------


def kill(game="limit_holdem", button=3, size="full", posts=(), **award):
    s = Scene(ring([1, 2, 3, 4, 5, 6], format="cash", betting="limit", sb=10, bb=20,
                   small_bet=20, big_bet=40,
                   kill={"size": size, "button_with": button, "upper_limit": 40}),
              game)  # fmt: skip
    for post in posts:
        s.add("post", **post)
    return s.add("pot_awarded", **award).ruling("rrop-6")


def test_second_leg_kills_the_next_pot():
    r = kill(seats=[3], amount=200)
    assert (r["ruling"], r["amount"]) == ("kill_due", 40)
    assert kill(size="half", seats=[3], amount=200)["amount"] == 30


def test_second_leg_needs_a_full_bet_beyond_the_blinds():
    assert kill(seats=[3], amount=30)["ruling"] == "kill_not_due"


def test_first_leg_and_a_change_of_winners():
    assert kill(button=None, seats=[3], amount=200)["ruling"] == "kill_not_due"
    assert kill(button=3, seats=[5], amount=200)["ruling"] == "kill_not_due"


def test_high_low_needs_a_scoop():
    r = kill("limit_omaha8", seats=[3], amount=400, scoop=False)
    assert r["ruling"] == "kill_not_due"
    assert kill("limit_omaha8", size="half", seats=[3], amount=240, scoop=True)["amount"] == 30


# -- bring-in --------------------------------------------------------------------------------------

UPS = {"1": ["9d"], "2": ["9h"], "3": ["3c"], "4": ["Ks"], "5": ["2d"], "6": ["7c"], "7": ["As"]}


def bring_in(seat, game="stud7", ups=UPS, **more):
    s = Scene(stud("third", live=[1, 2, 3, 4, 5, 6, 7], upcards=ups, **more), game)
    return s.add("post", seats=[seat], kind="bring_in", amount=50)


def test_right_bring_in_by_game():
    for game, seat in (("stud7", 5), ("stud8", 5), ("razz", 4)):
        r = bring_in(seat, game).ruling("rrop-6")
        assert (r["ruling"], r["amount"]) == ("no_incident", 50)


def test_wrong_bring_in_is_seen_by_itself_and_stands_once_acted_on():
    s = bring_in(3)
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["seat"]) == ("bring_in_corrected", 5)
    r = s.act(4, "call", 50).ruling("rrop-6")
    assert (r["ruling"], r["seat"]) == ("bring_in_stands", 3)


def test_equal_low_cards_by_suit():
    ups = dict(UPS, **{"5": ["3d"], "3": ["3c"]})
    assert bring_in(3, ups=ups).ruling("rrop-6")["ruling"] == "no_incident"
    assert bring_in(5, ups=ups).ruling("rrop-6")["seat"] == 3


def bring_in_short_of(paid, word="call", silent=False, game="stud7"):
    """The low card has no more than that of a bring-in of 50; seat 6 answers."""
    ups = {"1": ["9d"], "3": ["3d"], "5": ["2c"], "6": ["7c"]}
    s = Scene(stud("third", live=[1, 3, 5, 6], upcards=ups, stacks={"5": paid}), game)
    s.add("post", seats=[5], kind="bring_in", amount=paid, all_in=True)
    if not silent:
        return s.add("declare", seat=6, word=word, wording="plain")
    return s.add("chips_move", **{"from": "seat:6"}, to="line:6", seat=6, chips=[paid], motion=1,
                 released=True, crossed="full", by="player")  # fmt: skip


@pytest.mark.parametrize("silent", [False, True])
def test_what_it_costs_to_call_a_short_bring_in_is_asked_where_no_rule_says(silent):
    for book in BOOKS:
        for paid in (20, 49):
            r = bring_in_short_of(paid, silent=silent).ruling(book)
            if book == "rrop-6":
                assert r["ruling"] == "call" and r["amount"] == 50
            else:
                assert (r["situation"], r["ruling"]) == ("frame.low_card_all_in", "floor_decides")
        assert bring_in_short_of(50, silent=silent).ruling(book)["amount"] == 50
        folded = bring_in_short_of(20, "fold").ruling(book)
        assert folded["ruling"] == "no_incident", book
        again = bring_in_short_of(20).add("declare", seat=1, word="call", wording="plain")
        assert again.ruling(book)["ruling"] != "floor_decides"  # it has been asked


def test_low_card_all_in_for_the_ante():
    r = bring_in(6, all_in=[5]).ruling("rrop-6")
    assert r["ruling"] == "no_incident"


# -- penalties, owed blinds ------------------------------------------------------------------------


def test_length_of_a_penalty():
    for seats, rounds, hands in (([1, 2, 3, 4, 5, 6], 1, 6), (list(range(1, 10)), 3, 27)):
        s = Scene(ring(seats)).add("finding", kind="penalty", seat=4, rounds=rounds)
        assert s.ruling("tda-2011")["amount"] == hands


def test_owing_a_blind_and_not_yet_acted():
    s = Scene(ring(format="cash", owes_blind=[6])).start().deal(rounds=2)
    s.act(3, "fold").notice("owes_blind", about_seat=6)
    r = s.ruling("rrop-6")
    assert r["ruling"] == "hand_dead" and 6 not in s.hand("rrop-6").live


# -- a wrong button pointed out -----------------------------------------------------------------

BEFORE = {"button": 8, "sb": 1, "bb": 3}  # seat 1 has left the event since


def pointed_out(*between, place=3):
    s = Scene({"format": "tournament", "betting": "no_limit", "seats": [3, 4, 6, 8], "button": 8,
               "previous": BEFORE, "sb": 100, "bb": 200, "ante": 0, "betting_line": True,
               "street": "none"})  # fmt: skip
    s.add("puck_move", puck="dealer_button", to=f"seat:{place}", by="dealer", **{"from": "seat:8"})
    for what in between:
        s.add("riffle") if what == "riffle" else s.card("seat:4")
    return s.notice("wrong_button", by="player", seat=6)


@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_button_before_any_card_is_put_where_it_belongs(book):
    r = pointed_out().ruling(book)
    assert (r["ruling"], r["remedy_steps"]) == ("button_adjusted", ["button_to_seat_1"])
    assert not r["misdeal"]


@pytest.mark.parametrize("book", BOOKS)
def test_one_card_dealt_makes_it_a_matter_of_the_deal(book):
    r = pointed_out("riffle", "card").ruling(book)
    assert r["situation"] == "deal.wrong_button"


def test_a_button_in_its_place_is_not_moved_for_a_claim():
    assert pointed_out(place=1).hand("tda-2011").ruled("frame.button_adjust_dead") is None


def test_the_button_put_right_leaves_nothing_open():
    s = pointed_out().add("puck_move", puck="dealer_button", to="seat:1", by="dealer",
                          **{"from": "seat:3"}).add("riffle")  # fmt: skip
    s.add("post", seats=[3], kind="sb", amount=100).add("post", seats=[4], kind="bb", amount=200)
    s.deal([3, 4, 6, 8], rounds=2).act(6, "fold")
    hand = s.hand("tda-2011")
    assert hand.open_incidents() == [] and hand.ruled("frame.button_right")
    for book, rule in (("ipr-2018", "37.3"), ("ipr-web", "W35.3")):  # where a button goes
        assert f"{book}:{rule}" in s.ruling(book)["cite"]


@pytest.mark.parametrize(("seat", "done"), [(3, True), (4, False), (2, False)])
def test_a_big_blind_at_the_wrong_seat_is_put_right_by_the_right_seat(seat, done):
    table = ring(range(1, 7), button=2, sb_seat=3, bb_seat=4,
                 previous={"button": 6, "sb": 1, "bb": 2})  # fmt: skip
    s = Scene(table).add("riffle").add("post", seats=[3], kind="sb", amount=100)
    s.add("post", seats=[4], kind="bb", amount=200)
    s.add("chips_move", seat=seat, chips=[100, 100], by="player", motion=1, released=True,
          crossed="full", **{"from": f"seat:{seat}", "to": f"line:{seat}"})  # fmt: skip
    r = s.hand("tda-2011").ruled("frame.button_adjust_dead")
    assert ("big_blind_seat_3" not in r["left"]) == done


@pytest.mark.parametrize("book", BOOKS)
def test_a_puck_that_lies_where_it_should_is_no_step_of_putting_the_blinds_right(book):
    """Seat 5, the big blind, is out: seat 6 posts the big one, and nobody the small."""
    table = ring([1, 2, 3, 4, 6, 7], button=3, previous={"button": 3, "sb": 4, "bb": 5})
    for key in ("sb_seat", "bb_seat"):
        del table[key]
    for puck, steps in ((4, ["big_blind_seat_6"]), (5, ["button_to_seat_4", "big_blind_seat_6"])):
        s = Scene(dict(table)).add("puck_move", puck="dealer_button", to=f"seat:{puck}",
                                   by="dealer", **{"from": "seat:3"})  # fmt: skip
        s.add("riffle").add("post", seats=[6], kind="sb", amount=100)
        r = s.add("post", seats=[7], kind="bb", amount=200).hand(book).ruled(
            "frame.button_adjust_dead"
        )  # fmt: skip
        if r is not None and r["ruling"] == "button_adjusted":
            assert r["remedy_steps"] == steps


@pytest.mark.parametrize("book", BOOKS)
def test_a_level_that_waits_leaves_the_big_blind_as_it_is(book):
    r = level_after("riffle").ruling(book)
    assert (r["ruling"], r["amount"]) == ("no_incident", 200)


def test_the_first_act_heads_up_is_regular_by_the_rule_on_two_players():
    rules = {"ipr-2018": "39.1", "ipr-web": "W37.1", "tda-2011": "31", "stg-2011": "M10",
             "rrop-6": "S4-4"}  # fmt: skip
    for book in BOOKS:
        two = Scene(ring([3, 7], button=3, sb_seat=3, bb_seat=7)).start().deal([7, 3], rounds=2)
        assert f"{book}:{rules[book]}" in two.act(3, "raise", 500).ruling(book)["cite"]
        assert f"{book}:{rules[book]}" not in two.act(7, "raise", 900).ruling(book)["cite"]
        three = Scene(ring([3, 5, 7])).start().deal(rounds=2).act(7, "raise", 500)
        assert f"{book}:{rules[book]}" not in three.ruling(book)["cite"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_wager_after_a_level_that_waits_is_the_amount_that_is_told(book):
    s = level_after("riffle").deal(rounds=2).act(3, "raise", 600)
    r = s.ruling(book)
    assert (r["ruling"], r["amount"]) == ("no_incident", 600)
    assert s.act(4, "fold").ruling(book)["amount"] == 600
