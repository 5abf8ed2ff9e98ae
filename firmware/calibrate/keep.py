"""Thresholds of a calibration in the controller's configuration: whole, or not at all.

Whoever has the right to calibrate a table can make it notice a card that leaves later than the
firmware would by itself, up to ``LEAVE_MAX`` misses, and one that comes after more reads, up to
``crosstalk.heard_beside``, and never sooner: nothing else can be set.
"""

import json

from firmware import config as cfg
from firmware.table import values

LEAVE_MAX = 6  # above it a tag that leaves is noticed too late: tune the loop instead
CROSS_MAX_1000THS = 50  # above it a neighbour hears too much: move or tune the loop instead
CROSS_MAX_PAIRS = 100  # a nine_max has 54 pairs of loops near enough to hear each other


def least(kind):
    """Misses that make a tag gone at a kind of zone where nothing was calibrated."""
    return values.KIND_LEAVE_MISSES.get(kind, values.LEAVE_MISSES)


def fault(leave):
    """What is wrong with ``{kind of zone: misses that make a tag gone}``; None: nothing."""
    if not isinstance(leave, dict) or not leave:
        return "leave must name kinds of zones"
    for kind in leave:
        misses = leave[kind]
        if kind not in cfg.KINDS:
            return "no kind of zone is called so"
        if not isinstance(misses, int) or isinstance(misses, bool):
            return "%s: misses are a number" % kind
        if not least(kind) <= misses <= LEAVE_MAX:
            return "%s: %d to %d misses" % (kind, least(kind), LEAVE_MAX)
    return None


def cross_fault(cross):
    """What is wrong with ``{zone a tag lies in: {zone that hears it: thousandths of dwells}}``;
    None: nothing."""
    if not isinstance(cross, dict):
        return "cross must name zones"
    pairs = 0
    for lying in cross:
        row = cross[lying]
        if not isinstance(row, dict):
            return "%s: no zones that hear it" % lying
        pairs += len(row)
        for hearing in row:
            rate = row[hearing]
            if not isinstance(rate, int) or isinstance(rate, bool):
                return "%s: thousandths are a number" % lying
            if not 0 < rate <= CROSS_MAX_1000THS:
                return "%s: 1 to %d thousandths" % (lying, CROSS_MAX_1000THS)
    return "too many zones hear each other" if pairs > CROSS_MAX_PAIRS else None


def keep(path, leave, cross=None):
    """Put thresholds, and which zones hear each other, into the configuration at ``path``, which is
    read at the next start. None, or why nothing was changed."""
    why = fault(leave) or cross_fault({} if cross is None else cross)
    if why:
        return why
    try:
        f = open(path)
        try:
            data = cfg.parse(f.read())
        finally:
            f.close()
        tune = dict(data.get("tune") or {}, leave=leave)
        tune.pop("cross", None)  # a calibration is whole
        if cross:
            tune["cross"] = cross
        data["tune"] = tune
        cfg.store(path, json.dumps(data))
        kept = cfg.load(path)["tune"]["leave"]
    except (ValueError, OSError, MemoryError) as e:  # BadConfig is a ValueError
        return "not stored: %s" % e
    for kind in leave:
        if kept.get(kind) != leave[kind]:
            return "not stored: it does not read back"
    return None
