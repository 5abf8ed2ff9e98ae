"""Chips as tags: stacks of them, exact payments, heights of stacks and what that costs a read."""

from tests.detection.twelfth.ranges import CHIPS_STACKED

HOUSES = {  # blinds -> denominations on the table
    (5, 10): (5, 25, 100, 500),
    (25, 50): (25, 100, 500, 1000),
    (50, 100): (25, 100, 500, 1000, 5000),
    (100, 200): (100, 500, 1000, 5000),
    (300, 600): (100, 500, 1000, 5000, 25000),
}


class Purse:
    """All chips of a hand: ``value`` of each tag, ``at``: seat or "pot" -> its tags."""

    def __init__(self):
        self.value = {}
        self.at = {}

    def fill(self, rng, owner, amount, house, tag):
        """Chips worth an amount, with enough small ones; ``tag()`` gives a new tag."""
        rest, tags = amount, []
        for small in house[:-1]:
            for _ in range(rng.randint(8, 12)):
                if rest >= small:
                    tags.append((tag(), small))
                    rest -= small
        for large in reversed(house):
            while rest >= large and len(tags) < 90:
                tags.append((tag(), large))
                rest -= large
        self.value.update(tags)
        self.at[owner] = [t for t, _ in tags]
        return amount - rest

    def worth(self, tags):
        """Sum of some chips."""
        return sum(self.value[t] for t in tags)

    def exact(self, tags, amount, large_first=True):
        """Some of these chips worth exactly so much, None when none are."""
        picked = []
        for tag in sorted(tags, key=self.value.get, reverse=True):
            if self.value[tag] <= amount:
                picked.append(tag)
                amount -= self.value[tag]
        if amount:
            return None
        return picked if large_first else self._smaller(tags, picked)

    def _smaller(self, tags, picked):
        """The same amount with one of its chips broken into smaller ones, where they are there."""
        spare = [t for t in tags if t not in picked]
        for big in picked:
            parts = [t for t in spare if self.value[t] < self.value[big]]
            parts = self.exact(parts, self.value[big]) if parts else None
            if parts and len(parts) <= 10:
                return [t for t in picked if t != big] + parts
        return picked

    def pay(self, source, target, tags):
        """Chips change their owner."""
        for tag in tags:
            self.at[source].remove(tag)
        self.at.setdefault(target, []).extend(tags)


def miss_of(kind, height):
    """Miss of each chip in a stack so high, interpolated between the heights that are known."""
    rows = ((1, 0.007), *CHIPS_STACKED[kind]) if kind != "tiny" else CHIPS_STACKED[kind]
    if height <= rows[0][0]:
        return rows[0][1]
    for (low, a), (high, b) in zip(rows, rows[1:], strict=False):
        if height <= high:
            return a + (b - a) * (height - low) / (high - low)
    return rows[-1][1]
