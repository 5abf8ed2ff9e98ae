"""Reads a table's log as an outsider may, and says of each hand what can be shown of it.

Nothing here needs the vault, a deck or a root: the log's rows, and the key the vault signs with.
What was public when is found out anew, from the rows, by the vault's own rule.
"""

import json

from gateway.ingest import decoder
from gateway.log.base import OPERATOR
from gateway.vault import proofs
from gateway.vault.sealedhand import SealedHand
from shared_rules import cards, zones

LATE = "sealed only at event {n}, after {cards} cards had been dealt"
AGAIN = "sealed once more at event {n}, otherwise: the vault had lost what it knew"


class Hand:
    """What the log holds of a hand. ``faults``: lines that say what does not hold; ``notes``: what
    holds less far than it might."""

    def __init__(self, key, n, game=None, stacks=None):
        self.replay = SealedHand(*key, game, _Any(), {}, stacks)
        self.key, self.began, self.ended, self.last = key, n, None, n
        self.dealt = []  # (event number, token, zone) of each card that left the stub, in order
        self.open = {}  # token -> (card, event number, why)
        self.sealed_n = None  # event number of the first commitments
        self.before = 0  # cards dealt by then
        self.testified = None  # rows the vault followed to the end of the hand, of ``rows``
        self.rows = 0
        self.faults, self.notes = [], []
        self._sealed = {}  # token -> commitment in force
        self._trail = []  # digest after each row, until the hand has ended
        self._names = set()

    def take(self, entry, event):
        """A row of the controller's."""
        self.last = entry.n
        self.rows, digest = proofs.fold(self._now(), self.key, entry.row)
        self._trail.append(digest)
        self.replay.follow(event, entry.t)
        if event["what"] != "card_move":
            return
        for token in event["cards"]:
            if event["from"] == zones.STUB and event["to"] != zones.STUB:
                self.dealt.append((entry.n, token, event["to"]))

    def _now(self):
        return [self.rows, self._trail[-1]] if self._trail else None

    def end(self, n):
        """The next riffle, at event ``n``."""
        self.ended = n

    def prove(self, entry, act):
        """An act of the vault's about this hand; the same one twice counts once."""
        name = proofs.name_of(act)
        if name in self._names:
            return
        self._names.add(name)
        self.last = entry.n
        if act["act"] == proofs.SEALED:
            self._seal(entry.n, act)
        else:
            self._unseal(entry.n, act)

    def _seal(self, n, act):
        if self.sealed_n is None:
            self.sealed_n, self.before = n, len(self.dealt)
            if self.before:
                self.notes.append(LATE.format(n=n, cards=self.before))
        else:
            self.notes.append(AGAIN.format(n=n))
        self._sealed = act["cards"]

    def _unseal(self, n, act):
        self._compare_rows(n, act)
        for token, (card, salt) in sorted(act["cards"].items()):
            published = self._sealed.get(token)
            if published is None or not proofs.fits(self.key, token, card, salt, published):
                self.faults.append(f"event {n}: a card was opened that was not sealed as this one")
                continue
            if act["why"] == proofs.PUBLIC and token not in self.replay.public:
                self.faults.append(f"event {n}: a card was opened before anybody could see it")
            if act["why"] != proofs.PUBLIC and self.ended is None:
                self.faults.append(f"event {n}: a card was released while the hand was played")
            twin = [t for t, (c, *_r) in self.open.items() if c == card and t != token]
            if twin and card != "JK":
                self.faults.append(
                    f"event {n}: two cards of this hand were opened as one and the same"
                )
            self.open.setdefault(token, (card, n, act["why"]))

    def _compare_rows(self, n, act):
        count, digest = act["rows"]
        if self.testified is not None and count == self.testified:
            return  # opened after the end
        if not 0 < count <= self.rows or self._trail[count - 1] != digest:
            self.faults.append(
                f"event {n}: the log's rows of this hand are not those the controller signed"
            )
        elif act["over"] and count != self.rows:
            self.faults.append(
                f"event {n}: the log holds {self.rows} rows of this hand, the vault took {count}"
            )
        if act["over"]:
            self.testified = count

    def holds(self):
        """True when nothing speaks against it, and it was sealed from its deal on."""
        return not self.faults and self.sealed_n is not None and not self.notes

    def card(self, token):
        """Name of a card that was opened; None for one that is sealed."""
        return self.open[token][0] if token in self.open else None

    def foreign(self):
        """How many of the tokens dealt no commitment is of: no cards of the deck."""
        tokens = {token for _n, token, _zone in self.dealt}
        return len(tokens - self._sealed.keys()) if self.sealed_n is not None else 0


class _Any(dict):
    """Stands for the cards of a deck nobody here knows: any tag of it has some card."""

    def __contains__(self, token):
        return not cards.is_foreign(token)


class Reader:
    """Takes a table's entries in order. ``key``: the vault's (hex); None: the first that signs."""

    def __init__(self, key=None):
        self.key = key
        self.hands = {}  # (table, dev, boot, hand) -> Hand, in the order of the log
        self.faults = []  # of no one hand
        self._now = None
        self._setup = None, None  # game and stacks of the hand to come
        self._sealing = False  # an earlier hand was sealed

    def take(self, entry):
        """One entry; their chain has been checked by whoever read them."""
        if entry.bad is not None:
            return
        if entry.dev == OPERATOR:
            self._take_act(entry)
            return
        event = decoder.event(entry.row)
        if event["what"] == "setup":
            self._set_up(event)
        if event["what"] == "riffle" and event.get("hand") is not None:
            self._begin(entry, event["hand"])
        if self._now is not None and self._now.key[1] == entry.dev:
            self._now.take(entry, event)

    def _set_up(self, event):
        stacks = event.get("stacks")
        self._setup = event.get("game"), stacks if isinstance(stacks, dict) else {}
        if self._now is not None:
            self._now.replay.course.set_up(*self._setup)

    def _begin(self, entry, number):
        self._end(entry.n)
        game, stacks = self._setup
        if stacks is None and self._now is not None:
            stacks = self._now.replay.course.stacks_after()
        self._setup = game, None
        key = (entry.table, entry.dev, entry.boot, number)
        self._now = self.hands[key] = Hand(key, entry.n, game, stacks)

    def _end(self, n):
        hand = self._now
        if hand is None:
            return
        hand.end(n)
        if hand.sealed_n is not None:
            self._sealing = True
        elif self._sealing and hand.dealt:
            hand.faults.append("nothing seals it, although earlier hands are sealed")

    def _take_act(self, entry):
        try:
            act = json.loads(entry.row)
            if not proofs.is_proof(act):
                return
            key = (act["table"], act["dev"], act["boot"], act["hand"])
            if not proofs.is_signed(act):
                self.faults.append(
                    f"event {entry.n}: its signature is not that of the key it names"
                )
                return
            self.key = self.key or act["key"]
            if act["key"] != self.key:
                self.faults.append(
                    f"event {entry.n}: it is signed with another key than {self.key}"
                )
                return
            hand = self.hands.get(key)
            if hand is not None and entry.table == key[0]:
                hand.prove(entry, act)
        except (KeyError, TypeError, ValueError) as e:
            self.faults.append(
                f"event {entry.n}: a malformed act of the vault ({type(e).__name__})"
            )


def read(entries, key=None):
    """The Reader of a table's entries, which come in order."""
    reader = Reader(key)
    for entry in entries:
        reader.take(entry)
    return reader
