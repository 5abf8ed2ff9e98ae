"""A hole card that neither mouth nor loop has read: told without identity, asked for, or left out;
both sides of each decision."""

import pytest

from firmware.table import nowhere
from firmware.table import phase as ph
from firmware.table.deal import Deal
from firmware.table.order import Keyed
from firmware.table.presence import Tag
from firmware.table.restore import restore
from firmware.table.values import (
    ABSENT_EDGE_DWELLS,
    ASK_MS,
    LOAD_DECIDES_MS,
    PARTIAL_MS,
    PITCH_MAX_MS,
    SHADOW_MS,
    TWO_CARDS_16THS,
)
from tests.firmware_table.bench import Bench, card, chip

PACE = 400  # ms a card
LAST = 2000  # when the last card told left the deck: seat 1's second
THREE_MS = (TWO_CARDS_16THS + 16) * PACE // 16  # ms in which three cards leave it


def dealing(gap=2 * PACE, passed=True):
    """Seats 1 and 2 have had a card each, seat 3 too, seat 1 its second; then one lands at seat 3:
    seat 2 was due. Returns the bench and the card on its way."""
    bench = Bench(ph.DEAL)
    phase = bench.phase
    for seat, n in ((1, 2), (2, 1), (3, 1)):
        phase.counts[seat] = n
        phase.live.append(seat)
    phase.last_seat, phase.first_deal, phase.last_deal = 1, LAST - 3 * PACE, LAST
    bench.cards.count = 4
    (tag,) = bench.lie("seat:3", card(9), since=LAST + gap)
    bench.order.items = []
    tag.nth, bench.cards.count = 5, 5
    tag.item = item = Deal(bench.cards, tag, LAST + gap, passed)
    item.zone = tag.zone = "seat:3"
    item.landed = LAST + gap
    bench.order.items = [item]
    del bench.events[:]
    return bench, item


def load(bench, more):
    bench.cards.laden.excess = lambda zone: more


@pytest.mark.parametrize("more", [0, None, -1])
def test_a_seat_left_out_at_the_pace_of_the_deal_was_left_out(more):
    bench, item = dealing(TWO_CARDS_16THS * PACE // 16 - 1)
    load(bench, more)
    assert not nowhere.one_before_awaited(bench.cards, item, LAST + 5000)
    assert bench.events == []


@pytest.mark.parametrize("gap", [PACE, 2 * PACE])
def test_a_card_in_the_load_of_its_loop_is_told_before_the_one_that_came_after(gap):
    bench, item = dealing(gap)
    load(bench, 1)
    assert nowhere.one_before_awaited(bench.cards, item, LAST + 5000)
    assert bench.emitted("what", "cards", "to", "nth", "confidence") == [
        ("card_move", ["#5"], "seat:2", 5, "medium")
    ]
    assert (item.tag.nth, bench.cards.count, bench.phase.counts[2]) == (6, 6, 2)
    assert bench.phase.next_seats(1) == [3]  # where the other one lies


@pytest.mark.parametrize("more", [0, None])
@pytest.mark.parametrize(("value", "emitted"), [("yes", 1), ("no", 0), (None, 1)])
def test_where_there_was_time_for_it_the_dealer_is_asked(more, value, emitted):
    bench, item = dealing(TWO_CARDS_16THS * PACE // 16)
    load(bench, more)
    assert nowhere.one_before_awaited(bench.cards, item, 5000)
    assert bench.emitted("what", "kind", "seat") == [("question", "card_unread", 2)]
    end = 5000 + ASK_MS
    if value:
        bench.table.key({"what": "answer", "id": 1, "value": value}, 5500)
        end = 5500
    else:
        assert nowhere.one_before_awaited(bench.cards, item, end - 1)
    nowhere.one_before_awaited(bench.cards, item, end)
    assert bench.emitted("what").count(("card_move",)) == emitted
    assert not nowhere.one_before_awaited(bench.cards, item, end + 1) or emitted
    assert bench.emitted("what") == []


@pytest.mark.parametrize(("missed", "next_ms", "asks"), [
    (0, None, True), (1, None, True), (0, THREE_MS - 1, False), (0, THREE_MS, True),
    (1, THREE_MS - 1, True),
])  # fmt: skip
def test_of_one_that_came_unseen_the_next_that_the_mouth_saw_tells_the_time(missed, next_ms, asks):
    """Nothing speaks against another before it where none came yet, or the mouth misses many."""
    bench, item = dealing(passed=False)
    load(bench, None)
    bench.cards.mouth_missed = missed
    if next_ms is not None:
        (tag,) = bench.lie("mouth:1", card(20), since=9000, n=1)
        tag.item, tag.nth = Deal(bench.cards, tag, LAST + next_ms, True), 6
        bench.order.items, item.tag.nth = [item, tag.item], 5
        item.t = LAST + next_ms - 1
    assert bool(nowhere.one_before_awaited(bench.cards, item, LAST + 5000)) == asks


@pytest.mark.parametrize(("nth", "missed", "asks"), [
    (4, True, True), (4, False, False), (3, True, False),
])  # fmt: skip
def test_no_time_speaks_against_it_after_one_the_mouth_has_missed(nth, missed, asks):
    """A card that nobody saw leave is dated by its landing: it may have come well before that."""
    bench, item = dealing(TWO_CARDS_16THS * PACE // 16 - 1)
    load(bench, None)
    (tag,) = bench.lie("seat:1", card(8), since=LAST)
    tag.item, tag.nth, tag.mouth_missed = None, nth, missed
    bench.order.items, item.tag.nth = [item], 5
    del bench.events[:]
    assert bool(nowhere.one_before_awaited(bench.cards, item, LAST + 5000)) == asks
    assert bool(bench.emitted("what")) == asks


@pytest.mark.parametrize(("ms", "seen", "answer", "told"), [
    (THREE_MS - 1, True, None, 0), (THREE_MS, True, None, 1), (THREE_MS - 1, False, None, 1),
    (THREE_MS - 1, True, "yes", 1), (THREE_MS - 1, True, "no", 0), (THREE_MS, True, "no", 0),
])  # fmt: skip
def test_the_last_card_the_mouth_saw_tells_the_time_of_those_it_has_missed_since(
    ms, seen, answer, told
):
    """The dealer is asked all the same; without an answer the time decides."""
    bench, item = dealing(PACE)
    load(bench, None)
    for nth, zone in ((3, "seat:3"), (4, "seat:1")):
        tag = bench.tags[card(nth)[0]] = Tag(card(nth)[0], 0)
        tag.nth, tag.zone, tag.mouth_missed = nth, zone, nth > 3 or not seen
    bench.cards._dealt = {"seat:3": LAST - PACE, "seat:1": LAST}
    bench.phase.first_deal = LAST - 3 * PACE
    item.t = LAST - PACE + ms
    assert nowhere.one_before_awaited(bench.cards, item, 5000)
    assert bench.emitted("kind") == [("card_unread",)]
    if answer:
        bench.table.key({"what": "answer", "id": 1, "value": answer}, 5500)
    nowhere.one_before_awaited(bench.cards, item, 5000 + ASK_MS)
    assert bench.emitted("what").count(("card_move",)) == told


@pytest.mark.parametrize("change", ["two seats further", "has its cards", "stud"])
def test_nothing_is_asked_where_the_rotation_says_nothing(change):
    bench, item = dealing()
    load(bench, 1 if change in ("has its cards", "stud") else None)
    if change == "two seats further":
        item.zone = "seat:1"
    elif change == "has its cards":
        bench.phase.counts[2] = 2
    elif change == "stud":
        bench.phase.hole = None
    assert not nowhere.one_before_awaited(bench.cards, item, 5000)
    assert bench.events == []


@pytest.mark.parametrize(("pace", "asks"), [(PACE * 2, False), (PACE, True)])
def test_the_pace_is_that_of_the_cards_since_where_there_are_some(pace, asks):
    bench, item = dealing(TWO_CARDS_16THS * PACE // 16)
    load(bench, 0)
    for n in (1, 2):
        (tag,) = bench.lie("mouth:1", card(20 + n), since=9000 + n)
        tag.item = Deal(bench.cards, tag, item.t + n * pace, True)
        bench.order.items = [i for i in bench.order.items if i is item] + [tag.item]
        tag.nth = 5 + n
    bench.order.items = [item] + [bench.tags[card(20 + n)[0]].item for n in (1, 2)]
    del bench.events[:]
    assert nowhere.one_before_awaited(bench.cards, item, 5000) == asks


@pytest.mark.parametrize(("pace", "asks"), [(PACE, True), (PACE * 2, False), (None, True)])
def test_before_the_deal_has_a_pace_the_one_card_since_tells_it(pace, asks):
    """Where none has come since, nobody knows how long a card takes."""
    bench, item = dealing(TWO_CARDS_16THS * PACE // 16)
    load(bench, 0)
    bench.phase.counts, bench.phase.first_deal = {1: 1}, LAST
    if pace is None:
        assert nowhere.one_before_awaited(bench.cards, item, 5000)
        return
    (tag,) = bench.lie("mouth:1", card(21), since=9000)
    tag.item, tag.nth = Deal(bench.cards, tag, item.t + pace, True), 6
    bench.order.items = [item, tag.item]
    assert nowhere.one_before_awaited(bench.cards, item, 5000) == asks


def test_the_first_card_of_the_deal_has_none_before_it_to_count_the_time_from():
    bench, item = dealing()
    load(bench, 0)
    bench.phase.now = ph.SHUFFLED
    assert not nowhere.one_before_awaited(bench.cards, item, 5000)
    assert bench.events == []


def left_out(bench, t, **change):
    """Somebody keys that seat 2 was left out, or something else."""
    event = {"what": "notice", "kind": "not_dealt_in", "about_seat": 2, **change}
    bench.order.add(Keyed(t, {k: v for k, v in event.items() if v is not None}, None))


@pytest.mark.parametrize(("ms", "change", "said"), [
    (1, {}, True), (0, {}, True), (-1, {}, False), (1, {"about_seat": 3}, False),
    (1, {"kind": "wrong_card_count"}, False), (1, {"about_seat": None, "seat": 2}, True),
    (1, {"about_seat": None}, False),
])  # fmt: skip
@pytest.mark.parametrize("asked", [False, True])
def test_nobody_is_asked_who_has_keyed_that_the_seat_was_left_out(ms, change, said, asked):
    bench, item = dealing()
    load(bench, 0)
    if asked:
        assert nowhere.one_before_awaited(bench.cards, item, LAST + 1500)
        del bench.events[:]
    left_out(bench, item.t + ms, **change)
    assert nowhere.one_before_awaited(bench.cards, item, LAST + 2000) != said
    assert bench.emitted("what") == ([] if said or asked else [("question",)])
    assert item.next_off == said
    item.emit(LAST + 2000)
    assert (("seat:2",) in bench.emitted("to")) != said  # else one is told there


@pytest.mark.parametrize("well", [True, False])
def test_nor_about_the_first_card_of_the_deal(well):
    bench, item = first(well=well)
    left_out(bench, item.t + 100)
    assert nowhere.first_left_out(bench.cards, item, 5000 + LOAD_DECIDES_MS) == well
    assert bench.events == [] and item.next_off


def first(value=None, well=True, **change):
    """The first card of a deal, at seat 3 since 5000, seat 2 being due; what the dealer says."""
    bench, item = dealing()
    load(bench, change.get("more"))
    bench.phase.now, bench.phase.counts = ph.SHUFFLED, {}
    bench.phase.hole = change.get("hole", 2)
    item.landed, item.well, item.tag.nth, bench.cards.count = 5000, well, 1, 1
    item.zone = change.get("zone", item.zone)
    if change.get("nobody"):
        bench.cards.ask = None
    if value:
        assert not nowhere.first_left_out(bench.cards, item, 5000 + LOAD_DECIDES_MS)
        bench.table.key({"what": "answer", "id": 1, "value": value}, 6000)
        del bench.events[:]
    return bench, item


@pytest.mark.parametrize(("ms", "change", "asks"), [
    (0, {}, True), (-1, {}, False), (0, {"more": 0}, False), (0, {"more": 2}, True),
    (0, {"zone": "seat:1"}, False), (0, {"hole": None}, False), (0, {"nobody": True}, False),
])  # fmt: skip
def test_the_dealer_is_asked_for_it_where_no_load_has_told_by_then(ms, change, asks):
    bench, item = first(**change)
    assert not nowhere.first_left_out(bench.cards, item, 5000 + LOAD_DECIDES_MS + ms)
    told = [("card_unread", 2, 3)] if asks else []
    assert bench.emitted("kind", "seat", "before") == told


@pytest.mark.parametrize(("ms", "change", "goes"), [
    (0, {}, True), (-1, {}, False), (0, {"up": True}, False), (0, {"detached": False}, False),
    (0, {"passed": False}, False), (0, {"nth": 0}, False), (0, {"more": 0}, False),
])  # fmt: skip
def test_nobody_is_asked_where_the_mouth_saw_a_card_leave_before_it(ms, change, goes):
    bench, item = first(more=change.get("more"))
    (tag,) = bench.lie("mouth:1", card(30), since=1000)
    tag.item = Deal(bench.cards, tag, 1000, change.get("passed", True))
    tag.item.detached = change.get("detached", True)
    tag.nth, item.tag.nth, bench.cards.count = change.get("nth", 1), 2, 2
    tag.ups, tag.downs = (3, 0) if change.get("up") else (0, 3)
    now = 5000 + LOAD_DECIDES_MS + ms
    assert nowhere.first_left_out(bench.cards, item, now) == goes
    asks = not goes and ms == 0 and change.get("more") is None
    assert bench.emitted("kind", "seat") == ([("card_unread", 2)] if asks else [])
    if goes:
        item.emit(now)
        told = bench.emitted("to", "nth", "confidence")
        assert told == [("seat:2", 1, "medium"), ("seat:3", 2, None)]


@pytest.mark.parametrize(("value", "well", "left_out", "told"), [
    ("yes", True, False, [(["#1"], "seat:2", 1)]), ("no", True, True, []),
    ("yes", False, False, [(["#1"], "seat:2", 1)]), ("no", False, False, []),  # heard there only?
])  # fmt: skip
def test_the_dealer_says_whether_there_was_a_first_card(value, well, left_out, told):
    bench, item = first(value, well)
    assert nowhere.first_left_out(bench.cards, item, 6000) == left_out
    assert bench.emitted("cards", "to", "nth") == told
    assert item.tag.nth == (2 if told else 1)
    assert item.ready(6001) == (left_out or bool(told))


def test_without_an_answer_it_was_left_out():
    bench, item = first()
    asked = 5000 + LOAD_DECIDES_MS
    for t, left_out in ((asked, False), (asked + ASK_MS - 1, False), (asked + ASK_MS, True)):
        assert nowhere.first_left_out(bench.cards, item, t) == left_out
    assert bench.emitted("what") == [("question",)]


@pytest.mark.parametrize(("value", "after"), [(None, False), ("yes", False), ("no", True)])
def test_what_is_read_where_none_came_before_it_came_after_it(value, after):
    """By the rotation it may be the card that was due; the deal may have gone round meanwhile."""
    bench, item = first()
    asked = 5000 + LOAD_DECIDES_MS
    assert not nowhere.first_left_out(bench.cards, item, asked)
    item.t = 4500
    (tag,) = bench.lie("seat:2", card(11), since=asked + 100)
    assert bench.order.items == [tag.item, item]
    if value:
        answer = {"t": 6400, "what": "answer", "id": 1, "value": value}
        bench.table.questions.answer(answer, 6400)
    assert bench.order.items == ([item, tag.item] if after else [tag.item, item])
    assert (tag.item.t == tag.item.latest) == after
    if not (value or after):  # it waits as long as the other one does
        assert not tag.item.ready(asked + ASK_MS - 1) and tag.item.ready(asked + ASK_MS)
        item.asked = None
        assert tag.item.ready(asked + ASK_MS - 1)


@pytest.mark.parametrize("left_out", [True, False])
def test_the_rotation_goes_on_without_the_seat_that_was_left_out(left_out):
    """Its card is that of the end of the round, before the next one of the seat after it."""
    bench, item = first()
    item.t, item.next_off = 4500, left_out
    for n, zone, t in ((12, "seat:1", 5000), (13, "seat:3", 5900)):
        (tag,) = bench.lie("mouth:1", card(n), since=t, n=1)
        tag.item.zone = zone
    bench.lie("seat:2", card(11), since=6500, n=2)
    zones = [i.zone for i in bench.order.items]
    around = ["seat:3", "seat:1", "seat:2", "seat:3"]
    assert zones == (around if left_out else ["seat:2", "seat:3", "seat:1", "seat:3"])


@pytest.mark.parametrize(("value", "zone"), [("no", "seat:3"), (None, "seat:2")])
def test_nor_does_a_card_read_poorly_lie_where_none_came(value, zone):
    bench, item = first(value, well=False)
    bench.cards.laden.excess = lambda zone: None
    bench.order.items = []
    item.emit(12000)
    assert bench.emitted("what", "to")[-1] == ("card_move", zone)


@pytest.mark.parametrize(("answered", "first"), [(True, ["#5"]), (False, None)])
def test_moved_before_the_dealer_has_said_it_is_told_with_the_one_before_it(answered, first):
    bench, item = dealing()
    load(bench, 0)
    assert nowhere.one_before_awaited(bench.cards, item, 5000)
    item.answered = answered
    del bench.events[:]
    bench.order.items = []
    bench.cards.emitted(item)
    tokens = [e["cards"] for e in bench.events if e["what"] == "card_move"]
    assert tokens[:-1] == ([first] if first else [])
    assert bench.phase.counts[3] == 2


def test_the_pace_is_known_from_the_third_card_on():
    bench = Bench(ph.DEAL)
    bench.phase.first_deal, bench.phase.last_deal = 1000, 1800
    bench.phase.counts = {1: 1, 2: 1}
    assert bench.phase.pace_ms() == 0
    bench.phase.counts[3] = 1
    assert bench.phase.pace_ms() == 400


# -- what becomes of it


def unread_at_2(read_later=False):
    """A hand of seat 2 of which one card is read nowhere, betting; a card found there later."""
    bench = Bench()
    bench.hand(2, card(1))
    nowhere.put(bench.cards, "#5", "seat:2", 5)
    bench.cards.count = 6
    if not read_later:
        return bench, None
    (tag,) = bench.lie("seat:2", card(7), since=4000)
    tag.nth = 7
    item = Deal(bench.cards, tag, 4000, False)
    item.zone = tag.zone = "seat:2"
    return bench, item


def test_it_leaves_with_the_hand():
    bench, _ = unread_at_2()
    tag = bench.tags[card(1)[0]]
    tag.home = None
    bench.cards.went(tag, "muck", 6000)
    bench.order.items = []
    tag.item.emit(7000)
    moves = [e for e in bench.events if e["what"] == "card_move"]
    assert [sorted(e["cards"])[0] for e in moves] == ["#5"] and len(moves[0]["cards"]) == 2
    assert not bench.phase.is_live(2)


@pytest.mark.parametrize("during_the_deal", [False, True])
def test_read_after_all_it_has_its_name(during_the_deal):
    bench, item = unread_at_2(read_later=True)
    if during_the_deal:  # the loop, which reads it poorly, has what was told: it is no neighbour's
        bench.phase.now, bench.phase.last_seat = ph.DEAL, 2
    assert bench.cards.blank_of(item) is not None
    del bench.events[:]
    item.emit(8000)
    (event,) = bench.events
    assert (event["from"], event["to"], event["face"], event["nth"]) == (
        "seat:2", "seat:2", "unknown", 5,
    )  # fmt: skip
    assert event["cards"] == [bench.cards.name(item.tag)]
    assert bench.cards.blanks == 0 and bench.cards.blank_of(item) is None
    assert bench.phase.counts[2] == 2


@pytest.mark.parametrize("change", ["passed the mouth", "elsewhere", "due there"])
def test_another_card_is_not_taken_for_it(change):
    bench, item = unread_at_2(read_later=True)
    if change == "passed the mouth":
        item.passed = True
    elif change == "elsewhere":
        item.zone = "seat:1"
    else:
        bench.phase.now, bench.phase.last_seat = ph.DEAL, 1
    assert bench.cards.blank_of(item) is None


@pytest.mark.parametrize(("change", "named"), [
    ({"read": 4001}, True), ({"read": 4000}, False), ({"read": 3999}, False),
    ({"read": 4001, "mouth_missed": True}, False), ({"read": 4001, "item": object()}, False),
    ({"read": 4001, "nth": 0}, False), ({"read": 4001, "home": None}, False),
])  # fmt: skip
def test_a_card_where_one_is_due_was_there_before_one_told_had_left_the_deck(change, named):
    """Its seat had read it at 4000 ms."""
    bench, item = unread_at_2(read_later=True)
    bench.phase.now, bench.phase.last_seat = ph.DEAL, 1
    for tag in bench.cards.tags.values():
        tag.read = 0
    told = bench.tags[card(1)[0]]
    told.nth, told.item = change.get("nth", 4), change.get("item")
    told.read, told.mouth_missed = change["read"], change.get("mouth_missed", False)
    if "home" in change:
        item.tag.home = None
    assert (bench.cards.blank_of(item) is not None) == named


def test_it_is_no_card_of_the_deck_that_is_counted():
    bench, _ = unread_at_2()
    bench.table.conservation._count_cards(9000)
    assert len(bench.table.conservation.cards) == 1


@pytest.mark.parametrize("found", [False, True])
def test_a_restart_remembers_it_until_it_has_a_name(found):
    move = {"what": "card_move", "from": "stub", "face": "unknown", "by": "dealer"}
    rows = [
        {"t": 1, "what": "riffle", "hand": 1},
        dict(move, t=2, cards=["a" * 16], to="seat:2", nth=1),
        dict(move, t=3, cards=["#2"], to="seat:2", nth=2, confidence="medium"),
    ]
    if found:
        rows.append(dict(move, t=4, cards=["b" * 16], to="seat:2", nth=2, **{"from": "seat:2"}))
    bench = Bench(ph.BETWEEN)
    assert restore(bench.table, rows)
    assert bench.cards.blanks == (0 if found else 1)
    assert bench.cards.known.get("b" * 16, (None, 2))[1] == 2
    assert bench.phase.counts[2] == 2


def test_the_next_hand_knows_nothing_of_it():
    bench, _ = unread_at_2()
    bench.table.begin_hand(20000)
    assert bench.cards.blanks == 0
    assert not [tag for tag in bench.tags.values() if tag.blank]


# -- a tabled hand collected


@pytest.mark.parametrize(("change", "doubt"), [
    ({}, "medium"), ({"pot_sum": 0}, None), ({"awarded": True}, None), ({"tabled": []}, None),
    ("chips in the pot", None), ("nobody reads the pot", None),
    ({"awarded": True, "winners": {2: 100}}, "medium"),  # a part of the push was read
    ({"awarded": True, "winners": {1: 100}}, None),
])  # fmt: skip
def test_a_tabled_hand_goes_with_less_confidence_when_the_pot_has_gone_unread(change, doubt):
    bench = Bench(ph.SHOWDOWN)
    (tag,) = bench.hand(2, card(1))
    bench.phase.live, bench.phase.counts, bench.phase.tabled = [1, 2], {1: 2, 2: 1}, [2]
    bench.phase.pot_sum = 300
    if change != "nobody reads the pot":
        bench.read(500, "pot", *([chip(1)] if change == "chips in the pot" else []))
    for name, value in change.items() if isinstance(change, dict) else ():
        setattr(bench.phase, name, value)
    tag.home = None
    bench.cards.went(tag, "muck", 6000)
    bench.order.items = []
    del bench.events[:]
    tag.item.emit(7000)
    assert bench.emitted("to", "confidence")[-1] == ("muck", doubt)


# -- a hole card that passed the mouth and was told where it was due


UNREAD_AT = 2048  # ms: told where it was due


def unproved(reads=ABSENT_EDGE_DWELLS, more=None):
    """Seat 2's second card was told unread; its loop has read the first ``reads`` times since."""
    bench = Bench()
    bench.hand(2, card(1))
    (tag,) = bench.lie("pot", card(2), n=1)
    tag.zone, tag.nth, tag.home, tag.tracks, tag.item = "seat:2", 8, None, (), None
    bench.order.items = []
    nowhere.doubt(bench.cards, tag, UNREAD_AT)
    bench.cards.laden.excess = lambda zone: more
    del bench.events[:]
    for n in range(reads):
        bench.read(UNREAD_AT + 10 * (n + 1), "seat:2", card(1))
    return bench, tag


def looked_at(bench, late_ms):
    """What is told by the first look (one in 64 ms) so long after the card was told."""
    nowhere.watch(bench.cards, (UNREAD_AT + late_ms) // 64 * 64)
    return bench.emitted("what", "kind", "seat")


@pytest.mark.parametrize(("more", "late_ms", "asked"), [
    (None, SHADOW_MS + PITCH_MAX_MS - 64, False), (None, SHADOW_MS + PITCH_MAX_MS + 64, True),
    (-1, SHADOW_MS, False),
    (-1, SHADOW_MS + 64, True), (0, PARTIAL_MS + 64, False), (1, PARTIAL_MS + 64, True),
])  # fmt: skip
def test_a_hole_card_no_loop_reads_is_asked_about_unless_the_load_has_it(more, late_ms, asked):
    bench, _ = unproved(more=more)
    assert looked_at(bench, late_ms) == ([("question", "card_unread", 2)] if asked else [])
    assert looked_at(bench, 2 * PARTIAL_MS) == ([] if asked or more == 0 else [
        ("question", "card_unread", 2)
    ])  # fmt: skip


@pytest.mark.parametrize(("reads", "asked"), [
    (ABSENT_EDGE_DWELLS - 1, False), (ABSENT_EDGE_DWELLS, True),
])  # fmt: skip
def test_a_loop_that_has_not_read_the_other_card_so_often_tells_nothing(reads, asked):
    bench, _ = unproved(reads)
    assert bool(looked_at(bench, PARTIAL_MS + 64)) == asked


@pytest.mark.parametrize("found", [{"zone": "muck"}, {"home": "track"}, {"item": "move"}])
def test_a_hole_card_that_is_read_or_gone_is_forgotten(found):
    bench, tag = unproved()
    for name, value in found.items():
        setattr(tag, name, value)
    assert looked_at(bench, PARTIAL_MS + 64) == []
    assert (bench.events, bench.cards.unproved) == ([], [])


@pytest.mark.parametrize(("value", "noticed"), [("no", True), ("yes", False)])
def test_the_dealer_says_whether_the_seat_has_its_card(value, noticed):
    bench, _ = unproved()
    looked_at(bench, PARTIAL_MS + 64)
    bench.table.questions.answer({"t": 9000, "what": "answer", "id": 1, "value": value}, 9000)
    emitted = bench.emitted("what", "kind", "about_seat")[1:]
    assert emitted == ([("notice", "wrong_card_count", 2)] if noticed else [])
