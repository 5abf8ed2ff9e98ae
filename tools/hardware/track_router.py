"""A router for a whole board: every net, two layers, tracks that make way for each other.

Nets are routed one after the other on a fine grid; one that can only pass over another's track
takes its place, and the other is routed anew, each time at a higher price there, until none is in
the way.
``autorouter`` joins a few points on a board that is laid out by hand; this one takes minutes, so
its tracks are kept (``hardware/routes``) and checked like any others. ``ground`` covers what stays
free with a mesh of ground.
"""

import heapq
import math

from tools.hardware import copper
from tools.hardware.copper import BACK, CLEARANCE_MM, EDGE_MM, FRONT, VIA_MM

GRID_MM = 0.254
LAYERS = (FRONT, BACK)
VIA_COST, ASIDE, IN_THE_WAY, GROWTH = 14, 1.6, 8, 4
TRIES = 4000  # routes of nets, again and again, before it gives up
MESH, MESH_MM = 5, 0.8  # a line of ground every so many cells, and its width


class Unroutable(Exception):
    """A net finds no way, or nets do not stop pushing each other aside."""


class Field:
    """The grid over a board: who keeps which cell, for tracks of each width and for vias."""

    def __init__(self, board, widths):
        self.board = board
        self.columns, self.rows = (int(v / GRID_MM) + 1 for v in (board.w, board.h))
        self.size = self.columns * self.rows
        self.nets = {net: n for n, net in enumerate(board.nets(), 1)}
        self.halves = {width: width / 2 for width in {*widths, MESH_MM}}
        self.halves["via"] = VIA_MM / 2
        self.pads = {w: [0] * (2 * self.size) for w in self.halves}  # 0, a net, or -1: nobody
        self.tracks = {w: {} for w in self.halves}  # cell -> {net}
        self.dear = {}  # cell -> what it costs more, since nets met there
        for width, half in self.halves.items():
            self._edges(width, half)
            for net, layers, a, b, radius, owner in copper.shapes(board):
                if owner:
                    self._keep(width, self.nets.get(net, -1), layers, a, b, radius, half)
            for x, y, diameter in board.holes:
                self._keep(width, -1, LAYERS, (x, y), (x, y), diameter / 2, half)

    def _edges(self, width, half):
        owner = self.pads[width]
        far = EDGE_MM + half
        for y in range(self.rows):
            for x in range(self.columns):
                px, py = x * GRID_MM, y * GRID_MM
                if min(px, py, self.board.w - px, self.board.h - py) < far:
                    for layer in (0, 1):
                        owner[self.cell(x, y, layer)] = -1

    def _keep(self, width, net, layers, a, b, radius, half):
        """A pad keeps others away; vias keep away from every pad that is not a hole."""
        owner = self.pads[width]
        around = radius + half + CLEARANCE_MM
        for x, y in self.near(a, b, around):
            for n, layer in enumerate(LAYERS):
                if layer in layers:
                    cell = self.cell(x, y, n)
                    owner[cell] = net if owner[cell] in (0, net) else -1
        if width == "via":
            for x, y in self.near(a, b, radius + half):
                for n in (0, 1):
                    owner[self.cell(x, y, n)] = -1

    def cell(self, x, y, layer):
        """The number of a cell."""
        return layer * self.size + y * self.columns + x

    def where(self, cell):
        """(x, y, layer) of a cell."""
        layer, rest = divmod(cell, self.size)
        y, x = divmod(rest, self.columns)
        return x, y, layer

    def point(self, cell):
        """Its middle, mm."""
        x, y, _ = self.where(cell)
        return round(x * GRID_MM, 4), round(y * GRID_MM, 4)

    def near(self, a, b, reach):
        """(x, y) of the cells whose middle is nearer to a line piece than ``reach``."""
        x0, x1 = sorted((a[0], b[0]))
        y0, y1 = sorted((a[1], b[1]))
        for y in _span(y0 - reach, y1 + reach, self.rows):
            for x in _span(x0 - reach, x1 + reach, self.columns):
                if copper.apart((x * GRID_MM, y * GRID_MM), a, b) < reach - 1e-6:
                    yield x, y

    def mark(self, net, cells, half, add):
        """Put a net's track on the field, or take it off."""
        for width, other in self.halves.items():
            taken = self.tracks[width]
            for dx, dy in _disk(half + other + CLEARANCE_MM):
                for cell in cells:
                    at = cell + dy * self.columns + dx
                    if add:
                        taken.setdefault(at, set()).add(net)
                    elif at in taken:
                        taken[at].discard(net)


def _span(low, high, count):
    return range(max(0, math.ceil(low / GRID_MM)), min(count, math.floor(high / GRID_MM) + 1))


def _disk(reach):
    n = int(reach / GRID_MM) + 1
    side = range(-n, n + 1)
    return [(x, y) for x in side for y in side if math.hypot(x, y) * GRID_MM < reach - 1e-6]


class Net:
    """A net to route: its pads' cells, its width, and its ways once it has some."""

    def __init__(self, field, name, width):
        self.name, self.number, self.width = name, field.nets[name], width
        self.ends = []  # one a pad: {cell: the pad's middle}
        for part in field.board.parts:
            for pad in part.footprint.pads:
                if part.net(pad.number) == name:
                    point = part.at(pad.x, pad.y)
                    x, y = (round(v / GRID_MM) for v in point)
                    layers = (0, 1) if pad.drill else (0,)
                    self.ends.append({field.cell(x, y, layer): point for layer in layers})
        self.ways = []

    def cells(self):
        """All cells of its tracks."""
        return {cell for way in self.ways for cell in way}

    def vias(self, field):
        """Cells (on the front) where it changes sides."""
        found = set()
        for way in self.ways:
            for a, b in zip(way, way[1:], strict=False):
                if abs(a - b) >= field.size:
                    found.add(min(a, b) % field.size)
        return found


def route(board, widths, first=()):
    """Route every net of a board: tracks and vias are added to it. Returns the field and the nets.

    ``widths``: net -> width, others under ``""``. ``first``: nets in the order they begin.
    """
    field = Field(board, widths.values())
    nets = {}
    for name in board.nets():
        net = Net(field, name, widths.get(name, widths[""]))
        if len(net.ends) > 1:
            nets[net.number] = net
    order = sorted(nets.values(), key=lambda n: (_rank(n, first), _length(field, n), n.name))
    queue = [net.number for net in order]
    for _ in range(TRIES):
        if not queue:
            return field, nets
        net = nets[queue.pop(0)]
        for other in sorted(_lay(field, net)):
            _lift(field, nets[other])
            queue.append(other)
    raise Unroutable(f"{len(queue)} nets are still in each other's way")


def _rank(net, first):
    return first.index(net.name) if net.name in first else len(first)


def _length(field, net):
    points = [field.where(min(end)) for end in net.ends]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return max(xs) - min(xs) + max(ys) - min(ys)


def _lay(field, net):
    """Join all pads of a net; the nets that are in its way now."""
    left = list(net.ends)
    joined = dict(left.pop(0))
    while left:
        goals = {cell: n for n, end in enumerate(left) for cell in end}
        way = _way(field, net, joined, goals)
        net.ways.append(way)
        for cell in left.pop(goals[way[-1]]):
            joined[cell] = None
        joined.update(dict.fromkeys(way))
    return _settle(field, net)


def _settle(field, net):
    """Mark a net's ways; the others on them, with the price of their cells raised."""
    met = set()
    vias = net.vias(field)
    for cell in net.cells():
        here = field.tracks[net.width].get(cell, ())
        if here:
            met |= here
            field.dear[cell] = field.dear.get(cell, 0) + GROWTH
    for cell in vias:
        for at in (cell, cell + field.size):
            here = field.tracks["via"].get(at, ())
            if here:
                met |= here
                field.dear[at] = field.dear.get(at, 0) + GROWTH
    field.mark(net.number, net.cells(), field.halves[net.width], True)
    both = [at for cell in vias for at in (cell, cell + field.size)]
    field.mark(net.number, both, VIA_MM / 2, True)
    return met - {net.number}


def _lift(field, net):
    """Take a net's tracks off the field."""
    vias = net.vias(field)
    field.mark(net.number, net.cells(), field.halves[net.width], False)
    both = [at for cell in vias for at in (cell, cell + field.size)]
    field.mark(net.number, both, VIA_MM / 2, False)
    net.ways = []


def _way(field, net, starts, goals):
    """Cells from any start to any goal, the cheapest. Raises Unroutable."""
    pads, vias = field.pads[net.width], field.pads["via"]
    tracks, via_tracks, dear = field.tracks[net.width], field.tracks["via"], field.dear
    mine, size, columns = net.number, field.size, field.columns
    aims = [field.where(goal)[:2] for goal in goals]

    def ahead(cell):
        rest = cell % size
        y, x = divmod(rest, columns)
        return min(abs(x - gx) + abs(y - gy) for gx, gy in aims)

    def price(cell, taken):
        others = taken.get(cell)
        if not others or others == {mine}:
            return dear.get(cell, 0) * 0.25
        return IN_THE_WAY * (len(others) - (mine in others)) + dear.get(cell, 0)

    cost = dict.fromkeys(starts, 0.0)
    came = dict.fromkeys(starts)
    open_ = [(ahead(cell), cell) for cell in sorted(starts)]
    heapq.heapify(open_)
    done = set()
    while open_:
        _, here = heapq.heappop(open_)
        if here in done:
            continue
        done.add(here)
        if here in goals:
            return _walked(came, here)
        front = here < size
        steps = [(here + 1, front), (here - 1, front), (here + columns, not front)]
        steps.append((here - columns, not front))
        near = [(cell, 1 if along else ASIDE, tracks) for cell, along in steps]
        other = here + size if front else here - size
        if vias[here] in (0, mine) and vias[other] in (0, mine):
            near.append((other, VIA_COST + price(here, via_tracks), via_tracks))
        for cell, step, taken in near:
            if cell in done or pads[cell] not in (0, mine):
                continue
            total = cost[here] + step + price(cell, taken)
            if total < cost.get(cell, math.inf):
                cost[cell], came[cell] = total, here
                heapq.heappush(open_, (total + ahead(cell), cell))
    raise Unroutable(f"{net.name}: no way")


def _walked(came, here):
    way = []
    while here is not None:
        way.append(here)
        here = came[here]
    return way[::-1]


def draw(board, field, nets, mesh=()):
    """The nets' ways as tracks and vias on the board; those of ground end at each ``mesh`` node."""
    for number in sorted(nets):
        net = nets[number]
        middle = {cell: point for end in net.ends for cell, point in end.items()}
        for way in net.ways:
            _draw(board, field, net, way, middle, mesh)


def _draw(board, field, net, way, middle, mesh):
    for cell in (way[0], way[-1]):  # into the pad's very middle
        if cell in middle:
            layer = LAYERS[cell >= field.size]
            board.run(net.name, net.width, middle[cell], field.point(cell), layer=layer)
    run = [way[0]]
    for before, here in zip(way, way[1:], strict=False):
        if abs(here - before) >= field.size:
            _run(board, field, net, run)
            board.via(net.name, *field.point(here))
            run = []
        elif len(run) > 1 and (run[-1] - run[-2] != here - before or before in mesh):
            _run(board, field, net, run)
            run = [before]
        run.append(here)
    _run(board, field, net, run)


def _run(board, field, net, cells):
    if len(cells) > 1:
        layer = LAYERS[cells[0] >= field.size]
        ends = field.point(cells[0]), field.point(cells[-1])
        board.run(net.name, net.width, *ends, layer=layer)


def ground(board, field, nets, name="GND"):
    """A mesh of ground where nothing else is, joined to the ground's tracks and pads: its nodes."""
    number = field.nets[name]
    pads, tracks = field.pads[MESH_MM], field.tracks[MESH_MM]

    def free(cell):
        return pads[cell] in (0, number) and not tracks.get(cell, set()) - {number}

    links = {}
    for layer in (0, 1):
        for y in range(0, field.rows, MESH):
            for x in range(0, field.columns, MESH):
                here = field.cell(x, y, layer)
                for step, there in ((1, (x + MESH, y)), (field.columns, (x, y + MESH))):
                    if there[0] < field.columns and there[1] < field.rows:
                        cells = [here + step * n for n in range(MESH + 1)]
                        if all(free(cell) for cell in cells):
                            links.setdefault(here, set()).add(cells[-1])
                            links.setdefault(cells[-1], set()).add(here)
    held = nets[number].cells() | {cell for end in nets[number].ends for cell in end}
    _prune(links, held)
    kept = _kept(links, held)
    for step in (MESH, MESH * field.columns):
        for node in sorted(kept):
            if node - step not in links[node]:
                end = node
                while end + step in links[end]:
                    end += step
                if end != node:
                    layer = LAYERS[node >= field.size]
                    board.run(name, MESH_MM, field.point(node), field.point(end), layer=layer)
    return kept


def _prune(links, held):
    """Take off ends that lead nowhere."""
    loose = [n for n, near in links.items() if len(near) < 2 and n not in held]
    while loose:
        node = loose.pop()
        for other in links.pop(node, ()):
            links[other].discard(node)
            if len(links[other]) < 2 and other not in held:
                loose.append(other)


def _kept(links, held):
    """Nodes that hang together with the ground's own tracks and pads."""
    kept, left = set(), [node for node in links if node in held]
    while left:
        node = left.pop()
        if node not in kept:
            kept.add(node)
            left += links[node]
    return kept
