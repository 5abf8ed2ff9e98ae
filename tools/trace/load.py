"""Does the load a trace gives (``agc``) tell anything of chips?

The table code takes the gain to fall by some counts with each chip, as that of the PN5180 does. A
trace made elsewhere may hold a constant, mere noise, or a gain that rises: then it is better to
know no load at all.
"""

from tools.trace.reading import Dwell

CHIP_COUNTS = 1.5  # fall with each chip, on the mean, below which it tells nothing
NOISE_SHARE = 1.5  # at most so much of that may be noise (standard deviation)
DWELLS = 30  # bet spots with chips read in fewer dwells: too few to say
LOOKED_AT = 400_000  # dwells of bet spots that are gone through at most


class _Sums:
    """Sums over the dwells of one antenna: tags ``x`` against load ``y``."""

    def __init__(self):
        self.n = self.x = self.y = self.xx = self.xy = self.yy = 0

    def add(self, x, y):
        self.n += 1
        self.x += x
        self.y += y
        self.xx += x * x
        self.xy += x * y
        self.yy += y * y

    def spread(self):
        """Sums of squares and products about the antenna's own means."""
        n = self.n
        return (
            self.xx - self.x * self.x / n,
            self.xy - self.x * self.y / n,
            self.yy - self.y * self.y / n,
        )


def tells(entries):
    """False when the gain at the bet spots does not fall with the chips read there."""
    sums, chips = {}, 0
    values = set()
    looked_at = 0
    for entry in entries:
        if not isinstance(entry, Dwell) or not entry.agc:
            continue
        if len(values) < 2:
            values.add(entry.agc)
        if entry.antenna[:5] != "line:" or looked_at >= LOOKED_AT:
            continue
        looked_at += 1
        chips += bool(entry.uids)
        sums.setdefault(entry.antenna, _Sums()).add(len(entry.uids), entry.agc)
    if len(values) < 2:
        return False
    if chips < DWELLS:
        return True
    sxx, sxy, syy = (sum(part) for part in zip(*[s.spread() for s in sums.values()], strict=True))
    if not sxx:
        return True
    fall = -sxy / sxx
    noise = max(0.0, (syy + fall * sxy) / looked_at) ** 0.5
    return fall >= CHIP_COUNTS and noise <= NOISE_SHARE * fall
