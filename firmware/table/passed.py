"""A player who seems to have been passed over: did nobody act there, or is a chip unread?

An act out of turn is rare, a lone chip that is badly read for a second is not. So an act that comes
before that of a player who was due waits for a moment: where the loop of that player's bet spot
has more load than was read there, for the chips or, in the end, for the dealer's word; where the
load says nothing, for chips that turn up at once. Chips that were there first are told first.
"""

from firmware.table import absent, events
from firmware.table import phase as ph
from firmware.table.order import Keyed
from firmware.table.values import (
    ACT_HELD_MAX_MS,
    ASK_MS,
    BEFORE_ACT_MS,
    DENIED_MS,
    HAND_LIFTED_MS,
    HAND_PARTLY_MS,
    HEAVY_MS,
    KEY_ACT_LATE_MS,
    KEY_LATE_MS,
    LOOK_PERIOD_MS,
)
from shared_rules.zones import seat_zone

STREET_OVER = 0  # in place of a seat: the dealer goes on, everybody must have acted


class Passed:
    """Holds back acts that seem to be out of turn. ``order``: its ``hold`` is set to this."""

    def __init__(self, order, cards, chips, phase):
        self.order = order
        self.cards = cards
        self.chips = chips
        self.phase = phase
        self.denied = {}  # seat that has not checked, as the dealer said -> when
        self.said = (0, 0)  # seat that had checked, as the dealer said; when the act asked of began

    def holds(self, item, now):
        """True while an item that is ready must wait for what a player due before it may have
        done unread."""
        if self.phase.now != ph.BETTING:
            return False
        seat = item.acts()
        if seat and (self._folded_already(item) or self._said_already(item)):
            self.order.remove(item)
            return True
        if seat == STREET_OVER and (self.phase.flop_lacks() or item.t <= self.phase.last_deal):
            return False  # it belongs to the street that lies there
        if seat is None or seat == self.phase.acting:
            return False  # one more motion of the same act passes over nobody
        if not item.held:
            item.held = now
        if now - item.held > ACT_HELD_MAX_MS:
            return False
        for due in self._due(seat):
            if absent.given_up(self.cards, seat_zone(due), item.t):
                continue
            if self._hand_undecided(item, due, now) or self._key_may_come(item, due, now):
                return True
            if self._waits(item, due, now):
                return True
        return False

    def _folded_already(self, item):
        """True for the key of a fold whose cards were read in the muck before it was pressed."""
        if not isinstance(item, Keyed) or item.event.get("word") != "fold":
            return False
        seat = item.event["seat"]
        return seat in self.phase.counts and not self.phase.is_live(seat)

    def _said_already(self, item):
        """True for the key of a check that the dealer, when asked, had said was made."""
        seat, t = self.said
        late = item.t - t
        said = item.acts() == seat and self.phase.last_deal < t and 0 <= late <= KEY_ACT_LATE_MS
        return said and _is_check(item)

    def _due(self, seat):
        """Seats due to act before ``seat``, with a bet to answer or others to bet with."""
        phase = self.phase
        able = [s for s in phase.live if phase.front.get(s, 0) < phase.worth(s)]
        out = []
        due = phase.actor
        for _ in range(len(phase.live)):
            if due is None or due == seat:
                break
            bet_to = phase.front.get(due, 0) < phase.high()
            if due in phase.owing and due in able and (bet_to or len(able) > 1):
                out.append(due)
            due = phase.after(due)
        if seat == STREET_OVER and not out and len(able) > 1:
            return [s for s in phase.unsaid if s in able]
        return out

    def _hand_undecided(self, item, due, now):
        """True while the hand of a seat may still turn out to have left before an act.

        A loop that has not been read since tells nothing. A hand that stays silent was folded: a
        player who lifts the cards while another acts out of turn is rarer.
        """
        cards = self.cards
        loops = [a for a in cards.antennas if a.kind == "seat" and a.number == due]
        if loops and loops[0].t < item.t:
            until = item.t + 2 * loops[0].period_ms
            return now <= until and item.wait("loop", until, due)
        hand = absent.silent(cards, seat_zone(due))
        if not hand or absent.last_read(hand) > item.t:
            return self._hand_beside(item, due, now)
        if item.waits(now, item.held + HAND_LIFTED_MS, "lifted", due):
            return True
        absent.fold(cards, due, hand, item.t)
        return False

    def _hand_beside(self, item, due, now):
        """True while cards that are read only now and then may lie beside their loop, folded.

        Found in the muck meanwhile, they were folded before the act that waits.
        """
        zone = seat_zone(due)
        hand = absent.discarded(self.cards, zone) if item.beside else ()
        if hand:
            absent.fold(self.cards, due, hand, item.t)
        elif (
            absent.partly(self.cards, zone, item.t)
            or absent.unsteady(self.cards, zone)
            or item.beside
            and not absent.lying(self.cards, zone)
        ):
            item.beside = True
            return item.waits(now, item.held + HAND_PARTLY_MS, "beside", due)
        return False

    def _key_may_come(self, item, due, now):
        """True while the check of a player who faces no bet may still be keyed, or was forgotten.

        One that is keyed meanwhile takes its turn before what it ought to have come before. Keys
        come in their order: after one there is nothing to wait for but the dealer's word.
        """
        keyed = isinstance(item, Keyed)
        for other in () if keyed else self.order.items:
            late = other.t - item.t
            if isinstance(other, Keyed) and other.acts() == due and 0 < late <= KEY_LATE_MS:
                self.order.remove(other)
                other.t = max(0, item.t - 1)
                self.order.add(other)
                return item.wait("turn", 0, due)
        high = self.phase.high()
        if not self.phase.keyed:
            return False  # where nobody keys checks none is late
        if self.phase.front.get(due, 0) < high or not (high or self.phase.board):
            return False  # there is a bet to answer, or a blind still to come
        if due in self.denied and now - self.denied[due] < DENIED_MS:
            return False
        if not keyed and item.waits(now, item.t + KEY_LATE_MS, "key", due):
            return True
        if self._may_ask(item, due):
            self._ask_for_check(item, due, now)
        if item.asked == due and item.waits(now, item.asked_t + ASK_MS, "asked", due):
            return True
        if item.asked_of and not item.answered and not self._acts_after(item, due):
            self._take_as_checked(item, due)
        return False

    def _acts_after(self, item, due):
        """True when the player who seems to have been passed over has acted since, and did not
        answer the act that waits: a check, or anything where it is another's turn after that act.
        """
        answers = self.phase.after(item.acts()) == due
        for other in self.order.items:
            if other is not item and other.acts() == due and (_is_check(other) or not answers):
                return True
        return False

    def _take_as_checked(self, item, due):
        """Tell a check nobody keyed: the dealer has said so, or has not answered while the game
        went on. A dealer stops an act out of turn, and the player passed over acts next."""
        self.chips.tell(events.check_said(item.t, due))
        self.said = (due, item.t)
        for other in [i for i in self.order.items if i.acts() == due]:
            if self._said_already(other):
                self.order.remove(other)

    def _may_ask(self, item, due):
        """Once for each player passed over; a dealer who did not answer is asked no more."""
        return self.chips.ask is not None and not item.asked_of >> due & 1 and item.answered

    def _ask_for_check(self, item, due, now):
        """Ask the dealer, once, whether a player checked: a key is forgotten more often than a
        player is passed over."""

        def answered(value, t):
            if item.asked != due:
                return
            item.answered = True
            item.asked_t = now - ASK_MS  # wait no longer
            if value == "yes" and item in self.order.items:
                self._take_as_checked(item, due)
            elif value == "no":
                self.denied[due] = now

        self._asks(item, due, now)
        self.chips.ask(now, "check_unkeyed", answered, due, before=item.acts())

    def _waits(self, item, due, now):
        spot = self.chips.spots.get(due)
        if spot is None:
            return False
        full_load = self.chips.bearing.load_says_more(spot.antenna)
        arrival = spot.arrival
        if arrival is not None and arrival is not item and arrival in self.order.items:
            late = arrival.t - item.t
            before = arrival.early or (arrival.early is None and late <= self._patience(spot))
            if late >= 0 and before:
                self.order.remove(arrival)
                arrival.t = max(0, item.t - 1)
                self.order.add(arrival)
                return item.wait("turn", 0, due)
            return False
        if full_load is None:
            until = item.t + self._patience(spot)
            return now <= until and item.wait("chips", until, due)
        if not full_load:
            return item.asked == due and item.waits(now, item.asked_t + ASK_MS, "asked", due)
        self.chips.attention.watch_one(spot.antenna.index, LOOK_PERIOD_MS, 2 * LOOK_PERIOD_MS, now)
        if item.waits(now, item.held + HEAVY_MS, "carries", due):
            return True
        if self._may_ask(item, due):
            self._ask(item, due, now)
        return item.asked == due and item.waits(now, item.asked_t + ASK_MS, "asked", due)

    @staticmethod
    def _patience(spot):
        """How long chips may stay unread where the load says nothing, ms."""
        return max(BEFORE_ACT_MS, 2 * spot.antenna.period_ms)

    def _ask(self, item, due, now):
        """Ask the dealer what lies in front of a player, once."""
        front = self.phase.front.get(due, 0)

        def answered(value, t):
            if item.asked != due:
                return
            item.answered = True
            item.asked_t = now - ASK_MS  # wait no longer
            if isinstance(value, int) and value > front and item in self.order.items:
                self.chips.tell_unread(due, value - front, item.t)

        self._asks(item, due, now)
        self.chips.ask(now, "chips_unread", answered, due, front)

    @staticmethod
    def _asks(item, due, now):
        item.asked = due
        item.asked_of |= 1 << due
        item.asked_t = now
        item.answered = False


def _is_check(item):
    """True for a check that was keyed."""
    event = item.event if isinstance(item, Keyed) else {}
    return event.get("kind") == "tap" or event.get("word") == "check"
