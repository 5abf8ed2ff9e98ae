"""Committed events that wait for the rules engines: in order, and no more than memory allows."""

import threading
from collections import deque

EVENTS_MAX = 20_000  # some 30 MB; engines take them in 13 s at 1,500 a second


class Backlog:
    """Batches ``(entries, gaps)`` from the log's thread to the engines'. Bounded by events, not by
    batches: after a long cut a batch holds thousands."""

    def __init__(self, events_max=EVENTS_MAX):
        self._events_max = events_max
        self._batches = deque()
        self._events = 0
        self._changed = threading.Condition()

    def put(self, entries, gaps=()):
        """Add a batch; waits while it has no room. One larger than all the room waits for none to
        be left."""
        with self._changed:
            self._changed.wait_for(lambda: self._has_room(len(entries)))
            self._add(entries, gaps, len(entries))

    def _has_room(self, count):
        return not self._events or self._events + count <= self._events_max

    def end(self, mark):
        """Add ``mark`` in place of entries, behind all others."""
        with self._changed:
            self._add(mark, None, 0)

    def _add(self, entries, gaps, count):
        self._batches.append((entries, gaps, count))
        self._events += count
        self._changed.notify_all()

    def get(self):
        """The oldest batch; waits for one."""
        with self._changed:
            self._changed.wait_for(lambda: self._batches)
            entries, gaps, count = self._batches.popleft()
            self._events -= count
            self._changed.notify_all()
            return entries, gaps

    def batches(self):
        """How many wait."""
        return len(self._batches)

    def events(self):
        """How many events wait."""
        return self._events
