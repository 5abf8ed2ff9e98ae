"""MicroPython's source from Debian, and the firmware frozen into it for QEMU's Cortex-M3.

Everything goes to ``.cache/cortexm``: Debian's source package ``micropython`` (sid; the package's
own patches are not needed), its ``mpy-cross``, and the image. The machine's package lists are not
touched: apt-get works in a state directory of its own, as for the 32-bit interpreter.
"""

import os
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from tools.dev import i386
from tools.errors import CommandError

ROOT = Path(__file__).resolve().parent.parent.parent
PORT = Path(__file__).resolve().parent / "port"
CACHE = ROOT / ".cache" / "cortexm"
SUITE = "sid"
PACKAGE = "micropython"
PROGRAMS = ("arm-none-eabi-gcc", "make", "gcc", "qemu-system-arm")


@dataclass(frozen=True)
class Image:
    """What was built: the program for QEMU, bytes of flash, and those without Feltwire."""

    elf: Path
    flash: int
    plain: int


def missing():
    """Programs that are not installed."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


def source(say=print):
    """MicroPython's source tree, fetched when it is not there. Raises CommandError."""
    tree = CACHE / "micropython"
    if (tree / "py" / "mkenv.mk").exists():
        return tree
    state = CACHE / "apt"
    try:
        i386.prepare(state, f"deb-src [signed-by={i386.KEYRING}] {i386.mirror()} {SUITE} main\n")
        apt = ["apt-get", "-q", "-y", *i386.options(state)]
        say("fetching MicroPython's source package and Debian's index of sources")
        i386.run([*apt, "update"], "the package index")
        i386.run([*apt, "--download-only", "source", PACKAGE], "the source", cwd=state)
    except i386.Unavailable as e:
        raise CommandError(str(e)) from None
    [archive] = sorted(state.glob("micropython_*.orig.tar.*"))
    fresh = CACHE / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    with tarfile.open(archive) as tar:
        tar.extractall(fresh, filter="data")
    [unpacked] = fresh.iterdir()
    unpacked.rename(tree)
    return tree


def image(say=print):
    """Build the ``Image`` of this tree. Raises CommandError with the compiler's last line."""
    lacking = missing()
    if lacking:
        raise CommandError(f"no {', '.join(lacking)}: make cortex-m installs Debian's packages")
    tree = source(say)
    say("building mpy-cross and the firmware for the Cortex-M3")
    _make("mpy-cross", ["-C", str(tree / "mpy-cross")])
    whole = _port(tree, CACHE / "firmware", "manifest.py")
    plain = _port(tree, CACHE / "plain", "plain.py")
    return Image(whole, flash_bytes(whole), flash_bytes(plain))


def _port(tree, folder, manifest):
    """Build the port; anew where another tree built it last, whose names make takes for ours."""
    built_by = folder / "built-by"
    if folder.exists() and not (built_by.exists() and built_by.read_text() == str(PORT)):
        shutil.rmtree(folder)
    settings = [f"MICROPYTHON={tree}", f"BUILD={folder}", f"FROZEN_MANIFEST={manifest}"]
    _make(folder.name, ["-C", str(PORT), *settings])
    built_by.write_text(str(PORT))
    return folder / "firmware.elf"


def _make(what, arguments):
    # the port has modules named as Python's own: no path but make's tools' own leads to them
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        ["make", "-j2", *arguments],
        env={**env, "FELTWIRE_TREE": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = [x for x in done.stderr.splitlines() if "rror" in x] or ["make failed"]
        raise CommandError(f"{what}: {lines[-1]}")


def flash_bytes(elf):
    """Bytes an image takes of the flash: code, constants and what initial data there is."""
    done = subprocess.run(
        ["arm-none-eabi-size", str(elf)], capture_output=True, text=True, check=True
    )
    text, data = done.stdout.splitlines()[-1].split()[:2]
    return int(text) + int(data)
