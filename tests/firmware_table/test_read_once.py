"""Chips read once on their spot, or never, before they were pulled in; loops that are read seldom.

Both sides of each bound.
"""

import pytest

from firmware.table import deal, late, once, pulled, unread, zones
from firmware.table import phase as ph
from firmware.table import street as st
from firmware.table.deal import Deal
from firmware.table.departures import Departure
from firmware.table.order import Item, Keyed
from firmware.table.passed import Passed
from firmware.table.presence import Tag
from firmware.table.spots import Arrival
from firmware.table.values import (
    ASK_MS,
    CARD_UNREAD_MS,
    LEAVE_MISSES,
    SELDOM_READ_MS,
    SHADOW_MS,
    SWEEP_REST_MS,
)
from firmware.table.ways import Move
from tests.firmware_table.bench import Bench, card, chip


def before(t, seat=0):
    """An act of a seat at ``t`` ms; 0: the end of the street."""
    item = Item(t)
    item.acts = lambda: seat
    return item


def called(misses=LEAVE_MISSES - 1, hits=1, **phase):
    """Seat 1 owes a call of 200; two chips of it are read on its spot, then in the pot."""
    bench = Bench()
    bench.phase.front, bench.phase.owing, bench.phase.last_deal = {3: 200}, [1], 500
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    chips = [chip(30, 100), chip(31, 100)]
    for i in range(hits):
        bench.read(1000 + 100 * i, "line:1", *chips)
    for i in range(misses):
        bench.read(1700 + 700 * i, "line:1")
    bench.read(3000, "pot", *chips)
    return bench, [bench.tags[uid] for uid, _ in chips]


def told(bench, t=5000):
    """Motions and pulls told by ``t`` ms."""
    bench.table.poll(t - 2000)
    bench.table.poll(t)
    rows = bench.emitted("what", "t", "seat", "chips", "to")
    return [row[1:] for row in rows if row[0] == "chips_move"]


def test_chips_read_once_and_then_in_the_pot_were_put_in_and_pulled_in():
    bench, _ = called()
    bench.ant("line:1").period_ms = 700
    assert told(bench) == [(1000, 1, [100, 100], "line:1"), (1700, 1, [100, 100], "pot")]
    assert not bench.chips.strays


@pytest.mark.parametrize(("since", "t"), [(900, 1700), (1700, 1700), (1800, 1800)])
def test_chips_that_lay_there_before_went_with_them(since, t):
    bench, _ = called()
    bench.ant("line:1").period_ms = 700
    spot = bench.chips.spots[1]
    before = spot.departure = Departure(bench.chips, spot, since)
    before.queued = True
    bench.order.add(before)
    once.take_strays(bench.chips)
    assert (before.t, before in bench.order.items) == (t, True)
    assert [i for i in bench.order.items if i in (before, spot.arrival)][-1] is before


def pulled_in(owed=200, misses=LEAVE_MISSES - 1, **phase):
    """The same, a blind having lain there: its spot has lost both, the pot has read one of the
    call's chips and nothing the other. Returns the bench and what has left the spot."""
    bench, tags = called(misses, **{"front": {1: 100, 3: 100 + owed}, **phase})
    spot = bench.chips.spots[1]
    spot.emitted_t = 900
    (blind,) = bench.lie("line:2", chip(40, 100), since=100)
    item = spot.departure = Departure(bench.chips, spot, 1050)
    blind.item, blind.zone, item.tags, item.queued = item, spot.line, [blind], True
    tags[1].home, tags[1].zone = None, None
    tags[1].tracks = tuple(k for k in tags[1].tracks if k.antenna.kind == "line")
    bench.chips.strays = [row for row in bench.chips.strays if row[0] is tags[0]]
    bench.order.items, bench.events[:] = [], []
    return bench, item


@pytest.mark.parametrize(("change", "found", "in_pot", "first"), [
    ({}, 1, False, True), ({}, 0, True, True), ({}, 0, False, False),  # taken back
    ({"owed": 199}, 1, True, False), ({"owed": 201}, 1, True, False), ({"owed": 0}, 1, True, False),
    ({"owing": [2]}, 1, True, False), ({"misses": LEAVE_MISSES - 2}, 1, True, False),
])  # fmt: skip
def test_a_call_read_once_was_put_in_before_what_lay_there_was_pulled_in(
    monkeypatch, change, found, in_pot, first
):
    bench, item = pulled_in(**change)
    monkeypatch.setattr(pulled, "in_pot", lambda *_: in_pot)
    item.found = found
    item.emit(5000)
    arrival = bench.chips.spots[1].arrival
    assert (arrival is not None) == first == (item in bench.order.items)
    assert bool(bench.emitted("what")) != first
    if first:
        assert (arrival.t, [tag.value for tag in arrival.tags]) == (1000, [100, 100])
        assert bench.order.items[0] is arrival and item.t > arrival.t
        item.emit(5000)  # once
        assert bench.emitted("what") == [("chips_move",)]


@pytest.mark.parametrize(("misses", "owing", "lies"), [
    (LEAVE_MISSES - 1, [1], True), (LEAVE_MISSES - 2, [1], False),  # it may lie there still
    (LEAVE_MISSES - 1, [2], False),  # nobody waits for chips of that seat
])  # fmt: skip
def test_they_are_those_of_a_seat_that_owes_and_whose_spot_has_lost_them(misses, owing, lies):
    bench, tags = called(misses, owing=owing)
    once.take_strays(bench.chips)
    assert (bench.chips.spots[1].arrival is not None) == lies
    assert (tags[0].item is not None) == lies


@pytest.mark.parametrize(("last_deal", "lies"), [(999, True), (1000, False)])
def test_a_read_forgotten_since_counts_on_its_street(last_deal, lies):
    bench, tags = called()
    for tag in tags:
        tag.tracks = tuple(k for k in tag.tracks if k.antenna.kind == "pot")
        tag.brief, tag.brief_t = bench.ant("line:1"), 1000
    bench.phase.last_deal = last_deal
    once.take_strays(bench.chips)
    assert (tags[0].item is not None) == lies


@pytest.mark.parametrize(("last_deal", "lies"), [(999, True), (1000, False), (1001, False)])
def test_a_read_of_the_street_before_is_of_a_call_that_was_told_whole(last_deal, lies):
    bench, tags = called(last_deal=last_deal)
    once.take_strays(bench.chips)
    assert [tag.item is not None for tag in tags] == [lies, lies]


@pytest.mark.parametrize(("front", "owing", "seat"), [
    ({3: 200}, [1], 1), ({3: 201}, [1], None), ({3: 200, 1: 1}, [1], None),
    ({3: 200}, [1, 2], None),  # whose of the two?
])  # fmt: skip
def test_chips_no_spot_has_read_are_the_call_of_the_one_who_owes_just_so_much(front, owing, seat):
    bench, tags = called(hits=0)
    bench.phase.front, bench.phase.owing = front, owing
    for n in (1, 2, 3):
        bench.hand(n, card(2 * n), card(2 * n + 1))
    assert once.read_never(bench.chips, 1, before(3000)) == (seat is not None)
    assert bool(tags[0].item) == (seat is not None)


@pytest.mark.parametrize(("values", "high", "takes"), [
    ([500], 499, True), ([500], 500, True), ([500], 501, False), ([500], 0, False),
    ([500, 100], 599, False), ([500, 100], 600, True),  # several make more than a call
])  # fmt: skip
def test_a_single_chip_too_big_is_a_call_as_well(values, high, takes):
    bench = Bench()
    bench.phase.front, bench.phase.owing = {3: high}, [1]
    chips = [chip(30 + i, values[i]) for i in range(len(values))]
    bench.lie("pot", *chips)
    assert once.read_never(bench.chips, 1, before(3000)) == takes


@pytest.mark.parametrize(("seat", "t", "left"), [
    (0, 3000, 2999),  # pulled in before the street's card
    (2, 900, 1000), (2, 1000, 1000), (2, 1001, 1000), (2, 1002, 1001),  # when the pot had it
])  # fmt: skip
def test_what_an_act_shows_was_pulled_in_when_the_pot_has_read_it(seat, t, left):
    bench = Bench()
    bench.phase.front, bench.phase.owing = {3: 100}, [1]
    (tag,) = bench.lie("pot", chip(30, 100))
    bench.chips.strays = [(tag, 1000)]
    assert once.read_never(bench.chips, 1, before(t, seat))
    assert (tag.item.t, tag.item.gone, tag.left) == (t - 1, [tag], left)


@pytest.mark.parametrize(("zone", "frm", "kept"), [
    ("seat:1", "pot", False),  # given out of the pot as change: told to have lain in it
    ("seat:1", None, True),  # told to have been taken back, and pulled in after all
    ("seat:1", "seat:1", True),  # the change of before, bet since and taken back
    (None, None, True), (None, "pot", True),  # of the hand before: told of nobody in this one
    ("line:1", None, False), ("pot", None, False),
])  # fmt: skip
def test_change_given_out_of_the_pot_and_heard_there_again_is_nobodys_bet(zone, frm, kept):
    bench = Bench()
    bench.phase.front, bench.phase.owing = {3: 200}, [1]
    tag = bench.lie("seat:1", chip(30, 100), n=1)[0]
    tag.zone, tag.frm = zone, frm
    late.noted(bench.chips, tag, 3000)
    assert bench.chips.strays == ([(tag, 3000)] if kept else [])


def test_where_nobody_bets_chips_in_the_pot_are_told_of_nobody():
    bench, tags = called(now=ph.SHOWDOWN)
    late.strays_over(bench.chips, 3072)
    assert tags[0].item is None


# -- a chip of the pot that a bet spot hears ----------------------------------------------------


@pytest.mark.parametrize(("missed", "period_ms", "pushed"), [
    (3, SELDOM_READ_MS, True), (2, SELDOM_READ_MS, False),  # most of the pot lies there still
    (3, SELDOM_READ_MS - 1, False),
])  # fmt: skip
def test_one_read_is_a_push_where_the_pot_has_lost_most_of_its_chips(missed, period_ms, pushed):
    bench = Bench()
    chips = [chip(30 + n, 100) for n in range(4)]
    tags = bench.lie("pot", *chips, n=3)
    for tag in tags:
        tag.zone = "pot"
    bench.read(1900, "pot", *chips[missed:])
    bench.ant("line:1").period_ms = period_ms
    bench.read(2000, "line:1", chips[0])
    (track,) = [k for k in tags[0].tracks if k.antenna.kind == "line"]
    bench.ant("line:1").period_ms = period_ms
    assert zones._pushed(track) == pushed


# -- the last cards of a deal read late ---------------------------------------------------------


def dealing(lacking=1, word="call"):
    """A deal that lacks cards, seat 1 the next; seat 2 says something at 5 s."""
    bench = Bench(ph.DEAL)
    phase = bench.phase
    phase.seats, phase.live, phase.hole, phase.last_seat = [1, 2, 3], [1, 2, 3], 2, 3
    phase.counts = {1: 2 - lacking, 2: 2, 3: 2}
    item = Keyed(5000, {"what": "declare", "seat": 2, "word": word}, None)
    bench.order.add(item)
    return bench, item, Passed(bench.order, bench.cards, bench.chips, phase)


@pytest.mark.parametrize(("lacking", "asked", "now", "held"), [
    (1, 0, 4999 + CARD_UNREAD_MS, True), (1, 0, 5000 + CARD_UNREAD_MS, False),
    (0, 0, 5001, False),
    (1, 6000, 5999 + ASK_MS, True), (1, 6000, 6000 + ASK_MS, False),  # the dealer is asked
])  # fmt: skip
def test_an_act_waits_for_the_last_cards_of_the_deal(lacking, asked, now, held):
    bench, item, over = dealing(lacking)
    bench.cards.lacks_t = asked
    assert over.hold(item, now) == held


@pytest.mark.parametrize(("passed", "zone", "held", "first"), [
    (False, "seat:1", True, True), (False, None, True, False),
    (True, "seat:1", False, False),  # it left the deck since: somebody acts in mid-deal
])  # fmt: skip
def test_a_card_read_late_comes_before_the_act(passed, zone, held, first):
    bench, item, over = dealing()
    (tag,) = bench.lie("seat:1", card(9), since=5100, n=2)
    dealt = Deal(bench.cards, tag, 5200, passed)
    dealt.zone = zone
    bench.order.items = [item, dealt]
    assert over.hold(item, 5300) == held
    assert (bench.order.items[0] is dealt) == first


@pytest.mark.parametrize(("n", "nth", "heard"), [(1, 0, True), (2, 0, False), (1, 5, False)])
def test_a_seat_has_heard_a_card_that_it_has_read_once_and_nobody_has_told(n, nth, heard):
    bench = Bench(ph.DEAL)
    bench.lie("seat:1", card(9), n=n)[0].nth = nth
    assert unread.heard_at(bench.cards, 1) == heard
    assert not unread.heard_at(bench.cards, 2)


# -- burns and streets of a run-out -------------------------------------------------------------


def run_out(burned):
    """A turn the mouth saw at 5 s, a burn it missed that lay there at 7, a river it saw at 8 s."""
    bench = Bench()
    phase = bench.phase
    phase.board, phase.burned = 3, burned
    deals = []
    for n, (t, passed, zone) in enumerate(((5000, True, "board"), (8000, True, None))):
        (tag,) = bench.lie("pot", card(20 + n), n=1)
        deals.append(Deal(bench.cards, tag, t, passed))
        deals[-1].zone = zone
    (tag,) = bench.lie("burn", card(30), since=7000, n=1)
    burn = Deal(bench.cards, tag, 7000, False)
    burn.zone = "burn"
    bench.order.items = []
    for item in (*deals, burn):
        bench.order.add(item)
    deal.unseen_at_mouth(bench.cards, burn, 9000, 1000)
    deal.in_rotation(bench.cards)
    return burn


@pytest.mark.parametrize(("burned", "t"), [(False, 4999), (True, 7999)])
def test_a_burn_the_mouth_missed_is_for_the_street_that_has_none(burned, t):
    assert run_out(burned).t == t


@pytest.mark.parametrize(("reads", "told"), [(1, True), (0, False)])
def test_a_street_the_board_has_read_once_comes_before_the_next_burn(reads, told):
    bench = Bench()
    bench.phase.board, bench.phase.burned, bench.phase.last_deal = 3, True, 1000
    for n in range(reads):
        bench.read(2000 + n, "board:4", card(30))
    item = Deal(bench.cards, bench.lie("burn", card(31), since=3000, n=1)[0], 3000, True)
    st.lay(bench.cards, item)
    moved = [e for e in bench.events if e["what"] == "card_move"]
    assert [(e["to"], e["confidence"]) for e in moved] == [("board", "medium")] * told


def collected(left=2000, tabled=True, detached=True, **phase):
    """The hand of seat 1, tabled, is collected at 5000 ms after the burn for the river; the mouth
    saw a card leave at ``left``, read nowhere since. What was told."""
    bench = Bench(ph.SHOWDOWN)
    hand = bench.hand(1, card(2), card(3))
    bench.phase.tabled, bench.phase.last_deal = [1, 2] if tabled else [], 1000
    bench.phase.board, bench.phase.burned = 4, True
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    (tag,) = bench.lie("mouth:1", card(30), since=left, n=1)
    lost = tag.item = bench.cards._off_deck(tag, left, True)
    lost.detached = detached
    bench.order.items, bench.events[:] = [], []
    item = Move(bench.cards, hand[0], 5000, "seat:1", "muck")
    item.tags = list(hand)
    bench.cards.emitted_move(item)
    moved = [e for e in bench.events if e["what"] == "card_move"]
    return [(e["to"], e.get("confidence")) for e in moved]


@pytest.mark.parametrize(("change", "lies"), [
    ({}, True), ({"left": 4999}, True), ({"left": 5000}, False),  # it left the deck since
    ({"left": 1000}, False),  # the burn
    ({"tabled": False}, False), ({"detached": False}, False),  # a fold; it is on its way still
    ({"burned": False}, False), ({"awarded": True}, False),
    ({"board": 5}, False), ({"board": 3}, True), ({"board": 0}, False),  # a flop has three
])  # fmt: skip
def test_no_tabled_hand_is_collected_before_the_street_that_a_burn_lies_for(change, lies):
    told = collected(**change)
    assert told[:-1] == [("board", "medium")] * lies and told[-1][0] == "muck"


# -- chips found nowhere ------------------------------------------------------------------------


@pytest.mark.parametrize(("front", "kept"), [({3: 200}, True), ({}, False)])
def test_chips_in_the_pot_are_kept_in_mind_while_bets_lie_that_may_be_called(front, kept):
    bench, _ = called(misses=0, hits=0, front=front)
    late.strays_over(bench.chips, 3000 + SWEEP_REST_MS)
    assert bool(bench.chips.strays) == kept


@pytest.mark.parametrize(("apart_ms", "alone"), [(SHADOW_MS, False), (SHADOW_MS + 1, True)])
def test_chips_that_leave_long_after_others_of_their_spot_went_another_way(apart_ms, alone):
    bench = Bench()
    tags = bench.lie("line:1", chip(30, 25), chip(31, 100))
    spot = bench.chips.spots[1]
    for tag in tags:
        tag.zone, tag.item = "line:1", None
    bench.order.items = []
    spot.arrival = None
    bench.chips.depart(tags[0], spot, 2000)
    bench.chips._queue(spot.departure, True)
    bench.events.clear()
    bench.chips.depart(tags[1], spot, 2000 + apart_ms)
    assert (len(spot.departure.tags), len(bench.events)) == ((1, 1) if alone else (2, 0))
    assert not alone or bench.events[0]["chips"] == [25]


@pytest.mark.parametrize(("gone", "lie"), [
    (None, False), (None, True), ("beside", True), ("queued", False), ("queued", True),
])  # fmt: skip
def test_a_chip_of_the_pot_counted_to_a_bet_goes_with_what_left_that_spot_once(gone, lie):
    """``gone``: what left it waits beside the queue, or in it; ``lie``: the others lie there."""
    bench = Bench()
    spot = bench.chips.spots[1]
    spot.event, spot.holds = {"t": 900, "chips": [100]}, lambda: lie
    if gone:
        spot.departure = Departure(bench.chips, spot, 1000)
        spot.departure.queued = gone == "queued"
        bench.order.items = [spot.departure] if gone == "queued" else []
    tag = Tag(chip(9)[0], 25)
    bench.chips.strays = [(tag, 2900)]
    once._correct(bench.chips, spot, tag, 3000)
    assert bench.order.items == [spot.departure] and spot.departure.queued
    assert (spot.departure.tags, spot.departure.found) == ([tag], 1)
    assert spot.departure.last == (1000 if gone else 3000) and bench.chips.strays == []
    assert bench.emitted("what", "chips", "about") == [("correction", [25], 900)]


# -- chips pulled in across another spot --------------------------------------------------------


def across(n=1, call=200, seen=1000, owing=(1,), **phase):
    """Seat 1 owes a call; its spot has read the chips once, then seat 2's on their way to the
    pot."""
    bench = Bench()
    bench.phase.front, bench.phase.owing, bench.phase.last_deal = {2: call}, list(owing), 500
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    chips = [chip(30, 100), chip(31, 100)]
    bench.read(seen, "line:1", *chips[:n])
    if seen < 1500:
        bench.read(1700, "line:1")
    bench.lie("line:2", *chips, since=1750, n=2, every=60)
    bench.read(1870, "line:2")
    item = bench.chips.spots[2].arrival
    item.gone = list(item.tags)
    return bench, item


@pytest.mark.parametrize(("change", "given"), [
    ({"n": 2}, True),
    ({"n": 1}, False),  # one of them its spot has never read
    ({"n": 2, "call": 199}, False), ({"n": 2, "call": 201}, False),  # no call of that seat
    ({"n": 2, "owing": ()}, False), ({"n": 2, "owing": (1, 2)}, False),  # seat 2 may have bet
    ({"n": 2, "last_deal": 999}, True), ({"n": 2, "last_deal": 1000}, False),  # the street before
    ({"n": 2, "stacks": {1: 200}}, True), ({"n": 2, "call": 300, "stacks": {1: 200}}, True),
])  # fmt: skip
def test_chips_pulled_in_across_a_spot_are_the_call_of_the_seat_that_had_them(change, given):
    bench, item = across(**change)
    assert late.pulled_across(bench.chips, item) == given
    owner = bench.chips.spots[1].arrival
    assert (owner is not None and owner.t == 1000 and len(owner.gone) == 2) == given
    assert {tag.zone for tag in item.tags} == {"line:1" if given else "line:2"}


@pytest.mark.parametrize(("name", "seen", "given"), [
    ("line:1", 1000, True), ("line:1", 501, True), ("line:1", 500, False), ("line:3", 1000, False),
    (None, 1000, False),
])  # fmt: skip
def test_also_where_that_loop_has_forgotten_all_but_its_last_read_of_them(name, seen, given):
    bench, item = across(2)
    for tag in item.tags:
        tag.tracks = tuple(k for k in tag.tracks if k.antenna.name != "line:1")
        tag.brief, tag.brief_t = bench.ant(name) if name else None, seen
    assert late.pulled_across(bench.chips, item) == given


@pytest.mark.parametrize("seen", [1749, 1751])
def test_not_where_that_loop_has_heard_them_since(seen):
    bench, item = across(2)
    for tag in item.tags:
        for track in tag.tracks:
            if track.antenna.name == "line:1":
                track.seen = seen
    assert late.pulled_across(bench.chips, item) == (seen < item.t)


@pytest.mark.parametrize(("now", "of_another"), [
    (ph.SHUFFLED, False), (ph.DEAL, False), (ph.BETTING, True), (ph.SHOWDOWN, False),
])  # fmt: skip
def test_it_is_another_seats_call_while_betting_goes_on_and_at_no_other_time(now, of_another):
    bench, item = across(2)
    bench.phase.now = now
    bench.chips.arrival_over(item, 3000)
    owner = bench.chips.spots[1].arrival
    assert (owner is not None and len(owner.tags) == 2) == of_another


def test_nor_while_some_of_them_lie_there():
    bench, item = across(2)
    del item.gone[1]
    assert not late.pulled_across(bench.chips, item)


@pytest.mark.parametrize(("front", "uncalled"), [
    ({1: 200, 2: 200}, 0), ({1: 150, 2: 200}, 50), ({1: 199, 2: 200}, 1), ({2: 200}, 200),
    ({1: 300, 2: 200}, -100), ({}, 200),
])  # fmt: skip
def test_a_bet_that_is_leaving_is_called_by_what_is_told_meanwhile(front, uncalled):
    bench = Bench()
    bench.phase.front = {2: 200}
    spot = bench.chips.spots[2]
    spot.departure = Departure(bench.chips, spot, 5000)
    assert spot.departure.uncalled == 200
    bench.phase.front = front
    pulled.called_since(bench.chips)
    assert spot.departure.uncalled == uncalled


def bet_before(after=1, event_t=1000, board=3, **fronts):
    """Seat 1, whose blind is 200, has bet 200 and, raised, goes all in, which waits to be told. A
    chip its spot read once at 3000 ms shows in the pot; ``after``: how much later than a gap after
    that the all-in began, ms."""
    bench = Bench()
    phase, spot = bench.phase, bench.chips.spots[1]
    phase.front, phase.owing, phase.last_deal, phase.board = {1: 200, 3: 500}, [1], 500, board
    phase.front.update({int(seat[1:]): n for seat, n in fronts.items()})
    phase.posts[1] = 200
    bench.read(3000, "line:1", chip(41, 25))
    for i in range(LEAVE_MISSES):
        bench.read(3100 + 100 * i, "line:1")
    bench.read(8000, "pot", chip(41, 25))
    bench.events.clear()
    item = Arrival(bench.chips, spot, 3000 + bench.chips.gap_of(spot.antenna) + after)
    spot.event, spot.arrival, bench.order.items = {"t": event_t}, item, [item]
    once.take_strays(bench.chips)
    return bench, bench.tags[chip(41, 25)[0]], item


@pytest.mark.parametrize(("change", "corrects"), [
    ({}, True), ({"after": 0}, False), ({"event_t": 2999}, True), ({"event_t": 3000}, False),
    ({"s3": 200}, False), ({"s3": 201}, True), ({"s2": 200}, False),  # called as it was told
    ({"board": 0}, False), ({"board": 0, "s1": 201}, True),  # more than the blind
])  # fmt: skip
def test_a_chip_read_between_two_wagers_of_a_seat_is_of_the_first(change, corrects):
    bench, tag, item = bet_before(**change)
    told = bench.emitted("what", "seat", "chips", "about")
    want = ("correction", 1, [25], change.get("event_t", 1000))
    assert told == ([want] if corrects else [])
    assert (tag in item.tags) != corrects
    assert tag.item is (bench.chips.spots[1].departure if corrects else item)
    assert not bench.chips.strays


def test_it_goes_with_what_lay_there():
    bench, tag, _ = bet_before()
    departure = bench.chips.spots[1].departure
    assert departure.found == 1 and departure in bench.order.items
    assert (tag.zone, departure.tags) == ("line:1", [tag])


def read_in_pot(values=(100,), shown=5200, left=5000, found=1, step=350, **fronts):
    """Seat 1 has bet 350, as read. Chips of 450 in front of seat 3 were pulled in with that bet,
    which left its spot at ``left`` ms; the pot's loop reads ``values`` of nobody at ``shown``."""
    bench = Bench()
    phase, spot = bench.phase, bench.chips.spots[1]
    phase.front, phase.owing, phase.step = {1: 350}, [3], step
    phase.front.update({int(seat[1:]): n for seat, n in fronts.items()})
    spot.event, spot.departure = {"t": 1000}, Departure(bench.chips, spot, left)
    spot.departure.found = found
    item = Arrival(bench.chips, bench.chips.spots[3], 4000)
    item.tags = bench.lie("seat:2", chip(50, 450), since=900)
    item.gone = list(item.tags)
    item.tags[0].item, item.tags[0].left, bench.order.items = item, 4900, [item]
    bench.read(shown, "pot", *[chip(41 + n, value) for n, value in enumerate(values)])
    bench.events.clear()
    return bench, item, [bench.tags[chip(41 + n, 1)[0]] for n in range(len(values))]


@pytest.mark.parametrize(("change", "counted"), [
    ({}, True), ({"values": (50, 50)}, True),
    ({"values": (99,)}, False), ({"values": (101,)}, False), ({"values": (100, 25)}, False),
    ({"found": 0}, False),  # that bet may lie there yet
    ({"step": 100}, False), ({"step": 101}, True),  # a raise that may be made
    ({"s1": 450}, False), ({"s1": 349}, False), ({"s2": 350}, False),  # of which of the two?
    ({"s2": 349}, True),
    ({"shown": 6500}, True), ({"shown": 6501}, False),  # another pull
    ({"shown": 4000, "left": 5500}, True), ({"shown": 3999, "left": 5500}, False),
])  # fmt: skip
def test_chips_nobody_read_that_make_a_bet_what_was_pulled_in_with_it_are_of_it(change, counted):
    bench, item, tags = read_in_pot(**change)
    assert once.bet_unread(bench.chips, item) == counted
    told = bench.emitted("what", "t", "seat", "chips", "about")
    values = change.get("values", (100,))
    assert told == ([("correction", 3999, 1, [n], 1000) for n in values] if counted else [])
    departure = bench.chips.spots[1].departure
    assert [tag for tag in tags if tag in departure.tags] == (tags if counted else [])
    assert departure.found == change.get("found", 1) + (len(tags) if counted else 0)


def test_not_while_some_of_what_seems_to_raise_it_lies_there():
    bench, item, _ = read_in_pot()
    item.gone = []
    assert not once.bet_unread(bench.chips, item)


@pytest.mark.parametrize("field", ["item", "frm"])
def test_nor_of_chips_that_are_told_of(field):
    bench, item, tags = read_in_pot()
    setattr(tags[0], field, item if field == "item" else "pot")
    assert not once.bet_unread(bench.chips, item)


def test_what_called_with_them_raises_nobody():
    bench, item, _ = read_in_pot()
    assert bench.chips.lacking(item) is None
    assert late.raised_first(bench.chips, item)
    assert bench.phase.front[1] == 450 and bench.chips.lacking(item) is False
    assert not late.raised_first(bench.chips, item)
