"""Slips in hands of every game, many of them: ``python -m tests.engine.soak_slips [--seeds N]``.

Every slip, and every two of them, in every game, structure and rulebook. Exit code 1 when anything
but the slips was found.
"""

import argparse
import sys
import time

from shared_rules import rulebooks
from tests.engine.game_slips import GOES_ON, LATER, SLIPS
from tests.engine.test_metamorphic_games import KINDS, both_found, slip_found

WORST = 20  # failures to print


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Slips in hands of every game.")
    parser.add_argument("--seeds", type=int, default=50, help="hands of each game and book")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    args = parser.parse_args(argv)
    start, put_in, wrong = time.monotonic(), 0, []
    for kind in KINDS:
        for seed in range(args.first, args.first + args.seeds):
            for book in rulebooks.BOOKS:
                for check, *names in _checks():
                    try:
                        put_in += bool(check(kind, *names, seed, book))
                    except AssertionError as error:
                        wrong.append(str(error).splitlines()[0])
    for text in wrong[:WORST]:
        print("  " + text)
    took_s = time.monotonic() - start
    print(
        f"slips in {len(KINDS)} games, seeds {args.first} to {args.first + args.seeds - 1}, every "
        f"book: {put_in} found alone, {len(wrong)} not; {took_s:.0f} s",
        flush=True,
    )
    return 1 if wrong or not put_in else 0


def _checks():
    for name in SLIPS:
        yield slip_found, name
    for first in GOES_ON:
        for later in LATER:
            yield both_found, first, later


if __name__ == "__main__":
    sys.exit(main())
