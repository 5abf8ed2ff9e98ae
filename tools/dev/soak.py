"""The long runs: ``python -m tools.dev.soak HANDS [EXPECTED]``, what ``make soak`` calls.

Plays every no-limit hold'em hand of a folder through the whole chain, and hands every hand of every
variant straight to the engine, and compares both with the expected results; then random hands of
every variant with pokerkit, slips in hands of every game, every mechanical change of every open
case, and hands and cases with events dropped, repeated, swapped and altered, on which the engine
may not raise. Prints what was measured, and notes each run in docs/soak.md; exit code 1 when a hand
or an answer differs.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.dev import roots, soak_record
from tools.errors import CommandError
from tools.install.supervise import feltwire
from tools.playing import compare, phh

NO_LIMIT_HOLDEM = "NT"
WORST = 20  # differing hands to print
# Each slip a thousand times and three thousand clean hands, at the stated noise
# (docs/detection-scores.md).
DETECTION = ("tools.cli", "bench", "detection", "--n", "1000", "--clean", "3000", "--noise", "1")
RADIO = ("tests.firmware_radio.soak_radio",)  # doubles, foreign cards: docs/scan.md
EVENT = ("tools.cli", "event", "simulate", "--radio", "10", "--noise", "1")  # docs/desk.md
PICTURES = ("tools.docs.screenshots", "var/img")  # make screenshots, beside the ones kept
TESTS = ("pytest", "-m", "soak", "tests")  # too long for `make test`
# `make test` has most of them in a Chromium without windows
BROWSER = ("pytest", "-m", "soak or not soak", "tests/browser")
# README and docs/venue.md in bare Debians; only where one can be made
ROOTS = tuple(("tools.dev.roots", name) for name in ("venue", *roots.RELEASES))
RANDOM = 10_000  # random hands a variant
REPLAY, PLAY = "replay of hands of every variant", "play of no-limit hold'em hands"
# What the gateway promises about delivery: module and arguments, docs/delivery.md tells them.
DELIVERY = (
    ("tests.sim.run", "--seeds", "10000"),
    ("tests.gateway.crash", "--crashes", "10000", "--repeats", "100"),
    ("tests.gateway.pgkill", "--kills", "50"),
    ("tests.gateway.pgfailover", "--rounds", "20"),
    ("tests.gateway.schedules", "--schedules", "10000", "--fuzz", "1000000"),
    ("tests.cluster.soak_nodes", "--rounds", "20"),
    ("tests.cluster.soak_nodes", "--rounds", "10", "--window", "20"),
    ("tests.cluster.soak_nodes", "--rounds", "0", "--databases", "10"),
    ("tests.gateway.brokerkill", "--kills", "100"),
    ("tests.gateway.screenkill", "--kills", "150"),
    ("tests.gateway.screenkill", "--kills", "150", "--broker", "mosquitto"),
    ("tests.gateway.harm", "--flips", "10000", "--tampers", "10000"),
    ("tests.gateway.aged", "--events", "100000,1000000,10000000"),
    ("tests.gateway.aged", "--salvage", "200,2000"),
    ("tests.gateway.soak_gateway_day",),
    ("tests.gateway.slow",),
    ("tests.alerts.alert_scene", "--seeds", "10000"),
    ("tests.firmware_table.soak_away", "--hours", "2"),
    ("tests.firmware_table.soak_day",),  # a virtual day, the heap after each hour
    ("tools.cortexm", "--nine"),  # docs/controller.md
    ("tests.vault.soak_vault",),  # docs/security.md
    ("tests.vault.timing", "--hands", "400"),
    ("tests.people.soak_requests", "--examples", "1000"),
)


def no_limit_holdem(folder):
    """Files of a folder that hold no-limit hold'em hands, in order."""
    files = sorted(p for p in Path(folder).rglob("*") if p.suffix in (".phh", ".phhs"))
    return [p for p in files if f"variant = '{NO_LIMIT_HOLDEM}'" in _head(p)]


def _head(path):
    with path.open(encoding="utf-8", errors="replace") as f:
        return f.read(2000).replace('"', "'")


def measure(name, command, expected):
    """Run one command, compare its output, print the figures; True when every hand is equal."""
    print(f"{name}: running", flush=True)
    start = time.monotonic()
    with tempfile.NamedTemporaryFile("w+", suffix=".jsonl") as out:
        code = subprocess.run(command, stdout=out, check=False).returncode
        out.seek(0)
        printed = [json.loads(line) for line in out if line.strip()]
    took_s = time.monotonic() - start
    equal, wrong, unknown = compare.compare(printed, expected)
    for path, reasons in wrong[:WORST]:
        print(f"  {path}: {' | '.join(reasons)}")
    each_s = took_s / max(1, len(printed))
    print(
        f"{name}: {equal} equal, {len(wrong)} different, {len(unknown)} not among the expected; "
        f"{took_s / 60:.1f} min, {each_s:.3f} s a hand",
        flush=True,
    )
    return code == 0 and not wrong and equal > 0


def modules(random, hands="", cases=""):
    """The jobs that are modules with their arguments, in order; those on cases need their file."""
    jobs = [
        ("tests.engine.soak_random", "--hands", str(random)),
        ("tests.engine.soak_slips",),
        ("tests.play.soak_equal", "--hands", str(random // 10)),
    ]
    if cases:
        lists = "--lists", str(10 * random), hands
        jobs.append(("tests.engine.case_changes", cases))
        jobs.append(("tests.engine.fuzz", "--cases", cases, *lists))
    return [*jobs, *DELIVERY, RADIO, DETECTION, EVENT, PICTURES, TESTS, BROWSER, *ROOTS]


def title(job):
    """A job's name in docs/soak.md: what is typed, without the folders of this machine."""
    return " ".join(["python -m", *(word.rpartition("/")[2] for word in job)])


def noted(name, work):
    """Do the work, note it in docs/soak.md; what it gives."""
    start = time.monotonic()
    good = work()
    soak_record.note(name, time.monotonic() - start, good)
    return good


def module(job):
    """Run a module; True when it found nothing."""
    return subprocess.run([sys.executable, "-m", *job], check=False).returncode == 0


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Every real hand, through the chain and replayed.")
    parser.add_argument("hands", type=Path, help="folder of PHH files")
    parser.add_argument("expected", type=Path, nargs="?", help="expected.jsonl.gz (in the folder)")
    parser.add_argument("--tables", type=int, default=os.cpu_count() or 1, help="at a time")
    parser.add_argument("--random", type=int, default=RANDOM, help="random hands a variant")
    args = parser.parse_args(argv)
    path = args.expected or args.hands / "expected.jsonl.gz"
    if not path.is_file():
        print(f"soak: {path} is missing: expected results, one JSON line a hand", file=sys.stderr)
        return 2
    expected = compare.read_expected(path)
    files = [str(p) for p in no_limit_holdem(args.hands)]
    play = [*feltwire("play"), "--json", "--quiet", "--tables", str(args.tables), *files]
    replay = [*feltwire("replay"), "--json", str(args.hands)]
    good = noted(REPLAY, lambda: measure(REPLAY, replay, expected))
    good = noted(PLAY, lambda: measure(PLAY, play, expected)) and good
    cases = args.hands.parent / "cases" / "open.jsonl"
    for job in modules(args.random, str(args.hands), str(cases) if cases.is_file() else ""):
        if job in ROOTS and (why := roots.lacking()):
            print(f"{title(job)}: not run: {why}", flush=True)
            continue
        good = noted(title(job), lambda job=job: module(job)) and good
    return 0 if good else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (CommandError, phh.BadHand) as error:
        print(f"soak: {error}", file=sys.stderr)
        sys.exit(2)
