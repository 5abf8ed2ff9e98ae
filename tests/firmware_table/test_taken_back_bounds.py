"""Chips found nowhere in mid-round: the dealer is asked before they are told as taken back."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import changes, late, pulled
from firmware.table import phase as ph
from firmware.table.presence import Track
from firmware.table.values import (
    ASK_MS,
    CHIP_LEAST_16THS,
    HAND_MOST_16THS,
    LEVEL_MEAN_DWELLS,
    LEVEL_ROUGH_DWELLS,
    PARTIAL_MS,
    SURELY_CENTINATS,
)
from tests.firmware_table.test_spots_bounds import departed

NOW = 12_000


def silent(n=1, lying=0, high=100, known=None, **change):
    """Seat 3 has bet, chips of it are read nowhere; seat 1 has bet ``high`` and seat 2 is due.
    ``known``: what the load says of more than is read."""
    bench, item, tags = departed(n, lying=lying)
    phase = bench.phase
    phase.now, phase.owing = change.get("now", ph.BETTING), [2]
    phase.front = {3: 100 * (n + lying), 1: high}
    phase.stacks = {3: change.get("stack", 10_000)}
    bench.chips.bearing.load_says_more = lambda ant: known
    item.weighed_off = lambda: change.get("off", False)
    item.found = change.get("found", 0)
    item.expect = change.get("expect", [])
    if "ask" in change:
        bench.chips.ask = None
    return bench, item, tags


@pytest.mark.parametrize(("change", "amount"), [
    ({}, 0), ({"n": 2, "high": 300}, 0), ({"n": 1, "lying": 2, "high": 201}, 200),
    ({"n": 1, "lying": 2, "high": 200}, None),  # it calls without them: swapped
    ({"n": 1, "lying": 2, "high": 199}, 200), ({"n": 1, "lying": 2, "high": 0}, 200),
    ({"n": 1, "lying": 2, "high": 300, "stack": 200}, None),  # and so it does all-in
    ({"n": 1, "lying": 2, "high": 300, "stack": 201}, 200),
    ({"known": False}, None), ({"known": True}, 0), ({"off": True}, None), ({"found": 1}, None),
    ({"ask": None}, None),
    ({"expect": [100]}, None), ({"now": ph.SHOWDOWN}, None), ({"now": ph.DEAL}, None),
])  # fmt: skip
def test_the_dealer_is_asked_what_lies_there_where_no_load_tells(change, amount):
    bench, item, _ = silent(**change)
    assert pulled.back_asked(bench.chips, item, NOW) == (amount is not None)
    want = [("chips_unread", 3, amount)] if amount is not None else []
    assert bench.emitted("kind", "seat", "amount") == want
    assert not pulled.back_asked(bench.chips, item, NOW + 8)  # once


@pytest.mark.parametrize(("value", "lie"), [
    (299, False), (300, True), (400, True), (0, False), ("no", False),
])  # fmt: skip
def test_they_lie_there_where_all_of_the_bet_does(value, lie):
    bench, item, tags = silent(n=2, lying=1, high=300)
    asked = []
    bench.chips.ask = lambda *args: asked.append(args)
    assert pulled.back_asked(bench.chips, item, NOW)
    asked[0][2](value, NOW + 1000)
    assert (item.tags == []) == lie
    assert [tag.item is None for tag in tags[:2]] == [lie, lie]
    assert {tag.zone for tag in tags} == {"line:3"}
    assert item.asked_until == -1
    bench.chips.departure_over(item, NOW + 1000)
    assert bench.emitted("to", "confidence") == ([] if lie else [("seat:3", None)])


@pytest.mark.parametrize(("until", "confidence"), [(0, None), (-1, None), (NOW, "medium")])
def test_it_is_less_sure_where_nobody_has_answered(until, confidence):
    bench, item, _ = silent(n=2, lying=1, high=300)
    item.asked_until = until
    bench.chips.departure_over(item, NOW + 1000)
    assert bench.emitted("to", "confidence") == [("seat:3", confidence)]


def test_they_wait_for_the_answer_and_are_told_without_one():
    bench, item, _ = silent()
    item.asked_until = NOW + ASK_MS
    item.patience = item._back_ms = lambda: 0
    item.last = 5000
    assert not item.ready(NOW + ASK_MS - 1) and item.why == "asked"
    assert not item.stale(NOW + ASK_MS - 1)
    item._undecided = lambda now: False
    assert item.stale(NOW + ASK_MS)


def roughly(n=4, lying=2, rise=256, **change):
    """Chips of 64 have gone from a spot of which no load was kept but the rough one as its motion
    was told, of three dwells; it has risen by ``rise`` since."""
    bench, item, _ = departed(n, lying=lying)
    spot, ant = item.spot, item.spot.antenna
    bench.phase.now, bench.phase.owing, bench.phase.front = ph.BETTING, [2], {3: 600, 1: 100}
    bench.chips.bearing.chip_load = change.get("per_chip", 64)
    bench.chips.bearing.known = lambda ant: False
    spot.level, spot.load_before, spot.level_n = 0, change.get("was", 6000), LEVEL_ROUGH_DWELLS
    spot.lying, spot.weighed = n + lying, False
    ant.agc, ant.empty, ant.noise = change.get("agc", 400), 6400, 8
    ant.level = ant.quick = 6000 + rise
    ant.level_n = change.get("dwells", LEVEL_MEAN_DWELLS)
    return item


@pytest.mark.parametrize(("change", "gone"), [
    ({}, True), ({"rise": 204}, True), ({"rise": 203}, False),  # else rather a hand's
    ({"rise": HAND_MOST_16THS}, False), ({"rise": 0}, False), ({"rise": -256}, False),
    ({"n": 1, "rise": 64}, False), ({"n": 1, "rise": 256}, False),  # a hand takes as much
    ({"n": 2, "rise": 128}, False), ({"n": 2, "rise": 256}, False), ({"n": 3, "rise": 192}, True),
    ({"was": 0}, False),  # none was kept, or some have left it since
    ({"agc": 0}, False),
    ({"dwells": LEVEL_ROUGH_DWELLS}, True), ({"dwells": LEVEL_ROUGH_DWELLS - 1}, False),
    ({"per_chip": 0}, True), ({"per_chip": CHIP_LEAST_16THS - 1}, False),
])  # fmt: skip
def test_several_chips_have_gone_by_a_rough_load_that_has_risen_by_more_than_a_hands(change, gone):
    assert roughly(**change).weighed_off() == gone


def test_a_load_that_was_kept_says_it_by_itself(monkeypatch):
    item = roughly()
    assert item.weighed_off()
    monkeypatch.setattr(changes, "has_gone", lambda *_: False)
    item.spot.level, item.spot.weighed = 6000, True
    assert not item.weighed_off()
    item.spot.level = item.spot.load_before = 0
    assert not item.weighed_off()


def small(rise, per_chip, lying=1, noise=8):
    """A lone chip of seat 3, kept with its load, which has since risen by ``rise`` 16ths."""
    item = roughly(n=1, lying=0, rise=rise, per_chip=per_chip)
    item.spot.level, item.spot.level_n, item.spot.weighed = 6000, LEVEL_MEAN_DWELLS, True
    item.spot.lying, item.spot.antenna.noise = lying, noise
    return item


@pytest.mark.parametrize(("rise", "per_chip", "gone"), [
    (0, 27, False), (-8, 27, False), (27, 27, True), (40, 27, True), (14, 27, None),
    (0, CHIP_LEAST_16THS - 1, False), (0, CHIP_LEAST_16THS, False),
    (0, CHIP_LEAST_16THS + 1, False),
    (0, 6, None), (6, 6, None),  # so little is lost in the noise
])  # fmt: skip
def test_chips_that_load_little_have_gone_by_what_they_are_known_to_take(rise, per_chip, gone):
    assert changes.has_gone(small(rise, per_chip).chips, small(rise, per_chip)) is gone


def test_chips_that_load_little_lie_there_by_their_load_though_the_loop_seems_bare():
    item = small(0, 27)
    item.chips.bearing.known = lambda ant: True
    item.chips.bearing.all_read = lambda *args: True  # by an empty loop that has followed the chip
    assert not item.weighed_off()
    gone = small(27, 27)
    gone.chips.bearing.known = lambda ant: True
    gone.chips.bearing.all_read = lambda *args: True
    assert gone.weighed_off()


def test_a_guess_of_what_a_chip_takes_is_no_less_than_one_does():
    item = small(0, 0)
    for takes, told in ((CHIP_LEAST_16THS - 1, None), (CHIP_LEAST_16THS, False)):
        item.spot.antenna.empty = item.spot.level + takes
        assert changes.has_gone(item.chips, item) is told


@pytest.mark.parametrize("found", [0, 4])
def test_nothing_is_weighed_against_that_load_once_chips_have_left(found):
    item = roughly()
    item.found = found
    item.chips.departure_over(item, 9000)
    assert item.spot.load_before == 0
    item.spot.load_before = 6000
    item.tags = []  # all were read again
    item.chips.departure_over(item, 9100)
    assert item.spot.load_before == 6000


def read_anew(**change):
    """Seat 3 had 200 in front, of which two chips were told to be taken back at 5000; what comes to
    its spot at 9000: ``(bench, item, spot)``."""
    bench, departure, tags = departed(2)
    spot, phase = departure.spot, bench.phase
    phase.now, phase.front = change.get("now", ph.BETTING), {3: 0, 1: change.get("high", 300)}
    phase.last_deal = change.get("dealt", 5000)
    spot.total, spot.event = change.get("total", 200), {"t": 2000, "chips": [100, 100]}
    spot.taken_t, spot.taken_off = change.get("taken", 5000), change.get("off", False)
    for tag in tags:
        tag.value, tag.frm, tag.left = 100, "seat:3", 9000 - change.get("away", PARTIAL_MS)
    if "frm" in change:
        tags[1].frm = change["frm"]
    return bench, Of(tags=tags[: change.get("n", 2)], t=9000), spot


@pytest.mark.parametrize(("change", "just"), [
    ({}, True), ({"away": PARTIAL_MS + 1}, False), ({"n": 1}, False), ({"total": 300}, False),
    ({"frm": None}, False), ({"frm": "pot"}, False), ({"taken": 0}, False),
    ({"dealt": 5001}, False), ({"now": ph.SHOWDOWN}, False), ({"off": True}, True),
    ({"high": 200}, True), ({"high": 199}, False), ({"high": 0}, False),  # it was a raise, a bet
])  # fmt: skip
def test_just_the_chips_that_were_taken_back_are_read_anew(change, just):
    bench, item, spot = read_anew(**change)
    assert late.just_those(bench.chips, item, spot) == just


def test_a_raise_that_is_one_without_them_is_still_the_same():
    bench, item, spot = read_anew(high=100, total=350)
    bench.phase.front[3] = 150
    assert late.just_those(bench.chips, item, spot)
    bench.phase.front[3], spot.total = 100, 300
    assert not late.just_those(bench.chips, item, spot)


@pytest.mark.parametrize(("just", "off", "came", "about"), [
    (True, False, False, 5000), (True, True, True, 5000), (True, True, False, 0),
    (False, False, True, 2000), (False, False, False, 0),
])  # fmt: skip
def test_chips_that_lay_there_were_not_taken_back(monkeypatch, just, off, came, about):
    """``off``: the load had said that they were gone; ``came``: they are of the motion before."""
    bench, item, spot = read_anew(off=off)
    monkeypatch.setattr(late, "just_those", lambda *_: just)
    monkeypatch.setattr(late, "belated", lambda *_: came)
    bench.events.clear()
    assert late.corrected(bench.chips, item, spot, [100, 100], 9500) == bool(about)
    told = bench.emitted("what", "seat", "chips", "to", "about")
    assert told == ([("correction", 3, [100, 100], "line:3", about)] if about else [])
    assert spot.taken_t == (0 if about == 5000 else 5000)


@pytest.mark.parametrize(("uncalled", "off", "taken"), [
    (False, False, True), (False, True, True), (True, False, False),
])  # fmt: skip
def test_it_is_kept_when_chips_were_taken_back(uncalled, off, taken):
    bench, item, _ = silent(n=1)
    item.weighed_off = lambda: off
    bench.events.clear()
    late.taken_back(bench.chips, item, item.spot, [100], uncalled)
    ((what, frm, to, t),) = bench.emitted("what", "from", "to", "t")
    assert (what, frm, to) == ("chips_move", "line:3", "seat:3")
    assert (item.spot.taken_t, item.spot.taken_off) == (t if taken else 0, off)


# -- one of them is read again where it lay


def one_lies(lying=1, briefly=None, elsewhere=False, found=0):
    """Two chips of seat 3 were lost at 5000 ms, a third at 6500; that one lies there again by two
    reads at 8000. ``briefly``: when the loop has read another of the two once since."""
    bench, item, tags = departed(2, lying=lying + 1)
    ant = item.spot.antenna
    third = tags[2]
    ant.tracks.remove(third.home)
    third.home, third.tracks = None, ()
    bench.chips.left(third, ant, 6500)
    assert third.item is item and item.last == 6500
    if briefly is not None:
        tags[0].brief, tags[0].brief_t = bench.ant("pot") if elsewhere else ant, briefly
    item.last, item.found = 8000, found  # its read anew
    bench.chips._onto(third, item.spot, 8000)
    assert third.item is None and third not in item.tags
    return item


@pytest.mark.parametrize(("briefly", "elsewhere", "last"), [
    (None, False, 5000), (7000, False, 7000), (7000, True, 5000), (4000, False, 5000),
])  # fmt: skip
def test_the_others_are_silent_since_they_were_read_themselves(briefly, elsewhere, last):
    item = one_lies(briefly=briefly, elsewhere=elsewhere)
    assert not item.queued and (item.t, item.last) == (last, last)
    assert item.fades(last + PARTIAL_MS - 1) and not item.fades(last + PARTIAL_MS)


def test_of_a_pile_missed_as_a_whole_it_is_not_known_yet_when_they_went():
    item = one_lies(lying=0)
    assert not item.queued and item.last == 5000
    assert item not in item.chips.order.items and item.t == 6500


def test_where_some_are_found_in_the_pot_they_are_waited_for_as_before():
    assert one_lies(found=1).last == 8000


# -- their load lies there


@pytest.mark.parametrize(("says", "change", "since"), [
    (-SURELY_CENTINATS, {}, 900), (1 - SURELY_CENTINATS, {}, 0), (None, {}, 0),
    (SURELY_CENTINATS, {}, 0), (-SURELY_CENTINATS, {"found": 1}, 0),
    (-SURELY_CENTINATS, {"without": True}, 0), (-SURELY_CENTINATS, {"level": 0}, 0),
    (-SURELY_CENTINATS, {"ms": 0}, 0), (-SURELY_CENTINATS, {"ms": 1}, 1),
])  # fmt: skip
def test_chips_that_lie_there_by_their_load_are_silent_since_then(says, change, since, monkeypatch):
    """They went from their shadow at once, as bets do that are pulled in: not when it began."""
    bench, item, _ = departed(2)
    began = item.last
    item.spot.level, item.found = change.get("level", 6000), change.get("found", 0)
    item.without = change.get("without", False)
    item.spot.antenna.t = began + change.get("ms", 900)
    monkeypatch.setattr(changes, "moved", lambda *args: says)
    assert item.queued
    item.lies_hidden()
    assert (item.t, item.last) == (began + since, began + since)
    assert not item.queued and item not in bench.order.items
    item.lies_hidden()  # it holds up nobody any more
    assert item.last == began + since


# -- the pot's loop reads them


@pytest.mark.parametrize(("name", "seen_ms", "lost", "ms", "waits"), [
    ("pot", 1, 0, 0, True), ("pot", 0, 0, 0, False), ("pot", 1, 1, 0, False),
    ("line:2", 1, 0, 0, False), ("pot", 1, 0, 2 * PARTIAL_MS - 1, True),
    ("pot", 1, 0, 2 * PARTIAL_MS, False),
])  # fmt: skip
def test_chips_the_pot_reads_in_each_dwell_since_are_not_taken_back_yet(
    name, seen_ms, lost, ms, waits
):
    """It hears their spot, so that it takes more reads to have them there."""
    bench, item, tags = silent(high=200)
    item.asked_until = 1  # the dealer has said that they do not lie there
    track = Track(tags[0], bench.ant(name), item.last)
    track.seen, track.lost = item.last + seen_ms, lost
    tags[0].tracks = (track,)
    assert bool(item._undecided(item.last + ms)) == waits
    assert not waits or (item.why, item.until) == ("pot", item.last + 2 * PARTIAL_MS)


def test_nor_is_the_dealer_asked_about_them():
    bench, item, tags = silent(high=200)
    track = Track(tags[0], bench.ant("pot"), item.last)
    track.seen = item.last + 1
    tags[0].tracks = (track,)
    assert item._undecided(NOW) and not bench.emitted("kind")
