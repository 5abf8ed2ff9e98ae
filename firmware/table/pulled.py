"""Chips that are read nowhere: in the pot, back with their player, or pushed to the winner?

What no antenna has seen follows from what else happened: who has acted, whose hand is gone.
"""

from firmware.table import events
from firmware.table import phase as ph
from firmware.table.values import (
    ASK_MS,
    BOARD_CARDS,
    FOLD_SURE_MS,
    HAND_LIFTED_MS,
    KEY_LATE_MS,
    LATE_CENTINATS,
    POT_EMPTY_MS,
    REVISIT_MAX_MS,
    SHADOW_MS,
    SURELY_CENTINATS,
    UNCOLLECTED_MS,
)
from shared_rules.zones import POT, seat_zone


def in_hand(chips, t):
    """Seats that still play: a hand that is read nowhere was thrown away."""
    return in_hand_of(chips, chips.phase.live, t)


def left_alone(chips, seat, t):
    """True for the last player left: its own bet goes back to it, by way of the pot or not."""
    live = chips.phase.live
    if chips.phase.now not in (ph.BETTING, ph.SHOWDOWN) or seat not in live:
        return False
    for other in live:  # each is looked for among all cards: no more of them than need be
        if bool(in_hand_of(chips, (other,), t)) != (other == seat):
            return False
    return True


def alone_since(chips, item):
    """When the player whose chips have left was the last one, if soon after they left, ms; else 0.

    A hand pushed away at a loop's edge is read now and then until it is collected, and the bet it
    did not call goes back meanwhile: a bet pulled back by one player just as the hand of the only
    other is thrown away is far rarer.
    """
    now = min(item.spot.antenna.t, item.t + UNCOLLECTED_MS)
    since = now - HAND_LIFTED_MS + FOLD_SURE_MS  # silent for so long, where it is not found
    if since > item.t and left_alone(chips, item.spot.seat, since):
        return since
    return 0


def uncalled(chips, item, amount):
    """True for just the chips of the highest bet that nobody has matched, all having acted."""
    phase = chips.phase
    if phase.now not in (ph.BETTING, ph.SHOWDOWN):
        return False  # a blind is called by nobody yet
    if phase.able(phase.owing):
        return False
    return 0 < amount == item.uncalled


def called_since(chips):
    """A motion was told: what nobody has matched of bets that are just leaving may be less now."""
    for seat in chips.phase.front:
        leaving = chips.spots[seat].departure if seat in chips.spots else None
        if leaving is not None:
            over = chips.phase.front[seat] - chips.phase.high(seat)
            leaving.uncalled = min(leaving.uncalled, over)


def changed(chips, item):
    """True when a big chip that called, gone and not in the pot, is put behind chips that come to
    its spot soon after it and make no more than the call: it may have been changed for them."""
    spot = item.spot
    over = chips.phase.oversized.get(spot.seat)
    more = spot.arrival
    if not over or more is None or len(item.tags) > 1:
        return False
    if not item.t <= more.t <= item.t + SHADOW_MS:
        return False
    call = chips.phase.front.get(spot.seat, 0) - over
    if sum([tag.value for tag in more.tags]) > call:
        return False
    chips.order.remove(item)
    item.t = more.t + 1
    chips.order.add(item)
    return True


def called_whole(chips, item):
    """A call that lacks chips, pulled in with the others, was whole: nobody pulls in bets before
    all have called. What lacks went unread. Not of an ante whose loop would have read it: who puts
    in less is overlooked more easily before the deal than when others wait for the call."""
    phase = chips.phase
    seat = item.spot.seat
    called = min(phase.high(seat), phase.worth(seat))
    others = [s for s in phase.able(phase.owing) if s != seat]
    if not chips.lacking(item) or in_hand_of(chips, others, item.last):
        return
    if item.spot.arrival is not None and item.spot.arrival.apart:
        return  # the rest was put there after it
    if phase.now in (ph.SHUFFLED, ph.DEAL):
        from firmware.table import changes  # loaded when it is needed: it costs heap

        ante, due = phase.ante_due(seat), phase.post_due(seat)
        went = sum([tag.value for tag in item.tags if tag.zone == POT or found(tag)])
        if changes.short(chips, item) or phase.antes and 0 < went == ante < item.total_of():
            return  # nobody pulls in a blind before the betting: it lies there, short or not
        if phase.antes:
            called = min([n for n in (ante, due, ante + due) if n > item.total_of()])
    item.total, item.guessed = called, True


def all_in(chips, item):
    """A call by a player who has too little for it is of all there is: nobody keeps one chip back.
    That one goes unread where others of it were missed, no load says that these are all and the
    dealer, asked, does not either."""
    phase, spot = chips.phase, item.spot
    had = phase.worth(spot.seat)
    lacks = had - item.total_of()
    if phase.now != ph.BETTING or lacks <= 0 or had > phase.high(spot.seat):
        return
    if item.gone or item.all_read or item.total or item.all_read_there():
        return
    if item.missed() and [tag for tag in chips.tags.values() if tag.value == lacks]:
        item.total, item.guessed = had, True


def whole_ante(chips, item, values):
    """Make what is pulled in before the betting just the ante where the blind of the same seat lies
    with it: what nobody has read of the ante went along, and one of its chips too many that the
    pot's loop has not read lies in a shadow with the blind. So does all of the blind, where the
    chips the pot's loop has not read make just that: nobody pulls in a blind before the betting.
    What has been pulled in of that ante, as some of it was found before the rest, is not due again.
    """
    phase, spot = chips.phase, item.spot
    if phase.now not in (ph.SHUFFLED, ph.DEAL) or not phase.antes:
        return
    over = sum(values) - _ante_left(phase, spot.seat)
    if not spot.lies():
        unfound = [tag for tag in item.tags if not found(tag)]
        if 0 < over == phase.post_due(spot.seat) == sum([tag.value for tag in unfound]):
            _leave(item, values, unfound)
        return
    lay = [tag for tag in lying_unread(chips, spot) if tag.value == -over and tag not in item.tags]
    if 0 < -over <= spot.unread:
        values.append(-over)
        spot.unread += over
    elif lay:
        item.tags.append(lay[0])
        values.append(-over)
    _leave(item, values, [t for t in item.tags if t.value == over and not found(t)][:1])


def _ante_left(phase, seat):
    """What of the ante of a seat, as far as its stack went, has not been pulled in."""
    put = phase.put.get(seat, 0)
    return max(0, min(phase.ante_due(seat, True), phase.worth(seat) + put) - put)


def _leave(item, values, tags):
    """Chips that were taken to be pulled in lie on their spot still, in a shadow."""
    for tag in tags:
        item.tags.remove(tag)
        values.remove(tag.value)
        tag.zone = item.spot.line


def lying_unread(chips, spot):
    """Chips told to lie on a spot that no loop reads, nor any motion has."""
    lay = [tag for tag in chips.tags.values() if tag.zone == spot.line and tag.value]
    return [tag for tag in lay if tag.home is None and tag.item is None]


def surely_gone(chips, spot):
    """Evidence, in centinats, that says that chips have gone from a spot: more for a part of what
    calls just what is due, for a player who has called takes nothing back, while that lies there.
    """
    phase = chips.phase
    called = phase.now == ph.BETTING and phase.front.get(spot.seat, 0) == phase.high(spot.seat)
    return LATE_CENTINATS if called and spot.holds() else SURELY_CENTINATS


def found(tag):
    """True for a chip that the pot's loop has read since its spot lost it."""
    for track in tag.tracks:
        if track.antenna.kind == POT and track.seen > tag.left:
            return True
    return False


def pot_reads(chips):
    """Complete readings of the pot so far; the least of them where there are two antennas, and
    None on a table where no antenna reads it.

    Two incomplete ones count as one: in a big pot some chip is always missed.
    """
    reads = [ant.whole + ant.dwells for ant in chips.pots]
    return min(reads) >> 1 if [ant for ant in chips.pots if ant.dwells] else None


def whole(spot):
    """True for a pile that has left its spot and all of which the pot's loop has read since: it
    hears one chip from over the felt, or a few, and not a pile the spot itself reads no more."""
    tags = spot.departure.tags if spot.departure is not None else ()
    return len(tags) > 1 and not spot.holds() and not [tag for tag in tags if not found(tag)]


def ante_goes(chips, spot):
    """True for just an ante that has left its spot where others have been pulled in, or the rest of
    one the pot has a part of: before the deal each goes into the pot, however long the dealer takes
    from one spot to the next."""
    phase, seat = chips.phase, spot.seat
    if phase.now != ph.SHUFFLED or not (phase.antes and phase.pot) or spot.holds():
        return False
    return 0 < phase.front.get(seat, 0) == phase.ante_due(seat, True) - phase.put.get(seat, 0)


def in_hand_of(chips, seats, t):
    """Those of some seats whose hand has not been thrown away."""
    live = [s for s in chips.phase.live if s in seats]
    return live if chips.hand_gone is None else [s for s in live if not chips.hand_gone(s, t)]


def dead_bet(chips, spot, t):
    """True for the bet of a hand that was thrown away and is told to be live still, pulled in while
    bets of others lie there and some have one to answer: some dealers do that at once."""
    phase, seat = chips.phase, spot.seat
    if phase.now != ph.BETTING or seat not in phase.live or in_hand_of(chips, (seat,), t):
        return False
    due = [s for s in phase.able(phase.owing) if phase.front.get(s, 0) < phase.high(s)]
    lie = [s for s in phase.live if s != seat and phase.lying(s) > 0]
    return bool(lie and in_hand_of(chips, due, t))


def goes_on_with(chips, spot, t):
    """Seat that the round goes on with when a dead bet is pulled in; None at its end."""
    return chips.phase.after(spot.seat) if dead_bet(chips, spot, t) else None


def regular(chips, item):
    """True when chips that have left a spot went where chips go: into the pot, or back to the
    player whose bet nobody matched."""
    seat = item.spot.seat
    value = sum([tag.value for tag in item.tags]) + sum(item.expect)
    if item.found or left_alone(chips, seat, item.t) or alone_since(chips, item):
        return True
    return uncalled(chips, item, value) or in_pot(chips, item.spot, item.t)


def blind(chips, item, now):
    """True while the spot of chips found nowhere is not read, its reader being away: what was
    missed there for a moment may lie there. Not of chips that went where chips go."""
    away = now - item.spot.antenna.t >= REVISIT_MAX_MS
    return away and item.tags != [] and not (item.found or item.heaped or regular(chips, item))


def back_asked(chips, item, now):
    """Ask the dealer what lies on a spot, once, before chips of a bet are told as taken back, where
    no load tells whether they lie there unread; True when that was just done. Not where the rest is
    just a call: they were swapped for it."""
    phase, spot = chips.phase, item.spot
    front = phase.front.get(spot.seat, 0)
    left = front - sum([tag.value for tag in item.tags])
    if item.asked_until or chips.ask is None or phase.now != ph.BETTING:
        return False
    if 0 < left == min(phase.high(spot.seat), phase.worth(spot.seat)):
        return False
    if item.found or item.expect or item.weighed_off():
        return False
    if chips.bearing.load_says_more(spot.antenna) is False:
        return False

    def answered(value, t):
        item.asked_until = -1  # wait no longer
        if isinstance(value, int) and value >= front:  # they lie there
            for tag in item.tags:
                tag.item = None
            item.tags = []

    item.asked_until = now + ASK_MS
    chips.ask(now, "chips_unread", answered, spot.seat, max(0, left))
    return True


def carried_asked(chips, item, gone, now):
    """Ask the dealer what lies on a spot, once, before chips of a motion that are read no more are
    told to have been carried over the line only, where no load tells whether they lie there unread;
    True while the answer is waited for."""
    if item.carried_until:
        return item.carried_until > 0 and item.waits(now, item.carried_until, "asked")
    if item.counted or chips.ask is None or chips.phase.now != ph.BETTING:
        return False
    if chips.bearing.load_says_more(item.spot.antenna) is False:
        return False  # they have gone
    if [tag for tag in gone if tag.frm == POT]:
        return False  # pushed, or heard: nobody has bet them
    lies = chips.phase.lying(item.spot.seat) + sum([tag.value for tag in item.tags])

    def answered(value, t):
        item.carried_until = -1  # wait no longer
        if isinstance(value, int) and value >= lies:
            item.gone = [tag for tag in item.gone if tag not in gone]

    item.carried_until = now + ASK_MS
    left = lies - sum([tag.value for tag in gone])
    chips.ask(now, "chips_unread", answered, item.spot.seat, left)
    return item.carried_until > 0 and item.waits(now, item.carried_until, "asked")


def carried(chips, item, stay, gone, motion):
    """Tell a motion of which chips were ``gone`` again, values of each: carried over the line only.
    Less surely where the dealer, asked, has not said so."""
    spot, seat = item.spot, item.spot.seat
    moves = [events.bet_motion(item.t, seat, stay + gone, motion, "in_hand")]
    if stay:
        moves.append(events.bet_motion(item.t, seat, stay, motion, "full", spot.line))
    moves.append(events.chips_move(item.last, seat, gone, spot.line, spot.behind, "player"))
    for event in moves:
        if item.carried_until > 0:
            event["confidence"] = "medium"
        chips.emit(event)


def in_pot(chips, spot, t):
    """True when chips that went unread at ``t`` must be in the pot, by what else happened."""
    if _put_right(chips, spot):
        return False
    return swept_with_others(chips, spot, t) or _round_over(chips, spot, t)


def _put_right(chips, spot):
    """True where more than its seat owes before the deal has left a spot, and chips that are just
    its ante, with its blind or not, come there anew: its player changes what was too much."""
    phase, more, seat = chips.phase, spot.arrival, spot.seat
    if phase.now != ph.SHUFFLED or not phase.antes or more is None or phase.put.get(seat):
        return False
    ante, due = phase.ante_due(seat), phase.post_due(seat)
    if not 0 < ante <= ante + due < phase.front.get(seat, 0):
        return False
    return sum([tag.value for tag in more.tags if tag not in more.gone]) in (ante, ante + due)


def heaped():
    """What knows of bets that are gathered beside the pot: loaded when chips are found nowhere."""
    from firmware.table import heaped

    return heaped


def checked_since(chips, item):
    """True when the round ends by checks keyed soon after its chips went: a dealer pulls in the
    bets, and keys the last check then."""
    from firmware.table.passed import is_check  # seldom needed: it costs heap

    phase = chips.phase
    if phase.now != ph.BETTING:
        return False
    keyed = [
        other.acts()
        for other in chips.order.items
        if is_check(other) and other.t - item.t <= KEY_LATE_MS
    ]
    if not keyed:
        return False
    high = phase.high()
    for seat in in_hand(chips, item.t):
        front = phase.front.get(seat, 0)
        due = seat in phase.owing and front < phase.worth(seat)
        if due and (front < high or seat not in keyed):
            return False
    return True


def _round_over(chips, spot, t):
    """True when everybody has answered the last bet: chips that go now go into the pot.

    Antes go there one spot after the other: not those of one spot while all others lie.
    """
    phase = chips.phase
    if phase.now not in (ph.BETTING, ph.SHOWDOWN):
        if not phase.antes or chips.pot_heard or phase.now == ph.BETWEEN:
            return False
        return not _alone_gone(chips, spot, t)
    due = phase.able(phase.owing)
    return not in_hand_of(chips, due, t) or len(in_hand(chips, t)) < 2


def _alone_gone(chips, spot, t):
    """True where other bet spots have their chips still and only this one has lost any at about
    that time, or has lost more than its seat owed: nobody pulls such an ante in."""
    phase = chips.phase
    if phase.pot:
        return False
    owed = phase.ante_due(spot.seat) + phase.post_due(spot.seat)
    alone = phase.front.get(spot.seat, 0) > owed
    lie = []
    fade = []
    for seat in chips.spots:
        other = chips.spots[seat]
        if other is not spot:
            if other.departure is not None and abs(other.departure.t - t) <= chips.sweep_ms:
                fade.append(seat)
            if other.lies():
                lie.append(seat)
    return bool(lie) and (alone or not fade)


def swept_with_others(chips, spot, t):
    """True when another spot was emptied at about that time and went into the pot, or so did what
    lay on this one before chips that are not told yet."""
    for seat in chips.spots:
        other = chips.spots[seat]
        if other is spot and other.arrival is None:
            continue
        if other.swept_ms is not None and abs(other.swept_ms - t) <= chips.sweep_ms:
            return True
        dep = other.departure
        if dep is not None and dep.found and abs(dep.t - t) <= chips.sweep_ms:
            return True
    return False


def emptied(chips, now):
    """The only player left has been pushed the pot, and no bet spot has read it on its way."""
    phase = chips.phase
    if phase.awarded or len(phase.live) != 1 or not (phase.pot and chips.pot_heard):
        return
    for ant in chips.pots:
        if [k for k in ant.tracks if k.tag.value] or now - ant.t > POT_EMPTY_MS:
            chips.bare_t = 0
            return
    if not chips.bare_t:
        chips.bare_t = now
    if now - chips.bare_t < POT_EMPTY_MS or chips.order.items:
        return
    (seat,) = phase.live
    left = phase.pot_of(seat)
    if left:
        ev = events.chips_move(chips.bare_t, seat, left, POT, seat_zone(seat), "dealer")
        ev["confidence"] = "medium"
        chips.emit(ev)
    chips.bare_t = 0


def bets_over(phase):
    """True when nobody can bet any more, and none with chips has a bet to answer."""
    owing = phase.able(phase.owing)
    return phase.closed() and not [s for s in owing if phase.front.get(s, 0) < phase.high(s)]


def within_pot(phase, values):
    """Chips of a push without the one by which it is more than the pot still holds.

    What a loop has heard in passing, told to be pushed to another seat, is not there twice.
    """
    over = sum(values) - phase.pot_sum
    if phase.pot_sum > 0 and over in values:
        values.remove(over)
    return values


def pushed_to(chips, item, spot):
    """Seat to which chips out of the pot are pushed: not a folded one, whose loop hears what is
    pushed to a neighbour meanwhile, or to the only one left, or lies in the pot while several play
    on (None); nor one that has had no cards. Nor to anybody while several hands are left and
    cards of the board are to come: less than half the pot, and no change, is heard beside it."""
    phase = chips.phase
    live = phase.live
    if phase.hole is not None and not phase.awarded and phase.board < BOARD_CARDS:
        came = sum([tag.value for tag in item.tags if tag.frm == POT])
        dealt_out = phase.now in (ph.BETTING, ph.SHOWDOWN) and len(in_hand(chips, item.t)) > 1
        if dealt_out and phase.change.get(spot.seat, 0) < came <= phase.pot_sum // 2:
            return None
    if spot.seat not in live and not phase.change.get(spot.seat):
        for seat in sorted(live):
            other = chips.spots.get(seat)
            if other is None:
                continue
            coming = other.arrival is not None and other.arrival.t - item.t <= chips.sweep_ms
            pushed = other.pushed_ms
            if coming or (pushed is not None and abs(pushed - item.t) <= chips.sweep_ms):
                return seat
        if lies_open(chips, spot):
            spot.pushed_ms = item.t
            return spot.seat
        if len(live) == 1:
            return live[0]
        if live and (phase.board < BOARD_CARDS or spot.seat not in phase.counts):
            return None
    spot.pushed_ms = item.t
    return spot.seat


def lies_open(chips, spot):
    """True where a hand lies over the line of a spot that is pushed to, no neighbour being left
    whose chips its loop may hear: it was shown there, and nobody has keyed it."""
    phase = chips.phase
    if phase.now != ph.SHOWDOWN or phase.board < BOARD_CARDS:
        return False
    if [seat for seat in phase.live if abs(seat - spot.seat) <= 1]:
        return False
    return bool(chips.tags.lying(spot.line))
