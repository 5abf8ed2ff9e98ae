"""A seat that the deal passes over: left out, or with a card that nothing reads; both sides."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import nowhere, unread
from firmware.table.values import ASK_MS, LAST_CARD_MS, SHADOW_MS
from tests.firmware_table.bench import card
from tests.firmware_table.test_missing_bounds import DEALT, dealt, watched
from tests.firmware_table.test_off_the_deck_bounds import card_off

NOW = 5000


def passed_over(more=None, two=True):
    """A card has come to seat 2 while seat 1 is due, whose first card lies there and is read."""
    bench, item = card_off("seat:2")
    item_order = list(bench.order.items)
    bench.hand(1, card(8), since=NOW - 400)
    bench.order.items = item_order
    bench.phase.last_seat, bench.phase.hole, bench.phase.counts = 3, 2, {1: 1, 2: 1, 3: 1}
    bench.phase.live = [1, 2, 3]
    bench.cards.laden.excess = lambda _: more
    bench.asked = []
    bench.cards.ask = lambda *args, **_: bench.asked.append(args)
    return bench, item


@pytest.fixture(autouse=True)
def time_for_two(monkeypatch):
    monkeypatch.setattr(nowhere, "_time_for_two", lambda *_: True)


def told(bench, item, t):
    """Whether the card waits at a time, and the seats of cards told without identity by then."""
    waits = nowhere.one_before_awaited(bench.cards, item, t)
    return bool(waits), [e["to"] for e in bench.events if e.get("cards", [""])[0][:1] == "#"]


@pytest.mark.parametrize(("supposed", "then"), [
    (0, (True, ["seat:1"])), (1 << 1, (False, [])), (1 << 2, (True, ["seat:1"])),
    (1 << 1 | 1 << 2, (False, [])),
])  # fmt: skip
def test_a_seat_passed_over_in_each_round_was_left_out_where_nobody_answers(supposed, then):
    bench, item = passed_over()
    bench.cards.supposed = supposed
    assert told(bench, item, NOW) == (True, [])
    assert told(bench, item, NOW + ASK_MS - 1) == (True, [])
    assert told(bench, item, NOW + ASK_MS) == then
    assert len(bench.asked) == 1
    assert bench.cards.supposed == supposed | 1 << 1  # passed over, whatever was told of it


@pytest.mark.parametrize(("supposed", "value", "seats"), [
    (0, "yes", ["seat:1"]), (1 << 1, "yes", ["seat:1"]), (0, "no", []), (1 << 1, "no", []),
    (0, None, ["seat:1"]), (1 << 1, None, []),
])  # fmt: skip
def test_a_dealer_who_answers_is_believed_both_times(supposed, value, seats):
    bench, item = passed_over()
    bench.cards.supposed = supposed
    told(bench, item, NOW)
    bench.asked[0][2](value, NOW + 1000)
    assert told(bench, item, NOW + 1000)[1] == seats


def gone_round(*zones):
    """The deal has gone on while the dealer is asked: cards at these zones since."""
    bench, item = passed_over()
    assert told(bench, item, NOW) == (True, [])
    for n, zone in enumerate(zones):
        bench.order.items.append(Of(passed=True, t=item.t + (n + 1) * 300, zone=zone, asked=None))
    return bench, item


@pytest.mark.parametrize(("zones", "seats"), [
    ((), ["seat:1"]), (("seat:3",), ["seat:1"]), (("seat:3", "seat:2"), []),
    (("seat:3", "seat:1", "seat:2"), ["seat:1"]), (("seat:3", None, "seat:2"), ["seat:1"]),
    (("seat:3", "seat:2", "seat:3"), []),
])  # fmt: skip
def test_nor_had_it_a_card_where_the_deal_has_passed_over_it_again_meanwhile(zones, seats):
    bench, item = gone_round(*zones)
    assert told(bench, item, NOW + ASK_MS) == (bool(seats), seats)
    assert bench.cards.supposed == 1 << 1


@pytest.mark.parametrize(("two", "seats"), [(False, []), (True, ["seat:1"])])
def test_one_left_out_before_for_want_of_time_was_so_in_the_next_round(monkeypatch, two, seats):
    """Nobody has answered in either: there was time for two cards in the second."""
    monkeypatch.setattr(nowhere, "_time_for_two", lambda *_: two)
    monkeypatch.setattr(nowhere, "_last_seen", lambda *_: (0, 1))
    bench, item = passed_over()
    told(bench, item, NOW)
    assert told(bench, item, NOW + ASK_MS)[1] == seats
    monkeypatch.setattr(nowhere, "_time_for_two", lambda *_: True)
    item.asked, bench.phase.last_seat, bench.events[:] = None, 3, []
    told(bench, item, NOW + 9000)
    assert told(bench, item, NOW + 9000 + ASK_MS) == (False, [])


@pytest.mark.parametrize(("value", "seats"), [
    ("yes", ["seat:1"]), ("no", []), (None, []),
])  # fmt: skip
def test_but_a_dealer_who_says_that_it_has_one_is_believed(value, seats):
    bench, item = gone_round("seat:3", "seat:2")
    bench.asked[0][2](value, NOW + 1000)
    assert told(bench, item, NOW + 1000)[1] == seats


def test_a_card_that_came_before_says_nothing_of_the_round_to_come():
    bench, item = gone_round()
    bench.order.items.append(Of(passed=True, t=item.t - 1, zone=item.zone, asked=None))
    assert told(bench, item, NOW + ASK_MS) == (True, ["seat:1"])


def test_what_is_no_card_off_the_deck_says_nothing_of_the_round():
    bench, item = gone_round()
    bench.order.items.append(Of(passed=None, t=item.t + 300, zone=item.zone, asked=None))
    assert told(bench, item, NOW + ASK_MS) == (True, ["seat:1"])


@pytest.mark.parametrize(("misses", "more", "then"), [
    (0, 1, (True, ["seat:1"])), (1, 1, (True, [])), (0, 0, (True, [])), (1, 0, (True, [])),
])  # fmt: skip
def test_a_load_of_one_more_is_a_hands_while_the_card_below_it_goes_unread(misses, more, then):
    bench, item = passed_over(more)
    bench.tags[card(8)[0]].home.misses = misses
    assert told(bench, item, NOW) == then
    assert len(bench.asked) == (not then[1])


@pytest.mark.parametrize(("blank", "hidden"), [(False, True), (True, False)])
def test_a_card_without_identity_hides_from_nobody(blank, hidden):
    bench, _ = passed_over()
    tag = bench.tags[card(8)[0]]
    assert not nowhere.absent.hidden(bench.cards, "seat:1")
    tag.home, tag.blank = None, blank
    assert nowhere.absent.hidden(bench.cards, "seat:1") == hidden
    assert not nowhere.absent.hidden(bench.cards, "seat:2")


def test_a_card_read_after_all_was_there_and_its_seat_not_passed_over():
    bench, item = passed_over()
    nowhere.emit(bench.cards, 2, NOW)
    (blank,) = [tag for tag in bench.cards.tags.values() if tag.blank]
    bench.cards.supposed = 1 << 1 | 1 << 2
    nowhere.name(bench.cards, item, blank)
    assert bench.cards.supposed == 1 << 1


def test_nothing_is_supposed_of_the_hand_before():
    bench, _ = passed_over()
    bench.cards.supposed = 1 << 1
    bench.cards.begin([])
    assert bench.cards.supposed == 0


@pytest.mark.parametrize(("misses", "said"), [(0, "card_move"), (1, "question")])
def test_nor_is_the_load_of_a_hand_above_its_first_card_the_last_card_of_the_deal(misses, said):
    bench = dealt(unseen=3)
    bench.tags[card(6)[0]].home.misses = misses
    bench.cards.laden.excess = lambda zone: 1
    del bench.events[:]
    unread.watch_deal(bench.cards, DEALT + LAST_CARD_MS)
    assert bench.emitted("what") == [(said,)]
    assert watched(bench, DEALT + LAST_CARD_MS + SHADOW_MS) == []
