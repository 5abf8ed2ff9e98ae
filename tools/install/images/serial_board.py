"""A board at a serial port, through mpremote: what it is, files onto it, restart."""

import hashlib
import os

from gateway import extras
from tools.errors import CommandError

VERSION_MIN = (1, 25)
# name of the board description -> (os.uname().sysname, word in os.uname().machine, for people)
BOARDS = {
    "esp32s3_w5500": ("esp32", "ESP32S3", "an ESP32-S3"),
    "w5500_evb_pico2": ("rp2", "RP2350", "a board with RP2350"),
}
MAKERS = {0x303A: "Espressif", 0x2E8A: "Raspberry Pi", 0x10C4: "CP210x", 0x1A86: "CH340"}
_ASK = """
import os
u = os.uname()
try:
    import firmware.image.loader
    f = 1
except ImportError:
    f = 0
s = os.statvfs("/")
print("|".join((u.sysname, u.machine, u.release, str(f), str(s[0] * s[3]))))
"""


def ports():
    """Serial ports at which a board may be: ``(device, description)``."""
    from serial.tools import list_ports

    found = [p for p in list_ports.comports() if p.vid in MAKERS]
    return [(p.device, f"{MAKERS[p.vid]}, {p.description}") for p in sorted(found)]


def find_port():
    """The one port with a board. Raises CommandError: none, or several."""
    found = ports()
    if not found:
        raise CommandError("no board at any serial port: plug one in, or name it with --port")
    if len(found) > 1:
        names = ", ".join(f"{device} ({text})" for device, text in found)
        raise CommandError(f"several boards: choose one with --port: {names}")
    return found[0][0]


class SerialBoard:
    """A connection to an open (not yet sealed) board. Raises CommandError for all that goes wrong.

    ``wait_s``: how long it may take to answer.
    """

    def __init__(self, port, wait_s=10):
        try:
            from mpremote.transport import TransportError
            from mpremote.transport_serial import SerialTransport
        except ImportError:
            raise CommandError(extras.missing("flashing", "flash")) from None
        self.port = port
        self._folders = set()
        self._error = TransportError
        if not os.path.exists(port) and "://" not in port:
            raise CommandError(f"{port}: there is no such port")
        try:
            self._board = SerialTransport(port, 115200, timeout=wait_s)
        except (TransportError, OSError) as e:
            raise CommandError(f"{port}: cannot be opened ({e})") from None
        try:
            self._quietly(lambda: self._board.enter_raw_repl(False, wait_s))
        except CommandError:
            self.close()
            raise CommandError(
                f"{port}: no MicroPython prompt; a controller that was provisioned has none: "
                "erase its flash first, its keys go with it"
            ) from None

    def _quietly(self, work):
        """mpremote prints what it did not expect; here that is an error with one line."""
        import contextlib
        import io

        try:
            with contextlib.redirect_stdout(io.StringIO()):
                return work()
        except (self._error, OSError) as e:
            last = (str(e).strip().splitlines() or ["no answer"])[-1]
            raise CommandError(f"{self.port}: {last[:200]}") from None

    def about(self):
        """``(system, machine, release, has our program, free bytes)``."""
        text = self._quietly(lambda: self._board.exec(_ASK)).decode().strip()
        system, machine, release, ours, free = text.split("|")
        return system, machine, release, ours == "1", int(free)

    def check(self, board):
        """Refuse another board than ``board`` (a name in hardware/boards); as ``about``."""
        about = self.about()
        system, word, people = BOARDS[board]
        if about[0] != system or word not in about[1]:
            raise CommandError(
                f"{self.port} is {about[1]!r}, not {people}: wrong board, or --board"
            )
        version = tuple(int(n) for n in about[2].split("-")[0].split(".")[:2])
        if version < VERSION_MIN:
            least = ".".join(str(n) for n in VERSION_MIN)
            raise CommandError(
                f"{self.port} runs MicroPython {about[2]}; {least} or later is needed"
            )
        return about

    def put(self, name, data):
        """Write a file under another name, compare what lies there, then rename it: a cut leaves
        the file as it was."""
        folders = name.split("/")[:-1]
        for i in range(len(folders)):
            path = "/".join(folders[: i + 1])
            if path not in self._folders:
                self._folders.add(path)
                if not self._quietly(lambda path=path: self._board.fs_exists(path)):
                    self._quietly(lambda path=path: self._board.fs_mkdir(path))
        fresh = name + ".new"
        self._quietly(lambda: self._board.fs_writefile(fresh, data, 1024))
        lies = self._quietly(lambda: self._board.fs_hashfile(fresh, "sha256", 1024))
        if lies != hashlib.sha256(data).digest():
            raise CommandError(f"{self.port}: {name} did not arrive whole; try again")
        self._quietly(lambda: self._board.exec(f"import os\nos.rename({fresh!r}, {name!r})"))

    def restart(self):
        """Boot the board; it answers no more."""
        self._quietly(lambda: self._board.exec_raw_no_follow("import machine\nmachine.reset()"))

    def close(self):
        """Let the port go."""
        import contextlib

        with contextlib.suppress(OSError):
            self._board.close()
