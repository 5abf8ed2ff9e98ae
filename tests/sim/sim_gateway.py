"""The gateway of the simulation: production ingest, log and tables, killed and started again."""

import sqlite3

import apsw

from gateway.errors import LogError
from gateway.tables import projections
from shared_rules.table import Table
from tests.gateway.disk import Crash, Disk
from tests.gateway.gateway_rig import Rig, lay_out
from tests.sim.net import hears_gateway

INBOX_MAX = 2000
WINDOW_MS = 5
RECONNECT_MS = (1000, 5000)
GAP_ASK_MS = 2000  # promise 12
TROUBLE_SHOWN_MS = 5000  # promise 4


class Broken(AssertionError):
    """A promise that was not kept."""


class House:
    """``folder``: in memory. ``check``: what must hold is looked at as it happens."""

    def __init__(self, clock, broker, folder):
        self.clock, self.folder = clock, folder
        self.rig = None
        self.files = {}
        self.inbox = []
        self.dropped = 0
        self.acked = {}  # (table, boot) -> seq, all that was ever acknowledged
        self.seen = {}  # (table, n) -> row, all that any screen or program was ever shown
        self.records = {}  # (table, hand_id) -> how often it was announced
        self.disk_fails = None
        self.dies_in = None  # writes until the process dies
        self.wall_shift = 0
        self.starts = 0
        self._gap_since = {}
        self._trouble_since = None
        self._turn = 0
        self._planned = False
        self.line = broker.join("gateway", self, hears_gateway)

    # -- life

    def start(self):
        """Open what is on disk and go on."""
        self.starts += 1
        self._turn += 1
        self.disk = Disk(self._fault, self._op)
        self.disk.put(self.files)
        lay_out(self.folder, self.files)
        try:
            self.rig = Rig(
                self.folder, self.disk, engine=Table, publish=self._publish,
                resend_first_ms=200, parked_events_max=500,
            )  # fmt: skip
        except LogError:
            self._down(self.clock.rng.randrange(100, 2000), power=False)
            return
        except Crash:
            self._down(self.clock.rng.randrange(100, 2000), power=self.clock.rng.random() < 0.5)
            return
        self.rig.tables.on_hand(self._announced)
        self._check_nothing_lost()
        self.clock.note("gateway starts", {t: self.rig.log.head(t)[0] for t in self._tables()})
        self._connect(self._turn)
        self._tick(self._turn)

    def crash(self, down_ms, power):
        """The process dies now, or the power goes."""
        if self.rig is not None:
            self.clock.note("gateway dies", "power" if power else "process", "for", down_ms)
            self._down(down_ms, power)

    def _down(self, down_ms, power):
        self._turn += 1
        self.gather_acks()
        rig, self.rig = self.rig, None
        self.files = self.disk.after_cut(self.clock.rng) if power else self.disk.after_kill()
        self.disk.on_op = lambda disk: None
        self.disk.fault = lambda kind, name: None
        if rig:
            rig.close()
        self.inbox, self.dies_in, self._gap_since = [], None, {}
        self.line.drop(will=False)
        self.clock.after(down_ms, self.start)

    def _fault(self, kind, _name):
        if self.disk_fails and kind in ("sync", "write"):
            raise self.disk_fails("injected")

    def _op(self, _disk):
        if self.dies_in is not None:
            self.dies_in -= 1
            if self.dies_in <= 0:
                self.dies_in = None
                raise Crash

    # -- work

    def _tick(self, turn):
        """A turn of the loop when nothing arrives: gaps, retries."""
        if turn != self._turn or self.rig is None:
            return
        self._work()
        if turn == self._turn and self.rig is not None:
            pause = min(250, self.rig.ingest.next_ms(self.clock.now_ms))
            self.clock.after(max(1, pause), self._tick, turn)

    def receive(self, topic, payload):
        """A message: into the inbox, bounded; the thread gathers for a few milliseconds."""
        if len(self.inbox) >= INBOX_MAX:
            self.dropped += 1
            return
        self.inbox.append((topic, payload))
        if not self._planned:
            self._planned = True
            self.clock.after(WINDOW_MS, self._gathered, self._turn)

    def _gathered(self, turn):
        self._planned = False
        if turn == self._turn:
            self._work()

    def _work(self):
        rig = self.rig
        if rig is None:
            return
        rig.now_ms = self.clock.now_ms
        rig.wall = 1_700_000_000_000 + self.clock.now_ms + self.wall_shift
        messages = []
        if not rig.ingest.blocked():
            messages, self.inbox = self.inbox, []
        try:
            rig.turn(*messages)
        except (Crash, sqlite3.ProgrammingError):
            self.clock.note("gateway dies in a write")
            self._down(self.clock.rng.randrange(100, 3000), power=self.clock.rng.random() < 0.5)
            return
        self._check_gaps()
        self._check_trouble()

    def _connect(self, turn):
        if turn != self._turn or self.rig is None:
            return
        self.line.connect()
        if not self.line.connected:
            self.clock.after(self.clock.rng.randrange(*RECONNECT_MS), self._connect, turn)

    def linked(self, up):
        """The line to the broker stands, or is gone."""
        if self.rig is None:
            return
        if up:
            from gateway.ingest.core import LINK_UP

            self.inbox.append((LINK_UP, None))
            self._work()
        else:
            self._gap_since = {}
            self.clock.after(self.clock.rng.randrange(*RECONNECT_MS), self._connect, self._turn)

    def puback(self, _pid):
        """Of no meaning here."""

    def _publish(self, topic, payload):
        self.clock.note("gateway says", topic, payload.decode())
        self.line.send(topic, payload)

    # -- what must hold

    def _tables(self):
        return self.rig.log.tables()

    def _announced(self, record):
        key = (record["table"], record["hand_id"], record["hand"])
        self.records[key] = self.records.get(key, 0) + 1

    def gather_acks(self):
        """What this gateway has acknowledged belongs to what was ever acknowledged."""
        if self.rig:
            for key, seq in self.rig.acked.items():
                self.acked[key] = max(seq, self.acked.get(key, 0))

    def _check_nothing_lost(self):
        """After a start: what was acknowledged is there, what was shown is unchanged."""
        if self.rig.damaged:
            raise Broken(f"tables stopped without damage: {self.rig.damaged}")
        for (table, boot), seq in self.acked.items():
            stored = {b: s for _d, b, s, _t in self.rig.log.positions(table)}
            if stored.get(boot, 0) < seq:
                raise Broken(f"table {table}: acknowledged {boot}/{seq}, stored {stored}")
        for table in self._tables():
            rows = {e.n: e.row for e in self.rig.log.read(table)}
            for (name, n), row in self.seen.items():
                if name == table and rows.get(n) != row:
                    raise Broken(f"table {table}: event {n} is not what screens were shown")

    def _check_gaps(self):
        if self.rig is None or self.rig.ingest.blocked() or not self.line.connected:
            self._gap_since = {}
            return
        now, found = self.clock.now_ms, {}
        for table in self.rig.ingest._tables.values():
            for dev, sequence in table.sequences.items():
                gap = sequence.missing()
                if gap:
                    key = (table.name, dev, gap)
                    found[key] = self._gap_since.get(key, now)
                    asked = any(a[1:] == (table.name, *gap) for a in self.rig.asked)
                    if not asked and now - found[key] > GAP_ASK_MS:
                        raise Broken(f"table {table.name}: gap at {gap} not asked for in 2 s")
        self._gap_since = found

    def _check_trouble(self):
        if self.rig is None or not self.rig.ingest.blocked():
            self._trouble_since = None
            return
        self._trouble_since = self._trouble_since or self.clock.now_ms
        said = self.rig.troubles and self.rig.troubles[-1]
        if not said and self.clock.now_ms - self._trouble_since > TROUBLE_SHOWN_MS:
            raise Broken("the log refuses and nobody is told")

    def look(self, table, program):
        """A screen looks at a table; a program reads on where it stopped. Both may be slow."""
        self.gather_acks()
        if self.rig is None:
            return
        live = self.rig.tables.get(table)
        if live is None:
            return
        projections.overlay(live)
        projections.dealer(live)
        try:
            for entry in self.rig.log.read(table, program.get(table, 0)):
                if entry.n != program.get(table, 0) + 1:
                    raise Broken(f"table {table}: a program read {entry.n} after {program}")
                program[table] = entry.n
                self.seen[(table, entry.n)] = entry.row
        except LogError:
            if not self.disk_fails:
                raise
        except (Crash, sqlite3.ProgrammingError, apsw.Error):
            self._down(1000, power=False)

    def look_all(self, controllers, program):
        """The last look, at every table."""
        for controller in controllers:
            self.look(controller.table, program)
