"""How well the load of a loop is known, and what it is worth as evidence.

The load is what the tags on a loop take from the receiver's gain. A reading of it is off by noise
(a mean of several dwells by less), by the drift of the empty loop since it was last seen empty, and
by how much tags differ. Loads are sixteenths of an AGC count, evidence is in centinats: a hundred
times the natural logarithm of how much likelier one more tag makes what was measured than none.
"""

from firmware.table.values import (
    DRIFT_MINUTE_16THS,
    LEVEL_MEAN_DWELLS,
    MINUTE_MS,
    NOISE_LEAST_16THS,
    REFERENCE_MAX_MS,
    TAG_SPREAD_PARTS,
)


def excess(ant, level, per_tag, lying):
    """How much more a loop carries than ``lying`` tags take, by its reference, in sixteenths."""
    return ant.ref - level - (lying - ant.ref_n) * per_tag


def deviation(ant):
    """How far one reading of a loop's load may be off by noise: one standard deviation, in
    sixteenths of a count, of the mean deviation that its loop keeps."""
    return max(ant.noise, NOISE_LEAST_16THS) * 5 // 4


def sigma(ant, per_tag, lying, now, known=0):
    """How far the excess over ``lying`` tags at ``per_tag`` each may be off at ``now`` ms.

    One standard deviation, in sixteenths of a count. ``known``: tags ``per_tag`` is the mean of,
    which is off by so much less the more they were, and for all tags alike; 0: it is no mean.
    """
    noise = deviation(ant)
    spread = per_tag // TAG_SPREAD_PARTS
    drift = min(now - ant.ref_t, REFERENCE_MAX_MS) * DRIFT_MINUTE_16THS // MINUTE_MS // 2
    tags = max(1, abs(lying - ant.ref_n))
    mean = tags * per_tag // known if known else 0
    off = tags * spread * spread + drift * drift + mean * mean
    noise *= noise  # of both means, this load's and the reference's
    return _root(noise // max(1, ant.level_n) + noise // LEVEL_MEAN_DWELLS + off)


def one_more(ant, level, per_tag, lying, now, known=0, tags=1):
    """Evidence, in centinats, that one tag more than ``lying`` lies on a loop, against none; or so
    many ``tags`` more.

    ``level``: the loop's load as measured; ``known``: as in ``sigma``. 0 where nothing is known of
    the loop.
    """
    if not ant.ref or not per_tag:
        return 0
    off = sigma(ant, per_tag, lying + tags, now, known)
    more = excess(ant, level, per_tag, lying)
    per_tag *= tags
    return 100 * per_tag * (2 * more - per_tag) // (2 * off * off)


def refer(ant, per_tag, lying):
    """Take a loop's load, all its ``lying`` tags being read, as what others are measured by.

    Not when it is off what these tags should take: one more may lie there unread, or the mean has
    not followed the last one yet, and either would be taken for nothing from then on. But for less
    load that fits the empty loop better: a hand was above it when the reference was taken.
    """
    off = excess(ant, ant.level, per_tag, lying)
    if ant.ref and 2 * abs(off) > per_tag:
        was = ant.empty - ant.ref - ant.ref_n * per_tag
        if off > 0 or abs(ant.empty - ant.level - lying * per_tag) >= abs(was):
            return
    ant.ref = ant.level
    ant.ref_n = lying
    ant.ref_t = ant.t


def _root(n):
    """Integer square root."""
    if n < 2:
        return max(1, n)
    x = 1 << ((_bits(n) + 1) >> 1)
    while True:
        y = (x + n // x) >> 1
        if y >= x:
            return x
        x = y


def _bits(n):
    bits = 0
    while n:
        n >>= 1
        bits += 1
    return bits
