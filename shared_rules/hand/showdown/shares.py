"""Who gets how much of a pot: halves of high and low, odd chips, hands that are the same both ways.

The one place that splits pots: rulings (``odd_chips``), disputed awards, the end of a hand and the
tools that play recorded hands all ask here. Loaded when a pot is to be split.
"""

from shared_rules.cards import rank_value, suit_value
from shared_rules.hand.showdown import pots

WINNERS_MAX = 4  # more are hardly ever pushed chips, and the ways to share grow by powers of two


def pay(hand, winners_of):
    """Every pot paid, main pot first: [(amount, seat -> chips)].

    ``winners_of(seats)``: (high seats, low seats or None) among those that can win the pot.
    """
    out = []
    for amount, seats in pots.build(hand):
        high, low = winners_of(seats)
        out.append((amount, split(hand, amount, high, low)))
    return out


def total(paid):
    """Seat -> chips over all pots of ``pay``."""
    out = {}
    for _, part in paid:
        _add(out, part)
    return out


def payoffs(hand, winners):
    """Seat -> chips won, by winners of high and low as read at showdown (low None: no low).

    A pot, or half of one, whose winner was not read goes to the one seat chips were pushed to that
    is no read winner; without one to nobody, and the floor hears that stacks do not add up.
    """
    high, low = winners[0] or (), winners[1] or ()
    out = {}
    for amount, seats in pots.build(hand):
        if len(seats) == 1:
            _add(out, {seats[0]: amount})
            continue
        pushed = [s for s in seats if hand.awarded.get(s) and s not in high and s not in low]
        pushed = pushed if len(pushed) == 1 else ()
        best = [s for s in high if s in seats] or pushed
        if not low:
            _add(out, split(hand, amount, best))
            continue
        least = [s for s in low if s in seats] or pushed
        if best and least:
            _add(out, split(hand, amount, best, least))
            continue
        upper = share_of_high(hand, amount)
        _add(out, share(hand, upper, best))
        _add(out, share(hand, amount - upper, least, True))
    return out


def completed(hand, won, left):
    """What each seat was pushed (``won``), with ``left`` chips that were not read on their way.

    They belong to the one seat with which pots and pushes come out even: every pot went to one
    player or was shared evenly. Where that could be several, or none, ``won`` as it was read.
    """
    built = pots.build(hand)
    fits = []
    for seat in sorted(won) if len(won) <= WINNERS_MAX else ():
        want = dict(won)
        want[seat] += left
        if _comes_out(hand, built, 0, want):
            fits.append(want)
    return fits[0] if len(fits) == 1 else won


def _comes_out(hand, built, at, want):
    """True when the pots from number ``at`` on, each whole or shared evenly, make up ``want``."""
    if at == len(built):
        return not [s for s in want if want[s]]
    amount, seats = built[at]
    able = [s for s in seats if want.get(s)]
    for chosen in range(1, 1 << len(able)):
        part = share(hand, amount, [s for i, s in enumerate(able) if chosen >> i & 1])
        if not [s for s in part if part[s] > want[s]]:
            rest = dict(want)
            for s in part:
                rest[s] -= part[s]
            if _comes_out(hand, built, at + 1, rest):
                return True
    return False


def split(hand, amount, high, low=None):
    """Seat -> chips of one pot, to the winners of the high half (or of the only hand) and the low.

    The odd chip of two halves goes to the high hand. The same hands both ways: as evenly as the
    chips allow. Nobody named: nothing is given.
    """
    if not low or not high:
        return share(hand, amount, high or low or (), low_game(hand) or not high)
    if len(high) > 1 and sorted(high) == sorted(low) and identical(hand, high):
        return share(hand, amount, high)
    upper = share_of_high(hand, amount)
    out = share(hand, upper, high)
    _add(out, share(hand, amount - upper, low, True))
    return out


def share_of_high(hand, amount):
    """Chips of a pot's high half where both halves are won: the odd chip is among them."""
    chip = chip_of(hand)
    return amount - amount // chip // 2 * chip


def share(hand, amount, seats, low=False):
    """Seat -> chips: equal parts for hands of one kind, odd chips one each in their order.

    What is less than a chip goes with the first of them.
    """
    out = {}
    if not seats:
        return out
    chip = chip_of(hand)
    each = amount // len(seats) // chip * chip
    rest = amount - each * len(seats)
    order = seats
    if rest:
        order = in_order(hand, seats, low) or hand.after(hand.button, seats)
    for seat in order:
        out[seat] = each
        if rest:
            odd = min(rest, chip)
            out[seat] += odd
            rest -= odd
    return out


def each_of(hand, amount, seats):
    """Chips that each of some equal hands gets of a pot, the odd chips left aside."""
    chip = chip_of(hand)
    return amount // len(seats) // chip * chip


def _add(out, part):
    for seat in part:
        out[seat] = out.get(seat, 0) + part[seat]


def chip_of(hand):
    """The smallest chip: odd chips are broken down to it."""
    return hand.setup.get("smallest_chip", 1)


def low_game(hand):
    """True where the low hand wins the whole pot."""
    return not hand.game.high


def by_place(hand):
    """True where odd chips go by place from the button; in stud they go by suit."""
    return hand.game.family != "stud" and hand.button is not None


def in_order(hand, seats, low):
    """Seats in the order in which odd chips go; None where the cards are not known."""
    if by_place(hand):
        return hand.after(hand.button, seats)
    keyed = []
    for seat in seats:
        key = _suit_key(hand, seat, low)
        if key is None:
            return None
        keyed.append((key, seat))
    keyed.sort()
    if not (low and hand.book.value("pots.odd_chip_low_suit") == "low"):
        keyed.reverse()
    return [k[1] for k in keyed]


def _suit_key(hand, seat, low):
    """Cards as (rank, suit), the deciding one first; None when not all are known."""
    cards = hand.held(seat)
    if not cards or [c for c in cards if not rank_value(c)]:
        return None
    if hand.book.value("pots.odd_chip_cards") != "all":
        cards = best_five(hand, cards, low)
    lowest = low and hand.book.value("pots.odd_chip_low_suit") == "low"
    keys = []
    for c in cards:
        rank = rank_value(c)
        keys.append((1 if low and rank == 14 else rank, suit_value(c)))
    keys.sort()
    if not lowest:
        keys.reverse()
    return keys


def best_five(hand, cards, low):
    """The five cards that make the hand; of equal choices the one with the higher suits."""
    from shared_rules import ranking

    name = "high"
    if low:
        name = hand.game.low or hand.game.high
    best, best_key = cards, None
    for five in ranking.choose(list(cards), 5):
        value = ranking.value(name, five)
        if value is None:
            continue
        suits = sorted([(rank_value(c), suit_value(c)) for c in five], reverse=True)
        key = (value, suits)
        if best_key is None or key > best_key:
            best, best_key = five, key
    return best


def identical(hand, seats):
    """True unless the cards are known and show that the hands differ in value."""
    from shared_rules import ranking

    values = []
    for seat in seats:
        cards = hand.held(seat)
        if not cards or [c for c in cards if not rank_value(c)]:
            return True
        high = ranking.value(hand.game.high, cards, hand.board) if hand.game.high else None
        low = ranking.value(hand.game.low, cards, hand.board) if hand.game.low else None
        if (high, low) not in values:
            values.append((high, low))
    return len(values) == 1
