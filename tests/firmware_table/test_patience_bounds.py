"""What takes its turn although it is read late: folds, flops, chips and words, at each bound."""

import pytest

from firmware.table import absent, late, passed, spoken, unread, untimely
from firmware.table import phase as ph
from firmware.table import street as st
from firmware.table.cards import Move
from firmware.table.order import Keyed
from firmware.table.spots import Arrival
from firmware.table.values import (
    ACT_HELD_MAX_MS,
    ASK_MS,
    FADED_MS,
    HAND_PARTLY_MS,
    KEY_LATE_MS,
    LAST_CARD_MS,
    LATE_CENTINATS,
    SHADOW_MS,
    STREET_APART_MS,
    STRING_CENTINATS,
    UNCOLLECTED_MS,
    UNKEYED_TIMES,
)
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_nowhere_bounds import LEFT, lost
from tests.firmware_table.test_spots_bounds import arrived, quiet
from tests.firmware_table.test_turn_bounds import ACT, Act, turn

# -- a hand that lies at its seat while the next is folded


def thrown(seat=1, **phase):
    """Seat 3 is due with a bet to answer; the hand of ``seat`` goes to the muck before it."""
    bench, act, over = turn(seat, front={1: 0, 2: 100, 3: 0}, **phase)
    bench.order.remove(act)
    (tag, other) = (bench.tags[card(2 * seat + n)[0]] for n in (0, 1))
    item = Move(bench.cards, tag, ACT, f"seat:{seat}", "muck")
    item.tags = [tag, other]
    for one in item.tags:
        one.item, one.zone = item, "muck"
    for n in (1, 2, 3):
        if n != seat:
            for one in absent.lying(bench.cards, f"seat:{n}"):
                one.home.seen = ACT + 1
    item.held = ACT
    bench.order.add(item)
    return bench, item, over


@pytest.mark.parametrize(("change", "ms", "held"), [
    ({}, HAND_PARTLY_MS - 1, True), ({}, HAND_PARTLY_MS, False),
    ({"front": {1: 0, 2: 0, 3: 0}}, 0, False),
])  # fmt: skip
def test_a_fold_waits_for_the_hand_of_who_was_due_to_answer_a_bet(change, ms, held):
    bench, item, over = thrown()
    for name, value in change.items():
        setattr(bench.phase, name, value)
    assert bool(untimely.hand_undecided(over, item, 3, ACT + ms)) == held
    assert not held or item.why == "beside"


@pytest.mark.parametrize(("frm", "to", "held"), [
    ("seat:1", "line:1", True), ("seat:1", "pot", True), ("line:1", "muck", False),
])  # fmt: skip
def test_so_does_one_that_goes_over_its_line_and_not_one_that_is_collected_from_there(
    frm, to, held
):
    bench, item, over = thrown()
    item.frm, item.to = frm, to
    for tag in item.tags:
        tag.zone = to
    assert bool(untimely.hand_undecided(over, item, 3, ACT)) == held


def test_chips_do_not_wait_for_a_hand_that_lies_well_at_its_seat():
    bench, item, over = turn(front={1: 0, 2: 100, 3: 0})
    for one in absent.lying(bench.cards, "seat:3"):
        one.home.seen = ACT + 1
    item.held = ACT
    assert not untimely.hand_undecided(over, item, 3, ACT + 1)


@pytest.mark.parametrize(("frm", "to", "thrown_"), [
    ("seat:1", "muck", True), ("line:1", "muck", False), ("seat:1", "line:1", False),
])  # fmt: skip
def test_a_hand_is_thrown_away_from_its_seat_to_the_muck(frm, to, thrown_):
    bench = Bench()
    (tag,) = bench.lie("seat:1", card(1))
    assert passed.is_thrown(Move(bench.cards, tag, 1, frm, to)) == thrown_
    assert not passed.is_thrown(Keyed(1, {"what": "gesture", "seat": 1}, None))


@pytest.mark.parametrize(("missed_t", "mucked", "since"), [
    (ACT, ACT + 100, True), (ACT + 1, ACT + 100, False), (None, ACT + 100, False),
    (ACT, ACT + UNCOLLECTED_MS, True), (ACT - 1, ACT + UNCOLLECTED_MS, False),
    (ACT, ACT + UNCOLLECTED_MS + 1, False),
])  # fmt: skip
def test_a_hand_all_missed_before_an_act_and_collected_soon_had_left(missed_t, mucked, since):
    bench, item, _ = turn()
    hand = absent.lying(bench.cards, "seat:3")
    for tag in hand:
        tag.item, tag.left = Move(bench.cards, tag, mucked, "seat:3", "muck"), ACT + 50
        tag.read = ACT + 1
    if missed_t is not None:
        absent.Gone(bench.cards, "seat:3", missed_t).emit(ACT)
    assert absent.collected_since(bench.cards, "seat:3", hand, item, ACT) == since
    bench.cards.begin([])
    assert not bench.cards.missed_t


# -- the third card of a flop


@pytest.mark.parametrize(("phase", "acts", "ms", "zone"), [
    ({"board": 2}, 1, LAST_CARD_MS, "board"), ({"board": 2}, 1, LAST_CARD_MS + 1, None),
    ({"board": 2}, 0, 0, None), ({"board": 2}, None, 0, None),
    ({"board": 2, "burned": True}, 1, 0, None), ({"board": 0}, 1, 0, None),
])  # fmt: skip
def test_a_card_that_left_with_the_flop_lies_there_when_they_play_on(phase, acts, ms, zone):
    bench, item = lost(ph.BETTING, **{"burned": False, "last_deal": LEFT - ms, **phase})
    if acts is not None:
        bench.order.add(Act(1, LEFT + acts))
    assert unread.place_of(bench.cards, item) == zone


@pytest.mark.parametrize(("acts", "asked"), [(True, []), (False, ["flop_unread"])])
def test_nobody_is_asked_about_a_flop_whose_card_will_be_told_there(acts, asked):
    bench, _item = lost(ph.BETTING, board=2, burned=False, last_deal=LEFT)
    if acts:
        bench.order.add(Act(1, LEFT + 1))
    st.flop_short(bench.cards, None, LEFT + 3000)
    assert [e["kind"] for e in bench.events if e["what"] == "question"] == asked


# -- chips


def test_an_arrival_whose_chips_were_a_neighbours_is_nobodys_act():
    bench, item, _ = arrived(100)
    assert item.acts() == 3
    item.tags = []
    assert item.acts() is None and item.ready(9000)


@pytest.mark.parametrize(("high", "before_ms", "back"), [
    (200, SHADOW_MS + 1, False), (150, SHADOW_MS + 1, True), (150, SHADOW_MS, False),
])  # fmt: skip
def test_a_chip_missed_before_the_rest_of_a_call_was_pulled_in_went_along(high, before_ms, back):
    """Nobody pulls in a call that lacks chips; of a raise a chip may have been taken back, but it
    has lain in a shadow where the others are pulled in before that can be over."""
    bench, item, _ = arrived(100, 100)
    bench.phase.front, bench.phase.stacks = {1: high + 50 if high == 200 else high}, {}
    bench.phase.owing, bench.phase.live = [3], [1, 3]
    one, other = item.tags
    for tag in item.tags:
        tag.home = None
    one.left, other.left = 1100, 1100 + before_ms
    other.zone = "pot"
    item.gone = [one, other]
    del bench.events[:]
    bench.order.remove(item)
    bench.chips.arrival_over(item, 3000)
    moves = bench.emitted("from", "to", "chips")
    assert (("line:3", "seat:3", [100]) in moves) == back
    assert moves[0][:2] == ("seat:3", "line:3")


def more(since_ms, share=100, **phase):
    """Chips of seat 3 wait to be told; another shows there so long after they had come."""
    bench, item, ant = arrived(100, **{"owing": [3], **phase})
    item.full_load, item.full_load_n, item.lying = 6400, 6, 1
    ant.period_ms = 100
    new = Arrival(bench.chips, item.spot, item.last + since_ms)
    (tag,) = bench.lie("line:2", chip(9, 100), n=2)
    new.tags = [tag]
    track = tag.tracks[0]
    track.antenna, track.hits, track.lost = ant, share, 100 - share
    return bench, new, item


@pytest.mark.parametrize(("since_ms", "share", "phase", "goes"), [
    (100, 100, {}, True), (2900, 100, {}, False), (400, 20, {}, True),
    (100, 100, {"owing": [1]}, False), (100, 100, {"now": ph.SHOWDOWN}, False),
    (100, 100, {"said": (3, 300, 1)}, False), (100, 100, {"said": (1, 300, 1)}, True),
])  # fmt: skip
def test_chips_read_soon_after_others_that_are_not_told_yet_came_with_them(
    since_ms, share, phase, goes
):
    bench, new, item = more(since_ms, share, **phase)
    assert late.goes_with(bench.chips, new, item) == goes
    item.full_load_n = 0
    assert late.goes_with(bench.chips, new, item) == goes


def test_what_speaks_for_a_second_motion_keeps_them_apart(monkeypatch):
    from firmware.table import evidence

    bench, new, item = more(100)
    for score, goes in ((STRING_CENTINATS - 1, True), (STRING_CENTINATS, False)):
        monkeypatch.setattr(evidence, "put_after", lambda *_, score=score: score)
        assert late.goes_with(bench.chips, new, item) == goes


@pytest.mark.parametrize(("high", "load", "lead"), [
    (200, 0, LATE_CENTINATS), (199, 0, STRING_CENTINATS), (201, 0, LATE_CENTINATS),
    (100, 0, STRING_CENTINATS), (101, 0, STRING_CENTINATS), (200, 6, STRING_CENTINATS),
])  # fmt: skip
def test_without_a_load_what_makes_a_call_whole_goes_apart_as_when_the_first_was_told(
    monkeypatch, high, load, lead
):
    from firmware.table import evidence

    bench, new, item = more(100, front={2: high})
    item.full_load_n = load
    assert (item.total_of(), new.total_of()) == (100, 100)
    for score in (lead - 1, lead, lead + 1):
        monkeypatch.setattr(evidence, "put_after", lambda *_, score=score: score)
        assert late.goes_with(bench.chips, new, item) == (score < lead)


@pytest.mark.parametrize(("total", "taken"), [(175, True), (174, False), (None, False)])
def test_chips_read_while_the_dealer_was_asked_are_among_what_was_counted(total, taken):
    bench, item, _ = arrived(100, 25, 25, 25, owing=[3])
    new = Arrival(bench.chips, item.spot, 3000)
    new.tags = item.tags[1:]
    del item.tags[1:]
    bench.order.add(new)
    item.spot.arrival, item.total = new, total
    bench.chips._take_in(item, item.spot)
    assert (len(item.tags) == 4) == taken == (item.spot.arrival is None)
    assert (new in bench.order.items) != taken


@pytest.mark.parametrize(("chips", "more", "faded"), [
    (1, None, SHADOW_MS), (1, True, SHADOW_MS), (1, False, FADED_MS), (2, None, FADED_MS),
])  # fmt: skip
def test_a_lone_chip_no_load_says_has_gone_was_carried_when_no_shadow_is_so_long(
    monkeypatch, chips, more, faded
):
    bench, item, ant = arrived(*[100] * chips)
    monkeypatch.setattr(bench.chips.bearing, "load_says_more", lambda _: more)
    bench.chips.ask = None
    for tag in item.tags:
        ant.tracks.remove(tag.home)
        tag.home, tag.left = None, 1000
        item.gone.append(tag)
    for late_ms, ready in ((-1, False), (0, True)):
        quiet(bench, ant, 1200 + faded + late_ms)
        ant.period_ms = 100
        assert item.ready(1200 + faded + late_ms) == ready


# -- words keyed after the chips


def told(high=100, value=500, word=(None, None, 0), **phase):
    """A big chip of seat 3 that was told as a call at 5000."""
    bench = Bench()
    bench.phase.front, bench.phase.owing = {1: high}, [2, 3]
    bench.phase.word, bench.phase.last_deal = word, 4000
    motion = {"t": 5000, "what": "chips_move", "seat": 3, "chips": [value], "from": "seat:3",
              "to": "line:3", "motion": 1}  # fmt: skip
    bench.phase.note(motion)
    bench.chips.spots[3].event = motion
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    return bench


@pytest.mark.parametrize(("late_ms", "change", "about"), [
    (0, {}, 5000), (KEY_LATE_MS, {}, 5000), (KEY_LATE_MS + 1, {}, None), (-1, {}, None),
    (9, {"acting": 1}, None), (9, {"motions": 2}, None), (9, {"word": (3, "raise", 4001)}, None),
    (9, {"word": (3, "raise", 4000)}, 5000), (9, {"word": (3, "check", 4001)}, 5000),
    (9, {"word": (2, "raise", 4001)}, 5000),
])  # fmt: skip
def test_a_word_keyed_so_soon_after_its_chips_were_read_was_said_with_them(late_ms, change, about):
    bench = told(**change)
    assert spoken.said_with(bench.chips, 3, 5000 + late_ms) == about
    assert spoken.said_with(bench.chips, 2, 5000 + late_ms) is None
    assert spoken.said_with(bench.chips, None, 5000 + late_ms) is None


@pytest.mark.parametrize(("key", "about"), [
    ({"what": "declare", "word": "raise"}, 5000), ({"what": "declare", "word": "call"}, 5000),
    ({"what": "declare", "word": "fold"}, None), ({"what": "gesture", "kind": "tap"}, None),
])  # fmt: skip
def test_the_event_names_the_motion_it_belongs_to(key, about):
    bench = told()
    bench.table._keyed({"t": 5600, "seat": 3, **key}, 5600)
    assert [e.get("about") for e in bench.events if e["what"] == key["what"]] == [about]


@pytest.mark.parametrize(("word", "over", "owing"), [
    ("raise", None, [1, 2]), ("all_in", None, [1, 2]), ("call", 400, [2]),
])  # fmt: skip
def test_a_big_chip_is_a_raise_after_all_where_its_player_had_said_so(word, over, owing):
    phase = told().phase
    assert (phase.oversized.get(3), phase.owing) == (400, [2])
    phase.note({"t": 5600, "what": "declare", "seat": 3, "word": word, "about": 5000})
    assert (phase.oversized.get(3), phase.owing) == (over, owing)
    assert phase.step == (400 if over is None else 0)


def test_words_that_stand_by_themselves_change_no_chip_that_was_told():
    phase = told().phase
    phase.note({"t": 5600, "what": "declare", "seat": 3, "word": "raise"})
    assert phase.oversized == {3: 400}


# -- an act that passes over a player, while nobody answers the question about a check ----------


def skipped(keyed, *after, seat=1):
    """Seat 3 was due, ``keyed`` checks had been keyed in a row; nobody answers."""
    bench, item, over = turn(seat, board=3)
    over.unkeyed = -keyed
    untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS)
    for other in after:
        bench.order.add(other)
    bench.events.clear()
    return bench, item, over


@pytest.mark.parametrize("seat", [1, 0])
def test_where_checks_are_keyed_and_play_stops_none_was_made(seat):
    bench, item, over = skipped(UNKEYED_TIMES, seat=seat)
    over.due = lambda _seat: [3]
    item.held = ACT + 100
    assert untimely.key_may_come(over, item, 3, item.held + ACT_HELD_MAX_MS - 1)
    assert not untimely.key_may_come(over, item, 3, item.held + ACT_HELD_MAX_MS)
    assert bench.events == []


@pytest.mark.parametrize(("keyed", "after"), [
    (UNKEYED_TIMES - 1, ()), (UNKEYED_TIMES, (Act(2, ACT + 1),)),
    (UNKEYED_TIMES, (Act(0, ACT + STREET_APART_MS + 1),)),
])  # fmt: skip
def test_a_key_was_forgotten_where_some_lack_or_play_goes_on(keyed, after):
    bench, item, over = skipped(keyed, *after)
    assert not untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS + ASK_MS)
    assert [e["seat"] for e in bench.events] == [3]


@pytest.mark.parametrize(("seat", "due", "asked_on"), [
    (0, [3], True), (0, [3, 1], False),  # a street dealt too soon passes over the last player
    (1, [3], True), (1, [3, 2], True),  # an act out of turn may pass over several
])  # fmt: skip
def test_where_a_street_passes_over_several_players_their_keys_were_forgotten(seat, due, asked_on):
    bench, item, over = skipped(UNKEYED_TIMES, seat=seat)
    over.due = lambda _seat: due
    assert untimely._stops(over, item) == asked_on
    assert untimely.key_may_come(over, item, 3, ACT + KEY_LATE_MS + ASK_MS) == asked_on
    assert [e["seat"] for e in bench.events] == ([] if asked_on else [3])


def test_a_key_of_a_check_counts_once_and_one_forgotten_makes_the_count_begin_anew():
    bench, _, over = turn(3, board=3)
    check = Keyed(ACT, {"what": "gesture", "kind": "tap", "seat": 2}, None)
    for _ in range(3):
        over.hold(check, ACT + KEY_LATE_MS + 1)
    assert over.unkeyed == -1
    untimely.take_as_checked(over, check, 3)
    assert over.unkeyed == 1
