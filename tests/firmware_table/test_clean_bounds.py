"""What made regular hands loud: each mend with both sides of each of its bounds."""

import pytest

from firmware.table import absent, change, evidence, late, pulled, untimely
from firmware.table.spots import Arrival
from firmware.table.values import (
    ARRIVE_MAX_MS,
    PILE_CHIPS,
)
from tests.firmware_table.bench import card, chip
from tests.firmware_table.test_spots_bounds import arrived, later
from tests.firmware_table.test_turn_bounds import ACT, Act, turn


@pytest.mark.parametrize(("high", "told"), [(0, True), (100, True), (101, False)])
def test_a_motion_short_of_what_is_due_may_grow_for_longer(high, told):
    bench, item, ant = arrived(front={1: high})
    item.last = 1000 + ARRIVE_MAX_MS
    assert item.ready(1000 + ARRIVE_MAX_MS - 1) is False
    assert bool(item.ready(1000 + ARRIVE_MAX_MS)) == told


@pytest.mark.parametrize(("read", "pot", "lie"), [(3, False, True), (2, False, False),
                                                  (3, True, False)])  # fmt: skip
def test_chips_gone_from_a_pile_most_of_which_is_read_lie_there(read, pot, lie):
    _, item, ant = arrived(100, 100, 100, 100)
    for track in ant.tracks[read:]:
        track.misses = 3
        item.gone.append(track.tag)
        if pot:
            track.tag.zone = "pot"
    assert item._some_lie() == lie


@pytest.mark.parametrize(("due", "whole"), [(200, True), (201, False), (199, False)])
def test_chips_read_on_their_spot_since_make_a_call_whole_that_was_pulled_in(due, whole):
    bench, item, ant = arrived(front={1: due})
    spot = item.spot
    more = spot.arrival = Arrival(bench.chips, spot, 3000)
    (tag,) = bench.lie(ant.name, chip(9), since=3000, n=1)
    tag.item = more
    more.tags, more.gone = [tag], [tag]
    bench.order.add(more)
    assert late.made_whole(bench.chips, item) == whole
    assert (tag in item.tags) == (tag in item.gone) == whole == (spot.arrival is None)
    assert (more in bench.order.items) == (not whole)


@pytest.mark.parametrize(("others", "less"), [
    (PILE_CHIPS - 1, 0), (PILE_CHIPS, 0), (2 * PILE_CHIPS, 69),
])  # fmt: skip
def test_any_chip_of_a_large_pile_may_have_been_in_the_shadow(others, less):
    _, item, ant = arrived()
    alone = evidence._unread_since(item, 0)
    ant.tracks.extend([ant.tracks[0]] * others)
    assert abs(alone - evidence._unread_since(item, 0) - less) <= 4


# -- chips that came with what was told -----------------------------------------------------------


def topped(t=6000, **values):
    """Seat 1 makes 125 where seat 3 had bet 100; a chip of 25 shows on seat 3's spot at ``t``."""
    bench, more, spot = later(value=25, emitted=5000, t=t)
    bench.phase.acting = values.get("acting", 3)
    bench.phase.owing = [1, 2]
    bench.phase.said = values.get("said")
    spot.emitted = values.get("emitted", 5900)
    (tag,) = bench.lie("line:1", chip(8, 125), since=5950, n=2)
    item = bench.chips.spots[1].arrival
    item.t = 5950
    return bench, item, more


@pytest.mark.parametrize(("change", "first"), [
    ({}, True), ({"t": 5950}, False), ({"emitted": 1000, "acting": 2}, False),
    ({"said": (3, 110, 4000)}, False),
])  # fmt: skip
def test_the_rest_of_a_bet_comes_before_what_seems_to_raise_it(change, first):
    bench, item, more = topped(**change)
    assert late.rest_first(bench.chips, item) == first
    assert (more.t < item.t) == first


@pytest.mark.parametrize(("came", "t", "given"), [
    (None, 5100, False), (None, 9000, True), ("pot", 5100, True), ("line:1", 5100, True),
])  # fmt: skip
def test_chips_of_no_pot_and_no_bet_that_came_with_a_big_one_are_no_change(came, t, given):
    bench, item, spot = later(value=100, emitted=5000, t=t)
    bench.phase.front, bench.phase.over = {3: 500, 1: 200}, {3: 300}
    bench.phase.live, bench.phase.acting = [1, 2, 3], 3
    item.tags[0].came = came
    assert change.given(bench.chips, item, spot) == given


# -- checks nobody keyed --------------------------------------------------------------------------


@pytest.mark.parametrize(("owing", "asked"), [([1, 3], True), ([3], False)])
def test_who_was_taken_to_have_checked_puts_no_chips_before_that(monkeypatch, owing, asked):
    _, item, over = turn(3)
    over.phase.owing = owing
    monkeypatch.setattr(untimely, "hand_undecided", lambda *_: False)
    monkeypatch.setattr(untimely, "key_may_come", lambda *_: False)
    monkeypatch.setattr(untimely, "chips_may_come", lambda *_: True)
    assert untimely.waits_for(over, item, 1, ACT) == asked


@pytest.mark.parametrize(("unsaid", "waits"), [([1], True), ([2], False), ([], False)])
def test_a_check_is_missed_after_the_bets_are_pulled_in_before_the_flop(unsaid, waits):
    _, item, over = turn(0)
    over.phase.board, over.phase.front, over.phase.owing = 0, {}, []
    over.phase.unsaid = unsaid
    assert untimely.key_may_come(over, item, 1, ACT) == waits


@pytest.mark.parametrize(("read", "after"), [(ACT + 99, True), (ACT + 101, False)])
def test_a_hand_lifted_before_another_acts_is_thrown_away_when_last_read(monkeypatch, read, after):
    """The hand of the player passed over was missed first, read again, and went after seat 2's."""
    bench, item, over = turn(1)
    hand = bench.hand(3, card(1), card(2))
    for tag in hand:
        tag.home, tag.read = None, read
    monkeypatch.setattr(untimely.absent, "silent", lambda _cards, _zone: hand)
    bench.order.add(absent.Gone(bench.cards, "seat:3", ACT + 10))
    bench.ant("seat:3").t = ACT + 9000
    bench.order.add(Act(2, ACT + 100))
    assert untimely.acts_after(over, item, 3) == after


@pytest.mark.parametrize(("zone", "seen", "away"), [
    ("pot", 2001, True), ("pot", 2000, False), ("line:1", 2001, False),
])  # fmt: skip
def test_a_chip_the_pot_has_read_since_its_spot_lost_it_is_in_the_pot(zone, seen, away):
    _, item, ant = arrived()
    (tag,) = item.tags
    tag.left = 2000
    other = type("Track", (), {"antenna": type("Ant", (), {"kind": zone[:4].rstrip(":")})()})()
    other.seen = seen
    tag.tracks += (other,)
    assert pulled.read_in_pot(tag) == away
