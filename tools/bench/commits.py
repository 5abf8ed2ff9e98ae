"""``python -m tools.bench.commits A B``: the gateway's processor time per event, at two commits.

Each commit is laid out in a folder of its own and plays the fleet of ``feltwire bench gateway`` at
the same time as the other (``--by-turns``: after it, the order changes from pair to pair), so that
what else the machine does falls on both. Counted is processor time (user and system) of the gateway
and of its vault from the first event until the last has been acknowledged, for each event: a busy
machine delays it, and lengthens it less than wall time.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Runs in the tree of a commit, with that commit's own bench.
STEP = """
import json, sys
from tools.bench import gateway, traffic
count, seconds = int(sys.argv[1]), float(sys.argv[2])
tape = traffic.Tape(sorted(str(p) for p in gateway.HANDS.glob("*.phh")) * 4)
system = gateway.System(tables=[str(n) for n in range(1, count + 1)])
try:
    fleet = traffic.Fleet(system.mqtt, tape, count)
    floor = traffic.Watcher(system.url, "/floor/stream")
    floor.start()
    own, whole = gateway._cpu_s(system.pid()), system.cpu_s()
    sent = fleet.play(seconds, 1.0)
    drained = fleet.wait_acked(gateway.DRAIN_S)
    own, whole = gateway._cpu_s(system.pid()) - own, system.cpu_s() - whole
    floor.close()
    fleet.close()
    print(json.dumps({"events": sent, "drained": drained, "gateway_s": own, "both_s": whole}))
finally:
    system.close()
"""


def laid_out(commit, folder):
    """The tree of a commit in ``folder``; its path."""
    place = folder / commit
    place.mkdir()
    packed = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True
    ).stdout
    subprocess.run(["tar", "-x", "-C", str(place)], input=packed, check=True)
    return place


def begin(place, tables, seconds):
    """Begin a run at a commit."""
    argv = [sys.executable, "-c", STEP, str(tables), str(seconds)]
    return subprocess.Popen(argv, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def end(run):
    """Milliseconds of processor time an event: gateway, with its vault; None: not drained."""
    said = run.communicate()[0]
    if run.returncode:
        raise SystemExit(f"a run ended with code {run.returncode}")
    found = json.loads(said.splitlines()[-1])
    if not found["drained"]:
        return None
    return [1000 * found[k] / found["events"] for k in ("gateway_s", "both_s")]


def main():
    """Measure and print a line a pair, then medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commits", nargs=2, metavar="COMMIT")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--by-turns", action="store_true", help="one after the other")
    args = parser.parse_args()
    taken = []
    with tempfile.TemporaryDirectory(prefix="feltwire-commits-") as folder:
        places = [laid_out(commit, Path(folder)) for commit in args.commits]
        for i in range(args.pairs):
            pair, runs = {}, {}
            for which in (0, 1) if i % 2 == 0 else (1, 0):
                runs[which] = begin(places[which], args.tables, args.seconds)
                if args.by_turns:
                    pair[which] = end(runs[which])
            pair = pair or {which: end(run) for which, run in runs.items()}
            if None in pair.values():
                print(f"pair {i + 1}: not drained, left out", flush=True)
                continue
            taken.append((pair[0], pair[1]))
            shown = ", ".join(
                f"{c} {pair[w][0]:.3f} ms (with vault {pair[w][1]:.3f})"
                for w, c in enumerate(args.commits)
            )
            print(f"pair {i + 1}: {shown}", flush=True)
    for k, name in enumerate(("gateway", "gateway and vault")):
        before, after = ([pair[w][k] for pair in taken] for w in (0, 1))
        ratios = [b / a for a, b in zip(before, after, strict=True)]
        medians = statistics.median(before), statistics.median(after)
        print(
            f"{name}: medians of {len(taken)} pairs {medians[0]:.3f} and {medians[1]:.3f} ms an "
            f"event, ratio {medians[1] / medians[0]:.3f}; of single pairs {min(ratios):.3f} to "
            f"{max(ratios):.3f}, median {statistics.median(ratios):.3f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
