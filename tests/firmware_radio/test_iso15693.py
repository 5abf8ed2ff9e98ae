"""Requests and responses of ISO 15693-3, byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.drivers import iso15693 as iso
from firmware.scan import masks as mk

UID = bytes.fromhex("e004015012345678")
AIR = UID[::-1]


def test_inventory_requests():
    buf = bytearray(30)
    n = iso.inventory(buf, bytes(8), 0, 0, True)
    assert bytes(buf[:n]) == b"\x26\x01\x00"
    n = iso.inventory(buf, bytes(8), 0, 0, False)
    assert bytes(buf[:n]) == b"\x06\x01\x00"
    n = iso.inventory(buf, AIR, 12, 0x71, True)
    assert bytes(buf[:n]) == b"\x36\x01\x71\x0c\x78\x06"  # the high nibble is padded with zeros


def test_mask_length_is_not_taken_from_the_masks_value():
    buf = bytearray(30)
    n = iso.inventory(buf, bytes(8), 16, 0, True)
    assert bytes(buf[:n]) == b"\x26\x01\x10\x00\x00"
    n = iso.inventory_read(buf, bytes(8), 4, 0, False, 2, True)
    assert bytes(buf[:n]) == b"\x46\xa1\x04\x04\x00\x02\x00"


def test_addressed_requests_carry_the_uid_lowest_byte_first():
    buf = bytearray(30)
    n = iso.addressed(buf, iso.CMD_STAY_QUIET, AIR)
    assert bytes(buf[:n]) == b"\x22\x02" + AIR


def test_responses_that_are_errors_or_of_another_length_are_refused():
    air = bytearray(8)
    good = b"\x00\x00" + AIR
    assert iso.parse_inventory(good, 10, air)
    assert bytes(air) == AIR
    assert not iso.parse_inventory(good, 9, air)
    assert not iso.parse_inventory(b"\x01\x0f" + AIR, 10, air)


@given(
    st.binary(min_size=8, max_size=8),
    st.integers(0, 60),
    st.booleans(),
    st.integers(0, 2**30 - 1),
)
def test_inventory_read_gives_back_uid_and_block_for_every_mask(air, bits, one_slot, value):
    number = int.from_bytes(air, "little")
    slot = -1 if one_slot else number >> bits & 15
    known = bits if one_slot else bits + 4
    rest = air[known // 8 :]
    rx = b"\x00" + rest + value.to_bytes(4, "little")
    assert iso.rest_bytes(bits, one_slot) == len(rest)
    assert iso.inventory_read_bytes(bits, one_slot) == len(rx) + 2
    out = bytearray(8)
    mask = (number & ((1 << bits) - 1)).to_bytes(8, "little")
    assert iso.parse_inventory_read(rx, len(rx), mask, bits, slot, out) == value
    assert bytes(out) == air
    assert iso.in_mask(out, mask, bits)
    assert iso.parse_inventory_read(rx, len(rx) - 1, mask, bits, slot, out) == -1


@pytest.mark.parametrize("bits", range(65))
def test_in_mask_looks_at_exactly_its_bits(bits):
    number = int.from_bytes(AIR, "little")
    for flip in range(64):
        other = (number ^ 1 << flip).to_bytes(8, "little")
        assert iso.in_mask(other, AIR, bits) == (flip >= bits)
    assert iso.to_uid(AIR) == UID
    assert iso.same_uid(UID, AIR)


def test_masks_split_into_both_halves_and_the_stack_is_bounded():
    masks = mk.Masks()
    value = bytearray(b"\xff\x01" + bytes(6))
    assert masks.push_halves(value, 9)
    assert masks.pop()
    assert (bytes(masks.value[:2]), masks.bits) == (b"\xff\x01", 10)
    assert masks.pop()
    assert (bytes(masks.value[:2]), masks.bits) == (b"\xff\x03", 10)
    assert not masks.pop()
    for _ in range(mk.DEPTH):
        assert masks.push(value, 9, mk.ASK)
    assert not masks.push(value, 9, mk.ASK)
    assert not masks.push_halves(value, 9)
