"""Which ways cards go, and how long they must rest before an unusual way is believed.

A hand that is folded slides over loops it does not belong to, and may lie on one of them until the
dealer collects it; a card just pitched passes over what lies between the well and the seat. Where
people put cards as a rule, little evidence will do; anywhere else a card is in transit until it has
rested for longer than a fold waits to be collected.
"""

from firmware.table.values import RETRIEVED_MS, UNCOLLECTED_MS
from shared_rules.zones import kind, seat_of

OF_SEATS = ("seat", "line")
NEVER = -1  # no player and no dealer puts cards there on this way: they are on it still

# (from, to) -> ms at rest; ways not named here are usual.
REST_MS = {
    ("seat", "other seat"): UNCOLLECTED_MS,
    ("seat", "other line"): NEVER,
    ("seat", "burn"): UNCOLLECTED_MS,
    ("seat", "board"): NEVER,
    ("seat", "pot"): NEVER,
    ("line", "seat"): RETRIEVED_MS,
    ("line", "other seat"): UNCOLLECTED_MS,
    ("line", "other line"): NEVER,
    ("line", "burn"): UNCOLLECTED_MS,
    ("line", "board"): NEVER,
    ("line", "pot"): NEVER,
    ("muck", "seat"): RETRIEVED_MS,
    ("muck", "line"): NEVER,
    ("muck", "burn"): NEVER,
    ("muck", "board"): NEVER,
    ("muck", "pot"): NEVER,
    ("board", "seat"): NEVER,
    ("board", "line"): NEVER,
    ("board", "burn"): RETRIEVED_MS,
    ("board", "pot"): NEVER,
    ("burn", "seat"): NEVER,
    ("burn", "line"): NEVER,
    ("burn", "board"): RETRIEVED_MS,
    ("burn", "pot"): NEVER,
}


def rest_ms(frm, to):
    """How long a card from zone ``frm`` must rest in zone ``to`` before it has gone there, in ms.

    0: as soon as it is at rest; ``NEVER``: it is on its way, however long it lies there.
    """
    came = kind(frm)
    went = kind(to)
    if came in OF_SEATS and went in OF_SEATS and seat_of(frm) != seat_of(to):
        went = "other seat" if went == "seat" else "other line"
    return REST_MS.get((came, went), 0)
