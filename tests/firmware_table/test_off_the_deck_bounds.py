"""A card on its way off the deck: each wait, what makes it a burn, and which cards go with it."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import deal, due, facing, unread
from firmware.table import phase as ph
from firmware.table.deal import Deal
from firmware.table.order import Item
from firmware.table.presence import Tag, Track
from firmware.table.values import (
    BURN_UNREAD_MS,
    CARD_UNREAD_MS,
    GATHER_MS,
    LAST_CARD_MS,
    LOAD_ASKED_MASK_MS,
    LOAD_DECIDES_MS,
    LOOK_PERIOD_MS,
    MOUTH_SURE_TIMES,
    PITCH_MAX_MS,
    READER_AWAY_MS,
    STREET_APART_MS,
    UPS_UNNOTICED_READS,
)
from shared_rules.zones import BOARD, BURN, MOUTH, MUCK, POT
from tests.firmware_table.bench import Bench
from tests.firmware_table.test_card_counts_bounds import off_deck
from tests.firmware_table.test_heavy_spots_bounds import counted

T = 1000  # ms at which the card left the deck


def card_off(zone=None, now=ph.DEAL, passed=True, landed=3000, **fields):
    """A card that left the deck at ``T`` and landed at 3000 ms, nothing told in its place."""
    bench = Bench(now)
    bench.phase.now = now
    (item,) = off_deck(bench, zone, T, passed)
    item.landed = landed
    bench.cards.blank_of = lambda _: None
    for name, value in fields.items():
        setattr(item, name, value)
    return bench, item


def test_a_card_off_the_deck_has_landed_nowhere_yet():
    bench, item = card_off()
    fresh = Deal(bench.cards, item.tag, T, True)
    assert counted(fresh) == {"t": T, "latest": T}


# -- waits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seen_ms", "ready"), [(-1, False), (0, True)])
def test_a_card_face_up_at_the_mouth_is_boxed_once_its_dealer_has_stopped(seen_ms, ready):
    bench, item = card_off()
    item._boxed = lambda: True
    item.tag.home = Of(seen=T + bench.cards.boxed_ms + seen_ms, hits=9)
    assert item.ready(9000) == ready
    assert ready or (item.why, item.until) == ("boxed", T + bench.cards.boxed_ms)


@pytest.mark.parametrize(("late_ms", "why", "until_ms"), [
    (-1, "flight", None), (0, "revisit", READER_AWAY_MS),
])  # fmt: skip
def test_a_card_in_flight_is_waited_for_and_then_for_its_loop_to_be_read(late_ms, why, until_ms):
    bench, item = card_off()
    item._weighed = lambda _: False
    assert not item.ready(T + bench.cards.flight_ms + late_ms)
    until = T + (until_ms or bench.cards.flight_ms)
    assert (item.why, item.until) == (why, until)
    item._weighed = lambda _: True
    assert item.ready(T + 1)


@pytest.mark.parametrize(("blank", "passed", "dealt", "late_ms", "ready"), [
    (True, True, 0, -1, True), (False, True, 0, -1, False), (False, True, 0, 0, True),
    (False, True, 6, -1, True), (False, False, 6, -1, False), (False, False, 6, 0, True),
])  # fmt: skip
def test_a_card_in_the_muck_may_be_of_a_deck_being_gathered(
    monkeypatch, blank, passed, dealt, late_ms, ready
):
    bench, item = card_off(MUCK, passed=passed)
    monkeypatch.setattr(deal, "in_doubt", lambda *_: False)
    bench.cards.blank_of = lambda _: Tag(b"b", 0) if blank else None
    bench.phase.dealt = lambda: dealt
    assert item.ready(3000 + GATHER_MS + late_ms) == ready
    assert ready or (item.why, item.until) == ("gathered", 3000 + GATHER_MS)


@pytest.mark.parametrize(("doubt", "gathering", "ready"), [
    (True, False, False), (True, True, True), (False, False, True),
])  # fmt: skip
def test_or_one_the_dealer_is_asked_about(monkeypatch, doubt, gathering, ready):
    bench, item = card_off(MUCK)
    monkeypatch.setattr(deal, "in_doubt", lambda *_: doubt)
    bench.cards.gathering = lambda: gathering
    assert item.ready(3000 + GATHER_MS) == ready


@pytest.mark.parametrize(("now", "late_ms", "ready"), [
    (ph.DEAL, -1, False), (ph.DEAL, 0, True), (ph.SHUFFLED, -1, False), (ph.BETTING, -1, None),
])  # fmt: skip
def test_a_card_on_a_line_is_its_seats_until_that_has_had_the_time_to_read_it(now, late_ms, ready):
    bench, item = card_off("line:1", now)
    item._due_here = lambda: True
    got = item.ready(3000 + CARD_UNREAD_MS + late_ms)
    assert got == (True if ready is None else ready)
    assert got or (item.why, item.until) == ("its_seat", 3000 + CARD_UNREAD_MS)


@pytest.mark.parametrize(("passed", "zone", "face", "seen", "ready"), [
    (True, "seat:1", facing.UP, True, False), (True, "seat:1", facing.UP, False, True),
    (False, "seat:1", facing.UP, True, True), (True, "burn", facing.UP, True, True),
    (True, "seat:1", facing.DOWN, True, True),
])  # fmt: skip
def test_a_hole_card_seen_face_up_is_asked_about(monkeypatch, passed, zone, face, seen, ready):
    bench, item = card_off(zone, passed=passed)
    bench.cards.at_the_mouth = lambda _: face
    monkeypatch.setattr(unread, "nowhere_of", lambda: Of(seen_up=lambda *_: seen))
    item._due_here = lambda: True
    assert item.ready(9000) == ready


@pytest.mark.parametrize(("due_here", "heard", "blank", "certain", "awaited", "ready"), [
    (True, False, False, False, False, True), (False, True, False, False, False, True),
    (False, False, True, False, False, True), (False, False, False, False, False, False),
    (False, False, False, True, False, True), (False, False, False, True, True, False),
])  # fmt: skip
def test_a_card_that_is_not_due_where_it_lies_is_made_sure_of(
    monkeypatch, due_here, heard, blank, certain, awaited, ready
):
    bench, item = card_off("seat:1")
    item._due_here, item._heard_where_due = lambda: due_here, lambda: heard
    bench.cards.blank_of = lambda _: Tag(b"b", 0) if blank else None
    item._certain = lambda _: certain
    of = Of(one_before_awaited=lambda *_: awaited, seen_up=lambda *_: False)
    monkeypatch.setattr(unread, "nowhere_of", lambda: of)
    assert item.ready(9000) == ready


@pytest.mark.parametrize(("change", "age", "stale"), [
    ({"zone": "seat:1"}, READER_AWAY_MS, False), ({}, READER_AWAY_MS, True),
    ({"missed": 1}, READER_AWAY_MS - 1, False), ({"missed": 1}, READER_AWAY_MS, True),
    ({"missed": 1, "acted": True}, READER_AWAY_MS - 1, True),
    ({"missed": 1, "now": ph.BETTING}, READER_AWAY_MS - 1, True),
    # its loop has read another that is told nowhere, once: that one may be due there
    ({"heard": True}, READER_AWAY_MS - 1, False), ({"heard": True}, READER_AWAY_MS, True),
    ({"heard": True, "acted": True}, READER_AWAY_MS - 1, True),
    ({"heard": True, "now": ph.BETTING}, READER_AWAY_MS - 1, True),
    ({"read": -1}, 0, False), ({"read": 0}, 0, True), ({"read": 1}, 0, True),
])  # fmt: skip
def test_a_card_read_nowhere_is_given_up_when_its_loop_has_had_its_time(
    monkeypatch, change, age, stale
):
    bench, item = card_off(change.get("zone"), change.get("now", ph.DEAL))
    item._acted = lambda: change.get("acted", False)
    bench.cards.mouth_missed = change.get("missed", 0)
    monkeypatch.setattr(unread, "heard_at", lambda *_: change.get("heard", False))
    wait = bench.cards.flight_ms + 500 if "read" in change else 0
    monkeypatch.setattr(due, "read_ms", lambda *_: wait)
    assert item.stale(T + (wait + change["read"] if "read" in change else age)) == stale
    assert not item.stale(T + bench.cards.flight_ms - 1)
    assert "read" in change or item.stale(T + bench.cards.flight_ms) == (
        not change.get("zone")
        and (not (change.get("missed") or change.get("heard")) or age < READER_AWAY_MS and stale)
    )


# -- where a card may still go ---------------------------------------------------------------------


@pytest.mark.parametrize(("zone", "to", "burns", "late_ms", "goes"), [
    (MUCK, BOARD, True, 0, True), (POT, BURN, True, 0, True), (MUCK, BOARD, True, 1, False),
    (MUCK, BOARD, False, 0, False), ("seat:1", BOARD, True, 0, False),
    (BURN, BOARD, True, 0, False),
    (MUCK, "line:1", True, 0, False), (MUCK, "seat:1", False, 0, True),
    (MUCK, "seat:1", False, 1, False), ("line:1", "seat:1", False, 1, True),
    ("seat:2", "seat:1", False, 0, False), (BURN, "seat:1", False, 0, True),
    (POT, "seat:1", False, 0, True), (BOARD, "seat:1", False, 0, True),
])  # fmt: skip
def test_a_card_may_go_on_from_where_none_of_its_kind_rests(zone, to, burns, late_ms, goes):
    bench, item = card_off(zone)
    bench.phase.last_seat = 1
    item.burns = lambda: burns
    assert item.on_its_way(to, 3000 + PITCH_MAX_MS + late_ms) == goes


@pytest.mark.parametrize(("now", "zone", "goes"), [
    (ph.SHUFFLED, MUCK, True), (ph.BETTING, MUCK, False), (ph.BETTING, "line:1", True),
])  # fmt: skip
def test_to_a_seat_only_during_the_deal_but_over_a_line(now, zone, goes):
    bench, item = card_off(zone, now)
    assert item.on_its_way("seat:1", 3000) == goes


@pytest.mark.parametrize(("change", "burns"), [
    ({"zone": BURN}, True), ({"zone": BOARD}, False), ({}, True), ({"zone": POT}, True),
    ({"now": ph.DEAL}, False), ({"now": ph.SHOWDOWN}, True), ({"awarded": True}, False),
    ({"last_deal": T}, False), ({"last_deal": T - 1}, True), ({"face": facing.UP}, False),
    ({"blank": True}, False), ({"passed": False}, False), ({"passed": False, "board": 3}, True),
    ({"passed": False, "owing": [1]}, True), ({"passed": False, "board": 3, "burned": True}, False),
    ({"passed": False, "board": 3, "live": [1]}, False),
    ({"passed": False, "board": 3, "live": [1, 2]}, True),
])  # fmt: skip
def test_what_lies_off_the_deck_beside_the_burn_place_was_burned_while_bets_are_made(change, burns):
    bench, item = card_off(
        change.get("zone", MUCK), change.get("now", ph.BETTING), change.get("passed", True)
    )
    phase = bench.phase
    phase.awarded, phase.last_deal = change.get("awarded", False), change.get("last_deal", 0)
    phase.board, phase.burned = change.get("board", 0), change.get("burned", False)
    phase.live = change.get("live", [1, 2, 3])
    phase.owing = change.get("owing", [1, 2, 3])
    bench.cards.at_the_mouth = lambda _: change.get("face", facing.DOWN)
    bench.cards.blank_of = lambda _: Tag(b"b", 0) if change.get("blank") else None
    assert bool(item.burns()) == burns


@pytest.mark.parametrize(("burns", "told", "zone", "asked", "acts"), [
    (True, False, BURN, None, 0), (True, True, BURN, None, None), (False, False, BOARD, None, 0),
    (False, False, BOARD, BOARD, None), (False, False, "seat:1", None, None),
])  # fmt: skip
def test_which_cards_end_a_street(burns, told, zone, asked, acts):
    bench, item = card_off(zone)
    item.burns, bench.cards.emitted_unnamed, item.asked = lambda: burns, lambda _: told, asked
    assert item.acts() == acts


@pytest.mark.parametrize(("t", "acts", "acted"), [
    (T + 1, 1, True), (T, 1, False), (T + 1, None, False), (T + 1, 0, False),
])  # fmt: skip
def test_somebody_has_acted_since_a_card_left_the_deck(t, acts, acted):
    bench, item = card_off()
    other = Item(t)
    other.acts = lambda: acts
    bench.order.items.append(other)
    assert item._acted() == acted


# -- cards that go together -----------------------------------------------------------------------


def two(change):
    """A card and the one it may go with, both on the board."""
    bench, last = card_off(BOARD, ph.BETTING)
    (item,) = off_deck(bench, change.get("zone", BOARD), T + change.get("apart", 0))
    item.passed, last.passed = change.get("passed", True), change.get("before", True)
    last.landed, item.landed = 3000, 3000 + change.get("landed", 0)
    if change.get("unread"):
        last.landed = 0
    bench.phase.closed = lambda but=(): change.get("closed", False)
    return item, last


@pytest.mark.parametrize(("change", "t", "whole", "goes"), [
    ({}, None, 3, True), ({"zone": BURN}, None, 3, False), ({}, T, 3, True), ({}, T + 1, 3, False),
    ({"apart": LAST_CARD_MS}, None, 3, True), ({"apart": LAST_CARD_MS + 1}, None, 3, False),
    ({"apart": LAST_CARD_MS + 1, "passed": False}, None, 3, True),
    ({"apart": 1}, T, 2, False), ({}, T, 2, True), ({"apart": LAST_CARD_MS + 1}, None, 2, False),
])  # fmt: skip
def test_a_card_goes_with_others_of_a_street_that_lacks_it(change, t, whole, goes):
    item, last = two(change)
    assert item.goes_with([last], t, whole) == goes


@pytest.mark.parametrize(("change", "goes"), [
    ({"apart": 2000 + STREET_APART_MS}, True), ({"apart": 2001 + STREET_APART_MS}, False),
    ({"apart": STREET_APART_MS, "landed": 9000, "closed": True}, True),
    ({"apart": STREET_APART_MS + 1, "landed": 9000, "closed": True}, False),
    ({"apart": STREET_APART_MS + 1, "landed": STREET_APART_MS, "closed": True}, True),
    ({"landed": STREET_APART_MS + 1, "closed": True, "before": False}, False),
    ({"landed": STREET_APART_MS, "closed": True, "before": False}, True),
    ({"landed": STREET_APART_MS, "passed": False}, True),
    ({"landed": STREET_APART_MS + 1, "passed": False}, False),
    ({"landed": STREET_APART_MS + 1, "passed": False, "closed": True}, False),
    # after one told unread: it had left the deck at T
    ({"apart": STREET_APART_MS, "unread": True}, True),
    ({"apart": STREET_APART_MS + 1, "unread": True}, False),
    ({"landed": T + STREET_APART_MS - 3000, "passed": False, "unread": True}, True),
    ({"landed": T + STREET_APART_MS - 2999, "passed": False, "unread": True}, False),
])  # fmt: skip
def test_one_more_goes_with_them_that_came_soon_after_them(change, goes):
    item, last = two(change)
    assert item.goes_with([last], None, 1) == goes


# -- loads ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("change", "told"), [
    ({}, True), ({"age": LOAD_DECIDES_MS - 1}, False), ({"mask": 1}, False),
    ({"passed": False}, False), ({"home": 0}, False), ({"home": 1}, True), ({"heard": True}, False),
    ({"read": LOAD_DECIDES_MS + 1}, False), ({"read": LOAD_DECIDES_MS}, True),
    ({"zone": None}, False),
])  # fmt: skip
def test_a_load_tells_where_a_card_lies_that_nothing_reads(monkeypatch, change, told):
    bench, item = card_off(passed=change.get("passed", True))
    zone = change.get("zone", "seat:1")
    monkeypatch.setattr(unread, "loaded_zone", lambda *_: zone)
    monkeypatch.setattr(due, "read_ms", lambda *_: change.get("read", 0))
    monkeypatch.setattr(due, "off_deck", lambda *_: 0)
    item._heard_at_seat = lambda: change.get("heard", False)
    now = -(-LOAD_DECIDES_MS // (LOAD_ASKED_MASK_MS + 1)) * (LOAD_ASKED_MASK_MS + 1)
    now += change.get("mask", 0)
    if "age" in change or "read" in change:
        monkeypatch.setattr(due, "off_deck", lambda *_: now - change.get("age", LOAD_DECIDES_MS))
    if "home" in change:
        item.tag.home = Of(misses=change["home"])
    assert item._weighed(now) == told
    assert item.loaded_zone == (zone if told else None)


@pytest.mark.parametrize(("now", "watched"), [
    (ph.DEAL, []), (ph.BETTING, [(BURN, LOOK_PERIOD_MS, 4 * LOOK_PERIOD_MS, 0)]),
    (ph.SHOWDOWN, [(BURN, LOOK_PERIOD_MS, 4 * LOOK_PERIOD_MS, 0)]),
])  # fmt: skip
def test_the_burn_place_is_watched_for_a_card_no_load_has(monkeypatch, now, watched):
    bench, item = card_off(now=now)
    monkeypatch.setattr(unread, "loaded_zone", lambda *_: None)
    monkeypatch.setattr(due, "read_ms", lambda *_: 0)
    monkeypatch.setattr(due, "off_deck", lambda *_: -LOAD_DECIDES_MS)
    looks = []
    bench.cards.attention.watch = lambda *args: looks.append(args)
    assert not item._weighed(0) and looks == watched


@pytest.mark.parametrize(("kind", "misses", "heard"), [
    ("seat:1", 0, True), ("seat:1", 1, False), ("board:1", 0, False),
])  # fmt: skip
def test_a_seat_that_reads_the_card_at_this_moment_has_heard_it(kind, misses, heard):
    bench, item = card_off()
    track = Track(item.tag, bench.ant(kind), 1000)
    track.misses = misses
    item.tag.tracks = (track,)
    assert item._heard_at_seat() == heard


# -- a street -------------------------------------------------------------------------------------


@pytest.fixture
def street(monkeypatch):
    """A street's card at 5000 whose street is over; each thing that may hold it can be set."""

    def made(**change):
        bench, item = card_off(BOARD, change.get("now", ph.BETTING))
        cards, phase = bench.cards, bench.phase
        cards.board_last = 5000
        cards.in_flight = lambda _: change.get("flying", False)
        cards.sees_burns = lambda: change.get("sees", True)
        monkeypatch.setattr(unread, "on_board", lambda _: change.get("on_board", False))
        monkeypatch.setattr(due, "read_ms", lambda *_: change.get("read", 0))
        heard = []
        monkeypatch.setattr(deal.street_of(), "heard", lambda *args: heard.append(args))
        phase.burned, phase.flop_lacks = (
            change.get("burned", True),
            lambda: change.get("lacks", False),
        )
        phase.street_cards = lambda: change.get("due", 1)
        item.asked = change.get("asked")
        item._burn_before, item._burn_loaded = lambda: change.get("before", False), lambda: False
        item._burn_may_show = lambda _: change.get("may_show", False)
        item._asks_for_burn = lambda _: change.get("asks", False)
        return bench, item, heard

    return made


@pytest.mark.parametrize(("change", "lies"), [
    ({}, True), ({"flying": True}, False), ({"on_board": True}, False),
    ({"burned": False, "may_show": True}, False), ({"burned": False, "asks": True}, False),
    ({"burned": False}, True), ({"burned": False, "lacks": True, "may_show": True}, True),
    ({"burned": False, "asked": BOARD, "may_show": True}, True),
    ({"burned": False, "now": ph.BETWEEN, "may_show": True}, True),
    ({"burned": False, "before": True, "may_show": True}, True),
    ({"burned": False, "sees": False, "may_show": True}, True),
])  # fmt: skip
def test_a_street_waits_for_cards_in_flight_and_for_its_burn(street, change, lies):
    bench, item, _ = street(**change)
    now = 5000 + bench.cards.board_gap_ms
    assert not item._street_lies(now - 1) and (item.why, item.until) == ("street", now)
    assert item._street_lies(now) == lies
    assert item.burned == (change.get("sees") is False)
    assert lies or "flying" not in change or item.why == "in_flight"


@pytest.mark.parametrize(("closed", "loop", "dwells", "late", "missed", "lies"), [
    (True, "board:5", 9, -1, 2, False), (True, "board:5", 9, 0, 2, True),
    (True, "board:5", 9, 1, 2, True), (False, "board:5", 9, -1, 2, True),
    (True, "board:5", 0, -1, 2, True), (True, "burn", 9, -1, 2, True),
    (True, "board:5", 9, -1, 1, True),  # the mouth would have seen another
])  # fmt: skip
def test_where_nobody_has_to_act_a_street_waits_until_its_loops_would_show_one_more(
    street, closed, loop, dwells, late, missed, lies
):
    """``late``: when that loop was read last, ms after the others may have shown another card;
    ``missed``: cards of eight that the mouth has missed."""
    bench, item, _ = street()
    bench.cards.count = MOUTH_SURE_TIMES
    bench.cards.mouth_missed = missed
    bench.phase.closed = lambda but=(): closed
    due_t = 5000 + bench.cards.board_gap_ms
    for ant in bench.table.antennas:
        ant.dwells, ant.t = 9, due_t
    bench.ant(loop).dwells, bench.ant(loop).t = dwells, due_t + late
    until = 5000 + CARD_UNREAD_MS
    assert item._street_lies(due_t) == lies
    assert lies or (item.why, item.until) == ("street", until)
    assert item._street_lies(until - 1) == lies
    assert item._street_lies(until)


@pytest.mark.parametrize("read", [0, 9000])
def test_a_street_that_lacks_cards_waits_for_them_and_looks_for_what_was_heard(street, read):
    bench, item, heard = street(due=2, read=read)
    gap = bench.cards.board_gap_ms
    until = 5000 + max(CARD_UNREAD_MS, gap + read)
    assert not item._street_lies(until - 1)
    assert (item.why, item.until) == ("street_short", until) and not heard
    assert item._street_lies(until) and heard == [(bench.cards, item)]
    off_deck(bench, BOARD)
    assert item._street_lies(5000 + gap) and len(heard) == 1


def test_cards_elsewhere_are_not_of_the_street(street):
    bench, item, heard = street(due=2)
    off_deck(bench, MUCK, n=2)
    bench.order.items.append(Item(9000))
    assert not item._street_lies(5000 + bench.cards.board_gap_ms) and not heard
    off_deck(bench, BOARD)
    assert item._street_lies(5000 + bench.cards.board_gap_ms) and not heard


@pytest.mark.parametrize(("excess", "ms"), [
    (0, LOAD_DECIDES_MS), (None, BURN_UNREAD_MS), (1, BURN_UNREAD_MS), (-1, BURN_UNREAD_MS),
])  # fmt: skip
def test_a_burn_may_show_for_longer_where_no_load_says_that_there_is_none(excess, ms):
    bench, item = card_off(BOARD)
    bench.cards.board_last = 5000
    bench.cards.laden.excess = lambda _: excess
    assert item._burn_may_show(4999 + ms) and (item.why, item.until) == ("burn", 5000 + ms)
    assert not item._burn_may_show(5000 + ms)


@pytest.mark.parametrize(("excess", "now", "burned"), [
    (1, ph.BETTING, True), (0, ph.BETTING, False), (None, ph.BETTING, False),
    (-1, ph.BETTING, False), (1, ph.DEAL, False), (1, ph.SHOWDOWN, True),
])  # fmt: skip
def test_a_burn_places_load_says_that_one_was_burned(excess, now, burned):
    bench, item = card_off(BOARD, now)
    bench.cards.laden.excess = lambda _: excess
    assert item._burn_loaded() == burned
    item.burned = True
    assert item._burn_loaded()


@pytest.mark.parametrize(("t", "passed", "before", "dated"), [
    (T - 1, True, True, T - 1), (T, True, True, T - 1), (T + 500, True, True, T - 1),
    (T + 501, True, False, T + 501), (T, False, False, T), (T - 1, False, True, T - 1),
])  # fmt: skip
def test_a_burn_comes_before_the_street_the_mouth_still_read_after_it(
    monkeypatch, t, passed, before, dated
):
    bench, item = card_off(BOARD, ph.BETTING)
    (burn,) = off_deck(bench, BURN, t, passed)
    monkeypatch.setattr(due, "off_deck", lambda *_: T + 500)
    assert item._burn_before() == before and burn.t == dated


@pytest.mark.parametrize(("late_ms", "before"), [(0, True), (1, False)])
def test_but_no_longer_after_it_than_a_pitch_takes(monkeypatch, late_ms, before):
    bench, item = card_off(BOARD, ph.BETTING)
    off_deck(bench, BURN, T + PITCH_MAX_MS + late_ms)
    monkeypatch.setattr(due, "off_deck", lambda *_: 10**6)
    assert item._burn_before() == before


# -- told -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("zone", "now", "hole", "last", "here"), [
    ("seat:1", ph.DEAL, 2, 3, True), ("seat:2", ph.DEAL, 2, 3, False),
    ("seat:2", ph.BETTING, 2, 3, True), (BURN, ph.DEAL, 2, 3, False),
    (BURN, ph.DEAL, None, 3, True), (BOARD, ph.SHUFFLED, None, 3, True),
    (MUCK, ph.DEAL, None, 3, False),
])  # fmt: skip
def test_a_card_is_due_where_the_rotation_has_come_to(zone, now, hole, last, here):
    bench, item = card_off(zone, now)
    bench.phase.hole, bench.phase.last_seat = hole, last
    assert item._due_here() == here
    elsewhere = zone[:5] == "seat:" and not here
    assert item._due_elsewhere() == elsewhere
    bench.cards.blank_of = lambda _: Tag(b"b", 0)
    assert not item._due_elsewhere()


@pytest.mark.parametrize(("zone", "excess", "supposed"), [
    (BURN, 1, False), (BURN, 0, True), (BURN, None, True), (BURN, 2, True), ("seat:1", 0, False),
])  # fmt: skip
def test_a_card_told_unread_at_the_burn_place_is_supposed_there_unless_its_load_is(
    monkeypatch, zone, excess, supposed
):
    bench, item = card_off()
    bench.cards.laden.excess = lambda _: excess
    told, doubted = [], []
    bench.cards.emitted = lambda *args: told.append(args)
    of = Of(doubt=lambda *args: doubted.append(args))
    monkeypatch.setattr(unread, "nowhere_of", lambda: of)
    item.detached = True
    item.lay(zone)
    assert (item.tag.supposed, item.tag.zone, item.detached) == (supposed, zone, False)
    assert told == [(item, "medium")]
    assert doubted == ([(bench.cards, item.tag, T)] if zone == "seat:1" else [])


@pytest.mark.parametrize(("ups", "downs", "home", "boxed"), [
    (2, 0, MOUTH, True), (0, 2, MOUTH, False), (2, 0, "seat", False), (2, 0, None, False),
])  # fmt: skip
def test_a_card_is_boxed_that_lies_face_up_at_the_mouth(ups, downs, home, boxed):
    _, item = card_off()
    item.tag.ups, item.tag.downs = ups, downs
    item.tag.home = Of(antenna=Of(zone=home)) if home else None
    assert item._boxed() == boxed


@pytest.mark.parametrize(("value", "ups", "downs", "answered", "passed", "then"), [
    ("yes", 0, 3, True, False, (True, UPS_UNNOTICED_READS, 0)),
    ("no", 5, 1, False, True, (True, 5, 1)), ("no", 1, 3, False, False, (False, 1, 3)),
    (None, 2, 1, True, True, (True, UPS_UNNOTICED_READS, 1)),
    (None, 2, 2, True, True, (True, 2, 2)), (None, 2, 1, True, False, (False, 2, 1)),
])  # fmt: skip
def test_what_the_dealer_says_of_a_card_put_aside(value, ups, downs, answered, passed, then):
    bench, item = card_off(MUCK, passed=passed)
    item.tag.ups, item.tag.downs = ups, downs
    asked = []
    bench.cards.ask = lambda *args, **more: asked.append(args)
    bench.cards.at_the_mouth = lambda _: facing.DOWN
    assert deal.in_doubt(bench.cards, item, 5000) and item.why == "asked"
    asked[0][2](value, 5500)
    assert item.answered == answered
    assert not deal.in_doubt(bench.cards, item, 5000)
    assert (item.passed, item.tag.ups, item.tag.downs) == then and len(asked) == 1
    assert item.tag.said_up == (value == "yes")


@pytest.mark.parametrize(("zone", "asked", "lacks", "said"), [
    (BOARD, 500, True, ["completed", "short"]), (BOARD, 0, True, ["short"]), (BOARD, 0, False, []),
    (BOARD, 500, False, ["completed"]), ("seat:1", 500, True, []), ("seat:1", 0, True, []),
])  # fmt: skip
def test_what_becomes_of_a_flop_is_looked_at_when_a_card_of_the_board_is_told(
    monkeypatch, zone, asked, lacks, said
):
    bench, item = card_off(zone, ph.BETTING)
    heard = []
    street_of = deal.street_of()
    monkeypatch.setattr(street_of, "flop_completed", lambda *_: heard.append("completed"))
    monkeypatch.setattr(street_of, "flop_short", lambda *_: heard.append("short"))
    bench.cards.flop_t, bench.phase.flop_lacks = asked, lambda: lacks
    bench.cards.emitted = lambda *_: None
    item._due_elsewhere = lambda: False
    item.emit(5000)
    assert heard == said


@pytest.mark.parametrize("way", ["its time was over", "its load tells"])
@pytest.mark.parametrize(("zone", "lacks", "next_at", "said"), [
    (BOARD, True, None, ["short"]), (BOARD, False, None, []), (BURN, True, None, []),
    (BOARD, True, BOARD, []), (BOARD, True, BURN, ["short"]),
])  # fmt: skip
def test_nor_is_a_flop_forgotten_whose_card_nobody_has_read(
    monkeypatch, way, zone, lacks, next_at, said
):
    bench, item = card_off(zone, ph.BETTING)
    heard = []
    monkeypatch.setattr(deal.street_of(), "flop_short", lambda *_: heard.append("short"))
    bench.phase.flop_lacks = lambda: lacks
    bench.cards.emitted = lambda *_: None
    if next_at is not None:
        off_deck(bench, next_at, T + 500)
    if way == "its load tells":
        item.loaded_zone = zone
        item.emit(5000)
    else:
        item.zone = None
        monkeypatch.setattr(unread, "loaded_zone", lambda *_: zone)
        item.expire(5000)
    assert heard == said


@pytest.mark.parametrize(("change", "said"), [
    ({"lacks": 500}, ["deal"]), ({}, []), ({"burned": True, "closed": True}, ["lay"]),
    ({"burned": True}, []), ({"closed": True}, []), ({"lacks": 500, "burned": True}, ["deal"]),
])  # fmt: skip
def test_or_of_a_burn_after_a_burn_and_of_a_deal_that_lacked_a_card(monkeypatch, change, said):
    bench, item = card_off(BURN, ph.BETTING)
    heard = []
    monkeypatch.setattr(deal.street_of(), "lay", lambda *_: heard.append("lay"))
    monkeypatch.setattr(unread, "deal_completed", lambda *_: heard.append("deal"))
    bench.cards.lacks_t, bench.phase.burned = change.get("lacks", 0), change.get("burned", False)
    bench.phase.closed = lambda but=(): change.get("closed", False)
    bench.cards.emitted = lambda *_: None
    item.emit(5000)
    assert heard == said


@pytest.mark.parametrize(("zone", "burns", "told"), [
    (MUCK, True, (BURN, True)), (POT, True, (BURN, True)), (BURN, True, (BURN, False)),
    ("seat:1", False, ("seat:1", False)),
])  # fmt: skip
def test_a_burn_beside_its_place_is_told_there(zone, burns, told):
    bench, item = card_off(zone, ph.BETTING)
    item.burns, item._gathered = lambda: burns, lambda: False
    bench.cards.emitted = lambda *_: None
    item.emit(5000)
    assert (item.zone, item.tag.supposed) == told


@pytest.mark.parametrize(("elsewhere", "crosstalk", "told"), [
    (True, True, ("seat:1", ("medium",))), (True, False, ("seat:2", ())),
    (False, True, ("seat:2", ())),
])  # fmt: skip
def test_a_card_a_neighbour_hardly_hears_is_told_where_it_was_due(elsewhere, crosstalk, told):
    bench, item = card_off("seat:2")
    bench.phase.last_seat = 3
    item._due_elsewhere, item._crosstalk = lambda: elsewhere, lambda: crosstalk
    said = []
    bench.cards.emitted = lambda _, *more: said.append(more)
    item.emit(5000)
    assert (item.zone, *said) == told


@pytest.mark.parametrize(("burned", "street", "after", "then"), [
    (False, 3, [0], 4899), (True, 1, [0], 5000), (True, 1, [0, 0], 4899), (False, 3, [], 5000),
    (True, 3, [0, 10, 20], 5000), (True, 3, [0, 10, 20, 50], 4949), (True, 1, [0, 50], 4949),
])  # fmt: skip
def test_a_burn_the_mouth_did_not_see_comes_before_the_street_that_is_to_come(
    burned, street, after, then
):
    bench, burn = card_off(BURN, ph.BETTING, False)
    bench.order.items = []
    for ms in after:
        off_deck(bench, BOARD, 4900 + ms)
    burn.t = burn.latest = 5000
    burn.slack, burn.burns = 100, lambda: True
    bench.order.add(burn)
    bench.phase.burned, bench.phase.street_cards = burned, lambda: street
    deal.in_rotation(bench.cards)
    assert burn.t == then


def test_places_off_the_deck_follow_the_times():
    bench, first = card_off("seat:1")
    (second,) = off_deck(bench, "seat:2", 900)
    first.tag.nth, second.tag.nth = 4, 7
    deal.in_rotation(bench.cards)
    assert (second.tag.nth, first.tag.nth) == (4, 7)
