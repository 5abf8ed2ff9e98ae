"""Cards that are read nowhere: where each must lie, when the last of a deal lacks; both sides."""

import pytest

from firmware.table import evidence, unread
from firmware.table import phase as ph
from firmware.table.presence import CANDIDATE, PRESENT, Tag, Track
from firmware.table.values import (
    ASK_MS,
    CARD_UNREAD_MS,
    COIN_DWELLS,
    DUE_AHEAD_CARDS,
    LAST_CARD_MS,
    LATE_CENTINATS,
    PITCH_USUAL_MS,
    SHADOW_MS,
)
from shared_rules.zones import BOARD, BURN, STUB
from tests.firmware_table.bench import Bench, card
from tests.firmware_table.test_card_counts_bounds import off_deck
from tests.firmware_table.test_missing_bounds import DEALT, dealt
from tests.firmware_table.test_off_the_deck_bounds import T, card_off
from tests.firmware_table.test_turn_bounds import Act


@pytest.mark.parametrize(("board", "hole", "acted", "later", "place"), [
    (3, 2, True, False, BOARD), (2, 2, True, False, None), (3, None, True, False, None),
    (3, 2, False, False, None), (4, 2, True, False, BOARD),
])  # fmt: skip
def test_a_card_after_a_burn_is_the_street_where_they_play_on(board, hole, acted, later, place):
    bench, item = card_off(now=ph.BETTING)
    bench.phase.burned, bench.phase.board, bench.phase.hole = True, board, hole
    bench.phase.flop_lacks = lambda: False
    if acted:
        bench.order.items.append(Act(1, T + 500))
    assert unread.place_of(bench.cards, item) == place


@pytest.mark.parametrize(("counts", "hole", "place"), [
    ({1: 1}, 2, "seat:1"), ({1: 2}, 2, None), ({}, 1, "seat:1"), ({}, 2, "seat:1"),
    ({1: 1}, None, None), ({1: 1}, 1, None),
])  # fmt: skip
def test_a_card_went_to_the_seat_whose_turn_it_was_if_it_lacked_one(counts, hole, place):
    bench, item = card_off()
    bench.phase.counts, bench.phase.hole, bench.phase.last_seat = counts, hole, 3
    off_deck(bench, None, T + 100)
    assert unread._pitched(bench.cards, item) == place


@pytest.mark.parametrize(("apart", "zone", "place"), [
    (1, "seat:2", "seat:1"), (2, "seat:3", "seat:1"), (1, "seat:3", None),
    (2, "seat:2", None),
])  # fmt: skip
def test_and_the_next_that_lies_went_to_the_one_whose_turn_it_was_then(apart, zone, place):
    bench, item = card_off()
    bench.phase.last_seat = 3
    (later,) = off_deck(bench, zone, T + 100)
    later.tag.nth = item.tag.nth + apart
    assert unread._pitched(bench.cards, item) == place


@pytest.mark.parametrize(("counts", "place"), [
    ({1: 1, 2: 2, 3: 2}, "seat:1"), ({1: 1, 2: 1, 3: 2}, None), ({1: 1, 2: 2}, None),
    ({2: 2, 3: 2}, "seat:1"), ({1: 1, 2: 2, 3: 1}, None),
])  # fmt: skip
def test_or_it_is_the_last_of_the_deal(counts, place):
    bench, item = card_off()
    bench.phase.counts, bench.phase.last_seat = counts, 3
    assert unread._pitched(bench.cards, item) == place


@pytest.mark.parametrize("hole", [1, 2])
def test_a_seat_without_cards_lacks_its_first(hole):
    bench, item = card_off()
    bench.phase.hole, bench.phase.last_seat = hole, 3
    bench.phase.counts = {1: hole - 1, 2: hole}
    assert unread._pitched(bench.cards, item) is None
    bench.phase.counts = {2: hole, 3: hole}
    assert unread._pitched(bench.cards, item) == "seat:1"
    bench.phase.live = [2, 3]
    assert unread.last_due(bench.phase) == 1
    bench.phase.counts = {3: hole}
    assert unread.last_due(bench.phase) is None
    bench.phase.counts = {3: hole, 2: 0}  # folded, or one too many came back
    assert unread.last_due(bench.phase) == 1


@pytest.mark.parametrize(("more", "unnamed", "then"), [
    (-1, 1, 0), (0, 1, 1), (1, 1, 1), (None, 1, 1), (-1, 0, 0), (-2, 2, 1),
])  # fmt: skip
def test_a_burn_went_back_on_the_deck_whose_load_is_gone(more, unnamed, then):
    bench = Bench()
    bench.phase.burned = True
    bench.cards.laden.excess, bench.cards.laden.unnamed = lambda _: more, unnamed
    unread.watch_burn(bench.cards, 5000)
    assert bench.cards.laden.unnamed == then


@pytest.mark.parametrize(("first", "loaded"), [(True, "seat:1"), (False, None)])
def test_a_load_is_of_the_first_card_that_is_read_nowhere(first, loaded):
    bench, item = card_off()
    bench.phase.last_seat = 3
    bench.cards.laden.excess, bench.cards.laden.since = lambda _: 1, lambda _: None
    off_deck(bench, None, T + 100 if first else T - 100)
    assert unread.loaded_zone(bench.cards, item) == loaded


def test_a_card_that_has_left_the_queue_is_the_oldest():
    bench, item = card_off()
    bench.phase.last_seat = 3
    bench.cards.laden.excess, bench.cards.laden.since = lambda _: 1, lambda _: None
    bench.order.remove(item)
    off_deck(bench, None, T + 100, n=2)
    assert unread.loaded_zone(bench.cards, item) == "seat:1"


@pytest.mark.parametrize(("zone", "since", "another"), [
    (BURN, T, False), (BURN, T - 1, True), ("seat:1", T + PITCH_USUAL_MS, False),
    ("seat:1", T + PITCH_USUAL_MS - 1, True), ("seat:1", None, False),
])  # fmt: skip
def test_a_load_that_was_there_before_is_another_cards(zone, since, another):
    bench, item = card_off()
    bench.cards.laden.since = lambda _: since
    assert unread._of_another(bench.cards, item, zone) == another
    assert item.others == (zone if another else None)
    item.others = zone
    assert unread._of_another(bench.cards, item, zone)


@pytest.mark.parametrize(("state", "own", "lies", "another"), [
    (CANDIDATE, False, "stub", True), (PRESENT, False, "stub", False),
    (CANDIDATE, True, "stub", False),
    (CANDIDATE, False, "seat:1", False), (CANDIDATE, False, "seat:2", True),
])  # fmt: skip
def test_so_is_one_whose_loop_has_read_another_card(state, own, lies, another):
    """But for one told to lie there, which was lost and is read again."""
    bench, item = card_off()
    bench.cards.laden.since = lambda _: None
    ant = bench.ant("seat:1")
    track = Track(item.tag if own else Tag(b"o", 0), ant, 0)
    track.tag.zone = lies
    track.state = state
    ant.tracks.append(track)
    assert unread._of_another(bench.cards, item, "seat:1") == another


@pytest.mark.parametrize(("value", "then", "said"), [
    ("no", None, ["wrong_card_count"]), ("yes", None, ["lies"]), (None, None, []),
    ("no", "over", []), ("no", "dealt", []), ("yes", "over", []), ("yes", "dealt", []),
])  # fmt: skip
def test_a_last_card_that_lacks_is_asked_about_once(monkeypatch, value, then, said):
    bench = dealt(unseen=1)
    asked, told = [], []
    bench.cards.ask = lambda *args: asked.append(args)
    bench.cards.emit = lambda ev: told.append(ev["kind"])
    of = type("N", (), {"emit": lambda *_: told.append("lies")})()
    monkeypatch.setattr(unread, "nowhere_of", lambda: of)
    t = DEALT + LAST_CARD_MS + SHADOW_MS
    bench.ant("seat:3").t = t
    unread.watch_deal(bench.cards, t)
    assert (bench.cards.short_t, bench.cards.lacks_t) == (t, t)
    if then == "over":
        bench.phase.now = ph.BETTING
    elif then == "dealt":
        bench.phase.counts[3] = 2
    asked[0][2](value, t + 500)
    assert told == said and bench.cards.lacks_t == 0


@pytest.mark.parametrize(("lacks", "waits"), [
    (0, False), (1, True), (DUE_AHEAD_CARDS, True), (DUE_AHEAD_CARDS + 1, False),
])  # fmt: skip
@pytest.mark.parametrize("asked", [False, True])
def test_an_act_waits_for_the_last_cards_of_the_deal(lacks, waits, asked):
    bench = Bench(ph.DEAL)
    phase = bench.phase
    phase.now, phase.hole, phase.seats = ph.DEAL, lacks + 1, [1, 2]
    phase.counts, phase.last_seat = {1: lacks + 1, 2: 1}, 1
    bench.cards.lacks_t = 5000 if asked else 0
    item = Act(1, 4000)
    over = type("O", (), {"cards": bench.cards, "order": bench.order})()
    assert bool(unread.awaited(over, item, 4100)) == waits
    until = 5000 + ASK_MS if asked else 4000 + CARD_UNREAD_MS
    assert not waits or (item.why, item.until) == ("street", until)
    assert not unread.awaited(over, item, until)
    phase.counts = {1: lacks + 1}
    assert bool(unread.awaited(over, item, 4100)) == (0 <= lacks < DUE_AHEAD_CARDS)


@pytest.mark.parametrize(("t", "passed", "late", "zone", "then"), [
    (4000, False, False, "seat:1", 3999), (4001, False, False, "seat:1", 3999),
    (3999, False, False, "seat:1", 3999), (4000, True, True, "seat:1", 3999),
    (4000, True, False, "seat:1", 4000), (4000, False, False, None, 4000),
])  # fmt: skip
def test_and_puts_one_first_that_was_read_late(t, passed, late, zone, then):
    bench = Bench(ph.DEAL)
    phase = bench.phase
    phase.now, phase.counts, phase.last_seat = ph.DEAL, {1: 1, 2: 2, 3: 2}, 3
    (other,) = off_deck(bench, zone, t, passed)
    other.late = late
    over = type("O", (), {"cards": bench.cards, "order": bench.order})()
    item = Act(2, 4000)
    assert bool(unread.awaited(over, item, 4100)) != (passed and not late)
    assert other.t == then
    assert t < 4000 or then == t or item.until == 0


def test_no_card_is_put_before_the_beginning():
    bench = Bench(ph.DEAL)
    bench.phase.now, bench.phase.counts, bench.phase.last_seat = ph.DEAL, {1: 1, 2: 2, 3: 2}, 3
    (other,) = off_deck(bench, "seat:1", 0, False)
    over = type("O", (), {"cards": bench.cards, "order": bench.order})()
    assert unread.awaited(over, Act(2, 0), 100) and other.t == 0


@pytest.mark.parametrize(("asked", "zone", "t", "missing"), [
    (5000, "seat:3", 5001, True), (5000, "seat:3", 5000, False), (3001, "seat:3", 5001, True),
    (3000, "seat:3", 5001, False), (5000, "seat:1", 5001, False),
])  # fmt: skip
def test_a_last_card_that_comes_after_it_was_asked_for_was_missing(asked, zone, t, missing):
    bench, item = card_off(zone)
    bench.phase.counts, bench.phase.last_seat = {1: 2, 2: 2, 3: 1}, 2
    bench.phase.live, bench.phase.last_deal = [1, 2, 3], 3000
    bench.cards.lacks_t, item.t = asked, t
    bench.events.clear()
    unread.deal_completed(bench.cards, item)
    assert bench.emitted("kind", "about_seat") == ([("wrong_card_count", 3)] if missing else [])
    assert bench.cards.lacks_t == 0


@pytest.mark.parametrize(("silent", "ms", "well"), [
    (0, LAST_CARD_MS // 2, True), (0, LAST_CARD_MS // 2 - 1, False), (1, LAST_CARD_MS, False),
])  # fmt: skip
def test_a_seat_reads_well_what_lies_there_for_a_while_since(silent, ms, well):
    bench = dealt()
    bench.tags[card(6)[0]].home.misses = silent
    bench.ant("seat:3").t = DEALT + ms
    assert unread._reads_well(bench.cards, 3) == well


@pytest.mark.parametrize(("ms", "worth", "none"), [
    (0, LATE_CENTINATS, True), (500, LATE_CENTINATS - 1, False), (500, LATE_CENTINATS, True),
])  # fmt: skip
def test_surely_none_came_where_mouth_and_seat_would_have_read_it(monkeypatch, ms, worth, none):
    bench = dealt()
    said = []
    monkeypatch.setattr(unread, "mouth_saw", lambda _: 100)
    monkeypatch.setattr(evidence, "unseen", lambda *args: said.append(args) or worth - 100)
    ant = bench.ant("seat:3")
    ant.t = DEALT + bench.phase.pace_ms() + ms
    assert unread._surely_none(bench.cards, 3) == none and said == [(ant, ms)]
    ant.t = DEALT
    unread._surely_none(bench.cards, 3)
    assert said[1] == (ant, 0)


@pytest.mark.parametrize(("count", "missed"), [(0, 0), (5, 0), (5, 3)])
def test_a_mouth_that_missed_few_of_many_is_worth_more(count, missed):
    bench = Bench()
    bench.cards.count, bench.cards.mouth_missed = count, missed
    assert unread.mouth_saw(bench.cards) == (
        evidence.ln(count + COIN_DWELLS) - evidence.ln(missed + 1)
    )


@pytest.mark.parametrize(("name", "zone", "state", "misses", "there"), [
    ("board:1", STUB, CANDIDATE, 0, True), ("board:1", "muck", CANDIDATE, 0, False),
    ("board:1", STUB, PRESENT, 0, False), ("board:1", STUB, CANDIDATE, 1, False),
    ("burn", STUB, CANDIDATE, 0, False),
])  # fmt: skip
def test_a_card_of_the_deck_just_read_on_the_board_may_be_of_the_street(
    name, zone, state, misses, there
):
    bench = Bench()
    ant = bench.ant(name)
    track = Track(Tag(b"o", 0), ant, 0)
    track.tag.zone, track.state, track.misses = zone, state, misses
    ant.tracks.append(track)
    assert unread.on_board(bench.cards) == there
