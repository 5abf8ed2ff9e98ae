"""How hands are given up: where thrown cards come to rest until the dealer collects them."""

from tests.detection.twelfth import tabletop
from tests.detection.twelfth.dealing import muck

LIE_MAX_S = 2.5  # folded cards rest no longer before the dealer collects them
WAYS = ("muck", "line", "short", "past", "dealer")
OFTEN = (3, 3, 2, 3, 1)


def fold(scene, seat, way=None):
    """A hand goes to the muck in one of ``WAYS``; ``scene.t`` is when the cards have left."""
    rng, stage = scene.rng, scene.stage
    way = way or rng.choices(WAYS, OFTEN)[0]
    scene.feats.append(f"fold: {way}")
    tags, t = scene.hole[seat], scene.t
    lie = t + rng.triangular(0.4, LIE_MAX_S, 0.9)
    if way == "muck":
        muck(scene, tags, rng.uniform(0.3, 0.6))
    elif way == "dealer":
        for tag in tags:
            stage.off(tag, t, (0.0, -430.0), 0.4)
        for tag in tags:
            stage.put(tag, lie, (60.0, -430.0))
        muck(scene, tags, 0.3, lie + 0.1)
    else:
        spot = _spot(scene, seat, way)
        for tag in tags:
            at = (spot[0] + rng.gauss(0, 9), spot[1] + rng.gauss(0, 9))
            stage.move(tag, t + rng.uniform(0, 0.06), at, rng.uniform(0.2, 0.45), scene.pair_miss())
        muck(scene, tags, rng.uniform(0.3, 0.6), lie + 0.3)
    scene.t = t + 0.4


def _spot(scene, seat, way):
    """Where the cards of a way of folding come to rest."""
    line, at = scene.loops[f"line:{seat}"], scene.loops[f"seat:{seat}"]
    if way == "line":
        return scene.near(line.name, 12)
    if way == "short":
        return (at.x + (line.x - at.x) * 0.52, at.y + (line.y - at.y) * 0.52)
    far = (line.x**2 + line.y**2) ** 0.5  # towards the middle of the table
    past = scene.rng.uniform(60, 120) + line.w / 2
    return tabletop.between((line.x, line.y), (0.0, 0.0), min(0.9, past / far))
