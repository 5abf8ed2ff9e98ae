"""A board in QEMU in place of the interpreter of ``tools/virtual/vm.py``: the same messages.

Two pipes in the scratch folder carry them (``port/world.c``); at each start the world says heap,
environment and the files of the flash. What the board writes to its flash ends with it: a restart
begins with the files the world had.
"""

import contextlib
import os
import select
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

from tools.virtual.vm import WALL_S_MAX, VmError, last_words

QEMU = "qemu-system-arm"
MACHINE = ("-machine", "mps2-an385", "-nographic", "-monitor", "none")
# -icount: virtual time follows the instructions, 8 ns each, so that the board's timer counts them
COUNTED = ("-icount", "shift=3,sleep=off")


class QemuVm:
    """One QEMU with the firmware in it. ``program``: the frozen module whose ``main()`` runs;
    ``apart``: count the shims' instructions apart, which costs more of them."""

    def __init__(self, elf, flash, heap_bytes, program="cm_meter", seed=0, apart=False):
        self.elf, self.flash = Path(elf).resolve(), Path(flash)
        self.heap_bytes, self.program, self.seed = heap_bytes, program, seed
        self.apart = apart
        self.log_path = self.flash.with_name(self.flash.name + ".log")
        self.lines = ""
        self.process = None
        self.link = None  # the descriptor of the board's messages
        self.starts = 0
        self._scratch = None

    def start(self, reset_cause=1, core=None):
        """Start QEMU; ``core`` as in ``Vm.start``."""
        if shutil.which(QEMU) is None:
            raise VmError(f"no {QEMU}: install Debian's qemu-system-arm")
        self._scratch = tempfile.TemporaryDirectory(prefix="feltwire-qemu-")
        folder = Path(self._scratch.name)
        for name in ("to_board", "from_board"):
            os.mkfifo(folder / name)
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [
                    *(QEMU, *MACHINE, *COUNTED, "-serial", "stdio"),
                    *("-semihosting-config", "enable=on,target=native"),
                    *("-kernel", str(self.elf)),
                ],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        if core is not None:
            os.sched_setaffinity(self.process.pid, {core})
        # opened for both directions: neither side waits for the other to open
        self.link = os.open(folder / "from_board", os.O_RDWR)
        self._out = os.open(folder / "to_board", os.O_RDWR)
        self._begin(reset_cause)
        self.starts += 1

    def _begin(self, reset_cause):
        values = {
            "FELTWIRE_LINES": self.lines,
            "FELTWIRE_RESET_CAUSE": reset_cause,
            "FELTWIRE_SEED": f"{self.seed}/{self.starts}",
            "CM_PROGRAM": self.program,
        }
        if self.apart:
            values["CM_APART"] = "1"
        text = "".join(f"{k}={v}\0" for k, v in values.items()).encode()
        self._write(struct.pack("<II", self.heap_bytes, len(text)) + text)
        for path in sorted(self.flash.iterdir()):
            if path.is_file():
                name, data = path.name.encode(), path.read_bytes()
                self._write(bytes((len(name),)) + name + struct.pack("<I", len(data)) + data)
        self._write(b"\0")

    def _write(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(self._out, view) :]

    def _read(self, count):
        """Exactly so many bytes of the board's. Raises VmError when it hangs or has ended."""
        parts = b""
        while len(parts) < count:
            waited = 0.0
            while not select.select([self.link], [], [], 1.0)[0]:
                waited += 1.0
                if self.process.poll() is not None:
                    raise VmError(f"the controller's program ended: {self.last_words()}")
                if waited >= WALL_S_MAX:
                    raise VmError(f"the controller asked nothing for {WALL_S_MAX} s")
            parts += os.read(self.link, count - len(parts))
        return parts

    def receive(self):
        """Next message of the board."""
        return self._read(struct.unpack("<H", self._read(2))[0])

    def answer(self, data):
        """Send an answer."""
        self._write(data)

    def kill(self):
        """End QEMU at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        if self.link is not None:
            for descriptor in (self.link, self._out):
                with contextlib.suppress(OSError):
                    os.close(descriptor)
            self.link = None
            self._scratch.cleanup()

    def last_words(self):
        """The last lines the board printed."""
        return last_words(self.log_path)
