"""Bet spots whose load is more than was read, and what a table counts before anything is read."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import late, pulled
from firmware.table import phase as ph
from firmware.table.attention import Attention
from firmware.table.bearing import Bearing
from firmware.table.departures import Departure
from firmware.table.order import Item
from firmware.table.passed import Passed
from firmware.table.presence import CANDIDATE, PRESENT, Antenna, Tag, Track
from firmware.table.spots import Arrival, Spot
from firmware.table.values import (
    CHIP_LEAST_16THS,
    FEW_PARTS,
    HEAVY_MS,
    KEPT_TAGS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LOOK_PERIOD_MS,
    NOISE_FIRST_16THS,
    PARTIAL_MS,
    SECOND_MOVE_MS,
    SHADOW_CENTINATS,
    SURELY_CENTINATS,
)
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_spots_bounds import GAP, arrived, departed, quiet


def counted(thing):
    """What an object holds of its own, and by its class, that is a number and not zero."""
    held = {name: getattr(thing, name) for kind in type(thing).__mro__ for name in vars(kind)}
    held.update(vars(thing))
    return {name: n for name, n in held.items() if type(n) is int and n and name[:2] != "__"}


def test_nothing_is_counted_weighed_or_timed_before_anything_was_read():
    bench = Bench()
    ant = bench.ant("line:2")
    spot = Spot(ant)
    assert counted(Spot(bench.ant("line:2"))) == {"seat": 2}
    assert counted(Arrival(bench.chips, spot, 0)) == {}
    assert counted(Departure(bench.chips, spot, 0)) == {}
    assert counted(Tag(b"", 0)) == {"share": 256}
    assert counted(Track(Tag(b"", 0), ant, 0)) == {}
    assert counted(Bearing()) == {}
    plain, weighed = Antenna(0, "muck", 2, 3), Antenna(0, "line:1", 2, 3)
    assert counted(Antenna(0, "burn", 0, 0)) == {"noise": NOISE_FIRST_16THS}
    assert counted(bench.table.presence) == {"tags_max": KEPT_TAGS}
    assert counted(Item(0)) == counted(bench.order) == {}
    over = Passed(bench.order, bench.cards, bench.chips, bench.phase)
    assert counted(over) == {} and over.checked == (0, 0, 0)
    assert counted(Bench(ph.BETWEEN).table) == {}
    assert counted(plain) == {"enter": 2, "leave": 3, "fade_ms": plain.fade_ms}
    fade, noise = weighed.fade_ms, NOISE_FIRST_16THS
    assert counted(weighed) == {
        "number": 1,
        "enter": 2,
        "leave": 3,
        "fade_ms": fade,
        "noise": noise,
    }
    watch = Attention(None, [plain, weighed], None)
    assert counted(watch) == {} and not watch.boosted
    assert watch.base == watch.boost == watch.until == watch.wanted == [0, 0]


# -- a motion whose load is that of more ----------------------------------------------------------


def heavy(evidence_of_more=0, **change):
    """A motion that is over and read, and what its load says of chips nobody has read."""
    bench, item, ant = arrived(100)
    bench.phase.now = change.pop("now", ph.BETTING)
    ant.level_n = change.pop("dwells", LEVEL_SURE_DWELLS)
    asked = []
    bench.chips.ask = change.pop("ask", True)
    bench.chips.question = lambda *args: asked.append(args)
    bench.chips.as_said = lambda _: change.get("as_said", False)
    more = []
    bench.chips.bearing.more = lambda *args: more.append(args) or evidence_of_more
    looks = []
    bench.chips.attention.look = lambda *args: looks.append(args)
    item._weigh = lambda _: None
    item.lying = 1
    return bench, item, ant, asked, more, looks


@pytest.mark.parametrize(("counted_at", "dwells", "weighs"), [
    (0, LEVEL_ROUGH_DWELLS, True), (0, LEVEL_ROUGH_DWELLS - 1, False),
    (1, LEVEL_ROUGH_DWELLS, False), (1, LEVEL_ROUGH_DWELLS - 1, False),
])  # fmt: skip
def test_a_motion_is_weighed_once_its_load_is_known_roughly_and_nobody_has_counted(
    counted_at, dwells, weighs
):
    bench, item, ant, _, more, _ = heavy(dwells=dwells)
    item.counted = counted_at
    quiet(bench, ant, 1000 + GAP)
    assert item.ready(1000 + 2 * GAP) == (not counted_at)
    assert more == ([(ant, ant.level, 0)] if weighs else [])


@pytest.mark.parametrize(("lying", "new"), [(0, 0), (1, 0), (2, -1), (4, -3)])
def test_chips_that_were_read_and_have_faded_are_held_against_it(lying, new):
    bench, item, ant, _, more, _ = heavy()
    item.lying = lying
    quiet(bench, ant, 1000 + GAP)
    item.ready(1000 + GAP)
    assert more == [(ant, ant.level, new)]


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_a_load_of_more_is_looked_at_for_so_long(late_ms, ready):
    bench, item, ant, asked, _, looks = heavy(SURELY_CENTINATS - 1)
    now = 1000 + GAP + HEAVY_MS + late_ms
    quiet(bench, ant, now)
    assert item.ready(now) == ready
    assert looks == [(ant, now, 2 * LOOK_PERIOD_MS)] and item.heavy_ms == now
    assert ready or (item.why, item.until) == ("heavy", 1000 + GAP + HEAVY_MS)
    assert asked == []


def test_but_not_where_it_is_what_was_said():
    bench, item, ant, asked, _, looks = heavy(SURELY_CENTINATS, as_said=True)
    quiet(bench, ant, 1000 + GAP)
    assert item.ready(1000 + GAP)
    assert (item.heavy_ms, asked, looks) == (None, [], [])


@pytest.mark.parametrize(("more", "change", "asks"), [
    (SURELY_CENTINATS, {}, True), (SURELY_CENTINATS - 1, {}, False),
    (SURELY_CENTINATS, {"dwells": LEVEL_SURE_DWELLS - 1}, False),
    (SURELY_CENTINATS, {"dwells": LEVEL_SURE_DWELLS + 1}, True),
    (SURELY_CENTINATS, {"ask": None}, False), (SURELY_CENTINATS, {"now": ph.DEAL}, False),
])  # fmt: skip
def test_the_dealer_is_asked_what_a_load_surely_of_more_is(more, change, asks):
    bench, item, ant, asked, _, _ = heavy(more, **change)
    if change.get("now") == ph.DEAL:
        bench.chips.lacking = lambda *_: False
    now = 1000 + GAP + HEAVY_MS
    quiet(bench, ant, now)
    item.ready(now)
    assert asked == ([(item, now)] if asks else [])


@pytest.mark.parametrize(("missed", "kept"), [(0, 300), (1, 300), (2, 120), (3, 120)])
def test_what_a_load_says_is_kept_as_it_was_while_most_of_the_chips_were_read(missed, kept):
    bench, item, ant = arrived(100, 100, 25)
    ant.level_n = LEVEL_SURE_DWELLS
    item._weigh = lambda _: None
    item.heavy = 120
    bench.chips.bearing.more = lambda *_: 300
    bench.chips.gap_of = lambda _: GAP
    quiet(bench, ant, 1000 + GAP)
    for tag in item.tags[:missed]:
        tag.home.misses = 1
    bench.chips.lacking = lambda *_: False
    item.ready(1000 + GAP)
    assert item.heavy == kept


@pytest.mark.parametrize(("more", "counted_at", "sure"), [
    (0, 0, None), (SHADOW_CENTINATS - 1, 0, None), (SHADOW_CENTINATS, 0, "medium"),
    (SURELY_CENTINATS, 0, "medium"), (SURELY_CENTINATS, 1, None),
])  # fmt: skip
def test_a_wager_is_told_unsure_where_its_load_was_rather_of_more_and_nobody_has_counted(
    more, counted_at, sure
):
    bench, item, _ = arrived(100, 25)
    item.heavy, item.counted = more, counted_at
    bench.chips._emit_motion(item, item.spot, [100, 25], [])
    assert bench.events[-1].get("confidence") == sure
    assert bench.events[-1]["chips"] == [100, 25] and item.spot.event is bench.events[-1]


@pytest.mark.parametrize(("unsettled", "late_ms", "ready"), [
    (True, -1, False), (True, 0, True), (False, -1, True),
])  # fmt: skip
def test_a_load_that_will_soon_be_known_is_waited_for(unsettled, late_ms, ready):
    bench, item, ant, _, _, _ = heavy()
    bench.chips.bearing.unsettled = lambda _: unsettled
    now = 1000 + 2 * GAP + late_ms
    quiet(bench, ant, now)
    assert item.ready(now) == ready
    assert ready or (item.why, item.until) == ("load", 1000 + 2 * GAP)


@pytest.mark.parametrize(("once", "period", "until"), [
    (0, 1000, 1000 + 2 * GAP), (1300, 1000, 2800), (1300, 101, 1000 + 2 * GAP),
])  # fmt: skip
def test_a_chip_read_once_is_waited_for_until_its_loop_has_been_read_again(once, period, until):
    bench, item, ant, _, _, _ = heavy()
    item.spot.doubtful, item.spot.read_once = lambda: True, lambda: once
    bench.chips.gap_of = lambda _: GAP
    ant.period_ms = period
    for late_ms, ready in ((-1, False), (0, True)):
        quiet(bench, ant, until + late_ms)
        assert item.ready(until + late_ms) == ready
        assert ready or (item.why, item.until) == ("doubtful", until)


@pytest.mark.parametrize(("lost", "lies", "waits"), [
    (False, False, True), (True, False, False), (False, True, False), (True, True, False),
])  # fmt: skip
def test_a_motion_all_of_which_went_is_told_by_the_pot_but_for_what_lies_there(lost, lies, waits):
    bench, item, ant, _, _, _ = heavy()
    said = []
    item._swept_whole = lambda now: said.append(now) or True
    item._few_lost, item.lies, item.lay = lambda: lost, lambda: lies, lambda _: True
    item.gone = list(item.tags)
    quiet(bench, ant, 1000 + GAP)
    item.ready(1000 + GAP)
    assert said == ([1000 + GAP] if waits else [])


@pytest.mark.parametrize(("lacks", "asked"), [(None, True), (False, False)])
def test_only_more_than_a_call_may_raise_a_bet_read_in_part(monkeypatch, lacks, asked):
    bench, item, ant, _, _, _ = heavy()
    said = []
    monkeypatch.setattr(late, "raised_first", lambda *args: said.append(args) or True)
    bench.chips.lacking = lambda *_: lacks
    quiet(bench, ant, 1000 + GAP)
    assert item.ready(1000 + GAP) != asked
    assert bool(said) == asked


@pytest.mark.parametrize(("left", "gone", "last"), [
    (0, False, 0), (0, True, 1000), (900, True, 900), (900, False, 900),
])  # fmt: skip
def test_when_the_last_had_come_before_some_left_is_kept(left, gone, last):
    _, item, _ = arrived(100)
    item.left_last = left
    item.gone = list(item.tags) if gone else []
    item.join(Tag(b"x", 25), 1200)
    assert (item.left_last, item.last) == (last, 1200)


@pytest.mark.parametrize(("gone", "read", "vanishing"), [
    (0, 0, True), (0, 1, False), (1, 0, True), (2, 0, False),
])  # fmt: skip
def test_chips_vanish_of_which_none_is_read_and_some_are_said_to_lie_there(gone, read, vanishing):
    _, item, _ = arrived(100, 100)
    item.gone = item.tags[:gone]
    for tag in item.tags[read:]:
        tag.home.misses = 1
    assert item._vanishing() == vanishing


# -- chips that have left -------------------------------------------------------------------------


@pytest.mark.parametrize(("reads", "kept"), [(None, 0), (7, 7)])
def test_readings_of_the_pot_are_counted_from_when_they_fell_silent(monkeypatch, reads, kept):
    monkeypatch.setattr(pulled, "pot_reads", lambda _: reads)
    bench, item, _ = departed(lying=1)
    assert item.reads == kept
    item.reads = 99
    assert not item.ready(5001)
    assert (item.why, item.reads) == ("silent", kept)


@pytest.mark.parametrize(("back", "period", "wait"), [
    (300, 100, 400), (400, 100, 400), (500, 100, 500), (300, 1000, 4000),
])  # fmt: skip
@pytest.mark.parametrize("undecided", [False, True])
def test_without_a_pots_loop_they_are_back_after_four_readings_of_their_spot(
    monkeypatch, back, period, wait, undecided
):
    monkeypatch.setattr(pulled, "heaped", lambda: Of(gathered=lambda *_: False))
    bench, item, _ = departed(2)
    item._back_ms, item._undecided = lambda: back, lambda _: undecided
    item.patience, item._read_again = lambda: 0, lambda: False
    item.spot.antenna.period_ms = period
    assert not item.ready(5000 + wait - 1) and (item.why, item.until) == ("back", 5000 + wait)
    assert item.ready(5000 + wait) != undecided


@pytest.mark.parametrize("undecided", [False, True])
def test_with_one_they_are_back_when_it_has_not_shown_them_and_they_were_silent(
    monkeypatch, undecided
):
    monkeypatch.setattr(pulled, "heaped", lambda: Of(gathered=lambda *_: False))
    monkeypatch.setattr(pulled, "pot_reads", lambda _: 1000)
    bench, item, _ = departed(2)
    item.reads = 0
    item._back_ms, item._undecided = lambda: 300, lambda _: undecided
    item.patience, item._read_again = lambda: 0, lambda: False
    assert not item.ready(5299) and (item.why, item.until) == ("back", 5300)
    assert item.ready(5300) != undecided


def test_the_pot_is_looked_at_twice_as_seldom_as_what_stirs(monkeypatch):
    monkeypatch.setattr(pulled, "pot_reads", lambda _: 0)
    monkeypatch.setattr(pulled, "heaped", lambda: Of(gathered=lambda *_: False))
    bench, item, _ = departed(2)
    looks = []
    bench.chips.attention.look = lambda *args: looks.append(args)
    item.patience, item._read_again = lambda: 0, lambda: False
    assert not item.ready(6000)
    assert looks == [(pot, 6000, 2 * LOOK_PERIOD_MS) for pot in bench.chips.pots]


@pytest.mark.parametrize(("follow", "since", "asked", "undecided"), [
    (False, False, False, False), (True, False, False, True), (False, True, False, True),
    (False, False, True, True),
])  # fmt: skip
def test_where_chips_went_is_open_while_others_may_follow_or_the_round_has_ended(
    monkeypatch, follow, since, asked, undecided
):
    monkeypatch.setattr(pulled, "regular", lambda *_: False)
    monkeypatch.setattr(pulled, "back_asked", lambda *_: asked)
    monkeypatch.setattr(pulled, "heaped", lambda: Of(may_follow=lambda *_: follow))
    _, item, _ = departed(2)
    item._over_since = lambda _: since
    assert item._undecided(9000) == undecided
    item.heaped = True
    assert not item._undecided(9000)


@pytest.mark.parametrize(("found", "again", "stale"), [
    (0, False, True), (0, True, False), (1, True, True), (1, False, True),
])  # fmt: skip
def test_chips_read_again_on_their_spot_are_not_given_up(found, again, stale):
    bench, item, _ = departed(2)
    item.found = found
    item._read_again, item._undecided = lambda: again, lambda _: False
    item.patience = item._back_ms = lambda: 0
    assert bool(item.stale(5000 + bench.chips.resolve_ms)) == stale
    assert not item.stale(4999 + bench.chips.resolve_ms)


@pytest.mark.parametrize(("part", "faint", "late_ms", "fades"), [
    (0, True, 10**6, True), (0, False, 0, False), (0, False, -1, True),
    (-1, True, 0, False), (-1, True, -1, True), (1, True, 0, True),
])  # fmt: skip
@pytest.mark.parametrize("n", [1, 2])
def test_few_of_a_pile_read_badly_fade_as_long_as_it_lies_there(n, part, faint, late_ms, fades):
    _, item, _ = departed(n, lying=n * FEW_PARTS + part)
    item.spot.faint, item.weighed_off = lambda: faint, lambda: False
    assert item.fades(5000 + PARTIAL_MS + late_ms) == fades


@pytest.mark.parametrize(("since_ms", "fades"), [(PARTIAL_MS - 1, True), (PARTIAL_MS, False)])
def test_a_chip_read_once_more_lay_there_till_then(since_ms, fades):
    """What lies at an edge is read now and then: each read shows that nobody has taken it."""
    _, item, _ = departed(1, lying=2)
    item.spot.faint, item.weighed_off = lambda: False, lambda: False
    ant = item.spot.antenna
    track = type("Track", (), {"tag": item.tags[0], "seen": 9000, "misses": 0})()
    ant.tracks.append(track)
    assert item.fades(5000 + PARTIAL_MS)  # read just now: more readings will tell
    ant.tracks.remove(track)
    assert item.fades(9000 + since_ms) == fades


# -- the load of a spot ---------------------------------------------------------------------------


@pytest.mark.parametrize(("change", "level"), [
    ({}, 6000), ({"value": 0}, 0), ({"value": 1}, 6000), ({"zone": "seat:3"}, 0),
    ({"item": object()}, 0), ({"tags": 3}, 0), ({"dwells": LEVEL_ROUGH_DWELLS - 1}, 0),
    ({"dwells": LEVEL_ROUGH_DWELLS}, 6000), ({"card": True}, 6000),
])  # fmt: skip
def test_the_load_with_what_was_told_is_known_where_just_that_lies_there(change, level):
    _, item, ant = arrived(100, 100)
    for tag in item.tags:
        tag.zone, tag.item = "line:3", None
    tag = item.tags[0]
    tag.value = change.get("value", 100)
    tag.zone, tag.item = change.get("zone", tag.zone), change.get("item")
    ant.level, ant.level_tags = 6000, change.get("tags", 2)
    if change.get("card"):  # shown over the line
        shown = Tag(b"c", 0)
        shown.zone = "line:3"
        ant.tracks.append(Track(shown, ant, 1000))
    ant.level_n = change.get("dwells", LEVEL_SURE_DWELLS)
    assert item.spot.level_emitted() == level


def weighing(**change):
    """A spot with two chips told at 1000, read at 3000: ``(spot, whom it has taught)``."""
    bench, item, ant = arrived(100, 100)
    spot = item.spot
    spot.arrival = None
    for tag in item.tags:
        tag.zone, tag.item = "line:3", None
    ant.t, ant.level, ant.level_tags, ant.noise = 3000, 6000, 2, 8
    ant.level_n = LEVEL_SURE_DWELLS
    spot.weighed, spot.emitted_t = False, 1000
    for name, value in change.items():
        setattr(spot, name, value)
    taught = []
    spot.teach = taught.append
    return bench, spot, taught


@pytest.mark.parametrize(("change", "kept"), [
    ({}, True), ({"weighed": True}, False),  # known as well as it will be
    ({"weighed": True, "level": 5991}, True), ({"weighed": True, "level": 5992}, False),
    ({"weighed": True, "level": 5984, "level_n": LEVEL_SURE_DWELLS}, True),
    ({"weighed": True, "level": 1}, True),
])  # fmt: skip
def test_a_load_is_taken_anew_where_it_is_less_by_more_than_it_may_be_off(change, kept):
    bench, spot, taught = weighing(**change)
    spot.weigh(bench.chips.bearing)
    assert (spot.level == 6000) == kept and bool(taught) == kept


@pytest.mark.parametrize(("level_n", "off"), [
    (LEVEL_SURE_DWELLS, 8), (2 * LEVEL_SURE_DWELLS, 4),
])  # fmt: skip
def test_a_mean_of_more_dwells_is_off_by_less(level_n, off):
    for less, kept in ((off, False), (off + 1, True)):
        bench, spot, _ = weighing(weighed=True)
        spot.antenna.level_n, spot.level = level_n, 6000 - less
        spot.weigh(bench.chips.bearing)
        assert (spot.level == 6000) == kept


@pytest.mark.parametrize(("t", "level_n", "level", "then"), [
    (999 + SECOND_MOVE_MS, LEVEL_SURE_DWELLS, 6004, (6004, False)),
    (1000 + SECOND_MOVE_MS, LEVEL_SURE_DWELLS, 6004, (6004, True)),
    (999 + SECOND_MOVE_MS, LEVEL_SURE_DWELLS - 1, 6004, (6000, False)),
    (999 + SECOND_MOVE_MS, LEVEL_SURE_DWELLS, 0, (6000, False)),
    (1000 + SECOND_MOVE_MS, LEVEL_SURE_DWELLS, 5996, (6000, True)),
])  # fmt: skip
def test_a_load_is_sure_once_the_hand_that_put_it_there_has_gone(t, level_n, level, then):
    bench, spot, taught = weighing()
    spot.antenna.t, spot.level, spot.level_n = t, level, level_n
    spot.weigh(bench.chips.bearing)
    assert (spot.level, spot.weighed) == then
    known = then == (6004, False)
    assert bool(taught) != known


@pytest.mark.parametrize(("kept", "level_n", "taken"), [
    (5996, 1, True), (5996, LEVEL_SURE_DWELLS, True), (6004, LEVEL_SURE_DWELLS - 1, True),
    (6004, LEVEL_SURE_DWELLS, False), (6000, LEVEL_SURE_DWELLS, False),
])  # fmt: skip
def test_more_load_than_is_known_surely_is_that_of_a_hand(kept, level_n, taken):
    bench, spot, _ = weighing()
    spot.level, spot.level_n, spot.lying = kept, level_n, 9
    spot.weigh(bench.chips.bearing)
    assert (spot.lying == 2) == taken and spot.level == (6000 if taken else kept)


@pytest.mark.parametrize(("reads", "seen"), [
    ((), 0), (((CANDIDATE, 100, 0, 1500),), 1500), (((PRESENT, 100, 0, 1500),), 0),
    (((CANDIDATE, 0, 0, 1500),), 0), (((CANDIDATE, 100, 1, 1500),), 0),
    (((CANDIDATE, 100, 0, 1500), (CANDIDATE, 25, 0, 1600), (CANDIDATE, 5, 0, 1400)), 1600),
])  # fmt: skip
def test_a_chip_read_once_is_told_by_the_last_of_them(reads, seen):
    bench = Bench()
    spot = bench.chips.spots[2]
    for n, (state, value, misses, t) in enumerate(reads):
        track = Track(Tag(chip(n)[0], value), spot.antenna, t)
        track.state, track.misses = state, misses
        spot.antenna.tracks.append(track)
    assert spot.read_once() == seen


@pytest.mark.parametrize(("kept", "noise", "taken"), [
    (6000 + CHIP_LEAST_16THS, 8, True), (6001 + CHIP_LEAST_16THS, 8, False),
    (6048, 48, True), (6049, 48, False),  # no more than so few dwells may be off
])  # fmt: skip
def test_a_chips_load_that_came_after_the_motion_is_not_taken_for_that_of_its_chips(
    kept, noise, taken
):
    bench, spot, taught = weighing()
    spot.level, spot.level_n, spot.lying = kept, LEVEL_SURE_DWELLS - 1, 9
    spot.antenna.noise = noise
    spot.weigh(bench.chips.bearing)
    assert (spot.level, spot.lying) == ((6000, 2) if taken else (kept, 9))
    assert bool(taught) == taken


def test_a_load_not_kept_yet_is_taken_whatever_it_is():
    bench, spot, taught = weighing()
    spot.level, spot.level_n = 0, 0
    spot.weigh(bench.chips.bearing)
    assert spot.level == 6000 and taught
