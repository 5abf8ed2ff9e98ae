"""How well a table reads, loop by loop and deck by deck: counted from its own events.

A loop reads what its events tell; it has missed what the table had to ask the dealer about, a card
that lies there without identity, and what a person keyed because it was not read.
"""

from shared_rules import cards, zones

ASKED = {"burn_unread": zones.BURN, "flop_unread": zones.BOARD}  # kind of a question -> its zone
DECK = "deck"  # of a table that has told of no second one


class Reads:
    """Counts since the gateway began to follow the table: ``[read, missed]`` of each."""

    def __init__(self):
        self.loops = {}  # zone -> counts
        self.decks = {}  # deck -> counts of the cards that came off it
        self.deck = DECK
        self.chips = {}  # denomination -> betting lines onto which a chip of it was read this hand

    def take(self, event):
        """Count one event of the table."""
        what = event["what"]
        if what == "card_move":
            self._cards(event)
        elif what == "chips_move" and zones.kind(event["to"]) == "line":
            self._count(self.loops, event["to"], 0)
            for chip in event["chips"]:
                self.chips.setdefault(chip, []).append(event["to"])
        elif what == "riffle":
            self.chips = {}
        elif what == "question":
            self._asked(event)
        elif what == "by_hand" and event["why"] == "not_read":
            self._keyed(event)
        elif what == "deck_swap":
            self.deck = str(event["to_deck"])

    def _cards(self, event):
        if event["from"] == event["to"] or event.get("keyed"):
            return
        named = [token for token in event["cards"] if token[:1] != cards.UNREAD]
        missed = len(event["cards"]) - len(named) or (0 if named else 1)
        for at, count in ((0, len(named)), (1, missed)):
            self._count(self.loops, event["to"], at, count)
            if event["from"] == zones.STUB:
                self._count(self.decks, self.deck, at, count)

    def _asked(self, event):
        kind, seat = event["kind"], event.get("seat")
        if kind == "chips_unread" and seat:
            self._count(self.loops, zones.line_zone(seat), 1)
        elif kind in ASKED:
            self._count(self.loops, ASKED[kind], 1)

    def _keyed(self, event):
        if event["kind"] in ("board", "card"):
            self._count(self.loops, zones.BOARD, 1)
        elif event["kind"] in ("wager", "chips"):
            self._count(self.loops, zones.line_zone(event["seat"]), 1)

    def _count(self, of, name, at, count=1):
        if count:
            of.setdefault(name, [0, 0])[at] += count
