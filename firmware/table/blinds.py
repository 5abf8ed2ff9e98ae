"""Button, blinds and antes of the next hand: as keyed, or where nobody has keyed a setup for it.

Loaded when a hand is set up or begins.
"""

from firmware.table.phase import BETWEEN, SHUFFLED, clockwise
from shared_rules.compat import ask


def set_up(phase, ev):
    """Take the setup of a hand, this one or the next, into a ``phase.Phase``."""
    if phase.awarded:
        phase.now = BETWEEN  # the floor sets up the next hand
    seats = ev.get("seats")
    if isinstance(seats, list):
        phase.seats = sorted([s for s in seats if s in phase.all]) or phase.seats
    if ev.get("button") in phase.all:
        phase.button = ev["button"]
    phase.blinds = (ev.get("sb_seat"), ev.get("bb_seat"), ev.get("sb") or 0, ev.get("bb") or 0)
    phase.set_up = phase.now != SHUFFLED  # else it is of the hand that has begun
    if ev.get("game") != phase.game:
        phase.game = ev.get("game")
        of_game = ask("games", lambda games: _of_game(games, phase.game))
        phase.hole, phase.deck, phase.button_blind = of_game
    phase.stacks = {}
    stacks = ev.get("stacks") or {}
    for seat in stacks:
        if isinstance(stacks[seat], int):
            phase.stacks[int(seat)] = stacks[seat]
    phase.ante, phase.ante_of = ev.get("ante") or 0, ev.get("antes") or {}  # by seat, as text
    phase.ante_type = ev.get("ante_type")
    phase.note_blinds()
    phase.first_after = ev.get("bb_seat") or ev.get("sb_seat") or phase.button
    straddles = ev.get("straddles")
    if isinstance(straddles, dict) and straddles:
        phase.first_after = max([int(s) for s in straddles])


def _of_game(games, name):
    """What the game says: hole cards where the board follows, its deck, who posts."""
    game = games.find(name)
    if game is None:
        return None, None, False
    hole = game.streets[0].down if game.family == "flop" else None
    return hole, game.deck_size(), game.button_blind


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
