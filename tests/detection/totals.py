"""The score of a run of recordings: a line a seed, then the totals."""

import json


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
