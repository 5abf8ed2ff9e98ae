"""Words: declared wagers, amounts, motions after a word, unclear and conditional words."""

import pytest

from tests.rulings.spots import BOOKS, act, check, number, play, put, ruled, say, setup

ALL = " ".join(BOOKS)
NOT_RROP = "ipr-2018 ipr-web tda-2011 stg-2011"
PREFLOP = setup("preflop", range(1, 10))


def test_a_declared_raise_followed_by_its_chips_is_clean():
    for chips in ([put(4, 1000, 1000, 500)], [put(4, 1000, 1000), put(4, 500, motion=2)]):
        for book in BOOKS:
            hand = play(
                book, setup(live=(3, 4, 5)), [act(3, "bet", 1000), say(4, "raise", 2500), *chips]
            )
            assert hand.incidents() == [] and hand.bet(4) == 2500 and hand.turn == 5


def test_a_declared_call_with_one_large_chip_is_clean():
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), [act(3, "bet", 600), say(4, "call"), put(4, 1000)])
        assert hand.incidents() == [] and hand.bet(4) == 600


def test_a_raise_declared_too_small_is_brought_up():
    check({ALL: ("min_raise", 2000)}, setup(), [act(3, "bet", 1000), say(4, "raise", 1500)])
    check({ALL: ("min_raise", 1000)}, PREFLOP, [act(3, "raise", 600), say(4, "raise", 800)])


def test_a_bet_declared_too_small_is_brought_up():
    check({"ipr-web rrop-6 tda-2011 stg-2011": ("min_bet", 200)}, setup(), [say(3, "bet", 50)])
    check({"ipr-2018": ("min_bet", 400)}, setup(), [say(3, "bet", 50)])


def test_raise_alone_leaves_the_amount_open():
    check({ALL: ("raise_allowed", 2000)}, setup(), [act(3, "bet", 1000), say(4, "raise")])


def test_raise_then_call_and_one_motion():
    events = [say(3, "raise"), put(3, 100, 100), put(3, 500, 100, motion=2)]
    check({NOT_RROP: ("no_incident", 800)}, PREFLOP, events)
    check({"rrop-6": ("min_raise", 400, "S15-24")}, PREFLOP, events)
    cash = setup("preflop", range(1, 10), format="cash")
    check({"rrop-6": ("no_incident", 800, "S14-NL-6")}, cash, events)


def test_raise_in_many_motions_in_a_cash_game():
    cash = setup("preflop", range(1, 10), format="cash")
    events = [say(3, "raise"), put(3, 500), put(3, 500, motion=2), put(3, 500, motion=3)]
    check({"rrop-6": ("no_incident", 1500, "S14-NL-6")}, cash, events)
    check({"tda-2011": ("raise", 500)}, cash, events)


def test_raise_then_an_odd_first_motion_is_the_least_raise():
    events = [say(3, "raise"), put(3, 100, 100, 100)]
    check({ALL: ("min_raise", 400)}, PREFLOP, events)


def test_raise_then_only_the_call_is_the_least_raise_once_another_acts():
    events = [say(3, "raise"), put(3, 100, 100), say(4, "fold")]
    check({ALL: ("min_raise", 400)}, PREFLOP, events)


def test_raise_unaware_of_a_raise_binds_to_the_least_raise():
    events = [act(3, "bet", 500), act(4, "raise", 1500), say(5, "raise"), put(5, 500, 500)]
    check({ALL: ("min_raise", 2500)}, setup(live=(3, 4, 5)), events)


def test_a_number_facing_a_bet():
    table, bet = setup(), [act(3, "bet", 1000)]
    check({"rrop-6": ("min_raise", 2000)}, table, [*bet, number(4, 1400)])
    check({NOT_RROP: ("call", 1000)}, table, [*bet, number(4, 1400)])
    check({ALL: ("min_raise", 2000)}, table, [*bet, number(4, 1600)])
    check({ALL: ("raise", 3000)}, table, [*bet, number(4, 3000)])
    check({ALL: ("call", 1000)}, table, [*bet, number(4, 1000)])


def test_a_number_opens_the_betting():
    check({ALL: ("bet", 700)}, setup(), [number(3, 700), put(3, 500, 100, 100)])


def test_word_and_chips_differ_the_word_was_first():
    check({ALL: ("bet", 700)}, setup(), [number(3, 700), put(3, 500, 500)])
    events = [act(3, "bet", 1000), say(4, "raise", 3000), put(4, 1000, 1000, 1000, 1000)]
    check({ALL: ("raise", 3000)}, setup(), events)


def test_an_ambiguous_number():
    five = say(3, "bet", 500, "short_number", readings=[500, 5000])
    small = setup(pot=1400)
    large = setup(pot=6000)
    check({"tda-2011": ("bet", 500, "45")}, small, [five])
    check({"tda-2011": ("bet", 500, "45")}, large, [five])
    check({"ipr-2018 ipr-web": ("bet", 500)}, small, [five])
    check({"ipr-2018 ipr-web": ("bet", 5000)}, large, [five])
    check({"rrop-6 stg-2011": "floor_decides"}, small, [five])


def test_an_ambiguous_raise_cannot_mean_an_illegal_total():
    five = say(4, "raise", 500, "short_number", readings=[500, 5000])
    check({"tda-2011": ("raise", 5000)}, setup(), [act(3, "bet", 1000), five])


def test_the_pot_named_in_no_limit():
    check({"tda-2011": ("min_bet", 200, "43")}, setup(pot=900), [say(3, "bet", wording="pot")])
    events = [act(3, "bet", 600), say(4, "raise", wording="pot")]
    check({"tda-2011": ("min_raise", 1200), "ipr-2018": ("min_raise", 1200)}, setup(), events)
    check({"rrop-6 stg-2011": "floor_decides"}, setup(), events)


def test_two_acts_in_one_sentence_the_first_binds():
    both = say(4, "call", wording="compound", then={"word": "raise", "amount": 3000})
    check({ALL: ("call", 1000)}, setup(), [act(3, "bet", 1000), both])


def test_a_conditional_statement_is_for_the_floor():
    cond = say(5, "raise", 3000, "conditional", condition={"seat": 4, "act": "bet"})
    hand = play("tda-2011", setup(live=(3, 4, 5)), [cond])
    r = hand.answer()
    assert (r["ruling"], r["remedy_steps"]) == (
        "floor_decides",
        ["may_be_binding", "penalty_possible"],
    )
    assert hand.turn == 3


def test_check_then_bet_before_the_next_player_acts_stays_a_check():
    hand = play("tda-2011", setup(), [say(3, "check"), say(3, "bet", 500)])
    assert hand.turn == 4 and hand.high == 0


def test_a_declared_all_in_is_the_stack():
    table = setup(stacks={"3": 900, "4": 5000})
    for book in BOOKS:
        hand = play(book, table, [say(3, "all_in"), put(3, 500, 100, 100, 100, 100)])
        assert hand.incidents() == [] and hand.high == 900


def test_the_dealer_calls_a_string_bet_where_the_book_says_so():
    table = setup("flop", (3, 4), board=["Kd", "8s", "3c"])
    events = [act(3, "bet", 500), put(4, 500), put(4, 500, motion=2)]
    by = {book: play(book, table, events).answer()["decided_by"] for book in BOOKS}
    named = [book for book in BOOKS if by[book] == "dealer"]
    assert sorted(named) == ["ipr-2018", "ipr-web", "tda-2011"]


@pytest.mark.parametrize("book", BOOKS)
def test_an_amount_said_counts_over_fewer_chips_until_the_rest_follows(book):
    over = {"rrop-6": "S14-NL-8", "stg-2011": "D-B6", "tda-2011": "35", "ipr-2018": "55.1",
            "ipr-web": "W51.1"}  # fmt: skip
    said = [say(3, "bet", 800), put(3, 500)]
    r = play(book, setup(), said).answer()
    assert (r["ruling"], r["amount"]) == ("bet", 800)
    assert r["cite"][0] == f"{book}:{over[book]}" and r["remedy_steps"] == []
    key = "wager.word_chips_differ"
    for whole in ([*said, put(3, 100, 100, 100, motion=2)], [say(3, "bet", 800), put(3, 500, 300)]):
        hand = play(book, setup(), whole)
        assert (hand.answer()["amount"], hand.ruled(key)) == (800, None)
    limit = {**setup(), "betting": "limit", "small_bet": 200, "big_bet": 400}
    hand = play(book, limit, [say(3, "bet", 200), put(3, 100)], "limit_holdem")
    assert hand.ruled(key) is None  # the size is the limit's


def test_two_acts_said_one_after_the_other_are_decided_like_two_said_at_once():
    table = setup("flop", (3, 4), board=["Kd", "8s", "3c"])
    apart = [act(3, "bet", 500), say(4, "call"), say(4, "raise", 1500)]
    at_once = [act(3, "bet", 500), say(4, "call", wording="compound", then="raise")]
    for book in BOOKS:
        one, other = [play(book, table, events).answer() for events in (apart, at_once)]
        assert (one["ruling"], one["amount"]) == (other["ruling"], other["amount"]) == ("call", 500)
        assert one["decided_by"] == other["decided_by"]
    # the word that binds is cited before what the second one would be
    assert play("ipr-2018", table, at_once).answer()["cite"][0] == "ipr-2018:49.4"
    assert play("ipr-web", table, at_once).answer()["cite"][0] == "ipr-web:W48.4"


def test_a_raise_said_after_the_act_returns_no_chips_that_do_not_lie_there():
    table = setup(live=(3, 4, 5))
    for book in BOOKS:
        words = ruled(book, table, [act(3, "bet", 300), say(4, "call"), say(4, "raise", 900)])
        assert (words["ruling"], words["remedy_steps"]) == ("call", []), book
        chips = [act(3, "bet", 300), put(4, 300), put(4, 600, motion=2)]
        string = ruled(book, table, chips)
        assert (string["ruling"], string["remedy_steps"]) == ("call", ["return_excess_chips"]), book


def test_who_raises_with_less_than_the_call_has_missed_a_raise_and_the_dealer_settles_it():
    table = setup("flop", (3, 4, 5), board=["Kd", "8s", "3c"])
    for chip, by in ((1000, "dealer"), (2000, "automatic")):
        events = [act(3, "bet", 500), act(4, "raise", 1500), say(5, "raise"), put(5, chip)]
        r = play("ipr-2018", table, events).answer()
        assert (r["ruling"], r["amount"], r["decided_by"]) == ("min_raise", 2500, by)


def test_one_motion_read_in_two_parts_makes_the_amount_of_the_word():
    bet = [say(3, "bet"), put(3, 500, 500), put(3, 500)]
    short = [act(3, "bet", 1000), say(4, "raise"), put(4, 1000, 500), put(4, 1000)]
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), bet)
        assert hand.incidents() == [] and hand.bet(3) == 1500 and hand.turn == 4
        hand = play(book, setup(live=(3, 4, 5)), short)
        assert hand.bet(4) == 2500 and not [
            r for r in hand.incidents() if "string" in r["situation"]
        ]


def test_a_second_motion_after_the_word_is_one_still():
    events = [say(3, "bet"), put(3, 500, 500), put(3, 500, motion=2)]
    check({"tda-2011": ("bet", 1000)}, setup(live=(3, 4, 5)), events)


def test_the_low_card_that_opens_for_a_full_bet_is_cited_by_that_rule():
    ups = {"1": ["9d"], "2": ["9h"], "3": ["3c"], "4": ["Ks"], "5": ["2d"]}
    table = {
        "format": "cash", "betting": "limit", "seats": [1, 2, 3, 4, 5], "button": None,
        "first_dealt_seat": 1, "ante": 25, "bring_in": 50, "small_bet": 200, "big_bet": 400,
        "betting_line": True, "street": "third", "live": [1, 2, 3, 4, 5], "upcards": ups,
    }  # fmt: skip
    check({"rrop-6": ("no_incident", 200, "S8-3")}, table, [say(5, "bet", 200)], "stud7")
    later = {**table, "street": "fourth", "upcards": {s: ups[s] + ["4h"] for s in ups}}
    r = play("rrop-6", later, [say(4, "bet", 200)], "stud7").answer()
    assert r["amount"] == 200 and "rrop-6:S8-3" not in r["cite"]


def test_a_condition_that_does_not_come_true_leaves_nothing():
    condition = {"seat": 3, "act": "bet"}
    said = say(4, "raise", 1500, "conditional", condition=condition)
    met = [said, act(3, "bet", 500), say(4, "call")]
    check({"ipr-2018 ipr-web": "floor_decides"}, setup(live=(3, 4, 5)), met)
    checked = [said, act(3, "check"), say(4, "check")]
    check({"ipr-2018 ipr-web": "no_incident"}, setup(live=(3, 4, 5)), checked)
    waits = [act(5, "bet", 300), said]
    table = setup(live=(5, 6, 3, 4), button=4)
    check({"ipr-2018 ipr-web": "floor_decides"}, table, [*waits, act(6, "call", 300)])


def test_a_condition_said_after_the_own_act_is_one_as_before_it():
    said = say(3, "raise", 1500, "conditional", condition={"seat": 4, "act": "bet"})
    after = [act(3, "check"), said]
    table = setup(live=(3, 4, 5))
    cited = {"ipr-2018": "70.3", "ipr-web": "W64.3", "tda-2011": "47"}
    rulings = {name: ("floor_decides", None, cited[name]) for name in cited}
    bet = act(4, "bet", 500)
    for more in ([], [bet], [bet, act(5, "call", 500)]):
        check({**rulings, "rrop-6 stg-2011": "floor_decides"}, table, [*after, *more])
    check({ALL: "no_incident"}, table, [*after, act(4, "check")])
    plain = play("tda-2011", table, [act(3, "check"), say(3, "raise", 1500)]).answer()
    assert plain["ruling"] != "floor_decides"


def test_where_the_lesser_meaning_is_no_legal_total_the_ruling_is_not_sure():
    for bet, confidence in ((400, "medium"), (200, "high")):
        five = say(4, "raise", wording="short_number", readings=[500, 5000])
        r = play("tda-2011", setup(), [act(3, "bet", bet), five]).answer()
        assert r["confidence"] == confidence, bet


@pytest.mark.parametrize(("said", "half"), [(2399, False), (2400, True), (2999, True)])
@pytest.mark.parametrize(("book", "rule"), [("ipr-2018", "59.2"), ("ipr-web", "W52.2")])
def test_a_raise_said_of_half_or_more_is_brought_up_by_the_rule_on_half(book, rule, said, half):
    # 600 raised by 1200 to 1800: half of a raise makes 2400
    before = [act(3, "bet", 600), act(4, "raise", 1800)]
    ruling = play(book, setup(), [*before, say(3, "raise", said)]).answer()
    assert (ruling["ruling"], ruling["amount"]) == ("min_raise", 3000)
    assert (f"{book}:{rule}" in ruling["cite"]) == half


@pytest.mark.parametrize("later", [say(4, "call"), say(4, "check")])
def test_of_two_words_the_first_is_the_act_also_while_its_chips_are_to_come(later):
    raised = [act(3, "bet", 500), say(4, "raise"), later, put(4, 500)]
    check({ALL: ("min_raise", 1000)}, setup(), raised)
    opened = [act(3, "check"), say(4, "bet"), later]
    check({"rrop-6 tda-2011 stg-2011": ("min_bet", 200)}, setup(), opened)


def test_a_word_after_a_raise_that_is_not_open_is_the_call():
    table = setup(live=(3, 4, 5), stacks={"4": 700})
    events = [act(3, "bet", 500), act(4, "all_in", 700), act(5, "call", 700), say(3, "raise")]
    for book in BOOKS:
        hand = play(book, table, [*events, say(3, "call")])
        assert (hand.bet(3), hand.phase) == (700, "closed")
    # the amount said next belongs to the raise
    named = [act(3, "bet", 500), say(4, "raise"), say(4, "raise", 1500)]
    check({ALL: ("no_incident", 1500)}, setup(), named)


@pytest.mark.parametrize(("word", "ruling", "amount"), [
    (say(5, "call"), "min_raise", 1000), (say(5, "raise", 1500), "no_incident", 1500),
])  # fmt: skip
def test_a_raise_said_out_of_turn_that_binds_is_no_call_in_turn(word, ruling, amount):
    events = [act(3, "bet", 500), say(5, "raise"), act(4, "fold"), word]
    check({"rrop-6 tda-2011 stg-2011": (ruling, amount)}, setup(live=(3, 4, 5)), events)
    # a bet ahead changes the action: then the seat is free
    free = [act(3, "check"), say(5, "bet"), act(4, "bet", 500), say(5, "call")]
    check({"rrop-6 tda-2011 stg-2011": ("call", 500)}, setup(live=(3, 4, 5)), free)


@pytest.mark.parametrize(("said", "total"), [(40, 40), (41, 40), (60, 40)])
def test_a_number_over_the_limit_is_corrected_by_the_rule_of_limit(said, total):
    limit = {"betting": "limit", "small_bet": 20, "big_bet": 40, "format": "cash"}
    table = setup("flop", board=["Kd", "8s", "3c"], sb=10, bb=20, **limit)
    r = ruled("rrop-6", table, [act(3, "bet", 20), number(4, said)], "limit_holdem")
    assert (r["ruling"], r["amount"]) == ("raise" if said == 40 else "wager_corrected", total)
    assert not [c for c in r["cite"] if "S14" in c]


def test_all_in_is_no_call_although_the_table_does_not_know_the_stack():
    events = [act(3, "bet", 500), say(4, "all_in"), say(4, "call")]
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), events)
        assert (hand.answer()["ruling"], hand.bet(4), hand.turn) == ("no_incident", 0, 4)
        hand = play(book, setup(live=(3, 4, 5)), [*events, put(4, 1000, 500)])
        assert (hand.bet(4), hand.all_in, hand.turn) == (1500, [4], 5)
