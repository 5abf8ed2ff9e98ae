"""Flop games: hold'em, Omaha and crazy pineapple."""

FAMILY = "flop"
BLINDS = True


def streets(hole, discard=0):
    """Rows of the streets, see ``Street``; ``hole`` cards each, ``discard`` after the flop."""
    # name, down, up, board, burn, draw, big, discard
    return (
        ("preflop", hole, 0, 0, False, False, False, 0),
        ("flop", 0, 0, 3, True, False, False, discard),
        ("turn", 0, 0, 1, True, False, True, 0),
        ("river", 0, 0, 1, True, False, True, 0),
    )


GAMES = (
    # name, what ``streets`` takes, high ranking, low ranking
    ("nlhe", (2,), "high", None),
    ("limit_holdem", (2,), "high", None),
    ("plo", (4,), "omaha", None),
    ("plo8", (4,), "omaha", "omaha8"),
    ("limit_omaha8", (4,), "omaha", "omaha8"),
    ("crazy_pineapple", (3, 1), "high", None),
)
