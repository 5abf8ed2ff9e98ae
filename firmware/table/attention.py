"""How often each antenna is wanted: by the part of the hand, and sooner where something stirs.

Everything has a base period that follows from the phase; ``look`` and ``watch`` ask for a shorter
one for a bounded time. The scan keeps its own upper bound besides. Periods and times in ms.
"""

from firmware.table import phase as ph
from firmware.table.values import (
    ACTOR_CARDS_PERIOD_MS,
    ACTOR_PERIOD_MS,
    BASE_PERIOD_MS,
    EMPTY_SEAT_PERIOD_MS,
    FIRST_PITCH_PERIOD_MS,
    FLIGHT_PERIOD_MS,
    FOLD_PERIOD_MS,
    FOLD_WATCH_MS,
    FOLDED_LINE_PERIOD_MS,
    IDLE_MS,
    LOOK_FOR_MS,
    LOOK_PERIOD_MS,
    NEXT_CARDS_PERIOD_MS,
    PITCH_PERIOD_MS,
    SWEEP_LINE_PERIOD_MS,
    SWEEP_POT_PERIOD_MS,
    SWEEP_WATCH_MS,
)


class Attention:
    """Sets ``schedule.want(antenna_index, period_ms)``. ``antennas``: list of presence.Antenna."""

    def __init__(self, schedule, antennas, phase):
        self.schedule = schedule
        self.antennas = antennas
        self.phase = phase
        n = len(antennas)
        self.base = [0] * n
        self.boost = [0] * n
        self.until = [0] * n
        self.wanted = [0] * n
        self.boosted = False  # something is read more often for a while
        self.seen_changes = None
        self.quiet = False
        self.last_event = 0

    def tick(self, t):
        """Bring the schedule up to date with the phase and let closer looks end."""
        phase = self.phase
        quiet = phase.now == ph.BETWEEN and t - self.last_event > IDLE_MS
        if self.seen_changes != phase.changes or quiet != self.quiet:
            if self.seen_changes != phase.changes:
                self.last_event = t
                quiet = False
            self.seen_changes = phase.changes
            self.quiet = quiet
            self._rebase()
        elif not self.boosted:
            return
        self.boosted = False
        for i in range(len(self.antennas)):
            want = self.base[i]
            if self.until[i] > t:
                self.boosted = True
                if self.boost[i] < want:
                    want = self.boost[i]
            if want != self.wanted[i]:
                self.wanted[i] = want
                self.schedule.want(i, want)

    def look(self, antenna, t, for_ms=LOOK_FOR_MS):
        """Something stirred at an antenna, or is waited for: read it again at once, for a moment or
        for so long, ms."""
        self.watch_one(antenna.index, LOOK_PERIOD_MS, for_ms, t)

    def weigh(self, antenna, dwells, t):
        """Read a loop, which is only looked at as long as its load stays what it is, until so many
        readings tell what it carries."""
        if antenna.agc and antenna.level_n < dwells:
            self.look(antenna, t, 2 * LOOK_PERIOD_MS)

    def card_left(self, flight_ms, t):
        """A card left the mouth: look where it may come to rest for ``flight_ms``."""
        # mostly at the seats the deal is due to, where the base period is short
        dealing = self.phase.now in (ph.SHUFFLED, ph.DEAL)
        for kind in FLIGHT_PERIOD_MS:
            self.watch(kind, FLIGHT_PERIOD_MS[kind][0 if dealing else 1], flight_ms, t)

    def hand_left(self, t):
        """A card left its seat: look at the muck."""
        self.watch("muck", FOLD_PERIOD_MS, FOLD_WATCH_MS, t)

    def chips_left(self, resolve_ms, t):
        """Chips left a spot: look at the pot for ``resolve_ms``, and at the other spots."""
        self.watch("pot", SWEEP_POT_PERIOD_MS, resolve_ms, t)
        self.watch("line", SWEEP_LINE_PERIOD_MS, SWEEP_WATCH_MS, t)

    def watch(self, kind, period, for_ms, t):
        """Read every antenna of a kind at least each ``period`` ms for ``for_ms``."""
        for ant in self.antennas:
            if ant.kind == kind:
                self.watch_one(ant.index, period, for_ms, t)

    def watch_one(self, index, period, for_ms, t):
        """Read one antenna at least each ``period`` ms for ``for_ms``."""
        if self.until[index] > t:
            if period > self.boost[index]:
                return
            if period == self.boost[index] and t + for_ms <= self.until[index]:
                return
        self.boost[index] = period
        self.until[index] = t + for_ms
        self.boosted = True
        if period < self.wanted[index]:
            self.wanted[index] = period
            self.schedule.want(index, period)

    def _rebase(self):
        phase = self.phase
        now = phase.now
        pitched = phase.next_seats(2) if now in (ph.SHUFFLED, ph.DEAL) else ()
        following = None
        if phase.actor is not None:
            following = phase.after(phase.actor)
        for ant in self.antennas:
            period = BASE_PERIOD_MS[ant.kind][now]
            if ant.kind == "seat":
                if ant.number in pitched:
                    period = PITCH_PERIOD_MS if now == ph.DEAL else FIRST_PITCH_PERIOD_MS
                elif now >= ph.BETTING and ant.number not in phase.live:
                    period = EMPTY_SEAT_PERIOD_MS
                elif now == ph.BETTING and ant.number == phase.actor:
                    period = ACTOR_CARDS_PERIOD_MS
                elif now == ph.BETTING and ant.number == following:
                    period = NEXT_CARDS_PERIOD_MS
            elif ant.kind == "line" and now >= ph.BETTING:
                if phase.live and ant.number not in phase.live:
                    period = FOLDED_LINE_PERIOD_MS
                elif now == ph.BETTING and ant.number == phase.actor:
                    period = ACTOR_PERIOD_MS
            self.base[ant.index] = period * 4 if self.quiet else period
