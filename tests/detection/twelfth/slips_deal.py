"""Faults of the deal. Each takes the plot and deals instead of the dealer who makes none."""

from tests.detection.twelfth import dealing
from tests.detection.twelfth.ranges import RANGES


def _expose(plot, seat):
    """The dealer keys a card that turned over on its way, a little late."""
    scene = plot.scene
    late = scene.rng.triangular(*RANGES["key_late_s"], 0.5)
    scene.stage.key(scene.t + late, "exposed", seat=seat, by="dealer")


def _deal_with(plot, at, rest=True):
    """A deal in which the cards of the numbers ``at`` turn over; the seats of those."""
    scene = plot.scene
    seats = []
    for i, seat in enumerate(scene.order() * 2):
        dealing.beat(scene, seat)
        if i in at:
            _expose(plot, seat)
            seats.append(seat)
            if not rest and len(seats) == len(at):
                scene.wait(0.5, 1.0)
                return seats
    return seats


def exposed_first(plot):
    """The first or second card off the deck is exposed by the dealer."""
    seats = _deal_with(plot, [plot.scene.rng.choice((0, 1))], rest=plot.scene.rng.random() < 0.5)
    plot.happened(seats[0])


def exposed_one(plot):
    """One later card is exposed by the dealer."""
    n = plot.scene.n
    seats = _deal_with(plot, [plot.scene.rng.randint(2, 2 * n - 1)])
    plot.happened(seats[0])


def exposed_two(plot):
    """Two later cards are exposed."""
    scene = plot.scene
    at = sorted(scene.rng.sample(range(2, 2 * scene.n), 2))
    if (at[1] - at[0]) % scene.n == 0:  # two cards of one hand: which of them, nobody keys
        at[1] = at[0] + 1
    _deal_with(plot, at)
    plot.happened(None)


def _boxed(plot, at):
    scene, last = plot.scene, None
    for i, seat in enumerate(scene.order() * 2):
        if i in at:
            # it lies face up on the deck: the dealer looks, and deals it a little later
            scene.t += 0.3
            last = seat
            scene.boxed.append(dealing.beat(scene, seat, pace=0.9, boxed=True))
            scene.t += scene.rng.uniform(0.0, 0.4)
        else:
            dealing.beat(scene, seat)
    return last


def boxed_one(plot):
    """A card lies face up in the deck: seen at the mouth, dealt all the same."""
    _boxed(plot, [plot.scene.rng.randint(2, 2 * plot.scene.n - 1)])
    plot.happened(None)


def boxed_two(plot):
    """Two cards lie face up in the deck."""
    _boxed(plot, plot.scene.rng.sample(range(2, 2 * plot.scene.n), 2))
    plot.happened(None)


def _empty_seats(scene):
    return [s for s in range(1, 10) if s not in scene.seats]


def empty_seat(plot):
    """The dealer pitches a card to a seat where nobody plays, and goes on."""
    scene = plot.scene
    empty = scene.rng.choice(_empty_seats(scene))
    scene.hole[empty] = []
    seats = sorted([*scene.seats, empty])
    order = [s for s in seats if s > scene.button] + [s for s in seats if s <= scene.button]
    if order[0] == empty:
        return  # that would be a wrong first seat as well
    for seat in order * (1 if scene.rng.random() < 0.5 else 2):
        dealing.beat(scene, seat)
    plot.happened(empty)


def wrong_first_seat(plot):
    """The deal begins one seat too far on."""
    scene = plot.scene
    order = scene.order()
    order = order[1:] + order[:1]
    dealing.deal(scene, order)
    plot.happened(None)


def seat_left_out(plot):
    """A seat entitled to a hand gets none."""
    scene = plot.scene
    order = scene.order()
    left = scene.rng.choice(order[1:-1])
    dealing.deal(scene, [s for s in order if s != left])
    plot.happened(None)


def out_of_sequence(plot):
    """Two neighbours get their second cards the wrong way round."""
    scene = plot.scene
    order = scene.order()
    for seat in order:
        dealing.beat(scene, seat)
    i = scene.rng.randint(0, len(order) - 2)
    order[i], order[i + 1] = order[i + 1], order[i]
    for seat in order:
        dealing.beat(scene, seat)
    plot.happened(None)


def extra_card(plot):
    """All have their hands, and one more card is pitched to the first seat."""
    scene = plot.scene
    seat = scene.order()[0]
    scene.t += scene.rng.uniform(-0.4, 0.3)
    dealing.beat(scene, seat)
    plot.happened(seat)


def foreign_card(plot):
    """A card of another deck is among the hole cards."""
    scene = plot.scene
    tag = scene.uid()
    at = scene.rng.randint(0, 2 * scene.n - 1)
    scene.name[tag] = "x1"
    scene.stub.insert(at, tag)
    dealing.deal(scene)
    plot.happened(None)
