"""What one visit to one antenna found. Reused: copy what is needed before the next poll."""

from shared_rules.compat import const

TAGS_MAX = const(160)


class Dwell:
    """One dwell of a reader on an antenna.

    antenna        index into the config's antennas
    t_us, end_us   ticks of the first request and of the end
    n              number of tags
    uids           list, the first n are 8 bytes each, E0h first
    denominations  list, the first n: the chip block, 0 for a card or an unread block
    collision      tags answered at once (resolved, unless ``partial``)
    crc_error      a response was damaged, even if a retry brought it
    partial        cut short: a tag that is missing here says nothing
    agc            automatic gain value, 0-1023
    requests       air requests it took, slots not counted
    """

    def __init__(self):
        self.uids = []  # as long as the longest dwell so far
        self.denominations = []
        self.clear(0, 0)

    def clear(self, antenna, t_us):
        """Empty, for a new visit."""
        self.antenna = antenna
        self.t_us = t_us
        self.end_us = t_us
        self.n = 0
        self.collision = False
        self.crc_error = False
        self.partial = False
        self.agc = 0
        self.requests = 0

    def has(self, uid):
        """True when this very object was taken in: known tags are the same objects again."""
        for i in range(self.n):
            if self.uids[i] is uid:
                return True
        return False

    def add(self, uid, denomination):
        """Take a tag in; ``partial`` when there is no room."""
        if self.n == TAGS_MAX:
            self.partial = True
            return
        if self.n < len(self.uids):
            self.uids[self.n] = uid
            self.denominations[self.n] = denomination
        else:
            self.uids.append(uid)
            self.denominations.append(denomination)
        self.n += 1
