"""Chips that show in the pot and were never told to lie on a bet spot: whose were they?

A loop that is read seldom reads chips of a call once before they are pulled in with the others, or
never. Loaded when that happens, which is seldom.
"""

from firmware.table import events, late, pulled
from firmware.table.phase import SHUFFLED
from firmware.table.presence import CANDIDATE
from firmware.table.spots import Arrival
from firmware.table.values import BELATED_MS, LEAVE_MISSES, SWEEP_REST_MS, SWEPT_MS
from shared_rules.zones import POT


def take_strays(chips):
    """Tell chips in the pot that a bet spot had read, too seldom to tell, as that seat's bet.

    The spot must have missed them since: one that lies there is heard by the pot's loop now and
    then. Those of a seat that has put in what it owes are the rest of a bet that was told before.
    """
    for tag, t in chips.strays:
        spot, seen, gone = _read_at(chips, tag)
        if spot is None or tag.zone != POT or tag.item is not None:
            continue
        if chips.phase.now == SHUFFLED:  # an ante, pulled in before the deal
            owed = 0 if chips.phase.put.get(spot.seat) else chips.phase.ante_due(spot.seat)
            if tag.value > owed or t - seen > BELATED_MS:
                continue
        elif spot.arrival is None and spot.seat not in chips.phase.owing:
            continue
        elif _of_bet_before(chips, spot, seen):
            _correct(chips, spot, tag, t)
            continue
        _add(chips, spot, tag, seen, min(gone, t))


def _read_at(chips, tag):
    """``(spot, ms of its last read there, ms at which it was missed first)``; the spot is None
    where no bet spot has read it on this street, or one may have it still."""
    for track in tag.tracks:
        ant = track.antenna
        if ant.kind == "line":
            early = track.seen <= chips.phase.last_deal
            if early or track.state != CANDIDATE or track.misses < LEAVE_MISSES - 1:
                return None, 0, 0
            return chips.spots[ant.number], track.seen, ant.t - (track.misses - 1) * ant.period_ms
    ant = tag.brief
    if ant is None or ant.kind != "line" or tag.brief_t <= chips.phase.last_deal:
        return None, 0, 0
    return chips.spots[ant.number], tag.brief_t, tag.brief_t + 2 * ant.period_ms


def _add(chips, spot, tag, seen, gone):
    item = spot.arrival
    if item is None:
        item = spot.arrival = Arrival(chips, spot, seen)
        chips.order.add(item)
    item.tags.append(tag)
    item.gone.append(tag)
    item.last = max(item.last, seen)
    tag.item = item
    tag.left = max(seen, gone)
    departure = spot.departure
    if departure is not None and departure.queued and departure.t < tag.left:
        chips.order.remove(departure)  # what lay there before has gone with it
        departure.t = tag.left
        chips.order.add(departure)
    chips.strays = [stray for stray in chips.strays if stray[0] is not tag]


def called_with(chips, item):
    """Put chips that a spot has read, too seldom to tell, since its bet was told before that bet,
    which is being pulled in: they make just what their player owes, and no loop but the pot's has
    read them since. True when they are."""
    phase, spot = chips.phase, item.spot
    owed = min(phase.high(spot.seat), phase.worth(spot.seat)) - phase.front.get(spot.seat, 0)
    if spot.arrival is not None or spot.seat not in phase.owing or owed <= 0:
        return False
    call = []
    for tag in chips.tags.values():
        if tag.value and tag.item is None and (late.untold(tag) or late.heard_only(chips, tag)):
            at, seen, gone = _read_at(chips, tag)
            if at is spot and seen > spot.emitted_t:
                call.append((tag, seen, gone))
    if sum([tag.value for tag, _, _ in call]) != owed:
        return False
    for tag, seen, gone in call:
        _add(chips, spot, tag, seen, gone)
    return True


def _of_bet_before(chips, spot, seen):
    """True for a chip that a spot has read, last at ``seen`` ms, between the bet told there last
    and a motion of the same seat that waits to be told: it lay there, unread, before that motion.
    Not beside a blind, nor where another has called that bet as it was told."""
    phase, item = chips.phase, spot.arrival
    if item is None or spot.event is None or seen >= item.t - chips.gap_of(spot.antenna):
        return False
    bet = phase.front.get(spot.seat, 0)
    called = [s for s in phase.front if s != spot.seat and phase.front[s] == bet]
    if called or _posted(phase, spot.seat, bet):
        return False
    return max(phase.last_deal, spot.event["t"]) < seen


def _posted(phase, seat, bet):
    """True for a bet that is no more than the blind of its seat."""
    return not phase.board and bet <= phase.post_due(seat)


def _correct(chips, spot, tag, t):
    """Count a chip that shows in the pot at ``t`` ms to the bet told on its spot last; it was
    pulled in with what lay there."""
    chips.strays = [stray for stray in chips.strays if stray[0] is not tag]
    chips.emit(events.correction(t, spot.seat, [tag.value], spot.line, spot.event["t"]))
    tag.zone = spot.line
    chips.depart(tag, spot, spot.departure.last if spot.departure is not None else t)
    spot.departure.found += 1
    if not spot.departure.queued:
        spot.departure.queued = True
        chips.order.add(spot.departure)


def taken_back_along(chips, item, now):
    """Count chips that the spot of a bet nobody has called has read, too seldom to tell, between
    that bet and when it was taken back, and no loop since, to that bet: they lay at the edge there
    and went with it. Returns what they are worth, each. Not beside a blind; nor where another has
    put in as much as was told."""
    phase, spot = chips.phase, item.spot
    bet = phase.front.get(spot.seat, 0)
    called = [s for s in phase.front if s != spot.seat and phase.front[s] >= bet]
    if spot.event is None or called or _posted(phase, spot.seat, bet):
        return []
    taken = item.t - chips.gap_of(spot.antenna)  # later it may be a hand's that comes for the bet
    along = []
    for tag in chips.tags.values():
        if not late.untold(tag) or tag in item.tags:
            continue
        at, seen, _ = _read_at(chips, tag)
        if at is spot and spot.emitted_t < seen < taken:
            along.append(tag)
    for tag in along:
        tag.zone = spot.behind
    values = [tag.value for tag in along]
    if values:
        chips.emit(events.correction(now, spot.seat, values, spot.line, spot.event["t"]))
    return values


def pulled_in_across(chips, item):
    """Give chips that came to the spot of a player who owes nothing, and have left it at once, to
    the seat that owes just so much and whose spot had read each of them before: the dealer has
    pulled its call in across the other spot. True when they are given."""
    phase = chips.phase
    for seat in phase.owing:
        spot = chips.spots.get(seat)
        if spot is None or spot.arrival is not None:
            continue
        owed = min(phase.high(seat), phase.worth(seat)) - phase.front.get(seat, 0)
        seen = [_last_seen(tag, spot.antenna) for tag in item.tags]
        if sum([tag.value for tag in item.tags]) != owed or min(seen) <= phase.last_deal:
            continue
        if max(seen) >= item.t:
            continue
        for n in range(len(seen)):
            tag = item.tags[n]
            _add(chips, spot, tag, seen[n], item.t)
            if tag.zone != POT:
                tag.zone = spot.line
        return True
    return False


def _last_seen(tag, ant):
    """When a loop that has not come to have a chip present has read it last, ms; 0: never."""
    for track in tag.tracks:
        if track.antenna is ant:
            return track.seen if track.state == CANDIDATE else 0
    return tag.brief_t if tag.brief is ant else 0


def bet_unread(chips, item):
    """Count chips in the pot that no bet spot has read to the bet that a motion, pulled in with it,
    would raise by just so much, which nobody may: it was called with them. True when they are.
    """
    phase, seat = chips.phase, item.spot.seat
    high = phase.high(seat)
    if not high or len(item.gone) < len(item.tags) or not phase.too_little(seat, item.total_of()):
        return False
    bets = [s for s in phase.front if s != seat and phase.front[s] == high]
    spot = chips.spots.get(bets.pop()) if len(bets) == 1 else None
    if spot is None or spot.event is None or spot.departure is None or not spot.departure.found:
        return False
    since = spot.departure.t
    lay = [tag for tag, t in chips.strays if tag.zone == POT and abs(t - since) <= chips.sweep_ms]
    lay = [tag for tag in lay if tag.item is None and tag.frm != POT]
    if sum([tag.value for tag in lay]) != item.total_of() - high:
        return False
    for tag in lay:
        _correct(chips, spot, tag, item.t - 1)
    return True


def lacked_uncalled(chips, values):
    """Spot of the only player left, where chips that show in the pot are of its bet that nobody has
    called and that went there, too: no call tells that such a bet lacks a chip. Else None; so for a
    blind, and where they make it more than its player has said it is."""
    phase = chips.phase
    seat = phase.live[0] if len(phase.live) == 1 else None
    spot = chips.spots.get(seat)
    if spot is None or spot.event is None or phase.awarded or spot.swept_ms is None:
        return None
    began, matched = spot.event["t"], max([phase.put[s] for s in phase.put if s != seat] + [0])
    if phase.put.get(seat, 0) <= matched or began <= phase.last_deal or spot.swept_ms < began:
        return None
    had = phase.worth(seat) - max(0, phase.change.get(seat, 0))
    said = phase.said[1] if phase.said is not None and phase.said[0] == seat else 0
    more = spot.total <= said < spot.total + sum(values)
    if _posted(phase, seat, spot.total) or more or sum(values) > had:
        return None
    return spot


def found_in_pot(chips, spot, tags, now):
    """Tell chips of the pot that no bet spot has read as the bet of the ``spot`` that lacks them,
    or, None, for bets that they make as high as all others, or for one that nobody has called."""
    shares = _lacked(chips, tags, now) if spot is None else {}
    if spot is None and not shares:
        spot = lacked_uncalled(chips, [tag.value for tag in tags])
    if spot is not None:
        shares[spot.seat] = tags
    for seat in sorted(shares):
        spot, values = chips.spots[seat], [tag.value for tag in shares[seat]]
        chips.emit(events.correction(now, seat, values, spot.line, spot.event["t"]))
        moved = events.chips_move(now, seat, values, spot.line, POT, "dealer")
        moved["confidence"] = "medium"
        chips.emit(moved)


def _lacked(chips, tags, now):
    """Seat -> which of some chips its bet, pulled in lately, lacks to be as high as those of all
    others who play on; nothing where one of them has put in none, or they make no such bets. Who
    has put in all there is may have put in less. Nor where a big chip has called: the dealer may
    have changed it in the pot."""
    phase = chips.phase
    if _change(phase):
        return {}
    totals, most, all_in = {}, {}, 0
    for seat in phase.live:
        spot = chips.spots.get(seat)
        known = spot is not None and spot.event is not None and spot.total and spot.swept_ms
        if not known or now - spot.swept_ms > SWEPT_MS + SWEEP_REST_MS:
            return {}
        change = max(0, phase.change.get(seat, 0))  # of that total, and its own still
        most[seat] = phase.worth(seat) - change + spot.total
        if spot.total < most[seat]:
            totals[seat] = spot.total
        else:
            all_in = max(all_in, spot.total)
    shares = level(totals, most, tags) if len(totals) > 1 else {}
    for seat in shares:
        if totals[seat] + sum([tag.value for tag in shares[seat]]) < all_in:
            return {}
    return shares


def ante_unread(chips, strays):
    """Tell chips in the pot that no bet spot has read as the ante of the only seat that has put in
    none, where they are just that; True when they are. Not what the hand before has left there."""
    phase = chips.phase
    tags = [tag for tag, _ in strays if tag.zone == POT]
    if not tags or [tag for tag in tags if tag.frm == POT or tag.home is None or tag.home.misses]:
        return False
    lack = []
    for seat in phase.seats:
        ante = phase.ante_due(seat)
        if ante and not phase.put.get(seat) and phase.front.get(seat, 0) <= phase.post_due(seat):
            lack.append((seat, ante))
    if len(lack) != 1 or sum([tag.value for tag in tags]) != lack[0][1]:
        return False
    t = max([t for _, t in strays])
    for tag in tags:
        _add(chips, chips.spots[lack[0][0]], tag, t - 1, t)
    return True


def read_never(chips, seat, item):
    """Tell chips in the pot that no bet spot has read as the call of the one player who owes just
    so much, or less than a single big chip, before an act or the end of the street that shows it;
    or, then, as those of several and what other bets lack. True when they are. At the end of a
    street they were pulled in before it. Not where what there is to answer may be a call with too
    much: change for that comes out of the rack."""
    phase = chips.phase
    if phase.doubted is not None:
        return False
    owed = min(phase.high(seat), phase.worth(seat)) - phase.front.get(seat, 0)
    strays = [(tag, t) for tag, t in chips.strays if tag.zone == POT and tag.item is None]
    others = [s for s in phase.able(phase.owing) if s != seat]
    others = pulled.in_hand_of(chips, others, item.t)
    if not strays or others and item.acts():
        return False
    put = sum([tag.value for tag, _ in strays])
    before = item.t - 1
    if others or put != owed and not (len(strays) == 1 and 0 < owed < put):
        shares = {} if item.acts() else _level_with(chips, seat, [tag for tag, _ in strays])
        for other in sorted(shares):
            for tag in shares[other]:
                if other in phase.owing:
                    _add(chips, chips.spots[other], tag, before, before)
                else:
                    _correct(chips, chips.spots[other], tag, before)
        return shares != {}
    for tag, t in strays:
        _add(chips, chips.spots[seat], tag, before, max(before, t) if item.acts() else before)
    return True


def _level_with(chips, seat, tags):
    """Seat -> which of some chips in the pot make its bet as high as those of all who play on, one
    that owes an answer (``seat``) among them; nothing while any of their bets lies on its spot, or
    where a big chip has called."""
    phase = chips.phase
    if _change(phase):
        return {}
    totals = {s: phase.front.get(s, 0) for s in phase.able(phase.live)}
    known = [s for s in totals if s in phase.owing or chips.spots[s].event is not None]
    if not phase.high() or len(known) < len(totals) or [s for s in totals if phase.lying(s) > 0]:
        return {}
    shares = level(totals, {s: phase.worth(s) for s in totals}, tags)
    return shares if seat in shares else {}


def _change(phase):
    """True where a player has, or had, change due on this street: a big chip has called."""
    return bool(phase.oversized or phase.change)


def level(totals, most, tags):
    """Seat -> which of some chips make its bet, of ``totals`` as they were told, as high as those
    of all others, each of them being needed; nothing where they make no such bets. ``most``: what
    each can have put in."""
    bet, over = divmod(sum(totals.values()) + sum([tag.value for tag in tags]), len(totals))
    if over or [s for s in totals if not totals[s] <= bet <= most[s]]:
        return {}
    left = sorted(tags, key=lambda tag: -tag.value)
    shares = {}
    for s in sorted(totals, key=lambda s: totals[s]):
        those = _just(left, bet - totals[s])
        if those is None:
            return {}
        if those:
            shares[s] = those
        left = [tag for tag in left if tag not in those]
    return shares


def _just(tags, amount):
    """Some of the chips, those worth most first, that are just an amount; None where none are."""
    if not amount:
        return []
    last = 0
    for n in range(len(tags)):
        value = tags[n].value
        if value > amount or value == last:
            continue
        last = value
        rest = _just(tags[n + 1 :], amount - value)
        if rest is not None:
            return [tags[n]] + rest
    return None
