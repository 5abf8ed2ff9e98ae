"""Chips that left a bet spot and lie nowhere yet: taken back, pulled in, or still there unread?"""

from firmware.table import late, pulled
from firmware.table.order import Item
from firmware.table.values import (
    ABSENT_DWELLS,
    FEW_PARTS,
    IN_HAND_MS,
    LEVEL_SURE_DWELLS,
    LONE_MS,
    LOOK_PERIOD_MS,
    PARTIAL_MS,
    SHADOW_MS,
    SURELY_CENTINATS,
)
from shared_rules.zones import POT


def changes_of():
    """What weighs chips against what was told before: loaded when it is needed."""
    from firmware.table import changes

    return changes


class Departure(Item):
    """Chips that left one bet spot and have not been found yet."""

    heaped = False  # with those of another spot, while nobody owed any
    without = False  # the load of its spot was kept anew when they had left, as others came
    asked_until = 0  # an answer whether they lie there is waited for till then, ms; -1: it has come

    def __init__(self, chips, spot, t):
        Item.__init__(self, t)
        self.chips = chips
        self.spot = spot
        self.tags = []
        self.expect = []  # chips told before a reboot that have gone along
        self.found = 0
        self.queued = False  # False: waits beside the queue, holding up nobody
        phase = chips.phase  # what nobody has matched of this bet, before anything is pulled in
        self.uncalled = phase.front.get(spot.seat, 0) - phase.high(spot.seat)
        self.last = t
        self.reads = pulled.pot_reads(chips) or 0

    def acts(self):
        """Bets pulled in end a street; not those of the street before, lost after its card came, of
        a hand that was thrown away, nor after bets that were pulled in too soon."""
        phase = self.chips.phase
        if not (self.found or self.heaped) or phase.early and phase.owe_a_bet():
            return None
        goes_on = phase.ends_no_round(self.spot.seat)
        return None if goes_on or pulled.dead_bet(self.chips, self.spot, self.t) else 0

    def ready(self, now):
        """Found in the pot, or the pot was read often enough without them."""
        chips = self.chips
        if not self.tags:
            return True
        again = not self.found and (self._read_again() or pulled.changed(chips, self))
        if again or self.waits(now, self.asked_until, "asked"):
            return False
        if self.found:
            all_found = self.found == len(self.tags) and not self.spot.doubtful()
            if all_found or now - self.last >= chips.gap_ms:
                return True
            return not self.wait("rest_of_pile", self.last + chips.gap_ms)
        ant = self.spot.antenna
        if ant.level_n < LEVEL_SURE_DWELLS and not pulled.regular(chips, self):  # or the pot tells
            chips.attention.weigh(ant, LEVEL_SURE_DWELLS, now)
        if self.waits(now, self.last + self.patience(), "silent"):
            self.reads = pulled.pot_reads(chips) or 0
            return False
        lasting = now - self.last >= SHADOW_MS or self.weighed_off()
        self.heaped = pulled.heaped().gathered(chips, self.spot, self.t, now if lasting else 0)
        reads = pulled.pot_reads(chips)
        if reads is None or reads - self.reads >= ABSENT_DWELLS:
            back_ms = self._back_ms()
            if reads is None:
                back_ms = max(back_ms, 4 * self.spot.antenna.period_ms)
            waits = self.waits(now, self.last + back_ms, "back")
            return not (waits or self._undecided(now))
        for pot in chips.pots:  # inventories, no looks: what tells is that it does not have them
            chips.attention.look(pot, now, 2 * LOOK_PERIOD_MS)
        return not self.wait("pot", self.last + self.patience() + chips.resolve_ms)

    def _back_ms(self):
        """How long chips found nowhere must be silent before they were taken back, in ms.

        A bet taken back in mid-round is far rarer than a shadow, so it takes longer than a shadow
        lasts, unless the loop's load says that they are gone.
        """
        chips = self.chips
        if self.heaped or self.weighed_off() or pulled.regular(chips, self):
            return IN_HAND_MS
        period = self.spot.antenna.period_ms
        return max(SHADOW_MS + 2 * period, min(self._misses() * period, 2 * PARTIAL_MS))

    def _misses(self):
        """Readings without any of them that speak for their having gone, surely: what was read now
        and then at an edge is missed as often where it lies."""
        share = sum([tag.share for tag in self.tags])
        return (SURELY_CENTINATS << 8) // (100 * max(1, share))

    def _undecided(self, now):
        """True while what else happens, or the dealer, may tell where the chips went."""
        chips = self.chips
        if self._read_in_pot(now):
            return True
        if self.heaped or pulled.regular(chips, self):
            return False
        undecided = pulled.heaped().may_follow(chips, self, now) or self._over_since(now)
        return undecided or pulled.back_asked(chips, self, now)

    def _read_in_pot(self, now):
        """True while the pot's loop reads one of them, in each dwell since its spot lost it: where
        it hears that spot, too, it takes more of them to have the chip there."""
        tracks = [k for tag in self.tags for k in tag.tracks if k.antenna.kind == POT]
        reads = [k for k in tracks if k.seen > self.last and not k.lost]
        return bool(reads) and self.waits(now, self.last + 2 * PARTIAL_MS, "pot")

    def _over_since(self, now):
        """True when the round has ended since chips were last read, which nobody may take back in
        its midst: they lay in a shadow, went with the others, and take their turn anew.

        Not where the load of the loop says when they went.
        """
        chips = self.chips
        if not pulled.checked_since(chips, self):
            if chips.bearing.known(self.spot.antenna):
                return False
            if not pulled.in_pot(chips, self.spot, now):
                return False
        chips.order.remove(self)
        self.t = now
        chips.order.add(self)
        return True

    def stale(self, now):
        """The pot could not be read well: decide by what else happened."""
        if now < self.asked_until or not self.found and self._read_again():
            return False
        if now - self.last < max(self.patience() + self.chips.resolve_ms, self._back_ms()):
            return False
        return self.found or not self._undecided(now)

    def fades(self, now):
        """True while others of the pile lie there and its chips may only be in a shadow: few of a
        pile that is read badly as long as that lies there."""
        if not self.spot.holds() or self.given_back() or self.weighed_off():
            return False
        few = FEW_PARTS * len(self.tags) <= len(self.spot.antenna.tracks)
        if few and self.spot.faint() or self._read_again():
            return self.wait("pile")
        return self.waits(now, self.last + PARTIAL_MS, "pile")

    def given_back(self):
        """True for chips of a pile that make just what nobody has matched of it, all having acted,
        and have gone together: no shadow picks out just those."""
        several = len(self.tags) > 1 and not self.found
        return several and pulled.uncalled(self.chips, self, sum([t.value for t in self.tags]))

    def weighed_off(self):
        """True when the load of the spot is just that of the chips read there, and not rather what
        it was with these, or has risen by that of these since they were told, and not because they
        are pulled in: no shadow does that."""
        if self.found or pulled.regular(self.chips, self):
            return False
        if self.spot.holds() and not self.spot.lies():
            return False  # the others are just going as well
        ant, surely = self.spot.antenna, pulled.surely_gone(self.chips, self.spot)
        if self.spot.level and not self.spot.weighed:  # a hand may have been above them
            if self.chips.bearing.known(ant):
                return self.chips.bearing.all_read(ant, surely, len(self.tags))
            if len(self.tags) < 2:
                return False  # it takes as much as a chip
        level = self.spot.level and not self.without
        off = changes_of().has_gone(self.chips, self) if level else None
        if self.spot.load_before and not self.spot.level:
            off = changes_of().gone_roughly(self.chips, self)
        if off is not None or not self.chips.bearing.all_read(ant, surely):
            return bool(off)
        return not (level and changes_of().there(self.chips, self))

    def loaded(self):
        """True while the load of the spot says that they lie there: it is that of more than is read
        or just as it was with them. More than that of a bare loop is no chip's which nobody has
        read for longer than two shadows, where it has surely risen by theirs: the loop has drifted
        while others lay there."""
        if self.found or not self.tags:
            return False
        ant = self.spot.antenna
        if self.chips.bearing.load_says_more(ant):
            if ant.t - self.last < PARTIAL_MS or self.spot.holds() or not self.spot.level:
                return True
            return changes_of().has_gone(self.chips, self) is not True
        known = bool(self.spot.holds() and self.spot.level) and not self.without
        return known and changes_of().has_gone(self.chips, self) is False

    def lies_hidden(self):
        """They lie there unread, as far as is known, and hold up nobody: where the load has surely
        not risen by theirs they have not gone by now, and that is when their silence begins."""
        if self.queued:
            self.queued = False
            self.chips.order.remove(self)
        ant = self.spot.antenna
        weighed = self.spot.level and not self.found and not self.without
        if weighed and ant.t > self.last and changes_of().has_gone(self.chips, self) is False:
            self.t = self.last = ant.t

    def lies_again(self):
        """One of them lies there still: the others have been silent since their own last reads, not
        since those of this one. What was missed with it as a whole pile is a fade as before, and
        when it went is not known yet."""
        if not self.tags or self.found:
            return
        ant = self.spot.antenna
        again = [tag.brief_t for tag in self.tags if tag.brief is ant]
        self.last = max([tag.left for tag in self.tags] + again)
        if self.queued:
            self.queued = False
            self.chips.order.remove(self)
        else:
            self.t = self.last

    def _read_again(self):
        """True while one of them, silent for long, has been read on its spot anew: a second read
        will show that they lie there, or misses anew that they have gone, if so since then."""
        for track in self.spot.antenna.tracks:
            if track.tag in self.tags:
                if not self.found:
                    self.last = max(self.last, track.seen)
                return True
        return False

    def patience(self):
        """How long chips must be silent, in ms: a whole pile does not fade at once."""
        if self.given_back() or self.weighed_off():
            return self.chips.travel_ms
        if self.spot.holds():
            return PARTIAL_MS
        if len(self.tags) < 2:
            return LONE_MS
        return self.chips.travel_ms

    def emit(self, now):
        """Pulled in, or taken back; after a call that went with them, read there once."""
        chips = self.chips
        pulled_in = late.heard_since(chips, self) and (
            self.found or pulled.in_pot(chips, self.spot, self.t)
        )
        if pulled_in and late.once_of().called_with(chips, self):
            chips.order.remove(self)
            chips.order.add(self)
            return
        chips.departure_over(self, now)
