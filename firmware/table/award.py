"""Who has won a pot whose push no antenna has read, several hands having been left?

The dealer kills the hands that lose and collects the winner's last, when the pot is out. So when
the last hand goes, the pot's loop bare and no chips read on their way, the dealer is asked whether
that seat won; without an answer it did, told with less confidence.
"""

from firmware.table import events
from firmware.table import phase as ph
from firmware.table.values import ASK_MS, SHADOW_MS
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
    return seat if pot_bare(cards.antennas) else None


def emitted(cards, item):
    """Tell the push of a pot nobody has read before the hand that won it is collected."""
    seat = item.winner
    if not seat or cards.phase.awarded:
        return
    values = cards.phase.pot_of(seat)
    if values:
        emit_push(cards, item.t, seat, values)


def emit_push(cards, t, seat, values):
    """Tell chips of the pot that went to a seat and were read nowhere on their way."""
    ev = events.chips_move(t, seat, values, POT, seat_zone(seat), "dealer")
    ev["confidence"] = "medium"
    cards.emit(ev)


def rest(cards, t):
    """Tell what went unread of pushes to the winners, when the hand is over and the pot bare.

    Of several winners each has won a pot of its own, or all have split those they were in. Where
    neither adds up chips read nowhere went with the push that came when the pot lost them; else the
    one that has been pushed most has won what is left, if its pots hold it: a chip or two were
    heard at another seat, or given as change.
    """
    phase = cards.phase
    if not pot_bare(cards.antennas):
        return
    seats = sorted(phase.winners)
    pushed = sum([phase.winners[seat] for seat in seats])
    if sum([phase.put[seat] for seat in phase.put]) == phase.pot_sum + pushed:
        unit = min([tag.value for tag in cards.laden.tags.values() if tag.value] or [1])
        pots = _matched(phase)
        lacks = _shares(phase, pots, unit) or _shares(phase, pots, unit, True)
        lacks = _with_change(phase, lacks) or _lost_with(cards) or _most(phase, pots, pushed)
    elif len(seats) == 1:  # what each has put in is not known
        lacks = {seat: sum(phase.pot_of(seat)) for seat in seats}
    else:
        lacks = _lost_with(cards)
    _change_back(cards, t, sum([lacks[seat] for seat in lacks]))
    for seat in seats:
        if lacks.get(seat, 0) > 0:
            values = phase.pot_of(seat)
            emit_push(cards, t, seat, values if sum(values) == lacks[seat] else [lacks[seat]])


def _change_back(cards, t, lacks):
    """Tell change that nobody has read on its way back to those who have won nothing, where it and
    what the winners lack is all that is left: a winner's came with the push."""
    phase = cards.phase
    due = {s: phase.change[s] for s in phase.change if s not in phase.winners}
    if sum([due[s] for s in due]) != phase.pot_sum - lacks:
        return
    for seat in sorted(due):
        if due[seat] > 0:
            emit_push(cards, t, seat, [due[seat]])


def _shares(phase, pots, unit, tied=False):
    """Seat -> what each winner lacks of its pots; nothing where they do not add up.

    Who has put in least has won the pot that all of that size make, who has put in more the next;
    those who have put in as much have split it. ``tied``: also with those who have put in less,
    which is rarer. ``unit``: the smallest chip, the least that is split. What nobody has matched
    of a bet was in no pot: who has got just that back has won none.
    """
    put, dead = pots
    won = {}
    for seat in phase.winners:
        if phase.winners[seat] != _unmatched(phase, seat):
            won[seat] = phase.winners[seat]
    lacks = {seat: -won[seat] for seat in won}
    below = 0
    for level in sorted({put[seat] for seat in won}):
        those = [seat for seat in won if put[seat] == level or tied and put[seat] > level]
        pot = sum([min(put[s], level) - min(put[s], below) for s in put]) + dead
        if level > below:
            share = pot // (len(those) * unit) * unit
            for seat in those:
                lacks[seat] += share
            those.sort(key=lambda seat: lacks[seat])
            # who has been pushed more has the odd chips, else who lacks a bigger one may
            lacks[those[0] if lacks[those[0]] < 0 else those[-1]] += pot - share * len(those)
            below, dead = level, 0
    return {} if [seat for seat in lacks if lacks[seat] < 0] else lacks


def _with_change(phase, lacks):
    """What winners lack, with what nobody has matched of one's bet where that is all that is left:
    it was given back unread, and what was pushed has paid the pots, however they were split."""
    left = phase.pot_sum - sum([lacks[seat] for seat in lacks])
    for seat in lacks or phase.winners:
        if 0 < left == _unmatched(phase, seat) != phase.winners[seat]:
            lacks[seat] = lacks.get(seat, 0) + left
            break
    return lacks


def _unmatched(phase, seat):
    """What a seat has put in that nobody else has; an ante is matched by nobody, nor given back."""
    bets = {s: phase.put[s] - min(phase.put[s], phase.ante_due(s, True)) for s in phase.put}
    return bets.get(seat, 0) - max([bets[s] for s in bets if s != seat] or [0])


def _lost_with(cards):
    """Seat -> chips told to be in the pot that are read nowhere, all that are left or the one that
    is just that: they went with the push read next after the pot had lost them, as soon as a push
    and a shadow take. Nothing where a chip was lost long before any."""
    phase = cards.phase
    lost = [tag for tag in cards.laden.tags.values() if tag.value and tag.zone == POT]
    lost = [tag for tag in lost if tag.home is None]
    if sum([tag.value for tag in lost]) != phase.pot_sum:
        lost = [tag for tag in lost if tag.value == phase.pot_sum]
        if len(lost) != 1:
            return {}
    revisit_ms = max([ant.period_ms for ant in cards.antennas if ant.kind == POT] or [0])
    lacks = {}
    for tag in lost:
        after = [row for row in phase.pushes if -revisit_ms <= row[0] - tag.left <= SHADOW_MS]
        if not after:
            return {}
        _, seat = min(after)
        lacks[seat] = lacks.get(seat, 0) + tag.value
    return lacks


def _most(phase, pots, pushed):
    """Seat -> what is left, for the winner pushed more than half, where its pots hold as much."""
    put, dead = pots
    for seat in phase.winners:
        most = dead + sum([min(put[s], put[seat]) for s in put])
        if 2 * phase.winners[seat] > pushed and phase.winners[seat] + phase.pot_sum <= most:
            return {seat: phase.pot_sum}
    return {}


def _matched(phase):
    """Seat -> what it has put into pots that others are in, and the antes, which are in the first
    whoever has matched them."""
    put = {}
    dead = 0
    for seat in phase.put:
        ante = min(phase.put[seat], phase.ante_due(seat, True))
        dead += ante
        winner = seat in phase.winners  # whose change came with the push
        put[seat] = phase.put[seat] - ante - (0 if winner else phase.change.get(seat, 0))
    for seat in phase.winners:
        put[seat] = min(put.get(seat, 0), max([put[s] for s in put if s != seat] or [0]))
    return put, dead


def pot_bare(antennas):
    """True when the pot is read, and no chip in it any more: cards of the board may be above it."""
    pots = [ant for ant in antennas if ant.kind == POT and ant.dwells]
    for ant in pots:
        if [track for track in ant.tracks if track.tag.value]:
            return False
    return bool(pots)
