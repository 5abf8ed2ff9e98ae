"""Hands that move cards and chips over the felt, and the dealer's keys."""

import math

from tests.detection.fifth import poker
from tests.detection.fifth.track import Track

MOUTH = (0, -300)
DOWN, UP = ((16, 22), (-16, -22)), ((-16, 22), (16, -22))  # the inlay's corner, either way round
CHIP_SETS = {  # small blind: (value, least, most) of each stack
    25: ((25, 10, 16), (100, 8, 14), (500, 2, 5)),
    50: ((25, 8, 12), (100, 9, 14), (500, 5, 9), (1000, 2, 7)),
    100: ((100, 10, 16), (500, 6, 10), (1000, 4, 9), (5000, 0, 2)),
    200: ((100, 8, 12), (500, 6, 10), (1000, 7, 12), (5000, 1, 4)),
}


class Felt:
    """Where everything is; `t` is the moment play has come to."""

    def __init__(self, rng, world):
        self.rng, self.world, self.t = rng, world, rng.uniform(0.8, 2.0)
        self.tracks, self.keys, self.hands, self.busy = {}, [], [], []
        self.pitched, self.feats = {}, []
        self.deck, self.chips = {}, {}
        for name in poker.DECK:
            self.deck[self._uid("E00401501")] = name
        self.up_next = list(self.deck)
        rng.shuffle(self.up_next)
        for tag in self.deck:
            self.tracks[tag] = Track(*MOUTH)
        self.corner = {tag: rng.randrange(2) for tag in self.deck}
        self.racks, self.fronts, self.pot = {}, {}, []
        self.mucked, self.loose, self.burnt, self.board = [], [], [], []
        self.hole = {}

    def _uid(self, maker):
        return f"{maker}{self.rng.getrandbits(28):07X}"

    # places

    def spot(self, zone):
        """The middle of a loop."""
        loop = self.world.loops[zone]
        return loop.x, loop.y

    def around(self, xy, sigma):
        """Near a place."""
        return tuple(v + self.rng.gauss(0, sigma) for v in xy)

    def rack_of(self, seat):
        """Where a player's stack stands: beside the cards, nearer the rail."""
        x, y = self.spot(f"seat:{seat}")
        out = math.hypot(x, y)
        return x * (1 + 90 / out) + 70, y * (1 + 90 / out)

    # time and keys

    def wait(self, low, high):
        """Let some time pass."""
        self.t += self.rng.uniform(low, high)

    def key(self, t, **event):
        """The dealer keys what was said or seen at `t`, late."""
        late = self.rng.uniform(0.2, 0.2 + self.world.key_late * 1.3)
        self.keys.append((t + min(late, 1.5), event))

    def cover(self, zone, start, stop):
        """A hand over a loop: it loads it, and sometimes hides what lies there."""
        if zone in self.world.loops:
            leaves = self.rng.choice((1.0, 1.0, self.rng.uniform(0.1, 0.9)))
            self.hands.append((zone, start, stop, leaves))

    # cards

    def take(self, t, hold, up=False):
        """The next card lies at the mouth from `t` on for `hold`; returns its tag."""
        tag = self.up_next.pop(0)
        dx, dy = (UP if up else DOWN)[self.corner[tag]]
        x, y = self.around((MOUTH[0] + dx, MOUTH[1] + dy), 2)
        self.tracks[tag].put(t, x, y)
        self.tracks[tag].go(t + hold, t + hold, x, y)
        self.busy.append((t - 0.5, t + hold + 0.8))
        return tag

    def pitch(self, tag, start, xy):
        """From the mouth to a player: slid or flown; returns when it rests."""
        rng, track = self.rng, self.tracks[tag]
        x, y, _ = track.here
        far = math.dist((x, y), xy)
        if rng.random() < self.world.slides:
            speed, height = rng.uniform(1500, 2600), rng.uniform(2, 10)
        else:
            speed, height = rng.uniform(2200, 4000), rng.uniform(18, 60)
        rest = start + min(0.5, max(0.1, far / speed))
        middle = (x + xy[0]) / 2, (y + xy[1]) / 2
        track.put(start, x, y, height / 2)
        track.go(start, (start + rest) / 2, *middle, height)
        track.go((start + rest) / 2, rest, *xy, height / 3)
        track.put(rest, *xy)
        return rest

    def deal_to(self, seat, hold, up_in_deck=False):
        """Pitch the next card to a seat: (tag, moment it rests)."""
        tag = self.take(self.t, hold, up_in_deck)
        where = self.land(seat)
        rest = self.pitch(tag, self.t + hold, where)
        self.pitched[tag] = (self.t + hold, rest, f"seat:{seat}")
        self.hole.setdefault(seat, []).append(tag)
        return tag, rest

    def land(self, seat):
        """Where a card for a seat comes to rest: at worst partly beside the loop."""
        loop = self.world.loops[f"seat:{seat}"]
        while True:
            where = self.around(self.spot(loop.zone), self.world.aim)
            if loop.outside(*where) < 4:
                return where

    def square_up(self, seat, t):
        """The player pulls both cards together in the middle of the spot."""
        start = max(t, *(self.tracks[tag].end for tag in self.hole[seat]))
        middle = self.around(self.spot(f"seat:{seat}"), 8)
        for tag in self.hole[seat]:
            self.tracks[tag].go(start, start + 0.5, *self.around(middle, 4), 3)
            self.tracks[tag].put(start + 0.5, *self.tracks[tag].here[:2])
        self.cover(f"seat:{seat}", start, start + 0.6)

    def peel(self, seat, t):
        """A look at the own cards: a hand lifted, put back up to 30 mm away."""
        rng, tags = self.rng, self.hole[seat]
        start = max(t, *(self.tracks[tag].end for tag in tags))
        stop = start + rng.uniform(1, 3)
        lifted = tags if rng.random() < 0.6 else tags[:1]
        loop = self.world.loops[f"seat:{seat}"]
        shift = rng.uniform(0, 2 * math.pi), rng.uniform(0, 30)
        for tag in lifted:
            x, y, _ = self.tracks[tag].here
            self.tracks[tag].go(start, start + 0.3, x, y, rng.uniform(40, 130))
            u, v = x + math.cos(shift[0]) * shift[1], y + math.sin(shift[0]) * shift[1]
            if loop.outside(u, v) > 4:
                u, v = self.land(seat)
            self.tracks[tag].go(stop - 0.3, stop, *self.around((u, v), 4))
        self.cover(loop.zone, start, stop)
        return stop

    def throw_in(self, seat, t):
        """The player folds: (moment the cards rest, kind of place); the dealer has them later."""
        rng, (x, y) = self.rng, self.spot(f"line:{seat}")
        start = max(t, *(self.tracks[tag].end for tag in self.hole[seat]))
        toward = math.atan2(-250 - y, -x)
        style = rng.choices(("spot", "short", "past", "muck"), self.world.fold_mix)[0]
        reach = {"spot": 0, "short": -rng.uniform(50, 90), "past": rng.uniform(60, 120)}
        if style == "muck":
            target = self.around(self.spot("muck"), 30)
        else:
            far = reach[style]
            target = self.around((x + math.cos(toward) * far, y + math.sin(toward) * far), 14)
        speed = rng.uniform(700, 1800)
        height = rng.choice((2, 4, rng.uniform(10, 40)))
        rest = start
        for tag in self.hole[seat]:
            here = self.tracks[tag].here
            stop = start + max(0.15, math.dist(here[:2], target) / speed)
            self.tracks[tag].put(start, *here[:2], height)
            self.tracks[tag].go(start, stop, *self.around(target, 12), height)
            self.tracks[tag].put(stop, *self.tracks[tag].here[:2])
            rest = max(rest, stop)
        self.feats.append(f"fold: {style}")
        if style == "muck":
            self.mucked += self.hole[seat]
        else:
            self.loose.append((seat, rest + rng.uniform(0.3, 2.5)))
        return rest

    def collect(self, until):
        """The dealer brings in folded hands whose moment has come by `until`."""
        due = sorted((when, seat) for seat, when in self.loose if when <= until)
        for when, seat in due:
            self._bring_in(seat, when)
        self.loose = [(seat, when) for seat, when in self.loose if when > until]

    def _bring_in(self, seat, when):
        stop = when + self.rng.uniform(0.4, 0.9)
        place = self.around(self.spot("muck"), 28)
        for tag in self.hole[seat]:
            self.tracks[tag].go(max(when, self.tracks[tag].end), max(stop, self.tracks[tag].end),
                                *self.around(place, 10), 3)  # fmt: skip
            self.tracks[tag].put(self.tracks[tag].end, *self.tracks[tag].here[:2])
        self.mucked += self.hole[seat]

    def burn(self):
        """One card off the deck to the burn's place."""
        tag = self.take(self.t, self.rng.uniform(0.15, 0.5))
        track, n = self.tracks[tag], len(self.burnt)
        x, y = self.spot("burn")
        stop = track.end + self.rng.uniform(0.25, 0.5)
        shift = (n - 1) * self.world.burns
        track.go(track.end, stop, *self.around((x + shift, y - shift / 2), 4), 4)
        track.put(stop, *track.here[:2])
        self.burnt.append(tag)
        self.t = stop + self.rng.uniform(0.1, 0.4)

    def turn_up(self, n):
        """`n` cards off the deck on the board: one by one, or a flop stacked and then spread."""
        rng, tags = self.rng, []
        heap = self.around((-40, -130), 8)
        stacked = n > 1 and self.world.flops == "stacked"
        for _ in range(n):
            tag = self.take(self.t, rng.uniform(0.15, 0.45))
            track = self.tracks[tag]
            stop = track.end + rng.uniform(0.25, 0.5)
            xy = self.around(heap, 4) if stacked else self._board_place(len(self.board) + len(tags))
            track.go(track.end, stop, *xy, 30 if stacked else 12)
            track.put(stop, *xy)
            self.t = stop + rng.uniform(0.03, 0.2)
            tags.append(tag)
        if stacked:
            start = self.t + rng.uniform(0.1, 0.5)
            for i, tag in enumerate(tags):
                stop = start + rng.uniform(0.3, 0.7)
                xy = self._board_place(len(self.board) + i)
                self.tracks[tag].go(start, stop, *xy, 10)
                self.tracks[tag].put(stop, *xy)
                self.t = max(self.t, stop)
        self.board += tags
        return tags

    def _board_place(self, i):
        x, y = self.spot(f"board:{min(i, 4) + 1}")
        return self.around((x, y), 7)

    # chips

    def stock(self, seats, sb):
        """Chips for each seat."""
        for seat in seats:
            rack = []
            for value, least, most in CHIP_SETS[sb]:
                for _ in range(self.rng.randint(least, most)):
                    tag = self._uid("E00401502")
                    self.chips[tag] = value
                    self.tracks[tag] = Track(*self.rack_of(seat))
                    rack.append((tag, value))
            self.racks[seat], self.fronts[seat] = rack, []

    def stack(self, seat):
        """Chips behind."""
        return sum(value for _, value in self.racks[seat])

    def put_in(self, seat, tags, t, motions=1):
        """Chips over the line, in one or several motions: when the last lies there."""
        rng, chosen = self.rng, set(tags)
        self.racks[seat] = [chip for chip in self.racks[seat] if chip[0] not in chosen]
        tags = sorted(tags, key=lambda tag: -self.chips[tag])
        size = math.ceil(len(tags) / motions)
        for i in range(0, len(tags), size):
            t = self._drop(seat, tags[i : i + size], t) + rng.uniform(0.4, 1.4)
        self.fronts[seat] += tags
        end = max(self.tracks[tag].end for tag in tags)
        if len(tags) > 2 and rng.random() < self.world.knocks:
            end = self._knock(seat, end)
        return end

    def _drop(self, seat, tags, t):
        rng, zone = self.rng, f"line:{seat}"
        x, y = self.around(self.spot(zone), 9)
        turn = rng.uniform(0, math.pi)
        columns = max(1, min(3, math.ceil(len(tags) / 12)))
        end = t
        self.cover(zone, t + 0.1, t + 0.7)
        for i, tag in enumerate(tags):
            k = (i % columns) - (columns - 1) / 2
            xy = self.around((x + math.cos(turn) * k * 41, y + math.sin(turn) * k * 41), 1.5)
            stop = t + rng.uniform(0.3, 0.5)
            rack = self.rack_of(seat)
            self.tracks[tag].put(t, *rack, 60)
            self.tracks[tag].go(t, stop, *xy, 20)
            self.tracks[tag].put(stop, *xy)
            end = max(end, stop)
        return end

    def _knock(self, seat, t):
        """The stack falls over and is squared up again."""
        stop = t + self.rng.uniform(0.6, 1.6)
        for tag in self.fronts[seat]:
            track = self.tracks[tag]
            x, y, _ = track.here
            track.go(t + 0.1, t + 0.3, *self.around((x, y), 15))
            track.go(stop, stop + 0.4, x, y)
        self.cover(f"line:{seat}", stop, stop + 0.5)
        self.feats.append("stack knocked over")
        return stop + 0.4

    def take_back(self, seat, tags, t, stop=None):
        """Chips go from the spot back to the player's stack."""
        stop = stop or t + self.rng.uniform(0.3, 0.6)
        rack = self.rack_of(seat)
        for tag in tags:
            self.tracks[tag].go(max(t, self.tracks[tag].end), stop, *rack, 60)
            self.tracks[tag].lift(stop)
            self.fronts[seat].remove(tag)
            self.racks[seat].append((tag, self.chips[tag]))
        self.cover(f"line:{seat}", t, stop)
        return stop

    def pull_in(self):
        """The dealer sweeps what lies in front of the players into the pot."""
        rng, heap = self.rng, []
        order = [seat for seat in sorted(self.fronts) if self.fronts[seat]]
        if rng.random() < 0.5:
            order.reverse()
        by_heap = self.world.sweeps == "heap" and len(order) > 1
        for seat in order:
            took = min(0.9, max(0.15, self.world.sweep_s * rng.uniform(0.7, 1.4)))
            start = max(self.t, *(self.tracks[tag].end for tag in self.fronts[seat]))
            goal = self.around((90, -120), 15) if by_heap else self.around(self.spot("pot"), 22)
            for tag in self.fronts[seat]:
                self.tracks[tag].go(start, start + took, *self.around(goal, 14), 2)
                self.tracks[tag].put(start + took, *self.tracks[tag].here[:2])
                heap.append(tag)
            self.cover(f"line:{seat}", start, start + 0.3)
            self.fronts[seat] = []
            self.t = start + took + rng.uniform(0.1, 0.5)
        if by_heap:
            goal = self.around(self.spot("pot"), 12)
            for tag in heap:
                self.tracks[tag].go(self.t, self.t + 0.8, *self.around(goal, 24), 2)
                self.tracks[tag].put(self.t + 0.8, *self.tracks[tag].here[:2])
            self.t += 0.9
        self.pot += heap

    def from_pot(self, seat, amount):
        """Tags of the pot worth `amount`, or this hand cannot be paid."""
        tags = poker.exact([(tag, self.chips[tag]) for tag in self.pot], amount)
        if tags is None:
            raise poker.Again(f"no chips in the pot for {amount} to seat {seat}")
        return tags

    def push(self, seat, tags):
        """Chips of the pot over a player's spot to the player."""
        rng, rack = self.rng, self.rack_of(seat)
        start, goal = self.t, self.around(self.spot(f"line:{seat}"), 10)
        stop = start + rng.uniform(0.5, 1.1)
        gone = stop + rng.uniform(0.5, 2.2)
        took = rng.uniform(0.4, 1.2)
        for tag in tags:
            self.pot.remove(tag)
            track = self.tracks[tag]
            track.go(max(start, track.end), stop, *self.around(goal, 15), 2)
            track.put(stop, *track.here[:2])
            off = gone + rng.uniform(0, took)
            track.go(off, off + 0.4, *rack, 60)
            track.lift(off + 0.4)
            self.racks[seat].append((tag, self.chips[tag]))
        self.t = gone + took + 0.4

    # the end

    def show(self, seat):
        """A player turns up both cards, side by side, before the dealer."""
        start = max(self.t, *(self.tracks[tag].end for tag in self.hole[seat]))
        middle = self.around(self.spot(f"seat:{seat}"), 6)
        for i, tag in enumerate(self.hole[seat]):
            x, y, _ = self.tracks[tag].here
            self.tracks[tag].go(start, start + 0.3, x, y, 70)
            side = middle[0] + (i * 2 - 1) * 26
            self.tracks[tag].go(start + 0.3, start + 0.7, *self.around((side, middle[1]), 4))
        self.cover(f"seat:{seat}", start, start + 0.8)
        return start + 0.7

    def gather(self):
        """All cards come together on the muck and leave for the riffle."""
        rng = self.rng
        self.collect(1e9)
        lying = [tag for tags in self.hole.values() for tag in tags if tag not in self.mucked]
        for group in (lying, self.board, self.burnt):
            start = max([self.t, *(self.tracks[tag].end for tag in group)])
            for tag in group:
                self.tracks[tag].go(start, start + 0.7, *self.around(self.spot("muck"), 20), 3)
                self.tracks[tag].put(start + 0.7, *self.tracks[tag].here[:2])
            self.t = start + rng.uniform(0.8, 1.4)
            self.mucked += group
        self.wait(0.4, 2.0)
        for tag in self.mucked:
            self.tracks[tag].lift(max(self.t, self.tracks[tag].end))
        self.wait(0.8, 2.5)
        if self.world.keys_riffle:
            self.key(self.t, what="riffle")
        self.wait(1.5, 3.0)
