"""Which handlers see an event: by the family of the game, the kind and, for a move, its way.

A module in ``shared_rules/hand/`` names what it looks at in ``HANDLERS``, rows of ``(event kind,
function)``; two things more may follow where they are true of the row:

- ``ways``: for ``card_move`` and ``chips_move``, from where to where, as kinds of zones
  (``"seat>* *>burn"``, ``*`` for any, ``others_line`` for the line of another seat; None: all);
- ``record``: a key of ``hand.pending``; the function is called only while it is there. Of what
  nobody waits for nothing is asked, and its module is not loaded.

``AFTER`` is a function that looks at the hand after each event while the record that ``RECORD``
names is in ``hand.to_review``, from which the function takes it; ``FAMILIES`` are the games a
module is for (absent: all of them).

A controller has no memory to load a module for the question whether it cares. So the rows of all
modules lie in one text, ``index.py``, which ``python -m tools.dev.watched`` writes from them.
"""

from shared_rules import index, zones
from shared_rules.compat import SMALL, tidy

# The modules in the order in which they see an event: facts first, then rulings about cards, then
# about acts, last the acceptance of what nobody objected to.
ORDER = (
    "by_hand places start.button_place start.frame start.hand_start start.button_due floor.race "
    "floor.penalties rare rare_said start.bring_in start.forced start.blind_seats start.posting "
    "cards.deck cards.deck_said cards.dealing cards.deal_said cards.stud_cards cards.draw_cards "
    "cards.board floor.clock_calls floor.clock floor.presence showdown.showing betting.requests "
    "betting.turn_order betting.folding betting.words betting.wagers showdown.showdown "
    "showdown.disputes showdown.kill showdown.pots showdown.odd_chips showdown.hidden_chips "
    "betting.acting"
)
MOVES = ("card_move", "chips_move")
# Moves between single zones whose handlers are kept; of others only kinds of zones are.
KEPT = 0 if SMALL else 400
KINDS_KEPT = 100


class Watch:
    """The handlers that watch the games of one family."""

    def __init__(self, family):
        self.family = family
        self.moves = MOVES
        self.kept = {}  # handlers by kind; of a move by its zones, or by their kinds
        self._pairs = []  # every (record, handler) in use, once
        self._named = {}  # handlers with a record that has been there, by name
        # (RECORD, AFTER) of the modules that have them
        self.reviews = [(record, name) for name, record, _ways in rows(family, "after")]

    def handlers(self, event):
        """Pairs ``(record, f)`` that see an event, in order.

        Without a record ``f(hand, event)`` is called. With one, a key of ``hand.pending``, ``f`` is
        a name for ``named``, asked for while the record is there.
        """
        key = what = event["what"]
        if what in MOVES:
            key = (what, event["from"], event["to"])
        found = self.kept.get(key)
        if found is None:
            found = self._gather(what, event)
            if len(self.kept) < KEPT:
                self.kept[key] = found
        return found

    def named(self, name):
        """The function of a name such as ``floor.clock.on_act``; its module is loaded by now."""
        found = self._named.get(name)
        if found is None:
            found = self._named[name] = load(name)
        return found

    def _gather(self, what, event):
        key, way = what, None
        if what in MOVES:
            way = way_of(event["from"], event["to"])
            key = (what,) + way
            if key in self.kept:
                return self.kept[key]
        found = []
        for name, record, ways in rows(self.family, what):
            if way is None or goes(way, ways):
                found.append(self._pair(record, name if record else load(name)))
        found = tuple(found)
        if len(self.kept) < KEPT + KINDS_KEPT:
            self.kept[key] = found
        return found

    def _pair(self, record, handler):
        for pair in self._pairs:
            if pair[0] == record and pair[1] == handler:
                return pair
        self._pairs.append((record, handler))
        return self._pairs[-1]


def rows(family, what):
    """Rows of the index for a family of games and a kind of event (``after``: those of ``AFTER``).

    Each is (``room.module.function``, record or None, ways or None).
    """
    text = index.INDEX
    at = text.find("\n" + what + "\n")
    if at < 0:
        return
    at += len(what) + 2
    while text[at : at + 1] == " ":
        end = text.find("\n", at)
        words = text[at + 1 : end].split(" ")
        at = end + 1
        name, record, ways = words[0], None, None
        for word in words[1:]:
            if word[0] == "/":
                if family not in word[1:].split(","):
                    name = None
            elif word[0] == "?":
                record = word[1:]
            else:
                ways = word
        if name is not None:
            yield name, record, ways


def load(name):
    """The function ``room.module.function`` below ``shared_rules/hand/``, loaded if need be."""
    tidy()
    at = name.rfind(".")
    module, function = name[:at], name[at + 1 :]
    found = __import__("shared_rules.hand." + module, None, None, (function,))
    return getattr(found, function)


def way_of(frm, to):
    """Way of a move between two zones as kinds of zones: ``("stub", "seat")``."""
    a, b = zones.kind(frm), zones.kind(to)
    if a == "seat" and b == "line" and zones.seat_of(frm) != zones.seat_of(to):
        b = "others_line"
    return a, b


def goes(way, ways):
    """True when a way is among ``ways`` (``"seat>*,*>burn"``; None: all are)."""
    if ways is None:
        return True
    for one in ways.split(","):
        a, b = one.split(">")
        same = b in ("*", way[1]) or (b == "line" and way[1] == "others_line")
        if same and a in ("*", way[0]):
            return True
    return False


_watches = {}


def of(family):
    """The Watch of a family of games; made on first use."""
    found = _watches.get(family)
    if found is None:
        found = _watches[family] = Watch(family)
    return found
