"""What stands on a land pattern, for three-dimensional pictures: KiCad's own models, or outlines.

KiCad 9's library has most parts; a board names them by KiCad's environment variable, so a picture
has them where ``kicad-packages3d`` is installed and shows bare pads where it is not. For the rest
we draw outlines (VRML), true in size and place, not in detail. Millimetres, x to the right, y as
the pattern has it (downwards), z up from the board's face.
"""

import math

LIBRARY = "${KICAD9_3DMODEL_DIR}"
OURS = "feltwire.3dshapes"
UNIT_MM = 2.54  # a VRML unit, as KiCad reads one
ROUND = 24  # sides of what is round

BLACK, WHITE, METAL = (0.1, 0.1, 0.1), (0.85, 0.85, 0.82), (0.75, 0.75, 0.75)
RED, FERRITE, COPPER, GREEN = (
    (0.7, 0.1, 0.1),
    (0.25, 0.25, 0.27),
    (0.72, 0.42, 0.2),
    (0.2, 0.4, 0.25),
)


def _box(x0, y0, x1, y1, low, high):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], low, high, "z"


def _disc(x, y, radius, low, high, axis="z"):
    steps = [2 * math.pi * n / ROUND for n in range(ROUND)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in steps], low, high, axis


def _wires(places, colours, radius, high):
    """Wires that come up out of their holes."""
    ends = zip(places, colours, strict=True)
    return [(c, _disc(x, y, radius, -2.0, high)) for (x, y), c in ends]


def _ring():
    """FT37: 9.5 mm across, 4.75 mm its hole, 3.3 mm thick; it stands upright, its axis along y."""
    outer, inner, half = 9.5 / 2, 4.75 / 2, 3.3 / 2
    middle, found = outer + 0.4, []
    for n in range(ROUND):
        a, b = (2 * math.pi * (n + k) / ROUND for k in (0, 1))
        corners = ((inner, a), (outer, a), (outer, b), (inner, b))
        part = [(r * math.cos(t), middle + r * math.sin(t)) for r, t in corners]
        wound = n in (1, 2, 3, 7, 8, 9, 14, 15, 20, 21)  # the two windings, as if wire lay there
        found.append((COPPER if wound else FERRITE, (part, -half, half, "y")))
    legs = [(x, y) for x in (-4, 4) for y in (-4, 4)]
    return [*found, *_wires(legs, [COPPER] * 4, 0.3, 1.5)]


# Sizes of the makers' drawings as recalled: PJ-102AH 14.4 x 9 x 11 mm; a 1812 fuse 4.5 x 3.2 x 0.7.
OUTLINES = {
    "RING": _ring,
    "WIRES4": lambda: _wires([(5.08 * n, 0) for n in range(4)], (RED, BLACK, BLACK, RED), 1.0, 9.0),
    "PAIR": lambda: _wires([(0, 0), (0, 3.81)], (COPPER, COPPER), 0.35, 8.0),
    "F1812": lambda: [
        (GREEN, _box(-1.75, -1.6, 1.75, 1.6, 0.05, 0.7)),
        *((METAL, _box(x - 0.5, -1.6, x + 0.5, 1.6, 0, 0.75)) for x in (-1.75, 1.75)),
    ],
    "JACK": lambda: [
        (BLACK, _box(-4.5, 10.2, 4.5, 13.7, 0, 11.0)),
        (BLACK, _box(-4.5, -0.7, 4.5, 10.2, 0, 6.5)),
        (BLACK, _disc(0, 6.5, 4.5, -0.7, 10.2, "y")),
        (METAL, _disc(0, 6.5, 3.0, 13.7, 13.8, "y")),
    ],
}
# Where a model has another name than its pattern's, or several stand on one: (model, x, y).
SOCKETS = "Connector_PinSocket_2.54mm:PinSocket_1x20_P2.54mm_Vertical"
OTHER = {
    "SOT223": (("Package_TO_SOT_SMD:SOT-223", 0, 0),),
    "PICO": ((SOCKETS, 0, 0), (SOCKETS, 17.78, 0)),
}


def of(pattern):
    """((path, x, y), ...) of the models on a land pattern."""
    if pattern.name in OUTLINES:
        return ((f"${{KIPRJMOD}}/{OURS}/{pattern.name}.wrl", 0, 0),)
    rows = OTHER.get(pattern.name, ((pattern.library, 0, 0),))
    return tuple((_path(name), x, y) for name, x, y in rows)


def _path(name):
    folder, file = name.split(":")
    return f"{LIBRARY}/{folder}.3dshapes/{file}.step"


def lines(pattern):
    """The models as KiCad writes them in a footprint; it counts their y upwards."""
    return "".join(
        f'    (model "{path}" (offset (xyz {x:g} {-y:g} 0)) (scale (xyz 1 1 1)) '
        "(rotate (xyz 0 0 0)))\n"
        for path, x, y in of(pattern)
    )


def files(patterns):
    """``{file name: text}`` of our outlines among these patterns."""
    names = sorted({p.name for p in patterns} & set(OUTLINES))
    return {f"{OURS}/{name}.wrl": _vrml(OUTLINES[name]()) for name in names}


def _vrml(parts):
    """A VRML file of prisms: ``(colour, (outline, low, high, axis))`` each."""
    return "#VRML V2.0 utf8\n" + "".join(_shape(colour, *prism) for colour, prism in parts)


def _shape(colour, outline, low, high, axis):
    """One prism: an outline from ``low`` to ``high`` along its axis (z, or y for what lies)."""
    count = len(outline)
    points = [(a, b, c) for c in (low, high) for a, b in outline]
    if axis == "y":  # the outline stands: its second figure is the height
        points = [(a, c, b) for a, b, c in points]
    rows = [(x, -y, z) for x, y, z in points]
    # Both lists run clockwise from above; a face's front is where it runs the other way round.
    faces = [range(count), range(2 * count - 1, count - 1, -1)]
    for n in range(count):
        after = (n + 1) % count
        faces.append((after, n, count + n, count + after))
    if axis == "y":
        faces = [face[::-1] for face in faces]
    text = " ".join(f"{_mm(x)} {_mm(y)} {_mm(z)}," for x, y, z in rows)
    sides = " ".join(", ".join(map(str, (*face, -1))) + "," for face in faces)
    shade = " ".join(f"{c:g}" for c in colour)
    return (
        "Shape { appearance Appearance { material Material { "
        f"diffuseColor {shade} specularColor 0.2 0.2 0.2 shininess 0.2 }} }}\n"
        "geometry IndexedFaceSet { solid FALSE creaseAngle 0.5 coord Coordinate { point [\n"
        f"{text}\n] }} coordIndex [\n{sides}\n] }} }}\n"
    )


def _mm(value):
    text = f"{value / UNIT_MM:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
