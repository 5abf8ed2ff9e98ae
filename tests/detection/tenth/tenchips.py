"""Chips of a table: stacks made up of tags, amounts counted out, chips broken."""

from .tenfelt import AWAY, rack_at
from .tenradio import Tag

LEVELS = {  # small and big blind, the denominations in play
    "cash": [(1, 2, (1, 5, 25, 100)), (2, 5, (1, 5, 25, 100)), (5, 10, (5, 25, 100, 500))],
    "tournament": [
        (25, 50, (25, 100, 500, 1000)),
        (50, 100, (25, 100, 500, 1000)),
        (100, 200, (100, 500, 1000, 5000)),
    ],
}


def subset(tags, amount):
    """Chips of that value in all, few and large ones first; None when there are none."""
    left, picked = amount, []
    for tag in sorted(tags, key=lambda t: -t.value):
        if tag.value <= left:
            picked.append(tag)
            left -= tag.value
    if not left:
        return picked
    ways = {0: []}
    for tag in tags:
        for total, way in list(ways.items()):
            if total + tag.value <= amount and total + tag.value not in ways:
                ways[total + tag.value] = [*way, tag]
        if amount in ways:
            return ways[amount]
    return None


class Chips:
    """All chips: in racks, in front of seats, in the pot, in the dealer's tray."""

    def __init__(self, rng, denominations):
        self.rng, self.sizes = rng, denominations
        self.tags = []
        self.rack, self.front = {}, {}
        self.pot, self.tray = [], []

    def make(self, value):
        """A new chip."""
        uid = f"E0040150{self.rng.getrandbits(32):08X}"
        tag = Tag(uid, value, False)
        self.tags.append(tag)
        return tag

    def seat(self, seat, amount):
        """Builds a stack of small and large chips."""
        self.rack[seat], self.front[seat] = [], []
        for i, size in enumerate(self.sizes):
            bigger = self.sizes[i + 1] if i + 1 < len(self.sizes) else 0
            if not bigger:
                count = amount // size
            else:
                count = amount % bigger // size
                while count < self.rng.randint(6, 14) and (count * size + bigger) <= amount:
                    count += bigger // size
            amount -= count * size
            self.rack[seat] += [self.make(size) for _ in range(count)]
        for tag in self.rack[seat]:
            self.lay(tag, rack_at(seat))

    @staticmethod
    def lay(tag, spot):
        """Puts a tag somewhere without a motion."""
        tag.at = spot
        tag.moves.append((0, 0, *spot, 0))

    def exact(self, seat, amount):
        """Chips of the rack for an amount; breaks one among the stacks where it must."""
        tags = subset(self.rack[seat], amount)
        while tags is None:
            sizes = sorted({t.value for t in self.rack[seat]} - {self.sizes[0]})
            big = next(t for t in self.rack[seat] if t.value == sizes[0])
            smaller = self.sizes[self.sizes.index(big.value) - 1]
            self.rack[seat].remove(big)
            self.tray.append(big)
            for _ in range(big.value // smaller):
                tag = self.spare(smaller)
                tag.at = rack_at(seat)
                tag.moves.append((tag.free_from(), tag.free_from(), *tag.at, 100))
                self.rack[seat].append(tag)
            tags = subset(self.rack[seat], amount)
        for tag in tags:
            self.rack[seat].remove(tag)
        return tags

    def spare(self, value):
        """A chip from the tray that has never been on a loop."""
        tag = self.make(value)
        self.lay(tag, AWAY)
        return tag

    def worth(self):
        """Value of the chips in play."""
        piles = [*self.rack.values(), *self.front.values(), self.pot]
        return sum(tag.value for pile in piles for tag in pile)
