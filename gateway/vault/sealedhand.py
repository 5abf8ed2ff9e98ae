"""One hand as the vault follows it: which card went where, what became public, how it stood when.

Facts come from committed events only. ``facts()`` and ``of_facts`` keep it over a restart.
"""

from gateway.vault import release
from shared_rules import zones

SPOTS_MAX = 60  # moments of which equity is worth knowing


class SealedHand:
    """``cards``: token -> card of the whole deck, this hand. ``dealt_ms``: the vault's clock."""

    def __init__(self, table, dev, boot, hand, game, cards, rules):
        self.table, self.dev, self.boot, self.hand = table, dev, boot, hand
        self.game = game
        self.cards = cards
        self.rules = rules  # consumer -> [mode, delay_s] when the hand began
        self.dealt_ms = None
        self.over = False
        self.public = []  # tokens, in the order they became so
        self.dealt = {}  # seat -> tokens, as they were dealt
        self.held = {}  # seat -> tokens it still has
        self.board = []
        self.gone = []  # tokens in the muck
        self.spots = []  # [board, {seat: tokens}, gone]
        self.opened = []  # consumers it was opened early for
        self.serial = 0  # grows with each change that a consumer may see

    def key(self):
        """What the hand is called: ``(table, dev, boot, hand)``."""
        return (self.table, self.dev, self.boot, self.hand)

    def follow(self, event, now_ms):
        """A committed event of this hand. True when something here changed."""
        if event["what"] != "card_move":
            return self._stand(event)
        known = [t for t in event["cards"] if t in self.cards]
        if not known:
            return False
        if self.dealt_ms is None:
            self.dealt_ms = now_ms
        for token in release.made_public(event, self.game):
            if token in self.cards and token not in self.public:
                self.public.append(token)
        self._move(known, event["from"], event["to"])
        self.serial += 1
        if zones.kind(event["to"]) != "seat" or event["from"] != zones.STUB:
            self._stand(event)
        return True

    def _move(self, tokens, source, target):
        if source == target:
            return
        for token in tokens:
            for held in self.held.values():
                if token in held:
                    held.remove(token)
            if target == zones.BOARD:
                if token not in self.board:
                    self.board.append(token)
            elif target == zones.MUCK:
                if token not in self.gone:
                    self.gone.append(token)
            elif zones.kind(target) == "seat":
                seat = str(zones.seat_of(target))
                self.held.setdefault(seat, []).append(token)
                if token not in self.dealt.setdefault(seat, []):
                    self.dealt[seat].append(token)

    def _stand(self, event):
        """Note how it stands, when that is not what was noted last. True when it was."""
        live = {seat: list(tokens) for seat, tokens in sorted(self.held.items()) if tokens}
        counts = {len(tokens) for tokens in live.values()}
        if len(live) < 2 or len(counts) != 1 or len(self.spots) >= SPOTS_MAX:
            return False
        if event["what"] == "setup" or any(t in self.gone for t in self.board):
            return False
        spot = [list(self.board), live, [t for t in self.gone if t not in self.board]]
        if self.spots and self.spots[-1] == spot:
            return False
        self.spots.append(spot)
        self.serial += 1
        return True

    def end(self):
        """The cards are riffled for the next hand."""
        self.over = True
        self.serial += 1

    def named(self, tokens):
        """Cards of tokens."""
        return [self.cards[t] for t in tokens]

    def public_cards(self):
        """``{token: card}`` of what everybody at the table has seen."""
        return {t: self.cards[t] for t in self.public}

    def holes(self):
        """Seat -> its cards as they were dealt: what a consumer is given when it is time."""
        return {seat: self.named(tokens) for seat, tokens in sorted(self.dealt.items())}

    _FACTS = (
        "table", "dev", "boot", "hand", "game", "rules", "dealt_ms", "over", "public", "dealt",
        "held", "board", "gone", "spots", "opened", "serial",
    )  # fmt: skip

    def facts(self):
        """Everything but the cards, JSON-able."""
        return {name: getattr(self, name) for name in self._FACTS}

    @classmethod
    def of_facts(cls, facts, cards):
        """The hand that ``facts`` was taken of."""
        made = cls.__new__(cls)
        for name in cls._FACTS:
            setattr(made, name, facts[name])
        made.cards = cards
        return made
