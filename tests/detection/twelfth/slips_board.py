"""Faults of burns and board. Each returns, or is, what is tried at each chance of its phase."""

from tests.detection.twelfth import dealing, wagers

CARDS = {"flop": 0, "turn": 3, "river": 4}  # on the board before that street
COUNT = {"flop": 3, "turn": 1, "river": 1}


def _due(plot, name):
    return len(plot.scene.board) == CARDS[name]


def premature(name):
    """The street is dealt while a player who faces a bet has not acted."""
    before = {"flop": "preflop", "turn": "flop", "river": "turn"}[name]

    def do(plot, seat):
        state, scene = plot.state, plot.scene
        if state.street != before or len(state.owing) != 1 or not state.owed(seat):
            return
        if not any(act[0] == before and act[3] for act in state.acts):
            return  # somebody has put chips in on this street
        scene.wait(0.5, 1.0)
        if scene.rng.random() < 0.5:
            wagers.sweep(scene, scene.seats)
        dealing.burn(scene)
        dealing.street(scene, COUNT[name])
        plot.happened(None)

    return do


def no_burn(name):
    """The street is dealt without a burn."""

    def do(plot, count):
        if _due(plot, name):
            dealing.street(plot.scene, count)
            plot.happened(None)

    return do


def two_burns(name):
    """Two cards are burned before the street."""

    def do(plot, count):
        if _due(plot, name):
            dealing.burn(plot.scene)
            dealing.burn(plot.scene)
            dealing.street(plot.scene, count)
            plot.happened(None)

    return do


def four_flop(plot, count):
    """Four cards are turned as the flop."""
    if _due(plot, "flop"):
        dealing.burn(plot.scene)
        dealing.street(plot.scene, count + 1)
        plot.happened(None)


def two_cards(name):
    """Two cards are turned as a turn or river card."""

    def do(plot, _count):
        # where nobody can bet any more, a second turn card is a river card without a burn
        able = [s for s in plot.state.live if plot.state.stacks[s]]
        if _due(plot, name) and len(able) > 1:
            scene = plot.scene
            dealing.burn(scene)
            dealing.street(scene, 1)
            scene.t -= 0.6
            tag = dealing.draw_card(scene, 0.25)
            # it comes off with the card before and lies half under it, or beside it
            spot = scene.near(f"board:{len(scene.board)}", 8)
            spot = (spot[0] + 16, spot[1] - 12)
            if len(scene.board) == 4 and scene.rng.random() < 0.4:
                spot = scene.near("board:5", 8)
            scene.stage.move(tag, scene.t, spot, 0.3, scene.pair_miss())
            scene.board.append(tag)
            plot.happened(None)

    return do


def rabbit(plot):
    """The hand is over before the river; the dealer turns the card that would have come."""
    scene = plot.scene
    if 3 <= len(scene.board) < 5 and len(plot.state.live) == 1:
        scene.wait(0.3, 1.0)
        dealing.street(scene, 1)
        plot.happened(None)
