"""Who had the last action on the end, checked, and tables a hand nobody could beat.

Two books speak of it (ipr-2018:50.6, ipr-web:W49.5).

It follows from the accepted acts, the tabled cards and the board. Not on a small interpreter: a
thousand hands are ranked for it.
"""

from shared_rules import ranking
from shared_rules.cards import rank_value


def look(hand, seat):
    """Rule once when the hand just tabled is unbeatable and its player checked last."""
    if not checked_last(hand, seat) or hand.ruled("showdown.nuts_checked") is not None:
        return
    cards = hand.pending.get("tabled", {}).get(seat, ())
    due = hand.game.hole_cards(hand.street)
    if len(cards) < due or len(hand.board) != 5:
        return
    if [c for c in list(cards) + list(hand.board) if not rank_value(c)]:
        return
    if unbeatable(hand.game, cards, hand.board) and not on_board(hand.game, cards, hand.board):
        hand.rule("showdown.nuts_checked", seat=seat)


def checked_last(hand, seat):
    """True when the last street was checked through and the seat was the last to check."""
    if hand.game.after(hand.street) is not None:
        return False
    acts = [a for a in hand.actions[hand.street_mark :] if a["act"] != "fold"]
    if not acts or acts[-1]["seat"] != seat or len(acts) < 2:
        return False
    return not [a for a in acts if a["act"] != "check"]


def on_board(game, cards, board):
    """True when the board alone is as good: everybody holds it, and it wins for nobody."""
    return ranking.value(game.high, (), board) == ranking.value(game.high, cards, board)


def unbeatable(game, cards, board):
    """True when no two other cards make a better hand with the board.

    Two are enough to ask about: Omaha plays two of a hand, hold'em has no more.
    """
    name = game.high
    mine = ranking.value(name, cards, board)
    if mine is None:
        return False
    seen = list(cards) + list(board)
    deck = [c for c in game.deck() if c not in seen]
    for i in range(len(deck)):
        for k in range(i + 1, len(deck)):
            other = ranking.value(name, (deck[i], deck[k]), board)
            if other is not None and other > mine:
                return False
    return True
