"""Sections through a table's top, to scale: the one drawing of all depths.

At a loop, through the deck well from the dealer's side, at a light, and at the electronics box.
"""

from tools.hardware.drawing import document, escape, number
from tools.hardware.fittings import PAD_OUT_MM
from tools.hardware.layout import QUADRANT
from tools.hardware.ratings import cover_mm

FONT = 2.2
WIDTH, HEIGHT = 410, 335  # mm of the drawing
LEFT, NOTES = 5, 12  # mm from its left edge to the top; from the top's end to the words
FACES = (15, 75, 120, 165)  # the felt's face in each section, mm below the drawing's upper edge
LOOP, SHOWN = 60, 130  # mm of loop board, and of the table around it, that are shown
BOARD_DOWN, BOARD_MM = 4, 1.6  # the matching board in its case
TRIMMER = (4.5, 3)
PIXEL_MM = 2  # a strip with its light
COLOURS = {
    "felt": "#2f6b3a",
    "foam": "#d9d9d9",
    "wood": "#d8b98a",
    "board": "#1d7a46",
    "frame": "#7a4b1a",
    "tray": "#7a4b1a",
    "rod": "#cfe8f5",
    "strip": "#f2b705",
    "batten": "#d8b98a",
    "housing": "#eee",
    "hub": "#1d7a46",
}


def drawing(plan):
    """SVG of the sections, with every depth and height in millimetres from the felt's face."""
    shown = [_loop(plan), _well(plan), _light(plan), _box(plan)]
    parts = [part for face, one in zip(FACES, shown, strict=True) for part in _placed(face, *one)]
    return document(WIDTH, HEIGHT, parts, font=FONT)


def _depths(plan):
    """Mm from the felt's face down to the wood, to a pocket's floor, to the top's under face."""
    t = plan["table"]
    wood = t["felt_mm"] + t["foam_mm"]
    return wood, wood + t["pocket_mm"], wood + t["top_mm"]


def _top(plan, length):
    """The layers of the top over a length."""
    t, (wood, _, _) = plan["table"], _depths(plan)
    return [
        ("felt", 0, 0, length, t["felt_mm"]),
        ("foam", 0, t["felt_mm"], length, t["foam_mm"]),
        ("wood", 0, wood, length, t["top_mm"]),
    ]


def _pocket(plan, start, length, holes):
    """A loop's board in its pocket, with the holes for its pairs: where their middles are."""
    t, board, (wood, floor, under) = plan["table"], plan["printed"]["board_mm"], _depths(plan)
    hole = t["cable_hole_mm"]
    return [
        ("pocket", start - 2, wood, length + 4, t["pocket_mm"], "#fff"),
        *(("hole", x - hole / 2, floor, hole, under - floor, "#fff") for x in holes),
        ("board", start, floor - board, length, board),
    ]


def _feed_mm(plan):
    """From the edge of a loop's board to its two solder holes."""
    return plan["printed"]["margin_mm"] - PAD_OUT_MM


def _case(plan, middle):
    """A matching board in its case under a hole."""
    (long_, _, high), (_, _, under) = plan["table"]["match_mm"], _depths(plan)
    trimmers = under + BOARD_DOWN + BOARD_MM
    return [
        ("cover", middle - long_ / 2, under, long_, high, "#eee"),
        ("match", middle - long_ / 2 + 2, under + BOARD_DOWN, long_ - 4, BOARD_MM, "#1d7a46"),
        ("trimmer", middle - long_ / 4, trimmers, *TRIMMER, "#888"),
        ("trimmer", middle + long_ / 8, trimmers, *TRIMMER, "#888"),
    ]


def _loop(plan):
    t, board = plan["table"], plan["printed"]["board_mm"]
    (long_, wide, high), (wood, floor, under) = t["match_mm"], _depths(plan)
    start = (SHOWN - LOOP) / 2
    feed = start + _feed_mm(plan)
    boxes = _top(plan, SHOWN) + _pocket(plan, start, LOOP, [feed]) + _case(plan, feed)
    return boxes, [
        (t["felt_mm"] / 2, f"felt {t['felt_mm']:g}"),
        (t["felt_mm"] + t["foam_mm"] / 2, f"foam {t['foam_mm']:g}"),
        (floor - board / 2, f"loop's board {board:g} in a pocket {t['pocket_mm']:g} deep"),
        (floor - board + 3.5, f"card to copper {cover_mm(plan):g}"),
        (
            wood + t["top_mm"] * 0.7,
            f"plywood {t['top_mm']:g}, hole {t['cable_hole_mm']:g} for the pair at the feed",
        ),
        (under + high / 2, f"matching, {long_} x {wide} x {high}: trimmers downwards"),
    ]


def _well(plan):
    """From the dealer's side (left): tray, then the frame over the mouth's board."""
    own, t = plan["well"], plan["table"]
    inner, wall = own["card_mm"][1] + own["play_mm"], own["wall_mm"]
    board = mouth_mm() + 2 * plan["printed"]["margin_mm"]
    tray = 10 + wall
    mouth = tray + inner + own["away_mm"]  # the near edge of the mouth's loops
    start = mouth - plan["printed"]["margin_mm"]
    frame = mouth + mouth_mm() / 2 - inner / 2
    ends = [start + _feed_mm(plan), start + board - _feed_mm(plan)]
    length = start + board + 15
    boxes = _top(plan, length) + _pocket(plan, start, board, ends)
    for name, at, high in (("tray", tray, own["tray_mm"]), ("frame", frame, own["frame_mm"])):
        boxes += [(name, x, -high, wall, high) for x in (at - wall, at + inner)]
    _, _, under = _depths(plan)
    for x in ends:
        boxes += _case(plan, x)
    wide = own["card_mm"][0] + own["play_mm"]
    return boxes, [
        (-own["tray_mm"] + 2, f"left: tray of the deck, {wide} x {inner} inside"),
        (-own["tray_mm"] + 5, f"walls {wall} thick, {own['tray_mm']} high, {own['away_mm']} from"),
        (-own["tray_mm"] + 8, "the mouth's loops"),
        (-2, f"right: frame, {wide} x {inner} inside, {own['frame_mm']} high"),
        (1, "both glued on the felt"),
        (under / 2, "the mouth's four loops, one board"),
        (under + t["match_mm"][2] / 2, "a case at each of its four holes"),
    ]


def mouth_mm():
    """Length of the mouth's loops towards the dealer: of every table the same two quadrants."""
    return 2 * QUADRANT[1]


def _light(plan):
    own, (_, _, under) = plan["light"], _depths(plan)
    hole, piece = own["hole_mm"], own["strip_mm"][0]
    middle = SHOWN / 2
    boxes = _top(plan, SHOWN)
    boxes.append(("rod", middle - hole / 2, 0, hole, under))
    boxes.append(("strip", middle - piece / 2, under, piece, PIXEL_MM))
    return boxes, [
        (1, f"clear rod {hole} thick, {under:g} long, level with the felt"),
        (under / 2, f"in a hole {hole} through felt, foam and wood"),
        (
            under + PIXEL_MM / 2,
            f"piece of the strip, {piece} x {own['strip_mm'][1]}, light upwards",
        ),
    ]


def _box(plan):
    """The box on its battens, seen from the dealer's side, with its upper boards."""
    own, (_, _, under) = plan["box"], _depths(plan)
    long_, wide, high = own["inside_mm"]
    wall, lid = own["wall_mm"], under + own["batten_mm"]
    start = 20
    inside = lid + wall
    boxes = _top(plan, long_ + 2 * (wall + start))
    boxes += [
        ("batten", x, under, 20, own["batten_mm"]) for x in (start, start + long_ + 2 * wall - 20)
    ]
    boxes.append(("housing", start, lid, long_ + 2 * wall, high + 2 * wall))
    boxes.append(("hub", start + 20, inside + own["spacer_mm"], long_ - 40, BOARD_MM))
    return boxes, [
        (under + own["batten_mm"] / 2, f"wooden battens {own['batten_mm']} high"),
        (inside + own["spacer_mm"], f"boards {own['spacer_mm']} under the lid or lower"),
        (inside + high / 2, f"box, {long_} x {wide} x {high} inside"),
    ]


def _placed(face, boxes, notes):
    """Boxes (name, x, depth, width, height, fill) and notes (depth, words) as SVG."""
    left, up = LEFT - WIDTH / 2, face - HEIGHT / 2
    for name, x, y, width, height, *fill in boxes:
        x_, y_, w_, h_ = (number(v) for v in (left + x, up + y, width, height))
        yield (
            f'<rect class="{name}" x="{x_}" y="{y_}" width="{w_}" height="{h_}" '
            f'style="fill:{fill[0] if fill else COLOURS[name]};stroke:#333;stroke-width:0.15"/>'
        )
    right = max(x + width for _, x, _, width, *_ in boxes)
    for y, text in notes:
        place = f'x="{number(left + right + NOTES)}" y="{number(up + y + FONT / 3)}"'
        yield f"<text {place}>{escape(text)}</text>"
