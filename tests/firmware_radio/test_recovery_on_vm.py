"""Faults of a reader seen in the field: survived, counted, and never taken for an empty antenna."""

import pytest

from tests.firmware_radio.scan_on_vm import scan
from tools.virtual.things import make_deck

BUSY, GENERAL, FIELD, BOOT = range(4)
FAULT_US = 500_000
WANT = {"seat:1": 30, "seat:2": 30, "board:1": 30}


@pytest.fixture(scope="module")
def deck():
    return make_deck(11)


def run(deck, break_it, until_us=2_500_000):
    """A card on seat:1 and on board:1; the fault comes at 0.5 s to the reader of the seats."""

    def place(table):
        w = table.world
        w.place(deck[0], "seat:1")
        w.place(deck[1], "board:1")
        w.at(FAULT_US, lambda: break_it(w.reader("cards")))

    dwells, table = scan(place, until_us, WANT)
    seats = [d for d in dwells if d.zone == "seat:1"]
    # Whatever broke, a dwell that was handed out is right.
    for d in seats:
        assert d.partial or d.uids == [deck[0].uid]
    for d in dwells:
        if d.zone == "seat:2":
            assert d.uids == []
    boards = [d.end_us for d in dwells if d.zone == "board:1"]
    gaps = [b - a for a, b in zip(boards, boards[1:], strict=False)]
    assert max(gaps) < 70_000  # the other readers never stood still
    last = [s for s in table.states if s.index == 0][-1]
    back = [d.t_us for d in seats if d.t_us > FAULT_US + 1000]
    return last, (back[0] - FAULT_US if back else None), table


def test_busy_stuck_high_is_ended_by_a_short_reset(deck):
    last, back_us, _ = run(deck, lambda r: r.chip.faults.hold_busy(FAULT_US))
    assert last.up
    assert last.faults[BUSY] == 1
    assert last.resets == 2  # the one at the start, and this
    assert back_us < 120_000


@pytest.mark.parametrize("reset_us,rungs", [(40, 1), (900, 2), (9_000, 3)])
def test_longer_resets_follow_when_a_short_one_does_not_help(deck, reset_us, rungs):
    last, back_us, _ = run(deck, lambda r: r.chip.faults.hold_busy(FAULT_US, reset_us=reset_us))
    assert last.up
    assert last.resets == 1 + rungs
    assert back_us < 250_000


def test_busy_that_goes_low_by_itself_needs_no_reset(deck):
    last, _, _ = run(deck, lambda r: r.chip.faults.hold_busy(FAULT_US, FAULT_US + 8_000))
    assert last.faults == [0, 0, 0, 0]
    assert last.resets == 1


def test_receiver_that_hangs_is_freed_by_idle(deck):
    last, back_us, _ = run(deck, lambda r: r.chip.faults.hang_receiver(1))
    assert last.up
    assert last.resets == 1
    assert back_us < 120_000


def test_receiver_that_idle_does_not_free_is_reset(deck):
    last, back_us, _ = run(deck, lambda r: r.chip.faults.hang_receiver(1, idle_frees=False))
    assert last.up
    assert sum(last.faults) >= 1
    assert last.resets >= 2
    assert back_us < 200_000


def test_rf_on_that_is_refused_is_tried_again(deck):
    last, back_us, _ = run(deck, lambda r: r.chip.faults.refuse_rf(1))
    assert last.up
    assert sum(last.faults) == 1
    assert last.resets == 1
    assert back_us < 120_000
    last, back_us, _ = run(deck, lambda r: r.chip.faults.refuse_rf(3))
    assert last.up
    assert back_us < 300_000


def test_ghost_collisions_and_crc_errors_are_cleared_by_a_retry(deck):
    def ghosts(reader):
        reader.air.ghosts = 2

    last, back_us, _ = run(deck, ghosts)
    assert last.faults == [0, 0, 0, 0]
    assert back_us < 80_000

    def damage(reader):
        reader.air.crc_errors = 2

    last, back_us, _ = run(deck, damage)
    assert last.faults == [0, 0, 0, 0]


def test_a_dead_reader_is_left_alone_more_and_more_and_comes_back(deck):
    def die(reader):
        reader.chip.faults.dead = True

    def place(table):
        w = table.world
        w.place(deck[0], "seat:1")
        w.at(FAULT_US, lambda: die(w.reader("cards")))
        w.at(20_000_000, lambda: setattr(w.reader("cards").chip.faults, "dead", False))

    dwells, table = scan(place, 31_000_000, WANT)
    seats = [d for d in dwells if d.zone == "seat:1"]
    assert not [d for d in seats if FAULT_US + 20_000 < d.t_us < 20_000_000]
    assert [d for d in seats if d.t_us > 20_000_000][0].uids == [deck[0].uid]
    states = [s for s in table.states if s.index == 0]
    assert states[-1].up
    assert not any(s.up for s in states if 1_000_000 < s.t_us < 20_000_000)
    assert states[-1].resets < 20
    # neighbours of a dead reader's antenna go on: it does not radiate
    assert [d for d in dwells if d.zone == "board:1" and d.t_us > 19_000_000]


def test_nss_is_never_left_low(deck):
    low = {}

    def place(table):
        w = table.world
        w.place(deck[0], "seat:1")
        for reader in w.board.readers:
            watch(reader)
        w.at(FAULT_US, lambda: w.reader("cards").chip.faults.hold_busy(FAULT_US))
        w.at(FAULT_US * 2, lambda: w.reader("deck").chip.faults.hold_busy(FAULT_US))

    def watch(reader):
        clock = reader.chip.clock

        def clocked(data, t_us):
            selected = [r for r in low["board"].readers if r.chip.selected]
            assert len(selected) == 1
            return clock(data, t_us)

        reader.chip.clock = clocked

    def begin(table):
        low["board"] = table.world.board
        place(table)

    dwells, table = scan(begin, 2_000_000, WANT)
    assert not any(r.chip.selected for r in table.world.board.readers)
