"""What a loop's load is worth as evidence of one more tag than was read there."""

import random

import pytest

from firmware.table import changes, load
from firmware.table.presence import Antenna

EMPTY, CARD = 6400, 144  # sixteenths of a count


def loop(ref=EMPTY, lying=0, noise=16, n=12, at_ms=1000):
    """A loop whose load was ``ref`` with ``lying`` tags at ``at_ms``."""
    ant = Antenna(0, "burn", 2, 3)
    ant.ref, ant.ref_n, ant.ref_t, ant.noise, ant.level_n = ref, lying, at_ms, noise, n
    return ant


def test_one_more_tag_is_likelier_when_its_load_is_there_and_not_otherwise():
    ant = loop()
    assert load.one_more(ant, EMPTY - CARD, CARD, 0, 1000) > 400
    assert load.one_more(ant, EMPTY, CARD, 0, 1000) < -400
    assert load.one_more(ant, EMPTY - CARD // 2, CARD, 0, 1000) == 0


def test_the_reference_takes_what_lay_there_into_account():
    ant = loop(ref=EMPTY - 3 * CARD, lying=3)
    assert load.one_more(ant, EMPTY - 4 * CARD, CARD, 3, 1000) > 400
    assert load.one_more(ant, EMPTY - 3 * CARD, CARD, 3, 1000) < -400


def test_nothing_is_said_without_a_reference_or_a_known_load():
    assert load.one_more(loop(ref=0), 6000, CARD, 0, 1000) == 0
    assert load.one_more(loop(), 6000, 0, 0, 1000) == 0


@pytest.mark.parametrize("change", [{"noise": 96}, {"n": 1, "noise": 64}])
def test_noise_makes_the_same_load_worth_less(change):
    sure = load.one_more(loop(), EMPTY - CARD, CARD, 0, 1000)
    assert 0 < load.one_more(loop(**change), EMPTY - CARD, CARD, 0, 1000) < sure


def test_an_old_reference_is_worth_less():
    ant = loop()
    worth = [load.one_more(ant, EMPTY - CARD, CARD, 0, 1000 + age) for age in (0, 60000, 600000)]
    assert worth[0] > worth[1] > worth[2] > 0


def test_a_loop_that_may_carry_an_unread_tag_is_no_reference():
    ant = loop()
    ant.level = EMPTY - 2 * CARD
    load.refer(ant, CARD, 1)
    assert ant.ref == EMPTY
    ant.level = EMPTY - CARD // 4  # the mean has not followed yet
    load.refer(ant, CARD, 1)
    assert ant.ref == EMPTY
    ant.level = EMPTY - CARD
    load.refer(ant, CARD, 1)
    assert (ant.ref, ant.ref_n) == (EMPTY - CARD, 1)


@pytest.mark.parametrize(("level", "taken"), [
    (EMPTY - CARD, True), (EMPTY - CARD - CARD // 2 + 1, True), (EMPTY - 5 * CARD // 2, False),
    (EMPTY, False),
])  # fmt: skip
def test_less_load_that_fits_the_empty_loop_better_is_the_reference(level, taken):
    """A hand was above the loop when a card's load was taken: it went, the card lies there."""
    ant = loop()
    ant.empty, ant.ref, ant.ref_n = EMPTY, EMPTY - CARD - CARD * 3 // 4, 1
    ant.level = level
    load.refer(ant, CARD, 1)
    assert (ant.ref == level) == taken


@pytest.mark.parametrize("seed", range(20))
def test_the_integer_root_is_the_largest_whose_square_fits(seed):
    n = random.Random(seed).randrange(2, 1 << 30)
    root = load._root(n)
    assert root * root <= n < (root + 1) * (root + 1)


CHIP = 64  # sixteenths of a count


@pytest.mark.parametrize(("rise", "chips", "sign"), [
    (CHIP, 1, 1), (0, 1, -1), (-CHIP, -1, 1), (0, -1, -1), (CHIP, -1, -1), (3 * CHIP, 3, 1),
])  # fmt: skip
def test_a_change_of_the_load_is_that_of_chips_gone_or_come(rise, chips, sign):
    evidence = changes.by_rise(loop(), rise, CHIP, chips)
    assert sign * evidence > 400


def test_half_their_load_says_nothing_and_noise_makes_it_worth_less():
    assert changes.by_rise(loop(), CHIP // 2, CHIP, 1) == 0
    assert (
        0 < changes.by_rise(loop(noise=64), CHIP, CHIP, 1) < changes.by_rise(loop(), CHIP, CHIP, 1)
    )


def test_a_load_before_that_is_the_mean_of_few_dwells_is_worth_less():
    few, many = [changes.by_rise(loop(noise=32), CHIP, CHIP, 1, dwells) for dwells in (3, 12)]
    assert 0 < few < many == changes.by_rise(loop(noise=32), CHIP, CHIP, 1)


@pytest.mark.parametrize(("change", "bare"), [
    ({}, True), ({"level": EMPTY - CHIP}, False), ({"level_n": 1}, False), ({"ref": 0}, False),
    ({"agc": False}, False), ({"tracks": [1]}, False), ({"noise": 400}, False),
])  # fmt: skip
def test_a_loop_is_bare_where_its_load_says_so(change, bare):
    ant = loop()
    ant.agc, ant.level = True, EMPTY
    for name, value in change.items():
        setattr(ant, name, value)
    assert changes.bare(ant, CHIP) == bare
