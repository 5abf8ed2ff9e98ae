"""Chips: which denominations make an amount, and which of the chips that lie there make one."""

VALUES = (25000, 5000, 1000, 500, 100, 25, 5, 1)
PIECES_MAX = 24  # chips of one wager: nobody counts out more


def made_of(rng, amount, unit, small=0.3):
    """Denominations that sum to ``amount``; with chance ``small`` a big chip is broken down."""
    values = [v for v in VALUES if v >= min(unit, 25) or v == 1]
    out = []
    left = amount
    for v in values:
        n = left // v
        left -= n * v
        out += [v] * n
    while len(out) < 12 and rng.random() < small:
        big = [v for v in out if v > unit]
        if not big:
            break
        v = rng.choice(big)
        parts = _broken(v, values)
        if parts is None or len(out) - 1 + len(parts) > PIECES_MAX:
            break
        out.remove(v)
        out += parts
    return sorted(out, reverse=True)


def _broken(value, values):
    """A chip as smaller ones; None where the next denomination does not make it."""
    for v in values:
        if v < value and value % v == 0 and value // v <= 10:
            return [v] * (value // v)
    return None


def subset(chips, amount):
    """Chips among ``chips`` (tags with ``value``) that sum to ``amount``; None when none do."""
    if amount == 0:
        return []
    ordered = sorted(chips, key=lambda c: (-c.value, c.uid))
    out, left = [], amount
    for chip in ordered:  # canonical denominations: the greedy way finds it nearly always
        if chip.value <= left:
            out.append(chip)
            left -= chip.value
            if left == 0:
                return out
    return _sums(ordered, amount)


def _sums(chips, amount):
    """As ``subset``, exhaustively over sums reached (small piles only)."""
    reached = {0: ()}
    for chip in chips:
        for total, used in list(reached.items()):
            new = total + chip.value
            if new <= amount and new not in reached:
                reached[new] = (*used, chip)
                if new == amount:
                    return list(reached[new])
        if len(reached) > 4000:
            return None
    return None
