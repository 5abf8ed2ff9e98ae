"""A card on its way off the deck: from the mouth, or the stub unseen, to where it comes to rest.

Cards are told in the order of the mouth. One the mouth did not see takes the place in that order
that its landing allows and the rotation asks for: reading takes time, and a card that was read late
is no card dealt out of turn.
"""

from firmware.table import due, facing, unread
from firmware.table import phase as ph
from firmware.table.order import Item
from firmware.table.values import (
    ASK_MS,
    BURN_UNREAD_MS,
    CARD_UNREAD_MS,
    CERTAIN_HITS,
    EDGE_PARTS,
    GATHER_MS,
    LAST_CARD_MS,
    LOAD_ASKED_MASK_MS,
    LOAD_DECIDES_MS,
    LOOK_PERIOD_MS,
    MOUTH_UNSEEN_MS,
    PITCH_MAX_MS,
    PITCH_USUAL_MS,
    READER_AWAY_MS,
    SEAT_SKIPPED_MS,
    SHADOW_MS,
    SHARED_HITS,
    STREET_APART_MS,
    UPS_UNNOTICED_READS,
)
from shared_rules.zones import BOARD, BURN, MOUTH, MUCK, POT, seat_zone


def street_of():
    """What knows of a street that lacks something: loaded when one does, which is seldom."""
    from firmware.table import street

    return street


class Deal(Item):
    """A card on its way from the stub. ``zone``: where it landed, None while it has not."""

    over_burn = False  # when it left the deck the burn place carried a card more than was read
    others = None  # zone whose load, a card more than is read there, was there before it can be

    def __init__(self, cards, tag, t, passed):
        Item.__init__(self, t)
        self.cards = cards
        self.tag = tag
        self.passed = passed
        self.zone = None
        self.landed = 0
        self.detached = False
        self.late = False  # it was, and has been read since
        self.then = None  # (zone, t): where it has gone since, before it could be told
        self.burned = False  # the dealer says that a card was burned before it
        self.folded = False  # it lay at its seat unread and was thrown away with the rest
        self.loaded_zone = None  # zone whose load has it although nothing reads it there
        self.well = False  # it was read where it landed as what lies there is
        self.slack = 0  # the mouth did not see it: how much sooner it may have come
        self.latest = t  # than this

    def acts(self):
        """A card off the deck to the board ends a street; not a burn that was told before, nor one
        card more of the street that was."""
        if self.burns():
            return None if self.cards.emitted_unnamed(self) else 0
        return 0 if self.zone == BOARD and self.asked != BOARD else None

    def ready(self, now):
        """Landed; on the board also: no further card is on its way to the same street."""
        cards = self.cards
        if self.zone is None:
            if self._boxed():  # once the mouth has read it for so long: its dealer has stopped
                home = self.tag.home  # not where it only hears it anew, from the burn place beside
                stopped = home.seen >= self.t + cards.boxed_ms and home.hits >= SHARED_HITS
                return stopped or not self.wait("boxed", self.t + cards.boxed_ms)
            if self._weighed(now):
                return True
            if self.waits(now, self.t + cards.flight_ms, "flight"):
                return False
            return not self.wait("revisit", self.t + READER_AWAY_MS)
        if self.zone == BOARD:
            return self._street_lies(now)
        if self.zone == MUCK and cards.blank_of(self) is not None:
            return True
        if self.zone == MUCK:
            doubted = not (self.passed and cards.phase.dealt())
            if doubted and self.waits(now, self.landed + GATHER_MS, "gathered"):
                return False
            return not in_doubt(self.cards, self, now) or cards.gathering()
        if self.zone[:5] == "line:" and cards.phase.now in (ph.SHUFFLED, ph.DEAL):
            # until its seat has had the time to read it
            return not self.waits(now, self.landed + CARD_UNREAD_MS, "its_seat")
        up = self.passed and self.zone[:5] == "seat:" and cards.at_the_mouth(self) == facing.UP
        if up and unread.nowhere_of().seen_up(cards, self, now):
            return False
        asked = self.slack and "card" in [item.asked for item in cards.order.items]
        if asked and unread.nowhere_of().asked_since(cards, self, now):
            return False  # the one asked about, read at last, or dealt when the deal had gone round
        if self._due_here() or self._heard_where_due() or cards.blank_of(self) is not None:
            return True
        if cards.phase.now == ph.SHUFFLED and unread.nowhere_of().first_left_out(cards, self, now):
            return True
        return self._certain(now) and not unread.nowhere_of().one_before_awaited(cards, self, now)

    def stale(self, now):
        """Seen at the mouth and then nowhere for the time a pitch may take, the loop of the seat
        that was due having been read meanwhile."""
        cards, tag = self.cards, self.tag
        if self.zone is not None or now - self.t < cards.flight_ms:
            return False
        if tag.ups > tag.downs and unread.nowhere_of().put_aside(cards, self, now):
            return False
        if now - self.t >= READER_AWAY_MS:
            return True
        other = cards.mouth_missed or unread.heard_at(cards, *cards.phase.next_seats(1))
        if other and cards.phase.now in (ph.SHUFFLED, ph.DEAL) and not self._acted():
            return False  # the seat that is due may have another, which the mouth has missed
        return now - self.t >= due.read_ms(cards, now)

    def on_its_way(self, zone, t):
        """True for a card that comes to a seat after it was read where it only passed: over a
        line; or on the board, at the burn place, in the muck or in the pot, where no card of a deal
        rests: at the seat that is due, else for no longer than a pitch takes."""
        if zone in (BOARD, BURN):
            return self.zone in (MUCK, POT) and self.burns() and t - self.landed <= PITCH_MAX_MS
        if zone[:5] != "seat:":
            return False
        if self.zone[:5] == "line:":
            return True
        phase = self.cards.phase
        if phase.now not in (ph.SHUFFLED, ph.DEAL) or self.zone not in (MUCK, BOARD, BURN, POT):
            return False
        return t - self.landed <= PITCH_MAX_MS or zone == seat_zone(*phase.next_seats(1))

    def burns(self):
        """True for a burn, wherever it lies: while bets are made nobody puts a card off the deck
        face down to the muck's side, or to the pot, but to burn it. One the mouth has not seen may
        be of a deck being gathered: it is the burn that lacks, or none.
        """
        if self.zone not in (MUCK, POT):
            return self.zone == BURN
        cards, phase = self.cards, self.cards.phase
        if phase.now < ph.BETTING or phase.awarded or self.latest <= phase.last_deal:
            return False
        if cards.at_the_mouth(self) == facing.UP or cards.blank_of(self) is not None:
            return False
        acted = phase.board or len(phase.owing) < len(phase.counts)
        return self.passed or bool(acted) and not phase.burned and len(phase.live) > 1

    def _acted(self):
        """True when a player has acted since: no card can be waited for any more."""
        return bool([i for i in self.cards.order.items if i.t > self.t and i.acts()])

    def goes_with(self, group, t, whole):
        """True for a card of the event that others of its zone make up, ``whole`` cards at most;
        ``t``: when it began, None for a street."""
        last = group[-1]
        if self.zone != last.zone or (t is not None and self.t != t):
            return False
        if len(group) < whole:
            # Longer, and it was missing: the others lay there without it.
            return not (whole > 1 and self.passed and self.t - last.t > LAST_CARD_MS)
        # Later it is of the next street, while the dealer is asked about this one.
        lay = last.landed or last.t  # told unread: it lay soon after it had left the deck
        apart = self.landed - lay
        if self.passed and not self.cards.phase.closed():
            apart = self.t - lay  # it may be read late; nobody acts so soon
        elif self.passed and last.passed:
            apart = min(apart, self.t - last.t)
        return apart <= STREET_APART_MS

    def expire(self, now):
        """Stop holding others up; the card is told when it lands."""
        cards = self.cards
        if self.zone is None:
            self.zone = unread.loaded_zone(cards, self, True) or unread.place_of(cards, self)
            if self.zone is None and self.passed and self._aside():
                cards.emitted_at_mouth(self)
                return
            if self.zone is None:
                self.detached = True
                not_pitched(cards, self)
                self._watch_flop(now, True)
                return
            self._emitted_unread()
            self._watch_flop(now)
        else:
            self.emit(now)

    def emit(self, now):
        """One event for the card, or for all that landed on the board together."""
        cards = self.cards
        # told already where its loop has read it meanwhile, and carries no other
        if self.burned and not (cards.phase.burned and (cards.laden.excess(BURN) or 0) <= 0):
            cards.emit_burn(self.t)
        if cards.phase.now == ph.SHUFFLED and self.zone is not None:
            first_pitched(cards, self)
        if self.loaded_zone is not None:
            self.zone = self.loaded_zone
            self._emitted_unread()
            self._watch_flop(now)
        elif self.zone is None:
            cards.emitted_at_mouth(self)
        elif self.zone == MUCK and self._gathered():
            return
        elif self._due_elsewhere() and self._crosstalk():
            # a neighbour's loop hears it now and then: it lies where it was due
            self.zone = self.tag.zone = seat_zone(*cards.phase.next_seats(1))
            cards.emitted(self, "medium")
        else:
            if self.zone == BOARD and cards.flop_t:
                street_of().flop_completed(cards, self)
            elif cards.lacks_t:
                unread.deal_completed(cards, self)
            elif self.zone == BURN and cards.phase.burned and cards.phase.closed():
                street_of().lay(cards, self)
            elif self.zone == BURN:
                unread.burned_before(cards, self)
            elif self.burns():
                self.zone = self.tag.zone = BURN
                self.tag.supposed = True
            cards.emitted(self)
            self._watch_flop(now)

    def _aside(self):
        """True for a card of the deal that the mouth has surely read face up: put aside unread, it
        was boxed, as it is where something reads it."""
        up = self.tag.ups >= UPS_UNNOTICED_READS and self.cards.at_the_mouth(self) == facing.UP
        return up and self.cards.phase.now == ph.DEAL

    def _watch_flop(self, now, lost=False):
        """The card was told, or is ``lost``, read nowhere soon after one of the flop was told: does
        the flop lack one, and none that lies there is told next?"""
        phase = self.cards.phase
        soon = lost and self.passed and self.t - phase.last_deal <= LAST_CARD_MS
        if not (self.zone == BOARD or soon) or not phase.flop_lacks() or lost and self.cards.flop_t:
            return
        if not [i for i in self.cards.order.items if is_landed(i) and i is not self]:
            street_of().flop_short(self.cards, self, now)

    def _gathered(self):
        return self.cards.blank_of(self) is None and self.cards.gathered(self)

    def lay(self, zone):
        """Tell a card that nothing reads, whose time was over, in the zone where it must lie."""
        self.detached = False
        self.zone = zone
        self._emitted_unread()

    def _emitted_unread(self):
        self.tag.zone = self.zone
        if self.zone == BURN and self.cards.laden.excess(BURN) != 1:
            self.tag.supposed = True
        self.cards.emitted(self, "medium")
        if self.zone[:5] == "seat:":
            unread.nowhere_of().doubt(self.cards, self.tag, self.t)

    def _weighed(self, now):
        """Read nowhere since it left the mouth, but some loop's load is a card more than read."""
        home = self.tag.home
        gone_ms = now - due.off_deck(self.tag, self.t)
        if gone_ms < LOAD_DECIDES_MS or now & LOAD_ASKED_MASK_MS or not self.passed:
            return False
        if home is not None and not home.misses or self._heard_at_seat():
            return False
        if gone_ms < due.read_ms(self.cards, now):
            return False  # it may be read yet: the load may be of one that the mouth has missed
        self.loaded_zone = unread.loaded_zone(self.cards, self)
        if self.loaded_zone is None and self.cards.phase.now >= ph.BETTING:
            self.cards.attention.watch(BURN, LOOK_PERIOD_MS, 4 * LOOK_PERIOD_MS, now)
        return self.loaded_zone is not None

    def _heard_at_seat(self):
        """True for a card some seat has read already, if too seldom to lie there yet."""
        tracks = self.tag.tracks
        return bool([k for k in tracks if k.antenna.kind == "seat" and not k.misses])

    def _street_lies(self, now):
        """No further card is on its way to the street, nor one still unread that belongs to it."""
        cards, phase = self.cards, self.cards.phase
        if self.waits(now, cards.board_last + cards.board_gap_ms, "street"):
            return False
        if cards.in_flight(now) or unread.on_board(cards):
            return not self.wait("in_flight")
        if phase.closed() and self._another_may_show(now):
            return False
        burned = phase.burned or phase.flop_lacks() or phase.now == ph.BETWEEN
        burned = burned or self.asked == BOARD or self._burn_before() or self._burn_loaded()
        if not burned and not cards.sees_burns():
            self.burned = burned = True
        if not burned and (self._burn_may_show(now) or self._asks_for_burn(now)):
            return False
        lying = len([i for i in cards.order.items if isinstance(i, Deal) and i.zone == BOARD])
        if lying >= phase.street_cards():
            unread.second_burn(cards, self)
            return not unread.turned_face_up(cards, now)
        more = max(CARD_UNREAD_MS, cards.board_gap_ms + due.read_ms(cards, now))
        if self.waits(now, cards.board_last + more, "street_short"):
            return False
        street_of().heard(cards, self)
        return True

    def _another_may_show(self, now):
        """True until each loop of the board has been read again, when a further card of the street
        would lie there: where nobody has to act one read later is taken for the next street. A
        mouth that sees about all cards would have seen it."""
        cards = self.cards
        if unread.mouth_sure(cards):
            return False
        last = cards.board_last + cards.board_gap_ms
        late = [a for a in cards.antennas if a.kind == BOARD and a.dwells and a.t < last]
        return bool(late) and self.waits(now, cards.board_last + CARD_UNREAD_MS, "street")

    def _burn_may_show(self, now):
        """True while a burn may still be read: longer where the load of its loop says nothing."""
        patience = LOAD_DECIDES_MS if self.cards.laden.excess(BURN) == 0 else BURN_UNREAD_MS
        return self.waits(now, self.cards.board_last + patience, "burn")

    def _asks_for_burn(self, now):
        """True while the dealer is asked about a burn that nobody has read."""
        return street_of().burn_asked(self.cards, self, now)

    def _burn_loaded(self):
        """True when the burn place's load is a card more than was read: it was burned."""
        if not self.burned and (unread.burn_excess(self.cards, self) or 0) > 0:
            self.burned = street_of().burn_weighed(self.cards, self)
        return self.burned

    def _burn_before(self):
        """True when a burn card is to be told before this street. One that the mouth has read when
        it read a card of the street still has left the deck before that, whichever was read first.
        """
        order = self.cards.order
        for item in order.items:
            if isinstance(item, Deal) and item.burns():
                left = min(due.off_deck(self.tag, self.t), self.t + PITCH_MAX_MS)
                if self.t <= item.t <= left and item.passed:
                    order.remove(item)
                    item.t = self.t - 1
                    order.add(item)
                if item.t < self.t:
                    return True
        return False

    def _due_here(self):
        """True for the seat the rotation has come to: nothing else could be expected."""
        phase = self.cards.phase
        if phase.now not in (ph.SHUFFLED, ph.DEAL):
            return True
        if self.zone[:5] != "seat:":
            return self.zone in (BURN, BOARD) and phase.hole is None
        return phase.next_seats(1) == [int(self.zone[5:])]

    def _due_elsewhere(self):
        """True for a card at a seat where none is due, nor one unread that it may be."""
        at_seat = self.zone[:5] == "seat:" and not self._due_here()
        return at_seat and self.cards.blank_of(self) is None

    def _heard_where_due(self):
        """A card two neighbours hear lies at the one it was due to; its zone becomes that."""
        due = seat_zone(*self.cards.phase.next_seats(1))
        for track in self.tag.tracks:
            if track.antenna.zone == due and track.hits >= 2:
                self.zone = self.tag.zone = due
                return True
        return False

    def _certain(self, now):
        """A card where none was due: its load says so, or the one that was due has had its time."""
        home = self.tag.home
        here = home is not None and home.antenna.zone == self.zone
        if here and not faint(home):
            self.well = True
        if now - self.landed >= LOAD_DECIDES_MS and not now & LOAD_ASKED_MASK_MS and self.loaded():
            return True
        until = self.landed + SEAT_SKIPPED_MS + (0 if self.passed else MOUTH_UNSEEN_MS)
        if here and not self.well and EDGE_PARTS * home.hits >= home.dwells:
            most = min(CERTAIN_HITS * home.antenna.period_ms, READER_AWAY_MS)
            until = max(until, self.landed + most)  # a loop read seldom needs so long for that
        if unread.heard_at(self.cards, *self.cards.phase.next_seats(1)):
            until = max(until, self.landed + READER_AWAY_MS)  # which one more reading will tell
        return not self.waits(now, until, "not_due")

    def loaded(self):
        """True when the load where it landed has it, and that of the seat it was due to has not."""
        laden = self.cards.laden
        due = seat_zone(*self.cards.phase.next_seats(1))
        return laden.excess(self.zone) == 0 and laden.excess(due) == 0

    def _crosstalk(self):
        """True for a card read so poorly that it lies elsewhere: the load there has not got it, nor
        does the dealer say that none lies where it would."""
        return not (self.well or self.next_off) and self.cards.laden.excess(self.zone) != 0

    def _boxed(self):
        home = self.tag.home
        return (
            home is not None
            and home.antenna.zone == MOUTH
            and (facing.verdict(self.tag) == facing.UP)
        )


def is_landed(item):
    """True for a card off the deck that lies on the board and waits to be told."""
    return isinstance(item, Deal) and item.zone == BOARD


def in_doubt(cards, item, now):
    """A card put aside while the deal goes on: face up in the deck? True while one is asked."""
    if cards.ask is None or cards.phase.now != ph.DEAL or cards.at_the_mouth(item) == facing.UP:
        return False
    if folded_at_once(cards, item):
        return False
    if item.asked is None:

        def answered(value, t):
            item.asked_t = now - ASK_MS
            item.answered = value != "no"
            if value == "yes":
                item.passed = True
                item.tag.said_up = True
                item.tag.ups = UPS_UNNOTICED_READS
                item.tag.downs = 0

        item.asked = "boxed"
        item.asked_t = now
        cards.ask(now, "boxed_card", answered, cards=[cards.name(item.tag)])
    if item.waits(now, item.asked_t + ASK_MS, "asked"):
        return True
    if item.passed and item.answered and item.tag.ups > item.tag.downs:
        item.tag.ups = UPS_UNNOTICED_READS  # nobody puts one aside that came face down
    return False


def not_pitched(cards, item):
    """Before the deal a card may show at the mouth while the deck is put into the well.

    It is counted only when another card has been dealt after it, or has left the deck as soon as
    the next one does: where that comes to rest tells.
    """
    younger = [i for i in cards.order.items if isinstance(i, Deal)]
    if cards.phase.now != ph.SHUFFLED or [i for i in younger if i.zone is not None]:
        return
    soon = [i for i in younger if i.passed and 0 < i.t - item.t <= LAST_CARD_MS]
    if not soon or cards.phase.hole is None:
        _uncount(cards, item)


def _uncount(cards, item):
    for other in cards.order.items:
        if isinstance(other, Deal) and other.tag.nth > item.tag.nth:
            other.tag.nth -= 1
    cards.count -= 1
    item.tag.nth = 0
    item.tag.item = None
    facing.clear(item.tag)


def first_pitched(cards, item):
    """The first card of the deal is to be told: one that the mouth saw before it, and that is read
    nowhere, went to the seat that was due where this has gone to the next; else it never left."""
    before = unread.left_before(cards, item)
    if before is None or cards.phase.hole is None or facing.verdict(before.tag) == facing.UP:
        return
    (due,) = cards.phase.next_seats(1)
    if item.zone == "seat:%d" % cards.phase.following(due):
        before.lay("seat:%d" % due)
    else:
        _uncount(cards, before)


def folded_at_once(cards, item):
    """True for a card in the muck whose seat, due this card, has just thrown the others there."""
    if not item.folded and item.passed:
        due = seat_zone(*cards.phase.next_seats(1))
        for other in cards.order.items:
            if getattr(other, "frm", None) == due and other.to == MUCK:
                item.folded = True
    return item.folded


def faint(track):
    """True for a tag that an antenna hears, but not even as it hears what lies at its edge."""
    return track.hits < CERTAIN_HITS or EDGE_PARTS * track.hits < track.dwells


def unseen_at_mouth(cards, item, since, period_ms):
    """Date a card the mouth did not see: first read at a seat at ``since``, a pitch later at least.

    Its seat is read every ``period_ms``, and it may have lain in a shadow: it may have come that
    much sooner.
    """
    cards.order.remove(item)
    item.t = max(0, since - PITCH_USUAL_MS)
    if not item.burns():
        item.t = unread.before_keys(cards, item, since - period_ms)
    item.latest = item.t
    item.slack = SHADOW_MS + period_ms + PITCH_USUAL_MS
    if not (item.burns() or unread.mouth_sure(cards)):
        item.slack = max(item.slack, READER_AWAY_MS)  # the rotation tells rather than the time
    cards.order.add(item)


def burn_unseen(cards, item, t):
    """Date a burn the mouth did not see, read at ``t``: before a street to come, where none lies
    for it, or one whose street is known and waits to be told. A second one that rests sooner after
    the mouth has seen a card than that one may land came before it."""
    deals = [i for i in cards.order.items if isinstance(i, Deal) and i.t < item.t]
    if not cards.phase.burned or [i for i in deals if i.zone == BOARD]:
        unseen_at_mouth(cards, item, t, BURN_UNREAD_MS)
    else:
        left = [i.t for i in deals if i.passed and i.zone is None and item.t - i.t < PITCH_MAX_MS]
        cards.order.remove(item)
        item.t = min([t - 1 for t in left] + [item.t])
        cards.order.add(item)
    in_rotation(cards)


def in_rotation(cards):
    """Put cards the mouth did not see before those that come after them, as far as time allows:

    one to a seat before those to the next seats, a burn before the street it is for. Anew with each
    card that has landed: where the others have gone is known then.
    """
    for item in [i for i in cards.order.items if isinstance(i, Deal) and i.slack]:
        cards.order.remove(item)
        item.t = item.latest
        cards.order.add(item)
    deals = [i for i in cards.order.items if isinstance(i, Deal)]
    slots = _slots(cards.phase, deals, due.fit_before(cards, deals))
    for n in range(len(slots) - 1, -1, -1):
        if slots[n] is not None and slots[n].slack:
            after = [i for i in slots[n + 1 :] if i is not None]
            _before(cards, slots[n], after[:1])
    burns = int(cards.phase.burned)  # of streets to come
    streets = [i for i in deals if i.zone in (BOARD, None)]
    for item in deals:
        if item.burns():
            if item.slack:
                _before(cards, item, streets[burns and cards.phase.street_cards() + burns - 1 :])
            burns += 1
    deals = [i for i in cards.order.items if isinstance(i, Deal)]
    numbers = sorted([i.tag.nth for i in deals])
    for i in range(len(deals)):
        deals[i].tag.nth = numbers[i]


def _slots(phase, deals, fit=None):
    """Cards of the deal as the rotation has them, None where one has not landed or is not due.

    Those the mouth saw come in its order; each of the others takes the first place of its seat that
    they leave free, no more of them before the first that it saw than ``fit`` there: None where no
    time tells, or where that has landed.
    """
    if phase.now not in (ph.SHUFFLED, ph.DEAL) or not [i for i in deals if i.slack]:
        return []
    turns = ["seat:%d" % s for s in phase.next_seats(len(phase.seats))]
    turns = turns * (len(deals) // len(turns) + 2)
    if [i for i in deals if i.next_off]:
        turns.pop(0)  # that seat was left out
    slots = [None] * len(turns)
    # places that they may leave, and one for a card that nothing reads
    skips = 1 + len([i for i in deals if i.slack or i.zone is None])
    at = 0
    for i in range(len(deals)):
        if not deals[i].slack:
            first = max(at, i)  # so many came before it
            for n in range(first, min(first + skips + 1, len(turns))):
                if turns[n] == deals[i].zone:
                    slots[n] = deals[i]
                    at = n + 1
                    break
    for item in deals:
        if item.slack:
            free = [n for n in range(len(turns)) if turns[n] == item.zone and slots[n] is None]
            if fit is not None:  # one of the first places is that of the first it saw
                early = [n for n in range(min(fit + 1, len(slots))) if slots[n] is None]
                free = [n for n in free if early != [n]]
            if free:
                slots[free[0]] = item
    due.place_unlanded(slots, deals)
    return slots


def _before(cards, item, others):
    """Date a card before the first of the others that it may have come before."""
    for other in others:
        if not other.next_off and item.t - item.slack <= other.t <= item.t:
            cards.order.remove(item)
            item.t = other.t - 1
            cards.order.add(item)
            return
