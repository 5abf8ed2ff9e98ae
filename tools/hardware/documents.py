"""Every document of ``hardware/docs/``, made from the descriptions: path -> content.

``python -m tools.hardware docs`` (``feltwire hardware docs``, ``make hardware``) writes them with
the texts of ``hardware/guides/``; a test shows that the committed ones are current.
"""

import math
import re
import shutil

from tools.hardware import (
    antennas,
    assembly,
    boards,
    bom,
    building_prose,
    data,
    description,
    drawing,
    harness,
    hubboard,
    kicad,
    kicadproject,
    levels,
    matchboard,
    muxboard,
    netlist,
    placement,
    plugs,
    power,
    published,
    ratings,
    readerboard,
    section,
    stacks,
    tag_market,
)
from tools.hardware.text import MADE, table_of
from tools.virtual import noise

DOCS = description.HARDWARE / "docs"
MAIN_BOARD = "esp32s3_w5500"
MISSED_HEIGHTS = (3, 5, 8, 10, 15, 20)
OUT_OF_THE_BOX = ("J_LOOP_", "J_TRACK_")  # ends of cables the harness drawing leaves out


def all_pages():
    """``{path under hardware/docs: text}``. Raises BadHardware with everything that is wrong."""
    plan, catalogue = data.design(), data.parts()
    pages = {}
    for name in description.names("boards"):
        pages[f"boards/{name}.md"] = board_page(description.load_board(name))
    for name in description.names("tables"):
        table = description.load_table(name)
        for path, text in table_pages(table, plan, catalogue).items():
            pages[f"{name}/{path}"] = text
    pages.update({f"pcb/{path}": text for path, text in project_pages(plan).items()})
    pages["pcb.md"] = pcb_page(plan)
    pages["reader.md"] = reader_page(plan)
    pages["published.md"] = published.page()
    pages["tags.md"] = tag_market.page(plan)
    pages["section.svg"] = section.drawing(plan)
    pages["build.md"] = building_prose.build(plan)
    pages["README.md"] = index(sorted(pages))
    return {path: pages[path] for path in sorted(pages)}


def layouts(plan):
    """The boards with a layout of their own: matching, multiplexer, carrier of a reader, hubs."""
    hubs = [hubboard.board(name) for name in description.names("boards")]
    return [matchboard.board(plan), muxboard.board(), readerboard.board(), *hubs]


def project_pages(plan):
    """Their KiCad projects with the libraries, and where their parts lie: path -> content."""
    made = layouts(plan)
    pages = kicadproject.libraries(made)
    for board in made:
        pages.update(kicadproject.files(board))
        pages[f"{board.name}.svg"] = placement.drawing(board)
    return pages


def pictures(plan):
    """Paths of the boards' pictures: KiCad draws them (``feltwire hardware boards --small``)."""
    return [f"pcb/{board.name}.png" for board in layouts(plan)]


def table_pages(table, plan, catalogue, board_names=None):
    """The documents of one table. Raises BadHardware."""
    board_names = board_names or description.names("boards")
    pages = {"plan.svg": drawing.plan(table, fitted=drawing.fitted_parts(table, plan))}
    calculated = antennas.all_of(table, plan)
    pages["antennas.md"] = antenna_page(table, calculated, plan)
    for kind, antenna in first_of_kind(calculated).items():
        pages[f"loop-{kind}.svg"] = drawing.loop(antenna, plan)
    pages.update(kicad.boards(calculated, plan))
    for name in board_names:
        board = description.load_board(name)
        bad = description.problems(table, board)
        if bad:
            raise description.BadHardware(bad)
        circuit = boards.whole(table, board, plan)
        pages[f"netlist-{name}.txt"] = netlist.text(circuit)
        pages[f"assembly-hub-{name}.csv"] = assembly.hub_list(circuit, board, catalogue)
        if name == board_names[0]:
            pages.update(counted_pages(table, circuit, plan, catalogue))
            pages.update(assembly.lists(table, circuit, catalogue, *layouts(plan)[:2]))
            bad = plugs.problems(circuit, catalogue)
            if bad:
                raise description.BadHardware(bad)
            rows = ratings.check(circuit, table, calculated, plan, catalogue)
            ratings.refuse(rows)
            pages["ratings.md"] = ratings_page(table, rows, plan)
            pages["stacks.md"] = stacks_page(table, calculated, plan)
            pages["fields.md"] = fields_page(table, calculated, plan)
    return pages


def counted_pages(table, circuit, plan, catalogue):
    """What is counted from the circuit: parts, power, wiring."""
    lines = bom.lines(circuit, plan, catalogue)
    described = harness.description(circuit)
    return {
        "bom.md": bom_page(table, lines) + orders(table, plan),
        "bom.csv": bom.as_csv(lines),
        "power.md": power_page(table, circuit, plan, catalogue),
        "wiring.md": wiring_page(table, circuit),
        "harness.yml": harness.as_yaml(described),
    }


def first_of_kind(calculated):
    """kind -> the first antenna of that kind."""
    found = {}
    for antenna in calculated:
        found.setdefault(antenna.kind, antenna)
    return found


def board_page(board):
    """Pin map of a controller board."""
    rows = [
        (f"GPIO{pin}" if pin < description.EXPANDER_PIN else f"74HC595 output {pin - 100}", what)
        for pin, what in sorted(description.board_pins(board))
    ]
    bits = board.get("expander", {}).get("bits", 0)
    return (
        f"# Pin map: {board['name']}, revision {board.get('revision', 'A')}\n\n{MADE}"
        f"Port `{board['port']}`, {len(board['readers'])} reader slots, SPI to the readers at "
        f"{board['spi']['hz'] / 1e6:g} MHz, {bits // 8} shift registers 74HC595 in a chain "
        "(output 0 is Q0 of the one nearest the controller).\n\n"
        + table_of(("pin", "use"), rows)
        + "\n"
        + _slots(board)
    )


def _slots(board):
    rows = []
    for i, slot in enumerate(board["readers"]):
        select = ", ".join(str(p - description.EXPANDER_PIN) for p in slot["select"])
        irq = f"GPIO{slot['irq']}" if "irq" in slot else "open"
        reset = f"output {slot['rst'] - description.EXPANDER_PIN}"
        rows.append((i, f"GPIO{slot['nss']}", f"GPIO{slot['busy']}", irq, reset, select))
    head = ("slot", "NSS", "BUSY", "IRQ", "RST", "A0 A1 A2 A3 (outputs)")
    return "## Reader slots\n\n" + table_of(head, rows)


def antenna_page(table, calculated, plan):
    """Inductance, losses, matching and neighbours of every antenna."""
    rows = []
    for a in calculated:
        cs, cp = antennas.fitted(a.series, plan), antennas.fitted(a.parallel, plan)
        near, k = antennas.strongest_neighbour(a, calculated)
        rows.append(
            (
                *(
                    a.zone,
                    a.row["reader"],
                    a.row["channel"],
                    a.size,
                    f"({a.row['x']:g}, {a.row['y']:g})",
                ),
                *(
                    a.turns,
                    f"{a.henry * 1e6:.3f}",
                    f"{a.ohm:.2f}",
                    f"{a.damping:g}",
                    f"{a.quality:.1f}",
                ),
                *(_fit(a.series, cs), _fit(a.parallel, cp), f"{near.zone} {abs(k):.3f}"),
            )
        )
    head = ("zone", "reader", "channel", "loop", "centre", "turns", "L uH", "R ohm", "damping ohm")
    head += ("Q", "series pF: fixed + trimmer", "parallel pF: fixed + trimmer", "nearest, k")
    drawings = "".join(f"- [{kind}](loop-{kind}.svg)\n" for kind in first_of_kind(calculated))
    title = f"# Antennas of {table['name']}\n\n{MADE}![plan](plan.svg)\n\n"
    return f"{title}{building_prose.template('antennas')}\n{drawings}\n{table_of(head, rows)}"


def _fit(value, parts):
    fixed, trim = (round(x * 1e12, 1) for x in parts)
    return f"{value * 1e12:.1f}: {fixed:g} + {trim:g}"


def reader_page(plan):
    """The reader's EMC filter and the multiplexer, as calculated."""
    coil, shunt = antennas.emc_filter(plan)
    load = antennas.driver_load(plan)
    return building_prose.reader(plan, coil, shunt, load)


def pcb_page(plan):
    """Which boards there are, and how a ready module takes the reader's place."""
    own, load = plan["reader"], readerboard.load(plan)
    amps = (levels.transmit_watts(plan, worst=True) / (load.real / 2) / 2) ** 0.5
    return building_prose.template("pcb").format(
        made=MADE,
        channels=muxboard.CHANNELS,
        load=f"{load.real:.1f} + j{load.imag:.1f}",
        driver=own["driver_ohm"],
        lowest=own["driver_ohm"] * (1 - own["load_tolerance"]),
        amps=amps * 1000,
        **plan["module"],
    )


def bom_page(table, lines):
    """Bill of materials with suppliers, prices and alternatives."""
    rows = [
        (
            *(
                x["count"],
                f"{x['name']}{', ' + x['value'] if x['value'] else ''}",
                x["maker"],
                x["mpn"],
            ),
            *("; ".join(x["suppliers"]), bom.money(x), "; ".join(x["alternatives"])),
        )
        for x in lines
    ]
    head = ("count", "part", "maker", "number", "suppliers", "price each", "alternatives")
    return (
        f"# Bill of materials: {table['name']}\n\n{MADE}"
        f"{len(lines)} lines for one table; controller `{MAIN_BOARD}`. Cable and wire in metres. "
        f"**Prices**: {_priced(lines)}; {bom.asked(lines)} lines say `ask`, because we found no "
        "price with a shop and a day. None was read at the shop: the source says who noted it. "
        "Look each up again before you order. Suppliers sell the maker's parts; whether they have "
        "this number was not looked up, and numbers of resistors and capacitors are made by the "
        "maker's rule. A reader counts as its module, reworked, on the carrier "
        "([how](../pcb.md)). As a list: [bom.csv](bom.csv).\n\n" + table_of(head, rows)
    )


def _priced(lines):
    """How many lines have a price, and what they come to."""
    sums = " and ".join(f"{each:.2f} {name}" for name, each in sorted(bom.total(lines).items()))
    have = f"{len(lines) - bom.asked(lines)} of {len(lines)} lines have one"
    return f"{have}, {sums} together" if sums else have


def orders(table, plan):
    """The printed boards of a table, as a maker of boards asks for them."""
    loops, readers = kicad.sorts(antennas.all_of(table, plan)), len(table["readers"])
    rows = []
    for name, found in loops.items():
        w, h = kicad.size(found[0], plan)
        rows.append((name, len(found), f"{w:g} x {h:g}", f"{plan['printed']['board_mm']:g}"))
    matches = sum(len(members) for found in loops.values() for members in found)
    for board, count in zip(layouts(plan)[:3], (matches, readers, readers), strict=True):
        rows.append((f"{board.name}.kicad_pcb", count, f"{board.w:g} x {board.h:g}", "1.6"))
    hub = hubboard.board(MAIN_BOARD)
    name = f"{hub.name}.kicad_pcb, or that of the other controller"
    rows.append((name, 1, f"{hub.w:g} x {hub.h:g}", "1.6"))
    return (
        "\n## Printed boards to order\n\n"
        "All have two layers of 35 um; [printed boards](../pcb.md) says what has checked them.\n\n"
        + table_of(("file", "count", "size, mm", "thick, mm"), rows)
    )


def power_page(table, circuit, plan, catalogue):
    """Power budget."""
    found = power.rows(circuit, catalogue)
    sums = power.budget(found, plan)
    power.check(sums)
    rows = [(rail, part, n, f"{typ:g}", f"{peak:g}") for rail, part, n, typ, peak in found]
    totals = [
        (rail, sums["typical"][rail], sums["peak"][rail], limit, part)
        for rail, (part, limit) in power.LIMITS.items()
    ]
    return (
        f"# Power budget: {table['name']}\n\n{MADE}"
        "Every reader radiates at its peak, every light is white: what is never so at once.\n\n"
        + table_of(("rail", "part", "count", "typical mA", "peak mA"), rows)
        + "\nThe 5 V carries the 3.3 V, the 12 V both, at "
        + f"{plan['supply']['five_v_efficiency']:.0%} of the step-down's efficiency.\n\n"
        + table_of(("rail", "typical mA", "peak mA", "supply mA", "supply"), totals)
        + f"\nThe adapter must give {sums['adapter_a']} A at "
        + f"{plan['supply']['input_v']:g} V (peak with {plan['supply']['headroom']:g} headroom).\n"
    )


def ratings_page(table, rows, plan):
    """Every part against its rating."""
    margins = plan["margins"]
    shown = [
        (
            *(row.where, row.part, row.what, f"{row.value:.3g} {row.unit}"),
            *(f"{row.rated:.3g}", f"{'at least' if row.least else 'at most'} {row.allowed:.3g}"),
        )
        for row in rows
    ]
    head = ("where", "part", "what", "calculated, worst", "rated or needed", "allowed")
    return (
        f"# Parts against their ratings: {table['name']}\n\n{MADE}"
        "Calculated, not measured (`tools/hardware/levels.py`, `ratings.py`); "
        "`feltwire hardware check` refuses a table in which a figure is not allowed. The "
        f"transmitter gives {levels.transmit_watts(plan):.2f} W into the load it is made for, "
        f"{levels.transmit_watts(plan, worst=True):.2f} W into the lowest; each loop counts as "
        f"on {margins['duty']:.0%} of the time. Allowed of a rating: {margins['power']:.0%} of the "
        f"watts, {margins['voltage']:.0%} of the volts, {margins['current']:.0%} of the current. "
        "Fields are on the axis of a loop, the highest on the felt, the lowest at "
        f"{plan['table']['loop_to_card_mm'][1]} mm from the copper. The ratings come from the "
        "makers' data sheets as recalled: read them again before an order.\n\n"
        + table_of(head, shown)
    )


def stacks_page(table, calculated, plan):
    """Chips in stacks: how many of them get power, by the resonance of their tags alone."""
    head = ("tags alone", *(f"{n} high" for n in MISSED_HEIGHTS))
    missed = [
        (
            "{:g} to {:g} MHz".format(*stacks.BOUGHT_MHZ[sort]),
            *(f"{noise.between(points, n) * 100:.1f} %" for n in MISSED_HEIGHTS),
        )
        for sort, points in noise.UNPOWERED_CHIPS.items()
    ]
    text = building_prose.template("stacks").format(
        table=table["name"], made=MADE, missed=table_of(head, missed).rstrip()
    )
    for kind in ("line", "pot"):
        loop = first_of_kind(calculated)[kind]
        rows = [
            (f"{mhz:g}", *(f"{n} of {h}" for n, h in zip(found, stacks.HEIGHTS, strict=True)))
            for mhz, found in stacks.sweep(loop, plan, ratings.cover_mm(plan))
        ]
        head = ("MHz alone", *(f"{h} high" for h in stacks.HEIGHTS))
        text += f"\n## {kind}, {loop.size}\n\n{table_of(head, rows)}"
    return text


def fields_page(table, calculated, plan):
    """Fields at hands and at a distance, with the limits they are held against."""
    rows, most = [], -math.inf
    for kind, loop in first_of_kind(calculated).items():
        amps = levels.of(loop, plan).amps
        rms = amps / 2**0.5
        cover = ratings.cover_mm(plan)
        near = [levels.field(loop, cover + z, rms) for z in (0, 50, 100, 300)]
        dipole = levels.moment(loop, rms)
        far, farther = levels.far_dbua(dipole, 10.0), levels.far_dbuv(dipole, 30.0)
        rows.append((kind, loop.size, *(f"{h:.3g}" for h in near), f"{far:.0f}", f"{farther:.0f}"))
        most = max(most, farther)
    head = ("zone", "loop", "on the felt", "50 mm", "100 mm", "300 mm", "at 10 m, dBuA/m")
    head += ("at 30 m, dBuV/m",)
    beside, added = most + levels.pause_line_db(), 10 * math.log10(len(table["readers"]))
    return building_prose.template("fields").format(
        table=table["name"], made=MADE, rows=table_of(head, rows),
        apart=table["radio"]["keep_apart_mm"], readers=len(table["readers"]), most=f"{most:.0f}",
        line=f"{-levels.pause_line_db():.0f}", beside=f"{beside:.0f}", all=f"{beside + added:.0f}",
        together=f"{most + added:.0f}",
    )  # fmt: skip


def wiring_page(table, circuit):
    """Every cable with its ends, length and conductors."""
    rows = []
    for n, cable in enumerate(circuit.cables, 1):
        first, second = circuit.parts[cable.first], circuit.parts[cable.second]
        rows.append(
            (
                *(f"W{n}", f"{cable.first} ({first.board})", f"{cable.second} ({second.board})"),
                *(cable.part, f"{cable.length_m:g}", " ".join(cable.conductors)),
            )
        )
    head = ("cable", "from", "to", "kind", "m", "conductors")
    return (
        f"# Wiring of {table['name']}\n\n{MADE}{building_prose.template('wiring')}\n"
        + table_of(head, rows)
        + "\nFor WireViz: [harness.yml](harness.yml).\n\n![harness](harness.svg)\n"
    )


def index(paths):
    """The table of contents."""
    lines = [
        "# Building a table\n\n",
        MADE,
        "Start with [the building guide](build.md). Made from `hardware/` by `make hardware`.\n",
    ]
    shown = (".md", ".csv", ".txt", ".svg", ".yml", ".kicad_pcb", ".kicad_sch")
    folders = {}
    for path in paths:
        if path.endswith(shown):
            folders.setdefault(path.rpartition("/")[0], []).append(path)
    for folder, found in sorted(folders.items()):
        lines.append(f"\n## {folder or 'all tables'}\n\n")
        lines += [f"- [{path}]({path})\n" for path in found]
    return "".join(lines)


def harness_drawing(table, plan):
    """The harness of the box (cables to readers, multiplexers, lights, keys) as SVG by Graphviz."""
    if shutil.which("dot") is None:
        raise description.BadHardware("the harness drawing needs Graphviz: install graphviz")
    circuit = boards.whole(table, description.load_board(MAIN_BOARD), plan)
    circuit.cables = [c for c in circuit.cables if not c.second.startswith(OUT_OF_THE_BOX)]
    svg = harness.graph(harness.description(circuit)).pipe(format="svg").decode()
    return re.sub(r"<!--.*?-->\n?", "", svg, flags=re.DOTALL)


def drawn_words(svg):
    """The words of a drawing, sorted: they agree even where another Graphviz places them."""
    return sorted(re.findall(r"<text[^>]*>([^<]*)</text>", svg))


def _same_harness(target, text):
    """True of a drawing of the harness that only another Graphviz would draw otherwise."""
    if target.name != "harness.svg" or not target.exists():
        return False
    return drawn_words(target.read_text(encoding="utf-8")) == drawn_words(text)


def write(folder=DOCS):
    """Write all documents; returns their paths. Documents that are made no more are removed."""
    pages = all_pages()
    plan = data.design()
    for name in description.names("tables"):
        pages[f"{name}/harness.svg"] = harness_drawing(description.load_table(name), plan)
    for path, text in pages.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not _same_harness(target, text):
            target.write_text(text, encoding="utf-8")
    kept = {*pages, *pictures(plan)}
    for old in folder.rglob("*"):
        if old.is_file() and str(old.relative_to(folder)) not in kept:
            old.unlink()
    return sorted(pages)
