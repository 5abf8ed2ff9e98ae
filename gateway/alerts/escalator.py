"""Watches the alerts of all tables and escalates those nobody has seen or answered.

What it does is a fact of the alert at once, told to screens and phones at once, and put into the
event log as soon as that takes it: an escalation waits for no disk. After a restart everything
unanswered is looked at again: its age by the wall clock and its escalations so far go on.
"""

import threading
import time

from gateway.alerts import escalation
from gateway.errors import LogError
from gateway.process.logger import Logger
from gateway.process.ticker import Ticker
from gateway.tables.alerts import of_table

log = Logger("gateway.alerts")

TICK_S = 0.5
STORE_TRIES = 20  # of an escalation the log refuses; the table is then stopped anyway
SYSTEM_MS = 5000  # trouble of the gateway itself that lasts so long is told to phones


class Escalator:
    """``tables``: Tables; ``operate(table, act, done)``: into the log, without waiting;
    ``notify(alert)``: to phones, with ``table n k body level`` (0: just raised); ``system()``:
    what is wrong with the gateway itself as a ``registry.Alert``, None when nothing is.
    ``mine(table)``: no other gateway looks after it. Clocks in ms, passed in by tests.
    """

    def __init__(
        self, settings, tables, operate, notify=None, system=None, monotonic_ms=None, wall_ms=None,
        mine=None,
    ):  # fmt: skip
        self._limits = escalation.limits_of(settings)
        self._tables, self._operate = tables, operate
        self._notify = notify or (lambda alert: None)
        self._system = system or (lambda: None)
        self._mine = mine or (lambda table: True)
        self._monotonic_ms = monotonic_ms or (lambda: time.monotonic_ns() // 1_000_000)
        self._wall_ms = wall_ms or (lambda: time.time_ns() // 1_000_000)
        self._lock = threading.Lock()
        self._looked_at = {}  # table -> version of its alerts
        self._watches = {}  # (table, n, k) -> escalation.Watch
        self._unstored = {}  # (table, n, k, act) -> [act, tries, whether it is on its way]
        self._trouble = [False, 0, False]  # of the gateway itself: is there, since when, reported
        self.escalated = 0
        ticker = Ticker("escalation", TICK_S, self.tick)
        self.start, self.stop = ticker.start, ticker.stop

    def tick(self):
        """Look at what is new, escalate what is due, store what is not stored yet."""
        now = self._monotonic_ms()
        with self._lock:
            for live in self._tables.all():
                if self._mine(live.name):
                    self._look(live, now)
                elif self._looked_at.pop(live.name, None) is not None:
                    self._leave(live.name)
            for key in [k for k, w in self._watches.items() if _is_due(w, now)]:
                self._step(key, now)
            self._store_all()
            self._follow_system(now)

    def shown(self, alerts, where):
        """A screen confirms that it shows alerts: ``[(table, n, k)]``; ``where``: which kind.

        Returns how many of them that was news of.
        """
        news = 0
        for table, n, k in alerts:
            live = self._tables.get(table)
            act = {"alert": [n, k], "act": "shown", "where": where, "wall": self._wall_ms()}
            if live is not None and live.note(act):
                news += 1
                with self._lock:
                    self._unstored[(table, n, k, "shown")] = [act, 0, False]
                self._tables.touch(live)
        return news

    # -- alerts

    def _look(self, live, now):
        """Take up what has changed in a table's alerts."""
        version = live.alerts_version
        if self._looked_at.get(live.name) == version:
            return
        fresh = live.name not in self._looked_at  # what was shown before is no news to phones
        self._looked_at[live.name] = version
        waiting = live.waiting()
        for key in [k for k in self._watches if k[0] == live.name and k[1:] not in waiting]:
            del self._watches[key]
        for (n, k), body in waiting.items():
            key = (live.name, n, k)
            known = body.get("escalated") or (fresh and body.get("shown"))
            if key not in self._watches and not known:
                self._report(live, n, k, body, 0)
            self._step(key, now, live, body)

    def _leave(self, table):
        """Another gateway looks after a table now."""
        for key in [k for k in self._watches if k[0] == table]:
            del self._watches[key]

    def _step(self, key, now, live=None, body=None):
        table, n, k = key
        live = live or self._tables.get(table)
        body = body or (live.waiting().get((n, k)) if live else None)
        if body is None:
            self._watches.pop(key, None)
            return
        watch = self._watches.get(key)
        if watch is None:
            watch = escalation.taken_up(body, self._wall_ms(), now, self._limits)
        watch, why = escalation.step(watch, escalation.state_of(body), now, self._limits)
        if watch is None:
            self._watches.pop(key, None)
            return
        self._watches[key] = watch
        if why is not None:
            self._escalate(live, key, body, why)

    def _escalate(self, live, key, body, why):
        table, n, k = key
        level = (body.get("escalated") or {}).get("level", 0) + 1
        act = {"alert": [n, k], "act": "escalate", "level": level, "why": why}
        act["wall"] = self._wall_ms()
        if not live.note(act):
            return
        self._looked_at[table] = live.alerts_version
        self.escalated += 1
        log.warning("an alert escalates", table=table, n=n, k=k, level=level, why=why)
        self._unstored[(table, n, k, "escalate")] = [act, 0, False]
        self._tables.touch(live)
        self._report(live, n, k, body, level)

    def _report(self, live, n, k, body, level):
        self._notify({"table": live.name, "n": n, "k": k, "level": level, "body": body})

    # -- the log

    def _store_all(self):
        for key, waiting in list(self._unstored.items()):
            act, tries, on_its_way = waiting
            if on_its_way:
                continue
            if tries >= STORE_TRIES:
                log.error("an escalation could not be stored", table=key[0])
                del self._unstored[key]
                continue
            waiting[1:] = tries + 1, True
            try:
                self._operate(
                    key[0], act, lambda error, w=waiting, key=key: self._stored(key, w, error)
                )
            except LogError:  # it takes nothing just now: that is no refusal
                waiting[1:] = tries, False

    def _stored(self, key, waiting, error):
        """The log's word; on its thread."""
        if error:
            waiting[2] = False
        elif self._unstored.get(key) is waiting:
            self._unstored.pop(key, None)

    # -- the gateway itself

    def _follow_system(self, now):
        trouble = self._system()
        there, since, reported = self._trouble
        if bool(trouble) != there:
            self._trouble = [bool(trouble), now, False]
        elif trouble and not reported and now - since >= SYSTEM_MS:
            self._trouble[2] = True
            self._notify({"table": "", "level": 0, "body": of_table(*trouble)})


def _is_due(watch, now):
    return watch.due_ms is not None and now >= watch.due_ms
