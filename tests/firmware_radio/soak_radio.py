"""The long radio run of ``make soak``: ``python -m tests.firmware_radio.soak_radio``.

A thousand doubles and a thousand foreign cards, each to be told within a second (promise 24).
Prints what was measured; exit code 1 when one was late.
"""

import argparse
import sys

from tests.firmware_radio.test_doubles_on_vm import AT_US, double, foreign, play, within_a_second

BATCH = 50


def late(name, put, count, seed):
    """Put ``count`` wrong cards down; prints and returns how many were not told in time."""
    missed = done = 0
    while done < count:
        n = min(BATCH, count - done)
        events, times = play(seed + done, n, put)
        known = {c for e in events if e["at"] < AT_US for c in e.get("cards", ())}

        def reported(e, known=known):
            if put is double:
                return e["what"] == "tag_read"
            return e["what"] == "card_move" and not known & set(e["cards"])

        missed += n - within_a_second(events, times, reported)
        done += n
    print(f"{name}: {count - missed} of {count} told within 1 s, seeds from {seed}", flush=True)
    return missed


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000, help="doubles, and foreign cards")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    bad = late("one UID in two places", double, args.count, args.seed)
    bad += late("cards of a foreign deck", foreign, args.count, args.seed)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
