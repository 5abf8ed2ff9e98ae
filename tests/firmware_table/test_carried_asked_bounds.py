"""Chips of a motion that are read no more: carried over the line only, or lying there unread?"""

import pytest

from firmware.table import phase as ph
from firmware.table import pulled
from firmware.table.values import ASK_MS
from tests.firmware_table.test_spots_bounds import arrived

NOW = 9000


def vanished(*gone, more=None, now=ph.BETTING, front=0):
    """Chips of 100, 25 and 25 came to the spot of seat 3; those at these places are read no more.
    ``more``: what the load of the spot says."""
    bench, item, ant = arrived(100, 25, 25, now=now)
    asked = []
    bench.phase.front = {3: front}
    bench.chips.ask = lambda t, kind, then, seat, amount: asked.append((kind, seat, amount, then))
    bench.chips.bearing.load_says_more = lambda _: more
    for n in gone:
        tag = item.tags[n]
        ant.tracks.remove(tag.home)
        tag.home, tag.left = None, 1200
        item.gone.append(tag)
    return bench, item, asked


def waits(bench, item, now=NOW):
    """Whether an answer is waited for."""
    return pulled.carried_asked(bench.chips, item, list(item.gone), now)


@pytest.mark.parametrize(("change", "asks"), [
    ({}, True), ({"more": True}, True), ({"more": False}, False), ({"now": ph.SHOWDOWN}, False),
])  # fmt: skip
def test_the_dealer_is_asked_once_where_no_load_says_that_they_have_gone(change, asks):
    bench, item, asked = vanished(0, front=50, **change)
    assert waits(bench, item) == asks
    assert waits(bench, item) == asks
    assert [row[:3] for row in asked] == ([("chips_unread", 3, 100)] if asks else [])


def test_nor_where_the_dealer_has_counted_them_or_there_is_nobody_to_ask():
    bench, item, asked = vanished(0)
    item.counted = 1
    assert not waits(bench, item)
    bench, item, asked = vanished(0)
    bench.chips.ask = None
    assert not waits(bench, item)
    assert not asked


@pytest.mark.parametrize(("frm", "asks"), [("seat:3", True), ("pot", False)])
def test_nor_about_chips_out_of_the_pot(frm, asks):
    bench, item, asked = vanished(0, 1)
    item.tags[1].frm = frm
    assert waits(bench, item) == bool(asked) == asks


@pytest.mark.parametrize(("value", "lie"), [
    (199, False), (200, True), (201, True), (100, False), ("yes", False), (None, False),
])  # fmt: skip
def test_the_answer_says_whether_they_lie_there(value, lie):
    bench, item, asked = vanished(0, 1, front=50)
    assert waits(bench, item)
    asked[0][3](value, NOW + 500)
    assert (item.gone == []) == lie
    assert not waits(bench, item, NOW + 500)
    assert item.carried_until == -1


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_without_an_answer_they_were_carried(late_ms, ready):
    bench, item, _ = vanished(0)
    assert waits(bench, item)
    assert waits(bench, item, NOW + ASK_MS + late_ms) == (not ready)


@pytest.mark.parametrize(("until", "confidence"), [(0, None), (-1, None), (NOW, "medium")])
def test_then_that_is_less_sure(until, confidence):
    bench, item, _ = vanished(0)
    item.carried_until = until
    bench.emitted()
    pulled.carried(bench.chips, item, [25, 25], [100], 1)
    assert bench.emitted("chips", "crossed", "confidence") == [
        ([100, 25, 25], "in_hand", confidence),
        ([25, 25], "full", confidence),
        ([100], None, confidence),
    ]


def test_what_is_read_no_more_is_not_told_before_the_dealer_has_been_asked():
    bench, item, asked = vanished(0)
    ant = item.spot.antenna
    ant.t = NOW
    for track in ant.tracks:
        track.seen = NOW
    assert not item.ready(NOW)
    assert item.why == "asked"
    assert [row[:3] for row in asked] == [("chips_unread", 3, 50)]
    asked[0][3](150, NOW + 500)
    ant.t = NOW + 500
    assert item.ready(NOW + 500)
    assert item.gone == []
