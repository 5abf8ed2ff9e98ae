"""Loops that are read seldom: both sides of what is waited for, and how long."""

import pytest

from firmware.table import phase as ph
from firmware.table import unread
from firmware.table.deal import Deal
from firmware.table.order import Keyed
from firmware.table.passed import Passed
from firmware.table.values import ASK_MS, CARD_UNREAD_MS
from tests.firmware_table.bench import Bench, card

# -- the last cards of a deal read late ---------------------------------------------------------


def dealing(lacking=1, word="call"):
    """A deal that lacks cards, seat 1 the next; seat 2 says something at 5 s."""
    bench = Bench(ph.DEAL)
    phase = bench.phase
    phase.seats, phase.live, phase.hole, phase.last_seat = [1, 2, 3], [1, 2, 3], 2, 3
    phase.counts = {1: 2 - lacking, 2: 2, 3: 2}
    item = Keyed(5000, {"what": "declare", "seat": 2, "word": word}, None)
    bench.order.add(item)
    return bench, item, Passed(bench.order, bench.cards, bench.chips, phase)


@pytest.mark.parametrize(("lacking", "asked", "now", "held"), [
    (1, 0, 4999 + CARD_UNREAD_MS, True), (1, 0, 5000 + CARD_UNREAD_MS, False),
    (0, 0, 5001, False),
    (1, 6000, 5999 + ASK_MS, True), (1, 6000, 6000 + ASK_MS, False),  # the dealer is asked
])  # fmt: skip
def test_an_act_waits_for_the_last_cards_of_the_deal(lacking, asked, now, held):
    bench, item, over = dealing(lacking)
    bench.cards.lacks_t = asked
    assert over.holds(item, now) == held


@pytest.mark.parametrize(("passed", "zone", "held", "first"), [
    (False, "seat:1", True, True), (False, None, True, False),
    (True, "seat:1", False, False),  # it left the deck since: somebody acts in mid-deal
])  # fmt: skip
def test_a_card_read_late_comes_before_the_act(passed, zone, held, first):
    bench, item, over = dealing()
    (tag,) = bench.lie("seat:1", card(9), since=5100, n=2)
    dealt = Deal(bench.cards, tag, 5200, passed)
    dealt.zone = zone
    bench.order.items = [item, dealt]
    assert over.holds(item, 5300) == held
    assert (bench.order.items[0] is dealt) == first


@pytest.mark.parametrize(("n", "nth", "heard"), [(1, 0, True), (2, 0, False), (1, 5, False)])
def test_a_seat_has_heard_a_card_that_it_has_read_once_and_nobody_has_told(n, nth, heard):
    bench = Bench(ph.DEAL)
    bench.lie("seat:1", card(9), n=n)[0].nth = nth
    assert unread.heard_at(bench.cards, 1) == heard
    assert not unread.heard_at(bench.cards, 2)
