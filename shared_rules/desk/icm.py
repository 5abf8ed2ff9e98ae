"""Shares of the prizes by the Independent Chip Model (Malmuth-Harville), in whole numbers.

The chance of first place is the share of the chips; each further place is won likewise among the
rest. The chance that a set of players takes the first places is summed over the sets one smaller:
2^n sets of n players, so that fifteen players take 32,768 sets. Chances are whole numbers of
2^-192: each of at most 2^n * n divisions errs by less than one of them, which leaves more than
100 exact bits for the money.
"""

BITS = 192
ONE = 1 << BITS
NEAR_HALF = 1 << (BITS // 2)  # closer to a half than any sum of these divisions errs
PLAYERS_MAX = 20  # sets of players double with each; 2^20 of them fill 100 MB


class TooMany(ValueError):
    """More players than can be reckoned exactly; the text says how many can be."""


def shares(stacks, prizes):
    """[money] for stacks [chips] and prizes [money, first place first], summing to the prizes.

    Prizes beyond the number of players stay out; each amount is rounded half up, and what is then
    missing or over goes to the biggest stack (the first of several). Players without a chip share
    what the others leave. Raises TooMany beyond ``PLAYERS_MAX``, ValueError for no chips at all.
    """
    count = len(stacks)
    if count > PLAYERS_MAX:
        raise TooMany("%d players: at most %d are reckoned exactly" % (count, PLAYERS_MAX))
    if not sum(stacks):
        raise ValueError("nobody has a chip")
    money = list(prizes[:count]) + [0] * (count - len(prizes))
    amounts = [_rounded(a) for a in _expected(stacks, money)]
    biggest = stacks.index(max(stacks))
    amounts[biggest] += sum(money) - sum(amounts)
    return amounts


def _expected(stacks, money):
    """Expected money of each player in 2^-BITS of the unit."""
    count = len(stacks)
    total = sum(stacks)
    places = len([m for m in money if m])
    out = [0] * count
    chances = {0: ONE}  # set of players (a bit each) -> chance that they take the first places
    for place in range(min(places, count)):
        following = {}
        for done in chances:
            chance = chances[done]
            left = total - sum([stacks[i] for i in range(count) if done >> i & 1])
            rest = [i for i in range(count) if not done >> i & 1]
            for i in rest:
                # the last chips decide; players without any are then equal
                part = chance * stacks[i] // left if left else chance // len(rest)
                if part:
                    out[i] += part * money[place]
                    grown = done | 1 << i
                    following[grown] = following.get(grown, 0) + part
        chances = following
    return out


def _rounded(amount):
    """Nearest whole number of an amount in 2^-BITS, half upwards."""
    return (amount + ONE // 2 + NEAR_HALF) >> BITS
