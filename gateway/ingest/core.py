"""From messages to events: order -> log (commit) -> acknowledgement -> tables. No thread, no clock.

Nothing is acknowledged, and nothing reaches a rules engine, before the commit has returned. While
the log refuses, the work at hand is kept and tried again, and no further message is taken.
"""

import json

from gateway.errors import LogDamaged, LogError
from gateway.ingest import decoder
from gateway.ingest.sequence import Sequence
from gateway.ingest.work import TableState, Work
from gateway.log import witness
from gateway.log.base import NOT_HELD, OPERATOR, OVERFLOWED, Entry, Gap, Quarantined
from gateway.process import unforeseen
from gateway.process.logger import Logger
from gateway.tables.tabletime import TableTime
from gateway.vault.interface import REPLAYED
from shared_rules import events, topics

log = Logger("gateway.ingest")
LOST = events.KINDS.index("lost")
LINK_UP = object()  # in place of a topic: the broker is connected
DAMAGED = object()  # in place of a topic: a table's log was found broken; (table, why)
OPERATE = object()  # in place of a topic: a person did something; the payload is an Operation
RETRY_FIRST_MS, RETRY_MAX_MS = 100, 5000
IDLE_MS = 1000
CHECKED = (topics.UP_EVENTS, topics.UP_STATE, topics.UP_HEALTH, topics.UP_TIME, topics.UP_PROGRAM)
LATER = "later"  # the verdict on a message that cannot be judged now; its sender repeats it
TABLES_MAX = 2000
ACTS_READ = 1000  # entries looked through for an act that may be there already


class Ingest:
    """See the module. ``deliver(entries, gaps)`` gets what was committed, in order.

    ``on_state(table, State)``, ``on_health(table, numbers)``: messages that are not logged.
    ``on_log(error)``: the log refuses commits (text) or takes them again (None).
    ``on_damage(table, why)``: nothing more of this table is taken in.
    ``on_seen(table)``: its controller has just been heard. ``on_report(table, name, payload,
    arrived_ms)``: what it says of itself (``up/time``, ``up/program``).
    ``check([(table, name, payload)])``: None for each message to be believed, LATER, or why it is
    not; ``on_refused(table, why)`` then. ``on_enrol(table, payload)``: a controller offers a key.
    ``on_head(table, payload)``: a head of the chain as the broker kept it. ``wall_ms()``: the time
    of day, for people.
    """

    def __init__(
        self, settings, log, acknowledger, deliver, wall_ms,
        on_state=None, on_health=None, on_log=None, on_damage=None, on_head=None, on_seen=None,
        on_report=None, check=None, on_refused=None, on_enrol=None,
    ):  # fmt: skip
        self.settings = settings
        self.damaged = set()  # tables whose log is broken: nothing of theirs is taken in
        self._log, self._ack, self._deliver = log, acknowledger, deliver
        self._wall_ms = wall_ms
        self._on_state = on_state or _ignore
        self._on_health = on_health or _ignore
        self._on_log = on_log or _ignore
        self._on_damage = on_damage or _ignore
        self._on_head = on_head or _ignore
        self._on_seen = on_seen or _ignore
        self._on_report = on_report or _ignore
        self._check = check
        self._on_refused = on_refused or _ignore
        self._on_enrol = on_enrol or _ignore
        self.stumbles = 0  # messages that met an error of ours; each is in quarantine
        self._tables = {}
        self._heard = set()  # names of tables that said anything
        self._pending = None  # work the log has refused so far
        self._retry_at_ms = self._retry_ms = 0

    # -- life

    def resume(self):
        """Take up every table of the log where it stands."""
        for name in self._log.tables():
            if name not in self.damaged:
                try:
                    self._tables[name] = self._resume(name)
                except LogDamaged as e:
                    self._stop_table(name, str(e))

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
        n = last.n if last else self._log.anchor(name)[0]
        time_ = TableTime.resume(positions)
        return TableState(name, n, time_, sequences, self._log.operation_count(name))

    def _sequence(self, position=None, known=None):
        s = self.settings
        return Sequence(position, known, s.parked_events_max, s.resend_first_ms, s.resend_tries_max)

    # -- one turn

    def blocked(self):
        """True while the log refuses: ``turn`` then takes no messages."""
        return self._pending is not None

    def next_ms(self, now_ms):
        """How long nothing needs doing unless a message comes, in ms."""
        if self._pending is not None:
            return max(1, self._retry_at_ms - now_ms)
        times = [s.next_at() for t in self._tables.values() for s in t.sequences.values()]
        times = [t for t in times if t is not None]
        return min(IDLE_MS, max(1, min(times) - now_ms)) if times else IDLE_MS

    def turn(self, messages, now_ms):
        """Take ``messages`` (``(topic, payload, ms)``), commit, tell. None while ``blocked``."""
        work = self._pending
        if work is None:
            work = Work()
            for topic, payload, at_ms, *_ in self._believed(work, messages):
                if topic is LINK_UP:
                    self._greet(work)
                elif topic is OPERATE:
                    self._operate(work, payload)
                elif topic is DAMAGED:
                    for operation in work.drop(payload[0]):
                        operation.done(payload[1])
                    self._stop_table(*payload)
                elif isinstance(topic, str):
                    self._take(work, topic, payload, at_ms)
                else:
                    self._take_other(work, topic, payload, at_ms)
            self._chase(work, now_ms)
        elif now_ms < self._retry_at_ms:
            return
        if work.to_commit() and not self._commit(work, now_ms):
            return
        self._report(work)
        if work.entries or work.gaps:
            self._deliver(work.entries, work.gaps)

    def _believed(self, work, messages):
        """``messages`` without those whose signature is not what it should be."""
        if self._check is None:
            return messages
        asked = []  # (place in messages, table, name, payload)
        for i, (topic, payload, _at, *_) in enumerate(messages):
            where = topics.split(topic) if isinstance(topic, str) else None
            short = len(payload) <= self.settings.payload_bytes_max if where else False
            if short and where[1] in CHECKED and decoder.is_table(where[0]):
                asked.append((i, *where, payload))
        verdicts = self._check([a[1:] for a in asked])
        refused = set()
        for (i, table, _name, payload), why in zip(asked, verdicts, strict=True):
            if why is not None:
                refused.add(i)
                if why != LATER and not (why == REPLAYED and _is_repeat(messages[i])):
                    self._quarantine(work, table, messages[i][0], payload, why)
                    self._on_refused(table, why)
        return [m for i, m in enumerate(messages) if i not in refused]

    def _take_other(self, work, topic, payload, now_ms):
        """What stands in place of a topic and only several gateways know (gateway/cluster)."""
        raise ValueError(f"nobody takes {topic!r}")

    def _take(self, work, topic, payload, now_ms):
        where = topics.split(topic)
        if where == (witness.VAULT, topics.DOWN_HEAD):
            self._on_head(witness.VAULT, payload)
            return
        if where is None or not decoder.is_table(where[0]):
            self._quarantine(work, "?", topic, payload, "not a table's topic")
            return
        table, name = where
        if table not in self._heard and len(self._heard) >= TABLES_MAX and not self._known(table):
            self._quarantine(work, "?", topic, payload, f"more than {TABLES_MAX} tables")
            return
        try:
            if len(payload) > self.settings.payload_bytes_max:
                raise decoder.BadPayload(f"more than {self.settings.payload_bytes_max} bytes")
            self._heard.add(table)
            if name == topics.UP_EVENTS:
                self._take_events(work, table, topic, payload, now_ms)
                self._on_seen(table)
            elif name == topics.UP_STATE:
                self._take_state(table, decoder.state(payload))
            elif name == topics.UP_HEALTH:
                self._on_health(table, decoder.health(payload))
                self._on_seen(table)
            elif name in (topics.UP_TIME, topics.UP_PROGRAM):
                self._on_report(table, name, payload, now_ms)
            elif name == topics.UP_ENROL:
                self._on_enrol(table, payload)
            elif name == topics.DOWN_HEAD:
                self._on_head(table, payload)
        except decoder.BadPayload as e:
            self._quarantine(work, table, topic, payload, str(e))
        except Exception as e:  # nobody foresaw it: the other messages and tables go on
            if name == topics.UP_EVENTS:
                self._set_back(work, table)
            self._put_aside(work, topic, payload, e)

    # -- errors of ours

    def begin_anew(self, error):
        """A turn failed in a way nobody foresaw: go on from what the log holds.

        Nothing of the turn is acknowledged that was not committed; its messages may be taken again.
        """
        unforeseen.say(log, "a turn of the ingest failed", error)
        work, self._pending = self._pending or Work(), None
        for name in list(self._tables):
            self._set_back(work, name)

    def put_aside(self, topic, payload, error):
        """A message that makes a turn fail each time: quarantined, or refused to who did it."""
        work = Work()
        if topic is OPERATE:
            self.stumbles += 1
            payload.done(f"it could not be stored ({type(error).__name__})")
        elif isinstance(topic, str):
            self._put_aside(work, topic, payload, error)
            self._commit(work, 0)
        else:
            self.stumbles += 1

    def _put_aside(self, work, topic, payload, error):
        where = topics.split(topic)
        self.stumbles += 1
        unforeseen.say(log, "a message could not be taken in", error, topic=decoder.plain(topic))
        reason = f"the gateway stumbled over it ({unforeseen.where(error)})"
        table = where[0] if where and where[0] in self._heard else "?"
        self._quarantine(work, table, topic, payload, reason)

    def _set_back(self, work, name):
        """A table as the log holds it: what was not committed is taken again when it comes again.

        Where the log does not say, the table stops, and people hear of it.
        """
        for operation in work.drop(name):
            operation.done("it could not be stored: try again")
        known = self._tables.pop(name, None)
        if known is None:
            return
        try:
            if self._log.last(name) is not None:
                self._tables[name] = self._resume(name)
        except LogError as e:
            self._stop_table(name, str(e))

    # -- what the messages are

    def _take_state(self, table, state):
        """A last will of an earlier boot says nothing about the present one."""
        known = self._known(table)
        sequence = known.sequences.get(state.dev) if known else None
        if sequence is None or sequence.boot is None or state.boot >= sequence.boot:
            self._on_state(table, state)

    def _known(self, table):
        """The TableState of a table as far as it is known here, or None."""
        return self._tables.get(table)

    def _take_events(self, work, name, topic, payload, now_ms):
        if name in self.damaged:
            return
        batch = decoder.batch(payload)
        table = self._table(name)
        sequence = table.sequences.get(batch.dev)
        if sequence is None:
            if len(table.sequences) >= self.settings.devices_max:
                raise decoder.BadPayload(
                    f"more than {self.settings.devices_max} devices at a table"
                )
            sequence = table.sequences[batch.dev] = self._sequence()
        ready, stale = sequence.offer(batch.boot, batch.seq, batch.ev, now_ms)
        self._append(work, table, batch.dev, ready)
        for boot, seq, row in stale:
            reason = f"event {seq} of boot {boot} after boot {sequence.boot} began"
            self._quarantine(work, name, topic, decoder.text(row).encode(), reason)
        for row in batch.ev:
            if isinstance(row, list) and len(row) == 4 and row[0] == LOST:
                self._skip_lost(work, table, batch.dev, sequence, row, now_ms)
        done = sequence.seq if batch.boot == sequence.boot else sequence.known.get(batch.boot)
        if done:
            work.acks[(name, batch.dev, batch.boot)] = done
        if sequence.boot is not None and sequence.boot != batch.boot and ready:
            work.acks[(name, batch.dev, sequence.boot)] = sequence.seq

    def _table(self, name):
        table = self._tables.get(name)
        if table is None:
            if len(self._tables) >= TABLES_MAX:
                raise decoder.BadPayload(f"more than {TABLES_MAX} tables")
            table = self._tables[name] = TableState(name)
        return table

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
            bad, what, t, event = None, "?", None, None
            try:
                event = decoder.event(row)
                what, t = event["what"], event["t"]
            except Exception as e:  # a row nobody foresaw must not stop the others
                bad = decoder.plain(str(e)) or type(e).__name__
            table.n += 1
            at = table.time.at((dev, boot), t) if t is not None else table.time.last_ms
            work.entries.append(
                Entry(
                    table.name,
                    table.n,
                    dev,
                    boot,
                    seq,
                    at,
                    wall,
                    what,
                    decoder.text(row),
                    bad,
                    event,
                )
            )

    def _operate(self, work, operation):
        """A person's act takes its place among the table's events."""
        if operation.again and self._is_logged(operation):
            operation.done(None)
            return
        if operation.table in self.damaged:
            operation.done(f"the log of table {operation.table} is damaged")
            return
        try:
            table = self._table(operation.table)
        except decoder.BadPayload as e:
            operation.done(str(e))
            return
        table.n += 1
        table.operations += 1
        row = _row(operation.act)
        work.entries.append(
            Entry(
                table.name, table.n, OPERATOR, 0, table.operations, table.time.last_ms,
                self._wall_ms(), "operator", row,
            )
        )  # fmt: skip
        work.operations.append(operation)

    def _is_logged(self, operation):
        """True when an act that may have been taken before is in the log."""
        known = self._tables.get(operation.table)
        after = max(0, known.n - ACTS_READ) if known else 0
        row = _row(operation.act)
        return any(e.row == row for e in self._log.operations(operation.table, after))

    def _quarantine(self, work, table, topic, payload, reason):
        kept = bytes(payload[: self.settings.payload_bytes_max])
        work.quarantined.append(
            Quarantined(table, decoder.plain(topic), kept, decoder.plain(reason), self._wall_ms())
        )

    def _greet(self, work):
        for table in self._tables.values():
            for dev, sequence in table.sequences.items():
                position = sequence.position()
                if position and table.name not in self.damaged:
                    work.acks[(table.name, dev, position[0])] = position[1]
                    work.requests[(table.name, position[0])] = position[1] + 1

    # -- committing and telling

    def _commit(self, work, now_ms):
        """True when the work is stored; else it is kept, to be tried again later."""
        try:
            try:
                if work.apart is None:
                    self._store(work, work)
            except LogDamaged:
                work.apart = work.tables()
            if work.apart is not None:
                self._commit_apart(work)
        except LogError as e:
            if self._pending is None:
                self._pending, self._retry_ms = work, RETRY_FIRST_MS
            self._refused(e, now_ms)
            return False
        if self._pending is not None:
            self._pending = None
            self._on_log(None)
        return True

    def _refused(self, error, now_ms):
        """The log refuses: when it is asked again."""
        self._retry_at_ms = now_ms + self._retry_ms
        self._retry_ms = min(self._retry_ms * 2, RETRY_MAX_MS)
        self._on_log(str(error))

    def _store(self, work, part):
        """Commit ``part`` of the work, or all of it."""
        self._log.append(part.entries, part.quarantined, part.gaps)

    def _commit_apart(self, work):
        """One table's log is broken: find out whose, so that the others go on."""
        while work.apart:
            table = work.apart[0]
            part = work.of(table)
            try:
                self._store(work, part)
            except LogDamaged as e:
                for operation in work.drop(table):
                    operation.done(str(e))
                self._stop_table(table, str(e))
            work.apart.pop(0)

    def _stop_table(self, table, why):
        self.damaged.add(table)
        self._tables.pop(table, None)
        self._on_damage(table, why)

    def _report(self, work):
        for (table, _dev, boot), seq in sorted(work.acks.items()):
            self._ack.committed(table, boot, seq)
        for (table, boot), seq in sorted(work.requests.items()):
            self._ack.resend(table, boot, seq)
        for operation in work.operations:
            operation.done(None)


def _row(act):
    return json.dumps(act, separators=(",", ":"))


def _is_repeat(message):
    """True for a message the broker may have given out before: to us, or to a gateway that died."""
    return len(message) > 3 and message[3] is not None and message[3].redelivered


def _ignore(*_):
    """What nobody asked to be told."""
