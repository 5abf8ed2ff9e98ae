"""The world without a VM: schedule, places, messages of a controller made by hand."""

import struct

import pytest

from tools.virtual.board_io import PIN_READ, PIN_WRITE, RESET, SPI_WRITE, SYNC, WDT_START, VmReset
from tools.virtual.things import Card, make_chips, make_deck
from tools.virtual.world import ASK_US, World

UID = b"\xe0\x04\x01\x00\x00\x00\x00\x01"


def op(code, arg=0, value=0, t=0, payload=b""):
    """One operation as the VM writes it."""
    return struct.pack("<BBHI", code, arg, value, t) + payload


def answer(world, *ops):
    """(flags, value, count, limit) of a message."""
    return struct.unpack_from("<BBHI", world.answer(b"".join(ops)))


@pytest.fixture
def world():
    w = World("six_max")
    w.boot()
    return w


def felt(world, zone):
    return len(world.field.heard(world.field.by_zone[zone], world.now))


def test_callbacks_run_in_order_of_time_then_of_scheduling(world):
    seen = []
    world.at(2000, lambda: seen.append(("c", world.now)))
    world.at(1000, lambda: seen.append(("a", world.now)))
    world.at(
        1000, lambda: (seen.append(("b", world.now)), world.after(500, lambda: seen.append("x")))
    )
    answer(world, op(SYNC, t=999))
    assert seen == []
    answer(world, op(SYNC, t=5000))
    assert seen == [("a", 1000), ("b", 1000), "x", ("c", 2000)]


def test_the_controller_is_told_when_to_ask_again(world):
    world.at(3000, lambda: None)
    assert answer(world, op(SYNC, t=10))[3] == 3000
    assert answer(world, op(SYNC, t=3000))[3] == 3000 + ASK_US


def test_time_goes_on_over_a_span_of_the_controllers_clock(world):
    for _ in range(3):
        for t in (100, 400_000_000, 800_000_000, 999_999_999):
            answer(world, op(SYNC, t=t))
    assert world.now == 2_999_999_999
    assert answer(world, op(SYNC, t=5))[3] == 5 + ASK_US
    assert world.now == 3_000_000_005


def test_what_happens_in_a_message_sees_the_world_of_its_moment(world):
    """A pin write before, and one after a callback in one message."""
    levels = []
    world.at(50, lambda: levels.append(world.board.levels.get(1)))
    answer(world, op(PIN_WRITE, 1, 1, 10), op(PIN_WRITE, 1, 0, 100), op(PIN_READ, 17, t=110))
    assert levels == [1]


def test_the_expander_shows_what_was_shifted_on_the_rising_edge(world):
    latch = world.hw["expander"]["latch"]
    shift = op(SPI_WRITE, 1, 3, 20, b"\x0f\x00\x03")
    answer(world, op(PIN_WRITE, latch, 0, 10), shift, op(SYNC, t=30))
    assert world.reader("cards").channel == 0
    answer(world, op(PIN_WRITE, latch, 1, 40), op(SYNC, t=50))
    assert world.reader("cards").channel == 3
    assert world.reader("deck").channel == 0


def test_an_unfed_watchdog_and_a_wish_reset_the_controller(world):
    with pytest.raises(VmReset, match="cause 2"):
        answer(world, op(RESET, 0, 2, 100))
    answer(world, op(WDT_START, 0, 4, 200, (8).to_bytes(4, "little")), op(SYNC, t=200))
    with pytest.raises(VmReset) as reset:
        answer(world, op(SYNC, t=9000))
    assert (reset.value.cause, reset.value.t_us) == (3, 8200)


def test_things_are_put_carried_taken_and_piled(world):
    card, chips = Card(UID), make_chips(1, [5] * 4)
    world.place(card, "board", slot=2, facing="up")
    assert (card.zone, card.facing, felt(world, "board:2")) == ("board:2", "up", 1)
    world.move(card, "muck", 300_000)
    answer(world, op(SYNC, t=150_000))
    assert felt(world, "board:2") == felt(world, "muck") == 0
    answer(world, op(SYNC, t=300_000))
    assert felt(world, "muck") == 1
    world.lift(card)
    assert felt(world, "muck") == 0
    world.stack("line:1", chips)
    assert felt(world, "line:1") == 4
    assert [round(c.z, 1) for c in chips] == [0.0, 3.3, 6.6, 9.9]


@pytest.mark.parametrize("place, match", [("seat:7", "no place"), ("table", "no place")])
def test_places_that_are_not_there_are_refused(world, place, match):
    with pytest.raises(ValueError, match=match):
        world.place(Card(UID), place)


def test_a_facing_is_down_or_up(world):
    with pytest.raises(ValueError, match="down or up"):
        world.place(Card(UID), "seat:1", facing="left")


def test_a_reader_is_found_by_name_or_slot(world):
    assert world.reader("deck") is world.reader(1)
    with pytest.raises(ValueError, match="no reader"):
        world.reader("nobody")


def test_a_deck_in_the_well_is_felt_by_no_antenna(world):
    for card in make_deck(1):
        world.place(card, "stub")
    assert not any(felt(world, zone) for zone in world.field.by_zone)
