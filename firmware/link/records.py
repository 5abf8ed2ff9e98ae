"""Records of the journal as bytes: length, boot epoch, sequence, CRC, payload.

    A5 | length u16 | boot u32 | seq u64 | crc32 u32 | payload          (little endian)

The CRC covers length, boot, seq and payload. A record without payload is a mark: everything up to
its boot and seq has been acknowledged. A segment begins with ``FWJ1 | generation u32 | crc32``.
"""

import binascii
import struct

HEAD = 19
SEGMENT_HEAD = 12
MAGIC = 0xA5
_FORMAT = "<BHIQI"


def pack(boot, seq, payload):
    """Bytes of one record."""
    body = struct.pack("<HIQ", len(payload), boot, seq)
    crc = binascii.crc32(payload, binascii.crc32(body)) & 0xFFFFFFFF
    return struct.pack(_FORMAT, MAGIC, len(payload), boot, seq, crc) + payload


def unpack(data, at):
    """``(boot, seq, start, end)`` of the record at ``at`` (payload = data[start:end]), or None.

    None for anything that is not a whole record: torn, damaged, or not there.
    """
    if at + HEAD > len(data) or data[at] != MAGIC:
        return None
    _, length, boot, seq, crc = struct.unpack_from(_FORMAT, data, at)
    start = at + HEAD
    end = start + length
    if end > len(data):
        return None
    found = binascii.crc32(data[at + 1 : at + 15])
    found = binascii.crc32(data[start:end], found) & 0xFFFFFFFF
    return (boot, seq, start, end) if found == crc else None


def following(data, at):
    """The first whole record from ``at`` on, as ``(boot, seq, start, end)``; None at the end.

    After a torn write the search goes on byte by byte: what was appended later is still found.
    """
    size = len(data)
    while at + HEAD <= size:
        found = unpack(data, at)
        if found is not None:
            return found
        at += 1
        while at + HEAD <= size and data[at] != MAGIC:
            at += 1
    return None


def walk(data):
    """Whole records of a segment's bytes, in order: ``(boot, seq, start, end)`` each.

    ``end == start`` is a mark. Torn or damaged bytes are passed over.
    """
    at = SEGMENT_HEAD
    while True:
        found = following(data, at)
        if found is None:
            return
        at = found[3]
        yield found


def segment_head(generation):
    """First bytes of a segment file."""
    body = b"FWJ1" + struct.pack("<I", generation)
    return body + struct.pack("<I", binascii.crc32(body) & 0xFFFFFFFF)


def generation_of(data):
    """Generation of a segment by its first bytes, None when they are not whole."""
    if len(data) < SEGMENT_HEAD or data[:4] != b"FWJ1":
        return None
    generation, crc = struct.unpack_from("<II", data, 4)
    return generation if binascii.crc32(data[:8]) & 0xFFFFFFFF == crc else None
