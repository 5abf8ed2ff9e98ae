"""Who wins how often: equity of sealed hands, computed inside the vault.

Exact over every board still possible where these are few enough, else over a stated number of
sampled boards (the same ones for the same cards). Cards known to lie in the muck come no more.
"""

import itertools
import random

from shared_rules import games

EXACT_BOARDS_MAX = 50_000
SAMPLED_BOARDS = 20_000  # standard error of an equity of one half: 0.35 %


def equity(game, hands, board, dead=()):
    """``{"seats": {seat: share}, "ties": {seat: share}, "outs": {seat: cards} or None, "exact":
    bool, "boards": n}``; None where the game has none.

    ``hands``: seat -> cards; ``board``: cards that lie there; ``dead``: cards that cannot come.
    A share of a pot split by k hands is 1/k; ``ties``: how often a hand splits it. ``outs``: of
    hands that are behind on the flop or turn, the cards that would put them alone in front next.
    """
    shares_of = evaluator(game)
    if shares_of is None or len(hands) < 2:
        return None
    played = games.get(game)
    holes, deck = played.streets[0].down, played.deck()
    if any(len(h) != holes for h in hands.values()):
        return None
    used = [c for h in hands.values() for c in h] + list(board)
    if len(set(used)) != len(used) or not set(used) <= set(deck) or len(board) > 5:
        return None
    left = [c for c in deck if c not in used and c not in dead]
    missing = 5 - len(board)
    if len(left) < missing:
        return None
    boards, exact, count = _boards(left, missing)
    seats = sorted(hands)
    won, tied = shares_of(hands, seats, board, boards)
    return {
        "seats": {s: round(w / count, 4) for s, w in zip(seats, won, strict=True)},
        "ties": {s: round(w / count, 4) for s, w in zip(seats, tied, strict=True)},
        "outs": _outs(shares_of, hands, seats, board, left) if len(board) in (3, 4) else None,
        "exact": exact,
        "boards": count,
    }


def evaluator(game):
    """What counts the shares of a game, by its ranking; None: it is released without figures.

    That is so where the pot is halved, cards are given up, or no quick evaluator knows the ranking.
    """
    played = games.find(game)
    if played is None or played.family != "flop" or played.low:
        return None
    if any(street.discard for street in played.streets):
        return None
    return {"high": _holdem, "omaha": _omaha}.get(played.high)


def _boards(left, missing):
    total = 1
    for i in range(missing):
        total = total * (len(left) - i) // (i + 1)
    if total <= EXACT_BOARDS_MAX:
        return itertools.combinations(left, missing), True, total
    rng = random.Random("feltwire/" + "".join(left))
    sampled = (rng.sample(left, missing) for _ in range(SAMPLED_BOARDS))
    return sampled, False, SAMPLED_BOARDS


def _outs(shares_of, hands, seats, board, left):
    """Seat -> cards of ``left`` that put it alone in front; of hands that are behind."""
    ahead, _level = shares_of(hands, seats, board, [()])
    behind = [i for i in range(len(seats)) if not ahead[i]]
    found = {seats[i]: [] for i in behind}
    for card in left:
        won, _tied = shares_of(hands, seats, board, [(card,)])
        for i in behind:
            if won[i] == 1:
                found[seats[i]].append(card)
    return found


def _share(won, tied, ranks, best):
    winners = [i for i, r in enumerate(ranks) if r == best]
    for i in winners:
        won[i] += 1 / len(winners)
        tied[i] += len(winners) > 1


def _holdem(hands, seats, board, boards):
    import eval7  # only the process that computes needs it

    boards = list(boards)
    names = {c for cards in (board, *hands.values(), *boards) for c in cards}
    cards = {c: eval7.Card(c) for c in names}
    held = [[cards[c] for c in hands[s]] + [cards[c] for c in board] for s in seats]
    won, tied = [0.0] * len(seats), [0] * len(seats)
    for more in boards:
        run = [cards[c] for c in more]
        ranks = [eval7.evaluate(h + run) for h in held]
        _share(won, tied, ranks, max(ranks))
    return won, tied


def _omaha(hands, seats, board, boards):
    from phevaluator import evaluate_omaha_cards

    won, tied = [0.0] * len(seats), [0] * len(seats)
    board = list(board)
    for more in boards:
        ranks = [evaluate_omaha_cards(*board, *more, *hands[s]) for s in seats]
        _share(won, tied, ranks, min(ranks))
    return won, tied


def load():
    """Import what the functions here import when they are first called: the vault does it before it
    gives up its rights. Returns the files the process that computes has to be able to read."""
    import eval7
    import phevaluator

    return [__file__, eval7.__file__, phevaluator.__file__]


def made_hand(game, hole, board):
    """What a hand makes with a full board, in words (``Two Pair``); None where it is not known."""
    if evaluator(game) is _holdem and len(board) == 5 and len(hole) == 2:
        import eval7

        return eval7.handtype(eval7.evaluate([eval7.Card(c) for c in (*hole, *board)]))
    return None
