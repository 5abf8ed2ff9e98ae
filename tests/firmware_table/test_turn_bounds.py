"""Acts that pass over somebody, cards off the deck, a riffle: under each bound and at it."""

import random

import pytest

from firmware.table import deal, facing, unread, untimely
from firmware.table import phase as ph
from firmware.table.order import Item, Keyed
from firmware.table.passed import Passed
from firmware.table.values import (
    ACT_HELD_MAX_MS,
    ASK_MS,
    AT_ONCE_MS,
    BEFORE_ACT_MS,
    CARD_UNREAD_MS,
    DENIED_MS,
    GATHER_MS,
    GATHERED_CARDS,
    GATHERED_UNDEALT_CARDS,
    GATHERING_MS,
    HAND_LIFTED_MS,
    KEY_ACT_LATE_MS,
    KEY_LATE_MS,
    MISSING_HANDS,
    MOUTH_UNSEEN_MS,
    PITCH_USUAL_MS,
    READER_AWAY_MS,
    RIFFLE_CARDS,
    SEAT_SKIPPED_MS,
    SHADOW_MS,
    UNCOLLECTED_MS,
    UNKEYED_TIMES,
    UPS_ALONE_READS,
    UPS_UNNOTICED_READS,
)
from tests.firmware_table.bench import Bench, card, chip

ACT = 5000  # ms


class Act(Item):
    """An act of a seat."""

    def __init__(self, seat, t=ACT):
        Item.__init__(self, t)
        self.seat = seat

    def acts(self):
        return self.seat


def turn(seat=1, **phase):
    """Seat 3 is due; ``seat`` acts before it. All hands lie where they were dealt."""
    bench = Bench()
    for n in (1, 2, 3):
        bench.hand(n, card(2 * n), card(2 * n + 1))
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    bench.phase.last_deal = 0
    for n in (1, 2, 3):
        bench.ant(f"seat:{n}").t = ACT + AT_ONCE_MS
    item = Act(seat)
    bench.order.add(item)
    return bench, item, Passed(bench.order, bench.cards, bench.chips, bench.phase)


@pytest.mark.parametrize(("seat", "change", "held"), [
    (1, {}, True), (3, {}, False), (None, {}, False), (1, {"acting": 1}, False),
    (1, {"now": ph.SHOWDOWN}, False), (1, {"owing": [1, 2]}, False), (0, {}, True),
    (1, {"stacks": {3: 0}}, False), (1, {"live": [1, 3], "stacks": {1: 0}}, False),
    (1, {"live": [1, 3], "stacks": {1: 5}, "front": {1: 5}}, True), (2, {"actor": 2}, False),
])  # fmt: skip
def test_an_act_waits_for_a_player_who_is_due_before_it(seat, change, held):
    bench, item, over = turn(seat, **change)
    assert bool(over.hold(item, ACT + BEFORE_ACT_MS)) == held
    assert not held or (item.why, item.upon) == ("chips", 3)


@pytest.mark.parametrize(("late", "held"), [(0, True), (1, False)])
def test_it_waits_so_long_for_chips_where_no_load_tells(late, held):
    bench, item, over = turn()
    assert bool(over.hold(item, ACT + BEFORE_ACT_MS + late)) == held
    bench.ant("line:3").period_ms = BEFORE_ACT_MS
    assert over.hold(item, ACT + 2 * BEFORE_ACT_MS) and not over.hold(
        item, ACT + 2 * BEFORE_ACT_MS + 1
    )


@pytest.mark.parametrize(("late", "held"), [(0, True), (1, False)])
def test_no_act_waits_longer_than_for_three_questions(late, held):
    bench, item, over = turn()
    item.held = ACT
    bench.ant("line:3").period_ms = 99999
    assert bool(over.hold(item, ACT + ACT_HELD_MAX_MS + late)) == held


@pytest.mark.parametrize(("board", "t", "held"), [(0, 1, True), (3, 1, True), (1, 1, False),
                                                  (2, 1, False), (0, 0, False)])  # fmt: skip
def test_the_end_of_a_street_waits_unless_it_belongs_to_the_last_one(board, t, held):
    bench, item, over = turn(0, board=board)
    item.t = bench.phase.last_deal + t
    for n in (1, 2, 3):
        bench.ant(f"seat:{n}").t = item.t + 1
        bench.ant(f"line:{n}").period_ms = 99999
    assert bool(over.hold(item, item.t + 1)) == held


def test_who_has_not_said_an_answer_is_asked_about_at_the_end_of_a_street():
    bench, _, over = turn(0)
    bench.phase.owing, bench.phase.unsaid = [], [2, 1]
    assert over.due(0) == [2, 1]
    bench.phase.stacks = {2: 0}
    assert over.due(0) == [1]
    bench.phase.stacks = {2: 0, 3: 0}
    assert over.due(0) == [] == over.due(1)


def silent(bench, seen):
    for tag in list(bench.tags.values()):
        if tag.zone == "seat:3":
            track = tag.home
            track.misses, track.silent, track.seen = 1, seen + 1, seen


@pytest.mark.parametrize(("seen", "until"), [
    (ACT - 10, ACT - 10 + UNCOLLECTED_MS),  # players look at their cards for no longer
    (ACT - UNCOLLECTED_MS, ACT + 100 + HAND_LIFTED_MS),
])  # fmt: skip
@pytest.mark.parametrize(("late", "held"), [(-1, True), (0, False)])
def test_a_hand_silent_while_a_later_player_acts_was_folded_not_lifted(seen, until, late, held):
    bench, item, over = turn()
    silent(bench, seen)
    item.held = ACT + 100
    bench.ant("seat:3").period_ms = 0
    assert bool(over.hold(item, until + late)) == held
    if not held:
        bench.cards.before_act(1, ACT)
    folds = [e for e in bench.events if e.get("to") == "muck"]
    assert len(folds) == (0 if held else 1)
    assert not held or (item.why, item.until) == ("lifted", until)


@pytest.mark.parametrize(("high", "board", "late", "why"), [
    (100, 0, -1, "key"), (100, 0, 0, "asked"), (0, 0, -1, None), (0, 3, -1, "key"),
    (101, 0, -1, None),
])  # fmt: skip
def test_the_key_of_a_check_may_come_late(high, board, late, why):
    bench, item, over = turn(board=board)
    bench.phase.front = {1: high, 3: min(high, 100)} if high else {}
    assert bool(untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS + late)) == (why is not None)
    assert item.why == why
    assert len([e for e in bench.events if e["what"] == "question"]) == (why == "asked")


@pytest.mark.parametrize(("late", "held"), [(-1, True), (0, False)])
def test_an_unanswered_question_ends_at_its_bound(late, held):
    bench, item, over = turn(board=3)
    assert untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS)
    assert bool(untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS + ASK_MS + late)) == held


@pytest.mark.parametrize(("lying", "read", "ends", "held"), [
    ((1, 3), 1, True, False), ((1, 3), 0, True, True), ((1,), 1, True, True), ((), 1, True, True),
    ((1, 3), 1, False, True),
])  # fmt: skip
def test_a_street_dealt_over_bets_that_lie_there_waits_for_no_key(lying, read, ends, held):
    bench, item, over = turn(0)
    if ends:
        item.passed = True  # a card off the deck; else bets that are pulled in
    bench.phase.front = {1: 100, 3: 100}
    for seat in lying:
        (tag,) = bench.lie(f"line:{seat}", chip(seat), since=ACT - 400)
        tag.zone, tag.item = f"line:{seat}", None
        bench.ant(f"line:{seat}").t = ACT + read
    assert bool(untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS - 1)) == held


def unanswered(act=1, *after):
    """Seat 3 is due; nobody answers whether it had checked before ``act`` acted."""
    bench, item, over = turn(act, board=3)
    untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS)
    for other in after:
        bench.order.add(other)
    assert not untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS + ASK_MS)
    return [e["seat"] for e in bench.events if e["what"] == "gesture"]


def check_of(seat, **event):
    return Keyed(
        ACT + KEY_LATE_MS + 1, {"what": "gesture", "kind": "tap", "seat": seat, **event}, 0
    )


def test_an_unanswered_question_takes_a_check_for_made_while_the_game_goes_on():
    assert unanswered() == [3]
    assert unanswered(1, Act(2, ACT + 1)) == [3]  # another acts, it is no longer seat 3's turn


def test_but_not_when_who_was_passed_over_acts_next():
    assert unanswered(1, check_of(3)) == []  # seat 2 would be next after seat 1
    assert unanswered(1, Act(3, ACT + 1)) == []


def test_who_is_next_after_the_act_answers_it_with_chips_and_not_with_a_check():
    assert unanswered(2, Act(3, ACT + 1)) == [3]
    assert unanswered(2, check_of(3)) == []


def test_nor_when_the_dealer_has_said_no_or_was_not_asked():
    bench, item, over = turn(board=3)
    untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS)
    now = ACT + KEY_LATE_MS + 1
    bench.table.questions.answer({"t": now, "what": "answer", "id": 1, "value": "no"}, now)
    assert not untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS + ASK_MS)
    assert not [e for e in bench.events if e["what"] == "gesture"]
    bench, item, over = turn(board=3)
    bench.chips.ask = None
    assert not untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS + ASK_MS)
    assert not bench.events


@pytest.mark.parametrize(("unkeyed", "asks"), [(UNKEYED_TIMES - 1, 1), (UNKEYED_TIMES, 0)])
@pytest.mark.parametrize("after", [(), (check_of(3),)])
def test_a_dealer_who_keys_no_checks_is_not_asked_and_the_same_is_told(unkeyed, asks, after):
    bench, item, over = turn(1, board=3)
    over.unkeyed = unkeyed
    assert untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS)
    assert bench.emitted("kind") == [("check_unkeyed",)] * asks
    for other in after:
        bench.order.add(other)
    assert untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS + ASK_MS - 1)
    assert not untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS + ASK_MS)
    assert bench.emitted("what", "seat") == ([] if after else [("gesture", 3)])
    assert over.unkeyed == unkeyed + (not after)


def test_a_key_of_a_check_says_that_the_dealer_keys_them():
    bench, _, over = turn(3, board=3)
    for seat, unkeyed in ((3, -1), (2, -1)):
        over.unkeyed = UNKEYED_TIMES
        over.hold(Act(seat), ACT)
        assert over.unkeyed == UNKEYED_TIMES  # no key
        over.hold(check_of(seat), ACT + KEY_LATE_MS + 1)
        assert over.unkeyed == unkeyed
    over.unkeyed = UNKEYED_TIMES
    word = {"what": "declare", "word": "fold", "seat": 3}
    over.hold(Keyed(ACT, word, None), ACT)
    assert over.unkeyed == UNKEYED_TIMES


@pytest.mark.parametrize(("value", "unkeyed"), [("yes", 2), ("no", 0)])
def test_so_does_a_dealer_who_says_that_a_player_has_not_checked(value, unkeyed):
    bench, item, over = turn(board=3)
    over.unkeyed = 1
    untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS)
    bench.table.key({"what": "answer", "id": 1, "value": value}, ACT + KEY_LATE_MS)
    assert over.unkeyed == unkeyed


@pytest.mark.parametrize(("late", "asks"), [(-1, 0), (0, 1)])
def test_a_denied_check_is_not_asked_about_again_for_so_long(late, asks):
    bench, item, over = turn(board=3)
    now = ACT + 20000
    over.denied[3] = now - DENIED_MS - late
    untimely.key_may_come(over, item, 3, now)
    assert len([e for e in bench.events if e["what"] == "question"]) == asks


@pytest.mark.parametrize(("answer", "event", "late", "taken"), [
    ("yes", {"what": "gesture", "kind": "tap"}, 0, True),
    ("yes", {"what": "gesture", "kind": "tap"}, KEY_ACT_LATE_MS, True),
    ("yes", {"what": "gesture", "kind": "tap"}, KEY_ACT_LATE_MS + 1, False),
    ("yes", {"what": "declare", "word": "check"}, 1, True),
    ("yes", {"what": "declare", "word": "bet"}, 1, False),
    ("no", {"what": "gesture", "kind": "tap"}, 1, False),
])  # fmt: skip
def test_a_check_the_dealer_has_spoken_for_is_not_keyed_twice(answer, event, late, taken):
    bench, _item, over = turn(board=3)
    over.hold(bench.order.items[0], ACT + KEY_LATE_MS)
    bench.table.questions.answer(
        {"t": ACT + KEY_LATE_MS, "what": "answer", "id": 1, "value": answer}, ACT + KEY_LATE_MS
    )
    key = Keyed(ACT + late, dict(event, seat=3), None)
    bench.order.add(key)
    over.hold(key, key.t)
    assert (key not in bench.order.items) == taken


def test_nor_when_its_key_waited_for_the_answer():
    bench, _item, over = turn(board=3)
    over.hold(bench.order.items[0], ACT + KEY_LATE_MS)
    keys = [Keyed(ACT + 1, {"what": "gesture", "kind": "tap", "seat": n}, None) for n in (3, 2)]
    for key in keys:
        bench.order.add(key)
    bench.table.questions.answer(
        {"t": ACT + KEY_LATE_MS, "what": "answer", "id": 1, "value": "yes"}, ACT + KEY_LATE_MS
    )
    assert [key in bench.order.items for key in keys] == [False, True]


@pytest.mark.parametrize(("actor", "late", "taken"), [
    (3, 1, False), (1, 1, True), (1, KEY_ACT_LATE_MS, True), (1, KEY_ACT_LATE_MS + 1, False),
])  # fmt: skip
def test_a_check_of_the_next_street_is_another_one_where_it_is_that_turn(actor, late, taken):
    bench, _item, over = turn(board=3)
    over.hold(bench.order.items[0], ACT + KEY_LATE_MS)
    bench.table.questions.answer(
        {"t": ACT + KEY_LATE_MS, "what": "answer", "id": 1, "value": "yes"}, ACT + KEY_LATE_MS
    )
    bench.phase.last_deal, bench.phase.actor = ACT + 1000, actor
    key = Keyed(ACT + 1000 + late, {"what": "gesture", "kind": "tap", "seat": 3}, None)
    bench.order.add(key)
    over.hold(key, key.t)
    assert (key not in bench.order.items) == taken


@pytest.mark.parametrize(("late", "seat", "moved"), [
    (0, 3, False), (1, 3, True), (KEY_LATE_MS, 3, True), (KEY_LATE_MS + 1, 3, False), (1, 2, False),
])  # fmt: skip
def test_a_key_that_comes_late_takes_its_turn(late, seat, moved):
    bench, item, over = turn()
    key = Keyed(ACT + late, {"what": "gesture", "seat": seat}, None)
    bench.order.add(key)
    assert bool(untimely.key_may_come(over, item, 3, ACT + late)) == moved
    assert key.t == (ACT - 1 if moved else ACT + late)


# -- cards off the deck -------------------------------------------------------------------------


def pitched(now=ph.DEAL, zone=None, at=1000, **item_fields):
    """A card the mouth has seen at ``at``, landed in ``zone`` at 2000."""
    bench = Bench(now)
    bench.read(at, "mouth:1", card(1))
    item = bench.tags[card(1)[0]].item
    item.zone, item.landed = zone, 2000
    bench.tags[card(1)[0]].home = None
    for name, value in item_fields.items():
        setattr(item, name, value)
    return bench, item


@pytest.mark.parametrize(("age", "stale"), [(1799, False), (1800, True)])
def test_a_card_read_nowhere_is_given_up_when_a_pitch_is_over(age, stale):
    _, item = pitched()
    assert item.stale(1000 + age) == stale
    item.zone = "seat:1"
    assert not item.stale(1000 + age)


@pytest.mark.parametrize(("age", "stale"), [(READER_AWAY_MS - 1, False), (READER_AWAY_MS, True)])
def test_a_reader_that_is_away_holds_up_nobody_for_longer(age, stale):
    bench, item = pitched()
    ant = bench.ant("seat:1")
    ant.dwells, ant.period_ms = 1, 9000
    assert item.stale(1000 + age) == stale


@pytest.mark.parametrize(("zone", "acts"), [("burn", 0), ("board", 0), ("seat:1", None),
                                            (None, None)])  # fmt: skip
def test_a_card_to_the_board_ends_a_street(zone, acts):
    _, item = pitched(zone=zone)
    assert item.acts() == acts


@pytest.mark.parametrize(("zone", "passed_", "late", "ready"), [
    ("muck", False, GATHER_MS - 1, False), ("muck", False, GATHER_MS, True),
    ("muck", True, GATHER_MS - 1, False), ("line:2", True, CARD_UNREAD_MS - 1, False),
    ("line:2", True, CARD_UNREAD_MS, True), ("seat:1", True, 0, True), ("seat:2", True, 0, False),
    ("seat:2", True, SEAT_SKIPPED_MS - 1, False), ("seat:2", True, SEAT_SKIPPED_MS, True),
    ("seat:2", False, SEAT_SKIPPED_MS, False),
    ("seat:2", False, SEAT_SKIPPED_MS + MOUTH_UNSEEN_MS - 1, False),
    ("seat:2", False, SEAT_SKIPPED_MS + MOUTH_UNSEEN_MS, True),
])  # fmt: skip
def test_a_landed_card_waits_as_its_place_asks_for(zone, passed_, late, ready):
    bench, item = pitched(zone=zone, passed=passed_)
    bench.cards.ask = None
    assert item.ready(2000 + late) == ready


@pytest.mark.parametrize(("passed_", "ready"), [(True, True), (False, False)])
def test_a_card_put_aside_waits_no_longer_where_the_mouth_saw_it_and_others_lie(passed_, ready):
    bench, item = pitched(zone="muck", passed=passed_)
    bench.cards.ask = None
    bench.phase.counts = {1: 1}
    assert item.ready(2000) == ready


def test_a_check_is_not_asked_about_while_one_before_it_has_a_bet_to_answer():
    bench, item, over = turn(0)
    bench.phase.front = {1: 100, 2: 100, 3: 0}
    for owes, asked in ((0, False), (100, True)):
        bench.phase.front[3] = owes
        late = ACT + KEY_LATE_MS
        assert bool(untimely.key_may_come(over, item, 2, late)) == asked


@pytest.mark.parametrize(("hits", "lost", "faint"), [(5, 5, False), (4, 0, True), (5, 0, False),
                                                     (5, 6, True)])  # fmt: skip
def test_a_card_a_loop_hardly_hears_is_faint(hits, lost, faint):
    bench = Bench()
    (tag,) = bench.lie("seat:1", card(1), n=2)
    tag.home.hits, tag.home.lost = hits, lost
    assert deal.faint(tag.home) == faint


@pytest.mark.parametrize(("missed", "acts", "stale"), [
    (0, False, True), (1, False, False), (1, True, True),
])  # fmt: skip
def test_a_card_read_nowhere_waits_longer_where_the_mouth_has_missed_another(missed, acts, stale):
    bench, item = pitched()
    bench.cards.mouth_missed = missed
    if acts:
        bench.order.add(Act(1, item.t + 1))
    assert item.stale(item.t + READER_AWAY_MS - 1) == stale
    assert item.stale(item.t + READER_AWAY_MS)


@pytest.mark.parametrize(("lost", "looks", "held"), [(1, 5, False), (2, 9, True)])
def test_an_act_waits_for_a_hand_whose_loop_reads_it_badly(lost, looks, held):
    bench, item, over = turn()
    home = bench.tags[card(6)[0]].home
    home.lost, home.hits = lost, looks - lost
    for n in (6, 7):
        bench.tags[card(n)[0]].home.seen = ACT + 1
    item.held = ACT
    assert bool(untimely.hand_undecided(over, item, 3, ACT + 1)) == held


@pytest.mark.parametrize(("n", "late", "ready"), [
    (3, 499, False), (3, 500, True), (2, 500, False), (2, CARD_UNREAD_MS - 1, False),
    (2, CARD_UNREAD_MS, True),
])  # fmt: skip
def test_a_street_is_told_when_its_cards_lie_there(n, late, ready):
    bench, item = pitched(ph.BETTING, "board", at=100)
    bench.phase.burned = True
    bench.order.items = [item] * n
    bench.cards.board_last = 2000
    assert item._street_lies(2000 + late) == ready


@pytest.mark.parametrize(("later", "nth", "is_later"), [(True, 2, True), (True, 1, False),
                                                        (False, 2, False)])  # fmt: skip
def test_a_later_card_left_the_deck_after_this_one(later, nth, is_later):
    bench, item = pitched()
    bench.read(1500, "mouth:1", card(2))
    other = bench.tags[card(2)[0]].item
    other.tag.nth, other.zone = nth, "seat:2" if later else None
    assert unread.is_later(other, item) == is_later
    assert not unread.is_later(Item(1), item)


@pytest.mark.parametrize(("ups", "downs", "zone", "passed_", "face"), [
    (2, 0, "seat:1", True, facing.UNKNOWN), (UPS_ALONE_READS, 0, "seat:1", True, facing.UP),
    (3, 1, "seat:1", True, facing.DOWN), (UPS_UNNOTICED_READS, 1, "seat:1", True, facing.UP),
    (2, 2, "muck", True, facing.UP), (2, 3, "muck", True, facing.DOWN),
    (1, 0, "muck", True, facing.UNKNOWN), (2, 0, "muck", False, facing.UNKNOWN),
    (2, 0, None, True, facing.UP),
])  # fmt: skip
def test_a_card_the_dealer_used_takes_more_to_have_been_face_up(ups, downs, zone, passed_, face):
    bench, item = pitched(zone=zone, passed=passed_)
    item.tag.ups, item.tag.downs = ups, downs
    assert bench.cards.at_the_mouth(item) == face


# -- between hands ------------------------------------------------------------------------------


def gathered(n, t=1000):
    bench = Bench(ph.BETWEEN)
    for at in (t, t + 50):
        bench.read(at, "muck", *[card(k) for k in range(n)])
    for tag in bench.tags.values():
        tag.nth = 1
    return bench, bench.table.riffle


@pytest.mark.parametrize(("n", "left", "begins"), [
    (GATHERED_CARDS, 5, True), (GATHERED_CARDS, 6, False),
    (GATHERED_UNDEALT_CARDS - 1, 0, False),
])  # fmt: skip
def test_a_gathered_deck_that_has_gone_into_the_well_begins_a_hand(n, left, begins):
    bench, watch = gathered(n)
    assert not watch.note(1050)
    muck = watch.muck
    muck.t = 1050 + GATHERING_MS
    for track in muck.tracks[:left]:
        track.seen = muck.t
    assert bool(watch.note(muck.t)) == begins


@pytest.mark.parametrize(("flickers", "begins"), [(RIFFLE_CARDS - 1, False),
                                                  (RIFFLE_CARDS, True)])  # fmt: skip
def test_cards_that_come_and_go_are_riffled(flickers, begins):
    bench, watch = gathered(GATHERED_CARDS)
    muck = watch.muck
    watch.note(1050)
    muck.t = 1700
    for track in muck.tracks:
        track.seen = 1700
    watch.window_t, watch.start = 1700, muck.flickers - flickers
    assert bool(watch.note(1700)) == begins


@pytest.mark.parametrize(("hands", "missing"), [(MISSING_HANDS - 2, []),
                                                (MISSING_HANDS - 1, [1])])  # fmt: skip
def test_a_card_not_read_for_so_many_hands_is_missing(hands, missing):
    bench = Bench()
    count = bench.table.conservation
    count.cards = {bytes([k, 1]): hands if not k else 0 for k in range(count.size)}
    count._count_cards(9)
    assert [e["count"] for e in bench.events if e["kind"] == "card_missing"] == missing


@pytest.mark.parametrize(("off", "kind"), [(100, "chips_short"), (-100, "chips_over"), (0, None)])
def test_a_pot_that_did_not_go_out_as_it_came_in_drifts(off, kind):
    bench = Bench(ph.SHOWDOWN)
    bench.phase.pot_sum, bench.phase.awarded = off, True
    bench.table.conservation.hand_over(9, bench.phase)
    assert bench.emitted("kind", "amount") == ([(kind, 100)] if kind else [])
    bench.phase.awarded = False
    bench.table.conservation.hand_over(9, bench.phase)
    assert bench.events == []


def dealt(bench, seat, t, seen=True, landed=None):
    """A card to a seat that left the deck at ``t``; one the mouth did not see is known from
    ``landed`` on. Returns what waits to be told."""
    cards = bench.cards
    (tag,) = bench.lie(f"seat:{seat}", card(cards.count + 1), since=0, n=1)
    item = cards._off_deck(tag, t, seen)
    item.zone = f"seat:{seat}"
    if not seen:
        deal.unseen_at_mouth(cards, item, landed if landed is not None else t, 100)
    return item


def order_of(bench, items):
    """Places of some of what waits, in the order in which it will be told."""
    deal.in_rotation(bench.cards)
    return [items.index(i) for i in bench.order.items if i in items]


@pytest.mark.parametrize(("late", "order"), [
    (SHADOW_MS + 100 + PITCH_USUAL_MS, [1, 0]),
])  # fmt: skip
def test_a_card_the_mouth_missed_goes_before_the_next_seat_s_as_time_allows(late, order):
    bench = Bench(ph.DEAL)
    after = dealt(bench, 2, 5000)
    unseen = dealt(bench, 1, 0, False, 5000 + PITCH_USUAL_MS + late)
    assert order_of(bench, [after, unseen]) == order
    assert [i.tag.nth for i in (after, unseen)] == [order.index(0) + 1, order.index(1) + 1]


def test_a_second_card_read_before_a_neighbour_s_first_stays_a_second_one():
    bench = Bench(ph.DEAL)
    first = dealt(bench, 1, 5000)
    third = dealt(bench, 3, 5600)
    second_of_1 = dealt(bench, 1, 0, False, 6300)
    first_of_2 = dealt(bench, 2, 0, False, 6400)
    second_of_2 = dealt(bench, 2, 6200)
    items = [first, first_of_2, third, second_of_1, second_of_2]
    assert order_of(bench, items) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("seed", range(40))
def test_a_regular_deal_is_told_in_its_rotation_whatever_the_mouth_missed(seed):
    rng = random.Random(seed)
    bench = Bench(ph.DEAL)
    t, rows = 5000, []
    for _ in range(2):
        for seat in (1, 2, 3):
            t += rng.randint(250, 600)
            seen = rng.random() < 0.6
            known = t if seen else t + PITCH_USUAL_MS + rng.randint(0, 1500)
            rows.append((known, len(rows), seat, t, seen))
    items = {}
    for known, n, seat, left, seen in sorted(rows):
        items[n] = dealt(bench, seat, left, seen, known)
        deal.in_rotation(bench.cards)
    emitted = order_of(bench, [items[n] for n in range(6)])
    assert [n % 3 for n in emitted] == [0, 1, 2, 0, 1, 2], (seed, emitted)


@pytest.mark.parametrize(("lost", "order"), [(1, [0, 1, 2]), (2, [1, 0, 2])])
def test_a_card_lost_between_two_that_landed_has_the_place_they_leave(lost, order):
    """The mouth saw a card that no loop reads, and the next; one seat is left for it."""
    bench = Bench(ph.DEAL)
    gone = dealt(bench, lost, 5000)
    gone.zone = None
    unseen = dealt(bench, 3 - lost, 0, False, 5300)
    third = dealt(bench, 3, 5600)
    assert order_of(bench, [gone, unseen, third]) == order


def test_a_card_to_a_seat_that_is_not_due_any_is_left_where_it_was_read():
    bench = Bench(ph.DEAL)
    due = dealt(bench, 1, 5000)
    extra = dealt(bench, 1, 5300)
    later = dealt(bench, 2, 5600)
    assert order_of(bench, [due, extra, later]) == [0, 1, 2]
