"""ISO/IEC 15693-3 requests and responses, written into and read from buffers of the caller.

UIDs and masks are handled in air order here: byte 0 is the least significant and sent first; a mask
is the first ``bits`` bits of that order. ``to_uid`` makes the order people write (E0h first). The
length of a mask is always passed beside its value, whose zero nibbles say nothing about it.
"""

from shared_rules.compat import const

# Request flags, ISO 15693-3 7.3.1
HIGH_RATE = const(0x02)
INVENTORY = const(0x04)
AFI = const(0x10)  # with INVENTORY
ONE_SLOT = const(0x20)  # with INVENTORY
ADDRESSED = const(0x20)  # without INVENTORY
OPTION = const(0x40)

CMD_INVENTORY = const(0x01)
CMD_STAY_QUIET = const(0x02)
CMD_INVENTORY_READ = const(0xA0)  # NXP ICODE: blocks come with the UID
CMD_FAST_INVENTORY_READ = const(0xA1)  # the same at 53 kbit/s
NXP = const(0x04)  # IC manufacturer code (ISO 7816-6)

UID_BITS = const(64)
BLOCK_BYTES = const(4)
INVENTORY_BYTES = const(12)  # of an INVENTORY response: flags, DSFID, UID, CRC
SLOTS = const(16)


def _mask(buf, at, mask, bits):
    """Mask length and value at buf[at:]; unused bits of the last byte are zero. New end."""
    buf[at] = bits
    at += 1
    n = (bits + 7) >> 3
    for i in range(n):
        buf[at + i] = mask[i]
    if bits & 7:
        buf[at + n - 1] &= (1 << (bits & 7)) - 1
    return at + n


def inventory(buf, mask, bits, afi, one_slot):
    """INVENTORY (10.3.1) into buf; ``afi`` 0: of any family. Length without CRC."""
    flags = HIGH_RATE | INVENTORY
    at = 2
    if one_slot:
        flags |= ONE_SLOT
    if afi:
        flags |= AFI
        buf[at] = afi
        at += 1
    buf[0] = flags
    buf[1] = CMD_INVENTORY
    return _mask(buf, at, mask, bits)


def inventory_read(buf, mask, bits, afi, one_slot, block, fast):
    """INVENTORY READ, or FAST (ICODE SLIX2 data sheet, custom commands), of one block. Length.

    The option flag asks for the part of the UID that the mask does not give.
    """
    flags = HIGH_RATE | INVENTORY | OPTION
    at = 3
    if one_slot:
        flags |= ONE_SLOT
    if afi:
        flags |= AFI
        buf[at] = afi
        at += 1
    buf[0] = flags
    buf[1] = CMD_FAST_INVENTORY_READ if fast else CMD_INVENTORY_READ
    buf[2] = NXP
    at = _mask(buf, at, mask, bits)
    buf[at] = block
    buf[at + 1] = 0  # number of blocks, less one
    return at + 2


def addressed(buf, command, air):
    """An addressed request without parameters (10.3.2, STAY QUIET). Length without CRC."""
    buf[0] = HIGH_RATE | ADDRESSED
    buf[1] = command
    for i in range(8):
        buf[2 + i] = air[i]
    return 10


def rest_bytes(bits, one_slot):
    """Bytes of the UID an INVENTORY READ response carries: what mask and slot leave, rounded up."""
    left = UID_BITS - bits if one_slot else UID_BITS - 4 - bits
    return (left + 7) >> 3


def inventory_read_bytes(bits, one_slot):
    """Bytes of an INVENTORY READ response with CRC: flags, rest of the UID, one block."""
    return 1 + rest_bytes(bits, one_slot) + BLOCK_BYTES + 2


def parse_inventory(rx, n, air):
    """UID of an INVENTORY response into ``air``; False when it is not one."""
    if n != 10 or rx[0] & 1:
        return False
    for i in range(8):
        air[i] = rx[2 + i]
    return True


def parse_inventory_read(rx, n, mask, bits, slot, air):
    """UID into ``air``, the block as a number (little endian) returned; -1 when it is not one.

    ``slot``: 0-15, or -1 for a one-slot request. Mask and slot give the bits the tag left out.
    """
    rest = rest_bytes(bits, slot < 0)
    if n != 1 + rest + BLOCK_BYTES or rx[0] & 1:
        return -1
    with_slot(mask, bits, slot, air)
    for i in range(rest):
        air[8 - rest + i] = rx[1 + i]
    at = 1 + rest
    if rx[at + 3] & 0xC0:  # above 2**30: no chip has it, and the controller's integers are small
        return 0
    return rx[at] | rx[at + 1] << 8 | rx[at + 2] << 16 | rx[at + 3] << 24


def with_slot(mask, bits, slot, air):
    """``air`` = the mask's bits, then the slot number's four (none when slot < 0), then zeros."""
    n = bits >> 3
    for i in range(8):
        air[i] = mask[i] if i < n else 0
    if bits & 7:
        air[n] = mask[n] & (1 << (bits & 7)) - 1
    if slot >= 0:
        for i in range(4):
            if slot >> i & 1:
                air[(bits + i) >> 3] |= 1 << ((bits + i) & 7)


def in_mask(air, mask, bits):
    """True when the UID begins with the mask's bits."""
    n = bits >> 3
    for i in range(n):
        if air[i] != mask[i]:
            return False
    return not bits & 7 or not (air[n] ^ mask[n]) & ((1 << (bits & 7)) - 1)


def to_uid(air):
    """The UID as people write it, E0h first (allocates)."""
    return bytes((air[7], air[6], air[5], air[4], air[3], air[2], air[1], air[0]))


def to_air(uid, air):
    """``air`` = the UID (E0h first) in air order."""
    for i in range(8):
        air[i] = uid[7 - i]


def same_uid(uid, air):
    """True when ``uid`` (E0h first) is this one in air order."""
    for i in range(8):
        if uid[i] != air[7 - i]:
            return False
    return True
