"""Chips in the pot that no bet spot has read: they make the bets of all who play on as high."""

import pytest

from firmware.table import once
from firmware.table.order import Item
from firmware.table.presence import Tag
from firmware.table.values import SWEEP_REST_MS, SWEPT_MS
from tests.firmware_table.bench import Bench, chip

NOW = 9000


def pot(*values):
    """Chips read in the pot only."""
    tags = [Tag(*chip(60 + n, value)) for n, value in enumerate(values)]
    for tag in tags:
        tag.zone = "pot"
    return tags


def shared(totals, values, most=10_000):
    """Seat -> values of its chips."""
    shares = once.level(totals, dict.fromkeys(totals, most), pot(*values))
    return {s: [tag.value for tag in shares[s]] for s in shares}


@pytest.mark.parametrize(("totals", "values", "shares"), [
    ({1: 225, 2: 225, 3: 325}, (100, 100), {1: [100], 2: [100]}),
    ({1: 800, 2: 800, 3: 0}, (100, 100, 500, 100, 100, 100), None),
    ({1: 800, 2: 800, 3: 0}, (100, 100, 500, 100, 100, 100, 100),
     {3: [500, 100, 100, 100, 100], 1: [100], 2: [100]}),
    ({1: 50, 2: 50, 3: 0}, (100, 100, 100, 25, 25), {3: [100, 25, 25], 1: [100], 2: [100]}),
    ({1: 225, 2: 325}, (100,), {1: [100]}), ({1: 225, 2: 325}, (25, 25, 25, 25), {1: [25] * 4}),
    ({1: 225, 2: 325}, (25, 25, 25), None), ({1: 225, 2: 325}, (100, 25), None),
    ({1: 225, 2: 325}, (100, 25, 25), {1: [100, 25], 2: [25]}),
    ({1: 225, 2: 325}, (50, 100), None),  # 350 each, but no chip of 25
    ({1: 225, 2: 325, 3: 325}, (50, 25, 25), {1: [50, 25, 25]}), ({1: 100, 2: 500}, (100,), None),
    ({1: 10, 2: 0}, (50, 20, 20, 20), {2: [20, 20, 20], 1: [50]}),
])  # fmt: skip
def test_they_make_bets_as_high_as_all_others_or_none(totals, values, shares):
    assert shared(totals, values) == (shares or {})


@pytest.mark.parametrize(("most", "any_"), [(325, True), (324, False)])
def test_but_none_that_its_player_has_not(most, any_):
    assert bool(shared({1: 225, 2: 225, 3: 325}, (100, 100), most)) == any_


def pulled(totals, **change):
    """Bets of seats were told and pulled in; ``worth``: what seats have still."""
    bench = Bench()
    phase = bench.phase
    phase.live = change.get("live", [1, 2, 3])
    phase.stacks = {1: 1000, 2: 1000, 3: 1000} | change.get("stacks", {})
    for seat, total in totals.items():
        spot = bench.chips.spots[seat]
        spot.event, spot.total = {"t": 1000, "chips": [total]}, total
        spot.swept_ms = change.get("swept", NOW - 1000)
    return bench


@pytest.mark.parametrize(("totals", "change", "told"), [
    ({1: 225, 2: 225, 3: 325}, {}, [1, 2]),
    ({1: 225, 2: 225, 3: 325}, {"swept": NOW - SWEPT_MS - SWEEP_REST_MS}, [1, 2]),
    ({1: 225, 2: 225, 3: 325}, {"swept": NOW - SWEPT_MS - SWEEP_REST_MS - 1}, []),
    ({1: 225, 2: 225}, {}, []),  # seat 3 has put in none
    ({1: 225, 2: 225, 3: 325}, {"live": [1, 3]}, []),
    ({1: 225, 2: 225, 3: 325}, {"stacks": {3: 0}}, [1, 2]),  # all that seat 3 had
    ({1: 225, 2: 225, 3: 326}, {"stacks": {3: 0}}, []),  # is more than they make
    ({1: 225, 2: 225, 3: 50}, {"stacks": {3: 0}}, [1, 2]),  # a short call is no lack
    ({1: 225, 2: 225, 3: 325}, {"stacks": {1: 99}}, []),
    ({1: 225, 2: 225, 3: 325}, {"stacks": {1: 100}}, [1, 2]),
])  # fmt: skip
def test_bets_of_several_lack_chips_that_show_in_the_pot(totals, change, told):
    bench = pulled(totals, **change)
    once.found_in_pot(bench.chips, None, pot(100, 100), NOW)
    want = [("correction", seat, [100], None) for seat in told]
    rows = bench.emitted("what", "seat", "chips", "from")
    assert [row for row in rows if row[0] == "correction"] == want
    assert [row[1] for row in rows if row[3] is not None] == told


@pytest.mark.parametrize(("name", "due"), [("change", {3: 100}), ("oversized", {3: 100})])
def test_chips_for_which_a_big_one_was_changed_in_the_pot_are_of_no_bet(name, due):
    bench = pulled({1: 225, 2: 225, 3: 325})
    setattr(bench.phase, name, due)
    once.found_in_pot(bench.chips, None, pot(100, 100), NOW)
    assert bench.events == []
    front, call = {1: 225, 2: 225}, (100, 25, 100, 100, 100, 100)
    assert ended(front, *call)[0] and not ended(front, *call, **{name: due})[0]


def test_what_one_bet_lacks_is_all_of_its():
    bench = pulled({1: 225, 2: 425, 3: 425})
    once.found_in_pot(bench.chips, bench.chips.spots[1], pot(100, 100), NOW)
    assert bench.emitted("what", "seat", "chips", "confidence") == [
        ("correction", 1, [100, 100], "medium"), ("chips_move", 1, [100, 100], "medium")
    ]  # fmt: skip


def ended(front, *values, lying=None, **change):
    """A street ends that seat 3, who owes a call, has not been seen to answer; the bets in front of
    the others are pulled in, and so much shows in the pot. What is told before it."""
    bench = pulled({s: front[s] for s in front if front[s]}, **change)
    phase, chips = bench.phase, bench.chips
    phase.front, phase.early = dict(front), dict(front)
    if lying:
        phase.early[lying] = 0
    phase.oversized, phase.change = change.get("oversized", {}), change.get("change", {})
    phase.owing, phase.actor = change.get("owing", [3]), change.get("owing", [3])[0]
    tags = pot(*values)
    for tag in tags:
        bench.tags[tag.uid] = tag
    chips.strays = [(tag, 5000) for tag in tags]
    item = Item(8000)
    item.acts = lambda: change.get("acts", 0)
    found = once.read_never(chips, phase.actor, item)
    calls = [chips.spots[seat].arrival for seat in (2, 3)]
    calls = [sorted([tag.value for tag in call.tags]) for call in calls if call is not None]
    call = calls[0] if len(calls) == 1 else calls
    rows = [(e["seat"], e["chips"]) for e in bench.events if e["what"] == "correction"]
    assert found or not (call or rows)
    return call, rows, len(chips.strays)


@pytest.mark.parametrize(("front", "values", "change", "told"), [
    ({1: 225, 2: 225}, (100, 25, 100, 100, 100), {}, None),
    ({1: 225, 2: 225}, (100, 25, 100, 100, 100, 100), {},
     ([25, 100, 100, 100], [(1, [100]), (2, [100])], 0)),
    ({1: 225, 2: 225}, (100, 100, 25), {}, ([25, 100, 100], [], 0)),
    ({1: 225, 2: 225}, (100, 25, 100, 100, 100, 100), {"lying": 2}, None),
    ({1: 225, 2: 325}, (100, 100, 25, 100, 100), {}, ([25, 100, 100, 100], [(1, [100])], 0)),
    ({1: 225, 2: 325}, (100, 100, 25, 100, 100), {"acts": 1}, None),
    ({1: 225}, (100, 100, 25, 100, 100, 25), {"owing": [2, 3]},
     ([[25, 100, 100], [25, 100, 100]], [], 0)),
    ({1: 225}, (100, 100, 25, 100, 100, 25), {"owing": [2, 3], "acts": 3}, None),
    ({1: 225}, (100, 100, 25, 100, 100), {"owing": [2, 3]}, None),
])  # fmt: skip
def test_a_call_read_nowhere_is_found_where_the_bets_lack_chips_as_well(
    front, values, change, told
):
    assert ended(front, *values, **change) == (told or ([], [], len(values)))


def test_late_chips_of_two_bets_are_not_put_before_each_other_for_ever():
    bench = Bench()
    phase = bench.phase
    phase.board, phase.owing, phase.actor = 3, [1, 2, 3], 1
    bets = {seat: [chip(10 * seat + n) for n in range(4)] for seat in (1, 2)}
    missed = {1: (1000, 3400), 2: (3000, 4100)}  # the last chip of each: when it lies in a shadow
    for t in range(500, 12_000, 120):
        for seat in (1, 2):
            lies = bets[seat] if t >= missed[seat][0] else []
            shadow = missed[seat][0] <= t < missed[seat][1]
            bench.read(t + seat, f"line:{seat}", *(lies[:3] if shadow else lies))
        bench.read(t + 3, "line:3")
        for n in range(0, 120, 8):
            bench.table.poll(t + n)
    moved = {1: 0, 2: 0}
    for event in bench.events:
        if event["what"] in ("chips_move", "correction"):
            moved[event["seat"]] += sum(event["chips"])
    assert moved == {1: 400, 2: 400}
    assert bench.order.items == []
