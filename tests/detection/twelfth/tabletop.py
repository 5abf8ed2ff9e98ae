"""The felt: where loops lie and how well each couples with a tag at a point of the table.

Millimetres, table centre at (0, 0), y away from the dealer. The layout is the data of
``hardware/tables/nine_max.toml``; a tenth seat is squeezed in at the dealer's right hand.
"""

import tomllib
from collections import namedtuple
from pathlib import Path

LAYOUT = Path(__file__).parents[3] / "hardware" / "tables" / "nine_max.toml"
SEATS_MAX = 10
NEAR_MM = 125  # a loop whose edge is farther from a tag hears nothing of it
EDGE_MM = 10  # so far inside its edge a loop couples badly
STUB = (0.0, -300.0)
STREET_SPOTS = {3: (0, 1, 2), 4: (3,), 5: (4,)}

Loop = namedtuple("Loop", "name reader cards_only x y w h round")


def _tenth():
    return [
        Loop("seat:10", "cards", True, 705.0, -465.0, 110, 130, False),
        Loop("line:10", "bets_b", False, 660.0, -225.0, 90, 90, True),
    ]


def loops(seats):
    """``{name: Loop}`` of a table with ``seats`` seats in its header."""
    found = []
    for row in tomllib.loads(LAYOUT.read_text())["antennas"]:
        wide = row.get("d")
        size = (wide, wide) if wide else (row["w"], row["h"])
        found.append(
            Loop(
                row["zone"], row["reader"], row["reads"] == "cards",
                float(row["x"]), float(row["y"]), *size, bool(wide),
            )
        )  # fmt: skip
    if SEATS_MAX in seats:
        found += _tenth()
    return {loop.name: loop for loop in found}


def gap_mm(loop, x, y):
    """How far a point lies outside a loop's edge; below zero: so far inside."""
    dx, dy = abs(x - loop.x), abs(y - loop.y)
    if loop.round:
        return (dx * dx + dy * dy) ** 0.5 - loop.w / 2
    dx, dy = dx - loop.w / 2, dy - loop.h / 2
    if dx <= 0 and dy <= 0:
        return max(dx, dy)
    return (max(dx, 0) ** 2 + max(dy, 0) ** 2) ** 0.5


def between(a, b, part):
    """The point so far (0 to 1) on the way from one point to another."""
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def crossed(loop, start, end, steps=24):
    """The stretch ``(from, to)`` of a straight way, 0 to 1, that lies over a loop; None: none."""
    parts = [
        i / steps for i in range(steps + 1) if gap_mm(loop, *between(start, end, i / steps)) < 0
    ]
    return (parts[0], parts[-1] + 1 / steps) if parts else None
