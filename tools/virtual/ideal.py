"""What a table with perfect senses reports of a motion: the events the real chain should find.

The script keeps such a table beside the real one, as a dealer keeps the hand in mind: to know how
chips would be read before they are put down. Tests compare the chain's events with these.
"""

import hashlib

from shared_rules import zones
from tools.virtual.motions import OTHER_DECK, TWIN, CardMove, Key, Riffle


class IdealTable:
    """Turns motions into table events, in order; remembers where every card lies."""

    def __init__(self, salt="ideal"):
        self.salt = salt
        self.hand = 0
        self.t = 0
        self.where = {}
        self.at_mouth = {}
        self.nth = 0
        self.coming = None  # board cards of one street that lie there already, as one event
        self.acting = (None, 0)  # seat of the last motion onto a line, number of that motion
        self.tokens = {}
        self.named = False  # cards go by their faces, as in a trace whose header names them

    def token(self, card):
        """Opaque token of a card in this hand; a card of another deck is marked as foreign."""
        card = card.removeprefix(TWIN)
        if self.named and not card.startswith(OTHER_DECK):
            return card
        digest = hashlib.sha256(f"{self.salt}|{self.hand}|{card}".encode()).hexdigest()[:16]
        token = "x" + digest if card.startswith(OTHER_DECK) else digest
        self.tokens[token] = card
        return token

    def card(self, token):
        """Card behind a token, as the vault would reveal it."""
        return self.tokens[token]

    def apply(self, motion):
        """Events of one motion, times never running backwards."""
        if isinstance(motion, Key):
            events = self._key(motion)
        elif isinstance(motion, Riffle):
            events = self._riffle(motion)
        elif isinstance(motion, CardMove):
            events = self._cards(motion)
        else:
            events = self._chips(motion)
        for event in events:
            self.t = event["t"] = max(self.t, event["t"])
        return events

    def _key(self, motion):
        event = dict(motion.event, t=motion.t)
        if event["what"] == "tabled":
            seat = event["seat"]
            zone = zones.seat_zone(seat)
            cards = [self.token(c) for c in sorted(self.where) if self.where[c] == zone]
            return [_card_move(motion.t, cards, zone, zone, "up", "player")]
        self.acting = (None, 0) if event["what"] == "gesture" else self.acting
        return [event]

    def _riffle(self, motion):
        self.hand += 1
        self.nth = 0
        self.where = {}
        self.at_mouth = {}
        self.tokens = {}
        self.coming = None
        self.acting = (None, 0)
        return [{"t": motion.t + motion.ms, "what": "riffle", "hand": self.hand}]

    def _cards(self, motion):
        t = motion.t + motion.ms
        if motion.to == zones.MOUTH:
            for card in motion.cards:
                self.at_mouth[card] = motion.face
                self.where[card] = zones.MOUTH
            return []
        to = _event_zone(motion.to)
        groups, order = {}, []
        for card in motion.cards:
            frm = self.where.get(card, zones.STUB)
            if frm not in groups:
                order.append(frm)
            groups.setdefault(frm, []).append(card)
            self.where[card] = to
        events = []
        for frm in order:
            if frm == to:
                continue  # turned over in place: nobody sees it but people
            if frm == zones.STUB and to == zones.MUCK:
                continue  # the rest of the deck goes back
            events.append(self._moved(t, groups[frm], frm, to, motion))
        streets = [self._together(event, motion.of) for event in events]
        return [event for event in streets if event]

    def _together(self, event, count):
        """Board cards of one street are one event, told with the last of them."""
        if count == 1:
            return event
        if self.coming is None:
            self.coming = event
        else:
            self.coming["cards"] += event["cards"]
            self.coming["t"] = event["t"]
        if len(self.coming["cards"]) < count:
            return None
        event, self.coming = self.coming, None
        return event

    def _moved(self, t, cards, frm, to, motion):
        tokens = [self.token(c) for c in cards]
        if frm not in (zones.MOUTH, zones.STUB):
            return _card_move(t, tokens, frm, to, motion.face, motion.by)
        event = _card_move(t, tokens, zones.STUB, to, motion.face, motion.by)
        event["nth"] = self.nth + 1
        self.nth += len(cards)
        if "up" in [self.at_mouth.pop(c, "down") for c in cards]:
            event["face"], event["boxed"] = "up", True
        return event

    def _chips(self, motion):
        event = {
            "t": motion.t + motion.ms,
            "what": "chips_move",
            "seat": motion.seat,
            "chips": list(motion.chips),
            "by": motion.by,
        }
        seat_zone, line = zones.seat_zone(motion.seat), zones.line_zone(motion.seat)
        if motion.to == line and motion.by == "player":
            number = self.acting[1] + 1 if self.acting[0] == motion.seat else 1
            self.acting = (motion.seat, number)
            event.update({"from": seat_zone, "to": line, "motion": number})
            event.update({"released": True, "crossed": "full"})
            return [event]
        if motion.to == zones.POT and motion.frm == line:
            self.acting = (None, 0)
            event.update({"from": line, "to": zones.POT})
            return [event]
        if motion.frm == line:
            event.update({"from": line if motion.by == "player" else zones.POT, "to": seat_zone})
            return [event]
        return []  # change made with the dealer's rack, or the first half of an award


def _event_zone(place):
    return zones.BOARD if place.startswith("board") else place


def _card_move(t, cards, frm, to, face, by):
    return {
        "t": t,
        "what": "card_move",
        "cards": cards,
        "from": frm,
        "to": to,
        "face": face,
        "by": by,
    }
