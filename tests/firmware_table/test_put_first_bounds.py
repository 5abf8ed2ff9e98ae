"""What is put before what: cards before acts, a deck's end, loads nobody may learn from."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import bearing, change, deal, evidence, heaped, load, riffle, street, untimely
from firmware.table import phase as ph
from firmware.table.cards import Move
from firmware.table.deal import Deal
from firmware.table.departures import Departure
from firmware.table.order import Item, Keyed
from firmware.table.spots import Arrival
from firmware.table.values import (
    CHIP_LEAST_16THS,
    GATHERED_SILENT_MS,
    HEAVY_MS,
    LAST_CARD_MS,
    LEVEL_SURE_DWELLS,
    PARTNER_GROUP_TIMES,
    PITCH_USUAL_MS,
    SHADOW_MS,
    TAG_SPREAD_PARTS,
)
from tests.firmware_table.bench import Bench, alone, card, chip, setup
from tests.firmware_table.test_spots_bounds import GAP, arrived, quiet

ACT = 5000


def waiting(bench, n, t, zone=None, passed=True, late=False):
    """A card off the deck that waits to be told."""
    (tag,) = bench.lie("mouth:1", card(n), n=1)
    bench.order.remove(tag.item) if tag.item in bench.order.items else None
    item = tag.item = Deal(bench.cards, tag, t, passed)
    item.zone, item.late = zone, late
    bench.order.add(item)
    return item


@pytest.mark.parametrize(("zone", "passed", "late", "t", "first", "then"), [
    ("board", False, False, ACT, True, ACT - 1), ("board", False, False, ACT + 900, True, ACT - 1),
    ("board", False, False, ACT - 1, False, ACT - 1), ("board", True, True, ACT, True, ACT - 1),
    ("board", True, False, ACT + 5, False, ACT + 5), ("board", True, True, ACT - 1, False, ACT - 1),
    ("burn", False, False, ACT, None, ACT), (None, True, True, ACT, None, ACT),
    ("seat:2", False, False, ACT, None, ACT),
])  # fmt: skip
def test_a_board_card_read_late_is_put_before_the_act_it_came_before(
    zone, passed, late, t, first, then
):
    bench = Bench()
    bench.order.items = []
    act = Keyed(ACT, {"what": "gesture", "seat": 1, "kind": "tap"}, None)
    card_ = waiting(bench, 5, t, zone, passed, late)
    bench.order.add(act)
    assert untimely._card_first(Of(order=bench.order), act) is first
    assert card_.t == then and (not first or act.why == "street")
    assert sorted(bench.order.items, key=lambda i: i.t) == bench.order.items


def test_of_several_the_first_board_card_says_so_and_none_comes_before_the_beginning():
    bench = Bench()
    bench.order.items = []
    act = Keyed(0, {"what": "gesture", "seat": 1, "kind": "tap"}, None)
    bench.order.add(act)
    assert untimely._card_first(Of(order=bench.order), act) is None
    burn, card_ = waiting(bench, 5, 3, "burn", False), waiting(bench, 6, 4, "board", False)
    assert untimely._card_first(Of(order=bench.order), act) is True
    assert (burn.t, card_.t) == (3, 0)


@pytest.mark.parametrize(("about", "t", "then"), [
    (1, 3000, 2999), (1, 9000 - PITCH_USUAL_MS, 9000 - PITCH_USUAL_MS), (2, 3000, None),
    (None, 3000, None), (1, 9000, None), (1, 0, 0),
])  # fmt: skip
def test_a_card_somebody_has_seen_at_its_seat_was_there_by_then(about, t, then):
    bench = Bench(ph.DEAL)
    bench.order.items = []
    item = waiting(bench, 5, 100, "seat:1", False)
    bench.order.add(Keyed(t, {"what": "exposed"}, None, about))
    deal.unseen_at_mouth(bench.cards, item, 9000, 250)
    assert item.t == item.latest == (9000 - PITCH_USUAL_MS if then is None else then)
    assert item.slack == SHADOW_MS + 250 + PITCH_USUAL_MS


def test_a_burn_is_nobodys_and_no_card_comes_before_the_beginning():
    bench = Bench()
    bench.order.items = []
    burn = waiting(bench, 5, 100, "burn", False)
    bench.order.add(Keyed(3000, {"what": "exposed"}, None, 1))
    deal.unseen_at_mouth(bench.cards, burn, 9000, 250)
    assert burn.t == 9000 - PITCH_USUAL_MS
    deal.unseen_at_mouth(bench.cards, burn, PITCH_USUAL_MS - 1, 250)
    assert burn.t == 0


@pytest.mark.parametrize(("younger", "hole", "counts"), [
    ([], 2, False), ([(None, True, 1)], 2, True), ([(None, True, LAST_CARD_MS)], 2, True),
    ([(None, True, LAST_CARD_MS + 1)], 2, False), ([(None, True, 0)], 2, False),
    ([(None, False, 1)], 2, False), ([(None, True, 1)], None, False),
    ([("seat:1", True, 1)], 2, True),
    ([("seat:1", True, LAST_CARD_MS + 1)], 2, True), ([(None, True, 1),
    ("seat:1", True, 2)], 2, True),
])  # fmt: skip
def test_a_card_at_the_mouth_before_the_deal_counts_where_the_next_leaves_at_once(
    monkeypatch, younger, hole, counts
):
    bench = Bench(ph.SHUFFLED)
    bench.order.items, gone = [], []
    monkeypatch.setattr(deal, "_uncount", lambda _, item: gone.append(item))
    first = waiting(bench, 5, 1000)
    bench.order.remove(first)
    for n, (zone, passed, later) in enumerate(younger):
        waiting(bench, 6 + n, 1000 + later, zone, passed)
    bench.phase.hole, bench.phase.now = hole, ph.SHUFFLED
    deal.not_pitched(bench.cards, first)
    assert gone == ([] if counts else [first])
    bench.phase.now = ph.DEAL
    deal.not_pitched(bench.cards, first)
    assert len(gone) == (not counts)


def test_what_waits_when_the_next_hand_begins_is_of_the_hand_before_but_for_what_came_later():
    bench = Bench()
    bench.order.items = []
    told = []
    emit = lambda event, t: told.append(t)  # noqa: E731
    before, at, after = (Keyed(t, {"what": "x"}, emit) for t in (900, 1000, 1001))
    moved = Move(bench.cards, bench.lie("seat:1", card(1), n=1)[0], 1500, "seat:1", "muck")
    bench.order.items = []
    pitched = waiting(bench, 7, 1600, "seat:1")
    for item in (before, at, after, moved):
        bench.order.add(item)
    bench.table.begin_hand(1000)
    assert bench.order.items == [after] and pitched not in bench.order.items
    assert told == [900, 1000]


@pytest.mark.parametrize(("faded", "later_faded", "taken"), [
    (False, False, True), (True, False, False), (False, True, False), (True, True, False),
])  # fmt: skip
def test_chips_are_not_taken_into_a_motion_while_all_of_either_are_missed(
    faded, later_faded, taken
):
    bench, item, _ = arrived(100, 25, owing=[3])
    new = Arrival(bench.chips, item.spot, 3000)
    new.tags, item.tags = item.tags[1:], item.tags[:1]
    bench.order.add(new)
    item.spot.arrival, item.total = new, 125
    item.gone, new.gone = list(item.tags) if faded else [], list(new.tags) if later_faded else []
    for tag in item.gone + new.gone:
        tag.home = None
    bench.chips._take_in(item, item.spot)
    assert (len(item.tags) == 2) == taken == (item.spot.arrival is None)


@pytest.mark.parametrize(("left", "t"), [(0, 1000), (999, 999), (1000, 1000), (1500, 1000)])
def test_a_big_chip_went_before_its_change_came_or_when_it_was_missed_first(monkeypatch, left, t):
    bench, item, _ = arrived(100, 100)
    tag = bench.lie("seat:1", chip(9, 500), n=1)[0]
    tag.left, told = left, []
    departure = Departure(bench.chips, item.spot, 1)
    departure.tags = [item.tags[0], tag]
    item.spot.departure = departure
    monkeypatch.setattr(change, "_changed", lambda *_: tag)
    bench.chips.emit = told.append
    change.made(bench.chips, item, item.spot)
    assert [(e["t"], e["chips"], e["from"], e["to"]) for e in told] == [
        (t, [500], "line:3", "seat:3")
    ]
    assert departure.tags == [item.tags[0]] and (tag.item, tag.zone) == (None, "seat:3")


@pytest.mark.parametrize(("sees", "burned", "ready", "then"), [
    (False, False, True, True), (True, False, False, False), (True, True, True, False),
    (False, True, True, False),
])  # fmt: skip
def test_a_street_waits_for_its_burn_where_the_burn_place_is_read(sees, burned, ready, then):
    bench = Bench()
    bench.order.items = []
    street_ = waiting(bench, 5, 1000, "board")
    bench.order.items = [street_] * 3
    bench.phase.now, bench.phase.burned = ph.BETTING, burned
    bench.cards.board_last = 2000
    bench.cards.sees_burns = lambda: sees
    assert street_._street_lies(2000 + bench.cards.board_gap_ms) == ready
    assert bool(street_.burned) == then and (ready or street_.why == "burn")


@pytest.mark.parametrize(("worth", "front", "gathered"), [
    (1, None, False), (0, None, True), (1, 1, True), (2, 1, False), (1000, 100, True),
])  # fmt: skip
def test_who_has_a_chip_left_to_call_with_owes_it(worth, front, gathered):
    bench = Bench()
    bench.phase.front = {1: 100, 2: 100}
    if front is not None:
        bench.phase.front[3] = front
    bench.phase.stacks = {1: 1000, 2: 1000, 3: worth}
    bench.phase.live = [1, 2, 3]
    assert heaped._matched(bench.chips, 5000) == gathered


# -- loads ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "heard", "dwells", "below", "learned"), [
    (1, 0, LEVEL_SURE_DWELLS, 64, 1), (2, 0, LEVEL_SURE_DWELLS, 128, 2),
    (0, 0, LEVEL_SURE_DWELLS, 64, 0),  # a hand above an empty loop
    (1, 1, LEVEL_SURE_DWELLS, 64, 0), (0, 1, LEVEL_SURE_DWELLS, 64, 0),
    (1, 0, LEVEL_SURE_DWELLS - 1, 64, 0), (1, 0, LEVEL_SURE_DWELLS, 0, 0),
    (1, 0, LEVEL_SURE_DWELLS, -1, 0), (1, 0, LEVEL_SURE_DWELLS, 1, 1),
])  # fmt: skip
def test_chips_teach_what_they_take_where_all_that_is_heard_lies_there(
    monkeypatch, n, heard, dwells, below, learned
):
    loads, referred = bearing.Bearing(), []
    monkeypatch.setattr(load, "refer", lambda *args: referred.append(args[1:]))
    ant = Of(agc=1, empty=5000, level=5000 - below, level_n=dwells)
    ant.tracks = [Of(tag=Of(home=None)) for _ in range(n + heard)]
    for track in ant.tracks[:n]:
        track.tag.home = track
    loads.learn_from(ant)
    assert (loads._chips, loads._load) == (learned, below if learned else 0)
    assert len(referred) == bool(learned)


@pytest.mark.parametrize(("off", "ref", "kept"), [
    (50, 5000, False), (51, 5000, True), (-50, 5000, False), (-51, 5000, True), (51, 0, False),
])  # fmt: skip
def test_a_load_off_by_more_than_half_a_chip_is_no_reference(off, ref, kept):
    ant = Of(ref=ref, ref_n=2, ref_t=1, level=ref - off - 100, empty=ref + 2 * 100, t=900)
    was = (ant.ref, ant.ref_n, ant.ref_t)
    load.refer(ant, 100, 3)
    assert (ant.ref, ant.ref_n, ant.ref_t) == (was if kept else (ant.level, 3, 900))


@pytest.mark.parametrize(("empty", "taken"), [(5349, False), (5351, True), (5400, True)])
def test_less_load_that_fits_the_empty_loop_better_is_one(empty, taken):
    """Two chips of 100 lay there under a hand; the loop is 151 lighter with them now."""
    ant = Of(ref=5000, ref_n=2, ref_t=1, level=5151, empty=empty, t=900)
    load.refer(ant, 100, 2)
    better = abs(empty - 5151 - 200) < abs(empty - 5000 - 200)
    assert (ant.ref == 5151) == better == (taken or better)


PER_TAG = 1000 * TAG_SPREAD_PARTS
SPREAD = 1000 * 1000


@pytest.mark.parametrize("n", [*range(70), 2**20 - 1, 2**20, 2**20 + 1, 10**9])
def test_the_integer_square_root_is_the_greatest_whose_square_is_not_more(n):
    root = load._root(n)
    assert n < 2 and root == 1 or root * root <= n < (root + 1) * (root + 1)


@pytest.mark.parametrize(("lying", "known", "off"), [
    (3, 0, SPREAD), (4, 0, SPREAD), (5, 0, 2 * SPREAD), (1, 0, 2 * SPREAD),
    (5, 4, 2 * SPREAD + (PER_TAG // 2) ** 2), (4, 7, SPREAD + (PER_TAG // 7) ** 2),
])  # fmt: skip
def test_a_load_may_be_off_by_what_chips_differ_each_and_all_alike(lying, known, off):
    ant = Of(noise=0, ref_t=900, ref_n=3, level_n=10**9)
    # beside it the noise of the means, a few sixteenths, is next to nothing
    assert 0 <= load.sigma(ant, PER_TAG, lying, 900, known) - load._root(off) <= 1


# -- the rest of a street, and the deck -----------------------------------------------------------


@pytest.mark.parametrize(("beside", "more", "there"), [
    (1, 0, True), (0, -1, True), (0, 0, False), (0, 1, False), (0, None, False), (1, None, True),
    (-1, 0, False), (-1, -1, True),
])  # fmt: skip
def test_burns_lie_beside_their_loop_where_more_did_or_it_weighs_less(beside, more, there):
    bench = Bench()
    bench.order.items = []
    bench.cards.beside, bench.cards.laden = beside, Of(excess=lambda _: more)
    item = Item(1000)
    assert street._beside(bench.cards, item, 9000) == there


@pytest.mark.parametrize(("change", "gathered"), [
    ({}, True), ({"awarded": False}, False), ({"waits": True}, False), ({"home": 1}, False),
    ({"item": 1}, False), ({"left": 9001 - GATHERED_SILENT_MS}, False),
])  # fmt: skip
def test_a_board_nobody_reads_is_gathered_once_the_pot_is_paid(monkeypatch, change, gathered):
    went = []
    tag = Of(home=change.get("home"), item=change.get("item"), left=9000 - GATHERED_SILENT_MS)
    tag.left = change.get("left", tag.left)
    monkeypatch.setattr(riffle.absent, "lying", lambda *_: [tag])
    cards = Of(phase=Of(awarded=change.get("awarded", True)), went=lambda *a: went.append(a))
    cards.order = Of(items=[1] if change.get("waits") else [])
    riffle.gather_board(cards, 9000)
    assert went == ([(tag, "muck", tag.left)] if gathered else [])


@pytest.mark.parametrize(("item", "zone", "goes"), [
    (None, "muck", True), (1, "muck", False), (None, "seat:1", None),
])  # fmt: skip
def test_a_card_that_is_about_to_be_told_or_is_home_again_has_gone_nowhere(item, zone, goes):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    tag.zone, tag.item, went = zone, item, []
    tag.home.since, tag.home.seen, tag.home.misses = 0, 10**6, 0
    tag.home.hits = 50
    bench.cards.went = lambda *args: went.append(args)
    bench.cards.astray = [tag]
    bench.cards.poll(10**6)
    assert went == ([(tag, "seat:1", 0)] if goes else [])
    assert bench.cards.astray == []


@pytest.mark.parametrize(("settled", "misses", "late_ms", "ready"), [
    (False, 0, -1, True), (True, 0, -1, False), (True, 0, 0, True), (False, 1, -1, False),
])  # fmt: skip
def test_a_motion_weighed_as_too_heavy_waits_while_anything_of_it_is_in_doubt(
    settled, misses, late_ms, ready
):
    bench, item, ant = arrived()
    bench.chips.bearing.unsettled = lambda _: settled
    now = 1000 + 3 * GAP + HEAVY_MS
    item.heavy_ms = now - 350 - 15 - late_ms
    quiet(bench, ant, now)
    ant.tracks[0].misses = misses
    assert item.ready(now) == ready
    assert ready or item.why == "load"


def test_one_chip_more_is_likelier_the_nearer_the_load_is_to_it():
    assert load.one_more(Of(ref=0), 0, 100, 0, 0) == 0
    ant = Of(ref=5000, ref_n=0, noise=0, ref_t=0, level_n=10**9)
    at = [load.one_more(ant, 5000 - more, 100, 0, 0) for more in (0, 49, 50, 51, 100)]
    assert at[0] < at[1] < at[2] == 0 < at[3] < at[4]
    assert -1 <= at[4] + at[0] <= 0
    assert load.one_more(ant, 4900, 0, 0, 0) == 0


@pytest.mark.parametrize("name", ["board:1", "mouth:1", "muck", "burn", "seat:1", "line:1", "pot"])
def test_a_loop_nobody_has_weighed_tells_nothing(name):
    ant, _, _ = alone(name)
    assert (ant.ref, ant.ref_n, ant.ref_t, ant.empty, ant.level, ant.level_n) == (0,) * 6
    assert load.one_more(ant, 4900, 100, 0, 0) == 0 and not bearing.Bearing().known(ant)


@pytest.mark.parametrize(("fields", "item_fields", "was", "tells"), [
    ({}, {}, 6272, True), ({"agc": 0}, {}, 6272, False), ({}, {}, 0, False),
    ({}, {"full_load": 0}, 6272, False), ({}, {"full_load_n": 0}, 6272, False),
    ({"level_n": 7}, {"full_load": 0}, 6272, True), ({"level_n": 6}, {"full_load": 0}, 6272, False),
    ({"level_n": 7}, {"gone": True, "full_load": 0}, 6272, False),
    ({"chip": 0}, {}, 6272, True), ({"chip": 0, "empty": 0}, {}, 6272, True),
    ({"chip": 0, "empty": 0}, {"full_load": 6272 - CHIP_LEAST_16THS + 1}, 6272, False),
    ({"chip": 0, "empty": 0}, {"full_load": 6272 - CHIP_LEAST_16THS}, 6272, True),
])  # fmt: skip
def test_loads_are_weighed_where_both_of_them_are_known(fields, item_fields, was, tells):
    """Two chips of 64 lay there; another has been read since."""
    ant = Of(agc=390, empty=6400, noise=12, level=6208, level_n=0, tracks=[])
    for name, value in fields.items():
        setattr(ant, name, value)
    tag = Of(tracks=() if item_fields.get("gone") else (Of(antenna=ant),))
    item = Of(spot=Of(antenna=ant), tags=[tag], full_load=6208, full_load_n=6)
    for name, value in item_fields.items():
        setattr(item, name, value)
    chips = Of(bearing=Of(chip_load=fields.get("chip", 64)))
    got = evidence._weighed(chips, item, was, 6, 2)
    assert (got is not None) == tells
    assert not tells or got > 0


@pytest.mark.parametrize("tags", [1, 2, 3])
def test_a_load_speaks_for_chips_that_have_come_from_half_of_one_on(tags):
    def came(fall, noise=0, dwells=10**9, since=10**9):
        return evidence.came(Of(noise=noise), 6400, dwells, 6400 - fall, since, 64, tags)

    assert came(0) < came(31) < came(32) == 0 < came(33) < came(64)
    for fall in (0, 64):
        rough = abs(came(fall, 90, 6, 6))
        assert rough < abs(came(fall))
        assert abs(came(fall, 90, 2, 6)) < rough and abs(came(fall, 90, 6, 2)) < rough


def given_up(bench, others):
    """The fifth card, seen at 2000 ms, waits no more; ``others``: (nth, ms) of those that do."""
    bench.order.items = []
    item = waiting(bench, 1, 2000)
    item.tag.nth, item.detached = 5, True
    bench.order.remove(item)
    for k, (nth, at) in enumerate(others):
        waiting(bench, 10 + k, at, "seat:3").tag.nth = nth
    return item


@pytest.mark.parametrize(("others", "t", "then"), [
    ([], 9000, 9000), ([(6, 4000)], 9000, 3999), ([(4, 4000)], 9000, 9000),
    ([(6, 9500)], 9000, 9000),
    ([(6, 4000), (7, 3000)], 9000, 2999), ([(6, 0)], 9000, 0), ([(5, 4000)], 9000, 9000),
])  # fmt: skip
def test_a_card_given_up_that_lands_later_came_off_the_deck_before_the_next(others, t, then):
    bench = Bench(ph.DEAL)
    item = given_up(bench, others)
    bench.order.add(Keyed(100, {"what": "x"}, None))
    bench.cards._landed(item.tag, item, "muck", t)
    assert (item.t, item.late, item.detached, item.zone) == (then, True, False, "muck")
    assert item in bench.order.items


@pytest.mark.parametrize(("now", "zone", "others", "then"), [
    (ph.DEAL, "seat:2", [], 2000), (ph.SHUFFLED, "seat:2", [], 2000),
    (ph.BETTING, "seat:2", [], 9000), (ph.DEAL, "board", [], 9000),
    (ph.DEAL, "seat:2", [(6, 2000)], 1999), (ph.DEAL, "seat:2", [(6, 2001)], 2000),
    (ph.DEAL, "seat:2", [(4, 1500)], 2000),
])  # fmt: skip
def test_one_dealt_to_a_seat_has_left_the_deck_when_the_mouth_saw_it(now, zone, others, then):
    """The time of the next card, and the pace of the deal, are told by it."""
    bench = Bench(now)
    item = given_up(bench, others)
    bench.cards._landed(item.tag, item, zone, 9000)
    assert (item.t, item.late, item.landed) == (then, True, 9000)


@pytest.mark.parametrize(("spot", "queued", "own", "found"), [
    (True, True, False, True), (True, False, False, False), (True, True, True, False),
    (False, True, False, False),
])  # fmt: skip
def test_chips_are_arriving_that_wait_to_be_told_and_are_not_the_act_itself(
    spot, queued, own, found
):
    bench, motion, _ = arrived()
    if not queued:
        bench.order.remove(motion)
    act = motion if own else Item(1)
    got = untimely._arriving(Of(order=bench.order), act, motion.spot if spot else None)
    assert got is (motion if found else None)


@pytest.mark.parametrize(("missed", "passed", "then"), [
    (False, True, False), (False, False, True), (True, True, False), (True, False, True),
])  # fmt: skip
def test_the_mouth_has_missed_a_card_that_it_has_not_seen(missed, passed, then):
    bench = Bench(ph.DEAL)
    (tag,) = bench.lie("seat:1", card(1), n=1)
    cards = bench.cards
    tag.mouth_missed, cards.count, cards.mouth_missed = missed, 4, 1
    item = cards._off_deck(tag, 1000, passed)
    assert tag.mouth_missed == then
    assert (cards.count, tag.nth, cards.mouth_missed) == (5, 5, 1 + (not passed))
    assert item.passed == passed and item in bench.order.items


@pytest.mark.parametrize(("event", "jokers"), [
    ({"joker": True}, 1), ({"joker": False}, 0), ({}, 0),
])  # fmt: skip
def test_a_game_with_a_joker_has_one_card_more(event, jokers):
    bench = Bench()
    bench.table.emit(dict(setup(), what="setup", t=9000, **event))
    assert bench.table.conservation.jokers == jokers


@pytest.mark.parametrize(("late_ms", "there", "ready"), [
    (-1, True, False), (0, True, True), (-1, False, True), (-1, None, False), (0, None, True),
])  # fmt: skip
def test_the_rest_of_a_hand_that_goes_a_usual_way_is_waited_for_so_long(late_ms, there, ready):
    """``there``: the other card is read where this one went; None: it is read nowhere."""
    bench = Bench()
    tags = bench.hand(3, card(1), card(2))
    item = Move(bench.cards, tags[0], 1000, "seat:3", "muck")
    bench.order.items = [item]
    bench.cards.on_the_way = lambda _, zone=None: there is not False and (zone is None or there)
    now = 1000 + PARTNER_GROUP_TIMES * bench.cards.group_ms + late_ms
    assert item.ready(now) == ready
    assert ready or item.why == "rest_of_hand"


@pytest.mark.parametrize(("chips", "pot", "held", "owing", "pushed"), [
    (2, 1, 200, False, True), (3, 1, 300, False, False), (3, 2, 300, False, True),
    (2, 2, 200, False, True), (2, 2, 199, False, False), (1, 0, 200, False, False),
    (2, 2, 399, True, True), (2, 2, 400, True, False), (2, 2, 401, True, False),
])  # fmt: skip
def test_chips_half_of_which_come_out_of_the_pot_are_pushed_as_far_as_it_holds_them(
    chips, pot, held, owing, pushed
):
    bench, item, _ = arrived(*[100] * chips)
    for n, tag in enumerate(item.tags):
        tag.frm = "pot" if n < pot else None
    bench.chips.pays = lambda: True
    bench.phase.pot_sum, bench.phase.owing = held, [3] if owing else []
    assert bool(bench.chips._is_push(item)) == pushed
