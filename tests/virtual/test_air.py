"""ISO 15693 on the emulator: what tags answer, when, and what the receiver makes of it."""

import pytest

from tests.virtual.pn5180_rig import INVENTORY_1, INVENTORY_16, TABLE, Rig
from tools.virtual import air
from tools.virtual.field import Field
from tools.virtual.pn5180_map import IRQ_RX, IRQ_RX_SOF, IRQ_TX, R
from tools.virtual.pn5180_radio import crc16
from tools.virtual.things import Card, Chip

COLLISION, INTEGRITY = 1 << 18, 1 << 16


def uid(*low):
    """A UID with these least significant bytes, highest first."""
    return b"\xe0\x04\x01" + bytes(5 - len(low)) + bytes(low)


def on(*things):
    """A rig with the field on and things on its antenna."""
    rig = Rig()
    for thing in things:
        rig.put(thing)
    rig.field_on()
    return rig


def test_one_tag_answers_flags_dsfid_and_uid_lowest_byte_first():
    rig = on(Card(uid(1, 2)))
    irq, rx, data = rig.send(INVENTORY_1)
    assert irq & (IRQ_TX | IRQ_RX | IRQ_RX_SOF) == IRQ_TX | IRQ_RX | IRQ_RX_SOF
    assert rx & 0x1FF == 10 and not rx & (COLLISION | INTEGRITY)
    assert data == b"\x00\x00" + uid(1, 2)[::-1]


def test_silence_leaves_no_reception():
    irq, rx, data = on().send(INVENTORY_1)
    assert irq & IRQ_TX and not irq & (IRQ_RX | IRQ_RX_SOF)
    assert rx == 0 and data == b""


def test_two_tags_collide_at_the_first_bit_that_differs():
    rig = on(Card(uid(0x10)), Card(uid(0x50)))
    _, rx, _ = rig.send(INVENTORY_1)
    assert rx & COLLISION
    assert rx >> 19 & 0x7F == 16 + 6


@pytest.mark.parametrize("bits", [1, 8, 13, 16, 64])
def test_a_mask_separates_tags_whatever_its_bits(bits):
    one, other = uid(0x34, 0x12), uid(0xCB, 0xED)
    rig = on(Card(one), Card(other))
    number = int.from_bytes(one, "big") & ((1 << bits) - 1)
    mask = number.to_bytes((bits + 7) // 8, "little")
    _, rx, data = rig.send(bytes((0x26, 1, bits)) + mask)
    assert data[2:] == one[::-1] and not rx & COLLISION


def test_a_mask_of_zero_bits_in_it_is_still_a_mask():
    rig = on(Card(uid(0x00)), Card(uid(0x10)))
    _, rx, data = rig.send(bytes((0x26, 1, 8, 0x00)))
    assert data[2] == 0x00 and not rx & COLLISION


@pytest.mark.parametrize("afi, heard", [(0x71, 1), (0x70, 1), (0x72, 0), (0x02, 0), (0x00, 1)])
def test_the_afi_chooses_family_and_subfamily(afi, heard):
    rig = on(Card(uid(1), afi=0x71))
    _, rx, _ = rig.send(bytes((0x36, 1, afi, 0)))
    assert bool(rx & 0x1FF) == bool(heard)


def test_sixteen_slots_hold_each_tag_in_the_slot_of_its_lowest_nibble():
    cards = [Card(uid(n)) for n in (0x03, 0x0A, 0x1A, 0x0F)]
    rig = on(*cards)
    tx_config = rig.read(R.TX_CONFIG)
    found = {}
    result = rig.send(INVENTORY_16, 6500)
    for slot in range(16):
        _, rx, data = result
        if rx & COLLISION:
            found[slot] = "collision"
        elif data:
            found[slot] = data[2]
        if slot < 15:
            result = rig.slot()
    assert found == {3: 0x03, 10: "collision", 15: 0x0F}
    rig.restore(tx_config)
    assert rig.send(bytes((0x26, 1, 8, 0x03)))[2][2] == 0x03


def test_a_lone_eof_outside_an_inventory_is_answered_by_nobody():
    rig = on(Card(uid(0)))
    assert rig.slot()[2] == b""


def test_stay_quiet_holds_until_the_field_drops():
    card = Card(uid(7))
    rig = on(card)
    rig.send(bytes((0x22, 0x02)) + uid(7)[::-1])
    assert rig.send(INVENTORY_1)[2] == b""
    rig.frame(b"\x17\x00")
    rig.t += 1000
    rig.field_on()
    assert rig.send(INVENTORY_1)[2] != b""


def test_select_and_reset_to_ready():
    rig = on(Card(uid(7)), Card(uid(8)))
    assert rig.send(bytes((0x22, 0x25)) + uid(7)[::-1])[2] == b"\x00"
    assert rig.send(bytes((0x12, 0x20, 0)))[2] == b"\x00" + bytes(4)  # the selected one only
    assert rig.send(bytes((0x12, 0x26)))[2] == b"\x00"
    assert rig.send(bytes((0x12, 0x20, 0)))[2] == b""


def test_a_chip_tells_its_denomination_and_what_is_not_there_is_an_error():
    rig = on(Chip(uid(9), 25_000))
    block = rig.send(bytes((0x22, 0x20)) + uid(9)[::-1] + b"\x00")[2]
    assert block == b"\x00" + (25_000).to_bytes(4, "little")
    assert rig.send(bytes((0x22, 0x20)) + uid(9)[::-1] + b"\x40")[2] == b"\x01\x10"
    assert rig.send(bytes((0x22, 0x20)) + uid(8)[::-1] + b"\x00")[2] == b""


@pytest.mark.parametrize("code, rx", [(0xA0, 0x8D), (0xA1, 0x8E)])
def test_inventory_read_brings_the_block_and_the_unknown_part_of_the_uid(code, rx):
    rig = Rig()
    rig.put(Chip(uid(0x12, 0x34), 500))
    rig.field_on(rx=rx)
    _, _, data = rig.send(bytes((0x66, code, 0x04, 8, 0x34, 0, 0)))
    assert data == b"\x00" + uid(0x12, 0x34)[::-1][1:] + (500).to_bytes(4, "little")
    _, _, data = rig.send(bytes((0x26, code, 0x04, 8, 0x34, 0, 0)))
    assert data == b"\x00" + (500).to_bytes(4, "little")


def test_a_receiver_at_the_wrong_rate_hears_nothing():
    rig = on(Chip(uid(1), 5))
    assert rig.send(bytes((0x66, 0xA1, 0x04, 0, 0, 0)))[2] == b""


def test_a_tag_wants_a_millisecond_of_field_first():
    rig = Rig()
    rig.put(Card(uid(1)))
    rig.frame(bytes((0x11, 0x0D, 0x8D)))
    rig.frame(b"\x16\x00")
    assert rig.send(bytes((0x26, 1, 0)), 500)[0] & IRQ_TX == 0  # request under way already
    rig.t += 20_000
    assert rig.send(INVENTORY_1)[2] != b""


@pytest.mark.parametrize(
    "bad",
    [
        b"\x26",
        b"\x26\x01",
        b"\x26\x01\x08",
        b"\x26\x01\x41" + bytes(9),
        b"\x26\x01\x00\x00",
        b"\x06\x01\x3d" + bytes(8),
    ],
)
def test_malformed_inventories_are_not_answered(bad):
    assert on(Card(uid(1))).send(bad)[2] == b""


def test_without_crc_or_start_symbol_tags_understand_nothing():
    rig = on(Card(uid(1)))
    rig.write(R.CRC_TX_CONFIG, 0)
    assert rig.send(INVENTORY_1)[2] == b""


def test_without_crc_stripping_the_answer_carries_its_crc():
    rig = on(Card(uid(1)))
    rig.write(R.CRC_RX_CONFIG, 0)
    data = rig.send(INVENTORY_1)[2]
    assert len(data) == 12 and data[10:] == crc16(data[:10])


def test_the_crc_is_that_of_the_standard():
    assert crc16(b"123456789") == (0x906E).to_bytes(2, "little")  # CRC-16/X-25


def test_air_times_are_those_of_the_standard():
    """radio.md's table: request, t1 and answer; what follows is t2 or, in silence, t3."""
    t1, t2, t3 = air.T1_US, air.T2_US, 474

    def answered(request, answer):
        return round((air.request_us(request) + t1 + air.answer_us(answer) + t2) / 1000, 2)

    def silent(request):
        return round((air.request_us(request) + t3) / 1000, 2)

    assert (answered(3, 10), silent(3)) == (6.18, 2.1)
    assert (answered(5, 10), silent(5)) == (6.78, 2.7)
    assert (answered(11, 5), silent(11)) == (7.09, 4.51)
    assert answered(10, 1) == 5.58  # SELECT
    assert round((air.request_us(10) + t2) / 1000, 2) == 4.05  # STAY QUIET has no answer


def test_rx_irq_comes_when_the_answer_has_ended_and_not_before():
    rig = on(Card(uid(1)))
    rig.start()
    rig.frame(bytes((0x09, 0)) + INVENTORY_1)
    begin = rig.t
    end = air.request_us(3) + air.T1_US + air.answer_us(10)
    rig.t = begin + int(end) - 100
    assert not rig.read(R.IRQ_STATUS) & IRQ_RX
    rig.t = begin + int(end) + 30
    assert rig.read(R.IRQ_STATUS) & IRQ_RX


def test_two_neighbouring_loops_that_radiate_together_read_nothing():
    table = dict(TABLE, radio={"keep_apart_mm": 120})
    table["antennas"] = [
        *TABLE["antennas"],
        {"zone": "pot", "reader": "b", "channel": 0, "x": 130, "y": 0, "d": 100},
        {"zone": "muck", "reader": "b", "channel": 1, "x": 400, "y": 200, "d": 100},
    ]
    field = Field(table)
    one, other = air.Air(field), air.Air(field)
    field.put(Card(uid(1)), field.spot("seat:1"))
    one.energize(field.by_zone["seat:1"], 0)
    other.energize(field.by_zone["muck"], 0)
    assert one.request(INVENTORY_1, 5000) is not None
    other.energize(field.by_zone["pot"], 5000)
    assert one.request(INVENTORY_1, 10_000) is None and one.jammed == 1
    other.silence()
    assert one.request(INVENTORY_1, 20_000) is not None
