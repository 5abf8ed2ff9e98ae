"""A chip that two bet spots' loops hear is told where it lies, not where it was read first."""

import random

import pytest

from tests.firmware_table.rig import Rig, chip


def lie(rig, thing, shares, ms, seed, step=20):
    """A chip is read at loops by these shares of the time, each on its own."""
    rng = random.Random(seed)
    for name in shares:
        rig.at[name].append(thing)
    for _ in range(ms // step):
        for name, share in shares.items():
            rig.blind[name] = () if rng.random() < share else (thing,)
        rig.run(step)


@pytest.mark.parametrize("seed", range(12))
def test_a_chip_read_next_door_first_is_told_where_it_is_read_best(rig, seed):
    thing = chip(1)
    rig.at["line:2"].append(thing)
    rig.run(60)
    rig.at["line:2"].remove(thing)
    lie(rig, thing, {"line:1": 0.95, "line:2": 0.3}, 3000, seed)
    assert [(e["seat"], e["to"]) for e in rig.emitted("chips_move")] == [(1, "line:1")]


@pytest.mark.parametrize("seed", range(12))
def test_a_chip_that_is_overheard_stays_where_it_lies(rig, seed):
    lie(rig, chip(1), {"line:1": 0.9, "line:2": 0.4}, 3000, seed)
    assert [(e["seat"], e["to"]) for e in rig.emitted("chips_move")] == [(1, "line:1")]


def test_chips_of_two_neighbours_stay_two_bets(rig):
    rig.put(chip(1), "line:1")
    rig.run(1500)
    rig.put(chip(2, 500), "line:2")
    rig.run(2500)
    assert [(e["seat"], e["chips"]) for e in rig.emitted("chips_move")] == [(1, [100]), (2, [500])]


@pytest.mark.parametrize("seed", range(12))
def test_a_blind_two_loops_hear_about_alike_is_of_the_seat_that_is_due(seed):
    rig = Rig()
    rig.table.key({"what": "setup", "street": "none", "seats": [1, 2, 3, 4], "button": 4, "sb": 50,
                   "bb": 100, "sb_seat": 1, "bb_seat": 2,
                   "stacks": {str(s): 5000 for s in (1, 2, 3, 4)}}, rig.t)  # fmt: skip
    rig.key(what="riffle")
    rig.put(chip(1, 50), "line:1")
    rig.run(1500)
    lie(rig, chip(2), {"line:2": 0.6, "line:3": 0.5}, 4000, seed)
    assert [e["seat"] for e in rig.emitted("chips_move")] == [1, 2]
