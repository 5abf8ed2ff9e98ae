"""``feltwire calibrate``: a test tag on each zone, thresholds, a heat map, drift since then."""

import time
from pathlib import Path

from tools.calibrate import guide, measure, program, store
from tools.errors import CommandError
from tools.hardware import description


def add_arguments(parser):
    """Command line of ``feltwire calibrate``."""
    parser.add_argument("table", help="table description: a name or a .toml file")
    parser.add_argument("--on-board", help="command that runs the program on a board")
    parser.add_argument("--program", type=Path, help="only write the board's program to this file")
    parser.add_argument("--id", help="the table's name (the description's)")
    parser.add_argument("--data", type=Path, default=Path("var"), help="data folder (%(default)s)")
    parser.add_argument("--zones", nargs="*", help="these zones only")
    parser.add_argument(
        "--dwells", type=int, default=40, help="readings of each spot (%(default)s)"
    )
    parser.add_argument("--keep", action="store_true", help="compare only, keep the stored one")
    parser.add_argument("--seed", type=int, default=0, help="of the virtual table")
    parser.add_argument("--noise", type=float, default=1.0, help="of the virtual table's radio")
    parser.add_argument("--vm", default="wheel", help="of the virtual table: wheel, i386")


def run(args):
    """Calibrate; 1 when something must be looked at before the table is played on."""
    if args.program:
        args.program.write_text(program.SOURCE.lstrip(), encoding="utf-8")
        print(f"{args.program}: run it on the board, e.g. mpremote run {args.program}")
        return 0
    if args.dwells < 5:
        raise CommandError("--dwells: 5 at least")
    try:
        table = description.load_table(args.table)
        bad = description.table_problems(table)
    except description.BadHardware as e:
        raise CommandError(e.lines[0]) from None
    if bad:
        raise CommandError(bad[0])
    with _source(args) as source:
        figures = guide.run(table, source, args.dwells, _say, args.zones)
    return report(args, table, figures, time.time_ns() // 1_000_000)


def _say(text):
    print(text, flush=True)


def _ask(text):
    try:
        input(text + " ")
    except EOFError:
        raise CommandError("nobody answers: calibration needs a person") from None


def _source(args):
    if args.on_board:
        from tools.calibrate.board import BoardSource

        return BoardSource(args.on_board, _say, _ask)
    from tools.calibrate.virtual import VirtualSource

    return VirtualSource(args.table, args.seed, args.noise, args.vm, zones=args.zones)


def report(args, table, figures, t_ms):
    """Store, draw, compare and tell; the exit code."""
    path = args.data / "calibration" / f"{args.id or table['name']}.json"
    data = store.document(table["name"], figures, t_ms)
    changed = []
    if path.exists():
        before = store.load(path)
        kept = {z: f for z, f in before["zones"].items() if not args.zones or z in args.zones}
        changed = measure.drift(kept, figures)
        if args.zones:  # the others stay as they were
            data = store.document(table["name"], {**before["zones"], **figures}, t_ms)
    for line in changed:
        _say(f"drift: {line}")
    faults = measure.faults(figures)
    for line in faults:
        _say(f"look: {line}")
    if not (args.keep and path.exists()):
        store.save(path, data)
        drawn = path.with_suffix(".svg")
        drawn.write_text(store.heat_map(table, data), encoding="utf-8")
        _say(f"{path}: {len(data['zones'])} zones; heat map {drawn}")
    return 1 if faults or changed else 0
