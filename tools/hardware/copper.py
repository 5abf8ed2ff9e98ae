"""A printed board as data: placed parts, tracks, vias; what its copper joins, where it is near.

Our own reading of a board, without KiCad: which pads each net's copper joins, distances between
nets, courtyards, edges. ``kicadproject.py`` writes a board as a KiCad project.
"""

import math
from dataclasses import dataclass, field

from tools.hardware import footprints

CLEARANCE_MM = 0.2  # what every maker of boards does
EDGE_MM = 0.5
CORNER = 0.25  # radius of a pad's corners, as a share of its shorter side
VIA_MM, VIA_DRILL_MM = 0.6, 0.3
FRONT, BACK = "F.Cu", "B.Cu"
TOUCH_MM = 1e-6  # boxes so far apart hold no two pieces that touch, however their sums are rounded


@dataclass(frozen=True)
class Placed:
    """A part on a board: ``nets`` by pin name; ``turn`` in degrees, counter-clockwise."""

    ref: str
    kind: str
    part: str
    pattern: str
    x: float
    y: float
    turn: int
    nets: dict
    value: str = ""

    @property
    def footprint(self):
        """Its land pattern."""
        return footprints.PATTERNS[self.pattern]

    def at(self, x, y):
        """A point of its pattern on the board."""
        angle = math.radians(self.turn)
        cos, sin = round(math.cos(angle)), round(math.sin(angle))
        return round(self.x + x * cos + y * sin, 4), round(self.y - x * sin + y * cos, 4)

    def size(self, pad):
        """Width and height of a pad as it lies on the board."""
        return (pad.h, pad.w) if self.turn % 180 else (pad.w, pad.h)

    def net(self, number):
        """The net on a pad; None when it is open."""
        by_number = {footprints.number(self.kind, pin): net for pin, net in self.nets.items()}
        return by_number.get(number)

    def place(self, pin):
        """Where the first pad of a pin lies."""
        wanted = footprints.number(self.kind, pin)
        pad = next(p for p in self.footprint.pads if p.number == wanted)
        return self.at(pad.x, pad.y)


@dataclass
class Board:
    """A board of two layers, ``w`` x ``h`` mm, its corner at (0, 0)."""

    name: str
    title: str
    w: float
    h: float
    parts: list = field(default_factory=list)
    tracks: list = field(default_factory=list)  # (net, layer, width, (x, y), (x, y))
    vias: list = field(default_factory=list)  # (net, (x, y))
    holes: list = field(default_factory=list)  # (x, y, diameter), no copper
    texts: list = field(default_factory=list)  # (x, y, height, text) on the front

    def put(self, ref, kind, part, pattern, x, y, turn, *nets, **named):
        """Place a part; nets in the order of its pins 1 and 2, or by name."""
        by_pin = named or {str(n): net for n, net in enumerate(nets, 1)}
        made = Placed(ref, kind, part, pattern, round(x, 4), round(y, 4), turn, by_pin)
        self.parts.append(made)
        return made

    def run(self, net, width, *points, layer=FRONT):
        """A track through these points."""
        points = [(round(x, 4), round(y, 4)) for x, y in points]
        for a, b in zip(points, points[1:], strict=False):
            if a != b:
                self.tracks.append((net, layer, width, a, b))

    def via(self, net, x, y):
        """A via."""
        self.vias.append((net, (round(x, 4), round(y, 4))))

    def nets(self):
        """All nets of its parts, sorted."""
        return sorted({net for part in self.parts for net in part.nets.values() if net})


def shapes(board):
    """Every piece of copper: (net, layers, first point, second point, half width, its pad or None).

    A pad with rounded corners is its inner rectangle's four sides with the corners' radius around,
    and the line through its middle.
    """
    found = []
    for part in board.parts:
        for pad in part.footprint.pads:
            w, h = part.size(pad)
            x, y = part.at(pad.x, pad.y)
            layers = (FRONT, BACK) if pad.drill else (FRONT,)
            owner, net = (part.ref, pad.number), part.net(pad.number)
            for a, b, half in _outline(x, y, w, h, 0.5 if pad.drill else CORNER):
                found.append((net, layers, a, b, half, owner))
    for net, layer, width, a, b in board.tracks:
        found.append((net, (layer,), a, b, width / 2, None))
    for net, at in board.vias:
        found.append((net, (FRONT, BACK), at, at, VIA_MM / 2, None))
    return found


def _outline(x, y, w, h, corner):
    """Lines (first point, second point, half width) that cover a pad."""
    half, radius = min(w, h) / 2, min(w, h) * corner
    dx, dy = w / 2 - half, h / 2 - half
    yield (x - dx, y - dy), (x + dx, y + dy), half
    if corner < 0.5:
        left, right = x - w / 2 + radius, x + w / 2 - radius
        upper, lower = y - h / 2 + radius, y + h / 2 - radius
        yield (left, upper), (right, upper), radius
        yield (right, upper), (right, lower), radius
        yield (right, lower), (left, lower), radius
        yield (left, lower), (left, upper), radius


def gap(first, second):
    """Distance of two pieces of copper, mm; below 0 where they overlap."""
    return _apart(first[2], first[3], second[2], second[3]) - first[4] - second[4]


def _apart(a, b, c, d):
    """Least distance of two line pieces."""
    if _cross(a, b, c, d):
        return 0.0
    return min(apart(a, c, d), apart(b, c, d), apart(c, a, b), apart(d, a, b))


def apart(p, a, b):
    """Distance of a point from a line piece."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0
    if length:
        t = min(1.0, max(0.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def _side(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _cross(a, b, c, d):
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def problems(board):
    """What is wrong with a board, one line each; empty when its copper is the netlist's."""
    return [*_near(board), *_joined(board), *_courtyards(board), *_edges(board)]


def _box(piece):
    """(left, upper, right, lower) of a piece of copper."""
    (x0, y0), (x1, y1), half = piece[2:5]
    return min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half, max(y0, y1) + half


def _clear(a, b, space):
    """True when two boxes are further apart than ``space`` mm: their gap need not be computed."""
    return b[0] - a[2] > space or a[0] - b[2] > space or b[1] - a[3] > space or a[1] - b[3] > space


def _near(board):
    """Copper of two nets closer than the clearance."""
    found, pieces = [], sorted(((_box(p), p) for p in shapes(board)), key=lambda made: made[0][0])
    for i, (box, first) in enumerate(pieces):
        for other, second in pieces[i + 1 :]:
            if other[0] - box[2] > CLEARANCE_MM:
                break
            if _clear(box, other, CLEARANCE_MM):
                continue
            different = first[0] != second[0] or first[0] is None
            same_part = first[5] and second[5] and first[5] == second[5]
            if different and not same_part and set(first[1]) & set(second[1]):
                space = gap(first, second)
                if space < CLEARANCE_MM - 1e-6:
                    names = f"{first[5] or first[0]} and {second[5] or second[0]}"
                    found.append(f"{board.name}: {names} are {space:.2f} mm apart")
    return found


def _joined(board):
    """Nets whose copper does not join all their pads."""
    by_net = {}
    for piece in shapes(board):
        if piece[0] is not None:
            by_net.setdefault(piece[0], []).append((_box(piece), piece))
    found = []
    for net, pieces in sorted(by_net.items()):
        pads = [p[5] for (_, p), joined in zip(pieces, _reached(pieces), strict=True)
                if p[5] and not joined]  # fmt: skip
        if pads:
            ends = " ".join(f"{ref}.{number}" for ref, number in pads)
            found.append(f"{board.name}: {net}: not joined to the rest: {ends}")
    return found


def _reached(pieces):
    """For each piece, with its box, whether it is joined to the first, over whatever lies between.

    Pieces are compared from left to right, with those that begin before they end; two that are
    joined already are not compared.
    """
    joined = list(range(len(pieces)))  # piece -> another it is joined to, in the end one for all

    def end(i):
        while joined[i] != i:
            joined[i] = i = joined[joined[i]]
        return i

    order = sorted(range(len(pieces)), key=lambda i: pieces[i][0][0])
    for place, i in enumerate(order):
        right = pieces[i][0][2]
        for k in order[place + 1 :]:
            if pieces[k][0][0] - right > TOUCH_MM:
                break
            if end(i) != end(k) and _touch(*pieces[i], *pieces[k]):
                joined[end(k)] = end(i)
    return [end(i) == end(0) for i in range(len(pieces))]


def _touch(box, piece, other_box, other):
    """True when two pieces, each with its box, are joined on a layer."""
    if _clear(box, other_box, TOUCH_MM):
        return False
    return bool(set(piece[1]) & set(other[1])) and gap(other, piece) < 0


def courtyard(part):
    """(left, upper, right, lower) of a part on the board."""
    x0, y0, x1, y1 = part.footprint.courtyard
    corners = [part.at(x, y) for x in (x0, x1) for y in (y0, y1)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _courtyards(board):
    found = []
    for i, first in enumerate(board.parts):
        a = courtyard(first)
        for second in board.parts[i + 1 :]:
            b = courtyard(second)
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                found.append(f"{board.name}: {first.ref} and {second.ref} overlap")
    return found


def _edges(board):
    found = []
    for piece in shapes(board):
        for x, y in piece[2:4]:
            near = min(x, y, board.w - x, board.h - y) - piece[4]
            if near < EDGE_MM - 1e-6:
                name = piece[5] or piece[0]
                found.append(f"{board.name}: {name} is {near:.2f} mm from the edge")
                break
    return found
