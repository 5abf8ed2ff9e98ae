"""Where each tag is: of the antennas that see it, one is its home.

A tag that a second antenna reads as well stays where it is until its home has missed it and the
other has read it instead; how often it must depends on what else is known: whether both have heard
it in turn before (a tag between two loops), and whether things go from the one place to the other.
A tag two antennas read again and again at the same time is reported as double.
"""

from firmware.table import crosstalk, due, facing
from firmware.table.presence import PRESENT, crossing_ms
from firmware.table.values import (
    BESIDE_MUCK_HITS,
    BESIDE_MUCK_MS,
    DOUBLE_HITS,
    EDGE_PARTS,
    ENTER_HITS,
    LOUDER_DWELLS,
    PARTIAL_MS,
    SELDOM_READ_MS,
    SHARED_HITS,
    SIDEWAYS_HITS,
    SIDEWAYS_MS,
    SWEPT_HITS,
)
from shared_rules.zones import BURN, MOUTH, MUCK, STUB


class Zones:
    """Listener of ``Presence``; tells card and chip trackers what has arrived and left.

    ``cards``/``chips``: ``arrived(tag, antenna, t)``, ``left(tag, antenna, t)`` and
    ``stirred(tag, antenna, t)`` (a first miss); ``attention``: ``look(antenna, t)`` asks for a
    closer look at an antenna; ``double(tag, antenna, t)``: one tag in two places; ``beside``: what
    is learned of loops that hear each other, of all ``antennas``.
    """

    def __init__(self, cards, chips, attention, double, beside=None, antennas=()):
        self.beside = beside
        self.antennas = antennas
        self.cards = cards
        self.chips = chips
        self.attention = attention
        self.double = double

    def first(self, track):
        """A candidate: look again soon, here and where it was."""
        self.attention.look(track.antenna, track.seen)
        tag = track.tag
        folded = self._folded(track) and (tag.home is None or tag.home.misses)
        if (folded or _pushed(track) and self.chips.pays()) and not self._only_heard(tag, track):
            track.state = PRESENT
            self._settle(tag, track)

    def odd(self, antenna, t):
        """Something lies on a loop and is not read: look again soon."""
        self.attention.look(antenna, t)

    def entered(self, track):
        """The tag is present at an antenna."""
        tag = track.tag
        if track.antenna.every and not tag.value:
            self._vote(tag, track)
        home = tag.home
        if self._may_settle(tag, track, track.seen):
            self._settle(tag, track)
            return
        if home is not None:
            self.attention.look(home.antenna, track.seen)
        if not self._at_rest(tag, track):
            self.attention.look(track.antenna, track.seen)

    def again(self, track):
        """A further hit at the mouth, or at an antenna that is not the tag's home."""
        tag = track.tag
        if track.antenna.every and not tag.value:
            self._vote(tag, track)
        home = tag.home
        if home is track:
            return
        if self._may_settle(tag, track, track.seen):
            self._settle(tag, track)
        elif home is None:
            return
        elif self._twice(home, track):
            self.double(tag, track.antenna, track.seen)
        else:
            self.attention.look(home.antenna, track.seen)
            if track.hits < DOUBLE_HITS and 8 * track.hits >= 7 * track.dwells:
                self.attention.look(track.antenna, track.seen)  # perhaps double: soon known

    def missed(self, track):
        """First miss of a present tag."""
        self.attention.look(track.antenna, track.missed_t)
        tag = track.tag
        if tag.home is not track:
            return
        other = self._elsewhere(tag, track)
        if other is not None and self._may_settle(tag, other, track.missed_t):
            self._settle(tag, other)
        else:
            self._tracker(tag).stirred(tag, track.antenna, track.missed_t)

    def left(self, track):
        """The tag is no longer at an antenna."""
        tag = track.tag
        if tag.home is not track:
            if not tag.value:  # only heard there
                tag.brief = track.antenna
                tag.brief_t = track.seen
            return
        tag.home = None
        _lost(tag, track)
        if tag.value:
            dwells = max(1, track.dwells - track.misses)
            if 8 * track.hits < 7 * dwells or tag.share < 256:  # most never need the room
                tag.share = (track.hits << 8) // dwells
        other = self._elsewhere(tag, track)
        moves = other is not None and self._may_settle(tag, other, track.seen)
        if not moves or other.antenna.zone != track.antenna.zone:
            self._tracker(tag).left(tag, track.antenna, track.missed_t)
        if moves:
            self._settle(tag, other)

    @staticmethod
    def _twice(home, track):
        """True at the read that makes sure that both antennas read the tag about always."""
        if track.antenna.every or home.antenna.kind == "mouth" or track.hits != DOUBLE_HITS:
            return False
        return 8 * track.hits >= 7 * track.dwells and 8 * home.hits >= 7 * home.dwells

    def _may_settle(self, tag, track, t):
        """True when the tag lies at ``track``'s antenna now, and no longer where it was."""
        if track.misses or not (track.state == PRESENT or self._folded(track)):
            return False
        if not self._at_rest(tag, track) or _stray_at_mouth(tag, track):
            return False
        home = tag.home
        if tag.value and track.antenna.kind == "pot" and not self._swept(tag, track):
            return False
        if tag.value and tag.zone == "pot" and EDGE_PARTS * track.hits < track.dwells:
            return False  # only heard: what is pushed over a loop is read there
        if home is None:
            if self._only_heard(tag, track):
                return False
            if not (self._sideways(tag, tag.zone, track.antenna) or self._off_pot(tag, track)):
                return True
            if not tag.value and self.cards.pushed_over(tag, track):
                return True
            if _fresh(tag) and track.run >= SHARED_HITS:
                return True  # the neighbour only heard it first
            return self._clear(track, tag.left, t)
        if track.antenna.zone == home.antenna.zone:
            return home.misses > 0
        zone = home.antenna.zone
        sideways = self._sideways(tag, zone, track.antenna) or self._off_pot(tag, track)
        if sideways and self._louder(tag, home, track):
            return True
        if not home.misses or self._only_heard(tag, track):
            return False
        if sideways:
            return self._clear(track, home.missed_t, t)
        if track.antenna.every and home.antenna.kind == "muck":
            return track.run >= BESIDE_MUCK_HITS or track.seen - home.seen >= BESIDE_MUCK_MS
        return not track.shared or track.run >= SHARED_HITS

    def _only_heard(self, tag, track):
        """True for a tag read too seldom, since its home has read it, by a loop that is known to
        hear from beside it what lies there."""
        zone = tag.zone if tag.home is None else tag.home.antenna.zone
        if self.beside is None or zone in (None, track.antenna.zone):
            return False
        if tag.home is not None:
            return crosstalk.heard_beside(self.beside, track, tag.home.antenna)
        for ant in self.antennas:
            if ant.zone == zone and crosstalk.heard_beside(self.beside, track, ant):
                return True
        return False

    def _folded(self, track):
        """True when one read will do: a pile in the muck is read badly, and hands do go there.

        Not while the seat reads the rest of the hand: hands go as a whole. Nor of one that has no
        bet to answer: seldom does it go then.
        """
        tag = track.tag
        if track.antenna.kind != "muck" or not tag.nth or tag.zone is None:
            return False
        if tag.zone[:5] == "seat:" and tag.home is not None:
            for other in tag.home.antenna.tracks:
                if other.seen > tag.home.seen and other.tag.zone == tag.zone and not other.misses:
                    return False
        if track.hits < ENTER_HITS and self.cards.unbet(tag.zone):
            return False
        # a card just pitched is passing over as a rule
        return tag.zone[:5] in ("seat:", "line:")

    def _at_rest(self, tag, track):
        """False for a card that may only be passing over: just pitched, and not where it is due."""
        if tag.value or not self.cards.in_transit(tag) or self.cards.due_at(track.antenna):
            return True
        if facing.verdict(tag) == facing.UP:
            return True  # nobody pitches a card face up: it is put aside
        if track.since <= due.off_deck(tag, 0):
            track.since = track.seen  # the mouth read it too till then: it was only heard here
        return track.seen - track.since >= crossing_ms(track.antenna.kind)

    def _swept(self, tag, track):
        """True when a chip has gone into the pot, and the pot's loop has not only heard it over the
        felt: from a bet spot, on its way there, or in a shadow while others of its pile are read or
        the round goes on.
        """
        if track.run >= SWEPT_HITS:
            return True
        for other in tag.tracks:
            if other.antenna.kind == "line" and not other.misses:
                return False
        if _fresh(tag) and tag.frm == "pot":
            return True  # it has lain there all the time
        home = tag.home
        if home is not None:
            for other in home.antenna.tracks:
                if other is not home and other.tag.home is other and other.seen > home.seen:
                    return False
        return self.chips.may_pull(tag.zone, track.seen)

    def _sideways(self, tag, zone, antenna):
        """True for a place nobody moves things to from a zone: next door, or the loop beside it;
        but change for a big chip is taken from the bets around."""
        if zone is None or zone == antenna.zone:
            return False
        if tag.value:
            line = zone[:4] == antenna.kind == "line"
            return line and not self.chips.phase.change_left(antenna.number)
        if antenna.kind == "seat" and getattr(tag.item, "passed", None) is not None:
            return False  # off the deck, a bet spot heard it on its way or beside its seat
        return zone[:4] in ("seat", "line") and antenna.kind in ("seat", "line")

    def _off_pot(self, tag, track):
        """True for a chip of the pot on a bet spot while betting goes on: a loop beside hears it,
        far more often than the dealer gives change that is not known to be due. Not for one that
        the pot's loop has not read for longer than two shadows: it was given as change before, and
        is bet."""
        return (
            tag.value
            and tag.zone == "pot"
            and track.antenna.kind == "line"
            and tag.value > self.chips.phase.change_left(track.antenna.number)
            and not (tag.home is None and track.since - tag.left > PARTIAL_MS)
            and not (self.chips.pays() or self.chips.stray(tag))
        )

    def _louder(self, tag, home, track):
        """True when both hear it and this one better: the first to read it twice need not be the
        one it lies on. A thing not yet told to lie there takes less to believe it."""
        if _fresh(tag):
            return crosstalk.likelier(self.chips, tag) is track
        return (
            min(home.dwells, track.dwells) >= LOUDER_DWELLS
            and 4 * track.hits >= 3 * track.dwells
            and 2 * home.hits <= home.dwells
        )

    @staticmethod
    def _clear(track, gone, t):
        """A move nobody makes as a rule: seen well, again and again, since the tag was lost."""
        if t - gone < SIDEWAYS_MS or 5 * track.run < 4 * track.tries:
            return False
        return track.run >= (2 * SIDEWAYS_HITS if track.shared else SIDEWAYS_HITS)

    def _vote(self, tag, track):
        if not 1 <= track.antenna.number <= 4:
            return
        facing.vote(tag, track.antenna.number)
        if facing.verdict(tag) != facing.DOWN:  # unusual: gather more evidence while it lies there
            self.attention.look(track.antenna, track.seen)

    def _elsewhere(self, tag, track):
        for other in tag.tracks:
            if other is track or other.misses:
                continue
            if other.state == PRESENT or self._folded(other):
                return other
        return None

    def _settle(self, tag, track):
        was = tag.home
        tag.home = track
        if was is not None and was.antenna.zone != track.antenna.zone:
            _lost(tag, was)
            self._tracker(tag).left(tag, was.antenna, was.missed_t)
        self._tracker(tag).arrived(tag, track.antenna, track.since)

    def _tracker(self, tag):
        return self.chips if tag.value else self.cards


def _lost(tag, track):
    """Note when a tag was read last where it was, and when missed there; not what another loop than
    its seat's has read of a hole card: what counts is when it left its seat."""
    if tag.zone is None or tag.zone[:5] != "seat:" or tag.zone == track.antenna.zone:
        tag.left = track.missed_t
        if not tag.value:
            tag.read = track.seen


def _pushed(track):
    """True when one read will do for a chip out of the pot: a loop read seldom sees no more. Not of
    a chip that the pot's loop reads still, or has missed while it reads most of the others; nor
    where just chips of a wager come to lie, with which it is heard."""
    ant = track.antenna
    if ant.kind != "line" or track.tag.zone != "pot" or ant.period_ms < SELDOM_READ_MS:
        return False
    come = [k.tag for k in ant.tracks if k is not track and k.tag.value]
    come = [tag for tag in come if tag.zone != ant.zone or _fresh(tag)]
    pushed = [tag for tag in come if tag.zone == "pot" or _fresh(tag) and tag.frm == "pot"]
    if come and not pushed:
        return False
    home = track.tag.home
    if home is None:
        return True
    missed = [other for other in home.antenna.tracks if other.misses]
    return home.misses > 0 and 2 * len(missed) > len(home.antenna.tracks)


def _stray_at_mouth(tag, track):
    """True for a card told to lie somewhere that the mouth has heard too seldom to have gone back
    to it: the mouth hears muck and burn place beside it, where cards of a pile are often missed.
    No dealer takes a card out of the muck as a rule: it must be read there as where nobody puts it.
    And for one off the deck that the burn place has read first and reads still."""
    if not track.antenna.every:
        return False
    if tag.zone in (None, STUB, MOUTH):
        first = [k for k in tag.tracks if k.antenna.kind == BURN and k.since < track.since]
        return bool([k for k in first if not k.misses])
    if tag.zone == MUCK:
        return not Zones._clear(track, tag.left, track.seen)
    return track.run < SHARED_HITS


def _fresh(tag):
    """True for a chip that has arrived and was not told yet."""
    return tag.item is not None and tag.item.fresh
