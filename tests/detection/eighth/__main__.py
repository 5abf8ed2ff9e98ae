"""Scores today's table: ``python -m tests.detection.eighth FIRST LAST [--json]``."""

import json
import sys

from tests.detection.eighth.verdict import judged


def line(row):
    """One seed in one line."""
    if row["class"]:
        ok = "first" if row["first"] else "found" if row["found"] else "MISSED"
    else:
        ok = "quiet" if row["quiet"] else "LOUD"
        ok += f", {row['silent']} silently wrong" if row["silent"] else ""
    said = "; ".join(f"{t}: {what} seat {seat}" for t, what, seat, _ in row["said"])
    return f"{row['seed']} {row['class'] or 'clean'} {row['book']} {ok} [{said}]"


def main(argv):
    """Prints a line a seed, then the totals."""
    rows = []
    for seed in range(int(argv[0]), int(argv[1]) + 1):
        rows.append(judged(seed))
        print(json.dumps(rows[-1]) if "--json" in argv else line(rows[-1]), flush=True)
    clean = [r for r in rows if not r["class"]]
    wrong = [r for r in rows if r["class"]]
    print(
        f"clean quiet {sum(r['quiet'] for r in clean)} of {len(clean)};"
        f" wagers silently wrong {sum(r['silent'] for r in clean)}"
        f" of {sum(r['wagers'] for r in clean if r['quiet'])};"
        f" found {sum(r['found'] for r in wrong)}, first {sum(r['first'] for r in wrong)}"
        f" of {len(wrong)}"
    )
    for name in sorted({r["class"] for r in wrong}):
        of = [r for r in wrong if r["class"] == name]
        print(f"{name}: {sum(r['found'] for r in of)}, {sum(r['first'] for r in of)} of {len(of)}")


if __name__ == "__main__":
    main(sys.argv[1:])
