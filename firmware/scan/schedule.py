"""Which antenna a reader visits next, and whether for an inventory or a look at its load.

A wanted period says how soon a change must be noticed. Looks at the load do that (``load.py``),
and an inventory follows at once when one trips; where the last inventories have all found the same
tags they are rarer. An antenna whose looks tripped for nothing again and again is read at its
wanted period instead. A very short period asks for inventories themselves: something is under way
there and evidence is gathered. Looks go first: they are short, and what they find is news; so many
in a row at most, where an inventory is due.

Each antenna has a wanted period (``want``, set by the table code as the game goes on) and a bound
beyond which it is never left unread (from the config). The most overdue goes first, measured in its
own periods; one near its bound goes before all. Neighbouring loops never radiate together: one that
must wait for a neighbour and is near its bound is claimed, and its neighbours are held back.
"""

from firmware.scan.load import UNKNOWN
from shared_rules.compat import const

# In eighths of the bound: no antenna waits longer for its turn, and from where on it goes first.
_REST_EIGHTHS = const(6)
_FORCE_EIGHTHS = const(7)
_CLAIM_MAX_US = const(2000000)  # a claim that its reader does not use in this time is void
_LOOK_FROM_MS = const(40)  # wanted periods from which on looks are enough
_LOOK_MIN_US = const(15000)
_LOOK_MAX_US = const(120000)
_STIR_US = const(15000)  # one that was looked at this lately need not be looked at for a neighbour
# A late look counts as much as an inventory so many times as late; so does an inventory where
# evidence is gathered, and what has come meanwhile would not be felt by looks.
_LOOK_FIRST = const(8)
_LOOK_LASTS_US = const(2000)  # a look that lasts longer has become an inventory
_PATIENCE_US = const(15000)  # a reader waits so long for one that is much later than all others
_FOR_A_LOOK = const(1)
_FOR_LONG = const(2)
_LOOKS_MAX = const(8)  # in a row before an inventory that is due
_STEADY = const(8)  # inventories alike from which on they are rarer
_LOOK_SHARE = const(4)  # looks to a wanted period
_RARER = const(6)  # inventories where looks are taken: wanted periods between them
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
        self._looks = [0] * readers  # in a row
        self._looking = [
            False
        ] * readers  # the active antenna is only looked at, as far as is known
        self._since = [0] * readers  # when it became active
        self._claim = -1
        self._claim_at = 0
        self.held = [False] * readers  # its last choice was narrowed by a neighbour
        self._held_at = [0] * readers  # since when
        self.look = False  # after choose(): a look at the load is enough
        self.waiting = False  # after choose(): other antennas of the reader are due as well
        self.due_us = 0  # after choose() gave -1: us until an antenna is due
        self.changed = True  # a wanted period changed since the scanner looked
        now = clock.ticks_us()
        for a in antennas:
            a.want_us = _rest(a)
            a.last_us = a.looked_us = a.due_us = clock.ticks_add(now, -a.bound_us)

    def want(self, antenna, period_ms):
        """Read it every ``period_ms`` (0: as often as possible), and never beyond its bound."""
        a = self._antennas[antenna]
        us = period_ms * 1000
        look_us = 0
        if period_ms >= _LOOK_FROM_MS:
            look_us = min(max(us // _LOOK_SHARE, _LOOK_MIN_US), _LOOK_MAX_US)
        us = min(us, _rest(a))
        if us != a.want_us or look_us != a.look_us:
            a.want_us = us
            a.look_us = look_us
            self._plan(a)
            self.changed = True

    def _plan(self, a):
        """When the antenna is due next: for an inventory, or sooner for a look."""
        add = self._clock.ticks_add
        due = add(a.last_us, _period(a))
        if _is_looked_at(a):
            look = add(a.looked_us, a.look_us)
            if self._diff(due, look) > 0:
                due = look
        a.due_us = due

    def choose(self, reader, now):
        """Index of the antenna to visit now and mark it active, or -1 (then see ``due_us``)."""
        diff = self._diff
        best = None
        best_score = wait_score = -1
        look_first = _LOOK_FIRST if self._looks[reader] < _LOOKS_MAX else 0
        due = 0
        due_us = _NEVER
        patient = not self.held[reader] or diff(now, self._held_at[reader]) < _PATIENCE_US
        if not self.held[reader]:
            self._held_at[reader] = now
        self.held[reader] = False
        if self._claim >= 0 and diff(now, self._claim_at) > _CLAIM_MAX_US:
            self._claim = -1
        for a in self._of[reader]:
            wait = diff(a.due_us, now)
            if wait > 0:
                if wait < due_us:
                    due_us = wait
                continue
            due += 1
            age = diff(now, a.last_us)
            forced = age >= (a.bound_us >> 3) * _FORCE_EIGHTHS
            look = False
            if forced:
                score = (1 << 28) + (age >> 6)
            else:
                score = _lateness(age, _period(a))
                if a.want_us < 1000 * _LOOK_FROM_MS:
                    score *= _LOOK_FIRST
                elif _is_looked_at(a):
                    late = _lateness(diff(now, a.looked_us), a.look_us) * look_first
                    if late > score:
                        score = late
                        look = True
            if score <= best_score:
                continue
            blocked = self._blocked(a, now)
            if blocked:
                self.held[reader] = True
                if forced and self._claim < 0:
                    self._claim = a.index
                    self._claim_at = now
                if blocked == _FOR_LONG:
                    score = (score >> 1) + (score >> 3) if patient else -1
                if score > wait_score:
                    wait_score = score
                continue
            best = a
            best_score = score
            self.look = look
        self.due_us = due_us
        if best is None:
            return -1
        if wait_score > best_score:  # sooner there than after an inventory elsewhere
            self.due_us = _LOOK_LASTS_US >> 1
            return -1
        if best.index == self._claim:
            self._claim = -1
        self._active[reader] = best.index
        self._looking[reader] = self.look
        self._since[reader] = now
        self.waiting = due > 1
        return best.index

    def _blocked(self, a, now):
        """Not 0 while a neighbour radiates, or waits for its turn with a claim; _FOR_A_LOOK when it
        is only looked at."""
        claim = self._claim
        active = self._active
        blocked = 0
        for i in a.near:
            if i == claim:
                return _FOR_LONG
            for r in range(len(active)):
                if i == active[r]:
                    if not self._looking[r] or self._diff(now, self._since[r]) > _LOOK_LASTS_US:
                        return _FOR_LONG
                    blocked = _FOR_A_LOOK
        return blocked

    def visited(self, reader, now, read=True):
        """The active antenna of this reader has been visited; ``read``: tags were asked for."""
        a = self._antennas[self._active[reader]]
        a.looked_us = now
        self._looks[reader] += 1
        if read:
            a.last_us = now
            self._looks[reader] = 0
        self._plan(a)
        self._active[reader] = -1

    def stir(self, reader, antenna):
        """The load on an antenna has changed. Chips come to several bet spots together (antes, a
        sweep, the pot): the reader looks at its other spots next."""
        if antenna.with_block:
            now = self._clock.ticks_us()
            add = self._clock.ticks_add
            for a in self._of[reader]:
                if a.with_block and a.look_us and a is not antenna:
                    age = self._diff(now, a.looked_us)
                    if _STIR_US <= age < 2 * a.look_us:
                        a.looked_us = add(now, -2 * a.look_us)
                        self._plan(a)

    def release(self, reader):
        """The reader radiates no more, without having read its antenna; it claims none either."""
        self._active[reader] = -1
        if self._claim >= 0 and self._antennas[self._claim].reader == reader:
            self._claim = -1

    def revive(self, reader, now):
        """A reader is back after a long time: all its antennas are overdue."""
        for a in self._of[reader]:
            a.last_us = a.looked_us = a.due_us = self._clock.ticks_add(now, -a.bound_us)
            a.load = UNKNOWN


def _is_looked_at(a):
    """True while looks at its load are taken, and believed."""
    return a.look_us and a.trust and not a.blind


def _period(a):
    """Between two inventories, as things are."""
    if a.steady >= _STEADY and a.trust and a.look_us:
        return min(a.want_us * _RARER, _rest(a))
    return a.want_us


def _rest(a):
    """An antenna rests for so long at most."""
    return (a.bound_us >> 3) * _REST_EIGHTHS


def _lateness(age, period_us):
    """In 64ths of a period; -1 when it is not due."""
    return (age >> 6) * 64 // ((period_us >> 6) + 16) if age >= period_us else -1
