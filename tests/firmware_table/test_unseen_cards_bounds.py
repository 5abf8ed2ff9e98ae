"""Cards the mouth has shown that never left, and cards it has not seen: when they came."""

from types import SimpleNamespace

import pytest

from firmware.table import deal, due, unread
from firmware.table import phase as ph
from firmware.table.order import Item
from firmware.table.values import (
    ABSENT_DWELLS,
    BOARD_ABSENT_DWELLS,
    BURN_UNREAD_MS,
    LAST_CARD_MS,
    PITCH_MAX_MS,
    PITCH_USUAL_MS,
    READER_AWAY_MS,
    SHADOW_MS,
)
from shared_rules.zones import BOARD, BURN, MUCK
from tests.firmware_table.test_card_counts_bounds import off_deck
from tests.firmware_table.test_off_the_deck_bounds import T, card_off


@pytest.mark.parametrize(("change", "counted_out"), [
    ({}, True), ({"now": ph.DEAL}, False), ({"landed": True}, False),
    ({"soon": LAST_CARD_MS}, False), ({"soon": LAST_CARD_MS + 1}, True), ({"soon": 0}, True),
    ({"soon": 1}, False), ({"soon": 1, "passed": False}, True), ({"soon": 1, "hole": None}, True),
])  # fmt: skip
def test_a_card_the_mouth_has_shown_before_the_deal_may_not_have_left(change, counted_out):
    bench, item = card_off(now=change.get("now", ph.SHUFFLED))
    bench.phase.hole = change.get("hole", 2)
    bench.order.remove(item)
    if "soon" in change:
        off_deck(bench, None, T + change["soon"], change.get("passed", True))
    if change.get("landed"):
        off_deck(bench, "seat:1")
    later = [(other.tag, other.tag.nth) for other in bench.order.items]
    count = bench.cards.count
    deal.not_pitched(bench.cards, item)
    assert (item.tag.nth, bench.cards.count) == ((0, count - 1) if counted_out else (1, count))
    assert [tag.nth for tag, _ in later] == [nth - counted_out for _, nth in later]


@pytest.mark.parametrize(("nth", "then"), [(3, 3), (4, 4), (5, 4), (9, 8)])
def test_only_cards_after_one_that_did_not_leave_move_up(nth, then):
    bench, item = card_off()
    (other,) = off_deck(bench)
    item.tag.nth, other.tag.nth = 4, nth
    bench.order.items.append(Item(5000))
    deal._uncount(bench.cards, item)
    assert other.tag.nth == then


@pytest.mark.parametrize(("since", "about", "burns", "then"), [
    (5000, None, False, 5000 - PITCH_USUAL_MS), (PITCH_USUAL_MS - 1, None, False, 0),
    (5000, (1, 3000), False, 2999), (5000, (2, 3000), False, 5000 - PITCH_USUAL_MS),
    (5000, (1, 5000 - PITCH_USUAL_MS), False, 5000 - PITCH_USUAL_MS),
    (5000, (1, 4999 - PITCH_USUAL_MS), False, 4998 - PITCH_USUAL_MS),
    (5000, (1, 3000), True, 5000 - PITCH_USUAL_MS), (5000, (1, 0), False, 0),
])  # fmt: skip
def test_a_card_the_mouth_did_not_see_was_there_when_somebody_saw_it(
    monkeypatch, since, about, burns, then
):
    bench, item = card_off("seat:1")
    monkeypatch.setattr(unread, "mouth_sure", lambda _: True)
    item.burns = lambda: burns
    if about:
        key = Item(about[1])
        key.about = about[0]
        bench.order.add(key)
    deal.unseen_at_mouth(bench.cards, item, since, 100)
    assert (item.t, item.latest) == (then, then)
    assert item.slack == SHADOW_MS + 100 + PITCH_USUAL_MS and item in bench.order.items


@pytest.mark.parametrize(("sure", "burns", "period", "slack"), [
    (True, False, 100, None), (False, False, 100, READER_AWAY_MS), (False, True, 100, None),
    (False, False, 10**6, None),
])  # fmt: skip
def test_where_the_mouth_misses_many_the_rotation_tells_when_it_came(
    monkeypatch, sure, burns, period, slack
):
    bench, item = card_off("seat:1")
    monkeypatch.setattr(unread, "mouth_sure", lambda _: sure)
    item.burns = lambda: burns
    deal.unseen_at_mouth(bench.cards, item, 5000, period)
    least = SHADOW_MS + period + PITCH_USUAL_MS
    assert item.slack == (max(slack, least) if slack else least)


@pytest.mark.parametrize(("change", "asked", "then"), [
    ({"burned": False}, True, T), ({}, False, T), ({"board": T - 1}, True, T),
    ({"board": T}, False, T), ({"passed": T - 1}, False, T - 2),
    ({"passed": T - PITCH_MAX_MS}, False, T), ({"passed": T}, False, T),
    ({"passed": T + 1 - PITCH_MAX_MS}, False, T - PITCH_MAX_MS),
])  # fmt: skip
def test_a_second_burn_is_dated_before_a_card_that_may_not_have_landed(
    monkeypatch, change, asked, then
):
    bench, item = card_off(BURN, ph.BETTING, False)
    said = []
    monkeypatch.setattr(deal, "unseen_at_mouth", lambda *args: said.append(args))
    monkeypatch.setattr(deal, "in_rotation", lambda _: None)
    bench.phase.burned = change.get("burned", True)
    if "board" in change:
        off_deck(bench, BOARD, change["board"], False)
    if "passed" in change:
        off_deck(bench, None, change["passed"])
    deal.burn_unseen(bench.cards, item, 5000)
    assert said == ([(bench.cards, item, 5000, BURN_UNREAD_MS)] if asked else [])
    assert item.t == then and item in bench.order.items


@pytest.mark.parametrize(("name", "period", "t", "pitched", "ms"), [
    ("seat:1", 100, 9000, True, PITCH_MAX_MS + ABSENT_DWELLS * 100),
    ("seat:1", 100, 8000, True, PITCH_MAX_MS + ABSENT_DWELLS * 1000),
    ("seat:2", 100, 8000, True, PITCH_MAX_MS), ("board:1", 100, 8000, True, PITCH_MAX_MS),
    ("board:1", 100, 8000, False, PITCH_MAX_MS + BOARD_ABSENT_DWELLS * 1000),
    ("board:1", 3000, 8000, False, PITCH_MAX_MS + BOARD_ABSENT_DWELLS * 3000),
    ("seat:1", 100, 8000, False, PITCH_MAX_MS),
])  # fmt: skip
def test_a_card_takes_a_pitch_and_some_readings_of_where_it_is_due(name, period, t, pitched, ms):
    bench, _ = card_off(now=ph.DEAL if pitched else ph.BETTING)
    ant = bench.ant(name)
    ant.dwells, ant.period_ms, ant.t = 5, period, t
    looks = []
    bench.cards.attention.look = lambda *args: looks.append(args)
    assert due.read_ms(bench.cards, 9000) == ms
    assert looks == ([(ant, 9000)] if ms > PITCH_MAX_MS else [])


def test_cards_the_mouth_missed_are_put_before_the_next_one_from_the_last_on(monkeypatch):
    bench, first = card_off("seat:1")
    second, third = off_deck(bench, "seat:2", 5000, n=2)
    for item in (first, second):
        item.latest, item.slack = 5000, 500
    third.t = 4990
    monkeypatch.setattr(deal, "_slots", lambda *_: [first, second, third])
    deal.in_rotation(bench.cards)
    assert [item.t for item in (first, second, third)] == [4988, 4989, 4990]


def test_each_burn_the_mouth_missed_comes_before_a_street_of_its_own():
    bench, one = card_off(BURN, ph.BETTING, False)
    (two,) = off_deck(bench, BURN, T, False)
    bench.order.items = []
    for t in (4900, 4950, 4970):
        off_deck(bench, BOARD, t)
    for n, burn in enumerate((one, two)):
        burn.t = burn.latest = 5000 + n
        burn.slack, burn.burns = 200, lambda: True
        bench.order.add(burn)
    bench.phase.burned, bench.phase.street_cards = False, lambda: 1
    deal.in_rotation(bench.cards)
    assert (one.t, two.t) == (4899, 4949)


@pytest.mark.parametrize(("change", "then"), [
    ({}, 5100), ({"off": BURN}, 5100), ({"off": MUCK}, 5100),
    ({"off": BOARD}, 7000),  # that is the third
    ({"flop": 1}, 5000), ({"flop": 0}, 7000), ({"flop": 3}, 7000), ({"board": 2}, 7000),
    ({"hole": None}, 7000),  # no flop
    ({"passed": False}, 7000),  # nor may it have left before what the mouth has not seen
    ({"left": 6999}, 5100), ({"left": 7000}, 7000), ({"left": 7001}, 7000),
    ({"acted": 4999}, 5100), ({"acted": 5000}, 7000), ({"acted": 5999}, 7000),
    ({"acted": 6001}, 5100),  # when the street was over
    ({"seen": True}, 7000), ({"again": True}, 7000),
])  # fmt: skip
def test_a_card_the_mouth_missed_comes_to_the_flop_that_lacks_one_though_another_has_left_since(
    monkeypatch, change, then
):
    bench, item = card_off(None, ph.BETTING, change.get("seen", False))
    bench.order.items = []
    bench.phase.board, bench.phase.hole = change.get("board", 0), change.get("hole", 2)
    for n in range(change.get("flop", 2)):
        off_deck(bench, BOARD, 5000 + 100 * n)
    off_deck(bench, change.get("off"), change.get("left", 6000), change.get("passed", True))
    if "acted" in change:
        act = Item(change["acted"])
        act.acts = lambda: 2
        bench.order.add(act)
    item.t, item.zone = 7000, BOARD if change.get("again") else None
    bench.order.add(item)
    monkeypatch.setattr(deal, "in_rotation", lambda _: None)
    bench.cards._landed(item.tag, item, BOARD, 7000)
    assert item.t == then and item in bench.order.items


@pytest.mark.parametrize(("kind", "read", "acted", "flop", "then"), [
    (BOARD, 5500, 6000, 2, 5100), (BOARD, 5000, 6000, 2, 5100), (BOARD, 4999, 6000, 2, 7000),
    (BOARD, 5999, 6000, 2, 5100), (BOARD, 6000, 6000, 2, 7000),  # who acted saw two cards
    (BURN, 5500, 6000, 2, 7000), (None, 5500, 6000, 2, 7000), (BOARD, 5500, 6000, 3, 7000),
    (BOARD, 5500, 7000, 2, 7000),  # it comes before that in any case
    (BOARD, 5500, 6000, 1, 5000),
])  # fmt: skip
def test_so_does_one_that_the_board_read_once_before_others_acted(
    monkeypatch, kind, read, acted, flop, then
):
    bench, item = card_off(None, ph.BETTING, False)
    bench.order.items = []
    bench.phase.board, bench.phase.hole = 0, 2
    for n in range(flop):
        off_deck(bench, BOARD, 5000 + 100 * n)
    act = Item(acted)
    act.acts = lambda: 2
    bench.order.add(act)
    item.t = 7000
    item.tag.brief = None if kind is None else SimpleNamespace(kind=kind)
    item.tag.brief_t = read
    bench.order.add(item)
    monkeypatch.setattr(deal, "in_rotation", lambda _: None)
    bench.cards._landed(item.tag, item, BOARD, 7000)
    assert item.t == then
