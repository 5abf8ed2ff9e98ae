"""Walking the pitched cards along the rotation: who was passed over, served twice or out of turn.

Loaded when a deal has to be looked at; a faultless one goes on as it is due (``dealing.py``).
"""

from shared_rules.hand.cards.deal_order import BOXED, EVENT, GONE, OFF, SEAT, due_cards, entitled


def optional(hand):
    """Seats that need not be dealt in: nobody there and nothing posted, where the book says so."""
    rule = hand.book.value("deal.absent_entitled", "always")
    if hand.format == "tournament":
        rule = hand.book.value("deal.absent_entitled_tournament", rule)
    if rule == "always":
        return ()
    return [s for s in hand.seats if unattended(hand, s)]


def unattended(hand, seat):
    """True for a seat with nobody there by the time the hands were dealt, and nothing posted.

    Who posted is entitled to a hand, present or not; who comes back later is not.
    """
    then = (hand.pending.get("presence") or {}).get("last") or hand.presence
    return then.get(seat) == "away" and not hand.posted.get(seat)


class Walk:
    """What walking the pitched cards along the rotation shows. Seats, in the order found."""

    def __init__(self):
        self.wrong_first = None  # seat that got the first card instead of the right one
        self.late = []  # seats that got a card after a seat further on (out of sequence)
        self.skipped = []  # seats passed over and not served since
        self.certain = []  # of these, those another card has passed as well
        self.doubles = []  # seats that got two cards in a row
        self.extras = []  # seats that got a card after everybody had all
        self.strangers = []  # seats without a right that got a card
        self.waiting = []  # seats whose card was boxed and that have no other for it
        self.lacking = []  # seats whose card went off the table
        self.next_gone = False  # the card below a boxed one went to another seat
        self.button_pair = False  # the last seat got its last two cards in a row
        self.button_late = False  # the last seat got a missed card after the last round
        self.complete = False  # everybody was passed in the last round
        self.counts = {}
        self.last = None
        self.order = []


def walk(hand, cards, filled=()):
    """Walk the pitched cards of the deal along the rotation; a ``Walk``.

    ``filled``: events that gave a short hand its card by a remedy, out of the rotation by right.
    """
    w = Walk()
    order = entitled(hand)
    got = [c[SEAT] for c in cards if c[SEAT] is not None]
    w.order = order or []
    if not order:
        return w
    for seat in optional(hand):
        if seat in order and seat not in got:
            order = [s for s in order if s != seat]
    if not order or not cards:
        w.order = order
        return w
    first = cards[0][SEAT]
    if first in order and first != order[0]:
        w.wrong_first = first
        at = order.index(first)
        order = order[at:] + order[:at]
    w.order = order
    _step_through(hand, w, order, cards, filled)
    return w


def _step_through(hand, w, order, cards, filled):
    """Follow the cards; ``p`` counts the places of the rotation that have been passed."""
    places = len(order) * due_cards(hand)
    passed = {}  # skipped seat -> cards dealt since
    p = 0
    again = None  # place whose card was boxed and went aside: the next card is for it
    for card in cards:
        due = order[p % len(order)] if p < places else None
        seat = card[SEAT]
        if card[BOXED] and card[OFF]:
            if due is not None and again != p:
                w.waiting.append(due)
                again = p
            continue
        if card[OFF]:
            if due is not None:
                w.lacking.append(due)
                p += 1
            continue
        if seat not in order:
            w.strangers.append(seat)
            continue
        if not card[BOXED] and not card[GONE]:
            w.counts[seat] = w.counts.get(seat, 0) + 1
        for s in passed:
            passed[s] += 1
        if card[EVENT] in filled:
            if seat in w.skipped:
                w.skipped.remove(seat)
            continue
        if p == again and seat == due:
            w.waiting.remove(seat)
        p = _place(hand, w, order, places, p, seat, passed)
        if card[BOXED]:
            w.waiting.append(seat)  # its card is scrap: another is due for it
        w.last = seat
    w.complete = p >= places
    for s in w.skipped:
        if s not in w.certain and s not in w.waiting and (w.complete or passed[s] > 0):
            w.certain.append(s)


def _place(hand, w, order, places, p, seat, passed):
    """Judge one card to a seat of the rotation; the new ``p``."""
    n = len(order)
    if w.next_gone and seat in w.waiting and n <= p < places and p % n == 0 and seat != order[0]:
        w.waiting.remove(seat)  # after the round, in place of its boxed card
        return p
    if p < places and seat == order[p % n]:
        if w.waiting:
            w.next_gone = True
        return p + 1
    if seat in w.skipped:
        w.skipped.remove(seat)
        if seat in w.waiting:
            w.waiting.remove(seat)
            w.next_gone = True
        elif seat == order[-1] and w.last == seat and p >= places:
            w.button_pair = True
        elif not (seat == order[-1] and p >= places):
            w.late.append(seat)
        else:
            w.button_late = True
        return p
    if p >= places:
        if seat in w.waiting:  # the very last card was the boxed one
            w.waiting.remove(seat)
        elif w.counts.get(seat, 0) > due_cards(hand):
            w.extras.append(seat)
        return p
    if p and seat == order[(p - 1) % n]:
        if seat in w.waiting:  # the card below the boxed one comes in its place
            w.waiting.remove(seat)
            return p
        w.doubles.append(seat)
        return p
    while p < places and order[p % n] != seat:
        s = order[p % n]
        w.skipped.append(s)
        passed[s] = 0
        if s in w.waiting:
            w.next_gone = True
        p += 1
    return p + 1 if p < places else p
