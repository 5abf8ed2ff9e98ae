"""The felt: tags, where each is at each time, hands above loops, the dealer's keys."""


class Tag:
    """A card or a chip. ``since``: when it last came to rest (s)."""

    __slots__ = (
        "uid", "kind", "value", "load", "segments", "since", "shadow_from", "shadow_to",
    )  # fmt: skip

    def __init__(self, uid, kind, value, load):
        self.uid = uid
        self.kind = kind
        self.value = value
        self.segments = []
        self.load = load
        self.shadow_from = self.shadow_to = -1.0
        self.since = 0.0


class Stage:
    """All that happens on the felt of one recording. Times in s, places in mm.

    A segment of a tag: ``(t0, t1, x0, y0, z0, x1, y1, z1, height, pile, moving)``.
    """

    def __init__(self, rng, world, loops):
        self.rng = rng
        self.world = world
        self.loops = loops
        self.by_zone = {loop.zone: loop for loop in loops}
        self.tags = []
        self.keys = []
        self.hands = []
        self.wanted_zones = []
        self._uids = set()
        self.stub_place = (0.0, -300.0)
        self.rack_place = (0.0, -560.0)

    def uid(self):
        """A new UID."""
        while True:
            uid = f"E0040150{self.rng.getrandbits(32):08X}"
            if uid not in self._uids:
                self._uids.add(uid)
                return uid

    def new(self, kind, value):
        """A new tag, nowhere yet."""
        base = self.world.agc_card if kind == "card" else self.world.agc_chip
        tag = Tag(self.uid(), kind, value, base * self.rng.uniform(0.85, 1.15))
        self.tags.append(tag)
        return tag

    def _cut(self, tag, t):
        """Position at t according to the last segment, which is cut at t."""
        if not tag.segments:
            return None
        last = tag.segments[-1]
        x, y, z = place_at(last, t)
        if last[1] > t:
            tag.segments[-1] = last[:1] + (t,) + last[2:5] + (x, y, z) + last[8:]
        return x, y, z

    def rest(self, tag, t, x, y, pile, z=0.0):
        """A tag lies here from now on."""
        t = max(t, tag.since)
        self._cut(tag, t)
        tag.segments.append((t, 1e9, x, y, z, x, y, z, 0.0, pile, False))
        tag.since = t

    def move(self, tag, t0, t1, x, y, pile, h=0.0, start=None, z1=0.0):
        """A tag goes somewhere in an arc of height ``h`` and lies there."""
        t0 = max(t0, tag.since)
        t1 = max(t1, t0 + 0.04)
        if start is None:
            start = self._cut(tag, t0)
        elif tag.segments:
            self._cut(tag, t0)
        fx, fy = start[0], start[1]
        fz = start[2] if len(start) > 2 else 0.0
        tag.segments.append((t0, t1, fx, fy, fz, x, y, z1, h, None, True))
        tag.segments.append((t1, 1e9, x, y, z1, x, y, z1, 0.0, pile, False))
        tag.since = t1

    def off(self, tag, t0, t1=None, to=None, h=5.0):
        """A tag leaves the felt."""
        t0 = max(t0, tag.since)
        if t1 is None:
            t1 = t0 + 0.05
        place = self._cut(tag, t0)
        if place is None:
            return
        if to is None:
            to = place
        t1 = max(t1, t0 + 0.03)
        tag.segments.append(
            (t0, t1, place[0], place[1], place[2], to[0], to[1], 20.0, h, None, True)
        )
        tag.segments.append((t1, 1e9, 0, 0, 999, 0, 0, 999, 0.0, None, False))
        tag.since = t1

    def where(self, tag):
        """Place of a tag at its last rest."""
        last = tag.segments[-1]
        return last[5], last[6]

    def hand(self, t0, t1, zone):
        """A hand is above a loop."""
        if zone in self.by_zone:
            self.hands.append((t0, t1, zone))

    def wanted(self, t0, t1, zones):
        """An adaptive scan wants these loops more often."""
        self.wanted_zones.append((t0, t1, tuple(zones)))

    def key(self, t, **key):
        """The dealer keys something."""
        self.keys.append((t, key))


def place_at(segment, t):
    """Where a tag is at a time of its segment."""
    t0, t1 = segment[0], segment[1]
    if not segment[10] or t >= t1:
        return segment[5], segment[6], segment[7]
    share = 0 if t <= t0 else (t - t0) / (t1 - t0)
    z = segment[4] + (segment[7] - segment[4]) * share + segment[8] * 4 * share * (1 - share)
    return (
        segment[2] + (segment[5] - segment[2]) * share,
        segment[3] + (segment[6] - segment[3]) * share,
        z,
    )
