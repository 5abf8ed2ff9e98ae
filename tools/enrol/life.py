"""How a deck and the chips have fared: age, reads, cards read less and less, foreign ones.

Everything follows from the event log, the vault's root and the deck: no controller is asked. A card
of a shuffled deck is among the first n cards of a hand with chance n over the cards of its deck, so
over many hands every card is expected as often as any other; one that is read far less often is
badly read.
"""

import json
import math
from dataclasses import dataclass, field

from gateway.vault import tokens
from shared_rules import games, wire, zones
from tools.enrol.store import JOKER

HANDS_MIN = 60  # fewer say nothing of a single card
Z_BAD = -3.5  # standard deviations below what is expected: with a full deck, once in 100 reports
SHARE_BAD = 0.9  # and at least a tenth fewer: what matters at the table
DAYS_MAX, READS_MAX = 365, 50_000
DAY_MS = 86_400_000


@dataclass
class CardLife:
    """One card: hands it was seen and expected in, of the older and of the newer half."""

    card: str
    seen: list = field(default_factory=lambda: [0, 0])
    expected: list = field(default_factory=lambda: [0.0, 0.0])
    spread: list = field(default_factory=lambda: [0.0, 0.0])  # variance of the expectation

    def share(self, half=None):
        """Seen over expected; of one half, or of all."""
        seen, expected, _ = self._of(half)
        return seen / expected if expected else 1.0

    def z(self, half=None):
        """How far below (or above) the expectation, in its standard deviations."""
        seen, expected, spread = self._of(half)
        return (seen - expected) / math.sqrt(spread) if spread > 0 else 0.0

    def _of(self, half):
        pick = (0, 1) if half is None else (half,)
        return (
            sum(self.seen[h] for h in pick),
            sum(self.expected[h] for h in pick),
            sum(self.spread[h] for h in pick),
        )

    def bad(self, half=None):
        """True when it is read so rarely that chance does not explain it."""
        return self.z(half) < Z_BAD and self.share(half) < SHARE_BAD


@dataclass
class Report:
    """What ``of_deck`` found."""

    hands: int = 0
    reads: int = 0
    days: float = 0.0
    cards: list = field(default_factory=list)
    foreign: int = 0  # tags of no card of the deck, counted once a hand
    foreign_hands: int = 0

    def falling(self):
        """Cards that are badly read now and were not in the older half of the hands."""
        return [c for c in self.cards if c.bad(1) and not c.bad(0)]

    def bad(self):
        """Cards that are badly read, all in all or of late."""
        return [c for c in self.cards if c.bad() or c.bad(1)]

    def prompts(self):
        """What to do, one line each."""
        lines = []
        for card in self.bad():
            seen, expected = sum(card.seen), sum(card.expected)
            late = " and falling" if card in self.falling() else ""
            lines.append(
                f"{card.card}: read in {seen} hands of {expected:.0f} expected{late}: replace it"
            )
        if self.foreign:
            found = f"{self.foreign} in {self.foreign_hands} hands"
            lines.append(f"foreign cards: {found}: look for them")
        if self.days > DAYS_MAX:
            lines.append(f"the deck is {self.days:.0f} days old: swap it")
        if self.reads > READS_MAX:
            lines.append(f"the deck was read {self.reads} times: swap it")
        return lines


class Hand:
    """What the readers saw in one hand: ``key`` of its tokens, reads, cards off the deck.

    ``game``: played in it; None where no setup has named one.
    """

    def __init__(self, key, game=None):
        self.key = key
        self.game = game
        self.reads = {}  # token -> times it was read, anywhere
        self.drawn = set()  # tokens read as they came off the deck
        self.dealt = 0  # cards that came off the deck, read or not

    def in_deck(self, card):
        """True for a card the game is dealt from; a joker is taken to be in the deck."""
        return self.game is None or card == JOKER or card[0] in self.game.ranks

    def take(self, event):
        """A ``card_move``."""
        for token in event.get("cards", ()):
            self.reads[token] = self.reads.get(token, 0) + 1
        if event.get("from") == zones.STUB:
            self.drawn.update(event.get("cards", ()))
            self.dealt = max(self.dealt, event.get("nth") or 0, len(self.drawn))


def hands_of(entries, dev, root):
    """A ``Hand`` for each hand of a device's events, in order.

    ``entries``: of the event log; ``root``: the device's as installed.
    """
    ratchet, current, game = tokens.Ratchet(root), None, None
    for entry in entries:
        if entry.bad or entry.dev != dev:
            continue
        event = _event(entry)
        if event is None:
            continue
        if event["what"] == "riffle" and isinstance(event.get("hand"), int):
            if current is not None:
                yield current
            number = event["hand"]
            root_then = ratchet.root(number)
            current = Hand(tokens.hand_key(root_then, entry.table, entry.boot, number), game)
        elif event["what"] == "setup":
            game = games.find(event.get("game"))
            if current is not None and not current.dealt:
                current.game = game
        elif event["what"] == "card_move" and current is not None:
            current.take(event)
    if current is not None:
        yield current


def _event(entry):
    try:
        return wire.decode(json.loads(entry.row))
    except (ValueError, KeyError, TypeError, IndexError):
        return None


def of_deck(deck, entries, dev, root, now_ms):
    """A ``Report`` of a deck from a table's events (see ``hands_of``)."""
    hands = [hand for hand in hands_of(entries, dev, root) if hand.reads]
    report = Report(hands=len(hands), days=(now_ms - deck["made"]) / DAY_MS)
    lives = {c["uid"]: CardLife(c["card"]) for c in deck["cards"]}
    for number, hand in enumerate(hands):
        half = 0 if number < len(hands) / 2 else 1
        left = dict(hand.reads)
        size = sum(hand.in_deck(life.card) for life in lives.values())
        likely = min(1.0, hand.dealt / size) if size else 0.0
        for uid, life in lives.items():
            chance = likely if hand.in_deck(life.card) else 0.0
            token = tokens.token(hand.key, bytes.fromhex(uid))
            report.reads += left.pop(token, 0)
            life.seen[half] += token in hand.drawn
            life.expected[half] += chance
            life.spread[half] += chance * (1 - chance)
        strange = [t for t in left if len(t) == 16]
        report.foreign += len(strange)
        report.foreign_hands += bool(strange)
    if len(hands) >= HANDS_MIN:
        report.cards = list(lives.values())
    return report


def foreign_chips(entries, registered):
    """denomination -> times a chip of it was seen on the table, of those nobody has enrolled."""
    found = {}
    for entry in entries:
        event = None if entry.bad or entry.what != "chips_move" else _event(entry)
        for value in (event or {}).get("chips", ()):
            if value not in registered:
                found[value] = found.get(value, 0) + 1
    return found
