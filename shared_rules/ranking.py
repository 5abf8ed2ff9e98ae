"""Ranking of hands whose cards are known: high, short deck, Omaha, lows, badugi.

``value(ranking, hole, board)`` is a comparable tuple, greater is better, None where the cards
make no such hand (no low). The engine itself never needs it: it works on tokens. Whoever may see
the cards (the vault, a replay) does.
"""

from shared_rules.cards import RANKS, SUITS, rank_value, suit_value

RANKINGS = (
    "high", "short_deck", "omaha", "omaha8", "eight", "ace_five", "deuce_seven", "badugi",
    "high_joker", "ace_five_joker",
)  # fmt: skip
JOKER = "JK"
FLUSH, FULL_HOUSE = 5, 6  # categories of a high hand; with 36 cards they change places
SHORT_WHEEL = [14, 9, 8, 7, 6]  # the lowest straight there: the ace stands below the six


def value(ranking, hole, board=()):
    """Comparable value of the best hand of a ranking; None when there is none."""
    if ranking[-6:] == "_joker":
        hole = [c for c in hole if rank_value(c) or c == JOKER]
        return _best(_high_joker if ranking == "high_joker" else _ace_five, choose(hole, 5))
    hole = [c for c in hole if rank_value(c)]
    board = [c for c in board if rank_value(c)]
    if ranking == "high":
        cards = hole + board
        if len(cards) > 5 and len(set(cards)) == len(cards):
            return _high_of(cards)
        return _best(_high, choose(cards, 5))
    if ranking == "short_deck":
        return _best(_short_deck, choose(hole + board, 5))
    if ranking == "omaha":
        return _best(_high, _two_and_three(hole, board))
    if ranking == "omaha8":
        return _best(_eight, _two_and_three(hole, board))
    if ranking == "eight":
        return _best(_eight, choose(hole + board, 5))
    if ranking == "ace_five":
        return _best(_ace_five, choose(hole + board, 5))
    if ranking == "deuce_seven":
        return _best(_deuce_seven, choose(hole, 5))
    if ranking == "badugi":
        return _badugi(hole)
    raise ValueError("unknown ranking %r" % (ranking,))


def best(ranking, hands, board=()):
    """Seats with the best hand: ``hands`` maps seat to its cards; None when nobody has one."""
    top, seats = None, []
    for seat in sorted(hands):
        v = value(ranking, hands[seat], board)
        if v is None:
            continue
        if top is None or v > top:
            top, seats = v, [seat]
        elif v == top:
            seats.append(seat)
    return seats or None


def place(ranking, category):
    """Place of a category of high hands (0: no pair, to 8) in a ranking."""
    if ranking != "short_deck" or category not in (FLUSH, FULL_HOUSE):
        return category
    return FULL_HOUSE if category == FLUSH else FLUSH


def _best(measure, combinations):
    top = None
    for cards in combinations:
        v = measure(cards)
        if v is not None and (top is None or v > top):
            top = v
    return top


def choose(cards, k):
    """All choices of k cards; the cards themselves when there are fewer."""
    n = len(cards)
    if n <= k:
        return [cards]
    out = []
    pick = list(range(k))
    while True:
        out.append([cards[i] for i in pick])
        i = k - 1
        while i >= 0 and pick[i] == n - k + i:
            i -= 1
        if i < 0:
            return out
        pick[i] += 1
        for j in range(i + 1, k):
            pick[j] = pick[j - 1] + 1


def _two_and_three(hole, board):
    if len(hole) < 2:
        return []
    boards = choose(board, 3)
    return [a + b for a in choose(hole, 2) for b in boards]


def _groups(ranks):
    """Ranks grouped: ((count, rank), ...) largest groups first, then highest ranks."""
    seen = []
    for r in ranks:
        if r not in seen:
            seen.append(r)
    return sorted([(ranks.count(r), r) for r in seen], reverse=True)


def _straight(ranks, wheel=True):
    """Top rank of a straight of five, 0 when there is none; an ace may be low (wheel)."""
    rs = sorted(ranks, reverse=True)
    if len(rs) != 5:
        return 0
    for i in range(4):
        if rs[i] == rs[i + 1]:
            return 0
    if rs[0] - rs[4] == 4:
        return rs[0]
    if wheel and rs == [14, 5, 4, 3, 2]:
        return 5
    return 0


def _category(cards, wheel=True):
    ranks = [rank_value(c) for c in cards]
    flush = len(cards) == 5 and len({suit_value(c) for c in cards}) == 1
    return _shape(ranks, flush, wheel)


def _shape(ranks, flush, wheel=True):
    """Comparable (category, ranks) of five ranks; 9: five aces, with the joker."""
    groups = _groups(ranks)
    shape = [g[0] for g in groups]
    straight = _straight(ranks, wheel)
    kickers = tuple([g[1] for g in groups])
    if straight:
        return (8 if flush else 4, (straight,))
    if shape[0] == 5:
        return 9, kickers
    if shape[0] == 4:
        return 7, kickers
    if len(shape) > 1 and shape[0] == 3 and shape[1] == 2:
        return 6, kickers
    if flush:
        return 5, kickers
    if shape[0] == 3:
        return 3, kickers
    if len(shape) > 1 and shape[0] == 2 and shape[1] == 2:
        return 2, kickers
    return (1 if shape[0] == 2 else 0), kickers


def _high(cards):
    if not cards:
        return None
    return _category(cards)


def _high_of(cards):
    """Value of the best five of more than five different cards, without trying each five."""
    down = sorted([(rank_value(c), suit_value(c)) for c in cards], reverse=True)
    ranks = [r for r, _ in down]
    suits = [s for _, s in down]
    suited = [s for s in set(suits) if suits.count(s) >= 5]  # ten cards may have two
    flushes = [[r for r, suit in down if suit == s] for s in suited]
    straight = max([_top_straight(flush) for flush in flushes] or [0])
    if straight:
        return 8, (straight,)
    groups = _groups(ranks)
    count, first = groups[0]
    rest = [r for r in ranks if r != first]
    if count == 4:
        return 7, (first, rest[0])
    pairs = [r for n, r in groups[1:] if n > 1]
    if count == 3 and pairs:
        return 6, (first, max(pairs))
    if flushes:
        return 5, tuple(max(flushes)[:5])
    straight = _top_straight(ranks)
    if straight:
        return 4, (straight,)
    if count == 2 and pairs:
        return 2, (first, pairs[0], max([r for r in rest if r != pairs[0]]))
    return (0, 1, 3)[count - 1], (first,) + tuple(rest[: 5 - count])


def _top_straight(ranks):
    """Top rank of the best straight among these, 0 when there is none; an ace may be low."""
    for top in range(14, 4, -1):
        if not [r for r in range(top - 4, top + 1) if (r if r > 1 else 14) not in ranks]:
            return top
    return 0


def _short_deck(cards):
    """High with the ranks six to ace: a flush beats a full house, A-6-7-8-9 is a straight."""
    if not cards:
        return None
    category, kickers = _category(cards, False)
    if sorted([rank_value(c) for c in cards], reverse=True) == SHORT_WHEEL:
        category, kickers = (8 if category == FLUSH else 4), (9,)
    return place("short_deck", category), kickers


def _high_joker(cards):
    """High with the joker: an ace, or whatever makes a straight, flush or straight flush.

    rrop-6:S12-JK-2 to S12-JK-4: in a flush it is the highest card not there; five aces are best.
    """
    if JOKER not in cards:
        return _high(cards)
    rest = [c for c in cards if c != JOKER]
    top = _shape([rank_value(c) for c in rest] + [14], False)
    for suit in SUITS:
        for rank in RANKS:
            card = rank + suit
            if card in rest:
                continue
            v = _category(rest + [card])
            if v[0] in (4, 5, 8) and v > top:
                top = v
    return top


def _low_ranks(cards):
    return [1 if rank_value(c) == 14 else rank_value(c) for c in cards]


def _ace_five(cards):
    """Ace to five: straights and flushes do not count, pairs do (against the hand)."""
    if not cards:
        return None
    ranks = _low_ranks([c for c in cards if c != JOKER])
    if len(ranks) < len(cards):  # the joker: the lowest card not there (rrop-6:S11-A5-1)
        rank = 1
        while rank in ranks:
            rank += 1
        ranks.append(rank)
    groups = _groups(ranks)
    return tuple([-g[0] for g in groups]), tuple([-g[1] for g in groups])


def _eight(cards):
    """Five different cards eight or lower, aces low."""
    ranks = _low_ranks(cards)
    if len(ranks) != 5 or len(set(ranks)) != 5 or max(ranks) > 8:
        return None
    return tuple([-r for r in sorted(ranks, reverse=True)])


def _deuce_seven(cards):
    """Deuce to seven: the worst high hand wins, aces are high, straights and flushes count."""
    if not cards:
        return None
    category, kickers = _category(cards, False)
    return -category, tuple([-k for k in kickers])


def _badugi(cards):
    """Most cards of different rank and suit, then lowest from the top, aces low."""
    top = None
    for mask in range(1, 1 << len(cards)):
        chosen = [cards[i] for i in range(len(cards)) if mask >> i & 1]
        ranks = _low_ranks(chosen)
        suits = [suit_value(c) for c in chosen]
        if len(set(ranks)) != len(ranks) or len(set(suits)) != len(suits):
            continue
        v = (len(chosen), tuple([-r for r in sorted(ranks, reverse=True)]))
        if top is None or v > top:
            top = v
    return top
