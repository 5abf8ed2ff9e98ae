"""Flop games: hold'em, short-deck hold'em, Omaha and crazy pineapple."""

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
    # name, title, ((code of the notation, its betting), ...), what ``streets`` takes,
    # high ranking, low ranking, attributes of ``Game`` that differ
    ("nlhe", "No-limit hold'em", (("NT", "no_limit"),), (2,), "high", None),
    ("limit_holdem", "Limit hold'em", (("FT", "limit"),), (2,), "high", None),
    # antes of all and one blind, the button's
    ("short_deck", "Short-deck hold'em", (("NS", "no_limit"),), (2,), "short_deck", None,
     {"ranks": "6789TJQKA", "button_blind": True}),
    ("plo", "Pot-limit Omaha", (("PO", "pot_limit"),), (4,), "omaha", None),
    ("plo8", "Pot-limit Omaha hi-lo", (), (4,), "omaha", "omaha8"),
    # The notation's reference implementation plays FO/8 as pot-limit above the fixed sizes, and
    # recorded results follow it: so do we (fixed sizes as minimum).
    ("limit_omaha8", "Limit Omaha hi-lo", (("FO/8", "pot_limit"),), (4,), "omaha", "omaha8"),
    ("crazy_pineapple", "Crazy pineapple", (), (3, 1), "high", None),
)  # fmt: skip
