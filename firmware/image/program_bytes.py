"""Where the bytes of the program that runs lie: an image's area, the board's flash, or files.

Loaded for each hash and let go again: a controller needs one of these once a day.
"""

import os
import sys

BLOCK = 4096  # of a flash partition
STEP = 1024  # bytes at a time: a heap full of small things has no room for 4 kB in one piece
PACKAGES = ("firmware", "shared_rules")


class ImageSource:
    """Body of the image in an area."""

    def __init__(self, area, length):
        self.area = area
        self.length = length
        self.at = 0

    def next(self):
        """The next bytes, b"" at the end."""
        data = self.area.read(self.at, min(STEP, self.length - self.at))
        self.at += len(data)
        return data


class BlockSource:
    """Blocks of a flash partition: ``readblocks(n, buf, offset)``, read in parts."""

    def __init__(self, device, count):
        self.device = device
        self.count = count
        self.at = 0
        self._buf = bytearray(STEP)
        self._offset = 0

    def next(self):
        """The next bytes, b"" at the end."""
        if self.at >= self.count:
            return b""
        self.device.readblocks(self.at, self._buf, self._offset)
        self._offset += STEP
        if self._offset == BLOCK:
            self._offset = 0
            self.at += 1
        return self._buf


class MemorySource:
    """A mapped region."""

    def __init__(self, view):
        self.view = view
        self.at = 0

    def next(self):
        """The next bytes, b"" at the end."""
        data = self.view[self.at : self.at + STEP]
        self.at += STEP
        return data


class FilesSource:
    """The program as files below a folder, in the order of their names, each with its name."""

    def __init__(self, root):
        self.todo = [(root, name) for name in reversed(PACKAGES)]
        self._open = None

    def next(self):
        """The next bytes, b"" at the end."""
        while True:
            if self._open is not None:
                data = self._open.read(STEP)
                if data:
                    return data
                self._open.close()
                self._open = None
            if not self.todo:
                return b""
            root, name = self.todo.pop()
            path = root + "/" + name
            if os.stat(path)[0] & 0x4000:
                below = [n for n in os.listdir(path) if n[0] not in "._" or n == "__init__.py"]
                for n in sorted(below, reverse=True):
                    self.todo.append((root, name + "/" + n))
            elif name.split(".")[-1] in ("py", "mpy"):
                self._open = open(path, "rb")
                return name.encode() + b"\x00"


def source_of(booted, areas, board):
    """Where the running program's bytes are; ``board``: the config's ``flash`` row, or None."""
    if booted is not None and booted.header is not None:
        return ImageSource(areas[booted.slot], booted.header.length)
    if sys.platform == "esp32":
        from esp32 import Partition

        part = Partition(Partition.RUNNING)
        return BlockSource(part, part.info()[3] // BLOCK)
    if sys.platform == "rp2":
        import rp2
        import uctypes

        own = board["bytes"] - len(memoryview(rp2.Flash()))
        return MemorySource(memoryview(uctypes.bytearray_at(board["base"], own)))
    import firmware

    where = firmware.__file__.rsplit("/", 2)
    return FilesSource(where[0] if len(where) > 2 else ".")
