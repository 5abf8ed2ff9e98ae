"""What is to be known of a whole trace before its first line is replayed.

It holds no line but the first few of each antenna: how the trace begins, which antennas it has,
which UIDs are noise, whether the load tells anything.
"""

from firmware.config import KINDS
from firmware.table import phase as ph
from tools.trace.chip_load import Load
from tools.trace.opening import FIRST_DWELLS
from tools.trace.reading import Dwell

GATHERED = 8  # so many cards in the muck at the beginning are a deck that is yet to be riffled
OPENING_MS = 2500  # what tells how a trace begins
REFUSED_MAX = 1000  # names that are no antenna's, remembered


class Survey:
    """Of the entries that were added, in the order of their time. ``header``: the trace's."""

    def __init__(self, header):
        self.header = header
        self.begin_us = None  # time of the first entry, None when there is none
        self.end_us = 0
        self.antennas = list(header.antennas)  # of the table, and others that may be one
        self.refused = {}  # name that is no antenna's -> its first line
        self.first = []  # the first dwells of each antenna, in order
        self.keyed = set()  # kinds of keys
        self.load = Load()
        self._counts = {}
        self._uids = {}  # UID -> read more than once?, in the order they were first read
        self._gathered = set()
        self._starts = None  # None: not decided yet

    @classmethod
    def of(cls, header, entries):
        """Survey of some entries."""
        out = cls(header)
        for entry in entries:
            out.add(entry)
        return out

    @property
    def ghosts(self):
        """UIDs of no card and no chip that were read once in all: noise made them."""
        return {uid for uid, again in self._uids.items() if not again and self._strange(uid)}

    @property
    def uids(self):
        """UIDs that are no noise, in the order they were first read."""
        return [u for u, again in self._uids.items() if again or not self._strange(u)]

    def _strange(self, uid):
        return uid not in self.header.deck and uid not in self.header.chips

    @property
    def starts_itself(self):
        """True when the trace holds the riffle, or the press that tells it, before any card."""
        return bool(self._starts) or len(self._gathered) >= GATHERED

    def add(self, entry):
        """Take one entry into account."""
        if self.begin_us is None:
            self.begin_us = entry.at_us
            self._opening_us = entry.t_us + OPENING_MS * 1000
        self.end_us = entry.at_us
        if self._starts is None:
            self._start(entry)
        if not isinstance(entry, Dwell):
            self.keyed.add(entry.key.get("what"))
            return
        self.load.add(entry)
        for uid in entry.uids:
            self._uids[uid] = uid in self._uids
        if self._known(entry):
            count = self._counts[entry.antenna] = self._counts.get(entry.antenna, 0) + 1
            if count <= FIRST_DWELLS:
                self.first.append(entry)

    def _known(self, entry):
        """True for an antenna this table has or may have."""
        name = entry.antenna
        if name in self._counts or name in self.antennas:
            return True
        if is_antenna(name, self.header.seats_max):
            self.antennas.append(name)
            return True
        if len(self.refused) < REFUSED_MAX:
            self.refused.setdefault(name, entry.line)
        return False

    def _start(self, entry):
        """Does the trace begin with a gathered deck, or the press for a riffle?"""
        if not isinstance(entry, Dwell):
            if entry.key.get("what") in ph.STARTS:
                self._starts = True
            return
        if entry.antenna == "muck" and entry.t_us <= self._opening_us:
            self._gathered.update(u for u in entry.uids if u not in self.header.chips)
        elif entry.t_us > self._opening_us and entry.uids and entry.antenna[:4] in FIRST_PLACES:
            self._starts = False


FIRST_PLACES = ("seat", "mout")  # where a card of a deal shows first


def is_antenna(name, seats_max):
    """True when a name can be that of an antenna (``seat:3``, ``board:2``, ``pot``)."""
    kind, _, number = name.partition(":")
    if kind not in KINDS or (number and not number.isdigit()):
        return False
    if kind in ("seat", "line"):
        return bool(number) and 1 <= int(number) <= seats_max
    return True
