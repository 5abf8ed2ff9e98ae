"""Which tests execute which lines of a package."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

# Where the tests of a package are looked for.
TESTS = {
    "shared_rules/hand": ("tests/rulings", "tests/engine"),
    "firmware/table": ("tests/firmware_table",),
}
# Left out. Nothing can be traced on a MicroPython, and two interpreters agree on a change as well.
ON_VM = ("test_heap.py", "test_interpreters.py", "_on_vm.py")
# Thousands of whole hands: each takes longer than all that may run for one change.
LONG = ("test_random_hands.py", "test_recorded_hands.py", "test_recorded_payments.py")


class Near:
    """The tests of a package with what each executes and costs."""

    def __init__(self, paths):
        self.tests = []
        for path in paths:
            with open(path, encoding="utf-8") as stream:
                self.tests += [json.loads(line) for line in stream]
        for test in self.tests:
            test["size"] = sum(len(lines) for lines in test["lines"].values())
            test["lines"] = {file: set(lines) for file, lines in test["lines"].items()}

    def to(self, file, change):
        """Tests that execute the changed line, those that execute least first.

        A line that runs on import only belongs to the tests that execute a line with a name it
        defines (``change.users``), or where there is none to all tests of its file.
        """
        found = []
        wanted = set(range(change.first, change.line + 1)) if change.inside else change.users
        for test in self.tests:
            lines = test["lines"].get(file, set())
            if lines and (not wanted or not lines.isdisjoint(wanted)):
                found.append(test)
        return sorted(found, key=lambda test: (test["size"], test["cpu_s"]))


def environment(copy, **more):
    """Environment of a run in the copy, which is imported before any installed tree.

    Plugins that happen to be installed cost more than most of the runs.
    """
    own = {"PYTHONPATH": str(copy), "PYTHONHASHSEED": "0", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return {**os.environ, **own, **more}


def pytest_command(*arguments):
    """Command line of a run with the plugin."""
    return [
        *(sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=line"),
        *("-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0"),
        *("-p", "tests.mutation.plugin"),
        *arguments,
    ]


def traced(copy, package, folders, cache):
    """Files that say what the tests execute, one for each file of tests, in the folder ``cache``.

    A file of tests is traced again when it or anything that is not a test has changed.
    """
    tests = []
    for place in [copy / folder for folder in folders]:
        tests += [place] if place.is_file() else sorted(place.rglob("test_*.py"))
    tests = [path for path in tests if not path.name.endswith(ON_VM + LONG)]
    common = hashlib.sha256(package.encode())
    for path in sorted(copy.rglob("*.py")):
        if not (path.name.startswith("test_") or "mutation" in path.parts):
            common.update(str(path.relative_to(copy)).encode() + path.read_bytes())
    found = []
    for path in tests:
        digest = common.copy()
        digest.update(path.read_bytes())
        name = f"{path.parent.name}-{path.stem}-{digest.hexdigest()[:16]}.jsonl"
        found.append((path.relative_to(copy), cache / name))
    cache.mkdir(parents=True, exist_ok=True)
    for path, out in found:
        if not out.exists():
            _trace(copy, package, path, out)
    return [out for _, out in found]


def _trace(copy, package, path, out):
    """Run one file of tests and write what each of them executes."""
    print(f"tracing {path}", file=sys.stderr)
    part = Path(f"{out}.part")
    made = subprocess.run(
        pytest_command(str(path)),
        cwd=copy,
        env=environment(copy, MUTATION_MAP=str(part), MUTATION_PACKAGE=package),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    for line in made.stdout.splitlines():
        if line.startswith(("FAILED", "ERROR")):
            print(f"left out, it fails without a change: {line}", file=sys.stderr)
    if made.returncode > 1 or not part.exists():
        part.unlink(missing_ok=True)
        raise SystemExit(f"{path} cannot be run:\n{made.stdout[-2000:]}")
    part.rename(out)
