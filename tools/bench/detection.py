"""``feltwire bench detection``: clean and irregular hands through noise, held up to the truth.

Hands are played on the fast table (``fast_table.py``): the virtual table's things and field, the
firmware's schedule and table code, the rules engine. ``--check`` plays some through the full radio
chain instead. Exit code 0: it measures, and fails for nothing.
"""

import json
import multiprocessing
import os
import time
from dataclasses import asdict
from pathlib import Path

from tools.bench import detection_report as report
from tools.bench.detection_run import Result, run_one
from tools.errors import CommandError
from tools.install import configfile
from tools.virtual.irregularities import MEASURED
from tools.virtual.slips import NotPossible

NOISES = (0.5, 1.0, 2.0)


def add_arguments(parser):
    """Command line of ``feltwire bench detection``."""
    parser.add_argument("--n", type=int, default=100, help="hands of each kind (%(default)s)")
    parser.add_argument("--clean", type=int, help="clean hands (five times --n)")
    parser.add_argument(
        "--noise", type=float, nargs="+", default=list(NOISES), help="1 = the design's table"
    )
    parser.add_argument("--kinds", nargs="*", choices=sorted(MEASURED), help="only these kinds")
    parser.add_argument("--seed", type=int, default=0, help="seeds run from here (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--rulebook", default="tda-2011")
    parser.add_argument("--check", type=int, default=0, help="hands a kind through the full chain")
    parser.add_argument(
        "--gateway", type=int, default=0, help="hands a kind through chain, broker and gateway"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object for each hand")
    parser.add_argument(
        "--from", dest="measured", nargs="+", type=Path, help="tables of results printed by --json"
    )
    parser.add_argument("--write", action="store_true", help="into docs/detection-scores.md")


def run(args):
    """Measure and print tables."""
    for noise in args.noise:
        configfile.check_option("noise", noise)
    configfile.check_option("seed", args.seed)
    configfile.check_rulebook(args.rulebook)
    if args.jobs < 1 or min(args.n, args.clean or 0, args.check, args.gateway) < 0:
        raise CommandError("--jobs is at least 1, --n, --clean, --check and --gateway at least 0")
    kinds = args.kinds if args.kinds is not None else list(MEASURED)
    begun = time.monotonic()
    results = {}
    if args.measured:
        return _emit(args, _read(args.measured), None)
    if args.gateway:
        return _through_gateway(kinds, args)
    for noise in args.noise:
        if args.check:
            from tools.bench.detection_chain import run_chain

            done = run_chain(kinds, args.check, args.seed, noise, args.rulebook)
            results[noise] = _kept(done, args, noise)
        else:
            results[noise] = measure(args, kinds, noise)
    return _emit(args, results, time.monotonic() - begun)


def _through_gateway(kinds, args):
    from gateway.telemetry import logs
    from tools.bench import detection_gateway as chain

    logs.speak("text")
    noise = 1.0 if 1.0 in args.noise else args.noise[0]
    rows = chain.measure(kinds, args.gateway, args.seed, noise, args.rulebook)
    command = "feltwire bench detection"
    if args.kinds is not None:
        command += " --kinds " + " ".join(kinds)
    command += f" --gateway {args.gateway} --noise {noise:g} --seed {args.seed}"
    print(chain.table_of(rows, command))
    return 0


def _read(paths):
    """Results of earlier runs by noise, each hand once, in the order of their kinds and seeds."""
    found = {}
    for path in paths:
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                noise = row.pop("noise")
                found[(noise, row["kind"], row["seed"])] = Result(**row)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise CommandError(f"{path}: not what bench detection prints with --json") from None
    order = ["clean", *MEASURED]
    results = {}
    for noise, kind, seed in sorted(
        found, key=lambda k: (k[0] != 1, k[0], order.index(k[1]), k[2])
    ):
        results.setdefault(noise, []).append(found[(noise, kind, seed)])
    return results


def _emit(args, results, took_s):
    """Print tables, and put them into the page when asked to."""
    text = report.tables(results, command_of(args), took_s)
    if not args.json:
        print(text)
    if args.write:
        report.write(Path(__file__).resolve().parents[2] / "docs", text, results)
    return 0


def measure(args, kinds, noise):
    """Results of all hands at one noise."""
    clean = args.clean if args.clean is not None else 5 * args.n
    tasks = [(None, args.seed + i, noise, args.rulebook) for i in range(clean)]
    tasks += [(k, args.seed + i, noise, args.rulebook) for k in kinds for i in range(args.n)]
    if args.jobs <= 1:
        return _kept(map(one, tasks), args, noise)
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        return _kept(pool.imap(one, tasks, chunksize=8), args, noise)


def _kept(results, args, noise):
    """The results there are, printed as they come when JSON is asked for."""
    out = []
    for result in results:
        if result is not None:
            out.append(result)
            if args.json:
                print(json.dumps(dict(asdict(result), noise=noise)), flush=True)
    return out


def one(task):
    """Result of one hand; None when no hand was found in which the irregularity can happen."""
    try:
        return run_one(*task)
    except NotPossible:
        return None


def command_of(args):
    """The command that measured this."""
    if args.measured:
        return "feltwire bench detection --json"
    noise = " ".join(f"{n:g}" for n in args.noise)
    clean = f" --clean {args.clean}" if args.clean is not None else ""
    check = f" --check {args.check}" if args.check else ""
    return f"feltwire bench detection --n {args.n}{clean} --noise {noise} --seed {args.seed}{check}"
