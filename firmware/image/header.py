"""What stands before a program image: 128 bytes that are signed, and their signature.

    FWI1 | format u16 | 0 u16 | version u32 | oldest u32 | built u32 | length u32 |
    board 16 | name 16 | sha256 of the body 32 | zeros to 128 | signature 384      (little endian)

``version`` counts up with each release. ``oldest``: no version below it may run any more once this
image has proved itself. ``built``: seconds since 1970, which a clock that was never set starts
from. The body is a ROM file system with the program, executed in place where flash is mapped.
"""

import hashlib
import struct

from firmware.image import rsa

SIGNED = 128
SIGNATURE = 384  # RSA of 3072 bits
SIZE = SIGNED + SIGNATURE
MAGIC = b"FWI1"
FORMAT = 1
_FORM = "<4sHHIIII16s16s32s"
_USED = 88  # bytes of _FORM


class BadImage(ValueError):
    """An image that must not run; the text is one clear line."""


class Header:
    """A header's values. ``board``, ``name``: text; ``digest``: SHA-256 of the body."""

    def __init__(self, version, oldest, built, length, board, name, digest):
        self.version = version
        self.oldest = oldest
        self.built = built
        self.length = length
        self.board = board
        self.name = name
        self.digest = digest

    def pack(self):
        """The 128 bytes that are signed."""
        data = struct.pack(
            _FORM, MAGIC, FORMAT, 0, self.version, self.oldest, self.built, self.length,
            self.board.encode(), self.name.encode(), self.digest,
        )  # fmt: skip
        return data + bytes(SIGNED - len(data))


def parse(data):
    """Header of an image's first 512 bytes, not yet verified. Raises BadImage."""
    if len(data) != SIZE:
        raise BadImage("an image begins with %d bytes of header, got %d" % (SIZE, len(data)))
    magic, form, flags, version, oldest, built, length, board, name, digest = struct.unpack(
        _FORM, data[:_USED]
    )
    if magic != MAGIC or form != FORMAT or flags:
        raise BadImage("not a program image of format %d" % FORMAT)
    if not version or oldest > version or not length:
        raise BadImage("version %d, oldest %d, %d bytes: not a release" % (version, oldest, length))
    try:
        texts = [board.decode().rstrip("\x00"), name.decode().rstrip("\x00")]
    except UnicodeError:
        raise BadImage("names in the header are not text")
    return Header(version, oldest, built, length, texts[0], texts[1], digest)


def verified(data, keys, board):
    """Header of an image's first 512 bytes: signed by one of ``keys`` and made for ``board``.

    ``keys``: public moduli as bytes. Raises BadImage.
    """
    header = parse(data)
    digest = hashlib.sha256(data[:SIGNED]).digest()
    for modulus in keys:
        if rsa.verify(modulus, digest, data[SIGNED:]):
            break
    else:
        raise BadImage("signed by nobody this controller trusts")
    if header.board != board:
        raise BadImage("made for board %r, this is %r" % (header.board, board))
    return header
