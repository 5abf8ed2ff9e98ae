"""The section through a table's top at one loop, to scale: the one drawing of all depths."""

from tools.hardware.drawing import document, escape, number
from tools.hardware.ratings import cover_mm

ZERO_MM = 22  # the felt's face lies this far above the drawing's middle
FONT = 2.2
WIDTH = 130  # mm of the table that are shown
LOOP = 60  # mm of loop board that are shown
COLOURS = {"felt": "#2f6b3a", "foam": "#d9d9d9", "wood": "#d8b98a", "board": "#1d7a46"}


def drawing(plan):
    """SVG of the section, with every depth in millimetres from the felt's upper face."""
    t, board = plan["table"], plan["printed"]["board_mm"]
    long_, wide, high = t["match_mm"]
    wood = t["felt_mm"] + t["foam_mm"]
    floor = wood + t["pocket_mm"]
    under = wood + t["top_mm"]
    parts = [
        _box("felt", -WIDTH / 2, 0, WIDTH, t["felt_mm"]),
        _box("foam", -WIDTH / 2, t["felt_mm"], WIDTH, t["foam_mm"]),
        _box("wood", -WIDTH / 2, wood, WIDTH, t["top_mm"]),
        _box("pocket", -LOOP / 2 - 2, wood, LOOP + 4, t["pocket_mm"], "#fff"),
        _box("hole", -t["cable_hole_mm"] / 2, floor, t["cable_hole_mm"], under - floor, "#fff"),
        _box("board", -LOOP / 2, floor - board, LOOP, board),
        _box("cover", -long_ / 2, under, long_, high, "#eee"),
        _box("match", -long_ / 2 + 2, under + 4, long_ - 4, 1.6, COLOURS["board"]),
        _box("trimmer", -long_ / 4, under + 5.6, 4.5, 3, "#888"),
        _box("trimmer", long_ / 8, under + 5.6, 4.5, 3, "#888"),
    ]
    notes = [
        (t["felt_mm"] / 2, f"felt {t['felt_mm']:g}"),
        (t["felt_mm"] + t["foam_mm"] / 2, f"foam {t['foam_mm']:g}"),
        (floor - board / 2, f"loop's board {board:g} in a pocket {t['pocket_mm']:g} deep"),
        (floor - board + 3.5, f"card to copper {cover_mm(plan):g}"),
        (
            wood + t["top_mm"] * 0.7,
            f"plywood {t['top_mm']:g}, hole {t['cable_hole_mm']:g} for the pair",
        ),
        (under + high / 2, f"matching, {long_} x {wide} x {high}: trimmers downwards"),
    ]
    parts += [
        f'<text x="{number(14)}" y="{number(y - ZERO_MM + FONT / 3)}">{escape(text)}</text>'
        for y, text in notes
    ]
    return document(2 * WIDTH, 2 * ZERO_MM + 4, parts, font=FONT)


def _box(name, x, y, width, height, fill=None):
    """A rectangle by its upper left corner, millimetres below the felt's face."""
    values = (number(v) for v in (x - WIDTH / 2 + 10, y - ZERO_MM, width, height))
    x_, y_, w_, h_ = values
    return (
        f'<rect class="{name}" x="{x_}" y="{y_}" width="{w_}" height="{h_}" '
        f'style="fill:{fill or COLOURS[name]};stroke:#333;stroke-width:0.15"/>'
    )
