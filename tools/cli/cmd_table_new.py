"""``feltwire table new``: design a table, check its coverage and cross-talk, draw it."""

import re
from pathlib import Path

from tools.errors import CommandError
from tools.hardware import description


def add_arguments(parser):
    """Options of ``feltwire table new``, shown apart from those of the virtual table."""
    group = parser.add_argument_group(
        "feltwire table new", "design a table of --seats N on --width x --depth mm"
    )
    group.add_argument("--seats", type=int, help="players, 2 to 10")
    group.add_argument("--width", type=int, help="mm along the dealer's side")
    group.add_argument("--depth", type=int, default=1240, help="mm across (%(default)s)")
    group.add_argument("--name", help="the description's name (seats_N)")
    group.add_argument("--out", type=Path, help="its file (NAME.toml; the drawing is NAME.svg)")


def run(args):
    """Write the description and its drawing; CommandError with what does not fit."""
    from tools.hardware import antenna_coverage, antennas, data, drawing, layout

    if args.seats is None or args.width is None:
        raise CommandError("table new: give --seats and --width (and --depth)")
    name = args.name or f"seats_{args.seats}"
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", name):
        raise CommandError(f"--name {name!r}: 1 to 32 letters, digits, '-' or '_'")
    out = args.out or Path(f"{name}.toml")
    if out.suffix != ".toml":
        raise CommandError(f"--out {out}: a description's file ends in .toml")
    try:
        table = layout.design(name, args.seats, args.width, args.depth)
        antennas.all_of(table)
        seen = antenna_coverage.survey(table)
        antenna_coverage.check(seen)
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(layout.as_toml(table), encoding="utf-8")
        drawn = drawing.plan(table, fitted=drawing.fitted_parts(table, data.design()))
        out.with_suffix(".svg").write_text(drawn, encoding="utf-8")
    except description.BadHardware as e:
        more = f" (and {len(e.lines) - 1} more)" if len(e.lines) > 1 else ""
        raise CommandError(e.lines[0] + more) from None
    except OSError as e:
        raise CommandError(f"{out}: {e.strerror}") from None
    least = min(seen, key=lambda s: s.coverage)
    worst = max(seen, key=lambda s: s.cross)
    print(
        f"{out}: {args.seats} seats, {len(table['antennas'])} antennas; {out.with_suffix('.svg')}"
    )
    print(f"least coverage {least.coverage:.0%} ({least.zone})")
    if worst.by:
        print(f"most cross-talk {worst.cross:.1%} of readings ({worst.by} reads {worst.zone})")
    return 0
