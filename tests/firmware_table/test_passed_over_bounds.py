"""A player passed over: what is waited for, who is asked, and what is put first; both sides."""

import pytest

from firmware.table import absent, once, spoken, untimely
from firmware.table.order import Item, Keyed
from firmware.table.presence import Track
from firmware.table.spots import Arrival
from firmware.table.values import (
    AT_ONCE_MS,
    BEFORE_ACT_MS,
    CARD_UNREAD_MS,
    FOLD_WAIT_MS,
    FORGETS_MS,
    HEAVY_MS,
    KEY_LATE_MS,
    LOOK_PERIOD_MS,
    PARTIAL_MS,
    STREET_APART_MS,
    UNCOLLECTED_MS,
    UNKEYED_TIMES,
)
from firmware.table.ways import Move
from shared_rules.zones import BOARD, MUCK
from tests.firmware_table import rig
from tests.firmware_table.bench import card
from tests.firmware_table.test_turn_bounds import ACT, Act, turn


@pytest.fixture
def quiet(monkeypatch):
    """Nothing is undecided of a player passed over, but what is said."""

    def says(**held):
        asked = []

        def put(name):
            def answer(*_):
                asked.append(name)
                return held.get(name, False)

            monkeypatch.setattr(untimely, name, answer)

        for name in ("unheard", "hand_undecided", "chips_first", "key_may_come", "chips_may_come"):
            put(name)
        return asked

    return says


@pytest.mark.parametrize(("front", "shown", "asked"), [
    ({}, False, True), ({}, True, False), ({1: 100}, True, True), ({1: 100, 3: 100}, True, False),
    ({1: 100, 3: 99}, True, True), ({1: 1}, True, True),
])  # fmt: skip
def test_a_hand_may_have_gone_before_one_is_tabled_where_it_had_a_bet_to_answer(
    quiet, monkeypatch, front, shown, asked
):
    heard = quiet()
    monkeypatch.setattr(untimely, "is_shown", lambda _: shown)
    bench, item, over = turn(1, front=front)
    assert not untimely.waits_for(over, item, 3, ACT)
    assert ("hand_undecided" in heard) == asked


@pytest.mark.parametrize(("owing", "asked"), [([3], True), ([1, 2], False)])
def test_only_who_owes_an_answer_may_have_put_chips_first(quiet, owing, asked):
    heard = quiet()
    bench, item, over = turn(1, owing=owing)
    assert not untimely.waits_for(over, item, 3, ACT)
    assert ("chips_first" in heard) == ("chips_may_come" in heard) == asked
    quiet(chips_first=True)
    assert bool(untimely.waits_for(over, item, 3, ACT)) == asked


@pytest.mark.parametrize(("name", "dwells", "waits"), [
    ("line:3", 5, True), ("seat:3", 5, True), ("line:3", 0, False), ("line:2", 5, False),
    ("board:3", 5, False), ("mouth:3", 5, False),
])  # fmt: skip
def test_the_loops_of_who_was_passed_over_are_waited_for(name, dwells, waits):
    bench, item, over = turn()
    for ant in bench.table.antennas:
        ant.dwells = 0
    ant = bench.ant(name)
    ant.dwells, ant.t = dwells, ACT - 10
    assert untimely.unheard(over, item, 3, ACT) == waits


@pytest.mark.parametrize(("seat", "read_ms", "now_ms", "waits", "looks"), [
    (1, AT_ONCE_MS - 1, 200 + AT_ONCE_MS, True, True), (1, AT_ONCE_MS, 0, False, False),
    (1, AT_ONCE_MS - 1, AT_ONCE_MS - 1, True, False), (1, AT_ONCE_MS - 1, AT_ONCE_MS, True, True),
    (1, AT_ONCE_MS - 1, 201 + AT_ONCE_MS, False, False), (0, -1, 200, True, True),
    (0, 0, 0, False, False), (0, -1, 201, False, False),
])  # fmt: skip
def test_a_seat_is_read_once_more_after_an_act(monkeypatch, seat, read_ms, now_ms, waits, looks):
    bench, item, over = turn(seat)
    ant = bench.ant("seat:3")
    ant.t, ant.period_ms = ACT + read_ms, 100
    said = []
    monkeypatch.setattr(untimely, "look", lambda _, *args: said.append(args))
    monkeypatch.setattr(untimely, "_hand_beside", lambda *_: False)
    assert untimely.hand_undecided(over, item, 3, ACT + now_ms) == waits
    assert said == ([(ant, ACT + now_ms)] if looks else [])
    until = ACT + (AT_ONCE_MS if seat else 0) + 201
    assert not waits or (item.why, item.until, item.upon) == ("loop", until, 3)


@pytest.mark.parametrize(("beside", "then", "waits"), [
    (0, 0, False), (1 << 3, 1 << 3, True), (1 << 2, 1 << 2, False),
])  # fmt: skip
def test_a_hand_once_found_beside_its_loop_is_waited_for_as_such(monkeypatch, beside, then, waits):
    bench, item, over = turn()
    for name in ("partly", "unsteady", "discarded"):
        monkeypatch.setattr(absent, name, lambda *_: False)
    item.beside, item.held = beside, ACT
    assert untimely._hand_beside(over, item, 3, ACT + 1) == waits
    assert item.beside == then
    monkeypatch.setattr(absent, "unsteady", lambda *_: True)
    assert untimely._hand_beside(over, item, 3, ACT + 1)
    assert item.beside == beside | 1 << 3


def put_down(gone_ms=-100, hits=(2, 2), dwells=5, zone="seat:3"):
    """Seat 3 faces a bet when seat 1 acts; its hand was lost by its seat so long before, and each
    of its cards has been read in so many dwells of a loop since."""
    bench, item, over = turn(front={1: 100})
    bench.hand(3, card(6), card(7))
    tags = bench.cards.tags.lying("seat:3")
    for tag, n in zip(tags, hits, strict=True):
        track = Track(tag, bench.ant(zone), ACT)
        track.hits, track.lost = n, dwells - n
        tag.home, tag.tracks = (track, (track,)) if n else (None, ())
    if gone_ms is not None:
        bench.cards.missed_t["seat:3"] = ACT + gone_ms
    item.held = ACT
    return bench, item, over, tags


@pytest.mark.parametrize(("gone_ms", "hits", "dwells", "zone", "aside"), [
    (0, (2, 2), 5, "seat:3", True), (1, (2, 2), 5, "seat:3", False),
    (None, (2, 2), 5, "seat:3", False),
    (-PARTIAL_MS, (2, 2), 5, "seat:3", True), (-PARTIAL_MS - 1, (2, 2), 5, "seat:3", False),
    (0, (5, 5), 11, "seat:3", True), (0, (5, 5), 10, "seat:3", False),
    (0, (5, 5), 10, "line:3", True),  # where it was put down
    (0, (5, 0), 10, "seat:3", False), (0, (0, 0), 10, "seat:3", True),
    (0, (9, 2), 11, "seat:3", False),  # one card lies where it lay: looked at, put back badly
])  # fmt: skip
def test_a_hand_its_seat_only_hears_since_it_had_lost_it_was_put_down(
    gone_ms, hits, dwells, zone, aside
):
    bench, _, _, _ = put_down(gone_ms, hits, dwells, zone)
    assert untimely._put_aside(bench.cards, "seat:3", ACT) == aside


@pytest.mark.parametrize(("gone_ms", "bet", "folded"), [
    (-100, True, True), (100, True, False), (-100, False, False),
])  # fmt: skip
def test_it_was_folded_when_it_has_been_waited_for_and_its_going_is_no_act(gone_ms, bet, folded):
    bench, item, over, tags = put_down(gone_ms)
    bench.phase.front = {1: 100} if bet else {}
    went = Move(bench.cards, tags[0], ACT + 900, "seat:3", MUCK)
    bench.phase.counts, bench.phase.hole = {3: 2}, 2
    bench.order.items = [item, went]
    folds = []
    bench.cards.emit_fold = lambda t, tokens, frm, found=False: folds.append(frm)
    assert untimely._hand_beside(over, item, 3, ACT + 1) == folded
    assert not folds
    assert not untimely._hand_beside(over, item, 3, ACT + UNCOLLECTED_MS)
    assert folds == (["seat:3"] if folded else [])


@pytest.mark.parametrize(("but", "seat"), [(None, 3), ("seat:3", 2), ("seat:2", 3)])
def test_a_hand_that_goes_on_being_folded_does_not_act_next(but, seat):
    bench, item, over = turn(1)
    own, other = Act(3, ACT + 1), Act(2, ACT + 2)
    own.frm, own.to = "seat:3", "line:3"
    bench.order.items = [item, own, other]
    assert untimely._next_seat(over, item, but) == seat


@pytest.mark.parametrize(("name", "noted"), [("partly", True), ("unsteady", True), (None, False)])
def test_that_is_noted_before_anything_else_is_waited_for(monkeypatch, name, noted):
    """The dwell it is waited for may find the hand collected: it was put down before the act."""
    bench, item, over = turn()
    for other in ("partly", "unsteady"):
        monkeypatch.setattr(absent, other, lambda *_, says=other == name: says)
    monkeypatch.setattr(untimely, "unheard", lambda *_: True)
    assert untimely.waits_for(over, item, 3, ACT + 1)
    assert bool(item.beside >> 3 & 1) == noted and not item.beside & ~(1 << 3)


@pytest.mark.parametrize(("seat", "open_", "folds"), [
    (0, False, True), (0, True, False), (1, False, True), (1, True, True),
])  # fmt: skip
def test_none_folds_beside_its_loop_as_bets_are_pulled_in_behind_one_who_owes(
    monkeypatch, seat, open_, folds
):
    bench, item, over = turn(seat, front={1: 100})
    bench.hand(3, rig.card(1), rig.card(2))
    monkeypatch.setattr(absent, "partly", lambda *_: True)
    monkeypatch.setattr(untimely, "_next_seat", lambda *_: None)
    monkeypatch.setattr(untimely, "bets_open", lambda *_: open_)
    told = []
    monkeypatch.setattr(absent, "fold", lambda _, *args: told.append(args[0]))
    item.held = ACT
    assert untimely._hand_beside(over, item, 3, ACT + UNCOLLECTED_MS - 1) and not told
    assert not untimely._hand_beside(over, item, 3, ACT + UNCOLLECTED_MS)
    assert told == ([3] if folds else [])


@pytest.mark.parametrize(("rows", "seat"), [
    ([], None), ([(2, 1)], 2), ([(2, -1)], None), ([(2, 0)], 2), ([(None, 5)], None),
    ([(0, 5)], None), ([(1, 5)], None), ([(2, 9), (3, 5)], 3), ([(2, 5), (3, 9)], 2),
    ([(2, 5), (3, 5)], 2),
])  # fmt: skip
def test_who_acts_next_is_the_first_of_the_others_since(rows, seat):
    bench, item, over = turn(1)
    bench.order.items = [item, *[Act(who, ACT + ms) for who, ms in rows]]
    assert untimely._next_seat(over, item) == seat


@pytest.mark.parametrize(("asked_of", "answered", "taken"), [
    (8, False, True), (8, True, False), (0, False, False),
])  # fmt: skip
def test_a_check_is_taken_for_made_where_the_dealer_was_asked_and_did_not_answer(
    monkeypatch, asked_of, answered, taken
):
    bench, item, over = turn(1, board=3)
    item.asked_of, item.answered, item.asked = asked_of, answered, 9
    over.unkeyed = 99
    said = []
    monkeypatch.setattr(untimely, "take_as_checked", lambda *args: said.append(args))
    monkeypatch.setattr(untimely, "_may_ask", lambda *_: False)
    monkeypatch.setattr(untimely, "_stops", lambda *_: False)
    monkeypatch.setattr(untimely, "acts_after", lambda *_: False)
    assert not untimely.key_may_come(over, item, 3, ACT + 2 * KEY_LATE_MS)
    assert bool(said) == taken


@pytest.mark.parametrize(("front", "waits"), [
    ({}, True), ({1: 1}, False), ({1: 1, 3: 1}, True), ({1: 100, 3: 99}, False),
])  # fmt: skip
def test_the_key_of_a_check_may_come_of_who_faces_no_bet(front, waits):
    bench, item, over = turn(1, board=3, front=front)
    assert bool(untimely.key_may_come(over, item, 3, ACT + 1)) == waits
    assert (item.why == "key") == waits


@pytest.mark.parametrize(("front", "folded", "open_"), [
    ({1: 100}, False, True), ({1: 100}, True, False), ({1: 100, 2: 100}, False, False),
    ({1: 100, 2: 99}, False, True), ({}, False, False), ({1: 1}, False, True),
])  # fmt: skip
def test_a_bet_is_open_to_a_player_due_before_who_has_cards(monkeypatch, front, folded, open_):
    bench, item, over = turn(1, front=front)
    over.due = lambda _: [2, 3]
    monkeypatch.setattr(absent, "given_up", lambda *_: folded)
    assert untimely.bets_open(over, item, 3) == open_
    assert not untimely.bets_open(over, item, 2)


@pytest.mark.parametrize(("front", "lying", "read_ms", "lie"), [
    ({1: 5}, [1], 1, True), ({1: 5}, [1], 0, None), ({1: 5}, [], 1, False), ({}, [1], 1, False),
    ({1: 5, 2: 5}, [1], 1, False), ({1: 5, 2: 0}, [1], 1, True), ({9: 5}, [9], 1, False),
])  # fmt: skip
def test_bets_lie_on_their_spots_as_a_street_is_dealt_too_soon(front, lying, read_ms, lie):
    bench, item, over = turn(0, front=front)
    item.passed = True
    for seat, spot in bench.chips.spots.items():
        spot.lies = lambda seat=seat: seat in lying
        spot.antenna.t = ACT + read_ms
    assert untimely.bets_lie(over, item, ACT + 10) is lie
    del item.passed
    assert untimely.bets_lie(over, item, ACT + 10) is False


@pytest.mark.parametrize(("late_ms", "acts", "first"), [
    (1, 3, True), (KEY_LATE_MS, 3, True), (KEY_LATE_MS + 1, 3, False), (0, 3, False), (1, 2, False),
])  # fmt: skip
def test_a_key_so_late_is_put_before_the_act(late_ms, acts, first):
    bench, item, over = turn(1)
    key = Keyed(ACT + late_ms, {"what": "gesture", "seat": acts, "kind": "tap"}, None)
    bench.order.add(key)
    assert untimely._key_first(over, item, 3) == first
    assert key.t == (ACT - 1 if first else ACT + late_ms)
    assert not first or (item.why, item.until, item.upon) == ("turn", 0, 3)


@pytest.mark.parametrize(("t", "then"), [(0, 0), (1, 0), (2, 1)])
def test_nothing_is_put_before_the_beginning(t, then):
    bench, item, over = turn(1)
    item.t = t
    key = Keyed(t + 1, {"what": "gesture", "seat": 3, "kind": "tap"}, None)
    bench.order.add(key)
    assert untimely._key_first(over, item, 3) and key.t == then
    spot = bench.chips.spots[3]
    spot.arrival = Arrival(bench.chips, spot, t + 1)
    bench.order.add(spot.arrival)
    spot.antenna.without_t = t
    assert untimely.chips_first(over, item, 3) and spot.arrival.t == then
    assert (item.why, item.until, item.upon) == ("turn", 0, 3)
    other = Item(t)
    other.zone, other.passed, other.late = BOARD, False, False
    bench.order.add(other)
    assert untimely._card_first(over, item) and other.t == then


@pytest.mark.parametrize(("seat", "fuller", "strays", "found", "waits"), [
    (0, None, True, True, True), (1, None, True, True, False), (0, 0, False, True, False),
    (0, 0, True, False, False), (None, 0, True, True, True),
    (1, 1 << 3, True, True, True), (1, 1 << 2, True, True, False), (1, 0, True, True, False),
    (1, 1 << 3, False, True, False), (1, 1 << 3, True, False, False),
])  # fmt: skip
def test_chips_of_the_pot_may_be_the_call_that_lacks_at_a_street_or_where_the_spot_carried_them(
    monkeypatch, seat, fuller, strays, found, waits
):
    bench, item, over = turn(seat)
    item.fuller, item.held = fuller, ACT - HEAVY_MS
    bench.chips.strays = [(None, ACT)] if strays else []
    monkeypatch.setattr(once, "read_never", lambda *_: found)
    bench.chips.bearing.load_says_more = lambda _: False
    assert bool(untimely.chips_may_come(over, item, 3, ACT + 1)) == waits
    assert not waits or (item.why, item.until, item.upon) == ("turn", 0, 3)


@pytest.mark.parametrize(("late_ms", "asks", "waits"), [(-1, False, True), (0, True, False)])
def test_a_load_of_more_is_looked_at_before_the_dealer_is_asked(monkeypatch, late_ms, asks, waits):
    bench, item, over = turn(1)
    item.held = ACT
    bench.chips.bearing.load_says_more = lambda _: True
    said, looks = [], []
    monkeypatch.setattr(untimely, "ask", lambda *args: said.append(args))
    monkeypatch.setattr(untimely, "_may_ask", lambda *_: True)
    bench.chips.attention.look = lambda *args: looks.append(args)
    now = ACT + HEAVY_MS + late_ms
    assert bool(untimely.chips_may_come(over, item, 3, now)) == waits
    assert bool(said) == asks and looks == [(bench.ant("line:3"), now, 2 * LOOK_PERIOD_MS)]
    assert not waits or (item.why, item.until, item.upon) == ("carries", ACT + HEAVY_MS, 3)


@pytest.mark.parametrize(("late_ms", "fuller", "waits"), [
    (-1, 1 << 3, True), (0, 1 << 3, False), (-1, 1 << 2, False), (-1, None, False),
])  # fmt: skip
def test_what_a_spot_carried_as_the_act_came_up_may_show_in_the_pot_yet(late_ms, fuller, waits):
    bench, item, over = turn(1)
    item.held, item.fuller = ACT, fuller
    bench.chips.bearing.load_says_more = lambda _: False
    out = []
    bench.chips.ask = lambda *args: out.append(args)
    assert bool(untimely.chips_may_come(over, item, 3, ACT + HEAVY_MS + late_ms)) == waits
    assert not out  # nothing lies there any more
    assert not waits or (item.why, item.until, item.upon) == ("carries", ACT + HEAVY_MS, 3)


@pytest.mark.parametrize(("says", "fuller"), [(True, 1 << 3), (False, 0), (None, 0)])
def test_what_spots_carry_is_noted_once_as_an_act_comes_up(quiet, says, fuller):
    quiet(unheard=True)
    bench, item, over = turn(1)
    bench.chips.bearing.load_says_more = lambda _: says
    item.held = ACT  # as the key of a check is before
    assert over.hold(item, ACT + 1) and item.fuller == fuller
    bench.chips.bearing.load_says_more = lambda _: not says
    assert over.hold(item, ACT + 2) and item.fuller == fuller


@pytest.mark.parametrize(("spot", "arriving"), [(True, True), (False, False)])
def test_chips_that_are_coming_or_a_seat_without_a_spot_are_not_waited_for(spot, arriving):
    bench, item, over = turn(1)
    if not spot:
        bench.chips.spots.pop(3)
    else:
        bench.chips.spots[3].arrival = Arrival(bench.chips, bench.chips.spots[3], ACT)
        bench.order.add(bench.chips.spots[3].arrival)
    assert untimely.chips_may_come(over, item, 3, ACT + 1) is False
    assert not untimely.chips_first(over, item, 3) or arriving


@pytest.mark.parametrize(("seat", "late_ms", "front", "first"), [
    (1, AT_ONCE_MS, {}, True), (1, AT_ONCE_MS + 1, {}, False), (0, 0, {1: 100}, True),
    (0, 1, {1: 100}, False), (0, 0, {}, False), (0, 0, {1: 100, 3: 100}, False),
    (0, 0, {1: 100, 3: 99}, True), (0, 0, {1: 1}, True),
])  # fmt: skip
def test_chips_at_once_come_before_an_act_and_those_that_answer_a_bet_before_a_street(
    seat, late_ms, front, first
):
    bench, item, over = turn(seat, front=front)
    spot = bench.chips.spots[3]
    spot.arrival = Arrival(bench.chips, spot, ACT + late_ms)
    spot.arrival.load_first = False
    bench.order.add(spot.arrival)
    spot.antenna.without_t = ACT + 1
    assert untimely.chips_first(over, item, 3) == first


@pytest.mark.parametrize(("unkeyed", "forgets", "shown", "others", "stops"), [
    (-UNKEYED_TIMES, False, False, [], True), (1 - UNKEYED_TIMES, False, False, [], False),
    (-UNKEYED_TIMES, True, False, [], False), (-UNKEYED_TIMES, False, True, [], False),
    (-UNKEYED_TIMES, False, False, [(2, 0)], False),
    (-UNKEYED_TIMES, False, False, [(2, -1)], True), (-UNKEYED_TIMES, False, False, [(1, 5)], True),
    (-UNKEYED_TIMES, False, False, [(0, STREET_APART_MS)], True),
    (-UNKEYED_TIMES, False, False, [(0, STREET_APART_MS + 1)], False),
    (-UNKEYED_TIMES, False, False, [(None, 9 * STREET_APART_MS)], True),
])  # fmt: skip
def test_a_dealer_who_keys_checks_lets_nobody_act_after_an_act_out_of_turn(
    monkeypatch, unkeyed, forgets, shown, others, stops
):
    bench, item, over = turn(1)
    over.unkeyed = unkeyed
    monkeypatch.setattr(untimely, "_forgets", lambda _: forgets)
    monkeypatch.setattr(untimely, "is_shown", lambda _: shown)
    for seat, ms in others:
        bench.order.items.append(Act(seat, ACT + ms))
    assert untimely._stops(over, item) == stops


@pytest.mark.parametrize(("rows", "after"), [
    ([(3, 5), (2, 5)], True), ([(2, 5), (3, 5)], False), ([(2, 6), (3, 5)], True), ([], False),
    ([(3, -1)], False), ([(3, 0)], True), ([(None, 1), (3, 5)], True), ([(0, 1), (3, 5)], True),
    ([(1, 1), (3, 5)], True),
])  # fmt: skip
def test_who_was_passed_over_acts_after_if_first_of_all_others(rows, after):
    bench, item, over = turn(1)
    bench.phase.after = lambda _: 2
    bench.order.items = [item, *[Act(seat, ACT + ms) for seat, ms in rows]]
    assert untimely.acts_after(over, item, 3) == after


@pytest.mark.parametrize(("checked", "last_deal", "forgot", "forgets"), [
    ((0, 0, 0), 0, 0, False), ((3, 1000, 0), 1001, 1000, True), ((3, 1000, 0), 1000, 0, False),
    ((3, 1000, 0), 1000 + FORGETS_MS, 1000, True), ((3, 1000, 0), 1001 + FORGETS_MS, 1000, False),
    ((3, 9000, 1), 2000, 1, True), ((3, 9000, 0), 2000, 0, False),
])  # fmt: skip
def test_a_dealer_forgets_who_has_let_a_check_go_unkeyed_on_a_street_before(
    checked, last_deal, forgot, forgets
):
    bench, item, over = turn(1)
    over.checked, bench.phase.last_deal = checked, last_deal
    assert untimely._forgot(over) == forgot
    assert untimely._forgets(over) == forgets


@pytest.mark.parametrize(("value", "front", "told"), [
    (150, {3: 50}, [100]), (50, {3: 50}, []), (51, {3: 50}, [1]), (1, {}, [1]), (0, {}, []),
    (None, {}, []), ("x", {}, []), (-1, {}, []),
])  # fmt: skip
def test_what_the_dealer_says_lies_there_is_told_as_far_as_it_is_more(value, front, told):
    bench, item, over = turn(1, front=front)
    said, asked = [], []
    bench.chips.emit_unread = lambda *args: said.append(args)
    bench.chips.ask = lambda *args: asked.append(args)
    untimely.ask(over, item, 3, ACT + 100)
    ((now, what, answered, seat, lying),) = asked
    assert (now, what, seat, lying) == (ACT + 100, "chips_unread", 3, front.get(3, 0))
    assert (item.asked, item.asked_of, item.asked_t, item.answered) == (3, 8, ACT + 100, False)
    answered(value, ACT + 200)
    assert said == [(3, more, ACT) for more in told]
    assert item.answered and not item.waits(ACT + 100, item.asked_t + untimely.ASK_MS, "asked")


@pytest.mark.parametrize("gone", ["asked", "told"])
def test_but_not_where_the_act_has_been_told_or_another_is_asked_about(gone):
    bench, item, over = turn(1)
    said, asked = [], []
    bench.chips.emit_unread = lambda *args: said.append(args)
    bench.chips.ask = lambda *args: asked.append(args)
    untimely.ask(over, item, 3, ACT)
    if gone == "told":
        bench.order.remove(item)
    else:
        item.asked = 2
    asked[0][2](500, ACT + 200)
    assert said == [] and item.answered == (gone == "told")


@pytest.mark.parametrize(("burned", "owing", "board", "waits"), [
    (True, [], 3, True), (False, [], 3, False), (True, [1], 3, False), (True, [], 5, False),
    (True, [], 4, True),
])  # fmt: skip
def test_an_act_after_the_burn_waits_for_its_street(burned, owing, board, waits):
    bench, item, over = turn(1, burned=burned, owing=owing, board=board)
    assert bool(untimely.street_unread(over, item, 1, ACT)) == waits
    assert not waits or (item.why, item.until) == ("street", ACT + CARD_UNREAD_MS)
    assert not untimely.street_unread(over, item, 1, ACT + CARD_UNREAD_MS)


@pytest.mark.parametrize(("ms", "board", "held"), [(-1, 2, True), (0, 2, False), (-1, 3, False)])
def test_an_act_waits_for_the_card_the_dealer_says_lies_on_the_flop(ms, board, held):
    bench, item, over = turn(3, board=board)
    bench.cards.flop_lies = ACT + 900
    assert over.hold(item, ACT + 900 + ms) == held
    assert not held or (item.why, item.until) == ("street", ACT + 900)


@pytest.mark.parametrize("what", ["declare", "gesture"])
@pytest.mark.parametrize("done", [True, False])
def test_words_about_chips_that_were_told_before_wait_for_nobody(monkeypatch, what, done):
    bench, _, over = turn(1, burned=True, owing=[], board=3)
    monkeypatch.setattr(spoken, "done_already", lambda *_: done)
    key = Keyed(ACT, {"what": what, "word": "call", "seat": 1}, None)
    assert over.hold(key, ACT) == (not done or what == "gesture")  # for the card of its street
    bench.phase.burned, bench.phase.owing = False, [3, 1]
    monkeypatch.setattr(untimely, "waits_for", lambda *_: True)
    assert over.hold(key, ACT) == (not done or what == "gesture")
    bench.order.add(key)
    assert untimely._acts(over, key, None) == (None if done and what == "declare" else 1)


@pytest.mark.parametrize(("zone", "passed", "late_one", "t", "first"), [
    (BOARD, False, False, ACT, True), (BOARD, True, True, ACT, True),
    (BOARD, True, False, ACT, False), (BOARD, False, False, ACT - 1, False),
    (MUCK, False, False, ACT, None), (BOARD, None, True, ACT, None),
])  # fmt: skip
def test_a_card_of_the_board_that_came_before_an_act_is_put_first(zone, passed, late_one, t, first):
    bench, item, over = turn(1)
    other = Item(t)
    other.zone, other.passed, other.late = zone, passed, late_one
    bench.order.items = [item, other]
    assert untimely._card_first(over, item) is first
    assert other.t == (ACT - 1 if first else t)


@pytest.mark.parametrize(("read", "why", "waits", "t"), [
    (True, None, True, ACT), (False, None, False, ACT), (False, "hand", True, ACT + 50),
])  # fmt: skip
def test_a_fold_that_was_said_takes_place_when_its_cards_go(monkeypatch, read, why, waits, t):
    bench, _, over = turn(1)
    monkeypatch.setattr(absent, "read_there", lambda _: read)
    key = Keyed(ACT, {"what": "declare", "word": "fold", "seat": 2}, None)
    bench.order.add(key)
    key.why = why
    assert bool(untimely.fold_said(over, key, ACT + 50)) == waits
    assert key.t == t and (not read or key.until == ACT + FOLD_WAIT_MS)
    assert not read or not untimely.fold_said(over, key, ACT + FOLD_WAIT_MS)


def test_chips_may_stay_unread_for_two_readings_of_their_spot():
    bench, _, _ = turn(1)
    spot = bench.chips.spots[3]
    for period, ms in ((1, BEFORE_ACT_MS), (BEFORE_ACT_MS, 2 * BEFORE_ACT_MS)):
        spot.antenna.period_ms = period
        assert untimely._patience(spot) == ms


@pytest.mark.parametrize(("word", "dealt", "told", "said"), [
    ((3, "all_in", 4000), 0, {}, True), ((3, "call", 4000), 0, {}, True),
    ((3, "check", 4000), 0, {}, False), ((3, "fold", 4000), 0, {}, False),
    ((2, "all_in", 4000), 0, {}, False), ((None, None, 0), 0, {}, False),
    ((3, "raise", 4000), 3999, {}, True), ((3, "raise", 4000), 4000, {}, False),
    ((3, "raise", 4000), 0, {2: 4000}, True),  # what it answers
    ((3, "raise", 4000), 0, {2: 4001}, False),  # raised again: it has to act anew
    ((3, "raise", 4000), 0, {3: 4001}, True),  # its own chips
])  # fmt: skip
def test_who_has_said_a_wager_has_not_folded(word, dealt, told, said):
    bench, item, over = turn(front={1: 100})
    bench.phase.word, bench.phase.last_deal = word, dealt
    for seat, emitted in told.items():
        bench.chips.spots[seat].emitted_t = emitted
    assert untimely._has_said(over, 3) == said


def test_the_hand_of_who_has_said_a_wager_is_asked_for_nothing(monkeypatch):
    bench, item, over = turn(front={1: 100})
    folds = []
    monkeypatch.setattr(absent, "fold", lambda *args: folds.append(args))
    monkeypatch.setattr(absent, "silent", lambda *_: [1])
    monkeypatch.setattr(absent, "last_read", lambda _: 0)
    monkeypatch.setattr(absent, "lifted", lambda *_: False)
    bench.ant("seat:3").t = ACT + 9000
    bench.phase.word = (3, "call", 4000)
    assert not untimely.hand_undecided(over, item, 3, ACT + 9000) and not folds
    bench.phase.word = (2, "call", 4000)
    assert not untimely.hand_undecided(over, item, 3, ACT + 9000) and len(folds) == 1


# -- somebody keys that a player has not acted


def not_acted(bench, t, seat=3, **event):
    """The key of it, in the queue."""
    event = {"what": "notice", "kind": "not_acted", "seat": seat, **event}
    bench.order.add(Keyed(t, event, None))


@pytest.mark.parametrize(("acts", "event", "waits"), [
    (1, {}, False), (1, {"seat": 2}, True), (1, {"kind": "missing_burn"}, True), (0, {}, True),
])  # fmt: skip
def test_who_has_not_acted_as_somebody_keys_is_waited_for_no_more(acts, event, waits):
    bench, item, over = turn(acts)
    assert over.hold(item, ACT + 100)
    not_acted(bench, ACT + 90, **event)
    assert bool(over.hold(item, ACT + 100)) == waits
    assert acts or item.upon == 1  # a street waits for the next who is due


@pytest.mark.parametrize(("acts", "other", "says"), [
    (1, 2, True),  # others have acted meanwhile, and the player still has not
    (1, None, False),  # a card: of the next street
    (0, None, True), (0, 2, False), (0, 0, True),  # a card of that street itself
])  # fmt: skip
def test_it_is_about_the_street_of_the_act_that_waits(acts, other, says):
    bench, item, over = turn(acts)
    act = Act(other, ACT + 50)
    if not other:
        act.passed = True
    bench.order.add(act)
    not_acted(bench, ACT + 100)
    assert over._not_acted(item, 3) == says
