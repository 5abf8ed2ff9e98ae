"""Where each part of a board lies, as a drawing with references: what a person with an iron needs.

The boards themselves print only names of plugs and the dots beside pin 1; there is no room for more
beside the multiplexer's parts.
"""

from tools.hardware import copper
from tools.hardware.drawing import document, escape, number

FONT = 1.2
LETTER = 0.62  # width of a letter, as a share of its height
AROUND_MM = 2.0
COLOURS = {"board": "#fff", "part": "#eef3f9", "pad": "#c9a24b", "hole": "#ddd"}
EDGES = {"board": "#222", "part": "#1a4f8b", "pad": "none", "hole": "#888"}


def drawing(board):
    """SVG of a board from above, to scale: pads, parts by reference, dots, printed text."""
    middle = board.w / 2, board.h / 2
    parts = [_box("board", (0, 0, board.w, board.h), middle, 0.2)]
    parts += [_dot("hole", x, y, d / 2, middle) for x, y, d in board.holes]
    parts += [_box("part", copper.courtyard(part), middle, 0.08) for part in board.parts]
    for part in board.parts:
        for pad in part.footprint.pads:
            (x, y), (w, h) = part.at(pad.x, pad.y), part.size(pad)
            parts.append(_box("pad", (x - w / 2, y - h / 2, x + w / 2, y + h / 2), middle, 0))
    for part in board.parts:
        if part.footprint.mark:
            parts.append(_dot("mark", *part.at(*part.footprint.mark), 0.25, middle))
        parts.append(_name(part, middle))
    parts += [_text(words, x, y, high, middle, "#777") for x, y, high, words in board.texts]
    around = 2 * AROUND_MM
    return document(board.w + around, board.h + around, parts, font=FONT)


def _box(name, corners, middle, line):
    x0, y0, x1, y1 = corners
    return (
        f'<rect class="{name}" x="{number(x0 - middle[0])}" y="{number(y0 - middle[1])}" '
        f'width="{number(x1 - x0)}" height="{number(y1 - y0)}" style="fill:{COLOURS[name]};'
        f'stroke:{EDGES[name]};stroke-width:{line:g}"/>'
    )


def _dot(name, x, y, radius, middle):
    return (
        f'<circle class="{name}" cx="{number(x - middle[0])}" cy="{number(y - middle[1])}" '
        f'r="{number(radius)}" style="fill:{COLOURS.get(name, "#222")}"/>'
    )


def _name(part, middle):
    """A part's reference inside it, along its longer side, as large as fits."""
    x0, y0, x1, y1 = copper.courtyard(part)
    w, h = x1 - x0, y1 - y0
    high = min(FONT * 1.5, min(w, h) * 0.8, max(w, h) / (LETTER * len(part.ref)) * 0.95)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return _text(part.ref, x, y, high, middle, "#000", h > w)


def _text(words, x, y, high, middle, colour, upright=False):
    left, low = number(x - middle[0]), number(y - middle[1])
    turn = f' transform="rotate(-90 {left} {low})"' if upright else ""
    style = f"font-size:{number(high)}px;fill:{colour};stroke:none"
    return (
        f'<text x="{left}" y="{low}" dy="0.35em" text-anchor="middle" style="{style}"{turn}>'
        f"{escape(words)}</text>"
    )
