"""What is kept of each tag and each loop takes no more room than it needs: a controller keeps the
fields of an object in a dict that grows by jumps (1, 2, 4, 6, 8, 10, 12, 17, 23, 29, 37).
"""

import pytest

from firmware.table import facing
from firmware.table.presence import Antenna, Tag
from firmware.table.values import ENTER_HITS, KIND_ENTER_HITS, KIND_LEAVE_MISSES, LEAVE_MISSES
from tests.firmware_table.bench import Bench, alone, card, chip
from tests.firmware_table.test_presence_bounds import dwell


def fields(thing):
    return len(vars(thing))


@pytest.mark.parametrize(("name", "most"), [
    ("line:1", 29), ("pot", 29), ("seat:1", 29), ("burn", 29),
    ("board:1", 12), ("muck", 12), ("mouth:1", 17),
])  # fmt: skip
def test_a_loop_that_has_read_and_missed_and_been_cut_short_keeps_to_its_step(name, most):
    ant, presence, _ = alone(name)
    for n, torn in enumerate((False, False, False, True)):
        for thing in (chip(1), card(1)):
            dwell(presence, 100 + 100 * n, thing, agc=400, torn=torn)
    dwell(presence, 900, agc=420)
    if most == 12:
        dwell(presence, 1000)  # a torn dwell is a field more, of a loop that had one
        del ant.torn
    assert fields(ant) <= most


@pytest.mark.parametrize("enter", [ENTER_HITS - 1, ENTER_HITS, ENTER_HITS + 1])
@pytest.mark.parametrize("leave", [LEAVE_MISSES - 1, LEAVE_MISSES, LEAVE_MISSES + 1])
def test_a_loop_needs_the_hits_and_misses_it_was_given(enter, leave):
    ant = Antenna(0, "seat:1", enter, leave)
    assert (ant.enter, ant.leave) == (enter, leave)
    own = (enter != ENTER_HITS) + (leave != LEAVE_MISSES)
    assert fields(ant) - fields(Antenna(0, "seat:1", ENTER_HITS, LEAVE_MISSES)) == own


def test_the_usual_hits_and_misses_are_those_of_most_kinds():
    kinds = {"line", "seat", "board", "burn", "muck"}
    assert not kinds & {*KIND_ENTER_HITS, *KIND_LEAVE_MISSES}


def test_a_card_that_was_never_dealt_gets_no_fields_when_a_hand_begins():
    tag = Tag(*card(1))
    tag.zone = "stub"
    tag.renew()
    facing.clear(tag)
    assert set(vars(tag)) == {"uid", "zone"}


@pytest.mark.parametrize(("name", "value", "then"), [
    ("nth", 4, 0), ("token", "a", None), ("item", object(), None), ("face", "down", None),
    ("supposed", True, False),
])  # fmt: skip
def test_a_card_that_was_dealt_forgets_it_when_a_hand_begins(name, value, then):
    tag = Tag(*card(1))
    setattr(tag, name, value)
    tag.renew()
    assert getattr(tag, name) == then


@pytest.mark.parametrize(("ups", "downs"), [(0, 0), (1, 0), (0, 1), (3, 2)])
def test_votes_of_a_hand_do_not_count_in_the_next(ups, downs):
    bench = Bench()
    tag = Tag(*card(1))
    tag.zone = "seat:1"
    tag.ups, tag.downs, tag.said_up = ups, downs, True
    bench.cards.begin([tag])
    assert (tag.ups, tag.downs, tag.said_up, tag.zone) == (0, 0, False, "stub")
