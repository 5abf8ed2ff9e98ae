"""A card of the deal read too seldom where it was not due, while no card's load is known yet: the
load of the seat that read it, and of the one that was due, say where it lies; both sides."""

import pytest

from firmware.table import nowhere, unread
from firmware.table.laden import Laden
from firmware.table.values import (
    CARD_LEAST_16THS,
    CARD_STRONG_16THS,
    LEVEL_ROUGH_DWELLS,
)
from tests.firmware_table.test_nowhere_bounds import lost, next_card


def heard(here=CARD_STRONG_16THS, due=0, at=("seat:2",), known=0, **phase):
    """Seat 1 is due; a card was read at seat 2, whose loop takes ``here`` more than empty."""
    bench, item = lost(**phase)
    by_name = {ant.name: ant for ant in bench.cards.antennas}
    item.tag.tracks = [Heard(by_name[name]) for name in at]
    laden = bench.cards.laden
    laden.card_load = lambda: known
    laden.off_empty = {"seat:2": here, "seat:1": due}.get
    return bench, item


class Heard:
    """A track of a card that some loop has read once."""

    def __init__(self, antenna):
        self.antenna = antenna


@pytest.mark.parametrize(("change", "zone"), [
    ({}, "seat:2"), ({"here": CARD_STRONG_16THS - 1}, None),
    ({"here": CARD_STRONG_16THS + 1}, "seat:2"), ({"here": None}, None),
    ({"due": CARD_LEAST_16THS - 1}, "seat:2"), ({"due": CARD_LEAST_16THS}, None),
    ({"due": CARD_LEAST_16THS + 1}, None), ({"due": None}, None),
    ({"at": ("seat:1",)}, None), ({"at": ()}, None), ({"at": ("seat:2", "seat:3")}, None),
    ({"at": ("mouth:1", "seat:2")}, "seat:2"), ({"known": 1}, None),
    ({"counts": {2: 1}}, None), ({"counts": {3: 1}}, "seat:2"),
])  # fmt: skip
def test_the_load_outweighs_the_order_at_the_one_seat_that_has_read_it(change, zone):
    bench, item = heard(**change)
    assert nowhere.loaded_where_read(bench.cards, item, 1) == zone


@pytest.mark.parametrize(("after", "here", "zone"), [
    (None, CARD_STRONG_16THS, "seat:2"), (None, 0, "seat:1"),
    ("seat:2", CARD_STRONG_16THS, "seat:1"),  # the next lies where the order has it
    ("seat:3", CARD_STRONG_16THS, "seat:2"), ("seat:3", 0, None),
])  # fmt: skip
def test_what_lies_where_it_was_due_after_it_speaks_for_the_order(after, here, zone):
    bench, item = heard(here)
    next_card(bench, after)
    assert unread.place_of(bench.cards, item) == zone


@pytest.mark.parametrize(("change", "takes"), [
    ({}, 100), ({"level": 6401}, 0), ({"level": 6399}, 1), ({"empty": 0}, None), ({"agc": 0}, None),
    ({"level_n": LEVEL_ROUGH_DWELLS}, 100), ({"level_n": LEVEL_ROUGH_DWELLS - 1}, None),
    ({"lying": 1}, None), ({"zone": "seat:2"}, None),
])  # fmt: skip
def test_a_loop_takes_more_than_empty_by_its_mean_where_nothing_is_told_to_lie(change, takes):
    ant = Loop()
    for name, value in change.items():
        setattr(ant, name, value)
    out = Laden([ant], None)
    out.lying = lambda ant: ant.lying
    assert out.off_empty("seat:1") == takes


class Loop:
    """A seat's loop that has been weighed empty, and again with a card on it."""

    zone, kind, weighs, holds_chips = "seat:1", "seat", True, False
    agc, empty, level, level_n, lying = 394, 6400, 6300, LEVEL_ROUGH_DWELLS + 1, 0
