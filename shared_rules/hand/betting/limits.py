"""Bounds of a wager: what there is to call, the least and the greatest legal total.

Only arithmetic; what happens to a wager outside the bounds is a ruling (wagers.py). What books
treat differently is a value: ``wager.short_allins_add_up``, ``wager.cap_...``.
"""

from shared_rules.hand.state import ENOUGH

NO_LIMIT = 2 * ENOUGH


def to_call(hand, seat):
    """Chips the seat has to add to match the highest total, at most its stack."""
    need = hand.high - hand.bets.get(seat, 0)
    stack = hand.stacks.get(seat, ENOUGH)
    if need > stack:
        need = stack
    return need if need > 0 else 0


def all_in_to(hand, seat):
    """Street total of the seat when it puts everything in (ENOUGH or more: not known)."""
    return hand.bets.get(seat, 0) + hand.stacks.get(seat, ENOUGH)


def fixed_size(hand):
    """Size of a limit wager on this street.

    Once somebody has wagered the upper limit on an open pair, that is the size of all raises
    that follow on the street (rrop-6:S8-7).
    """
    street = hand.game.street(hand.street)
    big = street is not None and street.big
    if not big and hand.step > hand.small_bet:
        big = open_pair(hand)
    return hand.big_bet if big else hand.small_bet


def open_pair(hand):
    """True where a pair showing on fourth street opens the upper limit to everybody.

    ``wager.open_pair_games``: the limit stud games for which the book says so (rrop-6:S8-7).
    """
    if hand.game.family != "stud" or hand.betting != "limit" or not showing_pair(hand):
        return False
    return hand.game.name in hand.book.value("wager.open_pair_games", ())


def showing_pair(hand):
    """Fourth street of a stud game with a pair on somebody's board."""
    if hand.game.family != "stud" or hand.game.index(hand.street) != 1:
        return False
    for seat in hand.live:
        ranks = [c[0] for c in hand.upcards.get(seat, ()) if len(c) == 2]
        if len(ranks) != len(set(ranks)):
            return True
    return False


def unit(hand):
    """The smallest opening bet of the street: limit size, else the big blind (or value).

    A big-bet game may name ``small_bet`` and ``big_bet`` as its minimum bets by street.
    """
    if hand.betting == "limit" or "small_bet" in hand.setup:
        return fixed_size(hand)
    if hand.game.index(hand.street) > 0:
        least = hand.bb * hand.book.value("wager.min_bet_blinds_postflop", 1)
        if hand.straddles and hand.book.value("wager.straddle_cash"):
            least = max(least, max(hand.straddles.values()))  # on all rounds (rrop-6:S14-NL-2)
        return least
    return hand.bb


def min_raise_to(hand):
    """Least full total for a bet or raise, stacks not looked at.

    Limit: a bring-in, or an all-in of less than half a bet, is completed (rrop-6:S3-BET-6).
    """
    if hand.betting == "limit":
        return hand.base + fixed_size(hand)
    if not hand.high:
        return unit(hand)
    return hand.high + (hand.step if hand.step >= hand.small_bet else unit(hand))


def raise_size(hand):
    """Size of a full raise in a big-bet game: the last one, or the least bet where that is more."""
    return hand.step if hand.step >= hand.small_bet else unit(hand)


def max_raise_to(hand, seat):
    """Greatest legal total for a bet or raise, stacks not looked at."""
    if hand.betting == "limit":
        return hand.base + (hand.big_bet if open_pair(hand) else fixed_size(hand))
    if hand.betting == "pot_limit":
        call = hand.high - hand.bet(seat)
        return hand.high + pot_now(hand) + short_blind(hand, seat) + call
    return NO_LIMIT


def short_blind(hand, seat):
    """Chips a big blind all-in lacks, where the maximum of pot-limit counts it in full for a seat.

    Before the flop only (``wager.pot_short_blind_ignored``, ipr-2018:TDA#50 in 56), in one book
    for who opens (rrop-6:S4-1).
    """
    if hand.bb_seat not in hand.all_in or hand.game.index(hand.street) != 0:
        return 0
    counts = hand.book.value("wager.pot_short_blind_ignored")
    others = [s for s in hand.bets if s != seat and hand.bet(s)]
    if counts == "opener" and [s for s in others if s in hand.acted or hand.bet(s) >= hand.bb]:
        return 0  # another has opened, or straddles the blind
    return max(0, hand.bb - hand.bet(hand.bb_seat)) if counts else 0


def pot_now(hand):
    """Chips in the middle and in front."""
    return hand.pot_total()


def capped(hand):
    """True when the book's cap on limit wagers is reached for this street.

    A fold that leaves two players does not lift a cap once reached (rrop-6:S3-BET-4).
    """
    if hand.betting != "limit":
        return False
    if hand.cap_reached or not hand.wagers:
        return hand.cap_reached
    cap = wager_cap(hand)
    return cap is not None and hand.wagers >= cap


def wager_cap(hand):
    """Wagers a limit street allows (the bet included), None without a cap.

    The number is the house's (setup key ``cap``; ``cap_counts_blind`` false: the blind is not the
    first of them) or the book's; the book says whether the cap holds heads-up.
    """
    if hand.cap is not None:
        if hand.setup.get("cap_counts_blind", True):
            return hand.cap
        return hand.cap + (1 if hand.blinds and hand.game.index(hand.street) == 0 else 0)
    book = hand.book
    if heads_up(hand):
        kind = "cash" if hand.format == "cash" else "tournament"
        if not book.value("wager.cap_heads_up_" + kind, True):
            return None
        left = hand.setup.get("players_left_in_event")
        if left == 2 and book.value("wager.cap_ends_at_two_left"):
            return None
    raises = None
    if len(hand.game.streets) <= 2:
        raises = book.value("wager.cap_raises_two_rounds")
    if raises is None:
        raises = book.value("wager.cap_raises_three_rounds")
    return None if raises is None else raises + 1


def house_cap(hand):
    """True where the book leaves the number of raises to the house, and the house has not said."""
    if hand.cap is not None or not hand.book.value("wager.cap_house"):
        return False
    return hand.setup.get("players_left_in_event") != 2


def heads_up(hand):
    """Two players are left to bet against each other.

    Those who are all-in do not count where the book says so (rrop-6:S3-BET-3).
    """
    if len(hand.live) == 2:
        return True
    if not hand.book.value("wager.cap_skips_all_in"):
        return False
    return len([s for s in hand.live if s not in hand.all_in]) == 2


def may_raise(hand, seat):
    """True when the seat may bet or raise: chips, somebody to play against, betting open to it."""
    bets, stacks, high = hand.bets, hand.stacks, hand.high
    stack = stacks.get(seat, ENOUGH)
    if stack <= 0 or stack != ENOUGH and stack <= high - bets.get(seat, 0):
        return False  # no chips beyond the call
    if seat in hand.acted and not reopened(hand, seat):
        return False
    if hand.betting == "limit" and capped(hand):
        return False
    for s in hand.live:
        # a rival who could not even match what is bet gives no reason to raise
        if s != seat and s not in hand.all_in and bets.get(s, 0) + stacks.get(s, ENOUGH) > high:
            return True
    return False


def rivals_reach(hand, seat, enough=NO_LIMIT):
    """Greatest total another live seat can match: to put it all-in is a full raise for it.

    One that reaches ``enough`` is not compared with others.
    """
    reach = 0
    bets, stacks = hand.bets, hand.stacks
    for s in hand.live:
        if s != seat:
            total = bets.get(s, 0) + stacks.get(s, ENOUGH)
            if total > reach:
                reach = total
                if reach >= enough:
                    break
    return reach


def reopened(hand, seat):
    """True when the seat has not acted yet, or faces a full raise since it did.

    Several short all-ins that add up to a full raise count where the book says so
    (``wager.short_allins_add_up``).
    """
    if seat not in hand.acted:
        return True
    faced, wagers = hand.acted[seat]
    if hand.wagers > wagers:
        return True
    if not hand.book.value("wager.short_allins_add_up", False):
        return False
    more = hand.high - faced
    if hand.betting == "limit":
        return 2 * more >= fixed_size(hand)  # half a bet qualifies as a raise there
    return more >= raise_size(hand)


def bounds(hand, seat):
    """(to_call, min_to, max_to) by chips and wagers alone; ``Hand.bounds`` knows what bars more."""
    call = to_call(hand, seat)
    if not may_raise(hand, seat):
        return call, None, None
    top = all_in_to(hand, seat)
    least = min(min_raise_to(hand), top)
    most = min(max_raise_to(hand, seat), top)
    return call, least, max(least, most)
