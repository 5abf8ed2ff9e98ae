"""Motions: what hands do at a table, as data with virtual times (integer milliseconds).

Places are zones (``seat:3``, ``line:3``, ``pot``, ``muck``, ``burn``, ``stub``, ``mouth``,
``board:1``..``board:5``) and, where no antenna looks, ``stack:N`` (a player's chips) and ``rack``
(the dealer's chips). A card is named by its face; one of another deck by ``other:`` and its face,
a second one of a face that the deck is said to hold by ``twin:``.
"""

from dataclasses import dataclass

OTHER_DECK = "other:"
TWIN = "twin:"


@dataclass(frozen=True)
class Key:
    """The dealer or the floor keys something in; ``event`` is a table event without its time."""

    t: int
    event: dict


@dataclass(frozen=True)
class Riffle:
    """The whole deck is riffled in the muck area for ``ms`` and put into the well, in ``order``.

    ``boxed`` are the cards that lie face up inside the deck.
    """

    t: int
    ms: int
    order: tuple
    boxed: tuple = ()


@dataclass(frozen=True)
class CardMove:
    """Cards travel together to one place and rest there from ``t + ms`` on.

    ``of``: how many single moves onto the board belong together (a flop has three).
    """

    t: int
    cards: tuple
    to: str
    face: str = "down"
    by: str = "dealer"
    ms: int = 60
    of: int = 1


@dataclass(frozen=True)
class ChipMove:
    """Chips (denominations) travel in one motion; ``seat`` is whose bet, pull or award it is."""

    t: int
    seat: int
    chips: tuple
    frm: str
    to: str
    by: str = "player"
    ms: int = 80


@dataclass(frozen=True)
class Pace:
    """How fast dealer and players are, in milliseconds. The one place for such numbers.

    Brisk, but never so fast that two acts fall into one settling time of the bet spots.
    """

    key: int = 40  # from one key press to the next thing
    riffle: int = 900
    well: int = 1000  # squaring the deck, into the well, hands off
    mouth: int = 120  # a card rests at the mouth before it is pitched
    flight: int = 60  # mouth to seat, board or burn
    card: int = 210  # one card to the next
    post: int = 650  # one ante or blind to the next
    act: int = 850  # a player's act, after the last has settled
    many: int = 60  # for each chip beyond the first six: a big bet lies there longer
    heap: int = 25  # for each chip of the pot: the dealer lets a big one come to rest
    said: int = 250  # from the word to the chips
    motion: int = 800  # between two motions of one act (a string bet)
    pull: int = 90  # one bet spot to the next when the dealer pulls in
    pulled: int = 500  # the chips have come to rest in the pot
    street: int = 400  # before the dealer burns
    table: int = 500  # one hand tabled
    change: int = 500  # chips changed in the pot
    push: int = 700  # the pot on its way over the bet spot
    award: int = 1000  # one award to the next
    collect: int = 700  # cards back to the dealer
    between: int = 600  # before the next hand
    jitter: int = 60  # each act is late by up to this much, by the seed

    def faster(self, times):
        """The same people, so many times as fast; for what does not depend on reading exactly."""
        return Pace(**{name: ms // times for name, ms in vars(self).items()})
