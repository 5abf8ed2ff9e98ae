"""Chips that are read in part: what shows that all of them are there, or went together.

A chip in a shadow is far likelier than a player who takes one back, or puts down what nobody may.
"""

import pytest

from firmware.table import late, pulled
from firmware.table import phase as ph
from firmware.table.departures import Departure
from firmware.table.spots import Arrival
from firmware.table.values import ASK_MS, LAIN_MS, SHADOW_MS
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_called_bounds import called, little
from tests.firmware_table.test_spots_bounds import arrived

# -- a wager some of whose chips go unread -------------------------------------------------------


@pytest.mark.parametrize(("value", "late_ms", "over"), [
    (300, SHADOW_MS, False), (300, SHADOW_MS + 1, True),  # 75 and 300 raise a bet of 200
    (200, SHADOW_MS, True),  # 275 is less than any raise: chips of another motion
    (125, SHADOW_MS + 1, False),  # just a call
])  # fmt: skip
def test_a_big_chip_read_late_makes_a_raise_of_a_few_small_ones(value, late_ms, over):
    bench, item, _ = arrived(25, 25, 25, front={1: 200}, step=200)
    bench.phase.blinds = (1, 2, 50, 100)
    bench.chips.bearing.known = lambda _ant: True
    (tag,) = bench.lie("line:2", chip(30, value), since=item.last, n=1)
    tag.brief = None
    item.mute, item.lying = False, 3
    bench.phase.too_little = lambda _seat, total: 200 < total < 375 or total < 200
    item._may_grow = lambda: False
    assert item.over(tag, item.last + late_ms) == over


@pytest.mark.parametrize(("stack", "left_ms", "lay"), [
    (1000, 0, True),  # all the player has
    (1001, 0, False), (999, 0, False), (1001, LAIN_MS, True), (1001, LAIN_MS - 1, False),
])  # fmt: skip
def test_a_pile_that_is_the_whole_stack_was_not_taken_back_in_part(stack, left_ms, lay):
    bench, item, _ = arrived(500, 500, front={1: 200}, stacks={3: stack})
    item.gone = [item.tags[1]]
    item.gone[0].left = item.last + left_ms
    item.gone[0].zone = "line:3"
    assert bool(item.lay(item.gone[0])) == lay


@pytest.mark.parametrize(("first_ms", "lay"), [(LAIN_MS, True), (LAIN_MS - 1, False)])
def test_a_call_of_which_a_chip_was_read_once_was_pulled_in_whole(first_ms, lay):
    """None of it is read any more: that one of its chips lay there tells it from a hand."""
    _, item, _ = arrived(100, 100, front={1: 200})
    item.gone = list(item.tags)
    for tag, ms in zip(item.tags, (first_ms, 60), strict=True):
        tag.left = item.last + ms
    assert bool(item.lay(item.tags[1])) == lay


# -- a bet that was called with more than was read of it -------------------------------------------


@pytest.mark.parametrize(("lost", "more_ms"), [(0, 0), (1, ASK_MS)])
def test_a_loop_that_misses_its_chips_has_longer_to_show_what_was_called(lost, more_ms):
    bench, item, more = called()
    bench.phase.front = {1: 1000}
    spot = more.spot
    for track in spot.antenna.tracks:
        track.lost = lost * track.dwells
    until = late.unread_bet(bench.chips, item)
    assert until == spot.emitted_t + SHADOW_MS + more_ms + 2 * spot.antenna.period_ms


@pytest.mark.parametrize(("found", "more_ms"), [(0, ASK_MS), (1, 0)])
def test_so_has_one_that_misses_chips_of_the_bet_which_nobody_has_pulled_in(found, more_ms):
    """They lie in a shadow, which may hide another; as long as the pot has none of them."""
    bench, item, more = called()
    bench.phase.front = {1: 1000}
    spot = more.spot
    spot.departure = Departure(bench.chips, spot, 4000)
    spot.departure.found = found
    until = late.unread_bet(bench.chips, item)
    assert until == spot.emitted_t + SHADOW_MS + more_ms + 2 * spot.antenna.period_ms


# -- a pile the pot has as a whole -----------------------------------------------------------------


def swept(*seen, holds=False):
    """Two chips have left seat 3's spot at 5000 ms; the pot's loop has read some of them since."""
    bench = Bench()
    tags = bench.lie("line:3", chip(1, 100), chip(2, 100), since=1000)
    spot = bench.chips.spots[3]
    spot.arrival = None
    for tag in tags:
        tag.item, tag.zone, tag.left = None, "line:3", 5000
        bench.chips.depart(tag, spot, 5000)
    spot.holds = lambda: holds
    for uid, t in seen:
        bench.read(t, "pot", chip(uid, 100))
    return spot


@pytest.mark.parametrize(("seen", "holds", "whole"), [
    (((1, 5100), (2, 5100)), False, True), (((1, 5100),), False, False), ((), False, False),
    (((2, 5000), (1, 5100)), False, False),  # as it left: heard from over the felt
    (((1, 5100), (2, 5100)), True, False),  # some of the pile lie there still
])  # fmt: skip
def test_a_pile_has_gone_where_the_pot_has_read_all_of_it_since(seen, holds, whole):
    assert pulled.whole(swept(*seen, holds=holds)) == whole


def test_that_takes_more_than_one_chip():
    spot = swept((1, 5100), (2, 5100))
    assert pulled.whole(spot)
    del spot.departure.tags[1]
    assert not pulled.whole(spot)


# -- cards a bet spot hears from beside it --------------------------------------------------------


def test_a_card_heard_beside_it_takes_nothing_from_what_is_known_of_a_spots_load():
    bench, item, ant = arrived(100, 100)
    for n in range(8):
        bench.read(1100 + 100 * n, "line:3", chip(1, 100), chip(2, 100), agc=390)
    spot = bench.chips.spots[3]
    for tag in item.tags:
        tag.item = None
    level, dwells = spot.level_emitted(), ant.level_n
    bench.read(1950, "line:3", chip(1, 100), chip(2, 100), card(31), agc=390)
    assert level and spot.level_emitted() == level and ant.level_n == dwells + 1
    assert not spot.doubtful()
    for t in (2000, 2100):
        bench.read(t, "line:3", chip(1, 100), chip(2, 100), chip(3, 100), agc=390)
    assert not spot.level_emitted() and ant.level_n == 1


# -- chips raked and pushed over other spots when betting is over ----------------------------------


def over_spot(zones, live=(3,), awarded=False):
    """Chips that were told in ``zones`` come over seat 2's spot when only ``live`` are left."""
    bench = Bench(ph.SHOWDOWN)
    bench.phase.live, bench.phase.awarded = list(live), awarded
    bench.phase.pot, bench.phase.pot_sum, bench.phase.put = [100] * 4, 400, {1: 200, 3: 200}
    bench.lie("line:2", *[chip(n + 1, 100) for n in range(len(zones))], since=5000, n=2)
    item = bench.chips.spots[2].arrival
    assert isinstance(item, Arrival)
    for tag, zone in zip(item.tags, zones, strict=True):
        tag.frm = zone
    bench.order.remove(item)
    bench.events.clear()
    bench.chips.arrival_over(item, 6000)
    return [row for row in bench.emitted("from", "to", "chips") if row[0] == "pot"]


@pytest.mark.parametrize(("zones", "pushed"), [
    (("line:1", "line:1"), []),  # gathered from their spot, on their way to the pot
    (("pot", "pot"), [("pot", "seat:3", [100, 100])]),
    (("pot", "line:1"), [("pot", "seat:3", [100])]),
    (("pot", "seat:3"), [("pot", "seat:3", [100])]),  # told to be the winner's again: once
])  # fmt: skip
def test_chips_raked_over_a_spot_are_no_push_of_the_pot(zones, pushed):
    assert over_spot(zones) == pushed


def test_a_wager_nobody_may_make_takes_what_is_read_within_a_shadow():
    _, item, _ = little()
    item.lying = 3
    tag = item.tags[1]
    assert not item.over(tag, item.last + SHADOW_MS) and item.over(tag, item.last + SHADOW_MS + 1)


# -- an ante that lies with the blind of the same seat -------------------------------------------


def pulled_in(read, found=0, unread=0, lies=True, now=ph.SHUFFLED, blind=400):
    """So many chips of 100 leave a spot on which a blind of 400 lies with an ante of 400."""
    bench = Bench(now, ante=400, ante_type="each")
    bench.phase.antes, bench.phase.front = True, {3: 800}
    bench.phase.posts = {3: blind}
    tags = bench.lie("line:3", *[chip(n + 1, 100) for n in range(read)], since=1000)
    spot = bench.chips.spots[3]
    spot.arrival, spot.unread, spot.lies = None, unread, lambda: lies
    for tag in tags:
        tag.item, tag.zone, tag.left = None, "line:3", 5000
        bench.chips.depart(tag, spot, 5000)
    for uid in range(found):
        bench.read(5100, "pot", *[chip(n + 1, 100) for n in range(uid + 1)])
    values = [tag.value for tag in tags]
    pulled.whole_ante(bench.chips, spot.departure, values)
    return sum(values)


@pytest.mark.parametrize(("read", "more", "pulled_sum"), [
    (3, {"unread": 100}, 400), (3, {"unread": 99}, 300), (3, {}, 300),
    (5, {"found": 4}, 400),  # one of the blind's is in a shadow
    (5, {"found": 5}, 500), (6, {"found": 4}, 600), (4, {"found": 4}, 400),
    (3, {"unread": 100, "lies": False}, 300), (3, {"unread": 100, "now": ph.BETTING}, 300),
])  # fmt: skip
def test_just_the_ante_is_pulled_in_where_its_seats_blind_lies_with_it(read, more, pulled_sum):
    assert pulled_in(read, **more) == pulled_sum


@pytest.mark.parametrize(("found", "more", "pulled_sum"), [
    (4, {}, 400), (3, {}, 800), (5, {}, 800), (8, {}, 800),  # all of the blind, and just that
    (4, {"now": ph.DEAL}, 400), (4, {"now": ph.BETTING}, 800), (4, {"blind": 300}, 800),
])  # fmt: skip
def test_a_blind_in_a_shadow_is_not_pulled_in_with_the_ante(found, more, pulled_sum):
    assert pulled_in(8, found, lies=False, **more) == pulled_sum


@pytest.mark.parametrize("unread", [0, 100])
def test_what_the_ante_lacks_is_made_up_once(unread):
    """A chip told unread, or one that lies there read by nobody: not both."""
    bench = Bench(ph.SHUFFLED, ante=400, ante_type="each")
    bench.phase.antes, bench.phase.front = True, {3: 800}
    (lost,) = bench.lie("line:2", chip(9, 100), since=1000)
    spot = bench.chips.spots[3]
    lost.home, lost.item, lost.zone = None, None, "line:3"
    spot.unread, spot.lies = unread, lambda: True
    item = Departure(bench.chips, spot, 5000)
    values = [300]
    pulled.whole_ante(bench.chips, item, values)
    assert sum(values) == 400 and item.tags == ([] if unread else [lost])


@pytest.mark.parametrize("told", [True, False])
def test_a_chip_told_to_lie_unread_has_left_when_the_pot_reads_it(told):
    bench = Bench()
    bench.phase.owing = []
    bench.lie("pot", chip(9, 100), since=900)
    tag = bench.tags[chip(9, 100)[0]]
    tag.zone = "line:3" if told else None
    bench.chips.arrived(tag, bench.ant("pot"), 2000)
    departure = bench.chips.spots[3].departure
    assert tag.zone == "pot" and (departure is not None and departure.tags == [tag]) == told


# -- the last hand thrown away before the pot is pushed -------------------------------------------


@pytest.mark.parametrize(("frm", "seat"), [("pot", None), (None, 3)])
def test_a_push_tells_the_folds_before_it_also_where_its_player_acted_last(frm, seat):
    bench, item, _ = arrived(100, owing=[1], acting=3, live=[1, 3])
    item.tags[0].frm = frm
    seen = []
    bench.chips.before_act = lambda *args: seen.append(args)
    bench.order.remove(item)
    bench.chips.arrival_over(item, 3000)
    assert seen[0] == (seat, item.t)
