"""Which modules see an event: by the family of the game, the kind and, for a move, its way.

A module in ``shared_rules/hand/`` names what it looks at in ``HANDLERS``, rows of ``(event kind,
function)`` or, for ``card_move`` and ``chips_move``, ``(event kind, function, ways)``: from where
to where, as kinds of zones (``"seat>* *>burn"``, ``*`` for any). ``AFTER`` is a function that looks
at the hand after each event (with ``RECORD``: only while ``dirty`` is set in that record, a dict in
``hand.pending``); ``FAMILIES`` are the games a module is for (absent: all of them).
``MODULES`` says the same again, so that a module need not be loaded to be asked.
"""

from shared_rules import zones
from shared_rules.compat import SMALL, tidy

# The modules in the order in which they see an event (facts first, then rulings about cards, then
# about acts, last the acceptance of what nobody objected to), and the kinds each looks at. A module
# is loaded when the first event of such a kind comes: memory on a controller. ``/stud``: for games
# of that family only; ``+``: it has ``AFTER``; ``:pot>seat``: it is loaded for that way only.
MODULES = (
    "places card_move chips_move deal draw zone_merge",
    "button_place puck_move",
    "frame riffle machine_deck_cut",
    "hand_start+ riffle machine_deck_cut shuffler_button dealer_push level post",
    "button_due riffle machine_deck_cut post",
    "race color_up race_cards chips_move",
    "penalties finding notice",
    "rare card_move deal chips_move post",
    "rare_said notice request puck_move presence finding flag pot_awarded race_cards",
    "bring_in/stud+ post chips_move notice",
    "forced post deal card_move showdown",
    "posting post chips_move",
    "deck card_move action declare gesture chips_move",
    "deck_said tag_read rfid_count finding notice flag request zone_merge deck_swap",
    "dealing+ card_move action declare gesture chips_move riffle machine_deck_cut",
    "deal_said notice flag finding request rfid_count zone_merge",
    "stud_cards/stud+ card_move notice rfid_count action declare gesture chips_move",
    "draw_cards/draw draw card_move rfid_count gesture request",
    "board+ card_move notice flag finding action declare gesture chips_move request pot_awarded"
    " zone_merge",
    "clock_calls clock_call clock_start shot_clock puck_move timer",
    "clock+ declare gesture chips_move card_move",
    "presence+ card_move deal presence declare gesture chips_move notice",
    "showing notice request",
    "requests request notice announce",
    "turn_order notice rfid_count card_move",
    "folding card_move zone_merge hand_claim notice flag",
    "words declare gesture",
    "wagers action chips_move",
    "showdown showdown card_move hand_claim",
    "disputes pot_awarded chips_move:pot>seat break_start notice",
    "kill pot_awarded",
    "pots showdown pot_awarded chips_move",
    "odd_chips showdown notice",
    "hidden_chips notice showdown",
    "acting action declare gesture chips_move card_move",
)
MOVES = ("card_move", "chips_move")
# Moves between single zones whose handlers are kept; of others only kinds of zones are.
KEPT = 0 if SMALL else 400
KINDS_KEPT = 100


class Watch:
    """The modules that watch the games of one family."""

    def __init__(self, family):
        self.family = family
        self.reviews = []  # (RECORD, AFTER) of the modules that have them
        self.always = []  # AFTER of those without RECORD
        self._kept = {}
        for name in modules(family):
            module = _load(name)
            record = getattr(module, "RECORD", None)
            if record is None:
                self.always.append(module.AFTER)
            else:
                self.reviews.append((record, module.AFTER))

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
        key, way = what, None
        if what in MOVES:
            way = (zones.kind(event["from"]), zones.kind(event["to"]))
            key = (what,) + way
            if key in self._kept:
                return self._kept[key]
        found = []
        for name in modules(self.family, what, way):
            for row in _load(name).HANDLERS:
                if row[0] == what and (len(row) < 3 or _goes(way, row[2])):
                    found.append(row[1])
        found = tuple(found)
        if len(self._kept) < KEPT + KINDS_KEPT:
            self._kept[key] = found
        return found


def modules(family, what=None, way=None):
    """Names of the modules for a family of games: of those that look at a kind of event, or,
    without one, of those that have ``AFTER``."""
    found = []
    for row in MODULES:
        if not (_names(row, what, way) if what else "+" in row):
            continue
        families = row[: row.find(" ")].rstrip("+").split("/")
        if len(families) == 1 or family in families[1:]:
            found.append(families[0])
    return found


def _names(row, what, way):
    """True when a row of MODULES names a kind, and the way of the move where it says which."""
    at = row.find(" " + what)
    end = at + len(what) + 1
    if at < 0 or end == len(row) or row[end] == " ":
        return at >= 0
    return row[end] == ":" and (way is None or _goes(way, row[end + 1 :].split(" ")[0]))


def _load(name):
    tidy()
    return __import__("shared_rules.hand." + name, None, None, ("HANDLERS",))


def _goes(way, ways):
    """True when a move from one kind of zone to another, ``(from, to)``, is among the ways."""
    for one in ways.split():
        a, b = one.split(">")
        if a in ("*", way[0]) and b in ("*", way[1]):
            return True
    return False


_watches = {}


def of(family):
    """The Watch of a family of games; made on first use."""
    found = _watches.get(family)
    if found is None:
        found = _watches[family] = Watch(family)
    return found
