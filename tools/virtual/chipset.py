"""Chip sets: which denominations are on the table, and how an amount is made exactly of them.

Denominations form a chain in which each divides the next, so taking the largest chip first
always gives the fewest chips.
"""

# Casino denominations, each a multiple of the one before.
CHAIN = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000, 5_000_000)
CHAIN += (25_000_000, 100_000_000, 500_000_000, 1_000_000_000)


class ChipSet:
    """The denominations in play.

    ``unit`` is the smallest amount that moves in a hand; ``fewest`` chips make up every amount.
    """

    def __init__(self, denominations=CHAIN):
        self.denominations = tuple(sorted(denominations))
        for small, big in zip(self.denominations, self.denominations[1:], strict=False):
            if big % small:
                raise ValueError(f"a {big} chip cannot be changed into {small} chips")

    def exact(self, amount):
        """Fewest chips worth exactly ``amount``, largest first.

        Raises ValueError when the smallest chip does not divide the amount.
        """
        if amount < 0:
            raise ValueError(f"{amount} is no amount of chips")
        chips = []
        for chip in reversed(self.denominations):
            count, amount = divmod(amount, chip)
            chips += [chip] * count
        if amount:
            raise ValueError(f"{amount} cannot be made from {self.denominations[0]} chips")
        return chips

    def above(self, amount):
        """Smallest single chip worth more than ``amount``, or None: the oversized chip."""
        for chip in self.denominations:
            if chip > amount:
                return chip
        return None


def change(held, wanted):
    """What to take out of ``held`` and to put in so that it becomes ``wanted``: ``(out, in)``.

    Both are lists of denominations; raises ValueError when they are not worth the same.
    """
    if sum(held) != sum(wanted):
        raise ValueError(f"{sum(held)} cannot be changed into {sum(wanted)}")
    return take(held, wanted)[1], take(wanted, held)[1]


def take(held, chips):
    """Take ``chips`` from ``held``: ``(taken, left)``; chips that are not there are not taken."""
    left, taken = list(held), []
    for chip in chips:
        if chip in left:
            left.remove(chip)
            taken.append(chip)
    return taken, left
