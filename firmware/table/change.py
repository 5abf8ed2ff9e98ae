"""Change: a big chip that called is taken for smaller ones out of the rack, or its player's own; or
change is given for it out of the pot and the bets around it.

The big chip is lifted first, the smaller ones follow. Its misses take longer to believe than their
reads: what was called with it and called again without it was changed, and no second motion. Where
the big chip stays, chips put before its player that are no more than is due back are change: nearly
every such call has some given, and few players add to a call.
"""

from firmware.table import events, late
from firmware.table import phase as ph
from firmware.table.values import PARTIAL_MS
from shared_rules.zones import POT, seat_zone


def made(chips, item, spot):
    """Tell that the chip which the chips of a motion are the change of has gone, before them."""
    tag = _changed(chips, item, spot)
    if tag is None:
        return
    departure = spot.departure
    if departure is not None and tag in departure.tags:
        departure.tags.remove(tag)
    tag.item = None
    tag.zone = spot.behind
    t = min(item.t, tag.left or item.t)
    chips.emit(events.chips_move(t, spot.seat, [tag.value], spot.line, spot.behind, "player"))


def given(chips, item, spot):
    """Tell chips that are given to a player as change for a big chip; True when they are.

    What the pot has not read for longer than two shadows was given before, unread, and is what its
    player does with it now; what is due back is that player's whether it was told or not.
    """
    phase = chips.phase
    seat = spot.seat
    values = [tag.value for tag in item.tags]
    front = phase.front.get(seat, 0)
    if phase.now != ph.BETTING or not 0 < sum(values) <= phase.change_left(seat):
        return False
    long = [tag for tag in item.tags if tag.frm == POT and item.t - tag.left > PARTIAL_MS]
    if len(long) == len(item.tags):
        return False
    unknown = [tag for tag in item.tags if tag.frm is None]  # in no pot and no bet
    if sum(values) == phase.change_left(seat) or phase.too_little(seat, sum(values, front)):
        unknown = ()  # just what is due back, or what nobody may raise by: out of the rack
    if unknown and not front:
        return False  # the big chip is pulled in: a bet, the card of its street going unread
    if late.read_before(chips, item, spot) or unknown and late.came_with(chips, item, spot):
        return False  # they came with the big chip
    bets = 0  # taken from the bets around, which will be pulled in without it
    for tag in item.tags:
        if tag.frm is not None and tag.frm[:5] == "line:":
            bets += tag.value
            other = int(tag.frm[5:])
            phase.put[other] = phase.put.get(other, 0) + tag.value
        tag.zone = spot.behind
        tag.item = None
    chips.emit(events.chips_move(item.t, seat, values, POT, seat_zone(seat), "dealer"))
    phase.pot_sum += bets
    return True


def _changed(chips, item, spot):
    """Tag of the chip that is missed since before a motion, which calls just what it called."""
    phase = chips.phase
    seat = spot.seat
    call = min(phase.high(seat), phase.worth(seat))
    front = phase.front.get(seat, 0)
    if phase.now != ph.BETTING or phase.acting != seat or front <= call:
        return None
    added = sum([tag.value for tag in item.tags])
    gone = [
        tag
        for tag in _lain(chips, spot)
        if added < tag.value
        and front - tag.value < call >= front - tag.value + added
        and not _read_since(tag, spot, item.t)
    ]
    return gone.pop() if len(gone) == 1 else None


def _lain(chips, spot):
    """Chips told to lie on a spot, read or not."""
    return [tag for tag in chips.tags.values() if tag.zone == spot.line and tag.value]


def _read_since(tag, spot, t):
    """True for a chip of a motion, or one that its spot has read at ``t`` or later."""
    if tag.item is not None and tag.item.fresh:
        return True
    for track in tag.tracks:
        if track.antenna is spot.antenna:
            return track.seen >= t
    return tag.left > t  # it has gone since
