"""``python -m tests.detection.tenth FIRST LAST``: one line a hand, then the totals."""

import sys
from collections import Counter

from .tenverdict import judged


def main(first, last):
    """Judges the recordings of these seeds."""
    sums, classes = Counter(), {}
    for seed in range(first, last + 1):
        row = judged(seed)
        name = row["class"]
        if name is None:
            sums.update(clean=1, quiet=row["quiet"], wagers=row["wagers"], silent=row["silent"])
        else:
            count = classes.setdefault(name, Counter())
            count.update(all=1, found=row["found"], first=row["first"])
            sums.update(irregular=1, found=row["found"], first=row["first"])
        mark = "quiet" if row["quiet"] else "loud"
        if name:
            mark = "found" + ("" if row["first"] else " late") if row["found"] else "missed"
        print(f"{seed} {name or 'clean'} {row['book']} {mark} silent {row['silent']}", flush=True)
        if mark not in ("quiet", "found") or row["silent"]:
            for t_ms, situation, seat, text in row["said"]:
                print(f"    {t_ms / 1000:.1f} {situation} {seat}: {text}")
            for text in row["complaints"]:
                print(f"    {text}")
    print(f"clean {sums['clean']}, quiet {sums['quiet']}; irregular {sums['irregular']}", end="")
    print(f", found {sums['found']}, first {sums['first']}", end="")
    print(f"; wagers {sums['wagers']}, silently wrong {sums['silent']}")
    for name, count in sorted(classes.items()):
        print(f"  {name}: {count['all']}, found {count['found']}, first {count['first']}")


main(int(sys.argv[1]), int(sys.argv[2]))
