"""A card where none is due: read well, at an edge, or only heard by a neighbour; both sides."""

import pytest

from firmware.table import deal
from firmware.table import phase as ph
from firmware.table.presence import crossing_ms
from firmware.table.values import (
    CERTAIN_HITS,
    EDGE_PARTS,
    LOAD_DECIDES_MS,
    PITCH_MAX_MS,
    READER_AWAY_MS,
    SEAT_SKIPPED_MS,
    SHADOW_MS,
)
from tests.firmware_table.bench import Bench, card

LANDED = 5000  # ms


def astray(reads=CERTAIN_HITS, misses=0, passed=True):
    """The first card of the deal, due at seat 1, read ``reads`` times at seat 2 and missed
    ``misses`` times; no load is known."""
    bench = Bench(ph.SHUFFLED)
    bench.cards.ask = None
    bench.phase.button, bench.phase.seats = 3, [1, 2, 3]
    tag = bench.lie("mouth:1", card(1), since=LANDED - 900, n=3)[0]
    assert tag.item is not None
    bench.lie("mouth:1", since=LANDED - 500, n=4)
    bench.lie("seat:2", card(1), since=LANDED, n=2)
    item = tag.item
    item.passed = passed
    assert (item.zone, bench.phase.next_seats(1)) == ("seat:2", [1])
    tag.home.hits, tag.home.lost = reads, misses
    return bench, tag, item


def landed(bench, item, t):
    """Where the card is told to lie when its time is over at ``t``; None while it waits."""
    if not item.ready(t):
        return None
    bench.order.remove(item)
    item.emit(t)
    return [(e["to"], e.get("confidence")) for e in bench.events if e["what"] == "card_move"][-1]


@pytest.mark.parametrize(("reads", "misses", "zone"), [
    (CERTAIN_HITS, 0, "seat:2"), (CERTAIN_HITS - 1, 0, "seat:1"),
    (2 * CERTAIN_HITS, 2 * CERTAIN_HITS * (EDGE_PARTS - 1), "seat:2"),
    (2 * CERTAIN_HITS, 2 * CERTAIN_HITS * (EDGE_PARTS - 1) + 1, "seat:1"),
])  # fmt: skip
def test_a_card_lies_where_it_is_read_as_at_an_edge_at_least(reads, misses, zone):
    bench, _, item = astray(reads, misses)
    t = item.landed + SEAT_SKIPPED_MS
    assert landed(bench, item, t - 1) is None
    assert landed(bench, item, t) == (zone, None if zone == "seat:2" else "medium")


def test_one_read_well_there_lies_there_in_a_shadow():
    bench, tag, item = astray()
    assert not item.ready(item.landed + SEAT_SKIPPED_MS - 8)
    tag.home = None
    assert landed(bench, item, item.landed + SEAT_SKIPPED_MS) == ("seat:2", None)


def test_one_never_read_well_does_not():
    bench, tag, item = astray(CERTAIN_HITS - 1)
    assert not item.ready(item.landed + SEAT_SKIPPED_MS - 8)
    tag.home = None
    assert landed(bench, item, item.landed + SEAT_SKIPPED_MS) == ("seat:1", "medium")


@pytest.mark.parametrize(("more", "zone"), [(0, "seat:2"), (1, "seat:1"), (None, "seat:1")])
def test_the_load_of_the_place_speaks_for_a_card_read_poorly(more, zone):
    bench, _, item = astray(CERTAIN_HITS - 1)
    bench.cards.laden.excess = lambda where: more if where == "seat:2" else None
    assert landed(bench, item, item.landed + SEAT_SKIPPED_MS)[0] == zone


@pytest.mark.parametrize(("reads", "misses", "period", "until"), [
    (CERTAIN_HITS - 1, 0, 1000, 1000 * CERTAIN_HITS), (CERTAIN_HITS - 1, 0, 600, SEAT_SKIPPED_MS),
    (CERTAIN_HITS - 1, CERTAIN_HITS, 1000, SEAT_SKIPPED_MS),
    (CERTAIN_HITS, 0, 1000, SEAT_SKIPPED_MS),
    (CERTAIN_HITS - 1, 0, READER_AWAY_MS, READER_AWAY_MS),
])  # fmt: skip
def test_a_loop_read_seldom_is_given_the_dwells_that_make_it_sure(reads, misses, period, until):
    """Not one that has missed it more than it has read it."""
    bench, tag, item = astray(reads, misses)
    tag.home.antenna.period_ms = period
    assert landed(bench, item, item.landed + until - 1) is None
    assert landed(bench, item, item.landed + until) is not None


def test_a_card_the_mouth_did_not_see_waits_longer():
    bench, _, item = astray(passed=False)
    more = deal.MOUTH_UNSEEN_MS
    assert landed(bench, item, item.landed + SEAT_SKIPPED_MS + more - 1) is None
    assert landed(bench, item, item.landed + SEAT_SKIPPED_MS + more) == ("seat:2", None)
    assert SEAT_SKIPPED_MS >= SHADOW_MS  # the card due may lie in a shadow


@pytest.mark.parametrize(("hits", "there"), [(1, False), (2, True)])
def test_a_card_the_loop_where_it_was_due_has_read_twice_lies_there(hits, there):
    bench, tag, item = astray()
    bench.read(item.landed + 200, "seat:1", card(1))
    (track,) = [k for k in tag.tracks if k.antenna.zone == "seat:1"]
    track.hits = hits
    assert (landed(bench, item, item.landed + 300) == ("seat:1", None)) == there


# -- what loops hear of a card that the mouth reads still ----------------------------------------

MOUTH_LAST = 5900  # ms
MUCK_MS = crossing_ms("muck")


def heard_beside(*at, last=MOUTH_LAST):
    """The second card of the deal, at the mouth from 5500 to ``last`` ms; the muck's loop, beside
    the mouth, reads it at 5560 and ``at`` ms."""
    bench = Bench(ph.DEAL)
    bench.phase.seats, bench.phase.last_seat, bench.phase.counts = [1, 2, 3], 1, {1: 1}
    dwells = [(t, "mouth:1") for t in range(5500, last + 1, 100)]
    for t, name in sorted(dwells + [(t, "muck") for t in (5560, *at)]):
        bench.read(t, name, card(1))
        if t == last:
            bench.read(t + 10, "mouth:1")
    return bench, bench.tags[card(1)[0]].item


def for_a_while(ms):
    """When the muck's loop reads it since: for ``ms``."""
    return [MOUTH_LAST + 50 + more for more in (0, ms // 3, 2 * ms // 3, ms)]


@pytest.mark.parametrize(("ms", "there"), [(0, False), (MUCK_MS - 1, False), (MUCK_MS, True)])
def test_a_loop_beside_the_mouth_has_a_card_when_it_reads_it_for_a_while_since(ms, there):
    _, item = heard_beside(*for_a_while(ms))
    assert item.zone == ("muck" if there else None)


def test_it_is_pitched_from_when_the_mouth_has_read_it_last():
    bench, item = heard_beside(*for_a_while(MUCK_MS))
    bench.cards._landed(item.tag, item, "seat:2", MOUTH_LAST + 50 + PITCH_MAX_MS)
    assert (item.zone, item.then) == ("seat:2", None)


@pytest.mark.parametrize(("waited", "told"), [(-1, False), (0, True)])
def test_a_load_decides_when_the_card_would_have_been_read_elsewhere(monkeypatch, waited, told):
    """It may be of one that the mouth has missed: counted from the last read at the mouth."""
    bench, item = heard_beside(last=6200)
    item.zone = item.tag.home = None
    ms = max(LOAD_DECIDES_MS, PITCH_MAX_MS + 300)
    monkeypatch.setattr(deal.due, "read_ms", lambda *_: ms)
    monkeypatch.setattr(deal.unread, "loaded_zone", lambda *_: "seat:2")
    monkeypatch.setattr(deal, "LOAD_ASKED_MASK_MS", 0)
    assert item._weighed(6200 + ms + waited) == told


# -- when a card came that the mouth has not seen -------------------------------------------------


def unseen(missed=0, count=8):
    """Seat 2 is due; its loop has read a card that the mouth has missed, and ``missed`` more."""
    bench = Bench(ph.DEAL)
    bench.phase.seats, bench.phase.last_seat, bench.phase.counts = [1, 2, 3], 1, {1: 1}
    bench.cards.count, bench.cards.mouth_missed = count, missed
    (tag,) = bench.lie("seat:2", card(1), since=LANDED, n=2)
    return bench, tag, tag.item


def test_a_card_missed_and_read_again_where_it_lies_keeps_its_date():
    bench, tag, item = unseen()
    t = item.t
    bench.lie("seat:2", since=LANDED + 500, n=20)
    assert tag.home is None
    bench.lie("seat:2", card(1), since=LANDED + 4000, n=2)
    assert (item.zone, item.t, item.landed) == ("seat:2", t, LANDED + 4000)


@pytest.mark.parametrize(("missed", "reader_away"), [(0, False), (1, True)])
def test_where_the_mouth_misses_many_it_may_have_come_as_long_before_as_a_reader_is_away(
    missed, reader_away
):
    """One in eight is not many: then longer than a shadow before it was no card of that round."""
    _, tag, item = unseen(missed)
    sure = SHADOW_MS + tag.home.antenna.period_ms + deal.PITCH_USUAL_MS
    assert item.slack == (READER_AWAY_MS if reader_away else sure)
