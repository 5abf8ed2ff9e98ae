"""Shares of a pot that does not divide: odd chips, halves of high and low, identical hands.

Works on the winners the dealer reads at the showdown; where suits decide (games without a button)
it needs to know the cards. These are answers about ordinary play, never incidents.
"""

from shared_rules import ranking
from shared_rules.cards import rank_value, suit_value
from shared_rules.hand import pots


def on_showdown(hand, ev):
    """Winners are read: who gets what does not divide."""
    if not ev.get("high") and not ev.get("low"):
        return
    for amount, seats in list_pots(hand):
        if _pot(hand, amount, seats, ev.get("high") or (), ev.get("low") or ()):
            return


def list_pots(hand):
    """Pots to be split, each apart: those of the setup (with the new bets) or as built."""
    given = hand.setup.get("pots")
    if given and not hand.paid:
        return [(p["amount"], list(p["seats"])) for p in given]
    return pots.build(hand)


def chip_of(hand):
    """The smallest chip: odd chips are broken down to it."""
    return hand.setup.get("smallest_chip", 1)


def _pot(hand, amount, seats, high, low):
    """Split one pot; True when it was worth a ruling."""
    high = [s for s in high if s in seats]
    low = [s for s in low if s in seats]
    chip = chip_of(hand)
    units = amount // chip
    if not units or not (high or low):
        return False
    if high and low:
        if len(high) > 1 and sorted(high) == sorted(low) and _identical(hand, high):
            return _even(hand, high, amount, chip)
        upper = (units + 1) // 2
        if len(high) > 1 and upper % len(high):
            return _among(hand, high, upper, chip, False)
        if len(low) > 1 and (units - upper) % len(low):
            return _among(hand, low, units - upper, chip, True)
        if units % 2:
            seat = high[0]
            if len(high) > 1:
                seat = _in_order(hand, high, False)[0]
            hand.rule("pots.odd_chip_high_low", seat=seat, irregular=False)
            return True
        winners = len(high) + len(low)
        share = upper * chip if winners == 2 else None
        return _no_odd_chip(hand, "pots.odd_chip_high_low", share)
    winners = high or low
    if len(winners) < 2:
        return False
    if units % len(winners):
        return _among(hand, winners, units, chip, not high or _low_game(hand))
    return _no_odd_chip(hand, key_of(hand, _low_game(hand)), units // len(winners) * chip)


def _no_odd_chip(hand, key, share):
    """The pot divides: nothing to rule on, the share is what can be said."""
    hand.rule(
        key, amount=share, ruling="no_incident", decided_by="automatic", confidence="high",
        irregular=False,
    )  # fmt: skip
    return True


def _even(hand, seats, amount, chip):
    """Identical hands both ways: halved as evenly as chips allow."""
    each = amount // len(seats) // chip * chip
    if amount - each * len(seats) >= chip:
        return _among(hand, seats, amount // chip, chip, False)
    hand.rule("pots.identical_both_ways", amount=each, irregular=False)
    return True


def _among(hand, seats, units, chip, low):
    """Odd chips between hands of the same kind."""
    rest = units % len(seats)
    order = _in_order(hand, seats, low)
    if order is None:
        return False
    if rest == 1:
        hand.rule(key_of(hand, low), seat=order[0], irregular=False)
        return True
    steps = ["one_chip_to_seat_%d" % s for s in order[:rest]]
    hand.rule("pots.odd_chips_many", steps=steps, irregular=False)
    return True


def key_of(hand, low):
    """Situation of an odd chip between hands of one kind."""
    if hand.game.family != "stud" and hand.button is not None:
        return "pots.odd_chip_flop"
    if not low:
        return "pots.odd_chip_stud_high"
    return "pots.odd_chip_razz" if _low_game(hand) else "pots.odd_chip_low"


def _low_game(hand):
    return not hand.game.high or hand.game.high in ("ace_five", "deuce_seven", "badugi")


def _in_order(hand, seats, low):
    """Seats in the order in which odd chips go; None where the cards are not known."""
    if hand.game.family != "stud" and hand.button is not None:
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


def _identical(hand, seats):
    """True unless the cards are known and show that the hands differ in value."""
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


def on_notice(hand, ev):
    """The dealer asks how the pots are made up."""
    if ev["kind"] != "build_pots":
        return None
    amounts = [p[0] for p in built(hand)]
    if not amounts:
        return None
    steps = ["main_%d" % amounts[0]] + ["side_%d" % a for a in amounts[1:]]
    key = "pots.side_pots" if len(amounts) > 1 else "pots.side_pots_apart"
    hand.rule(key, amount=amounts[0], steps=steps, irregular=False)
    return True


def built(hand):
    """Pots of the whole hand: chips of this street join the pots of earlier ones.

    What is new goes to the last pot whose seats it is played for by the same seats; seats that
    were all-in before cannot win it.
    """
    given = hand.setup.get("pots")
    if not given:
        return pots.build(hand)
    out = [[p["amount"], sorted(p["seats"])] for p in given]
    base, hand.pot = hand.pot, 0
    fresh = pots.build(hand)
    hand.pot = base
    for amount, seats in fresh:
        last = out[-1]
        still = sorted([s for s in last[1] if s in hand.live])
        new = sorted([s for s in seats if hand.paid.get(s)]) or still
        if new == still:
            last[0] += amount
        else:
            out.append([amount, new])
    return [(p[0], p[1]) for p in out]


HANDLERS = (("showdown", on_showdown), ("notice", on_notice))
