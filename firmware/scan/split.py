"""Where a collision can be split: after the bits that the reader knows up to it."""

from firmware.drivers import iso15693 as iso


def known_bits(reader, with_block, mask, bits, slot, own, air):
    """How many bits of the colliding UIDs are known, -1 when no more than the question gave.

    ``slot``: 0-15, -1 for a one-slot request. Leaves the question (mask, slot) in ``own`` and the
    known bits in ``air``. Bits that contradict the question are not believed.
    """
    iso.with_slot(mask, bits, slot, own)
    one_slot = slot < 0
    if not one_slot:
        bits += 4
    if with_block:
        head, first = 8, 8 * (8 - iso.rest_bytes(bits, True))
    else:
        head, first = 16, 0
    known = first + reader.rx_bits - head
    if known < bits or known >= iso.UID_BITS:
        return -1
    if one_slot and known == bits:
        return -1  # the plain halves, which need no check
    iso.with_slot(own, bits, -1, air)
    rx = reader.rx
    at = head >> 3
    for i in range(first >> 3, (known + 7) >> 3):
        air[i] = rx[at]
        at += 1
    return known if iso.in_mask(air, own, bits) else -1
