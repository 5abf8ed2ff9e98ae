"""The games: which streets there are, which cards each street deals, who opens, what wins.

``get(name)`` returns a Game. The betting structure (limit, pot-limit, no-limit) is not part of a
game: it comes with the setup.
"""

_FAMILIES = ("flop", "stud", "draw")  # modules; each is loaded when one of its games is asked for

# games whose bring-in is the highest upcard and whose opener is the lowest board
LOW_BOARD_OPENS = ("razz",)


class UnknownGame(ValueError):
    """A game nobody described; the text names it and lists those there are."""


class Street:
    """One street: cards due to each live seat (``down``, ``up``), to the ``board``, burn or not.

    ``draw``: each seat may change cards before its betting. ``big``: limit wagers are of the big
    bet. ``discard``: cards each live seat gives up after this street's betting (pineapple).
    """

    def __init__(self, name, down=0, up=0, board=0, burn=False, draw=False, big=False, discard=0):
        self.name = name
        self.down = down
        self.up = up
        self.board = board
        self.burn = burn
        self.draw = draw
        self.big = big
        self.discard = discard


class Game:
    """One game. ``high`` and ``low`` name the ranking of the halves (None: no such half)."""

    def __init__(self, name, family, streets, high, low, blinds=True, openers=False):
        self.name = name
        self.family = family  # "flop", "stud" or "draw"
        self.streets = streets
        self.high = high
        self.low = low
        self.blinds = blinds  # False: antes, in stud with a bring-in
        self.openers = openers  # True: jacks or better are needed to open
        self.discards = False  # some street has players give up a card
        self._numbers = {}  # street name -> number
        for i in range(len(streets)):
            self._numbers[streets[i].name] = i
            self.discards = self.discards or bool(streets[i].discard)

    def street(self, name):
        """Street of a name, or None."""
        i = self._numbers.get(name)
        return None if i is None else self.streets[i]

    def after(self, name):
        """Street that follows; the first after ``none``; None after the last."""
        if name == "none":
            return self.streets[0]
        i = self._numbers.get(name)
        return None if i is None or i + 1 >= len(self.streets) else self.streets[i + 1]

    def index(self, name):
        """Number of a street from 0, -1 for ``none``."""
        return self._numbers.get(name, -1)

    def hole_cards(self, name):
        """Cards a seat should hold once the deal of the named street is done."""
        n = 0
        for s in self.streets:
            n += s.down + s.up
            if s.name == name:
                break
            n -= s.discard
        return n


def _load(family):
    return __import__("shared_rules.games." + family, None, None, ("GAMES",))


def names():
    """All game names, in order."""
    out = []
    for family in _FAMILIES:
        for row in _load(family).GAMES:
            out.append(row[0])
    return out


_cache = {}


def get(name):
    """Game of a name such as ``nlhe``. Raises UnknownGame."""
    game = _cache.get(name)
    if game is None:
        for name_of_family in _FAMILIES:
            family = _load(name_of_family)
            for row in family.GAMES:
                if row[0] == name:
                    streets = tuple([Street(*s) for s in family.streets(*row[1])])
                    more = row[4] if len(row) > 4 else (family.BLINDS, False)
                    game = Game(name, family.FAMILY, streets, row[2], row[3], more[0], more[1])
                    _cache[name] = game
                    return game
        raise UnknownGame("unknown game %r (there are: %s)" % (name, ", ".join(names())))
    return game
