"""Wagers that would be irregular, and bets of which a chip went unread: both sides."""

import pytest

from firmware.table import evidence, late, pulled
from firmware.table import phase as ph
from firmware.table.departures import Departure
from firmware.table.values import (
    BELATED_MS,
    LATE_CENTINATS,
    LEVEL_ROUGH_DWELLS,
    SHADOW_CENTINATS,
    SHADOW_MS,
    STRING_CENTINATS,
    SWEPT_WAIT_MS,
)
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_spots_bounds import arrived

# -- the bet of the last player left ---------------------------------------------------------------


def alone(**change):
    """All others have folded; a chip shows at 6000 ms on the spot of seat 3's bet of 5000 ms."""
    bench = Bench()
    bench.lie("line:3", chip(1, 100), n=2)
    told = bench.chips.spots[3].arrival
    bench.chips.arrival_over(told, 2000)
    bench.order.items = []
    bench.lie("line:3", chip(1, 100), *change.get("chips", (chip(2, 500),)), since=6000, n=2)
    spot = bench.chips.spots[3]
    spot.emitted_t = change.get("emitted", 5000)
    phase = bench.phase
    phase.now, phase.live = change.get("now", ph.SHOWDOWN), change.get("live", [3])
    phase.awarded = change.get("awarded", False)
    spot.arrival.tags[0].frm = change.get("came")
    bench.emitted()
    return bench, spot.arrival, spot


@pytest.mark.parametrize(("change", "own"), [
    ({}, True), ({"emitted": 6000 - BELATED_MS}, True), ({"emitted": 5999 - BELATED_MS}, False),
    ({"came": "pot"}, False), ({"awarded": True}, False), ({"live": [2, 3]}, False),
    ({"chips": (chip(2, 500), chip(3, 500))}, True),
    ({"chips": (chip(2, 500), chip(3, 500), chip(4, 500))}, False),
])  # fmt: skip
def test_a_chip_nobody_had_read_is_of_the_bet_that_lies_there(change, own):
    bench, item, spot = alone(**change)
    assert late.of_own_bet(bench.chips, item, spot) == own
    bench.chips.arrival_over(item, 7000)
    values = [tag.value for tag in item.tags]
    told = bench.emitted("what", "chips", "to")
    assert (("correction", values, "line:3") in told) == own
    assert bool([row for row in told if row[2] == "seat:3"]) != own


@pytest.mark.parametrize(("silent", "leaving", "own"), [
    (False, False, True), (True, True, True), (True, False, False),
])  # fmt: skip
def test_nor_is_it_of_a_bet_that_has_gone(silent, leaving, own):
    bench, item, spot = alone()
    if silent:
        spot.antenna.tracks.remove(bench.tags[chip(1, 100)[0]].tracks[0])
    spot.departure = object() if leaving else None
    assert late.of_own_bet(bench.chips, item, spot) == own


# -- a call by a player who has too little for it ------------------------------------------------


@pytest.mark.parametrize(("change", "total"), [
    ({}, 400), ({"stack": 300}, None), ({"stack": 299}, None),
    ({"stack": 500}, None),  # by two chips, or by one the table does not have
    ({"high": 399}, None), ({"high": 400}, 400), ({"high": 401}, 400),
    ({"lost": 0}, None), ({"all_read": True}, None), ({"gone": True}, None),
    ({"now": ph.DEAL}, None), ({"now": ph.SHOWDOWN}, None),
])  # fmt: skip
def test_one_chip_short_of_all_there_is_a_call_lacks_one_that_goes_unread(change, total):
    """Seat 3 calls with three chips of 100 what it has not got, one of which was missed once."""
    bench, item, ant = little(front={1: change.get("high", 900)})
    bench.phase.now = change.get("now", ph.BETTING)
    bench.phase.stacks = {3: change.get("stack", 400)}
    bench.chips.bearing.all_read = lambda *_: change.get("all_read", False)
    item.tags[0].home.lost = change.get("lost", 1)
    item.gone = [item.tags[0]] if change.get("gone") else []
    pulled.all_in(bench.chips, item)
    assert item.total == total
    assert item.guessed == (total is not None)


@pytest.mark.parametrize(("answer", "told"), [
    (None, [100] * 4), (300, [100] * 3), (350, [100] * 3 + [50]), ("no", [100] * 4),
    (299, [100] * 4), (0, [100] * 4),  # less than was read: it is being pulled in
])  # fmt: skip
def test_it_is_told_so_but_as_the_dealer_has_counted(answer, told):
    bench, item, ant = little(front={1: 900})
    bench.phase.stacks = {3: 400}
    item.tags[0].home.lost = 1
    asked = []
    bench.chips.ask = lambda *args: asked.append(args)
    bench.chips.question(item, item.last)
    if answer:
        asked[0][2](answer, item.last + 500)
    bench.order.remove(item)
    bench.chips.arrival_over(item, item.last + 9000)
    guessed = "medium" if told == [100] * 4 else None  # neither read nor counted
    assert bench.emitted("chips", "confidence")[-1] == (told, guessed)


# -- a wager nobody may make ---------------------------------------------------------------------


def little(*values, seat=3, **phase):
    """Seat 3 raises a bet of 200 by seat 1 to 300, each of its chips being read in each dwell."""
    phase = {"front": {1: 200}, "step": 200, **phase}
    bench, item, ant = arrived(*(values or (100, 100, 100)), seat=seat, **phase)
    bench.phase.blinds = (1, 2, 50, 100)
    ant.t = item.last + bench.chips.gap_of(ant) + SHADOW_MS
    return bench, item, ant


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_it_waits_as_long_as_a_shadow_lasts_and_nobody_is_asked(late_ms, ready):
    bench, item, ant = little()
    assert item.ready(ant.t + late_ms) == ready
    assert bench.emitted("kind") == []


@pytest.mark.parametrize(("level_n", "known", "waits"), [
    (LEVEL_ROUGH_DWELLS - 1, True, True), (LEVEL_ROUGH_DWELLS, True, False),
    (LEVEL_ROUGH_DWELLS, False, True),  # what a chip takes there is not known yet
])  # fmt: skip
def test_not_where_its_loop_has_a_load_to_tell_by(level_n, known, waits):
    bench, item, ant = little()
    bench.chips.bearing.known = lambda _ant: known
    bench.chips.bearing.leans = lambda _ant: False
    ant.agc, ant.level_n = 400, level_n
    assert item._may_grow() == waits
    ant.level_n = LEVEL_ROUGH_DWELLS  # noise looks steady now and then
    assert item._may_grow() == waits
    item.tags[0].home.lost = 1
    assert item._may_grow()


def test_it_does_where_that_is_rather_of_one_more():
    bench, item, ant = little()
    ant.agc, ant.level_n = 400, LEVEL_ROUGH_DWELLS
    bench.chips.bearing.leans = lambda _ant: True
    assert item._may_grow() and item.missed()


def test_not_where_the_load_says_that_all_of_it_is_read():
    bench, item, ant = little()
    bench.chips.bearing.all_read = lambda *_: True
    assert item.ready(item.last + bench.chips.gap_of(ant))


@pytest.mark.parametrize(("lying", "faded"), [(0, 0), (2, 0), (3, 0), (4, 1), (5, 2)])
def test_that_counts_those_its_spot_has_read_and_misses_now(lying, faded):
    """Three chips are read; of one more that was read with them the load is there as before."""
    bench, item, ant = little()
    item.lying, asked = lying, []
    bench.chips.bearing.all_read = lambda *args: asked.append(args) or True
    assert not item._may_grow()
    assert asked == [(ant, SHADOW_CENTINATS, 1, faded)]


@pytest.mark.parametrize(("lost", "silent", "late_ms", "over"), [
    (0, False, 0, False), (0, False, 1, True), (1, False, 1, False), (0, True, 1, False),
])  # fmt: skip
def test_a_chip_read_while_a_shadow_lasts_is_of_that_motion_or_where_others_were_missed(
    lost, silent, late_ms, over
):
    _, item, ant = little()
    item.lying = 3
    ant.tracks[0].lost = lost
    if silent:
        item.tags[0].home = None
    assert item.over(item.tags[1], item.last + SHADOW_MS + late_ms) == over


@pytest.mark.parametrize("front", [{1: 200}, {1: 100}])  # with a bet of 100 a raise like any other
@pytest.mark.parametrize(("score", "takes"), [(-1, True), (0, False), (1, False)])
def test_chips_read_next_go_with_it_also_where_no_load_is_known(monkeypatch, front, score, takes):
    bench, item, _ = little(front=front, step=100)
    bench.phase.blinds, bench.phase.step = (1, 2, 50, 100), 150
    monkeypatch.setattr(evidence, "put_after", lambda *_: STRING_CENTINATS + score)
    assert late.goes_with(bench.chips, item, item) == takes


# -- a bet that was called with more than was read of it -------------------------------------------


def called(total=1200, t=6000, **change):
    """Seat 1 bet and 1,000 were read of it at 4000 ms; seat 3 puts in 1,200, and a chip of 200
    shows on seat 1's spot at ``t``."""
    bench = Bench()
    bench.lie("line:3", chip(1, total), chip(2, 0), since=5000, n=2)
    bench.lie("line:1", chip(3, 200), since=t, n=2)
    item, more = bench.chips.spots[3].arrival, bench.chips.spots[1].arrival
    phase = bench.phase
    phase.front = {1: 1000, **change.get("front", {})}
    phase.blinds, phase.step = (1, 2, 50, 100), change.get("step", 1000)
    phase.acting, phase.owing, phase.said = change.get("acting", 1), [2, 3], change.get("said")
    spot = bench.chips.spots[1]
    spot.antenna.period_ms = 100
    spot.event, spot.emitted_t = {"t": 4000, "chips": [1000]}, change.get("emitted", 4000)
    bench.chips.bearing.unmoved = lambda ant, n: False
    return bench, item, more


@pytest.mark.parametrize(("change", "first"), [
    ({}, True), ({"acting": 2}, True),  # others have acted since
    ({"step": 200}, False),  # a raise anybody may make
    ({"total": 1300}, False), ({"front": {2: 1100}}, False),
    # its loop, read every 100 ms, sees a shadow two dwells longer
    ({"emitted": 5800 - SHADOW_MS}, True), ({"emitted": 5799 - SHADOW_MS}, False),
    ({"said": (1, 1100, 3900)}, False),
    ({"said": (1, 1200, 3900)}, False),  # just a call of what was said
])  # fmt: skip
def test_a_raise_nobody_may_make_called_a_bet_of_which_a_chip_was_unread(change, first):
    bench, item, more = called(**change)
    assert late._called(bench.chips, more, item) == first


def waiting_call(value=200, **change):
    """That call while a chip of the bet may go unread; one of ``value`` is known at the table."""
    bench, item, more = called(**change)
    bench.order.remove(more)
    more.tags, bench.chips.spots[1].arrival = [], None
    bench.chips.tags[chip(3, 200)[0]].value = value
    bench.ant("line:1").period_ms = 100
    bench.phase.live = [1, 2, 3]
    return bench, item


@pytest.mark.parametrize(("change", "waits"), [
    ({}, True), ({"step": 200}, False), ({"value": 100}, False), ({"total": 1300}, False),
    ({"front": {1: 0}}, False),
])  # fmt: skip
def test_a_raise_by_just_one_chip_waits_for_one_the_bet_may_lack(change, waits):
    bench, item = waiting_call(**change)
    until = late.unread_bet(bench.chips, item)
    assert until == (4000 + SHADOW_MS + 200 if waits else 0)


def test_not_where_the_load_of_the_bet_says_that_all_of_it_is_read():
    bench, item = waiting_call()
    bench.chips.bearing.all_read = lambda ant: ant.name == "line:1"
    assert late.unread_bet(bench.chips, item) == 0


@pytest.mark.parametrize(("late_ms", "ready"), [(-1, False), (0, True)])
def test_it_is_told_when_no_shadow_lasts_that_long(late_ms, ready):
    bench, item = waiting_call()
    bench.ant("line:3").agc, item.mute = 400, False
    now = 4000 + SHADOW_MS + 200 + late_ms
    bench.ant("line:3").t = now
    assert item.ready(now) == ready
    assert ready or item.why == "short"


@pytest.mark.parametrize("acting", [1, 2])
def test_the_chip_goes_before_that_call_with_its_bet(monkeypatch, acting):
    bench, item, more = called(acting=acting)
    monkeypatch.setattr(evidence, "put_later", lambda *_: LATE_CENTINATS)
    assert late.raised_first(bench.chips, item)
    assert more.t < item.t
    spot = more.spot
    assert late.came_with(bench.chips, more, spot) == (acting == 1)
    assert late.belated(bench.chips, more, spot) == (acting == 2)


@pytest.mark.parametrize(("left", "first"), [(6000, True), (6001, False)])
def test_so_did_a_raise_pulled_in_before_the_chip_was_read(left, first):
    bench, item, more = called(step=200)
    item.gone = list(item.tags)
    for tag in item.tags:
        tag.left = left
    assert late._called(bench.chips, more, item) == first


@pytest.mark.parametrize(("change", "waits"), [
    ({}, True), ({"front": {1: 1200}}, False), ({"coming": True}, False), ({"gone": True}, False),
    ({"values": (1200,)}, False),  # a big chip calls
])  # fmt: skip
def test_a_raise_pulled_in_that_nobody_has_answered_waits_for_that_chip(change, waits):
    values = change.get("values", (1000, 200))
    bench, item, ant = arrived(*values, front=change.get("front", {1: 1000}), live=[1, 3])
    for tag in item.tags:
        tag.left, tag.zone = 1600, "pot"
        item.gone.append(tag)
    if "coming" in change:
        bench.lie("line:1", chip(5, 200), since=1500, n=2)
    if "gone" in change:
        bench.chips.hand_gone = lambda seat, t: seat == 1
    assert late.unanswered(bench.chips, item) == waits
    assert item.ready(1600 + SWEPT_WAIT_MS - 1) != waits
    assert item.ready(1600 + SWEPT_WAIT_MS)


@pytest.mark.parametrize(("change", "longer"), [
    ({}, 400), ({"found": 1}, 0), ({"bet": 999}, 0), ({"spot": 3}, 0), ({"none": True}, 0),
])  # fmt: skip
def test_so_it_does_until_the_pot_shows_the_bet_which_leaves_later(change, longer):
    """What that bet lacks shows with it."""
    bench, item, _ = arrived(1000, 200, front={1: 1000, 3: 0}, live=[1, 3])
    if change.get("bet"):
        bench.phase.front = {1: 1000, 2: change["bet"]}
    for tag in item.tags:
        tag.left, tag.zone = 1600, "pot"
        item.gone.append(tag)
    spot = bench.chips.spots[change.get("spot", 2 if "bet" in change else 1)]
    if "none" not in change:
        spot.departure = Departure(bench.chips, spot, 2000)
        spot.departure.found = change.get("found", 0)
    until = 1600 + SWEPT_WAIT_MS + longer
    assert not item._swept_whole(until - 1) and item._swept_whole(until)


@pytest.mark.parametrize("coming", [False, True])
def test_what_was_pulled_in_is_told_after_the_chip_it_called_with(coming):
    """Also while the spot of the bet has just read that chip: then it is not unanswered."""
    bench, item, more = called()
    item.gone = list(item.tags)
    for tag in item.tags:
        tag.left, tag.zone = 5500, "pot"
    if not coming:
        bench.order.remove(more)
        bench.chips.spots[1].arrival = None
    assert item._swept_whole(6100) == (not coming and not late.unanswered(bench.chips, item))
    assert (more.t < item.t) == coming
