"""What a gateway keeps in a log of its data folder: an event, a cash room.

An entry is on the disk before any page shows it; a gateway that is killed begins with the same
file. Safe to be used from several threads.
"""

import random
import threading


class NotOpen(ValueError):
    """Nobody has opened it here."""


class Kept:
    """A log (``log.EventLog`` or one made like it), who may be waiting for it, and chance."""

    missing = "nothing is open"

    def __init__(self, kept, on_change=None, chance=None):
        self.path = kept.path
        self.clock = kept.clock
        self.chance = chance or random.SystemRandom()
        self._on_change = on_change or (lambda: None)
        self._lock = threading.RLock()
        self._log = kept

    @property
    def exists(self):
        """True once it was opened."""
        return self._log.begun()

    def began_ms(self):
        """When it was opened, ms since the epoch by the time of day as it is set now."""
        with self._lock:
            return self._log.began_ms()

    def _check_open(self):
        if not self.exists:
            raise NotOpen(self.missing)

    def open(self, rulebook, setup, who):
        """Open it. Raises log.BadLog when there is one, or the setup cannot be."""
        with self._lock:
            self._log.create(rulebook, setup, who)
        self._on_change()

    def do(self, make, who, why=""):
        """Add what ``make(state, chance)`` gives; returns the entry.

        Raises NotOpen, log.BadLog and what ``make`` refuses with; then nothing was added.
        """
        self._check_open()
        with self._lock:
            happenings = make(self._state(), self.chance)
            entry = self._log.add_all(happenings, who, why)
        self._on_change()
        return entry

    def _state(self):
        return self._log.office()

    def undo(self, number, who, why=""):
        """Take an entry back by a new one."""
        self._check_open()
        with self._lock:
            self._log.undo(who, why, number)
        self._on_change()
