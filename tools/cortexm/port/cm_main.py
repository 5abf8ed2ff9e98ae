"""The board's first program in QEMU: a flash with the files the world sends, then the firmware.

``CM_PROGRAM`` in the environment names the module whose ``main()`` runs. At its end, whatever ended
it, the peaks go to the console as one line, ``peaks: stack live used collections``.
"""

import os
import sys

import uctypes
import vfs
import world

PSRAM = 0x21000000
BLOCK, BLOCKS = 4096, 1024  # 4 MB


class Flash:
    """Blocks of PSRAM as a block device. ``spent``: instructions of reading and writing it, which
    a board's flash does by itself."""

    spent = 0

    def __init__(self):
        self.memory = uctypes.bytearray_at(PSRAM, BLOCK * BLOCKS)

    def readblocks(self, n, buf, offset=0):
        """Read."""
        began = world.instructions()
        at = n * BLOCK + offset
        buf[:] = memoryview(self.memory)[at : at + len(buf)]
        Flash.spent += world.instructions() - began

    def writeblocks(self, n, buf, offset=0):
        """Write."""
        began = world.instructions()
        at = n * BLOCK + offset
        self.memory[at : at + len(buf)] = buf
        Flash.spent += world.instructions() - began

    def ioctl(self, op, arg):
        """Number and size of blocks; erasing costs nothing."""
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        return 0


def receive_files():
    """Files from the world: length of the name, name, length, bytes; an empty name ends it."""
    while True:
        count = world.read(1)[0]
        if not count:
            return
        name = world.read(count).decode()
        left = int.from_bytes(world.read(4), "little")
        with open(name, "wb") as file:
            while left:
                left -= file.write(world.read(min(512, left)))


def run():
    """Mount, receive, start."""
    flash = Flash()
    vfs.VfsLfs2.mkfs(flash)
    vfs.mount(vfs.VfsLfs2(flash), "/")
    os.chdir("/")
    receive_files()
    name = os.getenv("CM_PROGRAM")
    try:
        __import__(name)
        module = sys.modules[name]
        module.flash = Flash
        module.main()
    finally:
        print("peaks:", *world.peaks())


run()
