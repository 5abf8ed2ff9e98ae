"""The load on a loop as a tripwire: arithmetic, and what it does on the virtual table."""

import random

import pytest

from firmware.scan import load
from firmware.scan.antennas import from_config
from tests.firmware_radio.scan_on_vm import scan
from tools.virtual.things import make_chips, make_deck


def antenna():
    return from_config([["seat:1", 0, 0, 1, 1000, []]])[0]


def looked(a, sample):
    """A look as the inventory does it: True when it trips."""
    first = sample()
    if not load.odd(a, first):
        return False
    total = first + sum(sample() for _ in range(load.SAMPLES - 1))
    if load.tripped(a, total):
        load.take(a, total)
        return True
    return False


def test_the_first_look_trips_and_a_steady_load_does_not():
    a = antenna()
    assert looked(a, lambda: 420)
    assert not any(looked(a, lambda: 420) for _ in range(100))


def test_slow_drift_is_followed_and_a_step_trips():
    a = antenna()
    looked(a, lambda: 420)
    for i in range(400):
        assert not looked(a, lambda i=i: 420 + i // 20)
    assert looked(a, lambda: 436)


@pytest.mark.parametrize("step,share", [(-9, 0.999), (9, 0.999), (-4, 0.85)])
def test_a_card_or_chip_is_felt_under_noise_and_noise_seldom_trips(step, share):
    rng = random.Random(step)

    def level(mean):
        return lambda: mean + rng.randint(-2, 2)

    felt = false = looks = 0
    for _ in range(1000):
        a = antenna()
        looked(a, level(420))
        for _ in range(10):
            looks += 1
            false += looked(a, level(420))
        felt += looked(a, level(420 + step)) or looked(a, level(420 + step))
    assert felt / 1000 > share
    assert false / looks < 0.05


def test_the_load_tells_about_how_many_have_come_or_gone():
    cards, chips = from_config([["seat:1", 0, 0, 1, 1000, []], ["line:1", 0, 1, 2, 1000, []]])
    for a, one in ((cards, 9), (chips, 4)):
        assert load.more(a, 0) == 0  # nothing is known of the loop yet
        load.take(a, 4 * 420)
        for count in (-3, 0, 1, 5, 11):
            assert load.more(a, 4 * (420 - one * count)) == count
            assert load.more(a, 4 * (420 - one * count) + 4) == count  # one count of noise
        assert load.more(a, 4 * 100) == load.more(a, 4 * 20) == 100 // one  # metal is not tags


def test_only_what_tags_cannot_do_blinds():
    a = antenna()
    load.take(a, 4 * 420)
    load.take(a, 4 * 240)  # twenty cards in a pile, of which few were read
    assert not load.blinds(a, 4 * 420, 2)  # and lifted again
    assert load.blinds(a, 4 * 620, 2)  # an open cable
    assert load.blinds(a, 4 * 130, 2)  # metal
    assert not load.blinds(a, 4 * 130, 0)  # more load, and every tag still read
    a.heap = True
    assert not load.blinds(a, 4 * 100, 2)


def test_a_card_is_read_soon_although_inventories_are_rare():
    deck = make_deck(21)
    chips = make_chips(21, [100] * 3)
    came = {}

    def place(table):
        w = table.world
        for i, zone in enumerate(("seat:1", "seat:9", "board:3")):
            came[zone] = 1_000_000 + 213_000 * i
            w.at(came[zone], lambda i=i, zone=zone: w.place(deck[i], zone))
        came["line:4"] = 1_700_000
        w.at(came["line:4"], lambda: w.stack("line:4", chips))
        w.at(2_200_000, lambda: w.lift(deck[0]))

    wants = dict.fromkeys(("seat:1", "seat:9", "board:3", "line:4"), 600)
    dwells, _ = scan(place, 2_800_000, wants)
    for zone, t in came.items():
        first = next(d for d in dwells if d.zone == zone and d.uids)
        assert first.t_us - t < 130_000, zone  # a look's period, not an inventory's
    gone = next(d for d in dwells if d.zone == "seat:1" and d.t_us > 2_200_000)
    assert gone.uids == []
    assert gone.t_us < 2_330_000
    for zone in wants:  # and where nothing happens inventories are as rare as was asked
        assert len([d for d in dwells if d.zone == zone]) <= 9


def test_a_tag_that_loads_nothing_is_found_by_the_bound():
    card = make_deck(22)[0]

    def place(table):
        w = table.world
        w.field.agc = lambda antenna, t_us: 420  # a receiver that feels nothing
        w.at(1_000_000, lambda: w.place(card, "seat:1"))

    dwells, _ = scan(place, 3_500_000, {"seat:1": 5000}, only=False)
    first = next(d for d in dwells if d.zone == "seat:1" and d.uids)
    assert first.t_us - 1_000_000 <= 2_000_000  # unread_max_ms of a seat


def test_a_restless_load_is_soon_not_asked_any_more_and_what_comes_is_read_all_the_same():
    card = make_deck(23)[0]
    came_us, until_us = 2_600_000, 3_400_000

    def place(table):
        w = table.world
        usual = w.field.agc
        restless = {w.field.by_zone["seat:1"], w.field.by_zone["line:4"]}

        def agc(antenna, t_us):  # another load every 40 ms: a telephone is pushed about
            push = 40 * (t_us // 40_000 % 3) if antenna in restless else 0
            return usual(antenna, t_us) - push

        w.field.agc = agc
        w.at(came_us, lambda: w.place(card, "seat:1"))

    dwells, _ = scan(place, until_us, {"seat:1": 400, "line:4": 200, "seat:9": 400})
    at = {zone: [d for d in dwells if d.zone == zone] for zone in ("seat:1", "line:4", "seat:9")}
    early = [d for d in at["seat:1"] if d.t_us < came_us]
    assert 8 <= len(early) <= 8 + came_us // 400_000 + 2  # each look would have made it 26
    assert 8 <= len(at["line:4"]) <= 8 + until_us // 200_000 + 2  # 68
    assert len(at["seat:9"]) <= 10  # a neighbour is read as ever
    first = next(d for d in at["seat:1"] if d.uids)
    assert first.t_us - came_us < 420_000
