"""Is what is installed what is locked? Compares this environment with locks of ``requirements/``.

    python tools/dev/locked.py build run flash

ends with 1 and a line for each package that is missing or has another version, and tells packages
that no lock names. Stands alone: it runs before Feltwire is installed.
"""

import importlib.metadata
import sys
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = Path(__file__).resolve().parents[2] / "requirements"
OURS = "feltwire"


def entries(name):
    """The lines of a lock as (Requirement, set of hashes), in the file's order."""
    text = (LOCKS / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            what, *hashes = line.split(" --hash=")
            yield Requirement(what.strip()), {h.strip() for h in hashes}


def locked(names, environment=None):
    """{package: version} of these locks for an environment of markers (None: this one)."""
    return {
        canonicalize_name(requirement.name): next(iter(requirement.specifier)).version
        for name in names
        for requirement, _ in entries(name)
        if requirement.marker is None or requirement.marker.evaluate(environment)
    }


def installed():
    """{package: version} of this environment."""
    found = importlib.metadata.distributions()
    return {canonicalize_name(d.metadata["Name"]): d.version for d in found}


def differences(names):
    """Lines for packages that are missing or of another version than locked."""
    there = installed()
    for name, version in sorted(locked(names).items()):
        if there.get(name) != version:
            yield f"{name}: locked is {version}, installed is {there.get(name, 'none')}"


def unlocked():
    """Installed packages that no lock names."""
    every = locked(path.stem for path in LOCKS.glob("*.txt"))
    return sorted(set(installed()) - set(every) - {OURS})


def main(names):
    """Print what differs; 1 when something does."""
    wrong = list(differences(names))
    for line in wrong:
        print(f"feltwire: {line}", file=sys.stderr)
    more = unlocked()
    if more:
        print(f"feltwire: in .venv, but in no lock: {', '.join(more)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
