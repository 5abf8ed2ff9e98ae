"""Where each tag is at each moment: legs at rest, legs in motion, and nowhere in between.

Seconds and millimetres. A tag has one leg at a time, so it is in one place at a time.
"""

from collections import defaultdict, namedtuple

from tests.detection.twelfth.tabletop import between

# kind: "rest", "way", "flight" (a pitched card) or "off"; miss: None: by the place alone
Leg = namedtuple("Leg", "t kind x y to_x to_y end miss")
Hand = namedtuple("Hand", "t end loop")  # a hand, sleeve or arm over a loop


class Stage:
    """Tags and hands of one hand of poker."""

    def __init__(self):
        self.legs = defaultdict(list)  # tag -> legs in order of their time
        self.hands = []  # over loops
        self.keys = []  # (t, key)

    def _leg(self, tag, leg):
        row = self.legs[tag]
        while row and row[-1].t >= leg.t:  # what was planned for later does not come about
            row.pop()
        if row and row[-1].end is not None and row[-1].end > leg.t:  # stopped on its way
            x, y = self.spot(tag, leg.t)
            row[-1] = row[-1]._replace(to_x=x, to_y=y, end=leg.t)
        row.append(leg)

    def put(self, tag, t, spot, miss=None):
        """A tag lies at a spot from ``t`` on."""
        self._leg(tag, Leg(t, "rest", *spot, *spot, None, miss))

    def move(self, tag, t, spot, seconds, miss=None, kind="way", start=None):
        """A tag goes to a spot and rests there; from where it was, or from ``start``."""
        begin = start or self.spot(tag, t)
        self._leg(tag, Leg(t, kind, *begin, *spot, t + seconds, miss))
        self.legs[tag].append(Leg(t + seconds, "rest", *spot, *spot, None, miss))

    def off(self, tag, t, spot=None, seconds=0.0):
        """A tag leaves the felt, over ``spot`` where one is given."""
        if spot is not None:
            self._leg(tag, Leg(t, "way", *self.spot(tag, t), *spot, t + seconds, None))
        last = spot or self.spot(tag, t)
        self._leg(tag, Leg(t + seconds, "off", *last, *last, None, None))

    def spot(self, tag, t):
        """Where a tag is."""
        leg = next((leg for leg in reversed(self.legs[tag]) if leg.t <= t), None)
        if leg.end is not None and leg.end > t:
            return between((leg.x, leg.y), (leg.to_x, leg.to_y), (t - leg.t) / (leg.end - leg.t))
        return (leg.to_x, leg.to_y)

    def key(self, t, what, **more):
        """A key of the dealer."""
        self.keys.append((t, {"what": what, **more}))

    def over(self, t, loop, seconds):
        """A hand over a loop."""
        self.hands.append(Hand(t, t + seconds, loop))
