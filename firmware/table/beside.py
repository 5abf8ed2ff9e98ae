"""Which loop hears what lies on another, and how often: learned from tags that do not move.

A tag that its home has read before and after another loop read it lay at its home meanwhile: the
other heard it. So many such reads, of so many dwells of the other while tags lay there, are its
cross-talk. What a calibration has measured is where that begins from. Sums of many hands, in
arrays made at the start: reading allocates nothing.
"""

from array import array

from firmware.table.values import (
    CROSS_TALK_1000THS,
    CROSS_TALK_KNOWN_DWELLS,
    CROSS_TALK_MEMORY_READS,
)


class Beside:
    """``names``: of the loops; ``measured``: ``{lying: {hearing: thousandths}}`` of a calibration.

    ``heard``: reads by a loop of tags that lay on another, row by row; ``reads``: of tags at their
    home; ``dwells``: of each loop.
    """

    def __init__(self, names, measured=None):
        n = self.n = len(names)
        self.heard = array("H", [0] * (n * n))
        self.reads = array("H", [0] * n)
        self.dwells = array("H", [0] * n)
        self.full = False  # nothing more is learned in this hand
        self.measured = {}  # place in ``heard`` -> thousandths
        for lying in measured or ():
            for hearing in measured[lying]:
                if lying in names and hearing in names:
                    k = names.index(hearing) * n + names.index(lying)
                    self.measured[k] = measured[lying][hearing]

    def dwell(self, index):
        """A loop has been read."""
        if self.full:
            return
        self.dwells[index] += 1
        if max(self.dwells[index], self.reads[index]) >= 2 * CROSS_TALK_MEMORY_READS:
            self.full = True

    def lay(self, lying):
        """A loop has read a tag that lies there."""
        if not self.full:
            self.reads[lying] += 1

    def note(self, hearing, lying):
        """And another had read it since the read before."""
        if not self.full:
            self.heard[hearing * self.n + lying] += 1

    def rate(self, hearing, lying):
        """How many of a thousand dwells of the loop ``hearing`` read a tag that lies on ``lying``;
        both by their index."""
        k = hearing * self.n + lying
        dwells = self.reads[lying] * self.dwells[hearing] // max(1, self.dwells[lying])
        before = self.measured.get(k, CROSS_TALK_1000THS)
        heard = 1000 * self.heard[k] + before * CROSS_TALK_KNOWN_DWELLS
        return heard // (dwells + CROSS_TALK_KNOWN_DWELLS)

    def age(self):
        """Between two hands: what is long ago counts half."""
        if max(max(self.reads), max(self.dwells)) < CROSS_TALK_MEMORY_READS:
            return
        self.full = False
        for sums in (self.heard, self.reads, self.dwells):
            for i in range(len(sums)):
                sums[i] >>= 1
