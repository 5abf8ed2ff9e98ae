"""All tables: committed events go to their engines on one thread; listeners hear of the results."""

import json
import queue
import threading

from gateway.errors import LogDamaged, LogError
from gateway.log.base import OVERFLOWED
from gateway.tables.live import ALERTS_KEPT as ALERTS_READ
from gateway.tables.live import GAP_ALERT, LiveTable, Results

_STOP = object()
SETUPS_REPLAYED = 3  # a restart replays from this many setups back: the open hand is among them
BACKLOG_BATCHES_MAX = 1000


class Tables:
    """Owns every LiveTable. ``make_engine(rulebook)`` builds a rules engine for a live table.

    ``deliver`` is called with committed entries and blocks when the engines fall behind: then the
    ingest stops taking messages, and controllers keep theirs.
    """

    def __init__(self, settings, log, vault, make_engine):
        self._settings, self._log, self._vault = settings, log, vault
        self._make_engine = make_engine
        self._queue = queue.Queue(BACKLOG_BATCHES_MAX)
        self._tables = {}
        self._lock = threading.Lock()
        self._on_hand, self._on_change = [], []
        self._unkept = Results()  # results the log refused, to be stored with the next ones
        self._thread = threading.Thread(target=self._run, name="tables", daemon=True)

    # -- life

    def recover(self):
        """Rebuild every table from the log. Returns ``{table: why}`` of those that cannot be."""
        damaged = {}
        for name in self._log.tables():
            live = self.table(name)
            try:
                self._replay(live)
            except LogDamaged as e:
                damaged[name] = str(e)
                live.halt(str(e))
        return damaged

    def _replay(self, live):
        name = live.name
        setup = self._log.setup_before(name, SETUPS_REPLAYED)
        after = max(0, setup - 1)
        stored = self._log.hand_numbers(name, after)
        limit = self._settings.settled_hands_shown
        # Alerts of the events read again come again by themselves; others are only in the store.
        stored_alerts = self._log.last_alerts(name, ALERTS_READ)
        old_alerts = [a for a in stored_alerts if a[0] <= after or a[1] >= GAP_ALERT]
        live.restore([], old_alerts, {})
        results = Results()
        for entry in self._log.read(name, after):
            live.apply(entry, results)
        news = [h for h in results.hands if h[1] not in stored]
        self._keep(results)
        live.finished.clear()
        live.restore(self._log.last_hands(name, limit), [], self._log.decisions(name))
        self._announce(news)

    def start(self):
        """Begin to take deliveries."""
        self._thread.start()

    def stop(self):
        """Finish what was delivered, end the thread."""
        self._queue.put((_STOP, None))
        self._thread.join(30)

    def alive(self):
        """True while the thread runs."""
        return self._thread.is_alive()

    def backlog(self):
        """Committed batches the engines have not taken yet."""
        return self._queue.qsize()

    # -- the thread

    def deliver(self, entries, gaps=()):
        """Take what was committed, in order. Any thread; blocks when the backlog is full."""
        self._queue.put((entries, gaps))

    def _run(self):
        while True:
            entries, gaps = self._queue.get()
            if entries is _STOP:
                return
            results = Results()
            touched = {}
            for entry in entries:
                live = self.table(entry.table)
                live.apply(entry, results)
                touched[entry.table] = live
            for gap in [g for g in gaps if g.reason != OVERFLOWED]:
                live = self.table(gap.table)
                live.missed(gap, results)
                touched[gap.table] = live
            if results.hands or results.alerts or self._unkept.hands or self._unkept.alerts:
                self._keep(results)
            self._announce(results.hands)
            for live in touched.values():
                self.touch(live)

    def _keep(self, results):
        """Store hands and alerts; a disk that refuses is asked again with the next ones."""
        hands = self._unkept.hands + [(t, n, json.dumps(r)) for t, n, r in results.hands]
        found = self._unkept.alerts + [
            (t, n, k, wall, json.dumps(body)) for t, n, k, wall, body in results.alerts
        ]
        try:
            self._log.keep_results(hands, found)
        except LogError:
            self._unkept.hands, self._unkept.alerts = hands[-1000:], found[-1000:]
        else:
            self._unkept = Results()

    def _announce(self, hands):
        for _table, _n, record in hands:
            for callback in self._on_hand:
                callback(record)

    def touch(self, live):
        """Tell the listeners that something of a table changed."""
        for callback in self._on_change:
            callback(live)

    # -- for others

    def on_hand(self, callback):
        """``callback(record)`` for each hand that finishes, once each."""
        self._on_hand.append(callback)

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

    def health(self, name, numbers):
        """Numbers a controller reports about itself."""
        live = self.table(name)
        with live.lock:
            live.health = numbers

    def decide(self, name, n, k, act, reason, wall_ms):
        """Store and show a person's decision about an alert; False when there is no such alert."""
        live = self.get(name)
        if live is None or (n, k) not in live.alerts:
            return False
        self._log.decide(name, n, k, act, reason, wall_ms)
        live.decide((n, k), act, reason, wall_ms)
        self.touch(live)
        return True
