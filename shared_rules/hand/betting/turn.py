"""Whose turn it is: blinds and straddles, heads-up, street openers, stud boards, draw rounds."""

from shared_rules.cards import rank_value, suit_value


def open_street(hand):
    """Set the first seat to act on the street whose cards are out; None when nobody can act."""
    if hand.game.family == "stud":
        hand.turn = None if betting_over(hand) else stud_opener(hand)
        return
    last = hand.button
    if hand.game.index(hand.street) == 0:
        last = last_forced(hand)
    elif hand.game.openers:
        from shared_rules.hand.betting import openers  # jacks or better only

        seat = openers.opener(hand)
        last = last if seat is None else seat - 1  # after the draw the opener is first
    hand.turn = next_after(hand, last)


def last_forced(hand):
    """Seat of the last forced bet before the first card: the highest straddle, else the blind."""
    best = hand.bb_seat if hand.blinds else None
    amount = hand.bb
    for seat in sorted(hand.straddles):
        put = min(hand.straddles[seat], hand.bets.get(seat, hand.straddles[seat]))
        if put > amount:  # one all-in for less than the blind changes no order
            best, amount = seat, put
    if best is None and hand.bets:
        top = 0
        posts = hand.setup.get("posts") or {}  # chips posted to come in change no order
        for seat in sorted(hand.bets):
            if hand.bets[seat] > top and str(seat) not in posts:
                best, top = seat, hand.bets[seat]
    return hand.button if best is None else best


def next_after(hand, seat):
    """Next seat clockwise that still has to act on this street, None when betting is over."""
    live, all_in = hand.live, hand.all_in
    if (all_in or len(live) < 2) and _settled(hand):
        return None
    acted, bets, high = hand.acted, hand.bets, hand.high
    beyond = None  # the first one further round the table
    if seat is None:
        seat = 0  # from the lowest
    for s in live:
        if s <= seat and beyond is not None:
            continue
        if (s not in acted or bets.get(s, 0) < high) and s not in all_in:  # ``owes_act``
            if s > seat:
                return s
            beyond = s
    return beyond


def owes_act(hand, seat):
    """True while the seat has not acted on this street or has less in front than the highest."""
    return seat not in hand.acted or hand.bets.get(seat, 0) < hand.high


def betting_over(hand):
    """True when nobody can or need act: one live hand, or no two seats with chips to bet."""
    return _settled(hand) or not [
        s for s in hand.live if s not in hand.all_in and owes_act(hand, s)
    ]


def _settled(hand):
    """True when no two seats could bet against each other and nobody has to match a bet."""
    if len(hand.live) < 2:
        return True
    able = hand.live
    if hand.all_in:
        able = [s for s in hand.live if s not in hand.all_in]
        if not able:
            return True
    if len(able) == 1:
        seat = able[0]
        others = 0
        bets = hand.bets
        for s in hand.live:
            if s != seat and bets.get(s, 0) > others:
                others = bets[s]
        return hand.bet(seat) >= others
    return False


# -- stud -------------------------------------------------------------------------------------


def stud_opener(hand):
    """Seat that opens a stud street; None while an upcard that matters is not known.

    Third street: the forced low card (high card in razz), ties by suit. Later: the highest
    board showing (lowest in razz), ties by position from the left of the dealer.
    """
    for seat in hand.live:
        for token in hand.upcards.get(seat, ()):
            if not rank_value(token):
                return None
        if not hand.upcards.get(seat):
            return None
    if hand.game.index(hand.street) == 0:
        seat = bring_in_seat(hand)
        if seat in hand.all_in and not hand.bet(seat):
            return next_after(hand, seat)  # all-in for the ante (rrop-6:S8-4)
        return seat
    low = hand.game.low_opens
    best, best_key = None, None
    for seat in hand.after(hand.button, hand.live):
        key = board_key(hand.upcards[seat], low)
        if best is None or (key < best_key if low else key > best_key):
            best, best_key = seat, key
    if best in hand.all_in:
        return next_after(hand, best)
    return best


def bring_in_seat(hand):
    """Seat that owes the bring-in by the cards showing (rrop-6:S8-2, S9-3, S10-4)."""
    high_pays = hand.game.low_opens
    best, best_key = None, None
    for seat in hand.live:
        up = hand.upcards.get(seat)
        if not up:
            continue
        rank = rank_value(up[0])
        if high_pays and rank == 14:
            rank = 1  # aces are low in razz
        key = (rank, suit_value(up[0]))
        if best is None or (key > best_key if high_pays else key < best_key):
            best, best_key = seat, key
    return best


def board_key(cards, low):
    """Comparable value of the cards showing: groups first, then ranks; aces low for razz."""
    ranks = []
    for c in cards:
        r = rank_value(c)
        ranks.append(1 if low and r == 14 else r)
    groups = []
    for r in sorted(set(ranks), reverse=True):
        groups.append((ranks.count(r), r))
    groups.sort(reverse=True)
    return tuple([g[0] for g in groups]), tuple([g[1] for g in groups])
