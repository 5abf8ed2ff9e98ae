"""NOR flash as a block device, for either interpreter: programming clears bits, an erase sets them.

    micropython tests/firmware_link/nor.py TREE IMAGE files|sectors|erased HANDS

plays the device's state of so many hands on it, as two files of a littlefs or in sectors of its
own, writes the image, and prints every root there was, in hex: the last is the one in force.
"""

import binascii
import hashlib
import sys

BLOCK = 4096


class Cut(Exception):
    """The power went."""


class Nor:
    """``blocks`` of 4 kB. ``left``: bytes that may yet be programmed or erased before the power
    goes; None: it does not."""

    def __init__(self, blocks, left=None):
        self.data = bytearray(b"\xff" * (blocks * BLOCK))
        self.blocks = blocks
        self.left = left
        self.erases = [0] * blocks

    def _spend(self, count):
        if self.left is None:
            return count
        done = min(count, self.left)
        self.left -= done
        return done

    def readblocks(self, n, buf, at=0):
        start = n * BLOCK + at
        buf[:] = self.data[start : start + len(buf)]

    def writeblocks(self, n, buf, at=None):
        if at is None:
            self.ioctl(6, n)
            at = 0
        start = n * BLOCK + at
        done = self._spend(len(buf))
        for i in range(done):
            self.data[start + i] &= buf[i]
        if done < len(buf):
            raise Cut()

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            done = self._spend(BLOCK)
            for i in range(arg * BLOCK, arg * BLOCK + done):
                self.data[i] = 0xFF
            self.erases[arg] += 1
            if done < BLOCK:
                raise Cut()
        return 0


def state(number):
    """What a device keeps in the hand ``number``, and its root in hex."""
    root = binascii.hexlify(hashlib.sha256(b"hand %d" % number).digest()).decode()
    value = {"boot": 12345, "hand": number, "hand_boot": 12345, "hand_seq": 123456, "root": root}
    return value, root


def play(how, hands, blocks=64):
    """``(nor, roots)``: the flash after so many hands."""
    if how == "sectors":
        from firmware.link.sectors import Sectors

        nor = Nor(4)
        slots = Sectors(nor, {})
    else:
        import os

        from firmware.link.slots import Slots

        nor = Nor(blocks)
        os.VfsLfs2.mkfs(nor)
        os.mount(os.VfsLfs2(nor), "/nor")
        for name in ("config.json", "ca.der"):  # the folder is not the state's alone
            with open("/nor/" + name, "wb") as f:
                f.write(b"x" * 2000)
        slots = Slots("/nor/state", {})
    roots = []
    for number in range(1, hands + 1):
        slots.value, root = state(number)
        slots.save_for_good()
        roots.append(root)
    return nor, roots


def main(path, how, hands):
    """See the module."""
    nor, roots = play(how, hands)
    with open(path, "wb") as f:
        f.write(nor.data)
    for root in roots:
        print(root)


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    main(sys.argv[2], sys.argv[3], int(sys.argv[4]))
