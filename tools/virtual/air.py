"""The air between a reader and its tags: ISO 15693-3 requests, answers, slots and collisions.

One ``Air`` per reader. Frames are bytes as they travel, without CRC (the reader's hardware adds and
strips it); bit 0 of byte 0 travels first. Times in microseconds, 1-of-4 coding, single subcarrier.
"""

from tools.virtual.iso15693_tags import BLOCK_BYTES, BLOCKS, IC_REFERENCE, QUIET, READY, SELECTED
from tools.virtual.noise import CRC_ERROR, GHOST, STRONGER_DECODED

BYTE_US = 302.06
SOF_EOF_REQUEST_US = 113.3
EOF_US = 37.8
T1_US = 320.9  # request end to answer, ISO 15693-3, 9.1
T2_US = 309.2  # answer end to next request
SOF_EOF_ANSWER_US = 302.06
POWER_UP_US = 1000  # field on to the first request a tag understands
PROGRAM_US = 4600  # writing a block

NXP = 0x04
INVENTORY, STAY_QUIET = 0x01, 0x02
READ_BLOCK, WRITE_BLOCK, READ_BLOCKS = 0x20, 0x21, 0x23
SELECT, RESET_TO_READY = 0x25, 0x26
WRITE_AFI, WRITE_DSFID, SYSTEM_INFO = 0x27, 0x29, 0x2B
READ_SIGNATURE = 0xBD  # ICODE SLIX2 data sheet, 9.5.3
INVENTORY_READ, FAST_INVENTORY_READ = 0xA0, 0xA1

OK = b"\x00"


def request_us(count):
    """Air time of a request of ``count`` bytes without CRC."""
    return SOF_EOF_REQUEST_US + BYTE_US * (count + 2)


def answer_us(count, fast=False):
    """Air time of an answer of ``count`` bytes without CRC; ``fast``: at 53 kbit/s."""
    us = SOF_EOF_ANSWER_US + BYTE_US * (count + 2)
    return us / 2 if fast else us


class Reception:
    """What a receiver makes of the answers to one request or slot. ``data``: bytes without CRC;
    ``collision``: index of the first bit on which answers differed, None without one."""

    __slots__ = ("data", "collision", "crc_ok", "fast", "delay")

    def __init__(self, data, collision=None, crc_ok=True, fast=False, delay=T1_US):
        self.data = data
        self.collision = collision
        self.crc_ok = crc_ok
        self.fast = fast
        self.delay = delay


def error(code):
    """An error answer, ISO 15693-3, 7.4.2."""
    return bytes((0x01, code))


class Air:
    """The tags in front of one reader, and the slotted inventory it may be in the middle of.

    ``field``: the antenna field; ``noise``: seeded noise.
    """

    def __init__(self, field):
        self.field = field
        self.noise = field.noise
        self.antenna = None
        self.on_since = None  # when the present field reached the present antenna; None: off
        self.session = 0
        self._slots = None  # answers of a 16-slot inventory: slot -> [data]
        self._slot = 0
        self._fast = False
        self.ghosts = 0  # injected: collision flags with nothing behind them
        self.crc_errors = 0  # injected
        self.requests = 0
        self.jammed = 0  # requests lost because a neighbouring loop radiated
        field.airs.append(self)

    def energize(self, antenna, t_us):
        """The field is on, at this antenna, from now; tags there wake up Ready."""
        self.antenna = antenna
        self.on_since = t_us
        self.field.sessions += 1
        self.session = self.field.sessions
        self._slots = None

    def silence(self):
        """The field is off: tags forget their state."""
        self.on_since = None
        self._slots = None

    def agc(self, t_us):
        """Receiver gain in counts; 0 while the field is off."""
        return 0 if self.on_since is None else self.field.agc(self.antenna, t_us)

    # -- requests

    def request(self, frame, t_us):
        """A whole request has been sent, ending at ``t_us``. Reception, or None for silence."""
        self._slots = None
        self.requests += 1
        if self.on_since is None or t_us - self.on_since < POWER_UP_US:
            return None
        tags = self.field.heard(self.antenna, t_us)
        if not tags and not self.noise.factor and not self.ghosts:
            return None
        if tags and self._is_jammed():
            return None
        session = self.session
        for tag in tags:
            if tag.powered != session:
                tag.power(session)
        if len(frame) < 2:
            return None
        heard = (self._inventory if frame[0] & 0x04 else self._command)(frame, tags)
        # Tags would answer at the low rate or on two subcarriers, which this receiver cannot hear.
        return heard if frame[0] & 0x03 == 0x02 else None

    def _is_jammed(self):
        """Another reader radiates from a loop too near: tags hear two readers and neither."""
        near = self.antenna.near
        for other in self.field.airs:
            if other.on_since is not None and other is not self and other.antenna in near:
                self.jammed += 1
                return True
        return False

    def eof(self, t_us):
        """A lone EOF: the next slot of a slotted inventory. Reception, or None."""
        if self._slots is None or self.on_since is None:
            return None
        self._slot += 1
        if self._slot > 15:
            self._slots = None
            return None
        return self._received(self._slots.get(self._slot, ()), self._fast)

    def _inventory(self, frame, tags):
        parsed = parse_inventory(frame)
        if parsed is None:
            return None
        flags, afi, mask_bits, mask, blocks, fast = parsed
        low = (1 << mask_bits) - 1
        one_slot = flags & 0x20
        slots = {}
        for tag in tags:
            if tag.state == QUIET or (tag.number & low) != mask:
                continue
            if afi is not None and afi != 0 and not _afi_matches(afi, tag.afi):
                continue
            answer = _inventory_answer(tag, flags, mask_bits, blocks)
            if answer is None:
                continue
            slot = 0 if one_slot else (tag.number >> mask_bits) & 15
            slots.setdefault(slot, []).append(answer)
        if not one_slot:
            self._slots, self._slot, self._fast = slots, 0, fast
        return self._received(slots.get(0, ()), fast)

    def _received(self, answers, fast=False, delay=T1_US):
        noise = self.noise
        if self.ghosts or noise.happens(GHOST):
            if self.ghosts:
                self.ghosts -= 1
            return Reception(b"", collision=0, crc_ok=False)
        if not answers:
            return None
        if len(answers) == 1:
            data = answers[0]
            if self.crc_errors or noise.happens(CRC_ERROR):
                if self.crc_errors:
                    self.crc_errors -= 1
                return Reception(_flipped(data, noise), crc_ok=False, fast=fast, delay=delay)
            return Reception(data, fast=fast, delay=delay)
        at = first_difference(answers)
        if at is None or noise.happens(STRONGER_DECODED):
            return Reception(answers[0], fast=fast, delay=delay)
        return Reception(answers[0], collision=at, crc_ok=False, fast=fast, delay=delay)

    def _command(self, frame, tags):
        flags, code = frame[0], frame[1]
        at = 2
        custom = code >= 0xA0
        if custom:
            at += 1  # IC manufacturer code
        uid = None
        if flags & 0x20:
            uid = frame[at : at + 8]
            at += 8
            if len(uid) < 8:
                return None
        rest = frame[at:]
        answers = []
        delay = T1_US
        for tag in tags:
            named = uid is not None and uid == tag.wire_uid
            if code == SELECT and uid is not None and not named and tag.state == SELECTED:
                tag.state = READY  # another tag is selected now
            if uid is not None and not named:
                continue
            if flags & 0x10 and tag.state != SELECTED:
                continue
            if uid is None and not flags & 0x10 and tag.state == QUIET:
                continue
            answer = _obey(tag, code, flags, uid is not None, rest)
            if answer is not None:
                answers.append(answer)
                if code in (WRITE_BLOCK, WRITE_AFI, WRITE_DSFID):
                    delay = T1_US + PROGRAM_US
        return self._received(answers, delay=delay)


def parse_inventory(frame):
    """(flags, afi, mask bits, mask, blocks, fast) of an inventory request; None when malformed.

    ``blocks``: None, or (first, count) of INVENTORY READ (ICODE SLIX2, 9.5.2). ISO 15693-3, 10.3.
    """
    flags, code = frame[0], frame[1]
    at = 2
    reading = code in (INVENTORY_READ, FAST_INVENTORY_READ)
    if reading:
        if len(frame) < 3 or frame[2] != NXP:
            return None
        at = 3
    elif code != INVENTORY:
        return None
    afi = None
    if flags & 0x10:
        if len(frame) <= at:
            return None
        afi = frame[at]
        at += 1
    if len(frame) <= at:
        return None
    mask_bits = frame[at]
    at += 1
    if mask_bits > (64 if flags & 0x20 else 60):
        return None
    mask_bytes = (mask_bits + 7) // 8
    mask = int.from_bytes(frame[at : at + mask_bytes], "little") & ((1 << mask_bits) - 1)
    rest = frame[at + mask_bytes :]
    if len(frame) < at + mask_bytes or len(rest) != (2 if reading else 0):
        return None
    blocks = (rest[0], rest[1] + 1) if reading else None
    return flags, afi, mask_bits, mask, blocks, code == FAST_INVENTORY_READ


def _afi_matches(wanted, afi):
    """ISO 15693-3, table 1: a zero nibble asks for the whole family or any subfamily."""
    if wanted & 0x0F == 0:
        return wanted & 0xF0 == afi & 0xF0
    if wanted & 0xF0 == 0:
        return wanted == afi & 0x0F
    return wanted == afi


def _inventory_answer(tag, flags, mask_bits, blocks):
    if blocks is None:
        return OK + bytes((tag.dsfid,)) + tag.wire_uid
    first, count = blocks
    data = []
    for n in range(first, first + count):
        block = tag.block(n)
        if block is None:
            return None
        data.append(block)
    rest = b""
    if flags & 0x40:  # the part of the UID the reader does not know yet, in whole bytes
        known = mask_bits + (0 if flags & 0x20 else 4)
        rest = tag.wire_uid[known // 8 :]
    return OK + rest + b"".join(data)


def _obey(tag, code, flags, addressed, rest):
    """Answer of one tag to a command meant for it; None: it keeps silent (ISO 15693-3, 10)."""
    if code == STAY_QUIET:
        if addressed:
            tag.state = QUIET
        return None
    if code == SELECT:
        if addressed:
            tag.state = SELECTED
            return OK
        return None
    if code == RESET_TO_READY:
        tag.state = READY
        return OK
    if code == READ_BLOCK:
        block = tag.block(rest[0]) if len(rest) == 1 else None
        if block is None:
            return error(0x10 if rest else 0x02) if addressed or flags & 0x10 else None
        return OK + (b"\x00" if flags & 0x40 else b"") + block
    if code == READ_BLOCKS and len(rest) == 2:
        blocks = [tag.block(n) for n in range(rest[0], rest[0] + rest[1] + 1)]
        if None in blocks:
            return error(0x10)
        return OK + b"".join((b"\x00" if flags & 0x40 else b"") + b for b in blocks)
    if code == WRITE_BLOCK and len(rest) == 1 + BLOCK_BYTES and rest[0] < BLOCKS:
        tag.blocks[rest[0]] = bytes(rest[1:])
        return OK
    if code == WRITE_AFI and len(rest) == 1:
        tag.afi = rest[0]
        return OK
    if code == WRITE_DSFID and len(rest) == 1:
        tag.dsfid = rest[0]
        return OK
    if code == READ_SIGNATURE and not rest and tag.signature is not None:
        return OK + tag.signature
    if code == SYSTEM_INFO and not rest:
        sizes = bytes((tag.dsfid, tag.afi, BLOCKS - 1, BLOCK_BYTES - 1, IC_REFERENCE))
        return OK + b"\x0f" + tag.wire_uid + sizes
    return error(0x01) if addressed or flags & 0x10 else None


def first_difference(answers):
    """Index of the first bit on which simultaneous answers differ, None when all are equal."""
    first = int.from_bytes(answers[0], "little")
    different = 0
    for other in answers[1:]:
        different |= first ^ int.from_bytes(other, "little")
    if different:
        return (different & -different).bit_length() - 1
    shortest = min(len(a) for a in answers)
    return None if all(len(a) == shortest for a in answers) else shortest * 8


def _flipped(data, noise):
    at = int(noise.white() * len(data) * 8)
    out = bytearray(data)
    out[at // 8] ^= 1 << (at % 8)
    return bytes(out)
