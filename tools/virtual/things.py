"""Cards and chips as things on a table: where they lie, how they face, how they move.

A thing has a tag, a position in millimetres (table centre at 0, 0; z is the height above the felt)
and perhaps a motion. Everything is plain data; ``field.py`` says which antenna feels which thing.
"""

import random

from shared_rules.cards import deck as faces_of
from tools.virtual.iso15693_tags import Tag

AWAY_MM = 1000.0  # height of a thing that is in nobody's field: in a hand, in the deck well
CARD_MM = 0.3  # thickness
CHIP_MM = 3.3
# Where a card's inlay sits: off centre on one diagonal, seen from above with the card face down.
INLAY_MM = (15.75, 22.0)
FACINGS = ("down", "up")


class Thing:
    """Something with a tag. ``x, y, z``: mm at rest; ``zone``: the name it was last put to."""

    kind = "thing"
    thickness = 0.0
    inlay = (0.0, 0.0)

    __slots__ = ("tag", "x", "y", "z", "zone", "facing", "angle", "motion", "rests", "uid")

    def __init__(self, uid, tag):
        self.uid = bytes(uid)
        self.tag = tag
        self.x = self.y = 0.0
        self.z = AWAY_MM
        self.zone = "off"
        self.facing = "down"
        self.angle = 0  # degrees, counter-clockwise
        self.motion = None
        self.rests = 0  # how often it was put down: each rest couples a little differently

    def at(self, t_us):
        """(x, y, z) in mm at a time, in motion or at rest."""
        m = self.motion
        if m is None or t_us >= m.t1:
            return self.x, self.y, self.z
        return m.at(t_us)

    def inlay_at(self, x, y):
        """Centre of the tag's inlay in mm when the thing's centre is at x, y."""
        dx, dy = self.inlay
        if not dx and not dy:
            return x, y
        if self.facing == "up":  # turned over about its long axis
            dx = -dx
        if self.angle:
            quarter = round(self.angle / 90) % 4  # held square; finer turns change nothing here
            for _ in range(quarter):
                dx, dy = -dy, dx
        return x + dx, y + dy


class Card(Thing):
    """A playing card. ``uid``: 8 bytes; ``face``: its rank and suit, ``"As"``; AFI of cards."""

    kind = "card"
    thickness = CARD_MM
    inlay = INLAY_MM
    __slots__ = ("face",)

    def __init__(self, uid, face=None, afi=0x71):
        super().__init__(uid, Tag(uid, afi))
        self.face = face

    def __repr__(self):
        return "Card(...)"


class Chip(Thing):
    """A chip. ``denomination``: written to ``block`` as 32 bits, little endian; AFI of chips."""

    kind = "chip"
    thickness = CHIP_MM
    __slots__ = ("denomination",)

    def __init__(self, uid, denomination, afi=0x72, block=0):
        super().__init__(uid, Tag(uid, afi, blocks={block: denomination.to_bytes(4, "little")}))
        self.denomination = denomination

    def __repr__(self):
        return f"Chip({self.denomination})"


class Motion:
    """A thing on its way: straight in the plane, up to ``height`` within the first tenth and down
    again in the last, so that it passes over other loops out of their reach."""

    __slots__ = ("t0", "t1", "start", "end", "height")

    def __init__(self, t0, t1, start, end, height):
        self.t0, self.t1 = t0, t1
        self.start, self.end = start, end
        self.height = height

    def at(self, t_us):
        """(x, y, z) in mm while on the way."""
        share = max(0.0, (t_us - self.t0) / (self.t1 - self.t0))
        (x0, y0, z0), (x1, y1, z1) = self.start, self.end
        if share < 0.1:
            z = z0 + (self.height - z0) * share * 10
        elif share > 0.9:
            z = z1 + (self.height - z1) * (1 - share) * 10
        else:
            z = self.height
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, z


def _uids(rng, count):
    """Distinct UIDs of NXP silicon: E0 04 01 and five bytes."""
    seen = []
    known = set()
    while len(seen) < count:
        uid = b"\xe0\x04\x01" + rng.randbytes(5)
        if uid not in known:
            known.add(uid)
            seen.append(uid)
    return seen


def make_deck(seed, deck="main", afi=0x71):
    """A full deck of Cards in order 2c..As, UIDs following from the seed and the deck's name."""
    rng = random.Random(f"{seed}/deck/{deck}")
    faces = faces_of()
    uids = _uids(rng, len(faces))
    return [Card(uid, face, afi) for uid, face in zip(uids, faces, strict=True)]


def make_chips(seed, denominations, name="chips", afi=0x72, block=0):
    """Chips of a list of denominations, one each; UIDs follow from the seed and the set's name."""
    rng = random.Random(f"{seed}/chips/{name}")
    uids = _uids(rng, len(denominations))
    return [Chip(u, d, afi, block) for u, d in zip(uids, denominations, strict=True)]


def foreign_card(seed, afi=0x71):
    """A card that belongs to no deck of the table."""
    return Card(_uids(random.Random(f"{seed}/foreign"), 1)[0], None, afi)
