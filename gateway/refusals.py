"""Messages and connections that were refused, reported to people once a minute each at most."""

import threading
import time

from gateway.alerts.registry import alert
from gateway.process.logger import Logger

log = Logger("gateway")
AGAIN_S = 60
KEPT = 1000  # different refusals remembered; beyond it they are counted and logged only


class Refusals:
    """``names()``: tables known; ``warn(table, code, text)``: an alert there."""

    def __init__(self, names, warn, clock=time.monotonic):
        self.count = 0  # of what the broker refused, since the start
        self._names, self._warn, self._clock = names, warn, clock
        self._reported = {}
        self._lock = threading.Lock()

    def message(self, table, why):
        """A message that is not its controller's (vault)."""
        self._report(table, why, alert("message_refused", why=why))

    def broker(self, kind, who, topic):
        """What the broker refused (``ingest/brokerlog.py``)."""
        self.count += 1
        if kind == "topic":
            self._report(self._table_of(who), who, alert("topic_refused", who=who, topic=topic))
        else:
            self._report(self._table_of(""), who, alert("certificate_refused", who=who))

    def _table_of(self, who):
        """The table a controller's certificate names; else the first, so that somebody sees it."""
        names = self._names()
        own = [n for n in names if who.startswith(f"feltwire-{n}-")]
        return max(own, key=len) if own else next(iter(names), None)

    def _report(self, table, about, refusal):
        now, key = self._clock(), (table, refusal.code, about)
        with self._lock:
            before = self._reported.get(key)
            if before is not None and now - before < AGAIN_S:
                return
            if len(self._reported) >= KEPT:
                self._reported = {k: t for k, t in self._reported.items() if now - t < AGAIN_S}
            full = len(self._reported) >= KEPT
            if not full:
                self._reported[key] = now
        log.error(refusal.code, table=table, why=refusal.text)
        if table is not None and not full:
            self._warn(table, *refusal)
