"""Inductance and losses of flat loops: rectangles and rings of printed track.

Rectangles: partial inductances of straight strips (F. W. Grover, Inductance Calculations, chapters
5 and 8; H. M. Greenhouse, IEEE Trans. PHP-10, 1974). Rings: Maxwell's mutual inductance of coaxial
circles, with the strip's geometric mean distance for a ring's own. Lengths in metres, inductance in
henries, resistance in ohms. Turns are taken as closed and concentric: the step from turn to turn
of a real spiral is small against a turn.
"""

import math

MU0 = 4e-7 * math.pi
COPPER_OHM_M = 1.68e-8  # at 20 degrees Celsius
STRIP_GMD = 0.2235  # geometric mean distance of a strip from itself over (width + thickness)


def rectangle_loop(a, b, track, space, turns, thickness=35e-6):
    """Inductance of a rectangular flat coil: outer sides ``a``, ``b``, track width and gap."""
    strips = list(_strips(a, b, track, track + space, turns))
    total = 0.0
    for i, (axis, at, start, end, way) in enumerate(strips):
        total += strip_self(end - start, track, thickness)
        for other_axis, other_at, other_start, other_end, other_way in strips[:i]:
            if other_axis == axis:
                mutual = _parallel(start, end, other_start, other_end, abs(at - other_at))
                total += 2 * way * other_way * mutual
    return total


def rectangles_above(a, b, track, space, turns, apart):
    """Mutual inductance of two equal rectangular flat coils above each other, ``apart`` high."""
    strips = list(_strips(a, b, track, track + space, turns))
    total = 0.0
    for axis, at, start, end, way in strips:
        for other_axis, other_at, other_start, other_end, other_way in strips:
            if axis == other_axis:
                far = math.hypot(at - other_at, apart)
                total += way * other_way * _parallel(start, end, other_start, other_end, far)
    return total


def _strips(a, b, track, pitch, turns):
    """Centre lines of all sides: (axis, place across, start, end, direction of the current)."""
    for turn in range(turns):
        x = (a - track) / 2 - turn * pitch
        y = (b - track) / 2 - turn * pitch
        if x <= 0 or y <= 0:
            raise ValueError("the turns do not fit into the loop")
        yield from (("y", x, -y, y, 1), ("x", y, -x, x, -1))
        yield from (("y", -x, -y, y, -1), ("x", -y, -x, x, 1))


def strip_self(length, width, thickness):
    """Inductance of a straight flat strip (Grover, chapter 5)."""
    around = width + thickness
    return 2e-7 * length * (math.log(2 * length / around) + 0.50049 + around / (3 * length))


def _parallel(a0, a1, b0, b1, apart):
    """Mutual inductance of parallel filaments, a0 to a1 and b0 to b1 (Grover, chapter 6)."""

    def part(x):
        x = abs(x)
        return 1e-7 * (x * math.asinh(x / apart) - math.hypot(x, apart))

    return part(a1 - b0) - part(a1 - b1) - part(a0 - b0) + part(a0 - b1)


def ring_loop(diameter, track, space, turns, thickness=35e-6):
    """Inductance of a round flat coil with this outer diameter."""
    radii = [(diameter - track) / 2 - n * (track + space) for n in range(turns)]
    if radii[-1] <= track:
        raise ValueError("the turns do not fit into the loop")
    gmd = STRIP_GMD * (track + thickness)
    total = sum(MU0 * r * (math.log(8 * r / gmd) - 2) for r in radii)
    for i, r in enumerate(radii):
        total += sum(2 * rings_mutual(r, other) for other in radii[:i])
    return total


def rings_mutual(r1, r2, apart=0.0):
    """Mutual inductance of two coaxial circles, planes ``apart`` (Maxwell; Grover, chapter 11)."""
    square = 4 * r1 * r2 / ((r1 + r2) ** 2 + apart**2)
    first, second = _elliptic(square)
    k = math.sqrt(square)
    return MU0 * math.sqrt(r1 * r2) * ((2 / k - k) * first - 2 / k * second)


def _elliptic(square):
    """Complete elliptic integrals K and E of modulus squared, by the arithmetic-geometric mean."""
    a, g, total, power = 1.0, math.sqrt(1 - square), square / 2, 1.0
    for _ in range(40):
        c = (a - g) / 2
        a, g = (a + g) / 2, math.sqrt(a * g)
        total += power * c * c
        power *= 2
        if c < 1e-17:
            break
    first = math.pi / (2 * a)
    return first, first * (1 - total)


def wire_ring(radius, wire_radius):
    """A single round turn of round wire, current on its surface (Grover, chapter 16)."""
    return MU0 * radius * (math.log(8 * radius / wire_radius) - 2)


def single_layer_estimate(perimeter, conductor, turns, circular):
    """The reader data sheet's rule of thumb (NXP MFRC631 data sheet rev. 3.3, section 14.1.4).

    ``perimeter``: of one turn; ``conductor``: track width or wire diameter.
    """
    shape = 1.07 if circular else 1.47
    centimetres = perimeter * 100
    nano = 2 * centimetres * (math.log(perimeter / conductor) - shape) * turns**1.8
    return nano * 1e-9


def modified_wheeler(outer, inner, turns):
    """Square spiral by mean side and fill (Mohan, IEEE JSSC 34, 1999; ST AN2866, 4.3)."""
    fill = (outer - inner) / (outer + inner)
    return 2.34 * MU0 * turns**2 * (outer + inner) / 2 / (1 + 2.75 * fill)


def track_length(loop, turns, track, space):
    """Length of the whole track; ``loop``: dict with ``d`` or ``w`` and ``h`` in metres."""
    total = 0.0
    for turn in range(turns):
        cut = track + 2 * turn * (track + space)
        if "d" in loop:
            total += math.pi * (loop["d"] - cut)
        else:
            total += 2 * (loop["w"] + loop["h"] - 2 * cut)
    return total


def track_resistance(length, width, thickness=35e-6, frequency=13.56e6, crowding=1.0):
    """Resistance of a copper track at a frequency: skin effect on both faces.

    ``crowding``: how much more than that, because current also crowds to a strip's edges.
    """
    skin = math.sqrt(COPPER_OHM_M / (math.pi * frequency * MU0))
    depth = 2 * skin * (1 - math.exp(-thickness / (2 * skin)))
    return crowding * COPPER_OHM_M * length / (width * depth)


def rectangles_mutual(first, second):
    """Mutual inductance of two single-turn rectangles in one plane.

    Each is a dict with centre ``x``, ``y`` and sides ``w``, ``h`` in metres. Side by side they
    oppose: the value is negative.
    """
    total = 0.0
    for axis, at, start, end, way in _sides(first):
        for other_axis, other_at, other_start, other_end, other_way in _sides(second):
            if axis == other_axis:
                apart = max(abs(at - other_at), 1e-4)  # sides in one line: a track's width apart
                total += way * other_way * _parallel(start, end, other_start, other_end, apart)
    return total


def _sides(loop):
    left, right = loop["x"] - loop["w"] / 2, loop["x"] + loop["w"] / 2
    low, high = loop["y"] - loop["h"] / 2, loop["y"] + loop["h"] / 2
    yield from (("y", right, low, high, 1), ("x", high, left, right, -1))
    yield from (("y", left, low, high, -1), ("x", low, left, right, 1))
