"""Checks firmware/ against the stubs of each MicroPython port, with pyright.

``python -m tools.dev.typecheck [PORT ...]`` fetches the stubs by pip into .cache/stubs/PORT
(each port has a ``machine`` of its own: they cannot share one environment) and prints the errors,
one a line.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "stubs"
VERSION = "1.29.*"
PORTS = ("esp32", "rp2")
TIMEOUT_S = 300


class Unavailable(RuntimeError):
    """Stubs or pyright could not be fetched or run; one line says why."""


def fetch(port):
    """Folder with the stubs of a port, fetched when it is not there yet."""
    folder = CACHE / port
    if (folder / "machine.pyi").exists() and (folder / "stdlib").is_dir():
        return folder
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"),
            *("--upgrade", "--target", str(folder), f"micropython-{port}-stubs=={VERSION}"),
        ],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    if done.returncode or not (folder / "machine.pyi").exists():
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise Unavailable(f"stubs of {port} could not be fetched: {last}")
    return folder


def check(port, include=("firmware",)):
    """Errors of the files under ``include`` (relative to the repository, or absolute) on a port:
    a list of ``file:line: message``."""
    stubs = fetch(port)
    # a file of this run's own: two checks at the same time must not read each other's
    project = CACHE / f"{port}-{os.getpid()}.json"
    project.write_text(
        json.dumps(
            {
                "include": [os.path.relpath(ROOT / i, CACHE) for i in include],
                "extraPaths": [str(ROOT)],
                "typeshedPath": str(stubs),
                "stubPath": str(stubs),
                "pythonVersion": "3.11",
                "typeCheckingMode": "basic",
                "reportMissingModuleSource": False,
                # Attributes start as None and get their object later; the device has no Optional.
                "reportOptionalMemberAccess": False,
                "reportOptionalSubscript": False,
                "reportOptionalOperand": False,
                "reportOptionalIterable": False,
            }
        )
    )
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "-p", str(project), "--outputjson"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=TIMEOUT_S,
        env={**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
    )
    project.unlink()
    try:
        report = json.loads(done.stdout[done.stdout.index("{") :])
    except ValueError:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise Unavailable(f"pyright did not run: {last}") from None
    if not report["summary"]["filesAnalyzed"]:
        raise Unavailable("pyright analysed no file")
    return [
        f"{os.path.relpath(d['file'], ROOT)}:{d['range']['start']['line'] + 1}: {d['message']}"
        for d in report["generalDiagnostics"]
        if d["severity"] == "error"
    ]


def main(ports):
    """Check the given ports (all when none is given); 0 when there is no error."""
    bad = 0
    try:
        for port in ports or PORTS:
            for line in check(port):
                print(f"{port}: {line}")
                bad = 1
    except Unavailable as e:
        print(e, file=sys.stderr)
        return 2
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
