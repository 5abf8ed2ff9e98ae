"""``feltwire bench``: measure a part of the system. Each bench is a module of ``tools.bench``.

A bench module offers ``add_arguments(parser)`` and ``run(args) -> int``, as a command does, and
prints tables and ratios; nothing in it fails for being slow.
"""

import importlib
import importlib.util

from tools.worlds import bench as worlds

# name, module, one-line help
BENCHES = (
    ("detection", "tools.bench.detection", "rulings, false alerts, bets under radio noise"),
    ("rules", "tools.bench.rules", "hands a second of the rules engine beside pokerkit"),
    ("heap", "tools.bench.heap", "least heap on which the rules engine plays a full hand"),
    ("scan", "tools.bench.scan", "time from a tag's arrival to its reading, beside the air time"),
    ("gateway", "tools.bench.gateway", "tables against latency and processor; durable ingest"),
    ("screens", "tools.bench.screens", "an event to changed pixels; frames; what a page costs"),
)


def add_arguments(parser):
    """Command line of ``feltwire bench``."""
    benches = parser.add_subparsers(dest="bench", metavar="BENCH", required=True)
    for name, module_name, text in BENCHES:
        try:
            if importlib.util.find_spec(module_name) is None:
                continue
        except ModuleNotFoundError:
            continue
        module = importlib.import_module(module_name)
        sub = benches.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        module.add_arguments(sub)
        sub.set_defaults(bench_run=module.run)
        if name == "detection":
            worlds.add_arguments(sub)


def run(args):
    """Run the bench asked for; returns its exit code."""
    if getattr(args, "worlds", False):
        return worlds.run(args)
    return args.bench_run(args)
