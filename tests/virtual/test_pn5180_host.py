"""The emulator's host interface: frames, BUSY, registers, errors."""

import pytest

from tests.virtual.pn5180_rig import INVENTORY_1, Rig
from tools.virtual.pn5180_map import IRQ_GENERAL_ERROR, IRQ_IDLE, R


def failed(rig):
    """GENERAL_ERROR since the last look."""
    bad = bool(rig.read(R.IRQ_STATUS) & IRQ_GENERAL_ERROR)
    rig.write(R.IRQ_CLEAR, IRQ_GENERAL_ERROR)
    return bad


def test_registers_are_little_endian_and_masks_combine():
    rig = Rig()
    rig.write(R.RX_WAIT_CONFIG, 0x11223344)
    assert rig.ask(bytes((0x04, R.RX_WAIT_CONFIG)), 4) == b"\x44\x33\x22\x11"
    rig.write(R.RX_WAIT_CONFIG, 0x0000FF00, 0x01)
    assert rig.read(R.RX_WAIT_CONFIG) == 0x1122FF44
    rig.write(R.RX_WAIT_CONFIG, 0xFFFF0FFF, 0x02)
    assert rig.read(R.RX_WAIT_CONFIG) == 0x11220F44


def test_write_multiple_applies_each_action_in_order():
    rig = Rig()
    sets = b"".join(
        bytes((R.RX_WAIT_CONFIG, action)) + value.to_bytes(4, "little")
        for action, value in ((1, 0xF0), (2, 0x0F), (3, 0x3C))
    )
    rig.frame(b"\x03" + sets)
    assert rig.read(R.RX_WAIT_CONFIG) == 0x3C
    assert not failed(rig)


def test_read_multiple_returns_the_registers_in_the_order_asked():
    rig = Rig()
    rig.write(R.TX_WAIT_CONFIG, 0xAB)
    answer = rig.ask(bytes((0x05, R.RX_WAIT_CONFIG, R.TX_WAIT_CONFIG)), 8)
    assert answer == bytes(4) + b"\xab\x00\x00\x00"


@pytest.mark.parametrize(
    "frame",
    [
        b"\x04\x06",  # no such register
        b"\x00\x06\x00\x00\x00\x00",
        b"\x00\x11\x00",  # too short
        b"\x7e",  # no such command
        b"\x07\x00\xff\x00",  # too long
        b"\x07\xfe\x02",  # beyond the EEPROM
        b"\x06\x10\x00",  # a version number is not writable
        b"\x03\x11\x01\x00\x00\x00",  # half a set
        b"\x03\x11\x04\x00\x00\x00\x00",  # no such action
        b"\x11\x0d\x7f",  # no such configuration
        b"\x09\x00\x26\x01\x00",  # SEND_DATA outside WaitTransmit
        b"\x05" + bytes(19),  # more than 18 registers
    ],
)
def test_an_unmet_condition_raises_general_error_and_nothing_else(frame):
    rig = Rig()
    before = dict(rig.chip.reg)
    rig.frame(frame)
    assert rig.chip.reg == before
    assert failed(rig)


def test_reading_data_without_reception_raises_nothing():
    rig = Rig()
    assert rig.ask(b"\x0a\x00", 4) is not None
    assert not failed(rig)


def test_a_command_answers_with_ones_while_it_is_sent():
    rig = Rig()
    assert rig.frame(bytes((0x04, 0))) is None  # MISO rests high


def test_reading_more_than_there_is_gives_ones():
    rig = Rig()
    assert rig.ask(bytes((0x04, R.RX_WAIT_CONFIG)), 6)[4:] == b"\xff\xff"


def test_busy_is_high_from_the_bytes_until_nss_is_high_and_the_command_done():
    rig, chip = Rig(), None
    chip = rig.chip
    assert chip.busy(rig.t) == 0
    chip.nss(0, rig.t)
    assert chip.busy(rig.t) == 0
    chip.clock(bytes((0x04, 0)), rig.t + 17)
    assert chip.busy(rig.t + 500) == 1
    chip.nss(1, rig.t + 600)
    assert chip.busy(rig.t + 602) == 1
    assert chip.busy(rig.t + 610) == 0


def test_a_frame_sent_while_busy_is_high_is_lost():
    rig = Rig()
    rig.frame(bytes((0x11, 0x0D, 0x8D)), settle=False)
    rig.write(R.RX_WAIT_CONFIG, 0x55)  # too early
    assert rig.read(R.RX_WAIT_CONFIG) != 0x55
    assert failed(rig)


def test_two_commands_without_raising_nss_are_one_frame():
    rig = Rig()
    both = b"".join(bytes((0, a)) + b"\x07\x00\x00\x00" for a in (R.RX_WAIT_CONFIG, R.TX_CONFIG))
    rig.frame(both)
    assert rig.read(R.TX_CONFIG) == 0
    assert failed(rig)


def test_a_new_command_instead_of_the_read_drops_the_answer():
    rig = Rig()
    rig.frame(bytes((0x04, R.TEMP_CONTROL)))
    rig.write(R.RX_WAIT_CONFIG, 9)
    assert rig.read(R.RX_WAIT_CONFIG) == 9


def test_reset_clears_the_registers_and_boots_for_some_milliseconds():
    rig = Rig()
    rig.write(R.RX_WAIT_CONFIG, 9)
    rig.chip.reset(0, rig.t)
    rig.chip.reset(1, rig.t + 50)
    rig.t += 100
    assert rig.chip.busy(rig.t) == 1
    rig.frame(bytes((0x04, 0)), settle=False)  # nobody listens
    rig.t += 3000
    assert rig.chip.busy(rig.t) == 0
    assert rig.read(R.RX_WAIT_CONFIG) == 0
    assert rig.read(R.IRQ_STATUS) & IRQ_IDLE


def test_a_reset_pulse_under_ten_microseconds_is_not_seen():
    rig = Rig()
    rig.write(R.RX_WAIT_CONFIG, 9)
    rig.chip.reset(0, rig.t)
    rig.chip.reset(1, rig.t + 5)
    rig.t += 10
    assert rig.read(R.RX_WAIT_CONFIG) == 9


def test_eeprom_keeps_what_was_written_over_a_reset():
    rig = Rig()
    rig.frame(b"\x06\x1a\x00")
    rig.chip.reset(0, rig.t)
    rig.chip.reset(1, rig.t + 20)
    rig.t += 5000
    assert rig.ask(b"\x07\x1a\x01", 1) == b"\x00"


def test_the_irq_pin_follows_the_enabled_interrupts():
    rig = Rig()
    rig.write(R.IRQ_CLEAR, 0xFFFFF)
    rig.write(R.IRQ_ENABLE, 1 << 9)
    assert rig.chip.irq(rig.t) == 0
    rig.frame(b"\x16\x00")
    assert rig.chip.irq(rig.t + 1000) == 1
    rig.write(R.IRQ_CLEAR, 1 << 9)
    assert rig.chip.irq(rig.t + 1000) == 0


def test_a_timer_started_at_the_end_of_transmission_ends_the_wait_for_an_answer():
    rig = Rig()
    rig.field_on()
    rig.write(R.TIMER1_RELOAD, 13_560)  # 1 ms
    rig.write(R.TIMER1_CONFIG, 1 | 1 << 11 | 1 << 20)
    irq, _, _ = rig.send(INVENTORY_1)
    assert irq & 1 << 12
    assert not irq & 1


def test_transceive_state_goes_through_transmit_wait_and_back():
    rig = Rig()
    rig.field_on()
    rig.start()
    assert rig.read(R.RF_STATUS) >> 24 & 7 == 1
    rig.frame(bytes((0x09, 0)) + INVENTORY_1)
    assert rig.read(R.RF_STATUS) >> 24 & 7 == 2
    rig.t += 2500
    assert rig.read(R.RF_STATUS) >> 24 & 7 == 4  # no tag: it waits for data
    rig.frame(bytes((0x09, 0)) + INVENTORY_1)
    assert failed(rig)
