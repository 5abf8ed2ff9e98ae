"""Reads whole chains in the background: damage to what nobody reads any more is found as well."""

import threading

from gateway.errors import LogDamaged, LogError
from gateway.log.base import OPERATOR
from gateway.process import unforeseen
from gateway.process.logger import Logger

log = Logger("gateway.log")
PAUSE_EVERY = 500  # events; then others get their turn
PAUSE_S = 0.01


def verify(log_, table, pause=lambda: None):
    """Check a table's log from end to end; returns how many events it has. Raises LogDamaged."""
    boots, operations, n = {}, 0, log_.anchor(table)[0]
    for entry in log_.read(table):
        n = entry.n
        if entry.dev == OPERATOR:
            operations += 1
        else:
            boots[(entry.dev, entry.boot)] = entry.seq
        if n % PAUSE_EVERY == 0:
            pause()
    positions = {(dev, boot): seq for dev, boot, seq, _t in log_.positions(table)}
    for key, seq in boots.items():
        if positions.get(key, 0) < seq:
            raise LogDamaged(table, n, "its index has lost events")
    if log_.operations_held(table) < operations:
        raise LogDamaged(table, n, "its index has lost what people did")
    return n


class Verifier:
    """Verifies all tables, one after the other, every ``interval_s``.

    ``tables()`` names them; ``on_damage(table, why)`` is told, once a table.
    """

    def __init__(self, log, tables, on_damage, interval_s):
        self._log, self._tables, self._on_damage = log, tables, on_damage
        self._interval_s = interval_s
        self._reported = set()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="verify", daemon=True)

    def start(self):
        """Begin."""
        self._thread.start()

    def stop(self):
        """End, in the middle of a table if need be."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(10)

    def _run(self):
        while True:
            try:
                self.once()
            except Exception as e:  # the next reading may go better
                unforeseen.say(log, "the log was not read through", e)
            if self._stopping.wait(self._interval_s):
                return

    def once(self):
        """All tables, once."""
        for table in self._tables():
            if self._stopping.is_set() or table in self._reported:
                continue
            try:
                verify(self._log, table, self._rest)
            except LogDamaged as e:
                self._reported.add(table)
                self._on_damage(table, str(e))
            except (LogError, _Ended):
                continue  # the database is away; next time

    def _rest(self):
        if self._stopping.wait(PAUSE_S):
            raise _Ended


class _Ended(Exception):
    """The verifier is told to stop."""
