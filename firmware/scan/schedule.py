"""Which antenna a reader visits next.

Each antenna has a wanted period (``want``, set by the table code as the game goes on) and a bound
beyond which it is never left unread (from the config). The most overdue goes first, measured in its
own periods; one near its bound goes before all. Neighbouring loops never radiate together: one that
must wait for a neighbour and is near its bound is claimed, and its neighbours are held back.
"""

from shared_rules.compat import const

# In eighths of the bound: no antenna waits longer for its turn, and from where on it goes first.
_REST_EIGHTHS = const(6)
_FORCE_EIGHTHS = const(7)
_CLAIM_MAX_US = const(2000000)  # a claim that its reader does not use in this time is void
_NEVER = const(500000000)  # no antenna of this reader is due at a known time


class Schedule:
    """Wanted periods and last visits of all antennas; which ones are being read now."""

    def __init__(self, antennas, readers, clock):
        """``antennas``: list of Antenna; ``readers``: how many readers there are."""
        self._antennas = antennas
        self._clock = clock
        self._diff = clock.ticks_diff  # looked up once: a bound method is an object
        self._of = [[a for a in antennas if a.reader == r] for r in range(readers)]
        self._active = [-1] * readers
        self._claim = -1
        self._claim_at = 0
        self.due_us = 0  # after choose() gave -1: us until an antenna is due
        self.changed = True  # a wanted period changed since the scanner looked
        now = clock.ticks_us()
        for a in antennas:
            a.want_us = (a.bound_us >> 3) * _REST_EIGHTHS
            a.last_us = clock.ticks_add(now, -a.bound_us)

    def want(self, antenna, period_ms):
        """Read it every ``period_ms`` (0: as often as possible), and never beyond its bound."""
        a = self._antennas[antenna]
        us = period_ms * 1000
        rest = (a.bound_us >> 3) * _REST_EIGHTHS
        us = rest if us > rest else us
        if us != a.want_us:
            a.want_us = us
            self.changed = True

    def choose(self, reader, now):
        """Index of the antenna to visit now and mark it active, or -1 (then see ``due_us``)."""
        diff = self._diff
        best = None
        best_score = -1
        self.due_us = _NEVER
        if self._claim >= 0 and diff(now, self._claim_at) > _CLAIM_MAX_US:
            self._claim = -1
        for a in self._of[reader]:
            age = diff(now, a.last_us)
            if age < a.want_us:
                if a.want_us - age < self.due_us:
                    self.due_us = a.want_us - age
                continue
            forced = age >= (a.bound_us >> 3) * _FORCE_EIGHTHS
            if self._blocked(a):
                if forced and self._claim < 0:
                    self._claim = a.index
                    self._claim_at = now
                continue
            # Lateness in 64ths of the antenna's own period; a claimed or forced one before all.
            score = (age >> 6) * 64 // ((a.want_us >> 6) + 16)
            if forced:
                score = (1 << 28) + (age >> 6)
            if score > best_score:
                best = a
                best_score = score
        if best is None:
            return -1
        if best.index == self._claim:
            self._claim = -1
        self._active[reader] = best.index
        return best.index

    def _blocked(self, a):
        """True while a neighbour radiates, or waits for its turn with a claim."""
        claim = self._claim
        for i in a.near:
            if i == claim:
                return True
            for active in self._active:
                if i == active:
                    return True
        return False

    def visited(self, reader, now):
        """The active antenna of this reader has been read."""
        self._antennas[self._active[reader]].last_us = now
        self._active[reader] = -1

    def release(self, reader):
        """The reader radiates no more, without having read its antenna."""
        self._active[reader] = -1

    def revive(self, reader, now):
        """A reader is back after a long time: all its antennas are overdue."""
        for a in self._of[reader]:
            a.last_us = self._clock.ticks_add(now, -a.bound_us)
