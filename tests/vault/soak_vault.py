"""The vault's promises at length: ``python -m tests.vault.soak_vault``, part of ``make soak``."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.vault import canary_hands
from tests.vault.test_release import play_seed
from tests.vault.test_signatures import replays


def main():
    """Run, print the figures; exit code 1 when a promise was not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=10_000, help="canary hands (promise 29)")
    parser.add_argument("--replays", type=int, default=10_000, help="attempts (promise 19)")
    parser.add_argument("--seeds", type=int, default=10_000, help="of clocks (promise 30)")
    parser.add_argument("--minutes", type=float, help="begin no canary hand after so long")
    args = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory(prefix="feltwire-soak-") as folder:
        folder = Path(folder)
        if args.replays:
            accepted, tried = replays(folder / "replays", args.replays)
            print(f"replays: {accepted} of {tried} accepted", flush=True)
            bad += accepted
        early = released = 0
        for seed in range(args.seeds):
            with tempfile.TemporaryDirectory(dir=folder) as place:
                found = play_seed(Path(place), seed)
            early, released = early + found[0], released + found[1]
        if args.seeds:
            print(f"delay: {early} early releases in {args.seeds} seeds ({released} released)")
            bad += early + (released == 0)
        if args.hands:
            (folder / "secrecy").mkdir()
            hits, figures = canary_hands.play(
                folder / "secrecy", args.hands, kills=20, minutes=args.minutes
            )
            print(f"secrecy: {len(hits)} hits {hits[:5]} in {figures}", flush=True)
            bad += len(hits)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
