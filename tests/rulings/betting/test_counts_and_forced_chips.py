"""Counts said aloud, short blinds, antes alone, check-raises, acts announced out of turn."""

import pytest

from tests.rulings.spots import BOOKS, act, cards, check, play, put, say, setup

ALL = " ".join(BOOKS)


def count(seat, amount):
    return {"what": "announce", "kind": "stack_count", "seat": seat, "amount": amount}


def post(seat, kind, amount, **more):
    e = {"what": "post", "seats": [seat], "kind": kind, "amount": amount}
    e.update(more)
    return e


def test_a_caller_accepts_the_true_amount_of_an_all_in():
    table = setup("river", stacks={"3": 11000, "4": 60000})
    events = [act(3, "all_in", 11000), count(3, 10000), put(4, 5000, 5000)]
    check({ALL: ("call", 11000)}, table, events)
    said = [*events[:2], say(4, "call"), put(4, 5000, 5000)]
    check({ALL: ("call", 11000)}, table, said)


def test_a_gross_misunderstanding_after_a_wrong_count():
    table = setup("river", stacks={"3": 30000, "4": 60000})
    events = [act(3, "all_in", 30000), count(3, 10000), put(4, 5000, 5000)]
    check({"rrop-6": "call_retractable", "tda-2011": ("call", 30000, "42")}, table, events)


def test_entering_over_a_short_blind_costs_the_full_blind():
    table = setup("preflop", range(1, 10), bets={}, stacks={"2": 120})
    posts = [post(1, "sb", 100), post(2, "bb", 120, all_in=True)]
    check({"rrop-6 stg-2011 ipr-web": ("call", 200)}, table, [*posts, put(3, 100, 20)])
    for book in BOOKS:
        assert play(book, table, [*posts, put(3, 100, 100)]).incidents() == []


def test_a_check_raise_is_allowed():
    events = [say(3, "check"), act(4, "bet", 500), say(3, "raise", 1500)]
    check({ALL: ("no_incident", 1500)}, setup(), events)
    check({"rrop-6": ("no_incident", 1500, "S3-BET-1")}, setup(), events)


def test_a_check_raise_is_cited_by_the_rule_of_the_game():
    table = setup("after_draw", (1, 2), 10, 20, betting="limit", small_bet=20, big_bet=40,
                  format="cash")  # fmt: skip
    big = {**table, "betting": "no_limit"}
    rows = (("draw_high", table, "S12-2"), ("27_lowball", table, "S11-27-3"),
            ("a5_lowball", big, "S11-NL-5"), ("27_lowball", big, "S11-NL-5"))  # fmt: skip
    for game, where, rule in rows:
        events = [act(1, "check"), act(2, "bet", 40), say(1, "raise", 80)]
        check({"rrop-6": ("no_incident", 80, rule)}, where, events, game)
        first = [act(1, "bet", 40), say(2, "raise", 80)]  # who did not check raises as anybody may
        assert f"rrop-6:{rule}" not in play("rrop-6", where, first, game).answer()["cite"]


def test_who_opens_pot_limit_for_the_pot_is_told_what_the_blinds_count_for():
    table = setup("preflop", range(1, 10), betting="pot_limit")
    short = {**table, "bets": {"1": 100, "2": 120}, "all_in": [2], "stacks": {"2": 0}}
    events = [say(3, "pot", wording="pot")]
    check({"ipr-2018": ("raise", 700, "TDA#50B in 56")}, short, events, "plo")
    assert "ipr-2018:TDA#50B in 56" not in play("ipr-2018", table, events, "plo").answer()["cite"]
    check({"rrop-6": ("raise", 700, "S14-PL-5")}, table, events, "plo")


def test_no_check_raise_in_limit_lowball():
    table = setup("after_draw", (1, 2), 10, 20, betting="limit", small_bet=20, big_bet=40,
                  format="cash")  # fmt: skip
    events = [act(1, "check"), act(2, "bet", 40), say(1, "raise", 80)]
    check({"rrop-6": ("raise_not_allowed", 40, "S11-A5-2")}, table, events, "a5_lowball")
    check({"rrop-6": ("no_incident", 80)}, table, events, "27_lowball")
    for book in BOOKS:  # what the seat may do says the same
        barred = book == "rrop-6"
        closed = (40, None, None) if barred else (40, 80, 80)
        assert play(book, table, events[:2], "a5_lowball").bounds(1) == closed, book


def test_a_raise_announced_out_of_turn_is_made_with_the_chips_that_follow():
    table = setup(live=(3, 4, 5))
    events = [act(3, "bet", 500), say(5, "raise"), act(4, "fold"), put(5, 1000, 500)]
    for book in BOOKS:
        hand = play(book, table, events)
        assert hand.high == 1500 and hand.turn == 3


def test_a_fold_out_of_turn_counts_even_after_a_raise():
    table = setup(live=(3, 4, 5, 6))
    events = [act(3, "bet", 500), cards(5, "muck"), act(4, "raise", 1500)]
    for book in BOOKS:
        hand = play(book, table, events)
        assert 5 not in hand.live and hand.turn == 6


def test_a_rap_in_turn_is_a_check():
    tap = {"what": "gesture", "seat": 3, "kind": "tap"}
    hand = play("rrop-6", setup(), [tap])
    assert hand.turn == 4 and hand.incidents() == []
    assert hand.answer()["cite"] == ["rrop-6:S3-BET-9"]


def test_only_the_ante_is_won_with_the_ante():
    table = setup("preflop", (1, 2, 3), bets={"1": 100}, ante=200, stacks={"2": 150},
                  ante_type="big_blind_ante", pot=0)  # fmt: skip
    events = [
        post(2, "bb_ante", 150, all_in=True),
        act(3, "call", 200),
        act(1, "call", 200),
        {"what": "showdown", "seats": [1, 2, 3], "high": [2]},
    ]
    check({"ipr-web": ("award_ante_only", 150, "W39.4e")}, table, events)


def test_chips_added_during_the_hand_do_not_play():
    table = setup(format="cash", stacks={"3": 900, "4": 4000})
    added = dict(put(3, 1000), **{"from": "off", "to": "seat:3"})
    for key in ("motion", "released", "crossed"):
        del added[key]
    events = [added, put(3, 1000, 500, 100, 100, 100, 100)]
    check({"rrop-6": ("chips_not_in_play", 900, "S2-PROC-6")}, table, events)
    assert play("rrop-6", table, events).high == 900


def test_nor_do_chips_that_nobody_saw_come():
    table = setup(format="cash", stacks={"3": 900, "4": 4000})
    check({"rrop-6": ("chips_not_in_play", 900, "S2-PROC-6")}, table, [put(3, 1000)])
    for chips in ([500, 100, 100, 100, 100], [500, 100, 100, 100]):
        assert play("rrop-6", table, [put(3, *chips)]).ruled("wager.chips_added_in_hand") is None
    said = {"t": 900, "what": "declare", "seat": 3, "word": "bet", "wording": "plain",
            "amount": 1000}  # fmt: skip
    assert play("rrop-6", table, [said]).ruled("wager.chips_added_in_hand") is None
    assert play("tda-2011", table, [put(3, 1000)]).ruled("wager.chips_added_in_hand") is None


def test_a_caller_owes_no_more_than_its_stack():
    for stack, owed in ((11000, 11000), (10999, 10999), (60000, 11000)):
        table = setup("river", stacks={"3": 11000, "4": stack})
        events = [act(3, "all_in", 11000), count(3, 10000), put(4, 5000, 5000)]
        check({ALL: ("call", owed)}, table, events)
    table = setup("river", stacks={"3": 11000, "4": 4000})
    check({"ipr-2018 ipr-web": ("call", 4000)}, table, [act(3, "bet", 5000), put(4, 3000)])


def test_a_call_of_a_short_big_blind_is_cited_by_its_rule():
    table = setup("preflop", range(1, 10), bets={"1": 100, "2": 120}, all_in=[2])
    answer = play("ipr-web", table, [say(3, "call")]).answer()
    assert answer["amount"] == 200
    assert "ipr-web:W39.4d" in answer["cite"]
    over = play("ipr-web", table, [act(3, "raise", 600), say(4, "call")]).answer()
    assert "ipr-web:W39.4d" not in over["cite"]


def test_an_ante_that_is_not_due_is_cited_by_why_there_is_none():
    heads_up = {"seats": [1, 2], "button": 2, "sb_seat": 2, "bb_seat": 1}
    table = setup("none", (), ante=100, ante_type="button_ante", table_max=6, **heads_up)
    riffle = {"what": "riffle"}
    answer = play("ipr-web", table, [riffle, post(2, "button_ante", 100)]).answer()
    assert (answer["ruling"], answer["amount"]) == ("ante_amount_wrong", 0)
    assert "ipr-web:W39.3e" in answer["cite"]


@pytest.mark.parametrize(("book", "seats", "chips", "posts", "ruled"), [
    ("ipr-web", 2, [50], {"sb": 50}, None), ("ipr-2018", 2, [50], {"sb": 50}, None),
    ("ipr-web", 2, [50, 100], {"sb": 50}, 0), ("ipr-2018", 2, [100, 50], {"sb": 50}, 0),
    ("ipr-web", 3, [100], {"button_ante": 100}, None),
    ("ipr-2018", 3, [100], {"button_ante": 100}, None),
    ("tda-2011", 2, [50, 100], {"button_ante": 100, "sb": 50}, None),  # the setup alone has one
    ("rrop-6", 2, [50, 100], {"button_ante": 100, "sb": 50}, None),
    ("stg-2011", 2, [50, 100], {"button_ante": 100, "sb": 50}, None),
])  # fmt: skip
def test_the_button_owes_no_ante_between_two_players_by_a_book_that_has_it_for_more(
    book, seats, chips, posts, ruled
):
    blinds = {"sb_seat": 2, "bb_seat": 1} if seats == 2 else {"sb_seat": 3, "bb_seat": 1}
    table = setup("none", (), ante=100, ante_type="button_ante", table_max=6, button=2,
                  sb=50, bb=100, seats=list(range(1, seats + 1)), **blinds)  # fmt: skip
    put_out = {"what": "chips_move", "seat": 2, "chips": chips, "from": "seat:2", "to": "line:2",
               "by": "player"}  # fmt: skip
    card = {"what": "card_move", "cards": ["As"], "from": "stub", "to": "seat:1", "face": "down",
            "by": "dealer"}  # fmt: skip
    played = play(book, table, [{"what": "riffle"}, put_out, card])
    assert dict(played.posted.get(2, ())) == posts
    wrong = played.ruled("wager.ante_wrong")
    assert (None if wrong is None else wrong["amount"]) == ruled
