"""Chips put down after others that wait to be told: what load, count and shadow say of the two."""

import pytest

from firmware.table import evidence, late, parted
from firmware.table import phase as ph
from firmware.table.presence import Tag, Track
from firmware.table.spots import Arrival
from firmware.table.values import (
    ASK_MS,
    JUST_CALL_CENTINATS,
    LATE_CENTINATS,
    LEVEL_ROUGH_DWELLS,
    LIKELY_CENTINATS,
    STRING_CENTINATS,
    SURELY_CENTINATS,
)
from shared_rules.zones import POT
from tests.firmware_table.rig import Rig, card, chip
from tests.firmware_table.test_loads_bounds import bearing
from tests.firmware_table.test_spots_bounds import arrived


def came_to(ant, n, since=2000, value=100):
    """So many chips, or cards, that a loop has read first at ``since`` ms."""
    for i in range(n):
        ant.tracks.append(Track(Tag(bytes([99 - i]), value), ant, since))


@pytest.mark.parametrize(("score", "more"), [
    (SURELY_CENTINATS - 1, 7), (SURELY_CENTINATS, 0), (SURELY_CENTINATS + 1, 0),
])  # fmt: skip
def test_load_before_a_chip_was_a_hands_where_it_has_surely_grown_by_the_chip(
    monkeypatch, score, more
):
    out, ant = bearing(1, level=5900)
    out.more = lambda *_: 7
    ant.load_before, ant.without_t, ant.level_n = 6333, 1900, 2
    came_to(ant, 3)
    came_to(ant, 2, since=1900)  # read before
    came_to(ant, 1, value=0)  # a hand
    asked = []
    monkeypatch.setattr(evidence, "came", lambda *args: asked.append(args) or score)
    assert out.bore_more(ant) == more
    assert asked == [(ant, 6333, LEVEL_ROUGH_DWELLS, 5900, 2, 100, 3)]


@pytest.mark.parametrize(("known", "more"), [(False, 7), (True, 0)])
def test_nothing_is_weighed_where_no_load_came_before(monkeypatch, known, more):
    out, ant = bearing(1)
    out.known, out.more = lambda _: known, lambda *_: more
    monkeypatch.setattr(evidence, "came", lambda *_: pytest.fail("weighed"))
    assert not out.bore_more(ant)


@pytest.mark.parametrize(("level", "early"), [(6200, True), (6150, True), (5700, False)])
def test_a_hand_that_brings_five_chips_is_none_of_them(level, early):
    """One chip lies there and the load of one more came before five are read."""
    out, ant = bearing(1, level=level)
    ant.load_before, ant.without_t, ant.level_n = 6200, 1900, 1
    came_to(ant, 5)
    assert bool(out.bore_more(ant, 1)) == early


@pytest.mark.parametrize("second", [False, True])
def test_the_load_of_a_motion_is_kept_while_just_its_chips_lie_there(second):
    _, item, ant = arrived(100)
    item.full_load, ant.level, ant.level_n = 5000, 4000, 6
    if second:
        item.spot.arrival = Arrival(item.chips, item.spot, 3000)
    item._weigh(ant)
    assert item.full_load == (5000 if second else 4000)


@pytest.mark.parametrize(("second", "dwells", "want"), [
    (True, 1, (0, 5000, 1, 1)), (True, 0, (0, 4000, 1, 6)), (False, 1, (0, 4000, 1, 6)),
])  # fmt: skip
def test_what_a_spot_carried_before_a_second_motion_is_the_load_of_the_first(second, dwells, want):
    bench, item, ant = arrived(100)
    ant.level, ant.quick, ant.level_n, ant.level_tags = 4000, 4000, 6, 2
    item.full_load, item.full_load_n, item.lying = 5000, dwells, 1
    if second:
        item.spot.arrival = Arrival(item.chips, item.spot, 3000)
    else:
        item.spot.arrival = None
    bench.chips._take_in = lambda *_: None
    bench.order.remove(item)
    bench.chips.arrival_over(item, 4000)
    spot = item.spot
    assert (spot.level, spot.load_before, spot.lying, spot.level_n) == want


def counting(total, score=STRING_CENTINATS, dwells=6):
    """Seat 3 has 50 in front; 100 waits to be told, 25 have come since. ``total``: as counted."""
    bench, item, _ = arrived(100, 25, owing=[3])
    bench.phase.front = {3: 50}
    more = Arrival(bench.chips, item.spot, 3000)
    more.tags = [item.tags.pop()]
    bench.order.add(more)
    item.spot.arrival, item.total, item.full_load_n = more, total, dwells
    return bench, more, item


@pytest.mark.parametrize(("total", "score", "dwells", "among", "left"), [
    (None, 0, 6, False, None), (174, 0, 6, False, 174), (175, 0, 6, True, 175),
    (175, STRING_CENTINATS - 1, 6, True, 175), (175, STRING_CENTINATS, 6, False, 150),
    (176, STRING_CENTINATS, 6, False, 151), (174, STRING_CENTINATS, 6, False, 174),
    (175, STRING_CENTINATS, 0, True, 175),
])  # fmt: skip
def test_a_count_is_of_a_motion_and_not_of_what_was_put_there_after_it(
    monkeypatch, total, score, dwells, among, left
):
    bench, more, item = counting(total, dwells=dwells)
    monkeypatch.setattr(evidence, "put_after", lambda *_: score)
    assert late.counted(bench.chips, more, item) == among
    assert (item.total, more.apart) == (left, left != total)


@pytest.mark.parametrize("change", [
    {"now": ph.SHOWDOWN}, {"owing": [1, 2]}, {"said": (3, 500, 1)},
])  # fmt: skip
def test_all_is_of_one_motion_where_nobody_bets_or_a_total_was_named(monkeypatch, change):
    bench, more, item = counting(175)
    for name, value in change.items():
        setattr(bench.phase, name, value)
    monkeypatch.setattr(evidence, "put_after", lambda *_: pytest.fail("weighed"))
    assert late.counted(bench.chips, more, item) and item.total == 175


@pytest.mark.parametrize(("gone", "pot", "score", "taken"), [
    (0, False, STRING_CENTINATS - 1, True), (0, False, STRING_CENTINATS, False),
    (1, False, STRING_CENTINATS - 1, True), (1, False, STRING_CENTINATS, False),
    (2, False, 0, False), (3, False, 0, False),  # of four
    (1, True, 0, False),  # the dealer pulls them in
])  # fmt: skip
def test_a_chip_of_a_pile_that_goes_unread_keeps_no_other_from_it(
    monkeypatch, gone, pot, score, taken
):
    bench, item, ant = arrived(25, 25, 25, 25, 100, owing=[3])
    more = Arrival(bench.chips, item.spot, 3000)
    more.tags = [item.tags.pop()]
    bench.order.add(more)
    item.spot.arrival = more
    for tag in item.tags[:gone]:
        ant.tracks.remove(tag.home)
        tag.home, tag.left = None, 2500
        tag.zone = POT if pot else tag.zone
        item.gone.append(tag)
    monkeypatch.setattr(evidence, "put_after", lambda *_: score)
    bench.chips._take_in(item, item.spot)
    assert (len(item.tags) == 5) == taken == (more not in bench.order.items)


@pytest.mark.parametrize(("score", "alone"), [(STRING_CENTINATS - 1, False), (10**4, True)])
def test_chips_counted_apart_are_not_taken_in_whatever_else_speaks_for_it(
    monkeypatch, score, alone
):
    bench, more, item = counting(175)
    bench.chips.bearing.unmoved = lambda *_: True
    monkeypatch.setattr(evidence, "put_after", lambda *_: score)
    bench.chips._take_in(item, item.spot)
    assert (more in bench.order.items) == alone == (len(item.tags) == 1)


@pytest.mark.parametrize(("change", "ms", "joins"), [
    ({}, 0, True), ({}, -365, True), ({}, -366, False), ({}, 365, True), ({}, 366, False),
    ({"elsewhere": True}, 0, False), ({"told": True}, 0, False), ({"alone": True}, 0, False),
])  # fmt: skip
def test_a_chip_read_with_the_first_of_two_motions_is_of_that(change, ms, joins):
    bench, item, ant = arrived(100)
    spot, tag = item.spot, Tag(chip(9)[0], 100)
    tag.brief, tag.brief_t = bench.ant("line:2") if change.get("elsewhere") else ant, 1000 + ms
    tag.tracks = (Track(tag, ant, 4000),)
    if not change.get("alone"):
        spot.arrival = Arrival(bench.chips, spot, 3000)
        bench.order.add(spot.arrival)
    if change.get("told"):
        bench.order.remove(item)
    assert late.begun_with(bench.chips, tag, spot) is (item if joins else None)
    bench.chips._onto(tag, spot, 4000)
    assert (tag in item.tags) == (joins or bool(change.get("alone"))) == (tag.item is item)
    assert item.last == (4000 if change.get("alone") else 1000)


@pytest.mark.parametrize(("change", "ms", "apart"), [
    ({}, 0, True), ({}, -380, True), ({}, -381, False), ({"elsewhere": True}, 0, False),
])  # fmt: skip
def test_a_chip_read_again_after_a_shadow_makes_no_motion_longer(change, ms, apart):
    """One of the first was read once and is read again; another comes a dwell later."""
    bench, item, ant = arrived(100, 100)
    item.lying, item._may_grow = 2, lambda: False
    tag = Tag(chip(9)[0], 100)
    tag.brief, tag.brief_t = bench.ant("line:2") if change else ant, 1000 + ms
    item.join(tag, 4000)
    assert (item.last, item.came_last) == (4000, 1000 if apart else 0)
    other = Tag(chip(8)[0], 500)
    assert item.over(other, 4100) == apart
    item.join(other, 4100)
    assert (item.last, item.came_last) == (4100, 4100 if apart else 0)


@pytest.mark.parametrize(("change", "kept"), [
    ({}, True), ({"level_n": LEVEL_ROUGH_DWELLS}, False), ({"lying": 2}, False),
    ({"full_load_n": LEVEL_ROUGH_DWELLS - 1}, False),
])  # fmt: skip
def test_a_load_well_known_is_kept_where_the_mean_has_just_begun_anew(change, kept):
    bench, item, ant = arrived(100)
    fields = {"level": 6200, "level_n": LEVEL_ROUGH_DWELLS - 1}
    for name in fields:
        setattr(ant, name, change.get(name, fields[name]))
    item.full_load, item.lying = 6100, change.get("lying", 1)
    item.full_load_n = change.get("full_load_n", LEVEL_ROUGH_DWELLS)
    if "lying" in change:
        came_to(ant, 1)
    item.lying = 1
    item.spot.doubtful = lambda: False
    item._weigh(ant)
    assert item.full_load == (6100 if kept else 6200)


def put_down(loads, between_ms):
    """Seat 3 bets one chip and, so long after, five more. ``loads``: the gain of its spot with
    that chip, with the hand that brings the others, and with them."""
    rig = Rig()
    rig.agc = {f"line:{n}": 400 for n in range(1, 7)}
    rig.hand()
    bearing_ = rig.table.chips.bearing
    bearing_.learn(6 * 16 * 12, 12)
    rig.put(chip(1), "line:3")
    rig.agc["line:3"] = loads[0]
    rig.run(between_ms - 150)
    rig.agc["line:3"] = loads[1]
    rig.run(150)
    for n in range(2, 7):
        rig.put(chip(n), "line:3")
    rig.agc["line:3"] = loads[2]
    rig.run(4000)
    rows = [e for e in rig.emitted("chips_move") if e["to"] == "line:3"]
    assert rig.at["seat:3"] == [card(2), card(5)]
    return [(len(e["chips"]), e["motion"]) for e in rows]


@pytest.mark.parametrize(("loads", "between_ms", "motions"), [
    ((394, 388, 364), 1300, [(1, 1), (5, 2)]),  # a hand above the spot brings five more
    ((394, 394, 364), 1300, [(1, 1), (5, 2)]), ((394, 388, 364), 300, [(6, 1)]),
    ((364, 364, 364), 1300, [(1, 1), (5, 1)]),  # they lay there in a shadow
])  # fmt: skip
def test_a_hand_that_brings_a_second_motion_loads_the_spot_first(loads, between_ms, motions):
    assert put_down(loads, between_ms) == motions


# -- the dealer is asked whether they are a second motion


def in_doubt(
    monkeypatch, score=STRING_CENTINATS, lead=STRING_CENTINATS, mute=True, against=False
):  # fmt: skip
    """Seat 3 has acted; 100 has come to its spot since and no load tells of it."""
    bench, item, ant = arrived(100)
    bench.phase.acting, item.spot.event = 3, {"t": 500}
    monkeypatch.setattr(late, "second", lambda *_: (score, lead))
    monkeypatch.setattr(evidence, "mute", lambda *_: mute)
    monkeypatch.setattr(evidence, "against", lambda *_: against)
    return bench, item


@pytest.mark.parametrize(("change", "asked"), [
    ({}, True), ({"mute": False}, False), ({"lead": LATE_CENTINATS}, False),
    ({"score": STRING_CENTINATS - LIKELY_CENTINATS}, True),
    ({"score": STRING_CENTINATS - LIKELY_CENTINATS - 1}, False),
    ({"score": STRING_CENTINATS + SURELY_CENTINATS - 1}, True),
    ({"score": STRING_CENTINATS + SURELY_CENTINATS}, False),
    ({"score": STRING_CENTINATS + SURELY_CENTINATS, "against": True}, True),
    ({"mute": False, "against": True}, True),
    ({"mute": False, "against": True, "score": STRING_CENTINATS - 1}, False),
    ({"mute": False, "against": True, "lead": LATE_CENTINATS}, False),
])  # fmt: skip
def test_a_second_motion_is_asked_about_where_misses_hardly_tell_or_its_load_is_against_it(
    monkeypatch, change, asked
):
    bench, item = in_doubt(monkeypatch, **change)
    assert parted.second_asked(bench.chips, item, 2000) == asked
    want = [("second_motion", 3, 100)] if asked else []
    assert bench.emitted("kind", "seat", "amount") == want
    assert item.second_until == (2000 + ASK_MS if asked else 0)
    assert not parted.second_asked(bench.chips, item, 2008)  # once


# so little is asked about where the chips before are just a call
JUST = STRING_CENTINATS - JUST_CALL_CENTINATS - LIKELY_CENTINATS


@pytest.mark.parametrize(("change", "score", "asked"), [
    ({}, JUST, True), ({}, JUST - 1, False), ({"front": 199}, JUST, False),
    ({"front": 201}, JUST, False), ({"lead": LATE_CENTINATS}, JUST, False),
    ({"mute": False, "against": True}, JUST + LIKELY_CENTINATS, True),
    ({"mute": False, "against": True}, JUST + LIKELY_CENTINATS - 1, False),
    ({"mute": False}, JUST + LIKELY_CENTINATS, False),
])  # fmt: skip
def test_chips_after_just_a_call_are_asked_about_by_less(monkeypatch, change, score, asked):
    kinds = {key: change[key] for key in change if key != "front"}
    bench, item = in_doubt(monkeypatch, score=score, **kinds)
    bench.phase.front = {1: 200, 3: change.get("front", 200)}
    assert parted.second_asked(bench.chips, item, 2000) == asked
    assert not item.apart  # without an answer they came with the call


@pytest.mark.parametrize("change", [
    {"now": ph.SHOWDOWN}, {"acting": 1}, {"event": None}, {"apart": True}, {"called": True},
    {"frm": "pot"}, {"before": True}, {"ask": None},
])  # fmt: skip
def test_nor_where_it_is_settled_what_they_are(monkeypatch, change):
    bench, item = in_doubt(monkeypatch)
    for thing, name in ((bench.phase, "now"), (bench.phase, "acting"), (item.spot, "event"),
                        (item, "apart"), (item, "called"), (item.tags[0], "frm"),
                        (bench.chips, "ask")):  # fmt: skip
        if name in change:
            setattr(thing, name, change[name])
    monkeypatch.setattr(late, "read_before", lambda *_: change.get("before", False))
    assert not parted.second_asked(bench.chips, item, 2000)
    assert bench.emitted("kind") == []


@pytest.mark.parametrize("change", [
    {"score": STRING_CENTINATS - 1}, {"mute": False, "against": True},
])  # fmt: skip
@pytest.mark.parametrize(("value", "apart", "called"), [
    ("yes", True, False), ("no", False, True),
])  # fmt: skip
def test_the_answer_says_whether_they_came_with_the_rest(monkeypatch, change, value, apart, called):
    bench, item = in_doubt(monkeypatch, **change)
    asked = []
    bench.chips.ask = lambda *args: asked.append(args)
    parted.second_asked(bench.chips, item, 2000)
    asked[0][2](value, 3000)
    assert (item.apart, item.called) == (apart, called)
    assert item.second_until <= 3000
    assert late.came_with(bench.chips, item, item.spot) == called


@pytest.mark.parametrize(("score", "mute", "against", "apart", "called"), [
    (STRING_CENTINATS - 1, True, False, False, False), (STRING_CENTINATS, True, False, True, False),
    (STRING_CENTINATS + 1, True, False, True, False), (STRING_CENTINATS, False, True, False, True),
    (STRING_CENTINATS + SURELY_CENTINATS, True, True, False, True),
])  # fmt: skip
@pytest.mark.parametrize("value", [None, "later"])
def test_without_an_answer_they_are_what_they_were_when_asked_but_for_a_load_against_it(
    monkeypatch, score, mute, against, apart, called, value
):
    bench, item = in_doubt(monkeypatch, score=score, mute=mute, against=against)
    asked = []
    bench.chips.ask = lambda *args: asked.append(args)
    parted.second_asked(bench.chips, item, 2000)
    if value:
        asked[0][2](value, 3000)
    assert (item.apart, item.called) == (apart, called)
    assert late.came_with(bench.chips, item, item.spot) == (called or score < STRING_CENTINATS)


def test_they_wait_for_the_answer_whatever_leaves_meanwhile(monkeypatch):
    bench, item = in_doubt(monkeypatch)
    item.second_until = 6000
    monkeypatch.setattr(item, "gone", list(item.tags))
    monkeypatch.setattr(item, "lay", lambda tag: True)
    monkeypatch.setattr(item, "_swept_whole", lambda now: True)
    assert not item.ready(5999)
    assert item.ready(6000)


@pytest.mark.parametrize(("weighed", "mute"), [
    (None, True), (0, True), (LIKELY_CENTINATS - 1, True), (LIKELY_CENTINATS, False),
    (1 - LIKELY_CENTINATS, True), (-LIKELY_CENTINATS, False),
])  # fmt: skip
def test_a_load_is_mute_where_it_tells_nothing_of_what_came(monkeypatch, weighed, mute):
    bench, item, _ = arrived(100)
    bench.chips.bearing.known = lambda ant: True  # what a chip takes, not what lay there
    monkeypatch.setattr(evidence, "_weighed", lambda *_: weighed)
    assert evidence.mute(bench.chips, item, item.spot) == mute


@pytest.mark.parametrize(("weighed", "against"), [
    (None, False), (-LIKELY_CENTINATS - 1, True), (-LIKELY_CENTINATS, True),
    (1 - LIKELY_CENTINATS, False), (0, False), (SURELY_CENTINATS, False),
])  # fmt: skip
def test_a_load_is_against_it_where_it_has_rather_not_changed(monkeypatch, weighed, against):
    bench, item, _ = arrived(100)
    monkeypatch.setattr(evidence, "_weighed", lambda *_: weighed)
    assert evidence.against(bench.chips, item, item.spot) == against


@pytest.mark.parametrize(("change", "apart"), [
    ({}, False), ({"against": False}, True), ({"gone": True}, True), ({"lies": False}, True),
    ({"now": 6000}, True),
])  # fmt: skip
def test_a_load_that_says_so_while_the_dealer_is_asked_keeps_them_one(monkeypatch, change, apart):
    bench, item = in_doubt(monkeypatch)
    assert parted.second_asked(bench.chips, item, 2000) and item.apart
    assert item.second_until == 2000 + ASK_MS == 6000
    monkeypatch.setattr(evidence, "against", lambda *_: change.get("against", True))
    monkeypatch.setattr(item, "lies", lambda: change.get("lies", True))
    item.gone = list(item.tags) if change.get("gone") else []
    item.ready(change.get("now", 5999))
    assert (item.apart, item.called) == (apart, not apart)
    assert late.came_with(bench.chips, item, item.spot) != apart


def test_nor_does_it_part_what_was_one_when_asked(monkeypatch):
    bench, item = in_doubt(monkeypatch, score=STRING_CENTINATS - 1)
    assert parted.second_asked(bench.chips, item, 2000)
    monkeypatch.setattr(evidence, "against", lambda *_: True)
    item.ready(5999)
    assert (item.apart, item.called) == (False, False)
