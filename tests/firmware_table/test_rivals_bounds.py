"""What nobody does as a rule, against what else the reads may be: both sides of each bound."""

import pytest

from firmware.table import crosstalk, forward, late, nowhere, pulled
from firmware.table import phase as ph
from firmware.table.cards import Move
from firmware.table.order import Item, Keyed
from firmware.table.presence import Tag
from firmware.table.values import (
    ASK_MS,
    FOLD_WAIT_MS,
    PARTIAL_MS,
    SWEEP_REST_MS,
    SWEPT_MS,
    UNCOLLECTED_MS,
    UNKEYED_TIMES,
)
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_found_bounds import early
from tests.firmware_table.test_spots_bounds import arrived
from tests.firmware_table.test_turn_bounds import ACT, turn
from tests.firmware_table.test_zones_bounds import settles, track, zones

# -- the pot pays who plays


@pytest.mark.parametrize(("live", "board", "counts", "change", "seat"), [
    ([1], 0, [1, 3], {}, 1), ([1], 5, [1, 3], {}, 1), ([1], 0, [1, 3], {3: 50}, 3),
    ([1, 2], 5, [1, 2, 3], {}, 3), ([1, 2], 5, [1, 2], {}, None), ([1, 2], 4, [1, 2, 3], {}, None),
])  # fmt: skip
def test_the_pot_is_pushed_to_one_who_has_cards(live, board, counts, change, seat):
    """The loop of one who has not hears it on its way; but change of a folded call is due."""
    bench, item, _ = arrived(now=ph.SHOWDOWN)
    phase = bench.phase
    phase.live, phase.board, phase.change = live, board, change
    phase.counts = dict.fromkeys(counts, 2)
    assert pulled.pushed_to(bench.chips, item, item.spot) == seat


@pytest.mark.parametrize(("live", "zone", "board", "now", "seat"), [
    ([1], "line:3", 5, ph.SHOWDOWN, 3), ([5], "line:3", 5, ph.SHOWDOWN, 3),
    ([2], "line:3", 5, ph.SHOWDOWN, 2), ([4], "line:3", 5, ph.SHOWDOWN, 4),  # heard from beside
    ([1], "line:2", 5, ph.SHOWDOWN, 1), ([1], "muck", 5, ph.SHOWDOWN, 1),
    ([1], "line:3", 4, ph.SHOWDOWN, 1), ([1], "line:3", 5, ph.BETTING, 1),
])  # fmt: skip
def test_a_hand_over_the_line_that_is_pushed_to_was_shown_there(live, zone, board, now, seat):
    """Nobody has keyed it, and no neighbour is left whose chips its loop may hear."""
    bench, item, _ = arrived(now=now)
    bench.phase.live, bench.phase.board, bench.phase.counts = live, board, {1: 2, 3: 2}
    for tag in bench.hand(6, card(1), card(2)):
        tag.zone = zone
    assert pulled.pushed_to(bench.chips, item, item.spot) == seat


@pytest.mark.parametrize(("held", "phase", "seat"), [
    (800, {}, None), (799, {}, 1), (800, {"change": {1: 400}}, 1),
    (800, {"change": {1: 399}}, None), (800, {"change": {2: 400}}, None), (800, {"board": 5}, 1),
    (800, {"awarded": True}, 1), (800, {"live": [1]}, 1), (800, {"hole": None}, 1),
    (800, {"now": ph.BETTING}, None), (800, {"now": ph.BETWEEN}, 1), (800, {"gone": 2}, 1),
])  # fmt: skip
def test_nobody_is_paid_a_part_of_the_pot_while_the_board_is_dealt_out(held, phase, seat):
    """A few chips of a large pot are heard by the loop beside it; change goes to whom it is due."""
    bench, item, _ = arrived(100, 100, 100, 100, now=ph.SHOWDOWN)
    for name, value in {"hole": 2, "live": [1, 2], "board": 4, "pot_sum": held, **phase}.items():
        setattr(bench.phase, name, value)
    bench.phase.counts = {1: 2, 2: 2, 3: 2}
    bench.chips.hand_gone = lambda seat, t: seat == phase.get("gone")
    for tag in item.tags:
        tag.frm = "pot"
    item.spot = bench.chips.spots[1]
    assert pulled.pushed_to(bench.chips, item, item.spot) == seat


@pytest.mark.parametrize(("front", "owing", "closed"), [
    ({1: 10000, 2: 10000}, [3], False), ({1: 10000, 2: 10000, 3: 9000}, [3], False),
    ({1: 10000, 2: 10000}, [], True), ({2: 500, 3: 500}, [3], True),
])  # fmt: skip
def test_betting_is_not_over_while_one_with_chips_has_a_bet_to_answer(front, owing, closed):
    bench = Bench()
    phase = bench.phase
    phase.stacks = {1: 10000, 2: 500 if closed and 1 not in front else 10000, 3: 10000}
    phase.live = [seat for seat in (1, 2, 3) if seat in front or seat == 3]
    phase.front, phase.owing = front, owing
    assert bench.chips.pays() == closed


@pytest.mark.parametrize(("folded", "seat"), [(None, 1), (1, None), (2, 1)])
def test_chips_nobody_told_make_no_call_of_one_who_has_folded(folded, seat):
    bench = Bench()
    now = 9000
    if folded:
        bench.phase.live.remove(folded)
    for n, put in ((1, 100), (2, 200)):
        spot = bench.chips.spots[n]
        spot.event, spot.total = {"t": 1}, put
        spot.swept_ms = now - SWEPT_MS - SWEEP_REST_MS
    found = late._lacked(bench.chips, 100, now)
    assert (found and found.seat) == seat


# -- change nobody has read, put in again


@pytest.mark.parametrize(("since", "paying", "moves"), [
    (PARTIAL_MS + 1, False, True), (PARTIAL_MS, False, False), (PARTIAL_MS, True, True),
])  # fmt: skip
def test_a_chip_the_pot_has_not_read_for_so_long_is_not_in_it(since, paying, moves):
    z, tracker, tag = zones(100, "pot")
    tracker.paying, tag.left = paying, 1000
    assert settles(z, tag, track(tag, "line:1", since=1000 + since), 1000 + since) == moves


def test_one_the_pot_reads_still_is():
    z, _, tag = zones(100, "pot")
    tag.left, tag.home = 1000, track(tag, "pot", misses=1)
    at = track(tag, "line:1", since=1001 + PARTIAL_MS)
    assert not settles(z, tag, at, 1001 + PARTIAL_MS)


@pytest.mark.parametrize(("change", "stays"), [
    (None, True), ("all of the pot", False), ("others stay", False), ("pushed", False),
])  # fmt: skip
def test_a_chip_out_of_the_pot_that_is_pulled_in_with_a_bet_was_part_of_it(change, stays):
    bench = Bench(ph.SHOWDOWN if change == "pushed" else ph.BETTING)
    tag, other = bench.lie("line:1", chip(1), chip(2), n=2)
    item = tag.item
    tag.frm, other.frm = "pot", "pot" if change == "all of the pot" else None
    tag.left = item.t + 500
    other.left = 0 if change == "others stay" else item.t + 600
    crosstalk.unlay(bench.chips, tag)
    assert (tag in item.tags) == stays


# -- who has folded first


@pytest.mark.parametrize(("missed", "folded"), [
    (ACT - FOLD_WAIT_MS - 1, []), (ACT - UNCOLLECTED_MS, []), (ACT - UNCOLLECTED_MS - 1, [2]),
    (ACT, [2]), (None, [2]),
])  # fmt: skip
def test_a_hand_read_in_the_muck_later_has_left_its_seat_first(missed, folded):
    """Who is thrown away after it is no fold out of turn; a look long before counts for nothing."""
    bench, found = early(ACT - FOLD_WAIT_MS)
    assert [seat for seat, _ in found] == [2]
    if missed is not None:
        bench.cards.missed_t["seat:3"] = missed
    assert [seat for seat, _ in forward.thrown_early(bench.cards, 3, ACT)] == folded


# -- a chip read once with its motion


@pytest.mark.parametrize(("change", "taken"), [
    ({}, True), ({"brief_t": 1000 - 351}, False), ({"brief_t": 1000 - 350}, True),
    ({"says": False}, False), ({"says": True}, True), ({"zone": "pot"}, False),
    ({"zone": "line:3"}, False), ({"value": 0}, False), ({"item": 1}, False),
    ({"zone": "line:1"}, False), ({"zone": "seat:3"}, True),
    ({"high": 100}, False),  # it is a call without it
])  # fmt: skip
def test_a_chip_missed_for_long_since_came_with_them_but_where_the_load_has_it_not(change, taken):
    bench, item, ant = arrived(100, front={1: change.get("high", 0)}, owing=[3])
    (tag,) = bench.lie("seat:1", chip(9), n=1)
    tag.tracks, tag.home = (), None
    tag.brief, tag.brief_t = ant, change.get("brief_t", 1000)
    tag.zone, tag.value = change.get("zone"), change.get("value", 25)
    tag.item = change.get("item")
    bench.chips.bearing.load_says_more = lambda ant: change.get("says")
    late.take_shadowed(bench.chips, item, item.spot)
    assert (tag in item.tags) == taken
    assert (tag.zone == "line:3") == (taken or change.get("zone") == "line:3")


def test_nor_one_that_some_loop_reads():
    bench, item, ant = arrived(100)
    (tag,) = bench.lie("line:1", chip(9, 25), n=1)
    tag.brief, tag.brief_t = ant, 1000
    late.take_shadowed(bench.chips, item, item.spot)
    assert tag not in item.tags


# -- a card off the deck


@pytest.mark.parametrize(("now", "hole", "mouth", "lies"), [
    (ph.BETTING, 2, True, False), (ph.BETTING, 2, False, False), (ph.SHOWDOWN, 2, True, False),
    (ph.DEAL, 2, True, True), (ph.DEAL, 2, False, True), (ph.BETTING, None, True, True),
])  # fmt: skip
def test_a_card_off_the_deck_is_only_heard_at_a_bet_spot_when_the_deal_is_done(
    now, hole, mouth, lies
):
    """A burn put beside its loop was dealt to a bet spot, and the street had none."""
    bench = Bench(now)
    bench.phase.hole = hole
    if mouth:
        bench.read(1000, "mouth:1", card(5))
        bench.read(1100, "mouth:1")
        bench.read(1200, "mouth:1")
    for t in (1300, 1400, 1500):
        bench.read(t, "line:2", card(5))
    tag = bench.tags[card(5)[0]]
    assert (tag.item is not None) == (mouth or lies)
    assert (tag.item is not None and tag.item.zone == "line:2") == lies


def test_a_card_that_was_dealt_comes_to_lie_there_as_before():
    bench = Bench()
    (tag, _) = bench.hand(2, card(1), card(2))
    bench.read(1000, "seat:2", card(2))
    for t in range(1300, 3000, 100):
        bench.read(t, "seat:2", card(2))
        bench.read(t + 10, "line:2", card(1))
    assert tag.item is not None and tag.item.to == "line:2"


# -- a loop read seldom


@pytest.mark.parametrize(("period", "change", "late_ms", "ready"), [
    (1000, {}, -1, False), (1000, {}, 0, True), (1000, {"misses": 1}, -500, True),
    (1000, {"value": 0}, -500, True), (20, {}, 0, True),
])  # fmt: skip
def test_a_chip_read_once_is_waited_for_until_its_loop_is_read_again(
    period, change, late_ms, ready
):
    bench, item, ant = arrived(100)
    bench.phase.front, bench.phase.owing = {}, [3]
    once = 3000
    bench.read(once, ant.name, chip(1), chip(9))
    ant.period_ms = period
    (track,) = [k for k in ant.tracks if k.tag.uid == chip(9)[0]]
    track.misses, track.tag.value = change.get("misses", 0), change.get("value", 100)
    item.last = once - 2000  # all else has been waited for
    ant.t = once + 1400
    done = item.ready(once + 3 * period // 2 + late_ms)
    assert (done, None if done else item.why) == (ready, None if ready else "doubtful")


# -- a hand given up on the river without a bet


@pytest.mark.parametrize(("change", "checked"), [
    ({}, 3), ({"to": "line:3"}, 3), ({"frm": "line:3"}, 0), ({"unkeyed": UNKEYED_TIMES - 1}, 0),
    ({"board": 4}, 0), ({"front": {1: 100}}, 0), ({"owing": [1, 2]}, 0),
])  # fmt: skip
def test_it_has_lost_where_the_dealer_keys_no_checks(change, checked):
    """All have checked, unkeyed; where checks are keyed it is a fold without a bet."""
    bench, act, over = turn(3, board=change.get("board", 5), front=change.get("front", {}))
    bench.order.remove(act)
    bench.phase.owing = change.get("owing", bench.phase.owing)
    over.unkeyed = change.get("unkeyed", UNKEYED_TIMES)
    item = Move(bench.cards, bench.tags[card(6)[0]], ACT, "seat:3", change.get("to", "muck"))
    item.frm = change.get("frm", "seat:3")
    bench.order.add(item)
    del bench.events[:]
    over.hold(item, ACT + 400)
    assert [e["kind"] for e in bench.events if e["what"] == "gesture"] == ["tap"] * checked


def given_up(answer=None, tabled=None):
    """Seat 3's hand goes on the river, its check not keyed by a dealer who keys them: what the
    dealer is asked, what was told when the answer is due, and whether the hand waited until then.
    """
    bench, act, over = turn(3, board=5)
    bench.order.remove(act)
    item = Move(bench.cards, bench.tags[card(6)[0]], ACT, "seat:3", "muck")
    bench.order.add(item)
    if tabled:
        bench.order.add(Keyed(ACT + 3000, {"what": "tabled", "seat": tabled}, None))
    del bench.events[:]
    first = over.hold(item, ACT + 400)
    if answer:
        bench.table.key({"what": "answer", "id": 1, "value": answer}, ACT + 500)
    held = over.hold(item, ACT + 400 + ASK_MS - 1)
    over.hold(item, ACT + 400 + ASK_MS)
    asked = [(e["kind"], e["seat"]) for e in bench.events if e["what"] == "question"]
    return asked, [e["seat"] for e in bench.events if e["what"] == "gesture"], first, held


ASKED = [("check_unkeyed", 3)]


@pytest.mark.parametrize(("answer", "tabled", "asked", "checked", "first", "held"), [
    (None, None, ASKED, [], True, True), ("no", None, ASKED, [], True, False),
    ("yes", None, ASKED[:1], [3], True, None), (None, 2, [], [3, 1, 2], False, None),
    (None, 3, ASKED, [], True, True),
])  # fmt: skip
def test_a_hand_given_up_on_the_river_has_lost_to_one_that_is_tabled_next(
    answer, tabled, asked, checked, first, held
):
    """Else the dealer is asked, and without an answer it is a fold without a bet."""
    out = given_up(answer, tabled)
    assert out[0][:1] == asked and out[1][: len(checked)] == checked and bool(out[2]) == first
    assert held is None or (bool(out[3]), out[1]) == (held, checked)


# -- a card of the deal nobody reads


@pytest.mark.parametrize(("late_ms", "later", "two"), [
    (863, 3, True), (862, 3, False),  # 600 ms a card: three took 500 before, three 700 since
    (719, 0, True), (718, 0, False), (719, 1, True), (718, 1, False),
])  # fmt: skip
def test_the_pace_of_the_deal_is_that_of_all_its_cards(late_ms, later, two):
    bench = Bench(ph.DEAL)
    phase = bench.phase
    phase.counts, phase.first_deal, phase.last_deal = {1: 1, 2: 1, 3: 1, 4: 1}, 1000, 2500
    items = [Item(2500 + late_ms + 700 * n) for n in range(later + 1)]
    for item in items:
        item.passed, item.tag = True, Tag(b"", 0)
    bench.order.items = items
    assert nowhere._time_for_two(bench.cards, items[0]) == two
