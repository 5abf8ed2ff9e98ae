"""Declarations and raps: what words mean in a given spot, and the act they begin.

``read_word(spot, ev, book, pot)`` is pure. Words in turn bind (rrop-6:S3-BET-8, tda-2011:35);
chips that follow only complete them (acts.py).
"""

from shared_rules.hand.betting import acting, acts, chips, folding, motions, turn_order
from shared_rules.hand.betting.chips import Reading
from shared_rules.hand.state import ENOUGH

AGGRESSIVE = ("bet", "raise", "complete")


def read_word(spot, ev, book, pot):
    """Reading of a declaration that is a wager, None for one that is not (fold, check, none).

    ``pot``: chips in the pot, needed for an ambiguous number only. The reading is ``open`` when the
    words fix no amount: the chips that follow do.
    """
    word = ev["word"]
    amount = ev.get("amount")
    wording = ev["wording"]
    if wording == "pot":
        return _pot_word(spot, word)
    if wording == "short_number":
        return _short_number(spot, ev, book, pot)
    if amount is not None and (wording == "number_only" or word == "none"):
        return _number(spot, amount, book)
    if word == "call":
        return Reading("wager.declared_call", "call", _affordable(spot, spot.call))
    if word == "all_in":
        return _all_in(spot)
    if word == "pot":
        return _pot_word(spot, word)
    if word in AGGRESSIVE:
        return _aggressive(spot, word, amount)
    return None


def _top(spot):
    """Greatest total the stack allows."""
    return spot.front + spot.stack


def _affordable(spot, to):
    return min(to, _top(spot))


def _aggressive(spot, word, amount):
    if spot.min_to is None:
        if _top(spot) <= spot.call:
            return Reading("wager.all_in", "call", _top(spot))
        return Reading(spot.closed, "raise_not_allowed", spot.call, True)
    if amount is None:
        if spot.betting == "limit":
            return _limit_raise(spot, word)
        key = "wager.raise_said" if spot.call else "wager.bet_said"
        ruling = "raise_allowed" if spot.call else None
        return Reading(key, ruling, _affordable(spot, spot.min_to), True)
    return _to_amount(spot, amount)


def _limit_raise(spot, word):
    """Limit: the word alone fixes the size."""
    key = spot.raise_key
    to = _affordable(spot, spot.min_to)
    if key == "wager.limit_allin_under_half":
        return Reading(key, "complete_allowed", to)
    return Reading(key, "raise_allowed" if spot.call else "bet", to)


def _to_amount(spot, amount):
    """A bet or raise declared to a total."""
    amount = _affordable(spot, amount)
    everything = amount == _top(spot)
    if spot.betting == "limit" and not everything and not spot.min_to <= amount <= spot.max_to:
        if amount > spot.max_to and spot.size_key == "wager.open_pair_not_allowed":
            return Reading(spot.size_key, "wager_reduced_to_max", spot.max_to)
        nearest = spot.max_to if amount > spot.max_to else spot.min_to  # rrop-6:S3-BET-16
        return Reading("wager.limit_size_wrong", "wager_corrected", nearest)
    if amount == spot.min_to and spot.raise_key == "wager.limit_allin_under_half":
        return Reading(spot.raise_key, "complete_allowed", amount)
    if not everything and spot.between(amount) is not None:
        return Reading("wager.limit_size_wrong", "wager_corrected", spot.between(amount))
    if amount > spot.max_to:
        return Reading("wager.pot_over_max", "wager_reduced_to_max", spot.max_to)
    if amount < spot.min_to and not everything:
        return _too_little(spot)
    if amount < spot.min_to:
        if amount <= spot.call:
            return Reading("wager.all_in", "call", amount)
        return Reading("wager.all_in", "raise" if spot.call else "bet", amount)
    if not spot.call:
        upper = spot.two_sizes and amount >= spot.max_to
        return Reading("wager.open_pair_bet" if upper else "wager.declared_bet", "bet", amount)
    plain = spot.raise_key == "wager.silent_raise"
    return Reading("wager.declared_raise" if plain else spot.raise_key, "raise", amount)


def _too_little(spot):
    """Brought up to the least legal size (rrop-6:S14-NL-12)."""
    if not spot.call:
        return Reading("wager.bet_low", "min_bet", spot.min_to)
    if spot.short_open:
        return Reading("wager.raise_over_short_open", "min_raise", spot.min_to)
    if spot.short_raise:
        return Reading("wager.completing_no_limit", "min_raise", spot.min_to)
    return Reading("wager.declared_raise_low", "min_raise", spot.min_to)


def _number(spot, amount, book):
    """Only a number was said: as the same chips put in silently, or as an attempt to raise."""
    amount = _affordable(spot, amount)
    if not spot.facing():
        if spot.min_to is None:
            return Reading(spot.closed, "raise_not_allowed", spot.call)
        if amount == _top(spot) or spot.min_to <= amount <= spot.max_to:
            return Reading("wager.number_only_opening", "raise" if spot.call else "bet", amount)
        return _to_amount(spot, amount)
    if amount == spot.call or (amount == _top(spot) and amount < spot.call):
        return Reading("wager.declared_call", "call", amount)
    if amount < spot.call:
        return chips.undercall(spot, amount, book)
    if spot.min_to is None:
        return Reading(spot.closed, "raise_not_allowed", spot.call)
    if amount > spot.max_to:
        return _to_amount(spot, amount)  # more than the limit or the pot
    if amount >= spot.min_to or amount == _top(spot):
        return Reading("wager.amount_is_raise", "raise", amount)
    if book.value("wager.amount_alone", "silent") == "raise":
        return Reading("wager.amount_without_raise", "min_raise", spot.min_to)
    if (amount - spot.call) * 100 >= spot.step * book.value("wager.half_percent", 50):
        return Reading("wager.amount_is_raise", "min_raise", spot.min_to)
    return Reading("wager.amount_without_raise", "call", spot.call)


def _short_number(spot, ev, book, pot):
    """A number that can mean several totals ("five"); ``readings`` lists them."""
    how = book.value("wager.short_number")
    key = "wager.short_number"
    if how is None:
        return Reading(key, "floor_decides", None, True)
    readings = sorted(ev["readings"])
    word = ev["word"]
    least = spot.min_to if spot.min_to is not None else spot.call
    if word in AGGRESSIVE or not spot.facing():
        legal = [r for r in readings if least <= r <= (spot.max_to or r)]
    else:
        legal = [r for r in readings if r >= spot.call]
    meant = (legal or readings)[0]
    if how == "pot":
        # the pot alone decides (ipr-2018:55.9): the larger meaning once the pot is as large
        meant = readings[0]
        for r in readings:
            if r <= pot:
                meant = r
        if meant < spot.call and word not in AGGRESSIVE:
            return Reading(key, "call", _affordable(spot, spot.call))
    plain = dict(ev)
    plain["amount"] = meant
    plain["wording"] = "plain" if word in AGGRESSIVE else "number_only"
    inner = read_word(spot, plain, book, pot)
    reading = Reading(key, inner.ruling, inner.to, inner.open)
    if how == "lesser" and meant != readings[0]:
        reading.confidence = "medium"  # the lesser is no legal total; the rule does not go on
    return reading


def _pot_word(spot, word):
    """The wager is named only as "the pot"."""
    if spot.betting == "pot_limit":
        if spot.min_to is None:
            return Reading(spot.closed, "raise_not_allowed", spot.call, True)
        to = _affordable(spot, spot.max_to)
        return Reading("wager.pot_said_pot_limit", "raise" if spot.call else "bet", to)
    if spot.min_to is None:
        return Reading(spot.closed, "raise_not_allowed", spot.call, True)
    to = _affordable(spot, spot.min_to)
    if spot.call:
        return Reading("wager.pot_said_no_limit_raise", "min_raise", to)
    return Reading("wager.pot_said_no_limit", "min_bet", to)


def _all_in(spot):
    to = _top(spot)
    if spot.stack >= ENOUGH:
        return Reading("wager.lost_track_all_in", None, None, True)
    if to <= spot.call:
        return Reading("wager.all_in", "call", to)
    if spot.min_to is None:
        return Reading(spot.closed, "raise_not_allowed", spot.call)
    if to > spot.max_to:
        key = "wager.limit_size_over" if spot.betting == "limit" else "wager.pot_over_max"
        return Reading(key, "wager_reduced_to_max", spot.max_to)
    return Reading("wager.all_in", "raise" if spot.call else "bet", to)


# -- events ------------------------------------------------------------------------------------


def on_declare(hand, ev):
    """Words: a new act in turn, an addition to the last act, or an act out of turn."""
    seat = ev["seat"]
    if hand.phase != "betting" or hand.turn is None:
        acting.ready(hand, seat)
    if hand.phase != "betting" or seat not in hand.live:
        return motions.word_after_act(hand, ev)
    if seat != hand.turn:
        motions.close_open_act(hand, seat)
        if hand.phase != "betting":
            return True
        # "if you bet, I raise" after a check changes nothing of it: it is about a later turn
        if ev["wording"] != "conditional" and motions.word_after_act(hand, ev):
            return True
    if ev["wording"] == "conditional":
        hand.rule("wager.conditional", seat=seat)
        hand.pending.setdefault("if", {})[seat] = ev.get("condition")
        return True
    if seat != hand.turn:
        return out_of_turn(hand, ev)
    return in_turn(hand, ev)


def out_of_turn(hand, ev):
    """Words of a player who is not in turn: read in the spot as it stands, and kept."""
    seat = ev["seat"]
    word = ev["word"]
    if seat in hand.all_in:
        return True
    if word == "fold":
        return turn_order.fold_out_of_turn(hand, seat)
    if word == "check":
        if hand.high > hand.bet(seat):
            return None
        return turn_order.out_of_turn(hand, seat, "check", None)
    reading = read_word(acts.spot(hand, seat), ev, hand.book, _pot(hand, ev))
    if reading is None:
        return None
    kind = reading.ruling if reading.ruling in ("call", "bet", "raise") else word
    return turn_order.out_of_turn(hand, seat, kind, reading)


def _pot(hand, ev):
    """Chips in the pot where the words need them to be understood, else None."""
    return hand.pot_total() if ev["wording"] == "short_number" else None


def in_turn(hand, ev):
    """A declaration by the seat whose turn it is."""
    seat = ev["seat"]
    word = ev["word"]
    if word == "fold":
        return folding.fold_in_turn(hand, seat)
    said = acts.act_of(hand, seat)
    if "promised" in hand.pending or (said is not None and not said["done"] and said["word"]):
        from shared_rules.hand.betting import first_word  # rare

        if first_word.holds(hand, seat, word, said):
            return True
    if word == "check":
        return _check(hand, seat)
    spot = acts.spot(hand, seat)
    reading = read_word(spot, ev, hand.book, _pot(hand, ev))
    if reading is None:
        hand.rule("wager.unclear_word", seat=seat)
        return True
    act = acts.begin(hand, seat, spot, word)
    if ev["wording"] == "compound":
        acts.take(hand, act, reading, True, "wager.compound")
        return True
    if acts.over_stack(hand, act, reading):
        return True
    acts.take(hand, act, reading, reading.key not in chips.WORDS_REGULAR and not reading.regular())
    return True


def _check(hand, seat):
    """A check; facing a bet it is no legal act and the dealer asks again."""
    if hand.high > hand.bet(seat):
        hand.rule("wager.unclear_word", seat=seat)
        return True
    if hand.game.discards:
        turn_order.before_discard(hand, seat, None)
    turn_order.take(hand, seat, "check")
    return True


def on_gesture(hand, ev):
    """A rap on the table: a check (rrop-6:S3-BET-9)."""
    tapped = hand.turn
    plain = {"t": ev["t"], "what": "declare", "seat": ev["seat"], "word": "check"}
    plain["wording"] = "plain"
    done = on_declare(hand, plain)
    if tapped == ev["seat"] and hand.turn != tapped and hand.book.has("turn.tap"):
        acts.forget_ordinary(hand)
        option = tapped == hand.bb_seat and hand.game.index(hand.street) == 0 and hand.blinds
        cite = hand.book.outcome("wager.bb_option").cite if option else ()
        hand.accepted("turn.tap", tapped, None, None, cite=cite)
    return done


HANDLERS = (("declare", on_declare), ("gesture", on_gesture))
