"""Chips read a dwell after others that are just a call: of one motion, or has a hand gone back?

Loaded when a loop is read so seldom that its reads do not tell.
"""

from firmware.table.phase import BETTING
from firmware.table.values import ASK_MS, KEY_LATE_MS, SECOND_LEAST_MS


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
    read = [(k.tag, k.since) for k in ant.tracks if k.tag in item.tags]
    if len(read) < len(item.tags):
        return 0, ()
    for begun in sorted([since for _, since in read]):
        if begun - item.t + ant.period_ms < SECOND_LEAST_MS:
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
