"""Acts out of turn, changed and unchanged action, skipped players."""

import pytest

from tests.rulings.spots import BOOKS, act, back, cards, check, play, put, say, setup

ALL = " ".join(BOOKS)
OFFICIAL = "ipr-2018 ipr-web tda-2011"
CALL_CHANGES = "rrop-6 stg-2011"
TABLE = setup(sb=50, bb=100, live=(3, 4, 5, 6))
BET = [act(3, "bet", 300)]


def not_acted(seat, **more):
    e = {"what": "notice", "by": "player", "seat": seat, "kind": "not_acted"}
    e.update(more)
    return e


def test_an_act_out_of_turn_is_named_at_once():
    for book in BOOKS:
        hand = play(book, TABLE, [*BET, say(5, "call")])
        r = hand.answer()
        assert (r["ruling"], r["amount"], r["seat"]) == ("out_of_turn", 300, 5)
        assert hand.turn == 4


def test_a_raise_out_of_turn_binds_after_a_fold():
    events = [*BET, say(5, "raise", 900), act(4, "fold")]
    check({ALL: ("oot_binding", 900)}, TABLE, events)
    for book in BOOKS:
        hand = play(book, TABLE, events)
        assert hand.high == 900 and hand.turn == 6


def test_chips_out_of_turn_bind_after_a_fold():
    check({ALL: ("oot_binding", 300)}, TABLE, [*BET, put(5, 100, 100, 100), act(4, "fold")])


@pytest.mark.parametrize("said", [
    [*BET, say(5, "raise", 900), act(4, "fold")], [*BET, put(5, 100, 100, 100), act(4, "fold")],
    [say(5, "check"), say(3, "check"), say(4, "check")],
])  # fmt: skip
def test_a_book_in_which_the_act_may_bind_leaves_that_to_the_floor(said):
    for book in BOOKS:
        r = play(book, TABLE, said).answer()
        may = book in CALL_CHANGES.split()
        assert r["ruling"] == "oot_binding"
        assert ("may_be_binding" in r["remedy_steps"]) == may, book
        void = play(book, TABLE, [*said[:-1], act(said[-1]["seat"], "raise", 600)]).answer()
        assert "may_be_binding" not in void["remedy_steps"]


def test_a_call_in_between_changes_the_action_in_some_books():
    events = [*BET, say(5, "raise", 900), act(4, "call", 300)]
    check({OFFICIAL: ("oot_binding", 900), CALL_CHANGES: "oot_void_all_options"}, TABLE, events)


def test_a_raise_in_between_voids_the_act():
    for word, amount in (("call", None), ("raise", 900)):
        events = [*BET, say(5, word, amount), act(4, "raise", 600)]
        check({ALL: "oot_void_all_options"}, TABLE, events)
        hand = play("tda-2011", TABLE, events)
        assert hand.turn == 5 and hand.bet(5) == 0


def test_a_check_out_of_turn_binds_when_it_is_checked_to():
    events = [say(5, "check"), say(3, "check"), say(4, "check")]
    check({ALL: "oot_binding"}, TABLE, events)
    assert play("tda-2011", TABLE, events).turn == 6


def test_a_void_check_may_not_become_a_raise_in_some_books():
    events = [say(5, "check"), act(3, "bet", 300), act(4, "fold"), say(5, "raise", 900)]
    check(
        {OFFICIAL: ("raise_allowed", 900), CALL_CHANGES: ("raise_not_allowed", 300)}, TABLE, events
    )


def test_a_void_call_may_be_called_again_with_the_chips_there():
    events = [*BET, put(5, 100, 100, 100), act(4, "raise", 900), say(5, "call")]
    for book in BOOKS:
        hand = play(book, TABLE, events)
        assert hand.bet(5) == 900 and hand.turn == 6


def test_void_chips_go_back_without_a_new_incident():
    events = [*BET, put(5, 100, 100, 100), act(4, "raise", 900), back(5, 100, 100, 100)]
    hand = play("tda-2011", TABLE, events)
    assert [r["ruling"] for r in hand.incidents()] == ["out_of_turn", "oot_void_all_options"]


def test_a_bet_out_of_turn_opening_the_street():
    events = [put(5, 500), say(3, "check"), say(4, "check")]
    check({ALL: ("oot_binding", 500)}, TABLE, events)
    events = [put(5, 500), say(3, "check"), say(4, "bet", 300)]
    check({ALL: "oot_void_all_options"}, TABLE, events)


def test_a_fold_out_of_turn_binds():
    events = [*BET, cards(6, "muck", tokens=("#6", "#15"))]
    check({"tda-2011 ipr-2018 rrop-6 stg-2011": "fold_binding"}, TABLE, events)
    hand = play("tda-2011", TABLE, events)
    assert hand.turn == 4 and 6 not in hand.live


def test_two_out_of_turn_each_bind_in_their_turn():
    events = [*BET, say(5, "call"), say(6, "call"), act(4, "fold")]
    hand = play("tda-2011", TABLE, events)
    assert hand.phase == "closed" and hand.bet(6) == 300


def test_skipped_player_speaks_after_one_act():
    check({ALL: "action_backs_up"}, TABLE, [*BET, say(5, "call"), not_acted(4)])


def test_skipped_player_after_two_folds_behind():
    events = [*BET, say(5, "check"), say(6, "call"), not_acted(4)]
    check({"rrop-6 tda-2011 stg-2011": "action_backs_up"}, TABLE, events)


def test_skipped_player_after_three_acts_behind():
    table = setup(sb=50, bb=100, live=(3, 4, 5, 6, 7))
    behind = [say(5, "call"), say(6, "call"), say(7, "call")]
    check(
        {
            "ipr-2018": "oot_binding",
            "ipr-web rrop-6": "hand_dead",
            "tda-2011": "action_backs_up",
        },
        table,
        [*BET, *behind, not_acted(4)],
    )
    checks = [say(s, "check") for s in (4, 5, 6)]
    check({"rrop-6": "forced_check"}, table, [*checks, not_acted(3)])


def test_waiting_for_an_earlier_player_costs_nothing():
    table = setup(sb=50, bb=100, live=(3, 4, 5, 6, 7, 8))
    behind = [say(6, "call"), say(7, "call"), say(8, "call")]
    check(
        {"rrop-6": ("action_backs_up", None, "S3-BET-11")},
        table,
        [*BET, *behind, not_acted(5, waiting_for=4)],
    )


def test_clean_play_in_turn_is_no_incident():
    events = [
        say(3, "check"),
        say(4, "check"),
        say(5, "bet", 200),
        put(5, 100, 100),
        put(6, 100, 100),
    ]
    for book in BOOKS:
        if book != "ipr-2018":  # a bet of one big blind is under its minimum after the flop
            assert play(book, TABLE, events).incidents() == []


def test_pineapple_before_the_discard_ahead():
    table = setup(live=(1, 2))
    count = {"what": "rfid_count", "zone": "seat:1", "cards": 3}
    events = [act(1, "bet", 400), count, put(2, 100, 100, 100, 100)]
    check({"ipr-2018 ipr-web": ("out_of_turn", 400)}, table, events, "crazy_pineapple")
    gone = cards(1, "muck", tokens=("#1",))
    events = [act(1, "bet", 400), count, gone, put(2, 100, 100, 100, 100)]
    check({"ipr-2018 ipr-web": ("call", 400)}, table, events, "crazy_pineapple")


def test_pineapple_a_discard_nobody_saw_is_still_to_come():
    """Nothing happened but what is told, be the act before told as history."""
    table = setup(live=(1, 2))
    bets = [put(1, 100, 100, 100, 100), put(2, 100, 100, 100, 100)]
    check({"ipr-2018 ipr-web": ("out_of_turn", 400)}, table, bets, "crazy_pineapple")
    check({"ipr-2018 ipr-web": ("out_of_turn", 400)}, table, [act(1, "bet", 400), bets[1]],
          "crazy_pineapple")  # fmt: skip
    for gone in (cards(1, "muck", tokens=("#1",)), cards(1, "line:1", tokens=("#1",))):
        check({"ipr-2018 ipr-web": ("call", 400)}, table, [bets[0], gone, bets[1]],
              "crazy_pineapple")  # fmt: skip
    check({ALL: ("call", 400)}, setup("turn", (1, 2)), bets, "crazy_pineapple")


def test_a_check_out_of_turn_that_binds_is_the_reason_why_chips_after_it_are_no_bet():
    events = [say(4, "check"), act(3, "check"), put(4, 800)]
    for book, rule in (("tda-2011", "36"), ("rrop-6", "S3-BET-10"), ("ipr-2018", "49.4")):
        r = play(book, setup("flop", (3, 4), board=["Kd", "8s", "3c"]), events).answer()
        assert (r["ruling"], r["decided_by"]) == ("not_a_bet", "dealer")
        assert f"{book}:{rule}" in r["cite"]


def test_a_skipped_player_who_spoke_in_time_keeps_its_turn_whoever_acts_then():
    table = setup(sb=50, bb=100, live=(3, 4, 5, 6, 7, 8))
    reported = [*BET, say(5, "call"), not_acted(4)]
    more = [say(6, "call"), say(7, "call"), not_acted(4)]
    check({ALL: "action_backs_up"}, table, [*reported, *more])
    for book in BOOKS:  # another player was not spoken for
        hand = play(book, table, [*reported, say(6, "call"), not_acted(7)])
        r = hand.answer()
        assert (r["situation"], r["seat"]) != ("turn.skipped_in_time", 7)
        found = [r for r in hand.rulings if r["situation"] == "turn.skipped_in_time"]
        assert [r["seat"] for r in found] == [4]


def test_pineapple_discards_told_one_by_one_are_all_told():
    table = setup(live=(1, 2, 3))
    acts = [act(1, "bet", 400), cards(1, "muck", tokens=("#1",)), act(2, "call", 400)]
    check({"ipr-2018 ipr-web": ("out_of_turn", 1200)}, table, [*acts, say(3, "raise", 1200)],
          "crazy_pineapple")  # fmt: skip
    gone = cards(2, "muck", tokens=("#2",))
    check({"ipr-2018 ipr-web": ("no_incident", 1200)}, table,
          [*acts, gone, say(3, "raise", 1200)], "crazy_pineapple")  # fmt: skip


@pytest.mark.parametrize(("book", "rule"), [("ipr-2018", "79.2"), ("ipr-web", "W80.2a")])
def test_pineapple_acts_that_go_with_their_discards_cite_the_rule_of_the_game(book, rule):
    events = [act(1, "bet", 400), cards(1, "muck", tokens=("#1",)), put(2, 400)]
    for gone in ([], [cards(2, "muck", tokens=("#2",))]):
        hand = play(book, setup(live=(1, 2)), [*events, *gone], "crazy_pineapple")
        assert (hand.answer()["ruling"], hand.incidents()) == ("call", [])
        assert f"{book}:{rule}" in hand.answer()["cite"]
    turn = play(book, setup("turn", (1, 2)), [act(1, "bet", 400), put(2, 400)], "crazy_pineapple")
    assert f"{book}:{rule}" not in turn.answer()["cite"]  # nothing is given up there


def test_who_acts_anew_after_a_void_act_is_ruled_on_by_that_act_with_its_chips_there():
    raised = [*BET, put(5, 100, 100, 100), act(4, "raise", 1200)]
    check({ALL: "oot_void_all_options"}, TABLE, raised)
    for call in ([say(5, "call")], [say(5, "call"), put(5, 500, 100, 100, 100, 100, motion=2)]):
        check({ALL: ("call", 1200)}, TABLE, [*raised, *call])
    check({OFFICIAL: ("raise_allowed", 2400)}, TABLE, [*raised, say(5, "raise", 2400)])
    check({CALL_CHANGES: ("raise_not_allowed", 1200)}, TABLE, [*raised, say(5, "raise", 2400)])


def test_a_clock_that_runs_out_is_newer_than_the_act_it_settles():
    clock = [
        {"what": "clock_call", "by_seat": 9, "on_seat": 4},
        {"what": "clock_start", "seat": 4},
        say(5, "call"),
        {"what": "timer", "clock": "called_clock", "seat": 4, "elapsed_ms": 75000},
    ]
    for book in BOOKS:
        hand = play(book, TABLE, [*BET, *clock], gap=20000)
        open_now = [r["situation"] for r in hand.open_incidents()]
        assert hand.answer()["ruling"] == "hand_dead", book
        assert "turn.oot_unchanged" in open_now and hand.live == [3, 5, 6], book


def test_pineapple_a_discard_after_the_next_act_says_that_it_came_too_early():
    table = setup(live=(2, 5, 9))
    first, second = cards(2, "muck", tokens=("#3",)), cards(5, "muck", tokens=("#6",))
    books = "ipr-2018 ipr-web"
    early = [say(2, "check"), say(5, "bet", 600), first]
    check({books: ("out_of_turn", 600)}, table, early, "crazy_pineapple")
    on = [*early, second, say(9, "fold")]
    for book in books.split():
        assert play(book, table, on, "crazy_pineapple").open_incidents() == []
    told = [act(2, "check"), act(5, "bet", 600), first]  # both are accepted history
    for book in books.split():
        assert play(book, table, told, "crazy_pineapple").ruled("turn.before_discard") is None
    due = [say(2, "check"), first, say(5, "bet", 600), second, say(9, "call")]
    check({books: ("call", 600)}, table, due, "crazy_pineapple")


@pytest.mark.parametrize("checks", [say(5, "check"), {"what": "gesture", "seat": 5, "kind": "tap"}])
@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web"])
def test_pineapple_a_check_before_the_discard_ahead_is_out_of_turn(book, checks):
    table = setup(live=(2, 5, 9))
    first = cards(2, "muck", tokens=("#3",))
    for events, code in (
        ([act(2, "check"), checks, first], "out_of_turn"),
        ([act(2, "check"), first, checks], "no_incident"),
    ):
        assert play(book, table, events, "crazy_pineapple").answer()["ruling"] == code


SHORT = [act(3, "bet", 400), act(4, "raise", 1000), put(5, 500, 100)]
UNAWARE = {"what": "request", "seat": 5, "kind": "unaware_of_raise"}
REST = put(5, 100, 100, 100, 100, motion=2)


@pytest.mark.parametrize("told", [[], [UNAWARE]])
@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "tda-2011"])
def test_a_call_left_too_short_is_open_while_others_act_and_completed_out_of_no_turn(book, told):
    table = setup(live=(3, 4, 5, 6), pot=1000)
    open_ = play(book, table, SHORT).answer()["ruling"]
    assert open_ in ("complete_or_fold_forfeit", "floor_decides")
    behind = [*SHORT, act(6, "call", 1000), *told]
    for settled in ((), (REST,), (say(5, "call"), REST), (say(5, "fold"),), (cards(5, "muck"),)):
        hand = play(book, table, [*behind, *settled])
        assert (hand.answer()["ruling"], hand.turn) == (open_, 3), settled
        hand = play(book, table, [*behind, *settled, act(3, "call", 1000)])
        if settled:
            assert hand.answer()["ruling"] == "no_incident", settled
            assert hand.phase == "closed" and (5 in hand.live) == (REST in settled)
        else:
            assert (hand.answer()["ruling"], hand.turn) == (open_, 5)
    more = play(book, table, [*behind, put(5, 1000, motion=2)])
    assert more.answer()["ruling"] == "out_of_turn"  # no completion


def test_who_may_reconsider_an_unnoticed_raise_and_completes_the_call_has_called():
    table = setup(live=(3, 4, 5), pot=1000)
    hand = play("rrop-6", table, [*SHORT, UNAWARE])
    assert hand.answer()["ruling"] == "may_withdraw_reconsider"
    hand = play("rrop-6", table, [*SHORT, UNAWARE, REST])
    assert hand.open_incidents() == []
    assert (hand.answer()["ruling"], hand.answer()["amount"]) == ("call", 1000)


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011"])
def test_who_was_ruled_to_have_called_says_nothing_new_by_call(book):
    behind = [*SHORT, act(6, "call", 1000), UNAWARE, say(5, "call")]
    hand = play(book, setup(live=(3, 4, 5, 6), pot=1000), behind)
    assert hand.answer()["ruling"] == "call" and hand.ruled("turn.oot_pending") is None


@pytest.mark.parametrize("fold", [act(5, "fold"), say(5, "fold"), cards(5, "muck")])
@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "tda-2011"])
def test_chips_short_of_the_call_stay_with_the_hand_that_is_given_up(book, fold):
    stacks = {str(seat): 5000 for seat in (3, 4, 5, 6)}
    table = setup(live=(3, 4, 5, 6), pot=1000, stacks=stacks)
    for behind in ((), (act(6, "call", 1000),)):
        hand = play(book, table, [*SHORT, *behind, fold])
        assert (hand.stacks[5], hand.bet(5), hand.live) == (4400, 600, [3, 4, 6])
        back_ = play(book, table, [*SHORT, *behind, back(5, 500, 100), fold])
        assert (back_.stacks[5], back_.bet(5)) == (5000, 0)
    plain = play(book, table, [act(3, "bet", 400), act(4, "raise", 1000), fold])
    assert (plain.stacks[5], plain.bet(5)) == (5000, 0)
