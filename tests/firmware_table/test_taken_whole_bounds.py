"""Chips pulled in, antes and blinds that lack some: what makes them whole, or short; both sides."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import changes, evidence, pulled
from firmware.table import phase as ph
from firmware.table.departures import Departure
from firmware.table.order import Keyed
from firmware.table.presence import Antenna, Tag, Track
from firmware.table.values import (
    CHIP_LEAST_16THS,
    LATE_CENTINATS,
    LEVEL_SURE_DWELLS,
    LIKELY_CENTINATS,
    POT_EMPTY_MS,
    SURELY_CENTINATS,
)
from shared_rules.zones import POT
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_spots_bounds import arrived, departed


def tags_of(*values):
    """Chips that no loop has."""
    return [Tag(chip(n + 1)[0], value) for n, value in enumerate(values)]


# -- who has won, and what was whole --------------------------------------------------------------


@pytest.mark.parametrize(("now", "live", "gone", "alone"), [
    (ph.BETTING, [1, 3], [1], True), (ph.SHOWDOWN, [1, 3], [1], True),
    (ph.DEAL, [1, 3], [1], False), (ph.BETTING, [1], [], False), (ph.BETTING, [1, 3], [], False),
    (ph.BETTING, [3], [], True), (ph.BETTING, [1, 3], [1, 3], False), (ph.BETWEEN, [3], [], False),
])  # fmt: skip
def test_who_is_left_alone(now, live, gone, alone):
    bench = Bench()
    bench.phase.now, bench.phase.live = now, live
    bench.chips.hand_gone = lambda seat, t: seat in gone
    assert pulled.left_alone(bench.chips, 3, 5000) == alone


@pytest.mark.parametrize(("amount", "over", "uncalled"), [
    (1, 1, True), (0, 0, False), (100, 100, True), (99, 100, False), (101, 100, False),
])  # fmt: skip
def test_just_what_nobody_has_matched_is_uncalled(amount, over, uncalled):
    bench, item, _ = departed()
    bench.phase.owing = []
    item.uncalled = over
    assert pulled.uncalled(bench.chips, item, amount) == uncalled


@pytest.mark.parametrize(("total", "called"), [
    (24, 25), (25, 50), (49, 50), (50, 75), (74, 75), (1, 25),
])  # fmt: skip
def test_an_ante_and_a_blind_pulled_in_are_the_next_sum_that_is_due(monkeypatch, total, called):
    bench, item, _ = arrived(total, now=ph.DEAL)
    monkeypatch.setattr(changes, "short", lambda *_: False)
    bench.phase.antes, bench.phase.owing = True, []
    bench.phase.ante_due, bench.phase.post_due = lambda *_: 25, lambda _: 50
    bench.chips.lacking = lambda _: True
    pulled.called_whole(bench.chips, item)
    assert item.total == called


def with_ante(bench, *values, unread=0, unread_chips=(), found=(), put=0, stack=1000):
    """Chips of an ante of 100 pulled in from seat 3's spot, whose blind lies there still; ``put``
    of it is in the pot, of what was a ``stack`` when the hand began."""
    bench.phase.antes, bench.phase.ante = True, 100
    bench.phase.put, bench.phase.stacks[3] = {3: put}, stack - put
    bench.phase.now = ph.DEAL
    spot = bench.chips.spots[3]
    spot.unread, spot.lies = unread, lambda: True
    item = Departure(bench.chips, spot, 3000)
    item.tags = tags_of(*values)
    for n, value in enumerate(unread_chips):
        tag = Tag(chip(50 + n)[0], value)
        tag.zone = "line:3"
        bench.tags[tag.uid] = tag
    for n in found:
        track = Track(item.tags[n], bench.ant("pot"), 3000)
        track.seen = 4000
        item.tags[n].tracks, item.tags[n].left = (track,), 3500
    for tag in item.tags:
        tag.zone = "line:3"
    row = [tag.value for tag in item.tags]
    pulled.whole_ante(bench.chips, item, row)
    return item, row, spot


@pytest.mark.parametrize(("values", "unread", "chips", "row", "left"), [
    ([100], 0, [], [100], 0), ([75], 25, [], [75, 25], 0), ([75], 24, [], [75], 24),
    ([75], 26, [], [75, 25], 1), ([75], 0, [25], [75, 25], 0), ([75], 0, [24], [75], 0),
    ([100], 0, [0], [100], 0), ([100], 5, [], [100], 5), ([75], 0, [25, 25], [75, 25], 0),
])  # fmt: skip
def test_what_nobody_read_of_an_ante_went_along(values, unread, chips, row, left):
    item, got, spot = with_ante(Bench(), *values, unread=unread, unread_chips=chips)
    assert (got, spot.unread) == (row, left)
    assert [tag.value for tag in item.tags] == (row if chips else values)


@pytest.mark.parametrize(("values", "found", "row"), [
    ([100, 25], [], [100]), ([100, 25], [1], [100, 25]), ([100, 24], [], [100]),
    ([75, 25, 25], [], [75, 25]), ([75, 25, 25], [1], [75, 25]), ([75, 50], [], [75, 50]),
    ([75, 25, 25], [1, 2], [75, 25, 25]),
])  # fmt: skip
def test_and_one_chip_too_many_lies_in_a_shadow_with_the_blind(values, found, row):
    item, got, _ = with_ante(Bench(), *values, found=found)
    assert sorted(got) == sorted(row)
    assert sorted(tag.value for tag in item.tags) == sorted(row)


@pytest.mark.parametrize(("values", "found", "put", "stack", "row"), [
    ([25, 25], [], 75, 1000, [25]), ([25, 25], [1], 75, 1000, [25]),
    ([25, 25], [0, 1], 75, 1000, [25, 25]), ([25, 25], [], 50, 1000, [25, 25]),
    ([25, 25], [], 74, 1000, [25, 25]), ([25, 25], [], 76, 1000, [25, 25]),
    ([25], [], 100, 1000, []), ([25], [0], 100, 1000, [25]),
    ([25], [], 125, 1000, []),  # more than the ante is in the pot: none of it is due
    ([25, 25], [], 50, 75, [25]), ([25, 25], [], 50, 76, [25, 25]),  # all it had is the ante
])  # fmt: skip
def test_what_has_been_pulled_in_of_an_ante_is_not_due_again(values, found, put, stack, row):
    item, got, _ = with_ante(Bench(), *values, found=found, put=put, stack=stack)
    assert got == row == [tag.value for tag in item.tags]


@pytest.mark.parametrize(("unread", "left", "row"), [(25, 0, [25, 25]), (24, 24, [25])])
def test_what_nobody_read_of_its_rest_went_along(unread, left, row):
    _, got, spot = with_ante(Bench(), 25, unread=unread, put=50)
    assert (got, spot.unread) == (row, left)


@pytest.mark.parametrize("found", [False, True])
def test_a_chip_in_a_shadow_with_the_blind_is_no_pull(found):
    bench = Bench()
    item, _, spot = with_ante(bench, 25, found=[0] if found else [], put=100)
    if not item.tags:  # it was left out of the row, as it is told
        item.tags = tags_of(25)
        item.tags[0].zone = "line:3"
    chip_tag, item.found = item.tags[0], 1
    bench.phase.front = {3: 50}
    bench.chips.departure_over(item, 4000)
    assert bench.emitted("chips") == ([([25],)] if found else [])
    assert chip_tag.zone == ("pot" if found else "line:3")
    assert (spot.swept_ms is not None) == found


@pytest.mark.parametrize(("change", "lies"), [
    ({}, True), ({"zone": "line:2"}, False), ({"value": 0}, False), ({"home": True}, False),
    ({"item": True}, False),
])  # fmt: skip
def test_chips_lie_unread_that_no_loop_and_no_motion_has(change, lies):
    bench = Bench()
    tag = Tag(chip(1)[0], change.get("value", 100))
    tag.zone = change.get("zone", "line:3")
    tag.home = Of(antenna=None) if "home" in change else None
    tag.item = object() if "item" in change else None
    bench.tags[tag.uid] = tag
    assert pulled.lying_unread(bench.chips, bench.chips.spots[3]) == ([tag] if lies else [])


@pytest.mark.parametrize(("said", "regular"), [
    ({}, False), ({"found": 1}, True), ({"left_alone": True}, True), ({"alone_since": 9}, True),
    ({"uncalled": True}, True), ({"in_pot": True}, True),
])  # fmt: skip
def test_chips_have_gone_where_chips_go(monkeypatch, said, regular):
    bench, item, _ = departed(2)
    amounts = []
    for name in ("left_alone", "alone_since", "in_pot"):
        monkeypatch.setattr(pulled, name, lambda *_, name=name: said.get(name, 0))
    monkeypatch.setattr(
        pulled, "uncalled", lambda _, __, n: amounts.append(n) or said.get("uncalled", False)
    )
    item.found, item.expect = said.get("found", 0), [25]
    assert bool(pulled.regular(bench.chips, item)) == regular
    assert amounts in ([], [225])


@pytest.mark.parametrize(("front", "stack", "keyed", "over"), [
    ({1: 100}, 1000, [2], False), ({}, 1000, [1, 2, 3], True), ({}, 1000, [1, 2], False),
    ({}, 0, [1, 2], True), ({}, 1, [1, 2], False), ({}, 1000, [], False),
    ({1: 100, 2: 100, 3: 100}, 100, [1, 2], True), ({1: 100, 2: 100, 3: 99}, 99, [1, 2], True),
])  # fmt: skip
def test_a_round_ends_by_checks_of_all_who_owe_no_more(front, stack, keyed, over):
    bench, item, _ = departed()
    bench.phase.live, bench.phase.owing = [1, 2, 3], [1, 2, 3]
    bench.phase.front, bench.phase.stacks = front, {3: stack}
    for seat in keyed:
        key = {"what": "gesture", "seat": seat, "kind": "tap"}
        bench.order.items.append(Keyed(item.t + 1, key, None))
    assert pulled.checked_since(bench.chips, item) == over


@pytest.mark.parametrize(("change", "over"), [
    ({}, True), ({"antes": False}, False), ({"heard": True}, False), ({"now": ph.BETWEEN}, False),
    ({"alone": True}, False),
])  # fmt: skip
def test_antes_go_into_the_pot_one_spot_after_the_other(monkeypatch, change, over):
    monkeypatch.setattr(pulled, "_alone_gone", lambda *_: change.get("alone", False))
    bench = Bench()
    bench.phase.now = change.get("now", ph.DEAL)
    bench.phase.antes = change.get("antes", True)
    bench.chips.pot_heard = change.get("heard", False)
    assert pulled._round_over(bench.chips, bench.chips.spots[3], 5000) == over


@pytest.mark.parametrize(("front", "lie", "fade", "alone"), [
    ({}, [1], [], True), ({}, [], [], False), ({}, [1], [2], False), ({3: 75}, [1], [2], False),
    ({3: 76}, [1], [2], True), ({3: 76}, [], [2], False),
])  # fmt: skip
def test_nobody_pulls_in_one_ante_while_the_others_lie(front, lie, fade, alone):
    bench = Bench()
    bench.phase.pot, bench.phase.front = [], front
    bench.phase.ante_due, bench.phase.post_due = lambda *_: 25, lambda _: 50
    for seat, spot in bench.chips.spots.items():
        spot.lies = lambda seat=seat: seat in lie
        spot.departure = Of(t=5000) if seat in fade else None
    assert pulled._alone_gone(bench.chips, bench.chips.spots[3], 5000) == alone
    bench.phase.pot = [25]
    assert not pulled._alone_gone(bench.chips, bench.chips.spots[3], 5000)


def test_nor_is_one_alone_that_owed_nothing_and_has_put_in_none():
    bench = Bench()
    bench.phase.pot, bench.phase.front = [], {}
    bench.chips.spots[1].lies, bench.chips.spots[2].departure = lambda: True, Of(t=5000)
    assert not pulled._alone_gone(bench.chips, bench.chips.spots[3], 5000)


@pytest.mark.parametrize(("lies", "read_ms", "since"), [
    (True, 0, 0), (False, 0, 4000), (False, POT_EMPTY_MS, 4000), (False, POT_EMPTY_MS + 1, 0),
])  # fmt: skip
def test_a_pot_is_bare_since_its_loop_has_read_no_chip_in_it(lies, read_ms, since):
    bench = Bench()
    bench.phase.live, bench.phase.pot, bench.chips.pot_heard = [3], [25], True
    (ant,) = bench.chips.pots
    ant.t = 4000 - read_ms
    if lies:
        ant.tracks.append(Track(Tag(chip(1)[0], 25), ant, 0))
    bench.chips.bare_t = 0 if since else 7
    pulled.emptied(bench.chips, 4000)
    assert bench.chips.bare_t == since


@pytest.mark.parametrize(("later", "told"), [(0, 1), (POT_EMPTY_MS, 1), (POT_EMPTY_MS + 8, 2)])
def test_what_shows_in_it_after_it_was_told_as_pushed_has_its_own_time(later, told):
    bench = Bench(ph.SHOWDOWN)
    bench.phase.live, bench.phase.pot, bench.chips.pot_heard = [3], [25], True
    bench.phase.pot_sum, bench.phase.note = 25, lambda event: None
    for t in (1000, 1000 + POT_EMPTY_MS, 1008 + POT_EMPTY_MS, 1000 + POT_EMPTY_MS + later):
        bench.ant("pot").t = t
        pulled.emptied(bench.chips, t)
    assert bench.emitted("chips") == [([25],)] * told


@pytest.mark.parametrize(("values", "held", "rest"), [
    ([100, 25], 125, [100, 25]), ([100, 25], 100, [100]), ([100, 25], 25, [25]),
    ([100, 25], 0, [100, 25]), ([100, 1], 100, [100]), ([25, 1], 1, [1]), ([1, 1], 1, [1]),
    ([100, 25], 99, [100, 25]),
])  # fmt: skip
def test_a_push_is_no_more_than_the_pot_holds(values, held, rest):
    assert pulled.within_pot(Of(pot_sum=held), list(values)) == rest


@pytest.mark.parametrize(("front", "over"), [
    ({}, True), ({1: 100}, False), ({1: 100, 3: 100}, True), ({1: 1}, False),
    ({1: 100, 3: 99}, False),
])  # fmt: skip
def test_the_bets_are_over_where_nobody_with_chips_has_one_to_answer(front, over):
    bench = Bench()
    bench.phase.live, bench.phase.owing, bench.phase.front = [1, 3], [3], front
    bench.phase.closed = lambda but=(): True
    assert pulled.bets_over(bench.phase) == over


# -- what a load says of chips that have come or gone ---------------------------------------------


@pytest.mark.parametrize(("rise", "tags", "dwells", "level_n", "says"), [
    (40, 1, 0, 4, 1066), (0, 1, 0, 4, -1067), (40, -1, 0, 4, -3200), (40, 1, 10, 4, 1333),
    (40, 1, 0, 1, 355), (40, 1, 0, 0, 355), (80, 2, 0, 4, 3200),
])  # fmt: skip
def test_a_change_of_load_is_worth_the_more_the_surer_both_means_are(
    rise, tags, dwells, level_n, says
):
    ant = Antenna(0, "line:1", 2, 3)
    ant.noise, ant.level_n = 8, level_n
    assert changes.by_rise(ant, rise, 40, tags, dwells) == says


@pytest.mark.parametrize(("risen", "gone", "there"), [
    (None, None, False), (SURELY_CENTINATS, True, False), (SURELY_CENTINATS - 1, None, False),
    (-SURELY_CENTINATS, False, True), (1 - SURELY_CENTINATS, None, True), (0, None, False),
    (-LIKELY_CENTINATS, None, True), (1 - LIKELY_CENTINATS, None, False),
])  # fmt: skip
def test_a_load_says_whether_chips_have_gone_where_it_is_sure(monkeypatch, risen, gone, there):
    monkeypatch.setattr(changes, "_risen", lambda *_: risen)
    item = Of(spot=Of(level=1))  # known when they were put there
    assert changes.has_gone(None, item) is gone
    assert changes.there(None, item) == there


@pytest.mark.parametrize(("brief", "ms", "parts"), [
    (None, 0, True), ("line:3", 0, False), ("line:3", -1, True), ("line:2", 0, True),
])  # fmt: skip
def test_chips_read_with_the_first_of_a_motion_are_no_second_one(monkeypatch, brief, ms, parts):
    bench, item, ant = arrived(100, 25)
    monkeypatch.setattr(evidence, "put_since", lambda *_: LATE_CENTINATS)
    (_, tag) = item.tags
    item.later, item.since_t, item.last_before = [tag], 4000, 1000
    tag.brief = bench.ant(brief) if brief else None
    tag.brief_t = item.t - bench.chips.gap_ms + ms
    changes.part(bench.chips, item, item.spot)
    assert (tag not in item.tags) == parts
    assert not parts or tag.item.tags == [tag] and tag.item.t == 4000


# -- short ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("front", "value", "said"), [
    (25, 50, ("chips", 25)), (25, 25, ("blind_missing",)), (25, None, None), (25, "no", None),
    (30, 50, None), (25, 26, ("chips", 1)), (0, 50, None),
])  # fmt: skip
def test_the_dealer_says_what_lies_there_of_a_blind(monkeypatch, front, value, said):
    bench = Bench(ph.BETTING)
    bench.chips.bearing.all_read = lambda _: False
    bench.chips.bearing.load_says_more = lambda _: True
    asked, told = [], []
    bench.chips.ask = lambda *args: asked.append(args)
    bench.chips.emit_unread = lambda seat, n, t: told.append(("chips", n))
    bench.chips.emit = lambda ev: told.append((ev["kind"],))
    changes._short(bench.chips, bench.chips.spots[2], 25, 4000)
    bench.phase.front = {2: front} if front else {}
    asked[0][2](value, 4500)
    assert told == ([said] if said else [])
    changes._short(bench.chips, bench.chips.spots[2], 0, 4000)
    bench.phase.front, told[:] = {}, []
    asked[1][2](50, 4500)
    assert told == [("chips", 50)]


def test_how_long_no_other_chip_was_read_counts_since_the_motion_was_told(monkeypatch):
    """Not since one of it came out of a shadow."""
    said = []
    monkeypatch.setattr(evidence, "unseen", lambda *args: said.append(args) or 321)
    bench, item, ant = arrived(100, 100)
    ant.tracks[1].since = 3900
    item.spot.emitted_t, ant.t = 1500, 4000
    assert changes._unseen(item.spot) == 321 and said == [(ant, 2500)]


@pytest.mark.parametrize(("change", "was_short"), [
    ({}, True), ({"score": LATE_CENTINATS - 1}, False), ({"gone": False}, True),
    ({"gone": False, "score": LATE_CENTINATS - 1}, False), ({"gone": False, "hid": 1}, True),
    ({"more": 1}, False), ({"more": 0}, True), ({"more": 1, "known": False}, True),
    ({"more": 1, "dwells": 0}, True), ({"pot": True, "score": LATE_CENTINATS - 5}, True),
    ({"pot": True, "score": LATE_CENTINATS - 6}, False),
    ({"more": -30, "score": LATE_CENTINATS - 30}, True),
    ({"more": -29, "score": LATE_CENTINATS - 30}, False),
    ({"more": -30, "known": False, "score": LATE_CENTINATS - 30}, False),
    ({"more": -30, "dwells": 0, "score": LATE_CENTINATS - 30}, False),
])  # fmt: skip
def test_a_pile_was_short_where_neither_spot_nor_pot_has_read_another(
    monkeypatch, change, was_short
):
    bench, item, ant = arrived(100, 100)
    said, missed = [], []
    monkeypatch.setattr(
        evidence, "never_read",
        lambda *args: said.append(args) or change.get("score", LATE_CENTINATS),
    )  # fmt: skip
    monkeypatch.setattr(evidence, "missed", lambda *args: missed.append(args) or 5)
    weighed = []
    bench.chips.bearing.known = lambda _: change.get("known", True)
    bench.chips.bearing.one_more = lambda *args: weighed.append(args) or change.get("more", 0)
    item.full_load, item.full_load_n, item.lying = 6000, change.get("dwells", 5), 2
    item.reads, ant.t = 12, item.t + 3000
    gone = change.get("gone", True)
    for n, tag in enumerate(item.tags):
        tag.left, tag.share = item.t + 2000 + 100 * n if gone else 0, 200
        if not gone:  # read where they lie: in 6 of 8 dwells, or not at this moment
            tag.home = None if change.get("hid") else Of(lost=2, dwells=8)
        elif change.get("pot"):
            tag.zone, tag.home = POT, Of(seen=9000 + n, since=5000, dwells=30 + n, lost=4 + n)
    assert changes.short(bench.chips, item) == was_short
    lost = 112 if gone or change.get("hid") else 128
    assert said in ([], [(12, 2000 if gone else 3000, lost, 512)])
    assert missed == ([(30, 4000, 0, 0, (4, 30))] if change.get("pot") else [])


@pytest.mark.parametrize(
    ("says", "empty"), [(-LIKELY_CENTINATS, True), (1 - LIKELY_CENTINATS, False)]
)
def test_a_loop_is_bare_whose_load_is_surely_that_of_none(monkeypatch, says, empty):
    asked = []
    monkeypatch.setattr(changes, "one_more", lambda *args: asked.append(args) or says)
    ant = Antenna(0, "line:1", 2, 3)
    ant.agc, ant.ref, ant.level, ant.t, ant.level_n = 400, 6400, 6390, 5000, LEVEL_SURE_DWELLS
    assert changes.bare(ant, CHIP_LEAST_16THS) == empty
    assert asked == [(ant, 6390, CHIP_LEAST_16THS, 0, 5000)]
    for name, value in (("agc", 0), ("ref", 0), ("level_n", LEVEL_SURE_DWELLS - 1)):
        was = getattr(ant, name)
        setattr(ant, name, value)
        assert not changes.bare(ant, CHIP_LEAST_16THS)
        setattr(ant, name, was)
    ant.tracks.append(Track(Tag(card(1)[0], 0), ant, 0))
    assert not changes.bare(ant, CHIP_LEAST_16THS)
