"""The joker: where it is in use, and how hands are ranked then (rrop-6:S12-JK, S11-A5-1)."""


def in_use(hand):
    """True when the joker belongs to the game: the house says so, else the book for the game.

    Setup key ``joker``; value ``draw.joker_games``: games in which it is taken to be in use.
    """
    said = hand.setup.get("joker")
    if said is not None:
        return said and hand.game.family == "draw"
    return hand.game.name in hand.book.value("draw.joker_games", ())


def ranking_of(hand, name):
    """Name of a ranking (``high``, ``ace_five``) as it is with the joker where that is in use."""
    if name in ("high", "ace_five") and in_use(hand):
        return name + "_joker"
    return name
