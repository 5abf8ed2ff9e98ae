"""What each winner still lacks of its pots, to the chip; and who gets nothing."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import award
from firmware.table import phase as ph
from firmware.table.presence import Tag
from tests.firmware_table.bench import Bench, chip

EQUAL = {1: 100, 2: 100, 3: 100}
SIDE = {1: 100, 2: 300, 3: 300}


def view(**fields):
    """What is known of the pots of a hand without antes."""
    return Of(ante_due=lambda *_: 0, **fields)


@pytest.mark.parametrize(("put", "dead", "unit", "winners", "lacks"), [
    (EQUAL, 0, 25, {1: 250}, {1: 50}),
    (EQUAL, 0, 25, {1: 300}, {1: 0}),
    (EQUAL, 0, 25, {1: 301}, {}),  # more than there is: it was pushed something else
    (EQUAL, 30, 25, {1: 250}, {1: 80}),
    # split: as much to each, the odd chip to who has been pushed more, else to who lacks most
    (EQUAL, 0, 25, {1: 100, 2: 125}, {1: 50, 2: 25}),
    (EQUAL, 25, 25, {1: 150, 2: 150}, {1: 0, 2: 25}),
    (EQUAL, 25, 25, {1: 175, 2: 100}, {1: 0, 2: 50}),
    (EQUAL, 25, 25, {1: 100, 2: 175}, {1: 50, 2: 0}),
    (EQUAL, 25, 25, {1: 150, 2: 100}, {1: 0, 2: 75}),
    (EQUAL, 25, 25, {1: 176, 2: 100}, {}),
    (EQUAL, 24, 25, {1: 150, 2: 150}, {1: 0, 2: 24}),
    (EQUAL, 50, 25, {1: 150, 2: 150}, {1: 25, 2: 25}),
    # the pot all of that size make, and the next for who has put in more
    (SIDE, 0, 25, {1: 300, 2: 350}, {1: 0, 2: 50}),
    (SIDE, 0, 25, {1: 250, 2: 400}, {1: 50, 2: 0}),
    (SIDE, 30, 25, {1: 250, 2: 375}, {1: 80, 2: 25}),  # the dead chips are in the first pot
    (SIDE, 0, 25, {1: 301, 2: 350}, {}),
    (SIDE, 0, 25, {2: 600}, {2: 100}),
    # all of a bet nobody matched, and no more: that is no pot won
    ({1: 300, 2: 100}, 0, 25, {1: 200}, {}),
    ({1: 300, 2: 100}, 0, 25, {1: 199}, {1: 201}),
    ({1: 300, 2: 100}, 0, 25, {1: 201}, {1: 199}),
    ({1: 300, 2: 100, 3: 300}, 0, 25, {1: 200}, {1: 500}),
    ({1: 100}, 0, 25, {1: 100}, {}),
])  # fmt: skip
def test_what_winners_lack_is_what_their_pots_hold_more(put, dead, unit, winners, lacks):
    pots = dict(put), dead
    assert award._shares(view(put=put, winners=winners), pots, unit) == lacks


@pytest.mark.parametrize(("winners", "apart", "tied"), [
    ({1: 100, 2: 500}, {}, {1: 50, 2: 50}), ({1: 150, 2: 550}, {}, {1: 0, 2: 0}),
    ({1: 100, 2: 551}, {}, {}),
    ({1: 200, 2: 350}, {1: 100, 2: 50}, {}),
])  # fmt: skip
def test_the_smaller_pot_may_be_split_with_who_has_won_the_next(winners, apart, tied):
    phase = view(put=SIDE, winners=winners)
    assert award._shares(phase, (dict(SIDE), 0), 25) == apart
    assert award._shares(phase, (dict(SIDE), 0), 25, True) == tied


@pytest.mark.parametrize(("winners", "left", "all_to"), [
    ({1: 150, 2: 100}, 50, {1: 50}), ({1: 100, 2: 150}, 50, {2: 50}),
    ({1: 125, 2: 125}, 50, {}),  # just half
    ({1: 200, 2: 50}, 100, {1: 100}), ({1: 201, 2: 50}, 100, {}),  # its pots hold 300
])  # fmt: skip
def test_who_was_pushed_more_than_half_has_the_rest_as_far_as_its_pots_go(winners, left, all_to):
    phase = view(put=EQUAL, winners=winners, pot_sum=left)
    assert award._most(phase, (dict(EQUAL), 0), sum(winners.values())) == all_to


def test_the_antes_are_in_the_pots_of_that():
    phase = view(put=EQUAL, winners={1: 200, 2: 50}, pot_sum=130)
    assert award._most(phase, (dict(EQUAL), 29), 250) == {}
    assert award._most(phase, (dict(EQUAL), 30), 250) == {1: 130}
    poor = view(put=SIDE, winners={1: 250, 2: 10}, pot_sum=50)
    assert award._most(poor, (dict(SIDE), 0), 260) == {1: 50}  # 100 of each, no more
    poor.pot_sum = 51
    assert award._most(poor, (dict(SIDE), 0), 260) == {}


@pytest.mark.parametrize(("winners", "change", "put", "dead"), [
    ({1: 1}, {}, {1: 200, 2: 200, 3: 75}, 75),
    ({2: 1}, {}, {1: 275, 2: 200, 3: 75}, 75),
    ({2: 1}, {1: 75}, {1: 200, 2: 200, 3: 75}, 75),
    ({1: 1}, {1: 75}, {1: 200, 2: 200, 3: 75}, 75),  # it came with the push
    ({1: 1, 2: 1}, {3: 50}, {1: 200, 2: 200, 3: 25}, 75),
    ({4: 1}, {}, {1: 275, 2: 200, 3: 75, 4: 0}, 75),
])  # fmt: skip
def test_a_pot_holds_what_others_have_matched_and_the_antes(winners, change, put, dead):
    bench = Bench(ph.SHOWDOWN, ante=25, ante_type="each")
    phase = bench.phase
    phase.put, phase.winners, phase.change = {1: 300, 2: 225, 3: 100}, winners, change
    assert award._matched(phase) == (put, dead)


def test_an_ante_is_dead_as_far_as_it_was_put_in():
    bench = Bench(ph.SHOWDOWN, ante=25, ante_type="each")
    bench.phase.put, bench.phase.winners = {1: 24, 2: 26, 3: 25}, {}
    assert award._matched(bench.phase) == ({1: 0, 2: 1, 3: 0}, 74)


def collected(put, winners, left, pot=(), read=True, pushes=(), lost=(), change=(), **setup):
    """The hand is over: what is told of pushes that went unread, seat -> chips. ``lost``: value of
    each chip told to be in the pot and when its loop lost it, ms; ``change``: (seat, due)."""
    bench = Bench(ph.SHOWDOWN, **setup)
    phase = bench.phase
    phase.change = dict(change)
    phase.pushes = list(pushes)
    for n, (value, t) in enumerate(lost):
        tag = bench.tags[chip(50 + n)[0]] = Tag(*chip(50 + n, value))
        tag.zone, tag.left = "pot", t
    phase.put, phase.winners, phase.pot_sum, phase.pot = put, winners, left, list(pot)
    bench.lie("seat:1", chip(1, 25))
    if read:
        bench.read(2000, "pot")
    bench.ant("pot").period_ms = 100
    del bench.events[:]
    award.rest(bench.cards, 3000)
    return {e["seat"]: e["chips"] for e in bench.events}


@pytest.mark.parametrize(("winners", "left", "pot", "told"), [
    ({1: 250}, 50, [25, 25], {1: [25, 25]}), ({1: 250}, 50, [100], {1: [50]}),
    ({1: 300}, 0, [], {}), ({1: 100, 2: 150}, 50, [25, 25], {1: [25, 25]}),
    ({1: 125, 2: 125}, 50, [25, 25], {1: [25], 2: [25]}),
    ({1: 251, 2: 9}, 40, [40], {1: [40]}),  # neither split nor apart: all of it to who has most
    # what is pushed and what is left are not what was put in: one winner has it all
    ({1: 250}, 51, [51], {1: [51]}), ({1: 250}, 49, [49], {1: [49]}),
    ({1: 200, 2: 50}, 51, [51], {}), ({}, 300, [100, 200], {}),
])  # fmt: skip
def test_what_was_pushed_unread_is_told_when_the_hand_is_over(winners, left, pot, told):
    assert collected(dict(EQUAL), winners, left, pot) == told


UNEVEN = {1: 100, 2: 300, 3: 400, 4: 400}  # 1 has won the first pot, 2 and 3 split the next
PUSHES = ((10000, 1), (14000, 2), (17000, 3))


@pytest.mark.parametrize(("lost", "told"), [
    ([(100, 13000)], {2: [100]}), ([(100, 16000)], {3: [100]}), ([(100, 9000)], {1: [100]}),
    ([(100, 14000)], {2: [100]}), ([(100, 14100)], {2: [100]}), ([(100, 14101)], {3: [100]}),
    ([(100, 10100)], {1: [100]}), ([(100, 10999)], {}),  # long before the next, a shadow or more
    ([(100, 11000)], {2: [100]}), ([(100, 17100)], {3: [100]}), ([(100, 17101)], {}),
    ([(50, 13000), (50, 16000)], {2: [50], 3: [50]}), ([(50, 13000), (50, 20000)], {}),
    ([(100, 13000), (500, 9000)], {2: [100]}),  # the one that is just what is left
    ([(100, 13000), (100, 16000)], {}), ([(99, 13000)], {}), ([], {}),
])  # fmt: skip
def test_chips_read_nowhere_went_with_the_push_after_the_pot_had_lost_them(lost, told):
    winners = {1: 400, 2: 300, 3: 400}
    assert collected(dict(UNEVEN), winners, 100, pushes=PUSHES, lost=lost) == told
    # the same where it is not known what each has put in
    assert collected({1: 1}, winners, 100, pushes=PUSHES, lost=lost) == told


@pytest.mark.parametrize(("put", "winners", "left", "told"), [
    ({1: 125, 2: 100, 3: 100}, {1: 150, 2: 150}, 25, {1: [25]}),
    ({1: 125, 2: 100, 3: 100}, {1: 125, 2: 150}, 50, {1: [50]}),
    ({1: 150, 2: 100, 3: 100}, {1: 150, 2: 150}, 50, {1: [50]}),
    ({1: 100, 2: 100, 3: 125}, {1: 150, 2: 150}, 25, {}),  # of one that has won nothing
    # the pots are paid, however their odd chips were split
    ({1: 125, 2: 100, 3: 100}, {1: 75, 2: 225}, 25, {1: [25]}),
    ({1: 125, 2: 100, 3: 100}, {1: 75, 2: 224}, 26, {2: [26]}),  # the most, as elsewhere
    ({1: 125, 2: 100, 3: 100}, {1: 25, 2: 275}, 25, {2: [25]}),  # it has got that back
])  # fmt: skip
def test_a_winner_has_what_nobody_has_matched_as_well(put, winners, left, told):
    assert collected(put, winners, left) == told


@pytest.mark.parametrize(("winners", "left", "change", "told"), [
    ({1: 250}, 150, {3: 100}, {3: [100], 1: [50]}),
    ({1: 300}, 100, {3: 100}, {3: [100]}),
    ({1: 250}, 250, {2: 100, 3: 100}, {2: [100], 3: [100], 1: [50]}),
    ({1: 250}, 50, {3: 0}, {1: [50]}), ({1: 250}, 50, {}, {1: [50]}),
    ({1: 250}, 50, {3: -50}, {1: [50]}),  # too much was given: nothing is due back
])  # fmt: skip
def test_change_nobody_has_read_is_told_when_the_hand_is_over(winners, left, change, told):
    put = {seat: 100 + max(0, change.get(seat, 0)) for seat in (1, 2, 3)}
    assert collected(put, winners, left, change=change.items()) == told


@pytest.mark.parametrize(("left", "told"), [(99, {}), (100, {3: [100]}), (101, {})])
def test_not_where_the_pot_does_not_hold_just_that(left, told, monkeypatch):
    monkeypatch.setattr(award, "_shares", lambda *_: {1: 0})
    monkeypatch.setattr(award, "_most", lambda *_: {})
    put = {1: 100, 2: 100, 3: 100 + left}
    assert collected(put, {1: 300}, left, change=[(3, 100)]) == told


@pytest.mark.parametrize(("first", "change", "told"), [
    (200, 100, {1: [100], 3: [100]}),  # its ante: nobody gives that back
    (200, 0, {1: [100]}), (300, 0, {1: [200]}),  # and a bet nobody has matched
])  # fmt: skip
def test_an_ante_is_no_bet_that_nobody_has_matched(first, change, told):
    put = {1: first, 2: 100, 3: 100 + change}
    left = sum(put.values()) - 300
    big_blind = {"ante": 100, "ante_type": "big_blind_ante", "bb_seat": 1}
    assert collected(put, {1: 300}, left, change=[(3, change)], **big_blind) == told


def test_nothing_is_told_of_a_pot_that_is_not_read():
    assert collected(dict(EQUAL), {1: 250}, 50, [50], read=False) == {}


@pytest.mark.parametrize(("change", "seat"), [
    ({}, 1), ({"to": "line:1"}, None), ({"now": ph.BETTING}, None), ({"awarded": True}, None),
    ({"pot": []}, None), ({"live": [1, 2]}, None), ({"live": [2]}, None), ({"live": []}, None),
])  # fmt: skip
def test_the_last_hand_goes_to_the_muck_after_a_showdown_nobody_was_paid_in(change, seat):
    bench = Bench(ph.SHOWDOWN)
    bench.read(2000, "pot")
    phase = bench.phase
    phase.pot, phase.live, phase.awarded = change.get("pot", [100]), change.get("live", [1]), False
    phase.awarded, phase.now = change.get("awarded", False), change.get("now", ph.SHOWDOWN)
    item = Of(to=change.get("to", "muck"), frm="seat:1")
    phase.won_by = lambda _: False
    assert award.last_hand(bench.cards, item) == seat
    phase.won_by = lambda _: True
    assert award.last_hand(bench.cards, item) is None
