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
    # name, what ``streets`` takes, high ranking, low ranking, (blinds, openers) where not as above
    ("draw_high", (1, 5), "high", None),
    ("jacks_or_better", (1, 5), "high", None, (False, True)),
    ("a5_lowball", (1, 5), None, "ace_five"),
    ("27_lowball", (1, 5), None, "deuce_seven"),
    ("27_triple_draw", (3, 5), None, "deuce_seven"),
    ("badugi", (3, 4), None, "badugi"),
)
