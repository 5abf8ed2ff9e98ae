"""Draw recordings, replay them and print the score by class."""

import argparse
import json
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.detection.fifth import score


def one(seed, folder):
    """The verdict on one seed."""
    path, story = score.write(seed, folder)
    return score.judge(*score.replay(path.resolve()), story)


def main(argv=None):
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.detection.fifth", description=__doc__)
    parser.add_argument("--n", type=int, default=20, help="recordings (20)")
    parser.add_argument("--seed", type=int, default=1, help="of the first (1)")
    parser.add_argument(
        "--write", type=Path, metavar="DIR", help="keep recordings and truths there"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("-v", action="store_true", help="a line for each hand that is not right")
    args = parser.parse_args(argv)
    verdicts = []
    with tempfile.TemporaryDirectory() as scratch, ProcessPoolExecutor(args.jobs) as pool:
        work = partial(one, folder=args.write or Path(scratch))
        for verdict in pool.map(work, range(args.seed, args.seed + args.n)):
            verdicts.append(verdict)
            clean = verdict["kind"] == "clean"
            right = not verdict["alerts"] and verdict["stacks"] if clean else verdict["first"]
            if args.v and not right:
                print(json.dumps(verdict), flush=True)
    print("\n".join(score.report(verdicts)))


if __name__ == "__main__":
    main()
