"""The clock of an event: levels and breaks run down, from what the log says of them.

The clock has no time of its own: ``t`` is milliseconds since the setup, as in the entries. What it
comes to (the end of a level, of a break) is an entry too, which the desk writes when ``due`` says.
"""

MINUTE_MS = 60000
LEVEL_MINUTES = 20  # of a level whose structure names none


class Clock:
    """Where the clock stands. ``level`` is the level it shows; in a break, the one to come."""

    def __init__(self, facts):
        self.level = facts.get("level") or 1
        self.rows = facts.get("levels", ())
        self.minutes = facts.get("level_minutes", LEVEL_MINUTES)
        self.begun = False
        self.running = False
        self.on_break = False
        self.since_ms = 0
        left = facts.get("minutes_left")
        self.left_then_ms = (self._length(self.level) if left is None else left) * MINUTE_MS

    def _row(self, level):
        """Row of a level; beyond the last one that one goes on."""
        found = [r for r in self.rows if r["level"] <= level]
        return found[-1] if found else {}

    def _length(self, level):
        return self._row(level).get("minutes", self.minutes)

    def left(self, t):
        """Milliseconds left of the level or break at ``t``; 0 when it is over."""
        gone = t - self.since_ms if self.running else 0
        return max(0, self.left_then_ms - gone)

    def ends_at(self):
        """Time at which level or break end; None while the clock stands."""
        return self.since_ms + self.left_then_ms if self.running else None

    def due(self, t):
        """Happenings the clock has come to at ``t``: ``[(what, fields)]``, [] for none."""
        if not self.running or self.left(t):
            return []
        if self.on_break:
            return [("break_over", {}), ("level_announced", {"level": self.level})]
        if self._row(self.level).get("break_after"):
            return [("clock_zero", {})]
        return [("clock_zero", {}), ("level_announced", {"level": self.level + 1})]

    def apply(self, what, ev):
        """Take one happening that concerns the clock."""
        t = ev["t"]
        if what == "clock_started":
            self.begun, self.running, self.since_ms = True, True, t
        elif what == "clock_paused" or what == "day_end":
            self._set(self.left(t), t)
            self.running = False
        elif what == "clock_set":
            self._set(ev["left_ms"], t)
        elif what == "clock_zero":
            pause = self._row(self.level).get("break_after")
            self.level += 1
            self.on_break = bool(pause)
            self._set((pause or self._length(self.level)) * MINUTE_MS, t)
        elif what == "break_over":
            self.on_break = False
            self._set(self._length(self.level) * MINUTE_MS, t)
        elif what == "structure_changed":
            self.rows = ev["levels"]

    def _set(self, left, t):
        self.left_then_ms, self.since_ms = left, t


WORDS = (
    "clock_started", "clock_paused", "clock_set", "clock_zero", "break_over", "structure_changed",
    "day_end",
)  # fmt: skip
