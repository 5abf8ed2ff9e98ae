"""Chips of the pot that a bet spot's loop hears while players act: neither a push nor a bet."""

import pytest

from firmware.table import crosstalk
from firmware.table import phase as ph
from firmware.table.values import BOARD_CARDS, PARTIAL_MS, SIDEWAYS_HITS, SIDEWAYS_MS
from tests.firmware_table.bench import Bench, chip

EVERY_MS = 80  # between two dwells of the bet spot
POT_EVERY = 12  # and so many of them between two of the pot


def heard(seat, owing=(2, 3), live=(2, 3), board=BOARD_CARDS, again=True, n=10, hits=(1, 0, 1)):
    """Events of a table whose bet spot of a seat reads one chip of the pot, which holds ``n``, in
    some dwells (``hits``) and no more; ``again``: the pot's loop, which had just missed it, reads
    it in its next dwell."""
    bench = Bench()
    phase = bench.phase
    phase.board, phase.hole, phase.live, phase.owing = board, 2, list(live), list(owing)
    phase.actor = owing[0] if owing else None
    things = [chip(10 + i) for i in range(n)]
    for tag in bench.lie("pot", *things, n=6):
        tag.zone, tag.item = "pot", None
    phase.pot, phase.pot_sum = [100] * n, 100 * n
    bench.order.items, bench.chips.strays = [], []
    bench.emitted()
    bench.read(1600, "pot", *things[1:])
    for i in range(60):
        t = 1680 + EVERY_MS * i
        bench.read(t, f"line:{seat}", *(things[:1] if i < len(hits) and hits[i] else ()))
        if i % POT_EVERY == POT_EVERY - 1:
            bench.read(t + 20, "pot", *things[0 if again else 1 :])
        bench.table.poll(t + 30)
    return [(e["what"], e.get("to") or e.get("kind")) for e in bench.events]


@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize(("seat", "owing"), [(1, (2, 3)), (2, (2, 3)), (3, (3,)), (3, (2, 3))])
def test_one_chip_that_is_heard_while_players_have_to_act_is_neither_pushed_nor_bet(
    seat, owing, again
):
    assert heard(seat, owing, again=again) == []


@pytest.mark.parametrize(("owing", "again", "pushed"), [
    ((), True, False), ((), False, True), ((2,), False, False),
])  # fmt: skip
def test_what_the_pot_reads_again_has_lain_there_also_when_all_have_acted(owing, again, pushed):
    assert heard(2, owing, again=again) == ([("chips_move", "seat:2")] if pushed else [])


@pytest.mark.parametrize(("n", "pushed"), [(1, True), (2, True), (3, False)])
def test_of_a_pot_as_small_as_what_has_come_that_is_pushed(n, pushed):
    things = [chip(10 + i) for i in range(n)]
    bench, item = came(things)
    assert (crosstalk.of_pot(bench.chips, item) == []) == pushed


def came(things, **phase):
    """The first of some chips of the pot has come to the spot of seat 2, in two dwells."""
    bench = Bench()
    for name, value in dict(
        {"board": BOARD_CARDS, "live": [2, 3], "owing": [2, 3]}, **phase
    ).items():
        setattr(bench.phase, name, value)
    for tag in bench.lie("pot", *things):
        tag.zone, tag.item = "pot", None
    bench.order.items, bench.chips.strays = [], []
    for n in range(3):
        bench.read(1400 + 100 * n, "pot", *things[1:])
    (tag,) = bench.lie("line:2", things[0], since=1700, n=2)
    (item,) = bench.order.items
    return bench, item


@pytest.mark.parametrize(("change", "only"), [
    ({}, True), ({"tabled": [3]}, False), ({"board": BOARD_CARDS - 1}, False),
    ({"owing": []}, False), ({"now": ph.SHOWDOWN}, False), ({"change": {2: 25}}, False),
    ({"stacks": {2: 0, 3: 0}}, False), ({"stacks": {2: 500, 3: 0}}, False),
])  # fmt: skip
def test_it_is_heard_while_bets_may_be_made_and_nothing_is_due_back(change, only):
    board = change.pop("board", BOARD_CARDS)
    bench, item = came([chip(10 + i) for i in range(6)])
    bench.phase.board = board
    for name, value in change.items():
        setattr(bench.phase, name, value)
    if "change" in change:
        bench.phase.oversized, bench.phase.owing = {2: 25}, [2, 3]
    assert bool(crosstalk.of_pot(bench.chips, item)) == only
    if only:
        assert item.acts() is None


@pytest.mark.parametrize(("ms", "only"), [(PARTIAL_MS, True), (PARTIAL_MS + 1, False)])
def test_what_the_pot_has_not_read_for_long_was_given_before(ms, only):
    bench, item = came([chip(10 + i) for i in range(6)])
    item.tags[0].left = item.t - ms
    assert bool(crosstalk.of_pot(bench.chips, item)) == only


@pytest.mark.parametrize(("hits", "lost", "lies"), [
    (SIDEWAYS_HITS - 1, 0, False), (SIDEWAYS_HITS, 0, True), (8, 2, True), (8, 3, False),
])  # fmt: skip
def test_what_a_spot_reads_again_and_again_lies_there(hits, lost, lies):
    bench, item = came([chip(10 + i) for i in range(6)])
    home = item.tags[0].home
    home.hits, home.lost = hits, lost
    assert (crosstalk.of_pot(bench.chips, item) == []) == lies


@pytest.mark.parametrize(("ms", "lay"), [(SIDEWAYS_MS - 1, False), (SIDEWAYS_MS, True)])
def test_so_does_what_it_has_lost_after_so_long(ms, lay):
    bench, item = came([chip(10 + i) for i in range(6)])
    (tag,) = item.tags
    tag.home = None
    item.t, tag.left = 1700, 1700 + ms
    item.tags[0].left = 1700 + ms
    assert (crosstalk.of_pot(bench.chips, item) == []) == lay


@pytest.mark.parametrize("gone", [True, False])
def test_it_is_taken_out_of_a_motion_when_its_spot_hears_it_no_more(gone):
    bench, item = came([chip(10 + i) for i in range(6)])
    (tag,) = item.tags
    own = bench.tags[chip(30)[0]] = type(tag)(*chip(30))
    item.tags.append(own)
    if gone:
        item.gone.append(tag)
    assert crosstalk.unhear(bench.chips, item) == (not gone)
    assert (tag in item.tags, tag in item.gone) == (not gone, False)
    assert own in item.tags
    assert (tag.zone, tag.item) == (("pot", None) if gone else ("line:2", item))


def test_a_chip_of_the_pot_read_there_again_lies_there_and_was_never_untold():
    bench, item = came([chip(10 + i) for i in range(6)])
    (tag,) = item.tags
    crosstalk.unlay(bench.chips, tag)
    assert (tag.zone, tag.item, item.tags) == ("pot", None, [])
