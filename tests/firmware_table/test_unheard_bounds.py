"""Loops of a player passed over that have not been read since the act: both sides of each bound."""

import pytest

from firmware.table import untimely
from firmware.table.values import AT_ONCE_MS, BEFORE_ACT_MS, READER_AWAY_MS
from tests.firmware_table.bench import chip
from tests.firmware_table.test_turn_bounds import ACT, turn


@pytest.mark.parametrize("name", ["seat:3", "line:3"])
@pytest.mark.parametrize(("late", "held"), [(0, True), (1, False)])
def test_a_loop_not_read_since_is_waited_for_until_its_reader_holds_up_nothing(name, late, held):
    bench, item, over = turn()
    ant = bench.ant(name)
    ant.t, ant.dwells = ACT - 1, 9
    assert over.holds(item, ACT + READER_AWAY_MS - 3)
    assert (item.why, item.until, item.upon) == ("loop", ACT - 1 + READER_AWAY_MS, 3)
    assert bool(untimely.unheard(over, item, 3, ACT - 2 + READER_AWAY_MS + late)) == held
    ant.t = ACT
    assert not untimely.unheard(over, item, 3, ACT + 1)


def test_a_loop_that_is_never_read_is_not_waited_for():
    bench, item, over = turn()
    assert bench.ant("line:3").t < ACT and not untimely.unheard(over, item, 3, ACT + 1)


@pytest.mark.parametrize(("before", "held"), [(ACT, True), (ACT + 1, False)])
def test_chips_read_once_after_a_pause_are_read_again_before_anything_is_decided(before, held):
    bench, item, over = turn()
    bench.read(before, "line:3")
    bench.read(ACT + 2000, "line:3", chip(1))
    assert bool(untimely.unheard(over, item, 3, ACT + 2001)) == held
    bench.read(ACT + 2100, "line:3", chip(1))
    assert not untimely.unheard(over, item, 3, ACT + 2101)


@pytest.mark.parametrize(("seen", "held"), [(ACT, True), (ACT + 1, False)])
def test_a_card_not_read_since_an_act_nor_gone_yet_is_waited_for(seen, held):
    bench, item, over = turn()
    ant = bench.ant("seat:3")
    ant.t, ant.period_ms = ACT + 100, 100
    ant.tracks[0].seen, ant.tracks[0].misses = seen, 1
    assert bool(untimely.unheard(over, item, 3, ACT + 299)) == held
    assert not untimely.unheard(over, item, 3, ACT + 300)


@pytest.mark.parametrize(("front", "moved"), [({1: 100}, True), ({}, False)])
def test_chips_that_may_have_come_before_a_street_came_so_where_they_answer_a_bet(front, moved):
    bench, item, over = turn(0)
    bench.phase.front = front
    bench.lie("line:3", chip(1), since=ACT + 10, n=2)
    arrival = bench.chips.spots[3].arrival
    arrival.t, arrival.early = ACT + 5000, False
    bench.ant("line:3").unread = ACT
    assert bool(untimely.chips_first(over, item, 3)) == moved


@pytest.mark.parametrize(("early", "late", "read", "moved"), [
    (None, BEFORE_ACT_MS, 1, True), (None, BEFORE_ACT_MS + 1, 1, False), (True, 5000, 1, True),
    (False, AT_ONCE_MS, 1, True), (False, AT_ONCE_MS + 1, 1, False), (False, 5000, 0, True),
    (None, 0, 1, True), (None, -1, 0, False), (None, 5000, 0, True),
])  # fmt: skip
def test_chips_that_were_there_first_come_first(early, late, read, moved):
    """``read``: the loop was read without them so long after the act."""
    bench, item, over = turn()
    bench.lie("line:3", chip(1), since=ACT + 10, n=2)
    arrival = bench.chips.spots[3].arrival
    arrival.t, arrival.early = ACT + late, early
    bench.ant("line:3").unread = ACT + read
    assert bool(untimely.chips_first(over, item, 3)) == moved
    assert arrival.t == (ACT - 1 if moved else ACT + late)
    assert not untimely.chips_may_come(over, item, 3, ACT + 6000)  # they have come
