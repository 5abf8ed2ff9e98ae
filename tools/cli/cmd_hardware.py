"""``feltwire hardware``: documents of hardware/docs, electrical rule check, one table's figures."""

from importlib import import_module
from pathlib import Path

from tools.errors import CommandError
from tools.hardware import (
    antennas,
    boards,
    bom,
    copper,
    data,
    description,
    documents,
    hubboard,
    kicad,
    netlist,
    plugs,
    power,
    ratings,
    stacks,
    tag_market,
)


def add_arguments(parser):
    """Command line of ``feltwire hardware``."""
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    docs = what.add_parser("docs", help="write all documents of hardware/docs")
    docs.add_argument("--out", type=Path, default=documents.DOCS, help="folder (%(default)s)")
    check = what.add_parser("check", help="check a table: netlist, power, ratings, parts")
    check.add_argument("table", nargs="?", default="nine_max", help="a name or a .toml file")
    check.add_argument("--board", default=documents.MAIN_BOARD, help="a name in hardware/boards")
    loops = what.add_parser(
        "loops", help="a table's loops: KiCad's rule check, Gerbers, drill, pictures"
    )
    loops.add_argument("table", nargs="?", default="nine_max", help="a name or a .toml file")
    loops.add_argument("--out", type=Path, required=True, help="folder")
    layouts = what.add_parser("boards", help="all other boards: KiCad's checks, Gerbers, pictures")
    layouts.add_argument("--out", type=Path, required=True, help="folder")
    layouts.add_argument("--small", type=Path, help="small pictures, too, to this folder")
    route = what.add_parser("route", help="lay the tracks of the hubs' boards anew: minutes")
    route.add_argument("--out", type=Path, default=hubboard.ROUTES, help="folder (%(default)s)")
    tag = what.add_parser("tag", help="how many chips of a stack get power with such a tag")
    tag.add_argument("mhz", type=float, help="its resonance alone, MHz")
    tag.add_argument("--coil", type=float, default=30, metavar="MM", help="its size (%(default)s)")
    tag.add_argument("--table", default="nine_max", help="a name or a .toml file")
    table = what.add_parser("table", help="write the documents of one table")
    table.add_argument("table", help="a name or a .toml file")
    table.add_argument("--out", type=Path, required=True, help="folder")


def run(args):
    """Do it; CommandError with the first of what is wrong, the others above it."""
    try:
        return DO[args.what](args)
    except description.BadHardware as e:
        raise CommandError("\n  ".join(e.lines)) from None


def _docs(args):
    for path in documents.write(args.out):
        print(path)
    return 0


def _check(args):
    table, board = description.load_table(args.table), description.load_board(args.board)
    bad = description.problems(table, board)
    if bad:
        raise description.BadHardware(bad)
    plan, catalogue = data.design(), data.parts()
    circuit = boards.whole(table, board, plan)
    bad = netlist.check(circuit) + plugs.problems(circuit, catalogue)
    if bad:
        raise description.BadHardware(bad)
    sums = power.budget(power.rows(circuit, catalogue), plan)
    power.check(sums)
    rows = ratings.check(circuit, table, antennas.all_of(table, plan), plan, catalogue)
    ratings.refuse(rows)
    lines = bom.lines(circuit, plan, catalogue)
    print(
        f"{table['name']} on {board['name']}: {len(table['antennas'])} antennas, "
        f"{len(circuit.parts)} parts on {len(circuit.nets())} nets, no electrical error, "
        f"{len(rows)} ratings kept, "
        f"{sums['adapter_a']} A at 12 V, "
        f"{len(lines)} lines to buy, {bom.asked(lines)} prices to ask"
    )
    return 0


def _loops(args):
    table, plan = description.load_table(args.table), data.design()
    bad, drawn = [], True
    for name, text in kicad.boards(antennas.all_of(table, plan), plan).items():
        args.out.mkdir(parents=True, exist_ok=True)
        path = args.out / name
        path.write_text(text, encoding="utf-8")
        bad += kicad.check(path)
        if not bad:
            drawn = _made(path)
    if bad:
        raise description.BadHardware(bad)
    return _end(drawn)


def _made(path, parts=False):
    """Gerber and drill files, and a picture; False when this KiCad draws none."""
    kicad.fabricate(path, path.with_suffix(""), parts=parts)
    print(path)
    return kicad.picture(path, path.with_suffix(".png"))


def _end(drawn):
    if not drawn:
        print("no pictures: this KiCad's command line draws none (that of version 9 does)")
    return 0


def _boards(args):
    bad, drawn = [], True
    for path, text in documents.project_pages(data.design()).items():
        (args.out / path).parent.mkdir(parents=True, exist_ok=True)
        (args.out / path).write_text(text, encoding="utf-8")
    for board in documents.layouts(data.design()):
        bad += copper.problems(board)
        bad += kicad.check_schematic(args.out / f"{board.name}.kicad_sch")
        bad += kicad.check(args.out / f"{board.name}.kicad_pcb", whole=True)
        if not bad:
            drawn = _made(args.out / f"{board.name}.kicad_pcb", parts=True)
            if drawn and args.small:
                picture = f"{board.name}.png"
                import_module("tools.hardware.thumbnails").write(
                    args.out / picture, args.small / picture
                )
    if bad:
        raise description.BadHardware(bad)
    return _end(drawn)


def _route(args):
    args.out.mkdir(parents=True, exist_ok=True)
    for name in description.names("boards"):
        made = hubboard.laid(description.load_board(name))
        bad = copper.problems(made)
        if bad:
            raise description.BadHardware(bad)
        path = args.out / f"{made.name}.json"
        path.write_text(hubboard.kept(made), encoding="utf-8")
        print(path)
    return 0


def _tag(args):
    if not (10 <= args.mhz <= 60 and 5 <= args.coil <= 38):
        raise CommandError("a tag resonates between 10 and 60 MHz, on a coil of 5 to 38 mm")
    plan = data.design()
    loops = tag_market.round_loops(description.load_table(args.table), plan)
    print(f"chips with power, at worst, on {' and '.join(tag_market.ROUND)} (calculated):")
    for high in stacks.HEIGHTS:
        print(f"{tag_market.least(args.mhz, args.coil, high, loops, plan)} of {high}")
    return 0


def _table(args):
    table = description.load_table(args.table)
    for path, text in documents.table_pages(table, data.design(), data.parts()).items():
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / path).write_text(text, encoding="utf-8")
        print(args.out / path)
    return 0


DO = {
    "docs": _docs,
    "check": _check,
    "table": _table,
    "loops": _loops,
    "boards": _boards,
    "route": _route,
    "tag": _tag,
}
