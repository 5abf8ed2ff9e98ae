"""Seven-card stud, stud high-low and razz: antes, a bring-in, upcards decide who opens."""

FAMILY = "stud"
BLINDS = False

_SEVEN = (
    # name, down, up, board, burn, draw, big, discard
    ("third", 2, 1, 0, False, False, False, 0),
    ("fourth", 0, 1, 0, True, False, False, 0),
    ("fifth", 0, 1, 0, True, False, True, 0),
    ("sixth", 0, 1, 0, True, False, True, 0),
    ("seventh", 1, 0, 0, True, False, True, 0),
)

GAMES = (
    ("stud7", _SEVEN, "high", None),
    ("stud8", _SEVEN, "high", "eight"),
    ("razz", _SEVEN, None, "ace_five"),
)

# games whose bring-in is the highest upcard and whose opener is the lowest board
LOW_BOARD_OPENS = ("razz",)
