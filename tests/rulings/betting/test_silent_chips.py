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


def test_one_oversized_chip_is_a_call_for_certain_where_the_rule_names_the_street():
    raised = [act(3, "raise", 600), put(4, 1000)]
    for book in BOOKS:
        after = "medium" if book == "stg-2011" else "high"  # which names only before the flop
        preflop = setup("preflop", range(1, 10))
        assert play(book, preflop, [put(3, 1000)]).answer()["confidence"] == "high"
        assert play(book, preflop, raised).answer()["confidence"] == "high"
        assert play(book, setup(), [*FACING_1000, put(4, 5000)]).answer()["confidence"] == after


def test_the_small_blind_completes_with_one_large_chip():
    before = [act(s, "fold") for s in range(3, 10)]
    check({ALL: ("call", 200)}, setup("preflop", range(1, 10)), [*before, put(1, 500)])


def test_oversized_chip_with_raise_said_first_is_the_chip():
    events = [*FACING_1000, say(4, "raise"), put(4, 5000)]
    check({ALL: ("raise", 5000)}, setup(), events)


def test_raise_said_after_the_chip_landed_is_too_late():
    for amount in (None, 3000, 5000):  # naming an amount makes it no earlier
        events = [*FACING_1000, put(4, 5000), say(4, "raise", amount)]
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
    assert (read.key, read.ruling, read.to) == ("wager.equal_chips_needed", "call", 1200)
    assert chips.read(spot, [1000, 1000], rrop).ruling == "raise"
    assert chips.read(spot, [1200], tda).regular()


def test_a_wager_taken_back_after_others_acted_stays_bound():
    table = setup(live=(3, 4, 5, 6), board=["Kd", "8s", "3c"])
    check({ALL: ("bet", 500)}, table, [act(3, "bet", 500), back(3, 500)])
    check({ALL: ("call", 500)}, table,
          [act(3, "bet", 500), put(4, 500), say(5, "fold"), back(4, 500)])  # fmt: skip
    raised = [act(3, "bet", 500), act(4, "raise", 1500), put(5, 500), ask(5, "unaware_of_raise")]
    check({"rrop-6": "may_withdraw_reconsider"}, table, [*raised, back(5, 500)])


LINE_BOOKS = "ipr-2018 ipr-web"  # the blind is no part of the next wager (55.4, W51.4c)
OTHERS = "rrop-6 tda-2011 stg-2011"


def facing(raised, *chips, before=()):
    """The big blind of 200 answers a raise with chips and no word."""
    folds = [act(s, "fold") for s in (4, 5, 6, 7, 8, 9, 1)]
    return [act(3, "raise", raised), *folds, *before, put(2, *chips)]


def test_a_blind_left_lying_is_no_part_of_the_next_wager():
    table = setup("preflop", range(1, 10))
    check({LINE_BOOKS: ("call", 600)}, table, facing(600, 500, 500))
    check({OTHERS: ("raise", 1200)}, table, facing(600, 500, 500))
    check({LINE_BOOKS: ("raise", 1000)}, table, facing(400, 500, 500))
    check({LINE_BOOKS: ("call", 600)}, table, facing(600, 500, 100, 50))  # 650: under half
    check({LINE_BOOKS: ("min_raise", 1000)}, table, facing(600, 500, 100, 100, 100))  # half
    check({LINE_BOOKS: ("call", 600)}, table, facing(600, 100, 100, 100, 100, 50))  # 450 to 400
    for book in LINE_BOOKS.split():
        rule = {"ipr-2018": "ipr-2018:55.4", "ipr-web": "ipr-web:W51.4"}[book]
        cited = play(book, table, facing(600, 500, 500)).answer()["cite"]
        assert [c for c in cited if c.startswith(rule)]


ALL_RAISE = {ALL: ("raise", 600)}


def test_what_a_player_has_called_with_is_no_blind():
    flop = setup(live=(3, 4, 5, 6), board=["Kd", "8s", "3c"])
    called = [act(3, "bet", 200), act(4, "call"), act(5, "raise", 400), act(6, "fold")]
    check({ALL: ("call", 400)}, flop, [*called, act(3, "fold"), put(4, 100, 100)])
    check(ALL_RAISE, flop, [*called, act(3, "fold"), put(4, 100, 100, 100, 100)])
    check(ALL_RAISE, flop, [*called, put(3, 100, 100, 100, 100)])  # the bettor's own
    table = setup("preflop", range(1, 10))
    limped = [act(3, "call"), act(4, "raise", 400), *[act(s, "fold") for s in (5, 6, 7, 8, 9)]]
    limped += [act(1, "fold"), act(2, "fold")]
    check(ALL_RAISE, table, [*limped, put(3, 100, 100, 100, 100)])
    limit = {**flop, "game": "limit_holdem", "betting": "limit", "small_bet": 200, "big_bet": 400}
    again = [*called, act(3, "fold"), put(4, 100, 100, 100, 100)]
    check({LINE_BOOKS: ("no_incident", 600)}, limit, again)  # a raise, the cap not reached


def test_a_blind_taken_up_first_or_a_whole_stack_plays_as_it_lies():
    table = setup("preflop", range(1, 10))
    again = facing(600, 500, 500, before=[back(2, 200)])
    check({LINE_BOOKS: ("call", 600)}, table, again)
    all_in = setup("preflop", range(1, 10), stacks={"2": 1000})
    check({LINE_BOOKS: ("raise", 1200)}, all_in, facing(600, 500, 500))


LIMPED = [act(3, "call", 200), *[act(s, "fold") for s in range(4, 10)]]


def test_a_blind_counts_where_nobody_has_raised():
    table = setup("preflop", range(1, 10))
    double = {**table, "straddles": {"3": 400}, "bets": {"1": 100, "2": 200, "3": 400}}
    short = {**table, "bets": {"1": 100, "2": 120}, "all_in": [2]}
    straddled = [act(s, "fold") for s in range(4, 10)]
    for start, before, chips_put, total in (
        (table, LIMPED, (100, 100, 100), 400),
        (table, LIMPED, (100, 100, 100, 100, 100), 600),
        (short, LIMPED, (100, 100, 100), 400),
        (double, straddled, (500, 100, 100), 800),
    ):
        check({LINE_BOOKS: ("raise", total)}, start, [*before, put(1, *chips_put)])
        one_by_one = [put(1, c, t=40000 + 300 * i) for i, c in enumerate(chips_put)]
        for book in LINE_BOOKS.split():
            assert play(book, start, [*before, put(1, *chips_put)]).incidents() == []
            assert play(book, start, [*before, *one_by_one]).bets[1] == total
    check({LINE_BOOKS: ("min_raise", 400)}, table, [*LIMPED, put(1, 100, 100, 50)])
    called = [*LIMPED, act(1, "call", 200), put(2, 200, 200)]  # the big blind's option
    check({LINE_BOOKS: ("no_incident", 600)}, table, called)
    check({LINE_BOOKS: ("call", 200)}, table, [*LIMPED, put(1, 100)])


RERAISED = [act(3, "raise", 600), *[act(s, "fold") for s in range(4, 10)],
            put(1, 500, 500, 100, 100, 100, 100), act(2, "fold")]  # fmt: skip


def test_a_blind_left_in_a_raise_that_others_match_plays_with_it():
    table = setup("preflop", range(1, 10))
    check({LINE_BOOKS: ("raise", 1400)}, table, RERAISED[:-1])
    match = put(3, 500, 100, 100, 100, 100)
    parts = [put(3, 500, t=60000), put(3, 100, 100, 100, 100, t=60500)]
    late = [put(3, 500, 100, 100, 100, t=60000), put(3, 100, t=60500)]
    for answer in ([match], parts, late, [say(3, "call"), match]):
        for book in LINE_BOOKS.split():
            hand = play(book, table, [*RERAISED, *answer])
            assert (hand.bets[1], hand.bets[3], hand.incidents()) == (1500, 1500, [])
    apart = put(3, 500, 100, 100, 100)
    for book in LINE_BOOKS.split():
        hand = play(book, table, [*RERAISED, apart])
        assert (hand.bets[1], hand.bets[3], hand.incidents()) == (1400, 1400, [])


def test_a_raise_that_one_called_without_the_blind_stays_without_it():
    table = setup("preflop", range(1, 10))
    raised = [act(3, "raise", 600), act(4, "call", 600), *RERAISED[2:]]
    calls = [put(3, 500, 100, 100, 100), put(4, 500, 100, 100, 100, 100)]
    check({LINE_BOOKS: ("call", 1400)}, table, [*raised, *calls])


def test_a_blind_that_makes_the_least_raise_whole_leaves_nothing_to_put_right():
    table = setup("preflop", range(1, 10))
    for book in LINE_BOOKS.split():
        assert play(book, table, facing(600, 500, 100, 100, 100)).incidents() == []
        assert play(book, table, facing(600, 500, 100, 100, 50)).incidents()  # 950 lie there
        over = facing(600, 500, 100, 100, 100, 100)
        assert play(book, table, over).incidents()  # 1100 lie there, 100 too many
        matched = play(book, table, [*over, put(3, 500)])
        assert (matched.bets[3], matched.incidents()) == (1100, [])


def test_call_said_over_more_chips_is_what_the_chips_were():
    events = [*FACING_1000, put(4, 1000, 1000), say(4, "call")]
    for book, rule in (("ipr-2018", "ipr-2018:55.1"), ("ipr-web", "ipr-web:W51.1")):
        answer = play(book, setup(live=(3, 4, 5)), events).answer()
        assert (answer["amount"], rule in answer["cite"]) == (2000, True)
        called = play(book, setup(live=(3, 4, 5)), [*FACING_1000, put(4, 1000), say(4, "call")])
        assert called.incidents() == []


def test_play_that_goes_on_after_a_wager_leaves_nothing_to_rule_on():
    table = setup(live=(3, 4, 5))
    called = [act(3, "bet", 600), put(4, 500, 100)]
    check({ALL: ("call", 600)}, table, called)
    check({ALL: ("no_incident", 600)}, table, [*called, act(5, "call", 600)])


def test_chips_of_the_same_motion_short_of_the_line_are_a_part_of_it_and_cited():
    rules = {"ipr-2018": "55.2", "ipr-web": "W51.2b"}
    for book in rules:
        whole = play(book, setup(), [put(3, 500, 100, 100, crossed="partial")]).answer()
        parts = [put(3, 500), put(3, 100, 100, crossed="partial")]
        apart = play(book, setup(), parts).answer()
        for ruling in (whole, apart):
            assert (ruling["ruling"], ruling["amount"]) == ("bet", 700)
            assert f"{book}:{rules[book]}" in ruling["cite"]
