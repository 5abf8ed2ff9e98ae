"""Chips as things: what a stack is made of, which chips make an amount, and change."""

from tests.detection.ninth.tablecloth import Tag


class Bank:
    """Makes tags with numbers of their own; the dealer's rack, which lies over no loop."""

    def __init__(self, rng, night):
        self.rng, self.night = rng, night
        self.used = set()
        self.cards, self.chips = [], []
        self.broken = []  # chips that went to the rack for change

    def _uid(self):
        while True:
            uid = self.rng.getrandbits(32)
            if uid not in self.used:
                self.used.add(uid)
                return uid

    def card(self, face):
        """A card's tag; ``face`` None: of no deck of this table."""
        load = self.night.card_load * self.rng.uniform(0.85, 1.15)
        tag = Tag(self._uid(), face or "?", 0, load)
        if face:
            self.cards.append(tag)
        return tag

    def chip(self, worth):
        """A chip's tag."""
        tag = Tag(self._uid(), None, worth, self.night.chip_load * self.rng.uniform(0.85, 1.15))
        self.chips.append(tag)
        return tag

    def stack(self, total, small):
        """Chips that make ``total``: first a working supply of small ones."""
        out, left = [], total
        worths = self.night.worths
        for i, worth in enumerate(worths):
            over = worths[i + 1] if i + 1 < len(worths) else None
            count = left // worth
            if over:
                odd = (left % over) // worth
                want = (20 if small else 10) + odd
                count = min(count, want - (want - odd) % (over // worth))
            out += [self.chip(worth) for _ in range(min(count, 40))]
            left -= worth * min(count, 40)
        while left:
            worth = max(w for w in worths if w <= left)
            out.append(self.chip(worth))
            left -= worth
        return out


def pick(stack, amount, small=False, most=20):
    """Chips of a stack that make ``amount`` exactly, or None."""
    worths = sorted({c.worth for c in stack}, reverse=True)
    held = {w: [c for c in stack if c.worth == w] for w in worths}

    def search(i, left, room):
        if left == 0:
            return []
        if i == len(worths) or left < 0 or room == 0:
            return None
        worth = worths[i]
        high = min(left // worth, len(held[worth]), room)
        counts = range(high, -1, -1)
        if small and i < len(worths) - 1:
            counts = range(high + 1)
        for count in counts:
            rest = search(i + 1, left - worth * count, room - count)
            if rest is not None:
                return held[worth][:count] + rest
        return None

    return search(0, amount, most) or (search(0, amount, 200) if most < 200 else None)


def change(bank, stack, amount):
    """Breaks bigger chips of a stack until ``amount`` can be made of it."""
    for _ in range(20):
        chips = pick(stack, amount)
        if chips is not None:
            return chips
        left, spare = amount, []
        for coin in sorted(stack, key=lambda c: -c.worth):
            if coin.worth <= left:
                left -= coin.worth
            else:
                spare.append(coin)
        coin = min((c for c in spare if c.worth > left), key=lambda c: c.worth, default=None)
        if coin is None or coin.worth == bank.night.worths[0]:
            return None
        lower = max(w for w in bank.night.worths if w < coin.worth)
        stack.remove(coin)
        bank.broken.append(coin)
        stack += [bank.chip(lower) for _ in range(coin.worth // lower)]
    return None


def plain_raise(chips, owed):
    """Whether chips alone say a raise in every book: no one of them could be taken away."""
    total = sum(c.worth for c in chips)
    return len(chips) > 1 and total - max(c.worth for c in chips) >= owed


def worth(chips):
    """Total of chips."""
    return sum(c.worth for c in chips)
