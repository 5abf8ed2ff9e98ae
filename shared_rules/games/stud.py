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
    # name, title, ((code of the notation, its betting), ...), what ``streets`` takes,
    # high ranking, low ranking, attributes of ``Game`` that differ
    ("stud7", "Seven-card stud", (("F7S", "limit"),), (), "high", None),
    ("stud8", "Stud hi-lo", (("F7S/8", "limit"),), (), "high", "eight"),
    ("razz", "Razz", (("FR", "limit"),), (), None, "ace_five", {"low_opens": True}),
)
