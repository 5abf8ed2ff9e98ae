"""Bets of which a chip went unread: both sides."""

import pytest

from firmware.table import late
from firmware.table import phase as ph
from firmware.table.values import BELATED_MS
from tests.firmware_table.bench import Bench, chip

# -- the bet of the last player left ---------------------------------------------------------------


def alone(**change):
    """All others have folded; a chip shows at 6000 ms on the spot of seat 3's bet of 5000 ms."""
    bench = Bench()
    bench.lie("line:3", chip(1, 100), n=2)
    told = bench.chips.spots[3].arrival
    bench.chips.arrival_over(told, 2000)
    bench.order.items = []
    bench.lie("line:3", chip(1, 100), *change.get("chips", (chip(2, 500),)), since=6000, n=2)
    spot = bench.chips.spots[3]
    spot.emitted = change.get("emitted", 5000)
    phase = bench.phase
    phase.now, phase.live = change.get("now", ph.SHOWDOWN), change.get("live", [3])
    phase.awarded = change.get("awarded", False)
    spot.arrival.tags[0].came = change.get("came")
    bench.emitted()
    return bench, spot.arrival, spot


@pytest.mark.parametrize(("change", "own"), [
    ({}, True), ({"emitted": 6000 - BELATED_MS}, True), ({"emitted": 5999 - BELATED_MS}, False),
    ({"came": "pot"}, False), ({"awarded": True}, False), ({"live": [2, 3]}, False),
    ({"chips": (chip(2, 500), chip(3, 500))}, True),
    ({"chips": (chip(2, 500), chip(3, 500), chip(4, 500))}, False),
])  # fmt: skip
def test_a_chip_nobody_had_read_is_of_the_bet_that_lies_there(change, own):
    bench, item, spot = alone(**change)
    assert late.of_own_bet(bench.chips, item, spot) == own
    bench.chips.arrival_over(item, 7000)
    values = [tag.value for tag in item.tags]
    told = bench.emitted("what", "chips", "to")
    assert (("correction", values, "line:3") in told) == own
    assert bool([row for row in told if row[2] == "seat:3"]) != own


@pytest.mark.parametrize(("silent", "leaving", "own"), [
    (False, False, True), (True, True, True), (True, False, False),
])  # fmt: skip
def test_nor_is_it_of_a_bet_that_has_gone(silent, leaving, own):
    bench, item, spot = alone()
    if silent:
        spot.antenna.tracks.remove(bench.tags[chip(1, 100)[0]].tracks[0])
    spot.departure = object() if leaving else None
    assert late.of_own_bet(bench.chips, item, spot) == own
