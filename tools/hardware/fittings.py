"""What the top has besides loops: holes, deck well (frame and tray), lights, the electronics box.

Plan, section, guide and the cables' lengths all take the places from here.
"""

import functools
import math

from tools.hardware.description import BadHardware, gap_mm, inside, loops

SEARCH_MM = 400  # a light further than this from where it is wanted belongs to nobody
PAD_OUT_MM = 1.5  # from a loop's outer edge to the centres of its two pads
BOX_REACH_MM, BOX_STEP_MM = 600, 10


def feeds(table, plan):
    """Holes of the loops' twisted pairs: dicts with name, x, y, d in mm.

    A loop's feed is at its side towards the dealer; upper loops of a group have it at the far one.
    """
    rows = []
    for row in loops(table):
        group = [r for r in table["antennas"] if r.get("group", r["zone"]) == row.get("group")]
        middle = sum(r["y"] for r in group) / len(group) if group else row["y"]
        out = row.get("h", row.get("d")) / 2 + PAD_OUT_MM
        y = row["y"] + (out if row["y"] > middle else -out)
        rows.append(
            {"name": row["zone"], "x": row["x"], "y": y, "d": plan["table"]["cable_hole_mm"]}
        )
    return rows


def box(table, plan):
    """The electronics box from outside, under the top: dict with name, x, y, w, h in mm.

    As near to its wanted place as it hides no matching board's case, which hangs at the loop's
    hole, and no light. BadHardware: no such place.
    """
    own, hub = plan["box"], plan["cables"]["hub"]
    width, height = (side + 2 * own["wall_mm"] for side in own["inside_mm"][:2])
    across, along = plan["table"]["case_mm"]
    kept = [{**feed, "d": 0, "w": across, "h": along} for feed in feeds(table, plan)]
    kept += [{**row, "d": max(plan["light"]["strip_mm"])} for row in lights(table, plan)]
    for dx, dy in _ways():
        row = {"name": "box", "x": hub["x"] + dx, "y": hub["y"] + dy, "w": width, "h": height}
        if inside(table, row) and all(gap_mm(row, other) >= 0 for other in kept):
            return row
    raise BadHardware(f"{table['name']}: no place for the electronics box")


@functools.cache
def _ways():
    """Steps from a place, the shortest first, mm."""
    steps = range(-BOX_REACH_MM, BOX_REACH_MM + 1, BOX_STEP_MM)
    ways = ((math.hypot(dx, dy), dx, dy) for dx in steps for dy in steps)
    return [(dx, dy) for _, dx, dy in sorted(ways)]


def wells(table, plan):
    """Frame and tray of the deck well, dicts with name, centre and inner size: x, y, w, h in mm.

    The frame's middle is that of the mouth's loops; the tray lies towards the dealer. BadHardware:
    the tray lies over a loop or beyond the edge.
    """
    own = plan["well"]
    width, height = (side + own["play_mm"] for side in own["card_mm"])
    mouth = [row for row in table["antennas"] if row["zone"].startswith("mouth:")]
    x, y = (sum(row[k] for row in mouth) / len(mouth) for k in ("x", "y"))
    low = min(row["y"] - row["h"] / 2 for row in mouth)
    frame = {"name": "frame", "x": x, "y": y, "w": width, "h": height}
    tray = {**frame, "name": "tray", "y": low - own["away_mm"] - height / 2}
    whole = _with_walls(tray, own)
    bad = [row["zone"] for row in loops(table) if gap_mm(row, whole) < 0]
    bad += [] if inside(table, whole) else ["the table's edge"]
    if bad:
        raise BadHardware([f"{table['name']}: the deck's tray lies over {what}" for what in bad])
    return [frame, tray]


def lights(table, plan):
    """Holes of the lights in their order, the dealer's first: dicts with name, x, y, d in mm.

    A seat's light lies between its cards and its bet spot, to the side as far as metal keeps from
    loops: to the player's right, or to his left if that is nearer. The dealer's is beside the tray.
    BadHardware: no such place.
    """
    rows = {row["zone"]: row for row in table["antennas"]}
    _, tray = wells(table, plan)
    wanted = [("dealer", (tray["x"], tray["y"]), (0.0, 1.0))]
    for n in range(1, table["seats"] + 1):
        seat, line = rows[f"seat:{n}"], rows[f"line:{n}"]
        way = line["x"] - seat["x"], line["y"] - seat["y"]
        middle = (seat["x"] + line["x"]) / 2, (seat["y"] + line["y"]) / 2
        length = math.hypot(*way)
        wanted.append((f"seat {n}", middle, (way[0] / length, way[1] / length)))
    return [_light(name, at, way, table, plan, tray) for name, at, way in wanted]


def _light(name, middle, way, table, plan, tray):
    own = plan["light"]
    step, piece = own["step_mm"], max(own["strip_mm"])
    for aside in range(0, SEARCH_MM + 1, step):
        for side in (aside, -aside):  # who looks along `way` has (y, -x) at his right
            x, y = (
                step * round(value / step)
                for value in (middle[0] + side * way[1], middle[1] - side * way[0])
            )
            strip = {"x": x, "y": y, "d": piece}
            metal = min(gap_mm(strip, row) for row in loops(table))
            free = metal >= plan["table"]["metal_mm"] and inside(table, strip)
            if free and gap_mm(strip, _with_walls(tray, plan["well"])) >= 0:
                return {"name": name, "x": x, "y": y, "d": own["hole_mm"]}
    raise BadHardware(f"{table['name']}: no place for the light of {name}: loops are too near")


def _with_walls(row, own):
    return {**row, **{k: row[k] + 2 * own["wall_mm"] for k in ("w", "h")}}
