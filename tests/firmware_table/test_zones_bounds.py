"""Zones: of the antennas that read a tag, which is its home, at each bound."""

import pytest

from firmware.table import phase as ph
from firmware.table.presence import PRESENT, Antenna, Tag, Track, crossing_ms
from firmware.table.values import (
    BESIDE_MUCK_HITS,
    BESIDE_MUCK_MS,
    DOUBLE_HITS,
    SELDOM_READ_MS,
    SHARED_HITS,
    SIDEWAYS_MS,
    SWEPT_HITS,
)
from firmware.table.zones import Zones


class Tracker:
    """A tracker that only remembers; what the reads are weighed by can be set."""

    def __init__(self):
        self.heard = []
        self.transit = self.is_due = self.paying = self.heard_only = False
        self.pulls = True
        self.forward = self.no_bet = False
        self.phase = ph.Phase(6)
        self.phase.now = ph.BETTING
        self.phase.actor = None

    def arrived(self, tag, antenna, t):
        self.heard.append(("arrived", antenna.name, t))

    def left(self, tag, antenna, t):
        self.heard.append(("left", antenna.name, t))

    def stirred(self, tag, antenna, t):
        self.heard.append(("stirred", antenna.name, t))

    def in_transit(self, tag):
        return self.transit

    def due_at(self, antenna):
        return self.is_due

    def unbet(self, zone):
        return self.no_bet

    def pushed_over(self, tag, track):
        return self.forward

    def pays(self):
        return self.paying

    def stray(self, tag):
        return self.heard_only

    def may_pull(self, zone, t):
        return self.pulls

    def look(self, antenna, t):
        self.heard.append(("look", antenna.name, t))

    def double(self, tag, antenna, t):
        self.heard.append(("double", antenna.name, t))

    def emitted(self, *kinds):
        out = [row for row in self.heard if row[0] in kinds]
        del self.heard[:]
        return out


def zones(value=0, zone=None):
    """Zones with one Tracker for all it tells, and a tag."""
    tracker = Tracker()
    tag = Tag(b"t", value)
    tag.zone = zone
    return Zones(tracker, tracker, tracker, tracker.double), tracker, tag


def track(tag, name, since=1000, seen=1500, hits=5, misses=0, lost=0, **fields):
    """A present track of a tag at an antenna of that name."""
    out = Track(tag, Antenna(0, name, 2, 3), since)
    out.state, out.seen, out.hits, out.misses, out.lost = PRESENT, seen, hits, misses, lost
    run = fields.pop("run", 0)
    out.away = (run << 15) | fields.pop("tries", run)
    for key, value in fields.items():
        setattr(out, key, value)
    tag.tracks += (out,)
    return out


def settles(z, tag, at, t=2000):
    return z._may_settle(tag, at, t)


def test_a_tag_read_nowhere_else_settles_and_is_told_from_its_first_read():
    z, tracker, tag = zones()
    at = track(tag, "seat:1")
    z.entered(at)
    assert tag.home is at and tracker.emitted("arrived", "left") == [("arrived", "seat:1", 1000)]
    z.again(at)
    assert tracker.emitted("arrived", "left", "look") == []


def test_a_tag_that_is_missed_or_only_a_candidate_does_not_settle():
    for change in ({"misses": 1}, {"state": 0}):
        z, _, tag = zones()
        assert not settles(z, tag, track(tag, "seat:1", **change))


@pytest.mark.parametrize(("name", "held", "emitted", "first"), [
    ("muck", "seat:1", 3, True), ("muck", "line:1", 3, True), ("muck", "board", 3, False),
    ("muck", None, 3, False), ("muck", "seat:1", 0, False), ("board", "seat:1", 3, False),
])  # fmt: skip
def test_one_read_will_do_for_a_folded_hand_in_the_muck(name, held, emitted, first):
    z, tracker, tag = zones(zone=held)
    tag.nth = emitted
    at = track(tag, name, state=0)
    z.first(at)
    assert (tag.home is at) == first and tracker.emitted("look") == [("look", name, 1500)]


@pytest.mark.parametrize(("missed", "first"), [(0, False), (1, True)])
def test_a_folded_hand_its_seat_still_reads_has_not_gone(missed, first):
    z, _, tag = zones(zone="seat:1")
    tag.nth = 1
    tag.home = track(tag, "seat:1", misses=missed)
    at = track(tag, "muck", state=0)
    z.first(at)
    assert (tag.home is at) == first


@pytest.mark.parametrize(("name", "held", "period", "pays", "first"), [
    ("line:1", "pot", SELDOM_READ_MS, True, True),
    ("line:1", "pot", SELDOM_READ_MS - 1, True, False),
    ("line:1", "line:1", SELDOM_READ_MS, True, False),
    ("line:1", "pot", SELDOM_READ_MS, False, False),
    ("pot", "pot", SELDOM_READ_MS, True, False),
])  # fmt: skip
def test_one_read_will_do_for_a_chip_out_of_the_pot_where_reads_are_seldom(
    name, held, period, pays, first
):
    z, tracker, tag = zones(100, held)
    tracker.paying = pays
    at = track(tag, name, state=0)
    at.antenna.period_ms = period
    z.first(at)
    assert (tag.home is at) == first


@pytest.mark.parametrize("late", [-1, 0, 1])
def test_a_card_in_transit_is_at_rest_when_it_could_have_crossed_the_loop(late):
    z, tracker, tag = zones()
    tracker.transit = True
    at = track(tag, "muck", seen=1000 + crossing_ms("muck") + late)
    assert z._at_rest(tag, at) == (late >= 0) == settles(z, tag, at)


@pytest.mark.parametrize(("value", "ups", "transit", "is_due", "rests"), [
    (0, 0, True, False, False), (100, 0, True, False, True), (0, 2, True, False, True),
    (0, 0, False, False, True), (0, 0, True, True, True), (0, 1, True, False, False),
])  # fmt: skip
def test_only_a_card_just_pitched_to_where_none_is_due_may_be_passing(
    value, ups, transit, is_due, rests
):
    z, tracker, tag = zones(value)
    tag.ups, tracker.transit, tracker.is_due = ups, transit, is_due
    assert z._at_rest(tag, track(tag, "muck", seen=1000)) == rests


@pytest.mark.parametrize(("missed", "moves"), [(0, False), (1, True)])
def test_a_tag_moves_when_its_home_has_missed_it(missed, moves):
    for name in ("board:1", "board:2"):
        z, _, tag = zones()
        tag.home = track(tag, "board:1" if name != "board:1" else "seat:1", misses=missed)
        assert settles(z, tag, track(tag, name)) == moves


@pytest.mark.parametrize(("shared", "run", "moves"), [
    (0, 0, True), (1, SHARED_HITS - 1, False), (1, SHARED_HITS, True),
])  # fmt: skip
def test_where_both_loops_hear_a_tag_it_takes_more_reads(shared, run, moves):
    z, _, tag = zones()
    tag.home = track(tag, "seat:1", misses=1)
    assert settles(z, tag, track(tag, "board:1", shared=shared, run=run)) == moves


@pytest.mark.parametrize(("silent", "run", "tries", "shared", "moves"), [
    (SIDEWAYS_MS, 6, 6, 0, True), (SIDEWAYS_MS - 1, 6, 6, 0, False),
    (SIDEWAYS_MS, 5, 5, 0, False), (SIDEWAYS_MS, 8, 10, 0, True),
    (SIDEWAYS_MS, 7, 9, 0, False), (SIDEWAYS_MS, 11, 11, 1, False),
    (SIDEWAYS_MS, 12, 12, 1, True),
])  # fmt: skip
def test_a_move_next_door_takes_a_long_silence_and_clear_reads(silent, run, tries, shared, moves):
    z, _, tag = zones(zone="seat:1")
    home = tag.home = track(tag, "seat:1", misses=3, hits=9)
    home.silent = 2000 - silent
    at = track(tag, "seat:2", shared=shared, run=run, tries=tries, hits=1, lost=50)
    assert settles(z, tag, at) == moves
    tag.home, tag.left = None, 2000 - silent
    assert settles(z, tag, at) == moves


@pytest.mark.parametrize(("value", "home", "moves"), [
    (0, False, True), (0, True, False), (100, False, False),
])  # fmt: skip
def test_a_hand_pushed_over_its_line_has_gone_there_at_once(value, home, moves):
    z, tracker, tag = zones(zone="seat:1", value=value)
    if value:
        tag.zone = "line:2"
    tracker.forward = True
    if home:
        tag.home = track(tag, "seat:1", misses=1)
    assert settles(z, tag, track(tag, "line:1")) == moves


@pytest.mark.parametrize(("value", "frm", "to", "sideways"), [
    (0, "seat:1", "seat:2", True), (0, "seat:1", "line:1", True), (0, "line:1", "seat:1", True),
    (0, "seat:1", "seat:1", False), (0, None, "seat:1", False), (0, "seat:1", "muck", False),
    (0, "muck", "seat:1", False), (100, "line:1", "line:2", True), (100, "line:1", "pot", False),
    (100, "pot", "line:1", False), (100, "line:1", "line:1", False),
])  # fmt: skip
def test_next_door_is_where_nobody_moves_things(value, frm, to, sideways):
    z, tracker, tag = zones(value)
    assert z._sideways(tag, frm, Antenna(0, to, 2, 3)) == sideways
    tracker.phase.live, tracker.phase.oversized = (
        [1, 2],
        {2: 25},
    )  # change comes from the bets around
    sideways = sideways and (value, to) != (100, "line:2")
    assert z._sideways(tag, frm, Antenna(0, to, 2, 3)) == sideways


@pytest.mark.parametrize(("home", "other", "louder"), [
    ((5, 5), (8, 2), True), ((5, 4), (8, 2), False), ((5, 5), (8, 1), False),
    ((6, 4), (8, 2), False), ((5, 5), (7, 3), False), ((6, 6), (9, 3), True),
])  # fmt: skip
def test_a_loop_that_hears_a_tag_far_better_takes_it_over(home, other, louder):
    z, _, tag = zones(zone="seat:1")
    tag.home = track(tag, "seat:1", hits=home[0], lost=home[1])
    at = track(tag, "seat:2", hits=other[0], lost=other[1])
    assert settles(z, tag, at) == louder


class Fresh:
    fresh = True


@pytest.mark.parametrize(("run", "moves"), [(SHARED_HITS - 1, False), (SHARED_HITS, True)])
def test_a_chip_just_arrived_was_only_heard_next_door_first(run, moves):
    z, _, tag = zones(100, "line:1")
    tag.item, tag.left = Fresh(), 1999
    assert settles(z, tag, track(tag, "line:2", run=run)) == moves


@pytest.mark.parametrize(("pays", "lost", "moves"), [
    (True, 1, True), (False, 1, False), (True, 2, False),  # it is only heard there
])  # fmt: skip
def test_a_chip_of_the_pot_is_on_a_bet_spot_only_when_the_pot_is_paid(pays, lost, moves):
    z, tracker, tag = zones(100, "pot")
    tracker.paying = pays
    tag.home = track(tag, "pot", misses=1)
    assert settles(z, tag, track(tag, "line:1", hits=1, lost=lost, run=1)) == moves
    tag.home = None
    tag.left = 1999
    assert settles(z, tag, tag.tracks[1]) == moves


@pytest.mark.parametrize(("others", "run", "moves"), [
    (0, 0, True), (1, SWEPT_HITS - 1, False), (1, SWEPT_HITS, True),
])  # fmt: skip
def test_a_chip_whose_pile_lies_there_still_was_not_swept(others, run, moves):
    z, _, tag = zones(100, "line:1")
    home = tag.home = track(tag, "line:1", misses=1, seen=1500)
    home.antenna.tracks = [home]
    if others:
        other = Track(Tag(b"o", 100), home.antenna, 0)
        other.tag.home, other.seen = other, 1501
        home.antenna.tracks.append(other)
    pot = track(tag, "pot", run=run)
    assert settles(z, tag, pot) == moves
    if others:
        other.seen = 1500
        assert settles(z, tag, pot)
        other.seen, other.tag.home = 1501, None
        assert settles(z, tag, pot)


@pytest.mark.parametrize(("pulls", "line_misses", "run", "moves"), [
    (True, 1, 0, True), (False, 1, SWEPT_HITS - 1, False), (False, 1, SWEPT_HITS, True),
    (True, 0, SWEPT_HITS - 1, False),
])  # fmt: skip
def test_a_chip_the_pot_hears_out_of_time_or_beside_its_spot_was_not_swept(
    pulls, line_misses, run, moves
):
    z, tracker, tag = zones(100, "line:1")
    tracker.pulls = pulls
    track(tag, "line:1", misses=line_misses, seen=1500)
    assert settles(z, tag, track(tag, "pot", run=run)) == moves


@pytest.mark.parametrize(("run", "silent", "moves"), [
    (1, BESIDE_MUCK_MS - 1, False), (BESIDE_MUCK_HITS, 0, True), (1, BESIDE_MUCK_MS, True),
])  # fmt: skip
def test_a_card_of_the_gathered_deck_the_mouth_hears_beside_it_is_no_deal(run, silent, moves):
    z, _, tag = zones()
    tag.home = track(tag, "muck", misses=1, seen=1500 - silent)
    assert settles(z, tag, track(tag, "mouth:1", run=run)) == moves


@pytest.mark.parametrize(("hits", "lost", "home", "double"), [
    (12, 0, (9, 0), True), (11, 0, (9, 0), False), (13, 0, (9, 0), False), (12, 1, (9, 0), True),
    (12, 2, (9, 0), False), (12, 0, (7, 1), True), (12, 0, (6, 1), False),
])  # fmt: skip
def test_a_tag_two_antennas_read_about_always_is_double_once(hits, lost, home, double):
    z, tracker, tag = zones(zone="board")
    tag.home = track(tag, "board:1", hits=home[0], lost=home[1])
    z.again(track(tag, "seat:1", hits=hits, lost=lost))
    assert bool(tracker.emitted("double")) == double


@pytest.mark.parametrize("names", [("board:1", "mouth:1"), ("mouth:1", "board:1")])
def test_at_the_mouth_no_tag_is_double(names):
    z, tracker, tag = zones()
    tag.home = track(tag, names[0])
    z.again(track(tag, names[1], hits=12))
    assert tracker.emitted("double") == []


@pytest.mark.parametrize(("hits", "lost", "looks"), [
    (11, 0, ["board:1", "seat:1"]), (12, 5, ["board:1"]), (7, 1, ["board:1", "seat:1"]),
    (6, 1, ["board:1"]),
])  # fmt: skip
def test_a_tag_that_may_be_double_is_looked_at_more_closely(hits, lost, looks):
    z, tracker, tag = zones(zone="board")
    tag.home = track(tag, "board:1")
    z.again(track(tag, "seat:1", hits=hits, lost=lost))
    assert [row[1] for row in tracker.emitted("look")] == looks


def test_a_tag_its_home_reads_badly_is_not_looked_at_more_closely_after_twelve_hits():
    z, tracker, tag = zones(zone="board")
    tag.home = track(tag, "board:1", hits=1, lost=9)
    z.again(track(tag, "seat:1", hits=DOUBLE_HITS))
    assert [row[1] for row in tracker.emitted("look", "double")] == ["board:1"]


def test_a_tag_that_enters_elsewhere_has_its_home_looked_at():
    z, tracker, tag = zones(zone="board")
    tag.home = track(tag, "board:1")
    z.entered(track(tag, "seat:1"))
    assert [row[1] for row in tracker.emitted("look")] == ["board:1"]
    tag.home = None
    tracker.transit = True
    z.entered(track(tag, "muck", seen=1000))
    assert [row[1] for row in tracker.emitted("look")] == ["muck"]


def test_a_first_miss_stirs_and_one_elsewhere_does_not():
    z, tracker, tag = zones()
    home = tag.home = track(tag, "seat:1", misses=1)
    home.silent = 1700
    z.missed(home)
    assert tracker.emitted("stirred", "look") == [
        ("look", "seat:1", 1700),
        ("stirred", "seat:1", 1700),
    ]
    z.missed(track(tag, "board:1", misses=1))
    assert tracker.emitted("stirred") == []


def test_a_miss_at_home_moves_a_tag_that_is_read_elsewhere():
    z, tracker, tag = zones()
    home = tag.home = track(tag, "seat:1", misses=1, seen=1400)
    home.silent = 1700
    at = track(tag, "muck")
    z.missed(home)
    assert tag.home is at and tag.read == 1400
    assert tracker.emitted("left", "arrived") == [
        ("left", "seat:1", 1700),
        ("arrived", "muck", 1000),
    ]


def test_a_tag_that_leaves_is_nowhere_or_where_it_is_read_since():
    z, tracker, tag = zones()
    home = tag.home = track(tag, "seat:1", misses=3, seen=1400)
    home.silent = 1700
    z.left(home)
    assert (tag.home, tag.left, tag.read) == (None, 1700, 1400)
    assert tracker.emitted("left", "arrived") == [("left", "seat:1", 1700)]
    z.left(home)
    assert tracker.emitted("left") == []
    tag.home = home
    at = track(tag, "board:1")
    z.left(home)
    assert tag.home is at and tracker.emitted("left", "arrived") == [
        ("left", "seat:1", 1700), ("arrived", "board:1", 1000)
    ]  # fmt: skip


def test_a_tag_that_goes_on_within_its_zone_has_not_left_it():
    z, tracker, tag = zones()
    home = tag.home = track(tag, "board:1", misses=3)
    at = track(tag, "board:2")
    z.left(home)
    assert tag.home is at and tracker.emitted("left", "arrived") == [("arrived", "board:2", 1000)]


@pytest.mark.parametrize(("name", "votes", "looks"), [
    ("mouth:1", (0, 1), 0), ("mouth:2", (1, 0), 1), ("mouth:4", (1, 0), 1), ("mouth:5", (0, 0), 0),
    ("mouth", (0, 0), 0),
])  # fmt: skip
def test_a_read_at_the_mouth_is_a_vote_and_an_unusual_one_wants_more(name, votes, looks):
    z, tracker, tag = zones()
    at = track(tag, name)
    tag.home = at
    z.again(at)
    assert (tag.ups, tag.downs) == votes and len(tracker.emitted("look")) == looks
    tag.value = 100
    z.again(at)
    assert (tag.ups, tag.downs) == votes
