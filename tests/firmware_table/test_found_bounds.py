"""What is found only where scores say so: hands pushed over a line, thrown away early, a check out
of turn, a card or a bet that comes late; each side of each bound."""

import pytest

from firmware.table import absent, due, forward, unread, untimely, zones
from firmware.table import phase as ph
from firmware.table.cards import Move
from firmware.table.deal import Deal
from firmware.table.presence import Track
from firmware.table.values import (
    ASK_MS,
    EDGE_HIT_CENTINATS,
    EDGE_MISS_CENTINATS,
    FOLD_WAIT_MS,
    FORWARD_CENTINATS,
    KEY_LATE_MS,
    LATE_CENTINATS,
    SHADOW_MS,
    STREET_APART_MS,
    UNCOLLECTED_MS,
)
from shared_rules.zones import BOARD
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_turn_bounds import ACT, Act, check_of, turn

LATE = ACT + 4 * UNCOLLECTED_MS

# -- a check out of turn


def keyed_check(*after, seat=1, board=3):
    """Seat 3 is due first; the check of ``seat`` is keyed at ``ACT`` and nobody answers."""
    bench, act, over = turn(seat, board=board, actor=3)
    bench.order.remove(act)
    item = check_of(seat)
    item.t = ACT
    bench.order.add(item)
    assert untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS)
    for other in after:
        bench.order.add(other)
    return bench, item, over


def decided(bench, item, over, ms):
    """Checks told for seat 3 so long after the question; None while it is waited for."""
    if untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS + ms):
        return None
    return [e["seat"] for e in bench.events if e["what"] == "gesture"]


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("act", [Act(3, ACT + 1), check_of(3)])
def test_who_was_passed_over_by_a_check_and_acts_next_had_not_checked(seat, act):
    """Also where seat 3 is next after the check: a check leaves nothing to answer."""
    assert decided(*keyed_check(act, seat=seat), ASK_MS) == []


@pytest.mark.parametrize(("ms", "checks"), [(ASK_MS, None), (2 * ASK_MS - 1, None),
                                            (2 * ASK_MS, [3])])  # fmt: skip
def test_a_check_waits_for_the_next_act_to_tell(ms, checks):
    bench, item, over = keyed_check()
    assert decided(bench, item, over, ms) == checks
    assert checks is not None or (item.why, item.upon) == ("next_act", 3)


@pytest.mark.parametrize("seat", [0, 2])
def test_no_longer_than_until_something_is_done(seat):
    assert decided(*keyed_check(Act(seat, ACT + 1)), ASK_MS) == [3]


def test_nor_where_it_passes_over_several_or_is_no_check():
    assert decided(*keyed_check(seat=2), ASK_MS) == [3]  # seat 1 is passed over as well
    bench, act, over = turn(1, board=3, actor=3)
    assert untimely.key_may_come(over, act, 3, ACT + KEY_LATE_MS)
    assert decided(bench, act, over, ASK_MS) == [3]


@pytest.mark.parametrize(("board", "checks"), [(5, [3]), (4, [])])
@pytest.mark.parametrize("gone", [True, False])
def test_a_hand_thrown_away_after_the_last_check_has_lost(board, checks, gone):
    bench, item, over = keyed_check(board=board)
    tag = bench.tags[card(6)[0]]
    other = absent.Gone(bench.cards, "seat:3", ACT + 50) if gone else None
    if gone:
        bench.ant("seat:3").t = ACT + 50 + FOLD_WAIT_MS
        for one in absent.lying(bench.cards, "seat:3"):
            one.home.misses = 3
    else:
        other = Move(bench.cards, tag, ACT + 50, "seat:3", "muck")
    bench.order.add(other)
    assert untimely.acts_after(over, item, 3) == (checks == [])


# -- a hand pushed over its line


def over_the_line(hits, misses, now=ph.BETTING, seat=2, actor=2):
    """The hand of seat 2, lost there, read by the spot of ``seat``: does it lie there?"""
    bench = Bench(now)
    bench.phase.actor = actor
    hand = bench.hand(2, card(4), card(5))
    for tag in hand:
        tag.home.misses, tag.home = 3, None
    bench.lie(f"line:{seat}", card(4), since=3000, n=1)
    track = bench.ant(f"line:{seat}").tracks[0]
    track.hits, track.lost = hits, misses
    return bench, hand, track


MISSES = (2 * EDGE_HIT_CENTINATS - FORWARD_CENTINATS) // EDGE_MISS_CENTINATS


@pytest.mark.parametrize(("hits", "misses", "lies"), [
    (2, 0, True), (2, MISSES, True), (2, MISSES + 1, False), (1, 0, False),
])  # fmt: skip
def test_reads_of_a_hand_its_seat_has_lost_say_that_it_was_pushed_over(hits, misses, lies):
    bench, hand, track = over_the_line(hits, misses)
    assert bench.cards.pushed_over(hand[0], track) == lies


TURN = FORWARD_CENTINATS + LATE_CENTINATS


@pytest.mark.parametrize(("more", "lies"), [(0, True), (1, False)])
def test_it_takes_as_much_again_where_another_is_to_act(more, lies):
    hits = TURN // EDGE_HIT_CENTINATS + 1
    misses = (hits * EDGE_HIT_CENTINATS - TURN) // EDGE_MISS_CENTINATS
    bench, hand, track = over_the_line(hits, misses + more, actor=3)
    assert bench.cards.pushed_over(hand[0], track) == lies


@pytest.mark.parametrize(("hits", "misses", "lies"), [(1, 1, True), (1, 2, False)])
def test_those_of_its_other_card_count(hits, misses, lies):
    bench, hand, track = over_the_line(1, 0)
    bench.read(3100, "line:2", card(5))
    other = track.antenna.tracks[1]
    track.hits, track.lost, other.hits, other.lost = 1, 0, hits, misses
    assert bench.cards.pushed_over(hand[0], track) == lies


@pytest.mark.parametrize("change", [{"now": ph.DEAL}, {"now": ph.SHOWDOWN}, {"seat": 3}])
def test_nobody_pushes_a_hand_over_another_line_nor_when_they_do_not_bet(change):
    bench, hand, track = over_the_line(9, 0, **change)
    assert not bench.cards.pushed_over(hand[0], track)


@pytest.mark.parametrize(("fall", "dwells", "chips", "load", "lies"), [
    (0, 2, 0, 160, False),  # lifted over its loop: nothing lies there
    (160, 2, 0, 160, True), (400, 2, 0, 160, True),  # a card, or a hand above it as well
    (75, 2, 0, 160, False), (76, 2, 0, 160, True),  # so much against it and no more
    (0, 2, 0, 0, True),  # what a card takes is not known yet
    (0, 0, 0, 160, True), (0, 2, 1, 160, True),  # nor is the load, or it is that of chips, too
])  # fmt: skip
def test_not_where_the_spot_weighs_what_it_does_empty(fall, dwells, chips, load, lies):
    bench, hand, track = over_the_line(2, 0)
    ant = track.antenna
    if chips:
        bench.read(3100, "line:2", chip(9, 100))
        track.hits, track.lost = 2, 0
    ant.agc, ant.empty, ant.level, ant.level_n = 400, 6400, 6400 - fall, dwells
    ant.noise = 16
    bench.cards.laden.card_load = lambda: load
    assert bench.cards.pushed_over(hand[0], track) == lies


def test_more_reads_outweigh_a_card_that_loads_it_little():
    """At the edge of a loop it takes less of the gain, and lies there all the same."""
    bench, hand, track = over_the_line(2, 0)
    ant = track.antenna
    ant.agc, ant.empty, ant.level, ant.level_n = 400, 6400, 6340, 4
    bench.cards.laden.card_load = lambda: 160
    assert not bench.cards.pushed_over(hand[0], track)
    track.hits = 6
    assert bench.cards.pushed_over(hand[0], track)


def test_nor_part_of_one():
    bench, hand, track = over_the_line(9, 0)
    bench.read(3200, "seat:2", card(5))
    hand[1].home = [k for k in hand[1].tracks if k.antenna.kind == "seat"][0]
    hand[1].home.misses = 0
    assert not bench.cards.pushed_over(hand[0], track)


# -- a hand thrown away out of turn, read on its way


def early(since, act=ACT, read=False):
    """The hand of seat 2 came to the pot's loop at ``since``; seat 3 acts at ``act``."""
    bench, _, _ = turn(3)
    hand = absent.lying(bench.cards, "seat:2")
    for tag in hand:
        tag.home.misses, tag.home, tag.left = 0 if read else 3, tag.home if read else None, since
    bench.cards.arrived(hand[0], bench.ant("pot"), since)
    return bench, forward.thrown_early(bench.cards, 3, act)


@pytest.mark.parametrize(("ms", "read", "folded"), [
    (FOLD_WAIT_MS, False, [2]), (FOLD_WAIT_MS - 1, False, []), (FOLD_WAIT_MS, True, []),
])  # fmt: skip
def test_a_hand_read_on_its_way_well_before_an_act_was_folded_first(ms, read, folded):
    bench, found = early(ACT - ms, read=read)
    assert [seat for seat, _ in found] == folded


def test_it_is_told_before_that_act_and_not_after_it_came_back():
    bench, _ = early(ACT - FOLD_WAIT_MS)
    bench.cards.before_act(3, ACT)
    assert bench.emitted("what", "from", "to", "confidence")[-1] == (
        "card_move", "seat:2", "muck", "medium",
    )  # fmt: skip
    bench, _ = early(ACT - FOLD_WAIT_MS)
    bench.cards.arrived(bench.tags[card(4)[0]], bench.ant("seat:2"), ACT)
    assert not bench.cards.thrown
    bench, _ = early(ACT - FOLD_WAIT_MS)
    bench.cards.begin([])
    assert not bench.cards.thrown


# -- a hand thrown onto another, where four cards are read badly


def onto(theirs=2, own=-2, now=ph.BETTING, read=False, at="seat:3", hits=3, lost=9):
    """The hand of seat 2 is read now and then at another seat, ``at``, for longer than a hand waits
    to be collected; loads say how many cards more or less than are told lie there and at seat 2."""
    bench, _, _ = turn(2)
    bench.phase.now = now
    bench.cards.laden.excess = {at: theirs, "seat:2": own}.get
    hand = absent.lying(bench.cards, "seat:2")
    for tag in hand:
        if not read:
            tag.tracks, tag.home = (), None
    tag = hand[0]
    track = Track(tag, bench.ant(at), ACT)
    track.state, track.hits, track.lost, track.seen = 1, hits, lost, ACT + UNCOLLECTED_MS
    if not read:
        tag.tracks, tag.home = (track,), track
    return bench, hand, track


@pytest.mark.parametrize(("change", "lies"), [
    ({}, True), ({"theirs": 1}, False), ({"theirs": 3}, False), ({"theirs": None}, False),
    ({"own": -1}, False), ({"own": 0}, False), ({"own": None}, False), ({"read": True}, False),
    ({"now": ph.SHOWDOWN}, False), ({"at": "board:1"}, False), ({"at": "muck"}, False),
])  # fmt: skip
def test_a_hand_lies_at_another_seat_where_the_loads_of_both_say_so(change, lies):
    bench, hand, track = onto(**change)
    assert bool(bench.cards.pushed_over(hand[0], track)) == lies


def test_no_hand_is_thrown_onto_itself():
    bench, hand, _ = onto()
    bench.cards.laden.excess = lambda _: 0
    assert not forward.thrown_onto(bench.cards, hand[0], "seat:2")


@pytest.mark.parametrize(("theirs", "moves"), [(2, 2), (1, 0)])
def test_all_of_it_goes_there_though_its_cards_are_read_now_and_then(theirs, moves):
    bench, hand, track = onto(theirs)
    bench.order.items = []
    bench.cards.astray = [hand[0]]
    bench.cards.poll(ACT + UNCOLLECTED_MS)
    if moves:  # the other is the only one of it left
        bench.cards.laden.excess = {"seat:3": 1, "seat:2": -1}.get
    bench.order.poll(ACT + 9 * UNCOLLECTED_MS)
    moved = [e for e in bench.events if e["what"] == "card_move"]
    assert [len(e["cards"]) for e in moved] == ([2] if moves else [])
    assert not moves or (moved[0]["from"], moved[0]["to"]) == ("seat:2", "seat:3")


FIRST = ACT + 5000  # when the other loop has read it first


def read_anew(ms, between=(2, -2), left=ACT, frm=FIRST):
    """It is read again there ``ms`` after the first time, since when the loop has lost it; the
    loads say ``between`` meanwhile. True where it lies there then."""
    bench, hand, track = onto()
    loads = {"seat:3": 2, "seat:2": -2}
    bench.cards.laden.excess = loads.get
    tag = hand[0]
    tag.left, track.since, track.seen = ACT, frm, frm
    assert not forward.lies_onto(bench.cards, tag, track, UNCOLLECTED_MS)
    loads["seat:3"], loads["seat:2"] = between
    tag.left = left
    forward.lies_onto(bench.cards, tag, track, UNCOLLECTED_MS)
    loads["seat:3"], loads["seat:2"] = 2, -2
    again = Track(tag, bench.ant("seat:3"), FIRST + ms)
    again.seen = FIRST + ms
    return forward.lies_onto(bench.cards, tag, again, UNCOLLECTED_MS)


@pytest.mark.parametrize(("ms", "change", "lies"), [
    (UNCOLLECTED_MS - 1, {}, False), (UNCOLLECTED_MS, {}, True), (UNCOLLECTED_MS + 1, {}, True),
    (UNCOLLECTED_MS, {"between": (None, -2)}, True), (UNCOLLECTED_MS, {"between": (2, None)}, True),
    (UNCOLLECTED_MS, {"between": (1, -2)}, False), (UNCOLLECTED_MS, {"between": (2, 0)}, False),
    (UNCOLLECTED_MS, {"left": FIRST}, True), (UNCOLLECTED_MS, {"left": FIRST + 1}, False),
    (ACT - FIRST + UNCOLLECTED_MS - 1, {"frm": ACT - 2}, False),
    (ACT - FIRST + UNCOLLECTED_MS, {"frm": ACT - 2}, True),
])  # fmt: skip
def test_it_lies_there_since_it_was_read_there_first_though_the_loop_loses_it_again(
    ms, change, lies
):
    assert read_anew(ms, **change) == lies


@pytest.mark.parametrize(("at", "lost", "both", "loads", "lies"), [
    ("seat:4", 2, True, (None, None), True), ("seat:4", 3, True, (None, None), False),
    ("seat:3", 0, True, (None, None), False), ("seat:1", 0, True, (None, None), False),
    ("seat:4", 0, False, (None, None), False), ("seat:5", 0, True, (None, None), True),
    ("seat:4", 0, True, (0, None), False), ("seat:4", 0, True, (None, 0), False),
    ("seat:4", 9, True, (2, -2), True), ("line:4", 0, True, (None, None), False),
])  # fmt: skip
def test_where_no_load_tells_all_cards_of_it_are_read_there_and_not_next_door(
    at, lost, both, loads, lies
):
    bench, hand, track = onto(*loads, at=at, hits=2, lost=lost)
    other = Track(hand[1], bench.ant(at), ACT)
    other.hits = 2
    hand[1].tracks = (other,) if both else ()
    assert bool(forward.thrown_onto(bench.cards, hand[0], at)) == lies


# -- a hand that left its seat long before a player acts who was due before it


def left_before(ms, found=True, bet=100, seat=3):
    """Seat 2's hand, silent since so long before seat 3 acts at ``LATE``; ``found``: the muck has
    read it since. ``LATE`` is when that act is told; seat 3's own hand lies still."""
    bench, _, _ = turn(3, front={1: bet} if bet else {})
    for tag in absent.lying(bench.cards, "seat:2"):
        tag.home.misses, tag.home.silent = 3, LATE - ms
        tag.left, tag.read = LATE - ms, LATE - ms - 100
        if found:
            track = tag.home
            tag.home = None
            bench.read(LATE + 50, "muck", (tag.uid, 0))
            tag.tracks = tuple(k for k in tag.tracks if k is not track)
    return bench, [seat for seat, _ in absent.gone_early(bench.cards, seat, LATE)]


@pytest.mark.parametrize(("ms", "more", "folded"), [
    (UNCOLLECTED_MS - 100, {}, [2]), (UNCOLLECTED_MS - 101, {}, []),
    (2 * UNCOLLECTED_MS, {"found": False}, []),  # it may be held up still
    (2 * UNCOLLECTED_MS, {"bet": 0}, []), (2 * UNCOLLECTED_MS, {"seat": 2}, []),
])  # fmt: skip
def test_a_hand_gone_for_longer_than_a_look_was_folded_before_the_act(ms, more, folded):
    _, found = left_before(ms, **more)
    assert found == folded


@pytest.mark.parametrize(("ms", "folded"), [(0, [2]), (100, []), (UNCOLLECTED_MS + 1, [2])])
def test_it_is_weighed_against_when_the_hand_that_acts_left_its_own_seat(ms, folded):
    bench, _ = left_before(UNCOLLECTED_MS - 100)
    bench.cards.missed_t["seat:3"] = LATE - ms
    assert [seat for seat, _ in absent.gone_early(bench.cards, 3, LATE)] == folded


@pytest.mark.parametrize(("ms", "change", "folded"), [
    (UNCOLLECTED_MS, {}, []), (UNCOLLECTED_MS + 1, {}, []), (3 * UNCOLLECTED_MS, {}, []),
    (UNCOLLECTED_MS + 1, {"muck": ""}, [2]),  # lifted, and its player has acted otherwise
    (UNCOLLECTED_MS + 1, {"muck": "one"}, []),  # the other goes unread below it
    (UNCOLLECTED_MS + 1, {"read": 1}, [2]), (UNCOLLECTED_MS + 1, {"read": 0}, []),
    (UNCOLLECTED_MS + 1, {"heard": True}, [2]),  # its seat reads it again
])  # fmt: skip
def test_a_hand_in_the_muck_had_left_its_seat_however_late_it_is_collected(ms, change, folded):
    bench, _ = left_before(UNCOLLECTED_MS - 100)
    left = bench.cards.missed_t["seat:3"] = LATE - ms
    hand = absent.lying(bench.cards, "seat:3")
    for tag in hand:
        track = tag.home
        tag.home, tag.left, tag.read = None, left, left + change.get("read", -100)
        if change.get("muck", "both") and not (tag is hand[1] and change.get("muck") == "one"):
            bench.read(LATE, "muck", (tag.uid, 0))
        tag.tracks = tuple(k for k in tag.tracks if k is not track or change.get("heard"))
    assert [seat for seat, _ in absent.gone_early(bench.cards, 3, LATE)] == folded


def test_its_fold_is_told_before_that_act():
    bench, _ = left_before(UNCOLLECTED_MS)
    bench.cards.before_act(3, LATE)
    assert bench.emitted("from", "to", "t")[-1] == ("seat:2", "muck", LATE - UNCOLLECTED_MS)


# -- the last card of a deal, asked for


def last_card(ms, passed=False, heard=None):
    """What is told when seat 1's last card comes so long after it was due; ``heard``: when its
    loop had read it once, from when it was due."""
    bench = Bench(ph.DEAL)
    phase = bench.phase
    phase.seats, phase.counts, phase.live = [1, 2, 3], {1: 1, 2: 2, 3: 2}, [1, 2, 3]
    phase.hole, phase.last_seat, phase.first_deal, phase.last_deal = 2, 3, 1000, 3000
    bench.cards.lacks_t = 5100
    due = 3000 + phase.pace_ms()
    (tag,) = bench.lie("seat:1", card(9), since=due + ms, n=2)
    tag.home.antenna.period_ms = 100
    item = Deal(bench.cards, tag, due + ms, passed)
    item.zone, item.landed = "seat:1", due + ms
    if heard is not None:
        tag.brief, tag.brief_t = bench.ant("seat:1"), due + heard
    del bench.events[:]
    unread.deal_completed(bench.cards, item)
    return bench.emitted("what", "kind")


MISSING = [("notice", "wrong_card_count")]


@pytest.mark.parametrize(("ms", "passed", "heard", "said"), [
    (SHADOW_MS, False, None, MISSING), (SHADOW_MS - 50, False, None, []),
    (SHADOW_MS, False, 1, []), (SHADOW_MS, True, None, MISSING), (1000, True, None, []),
    (SHADOW_MS, False, -900, []), (SHADOW_MS, False, -9000, MISSING),  # of the hand before
])  # fmt: skip
def test_a_last_card_the_mouth_missed_was_late_when_no_shadow_lasts_so_long(
    ms, passed, heard, said
):
    assert last_card(ms, passed, heard) == said


def test_a_card_for_another_place_says_nothing_of_it():
    bench = Bench(ph.DEAL)
    bench.cards.lacks_t = 5000
    item = Deal(bench.cards, None, 9000, True)
    item.zone = BOARD
    unread.deal_completed(bench.cards, item)
    assert not bench.events and not bench.cards.lacks_t


# -- a hand on its way over other loops


@pytest.mark.parametrize(("zone", "loop", "left", "read"), [
    ("seat:2", "pot", 700, 600),  # it left its seat before that
    ("seat:2", "seat:2", 900, 800), ("line:2", "pot", 900, 800), (None, "pot", 900, 800),
])  # fmt: skip
def test_what_another_loop_reads_of_a_hole_card_is_not_when_it_left_its_seat(
    zone, loop, left, read
):
    bench = Bench()
    (tag,) = bench.hand(2, card(4))
    tag.zone, tag.left, tag.read = zone, 700, 600
    track = Track(tag, bench.ant(loop), 500)
    track.seen, track.silent = 800, 900
    zones._lost(tag, track)
    assert (tag.left, tag.read) == (left, read)


@pytest.mark.parametrize(("loop", "to"), [("pot", "line:2"), ("board:1", "line:2"),
                                          ("muck", "muck")])  # fmt: skip
def test_a_hand_pushed_over_its_line_passes_loops_where_none_comes_to_rest(loop, to):
    bench = Bench()
    (tag,) = bench.hand(2, card(4))
    bench.cards.went(tag, "line:2", ACT)
    bench.cards.arrived(tag, bench.ant(loop), ACT + 500)
    assert (tag.item.to, tag.zone) == (to, to)


# -- a fold that leaves one player, who may have to have checked


@pytest.mark.parametrize(("thrown", "held"), [(True, True), (False, False)])
def test_who_folds_without_a_bet_waits_for_the_check_of_who_is_left_alone(thrown, held):
    bench, act, over = turn(1, board=3, live=[1, 3], counts={1: 2, 3: 2}, actor=3)
    item = act
    if thrown:
        bench.order.remove(act)
        hand = absent.lying(bench.cards, "seat:1")
        item = Move(bench.cards, hand[0], ACT, "seat:1", "muck")
        item.tags = hand
        for tag in hand:
            tag.item, tag.zone = item, "muck"
        bench.order.add(item)
    else:
        for tag in absent.lying(bench.cards, "seat:1"):
            tag.home.misses, tag.home.silent = 3, 1
    for tag in absent.lying(bench.cards, "seat:3"):
        tag.home.seen = ACT + 1
    assert bool(over.hold(item, ACT + KEY_LATE_MS - 1)) == held
    assert not held or (item.why, item.upon) == ("key", 3)


# -- a card too many: of the board, of the deal


@pytest.mark.parametrize(("late_ms", "burned", "ends"), [
    (STREET_APART_MS, False, False), (STREET_APART_MS + 1, False, True),
    (STREET_APART_MS, True, True), (0, True, False),
])  # fmt: skip
def test_a_card_soon_after_a_street_ends_no_round(late_ms, burned, ends):
    bench, act, over = turn(0, board=4, burned=burned)
    bench.phase.last_deal = ACT
    item = Deal(bench.cards, None, ACT + late_ms, False)
    item.zone = BOARD
    assert over._ends_street(item) == ends
    bets = Act(0, ACT + late_ms)  # bets that are pulled in are no card
    assert over._ends_street(bets) == (late_ms > 0)


@pytest.mark.parametrize(("change", "is_due"), [
    ({}, False), ({"owing": [1, 2]}, True), ({"board": 3}, True), ({"burned": True}, True),
])  # fmt: skip
@pytest.mark.parametrize("loop", ["burn", "board:1"])
def test_no_burn_is_due_before_anybody_has_acted_on_the_deal(change, is_due, loop):
    bench = Bench()
    for name, value in change.items():
        setattr(bench.phase, name, value)
    assert due.due_at(bench.phase, bench.ant(loop)) == is_due
    assert not due.due_at(bench.phase, bench.ant("seat:1"))
