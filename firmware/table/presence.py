"""Presence: which tag is at which antenna, debounced by hits and misses.

Every dwell of an antenna is a hit for each tag read and a miss for each tag that was there before.
A tag is a candidate until it was read often enough (``enter``), present until it was missed often
enough in a row (``leave``) and for long enough (``fade_ms``): misses come in runs, because what
makes a tag hard to read lasts. What follows from that is the listener's business (``zones.py``).
Times are integer milliseconds of the table's clock, passed in.
"""

from firmware.table.beside import Beside
from firmware.table.load import deviation
from firmware.table.tags import Tags
from firmware.table.values import (
    AGC_JUMP_COUNTS,
    AGC_SAME_COUNTS,
    CALM_MAX_MISSES,
    CANDIDATE_MISSES,
    CANDIDATE_STRAY_MS,
    DRIFT_MINUTE_16THS,
    EMPTY_DRIFT_16THS,
    ENTER_HITS,
    FADE_MS,
    KEPT_TAGS,
    LEAVE_MISSES,
    LEVEL_MEAN_DWELLS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LOOP_SIDE_MM,
    MINUTE_MS,
    NOISE_FIRST_16THS,
    NOISE_MEAN_BITS,
    ODD_LOAD_16THS,
    REVISIT_MAX_MS,
    SHARED_HITS,
    SLOWEST_MM_MS,
    STRAY_DWELLS,
    SUNK_MAX_DWELLS,
    SURELY_CENTINATS,
    TORN_MAX_DWELLS,
)
from shared_rules.compat import const

CANDIDATE = 0
PRESENT = 1
WEIGHED = ("line", "pot", "seat", "burn")  # kinds whose load is kept
AWAY_BITS = const(15)  # a small integer holds two such counts
AWAY_MAX = const((1 << 15) - 1)  # where they stop


class Tag:
    """One RFID tag: a card (``value`` 0) or a chip (``value`` its denomination).

    ``zone`` and what follows belong to the card and chip trackers; ``home`` is the Track of the
    antenna the tag is held to be at, None while no antenna sees it. A table has some hundreds: what
    most of them never get is a value of the class, which takes no room in them.
    """

    value = 0
    tracks = ()  # of the antennas that have it; one as a rule
    home = None
    zone = None
    left = 0  # when its home last lost it
    read = 0  # when its home last read it before that
    frm = None  # chips: zone before the bet spot
    brief = None  # antenna that has read it too seldom to have it present, at last
    brief_t = 0  # when it last did, ms
    share = 256  # chips: readings that had it where it was last, in 256ths
    supposed = False  # told to be in the pot, or at the burn place, without being read there
    item = None  # the queue's item that waits for this tag
    token = None  # cards: name in this hand
    nth = 0  # cards: position off the deck, 0 = not dealt
    mouth_missed = False  # cards: it left the deck unread
    blank = False  # stands for a card nobody has read (``nowhere.py``): no tag of its own
    face = None  # cards: facing at the last rest
    said_up = False  # cards: face up because the dealer has said so, asked or by key
    ups = 0  # cards: reads at the mouth that speak for face up, for face down
    downs = 0

    def __init__(self, uid, value):
        self.uid = uid
        if value:
            self.value = value

    def renew(self):
        """Forget, of a card, the hand before: its next lies in the deck. Nothing is set that it has
        as a value of the class: half the deck is never dealt and needs no room for it."""
        if self.nth:
            self.nth = 0
        if self.token is not None:
            self.token = None
        if self.item is not None:
            self.item = None
        if self.face is not None:
            self.face = None
        if self.supposed:
            self.supposed = False


class Track:
    """What one antenna knows of one tag. Values of the class: as with Tag.

    A dict of fields grows by jumps: as a rule there are at most eight, ten with a miss behind it.
    """

    state = CANDIDATE
    hits = 0
    misses = 0  # in a row
    lost = 0  # misses in all, forgiven ones too
    away = 0  # since the tag's home was last read: hits above AWAY_BITS, dwells in the bits below
    silent = 0  # when the last misses in a row began
    shared = 0  # hits here between two hits at the tag's home: this loop hears it there
    calm = 0  # misses forgiven in a row
    agc = 0  # load on a bet spot's loop at the last hit in a steady field
    double = False  # told that the tag is here as well as at its home

    def __init__(self, tag, antenna, t):
        self.tag = tag
        self.antenna = antenna
        self.since = t
        self.seen = t

    @property
    def dwells(self):
        """Dwells since the first hit."""
        return self.hits + self.lost

    @property
    def run(self):
        """Hits since the tag's home was last read."""
        return self.away >> AWAY_BITS

    @property
    def tries(self):
        """Dwells since the tag's home was last read."""
        return self.away & AWAY_MAX

    @property
    def missed_t(self):
        """When the last misses in a row began, or when it came."""
        return self.silent or self.since


class Antenna:
    """One antenna and the tags it has seen lately. ``enter``/``leave``: hits and misses needed.

    A dict of fields grows by jumps here too: at most 29 for a loop that is weighed, one of them for
    a torn dwell, and 12 for most others.
    """

    enter = ENTER_HITS
    leave = LEAVE_MISSES
    torn = 0  # incomplete dwells in a row
    holds_chips = False  # a chip read elsewhere is a neighbour's
    every = False  # each hit is evidence of the facing
    weighs = False  # its load is kept
    # only where things lie that load the loop
    level = 0  # sixteenths of a count: mean load of late, 0 = not known
    level_n = 0  # dwells it is taken over
    level_tags = 0  # tags there meanwhile
    level_was = 0  # that mean before the tags changed, 0 = not known
    before = 0  # and without the last of them
    load_before = 0  # the same when the last motion was first read
    without_t = 0  # when it was read last before that, without it
    quick = 0  # the load of the last few dwells
    sunk = 0  # dwells for which an empty loop's load was above that of itself empty
    empty = 0  # that mean while nothing lay here
    ref = ref_n = ref_t = 0  # load with so many tags there, all of them read, and when it was so
    noise = 0  # mean deviation of one dwell's load from that mean, the tags being the same

    def __init__(self, index, name, enter, leave):
        self.index = index
        self.name = name
        self.kind, number = (name + ":0").split(":")[:2]  # one of a kind has number 0
        self.number = int(number)
        # board:2 is a place on the board, seat:2 a zone of its own
        self.zone = self.kind if self.kind in ("board", "mouth") else name
        if enter != ENTER_HITS:
            self.enter = enter
        if leave != LEAVE_MISSES:
            self.leave = leave
        self.tracks = []
        self.dwells = 0
        self.period_ms = 0  # usual time between two dwells of late
        self.whole = 0  # complete dwells
        self.t = 0  # of the last dwell
        self.agc = 0  # load at the last dwell, 0 = not known
        self.flickers = 0  # reads after a miss and first misses: things being moved about
        if self.kind == "mouth":
            self.every = True
        if self.kind in ("line", "pot"):
            self.holds_chips = True
        if self.kind in WEIGHED:  # of its own from the start: reading allocates nothing
            self.weighs = True
            self.level = self.level_n = self.level_tags = self.level_was = self.empty = 0
            self.before = self.load_before = self.without_t = self.quick = self.sunk = 0
            self.ref = self.ref_n = self.ref_t = 0
            self.noise = NOISE_FIRST_16THS

    @property
    def fade_ms(self):
        """How long the misses must last, ms."""
        return FADE_MS.get(self.kind, 0)


class Presence:
    """All tags at all antennas.

    ``listener`` gets ``first(track)`` (a candidate), ``entered(track)``, ``again(track)`` (a hit
    while the tag's home is another antenna, or any hit at the mouth), ``missed(track)`` (the first
    miss in a row), ``left(track)`` and ``odd(antenna, t)`` (the load has grown and nothing new was
    read). At most ``tags_max`` tags are remembered. ``beside``: what is learned of loops that hear
    each other.
    """

    def __init__(self, antennas, listener, tags_max=KEPT_TAGS, beside=None):
        self.antennas = antennas
        self.listener = listener
        self.tags = Tags()
        self.beside = beside or Beside([ant.name for ant in antennas])
        self.tags_max = tags_max
        self.refused = 0
        self._steady = False  # the load on the loop is that of the dwell before
        self._among = False  # chips were read
        self._was = 0  # when the antenna was read before

    def dwell(self, index, uids, values, n, torn, t, agc=0):
        """One reading of antenna ``index`` at ``t`` ms: ``n`` tags, ``torn`` = more were there.

        ``uids``: 8 bytes each, which are kept; ``values``: denominations, 0 for a card; ``agc``:
        the receiver's gain, which every tag and hand near the loop shifts (0: not known). A chip
        missed among others while it stayed the same has not moved: it was misread.
        """
        ant = self.antennas[index]
        self._steady = bool(agc) and abs(agc - ant.agc) < AGC_SAME_COUNTS
        self._among = n > 0 and ant.kind == "line"
        ant.agc = agc
        odd = False
        if agc and ant.weighs:
            odd = (
                ant.holds_chips
                and ant.level_n >= LEVEL_ROUGH_DWELLS
                and ant.level - (agc << 4) > ODD_LOAD_16THS
            )
            _smooth(ant, agc, n)
        self._was = ant.t
        if ant.dwells:
            if t <= ant.t:
                t = ant.t + 1  # the time of its last hit tells in which dwell a tag was read
            ant.period_ms = (3 * ant.period_ms + min(t - ant.t, REVISIT_MAX_MS)) >> 2
        ant.dwells += 1
        self.beside.dwell(index)
        ant.t = t
        if torn:
            ant.torn += 1
        else:
            if ant.torn:
                ant.torn = 0
            ant.whole += 1
        for i in range(n):
            tag = self._tag(uids[i], values[i])
            if tag is not None and (ant.holds_chips or not tag.value):
                self._hit(self._track(tag, ant, t), t)
        tracks = ant.tracks
        i = len(tracks) - 1
        forgive = torn and ant.torn <= TORN_MAX_DWELLS
        while i >= 0:
            track = tracks[i]
            if track.seen != t and not forgive:
                self._miss(track, t)
            i -= 1
        if odd and not self._expecting(ant):
            self.listener.odd(ant, t)

    def kept(self, uid):
        """The object by which a UID is remembered, ``uid`` itself when it is not."""
        tag = self.tags.get(uid)
        return uid if tag is None else tag.uid

    def _tag(self, uid, value):
        tag = self.tags.get(uid)
        if tag is None:
            if len(self.tags) >= self.tags_max and not self._forget_one():
                self.refused += 1
                return None
            tag = Tag(uid, value)
            self.tags[uid] = tag
        elif value and not tag.value:  # its denomination was not read the first time
            tag.value = value
        return tag

    def _track(self, tag, ant, t):
        for track in tag.tracks:
            if track.antenna is ant:
                return track
        if tag.value and not self._expecting(ant):
            ant.load_before = ant.before
            ant.without_t = self._was
        if ant.weighs and (tag.value or not ant.holds_chips):
            ant.level_tags = 0  # another load is to be measured, also where one has gone meanwhile
        track = Track(tag, ant, t)
        tag.tracks += (track,)
        ant.tracks.append(track)
        return track

    @staticmethod
    def _expecting(ant):
        for track in ant.tracks:
            if track.state == CANDIDATE and (track.tag.value or not ant.holds_chips):
                return True
        return False

    def _hit(self, track, t):
        if track.misses:
            track.misses = 0
            track.antenna.flickers += 1
        track.seen = t
        track.hits += 1
        if track.calm:
            track.calm = 0
        self._compare(track)
        if self._steady and self._among:
            track.agc = track.antenna.agc
        if track.state == CANDIDATE:
            if track.hits >= track.antenna.enter:
                track.state = PRESENT
                self.listener.entered(track)
            else:
                self.listener.first(track)
        elif track.antenna.every or track.tag.home is not track:
            self.listener.again(track)

    def _miss(self, track, t):
        if self._among and track.agc and track.calm < CALM_MAX_MISSES:
            unmoved = abs(track.antenna.agc - track.agc) < AGC_SAME_COUNTS
            track.calm += 1
            if unmoved:
                track.lost += 1
                return
        track.misses += 1
        track.lost += 1
        if track.away & AWAY_MAX < AWAY_MAX:
            track.away += 1
        if track.state == CANDIDATE:
            spent = track.lost > STRAY_DWELLS * track.hits
            if spent and track.misses >= CANDIDATE_MISSES and t - track.seen >= CANDIDATE_STRAY_MS:
                self._drop(track)
                track.tag.brief = track.antenna
                track.tag.brief_t = track.seen
            return
        if track.misses == 1:
            track.antenna.flickers += 1
            track.silent = t
            self.listener.missed(track)
        if track.misses >= track.antenna.leave and t - track.missed_t >= self._patience(track):
            self._drop(track)
            self.listener.left(track)

    def _compare(self, track):
        """Count hits of one tag at two antennas: in turn (both hear it) or one after the other."""
        home = track.tag.home
        if home is track:
            lies = track.tag.zone == track.antenna.zone
            if lies:
                self.beside.lay(track.antenna.index)
            for other in track.tag.tracks:
                if other.away:
                    if other is not track and other.away > AWAY_MAX:
                        other.shared += other.away >> AWAY_BITS
                        if lies and other.shared <= SHARED_HITS:  # else it lies badly, others not
                            self.beside.note(other.antenna.index, track.antenna.index)
                    other.away = 0
        elif track.away & AWAY_MAX < AWAY_MAX:
            track.away += (1 << AWAY_BITS) + 1

    @staticmethod
    def _patience(track):
        """How long a tag must be missed in ms: longer when a neighbour goes on hearing it."""
        for other in track.tag.tracks:
            if other is not track and other.shared and other.antenna.kind == track.antenna.kind:
                return 6 * track.antenna.fade_ms
        return track.antenna.fade_ms

    def _drop(self, track):
        track.antenna.tracks.remove(track)
        track.tag.tracks = tuple([other for other in track.tag.tracks if other is not track])

    def _forget_one(self):
        """Make room: forget one tag that no antenna sees and nothing waits for."""
        for uid in self.tags:
            tag = self.tags[uid]
            if not tag.tracks and tag.item is None and not tag.nth and tag.zone != "pot":
                del self.tags[uid]
                return True
        return False

    def forget_unseen(self):
        """Forget every tag that no antenna sees: at the start of a hand the table begins anew."""
        unseen = [uid for uid in self.tags if not self.tags[uid].tracks]
        for uid in unseen:
            del self.tags[uid]


def crossing_ms(kind):
    """How long the slowest pitched card is over a loop of a kind, ms."""
    return LOOP_SIDE_MM.get(kind, 0) * SLOWEST_MM_MS[1] // SLOWEST_MM_MS[0]


def chips_on(ant):
    """Number of chips a loop has, read or just missed; not the cards it hears from beside it."""
    n = 0
    for track in ant.tracks:
        n += track.tag.value > 0
    return n


def load_now(ant):
    """Load of a loop at this moment: the mean is surer, that of the last dwells sooner true."""
    return min(ant.level, ant.quick) if ant.level_n >= LEVEL_ROUGH_DWELLS else ant.quick


def known_load(ant):
    """Load of a loop at this moment, in sixteenths of a count; 0 while it is not known roughly."""
    return load_now(ant) if ant.level_n >= LEVEL_ROUGH_DWELLS else 0


def _smooth(ant, agc, n):
    """Keep the mean load of a loop since its tags have changed; without tags it is its own."""
    agc <<= 4
    ant.before = load_now(ant)
    ant.quick = ant.quick + ((agc - ant.quick + 2) >> 2) if ant.quick else agc
    lying = chips_on(ant) if ant.holds_chips else len(ant.tracks)
    # cards are missed and read again, chips more rarely: there each is looked at on its own
    other = ant.holds_chips and lying != ant.level_tags
    if other and lying < ant.level_tags and agc - ant.quick > AGC_JUMP_COUNTS << 4:
        ant.quick = agc  # its mean is of chips that have gone, for many dwells still
    if other or abs(agc - ant.level) > AGC_JUMP_COUNTS << 4:
        if ant.level_n >= LEVEL_ROUGH_DWELLS:
            ant.level_was = ant.level
            if not ant.holds_chips:
                ant.without_t = ant.t  # of the dwell before
        ant.level = agc
        ant.level_tags = lying
        ant.level_n = 1
    else:
        if ant.level_n >= LEVEL_ROUGH_DWELLS:
            off = abs(agc - ant.level) - ant.noise
            ant.noise += (off + (1 << NOISE_MEAN_BITS) - 1) >> NOISE_MEAN_BITS
        ant.level_n = min(ant.level_n + 1, LEVEL_MEAN_DWELLS)
        ant.level_tags = lying
        # rounded, not floored: an empty loop's mean would sink by some sixteenths
        ant.level += (agc - ant.level + (ant.level_n >> 1)) // ant.level_n
    if n or ant.tracks or ant.level_n < LEVEL_SURE_DWELLS:
        return
    # what an empty loop may have drifted since it was weighed last; a hand above it comes at once
    drift = (ant.t - ant.ref_t) * DRIFT_MINUTE_16THS // MINUTE_MS // 2
    off = ant.level - ant.empty
    if not ant.empty or _emptier(ant, off) or ant.sunk >= SUNK_MAX_DWELLS:
        ant.empty = ant.level
    elif off + drift > -EMPTY_DRIFT_16THS:
        ant.empty += max(-1 - drift, min(off, 1 + drift))
    else:
        ant.sunk += 1  # a chip nobody reads, or another usual value: it shows in time
        return
    ant.ref = ant.empty
    ant.ref_n = ant.sunk = 0
    ant.ref_t = ant.t


def _emptier(ant, off):
    """True where a loop surely has less load than itself empty, by ``off`` sixteenths: its noise
    makes no such mean of so many dwells. What it is off by chance would stay, and more load than
    that would be taken for a tag's."""
    if off < EMPTY_DRIFT_16THS or ant.level_n < LEVEL_MEAN_DWELLS:
        return False
    noise = deviation(ant)
    return 100 * off * off * ant.level_n >= 2 * noise * noise * SURELY_CENTINATS
