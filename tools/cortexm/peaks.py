"""A hand on QEMU's Cortex-M3: peaks of heap and stack, flash, instructions of dwells and events.

The world is the virtual table's, at register level. Instructions are counted by QEMU; those of
the shims (pins, buses, clock), which no board has, are counted in a second run and taken off, so
what is left is the firmware's and the interpreter's own. A board's drivers and TLS are not in it.
"""

import tempfile
from dataclasses import dataclass, fields
from pathlib import Path

from tools.bench.heap import record
from tools.cortexm.qemu import QemuVm
from tools.errors import CommandError
from tools.virtual.player import TablePlayer, enrol, provision, root_of
from tools.virtual.recorded_plan import plan_hand
from tools.virtual.table import VirtualTable
from tools.virtual.vm import VmError

SEED, TABLE, BOOK = 1, "1", "tda-2011"
HEAP_KB = {True: 320, False: 200}  # with rules, without: what the design grants
# RP2350 port of MicroPython: 8 kB of scratch memory and 4 kB beside; ESP32-S3 port: 16 kB.
STACK_MOST = 12 * 1024 - 1024  # a quarter kB is the port's margin, the rest for interrupts
FLASH_MOST = 1024 * 1024  # before the file system and the image areas on 2 MB of flash
# No turn of the loop, in which nothing is read, may last longer than a card is on its way: 0.5 s at
# most, on the slower of the BOARDS.
TURN_MOST = 50e6
# Instructions a second, assumed: one in 1.5 cycles for a Cortex-M33 that runs from cached flash,
# one in 2 for an Xtensa LX7 that runs from cached flash with its heap in PSRAM.
BOARDS = {"RP2350, 150 MHz": 100e6, "ESP32-S3, 240 MHz": 120e6}


@dataclass(frozen=True)
class Meter:
    """A ``meter:`` line of ``port/cm_meter.py``: counts, instructions, bytes."""

    turns: int
    instructions: int
    looks: int
    dwells: int
    events: int
    event_turns: int
    event_sum: int
    event_most: int
    folds: int
    fold_sum: int
    fold_most: int
    other_most: int
    erased: int
    programmed: int
    erased_most: int
    stack: int
    heap_live: int
    heap_used: int
    collections: int
    collecting: int
    shim_calls: int
    shims: int


def parse(text):
    """The last ``Meter`` of a board's console. Raises CommandError when there is none."""
    lines = [line.split() for line in text.splitlines() if line.startswith("meter: ")]
    whole = [line[1:] for line in lines if len(line) == len(fields(Meter)) + 1]
    if not whole:
        raise CommandError(f"the board told no figures: {text[-300:]!r}")
    return Meter(*(int(word) for word in whole[-1]))


def short():
    """A three-handed hand in the notation of recorded hands: one folds, one is bet out."""
    return {
        "variant": "NT",
        "antes": [0] * 3,
        "blinds_or_straddles": [50, 100, 0],
        "min_bet": 100,
        "starting_stacks": [20000] * 3,
        "actions": [
            *("d dh p1 AsKs", "d dh p2 QdQh", "d dh p3 7c2d", "p3 f", "p1 cbr 300", "p2 cc"),
            *("d db 2c9dAh", "p1 cbr 500", "p2 f"),
        ],
    }


def play(elf, hand, rules, heap_kb=None, apart=False):
    """Play a hand; the board's ``Meter`` at its end. CommandError when it does not come to it."""
    heap = (heap_kb or HEAP_KB[rules]) * 1024
    with tempfile.TemporaryDirectory(prefix="feltwire-cortexm-") as folder:
        table = VirtualTable(
            seed=f"{SEED}/{TABLE}",
            flash_dir=Path(folder) / "flash",
            vm=lambda flash: QemuVm(elf, flash, heap, seed=f"{SEED}/{TABLE}", apart=apart),
            core=None,
            extra={"rules": BOOK} if rules else {},
        )
        try:
            player = TablePlayer(table, BOOK, SEED)
            root = root_of(SEED, TABLE)
            enrol(player.stage, folder, TABLE, "c1", root)
            provision(table.flash, root)
            table.start()
            player.play(plan_hand("hand", hand, SEED, table.world.table["seats"]))
        except VmError as e:
            raise CommandError(f"on {heap // 1024} kB: {e}") from None
        finally:
            table.stop()
        return parse(table.vm.log_path.read_text(errors="replace"))


def own(whole, apart):
    """Instructions of firmware and interpreter: without collections, without the shims.

    ``whole``: a run as it is; ``apart``: the same hand with the shims counted, told at the same
    dwell.
    """
    return whole.instructions - whole.collecting - round(shims_of(whole, apart))


def shims_of(whole, apart):
    """The shims' instructions in ``whole``: the counted run's, by the visits of both."""
    return apart.shims * (whole.looks + whole.dwells) / (apart.looks + apart.dwells)


def table_of_boards(whole, apart):
    """(board, ms of a visit, of which collecting, visits a second) from the instructions."""
    visits = whole.looks + whole.dwells
    collecting, rest = whole.collecting / visits, own(whole, apart) / visits
    rows = []
    for board, rate in BOARDS.items():
        ms = (collecting + rest) / rate * 1000
        rows.append((board, ms, collecting / rate * 1000, 1000 / ms))
    return rows


def faults(image, meters):
    """What is beyond what the parts have, one line each."""
    lines = []
    if image.flash > FLASH_MOST:
        lines.append(f"flash: {image.flash} bytes, {FLASH_MOST} are there")
    for rules, meter in meters.items():
        what = "with rules" if rules else "without rules"
        if meter.stack > STACK_MOST:
            lines.append(f"stack {what}: {meter.stack} bytes, {STACK_MOST} are there")
        longest = max(meter.event_most, meter.fold_most, meter.other_most)
        if longest > TURN_MOST:
            lines.append(
                f"a turn {what}: {longest / 1e6:.1f} million instructions, {TURN_MOST / 1e6:.0f} "
                "at most"
            )
    return lines


def nine_handed():
    """The hand of ``feltwire bench heap``: nine players to the showdown."""
    return record()
