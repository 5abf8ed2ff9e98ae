"""A clean clone in bare Debians, as a long run: ``python -m tools.dev.roots venue`` (or a release).

``venue`` types docs/venue.md in a bare Debian 12; a release (``bookworm``, ``trixie``) runs ``make
run`` and ``make test`` there. Both need root and debootstrap, and leave nothing behind.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
RELEASES = ("bookworm", "trixie")


def lacking():
    """What this machine lacks for a bare root, as words; None when nothing."""
    if os.geteuid() != 0:
        return "it needs root"
    return None if shutil.which("debootstrap") else "it needs debootstrap"


def command(name, folder):
    """The script that tries ``name`` in a root in ``folder``."""
    if name == "venue":
        return [str(FOLDER / "venue_root.sh"), folder]
    return [str(FOLDER / "bare_root.sh"), name, folder]


def main(argv):
    """Command line; returns the exit code."""
    if len(argv) != 1 or argv[0] not in ("venue", *RELEASES):
        print(f"roots: give one of venue, {', '.join(RELEASES)}", file=sys.stderr)
        return 2
    if why := lacking():
        print(f"roots: {argv[0]} is not run: {why}", file=sys.stderr)
        return 2
    folder = tempfile.mkdtemp(prefix=f"feltwire-{argv[0]}-", dir="/var/tmp")
    try:
        return subprocess.run(command(argv[0], f"{folder}/root"), check=False).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
