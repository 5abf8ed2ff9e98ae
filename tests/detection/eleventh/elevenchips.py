"""Chips: what a seat has in its stacks, and how an amount is made of them."""

from collections import Counter

# Denominations for a big blind of two of the smallest: each divides the next.
VALUES = (25, 100, 500, 1000, 5000)


def made_of(chips, amount, skip=0):
    """Chips worth exactly so much, the largest first, or None. ``skip``: so many of the largest
    denominations that would fit are left alone, as people keep their big chips back."""
    left, out = amount, []
    by_value = Counter(chip.value for chip in chips)
    fits = [value for value in sorted(by_value, reverse=True) if value <= amount]
    for value in fits[skip:]:
        count = min(by_value[value], left // value)
        same = [chip for chip in chips if chip.value == value]
        out += same[:count]
        left -= count * value
    if left and skip:
        return made_of(chips, amount)
    return None if left else out


class Stacks:
    """The chips of every seat behind the line, in front of it, and in the pot."""

    def __init__(self, rng, scene, seats, depth, uid):
        self.behind = {seat: [] for seat in seats}
        self.front = {seat: [] for seat in seats}
        self.pot = []
        self.all = []
        for seat in seats:
            for value in self._start(rng, depth):
                chip = scene.tag(uid(), "", value)
                self.behind[seat].append(chip)
                self.all.append(chip)

    @staticmethod
    def _start(rng, depth):
        """Denominations of one stack; ``depth`` is its usual worth."""
        out = [25] * rng.randint(12, 20) + [100] * rng.randint(10, 18)
        out += [500] * rng.randint(2, 6)
        while sum(out) < depth * rng.uniform(0.4, 1.6):
            out.append(rng.choice((500, 1000, 1000, 5000) if depth > 8000 else (100, 500, 1000)))
        return out

    def worth(self, seat):
        """Chips a seat has behind."""
        return sum(chip.value for chip in self.behind[seat])

    def staked(self, seat):
        """Chips a seat has in front."""
        return sum(chip.value for chip in self.front[seat])

    def pay(self, seat, amount, skip=0):
        """Chips out of a stack worth exactly ``amount``, or None."""
        return made_of(self.behind[seat], amount, skip)

    def shift(self, chips, origin, target):
        """Chips change hands."""
        for chip in chips:
            origin.remove(chip)
            target.append(chip)

    def over(self, seat, least, rng):
        """One chip that is worth more than the call, as people throw in; None without one."""
        large = [chip for chip in self.behind[seat] if least < chip.value <= 12 * least]
        return rng.choice(large) if large else None
