"""Virtual time: callbacks in order of time, and of their making where times are equal."""

import hashlib
import heapq
import random


class Clockwork:
    """``rng``: the one source of chance; ``trace``: a hash over everything that happened."""

    def __init__(self, seed, keep_lines=False):
        self.rng = random.Random(seed)
        self.now_ms = 0
        self.happened = 0
        self.lines = [] if keep_lines else None
        self._hash = hashlib.sha256()
        self._queue = []
        self._count = 0

    def after(self, ms, call, *args):
        """Call ``call(*args)`` in ``ms``."""
        self._count += 1
        heapq.heappush(self._queue, (self.now_ms + max(0, ms), self._count, call, args))

    def note(self, *what):
        """Something happened: part of the trace."""
        line = f"{self.now_ms} " + " ".join(str(w) for w in what)
        self.happened += 1
        self._hash.update(line.encode() + b"\n")
        if self.lines is not None:
            self.lines.append(line)

    def trace(self):
        """The hash of the run so far, as hex."""
        return self._hash.hexdigest()

    def run(self, until_ms, done=None):
        """Go on to a time, or until ``done()``; True when it was ``done``."""
        while self._queue and self._queue[0][0] <= until_ms:
            self.now_ms, _count, call, args = heapq.heappop(self._queue)
            call(*args)
            if done and done():
                return True
        self.now_ms = until_ms
        return False
