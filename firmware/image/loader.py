"""At boot: verify the images, run the right one, or the program the board was made with.

The loader is part of the board's own program and is never replaced by an image. Whom the controller
trusts is in ``device.json``, written when it was provisioned:
``{"board": "esp32s3_w5500", "keys": ["<modulus, hex>", ...]}``; without it no image runs.
"""

import binascii
import hashlib
import json
import sys

from firmware.image import areas as ar
from firmware.image import header as hd
from firmware.image.choice import FACTORY, Choice

DEVICE = "/device.json"
MOUNT = "/rom"
STEP = 4096
# Imported before the program, so that importing it nests less deep: stacks are small.
FLAT = ("shared_rules.wire", "firmware.table.table")


class Device:
    """Who this controller is and whose images it runs."""

    def __init__(self, board, keys):
        self.board = board
        self.keys = keys


def device(flash):
    """Device of ``device.json``; one that trusts nobody when there is none."""
    try:
        f = open(flash + DEVICE)
    except OSError:
        return Device("", [])
    try:
        data = json.load(f)
        return Device(str(data["board"]), [binascii.unhexlify(k) for k in data["keys"]])
    except (ValueError, KeyError, TypeError):
        return Device("", [])
    finally:
        f.close()


class Booted:
    """What runs: ``slot`` ("": the board's own program), ``header`` or None, ``refused`` texts."""

    def __init__(self, slot, header, refused, trial):
        self.slot = slot
        self.header = header
        self.refused = refused
        self.trial = trial
        self.version = header.version if header else 0


def nothing(feed=None):
    """Stands in for a watchdog's ``feed`` where there is none."""


def check(area, keys, board, feed=nothing):
    """Verified header of the image in an area. Raises hd.BadImage."""
    header = hd.verified(area.head(), keys, board)
    if not area.fits(header.length):
        raise hd.BadImage("the image is not as long as its header says")
    h = hashlib.sha256()
    at = 0
    while at < header.length:
        data = area.read(at, min(STEP, header.length - at))
        if not data:
            break
        h.update(data)
        at += len(data)
        feed()
    if h.digest() != header.digest:
        raise hd.BadImage("the image is damaged")
    return header


def choose(choice, areas, who, feed=nothing):
    """The image to run, as Booted; images that must not run are passed over and named."""
    refused = []
    trial = choice.value["trial"]
    for name in choice.at_boot():
        if name not in (trial, choice.value["use"]) and areas[name].head()[:4] != hd.MAGIC:
            continue  # there was never an image before the present one
        try:
            header = check(areas[name], who.keys, who.board, feed)
            if not choice.allows(header.version):
                raise hd.BadImage("version %d may not run any more" % header.version)
            return Booted(name, header, refused, name == trial)
        except (hd.BadImage, OSError) as e:
            refused.append("%s: %s" % (name, e))
    return Booted(FACTORY, None, refused, False)


def mount(area, header):
    """Make the image's modules the first to be found; those loaded by now are forgotten."""
    import vfs

    rom = vfs.VfsRom(area.body(header.length))  # pyright: ignore[reportAttributeAccessIssue]
    vfs.mount(rom, MOUNT)
    sys.path.insert(0, MOUNT)
    for name in list(sys.modules):
        if name.split(".")[0] in ("firmware", "shared_rules"):
            del sys.modules[name]


def start(flash=".", config_path="config.json"):
    """Choose, mount and run; returns when the program ends, which it should not."""
    import machine

    watchdog = machine.WDT(timeout=8000)  # before anything can hang
    areas = ar.of_board(sys.platform, flash)
    booted = choose(Choice(flash + "/choice"), areas, device(flash), watchdog.feed)
    for text in booted.refused:
        print("feltwire: image " + text)
    if booted.slot != FACTORY:
        try:
            mount(areas[booted.slot], booted.header)
        except (OSError, ImportError, MemoryError) as e:
            print("feltwire: image %s: %s" % (booted.slot, e))
            booted = Booted(FACTORY, None, booted.refused + [str(e)], False)
    for name in FLAT:
        try:
            __import__(name)
        except ImportError:  # an image may be arranged otherwise
            pass
    from firmware.main import main

    main(config_path, flash, booted)
