"""Wagers at the edges of their rules: exactly, one under and one over.

Half a raise, the minimum, the whole stack, the pot, the cap; with the chips that make the amount
and with words. A table of a test is read by its columns; books that agree share a row.
"""

import pytest

from shared_rules import rulebooks
from shared_rules.hand.betting import chips
from tests.rulings.spots import BOOKS, act, check, number, play, put, say, setup

ALL = " ".join(BOOKS)
BET = [act(3, "bet", 1000)]
RAISED = [act(3, "bet", 1000), act(4, "raise", 3000)]


def table(**more):
    more.setdefault("live", (3, 4, 5, 6))
    return setup(**more)


# -- one motion of silent chips, facing a bet of 1000 --------------------------------------------

# (chips, ruling, amount): the smallest chip is never needed for the call, so the half rule decides
HALF = [
    ((500, 500), "call", 1000),
    ((500, 500, 1), "call", 1000),
    ((500, 500, 499), "call", 1000),
    ((500, 500, 500), "min_raise", 2000),
    ((500, 500, 501), "min_raise", 2000),
    ((500, 500, 999), "min_raise", 2000),
    ((500, 500, 1000), "raise", 2000),
    ((500, 500, 1001), "raise", 2001),
    ((2000, 1), "raise", 2001),
]


@pytest.mark.parametrize(("chips", "ruling", "amount"), HALF)
def test_chips_beyond_a_call_follow_the_half_rule(chips, ruling, amount):
    check({ALL: (ruling, amount)}, table(), [*BET, put(4, *chips)])


@pytest.mark.parametrize(
    ("chips", "ruling", "amount"),
    [
        ((1000, 1000, 1000, 999), "call", 3000),
        ((1000, 1000, 1000, 1000), "min_raise", 5000),
        ((1000, 1000, 1000, 1001), "min_raise", 5000),
        ((1000, 1000, 1000, 1000, 999), "min_raise", 5000),
        ((1000, 1000, 1000, 1000, 1000), "raise", 5000),
        ((1000, 1000, 1000, 1000, 1001), "raise", 5001),
    ],
)
def test_half_of_the_last_raise_counts_once_there_was_one(chips, ruling, amount):
    check({ALL: (ruling, amount)}, table(), [*RAISED, put(5, *chips)])


@pytest.mark.parametrize(
    ("chip", "ruling", "amount"),
    [(999, None, None), (1000, "call", 1000), (1001, "call", 1000), (5000, "call", 1000)],
)
def test_one_chip_is_a_call_however_large(chip, ruling, amount):
    for book in BOOKS:
        hand = play(book, table(), [*BET, put(4, chip)])
        if ruling is None:  # short of the call: every book has its own remedy
            assert hand.answer()["situation"] == "wager.undercall_opening"
        else:
            assert (hand.bet(4), hand.answer()["ruling"]) == (amount, ruling)
            oversized = hand.answer()["situation"] == "wager.oversized_facing_bet"
            assert oversized == (chip > amount)


@pytest.mark.parametrize(
    ("chip", "call_only", "half_rule"),
    [
        (500, ("call", 1000), ("call", 1000)),
        (501, ("call", 1000), ("call", 1000)),
        (749, ("call", 1000), ("call", 1000)),
        (750, ("call", 1000), ("min_raise", 2000)),
        (751, ("call", 1000), ("min_raise", 2000)),
        (999, ("call", 1000), ("min_raise", 2000)),
        (1000, ("raise", 2000), ("raise", 2000)),
        (1001, ("raise", 2002), ("raise", 2002)),
    ],
)
def test_two_equal_chips_until_one_alone_would_call(chip, call_only, half_rule):
    events = [*BET, put(4, chip, chip)]
    check({"tda-2011 ipr-2018 ipr-web": call_only, "rrop-6 stg-2011": half_rule}, table(), events)


@pytest.mark.parametrize(
    ("chips", "needed"),
    [((900, 599), True), ((900, 600), True), ((999, 998), True), ((1000, 500), False),
     ((1001, 500), False), ((600, 500, 400), False)],
)  # fmt: skip
def test_unlike_chips_are_a_call_in_one_book_while_each_is_needed(chips, needed):
    by_half = ("min_raise", 2000) if sum(chips) >= 1500 else ("call", 1000)
    one_book = ("call", 1000) if needed else by_half
    check({"ipr-2018": one_book, "ipr-web rrop-6 tda-2011 stg-2011": by_half}, table(),
          [*BET, put(4, *chips)])  # fmt: skip


@pytest.mark.parametrize(
    ("stack", "chips", "ruling", "amount"),
    [
        (999, (999,), "call", 999),
        (1000, (1000,), "call", 1000),
        (1001, (1000, 1), "raise", 1001),
        (1499, (1000, 499), "raise", 1499),
        (1500, (1000, 500), "raise", 1500),
        (1501, (1000, 500), "raise", 1501),  # half a raise, and no more left to complete it
        (1999, (1000, 999), "raise", 1999),
        (2000, (1000, 1000), "raise", 2000),
        (2001, (1000, 1000), "raise", 2000),
    ],
)
def test_all_that_is_left_is_all_in_and_nothing_less(stack, chips, ruling, amount):
    for book in BOOKS:
        hand = play(book, table(stacks={"4": stack}), [*BET, put(4, *chips)])
        assert (hand.actions[-1]["act"], hand.bet(4)) == (ruling, amount), (book, stack)
        assert bool(hand.incidents()) == (stack == 1501), (book, stack)
        assert (4 in hand.all_in) == (amount == stack), (book, stack)
        assert hand.stack(4) == stack - amount


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "ruling", "amount"),
    [(1001, "min_raise", 2000), (1499, "min_raise", 2000), (1500, "min_raise", 2000),
     (1999, "min_raise", 2000), (2000, "no_incident", 2000), (2001, "no_incident", 2001)],
)  # fmt: skip
def test_a_raise_named_too_low_is_the_least_raise(said, ruling, amount):
    check({ALL: (ruling, amount)}, table(), [*BET, say(4, "raise", said)])


@pytest.mark.parametrize(
    ("said", "silent", "as_raise"),
    [
        (1000, ("no_incident", 1000), ("no_incident", 1000)),
        (1001, ("call", 1000), ("min_raise", 2000)),
        (1499, ("call", 1000), ("min_raise", 2000)),
        (1500, ("min_raise", 2000), ("min_raise", 2000)),
        (1999, ("min_raise", 2000), ("min_raise", 2000)),
        (2000, ("raise", 2000), ("raise", 2000)),
        (2001, ("raise", 2001), ("raise", 2001)),
    ],
)
def test_a_number_alone_is_read_as_the_chips_or_as_a_raise(said, silent, as_raise):
    for book in BOOKS:
        hand = play(book, table(), [*BET, number(4, said)])
        want, got = as_raise if book == "rrop-6" else silent, hand.answer()
        assert hand.bet(4) == want[1], (book, said)
        assert got["ruling"] in (want[0], "call" if said == 1000 else "no_incident"), (book, said)


@pytest.mark.parametrize(("said", "amount"), [(199, 200), (200, 200), (201, 201), (1, 200)])
def test_an_opening_bet_named_below_the_big_blind_is_brought_up(said, amount):
    for book in BOOKS:
        least = 400 if book == "ipr-2018" else 200  # two big blinds after the flop (59.2)
        hand = play(book, table(), [say(3, "bet", said)])
        assert hand.bet(3) == max(least, amount), book
        low = said < least
        assert (hand.answer()["ruling"] == "min_bet") == low, (book, hand.answer())


@pytest.mark.parametrize("chips", [(399,), (400,), (401,), (199,), (200,), (201,)])
def test_a_silent_opening_bet_has_the_same_least_size(chips):
    for book in BOOKS:
        least = 400 if book == "ipr-2018" else 200
        hand = play(book, table(), [put(3, *chips)])
        assert hand.bet(3) == max(least, *chips), book
        assert (hand.answer()["ruling"] == "min_bet") == (chips[0] < least)
        assert bool(hand.incidents()) == (chips[0] < least)


def test_before_the_flop_no_book_asks_for_two_big_blinds():
    first = setup("preflop", range(1, 10))
    for total, ruling in ((399, "min_raise"), (400, "no_incident"), (401, "no_incident")):
        check({ALL: (ruling, max(400, total))}, first, [say(3, "raise", total)])


@pytest.mark.parametrize(("stack", "to"), [(1999, 1999), (2000, 2000), (2001, 2000)])
def test_the_least_raise_is_never_more_than_the_stack(stack, to):
    for book in BOOKS:
        hand = play(book, table(stacks={"4": stack}), [*BET, say(4, "raise", 1001)])
        assert hand.bet(4) == to, book
        assert (4 in hand.all_in) == (to == stack)


@pytest.mark.parametrize("word", ["call", "all_in"])
@pytest.mark.parametrize("stack", [1, 999, 1000, 1001])
def test_a_call_takes_no_more_than_the_stack(word, stack):
    for book in BOOKS:
        hand = play(book, table(stacks={"4": stack}), [*BET, say(4, word)])
        to = min(stack, 1000) if word == "call" else stack
        assert hand.bet(4) == to, book
        assert hand.high == max(1000, to)
        assert hand.actions[-1]["act"] == ("raise" if to > 1000 else "call")
        assert hand.actions[-1]["allin"] == (to == stack)
        assert hand.incidents() == []


# -- short all-ins: who may raise again -----------------------------------------------------------


@pytest.mark.parametrize("stack", [1001, 1499, 1500, 1999, 2000, 2001])
def test_betting_is_open_again_only_after_a_full_raise(stack):
    events = [*BET, say(4, "all_in"), say(5, "call"), say(6, "call")]
    for book in BOOKS:
        hand = play(book, table(stacks={"4": stack}), events)
        full = stack >= 2000
        assert hand.turn == 3
        call, least, most = hand.bounds(3)
        assert call == stack - 1000
        assert (least is None) == (most is None) == (not full), book
        if full:
            assert least == stack + (stack - 1000)
        else:
            assert play(book, table(stacks={"4": stack}),
                        [*events, say(3, "raise", 9000)]).answer()["ruling"] == (
                            "raise_not_allowed")  # fmt: skip


@pytest.mark.parametrize("stack", [1001, 1999, 2000, 2001])
def test_the_size_of_a_raise_over_an_all_in(stack):
    for book in BOOKS:
        hand = play(book, table(stacks={"4": stack}), [*BET, say(4, "all_in")])
        step = max(1000, stack - 1000)
        assert hand.bounds(5)[:2] == (stack, stack + step), book


@pytest.mark.parametrize("second", [1999, 2000, 2001])
def test_short_all_ins_that_add_up_to_a_full_raise(second):
    stacks = {"4": 1500, "5": second}
    events = [*BET, say(4, "all_in"), say(5, "all_in"), say(6, "call")]
    for book in BOOKS:
        hand = play(book, table(stacks=stacks), events)
        adds = book in ("ipr-2018", "rrop-6", "stg-2011") and second >= 2000
        assert (hand.bounds(3)[1] is not None) == adds, book


@pytest.mark.parametrize("stack", [99, 100, 101, 199, 200, 201])
def test_an_opening_all_in_of_less_than_the_least_bet(stack):
    for book in BOOKS:
        hand = play(book, table(stacks={"3": stack}), [say(3, "all_in")])
        assert (hand.high, hand.bet(3)) == (stack, stack)
        assert hand.incidents() == []
        call, least, _ = hand.bounds(4)
        unit = 400 if book == "ipr-2018" else 200
        assert (call, least) == (stack, stack + max(unit, stack) if stack >= unit else stack + unit)


# -- a rival's stack bounds the raise --------------------------------------------------------------


@pytest.mark.parametrize("rival", [999, 1000, 1001])
def test_nobody_raises_whom_no_rival_can_match(rival):
    two = setup(live=(3, 4), stacks={"3": rival - 1000 + 1000, "4": 9000})
    for book in BOOKS:
        events = [say(3, "bet", min(rival, 1000))]
        hand = play(book, two, events)
        behind = rival - min(rival, 1000)
        assert hand.stack(3) == behind
        assert (hand.bounds(4)[1] is not None) == (behind > 0), book


# -- limit ----------------------------------------------------------------------------------------


def limit(street="flop", live=(3, 4, 5, 6), **more):
    more.setdefault("format", "cash")
    return setup(street, live, 10, 20, betting="limit", small_bet=20, big_bet=40, **more)


@pytest.mark.parametrize(("street", "size"), [("flop", 20), ("turn", 40), ("river", 40)])
def test_the_size_of_a_limit_wager_on_each_street(street, size):
    for book in BOOKS:
        for said in (size - 1, size, size + 1):
            hand = play(book, limit(street), [say(3, "bet", said)])
            assert hand.bet(3) == size, (book, said)
            assert bool(hand.incidents()) == (said != size)
        hand = play(book, limit(street), [say(3, "bet"), say(4, "raise"), say(5, "raise")])
        assert [hand.bet(s) for s in (3, 4, 5)] == [size, 2 * size, 3 * size]
        assert hand.bounds(6) == (3 * size, 4 * size, 4 * size)


@pytest.mark.parametrize("stack", [20, 21, 29, 30, 31, 39, 40])
def test_half_a_limit_bet_makes_an_all_in_a_raise(stack):
    events = [act(3, "bet", 20), act(4, "all_in", stack), act(5, "call"), act(6, "call")]
    for book in ("rrop-6", "ipr-2018", "ipr-web"):
        hand = play(book, limit(stacks={"4": stack}), events)
        if stack == 20:
            assert hand.phase == "closed"
            continue
        assert hand.wagers == (2 if stack >= 30 else 1)
        call, least, most = hand.bounds(3)
        assert call == stack - 20
        assert least == most == (stack + 20 if stack >= 30 else None), (book, stack)


@pytest.mark.parametrize("stack", [9, 10, 11, 19, 20])
def test_half_a_limit_bet_makes_an_opening_all_in_a_bet(stack):
    for book in ("rrop-6", "ipr-2018", "ipr-web"):
        hand = play(book, limit(stacks={"3": stack}), [act(3, "all_in", stack)])
        least = 20 + (stack if stack >= 10 else 0)
        assert hand.bounds(4) == (stack, least, least), (book, stack)
        raised = play(book, limit(stacks={"3": stack}), [act(3, "all_in", stack), say(4, "raise")])
        assert raised.bet(4) == least


# (book, wagers the cap allows among three or more)
CAPS = [("rrop-6", 4), ("ipr-2018", 5), ("ipr-web", 5)]


def wagers(count, seats=(3, 4, 5)):
    """So many wagers, the bet included, one seat after the other."""
    out = [act(seats[0], "bet", 20)]
    for i in range(1, count):
        out.append(act(seats[i % len(seats)], "raise", 20 * (i + 1)))
    return out


@pytest.mark.parametrize(("book", "cap"), CAPS)
@pytest.mark.parametrize("past", [-1, 0])
def test_the_cap_holds_from_its_last_wager_on(book, cap, past):
    live = (3, 4, 5)
    count = cap + past
    seat = live[count % 3]
    hand = play(book, limit(live=live), wagers(count))
    assert hand.turn == seat
    assert (hand.bounds(seat)[1] is None) == (past == 0)
    said = play(book, limit(live=live), [*wagers(count), say(seat, "raise")])
    assert (said.answer()["ruling"] == "raise_not_allowed") == (past == 0)
    assert said.high == 20 * (count + (0 if past == 0 else 1))


@pytest.mark.parametrize(("book", "cap"), CAPS)
def test_the_cap_falls_heads_up_in_a_cash_game_only(book, cap):
    events = wagers(cap + 1, (3, 4))
    seat = (3, 4)[(cap + 1) % 2]
    cash = play(book, limit(live=(3, 4)), events)
    assert cash.bounds(seat)[1] == 20 * (cap + 2)
    for left, capped in ((2, False), (3, True), (9, True)):
        more = {"format": "tournament", "players_left_in_event": left}
        hand = play(book, limit(live=(3, 4), **more), wagers(cap, (3, 4)))
        seat = (3, 4)[cap % 2]
        assert (hand.bounds(seat)[1] is None) == capped, left


@pytest.mark.parametrize("cap", [1, 2, 3, 4])
def test_a_cap_of_the_house_counts_wagers_in_every_book(cap):
    for book in BOOKS:
        for count in (cap - 1, cap):
            if not count:
                continue
            seat = (3, 4, 5)[count % 3]
            hand = play(book, limit(live=(3, 4, 5), cap=cap), wagers(count))
            assert (hand.bounds(seat)[1] is None) == (count == cap), (book, count)


@pytest.mark.parametrize("counts", [True, False])
def test_whether_the_blind_is_the_first_wager_of_a_house_cap(counts):
    for book in BOOKS:
        first = limit("preflop", range(1, 10), cap=3, cap_counts_blind=counts)
        two = [act(3, "raise", 40), act(4, "raise", 60)]
        hand = play(book, first, two)
        assert (hand.bounds(5)[1] is None) == counts, book
        hand = play(book, first, [*two, act(5, "raise", 80)] if not counts else two[:1])
        assert (hand.bounds(hand.turn)[1] is None) == (not counts), book


# -- pot-limit ------------------------------------------------------------------------------------


def pot_limit(street="flop", live=(3, 4, 5), pot=1000, **more):
    return setup(street, live, betting="pot_limit", pot=pot, **more)


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_the_pot_is_the_greatest_bet_and_raise(over):
    for book in BOOKS:
        hand = play(book, pot_limit(), [say(3, "bet", 1000 + over)], "plo")
        assert hand.bet(3) == min(1000, 1000 + over), book
        assert bool(hand.incidents()) == (over > 0), book
        # 1000 in the pot, 300 bet, 300 to call: 1600, on top of the call
        hand = play(book, pot_limit(), [act(3, "bet", 300), say(4, "raise", 1900 + over)], "plo")
        assert hand.bet(4) == min(1900, 1900 + over), book
        assert bool(hand.incidents()) == (over > 0), book
        # ... and 600 of the caller's more
        events = [act(3, "bet", 600), act(4, "call", 600), say(5, "raise", 3400 + over)]
        hand = play(book, pot_limit(), events, "plo")
        assert hand.bet(5) == min(3400, 3400 + over), book


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_silent_chips_over_the_pot_are_cut_back(over):
    for book in BOOKS:
        hand = play(book, pot_limit(), [put(3, 500, 500 + over)], "plo")
        assert hand.bet(3) == min(1000, 1000 + over), book
        cut = "floor_decides" if book in ("ipr-web", "stg-2011") else "wager_reduced_to_max"
        assert (hand.answer()["ruling"] == cut) == (over > 0), book
        events = [act(3, "bet", 300), put(4, 1000, 900 + over)]
        hand = play(book, pot_limit(), events, "plo")
        assert hand.bet(4) == min(1900, 1900 + over), book
        assert (hand.answer()["ruling"] == cut) == (over > 0), book


@pytest.mark.parametrize(("unit", "most"), [(0, 1033), (25, 1050), (100, 1100), (1033, 1033)])
def test_one_book_rounds_the_pot_up_to_the_unit_of_the_house(unit, most):
    for book in BOOKS:
        table = pot_limit(pot=1033, round_to=unit)
        hand = play(book, table, [say(3, "pot", wording="pot")], "plo")
        assert hand.bet(3) == (most if book == "rrop-6" else 1033), book


# -- no-limit before the flop ----------------------------------------------------------------------


@pytest.mark.parametrize("over", [0, 1, 99, 100, 199, 200, 201])
def test_the_big_blind_may_raise_when_all_have_called(over):
    called = [act(3, "call", 200), act(1, "call", 200)]
    chips = (over,) if over else ()
    for book in BOOKS:
        hand = play(book, setup("preflop", (1, 2, 3)), called)
        assert (hand.turn, hand.bounds(2)[:2]) == (2, (0, 400))
        if not chips:
            continue
        hand = play(book, setup("preflop", (1, 2, 3)), [*called, put(2, *chips)])
        want = 200 + over if over >= 200 else (400 if over >= 100 else 200)
        assert hand.high == want, (book, over)


@pytest.mark.parametrize("seats", [2, 3])
def test_who_is_first_with_two_seats_and_with_three(seats):
    order = list(range(1, seats + 1))
    table = setup("preflop", order, seats=order, button=1,
                  sb_seat=1 if seats == 2 else 2, bb_seat=2 if seats == 2 else 3)  # fmt: skip
    table["bets"] = {str(table["sb_seat"]): 100, str(table["bb_seat"]): 200}
    for book in BOOKS:
        hand = play(book, table, [])
        assert hand.turn == 1  # heads-up the small blind, three-handed the button
        flop = setup("flop", order, seats=order, button=1)
        assert play(book, flop, []).turn == 2


@pytest.mark.parametrize("top", [20, 40, 60, 80])
def test_wagers_in_front_when_a_hand_is_taken_up_count_for_the_cap(top):
    for below in {0, 20, top - 20}:
        bets = {"4": top, **({"3": below} if 0 < below < top else {})}
        hand = play("rrop-6", limit(live=(3, 4, 5), bets=bets), [])
        assert (hand.wagers, hand.high, hand.turn) == (top // 20, top, 5), below
        assert (hand.bounds(5)[1] is None) == (top == 80)


LAST_CHIPS = [  # the stack, put in whole with nothing to call, least bet 200: what it is
    (175, "wager.all_in"), (200, "wager.silent_bet"), (225, "wager.silent_bet"),
]  # fmt: skip


@pytest.mark.parametrize(("stack", "key"), LAST_CHIPS)
def test_the_last_chips_are_an_all_in_bet_only_under_the_least(stack, key):
    spot = chips.Spot("no_limit", 0, 0, 200, 10**9, 200, stack)
    pieces = [100, stack - 100]
    for book in BOOKS:
        reading = chips.read(spot, pieces, rulebooks.get(book))
        assert (reading.key, reading.ruling, reading.to) == (key, "bet", stack)


MOTIONS = [  # a raise to 2500 by words, the chips of it by motion: by what it is regular
    ([], "wager.declared_raise"),
    ([(500, 2000)], "wager.declared_raise"),
    ([(1000,)], "wager.word_chips_differ"),  # so far
    ([(500,), (2000,)], "wager.amount_then_motions"),
    ([(500,), (1000,), (1000,)], "wager.amount_then_motions"),
]


@pytest.mark.parametrize(("motions", "key"), MOTIONS)
def test_a_raise_by_words_is_in_several_motions_from_the_second_on(motions, key):
    table = setup(live=(3, 4, 5), board=["Kd", "8s", "3c"])
    events = [*BET, say(4, "raise", 2500)]
    events += [put(4, *pieces, motion=n) for n, pieces in enumerate(motions, 1)]
    for book in BOOKS:
        r = play(book, table, events, gap=500).answer()
        assert (r["situation"], r["amount"]) == (key, 2500), book
