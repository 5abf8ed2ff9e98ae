"""Face up or face down at the mouth of the deck well, by quadrant parity.

The inlay sits off centre on one diagonal of the card. Held square over four small loops it lies in
quadrant I or III when the card is face down and in II or IV when it is face up, whichever way round
the card is. Each read of a quadrant is one vote; a few stray votes do not turn a verdict.
"""

from firmware.table.values import FACING_TIMES

DOWN = "down"
UP = "up"
UNKNOWN = "unknown"


def vote(tag, quadrant):
    """Count one read of a card in quadrant 1..4 (counter-clockwise from +x +y)."""
    if quadrant & 1:
        tag.downs += 1
    else:
        tag.ups += 1


def verdict(tag):
    """``up``, ``down`` or ``unknown`` from the votes so far. ``up`` needs two reads, not one."""
    if tag.downs > FACING_TIMES * tag.ups or (tag.downs and not tag.ups):
        return DOWN
    if tag.ups >= 2 and (tag.ups >= FACING_TIMES * tag.downs):
        return UP
    return UNKNOWN


def clear(tag):
    """Forget the votes: the card went back into the deck."""
    if tag.said_up:
        tag.said_up = False
    if tag.ups:
        tag.ups = 0
    if tag.downs:
        tag.downs = 0
