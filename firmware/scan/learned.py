"""What an antenna knows from its last dwell, and when a tag that answers alone is checked again."""

from firmware.scan import known, load
from firmware.scan.antennas import TRUST_MAX
from shared_rules.compat import const

# Dwells in a row with the same single tag, ``Antenna.quiet_reads``:
_SECOND = const(1)  # the first re-check,
_RECHECK = const(16)  # and from then on one in so many
_PUT_OFF = const(-5)  # others waited: the first re-check comes at the fourth dwell from now,
_LAST = const(-1)  # when this has counted up


def is_recheck_due(antenna, hurry):
    """True when the tag that has answered alone is to be told to stay quiet and the rest asked.
    ``hurry``: others wait for the reader, the first re-check may be put off for once."""
    reads = antenna.quiet_reads
    if reads == _SECOND:
        if hurry:
            antenna.quiet_reads = _PUT_OFF
        return not hurry
    if reads != _LAST and reads < _RECHECK:
        return False
    antenna.quiet_reads = _SECOND
    return True


def knows(antenna, uid):
    """True when this very object is one of the antenna's known tags."""
    for tag in antenna.known:
        if tag is uid:
            return True
    return False


def take(antenna, dwell, lost, changed, total):
    """A dwell is believed. ``lost``: known tags it missed; ``changed``: the load had changed;
    ``total``: sum of its samples, -1 when too few were taken."""
    if total >= 0:
        load.take(antenna, total)
    cut = (antenna.cut + 5) & 15 or 5 if dwell.partial else 0
    if cut != antenna.cut:
        antenna.cut = cut
    if dwell.n != 1:
        antenna.quiet_reads = 0
    elif knows(antenna, dwell.uids[0]):
        antenna.quiet_reads += 1
    else:
        antenna.quiet_reads = _SECOND
    same = not lost and dwell.n == len(antenna.known)
    _judge_load(antenna, same, changed)
    if same:
        antenna.steady += not dwell.partial
        return
    antenna.steady = 0
    tags = antenna.known
    while len(tags) > dwell.n:
        tags.pop()
    for i in range(dwell.n):
        if i < len(tags):
            tags[i] = dwell.uids[i]
        else:
            tags.append(dwell.uids[i])
    known.learn(antenna)


def _judge_load(antenna, same, changed):
    """Trust in the antenna's looks: a change of its load that was no change of its tags costs some,
    a calm load at an inventory gives some back, a change that was one gives all."""
    trust = TRUST_MAX
    if same:
        trust = antenna.trust - 1 if changed else antenna.trust + 1
    if 0 <= trust <= TRUST_MAX and trust != antenna.trust:
        antenna.trust = trust
