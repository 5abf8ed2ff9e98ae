"""What goes wrong with cards: in the deal, with burns, on the board."""

from tests.detection.ninth.stakes import DECK


def _course(hand):
    """``(nth, seat)`` of a regular deal."""
    return list(enumerate(hand.deal_order() * 2))


def _found(hand, flaw, *seats):
    hand.expect = (flaw.prefixes, set(seats))


def _exposed(hand, seat):
    hand.key(hand.t, what="exposed", seat=seat, by="dealer")


def _deal_with(hand, flaw, course, at):
    """Cards of the deal, the one at place ``at`` turned over."""
    for nth, seat in course:
        hand.deal_one(seat)
        if nth == at:
            _exposed(hand, seat)
            _found(hand, flaw, seat)


def first_exposed(hand, flaw):
    """The first or second card off the deck turns over."""
    at = hand.rng.randint(0, 1)
    _deal_with(hand, flaw, _course(hand)[: at + hand.rng.randint(1, 3)], at)


def later_exposed(hand, flaw):
    """A later card turns over; the dealer deals on."""
    course = _course(hand)
    at = hand.rng.randrange(2, len(course))
    _deal_with(hand, flaw, course, at)


def two_exposed(hand, flaw):
    """Two later cards turn over, to two seats; the dealer stops."""
    course = _course(hand)
    one = hand.rng.randrange(2, len(course) - 2)
    two = hand.rng.randrange(one + 1, min(one + 3, len(course)))
    for nth, seat in course[: two + 1]:
        hand.deal_one(seat)
        if nth in (one, two):
            _exposed(hand, seat)
    _found(hand, flaw, course[one][1], course[two][1])


def boxed(hand, flaw):
    """A card lies face up in the deck; the dealer sets it aside and deals the next."""
    course, rng = _course(hand), hand.rng
    at = rng.randrange(2, len(course))
    for nth, seat in course:
        if nth == at:
            card = hand.draw()
            hand.pitch(card, rng.choice(["muck", None]), up=True, pace=rng.uniform(1.0, 1.8))
            if rng.random() < 0.5:
                hand.key(hand.t, what="notice", by="dealer", kind="boxed_card", about_seat=seat)
            _found(hand, flaw, seat)
        hand.deal_one(seat)


def two_stuck(hand, flaw):
    """Two cards stick together and go to one seat; the deal goes on."""
    course = _course(hand)
    at = hand.rng.randrange(1, len(course) - 1)
    for nth, seat in course:
        hand.deal_one(seat)
        if nth == at:
            card = hand.draw()
            hand.t -= 0.9 * hand.night.dealer.pace
            hand.deal_one(seat, card=card)
            _found(hand, flaw, seat)


def empty_seat(hand, flaw):
    """A seat with no player gets cards."""
    top = hand.plan.seats
    empty = hand.rng.choice([s for s in range(1, top + 1) if s not in hand.night.seats])
    order = sorted([*hand.night.seats, empty])
    at = next((i for i, s in enumerate(order) if s > hand.night.button), 0)
    order = order[at:] + order[:at]
    hand.free[empty] = 0.0
    for seat in order * 2:
        hand.deal_one(seat)
    _found(hand, flaw, empty)


def left_out(hand, flaw):
    """A player gets no cards at all."""
    order = hand.deal_order()
    out = hand.rng.choice(order[1:-1])
    for seat in order * 2:
        if seat != out:
            hand.deal_one(seat)
    hand.t += hand.rng.uniform(0.5, 1.5)
    if hand.rng.random() < 0.5:
        hand.key(hand.t, what="notice", by="dealer", kind="not_dealt_in", about_seat=out)
    _found(hand, flaw, out)


def wrong_first(hand, flaw):
    """The deal begins one seat too late and goes round from there."""
    order = hand.deal_order()
    for seat in (order[1:] + order[:1]) * 2:
        hand.deal_one(seat)
    _found(hand, flaw, order[0], order[1])


def last_missing(hand, flaw):
    """The button's second card is not dealt; the player says so."""
    course = _course(hand)
    for _, seat in course[:-1]:
        hand.deal_one(seat)
    seat = course[-1][1]
    hand.t += hand.rng.uniform(0.8, 2.0)
    hand.key(hand.t, what="notice", by="dealer", kind="wrong_card_count", about_seat=seat)
    _found(hand, flaw, seat)


def out_of_sequence(hand, flaw):
    """In the second round a seat is passed over and served after its neighbour."""
    order = hand.deal_order()
    at = hand.rng.randrange(0, len(order) - 1)
    second = list(order)
    second[at], second[at + 1] = second[at + 1], second[at]
    for seat in order + second:
        hand.deal_one(seat)
    _found(hand, flaw, order[at], order[at + 1])


def _swap_in(hand, card):
    """A card comes among those that will be dealt; the seat it will go to."""
    course = _course(hand)
    at = hand.rng.randrange(len(course))
    hand.stub[at] = card
    for _, seat in course:
        hand.deal_one(seat)
    return course[at][1]


def foreign(hand, flaw):
    """A card of another deck is dealt to a player."""
    _found(hand, flaw, _swap_in(hand, hand.bank.card(None)))


def joker(hand, flaw):
    """A joker is dealt to a player."""
    _found(hand, flaw, _swap_in(hand, hand.bank.card("JK")))


def duplicate(hand, flaw):
    """A second card of one face: both are dealt."""
    count = len(_course(hand))
    one, two = hand.rng.sample(range(count), 2)
    face = hand.stub[one].card
    assert face in DECK
    hand.stub[two] = hand.bank.card(face)
    for _, seat in _course(hand):
        hand.deal_one(seat)
    _found(hand, flaw)


def extra(hand, flaw):
    """After the deal the first seat gets one card more."""
    seat = hand.deal_order()[0]
    hand.t += hand.rng.uniform(0.2, 0.6)
    hand.deal_one(seat)
    if hand.rng.random() < 0.5:
        hand.key(hand.t + 0.5, what="notice", by="dealer", kind="extra_card", about_seat=seat)
    _found(hand, flaw, seat)


def flashed(hand, flaw):
    """A player shows an own card before anybody has acted."""
    seat = hand.rng.choice(list(hand.hole))
    hand.t = hand.look(seat, hand.t)
    hand.key(hand.t, what="notice", by="dealer", kind="cards_shown_by_player", seat=seat)
    _found(hand, flaw, seat)


def no_burn(hand, flaw):
    """A street comes without a burn; now and then nobody notices and play goes on."""
    hand.turn_board(flaw.street)
    _found(hand, flaw)
    if hand.rng.random() < 0.4:
        return True
    if hand.rng.random() < 0.5:
        hand.key(hand.t + 0.6, what="notice", by="dealer", kind="missing_burn")
    return False


def two_burns(hand, flaw):
    """Two cards are burned before a street."""
    hand.burn()
    hand.burn()
    hand.turn_board(flaw.street)
    _found(hand, flaw)


def card_too_many(hand, flaw):
    """A street has one card too many."""
    hand.burn()
    hand.turn_board(flaw.street, extra=1)
    _found(hand, flaw)


def rabbit(hand, flaw):
    """Once all others have folded the dealer turns the card that would have come."""
    hand.t += hand.rng.uniform(0.5, 1.5)
    if hand.rng.random() < 0.5:
        hand.burn()
    hand.turn_board({0: "flop", 3: "turn", 4: "river"}[len(hand.board)])
    _found(hand, flaw)
