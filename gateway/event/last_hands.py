"""The end of a day: how many hands were drawn for it, and how many each table may still deal."""

from shared_rules.desk.tables import FINAL

DRAWN = (3, 7)  # hands a director draws where the book names none: ipr-2018:G3.E, others do alike


class Drawn:
    """Hands drawn for the end of a day. ``begun``: table -> hands it had begun before."""

    def __init__(self, value, begun):
        self.value = value
        self.begun = begun

    def dealt(self, hands):
        """Table -> last hands it has dealt, of the hands each table has begun."""
        return {n: hands[n] - self.begun.get(n, 0) for n in hands}

    def goes_on(self, hands):
        """The final table is made: it goes on where the table that dealt most of them was."""
        most = max([0, *self.dealt(hands).values()])
        self.begun = {**self.begun, 1: hands.get(1, 0) - most}


def left(office):
    """Table -> hands it may still begin today; None while none were drawn."""
    drawn = office.drawn
    if drawn is None:
        return None
    dealt = drawn.dealt(office.hands)
    numbers = [(t.number, 1 if t.number == FINAL else t.number) for t in office.event.in_order()]
    return {number: max(0, drawn.value - dealt.get(key, 0)) for number, key in numbers}


def at_night(office):
    """True from the end of a day until the next one begins."""
    return len(office.event.happened("day_end")) >= office.day
