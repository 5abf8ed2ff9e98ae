"""A cash room's log: the same kind of file as an event's, folded into a ``Room``."""

from gateway.cash import log_grammar
from gateway.event.log import EventLog
from shared_rules.desk import books
from shared_rules.desk.room import Room


class CashDesk:
    """What follows from a room's entries. ``room`` is its state, ``t`` the time of the last one."""

    def __init__(self, first):
        self.room = Room(first["setup"], books.get(first["rulebook"]))
        self.n = 0
        self.t = 0

    def apply(self, number, happenings):
        """Take in the happenings of one entry. Raises BadHappening when one cannot be."""
        for ev in happenings:
            self.room.apply(ev)
            self.t = ev["t"]
        self.n = number


class CashLog(EventLog):
    """The entries of one cash room, and the state that follows from them."""

    begin = CashDesk

    @staticmethod
    def _wrong_setup(rulebook, setup):
        return log_grammar.setup_fault(rulebook, setup)

    @staticmethod
    def _wrong_entry(what, fields):
        return log_grammar.entry(what, fields)

    def room(self, now=True):
        """The Room that follows from the entries; ``now``: at the time the clock says.

        Raises BadLog naming an entry that cannot be.
        """
        room = self.office().room
        if now:
            room.now = self.time()
        return room
