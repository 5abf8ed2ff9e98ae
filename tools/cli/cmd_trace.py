"""``feltwire trace``: what a controller read, replayed and explained without any radio."""

import json
import sys

from tools.errors import CommandError
from tools.install import configfile

SHOWN = ("ruling", "withdraw", "action", "revise", "hand")  # outputs of the engine worth a line
AROUND_S = 5.0  # seconds about a moment in which decisions and events concern it
AROUND_MAX_S = 600.0


def add_arguments(parser):
    """Command line of ``feltwire trace``."""
    actions = parser.add_subparsers(dest="trace", metavar="ACTION", required=True)
    replay = actions.add_parser("replay", help="print the table events of a recorded trace")
    _file(replay)
    replay.add_argument("--rule", action="store_true", help="also what the rules engine says")
    replay.add_argument("--rulebook", help="rule by this book, whatever the trace says")
    replay.set_defaults(trace_run=_replay)
    explain = actions.add_parser("explain", help="say why the table thought what it thought")
    _file(explain)
    explain.add_argument(
        "--at", type=int, required=True, metavar="MS", help="the moment, as events have it in t"
    )
    which = explain.add_mutually_exclusive_group()
    which.add_argument("--tag", type=int, metavar="N", help="only this card or chip, by its number")
    which.add_argument("--zone", metavar="ZONE", help="only this place (seat:3, line:3, pot)")
    explain.add_argument(
        "--around", type=float, default=AROUND_S, metavar="S",
        help="so many seconds before and after (%(default)s)",
    )  # fmt: skip
    explain.set_defaults(trace_run=_explain)


def _file(parser):
    parser.add_argument("file", help="a trace, JSON lines, packed by gzip or not (- for stdin)")
    parser.add_argument("--quiet", action="store_true", help="say nothing of bad lines")


def run(args):
    """Replay or explain a trace; 0, or 1 when some of it was of no use."""
    return args.trace_run(args)


def _replay(args):
    from tools.trace.replay import Replay

    if args.rulebook:
        configfile.check_rulebook(args.rulebook)
    trace = _trace(args)
    if args.rulebook:
        trace.header.rulebook = args.rulebook
    say = _say if args.rule else None
    replay = Replay(
        trace.header, trace, _print, say, _complain(args), survey=trace.survey
    )  # fmt: skip
    replay.run()
    return 1 if trace.bad or replay.bad else 0


def _explain(args):
    from tools.trace.explain import Explain

    if not 0 <= args.around <= AROUND_MAX_S:
        raise CommandError(f"--around: 0 to {AROUND_MAX_S:.0f} seconds, not {args.around:g}")
    trace = _trace(args)
    explain = Explain(trace, args.at, int(args.around * 1000), _complain(args))
    for line in explain.lines(args.tag, args.zone and args.zone.strip().lower()):
        print(line)
    return 1 if trace.bad or explain.replay.bad else 0


def _trace(args):
    from tools.trace.source import Source, Trace

    return Trace(Source(args.file), _complain(args), sys.stderr.isatty())


def _complain(args):
    def complain(text):
        if not args.quiet:
            print(f"feltwire trace: {args.file}: {text}", file=sys.stderr)

    return complain


def _print(row):
    print(json.dumps(row, separators=(",", ":")), flush=True)


def _say(output):
    if output["k"] in SHOWN:
        _print(output)
