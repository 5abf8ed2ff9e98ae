"""``feltwire bench detection --worlds``: hands of worlds drawn anew, by family and by class.

Each hand is a draw of its own (family, seed, class). What is measured: alerts in clean hands,
wagers wrong without a word, questions, and irregularities found and found first.
"""

import json
import multiprocessing
import sys
import time

from tools.errors import CommandError
from tools.worlds import families, lacking, slips
from tools.worlds.report import Row, report, worth

STEP = 50  # hands between two words on how far it is


def add_arguments(parser):
    """Options beside those of the bench of one stated noise (``--clean --seed --jobs --json``)."""
    group = parser.add_argument_group("worlds drawn anew")
    group.add_argument(
        "--worlds", action="store_true", help="worlds drawn from the design's ranges"
    )
    group.add_argument("--families", help="only these, separated by commas")
    group.add_argument("--tune", action="store_true", help="families to tune on")
    group.add_argument("--held-out", action="store_true", help="families never looked at")
    group.add_argument("--slips", type=int, default=0, help="hands of each class (%(default)s)")
    group.add_argument("--classes", help="only these, separated by commas")
    group.add_argument(
        "--without", metavar="KINDS", default="",
        help=f"a table that lacks some evidence: {', '.join(lacking.KINDS)}, separated by commas; "
        f"{lacking.EACH}: nothing, then one after the other",
    )  # fmt: skip
    group.add_argument("-v", "--verbose", action="store_true", help="a line for each wrong hand")


def run(args):
    """Measure and print the report; with ``--json`` each hand on stdout, the report on stderr."""
    chosen = _families(args)
    clean = 20 if args.clean is None else args.clean
    without = lacking.settings(args.without)
    tasks = [(f.name, args.seed + n, None, without) for f in chosen for n in range(clean)]
    for k, name in enumerate(_classes(args)):
        for n in range(args.slips):
            family = chosen[(n + k) % len(chosen)].name  # each class in other families
            tasks.append((family, args.seed + n, name, without))
    rows = measured(tasks, args.jobs, args.verbose)
    out = sys.stdout
    if args.json:
        for row in rows:
            print(json.dumps(row.__dict__, separators=(",", ":")))
        out = sys.stderr
    print(report(rows) if len(without) == 1 else worth(rows), file=out)
    return 0


def _families(args):
    if args.families:
        names = args.families.split(",")
        unknown = [n for n in names if n not in families.BY_NAME]
        if unknown:
            known = ", ".join(families.BY_NAME)
            raise CommandError(f"--families: {unknown[0]!r} is none of {known}")
        return [families.BY_NAME[n] for n in names]
    if args.tune and not args.held_out:
        return families.TUNING
    if args.held_out and not args.tune:
        return families.HELD_OUT
    return list(families.FAMILIES)


def _classes(args):
    if not args.classes:
        return sorted(slips.CLASSES)
    names = args.classes.split(",")
    unknown = [n for n in names if n not in slips.CLASSES]
    if unknown:
        raise CommandError(
            f"--classes: {unknown[0]!r} is none of {', '.join(sorted(slips.CLASSES))}"
        )
    return names


def measured(tasks, jobs, verbose=False):
    """Rows of all tasks, in their order: one for each setting of a task."""
    begun = time.monotonic()
    if jobs <= 1:
        done = _counted(map(one, tasks), len(tasks), begun, verbose)
    else:
        with multiprocessing.Pool(jobs) as pool:
            done = _counted(pool.imap(one, tasks, chunksize=4), len(tasks), begun, verbose)
    return done


def _counted(rows, total, begun, verbose):
    out = []
    for n, some in enumerate(rows, 1):
        out += some
        for row in some if verbose else ():
            if row.wrong:
                print(row.line(), file=sys.stderr)
        if n % STEP == 0:
            took = time.monotonic() - begun
            print(f"feltwire bench: {n} of {total} hands, {took:.0f} s", file=sys.stderr)
    return out


def one(task):
    """Draw and play one hand; replay and judge it once for each kind of table."""
    from tools.worlds import judge, record

    family, seed, slip, settings = task
    try:
        made = record.record(family, seed, slip)
    except ValueError as error:
        return [Row.unplayed(family, seed, slip, str(error), without) for without in settings]
    return [Row.of(judge.judge(made, without=without), made.truth, without) for without in settings]
