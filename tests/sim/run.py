"""``python -m tests.sim.run --seeds 10000``: many runs; a failing one prints how to see it again.

``--seed N --lines`` replays one and prints everything that happened.
"""

import argparse
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.gateway.disk import hush_crashes
from tests.sim.simulation import World


def memory():
    """A folder for temporary files that costs no disk."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def one(seed, keep_lines=False):
    """Run a seed; ``(world, error text or None)``."""
    with tempfile.TemporaryDirectory(dir=memory(), prefix="feltwire-sim-") as folder:
        world = World(seed, folder, keep_lines=keep_lines)
        try:
            world.run()
        except AssertionError as e:
            return world, str(e)
        except Exception:  # noqa: BLE001 - whatever it is, the seed must be named
            return world, traceback.format_exc()
        finally:
            if world.house.rig:
                world.house.rig.close()
    return world, None


def command(seed):
    """What replays a seed."""
    return f"python -m tests.sim.run --seed {seed} --lines"


def main(argv=None):
    """Exit code 1 when a seed failed."""
    parser = argparse.ArgumentParser(description="Tables, broker, gateway and screens with faults.")
    parser.add_argument("--seeds", type=int, default=200, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the first one")
    parser.add_argument("--seed", type=int, help="this one only")
    parser.add_argument("--lines", action="store_true", help="print what happened")
    args = parser.parse_args(argv)
    seeds = range(args.first, args.first + args.seeds) if args.seed is None else [args.seed]
    hush_crashes()
    failed, virtual_ms, happened, begin = [], 0, 0, time.monotonic()
    for seed in seeds:
        world, error = one(seed, args.lines)
        virtual_ms += world.clock.now_ms
        happened += world.clock.happened
        if args.lines:
            print("\n".join(world.clock.lines))
        if error:
            failed.append(seed)
            print(f"sim: seed {seed}: {error}\n  again: {command(seed)}", flush=True)
    took_s = time.monotonic() - begin
    print(
        f"sim: {len(seeds)} seeds, {len(failed)} failed; {virtual_ms / 1000:.0f} s of table time "
        f"in {took_s:.0f} s ({virtual_ms / 1000 / max(took_s, 0.001):.0f} times real time), "
        f"{happened} things noted"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
