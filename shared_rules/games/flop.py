"""Flop games: hold'em, Omaha and crazy pineapple."""

FAMILY = "flop"
BLINDS = True


def _streets(hole, discard=0):
    # name, down, up, board, burn, draw, big, discard
    return (
        ("preflop", hole, 0, 0, False, False, False, 0),
        ("flop", 0, 0, 3, True, False, False, discard),
        ("turn", 0, 0, 1, True, False, True, 0),
        ("river", 0, 0, 1, True, False, True, 0),
    )


GAMES = (
    # name, streets, high ranking, low ranking
    ("nlhe", _streets(2), "high", None),
    ("limit_holdem", _streets(2), "high", None),
    ("plo", _streets(4), "omaha", None),
    ("plo8", _streets(4), "omaha", "omaha8"),
    ("limit_omaha8", _streets(4), "omaha", "omaha8"),
    ("crazy_pineapple", _streets(3, 1), "high", None),
)
