"""Thresholds of a calibration in the controller's configuration: whole, or not at all.

Whoever has the right to calibrate a table can make it notice a card that leaves later than the
firmware would by itself, up to ``LEAVE_MAX`` misses, and never sooner: nothing else can be set.
"""

import json

from firmware import config as cfg
from firmware.table import values

LEAVE_MAX = 6  # above it a tag that leaves is noticed too late: tune the loop instead


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


def keep(path, leave):
    """Put thresholds into the configuration at ``path``, which is read at the next start. None, or
    why nothing was changed."""
    why = fault(leave)
    if why:
        return why
    try:
        f = open(path)
        try:
            data = cfg.parse(f.read())
        finally:
            f.close()
        data["tune"] = dict(data.get("tune") or {}, leave=leave)
        cfg.store(path, json.dumps(data))
        kept = cfg.load(path)["tune"]["leave"]
    except (ValueError, OSError, MemoryError) as e:  # BadConfig is a ValueError
        return "not stored: %s" % e
    for kind in leave:
        if kept.get(kind) != leave[kind]:
            return "not stored: it does not read back"
    return None
