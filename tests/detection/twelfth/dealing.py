"""The dealer's cards: the deal, burns, streets, exposed and boxed cards, the gathering."""

from tests.detection.twelfth.ranges import RANGES

DOWN, UP = ("mouth:1", "mouth:3"), ("mouth:2", "mouth:4")


def draw_card(scene, hold, boxed=False, tag=None):
    """The top card comes to the mouth and lies there for ``hold`` s; its tag."""
    tag = tag or scene.stub.pop(0)
    quadrant = scene.rng.choice(UP if boxed else DOWN)
    scene.stage.put(tag, scene.t, scene.near(quadrant, 2.0))
    scene.t += hold
    return tag


def fly(scene, tag, spot, miss=None):
    """A card is pitched to a spot; the moment it rests there."""
    rng = scene.rng
    start = scene.near("muck", 20) if scene.habits.muck_side else scene.stage.spot(tag, scene.t)
    far = ((spot[0] - start[0]) ** 2 + (spot[1] - start[1]) ** 2) ** 0.5 / 1000
    fast = RANGES["slide_mps"] if rng.random() < scene.habits.slide else RANGES["fly_mps"]
    seconds = min(0.5, max(0.1, far / rng.uniform(*fast)))
    scene.stage.move(tag, scene.t, spot, seconds, miss, "flight", start)
    return scene.t + seconds


def to_seat(scene, tag, seat):
    """Pitch a card to a seat: it lands well, beside the loop, or short and is pulled in."""
    rng, zone = scene.rng, f"seat:{seat}"
    roll = rng.random()
    miss = scene.pair_miss() if scene.hole[seat] else None
    if seat == scene.habits.protector:
        miss = max(miss or 0, 0.05)
    if roll < 0.86:
        there = fly(scene, tag, scene.near(zone, 11), miss)
    else:
        short = roll > 0.95  # it stops between the line and the seat, where nothing reads
        at = scene.loops[zone]
        spot = (at.x * 0.9, at.y * 0.82) if short else scene.beside(zone, rng.uniform(-9, 4))
        there = fly(scene, tag, spot)
        pulled = there + rng.uniform(0.3, 1.4)
        scene.stage.move(tag, pulled, scene.near(zone, 11), 0.2, miss)
        scene.stage.over(pulled - 0.1, zone, 0.4)
        scene.feats.append("card stops short" if short else "card lands at the edge")
    scene.hole[seat].append(tag)
    return there


def beat(scene, seat, pace=None, boxed=False):
    """One card of the deal to a seat; the next may come ``pace`` after this one."""
    pace = (pace or scene.habits.pace) * scene.rng.uniform(0.85, 1.2)
    pace = min(max(pace, RANGES["pace_s"][0]), RANGES["pace_s"][1])
    begin = scene.t
    tag = draw_card(scene, pace * scene.rng.uniform(0.4, 0.65), boxed)
    to_seat(scene, tag, seat)
    scene.t = begin + pace
    return tag


def deal(scene, seats=None):
    """Two cards to each seat, one at a time, as the book has it."""
    for seat in (seats or scene.order()) * 2:
        beat(scene, seat)
    scene.wait(0.6, 1.5)


def peeks(scene):
    """Players look at their hands, each in its own time, most of them at once."""
    latest = scene.t
    for seat in scene.seats:
        if scene.rng.random() < 0.6:
            latest = max(latest, peek(scene, seat, scene.t + scene.rng.uniform(0, 3)))
    scene.t = max(scene.t, latest - scene.rng.uniform(0, 1.0))


def peek(scene, seat, t):
    """A hand is lifted and put back a little away from where it lay; when."""
    rng, zone = scene.rng, f"seat:{seat}"
    long = rng.triangular(1.0, 3.0, 1.3)
    spot = scene.near(zone, 9)
    for tag in scene.hole[seat]:
        at = scene.loops[zone]
        scene.stage.off(tag, t + rng.uniform(0, 0.15), (at.x * 1.05, at.y * 1.1), 0.15)
        spot_of = (spot[0] + rng.gauss(0, 6), spot[1] + rng.gauss(0, 6))
        scene.stage.put(tag, t + long, spot_of, scene.pair_miss())
    if rng.random() < 0.06 and scene.hole[seat]:
        tag = scene.hole[seat][-1]
        scene.stage.put(tag, t + long, scene.beside(zone, rng.uniform(3, 14)))
        scene.feats.append("one card beside the loop")
    scene.stage.over(t, zone, long)
    return t + long


def burn(scene):
    """Burn a card."""
    tag = draw_card(scene, scene.rng.uniform(0.2, 0.5))
    spread = 7 + 3 * len(scene.burned)
    scene.stage.move(tag, scene.t, scene.near("burn", spread), scene.rng.uniform(0.2, 0.4),
                     scene.pair_miss() if scene.burned else None)  # fmt: skip
    scene.burned.append(tag)
    scene.wait(0.5, 1.0)


def street(scene, count):
    """Turn so many cards: a flop by one of two habits, a turn or river card."""
    rng = scene.rng
    first = len(scene.board)
    spread = count > 1 and rng.random() < 0.6  # put in a pile, then spread
    for i in range(count):
        tag = draw_card(scene, rng.uniform(0.15, 0.4))
        place = min(first + i, 4) + 1
        if spread:
            scene.stage.move(tag, scene.t, scene.near("board:1", 6), 0.25, 0.3)
        else:
            scene.stage.move(tag, scene.t, scene.near(f"board:{place}", 7), rng.uniform(0.25, 0.5))
        scene.board.append(tag)
        scene.t += rng.uniform(0.2, 0.45)
    if spread:
        scene.t += rng.uniform(0.3, 0.6)
        for i, tag in enumerate(scene.board[first:]):
            place = min(first + i, 4) + 1
            scene.stage.move(tag, scene.t, scene.near(f"board:{place}", 7), 0.35)
            scene.stage.over(scene.t, f"board:{place}", 0.5)
    scene.wait(0.7, 1.6)
    if scene.habits.squares_board and rng.random() < 0.5:
        square_board(scene)


def square_board(scene):
    """The dealer squares the board with both hands: unread for a moment, moved a little."""
    for place, tag in enumerate(scene.board[:5], 1):
        scene.stage.move(tag, scene.t, scene.near(f"board:{place}", 8), scene.rng.uniform(0.2, 0.4))
        scene.stage.over(scene.t, f"board:{place}", 0.55)
    scene.feats.append("board squared")
    scene.wait(0.5, 0.9)


def muck(scene, tags, seconds, t=None):
    """Cards go to the muck at ``t``, a heap that reads the worse the higher it is."""
    t = scene.t if t is None else t
    high = len(scene.mucked)
    for tag in tags:
        miss = scene.rng.uniform(0.01, 0.08) if high < 4 else scene.rng.uniform(0.1, 0.5)
        scene.stage.move(tag, t, scene.near("muck", 22), seconds, miss)
        scene.mucked.append(tag)


def gather(scene):
    """All cards to the muck, hand by hand, burns and board last; then the riffle."""
    for seat in scene.order():
        left = [t for t in scene.hole[seat] if t not in scene.mucked]
        if left:
            muck(scene, left, scene.rng.uniform(0.3, 0.6))
            scene.t += scene.rng.uniform(0.4, 0.8)
    muck(scene, scene.burned + scene.board, scene.rng.uniform(0.4, 0.7))
    scene.t += scene.rng.uniform(1.5, 3.0)
    if scene.habits.riffle_key:
        scene.stage.key(scene.t, "riffle")
    for tag in scene.mucked:
        scene.stage.off(tag, scene.t + scene.rng.uniform(0.0, 0.4))
    scene.t += 1.0
