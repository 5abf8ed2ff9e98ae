"""What lacks: the last card of the deal, a card of the flop, a push, a chip changed; both sides."""

import pytest

from firmware.table import award, pulled, unread
from firmware.table import phase as ph
from firmware.table import street as st
from firmware.table.order import Keyed
from firmware.table.passed import Passed
from firmware.table.values import (
    ASK_MS,
    CARD_UNREAD_MS,
    DEAL_QUIET_MS,
    LAST_CARD_MS,
    LAST_CARD_TIMES,
    MOUTH_SURE_TIMES,
    SHADOW_MS,
    STREET_APART_MS,
)
from firmware.table.ways import Move
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_spots_bounds import arrived

DEALT = 9000  # ms, the last card but one


def dealt(pace_ms=400, unseen=0):
    """All cards of the deal but seat 3's second, which is due; the mouth missed ``unseen``."""
    bench = Bench(ph.DEAL)
    for n in (1, 2, 3):
        things = [card(2 * n)] if n == 3 else [card(2 * n), card(2 * n + 1)]
        bench.hand(n, *things, since=DEALT - 400)
        bench.phase.counts[n] = len(things)
        bench.phase.live.append(n)
    bench.cards.count, bench.cards.mouth_missed = 5, unseen
    bench.phase.last_seat, bench.phase.last_deal = 2, DEALT
    bench.phase.first_deal = DEALT - 4 * pace_ms
    bench.ant("seat:3").t = DEALT + LAST_CARD_MS
    return bench


def watched(bench, t):
    """What watching the deal at a time emits: kinds of notices and questions, with their seat. The
    loop of seat 3 has been read until then."""
    del bench.events[:]
    bench.ant("seat:3").t = t
    unread.watch_deal(bench.cards, t)
    return [(e.get("kind"), e.get("about_seat", e.get("seat"))) for e in bench.events]


@pytest.mark.parametrize(("pace_ms", "wait_ms"), [
    (400, LAST_CARD_MS), (LAST_CARD_MS // LAST_CARD_TIMES, LAST_CARD_MS),
    (LAST_CARD_MS // LAST_CARD_TIMES + 1, LAST_CARD_MS + LAST_CARD_TIMES),
])  # fmt: skip
def test_a_last_card_is_forgotten_when_the_dealer_waits_beyond_the_pace_of_the_deal(
    pace_ms, wait_ms
):
    bench = dealt(pace_ms)
    bench.cards.laden.excess = lambda zone: 0
    assert watched(bench, DEALT + wait_ms - 1) == []
    assert watched(bench, DEALT + wait_ms) == [("card_unread", 3)]  # a dead tag loads no loop
    assert watched(bench, DEALT + wait_ms + ASK_MS - 1) == []
    assert watched(bench, DEALT + wait_ms + ASK_MS) == [("wrong_card_count", 3)]
    assert watched(bench, DEALT + wait_ms + ASK_MS + 1) == []


def test_where_nobody_can_be_asked_a_forgotten_card_is_pointed_out_at_once():
    bench = dealt()
    bench.cards.laden.excess = lambda zone: 0
    bench.cards.ask = None
    assert watched(bench, DEALT + LAST_CARD_MS) == [("wrong_card_count", 3)]


@pytest.mark.parametrize(("left", "seat"), [(0, 3), (1, None)])
def test_a_hand_that_has_been_folded_lacks_nothing(left, seat):
    bench = dealt()
    bench.phase.counts[2], bench.phase.live = left, [1, 3]
    assert unread.last_due(bench.phase) == seat


@pytest.mark.parametrize("change", ["two lack", "none lacks", "betting", "on its way", "not due"])
def test_nothing_is_forgotten_while_more_cards_are_due_or_none(change):
    bench = dealt()
    if change == "two lack":
        bench.phase.counts[1] = 1
    elif change == "none lacks":
        bench.phase.counts[3] = 2
    elif change == "betting":
        bench.phase.now = ph.BETTING
    elif change == "on its way":
        bench.cards._at_mouth(bench.lie("mouth:1", card(9), since=DEALT)[0], DEALT)
    else:
        bench.phase.last_seat = 1
    assert watched(bench, DEALT + 9000) == []


@pytest.mark.parametrize(("others", "said"), [(2, [("card_unread", 3)]), (1, [])])
def test_the_last_seat_passed_over_in_each_round_lacks_its_cards(others, said):
    """No card came one seat too far that would have shown it."""
    bench = dealt()
    del bench.phase.counts[3]
    bench.phase.live = [1, 2]
    bench.phase.counts[1] = others
    assert watched(bench, DEALT + LAST_CARD_MS + SHADOW_MS) == said


@pytest.mark.parametrize(("counts", "quiet_ms"), [
    ({1: 2, 2: 2}, 4 * DEAL_QUIET_MS), ({1: 2, 2: 2, 3: 0}, DEAL_QUIET_MS),  # it has folded
])  # fmt: skip
def test_the_betting_waits_for_what_is_known_of_a_seat_without_a_card(counts, quiet_ms):
    bench = dealt()
    bench.phase.counts, bench.phase.live = counts, [1, 2]
    bench.phase.tick(DEALT + quiet_ms)
    assert bench.phase.now == ph.DEAL
    bench.phase.tick(DEALT + quiet_ms + 1)
    assert bench.phase.now == ph.BETTING


@pytest.mark.parametrize(("unseen", "said"), [(0, [("wrong_card_count", 3)]), (1, [])])
def test_a_mouth_that_has_missed_a_card_may_have_missed_the_last(unseen, said):
    assert MOUTH_SURE_TIMES > 5  # one of five
    bench = dealt(unseen=unseen)
    assert watched(bench, DEALT + LAST_CARD_MS + 1000) == [("card_unread", 3)]
    assert watched(bench, DEALT + LAST_CARD_MS + 1000 + ASK_MS) == said


@pytest.mark.parametrize(("dealt_before", "ms", "said"), [
    (5, 2400, []), (5, 2600, [("card_unread", 3)]),  # the mouth may have missed the sixth
    (17, 1900, []), (17, 2200, [("card_unread", 3)]),  # and more seldom the eighteenth
])  # fmt: skip
def test_a_last_card_that_mouth_and_seat_may_both_have_missed_is_waited_for(dealt_before, ms, said):
    bench = dealt(400)
    bench.cards.count = dealt_before
    assert watched(bench, DEALT + 400 + ms) == said


@pytest.mark.parametrize(("late", "said"), [(-1, []), (0, [("card_unread", 3)])])
def test_where_few_dwells_of_a_bad_loop_tell_little_the_dealer_is_asked(late, said):
    bench = dealt(400)
    (track,) = bench.ant("seat:3").tracks
    track.hits, track.lost = 40, 40
    bench.ant("seat:3").period_ms = 1600
    assert watched(bench, DEALT + LAST_CARD_MS + SHADOW_MS + late) == said


@pytest.mark.parametrize(("misses", "late", "said"), [
    (1, -1, []), (1, 0, [("card_unread", 3)]), (0, -1, [("card_unread", 3)]),
])  # fmt: skip
def test_nor_is_a_seat_believed_that_does_not_read_its_first_card(misses, late, said):
    bench = dealt()
    bench.tags[card(6)[0]].home.misses = misses
    assert watched(bench, DEALT + LAST_CARD_MS + SHADOW_MS + late) == said


@pytest.mark.parametrize(("ms", "misses", "more", "said"), [
    (ASK_MS - 1, 0, None, []), (ASK_MS, 0, None, [("wrong_card_count", 3)]), (ASK_MS, 1, None, []),
    (ASK_MS, 1, 0, [("wrong_card_count", 3)]), (ASK_MS, 1, 2, []),
    (ASK_MS, 0, 1, [(None, None)]),  # it lies there
    (ASK_MS, 1, 1, []),  # or a hand is above the first
])  # fmt: skip
def test_a_dealer_who_does_not_answer_leaves_it_to_what_is_read(ms, misses, more, said):
    bench = dealt()
    tag = bench.tags[card(6)[0]]
    tag.home.misses = 1
    asked = DEALT + LAST_CARD_MS + SHADOW_MS
    assert watched(bench, asked) == [("card_unread", 3)]
    tag.home.misses = misses
    bench.cards.laden.excess = lambda zone: more
    assert watched(bench, asked + ms) == said
    assert watched(bench, asked + ms) == []


@pytest.mark.parametrize(("more", "said"), [
    (0, ("question", "card_unread")), (2, ("question", "card_unread")), (1, ("card_move", None)),
])  # fmt: skip
def test_a_load_that_says_so_decides(more, said):
    bench = dealt(unseen=3)
    bench.cards.laden.excess = lambda zone: more
    del bench.events[:]
    unread.watch_deal(bench.cards, DEALT + LAST_CARD_MS)
    assert bench.emitted("what", "kind") == [said]
    assert bench.phase.now == (ph.BETTING if more == 1 else ph.DEAL)
    said = [] if more else [("wrong_card_count", 3)]
    assert watched(bench, DEALT + LAST_CARD_MS + ASK_MS) == said


@pytest.mark.parametrize(("value", "said"), [("no", "notice"), ("yes", "card_move")])
def test_a_dealer_who_says_whether_it_lacks_is_believed(value, said):
    bench = dealt(unseen=1)
    watched(bench, DEALT + LAST_CARD_MS)
    del bench.events[:]
    bench.table.key({"what": "answer", "id": 1, "value": value}, DEALT + 5000)
    assert bench.emitted("what") == [("answer",), (said,)]


@pytest.mark.parametrize(("change", "told"), [
    ("", True), ("asked", True), ("another's hand", False), ("pointed out", False),
    ("all dealt", False),
])  # fmt: skip
def test_who_folds_before_the_last_card_was_read_had_it(change, told):
    bench = dealt(unseen=int(change == "asked"))
    if change in ("asked", "pointed out"):
        watched(bench, DEALT + LAST_CARD_MS + 1000)
    if change == "pointed out":
        watched(bench, DEALT + LAST_CARD_MS + 1000 + ASK_MS)
    if change == "all dealt":
        bench.phase.counts[3] = 2
    seat = 2 if change == "another's hand" else 3
    tag = bench.tags[card(2 * seat)[0]]
    item = Move(bench.cards, tag, DEALT + 2500, f"seat:{seat}", "muck")
    tag.item = item
    del bench.events[:]
    bench.cards.emitted_move(item)
    moves = bench.emitted("from", "to", "cards")
    dealt_unread, thrown = ("stub", "seat:3", ["#6"]), moves[-1]
    assert (dealt_unread in moves) == told == ("#6" in thrown[2])
    assert thrown[:2] == (f"seat:{seat}", "muck") and bench.cards.lacks_t == 0


ASKED = DEALT + LAST_CARD_MS


def dealt_late(t, passed=True, late=False, answer=None, seat=3):
    """What the last card of the deal tells that left the deck at ``t``, the dealer asked for it."""
    bench = dealt(unseen=1)
    watched(bench, ASKED)
    if answer is not None:
        bench.table.key({"what": "answer", "id": 1, "value": answer}, ASKED + 10)
    (tag,) = bench.lie(f"seat:{seat}", card(40), since=t, n=3)
    item = tag.item
    item.passed, item.t, item.late = passed, t, late
    bench.order.remove(item)
    del bench.events[:]
    item.emit(t + 200)
    return bench.emitted("what", "kind", "about_seat")


LACKED = ("notice", "wrong_card_count", 3)


@pytest.mark.parametrize(("t", "passed", "late", "lacked"), [
    (ASKED + 1, True, False, True), (ASKED, True, False, False), (ASKED - 1, True, False, False),
    (ASKED + 1, False, False, False), (ASKED + 1, True, True, False),
])  # fmt: skip
def test_a_last_card_that_leaves_the_deck_once_it_was_asked_for_was_missing(
    t, passed, late, lacked
):
    emitted = dealt_late(t, passed, late)
    assert emitted == [LACKED] * lacked + [("card_move", None, None)]


def test_a_last_card_the_dealer_has_spoken_of_is_not_named_again():
    assert dealt_late(ASKED + 900, answer="no") == [("card_move", None, None)]


def test_a_card_for_another_seat_is_not_the_one_that_was_asked_for():
    assert LACKED not in dealt_late(ASKED + 900, seat=1)


# -- the flop


def flop(n, unseen=0, unsure=1):
    """``n`` cards of a flop told, of which the mouth has missed ``unseen``; as many as it may have
    missed in the hand."""
    bench = Bench()
    tags = bench.lie("board:1", *[card(20 + i) for i in range(n)])
    for i, tag in enumerate(tags):
        tag.zone, tag.nth, tag.item = "board", 20 + i, None
        tag.mouth_missed = i < unseen
    bench.order.items, bench.phase.board = [], n
    bench.cards.count, bench.cards.mouth_missed = MOUTH_SURE_TIMES * unsure, unsure
    del bench.events[:]
    board_read(bench, 5000)
    bench.phase.last_deal = 0
    return bench


def board_read(bench, t):
    """The board's loops have been read ten times a second until ``t`` ms."""
    for ant in bench.table.antennas:
        if ant.kind == "board":
            ant.dwells, ant.period_ms, ant.t = 100, 100, t


@pytest.mark.parametrize(("unseen", "read_ms", "kind"), [
    (0, 2700, "board_card_count"), (0, 2600, "flop_unread"), (1, 4000, "flop_unread"),
    (0, -STREET_APART_MS, "flop_unread"),
])  # fmt: skip
def test_a_flop_that_lacks_a_card_is_pointed_out_where_mouth_and_board_would_have_read_it(
    unseen, read_ms, kind
):
    bench = flop(2, unseen)  # the third left the deck after these
    bench.phase.last_deal = 5000 - STREET_APART_MS - read_ms
    st.flop_short(bench.cards, None, 5000)
    assert bench.emitted("kind") == [(kind,)]
    bench.table.key({"what": "answer", "id": 1, "value": "no"}, 6000)
    assert ("board_card_count",) in bench.emitted("kind") or not unseen


@pytest.mark.parametrize("change", ["one more missed", "one in transit", "one not read now"])
def test_where_it_may_lie_there_unread_the_dealer_is_asked(change):
    bench = flop(2)
    if change == "one more missed":
        bench.cards.mouth_missed += 1
    elif change == "one in transit":
        bench.cards._at_mouth(bench.lie("mouth:1", card(9), since=4000)[0], 4000)
    else:
        bench.tags[card(20)[0]].home.misses = 1
    st.flop_short(bench.cards, None, 5000)
    assert bench.emitted("kind") == [("flop_unread",)]


@pytest.mark.parametrize(("left", "age", "asked"), [
    (LAST_CARD_MS, -1, False), (LAST_CARD_MS, 0, True), (LAST_CARD_MS + 1, -1, True),
    (0, -1, False),
])  # fmt: skip
def test_nobody_is_asked_while_the_third_card_may_be_on_its_way(left, age, asked):
    """One left the deck so long after the second; ``age``: that long over the time of a pitch."""
    bench = flop(2)
    bench.tags[card(20)[0]].home.misses = 1
    bench.phase.last_deal = 4000
    tag = bench.lie("mouth:1", card(9), since=4000 + left)[0]
    bench.cards._at_mouth(tag, 4000 + left)
    now = 4000 + left + bench.cards.flight_ms + age
    st.flop_short(bench.cards, None, now)
    assert bench.emitted("kind") == ([("flop_unread",)] if asked else [])


@pytest.mark.parametrize(("left", "change", "asked"), [
    (LAST_CARD_MS, None, True), (LAST_CARD_MS + 1, None, False), (0, "asked", False),
    (0, "whole", False), (0, "unseen", False), (0, "next lies", False),
])  # fmt: skip
def test_the_flop_is_looked_at_again_when_a_card_that_left_with_it_is_lost(left, change, asked):
    bench = flop(2)
    bench.tags[card(20)[0]].home.misses = 1
    bench.phase.last_deal = 4000
    bench.phase.burned = False
    tag = bench.lie("mouth:1", card(9), since=4000 + left)[0]
    bench.cards._at_mouth(tag, 4000 + left)
    item = tag.item
    bench.order.items = []
    if change == "asked":
        bench.cards.flop_t = 4500
    elif change == "whole":
        bench.phase.board = 3
    elif change == "unseen":
        item.passed = False
    elif change == "next lies":
        bench.lie("board:3", card(8), since=4500, n=2)
    del bench.events[:]
    item._watch_flop(6000, True)
    assert bench.emitted("kind") == ([("flop_unread",)] if asked else [])


@pytest.mark.parametrize(("ms", "change", "said"), [
    (ASK_MS - 1, "read", []), (ASK_MS, "read", ["board_card_count"]), (ASK_MS, "missed", []),
    (ASK_MS, "third card", []), (ASK_MS, "not read since", []),
])  # fmt: skip
def test_a_dealer_who_does_not_answer_leaves_a_flop_to_what_is_read(ms, change, said):
    bench = flop(2)
    bench.tags[card(20)[0]].home.misses = 1
    st.flop_short(bench.cards, None, 5000)
    bench.tags[card(20)[0]].home.misses = int(change == "missed")
    bench.phase.board = 3 if change == "third card" else 2
    bench.phase.last_deal = 4000
    board_read(bench, 5000 if change == "not read since" else 5000 + ms)
    st.watch_flop(bench.cards, 5000 + ms)
    assert [kind for (kind,) in bench.emitted("kind")[1:]] == said
    assert bool(bench.cards.flop_t) == (not said)


@pytest.mark.parametrize(("value", "until"), [
    ("yes", 6000 + CARD_UNREAD_MS), ("no", 0), (None, 0),
])  # fmt: skip
def test_a_card_the_dealer_says_lies_on_the_flop_is_waited_for(value, until):
    bench = flop(2)
    bench.tags[card(20)[0]].home.misses = 1
    st.flop_short(bench.cards, None, 5000)
    if value:
        bench.table.key({"what": "answer", "id": 1, "value": value}, 6000)
    assert bench.cards.flop_lies == until


@pytest.mark.parametrize("answered", [False, True])
def test_the_table_watches_such_a_flop_until_somebody_answers(answered):
    bench = flop(2, 1)
    st.flop_short(bench.cards, None, 5000)
    bench.phase.last_deal = 4000
    board_read(bench, 5000 + ASK_MS)
    if answered:
        bench.table.key({"what": "answer", "id": 1, "value": "yes"}, 6000)
    bench.table._step((5000 + ASK_MS + 63) & -64)
    assert (("board_card_count",) in bench.emitted("kind")) != answered


def test_a_dealer_who_says_that_three_lie_there_ends_it():
    bench = flop(2, 1)
    st.flop_short(bench.cards, None, 5000)
    bench.table.key({"what": "answer", "id": 1, "value": "yes"}, 6000)
    assert ("board_card_count",) not in bench.emitted("kind")


def completed(t, passed, asked=5000, emitted=3000, period_ms=100, late=False, **change):
    """What the third card of a flop the dealer was asked about at ``asked`` tells at ``t``."""
    bench = flop(2, 1)
    st.flop_short(bench.cards, None, asked)
    bench.phase.last_deal = emitted
    for name, value in change.items():
        setattr(bench.phase, name, value)
    tag = bench.lie("board:2", card(30), since=t, n=2)[0]
    item = tag.item
    item.passed, item.t, item.late = passed, t, late
    tag.home.antenna.period_ms = period_ms
    bench.order.remove(item)
    del bench.events[:]
    item.emit(t + 100)
    return bench, bench.emitted("what", "kind")


SHORT = [("notice", "board_card_count"), ("card_move", None)]
UNREAD = 3000 + STREET_APART_MS + SHADOW_MS


@pytest.mark.parametrize(("t", "passed", "period_ms", "short"), [
    (5001, True, 100, True), (5000, True, 100, False),  # seen to leave since the question, before
    # no shadow lasts so long from when it may have come; and its loop has had the dwells
    (UNREAD, False, 100, True), (UNREAD - 50, False, 100, False),
    (UNREAD, False, SHADOW_MS // 4, True), (UNREAD, False, SHADOW_MS // 3, False),
])  # fmt: skip
def test_a_third_card_that_came_too_late_was_missing(t, passed, period_ms, short):
    bench, emitted = completed(t, passed, period_ms=period_ms)
    assert emitted == (SHORT if short else SHORT[1:])
    assert bench.phase.board == 3


def test_a_third_card_that_left_with_the_others_was_unread():
    assert completed(9000, True, late=True)[1] == SHORT[1:]


@pytest.mark.parametrize("change", [{"burned": True}, {"owing": []}, {"board": 3}])
def test_it_is_another_street_after_a_burn_or_when_the_round_is_over(change):
    assert completed(9000, True, **change)[1] == SHORT[1:]


@pytest.mark.parametrize("owing", [[3], [1, 2], [1, 2, 3]])
def test_it_was_missing_though_some_have_acted_on_the_flop(owing):
    """While some are to act no card is due: it cannot be the turn."""
    assert completed(9000, True, owing=owing)[1] == SHORT
    assert completed(UNREAD, False, owing=owing)[1] == SHORT


@pytest.mark.parametrize(("late_ms", "short"), [(-1, False), (0, False), (1, True)])
def test_it_was_missing_where_it_left_the_deck_much_later_than_the_others(late_ms, short):
    t = 3000 + STREET_APART_MS + LAST_CARD_MS + late_ms
    assert completed(t, True, asked=t + 50)[1] == (SHORT if short else SHORT[1:])


@pytest.mark.parametrize(("apart_ms", "passed", "cards"), [
    (LAST_CARD_MS, True, [3]), (LAST_CARD_MS + 1, True, [2, 1]), (LAST_CARD_MS + 1, False, [3]),
])  # fmt: skip
def test_a_flop_is_told_without_a_card_that_left_the_deck_later(apart_ms, passed, cards):
    bench = Bench()
    bench.phase.burned = True
    for n in range(3):
        t = 3000 + 400 * n if n < 2 else 3400 + apart_ms
        (tag,) = bench.lie("board:1", card(20 + n), since=t, n=2)
        tag.item.passed, tag.item.t = passed, t
    first = bench.order.items.pop(0)
    for item in bench.order.items + [first]:
        item.landed = 6000
    bench.cards.emitted(first)
    while bench.order.items:
        bench.cards.emitted(bench.order.items.pop(0))
    assert [len(ev["cards"]) for ev in bench.events if ev["what"] == "card_move"] == cards


@pytest.mark.parametrize("value", ["yes", "no"])
def test_what_the_dealer_has_answered_is_not_said_again(value):
    bench = flop(2, 1)
    st.flop_short(bench.cards, None, 5000)
    bench.table.key({"what": "answer", "id": 1, "value": value}, 6000)
    assert bench.cards.flop_t == 0
    bench.cards.flop_t = 5000
    bench.cards.begin(())
    assert bench.cards.flop_t == 0


def off_the_deck(bench, to, n=1):
    bench.phase.note({"t": 9000, "what": "card_move", "cards": ["c"] * n, "from": "stub",
                      "to": to, "face": "up", "by": "dealer"})  # fmt: skip


@pytest.mark.parametrize(("lying", "more", "owing"), [
    (2, 1, [3]), (1, 2, [3]), (0, 3, [1, 2, 3]), (3, 1, [1, 2, 3]), (2, 2, [1, 2, 3]),
])  # fmt: skip
def test_who_has_acted_on_a_flop_has_acted_when_its_last_card_comes(lying, more, owing):
    bench = Bench()
    bench.phase.board, bench.phase.owing, bench.phase.actor = lying, [3], 3
    off_the_deck(bench, "board", more)
    assert bench.phase.owing == owing


# -- a pot nobody has read


def last_hand(tabled=(2, 3), pot=(100, 50), chips_in_pot=(), frm="seat:3"):
    """The last hand left on its way to the muck, the others killed before it."""
    bench = Bench(ph.SHOWDOWN)
    tags = bench.hand(3, card(1), card(2))
    bench.phase.counts, bench.phase.live, bench.phase.tabled = {3: 2}, [3], list(tabled)
    bench.phase.pot, bench.phase.pot_sum = list(pot), sum(pot)
    bench.read(900, "pot", *chips_in_pot)
    for track in bench.ant("pot").tracks:
        track.tag.item, track.tag.zone = None, "pot"
    item = Move(bench.cards, tags[0], 1000, frm, "muck")
    item.tags = tags
    for tag in tags:
        tag.item, tag.zone = item, "muck"
    bench.order.items = [item]
    del bench.events[:]
    return bench, item


@pytest.mark.parametrize(("late", "held"), [(-1, True), (0, False)])
def test_a_push_nobody_has_read_is_asked_for_and_told_when_nobody_answers(late, held):
    bench, item = last_hand()
    assert award.pot_asked(bench.cards, item, 2000)
    assert bench.emitted("kind", "seat") == [("pot_unread", 3)]
    assert bool(award.pot_asked(bench.cards, item, 2000 + ASK_MS + late)) == held
    bench.cards.emitted_move(item)
    assert bench.emitted("what", "from", "to", "chips", "confidence") == [
        ("chips_move", "pot", "seat:3", [100, 50], "medium"),
        ("card_move", "seat:3", "muck", None, None),
    ]


@pytest.mark.parametrize(("above", "empty"), [([], True), ([card(9)], True), ([chip(9)], False),
                                              ([card(9), chip(10)], False)])  # fmt: skip
def test_a_card_above_the_pot_s_loop_is_no_pot(above, empty):
    """The board is gathered over it; nobody wins what is not there."""
    bench, item = last_hand(chips_in_pot=above)
    assert bool(award.pot_asked(bench.cards, item, 2000)) == empty
    assert bench.cards._pot_gone(3) == empty


@pytest.mark.parametrize(("value", "pushed"), [("no", False), ("yes", True)])
def test_the_dealer_says_who_won(value, pushed):
    bench, item = last_hand()
    award.pot_asked(bench.cards, item, 2000)
    bench.table.key({"what": "answer", "id": 1, "value": value}, 2500)
    assert not award.pot_asked(bench.cards, item, 2500)
    bench.cards.emitted_move(item)
    assert (("pot",) in bench.emitted("from")) == pushed


@pytest.mark.parametrize("change", ["awarded", "chips lie there", "others left", "no pot", "folded",
                                    "betting", "to the line", "unread pot"])  # fmt: skip
def test_nobody_is_asked_who_won_where_that_is_known_or_still_open(change):
    bench, item = last_hand(
        tabled=() if change == "folded" else (2, 3), pot=() if change == "no pot" else (100, 50),
        chips_in_pot=[chip(1)] if change == "chips lie there" else (),
    )  # fmt: skip
    if change == "awarded":
        bench.phase.awarded = True
    elif change == "others left":
        bench.phase.live = [2, 3]
    elif change == "betting":
        bench.phase.now = ph.BETTING
    elif change == "to the line":
        item.to = "line:3"
    elif change == "unread pot":
        bench.ant("pot").dwells = 0
    assert not award.pot_asked(bench.cards, item, 2000) and item.winner is None


@pytest.mark.parametrize(("tabled", "live"), [([3], [2, 3]), ([2], [2])])
def test_a_hand_shown_over_the_line_plays(tabled, live):
    bench = Bench()
    bench.phase.live, bench.phase.counts, bench.phase.tabled = [2, 3], {2: 2, 3: 2}, tabled
    bench.phase.note({"t": 1, "what": "card_move", "cards": ["a", "b"], "from": "seat:3",
                      "to": "line:3", "face": "unknown", "by": "player"})  # fmt: skip
    assert bench.phase.live == live
    bench.phase.note({"t": 2, "what": "card_move", "cards": ["a", "b"], "from": "line:3",
                      "to": "muck", "face": "down", "by": "dealer"})  # fmt: skip
    assert bench.phase.live == [2]


# -- change


def changed(added=(100, 100, 100), missed=True, front=600, high=400, lain=(500,)):
    """Seat 3 has 100 and ``lain`` in front, the last of them missed, and puts ``added`` there."""
    bench = Bench()
    before = [chip(9)] + [chip(20 + i, value) for i, value in enumerate(lain)]
    for tag in bench.lie("line:3", *before, since=1000):
        tag.zone, tag.item = "line:3", None
    bench.order.items = []
    spot = bench.chips.spots[3]
    spot.arrival = None
    bench.phase.front = {1: high, 3: front}
    bench.phase.acting, bench.phase.motions = 3, 1
    there = before[:-1] if missed else before
    for t in (2000, 2100):
        bench.read(t, "line:3", *there, *[chip(40 + i, value) for i, value in enumerate(added)])
    del bench.events[:]
    bench.chips.arrival_over(spot.arrival, 3000)
    return bench.emitted("from", "to", "chips")


def test_a_big_chip_that_goes_as_its_change_comes_was_changed():
    assert changed() == [
        ("line:3", "seat:3", [500]), ("seat:3", "line:3", [100, 100, 100])
    ]  # fmt: skip


@pytest.mark.parametrize("other", [
    {"missed": False}, {"added": (100, 100, 100, 100)}, {"added": (500,)},
    {"high": 600}, {"high": 100}, {"lain": (500, 500), "front": 1100, "missed": False},
])  # fmt: skip
def test_it_was_not_where_it_is_read_or_the_sums_do_not_fit(other):
    assert ("line:3", "seat:3", [500]) not in changed(**other)


def test_of_chips_missed_meanwhile_the_one_that_makes_the_sum_right_was_changed():
    emitted = changed(lain=(25, 500), front=525, high=325, added=(100, 100, 100), missed=True)
    assert ("line:3", "seat:3", [500]) in emitted


@pytest.mark.parametrize(("values", "other", "given"), [
    ((100, 100), {}, True), ((100, 100, 100), {}, False), ((100, 100), {"live": [3]}, False),
    ((100, 100), {"oversized": {}}, False), ((100, 100), {"change": {3: -100}}, False),
])  # fmt: skip
def test_chips_before_a_player_whose_big_chip_called_are_change_up_to_what_is_due(
    values, other, given
):
    phase = {"front": {1: 300, 3: 500}, "oversized": {3: 200}, "live": [1, 2, 3], "pot_sum": 900}
    bench, item, _ = arrived(*values, **{**phase, **other})
    item.tags[0].frm = "line:1"  # out of a bet, which is pulled in without it
    del bench.events[:]
    bench.chips.arrival_over(item, 3000)
    moved = bench.emitted("from", "to", "chips")
    assert (moved == [("pot", "seat:3", list(values))]) == given
    if given:
        assert not bench.phase.awarded and bench.phase.now == ph.BETTING
        assert (bench.phase.change, bench.phase.pot_sum) == ({3: -200}, 800)
        bench.phase._keep_change()
        assert bench.phase.change == {3: 0}


# -- chips that go unread


@pytest.mark.parametrize(("came", "held", "owing", "push"), [
    ("pot", 400, [], True), ("pot", 399, [], False), ("pot", 799, [3], True),
    ("pot", 800, [3], False), ("seat:3", 400, [], False),
])  # fmt: skip
def test_the_pot_pays_no_more_than_it_holds_and_no_part_to_who_is_due(came, held, owing, push):
    bench, item, _ = arrived(100, 100, 100, 100, pot_sum=held, owing=owing, live=[1, 3], board=5)
    for tag in item.tags:
        tag.frm = came
    assert bench.chips._is_push(item) == push
    bench.phase.board = 3
    assert not bench.chips._is_push(item)


@pytest.mark.parametrize(("change", "pays"), [
    ({"board": 4}, False), ({"board": 5}, True), ({"board": 4, "awarded": True}, True),
    ({"board": 4, "change": {1: 100}}, True), ({"board": 4, "live": [1]}, True),
    ({"board": 0, "hole": None}, True),
])  # fmt: skip
def test_a_pot_is_not_paid_while_hands_lie_open_and_cards_are_to_come(change, pays):
    bench = Bench(ph.SHOWDOWN)
    bench.phase.hole, bench.phase.live = 2, [1, 2]
    for name, value in change.items():
        setattr(bench.phase, name, value)
    assert bench.chips.pays() == pays


@pytest.mark.parametrize(("total", "little"), [
    (400, False), (401, True), (799, True), (800, False), (9999, False),
])  # fmt: skip
def test_a_raise_by_less_than_the_last_is_one_that_nobody_may_make(total, little):
    bench = Bench()
    bench.phase.front = {1: 100}
    bench.phase._put_in(2, 500 - 100)
    bench.phase.step = 400
    assert bench.phase.too_little(3, total) == little
    bench.phase.stacks = {3: total}
    assert not bench.phase.too_little(3, total)


def test_the_largest_raise_of_a_street_is_the_least_of_the_next():
    bench = Bench()
    for seat, amount, step in ((1, 100, 100), (2, 400, 300), (3, 500, 300), (1, 800, 400)):
        bench.phase._put_in(seat, amount)
        assert bench.phase.step == step
    bench.phase._street()
    assert bench.phase.step == 0


def little(lost=1, values=(100, 100, 100), **phase):
    """Seat 3 raises a bet of 200 to 300; one of its chips was missed in a dwell."""
    phase = {"front": {1: 200}, "step": 200, **phase}
    bench, item, ant = arrived(*values, **phase)
    ant.tracks[0].lost = lost
    return bench, item, ant


@pytest.mark.parametrize(("change", "grows"), [
    ({}, True), ({"values": (200, 200)}, False),
    ({"said": (3, 300, 0)}, False), ({"stacks": {3: 300}}, False),
])  # fmt: skip
def test_a_wager_nobody_may_make_waits_for_chips_that_may_lie_there_unread(change, grows):
    bench, item, ant = little(**change)
    gap = bench.chips.gap_of(ant)
    ant.t = item.last + gap + SHADOW_MS
    assert item.ready(item.last + gap + SHADOW_MS - 1) != grows
    assert not grows or (item.why, bench.emitted("kind")) == ("short", [])


def test_not_where_the_load_says_that_all_of_it_is_read():
    bench, item, ant = little()
    bench.chips.bearing.all_read = lambda *_: True
    ant.t = item.last + bench.chips.gap_of(ant)
    assert item.ready(ant.t)


def test_where_some_were_missed_the_dealer_is_asked_and_a_chip_read_meanwhile_is_of_that_motion():
    bench, item, ant = little()
    gap = bench.chips.gap_of(ant)
    tag = bench.tags[chip(1, 100)[0]]
    assert not item.ready(item.last + gap + SHADOW_MS)
    assert bench.emitted("kind", "seat", "amount")[-1] == ("chips_unread", 3, 300)
    assert not item.over(tag, item.last + gap + SHADOW_MS)


@pytest.mark.parametrize(("n", "gone", "lost", "few"), [
    (4, 1, 1, True), (4, 2, 1, False), (3, 1, 1, False), (8, 2, 1, True), (4, 1, 0, False),
])  # fmt: skip
def test_few_chips_gone_from_a_spot_that_reads_badly_lie_there(n, gone, lost, few):
    bench, item, ant = arrived(*[100] * n)
    ant.tracks[0].lost = lost
    item.gone = item.tags[:gone]
    assert item._few_lost() == few
    for tag in item.gone:
        tag.left = item.last
    assert item.lay(item.gone[0]) == few
    item.gone[0].zone = "pot"
    assert not item._few_lost() and item.lay(item.gone[0])


@pytest.mark.parametrize(("looks", "lost", "faint"), [(20, 1, False), (19, 1, True), (40, 3, True)])
def test_a_spot_that_misses_more_than_one_reading_in_twenty_reads_badly(looks, lost, faint):
    bench, _, ant = arrived()
    ant.tracks[0].hits, ant.tracks[0].lost = looks - lost, lost
    assert bench.chips.spots[3].faint() == faint


@pytest.mark.parametrize(("front", "owing", "whole"), [
    (200, [3], 500), (200, [2, 3], None), (400, [3], None),
])  # fmt: skip
def test_a_call_pulled_in_with_the_others_was_whole(front, owing, whole):
    bench, item, _ = arrived(100, front={1: 500, 3: front}, owing=owing)
    for n in (1, 2):
        bench.hand(n, card(2 * n), card(2 * n + 1))
    pulled.called_whole(bench.chips, item)
    assert item.total == whole


@pytest.mark.parametrize(("seat", "amount", "now"), [
    (2, 100, ph.DEAL), (2, 101, ph.BETTING), (3, 100, ph.BETTING), (1, 50, ph.DEAL),
])  # fmt: skip
def test_a_blind_put_out_while_the_cards_are_dealt_does_not_end_the_deal(seat, amount, now):
    bench = Bench(ph.DEAL)
    bench.phase.live = [1, 2]
    bench.phase.note({"t": 1, "what": "chips_move", "seat": seat, "chips": [amount],
                      "from": f"seat:{seat}", "to": f"line:{seat}", "by": "player"})  # fmt: skip
    assert bench.phase.now == now


# -- keys


@pytest.mark.parametrize(("word", "live", "kept"), [
    ("fold", [1, 2], False), ("fold", [1, 2, 3], True), ("check", [1, 2], True),
])  # fmt: skip
def test_a_fold_keyed_after_its_cards_lie_in_the_muck_adds_nothing(word, live, kept):
    bench = Bench()
    bench.phase.live = live
    key = Keyed(5000, {"t": 5000, "what": "declare", "seat": 3, "word": word}, None)
    bench.order.add(key)
    Passed(bench.order, bench.cards, bench.chips, bench.phase).hold(key, 5000)
    assert (key in bench.order.items) == kept
