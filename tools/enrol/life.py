"""How a deck and the chips have fared: age, reads, cards read less and less, foreign ones.

Everything follows from what the vault has counted while it knew the hands, by sixty at least. A
card of a shuffled deck is among the first n cards of a hand with chance n over the cards of its
deck, so over many hands every card is expected as often as any other; one that is read far less
often is badly read.
"""

import json
import math
from dataclasses import dataclass, field

from gateway.vault.wear import WINDOW_HANDS
from shared_rules import wire

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


def of_deck(deck, windows, now_ms):
    """A ``Report`` of a deck from the vault's counts at a table (``gateway/vault/wear.py``)."""
    lives = {c["uid"]: CardLife(c["card"]) for c in deck["cards"]}
    mine = [w for w in windows if any(uid in w["cards"] for uid in lives)]
    hands = [max(row[0] for uid, row in w["cards"].items() if uid in lives) for w in mine]
    report = Report(hands=sum(hands), days=(now_ms - deck["made"]) / DAY_MS)
    before = 0
    for counts, number in zip(mine, hands, strict=True):
        half = 0 if before + number <= report.hands / 2 else 1
        before += number
        report.foreign += counts["foreign"]
        report.foreign_hands += counts["foreign_hands"]
        for uid, life in lives.items():
            _hands, reads, seen, expected, spread = counts["cards"].get(uid, (0,) * 5)
            report.reads += reads
            life.seen[half] += seen
            life.expected[half] += expected
            life.spread[half] += spread
    if report.hands >= WINDOW_HANDS:
        report.cards = list(lives.values())
    return report


def _event(entry):
    try:
        return wire.decode(json.loads(entry.row))
    except (ValueError, KeyError, TypeError, IndexError):
        return None


def foreign_chips(entries, registered):
    """denomination -> times a chip of it was seen on the table, of those nobody has enrolled."""
    found = {}
    for entry in entries:
        event = None if entry.bad or entry.what != "chips_move" else _event(entry)
        for value in (event or {}).get("chips", ()):
            if value not in registered:
                found[value] = found.get(value, 0) + 1
    return found
