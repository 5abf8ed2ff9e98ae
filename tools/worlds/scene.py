"""Things on the felt in continuous time: where each tag lies from when to when, how it moves."""

from bisect import insort


class Rest:
    """A tag lies still. ``pile``: tags squared up in its pile; ``forced``: a mouth quadrant."""

    __slots__ = ("t0", "t1", "x", "y", "pile", "forced", "spoilt")

    def __init__(self, t0, x, y, pile, forced):
        self.t0, self.t1 = t0, None
        self.x, self.y = x, y
        self.pile = pile
        self.forced = forced
        self.spoilt = 0.0  # miss of how it lies, beside what the place says


class Motion:
    """A tag on its way, straight and even. ``how``: ``slide fly sweep carry``."""

    __slots__ = ("tag", "t0", "t1", "x0", "y0", "x1", "y1", "how", "goal")

    def __init__(self, tag, t0, t1, a, b, how, goal):
        self.tag, self.t0, self.t1 = tag, t0, t1
        self.x0, self.y0 = a
        self.x1, self.y1 = b
        self.how = how
        self.goal = goal  # "pitch" for a card of the deal, else ""


class Tag:
    """A card or a chip. ``dead``: its tag answers nobody."""

    __slots__ = ("uid", "name", "value", "rests", "now", "dead", "last")

    def __init__(self, uid, name="", value=0):
        self.uid = uid
        self.name = name
        self.value = value
        self.rests = []
        self.now = None
        self.dead = False
        self.last = None  # where it was when it was last on the felt

    @property
    def card(self):
        """True for a card."""
        return not self.value


class Scene:
    """All that moves in one hand. Times in seconds, places in millimetres."""

    def __init__(self):
        self.tags = []
        self.motions = []
        self.keys = []  # (t, key)
        self.over = []  # (t0, t1, zone): a hand above a loop
        self.ideal = []  # what a table that sees all would emit, in order
        self.facts = []  # (t, kind, seat, value): what a truthful dealer knows
        self.marks = {}

    def add(self, tag):
        """A tag exists, off the felt."""
        self.tags.append(tag)
        return tag

    def place(self, tag, t, x, y, how="sweep", dur=0.3, pile=1, src=None, forced=None, goal=""):
        """The tag comes to rest at ``t`` after a way of ``dur`` s."""
        start = self._leave(tag, t - dur)
        a = start or src
        if a is not None and dur > 0:
            self.motions.append(Motion(tag, t - dur, t, a, (x, y), how, goal))
        tag.now = Rest(t, x, y, pile, forced)
        tag.last = (x, y)
        tag.rests.append(tag.now)

    def nudge(self, tag, t, x, y, pile=1, gap=0.15):
        """The tag shifts a little where it lies; unreadable for ``gap`` s."""
        self._leave(tag, t)
        tag.now = Rest(t + gap, x, y, pile, None)
        tag.last = (x, y)
        tag.rests.append(tag.now)

    def lift(self, tag, t):
        """Picked up: nobody reads it until it is placed again."""
        self._leave(tag, t)

    def leave(self, tag, t, to, dur=0.4, how="carry"):
        """Taken off the felt."""
        a = self._leave(tag, t)
        if a is not None:
            self.motions.append(Motion(tag, t, t + dur, a, to, how, ""))

    def _leave(self, tag, t):
        rest = tag.now
        if rest is None:
            return None
        rest.t1 = max(t, rest.t0)
        tag.now = None
        return rest.x, rest.y

    def key(self, t, **key):
        """Somebody presses a key."""
        insort(self.keys, (t, len(self.keys), key))

    def hand_over(self, t0, t1, zone):
        """A hand is above a loop."""
        self.over.append((t0, t1, zone))

    def emit(self, t, what, **fields):
        """What really happened, as an ideal table event."""
        self.ideal.append(dict(fields, t=int(t * 1000), what=what))

    def emit_cards(self, t, cards, source, to, face, by, **more):
        """Cards went from one place to another, ideally."""
        places = {"from": source, "to": to}
        self.emit(t, "card_move", cards=[c.name for c in cards], **places, face=face, by=by, **more)

    def emit_chips(self, t, seat, chips, source, to, by, **more):
        """Chips of a seat went from one place to another, ideally."""
        places = {"from": source, "to": to}
        values = sorted((c.value for c in chips), reverse=True)
        self.emit(t, "chips_move", seat=seat, chips=values, **places, by=by, **more)

    def fact(self, t, kind, seat, value):
        """Something a truthful dealer would answer by."""
        self.facts.append((t, kind, seat, value))

    def end(self, t):
        """Close every rest; forget what would come later."""
        for tag in self.tags:
            tag.rests = [r for r in tag.rests if r.t0 < t]
            for rest in tag.rests:
                if rest.t1 is None or rest.t1 > t:
                    rest.t1 = t
        self.motions = [m for m in self.motions if m.t0 < t]
        self.keys = [k for k in self.keys if k[0] < t]
        self.ideal = [e for e in self.ideal if e["t"] < t * 1000]
        self.over = [o for o in self.over if o[0] < t]
