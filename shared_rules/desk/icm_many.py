"""The Independent Chip Model for more players than can be reckoned exactly, with a stated bound.

Malmuth-Harville's order of finish is the order in which players' clocks ring that run at the rate
of their chips: the chance to ring first is the share of the chips, and so on among the rest. So a
player's money is an integral over the time t at which his clock rings, of the prize for the number
of others that rang before, and those rang independently: player j with 1 - exp(-r_j t).

The integral is taken by Gauss-Legendre with ``NODES`` nodes on stretches that grow by a half. The
integrand is analytic; on the ellipse of Bernstein with parameter 4 about a stretch each factor
|exp(-rz)| + |1 - exp(-rz)| is at most 1 + r B exp(-r x), B its half height and x its left end, and
over all players their product at most exp(B e^(-x/n)...) <= exp(0.24 n) for n players. By
Trefethen, Approximation Theory and Approximation Practice, theorem 19.3, the error of a stretch is
at most 64/15 M 4^(-2 (NODES - 1)) / (1 - 1/16). For ``PLAYERS_MAX`` players this, the tail that is
cut off and all rounding together stay below ``BOUND`` of the first prize.
"""

BITS = 128
ONE = 1 << BITS
NODES = 32
PLAYERS_MAX = 200
BOUND = 1 << 40  # an amount before rounding errs by less than the first prize divided by this
TAIL = 44  # exp(-44) < 2^-63: what is left when the slowest clock has run so long
SCAN = 512  # steps from 0 to 1 among which the nodes are looked for: they lie 6 steps apart or more
_SURE_BITS = 20  # a node known to so many bits is met by Newton's steps
_E_STEPS = 8  # an exponent is halved so often before its series is taken


class TooMany(ValueError):
    """More players than the bound holds for; the text says how many."""


def shares(stacks, prizes):
    """[money] as ``icm.shares`` gives it, for up to ``PLAYERS_MAX`` players.

    Each amount before rounding errs by less than the first prize / ``BOUND``. Players without a
    chip share evenly what the others leave. Raises TooMany, and ValueError for no chips at all.
    """
    count = len(stacks)
    if count > PLAYERS_MAX:
        raise TooMany("%d players: at most %d are reckoned" % (count, PLAYERS_MAX))
    if not sum(stacks):
        raise ValueError("nobody has a chip")
    money = list(prizes[:count]) + [0] * (count - len(prizes))
    alive = [i for i in range(count) if stacks[i]]
    expected = _expected([stacks[i] for i in alive], money[: len(alive)])
    amounts = [0] * count
    for i, amount in zip(alive, expected):  # noqa: B905 (MicroPython knows no strict)
        amounts[i] = (amount + ONE // 2) >> BITS
    rest = sum(money[len(alive) :])
    for i in range(count):
        if not stacks[i]:
            amounts[i] = (2 * rest + count - len(alive)) // (2 * (count - len(alive)))
    amounts[stacks.index(max(stacks))] += sum(money) - sum(amounts)
    return amounts


def _expected(stacks, money):
    """Expected money of each player in 2^-BITS of the unit."""
    total, count = sum(stacks), len(stacks)
    paid = len([m for m in money if m])
    out = [0] * count
    if not paid:
        return out
    least = min(stacks)
    start, end, last = 0, ONE, TAIL * ONE * total // least
    nodes = _nodes()
    while start < last:
        half = (end - start) >> 1
        for x, weight in nodes:
            t = start + half + (half * x >> BITS)
            _add(out, stacks, total, money[:paid], t, half * weight >> BITS)
        start, end = end, end + (end >> 1)
    return out


def _add(out, stacks, total, money, t, weight):
    """Add one node of the integral: ``weight`` times each player's integrand at time ``t``."""
    count, paid = len(stacks), len(money)
    late = [_exp(t * s // total) for s in stacks]  # chance that the clock has not rung at t
    # worth[j][k]: the prize to expect with k others rung already, of those from player j on
    worth = [None] * count + [[m * ONE for m in money]]
    for j in range(count - 1, 0, -1):
        after, stay, go = worth[j + 1], late[j], ONE - late[j]
        row = [(after[k] * stay + after[k + 1] * go) >> BITS for k in range(paid - 1)]
        row.append(after[paid - 1] * stay >> BITS)
        worth[j] = row
    rung = [ONE] + [0] * (paid - 1)  # chance that k of the players before i have rung
    for i in range(count):
        after = worth[i + 1]
        prize = sum([rung[k] * after[k] for k in range(paid)]) >> BITS
        density = late[i] * stacks[i] // total
        out[i] += (prize * density >> BITS) * weight >> BITS
        stay, go = late[i], ONE - late[i]
        for k in range(paid - 1, 0, -1):
            rung[k] = (rung[k] * stay + rung[k - 1] * go) >> BITS
        rung[0] = rung[0] * stay >> BITS


def _exp(x):
    """exp(-x) for x >= 0, both in 2^-BITS."""
    if x >> BITS > 100:
        return 0
    x >>= _E_STEPS
    term, out, k = ONE, ONE, 1
    while term:
        term = term * x // (k << BITS)
        out += -term if k & 1 else term
        k += 1
    for _ in range(_E_STEPS):
        out = out * out >> BITS
    return out


_kept = []


def _nodes():
    """[(node, weight)] of Gauss-Legendre on [-1, 1] in 2^-BITS: found once, by changes of sign."""
    if not _kept:
        step = ONE // SCAN
        above = _legendre(NODES, 0)[0] > 0
        for i in range(SCAN):
            low, high = i * step, (i + 1) * step
            sign = _legendre(NODES, high)[0] > 0
            if sign != above:
                x = _root(NODES, low, high)
                slope = _legendre(NODES, x)[1]
                rest = ONE - (x * x >> BITS)
                weight = (2 << (3 * BITS)) // (rest * slope * slope >> BITS)
                _kept.append((x, weight))
                _kept.append((-x, weight))
            above = sign
    return _kept


def _root(degree, low, high):
    """The one root between two bounds: halved until Newton's steps are sure to meet it."""
    sign = _legendre(degree, low)[0] > 0
    while high - low > ONE >> _SURE_BITS:
        middle = (low + high) >> 1
        if (_legendre(degree, middle)[0] > 0) == sign:
            low = middle
        else:
            high = middle
    x = (low + high) >> 1
    for _ in range(4):  # each step doubles the bits that are right
        value, slope = _legendre(degree, x)
        x -= (value << BITS) // slope
    return x


def _legendre(degree, x):
    """(value, slope) of the Legendre polynomial of a degree at ``x``, in 2^-BITS."""
    before, now = ONE, x
    for k in range(1, degree):
        before, now = now, ((2 * k + 1) * x * now // ONE - k * before) // (k + 1)
    rest = ONE - (x * x >> BITS)
    if not rest or degree == 0:
        return now, 0
    slope = degree * ((before << BITS) - x * now) // rest if degree > 1 else ONE
    return now, slope
