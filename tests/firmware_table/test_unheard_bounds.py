"""Loops of a player passed over that have not been read since the act: both sides of each bound."""

import pytest

from firmware.table import absent, due, untimely
from firmware.table import phase as ph
from firmware.table.order import Keyed
from firmware.table.presence import Track
from firmware.table.values import (
    AT_ONCE_MS,
    BEFORE_ACT_MS,
    BOARD_ABSENT_DWELLS,
    KEY_LATE_MS,
    LOOK_PERIOD_MS,
    PITCH_MAX_MS,
    READER_AWAY_MS,
    UNCOLLECTED_MS,
)
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_turn_bounds import ACT, Act, check_of, turn


@pytest.mark.parametrize("name", ["seat:3", "line:3"])
@pytest.mark.parametrize(("late", "held"), [(0, True), (1, False)])
def test_a_loop_not_read_since_is_waited_for_until_its_reader_holds_up_nothing(name, late, held):
    bench, item, over = turn()
    ant = bench.ant(name)
    ant.t, ant.dwells = ACT - 1, 9
    assert over.hold(item, ACT + READER_AWAY_MS - 3)
    assert (item.why, item.until, item.upon) == ("loop", ACT - 1 + READER_AWAY_MS, 3)
    assert bool(untimely.unheard(over, item, 3, ACT - 2 + READER_AWAY_MS + late)) == held
    ant.t = ACT
    assert not untimely.unheard(over, item, 3, ACT + 1)


def test_a_loop_that_is_never_read_is_not_waited_for():
    bench, item, over = turn()
    assert bench.ant("line:3").t < ACT and not untimely.unheard(over, item, 3, ACT + 1)


@pytest.mark.parametrize(("before", "held"), [(ACT, True), (ACT + 1, False)])
def test_chips_read_once_after_a_pause_are_read_again_before_anything_is_decided(before, held):
    bench, item, over = turn()
    bench.read(before, "line:3")
    bench.read(ACT + 2000, "line:3", chip(1))
    assert bool(untimely.unheard(over, item, 3, ACT + 2001)) == held
    bench.read(ACT + 2100, "line:3", chip(1))
    assert not untimely.unheard(over, item, 3, ACT + 2101)


@pytest.mark.parametrize(("seen", "held"), [(ACT, True), (ACT + 1, False)])
def test_chips_that_their_home_has_read_since_are_only_heard_there(seen, held):
    """A spot beside the pot hears another chip of it in each dwell, and is never read without."""
    bench, item, over = turn()
    bench.read(ACT, "line:3")
    bench.read(ACT + 2000, "line:3", chip(1))
    (track,) = bench.ant("line:3").tracks
    track.tag.home = Track(track.tag, bench.ant("pot"), 0)
    track.tag.home.seen = seen
    assert bool(untimely.unheard(over, item, 3, ACT + 2001)) == held


@pytest.mark.parametrize(("seen", "held"), [(ACT, True), (ACT + 1, False)])
def test_a_card_not_read_since_an_act_nor_gone_yet_is_waited_for(seen, held):
    bench, item, over = turn()
    ant = bench.ant("seat:3")
    ant.t, ant.period_ms = ACT + 100, 100
    ant.tracks[0].seen, ant.tracks[0].misses = seen, 1
    assert bool(untimely.unheard(over, item, 3, ACT + 299)) == held
    assert not untimely.unheard(over, item, 3, ACT + 300)


@pytest.mark.parametrize(("front", "moved"), [({1: 100}, True), ({}, False)])
def test_chips_that_may_have_come_before_a_street_came_so_where_they_answer_a_bet(front, moved):
    bench, item, over = turn(0)
    bench.phase.front = front
    bench.lie("line:3", chip(1), since=ACT + 10, n=2)
    arrival = bench.chips.spots[3].arrival
    arrival.t, arrival.load_first = ACT + 5000, False
    bench.ant("line:3").without_t = ACT
    assert bool(untimely.chips_first(over, item, 3)) == moved


@pytest.mark.parametrize(("early", "late", "read", "moved"), [
    (None, BEFORE_ACT_MS, 1, True), (None, BEFORE_ACT_MS + 1, 1, False), (True, 5000, 1, True),
    (False, AT_ONCE_MS, 1, True), (False, AT_ONCE_MS + 1, 1, False), (False, 5000, 0, True),
    (None, 0, 1, True), (None, -1, 0, False), (None, 5000, 0, True),
])  # fmt: skip
def test_chips_that_were_there_first_come_first(early, late, read, moved):
    """``read``: the loop was read without them so long after the act."""
    bench, item, over = turn()
    bench.lie("line:3", chip(1), since=ACT + 10, n=2)
    arrival = bench.chips.spots[3].arrival
    arrival.t, arrival.load_first = ACT + late, early
    bench.ant("line:3").without_t = ACT + read
    assert bool(untimely.chips_first(over, item, 3)) == moved
    assert arrival.t == (ACT - 1 if moved else ACT + late)
    assert not untimely.chips_may_come(over, item, 3, ACT + 6000)  # they have come


def asked(bench, name, t):
    """True where the scan has been asked to read a loop just after ``t``."""
    index = bench.ant(name).index
    return bench.wants.period[index] == LOOK_PERIOD_MS and bench.table.attention.until[index] > t


@pytest.mark.parametrize("name", ["seat:3", "line:3"])
@pytest.mark.parametrize(("before", "asks"), [(1, True), (0, False)])
def test_a_loop_that_is_waited_for_is_asked_for(name, before, asks):
    """One whose load has not changed is only looked at, and for longer than players take to act."""
    bench, item, over = turn()
    for one in ("seat:3", "line:3"):
        bench.ant(one).t, bench.ant(one).dwells = ACT, 9
    bench.ant(name).t = ACT - before
    assert bool(untimely.unheard(over, item, 3, ACT + 1)) == asks
    assert asked(bench, name, ACT + 1) == asks


@pytest.mark.parametrize(("late", "asks"), [(-1, False), (0, True)])
def test_a_hand_is_asked_for_when_it_can_tell(late, asks):
    """Sooner, a hand that leaves as the act is made says nothing: it is read once, not for long."""
    bench, item, over = turn()
    bench.ant("seat:3").t = ACT + AT_ONCE_MS - 10
    bench.ant("seat:3").period_ms = 500
    assert untimely.hand_undecided(over, item, 3, ACT + AT_ONCE_MS + late)
    assert asked(bench, "seat:3", ACT + AT_ONCE_MS + late) == asks


@pytest.mark.parametrize("seen", [0, 1])
def test_the_board_is_asked_for_when_a_card_off_the_deck_is_read_nowhere(seen):
    bench = Bench(ph.DEAL if not seen else ph.BETTING)
    ant = bench.ant("board:1")
    ant.t, ant.period_ms, ant.dwells = ACT, 900, seen
    takes = due.read_ms(bench.cards, ACT + 100)
    assert (takes == PITCH_MAX_MS + BOARD_ABSENT_DWELLS * 900) == asked(bench, "board:1", ACT + 100)


def over_bets(read, key=True):
    """A flop comes at ``ACT``, the bets of seats 1 and 3 lying there, each read then and ``read``
    ms later; the check of seat 3 is keyed after it. Bench, flop, key."""
    bench, item, over = turn(0)
    item.passed = True
    bench.phase.front = {1: 100, 3: 100}
    for seat in (1, 3):
        (tag,) = bench.lie(f"line:{seat}", chip(seat), since=ACT - 400)
        tag.zone, tag.item = f"line:{seat}", None
        bench.ant(f"line:{seat}").t = ACT + read
    check = check_of(3)
    check.t = ACT + 800
    if key:
        bench.order.add(check)
    return bench, item, over, check


@pytest.mark.parametrize(("read", "late", "held"), [
    (1, 801, False), (0, 801, True), (0, KEY_LATE_MS - 1, True),
])  # fmt: skip
def test_a_check_keyed_after_a_street_dealt_over_bets_came_after_it(read, late, held):
    bench, item, over, check = over_bets(read)
    assert bool(untimely.key_may_come(over, item, 3, ACT + late)) == held
    assert check.t == ACT + 800 and asked(bench, "line:1", ACT + late) == held


def test_but_before_it_where_a_spot_is_not_read_in_time_or_the_bets_are_gone():
    _, item, over, check = over_bets(0)
    assert untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS) and check.t == ACT - 1
    bench, item, over, check = over_bets(1)
    bench.phase.front = {}
    assert untimely.key_may_come(over, item, 3, ACT + 801) and check.t == ACT - 1


def looked_at(period_ms=0):
    """The hand of seat 3 is silent, last read at ``ACT``; that loop is read so often."""
    bench, item, over = turn()
    for n in (6, 7):
        track = bench.tags[card(n)[0]].home
        track.misses, track.seen, track.silent = 1, ACT, ACT + 1
    bench.ant("seat:3").period_ms = period_ms
    item.held = ACT
    return bench, item


@pytest.mark.parametrize("period_ms", [0, 150])
@pytest.mark.parametrize(("late", "held"), [(-1, True), (0, False)])
def test_a_hand_looked_at_has_the_time_to_be_read_again(period_ms, late, held):
    bench, item = looked_at(period_ms)
    until = ACT + UNCOLLECTED_MS + 2 * period_ms
    assert bool(absent.lifted(bench.cards, item, 3, until + late)) == held
    assert asked(bench, "seat:3", until + late) == (until + late >= ACT + UNCOLLECTED_MS)


@pytest.mark.parametrize(("name", "held"), [("seat:3", True), ("seat:2", False)])
def test_one_read_again_once_at_its_seat_is_waited_for(name, held):
    bench, item = looked_at()
    tag = bench.tags[card(6)[0]]
    tag.home = None
    tag.tracks = (Track(tag, bench.ant(name), ACT + UNCOLLECTED_MS),)
    assert bool(absent.lifted(bench.cards, item, 3, ACT + UNCOLLECTED_MS)) == held


def test_a_hand_that_lies_badly_says_nothing_of_another():
    bench, item, over = turn()
    item.beside = 1 << 2
    bench.phase.front = {1: 100}
    for n in (6, 7):
        bench.tags[card(n)[0]].home.seen = ACT + 1
    bench.order.add(Act(1, ACT + 1))
    untimely.hand_undecided(over, item, 3, ACT + 1)
    assert item.beside == 1 << 2 and not bench.events


@pytest.mark.parametrize(("lost", "badly"), [(1, False), (2, True)])
def test_one_miss_is_no_habit(lost, badly):
    bench, _, _ = turn()
    home = bench.tags[card(6)[0]].home
    home.lost, home.hits = lost, 1
    assert absent.unsteady(bench.cards, "seat:3") == badly


@pytest.mark.parametrize(("lost", "misses", "badly"), [
    (9, 9, False), (9, 8, False), (9, 7, True), (2, 0, True), (3, 2, False), (3, 1, True),
])  # fmt: skip
def test_the_misses_since_a_hand_was_read_last_are_of_one_that_has_left(lost, misses, badly):
    bench, _, _ = turn()
    home = bench.tags[card(6)[0]].home
    home.hits, home.lost, home.misses = 4, lost, misses
    assert absent.unsteady(bench.cards, "seat:3") == badly


@pytest.mark.parametrize(("more", "badly"), [(0, False), (-1, True), (None, True)])
def test_a_hand_whose_loop_carries_all_of_it_is_in_a_shadow_not_at_an_edge(more, badly):
    bench, _, _ = turn()
    home = bench.tags[card(6)[0]].home
    home.lost, home.hits = 5, 15
    bench.cards.laden.excess = lambda zone: more
    assert absent.unsteady(bench.cards, "seat:3") == badly


@pytest.mark.parametrize(("what", "held"), [
    ({"what": "declare", "word": "fold"}, True), ({"what": "declare", "word": "call"}, False),
    ({"what": "gesture", "kind": "wave"}, False),
])  # fmt: skip
@pytest.mark.parametrize(("late", "over_now"), [(0, False), (1, True)])
def test_a_fold_said_to_the_only_other_player_waits_for_that_players_chips(
    what, held, late, over_now
):
    """As the hand does when it goes: who folds has been given something to answer."""
    bench, item, over = turn(live=[1, 3], owing=[1, 3])
    bench.order.remove(item)
    pressed = Keyed(ACT, {"seat": 1, **what}, None)
    bench.order.add(pressed)
    for tag in absent.lying(bench.cards, "seat:1"):
        tag.home = None  # it has gone: seat 3 is left alone
    over._given_up = lambda seat, item: seat == 1
    assert bool(over.hold(pressed, ACT + BEFORE_ACT_MS + late)) == (held and not over_now)
    assert not held or over_now or (pressed.why, pressed.upon) == ("chips", 3)
