"""What readings are worth: the scores of rival explanations, in centinats (a hundred times the
natural logarithm of how many times as likely the one is as the other).

A decision sums what speaks for it and against it and asks for a lead (``values.py``): little for
what is regular, more for what starts an alert. Integers only, nothing kept; loaded when there is
something to weigh. How well a tag is read where it lies is learned from that tag: its own dwells.
"""

from firmware.table.load import deviation
from firmware.table.values import (
    ABSENT_EDGE_DWELLS,
    CALL_CENTINATS,
    CHIP_LEAST_16THS,
    COIN_DWELLS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LIKELY_CENTINATS,
    PILE_CHIPS,
    SHADOW_BEGIN_MS,
    SHADOW_CENTINATS,
    SHADOW_MS,
    TAG_SPREAD_PARTS,
    TOGETHER_PARTS,
)


def ln(n):
    """A hundred times the natural logarithm of a whole number, off by 2 at most; 0 below 2."""
    bits = 0
    while n >> bits > 1:
        bits += 1
    if not bits:
        return 0
    part = ((n << 8) >> bits) & 255  # 256ths above the power of two
    part += (88 * part * (256 - part)) >> 16  # log2(1 + x) is about x + 0.34 x (1 - x)
    return (6931 * ((bits << 8) + part) + 12800) // 25600


def missed(run, ms, lost, dwells, others=(0, 0)):
    """How unlikely it is that what lies on a loop is missed ``run`` times in a row, for ``ms``.

    Its loop misses it in ``lost`` of ``dwells`` as a rule; ``others``: the same of what lies
    there with it, read as badly as it before it has dwells of its own. Each miss may be a coin of
    its own; or all of them are one shadow, which lasts. The likelier of the two counts.
    """
    usual = max(1, COIN_DWELLS * (others[0] + 1) // (COIN_DWELLS + others[1]))
    coin = ln(dwells + COIN_DWELLS) - ln(lost + usual)
    return min(run * coin, shadow(ms))


def revisits(ant, ms):
    """How often a loop is read in so many ``ms``, as it is of late; each of them counts as one
    where it has not been read twice yet."""
    return ms // max(1, ant.period_ms)


def unseen(ant, ms):
    """The same of a tag that a loop has not read in ``ms``, as badly read as what lies there."""
    lost = sum([track.lost for track in ant.tracks])
    dwells = sum([track.dwells for track in ant.tracks])
    return missed(revisits(ant, ms), ms, 0, 0, (lost, dwells))


def never_read(run, ms, lost, dwells):
    """How unlikely it is that a chip which came to a loop with others lies there unread in all
    ``run`` dwells since, for ``ms``, the loop having missed the others in ``lost`` of ``dwells``; 0
    for so few that at an edge none of them need have read it."""
    return missed(run, ms, 0, 0, (lost, dwells)) if run >= ABSENT_EDGE_DWELLS else 0


def shadow(ms):
    """How unlikely it is that a tag just put down is in a shadow for ``ms`` or longer."""
    if ms <= SHADOW_BEGIN_MS:
        return SHADOW_CENTINATS
    whole = ln(SHADOW_MS) - ln(SHADOW_BEGIN_MS)  # lengths are even over their logarithm
    left = ln(SHADOW_MS) - ln(min(ms, SHADOW_MS))
    return SHADOW_CENTINATS + ln(whole) - (ln(left) if left else -ln(whole))


def came(ant, was, dwells, level, level_n, per_tag, tags):
    """Evidence that up to so many ``tags`` have come to a loop, against that none has.

    ``was``, ``level``: its load before and since, means of ``dwells`` and ``level_n`` readings, in
    sixteenths of a count. The best for any number of the tags: the others may have lain there.
    """
    noise = deviation(ant)
    spread = per_tag // TAG_SPREAD_PARTS
    fall = was - level
    best = None
    for n in range(1, tags + 1):
        off = noise * noise // dwells + noise * noise // level_n + n * spread * spread
        score = 100 * n * per_tag * (2 * fall - n * per_tag) // (2 * off)
        if best is None or score > best:
            best = score
    return best


def put_later(chips, item, spot):
    """Evidence that chips read after a motion of the same seat was told were put there later,
    against that they came with it and were missed since."""
    was = spot.level or spot.load_before
    began = spot.event["t"] if spot.event is not None else spot.emitted_t
    lasted, lying = (began, spot.emitted_t), spot.lying
    return _later(chips, item, lasted, was, spot.level_n, lying, _lacked(chips, item, spot))


def mute(chips, item, spot):
    """True where no load tells whether chips were put down after those told before."""
    weighed = _since_last(chips, item, spot)
    return weighed is None or -LIKELY_CENTINATS < weighed < LIKELY_CENTINATS


def against(chips, item, spot):
    """True where the load says that no chips were put down after those told before."""
    weighed = _since_last(chips, item, spot)
    return weighed is not None and weighed <= -LIKELY_CENTINATS


def _since_last(chips, item, spot):
    was = spot.level or spot.load_before
    weighed = _weighed(chips, item, was, max(1, spot.level_n), spot.lying)
    return min(0, weighed) if weighed and _lacked(chips, item, spot) else weighed


def _lacked(chips, item, spot):
    """True where as many chips told to lie on a spot went unread when its load was kept as have
    come since: at its edge they loaded it little, and pushed together they load it more."""
    lie = [t for t in chips.tags.values() if t.value and t.zone == spot.line and t.item is None]
    return len([t for t in lie if t not in item.tags]) - spot.lying >= len(item.tags)


def put_after(chips, item, before):
    """The same of chips that wait to be told, as the motion ``before`` them does."""
    lasted = before.t, before.last
    return _later(chips, item, lasted, before.full_load, before.full_load_n, before.lying)


def put_since(chips, item, before):
    """The same of chips that joined a motion long after its others, which lack them."""
    was, lying = before.load_before, before.n_before
    dwells = revisits(item.spot.antenna, before.since_t - before.last_before)
    dwells = max(LEVEL_ROUGH_DWELLS, min(dwells, LEVEL_SURE_DWELLS))  # what that is a mean of
    return _later(chips, item, (before.t, before.last_before), was, dwells, lying)


def _later(chips, item, lasted, was, dwells, lying, lacked=False):
    score = _unread_since(item, lasted[1], lasted[0] - item.chips.gap_ms)
    weighed = _weighed(chips, item, was, max(1, dwells), lying)
    if weighed and lacked:
        weighed = min(0, weighed)  # more load may be that of what lay there
    came_first = item.load_first or 0
    if weighed is None:
        ant = item.spot.antenna
        weighed = 0
        if ant.agc and chips.bearing.unmoved(ant, len(item.tags)):
            came_first = CALL_CENTINATS
    if weighed < LIKELY_CENTINATS:
        came_first = max(0, came_first - _fallen(item))
        score -= min(came_first, CALL_CENTINATS)  # their load came before they did, and no hand's
    return score + weighed


def _fallen(item):
    """Evidence that the load which came before chips were read was that of the hand which brought
    them: it has fallen since, as that of chips that lie there does not."""
    ant = item.spot.antenna
    level, level_n = item.full_load, item.full_load_n
    if not (item.load_was and level > item.load_was):
        return 0
    noise = deviation(ant)
    off = noise * noise // max(1, level_n) + noise * noise // LEVEL_ROUGH_DWELLS
    return 100 * (level - item.load_was) ** 2 // (2 * off)


def _unread_since(item, since, began=None):
    """How unlikely it is that all chips of a motion were missed since the one before, which
    ``began`` at that time, ms: what hides them hides them together as a rule. One that was read
    with the motion before lies there in a shadow, which is no surprise any more in the others; nor
    is it in one that its spot has lost again since and read once more, nor where another chip
    that lies there has gone unread for as long. Of a large pile any chip may have been the one."""
    ant = item.spot.antenna
    ms = max(0, item.t - since)
    run = revisits(ant, ms)
    ms -= ms // max(1, run)  # from the first miss to the last: what a shadow has to last
    most = total = lost = dwells = 0
    hidden = _hides(item, ms)
    for track in ant.tracks:
        if track.tag not in item.tags:
            lost += track.lost
            dwells += track.dwells
    for tag in item.tags:
        if began is not None and tag.brief is ant and began <= tag.brief_t:
            hidden = max(hidden, SHADOW_CENTINATS)
            continue
        if tag.left >= item.t and tag not in item.gone:
            hidden = max(hidden, SHADOW_CENTINATS)
        track = _at(tag, ant)
        score = shadow(ms)
        if track is not None:
            score = missed(run, ms, track.lost, track.dwells, (lost, dwells))
        most = max(most, score)
        total += score
    others = len(ant.tracks) - len(item.tags)
    score = max(0, most - hidden) + (total - most) // TOGETHER_PARTS
    return score - max(0, ln(others) - ln(PILE_CHIPS))


def _hides(item, ms):
    """How unlikely a chip is that lies on the spot of a motion and was lost there before that came,
    and that has not been read for so many ``ms``, as the motion would have gone unread: what hides
    it, its pile or the edge, may have hidden that as long. Not one that was no shadow's yet, which
    the hand that brought the motion covers; nor where the load says that all which lies there is
    read: it has gone."""
    ant, most = item.spot.antenna, 0
    for tag in item.chips.tags.values():
        lies = tag.value and tag.zone == item.spot.line and tag.home is None
        if lies and item.t - tag.left >= SHADOW_BEGIN_MS and ant.t - tag.left >= ms:
            most = max(most, shadow(ant.t - tag.left))
    return most if most and item.chips.bearing.load_says_more(ant) is not False else 0


def unread_since(tag, since, t):
    """How unlikely it is that a tag which has come to lie at its home by ``since`` was missed there
    until ``t`` ms."""
    home = tag.home
    ms = t - since
    if home is None or ms <= 0:
        return 0
    return missed(revisits(home.antenna, ms), ms, home.lost, home.dwells)


def _at(tag, ant):
    """What a loop knows of a tag; None when it has not read it of late."""
    for track in tag.tracks:
        if track.antenna is ant:
            return track
    return None


def _weighed(chips, item, was, dwells, lying):
    """What the load of the spot says of that, ``was`` its load before, a mean of so many dwells
    with so many tags ``lying``; None where it tells nothing."""
    ant = item.spot.antenna
    level, level_n = item.full_load, item.full_load_n
    if ant.level_n > level_n and not [tag for tag in item.tags if _at(tag, ant) is None]:
        level, level_n = ant.level, ant.level_n  # else some may have gone again
    if not (ant.agc and was and level and level_n):
        return None
    per_tag = chips.bearing.chip_load
    if not per_tag and ant.empty and lying:
        per_tag = (ant.empty - was) // lying
    if per_tag < CHIP_LEAST_16THS:
        per_tag = was - level  # what it takes is not known: only more load says something
    if per_tag < CHIP_LEAST_16THS:
        return None
    return came(ant, was, dwells, level, level_n, per_tag, len(item.tags))
