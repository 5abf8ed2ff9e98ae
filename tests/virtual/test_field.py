"""Which antenna feels which thing: geometry without noise, shares of misses with it."""

import itertools

import pytest

from tests.virtual.pn5180_rig import TABLE
from tools.virtual.field import Field
from tools.virtual.noise import Noise, between
from tools.virtual.things import Card, Chip, foreign_card, make_chips, make_deck

UID = b"\xe0\x04\x01\x00\x00\x00\x00\x01"


def felt(field, t_us=0):
    """Zones whose antenna feels something."""
    return [a.zone for a in field.antennas if field.heard(a, t_us)]


def lay(field, thing, zone, offset=(0.0, 0.0), z=0.0):
    field.put(thing, field.spot(zone, offset, z))


def test_a_card_is_felt_where_it_lies_and_nowhere_else():
    field = Field(TABLE)
    lay(field, Card(UID), "line:1")
    assert felt(field) == ["line:1"]


@pytest.mark.parametrize("place", ["off", "stub", "rail:1", "hand:1"])
def test_places_without_antenna_feel_nothing(place):
    field = Field(TABLE)
    lay(field, Chip(UID, 5), place)
    assert felt(field) == []


def test_an_unknown_place_is_refused():
    with pytest.raises(ValueError, match="no place 'pot'"):
        Field(TABLE).spot("pot")


@pytest.mark.parametrize("angle, facing", [(0, "down"), (180, "down"), (0, "up"), (180, "up")])
def test_quadrants_tell_the_facing_whichever_way_round(angle, facing):
    field = Field(TABLE)
    card = Card(UID)
    card.facing, card.angle = facing, angle
    lay(field, card, "mouth")
    down = {0: "mouth:1", 180: "mouth:3"}
    up = {0: "mouth:2", 180: "mouth:4"}
    assert felt(field) == [(down if facing == "down" else up)[angle]]


def test_a_carried_thing_is_out_of_reach_until_it_comes_down():
    field = Field(TABLE)
    card = Card(UID)
    lay(field, card, "seat:1")
    field.send(card, 1_000_000, field.spot("line:1"), 1_000_000, 130.0)
    assert felt(field, 1_000_000) == ["seat:1"]
    assert felt(field, 1_500_000) == []
    assert felt(field, 2_000_000) == ["line:1"]


def test_a_slid_thing_is_felt_on_its_way():
    field = Field(TABLE)
    chip = Chip(UID, 5)
    lay(field, chip, "off")
    chip.z = 0.0
    field.put(chip, (0.0, -300.0, 0.0))
    field.send(chip, 0, (0.0, 300.0, 0.0), 1_000_000, 0.0)
    seen = [felt(field, t) for t in range(0, 1_000_001, 10_000)]
    order = [zone for zone, _ in itertools.groupby(x[0] for x in seen if x)]
    assert order == ["seat:1", "line:1"]


def test_a_thing_taken_up_in_mid_air_lands_where_it_is_put_next():
    field = Field(TABLE)
    card = Card(UID)
    lay(field, card, "seat:1")
    field.send(card, 0, field.spot("line:1"), 1_000_000, 130.0)
    lay(field, card, "seat:1")
    assert felt(field, 2_000_000) == ["seat:1"]
    assert len(field.heard(field.by_zone["seat:1"], 2_000_000)) == 1


def test_twenty_chips_in_a_pile_are_all_in_reach_and_thirty_are_not():
    for count, read in ((20, 20), (30, 25)):
        field = Field(TABLE)
        for i, chip in enumerate(make_chips(1, [5] * count)):
            lay(field, chip, "line:1", z=3.3 * i)
        assert len(field.heard(field.by_zone["line:1"], 0)) == read


def test_agc_falls_with_what_lies_on_the_loop():
    field = Field(TABLE)
    a = field.by_zone["seat:1"]
    empty = field.agc(a, 0)
    lay(field, Card(UID), "seat:1")
    assert field.agc(a, 0) < empty


def share_missed(field, zone, thing, inventories=40, rests=150):
    """Share of inventories that miss a thing put down anew again and again, and how often a miss
    is followed by another."""
    antenna, t = field.by_zone[zone], 0
    missed = again = pairs = 0
    spot = (thing.x, thing.y, thing.z)
    for _ in range(rests):
        field.put(thing, spot)
        last = None
        for _ in range(inventories):
            t += 50_000
            miss = thing.tag not in field.heard(antenna, t)
            missed += miss
            if last:
                pairs += 1
                again += miss
            last = miss
        t += 10_000_000
    return missed / (inventories * rests), again / pairs if pairs else 0.0


def test_a_centred_card_is_missed_in_half_to_one_percent():
    field = Field(TABLE, seed=1, noise=1.0)
    card = Card(UID)
    lay(field, card, "seat:1")
    share, _ = share_missed(field, "seat:1", card)
    assert 0.002 < share < 0.02


def test_a_card_at_the_edge_is_missed_often_and_misses_come_in_runs():
    field = Field(TABLE, seed=2, noise=1.0)
    card = Card(UID)
    x, y, _ = field.spot("seat:1")
    card.x, card.y, card.z = x - card.inlay[0] + 52, y - card.inlay[1], 0.0
    share, again = share_missed(field, "seat:1", card)
    assert 0.10 < share < 0.50
    assert again > 1.5 * share


def test_the_neighbour_just_outside_is_read_now_and_then():
    field = Field(TABLE, seed=3, noise=1.0)
    chip = Chip(UID, 5)
    x, y, _ = field.spot("line:1", (60.0, 0.0))
    chip.x, chip.y, chip.z = x, y, 0.0
    share, _ = share_missed(field, "line:1", chip)
    assert 0.6 < share < 0.8
    chip.x += 40
    far, _ = share_missed(field, "line:1", chip)
    assert 0.95 < far < 1.0


@pytest.mark.parametrize("count, low, high", [(2, 0.03, 0.09), (3, 0.28, 0.42), (4, 0.8, 0.95)])
def test_aligned_cards_hide_each_other(count, low, high):
    total = []
    for seed in range(12):
        field = Field(TABLE, seed=seed, noise=1.0)
        cards = make_deck(seed)[:count]
        for c in cards:
            lay(field, c, "seat:1")
        a = field.by_zone["seat:1"]
        for t in range(0, 30_000_000, 100_000):
            total.append(1 - len(field.heard(a, t)) / count)
    assert low < sum(total) / len(total) < high


@pytest.mark.parametrize(
    ("chips", "count", "low", "high"),
    [("stackable", 20, 0.002, 0.02), ("plain", 5, 0.02, 0.07), ("plain", 20, 0.38, 0.55)],
)
def test_chips_of_a_stack_are_missed_as_often_as_their_tags_stay_without_power(
    chips, count, low, high
):
    total = []
    for seed in range(6):
        field = Field(TABLE, seed=seed, noise=1.0)
        field.noise = Noise(seed, 1.0, chips)
        for n in range(count):
            lay(field, Chip(UID[:6] + bytes([n, seed]), 5), "line:1")
        antenna = field.by_zone["line:1"]
        for t in range(0, 30_000_000, 500_000):
            total.append(1 - len(field.heard(antenna, t)) / count)
    assert low < sum(total) / len(total) < high


@pytest.mark.parametrize(
    ("x", "value"), [(0, 1.0), (2, 1.0), (3, 2.0), (4, 3.0), (5, 2.0), (6, 1.0), (9, 1.0)]
)
def test_between_given_points_the_line_is_straight_and_level_outside_them(x, value):
    assert between(((2, 1.0), (4, 3.0), (6, 1.0)), x) == value


def test_noise_repeats_by_seed_and_differs_between_seeds():
    def run(seed):
        field = Field(TABLE, seed=seed, noise=2.0)
        for c in make_deck(1)[:3]:
            lay(field, c, "seat:1")
        a = field.by_zone["seat:1"]
        return [len(field.heard(a, t)) for t in range(0, 20_000_000, 100_000)]

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_decks_follow_from_seed_and_name_and_no_uid_shows():
    assert [c.uid for c in make_deck(1)] == [c.uid for c in make_deck(1)]
    assert not {c.uid for c in make_deck(1)} & {c.uid for c in make_deck(1, "other")}
    assert not {c.uid for c in make_deck(1)} & {foreign_card(1).uid}
    deck = make_deck(1)
    assert len({c.uid for c in deck}) == 52 and deck[-1].face == "As"
    assert all(c.uid.hex() not in repr(c) and c.uid.hex() not in repr(c.tag) for c in deck)
