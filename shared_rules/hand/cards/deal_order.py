"""The order of the initial deal: who is due which card, and until when a deal can be voided.

Pure arithmetic over the record that ``dealing.py`` keeps of every card off the deck.
"""

from shared_rules.hand.start import button_place

FORCED = ("post", "ante", "bring_in")

# fields of a pitched card in the record
(SEAT, TOKEN, NTH, EVENT, EXPOSED, OFF, GONE, BOXED) = range(8)


def acts(hand):
    """Accepted acts of the first street, forced bets left out."""
    first = hand.game.streets[0].name
    return [a for a in hand.actions if a["street"] == first and a["act"] not in FORCED]


def substantial(hand, done):
    """True when the acts are substantial action by the book's own count (tda-2011:33)."""
    chips = hand.book.value("deal.substantial_chips", 0)
    if len(done) >= hand.book.value("deal.substantial_any", 3):
        return True
    for i in range(len(done) - 1):
        a, b = done[i], done[i + 1]
        if a["seat"] != b["seat"]:
            put_in = (1 if a["amt"] else 0) + (1 if b["amt"] else 0)
            if put_in >= chips:
                return True
    return False


def too_late(hand):
    """True when the book no longer allows to void the deal for a fault of the deal."""
    if hand.game.index(hand.street) > 0 or (hand.board and hand.phase != "deal"):
        return True
    done = acts(hand)
    rule = hand.book.value("deal.too_late_" + hand.game.family, "two_players")
    if rule == "substantial":
        return substantial(hand, done)
    seats = []
    for a in done:
        if a["seat"] not in seats:
            seats.append(a["seat"])
    return len(seats) >= 2


def entitled(hand):
    """Seats with a right to a hand in dealing order; nobody between small blind and button."""
    first = hand.setup.get("first_dealt_seat")
    place = button_place.of(hand)
    if place is None and first is None:
        return None
    barred = no_hand(hand)
    seats = [s for s in hand.dealt_in if s in hand.seats and s not in barred]
    if first is not None:
        return hand.after(first - 1, seats)
    return hand.after(place, seats)


def no_hand(hand):
    """Newcomers between button and small blind: they wait (tda-2011:7)."""
    moved = [m["seat"] for m in hand.setup.get("moved_in", ())]
    if not moved:
        return ()
    button, sb = button_place.of(hand), hand.sb_seat
    if button is None or sb is None:
        return ()
    if hand.format == "tournament" and hand.book.value("frame.newcomer_between", False):
        return ()
    between = []
    for seat in hand.after(button, button_place.all_seats(hand)):
        if seat == sb:
            break
        between.append(seat)
    return [s for s in moved if s in between]


def due_cards(hand):
    """Cards of the first street a seat is due."""
    street = hand.game.streets[0]
    return street.down + street.up
