"""What the load of a loop says of cards nobody has read, at the seats and on the burn place.

A card takes about the same load from every such loop (sixteenths of an AGC count); how much is
learned from cards that lie there and are read. It says that one more lies there, or none, and
never which. Where loads do not agree with each other, or grow the wrong way, nothing is said.
"""

from firmware.table import load as evidence
from firmware.table.presence import PRESENT, load_now
from firmware.table.values import (
    CARD_LEAST_16THS,
    CARD_STRONG_16THS,
    EXCESS_MAX_CARDS,
    LEVEL_MEAN_DWELLS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LOAD_AGREE_CARDS,
    LOAD_MEMORY_CARDS,
    LOAD_SURE_CARDS,
    SURELY_CENTINATS,
)
from shared_rules.zones import BURN


class Laden:
    """Loads of the loops cards lie on. ``antennas``: of the table; ``tags``: those of the table."""

    def __init__(self, antennas, tags):
        self.antennas = [a for a in antennas if a.weighs and not a.holds_chips]
        self.tags = tags
        self._load = self._cards = 0  # taken by so many cards
        self._agree = self._odd = 0
        self.unnamed = 0  # burn cards told that nobody has read
        self.heavy = 0  # since when the burn place's load is more, 0: it is not

    def learn(self):
        """Take the loads of loops on which everything is read."""
        for ant in self.antennas:
            n = len(ant.tracks)
            if not (0 < n == ant.level_tags and ant.empty and ant.level_n >= LEVEL_SURE_DWELLS):
                continue
            if self._all_home(ant) and self.lying(ant) == n:
                self.take(ant.empty - ant.level, n)
                evidence.refer(ant, self.card_load(), n)

    def take(self, load, cards):
        """So many cards take a load of ``load`` sixteenths of an AGC count."""
        usual = self._load // self._cards if self._cards else load // cards
        if load < CARD_LEAST_16THS * cards or abs(load - usual * cards) * 3 > usual * cards:
            self._odd += cards
            if self._odd > LOAD_AGREE_CARDS * self._agree + LOAD_SURE_CARDS:
                # what was learned first was wrong
                self._load = self._cards = self._agree = self._odd = 0
            return
        self._agree += cards
        self._load += load
        self._cards += cards
        if self._cards > LOAD_MEMORY_CARDS:
            self._load >>= 1
            self._cards >>= 1
            self._agree >>= 1
            self._odd >>= 1

    def card_load(self):
        """Sixteenths of a count one card takes, 0 while not known."""
        if self._cards < LOAD_SURE_CARDS or self._agree < LOAD_AGREE_CARDS * self._odd:
            return 0
        return self._load // self._cards

    def lying(self, ant):
        """Cards told to lie at an antenna, read at this moment or not."""
        return len(self.tags.lying(ant.zone)) + (self.unnamed if ant.kind == BURN else 0)

    def excess(self, zone):
        """How many cards more than are told to lie there a zone's load is, below 0: fewer.

        None where the load tells nothing.
        """
        load = self.card_load()
        if not load:
            return None
        for ant in self.antennas:
            if ant.zone == zone:
                if not ant.agc or not ant.empty or ant.level_n < LEVEL_ROUGH_DWELLS:
                    return None
                lying = self.lying(ant)
                more = (evidence.excess(ant, load_now(ant), load, lying) + (load >> 1)) // load
                if more < 0:
                    more = min(0, more + self._beside(zone))
                if (
                    more > EXCESS_MAX_CARDS
                    or evidence.sigma(ant, load, lying + 1, ant.t) * 2 > load
                ):
                    return None
                return more
        return None

    def off_empty(self, zone):
        """Sixteenths of a count that a zone's loop takes more than empty, 0: no more. None where it
        has not been weighed empty, or not for long enough since its load was another, or where more
        is told to lie there than nothing."""
        for ant in self.antennas:
            if ant.zone == zone:
                if not ant.agc or not ant.empty or self.lying(ant):
                    return None
                return max(0, ant.empty - ant.level) if ant.level_n >= LEVEL_ROUGH_DWELLS else None
        return None

    def _beside(self, zone):
        """Cards told to lie in a zone that nothing has read there: they may lie beside it."""
        return len([tag for tag in self.tags.lying(zone) if tag.supposed])

    def since(self, zone):
        """When the load of a zone's loop came to what it is, ms, or sooner; None where that is not
        known. A mean over many dwells tells no time; that of the last few follows within three, and
        one that came with a jump of a card's load or so has been since. Of fewer dwells the first
        is counted back from the last by the usual time between two, which is too long where the
        loop was read seldom until then: not to before such a jump, besides what was read since.
        """
        for ant in self.antennas:
            if ant.zone == zone:
                mean = ant.level_n == LEVEL_MEAN_DWELLS
                if mean and self._jumped(ant, 0):
                    return ant.without_t + ant.period_ms
                n = LEVEL_ROUGH_DWELLS if mean else ant.level_n
                since = ant.t - (n - 1) * ant.period_ms
                if not mean and self._jumped(ant, _new(ant)):
                    since = max(since, ant.without_t)
                return since
        return None

    def _jumped(self, ant, cards):
        """True where the load of a loop has come at once, all but that of so many cards being that
        of one or so."""
        load = self.card_load()
        if not load or not ant.level_was:
            return False
        return 2 * abs(ant.level_was - ant.level - (cards + 1) * load) < load

    def says(self, ant):
        """What ``excess`` says of a loop and its evidence for one card more, in centinats; None:
        nothing is known of its load."""
        load = self.card_load()
        if not load or ant not in self.antennas or not ant.ref:
            return None
        lying = self.lying(ant)
        more = evidence.one_more(ant, load_now(ant), load, lying, ant.t)
        return self.excess(ant.zone), more

    def heavier(self, kind):
        """Zones of a kind whose load is surely a card more than is told to lie there."""
        load = self.card_load()
        out = []
        dwells = LEVEL_ROUGH_DWELLS if load >= CARD_STRONG_16THS else LEVEL_SURE_DWELLS
        for ant in self.antennas:
            if ant.kind != kind or not load or ant.level_n < dwells or not ant.agc:
                continue
            lying = max(self.lying(ant), len(ant.tracks))
            more = evidence.excess(ant, ant.level, load, lying)
            if not 3 * load <= 4 * more <= 4 * EXCESS_MAX_CARDS * load:
                continue
            if evidence.one_more(ant, ant.level, load, lying, ant.t) >= SURELY_CENTINATS:
                out.append(ant.zone)
        return out

    @staticmethod
    def _all_home(ant):
        for track in ant.tracks:
            if track.state != PRESENT or track.misses or track.tag.home is not track:
                return False
        return True


def _new(ant):
    """Cards that a loop has read first since its load was another."""
    return len([track for track in ant.tracks if track.since > ant.without_t])
