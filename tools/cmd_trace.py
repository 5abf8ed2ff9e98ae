"""``feltwire trace``: what a controller read, replayed without any radio."""

import json
import sys
from pathlib import Path

from tools.errors import CommandError

PROGRESS_LINES = 250_000
SHOWN = ("ruling", "withdraw", "action", "revise", "hand")  # outputs of the engine worth a line


def add_arguments(parser):
    """Command line of ``feltwire trace``."""
    actions = parser.add_subparsers(dest="trace", metavar="ACTION", required=True)
    replay = actions.add_parser("replay", help="print the table events of a recorded trace")
    replay.add_argument("file", help="a trace, JSON lines (- for stdin)")
    replay.add_argument("--rule", action="store_true", help="also what the rules engine says")
    replay.add_argument("--rulebook", help="rule by this book, whatever the trace says")
    replay.add_argument("--quiet", action="store_true", help="say nothing of bad lines")


def run(args):
    """Replay a trace; 0, or 1 when some of it was of no use."""
    from tools.trace.reading import Reader
    from tools.trace.replay import Replay

    def complain(text):
        if not args.quiet:
            print(f"feltwire trace: {args.file}: {text}", file=sys.stderr)

    reader = Reader(complain)
    header, entries = reader.read(_lines(args.file))
    if args.rulebook:
        header.rulebook = _book(args.rulebook)
    say = _say if args.rule else None
    replay = Replay(header, entries, _print, say, complain)
    replay.run()
    return 1 if reader.bad or replay.bad else 0


def _lines(path):
    """Lines of a file, one by one; on a terminal with a word now and then on how far it is."""
    if path == "-":
        yield from sys.stdin
        return
    shown = PROGRESS_LINES if sys.stderr.isatty() else 0
    try:
        with Path(path).open(encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if shown and number % shown == 0:
                    print(f"feltwire trace: {path}: {number} lines read", file=sys.stderr)
                yield line
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from error


def _book(name):
    from shared_rules import rulebooks

    try:
        return rulebooks.get(name).name
    except ValueError as error:
        raise CommandError(str(error)) from error


def _print(row):
    print(json.dumps(row, separators=(",", ":")), flush=True)


def _say(output):
    if output["k"] in SHOWN:
        _print(output)
