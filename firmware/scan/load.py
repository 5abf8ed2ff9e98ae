"""The load on an antenna's loop as a tripwire: a look at the receiver's gain costs a tenth of an
inventory and says whether anything has changed since the last one - never what.

Everything near the loop shifts the gain (AGC): tags, hands, metal. Its usual value is kept for each
antenna in 64ths of a count and follows slow drift. One sample that deviates is looked at more
closely; the mean of ``SAMPLES`` decides. The counts are design assumptions, to be calibrated.
"""

from shared_rules.compat import const

SAMPLES = const(4)
UNKNOWN = const(-1)
_SHIFT = const(6)  # 64ths of a count
_CLOSER = const(96)  # 1.5 counts: one sample is odd
_TRIP = const(160)  # 2.5 counts: the mean of SAMPLES has moved; a chip shifts about 4
_CHIP = const(256)  # 4 counts
_CARD = const(576)  # 9 counts
# What tags alone cannot do (emulated: metal on the loop -160 counts, an open cable +200):
_METAL = const(6400)  # 100 counts more load while tags are missed
_OPEN = const(3840)  # 60 counts less load than ever before,
_OPEN_TAG = const(768)  # and 12 for each tag that has gone
_FOLLOW = const(3)  # drift is followed by an eighth


def odd(antenna, agc):
    """True when one sample deserves further ones; else the usual value follows it."""
    load = antenna.load
    if load == UNKNOWN:
        return True
    off = (agc << _SHIFT) - load
    if -_CLOSER < off < _CLOSER:
        antenna.load = load + (off >> _FOLLOW)
        return False
    return True


def tripped(antenna, total):
    """True when the mean of SAMPLES samples has left the usual value. ``total``: their sum."""
    load = antenna.load
    if load == UNKNOWN:
        return True
    off = _mean(total) - load
    return not -_TRIP < off < _TRIP


def more(antenna, total):
    """How many tags have probably come (negative: gone), by the growth of the load: a guess at how
    to ask, and no more. What grows as by metal counts as tags up to there."""
    if antenna.load == UNKNOWN:
        return 0
    grown = min(antenna.load - _mean(total), _METAL)
    one = _CHIP if antenna.with_block else _CARD
    return (grown + (one >> 1)) // one


def blinds(antenna, total, lost):
    """True when the load has changed as tags cannot change it: metal lies on the loop or its cable
    is open, so the ``lost`` tags that were missed may still be there."""
    load = antenna.load
    if load == UNKNOWN or antenna.heap:
        return False
    mean = _mean(total)
    if mean - antenna.lightest > _OPEN + lost * _OPEN_TAG:
        return True  # lighter than it ever was: lifting a pile comes back to the empty loop at most
    return lost > 0 and mean - load < -_METAL


def take(antenna, total):
    """The samples' mean is the usual value from now on: the loop has been read as it is."""
    antenna.load = _mean(total)
    if antenna.load > antenna.lightest:
        antenna.lightest = antenna.load


def _mean(total):
    return (total << _SHIFT) // SAMPLES
