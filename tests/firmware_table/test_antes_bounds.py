"""Antes pulled in, taken back and made whole: both sides of each bound."""

import pytest

from firmware.table import late, once, pulled
from firmware.table import phase as ph
from firmware.table.presence import Tag
from firmware.table.spots import Arrival
from firmware.table.values import SWEEP_REST_MS
from tests.firmware_table.bench import Bench, chip


def lying(*seats, now=ph.SHUFFLED, ante=25):
    """An ante of one chip before each of these seats, told and read."""
    bench = Bench(now, ante=ante, ante_type="each")
    for seat in seats:
        (tag,) = bench.lie(f"line:{seat}", chip(seat, ante), n=2)
        tag.item, tag.zone = None, f"line:{seat}"
        bench.chips.spots[seat].arrival = None
        bench.phase.front[seat] = ante
    bench.order.items = []
    return bench


def gone(bench, seat, t):
    """The chips of a spot are read there no more since ``t``."""
    spot = bench.chips.spots[seat]
    for track in list(spot.antenna.tracks):
        spot.antenna.tracks.remove(track)
        track.tag.home, track.tag.tracks = None, ()
        bench.chips.left(track.tag, spot.antenna, t)
    return spot


def test_an_ante_that_leaves_alone_while_others_lie_is_not_pulled_in():
    bench = lying(1, 2, 3)
    assert not pulled.in_pot(bench.chips, gone(bench, 3, 5000), 5000)


def test_the_only_ante_there_is_and_all_at_once_are_pulled_in():
    bench = lying(3)
    assert pulled.in_pot(bench.chips, gone(bench, 3, 5000), 5000)
    bench = lying(1, 3)
    gone(bench, 1, 5000)
    assert pulled.in_pot(bench.chips, gone(bench, 3, 5000), 5000)


@pytest.mark.parametrize(("apart", "into_pot"), [
    (1499, True), (1500, True), (1501, False), (-1500, True), (-1501, False),
])  # fmt: skip
def test_antes_are_pulled_in_one_spot_soon_after_the_other(apart, into_pot):
    bench = lying(1, 2, 3)
    gone(bench, 1, 5000 + apart)
    assert bench.chips.sweep_ms == 1500
    assert pulled.in_pot(bench.chips, gone(bench, 3, 5000), 5000) == into_pot


@pytest.mark.parametrize(("change", "goes"), [
    ({}, True), ({"pot": []}, False), ({"now": ph.DEAL}, False), ({"now": ph.BETTING}, False),
    ({"front": 24}, False), ({"front": 26}, False), ({"lies": True}, False), ({"ante": 0}, False),
    ({"stack": 0}, True),  # its last chips
    ({"put": 10, "front": 15}, True),  # the rest of one
    ({"put": 10, "front": 14}, False), ({"put": 10, "front": 16}, False),
    ({"put": 10}, False), ({"put": 25}, False), ({"put": 25, "front": 0}, False),
])  # fmt: skip
def test_an_ante_that_the_pot_has_read_follows_others_however_late(change, goes):
    bench = lying(1, 3)
    if not change.get("lies"):
        gone(bench, 3, 9000)
    phase = bench.phase
    phase.now, phase.pot = change.get("now", ph.SHUFFLED), change.get("pot", [25])
    phase.front[3], phase.put[3] = change.get("front", 25), change.get("put", 0)
    if "ante" in change:
        phase.antes = False
    if "stack" in change:
        phase.stacks[3] = change["stack"]
    bench.chips.pot_heard = True
    assert pulled.ante_goes(bench.chips, bench.chips.spots[3]) == goes
    if phase.now == ph.SHUFFLED:
        assert bench.chips.may_pull("line:3", 20000) == goes


@pytest.mark.parametrize(("front", "into_pot"), [(24, True), (25, True), (26, False)])
def test_more_than_the_ante_is_taken_back_though_another_spot_fades(front, into_pot):
    bench = lying(1, 2, 3)
    gone(bench, 1, 5500)
    bench.phase.front[3], bench.phase.posts = front, {}
    assert pulled.in_pot(bench.chips, gone(bench, 3, 5000), 5000) == into_pot


def test_the_blind_that_is_due_besides_is_not_too_much():
    bench = lying(1, 2, 3)
    gone(bench, 1, 5500)
    bench.phase.front[3], bench.phase.posts = 75, {3: 50}
    assert pulled.in_pot(bench.chips, gone(bench, 3, 5000), 5000)


@pytest.mark.parametrize(("new", "change", "into_pot"), [
    ([25], {}, False), ([25, 50], {}, False),  # with its blind
    ([24], {}, True), ([26], {}, True), ([50], {}, True), ([], {}, True),
    ([25], {"posts": {3: 51}}, True),  # not more than both are, so none was too much
    ([25], {"posts": {3: 49}}, False), ([25], {"put": {3: 25}}, True),  # its ante is in
    ([25], {"now": ph.DEAL}, True), ([25], {"antes": False}, True), ([25], {"ante": 0}, True),
])  # fmt: skip
def test_too_much_is_changed_where_just_what_is_due_comes_anew_while_others_are_pulled_in(
    new, change, into_pot
):
    bench = lying(1, 3)
    spot = gone(bench, 3, 5000)
    bench.phase.front[3], bench.phase.posts = 76, {3: 50}
    bench.chips.spots[1].swept_ms, bench.phase.pot = 6000, [25]
    for name, value in change.items():
        setattr(bench.phase, name, value)
    spot.arrival = Arrival(bench.chips, spot, 5300)
    for i, value in enumerate(new):
        spot.arrival.join(Tag(chip(40 + i)[0], value), 5300)
    assert pulled.in_pot(bench.chips, spot, 5000) == into_pot
    spot.arrival.gone = list(spot.arrival.tags)  # nor has that come to stay
    assert pulled.in_pot(bench.chips, spot, 5000)
    spot.arrival = None
    assert pulled.in_pot(bench.chips, spot, 5000)


@pytest.mark.parametrize("change", ["pot", "heard", "no_antes"])
def test_what_is_pulled_in_already_or_heard_in_the_pot_decides(change):
    bench = lying(1, 2, 3)
    spot = gone(bench, 3, 5000)
    if change == "pot":
        bench.phase.pot = [25]
    elif change == "heard":
        bench.chips.pot_heard = True  # the pot's loop reads what is in it: it has not these
    else:
        bench.phase.antes = False
    assert pulled.in_pot(bench.chips, spot, 5000) == (change == "pot")


@pytest.mark.parametrize(("now", "which", "told"), [
    (ph.SHUFFLED, 1, []), (ph.SHUFFLED, 9, [(3, [25])]), (ph.BETTING, 1, [(3, [25])]),
])  # fmt: skip
def test_before_the_deal_an_ante_another_spot_reads_is_on_its_way_to_the_pot(now, which, told):
    bench = lying(1, 2, now=now)
    spot = bench.chips.spots[3]
    gone(bench, 1, 4900)
    (tag,) = bench.lie("line:3", chip(which, 25), since=5000, n=14)
    item = spot.arrival
    bench.emitted()
    bench.chips.arrival_over(item, 6000)
    assert bench.emitted("seat", "chips")[-1:] == told
    one = bench.chips.spots[1].departure
    assert (tag.zone == "line:1" and one is not None and tag in one.tags) == (told == [])


# -- antes and blinds together --------------------------------------------------------------------


def served(front, **extra):
    """The deal begins with so many chips in front of seats 1 (small blind), 2 (big) and 3."""
    bench = Bench(ph.SHUFFLED, **dict({"ante": 25, "ante_type": "each"}, **extra))
    phase = bench.phase
    phase.posts, phase.stacks = {1: 50, 2: 100}, {1: 1000, 2: 1000, 3: 1000}
    phase.front = dict(front)
    phase.live = [1, 2, 3]
    return bench


def into_pot(bench, seat, *chips):
    """The dealer pulls chips of a seat into the pot."""
    move = {"t": 5000, "what": "chips_move", "seat": seat, "chips": list(chips)}
    bench.phase.note(dict(move, **{"from": f"line:{seat}", "to": "pot", "by": "dealer"}))


@pytest.mark.parametrize(("front", "extra", "left"), [
    ({1: 75, 2: 125, 3: 25}, {}, {1: 50, 2: 100, 3: 0}),
    ({1: 50, 2: 200}, {"ante": 100, "ante_type": "big_blind_ante", "bb_seat": 2}, {1: 50, 2: 100}),
    ({1: 50, 2: 100, 3: 0}, {}, {1: 50, 2: 100, 3: 0}),  # just the blinds
    ({1: 51, 2: 100, 3: 1}, {}, {1: 50, 2: 100, 3: 0}),  # a chip of 1 is one
    ({1: 49, 2: 99, 3: 24}, {}, {1: 49, 2: 99, 3: 0}),  # a blind that is short has none in it
    ({1: 50, 2: 150}, {"ante": 100, "ante_type": "big_blind_ante", "bb_seat": 2}, {1: 50, 2: 100}),
    ({1: 50, 2: 200}, {"ante": 0}, {1: 50, 2: 200}),  # played without antes
])  # fmt: skip
def test_an_ante_left_with_its_blind_is_no_part_of_a_bet(front, extra, left):
    bench = served(front, **extra)
    bench.phase._open_betting()
    assert bench.phase.front == left
    lies = {s: front[s] - left[s] for s in front}
    assert [bench.phase.worth(s) for s in front] == [1000 - lies[s] for s in front]


def test_it_goes_into_the_pot_with_the_first_bets():
    bench = served({1: 75, 2: 125, 3: 25})
    bench.phase._open_betting()
    bench.phase.front[1] = 100  # called: no change is due
    bench.phase.owing = []
    into_pot(bench, 2, 100, 25)
    assert bench.phase.worth(2) == 875 and bench.phase.worth(1) == 975


@pytest.mark.parametrize("now", [ph.SHUFFLED, ph.DEAL])
def test_blinds_lie_there_still_when_an_ante_is_pulled_in(now):
    bench = served({1: 50, 2: 125})
    bench.phase.now = now
    into_pot(bench, 2, 25)
    assert bench.phase.front == {1: 50, 2: 100}
    bench.phase._open_betting()
    assert bench.phase.front == {1: 50, 2: 100} and bench.phase.worth(2) == 975


def test_a_straddle_is_none_where_the_ante_is_in_the_pot():
    bench = served({1: 50, 2: 100, 3: 225})
    into_pot(bench, 3, 25)
    bench.phase._open_betting()
    assert bench.phase.front == {1: 50, 2: 100, 3: 200}


# -- an ante no bet spot has read -----------------------------------------------------------------


def unread(values=(100,), misses=0, **extra):
    """Seat 2 alone owes an ante of 100, or each seat does; the pot shows chips no spot has read."""
    bench = Bench(
        ph.SHUFFLED, **{"ante": 100, "ante_type": "big_blind_ante", "bb_seat": 2, **extra}
    )
    chips = [chip(30 + n, value) for n, value in enumerate(values)]
    bench.lie("pot", *chips, n=3)
    for n in range(misses):
        bench.read(1300 + 100 * n, "pot")
    return bench


def moves(bench, t=1200 + SWEEP_REST_MS):
    """Seat, chips and place of what was told of chips by ``t`` ms."""
    late.strays_over(bench.chips, t)
    bench.table.poll(t)
    rows = bench.emitted("what", "seat", "chips", "to")
    return [row[1:] for row in rows if row[0] == "chips_move"]


@pytest.mark.parametrize(("values", "told"), [
    ((100,), True), ((75, 25), True), ((99,), False), ((101,), False), ((100, 100), False),
])  # fmt: skip
def test_an_ante_that_only_the_pot_reads_is_that_of_the_seat_that_owes_it(values, told):
    want = [(2, list(values), "line:2"), (2, list(values), "pot")] if told else []
    assert moves(unread(values)) == want


@pytest.mark.parametrize(("after", "told"), [(-1, False), (0, True), (1, True)])
def test_the_rest_of_an_ante_may_show_for_so_long(after, told):
    bench = unread()
    shown = bench.chips.strays[-1][1]
    late.strays_over(bench.chips, shown + SWEEP_REST_MS + after)
    assert (bench.chips.spots[2].arrival is not None) == told


@pytest.mark.parametrize(("put", "front", "told"), [
    ({}, {}, [2]), ({2: 100}, {}, []), ({}, {2: 100}, []), ({1: 100}, {}, [2]),
])  # fmt: skip
def test_who_has_put_an_ante_in_owes_none(put, front, told):
    bench = unread()
    bench.phase.put, bench.phase.front, bench.phase.posts = put, front, {}
    assert [row[0] for row in moves(bench)[:1]] == told


@pytest.mark.parametrize(("blind", "told"), [(0, [2]), (50, [2]), (51, [])])
def test_the_blind_of_the_same_seat_is_no_ante(blind, told):
    bench = unread()
    bench.phase.front, bench.phase.posts = {2: blind}, {2: 50}
    assert [row[0] for row in moves(bench)[:1]] == told


@pytest.mark.parametrize(("put", "told"), [
    ({}, []), ({1: 100}, []), ({1: 100, 3: 100}, [2]), ({1: 100, 2: 100, 3: 100}, []),
])  # fmt: skip
def test_where_each_pays_it_is_the_last_that_lacks(put, told):
    bench = unread(ante_type="each")
    bench.phase.seats = [1, 2, 3]
    bench.phase.put = put
    assert [row[0] for row in moves(bench)[:1]] == told


def test_a_chip_the_pot_has_missed_since_may_only_have_been_heard_there():
    assert moves(unread(misses=1)) == []


@pytest.mark.parametrize(("zone", "told"), [("pot", []), ("seat:1", [2]), (None, [2])])
def test_what_the_hand_before_has_left_in_the_pot_is_no_ante(zone, told):
    bench = unread()
    (tag,) = [tag for tag in bench.tags.values() if tag.value]
    tag.zone, tag.item, tag.frm = zone, None, "pot"
    bench.chips.strays = []
    bench.chips.begin(bench.tags.values())
    bench.phase.ante_by = 2
    bench.chips.arrived(tag, bench.ant("pot"), 1200)
    assert [row[0] for row in moves(bench, 1200 + SWEEP_REST_MS)[:1]] == told


def test_once_the_cards_are_dealt_it_is_no_ante():
    bench = unread()
    bench.phase.now = ph.BETTING
    assert moves(bench) == []


# -- an ante that no bet spot has read ------------------------------------------------------------


@pytest.mark.parametrize(("kind", "value", "put", "seat"), [
    ("button_ante", 100, {}, 3), ("big_blind_ante", 100, {}, 2), ("each", 100, {}, None),
    ("each", 100, {1: 100, 2: 100}, 3), ("button_ante", 99, {}, None),
    ("button_ante", 101, {}, None), ("button_ante", 100, {3: 100}, None),
    ("button_ante", 100, {1: 100}, 3),
])  # fmt: skip
def test_chips_that_show_in_the_pot_are_the_ante_of_the_only_seat_that_lacks_it(
    kind, value, put, seat
):
    bench = Bench(ph.SHUFFLED, ante=100, ante_type=kind)
    bench.phase.put = put
    bench.lie("pot", chip(1, value))
    taken = once.ante_unread(bench.chips, bench.chips.strays)
    assert taken == (seat is not None)
    told = [s for s, spot in sorted(bench.chips.spots.items()) if spot.arrival is not None]
    assert told == ([seat] if seat else [])
