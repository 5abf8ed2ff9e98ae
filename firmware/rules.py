"""The shared rules engine at the table: the dealer sees and hears a ruling within one scan.

It folds the events the controller tells, after they are in the journal, and needs no network: one
event in a turn of the loop that has told none, so that what is told at once does not hold the
readers up at once. The gateway stays the authority: what it says by ``down/light`` takes the place
of what is said here.
"""

from shared_rules import severity
from shared_rules.rulebooks import UnknownBook
from shared_rules.table import BadSetup, Table


def of_book(book, say, complain):
    """The Rules of a rulebook; None, with a line for the technician, when the program lacks it: the
    table reads and tells all the same, and the gateway rules."""
    try:
        return Rules(book, say, complain)
    except UnknownBook as e:
        complain("rules: %s; the gateway alone lights the dealer's light" % e)
        return None


class Rules:
    """``book``: the rulebook's name until a setup names another; ``say(level, seat)``: called for
    an event that calls for somebody, and with ``ok`` when a hand is over; ``complain(text)``."""

    def __init__(self, book, say, complain):
        self._book = book
        self._table = Table(book)
        self._say = say
        self._complain = complain
        self._rows = []  # events still to be folded
        self._base = 0  # when this boot began, ms, in the time of the hand that it goes on with

    def take(self, event):
        """An event to be folded, in its turn."""
        self._rows.append(event)

    def poll(self):
        """Fold the next event, and show what it means; True while others wait."""
        rows = self._rows
        if not rows:
            return False
        event = rows.pop(0)
        if self._base:
            from firmware.table.restore import later  # loaded after a cut in a hand alone

            event = later(event, self._base)
        self._show(self._fold(event))
        return bool(rows)

    def go_on(self, rows):
        """Fold what the journal tells of a hand under way, in silence."""
        for event in rows:
            self._fold(event)
        self._base = rows[-1]["t"]

    def _fold(self, event):
        try:
            return self._table.apply(event)
        except BadSetup as e:
            self._complain("rules: %s" % e)
        except Exception as e:  # whatever the rules do, the table goes on telling what it reads
            self._complain("rules: off until the next setup: %r" % e)
            self._table = Table(self._book)
        return ()

    def _show(self, outputs):
        found = []
        for out in outputs:
            if out["k"] == "hand":
                self._say("ok", None)
            elif out["k"] == "ruling" and out.get("irregular"):
                found.append((severity.of(out), out.get("seat")))
        level, seat = severity.light(found)
        if level != "ok":
            self._say(level, seat)
