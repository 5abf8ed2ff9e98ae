"""What somebody outside can have said as often as he likes is said once a minute."""

import threading
import time

SAID_EVERY_S = 60.0  # between two lines about one sender: a loop would fill the disk with them


class Seldom:
    """Counts what is not said, by sender. ``clock()``: seconds, monotonic; for any thread."""

    def __init__(self, clock=time.monotonic):
        self._clock = clock
        self._lock = threading.Lock()
        self._last = {}  # sender -> (s of the last line, times since)

    def unsaid(self, who):
        """How often it was left unsaid since the last line; None: it is not said now either.

        ``who``: a name out of few, as a user is; each is kept for good.
        """
        with self._lock:
            now, (since, count) = self._clock(), self._last.get(who, (None, 0))
            if since is not None and now - since < SAID_EVERY_S:
                self._last[who] = since, count + 1
                return None
            self._last[who] = now, 0
            return count
