"""Where the cards are: off the deck through the mouth, to seats, board, burn and muck.

A card is in the stub until it was seen elsewhere. One that shows at the mouth is counted (``nth``)
and waited for: the order of the deal is the order of the mouth, whatever zone is scanned first.
"""

from firmware.table import absent, deal, due, events, facing, riffle, unread, ways
from firmware.table import phase as ph
from firmware.table.deal import Deal
from firmware.table.laden import Laden
from firmware.table.tags import Tags
from firmware.table.values import (
    BURN_BESIDE_TIMES,
    GATHER_CARDS,
    LAST_CARD_MS,
    UPS_ALONE_READS,
    UPS_UNNOTICED_READS,
)
from firmware.table.ways import Move, is_discard
from shared_rules.zones import BOARD, BURN, MOUTH, MUCK, STUB, seat_of, seat_zone


def award_of():
    """What knows of a push that nobody read: loaded when one is missed, which is seldom."""
    from firmware.table import award

    return award


def forward_of():
    """What weighs reads of a hand on its way: loaded when one is read there, which is seldom."""
    from firmware.table import forward

    return forward


class Cards:
    """Tracker of all cards: ``emit(event)``, ``token(uid)``, ``begin_hand(t)`` are passed in."""

    def __init__(self, order, phase, attention, tune, emit, token, begin_hand):
        self.order = order
        self.phase = phase
        self.attention = attention
        self.antennas = attention.antennas
        self.emit = emit
        self.token = token
        self.begin_hand = begin_hand
        self.board_gap_ms = tune["board_gap_ms"]
        self.flight_ms = tune["flight_ms"]
        self.boxed_ms = tune["boxed_ms"]
        self.group_ms = tune["group_ms"]
        self.count = 0  # cards off the deck in this hand
        self.mouth_missed = 0  # of them, those the mouth did not see
        self.blanks = 0  # of those, told at their seat without being read anywhere
        self.supposed = 0  # seats passed over, nothing speaking for a card there, a bit each
        self.board_last = 0
        self.tags = Tags()  # all tags of the table, set by it
        self.laden = Laden(self.antennas, self.tags)
        self.ask = None  # asks the dealer, see questions.py
        self.known = {}  # token -> (zone, nth, face) told before a reboot
        self.joined = False  # reading began in mid-hand: what shows in the muck was folded before
        self.short_t = 0  # when the last card of a deal was found to lack, or asked for
        self.lacks_t = 0  # when the dealer was asked for that card
        self.flop_t = self.flop_lies = 0  # asked for what a flop lacks; it lies there, wait so long
        self.unnamed_t = 0  # when the last burn card was told that nobody had read
        self._dealt = {}  # zone -> when the last card off the deck came there
        self.missed_t = {}  # seat's zone -> since when the whole hand was missed, the last time
        # zone -> since when a card of it is on its way, where none comes to rest; with MUCK before
        # it: since when a hand told folded lies there still, beside its loop
        self.thrown = {}
        self.unfound = {}  # seat's zone -> (when, cards) of a hand told folded, read nowhere
        self.unproved = []  # hole cards told unread: (tag, when, reads of the other by then)
        self.astray = []  # cards read where none is put on their way: in transit, or a slip
        self.beside = 0  # above 0 while burns are put beside their loop, see BURN_BESIDE_TIMES

    def begin(self, tags):
        """A new hand: every card is in the stub, wherever it lies while it is shuffled."""
        self.count = self.mouth_missed = self.blanks = self.flop_t = self.lacks_t = 0
        self.supposed = 0
        self.known = {}
        self.laden.unnamed = 0
        self.joined = False
        self.astray = []
        self.unproved = []
        self._dealt = {}
        self.missed_t = {}
        self.thrown = {}
        self.unfound = {}
        for tag in tags:
            if not tag.value:
                tag.zone = STUB
                tag.renew()
                facing.clear(tag)

    def restore(self, known, count):
        """Go on with a hand after a reboot: what was told of each card, and cards off the deck."""
        self.known = known
        self.count = count

    # -- from the zone tracker

    def arrived(self, tag, antenna, t):
        """A card is present at an antenna since ``t``."""
        zone = antenna.zone
        if tag.zone is None:
            self._first_seen(tag, zone)
        item = tag.item
        if zone == MOUTH:
            self._at_mouth(tag, t)
        elif ways.dealt_to_nobody(self.phase, tag, antenna):
            if tag.item is None and tag not in self.astray:
                self.astray.append(tag)  # only heard there, or no card
        elif item is not None:
            self._landed(tag, item, zone, t)
        elif tag.zone == STUB:
            dealt = self.phase.now == ph.SHUFFLED and antenna.kind == "seat"
            dealt = dealt and not riffle.under_way(self.antennas, self.phase)
            if dealt or self.phase.now >= ph.DEAL:
                item = self._off_deck(tag, t, False)
                self._landed(tag, item, zone, t)
        elif tag.zone == zone:
            self.thrown.pop(zone, None)
            for seat in [z for z in self.unfound if zone == MUCK and tag in self.unfound[z][1]]:
                del self.unfound[seat]
            if tag.supposed:
                tag.supposed = False
                self.beside -= BURN_BESIDE_TIMES
        elif tag.zone != MUCK or MUCK + zone not in self.thrown:
            rest_ms = ways.rest_ms(tag.zone, zone)
            if not rest_ms:
                self.went(tag, zone, t)
            elif tag not in self.astray:
                self.astray.append(tag)
            if rest_ms == ways.NEVER:
                self.thrown.setdefault(tag.zone, t)

    def poll(self, t):
        """Take cards that have rested long enough in an unusual place to have gone there."""
        for tag in tuple(self.astray):
            home = tag.home
            rest_ms = 0
            if home is not None and tag.item is None and home.antenna.zone != tag.zone:
                rest_ms = ways.rest_ms(tag.zone, home.antenna.zone)
            if not rest_ms:
                self.astray.remove(tag)
            elif rest_ms != ways.NEVER and not home.misses:
                # what is only heard there is read less often than what lies at an edge
                rests = home.seen - ways.since(tag, home) >= rest_ms and not deal.faint(home)
                onto = home.antenna.kind == "seat" and not rests
                if rests or onto and forward_of().lies_onto(self, tag, home, rest_ms):
                    self.astray.remove(tag)
                    ways.rested(self, tag, home)

    def left(self, tag, antenna, t):
        """A card is no longer at an antenna, nor at another."""
        item = tag.item
        if antenna.zone == MOUTH:
            if isinstance(item, Move):
                item.left = t
            elif item is None and tag.zone == MOUTH:
                tag.item = Move(self, tag, t, MOUTH, None)
                tag.item.left = t
                self.order.add(tag.item)
        elif antenna.kind == "seat":
            absent.note(self, tag, t)

    def stirred(self, tag, antenna, t):
        """First miss: the card may be on its way; look where it may come to rest."""
        attention = self.attention
        if antenna.zone == MOUTH:
            attention.card_left(self.flight_ms, t)
        elif antenna.kind == "seat" and self.phase.now >= ph.BETTING:
            attention.hand_left(t)

    # -- what the reads are weighed by

    def in_transit(self, tag):
        """True for a card that has left the deck, as far as is known, and has not come to rest."""
        return due.in_transit(self, tag)

    def due_at(self, antenna):
        """True where the next cards off the deck are due to come to rest."""
        return due.due_at(self.phase, antenna)

    def pushed_over(self, tag, track):
        """True for a card whose hand has been pushed onto its own bet spot, or thrown onto another
        hand."""
        ant = track.antenna
        if self.phase.now != ph.BETTING or seat_of(tag.zone) is None:
            return False
        if ant.kind == "seat":
            return forward_of().thrown_onto(self, tag, ant.zone)
        own = ant.kind == "line" and seat_of(tag.zone) == ant.number
        return own and forward_of().pushed_over(self, tag, track)

    def unbet(self, zone):
        """True for the zone of a seat whose hand has no bet to answer, or no chips for it, or not
        yet: nobody acts while cards are dealt."""
        phase = self.phase
        seat = seat_of(zone)
        owed = min(phase.high(seat), phase.worth(seat)) if phase.now == ph.BETTING else 0
        return phase.now <= ph.BETTING and phase.front.get(seat, 0) >= owed

    # -- what became of them

    def in_flight(self, now):
        """True while a card that passed the mouth has not landed and may still."""
        for item in self.order.items:
            if isinstance(item, Deal) and item.zone is None and now - item.t < self.flight_ms:
                return True
        return False

    def dealt_t(self, zone):
        """When the last card came to a zone off the deck in this hand, ms; long ago for none."""
        return self._dealt.get(zone, -1 << 20)

    def awaited(self, seat, t):
        """True while the card of a seat that was keyed at ``t`` ms has not been told."""
        return unread.keyed_awaited(self, seat, t)

    def on_the_way(self, item, zone=None):
        """True while another card of the zone a move began in is read there no more; ``zone``: and
        is read in that one."""
        for tag in self.tags.lying(item.frm):
            if not (tag.blank or absent.read_there(tag)):
                home = tag.home
                if zone is None or home is not None and home.antenna.zone == zone:
                    return True
        return False

    def emitted(self, item, confidence=None):
        """Tell a landed card; on the board and in one hand, with those that came along."""
        if item.folded:
            self._emitted_folded(item)
            return
        blank = self.blank_of(item)
        if blank is not None:
            unread.nowhere_of().name(self, item, blank)
            return
        if item.asked == "card":  # it has been moved before the dealer has said
            unread.nowhere_of().settle(self, item)
        if item.zone == BURN and self.emitted_unnamed(item):
            self.laden.unnamed -= 1
            item.tag.item = None
            return
        self.laden.learn()
        if item.zone == BURN:
            self.beside += BURN_BESIDE_TIMES if item.tag.supposed else -(self.beside > 0)
        group = [item]
        self._take_along(group, None if item.zone == BOARD else item.t)
        faces = [self._face(g) for g in group]
        up = "up" in [self.at_the_mouth(g) for g in group if g.passed]
        face = faces[0] if len(set(faces)) == 1 else facing.UNKNOWN
        if facing.UP in faces:
            face = facing.UP
        for g in group:
            g.tag.face = face
            g.tag.item = None
        tokens = [self.name(g.tag) for g in group]
        nth = min([g.tag.nth for g in group])
        if item.zone in (BURN, BOARD) and not self.phase.flop_lacks():  # which ends no street
            self.before_act(None, item.t)
        ev = events.card_move(item.t, tokens, STUB, item.zone, face, "dealer", nth, up)
        if confidence:
            ev["confidence"] = confidence
        self._dealt[item.zone] = item.t
        self.emit(ev)
        for g in group:
            if g.then is not None:  # it has moved on meanwhile
                self.went(g.tag, g.then[0], g.then[1])

    def blank_of(self, item):
        """What was told in place of a card as long as nobody had read it; None as a rule."""
        return unread.nowhere_of().stands_for(self, item) if self.blanks else None

    def _emitted_folded(self, item):
        """The last card of a hand that was folded before its seat could read it."""
        item.folded = False
        item.zone = item.tag.zone = seat_zone(*self.phase.next_seats(1))
        self.emitted(item, "medium")
        self.went(item.tag, MUCK, item.landed)

    def emitted_at_mouth(self, item):
        """A card lies face up at the mouth: it lay so in the deck, and the dealer has stopped."""
        tag = item.tag
        tag.item = None
        tag.zone = MOUTH
        tag.face = facing.UP
        tokens = [self.name(tag)]
        self.emit(events.card_move(item.t, tokens, STUB, MOUTH, facing.UP, "dealer", tag.nth, True))

    def sees_burns(self):
        """False on a table whose burn place nobody reads: a burn is taken to lie there."""
        return bool([a for a in self.antennas if a.kind == BURN and a.dwells])

    def gathering(self):
        """True while undealt cards come to the muck together."""
        same = [i for i in self.order.items if isinstance(i, Deal) and i.zone == MUCK]
        return len(same) >= GATHER_CARDS

    def gathered(self, item):
        """Several undealt cards in the muck at once are the deck being gathered: no cards dealt.

        As long as no seat has cards, the mouth beside the muck may have heard some of them.
        """
        out = self.phase.dealt()
        same = [i for i in self.order.items if isinstance(i, Deal) and i.zone == MUCK]
        same = [i for i in same + [item] if not (out and i.passed)]
        if item not in same:
            return False
        if len(same) < GATHER_CARDS and not riffle.under_way(self.antennas, self.phase):
            return False
        for other in same:
            self.order.remove(other)
            other.tag.item = None
            other.tag.zone = STUB
            other.tag.nth = 0
            self.mouth_missed -= not other.passed
        self.count -= len(same)
        if out:
            self.phase.gathered()
        return True

    def emitted_move(self, item):
        """Tell cards that moved from one zone to another together."""
        items = self.order.items
        if item.to is None:
            item.to = STUB
        i = 0
        while i < len(items):
            other = items[i]
            if isinstance(other, Move) and other.frm == item.frm and other.to == item.to:
                item.tags.extend(other.tags)
                items.pop(i)
            else:
                i += 1
        if item.to == MUCK:
            if self.phase.now == ph.DEAL:
                unread.nowhere_of().last_folded(self, item)
            item.tags.extend(absent.partners(self, item.tags, item.frm))
            if seat_of(item.frm) in self.phase.tabled:
                absent.lost_unseen(self, item.t)
                if self.phase.burned:
                    deal.street_of().before_collected(self, item)
        elif item.to[:5] == item.frm[:5] == "seat:":
            item.tags.extend(forward_of().along(self, item))
        if item.frm[:5] == "seat:" and is_discard(item.to):
            if item.acts():
                self.before_act(int(item.frm[5:]), item.t)
            if item.to == MUCK:
                self._pot_pushed(int(item.frm[5:]), item.t)
        if item.winner:
            award_of().emitted(self, item)
        if item.frm == BOARD:
            self.hand_over(item.t)
        item.tags.sort(key=lambda tag: (tag.nth, self.name(tag)))  # as they were dealt
        for tag in item.tags:
            tag.item = None
            tag.zone = item.to
            if item.to == STUB:
                tag.nth = 0
                facing.clear(tag)
        tokens = [self.name(tag) for tag in item.tags]
        ev = item.as_event(tokens)
        if item.to == MUCK and self._pot_gone(seat_of(item.frm)):
            ev["confidence"] = "medium"
        self.emit(ev)

    def _pot_gone(self, seat):
        """True for a tabled hand when a pot lies no more where it is read, and no push of it has
        been told, or not all of that to its seat: it may have been paid."""
        phase = self.phase
        unpaid = phase.pot_sum and (not phase.awarded or seat in phase.winners)
        return seat in phase.tabled and bool(unpaid) and award_of().pot_bare(self.antennas)

    def pot_asked(self, item, now):
        """True while the last hand's way to the muck waits for the dealer's word on its pot."""
        phase = self.phase
        if item.to != MUCK or phase.now != ph.SHOWDOWN or phase.awarded or len(phase.live) != 1:
            return False
        return award_of().pot_asked(self, item, now)

    def hand_over(self, t):
        """The cards are gathered: what was not read of a push to one winner is told now."""
        if self.phase.awarded and self.phase.pot_sum > 0:
            award_of().rest(self, t)

    def _pot_pushed(self, seat, t):
        """The winner's hand is collected: what was not read of the pot's push is told now."""
        phase = self.phase
        left = phase.pot_of(seat) if phase.won_by(seat) and phase.pot else ()
        if left:
            award_of().emit_push(self, t, seat, left)

    def before_act(self, seat, t, shows=None):
        """Somebody acts at ``t``: hands that were due before and have gone unread were folded, but
        for that of who ``shows`` it."""
        self.laden.learn()
        if seat is not None and seat == self.phase.acting:
            return  # one more motion of the same act passes over nobody
        for folded, hand in absent.passed_over(self, seat, t, shows):
            absent.fold(self, folded, hand, t)
        if seat is None:
            return
        for folded, hand in absent.gone_early(self, seat, t):
            absent.fold(self, folded, hand, t)
        if self.thrown:
            for folded, hand in forward_of().thrown_early(self, seat, t):
                absent.fold(self, folded, hand, t)

    def hand_gone(self, seat, t):
        """True when the hand of a seat has been read nowhere since well before ``t``."""
        return absent.was_gone(self, seat, t)

    def emit_fold(self, t, tokens, frm, found=False):
        """A fold that follows from the turn having passed on; ``found``: read in the muck since."""
        ev = events.card_move(t, tokens, frm, MUCK, facing.DOWN, "player")
        if not found:
            ev["confidence"] = "medium"
        self.emit(ev)

    def emitted_unnamed(self, item):
        """True for a burn card that was told before it was read: it left the deck before that,
        though its loop has read it late. Not where that would have read it, the next being due."""
        if not self.laden.unnamed:
            return False
        if item.passed and not item.late and item.t > self.unnamed_t:
            return False
        if item.passed or self.phase.burned or self.phase.owing and not self.phase.closed():
            return True
        return not deal.street_of().next_burn(item, self.unnamed_t)

    def emit_burn(self, t):
        """A burn card nobody has read: the dealer says that it lies there."""
        self.laden.unnamed += 1
        self.unnamed_t = t
        ev = events.card_move(t, [], STUB, BURN, facing.DOWN, "dealer")
        ev["confidence"] = "medium"
        self.emit(ev)

    def name(self, tag):
        """Token of a card in this hand."""
        if tag.token is None:
            tag.token = self.token(tag.uid)
        return tag.token

    # -- inside

    def _first_seen(self, tag, zone):
        tag.zone = MUCK if self.joined and zone == MUCK else STUB
        if self.known:
            was = self.known.get(self.name(tag))
            if was is not None:
                tag.zone, tag.nth, tag.face = was

    def _at_mouth(self, tag, t):
        if tag.item is not None:
            return
        if tag.zone == STUB:
            if riffle.under_way(self.antennas, self.phase):
                return
            if self.phase.now == ph.BETWEEN and not self.phase.board:  # else of the hand that was
                self.begin_hand(t)
            self._off_deck(tag, t, True)
        elif tag.zone != MOUTH:
            tag.item = Move(self, tag, t, tag.zone, None)
            self.order.add(tag.item)

    def _off_deck(self, tag, t, passed):
        self.count += 1
        tag.nth = self.count
        if tag.mouth_missed == passed:
            tag.mouth_missed = not passed
        self.mouth_missed += not passed
        tag.item = Deal(self, tag, t, passed)
        if passed and self.phase.now >= ph.BETTING and (self.laden.excess(BURN) or 0) > 0:
            tag.item.over_burn = True
        self.order.add(tag.item)
        return tag.item

    def lay(self, tag, zone, t):
        """A card that left the deck at ``t`` ms unseen lies in a zone that has read it once."""
        self._landed(tag, self._off_deck(tag, t, False), zone, t)

    def _landed(self, tag, item, zone, t):
        if isinstance(item, Deal):
            if item.zone is not None and item.zone != zone and not item.on_its_way(zone, t):
                if item.then is None or item.then[0] != zone:
                    item.then = (zone, t)  # pyright: ignore
                if self.order.items[0] is item:
                    self.order.remove(item)  # told before it moves on
                    self.emitted(item)
                return
            item.then = None
            again = item.zone == zone  # it was missed there, and has its date
            item.zone = zone
            item.landed = t
            tag.zone = zone
            if zone == BOARD:
                if not self.phase.burned and self.phase.board > 2:
                    deal.street_of().surplus_card(self, item, t)
                elif self.phase.board > 2 and not (item.passed or again):
                    deal.street_of().before_burn(self, item, t)
                elif not (self.phase.board or item.passed or again):
                    deal.street_of().third_of_flop(self, item)
                self.board_last = t
                deal.in_rotation(self)
            elif zone[:5] == "seat:" and self.phase.now in (ph.SHUFFLED, ph.DEAL):
                if not (item.passed or again) and tag.home is not None:
                    deal.unseen_at_mouth(self, item, t, tag.home.antenna.period_ms)
                deal.in_rotation(self)
            elif not item.passed and item.burns():
                deal.burn_unseen(self, item, t)
            if item.detached:
                item.detached = False
                item.late = True
                if zone[:5] != "seat:" or self.phase.now not in (ph.SHUFFLED, ph.DEAL):
                    item.t = t  # else by when it left the deck, which tells the pace of the deal
                for other in self.order.items:
                    if isinstance(other, Deal) and other.tag.nth > tag.nth:
                        item.t = min(item.t, max(0, other.t - 1))  # it came off the deck before
                self.order.add(item)
        elif zone == item.frm:
            self.order.remove(item)  # it lay at the mouth for a moment only, or never left
            tag.item = None
            tag.zone = zone
        elif item.frm == BURN and zone == BOARD:
            self._off_deck_again(tag, item, zone, t)
        elif item.to is None or ways.rest_ms(item.frm, zone) != ways.NEVER:
            # read on its way over a loop where few are put, it has to rest there as any other
            item.rested_t = t + ways.rest_ms(item.frm, zone) if item.to is not None else 0
            item.to = zone
            item.last = t
            tag.zone = zone

    def _off_deck_again(self, tag, item, zone, t):
        """A burn card came through the mouth: it had gone back on the stub, where nothing reads."""
        self.order.remove(item)
        item.to = STUB
        self.emitted_move(item)
        self._landed(tag, self._off_deck(tag, item.t, True), zone, t)

    def went(self, tag, zone, t):
        """A card has gone to a zone at ``t``: told when the rest of what goes along has, too."""
        frm = tag.zone
        tag.item = Move(self, tag, t, frm, zone)
        tag.zone = zone
        self.order.add(tag.item)

    def _take_along(self, group, t):
        """Move further landed cards of the same event from the queue into the group.

        They stand at the queue's head; cards of a street (``t`` None) may also stand behind what
        somebody else did meanwhile, so long as no card went elsewhere between them: one too many
        only where nobody has acted.
        """
        items = self.order.items
        whole = self.phase.street_cards()
        at = 0
        acted = False
        while at < len(items):
            other = items[at]
            if not isinstance(other, Deal):
                if t is not None or other.t - group[-1].t > LAST_CARD_MS:
                    break
                at += 1
                acted = acted or other.acts() is not None
                continue
            if not other.goes_with(group, t, whole):
                break
            if acted and len(group) >= whole or at and other.t - group[-1].t > LAST_CARD_MS:
                break
            group.append(items.pop(at))

    def _face(self, item):
        if item.zone == BOARD:
            return facing.UP
        seen = self.at_the_mouth(item)
        if seen == facing.UNKNOWN and item.zone in (BURN, MUCK):
            return facing.DOWN
        return seen

    @staticmethod
    def at_the_mouth(item):
        """Facing as the mouth saw it; a card put aside at once was most likely seen face up."""
        if item.zone == MUCK and item.passed and item.tag.ups >= 2:
            return facing.UP if item.tag.ups >= item.tag.downs else facing.DOWN
        if item.zone is not None and item.tag.ups < (
            UPS_UNNOTICED_READS if item.tag.downs else UPS_ALONE_READS
        ):
            return facing.DOWN if item.tag.downs else facing.UNKNOWN
        return facing.verdict(item.tag)
