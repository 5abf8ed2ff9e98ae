"""Bets gathered to a heap; what is read on its way; what went unread: each side of each bound."""

import pytest

from firmware.table import heaped
from firmware.table import phase as ph
from firmware.table import street as st
from firmware.table.deal import Deal
from firmware.table.departures import Departure
from firmware.table.spots import Arrival
from firmware.table.values import IN_HAND_MS, LEVEL_ROUGH_DWELLS, PITCH_MAX_MS, SHADOW_MS
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_evidence_bounds import CHIP, carrying
from tests.firmware_table.test_missing_bounds import board_read, flop


def matched(now=ph.BETTING, t=5000, apart=0, **front):
    """Three players with 100 each in front; the chips of two spots have left them so far apart."""
    bench = Bench(now)
    bench.phase.front = {1: 100, 2: 100, 3: 100} | {int(s[1:]): n for s, n in front.items()}
    chips = bench.chips
    for seat, left in ((1, t), (2, t + apart)):
        spot = chips.spots[seat]
        spot.departure = Departure(chips, spot, left)
    return bench, chips.spots[1].departure


@pytest.mark.parametrize("apart", [-1500, 0, 1500])
def test_bets_that_leave_two_spots_while_nobody_owes_are_gathered(apart):
    bench, item = matched(apart=apart)
    assert heaped.gathered(bench.chips, item.spot, item.t)


@pytest.mark.parametrize(("apart", "now", "front"), [
    (1501, ph.BETTING, {}), (-1501, ph.BETTING, {}), (0, ph.SHOWDOWN, {}), (0, ph.DEAL, {}),
    (0, ph.BETTING, {"s3": 99}), (0, ph.BETTING, {"s3": 101}),
    (0, ph.BETTING, {"s1": 0, "s2": 0, "s3": 0}),
])  # fmt: skip
def test_chips_that_leave_apart_or_while_somebody_owes_are_not(apart, now, front):
    bench, item = matched(now, apart=apart, **front)
    assert not heaped.gathered(bench.chips, item.spot, item.t)


def test_who_is_all_in_for_less_owes_nothing():
    bench, item = matched(s3=60)
    bench.phase.stacks[3] = 60
    assert heaped.gathered(bench.chips, item.spot, item.t)
    bench.phase.stacks[3] = 61
    assert not heaped.gathered(bench.chips, item.spot, item.t)


def test_one_spot_alone_is_not_gathered_nor_is_one_that_still_has_chips():
    bench, item = matched()
    other = bench.chips.spots[2]
    other.holds = lambda: True
    assert not heaped.gathered(bench.chips, item.spot, item.t)
    other.departure = None
    assert not heaped.gathered(bench.chips, item.spot, item.t)


@pytest.mark.parametrize(("late", "waits"), [(-1, True), (0, False), (1, False)])
def test_chips_found_nowhere_wait_for_the_next_spot_to_be_emptied(late, waits):
    bench, item = matched()
    bench.chips.spots[2].departure = None
    until = item.t + bench.chips.sweep_ms + bench.chips.travel_ms
    assert not heaped.may_follow(bench.chips, item, until + late)  # no other spot has any
    bench.chips.spots[2].holds = lambda: True  # read, or missed only just now
    assert heaped.may_follow(bench.chips, item, until + late) == waits
    assert item.why == ("heap" if waits else None)
    bench.phase.front[3] = 99
    assert not heaped.may_follow(bench.chips, item, until + late)


@pytest.mark.parametrize(("apart", "late", "waits"), [
    (0, -1, True), (0, 0, False), (1500, -1, True), (-1500, -1, True), (1501, -1, False),
    (-1501, -1, False),
])  # fmt: skip
def test_so_they_do_while_a_call_that_went_when_they_did_is_not_told(apart, late, waits):
    """A call pulled in at once with the bet it answers: what shows of the one tells of both."""
    bench, item = matched(s2=0)
    item.spot.departure, bench.chips.spots[2].departure = item, None
    call = Arrival(bench.chips, bench.chips.spots[2], item.t)
    tag = type("Tag", (), {"left": item.t + apart})()
    call.tags, call.gone, bench.chips.spots[2].arrival = [tag], [tag], call
    until = tag.left + SHADOW_MS + bench.chips.sweep_ms
    assert heaped.may_follow(bench.chips, item, until + late) == waits
    call.tags = [tag, tag]  # a chip of it lies there
    assert not heaped.may_follow(bench.chips, item, until + late)


@pytest.mark.parametrize(("front", "owing", "now", "acts"), [
    (0, [3], ph.BETTING, None), (100, [3], ph.BETTING, 0), (0, [], ph.BETTING, 0),
    (0, [3], ph.DEAL, 0),  # antes
])  # fmt: skip
def test_bets_lost_after_the_card_of_the_next_street_end_no_round(front, owing, now, acts):
    bench, item = matched(now, s1=front)
    bench.phase.owing = owing
    item.found = 1
    assert item.acts() == acts


def test_gathered_chips_end_the_street_and_go_to_the_pot():
    bench, item = matched()
    assert item.acts() is None
    item.heaped = True
    assert item.acts() == 0
    tag = type("Tag", (), {"value": 100, "zone": "line:1", "item": item, "home": None,
                           "supposed": False, "left": 5000})()  # fmt: skip
    item.tags = [tag]
    bench.chips.departure_over(item, 6600)
    assert bench.emitted("what", "from", "to", "by") == [("chips_move", "line:1", "pot", "dealer")]
    assert bench.chips.spots[1].swept_ms == 5000


@pytest.mark.parametrize(("apart", "leave"), [(-1500, True), (1500, True), (1501, False)])
def test_chips_of_a_motion_go_with_others_that_leave_at_that_time(apart, leave):
    bench, item = matched(t=5000 + apart)
    bench.chips.spots[2].departure = None
    tags = [type("Tag", (), {"left": left})() for left in (100, 5000)]
    assert heaped.leave_with(bench.chips, tags) == leave
    item.spot.departure = None
    assert not heaped.leave_with(bench.chips, tags)


# -- cards on their way ---------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "now", "after", "passed"), [
    ("muck", ph.DEAL, PITCH_MAX_MS, True), ("board", ph.SHUFFLED, PITCH_MAX_MS, True),
    ("muck", ph.DEAL, PITCH_MAX_MS + 1, False), ("board", ph.BETTING, 100, False),
    ("burn", ph.DEAL, PITCH_MAX_MS, True), ("burn", ph.DEAL, PITCH_MAX_MS + 1, False),
    ("burn", ph.BETTING, 100, False), ("line:2", ph.BETTING, 9000, True),
    ("pot", ph.DEAL, PITCH_MAX_MS, True), ("pot", ph.DEAL, PITCH_MAX_MS + 1, False),
    ("seat:2", ph.DEAL, 1, False),
])  # fmt: skip
def test_a_pitched_card_is_dealt_where_it_comes_to_rest(where, now, after, passed):
    bench = Bench(now)
    bench.phase.last_seat = 1  # seat 2 is due
    item = Deal(bench.cards, None, 900, True)
    item.zone, item.landed = where, 1000
    assert item.on_its_way("seat:1", 1000 + after) == passed
    assert not item.on_its_way("board", 1000 + after)


@pytest.mark.parametrize(("where", "now", "last_seat", "passed"), [
    ("burn", ph.DEAL, 3, True), ("muck", ph.SHUFFLED, 3, True), ("pot", ph.DEAL, 3, True),
    ("board", ph.DEAL, 3, True), ("burn", ph.DEAL, 2, False), ("burn", ph.DEAL, 1, False),
    ("burn", ph.BETTING, 3, False), ("seat:2", ph.DEAL, 3, False),
])  # fmt: skip
def test_one_read_in_passing_is_dealt_to_the_seat_that_is_due_however_late_it_reads_it(
    where, now, last_seat, passed
):
    bench = Bench(now)
    bench.phase.seats, bench.phase.last_seat = [1, 2, 3], last_seat
    item = Deal(bench.cards, None, 900, True)
    item.zone, item.landed = where, 1000
    assert item.on_its_way("seat:1", 1000 + PITCH_MAX_MS + 1) == passed
    assert item.on_its_way("seat:1", 9000) == passed


def test_a_card_read_in_the_muck_while_it_is_pitched_is_dealt_to_its_seat_only():
    bench = Bench(ph.DEAL)
    (tag,) = bench.lie("mouth:1", card(9), since=1000, n=2, every=20)
    item = tag.item
    bench.cards._landed(tag, item, "muck", 1100)
    bench.cards._landed(tag, item, "seat:1", 1100 + PITCH_MAX_MS)
    assert (item.zone, item.then, tag.zone) == ("seat:1", None, "seat:1")


# -- what went unread -----------------------------------------------------------------------------


@pytest.mark.parametrize(("t", "asked"), [(3999, False), (4000, True)])
def test_a_card_the_board_has_read_once_since_the_flop_is_asked_about(t, asked):
    bench = flop(2)
    board_read(bench, 8500)
    bench.phase.last_deal = 4000
    (tag,) = bench.lie("muck", card(40), since=100, n=1)
    tag.brief, tag.brief_t = bench.ant("board:1"), t
    st.flop_short(bench.cards, None, 5000)
    assert bench.emitted("kind") == [("flop_unread" if asked else "board_card_count",)]


def test_a_card_dealt_before_is_no_third_of_the_flop():
    bench = flop(2)
    board_read(bench, 8500)
    bench.phase.last_deal = 4000
    (tag,) = bench.lie("muck", card(40), since=100, n=1)
    tag.brief, tag.brief_t, tag.nth = bench.ant("board:1"), 4500, 3
    st.flop_short(bench.cards, None, 5000)
    assert bench.emitted("kind") == [("board_card_count",)]


@pytest.mark.parametrize(("more", "leans"), [
    (CHIP, True), (CHIP // 2 + 1, True), (CHIP // 2, False), (0, False),
])  # fmt: skip
def test_a_chip_that_is_missed_is_rather_there_where_the_load_is(more, leans):
    load, ant = carrying(more)
    assert ant.level_n >= LEVEL_ROUGH_DWELLS
    assert load.leans(ant) == leans
    ant.agc = 0
    assert not load.leans(ant)


@pytest.mark.parametrize(("lasting", "now", "gathered"), [
    (False, ph.BETTING, False), (True, ph.BETTING, True), (True, ph.DEAL, False),
])  # fmt: skip
def test_bets_no_shadow_hides_are_gathered_too_soon_where_somebody_owes(lasting, now, gathered):
    bench, item = matched(now, s3=500)
    at = item.t + SHADOW_MS if lasting else 0
    assert heaped.gathered(bench.chips, item.spot, item.t, at) == gathered


@pytest.mark.parametrize(("ms", "weighed", "holds", "hidden"), [
    (SHADOW_MS - 1, False, False, True), (SHADOW_MS, False, False, False),
    (SHADOW_MS - 1, True, False, False), (SHADOW_MS - 1, False, True, False),
])  # fmt: skip
def test_nor_is_one_that_a_shadow_may_hide_which_is_waited_for(ms, weighed, holds, hidden):
    """The chips of the other spot went a second later, while somebody owes."""
    bench, item = matched(apart=1000, s3=500)
    other = bench.chips.spots[2]
    other.departure.weighed_off, other.holds = lambda: weighed, lambda: holds
    now = other.departure.last + ms
    gathered = heaped.gathered(bench.chips, item.spot, item.t, now)
    assert gathered == (not hidden and not holds)
    assert heaped.may_follow(bench.chips, item, now) == hidden
    assert (item.why, item.until) == (("heap", now + 1) if hidden else (None, 0))


def test_where_nobody_owes_a_shadow_is_rarer():
    bench, item = matched(apart=1000)
    assert heaped.gathered(bench.chips, item.spot, item.t, item.t + SHADOW_MS)


@pytest.mark.parametrize(("ms", "weighed", "heaped_"), [
    (SHADOW_MS, False, True), (SHADOW_MS - 1, False, False), (IN_HAND_MS, True, True),
])  # fmt: skip
def test_they_are_when_silent_for_longer_than_that_or_weighed_off(ms, weighed, heaped_):
    bench, item = matched(s3=500)
    item.tags, item.queued = [bench.lie("pot", chip(9))[0]], True
    item.weighed_off = bench.chips.spots[2].departure.weighed_off = lambda: weighed
    item.patience = lambda: 0
    item.ready(item.last + ms)
    assert item.heaped == heaped_


# -- bets held above another spot on their way to the pot ----------------------------------------


def held_above(n=2, owing=(), now=ph.BETTING, gone=2, pot=False, due=0, frm="line:1"):
    """Seats 1 and 2 have put in 200 each; seat 1's two chips are read at seat 2's spot, which has
    lost so many of them again. Returns the bench and what that spot was told to get."""
    bench = Bench(now)
    phase = bench.phase
    phase.live, phase.owing, phase.front = [1, 2], list(owing), {1: 200, 2: 200 + due}
    phase.oversized = {2: due} if due else {}
    phase.pot, phase.pot_sum = [500], 500
    bench.lie("line:2", *[chip(i + 1, 100) for i in range(n)], since=5000, n=2)
    item = bench.chips.spots[2].arrival
    assert isinstance(item, Arrival)
    for i, tag in enumerate(item.tags):
        tag.frm, tag.left = frm, 5300
        if i < gone:
            item.gone.append(tag)
        if pot:
            tag.zone = "pot"
    bench.order.remove(item)
    bench.events.clear()
    bench.chips.arrival_over(item, 6000)
    return bench, bench.emitted("seat", "from", "to", "chips")


def test_bets_of_another_above_the_spot_of_who_has_answered_are_on_their_way():
    bench, rows = held_above()
    going = bench.chips.spots[1].departure
    assert rows == [] and bench.chips.spots[2].departure is None
    assert [(tag.zone, tag.item is going, tag.frm) for tag in going.tags] == [
        ("line:1", True, "line:1")
    ] * 2
    assert (going.t, going.found) == (5300, 0)


@pytest.mark.parametrize("change", [
    {"owing": [2]}, {"owing": [1, 2]},  # it may be that player's act
    {"gone": 0},  # it lies there: the other spot had only heard it
    {"frm": None}, {"frm": "seat:2"}, {"frm": "line:2"},  # its own chips
    {"due": 200},  # change out of the bet beside it
])  # fmt: skip
def test_chips_of_who_has_to_act_that_lie_there_or_are_its_own_are_not(change):
    bench, rows = held_above(**change)
    assert bench.chips.spots[1].departure is None and rows


@pytest.mark.parametrize("due", [0, 200])
def test_what_the_pot_has_by_then_is_no_change_either(due):
    bench, rows = held_above(pot=True, due=due)
    going = bench.chips.spots[1].departure
    assert rows == [] and (len(going.tags), going.found, going.queued) == (2, 2, True)


def test_one_of_two_that_lies_there_stays():
    bench, rows = held_above(gone=1)
    assert len(bench.chips.spots[1].departure.tags) == 1
    assert [row[:3] for row in rows] == [(2, "seat:2", "line:2")] and rows[0][3] == [100]
