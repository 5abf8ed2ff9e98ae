"""A riffle seen by the muck antenna: the gathered deck is moved about, or goes into the well.

Between hands the cards lie gathered in the muck. While they are riffled there, many of them come
and go between two readings; when the deck is put into the well, nearly all of them go at once.
Neither happens while cards lie at a seat or on the board.
"""

from firmware.table import absent
from firmware.table import phase as ph
from firmware.table.values import (
    GATHER_CARDS,
    GATHERED_CARDS,
    GATHERED_LEFT_PARTS,
    GATHERED_MS,
    GATHERED_SILENT_MS,
    GATHERED_UNDEALT_CARDS,
    GATHERING_MS,
    RIFFLE_CARDS,
    RIFFLE_WINDOW_MS,
)
from shared_rules.zones import BOARD, MUCK


class Riffle:
    """Watches the muck between hands. ``note(t)`` after each reading says whether a hand begins.

    ``when``: the last reading that still saw the deck there; what began later is of the new hand.
    """

    def __init__(self, antennas, tags):
        self.antennas = antennas
        self.tags = tags  # all tags of the table
        self.muck = None
        for ant in antennas:
            if ant.kind == "muck":
                self.muck = ant
        self.reset()

    def reset(self):
        """A hand has begun: forget what was gathered."""
        self.most = 0
        self.most_t = 0
        self.when = 0
        self.window_t = 0
        self.start = self.muck.flickers if self.muck else 0

    def note(self, t):
        """True when the cards in the muck are being shuffled, at ``t`` ms."""
        muck = self.muck
        lying = there = undealt = newest = 0
        for track in muck.tracks:
            newest = max(newest, track.since)
            if not track.tag.value:
                there += 1
                undealt += 0 if track.tag.nth else 1
                lying += 1 if track.seen == muck.t else 0
        if lying * GATHERED_LEFT_PARTS > there:
            self.when = t
        if undealt >= GATHERED_UNDEALT_CARDS:
            there = max(there, GATHERED_CARDS)
        if there >= self.most or t - self.most_t > GATHERED_MS:
            self.most = there
            self.most_t = t
        if t - self.window_t > RIFFLE_WINDOW_MS:
            self.window_t = t
            self.start = muck.flickers
        if self.most < GATHERED_CARDS or t - newest < GATHERING_MS or self._cards_out(t):
            return False
        if muck.flickers - self.start >= RIFFLE_CARDS:
            return True
        return lying * GATHERED_LEFT_PARTS <= self.most

    def _cards_out(self, t):
        """True while a card lies at a seat or on the board, or was told to and is silent."""
        for tag in self.tags.cards:
            if tag.value:
                continue
            home = tag.home
            if home is not None and home.antenna.kind in ("seat", "board"):
                return True
            emitted = tag.zone is not None and (tag.zone == BOARD or tag.zone[:5] == "seat:")
            if home is None and emitted and t - tag.left < GATHERED_SILENT_MS:
                return True
        return False


def gather_board(cards, t):
    """Take the board as gathered when the pot is paid and no loop reads a card of it any more.

    The dealer sweeps it up over loops that read each card too seldom for it to rest there, or puts
    it where no loop lies; the hand is over all the same.
    """
    board = absent.lying(cards, BOARD)
    if not cards.phase.awarded or cards.order.items:
        return
    for tag in board:
        if tag.home is not None or tag.item is not None or t - tag.left < GATHERED_SILENT_MS:
            return
    for tag in board:
        cards.went(tag, MUCK, tag.left)


def under_way(antennas, phase):
    """True while the deck lies in the muck and no seat has cards: a card that shows at the mouth
    beside it meanwhile is riffled, not pitched. Of a pile only some are read at a time, of one in
    motion often none."""
    if phase.now > ph.DEAL or phase.dealt():
        return False
    lying = lately = 0
    for ant in antennas:
        if ant.kind == "muck" and not ant.t and phase.now == ph.BETWEEN:
            return True  # nobody knows yet what lies there
        for track in ant.tracks if ant.kind == "muck" else ():
            if not (track.tag.value or track.tag.nth):  # the others have left the deck since
                lying += 1
                lately += ant.t - track.seen < GATHERING_MS
    return lately and lying >= GATHER_CARDS
