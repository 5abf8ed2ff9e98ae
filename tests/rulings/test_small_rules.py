"""Small rules asked one by one, at exactly, one under and one over: words, steps, seats, claims.

Each is a function without side effects, or one event in a plain hand; what is expected stands in
the tables here.
"""

import pytest

from shared_rules import games, ranking
from shared_rules.hand import incidents
from shared_rules.hand.betting import chips, requests, turn, words
from shared_rules.hand.cards import deal_counts, deal_order, dealing
from shared_rules.hand.showdown import kill, pot_order, showdown
from shared_rules.hand.start import button_place, entering, forced, frame
from shared_rules.rulebooks import BOOKS, get
from tests.rulings.ruling_scene import Scene, draw, ring, stud
from tests.rulings.spots import act, play, put, say, setup

FLOP = ["Kd", "8s", "3c"]

# -- words --------------------------------------------------------------------------------------


def said(spot, word, wording="plain", book="rrop-6", **more):
    """(situation, ruling, total) a declaration is read as; None for no wager."""
    event = {"word": word, "wording": wording, **more}
    r = words.read_word(spot, event, get(book), 900)
    return None if r is None else (r.key, r.ruling, r.to)


def facing(betting="no_limit", stack=5000, call=400, **more):
    spot = chips.Spot(betting, call, 0, 800 if call else 200, 10**6, 400 if call else 200, stack)
    for name, value in more.items():
        setattr(spot, name, value)
    return spot


@pytest.mark.parametrize(("word", "wording", "amount", "want"), [
    ("none", "number_only", 1000, ("wager.amount_is_raise", "raise", 1000)),
    ("none", "plain", 1000, ("wager.amount_is_raise", "raise", 1000)),
    ("raise", "number_only", 1000, ("wager.amount_is_raise", "raise", 1000)),
    ("raise", "plain", 1000, ("wager.declared_raise", "raise", 1000)),
    ("call", "plain", 1000, ("wager.declared_call", "call", 400)),
    ("none", "number_only", None, None),
    ("none", "plain", None, None),
    ("fold", "plain", None, None), ("check", "plain", None, None),
    ("all_in", "plain", None, ("wager.all_in", "raise", 5000)),
    ("none", "number_only", 400, ("wager.declared_call", "call", 400)),
    ("none", "number_only", 800, ("wager.amount_is_raise", "raise", 800)),
    ("none", "number_only", 801, ("wager.amount_is_raise", "raise", 801)),
    ("none", "number_only", 9000, ("wager.amount_is_raise", "raise", 5000)),
    ("raise", "plain", 799, ("wager.declared_raise_low", "min_raise", 800)),
    ("raise", "plain", 800, ("wager.declared_raise", "raise", 800)),
    ("raise", "plain", 9000, ("wager.declared_raise", "raise", 5000)),
])  # fmt: skip
def test_a_number_is_a_number_whatever_word_goes_with_it(word, wording, amount, want):
    more = {} if amount is None else {"amount": amount}
    assert said(facing(), word, wording, **more) == want


@pytest.mark.parametrize("amount", [399, 400, 401, 599, 600, 601, 799, 800])
def test_a_number_alone_between_call_and_raise(amount):
    for book in BOOKS:
        how = get(book).value("wager.amount_alone", "silent")
        half = 400 + 4 * get(book).value("wager.half_percent", 50)
        got = said(facing(), "none", "number_only", book, amount=amount)
        if amount == 400:
            want = ("wager.declared_call", "call", 400)
        elif amount == 800:
            want = ("wager.amount_is_raise", "raise", 800)
        elif amount < 400:
            assert got[1] not in ("raise", "min_raise"), book
            continue
        elif how == "raise":
            want = ("wager.amount_without_raise", "min_raise", 800)
        elif amount >= half:
            want = ("wager.amount_is_raise", "min_raise", 800)
        else:
            want = ("wager.amount_without_raise", "call", 400)
        assert got == want, (book, amount)


@pytest.mark.parametrize(("stack", "amount", "want"), [
    (399, 399, ("wager.declared_call", "call", 399)),  # everything, less than the call
    (400, 400, ("wager.declared_call", "call", 400)),
    (799, 799, ("wager.amount_is_raise", "raise", 799)),  # everything, less than a raise
    (799, 800, ("wager.amount_is_raise", "raise", 799)),
])  # fmt: skip
def test_a_number_is_never_more_than_the_stack(stack, amount, want):
    assert said(facing(stack=stack), "none", "number_only", amount=amount) == want


def test_words_where_raising_is_closed():
    closed = facing(min_to=None, closed="wager.cap_reached")
    for word, wording, amount in (("raise", "plain", 900), ("raise", "plain", None),
                                  ("none", "number_only", 900)):  # fmt: skip
        more = {} if amount is None else {"amount": amount}
        got = said(closed, word, wording, **more)
        assert got == ("wager.cap_reached", "raise_not_allowed", 400)
    short = facing(min_to=None, stack=400)
    assert said(short, "raise", amount=900) == ("wager.all_in", "call", 400)
    over = facing(min_to=None, stack=401, closed="wager.cap_reached")
    assert said(over, "raise", amount=900)[1] == "raise_not_allowed"
    pot = facing("pot_limit", min_to=None, closed="wager.cap_reached")
    assert said(pot, "pot") == ("wager.cap_reached", "raise_not_allowed", 400)
    assert said(pot, "raise", "pot") == ("wager.cap_reached", "raise_not_allowed", 400)


@pytest.mark.parametrize(("call", "ruling"), [(0, "bet"), (400, "raise")])
def test_the_pot_in_pot_limit_is_the_most_the_stack_allows(call, ruling):
    for stack, to in ((2000, 1500), (1500, 1500), (1499, 1499)):
        spot = facing("pot_limit", stack, call, max_to=1500)
        assert said(spot, "pot") == ("wager.pot_said_pot_limit", ruling, to)
        assert said(spot, "raise", "pot") == ("wager.pot_said_pot_limit", ruling, to)


# -- what carries out a step --------------------------------------------------------------------

MOVES = {  # chips: from, to, seat of the event, who
    "back": ("line:4", "seat:4", 4, "player"), "back other": ("line:5", "seat:5", 5, "player"),
    "in": ("seat:4", "line:4", 4, "player"), "in other": ("seat:5", "line:5", 5, "player"),
    "pushed": ("pot", "seat:4", 4, "dealer"), "pushed other": ("pot", "seat:5", 5, "dealer"),
    "handed": ("seat:5", "seat:4", 4, "dealer"), "taken": ("pot", "seat:4", 4, "player"),
    "pulled": ("line:4", "pot", 4, "dealer"), "own back": ("line:4", "seat:4", 4, "dealer"),
}  # fmt: skip
DONE_BY = {  # step ordered for seat 4 -> moves that are it
    "return_chips": {"back", "own back"},
    "return_excess_chips": {"back", "own back"},
    "return_chips_if_no_one_acted_after": {"back", "own back"},
    "return_wager_to_seat_4": {"back", "own back"},
    "return_wager_to_seat_5": {"back other"},
    "seat_4_brings_in": {"in"},
    "seat_5_brings_in": {"in other"},
    "big_blind_seat_4": {"in"},
    "big_blind_seat_5": {"in other"},
    "pot_to_seat": {"pushed", "handed"},
    "chip_to_seat_4": {"pushed", "taken"},
    "chip_to_seat_5": {"pushed other"},
    "one_chip_to_seat_4": {"pushed", "taken"},
    "kill_hand": set(),
}


@pytest.mark.parametrize("step", DONE_BY)
def test_which_chips_carry_out_which_step(step):
    ruling = {"seat": 4, "left": [step]}
    done = set()
    for name, (frm, to, seat, by) in MOVES.items():
        event = {"what": "chips_move", "from": frm, "to": to, "seat": seat, "by": by, "chips": [1]}
        if incidents._chips(ruling, step, event):
            done.add(name)
    assert done == DONE_BY[step]


@pytest.mark.parametrize("step", ["return_chips", "return_excess_chips"])
def test_chips_of_anybody_go_back_where_no_seat_was_ruled_on(step):
    for name in ("back", "back other"):
        frm, to, seat, by = MOVES[name]
        event = {"what": "chips_move", "from": frm, "to": to, "seat": seat, "by": by}
        assert incidents._chips({"seat": None}, step, event)


@pytest.mark.parametrize(("step", "seats"), [
    ("chip_to_seat_4", [4]), ("one_chip_to_seat_4", [4]), ("chip_to_seat_12", [12]),
    ("pot_to_seat", [4]), ("return_chips", []),
])  # fmt: skip
def test_whose_award_carries_out_which_step(step, seats):
    done = [s for s in (1, 2, 4, 12) if incidents._award({"seat": 4}, step, {"seats": [s, 9]})]
    assert done == seats


# zones a card can come from and go to: the seat ruled on, its spot, another seat, the rest
ZONES = ("seat:4", "line:4", "seat:5", "line:5", "stub", "burn", "board", "muck", "off", "mouth")
CARDS = {
    "kill_hand": ("seat:4>muck seat:4>off seat:4>stub line:4>muck", 4),
    "replace_with_next_card": ("stub>seat:4 stub>seat:5 stub>board stub>burn", 4),
    "deal_top_card_to_seat": ("stub>seat:4", 4),
    "extra_card_to_stub_as_burn": (
        "seat:4>stub seat:4>burn seat:4>mouth seat:5>stub seat:5>burn seat:5>mouth", 4),
    "exposed_card_is_next_burn": (" ".join(f"{z}>burn" for z in ZONES if z != "burn"), 4),
    "reconstitute_stub": (" ".join(f"{z}>stub" for z in ZONES if z != "stub"), 4),
    "burn_one": ("stub>burn", 4),
    "return_burn_to_stub": ("burn>stub", None),
    "extra_burn_to_top_of_stub": ("burn>stub", None),
    "cards_retrieved": ("muck>seat:4 muck>seat:5 line:4>seat:4 line:4>seat:5 line:5>seat:4 "
                        "line:5>seat:5", 4),
    "misplaced_card_is_burn": ("board>burn seat:4>burn seat:5>burn", 4),
    "fourth_card_is_exposed_burn": ("board>burn", None),
    "third_card_face_down": ("stub>seat:4", 4),
    "no_such_step": ("", 4),
}  # fmt: skip


@pytest.mark.parametrize("step", CARDS)
def test_which_cards_carry_out_which_step(step):
    ways, seat = CARDS[step]
    hand = Scene(ring()).start().deal(rounds=2).hand("rrop-6")
    ruling = {"seat": seat, "situation": "deal.exposed_one", "left": [step]}
    done = set()
    for frm in ZONES:
        for to in ZONES:
            event = {"what": "card_move", "from": frm, "to": to, "cards": ["#1"], "face": "down"}
            if incidents._cards(hand, ruling, step, frm, to, event):
                done.add(f"{frm}>{to}")
    assert done == set(ways.split())


@pytest.mark.parametrize(("step", "have", "whole"), [
    ("deal_flop", 2, False), ("deal_flop", 3, True), ("deal_turn", 3, False),
    ("deal_turn", 4, True), ("deal_river", 4, False), ("deal_river", 5, True),
])  # fmt: skip
def test_a_street_is_dealt_when_its_last_card_lies_there(step, have, whole):
    hand = Scene(ring()).start().hand("rrop-6")
    hand.board = ["Kd", "8s", "3c", "2h", "9d"][:have]
    event = {"what": "card_move", "from": "stub", "to": "board", "cards": ["#1"]}
    done = incidents._cards(hand, {"seat": None}, step, "stub", "board", event)
    assert done == whole


# -- order and seats ----------------------------------------------------------------------------


@pytest.mark.parametrize(("bets", "posts", "straddles", "last"), [
    ({"1": 100, "2": 200}, {}, {}, 2),
    ({"1": 100, "2": 200}, {}, {"3": 400}, 3),
    ({"1": 100, "2": 200, "5": 200}, {"5": 200}, {}, 2),
])  # fmt: skip
def test_the_last_forced_bet_of_a_blind_game(bets, posts, straddles, last):
    table = ring([1, 2, 3, 4, 5], street="preflop", bets=bets, posts=posts, straddles=straddles)
    hand = Scene(table).hand("rrop-6")
    hand.straddles = {int(s): n for s, n in straddles.items()}
    assert turn.last_forced(hand) == last


@pytest.mark.parametrize(("bets", "posts", "last"), [
    ({1: 10}, {}, 1), ({2: 10, 4: 5}, {}, 2), ({2: 10, 4: 10}, {}, 2), ({2: 10, 4: 11}, {}, 4),
    ({2: 10, 4: 20}, {"4": 20}, 2), ({4: 20}, {"4": 20}, 6), ({}, {}, 6),
])  # fmt: skip
def test_the_last_forced_bet_without_blinds_leaves_out_chips_posted_to_come_in(bets, posts, last):
    hand = Scene(draw(blinds=False, posts=posts), "draw_high").hand("rrop-6")
    hand.bb_seat, hand.bets = None, dict(bets)
    if hand.blinds:
        hand.setup = dict(hand.setup, posts=posts)
    assert turn.last_forced(hand) == last


@pytest.mark.parametrize(("seats", "button", "want"), [
    ([1, 2, 3], 3, (1, 2, 3)), ([2, 5, 9], 9, (2, 5, 9)), ([2, 5, 9], 2, (5, 9, 2)),
    ([1, 3, 5, 7], 7, (1, 3, 5)),
])  # fmt: skip
def test_button_and_blinds_move_on_to_the_seats_after_them(seats, button, want):
    place = seats.index(button)
    order = seats[place + 1 :] + seats[: place + 1]
    table = ring(seats, button=button, sb_seat=order[0], bb_seat=order[1],
                 stacks={str(s): 1000 for s in seats})  # fmt: skip
    after = frame.following(Scene(table).hand("tda-2011"))
    assert (after["button"], after["sb_seat"], after["bb_seat"]) == want


def test_a_third_player_after_heads_up_gets_a_button_that_is_not_the_small_blind():
    table = ring([2, 5], stacks={"2": 1000, "5": 1000})
    hand = Scene(table).hand("tda-2011")
    hand.seats, hand.stacks = [2, 3, 5], {2: 1000, 3: 1000, 5: 1000}
    after = frame.following(hand)
    assert len({after["button"], after["sb_seat"], after["bb_seat"]}) == 3
    order = hand.after(after["button"], hand.seats)
    assert order[:2] == [after["sb_seat"], after["bb_seat"]]


@pytest.mark.parametrize(("last", "method", "due"), [
    ({"button": 4, "sb": 5, "bb": 6}, None, 5),
    ({"button": 4, "sb": 5, "bb": 6}, "moving", 5),
    ({"button": 4, "sb": None, "bb": 6}, None, 5),  # seat 5 had been left: it is due there
    ({"button": 5, "sb": None, "bb": 6}, None, 5),  # no seat between them was left
    ({"button": 4, "sb": None, "bb": None}, None, 6),
    ({"button": 3, "sb": 3, "bb": 6}, "moving", 4),
    (None, None, None),
])  # fmt: skip
def test_where_the_button_is_due(last, method, due):
    more = {"previous": last} if last else {}
    if method:
        more["button_method"] = method
    seats = [1, 2, 3, 4, 6, 7] if not last or last["sb"] is None else [1, 2, 3, 4, 5, 6, 7]
    hand = Scene(ring(seats, table_max=9, **more)).hand("tda-2011")
    assert button_place.due(hand) == due
    if last:
        heads_up = Scene(ring([1, 2], table_max=9, **more)).hand("tda-2011")
        assert button_place.due(heads_up) is None


@pytest.mark.parametrize(("players", "table", "want"), [
    (2, 9, 0), (3, 9, None), (5, 9, None), (6, 9, None), (7, 9, None), (9, 9, None), (6, 6, None),
    (5, 8, None), (7, 10, None),
])  # fmt: skip
def test_the_button_ante_is_the_first_row_that_fits(players, table, want):
    for book in BOOKS:
        rows = get(book).value("wager.button_ante_sizes")
        hand = Scene(ring(list(range(1, players + 1)), table_max=table)).hand(book)
        if rows is None:
            assert forced.button_ante_due(hand) is None
            continue
        fits = [unit for most, least, unit in rows if table <= most and players >= least]
        due = {"bb": 200, "sb": 100}[fits[0]] if fits and players > 2 else 0
        assert forced.button_ante_due(hand) == due, (book, players, table)
        assert want is None or due == want
        away = Scene(ring(list(range(1, players + 1)), table_max=table, button=players + 1,
                          sb_seat=1, bb_seat=2)).hand(book)  # fmt: skip
        assert forced.button_ante_due(away) == 0


# -- cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("have", [1, 2, 3, 4])
def test_cards_of_crazy_pineapple_by_street(have):
    game = games.get("crazy_pineapple")
    on_flop, on_turn = game.street("flop"), game.street("turn")
    assert deal_counts._discarding(None, on_flop, have, 3) == (have in (2, 3))
    assert deal_counts._discarding(None, on_turn, have, 2) == (have == 3)
    assert deal_counts._discarding(None, None, have, 2) == (have == 3)


@pytest.mark.parametrize(("taken", "exposed", "gone"), [
    (("seat:3", "#9"), False, None),  # nothing was wrong with it
    (("seat:3", "9d"), True, "9d"),
    (("seat:3", "#1"), True, "9d"),  # it is the card that was seen, whatever it is called
    (("seat:4", "#2"), True, None),  # another hand
])  # fmt: skip
def test_which_card_the_dealer_takes_back(taken, exposed, gone):
    s = Scene(ring()).start().deal([1, 2])
    s.card("seat:3", "9d" if exposed else "#9", "up" if exposed else "down").deal([4, 5])
    hand = s.hand("rrop-6")
    d = hand.pending.get("deal") or dealing.record(hand)
    seat, token = taken
    rows = dealing._returned(d, int(seat[5:]), token)
    assert [row[1] for row in rows] == ([gone] if gone else [])


@pytest.mark.parametrize(("name", "cards", "top"), [
    ("ace_five", "5c4d3h2sAc", 5), ("ace_five", "8c4d3h2sAc", 8), ("ace_five", "8c8d3h2sAc", None),
    ("deuce_seven", "7c5d4h3s2c", 7), ("deuce_seven", "Ac5d4h3s2c", 14),
    ("deuce_seven", "6c5d4h3s2c", None), ("deuce_seven", "7c5c4c3c2c", None),
    ("deuce_seven", "7c7d4h3s2c", None),
])  # fmt: skip
def test_the_high_card_of_a_low_hand(name, cards, top):
    five = [cards[i : i + 2] for i in range(0, 10, 2)]
    assert showdown.low_top(name, ranking.value(name, five)) == top


@pytest.mark.parametrize(("claimed", "sign"), [(6, 1), (7, 1), (8, 0), (9, -1), (None, 0), ("7", 1),
                                               ("9", -1), ("A", 1), (14, 1)])  # fmt: skip
def test_a_low_claimed_better_or_worse_than_it_is(claimed, sign):
    hand = Scene(draw(), "a5_lowball").hand("rrop-6")
    difference = showdown._compare_low(hand, claimed, ["8c", "4d", "3h", "2s", "Ac"])
    assert (difference > 0) - (difference < 0) == sign
    pair = showdown._compare_low(hand, claimed, ["8c", "8d", "3h", "2s", "Ac"])
    assert pair == 1  # no such low at all


@pytest.mark.parametrize(("size", "bb", "want"), [("full", 200, 400), ("half", 200, 300),
                                                  ("half", 25, 37), (None, 200, 300)])  # fmt: skip
def test_the_kill_blind(size, bb, want):
    hand = Scene(ring(sb=bb // 2, bb=bb)).hand("rrop-6")
    assert kill.blind(hand, {"size": size} if size else {}) == want


@pytest.mark.parametrize(("award", "want"), [
    ({"seats": [3, 4], "amount": 700}, 700), ({"seats": [3, 4], "each": 350}, 700),
    ({"seats": [3], "each": 350}, 350), ({"seats": [3]}, 1234), ({"seats": [3], "amount": 0}, 0),
])  # fmt: skip
def test_what_an_award_comes_to(award, want):
    hand = play("rrop-6", setup("river", (3, 4), pot=1234), [])
    assert kill._amount(hand, award) == want


# -- claims, bring-ins, newcomers ---------------------------------------------------------------


@pytest.mark.parametrize("phase", ["none", "betting"])
def test_a_claim_without_an_award_is_too_late_only_in_the_next_hand(phase):
    s = Scene(ring()).start()
    if phase == "betting":
        s.deal(rounds=2)
    hand = s.add("notice", by="player", kind="claims_pot", seat=3).hand("tda-2011")
    r = hand.ruled("pots.award_too_late")
    assert r is not None and r["seat"] == 3
    claim = {"what": "notice", "by": "player", "kind": "claims_pot", "seat": 3}
    taken_up = play("tda-2011", setup("flop", board=FLOP), [claim])
    assert taken_up.ruled("pots.award_too_late") is None


UPS = {"1": ["9c"], "2": ["9h"], "3": ["2c"], "4": ["Ts"], "5": ["Td"], "6": ["Kd"], "7": ["Qd"]}


@pytest.mark.parametrize(("more", "brought"), [
    ({}, True), ({"released": False}, False), ({"by": "dealer"}, False), ({"to": "pot"}, False),
])  # fmt: skip
def test_which_chips_of_a_seat_that_is_not_due_are_a_wrong_bring_in(more, brought):
    s = Scene(stud("third", live=[1, 2, 3, 4, 5, 6, 7], upcards=UPS), "stud7")
    fields = {"seat": 5, "chips": [50], "from": "seat:5", "to": "line:5", "by": "player",
              "motion": 1, "released": True, "crossed": "full", **more}  # fmt: skip
    hand = s.add("chips_move", **fields).hand("rrop-6")
    reported = [r["situation"] for r in hand.incidents()]
    assert ("frame.bring_in_corrected" in reported) == brought


@pytest.mark.parametrize(("event", "lowball", "want"), [
    ({"moved": 0}, False, ("entry.seat_change_near", 0, 0)),
    ({"moved": -1}, False, ("entry.seat_change_near", 0, 0)),
    ({}, False, ("entry.seat_change_near", 0, 0)),
    ({"moved": 1}, False, ("entry.seat_change", 0, 0)),
    ({"moved": 1, "wants": "wait"}, False, ("entry.seat_change", 0, 0)),
    ({"moved": 1, "wants": "post"}, False, ("entry.seat_change_post", 200, 0)),
    ({"moved": 1, "wants": "post", "missed": True}, False, ("entry.seat_change", 0, 0)),
    ({"moved": 1, "wants": "post"}, True, ("entry.lowball_passed", 400, 0)),
])  # fmt: skip
def test_what_a_change_of_seat_costs(event, lowball, want):
    hand = Scene(ring(format="cash")).hand("rrop-6")
    assert entering._moved(hand, event, lowball) == want


@pytest.mark.parametrize(("stack", "seat", "status", "want"), [
    (99, 2, "new", ("entry.single_short", 0, 0)), (100, 2, "new", ("entry.single_half", 0, 0)),
    (101, 2, "new", ("entry.single_half", 0, 0)), (99, 3, "new", ("entry.lowball_new", 400, 0)),
])  # fmt: skip
def test_a_game_with_one_blind(stack, seat, status, want):
    hand = Scene(ring(format="cash", stacks={"2": stack, "3": stack})).hand("rrop-6")
    assert entering._single(hand, seat, status) == want
    for missed in entering.MISSED:
        assert entering._single(hand, 3, missed) == ("entry.single_failed", 0, 0)
        assert entering._single(hand, 2, missed)[0] != "entry.single_failed"


@pytest.mark.parametrize("chips_in", [500, 1000, 1400])
def test_all_in_said_with_a_stack_nobody_named_is_what_the_chips_are(chips_in):
    table = setup("flop", (3, 4), board=FLOP)
    hand = play("rrop-6", table, [act(3, "bet", 700), say(4, "all_in"), put(4, chips_in)])
    assert hand.bet(4) == chips_in and hand.all_in == [4]
    assert [a["act"] for a in hand.actions][-1] in ("all_in", "call", "raise")
    assert (hand.high, hand.stacks[4]) == (max(700, chips_in), 0)


@pytest.mark.parametrize("size", [999, 1000, 1001, 1500, 2200])
def test_a_wager_that_stands_is_owed_in_full_by_its_maker_and_its_callers(size):
    """Seat 3 made it, 4 called it and has 200 behind, 5 called and folded, 6 is short of it."""
    stacks = {"3": 3000, "4": 200, "5": 3000, "6": 3000}
    hand = play("rrop-6", setup("flop", (3, 4, 5, 6), board=FLOP, stacks=stacks), [])
    hand.bets = {3: 1000, 4: 1000, 5: 1000, 6: 400}
    hand.paid = dict(hand.bets)
    hand.high, hand.live = 1000, [3, 4, 6]
    requests.stand(hand, size)
    more = max(0, size - 1000)
    assert hand.bets == {3: 1000 + more, 4: 1000 + min(more, 200), 5: 1000, 6: 400}
    assert hand.paid == hand.bets and hand.high == max(size, 1000)
    assert hand.stacks == {3: 3000 - more, 4: 200 - min(more, 200), 5: 3000, 6: 3000}


@pytest.mark.parametrize(("by", "to", "street", "back"), [
    ("dealer", "stub", "preflop", True), ("dealer", "muck", "preflop", True),
    ("player", "muck", "preflop", False), ("dealer", "muck", "flop", False),
])  # fmt: skip
def test_a_seen_card_is_taken_back_by_the_dealer_on_the_first_street(by, to, street, back):
    s = Scene(ring([1, 2, 3, 4])).start().deal([1, 2]).card("seat:3", "9d", "up")
    s.deal([4]).deal().act(3, "call", 200)
    if street == "flop":
        s.act(4, "call", 200).act(1, "call", 200).act(2, "check").burn().board(*FLOP)
    s.card(to, ["9d"], "up", by=by, frm="seat:3")
    rows = [row for row in s.hand("rrop-6").pending["deal"]["cards"] if row[deal_order.SEAT] == 3]
    assert [row[deal_order.GONE] for row in rows] == [back, False]


# -- kill pots and the way a pot goes out -------------------------------------------------------


def kill_pot(killer=None, holder=None, game="limit_holdem"):
    table = ring([1, 2, 3, 4], format="cash", betting="limit", small_bet=200, big_bet=400,
                 kill={"size": "full", "button_with": holder, "upper_limit": 400})  # fmt: skip
    hand = Scene(table, game).hand("rrop-6")
    hand.posted = {2: [("bb", 200)]}
    if killer:
        hand.posted[killer] = [("bb", 200), ("kill", 400)] if killer == 2 else [("kill", 400)]
    return hand


@pytest.mark.parametrize(("killer", "holder", "seats", "amount", "want"), [
    (None, None, [3], 900, ("frame.kill_first_leg", 3)),
    (None, 4, [3], 900, ("frame.kill_first_leg", 3)),
    (None, 3, [3], 499, ("frame.kill_not_due", 3)),  # blinds of 300 and one bet of 200
    (None, 3, [3], 500, ("frame.kill_due", 3)),
    (None, 3, [3], 501, ("frame.kill_due", 3)),
    (None, 3, [3, 4], 900, ("frame.kill_leg_kept", 3)),
    (None, 2, [3, 4], 900, ("frame.kill_neutral", None)),
    (None, None, [3, 4], 900, ("frame.kill_neutral", None)),
    (3, None, [3], 900, ("kill.again", 3)),
    (3, None, [4], 900, ("frame.kill_first_leg", 4)),
    (3, 4, [3, 4], 900, ("kill.again", 3)),
    (2, 4, [3, 4], 900, ("frame.kill_leg_kept", 4)),
    (2, None, [3, 4], 900, ("frame.kill_neutral", None)),
])  # fmt: skip
def test_what_becomes_of_the_leg(killer, holder, seats, amount, want):
    hand = kill_pot(killer, holder)
    assert kill.killer(hand) == killer
    assert kill._legs(hand, {"seats": seats, "amount": amount}, hand.setup["kill"]) == want


@pytest.mark.parametrize(("killer", "seats", "scoop", "over", "want"), [
    (None, [3], True, 0, ("frame.kill_due", 3)),
    (None, [3], True, -1, ("frame.kill_not_due", None)),
    (None, [3], True, 1, ("frame.kill_due", 3)),
    (None, [3], False, 0, ("frame.kill_not_due", None)),
    (None, [3, 4], True, 0, ("frame.kill_not_due", None)),
    (3, [3], True, 0, ("kill.again", 3)),
    (4, [3], True, 0, ("frame.kill_due", 3)),
    (3, [3, 4], False, 0, ("kill.again", 3)),
    (3, [3], False, 0, ("frame.kill_not_due", None)),
    (2, [3, 4], False, 0, ("frame.kill_not_due", None)),
    (3, [3], True, -1, ("frame.kill_not_due", None)),
])  # fmt: skip
def test_which_pot_of_a_high_low_game_is_killed(killer, seats, scoop, over, want):
    hand = kill_pot(killer, game="limit_omaha8")
    enough = hand.book.value("frame.kill_scoop_bets") * 400
    award = {"seats": seats, "amount": enough + over, "scoop": scoop}
    assert kill._high_low(hand, award, hand.setup["kill"]) == want


@pytest.mark.parametrize(("high", "low", "seat", "to", "face", "reported"), [
    ([3], None, 3, "seat:3", "down", True), ([4], [3], 3, "seat:3", "down", True),
    ([4], None, 3, "seat:3", "down", False), (None, [4], 3, "seat:3", "down", False),
    ([3], None, 3, "seat:3", "up", False), ([3], None, 3, "muck", "down", False),
    (None, None, 3, "seat:3", "down", False),
])  # fmt: skip
def test_whose_cards_stay_open_until_the_pot_is_pushed(high, low, seat, to, face, reported):
    board = [*FLOP, "2h", "9d"]
    for book in BOOKS:
        hand = play(book, setup("river", (3, 4), board=board, street_closed=True, pot=900), [],
                    "plo8")  # fmt: skip
        hand.phase, hand.shown, hand.winners = "showdown", [3, 4], (high, low)
        if high is None and low is None:
            hand.winners = None
        event = {"t": 9000, "what": "card_move", "cards": ["As"], "from": f"seat:{seat}", "to": to,
                 "face": face, "by": "player"}  # fmt: skip
        pot_order.on_card_move(hand, event)
        speaks = get(book).outcome("pots.winner_turned_down").silent is False
        assert (hand.ruled("pots.winner_turned_down") is not None) == (reported and speaks), book
        awarded = play(book, setup("river", (3, 4), board=board, street_closed=True), [], "plo8")
        awarded.phase, awarded.shown, awarded.winners = "award", [3, 4], (high, low)
        awarded.awarded = {3: 1}
        pot_order.on_card_move(awarded, event)
        assert awarded.ruled("pots.winner_turned_down") is None


# -- there in time ------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web"])
def test_a_player_ruled_dead_is_not_there_in_time_as_well(book):
    table = ring([1, 2, 3, 4, 5, 6], presence={"4": "away"})
    s = Scene(table).start().deal(rounds=2).add("presence", seat=4, state="in_seat")
    hand = s.hand(book)
    assert 4 in hand.pending["presence"]["ruled"]
    assert hand.ruled("presence.live_in_time") is None
    s.add("presence", seat=4, state="away").add("presence", seat=4, state="in_seat")
    again = s.hand(book)
    assert again.ruled("presence.live_in_time") is None
    assert len([r for r in again.incidents() if r["situation"][:9] == "presence."]) == 1
