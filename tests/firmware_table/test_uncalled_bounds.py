"""Chips that show in the pot with a bet that lacks them: uncalled, or on loops read seldom."""

import pytest

from firmware.table import late, once
from firmware.table import phase as ph
from firmware.table.presence import Tag
from firmware.table.values import ENTER_HITS, SWEEP_REST_MS, SWEPT_WAIT_MS
from shared_rules.zones import POT
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_spots_bounds import arrived

TOLD, SWEPT = 2000, 5000


def pulled_in(told=TOLD, swept=SWEPT, bet=300, stack=1000, board=3, **change):
    """Seat 1 has bet 300 on the flop; seats 2 and 3, with 100 in the pot each, have folded, and the
    bet was pulled in."""
    bench = Bench(ph.SHOWDOWN)
    phase, spot = bench.phase, bench.chips.spots[1]
    phase.live, phase.board, phase.last_deal = [1], board, 1000
    phase.put = {1: 100 + bet, 2: 100, 3: 100}
    phase.stacks = {1: stack}
    spot.event, spot.total, spot.swept_ms = {"t": told, "chips": [200, 100]}, bet, swept
    for name, value in change.items():
        setattr(phase, name, value)
    return bench, spot


def heard_in_pot(zone):
    """A chip of 100 that the pot reads and that was told to lie in ``zone``."""
    tag = Tag(chip(9)[0], 100)
    tag.zone = zone
    return tag


def with_stray(zone, **change):
    """The same, and one such chip is kept in mind."""
    bench, _ = pulled_in(**change)
    bench.chips.strays = [(heard_in_pot(zone), SWEPT)]
    bench.order.items = []
    del bench.events[:]
    return bench


@pytest.mark.parametrize(("change", "found"), [
    ({}, True), ({"told": 1001}, True), ({"told": 1000}, False),  # of the street before
    ({"swept": None}, False), ({"swept": TOLD - 1}, False), ({"swept": TOLD}, True),
    ({"bet": 0}, False), ({"bet": 1}, True), ({"live": [1, 2]}, False), ({"live": []}, False),
    ({"awarded": True}, False), ({"stack": 99}, False), ({"stack": 100}, True),
    ({"stack": 149, "change": {1: 50}}, True), ({"stack": 99, "change": {1: 50}}, False),
    ({"stack": 100, "change": {1: -50}}, True), ({"stack": 99, "change": {1: -50}}, False),
    ({"put": {1: 100, 2: 101}}, False), ({"put": {1: 101, 2: 100}}, True), ({"put": {}}, False),
    ({"put": {1: 100}}, True), ({"put": {1: 1}}, True), ({"put": {1: 0}}, False),
])  # fmt: skip
def test_it_is_of_the_bet_of_the_only_player_left_that_nobody_has_called(change, found):
    bench, spot = pulled_in(**change)
    assert once.lacked_uncalled(bench.chips, [75, 25]) is (spot if found else None)


@pytest.mark.parametrize(("said", "found"), [
    ((1, 400, TOLD), True), ((1, 399, TOLD), False), ((1, 300, TOLD), False),
    ((1, 299, TOLD), True),  # of an act before
    ((2, 399, TOLD), True), (None, True),
])  # fmt: skip
def test_nor_where_it_would_be_more_than_its_player_has_said(said, found):
    bench, spot = pulled_in(said=said)
    assert once.lacked_uncalled(bench.chips, [75, 25]) is (spot if found else None)


def test_not_where_that_bet_was_not_told():
    bench, spot = pulled_in()
    spot.event = None
    assert once.lacked_uncalled(bench.chips, [100]) is None


@pytest.mark.parametrize(("due", "found"), [(299, True), (300, False), (301, False)])
@pytest.mark.parametrize("board", [0, 3])
def test_nor_of_a_blind(board, due, found):
    bench, spot = pulled_in(board=board, post_due=lambda seat: due)
    assert once.lacked_uncalled(bench.chips, [100]) is (spot if found or board else None)


@pytest.mark.parametrize(("now", "live", "awarded", "kept"), [
    (ph.SHOWDOWN, [1], False, True), (ph.SHOWDOWN, [1, 2], False, False),
    (ph.SHOWDOWN, [1], True, False), (ph.SHOWDOWN, [], False, False),
    (ph.BETTING, [1, 2], False, True),
])  # fmt: skip
@pytest.mark.parametrize(("zone", "untold"), [
    (None, True), ("seat:1", True), ("line:1", False), (POT, False),
])  # fmt: skip
def test_chips_that_nobody_has_told_are_kept_in_mind(now, live, awarded, kept, zone, untold):
    bench, _ = pulled_in(now=now, live=live, awarded=awarded)
    tag = heard_in_pot(zone)
    late.noted(bench.chips, tag, SWEPT)
    assert bench.chips.strays == ([(tag, SWEPT)] if kept and untold else [])


@pytest.mark.parametrize(("zone", "ms", "corrects"), [
    (POT, SWEEP_REST_MS, True), (POT, SWEEP_REST_MS - 1, False),
    ("seat:1", SWEEP_REST_MS, False),  # it was only heard in the pot
])  # fmt: skip
def test_they_are_a_correction_of_that_bet_when_the_pull_is_over(zone, ms, corrects):
    bench = with_stray(zone)
    late.strays_over(bench.chips, SWEPT + ms)
    rows = bench.emitted("what", "seat", "chips", "to", "about", "confidence")
    assert rows == ([
        ("correction", 1, [100], "line:1", TOLD, "medium"),
        ("chips_move", 1, [100], POT, None, "medium"),
    ] if corrects else [])  # fmt: skip
    assert bool(bench.chips.strays) == (ms < SWEEP_REST_MS)


def test_they_are_of_none_where_that_was_called():
    bench = with_stray(POT, put={1: 400, 2: 400})
    late.strays_over(bench.chips, SWEPT + SWEEP_REST_MS)
    assert bench.events == [] == bench.chips.strays


@pytest.mark.parametrize(("line_ms", "pot_ms", "ms"), [
    (0, 0, SWEPT_WAIT_MS), (200, 300, SWEPT_WAIT_MS), (200, 301, SWEPT_WAIT_MS + 2),
    (700, 1000, 3 * 700 + ENTER_HITS * 1000), (700, 0, 3 * 700),
])  # fmt: skip
@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_chips_pulled_in_wait_until_loops_read_seldom_may_have_shown_the_rest(
    line_ms, pot_ms, ms, late_ms, ready
):
    bench, item, ant = arrived(front={1: 500})
    ant.period_ms, bench.chips.pots[0].period_ms = line_ms, pot_ms
    assert ant.leave == 3
    (tag,) = item.tags
    tag.left, tag.zone, item.gone = 1600, POT, [tag]
    assert item.ready(1600 + ms + late_ms) == ready
    if not ready:
        assert (item.why, item.until) == ("swept", 1600 + ms)


def test_on_a_table_where_no_loop_reads_the_pot_its_own_tells_how_long():
    bench, item, ant = arrived(front={1: 500})
    ant.period_ms, bench.chips.pots = 500, []
    assert item._shows_ms() == 1500


@pytest.mark.parametrize(("live", "kept"), [([1], True), ([1, 2], False), ([], False)])
def test_what_is_said_of_a_bet_holds_beyond_it_where_all_others_are_gone(live, kept):
    phase = Bench(ph.BETTING).phase
    phase.live, phase.said = live, (1, 400, TOLD)
    phase._street()
    assert (phase.said is not None) == kept
