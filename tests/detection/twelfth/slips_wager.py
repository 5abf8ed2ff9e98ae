"""Faults of acting. Each is tried with the seat due; it returns where it cannot come about."""

from tests.detection.twelfth import folding, wagers

SHARE = 0.45  # of the chances that are taken, so that it does not always come at the first


def _ready(plot, seat, facing, empty=False):
    """True when the seat faces a bet, or none, and the chance is taken."""
    state = plot.state
    if bool(state.owed(seat)) != facing or state.stacks[seat] <= 3 * state.high:
        return False
    if empty and state.front[seat]:
        return False
    return plot.scene.rng.random() < SHARE


def _put(plot, seat, tags, way="at once"):
    wagers.put(plot.scene, seat, tags, way)


def string_bet(plot, seat):
    """A silent call, then more chips in a second motion."""
    state, scene = plot.state, plot.scene
    if not _ready(plot, seat, True, True):
        return
    call = scene.purse.exact(scene.purse.at[seat], state.owed(seat))
    if call is None:
        return
    rest = [t for t in scene.purse.at[seat] if t not in call]
    more = scene.purse.exact(rest, state.size) or scene.purse.exact(rest, 2 * state.size)
    if more is None:
        return
    _put(plot, seat, call)
    scene.t += scene.rng.uniform(1.2, 2.2)
    _put(plot, seat, more)
    plot.happened(seat)


def oversized(plot, seat):
    """One chip larger than the call, in silence."""
    state, scene = plot.state, plot.scene
    value = scene.purse.value
    if not _ready(plot, seat, True, True):
        return
    owed = state.owed(seat)
    large = [t for t in scene.purse.at[seat] if value[t] >= 2 * owed]
    if large:
        _put(plot, seat, [min(large, key=value.get)])
        plot.happened(seat)


def equal_chips(plot, seat):
    """Two equal chips, both needed for the call, together short of a full raise or one."""
    state, scene = plot.state, plot.scene
    if not _ready(plot, seat, True, True):
        return
    owed = state.owed(seat)
    for worth in scene.house:
        tags = [t for t in scene.purse.at[seat] if scene.purse.value[t] == worth]
        if worth < owed < 2 * worth and len(tags) >= 2:
            _put(plot, seat, tags[:2])
            plot.happened(seat)


def _raise_by(plot, seat, low, high):
    """A silent total so many shares of the least raise above the bet; True when it was put."""
    state, scene = plot.state, plot.scene
    owed = state.owed(seat)
    unit = scene.house[0]
    shares = [x for x in range(unit, state.size, unit) if low <= x / state.size <= high]
    scene.rng.shuffle(shares)
    for share in shares:
        tags = scene.purse.exact(scene.purse.at[seat], owed + share, False)
        if not tags:
            continue
        least = min(scene.purse.value[t] for t in tags)
        if len(tags) > 1 and owed + share - least >= owed:  # no chip of it is needed for the call
            _put(plot, seat, tags)
            plot.happened(seat)


def half_or_more(plot, seat):
    """In silence, half of the least raise or more, but not all of it."""
    if _ready(plot, seat, True, True):
        _raise_by(plot, seat, 0.55, 0.95)


def under_half(plot, seat):
    """In silence, less than half of the least raise above the call."""
    if _ready(plot, seat, True, True):
        _raise_by(plot, seat, 0.1, 0.42)


def undercall(plot, seat):
    """Chips for less than the call, in silence, with more behind."""
    state, scene = plot.state, plot.scene
    if not _ready(plot, seat, True, True):
        return
    owed, unit = state.owed(seat), scene.house[0]
    part = owed * scene.rng.choice((40, 50, 60)) // 100 // unit * unit
    tags = scene.purse.exact(scene.purse.at[seat], part) if part else None
    if tags:
        _put(plot, seat, tags)
        plot.happened(seat)


def low_bet(plot, seat):
    """After the flop, a silent opening bet below the big blind."""
    state, scene = plot.state, plot.scene
    if state.street == "preflop" or not _ready(plot, seat, False, True):
        return
    unit = scene.house[0]
    low = [x for x in range(unit, state.bb, unit) if x >= state.bb * 0.3]
    tags = scene.purse.exact(scene.purse.at[seat], scene.rng.choice(low)) if low else None
    if tags:
        _put(plot, seat, tags)
        plot.happened(seat)


def pulled_back(plot, seat):
    """A wager is put down, released, lies there, and is taken back."""
    state, scene = plot.state, plot.scene
    if not _ready(plot, seat, True, True):
        return
    tags = scene.purse.exact(scene.purse.at[seat], state.owed(seat))
    if not tags or len(tags) < 2:
        return
    _put(plot, seat, tags)
    scene.t += scene.rng.uniform(2.0, 3.5)
    wagers.give_back(scene, seat, tags)
    plot.happened(seat)


def _skips(plot, seat):
    """The seat behind the one due, where both face a bet; None otherwise."""
    state = plot.state
    if len(state.owing) < 2 or not state.owed(seat) or plot.scene.rng.random() > SHARE:
        return None
    behind = state.owing[1]
    if state.front[behind] or state.stacks[behind] <= 3 * state.high:
        return None
    return behind


def out_of_turn(plot, seat):
    """A call or raise before the player ahead has acted."""
    state, scene = plot.state, plot.scene
    behind = _skips(plot, seat)
    if behind is None:
        return
    total = scene.rng.choice((state.owed(behind), state.least(behind)))
    tags = scene.purse.exact(scene.purse.at[behind], total, False)
    if tags and len(tags) > 1 and total - min(scene.purse.value[t] for t in tags) > 0:
        raised = total > state.owed(behind)
        plot.key(behind, "raise" if raised else "call", total if raised else None, 0.7)
        _put(plot, behind, tags)
        plot.happened(behind)


def fold_out_of_turn(plot, seat):
    """A hand is thrown away before the player due has acted."""
    scene = plot.scene
    behind = _skips(plot, seat)
    if behind is not None:
        folding.fold(scene, behind, scene.rng.choice(("muck", "line", "past")))
        plot.happened(behind)
