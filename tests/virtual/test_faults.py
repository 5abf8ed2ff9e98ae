"""Injected faults of chip, air and field show at the host as they do in the field."""

import pytest

from tests.virtual.pn5180_rig import INVENTORY_1, Rig
from tools.virtual.pn5180_map import IRQ_GENERAL_ERROR, IRQ_RX, IRQ_RX_SOF, R
from tools.virtual.things import Card

UID = b"\xe0\x04\x01\x01\x02\x03\x04\x05"


def ready():
    rig = Rig()
    rig.put(Card(UID))
    rig.field_on()
    return rig


def pulse(rig, us):
    rig.chip.reset(0, rig.t)
    rig.chip.reset(1, rig.t + us)
    rig.t += us + 3000


def test_busy_held_high_ends_by_itself_or_by_a_reset():
    rig = ready()
    rig.chip.faults.hold_busy(rig.t, rig.t + 10_000)
    assert rig.chip.busy(rig.t) == 1
    rig.write(R.RX_WAIT_CONFIG, 5)  # nobody takes it
    rig.t += 10_000
    assert rig.chip.busy(rig.t) == 0
    assert rig.read(R.RX_WAIT_CONFIG) != 5


@pytest.mark.parametrize("needed, first", [(50, 50), (1_000, 50), (10_000, 1_000)])
def test_a_fault_that_wants_a_long_reset_survives_a_short_one(needed, first):
    rig = ready()
    rig.chip.faults.hold_busy(rig.t, reset_us=needed)
    pulse(rig, first)
    assert rig.chip.busy(rig.t) == (1 if first < needed else 0)
    pulse(rig, needed)
    assert rig.chip.busy(rig.t) == 0


def test_a_receiver_that_hangs_stays_in_state_five_until_idle():
    rig = ready()
    rig.chip.faults.hang_receiver()
    irq, _, _ = rig.send(INVENTORY_1)
    assert irq & IRQ_RX_SOF and not irq & IRQ_RX
    assert rig.read(R.RF_STATUS) >> 24 & 7 == 5
    assert rig.send(INVENTORY_1)[2] != b""  # set idle, it works again


def test_a_receiver_that_idle_does_not_free_wants_a_reset():
    rig = ready()
    rig.chip.faults.hang_receiver(idle_frees=False, reset_us=1_000)
    rig.send(INVENTORY_1)
    irq, _, _ = rig.send(INVENTORY_1)
    assert irq & IRQ_GENERAL_ERROR
    pulse(rig, 50)
    rig.field_on()
    assert rig.send(INVENTORY_1)[0] & IRQ_GENERAL_ERROR
    pulse(rig, 1_000)
    rig.field_on()
    assert rig.send(INVENTORY_1)[2] != b""


def test_a_refused_field_is_a_general_error_and_stays_off():
    rig = Rig()
    rig.chip.faults.refuse_rf()
    rig.field_on()
    assert rig.read(R.IRQ_STATUS) & IRQ_GENERAL_ERROR
    assert not rig.read(R.RF_STATUS) & 1 << 17
    rig.field_on()
    assert rig.read(R.RF_STATUS) & 1 << 17


def test_a_ghost_is_a_collision_without_bytes_that_a_retry_clears():
    rig = ready()
    rig.air.ghosts = 1
    _, rx, data = rig.send(INVENTORY_1)
    assert rx & 1 << 18 and data == b""
    assert len(rig.send(INVENTORY_1)[2]) == 10


def test_a_damaged_answer_is_flagged():
    rig = ready()
    rig.air.crc_errors = 1
    _, rx, data = rig.send(INVENTORY_1)
    assert rx & 1 << 16 and data[2:] != UID[::-1] or data[:2] != b"\x00\x00"
    assert not rig.send(INVENTORY_1)[1] & 1 << 16


def test_a_dead_chip_answers_nothing():
    rig = ready()
    rig.chip.faults.dead = True
    assert rig.ask(bytes((0x04, 0)), 4) is None


def test_a_cut_antenna_hears_nothing_and_its_gain_is_another():
    rig = ready()
    rig.send(INVENTORY_1)
    before = rig.read(R.RF_STATUS) & 0x3FF
    rig.air.antenna.dead = True
    assert rig.send(INVENTORY_1)[2] == b""
    assert abs((rig.read(R.RF_STATUS) & 0x3FF) - before) > 100


def test_metal_loses_answers_for_a_while_and_shows_in_the_gain():
    rig = ready()
    before = rig.read(R.RF_STATUS) & 0x3FF
    rig.field.metal("seat:1", rig.t, 500_000)
    assert rig.send(INVENTORY_1)[2] == b""
    assert before - (rig.read(R.RF_STATUS) & 0x3FF) > 50
    rig.t += 500_000
    assert rig.send(INVENTORY_1)[2] != b""
