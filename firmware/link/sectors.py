"""The device's state in flash of its own, where an overwritten root is gone at once.

A file system for flash writes elsewhere and leaves the old bytes until it needs the place, and one
root that is left opens every hand after it. So where the board keeps some sectors apart, each value
is a record of 512 bytes in the next place that is blank; when it reads back right, the one before
is overwritten with zeros, which flash can without an erase. A sector is erased when its turn comes
again: once in as many hands as there are places. A cut at any byte leaves the value before or the
new one, and whatever else it left is zeroed at the next start.
"""

import binascii
import json
import os
import sys

SECTOR = 4096
RECORD = 512  # two pages of 256 bytes, what flash programs at a time
PLACES = SECTOR // RECORD
# 32 places: 40 hands an hour day and night erase each sector 11,000 times a year, and flash is good
# for 100,000 (W25Q128JV, NOR of both boards' kind: data sheet, features).
SECTORS = 4
ROOT_BYTES = SECTORS * SECTOR
LABEL = "roots"  # of the ESP32's partition
ERASE = 6  # of a block device's ioctl


class Sectors:
    """As ``slots.Slots``, on a block device ``flash`` with blocks of a sector: ``readblocks(n, buf,
    at)``, ``writeblocks(n, buf, at)`` programs without an erase, ``ioctl(6, n)`` erases."""

    def __init__(self, flash, default):
        self.flash = flash
        self.count = SECTORS * PLACES
        self.serial = 0
        self.value = default
        self.fresh = True
        self._at = -1  # place of the value
        used = []
        for place in range(self.count):
            data = self._read(place)
            if is_all(data, 0xFF) or is_all(data, 0):
                continue
            used.append(place)
            found = parsed(data)
            if found is not None and (self.fresh or found[0] > self.serial):
                self.serial, self.value = found
                self.fresh = False
                self._at = place
        for place in used:
            if place != self._at:
                self._zero(place)

    def save(self):
        """Write ``value``; when this returns it is in flash, and the one before is not."""
        body = json.dumps([self.serial + 1, self.value]).encode()
        data = b"%08x" % (binascii.crc32(body) & 0xFFFFFFFF) + body
        if len(data) > RECORD:
            raise OSError(27)  # EFBIG
        record = bytearray(RECORD)
        record[: len(data)] = data
        for i in range(len(data), RECORD):
            record[i] = 0x20
        before = self._at
        self._at = self._write(record)
        self.serial += 1
        self.fresh = False
        if before >= 0:
            self._zero(before)

    save_for_good = save

    def _write(self, record):
        """Write a record into the next place that takes it; that place."""
        place = self._at
        for _ in range(self.count):
            place = (place + 1) % self.count
            sector = place // PLACES
            if place % PLACES == 0 and (self._at < 0 or sector != self._at // PLACES):
                self.flash.ioctl(ERASE, sector)
            if not is_all(self._read(place), 0xFF):
                continue
            self.flash.writeblocks(sector, record, place % PLACES * RECORD)
            if self._read(place) == record:
                return place
            self._zero(place)
        raise OSError(5)  # EIO

    def _zero(self, place):
        """Nothing is left of a record. Flash that cannot do it by zeros is erased, if it may be."""
        sector = place // PLACES
        self.flash.writeblocks(sector, bytearray(RECORD), place % PLACES * RECORD)
        if not is_all(self._read(place), 0) and (self._at < 0 or sector != self._at // PLACES):
            self.flash.ioctl(ERASE, sector)

    def _read(self, place):
        buf = bytearray(RECORD)
        self.flash.readblocks(place // PLACES, buf, place % PLACES * RECORD)
        return buf


def is_all(data, value):
    """True when every byte is ``value``."""
    for byte in data:
        if byte != value:
            return False
    return True


def parsed(data):
    """``(serial, value)`` of a record, None when it is not whole."""
    try:
        text = bytes(data).rstrip(b" ")
        if int(text[:8].decode(), 16) != binascii.crc32(text[8:]) & 0xFFFFFFFF:
            return None
        serial, value = json.loads(text[8:].decode())
    except (ValueError, UnicodeError):
        return None
    return (serial, value) if isinstance(serial, int) and isinstance(value, dict) else None


def of_board(platform=sys.platform):
    """The board's sectors for roots as a block device, None where it keeps none apart.

    RP2350: before the image areas, where its own program's ``_boot.py`` leaves them out of the file
    system (an older one does not). ESP32: a data partition named ``roots``.
    """
    if platform == "rp2":
        import rp2  # pyright: ignore[reportMissingImports]  # only that port has it

        from firmware.image.areas import NAMES, mapped

        make = rp2.Flash  # pyright: ignore[reportAttributeAccessIssue]
        size = len(memoryview(make()))  # pyright: ignore[reportArgumentType]
        start = size - len(NAMES) * mapped(size) - ROOT_BYTES
        system = os.statvfs("/")
        if system[0] * system[2] > start:
            return None
        return make(start=start, len=ROOT_BYTES)
    if platform == "esp32":
        from esp32 import Partition  # pyright: ignore  # only that port

        found = Partition.find(Partition.TYPE_DATA, label=LABEL)
        return found[0] if found and found[0].info()[3] >= ROOT_BYTES else None
    return None
