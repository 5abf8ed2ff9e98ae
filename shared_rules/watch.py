"""Which modules see an event: by the family of the game, the kind and, for a move, its way.

A module in ``shared_rules/hand/`` names what it looks at in ``HANDLERS``, rows of ``(event kind,
function)`` or, for ``card_move`` and ``chips_move``, ``(event kind, function, ways)``: from where
to where, as kinds of zones (``"seat>* *>burn"``, ``*`` for any). ``AFTER`` is a function that looks
at the hand after each event; ``FAMILIES`` are the games a module is for (absent: all of them).
"""

from shared_rules import events, zones
from shared_rules.compat import SMALL

# Order in which modules see an event: facts first, then rulings about cards, then about acts,
# last the acceptance of what nobody objected to.
MODULES = (
    "places",
    "button_place",
    "frame",
    "hand_start",
    "button_due",
    "race",
    "penalties",
    "rare",
    "bring_in",
    "forced",
    "posting",
    "deck",
    "dealing",
    "stud_cards",
    "draw_cards",
    "board",
    "clock",
    "presence",
    "showing",
    "requests",
    "turn_order",
    "folding",
    "words",
    "wagers",
    "showdown",
    "disputes",
    "kill",
    "pots",
    "odd_chips",
    "hidden_chips",
    "acting",
)
MOVES = ("card_move", "chips_move")
# Moves between single zones whose handlers are kept; of others only kinds of zones are.
KEPT = 0 if SMALL else 400
KINDS_KEPT = 100


class Watch:
    """The modules that watch the games of one family."""

    def __init__(self, family):
        self.rows = []  # of HANDLERS, in the order of MODULES
        self.reviews = []  # functions ``f(hand)`` called after each event
        self._kept = {}
        for name in MODULES:
            module = __import__("shared_rules.hand." + name, None, None, ("HANDLERS",))
            if family not in getattr(module, "FAMILIES", (family,)):
                continue
            for row in module.HANDLERS:
                if row[0] not in events.FIELDS:
                    raise ValueError("%s: a handler for unknown event %r" % (name, row[0]))
                self.rows.append(row)
            if getattr(module, "AFTER", None) is not None:
                self.reviews.append(module.AFTER)

    def handlers(self, event):
        """Functions ``f(hand, event)`` that see an event, in order."""
        key = what = event["what"]
        if what in MOVES:
            key = (what, event["from"], event["to"])
        found = self._kept.get(key)
        if found is None:
            found = self._gather(what, event)
            if len(self._kept) < KEPT:
                self._kept[key] = found
        return found

    def _gather(self, what, event):
        key = what
        if what in MOVES:
            key = (what, zones.kind(event["from"]), zones.kind(event["to"]))
            if key in self._kept:
                return self._kept[key]
        found = []
        for row in self.rows:
            if row[0] == what and (len(row) < 3 or _goes(key[1], key[2], row[2])):
                found.append(row[1])
        found = tuple(found)
        if len(self._kept) < KEPT + KINDS_KEPT:
            self._kept[key] = found
        return found


def _goes(frm, to, ways):
    """True when a move from one kind of zone to another is among the ways."""
    for way in ways.split():
        a, b = way.split(">")
        if a in ("*", frm) and b in ("*", to):
            return True
    return False


_watches = {}


def of(family):
    """The Watch of a family of games; made on first use."""
    found = _watches.get(family)
    if found is None:
        found = _watches[family] = Watch(family)
    return found
