"""What the load of a bet spot says of chips put down or taken away since it was told.

A tag in a shadow loads its loop as before; chips that came later, or that have gone, do not. Loaded
when a motion has grown long after its end, when chips of a pile are gone, or when a blind does not
come: which is seldom.
"""

from firmware.table import events
from firmware.table.load import deviation, one_more
from firmware.table.presence import known_load
from firmware.table.values import (
    ABSENT_EDGE_DWELLS,
    CHIP_LEAST_16THS,
    HAND_MOST_16THS,
    LATE_CENTINATS,
    LEVEL_SURE_DWELLS,
    LIKELY_CENTINATS,
    LOAD_ASKED_MASK_MS,
    PARTIAL_MS,
    SECOND_MOVE_MS,
    SHADOW_MS,
    SURELY_CENTINATS,
    TAG_SPREAD_PARTS,
)
from shared_rules.zones import POT


def by_rise(ant, rise, per_tag, tags, dwells=0):
    """Evidence, in centinats, that a change of a loop's load is that of so many ``tags`` which
    have gone (below 0: come), against that nothing has moved.

    ``rise``: by how much the gain has risen, in sixteenths of a count; ``dwells`` the load before
    was the mean of, 0: as many as that of now.
    """
    off = _off(ant, per_tag, tags, dwells)
    return 100 * tags * per_tag * (2 * rise - tags * per_tag) // (2 * off)


def _off(ant, per_tag, tags, dwells):
    """How far such a change may be off, squared: noise of both means, and the spread of tags."""
    noise = deviation(ant)
    spread = per_tag // TAG_SPREAD_PARTS
    n = max(1, ant.level_n)
    return noise * noise // n + noise * noise // (dwells or n) + abs(tags) * spread * spread


def moved(bearing, ant, level, lying, chips, dwells=0):
    """Evidence, in centinats, that so many ``chips`` have gone from a loop (below 0: come to
    it) since its load was ``level``, a mean of so many ``dwells``, with ``lying`` chips on it,
    against none; None: the load tells nothing.

    Where the load of a chip is not known yet, that of those ``lying`` there tells it, a guess that
    is no less than the least one takes. What is learned of small chips counts as it is.
    """
    now = known_load(ant)
    if not (ant.agc and ant.empty and level and now and lying):
        return None
    per_chip = bearing.chip_load
    if not per_chip:
        per_chip = (ant.empty - level) // lying
        if per_chip < CHIP_LEAST_16THS:
            return None
    return by_rise(ant, now - level, per_chip, chips, dwells)


def has_gone(chips, item):
    """Whether chips that a spot reads no more have gone, by its load with them there and since.

    True: it has surely risen by theirs, False: it surely has not; None: it says nothing. Of the
    same chips on the same loop, it tells more than what a chip takes as a rule.
    """
    evidence = _risen(chips, item)
    if evidence is None or -SURELY_CENTINATS < evidence < SURELY_CENTINATS:
        return None
    return evidence > 0


def gone_roughly(chips, item):
    """True where several chips have surely gone by the load of their spot as their motion was told,
    some of them unread and a hand above it, perhaps: it has risen by theirs rather than by a
    hand's. Else None: it says nothing."""
    spot, ant, tags = item.spot, item.spot.antenna, len(item.tags)
    was, now = spot.load_before, known_load(ant)
    if tags < 2 or not (ant.agc and was and now):
        return None
    per_chip = chips.bearing.chip_load or (ant.empty - was) // max(1, spot.lying)
    if per_chip < CHIP_LEAST_16THS:
        return None
    rise = now - was
    hand = max(0, rise - HAND_MOST_16THS)
    off = _off(ant, per_chip, tags, spot.level_n)
    score = 100 * (hand * hand - (rise - tags * per_chip) ** 2) // (2 * off)
    return True if score >= SURELY_CENTINATS else None


def there(chips, item):
    """True where the load of a spot is rather what it was with chips that are read no more."""
    return (_risen(chips, item) or 0) <= -LIKELY_CENTINATS


def _risen(chips, item):
    spot = item.spot
    tags, n = len(item.tags), spot.level_n
    return moved(chips.bearing, spot.antenna, spot.level, spot.lying, tags, n)


def note_since(item, tag, t):
    """Keep chips apart that are read when the second movement of a call has had its time."""
    ant = item.spot.antenna
    if not item.later:
        if t - item.last < item.chips.gap_of(ant) + SECOND_MOVE_MS:
            return
        item.later, item.since_t, item.last_before = [], t, item.last
        item.load_before, item.n_before = ant.load_before, len(item.tags)
    item.later.append(tag)


def part(chips, item, spot):
    """Make chips a motion of their own that joined one long after it, where the scores say that
    they were put there since: what they make whole was short before."""
    began = item.t - chips.gap_ms
    new = [tag for tag in item.later if tag in item.tags]
    swept = len(item.gone) == len(item.tags)  # all of it, before it could be told
    new = [tag for tag in new if tag not in item.gone or swept and item.lay(tag)]
    new = [tag for tag in new if tag.brief is not spot.antenna or tag.brief_t < began]
    rest = [tag for tag in item.tags if tag not in new]
    if not new or not rest or item.total is not None:
        return
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    second = type(item)(chips, spot, item.since_t)
    second.tags = new
    if item.gone:  # the load with all of it there, as it was last
        second.full_load, second.full_load_n = item.full_load, item.full_load_n
    if not item.divided and evidence.put_since(chips, second, item) < LATE_CENTINATS:
        return
    spot.arrival = second
    second.apart = True
    second.last, item.last = item.last, item.last_before
    second.gone = [tag for tag in item.gone if tag in new]
    item.gone = [tag for tag in item.gone if tag in rest]
    item.tags = rest
    for tag in new:
        tag.item = second
    chips.order.add(second)


def watch_blinds(cards, chips, t):
    """All have their cards: is a blind missing, or short, while others lie? True when that is
    settled, or it is too late to say so: somebody has acted.

    Not when a seat that owes none has put chips out: then the setup may be wrong.
    """
    phase = cards.phase
    out = [seat for seat in phase.front if phase.front[seat]]
    if len(phase.owing) < len(phase.counts):
        return True
    if not out or [seat for seat in out if seat not in phase.posts]:
        return True
    settled = True
    faults = []
    for seat in phase.posts:
        spot = chips.spots.get(seat)
        front = phase.front.get(seat, 0)
        due = min(phase.posts[seat], phase.worth(seat))
        if front >= due or not phase.is_live(seat) or spot is None:
            continue
        going = spot.departure  # of what is told to lie there some is in a shadow, its load is not
        hidden = going is not None and t < going.last + SHADOW_MS
        if hidden or spot.arrival is not None and (front or not _came_late(phase, spot)):
            settled = False
        elif front or spot.arrival is not None or _lacks(cards, chips, spot, t):
            faults.append(spot)
        else:
            settled = False
    for spot in faults if settled else ():  # once
        front = phase.front.get(spot.seat, 0)
        if front:
            _short(chips, spot, front, t)
        else:
            cards.emit(events.notice(t, "blind_missing", spot.seat))
    return settled


def _came_late(phase, spot):
    """True for a blind that is put out after the last card of the deal: its spot, which reads it as
    it does since, would have read some of it before, if it had lain there when the deal began."""
    arrival = spot.arrival
    tags = arrival.tags
    if arrival.t <= phase.last_deal or [tag for tag in tags if tag.brief is spot.antenna]:
        return False
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    missed = [evidence.unread_since(tag, phase.first_deal, arrival.t) for tag in tags]
    return max(missed + [0]) >= LATE_CENTINATS


def _surely_ms(ant):
    """How long a loop must have read none of a lone chip to be bare: longer than two shadows."""
    return max(PARTIAL_MS, ABSENT_EDGE_DWELLS * ant.period_ms)


def _lacks(cards, chips, spot, t):
    """True for a spot that has been empty since the deal began, by its load or by its reads: none
    of a lone chip for longer than two shadows."""
    ant = spot.antenna
    if ant.tracks:
        return False
    if not (cards.laden.card_load() or t & LOAD_ASKED_MASK_MS):
        cards.laden.learn()  # as before an act, which may be long in coming
    per_chip = chips.bearing.chip_load or cards.laden.card_load() and CHIP_LEAST_16THS
    if per_chip and bare(ant, per_chip):
        return True
    since = cards.phase.first_deal
    if t - since < _surely_ms(ant) or t - ant.t > SHADOW_MS:
        return False
    return not [g for g in chips.tags.values() if g.brief is ant and g.brief_t >= since]


def _short(chips, spot, front, t):
    """A blind lies there with a chip too few: pointed out where the load says that all of it is
    read, or where no shadow has hidden a chip for so long and the load, if it says more, says less
    than that; else the dealer is asked."""
    ant = spot.antenna
    _, more = chips.bearing.says(ant) or (None, 0)
    if chips.bearing.all_read(ant) or _unseen(spot) - max(0, more) >= LATE_CENTINATS:
        chips.emit(events.notice(t, "blind_missing", spot.seat))
    elif chips.ask is not None:

        def answered(value, when):
            if chips.phase.front.get(spot.seat, 0) != front or not isinstance(value, int):
                return
            if value > front:
                chips.emit_unread(spot.seat, value - front, when)
            else:
                chips.emit(events.notice(when, "blind_missing", spot.seat))

        chips.ask(t, "chips_unread", answered, spot.seat, front)


def _unseen(spot):
    """How unlikely it is that a chip which came with those told to lie on a spot has not been read
    since, whether these have lain in a shadow meanwhile or not."""
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    return evidence.unseen(spot.antenna, spot.antenna.t - spot.emitted_t)


def short(chips, item):
    """True where chips that left their spot, or lie there while others are pulled in, are surely
    all there were: neither it nor the pot, where some of them are read by now, has read another
    for so long, nor was its load one more. What hides a chip hides no load: that it was not one
    more counts besides."""
    left = [tag for tag in item.tags if tag.left >= item.t]
    bearing, ant = chips.bearing, item.spot.antenna
    weighed = item.full_load_n and bearing.known(ant)
    more = bearing.one_more(ant, item.full_load, item.lying) if weighed else 0
    if more > 0:
        return False
    those = left or item.tags
    lost = sum([256 - tag.share if left else _lost_256ths(tag) for tag in those])
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    ms = min([tag.left if left else ant.t for tag in those]) - item.t
    score = evidence.never_read(item.reads, ms, lost, 256 * len(those)) - more
    pot = [tag.home for tag in left if tag.home is not None and tag.zone == POT]
    if pot:
        home = pot[0]
        ms = home.seen - home.since
        score += evidence.missed(home.dwells, ms, 0, 0, (home.lost, home.dwells))
    return score >= LATE_CENTINATS


def _lost_256ths(tag):
    """Dwells of its bet spot that have missed a chip that lies there, in 256ths of them."""
    if tag.home is None:
        return 256 - tag.share
    return (tag.home.lost << 8) // max(1, tag.home.dwells)


def bare(ant, per_tag):
    """True when the load of a loop on which nothing is read is surely that of none, a tag taking no
    less than ``per_tag``; on a table whose loads are known to tell something."""
    if not ant.agc or not ant.ref or ant.tracks or ant.level_n < LEVEL_SURE_DWELLS:
        return False
    return one_more(ant, ant.level, per_tag, 0, ant.t) <= -LIKELY_CENTINATS
