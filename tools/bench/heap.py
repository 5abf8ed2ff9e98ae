"""``feltwire bench heap``: the least heap on which the rules engine plays a full hand.

A nine-handed hold'em hand in which nobody folds before the river is played on the 32-bit VM, with
one rulebook. The code lies in a ROM file system that is mapped outside the heap, as a board has it
in flash; ``-X heapsize`` is hard, and is bisected until the hand just passes. That is the peak.
"""

import hashlib
import json
import subprocess
import tempfile
from pathlib import Path

from shared_rules.cards import RANKS, SUITS
from tools.errors import CommandError

HERE = Path(__file__).resolve().parent
SHIMS = HERE.parent / "virtual" / "shims"
LEAST_KB, MOST_KB = 16, 512  # between these the heap is looked for
SEATS = 9
TIMEOUT_S = 120


def add_arguments(parser):
    """Command line of ``feltwire bench heap``."""
    parser.add_argument("--rulebook", default="tda-2011", help="the one rulebook in the ROM")
    parser.add_argument(
        "--firmware", action="store_true", help="the whole controller instead of the engine"
    )
    parser.add_argument(
        "--rules", action="store_true", help="with --firmware: the controller rules as well"
    )
    parser.add_argument("--heap", type=int, help="only try this many kB (exit code 1: too small)")


def run(args):
    """Bisect and print; with ``--heap`` the exit code says whether the hand passes."""
    from shared_rules import rulebooks

    if args.rulebook not in rulebooks.BOOKS:
        raise CommandError(f"no rulebook {args.rulebook!r}")
    with tempfile.TemporaryDirectory(prefix="feltwire-heap-") as folder:
        if args.firmware:
            from tools.bench.heap_firmware import FirmwareBench

            bench = FirmwareBench(folder, args.rulebook, args.rules)
        else:
            bench = Bench(folder, args.rulebook)
        if args.heap:
            passed = bench.passes(args.heap)
            print(f"{args.heap} kB: the hand {'passes' if passed else 'does not pass'}")
            return 0 if passed else 1
        peak = bench.peak_kb()
    print(f"{bench.what}, nine-handed hold'em, {args.rulebook}: {peak} kB of heap")
    return 0


class Bench:
    """The ROM, the events and the VM."""

    what = "rules engine"

    def __init__(self, folder, book):
        from tools.install.images import build
        from tools.virtual import vm

        try:
            self.command = vm.interpreter("i386")
        except vm.VmError as error:
            raise CommandError(str(error)) from None
        self.book = book
        self.rom = Path(folder) / "rom.bin"
        self.rom.write_bytes(build.rom(books=[book], kept=("Table", "apply")))  # for heap_on_vm.py
        self.hand = Path(folder) / "hand.jsonl"
        self.hand.write_text("".join(json.dumps(e) + "\n" for e in full_hand(book)))

    def passes(self, heap_kb):
        """True when the hand comes to its end on a heap of so many kB."""
        command = [*self.command, "-X", f"heapsize={heap_kb}k", str(HERE / "heap_on_vm.py")]
        command += [str(SHIMS), str(self.rom), str(self.hand), self.book]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=TIMEOUT_S, cwd=self.rom.parent
        )
        if done.returncode == 0 and done.stdout.strip() == "over":
            return True
        if "MemoryError" in done.stderr + done.stdout or "heap" in done.stderr:
            return False
        raise CommandError(f"the VM ended otherwise: {(done.stdout + done.stderr)[-300:]!r}")

    def peak_kb(self):
        """Least heap in kB on which the hand passes."""
        return bisect(self.passes)


def bisect(passes):
    """Least kB for which ``passes(kb)`` holds. Raises CommandError above ``MOST_KB``."""
    low, high = LEAST_KB, MOST_KB  # low fails, high passes
    if not passes(high):
        raise CommandError(f"the hand needs more than {MOST_KB} kB")
    while high - low > 1:
        middle = (low + high) // 2
        if passes(middle):
            high = middle
        else:
            low = middle
    return high


def full_hand(book):
    """Events of a hand in which nine players stay to the showdown, with a live table's tokens."""
    from tools.playing.replay import RecordingTable, replay

    done = replay("nine-handed", record(), book, table=RecordingTable(book))
    if done.result is None:
        raise CommandError("the hand does not end")
    return [hidden(event) for event in done.table.seen]


def hidden(event):
    """The event with tokens of sixteen digits for its cards."""
    if "cards" not in event or not isinstance(event["cards"], list):
        return event
    return {**event, "cards": [hashlib.sha256(c.encode()).hexdigest()[:16] for c in event["cards"]]}


def record():
    """The hand in the notation of recorded hands: a raise before the flop, bets on every street."""
    deck = [r + s for r in RANKS for s in SUITS]
    players = range(1, SEATS + 1)
    acts = [f"d dh p{p} {deck[2 * p]}{deck[2 * p + 1]}" for p in players]
    first = [*range(3, SEATS + 1), 1, 2]
    acts += [f"p{first[0]} cbr 300", *(f"p{p} cc" for p in first[1:])]
    for n, board in enumerate(("2c2dAh", "Ac", "Kh")):
        acts += [f"d db {board}", "p1 cc", "p2 cc", f"p3 cbr {500 * (n + 1)}"]
        acts += [f"p4 cbr {1500 * (n + 1)}", *(f"p{p} cc" for p in (5, 6, 7, 8, 9, 1, 2, 3))]
    acts += [f"p{p} sm {deck[2 * p]}{deck[2 * p + 1]}" for p in (4, 5, 6, 7, 8, 9, 1, 2, 3)]
    return {
        "variant": "NT",
        "antes": [0] * SEATS,
        "blinds_or_straddles": [50, 100] + [0] * (SEATS - 2),
        "min_bet": 100,
        "starting_stacks": [20000] * SEATS,
        "actions": acts,
    }
