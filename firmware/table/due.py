"""Where the next cards off the deck are due, and how long it takes until they are read there."""

from firmware.table import phase as ph
from firmware.table.values import ABSENT_DWELLS, BOARD_ABSENT_DWELLS, DUE_AHEAD_CARDS, PITCH_MAX_MS
from shared_rules.zones import BOARD, BURN, STUB


def in_transit(cards, tag):
    """True for a card that has left the deck, as far as is known, and has not come to rest."""
    item = tag.item
    if item is not None and item.passed is not None:
        return item.zone is None
    return tag.zone in (None, STUB) and cards.phase.now != ph.BETWEEN


def off_deck(tag, t):
    """When a card that left the deck at ``t``, ms, was read last before it came elsewhere: what
    another loop reads of it as long as the mouth does, too, is only heard there."""
    return max([t, tag.read] + [k.seen for k in tag.tracks if k.antenna.every])


def due_at(phase, antenna):
    """True where the next cards off the deck are due to come to rest."""
    if phase.now in (ph.SHUFFLED, ph.DEAL):
        return antenna.kind == "seat" and antenna.number in phase.next_seats(DUE_AHEAD_CARDS)
    if not (phase.board or phase.burned) and len(phase.owing) == len(phase.counts):
        return False  # nobody has acted on the deal: a card too many passes over them
    return antenna.kind in (BURN, BOARD)


def read_ms(cards, now):
    """How long a pitch and a few readings of the loops take where the next card is due, ms. They
    are asked for: a loop that is only looked at says nothing of what it would read."""
    phase = cards.phase
    pitched = phase.now in (ph.SHUFFLED, ph.DEAL)
    due = phase.next_seats(1) if pitched else ()
    slowest = 0
    for ant in cards.antennas:
        here = ant.kind == "seat" and ant.number in due if pitched else ant.kind == BOARD
        if here and ant.dwells:
            slowest = max(slowest, ant.period_ms, now - ant.t)
            cards.attention.look(ant, now)
    return PITCH_MAX_MS + (ABSENT_DWELLS if pitched else BOARD_ABSENT_DWELLS) * slowest
