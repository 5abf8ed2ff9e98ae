"""Who has won a pot whose push no antenna has read, several hands having been left?

The dealer kills the hands that lose and collects the winner's last, when the pot is out. So when
the last hand goes, the pot's loop bare and no chips read on their way, the dealer is asked whether
that seat won; without an answer it did, told with less confidence.
"""

from firmware.table import events
from firmware.table import phase as ph
from firmware.table.values import ASK_MS
from shared_rules.zones import MUCK, POT, seat_of, seat_zone


def held(cards, item, now):
    """True while a move of the last hand to the muck waits for the dealer's word on its pot."""
    if item.winner is None:
        seat = last_hand(cards, item)
        if seat is None or cards.ask is None:
            return False

        def answered(value, t):
            item.asked_t = now - ASK_MS  # wait no longer
            if value == "no":
                item.winner = False

        item.winner = seat
        item.asked_t = now
        cards.ask(now, "pot_unread", answered, seat)
    return item.waits(now, item.asked_t + ASK_MS, "asked")


def last_hand(cards, item):
    """Seat of the last hand left when a move takes it away, the pot having gone unread; else
    None."""
    phase = cards.phase
    if item.to != MUCK or phase.now != ph.SHOWDOWN or phase.awarded or not phase.pot:
        return None
    seat = seat_of(item.frm)
    if phase.live != [seat] or phase.won_by(seat):
        return None  # others are left, or all others have folded (``Cards._pot_pushed``)
    return seat if _bare(cards.antennas) else None


def emitted(cards, item):
    """Tell the push of a pot nobody has read before the hand that won it is collected."""
    seat = item.winner
    if not seat or cards.phase.awarded:
        return
    values = cards.phase.pot_of(seat)
    if values:
        ev = events.chips_move(item.t, seat, values, POT, seat_zone(seat), "dealer")
        ev["confidence"] = "medium"
        cards.emit(ev)


def rest(cards, t):
    """Tell what went unread of a push to one winner, when the hand is over and the pot bare."""
    phase = cards.phase
    if len(phase.winners) != 1 or not _bare(cards.antennas):
        return
    seat = phase.winners[0]
    values = phase.pot_of(seat)
    if values:
        ev = events.chips_move(t, seat, values, POT, seat_zone(seat), "dealer")
        ev["confidence"] = "medium"
        cards.emit(ev)


def _bare(antennas):
    """True when the pot is read, and no chip in it any more."""
    pots = [ant for ant in antennas if ant.kind == POT and ant.dwells]
    for ant in pots:
        if ant.tracks:
            return False
    return bool(pots)
