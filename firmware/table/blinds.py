"""Button and blinds of the next hand, where nobody has keyed a setup for it.

Loaded when such a hand begins.
"""

from firmware.table.phase import clockwise


def move_on(phase):
    """Move button and blinds of a ``phase.Phase`` to the next players with chips.

    By the dead button rule; heads-up the button is the small blind. Of a pot whose award was not
    read nobody knows who has it: then everybody still has chips.
    """
    small, big, sb, bb = phase.blinds
    if phase.pot_sum and 2 * phase.pot_sum >= bb:
        phase.stacks = {}
    if big is None or not (phase.awarded or phase.board or phase.pot):
        return  # a deal that went wrong: the same once more
    seats = phase.seats = [s for s in phase.seats if phase.stacks.get(s, 1) > 0]
    if len(seats) < 2:
        return
    before, was = phase.button, big
    big = phase.following(was)
    if phase.button_blind:
        phase.button = big
    elif len(seats) == 2:
        phase.button = small = phase.following(big)
    elif small == before:  # they were two
        phase.button, small = clockwise(seats, big, len(seats))[-3:-1]
    else:
        phase.button, small = small if small is not None else before, was
    phase.blinds = (small, big, sb, bb)
    phase.first_after = big
    phase.note_blinds()
