"""What made regular hands loud: each mend with both sides of each of its bounds."""

import pytest

from firmware.table import absent, change, deal, evidence, late, pulled, untimely
from firmware.table import phase as ph
from firmware.table import street as st
from firmware.table.deal import Deal
from firmware.table.departures import Departure
from firmware.table.order import Item, Keyed
from firmware.table.presence import Tag
from firmware.table.spots import Arrival
from firmware.table.values import (
    ARRIVE_MAX_MS,
    ASK_MS,
    CARD_UNREAD_MS,
    LOAD_ASKED_MASK_MS,
    PARTIAL_MS,
    PILE_CHIPS,
    UNCOLLECTED_MS,
)
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_missing_bounds import flop
from tests.firmware_table.test_spots_bounds import arrived, later
from tests.firmware_table.test_turn_bounds import ACT, Act, turn

# -- piles that are read badly --------------------------------------------------------------------


@pytest.mark.parametrize(("zone", "item", "tracked", "holds"), [
    ("line:3", None, True, True), ("line:3", "x", True, False), (None, None, True, False),
    ("line:3", None, False, False),
])  # fmt: skip
def test_a_spot_holds_chips_that_are_missed_only_just_now(zone, item, tracked, holds):
    bench, _, ant = arrived()
    (track,) = ant.tracks
    track.tag.zone, track.tag.item, track.misses = zone, item, 1
    if not tracked:
        ant.tracks.clear()
    spot = bench.chips.spots[3]
    assert spot.holds() == holds
    assert not spot.lies()


@pytest.mark.parametrize(("high", "told"), [(0, True), (100, True), (101, False)])
def test_a_motion_short_of_what_is_due_may_grow_for_longer(high, told):
    bench, item, ant = arrived(front={1: high})
    item.last = 1000 + ARRIVE_MAX_MS
    assert item.ready(1000 + ARRIVE_MAX_MS - 1) is False
    assert bool(item.ready(1000 + ARRIVE_MAX_MS)) == told


@pytest.mark.parametrize(("read", "pot", "lie"), [(3, False, True), (2, False, False),
                                                  (3, True, False)])  # fmt: skip
def test_chips_gone_from_a_pile_most_of_which_is_read_lie_there(read, pot, lie):
    _, item, ant = arrived(100, 100, 100, 100)
    for track in ant.tracks[read:]:
        track.misses = 3
        item.gone.append(track.tag)
        if pot:
            track.tag.zone = "pot"
    assert item.lies() == lie


@pytest.mark.parametrize(("due", "whole"), [(200, True), (201, False), (199, False)])
def test_chips_read_on_their_spot_since_make_a_call_whole_that_was_pulled_in(due, whole):
    bench, item, ant = arrived(front={1: due})
    spot = item.spot
    more = spot.arrival = Arrival(bench.chips, spot, 3000)
    (tag,) = bench.lie(ant.name, chip(9), since=3000, n=1)
    tag.item = more
    more.tags, more.gone = [tag], [tag]
    bench.order.add(more)
    assert late.made_whole(bench.chips, item) == whole
    assert (tag in item.tags) == (tag in item.gone) == whole == (spot.arrival is None)
    assert (more in bench.order.items) == (not whole)


@pytest.mark.parametrize(("others", "less"), [
    (PILE_CHIPS - 1, 0), (PILE_CHIPS, 0), (2 * PILE_CHIPS, 69),
])  # fmt: skip
def test_any_chip_of_a_large_pile_may_have_been_in_the_shadow(others, less):
    _, item, ant = arrived()
    alone = evidence._unread_since(item, 0)
    ant.tracks.extend([ant.tracks[0]] * others)
    assert abs(alone - evidence._unread_since(item, 0) - less) <= 4


# -- chips that came with what was told -----------------------------------------------------------


def topped(t=6000, **values):
    """Seat 1 makes 125 where seat 3 had bet 100; a chip of 25 shows on seat 3's spot at ``t``."""
    bench, more, spot = later(value=25, emitted=5000, t=t)
    bench.phase.acting = values.get("acting", 3)
    bench.phase.owing = [1, 2]
    bench.phase.said = values.get("said")
    spot.emitted_t = values.get("emitted", 5900)
    (tag,) = bench.lie("line:1", chip(8, 125), since=5950, n=2)
    item = bench.chips.spots[1].arrival
    item.t = 5950
    return bench, item, more


@pytest.mark.parametrize(("change", "first"), [
    ({}, True), ({"t": 5950}, False), ({"emitted": 1000, "acting": 2}, False),
    ({"said": (3, 110, 4000)}, False),
])  # fmt: skip
def test_the_rest_of_a_bet_comes_before_what_seems_to_raise_it(change, first):
    bench, item, more = topped(**change)
    assert late.raised_first(bench.chips, item) == first
    assert (more.t < item.t) == first


@pytest.mark.parametrize(("came", "t", "given"), [
    (None, 5100, False), (None, 9000, True), ("pot", 5100, True), ("line:1", 5100, True),
])  # fmt: skip
def test_chips_of_no_pot_and_no_bet_that_came_with_a_big_one_are_no_change(came, t, given):
    bench, item, spot = later(value=100, emitted=5000, t=t)
    bench.phase.front, bench.phase.oversized = {3: 500, 1: 200}, {3: 300}
    bench.phase.live, bench.phase.acting = [1, 2, 3], 3
    item.tags[0].frm = came
    assert change.given(bench.chips, item, spot) == given


@pytest.mark.parametrize(("frm", "left_ms", "given"), [
    ("pot", PARTIAL_MS, True), ("pot", PARTIAL_MS + 1, False), ("line:1", PARTIAL_MS + 1, True),
])  # fmt: skip
def test_change_that_the_pot_has_long_lost_was_given_before_and_is_bet(frm, left_ms, given):
    bench, item, spot = later(value=100, emitted=5000, t=29000)
    bench.phase.front, bench.phase.oversized = {3: 500, 1: 200}, {3: 300}
    bench.phase.live, bench.phase.acting = [1, 2, 3], 1
    item.tags[0].frm, item.tags[0].left = frm, item.t - left_ms
    assert change.given(bench.chips, item, spot) == given
    assert bool(bench.events) == given and (item.tags[0].item is None) == given


# -- checks nobody keyed --------------------------------------------------------------------------


@pytest.mark.parametrize(("owing", "asked"), [([1, 3], True), ([3], False)])
def test_who_was_taken_to_have_checked_puts_no_chips_before_that(monkeypatch, owing, asked):
    _, item, over = turn(3)
    over.phase.owing = owing
    monkeypatch.setattr(untimely, "hand_undecided", lambda *_: False)
    monkeypatch.setattr(untimely, "key_may_come", lambda *_: False)
    monkeypatch.setattr(untimely, "chips_may_come", lambda *_: True)
    assert untimely.waits_for(over, item, 1, ACT) == asked


@pytest.mark.parametrize(("unsaid", "waits"), [([1], True), ([2], False), ([], False)])
def test_a_check_is_missed_after_the_bets_are_pulled_in_before_the_flop(unsaid, waits):
    _, item, over = turn(0)
    over.phase.board, over.phase.front, over.phase.owing = 0, {}, []
    over.phase.unsaid = unsaid
    assert untimely.key_may_come(over, item, 1, ACT) == waits


@pytest.mark.parametrize(("read", "after"), [(ACT + 99, True), (ACT + 101, False)])
def test_a_hand_lifted_before_another_acts_is_thrown_away_when_last_read(monkeypatch, read, after):
    """The hand of the player passed over was missed first, read again, and went after seat 2's."""
    bench, item, over = turn(1)
    hand = bench.hand(3, card(1), card(2))
    for tag in hand:
        tag.home, tag.read = None, read
    monkeypatch.setattr(untimely.absent, "silent", lambda _cards, _zone: hand)
    bench.order.add(absent.Gone(bench.cards, "seat:3", ACT + 10))
    bench.ant("seat:3").t = ACT + 9000
    bench.order.add(Act(2, ACT + 100))
    assert untimely.acts_after(over, item, 3) == after


@pytest.mark.parametrize(("read", "since", "gone"), [
    (5000, 2000, True), (5000, 5000 - UNCOLLECTED_MS, True), (5001, 5000 - UNCOLLECTED_MS, False),
    (5000, 5001, False), (5000, None, False),
])  # fmt: skip
def test_a_hand_has_left_its_seat_before_loops_on_its_way_read_it(read, since, gone):
    bench = Bench()
    (tag,) = bench.hand(3, card(1))
    (other,) = bench.lie("muck", card(9))
    tag.home, tag.read = other.home, read  # the last loop that had it on its way
    if since is not None:
        bench.cards.missed_t["seat:3"] = since
    assert absent.given_up(bench.cards, "seat:3", read)
    assert bool(absent.given_up(bench.cards, "seat:3", read - 1)) == gone


# -- cards ----------------------------------------------------------------------------------------


def stray(bench, name="board:2", t=4500):
    """An undealt card that a loop has read once."""
    (tag,) = bench.lie(name, card(40), since=t, n=1)
    bench.order.items = []
    return tag


def street(bench, lying, t=4000):
    """So many cards of a flop that waits to be told; its first item."""
    for n in range(lying):
        (tag,) = bench.lie(f"board:{3 + n}", card(50 + n), since=t, n=1)
        item = Deal(bench.cards, tag, t, True)
        tag.nth, tag.item, item.zone = 20 + n, item, "board"
        tag.zone = "board"
        bench.order.add(item)
    return bench.order.items[0]


@pytest.mark.parametrize(("lying", "name", "t", "taken"), [
    (2, "board:2", 4000, True), (2, "board:2", 3999, False), (1, "board:2", 4500, False),
    (3, "board:2", 4500, False), (2, "muck", 4500, False),
])  # fmt: skip
def test_a_card_the_board_has_read_once_is_the_third_of_a_flop(lying, name, t, taken):
    bench = Bench()
    bench.phase.hole = 2
    tag = stray(bench, name, t)
    st.heard(bench.cards, street(bench, lying))
    assert (tag.zone == "board") == taken
    assert len([i for i in bench.order.items if i.zone == "board"]) == lying + taken


def test_it_is_taken_when_the_rest_of_the_street_has_had_its_time(monkeypatch):
    bench = Bench()
    bench.phase.hole, bench.phase.burned = 2, True
    tag = stray(bench)
    item = street(bench, 2)
    bench.cards.board_last = 4000
    assert not item._street_lies(4000 + CARD_UNREAD_MS)  # the next reading of it will tell
    tag.tracks[0].misses = 1
    monkeypatch.setattr(deal.due, "read_ms", lambda *_: 0)
    assert not item._street_lies(4000 + CARD_UNREAD_MS - 1)
    assert len(bench.order.items) == 2
    assert item._street_lies(4000 + CARD_UNREAD_MS)
    assert len(bench.order.items) == 3


DECIDED_MS = ((1000 + ASK_MS) | LOAD_ASKED_MASK_MS) - 1000


@pytest.mark.parametrize(("late_ms", "asked", "board", "held"), [
    (DECIDED_MS - 1, 1000, 2, True), (DECIDED_MS, 1000, 2, False), (0, 0, 2, False),
    (0, 1000, 3, False),
])  # fmt: skip
def test_nobody_acts_on_a_flop_of_two_while_its_third_card_is_asked_about(
    late_ms, asked, board, held
):
    """Nor before it is looked at what follows from no answer."""
    bench = flop(board)
    bench.cards.flop_t = asked
    event = {"t": 900, "what": "gesture", "kind": "tap", "seat": 1}
    item = Keyed(900, event, lambda event, t: None)
    bench.phase.owing, bench.phase.actor = [1, 2, 3], 1
    assert bench.order.hold(item, 1000 + late_ms) == held


def acted_on_two(*cards, acts=(), owing=(1, 2, 3), now=1200):
    """Seat 1 checks on a flop of two that is asked about, the others act at ``acts`` (seat, time)
    and ``cards`` leave the deck (zone, time): events told before the check, and whether it waits.
    """
    bench = flop(2)
    bench.cards.flop_t = 1000
    event = {"t": 1100, "what": "gesture", "kind": "tap", "seat": 1}
    item = Keyed(1100, event, lambda event, t: None)
    bench.order.add(item)
    for seat, t in acts:
        bench.order.add(Keyed(t, dict(event, seat=seat, t=t), lambda event, t: None))
    for n, (zone, t) in enumerate(cards):
        card_off = Deal(bench.cards, Tag(b"off%d" % n, 0), t, True)
        card_off.zone = zone
        bench.order.add(card_off)
    bench.phase.owing, bench.phase.actor = list(owing), 1
    held = bench.order.hold(item, now)
    return [e["kind"] for e in bench.events], bool(held), bench.cards.flop_t


@pytest.mark.parametrize(("cards", "more", "missing"), [
    ([("board", 1101)], {}, True), ([("burn", 1101), ("board", 1102)], {}, False),
    ([(None, 1101), ("board", 1102)], {}, False), ([], {}, False),
    ([("board", 1105)], {"acts": [(2, 1102)]}, True),
    ([("board", 1105)], {"acts": [(2, 1102), (3, 1103)]}, False),  # it may be of the turn
    ([("board", 1102)], {"acts": [(2, 1103), (3, 1104)]}, True),
    ([("board", 1101)], {"owing": [1]}, False), ([("board", 1101)], {"owing": [1, 2]}, True),
])  # fmt: skip
def test_a_card_that_left_the_deck_after_somebody_acted_on_a_flop_of_two_was_missing(
    cards, more, missing
):
    said = (["board_card_count"], False, 0) if missing else ([], True, 1000)
    assert acted_on_two(*cards, **more) == said


@pytest.mark.parametrize(("left", "waits"), [(1100, False), (1101, True)])
def test_a_card_on_its_way_when_the_dealer_has_not_answered_shows_where_it_goes(left, waits):
    """It may be the third, and left the deck when somebody had acted on two."""
    said = acted_on_two((None, left), now=1000 + DECIDED_MS)
    assert said == ([], waits, 1000)


@pytest.mark.parametrize(("burned", "street_t", "before"), [
    (False, None, True), (True, None, False), (True, 3999, True), (True, 4000, False),
])  # fmt: skip
def test_a_burn_comes_before_the_street_to_come(burned, street_t, before):
    """It may have lain unread for as long as a shadow lasts."""
    bench = Bench()
    bench.phase.burned = burned
    if street_t is not None:
        item = Deal(bench.cards, Tag(b"street", 0), street_t, True)
        item.zone = "board"
        bench.order.add(item)
    burn = Deal(bench.cards, Tag(b"burn", 0), 4000, False)
    burn.zone = "burn"
    bench.order.add(burn)
    deal.burn_unseen(bench.cards, burn, 4000)
    assert (burn.slack > 0) == before


@pytest.mark.parametrize(("passed", "was_late", "t", "told"), [
    (False, False, 5000, True), (True, False, 4000, True), (True, False, 4001, False),
    (True, True, 5000, True),
])  # fmt: skip
def test_a_burn_told_before_it_was_read_is_told_once(passed, was_late, t, told):
    bench = Bench()
    bench.cards.laden.unnamed, bench.cards.unnamed_t = 1, 4000
    item = Item(t)
    item.passed, item.late = passed, was_late
    assert bench.cards.emitted_unnamed(item) == told
    bench.cards.laden.unnamed = 0
    assert not bench.cards.emitted_unnamed(item)


def test_one_chip_missed_of_a_pile_holds_nothing_up_while_the_rest_fades():
    bench, _, ant = arrived(100, 100)
    spot = bench.chips.spots[3]
    bench.order.items, spot.arrival = [], None
    for track in ant.tracks:
        track.tag.zone, track.tag.item = spot.line, None
    first, second = ant.tracks
    second.misses = 1
    ant.tracks.remove(first)
    bench.chips.left(first.tag, ant, 2000)
    assert isinstance(spot.departure, Departure) and not spot.departure.queued
    ant.tracks.remove(second)
    bench.chips.left(second.tag, ant, 2100)
    assert spot.departure.queued


@pytest.mark.parametrize(("zone", "seen", "away"), [
    ("pot", 2001, True), ("pot", 2000, False), ("line:1", 2001, False),
])  # fmt: skip
def test_a_chip_the_pot_has_read_since_its_spot_lost_it_is_in_the_pot(zone, seen, away):
    _, item, ant = arrived()
    (tag,) = item.tags
    tag.left = 2000
    other = type("Track", (), {"antenna": type("Ant", (), {"kind": zone[:4].rstrip(":")})()})()
    other.seen = seen
    tag.tracks += (other,)
    assert pulled.found(tag) == away


def between(nth=23, detached=True, live=(1, 2), burned=True, zone="burn"):
    """All are all-in: a card off the deck after a burn is read nowhere, the next burn comes."""
    bench = Bench(ph.SHOWDOWN)
    bench.phase.live, bench.phase.burned = list(live), burned
    bench.phase.stacks = dict.fromkeys(live, 0)
    (lost,) = bench.lie("mouth:1", card(30), since=4000, n=2, every=20)
    bench.order.items = []
    lost.nth, lost.item.detached = nth, detached
    (tag,) = bench.lie("burn", card(31), since=7000, n=1)
    item = Deal(bench.cards, tag, 7000, True)
    tag.nth, tag.item, item.zone, tag.zone = 24, item, zone, zone
    bench.emitted("what")
    item.emit(7500)
    return bench.emitted("to", "confidence")


@pytest.mark.parametrize("change", [
    {"nth": 22}, {"detached": False}, {"burned": False}, {"zone": "board"},
])  # fmt: skip
def test_a_card_between_two_burns_is_their_street(change):
    assert between()[:2] == [("board", "medium"), ("burn", None)]
    assert ("board", "medium") not in between(**change)


@pytest.mark.parametrize(("board", "folded"), [(2, False), (3, True)])
def test_the_third_card_of_a_flop_ends_no_street(monkeypatch, board, folded):
    bench = flop(board)
    seen = []
    monkeypatch.setattr(bench.cards, "before_act", lambda seat, t: seen.append((seat, t)))
    (tag,) = bench.lie("board:5", card(31), since=7000, n=1)
    item = Deal(bench.cards, tag, 7000, True)
    tag.nth, tag.item, item.zone, tag.zone = 24, item, "board", "board"
    bench.cards.emitted(item)
    assert seen == ([(None, 7000)] if folded else [])


# -- the rest of a pot ----------------------------------------------------------------------------


def paid(winners, put, change=(), unit=None, **phase):
    """What the pots of a hand still owe its winners: ``put`` in, and pushed to them; ``unit``: the
    smallest chip of the table."""
    bench = Bench(ph.SHOWDOWN)
    if unit:
        bench.read(850, "line:1", chip(1, unit))
    bench.read(900, "pot")
    bench.phase.awarded, bench.phase.winners, bench.phase.put = True, winners, put
    bench.phase.change = dict(change)
    bench.phase.pot_sum = sum(put.values()) - sum(winners.values())
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    bench.events.clear()
    bench.cards.hand_over(2000)
    moved = [e for e in bench.events if e["what"] == "chips_move"]
    return {e["seat"]: sum(e["chips"]) for e in moved}


@pytest.mark.parametrize(("winners", "put", "lacks"), [
    ({1: 250, 2: 200}, {1: 100, 2: 200, 3: 200}, {1: 50}),  # a main pot of 300, a side pot of 200
    ({1: 300, 2: 100}, {1: 100, 2: 200, 3: 200}, {2: 100}),
    ({1: 301, 2: 100}, {1: 100, 2: 200, 3: 200}, {}),  # more than its pot: they do not add up
    ({1: 300, 2: 150}, {1: 100, 2: 290, 3: 200}, {2: 140}),  # 90 nobody matched, in no pot
    ({1: 250, 2: 90}, {1: 100, 2: 290, 3: 200}, {1: 50}),  # got just that back
    ({1: 250, 2: 90, 3: 200}, {1: 100, 2: 290, 3: 200}, {1: 50}),  # and won nothing
    ({1: 150, 2: 100}, {1: 100, 2: 100, 3: 100}, {2: 50}),  # split
    ({1: 100, 2: 113}, {1: 75, 2: 75, 3: 75}, {1: 12}),  # and an odd chip, which seat 2 has
    ({1: 250}, {1: 100, 2: 100, 3: 100}, {1: 50}),
    ({1: 100, 2: 260}, {1: 100, 2: 200, 3: 200}, {1: 50, 2: 90}),  # a tie with who put in less
    ({1: 151, 2: 260}, {1: 100, 2: 200, 3: 200}, {2: 89}),  # more than its half, by a chip
    ({1: 440, 2: 10}, {1: 200, 2: 200, 3: 100}, {1: 50}),  # 10 were heard at a neighbour's
    ({1: 440, 2: 10}, {1: 150, 2: 250, 3: 100}, {}),  # its pots do not hold so much
    ({1: 241, 2: 241}, {1: 200, 2: 220, 3: 80}, {}),  # who has most of it is not so clear
])  # fmt: skip
def test_each_winner_is_told_what_its_pots_lack(winners, put, lacks):
    assert paid(winners, put) == lacks


@pytest.mark.parametrize(("unit", "lacks"), [(25, {1: 1000}), (None, {1: 988, 2: 12})])
def test_a_pot_is_split_by_the_smallest_chip(unit, lacks):
    """2275 in two: who lacks most has the odd chip, and is owed the chip of 1000 nobody read."""
    ante = {"ante": 100, "ante_by": 3}
    assert paid({1: 150, 2: 1125}, {1: 725, 2: 725, 3: 825}, unit=unit, **ante) == lacks


@pytest.mark.parametrize(("more", "lacks"), [(0, {1: 50}), (1, {})])
def test_nothing_is_told_of_several_pots_where_it_is_not_known_who_put_in_what(more, lacks):
    winners, put = {1: 250, 2: 200}, {1: 100, 2: 200, 3: 200}
    assert paid(winners, put, pot_sum=50 + more) == lacks


@pytest.mark.parametrize(("phase", "put"), [
    ({"ante": 10}, {1: 110, 2: 210, 3: 210}),
    ({"ante": 30, "ante_by": 3}, {1: 100, 2: 200, 3: 230}),
    ({"ante_of": {"1": 20, "2": 10}}, {1: 120, 2: 210, 3: 200}),
])  # fmt: skip
def test_antes_are_in_the_first_pot(phase, put):
    assert paid({1: 300, 2: 200}, put, **phase) == {1: 30}


def test_change_of_a_big_chip_that_folded_to_a_raise_is_in_no_pot():
    bench = Bench()
    bench.phase.front, bench.phase.oversized, bench.phase.live = {1: 500, 2: 600}, {1: 200}, [2, 3]
    bench.phase._keep_change()
    assert bench.phase.change[1] == 200
    assert paid({3: 650}, {1: 500, 2: 300, 3: 300}, {1: 200}) == {1: 200, 3: 250}


@pytest.mark.parametrize(("over", "due"), [({1: 200}, {1: 200}), ({}, {})])
def test_it_is_also_when_the_raise_has_left_one_player(over, due):
    """Whose own bet, which nobody has matched, is no change but won."""
    bench = Bench()
    bench.phase.front, bench.phase.oversized, bench.phase.live = {1: 500, 2: 600}, over, [2]
    bench.phase._keep_change()
    assert bench.phase.change == due
    bench.phase.pot_sum = 1100
    assert bench.phase.pot_of(2) == [1100 - sum(due.values())]


def test_a_bet_that_change_came_out_of_is_in_the_pot():
    bench, item, spot = later(value=100, emitted=5000, t=9000)
    bench.phase.front, bench.phase.oversized = {3: 500, 1: 200}, {3: 300}
    bench.phase.live, bench.phase.put, bench.phase.acting = [1, 2, 3], {1: 50}, 3
    item.tags[0].frm = "line:1"
    assert change.given(bench.chips, item, spot)
    assert bench.phase.put == {1: 150, 3: -100}


@pytest.mark.parametrize(("seat", "board", "owing", "front", "lost"), [
    (1, 5, [2], {}, True), (2, 5, [2], {}, False), (1, 4, [2], {}, False),
    (1, 5, [1, 2], {}, False), (1, 5, [2], {2: 100}, False), (1, 5, [2], {1: 100, 2: 100}, True),
])  # fmt: skip
def test_a_hand_that_goes_on_the_river_having_answered_has_lost(seat, board, owing, front, lost):
    _, item, over = turn(1, board=board, owing=owing, front=front)
    assert over._lost(item, seat) == lost
