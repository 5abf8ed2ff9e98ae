"""The driver's SPI frames on a dummy bus, against the data sheet's figures."""

import pytest

from firmware.drivers import reader as rd
from firmware.drivers.pn5180 import PN5180, request_us
from tests.firmware_radio.fakes import Bus, Clock

IDLE = bytes.fromhex("00 03 f8ffffff")
CLEAR = bytes.fromhex("03 01 ffff0f00")
TRANSCEIVE = bytes.fromhex("00 02 03000000")
TX_CONFIG = bytes.fromhex("cf040000")


TIMER0 = 1 << 11  # no response can begin any more


def status(irq=0, rx=0, rf=1 << 17 | 300):
    return b"".join(v.to_bytes(4, "little") for v in (irq, rx, rf))


@pytest.fixture
def chip():
    clock = Clock(5)
    bus = Bus(clock)
    bus.replies = {0x07: b"\x00\x04\x03\x04\x00\x90", 0x04: TX_CONFIG, 0x05: status(TIMER0)}
    bus.device = PN5180(bus, bus.nss, bus.busy, bus.rst, clock, field_us=2500)
    bus.device.start_reset()
    finish(bus)
    assert bus.device.up
    bus.setup = next(f for f in bus.frames if f[:2] == b"\x03\x12")
    exchange(bus, b"\x26\x01\x00")  # a first good one: the ladder of recovery begins at its foot
    bus.frames.clear()
    return bus


def finish(bus, limit_us=10_000_000):
    """Poll as a loop would: sleep as long as the driver says. Returns the waits."""
    waits = []
    while True:
        wait = bus.device.poll(bus.clock.ticks_us())
        assert not bus.selected  # never left low between two polls
        if not wait:
            assert bus.errors == []
            return waits
        waits.append(wait)
        assert sum(waits) < limit_us
        bus.clock.sleep_us(wait)


def test_reset_is_low_long_enough_and_boot_is_waited_for(chip):
    (low_us, low), (high_us, high) = chip.resets
    assert (low, high) == (0, 1)
    assert high_us - low_us >= 10  # 14: RESET_N low time
    assert chip.device.resets == 1


STATUS = b"\x05\x02\x13\x1d"  # READ_REGISTER_MULTIPLE: IRQ_STATUS, RX_STATUS, RF_STATUS


def test_field_on_look_settle_and_off(chip):
    chip.replies[0x05] = status(rf=1 << 17 | 417)
    t0 = chip.clock.now
    chip.device.start_look(False)
    assert chip.device.radiating
    assert 450 <= sum(finish(chip)) <= 600  # the gain is valid long before tags are
    assert chip.device.agc == 417
    chip.replies[0x05] = status(rf=1 << 17 | 413)
    chip.device.start_sample()
    finish(chip)
    assert chip.device.agc == 413
    chip.device.start_settle()
    finish(chip)
    assert 2400 <= chip.clock.now - t0 < 2500
    assert chip.frames == [b"\x16\x00", STATUS, STATUS]
    exchange(chip, b"\x26\x01\x00")  # armed while the field settles, sent when it has
    assert chip.sent_at[0x09] - t0 >= 2500
    assert chip.sent_at[0x03] - t0 < 2500
    chip.device.start_off()
    finish(chip)
    assert chip.frames[-1] == b"\x17\x00"
    assert not chip.device.radiating


def test_a_look_without_field_or_with_an_error_is_a_fault(chip):
    for reply, kind in ((status(rf=0), 2), (status(irq=1 << 17), 1)):
        chip.replies[0x05] = reply
        faults = list(chip.device.faults)
        chip.device.start_look(False)
        finish(chip)
        assert chip.device.outcome == rd.FAULT
        faults[kind] += 1
        assert chip.device.faults == faults


def test_fast_field_loads_the_receivers_configuration_once(chip):
    for fast in (True, True, False):
        chip.device.start_look(fast)
        finish(chip)
    frames = [f for f in chip.frames if f != STATUS]
    assert frames == [b"\x11\x0d\x8e", b"\x16\x00", b"\x16\x00", b"\x11\x0d\x8d", b"\x16\x00"]


def exchange(chip, request, rx_n=12, likely=False):
    chip.device.tx[: len(request)] = request
    chip.device.start_exchange(len(request), rx_n, likely)
    t0 = chip.clock.now
    finish(chip)
    return chip.clock.now - t0


def test_silence_is_known_a_little_after_t1(chip):
    us = exchange(chip, b"\x26\x01\x00")
    start, send, read = chip.frames
    assert chip.device.rx_len == 0
    assert start == b"\x03" + IDLE + CLEAR + b"\x18\x01" + TX_CONFIG + TRANSCEIVE
    assert send == b"\x09\x00\x26\x01\x00"
    assert read == b"\x05\x02\x13\x1d"
    assert chip.device.outcome == rd.NONE
    assert chip.device.agc == 300
    assert request_us(5) + 470 < us < request_us(5) + 900


def test_a_chip_that_begins_to_send_late_is_waited_for_and_known_next_time(chip):
    for looks in (3, 1):
        states = iter([status()] * (looks - 1) + [status(TIMER0)])
        chip.replies[0x05] = lambda states=states: next(states)
        chip.frames.clear()
        us = exchange(chip, b"\x26\x01\x00")
        assert [f[0] for f in chip.frames] == [0x03, 0x09] + [0x05] * looks
        assert chip.device.outcome == rd.NONE
    assert us > request_us(5) + 476 + 8


def test_a_timer_that_never_runs_down_is_not_waited_for_for_ever(chip):
    chip.replies[0x05] = status()
    us = exchange(chip, b"\x26\x01\x00")
    assert chip.device.outcome == rd.NONE
    assert us < request_us(5) + 3000


def test_the_timer_is_set_up_once_after_a_reset(chip):
    setup = chip.setup
    assert setup.startswith(b"\x03\x12\x02\x01\x00\x00\x00\x19\x02\x01\x00\x00\x00")
    reload = int.from_bytes(setup[15:19], "little")
    assert setup[13:15] == b"\x0b\x01"
    assert 320.9 + 151.0 < reload / 13.56 < 320.9 + 151.0 + 10  # t1 and SOF, ISO 15693-3
    assert setup[19:21] == b"\x0e\x01"
    config = int.from_bytes(setup[21:25], "little")
    assert config == 1 | 1 << 11 | 1 << 19 | 1 << 20


def test_a_response_is_awaited_and_read(chip):
    uid = bytes.fromhex("0000 7856341250010 4e0".replace(" ", ""))
    states = iter((status(1 << 14), status(1 << 14 | 1, 10 | 1 << 9)))
    chip.replies[0x05] = lambda: next(states)
    chip.replies[0x0A] = uid
    us = exchange(chip, b"\x26\x01\x00")
    assert [f[0] for f in chip.frames] == [0x03, 0x09, 0x05, 0x05, 0x0A]
    assert chip.device.outcome == rd.FRAME
    assert chip.device.rx_len == 10
    assert bytes(chip.device.rx[:10]) == uid
    air = request_us(5) + 321 + 302 * 13
    assert air < us < air + 500


def test_a_likely_response_costs_two_frames_less(chip):
    chip.replies[0x05] = status(1 << 14 | 1, 10 | 1 << 9)
    exchange(chip, b"\x26\x01\x00", likely=True)
    assert [f[0] for f in chip.frames] == [0x03, 0x09, 0x05, 0x0A]


def test_collision_position_and_bytes(chip):
    chip.replies[0x05] = status(1 << 14 | 1, 10 | 1 << 18 | 37 << 19)
    exchange(chip, b"\x26\x01\x00", likely=True)
    assert (chip.device.outcome, chip.device.rx_len, chip.device.rx_bits) == (rd.COLLISION, 10, 37)
    chip.replies[0x05] = status(1 << 14 | 1, 1 | 1 << 18 | 19 << 19)
    exchange(chip, b"\x26\x01\x00", likely=True)  # chips stop at the last whole byte
    assert (chip.device.rx_len, chip.device.rx_bits) == (1, 8)


@pytest.mark.parametrize("bits", [1 << 16, 1 << 17, 3 << 13])
def test_damaged_frames_are_not_read(chip, bits):
    chip.replies[0x05] = status(1 << 14 | 1, 10 | bits)
    exchange(chip, b"\x26\x01\x00", likely=True)
    assert chip.device.outcome == rd.DAMAGED
    assert chip.frames[-1][0] == 0x05


def test_a_response_that_never_ends_is_given_up(chip):
    chip.replies[0x05] = status(1 << 14, 0, 1 << 17 | 5 << 24)
    us = exchange(chip, b"\x26\x01\x00")
    assert chip.device.outcome == rd.DAMAGED
    assert us < 10_000


def test_next_slot_is_a_lone_eof(chip):
    for first in (True, False, False):
        chip.frames.clear()
        chip.device.start_slot(12)
        finish(chip)
        alone = b"\x18\x03\x3f\xfb\xff\xff" if first else b""
        assert chip.frames[0] == b"\x03" + alone + IDLE + CLEAR + TRANSCEIVE
        assert chip.frames[1] == b"\x09\x00"
    exchange(chip, b"\x26\x01\x00")  # a request sets TX_CONFIG back
    chip.frames.clear()
    chip.device.start_slot(12)
    finish(chip)
    assert chip.frames[0][:3] == b"\x03\x18\x03"


def test_t2_is_kept_from_when_the_response_was_seen_to_have_ended(chip):
    chip.replies[0x05] = status(1 << 14 | 1, 10 | 1 << 9)
    exchange(chip, b"\x26\x01\x00", likely=True)
    ended = chip.sent_at[0x05]
    exchange(chip, b"\x26\x01\x00", likely=True)
    assert chip.sent_at[0x09] - ended >= 309


def test_a_request_without_response_only_keeps_t2(chip):
    exchange(chip, b"\x22\x02" + bytes(8), rx_n=0)
    assert chip.device.outcome == rd.NONE
    sent = chip.clock.now
    chip.frames.clear()
    exchange(chip, b"\x26\x01\x00")
    assert chip.clock.now - sent > request_us(12) + 309 + request_us(5)


def test_general_error_goes_idle_and_field_off_then_resets(chip):
    chip.replies[0x05] = status(1 << 17)
    exchange(chip, b"\x26\x01\x00")
    assert chip.device.outcome == rd.FAULT
    assert chip.frames[-2:] == [b"\x03" + IDLE + CLEAR, b"\x17\x00"]
    assert chip.device.resets == 1
    exchange(chip, b"\x26\x01\x00")
    assert chip.device.resets == 2
    assert chip.device.up
    assert not chip.device.radiating


def test_field_that_is_not_there_is_a_fault(chip):
    chip.replies[0x05] = status(rf=0)
    exchange(chip, b"\x26\x01\x00")
    assert chip.device.outcome == rd.FAULT
    assert chip.device.faults == [0, 0, 1, 0]


def test_nothing_is_sent_to_a_busy_chip_and_the_ladder_is_bounded(chip):
    chip.busy_stuck = True
    chip.device.start_look(False)
    for _ in range(3000):
        wait = chip.device.poll(chip.clock.ticks_us())
        assert wait > 0
        chip.clock.sleep_us(wait)
    assert chip.frames == []
    assert chip.errors == []
    assert not chip.device.up
    pulses = [b[0] - a[0] for a, b in zip(chip.resets[2::2], chip.resets[3::2], strict=False)]
    assert [p // 50 * 50 for p in pulses[:4]] == [50, 1000, 10000, 10000]
    pauses = [b[0] - a[0] for a, b in zip(chip.resets[3::2], chip.resets[4::2], strict=False)]
    assert max(pauses) < 8_200_000
    chip.busy_stuck = False
    finish(chip, 20_000_000)
    assert chip.device.up
    assert chip.device.outcome == rd.FAULT
