"""More situations by their last event: counts and burns found late, odd chips, the end of stubs."""

import pytest

from shared_rules import rulebooks
from tests.rulings.ruling_scene import Scene, draw, ring, stud
from tests.rulings.spots import act, ask, cards, play, say, setup
from tests.rulings.test_every_situation import (
    FLOP,
    SIX,
    UPS,
    Spot,
    acted,
    drawing,
    flop,
    holdem,
    omaha,
    ruled,
    stud_at,
    stud_deal,
)


def street(name, board, live=(3, 4), **more):
    return Scene(ring(street=name, live=list(live), board=board, street_closed=True,
                      **{"burned": len(board) - 2, **more}))  # fmt: skip


def premature(name, board):
    """Seat 4 has not acted when the next card comes; then it folds."""
    s = Scene(ring(street=name, live=[3, 4], board=board, burned=max(0, len(board) - 2)))
    s.act(3, "bet", 500)
    s.burn()
    s.board(*(["Kd", "8s", "3c"] if name == "preflop" else ["5h"]))
    return s.act(4, "fold")


def stud_pot(low, hands, game, **more):
    s = Scene(stud("seventh", live=[2, 4], pot=301, street_closed=True, smallest_chip=1,
                   hands={str(k): v for k, v in hands.items()}, **more), game)  # fmt: skip
    return s.add("showdown", seats=[2, 4], **({"low": [2, 4]} if low else {"high": [2, 4]}))


HIGHS = {
    2: ["Ah", "Kd", "Qc", "Jh", "9d", "4c", "3d"],
    4: ["As", "Kc", "Qd", "Js", "9c", "4h", "2d"],
}
LOWS = {
    2: ["Ah", "2d", "3c", "4h", "5d", "Kc", "Kd"],
    4: ["As", "2c", "3d", "4s", "5c", "Qh", "Qd"],
}

SCENES = {
    "deal.boxed_one_next_gone": ("rrop-6", lambda: Scene(ring(SIX)).start().deal([1, 2, 3])
        .boxed("Kd").card("seat:5")),
    "deal.exposed_with_boxed": ("tda-2011", lambda: Scene(ring(SIX)).start().deal([1, 2, 3])
        .boxed("Kd").deal([4]).card("seat:5", "2d", "up")),
    "deal.flash_beside_exposure": ("rrop-6", lambda: Scene(ring(SIX)).start().deal([1, 2, 3])
        .card("seat:4", "Kd", "up").deal([5, 6]).add(
            "notice", by="player", kind="cards_shown_by_player", about_seat=2, cards=["#2"],
            intent="accident", seen_by=[3])),
    "deal.pineapple_long_after": ("ipr-2018", lambda: acted(
        omaha("crazy_pineapple").deal(SIX, 3)).add("rfid_count", zone="seat:3", cards=4)),
    "deal.pineapple_not_discarded": ("ipr-2018", lambda: Scene(ring(
        street="turn", live=[3, 4], board=[*FLOP, "5h"], burned=2), "crazy_pineapple")
        .add("rfid_count", zone="seat:3", cards=3)),
    "deal.button_moved_twice": ("ipr-2018", lambda: Scene(ring(
        SIX, button=6, sb_seat=1, bb_seat=2, previous={"button": 4, "sb": 5, "bb": 6}))
        .add("riffle").deal([1, 2, 3, 4, 5, 6], 2).act(3, "call", 200).act(4, "call", 200)),
    "board.turn_many_after_action": ("rrop-6", lambda: street("flop", FLOP).burn()
        .board("5h", "6h").act(3, "bet", 500)),
    "board.river_two_known": ("rrop-6", lambda: street("turn", [*FLOP, "2d"]).burn()
        .board("5h", "6h").flag("order_known", True, cards=["5h", "6h"])),
    "board.premature_flop_folded": ("rrop-6", lambda: premature("preflop", [])),
    "board.premature_river_folded": ("rrop-6", lambda: premature("turn", [*FLOP, "2d"])),
    "board.flop_two_burns_after": ("ipr-2018", lambda: street("preflop", [], burned=0).burn(2)
        .board(*FLOP).act(3, "bet", 500)),
    "board.river_two_burns_unknown": ("rrop-6", lambda: street("turn", [*FLOP, "2d"]).burn(2)
        .board("5h").flag("second_burn_known", False)),
    "board.burn_exposed": ("tda-2011", lambda: street("flop", FLOP).card("burn", "5h", "up")),
    "board.stub_card_exposed": ("tda-2011", lambda: street("flop", FLOP)
        .card("mouth", "5h", "up")),
    "stud.short_before": ("rrop-6", lambda: stud_at("third", (2, 4, 5)).add(
        "rfid_count", zone="seat:4", cards=2)),
    "stud.long_before": ("rrop-6", lambda: stud_at("third", (2, 4, 5)).add(
        "rfid_count", zone="seat:4", cards=4)),
    "stud.short_after": ("rrop-6", lambda: stud_at("fourth", upcards=UPS).act(2, "bet", 200)
        .act(4, "call", 200).add("rfid_count", zone="seat:5", cards=3)),
    "stud.long_after": ("rrop-6", lambda: stud_at("fourth", upcards=UPS).act(2, "bet", 200)
        .act(4, "call", 200).add("rfid_count", zone="seat:5", cards=5)),
    "stud.burn_fault_late": ("rrop-6", lambda: stud_at(
        "fourth", upcards=UPS, street_closed=True).card("seat:2", "4h", "up")
        .card("seat:4", "4d", "up").card("seat:5", "4s", "up").act(2, "bet", 400)),
    "stud.burn_fault_last_down_seen": ("rrop-6", lambda: stud_at(
        "sixth", upcards=UPS, street_closed=True).burn(2).card("seat:2", "#40")
        .card("seat:2", "#40", "down", "player", "seat:2", lifted=True).notice("extra_burn")),
    "stud.premature_last_card_seen": ("rrop-6", lambda: stud_at("sixth", upcards=UPS)
        .act(2, "bet", 400).burn().card("seat:2", "#40")
        .card("seat:2", "#40", "down", "player", "seat:2", lifted=True)),
    "stud.stub_short_burns": ("rrop-6", lambda: stud_at(
        "sixth", (1, 2, 3, 5, 6), street_closed=True, burned=3)
        .add("rfid_count", zone="stub", cards=4).notice("stub_short")),
    "draw.button_short": ("rrop-6", lambda: Scene(draw(), "draw_high").start().deal(SIX, 4)
        .deal(SIX[:-1]).notice("wrong_card_count", about_seat=6)),
    "draw.long_before": ("rrop-6", lambda: Scene(draw(), "draw_high").start().deal(SIX, 5)
        .add("rfid_count", zone="seat:1", cards=6)),
    "draw.wrong_after_draw": ("rrop-6", lambda: drawing().add("draw", seat=1, count=0)
        .add("draw", seat=2, count=0).add("draw", seat=6, count=0).act(1, "bet", 40)
        .add("rfid_count", zone="seat:2", cards=6)),
    "pots.odd_chip_stud_high": ("rrop-6", lambda: stud_pot(False, HIGHS, "stud7")),
    "pots.odd_chip_low": ("rrop-6", lambda: stud_pot(True, LOWS, "stud8")),
    "frame.button_adjust_moving": ("rrop-6", lambda: Scene(ring(
        [1, 3, 4, 5, 6], button=2, sb_seat=3, bb_seat=4, button_method="moving", format="cash",
        previous={"button": 1, "sb": 2, "bb": 3})).add("riffle")),
    "fold.forward_acted": ("rrop-6", lambda: flop(
        act(3, "bet", 500), cards(4, "line:4", released=True, crossed="full"),
        act(5, "call", 500), ask(4, "cards_back"))),
    "request.change": ("tda-2011", lambda: flop(ask(3, "change"))),
}  # fmt: skip
SILENT = ("request.change",)  # a book that says nothing: nothing is said


@pytest.mark.parametrize("key", sorted(set(SCENES) - set(SILENT)))
def test_reached_by_its_last_event_and_not_before(key):
    book, build = SCENES[key]
    scene = build()
    assert key in ruled(scene, book), ruled(scene, book)
    scene.events.pop()
    assert key not in ruled(scene, book), "reached without its last event"


def test_a_silent_book_says_nothing_about_change():
    for book in rulebooks.BOOKS:
        assert flop(ask(3, "change")).hand(book).incidents() == []


def five_new(game):
    s = drawing(game).add("draw", seat=1, count=5)
    s.card("muck", ["#1"], "down", "player", "seat:1")
    for n in range(4):
        s.card("seat:1", f"#{40 + n}")
    s.add("draw", seat=2, count=0).add("draw", seat=6, count=0)
    return s.card("seat:1", "#44")


def test_five_new_cards_the_fifth_after_the_others():
    assert "draw.five_new_cards" in ruled(five_new("draw_high"), "rrop-6")
    assert "draw.lowball_five_new_cards" in ruled(five_new("27_lowball"), "rrop-6")
    s = five_new("draw_high")
    s.events.pop()
    assert "draw.five_new_cards" not in ruled(s, "rrop-6")


# -- values that only say how a book behaves: it does ----------------------------------------------


def test_suits_rank_as_the_book_says():
    for book in rulebooks.BOOKS:
        order = rulebooks.get(book).value("deck.suits")
        if order is None:
            continue
        for better, worse in zip(order, order[1:], strict=False):
            s = Scene(ring([1, 4], button=None, sb_seat=None, bb_seat=None,
                           color={"old": 25, "new": 100}))  # fmt: skip
            s.add("color_up", stage="race", odd_chips={"1": 1, "4": 1})
            r = s.add("race_cards", cards={"1": ["A" + worse], "4": ["A" + better]}).ruling(book)
            if r["ruling"] == "race_result" and r["amount"]:
                assert r["remedy_steps"] == ["chip_to_seat_4"], book


def test_a_card_off_the_table_counts_as_exposed_where_the_book_says_so():
    for book in rulebooks.BOOKS:
        s = Scene(ring(SIX)).start().deal([1, 2]).card("off").deal([4]).card("seat:5", "Kd", "up")
        counts = rulebooks.get(book).value("deal.off_table_counts", False)
        assert (s.ruling(book)["ruling"] == "misdeal") is bool(counts), book


def test_a_called_clock_kills_without_a_bet_unless_the_book_wants_one():
    for book in rulebooks.BOOKS:
        data = rulebooks.get(book)
        events = [{"what": "clock_call", "by_seat": 4, "on_seat": 3},
                  {"what": "clock_start", "seat": 3, "t": 10000},
                  {"what": "timer", "clock": "called_clock", "seat": 3, "elapsed_ms": 80000,
                   "t": 90000}]  # fmt: skip
        r = play(book, setup("flop", (3, 4, 5), board=FLOP), events).answer()
        if data.value("clock.only_facing_bet"):
            assert r["ruling"] != "hand_dead", book


def test_a_short_all_in_gives_no_new_right_to_raise_anywhere():
    for book in rulebooks.BOOKS:
        s = flop(act(3, "bet", 600), act(4, "call", 600), act(5, "all_in", 800),
                 stacks={"5": 800, "3": 9000, "4": 9000})  # fmt: skip
        reopens = rulebooks.get(book).value("wager.short_allin_reopens", False)
        assert (s.hand(book).bounds(3)[1] is not None) is bool(reopens), book


def test_half_a_bet_all_in_counts_as_full_in_limit_where_the_book_says_so():
    for book in rulebooks.BOOKS:
        if not rulebooks.get(book).value("wager.limit_half_allin_full"):
            continue
        table = setup("flop", (3, 4, 5), board=FLOP, betting="limit", small_bet=200,
                      big_bet=400, stacks={"4": 320, "3": 9000, "5": 9000})  # fmt: skip
        s = Spot(table, [act(3, "bet", 200), act(4, "all_in", 320)], "limit_holdem")
        assert s.hand(book).bounds(5)[1] == 520, book


def test_straddles_in_cash_games_where_the_book_has_them():
    for book in rulebooks.BOOKS:
        s = Scene(ring(SIX, format="cash")).start()
        r = s.add("post", seats=[3], kind="straddle", amount=400).ruling(book)
        allowed = rulebooks.get(book).value("wager.straddle_cash", False)
        assert (r["situation"] == "wager.straddle_ok") and r["ruling"] == (
            "no_incident" if allowed else "floor_decides"), book  # fmt: skip


def test_the_house_may_round_pot_limit_bets_up_where_the_book_lets_it():
    for book in rulebooks.BOOKS:
        s = flop(act(3, "bet", 130), say(4, "pot", wording="pot"), game="plo",
                 betting="pot_limit", pot=300, round_to=100)  # fmt: skip
        rounds = rulebooks.get(book).value("wager.pot_rounding", False)
        if rounds:
            assert s.ruling(book)["amount"] == 130 + 600, book


def test_boxed_cards_void_a_lowball_deal_by_their_own_number():
    for book in rulebooks.BOOKS:
        limit = rulebooks.get(book).value("deal.boxed_limit_lowball", 0)
        s = Scene(draw(), "a5_lowball").start().deal([1])
        for card in ("Kd", "2c", "3c"):
            s.boxed(card)
        void = "misdeal" in [r["ruling"] for r in s.hand(book).rulings if r["irregular"]]
        assert void is bool(limit), book


def test_the_button_of_a_cash_game_moves_by_the_books_method():
    last = {"button": 6, "sb": 1, "bb": 2}
    for book in rulebooks.BOOKS:
        method = rulebooks.get(book).value("frame.button_method_cash", "dead")
        s = Scene(ring(SIX, button=3, sb_seat=None, bb_seat=None, format="cash", previous=last))
        r = s.add("riffle").ruling(book)
        assert r["ruling"] in ("button_adjusted", "floor_decides"), (book, method)
        right = Scene(ring(SIX, button=1, sb_seat=2, bb_seat=3, format="cash", previous=last))
        assert right.add("riffle").hand(book).incidents() == [], book


def test_nobody_has_the_big_blind_twice_heads_up():
    for book in rulebooks.BOOKS:
        if rulebooks.get(book).value("frame.big_blind_twice") is False:
            s = Scene(ring([2, 9], button=2, sb_seat=None, bb_seat=None,
                           previous={"button": 9, "sb": 1, "bb": 2}))  # fmt: skip
            hand = s.add("riffle").hand(book)
            assert hand.bb_seat != 2, book


def test_a_stud_deal_without_trouble_is_none():
    s = stud_deal().deal([1, 2, 3, 4, 5, 6, 7], 2)
    for seat in range(1, 8):
        s.card(f"seat:{seat}", UPS.get(str(seat), [f"{seat + 1}c"])[0], "up")
    assert s.hand("rrop-6").incidents() == []
    assert holdem().hand("rrop-6").incidents() == []


def test_half_a_bet_all_in_is_exactly_half_or_more_and_silent_books_ask_the_floor():
    for book in rulebooks.BOOKS:
        counts = rulebooks.get(book).value("wager.limit_half_allin_full")
        for all_in in (299, 300, 301, 399, 400, 401):
            table = setup("flop", (3, 4, 5), board=FLOP, betting="limit", small_bet=200,
                          big_bet=400, stacks={"4": all_in, "3": 9000, "5": 9000})  # fmt: skip
            wagers = [act(3, "bet", 200), act(4, "all_in", all_in)]
            hand = Spot(table, wagers, "limit_holdem").hand(book)
            full = all_in >= 400 or (counts and all_in >= 300)
            assert hand.bounds(5)[1] == (all_in + 200 if full else 400), (book, all_in)
            raised = Spot(table, [*wagers, say(5, "raise")], "limit_holdem").ruling(book)
            asked = not counts and all_in < 400
            assert (raised["ruling"] == "floor_decides") == asked, (book, all_in)
            assert raised["irregular"] == asked, (book, all_in)
