"""Draw games: draw high, jacks or better, lowball with one draw, triple draw, badugi."""

FAMILY = "draw"
BLINDS = True


def streets(draws, hole):
    """Rows of the streets, see ``Street``: one draw or three, ``hole`` cards each."""
    first = ("before_draw", hole, 0, 0, False, False, False, 0)
    if draws == 1:
        return first, ("after_draw", 0, 0, 0, True, True, True, 0)
    return (
        first,
        ("first_draw", 0, 0, 0, True, True, False, 0),
        ("second_draw", 0, 0, 0, True, True, True, 0),
        ("third_draw", 0, 0, 0, True, True, True, 0),
    )


GAMES = (
    # name, title, ((code of the notation, its betting), ...), what ``streets`` takes,
    # high ranking, low ranking, attributes of ``Game`` that differ
    ("draw_high", "Five-card draw", (), (1, 5), "high", None),
    # FJ1D is a code of our own: the notation has none for a game whose openers are looked at
    ("jacks_or_better", "Jacks or better", (("FJ1D", "limit"),), (1, 5), "high", None,
     {"blinds": False, "openers": True}),
    ("a5_lowball", "Ace-to-five lowball", (), (1, 5), None, "ace_five"),
    ("27_lowball", "Deuce-to-seven lowball", (("N2L1D", "no_limit"),), (1, 5), None, "deuce_seven"),
    ("27_triple_draw", "Deuce-to-seven triple draw", (("F2L3D", "limit"),), (3, 5), None,
     "deuce_seven"),
    ("badugi", "Badugi", (("FB", "limit"),), (3, 4), None, "badugi"),
)  # fmt: skip
