"""What the load of a bet spot's loop says of chips nobody has read.

Each chip takes about the same load (sixteenths of an AGC count); how much is learned as bets are
told. It raises doubt and proves nothing: hands, metal and drift load a loop, too.
"""

from firmware.table import load
from firmware.table.presence import load_now
from firmware.table.values import (
    EXCESS_MAX_CHIPS,
    LATE_CENTINATS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LIKELY_CENTINATS,
    LOAD_KNOWN_CHIPS,
    LOAD_MEMORY_CHIPS,
    LOAD_SURE_CHIPS,
    SHADOW_CENTINATS,
    SURELY_CENTINATS,
)


class Bearing:
    """Loads of a table's bet spots. ``chip_load``: sixteenths of a count, 0 while not known."""

    def __init__(self):
        self.chip_load = 0
        self._load = self._chips = 0  # taken by so many chips

    def learn_from(self, ant, sure=True):
        """The chips read at a spot are all there are: learn what they take; where that is ``sure``
        to be no hand's load it is what others are measured by."""
        if ant.agc and ant.empty > ant.level and ant.level_n >= LEVEL_SURE_DWELLS:
            lying = _lying(ant)
            if lying == len(ant.tracks) > 0:  # else it hears a neighbour's
                self.learn(ant.empty - ant.level, lying)
                if sure:
                    load.refer(ant, self.chip_load, lying)

    def lain(self, ant, since, chips):
        """So many chips read only now came with a motion begun ``since``, ms: where the load is as
        before, they lay there unread when it was taken as what others are measured by."""
        if self.known(ant) and ant.ref_n and ant.ref_t >= since:
            more = load.excess(ant, load_now(ant), self.chip_load, ant.ref_n)
            if 2 * more < chips * self.chip_load:
                ant.ref_n += chips

    def learn(self, load, chips):
        """So many chips take a load of ``load`` sixteenths of an AGC count."""
        self._load += load
        self._chips += chips
        if self._chips > LOAD_MEMORY_CHIPS:
            self._load >>= 1
            self._chips >>= 1
        if self._chips >= LOAD_SURE_CHIPS:
            self.chip_load = self._load // self._chips

    def known(self, ant):
        """True when the load of this loop tells something: a chip stands out of its noise."""
        if not (ant.agc and ant.empty and self.chip_load):
            return False
        return load.sigma(ant, self.chip_load, _lying(ant), ant.t, self._chips) < self.chip_load

    def unsettled(self, ant):
        """True while it will tell something in a few dwells."""
        return self.known(ant) and ant.level_n < LEVEL_ROUGH_DWELLS

    def decides(self, ant, dwells, chips):
        """True where two means of so many dwells, one before and one since, tell as surely as it
        takes for any second motion whether so many chips have come: by the loop's noise."""
        noise = load.deviation(ant)
        return 25 * (chips * self.chip_load) ** 2 * dwells >= noise * noise * LATE_CENTINATS

    def all_read(self, ant, surely=SHADOW_CENTINATS, chips=1, faded=0):
        """True when the load of a loop is that of the chips read there, so much likelier than that
        of one more, or of so many; by default than a chip just put down is in a shadow.

        ``faded``: chips read there before and missed now, which lie there as well.
        """
        sure = self.known(ant) and ant.level_n >= LEVEL_SURE_DWELLS
        if not sure or self.more(ant, ant.level, -faded):
            return False
        n = _lying(ant) + faded
        excess = load.excess(ant, ant.level, self.chip_load, n)
        return -self._error(n) < excess and self.one_more(ant, ant.level, n, chips) <= -surely

    def load_says_more(self, ant):
        """The same at this moment, less surely; None when the load tells nothing."""
        if not self.known(ant):
            return None
        if self.more(ant, load_now(ant)):
            return True
        # what has just come is in the mean of the last dwells in part only: the load before is, too
        evidence = self.one_more(ant, min(ant.level, load_now(ant)), _lying(ant))
        return False if evidence <= -LIKELY_CENTINATS else None

    def says(self, ant):
        """What ``load_says_more`` says and its evidence for one chip more, in centinats; None:
        nothing is known of the load of this loop."""
        if not self.known(ant):
            return None
        return self.load_says_more(ant), self.one_more(ant, load_now(ant), _lying(ant))

    def leans(self, ant):
        """True where the load of a loop is rather that of one chip more than is read there: of one
        that was read there and is missed, more likely in a shadow than gone."""
        return self.known(ant) and self.one_more(ant, load_now(ant), _lying(ant)) > 0

    def one_more(self, ant, level, lying, chips=1):
        """Evidence that one chip more than ``lying`` lies on a loop, or so many, in centinats."""
        return load.one_more(ant, level, self.chip_load, lying, ant.t, self._chips, chips)

    def bore_more(self, ant, faded=0):
        """The same just before the chip that is present since now was first read. Not where the
        load has surely grown by that of a chip since: a hand brings it, and loads the loop first.

        ``faded``: chips of it not read at this moment, that were never seen to go.
        """
        more = self.more(ant, ant.load_before, 1 - faded) if self.known(ant) else None
        if not more:
            return more
        from firmware.table import evidence  # loaded when it is needed: it costs heap

        chips = len([k for k in ant.tracks if k.tag.value and k.since > ant.without_t])
        was, n = ant.load_before, max(1, ant.level_n)
        put = evidence.came(ant, was, LEVEL_ROUGH_DWELLS, ant.level, n, self.chip_load, chips)
        return 0 if chips and put >= SURELY_CENTINATS else more

    def load_says_all(self, ant, faded):
        """True when the load is surely that of the chips read and of so many that have faded."""
        if not self.known(ant) or ant.level_n < LEVEL_SURE_DWELLS:
            return False
        n = faded + _lying(ant)
        off = load.excess(ant, ant.level, self.chip_load, n)
        return abs(off) < min(self._error(n), self.chip_load)

    def more(self, ant, level, new=0):
        """Evidence that ``level`` is lower than the chips there, but the ``new`` ones, make it, in
        centinats; 0 where it is too little. Below 0 ``new`` are chips that were read and faded."""
        if not self.known(ant):
            return 0
        n = _lying(ant) - new
        sure = self._error(n)
        more = load.excess(ant, level, self.chip_load, n)
        if not sure < more < EXCESS_MAX_CHIPS * self.chip_load + sure:
            return 0
        evidence = self.one_more(ant, level, n)
        return evidence if evidence >= LIKELY_CENTINATS else 0

    def _error(self, n):
        """How far the load of ``n`` chips may be off: half a chip and what is not known of each."""
        known = 1 + min(self._chips, LOAD_KNOWN_CHIPS)
        return (self.chip_load >> 1) + n * self.chip_load // known

    def unmoved(self, ant, chips):
        """True when so many chips, read only now, have not changed the load: they lay there."""
        if not self.known(ant) or not ant.level_was or ant.level_n < LEVEL_ROUGH_DWELLS:
            return False
        return 2 * (ant.level_was - ant.level) < chips * self.chip_load


def _lying(ant):
    """Number of chips that are read at a loop and lie there: not those it hears next door."""
    n = 0
    for track in ant.tracks:
        n += track.tag.home is track
    return n
