"""A small maze router: joins points of a net by tracks of one width on two layers, A* on a grid.

For the few nets of a board that do not follow its regular pattern. What is there already (pads,
tracks, vias) keeps its clearance. Deterministic: the same board gets the same tracks.
"""

import functools
import heapq
import math

from tools.hardware import copper
from tools.hardware.copper import BACK, CLEARANCE_MM, EDGE_MM, FRONT, VIA_MM

GRID_MM = 0.25
VIA_STEPS = 12  # a via is taken where it saves as many steps of the grid
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
LAYERS = (FRONT, BACK)


class Unroutable(Exception):
    """There is no way between two points of a net."""


def join(board, net, width, window, *points):
    """Join points (x, y, layer) of a net one after the other, inside ``window``."""
    for first, second in zip(points, points[1:], strict=False):
        grid = _Grid(board, net, width, window)
        way = _way(grid, first, second)
        _draw(board, net, width, first, second, way, grid.point)


class _Grid:
    """Which cells a track's or a via's middle may not be on."""

    def __init__(self, board, net, width, window):
        self.left, self.upper, right, lower = window
        self.columns = round((right - self.left) / GRID_MM) + 1
        self.rows = round((lower - self.upper) / GRID_MM) + 1
        self.tracks = (set(), set())
        self.vias = set()
        edge = EDGE_MM + width / 2
        self.inside = (edge, edge, board.w - edge, board.h - edge)
        for piece in copper.shapes(board):
            if piece[0] != net:
                for n, layer in enumerate(LAYERS):
                    if layer in piece[1]:
                        self._mark(self.tracks[n], piece, width / 2 + CLEARANCE_MM)
                self._mark(self.vias, piece, VIA_MM / 2 + CLEARANCE_MM)
            elif piece[5]:
                self._mark(self.vias, piece, VIA_MM / 2)  # no via in a pad
        for x, y, diameter in board.holes:
            hole = (None, LAYERS, (x, y), (x, y), diameter / 2)
            for cells in (*self.tracks, self.vias):
                self._mark(cells, hole, VIA_MM / 2 + CLEARANCE_MM)

    def _mark(self, cells, piece, around):
        size = (self.columns, self.rows)
        cells |= _near(piece[2], piece[3], piece[4] + around, (self.left, self.upper), size)

    def cell(self, x, y):
        """The cell nearest to a point."""
        return round((x - self.left) / GRID_MM), round((y - self.upper) / GRID_MM)

    def point(self, x, y):
        """A cell's middle."""
        return self.left + x * GRID_MM, self.upper + y * GRID_MM

    def free(self, x, y, layer):
        """True where a track may pass."""
        px, py = self.point(x, y)
        left, upper, right, lower = self.inside
        return (
            0 <= x < self.columns
            and 0 <= y < self.rows
            and left <= px <= right
            and upper <= py <= lower
            and (x, y) not in self.tracks[layer]
        )


@functools.cache
def _near(first, second, reach, corner, size):
    """Cells closer to a line piece than ``reach``; kept, as most copper stays from net to net."""
    found, (left, upper) = set(), corner
    x0, x1 = sorted((first[0] - left, second[0] - left))
    y0, y1 = sorted((first[1] - upper, second[1] - upper))
    columns = _range(x0 - reach, x1 + reach, size[0])
    for y in _range(y0 - reach, y1 + reach, size[1]):
        for x in columns:
            point = (left + x * GRID_MM, upper + y * GRID_MM)
            if copper.apart(point, first, second) < reach - 1e-6:
                found.add((x, y))
    return frozenset(found)


def _range(low, high, count):
    """Cells from ``low`` to ``high`` mm that are on the grid."""
    return range(max(0, round(low / GRID_MM)), min(count, round(high / GRID_MM) + 1))


def _way(grid, first, second):
    """Cells (x, y, layer) from one point to another. Raises Unroutable."""
    start = (*grid.cell(*first[:2]), LAYERS.index(first[2]))
    goal = (*grid.cell(*second[:2]), LAYERS.index(second[2]))
    open_, came, cost = [(0, start, None)], {}, {start: 0}
    while open_:
        _, here, before = heapq.heappop(open_)
        if here in came:
            continue
        came[here] = before
        if here == goal:
            return _back(came, goal)
        x, y, layer = here
        near = [((x + dx, y + dy, layer), 1) for dx, dy in SIDES]
        if (x, y) not in grid.vias:
            near.append(((x, y, 1 - layer), VIA_STEPS))
        for there, step in near:
            total = cost[here] + step
            if there not in came and grid.free(*there) and total < cost.get(there, math.inf):
                cost[there] = total
                ahead = abs(there[0] - goal[0]) + abs(there[1] - goal[1])
                heapq.heappush(open_, (total + ahead, there, here))
    raise Unroutable(f"no way from {first} to {second}")


def _back(came, goal):
    way, here = [], goal
    while here is not None:
        way.append(here)
        here = came[here]
    return way[::-1]


def _draw(board, net, width, first, second, way, point):
    """The way as tracks and vias, its ends exactly on the two points."""
    run, layer = [first[:2]], way[0][2]
    for n, (x, y, here) in enumerate(way):
        at = point(x, y)
        if here != layer:
            board.run(net, width, *_straight(run), layer=LAYERS[layer])
            board.via(net, *at)
            run, layer = [], here
        run.append(second[:2] if n == len(way) - 1 else at)
    board.run(net, width, *_straight(run), layer=LAYERS[layer])


def _straight(points):
    """The same line without the points it passes straight through."""
    kept = points[:1]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        one = (here[0] - before[0], here[1] - before[1])
        two = (after[0] - here[0], after[1] - here[1])
        if abs(one[0] * two[1] - one[1] * two[0]) > 1e-9:
            kept.append(here)
    return [*kept, points[-1]]
