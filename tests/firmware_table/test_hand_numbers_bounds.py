"""What a hand begins with, and each number the follower of it counts, one by one."""

import pytest

from firmware.table import phase as ph
from firmware.table.blinds import move_on
from firmware.table.phase import Phase
from firmware.table.values import DEAL_QUIET_MS
from shared_rules.zones import POT
from tests.firmware_table.rig import setup
from tests.firmware_table.test_phase_bounds import bet, betting, chips, dealt, move, phase


def test_a_hand_begins_with_nothing_counted():
    out = Phase(6)
    assert out.all == out.seats == [1, 2, 3, 4, 5, 6]
    assert (out.ante, out.blinds) == (0, (None, None, 0, 0))
    assert (out.board, out.first_deal, out.last_deal, out.motions) == (0, 0, 0, 0)
    assert (out.word, out.carried, out.step, out.pot_sum) == ((None, None, 0), 0, 0, 0)
    assert out.changes == 1


def test_each_event_and_each_end_counts_as_one_change():
    out = phase()
    assert out.changes == 1
    out.note({"what": "notice", "t": 1})
    assert out.changes == 2
    out.gathered()
    assert out.changes == 3
    out = phase(ph.DEAL, game=None)
    for seat in (1, 2, 3):
        dealt(out, seat)
    seen = out.changes
    out.tick(101 + DEAL_QUIET_MS)
    assert (out.now, out.changes) == (ph.BETTING, seen + 1)


@pytest.mark.parametrize(("front", "then"), [({}, 75), ({2: 100}, 175)])
def test_a_correction_is_added_to_what_lies_in_front(front, then):
    out = betting()
    out.front = front
    out.note({"what": "correction", "seat": 2, "chips": [50, 25], "t": 9})
    assert out.front[2] == then


@pytest.mark.parametrize(("what", "kind", "now", "then"), [
    ("by_hand", "dealt", ph.SHUFFLED, ph.BETTING), ("by_hand", "dealt", ph.SHOWDOWN, ph.SHOWDOWN),
    ("by_hand", "dealt", ph.BETWEEN, ph.BETWEEN), ("by_hand", "cards", ph.SHUFFLED, ph.SHUFFLED),
    ("finding", "dealt", ph.SHUFFLED, ph.SHUFFLED),
])  # fmt: skip
def test_a_deal_keyed_by_hand_opens_the_betting_of_a_hand_without_cards(what, kind, now, then):
    out = phase(now)
    out.note({"what": what, "kind": kind, "t": 9})
    assert out.now == then


@pytest.mark.parametrize(("hole", "counts", "now"), [
    (1, {1: 1, 2: 1, 3: 1}, ph.BETTING), (1, {1: 1, 2: 1}, ph.DEAL), (0, {1: 1, 2: 1}, ph.DEAL),
    (0, {}, ph.BETTING),
])  # fmt: skip
def test_a_quiet_deal_ends_where_each_hand_has_what_the_game_deals(hole, counts, now):
    out = phase(ph.DEAL)
    out.hole, out.counts, out.live, out.last_deal = hole, counts, [1, 2, 3], 0
    out.tick(10**6)
    assert out.now == now


@pytest.mark.parametrize(("change", "want"), [
    ({}, (None, None, 0, 0)), ({"sb": 5}, (None, None, 5, 0)), ({"bb": 5}, (None, None, 0, 5)),
    ({"sb_seat": 1, "bb_seat": 2, "sb": 5, "bb": 10}, (1, 2, 5, 10)),
])  # fmt: skip
def test_blinds_nobody_has_keyed_are_none(change, want):
    out = Phase(6)
    out.note({"what": "setup", "seats": [1, 2, 3], "button": 3, **change})
    assert out.blinds == want
    assert out.posts == ({1: 5, 2: 10} if want[0] else {})


@pytest.mark.parametrize(("change", "first_after"), [
    ({"sb_seat": 1, "bb_seat": 2}, 2), ({"sb_seat": 1}, 1), ({}, 3),
    ({"bb_seat": 2, "straddles": {"4": 200}}, 4), ({"bb_seat": 2, "straddles": {}}, 2),
    ({"bb_seat": 2, "straddles": None}, 2), ({"bb_seat": 2, "straddles": [4]}, 2),
    ({"bb_seat": 2, "straddles": {"4": 200, "10": 400}}, 10),
])  # fmt: skip
def test_the_seat_behind_the_last_blind_opens(change, first_after):
    out = Phase(6)
    out.note({"what": "setup", "seats": [1, 2, 3, 4], "button": 3, **change})
    assert out.first_after == first_after


@pytest.mark.parametrize(("played", "big", "moved"), [
    ("awarded", 2, True), ("board", 2, True), ("pot", 2, True), (None, 2, False),
    ("awarded", None, False),
])  # fmt: skip
def test_the_blinds_move_on_when_a_hand_was_played(played, big, moved):
    out = phase()
    out.blinds = (1, big, 50, 100)
    if played:
        setattr(out, played, {"awarded": True, "board": 3, "pot": [25]}[played])
    move_on(out)
    assert (out.blinds[1] == 3) == moved and (out.button == 1) == moved


@pytest.mark.parametrize(("stack", "plays"), [(0, False), (1, True), (None, True)])
def test_who_has_a_chip_is_in_the_next_hand(stack, plays):
    out = phase()
    out.awarded, out.stacks = True, {1: 10, 2: 10}
    if stack is not None:
        out.stacks[3] = stack
    move_on(out)
    assert (3 in out.seats) == plays


@pytest.mark.parametrize(("seats", "button", "blinds", "want"), [
    ([1, 4], 1, (1, 4), (4, (4, 1))),  # two: the button is the small blind
    ([1, 4, 6], 1, (1, 4), (1, (4, 6))),  # a third has come: the button stays behind the blinds
    ([1, 2, 4, 6], 1, (1, 4), (2, (4, 6))),  # and where two have
    ([1, 2, 3], 3, (1, 2), (1, (2, 3))), ([1, 2, 3], 3, (None, 2), (3, (2, 3))),
    ([1, 2], 3, (1, 2), (2, (2, 1))),
])  # fmt: skip
def test_where_button_and_blinds_go(seats, button, blinds, want):
    out = phase()
    out.seats, out.button, out.awarded, out.stacks = seats, button, True, {}
    out.blinds = (*blinds, 50, 100)
    move_on(out)
    assert (out.button, out.blinds[:2]) == want
    assert out.first_after == want[1][1] and set(out.posts) == set(want[1])


@pytest.mark.parametrize(("counts", "all_have"), [
    ({1: 2, 2: 2, 3: 2}, True), ({1: 2, 2: 2, 3: 1}, False), ({1: 2, 2: 2}, False),
    ({1: 3, 2: 2, 3: 2}, True),
])  # fmt: skip
@pytest.mark.parametrize("hole", [1, 2])
def test_all_are_served_who_hold_their_cards(counts, all_have, hole):
    out = phase(ph.DEAL)
    out.hole, out.counts = hole, {s: counts[s] + hole - 2 for s in counts}
    assert out._all_served() == all_have


@pytest.mark.parametrize(("counts", "left", "plays"), [
    ({1: 2, 2: 2, 3: 2}, 1, True), ({1: 1, 2: 2, 3: 2}, 0, False), ({2: 2, 3: 2}, -1, False),
])  # fmt: skip
def test_a_hand_is_gone_with_its_last_card(counts, left, plays):
    out = betting()
    out.counts = counts
    move(out, "seat:1", "muck")
    assert (out.counts[1], 1 in out.live) == (left, plays)


def test_an_unknown_stack_is_beyond_every_bet():
    out = betting()
    out.stacks = {}
    chips(out, 1, "line:1", POT, 10**15)
    assert out.stacks[1] == (1 << 60) - 10**15


@pytest.mark.parametrize(("front", "then"), [({}, 0), ({1: 50}, 25), ({1: 25}, 0), ({1: 10}, 0)])
def test_an_ante_pulled_in_lies_in_front_no_more(front, then):
    out = phase(ph.DEAL)
    out.front = dict(front)
    chips(out, 1, "line:1", POT, 25)
    assert out.front[1] == then


@pytest.mark.parametrize(("values", "due", "awarded"), [
    ([25], 25, False), ([25], 26, False), ([25], 24, True), ([], 25, True), ([0], 25, True),
    ([1], 1, False),
])  # fmt: skip
def test_chips_out_of_the_pot_are_change_as_far_as_it_is_due(values, due, awarded):
    out = betting()
    out.change, out.owing = {1: due}, []
    chips(out, 1, POT, "seat:1", *values)
    assert out.awarded == awarded
    assert out.winners == ({1: sum(values)} if awarded else {})


@pytest.mark.parametrize(("live", "oversized", "fronts", "kept"), [
    ([2], {1: 30}, {1: 100, 2: 100}, 30), ([2], {}, {1: 100, 2: 100}, None),
    ([2, 3], {}, {1: 120, 2: 100}, 20), ([2, 3], {1: 30}, {1: 130, 2: 100}, 30),
    ([2, 3], {}, {1: 100, 2: 100}, None), ([2, 3], {}, {1: 101, 2: 100}, 1),
])  # fmt: skip
def test_what_nobody_has_matched_is_kept_for_its_player(live, oversized, fronts, kept):
    out = betting()
    out.live, out.oversized, out.front = live, oversized, fronts
    out.high = lambda but=None: 100
    out.change = {1: 5} if kept == 30 else {}
    out._keep_change()
    assert out.change.get(1) == (kept + 5 if kept == 30 else kept)


@pytest.mark.parametrize(("front", "awaited"), [
    ({}, True), ({1: 50}, True), ({1: 50, 2: 99}, True), ({1: 50, 2: 100}, False),
    ({1: 49, 2: 100}, True), ({2: 100}, True),
])  # fmt: skip
def test_blinds_are_awaited_until_all_of_them_lie_there(front, awaited):
    out = phase(ph.DEAL)
    out.front = front
    assert out.blinds_awaited() == awaited


@pytest.mark.parametrize("posts", [{1: 1}, {2: 1}])
def test_a_blind_of_one_chip_is_awaited_as_well(posts):
    out = phase(ph.DEAL)
    out.posts, out.front = posts, {}
    assert out.blinds_awaited()


def test_the_setup_says_who_is_due_what():
    out = Phase(6)
    out.note(dict(setup(), what="setup"))
    assert out.posts == {1: 50, 2: 100} and out.stacks == {1: 10000, 2: 10000, 3: 10000}
    out.blinds = (9, 2, 50, 100)
    out.note_blinds()
    assert out.posts == {2: 100}
    out.blinds = (None, 2, 50, 100)
    out.note_blinds()
    assert out.posts == {2: 100}
    bet(out, 1, 25)
    assert out.front == {1: 25}


@pytest.mark.parametrize(("before", "raised"), [
    (None, (2, [1, 2])), ((3, [1]), (2, [1, 2])), ((2, [1, 3]), (2, [1, 3])),
])  # fmt: skip
def test_who_owed_before_the_last_raise_is_kept_while_one_player_raises(before, raised):
    out = betting()
    out.front, out.owing, out.raised = {1: 100}, [1, 2], before
    out._put_in(2, 200)
    assert (out.raised, out.owing) == (raised, [1, 3])


@pytest.mark.parametrize(("front", "stack", "unsaid", "could"), [
    ({}, 100, [], True), ({1: 1}, 100, [], False), ({2: 1, 1: 1}, 100, [], True),
    ({2: 100, 1: 100}, 100, [], False), ({2: 99, 1: 99}, 100, [], True), ({}, 0, [], False),
    ({}, 100, [2], False),
])  # fmt: skip
def test_who_faces_no_bet_and_has_chips_could_check(front, stack, unsaid, could):
    out = betting()
    out.front, out.stacks, out.unsaid = front, {2: stack}, unsaid
    assert out._could_check(2) == could


@pytest.mark.parametrize(("front", "actor"), [
    ({2: 100}, 2), ({2: 101}, 3), ({2: 101, 3: 101}, 2), ({2: 101, 3: 102}, 1), ({}, 2),
])  # fmt: skip
def test_more_than_the_blinds_in_front_is_a_straddle(front, actor):
    out = phase(ph.DEAL)
    out.live, out.first_after, out.front = [1, 2, 3], 1, front
    out._open_betting()
    assert out.actor == actor
