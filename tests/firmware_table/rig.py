"""A table of loops and tags without radio: dwells at the wanted periods, time passed in.

``Rig`` plays the scanner's part for ``firmware.table.table.Table``: every reader visits its most
overdue antenna, a dwell takes a few ms. Things are ``(uid, value)`` pairs lying at antenna names.
"""

import copy

from firmware.config import complete
from firmware.table.table import Table

SEATS = 6
NAMES = (
    [f"seat:{n}" for n in range(1, SEATS + 1)]
    + ["muck"]
    + [f"board:{n}" for n in range(1, 6)]
    + ["burn"]
    + [f"mouth:{n}" for n in range(1, 5)]
    + [f"line:{n}" for n in range(1, SEATS + 1)]
    + ["pot"]
)
READERS = {"seat": 0, "muck": 0, "board": 1, "burn": 1, "mouth": 1, "line": 2, "pot": 2}
# reader -> indices of its antennas
OF_READER = [[i for i, n in enumerate(NAMES) if READERS[n.split(":")[0]] == r] for r in range(3)]
POLL_MS = 8
DWELL_MS = 5
TAG_MS = 7


def config(**extra):
    """A complete configuration of the rig's table."""
    return complete(
        {
            "v": 1,
            "table": "t",
            "dev": "c1",
            "seats": SEATS,
            "spi": {},
            "uart": {},
            "readers": [{}, {}, {}],
            "radio": {},
            "tags": {},
            "mqtt": {},
            "antennas": [[n, READERS[n.split(":")[0]], 0, 0, 2000, []] for n in NAMES],
            **extra,
        }
    )


def card(i):
    """UID and value of card number i."""
    return (b"\xe0\x04\x01card" + bytes([i]), 0)


def chip(i, value=100):
    """UID and value of chip number i."""
    return (b"\xe0\x04\x01" + i.to_bytes(5, "big"), value)


class Counter:
    """Tokens in clear: ``c7`` for card 7, with the hand's number."""

    def __init__(self):
        self.n = 0

    def next_hand(self):
        self.n += 1
        return self.n

    def token(self, uid):
        return f"{self.n}c{uid[-1]}"


class Wants:
    """The schedule: periods wanted, last visits; ``due``: of each reader, the time before which it
    has none to visit."""

    def __init__(self):
        self.period = [1000] * len(NAMES)
        self.last = [-10000] * len(NAMES)
        self.due = [0] * len(OF_READER)

    def want(self, index, period_ms):
        self.period[index] = period_ms
        self.due = [0] * len(OF_READER)


class Rig:
    """``at``: antenna name -> things there. ``events``: what the table told."""

    def __init__(self, tokens=None, tune=None):
        self.t = 0
        self.at = {name: [] for name in NAMES}
        self.wants = Wants()
        self.events = []
        self.complaints = []
        self.torn = set()
        self.blind = {}  # name -> things that are not read there although they lie there
        self.agc = {}  # name -> gain value; not known where there is none
        self.dwells = 0
        self.table = Table(
            NAMES,
            SEATS,
            self.wants,
            config(tune=tune or {})["tune"],
            tokens or Counter(),
            self.events.append,
            self.complaints.append,
        )
        self.free = [0, 0, 0]

    def again(self):
        """Another table that stands as this one does, and goes its own way from here on."""
        other = copy.deepcopy(self)
        other.table.sink, other.table.complain = other.events.append, other.complaints.append
        return other

    def run(self, ms):
        """Let ``ms`` pass."""
        end = self.t + ms
        wants, free = self.wants, self.free
        while self.t < end:
            poll = self.t + POLL_MS - self.t % POLL_MS
            soonest = min(map(max, free, wants.due))  # in between nothing happens
            self.t = min(max(self.t + 1, soonest), poll, end)
            for reader in range(len(free)):
                if free[reader] <= self.t and wants.due[reader] <= self.t:
                    self._visit(reader)
            if self.t == poll:
                self.table.poll(self.t)

    def _visit(self, reader):
        best, score = None, 0
        last, period = self.wants.last, self.wants.period
        for i in OF_READER[reader]:
            waited, wanted = self.t - last[i], period[i] or 1
            if waited >= wanted and waited / wanted > score:
                best, score = i, waited / wanted
        if best is None:
            self.wants.due[reader] = min(last[i] + (period[i] or 1) for i in OF_READER[reader])
            return
        name = NAMES[best]
        things = [x for x in self.at[name] if x not in self.blind.get(name, ())]
        self.wants.last[best] = self.t
        self.free[reader] = self.t + DWELL_MS + TAG_MS * len(things)
        uids = [u for u, _ in things] + [None]
        values = [v for _, v in things] + [0]
        self.dwells += 1
        self.table.dwell(
            best, uids, values, len(things), name in self.torn, self.t, self.gain(name)
        )

    def gain(self, name):
        """The gain value of an antenna that is visited; 0: not known."""
        return self.agc.get(name, 0)

    def put(self, thing, name):
        """Put a thing down at an antenna (None: nowhere), taking it from where it lay."""
        for things in self.at.values():
            if thing in things:
                things.remove(thing)
        if name is not None:
            self.at[name].append(thing)

    def key(self, **event):
        """Something is keyed in."""
        self.table.key(event, self.t)

    def riffle(self, cards=range(52)):
        """The deck is gathered in the muck and goes into the well."""
        for i in cards:
            self.put(card(i), "muck")
        self.run(900)
        for i in cards:
            self.put(card(i), None)
        self.run(700)

    def deal(self, i, to, quadrant=1, flight=60):
        """Card i rests at the mouth and is pitched."""
        self.put(card(i), f"mouth:{quadrant}")
        self.run(100)
        self.put(card(i), None)
        self.run(flight)
        self.put(card(i), to)
        self.run(40)

    def hand(self, seats=(1, 2, 3), first=0):
        """Riffle, and two cards to each seat."""
        self.key(what="setup", **setup(seats))
        self.riffle()
        i = first
        for _ in range(2):
            for seat in seats:
                self.deal(i, f"seat:{seat}")
                i += 1
        self.run(600)
        return i

    def emitted(self, what=None):
        """Events so far (of a kind), without times; forgets them."""
        out = [e for e in self.events if what in (None, e["what"])]
        del self.events[:]
        return [{k: v for k, v in e.items() if k not in ("t", "what")} for e in out]


def setup(seats=(1, 2, 3)):
    """A set-up key."""
    return {
        "hand_id": "h",
        "game": "nlhe",
        "format": "cash",
        "betting": "no_limit",
        "seats": list(seats),
        "button": seats[-1],
        "sb_seat": seats[0],
        "bb_seat": seats[1],
        "sb": 50,
        "bb": 100,
        "ante": 0,
        "stacks": {str(s): 10000 for s in seats},
        "betting_line": True,
        "street": "none",
    }
