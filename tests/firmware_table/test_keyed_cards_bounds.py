"""Which card of a seat is keyed as exposed: the one told last there, or one still unread."""

import pytest

from firmware.table import deal
from firmware.table import phase as ph
from firmware.table.order import Keyed
from firmware.table.values import (
    KEY_ACT_LATE_MS,
    KEYED_CARD_MS,
    MOUTH_SURE_TIMES,
    PACE_LEAST_MS,
    PITCH_USUAL_MS,
)
from tests.firmware_table.bench import Bench, card
from tests.firmware_table.test_card_counts_bounds import off_deck

LAST = 5000  # when the last card told left the deck
REVISIT = 800


def second_round(came=LAST - 400, has=None, missed=1, now=ph.DEAL):
    """A deal of seats 1 to 3 in its second round, seat 1 due next; the last card told at seat 3
    came at ``came``, and the mouth has missed some of them all."""
    bench = Bench(now)
    bench.order.items = []
    bench.phase.counts, bench.phase.last_seat, bench.phase.last_deal = {1: 1, 2: 1, 3: 1}, 3, LAST
    bench.phase.counts.update(has or {})
    bench.cards.count, bench.cards.mouth_missed = 3, missed
    bench.cards._dealt["seat:3"] = came
    return bench


# -- the deal can have come round to the seat


@pytest.mark.parametrize(("seat", "late_ms", "awaited"), [
    (1, 0, True), (2, 2 * PACE_LEAST_MS - 1, False), (2, 2 * PACE_LEAST_MS, True),
    (3, 3 * PACE_LEAST_MS - 1, False), (3, 3 * PACE_LEAST_MS, True), (4, 9000, False),
])  # fmt: skip
def test_a_key_waits_for_a_card_that_the_deal_has_had_the_time_for(seat, late_ms, awaited):
    assert second_round().cards.awaited(seat, LAST + late_ms) == awaited


@pytest.mark.parametrize(("change", "awaited"), [
    ({}, True), ({"now": ph.BETTING}, False), ({"has": {3: 2}}, False), ({"has": {3: 0}}, True),
])  # fmt: skip
def test_only_for_one_that_the_deal_owes_the_seat(change, awaited):
    assert second_round(**change).cards.awaited(3, LAST + 2000) == awaited


@pytest.mark.parametrize(("count", "late_ms", "awaited"), [
    (MOUTH_SURE_TIMES - 1, 0, True), (MOUTH_SURE_TIMES, 0, False), (MOUTH_SURE_TIMES, 1, True),
])  # fmt: skip
def test_a_mouth_that_sees_all_leaves_only_a_card_no_key_would_be_so_late_for(
    count, late_ms, awaited
):
    t = LAST + 2000
    bench = second_round(t - KEY_ACT_LATE_MS - late_ms)
    bench.cards.count = count
    assert bench.cards.awaited(3, t) == awaited


@pytest.mark.parametrize(("zone", "t", "awaited"), [
    ("seat:3", 7001, False), ("seat:3", 7000, True), ("seat:1", 7001, True), (None, 7001, True),
])  # fmt: skip
def test_a_card_that_left_the_deck_since_and_lies_there_is_not_meant(zone, t, awaited):
    bench = second_round()
    off_deck(bench, zone, t)
    assert bench.cards.awaited(3, 7000) == awaited


def test_nor_where_the_seat_is_due_next():
    bench = second_round()
    assert bench.cards.awaited(1, 7000)
    off_deck(bench, "seat:1", 7001)
    assert not bench.cards.awaited(1, 7000)


# -- when it left, the mouth not having seen it


@pytest.mark.parametrize(("unread_ms", "came", "before"), [
    (0, 0, True), (1, 0, False), (1, -1, True), (-500, 0, True), (500, 0, False),
    (500, -1, True),
])  # fmt: skip
def test_a_card_read_so_soon_after_the_key_that_it_may_be_meant_lay_there_before(
    unread_ms, came, before
):
    key = 7000
    bench = second_round(key - KEY_ACT_LATE_MS + came)
    (item,) = off_deck(bench, "seat:3", 7500, passed=False)
    bench.order.add(Keyed(key, {"what": "exposed"}, None, 3))
    read = key + unread_ms + REVISIT
    deal.unseen_at_mouth(bench.cards, item, read, REVISIT)
    assert item.t == item.latest == (key - 1 if before else read - PITCH_USUAL_MS)


# -- which is named


def named(bench, t):
    """Cards that a key about seat 3 names, pressed at ``t``."""
    bench.table._keyed({"what": "exposed", "seat": 3}, t)
    return [e["cards"] for e in bench.events if e.get("face") == "up"]


@pytest.mark.parametrize(("t", "which"), [(6999, 2), (7000, 2), (7001, 1)])
def test_a_card_that_came_after_the_key_and_is_still_to_be_told_is_not_named(t, which):
    bench = second_round()
    (first,) = bench.hand(3, card(1))
    (item,) = off_deck(bench, "seat:3", t)
    item.tag.zone, item.tag.nth = "seat:3", 20
    tags = {1: first, 2: item.tag}
    assert named(bench, 7000) == [[bench.cards.name(tags[which])]]


def test_it_is_where_there_is_no_other():
    bench = second_round()
    (item,) = off_deck(bench, "seat:3", 7001)
    item.tag.zone = "seat:3"
    assert named(bench, 7000) == [[bench.cards.name(item.tag)]]


def test_the_key_of_the_second_card_waits_for_it_and_names_it():
    """Neither the mouth nor its loop has read it when the key comes; the first came long before."""
    bench = second_round(LAST - KEY_ACT_LATE_MS)
    (first,) = bench.hand(3, card(1))
    bench.phase.counts = {1: 2, 2: 2, 3: 1}
    bench.phase.last_seat = 2
    bench.table.key({"what": "exposed", "seat": 3}, LAST + 700)
    (key,) = bench.order.items
    assert not bench.order.poll(LAST + 1500) and key.why == "its_card"
    bench.lie("seat:3", card(2), since=LAST + 1600, n=3, every=50)
    bench.order.poll(LAST + 1800)
    moves = [(e["cards"], e["from"]) for e in bench.events if e["what"] == "card_move"]
    second = bench.cards.name(bench.tags[card(2)[0]])
    assert moves == [([second], "stub"), ([second], "seat:3")]
    assert bench.cards.name(first) != second and key.t + KEYED_CARD_MS > LAST + 1800
