"""``feltwire play``: recorded hands through the whole chain, headless, in virtual time."""

import json
import sys
import time

from tools.cli.cmd_replay import summary
from tools.errors import CommandError
from tools.playing import phh
from tools.plurals import counted
from tools.virtual.irregularities import KINDS
from tools.virtual.vm import VmError, interpreter


def add_arguments(parser):
    """Command line of ``feltwire play``."""
    parser.add_argument("files", nargs="+", help="PHH files (.phh, .phhs) or folders")
    parser.add_argument("--json", action="store_true", help="one JSON object a hand")
    parser.add_argument("--rulebook", default="tda-2011", help="rulebook in force (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of every chance (%(default)s)")
    parser.add_argument("--noise", type=float, default=0.0, help="radio noise, 1 = as measured")
    parser.add_argument(
        "--inject", metavar="KIND", choices=KINDS, help="an irregularity: " + ", ".join(KINDS)
    )
    parser.add_argument("--tables", type=int, default=1, help="tables at a time (%(default)s)")
    parser.add_argument("--table", default="nine_max", help="table description (%(default)s)")
    parser.add_argument("--vm", default="wheel", help="wheel or i386 (%(default)s)")
    parser.add_argument(
        "--trace", metavar="DIR", help="record what each controller read, to replay"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")


def run(args):
    """Play the hands in file order; 0 when each was reconstructed, 1 when some were not."""
    from gateway.telemetry.logs import speak
    from tools.playing.play import Options, Session, check, line  # heavy: the gateway

    options = Options(
        args.rulebook, args.seed, args.noise, args.inject, args.tables, args.vm, args.table,
        trace=args.trace or "",
    )  # fmt: skip
    speak()  # hands go to stdout, one a line, and nothing else does
    check(options)
    try:
        interpreter(args.vm)
        phh.files(args.files)
    except (ValueError, OSError, phh.BadHand, VmError) as error:
        raise CommandError(str(error)) from None
    progress = Progress(args.quiet)
    bad = 0
    hands = Session(options).run(args.files)
    try:
        for played in hands:
            progress.note(played)
            if played.note:
                progress.clear()
                print(f"feltwire play: {played.note}", file=sys.stderr)
            if played.reason is not None:
                bad += 1
                progress.clear()
                print(f"feltwire play: {played.reason}", file=sys.stderr)
                continue
            result = line(played)
            progress.clear()
            text = json.dumps(result, separators=(",", ":")) if args.json else summary(result)
            print(text, flush=True)
    finally:
        hands.close()
        progress.clear()
    progress.total()
    return 1 if bad else 0


class Progress:
    """A line on stderr that says how far it is; only where somebody can see it."""

    EVERY_S = 0.5

    def __init__(self, quiet):
        self.shown = not quiet and sys.stderr.isatty()
        self.quiet = quiet
        self.hands = 0
        self.virtual_ms = 0
        self.begun = time.monotonic()
        self.last = 0.0

    def note(self, played):
        """One hand more."""
        self.hands += 1
        self.virtual_ms += played.virtual_ms
        now = time.monotonic()
        if self.shown and now - self.last >= self.EVERY_S:
            self.last = now
            print(f"\r{self.text()}", end="", file=sys.stderr, flush=True)

    def text(self):
        """How far, and how fast."""
        wall = max(time.monotonic() - self.begun, 0.001)
        speed = self.virtual_ms / 1000 / wall
        return f"{counted(self.hands, 'hand')} in {wall:.0f} s, {speed:.0f} times real time"

    def clear(self):
        """Make room for a line."""
        if self.shown and self.last:
            print("\r\x1b[K", end="", file=sys.stderr)
            self.last = 0.0

    def total(self):
        """The last word."""
        if not self.quiet:
            print(f"feltwire play: {self.text()}", file=sys.stderr)
