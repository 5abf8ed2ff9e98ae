"""The Independent Chip Model against an implementation of another kind, and its bounds."""

from fractions import Fraction
from itertools import permutations

import pytest

from shared_rules.desk import icm


def by_orders(stacks, prizes):
    """Expected money of each player as a Fraction: every order of finish, each with its chance."""
    out = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for i in order:
            chance *= Fraction(stacks[i], left) if left else Fraction(1)
            left -= stacks[i]
        for place, i in enumerate(order):
            if place < len(prizes):
                out[i] += chance * prizes[place]
    return out


def rounded(stacks, prizes):
    """The shares a deal pays: half up, the rest to the biggest stack."""
    exact = by_orders(stacks, prizes)
    got = [(2 * e.numerator + e.denominator) // (2 * e.denominator) for e in exact]
    got[stacks.index(max(stacks))] += sum(prizes[: len(stacks)]) - sum(got)
    return got


@pytest.mark.parametrize(("stacks", "prizes"), [
    ([1, 1], [3, 0]),  # halves are rounded up, and the biggest (the first) pays for it
    ([5000, 3000, 2000], [5000, 3000, 2000]),
    ([3370000, 2915000, 2210000, 1505000], [31250000, 21000000, 14800000, 10650000]),
    ([7, 1, 1, 1, 1], [101, 53, 17]),
    ([999999, 1, 2, 3, 4, 5], [1000000, 600000, 400000, 250000, 125000, 60000]),
    ([10, 10, 10, 10], [7, 3, 2, 1]),
])  # fmt: skip
def test_the_shares_are_those_of_every_order_of_finish(stacks, prizes):
    assert icm.shares(stacks, prizes) == rounded(stacks, prizes)


@pytest.mark.parametrize(("stacks", "prizes", "published"), [
    # example of the README of poker-apprentice/icm-calculator
    ([150000, 98750, 45500, 13250], [42500, 28000, 13000, 7500], [32320, 27812, 19579, 11289]),
    # examples of the calculator at pailiku.com/tools/icm-calculator
    ([5000, 3000, 2000], [5000, 3000, 2000], [3839, 3275, 2886]),
    ([5000, 3000, 1500, 500], [50000, 30000, 20000], [37778, 31289, 22560, 8373]),
])  # fmt: skip
def test_the_shares_are_the_published_ones(stacks, prizes, published):
    assert icm.shares(stacks, prizes) == published


def test_halves_are_rounded_up():
    assert icm.shares([1, 1], [3]) == [1, 2]


def test_fifteen_players_are_exact():
    """Equal stacks share equally; the sum is the pool to the last coin."""
    prizes = [1500 - 100 * i for i in range(15)]
    assert icm.shares([20000] * 12, prizes[:12]) == [sum(prizes[:12]) // 12] * 12
    got = icm.shares(list(range(1000, 16000, 1000)), prizes)
    assert sum(got) == sum(prizes) and got == sorted(got)


def test_more_players_than_can_be_reckoned_are_refused():
    with pytest.raises(icm.TooMany, match="21 players: at most 20"):
        icm.shares([1] * 21, [1])


def test_nobody_with_chips_is_refused():
    with pytest.raises(ValueError, match="nobody has a chip"):
        icm.shares([0, 0], [5, 3])


def test_a_player_without_chips_takes_what_is_left():
    assert icm.shares([10, 0], [5, 3]) == [5, 3]
