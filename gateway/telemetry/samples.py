"""One sample of everything: the gateway's own figures, and those of each table's controller.

Taken at intervals, never per event. Prometheus, InfluxDB and the technician's page all show these
samples; there is no other source. Numbers only: no card, no UID, no name of a person.
"""

import threading
import time
from bisect import bisect_left
from collections import deque

KEPT = 120  # samples kept in memory for the technician's page
COMMIT_BOUNDS_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)

# name -> (kind, help) of the gateway's own figures
GATEWAY = {
    "up": ("gauge", "1 while the broker is connected and commits succeed"),
    "inbox_messages": ("gauge", "messages waiting for a commit"),
    "inbox_dropped": ("counter", "messages dropped because the inbox was full; they come again"),
    "engine_batches": ("gauge", "committed batches waiting for the rules engines"),
    "events": ("counter", "events committed since the start"),
    "commits": ("counter", "transactions since the start"),
    "commit_p99_ms": ("gauge", "99th percentile of a commit since the start, upper bound"),
    "quarantined": ("counter", "malformed messages kept aside since the start"),
    "stumbles": ("counter", "messages that met an error of the gateway's own; it is in its log"),
    "gaps": ("counter", "gaps recorded since the start: events that never came"),
    "broker_refused": ("counter", "connections and messages the broker refused, as its log says"),
    "screens": ("gauge", "pages that are connected"),
    "tables": ("gauge", "tables known"),
    "tables_online": ("gauge", "tables whose controller is connected"),
    "alerts_open": ("gauge", "alerts nobody has decided"),
}
# figures of one table beside what its controller reports (docs/events.md: up/health)
TABLE = {
    "online": ("gauge", "1 while the controller is connected"),
    "events": ("counter", "events in the log"),
    "alerts_open": ("gauge", "alerts of this hand nobody has decided"),
}


class TimedLog:
    """The event log, with each commit counted and timed. Everything else is passed through."""

    def __init__(self, log, clock=time.perf_counter):
        self._log, self._clock = log, clock
        self.counts = dict.fromkeys(("commits", "events", "quarantined", "gaps"), 0)
        self._buckets = [0] * (len(COMMIT_BOUNDS_S) + 1)

    def __getattr__(self, name):
        return getattr(self._log, name)

    def append(self, entries, quarantined=(), gaps=(), **fence):
        """Commit; see EventLog.append. What raises is not counted."""
        begin = self._clock()
        made = self._log.append(entries, quarantined, gaps, **fence)
        self._buckets[bisect_left(COMMIT_BOUNDS_S, self._clock() - begin)] += 1
        new = {"commits": 1, "events": len(entries), "quarantined": len(quarantined)}
        for name, count in {**new, "gaps": len(gaps)}.items():
            self.counts[name] += count
        return made

    def percentile_ms(self, p):
        """Upper bound of the p-th percentile of all commits, in ms; 0 before the first."""
        rank, seen = self.counts["commits"] * p / 100, 0
        bounds = (*COMMIT_BOUNDS_S, COMMIT_BOUNDS_S[-1])
        for count, bound in zip(self._buckets, bounds, strict=True):
            seen += count
            if count and seen >= rank:
                return bound * 1000
        return 0.0


class Samples:
    """Takes samples of a Gateway and keeps the last ones. ``wall_ms()`` stamps them."""

    def __init__(self, gateway, wall_ms=None):
        self._gateway = gateway
        self._wall_ms = wall_ms or (lambda: time.time_ns() // 1_000_000)
        self._kept = deque(maxlen=KEPT)
        self._lock = threading.Lock()

    def now(self):
        """A sample: ``{"wall", "gateway": {name: number}, "tables": {table: {name: number}}}``."""
        g = self._gateway
        lives = g.tables.all()
        tables = {live.name: _of_table(live) for live in lives}
        own = {
            "up": int(g.link is not None and g.link.up and not g.log_trouble),
            "inbox_messages": g.inbox_messages(),
            "inbox_dropped": g.link.dropped if g.link else 0,
            "engine_batches": g.tables.backlog(),
            **g.log.counts,
            "stumbles": g.stumbles(),
            "commit_p99_ms": g.log.percentile_ms(99),
            "broker_refused": g.refusals.count,
            "screens": g.screens(),
            "tables": len(lives),
            "tables_online": sum(t["online"] for t in tables.values()),
            "alerts_open": sum(t["alerts_open"] for t in tables.values()),
        }
        return {"wall": self._wall_ms(), "gateway": own, "tables": tables}

    def take(self):
        """Take a sample and keep it; returns it."""
        sample = self.now()
        with self._lock:
            self._kept.append(sample)
        return sample

    def kept(self):
        """The samples kept, oldest first."""
        with self._lock:
            return list(self._kept)


def _of_table(live):
    with live.lock:
        figures = {k: v for k, v in live.health.items() if k not in ("t", "boot")}
        figures["online"] = int(live.online is True and not live.silent)
        figures["events"] = live.n
        figures["alerts_open"] = len(live.open_alerts())
        return figures
