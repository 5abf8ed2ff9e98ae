"""Who has won a pot whose push no antenna has read, several hands having been left?

The dealer kills the hands that lose and collects the winner's last, when the pot is out. So when
the last hand goes, the pot's loop bare and no chips read on their way, the dealer is asked whether
that seat won; without an answer it did, told with less confidence.
"""

from firmware.table import events
from firmware.table import phase as ph
from firmware.table.values import ASK_MS
from shared_rules.zones import MUCK, POT, seat_of, seat_zone


def pot_asked(cards, item, now):
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
    return seat if bare(cards.antennas) else None


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
    """Tell what went unread of pushes to the winners, when the hand is over and the pot bare."""
    phase = cards.phase
    if not bare(cards.antennas):
        return
    seats = sorted(phase.winners)
    pushed = sum([phase.winners[seat] for seat in seats])
    if sum([phase.put[seat] for seat in phase.put]) == phase.pot_sum + pushed:
        lacks = _shares(phase)
    else:  # what each has put in is not known
        lacks = {seat: sum(phase.pot_of(seat)) for seat in seats[:1]} if len(seats) == 1 else {}
    for seat in seats:
        if lacks.get(seat, 0) > 0:
            values = phase.pot_of(seat)
            values = values if sum(values) == lacks[seat] else [lacks[seat]]
            ev = events.chips_move(t, seat, values, POT, seat_zone(seat), "dealer")
            ev["confidence"] = "medium"
            cards.emit(ev)


def _shares(phase):
    """Seat -> what each winner lacks of its pots; nothing where they do not add up.

    Who has put in least has won the pot that all of that size make, who has put in more the next;
    those who have put in as much have split it. A tie with a hand that has put in less is rarer,
    and has been pushed more than its own pot. What nobody has matched of a bet was in no pot: who
    has got just that back has won none.
    """
    put = {}
    dead = 0
    won = {}
    for seat in phase.winners:
        most = max([phase.put[s] for s in phase.put if s != seat] or [0])
        if phase.winners[seat] != phase.put.get(seat, 0) - most:
            won[seat] = phase.winners[seat]
    for seat in phase.put:
        ante = min(phase.put[seat], phase.ante_due(seat, True))
        dead += ante  # in the first pot, whoever has matched it
        winner = seat in phase.winners  # whose change came with the push
        put[seat] = phase.put[seat] - ante - (0 if winner else phase.change.get(seat, 0))
    for seat in phase.winners:
        put[seat] = min(put.get(seat, 0), max([put[s] for s in put if s != seat] or [0]))
    lacks = {}
    below = 0
    for level in sorted([put[seat] for seat in won]):
        those = [seat for seat in won if put[seat] == level]
        pot = sum([min(put[s], level) - min(put[s], below) for s in put]) + dead
        for seat in those if level > below else ():
            lacks[seat] = pot // len(those) - won[seat]
            if lacks[seat] < 0 and pot % len(those):
                lacks[seat] += 1  # it has the odd chip
        if level > below:
            below, dead = level, 0
    return {} if [seat for seat in lacks if lacks[seat] < 0] else lacks


def bare(antennas):
    """True when the pot is read, and no chip in it any more: cards of the board may be above it."""
    pots = [ant for ant in antennas if ant.kind == POT and ant.dwells]
    for ant in pots:
        if [track for track in ant.tracks if track.tag.value]:
            return False
    return bool(pots)
