"""The cash room of a running gateway: kept in its data folder, shown and keyed at the pages."""

from pathlib import Path

from gateway.cash import due, log
from gateway.event.acts import Refused
from gateway.event.kept import Kept
from gateway.event.log import now_ms

FILE = "cash.jsonl"


class CashRoom(Kept):
    """The cash room of a data folder. Safe to be used from several threads."""

    missing = "no cash room is open"

    def __init__(self, folder, on_change=None, clock=now_ms):
        super().__init__(log.CashLog(Path(folder) / FILE, clock), on_change)

    def _state(self):
        return self._log.room()

    def read(self, work):
        """``work(room, entries)`` with the room as it is now. Raises NotOpen, log.BadLog."""
        self._check_open()
        with self._lock:
            return work(self._log.room(), self._log.entries())

    def do_due(self, key, who):
        """Do what is due under a key (``key_of``). Raises Refused when it is due no more."""

        def make(room, chance):
            found = [d for d in due.due(room) if key_of(d) == key and d.happenings]
            if not found:
                raise Refused("this is not due any more")
            return found[0].happenings

        return self.do(make, who, key)


def key_of(one):
    """A text that names something due: it changes when what is due changes."""
    return one.text
