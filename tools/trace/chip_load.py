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


class Load:
    """Whether the gain at the bet spots falls with the chips read there; dwells are added."""

    def __init__(self):
        self._sums = {}
        self._chips = self._looked_at = 0
        self._values = set()  # two at most: does it change at all?

    def add(self, dwell):
        """Take one dwell into account."""
        if not dwell.agc:
            return
        if len(self._values) < 2:
            self._values.add(dwell.agc)
        if dwell.antenna[:5] != "line:" or self._looked_at >= LOOKED_AT:
            return
        self._looked_at += 1
        self._chips += bool(dwell.uids)
        self._sums.setdefault(dwell.antenna, _Sums()).add(len(dwell.uids), dwell.agc)

    def counts_chips(self):
        """False when it says nothing of chips."""
        if len(self._values) < 2:
            return False
        if self._chips < DWELLS:
            return True
        spreads = [sums.spread() for sums in self._sums.values()]
        sxx, sxy, syy = (sum(part) for part in zip(*spreads, strict=True))
        if not sxx:
            return True
        fall = -sxy / sxx
        noise = max(0.0, (syy + fall * sxy) / self._looked_at) ** 0.5
        return fall >= CHIP_COUNTS and noise <= NOISE_SHARE * fall


def counts_chips(entries):
    """False when the gain at the bet spots does not fall with the chips read there."""
    load = Load()
    for entry in entries:
        if isinstance(entry, Dwell):
            load.add(entry)
    return load.counts_chips()
