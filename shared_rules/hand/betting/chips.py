"""Reading silent chips: what given chips, put forward in one motion, mean in a given spot.

``read(spot, chips, book)`` is pure: the engine, the virtual dealer and the tests share it. The
rules are those of one motion, the oversized chip, several equal or mixed chips, and the half
rule; where books differ they say so by a value (``wager.equal_chips``, ``wager.mixed_chips``,
``wager.half_percent``, ...).
"""

from shared_rules.hand.state import ENOUGH

# situations that are ordinary play: cited, but no incident; those met most often come first
REGULAR = (
    "wager.silent_call",
    "wager.cap_not_reached",
    "wager.limit_raise_fixed",
    "wager.silent_raise",
    "wager.silent_bet",
    "wager.all_in",
    "wager.oversized_no_bet",
    "wager.bb_option",
    "wager.bb_option_short_allin",
    "wager.straddle_ok",
    "wager.right_to_raise_kept",
    "wager.short_allins_add_up",
    "wager.limit_allin_half",
    "wager.limit_allin_under_half",
    "wager.cap_not_reached_two_rounds",
    "wager.no_cap_heads_up",
    "wager.completion_no_raise",
    "wager.open_pair_bet",
    "wager.pot_legal",
    "wager.no_cap_big_bet",
    "turn.check_raise",
)

# situations of words that are ordinary play
WORDS_REGULAR = (
    "wager.declared_bet",
    "wager.declared_call",
    "wager.declared_raise",
    "wager.raise_said",
    "wager.bet_said",
    "wager.number_only_opening",
    "wager.pot_said_pot_limit",
)


class Spot:
    """What a wager is read against; all amounts are totals of the seat for this street.

    ``call``: total to match. ``front``: chips already in. ``min_to``, ``max_to``: least and
    greatest legal bet or raise; None when no raise is open, ``closed`` then names the
    situation. ``step``: size of a full raise. ``stack``: chips behind (``ENOUGH``: not known).
    ``raised``: facing a raise, not an opening bet. ``raise_key``: situation of a regular raise.
    """

    closed = "wager.short_allin_no_reopen"
    raised = False
    heads_up = False
    preflop = False
    raise_key = "wager.silent_raise"
    size_key = "wager.limit_size_wrong"
    short_open = False  # the bet to match is a short opening all-in
    short_raise = False  # ... a short all-in raise
    two_sizes = False  # an open pair: the lower or the upper limit, nothing between
    posted = False  # in front lies a blind, untouched: who puts the whole call beside it calls
    blind = 0  # chips of that blind over a raise: no part of the wager
    lower = 0  # that lower limit (``min_to`` is less where less covers all)

    def __init__(self, betting, call, front, min_to, max_to, step, stack=ENOUGH):
        self.betting = betting
        self.call = call
        self.front = front
        self.min_to = min_to
        self.max_to = max_to
        self.step = step
        self.stack = stack

    def between(self, total):
        """The legal total nearest to one between the two limits of an open pair, else None.

        rrop-6:S3-BET-16: a wager that is not of a proper size goes to the nearest.
        """
        if not self.two_sizes or not self.lower < total < self.max_to:
            return None
        return self.lower if 2 * total < self.lower + self.max_to else self.max_to

    def need(self):
        """Chips that make the call."""
        return self.call - self.front

    def owed(self):
        """Total of a full call, as far as the stack reaches."""
        return min(self.call, self.front + self.stack)

    def facing(self):
        """True when there is something to call."""
        return self.call > self.front


class Reading:
    """What chips or words come to: situation ``key``, ``ruling`` code, total ``to``. What goes back
    is the rest. ``open``: the act is not complete (an undercall the book does not settle)."""

    def __init__(self, key, ruling, to, opened=False):
        self.key = key
        self.ruling = ruling
        self.to = to
        self.open = opened
        self.decided_by = None  # None: whom the book names
        self.confidence = None  # None: as sure as the book

    def regular(self):
        """True for ordinary play."""
        if self.key in REGULAR:
            return True
        return self.key == "wager.equal_chips_needed" and self.ruling == "raise"


def read(spot, chips, book):
    """Reading of ``chips`` (denominations) put forward in one motion without a word."""
    put = min(sum(chips), spot.stack)  # what was not in play when the hand began does not count
    if not put:
        return Reading("wager.silent_call", "call", spot.front)
    if spot.facing():
        return _facing(spot, chips, put, book)
    return _nothing_to_call(spot, chips, put, book)


def _nothing_to_call(spot, chips, put, book):
    """Opening bet, or the blind's option to raise."""
    total = spot.front + put
    all_in = put >= spot.stack
    if spot.min_to is None:
        return Reading(spot.closed, "raise_not_allowed", spot.call)
    if total > spot.max_to:
        return _too_much(spot, chips, total)
    if total < spot.min_to and not all_in:
        if spot.betting == "limit":
            return Reading(spot.size_key, "wager_corrected", spot.min_to)
        if not spot.call:
            return Reading("wager.silent_bet_low", "min_bet", spot.min_to)
        return _half(spot, chips, total, book, None)
    if all_in and total < spot.min_to:
        return Reading("wager.all_in", "raise" if spot.call else "bet", total)
    if not all_in and spot.between(total) is not None:
        return _nearest(spot, total)
    if spot.call:
        return Reading(spot.raise_key, "raise", total)
    if spot.two_sizes and total >= spot.max_to:
        return Reading("wager.open_pair_bet", "bet", total)
    if len(chips) == 1 and total > spot.min_to:
        return Reading("wager.oversized_no_bet", "bet", total)
    return Reading("wager.silent_bet", "bet", total)


def _nearest(spot, total):
    """Between the two limits of an open pair: corrected to the nearer one."""
    return Reading("wager.limit_size_wrong", "wager_corrected", spot.between(total))


def _too_much(spot, chips, total):
    """More than the limit structure allows."""
    if spot.size_key == "wager.open_pair_not_allowed":
        return Reading(spot.size_key, "wager_reduced_to_max", spot.max_to)
    if spot.betting == "limit":
        return Reading("wager.limit_size_over", "wager_corrected", spot.max_to)
    if len(chips) == 1:
        return Reading("wager.oversized_pot_limit", "wager_reduced_to_max", spot.max_to)
    return Reading("wager.pot_over_max", "wager_reduced_to_max", spot.max_to)


def _facing(spot, chips, put, book):
    need = spot.need()
    total = spot.front + put
    if put < need:
        if put >= spot.stack:
            return Reading("wager.all_in", "call", total)
        return undercall(spot, total, book)
    if put == need or (put == spot.call and spot.posted):
        return Reading("wager.silent_call", "call", spot.call)
    exempt = book.value("wager.single_chip_streets", "all") == "all" or spot.preflop
    if len(chips) == 1 and exempt:
        reading = Reading("wager.oversized_facing_bet", "call", spot.call)
        if spot.preflop:
            reading.confidence = book.value("wager.single_chip_preflop")
        return reading
    if spot.blind and put < spot.stack:
        total, need = put, spot.call  # the new chips alone are the wager
        if put < need:
            return Reading("wager.under_half", "call", spot.call)
    if put - min(chips) < need:
        equal = min(chips) == max(chips)
        kind = "wager.equal_chips" if equal else "wager.mixed_chips"
        if book.value(kind, "half") == "call":
            return Reading(kind + "_needed", "call", spot.call)
        return _half(spot, chips, total, book, kind + "_needed" if equal else None)
    return _half(spot, chips, total, book, None)


def _half(spot, chips, total, book, key):
    """More than a call: a raise, a raise to be completed, or a call, by the half rule.

    ``key``: situation to cite instead of the plain ones (equal chips under the half rule).
    """
    over = total - spot.call
    if spot.min_to is None:
        return Reading(spot.closed, "raise_not_allowed", spot.call)
    if total >= spot.min_to:
        if total > spot.max_to:
            return _too_much(spot, (0, 0), total)
        if total < spot.front + spot.stack and spot.between(total) is not None:
            return _nearest(spot, total)
        return Reading(key or spot.raise_key, "raise", total)
    if total >= spot.front + spot.stack:
        return Reading("wager.all_in", "raise", total)
    if over * 100 >= spot.step * book.value("wager.half_percent", 50):
        return Reading(key or "wager.half_or_more", "min_raise", spot.min_to)
    return Reading(key or "wager.under_half", "call", spot.call)


def undercall(spot, total, book):
    """Chips short of the call, not all-in. ``wager.undercall`` says what the book makes of it."""
    opening = spot.heads_up or not spot.raised
    key = "wager.undercall_opening" if opening else "wager.undercall_raise_multiway"
    ruling = book.outcome(key).ruling
    if ruling == "call":
        return Reading(key, "call", spot.owed())
    return Reading(key, ruling, total, True)


def gross(hand, put, owed):
    """True when so little of a wager was put in that the call was a gross misunderstanding.

    Books without such a rule have no ``wager.gross_percent`` (rrop-6:S14-NL-10).
    """
    percent = hand.book.value("wager.gross_percent", 0)
    return bool(percent) and put * 100 < owed * percent
