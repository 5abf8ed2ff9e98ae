"""Places at the table, entering, draws and showdowns at the edges of their rules.

Which seat owes what after every way of losing players; what a hand costs one seat nearer or
further; a claim that is one rank too good; one card too few on the table.
"""

import itertools

import pytest

from shared_rules.hand.betting import folding
from shared_rules.hand.showdown import pots, shares, showdown
from shared_rules.hand.start import button_due, button_place, entering, frame
from tests.rulings.ruling_scene import Scene, draw, ring, stud
from tests.rulings.showdown.test_showdown import BOARD, closed, muck, river, table
from tests.rulings.spots import BOOKS, act, ask, back, play, put, say, setup

# -- button and blinds ----------------------------------------------------------------------------


def next_of(seat, seats, size=9):
    """The next of ``seats`` clockwise after ``seat``."""
    return min(seats, key=lambda s: (s - seat - 1) % size)


def before_hand(seats, previous, **more):
    more.setdefault("format", "tournament")
    return Scene({"betting": "no_limit", "seats": seats, "button": previous["button"], "sb": 100,
                  "bb": 200, "ante": 0, "betting_line": True, "street": "none",
                  "previous": previous, "table_max": 9, **more})  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
def test_the_dead_button_after_every_loss_of_up_to_three_players(book):
    last = {"button": 9, "sb": 1, "bb": 2}
    for count in range(4):
        for out in itertools.combinations((9, 1, 2, 3, 5), count):
            seats = [s for s in range(1, 10) if s not in out]
            hand = before_hand(seats, last).hand(book)
            button, sb, bb = button_due.positions(hand)
            assert bb == next_of(2, seats), out  # nobody has the big blind twice, none skips it
            assert sb == (2 if 2 in seats else None), out
            assert button == 1, out  # the button follows the small blind, to an empty seat too
            moving = before_hand(seats, last, button_method="moving").hand(book)
            first = next_of(9, seats)
            assert button_due.positions(moving) == (
                first, next_of(first, seats), next_of(next_of(first, seats), seats)
            ), out  # fmt: skip


@pytest.mark.parametrize("left", [(1, 2), (1, 9), (2, 9), (3, 7)])
def test_heads_up_the_button_is_the_small_blind(left):
    for book in BOOKS:
        hand = before_hand(list(left), {"button": 9, "sb": 1, "bb": 2}).hand(book)
        bb = next_of(2, left)
        other = next(s for s in left if s != bb)
        assert button_due.positions(hand) == (other, other, bb)
    three = before_hand([1, 2, 9], {"button": 9, "sb": 1, "bb": 2}).hand("tda-2011")
    assert button_due.positions(three) == (1, 2, 9)
    alone = before_hand([1], {"button": 9, "sb": 1, "bb": 2}).hand("tda-2011")
    assert button_due.positions(alone) is None


@pytest.mark.parametrize("lies", range(1, 10))
def test_how_a_button_lies_wrong(lies):
    last = {"button": 4, "sb": 5, "bb": 6}
    s = before_hand(list(range(1, 10)), last)
    if lies != 4:
        s.add("puck_move", puck="dealer_button", to=f"seat:{lies}", by="dealer",
              **{"from": "seat:4"})  # fmt: skip
    hand = s.hand("tda-2011")
    want = {4: "not_moved", 5: None, 6: "moved_twice"}.get(lies, "wrong")
    assert button_place.fault(hand) == want
    assert button_place.of(hand) == lies


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_setup_of_the_hand_that_follows(count):
    seats = list(range(1, count + 1))
    stacks = {str(s): 1000 for s in seats}
    for broke in (None, *seats):
        given = dict(stacks, **({str(broke): 0} if broke else {}))
        left = [s for s in seats if s != broke]
        hand = Scene(ring(seats, stacks=given)).hand("tda-2011")
        after = frame.following(hand)
        assert after["seats"] == left
        if len(left) < 2:
            continue
        old = hand.bb_seat
        assert after["bb_seat"] == next_of(old, left)
        if len(left) == 2:
            assert after["button"] == after["sb_seat"] != after["bb_seat"]
        elif count > 2:
            assert after["sb_seat"] == (old if old in left else None)
            assert after["button"] == hand.sb_seat


# -- entering (rrop-6, section 4) -----------------------------------------------------------------

SEATS = [1, 2, 3, 4, 5, 6]


def asks(seat=8, game="nlhe", setup_=None, **fields):
    s = Scene(setup_ or ring(SEATS, format="cash"), game).add("riffle", 0)
    return s.add("request", seat=seat, kind="deal_in", **fields).hand("rrop-6")


@pytest.mark.parametrize("moved", [-1, 0, 1, 2])
def test_seats_moved_away_from_the_big_blind_are_hands_to_wait(moved):
    hand = asks(status="seat_change", moved=moved)
    r = hand.answer()
    near = moved <= 0
    assert r["situation"] == ("entry.seat_change_near" if near else "entry.seat_change")
    assert (8 in hand.dealt_in) == near
    assert r["amount"] == (None if near else moved)
    paid = asks(status="seat_change", moved=moved, wants="post")
    assert 8 in paid.dealt_in
    assert paid.answer()["amount"] == (None if near else 200)
    both = asks(status="seat_change", moved=moved, wants="post", missed=["sb"])
    assert (8 in both.dealt_in) == near


@pytest.mark.parametrize(
    ("kinds", "betting", "small_bet", "parts"),
    [
        (("sb", "bb"), "no_limit", 200, (200, 100)),
        (("bb",), "no_limit", 200, (200, 0)),
        (("sb",), "no_limit", 200, (100, 0)),
        ((), "no_limit", 200, (0, 0)),
        (("sb", "bb"), "limit", 199, (199, 101)),
        (("sb", "bb"), "limit", 300, (300, 0)),
        (("sb", "bb"), "limit", 299, (299, 1)),
        (("sb", "bb"), "limit", 301, (300, 0)),
    ],
)
def test_missed_blinds_are_live_up_to_the_least_bet(kinds, betting, small_bet, parts):
    table_ = ring(SEATS, format="cash", betting=betting, small_bet=small_bet)
    assert entering.missed(Scene(table_).hand("rrop-6"), kinds) == parts


@pytest.mark.parametrize("seat", [3, 4, 5, 6, 7, 8, 9, 1, 2])
def test_nobody_comes_in_between_button_and_big_blind(seat):
    table_ = ring([1, 5, 9], format="cash", button=1, sb_seat=5, bb_seat=9, table_max=9)
    hand = Scene(table_).hand("rrop-6")
    assert entering.between(hand, seat) == (2 <= seat <= 8)


@pytest.mark.parametrize(("stack", "key"), [(99, "short"), (100, "half"), (101, "half")])
def test_half_a_single_blind_makes_a_hand(stack, key):
    table_ = ring(SEATS, format="cash", single_blind=True, sb=0, stacks={"2": stack})
    assert asks(2, setup_=table_, status="new").answer()["situation"] == f"entry.single_{key}"


@pytest.mark.parametrize("rows", [1, 2])
def test_the_right_to_ante_costs_the_antes_in_a_row(rows):
    table_ = draw(blinds=False, antes_in_row=rows)
    hand = asks(8, "draw_high", table_, status="new")
    assert hand.answer()["situation"] == "entry.ante_right"
    changed = asks(8, "draw_high", table_, status="seat_change", moved=1)
    want = "entry.ante_seat_change" if rows > 1 else "entry.ante_right"
    assert changed.answer()["situation"] == want


# -- chips that play ------------------------------------------------------------------------------


@pytest.mark.parametrize("to", [2999, 3000, 3001])
def test_a_wager_may_not_reach_into_a_rebuy_that_is_not_paid(to):
    table_ = dict(ring(stacks={str(s): 3000 for s in range(1, 10)}))
    s = Scene(table_).add("riffle", 0)
    s.add("notice", by="player", kind="rebuy_announced", seat=3, amount=5000)
    s.add("post", seats=[1], kind="sb", amount=100).add("post", seats=[2], kind="bb", amount=200)
    s.deal(rounds=2).act(3, "raise", to)
    for book in ("ipr-2018", "ipr-web", "rrop-6"):
        assert bool(s.hand(book).ruled("chips.rebuy_owed")) == (to > 3000), book


@pytest.mark.parametrize("chip", [24, 25, 26])
def test_chips_below_the_smallest_do_not_count(chip):
    flop = setup("flop", (3, 4), board=BOARD[:3], format="cash", smallest_chip=25)
    hand = play("rrop-6", flop, [act(3, "bet", 500), put(4, 500, chip)])
    void = hand.ruled("chips.too_small")
    assert bool(void) == (chip < 25)
    assert void is None or void["amount"] == 500


@pytest.mark.parametrize("small", [(99,), (100,), (50, 50), (50, 49), (50, 51)])
def test_small_chips_count_by_the_full_unit(small):
    flop = setup("flop", (3, 4), board=BOARD[:3], format="cash", bet_chip=100)
    hand = play("rrop-6", flop, [act(3, "bet", 500), put(4, 1000, *small)])
    over = sum(small) % 100
    assert bool(hand.ruled("chips.below_unit")) == bool(over)
    if over:
        assert hand.ruled("chips.below_unit")["amount"] == 1000 + sum(small) - over


@pytest.mark.parametrize("caller", [50000, 54999, 55000, 59999, 60000, 60001])
def test_hidden_chips_of_a_loser_count_as_far_as_the_caller_covers(caller):
    s = Scene(ring(street="river", live=[3, 4], board=BOARD, stacks={"3": 60000, "4": caller}))
    s.act(3, "all_in", 50000).act(4, "call", 50000)
    s.notice("hidden_chips_found", about_seat=3, chips=[5000, 5000])
    s.add("showdown", seats=[3, 4], high=[4])
    assert s.ruling("ipr-2018")["amount"] == min(60000, caller)


# -- showing hands --------------------------------------------------------------------------------


@pytest.mark.parametrize("button", [1, 2, 3, 5, 8, 9])
def test_a_checked_river_is_shown_from_the_left_of_the_button(button):
    live = [2, 5, 8]
    order = sorted(live, key=lambda s: (s - button - 1) % 9)
    s = river(live, button=button)
    for seat in order:
        s.act(seat, "check")
    s.add("showdown", seats=live)
    for book in BOOKS:
        assert s.ruling(book)["seat"] == order[0], book


@pytest.mark.parametrize("all_in", [(), (2,), (5,), (2, 5)])
def test_hands_of_the_side_pot_show_first(all_in):
    live = [2, 5, 8, 9]
    s = river(live, all_in=list(all_in), format="cash", button=1)
    free = [x for x in live if x not in all_in]
    for seat in free:
        s.act(seat, "check")
    s.add("showdown", seats=live)
    hand = s.hand("rrop-6")
    side = hand.ruled("showdown.side_pot_first")
    assert bool(side) == bool(all_in)
    assert (side or hand.ruled("showdown.first_no_wager"))["seat"] == free[0]


@pytest.mark.parametrize(("game", "need"), [("nlhe", 2), ("plo", 4)])
def test_every_card_of_a_hand_lies_open_to_win(game, need):
    cards = ["Ks", "Kh", "7d", "6d"]
    for shown in range(1, need + 1):
        for book in BOOKS:
            s = closed(game=game)
            table(s, 3, *cards[:shown])
            hand = s.hand(book)
            assert showdown.tabled_whole(hand, 3) == (shown == need)
            asked = hand.ruled("showdown.all_cards_to_win")
            assert (asked is None) == (shown == need), (book, shown)


def claimed(claim, *cards, game="nlhe", board=BOARD, rank=None, then=()):
    s = closed(game=game, board=board)
    more = {} if rank is None else {"rank": rank}
    s.add("hand_claim", seat=3, claim=claim, **more)
    for seat in then:
        muck(s, seat)
    return table(s, 3, *cards)


@pytest.mark.parametrize(
    ("claim", "cards", "board", "off"),
    [
        ("two_pair", ("Kh", "8d"), BOARD, 0),
        ("two_pair", ("Kh", "Ks"), BOARD, -1),
        ("two_pair", ("Kh", "Qs"), BOARD, 1),
        ("straight", ("Tc", "9d"), ["Jd", "8s", "7c", "2c", "2h"], 0),
        ("straight", ("Tc", "6d"), ["Jd", "8s", "7c", "2c", "3h"], 4),
        ("straight", ("Td", "9d"), ["Jd", "8d", "7d", "2c", "2h"], -4),
        ("flush", ("Td", "9d"), ["Jd", "3d", "7d", "2c", "2h"], 0),
        ("flush", ("Td", "9c"), ["Jd", "3d", "7d", "8c", "2h"], 1),
    ],
)
def test_a_hand_announced_and_the_cards(claim, cards, board, off):
    hand = claimed(claim, *cards, board=board).hand("tda-2011")
    assert showdown.compare(hand, [claim, None, 0], list(cards)) == off
    assert bool(hand.ruled("showdown.cards_speak")) == (off != 0)
    harmed = claimed(claim, *cards, board=board, then=(4,)).hand("tda-2011")
    assert bool(harmed.ruled("showdown.miscall_harmed")) == (off > 0)


@pytest.mark.parametrize("rank", ["7", "8", "9", 7, 8, 9])
def test_a_low_announced_a_rank_too_good(rank):
    cards = ["8d", "5c", "4h", "3s", "2c"]
    for game in ("a5_lowball", "27_lowball"):
        s = Scene(draw(street="after_draw", live=[3, 4], street_closed=True), game)
        s.add("showdown", seats=[3, 4]).add("hand_claim", seat=3, claim="low", rank=rank)
        table(s, 3, *cards)
        hand = s.hand("tda-2011")
        better = showdown.compare(hand, ["low", rank, 0], cards)
        assert better == 8 - int(rank), (game, rank)
        assert bool(hand.ruled("showdown.cards_speak")) == (int(rank) != 8)


@pytest.mark.parametrize("paid", [{3: 500, 4: 300}, {3: 500, 4: 500}, {3: 500}])
def test_what_of_a_bet_nobody_has_called(paid):
    events = [act(3, "bet", 500)]
    if paid.get(4) == 500:
        events.append(act(4, "call", 500))
    elif 4 in paid:
        events.append(act(4, "all_in", 300))
    more = {"stacks": {"4": 300}} if paid.get(4) == 300 else {}
    hand = play("tda-2011", setup(live=(3, 4, 5), **more), events)
    assert folding.uncalled(hand, 3) == 500 - paid.get(4, 0)
    assert folding.uncalled(hand, 4) == 0
    assert folding.uncalled(hand, 5) == 0


@pytest.mark.parametrize("stacks", [(400, 500, 600), (500, 500, 600), (600, 500, 500)])
def test_the_uncalled_part_goes_back_when_betting_ends(stacks):
    for book in BOOKS:
        more = {"stacks": {str(s): c for s, c in zip((3, 4, 5), stacks, strict=True)}}
        hand = play(book, setup("river", (3, 4, 5), pot=0, **more),
                    [say(3, "all_in"), say(4, "all_in"), say(5, "all_in")])  # fmt: skip
        ordered = sorted(stacks)
        back_ = ordered[2] - ordered[1]  # given back, or never taken where nobody could call it
        assert hand.pot_total() == sum(stacks) - back_
        assert sum(hand.stacks.values()) == back_
        assert sum(a for a, _ in pots.build(hand)) == hand.pot_total()
        levels = sorted({min(c, ordered[1]) for c in stacks})
        assert len(pots.build(hand)) == len(levels)


# -- draws ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3, 4, 5])
def test_five_new_cards_never_come_at_once(count):
    s = Scene(draw(street="draw", live=[3, 4]), "draw_high")
    s.add("draw", seat=3, count=count).add("draw", seat=4, count=0)
    s.card("seat:3", [f"#{n}" for n in range(1, count + 1)])
    hand = s.hand("rrop-6")
    assert bool(hand.ruled("draw.five_new_at_once")) == (count == 5)
    assert s.hand("tda-2011").ruled("draw.five_new_at_once") is None


@pytest.mark.parametrize("between", ["nothing", "burn", "card", "other"])
def test_until_when_a_player_may_change_the_number_of_cards(between):
    s = Scene(draw(street="draw", live=[3, 4, 5]), "draw_high").add("draw", seat=3, count=2)
    if between == "burn":
        s.card("burn")
    elif between == "card":
        s.card("seat:3")
    elif between == "other":
        s.add("draw", seat=4, count=1)
    hand = s.add("draw", seat=3, count=1).hand("rrop-6")
    late = between != "nothing"
    assert bool(hand.ruled("draw.change_too_late")) == late
    assert bool(hand.ruled("draw.change_allowed")) != late


SEVEN = ["7d", "5c", "4h", "3s", "2c"]
EIGHT = ["8d", "5c", "4h", "3s", "2c"]
NINE = ["9d", "5h", "4c", "3d", "2s"]


@pytest.mark.parametrize(("mine", "ruled"), [(SEVEN, True), (EIGHT, False)])
def test_who_checks_a_seven_wins_nothing_after_the_draw(mine, ruled):
    for game in ("a5_lowball", "27_lowball"):
        s = Scene(draw(street="after_draw", live=[1, 2], pot=100), game)
        s.act(1, "check").act(2, "bet", 40).act(1, "call", 40)
        table(table(s.add("showdown", seats=[1, 2]), 1, *mine), 2, *NINE)
        hand = s.hand("rrop-6")
        got = hand.ruled("draw.sevens_won")
        assert bool(got) == (ruled and game == "a5_lowball")
        assert got is None or (got["seat"], got["amount"]) == (1, 100)
        assert s.hand("tda-2011").ruled("draw.sevens_won") is None


@pytest.mark.parametrize("stack", [19, 20, 21])
def test_a_seven_that_only_calls_less_than_half_a_bet(stack):
    table_ = draw(street="after_draw", live=[1, 2, 3], stacks={"1": stack}, pot=100)
    s = Scene(table_, "a5_lowball")
    s.act(1, "all_in", stack).act(2, "call", stack).act(3, "call", stack)
    s.add("showdown", seats=[1, 2, 3])
    table(table(table(s, 1, *NINE), 2, *SEVEN), 3, *EIGHT)
    got = s.hand("rrop-6").ruled("draw.sevens_short_all_in")
    assert bool(got) == (stack < 20)
    assert got is None or got["remedy_steps"] == ["return_wager_to_seat_3"]


# -- stud -----------------------------------------------------------------------------------------

DOORS = [("2c", "2d", "2h"), ("2d", "2c", "3c"), ("Ah", "Kd", "Kc"), ("3c", "2s", "2h")]


@pytest.mark.parametrize("doors", DOORS)
def test_the_lowest_card_by_suit_brings_it_in(doors):
    rank = {"2": 2, "3": 3, "K": 13, "A": 14}
    keys = [(rank[c[0]], "cdhs".index(c[1])) for c in doors]
    for fmt in ("cash", "tournament"):
        table_ = stud("third", live=[1, 2, 3], seats=[1, 2, 3], format=fmt,
                      upcards={str(n + 1): [c] for n, c in enumerate(doors)})  # fmt: skip
        for book in BOOKS:
            assert play(book, table_, [], "stud7").turn == keys.index(min(keys)) + 1
            low = [(1 if r == 14 else r, s) for r, s in keys]
            assert play(book, table_, [], "razz").turn == low.index(max(low)) + 1


def test_the_best_board_opens_and_a_tie_goes_left_of_the_dealer():
    ups = {"1": ["9c", "9d"], "2": ["Ah", "Kd"], "3": ["9h", "9s"]}
    table_ = stud("fourth", live=[1, 2, 3], seats=[1, 2, 3], upcards=ups)
    assert play("rrop-6", table_, [], "stud7").turn == 1
    assert play("rrop-6", table_, [], "razz").turn == 2
    ups = {"1": ["9c", "8d"], "2": ["9h", "8s"], "3": ["7h", "7s"]}
    assert play("rrop-6", stud("fourth", live=[1, 2, 3], seats=[1, 2, 3], upcards=ups), [],
                "stud7").turn == 3  # fmt: skip


# -- wagers taken back ----------------------------------------------------------------------------


@pytest.mark.parametrize("taken", [1, 499, 500])
def test_a_wager_stands_whatever_part_of_it_is_taken_back(taken):
    for book in BOOKS:
        chips = (500 - taken, taken) if taken < 500 else (500,)
        hand = play(book, setup(live=(3, 4, 5)), [put(3, *chips), back(3, taken)])
        r = hand.ruled("wager.bet_pulled_back")
        assert r and (r["seat"], r["amount"]) == (3, 500), book
        assert (hand.bet(3), hand.turn) == (500, 4)


@pytest.mark.parametrize("percent", [79, 80, 81])
def test_a_call_of_four_fifths_is_no_gross_misunderstanding(percent):
    table_ = setup("river", stacks={"3": 10000, "4": 60000})
    count = {"what": "announce", "kind": "stack_count", "seat": 3, "amount": percent * 100}
    events = [act(3, "all_in", 10000), count, put(4, percent * 100)]
    hand = play("rrop-6", table_, events)
    assert bool(hand.ruled("request.misheard_gross")) == (percent < 80)
    for book in ("tda-2011", "ipr-2018", "ipr-web", "stg-2011"):
        assert play(book, table_, events).ruled("request.misheard_gross") is None


def test_nobody_else_is_asked_for_a_wager_that_is_not_theirs():
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), [act(3, "bet", 500), ask(4, "count_pot")])
        assert (hand.turn, hand.bet(4)) == (4, 0)
        assert shares.total([(500, {3: 500}), (100, {3: 50, 4: 50})]) == {3: 550, 4: 50}


@pytest.mark.parametrize("keyed", [699, 700, 701, 899, 900])
def test_an_award_counts_the_uncalled_bet_only_where_it_was_keyed_with_the_pot(keyed):
    table_ = setup("river", (3, 4), pot=100, stacks={"3": 1000, "4": 300})
    events = [act(3, "bet", 500), act(4, "all_in", 300),
              {"what": "showdown", "seats": [3, 4], "high": [3]},
              {"what": "pot_awarded", "seats": [3], "amount": keyed}]  # fmt: skip
    hand = play("tda-2011", table_, events)
    assert hand.uncalled == (3, 200) and hand.pot_total() == 700
    assert hand.awarded == {3: 700 if keyed == 900 else keyed}
    assert (hand.phase == "over") == (keyed >= 700)


def test_cards_turned_up_one_by_one_are_the_cards_that_lay_there():
    s = Scene(ring([2, 3])).start().deal(rounds=2)
    s.act(3, "call", 200).act(2, "check").burn().board(*BOARD[:3]).act(2, "check").act(3, "check")
    s.burn().board(BOARD[3]).act(2, "check").act(3, "check")
    s.burn().board(BOARD[4]).act(2, "check").act(3, "check")
    s.add("showdown", seats=[2, 3])
    hand = table(table(s, 3, "Ks"), 3, "Kh").hand("tda-2011")
    assert hand.held(3) == ["Ks", "Kh"]
    assert len(hand.held(2)) == 2
