"""Which ways cards go, how long they must rest before an unusual way is believed, and what waits
for those that go it together.

A hand that is folded slides over loops it does not belong to, and may lie on one of them until the
dealer collects it; a card just pitched passes over what lies between the well and the seat. Where
people put cards as a rule, little evidence will do; anywhere else a card is in transit until it has
rested for longer than a fold waits to be collected.
"""

from firmware.table import absent, events, facing
from firmware.table import phase as ph
from firmware.table.order import Item, Keyed
from firmware.table.values import (
    BOARD_CARDS,
    EDGE_PARTS,
    FLOP_CARDS,
    LANDED_OFF_MS,
    PARTNER_GROUP_TIMES,
    RETRIEVED_MS,
    UNCOLLECTED_MS,
)
from shared_rules.zones import BOARD, BURN, MOUTH, MUCK, OFF, STUB, kind, seat_of

OF_SEATS = ("seat", "line")
NEVER = -1  # no player and no dealer puts cards there on this way: they are on it still

# (from, to) -> ms at rest; ways not named here are usual.
REST_MS = {
    ("seat", "other seat"): UNCOLLECTED_MS,
    ("seat", "other line"): NEVER,
    ("seat", "burn"): UNCOLLECTED_MS,
    ("seat", "board"): NEVER,
    ("seat", "pot"): NEVER,
    ("line", "seat"): RETRIEVED_MS,
    ("line", "other seat"): UNCOLLECTED_MS,
    ("line", "other line"): NEVER,
    ("line", "burn"): UNCOLLECTED_MS,
    ("line", "board"): NEVER,
    ("line", "pot"): NEVER,
    ("muck", "seat"): RETRIEVED_MS,
    ("muck", "line"): NEVER,
    ("muck", "burn"): NEVER,
    ("muck", "board"): NEVER,
    ("muck", "pot"): NEVER,
    ("board", "seat"): NEVER,
    ("board", "line"): NEVER,
    ("board", "burn"): RETRIEVED_MS,
    ("board", "pot"): NEVER,
    ("burn", "seat"): NEVER,
    ("burn", "line"): NEVER,
    ("burn", "board"): RETRIEVED_MS,
    ("burn", "muck"): NEVER,
    ("burn", "pot"): NEVER,
    ("stub", "line"): RETRIEVED_MS,
    ("stub", "board"): RETRIEVED_MS,
}


def rest_ms(frm, to):
    """How long a card from zone ``frm`` must rest in zone ``to`` before it has gone there, in ms.

    0: as soon as it is at rest; ``NEVER``: it is on its way, however long it lies there.
    """
    came = kind(frm)
    went = kind(to)
    if came == OFF:
        return NEVER
    if came in OF_SEATS and went in OF_SEATS and seat_of(frm) != seat_of(to):
        went = "other seat" if went == "seat" else "other line"
    return REST_MS.get((came, went), 0)


def since(tag, home):
    """Since when a card has rested at its track ``home``, ms: one that the loop of the zone it was
    told to lie in has read after that is heard by the two in turn, and lies in one place."""
    there = [track.seen for track in tag.tracks if track.antenna.zone == tag.zone]
    return max([home.since, tag.read] + there)


def dealt_to_nobody(phase, tag, antenna):
    """True for a card off the deck where none is dealt: at a bet spot when the hole cards are, and
    beside the board of a hand that is over, which lies there still."""
    undealt = tag.item is None and tag.zone == STUB
    if antenna.kind == BOARD:
        return undealt and phase.now == ph.BETWEEN and FLOP_CARDS <= phase.board < BOARD_CARDS
    off = undealt or tag.item is not None and tag.item.passed is not None
    return off and antenna.kind == "line" and phase.now >= ph.BETTING and phase.hole is not None


def rested(cards, tag, home):
    """A card has rested long enough where few are put, at its track ``home``: it has gone there.

    One of the deck that only a bet spot reads, once all have their cards, is none: a tag without a
    denomination, as a chip of another game has. That is pointed out, and nothing more of it is
    reported in this hand: not as a card off the deck when the pot's loop reads it.
    """
    if tag.zone == MUCK and home.antenna.zone in cards.unfound:
        from firmware.table import unfolded  # loaded when it is needed: it costs heap

        if unfolded.lay_there(cards, tag, home):
            return
    if tag.zone != STUB:
        cards.went(tag, home.antenna.zone, home.since)
        return
    if home.antenna.kind == BOARD:
        if _turned_up(cards):
            cards.lay(tag, BOARD, home.since)
        return
    heard = [track for track in tag.tracks if not track.antenna.holds_chips]
    if not (tag.value or tag.ups or tag.downs or heard or cards.blanks):
        tag.zone = OFF
        event = events.notice(home.seen, "foreign_chips", home.antenna.number)
        cards.order.add(Keyed(home.seen, event, lambda event, _: cards.emit(event)))


def _turned_up(cards):
    """True where undealt cards that lie beside the board of a hand that is over, unseen by the
    mouth, were turned up there: all of that board lies there still, so that nobody gathers it, and
    there is room for as many."""
    undealt = [
        track
        for ant in cards.antennas
        for track in ant.tracks
        if ant.kind == BOARD and track.tag.home is track and track.tag.zone == STUB
    ]
    lie = [g for g in absent.lying(cards, BOARD) if g.home and g.home.antenna.kind == BOARD]
    return FLOP_CARDS <= len(lie) == cards.phase.board <= BOARD_CARDS - len(undealt)


def is_discard(zone):
    """True where a hand goes that its player gives up."""
    return zone == MUCK or zone[:5] == "line:"


class Move(Item):
    """Cards that change zone after they were dealt; ``to`` None: at the mouth, not yet decided.

    ``once``: the one read that has put them there is the only one.
    """

    once = False
    rested_t = 0  # when it has rested long enough where it was read since, on its way elsewhere

    def __init__(self, cards, tag, t, frm, to):
        home = tag.home
        if to is not None and home is not None and EDGE_PARTS * home.hits < home.dwells:
            t = max(t, tag.read)  # only heard there at first: it lay where it was read still
        Item.__init__(self, t)
        if home is not None and home.hits == 1:
            self.once = True
        self.cards = cards
        self.tags = [tag]
        self.frm = frm
        self.to = to
        self.left = None
        self.last = t
        self.winner = None  # seat asked about: has it won an unread pot? False: it has not

    def acts(self):
        """A hand thrown away, or pushed over the line; not the rest of one gone in part."""
        if self.frm[:5] == "seat:" and self.to is not None and is_discard(self.to):
            seat = int(self.frm[5:])
            phase = self.cards.phase
            return None if phase.counts.get(seat, 0) < (phase.hole or 0) else seat
        return None

    def ready(self, now):
        """After the time in which the rest of a hand may follow."""
        if self.to is None:
            if self.left is None:
                return not self.wait("at_mouth", self.t + 2 * LANDED_OFF_MS)
            return not self.waits(now, self.left + LANDED_OFF_MS, "off_mouth")
        if self.waits(now, self.rested_t, "rest"):
            return False
        group_ms = self.cards.group_ms
        if self.waits(now, self.last + group_ms, "group") or absent.only_heard(self, now):
            return False
        patience = PARTNER_GROUP_TIMES * group_ms
        if now - self.last < patience and self.cards.on_the_way(self):
            return not self.wait("rest_of_hand", self.last + patience)
        patience += max(0, rest_ms(self.frm, self.to))  # what is read there has to rest as well
        if now - self.last < patience and self.cards.on_the_way(self, self.to):
            return not self.wait("rest_of_hand", self.last + patience)
        if absent.may_be_shown(self) and (
            absent.tabled_first(self) or self.waits(now, absent.laid_by(self), "key")
        ):
            return False
        return not (absent.losers_undecided(self, now) or self.cards.pot_asked(self, now))

    def stale(self, now):
        """A dealt card lying at the mouth does not hold up the others."""
        return self.to is None and self.left is None and now - self.t >= 2 * LANDED_OFF_MS

    def expire(self, now):
        """Forget a stay at the mouth: where the card goes from there is a new move. What has gone
        somewhere has gone there, whatever it still waited for."""
        if self.to is None:
            self.tags[0].item = None
        else:
            self.emit(now)

    def emit(self, now):
        """One event for the cards that moved together."""
        self.cards.emitted_move(self)

    def as_event(self, tokens):
        """The event for its cards, by their names."""
        frm = self.frm
        to = self.to
        phase = self.cards.phase
        by = "unknown"
        face = self.tags[0].face or facing.UNKNOWN
        seat = seat_of(frm)
        if to == MUCK and (frm[:5] == "seat:" or seat in phase.tabled):
            by = phase.discard_by(seat)
        elif frm in (BOARD, BURN, MOUTH) or to in (STUB, BOARD, BURN):
            by = "dealer"
        elif frm[:5] == "seat:" and to == "line:" + frm[5:]:
            by = "player"
            face = facing.UNKNOWN
        if to in (MUCK, BURN, STUB):
            face = facing.DOWN
        return events.card_move(self.t, tokens, frm, to, face, by)
