"""Reading silent chips: what given chips, put forward in one motion, mean in a given spot.

``read(spot, chips, book)`` is pure: the engine, the virtual dealer and the tests share it. The
rules are those of one motion, the oversized chip, several equal or mixed chips, and the half
rule; where books differ they say so by a value (``wager.equal_chips``, ``wager.mixed_chips``,
``wager.half_percent``, ...).
"""

from shared_rules.hand import limits
from shared_rules.hand.state import ENOUGH

# situations that are ordinary play: cited, but no incident
REGULAR = (
    "wager.silent_bet",
    "wager.silent_call",
    "wager.silent_raise",
    "wager.all_in",
    "wager.oversized_no_bet",
    "wager.bb_option",
    "wager.bb_option_short_allin",
    "wager.right_to_raise_kept",
    "wager.short_allins_add_up",
    "wager.limit_allin_half",
    "wager.limit_raise_fixed",
    "wager.limit_allin_under_half",
    "wager.cap_not_reached",
    "wager.cap_not_reached_two_rounds",
    "wager.no_cap_heads_up",
    "wager.completion_no_raise",
    "wager.open_pair_bet",
    "wager.pot_legal",
    "wager.no_cap_big_bet",
    "turn.check_raise",
)


# a raise after this many bets and raises of a street: would a cap hold it, were there one?
MANY_WAGERS = 4


class Spot:
    """What a wager is read against; all amounts are totals of the seat for this street.

    ``call``: total to match. ``front``: chips already in. ``min_to``, ``max_to``: least and
    greatest legal bet or raise; None when no raise is open, ``closed`` then names the
    situation. ``step``: size of a full raise. ``stack``: chips behind (``ENOUGH``: not known).
    ``raised``: facing a raise, not an opening bet. ``raise_key``: situation of a regular raise.
    """

    def __init__(self, betting, call, front, min_to, max_to, step, stack=ENOUGH):
        self.betting = betting
        self.call = call
        self.front = front
        self.min_to = min_to
        self.max_to = max_to
        self.step = step
        self.stack = stack
        self.closed = "wager.short_allin_no_reopen"
        self.raised = False
        self.heads_up = False
        self.preflop = False
        self.raise_key = "wager.silent_raise"
        self.size_key = "wager.limit_size_wrong"
        self.short_open = False  # the bet to match is a short opening all-in
        self.short_raise = False  # ... a short all-in raise
        self.two_sizes = False  # an open pair: the lower or the upper limit, nothing between

    def between(self, total):
        """The legal total nearest to one between the two limits of an open pair, else None.

        rrop-6:S3-BET-16: a wager that is not of a proper size goes to the nearest.
        """
        if not self.two_sizes or not self.min_to < total < self.max_to:
            return None
        return self.min_to if 2 * total < self.min_to + self.max_to else self.max_to

    def need(self):
        """Chips that make the call."""
        return self.call - self.front

    def facing(self):
        """True when there is something to call."""
        return self.call > self.front


class Reading:
    """What chips or words come to: situation ``key``, ``ruling`` code, total ``to``, chips
    ``back``. ``open``: the act is not complete (an undercall the book does not settle)."""

    def __init__(self, key, ruling, to, back=0, opened=False):
        self.key = key
        self.ruling = ruling
        self.to = to
        self.back = back
        self.open = opened

    def regular(self):
        """True for ordinary play."""
        return self.key in REGULAR or (
            self.key == "wager.equal_chips_needed" and self.ruling == "raise"
        )


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
        return Reading(spot.closed, "raise_not_allowed", spot.call, put)
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
    if len(chips) == 1 and total > spot.min_to:
        return Reading("wager.oversized_no_bet", "bet", total)
    return Reading("wager.silent_bet", "bet", total)


def _nearest(spot, total):
    """Between the two limits of an open pair: corrected to the nearer one."""
    to = spot.between(total)
    return Reading("wager.limit_size_wrong", "wager_corrected", to, max(0, total - to))


def _too_much(spot, chips, total):
    """More than the limit structure allows."""
    back = total - spot.max_to
    if spot.size_key == "wager.open_pair_not_allowed":
        return Reading(spot.size_key, "wager_reduced_to_max", spot.max_to, back)
    if spot.betting == "limit":
        return Reading("wager.limit_size_over", "wager_corrected", spot.max_to, back)
    if len(chips) == 1:
        return Reading("wager.oversized_pot_limit", "wager_reduced_to_max", spot.max_to, back)
    return Reading("wager.pot_over_max", "wager_reduced_to_max", spot.max_to, back)


def _facing(spot, chips, put, book):
    need = spot.need()
    total = spot.front + put
    if put < need:
        if put >= spot.stack:
            return Reading("wager.all_in", "call", total)
        return undercall(spot, total, book)
    if put == need or (put == spot.call and book.value("wager.blind_apart")):
        # the second: a player in a blind who put the whole call beside the blind
        return Reading("wager.silent_call", "call", spot.call, put - need)
    exempt = book.value("wager.single_chip_streets", "all") == "all" or spot.preflop
    if len(chips) == 1 and exempt:
        return Reading("wager.oversized_facing_bet", "call", spot.call, put - need)
    if put - min(chips) < need:
        equal = min(chips) == max(chips)
        kind = "wager.equal_chips" if equal else "wager.mixed_chips"
        if book.value(kind, "half") == "call":
            return Reading(kind + "_needed", "call", spot.call, put - need)
        return _half(spot, chips, total, book, kind + "_needed" if equal else None)
    return _half(spot, chips, total, book, None)


def _half(spot, chips, total, book, key):
    """More than a call: a raise, a raise to be completed, or a call, by the half rule.

    ``key``: situation to cite instead of the plain ones (equal chips under the half rule).
    """
    over = total - spot.call
    if spot.min_to is None:
        return Reading(spot.closed, "raise_not_allowed", spot.call, over)
    if total >= spot.min_to:
        if total > spot.max_to:
            return _too_much(spot, (0, 0), total)
        if total - spot.front < spot.stack and spot.between(total) is not None:
            return _nearest(spot, total)
        return Reading(key or spot.raise_key, "raise", total)
    if total - spot.front >= spot.stack:
        return Reading("wager.all_in", "raise", total)
    if over * 100 >= spot.step * book.value("wager.half_percent", 50):
        return Reading(key or "wager.half_or_more", "min_raise", spot.min_to)
    return Reading(key or "wager.under_half", "call", spot.call, over)


def undercall(spot, total, book):
    """Chips short of the call, not all-in. ``wager.undercall`` says what the book makes of it."""
    opening = spot.heads_up or not spot.raised
    key = "wager.undercall_opening" if opening else "wager.undercall_raise_multiway"
    ruling = book.outcome(key).ruling
    if ruling == "call":
        return Reading(key, "call", spot.call)
    return Reading(key, ruling, total, 0, True)


def gross(hand, put, owed):
    """True when so little of a wager was put in that the call was a gross misunderstanding.

    Books without such a rule have no ``wager.gross_percent`` (rrop-6:S14-NL-10).
    """
    percent = hand.book.value("wager.gross_percent", 0)
    return bool(percent) and put * 100 < owed * percent


# -- the spot of a seat in a hand --------------------------------------------------------------


def spot_of(hand, seat, front=None):
    """Spot of a seat whose turn it is. ``front``: chips that lay in front before the act."""
    call, min_to, max_to = hand.bounds(seat)
    high = max(hand.high, hand.bet(seat))
    if front is None:
        front = hand.bet(seat)
    full = limits.min_raise_to(hand)
    if min_to is not None:
        max_to = max(limits.max_raise_to(hand, seat), pot_limit_max(hand, seat))
        min_to = min(full, max_to, max(hand.high + 1, _rivals_reach(hand, seat)))
    behind = hand.stack(seat)
    if behind < ENOUGH:
        behind = max(0, limits.all_in_to(hand, seat) - front)  # void chips may still lie in front
    spot = Spot(hand.betting, high, front, min_to, max_to, _full_step(hand, full), behind)
    spot.heads_up = len(hand.live) == 2
    spot.raised = _facing_raise(hand)
    spot.preflop = hand.game.index(hand.street) == 0
    if short_all_in(hand):
        spot.short_open = hand.wagers == 0
        spot.short_raise = hand.wagers > 0
    if min_to is None:
        spot.closed = _why_closed(hand, seat)
        if spot.closed == "wager.nobody_to_raise" and spot.short_open:
            # a raise named over a short opening all-in is still sized (stg-2011:D-B3)
            spot.min_to, spot.max_to = full, limits.max_raise_to(hand, seat)
    else:
        spot.raise_key = _raise_key(hand, seat)
        if hand.betting == "limit" and limits.showing_pair(hand):
            if not limits.open_pair(hand):
                spot.size_key = "wager.open_pair_not_allowed"
            elif spot.max_to > spot.min_to:
                spot.two_sizes = True
    return spot


def pot_limit_max(hand, seat):
    """Greatest pot-limit total as the book counts the pot; 0 in other structures.

    The small blind may count as a big one before the flop (rrop-6:S14-PL-5), a blind posted
    short may count in full, and the house may round the pot up to a unit (rrop-6:S14-PL-4).
    """
    if hand.betting != "pot_limit":
        return 0
    book = hand.book
    pot = limits.pot_now(hand) + hand.high - hand.bet(seat)
    if hand.game.blinds and hand.game.index(hand.street) == 0:
        kind = "cash" if hand.format == "cash" else "tournament"
        if book.value("wager.pot_small_blind_up_" + kind) and hand.bb_seat not in hand.acted:
            pot += max(0, hand.bb - hand.sb) if hand.sb_seat is not None else 0
        if book.value("wager.pot_short_blind_ignored") and hand.bb_seat in hand.all_in:
            pot += max(0, hand.bb - hand.paid.get(hand.bb_seat, hand.bb))
    unit = hand.setup.get("round_to", 0)
    if unit and book.value("wager.pot_rounding"):
        pot = (pot + unit - 1) // unit * unit
    return hand.high + pot


def _rivals_reach(hand, seat):
    """Greatest total another live seat can match: to put it all-in is a full raise for it."""
    reach = 0
    for s in hand.live:
        if s != seat:
            reach = max(reach, limits.all_in_to(hand, s))
    return reach


def _full_step(hand, full):
    if hand.betting == "limit":
        return limits.fixed_size(hand)
    return full - hand.high


def _facing_raise(hand):
    """True when the bet to match is a raise of an earlier wager (a blind is an opening bet)."""
    wagers = 0
    high = hand.bb if hand.game.blinds and hand.game.index(hand.street) == 0 else 0
    if high:
        wagers = 1
    for a in street_actions(hand):
        if a["to"] is not None and a["to"] > high and a["act"] in ("bet", "raise", "complete"):
            wagers += 1
            high = a["to"]
    return wagers > 1


def street_actions(hand):
    """Accepted acts of this street, forced chips left out."""
    return [
        a
        for a in hand.actions[hand.street_mark :]
        if a["act"] not in ("post", "ante") and a["street"] == hand.street
    ]


def short_all_in(hand):
    """Size of the short all-in that made the highest total of the street, 0 when it was full."""
    first = hand.game.index(hand.street) == 0
    high = hand.bb if hand.game.blinds and first else 0
    step = limits.fixed_size(hand) if hand.betting == "limit" else max(hand.bb, 1)
    short = 0
    for a in street_actions(hand):
        if a["to"] is None or a["to"] <= high or a["act"] == "bring_in":
            continue
        size = a["to"] - high
        if size < step and a["allin"]:
            short = size
        else:
            short = 0
            if hand.betting != "limit":
                step = size
        high = a["to"]
    return short


def _why_closed(hand, seat):
    """Situation that says why the seat may not raise."""
    limit = hand.betting == "limit"
    if limit and limits.capped(hand):
        if len(hand.live) == 2:
            if len(street_live(hand)) > 2 and hand.format == "cash":
                return "wager.cap_not_uncapped"
            return "wager.cap_reached_heads_up"
        if len(hand.game.streets) <= 2:
            return "wager.cap_reached_two_rounds"
        return "wager.cap_reached"
    if not limits.reopened(hand, seat):
        return "wager.limit_no_reopen" if limit else "wager.short_allin_no_reopen"
    return "wager.nobody_to_raise"


def street_live(hand):
    """Seats that were live when the betting of this street began."""
    seats = list(hand.live)
    for a in street_actions(hand):
        if a["act"] == "fold" and a["seat"] not in seats:
            seats.append(a["seat"])
    return seats


def _raise_key(hand, seat):
    """Situation of a regular raise, so that it is cited by what made it doubtful."""
    short = short_all_in(hand)
    blind = hand.game.blinds and hand.game.index(hand.street) == 0 and seat == hand.bb_seat
    first_act = seat not in hand.acted
    if hand.betting == "limit":
        return _limit_raise_key(hand, short)
    if short:
        if blind and first_act:
            return "wager.bb_option_short_allin"
        if not first_act and hand.acted[seat][1] == hand.wagers:
            return "wager.short_allins_add_up"
        return "wager.right_to_raise_kept"
    if blind and first_act and hand.high <= hand.bb:
        return "wager.bb_option"
    if hand.wagers >= MANY_WAGERS:
        return "wager.no_cap_big_bet"
    for a in street_actions(hand):
        if a["seat"] == seat and a["act"] == "check":
            return "turn.check_raise"
    return "wager.pot_legal" if hand.betting == "pot_limit" else "wager.silent_raise"


def _limit_raise_key(hand, short):
    if short:
        if 2 * short >= limits.fixed_size(hand):
            return "wager.limit_allin_half"
        return "wager.limit_allin_under_half"
    if hand.game.family == "stud" and hand.game.index(hand.street) == 0:
        return "wager.completion_no_raise"
    if not hand.high:
        return "wager.limit_raise_fixed"
    if limits.wager_cap(hand) is None:
        return "wager.no_cap_heads_up" if len(hand.live) == 2 else "wager.limit_raise_fixed"
    if len(hand.game.streets) <= 2:
        return "wager.cap_not_reached_two_rounds"
    return "wager.cap_not_reached"


HANDLERS = ()
