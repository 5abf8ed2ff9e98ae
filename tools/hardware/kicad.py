"""Printed boards of the loops as KiCad files, and KiCad's own design rule check on them.

A loop is one net: its copper joins both of its pads. The turns are on the front; the way back from
the innermost one crosses under them on the back. Loops of a group share a board. KiCad's command
line with a rule check is of version 8 or later (Debian 13: 9.0.2; Debian 12 has 6, without one).
"""

import json
import math
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from tools.hardware import drawing
from tools.hardware.description import BadHardware
from tools.hardware.drawing import number
from tools.hardware.fittings import PAD_OUT_MM

PAD_MM, DRILL_MM = 1.5, 0.8  # the pads of the twisted pair
VIA_MM, VIA_DRILL_MM = 0.8, 0.4
NAME_MM = 1.5  # height of the name inside a loop
LAYERS = (
    '  (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (36 "B.SilkS" user) (37 "F.SilkS" user)\n'
    '    (38 "B.Mask" user) (39 "F.Mask" user) (44 "Edge.Cuts" user))\n'
)
PROGRAM = "kicad-cli"
# Tilted by 35 degrees and turned by 15 (its command line takes no figure below 0).
VIEW = ("--side", "top", "--rotate", "325,0,345", "--background", "transparent")
VIEW += ("--quality", "basic", "--width", "1600", "--height", "900")


def board(antennas, plan):
    """A ``.kicad_pcb`` with these loops (one, or a group that adjoins)."""
    middle = [sum(a.row[key] for a in antennas) / len(antennas) for key in ("x", "y")]
    nets = "".join(f'  (net {n} "{a.zone}")\n' for n, a in enumerate(antennas, 1))
    parts = [part for n, a in enumerate(antennas, 1) for part in _loop(a, n, middle)]
    return (
        "(kicad_pcb (version 20221018) (generator feltwire)\n  (general (thickness "
        f'{plan["printed"]["board_mm"]:g}))\n  (paper "A3")\n{LAYERS}  (net 0 "")\n{nets}'
        + "\n".join([*parts, *_names(antennas, middle), *_edges(antennas, plan, middle)])
        + "\n)\n"
    )


def _names(antennas, middle):
    """What is printed inside each loop: its sort, and of a group which one it is."""
    for antenna in antennas:
        x, y = _place((antenna.row["x"] - middle[0], antenna.row["y"] - middle[1]))
        name = antenna.zone if len(antennas) > 1 else antenna.kind
        yield (
            f'  (gr_text "{name}" (at {x} {y}) (layer "F.SilkS") (effects (font '
            f"(size {NAME_MM} {NAME_MM}) (thickness {number(NAME_MM * 0.15)}))))"
        )


def _loop(antenna, net, middle):
    """Tracks, via and pads of one loop."""
    row = antenna.row
    dx, dy = row["x"] - middle[0], row["y"] - middle[1]
    up = -1 if dy > 0 else 1  # upper loops of a group have their feed at their upper side
    track = antenna.track * 1000

    def at(point):
        return point[0] + dx, up * point[1] + dy

    points = drawing.turns(antenna)
    start, end = points[0], points[-1]
    low = points[0][1] - track / 2 - PAD_OUT_MM
    ends = (start[0], low), (end[0], low)
    lines = [(at(a), at(b)) for a, b in zip([ends[0], *points], points, strict=False)]
    parts = [_segment(a, b, track, "F.Cu", net) for a, b in lines if a != b]
    parts.append(_segment(at(end), at(ends[1]), track, "B.Cu", net))
    x, y = _place(at(end))
    parts.append(
        f"  (via (at {x} {y}) (size {VIA_MM}) (drill {VIA_DRILL_MM}) "
        f'(layers "F.Cu" "B.Cu") (net {net}))'
    )
    return [*parts, *(_pad(at(p), n, net, antenna.zone) for n, p in enumerate(ends, 1))]


def _place(point):
    """A point as KiCad has it: from the sheet's upper left, y downwards."""
    return number(200 + point[0]), number(150 - point[1])


def _segment(first, second, width, layer, net):
    (x0, y0), (x1, y1) = _place(first), _place(second)
    return (
        f"  (segment (start {x0} {y0}) (end {x1} {y1}) (width {number(width)}) "
        f'(layer "{layer}") (net {net}))'
    )


def _pad(point, count, net, zone):
    """One hole for a wire of the pair."""
    x, y = _place(point)
    return (
        f'  (footprint "pair" (layer "F.Cu") (at {x} {y})\n'
        "    (attr through_hole exclude_from_bom)\n"
        f'    (pad "{count}" thru_hole circle (at 0 0) (size {PAD_MM} {PAD_MM}) (drill {DRILL_MM}) '
        f'(layers "*.Cu" "*.Mask") (net {net} "{zone}")))'
    )


def _edges(antennas, plan, middle):
    """The outline: a rectangle around all loops with the margin, a circle around a round one."""
    margin = plan["printed"]["margin_mm"]
    if len(antennas) == 1 and "d" in antennas[0].row:
        radius = antennas[0].row["d"] / 2 + margin
        (x, y), (edge, _) = _place((0, 0)), _place((radius, 0))
        return [
            f"  (gr_circle (center {x} {y}) (end {edge} {y}) (stroke (width 0.1) (type solid)) "
            '(fill none) (layer "Edge.Cuts"))'
        ]
    right, high = (side / 2 for side in size(antennas, plan))
    (x0, y0), (x1, y1) = _place((-right, high)), _place((right, -high))
    return [
        f"  (gr_rect (start {x0} {y0}) (end {x1} {y1}) (stroke (width 0.1) (type solid)) "
        '(fill none) (layer "Edge.Cuts"))'
    ]


def size(antennas, plan):
    """(width, height) of the board of these loops, mm."""
    sides = []
    for at, side in (("x", "w"), ("y", "h")):
        halves = [a.row.get(side, a.row.get("d")) / 2 for a in antennas]
        low = min(a.row[at] - half for a, half in zip(antennas, halves, strict=True))
        high = max(a.row[at] + half for a, half in zip(antennas, halves, strict=True))
        sides.append(high - low + 2 * plan["printed"]["margin_mm"])
    return tuple(sides)


def sorts(calculated):
    """``{file name: [antennas of a board, ...]}``: all boards of a table by their sort."""
    groups = {}
    for antenna in calculated:
        groups.setdefault(antenna.row.get("group", antenna.zone), []).append(antenna)
    found = {}
    for members in groups.values():
        found.setdefault(f"loop-{members[0].kind}.kicad_pcb", []).append(members)
    return found


def boards(calculated, plan):
    """``{file name: text}`` of the boards of a table, one of each sort."""
    return {name: board(found[0], plan) for name, found in sorts(calculated).items()}


def check(path, program=PROGRAM, whole=False):
    """What KiCad's design rule check finds on a board, one line each. BadHardware without KiCad.

    ``whole``: warnings, too, and the board against its schematic.
    """
    options = ("--severity-all", "--schematic-parity") if whole else ()
    found = _report(path, program, "pcb", "drc", *options)
    rows = [*found.get("violations", ()), *found.get("unconnected_items", ())]
    rows += found.get("schematic_parity", ()) if whole else ()
    return _lines(path, rows)


def check_schematic(path, program=PROGRAM):
    """What KiCad's electrical rule check finds in a schematic, warnings, too, one line each."""
    found = _report(path, program, "sch", "erc", "--severity-all")
    return _lines(path, [row for sheet in found.get("sheets", ()) for row in sheet["violations"]])


def _lines(path, rows):
    return [f"{path.name}: {row['type']}: {row['description']}" for row in rows]


def _report(path, program, *what):
    """KiCad's report of a check, parsed. BadHardware without KiCad or without a report."""
    if shutil.which(program) is None:
        raise BadHardware(f"no {program}: install KiCad 8 or later (Debian 13: kicad)")
    with tempfile.TemporaryDirectory(prefix="feltwire-kicad-") as folder:
        report = Path(folder) / "report.json"
        command = [program, *what, "--format", "json", "--output", str(report), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not report.exists():
            last = (done.stderr.strip().splitlines() or ["it wrote no report"])[-1]
            raise BadHardware(f"{program}: {path.name}: {last}")
        return json.loads(report.read_text())


def fabricate(path, folder, program=PROGRAM, parts=False):
    """Write a board's Gerber and drill files to a folder. BadHardware when KiCad does not.

    ``parts``: where its parts lie, too (``positions.csv``).
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [("gerbers", f"{folder}/"), ("drill", f"{folder}/")]
    if parts:
        wanted.append(("pos", f"{folder}/positions.csv"))
    for what, to in wanted:
        options = ("--format", "csv", "--units", "mm") if what == "pos" else ()
        command = [program, "pcb", "export", what, *options, "--output", to, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
            raise BadHardware(f"{program}: {what} of {path.name}: {last}")


def picture(path, to, program=PROGRAM):
    """Write a board as it will look (PNG, seen from above its lower edge, with its parts).

    False when this KiCad's command line draws none (before version 9). Models of parts come from
    the package ``kicad-packages3d``; without it the board is bare. BadHardware when it fails.
    """
    asked = subprocess.run([program, "pcb", "--help"], capture_output=True, text=True, check=False)
    if "render" not in asked.stdout:
        return False
    command = [program, "pcb", "render", *VIEW, "--output", str(to), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise BadHardware(f"{program}: picture of {path.name}: {last}")
    return True


def length_mm(text):
    """Length of a board's front tracks, mm (for checks)."""
    total = 0.0
    for line in text.splitlines():
        if line.startswith("  (segment") and '"F.Cu"' in line:
            words = line.replace("(", " ").replace(")", " ").split()
            x0, y0, x1, y1 = (float(words[i]) for i in (2, 3, 5, 6))
            total += math.hypot(x1 - x0, y1 - y0)
    return total


def pads(text):
    """(number, x, y, width, height) of every pad of a footprint's file (for checks)."""
    shape = (
        r'\(pad "([^"]*)" \w+ \w+\s+\(at ([-\d.]+) ([-\d.]+)[^)]*\)\s+'
        r"\(size ([-\d.]+) ([-\d.]+)\)"
    )
    return [(m[1], *(float(v) for v in m.groups()[1:])) for m in re.finditer(shape, text)]
