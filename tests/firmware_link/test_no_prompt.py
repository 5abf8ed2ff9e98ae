"""Nothing typed at a console gives a prompt: the real VM on a terminal, Ctrl-C, Ctrl-D and all."""

import contextlib
import os
import pty
import select
import subprocess
import termios
import time
import tty

import pytest

from tests.conftest import ROOT
from tools.install.images import manifests
from tools.virtual.vm import interpreter

KEYS = (
    b"\x03",
    b"\x04",
    b"\x01",
    b"\x02",
    b"\x05",
    b"\x1a",
    b"\x1c",
    b"\r\n",
    b"help()\r",
    b"\x03\x03",
)
# -i: the interpreter goes on to a prompt when the program ends, as a board does. Nothing is typed
# before a program has said that it runs: a Ctrl-C would end the interpreter while it starts.
BEGUN = b"program has begun"
PROMPT = b">>>"
KEY_S = 0.1  # from one key to the next
COME_S = 120  # for what must come on a busy machine
ENDLESS = f"print({BEGUN.decode()!r})\nimport time\nwhile True: time.sleep_ms(5)"
PROGRAMS = {
    "runs": ENDLESS,
    "ends": f"print({BEGUN.decode()!r})",
    "fails": f"print({BEGUN.decode()!r})\nraise ValueError('x')",
    "exits": f"print({BEGUN.decode()!r})\nimport sys; sys.exit()",
}
MACHINE = """
import os
class WDT:
    def __init__(self, timeout): pass
    def feed(self): pass
def reset():
    print("RESET")
    os.system("kill -9 $PPID")
"""


def typed(tmp_path, program, raw, keys=KEYS, sealed=True, wanted=None):
    """What a terminal shows while keys are pressed. ``raw``: control characters arrive as bytes, as
    over a UART; otherwise the terminal makes signals of them. ``wanted``: has to come after them.
    """
    folder = tmp_path / "board"
    folder.mkdir(exist_ok=True)
    (folder / "machine.py").write_text(MACHINE)
    if sealed:
        (folder / "device.json").write_text("{}")
    ours, theirs = pty.openpty()
    if raw:
        tty.setraw(theirs)
    else:
        attributes = termios.tcgetattr(theirs)
        attributes[3] |= termios.ISIG
        termios.tcsetattr(theirs, termios.TCSANOW, attributes)
    vm = subprocess.Popen(
        [*interpreter(), "-i", "-c", program], cwd=folder, stdin=theirs, stdout=theirs,
        stderr=theirs, env={"MICROPYPATH": f"{folder}:{ROOT}"}, start_new_session=True,
        preexec_fn=lambda: __import__("fcntl").ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    os.close(theirs)
    first = BEGUN if sealed else PROMPT
    shown = read(ours, COME_S, first)
    assert first in shown, shown
    for key in keys:
        try:
            os.write(ours, key)
        except OSError:
            break
        shown += read(ours, KEY_S)
    if wanted and wanted not in shown:
        shown += read(ours, COME_S, wanted)
    with contextlib.suppress(subprocess.TimeoutExpired):
        vm.wait(0 if wanted else 1)
    vm.kill()
    vm.wait()
    shown += read(ours, KEY_S)
    os.close(ours)
    return shown


def read(fd, seconds, wanted=None):
    """What comes in so many seconds, or until ``wanted`` has come, or nothing more can."""
    out = b""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and not (wanted and wanted in out):
        ready, _, _ = select.select([fd], [], [], left)
        if not ready:
            break
        try:
            data = os.read(fd, 4096)
        except OSError:
            break
        if not data:
            break
        out += data
    return out


def boot(main):
    """The board's boot.py, with a loader that runs a given program."""
    start = f"import firmware.image.loader as l\nl.start = lambda: exec({main!r}, {{}})\n"
    return start + (ROOT / "firmware" / "boot.py").read_text()


@pytest.mark.parametrize("raw", [False, True], ids=["signals", "bytes"])
def test_the_test_can_see_a_prompt(tmp_path, raw):
    # one key at most: a second Ctrl-C before the first is dealt with ends the interpreter, and so
    # does a Ctrl-\ before its prompt has taken the terminal over
    assert PROMPT in typed(tmp_path, PROGRAMS["fails"], raw, (), wanted=PROMPT)
    if not raw:
        assert PROMPT in typed(tmp_path, ENDLESS, raw, KEYS[:1], wanted=PROMPT)


@pytest.mark.parametrize("raw", [False, True], ids=["signals", "bytes"])
@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_a_board_gives_no_prompt_whatever_its_program_does(tmp_path, name, raw):
    shown = typed(tmp_path, boot(PROGRAMS[name]), raw, KEYS if name == "runs" else KEYS[:2])
    assert PROMPT not in shown and b"raw REPL" not in shown and b"paste mode" not in shown


def test_a_board_that_was_not_provisioned_yet_is_open(tmp_path):
    shown = typed(tmp_path, boot(PROGRAMS["runs"]), False, (), sealed=False, wanted=PROMPT)
    assert PROMPT in shown


@pytest.mark.parametrize("port", sorted(manifests.PORTS))
def test_nothing_in_the_image_opens_a_prompt_or_a_debug_port(port):
    frozen = manifests.frozen(port)
    names = {str(name) for name in frozen}
    assert "boot.py" in names
    for word in ("webrepl", "upysh", "uftpd", "ftp", "telnet", "mip", "aiorepl"):
        assert not [n for n in names if word in n.lower()]
    for name, path in frozen.items():
        text = path.read_text()
        for word in ("dupterm", "webrepl", "aiorepl", "input("):
            assert word not in text, f"{name}: {word}"
