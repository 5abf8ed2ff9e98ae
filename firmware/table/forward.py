"""Hands that have left their seat and are read on their way: pushed over the line, or thrown away.

Loaded when a loop reads one where cards only pass, which is seldom.
"""

from firmware.table import absent
from firmware.table.values import (
    EDGE_HIT_CENTINATS,
    EDGE_MISS_CENTINATS,
    FOLD_WAIT_MS,
    FORWARD_CENTINATS,
    LATE_CENTINATS,
    LEVEL_SURE_DWELLS,
)
from shared_rules.zones import seat_of, seat_zone


def pushed_over(cards, tag, track):
    """True for a card on its own bet spot, none of its hand being read at its seat any more, when
    the reads there of all of them say that it lies there: a hand only lifted is heard there now and
    then, and takes nothing from the gain. Who is to act folds as often as not; a fold out of turn
    takes as much again."""
    ant = track.antenna
    if not absent.silent(cards, tag.zone):
        return False
    score = _weighed(cards, ant)
    for other in ant.tracks:
        if not other.tag.value and other.tag.zone in (tag.zone, ant.zone):
            score += _score(other)
    return score >= FORWARD_CENTINATS + (0 if cards.phase.actor == ant.number else LATE_CENTINATS)


def _weighed(cards, ant):
    """What the load of a bet spot with no chips on it says against the cards read there, in
    centinats: more load may be that of the hand that pushes them, and says nothing."""
    per_card = cards.laden.card_load()
    bare = not [track for track in ant.tracks if track.tag.value]
    if not (per_card and bare and ant.agc and ant.empty and ant.level_n):
        return 0
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    lie = len(ant.tracks)
    known = LEVEL_SURE_DWELLS  # the empty loop's load is a mean of many
    score = evidence.came(ant, ant.empty, known, ant.level, ant.level_n, per_card, lie)
    return min(0, score or 0)


def thrown_onto(cards, tag, zone):
    """True for a card of a hand its seat reads no more where the loads say that the hand lies at
    another: the loop of that one carries as many cards more as its own carries less. Cards of two
    hands on one loop are read in few of its dwells.

    Where no load tells, the reads of all its cards there do, unless that loop is the next one,
    which hears what lies short of its own seat.
    """
    hand = absent.silent(cards, tag.zone) if zone[:5] == tag.zone[:5] == "seat:" else ()
    count = len(hand)
    if not count or zone == tag.zone:
        return False
    more, fewer = cards.laden.excess(zone), cards.laden.excess(tag.zone)
    apart = abs((seat_of(zone) or 0) - (seat_of(tag.zone) or 0)) > 1
    if apart and more is None and fewer is None:
        heard = [_score(k) for other in hand for k in other.tracks if k.antenna.zone == zone]
        return len(heard) == count and sum(heard) >= FORWARD_CENTINATS + LATE_CENTINATS
    return more == count == -(fewer or 0)


def lies_onto(cards, tag, home, rest_ms):
    """True for a card of such a hand that has lain there for so long, read now and then: since its
    own seat had lost it and the other loop read it first, the loads not having said otherwise."""
    zone = home.antenna.zone
    key = zone + tag.zone
    if not thrown_onto(cards, tag, zone):
        if None not in (cards.laden.excess(zone), cards.laden.excess(tag.zone)):
            cards.thrown.pop(key, None)
        return False
    since = cards.thrown.get(key, home.since)
    if since < tag.left:  # its own seat has read it again since
        since = max(home.since, tag.left)
    cards.thrown[key] = since
    return home.seen - since >= rest_ms


def _score(track):
    """What the reads of a loop say for a card that lies at its edge, in centinats."""
    return EDGE_HIT_CENTINATS * track.hits - EDGE_MISS_CENTINATS * track.lost


def along(cards, item):
    """Cards that have gone with those of a move onto another hand, read there or not."""
    left = absent.lying(cards, item.frm)
    return [tag for tag in left if thrown_onto(cards, tag, item.to)]


def thrown_early(cards, seat, t):
    """``[(seat, hand), ...]`` due to act after ``seat`` did at ``t``, silent and, well before that,
    read where a hand only comes on its way to the muck: folded out of turn. Not where the hand of
    ``seat`` had left it before, and has only been read in the muck since."""
    out = []
    t = absent.left_by(cards, seat, t)
    for due in cards.phase.owing:
        zone = seat_zone(due)
        since = cards.thrown.get(zone)
        if due != seat and since is not None and t - since >= FOLD_WAIT_MS:
            hand = absent.silent(cards, zone)
            if hand:
                out.append((due, hand))
    return out
