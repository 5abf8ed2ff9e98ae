"""A raise that may be a call by the book: whether it was one is seen by what others do.

What is more than the call goes back, out of the pot where the chips themselves do not make it; the
dealer changes chips for it with the rack. None of that is anybody's bet.
"""

import pytest

from firmware.table import once
from firmware.table import phase as ph
from tests.firmware_table.bench import Bench
from tests.firmware_table.rig import card, chip
from tests.firmware_table.test_change_bounds import view
from tests.firmware_table.test_loads_bounds import Of

SMALL = [500, 100, 100, 25, 25]  # 750


def facing(*values, stack=9000, word=None, **fields):
    """The tracker's view when seat 1 has put these chips in against a bet of 750 by seat 3."""
    fields = {"front": {3: 750, 2: 100}, "step": 650, "owing": [1, 2], "live": [1, 2, 3], **fields}
    phase = view(stacks={1: stack, 2: 9000, 3: 9000}, last_deal=1000, **fields)
    if word is not None:
        phase.word = (1, word, 1500)
    move(phase, 1, *values, motion=fields.get("motion", 1))
    return phase


def move(phase, seat, *values, frm=None, to=None, **more):
    frm, to = frm or f"seat:{seat}", to or f"line:{seat}"
    row = {"t": 2000, "what": "chips_move", "seat": seat, "chips": list(values), "from": frm}
    phase.note({**row, "to": to, "motion": 1, **more})


def pull(phase, seat, amount):
    move(phase, seat, amount, frm=f"line:{seat}", to="pot")


@pytest.mark.parametrize(("values", "doubted"), [
    ([500, 500], True),  # each is needed for the call
    ([500, 499], True), ([500, 251], True),
    ([500, 500, 500], False),  # one can be spared: 1500, and 1400 is the least raise
    ([500, 500, 400], False), ([500, 500, 399], True),  # less than the least raise
    ([750, 700], False), ([749, 700], True),  # the smaller one can be spared, or just not
    ([750], None), ([700], None), ([800], None),  # no raise; one big chip is a call
])  # fmt: skip
def test_chips_that_are_all_needed_or_too_little_may_be_a_call(values, doubted):
    phase = facing(*values)
    assert phase.doubted == (1 if doubted else None)
    assert phase.owing == ([2, 3] if doubted is not None else [2])


@pytest.mark.parametrize(("word", "doubted"), [
    (None, True), ("call", True), ("raise", False), ("all_in", False),
])  # fmt: skip
def test_not_what_its_player_has_said_is_a_raise(word, doubted):
    assert (facing(500, 500, word=word).doubted == 1) == doubted
    assert (facing(1000, 500, word=word).doubted == 1) == (word == "call")


@pytest.mark.parametrize("stack", [1399, 1400])
def test_nor_all_that_the_player_has(stack):
    doubted = 1 if stack > 1399 else None
    assert facing(500, 500, 399, stack=stack).doubted == doubted


@pytest.mark.parametrize(("first", "doubted"), [(749, False), (750, True), (751, False)])
def test_so_may_chips_that_come_after_a_call_in_a_motion_of_their_own(first, doubted):
    phase = facing(750, front={3: 750, 2: 100, 1: first - 750})
    assert phase.front[1] == first
    move(phase, 1, 500, 500, motion=2)
    assert phase.doubted == (1 if doubted else None)
    pull(phase, 3, 750)
    assert (phase.oversized, phase.owing) == (({1: 1000}, [2]) if doubted else ({}, [2, 3]))


def test_no_bet_of_several_motions():
    phase = facing(500, front={2: 0, 3: 0}, step=0)
    move(phase, 1, 500, 500, motion=2)
    assert phase.doubted is None and phase.owing == [2, 3]


@pytest.mark.parametrize("first", [1, 3])
def test_it_was_one_when_the_bets_are_pulled_in(first):
    phase = facing(500, 500, live=[1, 3])
    assert phase.owing == [3]
    for seat in (first, 4 - first):
        pull(phase, seat, 1000 if seat == 1 else 750)
        assert (phase.collected, phase.owing, phase.doubted) == (True, [], None)
        assert phase.change_left(1) == 250
    move(phase, 1, 100, 100, 25, 25, frm="pot", to="seat:1")
    assert phase.change_left(1) == 0 and not phase.awarded
    assert (phase.put, phase.pot_sum) == ({3: 750, 1: 750}, 1500)


def test_not_when_a_folded_bet_is():
    phase = facing(500, 500, live=[1, 3])
    pull(phase, 2, 100)
    assert (phase.doubted, phase.owing, phase.oversized) == (1, [3], {})


@pytest.mark.parametrize(("total", "stack", "call"), [
    (749, 9000, False), (750, 9000, True), (751, 9000, False), (1000, 9000, False),
    (750, 750, False), (750, 751, True),  # all there is says nothing
])  # fmt: skip
def test_or_when_the_next_calls_the_bet_before_it(total, stack, call):
    phase = facing(500, 500)
    phase.stacks[2] = stack
    move(phase, 2, total - 100)
    assert phase.oversized == ({1: 250} if call else {})
    assert phase.owing == ([] if call else [3])


def test_a_raise_that_is_answered_is_one():
    phase = facing(500, 500)
    move(phase, 2, 900)
    move(phase, 3, 250)
    for seat in (1, 2, 3):
        pull(phase, seat, 1000)
    assert phase.collected and phase.change_left(1) == 0 and phase.pot_sum == 3000


def test_a_raise_after_it_is_judged_anew():
    phase = facing(500, 500)
    move(phase, 2, 1000, 1000)
    assert phase.doubted is None and phase.owing == [1, 3]


@pytest.mark.parametrize("doubted", [None, 1])
def test_chips_that_come_into_the_pot_meanwhile_are_no_answer_to_it(doubted):
    bench = Bench()
    bench.phase.front, bench.phase.owing, bench.phase.doubted = {3: 750, 1: 1000}, [3], doubted
    bench.lie("pot", chip(30, 1000))
    taken = once.read_never(bench.chips, 3, Of(t=5000, acts=lambda: 0))
    assert taken == (doubted is None)


@pytest.mark.parametrize(("due", "moved"), [(249, False), (250, True), (251, True)])
def test_change_that_is_due_leaves_the_pot_for_its_spot_at_once(due, moved):
    """And no chip worth more: what lies in the pot is heard on the spots beside it."""
    bench = Bench()
    (tag,) = bench.lie("pot", chip(30, 250))
    bench.phase.change_left = lambda seat: due if seat == 3 else 0
    bench.chips.strays = []
    for t in (2000, 2060):
        bench.read(t, "line:3", chip(30, 250))
        bench.read(t + 5, "pot")
    assert (tag.home.antenna.zone == "line:3") == moved


def pile(rig, first, values, place):
    """Chips numbered from ``first`` on are put there; returns them."""
    things = [chip(first + i, values[i]) for i in range(len(values))]
    for thing in things:
        rig.put(thing, place)
    return things


@pytest.mark.parametrize(("apart_ms", "rack_ms"), [(90, 500), (90, 1200), (400, 500), (400, 100)])
def test_change_for_a_call_of_two_chips_out_of_the_pot_is_what_moves(rig, apart_ms, rack_ms):
    """Two chips of 500 call 750; both bets are pulled in, 500 and 500 changed for 1000 with the
    rack, and 250 go back: the table makes no chip of anybody's of what came out of the rack."""
    rig.emitted()
    bet = pile(rig, 1, SMALL, "line:3")
    rig.run(900)
    call = pile(rig, 10, [500, 500], "line:1")
    rig.run(900)
    for n in (1, 4):
        rig.put(card(n), "muck")  # seat 2 folds
    rig.run(1200)
    for things in (call, bet):
        for thing in things:
            rig.put(thing, "pot")
        rig.run(apart_ms)
    rig.run(840)
    for thing in call:
        rig.put(thing, None)
    rig.run(rack_ms)
    rig.put(chip(20, 1000), "pot")
    rig.run(500)
    back = [thing for thing in bet if thing[1] < 500]
    for thing in back:
        rig.put(thing, "line:1")
    rig.run(700)
    for thing in back:
        rig.put(thing, None)
    rig.run(3000)
    for n in (9, 10, 11, 12):
        rig.deal(n, "burn" if n == 9 else f"board:{n - 9}")
    rig.run(2500)
    moves = [(e["seat"], sum(e["chips"]), e["from"], e["to"]) for e in rig.emitted("chips_move")]
    assert moves == [
        (3, 750, "seat:3", "line:3"), (1, 1000, "seat:1", "line:1"), (1, 1000, "line:1", "pot"),
        (3, 750, "line:3", "pot"), (1, 250, "pot", "seat:1"),
    ]  # fmt: skip
    phase = rig.table.phase
    assert (phase.now, phase.board, phase.pot_sum) == (ph.BETTING, 3, 1500)
    assert (phase.stacks[1], phase.stacks[3]) == (9250, 9250)
