"""The cash room of a running gateway: kept in its data folder, shown and keyed at the pages."""

from pathlib import Path

from gateway.cash import due, log, table_feed
from gateway.event.acts import Refused
from gateway.event.kept import Kept
from gateway.event.log import now_ms

FILE = "cash.jsonl"
TABLES = "tables"  # who writes what the tables report


class CashRoom(Kept):
    """The cash room of a data folder. Safe to be used from several threads.

    ``taken(table)``: the running event plays there, so that its hands are none of the room's.
    """

    missing = "no cash room is open"

    def __init__(self, folder, on_change=None, clock=now_ms, taken=lambda table: False):
        super().__init__(log.CashLog(Path(folder) / FILE, clock), on_change)
        self._taken = taken

    def _state(self):
        return self._log.room()

    def read(self, work):
        """``work(room, entries)`` with the room as it is now. Raises NotOpen, log.BadLog."""
        self._check_open()
        with self._lock:
            return work(self._log.room(), self._log.entries())

    def on_start(self, table):
        """A table's deck is riffled: a hand of its game begins."""
        if not self._taken(table):
            self._note(lambda room: table_feed.begun(room, table))

    def on_hand(self, record):
        """A table has finished a hand: who was in it, stacks, blinds missed, what is taken."""
        if self._taken(record["table"]):
            return
        with self._lock:
            self._note(lambda room: table_feed.dealt(room, record))
            self._note(lambda room: table_feed.over(room, record))

    def _note(self, follows):
        if not self.exists:
            return
        with self._lock:
            happenings = follows(self._state())
            if happenings:
                self._log.add_all(happenings, TABLES)
        if happenings:
            self._on_change()

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
