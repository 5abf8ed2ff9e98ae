"""Chips of people: how a wager comes over the line, how bets are pulled in, change, the pot."""

from tests.detection.twelfth.ranges import RANGES

WAYS = ("at once", "splashed", "stacked", "two hands", "cut out", "short of the line")
SILENT_WAYS = ("at once", "splashed", "stacked", "two hands", "short of the line")


def land(scene, seat, tags, t, spread, span):
    """Chips come to rest on a seat's bet spot within ``span`` s of ``t``; the last moment."""
    rng, zone, late = scene.rng, f"line:{seat}", t
    at = scene.near(zone, 6)
    miss = scene.stack_miss(min(len(tags), 20))
    for tag in tags:
        spot = (at[0] + rng.gauss(0, spread), at[1] + rng.gauss(0, spread))
        begin = t + rng.uniform(0, span)
        long = rng.uniform(0.15, 0.4)
        scene.stage.move(tag, begin, spot, long, miss, start=scene.rail(seat))
        late = max(late, begin + long)
    return late


def square_up(scene, seat, tags, t):
    """Chips about a spot are pushed together."""
    zone = f"line:{seat}"
    for tag in tags:
        scene.stage.move(tag, t, scene.near(zone, 9), 0.25, scene.stack_miss(min(len(tags), 20)))
    scene.stage.over(t - 0.1, zone, 0.5)


def put(scene, seat, tags, way):
    """A wager comes over the line in one of ``WAYS``; ``scene.t`` is when all of it lies there."""
    rng, t = scene.rng, scene.t
    scene.feats.append(way)
    if seat == scene.habits.sleeve:
        scene.stage.over(t - 0.2, f"line:{seat}", rng.uniform(0.6, 1.1))
    if way == "splashed":
        done = land(scene, seat, tags, t, 19, 0.25)
        if rng.random() < 0.7:
            square_up(scene, seat, tags, done + rng.uniform(0.4, 1.1))
            done += 1.4
    elif way == "two hands" and len(tags) > 1:
        half = len(tags) // 2
        land(scene, seat, tags[:half], t, 7, 0.05)
        done = land(scene, seat, tags[half:], t + rng.uniform(0, 0.12), 7, 0.05)
    elif way == "cut out" and len(tags) > 1:
        done = _cut(scene, seat, tags, t)
    elif way == "short of the line":
        done = _pushed(scene, seat, tags, t)
    else:
        done = land(scene, seat, tags, t, 4 if way == "stacked" else 11, 0.08)
    scene.purse.pay(seat, ("line", seat), tags)
    _afterwards(scene, seat, tags, done)
    scene.t = done


def _cut(scene, seat, tags, t):
    """Chips are cut out over the line in two to four movements."""
    many = min(len(tags), scene.rng.choice((2, 2, 3, 4)))
    for i in range(many):
        t = land(scene, seat, tags[i::many], t, 8, 0.08)
        if i + 1 < many:
            t += scene.rng.uniform(0.3, 0.9)
    return t


def _pushed(scene, seat, tags, t):
    """Chips stop between seat and line, where nothing reads them, and are pushed on."""
    at = scene.loops[f"line:{seat}"]
    seat_at = scene.loops[f"seat:{seat}"]
    short = (at.x + (seat_at.x - at.x) * 0.47, at.y + (seat_at.y - at.y) * 0.47)
    done = t
    for tag in tags:
        scene.stage.move(tag, t, short, 0.3, start=scene.rail(seat))
        scene.stage.move(tag, t + 0.9, scene.near(f"line:{seat}", 9), 0.3,
                         scene.stack_miss(min(len(tags), 20)))  # fmt: skip
        done = t + 1.2
    scene.stage.over(t + 0.8, f"line:{seat}", 0.5)
    return done


def _afterwards(scene, seat, tags, t):
    """A chip stands on edge for a moment, two stick together, the stack is knocked over."""
    rng = scene.rng
    roll = rng.random()
    if roll < 0.05 and len(tags) > 2:
        tag = rng.choice(tags)  # no field passes through a chip on edge
        spot = scene.stage.spot(tag, t)
        scene.stage.off(tag, t + 0.01)
        scene.stage.put(tag, t + rng.uniform(0.5, 2.5), spot)
        scene.feats.append("chip on edge")
    elif roll < 0.09 and len(tags) > 1:
        for tag in rng.sample(tags, 2):
            scene.stage.put(tag, t + 0.01, scene.stage.spot(tag, t), rng.uniform(0.1, 0.4))
        scene.feats.append("two chips stuck together")
    elif roll < 0.12 and len(tags) > 4:
        for tag in rng.sample(tags, 3):
            scene.stage.move(tag, t + rng.uniform(0.6, 0.9), scene.near(f"line:{seat}", 22), 0.2)
        square_up(scene, seat, tags, t + rng.uniform(1.4, 2.4))
        scene.feats.append("stack knocked over")


def play_with_chips(scene, seat, t):
    """A player shuffles chips beside the line while others act: they hover outside the loop."""
    tags = scene.purse.at[seat][-4:]
    for tag in tags:
        at = scene.loops[f"line:{seat}"]
        spot = (at.x * 1.0, at.y + (1 if at.y > 0 else -1) * (at.w / 2 + scene.rng.uniform(46, 58)))
        scene.stage.put(tag, t, spot)
        scene.stage.off(tag, t + scene.rng.uniform(1.0, 3.0))
    scene.feats.append("shuffles chips beside the line")


def pull_in(scene, seat, seconds=None):
    """The dealer pulls a spot's chips into the pot."""
    tags = list(scene.purse.at.get(("line", seat), ()))
    if not tags:
        return
    seconds = seconds or scene.rng.triangular(*RANGES["sweep_s"], 0.35)
    to_pot(scene, tags, seconds)
    scene.stage.over(scene.t, f"line:{seat}", seconds)
    scene.purse.pay(("line", seat), "pot", tags)
    scene.t += seconds + scene.rng.uniform(0.05, 0.35)


def to_pot(scene, tags, seconds):
    """Chips go to the pot, each to rest within ``seconds``."""
    for tag in tags:
        begin = scene.t + scene.rng.uniform(0, seconds * 0.3)
        miss = max(scene.rng.uniform(0.01, 0.06), scene.stack_miss(6))
        scene.stage.move(tag, begin, scene.near("pot", 26), seconds * 0.7, miss)


def sweep(scene, seats):
    """Bets are pulled in spot by spot, by a dealer who begins at either hand."""
    order = [s for s in scene.order() if s in seats]
    if scene.rng.random() < 0.4:
        order.reverse()
    for seat in order:
        pull_in(scene, seat)
    scene.wait(0.3, 0.9)
    if scene.habits.counts_pot and scene.purse.at.get("pot") and scene.rng.random() < 0.4:
        _count_pot(scene)


def _count_pot(scene):
    """The dealer spreads the pot to count it, some of it past the loop's edge."""
    tags = scene.purse.at["pot"]
    for tag in tags:
        scene.stage.move(tag, scene.t + scene.rng.uniform(0, 0.4), scene.near("pot", 38), 0.3, 0.02)
    scene.stage.over(scene.t, "pot", 0.8)
    scene.feats.append("pot spread and counted")
    scene.wait(1.5, 3.0)


def give_back(scene, seat, tags):
    """Chips of a spot go back to their player."""
    for tag in tags:
        scene.stage.off(tag, scene.t + scene.rng.uniform(0, 0.1), scene.rail(seat), 0.3)
    scene.stage.over(scene.t - 0.1, f"line:{seat}", 0.4)
    scene.purse.pay(("line", seat), seat, tags)
    scene.t += 0.5


def make_change(scene, seat, tags):
    """Chips of the pot go to a player as change: pushed past the bet spot, not onto it."""
    for tag in tags:
        scene.stage.off(tag, scene.t + scene.rng.uniform(0, 0.15), scene.rail(seat), 0.7)
    scene.stage.over(scene.t, "pot", 0.5)
    scene.purse.pay("pot", seat, tags)
    scene.feats.append("change out of the pot")
    scene.t += 0.9


def award(scene, seat, tags):
    """Chips of the pot are pushed to a winner, lie before it for a while and are stacked."""
    rng, late = scene.rng, scene.t
    seconds = rng.uniform(0.5, 1.0)
    for tag in tags:
        begin = scene.t + rng.uniform(0, 0.5)
        scene.stage.move(tag, begin, scene.near(f"line:{seat}", 20), seconds, scene.stack_miss(8))
        late = max(late, begin + seconds)
    lie = rng.uniform(0.8, 2.0)
    for tag in tags:
        scene.stage.off(tag, late + lie + rng.uniform(0, 1.2), scene.rail(seat), 0.3)
    scene.purse.pay("pot", seat, tags)
    scene.t = late + lie + 1.8
