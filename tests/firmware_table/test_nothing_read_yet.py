"""A table that has read nothing, and what has just begun: no time, no load, no count is known.

Each 0 says "not yet", "none" or "not known" to whoever asks, so that none may begin as anything
else. What is not 0 has been given, or is named here.
"""

import pytest

from firmware.config import TUNE
from firmware.table.absent import Gone
from firmware.table.deal import Deal
from firmware.table.departures import Departure
from firmware.table.order import Item, Keyed
from firmware.table.presence import Antenna, Tag, Track
from firmware.table.spots import Arrival
from firmware.table.table import Table
from firmware.table.values import ENTER_HITS, LEAVE_MISSES, NOISE_FIRST_16THS
from firmware.table.ways import Move
from shared_rules.cards import FULL_DECK
from tests.firmware_table.rig import NAMES, SEATS, Counter, Wants, config

BEGUN = 5000  # ms


def table():
    """One that has just been switched on."""
    tell = [].append
    return Table(NAMES, SEATS, Wants(), config()["tune"], Counter(), tell, tell)


def numbers(thing):
    """Its numbers that are not 0, by their names; of a row of numbers each."""
    found = {}
    for holder in (*reversed(type(thing).__mro__), thing):
        for name, value in vars(holder).items():
            if type(value) is int:
                found[name] = value
            elif isinstance(value, (list, tuple, bytearray)) and {*map(type, value)} == {int}:
                found[name] = next((n for n in value if n), 0)
    return {name: n for name, n in found.items() if n}


def parts(thing, found=None):
    """Whatever of the tracker a thing is made of, itself among it."""
    found = [] if found is None else found
    thing = getattr(thing, "__self__", thing)  # of a method, whose it is
    if isinstance(thing, (list, tuple)):
        for one in thing:
            parts(one, found)
    elif isinstance(thing, dict):
        parts(list(thing.values()), found)
    elif type(thing).__module__.startswith("firmware.table") and thing not in found:
        found.append(thing)
        parts(vars(thing), found)
    return found


# what a part is given when it is made, and what is known without a reading
GIVEN = {"index", "number", "seat", "n", "enter", "leave", "tags_max", "all", "seats", "late_ms"}
GIVEN |= {"base", "wanted", "changes", "seen_changes", *TUNE}  # by the set-up, and as it began
KNOWN = {"size": FULL_DECK, "noise": NOISE_FIRST_16THS}


def test_a_table_that_has_read_nothing_has_counted_timed_and_kept_nothing():
    made = parts(table())
    assert {"Table", "Phase", "Cards", "Chips", "Spot", "Antenna", "Passed"} <= {
        type(p).__name__ for p in made
    }
    for part in made:
        for name, n in numbers(part).items():
            assert name in GIVEN or KNOWN.get(name) == n, (part, name, n)


@pytest.mark.parametrize(("name", "enter", "leave"), [
    ("seat:1", ENTER_HITS, LEAVE_MISSES), ("pot", ENTER_HITS, LEAVE_MISSES), ("pot", 1, 2),
])  # fmt: skip
def test_of_a_loop_just_made_nothing_is_known_but_the_noise_where_it_is_weighed(name, enter, leave):
    ant = Antenna(3, name, enter, leave)
    found = numbers(ant)
    assert (found.pop("enter"), found.pop("leave"), found.pop("index")) == (enter, leave, 3)
    assert found == ({"noise": NOISE_FIRST_16THS} | ({"number": 1} if name == "seat:1" else {}))


MADE, OLD = table(), Tag(b"card", 0)
OLD.home = Track(OLD, MADE.antennas[0], 0)


@pytest.mark.parametrize(("begun", "given"), [
    (lambda: Item(BEGUN), {"t"}), (lambda: Keyed(BEGUN, {}, None), {"t"}),
    (lambda: Tag(b"a", 100), {"value", "share"}), (lambda: Tag(b"a", 0), {"share"}),
    (lambda: Track(OLD, MADE.antennas[0], BEGUN), {"since", "seen"}),
    (lambda: Arrival(MADE.chips, MADE.chips.spots[1], BEGUN), {"t", "last"}),
    (lambda: Departure(MADE.chips, MADE.chips.spots[1], BEGUN), {"t", "last"}),
    (lambda: Deal(MADE.cards, OLD, BEGUN, True), {"t", "latest"}),
    (lambda: Move(MADE.cards, OLD, BEGUN, "seat:1", "muck"), {"t", "last"}),
    (lambda: Gone(MADE.cards, "seat:1", BEGUN), {"t"}),
])  # fmt: skip
def test_what_has_just_begun_says_nothing_of_what_comes(begun, given):
    """Its times are those of now; each reading counts, until some are missed (``share``)."""
    found = numbers(begun())
    assert found == {name: {"value": 100, "share": 256}.get(name, BEGUN) for name in given}
