"""Scenes of ``feltwire bench scan``: what lies on the table, and what arrives when.

A scene is made for one world: things lying still, keys pressed, and arrivals at random times (in
step with no scan). ``Arrival`` says which things come to rest where, and when; they leave again
before the next one. Times in virtual microseconds.
"""

import random

from tools.virtual.things import make_chips, make_deck

START_US = 1_500_000
DEALT_US = 500_000  # the hands that lie come after the shuffle, one seat after another
DEALT_EACH_US = 100_000
DEALT_END_US = 3_500_000  # by then the table has told them, and betting is open
MOUTH_US = 90_000  # a card rests at the mouth of the deck well
FLIGHT_US = 150_000  # and flies to its seat
PILE_OFFSETS = ((-20, -14), (20, -14), (0, 20), (-20, 22), (22, 20))


class Arrival:
    """Things that come to rest together. ``zones``: one for each thing; ``kind``: cards, chips."""

    def __init__(self, t_us, kind, zones, things, leave_us):
        self.t_us = t_us
        self.kind = kind
        self.zones = zones
        self.things = things
        self.leave_us = leave_us


class Scene:
    """``title``, things lying still (``lying``: zone -> things, ``dealt``: zone -> when they came,
    if not before everything), ``keys``, ``arrivals``."""

    def __init__(self, title, seats, seed, count):
        self.title = title
        self.rng = random.Random(f"{title}/{seed}")
        self.seats = seats
        self.seed = seed
        self.count = count
        self.deck = make_deck(seed)
        self.lying = {}
        self.dealt = {}
        self.keys = []
        self.visits = []  # (t_us, until_us, zone, thing): passing through, not measured
        self.arrivals = []
        self.end_us = START_US

    def key(self, at_us=None, **event):
        """A key pressed before anything arrives."""
        self.keys.append((at_us or 300_000 + 20_000 * len(self.keys), event))

    def wait(self, low_us, high_us):
        """A random time later: when the next thing happens."""
        self.end_us += self.rng.randint(low_us, high_us)
        return self.end_us

    def arrive(self, kind, zones, things, stay_us=700_000):
        """The next arrival."""
        t_us = self.wait(150_000, 450_000)
        self.end_us += stay_us
        self.arrivals.append(Arrival(t_us, kind, zones, things, self.end_us))

    def play(self, world):
        """Put everything into a world and on its clock."""
        for zone, things in self.lying.items():
            t_us = self.dealt.get(zone, 0)
            world.at(t_us, lambda z=zone, g=things: _put(world, z, g))
        for t_us, event in self.keys:
            world.at(t_us, lambda e=event: world.keypad.press({"key": e}))
        for t_us, until_us, zone, thing in self.visits:
            world.at(t_us, lambda z=zone, g=thing: world.place(g, z, offset=(2, 2)))
            world.at(until_us, lambda g=thing: world.lift(g))
        for a in self.arrivals:
            world.at(a.t_us, lambda a=a: _arrive(world, a))
            world.at(a.leave_us, lambda a=a: [world.lift(g) for g in a.things])


def _put(world, zone, things):
    for i, thing in enumerate(things):
        dx, dy = PILE_OFFSETS[i % 5] if thing.kind == "chip" else (13 * (i % 2), 4 * (i % 3))
        world.place(thing, zone, offset=(dx, dy), z=3.3 * (i // 5) if thing.kind == "chip" else 0.0)


def _arrive(world, arrival):
    by_zone = {}
    for zone, thing in zip(arrival.zones, arrival.things, strict=True):
        by_zone.setdefault(zone, []).append(thing)
    for zone, things in by_zone.items():
        _put(world, zone, things)


def chips_of(scene, count, name):
    """Fresh chips of several denominations."""
    values = [25, 100, 500, 1000, 5000]
    return make_chips(scene.seed, [values[i % 5] for i in range(count)], name)


def empty(seats, seed, count):
    """Nothing lies anywhere; a card or a chip comes to any place of its kind."""
    scene = Scene("empty table", seats, seed, count)
    places = [f"seat:{n}" for n in range(1, seats + 1)]
    places += ["muck", "burn", *(f"board:{n}" for n in range(1, 6))]
    pile = chips_of(scene, 1, "one")
    for i in range(count):
        if i % 2:
            scene.arrive("chips", [f"line:{scene.rng.randint(1, seats)}"], pile)
        else:
            scene.arrive("cards", [scene.rng.choice(places)], [scene.deck[0]])
    return scene


def _setup(scene, seats=None):
    seats = seats or list(range(1, scene.seats + 1))
    scene.key(
        what="setup", hand_id="b", game="nlhe", format="cash", betting="no_limit", seats=seats,
        button=seats[-1], sb_seat=seats[0], bb_seat=seats[1], sb=50, bb=100, ante=0,
        stacks={str(s): 100000 for s in seats}, betting_line=True, street="none",
    )  # fmt: skip
    scene.key(what="riffle")


def deal(seats, seed, count):
    """Two cards to each seat over the mouth; what is measured is the card at its seat."""
    scene = Scene("deal in progress", seats, seed, count)
    _setup(scene)
    cards = iter(scene.deck)
    arrivals = []
    for i in range(min(count, 2 * seats)):
        card = next(cards)
        t_us = scene.wait(350_000, 500_000)
        scene.visits.append((t_us, t_us + MOUTH_US, f"mouth:{1 + i % 2 * 2}", card))
        landed = t_us + MOUTH_US + FLIGHT_US + scene.rng.randint(0, 60_000)
        arrivals.append(Arrival(landed, "cards", [f"seat:{1 + i % seats}"], [card], None))
    scene.end_us += 1_500_000
    for a in arrivals:
        a.leave_us = scene.end_us
    scene.arrivals = arrivals
    return scene


def _hands(scene, seats=None):
    """Two cards lie at each seat, dealt in this hand: so the table knows who is in it."""
    for i, n in enumerate(seats or range(1, scene.seats + 1)):
        scene.lying[f"seat:{n}"] = scene.deck[2 * n : 2 * n + 2]
        scene.dealt[f"seat:{n}"] = DEALT_US + DEALT_EACH_US * i
    scene.end_us = DEALT_END_US


def hands_out(seats, seed, count):
    """Every seat holds two cards; a chip is bet, a card comes to the board, muck or a seat."""
    scene = Scene(f"{seats} hands out", seats, seed, count)
    _setup(scene)
    _hands(scene)
    pile = chips_of(scene, 1, "one")
    cards = [*(f"board:{n}" for n in range(1, 6)), "muck", "burn"]
    cards += [f"seat:{n}" for n in range(1, seats + 1)]
    for i in range(count):
        if i % 2:
            scene.arrive("chips", [f"line:{scene.rng.randint(1, seats)}"], pile)
        else:
            scene.arrive("cards", [scene.rng.choice(cards)], [scene.deck[0]])
    return scene


def bet_spots(seats, seed, count, chips):
    """On every bet spot a pile of chips at once; what is measured is each spot's full count."""
    scene = Scene(f"{seats} bet spots of {chips}", seats, seed, count)
    _setup(scene)
    _hands(scene)
    zones, things = [], []
    for n in range(1, seats + 1):
        zones += [f"line:{n}"] * chips
        things += chips_of(scene, chips, f"spot{n}")
    for _ in range(max(1, count // seats)):
        scene.arrive("chips", zones, things, 1_200_000 + 90_000 * chips)
    return scene


def showdown(seats, seed, count):
    """Three hands and the board lie, the pot is pushed: chips to a seat, cards to the muck."""
    scene = Scene("showdown", seats, seed, count)
    playing = [n for n in (1, 4, 7)[: max(2, seats // 3)] if n <= seats]
    _setup(scene, playing)
    _hands(scene, playing)
    for n in range(1, 6):
        scene.lying[f"board:{n}"] = [scene.deck[30 + n]]
    scene.lying["pot"] = chips_of(scene, 20, "pot")
    scene.key(DEALT_END_US - 200_000, what="showdown", seats=[1, 4])
    pile = chips_of(scene, 5, "won")
    for i in range(count):
        if i % 2:
            scene.arrive("chips", [f"line:{scene.rng.choice((1, 4))}"] * 5, pile)
        else:
            scene.arrive("cards", ["muck"] * 2, scene.deck[40:42])
    return scene


def all_scenes(seats, seed, count):
    """Every scene of the bench."""
    yield empty(seats, seed, count)
    yield deal(seats, seed, count)
    yield hands_out(seats, seed, count)
    for chips in (1, 5, 10, 20):
        yield bet_spots(seats, seed, count, chips)
    yield showdown(seats, seed, count)
