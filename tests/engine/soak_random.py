"""Random hands against pokerkit, many of them: ``python -m tests.engine.soak_random [--hands N]``.

The hands and the comparison are those of ``test_random_hands.py``. Seeds count up from
``--first`` and are printed, so that a run can be repeated or carried on; the same seed is the same
hand. Exit code 1 when a hand differs.
"""

import argparse
import concurrent.futures
import os
import sys
import time

from tests.engine.test_random_hands import VARIANTS, check

WORST = 20  # differing hands to print of a variant
CHUNK = 250  # hands a process takes at a time


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Random hands against pokerkit.")
    parser.add_argument("--hands", type=int, default=10_000, help="hands of each variant")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only these")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    args = parser.parse_args(argv)
    good = True
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        for variant in args.variant or VARIANTS:
            good = _variant(pool, variant, args.first, args.hands) and good
    return 0 if good else 1


def _variant(pool, variant, first, hands):
    """Compare the hands of one variant; True when none differs."""
    start = time.monotonic()
    firsts = range(first, first + hands, CHUNK)
    ends = [min(at + CHUNK, first + hands) for at in firsts]
    compared, wrong = 0, 0
    for equal, bad in pool.map(_chunk, [variant] * len(ends), firsts, ends):
        compared += equal
        for line in bad[: max(0, WORST - wrong)]:
            print("  " + line)
        wrong += len(bad)
    out = hands - compared - wrong
    print(
        f"{variant}: seeds {first} to {first + hands - 1}: {compared} equal, "
        f"{wrong} different, {out} left out (a rule of ours differs); "
        f"{time.monotonic() - start:.0f} s",
        flush=True,
    )
    return not wrong


def _chunk(variant, first, end):
    """(hands that are equal, a line for each that differs) of some seeds; runs in a process."""
    compared, wrong = 0, []
    for seed in range(first, end):
        try:
            compared += bool(check(variant, seed))
        except Exception as error:  # a crash is a difference too; the seed says which hand
            wrong.append(f"{variant}/{seed}: {_first_line(error)}")
    return compared, wrong


def _first_line(error):
    return (str(error) or type(error).__name__).splitlines()[0]


if __name__ == "__main__":
    sys.exit(main())
