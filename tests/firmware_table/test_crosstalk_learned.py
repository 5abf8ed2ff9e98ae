"""What a loop is known to hear from beside it: learned from tags that lie, set by a calibration."""

import math

import pytest

from firmware.table import crosstalk
from firmware.table.beside import Beside
from firmware.table.presence import PRESENT, Antenna, Presence, Tag, Track
from firmware.table.values import (
    CROSS_TALK_1000THS,
    CROSS_TALK_KNOWN_DWELLS,
    CROSS_TALK_MEMORY_READS,
    CROSS_TALK_STEPS_1000THS,
    EDGE_HIT_CENTINATS,
    ENTER_HITS,
    SHARED_HITS,
)
from firmware.table.zones import Zones
from tests.firmware_table.rig import Rig, chip
from tests.firmware_table.test_zones_bounds import Tracker

NAMES = ["line:1", "pot", "line:2"]
LINE, POT = 0, 1  # the first two of them
FIVE = {"pot": {"line:1": 50}}  # of a thousand dwells
LEARNED = 2 * CROSS_TALK_MEMORY_READS  # reads or dwells after which a hand teaches no more


def beside(heard=0, reads=0, dwells=(100, 100), measured=None):
    """The loop of line:1 has heard so many reads of what lay in the pot."""
    out = Beside(NAMES, measured)
    out.reads[POT], out.dwells[LINE], out.dwells[POT] = reads, *dwells
    for _ in range(heard):
        out.note(LINE, POT)
    return out


# -- the rate


@pytest.mark.parametrize(("heard", "reads", "dwells", "rate"), [
    (0, 0, (0, 0), CROSS_TALK_1000THS), (1, 0, (100, 100), 19), (0, 900, (100, 100), 0),
    (45, 900, (100, 100), 45), (45, 1800, (50, 100), 45), (45, 450, (200, 100), 45),
    (450, 900, (100, 100), 450),
])  # fmt: skip
def test_a_rate_is_of_the_dwells_in_which_the_other_loop_had_tags(heard, reads, dwells, rate):
    assert beside(heard, reads, dwells).rate(LINE, POT) == rate
    assert beside(heard, reads, dwells).rate(POT, LINE) == CROSS_TALK_1000THS  # the other way


@pytest.mark.parametrize(("measured", "rate"), [
    (None, CROSS_TALK_1000THS), (FIVE, 50), ({"line:1": {"pot": 50}}, CROSS_TALK_1000THS),
    ({"pot": {"line:9": 50}, "seat:7": {"line:1": 50}}, CROSS_TALK_1000THS), ({}, 9),
])  # fmt: skip
def test_it_begins_from_what_a_calibration_has_measured(measured, rate):
    assert beside(measured=measured).rate(LINE, POT) == rate


def test_what_is_heard_since_weighs_more_than_a_calibration_after_as_many_dwells():
    as_many = CROSS_TALK_KNOWN_DWELLS
    assert beside(0, as_many, measured=FIVE).rate(LINE, POT) == 25
    assert beside(0, 9 * as_many, measured=FIVE).rate(LINE, POT) == 5


@pytest.mark.parametrize(("reads", "left"), [
    (CROSS_TALK_MEMORY_READS - 1, CROSS_TALK_MEMORY_READS - 1),
    (CROSS_TALK_MEMORY_READS, CROSS_TALK_MEMORY_READS // 2),
    (LEARNED, LEARNED // 2),
])  # fmt: skip
def test_what_is_long_ago_counts_half(reads, left):
    out = beside(40, reads, (1000, 1000))
    rate = out.rate(LINE, POT)
    out.age()
    assert out.reads[POT] == left and abs(out.rate(LINE, POT) - rate) <= 1
    assert out.heard[POT] == (40 if left == reads else 20)


@pytest.mark.parametrize(("dwells", "reads"), [(LEARNED - 1, 0), (1, LEARNED), (1, LEARNED + 60)])
def test_a_long_hand_teaches_no_more_until_the_next(dwells, reads):
    out = beside(10, reads, (dwells, 1000))
    out.dwell(POT)
    out.dwell(LINE)
    assert out.full
    for change in (out.note, lambda hearing, lying: out.lay(lying), lambda *_: out.dwell(LINE)):
        before = [list(out.heard), list(out.reads), list(out.dwells)]
        change(LINE, POT)
        assert [list(out.heard), list(out.reads), list(out.dwells)] == before
    out.age()
    assert not out.full and out.heard[POT] == 5


def test_a_product_of_two_sums_is_a_small_integer_of_a_controller():
    assert (LEARNED + 60) * LEARNED < 1 << 30


# -- what teaches it


class Listener:
    """Takes what presence says of a tag, and does nothing."""

    def __getattr__(self, name):
        return lambda *_: None


def taught(*reads, zone="pot"):
    """A chip at home in the pot, told to lie in ``zone``: which loops read it, dwell by dwell."""
    ants = [Antenna(i, NAMES[i], 2, 3) for i in range(len(NAMES))]
    presence = Presence(ants, Listener())
    thing, value = chip(1)
    tag = presence.tags[thing] = Tag(thing, value)
    tag.zone, t = zone, 1000
    tag.home = presence._track(tag, ants[POT], t)
    tag.home.state = PRESENT
    for index in reads:
        t += 100
        presence.dwell(index, [thing], [value], 1, False, t)
    return presence.beside


def test_a_tag_that_its_home_reads_before_and_after_was_heard():
    out = taught(POT, LINE, POT)
    assert out.heard[POT] == 1 and out.reads[POT] == 2
    assert out.dwells[LINE] == 1 and out.dwells[POT] == 2


def test_a_tag_that_its_home_reads_no_more_has_gone_there():
    assert taught(POT, LINE, LINE, LINE).heard[POT] == 0


def test_a_tag_not_told_to_lie_at_its_home_teaches_nothing():
    for zone in (None, "line:2"):
        out = taught(POT, LINE, POT, zone=zone)
        assert not out.heard[POT] and not out.reads[POT]


@pytest.mark.parametrize("times", [SHARED_HITS - 1, SHARED_HITS, SHARED_HITS + 1, 40])
def test_a_tag_heard_again_and_again_lies_badly_and_says_nothing_of_others(times):
    assert taught(POT, *(times * [LINE, POT])).heard[POT] == min(times, SHARED_HITS)


# -- what it is worth


def test_the_steps_are_where_one_read_more_says_as_much():
    whole = ENTER_HITS * EDGE_HIT_CENTINATS / 100  # natural logarithm
    for n, step in enumerate(CROSS_TALK_STEPS_1000THS, ENTER_HITS):
        assert step == int(500 * math.exp(-whole / n))
    assert CROSS_TALK_STEPS_1000THS[0] == CROSS_TALK_1000THS


@pytest.mark.parametrize(("rate", "reads"), [
    (CROSS_TALK_1000THS, 0), (CROSS_TALK_1000THS + 1, 3), (34, 3), (35, 4), (67, 4), (68, 5),
    (205, 9), (206, 10), (1000, 10),
])  # fmt: skip
def test_the_more_a_loop_hears_the_more_reads_say_that_a_tag_lies_there(rate, reads):
    known = beside(measured={"pot": {"line:1": rate}})
    track = Track(Tag(b"t", 100), Antenna(LINE, "line:1", 2, 3), 0)
    track.away = reads << 15
    assert not crosstalk.heard_beside(known, track, Antenna(POT, "pot", 2, 3))
    if reads:
        track.away -= 1 << 15
        assert crosstalk.heard_beside(known, track, Antenna(POT, "pot", 2, 3))


def heard_at(run, measured, home=True, name="line:1", zone="pot", **fields):
    """Zones, the tag and its present track at a loop; its home in the pot has missed it."""
    ants = [Antenna(i, NAMES[i], 2, 3) for i in range(len(NAMES))]
    tracker = Tracker()
    known = Beside(NAMES, measured)
    z = Zones(tracker, tracker, tracker, tracker.double, known, ants)
    tag = Tag(b"t", 100)
    tag.zone = zone
    if home:
        tag.home = Track(tag, ants[POT], 1000)
        tag.home.misses, tag.home.seen = 1, 1500
    track = Track(tag, ants[NAMES.index(name)], 1600)
    track.state, track.hits, track.away, track.seen = PRESENT, run, run << 15 | run, 2000
    return z, tag, track


@pytest.mark.parametrize(("run", "measured", "settles"), [
    (2, None, True), (3, FIVE, False), (4, FIVE, True), (2, {"line:1": {"pot": 50}}, True),
])  # fmt: skip
@pytest.mark.parametrize("home", [True, False])
def test_a_chip_of_the_pot_is_not_where_a_loop_hears_it(run, measured, settles, home):
    z, tag, track = heard_at(run, measured, home)
    z.chips.pays = lambda: True
    assert z._may_settle(tag, track, 2000) == settles


def test_a_tag_back_where_it_was_told_to_lie_is_not_heard_there():
    z, tag, track = heard_at(2, FIVE, home=False, zone="line:1")
    assert z._may_settle(tag, track, 2000)


# -- at the table


def pot_of(rig, chips):
    """Chips told and pulled into the pot."""
    for thing in chips:
        rig.put(thing, "line:2")
    rig.run(2500)
    for thing in chips:
        rig.at["line:2"].remove(thing)
        rig.at["pot"].append(thing)
    rig.run(4000)


def test_a_table_learns_what_lies_where_it_was_told():
    rig = Rig()
    pot_of(rig, [chip(n) for n in range(1, 6)])
    known, names = rig.table.beside, [a.name for a in rig.table.antennas]
    pot, line = names.index("pot"), names.index("line:1")
    assert known.reads[pot] > 0 and known.rate(line, pot) < CROSS_TALK_1000THS
    before = known.rate(line, pot)
    for n in range(1, 6):
        rig.at["line:1"].append(chip(n))
        rig.run(150)
        rig.at["line:1"].remove(chip(n))
        rig.run(1500)
    assert known.rate(line, pot) > before
