"""One UID in two places, and cards of a foreign deck: told within a second (promise 24)."""

import json
import random

import pytest

from tests.samples import in_soak
from tools.virtual.table import VirtualTable
from tools.virtual.things import Card, make_deck

PLACES = [f"seat:{n}" for n in range(1, 10)] + [f"board:{n}" for n in range(1, 6)]
AT_US, GAP_US = 2_500_000, 2_000_000

# The controller's clock begins while it boots, so an event's own time is some ms less than the
# world's: what counts is when the table told it, by the ticks, which are the world's time.
PROGRAM = """
import json, time
from firmware.controller import Controller
tell = Controller._event
def telling(self, event):
    print(json.dumps([time.ticks_us(), event]))
    tell(self, event)
Controller._event = telling
import firmware.main as m
m.main()
"""


def play(seed, count, put, noise=0.0):
    """Nine hands lie; ``put(world, rng, deck, i)`` puts a wrong card down, for a second and a half.

    Returns the events, each with the time ``at`` which it was told, and the times at which the
    wrong cards were put down (us of the world).
    """
    rng = random.Random(seed)
    deck = make_deck(seed)
    times = []
    table = VirtualTable("nine_max", seed=seed, noise=noise, program=PROGRAM)
    with table:
        w = table.world
        w.keypad.press({"key": {"what": "riffle"}})
        for n in range(1, 10):
            w.at(500_000 + 70_000 * n, lambda n=n: w.place(deck[n], f"seat:{n}", offset=(-13, 0)))
        for i in range(count):
            at = AT_US + GAP_US * i + rng.randint(0, 300_000)
            times.append(at)
            held = []
            w.at(at, lambda i=i, held=held: held.append(put(w, rng, deck, i)))
            w.at(at + 1_500_000, lambda held=held: w.lift(held[0]))
        table.run_until(AT_US + GAP_US * count)
        return reported(table.vm.log_path.read_text()), times


def reported(log):
    """The events that the VM printed, each with the time ``at`` which it was told."""
    rows = [json.loads(line) for line in log.splitlines() if line.startswith("[")]
    return [dict(event, at=at) for at, event in rows]


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
    """How many of the times are followed by such an event within a second of the world."""
    return sum(any(t <= e["at"] <= t + 1_000_000 and is_it(e) for e in events) for t in times)


@pytest.mark.parametrize("seed", [1])
def test_one_uid_in_two_places_is_told_within_a_second(seed):
    events, times = play(seed, 6, double)
    assert within_a_second(events, times, lambda e: e["what"] == "tag_read") == len(times)


# 1: one card is read in the moment it is put down
@pytest.mark.parametrize("seed", [1, *in_soak(2)])
def test_a_card_of_a_foreign_deck_is_told_within_a_second(seed):
    events, times = play(seed, 6, foreign)
    known = {c for e in events if e["at"] < AT_US for c in e.get("cards", ())}

    def strange(e):
        return e["what"] == "card_move" and not known & set(e["cards"])

    assert within_a_second(events, times, strange) == len(times)
