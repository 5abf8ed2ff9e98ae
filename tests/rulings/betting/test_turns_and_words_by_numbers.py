"""Whose turn it is and what an amount said or put in comes to: each total, one under, one over."""

from types import SimpleNamespace as Of

import pytest

from shared_rules.hand.betting import acting, chips, turn, turn_order, words
from shared_rules.hand.betting.chips import Spot
from shared_rules.hand.state import ENOUGH
from tests.rulings.ruling_scene import Book
from tests.rulings.spots import BOOKS, act, play, say, setup


class Named(Book):
    """Every situation is ruled by its name."""

    def outcome(self, key):
        return Of(ruling=self.said.get(key, "call"))


def table(**fields):
    """Numbers of a hand of seats 1 to 4, all live, nobody has acted."""
    hand = Of(
        live=[1, 2, 3, 4], all_in=[], acted={}, bets={}, high=0, button=4, bb=100, bb_seat=2,
        blinds=True, straddles={}, setup={}, stacks={}, paid={}, pending={}, uncalled=None,
        betting="no_limit", wagers=0, bring_in=0, small_bet=100, street="x",
        game=Of(family="flop", index=lambda _: 1), upcards={}, book=Named(),
    )  # fmt: skip
    for name, value in fields.items():
        setattr(hand, name, value)
    hand.bet = lambda seat: hand.bets.get(seat, 0)
    return hand


@pytest.mark.parametrize(("fields", "after", "seat"), [
    ({}, 4, 1), ({}, 1, 2), ({}, 2, 3), ({}, None, 1), ({"live": [2, 4]}, 2, 4),
    ({"live": [2, 4]}, 4, 2), ({"live": [2, 4]}, 3, 4), ({"acted": {2: 1}}, 1, 3),
    ({"acted": {2: 1}, "high": 100, "bets": {2: 99}}, 1, 2),
    ({"acted": {2: 1}, "high": 100, "bets": {2: 100}}, 1, 3),
    ({"acted": {2: 1}, "high": 100}, 1, 2), ({"all_in": [2]}, 1, 3), ({"live": [2]}, 1, None),
    ({"acted": dict.fromkeys((1, 2, 3, 4), 1)}, 1, None), ({"acted": {2: 1, 3: 1, 4: 1}}, 1, 1),
    ({"acted": {1: 1, 2: 1, 4: 1}}, 3, 3), ({"live": [1, 2], "all_in": [1, 2]}, 2, None),
    ({"live": [1, 2], "all_in": [1], "bets": {1: 100}, "high": 100}, 1, 2),
    ({"live": [1, 2], "all_in": [1], "bets": {1: 100, 2: 100}, "high": 100}, 1, None),
    ({"live": [1, 2], "all_in": [1], "bets": {1: 100, 2: 101}, "high": 101}, 1, None),
    ({"live": [1, 2, 3], "all_in": [1], "bets": {1: 100}}, 1, 2),
])  # fmt: skip
def test_the_next_seat_that_has_to_act(fields, after, seat):
    hand = table(**fields)
    assert turn.next_after(hand, after) == seat
    assert turn.betting_over(hand) == (seat is None)


@pytest.mark.parametrize(("bet", "high", "acted", "owes"), [
    (100, 100, True, False), (99, 100, True, True), (101, 100, True, False),
    (100, 100, False, True),
])  # fmt: skip
def test_a_seat_owes_an_act_until_it_has_acted_on_the_highest_total(bet, high, acted, owes):
    hand = table(bets={1: bet}, high=high, acted={1: 1} if acted else {})
    assert turn.owes_act(hand, 1) == owes


@pytest.mark.parametrize(("fields", "last"), [
    ({}, 2), ({"blinds": False}, 4), ({"straddles": {3: 200}}, 3), ({"straddles": {3: 100}}, 2),
    ({"straddles": {3: 101}}, 3), ({"straddles": {3: 200}, "bets": {3: 90}}, 2),
    ({"straddles": {3: 200, 4: 400}}, 4), ({"straddles": {3: 200, 4: 200}}, 3),
    ({"blinds": False, "bets": {1: 50, 3: 100}}, 3),
    ({"blinds": False, "bets": {1: 100, 3: 100}}, 1),
    ({"blinds": False, "bets": {1: 50, 3: 100}, "setup": {"posts": {"3": 100}}}, 1),
    ({"bb_seat": None}, 4),
])  # fmt: skip
def test_the_last_forced_bet_is_the_highest_straddle_or_the_blind(fields, last):
    assert turn.last_forced(table(**fields)) == last


@pytest.mark.parametrize(("cards", "low", "key"), [
    (["2c"], False, ((1,), (2,))), (["Ac"], False, ((1,), (14,))), (["Ac"], True, ((1,), (1,))),
    (["2c", "2d"], False, ((2,), (2,))), (["Kc", "2d"], False, ((1, 1), (13, 2))),
    (["Kc", "2d", "2h"], False, ((2, 1), (2, 13))), (["Kc", "2d", "2h"], True, ((2, 1), (2, 13))),
    (["2c", "2d", "3c", "3d"], False, ((2, 2), (3, 2))), (["Ac", "2d", "Ah"], True, ((2, 1),
    (1, 2))),
])  # fmt: skip
def test_a_board_is_worth_its_groups_and_then_its_ranks(cards, low, key):
    assert turn.board_key(cards, low) == key


@pytest.mark.parametrize(("doors", "low", "seat"), [
    ({1: "2d", 2: "2c", 3: "Kh"}, False, 2), ({1: "2d", 2: "3c", 3: "Kh"}, False, 1),
    ({1: "Ks", 2: "Kh", 3: "Ac"}, True, 1), ({1: "Ad", 2: "2c", 3: "3h"}, True, 3),
    ({1: "Ad", 2: "Kc"}, False, 2), ({}, False, None),
])  # fmt: skip
def test_the_lowest_card_brings_it_in_and_the_highest_where_low_hands_win(doors, low, seat):
    hand = table(game=Of(low_opens=low), upcards={s: [c] for s, c in doors.items()})
    assert turn.bring_in_seat(hand) == seat


@pytest.mark.parametrize(("bets", "live", "back"), [
    ({1: 300, 2: 100}, [1, 2], (1, 200)), ({1: 300, 2: 300}, [1, 2], None),
    ({1: 300}, [1, 2], (1, 300)),
    ({1: 300, 2: 299}, [1, 2], (1, 1)), ({1: 300, 2: 100, 3: 200}, [1, 2], (1, 100)),
    ({3: 200, 2: 100, 1: 300}, [1, 2], (1, 100)), ({1: 300, 2: 100}, [2], None), ({}, [1], None),
    ({2: 100, 1: 300, 3: 250}, [1, 2, 3], (1, 50)),
])  # fmt: skip
def test_what_nobody_matched_goes_back(bets, live, back):
    hand = table(bets=dict(bets), live=live, paid=dict(bets), all_in=[1], stacks={1: 0, 2: 50})
    acting.return_uncalled(hand)
    assert hand.uncalled == back
    over = back[1] if back else 0
    assert hand.bets.get(1, 0) == bets.get(1, 0) - over == hand.paid.get(1, 0)
    assert (hand.stacks[1], hand.all_in) == (over, [] if back else [1])


@pytest.mark.parametrize(("stack", "amount", "left", "all_in"), [
    (100, 99, 1, []), (100, 100, 0, [1]), (100, 101, 0, [1]), (None, 100, None, []),
])  # fmt: skip
def test_who_puts_in_the_whole_stack_is_all_in(stack, amount, left, all_in):
    hand = table(stacks={} if stack is None else {1: stack}, bets={1: 10}, paid={1: 20})
    acting.put(hand, 1, amount)
    assert (hand.stacks.get(1), hand.all_in) == (left, all_in)
    assert (hand.bets[1], hand.paid[1]) == (10 + amount, 20 + amount)


@pytest.mark.parametrize(("total", "fields", "kind"), [
    (100, {}, "bet"), (200, {"high": 200}, "call"), (201, {"high": 200}, "raise"),
    (199, {"high": 200}, None), (150, {"high": 200, "stacks": {1: 150}}, "call"),
    (149, {"high": 200, "stacks": {1: 150}}, None),
    (160, {"high": 200, "stacks": {1: 150}}, "call"),
    (50, {"bring_in": 50, "first": True}, "bring_in"),
    (99, {"bring_in": 50, "first": True}, "bring_in"),
    (100, {"bring_in": 50, "first": True}, "complete"), (100, {"bring_in": 50}, "bet"),
    (100, {"high": 50, "bring_in": 50, "first": True, "limit": True}, "complete"),
    (200, {"high": 100, "wagers": 1, "limit": True}, "raise"),
    (100, {"high": 50, "limit": True}, "complete"),
    (100, {"high": 50}, "raise"),
])  # fmt: skip
def test_a_total_put_in_is_so_named(total, fields, kind):
    more = {k: v for k, v in fields.items() if k not in ("first", "limit")}
    hand = table(**more)
    hand.betting = "limit" if "limit" in fields else "no_limit"
    at = 0 if "first" in fields else 1
    hand.game = Of(family="stud", index=lambda _: at)
    assert acting._kind(hand, 1, total) == kind
    if kind in ("bet", "raise"):
        assert turn_order.kind_of(hand, 1, total) == kind


@pytest.mark.parametrize(("to", "high", "bet", "kind"), [
    (200, 200, 100, "call"), (200, 200, 200, "check"), (0, 0, 0, "check"), (1, 0, 0, "bet"),
    (201, 200, 100, "raise"), (199, 200, 100, "call"),
])  # fmt: skip
def test_an_act_out_of_turn_is_so_named(to, high, bet, kind):
    assert turn_order.kind_of(table(high=high, bets={1: bet}), 1, to) == kind


# -- amounts said ---------------------------------------------------------------------------------


def spot(call=200, front=0, least=400, most=2000, stack=5000, betting="no_limit", **more):
    """A spot with 200 to call, raises from 400 to 2000 in all."""
    s = Spot(betting, call, front, least, most, 200, stack)
    for name, value in more.items():
        setattr(s, name, value)
    return s


def said(amount, where, book=None, word="none", wording="number_only", **more):
    """What a number comes to."""
    ev = {"word": word, "wording": wording, "amount": amount, **more}
    r = words.read_word(where, ev, book or Named(), more.pop("pot", 0))
    return r.ruling, r.to


@pytest.mark.parametrize(("amount", "want"), [
    (200, ("call", 200)), (201, ("call", 200)), (299, ("call", 200)), (300, ("min_raise", 400)),
    (399, ("min_raise", 400)), (400, ("raise", 400)), (401, ("raise", 401)),
    (2000, ("raise", 2000)),
    (2001, ("wager_reduced_to_max", 2000)), (199, ("call", 200)),
])  # fmt: skip
def test_a_number_alone_over_a_bet(amount, want):
    assert said(amount, spot()) == want
    if 200 < amount < 400:
        raised = said(amount, spot(), Named(wager__amount_alone="raise"))
        assert raised == ("min_raise", 400)
        whole = said(amount, spot(), Named(wager__half_percent=100))
        assert whole == ("call", 200)


@pytest.mark.parametrize(("stack", "amount", "want"), [
    (150, 200, ("call", 150)), (150, 150, ("call", 150)), (200, 500, ("call", 200)),
    (350, 500, ("raise", 350)), (350, 350, ("raise", 350)), (350, 349, ("min_raise", 400)),
])  # fmt: skip
def test_a_number_is_worth_no_more_than_the_stack(stack, amount, want):
    assert said(amount, spot(stack=stack)) == want


@pytest.mark.parametrize(("amount", "want"), [
    (99, ("min_bet", 100)), (100, ("bet", 100)), (101, ("bet", 101)), (2000, ("bet", 2000)),
    (2001, ("wager_reduced_to_max", 2000)),
])  # fmt: skip
def test_a_number_where_there_is_nothing_to_call(amount, want):
    assert said(amount, spot(call=0, least=100)) == want
    assert said(50, spot(call=0, least=100, stack=50)) == ("bet", 50)
    assert said(amount, spot(call=0, least=None, most=None)) == ("raise_not_allowed", 0)


@pytest.mark.parametrize(("amount", "want"), [
    (399, ("min_raise", 400)), (400, ("raise", 400)), (2000, ("raise", 2000)),
    (2001, ("wager_reduced_to_max", 2000)),
])  # fmt: skip
def test_a_raise_said_to_a_total(amount, want):
    assert said(amount, spot(), None, "raise", "plain") == want
    limit = said(amount, spot(betting="limit", most=400), None, "raise", "plain")
    assert limit == (("raise", 400) if amount == 400 else ("wager_corrected", 400))
    ev = {"word": "raise", "wording": "plain", "amount": 399}
    key = words.read_word(spot(short_open=True), ev, Named(), 0).key
    assert key == "wager.raise_over_short_open"


@pytest.mark.parametrize(("stack", "want"), [
    (199, ("call", 199)), (200, ("call", 200)), (201, ("raise", 201)), (2000, ("raise", 2000)),
    (2001, ("wager_reduced_to_max", 2000)), (ENOUGH, (None, None)), (ENOUGH - 1, None),
])  # fmt: skip
def test_all_in_is_a_call_or_a_raise_by_the_stack(stack, want):
    want = want or ("wager_reduced_to_max", 2000)
    assert said(None, spot(stack=stack), None, "all_in", "plain") == want
    if stack not in (ENOUGH, 199, 200):
        closed = said(None, spot(stack=stack, least=None), None, "all_in", "plain")
        assert closed == ("raise_not_allowed", 200)


@pytest.mark.parametrize(("readings", "pot", "to"), [
    ([500, 5000], 499, 500), ([500, 5000], 4999, 500), ([500, 5000], 5000, 5000),
    ([500, 5000], 5001, 5000), ([100, 1000], 999, 200), ([100, 1000], 1000, 1000),
])  # fmt: skip
def test_the_pot_says_what_a_short_number_means(readings, pot, to):
    ev = {"word": "none", "wording": "short_number", "readings": readings, "amount": None}
    reading = words.read_word(spot(most=9000), ev, Named(wager__short_number="pot"), pot)
    assert reading.to == to
    assert words.read_word(spot(), ev, Named(), pot).ruling == "floor_decides"


@pytest.mark.parametrize(("readings", "word", "to", "sure"), [
    ([500, 5000], "none", 500, True), ([100, 1000], "none", 1000, False),
    ([200, 2000], "none", 200, True), ([399, 900], "raise", 900, False),
    ([400, 900], "raise", 400, True), ([50, 100], "raise", 400, True),
])  # fmt: skip
def test_the_lesser_legal_meaning_of_a_short_number_counts(readings, word, to, sure):
    ev = {"word": word, "wording": "short_number", "readings": readings, "amount": None}
    reading = words.read_word(spot(), ev, Named(wager__short_number="lesser"), 0)
    assert (reading.to, reading.confidence) == (to, None if sure else "medium")


@pytest.mark.parametrize(("put", "owed", "percent", "gross"), [
    (199, 1000, 20, True), (200, 1000, 20, False), (201, 1000, 20, False), (0, 1000, 0, False),
])  # fmt: skip
def test_so_little_of_a_call_is_a_gross_misunderstanding(put, owed, percent, gross):
    hand = table(book=Named(wager__gross_percent=percent))
    assert chips.gross(hand, put, owed) == gross


@pytest.mark.parametrize(("total", "nearest"), [
    (100, None), (101, 100), (149, 100), (150, 200), (151, 200), (199, 200), (200, None),
])  # fmt: skip
def test_a_wager_between_two_limits_goes_to_the_nearer(total, nearest):
    where = spot(most=200, two_sizes=True, lower=100)
    assert where.between(total) == nearest
    where.two_sizes = False
    assert where.between(total) is None


@pytest.mark.parametrize(("done", "word", "told"), [
    (act(4, "raise", 600), "bet", False), (act(4, "raise", 600), "raise", False),
    (act(4, "raise", 600), "all_in", False), (act(4, "raise", 600), "none", False),
    (act(4, "raise", 600), "call", True), (act(4, "call", 200), "all_in", False),
    (act(4, "call", 200), "none", False), (act(4, "call", 200), "call", False),
    (act(4, "call", 200), "bet", True), (act(4, "call", 200), "raise", True),
    (act(4, "raise", 600), "check", True),
])  # fmt: skip
def test_words_after_an_act_are_another_only_where_they_name_another(done, word, told):
    table_ = setup("flop", (3, 4, 5), board=["Kd", "8s", "3c"])
    for book in BOOKS:
        hand = play(book, table_, [act(3, "bet", 200), done, say(4, word)])
        assert bool(hand.incidents()) == told, (book, hand.incidents())
        assert hand.actions[-1]["act"] == done["act"]


# -- chips put in ---------------------------------------------------------------------------------


def put(where, *denominations, **said):
    """What chips in one motion come to: the ruling and the total."""
    r = chips.read(where, denominations, Named(**said))
    return r.ruling, r.to


@pytest.mark.parametrize(("denominations", "want"), [
    ((2000,), ("bet", 2000)), ((2001,), ("wager_reduced_to_max", 2000)),
    ((1000, 1500), ("wager_reduced_to_max", 2000)), ((100,), ("bet", 100)),
    ((99,), ("min_bet", 100)), ((50, 49), ("min_bet", 100)), ((), ("call", 0)),
])  # fmt: skip
def test_chips_where_there_is_nothing_to_call(denominations, want):
    assert put(spot(call=0, least=100), *denominations) == want
    if sum(denominations) > 2000:
        limit = put(spot(call=0, least=100, betting="limit"), *denominations)
        assert limit == ("wager_corrected", 2000)


def test_a_stack_below_the_least_bet_is_all_in_and_one_that_may_not_bet_gets_its_chips_back():
    assert put(spot(call=0, least=100, stack=99), 99) == ("bet", 99)
    assert put(spot(call=0, least=100, stack=100), 500) == ("bet", 100)
    closed = spot(call=200, front=200, least=None, most=None)
    assert put(closed, 100, 50) == ("raise_not_allowed", 200)


@pytest.mark.parametrize(("denominations", "want"), [
    ((200,), ("call", 200)), ((100, 100), ("call", 200)), ((500,), ("call", 200)),
    ((5000,), ("call", 200)), ((100, 100, 99), ("call", 200)),
    ((200, 100), ("min_raise", 400)), ((200, 199), ("min_raise", 400)),
    ((200, 99), ("call", 200)), ((200, 200), ("raise", 400)), ((200, 300),
    ("raise", 500)),
    ((1000, 1000), ("raise", 2000)), ((1000, 1001), ("wager_reduced_to_max", 2000)),
    ((1000, 1000, 500), ("wager_reduced_to_max", 2000)),
])  # fmt: skip
def test_chips_over_a_bet(denominations, want):
    assert put(spot(), *denominations) == want


@pytest.mark.parametrize(("chip", "want"), [
    (50, ("raise", 500)), (500, ("call", 200)), (250, ("raise", 500)),
])  # fmt: skip
def test_chips_all_alike_are_a_call_where_one_less_would_be_less_than_that(chip, want):
    assert put(spot(), *[chip] * (500 // chip), wager__equal_chips="call") == want
    assert put(spot(), 150, 150, wager__equal_chips="call") == ("call", 200)
    assert put(spot(), 150, 150) == ("min_raise", 400)
    assert put(spot(), 150, 175, wager__mixed_chips="call") == ("call", 200)
    assert put(spot(), 150, 175, wager__equal_chips="call") == ("min_raise", 400)


@pytest.mark.parametrize(("stack", "want"), [
    (199, ("call", 199)), (200, ("call", 200)), (299, ("raise", 299)),
    (300, ("raise", 300)), (301, ("min_raise", 400)),
])  # fmt: skip
def test_a_whole_stack_is_all_in_whatever_it_comes_to(stack, want):
    assert put(spot(stack=stack), *[n for n in (200, min(stack, 300) - 200) if n > 0]) == want


@pytest.mark.parametrize(("total", "stack", "want"), [
    (100, 900, ("bet", 100)), (140, 900, ("wager_corrected", 100)),
    (160, 900, ("wager_corrected", 200)),
    (200, 900, ("bet", 200)), (140, 140, ("bet", 140)), (140, 141, ("wager_corrected", 100)),
])  # fmt: skip
def test_between_two_limits_only_a_whole_stack_stays(total, stack, want):
    where = spot(
        call=0, least=100, most=200, stack=stack, betting="limit", two_sizes=True, lower=100
    )
    assert put(where, total - 20, 20)[:2] == want
    facing = spot(
        call=50, least=100, most=200, stack=stack, betting="limit", two_sizes=True, lower=100
    )
    ruling = "raise" if want[0] == "bet" else want[0]
    assert put(facing, total - 20, 20)[:2] == (ruling, want[1])


@pytest.mark.parametrize(("put_in", "want"), [
    (100, ("call", 200)), (200, ("call", 200)), (199, ("call", 200)), (201, ("call", 200)),
    (299, ("call", 200)), (300, ("min_raise", 400)), (400, ("raise", 400)),
])  # fmt: skip
def test_chips_beside_a_blind_over_a_raise(put_in, want):
    """100 lie there as the blind; where the book says so the new chips alone are the wager."""
    where = spot(front=100, posted=True, blind=100, stack=5000)
    got = put(where, put_in - 10, 10)
    assert got[:2] == want
    plain = put(spot(front=100), 200)
    assert plain == ("call", 200)


@pytest.mark.parametrize(("posted", "chips_put", "want"), [
    (True, (150, 49), ("call", 200)), (True, (150, 50), ("call", 200)),
    (True, (150, 51), ("raise", 301)), (False, (150, 49), ("call", 200)),  # under half a raise
    (False, (150, 50), ("raise", 300)), (False, (150, 51), ("raise", 301)),
    (False, (100,), ("call", 200)), (True, (100,), ("call", 200)),
])  # fmt: skip
def test_the_whole_call_beside_a_blind_is_a_call_and_beside_a_wager_of_before_a_raise(
    posted, chips_put, want
):
    assert put(spot(front=100, least=300, posted=posted), *chips_put) == want


@pytest.mark.parametrize(("total", "heads_up", "raised", "key", "ruling"), [
    (199, True, True, "wager.undercall_opening", "call"),
    (199, False, False, "wager.undercall_opening", "call"),
    (199, False, True, "wager.undercall_raise_multiway", "other"),
])  # fmt: skip
def test_less_than_a_call_by_how_many_play_and_what_it_answers(
    total, heads_up, raised, key, ruling
):
    where = spot(heads_up=heads_up, raised=raised)
    book = Named(wager__undercall_raise_multiway="other")
    r = chips.undercall(where, total, book)
    assert (r.key, r.ruling) == (key, ruling)
    assert (r.to, r.open) == ((200, False) if ruling == "call" else (total, True))
