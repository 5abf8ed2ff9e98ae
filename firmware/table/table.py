"""The table side of the controller: from dwells and keys to table events, in one order.

``Table`` wires presence, zones, cards, chips, phase, attention and the queue together. It keeps no
time and opens nothing: dwells, keys and times come in, events go out through ``sink``.
"""

from firmware.table import absent, facing, keys, spoken, unread
from firmware.table import phase as ph
from firmware.table.attention import Attention
from firmware.table.beside import Beside
from firmware.table.cards import Cards, Deal
from firmware.table.conservation import Conservation
from firmware.table.deal import street_of
from firmware.table.departures import changes_of
from firmware.table.motion import Chips
from firmware.table.order import Keyed, Order
from firmware.table.passed import Passed
from firmware.table.presence import CANDIDATE, Antenna, Presence
from firmware.table.questions import Questions
from firmware.table.riffle import Riffle, gather_board
from firmware.table.values import (
    ENTER_HITS,
    HELD_MAX_KEYS,
    LEAVE_MISSES,
    LOAD_ASKED_MASK_MS,
    PAUSE_MAX_MS,
    SETTLE_MAX_MS,
    STEP_MS,
)
from firmware.table.ways import Move
from firmware.table.zones import Zones

REFUSED = "riffle_refused"  # kind of a notice: a riffle was keyed while hands are played
ABOUT = ("exposed_card", "extra_card")  # notices of a card that was just dealt


class Table:
    """One table. ``names``: antenna names; ``schedule``: ``want(index, period_ms)``; ``tune``: see
    ``firmware/config.py``; ``tokens``: ``next_hand(kind)`` -> hand counter, ``token(uid)``;
    ``sink(event)``: called once for each event, in order; ``complain(text)``: one line for people;
    ``watch``: see ``order.Order``, for whoever explains decisions.
    """

    def __init__(self, names, seats, schedule, tune, tokens, sink, complain, watch=None):
        self.sink = sink
        self.tokens = tokens
        self.complain = complain
        self.last_t = 0
        self._polled = 0
        self.settling = False  # after a restart in mid-hand, until every antenna was read
        self.keys = []  # keys pressed meanwhile
        self.events = 0
        self.rejected = 0
        enter, leave = tune["enter"], tune["leave"]
        self.antennas = []
        for i in range(len(names)):
            kind = names[i].split(":")[0]
            hits, misses = enter.get(kind, ENTER_HITS), leave.get(kind, LEAVE_MISSES)
            self.antennas.append(Antenna(i, names[i], hits, misses))
        self.phase = ph.Phase(seats)
        self.order = Order(watch)
        self.questions = Questions(self.emit)
        self.attention = Attention(schedule, self.antennas, self.phase)
        self.cards = Cards(
            self.order, self.phase, self.attention, tune, self.emit, tokens.token, self.begin_hand
        )
        self.chips = Chips(
            self.antennas, self.order, self.phase, self.attention, tune, self.emit,
            self.cards.before_act,
        )  # fmt: skip
        ask = self.questions.ask
        self.cards.ask = ask  # pyright: ignore[reportAttributeAccessIssue]
        self.chips.ask = ask  # pyright: ignore[reportAttributeAccessIssue]
        self.chips.hand_gone = self.cards.hand_gone  # pyright: ignore[reportAttributeAccessIssue]
        self.order.hold = Passed(self.order, self.cards, self.chips, self.phase).hold  # pyright: ignore[reportAttributeAccessIssue]
        self.beside = Beside(names, tune.get("cross"))
        zones = Zones(
            self.cards, self.chips, self.attention, self._double, self.beside, self.antennas
        )
        self.presence = Presence(self.antennas, zones, tune["tags_max"], self.beside)
        self.cards.tags = self.chips.tags = self.cards.laden.tags = self.presence.tags
        self.conservation = Conservation(self.presence, self._emitted, self.cards.name)
        self.riffle = Riffle(self.antennas, self.presence.tags)
        self.attention.tick(0)

    def dwell(self, index, uids, values, n, torn, t, agc=0):
        """One reading of an antenna at ``t`` ms (``Presence.dwell`` describes the rest)."""
        self.presence.dwell(index, uids, values, n, torn, t, agc)
        ant = self.antennas[index]
        between = self.phase.now in (ph.BETWEEN, ph.SHOWDOWN)
        if ant.kind == "muck" and between and self.riffle.note(t):
            self.begin_hand(self.riffle.when)
        elif ant.kind == "burn":
            unread.watch_burn(self.cards, t)

    def poll(self, t):
        """Tell what has become ready up to ``t`` and bring the scan up to date.

        Called before each dwell and key as well. Decisions fall on a grid of time, so that what is
        told depends on dwells and keys alone, not on how often the loop turns.
        """
        if t < self._polled + STEP_MS:
            return
        if t - self._polled > PAUSE_MAX_MS or not (self.order.items or self.settling):
            self._polled = max(self._polled, (t & -STEP_MS) - STEP_MS)
        while self._polled + STEP_MS <= t:
            self._polled += STEP_MS
            self._step(self._polled)

    def _step(self, t):
        if self.settling:
            self._settle(t)
        if self.cards.flop_t and not t & LOAD_ASKED_MASK_MS:
            street_of().watch_flop(self.cards, t)
        if self.order.items:
            self.order.poll(t)
        if self.cards.astray:
            self.cards.poll(t)
        if self.cards.unproved:
            unread.nowhere_of().watch(self.cards, t)
        self.chips.poll(t)
        if self.phase.now == ph.DEAL and not self.settling:
            self.phase.tick(t)
            unread.watch_deal(self.cards, t)
        elif self.phase.served:
            waits = self.phase.now == ph.BETTING and self.phase.blinds_awaited()
            self.phase.served = waits and not changes_of().watch_blinds(self.cards, self.chips, t)
        if self.phase.awarded and not t & LOAD_ASKED_MASK_MS:
            gather_board(self.cards, t)
        self.attention.tick(t)

    def key(self, key, t):
        """Something was keyed in at ``t`` ms; it takes its turn among what the antennas saw."""
        if self.settling and len(self.keys) < HELD_MAX_KEYS:
            self.keys.append(key)
            return
        what = key.get("what") if isinstance(key, dict) else None
        if what == "answer" and "id" in key and "value" in key:
            self.questions.answer({"t": t, "what": what, "id": key["id"], "value": key["value"]}, t)
            return
        if what in ("tabled", "exposed"):
            # completed when its turn comes: the cards it names may still be settling
            about = key.get("seat") if what == "exposed" else None
            if what == "tabled" and isinstance(key.get("seat"), int):
                t = absent.laid_down(self.cards, key["seat"], t)
            self.order.add(Keyed(t, key, self._keyed, about, self.cards.awaited))
            return
        try:
            self._queue(keys.event_of(key, t, self.cards_at))
        except keys.BadKey as e:
            self._reject(e)

    def begin_hand(self, t, kind="riffle", keyed=False):
        """The deck is shuffled: a new hand, new tokens. Told as an event of that kind.

        ``t``: when; what waits in the queue and is older belongs to the hand before. ``keyed``: the
        antennas have not read it.
        """
        self.riffle.reset()
        items = self.order.items
        while items and items[0].t <= t:
            self.order.expire(items.pop(0), self.last_t)
        self.order.items = [i for i in items if not isinstance(i, (Deal, Move))]
        self.questions.forget()
        self.cards.hand_over(self.last_t)
        self.conservation.hand_over(self.last_t, self.phase)
        hand = self.tokens.next_hand()
        self.presence.forget_unseen()
        self.beside.age()
        self.cards.begin(self.presence.tags.values())
        self.chips.begin(self.presence.tags.values())
        event = {"t": t, "what": kind, "hand": hand}
        if keyed:
            event["keyed"] = True
        self.emit(event)

    def emit(self, event):
        """Send an event on its way; its time never runs backwards."""
        self.last_t = event["t"] = max(event["t"], self.last_t)
        self.events += 1
        if event["what"] == "deck_swap":
            self.conservation.swapped()
        elif event["what"] == "setup":
            self.conservation.jokers = 1 if event.get("joker") else 0
        self.phase.note(event)
        self.sink(event)

    def cards_at(self, zone, t=None):
        """``[(nth, token), ...]`` of the cards in a zone, in the order they were dealt.

        ``t``: as it was then, where they have gone on since, or the last has come, and that is
        still to be told.
        """
        tags = self.presence.tags.values()
        name = self.cards.name
        found = [g for g in tags if not g.value and (g.zone == zone or _since(g, zone, t))]
        if t is not None:
            found = [g for g in found if not _comes_after(g, t)] or found
        return sorted([(g.nth, name(g)) for g in found])

    def read_up(self, tokens):
        """True when the mouth has read each of these cards face up, and nobody was asked."""
        up = []
        for tag in self.presence.tags.values():
            if not tag.value and facing.verdict(tag) == facing.UP and not tag.said_up:
                up.append(self.cards.name(tag))
        return not [token for token in tokens if token not in up]

    def read_at(self, seat):
        """How many cards the safe zone of a seat reads at this moment (for its light)."""
        n = 0
        for ant in self.antennas:
            if ant.kind == "seat" and ant.number == seat:
                for track in ant.tracks:
                    if track.tag.home is track and not track.tag.value:
                        n += 1
        return n

    # -- inside

    def _settle(self, t):
        """What changed while the controller was down came before what is keyed now."""
        if t < SETTLE_MAX_MS:
            for ant in self.antennas:
                if ant.whole < 2:
                    return
                for track in ant.tracks:
                    if track.state == CANDIDATE:
                        return
        self.settling = False
        self.chips.settled(0, t)
        pressed = self.keys
        self.keys = []
        for key in pressed:
            self.key(key, t)

    def _emitted(self, event):
        """What the counting has found: a drift is of the hand before, the rest takes its turn."""
        if event["what"] == "drift":
            self.emit(event)
        else:
            self._queue(event)

    def _queue(self, event):
        about = event.get("about_seat") if event.get("kind") in ABOUT else None
        t = spoken.said_at(self.chips, event)
        if event.get("kind") == "foreign_chips":
            from firmware.table import other_house  # loaded when it is needed: it costs heap

            other_house.count_keyed(self.chips, event)
        self.order.add(Keyed(t, event, self._keyed, about, self.cards.awaited))

    def _keyed(self, event, t):
        what = event["what"]
        if what in ("tabled", "exposed"):
            seat = event.get("seat")
            try:
                event = keys.event_of(event, t, lambda zone: self.cards_at(zone, t), self.read_up)
            except keys.BadKey as e:
                self._reject(e)
                return
            if what == "tabled" and self.phase.last_bets():
                self.cards.before_act(None, t, seat)  # the betting is over: who is gone had folded
        elif what in ph.STARTS:
            if self.phase.now != ph.SHUFFLED and not self._playing(what, t):
                if what == "shuffler_button":  # by some books the hand begins with it, by none
                    self.emit(event)  # is it the riffle
                    what = "riffle"
                if self._refused(what, t):
                    return
                self.begin_hand(t, what, True)
                return
            if what == "riffle":
                return  # the antennas have told it already
        elif what == "by_hand" and event["kind"] == "cards":
            if not self.phase.awarded and self.phase.now != ph.BETWEEN:
                self._reject("by_hand: hole cards are keyed when the hand is over")
                return
        elif what == "dealer_push":
            self.chips.pace.anew()
        elif what == "declare" and spoken.done_already(self.chips, event, t):
            self.complain("seat %s: said what its chips have done already" % event.get("seat"))
            return
        elif what in ("declare", "gesture"):
            self.cards.before_act(event.get("seat"), t)
            about = spoken.said_with(self.chips, event.get("seat"), t)
            if about is not None and event.get("word") in spoken.WAGERS:
                event["about"] = about
                self.chips.pace.learn(t - about)
        self.emit(event)

    def _refused(self, what, t):
        """Refuse to begin a hand by a key while two hands or more are read: people are told."""
        seats = [seat for seat in self.phase.all if self.read_at(seat)]
        if len(seats) < 2:
            return False
        self._reject("%s: %d hands lie at their seats" % (what, len(seats)))
        self.emit({"t": t, "what": "notice", "by": "table", "kind": REFUSED, "seats": seats})
        return True

    def _playing(self, what, t):
        """True in mid-hand, where the machine is given the other deck."""
        phase = self.phase
        if what != "shuffler_button" or phase.now < ph.DEAL or len(phase.live) < 2:
            return False
        return bool([s for s in phase.live if not self.cards.hand_gone(s, t)])

    def _double(self, tag, antenna, t):
        self.conservation.double(tag, antenna, t)

    def _reject(self, error):
        self.rejected += 1
        self.complain("key refused: %s" % error)


def _since(tag, zone, t):
    """True for a card that has left a zone after ``t``, which has not been told yet."""
    item = tag.item
    return t is not None and isinstance(item, Move) and item.frm == zone and item.t >= t


def _comes_after(tag, t):
    """True for a card that has left the deck after ``t``, which has not been told yet."""
    return isinstance(tag.item, Deal) and tag.item.t > t
