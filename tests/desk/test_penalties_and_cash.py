"""Penalties, and the cash list, by the number of the rule."""

import pytest

from tests.desk.desk_case import BOOKS, IPR, OPEN, RROP, STG, TDA, WEB, answer, case, ruled, table
from tools.cases import desk_cases

SEVEN = "1 2 4 5 6 8 9"


def penalty(book, *happening, player="A9", last=(4, 5, 6), seats=SEVEN, **event):
    tables = [table(1, seats, last), table(2, "1 2 3", (1, 2, 3))]
    ask = {"what": "penalty", "player": player}
    return answer(book, happening, ask, event, tables=tables)


def given(kind, count=None):
    fields = {"player": "A9", "kind": kind}
    return ("penalty", {**fields, "count": count} if count else fields)


def missed(count):
    return ("hands_missed", {"player": "A9", "count": count})


def test_rounds_are_hands_times_players_in_tda():
    """tda-2011:51"""
    assert penalty(TDA, given("rounds", 2)) == {"due": True, "kind": "rounds", "hands": 14}
    assert penalty(TDA, given("rounds", 2), missed(4), missed(7))["hands"] == 7
    assert penalty(TDA, given("rounds", 1), missed(7)) == {
        "due": False,
        "kind": "rounds",
        "hands": 0,
    }
    bust = ("bust", {"hand": 1, "table": 1, "players": ["A1"]})
    assert penalty(TDA, given("rounds", 1), bust)["hands"] == 7  # counted when it was given
    assert penalty(TDA, bust, given("rounds", 1))["hands"] == 6
    assert penalty(TDA, given("rounds", 1), ("moved", {"player": "A9", "to": "2:7"}))["hands"] == 7


@pytest.mark.parametrize("book", [IPR, WEB])
def test_rounds_end_where_the_button_is_back_at_the_next_seat(book):
    """ipr-2018:9.3, ipr-web:W8.3"""
    assert penalty(book, given("rounds", 2)) == {"due": True, "kind": "rounds", "button_at": 5}
    empty = ("bust", {"hand": 1, "table": 1, "players": ["A5"]})
    assert penalty(book, given("rounds", 1), empty)["button_at"] == 6
    assert penalty(book, given("rounds", 1), last=(9, 1, 2))["button_at"] == 1


def test_moved_on_a_penalty():
    """ipr-web:W8.5; ipr-2018 does not say"""
    moved = ("moved", {"player": "A9", "to": "2:7"})
    assert penalty(WEB, given("rounds", 1), missed(4), moved)["hands"] == 3
    assert penalty(IPR, given("rounds", 1), missed(4), moved) == OPEN


@pytest.mark.parametrize("book", [RROP, STG])
def test_rounds_are_not_defined_everywhere_but_hands_are(book):
    """rrop-6:S15-28, stg-2011:M2"""
    assert penalty(book, given("rounds", 1)) == OPEN
    assert penalty(book, given("hands", 5), missed(2)) == {"due": True, "kind": "hands", "hands": 3}


@pytest.mark.parametrize("book", [IPR, WEB])
def test_a_second_warning_is_more_than_a_warning(book):
    """ipr-2018:9.3, ipr-web:W8.3"""
    assert penalty(book, given("warning")) == {"due": True, "kind": "warning"}
    assert penalty(book, given("warning"), given("warning")) == {"due": True}


def test_what_a_second_warning_brings_is_the_floors_in_tda():
    """tda-2011:51: staff assess penalties, and repeated ones escalate; how far, it does not say."""
    ask = {"what": "penalty", "player": "A9"}
    twice = [given("warning"), given("warning")]
    found = desk_cases.answer_of(case(TDA, twice, ask, {}, tables=[table(1, SEVEN, (4, 5, 6))]))
    assert (found["floor_decides"], found["decided_by"]) == (True, "floor")
    assert found["cite"][0] == "tda-2011:51"


def offence(book, kind, times=1):
    return penalty(book, *[("offence", {"player": "A9", "kind": kind})] * times)


DQ = {"due": True, "kind": "disqualification"}
DUE = {"due": True}


@pytest.mark.parametrize(("kind", "expected"), [
    ("soft_play", {IPR: DQ, WEB: DUE, TDA: DUE, RROP: OPEN, STG: OPEN}),
    ("chip_transfer", {IPR: DQ, WEB: DQ, TDA: DUE, RROP: OPEN, STG: OPEN}),
    ("false_id", {IPR: DQ, WEB: DQ, TDA: OPEN, RROP: OPEN, STG: OPEN}),
    ("stalling", {IPR: DUE, WEB: DUE, TDA: OPEN, RROP: OPEN, STG: OPEN}),
])  # fmt: skip
def test_offences(kind, expected):
    """ipr-2018:5.3, 32.5, 12.4, 54.3, ipr-web:W5.1, W30.5, W11.4, W75.3, tda-2011:54, 55"""
    assert {b: offence(b, kind) for b in BOOKS} == expected


def test_the_floor_judges_soft_play_in_tda_and_the_director_chips_passed_on():
    """tda-2011:54 sets chip dumping apart from soft play; 51 names the director's penalties."""
    for kind, judge in (("soft_play", "floor"), ("chip_transfer", "td")):
        done = ("offence", {"player": "A9", "kind": kind})
        assert ruled(TDA, [done], {"what": "penalty", "player": "A9"})[1] == judge


def test_tda_punishes_repeated_stalling():
    """tda-2011:55"""
    assert offence(TDA, "stalling", 2) == DUE


@pytest.mark.parametrize(("book", "expected"), [(IPR, DQ), (WEB, DQ), (TDA, DUE), (RROP, OPEN)])
def test_an_offence_after_a_penalty_is_a_new_matter(book, expected):
    """ipr-2018:32.5, ipr-web:W30.5, tda-2011:54"""
    done = ("offence", {"player": "A9", "kind": "chip_transfer"})
    warned = {"due": True, "kind": "warning"}
    assert penalty(book, given("warning"), done) == expected
    assert penalty(book, done, given("warning")) == warned
    of_another = ("offence", {"player": "A2", "kind": "chip_transfer"})
    assert penalty(book, given("warning"), of_another) == warned
    assert penalty(book, given("disqualification"), done) == DQ


def delay(book, to, on_purpose=True, broken=True):
    tables = [table(1, SEVEN, (4, 5, 6)), table(2, "3")]
    move = (
        ("break", {"table": 2, "drawn": {"B3": to}})
        if broken
        else ("moved", {"player": "B3", "to": to})
    )
    late = ("delays_move", {"player": "B3", "on_purpose": on_purpose})
    ask = {"what": "penalty", "player": "B3"}
    return answer(book, [move, late], ask, tables=tables)


def test_dodging_the_blinds():
    """tda-2011:30, ipr-2018:42.2, ipr-web:W40.2"""
    # next are the button 5, the small blind 6, the big blind 7 (a newcomer's)
    assert {b: delay(b, "1:7") for b in BOOKS} == {
        IPR: DUE,
        WEB: DUE,
        TDA: DUE,
        RROP: OPEN,
        STG: OPEN,
    }
    assert delay(TDA, "1:3") == {"due": False}  # no blind to dodge there
    assert delay(TDA, "1:7", on_purpose=False) == {"due": False}
    assert delay(TDA, "1:7", broken=False) == OPEN  # the rule is about broken tables
    assert delay(IPR, "1:3", on_purpose=False) == DUE  # 21.5: a delay counts as dodging


@pytest.mark.parametrize("book", BOOKS)
def test_without_an_offence_no_penalty_is_due(book):
    assert penalty(book, "clock_zero") == {"due": False}


# the cash list


def cash(book, happening, ask, game="limit_holdem", max_bet=4000, seats="1 2 3 4 5 6 7 8", **setup):
    """Answer at a cash game; ``happening`` rows are (minutes, what, fields)."""
    made = case(book, [], ask, {"format": "cash"}, tables=[table(1, seats)],
                cash={"game": game, "max_bet": max_bet}, **setup)  # fmt: skip
    made["happening"] = [{"t": int(m * 60000), "what": w, **f} for m, w, f in happening]
    decision = desk_cases.decide(made)
    return OPEN if decision.open else next(iter(decision.answer.values()))


ZOE = {"player": "Zoe"}
BUY_IN = {"what": "buy_in", **ZOE}


def test_a_full_buy_in_at_limit_is_ten_bets():
    """rrop-6:S3-BUY-1"""
    assert cash(RROP, [], BUY_IN) == cash(RROP, [], BUY_IN, game="stud7") == 40000
    assert cash(RROP, [], BUY_IN, game="no_limit_holdem") == OPEN
    assert {cash(b, [], BUY_IN) for b in BOOKS if b != RROP} == {OPEN}


@pytest.mark.parametrize(("minutes", "least"), [(59, 74000), (60, 74000), (60.1, 40000)])
def test_back_within_an_hour_he_brings_what_he_took(minutes, least):
    """rrop-6:S2-PROC-5"""
    rows = [(0, "cash_out", {**ZOE, "amount": 74000}), (minutes, "returns", ZOE)]
    assert cash(RROP, rows, BUY_IN) == least


def test_from_a_broken_game_he_brings_what_he_has():
    """rrop-6:S3-BUY-3"""
    rows = [(0, "moved", {**ZOE, "to": "1:9"})]
    assert cash(RROP, rows, BUY_IN, stacks={"Zoe": 15000}) == 15000


def test_whose_seat_it_is():
    """rrop-6:S2-SEAT-12, S2-SEAT-2"""
    opened = (0, "seat_open", {"seat": 9})
    asked = [("A5", 3), ("A2", 9), ("A4", 9)]
    requests = [{"player": p, "seat": s} for p, s in asked]
    lists = {"waiting": ["Uma", "Vic"], "seat_change": requests}
    assert cash(RROP, [opened], {"what": "next"}, lists=lists) == "A2"
    lists["seat_change"] = lists["seat_change"][:1]
    assert cash(RROP, [opened], {"what": "next"}, lists=lists) == "Uma"
    called = (1, "list_call", {"player": "Uma", "answers": False})
    assert cash(RROP, [opened, called], {"what": "next"}, lists=lists) == "Vic"


def allowed(act, *happening, asks=None, player="A2", **setup):
    rows = list(happening)
    if asks is not None:
        at = rows[-1][0] if rows else 0
        rows.append((at, "asks", {"player": player, "for": act, **asks}))
    return cash(RROP, rows, {"what": "allowed", "act": act, "player": player}, **setup)


def test_two_objections_keep_the_limit():
    """rrop-6:S2-PROC-17"""
    no = [(i, "objects", {"player": f"A{i + 3}"}) for i in range(2)]
    assert allowed("change_limit", *no) is False
    assert allowed("change_limit", no[0], no[0]) == OPEN  # one player twice


def test_names_of_those_present():
    """rrop-6:S2-SEAT-1"""
    assert allowed("add_name", asks={"present": True}, player="Zoe") is True
    assert allowed("add_name", asks={"present": False}, player="Zoe") is False


def test_one_short_buy_in():
    """rrop-6:S3-BUY-2"""
    buys = [(i, "buys_in", {"player": "A2", "amount": a}) for i, a in enumerate((40000, 15000))]
    assert allowed("second_short_buy_in", *buys) is False
    assert allowed("second_short_buy_in", buys[0]) is True


def test_one_seat_a_player():
    """rrop-6:S2-SEAT-4"""
    assert allowed("second_seat", asks={}) is False


@pytest.mark.parametrize(("minutes", "noticed", "expected"), [
    (30, False, False), (31, False, True), (31, True, OPEN), (20, True, False),
])  # fmt: skip
def test_chips_of_a_player_away(minutes, noticed, expected):
    """rrop-6:S2-PROC-20"""
    rows = [(0, "away", {"player": "A2", "noticed": noticed}), (minutes, "hand_over", {"table": 1})]
    assert allowed("pick_up_chips", *rows) == expected


@pytest.mark.parametrize(("minutes", "waiting", "expected"), [
    (4, ["Uma"], False), (5, ["Uma"], True), (11, ["Uma"], True), (11, [], False),
])  # fmt: skip
def test_lock_ups_while_somebody_waits(minutes, waiting, expected):
    """rrop-6:S2-PROC-21"""
    rows = [(0, "lock_up", ZOE), (minutes, "hand_over", {"table": 1})]
    lists = {"waiting": waiting}
    assert allowed("pick_up_chips", *rows, player="Zoe", lists=lists) == expected


def test_seats_in_the_order_of_asking():
    """rrop-6:S2-SEAT-12"""
    asked = {"seat_change": [{"player": "A4", "seat": 9}, {"player": "A2", "seat": 9}]}
    assert allowed("seat_change", player="A4", lists=asked) is True
    assert allowed("seat_change", player="A2", lists=asked) is False


@pytest.mark.parametrize("book", BOOKS)
def test_who_is_disqualified_is_out(book):
    """ipr-2018:9.3, ipr-web:W8.3, rrop-6:S15-28, tda-2011:51, stg-2011:M2"""
    assert penalty(book, given("disqualification")) == DQ


def test_the_preamble_of_rrop_is_cited_by_the_rule_under_it():
    """rrop-6:S15-1: the preamble has no number; hands to miss are in S15-28 itself."""
    for kind, cited in (("disqualification", True), ("warning", True), ("hands", False)):
        got = ruled(RROP, [given(kind)], {"what": "penalty", "player": "A9"})[2]
        assert ("S15-1" in got) == cited


@pytest.mark.parametrize("book", BOOKS)
def test_a_penalty_of_hands_is_counted_down(book):
    assert penalty(book, given("hands", 3), missed(2))["hands"] == 1


@pytest.mark.parametrize("book", [IPR, WEB])
def test_stalling_is_punished_each_time(book):
    """ipr-2018:54.3, ipr-web:W75.3"""
    assert offence(book, "stalling", 2) == DUE


def test_a_delay_counts_as_dodging():
    """ipr-web:W26.5"""
    assert delay(WEB, "1:3", on_purpose=False) == DUE


@pytest.mark.parametrize("book", [b for b in BOOKS if b != RROP])
def test_books_for_events_leave_the_cash_list_open(book):
    """Only rrop-6 has one."""
    opened = (0, "seat_open", {"seat": 9})
    assert cash(book, [opened], {"what": "next"}, lists={"waiting": ["Uma"]}) == OPEN
    for act in ("change_limit", "add_name", "second_short_buy_in", "pick_up_chips", "second_seat",
                "seat_change"):  # fmt: skip
        rows = [(0, "lock_up", ZOE), (30, "asks", {**ZOE, "for": act})]
        assert cash(book, rows, {"what": "allowed", "act": act, **ZOE}) == OPEN
