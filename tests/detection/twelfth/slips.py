"""What goes wrong in a hand, one thing a hand, with the situation the book names for it."""

from dataclasses import dataclass
from typing import Any

from tests.detection.twelfth.scene import BOOKS, PLAYERS


@dataclass
class Slip:
    """An irregularity. ``phase``: when ``do(plot, ...)`` is tried; ``wide``: names that say the
    same thing less closely, right as well."""

    name: str
    phase: str
    do: Any
    expect: tuple
    wide: tuple = ()
    books: tuple = BOOKS
    players: tuple = PLAYERS


SLIPS = {}
