"""Messages and connections that were refused: told to people, not more than once a minute each."""

import threading
import time

import structlog

log = structlog.get_logger("gateway")
AGAIN_S = 60
KEPT = 1000  # different refusals remembered; beyond it they are counted and logged only


class Refusals:
    """``names()``: tables known; ``warn(table, kind, text)``: an urgent alert there."""

    def __init__(self, names, warn, clock=time.monotonic):
        self.count = 0  # of what the broker refused, since the start
        self._names, self._warn, self._clock = names, warn, clock
        self._told = {}
        self._lock = threading.Lock()

    def message(self, table, why):
        """A message that is not its controller's (vault)."""
        self._tell(table, "message_refused", why, f"A message of the table was refused: {why}.")

    def broker(self, kind, who, topic):
        """What the broker refused (``ingest/brokerlog.py``)."""
        self.count += 1
        if kind == "topic":
            text = f"{who} wrote to {topic}, which is not its own; the broker refused. Look at it."
            self._tell(self._table_of(who), "topic_refused", who, text)
        else:
            text = f"The broker refused somebody at {who}: no certificate of this venue in force."
            self._tell(self._table_of(""), "certificate_refused", who, text)

    def _table_of(self, who):
        """The table a controller's certificate names; else the first, so that somebody sees it."""
        names = self._names()
        own = [n for n in names if who.startswith(f"feltwire-{n}-")]
        return max(own, key=len) if own else next(iter(names), None)

    def _tell(self, table, kind, what, text):
        now = self._clock()
        with self._lock:
            told = self._told.get((table, kind, what))
            if told is not None and now - told < AGAIN_S:
                return
            if len(self._told) >= KEPT:
                self._told = {k: t for k, t in self._told.items() if now - t < AGAIN_S}
            full = len(self._told) >= KEPT
            if not full:
                self._told[(table, kind, what)] = now
        log.error(kind, table=table, why=text)
        if table is not None and not full:
            self._warn(table, kind, text)
