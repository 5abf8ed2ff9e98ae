"""Acts of a hand taken up midway, cards of a faultless deal, what time and stack decide."""

from types import SimpleNamespace as Of

import pytest

from shared_rules.hand.betting import folding, motions, requests, taking_up
from shared_rules.hand.cards import dealing
from shared_rules.hand.showdown import killed_pots


def table(live=(1, 2, 3, 4), all_in=(), stacks=None, high=0):
    """What is known of a hand whose bets are taken up: all have chips behind but who is all-in."""
    hand = Of(live=list(live), all_in=list(all_in), high=high, bet=lambda _: 0)
    hand.stacks = stacks or {}
    hand.after = lambda place, seats: sorted(seats, key=lambda s: (s - place - 1) % 10)
    return hand


@pytest.mark.parametrize(("top", "all_in", "live", "start", "head"), [
    ([2], [], (1, 2, 3, 4), 4, 2), ([2, 3], [], (1, 2, 3, 4), 4, 2),
    ([1, 4], [], (1, 2, 3, 4), 2, 4),
    ([1, 3], [2], (1, 2, 3, 4), 4, 1), ([1, 3], [2], (1, 2, 3, 4), 2, 1),
    ([1, 3], [], (1, 2, 3, 4), 2, 3), ([2, 4], [3], (2, 3, 4), 2, 4),
    ([1, 2, 3], [], (1, 2, 3), 1, 2),
    ([3], [3], (1, 3), 1, 3), ([2, 3], [1, 4], (1, 2, 3, 4), 2, 3),
])  # fmt: skip
def test_the_first_of_a_row_with_the_highest_total_made_it(top, all_in, live, start, head):
    """Who is all-in for less stands in no row."""
    assert taking_up._head(table(live, all_in), top, start) == head


@pytest.mark.parametrize(("totals", "order"), [
    ({1: 200, 2: 200, 3: 400}, [1, 2, 3]), ({1: 400, 2: 200, 3: 200}, [2, 3, 1]),
    ({1: 200, 2: 400, 3: 400}, [1, 2, 3]), ({1: 400, 2: 400, 3: 200}, [3, 1, 2]), ({}, []),
    ({1: 400, 2: 200, 3: 400}, [2, 3, 1]), ({1: 200, 2: 200, 3: 200}, [1, 2, 3]),
    ({1: 300, 2: 200, 3: 400}, [2, 1, 3]),
])  # fmt: skip
def test_bets_that_lie_there_were_made_from_the_lower_to_the_higher(totals, order):
    assert taking_up._order(table((1, 2, 3)), totals, 9) == order


def test_where_nobody_raised_all_called_in_their_order():
    assert taking_up._order(table((1, 2, 3), high=200), {1: 200, 3: 200, 2: 200}, 2) == [3, 1, 2]


@pytest.mark.parametrize(("seats", "stacks", "one"), [
    ([1, 2, 3], {}, True), ([2, 1, 3], {}, False), ([2, 1, 3], {1: 100}, True),
    ([2, 1, 3], {1: 101}, False), ([3, 2], {}, False), ([3, 2], {2: 200}, True), ([], {}, True),
])  # fmt: skip
def test_in_one_round_only_an_all_in_stays_below(seats, stacks, one):
    left = {1: 100, 2: 200, 3: 300}
    assert taking_up._one_round(table(stacks=stacks), seats, left) == one


@pytest.mark.parametrize(("live", "all_in", "left", "stacks", "round_"), [
    ((1, 2, 3, 4), (), {2: 400, 3: 400}, {}, [2, 3]), ((1, 2, 3, 4), (), {2: 400}, {}, [2]),
    ((1, 2, 3, 4), (3,), {2: 400, 3: 150, 4: 400}, {3: 150}, [2, 3, 4]),
    ((1, 2, 3, 4), (), {2: 400, 3: 150, 4: 400}, {3: 151}, [2]),
    ((1, 2, 4), (), {2: 400, 3: 150, 4: 400}, {}, [2, 4]),  # 3 has folded
    ((1, 2, 3, 4), (3,), {2: 400, 4: 400}, {}, [2, 4]), ((1, 2, 3, 4),
    (), {2: 400, 1: 400}, {}, [2]),
])  # fmt: skip
def test_the_last_round_goes_up_to_the_seat_to_act(live, all_in, left, stacks, round_):
    top = [s for s in left if left[s] == 400]
    assert taking_up._round(table(live, all_in, stacks), 2, top, left) == round_


# -- a faultless deal -----------------------------------------------------------------------------


@pytest.mark.parametrize(("event", "fields", "record", "goes_on"), [
    ({}, {}, {}, True), ({"face": "up"}, {}, {}, False), ({"to": "seat:3"}, {}, {}, False),
    ({"to": "burn"}, {}, {}, False), ({"cards": ["JK"]}, {}, {}, False),
    ({"cards": ["#1", "#2"]}, {}, {}, False), ({"boxed": True}, {}, {}, False),
    ({}, {"pending": {"puck": 4}}, {}, False), ({}, {"button": 3}, {}, False),
    ({}, {"opened": True}, {}, False), ({}, {"presence": {1: "away"}}, {}, False),
    ({}, {}, {"counts": {1: 2}}, False), ({}, {"phase": "betting"}, {}, True),
    ({}, {"phase": "betting", "family": "stud"}, {}, False), ({}, {"phase": "closed"}, {}, False),
    ({}, {"phase": "setup"}, {}, False), ({"to": "seat:1"}, {}, {"n": 3}, True),
    ({"to": "seat:1"}, {}, {"n": 7}, True), ({}, {}, {"n": 8}, False), ({}, {}, {"n": 4}, True),
    ({"to": "seat:4"}, {}, {"n": 2}, True),
])  # fmt: skip
def test_a_card_that_a_faultless_deal_goes_on_with_is_only_noted(event, fields, record, goes_on):
    """Four hands of two cards, from seat 2 on."""
    fields = dict(fields)
    game = Of(family=fields.pop("family", "flop"))
    hand = Of(game=game, phase="deal", opened=False, presence={}, pending={}, button=4, n=77)
    for name, value in fields.items():
        setattr(hand, name, value)
    n = record.get("n", 0)
    cards = [["x"] * 8 for _ in range(n)]
    d = {"due": (4, [2, 3, 4, 1], 8), "cards": cards, "counts": record.get("counts", {})}
    ev = {"to": "seat:2", "face": "down", "cards": ["#9"], "from": "stub", **event}
    assert dealing._next(hand, d, ev) == goes_on
    assert len(cards) == n + goes_on
    if goes_on:
        assert cards[-1] == [int(ev["to"][5:]), "#9", n + 1, 77, False, False, False, False]
        cards.pop()
        assert dealing._next(hand, d, dict(ev, nth=40)) and cards[-1][2] == 40


@pytest.mark.parametrize(("token", "seat", "boxed", "same", "row"), [
    ("#4", None, False, True, 3), ("#5", None, False, False, None), ("#4", 2, False, False, 2),
    ("#4", None, True, False, None),
])  # fmt: skip
def test_a_card_seen_at_the_mouth_goes_on_to_its_seat(token, seat, boxed, same, row):
    cards = [[seat, "#4", 1, 7, False, True, False, boxed]]
    assert dealing._known_at_mouth({"cards": cards}, token, 3) == same
    assert cards[0][0] == row and cards[0][5] == (not same)


# -- what the time, the stack and a ruling decide -------------------------------------------------


@pytest.mark.parametrize(("late_ms", "behind", "long_ms", "late"), [
    (10000, None, 10000, True), (9999, None, 10000, False), (10001, None, 10000, True),
    (0, 10000, 10000, True), (0, 9999, 10000, False), (99999, 9999, 10000, False),
    (99999, None, 0, False),
])  # fmt: skip
def test_who_took_so_long_over_an_act_has_considered_it(
    monkeypatch, late_ms, behind, long_ms, late
):
    act = {"t": 1000, "n": 5}
    acts = {1: act, 3: {"t": 0, "n": 4}}
    if behind is not None:
        acts[2] = {"t": 1000 + behind, "n": 6}
    monkeypatch.setattr(requests.acts, "act_of", lambda _, seat: acts[seat])
    hand = Of(book=Of(value=lambda _: long_ms), pending={"acts": acts})
    assert requests._decided_late(hand, act, 1000 + late_ms) == late


@pytest.mark.parametrize(("held", "stack", "key"), [
    (2, 400, None), (2, 399, "kill.look_short"), (2, 401, None), (3, 400, "kill.look_late"),
    (0, 400, None), (2, 0, "kill.look_short"),
])  # fmt: skip
def test_a_kill_after_two_cards_takes_four_times_its_chips(held, stack, key):
    hand = Of(dealt_in=[1, 2], held=lambda seat: ["#"] * (held if seat == 2 else 0))
    hand.stack = lambda _: stack
    assert killed_pots._look(hand, 1, 100) == key


@pytest.mark.parametrize(("rows", "found"), [
    ([(1, "hand_dead")], 0), ([(1, "forced_fold")], 0), ([(2, "hand_dead")], None),
    ([(1, "call")], None), ([], None), ([(1, "hand_dead"), (1, "forced_fold")], 1),
    ([(1, "hand_dead"), (2, "forced_fold"), (1, "call")], 0),
])  # fmt: skip
def test_the_open_ruling_that_took_the_hand_of_a_seat(rows, found):
    open_ = [{"seat": seat, "ruling": ruling} for seat, ruling in rows]
    got = motions.folded_by_ruling(Of(open_incidents=lambda: open_), 1)
    assert got is (None if found is None else open_[found])
    others = [dict(row, situation="wager.x") for row in open_]
    bound = motions._bound(Of(open_incidents=lambda: others), 1)
    assert bound == (1 in [seat for seat, _ in rows])


@pytest.mark.parametrize(("event", "fields", "done"), [
    ({}, {}, ("fold", 2)), ({"by": "dealer"}, {}, ("kill", 2)),
    ({"from": "line:2"}, {}, ("fold", 2)),
    ({"from": "line:2", "by": "dealer"}, {}, ("kill", 2)), ({"into": "board"}, {}, None),
    ({"into": "board", "by": "dealer"}, {}, None), ({"from": "burn"}, {}, None),
    ({}, {"phase": "showdown"}, None), ({}, {"live": [1]}, None),
    ({"from": "muck", "into": "seat:1"}, {}, ("fouled", 1)), ({"into": "seat:1"}, {}, None),
    ({"into": "seat:1", "by": "dealer"}, {}, ("fouled", 1)),
])  # fmt: skip
def test_cards_that_go_among_others_are_folded_killed_or_foul_a_hand(
    monkeypatch, event, fields, done
):
    out = []
    for name in ("kill", "_fold", "fouled"):
        said = name.lstrip("_")
        monkeypatch.setattr(folding, name, lambda _, seat, *a, said=said: out.append((said, seat)))
    hand = Of(phase=fields.get("phase", "betting"), live=fields.get("live", [1, 2]))
    folding.on_zone_merge(hand, {"from": "seat:2", "into": "muck", "by": "player", **event})
    assert out == ([done] if done else [])
