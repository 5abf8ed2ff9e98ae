"""Levels, the clock, last hands, button and antes, by the number of the rule."""

import pytest

from tests.desk.desk_case import BOOKS, IPR, OPEN, RROP, STG, TDA, WEB, answer, table

FULL = "1 2 3 4 5 6 7 8 9"
LEVELS = [{"level": n, "sb": 100 * n, "bb": 200 * n, "ante": 0} for n in (5, 6, 7)]
EVENT = {"level": 5, "level_minutes": 30, "minutes_left": 0, "levels": LEVELS}
START = [
    ("hand_start", {"table": 1, "by": s})
    for s in ("riffle", "machine_button", "machine_cut", "dealer_seated")
]
RIFFLE, BUTTON, CUT, SEATED = START
ANNOUNCED = ("level_announced", {"level": 6})


def level(book, *happening, **event):
    tables = [table(1, FULL, (1, 2, 3))]
    ask = {"what": "level_of_hand", "table": 1}
    got = answer(book, happening, ask, {**EVENT, **event}, tables=tables)
    return got if got == OPEN else got["level"]


@pytest.mark.parametrize(
    ("book", "unannounced"), [(IPR, 5), (WEB, 5), (TDA, 5), (RROP, 6), (STG, 6)]
)
def test_from_when_a_level_applies(book, unannounced):
    """tda-2011:20, ipr-2018:43.3, ipr-web:W41.3 want the announcement; rrop-6:S15-9, stg-2011:M11
    the end of the time."""
    assert level(book, "clock_zero", RIFFLE, ANNOUNCED) == unannounced
    assert level(book, "clock_zero", ANNOUNCED, RIFFLE) == 6
    assert level(book, RIFFLE, "clock_zero", ANNOUNCED) == 5


def test_an_announcement_before_its_time_waits_for_it():
    """tda-2011:20 wants both."""
    assert level(TDA, ANNOUNCED, RIFFLE, minutes_left=3) == 5
    over = ("hand_over", {"table": 1})
    assert level(TDA, ANNOUNCED, RIFFLE, over, "clock_zero", RIFFLE, minutes_left=3) == 6


@pytest.mark.parametrize(("book", "sign", "expected"), [
    (TDA, BUTTON, 5), (IPR, BUTTON, 5), (WEB, BUTTON, 5), (IPR, CUT, 5), (IPR, SEATED, 5),
    (WEB, SEATED, 5), (TDA, SEATED, 6), (RROP, SEATED, 6), (STG, SEATED, 6),
])  # fmt: skip
def test_which_sign_begins_a_hand(book, sign, expected):
    """tda-2011:20, ipr-2018:26.3, 26.4, ipr-web:W18.3, W18.4, rrop-6:S2-DEC-5, stg-2011:D-H2"""
    assert level(book, sign, "clock_zero", ANNOUNCED, RIFFLE) == expected


@pytest.mark.parametrize("book", [RROP, STG])
def test_signs_no_book_knows_decide_nothing_when_they_disagree(book):
    assert level(book, BUTTON, "clock_zero", ANNOUNCED, CUT) == OPEN
    assert level(book, BUTTON, CUT, "clock_zero") == 5


def clock(book, *happening, **event):
    facts = {**EVENT, "minutes_left": 12, **event}
    got = answer(book, happening, "clock", facts, tables=[table(1, FULL)])
    return got if got == OPEN else (got["running"], got["level"])


def test_the_clock_stops_for_deal_talk_in_one_book():
    """ipr-web:W79.3"""
    assert clock(WEB, "deal_talk") == (False, 5)
    assert clock(WEB, "deal_talk", RIFFLE) == (True, 5)  # they play on
    assert {clock(b, "deal_talk") for b in BOOKS if b != WEB} == {OPEN}


def test_hand_for_hand_the_clock_stops_after_a_whole_level():
    """ipr-web:W76.6"""
    on, zero = ("hand_for_hand", {"on": True}), "clock_zero"
    paid = {"paid": 5, "players_left": 9}
    assert clock(WEB, on, **paid) == (True, 5)
    assert clock(WEB, on, zero, **paid) == (True, 6)  # the rest of a level is no whole level
    assert clock(WEB, on, zero, zero, **paid) == (False, 7)
    assert clock(WEB, on, zero, zero, ("hand_for_hand", {"on": False}), **paid) == (True, 7)
    assert clock(TDA, on, **paid) == OPEN


def test_the_clock_stands_for_the_last_hands_of_the_day():
    """ipr-2018:G3.E"""
    assert clock(IPR, ("card_drawn", {"value": 4})) == (False, 5)


@pytest.mark.parametrize("book", BOOKS)
def test_without_a_reason_to_stop_the_clock_runs(book):
    assert clock(book, RIFFLE) == (True, 5)


def test_hands_left_are_those_of_the_card_less_the_played():
    """ipr-2018:G3.E"""
    played = [RIFFLE, ("hand_over", {"table": 1})]
    drawn = ("card_drawn", {"value": 5})
    tables = [table(1, FULL)]
    assert answer(IPR, [drawn], "hands_left", tables=tables) == {"hands": 5}
    assert answer(IPR, [drawn, *played, *played], "hands_left", tables=tables) == {"hands": 3}
    late = [RIFFLE, drawn, played[1], *played]
    assert answer(IPR, late, "hands_left", tables=tables) == {"hands": 4}  # one was in progress
    assert answer(TDA, [drawn], "hands_left", tables=tables) == OPEN


# the button


def button(book, happening, seats, last=None, event=None, number=1):
    tables = [table(1, seats, last)]
    got = answer(book, happening, {"what": "button", "table": number}, event, tables=tables)
    return got if got == OPEN else (got["button"], got["sb"], got["bb"])


def out(*players, hand=1):
    return ("bust", {"hand": hand, "table": 1, "players": list(players)})


OVER = ("hand_over", {"table": 1})


@pytest.mark.parametrize("book", BOOKS)
def test_the_dead_button(book):
    """ipr-2018:38.1, ipr-web:W36.1, rrop-6:S15-30, tda-2011:29, stg-2011:C2a to C2c"""
    assert button(book, [out("A4")], FULL, (3, 4, 5)) == (4, 5, 6)  # small blind out
    assert button(book, [out("A5")], FULL, (3, 4, 5)) == (4, None, 6)  # big blind out
    assert button(book, [out("A4", "A5")], FULL, (3, 4, 5)) == (4, None, 6)
    assert button(book, [out("A3")], FULL, (3, 4, 5)) == (4, 5, 6)  # the button out
    assert button(book, [out("A5"), OVER, RIFFLE, OVER], FULL, (3, 4, 5)) == (5, 6, 7)


@pytest.mark.parametrize("book", BOOKS)
def test_heads_up_the_small_blind_has_the_button_and_nobody_the_big_blind_twice(book):
    """ipr-2018:39.2, ipr-web:W37.2, rrop-6:S15-31, tda-2011:31, stg-2011:M10"""
    assert button(book, [out("A5")], "2 5 8", (2, 5, 8)) == (8, 8, 2)
    assert button(book, [out("A8")], "2 5 8", (2, 5, 8)) == (5, 5, 2)
    assert button(book, [out("A2")], "2 5 8", (2, 5, 8)) == (8, 8, 5)


def test_where_the_button_begins():
    """ipr-2018:37.7, 37.8, ipr-web:W35.7, rrop-6:S15-7; the others are silent"""
    cards = {"A1": "9d", "A2": "Kh", "A5": "Ks", "A6": "Qs"}
    drawn = [("button_cards", {"cards": cards})]
    assert button(IPR, [], "1 2 5 6") == button(WEB, [], "1 2 5 6") == (1, 2, 5)
    assert button(IPR, [], "2 5 6") == (6, 2, 5)  # nobody in seat 1: back, the blinds stay
    assert button(RROP, drawn, "1 2 5 6") == (5, 6, 1)
    assert button(RROP, [], "1 2 5 6") == OPEN
    assert button(TDA, drawn, "1 2 5 6") == button(STG, drawn, "1 2 5 6") == OPEN


def test_the_button_of_a_final_table():
    """ipr-2018:46.2, ipr-web:W78.2"""
    seats = {"1": "A3", "4": "A4", "6": "A5", "9": "A9"}
    final = [("final_table", {"seats": seats})]
    for book in (IPR, WEB):
        assert button(book, final, FULL, (3, 4, 5), number=7) == (1, 4, 6)
    assert button(TDA, final, FULL, (3, 4, 5)) == OPEN
    cards = {"A3": "2c", "A4": "Ah", "A5": "As", "A9": "3d"}
    drawn = [*final, ("button_cards", {"cards": cards})]
    assert button(RROP, drawn, FULL, (3, 4, 5)) == (6, 9, 1)


# antes


def ante(book, seats, last, seats_max=9, kind="button_ante", others=(), happening=()):
    levels = [{"level": 5, "sb": 300, "bb": 600, "ante": 600, "ante_type": kind}]
    tables = [table(1, seats, last, seats_max), *others]
    ask = {"what": "ante", "table": 1}
    event = {"level": 5, "levels": levels, "table_max": seats_max}
    got = answer(book, happening, ask, event, tables=tables)
    return got if got == OPEN else (got["amount"], got["seat"])


@pytest.mark.parametrize("book", [IPR, WEB])
def test_the_size_of_the_button_ante(book):
    """ipr-2018:41.3, ipr-web:W39.3"""
    assert ante(book, "1 2 3 4 5 6 7", (1, 2, 3)) == (600, 2)
    assert ante(book, "1 2 3 4 5 6", (1, 2, 3)) == (300, 2)
    assert ante(book, "1 2 3 4 5 6", (1, 2, 3), 8) == (600, 2)
    assert ante(book, "1 2 3 4 5", (1, 2, 3), 8) == (300, 2)
    assert ante(book, "1 2 3 4 5 6", (1, 2, 3), 6) == (300, 2)
    assert ante(book, "1 2", (1, 1, 2)) == (0, None)  # heads-up
    assert ante(book, "1 3 4 5 6 7 8", (1, 2, 3)) == (0, None)  # the button is dead
    assert ante(book, "1 2 3 4 5", (1, 2, 3), 7) == OPEN  # no size for seven seats


def test_balanced_tables_reduce_the_ante_together():
    """ipr-web:W39.3"""
    six, nine = [table(2, "1 2 3 4 5 6")], [table(2, FULL)]
    assert ante(WEB, "1 2 3 4 5 6 7", (1, 2, 3), others=six) == (300, 2)
    assert ante(IPR, "1 2 3 4 5 6 7", (1, 2, 3), others=six) == (600, 2)
    assert ante(WEB, "1 2 3 4 5 6 7", (1, 2, 3), others=nine) == (600, 2)


def test_the_big_blind_ante_is_a_big_blind():
    """ipr-web:W39.4"""
    assert ante(WEB, "1 2 3 4", (1, 2, 3), kind="big_blind_ante") == (600, 4)
    assert ante(WEB, "1 2", (1, 1, 2), kind="big_blind_ante") == (600, 1)
    assert {ante(b, "1 2 3 4", (1, 2, 3), kind="big_blind_ante") for b in BOOKS if b != WEB} == {
        OPEN
    }


@pytest.mark.parametrize("book", [RROP, TDA, STG])
def test_books_without_a_button_ante_leave_it_open(book):
    assert ante(book, "1 2 3 4", (1, 2, 3)) == OPEN


@pytest.mark.parametrize("book", [IPR, WEB, RROP, STG])
def test_nobody_posts_for_all_where_each_posts_his_own(book):
    assert ante(book, "1 2 3 4", (1, 2, 3), kind="each") == (0, None)
