"""Payout tables: how many places are paid and what each wins, in whole units of money.

Shares fall as 1/place^0.9, which lies between the published tables of large events (about 15 to
20 % to the winner of 500 entries) and those of small ones (50/30/20 for three places). Places are
paid in groups towards the end, as printed tables do; the prizes always add up to the pool.
"""

PAID_PERCENT = 15  # of the entries, rounded up
MIN_CASH_PERCENT = 150  # of the buy-in: the least prize
STEEP = 0.9  # exponent of the fall
GROUPS = ((9, 1), (18, 3), (27, 9), (10**9, 9))  # up to a place: places that win the same
SMALL = {1: (100,), 2: (65, 35), 3: (50, 30, 20)}  # percent, for so few places


class BadPayout(ValueError):
    """Prizes that cannot be; the text says why."""


def places(entries, percent=PAID_PERCENT):
    """Places paid of so many entries: ``percent`` of them, at least one."""
    return max(1, -(-entries * percent // 100))


def table(pool, paid, unit=1, least=0):
    """Prizes, first place first, that add up to ``pool`` and never rise.

    ``paid``: places; ``unit``: each but the first is a multiple of it; ``least``: no prize below.
    Raises BadPayout where the pool does not hold so many prizes.
    """
    if paid < 1 or unit < 1 or pool < paid * max(unit, least):
        raise BadPayout(f"{pool} does not pay {paid} places at least {max(unit, least)} each")
    floor = -(-least // unit) * unit
    if paid in SMALL:
        out = [pool * share // 100 for share in SMALL[paid]]
    else:
        groups = _groups(paid)
        spread = pool - floor * paid
        weights = [1 / (sum(g) / len(g)) ** STEEP for g in groups for _ in g]
        lowest = weights[-1]
        above = [w - lowest for w in weights]
        total = sum(above) or 1
        out = [floor + int(spread * (a / total)) for a in above]
    out = [max(floor, amount // unit * unit) for amount in out]
    out[0] += pool - sum(out)
    return _falling(out, unit)


def _groups(paid):
    out, at = [], 1
    for upto, size in GROUPS:
        while at <= min(upto, paid):
            out.append(list(range(at, min(at + size, paid + 1, upto + 1))))
            at = out[-1][-1] + 1
    return out


def _falling(prizes, unit):
    """The same money with no prize above one before it (rounding can push the second up)."""
    for i in range(len(prizes) - 1, 0, -1):
        while prizes[i] > prizes[i - 1]:
            prizes[i] -= unit
            prizes[0] += unit
    return prizes


def checked(prizes, pool):
    """A director's own table. Raises BadPayout unless it falls and adds up to the pool."""
    if not prizes or min(prizes) < 0:
        raise BadPayout("a payout table has a prize for each place, none below nothing")
    if any(later > earlier for earlier, later in zip(prizes, prizes[1:], strict=False)):
        raise BadPayout("no place may win more than the one before it")
    if sum(prizes) != pool:
        raise BadPayout(f"the prizes come to {sum(prizes)}, the pool is {pool}")
    return list(prizes)
