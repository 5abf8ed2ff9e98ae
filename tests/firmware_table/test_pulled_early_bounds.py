"""Bets pulled in before all have answered them: the round goes on, and who is due stays known."""

import pytest

from firmware.table import phase as ph
from firmware.table import pulled as pulled_of
from firmware.table import untimely
from firmware.table.departures import Departure
from tests.firmware_table.bench import Bench
from tests.firmware_table.rig import card, chip
from tests.firmware_table.test_passed_over_bounds import ACT, turn
from tests.firmware_table.test_phase_bounds import bet, betting, chips, move


def pulled(out, seat, *values):
    """The dealer pulls chips of a seat in."""
    chips(out, seat, f"line:{seat}", "pot", *values)


def early():
    """Seat 3 has bet 100, which was pulled in before seats 1 and 2 have answered it."""
    out = betting()
    out.posts = {}
    bet(out, 3, 100)
    pulled(out, 3, 100)
    return out


def test_the_round_goes_on_where_somebody_has_a_bet_to_answer():
    out = early()
    assert (out.front, out.early) == ({3: 100}, {3: 100})
    assert (out.owing, out.actor, out.high(), out.unsaid) == ([1, 2], 1, 100, [])
    assert (out.pot_sum, out.put[3], out.stacks[3], out.worth(3)) == (100, 100, 9900, 10000)
    assert out.lying(3) == 0


def test_it_ends_with_the_last_fold():
    out = early()
    bet(out, 1, 100)
    pulled(out, 1, 100)
    assert (out.owing, out.front) == ([2], {3: 100, 1: 100})
    move(out, "seat:2", "muck", n=2)
    assert (out.front, out.early, out.owing, out.actor) == ({}, {}, [], 1)


def test_the_last_call_ends_it_when_its_chips_are_pulled_in():
    out = early()
    move(out, "seat:1", "muck", n=2)
    bet(out, 2, 100)
    assert (out.front, out.owing, out.lying(2)) == ({3: 100, 2: 100}, [], 100)
    pulled(out, 2, 100)
    assert (out.front, out.early, out.owing) == ({}, {}, [])


def test_a_raise_after_it_is_one_and_all_have_to_answer_it():
    out = early()
    bet(out, 1, 200, 100)
    assert (out.step, out.owing, out.front[3]) == (200, [2, 3], 100)
    move(out, "seat:2", "muck", n=2)
    bet(out, 3, 200)  # what is due by then
    assert (out.owing, out.front[3], out.lying(3)) == ([], 300, 200)


def test_an_option_that_is_left_keeps_it_open_until_it_is_taken():
    out = betting()
    bet(out, 3, 100)
    out.front.update({2: 100})
    pulled(out, 3, 100)
    pulled(out, 2, 100)
    move(out, "seat:1", "muck", n=2)
    assert (out.owing, out.unsaid, out.high()) == ([2], [], 100)
    out.note({"t": 9, "what": "gesture", "seat": 2, "kind": "tap"})
    assert (out.owing, out.front) == ([], {})


@pytest.mark.parametrize(("change", "over"), [
    ({}, False),
    ({"owing": []}, True), ({"owing": [2]}, False),
    ({"front": {1: 99, 2: 99, 3: 100}}, False), ({"front": {1: 100, 2: 100, 3: 100}}, True),
    ({"stacks": {1: 0, 2: 0}}, True), ({"stacks": {1: 0, 2: 1}}, False),
    ({"stacks": {3: 100}}, False),  # all-in with what is pulled in
    ({"now": ph.SHOWDOWN}, True),
])  # fmt: skip
def test_no_round_goes_on_where_nobody_has_a_bet_to_answer(change, over):
    out = betting()
    bet(out, 3, 100)
    for name, value in change.items():
        setattr(out, name, value)
    pulled(out, 3, 100)
    assert (out.early == {}) == over and (out.front == {}) == over


def test_who_has_put_in_all_by_then_owes_nothing():
    out = betting()
    bet(out, 1, 100)
    bet(out, 3, 500)
    out.stacks[1] = 100
    pulled(out, 1, 100)
    assert out.worth(1) == 100 and out.owe_a_bet() == [2]


def test_the_next_street_begins_anew_whatever_was_owed():
    out = early()
    move(out, "stub", "burn")
    assert out.front == {3: 100}
    move(out, "stub", "board", n=3)
    assert (out.front, out.early, out.owing) == ({}, {}, [1, 2, 3])


@pytest.mark.parametrize("street", [False, True])
def test_what_is_put_out_between_the_streets_is_no_bet_to_answer(street):
    out = early()
    for seat in (1, 2):
        bet(out, seat, 100)
        pulled(out, seat, 100)
    assert out.collected
    if street:
        move(out, "stub", "board", n=3)
    bet(out, 3, 25, 25)  # a call with a big chip, which was changed from the rack
    pulled(out, 3, 25, 25)
    assert bool(out.early) == street and out.change == ({} if street else {3: 50})


def test_an_ante_or_a_blind_pulled_in_before_the_betting_is_none_of_it():
    out = betting()
    out.now = ph.DEAL
    bet(out, 1, 50)
    pulled(out, 1, 50)
    assert out.early == {} and out.front == {1: 0}


@pytest.mark.parametrize(("change", "acts"), [
    ({}, None), ({"early": {}}, 0), ({"owing": []}, 0),
    ({"early": {}, "owing": [1], "front": {1: 5}}, None),  # of the street before
])  # fmt: skip
def test_the_rest_of_what_is_pulled_in_too_soon_ends_no_street(change, acts):
    bench = Bench()
    phase = bench.phase
    phase.front, phase.early, phase.owing = {2: 100, 3: 100}, {2: 100}, [1]
    for name, value in change.items():
        setattr(phase, name, value)
    item = Departure(bench.chips, bench.chips.spots[3], 5000)
    assert item.acts() is None
    item.found = 1
    assert item.acts() == acts


def dead_bet():
    """Seat 3 has bet 100 and seat 1 folded the 50 it had in front; seat 2 is due."""
    out = betting()
    bet(out, 1, 50)
    bet(out, 3, 100)
    move(out, "seat:1", "muck", n=2)
    return out


@pytest.mark.parametrize(("change", "goes_on"), [
    ({}, True), ({"live": [1, 2, 3]}, False), ({"early": {3: 100}}, False),
    ({"early": {3: 99}}, True), ({"owing": []}, False), ({"now": ph.SHOWDOWN}, False),
    ({"front": {1: 50, 3: 0}}, False),
])  # fmt: skip
def test_the_bet_of_a_hand_that_was_folded_ends_no_round_while_another_lies(change, goes_on):
    out = dead_bet()
    for name, value in change.items():
        setattr(out, name, value)
    assert out.ends_no_round(1) == goes_on
    assert not dead_bet().ends_no_round(3)


def test_a_dead_bet_is_pulled_in_and_all_else_goes_on():
    out = dead_bet()
    bet(out, 2, 100)  # as where it has an option left
    out.owing, out.acting, out.motions = [2], 2, 1
    pulled(out, 1, 50)
    assert (out.owing, out.front, out.early) == ([2], {1: 50, 2: 100, 3: 100}, {})
    assert (out.pot_sum, out.put[1], out.acting) == (50, 50, 2)
    bet(out, 2, 200)
    assert (out.owing, out.high()) == ([3], 300)


def test_the_last_bet_of_players_who_are_in_ends_a_round_whatever_lies_before_others():
    out = dead_bet()
    bet(out, 2, 100)
    out.owing, out.early = [], {2: 100}
    pulled(out, 3, 100)
    assert (out.front, out.early) == ({}, {})
    pulled(out, 1, 50)
    assert (out.front, out.owing, out.pot_sum) == ({}, [], 150)


@pytest.mark.parametrize(("folds", "acts"), [(True, None), (False, 0)])
def test_a_dealer_who_pulls_in_a_dead_bet_at_once_has_not_ended_the_street(folds, acts):
    bench = Bench()
    bench.phase.front, bench.phase.owing = {2: 100, 3: 100}, [1]
    bench.phase.live = [1, 2] if folds else [1, 2, 3]
    item = Departure(bench.chips, bench.chips.spots[3], 5000)
    item.found = 1
    assert item.acts() == acts


@pytest.mark.parametrize("dead", [True, False])
def test_who_has_the_option_has_not_checked_where_a_dead_bet_is_pulled_in(rig, dead):
    small = chip(1, 50)
    for thing, spot in ((small, 1), (chip(2), 2), (chip(3), 3)):
        rig.put(thing, f"line:{spot}")
        rig.run(1500)
    if not dead:
        rig.put(chip(6, 50), "line:1")
    for i in (0, 3) if dead else ():
        rig.put(card(i), "muck")
    rig.run(3000)
    for thing in (small,) if dead else (small, chip(6, 50), chip(3)):
        rig.put(thing, "pot")
    rig.run(1300)
    for i in (4, 5) if dead else ():
        rig.put(chip(i), "line:2")
    rig.run(9000)
    kinds = [e["what"] for e in rig.events if e.get("seat") == 2]
    assert ("gesture" in kinds) != dead
    assert kinds.count("chips_move") == 1 + dead


@pytest.mark.parametrize(("value", "total"), [(150, None), (151, 251), (50, None)])
def test_the_dealer_is_asked_about_what_lies_there_and_not_in_the_pot(value, total):
    bench = Bench()
    bench.lie("line:3", chip(1), n=2)
    bench.phase.front, bench.phase.early = {3: 150}, {3: 100}
    asked = []
    bench.chips.ask = lambda *args: asked.append(args)
    item = bench.chips.spots[3].arrival
    bench.chips.question(item, 5000)
    assert asked[0][3:] == (3, 150)
    asked[0][2](value, 5100)
    assert item.total == total


@pytest.mark.parametrize(("value", "told"), [(50, []), (51, [1])])
def test_and_so_where_one_was_passed_over(value, told):
    bench, item, over = turn(1, front={3: 150})
    bench.phase.early = {3: 100}
    said, asked = [], []
    bench.chips.emit_unread = lambda *args: said.append(args)
    bench.chips.ask = lambda *args: asked.append(args)
    untimely.ask(over, item, 3, ACT + 100)
    assert asked[0][3:] == (3, 50)
    asked[0][2](value, ACT + 200)
    assert [row[1] for row in said] == told


def gathered_after(rig, answers):
    """Seat 3 has bet, the dealer pulls in, and seats 1 and 2 throw their hands away at once: the
    muck reads the hand of seat 1 last. ``answers``: seat 2 has folded before the pull."""
    rig.put(chip(1), "line:3")
    rig.run(1500)
    if answers:
        for i in (0, 3):
            rig.put(card(i), "muck")
        rig.run(3000)
    rig.put(chip(1), "pot")
    rig.run(3000)
    rig.blind["muck"] = [card(0), card(3)]
    for i in (0, 3) if not answers else ():
        rig.put(card(i), "muck")
    rig.run(1000)
    for i in (1, 4):
        rig.put(card(i), "muck")
    rig.run(700)
    rig.blind = {}
    rig.run(4000)
    return [e["from"] for e in rig.emitted() if e.get("to") == "muck"]


@pytest.mark.parametrize("answers", [False, True])
def test_folds_after_it_are_told_in_turn(rig, answers):
    assert gathered_after(rig, answers) == ["seat:1", "seat:2"]


# -- the bet of a hand that was thrown away and is read nowhere ------------------------------------


def thrown_unseen(gone=(1,), **change):
    """Seat 3 has bet 100; seat 1 has thrown its hand away, unread, with 50 in front, which the
    dealer pulls in; seat 2 has the bet to answer. Returns the bench and what has left."""
    bench = Bench()
    phase, spot = bench.phase, bench.chips.spots[1]
    phase.front, phase.owing, phase.actor = {1: 50, 3: 100}, [1, 2], 1
    for name, value in change.items():
        setattr(phase, name, value)
    bench.chips.hand_gone = lambda seat, t: seat in gone
    tags = bench.lie("line:1", chip(1, 25), chip(2, 25))
    spot.arrival, bench.order.items = None, []
    for tag in tags:
        tag.zone, tag.item = "line:1", None
        bench.chips.depart(tag, spot, 5000)
    spot.departure.found = 2
    bench.events.clear()
    return bench, spot.departure


@pytest.mark.parametrize(("gone", "change", "dead"), [
    ((1,), {}, True), ((), {}, False),  # it lies there: it was lifted at most
    ((1, 2), {}, False),  # nobody is left to answer
    ((1,), {"owing": [1]}, False), ((1,), {"front": {1: 100, 2: 100, 3: 100}}, False),
    ((1,), {"front": {1: 50, 2: 99, 3: 100}}, True), ((1,), {"stacks": {2: 0}}, False),
    ((1,), {"early": {3: 100}}, False), ((1,), {"early": {3: 99}}, True),  # no bet lies there
    ((1,), {"live": [2, 3]}, False), ((1,), {"now": ph.SHOWDOWN}, False),
])  # fmt: skip
def test_the_bet_of_a_hand_thrown_away_unseen_ends_no_round_others_have_to_answer(
    gone, change, dead
):
    bench, item = thrown_unseen(gone, **change)
    assert pulled_of.dead_bet(bench.chips, item.spot, 5000) == dead
    assert pulled_of.goes_on_with(bench.chips, item.spot, 5000) == (2 if dead else None)
    if "live" not in change and "now" not in change and "early" not in change:
        assert item.acts() == (None if dead else 0)


@pytest.mark.parametrize(("gone", "asked"), [((1,), 2), ((), None)])
def test_it_shows_the_folds_before_the_player_who_is_due_then_and_no_others(gone, asked):
    bench, item = thrown_unseen(gone)
    seen = []
    bench.chips.before_act = lambda seat, t: seen.append((seat, t))
    bench.chips.departure_over(item, 6000)
    assert seen == [(asked, 5000)]
    assert bench.emitted("seat", "to", "chips") == [(1, "pot", [25, 25])]
    assert bench.phase.owing == [1, 2] or not gone
