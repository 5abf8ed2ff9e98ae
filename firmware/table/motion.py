"""What hands do with chips: motions onto a bet spot, taken back, pulled in, the pot pushed.

Chips that arrive on a spot within ``gap_ms`` of each other are one motion. It is told when no more
came for that time: released when they stay, only carried over the line (``in_hand``) when they went
again. Chips that leave a spot are looked for in the pot; found there, the dealer has pulled them
in. Chips that come from the pot onto a spot are no bet: the pot is being pushed to that seat.
"""

from firmware.table import crosstalk, events, late, pulled, spoken
from firmware.table import phase as ph
from firmware.table.bearing import Bearing
from firmware.table.departures import Departure, changes_of
from firmware.table.presence import chips_on, known_load
from firmware.table.spots import Arrival, Spot
from firmware.table.tags import Tags
from firmware.table.values import (
    ASK_MS,
    BOARD_CARDS,
    CHIP_READ_MS,
    GAP_MAX_MS,
    LOAD_ASKED_MASK_MS,
    PARTIAL_MS,
    SECOND_MOVE_MS,
    SHADOW_MS,
)
from shared_rules.zones import POT, seat_of, seat_zone


class Chips:
    """Tracker of all chips. ``antennas``: all of the table; ``tune``: times in ms."""

    def __init__(self, antennas, order, phase, attention, tune, emit, before_act=None):
        self.order = order
        self.before_act = before_act  # called with (seat, t) before an act of a seat is told
        self.phase = phase
        self.attention = attention
        self.emit = emit
        self.gap_ms = tune["gap_ms"]
        self.travel_ms = tune["travel_ms"]
        self.resolve_ms = tune["resolve_ms"]
        self.sweep_ms = tune["sweep_ms"]
        self.bearing = Bearing()
        self.tags = Tags()  # all tags of the table, set by it
        self.pace = spoken.Pace()  # of the dealer's keys
        self.strays = []  # (chip, when): shows in the pot and was never told before
        self.ask = None  # asks the dealer, see questions.py
        self.hand_gone = None  # called with (seat, t): is its hand read nowhere since a while?
        self.pot_heard = False  # chips pulled in have been read in the pot
        self.unsure = 0  # until when chips told before a reboot may still be read or pulled in
        self.bare_t = 0  # since when the pot has been empty, its winner being known
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
            if tag.supposed:
                tag.supposed = False
            if tag.value and tag.item is None:
                tag.frm = POT if tag.zone == POT else None
            if tag.value and tag.zone == POT:
                tag.zone = None
        for seat in self.spots:
            spot = self.spots[seat]
            spot.expect = []
            spot.event = None
            if spot.unread:
                spot.unread = 0

    def restore(self, lying):
        """After a reboot: ``lying`` maps seats to denominations told and still on the spot."""
        for seat in lying:
            if seat in self.spots:
                self.spots[seat].expect = list(lying[seat])

    def settled(self, t, now):
        """After a restart every spot was read: chips told before that are gone were pulled in.

        Which way they went nobody saw; while the power is off the dealer's pull is the likelier.
        Where others of the pile lie still it is just being pulled in, or a chip goes unread: it
        goes with the rest, or is told after a while.
        """
        self.unsure = 0
        for seat in sorted(self.spots):
            spot = self.spots[seat]
            gone = spot.expect
            if gone and t == 0 and spot.lies():
                self.unsure = now + self.resolve_ms
                continue
            spot.expect = []
            if gone and spot.departure is not None:
                spot.departure.expect.extend(gone)  # they have gone with these
            elif gone:
                spot.swept_ms = t
                self.emit(events.chips_move(t, seat, gone, spot.line, POT, "dealer"))

    def pays(self):
        """True while the pot is pushed or may be: nobody plays, or nobody can bet any more and none
        has to answer, or the board is complete and nothing lies on the bet spots. Not while hands
        lie open and the board has yet to be dealt out, unless change is due."""
        phase = self.phase
        if phase.now == ph.SHOWDOWN and phase.hole is not None and len(phase.live) > 1:
            return phase.board >= BOARD_CARDS or phase.awarded or bool(phase.change)
        if phase.now != ph.BETTING:
            return phase.now in (ph.SHOWDOWN, ph.BETWEEN)
        return pulled.bets_over(phase) or phase.board >= BOARD_CARDS and not phase.high()

    def stray(self, tag):
        """True for a chip that only the pot's loop has heard, and that was told to lie nowhere."""
        return late.heard_only(self, tag)

    def may_pull(self, zone, t):
        """True when chips of a zone may go into the pot at ``t``: not those of a bet spot while
        others have to answer, nor blinds during the deal, but for a pile the pot has as a whole."""
        if zone is None or zone[:5] != "line:":
            return True
        spot = self.spots[seat_of(zone)]
        return pulled.in_pot(self, spot, t) or pulled.whole(spot) or pulled.ante_goes(self, spot)

    def gap_of(self, antenna):
        """How long a spot must be quiet before a motion onto it is over, in ms."""
        gap = max(self.gap_ms, min(2 * antenna.period_ms, GAP_MAX_MS))
        return gap + CHIP_READ_MS * len(antenna.tracks)

    def emit_unread(self, seat, amount, t):
        """Tell chips no antenna reads, as the dealer has counted them."""
        spot = self.spots[seat]
        owed = self.phase.high(seat) - self.phase.front.get(seat, 0)
        values = [owed, amount - owed] if 0 < owed < amount else [amount]
        spot.unread += amount
        spot.event = events.bet_motion(t, seat, values, self.phase.next_motion(seat))
        self.emit(spot.event)
        spot.emitted_t = t

    def fits(self, item):
        """True when the chips of a motion, all of them, are a call, what was said, or all that the
        player has."""
        if self.phase.now != ph.BETTING:
            return False
        return self.lacking(item) is False or item.total_of() == self.phase.worth(item.spot.seat)

    def as_said(self, item):
        """True when the chips of a motion make just the total that the player named."""
        said = self.phase.said
        return said is not None and said[:2] == (item.spot.seat, item.total_of())

    def to_neighbour(self, item):
        """Chips the neighbour's loop hears better go there, before they are told; True when any
        were."""
        given = False
        for tag in tuple(item.tags):
            track = crosstalk.likelier(self, tag) if tag not in item.gone else None
            if track is not None:
                given = True
                tag.home = track
                self._onto(tag, self.spots[track.antenna.number], item.t)
        return given

    def may_ask(self, item):
        """True for a motion short of what is due by chips such as lie there, or where no load tells
        of others: one may be unread. A player's last chips are a short call and no doubt."""
        phase = self.phase
        seat = item.spot.seat
        if self.ask is None or phase.now != ph.BETTING:
            return False
        if phase.owing and seat not in phase.owing:
            return False
        total = item.total_of()
        due = phase.high(seat)
        said = phase.said
        if said is not None and said[0] == seat:
            due = max(due, said[1])
        weighed = self.bearing.known(item.spot.antenna)
        return total < phase.worth(seat) and (2 * total >= due or not weighed)

    def question(self, item, now):
        """Ask once what lies on a spot that holds less than is due: a chip may be unread."""
        seat = item.spot.seat
        front = self.phase.lying(seat)
        early = self.phase.early.get(seat, 0)
        read = sum([tag.value for tag in item.tags])

        def answered(value, t):
            item.counted = now - ASK_MS  # wait no longer
            item.all_read = value == front + read  # less: they are being pulled in
            if isinstance(value, int) and value > front + read:
                item.total = value + early

        item.counted = now
        self.ask(now, "chips_unread", answered, seat, front + read)  # pyright: ignore[reportOptionalCall]

    def lacking(self, item, more=0):
        """True when a motion has less than is due, or than was said: a chip may be unread.

        None when it has more; ``more``: chips to be counted with it.
        """
        phase = self.phase
        seat = item.spot.seat
        total = item.total_of() + more
        due = phase.high(seat)
        if phase.now in (ph.SHUFFLED, ph.DEAL):
            due = phase.post_due(seat)
            if phase.antes:  # an ante, a blind or both
                ante = phase.ante_due(seat)
                if total <= ante + due:
                    return total not in (ante, due, ante + due)
                return None
        elif phase.now != ph.BETTING:
            return False
        elif phase.posts_late(seat, total - phase.front.get(seat, 0)):
            return total < phase.post_due(seat)
        said = phase.said
        if said is not None and said[0] == seat:
            due = max(due, said[1])
        due = min(due, phase.worth(seat))
        return None if total > due else total < due

    # -- from the zone tracker

    def arrived(self, tag, antenna, t):
        """A chip is present at an antenna since ``t``."""
        if antenna.kind == "line":
            self._onto(tag, self.spots[antenna.number], t)
        elif antenna.kind == "pot":
            if tag.item is None and tag.zone is not None and tag.zone[:5] == "line:":
                self.depart(tag, self.spots[seat_of(tag.zone)], t)  # told to lie there, unread
            if isinstance(tag.item, Departure):
                tag.item.found += 1
                self.pot_heard = True
                self._queue(tag.item, True)
            crosstalk.unlay(self, tag)
            late.noted(self, tag, t)
            if self.phase.now == ph.SHOWDOWN and tag.zone in self._own():
                return  # told to be the winner's again: by way of the pot
            tag.zone = POT
            if tag.supposed:
                tag.supposed = False

    def _own(self):
        """Zone behind the line of the only player left; none while several are."""
        return [seat_zone(seat) for seat in self.phase.live] if len(self.phase.live) == 1 else ()

    def left(self, tag, antenna, t):
        """A chip is no longer at an antenna."""
        tag.left = t
        if antenna.kind != "line":
            return
        spot = self.spots[antenna.number]
        item = tag.item
        if isinstance(item, Arrival):
            item.gone.append(tag)
        elif tag.zone == spot.line:
            self.depart(tag, spot, t)

    def depart(self, tag, spot, t):
        """A chip told to lie on a spot has left it at ``t`` ms."""
        departure = earlier = spot.departure
        gap_ms = self.gap_of(spot.antenna) if departure and departure.given_back() else SHADOW_MS
        if departure is None or departure.queued and t - departure.last > gap_ms:
            departure = spot.departure = Departure(self, spot, t)
        departure.tags.append(tag)
        departure.last = max(departure.last, t)
        if not departure.queued:
            departure.t = departure.last
        tag.item = departure
        self._queue(departure, not spot.holds())
        if earlier not in (None, departure):  # long before: those have gone another way
            self.order.remove(earlier)
            self.order.expire(earlier, t)
            spot.departure = departure

    def _queue(self, departure, now):
        """A departure holds up others; one chip of a pile that stays is a fade as a rule."""
        if now and not departure.queued:
            departure.queued = True
            for track in departure.spot.antenna.tracks:  # the rest goes now, one had faded before
                if track.misses and track.tag.zone == departure.spot.line:
                    departure.t = max(departure.t, track.missed_t)
            self.order.add(departure)

    def poll(self, t):
        """Some chips of a pile have been silent for long, or lay alone and are: tell it.

        Chips whose load is still on the loop lie there, read or not.
        """
        if self.strays:
            late.strays_over(self, t)
        if self.unsure and t >= self.unsure:
            self.settled(t, t)
        if self.phase.now == ph.SHOWDOWN:
            pulled.emptied(self, t)
        for seat in self.spots:
            departure = self.spots[seat].departure
            if departure is None:
                if not t & LOAD_ASKED_MASK_MS:
                    self.spots[seat].weigh(self.bearing)
                continue
            lies = departure.loaded() and departure.wait("loaded")
            if lies or pulled.blind(self, departure, t) and departure.wait("away"):
                departure.lies_hidden()
            elif not departure.queued:
                if not departure.tags:
                    self.spots[seat].departure = None
                elif not departure.fades(t):
                    self._queue(departure, True)

    def stirred(self, tag, antenna, t):
        """First miss on a spot: look at it, at the others and at the pot."""
        if antenna.kind == "line" and tag.item is None and tag.zone == antenna.zone:
            self.attention.chips_left(self.resolve_ms, t)

    def lying(self, seat):
        """Denominations on a seat's bet spot as told, in no particular order."""
        spot = self.spots[seat]
        return [k.tag.value for k in spot.antenna.tracks if k.tag.zone == spot.line]

    # -- what became of them

    def arrival_over(self, item, now):
        """Tell a motion that has come to its end."""
        spot = item.spot
        if spot.arrival is item:
            spot.arrival = None
        if [tag for tag in item.tags if tag.frm]:
            pulled.heaped().raked(self, item)
        if not item.tags or self.phase.now == ph.BETTING and late.pulled_across(self, item):
            return
        self._take_in(item, spot)
        if item.later:
            changes_of().part(self, item, spot)
        if self._change_made(item, spot):
            return
        late.take_shadowed(self, item, spot)
        for tag in item.tags:
            tag.item = None
        if self.before_act is not None and self.phase.now == ph.BETTING:
            # with those hands folded it may be the pot, also where its player has acted last
            out = [tag for tag in item.tags if tag.frm == POT]
            self.before_act(None if out else spot.seat, item.t)
        if self._is_push(item):
            for tag in item.tags:
                tag.zone = spot.behind
            seat = pulled.pushed_to(self, item, spot)
            alone = self.phase.now == ph.SHOWDOWN and self.phase.live == [seat]
            if alone and self.spots[seat].departure is not None:  # its own bet went first
                self.order.remove(self.spots[seat].departure)
                self.departure_over(self.spots[seat].departure, now)
            # its own bet, told to have gone back to it when it was pulled in unread
            # or pushed already, and heard again while the winner stacks it
            own = seat_zone(seat) if alone or seat and self.phase.awarded else None
            values = [tag.value for tag in item.tags if own is None or tag.frm != own]
            values = pulled.within_pot(self.phase, values)
            if not values:
                return
            if seat is None:
                for tag in item.tags:
                    tag.zone = POT
            else:
                self.emit(events.chips_move(item.t, seat, values, POT, seat_zone(seat), "dealer"))
            return
        # at once, still one motion; what was read too seldom to be seen to go went with the others
        if item.gone:
            went = max([item.t] + [tag.left for tag in item.tags])
            for tag in item.gone:
                tag.left = tag.left if tag.left >= item.t else went
        away = [tag for tag in item.gone if tag.zone == POT or pulled.found(tag)]
        short = away and self.lacking(item)  # nobody pulls in a call that lacks chips: all went
        lain = [tag for tag in item.gone if tag not in away]
        if not short:
            lain = [
                tag
                for tag in lain
                if item.lay(tag)
                or pulled.swept_with_others(self, spot, tag.left)
                or away
                and abs(away[0].left - tag.left) <= SHADOW_MS  # with them, from a shadow
            ]
        item.gone = [tag for tag in item.gone if tag not in away and tag not in lain]
        for tag in item.gone:
            tag.zone = spot.behind
        stay = [tag.value for tag in item.tags if tag not in item.gone]
        swept = away or pulled.swept_with_others(self, spot, item.last)
        posted = self.phase.now in (ph.SHUFFLED, ph.DEAL)  # what leaves its spot then is pulled in
        if item.total is None and (
            swept or lain and (posted or pulled.heaped().leave_with(self, lain))
        ):
            pulled.called_whole(self, item)
        pulled.all_in(self, item)
        if item.total is not None and not item.gone:
            unread = item.total - self.phase.front.get(spot.seat, 0) - sum(stay)
            if unread > 0:  # what was read since the dealer was asked is among it
                stay.append(unread)
                spot.unread += unread
        spot.weighed = False  # the hand that put them there may be above it
        if not (item.gone or lain or away or spot.doubtful()):
            spot.teach(self.bearing)
        if not stay or item.gone or not late.corrected(self, item, spot, stay, now):
            self._emit_motion(item, spot, stay, [tag.value for tag in item.gone])
            pulled.called_since(self)
            spot.emitted_t = item.last
            spot.total = self.phase.front.get(spot.seat, 0)
        spot.level = 0 if away or lain else spot.level_emitted()
        spot.lying = chips_on(spot.antenna)
        spot.load_before = known_load(spot.antenna)
        spot.level_n = spot.antenna.level_n
        if spot.arrival is not None and item.full_load_n:  # that of others is among it by now
            spot.level, spot.load_before = 0, item.full_load
            spot.lying, spot.level_n = item.lying, item.full_load_n
        if spot.departure is not None:
            spot.departure.without = True
        for tag in away + lain:  # in their turn: others may have acted before they were pulled in
            self.depart(tag, spot, tag.left)
        if away:
            spot.departure.found += len(away)
            self._queue(spot.departure, True)

    def _change_made(self, item, spot):
        """Change for a player who has in front more than a call, which is seldom; True when the
        chips of a motion are nothing else."""
        phase = self.phase
        seat = spot.seat
        if not seat or not (
            phase.front.get(seat, 0) > min(phase.high(seat), phase.worth(seat))
            or phase.change_left(seat)
        ):
            return False
        from firmware.table import change  # loaded when it is needed: it costs heap

        if phase.acting == seat:
            change.made(self, item, spot)
        return change.given(self, item, spot)

    def departure_over(self, item, now):
        """Tell chips that have left: to the pot by the dealer, or back to the player."""
        spot = item.spot
        spot.departure = None
        if not item.tags:
            return
        spot.load_before = 0  # what lies there from now on is less
        for tag in item.tags:
            tag.item = None
        item.tags.extend([t for t in late.faded(self, spot) if t not in item.tags])
        values = [tag.value for tag in item.tags] + item.expect
        if not spot.lies():
            values += spot.expect  # told before a reboot, and not read since
            spot.expect = []
        alone = pulled.left_alone(self, spot.seat, item.t)
        since = 0 if alone or item.found else pulled.alone_since(self, item)
        if since:
            alone, item.t = True, since  # told after the fold it follows
        back = alone or pulled.uncalled(self, item, sum(values))
        if item.found or not back and (item.heaped or pulled.in_pot(self, spot, item.t)):
            pulled.whole_ante(self, item, values)
            if spot.unread:
                if not spot.lies():
                    values.append(spot.unread)  # told to lie there, and read by nobody
                spot.unread = 0
            if not values:
                return  # all of them lie there, in a shadow
            spot.swept_ms = item.t
            spot.total = self.phase.front.get(spot.seat, spot.total)
            if self.before_act is not None:
                self.before_act(pulled.goes_on_with(self, spot, item.t), item.t)
            for tag in item.tags:
                tag.zone = POT
                if tag.home is None or tag.home.antenna.kind != POT:
                    tag.supposed = True
            self.emit(events.chips_move(item.t, spot.seat, values, spot.line, POT, "dealer"))
            return
        for tag in item.tags:
            tag.zone = spot.behind
        if alone and self.before_act is not None:
            self.before_act(None, item.t)
        values += late.goes_back(self, item, now) if back else []
        late.taken_back(self, item, spot, values, back)

    # -- inside

    def _take_in(self, item, spot):
        """Chips read after a motion was over, which waits to be told still, came with it where the
        dealer has counted them among it, they have not changed the load, or no more speaks for a
        second motion than it takes. Not what comes out of the pot, nor where some have gone."""
        more = None if item.gone and not item.lies() else spot.arrival
        if more is None or more.gone or item.kept or more.out_of_pot():
            return
        n = len(more.tags)
        if late.counted(self, more, item) or (
            n <= 2
            and not more.apart
            and (self.bearing.unmoved(spot.antenna, n) or late.goes_with(self, more, item))
        ):
            item.tags.extend(more.tags)
            spot.arrival = None
            self.order.remove(more)

    def _onto(self, tag, spot, t):
        change = self.phase.change.get(spot.seat, 0) if t - tag.left > PARTIAL_MS else 0
        if tag.supposed and tag.zone == POT and not self.pays() and change < tag.value:
            return  # it lay in a shadow when the others were pulled in: it goes after them
        item = tag.item
        emitted = tag.zone  # where it was when something was last told of it
        if emitted == POT and late.heard_only(self, tag):
            emitted = None
            self.strays = [stray for stray in self.strays if stray[0] is not tag]
        if isinstance(item, Departure):  # it had been overlooked, or was put back
            item.tags.remove(tag)
            tag.item = None
            if item.spot is spot:
                tag.zone = spot.line
                item.lies_again()
                return
            if self.phase.change_left(spot.seat):  # taken from that bet, the rest goes after it
                self.order.remove(item)
                item.t = max(item.t, t)
                if item.queued:
                    self.order.add(item)
        if isinstance(item, Arrival):
            if item.spot is spot:
                if tag in item.gone:
                    item.gone.remove(tag)
                return
            item.tags.remove(tag)
            if tag in item.gone:
                item.gone.remove(tag)
            emitted = tag.frm
            if emitted == spot.line:  # only cross-talk of the neighbour: it never went
                tag.zone = emitted
                tag.item = None
        if tag.zone == spot.line:
            return
        if tag.value <= spot.unread:  # the dealer has counted it already
            spot.unread -= tag.value
            tag.zone = spot.line
            return
        if tag.value in spot.expect:
            spot.expect.remove(tag.value)
            tag.zone = spot.line
            return
        arrival = spot.arrival
        before = late.begun_with(self, tag, spot)
        if before is not None:
            before.tags.append(tag)
            tag.frm, tag.zone, tag.item = emitted, spot.line, before
            return
        faded = len(arrival.gone) if arrival is not None else 0
        faded += len(spot.departure.tags) if spot.departure is not None else 0
        early = self.bearing.bore_more(spot.antenna, faded)
        if arrival is not None and arrival.over(tag, t) and not early:
            arrival = None  # it only waits to be told: this is something new
        if arrival is None:
            arrival = spot.arrival = Arrival(self, spot, t)
            arrival.load_came(early)
            self.order.add(arrival)
            spoken.put_first(self, arrival)
        elif not early and (arrival.later or t - arrival.last >= SECOND_MOVE_MS):
            changes_of().note_since(arrival, tag, t)
        arrival.join(tag, t)
        tag.frm = emitted
        tag.zone = spot.line
        tag.item = arrival

    def _is_push(self, item):
        """Chips on a spot are the pot being pushed when they come out of the pot, betting over."""
        if self.phase.now == ph.SHOWDOWN:
            return not late.of_own_bet(self, item, item.spot)
        if self.phase.now in (ph.SHUFFLED, ph.DEAL):
            return False
        if not self.pays() and len(pulled.in_hand(self, item.t)) > 1:
            return False  # given to this player before, unread
        pot = [tag.value for tag in item.tags if tag.frm == POT]
        held = self.phase.pot_sum
        # who is due to act bets, unless it is most of the pot
        least = held // 2 if item.spot.seat in self.phase.owing else 0
        return 2 * len(pot) >= len(item.tags) > 0 and least < sum(pot) <= held

    def _emit_motion(self, item, spot, stay, gone):
        came_with = late.came_with(self, item, spot)
        if came_with and spot.event is not None:
            self.bearing.lain(spot.antenna, spot.event["t"], len(item.tags))
        motion = self.phase.next_motion(spot.seat, came_with)
        seat = spot.seat
        spot.event = None
        if not gone:
            if stay:
                spot.event = events.bet_motion(item.t, seat, stay, motion)
                if late.unsure(self, item):
                    spot.event["confidence"] = "medium"
                self.emit(spot.event)
            return
        pulled.carried(self, item, stay, gone, motion)
