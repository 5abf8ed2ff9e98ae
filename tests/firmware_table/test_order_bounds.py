"""The queue, questions, where cards are due, closer looks: both sides of each bound."""

import pytest

from firmware.table import crosstalk, due, facing, spoken
from firmware.table import phase as ph
from firmware.table.order import Item, Keyed, Order
from firmware.table.presence import Tag, Track
from firmware.table.questions import Questions
from firmware.table.tags import Tags
from firmware.table.values import (
    ABSENT_DWELLS,
    ACTOR_CARDS_PERIOD_MS,
    ACTOR_PERIOD_MS,
    BASE_PERIOD_MS,
    BOARD_ABSENT_DWELLS,
    EMPTY_SEAT_PERIOD_MS,
    FOLDED_LINE_PERIOD_MS,
    IDLE_MS,
    KEY_LATE_MS,
    KEYED_CARD_MS,
    NEXT_CARDS_PERIOD_MS,
    OPEN_MAX_QUESTIONS,
    PAUSE_MAX_MS,
    PITCH_MAX_MS,
    PITCH_PERIOD_MS,
    QUEUE_MAX_ITEMS,
    STEP_MS,
)
from tests.firmware_table.bench import Bench, card, chip


class Thing(Item):
    """An item that is ready or stale when it is said to be."""

    def __init__(self, t, log, ready=True, stale=False):
        Item.__init__(self, t)
        self.log, self.is_ready, self.is_stale = log, ready, stale

    def ready(self, now):
        return self.is_ready

    def stale(self, now):
        return self.is_stale

    def emit(self, now):
        self.log.append((self.t, now))


def test_what_began_first_comes_first_and_equals_keep_their_order():
    order, log = Order(), []
    for t in (5, 3, 5, 4):
        order.add(Thing(t, log))
    first, last = order.items[2], order.items[3]
    assert [i.t for i in order.items] == [3, 4, 5, 5]
    assert order.poll(9) and [t for t, _ in log] == [3, 4, 5, 5]
    assert first is not last and not order.poll(10)


def test_a_head_that_is_not_ready_holds_up_the_others_until_it_is_stale():
    order, log = Order(), []
    head = Thing(1, log, ready=False)
    order.add(head)
    order.add(Thing(2, log))
    assert not order.poll(9) and log == []
    head.is_stale = True
    assert order.poll(10) and log == [(1, 10), (2, 10)]


@pytest.mark.parametrize(
    ("pause_ms", "after_ms"), [(PAUSE_MAX_MS, STEP_MS), (PAUSE_MAX_MS + 1, PAUSE_MAX_MS)]
)
def test_after_a_pause_longer_than_any_revisit_the_steps_between_are_left_out(pause_ms, after_ms):
    bench, log, begin = Bench(), [], 2 * PAUSE_MAX_MS
    bench.table.poll(begin)
    bench.order.add(Thing(begin, log))
    bench.table.poll(begin + pause_ms)
    assert log == [(begin, begin + after_ms)]


def test_a_head_that_is_held_stays():
    order, log, asked = Order(), [], []
    order.hold = lambda item, now: bool(asked.append((item.t, now))) or now < 5
    order.add(Thing(1, log))
    assert not order.poll(4) and order.poll(5)
    assert asked == [(1, 4), (1, 5)] and log == [(1, 5)]


def test_a_queue_that_is_full_lets_its_oldest_go():
    order, log = Order(), []
    for t in range(QUEUE_MAX_ITEMS):
        order.add(Thing(t, log, ready=False))
    assert (order.forced, log) == (0, [])
    order.add(Thing(QUEUE_MAX_ITEMS, log, ready=False))
    assert (
        order.forced == 1 and log == [(0, QUEUE_MAX_ITEMS)] and len(order.items) == QUEUE_MAX_ITEMS
    )


def test_who_watches_sees_each_item_as_it_leaves():
    seen, log = [], []
    order = Order(lambda item, now, stale: seen.append((item and item.t, now, stale, len(log))))
    order.add(Thing(1, log))
    order.add(Thing(2, log, ready=False, stale=True))
    order.poll(7)
    assert seen == [(1, 7, False, 0), (None, 7, False, 1), (2, 7, True, 1), (None, 7, True, 2)]


@pytest.mark.parametrize(("about", "waits", "late", "ready"), [
    (None, True, 0, True), (3, True, KEYED_CARD_MS - 1, False), (3, True, KEYED_CARD_MS, True),
    (3, False, 0, True),
])  # fmt: skip
def test_a_key_about_a_card_waits_for_it_up_to_its_bound(about, waits, late, ready):
    key = Keyed(100, {"what": "notice"}, None, about, lambda *asked: waits and asked == (3, 100))
    assert key.ready(100 + late) == ready
    if not ready:
        assert (key.why, key.until, key.upon) == ("its_card", 100 + KEYED_CARD_MS, 3)


@pytest.mark.parametrize(("what", "acts"), [("declare", 2), ("gesture", 2), ("notice", None)])
def test_words_and_gestures_are_acts(what, acts):
    assert Keyed(1, {"what": what, "seat": 2}, None).acts() == acts


def test_so_many_questions_are_open_and_the_oldest_is_given_up():
    emitted, got = [], []
    questions = Questions(emitted.append)
    for n in range(OPEN_MAX_QUESTIONS + 1):
        asked = questions.ask(n, "check_unkeyed", lambda value, t, n=n: got.append((n, value, t)))
        assert asked == n + 1 == questions.asked
        assert len(questions.open) == min(n + 1, OPEN_MAX_QUESTIONS)
    for n in (1, 2, 2, 9):
        questions.answer({"what": "answer", "id": n, "value": "yes"}, 50)
    assert got == [(1, "yes", 50)] and questions.answered == 1
    questions.ask(9, "chips_unread", None, seat=0, amount=0, cards=[])
    assert emitted[-1] == {"t": 9, "what": "question", "id": 6, "kind": "chips_unread",
                        "seat": 0, "amount": 0}  # fmt: skip


# -- facing and tags ----------------------------------------------------------------------------


@pytest.mark.parametrize(("ups", "downs", "said"), [
    (0, 0, "unknown"), (0, 1, "down"), (1, 3, "unknown"), (1, 4, "down"), (1, 0, "unknown"),
    (2, 0, "up"), (2, 1, "unknown"), (3, 1, "up"), (5, 2, "unknown"), (6, 2, "up"),
    (2, 6, "unknown"), (2, 7, "down"), (1, 1, "unknown"),
])  # fmt: skip
def test_a_facing_takes_three_times_the_votes_of_the_other(ups, downs, said):
    tag = Tag(b"x", 0)
    for quadrant in [2, 4] * ups:
        if tag.ups < ups:
            facing.vote(tag, quadrant)
    for quadrant in [1, 3] * downs:
        if tag.downs < downs:
            facing.vote(tag, quadrant)
    assert (tag.ups, tag.downs) == (ups, downs)
    assert facing.verdict(tag) == said
    facing.clear(tag)
    assert (tag.ups, tag.downs) == (0, 0)


def test_tags_are_a_dict_in_pieces():
    tags = Tags()
    uids = [bytes([7, n]) for n in range(40)]
    those = [Tag(uid, n % 2) for n, uid in enumerate(uids)]  # every other one is a chip
    for n, tag in enumerate(those):
        tags[tag.uid] = tag
        assert len(tags) == n + 1
    assert sorted(tags) == uids and sorted(tag.uid for tag in tags.values()) == uids
    del tags[uids[2]]
    assert tags.get(uids[2]) is None and tags[uids[4]] is those[4] and len(tags) == 39
    assert max(len(piece) for piece in tags._pieces) == 3


def test_cards_are_found_by_their_zone_without_going_over_the_chips():
    tags, card, chip, late = Tags(), Tag(b"1", 0), Tag(b"2", 25), Tag(b"3", 0)
    for tag in (card, chip, late):
        tag.zone = "seat:1"
        tags[tag.uid] = tag
    assert chip not in tags.cards and tags.lying("seat:1") == [card, late]
    late.value = 100  # its denomination was not read the first time
    assert tags.lying("seat:1") == [card] and tags.lying("muck") == []
    other = Tag(b"1", 0)  # in the place of one that is remembered
    tags[other.uid] = other
    del tags[late.uid]
    assert tags.cards == [other]


# -- where cards are due ------------------------------------------------------------------------


def test_the_next_three_seats_are_due_while_cards_are_dealt_and_burn_and_board_after():
    bench = Bench(ph.DEAL)
    bench.phase.seats = [1, 2, 3, 4, 5]
    names = ["seat:1", "seat:2", "seat:3", "seat:4", "seat:5", "board:1", "burn"]
    here = [name for name in names if due.due_at(bench.phase, bench.ant(name))]
    assert here == ["seat:1", "seat:4", "seat:5"]  # seat 3 has the button
    bench.phase.now, bench.phase.board = ph.BETTING, 3
    here = [
        n for n in ("seat:1", "board:1", "burn", "pot") if due.due_at(bench.phase, bench.ant(n))
    ]
    assert here == ["board:1", "burn"]


@pytest.mark.parametrize(("zone", "now", "moves"), [
    (None, ph.DEAL, True), ("stub", ph.BETTING, True), ("seat:1", ph.DEAL, False),
    (None, ph.BETWEEN, False), ("stub", ph.BETWEEN, False), ("muck", ph.BETTING, False),
])  # fmt: skip
def test_a_card_of_the_stub_is_in_transit_while_a_hand_is_on(zone, now, moves):
    bench = Bench(now)
    tag = Tag(b"x", 0)
    tag.zone = zone
    assert due.in_transit(bench.cards, tag) == moves


def test_a_card_off_the_deck_is_in_transit_until_it_lands():
    bench = Bench(ph.DEAL)
    bench.read(100, "mouth:1", card(1))
    tag = bench.tags[card(1)[0]]
    assert due.in_transit(bench.cards, tag)
    tag.item.zone = "seat:1"
    assert not due.in_transit(bench.cards, tag)


@pytest.mark.parametrize(
    ("now", "name", "reads"),
    [(ph.DEAL, "seat:1", ABSENT_DWELLS), (ph.BETTING, "board:2", BOARD_ABSENT_DWELLS)],
)
def test_a_card_is_waited_for_as_long_as_its_loops_take(now, name, reads):
    bench = Bench(now)
    assert due.read_ms(bench.cards, 1000) == PITCH_MAX_MS
    ant = bench.ant(name)
    ant.dwells, ant.period_ms, ant.t = 1, 300, 900
    assert due.read_ms(bench.cards, 1000) == PITCH_MAX_MS + reads * 300
    assert due.read_ms(bench.cards, 1400) == PITCH_MAX_MS + reads * 500
    other = bench.ant("seat:2")  # is not due
    other.dwells, other.period_ms = 1, 2000
    assert due.read_ms(bench.cards, 1000) == PITCH_MAX_MS + reads * 300


# -- closer looks -------------------------------------------------------------------------------


class Wanted:
    def __init__(self):
        self.rows = []

    def want(self, index, period):
        self.rows.append((index, period))


def attentive(now=ph.BETTING):
    bench = Bench(now)
    wanted = Wanted()
    bench.table.attention.schedule = wanted
    return bench, bench.table.attention, wanted


def periods(bench, attention, *names):
    attention.seen_changes = -1
    attention.tick(1000)
    return [attention.base[bench.ant(name).index] for name in names]


def test_who_is_due_to_act_is_read_most_often():
    bench, attention, _ = attentive()
    assert bench.phase.actor == 3
    bench.phase.live = [1, 2, 3]
    assert periods(bench, attention, "line:3", "line:1", "line:2", "line:4") == [
        ACTOR_PERIOD_MS, *[BASE_PERIOD_MS["line"][ph.BETTING]] * 2, FOLDED_LINE_PERIOD_MS,
    ]  # fmt: skip
    assert periods(bench, attention, "seat:3", "seat:1", "seat:2", "seat:4") == [
        ACTOR_CARDS_PERIOD_MS, NEXT_CARDS_PERIOD_MS, BASE_PERIOD_MS["seat"][ph.BETTING],
        EMPTY_SEAT_PERIOD_MS,
    ]  # fmt: skip
    bench.phase.now = ph.SHOWDOWN
    assert periods(bench, attention, "line:3", "line:4", "seat:3", "seat:4") == [
        BASE_PERIOD_MS["line"][4], FOLDED_LINE_PERIOD_MS,
        BASE_PERIOD_MS["seat"][4], EMPTY_SEAT_PERIOD_MS,
    ]  # fmt: skip


@pytest.mark.parametrize(("now", "period"), [(ph.DEAL, PITCH_PERIOD_MS), (ph.SHUFFLED, 150)])
def test_the_next_two_seats_of_the_deal_are_read_often(now, period):
    bench, attention, _ = attentive(now)
    assert periods(bench, attention, "seat:1", "seat:2", "seat:3") == [
        period, period, BASE_PERIOD_MS["seat"][now],
    ]  # fmt: skip


@pytest.mark.parametrize(("late", "times"), [(0, 1), (1, 4)])
def test_an_idle_table_is_read_a_quarter_as_often(late, times):
    bench, attention, _ = attentive(ph.BETWEEN)
    attention.seen_changes = -1
    attention.tick(1000)
    assert attention.last_event == 1000
    attention.tick(1000 + IDLE_MS + late)
    assert attention.base[bench.ant("pot").index] == times * BASE_PERIOD_MS["pot"][0]
    bench.phase.changes += 1
    attention.tick(99999)
    assert attention.base[bench.ant("pot").index] == BASE_PERIOD_MS["pot"][0]


def test_a_closer_look_ends_at_its_time():
    bench, attention, wanted = attentive()
    attention.tick(0)
    index = bench.ant("pot").index
    base = attention.base[index]
    del wanted.rows[:]
    attention.watch_one(index, 50, 200, 1000)
    assert wanted.rows == [(index, 50)] and attention.until[index] == 1200
    attention.tick(1199)
    assert attention.wanted[index] == 50
    attention.tick(1200)
    assert attention.wanted[index] == base and wanted.rows[-1] == (index, base)


@pytest.mark.parametrize(("period", "for_ms", "then"), [
    (60, 900, (50, 1200)), (50, 100, (50, 1200)), (50, 101, (50, 1201)), (40, 10, (40, 1110)),
])  # fmt: skip
def test_a_closer_look_gives_way_to_a_closer_one_or_a_longer_one(period, for_ms, then):
    bench, attention, _ = attentive()
    attention.tick(0)
    index = bench.ant("pot").index
    attention.watch_one(index, 50, 200, 1000)
    attention.watch_one(index, period, for_ms, 1100)
    assert (attention.boost[index], attention.until[index]) == then


def test_a_look_that_is_over_is_no_bar_to_another():
    bench, attention, _ = attentive()
    attention.tick(0)
    index = bench.ant("pot").index
    attention.watch_one(index, 50, 200, 1000)
    attention.watch_one(index, 90, 10, 1200)
    assert (attention.boost[index], attention.until[index]) == (90, 1210)


# -- a chip two spots hear ----------------------------------------------------------------------


def tracks(bench, *rows):
    """A chip and its tracks: ``(name, hits, misses in all)`` each, the first its home."""
    tag = Tag(chip(1)[0], 100)
    for name, hits, lost in rows:
        track = Track(tag, bench.ant(name), 0)
        track.hits, track.lost = hits, lost
        tag.tracks += (track,)
    tag.home = tag.tracks[0]
    return tag


@pytest.mark.parametrize(("other", "heard"), [
    (("line:2", 2, 0), True), (("line:2", 1, 0), False), (("pot", 9, 0), False),
    (("line:2", 8, 2), True), (("line:2", 7, 3), False),
])  # fmt: skip
def test_a_chip_is_contested_by_a_spot_that_hears_it_as_well(other, heard):
    bench = Bench()
    assert crosstalk.contested(tracks(bench, ("line:1", 8, 2), other)) == heard
    assert not crosstalk.contested(Tag(b"x", 100))


@pytest.mark.parametrize(("home", "other", "moves"), [
    (("line:1", 2, 2), ("line:2", 3, 1), True), (("line:1", 2, 2), ("line:2", 2, 2), False),
    (("line:1", 2, 1), ("line:2", 3, 1), False), (("line:1", 2, 2), ("line:2", 3, 0), False),
    (("line:1", 0, 4), ("line:2", 1, 4), False),
])  # fmt: skip
def test_a_chip_lies_where_it_is_read_more_often_of_enough_dwells(home, other, moves):
    bench = Bench()
    tag = tracks(bench, home, other)
    assert (crosstalk.likelier(bench.chips, tag) is tag.tracks[1]) == moves
    tag.tracks[1].misses = 1
    assert crosstalk.likelier(bench.chips, tag) is None


def test_a_seat_whose_turn_it_is_counts_three_times():
    bench = Bench()
    tag = tracks(bench, ("line:1", 9, 1), ("line:3", 4, 6))  # seat 3 is due to act
    assert crosstalk.likelier(bench.chips, tag) is tag.tracks[1]
    tag.tracks[1].hits, tag.tracks[1].lost = 3, 7
    assert crosstalk.likelier(bench.chips, tag) is None  # nine tenths are as much as it
    assert crosstalk.as_likely(bench.chips, tag.tracks[1], tag.home) is False
    assert crosstalk.as_likely(bench.chips, tag.tracks[1], None)
    assert crosstalk.as_likely(bench.chips, tag.home, tag.home)


@pytest.mark.parametrize(("now", "seat", "front", "antes", "strange"), [
    (ph.DEAL, 3, {}, False, True), (ph.DEAL, 1, {}, False, False),
    (ph.DEAL, 1, {1: 50}, False, True), (ph.DEAL, 3, {1: 50, 2: 100}, False, False),
    (ph.DEAL, 3, {}, True, False), (ph.BETTING, 3, {}, False, False),
    (ph.BETTING, 4, {}, False, True), (ph.SHOWDOWN, 4, {}, False, False),
])  # fmt: skip
def test_chips_are_strange_where_none_are_due(now, seat, front, antes, strange):
    bench = Bench(now)
    bench.phase.front, bench.phase.antes = dict(front), antes
    assert crosstalk.strange(bench.chips, seat) == strange


@pytest.mark.parametrize(("now", "seat", "taken"), [
    (ph.BETTING, 4, True), (ph.BETTING, 1, False), (ph.SHOWDOWN, 4, False),
])  # fmt: skip
def test_a_chip_in_the_pot_did_not_lie_before_a_seat_that_put_nothing_in(now, seat, taken):
    bench = Bench(now)
    (tag,) = bench.lie(f"line:{seat}", chip(1), n=2)
    item = tag.item
    item.gone.append(tag)
    crosstalk.unlay(bench.chips, tag)
    assert (tag.item is None) == taken and (tag not in item.tags) == taken
    assert (tag not in item.gone) == taken and (tag.zone is None) == taken


@pytest.mark.parametrize("now", [ph.BETTING, ph.SHOWDOWN])
@pytest.mark.parametrize(("came", "taken"), [("pot", True), ("seat:1", False)])
def test_a_chip_of_the_pot_read_there_again_was_only_overheard(now, came, taken):
    bench = Bench(now)
    (tag,) = bench.lie("line:1", chip(1), n=2)
    tag.frm, item = came, tag.item
    crosstalk.unlay(bench.chips, tag)
    assert (tag.item is None) == taken and (tag not in item.tags) == taken


def test_what_was_told_to_lie_there_stays_told():
    bench = Bench()
    (tag,) = bench.lie("line:1", chip(1), n=2)
    tag.frm, tag.item, tag.zone = "pot", None, "line:1"
    crosstalk.unlay(bench.chips, tag)
    assert tag.zone == "line:1"


@pytest.mark.parametrize(("event", "late", "first"), [
    ({"what": "declare", "word": "call"}, 0, True),
    ({"what": "declare", "word": "call"}, KEY_LATE_MS, True),
    ({"what": "declare", "word": "call"}, KEY_LATE_MS + 1, False),
    ({"what": "declare", "word": "raise"}, KEY_LATE_MS, True),
    ({"what": "declare", "word": "call"}, -1, False),
    ({"what": "declare", "word": "fold"}, 1, False),
    ({"what": "gesture", "kind": "tap"}, 1, False),
    ({"what": "declare", "word": "call", "seat": 2}, 1, False),
])  # fmt: skip
def test_a_wager_keyed_while_its_chips_settle_was_said_before_them(event, late, first):
    bench = Bench()
    (tag,) = bench.lie("line:1", chip(1), n=2)
    began = tag.item.t
    event = {"seat": 1, "t": began + late, **event}
    assert spoken.said_at(bench.chips, event) == (began - 1 if first else began + late)


def test_nor_is_it_when_they_were_told():
    bench = Bench()
    (tag,) = bench.lie("line:1", chip(1), n=2)
    bench.order.remove(tag.item)
    event = {"what": "declare", "word": "call", "seat": 1, "t": tag.item.t + 1}
    assert spoken.said_at(bench.chips, event) == event["t"]


@pytest.mark.parametrize(("word", "seat", "keyed", "first"), [
    ("raise", 1, 1050, True), ("call", 1, 1050, True), ("raise", 1, 1000, True),
    ("raise", 1, 999, True), ("fold", 1, 1050, False), ("raise", 2, 1050, False),
    ("raise", 1, 1000 + KEY_LATE_MS, True), ("raise", 1, 1001 + KEY_LATE_MS, False),
])  # fmt: skip
def test_so_was_one_keyed_when_its_chips_had_been_read_once(word, seat, keyed, first):
    bench = Bench()
    bench.read(1000, "line:1", chip(1))
    event = {"what": "declare", "word": word, "seat": seat, "t": keyed}
    bench.table._queue(event)
    bench.table.presence.dwell(bench.ant("line:1").index, [chip(1)[0]], [25], 1, False, 1100)
    (item,) = [i for i in bench.order.items if i.fresh]
    assert item.t == 1000
    (key,) = [i for i in bench.order.items if not i.fresh]
    assert (bench.order.items == [key, item]) == first
    assert key.t == (min(keyed, 999) if first else keyed)
