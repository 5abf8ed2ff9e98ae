"""Feltwire as an installed program: one package, with the whole house in its folder ``house``.

The rooms (``gateway``, ``tools``, ...) keep the names they have in the repository, but lie beneath
this package, so that no other program of the environment meets a package called ``tools``. The
launcher alone puts them on the path (docs/adr/0011-one-package-for-the-house.md).
"""

import os
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
# In a clone the rooms lie beside this package; in a wheel, in it.
HOUSE = _HERE / "house" if (_HERE / "house").is_dir() else _HERE.parent


def __getattr__(name):
    """``__version__``, found when it is asked for: looking it up costs half of an early start."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib.metadata

    try:
        return importlib.metadata.version("feltwire")
    except importlib.metadata.PackageNotFoundError:  # a clone that nobody has set up
        return "0"


def enter():
    """Put the rooms on the path of this process and of those it starts."""
    house = str(HOUSE)
    if house not in sys.path:
        sys.path.insert(0, house)
    known = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    if house not in known:
        os.environ["PYTHONPATH"] = os.pathsep.join([house, *known])


def main(argv=None):
    """The command ``feltwire``; returns its exit code. ``argv``: None for the process's own."""
    enter()
    from gateway.process import garbage
    from tools import cli

    if argv is None:
        garbage.look_seldom()
    return cli.main(argv)
