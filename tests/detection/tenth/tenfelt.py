"""Where the loops of a nine-handed table lie, in millimetres; the dealer sits at the bottom."""

import math

SEAT_LOOP, LINE_LOOP, BOARD_LOOP = (110, 130), (100, 100), (75, 100)
AWAY = (0.0, -900.0)  # the deck, the tray: nothing is read there
MOUTH = (100.0, -330.0)
POT = (0.0, 160.0)


def around(seat, wide, high):
    """A spot on the oval through the seats: seat 1 at the dealer's left, then clockwise."""
    turn = math.radians(40 + 35 * (seat - 1))
    return -wide * math.sin(turn), -high * math.cos(turn)


def seat_at(seat):
    """The middle of a seat's safe zone."""
    return around(seat, 980, 490)


def line_at(seat):
    """The middle of a seat's bet spot."""
    return around(seat, 800, 335)


def past_at(seat, reach):
    """A spot ``reach`` mm past the bet spot, on the way to the dealer."""
    x, y = line_at(seat)
    far = math.hypot(x, y + 200) or 1
    return x - x / far * reach, y - (y + 200) / far * reach


def rack_at(seat):
    """Where a seat's chips are stacked, beside its cards: no loop is there."""
    x, y = around(seat, 1040, 560)
    turn = math.radians(40 + 35 * (seat - 1))
    return x + 155 * math.cos(turn), y - 155 * math.sin(turn)


def loops():
    """Antenna -> (x, y, half width, half height)."""
    out = {}
    for seat in range(1, 10):
        out[f"seat:{seat}"] = (*seat_at(seat), SEAT_LOOP[0] / 2, SEAT_LOOP[1] / 2)
        out[f"line:{seat}"] = (*line_at(seat), LINE_LOOP[0] / 2, LINE_LOOP[1] / 2)
    for place in range(1, 6):
        x = -240 + 120 * (place - 1)
        out[f"board:{place}"] = (float(x), 0.0, BOARD_LOOP[0] / 2, BOARD_LOOP[1] / 2)
    out["pot"] = (*POT, 75.0, 75.0)
    out["muck"] = (-230.0, -230.0, 100.0, 75.0)
    out["burn"] = (240.0, -190.0, 37.5, 50.0)
    for quadrant, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1)), 1):
        x, y = MOUTH[0] + sx * 18, MOUTH[1] + sy * 25
        out[f"mouth:{quadrant}"] = (x, y, 15.5, 22.0)
    return out


LOOPS = loops()
READERS = (
    [f"seat:{s}" for s in range(1, 6)] + ["muck"],
    [f"seat:{s}" for s in range(6, 10)]
    + [f"board:{n}" for n in range(1, 6)]
    + ["burn"]
    + [f"mouth:{n}" for n in range(1, 5)],
    [f"line:{s}" for s in range(1, 6)] + ["pot"],
    [f"line:{s}" for s in range(6, 10)],
)


def outside(name, x, y):
    """How far a spot lies outside a loop's edge; negative inside."""
    cx, cy, half_x, half_y = LOOPS[name]
    dx, dy = abs(x - cx) - half_x, abs(y - cy) - half_y
    if dx > 0 and dy > 0:
        return math.hypot(dx, dy)
    return max(dx, dy)


def apart(one, other):
    """The gap between the edges of two loops."""
    ax, ay, aw, ah = LOOPS[one]
    bx, by, bw, bh = LOOPS[other]
    dx, dy = max(0.0, abs(ax - bx) - aw - bw), max(0.0, abs(ay - by) - ah - bh)
    return math.hypot(dx, dy)
