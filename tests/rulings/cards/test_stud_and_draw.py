"""Stud and draw games: faults of the deal, of the streets and of the draw (rrop-6 for most)."""

import pytest

from tests.rulings.ruling_scene import Scene, draw, ring, situation, stud

UP = {"2": ["Ah", "Kd"], "4": ["9c", "8s"], "6": ["7d", "5h"]}


def stud_deal(**more):
    return Scene(stud(**more), "stud7").add("riffle", 0)


def later(street, live, **more):
    return Scene(stud(street, live=list(live), street_closed=True, **more), "stud7")


def lowball(game="a5_lowball", **more):
    return Scene(draw(**more), game).start()


STUD = {
    "down card exposed, cash": (
        stud_deal().deal().card("seat:1").card("seat:2", "Td", "up"),
        "stud.down_card_exposed_cash",
    ),
    "down card exposed, tournament": (
        stud_deal(format="tournament").deal().card("seat:1", "Td", "up"),
        "stud.down_card_exposed_tournament",
    ),
    "both down cards of a seat": (
        stud_deal().card("seat:1", "2d", "up").deal([2, 3, 4, 5, 6, 7]).card("seat:1", "3d", "up"),
        "stud.both_down_exposed_cash",
    ),
    "eight cards": (
        Scene(stud("seventh", live=[2, 5]), "stud7").add("rfid_count", zone="seat:5", cards=8),
        "stud.more_than_seven",
    ),
    "six cards at the end": (
        Scene(stud("seventh", live=[2, 5]), "stud7").add("rfid_count", zone="seat:5", cards=6),
        "stud.seventh_missing",
    ),
    "five cards at the end": (
        Scene(stud("seventh", live=[2, 5]), "stud7").add("rfid_count", zone="seat:5", cards=5),
        "stud.less_than_seven",
    ),
    "no burn on fifth street": (
        later("fourth", [2, 5]).card("seat:2", "9c", "up"),
        "stud.no_burn_at_once",
    ),
    "early card": (
        Scene(stud("fourth", live=[2, 4, 6], upcards=UP), "stud7").act(2, "bet", 200).burn()
        .card("seat:2", "9h", "up"),
        "stud.premature_card",
    ),
    "last card up to an all-in player": (
        later("sixth", [2, 4, 5], all_in=[2]).burn().card("seat:2", "Jd", "up"),
        "stud.last_card_up_all_in",
    ),
    "last card up to the second of two": (
        later("sixth", [2, 5]).burn().card("seat:2").card("seat:5", "Jd", "up"),
        "stud.last_card_up_second_of_two",
    ),
    "stub short, just enough without a burn": (
        later("sixth", [1, 2, 3, 5, 6], burned=1).add("rfid_count", zone="stub", cards=3)
        .notice("stub_short"),
        "stud.stub_short_common",
    ),
    "stub short by a burn": (
        later("sixth", [1, 2, 3, 5, 6], burned=2).add("rfid_count", zone="stub", cards=3)
        .notice("stub_short"),
        "stud.stub_short_no_burn",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(STUD))
def test_stud_fault_is_found(name):
    scene, expected = STUD[name]
    assert situation(scene) == expected


def test_clean_stud_streets_have_no_incident():
    s = stud_deal().add("post", seats=[1, 2, 3, 4, 5, 6, 7], kind="ante", amount=25).deal(rounds=2)
    for seat, token in (
        (1, "Ah"),
        (2, "Kd"),
        (3, "2c"),
        (4, "9c"),
        (5, "8s"),
        (6, "7d"),
        (7, "5h"),
    ):
        s.card(f"seat:{seat}", token, "up")
    assert situation(s) is None
    s = later("fourth", [2, 5]).burn().card("seat:2", "9c", "up").card("seat:5", "Tc", "up")
    s.act(5, "check").act(2, "check").burn().card("seat:2", "3c", "up").card("seat:5", "4c", "up")
    assert situation(s) is None


def test_third_card_up_is_no_exposure():
    s = stud_deal().deal(rounds=2).card("seat:1", "Td", "up").card("seat:2", "9d", "up")
    for book in ("tda-2011", "rrop-6", "ipr-2018", "ipr-web"):
        assert situation(s, book) is None


def test_both_down_cards_give_the_ante_back():
    r = STUD["both down cards of a seat"][0].ruling("rrop-6")
    assert (r["ruling"], r["amount"], r["seat"]) == ("hand_dead", 25, 1)


DRAW = {
    "a5 limit: a seven is kept": ("a5_lowball", "limit", "7d", "draw.exposed_kept_a5"),
    "a5 limit: an eight is not": ("a5_lowball", "limit", "8d", "draw.exposed_replaced_a5"),
    "a5 limit: an ace is kept": ("a5_lowball", "limit", "Ad", "draw.exposed_kept_a5"),
    "27 limit: a seven is kept": ("27_lowball", "limit", "7d", "draw.exposed_kept_27"),
    "27 limit: an ace is not": ("27_lowball", "limit", "Ad", "draw.exposed_replaced_27"),
    "a5 no-limit: a six is not": (
        "a5_lowball",
        "no_limit",
        "6d",
        "draw.exposed_replaced_a5_big_bet",
    ),
    "27 no-limit: a five is kept": ("27_lowball", "no_limit", "5d", "draw.exposed_kept_27_big_bet"),
    "draw high: always kept": ("draw_high", "limit", "Kd", "draw.exposed_kept_high"),
    "rank not told": ("a5_lowball", "limit", "#9", "draw.exposed_rank_unknown"),
}


@pytest.mark.parametrize("name", sorted(DRAW))
def test_card_exposed_before_the_draw(name):
    game, betting, token, expected = DRAW[name]
    s = Scene(draw(game != "draw_high", betting=betting), game).start().deal().deal([1, 2])
    assert situation(s.card("seat:3", token, "up")) == expected


def test_lowball_short_hand_before_and_after_the_first_act():
    s = lowball().deal(rounds=4).deal([1, 2, 4, 5, 6]).notice("wrong_card_count", about_seat=3)
    assert s.ruling("rrop-6")["ruling"] == "give_additional_card"
    s = lowball().deal(rounds=4).deal([1, 2, 4, 5, 6]).act(3, "call", 20)
    assert s.notice("wrong_card_count", about_seat=3).ruling("rrop-6")["ruling"] == (
        "complete_on_draw"
    )
    s = lowball().deal(rounds=4).deal([1, 2, 3, 4, 5]).act(3, "call", 20)
    assert s.notice("wrong_card_count", about_seat=6).ruling("rrop-6")["ruling"] == "give_top_card"


def test_an_act_before_the_lowball_deal_is_complete_is_no_action():
    s = lowball().deal(rounds=4).deal([1, 2, 4, 5]).act(3, "call", 20).deal([6])
    short = s.notice("wrong_card_count", about_seat=3)
    assert short.ruling("rrop-6")["ruling"] == "give_additional_card"  # S11-11
    s = lowball().deal(rounds=4).deal([1, 2, 4, 5]).act(3, "call", 20).deal([6])
    late = s.act(4, "call", 20).notice("wrong_card_count", about_seat=3)
    assert late.ruling("rrop-6")["ruling"] == "complete_on_draw"


@pytest.mark.parametrize("game", ["a5_lowball", "27_lowball"])
@pytest.mark.parametrize("acts", [0, 1, 2])
def test_a_second_short_hand_is_judged_by_the_acts_before_it_was_told(game, acts):
    """The dealer's missing card is given; then another hand turns out to be short."""
    s = lowball(game).deal(rounds=4).deal([1, 2, 4, 5])
    s.notice("wrong_card_count", "player", seat=6).card("seat:6")
    for seat in (3, 4)[:acts]:
        s.act(seat, "call", 20)
    s.add("rfid_count", zone="seat:3", cards=4).notice("wrong_card_count", "player", seat=3)
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["seat"]) == ("complete_on_draw" if acts else "give_additional_card", 3)


def test_card_exposed_on_the_draw_is_replaced_when_all_have_drawn():
    setup = draw(street="draw", live=[2, 5])
    s = Scene(setup, "a5_lowball").add("draw", seat=2, count=1)
    s.card("muck", "#2", frm="seat:2", by="player").card("seat:2", "Kd", "up")
    r = s.ruling("rrop-6")
    assert r["remedy_steps"] == ["complete_draw_for_all", "replace_from_top_of_stub"]


def test_number_of_cards_drawn_may_be_changed_until_a_card_is_dealt():
    setup = draw(street="draw", live=[2, 5])
    s = Scene(setup, "a5_lowball").add("draw", seat=2, count=1).add("draw", seat=2, count=2)
    assert situation(s) is None
    s = Scene(setup, "a5_lowball").add("draw", seat=2, count=1)
    s.card("seat:2").add("draw", seat=2, count=2)
    assert situation(s) == "draw.change_too_late"


def test_six_cards_after_the_draw_foul_the_hand():
    setup = draw(street="draw", live=[2, 5])
    s = Scene(setup, "a5_lowball").add("draw", seat=2, count=1).card("seat:2").card("seat:2")
    assert s.add("rfid_count", zone="seat:2", cards=6).ruling("rrop-6")["ruling"] == "hand_dead"


def test_the_number_of_cards_asked_for_is_fixed_by_the_burn_card():
    def asked(*between):
        s = Scene(draw(street="draw", live=[1, 3, 5]), "draw_high")
        s.add("draw", seat=1, count=2)
        for to in between:
            s.card(to)
        return s.add("draw", seat=1, count=3).ruling("rrop-6")

    assert asked()["ruling"] == "no_incident"
    for late in (asked("burn"), asked("burn", "seat:1")):
        assert (late["ruling"], late["cite"][0]) == ("request_refused", "rrop-6:S12-6")


UPS = {"2": ["Kd", "9s", "2h"], "4": ["3c", "4c", "5d"], "5": ["9h", "Th", "Jd"]}


def test_a_burn_fault_left_to_the_floor_is_asked_about_when_somebody_points_at_it():
    s = Scene(stud("fifth", live=[2, 4, 5], upcards=UPS, street_closed=True), "stud7").burn(2)
    for seat, token in ((2, "7h"), (4, "8h"), (5, "2c")):
        s.card(f"seat:{seat}", token, "up")
    assert s.ruling("tda-2011")["ruling"] == "no_incident"
    s.notice("extra_burn")
    for book in ("tda-2011", "ipr-2018"):
        assert s.ruling(book)["ruling"] == "floor_decides"
    assert s.ruling("rrop-6")["ruling"] == "cards_corrected"


SIXTH = ((2, "7h"), (4, "8h"), (5, "2c"))


def last_card(order, face_up, word):
    """Last cards in order, one of them face up, then its seat speaks."""
    ups = {str(seat): [*UPS[str(seat)], token] for seat, token in SIXTH if seat in order}
    s = Scene(stud("sixth", live=sorted(order), upcards=ups, street_closed=True), "stud7").burn()
    for seat in order:
        s.card(
            f"seat:{seat}", "Ah" if seat == face_up else None, "up" if seat == face_up else "down"
        )
    return s.add("declare", seat=face_up, word=word, wording="plain")


def test_who_holds_the_last_card_face_up_may_go_all_in_before_the_betting():
    for order in ((2, 4, 5), (4, 2)):
        s = last_card(order, 2, "all_in")
        hand = s.hand("rrop-6")
        r = hand.answer()
        assert (r["ruling"], r["remedy_steps"]) == ("no_incident", [])
        assert r["cite"][0] == "rrop-6:S8-17" + ("a" if len(order) == 3 else "b")
        assert 2 in hand.all_in and hand.bet(2) == 0 and hand.turn != 2
        assert 2 not in last_card(order, 2, "check").hand("rrop-6").all_in


def test_an_open_pair_is_a_reason_for_a_raise_of_the_upper_limit():
    pair = {"2": ["Kd", "Kc"], "4": ["3c", "4c"]}
    s = Scene(stud("fourth", live=[2, 4], upcards=pair, pot=400), "stud7").act(2, "bet", 200)
    s.add("declare", seat=4, word="raise", wording="plain", amount=600)
    assert "rrop-6:S8-7" in s.ruling("rrop-6")["cite"]


def test_a_short_bring_in_is_called_at_its_full_size_by_its_rule():
    ups = {"2": ["Kd"], "4": ["3c"], "5": ["9h"]}
    s = Scene(stud("third", live=[2, 4, 5], upcards=ups, stacks={"4": 30}), "stud7")
    s.add("post", seats=[4], kind="bring_in", amount=30, all_in=True)
    r = s.add("declare", seat=5, word="call", wording="plain").ruling("rrop-6")
    assert (r["ruling"], r["amount"]) == ("call", 50) and "rrop-6:S8-4" in r["cite"]


@pytest.mark.parametrize(("all_in", "opened", "cited"), [
    ([4], True, True), ([], True, False), ([2], True, False), ([4], False, False),
])  # fmt: skip
def test_who_opens_in_place_of_a_low_card_all_in_for_the_ante_opens_by_its_rule(
    all_in, opened, cited
):
    ups = {"2": ["Kd"], "4": ["3c"], "5": ["9h"], "6": ["Qs"]}
    s = Scene(stud("third", live=[2, 4, 5, 6], upcards=ups, all_in=all_in), "stud7")
    if 4 not in all_in:
        s.add("post", seats=[4], kind="bring_in", amount=50)
    s.add("declare", seat=5, word="bet", wording="plain", amount=200)
    if not opened:  # who raises rests on the bet
        s.add("declare", seat=6, word="raise", wording="plain", amount=400)
    assert ("rrop-6:S8-4" in s.ruling("rrop-6")["cite"]) == cited


def test_a_short_hand_stays_open_until_the_draw_fills_it():
    s = Scene(draw(False, seats=[1, 2, 3]), "draw_high").start()
    s.add("post", seats=[1, 2, 3], kind="ante", amount=5).deal([1, 2, 3], 4).deal([1, 3])
    s.act(1, "bet", 20).act(2, "call", 20).act(3, "fold").add("draw", seat=1, count=0)
    assert s.ruling("rrop-6")["ruling"] == "complete_on_draw"
    s.add("draw", seat=2, count=0).card("seat:2").act(1, "bet", 40)
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["cite"][0]) == ("no_incident", "rrop-6:S12-4")


@pytest.mark.parametrize(("game", "confidence"), [("draw_high", "medium"), ("a5_lowball", "high")])
def test_two_cards_shown_before_the_draw_where_one_rule_keeps_any(game, confidence):
    s = lowball(game).deal().deal([1, 2]).card("seat:3", "Kd", "up").card("seat:4", "9s", "up")
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["confidence"]) == ("misdeal", confidence)
    assert ("rrop-6:S12-3" in r["cite"]) == (game == "draw_high")


@pytest.mark.parametrize(("before", "after", "due"), [
    (("check", None), ("check", None), True),  # folded with nothing to call
    (("bet", 200), ("call", 200), False),
    (("check", None), ("bet", 200), False),  # killed by a bet
])  # fmt: skip
def test_a_fold_told_as_history_with_nothing_to_call_is_dealt_on(before, after, due):
    s = Scene(stud("fourth", live=[2, 4, 6], upcards=UP), "stud7")
    s.act(2, *before).act(4, "fold").act(6, *after)
    if after[0] == "bet":
        s.act(2, "call", 200)
    s.burn().card("seat:2", "3h", "up").card("seat:4", "6h", "up").card("seat:6", "Qs", "up")
    assert ("rrop-6:S8-9" in s.ruling("rrop-6")["cite"]) == due


def third_street(*before, game="stud7"):
    """Four hands of third street, whatever came ``before``, and a card more to seat 1."""
    s = Scene(stud(seats=[1, 3, 5, 7]), game).add("riffle", 0)
    s.add("post", seats=[1, 3, 5, 7], kind="ante", amount=25).deal(rounds=2)
    for seat, token in ((1, "9d"), (3, "2c"), (5, "Jh"), (7, "7s")):
        s.card(f"seat:{seat}", token, "up")
    if "bring_in" in before:
        s.add("post", seats=[3], kind="bring_in", amount=50)
    if "act" in before:
        s.act(5, "call", 50)
    return s.card("seat:1")


@pytest.mark.parametrize("before", [(), ("bring_in",)])
@pytest.mark.parametrize("game", ["stud7", "stud8", "razz"])
def test_a_card_too_many_of_third_street_is_no_early_fourth(game, before):
    for book in ("rrop-6", "ipr-2018", "ipr-web"):
        hand = third_street(*before, game=game).hand(book)
        assert hand.ruled("stud.premature_card") is None
        assert hand.answer()["ruling"] == "return_extra_as_burn"


def test_a_card_after_an_act_on_third_street_came_too_early():
    assert situation(third_street("bring_in", "act")) == "stud.premature_card"


@pytest.mark.parametrize("burns", [0, 2])
def test_a_burn_fault_no_rule_puts_right_stops_the_action_where_a_book_says_so(burns):
    s = Scene(stud("fourth", live=[2, 5], upcards={"2": ["9h", "8d"], "5": ["As", "Td"]},
                   street_closed=True, burned=1), "stud7")  # fmt: skip
    s.burn(burns).card("seat:2", "9c", "up")
    s.notice("extra_burn" if burns else "missing_burn", by="dealer")
    for book, rule in (("ipr-2018", "2.1"), ("ipr-web", "W2.1")):
        r = s.ruling(book)
        assert (r["ruling"], r["decided_by"]) == ("floor_decides", "floor"), book
        assert r["remedy_steps"] == ["stop_action", "call_floor"]
        assert r["cite"][0] == f"{book}:{rule}"
    assert s.ruling("rrop-6")["ruling"] != "floor_decides"
    r = s.ruling("tda-2011")  # silent: nothing is ordered
    assert (r["ruling"], r["remedy_steps"]) == ("floor_decides", [])
    clean = Scene(s.setup, "stud7").burn().card("seat:2", "9c", "up")
    assert clean.ruling("ipr-2018")["ruling"] == "no_incident"


@pytest.mark.parametrize("early", [1, 2, 3])
@pytest.mark.parametrize("game", ["stud7", "stud8", "razz"])
def test_more_cards_of_a_street_that_came_too_soon_leave_the_floor_to_decide(game, early):
    ups = {"2": ["Ah", "Kd", "9s"], "4": ["9c", "8s", "4h"], "6": ["7d", "5h", "2s"]}
    s = Scene(stud("fifth", live=[2, 4, 6], upcards=ups), game)
    first, second, last = (6, 2, 4) if game == "razz" else (2, 4, 6)
    s.act(first, "bet", 400).act(second, "call", 400).burn()
    for seat in (2, 4, 6)[:early]:
        s.card(f"seat:{seat}", None, "up")
    s.notice("not_acted", by="player", seat=last)
    for book in ("tda-2011", "ipr-web"):
        r = s.ruling(book)
        assert (r["situation"], r["ruling"]) == ("stud.premature_card", "floor_decides"), book
    s.act(last, "call", 400)  # the floor has had the betting finished
    assert {s.ruling(book)["ruling"] for book in ("tda-2011", "ipr-web")} == {"no_incident"}


@pytest.mark.parametrize(("bet", "twice", "said"), [
    (False, False, "stud.folded_seat_dealt"), (True, False, "stud.premature_card"),
    (False, True, "stud.premature_card"),
])  # fmt: skip
def test_a_seat_that_folded_without_a_bet_gets_its_card_when_it_is_dealt_last(bet, twice, said):
    s = Scene(stud("sixth", live=[2, 4, 6], upcards={"4": ["Qc", "Qs", "5h", "7d"]}), "stud7")
    s.act(4, "bet", 400) if bet else s.act(4, "check")
    s.act(6, "fold")
    s.act(2, "call", 400) if bet else s.act(2, "check")
    s.burn()
    for n, seat in enumerate([2, 4, 6] + [6] * twice):
        s.card(f"seat:{seat}", [f"#{40 + n}"])
    assert s.ruling("rrop-6")["situation"] == said


@pytest.mark.parametrize("street", ["river", "showdown"])
@pytest.mark.parametrize("book", ["rrop-6", "ipr-2018", "ipr-web", "stg-2011"])
def test_three_cards_found_in_the_showdown_leave_nothing_to_play_out(book, street):
    board = ["Qs", "7d", "4c", "Jh", "2s"]
    s = Scene(ring(street="river", live=[3, 4], board=board, pot=2400))
    if street == "showdown":
        s.act(3, "check").act(4, "check").add("showdown", seats=[3, 4])
    r = s.add("rfid_count", zone="seat:4", cards=3).ruling(book)
    rest = [] if street == "showdown" else ["no_refund", "play_out_hand"]
    assert r["remedy_steps"] == ["kill_hand", *rest]
