"""Chips put down later, chips taken away again, blinds: what the load and the time say; both
sides."""

import pytest

from firmware.table import changes, evidence, late, pulled
from firmware.table import phase as ph
from firmware.table.departures import Departure
from firmware.table.values import (
    ABSENT_EDGE_DWELLS,
    CHIP_LEAST_16THS,
    CHIP_READ_MS,
    GAP_MAX_MS,
    IN_HAND_MS,
    LAIN_MS,
    LATE_CENTINATS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LIKELY_CENTINATS,
    PARTIAL_MS,
    REVISIT_MAX_MS,
    SECOND_MOVE_MS,
    SHADOW_MS,
    SURELY_CENTINATS,
    TRAVEL_MS,
)
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_spots_bounds import arrived, departed


@pytest.fixture
def weighs(monkeypatch):
    """Let the load say so much of any change, in centinats."""
    return lambda says: monkeypatch.setattr(changes, "moved", lambda *args: says)


# -- chips read late: brought later, or unread until then?


def short():
    """A call of 300 of which 100 lies there since 1000 ms."""
    bench, item, _ = arrived(100, front={1: 300}, owing=[3])
    return bench, item


@pytest.mark.parametrize("value", [100, 200, 201])
def test_chips_that_make_up_a_call_join_it_however_late(value):
    """Whether they were put there later is said when all of it has been read."""
    bench, item = short()
    (tag,) = bench.lie("line:3", chip(30, value), since=item.last + 9000, n=1)
    assert item.over(tag, item.last + 9000) == (value > 200)


@pytest.mark.parametrize(("late_ms", "kept"), [(-1, 0), (0, 1)])
def test_what_joins_a_motion_late_is_kept_apart(late_ms, kept):
    bench, item = short()
    bench.read(2000, "line:3", chip(30, 100))
    gap = bench.chips.gap_of(item.spot.antenna)
    changes.note_since(
        item, bench.tags[chip(30, 100)[0]], item.last + gap + SECOND_MOVE_MS + late_ms
    )
    assert len(item.later) == kept


def test_what_comes_right_after_such_chips_came_with_them():
    bench, item = short()
    bench.chips.bearing.bore_more = lambda ant, faded: None
    t = item.last + GAP_MAX_MS + 3 * CHIP_READ_MS + SECOND_MOVE_MS
    for name, when in ((30, t), (31, t + 60)):
        bench.lie("line:3", chip(1, 100), chip(name, 50), since=when, n=2, every=20)
    assert [tag.value for tag in item.later] == [50, 50]


@pytest.mark.parametrize(("score", "motions"), [(LATE_CENTINATS, 2), (LATE_CENTINATS - 1, 1)])
def test_it_is_a_motion_of_its_own_where_the_scores_say_so(score, motions, monkeypatch):
    bench, item, _ = arrived(100, 200, front={1: 300}, owing=[3])
    item.later, item.since_t = item.tags[1:], 4000
    monkeypatch.setattr(evidence, "put_since", lambda *_: score)
    spot = bench.chips.spots[3]
    changes.part(bench.chips, item, spot)
    assert [tag.value for tag in item.tags] == [100, 200][: 3 - motions]
    second = spot.arrival
    assert (second is not item) == (motions == 2)
    if motions == 2:
        assert (second.t, [tag.value for tag in second.tags], second.apart) == (4000, [200], True)
        bench.phase.acting = 3
        assert not late.came_with(bench.chips, second, spot)


@pytest.mark.parametrize(("ms", "lost", "load", "apart"), [
    (SHADOW_MS + 100, 0, 0, True), (SHADOW_MS, 0, 0, False),  # no shadow is longer
    (SHADOW_MS, 98, 0, False),  # its loop hardly ever reads it: that is no shadow
    (2 * SHADOW_MS, 98, 0, False), (SHADOW_MS - 50, 0, 80, True),  # its load has come with it
    (2 * SHADOW_MS, 0, 8000, False),  # its load was there before: it lay there
])  # fmt: skip
def test_a_shadow_and_the_load_say_whether_a_chip_came_later(ms, lost, load, apart):
    bench, item = short()
    ant = item.spot.antenna
    (tag,) = bench.lie("line:3", chip(30, 200), since=item.last + ms, n=2)
    item.tags = [*[t for t in item.tags if t is not tag], tag]
    item.later, item.since_t, item.last_before, item.n_before = [tag], item.last + ms, item.last, 1
    ant.period_ms = 100
    tag.tracks[0].hits, tag.tracks[0].lost = 100 - lost, lost
    if load:
        ant.agc, ant.empty, ant.level, ant.level_n = 400, 6480, 6320, 6
        bench.chips.bearing.learn(800, 10)
        item.load_before = 6320 + (load if load < 100 else 0)
    spot = bench.chips.spots[3]
    spot.arrival = item
    changes.part(bench.chips, item, spot)
    assert (spot.arrival is not item) == apart


@pytest.mark.parametrize(("lain_ms", "parts"), [(LAIN_MS, [150]), (LAIN_MS - 1, None)])
def test_what_came_later_and_lay_there_is_a_motion_though_all_was_pulled_in(
    lain_ms, parts, monkeypatch
):
    bench, item, _ = arrived(100, 150, front={1: 300}, owing=[3])
    item.later, item.since_t, item.last_before = item.tags[1:], 4000, item.last
    item.last, item.gone = 4000, list(item.tags)
    for tag in item.tags:
        tag.left = 4000 + lain_ms
    monkeypatch.setattr(evidence, "put_since", lambda *_: LATE_CENTINATS)
    spot = bench.chips.spots[3]
    changes.part(bench.chips, item, spot)
    second = spot.arrival if spot.arrival is not item else None
    assert (second and [tag.value for tag in second.gone]) == parts
    if second:
        assert (item.last, second.last, [tag.value for tag in item.gone]) == (1000, 4000, [100])
        pulled.called_whole(bench.chips, item)
        assert item.total is None  # the rest of the call is the motion after it


@pytest.mark.parametrize(("period_ms", "dwells"), [
    (100, LEVEL_SURE_DWELLS), (900, LEVEL_ROUGH_DWELLS), (600, 5),
])  # fmt: skip
def test_the_load_before_is_a_mean_of_the_dwells_that_had_it(period_ms, dwells, monkeypatch):
    bench, item = short()
    item.spot.antenna.period_ms = period_ms
    item.last_before, item.since_t = 1000, 4000
    heard = []
    monkeypatch.setattr(evidence, "_later", lambda *args: heard.append(args[4]) or 0)
    evidence.put_since(bench.chips, item, item)
    assert heard == [dwells]


@pytest.mark.parametrize(("dwells", "gone", "kept"), [
    (LEVEL_ROUGH_DWELLS, False, True), (LEVEL_ROUGH_DWELLS - 1, False, False),
    (LEVEL_ROUGH_DWELLS, True, False),
])  # fmt: skip
def test_the_load_with_what_came_later_is_kept_until_that_goes(dwells, gone, kept):
    """Others of the motion may be missed meanwhile."""
    bench, item, _ = arrived(100, 200, 300, front={1: 300}, owing=[3])
    ant = item.spot.antenna
    item.later, item.full_load = item.tags[2:], 6400
    item.gone = item.tags[2:] if gone else item.tags[:1]
    ant.level, ant.level_n = 6320, dwells
    item._weigh(ant)
    assert (item.full_load == 6320) == kept


@pytest.mark.parametrize("change", ["counted by the dealer", "nothing else", "gone again"])
def test_nothing_is_parted_where_there_is_nothing_to_part(change, monkeypatch):
    bench, item, _ = arrived(100, 200, front={1: 300}, owing=[3])
    item.later = list(item.tags) if change == "nothing else" else item.tags[1:]
    item.total = 300 if change == "counted by the dealer" else None
    item.gone = item.tags[1:] if change == "gone again" else []
    monkeypatch.setattr(evidence, "put_since", lambda *_: LATE_CENTINATS)
    changes.part(bench.chips, item, bench.chips.spots[3])
    assert len(item.tags) == 2 and bench.chips.spots[3].arrival is item


# -- chips of a pile taken back


@pytest.mark.parametrize(("says", "fades"), [
    (SURELY_CENTINATS, False), (SURELY_CENTINATS - 1, True), (None, True),
])  # fmt: skip
def test_chips_whose_load_is_gone_are_no_fade(says, fades, weighs):
    bench, item, _ = departed(lying=1)
    item.spot.level = 6000
    weighs(says)
    assert item.weighed_off() != fades
    assert item.fades(item.last + 1) == fades
    assert item.patience() == (PARTIAL_MS if fades else TRAVEL_MS)
    assert (item._back_ms() == IN_HAND_MS) != fades


@pytest.mark.parametrize(("says", "lies", "off"), [
    (-SURELY_CENTINATS, True, False), (1 - SURELY_CENTINATS, False, False),
    (-LIKELY_CENTINATS, False, False), (1 - LIKELY_CENTINATS, False, True), (None, False, True),
])  # fmt: skip
def test_chips_whose_load_has_not_changed_since_lie_there(says, lies, off, weighs, monkeypatch):
    """Whatever the load is that chips take as a rule; where it rather has not, a shadow's time."""
    bench, item, _ = departed(lying=1)
    item.spot.level = 6000
    monkeypatch.setattr(bench.chips.bearing, "all_read", lambda *_: True)
    weighs(says)
    assert item.weighed_off() == off
    assert bool(item.loaded()) == lies
    item.queued = False
    item.spot.antenna.t = item.last + PARTIAL_MS
    bench.chips.poll(item.last + PARTIAL_MS)
    assert (item.why == "loaded") == lies and item.queued != lies


@pytest.mark.parametrize(("ms", "says", "change", "lies"), [
    (PARTIAL_MS, SURELY_CENTINATS, None, False), (PARTIAL_MS - 1, SURELY_CENTINATS, None, True),
    (PARTIAL_MS, SURELY_CENTINATS - 1, None, True), (PARTIAL_MS, None, None, True),
    (PARTIAL_MS, SURELY_CENTINATS, "others lie", True),
    (PARTIAL_MS, SURELY_CENTINATS, "level not known", True),
])  # fmt: skip
def test_a_bare_loop_that_has_drifted_holds_no_chips_unread_for_so_long(
    ms, says, change, lies, weighs, monkeypatch
):
    bench, item, _ = departed(lying=1 if change == "others lie" else 0)
    item.spot.level = 0 if change == "level not known" else 6000
    monkeypatch.setattr(bench.chips.bearing, "load_says_more", lambda _: True)
    weighs(says)
    item.spot.antenna.t = item.last + ms
    assert bool(item.loaded()) == lies


@pytest.mark.parametrize("gone", [True, False])
def test_a_load_that_may_lack_chips_gone_already_is_not_kept(gone):
    bench, item, ant = arrived(100, 200)
    for track in ant.tracks:
        track.misses = 0
    ant.level, ant.level_n, ant.level_tags = 6000, 12, 2
    if gone:
        tag = ant.tracks.pop().tag
        tag.home, tag.tracks, tag.left = None, (), item.last + LAIN_MS
        item.gone, ant.level_tags = [tag], 1
    bench.chips.arrival_over(item, 3000)
    assert item.spot.level == (0 if gone else 6000)


@pytest.mark.parametrize("change", ["found", "no others lie", "level not known"])
def test_nor_do_they_where_that_load_is_not_theirs(change, weighs):
    _, item, _ = departed(lying=0 if change == "no others lie" else 1)
    item.spot.level = 0 if change == "level not known" else 6000
    weighs(-SURELY_CENTINATS)
    item.found = int(change == "found")
    assert not item.loaded()


@pytest.mark.parametrize("without", [True, False])
def test_nor_where_that_load_was_kept_when_they_had_left(without, weighs):
    """A load without them says nothing of them, neither that they lie there nor that they went."""
    _, item, _ = departed(lying=1)
    item.spot.level, item.without = 6000, without
    weighs(-SURELY_CENTINATS)
    assert bool(item.loaded()) != without
    weighs(SURELY_CENTINATS)
    assert item.weighed_off() != without


@pytest.mark.parametrize("gone", [True, False])
def test_the_load_kept_with_a_motion_is_without_what_had_left_before(gone):
    """As where a player puts a big chip down and takes the blind back."""
    bench, item, ant = arrived(100)
    spot = bench.chips.spots[3]
    if gone:
        spot.departure = Departure(bench.chips, spot, item.last + 1)
    ant.level, ant.level_n, ant.level_tags = 6000, 12, 1
    bench.chips.arrival_over(item, 3000)
    assert spot.level == 6000 and (spot.departure is not None) == gone
    assert not gone or spot.departure.without


@pytest.mark.parametrize("all_read", [True, False])
def test_nor_where_the_load_is_that_of_the_chips_read_there_alone(all_read, monkeypatch):
    """Also where that of before, with these chips, is not known."""
    bench, item, _ = departed(lying=1)
    item.spot.level = 0
    monkeypatch.setattr(bench.chips.bearing, "all_read", lambda *_: all_read)
    assert item.weighed_off() == all_read
    assert item.fades(item.last + 1) != all_read


@pytest.mark.parametrize("change", ["found", "pulled in with others", "level not known"])
def test_nor_is_their_load_asked_of_chips_on_their_way_to_the_pot(change, weighs):
    bench, item, _ = departed(lying=1)
    item.spot.level = 0 if change == "level not known" else 6000
    weighs(SURELY_CENTINATS)
    if change == "found":
        item.found = 1
    elif change == "pulled in with others":
        bench.chips.spots[1].swept_ms = item.t
    assert not item.weighed_off()


@pytest.mark.parametrize(("now", "front", "lying", "takes"), [
    (ph.BETTING, {1: 200, 3: 200}, 1, LATE_CENTINATS),  # a part of a call
    (ph.BETTING, {1: 199, 3: 200}, 1, SURELY_CENTINATS),  # of a bet
    (ph.BETTING, {1: 201, 3: 200}, 1, SURELY_CENTINATS),  # of what is short as it is
    (ph.BETTING, {1: 200, 3: 200}, 0, SURELY_CENTINATS),  # all of it
    (ph.SHOWDOWN, {1: 200, 3: 200}, 1, SURELY_CENTINATS),
])  # fmt: skip
@pytest.mark.parametrize("weighed", [True, False])
def test_a_part_of_a_call_is_taken_back_when_the_load_says_so_as_of_what_makes_it_whole(
    now, front, lying, takes, weighed, monkeypatch
):
    bench, item, _ = departed(lying=lying)
    bench.phase.now, bench.phase.front, bench.phase.owing = now, front, [1]
    item.spot.level, item.spot.weighed = 0 if weighed else 6000, weighed
    monkeypatch.setattr(pulled, "regular", lambda *_: False)
    bench.chips.bearing.known, asked = lambda _: True, []
    bench.chips.bearing.all_read = lambda ant, surely, chips=1: asked.append(surely) or True
    assert item.weighed_off() and asked == [takes]


def loaded(level=6400, empty=6600, n=12):
    bench = Bench()
    ant = bench.ant("line:3")
    ant.agc, ant.empty, ant.noise = 400, empty, 16
    ant.level, ant.quick, ant.level_n = level, level, n
    return bench.chips.bearing, ant


@pytest.mark.parametrize("change", [{"agc": 0}, {"empty": 0}, {"level_n": 1}])
def test_a_load_that_is_not_known_says_nothing_of_a_change(change):
    bearing, ant = loaded()
    for name, value in change.items():
        setattr(ant, name, value)
    assert changes.moved(bearing, ant, 6200, 4, 2) is None


def test_the_chips_that_lay_there_tell_what_one_takes():
    bearing, ant = loaded(level=6400, empty=6600)
    assert changes.moved(bearing, ant, 6200, 4, 2) > SURELY_CENTINATS  # 100 each, two are gone
    assert changes.moved(bearing, ant, 6400, 4, 2) < 0
    least = 6600 - 4 * CHIP_LEAST_16THS
    assert changes.moved(bearing, ant, least, 4, 2) is not None
    assert changes.moved(bearing, ant, least + 1, 4, 2) is None


# -- a blind that does not come, or comes when all have their cards


def served(missing=2, bare=True, load=64):
    """All have just got their cards, a blind of 100 or 200 still to come."""
    bench = Bench()
    phase = bench.phase
    phase.posts = {1: 100, 2: 200}
    phase.front = {s: n for s, n in phase.posts.items() if s != missing}
    bench.chips.bearing.chip_load = load
    ant = bench.ant(f"line:{missing}")
    ant.agc, ant.ref, ant.level, ant.level_n, ant.noise = 400, 6400, 6400, 12, 16
    if not bare:
        ant.level -= load
    del bench.events[:]
    return bench


def pointed_out(bench):
    changes.watch_blinds(bench.cards, bench.chips, 9000)
    return bench.emitted("kind", "about_seat")


@pytest.mark.parametrize("missing", [1, 2])
def test_a_blind_whose_spot_is_empty_is_pointed_out(missing):
    assert pointed_out(served(missing)) == [("blind_missing", missing)]


@pytest.mark.parametrize("change", [
    "borne", "no load", "read", "no other", "no cards", "no chips", "another seat's",
])  # fmt: skip
def test_a_blind_that_may_lie_there_unread_is_not(change):
    bench = served(bare=change != "borne", load=0 if change == "no load" else 64)
    if change == "read":
        bench.read(8990, "line:2", chip(1, 200))
    elif change == "no other":
        bench.phase.front = {}
    elif change == "another seat's":
        bench.phase.front[3] = 200
    elif change == "no cards":
        bench.phase.live.remove(2)
    elif change == "no chips":
        bench.phase.stacks[2] = 0
    assert pointed_out(bench) == []


@pytest.mark.parametrize(("known", "ms", "learns"), [
    (0, 9024, True), (0, 9025, False), (140, 9024, False),
])  # fmt: skip
def test_what_a_card_loads_is_learned_for_it_without_waiting_for_an_act(
    monkeypatch, known, ms, learns
):
    bench = served(load=0)
    laden = bench.cards.laden
    calls = []
    monkeypatch.setattr(laden, "card_load", lambda: known or 140 * len(calls))
    monkeypatch.setattr(laden, "learn", lambda: calls.append(ms))
    changes.watch_blinds(bench.cards, bench.chips, ms)
    assert bool(calls) == learns
    assert bool(bench.events) == bool(known or calls)


def unweighed(period_ms=20, **phase):
    """The same where no load says anything, the deal having begun at 1000 ms."""
    bench = served(load=0)
    ant = bench.ant("line:2")
    ant.agc, ant.period_ms, ant.t = 0, period_ms, 1000 + PARTIAL_MS
    bench.phase.first_deal = 1000
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    return bench


@pytest.mark.parametrize(("period_ms", "late_ms", "settled"), [
    (20, -1, False), (20, 0, True), (PARTIAL_MS, 0, False),
    (PARTIAL_MS, (ABSENT_EDGE_DWELLS - 1) * PARTIAL_MS - 1, False),
    (PARTIAL_MS, (ABSENT_EDGE_DWELLS - 1) * PARTIAL_MS, True),
])  # fmt: skip
def test_a_blind_no_dwell_reads_for_longer_than_two_shadows_is_missing(period_ms, late_ms, settled):
    bench = unweighed(period_ms)
    t = bench.ant("line:2").t = 1000 + PARTIAL_MS + late_ms
    assert changes.watch_blinds(bench.cards, bench.chips, t) == settled
    assert bench.emitted("kind", "about_seat") == ([("blind_missing", 2)] if settled else [])


def test_a_loop_that_is_not_read_any_more_says_nothing_of_a_blind():
    bench = unweighed()
    t = 1000 + PARTIAL_MS + SHADOW_MS
    assert changes.watch_blinds(bench.cards, bench.chips, t)
    bench = unweighed()
    assert not changes.watch_blinds(bench.cards, bench.chips, t + 1)


@pytest.mark.parametrize(("brief_t", "emitted"), [(999, True), (1000, False)])
def test_a_blind_read_once_during_the_deal_is_not_missing(brief_t, emitted):
    bench = unweighed()
    (tag,) = bench.lie("line:1", chip(1, 100))
    tag.brief, tag.brief_t = bench.ant("line:2"), brief_t
    del bench.events[:]
    assert changes.watch_blinds(bench.cards, bench.chips, 1000 + PARTIAL_MS) == emitted
    assert bool(bench.events) == emitted


@pytest.mark.parametrize(("late_ms", "last_ms", "read_once", "emitted"), [
    (0, 0, False, True), (-100, 0, False, False),  # a shadow may have hidden it till then
    (0, SHADOW_MS, False, False),  # the deal was not over
    (0, 0, True, False),  # it lay there
])  # fmt: skip
def test_a_blind_put_out_when_all_have_their_cards_was_missing(
    late_ms, last_ms, read_once, emitted
):
    bench = unweighed(last_deal=1000 + last_ms)
    t = 1000 + SHADOW_MS + late_ms
    (tag,) = bench.lie("line:2", chip(3, 200), since=t, n=2)
    if read_once:
        tag.brief = bench.ant("line:2")
    del bench.events[:]
    assert changes.watch_blinds(bench.cards, bench.chips, t + 200) == emitted
    assert bench.emitted("kind", "about_seat") == ([("blind_missing", 2)] if emitted else [])


@pytest.mark.parametrize("acted", [{"owing": [1, 2]}, {"live": [1, 2], "owing": [1, 2]}])
def test_a_blind_is_not_pointed_out_when_somebody_has_acted(acted):
    bench = unweighed(**acted)
    assert changes.watch_blinds(bench.cards, bench.chips, 1000 + PARTIAL_MS)
    assert bench.events == []


def short_blind(monkeypatch, all_read):
    """Seat 2's blind of 200 lies there with 150."""
    bench = served()
    bench.phase.front[2] = 150
    monkeypatch.setattr(bench.chips.bearing, "all_read", lambda *_: all_read)
    return bench


def test_a_blind_that_is_short_by_its_load_is_pointed_out(monkeypatch):
    assert pointed_out(short_blind(monkeypatch, True)) == [("blind_missing", 2)]


@pytest.mark.parametrize(("unseen", "more", "said"), [
    (0, None, "notice"), (0, 0, "notice"), (-1, None, "question"), (0, -400, "notice"),
    (105, 105, "notice"), (105, 106, "question"),  # its load leans to one more: is it enough?
])  # fmt: skip
def test_a_blind_is_short_where_no_shadow_hides_a_chip_for_so_long(monkeypatch, unseen, more, said):
    bench = short_blind(monkeypatch, False)
    spot, asked = bench.chips.spots[2], []
    spot.emitted_t, spot.antenna.t = 5000, 9000
    monkeypatch.setattr(
        evidence, "unseen", lambda ant, ms: asked.append(ms) or LATE_CENTINATS + unseen
    )
    monkeypatch.setattr(
        bench.chips.bearing, "says", lambda ant: None if more is None else (None, more)
    )
    changes.watch_blinds(bench.cards, bench.chips, 9000)
    assert bench.emitted("what") == [(said,)] and asked == [4000]


@pytest.mark.parametrize(("answer", "emitted"), [
    (150, [("notice", "blind_missing", None)]), (200, [("chips_move", None, [50])]), (None, []),
])  # fmt: skip
def test_the_dealer_is_asked_about_a_blind_that_looks_short(monkeypatch, answer, emitted):
    bench = short_blind(monkeypatch, False)
    assert changes.watch_blinds(bench.cards, bench.chips, 9000)
    assert bench.emitted("what", "kind", "seat", "amount") == [("question", "chips_unread", 2, 150)]
    bench.table.questions.answer({"t": 9500, "what": "answer", "id": 1, "value": answer}, 9500)
    assert bench.emitted("what", "kind", "chips")[1:] == emitted


def test_the_dealer_is_asked_once_while_another_blind_is_still_to_come(monkeypatch):
    bench = short_blind(monkeypatch, False)
    del bench.phase.front[1]
    bench.phase.first_deal = 8000
    for t in (9000, 9008):
        assert not changes.watch_blinds(bench.cards, bench.chips, t)
    assert bench.events == []
    bench.phase.front[1] = 100
    assert changes.watch_blinds(bench.cards, bench.chips, 9016)
    assert bench.emitted("kind", "seat") == [("chips_unread", 2)]


def test_chips_still_settling_are_waited_for_before_a_blind_is_short(monkeypatch):
    bench = short_blind(monkeypatch, True)
    bench.read(8900, "line:2", chip(3, 50))
    bench.read(8990, "line:2", chip(3, 50))
    del bench.events[:]
    assert not changes.watch_blinds(bench.cards, bench.chips, 9000)
    assert bench.events == []


@pytest.mark.parametrize(("seat", "amount", "late"), [
    (2, 200, True), (2, 201, False), (1, 1, False), (3, 200, False),
])  # fmt: skip
def test_chips_of_a_blind_are_no_act_when_the_betting_has_begun(seat, amount, late):
    phase = served().phase
    assert phase.posts_late(seat, amount) == late
    before = phase.actor, list(phase.owing)
    phase.note({
        "t": 1, "what": "chips_move", "seat": seat, "chips": [amount], "from": f"seat:{seat}",
        "to": f"line:{seat}", "by": "player", "motion": 1, "released": True, "crossed": "full",
    })  # fmt: skip
    assert ((phase.actor, phase.owing) == before) == late
    assert phase.front[seat] >= amount


@pytest.mark.parametrize("change", ["a board", "answered"])
def test_later_in_the_hand_they_are(change):
    phase = served().phase
    if change == "a board":
        phase.board = 3
    else:
        phase.owing.remove(2)
    assert not phase.posts_late(2, 200)


def test_a_late_blind_is_nobody_s_turn():
    bench, item, _ = arrived(200, seat=2, posts={2: 200}, owing=[1, 2, 3])
    assert item.acts() is None
    bench.phase.posts = {2: 199}
    assert item.acts() == 2
    assert bench.phase.now == ph.BETTING


# -- a spot that nobody reads while chips that it has missed are looked for ------------------------


def away(ms, **change):
    """A bet that others have to answer was missed on its spot, which has not been read for ``ms``
    since: ``(bench, departure, now)``."""
    bench = Bench()
    bench.phase.front, bench.phase.owing = {3: 200}, [1, 2]
    spot = bench.chips.spots[3]
    item = spot.departure = Departure(bench.chips, spot, 5000)
    (tag,) = bench.lie("line:2", chip(1, 200), since=1000)
    bench.order.items, tag.home, tag.zone, tag.item = [], None, "line:3", item
    item.tags = [tag]
    bench.chips._queue(item, True)
    spot.antenna.t = 5300
    for name, value in change.items():
        setattr(item, name, value)
    return bench, item, 5300 + ms


@pytest.mark.parametrize(("ms", "change", "blind"), [
    (REVISIT_MAX_MS - 1, {}, False), (REVISIT_MAX_MS, {}, True), (REVISIT_MAX_MS + 1, {}, True),
    (REVISIT_MAX_MS, {"found": 1}, False), (REVISIT_MAX_MS, {"heaped": True}, False),
    (REVISIT_MAX_MS, {"uncalled": 200}, True),  # others have to answer it
])  # fmt: skip
def test_chips_found_nowhere_are_not_judged_while_their_spot_is_not_read(ms, change, blind):
    bench, item, now = away(ms, **change)
    assert pulled.blind(bench.chips, item, now) == blind
    bench.chips.poll(now)
    assert (item in bench.order.items, item.queued) == (not blind, not blind)


def test_but_those_that_went_where_chips_go():
    bench, item, now = away(REVISIT_MAX_MS, uncalled=200)
    bench.phase.owing = []  # nobody has matched them: they go back
    assert not pulled.blind(bench.chips, item, now)


def test_they_are_when_it_is_read_again_without_them():
    bench, item, now = away(REVISIT_MAX_MS)
    bench.chips.poll(now)
    item.spot.antenna.t = now + 100
    bench.chips.poll(now + 100)
    assert item in bench.order.items and item.queued and item.tags
