"""The hash of the program that runs: at boot, on demand, and every 24 hours.

An image is hashed where it lies in flash; the board's own program where the board keeps it. A few
blocks a turn: the table goes on reading meanwhile.
"""

import binascii
import hashlib

EVERY_MS = 24 * 3600 * 1000


class Program:
    """Hashes the program now and then and says the result.

    ``make_source()``: a fresh source; ``report(why, digest, changed)``: ``why`` is ``boot``,
    ``asked`` or ``daily``, ``digest`` hex, ``changed``: not what it was at boot.
    """

    def __init__(self, make_source, report):
        self.make_source = make_source
        self.report = report
        self.first = None
        self.last = None
        self._why = "boot"
        self._next = 0
        self._source = None
        self._hash = None

    def ask(self):
        """Somebody wants to know now."""
        if self._why is None:
            self._why = "asked"

    def poll(self, now):
        """One block further, when there is reason to."""
        if self._source is not None:
            self._step()
            return
        if self._why is None and now >= self._next:
            self._why = "daily"
        if self._why is not None:
            self._next = now + EVERY_MS
            self._source = self.make_source()
            self._hash = hashlib.sha256()

    def give_up(self, now):
        """The program cannot be read: try again with the next day."""
        self._source = self._hash = self._why = None
        self._next = now + EVERY_MS

    def _step(self):
        data = self._source.next()
        if data:
            self._hash.update(data)
            return
        why = self._why
        digest = binascii.hexlify(self._hash.digest()).decode()
        self._source = self._hash = self._why = None
        if self.first is None:
            self.first = digest
        self.last = digest
        self.report(why, digest, digest != self.first)
