"""Inbox -> order -> log (commit) -> acknowledgement -> tables: one thread, one writer.

The thread gathers messages for a few milliseconds and commits what they bring in one transaction.
Nothing is acknowledged, and nothing reaches a rules engine, before that commit has returned.
"""

import contextlib
import queue
import threading
import time

from gateway.errors import LogError
from gateway.ingest import shape
from gateway.ingest.order import Sequence
from gateway.log.base import NOT_HELD, OVERFLOWED, Entry, Gap, Quarantined
from gateway.tables.tabletime import TableTime
from shared_rules import events, topics

LOST = events.KINDS.index("lost")
LINK_UP = object()  # in place of a topic: the broker is connected
_STOP = object()
RETRY_FIRST_S, RETRY_MAX_S = 0.1, 5.0
TABLES_MAX = 2000


class _Table:
    """Ingest state of one table."""

    def __init__(self, name, n, time_, sequences):
        self.name = name
        self.n = n
        self.time = time_
        self.sequences = sequences  # dev -> Sequence


class _Work:
    """What one turn of the loop wants committed and told."""

    def __init__(self):
        self.entries, self.quarantined, self.gaps = [], [], []
        self.acks = {}  # (table, dev, boot) -> seq
        self.requests = {}  # (table, boot) -> seq

    def to_commit(self):
        return self.entries or self.quarantined or self.gaps


class Pipeline:
    """See the module. ``deliver(entries, gaps)`` gets what was committed, on the pipeline's thread.

    ``on_state(table, State)``, ``on_health(table, numbers)``: messages that are not logged.
    ``on_log(error)``: the log refuses commits (text) or takes them again (None).
    """

    def __init__(
        self, settings, log, acknowledger, deliver,
        on_state=None, on_health=None, on_log=None, wall_ms=None,
    ):  # fmt: skip
        self.settings = settings
        self.inbox = queue.Queue(settings.inbox_messages_max)
        self.damaged = set()  # tables whose log is broken: nothing of theirs is taken in
        self._log, self._ack, self._deliver = log, acknowledger, deliver
        self._on_state = on_state or (lambda table, state: None)
        self._on_health = on_health or (lambda table, numbers: None)
        self._on_log = on_log or (lambda error: None)
        self._wall_ms = wall_ms or (lambda: time.time_ns() // 1_000_000)
        self._tables = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ingest", daemon=True)

    # -- life

    def start(self):
        """Take up every table of the log where it stands, and begin."""
        for name in self._log.tables():
            if name not in self.damaged:
                self._tables[name] = self._resume(name)
        self._thread.start()

    def stop(self):
        """Commit what has arrived, end the thread."""
        self._stopping.set()
        with contextlib.suppress(queue.Full):  # a full inbox wakes the thread as well
            self.inbox.put_nowait((_STOP, None, 0))
        self._thread.join(10)

    def alive(self):
        """True while the thread runs."""
        return self._thread.is_alive()

    def link_up(self):
        """The broker is connected (again): tell every controller where the log stands."""
        with contextlib.suppress(queue.Full):  # then messages flow, and each is answered anyway
            self.inbox.put_nowait((LINK_UP, None, time.monotonic_ns() // 1_000_000))

    def _resume(self, name):
        positions = self._log.positions(name)
        last = self._log.last(name)
        sequences = {}
        for dev, boot, seq, _t in positions:
            before = sequences.get(dev)
            known = dict(before.known) if before else {}
            if before:
                known[before.boot] = before.seq
            sequences[dev] = self._sequence((boot, seq), known)
        return _Table(name, last.n if last else 0, TableTime.resume(positions), sequences)

    def _sequence(self, position=None, known=None):
        s = self.settings
        return Sequence(position, known, s.parked_events_max, s.resend_first_ms, s.resend_tries_max)

    # -- the loop

    def _run(self):
        while not self._stopping.is_set() or not self.inbox.empty():
            messages = self._gather()
            work = _Work()
            now_ms = time.monotonic_ns() // 1_000_000
            for topic, payload, at_ms in messages:
                if topic is LINK_UP:
                    self._greet(work)
                elif topic is not _STOP:
                    self._take(work, topic, payload, at_ms)
            self._chase(work, now_ms)
            if work.to_commit() and not self._commit(work):
                return
            self._tell(work)
            if work.entries or work.gaps:
                self._deliver(work.entries, work.gaps)

    def _gather(self):
        """The next messages: waits for one, then for what comes within the commit window."""
        try:
            first = self.inbox.get(timeout=self._patience_s())
        except queue.Empty:
            return []
        messages = [first]
        end = time.monotonic() + self.settings.commit_window_ms / 1000
        while len(messages) < self.settings.commit_events_max:
            left = end - time.monotonic()
            try:
                messages.append(self.inbox.get(timeout=left) if left > 0 else self.inbox.get(False))
            except queue.Empty:
                break
        return messages

    def _patience_s(self):
        """How long to sleep at most: until the next gap has to be asked for."""
        times = [s.next_at() for t in self._tables.values() for s in t.sequences.values()]
        times = [t for t in times if t is not None]
        if not times:
            return 1.0
        return min(1.0, max(0.001, min(times) / 1000 - time.monotonic()))

    def _take(self, work, topic, payload, now_ms):
        where = topics.split(topic)
        if where is None or not shape.is_table(where[0]):
            self._quarantine(work, "?", topic, payload, "not a table's topic")
            return
        table, name = where
        try:
            if len(payload) > self.settings.payload_bytes_max:
                raise shape.BadPayload(f"{len(payload)} bytes are too many")
            if name == topics.UP_EVENTS:
                self._take_events(work, table, topic, payload, now_ms)
            elif name == topics.UP_STATE:
                self._take_state(table, shape.state(payload))
            elif name == topics.UP_HEALTH:
                self._on_health(table, shape.health(payload))
        except shape.BadPayload as e:
            self._quarantine(work, table, topic, payload, str(e))

    def _take_state(self, table, state):
        """A last will of an earlier boot says nothing about the present one."""
        known = self._tables.get(table)
        sequence = known.sequences.get(state.dev) if known else None
        if sequence is None or sequence.boot is None or state.boot >= sequence.boot:
            self._on_state(table, state)

    def _take_events(self, work, name, topic, payload, now_ms):
        if name in self.damaged:
            return
        batch = shape.batch(payload)
        table = self._tables.get(name)
        if table is None:
            if len(self._tables) >= TABLES_MAX:
                raise shape.BadPayload(f"more than {TABLES_MAX} tables")
            table = self._tables[name] = _Table(name, 0, TableTime(), {})
        sequence = table.sequences.get(batch.dev)
        if sequence is None:
            sequence = table.sequences[batch.dev] = self._sequence()
        ready, stale = sequence.offer(batch.boot, batch.seq, batch.ev, now_ms)
        self._append(work, table, batch.dev, ready)
        for boot, seq, row in stale:
            reason = f"event {seq} of boot {boot} after boot {sequence.boot} began"
            self._quarantine(work, name, topic, shape.text(row).encode(), reason)
        for row in batch.ev:
            if isinstance(row, list) and len(row) == 4 and row[0] == LOST:
                self._skip_lost(work, table, batch.dev, sequence, row, now_ms)
        done = sequence.seq if batch.boot == sequence.boot else sequence.known.get(batch.boot)
        if done:
            work.acks[(name, batch.dev, batch.boot)] = done
        if sequence.boot is not None and sequence.boot != batch.boot and ready:
            work.acks[(name, batch.dev, sequence.boot)] = sequence.seq

    def _skip_lost(self, work, table, dev, sequence, row, now_ms):
        """A gap its controller has declared lost is not asked for."""
        gap = sequence.missing()
        _code, _t, count, first = row
        if not (gap and isinstance(first, int) and isinstance(count, int)):
            return
        if first <= gap[1] < first + count:
            self._record_gap(work, table, dev, sequence.skip(now_ms), OVERFLOWED)

    def _chase(self, work, now_ms):
        """Ask for what is missing; give up what five requests did not bring."""
        for table in self._tables.values():
            for dev, sequence in table.sequences.items():
                asked = sequence.due(now_ms)
                if asked:
                    work.requests[(table.name, asked[0])] = asked[1]
                lost = sequence.give_up(now_ms)
                if lost:
                    self._record_gap(work, table, dev, lost, NOT_HELD)
                    work.acks[(table.name, dev, sequence.boot)] = sequence.seq

    def _record_gap(self, work, table, dev, lost, reason):
        boot, first, last, ready = lost
        work.gaps.append(Gap(table.name, dev, boot, first, last, reason, self._wall_ms()))
        self._append(work, table, dev, ready)

    def _append(self, work, table, dev, ready):
        """Entries of rows in order, each with its number and table time."""
        wall = self._wall_ms() if ready else 0
        for boot, seq, row in ready:
            bad, what, t = None, "?", None
            try:
                event = shape.event(row)
                what, t = event["what"], event["t"]
            except Exception as e:  # a row nobody foresaw must not stop the others
                bad = str(e)[:200] or type(e).__name__
            table.n += 1
            at = table.time.at((dev, boot), t) if t is not None else table.time.last_ms
            work.entries.append(
                Entry(table.name, table.n, dev, boot, seq, at, wall, what, shape.text(row), bad)
            )

    def _quarantine(self, work, table, topic, payload, reason):
        kept = bytes(payload[: self.settings.payload_bytes_max])
        work.quarantined.append(Quarantined(table, topic[:200], kept, reason, self._wall_ms()))

    def _greet(self, work):
        for table in self._tables.values():
            for dev, sequence in table.sequences.items():
                position = sequence.position()
                if position:
                    work.acks[(table.name, dev, position[0])] = position[1]
                    work.requests[(table.name, position[0])] = position[1] + 1

    def _commit(self, work):
        """Commit, trying again while the disk refuses; False when told to stop meanwhile."""
        wait_s, failed = RETRY_FIRST_S, False
        while True:
            try:
                self._log.append(work.entries, work.quarantined, work.gaps)
            except LogError as e:
                failed = True
                self._on_log(str(e))
                if self._stopping.wait(wait_s):
                    return False
                wait_s = min(wait_s * 2, RETRY_MAX_S)
            else:
                if failed:
                    self._on_log(None)
                return True

    def _tell(self, work):
        for (table, _dev, boot), seq in sorted(work.acks.items()):
            self._ack.committed(table, boot, seq)
        for (table, boot), seq in sorted(work.requests.items()):
            self._ack.resend(table, boot, seq)
