"""The score of a run of recordings: a line a seed, then the totals."""

import json
from collections import namedtuple

Sums = namedtuple("Sums", "clean quiet wagers silent irregular found first")


def sums(rows):
    """What ``rows`` come to: clean hands, those quiet, the wagers counted in clean hands and those
    silently wrong (``wagers`` is None where no row counts them); irregular hands, those found and
    found first."""
    clean = [r for r in rows if not r["class"]]
    wrong = [r for r in rows if r["class"]]
    counted = [r for r in clean if "wagers" in r]
    return Sums(
        len(clean),
        sum(r["quiet"] for r in clean),
        sum(r["wagers"] for r in counted) if counted else None,
        sum(r["silent"] for r in counted),
        len(wrong),
        sum(r["found"] for r in wrong),
        sum(r["first"] for r in wrong),
    )


def line(row):
    """One seed in one line; ``row``: what its ``judged`` gives."""
    if row["class"]:
        ok = "first" if row["first"] else "found" if row["found"] else "MISSED"
    else:
        ok = "quiet" if row["quiet"] else "LOUD"
        ok += f", {row['silent']} silently wrong" if row["silent"] else ""
    said = "; ".join(f"{t}: {what} seat {seat}" for t, what, seat, _ in row["said"])
    return f"{row['seed']} {row['class'] or 'clean'} {row['book']} {ok} [{said}]"


def score(judged, argv):
    """Plays the seeds ``FIRST LAST`` of ``argv`` and prints each (``--json``: all of its row), then
    the totals, all classes together and one by one."""
    rows = []
    for seed in range(int(argv[0]), int(argv[1]) + 1):
        rows.append(judged(seed))
        print(json.dumps(rows[-1]) if "--json" in argv else line(rows[-1]), flush=True)
    of = sums(rows)
    print(
        f"clean quiet {of.quiet} of {of.clean};"
        f" wagers silently wrong {of.silent} of {of.wagers};"
        f" found {of.found}, first {of.first} of {of.irregular}"
    )
    for name in sorted({r["class"] for r in rows if r["class"]}):
        of = sums([r for r in rows if r["class"] == name])
        print(f"{name}: {of.found}, {of.first} of {of.irregular}")
