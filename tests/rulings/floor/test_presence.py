"""Rulings about players away from their seats, and about clocks."""

import pytest

from tests.rulings.ruling_scene import Scene, ring, stud

BOOKS = ("ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011")


def codes(scene):
    return {b: scene.ruling(b)["ruling"] for b in BOOKS}


def turn_spot(**more):
    return Scene(ring(street="turn", live=[3, 4], board=["Kd", "8s", "3c", "Jc"], **more))


# -- presence at the deal ---------------------------------------------------------------------


def dealt(state="away", back=None, at_ms=None, fmt="tournament", seat=4):
    """A hand dealt while a seat is away; it comes back ``at_ms`` after the first card."""
    s = Scene(ring(presence={str(seat): state}, format=fmt)).start()
    s.deal(rounds=2)
    start = s.events[-1]["t"]
    s.t = start + (at_ms if at_ms is not None else 20000)
    s.events.append({"t": s.t, "what": "presence", "seat": seat, "state": back or "in_seat"})
    s.t = max(s.t, s.events[-2]["until"])
    return s


def test_back_after_all_hands_are_complete():
    assert codes(dealt(at_ms=20000)) == {
        "ipr-2018": "hand_dead",
        "ipr-web": "hand_dead",
        "rrop-6": "hand_dead",
        "tda-2011": "hand_dead",
        "stg-2011": "no_incident",
    }


def test_back_between_first_and_last_card():
    assert codes(dealt(at_ms=2000)) == {
        "ipr-2018": "hand_dead",
        "ipr-web": "hand_dead",
        "rrop-6": "no_incident",
        "tda-2011": "no_incident",
        "stg-2011": "no_incident",
    }


def test_cash_players_have_time_until_their_own_turn():
    assert dealt(at_ms=20000, fmt="cash").ruling("rrop-6")["ruling"] == "no_incident"


def test_standing_at_the_seat_counts_by_the_book():
    scene = dealt(state="at_seat", back="in_seat")
    assert codes(scene) == {
        "ipr-2018": "hand_dead",
        "ipr-web": "hand_dead",
        "rrop-6": "no_incident",
        "tda-2011": "no_incident",
        "stg-2011": "no_incident",
    }


def test_standing_at_the_seat_to_the_end_is_regular_by_the_rule_on_presence():
    s = Scene(ring(presence={"4": "at_seat"})).start().deal(rounds=2).act(3, "fold")
    s.add("declare", seat=4, word="call", wording="plain")
    cited = {"tda-2011": "27", "rrop-6": "S15-12", "stg-2011": "M9"}
    for book, rule in cited.items():
        r = s.ruling(book)
        assert (r["ruling"], r["amount"]) == ("call", 200), book
        assert f"{book}:{rule}" in r["cite"]
    assert {s.ruling(book)["ruling"] for book in ("ipr-2018", "ipr-web")} == {"hand_dead"}
    seated = Scene(ring()).start().deal(rounds=2).act(3, "fold")
    seated.add("declare", seat=4, word="call", wording="plain")
    for book, rule in cited.items():
        assert f"{book}:{rule}" not in seated.ruling(book)["cite"]


def test_sitting_down_before_the_last_card_is_in_time():
    scene = dealt(state="at_seat", back="in_seat", at_ms=2000)
    assert set(codes(scene).values()) == {"no_incident"}


def test_absent_and_never_back_is_routine():
    s = Scene(ring(presence={"4": "away"})).start().deal(rounds=2)
    s.act(3, "fold")
    assert set(codes(s).values()) == {"no_incident"}


@pytest.mark.parametrize(("penal", "cited"), [([4], True), ([], False), ([5], False)])
def test_that_the_hand_of_a_player_on_a_penalty_is_dealt_rests_on_that_rule(penal, cited):
    s = Scene(ring(presence={"4": "away"}, penalty_seats=penal)).start().deal(rounds=2)
    s.act(3, "fold")
    assert set(codes(s).values()) == {"no_incident"}
    for book, rule in (("tda-2011", "51"), ("ipr-2018", "TDA#66C in 9")):
        assert (f"{book}:{rule}" in s.ruling(book)["cite"]) == cited


def test_action_reaches_an_empty_seat():
    s = Scene(ring(presence={"4": "away"})).start().deal(rounds=2)
    s.act(3, "fold").notice("seat_absent_on_turn", about_seat=4)
    assert set(codes(s).values()) == {"hand_dead"}


def test_back_after_the_own_turn_has_come():
    s = Scene(ring(presence={"4": "away"})).start().deal(rounds=2)
    s.act(3, "fold").add("presence", 5000, seat=4, state="in_seat")
    assert s.ruling("stg-2011")["ruling"] == "hand_dead"


@pytest.mark.parametrize("fmt", ["cash", "tournament"])
def test_the_own_turn_of_a_section_on_stud_is_one_reading_in_other_games(fmt):
    away = {"presence": {"4": "away"}, "format": fmt}
    flop = Scene(ring(street="flop", live=[3, 4, 5], board=["Kd", "8s", "3c"], **away))
    fifth = Scene(stud("fifth", live=[3, 4, 5], **away), "stud7")
    for s, sure in ((flop, "medium"), (fifth, "high")):
        r = s.act(3, "bet", 400).notice("seat_absent_on_turn", about_seat=4).ruling("rrop-6")
        assert (r["ruling"], r["cite"], r["confidence"]) == ("hand_dead", ["rrop-6:S8-8"], sure)
    assert flop.ruling("stg-2011")["confidence"] == "high"  # its rule is for all games


def test_leaving_with_action_pending():
    s = Scene(ring(street="flop", live=[3, 4, 5], board=["Kd", "8s", "3c"]))
    s.act(3, "bet", 500).add("presence", seat=4, state="away")
    got = codes(s)
    assert got["ipr-2018"] == got["ipr-web"] == "forced_fold"
    assert got["tda-2011"] == "floor_decides"


def test_player_on_a_penalty_turns_up():
    s = Scene(ring(presence={"4": "away"}, penalty_seats=[4])).start().deal(rounds=2)
    s.add("presence", 20000, seat=4, state="in_seat")
    assert s.ruling("tda-2011")["ruling"] == "hand_dead"
    assert "tda-2011:51" in s.ruling("tda-2011")["cite"]


def test_phone_of_a_folded_player_kills_nothing():
    s = turn_spot().notice("phone_use", about_seat=7)
    for book, rule in (("ipr-2018", "11.4"), ("ipr-web", "W10.4")):
        r = s.ruling(book)
        assert r["ruling"] == "no_incident" and f"{book}:{rule}" in r["cite"]
    r = s.ruling("tda-2011")  # no phone at the table, and devices are the house's matter
    assert r["ruling"] == "floor_decides" and "tda-2011:4" in r["cite"]
    assert turn_spot().notice("phone_use", about_seat=7).ruling("rrop-6")["ruling"] == "no_incident"


# -- called clock -------------------------------------------------------------------------------


def called(seconds, bet=True, minutes=40):
    s = turn_spot(level_minutes=minutes)
    s.act(3, "bet", 500) if bet else s.act(3, "check")
    s.add("clock_call", 60000, by_seat=5, on_seat=4).add("clock_start", 0, seat=4)
    if bet:
        return s.add("declare", seconds * 1000, seat=4, word="call", wording="plain")
    return s.add("gesture", seconds * 1000, seat=4, kind="tap")


def test_a_minute_and_the_count_after_it():
    got = codes(called(65))
    assert got["tda-2011"] == "no_incident"
    assert {got[b] for b in BOOKS if b != "tda-2011"} == {"hand_dead"}


def test_after_minute_and_count_the_hand_is_dead_everywhere():
    assert set(codes(called(71)).values()) == {"hand_dead"}


def test_without_a_bet_to_face():
    got = codes(called(75, bet=False))
    assert got["tda-2011"] == "hand_dead"
    assert got["ipr-2018"] == got["rrop-6"] == got["stg-2011"] == "floor_decides"


@pytest.mark.parametrize("seconds, code", [(29, "no_incident"), (31, "hand_dead")])
def test_short_levels_have_a_short_clock(seconds, code):
    assert called(seconds, minutes=15).ruling("ipr-2018")["ruling"] == code
    assert called(seconds, minutes=20).ruling("ipr-2018")["ruling"] == "no_incident"


def test_timer_reading_ends_the_hand_without_an_act():
    s = turn_spot().act(3, "bet", 500)
    s.add("clock_call", 60000, by_seat=5, on_seat=4).add("clock_start", 0, seat=4)
    s.add("timer", 60000, clock="called_clock", seat=4, elapsed_ms=60000)
    got = codes(s)
    assert got["tda-2011"] == "no_incident" and got["rrop-6"] == "hand_dead"
    assert 4 not in s.hand("rrop-6").live


def test_clock_called_at_once_is_too_early_where_time_is_asked_for():
    s = turn_spot().act(3, "bet", 500).add("clock_call", 3000, by_seat=5, on_seat=4)
    got = codes(s)
    assert got["tda-2011"] == got["stg-2011"] == "request_refused"
    assert got["rrop-6"] == "no_incident"


def test_in_time_and_binding_to_the_amount():
    r = called(50).ruling("tda-2011")
    assert (r["amount"], r["binding"], r["decided_by"]) == (500, True, "floor")


# -- shot clock ---------------------------------------------------------------------------------


def shot(cards, *after, bet=True):
    s = turn_spot(shot_clock_ms=30000, time_cards={"4": cards})
    s.act(3, "bet", 500) if bet else s.act(3, "check")
    s.events.append({"t": s.t, "what": "shot_clock", "seat": 4, "ms": 30000, "time_cards": cards})
    for ms, what, fields in after:
        s.add(what, ms, **fields)
    return s


CALL = {"seat": 4, "word": "call", "wording": "plain"}
CARD = {"puck": "time_card", "from": "seat:4", "to": "pot", "by": "player"}


def test_shot_clock_in_time():
    r = shot(0, (29000, "declare", CALL)).ruling("ipr-2018")
    assert (r["ruling"], r["amount"], r["binding"]) == ("no_incident", 500, True)


def test_time_card_put_forward_gives_more_time():
    used = ((20000, "puck_move", CARD), (25000, "declare", CALL))
    assert shot(1, *used).ruling("ipr-2018")["ruling"] == "no_incident"
    assert shot(0, (45000, "declare", CALL)).ruling("ipr-2018")["ruling"] == "hand_dead"


def test_extension_that_runs_by_itself_runs_out():
    timers = (30000, "timer", {"clock": "shot_clock", "seat": 4, "elapsed_ms": 30000})
    out = (30000, "timer", {"clock": "shot_clock", "seat": 4, "elapsed_ms": 60000})
    assert shot(1, timers).ruling("ipr-web")["ruling"] == "time_bank_auto_used"
    assert shot(1, timers, out).ruling("ipr-web")["ruling"] == "forced_fold"
    assert shot(1, timers, (20000, "declare", CALL)).ruling("ipr-web")["ruling"] == "no_incident"


def test_books_without_a_shot_clock_leave_it_to_the_floor():
    timer = (30000, "timer", {"clock": "shot_clock", "seat": 4, "elapsed_ms": 30000})
    for book in ("rrop-6", "tda-2011", "stg-2011"):
        assert shot(0, timer).ruling(book)["ruling"] == "floor_decides"


def test_absent_when_all_had_their_hands_is_ruled_by_that_not_by_the_turn():
    s = Scene(ring(presence={"5": "away"})).start().deal(rounds=2)
    s.act(3, "call", 200).act(4, "call", 200).add("presence", seat=5, state="in_seat")
    s.add("declare", seat=5, word="call", wording="plain", amount=200)
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["cite"]) == ("hand_dead", ["rrop-6:S15-12"])
    cash = Scene(ring(presence={"5": "away"}, format="cash"))
    cash.events = s.events
    assert cash.ruling("rrop-6")["cite"] == ["rrop-6:S8-8"]


def test_a_seat_left_empty_is_asked_about_when_the_dealer_points_at_it():
    s = Scene(ring(street="flop", live=[3, 4, 5], board=["Kd", "8s", "3c"]))
    s.add("presence", seat=4, state="away").act(3, "bet", 400)
    s.notice("seat_absent_on_turn", about_seat=4)
    r = s.ruling("tda-2011")
    assert (r["ruling"], r["cite"]) == ("floor_decides", ["tda-2011:28", "tda-2011:51"])


def test_a_clock_that_nobody_saw_start_runs_since_its_reading():
    def at(elapsed, book="ipr-2018", **more):
        s = Scene(ring(street="flop", live=[3, 4], board=["Kd", "8s", "3c"], **more))
        s.act(3, "bet", 400).add("clock_call", 60000, by_seat=3, on_seat=4)
        s.add("timer", 70000, clock="called_clock", seat=4, elapsed_ms=elapsed)
        return s.ruling(book)["ruling"]

    assert at(60000) == "hand_dead" and at(59999) == "no_incident"
    assert at(60000, "tda-2011") == "no_incident" and at(70000, "tda-2011") == "hand_dead"
    assert at(30000, level_minutes=15) == "hand_dead" and at(30000) == "no_incident"


def test_a_clock_that_ran_out_says_nothing_about_play_after_it():
    s = Scene(ring(street="flop", live=[3, 4, 5], board=["Kd", "8s", "3c"]))
    s.act(3, "bet", 400).add("clock_call", by_seat=5, on_seat=4).add("clock_start", seat=4)
    s.add("timer", 70000, clock="called_clock", seat=4, elapsed_ms=70000)
    s.card("muck", ["#4", "#5"], frm="seat:4").act(5, "call", 400).burn().board("2h").act(
        3, "check"
    )
    r = s.ruling("tda-2011")
    assert (r["ruling"], r["decided_by"], r["cite"][0]) == (
        "no_incident",
        "automatic",
        "tda-2011:25",
    )


def test_standing_up_without_a_hand_is_no_matter():
    s = Scene(ring(street="flop", live=[3, 4], board=["Kd", "8s", "3c"]))
    s.add("declare", seat=3, word="bet", wording="plain", amount=400)
    before = s.ruling("ipr-2018")["situation"]
    assert s.add("presence", seat=9, state="at_seat").ruling("ipr-2018")["situation"] == before


def extra_card(back=None, late=False, after=None):
    """Seat 3, first to act, is away; seat 1 got a card too many, which goes back."""
    s = Scene(ring(presence={"3": "away"})).start().deal(rounds=2).card("seat:1")
    token = s.events[-1]["cards"][0]
    s.notice("extra_card", about_seat=1).flag("mixed", False, seats=[1])
    if back == "before":
        s.add("presence", seat=3, state="in_seat")
    s.card("stub", token, frm="seat:1")
    if after is not None:
        s.add(*after[0], **after[1])
    if back == "after":
        s.add("presence", seat=3, state="in_seat")
    return s.add("declare", seat=3, word="call", wording="plain", amount=200)


@pytest.mark.parametrize("back", ["before", "after"])
def test_nobody_is_due_to_act_while_the_deal_is_put_right(back):
    r = extra_card(back).ruling("stg-2011")
    assert (r["ruling"], r["amount"]) == ("call", 200)
    assert "stg-2011:M9" in r["cite"]
    assert extra_card(back).ruling("rrop-6")["ruling"] == "hand_dead"  # S15-12: by the last card


def test_who_is_away_once_the_deal_is_right_is_late():
    told = (("notice",), {"by": "dealer", "kind": "seat_absent_on_turn", "about_seat": 3})
    seen = (("presence",), {"seat": 9, "state": "at_seat"})
    for after in (told, seen):
        assert extra_card("after", after=after).ruling("stg-2011")["ruling"] == "hand_dead"


@pytest.mark.parametrize("state", ["away", "at_seat"])
def test_who_comes_between_a_void_deal_and_the_new_one_is_judged_by_the_new_one(state):
    s = Scene(ring(presence={"4": "away"})).start().card("seat:1", "Kd", "up")
    s.add("finding", kind="misdeal_declared").add("presence", seat=4, state="in_seat")
    if state != "away":
        s.add("presence", seat=4, state=state)
    s.card("stub", "Kd", frm="seat:1").add("riffle")
    s.nth = 0
    s.add("post", seats=[1], kind="sb", amount=100).add("post", seats=[2], kind="bb", amount=200)
    s.deal(rounds=2).act(3, "fold").add("declare", seat=4, word="call", wording="plain")
    due = {"stg-2011": "stg-2011:M9", "tda-2011": "tda-2011:27"}
    if state == "away":  # IN the seat by the last card
        due["ipr-web"] = "ipr-web:W42.3"
    for book in due:
        r = s.ruling(book)
        assert (r["ruling"], due[book] in r["cite"]) == ("call", True), (book, r)


def test_a_seat_reported_absent_before_its_turn_may_still_be_there_in_time():
    """rrop-6:S8-8: the hand is killed when the betting reaches the seat."""
    for fmt, book in (("cash", "rrop-6"), ("tournament", "stg-2011")):
        s = Scene(ring(presence={"5": "away"}, format=fmt)).start().deal(rounds=2)
        s.notice("seat_absent_on_turn", about_seat=5)
        early = len(s.events)
        s.act(3, "fold").add("presence", seat=5, state="in_seat").act(4, "fold")
        s.add("declare", seat=5, word="raise", wording="plain", amount=600)
        r = s.ruling(book)
        assert (r["ruling"], r["amount"]) == ("no_incident", 600)
        late = Scene(s.setup)
        late.events, late.t = s.events[:early], s.events[early - 1]["t"]
        late.act(3, "fold").act(4, "fold").notice("seat_absent_on_turn", about_seat=5)
        assert late.ruling(book)["ruling"] == "hand_dead"


@pytest.mark.parametrize("book", ["ipr-2018", "rrop-6", "stg-2011", "tda-2011"])
def test_the_floor_decided_on_the_act_that_ended_a_clock_and_on_none_after_it(book):
    s = Scene(ring(street="turn", live=[3, 4], board=["Qs", "7h", "2d", "9c"]))
    s.act(3, "bet", 400).add("clock_call", 60000, by_seat=3, on_seat=4).add(
        "clock_start", 0, seat=4
    )
    ended = s.act(4, "call", 400).ruling(book)
    assert (ended["ruling"], ended["decided_by"]) == ("no_incident", "floor")
    after = s.burn().board("4s").act(3, "check").ruling(book)
    assert (after["ruling"], after["decided_by"]) == ("no_incident", "automatic")
    assert set(ended["cite"]) & set(after["cite"])


# -- taken up once the cards are out --------------------------------------------------------------


def door_cards(state="away", fmt="tournament"):
    """Stud, taken up when the door cards are out: seat 7 is back after seat 6 has acted."""
    up = ["9d", "9h", "2d", "Ks", "2c", "7c", "As"]
    upcards = {str(seat): [card] for seat, card in enumerate(up, 1)}
    live = [1, 2, 3, 4, 5, 6, 7]
    table = stud("third", format=fmt, live=live, upcards=upcards, presence={"7": state})
    s = Scene(table, "stud7").add("post", 0, seats=[5], kind="bring_in", amount=50)
    s.act(6, "call", 50).add("presence", seat=7, state="in_seat")
    return s.add("declare", seat=7, word="call", wording="plain")


def taken_up(street="preflop", state="away", **more):
    """Hold'em, taken up in the middle: seat 4 sits down on its turn and calls."""
    more.setdefault("live", [1, 2, 3, 4] if street == "flop" else ring()["seats"])
    bets = {"1": 100, "2": 200} if street == "preflop" else {}
    more.setdefault("bets", bets)
    s = Scene(ring(street=street, presence={"4": state}, **more))
    if "4" not in more["bets"] and "3" not in more["bets"] and 3 in more["live"]:
        s.act(3, "bet" if street == "flop" else "call", 200)
    s.add("presence", seat=4, state="in_seat")
    return s.add("declare", seat=4, word="call", wording="plain")


def test_away_as_the_deal_was_over_is_away_when_all_had_their_hands():
    late = dict(dict.fromkeys(BOOKS, "hand_dead"))
    assert codes(door_cards()) == codes(taken_up()) == late
    cites = {b: door_cards().ruling(b)["cite"][0] for b in BOOKS}
    assert cites["rrop-6"] == "rrop-6:S15-12" and cites["tda-2011"] == "tda-2011:27"
    assert cites["ipr-2018"] == "ipr-2018:19.3"
    # where the own turn decides, that is what was missed
    assert door_cards(fmt="cash").ruling("rrop-6")["cite"] == ["rrop-6:S8-8"]


def test_forced_chips_that_lay_there_are_no_act():
    s = door_cards()
    s.setup["bets"] = {"5": 50}
    s.events = s.events[1:]  # the bring-in was there before
    late = dict.fromkeys(BOOKS, "hand_dead")
    assert codes(s) == late
    s.setup["bets"] = {"5": 50, "6": 50}
    s.events = s.events[1:]  # and the call: seat 7 may have left after the deal
    for book in ("ipr-2018", "tda-2011"):
        assert s.ruling(book)["ruling"] == "call"


def test_beside_the_seat_as_the_deal_was_over_counts_by_the_book():
    dead = {"ipr-2018", "ipr-web"}
    assert {b for b in BOOKS if codes(door_cards("at_seat"))[b] == "hand_dead"} == dead


@pytest.mark.parametrize("more", [
    {"street": "flop"},  # it was there to act before
    {"bets": {"1": 100, "2": 200, "3": 200}},  # an act came before: it may have left since
    {"live": [1, 2, 4, 5, 6, 7, 8, 9]},  # or a fold
])  # fmt: skip
@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "rrop-6", "tda-2011"])
def test_nobody_can_tell_where_somebody_away_later_was_at_the_deal(book, more):
    ruled = {r["situation"] for r in taken_up(**more).hand(book).incidents()}
    assert ruled <= {"presence.absent_on_turn"}  # for that its own turn is all there is to see


@pytest.mark.parametrize("t", [0, 1])
def test_who_leaves_after_the_deal_we_did_not_see_was_there_at_its_end(t):
    s = Scene(ring(street="preflop", live=ring()["seats"], bets={"1": 100, "2": 200}))
    s.events.append({"t": t, "what": "presence", "seat": 4, "state": "away"})
    s.act(3, "call", 200).add("presence", seat=4, state="in_seat")
    hand = s.add("declare", seat=4, word="call", wording="plain").hand("tda-2011")
    assert not hand.ruled("presence.absent_at_full_hands")
