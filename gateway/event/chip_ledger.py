"""Chips of an event by denomination: what was handed out, and what color-ups took back.

A stack is handed out in the chips the event's file names for it (``starting_chips``,
``add_on_chips``), else in those that ``structure.starting_chips`` makes it up of. What the
denominations do not make up is kept by its value alone.
"""

from gateway.event import structure


class Count:
    """The last count of a table's stacks."""

    def __init__(self, entry, hands, stacks, was):
        self.entry = entry  # number of its entry
        self.hands = hands  # hands the table had begun
        self.stacks = stacks  # player -> chips as counted
        self.was = was  # player -> chips the desk had
        self.counted_by = self.signed_by = ""
        self.chips = None  # denomination -> number, None where counted by value
        self.out = 0  # value of all chips issued and not taken off, then

    @property
    def apart(self):
        """Player -> chips more than the desk had (negative: fewer), of those who differ."""
        return {p: n - self.was[p] for p, n in self.stacks.items() if n != self.was[p]}


class Ledger:
    """``facts``: the event's, of its setup. Only the office's happenings change it."""

    def __init__(self, facts):
        self._facts = facts
        self.chips = {}  # denomination -> chips handed out and not taken back
        self.by_value = 0  # value handed out that is known by no denomination
        self.gone = []  # denominations that color-ups took off
        self._race = None  # (old chip, new chip, value of the old ones) until its stacks are known

    @property
    def value(self):
        """Value of all of it."""
        return sum(d * n for d, n in self.chips.items()) + self.by_value

    def hand_out(self, value, kind="starting"):
        """Chips of a value come into play as ``kind`` of stack (``starting``, ``add_on``)."""
        made_of = self.made_of(value, kind)
        if made_of is None:
            self.by_value += value
            return
        for chip, many in made_of.items():
            self.chips[chip] = self.chips.get(chip, 0) + many

    def made_of(self, value, kind="starting"):
        """Denomination -> chips a stack is handed out in now; None where nothing says it.

        A chip that color-ups took off is handed out no more.
        """
        given = {int(d): n for d, n in self._facts.get(f"{kind}_chips", {}).items() if n}
        kinds = [d for d in self._facts.get("denominations", ()) if d not in self.gone]
        if sum(d * n for d, n in given.items()) == value and not set(given) & set(self.gone):
            return given
        try:
            made = structure.starting_chips(value, kinds) if value else {}
        except structure.BadStructure:
            return None
        return made if sum(d * n for d, n in made.items()) == value else None

    def color_up(self, old, new):
        """All chips ``old`` are taken off; for how many ``new`` ones, ``raced`` says."""
        value = old * self.chips.pop(old, 0)
        self.gone.append(old)
        self.by_value += value
        self._race = (old, new, value)

    def raced(self, lost):
        """The race is over: ``lost`` of the old chips' value has left play (negative: come)."""
        if self._race is None:
            self.by_value -= lost
            return
        _, new, value = self._race
        self._race = None
        many, rest = divmod(value - lost, new)
        if many < 0:  # what was lost had been handed out by its value alone
            many, rest = 0, value - lost
        self.by_value += rest - value
        if many:
            self.chips[new] = self.chips.get(new, 0) + many
