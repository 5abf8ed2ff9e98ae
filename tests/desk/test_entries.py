"""Entries, rebuys, refunds, payouts and absent players, by the number of the rule."""

import pytest

from tests.desk.desk_case import BOOKS, IPR, OPEN, RROP, STG, TDA, WEB, answer, case, ruled, table
from tools.cases import desk_cases

FULL = "1 2 3 4 5 6 7 8 9"
EIGHT = "1 2 3 4 5 6 7 8"
EVENT = {"starting_stack": 30000, "level": 4}


def entry(book, *happening, seats=EIGHT, level=4, fmt="freezeout", posted=None, **setup):
    event = {**EVENT, "level": level, "format": fmt, "posted": posted or {"registration_until": 6}}
    ask = {"what": "entry", "player": "Zoe"}
    got = answer(book, happening, ask, event, tables=[table(1, seats, (1, 2, 3))], **setup)
    return got if got == OPEN else (got["result"], got["stack"])


REGISTERS = ("register", {"player": "Zoe"})
STACK = {"unsold": [{"seat": "1:9", "stack": 29000}]}


@pytest.mark.parametrize("book", [IPR, WEB])
def test_a_late_entrant_gets_a_full_stack_until_registration_closes(book):
    """ipr-2018:13.2, 15.2, ipr-web:W12.2, W14.2"""
    assert entry(book, REGISTERS, level=6, **STACK) == ("seated", 30000)
    assert entry(book, REGISTERS, level=7, **STACK) == ("refused", 0)
    assert entry(book, "registration_closed", REGISTERS, **STACK) == ("refused", 0)
    over = ["clock_zero", ("level_announced", {"level": 7})]
    assert entry(book, *over, REGISTERS, level=6, **STACK) == ("refused", 0)


@pytest.mark.parametrize("book", [IPR, WEB])
def test_without_a_stack_in_place_an_entrant_is_an_alternate(book):
    """ipr-2018:14.1, 15.4, ipr-web:W13.1, W14.4"""
    assert entry(book, REGISTERS, seats=FULL) == ("alternate", 30000)
    assert entry(book, REGISTERS, unsold=[]) == ("alternate", 30000)  # a chair, no stack at it
    waiting = {"lists": {"alternates": ["Quinn"]}}
    assert entry(book, REGISTERS, **STACK, **waiting) == ("alternate", 30000)  # first come
    before = ("register", {"player": "Yan"})
    assert entry(book, before, REGISTERS, **STACK) == ("alternate", 30000)
    taken = ("moved", {"player": "Yan", "to": "1:9"})
    assert entry(book, taken, REGISTERS, **STACK) == ("alternate", 30000)


@pytest.mark.parametrize("book", [IPR, WEB])
def test_without_a_list_of_stacks_a_free_seat_is_enough(book):
    """ipr-2018:14.1, 33.1, ipr-web:W13.1, W31.1: alternates are for a room that is full."""
    assert entry(book, REGISTERS) == ("seated", 30000)
    assert entry(book, REGISTERS, level=7) == ("refused", 0)
    waiting = {"lists": {"alternates": ["Quinn"]}}
    assert entry(book, REGISTERS, **waiting) == ("alternate", 30000)  # first come
    before = ("register", {"player": "Yan"})
    assert entry(book, before, REGISTERS) == ("alternate", 30000)  # Yan gets the last one
    assert entry(book, before, REGISTERS, seats="1 2 3 4 5 6 7") == ("seated", 30000)


@pytest.mark.parametrize("book", [IPR, WEB])
def test_nobody_enters_without_identification_or_twice(book):
    """ipr-2018:12.2, 13.3, ipr-web:W11.2, W12.3"""
    nobody = ("register", {"player": "Zoe", "id_shown": False})
    assert entry(book, nobody, **STACK) == ("refused", 0)
    known = ("register", {"player": "Zoe", "id_shown": True})
    assert entry(book, known, **STACK) == ("seated", 30000)
    again = {"people": {"Zoe": {"entries": 1}}, **STACK}
    assert entry(book, REGISTERS, **again) == ("refused", 0)
    twice = {"registration_until": 6, "max_entries": 2}
    assert entry(book, REGISTERS, posted=twice, **again) == ("seated", 30000)


def test_rrop_seats_a_late_entrant_with_the_stack_that_was_blinded_off():
    """rrop-6:S15-5"""
    unsold = {"unsold": [{"seat": "1:9", "stack": 28700}]}
    assert entry(RROP, REGISTERS, **unsold) == ("seated", 28700)
    assert entry(RROP, REGISTERS) == OPEN


def test_stg_lets_nobody_in_after_the_first_level():
    """stg-2011:M3 and the sheet of the event"""
    assert entry(STG, REGISTERS, level=2) == ("refused", 0)
    assert entry(STG, REGISTERS, level=1) == OPEN
    ask = {"what": "entry", "player": "Zoe"}
    for sold, expected in ((79, OPEN), (80, {"result": "refused", "stack": 0})):
        assert answer(STG, [REGISTERS], ask, {**EVENT, "level": 1, "entries": sold}) == expected


def test_tda_is_silent_about_late_entries():
    assert entry(TDA, REGISTERS) == OPEN


RE_ENTERS = [("bust", {"hand": 1, "table": 1, "players": ["Zoe"]}), ("re_enter", {"player": "Zoe"})]


@pytest.mark.parametrize("book", [IPR, WEB])
def test_re_entries_in_their_time_and_number(book):
    """ipr-2018:17.6, ipr-web:W17.6"""
    posted = {"reentry_until": 4, "max_entries": 2}
    once, twice = {"people": {"Zoe": {"entries": 1}}}, {"people": {"Zoe": {"entries": 2}}}
    assert entry(book, *RE_ENTERS, fmt="reentry", posted=posted, **once) == ("seated", 30000)
    assert entry(book, *RE_ENTERS, fmt="reentry", posted=posted, **twice) == ("refused", 0)
    late = {"level": 5, "fmt": "reentry", "posted": posted, **once}
    assert entry(book, *RE_ENTERS, **late) == ("refused", 0)
    for fmt in ("freezeout", "rebuy"):
        assert entry(book, *RE_ENTERS, fmt=fmt, posted=posted, **once) == ("refused", 0)


def test_stg_sells_nobody_a_second_stack():
    """stg-2011:M4"""
    assert entry(STG, *RE_ENTERS, fmt="reentry") == ("refused", 0)
    assert {entry(b, *RE_ENTERS, fmt="reentry") for b in (TDA, RROP)} == {OPEN}


# acts


def allowed(book, act, *happening, seats=EIGHT, player="A3", asks=None, event=None, **setup):
    asked = ("asks", {"player": player, "for": act, **(asks or {})})
    ask = {"what": "allowed", "act": act, "player": player}
    tables = [table(1, seats, (1, 2, 3))]
    got = answer(book, [*happening, asked], ask, {**EVENT, **(event or {})}, tables=tables, **setup)
    return got if got == OPEN else got["allowed"]


REBUY = {"format": "rebuy", "posted": {"rebuy_until": 4}}
BROKE = ("bust", {"hand": 1, "table": 1, "players": ["A3"]})
NEXT = ("hand_start", {"table": 1, "by": "riffle"})


@pytest.mark.parametrize("book", [IPR, WEB, TDA, RROP])
def test_rebuys_in_their_period_and_before_a_hand_is_missed(book):
    """ipr-2018:17.2, ipr-web:W17.2, tda-2011:24, rrop-6:S15-33"""
    assert allowed(book, "rebuy", BROKE, event=REBUY) is True
    assert allowed(book, "rebuy", BROKE, NEXT, event=REBUY) is False
    said = ("rebuy_announced", {"player": "A3"})
    assert allowed(book, "rebuy", BROKE, said, NEXT, event=REBUY) is True
    assert allowed(book, "rebuy", BROKE, event={**REBUY, "level": 5}) is False
    assert allowed(book, "rebuy", BROKE, event={**REBUY, "format": "freezeout"}) is False


@pytest.mark.parametrize(("book", "rule"), [(IPR, "13.3"), (WEB, "W12.3")])
def test_outside_a_rebuy_event_the_one_entry_forbids_a_rebuy(book, rule):
    def cited(fmt):
        event = {**EVENT, **REBUY, "format": fmt}
        ask = {"what": "allowed", "act": "rebuy", "player": "A3"}
        asked = ("asks", {"player": "A3", "for": "rebuy"})
        return ruled(book, [BROKE, asked], ask, event, tables=[table(1, EIGHT, (1, 2, 3))])[2]

    assert rule in cited("freezeout") and rule not in cited("rebuy")


def test_stg_sells_no_more_chips():
    """stg-2011:M4"""
    assert allowed(STG, "rebuy", BROKE, event=REBUY) is False
    assert allowed(STG, "add_on", event=REBUY) is False


@pytest.mark.parametrize(("book", "expected"), [
    (IPR, False), (WEB, False), (TDA, False), (RROP, False), (STG, OPEN),
])  # fmt: skip
def test_an_announced_rebuy_binds(book, expected):
    """ipr-2018:17.3, ipr-web:W17.3, tda-2011:24, rrop-6:S15-33"""
    said = ("rebuy_announced", {"player": "A3"})
    assert allowed(book, "cancel_rebuy", BROKE, said, event=REBUY) == expected


@pytest.mark.parametrize("book", [IPR, WEB])
def test_add_ons_in_the_break_that_was_posted(book):
    """ipr-2018:17.5, ipr-web:W17.5"""
    event = {"format": "rebuy", "posted": {"add_on_after": 4}}
    assert allowed(book, "add_on", "clock_zero", event=event) is True
    assert allowed(book, "add_on", event=event) is False
    assert allowed(book, "add_on", "clock_zero", NEXT, event=event) is False
    assert allowed(book, "add_on", "clock_zero", event={**event, "level": 5}) is False
    assert allowed(book, "add_on", "clock_zero", event={"format": "rebuy"}) is False


def test_an_alternate_without_a_seat_may_unregister_at_the_close():
    """ipr-web:W13.3; stg-2011:M3 gives nothing back"""
    lists = {"lists": {"alternates": ["Sam"]}}
    assert allowed(WEB, "unregister", "registration_closed", player="Sam", **lists) is True
    assert allowed(WEB, "unregister", player="Sam", **lists) == OPEN
    assert allowed(WEB, "unregister", "registration_closed") == OPEN  # seated
    assert allowed(STG, "unregister") is False
    assert {allowed(b, "unregister", "registration_closed") for b in (IPR, RROP, TDA)} == {OPEN}


def test_refunds():
    """stg-2011:M3, ipr-2018:13.5, 9.3, 16.3, ipr-web:W12.5, W8.3"""
    assert allowed(STG, "refund") is False
    assert allowed(STG, "refund", "event_cancelled") is True
    assert allowed(STG, "refund", event={"entries": 9}) is True
    assert allowed(STG, "refund", event={"entries": 10}) is False
    thrown = ("penalty", {"player": "A3", "kind": "disqualification"})
    absent = ("absent", {"player": "A3", "contacted": False})
    for book in (IPR, WEB):
        assert allowed(book, "refund") == allowed(book, "refund", "event_cancelled") == OPEN
        assert allowed(book, "refund", thrown) is False
        assert allowed(book, "refund", absent) == OPEN
        assert allowed(book, "refund", absent, event={"format": "shootout"}) is False
        ask = {"what": "allowed", "act": "refund", "player": "A3"}
        assert ruled(book, [thrown], ask)[1] == "td"  # the management's decision is final
    assert {allowed(b, "refund", thrown) for b in (RROP, TDA)} == {OPEN}


def test_entries_do_not_change_hands():
    """ipr-2018:13.5, ipr-web:W12.5"""
    got = {b: allowed(b, "transfer_entry") for b in BOOKS}
    assert got == {IPR: False, WEB: False, RROP: OPEN, TDA: OPEN, STG: OPEN}


def test_seats_are_not_chosen_after_play_has_started():
    """rrop-6:S15-14; elsewhere a request is the management's"""
    got = {b: allowed(b, "seat_change", asks={"seat": "1:9"}) for b in BOOKS}
    assert got == {IPR: OPEN, WEB: OPEN, RROP: False, TDA: OPEN, STG: OPEN}


@pytest.mark.parametrize("book", BOOKS)
def test_relatives_are_put_apart_by_the_management_alone(book):
    """ipr-2018:18.4, ipr-web:W16.5, rrop-6:S2-SEAT-5"""
    assert allowed(book, "family_split") == OPEN


def test_nobody_is_paid_without_identification():
    """ipr-2018:12.2, 45.6, ipr-web:W11.2, W77.6"""
    for book in (IPR, WEB):
        assert allowed(book, "payout", asks={"id_shown": False}) is False
        assert allowed(book, "payout", asks={"id_shown": True}) is True
    assert {allowed(b, "payout", asks={"id_shown": False}) for b in (RROP, TDA, STG)} == {OPEN}


def test_the_director_decides_whether_who_is_disqualified_is_paid():
    """ipr-2018:9.4, ipr-web:W8.4"""
    thrown = ("penalty", {"player": "A3", "kind": "disqualification"})
    for book in BOOKS:
        assert allowed(book, "payout", thrown, asks={"id_shown": True}) == OPEN
    for book in (IPR, WEB):
        assert allowed(book, "payout", thrown, asks={"id_shown": False}) is False


@pytest.mark.parametrize(("book", "expected"), [
    (IPR, "Quinn"), (WEB, "Quinn"), (RROP, OPEN), (TDA, OPEN), (STG, OPEN),
])  # fmt: skip
def test_alternates_enter_first_come_first_served(book, expected):
    """ipr-2018:14.1, ipr-web:W13.1"""
    bust = ("bust", {"hand": 1, "table": 1, "players": ["A4"]})
    got = answer(book, [bust], "next", EVENT, tables=[table(1, FULL)],
                 lists={"alternates": ["Quinn", "Rosa"]})  # fmt: skip
    assert got == (OPEN if expected == OPEN else {"player": expected})


def test_an_alternate_who_has_left_is_passed_over():
    gone = ("asks", {"player": "Quinn", "for": "unregister"})
    got = answer(WEB, [gone], "next", EVENT, tables=[table(1, FULL)],
                 lists={"alternates": ["Quinn", "Rosa"]})  # fmt: skip
    assert got == {"player": "Rosa"}


# stacks


def status(book, *happening, player="A4", event=None):
    got = ruled(book, happening, {"what": "stack_status", "player": player},
                {"level": 1, "level_minutes": 60, "minutes_left": 60, **(event or {})},
                tables=[table(1, EIGHT, (1, 2, 3))], stacks={"A4": 30000})  # fmt: skip
    if got[0] == OPEN:
        return OPEN
    return got[0]["dealt_in"], got[0]["posts"], got[0]["may_remove"]


ABSENT = ("absent", {"player": "A4", "contacted": False})


@pytest.mark.parametrize("book", BOOKS)
def test_an_absent_player_is_dealt_in_and_posts(book):
    """ipr-2018:16.1, ipr-web:W15.1, rrop-6:S15-6, tda-2011:27, stg-2011:M9"""
    assert status(book, ABSENT) == (True, True, False)
    assert status(book, ABSENT, event={"format": "shootout"}) == (True, True, False)


def test_rrop_takes_the_stack_after_half_an_hour_or_a_level():
    """rrop-6:S15-4"""

    def after(minutes, **event):
        wait = [{"t": 0, "what": "absent", "player": "A4", "contacted": False}]
        wait.append({"t": minutes * 60000, "what": "hand_over", "table": 1})
        made = {"level": 1, "level_minutes": 60, "minutes_left": 60, **event}
        asked = case(RROP, [], {"what": "stack_status", "player": "A4"}, made,
                     tables=[table(1, EIGHT)])  # fmt: skip
        return desk_cases.decide({**asked, "happening": wait}).answer["may_remove"]

    assert [after(m) for m in (29, 30, 31)] == [False, True, True]
    assert after(5, level=2) and after(10, minutes_left=40)
    assert status(RROP, ABSENT, "clock_zero", ("level_announced", {"level": 2}))[2]
    kept = ("absent", {"player": "A4", "contacted": True, "keep_chips": True})
    assert not status(RROP, kept, "clock_zero", ("level_announced", {"level": 2}))[2]


def test_rrop_takes_no_stack_of_a_player_who_was_there_at_the_start():
    """rrop-6:S15-4 is about the start, S15-6 about all who are absent"""

    def of(at, level, *more):
        gone = [{"t": at, "what": "absent", "player": "A4", "contacted": False}, *more]
        asked = case(RROP, [], {"what": "stack_status", "player": "A4"},
                     {"level": level}, tables=[table(1, EIGHT)])  # fmt: skip
        got = desk_cases.decide({**asked, "happening": gone})
        return got.answer["may_remove"], got.decided_by, got.cite

    assert of(30000, 4) == (False, "automatic", ("rrop-6:S15-6",))
    assert of(0, 4) == (True, "td", ("rrop-6:S15-4", "rrop-6:S15-6"))
    begun = [{"t": 60000, "what": "clock_zero"},
             {"t": 61000, "what": "level_announced", "level": 2}]  # fmt: skip
    assert of(30000, 1, *begun)[:2] == (True, "td")
    again = {"t": 90000, "what": "absent", "player": "A4", "contacted": False}
    assert of(30000, 1, *begun, again)[:2] == (True, "td")


def test_a_late_entry_nobody_sits_for_comes_into_play_at_the_close():
    """ipr-web:W14.3"""
    event = {"posted": {"registration_until": 6}}
    came = ("register", {"player": "A4"})
    assert status(WEB, came, ABSENT, event=event) == (False, False, False)
    assert status(WEB, came, ABSENT, "registration_closed", event=event) == (True, True, False)
    assert status(IPR, came, ABSENT, event=event) == (True, True, False)


@pytest.mark.parametrize("book", BOOKS)
def test_a_disqualified_players_stack_is_out(book):
    thrown = ("penalty", {"player": "A4", "kind": "disqualification"})
    assert status(book, thrown) == (False, False, True)


@pytest.mark.parametrize(("book", "dealt"), [
    (IPR, True), (WEB, True), (TDA, True), (STG, True), (RROP, False),
])  # fmt: skip
def test_on_a_penalty(book, dealt):
    """tda-2011:51, ipr-2018:16.1, ipr-web:W15.1; rrop-6:S15-28 deals him out"""
    given = ("penalty", {"player": "A4", "kind": "rounds", "count": 1})
    assert status(book, given)[0] is dealt


@pytest.mark.parametrize("book", BOOKS)
def test_the_stack_of_a_player_who_has_left_is_blinded_off(book):
    """ipr-2018:16.2, ipr-web:W15.2"""
    assert status(book, ("leaves_event", {"player": "A4"})) == (True, True, False)


@pytest.mark.parametrize("book", [IPR, TDA])
def test_a_player_who_rebuys_is_not_out_and_keeps_his_seat(book):
    back = [BROKE, ("rebuy", {"player": "A3"})]
    tables = [table(1, "1 2 3", (3, 1, 2))]
    got = answer(book, back, {"what": "button", "table": 1}, REBUY, tables=tables)
    assert (got["button"], got["sb"], got["bb"]) == (1, 2, 3)
    ask = {"what": "places", "players": ["A1"]}
    assert answer(book, back, ask, {**REBUY, "prizes": [5, 3]}, tables=tables) == OPEN


def test_stg_gives_a_stack_before_the_start_and_no_money_back():
    """stg-2011:M3, M4"""
    event = {"starting_stack": 100, "entries": 12}
    ask = {"what": "entry", "player": "Zoe"}
    setup = {"tables": [table(1, EIGHT)], **STACK}
    got = answer(STG, [REGISTERS], ask, event, **setup)
    assert got == {"result": "seated", "stack": 100}
    thrown = ("penalty", {"player": "A3", "kind": "disqualification"})
    absent = ("absent", {"player": "A3", "contacted": False})
    assert allowed(STG, "refund", thrown) is False
    assert allowed(STG, "refund", absent, event={"format": "shootout"}) is False
