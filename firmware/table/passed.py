"""A player who seems to have been passed over: did nobody act there, or is a chip unread?

An act out of turn is rare, a lone chip that is badly read for a second is not. So an act that comes
before that of a player who was due waits for a moment: where the loop of that player's bet spot is
loaded by more than was read there, for the chips or, in the end, for the dealer's word; where the
load says nothing, for chips that turn up at once. Chips that were there first are told first.
"""

from firmware.table import absent, spoken, unread
from firmware.table import phase as ph
from firmware.table.order import Keyed
from firmware.table.values import (
    ACT_HELD_MAX_MS,
    BOARD_CARDS,
    KEY_ACT_LATE_MS,
    LEAST_BET_TIMES,
    STREET_APART_MS,
)
from shared_rules.zones import MUCK, seat_zone

STREET_OVER = 0  # in place of a seat: the dealer goes on, everybody must have acted


def untimely():
    """What asks and weighs when an act comes before its time: loaded then, which is seldom."""
    from firmware.table import untimely

    return untimely


class Passed:
    """Holds back acts that seem to be out of turn. ``order``: its ``hold`` is set to this."""

    def __init__(self, order, cards, chips, phase):
        self.order = order
        self.cards = cards
        self.chips = chips
        self.phase = phase
        self.denied = {}  # seat that has not checked, as the dealer said -> when
        self.unkeyed = 0  # checks in a row that nobody has keyed; below 0: that were keyed
        # seat that had checked, as the dealer said; when the act asked of began; on a street before
        self.checked = (0, 0, 0)

    def hold(self, item, now):
        """True while an item that is ready must wait for what a player due before it may have
        done unread."""
        if self.phase.now != ph.BETTING:
            return unread.awaited(self, item, now)
        seat = item.acts()
        if seat and adds_nothing(self.chips, item):
            return False
        if seat and item.fresh and self._foreign_among(item, now):
            return True
        if is_check(item) and not item.held:
            item.held = now
            self.unkeyed = min(0, self.unkeyed) - 1
        if seat and self.done_already(item):
            self.order.remove(item)
            return True
        if seat == STREET_OVER and not self._ends_street(item):
            return False
        lacks = seat and (self.cards.flop_t or self.cards.flop_lies) and self.phase.flop_lacks()
        if lacks and untimely().flop_unread(self, item, now):
            return True
        if seat is None or seat == self.phase.acting:
            return False  # one more motion of the same act passes over nobody
        if self.phase.burned and seat and untimely().street_unread(self, item, seat, now):
            return True
        for due in self._checked_through(item) if is_shown(item) else ():
            untimely().take_as_checked(self, item, due)
        free = self._given_free(item)
        if free and untimely().given_free(self, item, free, now):
            return True
        if not item.held:
            item.held = now
        if item.fuller is None:
            self._note_loads(item, seat)
        if now - item.held > ACT_HELD_MAX_MS:
            return False
        left = [s for s in self.phase.live if not self._given_up(s, item) or self._lost(item, s)]
        # who is left alone need not act; but who folds without a bet leaves a check to be told
        folds = is_thrown(item) or is_fold(item)
        for due in self.due(seat) if len(left) > 1 or folds else ():
            if due not in left:
                if absent.lifted(self.cards, item, due, now):
                    return True
            elif not self._not_acted(item, due) and untimely().waits_for(self, item, due, now):
                return True
        if is_shown(item):
            self.cards.before_act(None, item.t, item.event.get("seat"))  # as an act tells the folds
        return False

    def _note_loads(self, item, seat):
        """Note the spots of players due before ``seat`` that carry more than was read: by when they
        are asked about what lies there may have been pulled in."""
        item.fuller = 0
        for due in self.due(seat):
            spot = self.chips.spots.get(due)
            if spot is not None and self.chips.bearing.load_says_more(spot.antenna):
                item.fuller |= 1 << due

    def _not_acted(self, item, seat):
        """True where somebody has keyed since an item began that the player of a seat has not acted
        on its street: nothing of what that player did goes unread or unkeyed."""
        over = not item.acts()  # what comes after an act is of the next street
        for other in self.order.items:
            event = other.event if isinstance(other, Keyed) else {}
            if event.get("kind") == "not_acted" and event.get("seat") == seat:
                return True
            dealt = other.passed is not None
            if other is not item and (other.acts() if over else dealt):
                return False
        return False

    def _foreign_among(self, item, now):
        """True while an opening bet less than the least one, by what the table knows or by any
        book, may have a chip of another house among it. Not a raise: a short one is far more likely
        and is to be told before the next player acts."""
        phase, seat, total = self.phase, item.spot.seat, item.total_of()
        if not phase.board or phase.high():
            return False
        opens = min(LEAST_BET_TIMES * phase.blinds[3], phase.worth(seat))
        if not phase.too_little(seat, total) and total >= opens:
            return False
        from firmware.table import other_house  # loaded when it is needed: it costs heap

        return other_house.may_be_keyed(self.chips, item, now)

    def _checked_through(self, item):
        """Seats that must have checked when a hand is tabled: who tables it, and those whose hand
        is gone, all that are due and none with a bet to answer. Else none."""
        phase = self.phase
        due = self.due(STREET_OVER)
        for seat in due:
            if phase.front.get(seat, 0) < phase.high(seat):
                return ()
            if seat != item.event["seat"] and not self._given_up(seat, item):
                return ()
        return due

    def _given_free(self, item):
        """Seats that must have checked on the river, all that are due and none with a bet to
        answer, when a hand of theirs is given up: it has lost, or is a fold without a bet. Else
        none."""
        phase = self.phase
        given = getattr(item, "frm", "")[:5] == "seat:" and item.acts()
        if not given or phase.board < BOARD_CARDS:
            return ()
        due = self.due(STREET_OVER)
        return due if given in due and not self._owing(due) else ()

    def _owing(self, seats):
        """Those of some seats who have a bet to answer."""
        phase = self.phase
        return [s for s in seats if phase.front.get(s, 0) < phase.high(s)]

    def _lost(self, item, seat):
        """True for the hand of a seat that goes on the river when its player has answered and faces
        no bet: it has lost, the round being over."""
        phase = self.phase
        if seat != item.acts() or phase.board < BOARD_CARDS or isinstance(item, Keyed):
            return False
        return seat not in phase.owing and phase.front.get(seat, 0) >= phase.high(seat)

    def _given_up(self, seat, item):
        """True for a seat whose hand had left it when an item began."""
        return bool(absent.given_up(self.cards, seat_zone(seat), item.t))

    def _ends_street(self, item):
        """False for a card of the street that lies there, one too many among them, and for a hand
        that is tabled while there is betting to come, even if who has a bet to answer folds. Who
        tables a hand with one to answer shows it in the betting, not for the pot."""
        phase = self.phase
        if isinstance(item, Keyed):
            owing = self._owing(self.due(STREET_OVER))
            if item.event.get("seat") in owing:
                return phase.last_bets()
            return phase.last_bets() or bool(owing) and phase.closed(owing)
        if phase.flop_lacks() or item.t <= phase.last_deal:
            return False
        dealt = item.passed is not None and not phase.burned
        return not dealt or item.t - phase.last_deal > STREET_APART_MS

    def done_already(self, item):
        """True for the key of a fold or a check that has been told: it is no act any more."""
        return folded_already(self.phase, item) or self.said_already(item)

    def said_already(self, item):
        """True for the key of a check that the dealer, when asked, had said was made: pressed after
        it, or after the street that came next, where it is another's turn then or the cards do not
        lie yet."""
        seat, t, _ = self.checked
        if item.acts() != seat or item.t < t or not is_check(item):
            return False
        street = self.phase.last_deal
        early = bool(self.due(seat)) or item.t <= self.cards.board_last
        late = item.t - (max(t, street) if early else t)
        return late <= KEY_ACT_LATE_MS and (street < t or early)

    def due(self, seat):
        """Seats due to act before ``seat``, with a bet to answer or others to bet with."""
        phase = self.phase
        able = phase.able(phase.live)
        out = []
        for due in phase.turns():
            if due == seat:
                break
            bet_to = phase.front.get(due, 0) < phase.high()
            if due in phase.owing and due in able and (bet_to or len(able) > 1):
                out.append(due)
        if seat == STREET_OVER and not out and len(able) > 1:
            return [s for s in phase.unsaid if s in able]
        return out


def adds_nothing(chips, item):
    """True for words keyed late about what was told: they are no act, and pass over nobody."""
    return (
        isinstance(item, Keyed)
        and item.event["what"] == "declare"
        and spoken.done_already(chips, item.event, item.t)
    )


def is_fold(item):
    """True for a fold that was keyed."""
    return isinstance(item, Keyed) and item.event.get("word") == "fold"


def folded_already(phase, item):
    """True for the key of a fold whose cards were read in the muck before it was pressed."""
    if not is_fold(item):
        return False
    seat = item.event["seat"]
    return seat in phase.counts and not phase.is_live(seat)


def is_thrown(item):
    """True for a hand that goes from its seat to the muck."""
    return getattr(item, "frm", "")[:5] == "seat:" and item.to == MUCK


def is_shown(item):
    """True for the key of a hand that was tabled."""
    return isinstance(item, Keyed) and item.acts() == STREET_OVER


def is_check(item):
    """True for a check that was keyed."""
    event = item.event if isinstance(item, Keyed) else {}
    return event.get("kind") == "tap" or event.get("word") == "check"
