"""Draw games: draw high, jacks or better, lowball with one draw, triple draw, badugi."""

FAMILY = "draw"
BLINDS = True


def _one_draw(hole):
    return (
        ("before_draw", hole, 0, 0, False, False, False, 0),
        ("after_draw", 0, 0, 0, True, True, True, 0),
    )


def _triple_draw(hole):
    return (
        ("before_draw", hole, 0, 0, False, False, False, 0),
        ("first_draw", 0, 0, 0, True, True, False, 0),
        ("second_draw", 0, 0, 0, True, True, True, 0),
        ("third_draw", 0, 0, 0, True, True, True, 0),
    )


GAMES = (
    # name, streets, high ranking, low ranking, (blinds, openers needed) where not as above
    ("draw_high", _one_draw(5), "high", None),
    ("jacks_or_better", _one_draw(5), "high", None, (False, True)),
    ("a5_lowball", _one_draw(5), None, "ace_five"),
    ("27_lowball", _one_draw(5), None, "deuce_seven"),
    ("27_triple_draw", _triple_draw(5), None, "deuce_seven"),
    ("badugi", _triple_draw(4), None, "badugi"),
)
