"""A board as a KiCad project: schematic with symbols, board with footprints, both libraries.

Written in the format of KiCad 7, which later versions read. Nothing in it is by chance: every UUID
is made from what it stands for. The schematic is a list of parts, each pin with its net's label:
meant for KiCad's electrical rule check and to compare the board with, not as a drawing to read.
"""

import json
import uuid

from tools.hardware import copper, footprints, part_pins, solids
from tools.hardware.copper import BACK, FRONT

SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://feltwire.invalid/hardware")
LIBRARY = "feltwire"
TYPES = {
    "in": "input",
    "out": "output",
    "tri": "tri_state",
    "passive": "passive",
    "supply": "power_in",
    "source": "power_out",
    "open": "open_collector",
}
OUTER = (
    '  (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (36 "B.SilkS" user) (37 "F.SilkS" user)\n'
    '    (34 "B.Paste" user) (35 "F.Paste" user) (38 "B.Mask" user) (39 "F.Mask" user)\n'
    '    (44 "Edge.Cuts" user) (46 "B.CrtYd" user) (47 "F.CrtYd" user) (48 "B.Fab" user)\n'
    '    (49 "F.Fab" user))\n'
)
STEP, COLUMNS, PER_ROW = 2.54, 30.48, 12
SMALL = "(effects (font (size 1 1) (thickness 0.15)))"
HIDDEN = "(effects (font (size 1 1)) hide)"
FLAGGED = ("GND", "12V", "5V", "3V3")  # come from the hub, or to it from the mains adapter


def _mm(value):
    """A coordinate with at most four decimals, always written the same way."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _id(*words):
    return str(uuid.uuid5(SPACE, "/".join(words)))


def files(board):
    """``{file name: text}`` of the project, libraries apart."""
    root = _id(board.name, "sheet")
    return {
        f"{board.name}.kicad_pro": project(board),
        f"{board.name}.kicad_sch": schematic(board, root),
        f"{board.name}.kicad_pcb": layout(board),
    }


def libraries(boards):
    """``{file name: text}`` of the symbols and footprints these boards use, with their tables."""
    symbols, patterns = {}, {}
    for board in boards:
        symbols.update({_kind(part): _pins(part) for part in board.parts})
        patterns.update({part.pattern: part.footprint for part in board.parts})
    found = {
        f"{LIBRARY}.kicad_sym": "(kicad_symbol_lib (version 20220914) (generator feltwire)\n"
        + "".join(_symbol(kind, pins, "") for kind, pins in sorted(symbols.items()))
        + _flag_symbol("")
        + ")\n",
        "sym-lib-table": _table("sym", f"{LIBRARY}.kicad_sym"),
        "fp-lib-table": _table("fp", f"{LIBRARY}.pretty"),
    }
    diameters = {hole[2] for board in boards for hole in board.holes}
    for diameter in sorted(diameters):
        found[f"{LIBRARY}.pretty/{_hole_name(diameter)}.kicad_mod"] = (
            f'(footprint "{_hole_name(diameter)}" (version 20221018) (generator feltwire) '
            f'(layer "F.Cu")\n{_hole_body("REF**", diameter)}'
        )
    for name, pattern in sorted(patterns.items()):
        found[f"{LIBRARY}.pretty/{name}.kicad_mod"] = _pattern(pattern)
    found.update(solids.files(patterns.values()))
    return found


def _table(sort, file):
    return (
        f'({sort}_lib_table\n  (version 7)\n  (lib (name "{LIBRARY}")(type "KiCad")'
        f'(uri "${{KIPRJMOD}}/{file}")(options "")(descr ""))\n)\n'
    )


def project(board):
    """The project's settings: the rules the board is made by."""
    rules = {
        "min_clearance": copper.CLEARANCE_MM,
        "min_copper_edge_clearance": copper.EDGE_MM,
        "min_track_width": 0.2,
        "min_via_diameter": copper.VIA_MM,
        "min_through_hole_diameter": copper.VIA_DRILL_MM,
    }
    made = {
        "board": {"design_settings": {"rules": rules}},
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 1},
    }
    return json.dumps(made, indent=2, sort_keys=True) + "\n"


def _pins(part):
    """((number, name, type), ...) of a part's symbol, each pad once."""
    types = dict(part_pins.KINDS.get(part.kind, ()))
    names = {footprints.number(part.kind, pin): pin for pin in part.nets}
    numbers = dict.fromkeys(pad.number for pad in part.footprint.pads)
    return tuple((n, names.get(n, n), types.get(names.get(n, n), "passive")) for n in numbers)


def _kind(part):
    """The name of its symbol: plugs of different sizes have one each."""
    pads = len(part.footprint.pads)
    return f"{part.kind}{pads}" if part.kind == "plug" else part.kind


def _half(pins):
    return (len(pins) + 1) // 2


def _ends(pins):
    """(number, x, y, angle) of the pins' ends in the symbol, y upwards: left half, right half."""
    left = _half(pins)
    for i, (pin, _, _) in enumerate(pins):
        row = i if i < left else i - left
        x, angle = (-10.16, 0) if i < left else (10.16, 180)
        yield pin, x, -STEP * row, angle


def _symbol(kind, pins, library):
    low = -STEP * (_half(pins) - 1) - STEP
    lines = [
        f'  (symbol "{library}{kind}" (pin_names (offset 0.5)) (in_bom yes) (on_board yes)\n'
        f'    (property "Reference" "U" (at 0 3.81 0) {SMALL})\n'
        f'    (property "Value" "{kind}" (at 0 {_mm(low - 1.27)} 0) {SMALL})\n'
        f'    (property "Footprint" "" (at 0 0 0) {HIDDEN})\n'
        f'    (property "Datasheet" "" (at 0 0 0) {HIDDEN})\n'
        f'    (symbol "{kind}_0_1" (rectangle (start -7.62 {STEP}) (end 7.62 {_mm(low)})\n'
        "      (stroke (width 0.2) (type default)) (fill (type none))))\n"
        f'    (symbol "{kind}_1_1"\n'
    ]
    for (pin, name, sort), (_, x, y, angle) in zip(pins, _ends(pins), strict=True):
        lines.append(
            f"      (pin {TYPES[sort]} line (at {x} {_mm(y)} {angle}) (length {STEP}) "
            f'(name "{name}" {SMALL}) (number "{pin}" {SMALL}))\n'
        )
    return "".join(lines) + "    ))\n"


def _flag_symbol(library):
    """A supply that comes from outside, for the rule check."""
    return (
        f'  (symbol "{library}FLAG" (power) (pin_names (offset 0) hide) (in_bom no) (on_board no)\n'
        f'    (property "Reference" "#FLG" (at 0 2.54 0) {HIDDEN})\n'
        f'    (property "Value" "FLAG" (at 0 3.81 0) {SMALL})\n'
        f'    (property "Footprint" "" (at 0 0 0) {HIDDEN})\n'
        f'    (property "Datasheet" "" (at 0 0 0) {HIDDEN})\n'
        '    (symbol "FLAG_1_1" (pin power_out line (at 0 0 90) (length 0) '
        f'(name "pwr" {SMALL}) (number "1" {SMALL}))))\n'
    )


def schematic(board, root):
    """The schematic: parts in rows, a label of its net on every pin."""
    symbols = {_kind(part): _pins(part) for part in board.parts}
    text = (
        f'(kicad_sch (version 20230121) (generator feltwire)\n  (uuid {root})\n  (paper "A0")\n'
        f'  (title_block (title "{board.title}"))\n  (lib_symbols\n'
        + "".join(_symbol(k, pins, f"{LIBRARY}:") for k, pins in sorted(symbols.items()))
        + _flag_symbol(f"{LIBRARY}:")
        + "  )\n"
    )
    x, y, high = COLUMNS, COLUMNS, 0
    for count, part in enumerate(board.parts):
        if count and count % PER_ROW == 0:
            x, y, high = COLUMNS, y + STEP * (high + 6), 0
        text += _instance(board, root, part, x, y)
        high = max(high, _half(_pins(part)))
        x += STEP * 24
    y += STEP * (high + 6)
    made_here = {p.net(pin) for p in board.parts for pin, _, sort in _pins(p) if sort == "source"}
    flagged = (n for n in FLAGGED if n in board.nets() and n not in made_here)
    for n, net in enumerate(flagged):
        text += _flag(board, root, n, net, COLUMNS + STEP * 10 * n, y)
    return text + '  (sheet_instances (path "/" (page "1")))\n)\n'


def _instance(board, root, part, x, y):
    pins, own = _pins(part), _id(board.name, part.ref)
    lines = [
        _symbol_at(board, root, part.ref, _kind(part), own, x, y, part.value or part.part),
    ]
    for pin, dx, dy, angle in _ends(pins):
        at = f"{_mm(x + dx)} {_mm(y - dy)}"
        net, side = part.net(pin), 180 if angle == 0 else 0
        if net is None:
            lines.append(f"  (no_connect (at {at}) (uuid {_id(board.name, part.ref, pin)}))\n")
        else:
            justify = "right" if side else "left"
            lines.append(
                f'  (global_label "{net}" (shape passive) (at {at} {side})\n'
                f"    (effects (font (size 1 1)) (justify {justify})) "
                f"(uuid {_id(board.name, part.ref, pin)}))\n"
            )
    return "".join(lines).replace("@FP@", f"{LIBRARY}:{part.pattern}")


def _symbol_at(board, root, ref, kind, own, x, y, value, bought="yes"):
    at = f"{_mm(x)} {_mm(y)}"
    return (
        f'  (symbol (lib_id "{LIBRARY}:{kind}") (at {at} 0) (unit 1) (in_bom {bought}) '
        f"(on_board {bought}) (dnp no) (uuid {own})\n"
        f'    (property "Reference" "{ref}" (at {_mm(x)} {_mm(y - 3.81)} 0) {SMALL})\n'
        f'    (property "Value" "{value}" (at {_mm(x)} {_mm(y + 5.08)} 0) {HIDDEN})\n'
        f'    (property "Footprint" "@FP@" (at {at} 0) {HIDDEN})\n'
        f'    (property "Datasheet" "" (at {at} 0) {HIDDEN})\n'
        f'    (instances (project "{board.name}" (path "/{root}" (reference "{ref}") (unit 1)))))\n'
    )


def _flag(board, root, n, net, x, y):
    own = _id(board.name, "flag", net)
    made = _symbol_at(board, root, f"#FLG{n + 1:02d}", "FLAG", own, x, y, "FLAG", "no")
    return made.replace("@FP@", "") + (
        f'  (global_label "{net}" (shape passive) (at {_mm(x)} {_mm(y)} 270)\n'
        f"    (effects (font (size 1 1)) (justify right)) (uuid {_id(own, 'label')}))\n"
    )


def layout(board):
    """The board."""
    numbers = {net: n for n, net in enumerate(board.nets(), 1)}
    opened = _opened(board)
    numbers.update({net: len(numbers) + n for n, net in enumerate(sorted(opened.values()), 1)})
    nets = "".join(f'  (net {n} "{net}")\n' for net, n in numbers.items())
    text = (
        "(kicad_pcb (version 20221018) (generator feltwire)\n  (general (thickness 1.6))\n"
        f'  (paper "A3")\n{OUTER}  (net 0 "")\n{nets}'
    )
    text += "".join(_footprint(board, part, numbers, opened) for part in board.parts)
    for n, (x, y, diameter) in enumerate(board.holes, 1):
        text += _hole(board, n, x, y, diameter)
    for net, layer, width, a, b in board.tracks:
        text += (
            f"  (segment (start {_xy(a)}) (end {_xy(b)}) (width {_mm(width)}) "
            f'(layer "{layer}") (net {numbers[net]}))\n'
        )
    for net, at in board.vias:
        text += (
            f"  (via (at {_xy(at)}) (size {copper.VIA_MM}) (drill {copper.VIA_DRILL_MM}) "
            f'(layers "{FRONT}" "{BACK}") (net {numbers[net]}))\n'
        )
    for x, y, high, words in board.texts:
        text += (
            f'  (gr_text "{words}" (at {_xy((x, y))}) (layer "F.SilkS") (effects (font '
            f"(size {high} {high}) (thickness {_mm(high * 0.15)}))))\n"
        )
    return text + (
        f"  (gr_rect (start {_xy((0, 0))}) (end {_xy((board.w, board.h))}) "
        '(stroke (width 0.1) (type solid)) (fill none) (layer "Edge.Cuts"))\n)\n'
    )


SHEET = (50.0, 50.0)  # where the board's corner lies on its sheet


def _xy(point):
    return f"{_mm(SHEET[0] + point[0])} {_mm(SHEET[1] + point[1])}"


def _opened(board):
    """(reference, pad) -> KiCad's name for the net of a pad that is left open."""
    found = {}
    for part in board.parts:
        for pin, name, _ in _pins(part):
            if part.net(pin) is None:
                label = "" if name == pin else f"-{name}"
                found[part.ref, pin] = f"unconnected-({part.ref}{label}-Pad{pin})"
    return found


def _footprint(board, part, numbers, opened):
    name, fit = part.footprint.name, "through_hole" if part.footprint.through else "smd"
    x0, y0, x1, y1 = part.footprint.courtyard
    pins = {pin: (label, sort) for pin, label, sort in _pins(part)}
    lines = [
        f'  (footprint "{LIBRARY}:{name}" (layer "F.Cu") (tstamp {_id(board.name, part.ref, "fp")})'
        f" (at {_xy((part.x, part.y))} {part.turn})\n"
        f'    (path "/{_id(board.name, part.ref)}") (attr {fit})\n'
        f'    (fp_text reference "{part.ref}" (at 0 0 {part.turn}) (layer "F.Fab") {SMALL})\n'
        f'    (fp_text value "{part.value or part.part}" (at 0 1.5 {part.turn}) (layer "F.Fab") '
        "hide (effects (font (size 1 1))))\n"
        f"    (fp_rect (start {x0} {y0}) (end {x1} {y1}) "
        '(stroke (width 0.05) (type solid)) (fill none) (layer "F.CrtYd"))\n'
    ]
    lines.append(_mark(part.footprint))
    for pad in part.footprint.pads:
        net = part.net(pad.number) or opened[part.ref, pad.number]
        label, sort = pins[pad.number]
        sort = TYPES[sort] + ("+no_connect" if part.net(pad.number) is None else "")
        lines.append(
            f'    {_pad(pad, part.turn)} (net {numbers[net]} "{net}") '
            f'(pinfunction "{label}") (pintype "{sort}"))\n'
        )
    return "".join(lines) + solids.lines(part.footprint) + "  )\n"


def _mark(pattern):
    """The printed dot beside pad 1."""
    if pattern.mark is None:
        return ""
    x, y = pattern.mark
    return (
        f"    (fp_circle (center {_mm(x)} {_mm(y)}) (end {_mm(x + 0.2)} {_mm(y)}) "
        '(stroke (width 0.1) (type solid)) (fill solid) (layer "F.SilkS"))\n'
    )


def _pad(pad, turn):
    """A pad without its closing bracket."""
    shape = "roundrect" if not pad.drill else "circle" if pad.w == pad.h else "oval"
    at = f"(at {_mm(pad.x)} {_mm(pad.y)}" + (f" {turn})" if turn else ")")
    size = f"(size {_mm(pad.w)} {_mm(pad.h)})"
    if pad.drill:
        return (
            f'(pad "{pad.number}" thru_hole {shape} {at} {size} (drill {pad.drill}) '
            '(layers "*.Cu" "*.Mask")'
        )
    return (
        f'(pad "{pad.number}" smd {shape} {at} {size} '
        f'(layers "F.Cu" "F.Paste" "F.Mask") (roundrect_rratio {copper.CORNER})'
    )


def _hole_name(diameter):
    return f"HOLE{_mm(diameter)}"


def _hole(board, n, x, y, diameter):
    return (
        f'  (footprint "{LIBRARY}:{_hole_name(diameter)}" (layer "F.Cu") '
        f"(tstamp {_id(board.name, 'hole', str(n))}) (at {_xy((x, y))})\n"
        f"{_hole_body(f'H{n}', diameter)}"
    )


def _hole_body(ref, diameter):
    return (
        "    (attr board_only exclude_from_pos_files exclude_from_bom)\n"
        f'    (fp_text reference "{ref}" (at 0 0) (layer "F.Fab") {SMALL})\n'
        f'    (pad "" np_thru_hole circle (at 0 0) (size {diameter} {diameter}) '
        f'(drill {diameter}) (layers "*.Cu" "*.Mask")))\n'
    )


def _pattern(pattern):
    """A file of the footprint library."""
    x0, y0, x1, y1 = pattern.courtyard
    fit = "through_hole" if pattern.through else "smd"
    pads = "".join(f"  {_pad(pad, 0)})\n" for pad in pattern.pads)
    return (
        f'(footprint "{pattern.name}" (version 20221018) (generator feltwire) (layer "F.Cu")\n'
        f"  (attr {fit})\n"
        f'  (fp_text reference "REF**" (at 0 0) (layer "F.Fab") {SMALL})\n'
        f'  (fp_text value "{pattern.name}" (at 0 1.5) (layer "F.Fab") hide '
        "(effects (font (size 1 1))))\n"
        f"  (fp_rect (start {x0} {y0}) (end {x1} {y1}) "
        '(stroke (width 0.05) (type solid)) (fill none) (layer "F.CrtYd"))\n'
        f"{_mark(pattern)}{pads}{solids.lines(pattern)})\n"
    )
