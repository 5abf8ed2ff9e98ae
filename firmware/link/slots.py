"""A small value in flash that survives a cut at any byte: two files, written in turn.

Each write goes to the older file with a higher serial number and a CRC; reading takes the newest
file that is whole. A torn write leaves the value before it. Keeps the boot epoch, the hand counter
and the device's root of the current hand.
"""

import binascii
import json
import os
import sys


class Slots:
    """``path``: the files' name without ``.a``/``.b``. ``value``: a dict, ``default`` at first."""

    def __init__(self, path, default):
        self.path = path
        self.serial = 0
        self.value = default
        self.fresh = True
        newest = None
        for name in ("a", "b"):
            found = _read(path + "." + name)
            if found is not None and (newest is None or found[0] > newest[0]):
                newest = found
        if newest is not None:
            self.serial, self.value = newest
            self.fresh = False

    def save_for_good(self):
        """As save, and the value before it is gone from both files."""
        self.save()
        self.save()

    def save(self):
        """Write ``value``; when this returns it is in flash."""
        serial = self.serial + 1
        body = json.dumps([serial, self.value])
        data = ("%08x" % (binascii.crc32(body.encode()) & 0xFFFFFFFF)) + body
        f = open(self.path + (".a" if serial & 1 else ".b"), "wb")
        try:
            f.write(data.encode())
            f.flush()
            if hasattr(os, "fsync"):
                os.fsync(f.fileno())
        finally:
            f.close()
        self.serial = serial
        self.fresh = False


def of_board(flash, default):
    """The device's state: in sectors of its own where the board has them, else in two files."""
    if sys.platform not in ("rp2", "esp32"):
        return Slots(flash + "/state", default)
    from firmware.link import sectors  # loaded where it is needed

    device = sectors.of_board()
    files = Slots(flash + "/state", default)
    if device is None:
        return files
    kept = sectors.Sectors(device, default)
    if not files.fresh:  # of an earlier program
        if kept.fresh:
            kept.value = files.value
            kept.save()
        for name in ("a", "b"):
            try:
                os.remove(flash + "/state." + name)
            except OSError:
                pass
    return kept


def of_device(flash):
    """The device's state with its root, which was agreed on with the vault (link/agreeing.py). A
    device that never did makes its own (``own``), which no vault knows."""
    slots = of_board(flash, {"boot": 0, "hand": 0, "hand_boot": 0, "hand_seq": 0, "root": ""})
    if slots.fresh:
        slots.value["own"] = 1
        slots.value["root"] = binascii.hexlify(os.urandom(32)).decode()
    return slots


def _read(name):
    """``(serial, value)`` of a file, None when it is missing or not whole."""
    try:
        f = open(name, "rb")
    except OSError:
        return None
    try:
        data = f.read()
    finally:
        f.close()
    try:
        if int(data[:8].decode(), 16) != binascii.crc32(data[8:]) & 0xFFFFFFFF:
            return None
        serial, value = json.loads(data[8:].decode())
    except (ValueError, UnicodeError):
        return None
    if not isinstance(value, dict) or not isinstance(serial, int):
        return None
    return serial, value
