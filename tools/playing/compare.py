"""Compares what ``feltwire play`` (or ``replay``) printed with the expected hands.

    python -m tools.playing.compare OUTPUT.jsonl EXPECTED.jsonl[.gz] [--allow-incidents] [--worst N]

One line for each hand that differs, then a summary; exit code 1 when a hand differs or is missing.
"""

import argparse
import gzip
import json
import sys
from pathlib import Path

ACTS = ("fold", "check", "call", "bet", "raise")


def read_expected(path):
    """Expected hands by their path."""
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt") as f:
        return {hand["path"]: hand for hand in map(json.loads, f)}


def find(expected, path):
    """The expected hand of a printed path: its own path is the end of it. None if there is none."""
    parts = path.replace("\\", "/").split("/")
    for i in range(len(parts)):
        hand = expected.get("/".join(parts[i:]))
        if hand is not None:
            return hand
    return None


def acts(hand):
    """What the players did, as comparable tuples: kind, player, chips added, all-in, total."""
    return [
        (
            a["k"],
            a["p"],
            a.get("amt") or 0,
            bool(a.get("allin")),
            a.get("to") if a["k"] in ("bet", "raise") else None,
        )
        for a in hand["actions"]
        if a["k"] in ACTS
    ]


def differences(got, want, incidents=False):
    """Reasons why a printed hand is not the expected one: a list of short texts."""
    if got.get("error"):
        return [got["error"]]
    found = []
    mine, theirs = acts(got), acts(want)
    if mine != theirs:
        i = next(
            (i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b),
            min(len(mine), len(theirs)),
        )
        found.append(f"act {i + 1}: got {mine[i : i + 1]}, want {theirs[i : i + 1]}")
    if got["board"] != want["board"]:
        found.append(f"board: got {' '.join(got['board'])}, want {' '.join(want['board'])}")
    if got["stacks_after"] != want["stacks_after"]:
        found.append(f"stacks: got {got['stacks_after']}, want {want['stacks_after']}")
    if got["incidents"] and not incidents:
        claimed = ", ".join(f"{i['ruling']} ({'; '.join(i['cite'])})" for i in got["incidents"])
        found.append(f"incident claimed: {claimed}")
    return found


def compare(printed, expected, incidents=False):
    """``(equal, [(path, reasons)], unknown)`` of printed hands against the expected ones."""
    equal, wrong, unknown = 0, [], []
    for got in printed:
        want = find(expected, got["path"])
        if want is None:
            unknown.append(got["path"])
            continue
        reasons = differences(got, want, incidents)
        if reasons:
            wrong.append((got["path"], reasons))
        else:
            equal += 1
    return equal, wrong, unknown


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Compare played hands with the expected ones.")
    parser.add_argument("output", type=Path)
    parser.add_argument("expected", type=Path)
    parser.add_argument("--allow-incidents", action="store_true")
    parser.add_argument("--worst", type=int, default=20, help="differing hands to print")
    args = parser.parse_args(argv)
    with args.output.open() as f:
        printed = [json.loads(line) for line in f if line.strip()]
    equal, wrong, unknown = compare(printed, read_expected(args.expected), args.allow_incidents)
    for path, reasons in wrong[: args.worst]:
        print(f"{path}: {' | '.join(reasons)}")
    print(f"{equal} equal, {len(wrong)} different, {len(unknown)} not among the expected")
    return 1 if wrong or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
