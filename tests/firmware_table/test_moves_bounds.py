"""Cards that move on, and what is made of them: under each bound and at it."""

import pytest

from firmware.table import absent, deal, unread, ways
from firmware.table import phase as ph
from firmware.table.order import Item
from firmware.table.values import (
    CERTAIN_HITS,
    LANDED_OFF_MS,
    LAST_CARD_MS,
    RETRIEVED_MS,
    SHARED_HITS,
    STREET_APART_MS,
)
from firmware.table.ways import Move
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_turn_bounds import pitched

GROUP = 300  # ms, tune["group_ms"]


def moved(frm="seat:3", to="muck", n=1, last=1000, held=2):
    """``n`` cards of seat 3's hand on their way from ``frm`` to ``to``, the rest being read."""
    bench = Bench()
    tags = bench.hand(3, card(1), card(2))[:held]
    item = Move(bench.cards, tags[0], last, frm, to)
    for tag in tags[:n]:
        tag.item, tag.zone = item, to
    item.tags = tags[:n]
    bench.order.add(item)
    return bench, item, tags


@pytest.mark.parametrize(("late", "ready"), [(-1, False), (0, True)])
def test_cards_that_move_wait_for_those_that_go_along(late, ready):
    bench, item, tags = moved(n=2)
    assert item.ready(1000 + GROUP + late) == ready
    assert ready or (item.why, item.until) == ("group", 1000 + GROUP)


@pytest.mark.parametrize(("times", "late", "ready"), [(1, 0, False), (4, -1, False), (4, 0, True)])
def test_a_card_waits_longer_for_the_rest_of_a_hand_that_is_silent(times, late, ready):
    bench, item, tags = moved()
    tags[1].home.misses = 1
    assert item.ready(1000 + times * GROUP + late) == ready
    assert ready or item.why == "rest_of_hand"
    tags[1].home.misses = 0
    assert item.ready(1000 + times * GROUP + late) or times == 1 and late < 0


@pytest.mark.parametrize(("here", "late", "ready"), [
    (True, RETRIEVED_MS - 1, False), (True, RETRIEVED_MS, True), (False, -1, False),
    (False, 0, True),
])  # fmt: skip
def test_where_a_card_must_have_rested_the_rest_of_its_hand_may_have_to_still(here, late, ready):
    """``here``: it is read there, too."""
    bench, item, tags = moved("line:3", "seat:3")
    tags[1].zone = "line:3"
    if not here:
        tags[1].home = None
    assert item.ready(1000 + 4 * GROUP + late) == ready


@pytest.mark.parametrize(("left", "late", "ready", "why"), [
    (None, 9000, False, "at_mouth"), (1000, LANDED_OFF_MS - 1, False, "off_mouth"),
    (1000, LANDED_OFF_MS, True, None),
])  # fmt: skip
def test_a_card_back_at_the_mouth_is_off_it_after_a_while(left, late, ready, why):
    _, item, _ = moved(to=None)
    item.left = left
    assert item.ready(1000 + late) == ready and item.why == why


@pytest.mark.parametrize(("to", "left", "late", "stale"), [
    (None, None, 2 * LANDED_OFF_MS - 1, False), (None, None, 2 * LANDED_OFF_MS, True),
    (None, 1000, 9000, False), ("muck", None, 9000, False),
])  # fmt: skip
def test_a_card_that_lies_at_the_mouth_holds_up_nobody_for_long(to, left, late, stale):
    _, item, _ = moved(to=to)
    item.left = left
    assert item.stale(1000 + late) == stale


@pytest.mark.parametrize(("frm", "to", "seat"), [
    ("seat:3", "muck", 3), ("seat:3", "line:3", 3), ("board", "muck", None),
])  # fmt: skip
def test_a_hand_thrown_away_or_pushed_over_the_line_is_an_act(frm, to, seat):
    _, item, _ = moved(frm, to)
    assert item.acts() == seat


@pytest.mark.parametrize(("hole", "counts", "acts"), [
    (2, {3: 2}, True), (2, {3: 1}, False), (2, {}, False), (1, {3: 1}, True),
    (None, {}, True), (None, {3: 0}, True),  # nobody knows how many each gets
])  # fmt: skip
def test_it_is_one_of_a_whole_hand(hole, counts, acts):
    bench, item, _ = moved()
    bench.phase.hole, bench.phase.counts = hole, counts
    assert item.acts() == (3 if acts else None)


@pytest.mark.parametrize(("frm", "to", "by", "face"), [
    ("seat:3", "muck", "player", "down"), ("seat:3", "line:3", "player", "unknown"),
    ("seat:3", "line:1", "unknown", "up"), ("board", "muck", "dealer", "down"),
    ("muck", "board", "dealer", "up"), ("muck", "seat:3", "unknown", "up"),
    ("seat:3", "stub", "dealer", "down"), ("mouth", "seat:3", "dealer", "up"),
    ("seat:3", "burn", "dealer", "down"), ("burn", "muck", "dealer", "down"),
])  # fmt: skip
def test_who_moves_a_card_and_how_it_lies_then(frm, to, by, face):
    bench, item, tags = moved(frm, to)
    tags[0].face = "up"
    event = item.as_event(["c"])
    assert (event["by"], event["face"]) == (by, face)


@pytest.mark.parametrize(("frm", "to", "joins"), [
    ("seat:3", "muck", True), ("seat:1", "muck", False), ("seat:3", "line:3", False),
])  # fmt: skip
def test_cards_that_made_the_same_move_are_one_event(frm, to, joins):
    bench, item, tags = moved()
    other = Move(bench.cards, tags[1], 1000, frm, to)
    tags[1].item, tags[1].zone = other, to
    bench.order.items = [other]
    bench.cards.emitted_move(item)
    assert len(bench.emitted("cards")[0][0]) == (2 if joins else 1)
    assert (bench.order.items == []) == joins


def test_a_card_that_goes_on_alone_takes_no_partner_along_unless_to_the_muck():
    for to, n in (("muck", 2), ("line:3", 1)):
        bench, item, tags = moved(to=to)
        tags[1].home.misses = 1
        bench.order.items = []
        bench.cards.emitted_move(item)
        assert [len(c) for (c,) in bench.emitted("cards")] == [n]


@pytest.mark.parametrize(("joined", "zone", "held"), [
    (True, "muck", "muck"), (True, "seat:1", "stub"), (False, "muck", "stub"),
])  # fmt: skip
def test_a_card_first_seen_is_of_the_stub_but_for_folds_of_before(joined, zone, held):
    bench = Bench()
    bench.cards.joined = joined
    bench.read(100, "muck", card(9))
    tag = bench.tags[card(9)[0]]
    tag.zone = None
    bench.cards._first_seen(tag, zone)
    assert tag.zone == held


def test_burns_are_seen_where_the_burn_place_is_read():
    bench = Bench()
    assert not bench.cards.sees_burns()
    bench.read(100, "seat:1")
    assert not bench.cards.sees_burns()
    bench.read(100, "burn")
    assert bench.cards.sees_burns()


@pytest.mark.parametrize(("n", "apart", "whole"), [
    (3, STREET_APART_MS, 4), (3, STREET_APART_MS + 1, 3), (2, LAST_CARD_MS - 1000, 3),
])  # fmt: skip
def test_a_card_long_after_a_whole_street_is_of_the_next(n, apart, whole):
    bench, first = pitched(ph.BETTING, "board")
    group = [first] * n
    _, other = pitched(ph.BETTING, "board", at=2000 + apart, landed=2000 + apart)
    bench.order.items = [other]
    bench.cards._take_along(group, None)
    assert len(group) == max(whole, n)


@pytest.mark.parametrize(("seen", "left", "closed", "whole"), [
    (True, STREET_APART_MS, False, 4), (True, STREET_APART_MS + 1, False, 3), (False, 0, False, 3),
    (True, STREET_APART_MS - 1000, True, 4),  # nobody has to act: from deck to deck
    (True, STREET_APART_MS - 999, True, 3),
])  # fmt: skip
def test_a_card_too_many_that_is_read_late_left_the_deck_with_the_others(seen, left, closed, whole):
    """``seen``: by the mouth, which tells when; ``left``: so long after the last one lay, which had
    left a second before."""
    bench, first = pitched(ph.BETTING, "board")
    group = [first] * 3
    _, other = pitched(ph.BETTING, "board", at=2000 + left, landed=2001 + STREET_APART_MS)
    other.cards.phase.closed = lambda: closed
    other.passed = seen
    bench.order.items = [other]
    bench.cards._take_along(group, None)
    assert len(group) == whole


@pytest.mark.parametrize(("acts", "whole"), [(None, 4), (2, 3), (0, 3)])
def test_a_hand_looked_at_does_not_make_it_the_next_street_and_an_act_does(acts, whole):
    bench, first = pitched(ph.BETTING, "board")
    group = [first] * 3
    _, other = pitched(ph.BETTING, "board", at=1900)
    between = Item(1500)
    between.acts = lambda: acts
    bench.order.items = [between, other]
    bench.cards._take_along(group, None)
    assert len(group) == whole


@pytest.mark.parametrize(("apart", "between", "whole"), [
    (LAST_CARD_MS, "move", 2), (LAST_CARD_MS + 1, "move", 1), (LAST_CARD_MS, "burn", 1),
])  # fmt: skip
def test_a_flop_stays_one_though_something_else_moves_between_its_cards(apart, between, whole):
    bench, first = pitched(ph.BETTING, "board")
    bench.phase.street_cards = lambda: 3
    _, other = pitched(ph.BETTING, "board")
    other.t = other.landed = first.t + apart
    if between == "move":
        (tag,) = bench.lie("seat:1", card(3), n=2)
        stranger = Move(bench.cards, tag, first.t, "seat:1", "muck")
    else:
        _, stranger = pitched(ph.BETTING, "burn")
    stranger.t = first.t
    bench.order.items = [stranger, other]
    group = [first]
    bench.cards._take_along(group, None)
    assert len(group) == whole
    assert bench.order.items == [stranger, other][: 3 - whole]


def test_only_cards_of_the_same_zone_and_time_go_along():
    for change in ({"zone": "burn"}, {"t": 1001}, {}):
        bench, first = pitched(ph.BETTING, "seat:1")
        _, other = pitched(ph.BETTING, "seat:1")
        for name, value in change.items():
            setattr(other, name, value)
        bench.order.items = [other]
        group = [first]
        bench.cards._take_along(group, first.t)
        assert len(group) == (1 if change else 2)


@pytest.mark.parametrize(("zone", "mouth", "boxed"), [("mouth:1", 2, True), ("mouth:1", 0, False),
                                                      ("seat:1", 2, False)])  # fmt: skip
def test_a_card_that_lies_face_up_at_the_mouth_is_boxed(zone, mouth, boxed):
    bench, item = pitched()
    bench.read(1100, zone, card(1))
    bench.read(1150, zone, card(1))
    track = next(k for k in item.tag.tracks if k.antenna.name == zone)
    item.tag.home, item.tag.ups, item.tag.downs = track, mouth, 0 if mouth else 2
    assert item._boxed() == boxed
    item.tag.home = None
    assert not item._boxed()


@pytest.mark.parametrize(("seen_ms", "hits", "told"), [
    (-1, SHARED_HITS, False), (0, SHARED_HITS, True), (0, SHARED_HITS - 1, False),
    (0, 1, False),  # it has gone, and the mouth hears it anew
])  # fmt: skip
def test_it_is_told_there_once_the_mouth_has_read_it_for_so_long(seen_ms, hits, told):
    """A card that has left between two slow readings of the mouth is pitched."""
    bench, item = pitched()
    bench.read(1100, "mouth:1", card(1))
    bench.read(1150, "mouth:1", card(1))
    item.tag.tracks[0].hits = hits
    item.tag.home, item.tag.ups, item.tag.downs = item.tag.tracks[0], 2, 0
    item.tag.home.seen = item.t + bench.cards.boxed_ms + seen_ms
    assert item.ready(item.t + 2 * bench.cards.boxed_ms) == told
    assert told or item.why == "boxed"


@pytest.mark.parametrize(("to", "rest"), [("seat:3", RETRIEVED_MS), ("line:3", ways.NEVER)])
def test_a_card_in_an_unusual_place_must_have_rested_there(to, rest):
    for late in (-1, 0):
        bench = Bench()
        (tag,) = bench.lie("muck", card(1), n=2)
        tag.zone, tag.item = "muck", None
        bench.order.items = []
        bench.lie(to, card(1), since=3000, n=CERTAIN_HITS)
        tag.home = next(k for k in tag.tracks if k.antenna.name == to)
        tag.home.since, tag.home.seen = 3000, 3000 + max(rest, 0) + late
        bench.cards.astray = [tag]
        bench.cards.poll(9000)
        gone = rest > 0 and late == 0
        assert (tag.zone == to) == gone and (tag in bench.cards.astray) == (not gone)


def test_a_hand_is_partly_missed_when_a_card_of_it_was_missed_by_then():
    bench = Bench()
    tags = bench.hand(3, card(1), card(2))
    assert not absent.partly(bench.cards, "seat:3", 9000)
    tags[0].home.misses, tags[0].home.silent = 1, 2000
    assert absent.partly(bench.cards, "seat:3", 2000)
    assert not absent.partly(bench.cards, "seat:3", 1999)


def test_an_answer_ends_the_wait_for_it():
    bench = Bench()
    bench.phase.front = {1: 500}
    bench.lie("line:3", chip(1), n=2)
    item = bench.chips.spots[3].arrival
    bench.chips.question(item, 5000)
    assert item.counted == 5000
    (asked,) = [e for e in bench.events if e["what"] == "question"]
    bench.table.key({"what": "answer", "id": asked["id"], "value": 500}, 5100)
    assert (item.total, item.counted) == (500, 5000 - deal.ASK_MS)


def test_the_light_of_a_seat_counts_the_cards_of_its_own_loop():
    bench = Bench()
    bench.hand(3, card(1), card(2))
    bench.lie("line:3", chip(1), n=2)
    assert [bench.table.read_at(seat) for seat in (1, 2, 3)] == [0, 0, 2]


@pytest.mark.parametrize(
    ("again", "then"), [("muck", ("muck", 3000)), ("line:2", ("line:2", 3500))]
)
def test_a_card_that_moves_on_before_it_is_told_has_gone_when_it_first_did(again, then):
    """Where it goes to last counts; read there again it came no later."""
    bench = Bench(ph.DEAL)
    for n in (1, 2):
        (tag,) = bench.lie(f"seat:{n}", card(n), since=1000 * n)
    first, item = bench.order.items
    item.zone, item.then = "seat:2", None
    assert bench.order.items[0] is first
    bench.cards._landed(tag, item, "muck", 3000)
    bench.cards._landed(tag, item, again, 3500)
    assert item.then == then


@pytest.mark.parametrize(("loop", "misses", "zone", "awaited"), [
    ("board:3", 0, "stub", True), ("board:3", 1, "stub", False), ("muck", 0, "stub", False),
    ("board:3", 0, "board", False), ("board:3", 0, None, True),  # it was never read before
])  # fmt: skip
def test_a_street_waits_for_a_card_the_board_has_just_read_once(loop, misses, zone, awaited):
    bench = Bench()
    bench.read(3000, loop, card(9))
    tag = bench.tags[card(9)[0]]
    tag.zone = zone
    tag.tracks[0].misses = misses
    assert unread.on_board(bench.cards) == awaited
    bench.read(3100, loop, card(9))
    assert not unread.on_board(bench.cards)
