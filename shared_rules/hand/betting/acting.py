"""Accepting actions: the accounts, the turn and the street move on; nothing is judged here.

``accept`` is what every ruling about a wager ends in; ``revising.py`` takes an action back.
"""

from shared_rules import zones
from shared_rules.hand import places
from shared_rules.hand.betting import limits, turn
from shared_rules.hand.showdown import pots

AGGRESSIVE = ("bet", "raise", "complete")


def accept(hand, seat, act, to=None):
    """Make an action final: ``act`` of LANGUAGE.md (``all_in`` is resolved), ``to`` = street total.

    Works out of turn as well: the caller has judged. Emits ``action``; returns the record.
    """
    if act == "fold":
        to = _left_there(hand, seat) if hand.opened else None
    record = apply(hand, seat, act, to)
    hand.actions.append(record)
    hand.acted_n = (hand.n, seat)
    out = dict(record)
    out["k"] = "action"
    hand.emit(out)
    hand.turn = turn.next_after(hand, seat)
    if hand.turn is None:
        close_street(hand)
    return record


def _left_there(hand, seat):
    """Total of a hand given up with less than the call in front, which stays (ipr-2018:51.2)."""
    from shared_rules.hand import incidents

    return hand.wagered(seat) if incidents.left_short(hand, seat) else None


def apply(hand, seat, act, to):
    """Enter an action into the accounts; returns its record. The turn does not move."""
    before = hand.bets.get(seat, 0)
    if act == "all_in":
        if to is None:
            to = limits.all_in_to(hand, seat)
        else:
            everything(hand, seat, to)
        if to <= hand.high:
            act = "call"
        else:
            act = "raise" if hand.high else "bet"
    if act == "call" and to is None:
        to = before + limits.to_call(hand, seat)
    if act == "check" or to is None:
        to = before
    amount = to - before
    if amount:
        put(hand, seat, amount)
    if act == "fold" and seat in hand.live:
        hand.live.remove(seat)
    if to > hand.high and act in AGGRESSIVE:
        _wager(hand, seat, to)
    elif act == "bring_in":
        hand.high = max(hand.high, to)
        if seat in hand.all_in and hand.book.value("wager.short_bring_in_full"):
            hand.high = max(hand.high, hand.bring_in)
    if act != "fold":
        hand.acted[seat] = (hand.high, hand.wagers)
    return {
        "act": act,
        "seat": seat,
        "amt": amount,
        "to": to,
        "allin": seat in hand.all_in and amount > 0,
        "street": hand.street,
    }


def everything(hand, seat, to):
    """A seat whose stack nobody named goes all-in for ``to``: then that is all it had."""
    if seat not in hand.stacks and to > hand.bet(seat):
        hand.stacks[seat] = to - hand.bet(seat)


def put(hand, seat, amount):
    """Chips from the stack into the bet of the street."""
    if seat in hand.stacks:
        left = hand.stacks[seat] - amount
        if left <= 0:
            left = 0
            if seat not in hand.all_in:
                hand.all_in.append(seat)
                hand.all_in.sort()
        hand.stacks[seat] = left
    hand.bets[seat] = hand.bets.get(seat, 0) + amount
    hand.paid[seat] = hand.paid.get(seat, 0) + amount
    if hand.pending.get("behind"):
        from shared_rules.hand.betting import rebuys  # chips were announced and have not come

        rebuys.review(hand)


def _wager(hand, seat, to):
    """Account for a bet or raise: highest total, size of the step, count of full wagers.

    Limit: an all-in of half a bet or more counts as a full wager where the book says so
    (``wager.limit_half_allin_full``); where it is silent the floor is asked when it matters.
    """
    if hand.betting == "limit":
        full = size = limits.fixed_size(hand)
        more = to - hand.base
        if more >= hand.big_bet and limits.open_pair(hand):
            size = hand.big_bet  # the upper limit: raises that follow are of that size
        half = 2 * more >= size and hand.book.value("wager.limit_half_allin_full")
        if more >= full or half:
            hand.wagers += 1
            hand.base = to
            hand.step = size
        hand.cap_reached = limits.capped(hand)
    elif to >= limits.min_raise_to(hand) or seat not in hand.all_in:
        # an accepted wager that is not all-in is a full one, whatever a book's minimum was
        hand.step = to - hand.high
        hand.wagers += 1
    hand.high = to
    hand.aggressor = seat
    hand.last_aggressor = seat


def close_street(hand):
    """Betting on the street is over: give back what nobody called, decide what comes next."""
    return_uncalled(hand)
    if len(hand.live) < 2 and hand.phase == "betting":
        hand.phase = "award"
        hand.winners = (list(hand.live), None)
    elif hand.game.after(hand.street) is None:
        hand.phase = "showdown"
    elif hand.game.after(hand.street).draw:
        hand.phase = "draw"
        hand.pending["draws"] = {}
        hand.pending.pop("drawing", None)  # draw_cards.py: what was asked on an earlier draw
        if hand.game.openers and hand.game.index(hand.street) == 0:
            hand.phase_output()
            from shared_rules.hand.betting import openers  # jacks or better only

            openers.betting_closed(hand)
            return
    else:
        hand.phase = "closed"
    hand.phase_output()
    if hand.phase == "award" and hand.from_start and not hand.pot_total():
        pots.finish(hand)  # nothing but an uncalled bring-in: there is no pot to push


def return_uncalled(hand):
    """The part of the highest bet nobody matched goes back to its seat."""
    top, second, owner = 0, 0, None
    bets = hand.bets
    for seat in bets:  # in any order: of two that are highest nobody gets anything back
        b = bets[seat]
        if b > top:
            top, second, owner = b, top, seat
        elif b > second:
            second = b
    hand.uncalled = None
    if owner is not None and owner in hand.live and top > second:
        back = top - second
        hand.uncalled = (owner, back)
        hand.bets[owner] -= back
        hand.paid[owner] -= back
        if owner in hand.stacks:
            hand.stacks[owner] += back
            if owner in hand.all_in:
                hand.all_in.remove(owner)


# -- what nobody objected to ------------------------------------------------------------------


def on_action(hand, ev):
    """The macro ``action``: history that is accepted as it stands."""
    ready(hand, ev["seat"])
    record = accept(hand, ev["seat"], ev["act"], ev.get("to"))
    if record["amt"]:
        there = hand.front.get(ev["seat"], 0)
        ante = there - hand.wagered(ev["seat"])
        hand.front[ev["seat"]] = max(there, record["to"] + ante)
    return True


def ready(hand, seat):
    """Open the street an act belongs to, where no card says so (an act after a draw)."""
    hand.start_betting()
    if hand.phase in ("closed", "draw") and hand.game.family == "draw":
        street = hand.game.after(hand.street)
        if street is not None and street.draw:
            hand.open_street(street)
    if hand.phase == "betting" and hand.turn is None and hand.game.family == "stud":
        hand.turn = seat  # upcards nobody named: the first to act is taken as right


def on_chips_move(hand, ev):
    """Silent chips in turn: a call, bet or raise. Chips that a declared act covers are no act."""
    seat = ev["seat"]
    if ev["by"] == "dealer" or places.carried(hand, ev):
        return None
    total = hand.wagered(seat)
    if total <= hand.bet(seat):
        return None
    ready(hand, seat)
    if hand.phase != "betting" or seat != hand.turn:
        return None
    total = min(total, limits.all_in_to(hand, seat))
    kind = _kind(hand, seat, total)
    if kind is None:
        return None
    accept(hand, seat, kind, total)
    return True


def _kind(hand, seat, total):
    """Name of the act a street total amounts to; None for chips that do not reach the call."""
    if hand.bring_in and not hand.high and hand.game.index(hand.street) == 0:
        return "bring_in" if total < hand.small_bet else "complete"
    if total < hand.high:
        return "call" if total >= limits.all_in_to(hand, seat) else None
    if total == hand.high:
        return "call"
    if not hand.high:
        return "bet"
    if hand.betting == "limit" and not hand.wagers and hand.game.family == "stud":
        return "complete"
    return "raise"


def on_card_move(hand, ev):
    """A live hand into the muck by its player in turn: a fold."""
    if ev["by"] != "player" or ev["to"] != zones.MUCK or hand.phase != "betting":
        return None
    seat = zones.seat_of(ev["from"])
    if seat not in hand.live or is_discard(hand, ev):
        return None
    if seat == hand.turn:
        accept(hand, seat, "fold")
        return True
    return None


def is_discard(hand, ev):
    """Pineapple: one card of more goes away, the hand stays."""
    if not hand.game.discards:
        return False
    street = hand.game.street(hand.street)
    return bool(
        street is not None
        and street.discard
        and len(ev["cards"]) <= street.discard
        and hand.at.get(ev["from"])
    )


HANDLERS = (
    ("action", on_action),
    ("chips_move", on_chips_move, "*>line"),
    ("card_move", on_card_move, "seat>muck line>muck"),
)
