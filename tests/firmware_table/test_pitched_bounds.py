"""Cards of the deal in their places, and what a card that is read nowhere says of the next."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import deal, due, unread
from firmware.table import phase as ph
from firmware.table.order import Item
from firmware.table.passed import STREET_OVER
from firmware.table.values import (
    BURN_HEAVY_MS,
    CERTAIN_HITS,
    EDGE_PARTS,
    LAST_CARD_MS,
    LAST_CARD_TIMES,
    LOAD_ASKED_MASK_MS,
    LOAD_DECIDES_MS,
    MOUTH_SURE_TIMES,
    MOUTH_UNSEEN_MS,
    READER_AWAY_MS,
    SEAT_SKIPPED_MS,
)
from tests.firmware_table.bench import Bench, card


def pitched(*rows):
    """Cards that wait: ``(zone, slack)`` each, of which the mouth has seen those without slack."""
    deals = [Item(1000 + n) for n in range(len(rows))]
    for item, (zone, slack) in zip(deals, rows, strict=True):
        item.zone, item.slack = zone, slack
    return deals


def places(deals, now=ph.DEAL, seats=(1, 2, 3), last=3, fit=None):
    """Which card stands at which place of the rotation, as far as any stands."""
    phase = Of(now=now, seats=list(seats))
    after = [s for s in seats if s > last] + [s for s in seats if s <= last]
    phase.next_seats = lambda count: after[:count]
    slots = deal._slots(phase, deals, fit)
    slots = [None if item is None else deals.index(item) for item in slots]
    while slots and slots[-1] is None:
        slots.pop()
    return slots


ONE, TWO, THREE = "seat:1", "seat:2", "seat:3"


@pytest.mark.parametrize(("rows", "slots"), [
    ([(ONE, 0), (TWO, 0)], []),  # the mouth saw them all: they are in its order
    ([(TWO, 0), (ONE, 9)], [1, 0]),
    ([(ONE, 9)], [0]), ([(TWO, 9)], [None, 0]), ([(THREE, 9), (ONE, 0)], [None, None, 0, 1]),
   
    ([(ONE, 0), (ONE, 9)], [0, None, None, 1]),
    ([(ONE, 9), (ONE, 9)], [0, None, None, 1]),
    # the mouth's cards come in its order, each past so many as may have come between
    ([(TWO, 0), (THREE, 0), (ONE, 9)], [2, 0, 1]),
    ([(THREE, 0), (ONE, 9), (TWO, 9)], [1, 2, 0]),
    ([(THREE, 0), (ONE, 9)], [1, None, 0]),  # two lie between, one of them read by nothing
    ([(ONE, 0), (ONE, 0), (TWO, 9), (THREE, 9)], [0, 2, 3, 1]),
    ([(THREE, 0), (THREE, 0), (ONE, 9), (TWO, 9)], [2, 3, 0, None, None, 1]),
    # one nothing has read since has the place that is left between its neighbours
    ([(ONE, 0), (None, 0), (THREE, 0), (ONE, 9)], [0, 1, 2, 3]),
    ([(ONE, 0), (None, 0), (None, 0), (ONE, 9)], [0, 1, 2, 3]),
    ([(None, 0), (TWO, 0), (THREE, 9)], [0, 1, 2]),
    ([(ONE, 0), (None, 0), (TWO, 9)], [0, 2, 1]),  # after the last of them the next one left
    ([(None, 0), (None, 0), (TWO, 0), (THREE, 9)], [None, None, 3, None, 2]),  # three places
    ([(None, 0), (None, 0), (THREE, 0), (ONE, 9)], [3, None, 2]),
])  # fmt: skip
def test_cards_of_the_deal_have_the_places_the_rotation_leaves_them(rows, slots):
    assert places(pitched(*rows)) == slots


@pytest.mark.parametrize(("rows", "fit", "slots"), [
    ([(None, 0), (ONE, 9), (TWO, 9)], None, [1, 2, 0]),
    ([(None, 0), (ONE, 9), (TWO, 9)], 2, [1, 2, 0]),
    ([(None, 0), (ONE, 9), (TWO, 9)], 1, [1, 0, None, None, 2]),
    ([(None, 0), (ONE, 9), (TWO, 9)], 0, [0, 2, None, 1]),
    ([(None, 0), (TWO, 9), (None, 0), (ONE, 9)], 1, [0, 1, 2, 3]),  # of one seat two cards
    ([(None, 0), (ONE, 9), (TWO, 9)], 99, [1, 2, 0]),  # more than there are places
])  # fmt: skip
def test_no_more_unseen_cards_come_before_one_seen_than_there_was_time_for(rows, fit, slots):
    assert places(pitched(*rows), fit=fit) == slots


@pytest.mark.parametrize(("change", "fit"), [
    ({"ms": 249}, 0), ({"ms": 499}, 0), ({"ms": 500}, 1), ({"ms": 749}, 1), ({"ms": 750}, 2),
    ({"ms": 400, "revisit": 99}, 0), ({"ms": 400, "revisit": 100}, 1),  # either is read late
    ({"ms": 500, "zone": ONE}, None), ({"ms": 500, "slack": 9}, None), ({"ms": 0}, 0),
    ({"ms": 500, "now": ph.SHUFFLED}, None), ({"ms": 500, "missed": True}, None),
    ({"ms": 500, "blank": True}, None),
])  # fmt: skip
def test_how_many_cards_there_was_time_for_since_the_last_one_told(change, fit):
    bench = Bench(change.get("now", ph.DEAL))
    bench.phase.last_deal = 4000
    (told,) = bench.lie("seat:1", card(1), since=100, n=1)
    told.nth, told.mouth_missed = 4, change.get("missed", False)
    told.blank = change.get("blank", False)
    bench.ant("mouth:2").period_ms = change.get("revisit", 0)
    deals = pitched((change.get("zone"), change.get("slack", 0)), (TWO, 9))
    for n, item in enumerate(deals):
        item.t, item.tag = 4000 + change["ms"] + n, Of(nth=5 + n)
    assert due.fit_before(bench.cards, deals) == fit


@pytest.mark.parametrize(("seat", "unseen", "unlanded", "stands"), [
    (1, 1, 0, True), (3, 1, 0, True), (4, 1, 0, False),
    (4, 2, 0, True), (5, 2, 0, False), (4, 1, 1, True), (5, 1, 1, False),
])  # fmt: skip
def test_a_card_goes_past_no_more_places_than_cards_unseen_and_unread_and_one(
    seat, unseen, unlanded, stands
):
    later = [("seat:6", 9)] * unseen + [(None, 0)] * unlanded
    deals = pitched((f"seat:{seat}", 0), *later)
    slots = places(deals, seats=range(1, 7), last=6)
    assert slots[seat - 1 : seat] == [0] if stands else 0 not in slots


@pytest.mark.parametrize(("now", "slots"), [
    (ph.BETWEEN, []), (ph.SHUFFLED, [1, 0]), (ph.DEAL, [1, 0]), (ph.BETTING, []),
])  # fmt: skip
def test_only_a_deal_has_a_rotation(now, slots):
    assert places(pitched((TWO, 0), (ONE, 9)), now) == slots


def test_the_rotation_goes_on_as_long_as_cards_wait():
    rows = [(f"seat:{1 + n % 3}", 9) for n in range(8)]
    assert places(pitched(*rows)) == list(range(8))
    assert places(pitched(*rows[:3]), last=1) == [1, 2, 0]


@pytest.mark.parametrize(("slack", "t", "dated"), [
    (100, 5000, 4899), (99, 5000, 5000), (500, 5000, 4899), (100, 4900, 4899), (100, 4899, 4899),
])  # fmt: skip
def test_a_card_comes_before_the_next_as_far_as_it_may(slack, t, dated):
    bench = Bench(ph.DEAL)
    item, other = Item(t), Item(4900)
    item.slack = slack
    bench.order.add(item)
    deal._before(bench.cards, item, [other])
    assert item.t == dated and bench.order.items == [item]
    deal._before(bench.cards, item, [])
    assert item.t == dated


def test_it_comes_before_the_first_that_it_may_come_before_and_no_other():
    bench = Bench(ph.DEAL)
    item = Item(5000)
    item.slack = 100
    bench.order.add(item)
    deal._before(bench.cards, item, [Item(4800), Item(4950), Item(4980)])
    assert item.t == 4949


# -- the first card of a deal


@pytest.mark.parametrize(("seat", "change", "laid"), [
    (2, {}, ONE), (1, {}, None), (3, {}, None), (2, {"hole": None}, "left"),
    (2, {"up": True}, "left"), (2, {"none": True}, "left"),
])  # fmt: skip
def test_the_first_card_was_dealt_where_the_second_goes_to_the_next_seat(
    monkeypatch, seat, change, laid
):
    bench = Bench(ph.SHUFFLED)
    bench.phase.hole = change.get("hole", 2)
    (tag,) = bench.lie("mouth:1", card(1), n=1)
    tag.ups = 9 if change.get("up") else 0
    tag.nth, done = 1, []
    before = None if change.get("none") else Of(tag=tag, lay=done.append)
    monkeypatch.setattr(unread, "left_before", lambda *_: before)
    monkeypatch.setattr(deal, "_uncount", lambda _, item: done.append(None))
    deal.first_pitched(bench.cards, Of(zone=f"seat:{seat}"))
    assert done == ([] if laid == "left" else [laid])


def test_a_card_that_never_left_the_deck_counts_no_more():
    bench = Bench(ph.SHUFFLED)
    tags = [bench.lie("mouth:1", card(n), n=1)[0] for n in (1, 2, 3)]
    items = []
    for n, tag in enumerate(tags):
        tag.nth = n + 1
        tag.item = deal.Deal(bench.cards, tag, 1000 + n, True)
        items.append(tag.item)
    bench.order.items, bench.cards.count = [items[0], items[2], Item(1)], 3
    deal._uncount(bench.cards, items[1])
    assert [tag.nth for tag in tags] == [1, 0, 2] and bench.cards.count == 2
    assert tags[1].item is None and tags[2].item is items[2]


@pytest.mark.parametrize(("zone", "now", "hole", "due"), [
    (ONE, ph.DEAL, 2, True), (TWO, ph.DEAL, 2, False), (ONE, ph.SHUFFLED, 2, True),
    (TWO, ph.SHUFFLED, 2, False), (TWO, ph.BETTING, 2, True), (TWO, ph.BETWEEN, 2, True),
    ("burn", ph.DEAL, 2, False), ("burn", ph.DEAL, None, True), ("board", ph.DEAL, None, True),
    ("board", ph.DEAL, 2, False), ("muck", ph.DEAL, None, False), ("muck", ph.BETTING, 2, True),
])  # fmt: skip
def test_a_card_is_due_at_the_seat_the_rotation_has_come_to(zone, now, hole, due):
    bench = Bench(ph.DEAL)
    (tag,) = bench.lie("mouth:1", card(1), n=1)
    bench.phase.now, bench.phase.hole = now, hole
    item = deal.Deal(bench.cards, tag, 1000, True)
    item.zone = zone
    assert item._due_here() == due
    bench.cards.blank_of = lambda _: None
    assert item._due_elsewhere() == (not due and zone[:5] == "seat:")
    bench.cards.blank_of = lambda _: 1
    assert not item._due_elsewhere()


@pytest.mark.parametrize(("hits", "dwells", "faint"), [
    (CERTAIN_HITS, CERTAIN_HITS * EDGE_PARTS, False),
    (CERTAIN_HITS, CERTAIN_HITS * EDGE_PARTS + 1, True), (CERTAIN_HITS - 1, CERTAIN_HITS - 1, True),
    (CERTAIN_HITS, CERTAIN_HITS, False),
])  # fmt: skip
def test_a_card_lies_where_it_is_read_so_often(hits, dwells, faint):
    assert deal.faint(Of(hits=hits, dwells=dwells)) == faint


@pytest.mark.parametrize(("zone", "hits", "heard"), [
    (ONE, 2, True), (ONE, 1, False), (TWO, 9, False), ("line:1", 9, False),
])  # fmt: skip
def test_of_two_seats_that_hear_a_card_it_went_to_the_one_that_was_due(zone, hits, heard):
    bench = Bench(ph.DEAL)
    tag = Of(tracks=[Of(antenna=Of(zone=zone), hits=hits)], zone=THREE)
    item = Of(cards=bench.cards, tag=tag, zone=THREE)
    assert bool(deal.Deal._heard_where_due(item)) == heard
    assert (item.zone, tag.zone) == ((ONE, ONE) if heard else (THREE, THREE))


# -- the last card of a deal


@pytest.mark.parametrize(("counts", "change", "seat"), [
    ({1: 2, 2: 2, 3: 1}, {}, 3), ({1: 2, 2: 2, 3: 2}, {}, None), ({1: 2, 2: 1, 3: 1}, {}, None),
    ({1: 2, 2: 1, 3: 2}, {}, None),  # it is not the one that is due
    ({1: 2, 2: 2}, {}, 3), ({1: 2, 2: 2, 3: 1}, {"now": ph.SHUFFLED}, None),
    ({1: 2, 2: 2, 3: 1}, {"now": ph.BETTING}, None), ({1: 2, 2: 2, 3: 1}, {"hole": None}, None),
    ({1: 2, 2: 2, 3: 1}, {"live": [1, 2]}, 3), ({1: 2, 2: 2, 3: 1}, {"live": [1]}, None),
])  # fmt: skip
def test_the_last_card_is_due_to_the_seat_that_alone_lacks_some(counts, change, seat):
    phase = Of(now=ph.DEAL, hole=2, live=[1, 2, 3], seats=[1, 2, 3], counts=counts)
    for name, value in change.items():
        setattr(phase, name, value)
    phase.next_seats = lambda count: [3, 1, 2][:count]
    assert unread.last_due(phase) == seat


@pytest.mark.parametrize(("pace", "pause"), [
    (0, LAST_CARD_MS), (LAST_CARD_MS // LAST_CARD_TIMES, LAST_CARD_MS),
    (LAST_CARD_MS // LAST_CARD_TIMES + 1, LAST_CARD_TIMES * (LAST_CARD_MS // LAST_CARD_TIMES + 1)),
])  # fmt: skip
def test_a_pause_is_longer_where_the_deal_is_slow(pace, pause):
    cards = Of(phase=Of(pace_ms=lambda: pace), order=Of(items=[]))
    assert unread._pause_ms(cards) == pause


@pytest.mark.parametrize(("acts", "over"), [
    ((), False), ((None,), False), ((STREET_OVER,), False), ((3,), True), ((None, 3), True),
])  # fmt: skip
def test_somebody_acts_so_the_deal_is_over_at_whatever_pace_it_seems_to_have_gone(acts, over):
    """A card of the deal that is read seconds late makes it look slow."""
    items = [Of(acts=lambda seat=seat: seat) for seat in acts]
    cards = Of(phase=Of(pace_ms=lambda: LAST_CARD_MS), order=Of(items=items))
    assert unread._pause_ms(cards) == LAST_CARD_MS * (1 if over else LAST_CARD_TIMES)


def at_once(counts, cards, due=1, now=ph.DEAL, live=(1, 2)):
    """Who lacks the last card, ``cards``: (number off the deck, zone, missed at the mouth)."""
    phase = Of(now=now, hole=2, live=list(live), seats=[1, 2, 3][: len(live)], counts=counts)
    phase.next_seats = lambda count: [due]
    tags = [Of(nth=nth, zone=zone, mouth_missed=missed) for nth, zone, missed in cards]
    return unread.last_of(Of(phase=phase, tags=Of(cards=tags)))


PAIR = [(1, "seat:1", True), (2, "seat:1", True), (3, "seat:2", False)]


@pytest.mark.parametrize(("cards", "seat"), [
    (PAIR, 2), (PAIR[:1] + PAIR[2:], None), ([(1, "seat:1", False)] + PAIR[1:], None),
    (PAIR[:1] + [(2, "seat:1", False)], None), (PAIR[:1] + [(3, "seat:1", True)], None),
    (PAIR[:1] + [(2, "seat:2", True)], None), ([(1, None, True), (2, None, True)], None),
    ([(1, "line:1", True), (2, "line:1", True)], None), ([(0, "seat:1", True)] + PAIR[:1], None),
])  # fmt: skip
def test_two_cards_read_at_once_pass_over_the_seat_that_lacks_one(cards, seat):
    """The mouth has seen neither: one of another seat left the deck between them."""
    assert at_once({1: 2, 2: 1}, cards) == seat


@pytest.mark.parametrize(("change", "seat"), [
    ({}, 2), ({"due": 2}, 2), ({"counts": {1: 2, 2: 2}}, None), ({"counts": {1: 1, 2: 1}}, None),
    ({"now": ph.BETTING}, None), ({"now": ph.SHUFFLED}, None), ({"live": (1,)}, None),
    ({"counts": {1: 2, 2: 1, 3: 1}, "live": (1, 2, 3)}, None),
    ({"counts": {1: 2, 2: 1, 3: 2}, "live": (1, 2, 3)}, 2),
    ({"counts": {1: 2, 2: 1, 3: 0}, "live": (1, 2, 3), "due": 3}, None),
    ({"counts": {1: 2, 2: 0}}, None),
])  # fmt: skip
def test_it_is_the_only_one_that_does_while_cards_are_dealt(change, seat):
    assert at_once(**dict({"counts": {1: 2, 2: 1}, "cards": PAIR}, **change)) == seat


@pytest.mark.parametrize(("missed", "count", "sure"), [
    (0, 0, True), (1, MOUTH_SURE_TIMES, True), (1, MOUTH_SURE_TIMES - 1, False),
    (2, 2 * MOUTH_SURE_TIMES, True), (2, 2 * MOUTH_SURE_TIMES - 1, False),
])  # fmt: skip
def test_a_mouth_that_has_missed_few_is_sure(missed, count, sure):
    assert unread.mouth_sure(Of(mouth_missed=missed, count=count)) == sure


@pytest.mark.parametrize(("nth", "detached", "passed", "found"), [
    (4, True, True, True), (3, True, True, False), (5, True, True, False), (4, False, True, False),
    (4, True, False, False),
])  # fmt: skip
def test_the_card_that_left_the_deck_just_before_is_the_one_that_lies_unread(
    nth, detached, passed, found
):
    other = Of(detached=detached, passed=passed)
    tags = {b"a": Of(item=None, nth=4), b"b": Of(item=other, nth=nth)}
    assert unread.left_before(Of(tags=tags), Of(tag=Of(nth=5))) is (other if found else None)


class Laden:
    """Loads of the burn place: so many cards more than are read, and whether that is sure."""

    def __init__(self, more, sure=True):
        self.more, self.sure = more, sure
        self.unnamed = self.heavy = 0

    def excess(self, zone):
        return self.more

    def heavier(self, zone):
        return [zone] if self.sure else []


def burns(bench, laden):
    """The burn place loaded so, in a hand with a burn told for the next street."""
    bench.cards.laden, told = laden, []
    bench.cards.emit_burn = told.append
    bench.phase.burned = True
    return told


@pytest.mark.parametrize(("late_ms", "change", "told"), [
    (0, {}, [2000]), (-1, {}, []), (0, {"more": 2}, []), (0, {"more": None}, []),
    (0, {"more": 0}, []), (0, {"sure": False}, []), (0, {"burned": False}, []),
    (0, {"now": ph.DEAL}, []), (0, {"item": True}, []),
])  # fmt: skip
def test_a_second_burn_is_told_by_its_load_when_nothing_else_is_under_way(late_ms, change, told):
    bench = Bench()
    laden = Laden(1, change.get("sure", True))
    out = burns(bench, laden)
    unread.watch_burn(bench.cards, 2000)
    assert (laden.heavy, out) == (2000, [])
    laden.more = change.get("more", 1)
    bench.phase.burned, bench.phase.now = change.get("burned", True), change.get("now", ph.BETTING)
    bench.order.items = [Item(1)] if change.get("item") else []
    unread.watch_burn(bench.cards, 2000 + BURN_HEAVY_MS + late_ms)
    assert out == told
    assert laden.heavy == (2000 if late_ms or not change.get("sure", True) else 0)


@pytest.mark.parametrize(("more", "unnamed", "then"), [
    (-1, 2, 1), (-1, 0, 0), (1, 2, 2), (0, 2, 2), (None, 2, 2),
])  # fmt: skip
def test_a_burn_nobody_has_read_went_back_on_the_deck_where_its_load_is_gone(more, unnamed, then):
    bench = Bench()
    laden = Laden(more)
    burns(bench, laden)
    laden.unnamed = unnamed
    unread.watch_burn(bench.cards, 2000)
    assert laden.unnamed == then


# -- a card where none was due --------------------------------------------------------------------


def astray(monkeypatch, passed=True, hits=0, dwells=1, period=100, heard=False, loaded=False):
    """A card that landed at seat 2 at 8192 while seat 1 was due, read there so often."""
    bench = Bench(ph.DEAL)
    (tag,) = bench.lie("mouth:1", card(1), n=1)
    item = deal.Deal(bench.cards, tag, 8000, passed)
    item.zone, item.landed = TWO, 8192
    ant = Of(zone=TWO if hits else "muck", period_ms=period)
    tag.home = Of(antenna=ant, hits=hits, dwells=dwells)
    bench.phase.last_seat = 3
    monkeypatch.setattr(unread, "heard_at", lambda cards, seat: heard and seat == 1)
    item.loaded = lambda: loaded
    return item


@pytest.mark.parametrize(("fields", "until"), [
    ({}, SEAT_SKIPPED_MS), ({"passed": False}, SEAT_SKIPPED_MS + MOUTH_UNSEEN_MS),
    ({"heard": True}, READER_AWAY_MS),
    ({"hits": 1, "dwells": EDGE_PARTS, "period": 900}, 900 * CERTAIN_HITS),
    ({"hits": 1, "dwells": EDGE_PARTS + 1, "period": 900}, SEAT_SKIPPED_MS),
    ({"hits": CERTAIN_HITS, "dwells": CERTAIN_HITS, "period": 900}, SEAT_SKIPPED_MS),
    ({"hits": 1, "dwells": 1, "period": 10**6}, READER_AWAY_MS),
    ({"hits": 1, "dwells": 1, "period": 1}, SEAT_SKIPPED_MS),
])  # fmt: skip
def test_a_card_where_none_was_due_waits_for_the_one_that_was(monkeypatch, fields, until):
    item = astray(monkeypatch, **fields)
    until = max(until, SEAT_SKIPPED_MS)
    assert not item._certain(8192 + until - 1)
    assert (item.why, item.until) == ("not_due", 8192 + until)
    assert item._certain(8192 + until)
    assert item.well == (fields.get("hits", 0) >= CERTAIN_HITS)


@pytest.mark.parametrize(("late_ms", "loaded", "sure"), [
    (LOAD_DECIDES_MS, True, True), (LOAD_DECIDES_MS - 1, True, False),
    (LOAD_DECIDES_MS, False, False),
])  # fmt: skip
def test_its_load_says_so_sooner(monkeypatch, late_ms, loaded, sure):
    item = astray(monkeypatch, heard=True, loaded=loaded)
    now = 8192 + late_ms
    step = LOAD_ASKED_MASK_MS + 1
    item.landed += (-now) % step  # loads are asked at such times only
    assert item._certain(item.landed + late_ms) == sure
    if sure:
        item.landed += 1
        assert not item._certain(item.landed + late_ms)


@pytest.mark.parametrize(("here", "due", "loaded"), [
    (0, 0, True), (1, 0, False), (0, 1, False), (None, 0, False), (0, None, False), (-1, 0, False),
])  # fmt: skip
def test_a_load_has_a_card_where_it_landed_and_none_where_it_was_due(here, due, loaded):
    bench = Bench(ph.DEAL)
    bench.phase.last_seat = 3
    bench.cards.laden = Of(excess=lambda zone: {TWO: here, ONE: due}[zone])
    item = Of(cards=bench.cards, zone=TWO)
    assert deal.Deal.loaded(item) == loaded


def test_a_card_the_mouth_missed_is_put_before_the_next_of_the_rotation_and_no_other(monkeypatch):
    bench = Bench(ph.DEAL)
    item, later, sooner = (
        deal.Deal(bench.cards, Of(nth=n), t, True) for n, t in ((1, 5000), (2, 5200), (3, 4990))
    )
    item.slack, item.latest = 500, 5000
    for n, one in enumerate((item, later, sooner)):
        one.zone = f"seat:{n + 1}"
        bench.order.add(one)
    monkeypatch.setattr(deal, "_slots", lambda *_: [item, None, later, sooner])
    deal.in_rotation(bench.cards)
    assert item.t == 5000
    monkeypatch.setattr(deal, "_slots", lambda *_: [item, None, sooner, later])
    deal.in_rotation(bench.cards)
    assert item.t == 4989
