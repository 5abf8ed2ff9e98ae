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
    "firmware/table": ("tests/firmware_table", "tests/detection/test_trace_explain.py"),
}
# Left out. Nothing can be traced on a MicroPython, and two interpreters agree on a change as well.
ON_VM = ("test_heap.py", "test_interpreters.py", "_on_vm.py")
# Thousands of whole hands: each takes longer than all that may run for one change.
LONG = ("test_random_hands.py", "test_recorded_hands.py", "test_recorded_payments.py")
# Tests of the controller's link and lights, which lie in the same folder.
BESIDE = ("journal.py", "_cuts.py", "_mqtt.py", "_uplink.py", "_lights.py", "_indicators.py")


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
    return [sys.executable, "-m", "pytest", *options(*arguments)]


def options(*arguments):
    """What pytest is told in each run."""
    return [
        *("-q", "--no-header", "--tb=line"),
        *("-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0"),
        *("-p", "tests.mutation.plugin"),
        *arguments,
    ]


def traced(copy, package, folders, cache, jobs):
    """Files that say what the tests execute, one for each file of tests, in the folder ``cache``.

    A file of tests is traced again when it, a helper of tests, the rules or the package's own part
    of the project has changed; in ``jobs`` runs at a time, as to start one takes seconds.
    """
    tests = []
    for place in [copy / folder for folder in folders]:
        tests += [place] if place.is_file() else sorted(place.rglob("test_*.py"))
    tests = [path for path in tests if not path.name.endswith(ON_VM + LONG + BESIDE)]
    common = hashlib.sha256(package.encode())
    parts = sorted({package.split("/")[0], "shared_rules", "tests"})
    for path in [path for part in parts for path in sorted((copy / part).rglob("*.py"))]:
        if not (path.name.startswith("test_") or "mutation" in path.parts):
            common.update(str(path.relative_to(copy)).encode() + path.read_bytes())
    found = {}
    for path in tests:
        digest = common.copy()
        digest.update(path.read_bytes())
        name = f"{path.parent.name}-{path.stem}-{digest.hexdigest()[:16]}.jsonl"
        found[path.relative_to(copy).as_posix()] = cache / name
    cache.mkdir(parents=True, exist_ok=True)
    lacking = {path: out for path, out in found.items() if not out.exists()}
    if lacking:
        print(f"tracing {len(lacking)} files of tests", file=sys.stderr)
    shares = [dict(list(lacking.items())[n::jobs]) for n in range(min(jobs, len(lacking)))]
    for share, running in [(share, _started(copy, package, share)) for share in shares]:
        _written(share, *running)
    return list(found.values())


def _started(copy, package, files):
    """Start a traced run of files of tests: the run, what it prints to, what it writes."""
    part = copy.parent / f"{Path(next(iter(files))).stem}.jsonl"
    out = part.with_suffix(".txt")
    with open(out, "w", encoding="utf-8") as stream:
        run = subprocess.Popen(
            pytest_command(*files),
            cwd=copy,
            env=environment(copy, MUTATION_MAP=str(part), MUTATION_PACKAGE=package),
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
    return run, out, part


def _written(files, run, out, part):
    """Wait for a traced run of files of tests, {path: file to write}, and write those."""
    run.wait()
    said = out.read_text(encoding="utf-8")
    for line in said.splitlines():
        if line.startswith(("FAILED", "ERROR")):
            print(f"left out, it fails without a change: {line}", file=sys.stderr)
    if run.returncode > 1 or not part.exists():
        raise SystemExit(f"the tests cannot be run:\n{said[-2000:]}")
    lines = {path: [] for path in files}
    for line in part.read_text(encoding="utf-8").splitlines():
        lines[json.loads(line)["test"].split("::")[0]].append(line + "\n")
    for path, out in files.items():
        out.write_text("".join(lines[path]), encoding="utf-8")
