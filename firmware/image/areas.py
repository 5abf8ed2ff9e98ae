"""The two places an image can lie in: files in flash, or regions of the mapped flash itself.

An area is written from its beginning to its end and read at will; whether what lies there is whole
is the header's and the digest's matter. ``body`` gives the image as a buffer to execute from.
"""

import os

from firmware.image.header import SIZE

NAMES = ("a", "b")
BLOCK = 4096  # what flash erases at a time
FILE_BYTES = 896 * 1024  # of a file: an ESP32-S3 has room for two beside 3.2 MB of journal
STORAGE_FILES = 208 * 1024  # of a mapped flash: journal of 160 kB, configuration, certificates


class FileArea:
    """A file; executed from a copy in memory (boards with PSRAM, and the virtual table)."""

    in_place = False

    def __init__(self, path):
        self.path = path
        self.limit = FILE_BYTES
        self._out = None

    def head(self):
        """The first 512 bytes, fewer when there are not so many."""
        return self._part(0, SIZE)

    def fits(self, length):
        """True when the area holds exactly header and body of this length, no byte more."""
        try:
            return os.stat(self.path)[6] == SIZE + length
        except OSError:
            return False

    def read(self, at, count):
        """Bytes of the body from ``at`` on."""
        return self._part(SIZE + at, count)

    def body(self, length):
        """The body as a buffer. Raises MemoryError when it does not fit."""
        buf = bytearray(length)
        f = open(self.path, "rb")
        try:
            f.seek(SIZE)
            view = memoryview(buf)
            at = 0
            while at < length:
                n = f.readinto(view[at : at + BLOCK])
                if not n:
                    break
                at += n
        finally:
            f.close()
        return buf

    def begin(self):
        """Whatever lies there is given up; writing starts."""
        self.end()
        self._out = open(self.path, "wb")

    def write(self, data):
        """The next bytes. Raises OSError."""
        self._out.write(data)

    def end(self):
        """Everything written is in flash when this returns."""
        if self._out is not None:
            self._out.flush()
            if hasattr(os, "fsync"):
                os.fsync(self._out.fileno())
            self._out.close()
            self._out = None

    def _part(self, at, count):
        try:
            f = open(self.path, "rb")
        except OSError:
            return b""
        try:
            f.seek(at)
            return f.read(count)
        finally:
            f.close()


class FlashArea:
    """A region of flash the processor sees in its address space (RP2350): executed in place.

    ``flash``: ``rp2.Flash(start=, len=)``: block device for writing, buffer for reading.
    """

    in_place = True

    def __init__(self, flash):
        self.flash = flash
        self.view = memoryview(flash)
        self.limit = len(self.view)
        self._block = bytearray(BLOCK)
        self._n = 0  # bytes in _block
        self._at = 0  # block it belongs to

    def head(self):
        """The first 512 bytes."""
        return bytes(self.view[:SIZE])

    def fits(self, length):
        """True when a body of this length fits: what lies behind it is not part of the image."""
        return SIZE + length <= self.limit

    def read(self, at, count):
        """Bytes of the body from ``at`` on."""
        return bytes(self.view[SIZE + at : SIZE + at + count])

    def body(self, length):
        """The body as a buffer: the flash itself."""
        return self.view[SIZE : SIZE + length]

    def begin(self):
        """Writing starts; the first block is erased, so that no old header stays."""
        self._n = 0
        self._at = 0
        self.flash.ioctl(6, 0)

    def write(self, data):
        """The next bytes, a whole block of flash at a time. Raises OSError."""
        at = 0
        while at < len(data):
            step = min(BLOCK - self._n, len(data) - at)
            self._block[self._n : self._n + step] = data[at : at + step]
            self._n += step
            at += step
            if self._n == BLOCK:
                self._flush()

    def end(self):
        """Everything written is in flash when this returns."""
        if self._n:
            for i in range(self._n, BLOCK):
                self._block[i] = 0xFF
            self._flush()

    def _flush(self):
        if (self._at + 1) * BLOCK > self.limit:
            raise OSError(28)  # ENOSPC
        self.flash.writeblocks(self._at, self._block)  # erases and writes
        self._at += 1
        self._n = 0


def mapped(storage):
    """Bytes of each area in a mapped flash, of which the board's own program leaves ``storage``
    bytes: what files and roots leave. It follows from the board's program alone, so that whichever
    program runs finds the areas where they were written."""
    from firmware.link.sectors import ROOT_BYTES

    return (storage - STORAGE_FILES - ROOT_BYTES) // len(NAMES) // BLOCK * BLOCK


def of_board(platform, flash):
    """The areas of this machine: ``{"a": area, "b": area}``. ``flash``: folder of the files."""
    if platform == "rp2":
        import rp2  # pyright: ignore[reportMissingImports]  # only that port has it

        make = rp2.Flash  # pyright: ignore[reportAttributeAccessIssue]
        size = len(memoryview(make()))  # pyright: ignore[reportArgumentType]
        each = mapped(size)
        out = {}
        for i in range(len(NAMES)):
            out[NAMES[i]] = FlashArea(make(start=size - (len(NAMES) - i) * each, len=each))
        return out
    return {name: FileArea(flash + "/image." + name) for name in NAMES}
