"""The antennas of a table as the scan sees them, made from the config's rows."""

from firmware.scan.known import KNOWN_MAX
from firmware.scan.load import UNKNOWN
from shared_rules.compat import const

CARDS_ONLY = const(1)  # flags of a config row: ask by the cards' AFI
WITH_BLOCK = const(2)  # the chip block comes with each UID

TRUST_MAX = const(8)

_SLOTS_FROM = const(4)


class Antenna:
    """One antenna: where it hangs, how it is read, what was last read there. What few antennas ever
    have is a value of the class."""

    slots_from = _SLOTS_FROM  # tags from which 16 slots beat one (air time)
    heap = False  # whole decks are put down here: no load is too much
    blind = False  # metal on the loop or an open cable: what is missed may be there
    bits = bytes(KNOWN_MAX)  # of the known tags' own masks; first 0: there are none
    cut = 0  # not 0 after a dwell cut short: which sixteenth of all UIDs to begin with

    def __init__(self, index, zone, reader, channel, flags, bound_ms, near):
        self.index = index
        self.zone = zone
        self.reader = reader
        self.channel = channel
        self.cards_only = bool(flags & CARDS_ONLY)
        self.with_block = bool(flags & WITH_BLOCK)
        self.bound_us = bound_ms * 1000
        self.near = bytes(near)
        self.want_us = self.bound_us  # period of inventories while something changes; longer else
        self.trust = TRUST_MAX  # in its looks; 0: its load is restless and says nothing
        self.steady = 0  # inventories in a row that found the same
        self.look_us = 0  # period of looks at the load between them, 0: none
        self.last_us = 0  # the last inventory
        self.looked_us = 0  # the last look, which every inventory begins with
        self.due_us = 0  # when one of both is due
        self.load = UNKNOWN
        self.lightest = UNKNOWN  # the least load (highest gain) that was believed
        if zone == "muck":
            self.heap = True
        self.turns = 0  # dwells by these masks since everybody was asked
        self.known = []  # UIDs of the last dwell, E0h first
        self.quiet_reads = 0  # dwells with the same single tag since the last re-check


def from_config(rows):
    """List of Antenna of the config's ``antennas`` rows."""
    return [Antenna(i, *row) for i, row in enumerate(rows)]
