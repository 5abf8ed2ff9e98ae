"""What is too close to tell which came first, play that goes on, hands read badly: each bound."""

import pytest

from firmware.table import absent, untimely
from firmware.table import phase as ph
from firmware.table.cards import Move
from firmware.table.order import Keyed
from firmware.table.presence import Track
from firmware.table.spots import Arrival
from firmware.table.values import (
    AT_ONCE_MS,
    BEFORE_ACT_MS,
    FOLD_WAIT_MS,
    FORGETS_MS,
    HAND_PARTLY_MS,
    PARTIAL_MS,
    RETRIEVED_MS,
    UNCOLLECTED_MS,
)
from tests.firmware_table.bench import Bench, card
from tests.firmware_table.test_turn_bounds import ACT, Act, turn

# -- a hand that leaves as another acts


@pytest.mark.parametrize(("read", "acts", "waits"), [
    (ACT + AT_ONCE_MS, 1, "lifted"), (ACT + AT_ONCE_MS + 1, 1, None), (ACT + 1, 0, None),
    (ACT, 0, "lifted"),
])  # fmt: skip
def test_a_hand_that_leaves_as_another_acts_had_begun_to_leave_but_no_street_comes_so(
    read, acts, waits
):
    bench, item, over = turn()
    item.seat, item.held = acts, ACT
    bench.ant("seat:3").t = ACT + AT_ONCE_MS + 100
    for tag in absent.lying(bench.cards, "seat:3"):
        tag.home.misses, tag.home.silent, tag.home.seen = 1, read + 1, read
    untimely.hand_undecided(over, item, 3, ACT + AT_ONCE_MS + 100)
    assert item.why == waits


LATER = 2 * PARTIAL_MS


def unread(lost_ms=100, front=100):
    """One card of seat 3, which is due, goes unread since so long before seat 1 acts."""
    bench, item, over = turn()
    bench.phase.front = {1: front}
    hand = absent.lying(bench.cards, "seat:3")
    for tag in hand:
        tag.home.seen = LATER + 1
    hand[0].home.misses = 3
    hand[0].home.silent = hand[0].left = LATER - lost_ms
    item.t = item.held = LATER
    bench.ant("seat:3").t = LATER + AT_ONCE_MS
    return bench, item, over


def folds(bench):
    return [e["from"] for e in bench.events if e.get("to") == "muck"]


@pytest.mark.parametrize(("lost_ms", "front", "ms", "folded"), [
    (100, 100, UNCOLLECTED_MS - 1, False), (100, 100, UNCOLLECTED_MS, True),
    (PARTIAL_MS, 100, UNCOLLECTED_MS, True), (PARTIAL_MS + 1, 100, UNCOLLECTED_MS, False),
    (100, 0, UNCOLLECTED_MS, False),  # there was no bet to fold to
])  # fmt: skip
def test_a_hand_of_which_a_card_is_lost_lately_was_put_down_short_of_the_line(
    lost_ms, front, ms, folded
):
    bench, item, over = unread(lost_ms, front)
    held = untimely.hand_undecided(over, item, 3, LATER + ms)
    assert folds(bench) == (["seat:3"] if folded else [])
    assert not (held and folded)


@pytest.mark.parametrize(("seat", "ms", "folded"), [
    (2, 0, True), (3, HAND_PARTLY_MS, False), (None, HAND_PARTLY_MS, False),
])  # fmt: skip
def test_play_goes_on_after_a_fold_and_stops_after_an_act_out_of_turn(seat, ms, folded):
    bench, item, over = unread(PARTIAL_MS + 1)
    if seat:
        bench.order.add(Act(seat, LATER + 10))
    untimely.hand_undecided(over, item, 3, LATER + ms)
    assert folds(bench) == (["seat:3"] if folded else [])


@pytest.mark.parametrize(("beside", "moves"), [(True, False), (False, True)])
def test_a_hand_told_folded_where_it_lay_is_not_taken_back_by_what_its_seat_reads(beside, moves):
    bench = Bench()
    (tag,) = bench.hand(3, card(1))
    tag.zone = "muck"
    if beside:
        bench.cards.thrown["muckseat:3"] = ACT
    bench.cards.arrived(tag, bench.ant("seat:3"), ACT)
    assert (tag in bench.cards.astray) == moves


@pytest.mark.parametrize(("hits", "lost", "moves"), [(5, 5, True), (5, 6, False), (4, 0, False)])
def test_a_folded_card_that_a_seat_only_hears_has_not_come_back_to_it(hits, lost, moves):
    bench = Bench()
    (tag,) = bench.hand(3, card(1))
    tag.zone, tag.home.hits, tag.home.lost = "muck", hits, lost
    tag.home.since, tag.home.seen = 1000, 1000 + RETRIEVED_MS
    bench.cards.astray = [tag]
    bench.cards.poll(3000)
    assert (tag.zone == "seat:3") == moves


@pytest.mark.parametrize(("muck", "lost", "line", "moves"), [
    (None, 0, None, True), (1000, 0, None, True), (1001, 0, None, False), (1999, 0, None, False),
    (None, 1000, None, True), (None, 1001, None, False),  # its loop has lost it again since
    (None, 0, 1999, True),  # that is not where it was told to lie
])  # fmt: skip
def test_nor_one_that_the_muck_has_read_since_the_seat_did(muck, lost, line, moves):
    bench = Bench()
    (tag,) = bench.hand(3, card(1))
    tag.zone, tag.home.hits, tag.home.lost, tag.read = "muck", 5, 0, lost
    tag.home.since, tag.home.seen = 1000, 1000 + RETRIEVED_MS
    for name, seen in (("muck", muck), ("line:3", line)):
        if seen is not None:
            track = Track(tag, bench.ant(name), 500)
            track.seen = seen
            tag.tracks += (track,)
    bench.cards.astray = [tag]
    bench.cards.poll(3000)
    assert (tag.zone == "seat:3") == moves


@pytest.mark.parametrize(("now", "front", "unbet"), [
    (ph.DEAL, {}, True), (ph.BETTING, {}, True), (ph.BETTING, {1: 100}, False),
    (ph.SHOWDOWN, {}, False),
])  # fmt: skip
def test_nobody_has_a_bet_to_answer_while_cards_are_dealt(now, front, unbet):
    bench = Bench()
    bench.phase.now, bench.phase.front = now, front
    assert bench.cards.unbet("seat:3") == unbet


def test_the_first_card_of_a_hand_is_its_fold():
    bench = Bench()
    bench.phase.acting = 1
    bench.phase._fewer(1, 1)
    assert bench.phase.acting == 1
    bench.phase._fewer(3, 1)
    assert bench.phase.acting is None and bench.phase.live == [1, 2, 3]


# -- a check that nobody has keyed before a street


@pytest.mark.parametrize(("said", "after"), [
    ((0, 0, 0), True), ((2, 1000, 0), False), ((2, 3000, 0), True), ((2, 3500, 1000), False),
    ((2, 3000 - FORGETS_MS, 0), True),
    ((1, ACT, 0), False), ((1, ACT - 1, 0), True),  # a check that the same act has shown
])  # fmt: skip
def test_who_acts_next_had_checked_where_the_dealer_forgets_keys_on_streets_before(said, after):
    bench, item, over = turn(0)
    item.passed = True  # a card of the next street
    bench.phase.button, bench.phase.last_deal = 3, 3000
    over.checked = said
    bench.order.add(Act(2, ACT + 500))
    assert untimely.acts_after(over, item, 2) == after


@pytest.mark.parametrize(("card_ms", "after"), [
    (None, True), (499, False), (500, False), (501, True),
])  # fmt: skip
def test_nobody_acts_on_the_next_street_where_bets_are_pulled_in_and_no_card_has_come(
    card_ms, after
):
    bench, item, over = turn(0)
    bench.phase.button = 2  # seat 3 is the first to act on the next street, too
    if card_ms is not None:
        bench.order.add(Act(None, ACT + card_ms))
        bench.order.items[-1].passed = False
    bench.order.add(Act(3, ACT + 500))
    assert untimely.acts_after(over, item, 3) == after


class Thrown(Act):
    """A hand found in the muck."""

    to = "muck"
    tags = ()

    @property
    def frm(self):
        return f"seat:{self.seat}"


@pytest.mark.parametrize(("lost", "after"), [(None, True), (100, False), (600, True)])
def test_a_hand_found_in_the_muck_had_left_when_its_seat_lost_it(lost, after):
    bench, item, over = turn(1)
    bench.order.add(Act(3, ACT + 500))
    bench.order.add(Thrown(2, ACT + 900))
    if lost is not None:
        bench.order.add(absent.Gone(bench.cards, "seat:2", ACT + lost))
        for tag in absent.lying(bench.cards, "seat:2"):
            tag.zone = "muck"
    assert untimely.acts_after(over, item, 3) == after


def thrown(bench, seat, t, left, lost=True):
    """A hand that the muck reads since ``t``: its seat lost it at ``left``, or reads it still."""
    item = Thrown(seat, t)
    item.tags = absent.lying(bench.cards, f"seat:{seat}")
    for tag in item.tags:
        tag.left = left
        tag.home = None if lost else tag.home
    bench.order.add(item)
    return item


@pytest.mark.parametrize(("left_ms", "lost", "after"), [
    (-1, True, False), (0, True, True), (1, True, True), (-1, False, True), (900, True, True),
])  # fmt: skip
def test_a_hand_found_in_the_muck_that_had_left_before_an_act_does_not_come_after(
    left_ms, lost, after
):
    bench, item, over = turn(1)
    other = thrown(bench, 2, ACT + 300, ACT + left_ms, lost)
    assert absent.came_after(bench.cards, other, item) == after
    assert untimely._next_seat(over, item) == (2 if after else None)
    assert absent.took_place(bench.cards, other) == (ACT + min(left_ms, 300) if lost else ACT + 300)


@pytest.mark.parametrize(("left_ms", "after"), [(-131, None), (-130, 2), (-129, 2)])
def test_an_act_that_is_a_hand_found_in_the_muck_had_left_as_well(left_ms, after):
    bench, _, over = turn(1)
    bench.order.items = []
    item = thrown(bench, 1, ACT, ACT - 130)
    thrown(bench, 2, ACT + 300, ACT + left_ms)
    assert untimely._next_seat(over, item) == after


def test_nothing_comes_after_itself_nor_what_began_before():
    bench, item, _ = turn(1)
    assert not absent.came_after(bench.cards, item, item)
    assert not absent.came_after(bench.cards, Act(2, ACT - 1), item)
    assert absent.came_after(bench.cards, Act(2, ACT), item)


@pytest.mark.parametrize(("left_ms", "folded"), [(-1, []), (1, [3])])
def test_a_fold_in_turn_read_late_shows_no_other_hand_put_down(monkeypatch, left_ms, folded):
    """The hand of seat 3, read badly, lies there still; that of seat 2 was thrown away before."""
    bench, item, over = turn(1, front={1: 100})
    monkeypatch.setattr(absent, "unsteady", lambda *_: True)
    told = []
    monkeypatch.setattr(absent, "fold", lambda _, *args: told.append(args[0]))
    thrown(bench, 2, ACT + 300, ACT + left_ms)
    item.held = ACT
    waits = untimely._hand_beside(over, item, 3, ACT + HAND_PARTLY_MS - 1)
    assert waits == (not folded) and told == folded
    assert not untimely._hand_beside(over, item, 3, ACT + HAND_PARTLY_MS)
    assert set(told) == set(folded)


@pytest.mark.parametrize(("word", "live", "acts"), [
    ("fold", [1, 3], None), ("fold", [1, 2, 3], 2), ("call", [1, 3], 2),
])  # fmt: skip
def test_the_key_of_a_fold_that_was_told_is_no_act(word, live, acts):
    bench, item, over = turn(1, live=live)
    event = {"t": ACT + 600, "what": "declare", "seat": 2, "word": word}
    bench.order.add(Keyed(ACT + 600, event, lambda *_: None))
    assert untimely._next_seat(over, item) == acts


@pytest.mark.parametrize(("said", "acts"), [((2, ACT + 100, 0), None), ((3, ACT + 100, 0), 2)])
def test_nor_is_that_of_a_check_the_dealer_has_said_was_made(said, acts):
    bench, item, over = turn(1)
    over.checked = said
    event = {"t": ACT + 600, "what": "gesture", "kind": "tap", "seat": 2}
    bench.order.add(Keyed(ACT + 600, event, lambda *_: None))
    over.due = lambda _: [3]
    assert untimely._next_seat(over, item) == acts


def silent(seat, acts=4, ms=FOLD_WAIT_MS, read=ACT):
    """Seat 3 is passed over by ``acts``; the hand of ``seat``, which its loop read last at
    ``read``, is silent since just after that act and for ``ms`` more."""
    bench, item, over = turn(acts)
    bench.hand(4, card(8), card(9))
    bench.phase.live = [1, 2, 3, 4]
    bench.phase.button, bench.phase.actor, bench.phase.owing = 3, 3, [3, 4, 1, 2]
    gone = absent.Gone(bench.cards, f"seat:{seat}", ACT + 50)
    for tag in absent.lying(bench.cards, gone.zone):
        tag.home.misses, tag.home.seen = 3, read
    bench.ant(gone.zone).t = ACT + 50 + ms
    bench.order.add(gone)
    return bench, item, over, gone


@pytest.mark.parametrize(("seat", "acts", "folded"), [
    (1, 4, 1), (2, 4, None), (3, 4, 3),  # next in turn, one further, who was passed over
    (4, 0, 4), (3, 0, 3),  # a street: who is due on the last, or the first on the new one
])  # fmt: skip
def test_a_hand_silent_in_turn_was_thrown_away_and_that_of_another_is_looked_at(seat, acts, folded):
    bench, item, over, gone = silent(seat, acts)
    assert untimely._acts(over, gone, acts) == folded
    assert untimely._next_seat(over, item) == folded


def test_a_hand_silent_as_a_street_comes_that_its_player_had_acted_on_is_looked_at():
    bench, item, over, gone = silent(2, 0)
    bench.phase.owing = [3]
    assert untimely._acts(over, gone, 0) is None


@pytest.mark.parametrize(("ms", "read", "folded"), [
    (FOLD_WAIT_MS, ACT + 50, 1), (FOLD_WAIT_MS - 1, ACT + 50, None),
    (FOLD_WAIT_MS, ACT + 51, None), (FOLD_WAIT_MS + 1, ACT + 51, 1),  # read again, missed again
])  # fmt: skip
def test_a_hand_is_silent_since_its_seat_read_it_last(ms, read, folded):
    bench, item, over, gone = silent(1, ms=ms, read=read)
    assert untimely._acts(over, gone, 4) == folded


@pytest.mark.parametrize("to", ["muck", "line:2"])
@pytest.mark.parametrize(("count", "hole", "seat"), [(2, 2, 2), (1, 2, None), (1, None, 2)])
def test_the_rest_of_a_hand_that_has_begun_to_go_is_no_act(to, count, hole, seat):
    bench, item, over = turn(1)
    bench.phase.counts[2], bench.phase.hole = count, hole
    (tag, _) = absent.lying(bench.cards, "seat:2")
    rest = Move(bench.cards, tag, ACT + 100, "seat:2", to)
    bench.order.add(rest)
    assert rest.acts() == untimely._next_seat(over, item) == seat


@pytest.mark.parametrize(("word", "to", "seat"), [
    ((2, "fold", 501), "muck", None),  # it goes as was said before the act
    ((2, "fold", 500), "muck", 2), ((2, "fold", 501), "line:2", 2),
    ((2, "call", 501), "muck", 2), ((3, "fold", 501), "muck", 2), ((None, None, 501), "muck", 2),
])  # fmt: skip
def test_a_hand_whose_fold_was_said_is_no_act_when_it_goes(word, to, seat):
    bench, item, over = turn(1)
    bench.phase.counts[2], bench.phase.hole = 2, 2
    bench.phase.last_deal, bench.phase.word = 500, word
    (tag, _) = absent.lying(bench.cards, "seat:2")
    bench.order.add(Move(bench.cards, tag, ACT + 100, "seat:2", to))
    assert untimely._next_seat(over, item) == seat


@pytest.mark.parametrize(("left", "told"), [
    (1000, ["card_move", "gesture"]), (None, ["gesture"]),
])  # fmt: skip
def test_who_was_due_before_one_who_checked_had_folded_first(left, told):
    bench, item, over = turn(0)
    bench.phase.board, bench.phase.actor = 3, 1
    for tag in absent.lying(bench.cards, "seat:1") if left else ():
        tag.home, tag.tracks, tag.left = None, (), left
    untimely.take_as_checked(over, item, 2)
    assert [e["what"] for e in bench.events] == told


# -- chips that came before an act, by the load


@pytest.mark.parametrize(("says", "read_ms", "first"), [
    (False, BEFORE_ACT_MS, False), (False, BEFORE_ACT_MS - 1, True), (None, BEFORE_ACT_MS, True),
    (True, BEFORE_ACT_MS, True),
])  # fmt: skip
def test_a_load_that_came_after_an_act_puts_no_chips_before_it(monkeypatch, says, read_ms, first):
    bench, item, over = turn(1)
    spot = bench.chips.spots[3]
    spot.antenna.t, spot.antenna.without_t = ACT + read_ms, ACT + 1
    monkeypatch.setattr(bench.chips.bearing, "load_says_more", lambda ant: says)
    assert not untimely.chips_first(over, item, 3)  # nothing is read there yet
    chips = spot.arrival = Arrival(bench.chips, spot, ACT + 2000)
    chips.load_first = 400
    bench.order.add(chips)
    assert untimely.chips_first(over, item, 3) == first
