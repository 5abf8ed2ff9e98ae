"""``python -m tests.lanes AT_A_TIME TESTS``: what `make test` runs.

All tests run in lanes, AT_A_TIME beside one another. A lane is a plain pytest process over its part
of the tests: it gathers no other, what its files share is made once, and it reports to nobody. What
failed runs once more, alone, when all lanes have ended. The last line sums up all of them.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUN = "TEST_RUN"  # in a lane's environment: a folder of all lanes, while they run

# Folders and files of tests/; the longest lane begins first. In one lane is what shares what takes
# long to start (one Chromium, three brokers), and what plays hands through the whole chain (play,
# event, hardware): beside one such hand no core is left for another.
LANES = {
    "table": ("detection", "firmware_table", "firmware_radio", "firmware_link", "images")
    + ("calibrate", "virtual", "worlds"),
    "house": ("play", "vault", "attacks", "event", "hardware"),
    "browser": ("browser",),
    "gateway": ("gateway", "cluster", "people", "pki", "alerts", "exports"),
}
REST = "rest"  # what is in no other lane

FAILED = 1  # pytest's exit code when tests have failed
SUMMARY = re.compile(r"(?:^|=+ )((?:\d+ [a-z]+,? )+)in \d[\d.]*s")  # pytest's last line
AGAIN = "make test: once more, alone. A test that PASSED below is unsteady: mend it or its subject."


def lanes():
    """Lane -> the folders and files it runs."""
    listed = {name for names in LANES.values() for name in names}
    there = {path.relative_to(HERE).parts[0] for path in HERE.rglob("test_*.py")}
    all_of_them = {**LANES, REST: sorted(there - listed)}
    return {name: [f"tests/{part}" for part in parts] for name, parts in all_of_them.items()}


def run(name, tests, *options):
    """Run a lane, print what it says; its exit code, and how often what came out."""
    line = [sys.executable, "-m", "pytest", "--color=no", "-o", f"cache_dir=.pytest_cache/{name}"]
    before = f"{name}: " if name else ""
    counts = Counter()
    with subprocess.Popen(
        [*line, *options, *tests], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace",
    ) as lane:  # fmt: skip
        for said in lane.stdout:
            print(before + said, end="", flush=True)
            if summary := SUMMARY.search(said):
                found = re.findall(r"(\d+) ([a-z]+?)s?\b", summary[1])
                counts = Counter({what: int(number) for number, what in found})
    return lane.returncode, counts


def run_all(parts, at_a_time):
    """Run lanes, and what has failed once more; what came of them."""
    with ThreadPoolExecutor(at_a_time) as pool:
        ended = list(pool.map(lambda name: run(name, parts[name], "--cache-clear"), parts))
    total = Counter(passed=0, failed=0, skipped=0)
    if FAILED in [code for code, _counts in ended]:
        print(AGAIN)
    for name, (code, counts) in zip(parts, ended, strict=True):
        total["passed"] += counts["passed"]
        total["skipped"] += counts["skipped"]
        if code == FAILED:
            again = ("-vv", "--last-failed", "--last-failed-no-failures=none")
            code, counts = run(name, parts[name], *again)
            total["unsteady"] += counts["passed"]
        if code or not counts:
            if code != FAILED:
                print(f"make test: {name or 'pytest'} ended with exit code {code}")
            total["failed"] += max(1, counts["failed"] + counts["error"])
    return total


def main(at_a_time, *tests):
    """Command line; returns the exit code."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        os.environ[RUN] = folder
        total = run_all(lanes() if tests == ("tests",) else {"": tests}, int(at_a_time))
    counted = ", ".join(f"{number} {what}" for what, number in total.items())
    print(f"{counted} in {time.monotonic() - begin:.0f}s")
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
