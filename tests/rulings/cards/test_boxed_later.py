"""Boxed cards after the first deal: scrap on the board, on the draw, on a stud street."""

import pytest

from tests.rulings.ruling_scene import Scene, draw, ring, stud

FLOP = ["Kd", "8s", "3c"]
FIVE = ["#1", "#2", "#3", "#4", "#5"]
UPS = {"2": ["Kd"], "4": ["3c"], "5": ["9h"]}
PUT_AWAY = ["discard_as_scrap", "replace_with_next_card"]


def flop():
    return Scene(ring(street="flop", live=[3, 4], board=FLOP, street_closed=True, burned=1))


def turn(where, away):
    """A boxed card comes to light, is put away, and the turn is dealt."""
    s = flop() if where == "burn" else flop().burn()
    s.boxed("Qd", where).card(away, "Qd", "up", frm=where)
    return (s.burn() if where == "burn" else s).board("2h")


@pytest.mark.parametrize("where", ["mouth", "board", "burn"])
def test_a_boxed_card_is_scrap_wherever_it_comes_to_light(where):
    s = (flop() if where == "burn" else flop().burn()).boxed("Qd", where)
    for book, rule in (("rrop-6", "S3-IRR-7"), ("stg-2011", "D-P1")):
        r = s.ruling(book)
        assert (r["ruling"], r["remedy_steps"]) == ("scrap_card", PUT_AWAY)
        assert r["cite"] == [f"{book}:{rule}"]
    assert s.ruling("tda-2011")["ruling"] == "floor_decides"


@pytest.mark.parametrize("away", ["off", "muck"])
@pytest.mark.parametrize("where", ["mouth", "board", "burn"])
def test_the_next_card_is_the_turn_and_nothing_else_is_wrong(where, away):
    s = turn(where, away).act(3, "check")
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["cite"][0]) == ("no_incident", "rrop-6:S3-IRR-7")
    assert s.hand("rrop-6").board == [*FLOP, "2h"]


def test_boxed_cards_put_off_the_table_are_no_cards_exposed_there():
    s = Scene(ring([1, 2, 3, 4])).start()
    for seat, token in ((1, "7h"), (2, "8h")):
        s.boxed(token).card("off", token, "up", frm="mouth").card(f"seat:{seat}")
    assert s.ruling("ipr-web")["ruling"] == "scrap_card"  # more than two void the deal
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["cite"]) == ("misdeal", ["rrop-6:S3-MIS-1c"])


def drawn(*moves):
    """Seat 1 draws one card; ``moves`` are where the boxed card goes."""
    hands = {"1": list(FIVE), "2": ["#6", "#7", "#8", "#9", "#10"]}
    s = Scene(draw(street="draw", live=[1, 2], pot=80, hands=hands), "draw_high")
    s.add("draw", seat=1, count=1).card("muck", "#1", frm="seat:1", by="player")
    for to in moves:
        s.boxed("Qd", to)
    return s


def test_a_boxed_card_on_the_draw_is_replaced_and_the_draw_goes_on():
    for to, seat in (("mouth", None), ("seat:1", 1)):
        r = drawn(to).ruling("rrop-6")
        assert (r["ruling"], r["seat"], r["cite"][0]) == ("scrap_card", seat, "rrop-6:S3-IRR-7")
    s = drawn("mouth").card("off", "Qd", "up", frm="mouth").card("seat:1")
    hand = s.add("draw", seat=2, count=0).act(1, "bet", 40).hand("rrop-6")
    assert (hand.street, hand.answer()["ruling"]) == ("after_draw", "no_incident")


@pytest.mark.parametrize("to", ["mouth", "seat:2"])
def test_a_boxed_card_on_a_stud_street_is_replaced_and_the_street_opens(to):
    s = Scene(stud("third", live=[2, 4, 5], street_closed=True, upcards=UPS), "stud7").burn()
    s.boxed("Qd", to)
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["cite"][0]) == ("scrap_card", "rrop-6:S3-IRR-7")
    s.card("off", "Qd", "up", frm=to)
    for seat, token in ((2, "7d"), (4, "8d"), (5, "Ad")):
        s.card(f"seat:{seat}", token, "up")
    hand = s.act(5, "check").hand("rrop-6")
    assert (hand.street, hand.answer()["ruling"]) == ("fourth", "no_incident")


def first_deal(scrapped, late=False):
    """Seat 3 got a boxed card; it is put away before, after or not before seat 4 has its card."""
    s = Scene(ring([1, 2, 3, 4, 5])).start().deal(rounds=1)
    s.card("seat:1").card("seat:2").boxed("9h", "seat:3")
    if scrapped and not late:
        s.card("off", "9h", "up", frm="seat:3")
    s.card("seat:4")
    if scrapped and late:
        s.card("off", "9h", "up", frm="seat:3")
    return s


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011"])
def test_a_card_that_is_scrap_is_not_put_away_again(book):
    later = ["discard_as_scrap", "replace_after_round_dealt"]
    for s, left in ((first_deal(False), later), (first_deal(True), later[1:]),
                    (first_deal(True, late=True), later[1:])):  # fmt: skip
        r = s.ruling(book)
        assert r["situation"] == "deal.boxed_one_next_gone"
        assert (r["remedy_steps"], r["left"]) == (later, left)  # the whole remedy, what is to do
    done = first_deal(True).card("seat:5").card("seat:3").ruling(book)
    assert done["left"] == []


@pytest.mark.parametrize(("to", "left"), [("off", PUT_AWAY[1:]), ("muck", PUT_AWAY[1:]),
                                          ("mouth", PUT_AWAY), ("seat:1", PUT_AWAY)])  # fmt: skip
def test_a_boxed_card_put_away_as_it_comes_to_light_is_scrap_by_that(to, left):
    r = Scene(ring([1, 2, 3])).start().deal(rounds=1).boxed("9h", to).ruling("stg-2011")
    assert (r["situation"], r["remedy_steps"], r["left"]) == ("deal.boxed_one", PUT_AWAY, left)


@pytest.mark.parametrize("at_seat", [False, True])
@pytest.mark.parametrize("due", [1, 2, 3])
def test_who_calls_a_boxed_card_an_exposed_one_says_what_was_seen(due, at_seat):
    place = f"seat:{due}" if at_seat else "mouth"
    for about in (1, 2, 3):
        s = Scene(ring([1, 2, 3], button=3)).start().deal().deal(range(1, due))
        s.boxed("9h", place).card("off", "9h", "up", frm=place).deal(range(due, 4))
        s.notice("exposed_card", by="player", seat=1, about_seat=about)
        for book in ("rrop-6", "stg-2011"):
            assert (s.ruling(book)["ruling"] == "scrap_card") == (about == due), (book, about)


def test_a_boxed_card_in_stud_is_no_hole_card_that_was_exposed():
    s = Scene(stud(seats=[1, 2, 3], first_dealt_seat=1), "stud7")
    s.add("riffle").add("post", seats=[1, 2, 3], kind="ante", amount=5).deal().deal([1])
    s.boxed("Th").card("off", "Th", "up", frm="mouth").deal([2, 3])
    for seat, token in ((1, "9d"), (2, "2c"), (3, "Ks")):
        s.card(f"seat:{seat}", token, "up")
    s.add("post", seats=[2], kind="bring_in", amount=10).act(3, "call", 10)
    r = s.notice("exposed_card", by="player", seat=1, about_seat=2).ruling("rrop-6")
    assert (r["ruling"], r["cite"][0]) == ("no_incident", "rrop-6:S3-IRR-7")
    s.notice("exposed_card", by="player", seat=1, about_seat=3)  # the table saw none of its cards
    assert s.ruling("rrop-6")["ruling"] == "third_card_dealt_down"
