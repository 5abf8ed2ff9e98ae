"""The table designer: a table of N seats to given sizes, as a description like those in hardware/.

Seats lie on a line inside the oval edge, evenly from the dealer's left round to his right; each has
a bet spot between it and the middle. Board, burn, deck well, muck and pot are put where they fit.
"""

import math

from firmware.drivers import chips
from tools.hardware.description import BadHardware, gap_mm, table_problems

SEAT_INSET = 185  # table edge to the middle of a seat's cards
LINE_STEP = 185  # from there to the middle of its bet spot
DEALER_HALF = 300  # of the edge that is the dealer's, to each side of his place
SEAT, LINE, MUCK, CARD, QUADRANT, POT = (110, 130), 100, (150, 200), (75, 100), (31, 44), 160
BOARD_PITCH, BOARD_Y = 120, 60
BOARD_FROM_EDGE = SEAT_INSET + LINE_STEP + 140  # its middle, where a bet spot lies above it
WELL_FROM_EDGE = 320  # the dealer reaches it without leaning over
LENGTH_MM, DEPTH_MM = (1400, 4000), (1000, 2000)
GAP, APART = 40, 120
SEARCH_MM = 20

COMMON = {
    "radio": {
        "chip": chips.CHIP,
        "gap_min_mm": GAP,
        "keep_apart_mm": APART,
        "switch_us": 200,
        "field_us": 2500,
    },
    "tags": {"card_afi": 0x71, "chip_afi": 0x72, "chip_block": 0},
    "unread_max_ms": {
        "seat": 2000,
        "line": 2000,
        "board": 2000,
        "muck": 2000,
        "burn": 2000,
        "mouth": 1000,
        "pot": 5000,
    },
}


def design(name, seats, width, depth):
    """A table description (dict). ``width``: along the dealer's side, ``depth``: across, mm.

    Raises BadHardware with what does not fit.
    """
    _check_size(seats, width, depth)
    table = {
        "name": name,
        "seats": seats,
        "length_mm": width,
        "width_mm": depth,
        "readers": ["cards", "deck", "bets_a", "bets_b"],
        "lights": seats + 1,
        "antennas": [],
        **{key: dict(value) for key, value in COMMON.items()},
    }
    well = -depth / 2 + WELL_FROM_EDGE
    table["places"] = {
        "stub": {"x": 0, "y": round(well)},
        "dealer": {"x": 0, "y": -depth // 2 + 60},
    }
    fixed = _middle(round(well), min(BOARD_Y, depth // 2 - BOARD_FROM_EDGE))
    spots = _seats(seats, width, depth)
    cards = [_rect(f"seat:{n}", x, y, SEAT) for n, (x, y, _, _) in enumerate(spots, 1)]
    lines = [_round(f"line:{n}", lx, ly, LINE) for n, (_, _, lx, ly) in enumerate(spots, 1)]
    taken = [*fixed, *cards, *lines]
    muck = _find("muck", MUCK, taken, width, depth, (230, round(well) - 10))
    pot = _find("pot", POT, [*taken, muck], width, depth, (-450, 0))
    table["antennas"] = _channels(cards, muck, fixed, lines, pot)
    bad = table_problems(table)
    if bad:
        raise BadHardware([f"{seats} seats on {width} x {depth} mm: {line}" for line in bad])
    return table


def _check_size(seats, width, depth):
    bad = []
    if not 2 <= seats <= 10:
        bad.append(f"--seats {seats}: a table has 2 to 10")
    for option, value, (low, high) in (("--width", width, LENGTH_MM), ("--depth", depth, DEPTH_MM)):
        if not low <= value <= high:
            bad.append(f"{option} {value}: from {low} to {high} mm")
    if not bad and width < depth:
        bad.append(f"--width {width} --depth {depth}: the dealer sits at the longer side")
    if bad:
        raise BadHardware(bad)


def _seats(seats, width, depth):
    """(x, y) of each seat's cards and of its bet spot, clockwise from the dealer's left."""
    radius, half = depth / 2 - SEAT_INSET, (width - depth) / 2
    around = 4 * half + 2 * math.pi * radius
    pitch = (around - 2 * DEALER_HALF) / seats
    found = []
    for n in range(seats):
        x, y, nx, ny = _on_oval(DEALER_HALF + pitch * (n + 0.5), half, radius)
        spot = (x + nx * LINE_STEP, y + ny * LINE_STEP)
        found.append(tuple(round(v) for v in (x, y, *spot)))
    return found


def _on_oval(way, half, radius):
    """Point and inward normal ``way`` mm from the dealer's place, clockwise from above."""
    bend = math.pi * radius
    if way <= half:  # along the dealer's side, to his left
        return -way, -radius, 0.0, 1.0
    way -= half
    if way <= bend:  # the left end
        turn = way / radius
        nx, ny = math.sin(turn), math.cos(turn)
        return -half - radius * nx, -radius * ny, nx, ny
    way -= bend
    if way <= 2 * half:  # the far side
        return -half + way, radius, 0.0, -1.0
    way -= 2 * half
    if way <= bend:
        turn = way / radius
        nx, ny = math.sin(turn), math.cos(turn)
        return half + radius * nx, radius * ny, -nx, -ny
    return half - (way - bend), -radius, 0.0, 1.0


def _middle(well, board_y):
    """Board, burn and the deck well's quadrants."""
    board = [_rect(f"board:{n}", (n - 3) * BOARD_PITCH, board_y, CARD) for n in range(1, 6)]
    burn = _rect("burn", -150, well, CARD)
    signs = ((1, 1), (-1, 1), (-1, -1), (1, -1))  # quadrant 1 is +x +y, then counter-clockwise
    mouth = [
        {**_rect(f"mouth:{n}", 16 * sx, well + 22 * sy, QUADRANT), "group": "mouth"}
        for n, (sx, sy) in enumerate(signs, 1)
    ]
    return [*board, burn, *mouth]


def _find(zone, size, taken, width, depth, wanted):
    """The place nearest to the one wanted where a loop keeps its distance from all others."""
    make = _round if isinstance(size, (int, float)) else _rect
    reach = max(width, depth) // 2
    steps = range(-reach, reach + 1, SEARCH_MM)
    places = sorted(
        ((wanted[0] + dx, wanted[1] + dy) for dx in steps for dy in steps),
        key=lambda p: (math.dist(p, wanted), p),
    )
    for x, y in places:
        row = make(zone, round(x), round(y), size)
        inside = abs(x) < width / 2 - 250 and abs(y) < depth / 2 - 200
        if inside and all(gap_mm(row, other) >= GAP for other in taken):
            return row
    raise BadHardware(f"no place for {zone} on {width} x {depth} mm: fewer seats or a larger table")


def _rect(zone, x, y, size):
    return {"zone": zone, "x": x, "y": y, "w": size[0], "h": size[1]}


def _round(zone, x, y, size):
    return {"zone": zone, "x": x, "y": y, "d": size}


def _channels(cards, muck, fixed, lines, pot):
    """Every loop on its reader: cards; board and deck; the bet spots in two halves, and the pot."""
    half = (len(lines) + 1) // 2
    groups = (
        ("cards", "cards", [*cards, muck]),
        ("deck", "cards", fixed),
        ("bets_a", "both", lines[:half]),
        ("bets_b", "both", [*lines[half:], pot]),
    )
    rows = []
    for reader, reads, loops in groups:
        for channel, loop in enumerate(loops):
            head = {"zone": loop["zone"], "reader": reader, "channel": channel, "reads": reads}
            rows.append({**head, **{k: v for k, v in loop.items() if k != "zone"}})
    return rows


HEAD = """# {seats} seats and a dealer: an oval of {length_mm} x {width_mm} mm, {count} antennas.
# Made by `feltwire table new --name {name} --seats {seats} --width {length_mm} --depth {width_mm}`.
#
# Millimetres, table centre at (0, 0), x to the right and y away from the dealer, who sits at the
# bottom. Seat 1 is on the dealer's left; seats run clockwise. x, y are the centre of a loop, a
# rectangle (w, h) or round (d). Loops of one `group` may adjoin: one reader reads them in turn.

"""


def as_toml(table):
    """The description as the text of a TOML file."""
    lines = [HEAD.format(count=len(table["antennas"]), **table)]
    for key in ("name", "seats", "length_mm", "width_mm", "readers", "lights"):
        lines.append(f"{key} = {_value(table[key])}\n")
    lines.append("\n# Channels count from 0 on each reader's multiplexer.\nantennas = [\n")
    lines += [f"  {_inline(row)},\n" for row in table["antennas"]]
    lines.append("]\n")
    for section in ("radio", "tags", "unread_max_ms"):
        lines.append(f"\n[{section}]\n")
        lines += [f"{k} = {_value(v, k)}\n" for k, v in table[section].items()]
    lines.append(
        "\n# Places without an antenna, for drawing and for the virtual table.\n[places]\n"
    )
    lines += [f"{k} = {_inline(v)}\n" for k, v in table["places"].items()]
    return "".join(lines)


def _inline(row):
    return "{ " + ", ".join(f"{k} = {_value(v)}" for k, v in row.items()) + " }"


def _value(value, key=""):
    if isinstance(value, list):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value:#04x}" if key.endswith("_afi") else f"{value:g}"
