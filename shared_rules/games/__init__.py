"""The games: deck, streets and their cards, who posts and opens, what wins, what it is called.

``get(name)`` returns a Game. A row of its family's module is all there is about a game; whoever
needs a deck, a number of hole cards, a title or a code of the hand notation asks here. The betting
structure (limit, pot-limit, no-limit) is not part of a game: it comes with the setup, and with the
code of a recorded hand.
"""

from shared_rules import cards

_FAMILIES = ("flop", "stud", "draw")  # modules; each is loaded when one of its games is asked for


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

    ranks = cards.RANKS  # of its deck
    blinds = True  # False: antes, in stud with a bring-in
    button_blind = False  # True: one blind, posted by the button
    openers = False  # True: jacks or better are needed to open
    low_opens = False  # True: the highest upcard brings in, the lowest board opens

    def __init__(self, name, family, streets, high, low):
        self.name = name
        self.family = family  # "flop", "stud" or "draw"
        self.streets = streets
        self.high = high
        self.low = low
        self.discards = False  # some street has players give up a card
        self._numbers = {}  # street name -> number
        self._after = {"none": streets[0]}  # street name -> the street that follows
        for i in range(len(streets)):
            self._numbers[streets[i].name] = i
            self.discards = self.discards or bool(streets[i].discard)
            self._after[streets[i].name] = streets[i + 1] if i + 1 < len(streets) else None

    def street(self, name):
        """Street of a name, or None."""
        return self.streets[self._numbers[name]] if name in self._numbers else None

    def after(self, name):
        """Street that follows; the first after ``none``; None after the last."""
        return self._after.get(name)

    def index(self, name):
        """Number of a street from 0, -1 for ``none``."""
        return self._numbers.get(name, -1)

    def deck(self):
        """Cards it is dealt from, as a list of tokens; a joker in use not among them."""
        return cards.deck(self.ranks)

    def deck_size(self):
        """Number of these cards."""
        return len(self.ranks) * len(cards.SUITS)

    def hole_cards(self, name):
        """Cards a seat should hold once the deal of the named street is done."""
        n = 0
        for s in self.streets:
            n += s.down + s.up
            if s.name == name:
                break
            n -= s.discard
        return n


def _rows():
    """``(family's module, row)`` of every game, in order."""
    for name in _FAMILIES:
        family = __import__("shared_rules.games." + name, None, None, ("GAMES",))
        for row in family.GAMES:
            yield family, row


def names():
    """All game names, in order."""
    return [row[0] for _, row in _rows()]


def title(name):
    """What people call a game; None for a name nobody described."""
    for _, row in _rows():
        if row[0] == name:
            return row[1]
    return None


def notation():
    """Codes of the hand notation: code -> (game, betting)."""
    out = {}
    for _, row in _rows():
        for code, betting in row[2]:
            out[code] = row[0], betting
    return out


_cache = {}


def find(name):
    """Game of a name such as ``nlhe``; None for one nobody described."""
    game = _cache.get(name)
    if game is not None:
        return game
    for family, row in _rows():
        if row[0] == name:
            streets = tuple([Street(*s) for s in family.streets(*row[3])])
            game = Game(name, family.FAMILY, streets, row[4], row[5])
            game.blinds = family.BLINDS
            if len(row) > 6:
                for key in row[6]:
                    setattr(game, key, row[6][key])
            _cache[name] = game
            return game
    return None


def get(name):
    """Game of a name such as ``nlhe``. Raises UnknownGame."""
    game = find(name)
    if game is None:
        raise UnknownGame("unknown game %r (there are: %s)" % (name, ", ".join(names())))
    return game
