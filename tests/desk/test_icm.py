"""The Independent Chip Model against an implementation of another kind, and its bounds."""

from fractions import Fraction
from itertools import permutations

import pytest

from shared_rules.desk import icm, icm_many


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


def test_a_little_more_than_twenty_players_are_refused_by_the_exact_reckoning():
    assert sum(icm.shares([1] * 20, [20])) == 20
    with pytest.raises(icm.TooMany, match="21 players"):
        icm.shares([1] * 21, [21])


def test_the_integral_gives_what_the_sets_of_players_give():
    stacks = [61000, 3500, 100, 250000, 7700, 48100, 48100, 900, 12300]
    prizes = [1000000, 600000, 400000, 250000, 125000, 60000, 60000]
    exact, near = icm._expected(stacks, prizes), icm_many._expected(stacks, prizes)
    bound = prizes[0] * icm_many.ONE // icm_many.BOUND
    assert (
        max(abs((e >> icm.BITS - icm_many.BITS) - n) for e, n in zip(exact, near, strict=True))
        < bound
    )
    assert icm_many.shares(stacks, prizes) == icm.shares(stacks, prizes)


def of_two_sizes(big, many_big, small, many_small, prizes):
    """Expected money (of a big stack, of a small one), by how many of each are still in."""
    chance = {(many_big, many_small): Fraction(1)}
    won = [Fraction(0), Fraction(0)]
    for prize in prizes:
        following = {}
        for (b, s), p in chance.items():
            total = b * big + s * small
            for which, part in ((0, Fraction(b * big, total)), (1, Fraction(s * small, total))):
                if part:
                    won[which] += p * part * prize
                    left = (b - 1, s) if which == 0 else (b, s - 1)
                    following[left] = following.get(left, 0) + p * part
        chance = following
    return won[0] / many_big, won[1] / many_small


@pytest.mark.parametrize("big, many_big, small, many_small", [(9, 11, 1, 14), (3, 20, 2, 20)])
def test_many_players_of_two_sizes_get_what_counting_them_gives(big, many_big, small, many_small):
    prizes = [900000, 500000, 300000, 200000, 150000, 100000]
    want = of_two_sizes(big, many_big, small, many_small, prizes)
    got = icm_many._expected([big] * many_big + [small] * many_small, prizes)
    bound = Fraction(prizes[0], icm_many.BOUND)
    assert abs(Fraction(got[0], icm_many.ONE) - want[0]) < bound
    assert abs(Fraction(got[-1], icm_many.ONE) - want[1]) < bound


def test_money_of_many_players_adds_up_and_the_broke_share_what_is_left():
    got = icm_many.shares([50, 0, 30, 0], [100, 60, 30, 11])
    assert sum(got) == 201
    assert got[1] == got[3] == 21
    assert icm_many.shares([7] * 200, [200]) == [1] * 200


def test_more_players_than_the_bound_holds_for_are_refused():
    with pytest.raises(icm_many.TooMany, match="201 players"):
        icm_many.shares([1] * 201, [1])
