"""Hands told folded because they were read nowhere, and read at their seat again: they lay there.

A shadow lasts as long as a look at one's cards, and an act out of turn may fall into it: then the
hand that was passed over is taken for folded. Nobody takes a hand back from a muck that has never
read it: the fold is corrected, and what came of it is ruled on anew. Loaded when a hand comes back,
which is seldom.
"""

from firmware.table import events
from firmware.table import phase as ph
from shared_rules.zones import MUCK, seat_of


def lay_there(cards, tag, home):
    """True for a card of a hand told folded unread that its seat reads at rest, the muck's loop
    having read none of that hand since: it has not left its seat, which is told."""
    zone = home.antenna.zone
    t, hand = cards.unfound.pop(zone, (0, ()))
    phase = cards.phase
    if tag not in hand or phase.awarded or phase.now not in (ph.BETTING, ph.SHOWDOWN):
        return False
    if [other for other in hand if other.zone != MUCK or _mucked(other, t)]:
        return False
    for other in hand:
        other.zone = zone
    tokens = [cards.name(other) for other in hand]
    event = events.not_folded(home.seen, seat_of(zone), tokens, zone, t)
    follow(phase, event)
    cards.emit(event)
    return True


def _mucked(tag, t):
    """True for a card that the muck's loop has read since ``t``, be it once."""
    heard = [k for k in tag.tracks if k.antenna.zone == MUCK and k.seen > t]
    return bool(heard) or tag.brief is not None and tag.brief.zone == MUCK and tag.brief_t > t


def follow(phase, event):
    """A fold that was none: its player has cards, and was due before whoever acted since."""
    seat = event["seat"]
    phase.counts[seat] = phase.counts.get(seat, 0) + len(event["cards"])
    if seat not in phase.live:
        phase.live.append(seat)
    if phase.now == ph.SHOWDOWN and len(phase.live) == 2 and not phase.tabled:
        phase.now = ph.BETTING  # that fold had ended it
    if phase.now == ph.BETTING and seat not in phase.owing:
        phase.owing.append(seat)
        phase.actor = seat
