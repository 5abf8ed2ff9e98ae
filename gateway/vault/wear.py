"""How the cards of the decks fare, counted by the vault while it still knows whose tag is whose.

Once a hand is over nobody can say any more what its tokens stood for, so what ``deck life`` tells
is counted as the hands go: of each tag how often it came off the deck and how often that was to be
expected. Counts of a single hand would tell its cards, so nothing is kept or said of fewer than
``WINDOW_HANDS`` together; those that are not complete yet are in memory, and gone with it.
"""

from shared_rules import games, zones

WINDOW_HANDS = 60  # fewer say nothing of a single card, and too much of a single hand
WINDOWS_MAX = 16  # then neighbours are taken together
JOKER = "JK"


class Tally:
    """What the readers saw in one hand. ``tags``: token -> (uid in hex, card) of the deck.

    ``game``: played in it; None where no setup has named one.
    """

    def __init__(self, tags, game=None):
        self.tags = tags
        self.game = games.find(game)
        self.reads = {}  # token -> times it was read, anywhere
        self.drawn = set()  # tokens read as they came off the deck
        self.dealt = 0  # cards that came off the deck, read or not

    def set_up(self, game):
        """A setup names the game, as long as nothing is dealt."""
        if not self.dealt:
            self.game = games.find(game)

    def take(self, event):
        """A ``card_move``."""
        for token in event.get("cards", ()):
            self.reads[token] = self.reads.get(token, 0) + 1
        if event.get("from") == zones.STUB:
            self.drawn.update(event.get("cards", ()))
            self.dealt = max(self.dealt, event.get("nth") or 0, len(self.drawn))

    def in_deck(self, card):
        """True for a card the game is dealt from; a joker is taken to be in the deck."""
        return self.game is None or card == JOKER or card[0] in self.game.ranks


def window():
    """Counts of no hands yet: ``cards`` is uid -> [hands, reads, seen, expected, variance]."""
    return {"hands": 0, "foreign": 0, "foreign_hands": 0, "cards": {}}


def add(counts, tally):
    """Count a hand in which anything was read."""
    if not tally.reads:
        return
    counts["hands"] += 1
    size = sum(tally.in_deck(card) for _uid, card in tally.tags.values())
    likely = min(1.0, tally.dealt / size) if size else 0.0
    for token, (uid, card) in tally.tags.items():
        chance = likely if tally.in_deck(card) else 0.0
        row = counts["cards"].setdefault(uid, [0, 0, 0, 0.0, 0.0])
        seen = token in tally.drawn
        more = (1, tally.reads.get(token, 0), int(seen), chance, chance * (1 - chance))
        for i, value in enumerate(more):
            row[i] += value
    strange = sum(len(t) == 16 and t not in tally.tags for t in tally.reads)
    counts["foreign"] += strange
    counts["foreign_hands"] += bool(strange)


def join(one, other):
    """Counts of two windows together."""
    made = {name: one[name] + other[name] for name in ("hands", "foreign", "foreign_hands")}
    made["cards"] = dict(one["cards"])
    for uid, row in other["cards"].items():
        mine = made["cards"].get(uid, [0] * len(row))
        made["cards"][uid] = [a + b for a, b in zip(mine, row, strict=True)]
    return made


class Wear:
    """Of a vault's tables. ``state``: State; its caller has begun the transaction."""

    def __init__(self, state):
        self._state = state
        self._now = {}  # table -> Tally of the hand that is played
        self._open = {}  # table -> counts that are not complete

    def begin(self, table, tags, game):
        """A hand begins; the one before is counted."""
        before = self._now.pop(table, None)
        self._now[table] = Tally(tags, game)
        if before is None:
            return
        counts = self._open.setdefault(table, window())
        add(counts, before)
        if counts["hands"] >= WINDOW_HANDS:
            kept = [*self.windows(table), self._open.pop(table)]
            if len(kept) > WINDOWS_MAX:
                pairs = zip(kept[:-1:2], kept[1:-1:2], strict=True)
                kept = [*(join(*pair) for pair in pairs), kept[-1]]
            self._state.keep(f"wear {table}", kept)

    def follow(self, table, event):
        """An event of the hand that is played."""
        now = self._now.get(table)
        if now is None:
            return
        if event["what"] == "setup":
            now.set_up(event.get("game"))
        elif event["what"] == "card_move":
            now.take(event)

    def windows(self, table):
        """Counts of ``WINDOW_HANDS`` hands or more each, oldest first."""
        return self._state.kept(f"wear {table}") or []
