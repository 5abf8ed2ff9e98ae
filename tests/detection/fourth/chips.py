"""Chips: a player's stack as tags, and which of them pay an amount."""

SETS = {25: (25, 100, 500, 1000, 5000), 1: (1, 5, 25, 100, 500)}
OPENING = {25: (12, 12, 6, 6, 4), 1: (10, 10, 12, 10, 6)}  # most chips of each value at a seat


def uid(rng, maker):
    """A tag's number: manufacturer's prefix and 32 random bits."""
    return f"{maker}{rng.getrandbits(32):08X}"


class Rack:
    """The chips of one player: tags by value."""

    def __init__(self, values):
        self.values = values
        self.tags = {value: [] for value in values}

    def add(self, tag, value):
        """Put a chip into the rack."""
        self.tags[value].append(tag)

    @property
    def total(self):
        """What the chips are worth."""
        return sum(value * len(tags) for value, tags in self.tags.items())

    def take(self, amount, rng=None, largest=None):
        """Take chips for exactly this amount, or nothing: list of (tag, value), or None.

        Every value divides the next, so taking the largest first finds the exact sum where one
        exists; `largest` leaves bigger chips in the rack, as people do who like small change.
        """
        counts, left = {}, amount
        for value in sorted(self.values, reverse=True):
            if largest and value > largest:
                continue
            counts[value] = min(left // value, len(self.tags[value]))
            left -= counts[value] * value
        if left:
            return None
        paid = []
        for value, count in counts.items():
            for _ in range(count):
                tags = self.tags[value]
                paid.append((tags.pop(rng.randrange(len(tags)) if rng else -1), value))
        return paid

    def over(self, amount):
        """The smallest single chip worth more than an amount, taken; None without one."""
        for value in sorted(self.values):
            if value > amount and self.tags[value]:
                return self.tags[value].pop(), value
        return None
