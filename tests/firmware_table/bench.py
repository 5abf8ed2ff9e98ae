"""A table without a clock: each dwell is written down, each decision asked for by itself.

``Bench`` wires a real ``Table``; ``read`` is one dwell of one antenna. Decisions are looked at one
millisecond under their bound, at it, and one over it.
"""

from firmware.config import complete
from firmware.table import phase as ph
from firmware.table.presence import Antenna, Presence
from firmware.table.table import Table
from tests.firmware_table.rig import NAMES, SEATS, Counter, Wants, card, chip, config, setup

__all__ = ["Bench", "Listener", "alone", "card", "chip", "complete", "setup"]


class Listener:
    """What ``Presence`` tells, in order."""

    def __init__(self):
        self.heard = []

    def __getattr__(self, name):
        return lambda *args: self.heard.append((name, *args))

    def names(self):
        """Names of what was heard; forgets it."""
        out = [row[0] for row in self.heard]
        del self.heard[:]
        return out


def alone(name, enter=2, leave=3, tags_max=400):
    """One antenna with a Presence of its own: ``(antenna, presence, listener)``."""
    ant = Antenna(0, name, enter, leave)
    listener = Listener()
    return ant, Presence([ant], listener, tags_max), listener


class Bench:
    """A real table in a hand of seats 1 to 3, seat 3 on the button."""

    def __init__(self, now=ph.BETTING, **extra):
        self.events = []
        self.complaints = []
        self.wants = Wants()
        self.table = Table(
            NAMES, SEATS, self.wants, config()["tune"], Counter(), self.events.append,
            self.complaints.append,
        )  # fmt: skip
        self.order, self.phase = self.table.order, self.table.phase
        self.cards, self.chips = self.table.cards, self.table.chips
        self.tags = self.table.presence.tags
        self.phase.note(dict(setup(), what="setup", **extra))
        self.phase.begin()
        if now >= ph.BETTING:
            self.phase.live = [1, 2, 3]
            self.phase.counts = {1: 2, 2: 2, 3: 2}
            self.phase._open_betting()
        self.phase.now = now

    def ant(self, name):
        """An antenna by its name."""
        return self.table.antennas[NAMES.index(name)]

    def read(self, t, name, *things, agc=0, torn=False):
        """One dwell at ``t`` ms that reads ``(uid, value)`` things."""
        uids, values = [u for u, _ in things], [v for _, v in things]
        self.table.dwell(NAMES.index(name), uids, values, len(things), torn, t, agc)

    def lie(self, name, *things, since=1000, n=4, every=100, agc=0):
        """Things lie on a loop: ``n`` dwells of them. Returns their tags."""
        for i in range(n):
            self.read(since + i * every, name, *things, agc=agc)
        return [self.tags[uid] for uid, _ in things]

    def hand(self, seat, *cards, since=100, n=4):
        """Cards told to lie at a seat, and read there."""
        tags = self.lie(f"seat:{seat}", *cards, since=since, n=n)
        for i, tag in enumerate(tags):
            tag.zone, tag.nth, tag.item = f"seat:{seat}", 10 * i + seat, None
        self.order.items = []
        return tags

    def emitted(self, *fields):
        """Those fields of the events so far; forgets them."""
        out = [tuple(e.get(f) for f in fields) for e in self.events]
        del self.events[:]
        return out
