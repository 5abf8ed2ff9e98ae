"""A color-up at the tables: what each dealer takes off, whose odd chips race, and who gets a chip.

The office keeps the last one (``ColorUp``) until each table has begun its next hand.
"""

from gateway.event.sends import name_of


class ColorUp:
    """What the entry of a color-up said. ``places``: player -> (table, seat), ``stacks``: player
    -> chips, both before it; ``tables``: numbers of those that have yet to do it."""

    def __init__(self, ev, places, stacks):
        self.old, self.new = ev["old"], ev["new"]
        self.odd = ev["chips"]  # player -> odd old chips
        self.cards = {}  # player -> cards of the race
        self.won = {}  # player -> new chips
        self.places = places
        self.tables = {number for number, _ in places.values()}
        self._stacks = stacks

    def raced(self, stacks):
        """The stacks after the race say who got how many of the new chips."""
        for player in self.odd:
            kept = self._stacks.get(player, 0) - self.odd[player] % self._per * self.old
            self.won[player] = max(0, stacks.get(player, kept) - kept) // self.new

    @property
    def _per(self):
        return self.new // self.old

    def race_of(self, player):
        """Odd chips of a player that go into the race: fewer than make up a new one."""
        return self.odd.get(player, 0) % self._per


def at_table(office, name):
    """What the dealer of a table (its name) does: plain values, None where nothing is to be done.

    ``rows``: seats with odd chips, or with a new chip to come, in order.
    """
    found = office.color_up
    numbers = [n for n in office.event.tables if name_of(n) == name]
    if found is None or not numbers or numbers[0] not in found.tables:
        return None
    rows = []
    here = [(seat, p) for p, (number, seat) in found.places.items() if number == numbers[0]]
    for seat, player in sorted(here):
        odd, won = found.race_of(player), found.won.get(player, 0)
        if odd or won:
            rows.append({"seat": seat, "name": office.name(player), "odd": odd, "won": won,
                         "cards": found.cards.get(player, [])})  # fmt: skip
    return {"old": found.old, "new": found.new, "rows": rows, "raced": bool(found.cards)}


def tables(office):
    """Names of the tables whose dealers are told of a color-up."""
    found = office.color_up
    return set() if found is None else {name_of(number) for number in found.tables}
