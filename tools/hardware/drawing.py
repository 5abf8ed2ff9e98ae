"""Drawings to scale, as SVG in millimetres: the table's plan, and each kind of loop."""

import math

from tools.hardware import fittings
from tools.hardware.description import BadHardware, loops

STEP_MM = 4.0  # half the width of the step from turn to turn, at the feed
ARCS = 64  # straight pieces of a drawn circle
STYLE = (
    "text{font:FONTpx sans-serif;fill:#222}.edge{fill:#f4f1ea;stroke:#222}"
    ".loop{fill:#dbe7f4;stroke:#1a4f8b}.board{fill:#fff;stroke:#888}"
    ".track{fill:none;stroke:#b5651d;stroke-linecap:square}.dim{stroke:#888;fill:none}"
)
FITTED = (
    ".hole{fill:#222}.light{fill:#f2b705;stroke:#222}.well{fill:none;stroke:#7a4b1a}"
    ".box{fill:none;stroke:#888;stroke-dasharray:8 5}"
)


def number(value):
    """A coordinate with at most two decimals, always written the same way."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def document(width, height, parts, font=12):
    """An SVG whose user unit is a millimetre, with its origin in the middle."""
    w, h = number(width), number(height)
    view = f"{number(-width / 2)} {number(-height / 2)} {w} {h}"
    style = STYLE.replace("FONT", number(font))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="{view}">\n'
        f"<style>{style}</style>\n"
    )
    return head + "\n".join(parts) + "\n</svg>\n"


def outline(row, cls="loop", grow=0.0, extra=""):
    """A loop's outline at its place; y grows upwards in the description, downwards in an SVG."""
    x, y = row["x"], -row["y"]
    if "d" in row:
        radius = number(row["d"] / 2 + grow)
        return f'<circle class="{cls}" cx="{number(x)}" cy="{number(y)}" r="{radius}"{extra}/>'
    w, h = row["w"] + 2 * grow, row["h"] + 2 * grow
    return (
        f'<rect class="{cls}" x="{number(x - w / 2)}" y="{number(y - h / 2)}" '
        f'width="{number(w)}" height="{number(h)}"{extra}/>'
    )


def label(x, y, text, anchor="middle", extra=""):
    """Text at a point of the description."""
    place = f'x="{number(x)}" y="{number(-y)}" text-anchor="{anchor}"'
    return f"<text {place}{extra}>{escape(text)}</text>"


def escape(text):
    """Text for an SVG."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def table_edge(table):
    """The oval of a table top: straight long sides, half circles at the ends."""
    length, width = table["length_mm"], table["width_mm"]
    return (
        f'<rect class="edge" stroke-width="4" x="{number(-length / 2)}" y="{number(-width / 2)}" '
        f'width="{number(length)}" height="{number(width)}" rx="{number(min(width, length) / 2)}"/>'
    )


def plan(table, paint=None, note=None, fitted=None):
    """The plan of a table: edge, every loop with its name and place, the dealer.

    ``paint(row)``: fill colour of a loop or None (a heat map); ``note(row)``: a second line in it;
    ``fitted``: what else the builder makes, from ``fitted_parts``.
    """
    parts = [table_edge(table), *(fitted or ())]
    for row in table["antennas"] if paint else loops(table):
        fill = paint(row) if paint else None
        extra = f' style="fill:{fill}" stroke-width="2"' if fill else ' stroke-width="2"'
        parts.append(outline(row, extra=extra))
        parts += _names(row, note(row) if note else f"({row['x']:g}, {row['y']:g})")
    places = table.get("places", {})
    if "dealer" in places:
        parts.append(label(places["dealer"]["x"], places["dealer"]["y"], "dealer"))
    parts += _dimensions(table)
    return document(table["length_mm"] + 200, table["width_mm"] + 200, parts, font=15)


def fitted_parts(table, plan_data):
    """Shapes of the electronics box, the deck well, and the holes of feeds and lights."""
    box, wells = fittings.box(table, plan_data), fittings.wells(table, plan_data)
    wall, small = plan_data["well"]["wall_mm"], ' style="font-size:10px"'
    parts = [f"<style>{FITTED}</style>", outline(box, "box", extra=' stroke-width="2"')]
    low = box["y"] - box["h"] / 2
    place = f"({box['x']:g}, {box['y']:g})"
    parts.append(label(box["x"], low + 8, f"electronics box, under the top {place}", extra=small))
    parts += [outline(row, "well", wall / 2, f' stroke-width="{number(wall)}"') for row in wells]
    tray = wells[-1]
    parts.append(label(tray["x"], tray["y"], "deck", extra=small))
    parts.append(label(tray["x"], tray["y"] - 12, f"({tray['x']:g}, {tray['y']:g})", extra=small))
    parts += [outline(row, "hole") for row in fittings.feeds(table, plan_data)]
    for row in fittings.lights(table, plan_data):
        place = f"light {row['name']} ({row['x']:g}, {row['y']:g})"
        parts.append(outline(row, "light", extra=' stroke-width="1"'))
        parts.append(label(row["x"] + row["d"], row["y"] - 3, place, "start", extra=small))
    return parts


def _names(row, line):
    """A loop's name and one more line; where loops adjoin, in small letters."""
    if row.get("group") is None:
        return [label(row["x"], row["y"], row["zone"]), label(row["x"], row["y"] - 16, line)]
    small = ' style="font-size:6px"'
    return [
        label(row["x"], row["y"], row["zone"], extra=small),
        label(row["x"], row["y"] - 7, line, extra=small),
    ]


def _dimensions(table):
    length, width = table["length_mm"], table["width_mm"]
    y, x = -width / 2 - 50, -length / 2 - 50
    line = '<path class="dim" stroke-width="2" d="M{} {}L{} {}"/>'
    return [
        line.format(*(number(v) for v in (-length / 2, -y, length / 2, -y))),
        label(0, y - 22, f"{length:g} mm"),
        line.format(*(number(v) for v in (x, -width / 2, x, width / 2))),
        label(x - 6, 0, f"{width:g} mm", extra=f' transform="rotate(-90 {number(x - 6)} 0)"'),
    ]


def loop(antenna, plan_data):
    """One loop to scale: board outline, the track of every turn, where the feed goes."""
    row = {k: v for k, v in antenna.row.items() if k in ("d", "w", "h")} | {"x": 0, "y": 0}
    track, space = antenna.track * 1000, antenna.space * 1000
    margin = plan_data["printed"]["margin_mm"]
    width = row.get("d", row.get("w")) + 2 * margin
    height = row.get("d", row.get("h")) + 2 * margin
    points = turns(antenna)
    drawn = "M" + "L".join(f"{number(x)} {number(-y)}" for x, y in points)
    texts = [
        f"{antenna.kind}: {antenna.size}, {antenna.turns} turns",
        f"track {track:g} mm, gap {space:g} mm, {antenna.length * 1000:.0f} mm long",
        f"{antenna.henry * 1e6:.3f} uH",
    ]
    font = max(3.0, min(7.0, width / 28))
    parts = [
        outline(row, "board", margin, ' stroke-width="0.4"'),
        f'<path class="track" stroke-width="{number(track)}" d="{drawn}"/>',
    ]
    if "d" not in row and min(row["w"], row["h"]) < 60:
        top = height / 2 + 4  # no room inside: beneath the board
        parts += [label(0, -top - font * (i + 1), t) for i, t in enumerate(texts)]
        height += 2 * (font * 4 + 4)
        width = max(width, 22 * font)
    else:
        parts += [label(0, font * (1 - i) * 1.3, t) for i, t in enumerate(texts)]
    return document(width + 4, height + 4, parts, font=font)


def turns(antenna):
    """Points of all turns of a loop, mm from its middle, from the outer feed to the inner end."""
    track, space = antenna.track * 1000, antenna.space * 1000
    path = _round_turn if "d" in antenna.row else _square_turn
    row = antenna.row
    return [p for n in range(antenna.turns) for p in path(row, track, n * (track + space))]


def _square_turn(row, track, inset):
    """One turn of a rectangular coil from the feed round to the feed, counter-clockwise."""
    right, high = (row["w"] - track) / 2 - inset, (row["h"] - track) / 2 - inset
    _check_room(right, high)
    step = min(STEP_MM, right / 2)
    corners = [(right, -high), (right, high), (-right, high), (-right, -high)]
    return [(step, -high), *corners, (-step, -high)]


def _round_turn(row, track, inset):
    radius = (row["d"] - track) / 2 - inset
    _check_room(radius, radius)
    gap = math.asin(min(0.5, STEP_MM / radius))
    angles = (gap + (2 * math.pi - 2 * gap) * i / ARCS for i in range(ARCS + 1))
    return [(radius * math.sin(a), -radius * math.cos(a)) for a in angles]


def _check_room(across, along):
    if across <= 0 or along <= 0:
        raise BadHardware("the turns do not fit into the loop")
