"""The deck between two hands: how many cards make it gathered, riffled, gone into the well."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import phase as ph
from firmware.table import riffle
from firmware.table.values import (
    GATHER_CARDS,
    GATHERED_CARDS,
    GATHERED_LEFT_PARTS,
    GATHERED_MS,
    GATHERED_SILENT_MS,
    GATHERED_UNDEALT_CARDS,
    GATHERING_MS,
    RIFFLE_CARDS,
    RIFFLE_WINDOW_MS,
)
from tests.firmware_table.bench import Bench, card

T = 50000


def muck(dealt, undealt=0, silent=0, since=1000, t=T, chips=0):
    """An antenna with so many cards, and some of them not read just now; chips beside them."""
    tags = [Of(value=0, nth=n + 1) for n in range(dealt)]
    tags += [Of(value=0, nth=0)] * undealt + [Of(value=25, nth=0)] * chips
    tracks = [Of(tag=tag, since=since, seen=t) for tag in tags]
    for track in tracks[:silent]:
        track.seen = t - 1
    return Of(kind="muck", number=0, flickers=0, tracks=tracks, t=t)


def watch(ant, *cards):
    """A riffle's watch over an antenna; ``cards``: other tags of the table."""
    return riffle.Riffle([Of(kind="pot"), ant], Of(cards=list(cards)))


def more(ant, flickers):
    """So many cards have come and gone there."""
    ant.flickers += flickers


@pytest.mark.parametrize(("dealt", "undealt", "begins"), [
    (GATHERED_CARDS, 0, True), (GATHERED_CARDS - 1, 0, False), (GATHERED_CARDS - 1, 1, True),
    (1, GATHERED_UNDEALT_CARDS, True), (1, GATHERED_UNDEALT_CARDS - 1, False),
    (GATHERED_CARDS - GATHERED_UNDEALT_CARDS, GATHERED_UNDEALT_CARDS - 1, False),
])  # fmt: skip
def test_so_many_cards_are_a_gathered_deck(dealt, undealt, begins):
    ant = muck(dealt, undealt)
    seen = watch(ant)
    assert not seen.note(T)
    more(ant, RIFFLE_CARDS)
    assert seen.note(T + 1) == begins


def test_chips_in_the_muck_are_no_cards_of_it():
    ant = muck(GATHERED_CARDS - 1, chips=5)
    seen = watch(ant)
    assert not seen.note(T)
    more(ant, RIFFLE_CARDS)
    assert not seen.note(T + 1)


@pytest.mark.parametrize(("flickers", "begins"), [(RIFFLE_CARDS, True), (RIFFLE_CARDS - 1, False)])
def test_so_many_that_come_and_go_within_the_window_are_riffled(flickers, begins):
    ant = muck(GATHERED_CARDS)
    seen = watch(ant)
    seen.note(T)
    more(ant, flickers)
    assert seen.note(T + RIFFLE_WINDOW_MS) == begins


def test_the_window_moves_on():
    ant = muck(GATHERED_CARDS)
    seen = watch(ant)
    seen.note(T)
    more(ant, RIFFLE_CARDS - 1)
    assert not seen.note(T + RIFFLE_WINDOW_MS + 1)
    more(ant, 1)
    assert not seen.note(T + RIFFLE_WINDOW_MS + 2)  # those of the window before do not count
    more(ant, RIFFLE_CARDS - 1)
    assert seen.note(T + RIFFLE_WINDOW_MS + 3)


def test_what_came_and_went_in_the_hand_before_is_forgotten():
    ant = muck(GATHERED_CARDS)
    seen = watch(ant)
    seen.note(T)
    more(ant, RIFFLE_CARDS)
    seen.reset()
    assert (seen.start, seen.most, seen.when) == (RIFFLE_CARDS, 0, 0)
    seen.window_t = T
    assert not seen.note(T + 1)


@pytest.mark.parametrize(("ago", "begins"), [(GATHERING_MS, True), (GATHERING_MS - 1, False)])
def test_cards_still_being_gathered_are_not_riffled(ago, begins):
    ant = muck(GATHERED_CARDS)
    seen = watch(ant)
    seen.note(T)
    more(ant, RIFFLE_CARDS)
    ant.tracks[3].since = T + 1 - ago
    assert seen.note(T + 1) == begins


LEFT = GATHERED_CARDS // GATHERED_LEFT_PARTS


@pytest.mark.parametrize(("left", "begins"), [(LEFT, True), (LEFT + 1, False), (0, True)])
def test_a_deck_goes_into_the_well_when_so_few_are_left(left, begins):
    ant = muck(GATHERED_CARDS)
    seen = watch(ant)
    assert not seen.note(T) and seen.when == T
    ant.t = T + 100
    for track in ant.tracks[:left]:
        track.seen = ant.t
    assert seen.note(ant.t) == begins
    assert seen.when == (T if begins else ant.t)  # the last reading that still saw it there


@pytest.mark.parametrize(("late_ms", "begins"), [(0, True), (1, False)])
def test_a_gathered_deck_is_remembered_for_so_long(late_ms, begins):
    ant = muck(GATHERED_CARDS)
    seen = watch(ant)
    seen.note(T)
    del ant.tracks[:]
    assert seen.note(T + GATHERED_MS + late_ms) == begins


@pytest.mark.parametrize(("kind", "zone", "silent_ms", "value", "out"), [
    ("seat", None, 0, 0, True), ("board", None, 0, 0, True), ("muck", None, 0, 0, False),
    ("line", "seat:1", 0, 0, False), ("seat", "seat:1", 0, 25, False),
    (None, "seat:1", GATHERED_SILENT_MS - 1, 0, True),
    (None, "seat:1", GATHERED_SILENT_MS, 0, False),
    (None, "board", GATHERED_SILENT_MS - 1, 0, True), (None, "board", GATHERED_SILENT_MS, 0, False),
    (None, "muck", 0, 0, False), (None, None, 0, 0, False), (None, "line:1", 0, 0, False),
])  # fmt: skip
def test_no_deck_is_riffled_while_a_card_lies_at_a_seat_or_on_the_board(
    kind, zone, silent_ms, value, out
):
    home = Of(antenna=Of(kind=kind)) if kind else None
    ant = muck(GATHERED_CARDS)
    seen = watch(ant, Of(value=value, home=home, zone=zone, left=T + 1 - silent_ms))
    assert seen._cards_out(T + 1) == out
    seen.note(T)
    more(ant, RIFFLE_CARDS)
    assert seen.note(T + 1) != out


@pytest.mark.parametrize(("n", "ago", "change", "lies"), [
    (GATHER_CARDS, 0, {}, True), (GATHER_CARDS - 1, 0, {}, False),
    (GATHER_CARDS, GATHERING_MS - 1, {}, True), (GATHER_CARDS, GATHERING_MS, {}, False),
    (GATHER_CARDS, 0, {"now": ph.BETTING}, False), (GATHER_CARDS, 0, {"now": ph.BETWEEN}, True),
    (GATHER_CARDS, 0, {"dealt": True}, False), (GATHER_CARDS, 0, {"kind": "burn"}, False),
    (GATHER_CARDS, 0, {"nth": 1}, False), (GATHER_CARDS, 0, {"value": 25}, False),
])  # fmt: skip
def test_a_card_at_the_mouth_is_riffled_while_the_deck_lies_in_the_muck(n, ago, change, lies):
    ant = muck(0, n)
    ant.kind = change.get("kind", "muck")
    ant.tracks[0].tag = Of(value=change.get("value", 0), nth=change.get("nth", 0))
    for track in ant.tracks:
        track.seen = T - ago
    phase = Of(now=change.get("now", ph.DEAL), dealt=lambda: change.get("dealt", False))
    assert bool(riffle.under_way([ant], phase)) == lies


@pytest.mark.parametrize(("now", "t", "may"), [
    (ph.BETWEEN, 0, True), (ph.BETWEEN, 1, False), (ph.SHUFFLED, 0, False),
])  # fmt: skip
def test_so_it_may_be_between_hands_before_the_muck_has_been_read(now, t, may):
    phase = Of(now=now, dealt=lambda: False)
    assert bool(riffle.under_way([muck(0, 0, t=t)], phase)) == may


@pytest.mark.parametrize(("undealt", "dealt"), [(GATHER_CARDS, 0), (GATHER_CARDS - 1, 1)])
def test_a_seat_beside_the_muck_hears_cards_of_the_gathered_deck(undealt, dealt):
    bench = Bench(ph.SHUFFLED)
    bench.lie("muck", *[card(n) for n in range(undealt)], since=T)
    for ant in bench.table.antennas:
        for track in ant.tracks:
            track.seen = ant.t = T
            track.tag.nth, track.tag.zone = 0, "stub"
    bench.order.items = []
    (tag,) = bench.lie("seat:1", card(20), since=T)
    assert len(bench.order.items) == dealt
