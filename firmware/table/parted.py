"""One motion or two, where neither reads nor load tell: the dealer is asked.

Loaded when a player who has just acted puts more chips there, or a loop is read too seldom to tell.
"""

from firmware.table import late
from firmware.table.phase import BETTING
from firmware.table.values import (
    ASK_MS,
    JUST_CALL_CENTINATS,
    KEY_LATE_MS,
    LIKELY_CENTINATS,
    SECOND_LEAST_MS,
    STRING_CENTINATS,
    SURELY_CENTINATS,
)
from shared_rules.zones import POT


def parts_asked(item, now):
    """True while the dealer is asked whether chips are a second motion that were read a dwell or
    two after others that are just a call: between two dwells of a loop read so seldom a hand may
    have gone back for more, and nothing else tells. Not of a player who has said what they are, or
    may have; without an answer they are one motion."""
    chips, seat = item.chips, item.spot.seat
    if chips.ask is None or item.gone or item.later or item.total is not None or item.second_until:
        return bool(item.second_until) and item.waits(now, item.second_until, "asked")
    begun, call = _call_first(item)
    if not call:
        return False
    if item.waits(now, item.t + KEY_LATE_MS, "key", seat):
        return True

    def answered(value, t):
        item.second_until = now  # wait no longer
        if value == "yes":  # what was read since they were asked about is of the second as well
            item.divided, item.later = True, [tag for tag in item.tags if tag not in call]
            item.since_t, item.last_before = begun, begun - 1
            first = min([item.t] + [_first_read(item, tag.home) for tag in call if tag.home])
            if first < item.t and item in chips.order.items:
                chips.order.remove(item)  # before what began between the two
                item.t = first
                chips.order.add(item)

    item.second_until = now + ASK_MS
    more = sum([tag.value for tag in item.tags if tag not in call])
    chips.ask(now, "second_motion", answered, seat, more)
    return True


def _call_first(item):
    """``(when the others of a motion were read first, ms, chips that are just a call)``; no chips
    where none of them are, or the others came so soon that no hand has brought them. Where the
    first lack one chip of a call, one read with the others may be of them: that lay in a shadow."""
    phase, spot = item.chips.phase, item.spot
    seat, ant = spot.seat, spot.antenna
    owed = phase.high(seat) - phase.front.get(seat, 0)
    by, word, said_t = phase.word
    if phase.now != BETTING or seat not in phase.owing or phase.acting == seat or owed <= 0:
        return 0, ()
    if by == seat and word and said_t > phase.last_deal:
        return 0, ()
    read = [(k.tag, _first_read(item, k)) for k in ant.tracks if k.tag in item.tags]
    if len(read) < len(item.tags):
        return 0, ()
    firsts = sorted([since for _, since in read])
    for begun in firsts:
        if begun - min(item.t, firsts[0]) + ant.period_ms < SECOND_LEAST_MS:
            continue
        call = [tag for tag, since in read if since < begun]
        lacks = owed - sum([tag.value for tag in call])
        one = [tag for tag, since in read if since >= begun and tag.value == lacks]
        if 2 * lacks <= owed and len(call) + 1 < len(read):
            call += one[:1]
            lacks -= sum([tag.value for tag in one[:1]])
        if call and not lacks:
            return begun, call
    return 0, ()


def _first_read(item, track):
    """When a spot read a chip of a motion first, ms: that lay there with no other of it where it
    was read in this round, too seldom to lie there, and was missed until the others came."""
    tag, spot = track.tag, item.spot
    since = max(item.chips.phase.last_deal, spot.emitted_t)
    once = tag.brief is spot.antenna and since < tag.brief_t < track.since
    return tag.brief_t if once else track.since


def second_asked(chips, item, now):
    """Ask the dealer once whether chips read after a motion of the same act are a second one; True
    when that was just done: where they would be a string bet, and hardly are one by their misses,
    or hardly are none, while no load tells, or are one, while the load says that none came. Without
    an answer they are what they were when asked, or what the load has said since; in the last case
    they came with it: what goes unread in a pile may do so for longer than any shadow, and the load
    tells that none came."""
    if item.second_until or chips.ask is None:
        return False
    over, item.called = _maybe_second(chips, item)
    if over is None:
        return False

    def answered(value, t):
        item.second_until = now  # wait no longer
        if value in ("yes", "no"):
            item.apart = value == "yes"
            item.called = not item.apart

    item.second_until = now + ASK_MS
    item.apart = over >= 0 and not item.called
    amount = sum([tag.value for tag in item.tags])
    chips.ask(now, "second_motion", answered, item.spot.seat, amount)
    return True


def weighed_since(item):
    """Take chips about which the dealer is asked to have come with those before, where the load has
    said so meanwhile: more dwells of it tell what those did not by which they were asked about."""
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    if not item.gone and item.lies() and evidence.against(item.chips, item, item.spot):
        item.apart, item.called = False, True


def _maybe_second(chips, item):
    """How far the evidence that chips are a second motion is over the lead it needs, in centinats,
    where neither misses nor load tell, or where those say that they are and this that they are not;
    else None. And whether it is the latter."""
    spot = item.spot
    if chips.phase.now != BETTING or chips.phase.acting != spot.seat or spot.event is None:
        return None, item.called
    if item.apart or item.called or [tag for tag in item.tags if tag.frm == POT]:
        return None, item.called
    if late.read_before(chips, item, spot):
        return None, False
    score, lead = late.second(chips, item, spot)
    over = score - lead
    just = 0 < chips.phase.front.get(spot.seat, 0) == chips.phase.high(spot.seat)
    likely = over + (JUST_CALL_CENTINATS if just else 0)
    if lead != STRING_CENTINATS or likely < -LIKELY_CENTINATS:
        return None, False
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    if over < SURELY_CENTINATS and evidence.mute(chips, item, spot):
        return over, False
    weighed = likely >= 0 and evidence.against(chips, item, spot)
    return (over, True) if weighed else (None, False)
