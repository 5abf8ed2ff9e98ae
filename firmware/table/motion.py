"""What hands do with chips: motions onto a bet spot, taken back, pulled in, the pot pushed.

Chips that arrive on a spot within ``gap_ms`` of each other are one motion. It is told when no more
came for that time: released when they stay, only carried over the line (``in_hand``) when they went
again. Chips that leave a spot are looked for in the pot; found there, the dealer has pulled them
in. Chips that come from the pot onto a spot are no bet: the pot is being pushed to that seat.
"""

from firmware.table import events
from firmware.table import phase as ph
from firmware.table.order import Item
from firmware.table.presence import AGC_SAME, CANDIDATE
from shared_rules.zones import POT, line_zone, seat_zone

ARRIVE_MAX_MS = 3000  # a motion that still grows after this is told as far as it has come
TAG_MS = 15  # for each chip on the spot: how much later the last of a motion may be read
TORN_WAIT_MS = 600  # an incomplete reading may delay the end of a motion by so much


class Arrival(Item):
    """Chips coming to lie on one bet spot."""

    def __init__(self, chips, spot, t):
        Item.__init__(self, t)
        self.chips = chips
        self.spot = spot
        self.tags = []
        self.gone = []
        self.last = t
        self.overlooked = False

    def ready(self, now):
        """Quiet for the gap, and the spot was read completely since."""
        ant = self.spot.antenna
        # a reading of many chips takes long, and chips of one motion turn up in several readings
        gap = self.chips.gap_ms + TAG_MS * len(ant.tracks)
        if now - self.last < gap:
            return now - self.t >= ARRIVE_MAX_MS
        if self.spot.doubtful() and now - self.last < 2 * gap:
            return False
        if ant.torn and now - self.last < gap + TORN_WAIT_MS:
            return False
        # the last reading must be younger than the last arrival, or it proves nothing
        return ant.t - self.last >= gap // 2 or now - self.last >= 2 * gap

    def tell(self, now):
        """Bet motion, or a push of the pot."""
        self.chips.arrival_over(self, now)


class Departure(Item):
    """Chips that left one bet spot and have not been found yet."""

    def __init__(self, chips, spot, t):
        Item.__init__(self, t)
        self.chips = chips
        self.spot = spot
        self.tags = []
        self.found = 0
        self.last = t
        self.reads = chips.pot_reads()

    def ready(self, now):
        """Found in the pot, or the pot was read often enough without them."""
        chips = self.chips
        if not self.tags:
            return True
        if self.found:
            if now - self.last >= chips.gap_ms:
                return True
            return self.found == len(self.tags) and not self.spot.doubtful()
        if now - self.last < chips.travel_ms:
            self.reads = chips.pot_reads()
            return False
        return chips.pot_reads() - self.reads >= 2

    def stale(self, now):
        """The pot could not be read well: decide by what else happened."""
        return now - self.last >= self.chips.resolve_ms

    def tell(self, now):
        """Pulled in, or taken back."""
        self.chips.departure_over(self, now)


class Spot:
    """The bet spot of one seat."""

    def __init__(self, antenna):
        self.antenna = antenna
        self.seat = antenna.number
        self.line = line_zone(self.seat)
        self.behind = seat_zone(self.seat)
        self.arrival = None
        self.departure = None
        self.agc = 0  # load on the loop when its chips were last told
        self.swept = -100000  # time at which chips were last pulled in from here
        self.expect = []  # denominations that lay here before a reboot and need no telling

    def doubtful(self):
        """True while a chip was read here once only, or was missed and is not gone yet."""
        for track in self.antenna.tracks:
            if track.state == CANDIDATE or track.misses:
                return True
        return False


class Chips:
    """Tracker of all chips. ``antennas``: all of the table; ``tune``: times in ms."""

    def __init__(self, antennas, order, phase, attention, tune, tell):
        self.order = order
        self.phase = phase
        self.attention = attention
        self.tell = tell
        self.gap_ms = tune["gap_ms"]
        self.travel_ms = tune["travel_ms"]
        self.resolve_ms = tune["resolve_ms"]
        self.sweep_ms = tune["sweep_ms"]
        self.spots = {}
        self.pots = []
        for ant in antennas:
            if ant.kind == "line":
                self.spots[ant.number] = Spot(ant)
            elif ant.kind == "pot":
                self.pots.append(ant)

    def begin(self, tags):
        """A new hand: chips in the pot have become somebody's."""
        for tag in tags:
            if tag.value and tag.zone == POT:
                tag.zone = None
        for seat in self.spots:
            self.spots[seat].expect = []

    def restore(self, lying):
        """After a reboot: ``lying`` maps seats to denominations told and still on the spot."""
        for seat in lying:
            if seat in self.spots:
                self.spots[seat].expect = list(lying[seat])

    def settled(self, t):
        """After a restart every spot was read: chips told before that are gone were pulled in.

        Which way they went nobody saw; while the power is off the dealer's pull is the likelier.
        """
        for seat in sorted(self.spots):
            spot = self.spots[seat]
            gone = spot.expect
            spot.expect = []
            if gone:
                spot.swept = t
                self.tell(events.chips_move(t, seat, gone, spot.line, POT, "dealer"))

    def pot_reads(self):
        """Complete readings of the pot so far; the least of them where there are two antennas."""
        least = None
        for ant in self.pots:
            if least is None or ant.whole < least:
                least = ant.whole
        return least or 0

    # -- from the zone tracker

    def arrived(self, tag, antenna, t):
        """A chip is present at an antenna since ``t``."""
        if antenna.kind == "line":
            self._onto(tag, self.spots[antenna.number], t)
        elif antenna.kind == "pot":
            if isinstance(tag.item, Departure):
                tag.item.found += 1
            tag.zone = POT

    def left(self, tag, antenna, t):
        """A chip is no longer at an antenna."""
        if antenna.kind != "line":
            return
        spot = self.spots[antenna.number]
        item = tag.item
        if isinstance(item, Arrival):
            item.gone.append(tag)
        elif tag.zone == spot.line:
            departure = spot.departure
            if departure is None:
                departure = spot.departure = Departure(self, spot, t)
                self.order.add(departure)
            departure.tags.append(tag)
            departure.last = max(departure.last, t)
            tag.item = departure

    def stirred(self, tag, antenna, t):
        """First miss on a spot: look at it, at the others and at the pot."""
        if antenna.kind == "line" and tag.item is None and tag.zone == antenna.zone:
            self.attention.watch("pot", 250, self.resolve_ms, t)
            self.attention.watch("line", 120, 600, t)

    def lying(self, seat):
        """Denominations on a seat's bet spot as told, in no particular order."""
        spot = self.spots[seat]
        return [k.tag.value for k in spot.antenna.tracks if k.tag.zone == spot.line]

    # -- what became of them

    def arrival_over(self, item, now):
        """Tell a motion that has come to its end."""
        spot = item.spot
        spot.arrival = None
        spot.agc = spot.antenna.agc
        for tag in item.tags:
            tag.item = None
        if self._is_push(item):
            for tag in item.tags:
                tag.zone = spot.behind
            values = [tag.value for tag in item.tags]
            self.tell(events.chips_move(item.t, spot.seat, values, POT, spot.behind, "dealer"))
            return
        pulled = [tag.value for tag in item.gone if tag.zone == POT]  # at once, still one motion
        item.gone = [tag for tag in item.gone if tag.zone != POT]
        for tag in item.gone:
            tag.zone = spot.behind
        stay = [tag.value for tag in item.tags if tag not in item.gone]
        self._tell_motion(item, spot, stay, [tag.value for tag in item.gone])
        if pulled:
            spot.swept = now
            self.tell(events.chips_move(now, spot.seat, pulled, spot.line, POT, "dealer"))

    def departure_over(self, item, now):
        """Tell chips that have left: to the pot by the dealer, or back to the player."""
        spot = item.spot
        spot.departure = None
        spot.agc = spot.antenna.agc
        if not item.tags:
            return
        for tag in item.tags:
            tag.item = None
        values = [tag.value for tag in item.tags]
        if item.found or self._swept_with_others(spot, item):
            spot.swept = item.t
            for tag in item.tags:
                tag.zone = POT
            self.tell(events.chips_move(item.t, spot.seat, values, spot.line, POT, "dealer"))
            return
        for tag in item.tags:
            tag.zone = spot.behind
        self.tell(events.chips_move(item.t, spot.seat, values, spot.line, spot.behind, "player"))

    # -- inside

    def _onto(self, tag, spot, t):
        item = tag.item
        if isinstance(item, Departure):  # it had been overlooked, or was put back
            item.tags.remove(tag)
            tag.item = None
            if item.spot is spot:
                tag.zone = spot.line
                return
        if isinstance(item, Arrival):
            if item.spot is spot:
                if tag in item.gone:
                    item.gone.remove(tag)
                return
            item.tags.remove(tag)
            if tag in item.gone:
                item.gone.remove(tag)
        if tag.zone == spot.line:
            return
        if tag.value in spot.expect:
            spot.expect.remove(tag.value)
            tag.zone = spot.line
            return
        arrival = spot.arrival
        if arrival is None:
            arrival = spot.arrival = Arrival(self, spot, t)
            # where nothing has moved since the last motion they came with it, unread at first
            agc = spot.antenna.agc
            arrival.overlooked = bool(agc and spot.agc) and abs(agc - spot.agc) < AGC_SAME
            self.order.add(arrival)
        arrival.tags.append(tag)
        arrival.last = max(arrival.last, t)
        tag.came = tag.zone
        tag.zone = spot.line
        tag.item = arrival

    def _is_push(self, item):
        """Chips on a spot are the pot being pushed when they come out of the pot, betting over."""
        if self.phase.now == ph.SHOWDOWN:
            return True
        if self.phase.now in (ph.SHUFFLED, ph.DEAL):
            return False
        pot = [tag for tag in item.tags if tag.came == POT]
        return 2 * len(pot) >= len(item.tags) > 0

    def _tell_motion(self, item, spot, stay, gone):
        motion = self.phase.next_motion(spot.seat, item.overlooked)
        seat = spot.seat
        if not gone:
            if stay:
                self.tell(events.bet_motion(item.t, seat, stay, motion))
            return
        self.tell(events.bet_motion(item.t, seat, stay + gone, motion, "in_hand"))
        if stay:
            self.tell(events.bet_motion(item.t, seat, stay, motion, "full", spot.line))
        self.tell(events.chips_move(item.last, seat, gone, spot.line, spot.behind, "player"))

    def _swept_with_others(self, spot, item):
        """True when another spot was emptied at about the same time and went into the pot."""
        for seat in self.spots:
            other = self.spots[seat]
            if other is spot:
                continue
            near = abs(other.swept - item.t) <= self.sweep_ms
            dep = other.departure
            if near or (dep is not None and dep.found and abs(dep.t - item.t) <= self.sweep_ms):
                return True
        return False
