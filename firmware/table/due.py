"""Where the next cards off the deck are due, and how long it takes until they are read there."""

from firmware.table import phase as ph
from firmware.table.values import (
    ABSENT_DWELLS,
    BOARD_ABSENT_DWELLS,
    DUE_AHEAD_CARDS,
    PACE_LEAST_MS,
    PITCH_MAX_MS,
)
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


def fit_before(cards, deals):
    """How many cards that the mouth has not seen fit before the first it saw of some that wait to
    be told, by the time since the last one told. None where that first one has landed, or no time
    tells, as the mouth had missed the one told, too. It reads either late by as long as it takes to
    read a loop again."""
    seen = [item for item in deals if not item.slack]
    if cards.phase.now != ph.DEAL or not seen or seen[0].zone is not None:
        return None
    last = min([item.tag.nth for item in deals]) - 1
    before = [tag for tag in cards.tags.cards if tag.nth == last]
    if [tag for tag in before if tag.mouth_missed or tag.blank]:
        return None
    revisit_ms = max([ant.period_ms for ant in cards.antennas if ant.every] + [0])
    ms = seen[0].t - cards.phase.last_deal + revisit_ms
    return max(0, ms // PACE_LEAST_MS - 1)


def place_unlanded(slots, deals):
    """Cards the mouth saw that were read nowhere since have the places left between their
    neighbours, where these are as many as they, and after the last of them the next ones left."""
    waiting = []
    begin = 0
    for item in deals:
        if item.slack:
            continue
        if item.zone is None:
            waiting.append(item)
        elif item in slots:
            end = slots.index(item)
            free = [n for n in range(begin, end) if slots[n] is None]
            if len(free) == len(waiting):
                for n in free:
                    slots[n] = waiting.pop(0)
            waiting = []
            begin = end + 1
    for n in range(begin, len(slots)):
        if waiting and slots[n] is None:
            slots[n] = waiting.pop(0)
