"""What is counted while a table is calibrated, and said of it: numbers, and names worth nothing.

A tag is named by a hash under a salt that is made at each start and never leaves the controller. So
a name tells one test tag from another while the calibration lasts, and links to nothing: not to the
tag's number, not to a card's token in a hand, not to the calibration before.

Only test tags are asked to answer (``TEST_AFI``): cards and chips of play have other application
families (ISO 15693-3, 3.2) and keep silent, so none of them is even read.
"""

import binascii
import hashlib
import os

TEST_AFI = 0x73  # gaming (7), and neither the cards' (0x71) nor the chips' (0x72)
SALT_BYTES = 16
NAME_BYTES = 4
TAGS_MAX = 16  # test tags counted on one antenna: a person has one, the virtual table twelve
DWELLS_MAX = 1000  # of one antenna and count: the sums of squares stay within a 32-bit message


class Counts:
    """Dwells and reads of all antennas since ``begin``. ``zones``: of the antennas, in order."""

    def __init__(self, zones, salt=None):
        self.zones = zones
        self._salt = salt or os.urandom(SALT_BYTES)
        self.begin()

    def begin(self):
        """Count anew."""
        n = len(self.zones)
        self.dwells = [0] * n
        self._agc = [0] * n
        self._squares = [0] * n
        self._hits = [None] * n

    def add(self, dwell):
        """One dwell; a partial one says nothing of misses."""
        i = dwell.antenna
        if dwell.partial or self.dwells[i] >= DWELLS_MAX:
            return
        self.dwells[i] += 1
        self._agc[i] += dwell.agc
        self._squares[i] += dwell.agc * dwell.agc
        for k in range(dwell.n):
            hits = self._hits[i]
            if hits is None:
                hits = self._hits[i] = {}
            name = self.name(dwell.uids[k])
            if name in hits or len(hits) < TAGS_MAX:
                hits[name] = hits.get(name, 0) + 1

    def name(self, uid):
        """Name of a tag until the next start, in hex."""
        made = hashlib.sha256(self._salt + uid).digest()
        return binascii.hexlify(made[:NAME_BYTES]).decode()

    def fewest(self, indexes):
        """The least number of dwells any of these antennas had."""
        return min([self.dwells[i] for i in indexes])

    def report(self):
        """``{zone: [dwells, sum of the gain, sum of its squares, {name: dwells it was read in}]}``
        of every antenna that was read."""
        return {
            self.zones[i]: [self.dwells[i], self._agc[i], self._squares[i], self._hits[i] or {}]
            for i in range(len(self.zones))
            if self.dwells[i]
        }
