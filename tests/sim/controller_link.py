"""A controller's link: the firmware's own journal and uplink, on a flash and a line of ours."""

import json

from firmware.link import journal as journal_module
from firmware.link.ack import Uplink
from firmware.link.journal import Journal
from shared_rules import topics, wire

POLL_MS = 50
HEALTH_MS = 10_000  # as firmware/controller.py
SEGMENTS = 200  # of the journal's ring
PERIOD_MS = (5, 400)  # between two events of a table
RECONNECT_MS = (100, 2000)


class flash_of:  # noqa: N801 - reads like a statement
    """``with flash_of(controller):`` the firmware's files are this controller's."""

    def __init__(self, flash):
        self.flash = flash

    def __enter__(self):
        journal_module.open = self.flash.open
        self._os, journal_module.os = journal_module.os, self.flash

    def __exit__(self, *_):
        del journal_module.open
        journal_module.os = self._os


class Controller:
    """Plays ``events`` of a table; ``kept`` is every record its journal holds for good."""

    def __init__(self, clock, broker, flash, table, events):
        self.clock, self.flash, self.table = clock, flash, table
        self.events = events
        self.at = 0  # next event to happen
        self.boot = 0
        self.kept = {}  # (boot, seq) -> row: what must be in the gateway's log in the end
        self.acked = {}  # boot -> seq, all the gateway ever said
        self.dead = True
        self.complaints = []
        self.line = broker.join(f"table {table}", self, _hears(table))
        self._pid = 0
        self._turn = 0
        self._booted_at = 0

    # -- life

    def start(self):
        """Boot: the journal of earlier boots is taken up."""
        self.boot += 1
        self.dead = False
        self._turn += 1
        self._booted_at = self.clock.now_ms
        with flash_of(self.flash):
            self.journal = Journal(
                "journal", self.boot, segments=SEGMENTS, segment_bytes=2048, keep=4
            )
        self.uplink = Uplink(
            self.journal, self._send, self.boot, "c1", lambda: 0, self.complaints.append
        )
        state = topics.topic(self.table, topics.UP_STATE)
        gone = json.dumps({"online": False, "dev": "c1", "boot": self.boot}).encode()
        self.line.will = (state, gone)
        self.clock.note("table", self.table, "boots", self.boot)
        self._connect(self._turn)
        self._poll(self._turn)
        self._next(self._turn)
        self._health(self._turn)

    def crash(self, down_ms):
        """The power goes; what was not flushed may be torn."""
        if self.dead:
            return
        self.clock.note("table", self.table, "loses power for", down_ms)
        self.dead = True
        self.line.drop()
        self.flash.cut(self.clock.rng)
        held = {}
        with flash_of(self.flash):
            left = Journal("journal", self.boot + 1, segments=SEGMENTS, segment_bytes=2048, keep=4)
            left.visit(lambda boot, seq, payload: held.setdefault((boot, seq), payload))
        mine = [k for k in self.kept if k[0] == self.boot]
        for key in mine:
            if key not in held and key[1] > self.acked.get(self.boot, 0):
                del self.kept[key]  # never flushed, so never sent: nobody was promised anything
        self.clock.after(down_ms, self.start)

    def ms(self):
        """Milliseconds since this boot."""
        return self.clock.now_ms - self._booted_at

    def finished(self):
        """True when everything has happened and is acknowledged."""
        return (
            not self.dead and self.at >= len(self.events) and self.journal_empty()
            and self.line.connected
        )  # fmt: skip

    def journal_empty(self):
        """True when the gateway has acknowledged all the journal holds."""
        with flash_of(self.flash):
            return self.journal.unacked() is None

    # -- what happens at the table

    def _next(self, turn):
        if turn != self._turn or self.dead:
            return
        if self.at < len(self.events):
            event = dict(self.events[self.at], t=self.ms())
            self.at += 1
            with flash_of(self.flash):
                seq = self.journal.next_seq
                self.uplink.append(event)
            if self.journal.next_seq == seq + 1:
                self.kept[(self.boot, seq)] = wire.encode(event)
            self._work()
            self.clock.after(self.clock.rng.randrange(*PERIOD_MS), self._next, turn)

    def _poll(self, turn):
        if turn != self._turn or self.dead:
            return
        self._work()
        self.clock.after(POLL_MS, self._poll, turn)

    def _work(self):
        with flash_of(self.flash):
            self.uplink.poll(self.ms())

    def _health(self, turn):
        if turn == self._turn and not self.dead:
            self.line.send(topics.topic(self.table, topics.UP_HEALTH), b'{"free":1}')
            self.clock.after(HEALTH_MS, self._health, turn)

    # -- the line

    def _connect(self, turn):
        if turn != self._turn or self.dead:
            return
        self.line.connect()
        if not self.line.connected:
            self.clock.after(self.clock.rng.randrange(*RECONNECT_MS), self._connect, turn)

    def linked(self, up):
        """The line stands, or is gone."""
        with flash_of(self.flash):
            if up:
                state = {"online": True, "dev": "c1", "boot": self.boot}
                topic = topics.topic(self.table, topics.UP_STATE)
                self.line.send(topic, json.dumps(state).encode())
                self.uplink.connected(self.ms())
            else:
                self.uplink.disconnected()
        if not up and not self.dead:
            self.clock.after(self.clock.rng.randrange(*RECONNECT_MS), self._connect, self._turn)

    def _send(self, payload, _now):
        self._pid = self._pid % 65535 + 1
        topic = topics.topic(self.table, topics.UP_EVENTS)
        return self._pid if self.line.send(topic, payload, self._pid) else None

    def puback(self, pid):
        """The broker has it, or had it."""
        with flash_of(self.flash):
            self.uplink.puback(pid)
        self._work()

    def receive(self, topic, payload):
        """A message of the gateway."""
        name = topics.split(topic)[1]
        data = json.loads(payload)
        with flash_of(self.flash):
            if name == topics.DOWN_ACK:
                boot, seq = data["boot"], data["seq"]
                self.acked[boot] = max(seq, self.acked.get(boot, 0))
                self.uplink.acked(boot, seq, self.ms())
            elif name == topics.DOWN_RESEND:
                self.uplink.resend(data["boot"], data["seq"], self.ms())
        self._work()


def _hears(table):
    from tests.sim.net import hears_table

    return hears_table(table)
