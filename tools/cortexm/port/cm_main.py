"""The board's first program in QEMU: a flash with the files the world sends, then the firmware.

``CM_PROGRAM`` in the environment names the module whose ``main()`` runs. At its end, whatever ended
it, the peaks go to the console as one line, ``peaks: stack live used collections``.
"""

import os
import sys

import flash
import vfs
import world


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
    vfs.VfsLfs2.mkfs(flash)
    vfs.mount(vfs.VfsLfs2(flash), "/")
    os.chdir("/")
    receive_files()
    name = os.getenv("CM_PROGRAM")
    try:
        __import__(name)
        sys.modules[name].main()
    finally:
        print("peaks:", *world.peaks())


run()
