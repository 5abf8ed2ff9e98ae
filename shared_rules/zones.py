"""Zones of a table, as events name them: ``"seat:3"``, ``"line:3"``, ``"board"``, ...

``stub`` the undealt deck, ``mouth`` the pitch point of the deck well, ``seat:N`` behind the line
at seat N, ``line:N`` on or over the betting line in front of seat N, ``off`` off the table.
"""

STUB = "stub"
MOUTH = "mouth"
BOARD = "board"
BURN = "burn"
MUCK = "muck"
POT = "pot"
OFF = "off"
PLAIN = (STUB, MOUTH, BOARD, BURN, MUCK, POT, OFF)


_SEATS = tuple(["seat:%d" % i for i in range(12)])


def seat_zone(seat):
    """Zone behind the betting line at a seat (1-based)."""
    return _SEATS[seat] if 0 <= seat < 12 else "seat:%d" % seat


def line_zone(seat):
    """Zone of the bet spot of a seat (1-based)."""
    return "line:%d" % seat


KEPT = 40  # a table's zones; what else is named is worked out each time
_kinds = {}
_seats = {}


def kind(zone):
    """``"seat"`` or ``"line"`` for a seat's zones, the zone itself for the others."""
    try:
        return _kinds[zone]
    except KeyError:
        i = zone.find(":")
        k = zone if i < 0 else zone[:i]
        if len(_kinds) < KEPT:
            _kinds[zone] = k
        return k


def seat_of(zone):
    """Seat number of a ``seat:N`` or ``line:N`` zone, None for the others."""
    try:
        return _seats[zone]
    except KeyError:
        i = zone.find(":")
        seat = None if i < 0 else int(zone[i + 1 :])
        if len(_seats) < KEPT:
            _seats[zone] = seat
        return seat


def is_zone(zone):
    """True when the text names a zone."""
    if zone in PLAIN:
        return True
    k = kind(zone)
    return k in ("seat", "line") and is_digits(zone[len(k) + 1 :])


def is_digits(text):
    """True for digits 0 to 9 and nothing else (``isdigit`` knows others, ``int`` does not)."""
    for c in text:
        if c not in "0123456789":
            return False
    return bool(text)
