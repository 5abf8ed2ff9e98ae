"""Coverage and cross-talk of a table, asked of the virtual field: what each antenna would read.

Cards lie on a grid over each zone, face up and down, along and across. Coverage is the share of
places where the zone's own antenna reads the card as well as in its middle (its inlay is inside the
loop); cross-talk is the chance of one reading by another zone's antenna, by the noise model.
"""

from dataclasses import dataclass

from tools.hardware.description import BadHardware
from tools.virtual.field import Field
from tools.virtual.noise import Noise
from tools.virtual.things import Card

COVERAGE_MIN = 0.9
CROSS_MAX = 0.15
STEPS = 5
INSIDE = 0.4  # of a loop's size: where people lay cards, to each side of its middle
QUARTERS = (0, 90, 180, 270)


@dataclass(frozen=True)
class Seen:
    """What was found of a zone: shares from 0 to 1, and the other antenna that reads most."""

    zone: str
    coverage: float
    cross: float
    by: str


def survey(table):
    """A ``Seen`` for every zone, in the table's order (the mouth's quadrants read in pairs)."""
    field = Field(table)
    noise = Noise(0, 1.0)
    return [_zone(field, noise, antenna) for antenna in field.antennas]


def _zone(field, noise, antenna):
    inside, places, cross, by = 0, 0, 0.0, ""
    for x, y in _places(field, antenna):
        places += 1
        if antenna.edge(x, y) <= 0:
            inside += 1
        for other in field.antennas:
            if other is antenna or _same_group(other, antenna):
                continue
            chance = 1.0 - noise.miss(other.edge(x, y), other.scale, ("card", 1))
            if chance > cross:
                cross, by = chance, other.zone
    return Seen(antenna.zone, inside / places, cross, by)


def _places(field, antenna):
    """Where a card's inlay comes to lie when the card is laid on the zone's grid."""
    if antenna.zone.startswith("mouth:"):
        # the well holds the card square: its inlay is over this quadrant or over its neighbours
        mid = field.places["mouth"]
        spots = [_inlay(mid[0], mid[1], facing, 0) for facing in ("up", "down")]
        spots += [_inlay(mid[0], mid[1], facing, 180) for facing in ("up", "down")]
        return [min(spots, key=lambda p: antenna.edge(*p))]
    half_w = antenna.radius if antenna.radius is not None else antenna.half_w
    half_h = antenna.radius if antenna.radius is not None else antenna.half_h
    # a card is laid into its zone: its middle leaves room for the inlay's offset
    steps = [i / (STEPS - 1) * 2 - 1 for i in range(STEPS)]
    grid = [
        (antenna.x + INSIDE * half_w * a, antenna.y + INSIDE * half_h * b)
        for a in steps
        for b in steps
    ]
    return [_inlay(x, y, facing, q) for x, y in grid for facing in ("up", "down") for q in QUARTERS]


def _inlay(x, y, facing, angle):
    card = Card(b"\xe0" + bytes(7))
    card.facing, card.angle = facing, angle
    return card.inlay_at(x, y)


def _same_group(first, second):
    return first.zone.startswith("mouth:") and second.zone.startswith("mouth:")


def check(seen):
    """Raise BadHardware for zones that are not covered or read elsewhere."""
    bad = [
        f"{s.zone}: only {s.coverage:.0%} of it is covered"
        for s in seen
        if s.coverage < COVERAGE_MIN
    ]
    bad += [
        f"{s.zone}: {s.by} reads its cards, too ({s.cross:.0%} of readings)"
        for s in seen
        if s.cross > CROSS_MAX
    ]
    if bad:
        raise BadHardware(bad)
