"""The end of a hand: uncalled chips, hands tabled, pots awarded."""

from tests.detection.twelfth import dealing, wagers
from tests.detection.twelfth.ranges import RANGES
from tests.detection.twelfth.reckoning import pots, worth


def return_uncalled(scene, seat, amount):
    """Chips nobody matched go back to their player."""
    own = scene.purse.at[("line", seat)]
    tags = scene.purse.exact(own, amount)
    assert tags is not None, "an uncalled part of no whole chips"
    wagers.give_back(scene, seat, tags)
    scene.feats.append("uncalled chips back")


def finish(plot):
    """Hands are shown, pots pushed; stacks are what the reckoning says."""
    scene, state = plot.scene, plot.state
    if len(state.live) == 1:
        _uncontested(plot)
        return
    names = {s: [scene.name[t] for t in scene.hole[s]] for s in state.live}
    board = [scene.name[t] for t in scene.board]
    best = {s: worth(names[s], board) for s in state.live}
    shares = []
    for amount, seats in pots(state.paid, state.live):
        top = max(best[s] for s in seats)
        winners = [s for s in seats if best[s] == top]
        assert len(winners) == 1, "a split pot"
        shares.append((winners[0], amount))
    _show(plot, {seat for seat, _ in shares})
    for seat, amount in reversed(shares):
        _push(plot, seat, amount)


def _uncontested(plot):
    """The last player with cards takes everything."""
    scene, state = plot.scene, plot.state
    seat = state.live[0]
    wagers.sweep(scene, scene.seats)  # what still lies on the spots
    amount = sum(state.paid.values())
    scene.wait(0.5, 1.5)
    _push(plot, seat, amount)


def _push(plot, seat, amount):
    scene, state = plot.scene, plot.state
    tags = scene.purse.exact(scene.purse.at["pot"], amount)
    assert tags is not None, "a pot of no whole chips"
    wagers.award(scene, seat, tags)
    state.stacks[seat] += amount
    scene.wait(0.3, 1.0)


def _show(plot, winners):
    """Live hands are tabled; who is beaten may muck, but for players who were all-in."""
    scene, state = plot.scene, plot.state
    aggressor = [a[2] for a in state.acts if a[0] == "river" and a[1] in ("bet", "raise")]
    order = [s for s in scene.order() if s in state.live]
    if aggressor and aggressor[-1] in order:
        order.remove(aggressor[-1])
        order.insert(0, aggressor[-1])
    all_in = any(state.stacks[s] == 0 for s in order)
    shown = False
    for seat in order:
        scene.wait(0.8, 2.6)
        late = scene.rng.uniform(*RANGES["key_late_s"])
        if seat in winners or all_in or not shown or scene.rng.random() < 0.5:
            _turn_over(scene, seat)
            scene.stage.key(scene.t + late, "tabled", seat=seat)
            shown = True
        else:
            dealing.muck(scene, scene.hole[seat], scene.rng.uniform(0.3, 0.7))
    scene.wait(1.8, 3.5)


def _turn_over(scene, seat):
    """A hand is turned over in front of its player: unread for a moment, apart afterwards."""
    for i, tag in enumerate(scene.hole[seat]):
        x, y = scene.near(f"seat:{seat}", 5)
        scene.stage.off(tag, scene.t, scene.near(f"seat:{seat}", 9), 0.1)
        scene.stage.put(tag, scene.t + scene.rng.uniform(0.3, 0.7), (x + 28 * i - 14, y))
