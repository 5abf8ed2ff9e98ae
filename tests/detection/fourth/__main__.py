"""Write recordings of drawn hands, and score the program on them."""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.detection.fourth import scoring, writing


def one(seed, folder, score):
    """Write a seed's recording and judge it if asked."""
    path, story = writing.write(seed, folder)
    return path, scoring.judge(path, story) if score else None


def main():
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.detection.fourth", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first hand's seed (1)")
    parser.add_argument("--count", type=int, default=10, help="hands, one a seed (10)")
    parser.add_argument("--out", type=Path, required=True, help="folder for recordings and truth")
    parser.add_argument("--score", action="store_true", help="replay each and judge it")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each wrong hand")
    args = parser.parse_args()
    verdicts, seeds = [], range(args.seed, args.seed + args.count)
    with ProcessPoolExecutor(args.jobs) as pool:
        for path, verdict in pool.map(partial(one, folder=args.out, score=args.score), seeds):
            if verdict is None:
                print(path, flush=True)
                continue
            verdicts.append(verdict)
            if args.verbose and scoring.faults(verdict):
                print(scoring.faults(verdict), flush=True)
    if args.score:
        print("\n".join(scoring.report(verdicts)))


if __name__ == "__main__":
    main()
