"""What is kept in view, manners of folding and awarding, cards drawn for an order."""

import pytest

from shared_rules.hand import rare_said
from shared_rules.hand.floor import reported
from tests.rulings.ruling_scene import Scene, draw, ring
from tests.rulings.spots import BOOKS, act, cards, play, put, say, setup

FLOP = {"street": "flop", "live": [3, 4], "board": ["Kd", "8s", "3c"]}


def situation(hand):
    r = hand.answer()
    return r["situation"] if r["irregular"] else None


# kind of notice -> situation, book -> (ruling, a rule cited); other books leave it to the floor
REPORTED = {
    "cards_out_of_view": ("view.cards_out", {
        "ipr-2018": ("floor_decides", "29.1"), "ipr-web": ("floor_decides", "W23.1"),
        "rrop-6": ("floor_decides", "S2-PROC-18")}),
    "cards_covered": ("view.cards_covered", {
        "ipr-2018": ("hand_may_be_killed", "29.2"), "ipr-web": ("floor_decides", "W23.2"),
        "rrop-6": ("floor_decides", "S2-PROC-18")}),
    "chips_out_of_view": ("view.chips_hidden", {
        "ipr-2018": ("floor_decides", "34.1"), "ipr-web": ("floor_decides", "W30.3"),
        "rrop-6": ("floor_decides", "S2-PROC-19"), "tda-2011": ("floor_decides", "22"),
        "stg-2011": ("floor_decides", "M4")}),
    "stacks_uncountable": ("view.stacks_uncountable", {
        "ipr-2018": ("floor_decides", "32.7"), "ipr-web": ("floor_decides", "W30.7"),
        "tda-2011": ("floor_decides", "22"), "rrop-6": ("floor_decides", "S2-PROC-19")}),
    "high_chips_hidden": ("view.high_chips_hidden", {
        "ipr-2018": ("floor_decides", "34.3"), "ipr-web": ("floor_decides", "W32.3"),
        "rrop-6": ("floor_decides", "S15-26")}),
    "rack_play": ("view.rack", {"rrop-6": ("floor_decides", "S2-PROC-8")}),
    "discards_searched": ("view.discards_searched", {"rrop-6": ("floor_decides", "S2-PROC-23")}),
    "bets_pushed": ("chips.bets_pushed", {"rrop-6": ("request_refused", "S2-PROC-13")}),
    "hand_told": ("showdown.hand_told", {
        "ipr-2018": ("hand_live_penalty", "6.2"), "ipr-web": ("hand_live_penalty", "W7.2"),
        "rrop-6": ("hand_live_penalty", "S15-22"), "tda-2011": ("hand_live_penalty", "53"),
        "stg-2011": ("hand_live_penalty", "M13")}),
}  # fmt: skip


@pytest.mark.parametrize("kind", sorted(REPORTED))
def test_what_is_pointed_out_is_ruled_by_the_book_or_left_to_the_floor(kind):
    key, books = REPORTED[kind]
    notice = {"what": "notice", "by": "dealer", "kind": kind, "about_seat": 4}
    for book in BOOKS:
        r = play(book, setup(**FLOP), [notice]).answer()
        assert (r["situation"], r["seat"]) == (key, 4)
        ruling, rule = books.get(book, ("floor_decides", None))
        assert r["ruling"] == ruling, book
        assert rule is None or f"{book}:{rule}" in r["cite"]
        assert play(book, setup(**FLOP), []).incidents() == []


def test_a_player_going_through_the_muck_is_seen():
    look = {"what": "card_move", "cards": ["#9"], "from": "muck", "to": "muck", "face": "down",
            "by": "player", "lifted": True}  # fmt: skip
    assert situation(play("rrop-6", setup(**FLOP), [look])) == "view.discards_searched"
    dealer = dict(look, by="dealer")
    assert situation(play("rrop-6", setup(**FLOP), [dealer])) is None


def test_every_report_finds_its_module():
    kinds = {kind for kind, _, _ in reported.KINDS} | {"nuts_checked"}
    assert {k for k, name in rare_said.NOTICES.items() if name == "floor.reported"} == kinds


# -- checking an unbeatable hand -------------------------------------------------------------------


def nuts(*acts, book="ipr-2018"):
    events = [{"what": "action", "seat": s, "act": a, **({"to": to} if to else {})}
              for s, a, to in acts]  # fmt: skip
    events.append({"what": "notice", "by": "player", "kind": "nuts_checked", "seat": 3,
                   "about_seat": 4})  # fmt: skip
    river = setup("river", (3, 4), board=["As", "Ks", "Qs", "Js", "Ts"])
    return play(book, river, events)


@pytest.mark.parametrize(("book", "rule"), [("ipr-2018", "50.6"), ("ipr-web", "W49.5")])
def test_last_to_act_checks_the_nuts(book, rule):
    r = nuts((3, "check", 0), (4, "check", 0), book=book).answer()
    assert (r["situation"], r["decided_by"]) == ("showdown.nuts_checked", "td")
    assert r["ruling"] == "floor_decides"  # a penalty is possible, whoever finds soft play
    assert r["remedy_steps"] == ["penalty_possible", "disqualification_possible"]
    assert r["cite"] == [f"{book}:{rule}"] and r["confidence"] == "medium"


def test_no_soft_play_where_the_seat_was_not_last_or_somebody_bet():
    assert nuts((3, "check", 0)).incidents() == []
    assert nuts((3, "bet", 400), (4, "call", 400)).incidents() == []


# -- folding face up -------------------------------------------------------------------------------


def folded(face):
    return [{"what": "action", "seat": 3, "act": "bet", "to": 500},
            cards(4, "muck", face=face, tokens=("7c", "2d"))]  # fmt: skip


def test_cards_folded_face_up_while_others_decide():
    table = setup("flop", (3, 4, 5), board=["Kd", "8s", "3c"])
    for book, rule in (("ipr-2018", "63.1"), ("ipr-web", "W58.1")):
        hand = play(book, table, folded("up"))
        r = hand.answer()
        assert (r["situation"], r["ruling"], r["binding"]) == ("fold.face_up", "fold_binding", True)
        assert f"{book}:{rule}" in r["cite"] and 4 not in hand.live
        assert situation(play(book, table, folded("down"))) is None
    last = setup("flop", (3, 4), board=["Kd", "8s", "3c"])
    assert situation(play("ipr-2018", last, folded("up"))) is None  # nobody is left to decide
    assert situation(play("tda-2011", table, folded("up"))) != "fold.face_up"


# -- the order of an award -------------------------------------------------------------------------


def showdown(**more):
    """Heads-up on the river, seat 3 all-in and called, cards of both at their seats."""
    return setup("river", (3, 4), board=["Kd", "8s", "3c", "2h", "2c"], all_in=[3],
                 street_closed=True, pot=2000, hands={"3": ["Ks", "Kh"], "4": ["As", "Qs"]},
                 **more)  # fmt: skip


def push(seat, amount):
    return {"what": "chips_move", "seat": seat, "chips": [amount], "from": "pot",
            "to": f"seat:{seat}", "by": "dealer"}  # fmt: skip


READ = {"what": "showdown", "seats": [3, 4], "high": [3]}


def test_losing_hand_still_lies_there_when_the_pot_is_pushed():
    kill = {"what": "card_move", "cards": ["As", "Qs"], "from": "seat:4", "to": "muck",
            "face": "down", "by": "dealer"}  # fmt: skip
    for book, rule in (("ipr-2018", "73.3"), ("ipr-web", "W68.3"), ("rrop-6", "S3-SHOW-4")):
        hand = play(book, showdown(), [READ, push(3, 2000)])
        told = hand.ruled("pots.losers_not_killed")
        assert told["seat" if "seat" in told else "how"] and not told["irregular"]
        assert f"{book}:{rule}" in hand.book.outcome("pots.losers_not_killed").cite
        tidy = play(book, showdown(), [READ, kill, push(3, 2000)])
        assert tidy.ruled("pots.losers_not_killed") is None
    assert play("tda-2011", showdown(), [READ, push(3, 2000)]).ruled(
        "pots.losers_not_killed") is None  # fmt: skip


def test_winner_turns_the_hand_down_before_the_pot_is_pushed():
    up = cards(3, "seat:3", "up", tokens=("Ks", "Kh"))
    down = cards(3, "seat:3", "down", tokens=("Ks", "Kh"))
    for book, rule in (("ipr-2018", "73.4"), ("ipr-web", "W68.4")):
        r = play(book, showdown(), [up, READ, down]).answer()
        assert (r["situation"], r["ruling"]) == ("pots.winner_turned_down", "must_table_all_cards")
        assert f"{book}:{rule}" in r["cite"]
        assert situation(play(book, showdown(), [up, READ, push(3, 2000), down])) is None


def all_in(book, *buttons, **more):
    table = setup("flop", (3, 4, 5), board=["Kd", "8s", "3c"], all_in=[3, 4], burned=1,
                  street_closed=True, format="tournament", **more)  # fmt: skip
    events = [{"what": "puck_move", "puck": "all_in_button", "from": "off", "to": f"seat:{s}",
               "by": "dealer"} for s in buttons]  # fmt: skip
    burn = {"what": "card_move", "cards": ["#30"], "from": "stub", "to": "burn", "face": "down",
            "by": "dealer"}  # fmt: skip
    hand = play(book, table, [*events, burn])
    return [r["seat"] for r in hand.incidents() if r["situation"] == "pots.all_in_button"]


def test_each_all_in_player_gets_a_button_where_they_are_used():
    for book in ("ipr-2018", "ipr-web"):
        assert all_in(book, all_in_buttons=True) == [3, 4]
        assert all_in(book, 3, all_in_buttons=True) == [4]
        assert all_in(book, 3, 4, all_in_buttons=True) == []
        assert all_in(book) == []
    assert all_in("rrop-6", all_in_buttons=True) == []


# -- an unannounced pair in lowball ----------------------------------------------------------------


def lowball(*said):
    s = Scene(draw(street="after_draw", live=[2, 3], street_closed=True,
                   hands={"2": ["7s", "7d", "3c", "2h", "As"],
                          "3": ["8c", "6d", "4h", "3s", "2d"]}),
              "a5_lowball")  # fmt: skip
    s.add("showdown", seats=[2, 3])
    for claim in said:
        s.add("hand_claim", seat=2, claim=claim)
    s.card("seat:2", ["7s", "7d", "3c", "2h", "As"], "up", "player", "seat:2")
    return s.card("muck", ["8c", "6d", "4h", "3s", "2d"], "down", "player", "seat:3")


def test_a_pair_spread_in_silence_that_made_another_hand_go():
    r = lowball().ruling("rrop-6")
    assert (r["situation"], r["seat"]) == ("showdown.lowball_pair", 2)
    assert "rrop-6:S11-16" in r["cite"] and "pot_forfeit_possible" in r["remedy_steps"]
    assert situation(lowball("pair").hand("rrop-6")) != "showdown.lowball_pair"


# -- cards for an order ----------------------------------------------------------------------------


def drawn(game="nlhe", order=None, book="rrop-6"):
    s = Scene(ring([1, 4, 6], button=None, sb_seat=None, bb_seat=None, format="cash"), game)
    fields = {"cards": {"1": ["Kh"], "4": ["Ks"], "6": ["2d"]}}
    if order:
        fields["order"] = order
    return s.add("race_cards", **fields).ruling(book)


def test_cards_drawn_for_the_button_by_rank_and_suit():
    assert (drawn()["situation"], drawn()["seat"]) == ("frame.draw_for_order", 4)
    assert drawn("a5_lowball")["seat"] == 6
    assert drawn(order=[1, 4, 6])["seat"] == 4


def test_cards_for_an_order_are_served_from_the_dealers_left():
    r = drawn(order=[4, 6, 1])
    assert (r["situation"], r["irregular"]) == ("frame.draw_out_of_order", True)
    assert "rrop-6:S3-TIES-2" in r["cite"]


def test_saying_the_word_is_no_incident():
    assert situation(play("ipr-2018", setup(**FLOP), [say(3, "check")])) is None


# -- a live hand shown or told before the betting is over --------------------------------------


def _betting(*events):
    table = setup(live=(3, 4, 5), board=["Kd", "8s", "3c"])
    return [play(book, table, [act(3, "bet", 500), *events]).answer() for book in BOOKS]


def _tabled(seat):
    return cards(seat, f"seat:{seat}", "up", tokens=("Ah", "As"))


@pytest.mark.parametrize("seat", [4, 5])
def test_a_hand_tabled_with_action_pending_plays_and_is_penalised(seat):
    for r in _betting(_tabled(seat)):
        assert (r["ruling"], r["seat"]) == ("hand_live_penalty", seat)
        assert r["situation"] == "showdown.own_cards_shown_pending"


def test_a_holding_told_with_action_pending_plays_and_is_penalised():
    for r in _betting({"what": "hand_claim", "seat": 4, "claim": "flush"}):
        assert (r["ruling"], r["situation"]) == ("hand_live_penalty", "showdown.hand_told")


def test_a_hand_tabled_when_the_last_call_is_in_is_no_fault():
    for caller in (say(4, "call"), put(4, 500)):
        table = setup("river", board=["Kd", "8s", "3c", "Jc", "2h"])
        for book in BOOKS:
            hand = play(book, table, [act(3, "bet", 500), caller, _tabled(4)])
            assert situation(hand) is None
