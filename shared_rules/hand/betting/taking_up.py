"""A hand taken up in the middle: the acts that put chips in front, the board and its burn cards.

A snapshot names totals, not acts. The smallest row of acts that leads to them is entered as if it
had been seen, in the order of the table; the last round begins with the first of the seats that
have the highest total and ends before the first that owes to it. Who acted, what a raise has to
be, who may raise again and whose turn it is follow from that as in a hand watched from its start.
"""

from shared_rules.hand.betting import acting, limits, turn

BOARDS = ("flop", "turn", "river")


def wagered(hand):
    """Chips in front beyond the forced bets, taken back out: {seat: total}. None without any.

    The forced bets stay; ``replay`` enters the rest.
    """
    forced = _forced(hand)
    found = {}
    for seat in hand.bets:
        if hand.bets[seat] > forced.get(seat, 0):
            found[seat] = hand.bets[seat]
    if not found or _straddle(hand, found):
        return None
    for seat in sorted(found):
        stay = forced.get(seat, 0)
        more = found[seat] - stay
        if seat in hand.all_in:
            hand.all_in.remove(seat)
            hand.stacks[seat] = 0
        if seat in hand.stacks:
            hand.stacks[seat] += more
        hand.paid[seat] -= more
        hand.bets[seat] = stay
        if not stay:
            del hand.bets[seat]
    return found


def _forced(hand):
    """Blinds, straddles and a kill among the chips of the first street; nothing later."""
    forced = {}
    if not hand.game.blinds or hand.game.index(hand.street) != 0:
        return forced
    for seat, due in ((hand.sb_seat, hand.sb), (hand.bb_seat, hand.bb)):
        if seat is not None:
            forced[seat] = min(hand.bet(seat), due)
    for seat in hand.straddles:
        forced[seat] = max(forced.get(seat, 0), min(hand.bet(seat), hand.straddles[seat]))
    if hand.setup.get("kill"):
        for seat in hand.bets:
            if hand.bets[seat] in (2 * hand.bb, hand.bb * 3 // 2):
                forced[seat] = hand.bets[seat]
    return forced


def _straddle(hand, found):
    """True when the only chips beyond the blinds are a live straddle: posted, not wagered."""
    if hand.format != "cash" or hand.betting == "limit" or len(found) != 1:
        return False
    if not hand.game.blinds or hand.game.index(hand.street) != 0 or hand.bb_seat is None:
        return False
    seat = hand.after(hand.bb_seat, hand.dealt_in)[0]
    if found.get(seat) != 2 * hand.bb:
        return False
    hand.straddles[seat] = found[seat]
    return True


def replay(hand, found):
    """Enter the acts that lead to the totals; the street has been opened without them."""
    left = dict(found)
    start = None if hand.turn is None else hand.turn - 1
    if hand.bring_in and hand.game.index(hand.street) == 0:
        start = _bring_in(hand, left)
    last = start
    for seat in _order(hand, left, start):
        _enter(hand, seat, left[seat])
        last = seat
    hand.cap_reached = limits.capped(hand)
    hand.turn = turn.next_after(hand, last)
    if hand.turn is None and turn.betting_over(hand):
        acting.close_street(hand)
    hand.take_outputs()


def _bring_in(hand, left):
    """The forced bet of the first stud street; whose it was when it is not the seat due."""
    low = min(left.values())
    seats = [s for s in sorted(left) if left[s] == low]
    seat = right = turn.bring_in_seat(hand)
    if seat not in left:
        seat = seats[0]
    hand.pending["brought_in"] = {"seat": seat, "right": right, "n": 0}
    hand.to_review["brought_in"] = True
    to = min(left[seat], hand.bring_in)
    if left[seat] == to:
        del left[seat]
    hand.actions.append(acting.apply(hand, seat, "bring_in", to))
    return seat


def _order(hand, left, start):
    """Seats in the order of their last acts: those below the highest total, then the last round."""
    if not left:
        return []
    high = max(left.values())
    if high <= hand.high:
        return hand.after(start, list(left))  # nobody raised
    top = [s for s in left if left[s] == high]
    last_round = _round(hand, _head(hand, top, start), top, left)
    before = [s for s in hand.after(start, list(left)) if s not in last_round]
    if not _one_round(hand, before, left):
        before = _by_total(hand, before, left)
    return before + last_round


def _everything(hand, seat, left):
    """True when the total is all the seat has."""
    return hand.stacks.get(seat) == left[seat] - hand.bet(seat)


def _one_round(hand, seats, left):
    """True when acting in this order nobody but a seat all-in stays below the highest total."""
    high = 0
    for seat in seats:
        if left[seat] < high and not _everything(hand, seat, left):
            return False
        high = max(high, left[seat])
    return True


def _by_total(hand, seats, left):
    """More than one round: from the lowest total to the highest; all-in under one is a call."""
    free = sorted([left[s] for s in seats if not _everything(hand, s, left)])
    rows = []
    for i in range(len(seats)):
        total = left[seats[i]]
        if _everything(hand, seats[i], left):
            above = [n for n in free if n >= total]
            rows.append((above[0] if above else max(left.values()), 1, i))
        else:
            rows.append((total, 0, i))
    return [seats[row[2]] for row in sorted(rows)]


def _head(hand, top, start):
    """Who made the highest total: the first of a row of seats that have it."""
    around = sorted(set([s for s in hand.live if s not in hand.all_in] + top))
    order = hand.after(start, top)
    for seat in order:
        before = [s for s in hand.after(seat, around) if s != seat]
        if before and before[-1] not in top:
            return seat
    return order[0]


def _round(hand, head, top, left):
    """The wager and what followed it, up to the seat to act; all-in for less is a call."""
    out = [head]
    for seat in hand.after(head, sorted(set(list(hand.live) + list(left)))):
        if seat == head:
            break
        if seat in top or (seat in left and _everything(hand, seat, left)):
            out.append(seat)
        elif seat in hand.live and seat not in hand.all_in:
            break
    return out


def _enter(hand, seat, to):
    """One act to a total."""
    everything = _everything(hand, seat, {seat: to})
    act = "call" if to <= hand.high else ("raise" if hand.high else "bet")
    base = hand.base
    hand.actions.append(acting.apply(hand, seat, "all_in" if everything else act, to))
    if hand.betting == "limit" and to > base:
        # totals nobody has in front any more were wagered on the way
        size = limits.fixed_size(hand)
        hand.wagers += max(0, (to - base + size // 2) // size - 1)


# -- the board --------------------------------------------------------------------------------


def board(hand, d, kind):
    """The street that lay there when the hand was taken up, with what was burned for it.

    Earlier streets are taken to be in order. Without a count of burn cards the word of the notice
    is the fact.
    """
    if hand.street not in BOARDS:
        return
    before = BOARDS.index(hand.street)
    d["street"] = hand.street
    d["cards"] = list(hand.board[before + 2 if before else 0 :])
    d["moves"] = d["burn_moves"] = 1
    d["mark"] = hand.street_mark
    burned = hand.setup.get("burned")  # what came since is for the next street
    if burned is not None:
        d["burns"] = max(0, burned - before)
    else:
        said = None if d["next_burns"] > 1 else kind  # two lie there for the next street
        d["burns"] = {"missing_burn": 0, "extra_burn": 2}.get(said, 1)
