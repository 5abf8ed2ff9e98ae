"""Random hands against pokerkit, many of them: ``python -m tests.engine.soak_random [--hands N]``.

The hands and the comparison are those of ``test_random_hands.py``. Seeds count up from
``--first`` and are printed, so that a run can be repeated or carried on; the same seed is the same
hand. Exit code 1 when a hand differs.
"""

import argparse
import sys
import time

from tests.engine.test_random_hands import VARIANTS, check

WORST = 20  # differing hands to print of a variant


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Random hands against pokerkit.")
    parser.add_argument("--hands", type=int, default=10_000, help="hands of each variant")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only these")
    args = parser.parse_args(argv)
    good = True
    for variant in args.variant or VARIANTS:
        good = _variant(variant, args.first, args.hands) and good
    return 0 if good else 1


def _variant(variant, first, hands):
    """Compare the hands of one variant; True when none differs."""
    start = time.monotonic()
    compared, wrong = 0, []
    for seed in range(first, first + hands):
        try:
            compared += bool(check(variant, seed))
        except Exception as error:  # a crash is a difference too; the seed says which hand
            wrong.append(seed)
            if len(wrong) <= WORST:
                print(f"  {variant}/{seed}: {_first_line(error)}")
    out = hands - compared - len(wrong)
    print(
        f"{variant}: seeds {first} to {first + hands - 1}: {compared} equal, "
        f"{len(wrong)} different, {out} left out (a rule of ours differs); "
        f"{time.monotonic() - start:.0f} s",
        flush=True,
    )
    return not wrong


def _first_line(error):
    return (str(error) or type(error).__name__).splitlines()[0]


if __name__ == "__main__":
    sys.exit(main())
