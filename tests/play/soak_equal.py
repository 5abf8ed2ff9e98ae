"""Random hands as motions and as acts, many: ``python -m tests.play.soak_equal [--hands N]``.

The hands and the comparison are those of ``test_play_equals_replay.py``: motions on an ideal table
beside acts straight to the engine. Seeds count up from 0; the same seed is the same hand. Exit code
1 when a hand differs.
"""

import argparse
import sys
import time

from tests.play.test_play_equals_replay import VARIANTS, equal

WORST = 20  # differing hands to print of a variant


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Random hands as motions and as acts.")
    parser.add_argument("--hands", type=int, default=1000, help="seeds of each variant")
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only these")
    args = parser.parse_args(argv)
    good = True
    for variant in args.variant or VARIANTS:
        good = _variant(variant, args.hands) and good
    return 0 if good else 1


def _variant(variant, hands):
    """Compare the hands of one variant; True when none differs."""
    start, same, wrong = time.monotonic(), 0, 0
    for seed in range(hands):
        try:
            same += equal(variant, seed)
        except Exception as error:  # a hand refused is a difference too; the seed says which
            wrong += 1
            if wrong <= WORST:
                said = (str(error) or type(error).__name__).splitlines()[0]
                print(f"  {variant}/{seed}: {said}")
    print(
        f"{variant}: {same} equal, {wrong} different, {hands - same - wrong} left out (a rule of "
        f"ours differs); {time.monotonic() - start:.0f} s",
        flush=True,
    )
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
