"""Who is due before whom, whose chips show in the pot, whether a loop is bare: each side of it."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import (
    changes,
    conservation,
    evidence,
    late,
    nowhere,
    once,
    passed,
    unread,
    untimely,
)
from firmware.table import phase as ph
from firmware.table.order import Item, Keyed
from firmware.table.presence import CANDIDATE, PRESENT
from firmware.table.values import (
    ABSENT_EDGE_DWELLS,
    ASK_MS,
    BEFORE_ACT_MS,
    BELATED_MS,
    BOARD_CARDS,
    CARD_UNREAD_MS,
    CHIP_LEAST_16THS,
    DECK_MAX_CARDS,
    DUE_AHEAD_CARDS,
    FRESH_HANDS,
    HEAVY_MS,
    KEY_ACT_LATE_MS,
    KEY_LATE_MS,
    LEAVE_MISSES,
    LEVEL_SURE_DWELLS,
    MISSING_HANDS,
    PARTIAL_MS,
    SHADOW_MS,
    STREET_APART_MS,
)
from tests.firmware_table.bench import Bench, chip


def over(front=(), owing=(1, 2, 3), actor=1, **fields):
    """The watch over acts of a hand of seats 1 to 3, each with 1000 chips."""
    bench = Bench()
    phase = bench.phase
    phase.stacks = dict.fromkeys((1, 2, 3), 1000)
    phase.front, phase.owing, phase.actor, phase.oversized = dict(front), list(owing), actor, {}
    for name, value in fields.items():
        setattr(phase, name, value)
    return passed.Passed(bench.order, bench.cards, bench.chips, phase)


@pytest.mark.parametrize(("front", "owing", "actor", "fields", "seat", "due"), [
    ({}, (1, 2, 3), 1, {}, 3, [1, 2]), ({}, (1, 2, 3), 1, {}, 0, [1, 2, 3]),
    ({}, (1, 2, 3), 1, {}, 1, []),
    ({}, (1, 2, 3), 3, {}, 2, [3, 1]), ({}, (2, 3), 1, {}, 3, [2]), ({}, (), 1, {}, 0, []),
    ({}, (1, 2, 3), None, {}, 3, []), ({1: 100}, (2, 3), 2, {}, 1, [2, 3]),
    ({1: 1000}, (2, 3), 2, {}, 0, [2, 3]), ({1: 1000}, (1, 2, 3), 1, {}, 0, [2, 3]),
    ({1: 1000, 2: 1000}, (3,), 3, {}, 0, [3]), ({1: 1000, 2: 1000}, (1, 2), 1, {}, 0, []),
    ({}, (1,), 1, {"stacks": {1: 1000, 2: 0, 3: 0}}, 0, []),
    ({}, (), 1, {"unsaid": [2]}, 0, [2]), ({}, (), 1, {"unsaid": [2]}, 3, []),
    ({}, (1,), 1, {"unsaid": [2]}, 0, [1]), ({2: 1000}, (), 1, {"unsaid": [2]}, 0, []),
    ({2: 1000, 3: 1000}, (), 1, {"unsaid": [1]}, 0, []),
    ({}, (1, 2, 3), 1, {"live": [1, 3]}, 0, [1, 3]),
])  # fmt: skip
def test_seats_that_are_due_before_another(front, owing, actor, fields, seat, due):
    assert over(front, owing, actor, **fields).due(seat) == due


@pytest.mark.parametrize(("front", "seats", "owing"), [
    ({}, [1, 2], []), ({1: 100}, [1, 2], [2]), ({1: 100, 2: 100}, [1, 2], []),
    ({1: 100, 2: 99}, [1, 2], [2]), ({1: 100, 2: 101}, [1, 2], [1]), ({3: 100}, [1, 2], [1, 2]),
])  # fmt: skip
def test_who_has_a_bet_to_answer(front, seats, owing):
    assert over(front)._owing(seats) == owing


def moves(seat, frm=None, acts=None, t=5000):
    """A hand of a seat that goes."""
    item = Item(t)
    item.frm = frm or f"seat:{seat}"
    item.acts = lambda: seat if acts is None else acts
    return item


@pytest.mark.parametrize(("board", "front", "owing", "item", "free"), [
    (BOARD_CARDS, {}, (1, 2, 3), moves(2), [1, 2, 3]), (BOARD_CARDS - 1, {}, (1, 2, 3), moves(2),
    ()),
    (BOARD_CARDS, {1: 50}, (2, 3), moves(2), ()), (BOARD_CARDS, {}, (1, 3), moves(2), ()),
    (BOARD_CARDS, {}, (2,), moves(2), [2]), (BOARD_CARDS, {}, (1, 2, 3), moves(2, "line:2"), ()),
    (BOARD_CARDS, {}, (1, 2, 3), moves(0), ()),
])  # fmt: skip
def test_a_hand_given_up_on_the_river_shows_who_has_checked(board, front, owing, item, free):
    assert over(front, owing, board=board)._given_free(item) == free


@pytest.mark.parametrize(("board", "front", "owing", "item", "lost"), [
    (BOARD_CARDS, {}, (), moves(2), True), (BOARD_CARDS, {}, (), moves(3, acts=2), True),
    (BOARD_CARDS, {}, (), moves(3), False), (BOARD_CARDS - 1, {}, (), moves(2), False),
    (BOARD_CARDS, {}, (2,), moves(2), False), (BOARD_CARDS, {1: 100, 2: 100}, (), moves(2), True),
    (BOARD_CARDS, {1: 100, 2: 99}, (), moves(2), False),
    (BOARD_CARDS, {1: 100, 2: 101}, (), moves(2), True),
])  # fmt: skip
def test_a_hand_that_goes_with_no_bet_to_answer_on_the_river_has_lost(
    board, front, owing, item, lost
):
    assert over(front, owing, board=board)._lost(item, 2) == lost


def test_a_fold_that_is_keyed_is_no_hand_that_has_lost():
    item = Keyed(5000, {"what": "declare", "word": "fold", "seat": 2}, None)
    assert not over({}, (), board=BOARD_CARDS)._lost(item, 2)


@pytest.mark.parametrize(("tabled", "gone", "front", "due"), [
    (1, [2, 3], {}, [1, 2, 3]), (1, [2], {}, ()), (2, [1, 3], {}, [1, 2, 3]),
    (1, [2, 3], {1: 100}, ()), (1, [2, 3], {1: 100, 2: 100, 3: 100}, [1, 2, 3]),
])  # fmt: skip
def test_who_tables_a_hand_and_those_whose_hands_are_gone_have_checked(tabled, gone, front, due):
    watch = over(front)
    watch._given_up = lambda seat, item: seat in gone
    item = Keyed(5000, {"what": "tabled", "seat": tabled}, None)
    assert watch._checked_through(item) == due


@pytest.mark.parametrize(("change", "late_ms", "ends"), [
    ({}, STREET_APART_MS + 1, True), ({}, STREET_APART_MS, False), ({}, 0, False), ({}, -1, False),
    ({"burned": True}, STREET_APART_MS, True), ({"board": 2}, STREET_APART_MS + 1, False),
    ({"off": False}, 1, True), ({"off": False}, 0, False),
])  # fmt: skip
def test_a_card_ends_a_street_when_it_is_none_of_the_one_that_lies_there(change, late_ms, ends):
    watch = over(last_deal=4000, burned=change.get("burned", False), board=change.get("board", 3))
    watch.phase.hole = 2
    item = Item(4000 + late_ms)
    if change.get("off", True):
        item.passed = True
    assert watch._ends_street(item) == ends


@pytest.mark.parametrize(("late_ms", "street", "due", "said"), [
    (0, 1000, False, True), (KEY_ACT_LATE_MS, 1000, False, True),
    (KEY_ACT_LATE_MS + 1, 1000, False, False), (-1, 1000, False, False),
    (0, 5000, False, False), (0, 4999, False, True), (6000, 9000, True, True),
    (4000 + KEY_ACT_LATE_MS, 9000, True, True), (4000 + KEY_ACT_LATE_MS + 1, 9000, True, False),
    (6000, 9000, False, False),
])  # fmt: skip
def test_a_check_the_dealer_has_said_is_keyed_after_it_or_after_the_next_street(
    late_ms, street, due, said
):
    watch = over(last_deal=street)
    watch.checked = (2, 5000, 0)
    watch.due = lambda seat: [1] if due else []
    key = Keyed(5000 + late_ms, {"what": "gesture", "kind": "tap", "seat": 2}, None)
    key.acts = lambda: 2
    assert watch.said_already(key) == said
    key.acts = lambda: 3
    assert not watch.said_already(key)


@pytest.mark.parametrize(("lies", "said"), [(9499, False), (9500, True)])
def test_nor_has_anybody_checked_before_the_cards_of_the_next_street_lie(lies, said):
    watch = over(last_deal=9000)
    watch.checked = (2, 5000, 0)
    watch.due, watch.cards.board_last = lambda seat: [], lies
    key = Keyed(9500, {"what": "gesture", "kind": "tap", "seat": 2}, None)
    key.acts = lambda: 2
    assert watch.said_already(key) == said


# -- chips that show in the pot -------------------------------------------------------------------


def shown(n=1, **fields):
    """A bench in which the pot reads chips of 100 nobody has told, and one of them."""
    bench = Bench()
    bench.phase.stacks = dict.fromkeys((1, 2, 3), 1000)
    bench.phase.oversized = {}
    tags = bench.lie("pot", *[chip(k + 1) for k in range(n)])
    for tag in tags:
        tag.zone, tag.item = "pot", None
    bench.chips.strays = [(tag, 4000) for tag in tags]
    bench.order.items = []
    for name, value in fields.items():
        setattr(bench.phase, name, value)
    return bench, tags[0]


@pytest.mark.parametrize(("state", "misses", "found"), [
    (CANDIDATE, LEAVE_MISSES - 1, True), (CANDIDATE, LEAVE_MISSES - 2, False),
    (PRESENT, LEAVE_MISSES, False), (CANDIDATE, LEAVE_MISSES, True),
])  # fmt: skip
def test_a_spot_has_read_a_chip_that_it_has_missed_since(state, misses, found):
    bench, tag = shown()
    ant = bench.ant("line:2")
    ant.t, ant.period_ms = 3000, 100
    tag.tracks += (Of(antenna=ant, state=state, misses=misses, seen=2500),)
    spot = bench.chips.spots[2]
    want = (spot, 2500, 3000 - (misses - 1) * 100) if found else (None, 0, 0)
    assert once._read_at(bench.chips, tag) == want


@pytest.mark.parametrize(("name", "brief_t", "found"), [
    ("line:2", 1001, True), ("line:2", 1000, False), ("seat:2", 1001, False), (None, 1001, False),
])  # fmt: skip
def test_so_has_one_that_read_it_once_on_this_street(name, brief_t, found):
    bench, tag = shown(last_deal=1000)
    tag.brief, tag.brief_t = name and bench.ant(name), brief_t
    if name:
        tag.brief.period_ms = 70
    spot = bench.chips.spots[2]
    want = (spot, brief_t, brief_t + 140) if found else (None, 0, 0)
    assert once._read_at(bench.chips, tag) == want


@pytest.mark.parametrize(("n", "front", "fields", "takes"), [
    (2, {1: 200}, {}, True), (1, {1: 200}, {}, False), (3, {1: 200}, {}, False),
    (2, {1: 200, 2: 50}, {}, False), (2, {1: 250, 2: 50}, {}, True), (0, {}, {}, False),
    (2, {1: 900}, {"stacks": {1: 1000, 2: 200, 3: 1000}}, True),
    (2, {1: 200}, {"owing": [2, 3]}, False),
    (2, {1: 200}, {"owing": [2, 3], "stacks": {1: 1000, 2: 1000, 3: 0}}, True),
])  # fmt: skip
def test_chips_no_spot_has_read_are_the_call_of_the_one_who_owes_just_so_much(
    n, front, fields, takes
):
    bench, _ = shown(max(n, 1), **{"front": front, "owing": [2], **fields})
    if not n:
        bench.chips.strays = []
    assert once.read_never(bench.chips, 2, Of(t=5000, acts=lambda: 0)) == takes
    item = bench.chips.spots[2].arrival
    assert (item is not None) == takes
    if takes:
        assert (item.t, len(item.tags), item.last) == (4999, n, 4999)
        assert {tag.left for tag in item.tags} == {4999} and bench.chips.strays == []


# -- loads of spots -------------------------------------------------------------------------------


def loop(**fields):
    """A loop's load: empty at 5000, a chip takes 64."""
    ant = Of(agc=1, empty=5000, level=4936, level_n=50, noise=0, ref=5000, ref_n=0, ref_t=0, t=900)
    ant.tracks, ant.period_ms = [], 100
    for name, value in fields.items():
        setattr(ant, name, value)
    return ant


@pytest.mark.parametrize("tags", [1, 2, -1, -2])
def test_a_change_of_a_load_speaks_for_chips_from_half_of_theirs_on(tags):
    ant = loop()
    half = tags * 64 // 2
    at = [changes.by_rise(ant, half + more, 64, tags) for more in (-9, -1, 0, 1, 9)]
    assert at[2] == 0 and at == sorted(at, reverse=tags < 0)
    assert abs(at[1] + at[3]) <= 1 and abs(at[0] + at[4]) <= 1 and at[3] != 0
    noisy = loop(noise=40)
    assert abs(changes.by_rise(noisy, half + 9, 64, tags)) < abs(at[4])
    few = changes.by_rise(noisy, half + 9, 64, tags, 2)
    assert abs(few) < abs(changes.by_rise(noisy, half + 9, 64, tags))


@pytest.mark.parametrize(("change", "known"), [
    ({}, True), ({"agc": 0}, False), ({"empty": 0}, False), ({"lying": 0}, False),
    ({"level": 0}, False), ({"chip": CHIP_LEAST_16THS}, True),
    ({"chip": CHIP_LEAST_16THS - 1}, True), ({"chip": 1}, True),
    ({"chip": 0}, True), ({"chip": 0, "was": 5000 - 3 * CHIP_LEAST_16THS + 1}, False),
    ({"chip": 0, "was": 5000 - 3 * CHIP_LEAST_16THS}, True),
])  # fmt: skip
def test_a_load_tells_of_chips_moved_where_what_one_takes_is_known(monkeypatch, change, known):
    ant = loop(agc=change.get("agc", 1), empty=change.get("empty", 5000))
    monkeypatch.setattr(changes, "known_load", lambda _: change.get("level", 4872))
    loads = Of(chip_load=change.get("chip", 64))
    was = change.get("was", 4808)
    got = changes.moved(loads, ant, was, change.get("lying", 3), 1)
    assert (got is not None) == known
    if change == {} or change == {"chip": 0}:
        assert got == changes.by_rise(ant, 64, 64, 1)


@pytest.mark.parametrize(("period", "ms"), [
    (1, PARTIAL_MS), (PARTIAL_MS // ABSENT_EDGE_DWELLS, PARTIAL_MS),
    (PARTIAL_MS, ABSENT_EDGE_DWELLS * PARTIAL_MS),
])  # fmt: skip
def test_a_loop_is_bare_that_has_read_nothing_for_so_long(period, ms):
    assert changes._surely_ms(loop(period_ms=period)) == ms


@pytest.mark.parametrize(("change", "bare"), [
    ({"level": 5000}, True), ({"level": 4936}, False), ({"level": 5000, "agc": 0}, False),
    ({"level": 5000, "ref": 0}, False), ({"level": 5000, "tracks": [1]}, False),
    ({"level": 5000, "level_n": LEVEL_SURE_DWELLS - 1}, False),
    ({"level": 5000, "level_n": LEVEL_SURE_DWELLS}, True),
])  # fmt: skip
def test_a_load_is_that_of_nothing(change, bare):
    assert changes.bare(loop(**change), 64) == bare


def blind_late(ms, lost=(0,), period_ms=1, before=False, last_ms=None):
    """Whether a blind first read so long after the deal began came late, its spot having missed so
    many of 8 dwells of each of its chips since."""
    ant = loop(period_ms=period_ms)
    brief = ant if before else None
    tags = [Of(brief=brief, home=Of(antenna=ant, lost=n, dwells=8)) for n in lost]
    phase = Of(first_deal=1000, last_deal=1000 + (ms - 1 if last_ms is None else last_ms))
    return changes._came_late(phase, Of(antenna=ant, arrival=Of(t=1000 + ms, tags=tags)))


@pytest.mark.parametrize(("change", "late"), [
    ({"ms": SHADOW_MS}, True), ({"ms": SHADOW_MS - 100}, False),  # a shadow may have hidden it
    ({"ms": SHADOW_MS, "before": True}, False), ({"ms": SHADOW_MS, "last_ms": SHADOW_MS}, False),
    ({"ms": 3 * 1500, "period_ms": 1500}, True), ({"ms": 2 * 1500, "period_ms": 1500}, False),
    ({"ms": 6 * 750, "period_ms": 750, "lost": (4,)}, False),  # as read at an edge
    ({"ms": 7 * 750, "period_ms": 750, "lost": (4,)}, True),
    ({"ms": 6 * 750, "period_ms": 750, "lost": (4, 0)}, True),  # one of them is read well
])  # fmt: skip
def test_a_blind_came_late_where_its_spot_would_have_read_it_before(change, late):
    assert blind_late(**change) == late


# -- the deck, hand by hand -----------------------------------------------------------------------


def counted(rows, tags=(), size=52, jokers=0):
    """What is told at a hand's end, with so many cards known from hands before."""
    told = []
    held = {uid: Of(value=0, blank=False, zone="stub", nth=0) for uid in tags}
    watch = conservation.Conservation(Of(tags=held), told.append, None)
    watch.cards, watch.size, watch.jokers = dict(rows), size, jokers
    watch._count_cards(9)
    return [(e["kind"], e["count"]) for e in told], watch.cards


@pytest.mark.parametrize(("age", "n", "told"), [
    (MISSING_HANDS - 1, 52, [("card_missing", 1)]), (MISSING_HANDS - 2, 52, []),
    (MISSING_HANDS - 1, 51, []), (MISSING_HANDS, 52, [("card_missing", 1)]),
])  # fmt: skip
def test_a_card_of_a_whole_deck_is_missing_after_so_many_hands(age, n, told):
    rows = [[bytes([k]), 0] for k in range(n - 1)] + [[b"x", age]]
    got, kept = counted(rows, [bytes([k]) for k in range(n - 1)])
    assert got == told and len(kept) == n - (age >= MISSING_HANDS - 1)


@pytest.mark.parametrize(("age", "new", "jokers", "told"), [
    (0, 1, 0, [("cards_over", 1)]), (0, 1, 1, []), (0, 2, 1, [("cards_over", 1)]), (0, 0, 0, []),
    (FRESH_HANDS - 1, 1, 0, [("cards_over", 1)]), (FRESH_HANDS, 1, 0, []),
])  # fmt: skip
def test_more_cards_lately_read_than_a_deck_has_are_over(age, new, jokers, told):
    rows = [[bytes([k]), age] for k in range(52)]
    fresh = [b"new" + bytes([k]) for k in range(new)]
    got, kept = counted(rows, fresh, jokers=jokers)
    assert got == told and len(kept) == min(52 + new, DECK_MAX_CARDS)


@pytest.mark.parametrize(("awarded", "left", "change", "told"), [
    (True, 100, 0, ("chips_short", 100)), (True, -25, 0, ("chips_over", 25)), (True, 0, 0, None),
    (True, 100, 100, None), (True, 100, 99, ("chips_short", 100)), (False, 100, 0, None),
    (True, 1, 0, ("chips_short", 1)),
])  # fmt: skip
def test_a_pot_that_did_not_go_out_whole_is_a_drift(awarded, left, change, told):
    out = []
    watch = conservation.Conservation(Of(tags={}), out.append, None)
    phase = Of(pot_sum=left, awarded=awarded, set_up=True, deck=None, change_due=lambda: change)
    watch.hand_over(9, phase)
    assert [(e["kind"], e["amount"]) for e in out] == ([told] if told else [])
    assert watch.drifts == bool(told)


# -- chips of a player passed over ----------------------------------------------------------------


def may_come(says, now, asked=None, asks=False):
    """Whether an act of seat 1 at 5000, held since 5100, waits at ``now`` for chips of seat 3, of
    which its loop ``says`` that more lie there; and whether the dealer was asked. ``asked``: about
    that seat, at 6000."""
    watch = over(owing=(3,))
    watch.chips.bearing.load_says_more = lambda _: says
    out = []
    watch.chips.ask = (lambda *args: out.append(args)) if asks else None
    item = Item(5000)
    item.acts, item.held = (lambda: 1), 5100
    item.asked, item.asked_t = asked, 6000
    got = bool(untimely.chips_may_come(watch, item, 3, now))
    return got, item.why if got else None, bool(out)


@pytest.mark.parametrize(("says", "now", "asked", "waits"), [
    (None, 5000 + BEFORE_ACT_MS, None, (True, "chips", False)),
    (None, 5001 + BEFORE_ACT_MS, None, (False, None, False)),
    (None, 5999 + ASK_MS, 3, (True, "asked", False)),
    (None, 6000 + ASK_MS, 3, (False, None, False)),
    (None, 5999 + ASK_MS, 2, (False, None, False)), (False, 5001, None, (False, None, False)),
    (False, 5999 + ASK_MS, 3, (True, "asked", False)),
    (False, 5999 + ASK_MS, 2, (False, None, False)),
    (False, 6000 + ASK_MS, 3, (False, None, False)),
    (True, 5099 + HEAVY_MS, None, (True, "carries", False)),
    (True, 5100 + HEAVY_MS, None, (False, None, False)),
    (True, 5999 + ASK_MS, 3, (True, "asked", False)),
    (True, 6000 + ASK_MS, 3, (False, None, False)),
    (True, 5999 + ASK_MS, 2, (False, None, False)),
])  # fmt: skip
def test_chips_of_who_was_passed_over_are_waited_for_by_what_the_load_says(says, now, asked, waits):
    assert may_come(says, now, asked) == waits


def test_the_dealer_is_asked_where_the_load_says_that_more_lies_there():
    assert may_come(True, 5100 + HEAVY_MS, asks=True)[1:] == ("asked", True)
    assert may_come(True, 5099 + HEAVY_MS, asks=True)[2] is False
    assert may_come(False, 5100 + HEAVY_MS, asks=True)[2] is False


@pytest.mark.parametrize(("late_ms", "seat", "first"), [
    (1, 3, True), (KEY_LATE_MS, 3, True), (KEY_LATE_MS + 1, 3, False), (0, 3, False), (1, 2, False),
])  # fmt: skip
def test_a_key_so_late_after_an_act_is_put_before_it(late_ms, seat, first):
    watch = over()
    watch.order.items = []
    act, key = Item(5000), Keyed(5000 + late_ms, {"what": "gesture", "seat": seat}, None)
    key.acts = lambda: seat
    watch.order.add(act)
    watch.order.add(key)
    assert bool(untimely._key_first(watch, act, 3)) == first
    assert key.t == (4999 if first else 5000 + late_ms)


@pytest.mark.parametrize(("asks", "asked_of", "answered", "may"), [
    (True, 0, True, True), (True, 1 << 3, True, False), (True, 1 << 2, True, True),
    (True, 0, False, False), (False, 0, True, False), (True, 0b111 << 1, True, False),
])  # fmt: skip
def test_the_dealer_is_asked_once_of_each_player_and_not_after_no_answer(
    asks, asked_of, answered, may
):
    watch, item = over(), Item(5000)
    watch.chips.ask = (lambda *_: None) if asks else None
    item.asked_of, item.answered = asked_of, answered
    assert bool(untimely._may_ask(watch, item, 3)) == may


def full(n):
    """Hands of ``n`` cards at seats 1 and 2, none at seat 3."""
    return {1: n, 2: n, 3: 0}


@pytest.mark.parametrize(("change", "late_ms", "waits"), [
    ({}, CARD_UNREAD_MS - 1, True), ({}, CARD_UNREAD_MS, False), ({"now": ph.BETTING}, 0, False),
    ({"now": ph.SHUFFLED}, 0, False), ({"hole": None}, 0, False), ({"seat": 0}, 0, False),
    ({"seat": None}, 0, False), ({"counts": {1: 2, 2: 2, 3: 2}}, 0, False),
    ({"frm": "seat:3"}, 0, False),
    ({"frm": "seat:1"}, 0, True), ({"counts": {}, "hole": DUE_AHEAD_CARDS}, 0, False),
    ({"counts": full(DUE_AHEAD_CARDS), "hole": DUE_AHEAD_CARDS}, 0, True),
    ({"counts": full(DUE_AHEAD_CARDS + 1), "hole": DUE_AHEAD_CARDS + 1}, 0, False),
    ({"asked": 5500}, 499 + ASK_MS, True), ({"asked": 5500}, 500 + ASK_MS, False),
])  # fmt: skip
def test_an_act_waits_for_the_last_cards_of_the_deal(change, late_ms, waits):
    watch = over(counts=change.get("counts", {1: 2, 2: 2, 3: 1}), last_seat=2)
    watch.phase.now, watch.phase.hole = change.get("now", ph.DEAL), change.get("hole", 2)
    watch.cards.lacks_t = change.get("asked", 0)
    watch.order.items = []
    item = moves(1, change.get("frm", "line:1"))
    item.acts = lambda: change.get("seat", 1)
    assert bool(unread.awaited(watch, item, 5000 + late_ms)) == waits


@pytest.mark.parametrize(("noise", "dwells", "n"), [(40, 4, 16), (40, 16, 4), (80, 0, 16)])
def test_noise_counts_by_the_dwells_of_both_means(noise, dwells, n):
    ant = loop(noise=noise, level_n=n)
    sd = noise * 5 // 4  # of one dwell: a mean deviation is four fifths of a standard one
    off = sd * sd // n + sd * sd // (dwells or n) + (700 // 7) ** 2
    assert changes.by_rise(ant, 700, 700, 1, dwells) == 100 * 700 * 700 // (2 * off)


# -- cards one seat too far, chips of a bet told before, the machine's button ---------------------


def too_far(zone="seat:2", now=ph.DEAL, hole=2, counts=(), more=None, asks=False, two=True):
    """A card of the deal at a seat while seat 1 is due: whether it waits, what was told of seat 1,
    and whether the dealer was asked."""
    told, asked = [], []
    phase = Of(now=now, hole=hole, counts=dict(counts), following=lambda seat: seat + 1)
    phase.next_seats, phase.last_deal = lambda n: [1, 2, 3][:n], 0
    order = Of(items=[])
    cards = Of(phase=phase, order=order, laden=Of(excess=lambda _: more), supposed=0)
    cards.tags = Of(lying=lambda _: [], cards=())
    cards.ask = (lambda *args, **_: asked.append(args)) if asks else None
    item = Item(5000)
    item.zone, item.tag = zone, Of(nth=4)
    was = nowhere.emit, nowhere._time_for_two
    nowhere.emit, nowhere._time_for_two = (lambda *args: told.append(args[1:])), lambda *_: two
    try:
        waits = nowhere.one_before_awaited(cards, item, 6000)
    finally:
        nowhere.emit, nowhere._time_for_two = was
    return bool(waits), told, bool(asked)


@pytest.mark.parametrize(("change", "waits", "told", "asked"), [
    ({"asks": True}, True, [], True), ({}, False, [], False),
    ({"more": 1}, True, [(1, 5000, 4)], False),
    ({"more": 0, "asks": True}, True, [], True), ({"more": -1}, False, [], False),
    ({"more": 1, "zone": "seat:1"}, False, [], False),
    ({"more": 1, "zone": "seat:3"}, False, [], False),
    ({"more": 1, "counts": {1: 1}}, True, [(1, 5000, 4)], False),
    ({"more": 1, "counts": {1: 2}}, False, [], False),
    ({"more": 1, "hole": None}, False, [], False),
    ({"more": 1, "hole": 1}, True, [(1, 5000, 4)], False),
    ({"more": 1, "now": ph.BETTING}, False, [], False),
    ({"more": 1, "now": ph.SHUFFLED}, True, [(1, 5000, 4)], False),
    ({"asks": True, "two": False}, False, [], False),
    ({"more": 1, "hole": 1, "counts": {1: 1}}, False, [], False),
])  # fmt: skip
def test_a_card_one_seat_too_far_waits_for_what_is_known_of_the_one_before(
    change, waits, told, asked
):
    assert too_far(**change) == (waits, told, asked)


@pytest.mark.parametrize(("heard", "zone", "frm"), [
    (False, "pot", "pot"), (True, "pot", None), (False, None, None), (False, "line:1", "line:1"),
    (False, "line:2", "line:2"),
])  # fmt: skip
def test_a_chip_comes_from_where_it_was_last_told_to_lie(heard, zone, frm):
    bench = Bench()
    (tag,) = bench.lie("line:3", chip(1), n=1)
    tag.zone, tag.item, tag.supposed = zone, None, False
    bench.chips.strays = [(tag, 900)] if heard else []
    spot = bench.chips.spots[3]
    spot.arrival = None
    bench.chips._onto(tag, spot, 2000)
    assert (tag.frm, tag.zone, tag.item) == (frm, "line:3", spot.arrival)
    assert tag.item.tags == [tag] and bench.chips.strays == []


@pytest.mark.parametrize(("what", "now", "live", "gone", "playing"), [
    ("shuffler_button", ph.BETTING, [1, 2], [], True), ("riffle", ph.BETTING, [1, 2], [], False),
    ("shuffler_button", ph.DEAL, [1, 2], [], True),
    ("shuffler_button", ph.SHUFFLED, [1, 2], [], False),
    ("shuffler_button", ph.BETTING, [1], [], False),
    ("shuffler_button", ph.BETTING, [1, 2], [1], True),
    ("shuffler_button", ph.BETTING, [1, 2], [1, 2], False),
    ("shuffler_button", ph.SHOWDOWN, [1, 2, 3], [], True),
])  # fmt: skip
def test_the_machine_is_given_the_other_deck_while_two_play(what, now, live, gone, playing):
    bench = Bench(now)
    bench.phase.live, bench.phase.now = live, now
    bench.cards.hand_gone = lambda seat, t: seat in gone
    assert bench.table._playing(what, 5000) == playing


@pytest.mark.parametrize(("since", "t", "period", "known"), [
    (1000, 1000, 100, False), (1000, 999, 100, False), (1000, 9000, 100, True),
    (1000, 9000, 0, True),
])  # fmt: skip
def test_a_tag_missed_until_it_was_read_takes_time_to_have_been_missed(since, t, period, known):
    ant = Of(period_ms=period)
    home = Of(antenna=ant, lost=1, dwells=20)
    score = evidence.unread_since(Of(home=home), since, t)
    assert (score > 0) == known and evidence.unread_since(Of(home=None), 0, 9) == 0
    if known:
        assert score == evidence.missed((t - since) // max(1, period), t - since, 1, 20)


@pytest.mark.parametrize(("change", "late_"), [
    ({}, True), ({"added": 31}, True), ({"added": 32}, False), ({"added": 33}, False),
    ({"n": 2, "added": 63}, True), ({"n": 2, "added": 64}, False), ({"n": 3, "event": 9}, False),
    ({"n": 2, "event": 1}, False), ({"n": 2, "event": 2}, True), ({"ms": BELATED_MS}, True),
    ({"ms": BELATED_MS + 1}, False), ({"front": 0}, False), ({"actor": 3}, False),
    ({"acting": 3}, False),
    ({"actor": 3, "before": True}, True), ({"called": True, "front": 0}, True),
    ({"added": 99, "before": True}, True),
])  # fmt: skip
def test_chips_read_late_are_of_the_bet_told_before_where_its_load_is_as_it_was(
    monkeypatch, change, late_
):
    monkeypatch.setattr(late, "added_load", lambda *_: change.get("added", 0))
    monkeypatch.setattr(late, "read_before", lambda *_: change.get("before", False))
    phase = Of(now=ph.BETTING, actor=change.get("actor", 1), acting=change.get("acting", 1))
    phase.owing, phase.front, phase.live = [1, 3], {3: change.get("front", 100)}, [1, 2, 3]
    phase.posts_late, phase.antes, phase.board = (lambda *_: False), False, 3
    chips = Of(phase=phase, bearing=Of(chip_load=64))
    spot = Of(seat=3, event={"t": 900, "chips": [25] * change.get("event", 2)}, emitted_t=1000)
    item = Of(t=1000 + change.get("ms", 500), tags=[Of(value=25)] * change.get("n", 1))
    item.called, item.load_first = change.get("called", False), None
    assert bool(late.belated(chips, item, spot)) == late_


@pytest.mark.parametrize(("over_", "early", "another"), [
    (True, False, True), (True, True, False), (False, False, False), (False, True, False),
])  # fmt: skip
def test_a_chip_is_of_another_motion_unless_its_load_was_there_before(over_, early, another):
    bench = Bench()
    bench.phase.owing = []
    (tag,) = bench.lie("line:3", chip(1), n=2)
    first = tag.item
    first.over = lambda *_: over_
    bench.chips.bearing.bore_more = lambda *_: early
    (new,) = bench.lie("muck", chip(2), n=1)
    new.zone, new.item = None, None
    bench.chips._onto(new, bench.chips.spots[3], first.last + 100)
    assert (new.item is not first) == another
    assert bench.chips.spots[3].arrival is new.item


@pytest.mark.parametrize(("front", "tabled", "ends"), [
    ({1: 1000}, 1, True), ({1: 1000}, 2, False), ({1: 1000}, 3, False),
    ({1: 100, 2: 100}, 1, False), ({1: 1000, 2: 1000}, 3, True), ({1: 1000, 2: 1000}, 2, True),
])  # fmt: skip
def test_who_has_a_bet_to_answer_tables_no_hand_for_the_pot(front, tabled, ends):
    watch = over(front, [s for s in (1, 2, 3) if s not in front], 3, board=3)
    item = Keyed(5000, {"what": "tabled", "seat": tabled}, None)
    assert watch._ends_street(item) == ends
