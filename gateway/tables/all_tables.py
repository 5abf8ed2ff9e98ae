"""All tables: committed events go to their engines on one thread; listeners hear of the results."""

import itertools
import json
import threading
import time

from gateway.errors import LogDamaged, LogError
from gateway.log import heads
from gateway.log.base import OVERFLOWED
from gateway.process import unforeseen
from gateway.process.logger import Logger
from gateway.tables import alerts
from gateway.tables.backlog import Backlog
from gateway.tables.live import ALERTS_KEPT, GAP_ALERT, LiveTable, Results

log = Logger("gateway.tables")
_STOP = object()
SETUPS_REPLAYED = 3  # a restart replays from this many setups back: the open hand is among them
HANDS_REPLAYED = 2  # and from so many riffles: the hand whose result is shown, the one before
ALERTS_READ = 2 * ALERTS_KEPT  # by a restart: those that wait for somebody are kept before others
REPLAY_BATCH = 2000  # events of a restart whose hands and alerts are stored together
FOLD_S = 2.0  # an answer waits so long for engines that are behind; the log has it by then
_UNREADABLE = (ValueError, TypeError, KeyError, AttributeError)  # values no program has written


class Tables:
    """Owns every LiveTable. ``make_engine(rulebook)`` builds a rules engine for a live table.

    ``deliver`` is called with committed entries and blocks when the engines fall behind: then the
    ingest stops taking messages, and controllers keep theirs.
    """

    def __init__(self, settings, log, vault, make_engine, operate=None, wall_ms=None):
        self._settings, self._log, self._vault = settings, log, vault
        self.operate = operate  # (table, act): into the log, LogError when that fails
        self._wall_ms = wall_ms or (lambda: time.time_ns() // 1_000_000)
        self._make_engine = make_engine
        self._backlog = Backlog()
        self._tables = {}
        self._lock = threading.Lock()
        self._on_start, self._on_hand, self._on_change, self._on_apart = [], [], [], []
        self._keeping = threading.Lock()
        self._unkept = Results()  # results the log refused, to be stored with the next ones
        self._thread = threading.Thread(target=self._run, name="tables", daemon=True)

    # -- life

    def recover(self):
        """Rebuild every table from the log. Returns ``{table: why}`` of those that cannot be."""
        damaged = {}
        heads_file = self._log.heads_file
        known = heads_file.heads() if heads_file else {}
        for name in sorted(set(self._log.tables()) | set(known)):
            live = self.table(name)
            try:
                if name in known:
                    heads.check(self._log, name, known[name])
                self._replay(live)
            except (LogDamaged, *_UNREADABLE) as e:
                why = str(e) if isinstance(e, LogDamaged) else f"its log cannot be read ({e!r:.80})"
                damaged[name] = why
                live.halt(why, self._wall_ms())
        if not any(vars(self._unkept).values()):
            self._log.folded()
        return damaged

    def _replay(self, live):
        name = live.name
        after = 0 if self._log.salvaged else max(0, replayed_from(self._log, name) - 1)
        stored = self._log.hand_numbers(name, after)
        limit = self._settings.settled_hands_shown
        # Alerts of the hands read again come again by themselves; others are only in the store.
        first = self._log.first_riffle(name, after) if after else 0
        stored_alerts = self._log.last_alerts(name, ALERTS_READ)
        old_alerts = [a for a in stored_alerts if a[0] < first or a[1] >= GAP_ALERT]
        live.restore([], old_alerts)
        for key, (act, reason, wall) in self._log.old_decisions(name).items():
            live.decide(key, act, reason, wall)
        oldest = min((a[0] for a in old_alerts), default=after)
        for entry in self._log.operations(name, oldest - 1) if after else ():
            if entry.n <= after:
                live.operated(entry)
        self._vault.catch_up(self._log, name, after)
        entries = self._log.read(name, after)
        while batch := list(itertools.islice(entries, REPLAY_BATCH)):
            results = Results()
            for entry in batch:
                live.apply(entry, results, stored=entry.n < first)
            self._keep(results)
            self._announce([h for h in results.hands if h[1] not in stored])
        live.settle()
        live.finished.clear()
        live.restore(self._log.last_hands(name, limit), [])

    def start(self):
        """Begin to take deliveries."""
        self._thread.start()

    def stop(self):
        """Finish what was delivered, end the thread."""
        self._backlog.end(_STOP)
        self._thread.join(30)

    def alive(self):
        """True while the thread runs."""
        return self._thread.is_alive()

    def backlog(self):
        """Committed batches the engines have not taken yet."""
        return self._backlog.batches()

    # -- the thread

    def deliver(self, entries, gaps=()):
        """Take what was committed, in order. Any thread; blocks when the backlog is full."""
        for name in {e.table for e in entries}:
            self.table(name)  # there from now on, whatever the engines and the vault take
        self._backlog.put(entries, gaps)

    def _run(self):
        while True:
            entries, gaps = self._backlog.get()
            if entries is _STOP:
                return
            try:
                self.take(entries, gaps)
            except Exception as e:  # the next ones are shown all the same
                unforeseen.say(log, "a batch of events failed", e)

    def take(self, entries, gaps=()):
        """Apply what was committed, now, on the caller's thread: there is one at a time."""
        self._call([self._vault.take], entries)
        results = Results()
        touched, begun = {}, []
        for entry in entries:
            live = self.table(entry.table)
            live.apply(entry, results)
            touched[entry.table] = live
            if live.hand_n == entry.n:
                begun.append((entry.table, entry.n))
        for gap in [g for g in gaps if g.reason != OVERFLOWED]:
            live = self.table(gap.table)
            live.missed(gap, results)
            touched[gap.table] = live
        self._report_apart(results)
        if any((*vars(results).values(), *vars(self._unkept).values())):
            self._keep(results)
        self._announce(results.hands, begun)
        for live in touched.values():
            self.touch(live)

    def _keep(self, results):
        """Store hands and alerts; a disk that refuses is asked again with the next ones."""
        with self._keeping:
            self._keep_now(results)

    def _keep_now(self, results):
        hands = self._unkept.hands + [(t, n, json.dumps(r)) for t, n, r in results.hands]
        found = self._unkept.alerts + _texts(results.alerts)
        withdrawn = self._unkept.withdrawn + _texts(results.withdrawn)
        try:
            self._log.keep_results(hands, found, withdrawn)
        except LogError:
            self._unkept.hands, self._unkept.alerts = hands[-1000:], found[-1000:]
            self._unkept.withdrawn = withdrawn[-1000:]
        else:
            self._unkept = Results()

    def _announce(self, hands, begun=()):
        """Hands that began and hands that are over, of each table as they came; a riffle that ends
        the hand before comes after its record."""
        news = [(table, n, 0, self._on_hand, record) for table, n, record in hands]
        news += [(table, n, 1, self._on_start, table) for table, n in begun]
        for _table, _n, _order, listeners, what in sorted(news, key=lambda row: row[:3]):
            self._call(listeners, what)

    def touch(self, live):
        """Tell the listeners that something of a table changed."""
        self._call(self._on_change, live)

    def _call(self, listeners, *what):
        """Call functions; one that fails costs the others, and the events, nothing."""
        for callback in listeners:
            try:
                callback(*what)
            except Exception as e:
                unforeseen.say(log, "what follows from events failed", e)

    # -- for others

    def on_start(self, callback):
        """``callback(table)`` with the name of each table whose deck is riffled, as it is."""
        self._on_start.append(callback)

    def on_hand(self, callback):
        """``callback(record)`` for each hand that finishes, once each."""
        self._on_hand.append(callback)

    def on_apart(self, callback):
        """``callback(table, n, k, wall, body)`` for each alert that no event raised; any thread."""
        self._on_apart.append(callback)

    def on_change(self, callback):
        """``callback(live_table)`` after something of a table changed; any thread, be quick."""
        self._on_change.append(callback)

    def table(self, name):
        """The LiveTable of a name, made when it is new."""
        with self._lock:
            live = self._tables.get(name)
            if live is None:
                live = LiveTable(name, self._make_engine, self._vault, self._settings.rulebook)
                self._tables[name] = live
            return live

    def get(self, name):
        """The LiveTable of a name, or None."""
        with self._lock:
            return self._tables.get(name)

    def all(self):
        """All tables, by name (numbers in their order)."""
        with self._lock:
            found = list(self._tables.values())
        return sorted(found, key=lambda t: (not t.name.isdigit(), len(t.name), t.name))

    def state(self, name, state):
        """The controller of a table came or went (``shape.State``)."""
        live = self.table(name)
        with live.lock:
            live.online = state.online
            live.version += 1
        self.touch(live)

    def seen(self, name):
        """The controller of a table was heard: whatever a late will said, it is there."""
        live = self.get(name)
        if live is not None and live.online is not True:
            with live.lock:
                live.online = True
                live.version += 1
            self.touch(live)

    def silent(self, name, silent):
        """The controller of a table has not been heard for some seconds, or is again."""
        live = self.get(name)
        if live is not None and live.silent != silent:
            with live.lock:
                live.silent = silent
                live.version += 1
            self.touch(live)

    def health(self, name, numbers):
        """Numbers a controller reports about itself."""
        live = self.table(name)
        with live.lock:
            live.health = numbers

    def damage(self, name, why):
        """The log of a table is broken: it stops, with an alert. The others go on."""
        live = self.table(name)
        live.halt(why, self._wall_ms())
        self.touch(live)

    def warn(self, name, code, text):
        """An alert (``registry.Alert``) at a table that no event raised."""
        live = self.table(name)
        results = Results()
        live.warn(code, text, self._wall_ms(), results)
        self._report_apart(results)
        self._keep(results)
        self.touch(live)

    def take_alert(self, name, n, k, body):
        """An alert that no event raised, and another gateway did."""
        live = self.table(name)
        if live.take_alert(n, k, body):
            self.touch(live)

    def _report_apart(self, results):
        for table, n, k, wall, body in results.alerts:
            if k >= GAP_ALERT:
                self._call(self._on_apart, table, n, k, wall, body)

    def decide(self, name, n, k, act, reason, wall_ms, by=None):
        """Log a person's decision (``by``: who) about an alert; False when there is no such alert.

        Returns when the log has it (LogError when it has not) and the alert shows it: whoever
        asked reads his own answer. An engine that is behind is waited for FOLD_S at most.
        """
        live = self.get(name)
        if live is None or (n, k) not in live.alerts:
            return False
        said = {"alert": [n, k], "act": act, "reason": reason, "wall": wall_ms}
        if by:
            said["by"] = by
        before = live.decision((n, k))
        self.operate(name, said)
        if act in alerts.NOTES:
            live.await_alert((n, k), alerts.is_taken, FOLD_S)
        else:
            live.await_alert((n, k), lambda body: alerts.is_decided(body, said, before), FOLD_S)
        return True

    def step_done(self, name, n, k, done, by=None):
        """Log that the first ``done`` steps of an alert's remedy are carried out; as ``decide``."""
        live = self.get(name)
        if live is None or not live.has_step((n, k), done):
            return False
        said = {"alert": [n, k], "act": "step", "done": done}
        self.operate(name, {**said, "by": by} if by else said)
        live.await_alert((n, k), lambda body: body.get("done", 0) >= done, FOLD_S)
        return True


def replayed_from(log_, name):
    """The event a restart replays a table from: a setup, 0 for the first event."""
    setup = log_.setup_before(name, SETUPS_REPLAYED)
    riffle = log_.riffle_before(name, HANDS_REPLAYED)
    if riffle < setup:  # set up again and again: the last hands began before that
        setup = log_.setup_before(name, 1, riffle)
    return setup


# What people and the clock did to an alert: the log keeps it on its own, and it is folded again.
DONE_TO = ("shown", "taken", "escalated", "decision", "called_level", "done")


def _texts(found):
    """Alerts as the log keeps them: their bodies as JSON, without what was done to them."""
    kept = [(*at, {k: v for k, v in body.items() if k not in DONE_TO}) for *at, body in found]
    return [(t, n, k, wall, json.dumps(body)) for t, n, k, wall, body in kept]
