"""Cards without identity, and hands that are read nowhere: numbers, orders and both sides."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import absent, facing, nowhere, unread
from firmware.table import phase as ph
from firmware.table.order import Item, Keyed
from firmware.table.presence import Tag, Track
from firmware.table.values import (
    ABSENT_EDGE_DWELLS,
    EDGE_PARTS,
    FOLD_SURE_MS,
    KEY_LATE_MS,
    PITCH_MAX_MS,
    SHADOW_MS,
    TORN_MAX_DWELLS,
    UNCOLLECTED_MS,
    UNSTEADY_PARTS,
)
from firmware.table.ways import Move
from shared_rules.zones import BOARD, MUCK
from tests.firmware_table.bench import Bench, card
from tests.firmware_table.test_card_counts_bounds import off_deck
from tests.firmware_table.test_off_the_deck_bounds import card_off

# -- cards without identity ------------------------------------------------------------------------


@pytest.mark.parametrize(("zone", "counts", "hole", "waits"), [
    ("seat:2", {}, 2, True), ("seat:3", {}, 2, False), ("seat:2", {1: 1}, 2, True),
    ("seat:2", {1: 2}, 2, False), ("seat:2", {}, 0, False), ("seat:2", {1: 1}, 1, False),
    ("seat:2", {}, 1, True),
])  # fmt: skip
def test_a_card_one_seat_too_far_waits_for_the_one_before_it(
    monkeypatch, zone, counts, hole, waits
):
    bench, item = card_off(zone)
    bench.phase.last_seat, bench.phase.counts, bench.phase.hole = 3, counts, hole
    bench.cards.laden.excess = lambda _: 1
    said = []
    monkeypatch.setattr(nowhere, "emit", lambda *args: said.append(args))
    assert nowhere.one_before_awaited(bench.cards, item, 5000) == waits
    assert said == ([(bench.cards, 1, item.t, item.tag.nth)] if waits else [])


@pytest.mark.parametrize(("pace", "dealt", "later", "two"), [
    (400, 6, [], True), (401, 6, [], False), (0, 6, [], True), (0, 6, [400, 800], True),
    (0, 6, [401, 802], False), (500, 3, [250, 603], True), (500, 3, [250, 604], False),
])  # fmt: skip
def test_there_was_time_for_two_by_the_pace_of_all_cards(pace, dealt, later, two):
    bench, item = card_off("seat:2")
    bench.phase.pace_ms, bench.phase.dealt = lambda: pace, lambda: dealt
    for ms in later:
        off_deck(bench, None, item.t + ms)
    least = nowhere.TWO_CARDS_16THS * 400
    bench.phase.last_deal = item.t - least // 16
    assert least % 16 == 0 and nowhere._time_for_two(bench.cards, item) == two


@pytest.mark.parametrize(("ask", "now", "asked", "asks"), [
    (True, ph.DEAL, None, True), (False, ph.DEAL, None, False), (True, ph.BETTING, None, False),
    (True, ph.DEAL, "card", False), (True, ph.DEAL, "up", True), (True, ph.SHUFFLED, None, True),
])  # fmt: skip
def test_a_hole_card_seen_face_up_is_asked_about_during_the_deal(ask, now, asked, asks):
    bench, item = card_off("seat:1", now)
    said = []
    bench.cards.ask = (lambda *args, **_: said.append(args)) if ask else None
    item.asked, item.asked_t = asked, 5000
    assert bool(nowhere.seen_up(bench.cards, item, 5000)) == asks
    assert bool(said) == (asks and asked is None)


@pytest.mark.parametrize(("said_up", "later", "answered", "votes"), [
    (False, True, True, (0, 1)), (False, False, False, (0, 1)), (False, False, True, (3, 2)),
    (True, True, True, (3, 2)),
])  # fmt: skip
def test_without_an_answer_it_lay_face_down_where_the_deal_has_gone_on(
    said_up, later, answered, votes
):
    bench, item = card_off("seat:1")
    bench.cards.ask = lambda *_, **__: None
    item.asked, item.asked_t, item.answered = "up", -(10**6), answered
    item.tag.said_up, item.tag.ups, item.tag.downs = said_up, 3, 2
    if later:
        off_deck(bench, None, item.t + 1)
    assert not nowhere.seen_up(bench.cards, item, 5000)
    assert (item.tag.ups, item.tag.downs) == votes


@pytest.mark.parametrize(
    ("nth", "told", "others"), [(0, 8, [3, 5]), (3, 3, [4, 6]), (4, 4, [3, 6])]
)
def test_a_card_nobody_has_read_counts_and_moves_those_after_it_on(nth, told, others):
    bench, one = card_off("seat:2")
    (two,) = off_deck(bench, "seat:3")
    bench.order.items.append(Item(9000))
    one.tag.nth, two.tag.nth = 3, 5
    bench.cards.count, bench.cards.mouth_missed = 7, 2
    bench.events.clear()
    nowhere.emit(bench.cards, 1, 5000, nth)
    assert (bench.cards.count, bench.cards.mouth_missed, bench.cards.blanks) == (8, 3, 1)
    assert bench.emitted("cards", "nth", "to") == [([f"#{told}"], told, "seat:1")]
    assert [one.tag.nth, two.tag.nth] == others
    (blank,) = [tag for tag in bench.cards.tags.values() if tag.blank]
    assert (blank.uid, blank.zone, blank.nth) == (bytes([told]), "seat:1", told)


def test_a_card_without_identity_is_remembered_whatever_its_number():
    bench = Bench()
    for nth in (254, 255, 256, 257):
        nowhere.put(bench.cards, f"#{nth}", "seat:1", nth)
    assert bench.cards.blanks == 4
    uids = [tag.uid for tag in bench.cards.tags.values() if tag.blank]
    assert sorted(uids) == [bytes([n]) for n in (0, 1, 254, 255)]


@pytest.mark.parametrize(("seat", "short", "asked", "told"), [
    (1, 2999, 0, True), (1, 3000, 0, False), (1, 3000, 5, True), (1, 3001, 0, False),
    (2, 2999, 0, False),
])  # fmt: skip
def test_who_folds_before_the_last_card_was_told_had_it(monkeypatch, seat, short, asked, told):
    bench = Bench()
    monkeypatch.setattr(unread, "last_due", lambda _: 1)
    said = []
    monkeypatch.setattr(nowhere, "emit", lambda *args: said.append(args))
    bench.phase.last_deal = 3000
    bench.cards.short_t, bench.cards.lacks_t = short, asked
    nowhere.last_folded(bench.cards, Of(frm=f"seat:{seat}", t=4000))
    assert said == ([(bench.cards, 1, 4000)] if told else [])
    assert bench.cards.lacks_t == (0 if told else asked)


@pytest.mark.parametrize(("nth", "later"), [(3, 3), (4, 4), (5, 4), (9, 8)])
def test_a_card_that_has_its_name_counts_once(nth, later):
    bench, item = card_off("seat:1", passed=False)
    nowhere.put(bench.cards, "#2", "seat:1", 2)
    (blank,) = [tag for tag in bench.cards.tags.values() if tag.blank]
    (other,) = off_deck(bench, "seat:2")
    item.tag.nth, other.tag.nth = 4, nth
    bench.order.items.append(Move(bench.cards, Tag(b"m", 0), 9000, MUCK, MUCK))
    bench.cards.count, bench.cards.mouth_missed = 9, 3
    bench.events.clear()
    nowhere.name(bench.cards, item, blank)
    assert (bench.cards.count, bench.cards.mouth_missed, bench.cards.blanks) == (8, 2, 0)
    assert (item.tag.nth, other.tag.nth, item.tag.item) == (2, later, None)
    assert bench.emitted("from", "to", "face", "nth") == [
        ("seat:1", "seat:1", facing.UNKNOWN, 2)
    ]  # fmt: skip


@pytest.mark.parametrize(("late_ms", "reads", "more", "then"), [
    (-1, ABSENT_EDGE_DWELLS, -1, "watched"), (0, ABSENT_EDGE_DWELLS - 1, -1, "watched"),
    (0, ABSENT_EDGE_DWELLS, -1, "asked"), (0, ABSENT_EDGE_DWELLS, 0, "watched"),
    (0, ABSENT_EDGE_DWELLS, None, "watched"), (0, ABSENT_EDGE_DWELLS, 1, "watched"),
    (PITCH_MAX_MS - 1, ABSENT_EDGE_DWELLS, None, "watched"),
    (PITCH_MAX_MS, ABSENT_EDGE_DWELLS, None, "asked"),
    (PITCH_MAX_MS, ABSENT_EDGE_DWELLS, 0, "over"),
    (PITCH_MAX_MS, ABSENT_EDGE_DWELLS, 1, "asked"),
])  # fmt: skip
def test_a_hole_card_told_unread_is_asked_about_when_its_loop_ought_to_have_read_it(
    monkeypatch, late_ms, reads, more, then
):
    monkeypatch.setattr(nowhere, "LOAD_ASKED_MASK_MS", 0)
    monkeypatch.setattr(nowhere, "_reads", lambda *_: 10 + reads)
    bench = Bench()
    tag = Tag(card(1)[0], 0)
    tag.zone = "seat:1"
    bench.cards.unproved = [(tag, 1000, 10)]
    bench.cards.laden.excess = lambda _: more
    asked = []
    bench.cards.ask = lambda *args: asked.append(args)
    nowhere.watch(bench.cards, 1000 + SHADOW_MS + late_ms)
    assert bool(asked) == (then == "asked")
    assert bool(bench.cards.unproved) == (then == "watched")


# -- hands read nowhere ----------------------------------------------------------------------------


def hands(seats=(1, 2, 3)):
    """A hand at each seat, read there."""
    bench = Bench()
    for seat in seats:
        bench.hand(seat, card(2 * seat), card(2 * seat + 1))
    return bench


@pytest.mark.parametrize(("left", "missed", "t", "gone"), [
    (None, 2000, 2000 + FOLD_SURE_MS, True), (None, 2000, 1999 + FOLD_SURE_MS, False),
    (None, 0, FOLD_SURE_MS, True), (2000, 0, 2000, True), (2000, 0, 1999, False),
])  # fmt: skip
def test_a_hand_was_given_up_once_it_was_silent_for_long_or_read_elsewhere(left, missed, t, gone):
    bench = hands()
    bench.cards.unbet = lambda _: False
    for tag in absent.lying(bench.cards, "seat:1"):
        tag.home, tag.tracks, tag.left = None, (), missed
        if left:
            tag.read = left
            tag.home = Of(antenna=Of(zone=MUCK), misses=0)
    assert bool(absent.given_up(bench.cards, "seat:1", t)) == gone


@pytest.mark.parametrize(("live", "gone", "seat", "front", "passed"), [
    ([1, 2, 3], [3], 1, {}, [3]), ([1, 2, 3], [3, 1], 2, {}, [3, 1]), ([1, 2, 3], [], 1, {}, []),
    ([1, 2, 3], [3, 1, 2], None, {}, [3, 1]), ([1, 3], [3, 1], None, {}, [3]),
    ([3], [3], None, {}, []),
    ([1, 2, 3], [1], None, {2: 100}, []), ([1, 2, 3], [1], None, {}, [1]),
    ([1, 2, 3], [1], 2, {}, []), ([1, 2, 3], [1], None, {3: 1, 2: 1}, [1]),
    ([1, 2, 3], [1], None, {2: 1}, []),
])  # fmt: skip
def test_hands_gone_before_an_act_were_passed_over_but_for_the_last(
    monkeypatch, live, gone, seat, front, passed
):
    bench = Bench()
    bench.phase.live, bench.phase.owing, bench.phase.front = live, [1, 2, 3], front
    bench.phase.turns = lambda: [s for s in (3, 1, 2) if s in live]
    monkeypatch.setattr(
        absent, "given_up", lambda _, zone, t: [zone] if int(zone[5:]) in gone else []
    )
    assert [row[0] for row in absent.passed_over(bench.cards, seat, 5000)] == passed


@pytest.mark.parametrize(("moving", "found"), [(0, False), (1, False), (2, True)])
def test_a_fold_is_found_where_all_of_the_hand_was_read_in_the_muck(moving, found):
    bench = hands()
    hand = absent.lying(bench.cards, "seat:1")
    for tag in hand[:moving]:
        bench.cards.went(tag, MUCK, 4000)
        tag.zone = "seat:1"
    bench.events.clear()
    absent.fold(bench.cards, 1, hand, 5000)
    assert bench.emitted("from", "confidence") == [("seat:1", None if found else "medium")]
    assert bench.order.items == [] and [tag.zone for tag in hand] == [MUCK, MUCK]


def test_a_hand_its_seat_reads_again_is_waited_for_without_a_bound(monkeypatch):
    bench = hands()
    hand = absent.lying(bench.cards, "seat:1")
    monkeypatch.setattr(absent, "silent", lambda *_: hand)
    item = Item(4000)
    assert absent.lifted(bench.cards, item, 1, 5000)
    assert (item.why, item.until, item.upon) == ("lifted", 0, 1)


@pytest.mark.parametrize(("lost", "hits", "excess", "unsteady"), [
    (2, 2 * UNSTEADY_PARTS - 2, None, False), (2, 2 * UNSTEADY_PARTS - 3, None, True),
    (1, 1, None, False), (2, 0, None, True), (2, 0, 0, False), (2, 0, -1, True),
])  # fmt: skip
def test_a_hand_is_unsteady_whose_loop_misses_so_many_readings_of_it(lost, hits, excess, unsteady):
    bench = hands()
    bench.cards.laden.excess = lambda _: excess
    for tag in absent.lying(bench.cards, "seat:1"):
        tag.home.hits, tag.home.lost = hits, lost
    assert absent.unsteady(bench.cards, "seat:1") == unsteady


def heard(
    hits=1, misses=1, lost=0, to=MUCK, frm="seat:1", n=1, at=MUCK, seen=(5000, 4000), muck_ms=0
):
    """A card of seat 1's hand read in the muck, the rest being read at its seat: its move."""
    bench = hands()
    tag, other = absent.lying(bench.cards, "seat:1")
    item = Move(bench.cards, tag, 4000, frm, to)
    tag.zone, tag.item = to, item
    tag.home = Track(tag, bench.ant(at), 4000)
    tag.home.hits, tag.home.misses, tag.home.lost = hits, misses, lost
    item.tags = item.tags * n
    other.home.seen, tag.home.seen = seen
    other.home.antenna.period_ms = 100
    if muck_ms:
        bench.ant(MUCK).period_ms = muck_ms
    bench.order.add(item)
    return bench, item, tag


@pytest.mark.parametrize(("change", "now", "held", "back"), [
    ({}, 4000, False, True), ({"to": "line:1"}, 4000, False, False), ({"n": 2}, 4000, False, False),
    ({"frm": "line:1"}, 4000, False, False), ({"at": BOARD + ":1"}, 4000, False, False),
    ({"misses": 0}, 4199, True, False), ({"misses": 0}, 4200, False, False),
    ({"misses": 0, "muck_ms": 60}, 3999 + (TORN_MAX_DWELLS + 1) * 60, True, False),
    ({"misses": 0, "muck_ms": 60}, 4000 + (TORN_MAX_DWELLS + 1) * 60, False, False),
    ({"misses": 0, "muck_ms": 40}, 4199, True, False), ({"muck_ms": 60}, 4200, False, True),
    ({"seen": (4000, 4000)}, 4199, True, False), ({"seen": (4001, 4000)}, 4199, False, True),
    ({"hits": 2, "lost": 2 * EDGE_PARTS - 1}, 3999 + SHADOW_MS, True, False),
    ({"hits": 2, "lost": 2 * EDGE_PARTS - 1}, 4000 + SHADOW_MS, False, False),
    ({"hits": 2, "lost": 2 * EDGE_PARTS - 2}, 3999 + SHADOW_MS, False, False),
])  # fmt: skip
def test_a_card_the_muck_has_only_heard_lies_where_it_lay(change, now, held, back):
    bench, item, tag = heard(**change)
    got = absent.only_heard(item, now)
    assert bool(got) == (held or back)
    assert (tag.zone == "seat:1" and tag.item is None) == back
    assert (item in bench.order.items) != back


@pytest.mark.parametrize(("home", "rest"), [(False, True), (True, False)])
def test_but_not_one_read_nowhere_or_alone(home, rest):
    bench, item, tag = heard()
    if not home:
        tag.home = None
    if not rest:
        for other in absent.lying(bench.cards, "seat:1"):
            other.home.misses = 1
    assert not absent.only_heard(item, 4000) and item in bench.order.items


def lifted(once=True, hits=1, misses=3, at=MUCK, others=()):
    """Seat 1's hand was read there last at 3900 ms; the muck has read a card of it once at 4000."""
    bench, item, tag = heard(hits=hits, misses=misses, at=at)
    for other in absent.lying(bench.cards, "seat:1"):
        other.home, other.tracks, other.read = None, (), 3900
    tag.read, item.once = 3800, once
    for t, acts, word in others:
        event = {"what": "declare", "word": word, "seat": acts}
        bench.order.add(Keyed(t, event, None))
    return bench, item, tag


@pytest.mark.parametrize(("change", "now", "held"), [
    ({}, 4099 + UNCOLLECTED_MS, True), ({}, 4100 + UNCOLLECTED_MS, False),  # and two dwells
    ({"at": None}, 4099 + UNCOLLECTED_MS, True),  # the muck has forgotten it since
    ({"once": False}, 4000, False), ({"hits": 2}, 4000, False), ({"misses": 0}, 4000, False),
    ({"at": "line:1"}, 4000, False),
    ({"others": [(4001, 2, "call")]}, 4100, False), ({"others": [(4000, 2, "call")]}, 4100, False),
    ({"others": [(3999, 2, "call")]}, 4100, True),  # before it
    ({"others": [(4001, 1, "call")]}, 4100, True), ({"others": [(4001, 1, "fold")]}, 4100, False),
])  # fmt: skip
def test_a_hand_the_muck_has_read_once_may_only_be_looked_at(change, now, held):
    at = change.get("at", MUCK)
    bench, item, tag = lifted(**dict(change, at=at or MUCK))
    if at is None:
        tag.home = None
    assert bool(absent.only_heard(item, now)) == held
    assert not held or (item.why, item.until, item.upon) == ("lifted", 4100 + UNCOLLECTED_MS, 1)
    assert item in bench.order.items


@pytest.mark.parametrize(("live", "held"), [([1, 3], True), ([1, 2, 3], False)])
def test_the_key_of_a_fold_that_was_told_says_nothing_of_it(live, held):
    bench, item, _ = lifted(others=[(4001, 2, "fold")])
    bench.phase.live = live
    assert bool(absent.only_heard(item, 4100)) == held


def read_well():
    """Seat 1 faces a bet, and its loop has read its hand up to 1000 ms."""
    bench = Bench()
    bench.phase.front, bench.phase.owing, bench.phase.actor = {2: 100}, [1, 3], 1
    hand = [card(6), card(7)]
    bench.hand(1, *hand)
    for t in range(600, 1100, 100):
        bench.read(t, "seat:1", *hand)
    return bench, hand


def test_it_lies_where_it_lay_when_its_seat_reads_it_again_and_was_folded_else():
    bench, hand = read_well()
    bench.read(1150, "muck", hand[0])
    for t in range(1200, 2600, 100):
        bench.read(t, "seat:1")
        bench.read(t + 50, "muck")
        bench.table.poll(t + 60)
    (move,) = [i for i in bench.order.items if isinstance(i, Move)]
    assert move.once and move.why == "lifted" and not bench.emitted("what")
    for t in (2600, 2700, 2800):
        bench.read(t, "seat:1", *hand)
    bench.table.poll(2900)
    assert not [i for i in bench.order.items if isinstance(i, Move)]
    assert not [e for e in bench.events if e["what"] == "card_move"]
    assert [bench.tags[uid].zone for uid, _ in hand] == ["seat:1", "seat:1"]


@pytest.mark.parametrize("reads", [1, 2])
def test_a_second_read_in_the_muck_folds_it(reads):
    bench, hand = read_well()
    for n in range(reads):
        bench.read(1150 + 100 * n, "muck", hand[0])
    for t in range(1400, 2700, 100):
        bench.read(t, "seat:1")
        bench.read(t + 50, "muck")
        bench.table.poll(t + 60)
    folds = [e for e in bench.events if e["what"] == "card_move"]
    assert len(folds) == reads - 1


@pytest.mark.parametrize(("change", "shown"), [
    ({}, True), ({"to": "line:2"}, False), ({"to": BOARD}, False), ({"frm": "muck"}, False),
    ({"frm": "line:1"}, False), ({"tabled": [1]}, False), ({"front": {2: 100}}, False),
    ({"front": {2: 100, 1: 100}}, True), ({"front": {2: 1}}, False), ({"front": {}}, True),
    ({"to": MUCK}, True), ({"to": MUCK, "owing": []}, False), ({"to": MUCK, "board": 4}, False),
    ({"to": MUCK, "now": ph.SHOWDOWN}, False), ({"now": ph.SHOWDOWN, "board": 0}, True),
    ({"owing": []}, True), ({"owing": [], "board": 4}, False),
    ({"owing": [1], "closed": True}, True), ({"owing": [1], "closed": False}, False),
    ({"owing": [1], "stack": 0}, True), ({"owing": [1], "stack": 1}, False),  # all-in: never acts
    ({"front": {2: 100}, "stack": 0}, True), ({"front": {2: 100}, "stack": 1}, False),
    ({"owing": [1], "stack": 0, "board": 4}, False), ({"to": MUCK, "stack": 0}, True),
])  # fmt: skip
def test_a_hand_that_nobody_has_to_throw_away_may_be_shown(change, shown):
    bench = hands()
    phase = bench.phase
    if "stack" in change:
        phase.stacks = {1: change["stack"]}
    tag = absent.lying(bench.cards, "seat:1")[0]
    to = change.get("to", "line:1")
    item = Move(bench.cards, tag, 4000, change.get("frm", "seat:1"), to)
    phase.tabled, phase.front = change.get("tabled", []), change.get("front", {})
    phase.board, phase.now = change.get("board", 5), change.get("now", ph.BETTING)
    phase.owing = change.get("owing", [1] if to == MUCK else [])
    phase.closed = lambda but=(): change.get("closed", False)
    assert absent.may_be_shown(item) == shown


@pytest.mark.parametrize(("seen", "zone", "to", "until"), [
    (3999, "seat:1", "line:1", 4000 + KEY_LATE_MS), (3999, None, "line:1", 4000 + KEY_LATE_MS),
    (4001, "seat:1", "line:1", 4001 + KEY_LATE_MS),  # the rest is not laid down yet
    (4001, None, "line:1", 4001 + KEY_LATE_MS),  # nor when its seat has lost it since
    (4001, "seat:2", "line:1", 4000 + KEY_LATE_MS), (4001, "seat:1", MUCK, 4000 + KEY_LATE_MS),
    (4000 + KEY_LATE_MS, "seat:1", "line:1", 4000 + 2 * KEY_LATE_MS),
    (4001 + KEY_LATE_MS, "seat:1", "line:1", 4000 + 2 * KEY_LATE_MS),
])  # fmt: skip
def test_a_hand_may_be_keyed_as_shown_so_late_after_its_seat_has_lost_it(seen, zone, to, until):
    bench = hands()
    tag, other = absent.lying(bench.cards, "seat:1")
    tag.read, other.read = 9000, seen
    other.home = None if zone is None else Of(seen=seen, antenna=Of(zone=zone))
    assert absent.laid_by(Move(bench.cards, tag, 4000, "seat:1", to)) == until


@pytest.mark.parametrize(("t", "then"), [(4000, 3999), (1, 0), (0, 0)])
@pytest.mark.parametrize(("seat", "to", "first"), [
    (1, "line:1", True), (2, "line:1", False), (1, MUCK, True), (2, MUCK, True),
])  # fmt: skip
def test_the_key_of_a_tabled_hand_comes_before_its_cards(t, then, seat, to, first):
    bench = hands()
    tag = absent.lying(bench.cards, "seat:1")[0]
    item = Move(bench.cards, tag, t, "seat:1", to)
    key = Keyed(t + 500, {"what": "tabled", "seat": seat}, None)
    bench.order.items = [item, Item(t), key]
    assert absent.tabled_first(item) == first
    assert key.t == (then if first else t + 500)


@pytest.mark.parametrize(("frm", "to", "t", "then"), [
    ("seat:1", "line:1", 5000, 3999), ("seat:1", "line:1", 3000, 3000),
    ("seat:2", "line:1", 5000, 5000), ("seat:1", MUCK, 5000, 5000),
])  # fmt: skip
def test_a_tabled_hand_was_laid_down_before_it_is_read_over_its_line(frm, to, t, then):
    bench = hands()
    tag = absent.lying(bench.cards, "seat:1")[0]
    bench.order.items = [Item(1), Move(bench.cards, tag, 4000, frm, to)]
    assert absent.laid_down(bench.cards, 1, t) == then
    bench.order.items[1].t = 0
    assert absent.laid_down(bench.cards, 1, t) == (0 if then != t or t == 3000 else t)


@pytest.mark.parametrize(("shows", "front", "passed"), [
    (None, {2: 100, 3: 100}, [1, 3]), (1, {2: 100, 3: 100}, []),  # turned up, not thrown away
    (1, {}, [3]), (2, {}, [1, 3]), (3, {}, [1]), (3, {2: 100}, [1]),
])  # fmt: skip
def test_who_tables_a_hand_as_it_goes_unread_has_not_folded_it(monkeypatch, shows, front, passed):
    bench = Bench()
    bench.phase.live, bench.phase.owing, bench.phase.front = [1, 2, 3], [1, 2, 3], front
    bench.phase.turns = lambda: [1, 2, 3]
    monkeypatch.setattr(
        absent, "given_up", lambda _, zone, t: [zone] if zone in ("seat:1", "seat:3") else []
    )
    told = []
    monkeypatch.setattr(absent, "fold", lambda cards, seat, hand, t: told.append(seat))
    bench.cards.before_act(None, 5000, shows)
    assert told == passed


@pytest.mark.parametrize("seat", [1, 2])
def test_the_key_of_a_tabled_hand_shows_the_folds_of_others(monkeypatch, seat):
    bench = hands()
    bench.phase.now, bench.phase.board = ph.BETTING, 5
    bench.phase.last_bets = lambda: True
    told = []
    monkeypatch.setattr(bench.cards, "before_act", lambda *args: told.append(args))
    bench.table.cards_at = lambda zone, t: [(5, "As"), (6, "Kd")]
    bench.table._keyed({"what": "tabled", "seat": seat}, 5000)
    assert told == [(None, 5000, seat)]
    key = Keyed(5000, {"what": "tabled", "seat": seat}, None)
    monkeypatch.setattr(absent, "given_up", lambda *_: [])
    monkeypatch.setattr(bench.order.hold.__self__, "due", lambda _: [])
    assert not bench.order.hold(key, 5000)
    assert told == [(None, 5000, seat)] * 2
