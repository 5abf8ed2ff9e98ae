"""One UID in two places, and cards of a foreign deck: told within a second (promise 24)."""

import random

import pytest

from tests.firmware_radio.test_jamming_on_vm import told
from tools.virtual.table import VirtualTable
from tools.virtual.things import Card, make_deck

PLACES = [f"seat:{n}" for n in range(1, 10)] + [f"board:{n}" for n in range(1, 6)]
AT_US, GAP_US = 2_500_000, 2_000_000


def play(seed, count, put, noise=0.0):
    """Nine hands lie; ``put(world, rng, deck, i)`` puts a wrong card down, for a second and a half.

    Returns the events and the times (ms) at which the wrong cards were put down.
    """
    rng = random.Random(seed)
    deck = make_deck(seed)
    times = []
    table = VirtualTable("nine_max", seed=seed, noise=noise)
    with table:
        w = table.world
        w.keypad.press({"key": {"what": "riffle"}})
        for n in range(1, 10):
            w.at(500_000 + 70_000 * n, lambda n=n: w.place(deck[n], f"seat:{n}", offset=(-13, 0)))
        for i in range(count):
            at = AT_US + GAP_US * i + rng.randint(0, 300_000)
            times.append(at // 1000)
            held = []
            w.at(at, lambda i=i, held=held: held.append(put(w, rng, deck, i)))
            w.at(at + 1_500_000, lambda held=held: w.lift(held[0]))
        table.run_until(AT_US + GAP_US * count)
        return told(table), times


def double(world, rng, deck, i):
    """A copy of the card of one seat lies somewhere else."""
    n = 1 + i % 9
    copy = Card(deck[n].uid, afi=deck[n].tag.afi)
    world.place(copy, rng.choice([p for p in PLACES if p != f"seat:{n}"]), offset=(13, 0))
    return copy


def foreign(world, rng, deck, i):
    """A card that no deck of this table has comes to a seat."""
    card = make_deck(1000 + i)[rng.randrange(52)]
    world.place(card, rng.choice(PLACES[:9]), offset=(13, 0))
    return card


def within_a_second(events, times, is_it):
    """How many of the times are followed by such an event within 1,000 ms of the controller."""
    return sum(any(t <= e["t"] <= t + 1000 and is_it(e) for e in events) for t in times)


@pytest.mark.parametrize("seed", [1])
def test_one_uid_in_two_places_is_told_within_a_second(seed):
    events, times = play(seed, 6, double)
    assert within_a_second(events, times, lambda e: e["what"] == "tag_read") == len(times)


@pytest.mark.parametrize("seed", [2])
def test_a_card_of_a_foreign_deck_is_told_within_a_second(seed):
    events, times = play(seed, 6, foreign)
    known = {c for e in events if e["t"] < AT_US // 1000 for c in e.get("cards", ())}

    def strange(e):
        return e["what"] == "card_move" and not known & set(e["cards"])

    assert within_a_second(events, times, strange) == len(times)
