"""The command: copy the tree, trace its tests, change places picked by a seed, run the tests."""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.conftest import ROOT, SHARED
from tests.mutation import near, warm
from tests.mutation.changes import changes

CACHE = ROOT / ".cache" / "mutation"
TESTS_CPU_S = 40  # tests of one change, by their traced time


def main():
    """Run the command; the exit code is 1 when fewer than ``--least`` were caught."""
    options = arguments().parse_args()
    package = options.package.strip("/")
    folders = options.tests or near.TESTS.get(package)
    if not folders or not (ROOT / package).is_dir():
        raise SystemExit(f"{package}: no such package, or name the folders of its tests (--tests)")
    with tempfile.TemporaryDirectory(prefix="feltwire-mutation-") as folder:
        copy = copy_tree(Path(folder))
        tests = near.Near(near.traced(copy, package, folders, CACHE, options.jobs))
        for pyc in (copy / package).rglob("__pycache__"):
            shutil.rmtree(pyc)  # an unchanged file in compiled form would hide the change
        caught = 0
        picked = pick(copy / package, options.n, options.seed)
        for number, how in judged(copy, package, picked, tests, options.jobs):
            file, change = picked[number]
            caught += how.startswith("caught")
            what = f"{change.old.strip()} -> {change.new.strip() or 'nothing'}"
            line = (copy / package / file).read_text().splitlines()[change.line - 1].strip()
            print(f"{number + 1:3} {package}/{file}:{change.line}:{change.column} {what}   {line}")
            print(f"      {how}", flush=True)
    print(f"{package}, seed {options.seed}: {caught} of {len(picked)} changes caught")
    return int(caught < options.least)


def arguments():
    """The parser."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--package", default="shared_rules/hand", help="folder to change")
    parser.add_argument("--n", type=int, default=20, help="changes to make")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="what picks them")
    parser.add_argument("--jobs", type=int, default=2, help="runs of tests at a time")
    parser.add_argument("--least", type=int, default=0, help="fail when fewer are caught")
    parser.add_argument("--tests", nargs="+", help="folders or files of tests to run")
    return parser


def copy_tree(folder):
    """A copy of the tracked and new files in ``folder``, the shared material beside it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    copy = folder / "feltwire"
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    if SHARED.exists():
        (folder / SHARED.name).symlink_to(SHARED)
    return copy


def pick(folder, n, seed):
    """``n`` places of the package in an order of the seed, each with one change: (file, change)."""
    places = []
    for path in sorted(folder.rglob("*.py")):
        file = str(path.relative_to(folder))
        places += [(file, possible) for possible in changes(path.read_text())]
    chance = random.Random(seed)
    return [(file, chance.choice(possible)) for file, possible in chance.sample(places, n)]


def judged(copy, package, picked, tests, jobs):
    """Judge changes, up to ``jobs`` at a time: (number, line on how it ended) as they end."""
    running, waiting = {}, list(enumerate(picked))
    while waiting or running:
        while waiting and len(running) < jobs:
            number, (file, change) = waiting.pop(0)
            chosen, known = near_tests(tests.to(file, change))
            if not chosen:
                yield number, "MISSED: no test executes this line"
                continue
            tree = changed(copy, f"{package}/{file}", change, number)
            out = copy.parent / f"{number}.txt"
            arguments = ["-x", *dict.fromkeys(test.split("::")[0] for test in chosen)]
            picks = out.with_suffix(".picked")
            picks.write_text("\n".join(chosen) + "\n")
            pid = warm.start(tree, near.options(*arguments), picks, out)
            running[pid] = number, tree, out, len(chosen), known
        if running:
            pid, status = os.wait()
            number, tree, out, tried, known = running.pop(pid)
            shutil.rmtree(tree)
            yield number, verdict(status, out.read_text(), tried, known)


def changed(copy, name, change, number):
    """A tree of links to the files of the copy, but for the one changed: what reads a file instead
    of importing it, or starts a program, finds the change as well."""
    tree = copy.with_name(f"{copy.name}-{number}")
    shutil.copytree(copy, tree, symlinks=True, copy_function=os.link)
    text = change.apply((copy / name).read_text())
    ast.parse(text)
    (tree / name).unlink()
    (tree / name).write_text(text)
    return tree


def near_tests(found):
    """Names of those that may run for one change, by their traced time, and how many there are."""
    seconds, chosen = 0, []
    for test in found:
        seconds += test["cpu_s"]
        if chosen and seconds > TESTS_CPU_S:
            break
        chosen.append(test["test"])
    return chosen, len(found)


def verdict(status, said, tried, known):
    """One line on how the tests of a change ended."""
    if os.WIFSIGNALED(status):
        return "caught: the tests do not end"
    if os.WEXITSTATUS(status):
        lines = [x for x in said.splitlines() if x.startswith(("FAILED", "ERROR"))]
        return "caught: " + (lines[0] if lines else said.strip().splitlines()[-1])[:150]
    return f"MISSED: {tried} of the {known} tests that execute this line pass"


if __name__ == "__main__":
    sys.exit(main())
