"""Chips read late: which motion they are put to, each condition with both of its sides."""

import pytest

from firmware.table import evidence, late, pulled, spoken
from firmware.table import phase as ph
from firmware.table.presence import Tag, Track
from firmware.table.spots import Arrival
from firmware.table.values import (
    ABSENT_EDGE_DWELLS,
    BELATED_MS,
    KEY_ACT_LATE_MS,
    KEY_LATE_MS,
    LATE_CENTINATS,
    LEVEL_SURE_DWELLS,
    LIKELY_CENTINATS,
    SHADOW_MS,
    SWEEP_REST_MS,
    SWEPT_MS,
)
from shared_rules.zones import POT
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_spots_bounds import GAP, arrived


def named(seat, t, amount=650):
    """Words of a seat that named a total at ``t`` ms."""
    return seat, amount, t


def told(bench, seat=3, t=1000, values=(100,)):
    """A motion of a seat was told at ``t`` ms, what waits on its spot was read first long after."""
    spot = bench.chips.spots[seat]
    spot.event, spot.emitted_t = {"t": t, "chips": list(values)}, t
    for track in spot.antenna.tracks:
        track.since = t + SHADOW_MS
    return spot


@pytest.mark.parametrize(("said", "with_it"), [
    (None, True), (named(3, 1000), False), (named(3, 1001), True), (named(1, 1000), True),
    (named(3, 1000, 700), True), (named(3, 1000, 699), False), (named(3, 1000, 600), True),
])  # fmt: skip
def test_chips_beyond_what_was_said_before_them_did_not_come_with_it(monkeypatch, said, with_it):
    bench, item, _ = arrived(100)
    bench.phase.front, bench.phase.acting, bench.phase.said = {3: 600}, 3, said
    monkeypatch.setattr(late, "second", lambda *_: (0, 1))
    told(bench)
    assert late.came_with(bench.chips, item, item.spot) == with_it


@pytest.mark.parametrize(("front", "amount", "more"), [
    ({3: 0}, 99, True), ({3: 0}, 100, False), ({3: 100}, 100, False), ({3: 99}, 100, True),
    ({}, 99, True), ({}, 1, True), ({}, 0, False),
])  # fmt: skip
def test_more_than_was_said_is_told_by_what_lay_in_front_before(front, amount, more):
    bench, item, _ = arrived(100)
    bench.phase.front, bench.phase.said = front, named(3, 900, amount)
    assert late._more_than_said(bench.chips, item) == more
    bench.phase.said = named(1, 900, amount)
    assert not late._more_than_said(bench.chips, item)


# a gap before the motion, or after it was told, ms after it began -> read with it
READ_WITH_IT = [
    (-GAP, True), (-GAP - 1, False), (500 + GAP, True), (501 + GAP, False), (0, True),
]  # fmt: skip


@pytest.mark.parametrize(("ms", "before"), READ_WITH_IT)
def test_chips_were_read_before_that_were_read_with_the_last_motion(ms, before):
    bench, item, ant = arrived(100)
    spot = told(bench)
    spot.emitted_t = 1500
    (tag,) = item.tags
    tag.brief, tag.brief_t = ant, 1000 + ms
    assert late.read_before(bench.chips, item, spot) == before
    tag.brief = bench.ant("line:2")
    assert not late.read_before(bench.chips, item, spot)


@pytest.mark.parametrize(("ms", "before"), READ_WITH_IT)
def test_so_were_chips_that_their_spot_has_read_since_then_and_lost_no_more(ms, before):
    bench, item, ant = arrived(100)
    spot = told(bench)
    spot.emitted_t = 1500
    (tag,) = item.tags
    (track,) = [track for track in tag.tracks if track.antenna is ant]
    track.since = 1000 + ms
    assert late.read_before(bench.chips, item, spot) == before
    track.antenna = bench.ant("line:2")
    assert not late.read_before(bench.chips, item, spot)


def read_then(*since, acting=None, front=100, emitted=5000):
    """Chips present on seat 3's spot that were read there first at those times, ms, a motion of it
    having been told at ``emitted`` and another player having spoken since."""
    bench, item, ant = arrived(100, last=6000)
    spot = told(bench, t=emitted)
    item.tags = [Tag(bytes([n]) * 8, 100) for n in range(len(since))]
    for tag, t in zip(item.tags, since, strict=True):
        tag.home = Track(tag, ant, t)
        tag.tracks = (tag.home,)
    item.t = min(since)
    bench.phase.front, bench.phase.actor, bench.phase.acting = {3: front}, 1, acting
    return bench, item, spot


@pytest.mark.parametrize(("change", "came"), [
    ({}, True), ({"acting": 2}, True), ({"acting": 3}, False), ({"front": 0}, False),
    ({"emitted": 5000 - BELATED_MS}, False),
])  # fmt: skip
def test_however_many_were_read_once_with_a_motion_belong_to_it(change, came):
    bench, item, spot = read_then(5000, 5000, 5000, 5000, **change)
    assert bool(late.belated(bench.chips, item, spot)) == came


@pytest.mark.parametrize(("frm", "came"), [
    ("seat:3", True), ("pot", False), ("line:1", False),
])  # fmt: skip
def test_nor_what_lay_in_the_pot_or_on_another_spot_till_then(frm, came):
    bench, item, spot = read_then(5000, 5000)
    item.tags[1].frm = frm
    assert late.read_before(bench.chips, item, spot) == came


@pytest.mark.parametrize(("last", "came"), [(5000 + GAP, True), (5001 + GAP, False)])
def test_but_not_where_one_of_so_many_was_read_later(last, came):
    bench, item, spot = read_then(5000, 5000, last)
    assert bool(late.belated(bench.chips, item, spot)) == came


@pytest.mark.parametrize(("said", "goes"), [
    (None, True), (named(3, 900), False), (named(1, 900), True), (named(3, 900, 0), True),
    (named(3, 900, 1), False),
])  # fmt: skip
def test_who_has_named_a_total_since_has_put_a_second_motion(monkeypatch, said, goes):
    bench, item, _ = arrived(100)
    bench.phase.owing, bench.phase.said = [3], said
    item.full_load_n = 5
    monkeypatch.setattr(evidence, "put_after", lambda *_: -1000)
    assert late.goes_with(bench.chips, item, item) == goes


@pytest.mark.parametrize(("change", "first"), [
    ({}, True), ({"own": True}, False), ({"tags": ()}, False), ({"queued": False}, False),
    ({"t": 1000}, False), ({"t": 1001}, True), ({"with_it": False}, False),
    ({"with_it": False, "belated": True}, True),
])  # fmt: skip
def test_chips_of_the_bet_that_a_motion_raises_are_put_before_it(monkeypatch, change, first):
    bench, item, _ = arrived(100)
    spot = bench.chips.spots[1]
    more = Arrival(bench.chips, spot, change.get("t", 1500))
    more.tags = change.get("tags", [Tag(chip(9)[0], 100)])
    spot.arrival = more
    if change.get("queued", True):
        bench.order.add(more)
    monkeypatch.setattr(late, "_called", lambda *_: False)
    monkeypatch.setattr(late, "came_with", lambda *_: change.get("with_it", True))
    monkeypatch.setattr(late, "belated", lambda *_: change.get("belated", False))
    if change.get("own"):
        item.spot = spot
    assert late.raised_first(bench.chips, item) == first
    assert more.t == (999 if first else change.get("t", 1500))
    assert bench.order.items[0] is (more if first else item)


@pytest.mark.parametrize(("t", "then"), [(0, 0), (1, 0), (2, 1)])
def test_no_chips_come_before_the_beginning(monkeypatch, t, then):
    bench, item, _ = arrived(100)
    more = bench.chips.spots[1].arrival = Arrival(bench.chips, bench.chips.spots[1], 500)
    more.tags = [Tag(chip(9)[0], 100)]
    bench.order.add(more)
    monkeypatch.setattr(late, "_called", lambda *_: True)
    item.t = t
    bench.phase.acting = 1
    assert late.raised_first(bench.chips, item)
    assert (more.t, more.called) == (then, True)


@pytest.mark.parametrize(("front", "called"), [
    ({1: 100}, True), ({1: 1}, True), ({}, False), ({1: 100, 2: 101}, False), ({2: 100}, False),
    ({1: 0}, False), ({2: 1}, False),
])  # fmt: skip
def test_only_the_highest_bet_was_called_with_its_chips(monkeypatch, front, called):
    bench, item, _ = arrived(200)
    bench.phase.front = front
    more = Arrival(bench.chips, bench.chips.spots[1], 1500)
    more.tags = [Tag(chip(9)[0], item.total_of() - front.get(1, 0))]
    more.spot.emitted_t = 1000
    bench.phase.too_little = lambda *_: True
    assert late._called(bench.chips, more, item) == called


@pytest.mark.parametrize(("change", "until"), [
    ({}, True), ({"event": None}, False), ({"front": {1: 99, 2: 100}}, False),
    ({"front": {3: 100}}, False), ({"front": {9: 100}}, False), ({"front": {}}, False),
    ({"as_said": True}, False), ({"little": False}, False), ({"all_read": True}, False),
])  # fmt: skip
def test_a_bet_seemingly_called_may_lack_a_chip_for_so_long(change, until):
    bench, item, _ = arrived(25)
    bench.phase.front = {3: 100, **change["front"]} if "front" in change else {1: 100, 3: 100}
    if change.get("front") == {}:
        bench.phase.front = {}
    bench.phase.too_little = lambda *_: change.get("little", True)
    bench.chips.as_said = lambda _: change.get("as_said", False)
    bench.chips.bearing.all_read = lambda _: change.get("all_read", False)
    spot = told(bench, 1, 2000)
    spot.event = change.get("event", spot.event)
    spot.antenna.period_ms = 100
    spot.faint = lambda: False
    for seat in (2, 3):
        if seat in bench.phase.front:
            bench.chips.spots[seat].emitted_t = 7000
    assert late.unread_bet(bench.chips, item) == (2000 + SHADOW_MS + 200 if until else 0)


@pytest.mark.parametrize(("front", "hands", "waits"), [
    ({1: 200, 3: 0}, [1, 2, 3], False), ({1: 100, 3: 0}, [1, 2, 3], True), ({}, [1, 2, 3], False),
    ({1: 1, 3: 0}, [1, 2, 3], True), ({1: 200, 2: 199, 3: 0}, [1, 2, 3], True),
    ({1: 200, 2: 200, 3: 0}, [2, 1], False),
])  # fmt: skip
def test_chips_pulled_in_while_others_owe_called_a_bet_read_in_part(
    monkeypatch, front, hands, waits
):
    bench, item, _ = arrived(100, 100)
    bench.phase.front, bench.phase.live = front, [1, 2, 3]
    bench.phase.stacks = {} if 2 in front or 1 in front and front[1] < 200 else {2: 0}
    monkeypatch.setattr(pulled, "in_hand_of", lambda _, seats, t: [s for s in seats if s in hands])
    assert late.unanswered(bench.chips, item) == waits


@pytest.mark.parametrize(("front", "said", "regular"), [
    ({2: 200}, None, True), ({2: 199}, None, False), ({2: 200, 3: 200}, None, False),
    ({2: 400, 3: 100}, None, True), ({}, None, False), ({2: 1}, None, False),
    ({}, named(3, 1000, 150), True), ({}, named(3, 1001, 150), False),
    ({}, named(1, 1000, 150), False), ({3: 150}, named(3, 1000, 150), False),
    ({3: 149}, named(3, 1000, 150), True),
])  # fmt: skip
def test_a_second_motion_is_likelier_where_it_makes_a_call_or_what_was_said(
    monkeypatch, front, said, regular
):
    bench, item, _ = arrived(100, 100)
    bench.phase.front, bench.phase.said = front, said
    monkeypatch.setattr(evidence, "put_later", lambda *_: 7)
    told(bench)
    item.t = 1001
    score, lead = late.second(bench.chips, item, item.spot)
    assert lead == (LATE_CENTINATS if regular else late.STRING_CENTINATS)
    since = said is not None and said[0] == 3 and said[2] > 1000
    assert score == 7 + (late.CALL_CENTINATS if since else 0)


@pytest.mark.parametrize(("began", "late_ms", "t"), [
    (2000, 0, 1999), (0, 0, 0), (1, 0, 0), (2000, KEY_LATE_MS, 1999),
    (2000, KEY_LATE_MS + 1, 2001 + KEY_LATE_MS), (2000, -1, 1999 + 0),
])  # fmt: skip
def test_words_keyed_with_chips_come_just_before_them(began, late_ms, t):
    bench, item, _ = arrived(100)
    item.t = began
    event = {"what": "declare", "word": "call", "seat": 3, "t": began + late_ms}
    assert spoken.said_at(bench.chips, event) == t


@pytest.mark.parametrize(("seat", "acting", "event", "done"), [
    (3, 1, True, True), (3, 3, True, False), (3, 1, False, False), (9, 1, True, False),
    (None, 1, True, False),
])  # fmt: skip
def test_words_are_done_already_where_others_have_acted_since(seat, acting, event, done):
    bench = Bench()
    bench.phase.acting, bench.phase.owing = acting, [1]
    spot = told(bench)
    spot.event = spot.event if event else None
    said = {"what": "declare", "word": "call", "seat": seat}
    assert spoken.done_already(bench.chips, said, 1500) == done


def raised(owing=(3, 4, 1), actor=4, fronts=None, last_deal=900):
    """Seat 3 has put in 300, told at 1000 ms; seat 1 has raised to 900 since, at 5000 ms."""
    bench = Bench()
    told(bench).event["t"] = 1000
    told(bench, 1).event["t"] = 5000
    phase = bench.phase
    phase.front = fronts or {3: 300, 1: 900}
    phase.acting, phase.actor, phase.owing, phase.last_deal = 1, actor, list(owing), last_deal
    return bench


@pytest.mark.parametrize("actor", [3, 4])
@pytest.mark.parametrize(("word", "last_deal", "fronts", "done"), [
    ("bet", 999, None, True), ("bet", 1000, None, False),  # of the street before
    ("bet", 999, {3: 0, 1: 900}, False), ("bet", 999, {3: 1, 1: 900}, True),
    ("fold", 999, None, False), ("all_in", 999, None, False), ("call", 999, None, False),
])  # fmt: skip
def test_nobody_bets_who_has_a_raise_of_a_bet_to_answer(actor, word, last_deal, fronts, done):
    bench = raised(actor=actor, last_deal=last_deal, fronts=fronts)
    said = {"what": "declare", "word": word, "seat": 3}
    assert spoken.done_already(bench.chips, said, 9000) == done


@pytest.mark.parametrize(("word", "actor", "fronts", "late_ms", "done"), [
    ("raise", 4, {3: 300, 4: 100, 1: 900}, 0, True),
    ("raise", 4, {3: 300, 4: 100, 1: 900}, KEY_ACT_LATE_MS, True),
    ("raise", 4, {3: 300, 4: 100, 1: 900}, KEY_ACT_LATE_MS + 1, False),
    ("raise", 3, {3: 300, 4: 100, 1: 900}, 0, False),  # its turn: it raises that
    ("raise", 4, {3: 300, 4: 300, 1: 900}, 0, True),
    ("raise", 4, {3: 300, 4: 301, 1: 900}, 0, False),
    ("call", 4, {3: 300, 4: 300, 1: 900}, KEY_ACT_LATE_MS, True),
    ("call", 4, {3: 300, 4: 300, 1: 900}, KEY_ACT_LATE_MS + 1, False),
    ("call", 4, {3: 300, 4: 299, 1: 900}, 0, False),
    # a bet that was raised before that one: what is called now is the last
    ("call", 4, {3: 300, 4: 300, 2: 301, 1: 900}, 0, False),
    ("call", 4, {3: 300, 4: 300, 2: 300, 1: 900}, 0, True),
    ("call", 4, {3: 300, 4: 300, 2: 299, 1: 900}, 0, True),
    ("call", 3, {3: 300, 4: 300, 1: 900}, 0, False),
    ("all_in", 4, {3: 300, 4: 300, 1: 900}, 0, False),
])  # fmt: skip
def test_nobody_says_again_before_those_who_are_due_what_was_raised(
    word, actor, fronts, late_ms, done
):
    bench = raised(actor=actor, fronts=fronts)
    said = {"what": "declare", "word": word, "seat": 3}
    assert spoken.done_already(bench.chips, said, 5000 + late_ms) == done


@pytest.mark.parametrize(("front", "value", "late_one"), [
    ({}, 50, False), ({}, 49, False), ({1: 0}, 50, False), ({1: 1}, 49, True), ({1: 1}, 50, False),
    ({1: 25}, 25, True),
])  # fmt: skip
def test_the_rest_of_a_blind_follows_what_lies_there_of_it(front, value, late_one):
    bench, item, _ = arrived(value, seat=1, now=ph.DEAL)
    bench.phase.front = front
    told(bench, 1)
    assert late.belated(bench.chips, item, item.spot) == late_one


@pytest.mark.parametrize(("change", "late_one"), [
    ({}, True), ({"added": 1, "load_first": True}, False), ({"load_first": True}, True),
    ({"score": LATE_CENTINATS}, False), ({"score": LATE_CENTINATS - 1}, True),
    ({"score": LATE_CENTINATS, "load_first": True}, True),
    ({"score": LATE_CENTINATS, "before": True, "added": 9000}, True),
    ({"added": 9000, "load_first": True}, False),
    ({"score": LATE_CENTINATS, "as_called": True}, True), ({"t": 1001 + BELATED_MS}, False),
    ({"t": 1000 + BELATED_MS}, True), ({"front": {}}, False), ({"its_turn": True}, False),
    ({"acting": 3}, False),
])  # fmt: skip
def test_chips_that_show_when_others_have_acted_were_hard_to_read(monkeypatch, change, late_one):
    bench, item, _ = arrived(100)
    bench.phase.board, bench.phase.front = 3, change.get("front", {3: 100})
    bench.phase.actor = 3 if change.get("its_turn") else 1
    bench.phase.owing, bench.phase.acting = [3], change.get("acting", 1)
    bench.chips.bearing.chip_load = 0 if change.get("added") == 1 else 16
    monkeypatch.setattr(late, "added_load", lambda *_: change.get("added"))
    monkeypatch.setattr(late, "read_before", lambda *_: change.get("before", False))
    monkeypatch.setattr(late, "_as_called", lambda *_: change.get("as_called", False))
    monkeypatch.setattr(evidence, "put_later", lambda *_: change.get("score", 0))
    item.load_first = change.get("load_first")
    told(bench)
    item.t = change.get("t", 1500)
    assert bool(late.belated(bench.chips, item, item.spot)) == late_one


@pytest.mark.parametrize(("weighed", "late_one"), [
    (None, False), (400, False), (0, False),
    (1 - LIKELY_CENTINATS, False), (-LIKELY_CENTINATS, True), (-1 - LIKELY_CENTINATS, True),
])  # fmt: skip
def test_no_time_unread_speaks_against_a_load_to_which_none_has_come(
    monkeypatch, weighed, late_one
):
    bench, item, _ = arrived(100)
    bench.phase.board, bench.phase.front = 3, {3: 100}
    bench.phase.actor, bench.phase.acting = 1, 1
    monkeypatch.setattr(late, "_as_called", lambda *_: False)
    monkeypatch.setattr(evidence, "_unread_since", lambda *_: 9 * LATE_CENTINATS)
    monkeypatch.setattr(evidence, "_weighed", lambda *_: weighed)
    told(bench)
    item.t = 1500
    assert bool(late.belated(bench.chips, item, item.spot)) == late_one


@pytest.mark.parametrize(("after_ms", "score", "later"), [
    (ABSENT_EDGE_DWELLS * 100 - 1, LATE_CENTINATS, False),
    (ABSENT_EDGE_DWELLS * 100, LATE_CENTINATS, True),
    (ABSENT_EDGE_DWELLS * 100, LATE_CENTINATS - 1, False),
    (9 * ABSENT_EDGE_DWELLS * 100, LATE_CENTINATS + 1, True),
])  # fmt: skip
def test_the_rest_of_an_ante_was_put_later_after_so_many_dwells(
    monkeypatch, after_ms, score, later
):
    bench, item, ant = arrived(100)
    ant.period_ms = 100
    monkeypatch.setattr(evidence, "put_later", lambda *_: score)
    told(bench)
    item.t = 1000 + after_ms
    assert late._put_later(bench.chips, item, item.spot) == later


@pytest.mark.parametrize(("agc", "level", "chip_load", "dwells", "added"), [
    (400, 6400, 16, LEVEL_SURE_DWELLS, 40), (400, 6400, 16, LEVEL_SURE_DWELLS - 1, None),
    (0, 6400, 16, LEVEL_SURE_DWELLS, None), (400, 0, 16, LEVEL_SURE_DWELLS, None),
    (400, 6400, 0, LEVEL_SURE_DWELLS, None), (400, 6400, 16, LEVEL_SURE_DWELLS + 1, 40),
])  # fmt: skip
def test_load_that_came_onto_a_spot_is_known_where_all_of_it_was_weighed(
    agc, level, chip_load, dwells, added
):
    bench, item, ant = arrived(100)
    ant.agc, item.spot.level, bench.chips.bearing.chip_load = agc, level, chip_load
    item.full_load, item.full_load_n = 6360, dwells
    assert late.added_load(bench.chips, item, item.spot) == added


@pytest.mark.parametrize(("more", "whole"), [("own", False), ("none", False), ("since", True)])
def test_chips_read_since_make_a_motion_whole(more, whole):
    bench, item, _ = arrived(100)
    bench.phase.front = {1: 150}
    rest = Arrival(bench.chips, item.spot, 1500)
    rest.tags, rest.gone = [Tag(chip(9)[0], 50)], [1]
    bench.order.add(rest)
    item.spot.arrival = {"own": item, "none": None, "since": rest}[more]
    bench.chips.lacking = lambda _, add=0: add != 50
    assert late.made_whole(bench.chips, item) == whole
    assert item.gone == ([1] if whole else []) and (rest in bench.order.items) != whole
    assert [tag.value for tag in item.tags] == ([100, 50] if whole else [100])


@pytest.mark.parametrize(("zone", "lacks", "whole"), [
    (POT, False, True), (POT, True, False), (POT, None, False), ("line:1", False, False),
])  # fmt: skip
def test_or_chips_nobody_told_that_show_in_the_pot(zone, lacks, whole):
    bench, item, _ = arrived(100)
    stray = Tag(chip(9)[0], 50)
    stray.zone = zone
    bench.chips.strays = [(stray, 1500)]
    bench.chips.lacking = lambda *_: lacks
    assert late.made_whole(bench.chips, item) == whole
    assert bench.chips.strays == ([] if whole else [(stray, 1500)])
    assert item.gone == ([stray] if whole else [])


@pytest.mark.parametrize(("now", "asked"), [(ph.BETTING, True), (ph.SHOWDOWN, False)])
def test_strays_are_looked_for_at_the_spots_while_others_bet(monkeypatch, now, asked):
    from firmware.table import once

    said = []
    monkeypatch.setattr(once, "take_strays", said.append)
    bench = Bench()
    bench.phase.now = now
    late.strays_over(bench.chips, 2000)
    assert said == []
    bench.chips.strays = [(Tag(chip(9)[0], 50), 1500)]
    late.strays_over(bench.chips, 2000)
    assert bool(said) == asked


@pytest.mark.parametrize(("zones", "value"), [
    ((POT, POT), 75), ((POT, "line:1"), 50), (("line:1", "line:1"), None),
])  # fmt: skip
def test_only_chips_still_in_the_pot_are_given_to_a_spot_as_its_bet(monkeypatch, zones, value):
    bench = Bench()
    bench.phase.now = ph.SHOWDOWN
    asked = []
    spot = told(bench)
    monkeypatch.setattr(late, "_lacked", lambda _, value, now: asked.append(value) or spot)
    for n, zone in enumerate(zones):
        tag = Tag(chip(n)[0], 50 - 25 * n)
        tag.zone = zone
        bench.chips.strays.append((tag, 2000))
    bench.order.items, bench.events = [], bench.events
    bench.events.clear()
    late.strays_over(bench.chips, 2000 + SWEEP_REST_MS)
    assert asked == ([value] if value else [])
    values = {75: [50, 25], 50: [50], None: None}[value]
    assert bench.emitted("what", "chips") == (
        [("correction", values), ("chips_move", values)] if value else []
    )


@pytest.mark.parametrize(("change", "found"), [
    ({}, True), ({"event": None}, False), ({"total": 0}, False), ({"swept": None}, False),
    ({"swept": 5000 - SWEPT_MS - SWEEP_REST_MS}, True),
    ({"swept": 4999 - SWEPT_MS - SWEEP_REST_MS}, False), ({"live": [1]}, False),
    ({"stack": 25}, True), ({"stack": 24}, False), ({"value": 24, "stack": 24}, True),
    ({"value": 24}, False), ({"value": 26, "stack": 26}, True), ({"two": True}, False),
])  # fmt: skip
def test_chips_are_of_the_one_bet_that_they_make_a_call_or_all_in(change, found):
    bench = Bench()
    bench.phase.live = change.get("live", [1, 2, 3])
    bench.phase.stacks = {1: 1000, 2: 1000, 3: change.get("stack", 1000)}
    for seat, total in ((1, 100), (3, change.get("total", 75))):
        spot = told(bench, seat)
        spot.total, spot.swept_ms = total, change.get("swept", 5000) if seat == 3 else 5000
    bench.chips.spots[3].event = change.get("event", bench.chips.spots[3].event)
    if change.get("two"):
        spot = told(bench, 2)
        spot.total, spot.swept_ms = 75, 5000
    got = late._lacked(bench.chips, change.get("value", 25), 5000)
    assert got is (bench.chips.spots[3] if found else None)


@pytest.mark.parametrize(("stack", "change", "found"), [
    (25, 0, True), (24, 0, False), (26, 0, False),
    (100, 75, False), (25, 75, True), (24, 75, False), (25, -10, True),
])  # fmt: skip
def test_what_nobody_has_called_of_a_bet_is_not_counted_twice_in_what_its_player_had(
    stack, change, found
):
    bench = Bench()
    bench.phase.live, bench.phase.stacks = [1, 3], {1: 1000, 3: stack}
    bench.phase.change = {3: change}
    spot = told(bench, 3)
    spot.total, spot.swept_ms = 75, 5000
    got = late._lacked(bench.chips, 25, 5000)
    assert got is (spot if found else None)
