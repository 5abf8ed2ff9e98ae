"""Are all cards and chips accounted for, is one tag in two places.

The controller does not know the deck's list (the vault does); it can count what it saw. What does
not add up at the end of a hand is a ``drift`` event: a card of the deck not read for many hands,
more cards than a deck has, chips pulled into the pot and not seen to leave it, or the reverse.
"""

from firmware.table.values import DECK_MAX_CARDS, FRESH_HANDS, MISSING_HANDS
from shared_rules.cards import FULL_DECK
from shared_rules.zones import OFF


class Conservation:
    """What was read in this hand and those before. ``presence``: the tags; ``emit(event)``."""

    def __init__(self, presence, emit, name):
        self.presence = presence
        self.emit = emit
        self.name = name
        self.doubles = 0
        self.drifts = 0
        self.cards = {}  # UID -> hands since it was read, of each card of late
        self.jokers = 0
        self.size = FULL_DECK  # cards of the deck of the game played, jokers not counted

    def double(self, tag, antenna, t):
        """One tag is read at two antennas again and again: tell where it also is."""
        self.doubles += 1
        if not tag.value and tag.zone is not None:
            self.emit({"t": t, "what": "tag_read", "zone": antenna.zone, "cards": [self.name(tag)]})

    def hand_over(self, t, phase):
        """The next hand begins: compare what came in with what went out."""
        off = phase.pot_sum if phase.awarded else 0
        if off == phase.change_due():
            off = 0  # change was given, and not read
        if off > 0:
            self._drift(t, "chips_short", amount=off)
        elif off < 0:
            self._drift(t, "chips_over", amount=-off)
        if not phase.set_up:
            self._deck_of(phase.deck)
        self._count_cards(t)
        self._deck_of(phase.deck)  # a setup of the hand to come may be there already

    def _deck_of(self, size):
        """Count by a deck of so many cards (None: a full one); another size is another deck."""
        size = FULL_DECK if size is None else size
        if size != self.size:
            self.size = size
            self.swapped()

    def swapped(self):
        """Another deck is put into play."""
        self.cards = {}

    def counts(self):
        """``(cards dealt and known, cards seen now, chips on spots and pot now, their sum)``."""
        dealt = seen = chips = total = 0
        for tag in self.presence.tags.values():
            if tag.value:
                if tag.home is not None:
                    chips += 1
                    total += tag.value
            else:
                dealt += 1 if tag.nth else 0
                seen += 1 if tag.home is not None else 0
        return dealt, seen, chips, total

    def _count_cards(self, t):
        """One more hand: which cards were read in it, which have not been for long."""
        tags, cards = self.presence.tags, self.cards
        whole = len(cards) >= self.size
        for uid in cards:
            cards[uid] = cards[uid] + 1 if tags.get(uid) is None else 0
        missing = [uid for uid in cards if cards[uid] >= MISSING_HANDS]
        for uid in missing:
            del cards[uid]
        fresh = False
        for uid in tags:
            tag = tags[uid]
            other = tag.zone == OFF and not tag.nth  # no card: it lay on a bet spot
            if not (tag.value or tag.blank or other or uid in cards):
                cards[uid] = 0
                fresh = True
        together = len([uid for uid in cards if cards[uid] <= FRESH_HANDS])
        if missing and whole:
            self._drift(t, "card_missing", count=len(missing))
        if fresh and together > self.size + self.jokers:
            self._drift(t, "cards_over", count=together - self.size - self.jokers)
        while len(cards) > DECK_MAX_CARDS:
            del cards[max(cards, key=lambda uid: (cards[uid], uid))]

    def _drift(self, t, kind, **figures):
        self.drifts += 1
        event = {"t": t, "what": "drift", "kind": kind}
        event.update(figures)
        self.emit(event)
