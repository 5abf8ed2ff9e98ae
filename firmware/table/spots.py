"""Bet spots: chips coming to lie on one, and how long to wait for more of them."""

from firmware.table import crosstalk, late, pulled, spoken
from firmware.table.order import Item
from firmware.table.phase import BETTING, SHOWDOWN
from firmware.table.presence import CANDIDATE, chips_on
from firmware.table.values import (
    ABSENT_DWELLS,
    ARRIVE_MAX_MS,
    ASK_MS,
    CHIP_LEAST_16THS,
    ENTER_HITS,
    FADED_MS,
    FAINT_PARTS,
    FEW_PARTS,
    HEAVY_MS,
    IN_HAND_MS,
    LAIN_MS,
    LATE_CENTINATS,
    LEVEL_MEAN_DWELLS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LOOK_PERIOD_MS,
    PARTIAL_MS,
    PUSH_DWELLS,
    PUSH_MS,
    SECOND_LEAST_MS,
    SECOND_MOVE_MS,
    SHADOW_CENTINATS,
    SHADOW_MS,
    STRANGE_MS,
    SURELY_CENTINATS,
    SWEPT_WAIT_MS,
    TORN_WAIT_MS,
)
from shared_rules.zones import POT, line_zone, seat_zone


def parted_of():
    """What asks whether chips are of one motion: loaded when it is needed."""
    from firmware.table import parted

    return parted


class Arrival(Item):
    """Chips coming to lie on one bet spot."""

    fresh = True
    later = ()  # chips read long after the others had come to rest
    since_t = last_before = 0  # from when on, ms, and when the last of the others came
    left_last = 0  # when the last had come before some left and others came, ms; 0: none did
    load_before = n_before = 0  # the load before, of how many
    came_last = 0  # when the last came, ms, but for those read with the first, too; 0: as ``last``
    load_was = 0  # load that came before they were read, 0: none did
    apart = False  # chips surely put there after those told before
    heavy = 0  # evidence that more lies there, as last weighed, in centinats
    mute = None  # True: its load told nothing of it when it had been quiet
    kept = False  # until the dealer may have keyed chips of another house, see other_house.py
    brought = False  # put before a motion that seemed to raise the bet they are of
    called = False  # chips of a bet told before: called with them, or so the dealer has said
    guessed = False  # what it lacks is taken to lie there, as nobody pulls in a call that is short
    all_read = False  # the dealer, asked, has counted no more than was read
    divided = False  # the dealer has said that the ``later`` chips are a second motion
    second_until = 0  # the dealer, asked whether it is a second motion, is waited for till then
    carried_until = 0  # whether chips of it lie there that are read no more; -1: it is answered

    def __init__(self, chips, spot, t):
        Item.__init__(self, t)
        self.chips = chips
        self.spot = spot
        self.tags = []
        self.gone = []
        self.last = t
        self.heavy_ms = None  # when its load was last more than was read
        self.counted = 0  # when the dealer was asked whether that is all
        self.load_first = None  # its load came before it was read; None: not known
        self.total = None  # chips in front of the seat, as the dealer has counted them
        self.full_load = 0  # mean load with all of them there, of so many dwells, with so many tags
        self.full_load_n = self.lying = 0
        self.dwells = spot.antenna.dwells
        self.reads = 0  # dwells since it began, until some of it was missed for good

    def load_came(self, early):
        """Its load came before it was read, if ``early``: centinats for that, None: not known."""
        self.load_first = early
        if early:
            self.load_was = self.spot.antenna.load_before

    def join(self, tag, t):
        """A chip read first at ``t`` ms is part of it."""
        self.tags.append(tag)
        if self.gone and not self.left_last:
            self.left_last = self.last
        again = self._read_with_first(tag)
        if again or self.came_last:
            self.came_last = max(self.came_last or self.last, 0 if again else t)
        self.last = max(self.last, t)

    def acts(self):
        """Chips of a player, but for a blind put out late, those of an act before that are read
        late and those out of the pot; nobody's where a neighbour had them."""
        if not self.tags or late.belated(self.chips, self, self.spot) or self._given():
            return None
        amount = sum([tag.value for tag in self.tags])
        return None if self.chips.phase.posts_late(self.spot.seat, amount) else self.spot.seat

    def _given(self):
        """True for chips out of the pot that are what a player has to get back for a big chip, or
        that its loop only hears, as before one who has no cards: no player's act."""
        phase, seat = self.chips.phase, self.spot.seat
        if not self.out_of_pot():
            return False
        if phase.now == BETTING and seat in phase.counts and not phase.is_live(seat):
            return True
        if len(crosstalk.of_pot(self.chips, self)) == len(self.tags):
            return True
        return sum([tag.value for tag in self.tags]) <= phase.change_left(seat)

    def out_of_pot(self):
        """True where all its chips are out of the pot: told to be there, and read there until not
        two shadows ago, or they were given as change before, unread, and are bet now."""
        left = [tag.left for tag in self.tags if tag.frm == POT]
        return len(left) == len(self.tags) and self.t - max(left) <= PARTIAL_MS

    def ready(self, now):
        """Quiet for the gap, and the spot was read completely since."""
        ant = self.spot.antenna
        # a reading of many chips takes long, and chips of one motion turn up in several readings
        gap = self.chips.gap_of(ant)
        if not self.tags:
            return True
        if self.waits(now, self.second_until, "asked"):
            if self.apart:
                parted_of().weighed_since(self)
            return False
        if self.chips.phase.now == SHOWDOWN and len(self.chips.phase.live) > 1:
            quiet = max(gap, PUSH_MS, PUSH_DWELLS * ant.period_ms)
            return not self.waits(now, self.last + quiet, "push")
        self._weigh(ant)
        if self.waits(now, self.last + gap, "motion"):
            growing = self.gone or self.later or self.chips.lacking(self)
            if growing or now - self.t < ARRIVE_MAX_MS:
                return False
            return not (self._seldom_read() and parted_of().parts_asked(self, now))
        heard = crosstalk.unhear(self.chips, self)
        if heard and self.waits(now, self.last + gap + SHADOW_MS, "strange") or not self.tags:
            return not self.tags
        second = self.chips.phase.acting == self.spot.seat
        weighing = (self.later or second) and ant.agc and ant.level_n < self._enough(ant)
        if weighing and self.waits(now, self.last + 2 * gap, "load"):
            return False  # it tells whether they came so late or were read so late
        gone = [tag for tag in self.gone if not self.lay(tag)]
        if self.gone and not gone and not (self._few_lost() or self.lies()):
            return self._swept_whole(now)
        if self._vanishing() and self.chips.lacking(self):
            return not self.wait("vanishing")  # they fade, or are being pulled in: soon known
        if gone and self.chips.bearing.load_says_all(ant, len(self.gone)):
            self.gone = gone = []  # they are not read, but they lie there
        if gone:
            some = len(gone) < len(self.tags) or self.chips.bearing.leans(ant)
            # others that go at about that time, to be found in the pot, were pulled in with them
            pulled_in = pulled.heaped().leave_with(self.chips, gone)
            # a lone chip lies in a shadow far more often than it goes, unless its load has gone
            lone = len(self.tags) == 1 and self.chips.bearing.load_says_more(ant) is not False
            faded = SHADOW_MS if some or pulled_in or lone or self._closes() else FADED_MS
            last = max([tag.left for tag in gone]) + 2 * ant.period_ms  # to be read again after it
            if self.waits(now, last + faded, "faded"):
                return False
            if [track for track in ant.tracks if track.tag in gone]:
                return not self.wait("faded")  # one is read again: a second read will tell
            if pulled.carried_asked(self.chips, self, gone, now):
                return False
        for tag in self.tags:
            if crosstalk.contested(tag):
                if self.chips.to_neighbour(self):
                    return not self.tags
                if self.waits(now, self.last + gap + STRANGE_MS, "contested"):
                    return False
        strange = crosstalk.strange(self.chips, self.spot.seat)
        if strange and self.waits(now, self.last + gap + STRANGE_MS, "strange"):
            self.chips.to_neighbour(self)
            return not self.tags
        if self.chips.lacking(self):
            crosstalk.claim(self.chips, self)
            bearing = self.chips.bearing
            if self.waits(now, self.last + gap + SECOND_MOVE_MS, "short"):
                self.chips.attention.weigh(ant, LEVEL_MEAN_DWELLS, now)
                return False
            if not self.all_read_there(self._short_centinats()):
                self.chips.attention.weigh(ant, LEVEL_MEAN_DWELLS, now)
                if self.waits(now, self.last + gap + SHADOW_MS, "short"):
                    return False
            if not (self.all_read_there() or self.counted) and self.chips.may_ask(self):
                self.chips.question(self, now)
        if self.chips.lacking(self) is None and late.raised_first(self.chips, self):
            return False  # with the rest of the bet before it, it may be a call
        if self.waits(now, late.unread_bet(self.chips, self), "short"):
            return False
        said_by = self.t + self.chips.pace.wait_ms()
        if self._wordless() and self.waits(now, said_by, "key", self.spot.seat):
            return False
        if self._may_grow():
            if self.waits(now, self.last + gap + SHADOW_MS, "short"):
                return False
            if not self.counted and self.chips.ask is not None and self.missed():
                self.chips.question(self, now)
        bearing = self.chips.bearing
        weighs = not self.counted and ant.level_n >= LEVEL_ROUGH_DWELLS
        heavy = bearing.more(ant, ant.level, -self._faded()) if weighs else 0
        if self.lies():
            self.heavy = heavy
        if heavy and not self.chips.as_said(self):
            self.heavy_ms = now
            self.chips.attention.look(ant, now, 2 * LOOK_PERIOD_MS)
            if self.waits(now, self.last + gap + HEAVY_MS, "heavy"):
                return False
            # surely: of 5,114 wagers of drawn worlds none had a chip unread still after that
            sure = heavy >= SURELY_CENTINATS and ant.level_n >= LEVEL_SURE_DWELLS
            if sure and self.chips.ask and self.chips.phase.now == BETTING:
                self.chips.question(self, now)
        if bearing.unsettled(ant) and self.waits(now, self.last + 2 * gap, "load"):
            return False
        doubted = bearing.unsettled(ant) or self.spot.doubtful()
        if doubted and self.heavy_ms is not None and self.waits(now, self.heavy_ms + gap, "load"):
            return False  # the load besides is just being read
        if self.counted and self.waits(now, self.counted + ASK_MS, "asked"):
            return False
        if self.spot.doubtful():
            once = self.spot.read_once()  # a loop read seldom reads it again or misses it later
            until = once + 3 * ant.period_ms // 2 if once else 0
            if self.waits(now, max(self.last + 2 * gap, until), "doubtful"):
                return False
        if ant.torn and self.waits(now, self.last + gap + TORN_WAIT_MS, "torn"):
            return False
        if second and parted_of().second_asked(self.chips, self, now):
            return False
        if self._seldom_read() and parted_of().parts_asked(self, now):
            return False
        # the last reading must be younger than the last arrival, or it proves nothing
        return ant.t - self.last >= gap // 2 or not self.waits(now, self.last + 2 * gap, "reading")

    def _enough(self, ant):
        """How many dwells of the load tell whether its chips came later: more where their load is
        hard to tell from the noise."""
        bearing, chips = self.chips.bearing, len(self.later or self.tags)
        rough = bearing.decides(ant, LEVEL_ROUGH_DWELLS, chips) or not bearing.known(ant)
        return LEVEL_ROUGH_DWELLS if rough else LEVEL_SURE_DWELLS

    def _weigh(self, ant):
        """Keep the load while just these lie there: when it is told some may have gone or come."""
        if not self.gone:
            self.reads = ant.dwells - self.dwells - ant.leave
        if self.spot.arrival is not self:
            return
        if self.later:  # a mean with those there, whichever of the others are read
            late = [tag for tag in self.gone if tag in self.later]
            if late or ant.level_n < LEVEL_ROUGH_DWELLS or not self.lies():
                return
        elif self.gone or chips_on(ant) < self.lying or self.spot.doubtful():
            return
        known = self.full_load_n >= LEVEL_ROUGH_DWELLS and self.lying == chips_on(ant)
        if known and ant.level_n < LEVEL_ROUGH_DWELLS:
            return  # a mean that begins anew begins with a reading that was off
        self.lying = chips_on(ant)
        self.full_load = ant.level
        self.full_load_n = ant.level_n

    def _faded(self):
        """Number of chips that its spot has read with these and reads no more."""
        return max(0, self.lying - chips_on(self.spot.antenna))

    def all_read_there(self, surely=SHADOW_CENTINATS):
        """True when the load of its spot is that of the chips read there, so much likelier than
        that of one more: one that was read with them and is missed now is no chip more."""
        return self.chips.bearing.all_read(self.spot.antenna, surely, 1, self._faded())

    def lies(self):
        """True for a pile most of which is read, and of which the pot has none: nobody has pulled a
        part of it in, those that are gone lie there unread."""
        if [tag for tag in self.gone if tag.zone == POT]:
            return False
        return 2 * len([t for t in self.tags if t.home and not t.home.misses]) > len(self.tags)

    def _seldom_read(self):
        """True where chips came in dwells between which a hand may have gone back for more."""
        between = self.last - self.t
        if not between or between + self.spot.antenna.period_ms < SECOND_LEAST_MS:
            return False
        phase, seat = self.chips.phase, self.spot.seat
        owed = phase.high(seat) - phase.front.get(seat, 0)
        return 0 < owed < sum([tag.value for tag in self.tags]) and seat in phase.owing

    def _vanishing(self):
        """True while none of these chips, said to be there, is read."""
        for tag in self.tags:
            if tag.home is not None and not tag.home.misses:
                return False
        return len(self.gone) < len(self.tags)

    def _swept_whole(self, now):
        """What was pulled in at once is told at once; where a chip lacks the pot may show it, and
        so where it seems to raise a bet: it called that, of which a chip lacks."""
        lacking = self.chips.lacking(self)
        if lacking is None and late.raised_first(self.chips, self):
            return False
        waits = lacking or lacking is None and late.unanswered(self.chips, self)
        if not waits or late.made_whole(self.chips, self):
            return True
        left = [tag.left for tag in self.gone] + late.bets_left(self.chips, self)
        if self.waits(now, max(left) + self._shows_ms(), "swept"):
            return False
        return not (lacking and late.ante_awaited(self.chips, self, now))

    def _shows_ms(self):
        """How long after chips were pulled in the pot may show one that lacks, ms: on loops read
        seldom until this one has been seen to have lost its own and the pot has read it twice.
        While it shows none of a bet, as long as the dealer may hold them on their way there."""
        ant = self.spot.antenna
        pots = [pot for pot in self.chips.pots if pot.dwells]
        read_ms = ENTER_HITS * max([pot.period_ms for pot in self.chips.pots] + [0])
        shown = [tag for tag in self.gone if tag.zone == POT or pulled.found(tag)]
        waits = pots and not shown and self.chips.phase.now == BETTING
        held_ms = IN_HAND_MS + read_ms if waits else 0
        return max(SWEPT_WAIT_MS, ant.leave * ant.period_ms + read_ms, held_ms)

    def over(self, tag, t):
        """True when a chip read first at ``t`` is no part of this motion, nor makes up its sum."""
        gap = self.chips.gap_of(self.spot.antenna)
        ant = self.spot.antenna
        if tag.zone == POT and self.changed_by(tag, t):
            return True
        came = self.came_last or self.last
        if t - came < max(gap, 3 * ant.period_ms // 2) or self._in_next_dwell(tag):
            return False  # none has missed it
        if t - self.t < SECOND_LEAST_MS - ant.period_ms:
            return False  # so soon after the first of them as no hand brings more
        if not self.lying and t - came < SECOND_LEAST_MS:
            return False  # none that has read all the others
        if self._read_with_first(tag):
            return False
        if self._may_grow() and (self.missed() or t - came <= SHADOW_MS):
            return False
        if not self.chips.lacking(self):
            return True
        if self.chips.lacking(self, tag.value) is not None:
            return False
        # one motion where a chip in a shadow makes it a raise that may be made
        raised = self.total_of() + tag.value
        return t - came > SHADOW_MS or self.chips.phase.too_little(self.spot.seat, raised)

    def _read_with_first(self, tag):
        """True for a chip that its spot has read, if too seldom to tell, when it read the first."""
        ant = self.spot.antenna
        return tag.brief is ant and tag.brief_t >= self.t - self.chips.gap_of(ant)

    def _in_next_dwell(self, tag):
        """True for a chip that the spot has read first in the dwell after the one that has read the
        last of these first, however long its reader was away between the two."""
        came, new = self._dwells_of(self.tags), self._dwells_of([tag])
        return bool(came and new) and min(came) - new[0] == 1

    def _dwells_of(self, tags):
        """For each of some chips that the spot reads, in how many dwells since its first read, that
        dwell among them which is just being gone through."""
        ant = self.spot.antenna
        return [k.dwells + (k.seen < ant.t and not k.misses) for k in ant.tracks if k.tag in tags]

    def changed_by(self, tag, t):
        """True for a chip that the pot's loop has read till now, where a lone big chip calls with
        no less too much: change is given while its player may still be heard to raise."""
        phase, seat = self.chips.phase, self.spot.seat
        lone = len(self.tags) == 1 and self.tags[0] is not tag and self.tags[0].frm != POT
        if not lone or phase.now != BETTING or t - tag.left > PARTIAL_MS:
            return False
        raised = phase.word[:2] in ((seat, "raise"), (seat, "all_in"))
        owed = phase.high(seat) - phase.front.get(seat, 0)
        calls = owed > 0 and not (raised and phase.word[2] > phase.last_deal)
        return calls and tag.value <= self.tags[0].value - owed

    def total_of(self):
        """Chips in front of the seat with these."""
        front = self.chips.phase.front.get(self.spot.seat, 0)
        return front + sum([tag.value for tag in self.tags])

    def _short_centinats(self):
        """What the load must say for a call to be short, in centinats: the less, the longer its
        spot has read no more of it. Few shadows last, and none hides a chip's load."""
        ant = self.spot.antenna
        lost = sum([track.lost for track in ant.tracks])
        dwells = sum([track.dwells for track in ant.tracks])
        from firmware.table import evidence  # loaded when it is needed: it costs heap

        unread = evidence.never_read(self.reads, ant.t - self.last, lost, dwells)
        return max(SHADOW_CENTINATS, LATE_CENTINATS - unread)

    def _closes(self):
        """True for a call that leaves nobody to act: the dealer may be pulling it in."""
        phase, seat = self.chips.phase, self.spot.seat
        owing = phase.now == BETTING and [s for s in phase.able(phase.owing) if s != seat]
        return owing == [] and self.chips.lacking(self) is False

    def _wordless(self):
        """True for a single chip beyond a call whose player has said nothing yet: a word that makes
        more than a call of it is keyed late."""
        phase, seat = self.chips.phase, self.spot.seat
        spoken = phase.word[0] == seat and phase.word[2] > phase.last_deal
        owed = phase.now == BETTING and phase.front.get(seat, 0) < phase.high(seat)
        return owed and not spoken and len(self.tags) == 1 and self.chips.lacking(self) is None

    def _may_grow(self):
        """True for a wager nobody may make of which more may lie there unread: chips of it were
        missed, or the load of the loop tells nothing when it has been quiet, or of one more."""
        chips = self.chips
        if self.kept or chips.as_said(self):
            return False
        if not chips.phase.too_little(self.spot.seat, self.total_of()):
            return False
        if len(self.tags) == 1 and chips.phase.high(self.spot.seat):
            return False  # a big chip calls
        ant = self.spot.antenna
        if late.read_with(chips, self):
            return True
        if self.all_read_there():
            return False
        if self.mute is None:  # once: a load that is mere noise looks steady now and then
            self.mute = not chips.bearing.known(ant) or ant.level_n < LEVEL_ROUGH_DWELLS
        return self.mute or self.missed()

    def missed(self):
        """True for chips that were missed now and then, or a spot that reads its chips badly or has
        rather the load of one more."""
        missed = [tag for tag in self.tags if tag.home is None or tag.home.lost]
        return bool(missed) or self.spot.faint() or self.chips.bearing.leans(self.spot.antenna)

    def hardly_read(self):
        """True for chips that their spot has read in fewer dwells than it takes to tell that a
        thing is missed, and not all in each: as it has missed one of these it may have missed
        another every time. Not where the load says that all are read."""
        if self.chips.bearing.load_says_more(self.spot.antenna) is False:
            return False
        tracks = [track for track in self.spot.antenna.tracks if track.tag in self.tags]
        few = [track for track in tracks if track.dwells < ABSENT_DWELLS]
        return len(few) == len(self.tags) and [track for track in few if track.lost] != []

    def lay(self, tag):
        """True for a chip that was released: it lay there for a while, was pulled in at once, makes
        the sum right with others that lay there, is one of few that a spot which reads badly has
        lost, or one of a sum said that lacks others as well, which go unread."""
        if tag.zone == POT or self._lain(tag):
            return True
        lie = len(self.gone) < len(self.tags) or [other for other in self.gone if self._lain(other)]
        return lie and self.chips.fits(self) or self._few_lost() or late.said_more(self.chips, self)

    def _lain(self, tag):
        """True for a chip that left long enough after the last one that came with it, or before
        that came: the hand which would have taken it away was putting chips down still."""
        came = self.last_before if self.later and tag not in self.later else self.last
        if self.left_last and tag.left <= self.last:
            came = self.left_last
        return tag.left - came >= LAIN_MS or tag.left < came

    def _few_lost(self):
        """True when a spot that reads badly has lost few of its chips, none of them to the pot."""
        if FEW_PARTS * len(self.gone) > len(self.tags) or not self.spot.faint():
            return False
        return not [tag for tag in self.gone if tag.zone == POT]

    def emit(self, now):
        """Bet motion, or a push of the pot."""
        spoken.said_first(self.chips, self)
        self.chips.arrival_over(self, now)


class Spot:
    """The bet spot of one seat. What most never get is a value of the class: as with Tag."""

    pushed_ms = None  # when the pot, or a share, was last pushed over this spot
    unread = 0  # chips told to lie here that no antenna has read
    taken_t = 0  # when chips read nowhere were told to be taken back, 0: a bet nobody had matched
    taken_off = False  # the load had said that they were gone

    def __init__(self, antenna):
        self.antenna = antenna
        self.seat = antenna.number
        self.line = line_zone(self.seat)
        self.behind = seat_zone(self.seat)
        self.arrival = None
        self.departure = None
        self.swept_ms = None  # time at which chips were last pulled in from here
        self.level = 0  # mean load with what was told last, 0 while not known
        self.lying = 0  # chips that lay there then
        self.load_before = 0  # the same load, less surely: of few dwells, or with chips unread
        self.weighed = True  # that load is known as well as it will be, and is no hand's
        self.level_n = 0  # dwells that these are means of
        self.event = None  # that motion's event
        self.emitted_t = 0  # time at which the last chips of the last motion came
        self.total = 0  # put in front on this street, as last told
        self.expect = []  # denominations that lay here before a reboot and need no telling

    def lies(self):
        """True while a chip told to lie here is read."""
        for track in self.antenna.tracks:
            if track.tag.zone == self.line and not track.misses and track.tag.item is None:
                return True
        return False

    def holds(self):
        """True while a chip told to lie here is read, or missed for no longer than a tag fades."""
        for track in self.antenna.tracks:
            if track.tag.zone == self.line and track.tag.item is None:
                return True
        return False

    def level_emitted(self):
        """Mean load with just the chips that were told lying here; 0 when it is not known so, not
        even roughly: a hand over the loop loads it, too."""
        ant = self.antenna
        if ant.level_n < LEVEL_ROUGH_DWELLS:
            return 0
        emitted = 0
        for track in ant.tracks:
            tag = track.tag
            emitted += tag.value > 0 and tag.zone == self.line and tag.item is None
        return ant.level if emitted == ant.level_tags == chips_on(ant) > 0 else 0

    def weigh(self, bearing):
        """Keep the load of what was told as soon as enough dwells have it: a spot read seldom has
        too few of them when the motion is told, and what leaves it later is weighed against it.
        Anew when it is less by more than the mean is off, and when the hand that put it there has
        had the time to go: from then on it is sure. More load is that of a hand."""
        ant = self.antenna
        off = ant.noise * LEVEL_SURE_DWELLS // max(1, ant.level_n)
        less = 0 < self.level < ant.level - off and ant.level_n >= LEVEL_SURE_DWELLS
        early = ant.t - self.emitted_t < SECOND_MOVE_MS  # that hand may be above it still
        known = self.level and self.level_n >= LEVEL_SURE_DWELLS
        if (self.weighed or early and known) and not less:
            return
        level = self.level_emitted() if self.arrival is None else 0
        if not level or self.doubtful():
            return
        if not known and self.level - level > max(off, CHIP_LEAST_16THS):
            return  # it has come since, and is a hand's or that of chips unread
        if level > self.level or not known:
            self.level = level
            self.level_n = ant.level_n
            self.lying = chips_on(ant)
        if ant.level_n >= LEVEL_SURE_DWELLS:
            self.weighed = not early
            self.teach(bearing)

    def teach(self, bearing):
        """The chips read are all there are. Not what lies at an edge, which is missed often and
        loads the loop less."""
        if not self.faint():
            bearing.learn_from(self.antenna, self.weighed)

    def faint(self):
        """True for a spot that misses one reading in so many of the chips that lie there."""
        dwells = lost = 0
        for track in self.antenna.tracks:
            if track.tag.home is track:
                dwells += track.dwells
                lost += track.lost
        return FAINT_PARTS * lost > dwells

    def read_once(self):
        """When a chip was last read here that was not before, nor has been missed; 0 for none."""
        tracks = self.antenna.tracks
        once = [k.seen for k in tracks if k.state == CANDIDATE and k.tag.value and not k.misses]
        return max(once) if once else 0

    def doubtful(self):
        """True while a chip was read here once only, or was missed and is not gone yet."""
        for track in self.antenna.tracks:
            if track.tag.value and (track.state == CANDIDATE or track.misses):
                return True
        return False
