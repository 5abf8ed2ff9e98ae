"""What each consumer is told of what it may see at all: the server leaves out, never the page.

Lists of what is told, not of what is left out: a new field stays here until somebody lets it go.
"""

import time

EXPORT_NOTED_S = 600  # one entry of the record for what a program reads again and again
EXPORTS_MAX = 2000

GLANCE = ("table", "online", "trouble", "hand", "hand_id", "phase", "street", "pot", "events")
GLANCE_BROADCAST = ("table", "hand", "hand_id", "phase", "street", "pot")
# the production room shows players and chips; what was irregular, and why, is the floor's
RECORD_BROADCAST = (
    "table", "hand", "hand_id", "actions", "board", "stacks_after", "t0", "t1", "cut",
    "names",
)  # fmt: skip
SEAT_BROADCAST = (
    "seat", "name", "stack", "bet", "state", "to_act", "badges", "cards", "shown", "keyed", "last",
    "did", "won",
)  # fmt: skip


def glance(values, role):
    """A table in short, for a role."""
    names = GLANCE_BROADCAST if role == "broadcast" else GLANCE
    return {k: values[k] for k in names}


def record(values, role):
    """The record of a finished hand, for a role."""
    if role != "broadcast":
        return values
    return {k: values[k] for k in RECORD_BROADCAST if k in values}


def seats(found):
    """Seats of an overlay's picture: which antenna reads what is the technician's."""
    return [{k: s[k] for k in SEAT_BROADCAST} for s in found]


class Exports:
    """Which exports are news to the record: the same one is noted every ten minutes, not each time.

    ``now_s()``: a clock that never runs backwards.
    """

    def __init__(self, now_s=time.monotonic):
        self._now_s = now_s
        self._noted = {}

    def news(self, who, table, kind):
        """True when this export has to be written down now."""
        now, key = self._now_s(), (who.session, table, kind)
        if now - self._noted.get(key, -EXPORT_NOTED_S) < EXPORT_NOTED_S:
            return False
        if len(self._noted) >= EXPORTS_MAX:
            self._noted.clear()
        self._noted[key] = now
        return True
