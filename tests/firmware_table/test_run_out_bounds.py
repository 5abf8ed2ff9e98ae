"""One card more than a street has, nobody having to act: one too many, or of the next, unburned?"""

import pytest

from firmware.table import phase as ph
from firmware.table import street as st
from firmware.table.order import Item
from firmware.table.values import ASK_MS, STREET_APART_MS
from shared_rules.zones import BOARD, BURN
from tests.firmware_table.test_card_counts_bounds import off_deck
from tests.firmware_table.test_off_the_deck_bounds import T, card_off

NOW = 8000


def run_out(board=3, lie=2, apart=400, between=None, asks=True):
    """Cards of a street, one more than it has, that left the deck ``apart`` ms after each other;
    ``between``: something just before the last. Returns the bench, the first and the last."""
    bench, first = card_off(BOARD, ph.BETTING)
    bench.phase.board = board
    bench.phase.closed = lambda but=(): True
    items = [first]
    for n in range(1, lie):
        (item,) = off_deck(bench, BOARD, T + n * apart)
        item.landed = first.landed + n * apart
        items.append(item)
    if between is not None:
        between.t = items[-1].t - 1
        bench.order.add(between)
    asked = []
    bench.cards.ask = (lambda *row: asked.append(row)) if asks else None
    return bench, items, asked


@pytest.mark.parametrize(("answer", "then", "goes"), [
    ("no", "next", False), ("yes", BOARD, True), (None, BOARD, True),
])  # fmt: skip
def test_the_dealer_says_whether_a_card_was_burned_for_one_too_many(answer, then, goes):
    bench, (first, more), asked = run_out()
    assert st.surplus_asked(bench.cards, first, NOW) and first.why == "asked"
    ((t, kind, answered),) = asked
    assert (t, kind) == (NOW, "burn_unread")
    if answer is None:
        assert st.surplus_asked(bench.cards, first, NOW + ASK_MS - 1)
        assert not st.surplus_asked(bench.cards, first, NOW + ASK_MS)
    else:
        answered(answer, NOW + 500)
        assert not st.surplus_asked(bench.cards, first, NOW + 500)
    assert len(asked) == 1 and more.asked == then
    assert more.goes_with([first], None, 1) == goes


@pytest.mark.parametrize(("change", "asks"), [
    ({}, True), ({"lie": 1}, False), ({"board": 4}, False),  # none follows the river
    ({"board": 0, "lie": 4}, True), ({"board": 0, "lie": 3}, False), ({"asks": False}, False),
    ({"apart": STREET_APART_MS}, True), ({"apart": STREET_APART_MS + 1}, False),  # apart anyway
])  # fmt: skip
def test_only_of_a_card_more_than_the_street_has_that_came_as_soon_as_its_cards(change, asks):
    bench, items, asked = run_out(**change)
    assert st.surplus_asked(bench.cards, items[0], NOW) == asks == bool(asked)


def test_not_where_a_card_left_the_deck_between_them_or_somebody_acted():
    bench, items, asked = run_out(between=Item(0))
    assert st.surplus_asked(bench.cards, items[0], NOW) and asked  # that is neither
    act = Item(0)
    act.acts = lambda: 1
    bench, items, asked = run_out(between=act)
    assert not st.surplus_asked(bench.cards, items[0], NOW) and not asked
    bench, items, asked = run_out()
    for zone in (None, BURN):
        (burn,) = off_deck(bench, zone, items[-1].t - 1)
        assert st.surplus_asked(bench.cards, items[0], NOW) == bool(asked) is False
        bench.order.remove(burn)


@pytest.mark.parametrize(("closed", "asks"), [(True, True), (False, False)])
def test_a_street_waits_for_that_answer_where_nobody_has_to_act(closed, asks):
    bench, items, asked = run_out()
    bench.phase.closed = lambda but=(): closed
    bench.phase.burned = True
    bench.cards.board_last = items[-1].landed
    for item in items:
        item.tag.zone = BOARD
    assert items[0]._street_lies(NOW) != asks
    assert bool(asked) == asks
