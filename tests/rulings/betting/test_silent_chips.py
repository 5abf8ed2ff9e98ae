"""Silent chips: one motion, oversized chip, several chips, the half rule, string bets."""

from shared_rules import rulebooks
from shared_rules.hand.betting import chips
from tests.rulings.spots import BOOKS, act, ask, back, check, number, play, put, say, setup

ALL = " ".join(BOOKS)
FACING_1000 = [act(3, "bet", 1000)]


def test_exact_chips_are_a_call_and_no_incident():
    for book in BOOKS:
        hand = play(book, setup(), [*FACING_1000, put(4, 500, 500)])
        assert hand.answer()["ruling"] == "call"
        assert hand.incidents() == []
        assert hand.phase == "closed"


def test_a_full_raise_in_one_motion_stands():
    check({ALL: ("raise", 2500)}, setup(), [*FACING_1000, put(4, 1000, 1000, 500)])


def test_an_opening_bet_of_one_chip_is_the_chip():
    check({ALL: ("bet", 5000)}, setup(), [put(3, 5000)])
    for book in BOOKS:
        assert play(book, setup(), [put(3, 5000)]).incidents() == []


def test_one_oversized_chip_calls_on_every_street():
    for street in ("flop", "turn", "river"):
        check({ALL: ("call", 1000)}, setup(street), [*FACING_1000, put(4, 5000)])
    check({ALL: ("call", 200)}, setup("preflop", range(1, 10)), [put(3, 1000)])
    raised = [act(3, "raise", 600)]
    check({ALL: ("call", 600)}, setup("preflop", range(1, 10)), [*raised, put(4, 1000)])


def test_the_small_blind_completes_with_one_large_chip():
    before = [act(s, "fold") for s in range(3, 10)]
    check({ALL: ("call", 200)}, setup("preflop", range(1, 10)), [*before, put(1, 500)])


def test_oversized_chip_with_raise_said_first_is_the_chip():
    events = [*FACING_1000, say(4, "raise"), put(4, 5000)]
    check({ALL: ("raise", 5000)}, setup(), events)


def test_raise_said_after_the_chip_landed_is_too_late():
    events = [*FACING_1000, put(4, 5000), say(4, "raise")]
    check({ALL: ("call", 1000)}, setup(live=(3, 4, 5)), events)


def test_raise_said_with_a_chip_too_small_for_it_is_the_least_raise():
    events = [act(3, "bet", 600), say(4, "raise"), put(4, 1000)]
    check({ALL: ("min_raise", 1200)}, setup(), events)


def test_two_equal_chips_each_needed():
    events = [*FACING_1000, put(4, 800, 800)]
    check(
        {
            "tda-2011": ("call", 1000, "40"),
            "ipr-2018": ("call", 1000, "59.3"),
            "ipr-web": ("call", 1000, "W52.3"),
            "rrop-6": ("min_raise", 2000, "S3-BET-14"),
            "stg-2011": ("min_raise", 2000, "D-B2"),
        },
        setup(),
        events,
    )


def test_two_equal_chips_under_half_are_a_call_in_every_book():
    check({ALL: ("call", 1000)}, setup(), [*FACING_1000, put(4, 700, 700)])


def test_three_equal_chips_one_more_than_needed_follow_the_half_rule():
    check({ALL: ("min_raise", 2000)}, setup(), [*FACING_1000, put(4, 500, 500, 500)])
    check({ALL: ("raise", 2000)}, setup(), [*FACING_1000, put(4, 500, 500, 500, 500)])


def test_mixed_chips_each_needed_differ_between_books():
    events = [*FACING_1000, put(4, 1000, 500)]
    check({ALL: ("min_raise", 2000)}, setup(), events)
    events = [*FACING_1000, put(4, 900, 600)]
    check(
        {"ipr-2018": ("call", 1000), "ipr-web rrop-6 tda-2011 stg-2011": ("min_raise", 2000)},
        setup(),
        events,
    )


def test_half_rule_is_measured_by_the_last_full_increment():
    raised = [act(3, "bet", 1000), act(4, "raise", 3000)]
    table = setup(live=(3, 4, 5))
    check({ALL: ("call", 3000)}, table, [*raised, put(5, 1000, 1000, 1000, 500, 100, 100, 100)])
    check({ALL: ("min_raise", 5000)}, table, [*raised, put(5, 1000, 1000, 1000, 500, 500)])


def test_half_of_a_raise_before_the_flop():
    table = setup("preflop", range(1, 10))
    check({ALL: ("min_raise", 400)}, table, [put(3, 100, 100, 100)])
    check({ALL: ("call", 200)}, table, [put(3, 100, 100, 25, 25, 25)])


def test_an_opening_bet_below_the_minimum_is_brought_up():
    expected = {
        "ipr-2018": ("min_bet", 400, "59.2"),
        "ipr-web rrop-6 tda-2011 stg-2011": ("min_bet", 200),
    }
    check(expected, setup(), [put(3, 100)])


def test_a_string_bet_leaves_the_first_motion():
    events = [*FACING_1000, put(4, 500, 500), put(4, 500, 500, 500, motion=2)]
    table = setup(live=(3, 4, 5))
    check({ALL: ("call", 1000)}, table, events)
    for book in BOOKS:
        hand = play(book, table, events)
        assert [r["situation"] for r in hand.incidents()] == ["wager.string_bet"]
        assert hand.bet(4) == 1000 and hand.turn == 5


def test_a_string_bet_on_a_last_call_is_still_seen():
    events = [*FACING_1000, put(4, 500, 500), put(4, 1000, motion=2)]
    check({ALL: ("call", 1000)}, setup("river"), events)


def test_a_string_raise_keeps_the_raise_of_the_first_motion():
    events = [*FACING_1000, put(4, 1000, 1000, 500), put(4, 1000, motion=2)]
    check({ALL: ("raise", 2500)}, setup(), events)


def test_a_string_opening_bet_keeps_the_first_motion():
    check({ALL: ("bet", 500)}, setup(), [put(3, 500), put(3, 500, motion=2)])


def test_one_motion_read_in_two_parts_is_one_wager():
    events = [*FACING_1000, put(4, 500, 500), put(4, 500, 500, 500)]
    table = setup(live=(3, 4, 5))
    for book in BOOKS:
        hand = play(book, table, events, gap=100)
        assert (hand.answer()["ruling"], hand.bet(4)) == ("raise", 2500)
        assert hand.turn == 5


def test_chips_carried_over_the_line_and_taken_back():
    carried = put(4, *[100] * 20, released=False, crossed="in_hand")
    check(
        {
            "ipr-2018 ipr-web rrop-6": "not_a_bet",
            "tda-2011 stg-2011": "floor_decides",
        },
        setup(),
        [*FACING_1000, carried, back(4, *[100] * 20)],
    )


def test_part_of_a_handful_dropped_counts():
    carried = put(4, *[100] * 20, released=False, crossed="in_hand")
    dropped = dict(put(4, *[100] * 10), **{"from": "line:4"})
    events = [*FACING_1000, carried, dropped, back(4, *[100] * 10)]
    check({"ipr-2018 ipr-web rrop-6": ("call", 1000)}, setup(live=(3, 4, 5)), events)


def test_of_a_carried_handful_what_is_let_go_counts_and_all_of_it_is_the_whole():
    """Let go from the hand itself; the line is not named again."""
    carried = put(4, *[100] * 20, released=False, crossed="in_hand")
    whole = play("ipr-2018", setup(live=(3, 4, 5)), [*FACING_1000, carried, put(4, *[100] * 20)])
    assert (whole.answer()["situation"], whole.bet(4)) == ("wager.silent_raise", 2000)
    for back_too in ([], [back(4, *[100] * 10)]):
        events = [*FACING_1000, carried, put(4, *[100] * 10), *back_too]
        check({ALL: ("call", 1000)}, setup(live=(3, 4, 5)), events)
        r = play("ipr-web", setup(live=(3, 4, 5)), events).answer()
        assert r["situation"] == "wager.part_of_handful" and "ipr-web:W44.3" in r["cite"]


def test_excess_chips_returned_are_no_new_incident():
    events = [*FACING_1000, put(4, 500, 500), put(4, 500, motion=2), back(4, 500)]
    for book in BOOKS:
        assert len(play(book, setup(live=(3, 4, 5)), events).incidents()) == 1


def test_a_wager_taken_back_stands():
    check({ALL: ("bet", 1000)}, setup(), [put(3, 500, 500), back(3, 500)])


def test_number_and_chips_in_one_go():
    events = [put(3, 1000), dict(number(3, 800), t=7600)]
    check({"ipr-2018 ipr-web tda-2011": ("bet", 1000)}, setup(), events)
    check({"rrop-6 stg-2011": ("bet", 800)}, setup(), events)


def test_reading_is_a_pure_function_of_the_spot():
    spot = chips.Spot("no_limit", 1200, 0, 2000, 1 << 30, 800)
    tda, rrop = rulebooks.get("tda-2011"), rulebooks.get("rrop-6")
    read = chips.read(spot, [1000, 1000], tda)
    assert (read.key, read.ruling, read.to, read.back) == (
        "wager.equal_chips_needed",
        "call",
        1200,
        800,
    )
    assert chips.read(spot, [1000, 1000], rrop).ruling == "raise"
    assert chips.read(spot, [1200], tda).regular()


def test_a_wager_taken_back_after_others_acted_stays_bound():
    table = setup(live=(3, 4, 5, 6), board=["Kd", "8s", "3c"])
    check({ALL: ("bet", 500)}, table, [act(3, "bet", 500), back(3, 500)])
    check({ALL: ("call", 500)}, table,
          [act(3, "bet", 500), put(4, 500), say(5, "fold"), back(4, 500)])  # fmt: skip
    raised = [act(3, "bet", 500), act(4, "raise", 1500), put(5, 500), ask(5, "unaware_of_raise")]
    check({"rrop-6": "may_withdraw_reconsider"}, table, [*raised, back(5, 500)])
