"""A chip the loops of two bet spots hear: on which of them does it lie?

A badly placed chip is read next door as well (20 to 40 % of the time within 20 mm outside a
loop), and the neighbour may read it first. The loop that reads it more often is the likelier; and
so is the seat that is due to put chips there.
"""

from firmware.table import phase as ph
from firmware.table import pulled
from firmware.table.values import (
    BOARD_CARDS,
    CROSS_TALK_1000THS,
    CROSS_TALK_DWELLS,
    CROSS_TALK_HITS,
    CROSS_TALK_STEPS_1000THS,
    DUE_SEAT_TIMES,
    ENTER_HITS,
    PARTIAL_MS,
    SIDEWAYS_HITS,
    SIDEWAYS_MS,
)
from shared_rules.zones import POT


def heard_beside(beside, track, lying):
    """True for a tag that lay on the loop ``lying`` and that another, which is known to hear what
    lies there, has not read so often since that it surely lies here."""
    rate = beside.rate(track.antenna.index, lying.index)
    if rate <= CROSS_TALK_1000THS:
        return False
    reads = ENTER_HITS
    for step in CROSS_TALK_STEPS_1000THS:
        if rate > step:
            reads += 1
    return track.run < reads


def strange(chips, seat):
    """True for chips before a seat that has no cards while others bet, or that is due no
    blind, or no more, while another's is awaited: they may be a neighbour's."""
    phase = chips.phase
    if phase.now in (ph.SHUFFLED, ph.DEAL):
        if phase.antes:  # every seat puts chips in
            return False
        return phase.front.get(seat, 0) >= phase.post_due(seat) and phase.blinds_awaited()
    return phase.now == ph.BETTING and seat not in phase.live


def contested(tag):
    """True while another bet spot's loop hears a chip as well as its home does."""
    home = tag.home
    if home is None:
        return False
    for track in tag.tracks:
        heard = track is not home and track.antenna.kind == "line" and track.hits >= CROSS_TALK_HITS
        if heard and track.hits * home.dwells >= home.hits * track.dwells:
            return True
    return False


def likelier(chips, tag):
    """Track of the bet spot on which a chip lies rather than at its home; None: at its home."""
    home = tag.home
    best = None
    most = _weight(chips, home) if home is not None else 0
    for track in tag.tracks:
        if track is home or track.antenna.kind != "line" or track.hits < CROSS_TALK_HITS:
            continue
        if track.misses or home is not None and min(home.dwells, track.dwells) < CROSS_TALK_DWELLS:
            continue
        weight = _weight(chips, track)
        if weight > most:
            best, most = track, weight
    return best


def claim(chips, item):
    """Chips that are lacking in a motion and that its loop hears, too, are not the neighbour's."""
    for track in item.spot.antenna.tracks:
        tag = track.tag
        other = tag.item
        if other is None or not other.fresh or other.spot is item.spot or tag in other.gone:
            continue
        if as_likely(chips, track, tag.home) and chips.lacking(item, tag.value) is not None:
            other.tags.remove(tag)
            item.tags.append(tag)
            tag.item = item
            tag.zone = item.spot.line


def unlay(chips, tag):
    """A chip that shows in the pot, not told to lie on a bet spot yet, does not lie there when it
    came from the pot, or when the seat put nothing in: then it is the neighbour's whose bet it
    makes whole (see late.py). Out of the pot, as change nobody has read, it was put there where
    others of its motion, which did not come from there, are pulled in as well."""
    item = tag.item
    if item is None or not item.fresh:
        return
    betting = chips.phase.now == ph.BETTING
    if not (betting and strange(chips, item.spot.seat)):
        gone = [g for g in item.tags if g.frm != POT and g.left >= max(item.t, tag.left)]
        if tag.frm != POT or betting and gone:
            return
    _take_out(item, tag, POT if tag.frm == POT else None)


def _take_out(item, tag, zone):
    item.tags.remove(tag)
    if tag in item.gone:
        item.gone.remove(tag)
    tag.item, tag.zone = None, zone


def of_pot(chips, item):
    """Chips of a motion that lie in the pot and are only heard on its spot, on a complete board
    while somebody has to act, nobody has tabled a hand, and the pot's loop holds more than have
    come. Not what the spot has read again and again, as no loop hears what lies beside it; nor
    where change is due."""
    phase, seat = chips.phase, item.spot.seat
    if phase.now != ph.BETTING or phase.board < BOARD_CARDS or phase.tabled:
        return ()
    if not phase.able(phase.owing) or pulled.bets_over(phase) or phase.change_left(seat):
        return ()
    came = [tag for tag in item.tags if tag.frm == POT and item.t - tag.left <= PARTIAL_MS]
    holds = 0
    for ant in chips.pots if came else ():
        holds += len([k for k in ant.tracks if k.tag.zone == POT and k.tag.home is k])
    return [tag for tag in came if len(came) < holds and not _lies(tag, item)]


def _lies(tag, item):
    home = tag.home
    if home is None:
        return tag.left - item.t >= SIDEWAYS_MS
    return home.hits >= SIDEWAYS_HITS and 5 * home.hits >= 4 * home.dwells


def unhear(chips, item):
    """Take chips ``of_pot`` that a spot hears no more out of its motion: they lie in the pot. True
    while there are others."""
    heard = of_pot(chips, item)
    for tag in heard:
        if tag in item.gone:
            _take_out(item, tag, POT)
    return [tag for tag in heard if tag in item.tags] != []


def as_likely(chips, track, home):
    """True when a chip lies as likely at one loop that hears it as at its home."""
    return home is None or _weight(chips, track) >= _weight(chips, home)


def _weight(chips, track):
    """Share of dwells that read it, in 256ths, times what the seat's turn makes of it."""
    share = (track.hits << 8) // max(1, track.dwells)
    return share * DUE_SEAT_TIMES if _due(chips.phase, track.antenna.number) else share


def _due(phase, seat):
    """True for a seat whose chips are awaited."""
    if phase.now in (ph.SHUFFLED, ph.DEAL):
        return phase.post_due(seat) > phase.front.get(seat, 0)
    return phase.now == ph.BETTING and seat == phase.actor
