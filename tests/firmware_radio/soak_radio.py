"""The long radio runs of ``make soak``: ``python -m tests.firmware_radio.soak_radio``.

A thousand doubles and a thousand foreign cards, each to be told within a second (promise 24), and
a virtual day of the whole firmware on its VM, whose free heap after a collection must not shrink.
Prints what was measured; exit code 1 when one was late or the heap grew.
"""

import argparse
import sys
import time

from tests.firmware_radio.test_doubles_on_vm import AT_US, double, foreign, play, within_a_second
from tools.virtual.table import VirtualTable
from tools.virtual.things import make_chips, make_deck

HOUR_US = 3_600_000_000
HAND_US = 600_000_000  # a hand is played this often; the table is idle in between
GROWTH_MAX = 2048  # bytes the free heap may vary by from the second hour on
BATCH = 50

PROGRAM = """
import gc, time
import firmware.main as m
chores = m.Controller._chores
last = [-1]
def reporting(self, now):
    chores(self, now)
    if now // 3600000 != last[0]:
        last[0] = now // 3600000
        gc.collect()
        print("free", now // 3600000, gc.mem_free())
m.Controller._chores = reporting
m.main()
"""


def late(name, put, count, seed):
    """Put ``count`` wrong cards down; prints and returns how many were not told in time."""
    missed = done = 0
    while done < count:
        n = min(BATCH, count - done)
        events, times = play(seed + done, n, put)
        known = {c for e in events if e["at"] < AT_US for c in e.get("cards", ())}

        def told(e, known=known):
            if put is double:
                return e["what"] == "tag_read"
            return e["what"] == "card_move" and not known & set(e["cards"])

        missed += n - within_a_second(events, times, told)
        done += n
    print(f"{name}: {count - missed} of {count} told within 1 s, seeds from {seed}", flush=True)
    return missed


def a_hand(world, deck, chips):
    """Nine hands are dealt, bets and a board come and go."""
    world.keypad.press({"key": {"what": "riffle"}})
    start = world.now
    for i in range(18):
        world.at(start + 400_000 + 100_000 * i, lambda i=i: _seat(world, deck, i))
    for i, chip in enumerate(chips):
        zone = f"line:{1 + i % 9}"
        world.at(start + 3_000_000 + 150_000 * i, lambda z=zone, c=chip: world.place(c, z))
    for i in range(5):
        zone = f"board:{1 + i}"
        world.at(start + 9_000_000, lambda i=i, z=zone: world.place(deck[20 + i], z))
    world.at(start + 15_000_000, lambda: [world.lift(x) for x in (*deck[:25], *chips)])


def _seat(world, deck, i):
    world.place(deck[i], f"seat:{1 + i % 9}", offset=(13 * (i // 9), 0))


def day(hours, vm, heap, seed=1):
    """The firmware for so many virtual hours; bytes free after a collection, hour by hour."""
    deck, chips = make_deck(seed), make_chips(seed, [25, 100, 500] * 6)
    table = VirtualTable("nine_max", seed=seed, program=PROGRAM, vm=vm, heap=heap)
    with table:
        world = table.world
        for at in range(2_000_000, int(hours * HOUR_US), HAND_US):
            world.at(at, lambda: a_hand(world, deck, chips))
        table.run_until(int(hours * HOUR_US) + 1_000_000)
        rows = [x.split() for x in table.vm.log_path.read_text().splitlines()]
    return [int(row[2]) for row in rows if row[:1] == ["free"]]


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000, help="doubles, and foreign cards")
    parser.add_argument("--hours", type=float, default=24)
    parser.add_argument("--vm", default="i386", help="i386 (32 bits, as the boards) or wheel")
    parser.add_argument("--heap", default="1M")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    bad = late("one UID in two places", double, args.count, args.seed)
    bad += late("cards of a foreign deck", foreign, args.count, args.seed)
    start = time.monotonic()
    free = day(args.hours, args.vm, args.heap, args.seed)
    settled = free[2:] or free
    grown = max(settled) - min(settled)
    print(
        f"virtual {args.hours:g} h on {args.vm}: free heap {free[0]} at the start, then "
        f"{min(settled)} to {max(settled)}; {(time.monotonic() - start) / 60:.1f} min",
        flush=True,
    )
    return 1 if bad or grown > GROWTH_MAX else 0


if __name__ == "__main__":
    sys.exit(main())
