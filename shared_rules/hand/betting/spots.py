"""The spot of a seat: what its wager will be read against (``chips.Spot``), from the hand.

Bounds come from ``limits``; why a raise is closed, and what kind of raise it would be, is read off
the accepted acts of the street.
"""

from shared_rules.hand.betting import limits, turn_order
from shared_rules.hand.betting.chips import Spot
from shared_rules.hand.state import ENOUGH

# a raise after this many bets and raises of a street: would a cap hold it, were there one?
MANY_WAGERS = 4
FORCED = ("post", "ante")
AGGRESSIVE = ("bet", "raise", "complete")


def spot_of(hand, seat, front=None):
    """Spot of a seat whose turn it is. ``front``: chips that lay in front before the act."""
    bet = hand.bets.get(seat, 0)
    if front is None:
        front = bet
    behind = hand.stacks.get(seat, ENOUGH)
    if behind < ENOUGH:
        behind = max(0, bet + behind - front)  # void chips may still lie in front
    betting, high = hand.betting, hand.high
    limit = betting == "limit"
    full = limits.min_raise_to(hand)
    step = full - hand.base if limit else full - high  # of a limit raise: the size of the street
    min_to = max_to = None
    if limits.may_raise(hand, seat):
        max_to = limits.NO_LIMIT
        if limit:
            max_to = hand.base + hand.big_bet if limits.open_pair(hand) else full
        elif betting == "pot_limit":
            max_to = max(limits.max_raise_to(hand, seat), pot_limit_max(hand, seat))
        min_to = min(full, max_to, max(high + 1, limits.rivals_reach(hand, seat, full)))
    spot = Spot(betting, high if high > bet else bet, front, min_to, max_to, step, behind)
    spot.heads_up = len(hand.live) == 2
    spot.preflop = hand.game.index(hand.street) == 0
    if hand.all_in:
        past = Past(hand, spot)
        wagers, short = past.wagers, past.short
        if short:
            spot.short_open = hand.wagers == 0
            spot.short_raise = hand.wagers > 0
    else:
        wagers, short = hand.wagers, 0  # nobody was short: every wager counted in full
    spot.raised = wagers > 1
    if front and _blind_apart(hand, seat, spot):
        spot.posted = True
        spot.blind = front if spot.raised else 0
    if min_to is None:
        _closed(hand, seat, spot, full)
    else:
        if limit:
            spot.raise_key = _limit_raise_key(hand, short)
        else:
            spot.raise_key = _raise_key(hand, seat, short, spot)
        if limit and hand.game.family == "stud" and limits.showing_pair(hand):
            if not limits.open_pair(hand):
                spot.size_key = "wager.open_pair_not_allowed"
            elif spot.max_to > spot.min_to:
                spot.two_sizes, spot.lower = True, full
    return spot


def _blind_apart(hand, seat, spot):
    """True for a blind nobody has touched since: over a raise the new chips alone are the wager.

    Where nobody has raised they are put to the blind, as they are to complete it and at the big
    blind's option: the total is what the player counts. What a player has called or bet with is no
    blind: the chips put beside it are added to it.
    """
    untouched = spot.preflop and hand.blinds and seat not in hand.acted
    return untouched and hand.book.value("wager.blind_apart")


class Past:
    """What the accepted acts of this street say, forced chips left out.

    ``wagers``: bets and raises so far, a blind being an opening bet. ``short``: size of the short
    all-in that made the highest total, 0 when a full wager made it.
    """

    short = 0

    def __init__(self, hand, spot):
        high = top = hand.bb if spot.preflop and hand.blinds else 0
        self.wagers = 1 if high else 0
        limit = hand.betting == "limit"
        step = spot.step if limit else max(hand.bb, 1)
        street = hand.street
        for a in hand.actions[hand.street_mark :]:
            to = a["to"]
            if to is None or to <= top:
                continue  # a fold, a check, a call
            act = a["act"]
            if act in FORCED or a["street"] != street:
                continue
            if to > high and act in AGGRESSIVE:
                self.wagers += 1
                high = to
            if act != "bring_in":
                size = to - top
                self.short = size if size < step and a["allin"] else 0
                if not limit and not self.short:
                    step = size
                top = to


def pot_limit_max(hand, seat):
    """Greatest pot-limit total as the book counts the pot.

    The small blind may count as a big one before the flop (rrop-6:S14-PL-5), and the house may
    round the pot up to a unit (rrop-6:S14-PL-4).
    """
    book = hand.book
    pot = limits.pot_now(hand) + hand.high - hand.bet(seat)
    if hand.blinds and hand.game.index(hand.street) == 0:
        kind = "cash" if hand.format == "cash" else "tournament"
        if book.value("wager.pot_small_blind_up_" + kind) and hand.bb_seat not in hand.acted:
            pot += max(0, hand.bb - hand.sb) if hand.sb_seat is not None else 0
        pot += limits.short_blind(hand, seat)
    unit = hand.setup.get("round_to", 0)
    if unit and book.value("wager.pot_rounding"):
        pot = (pot + unit - 1) // unit * unit
    return hand.high + pot


def _closed(hand, seat, spot, full):
    spot.closed = _why_closed(hand, seat)
    if spot.closed == "wager.nobody_to_raise" and spot.short_open:
        # a raise named over a short opening all-in is still sized (stg-2011:D-B3)
        spot.min_to, spot.max_to = full, limits.max_raise_to(hand, seat)


def _why_closed(hand, seat):
    """Situation that says why the seat may not raise."""
    limit = hand.betting == "limit"
    if limit and limits.capped(hand):
        if limits.heads_up(hand):
            if _live_then(hand) > 2 and hand.format == "cash":
                return "wager.cap_not_uncapped"
            return "wager.cap_reached_heads_up"
        if len(hand.game.streets) <= 2:
            return "wager.cap_reached_two_rounds"
        return "wager.cap_reached"
    if not limits.reopened(hand, seat):
        return "wager.limit_no_reopen" if limit else "wager.short_allin_no_reopen"
    return "wager.nobody_to_raise"


def _live_then(hand):
    """Number of hands that were live when the betting of this street began."""
    seats = list(hand.live)
    for a in hand.actions[hand.street_mark :]:
        if a["act"] == "fold" and a["street"] == hand.street and a["seat"] not in seats:
            seats.append(a["seat"])
    return len(seats)


def _raise_key(hand, seat, short, spot):
    """Situation of a regular big-bet raise, so that it is cited by what made it doubtful.

    ``short``: size of the short all-in it goes over, 0 for none.
    """
    blind = spot.preflop and seat == hand.bb_seat and hand.blinds
    first_act = seat not in hand.acted
    if short:
        if blind and first_act:
            return "wager.bb_option_short_allin"
        if not first_act and hand.acted[seat][1] == hand.wagers:
            return "wager.short_allins_add_up"
        return "wager.right_to_raise_kept"
    if blind and first_act and hand.high <= hand.bb:
        return "wager.bb_option"
    if first_act and hand.straddles.get(seat) == hand.high and hand.book.has("wager.straddle_ok"):
        return "wager.straddle_ok"
    if hand.wagers >= MANY_WAGERS:
        return "wager.no_cap_big_bet"
    if not first_act and hand.all_in and _short_since(hand, seat):
        return "wager.right_to_raise_kept"
    if not first_act and turn_order.checked(hand, seat):
        return "turn.check_raise"
    return "wager.pot_legal" if hand.betting == "pot_limit" else "wager.silent_raise"


def _short_since(hand, seat):
    """True when an all-in too short to reopen lies under the full raise that a seat faces."""
    made = 0
    for a in reversed(hand.actions[hand.street_mark :]):
        if a["seat"] == seat:
            break
        if a["act"] in AGGRESSIVE:
            made += 1
    return made > hand.wagers - hand.acted[seat][1]


def _limit_raise_key(hand, short):
    """The same of a limit raise."""
    if short:
        if hand.base == hand.high:  # alone or together with others before it, half a bet or more
            return "wager.limit_allin_half"
        return "wager.limit_allin_under_half"
    if hand.game.family == "stud" and hand.game.index(hand.street) == 0:
        key = "wager.completion_no_raise"
        if not hand.wagers or hand.book.has(key):
            return key  # once completed, a book without such a rule looks at the raises alone
    if not hand.high:
        return "wager.limit_raise_fixed"
    if hand.wagers >= MANY_WAGERS and limits.house_cap(hand):
        return "wager.over_house_cap"
    if limits.wager_cap(hand) is None:
        return "wager.no_cap_heads_up" if limits.heads_up(hand) else "wager.limit_raise_fixed"
    if len(hand.game.streets) <= 2:
        return "wager.cap_not_reached_two_rounds"
    return "wager.cap_not_reached"
