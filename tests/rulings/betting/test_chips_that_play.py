"""Chips that may play: rebuys and chips behind, another's chips, small chips, cash."""

import pytest

from tests.rulings.ruling_scene import Scene, ring
from tests.rulings.spots import BOOKS, act, play, put, setup

START = {"street": "none", "live": [], "stacks": {str(s): 3000 for s in range(1, 10)}}


def before(**more):
    table = setup(**dict(START, **more))
    del table["live"]
    return table


def rebuy(seat=4, amount=5000, kind="rebuy_announced", **more):
    return {"what": "notice", "by": "player", "kind": kind, "seat": seat, "amount": amount, **more}


RULES = {"ipr-2018": "17.3", "ipr-web": "W17.3", "rrop-6": "S15-33", "tda-2011": "24"}
RIFFLE = {"what": "riffle"}


@pytest.mark.parametrize("book", sorted(RULES))
def test_an_announced_rebuy_plays_and_binds(book):
    hand = play(book, before(), [RIFFLE, rebuy()])
    r = hand.answer()
    assert (r["situation"], r["ruling"], r["binding"], r["amount"]) == (
        "chips.rebuy_announced", "no_incident", True, 5000)  # fmt: skip
    assert f"{book}:{RULES[book]}" in r["cite"]
    assert hand.stacks[4] == 8000
    assert r["deadline"]["until"] == "first_card"


@pytest.mark.parametrize("book", sorted(RULES))
def test_a_rebuy_announced_after_the_deal_began_does_not_play(book):
    deal = {"what": "deal", "until": 9000, "seats": list(range(1, 10)), "cards_each": 2,
            "from_nth": 1}  # fmt: skip
    hand = play(book, before(), [RIFFLE, deal, rebuy(t=20000)])
    assert hand.answer()["ruling"] == "chips_not_in_play"
    assert hand.stacks[4] == 3000


def test_a_book_without_rebuys_leaves_it_to_the_floor():
    hand = play("stg-2011", before(), [RIFFLE, rebuy()])
    assert (hand.answer()["ruling"], hand.stacks[4]) == ("floor_decides", 3000)


def test_a_wager_into_unpaid_chips_waits_for_the_funds():
    table = before(street="none", button=9)
    deal = {"what": "deal", "until": 9000, "seats": list(range(1, 10)), "cards_each": 2,
            "from_nth": 1}  # fmt: skip
    blinds = [{"what": "post", "seats": [1], "kind": "sb", "amount": 100},
              {"what": "post", "seats": [2], "kind": "bb", "amount": 200}]  # fmt: skip
    start = [RIFFLE, rebuy(3), *blinds, deal]
    for book, rule in (("ipr-2018", "17.4"), ("ipr-web", "W17.4"), ("rrop-6", "S2-PROC-7")):
        small = play(book, table, [*start, dict(act(3, "raise", 2000), t=30000)])
        assert small.ruled("chips.rebuy_announced") and small.ruled("chips.rebuy_owed") is None
        hand = play(book, table, [*start, dict(act(3, "raise", 6000), t=30000)])
        r = hand.answer()
        assert (r["situation"], r["binding"], r["remedy_steps"]) == (
            "chips.rebuy_owed", True, ["stop_action"])  # fmt: skip
        assert f"{book}:{rule}" in r["cite"]
    paid = {"what": "chips_move", "seat": 3, "chips": [5000], "from": "off", "to": "seat:3",
            "by": "player", "t": 20000}  # fmt: skip
    hand = play("ipr-2018", table, [*start, paid, dict(act(3, "raise", 6000), t=30000)])
    assert hand.ruled("chips.rebuy_owed") is None
    assert hand.stacks[3] == 2000


def test_bought_chips_play_behind_as_far_as_announced():
    table = before(format="cash", min_buy_in=1000)
    said = play("rrop-6", table, [RIFFLE, rebuy(kind="chips_bought", announced=True)])
    assert (said.answer()["situation"], said.stacks[4]) == ("chips.behind_announced", 8000)
    silent = play("rrop-6", table, [RIFFLE, rebuy(kind="chips_bought", announced=False)])
    r = silent.answer()
    assert (r["ruling"], r["amount"], silent.stacks[4]) == ("chips_not_in_play", 1000, 4000)
    assert "rrop-6:S2-PROC-7" in r["cite"]


# -- another player's chips ------------------------------------------------------------------------

FLOP = {"board": ["Kd", "8s", "3c"], "format": "cash"}


def test_another_players_chips_do_not_play():
    given = put(4, 500, **{"from": "seat:7"})
    hand = play("rrop-6", setup("flop", (3, 4), **FLOP), [act(3, "bet", 500), given])
    r = hand.answer()
    assert (r["situation"], r["ruling"], r["seat"], r["binding"]) == (
        "chips.of_another", "not_a_bet", 7, False)  # fmt: skip
    assert (hand.turn, hand.bets.get(4, 0)) == (4, 0)
    own = play("rrop-6", setup("flop", (3, 4), **FLOP), [act(3, "bet", 500), put(4, 500)])
    assert own.incidents() == [] and own.bets.get(4, 0) in (0, 500)


def test_nobody_posts_for_another():
    given = put(2, 200, **{"from": "seat:7"})
    hand = play("rrop-6", before(format="cash"), [RIFFLE, given])
    r = hand.answer()
    assert (r["situation"], r["seat"]) == ("chips.posted_for_another", 7)
    assert "rrop-6:S2-PROC-14" in r["cite"] and 2 not in hand.posted
    own = play("rrop-6", before(format="cash"), [RIFFLE, put(2, 200)])
    assert own.incidents() == [] and own.posted[2] == [("bb", 200)]


# -- small chips -----------------------------------------------------------------------------------


def wager(*chips, **more):
    table = setup("flop", (3, 4), **FLOP, **more)
    return play("rrop-6", table, [act(3, "bet", 500), put(4, *chips)])


def test_chips_below_the_smallest_of_the_game_do_not_play():
    hand = wager(500, 10, 10, smallest_chip=25)
    r = hand.answer()
    assert (r["situation"], r["ruling"], r["amount"]) == (
        "chips.too_small", "chips_not_in_play", 500)  # fmt: skip
    assert "rrop-6:S3-BET-7" in r["cite"]
    assert hand.actions[-1]["act"] == "call"
    assert wager(500, smallest_chip=25).incidents() == []
    alone = wager(10, 10, smallest_chip=25)
    assert alone.answer()["amount"] == 0 and alone.turn == 4


def test_chips_below_the_unit_of_wagers_play_in_quantity_only():
    hand = wager(1000, 100, 100, 25, bet_chip=100)
    r = hand.answer()
    assert (r["situation"], r["amount"]) == ("chips.below_unit", 1200)
    assert "rrop-6:S14-NL-13" in r["cite"]
    assert hand.actions[-1]["to"] == 1200
    assert wager(1000, 100, 25, 25, 25, 25, bet_chip=100).ruled("chips.below_unit") is None


def test_other_books_know_no_smallest_wager():
    table = setup("flop", (3, 4), **FLOP, smallest_chip=25)
    for book in set(BOOKS) - {"rrop-6"}:
        hand = play(book, table, [act(3, "bet", 500), put(4, 500, 10, 10)])
        assert hand.ruled("chips.too_small") is None


# -- cash and chips of another house ---------------------------------------------------------------


def cash(objected, kind="cash_in_play", fmt="cash", by="dealer"):
    notice = {"what": "notice", "by": by, "kind": kind, "about_seat": 4, "amount": 200,
              "objected": objected}  # fmt: skip
    table = setup("turn", (3, 4), **dict(FLOP, format=fmt, board=["Kd", "8s", "3c", "2c"]))
    return play("rrop-6", table, [act(3, "bet", 500), act(4, "call", 500), notice]).answer()


def test_cash_plays_once_if_nobody_objects():
    r = cash(False)
    assert (r["situation"], r["ruling"], r["binding"]) == (
        "chips.cash_unnoticed", "no_incident", True)  # fmt: skip
    assert "rrop-6:S2-PROC-3" in r["cite"] and "rrop-6:S16-5" in r["cite"]
    r = cash(True)
    assert (r["ruling"], r["amount"]) == ("chips_not_in_play", 300)
    assert cash(True, "foreign_chips")["situation"] == "chips.cash_objected"


def test_a_chip_the_table_points_at_is_not_unnoticed():
    for by, situation in (("table", "objected"), ("dealer", "unnoticed"), ("player", "unnoticed")):
        assert cash(False, "foreign_chips", by=by)["situation"] == "chips.cash_" + situation


def test_chips_of_another_event_never_play():
    r = cash(False, "foreign_chips", "tournament")
    assert (r["situation"], r["ruling"], r["amount"]) == (
        "view.foreign_chips", "chips_not_in_play", 300)  # fmt: skip
    assert "rrop-6:S15-25" in r["cite"]


def test_chips_said_to_be_on_their_way_count_as_many_as_were_named():
    for kind in ("chips_bought", "rebuy_announced"):
        for amount in (300, 1, None):
            s = Scene(ring(format="cash"))
            named = {} if amount is None else {"amount": amount}
            s.add("notice", by="player", kind=kind, seat=3, **named)
            assert s.ruling("rrop-6")["amount"] == (amount or 0)


def test_chips_put_in_for_another_are_none_of_its_own():
    other = dict(put(4, 100, 200), **{"seat": 5, "from": "seat:5"})
    for own in ([], [put(4, 100)]):
        hand = play(
            "rrop-6", setup(format="cash", live=(3, 4, 5)), [act(3, "bet", 300), other, *own]
        )
        found = hand.ruled("chips.of_another")
        assert (found["seat"], hand.front.get(4, 0)) == (5, 100 if own else 0)
