"""A hand taken up with chips of the betting round in front is as good as one watched before."""

import random

import pytest

from shared_rules.engine import Hand
from tests.rulings.ruling_scene import stud
from tests.rulings.spots import BOOKS, act, check, play, say, setup

ALL = " ".join(BOOKS)
FLOP = {"board": ["Kd", "8s", "3c"]}


def flop(bets, live=(3, 4, 5), **more):
    return setup(live=live, bets=bets, **FLOP, **more)


def test_a_bet_in_front_sets_the_least_raise_and_the_turn():
    check({ALL: ("raise_allowed", 2000)}, flop({"3": 1000}), [say(4, "raise")])
    check({ALL: ("raise_allowed", 5000)}, flop({"3": 1000, "4": 3000}), [say(5, "raise")])
    check({ALL: ("out_of_turn", 3000)}, flop({"3": 1000, "4": 3000}), [say(3, "call")])
    check({ALL: ("call", 1000)}, flop({"4": 1000}), [act(5, "fold"), say(3, "call")])


def test_a_row_of_callers_is_begun_where_nobody_is_left_out():
    hand = play("tda-2011", flop({"3": 1000, "5": 1000}), [])
    assert (hand.turn, hand.aggressor) == (4, 5)  # 5 bet, 3 called, 4 is to act
    hand = play("tda-2011", flop({"3": 1000, "4": 1000, "5": 1000}), [])
    assert (hand.turn, hand.phase) == (None, "closed")


def test_limpers_raisers_and_the_folded_before_the_flop():
    limped = setup("preflop", range(1, 10), bets={"1": 100, "2": 200, "3": 200, "4": 200})
    check({ALL: ("raise_allowed", 400)}, limped, [say(5, "raise")])
    gone = setup("preflop", (1, 2, 5), bets={"1": 100, "2": 200, "3": 600})  # 3 was killed
    check({ALL: ("raise_allowed", 1000)}, gone, [say(5, "raise")])
    option = setup("preflop", (1, 2, 3), bets={"1": 200, "2": 200, "3": 200})
    assert play("rrop-6", option, []).turn == 2


def test_a_straddle_in_front_is_a_blind():
    table = setup("preflop", range(1, 10), bets={"1": 100, "2": 200, "3": 400}, format="cash")
    check({"rrop-6": ("raise_allowed", 800)}, table, [say(4, "raise")])
    assert play("rrop-6", table, []).acted == {}


def test_short_all_ins_in_front_do_not_reopen():
    table = flop({"3": 1000, "4": 1400, "5": 1400}, all_in=[4])
    check({ALL: ("raise_not_allowed", 1400)}, table, [say(3, "raise")])
    check({ALL: ("raise_allowed", 2400)}, flop({"3": 1000, "4": 1400}, all_in=[4]),
          [say(5, "raise")])  # fmt: skip


def test_limit_wagers_in_front_count_for_the_cap():
    limit = {"betting": "limit", "format": "cash", "small_bet": 20, "big_bet": 40}
    table = setup("turn", (3, 4, 5), bets={"3": 120, "4": 160}, **limit)
    check({"rrop-6": ("raise_not_allowed", 160, "S3-BET-3a")}, table, [say(5, "raise")],
          "limit_holdem")  # fmt: skip


UP = {"2": ["7h"], "3": ["2c"], "4": ["9s"]}


def third(**more):
    return stud("third", live=[2, 3, 4], upcards=UP, **more)


def test_a_bring_in_in_front_was_brought_in():
    assert play("rrop-6", third(bets={"3": 50}), [], "stud7").turn == 4
    wrong = {"what": "notice", "by": "dealer", "kind": "wrong_bring_in", "about_seat": 3}
    check({"rrop-6": "bring_in_corrected"}, third(bets={"4": 50}), [wrong], "stud7")


def test_a_short_bring_in_is_called_in_full_where_the_book_says_so():
    table = third(bets={"3": 30}, all_in=[3])
    check({"rrop-6": ("call", 50)}, table, [say(4, "call")], "stud7")
    check({"tda-2011": "floor_decides"}, table, [say(4, "call")], "stud7")  # no rule says


def test_the_low_card_all_in_for_the_ante_leaves_the_opening_to_its_left():
    assert play("rrop-6", third(all_in=[3]), [], "stud7").turn == 4


# -- cut in two anywhere: the second half does not notice --------------------------------------


def _legal(hand, rng):
    call, least, most = hand.bounds(hand.turn)
    roll = rng.random()
    if least is not None and roll < 0.4:
        top = min(most, least + rng.choice((0, 0, 30, 200, 10**6)))
        return "raise" if hand.high else "bet", top
    if roll < 0.8 or not call:
        return ("call", None) if call else ("check", None)
    return "fold", None


def _snapshot(hand, table):
    """Setup of the hand as it stands."""
    cut = dict(table)
    cut.update(live=list(hand.live), all_in=list(hand.all_in))
    cut["bets"] = {str(s): n for s, n in hand.bets.items() if n}
    cut["stacks"] = {str(s): n for s, n in hand.stacks.items()}
    return cut


@pytest.mark.parametrize("betting", ["no_limit", "limit"])
def test_a_street_cut_in_two_has_the_same_turn_and_bounds(betting):
    rng = random.Random(7)
    game = "nlhe" if betting == "no_limit" else "limit_holdem"
    same = other = 0
    for _ in range(100):
        stacks = {str(s): rng.randint(100, 4000) for s in range(1, 7)}
        table = setup(live=range(1, 7), sb=50, bb=100, small_bet=100, big_bet=200, stacks=stacks,
                      betting=betting, pot=600, **FLOP)  # fmt: skip
        hand = Hand(table, game, "tda-2011")
        while hand.phase == "betting" and hand.turn is not None:
            if hand.bets:
                again = Hand(_snapshot(hand, table), game, "tda-2011")
                assert (again.turn, again.high) == (hand.turn, hand.high)
                same += again.bounds(hand.turn) == hand.bounds(hand.turn)
                other += again.bounds(hand.turn) != hand.bounds(hand.turn)
            what, to = _legal(hand, rng)
            hand.accept(hand.turn, what, to)
    # a total that a later one of the same seat has covered cannot be seen any more
    assert same > 400 and other <= same // 100


# -- what lay there when the hand was taken up -------------------------------------------------


def notice(kind, **more):
    return {"what": "notice", "by": "dealer", "kind": kind, **more}


@pytest.mark.parametrize(
    ("burned", "kind", "acts", "codes"),
    [
        (1, "missing_burn", (), ("swap_burn", "swap_burn")),
        (3, "extra_burn", (act(3, "check"),), ("board_stands", "board_stands")),
        (2, "missing_burn", (), ("no_incident", "no_incident")),
    ],
)
def test_burn_cards_of_the_street_are_counted_from_the_snapshot(burned, kind, acts, codes):
    turn = setup("turn", board=["Kd", "8s", "3c", "Jc"], burned=burned)
    check(dict(zip(("ipr-2018", "rrop-6 stg-2011"), codes, strict=True)), turn,
          [*acts, notice(kind)])  # fmt: skip


def test_a_fourth_flop_card_lies_there_when_the_hand_is_taken_up():
    table = setup("flop", board=["Kd", "8s", "3c", "Jc"])
    check({"rrop-6 stg-2011": "redeal_flop", "tda-2011 ipr-2018": "scramble_pick_burn"}, table,
          [notice("board_card_count")])  # fmt: skip
    check({"rrop-6 stg-2011": "board_stands"}, table,
          [act(3, "check"), notice("board_card_count")])  # fmt: skip


def test_a_seat_left_out_of_the_deal_before_the_hand_was_taken_up():
    dealt = [1, 2, 3, 4, 6, 7, 8, 9]
    table = setup("preflop", dealt, dealt_in=dealt)
    said = notice("not_dealt_in", about_seat=5)
    check({ALL: "misdeal"}, table, [said])
    check({ALL: "deal_stands"}, table, [act(3, "call", 200), act(4, "call", 200), said])
    check({ALL: "no_incident"}, table, [notice("not_dealt_in", about_seat=6)])


def newcomer(seat, dealt, fmt="tournament"):
    """Taken up when the cards are out: a player new at ``seat``, the button on 3, blinds 5 and 6.
    ``dealt``: it holds a hand."""
    seats = [s for s in range(1, 10) if dealt or s != seat]
    bets = {"5": 100, "6": 200}
    return setup("preflop", seats, button=3, sb_seat=5, bb_seat=6, bets=bets, format=fmt,
                 moved_in=[{"seat": seat}], dealt_in=seats)  # fmt: skip


HAVE_TO_WAIT = "ipr-2018 ipr-web tda-2011 stg-2011"  # between button and small blind
FOLDS = [act(7, "fold"), act(8, "fold"), act(9, "fold")]


@pytest.mark.parametrize("fmt", ["tournament", "cash"])
def test_a_newcomer_who_has_to_wait_was_left_out_before_the_hand_was_taken_up(fmt):
    said = notice("not_dealt_in", about_seat=4)
    rrop = "misdeal" if fmt == "tournament" else "no_incident"
    check({HAVE_TO_WAIT: "no_incident", "rrop-6": rrop}, newcomer(4, False, fmt), [said])
    for seat in (2, 5, 7):  # no place where one waits
        said = notice("not_dealt_in", about_seat=seat)
        check({ALL: "misdeal"}, newcomer(seat, False, fmt), [said])


@pytest.mark.parametrize("fmt", ["tournament", "cash"])
def test_a_newcomer_who_has_to_wait_got_a_hand_before_it_was_taken_up(fmt):
    said = notice("dealt_to_empty_seat", about_seat=4)
    rrop = "no_incident" if fmt == "tournament" else "misdeal"
    check({HAVE_TO_WAIT: "misdeal", "rrop-6": rrop}, newcomer(4, True, fmt), [said])
    late = {HAVE_TO_WAIT: "deal_stands"}
    check(late, newcomer(4, True, fmt), [*FOLDS, said])
    said = notice("dealt_to_empty_seat", about_seat=7)
    check({ALL: "no_incident"}, newcomer(7, True, fmt), [said])


@pytest.mark.parametrize(("owes", "posted", "waits"), [
    ([7], 0, True), ([7], 200, False), ([8], 0, False), ([], 0, False),
])  # fmt: skip
def test_who_missed_a_blind_and_posts_nothing_waits_where_the_book_says_so(owes, posted, waits):
    table = newcomer(7, False, "cash")
    del table["moved_in"]
    table["owes_blind"] = owes
    if posted:
        table["bets"]["7"] = posted
    said = notice("not_dealt_in", about_seat=7)
    rrop = "no_incident" if waits else "misdeal"
    others = "ipr-2018 ipr-web tda-2011 stg-2011"  # which have no rule on missed blinds
    check({"rrop-6": rrop, others: "misdeal"}, table, [said])


def test_after_the_complaint_of_a_newcomer_who_waits_a_premature_flop_is_ruled_on():
    s = newcomer(4, False)
    s["live"] = [3, 5, 6]
    flop_now = {"what": "card_move", "cards": ["Qd", "9s", "4c"], "from": "stub", "to": "board",
                "face": "up", "by": "dealer"}  # fmt: skip
    burn = dict(flop_now, cards=["#17"], to="burn", face="down")
    events = [notice("not_dealt_in", about_seat=4), act(3, "fold"), act(5, "call", 200), burn,
              flop_now, notice("not_acted", about_seat=6)]  # fmt: skip
    check({"ipr-2018 stg-2011": "reshuffle_redeal_flop"}, s, events)


def test_chips_hidden_by_a_seat_that_was_all_in_before():
    pots = [{"name": "main", "amount": 20000, "seats": [3, 4]}]
    table = setup("river", board=["Kd", "8s", "3c", "Jc", "2h"], street_closed=True, all_in=[3],
                  pots=pots, stacks={"4": 600})  # fmt: skip
    found = notice("hidden_chips_found", about_seat=3, chips=[1000])
    for winner, want in (
        (4, ("hidden_chips_in_play", 10600)),
        (3, ("hidden_chips_not_paid", 10000)),
    ):
        shown = {"what": "showdown", "seats": [3, 4], "high": [winner]}
        check({"ipr-2018 ipr-web": want}, table, [shown, found])


KILLS = [  # in front of seat 3, blinds 10 and 20: whether it is the kill, full or half
    (40, True), (30, True), (39, False), (41, False), (29, False), (31, False), (20, False),
]  # fmt: skip


@pytest.mark.parametrize(("front", "kill"), KILLS)
def test_a_kill_in_front_is_a_blind_to_the_chip(front, kill):
    size = "half" if front == 30 else "full"
    table = setup("preflop", (1, 2, 3, 4), 10, 20, betting="limit", small_bet=20, big_bet=40,
                  format="cash", bets={"1": 10, "2": 20, "3": front},
                  kill={"size": size, "button_with": 3, "upper_limit": 40})  # fmt: skip
    hand = play("rrop-6", table, [], "limit_holdem")
    assert ([a["seat"] for a in hand.actions if a["act"] not in ("post", "ante")] == []) == kill
    table.pop("kill")  # no kill game: the same chips were wagered
    hand = play("rrop-6", table, [], "limit_holdem")
    assert [a["seat"] for a in hand.actions if a["act"] not in ("post", "ante")] == [3]


def test_the_first_of_a_stud_street_whose_upcards_nobody_named_is_taken_as_right():
    from tests.rulings.spots import put

    bare = stud("fourth", live=[2, 5, 6])
    for first in (2, 6):
        hand = play("rrop-6", bare, [put(first, 100, 100)], "stud7")
        assert hand.incidents() == [] and hand.bet(first) == 200
    named = {**bare, "upcards": {"2": ["9h", "8d"], "5": ["As", "Td"], "6": ["Kc", "Jh"]}}
    hand = play("rrop-6", named, [put(6, 100, 100)], "stud7")  # the ace is due
    assert hand.turn == 5 and hand.bet(6) == 0
