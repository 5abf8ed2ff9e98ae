"""Which tables are heard: a controller or a line that dies without a word shows within 5 s.

A controller says something at least every two seconds (``up/beat`` when it has nothing else); the
broker's last will would take its keepalive, most of a minute. Beats are not signed: they are
believed only beside messages that are, which come every ten seconds (``up/health``). The gateway
gives beats too, so that a table knows that it is heard. Only tables that give beats are watched.
"""

import threading
import time

from gateway.process.logger import Logger
from gateway.process.ticker import Ticker
from shared_rules import topics

log = Logger("gateway.controllers.hearing")

TICK_S = 0.5
BEAT_MS = 2000
SILENT_MS = 4200  # two beats are missing, and a little
UNPROVEN_MS = 35_000  # nothing but beats for so long is silence too
TABLES_MAX = 4096
GONE_MS = 600_000  # a table silent for so long gets no beats any more


class _Heard:
    __slots__ = ("any_ms", "proven_ms", "silent")

    def __init__(self, now_ms):
        self.any_ms = self.proven_ms = now_ms
        self.silent = False


class Hearing:
    """``publish(topic, payload)`` at QoS 0; ``on_silent(table, silent)``: it begins or is over;
    ``link_up()``: whether the broker is connected; ``can_prove()``: whether signatures can be
    checked at present. ``monotonic_ms()`` is passed in by tests."""

    def __init__(self, publish, on_silent, link_up, can_prove=None, monotonic_ms=None):
        self._publish, self._on_silent, self._link_up = publish, on_silent, link_up
        self._can_prove = can_prove or (lambda: True)
        self._monotonic_ms = monotonic_ms or (lambda: time.monotonic_ns() // 1_000_000)
        self._lock = threading.Lock()
        self._tables = {}
        self._beat_due = 0
        self._was_up = False
        ticker = Ticker("hearing", TICK_S, self.tick)
        self.start, self.stop = ticker.start, ticker.stop

    def heard(self, table, is_beat):
        """Something of a controller has come; on the link's thread."""
        now = self._monotonic_ms()
        known = self._tables.get(table)
        if known is not None:
            known.any_ms = now
        elif is_beat and len(self._tables) < TABLES_MAX:
            with self._lock:
                self._tables[table] = _Heard(now)

    def believed(self, table):
        """A message has come that was checked (or whose table signs nothing)."""
        known = self._tables.get(table)
        if known is not None:
            known.any_ms = known.proven_ms = self._monotonic_ms()

    def tick(self):
        """Notice who has fallen silent, and who is back; give beats."""
        now, up = self._monotonic_ms(), self._link_up()
        with self._lock:
            tables = list(self._tables.items())
        if up and not self._was_up:  # nobody could be heard meanwhile
            for _table, heard in tables:
                heard.any_ms = heard.proven_ms = now
        self._was_up = up
        if not up:
            return
        if not self._can_prove():
            for _table, heard in tables:
                heard.proven_ms = now
        for table, heard in tables:
            silent = now - heard.any_ms >= SILENT_MS or now - heard.proven_ms >= UNPROVEN_MS
            if silent != heard.silent:
                heard.silent = silent
                log.warning(
                    "a table is silent" if silent else "a table is heard again", table=table
                )
                self._on_silent(table, silent)
        if now >= self._beat_due:
            self._beat_due = now + BEAT_MS
            for table, heard in tables:
                if now - heard.any_ms < GONE_MS:
                    self._publish(topics.topic(table, topics.DOWN_BEAT), b'{"v":1}')
