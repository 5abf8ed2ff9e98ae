"""Bets gathered to a heap beside the pot, where no antenna reads, before they are pushed into it.

Loaded when chips have left their spot and are found nowhere, which is seldom.
"""

from firmware.table import phase as ph
from firmware.table import pulled
from firmware.table.values import SHADOW_MS
from shared_rules.zones import POT


def gathered(chips, spot, t, now=0):
    """True when the chips that left a spot at ``t`` were gathered with those of another: nobody
    owes any, and that spot was emptied at about the same time. Two players who take back what is
    matched, at once, are far rarer than checks or folds that have gone unread till then.

    ``now``: no shadow hides them at that time, 0: one may. Where it hides none of either spot bets
    are gathered, too soon or not, also where somebody owes chips: two players who take theirs back
    at once are rarer than that as well, but a shadow on one is not.
    """
    matched = _matched(chips, t)
    if not (matched or now and chips.phase.now == ph.BETTING):
        return False
    return bool([d for d in _emptied(chips, spot, t) if matched or not hidden_until(d, now)])


def _emptied(chips, spot, t):
    """Chips that left other spots at about ``t``, on which nothing lies any more."""
    others = [chips.spots[seat] for seat in chips.spots if chips.spots[seat] is not spot]
    gone = [other.departure for other in others if other.departure and not other.holds()]
    return [dep for dep in gone if abs(dep.t - t) <= chips.sweep_ms]


def hidden_until(dep, now):
    """Until when a shadow may hide chips that left a spot, ms; 0 where none does ``now``."""
    until = dep.last + SHADOW_MS
    return until if now < until and not dep.weighed_off() else 0


def leave_with(chips, tags):
    """True while chips that were told before leave a spot at about the time at which ``tags`` of a
    motion not told yet were last read: all may be pulled in."""
    last = max([tag.left for tag in tags])
    for seat in chips.spots:
        dep = chips.spots[seat].departure
        if dep is not None and abs(dep.t - last) <= chips.sweep_ms:
            return True
    return False


def may_follow(chips, item, now):
    """True while the next spot may still be emptied after one whose chips are found nowhere, or one
    whose chips are not told yet has been at about that time: what shows of these tells of both."""
    for seat in chips.spots:
        more = chips.spots[seat].arrival
        if more is not None and more.gone and len(more.gone) == len(more.tags):
            last = max([tag.left for tag in more.gone])
            if abs(last - item.t) <= chips.sweep_ms:  # told after a shadow, if in none
                return item.waits(now, last + SHADOW_MS + chips.sweep_ms, "heap")
    if not _matched(chips, item.t):
        # those of another spot may lie in a shadow, and show that nothing is gathered
        shadows = [hidden_until(dep, now) for dep in _emptied(chips, item.spot, item.t)]
        return bool(shadows) and item.waits(now, max(shadows), "heap")
    if not [s for s in chips.spots if chips.spots[s] is not item.spot and chips.spots[s].holds()]:
        return False  # nothing is left to be gathered
    return item.waits(now, item.t + chips.sweep_ms + chips.travel_ms, "heap")


def _matched(chips, t):
    """True when each player who is in has put in as much as any, or all there is, and some have."""
    phase = chips.phase
    if phase.now != ph.BETTING:
        return False
    live = pulled.in_hand(chips, t)
    high = max([phase.front.get(s, 0) for s in live] or [0])
    owing = [s for s in live if phase.front.get(s, 0) < min(high, phase.worth(s))]
    return high > 0 and len(live) > 1 and not owing


def raked(chips, item):
    """Let chips that a spot reads and that were told to lie on others go on their way: before the
    deal nobody bets, nor when betting is over, nor does a player who has answered with the bets of
    others. What is raked to the pot is pushed over the spots between, or held above them."""
    for tag in list(item.tags):
        came = tag.frm or ""
        if came[:5] == "line:" and came != item.spot.line and _passes(chips, item, tag):
            item.tags.remove(tag)
            if tag in item.gone:
                item.gone.remove(tag)
            in_pot = tag.zone == POT or pulled.found(tag)
            tag.zone = came
            chips.depart(tag, chips.spots[int(came[5:])], max(item.t, tag.left))
            if in_pot:
                tag.item.found += 1


def _passes(chips, item, tag):
    """True for a chip that only passes a spot on its way to the pot. While the betting goes on that
    is one which has left the spot again, of a player who has answered; where change is due to that
    player the pot must have it by then."""
    phase, seat = chips.phase, item.spot.seat
    if phase.now != ph.BETTING:
        return phase.now == ph.SHUFFLED or phase.now == ph.SHOWDOWN and not phase.awarded
    if seat in phase.owing or tag not in item.gone:
        return False
    return not phase.change_left(seat) or tag.zone == POT or pulled.found(tag)
