"""What a seat has to call, may raise to and owes: by numbers alone, at each edge."""

from types import SimpleNamespace as Of

import pytest

from shared_rules.hand.betting import limits, spots
from shared_rules.hand.start import forced, posting
from shared_rules.hand.state import ENOUGH
from tests.rulings.ruling_scene import Book, Scene, ring
from tests.rulings.spots import act, play, setup

BOARD = ["Kd", "8s", "3c"]


def hand(**fields):
    """Numbers of a hand between seats 1, 2 and 3 on the flop of a no-limit game."""
    game = Of(family="flop", name="nlhe", streets=[1, 2, 3, 4], index=lambda _: 1)
    game.street = lambda _: Of(big=False)
    h = Of(
        game=game, street="flop", betting="no_limit", format="cash", setup={}, book=Book(),
        live=[1, 2, 3], all_in=[], bets={}, stacks={1: 1000, 2: 1000, 3: 1000}, high=0, base=0,
        step=0, small_bet=100, big_bet=200, bb=100, bb_seat=2, blinds=True, acted={}, wagers=0,
        cap=None, cap_reached=False, upcards={}, straddles={},
    )  # fmt: skip
    for name, value in fields.items():
        setattr(h, name, value)
    h.bet = lambda seat: h.bets.get(seat, 0)
    return h


@pytest.mark.parametrize(("high", "bet", "stack", "call"), [
    (0, 0, 1000, 0), (300, 0, 1000, 300), (300, 100, 1000, 200), (300, 300, 1000, 0),
    (300, 400, 1000, 0), (300, 100, 200, 200), (300, 100, 199, 199), (300, 100, 0, 0),
    (300, 100, None, 200),
])  # fmt: skip
def test_a_call_is_what_is_missing_up_to_the_stack(high, bet, stack, call):
    stacks = {} if stack is None else {1: stack}
    h = hand(high=high, bets={1: bet}, stacks=stacks)
    assert limits.to_call(h, 1) == call
    assert limits.all_in_to(h, 1) == bet + (ENOUGH if stack is None else stack)


@pytest.mark.parametrize(("stack", "bet", "may"), [
    (0, 0, False), (300, 0, False), (301, 0, True), (200, 100, False), (201, 100, True),
    (ENOUGH, 0, True),
])  # fmt: skip
def test_who_has_no_chips_beyond_the_call_may_not_raise(stack, bet, may):
    h = hand(high=300, bets={1: bet, 2: 300}, stacks={1: stack, 2: 1000, 3: 1000})
    assert limits.may_raise(h, 1) == may
    h.high, h.bets = 0, {}
    assert limits.may_raise(h, 1) == (stack > 0)


@pytest.mark.parametrize(("stacks", "bets", "all_in", "may"), [
    ({1: 900, 2: 0, 3: 0}, {2: 300, 3: 100}, [2], False),
    ({1: 900, 2: 1, 3: 0}, {2: 300}, [], True), ({1: 900, 2: 0, 3: 300}, {2: 300}, [2], False),
    ({1: 900, 2: 0, 3: 301}, {2: 300}, [2], True),
    ({1: 900, 2: 0, 3: 201}, {2: 300, 3: 100}, [2], True),
    ({1: 900, 2: 0, 3: 200}, {2: 300, 3: 100}, [2], False),
    ({1: 900, 2: 0, 3: 500}, {2: 300}, [2, 3], False), ({1: 900, 2: 0}, {2: 300}, [2], True),
])  # fmt: skip
def test_nobody_raises_who_has_no_rival_to_match_more(stacks, bets, all_in, may):
    assert limits.may_raise(hand(high=300, stacks=stacks, bets=bets, all_in=all_in), 1) == may


@pytest.mark.parametrize(("enough", "reach"), [
    (limits.NO_LIMIT, 500), (500, 500), (400, 400), (401, 500),
])  # fmt: skip
def test_rivals_reach_as_far_as_the_richest_or_as_far_as_is_asked(enough, reach):
    h = hand(stacks={1: 9000, 2: 300, 3: 500}, bets={2: 100})
    assert limits.rivals_reach(h, 1, enough) == reach
    h.live = [1]
    assert limits.rivals_reach(h, 1) == 0


@pytest.mark.parametrize(("betting", "more", "wagers", "adds", "again"), [
    ("no_limit", 100, 1, True, True), ("no_limit", 99, 1, True, False),
    ("no_limit", 100, 1, False, False), ("no_limit", 0, 2, False, True),
    ("limit", 50, 1, True, True), ("limit", 49, 1, True, False), ("limit", 50, 1, False, False),
])  # fmt: skip
def test_short_all_ins_reopen_the_betting_together(betting, more, wagers, adds, again):
    h = hand(betting=betting, high=200 + more, acted={1: (200, 1)}, wagers=wagers, step=100)
    h.book = Book(wager__short_allins_add_up=adds)
    assert limits.reopened(h, 1) == again and limits.reopened(h, 2)
    h.stacks = {1: 9000, 2: 9000, 3: 9000}
    assert limits.may_raise(h, 1) == again


@pytest.mark.parametrize(("high", "step", "least"), [
    (0, 0, 100), (0, 300, 100), (200, 100, 300), (200, 99, 300), (200, 101, 301), (500, 300, 800),
])  # fmt: skip
def test_the_least_raise_is_the_last_one_or_the_least_bet(high, step, least):
    h = hand(high=high, step=step)
    assert limits.min_raise_to(h) == least
    assert limits.raise_size(h) == (max(step, 100))


@pytest.mark.parametrize(("bets", "index", "said", "short"), [
    (60, 0, True, 40), (100, 0, True, 0), (101, 0, True, 0), (60, 1, True, 0), (60, 0, False, 0),
])  # fmt: skip
def test_a_short_big_blind_counts_in_full_for_the_pot(bets, index, said, short):
    h = hand(bets={2: bets}, all_in=[2], book=Book(wager__pot_short_blind_ignored=said))
    h.game.index = lambda _: index
    assert limits.short_blind(h, 3) == short
    h.all_in = [1]
    assert limits.short_blind(h, 3) == 0


@pytest.mark.parametrize(("fields", "cap"), [
    ({"cap": 4}, 4), ({"cap": 4, "setup": {"cap_counts_blind": False}}, 4),
    ({"cap": 4, "setup": {"cap_counts_blind": False}, "index": 0}, 5),
    ({"cap": 4, "setup": {"cap_counts_blind": True}, "index": 0}, 4),
    ({"cap": 4, "setup": {"cap_counts_blind": False}, "index": 0, "blinds": False}, 4),
    ({}, None), ({"said": {"wager__cap_raises_three_rounds": 3}}, 4),
    ({"said": {"wager__cap_raises_three_rounds": 3}, "live": [1, 2]}, 4),
    ({"said": {"wager__cap_raises_three_rounds": 3, "wager__cap_heads_up_cash": False},
      "live": [1, 2]}, None),
    ({"said": {"wager__cap_raises_three_rounds": 3, "wager__cap_heads_up_cash": False}}, 4),
    ({"said": {"wager__cap_raises_three_rounds": 3, "wager__cap_heads_up_cash": False},
      "live": [1, 2], "format": "tournament"}, 4),
    ({"said": {"wager__cap_raises_three_rounds": 3, "wager__cap_ends_at_two_left": True},
      "live": [1, 2], "setup": {"players_left_in_event": 2}}, None),
    ({"said": {"wager__cap_raises_three_rounds": 3, "wager__cap_ends_at_two_left": True},
      "live": [1, 2], "setup": {"players_left_in_event": 3}}, 4),
    ({"said": {"wager__cap_raises_three_rounds": 3, "wager__cap_raises_two_rounds": 4}}, 4),
    ({"said": {"wager__cap_raises_three_rounds": 3, "wager__cap_raises_two_rounds": 4},
      "streets": [1, 2]}, 5),
    ({"said": {"wager__cap_raises_three_rounds": 3, "wager__cap_raises_two_rounds": 4},
      "streets": [1, 2, 3]}, 4),
])  # fmt: skip
def test_a_limit_street_allows_so_many_wagers(fields, cap):
    h = hand(betting="limit")
    for name, value in fields.items():
        if name == "said":
            h.book = Book(**value)
        elif name == "index":
            h.game.index = lambda _, i=value: i
        elif name == "streets":
            h.game.streets = value
        else:
            setattr(h, name, value)
    assert limits.wager_cap(h) == cap
    for wagers in range(7):
        h.wagers = wagers
        assert limits.capped(h) == (cap is not None and wagers >= cap)
    h.betting = "no_limit"
    assert not limits.capped(h)


@pytest.mark.parametrize(("live", "all_in", "skips", "two"), [
    ([1, 2], [], False, True), ([1, 2, 3], [], True, False), ([1, 2, 3], [3], True, True),
    ([1, 2, 3], [3], False, False), ([1, 2, 3], [2, 3], True, False), ([1, 2], [1], False, True),
])  # fmt: skip
def test_two_are_heads_up_the_all_in_left_out_where_the_book_says_so(live, all_in, skips, two):
    h = hand(live=live, all_in=all_in, book=Book(wager__cap_skips_all_in=skips))
    assert limits.heads_up(h) == two


@pytest.mark.parametrize(("cap", "house", "left", "says"), [
    (None, True, None, True), (4, True, None, False), (None, False, None, False),
    (None, True, 2, False), (None, True, 3, True), (None, True, 1, True),
])  # fmt: skip
def test_the_house_sets_the_number_of_raises_where_nobody_else_has(cap, house, left, says):
    table = {} if left is None else {"players_left_in_event": left}
    h = hand(cap=cap, setup=table, book=Book(wager__cap_house=house))
    assert limits.house_cap(h) == says


@pytest.mark.parametrize(("index", "ups", "pair"), [
    (1, ["2c", "2d"], True), (1, ["2c", "3d"], False), (0, ["2c", "2d"], False),
    (2, ["2c", "2d"], False), (1, ["#1", "#1"], False), (1, ["2c"], False),
])  # fmt: skip
def test_a_pair_shows_on_fourth_street_of_stud_only(index, ups, pair):
    h = hand(upcards={2: ups})
    h.game.family, h.game.index = "stud", lambda _: index
    h.upcards = {2: [u if u[0] != "#" else "#10" for u in ups]}
    assert limits.showing_pair(h) == pair
    h.live = [1, 3]
    assert not limits.showing_pair(h)
    h.game.family, h.live = "flop", [1, 2, 3]
    assert not limits.showing_pair(h)


# -- what the acts of a street say ----------------------------------------------------------------


def past(acts, table=None, game="nlhe", preflop=False):
    """What the accepted acts say of wagers and of a short all-in."""
    table = table or setup("flop", (3, 4, 5), board=BOARD)
    h = play("rrop-6", table, acts, game)
    found = spots.Past(h, Of(preflop=preflop, step=200))
    return found.wagers, found.short


def stacked(**stacks):
    """A flop of three with stacks, seat names with an s before them."""
    rows = {name[1:]: chips for name, chips in stacks.items()}
    return setup("flop", (3, 4, 5), board=BOARD, stacks=rows)


@pytest.mark.parametrize(("acts", "want"), [
    ([], (0, 0)), ([act(3, "check")], (0, 0)), ([act(3, "bet", 300)], (1, 0)),
    ([act(3, "bet", 300), act(4, "call", 300)], (1, 0)),
    ([act(3, "bet", 300), act(4, "raise", 600)], (2, 0)),
    ([act(3, "bet", 300), act(4, "raise", 700), act(5, "raise", 1100)], (3, 0)),
])  # fmt: skip
def test_bets_and_raises_of_a_street_are_counted(acts, want):
    assert past(acts) == want


@pytest.mark.parametrize(("stack", "short"), [(599, 299), (600, 0), (601, 0), (301, 1), (300, 0)])
def test_an_all_in_of_less_than_a_raise_is_short(stack, short):
    acts = [act(3, "bet", 300), act(4, "all_in", stack)]
    assert past(acts, stacked(s3=5000, s4=stack, s5=5000))[1] == short


def test_a_full_raise_after_a_short_one_makes_the_highest_total_again():
    acts = [act(3, "bet", 300), act(4, "all_in", 500), act(5, "raise", 800)]
    assert past(acts, stacked(s3=5000, s4=500, s5=5000))[1] == 0


# -- what is due before the first card ------------------------------------------------------------

FOUR = [1, 2, 3, 4]


@pytest.mark.parametrize(("more", "seat", "owed"), [
    ({}, 1, [("sb", 100)]), ({}, 2, [("bb", 200)]), ({}, 3, []), ({"sb": 0}, 1, []),
    ({"ante": 25}, 1, [("ante", 25), ("sb", 100)]), ({"ante": 25}, 3, [("ante", 25)]),
    ({"ante": 25, "dealt_in": [1, 2, 4]}, 3, []),
    ({"ante": 25, "ante_type": "big_blind_ante"}, 2, [("bb_ante", 25), ("bb", 200)]),
    ({"ante": 25, "ante_type": "big_blind_ante"}, 3, []),
    ({"ante": 25, "ante_type": "button_ante"}, 4, [("button_ante", 25)]),
    ({"ante": 25, "ante_type": "button_ante"}, 2, [("bb", 200)]),
    ({"antes": {"3": 10}}, 3, [("ante", 10)]), ({"antes": {"3": 10}}, 4, []),
    ({"antes": {"3": 10}, "ante": 25}, 4, []),
    ({"straddles": {"3": 400}}, 3, [("straddle", 400)]), ({"straddles": {"3": 400}}, 4, []),
    ({"posts": {"4": 200}}, 4, [("entry", 200)]), ({"posts": {"4": 200}}, 3, []),
    ({"posts": {"2": 50}}, 2, [("bb", 200), ("entry", 50)]),
])  # fmt: skip
def test_a_seat_owes_antes_first_and_then_its_blind(more, seat, owed):
    h = Scene(ring(FOUR, **more)).add("riffle", 0).hand("rrop-6")
    assert posting.dues(h, seat) == owed
    h.posted[seat] = list(owed[:1])
    assert posting.dues(h, seat) == owed[1:]
    h.posted[seat] = []
    h.pending["entry"] = {3: (200, 100), 4: (200, 0), 1: (0, 100)}
    entry = {
        3: [("dead_blind", 100), ("entry", 200)],
        4: [("entry", 200)],
        1: [("dead_blind", 100)],
    }
    assert posting.dues(h, seat) == owed + entry.get(seat, [])


@pytest.mark.parametrize(("players", "table", "due"), [
    (9, 9, "bb"), (3, 9, "sb"), (2, 9, 0), (9, None, "bb"), (4, 6, None), (9, 10, None),
])  # fmt: skip
def test_a_button_ante_is_due_by_the_rows_of_the_book(players, table, due):
    rows = ((6, 3, "sb"), (9, 7, "bb"), (9, 3, "sb"))
    more = {} if table is None else {"table_max": table}
    h = hand(seats=list(range(1, players + 1)), button=1, bb=200, sb=100, setup=more)
    h.book = Book(wager__button_ante_sizes=rows)
    want = {"bb": 200, "sb": 100, 0: 0, None: 100 if table == 6 else 0}[due]
    assert forced.button_ante_due(h) == want
    h.button = 99
    assert forced.button_ante_due(h) == 0
    h.book = Book()
    assert forced.button_ante_due(h) is None


def test_the_rows_of_a_button_ante_hold_from_their_fewest_players_on():
    rows = ((6, 5, "bb"), (6, 3, "sb"))
    for players, due in ((6, 200), (5, 200), (4, 100), (3, 100)):
        h = hand(seats=list(range(1, players + 1)), button=1, bb=200, sb=100)
        h.setup, h.book = {"table_max": 6}, Book(wager__button_ante_sizes=rows)
        assert forced.button_ante_due(h) == due


@pytest.mark.parametrize(("blind", "left", "all_in", "short"), [
    (200, 199, False, (1, 0)), (200, 200, False, None), (200, 201, False, None),
    (200, 0, False, (200, 0)), (150, 0, False, (150, 50)), (150, 50, False, (150, 0)),
    (150, 49, False, (150, 1)), (0, 100, False, None), (200, None, False, None),
    (200, None, True, (100, 0)),
])  # fmt: skip
def test_an_ante_that_goes_first_takes_from_the_blind_what_it_lacks(blind, left, all_in, short):
    h = Of(posted={2: [("bb", blind)]} if blind else {}, stacks={} if left is None else {2: left})
    event = {"seats": [2], "all_in": all_in, "amount": 100}
    assert forced._short_of_both(h, event, 200) == short


@pytest.mark.parametrize(("event", "fields", "whole"), [
    ({}, {}, True), ({"kind": "sb"}, {}, False), ({"seats": [3]}, {}, False),
    ({"seats": [2, 3]}, {}, False), ({}, {"ante_type": "each"}, False),
    ({}, {"book": False}, False),
    ({}, {"antes": {2: 5}}, False), ({}, {"ante": 0}, False), ({}, {"put": 200}, False),
    ({}, {"stack": 201}, False), ({}, {"stack": 199}, True), ({}, {"stack": None}, False),
])  # fmt: skip
def test_a_blind_takes_the_whole_stack_that_owes_the_ante_first(event, fields, whole):
    h = hand(bb_seat=2, ante=200, antes=fields.get("antes", {}))
    h.ante, h.ante_type = fields.get("ante", 200), fields.get("ante_type", "big_blind_ante")
    h.book = Book(wager__big_blind_ante=fields.get("book", True))
    h.posted = {2: [("bb_ante", fields["put"])]} if "put" in fields else {}
    stack = fields.get("stack", 200)
    h.stacks = {} if stack is None else {2: stack}
    assert forced._whole_stack(h, {"kind": "bb", "seats": [2], "amount": 200, **event}) == whole


@pytest.mark.parametrize(("event", "fields", "key"), [
    ({}, {}, "wager.straddle_ok"), ({"amount": 199}, {}, "wager.straddle_wrong"),
    ({"amount": 201}, {}, "wager.straddle_wrong"), ({"seats": [1]}, {}, "wager.straddle_wrong"),
    ({}, {"betting": "limit"}, "wager.straddle_limit"),
    ({}, {"format": "tournament"}, "wager.straddle_tournament"),
    ({}, {"straddles": {3: 200}}, None),
    ({}, {"straddles": {3: 400}}, "wager.straddle_ok"), ({}, {"dealt_in": []}, "wager.straddle_ok"),
    ({}, {"dealt_in": [1, 2]}, "wager.straddle_wrong"),
])  # fmt: skip
def test_a_straddle_nobody_announced_is_two_big_blinds_of_the_next_seat(
    monkeypatch, event, fields, key
):
    posted, told = [], []
    monkeypatch.setattr(forced.posting, "post", lambda *args: posted.append(args[1:]))
    h = hand(
        straddles={},
        dealt_in=[1, 2, 3],
        seats=[1, 2, 3],
        front={},
        actions=[],
        **{k: v for k, v in fields.items() if k not in ("straddles", "dealt_in")},
    )
    for name in ("straddles", "dealt_in"):
        if name in fields:
            setattr(h, name, dict(fields[name]) if name == "straddles" else fields[name])
    h.after = lambda place, seats: sorted(seats, key=lambda s: (s - place - 1) % 10)
    h.rule = lambda k, **how: told.append((k, how["irregular"]))
    h.book.outcome = lambda _: Of(ruling="straddle_not_allowed")
    h.phase = "setup"
    out = forced._straddle(h, {"seats": [3], "amount": 200, **event})
    if key is None:
        assert (told, posted, out) == ([], [], None)
        return
    ok = key == "wager.straddle_ok"
    assert told == [(key, not ok)] and out is True
    assert posted == ([(3, "straddle", 200, False)] if ok else [])
    assert h.front == ({3: 200} if ok else {})


@pytest.mark.parametrize(("chips", "posted", "fields", "wrong"), [
    ([25, 25], 25, {}, True), ([25, 1], 25, {}, True), ([50], 25, {}, False),
    ([20, 5], 25, {}, False),
    ([20, 4], 25, {}, False), ([25, 25], 0, {}, False), ([25, 25], 25, {"off_deck": 1}, False),
    ([25, 25], 25, {"antes": {3: 25}}, False), ([25, 25], 25, {"front": {3: 1}}, False),
])  # fmt: skip
def test_an_ante_of_several_chips_taken_back_was_wrong_where_it_was_too_large(
    chips, posted, fields, wrong
):
    told = []
    h = hand(posted={3: [("ante", posted)]} if posted else {}, off_deck=0, antes={}, front={})
    for name, value in fields.items():
        setattr(h, name, value)
    h.rule = lambda key, seat, amount: told.append((key, seat, amount))
    forced.on_back(h, {"from": "line:3", "to": "seat:3", "chips": chips})
    assert told == ([("wager.ante_wrong", 3, 25)] if wrong else [])


@pytest.mark.parametrize(("posts", "paid", "all_in", "key"), [
    ([("bb_ante", 90)], 0, True, "wager.bb_ante_all_in"),
    ([("button_ante", 90)], 0, True, "wager.button_ante_all_in"), ([("ante", 90)], 0, True, None),
    ([("bb_ante", 90), ("bb", 10)], 0, True, None), ([("bb_ante", 90)], 10, True, None),
    ([("bb_ante", 90)], 0, False, None), ([], 0, True, None),
])  # fmt: skip
def test_who_put_in_nothing_but_the_ante_wins_the_antes(posts, paid, all_in, key):
    told = []
    h = hand(posted={2: posts}, paid={2: paid}, all_in=[2] if all_in else [])
    h.rule = lambda k, seat, amount: told.append((k, seat, amount))
    forced.on_showdown(h, {"high": [2]})
    forced.on_showdown(h, {})
    assert told == ([(key, 2, 90)] if key else [])


@pytest.mark.parametrize(("lone", "owes", "loose", "wrong"), [
    (0, False, 1, True), (0, False, 0, False), (0, True, 1, False),  # several chips came last
    (5, False, 4, False), (5, False, 5, True), (5, False, 6, True), (5, True, 5, False),
])  # fmt: skip
def test_more_than_blind_and_ante_before_the_first_card_is_too_large_an_ante(
    monkeypatch, lone, owes, loose, wrong
):
    told = []
    monkeypatch.setattr(forced.posting, "dues", lambda *_: [("bb", 5)] if owes else [])
    monkeypatch.setattr(forced.posting, "loose", lambda *_: loose)
    h = hand(bb_seat=2, pending={"ante_over": lone}, ante=25)
    h.rule = lambda k, seat, amount: told.append((k, seat, amount))
    forced.on_over(h, {})
    assert told == ([("wager.ante_wrong", 2, 25)] if wrong else []) and h.pending == {}


@pytest.mark.parametrize(("loose", "others", "parts", "told"), [
    ([24, 25], 1, [{3: 0}, {}], True), ([24, 25], 0, [{3: 0}, {}], False), ([25], 0, [{}], False),
    ([0, 25], 1, [None, {}], False), ([1, 25], 1, [{3: 0}, {}], True),
    ([24, 26], 1, [{3: 0}, {}], False),
    ([10, 20, 25], 1, [{3: 0}, {3: 0}, {}], True),
])  # fmt: skip
def test_a_part_of_an_ante_is_remembered_until_it_is_made_whole(
    monkeypatch, loose, others, parts, told
):
    """Others put out theirs after the first part of seat 3's."""
    ruled, now = [], [0]
    monkeypatch.setattr(forced.posting, "dues", lambda *_: [("ante", 25), ("bb", 99)])
    monkeypatch.setattr(forced.posting, "loose", lambda *_: now[0])
    h = hand(ante=25, antes={}, posted={}, pending={}, ante_type="each", stack=lambda _: 1000)
    h.rule = lambda key, seat, amount: ruled.append((key, seat, amount))
    for amount, kept in zip(loose, parts, strict=True):
        now[0] = amount
        forced.on_chips(h, {"by": "player", "seat": 3, "chips": [amount]})
        assert h.pending.get("ante_part") in (kept, kept or None)
        h.posted = {seat: [("ante", 25)] for seat in range(4, 4 + others)}
    assert ruled == ([("wager.ante_wrong", 3, 25)] if told else [])
