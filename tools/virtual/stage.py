"""The stage of a script: decks and chips as things of the world, motions carried out on time.

Chips that have been in a pot are not used again within the hand, as at a real table, where they
lie in somebody's stack.
"""

import random
from collections import defaultdict

from tools.virtual.motions import OTHER_DECK, TWIN, CardMove, Key, Riffle
from tools.virtual.things import make_chips, make_deck

BATCH = 10  # chips bought at a time
# Where piles and cards lie in a zone, mm from its centre.
SPOT_PILES = ((-20, -14), (20, -14), (0, 20), (-20, 22), (22, 20), (0, -12))
POT_PILES = tuple((x, y) for y in (-36, 0, 36) for x in (-36, 0, 36))
HAND_FAN = ((-13, 0), (13, 0), (0, 12), (-26, 0), (26, 0))


class Stage:
    """The things of one table. ``world``: see world.py; ``seed`` fixes UIDs and small offsets."""

    def __init__(self, world, seed=0):
        self.world = world
        self.seed = seed
        self.rng = random.Random(f"{seed}/stage")
        tags = world.table["tags"]
        self._afi = (tags["card_afi"], tags["chip_afi"], tags["chip_block"])
        self.deck = {c.face: c for c in make_deck(seed, "main", self._afi[0])}
        self.other = {c.face: c for c in make_deck(seed, "other", self._afi[0])}
        self.idle = defaultdict(list)  # denomination -> chips in nobody's hand
        self.tired = []  # chips that have been in play in this hand
        self.lying = defaultdict(list)  # place -> chips there
        self.batches = defaultdict(int)
        for card in self.deck.values():
            self._put(card, "stub")

    def enrolled(self):
        """UID (hex) -> card of the deck in play: what enrolment tells the vault."""
        return {c.uid.hex(): face for face, c in self.deck.items()}

    def twins(self, motions):
        """UID -> face of the second cards of a face that these motions bring into the deck."""
        names = {n for m in motions if isinstance(m, Riffle) for n in m.order}
        return {self.card(n).uid: n[len(TWIN) :] for n in names if n.startswith(TWIN)}

    def perform(self, motions):
        """Schedule motions; their times are milliseconds of the world's own time."""
        for motion in motions:
            self.world.at(motion.t * 1000, self._action(motion))

    def _action(self, motion):
        if isinstance(motion, Key):
            return lambda: self.world.keypad.press({"key": motion.event})
        if isinstance(motion, Riffle):
            return lambda: self._riffle(motion)
        if isinstance(motion, CardMove):
            return lambda: self._cards(motion)
        return lambda: self._chips(motion)

    # -- cards

    def card(self, name):
        """The thing behind a card's name in a script."""
        for prefix in (OTHER_DECK, TWIN):
            if name.startswith(prefix):
                return self.other[name[len(prefix) :]]
        return self.deck[name]

    def _riffle(self, motion):
        for chip in self.tired:
            self.idle[chip.denomination].append(chip)
        self.tired = []
        for card in self.other.values():
            if card.zone not in ("off", "stub"):
                self._put(card, "off")
        played = {self.card(name).face[0] for name in motion.order}
        for card in self.deck.values():
            if card.face[0] not in played and card.zone != "off":
                self._put(card, "off")  # a game with fewer ranks: the deck is stripped
        cards = [self.card(name) for name in motion.order]
        for card in cards:
            self.world.place(card, "muck", offset=self._scatter(45, 60), facing="down")
        self.world.after(motion.ms * 1000, lambda: self._into_well(cards))

    def _into_well(self, cards):
        for card in cards:
            self._put(card, "stub")

    def _cards(self, motion):
        for i, name in enumerate(motion.cards):
            card = self.card(name)
            if motion.to == "stub":
                self._put(card, "stub")
                continue
            self.world.move(
                card,
                motion.to,
                motion.ms * 1000,
                offset=self._card_offset(motion.to, card, i),
                facing=motion.face,
            )

    def _card_offset(self, place, card, i):
        kind = place.split(":")[0]
        if kind == "muck":
            return self._scatter(45, 60)
        if kind == "seat":
            there = sum(c.zone == place for c in self.deck.values() if c is not card)
            x, y = HAND_FAN[min(there, len(HAND_FAN) - 1)]
            return x + self.rng.randint(-3, 3), y + self.rng.randint(-4, 4)
        if kind in ("board", "burn"):
            return self._scatter(4, 4)
        return (0.0, 0.0)

    def _scatter(self, x, y):
        return self.rng.randint(-x, x), self.rng.randint(-y, y)

    def _put(self, card, place):
        self.world.place(card, place, facing="down")

    # -- chips

    def _chips(self, motion):
        chips = self._taken(motion)
        to = motion.to
        away = to == "rack" or to.startswith("stack:")
        where = self._away(to) if away else to
        for chip in chips:
            if away:
                self.world.move(chip, where, motion.ms * 1000)
                self.tired.append(chip)
                continue
            offset, z = self._pile(to)
            self.lying[to].append(chip)
            self.world.move(chip, to, motion.ms * 1000, offset=offset, z=z)

    def _taken(self, motion):
        if motion.frm != "rack" and not motion.frm.startswith("stack:"):
            there = self.lying[motion.frm]
            chips = []
            for value in motion.chips:
                chip = next(c for c in there if c.denomination == value)
                there.remove(chip)
                chips.append(chip)
            return chips
        chips = [self._fresh(value) for value in motion.chips]
        for chip in chips:
            self.world.place(chip, self._away(motion.frm))
        return chips

    def _fresh(self, value):
        if not self.idle[value]:
            name = f"{value}/{self.batches[value]}"
            self.batches[value] += 1
            _, afi, block = self._afi
            self.idle[value] = make_chips(self.seed, [value] * BATCH, name, afi, block)
        return self.idle[value].pop()

    def _away(self, place):
        return "dealer" if place == "rack" else "rail:" + place.split(":")[1]

    def _pile(self, place):
        """Where the next chip of a place lies: (offset, height) in mm."""
        n = len(self.lying[place])
        piles = POT_PILES if place == "pot" else SPOT_PILES
        x, y = piles[n % len(piles)]
        return (x + self.rng.randint(-2, 2), y + self.rng.randint(-2, 2)), 3.3 * (n // len(piles))
