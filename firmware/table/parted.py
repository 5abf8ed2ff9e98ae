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
    more = _after_call(item)
    if not more:
        return False
    if item.waits(now, item.t + KEY_LATE_MS, "key", seat):
        return True

    def answered(value, t):
        item.second_until = now  # wait no longer
        if value == "yes":
            item.divided, item.later = True, [tag for tag, _ in more]
            item.since_t = min([since for _, since in more])
            item.last_before = item.since_t - 1

    item.second_until = now + ASK_MS
    chips.ask(now, "second_motion", answered, seat, sum([tag.value for tag, _ in more]))
    return True


def _after_call(item):
    """``[(chip, ms when first read), ...]`` of a motion, read after others of it that are just a
    call; none where there are none, or they came so soon that no hand has brought them."""
    phase, spot = item.chips.phase, item.spot
    seat, ant = spot.seat, spot.antenna
    owed = phase.high(seat) - phase.front.get(seat, 0)
    by, word, said_t = phase.word
    if phase.now != BETTING or seat not in phase.owing or phase.acting == seat or owed <= 0:
        return []
    if by == seat and word and said_t > phase.last_deal:
        return []
    read = [(k.tag, k.since) for k in ant.tracks if k.tag in item.tags]
    if len(read) < len(item.tags):
        return []
    for begun in sorted([since for _, since in read]):
        first = sum([tag.value for tag, since in read if since < begun])
        if first == owed and begun - item.t + ant.period_ms >= SECOND_LEAST_MS:
            return [row for row in read if row[1] >= begun]
    return []
