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


def streets():
    """Rows of the streets, see ``Street``."""
    return _SEVEN


GAMES = (
    # name, what ``streets`` takes, high ranking, low ranking
    ("stud7", (), "high", None),
    ("stud8", (), "high", "eight"),
    ("razz", (), None, "ace_five"),
)
