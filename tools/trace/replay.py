"""Replaying a trace: the controller's table code fed with recorded dwells, without any radio.

The very ``Table`` of the firmware takes the dwells and keys; the rules engine takes its events.
Cards are named as the trace's header names them, in the case language's way.
"""

from firmware.config import KINDS, TUNE
from firmware.table import phase as ph
from firmware.table.table import Table
from shared_rules import table as rules
from shared_rules.events import BadEvent
from tools.trace import load, midway
from tools.trace.opening import Opening
from tools.trace.reading import CARD, Dwell, Pressed

STEP_MS = 8  # the controller looks at what has become ready this often
PAUSE_MS = 60_000
DRAIN_MS = 12_000  # after the last line: what waits is told, as on a table that goes on being read
GATHERED = 8  # so many cards in the muck at the beginning are a deck that is yet to be riffled
OPENING_MS = 2500  # what tells how a trace begins


class Unscheduled:
    """A recorded table cannot be asked to look again: wishes for closer looks go nowhere."""

    def want(self, index, period_ms):
        """An antenna is wanted more or less often."""


class Names:
    """Cards by their names in the deck; a tag of another deck is ``x1``, ``x2``, ..."""

    def __init__(self, deck):
        self.deck = deck
        self.hand = 0
        self._foreign = {}

    def next_hand(self):
        """Count a hand."""
        self.hand += 1
        return self.hand

    def token(self, uid):
        """Name of a card."""
        card = self.deck.get(uid)
        if card is None:
            card = self._foreign.setdefault(uid, f"x{len(self._foreign) + 1}")
        return card


class Replay:
    """One trace. ``tell(event)`` gets each table event, ``say(output)`` each output of the engine
    (None: the engine is left out), ``complain(text)`` one line for people;
    ``bad`` counts lines of no use.
    """

    def __init__(self, header, entries, tell, say=None, complain=print, tune=None):
        self.header = header
        self.entries = entries
        self.tell = tell
        self.say = say
        self.complain = complain
        self.names = Names(header.deck)
        self.rules = rules.Table(header.rulebook)
        self.index = {}
        self.bad = 0
        self.line = 0  # of the key that is being taken
        self.unknown = set()  # tags of nobody
        self.ghosts = self._read_once()
        self.load_tells = load.tells(entries)
        antennas = self._antennas()
        self.table = Table(
            antennas, header.seats_max, Unscheduled(), dict(TUNE, **(tune or {})), self.names,
            self._event, self._refused,
        )  # fmt: skip
        self.t = 0

    def run(self):
        """Replay all of it."""
        entries = self.entries
        if not entries:
            self.complain("no dwells: nothing to replay")
            return
        self.t = entries[0].at_us // 1000
        self._begin()
        for entry in entries:
            t = entry.at_us // 1000
            if t - self.t > PAUSE_MS:  # nothing can still wait after so long
                self.table.poll(self.t + DRAIN_MS)
            self.t = t
            self.table.poll(t)
            if isinstance(entry, Dwell):
                self._dwell(entry)
            else:
                self.line = entry.line
                self.table.key(entry.key, t)
                self.line = 0
        self._drain()
        if len(self.unknown) > 1:
            self.complain(f"tags in neither deck nor chips: {len(self.unknown)} in all")

    # -- inside

    def _antennas(self):
        """Antennas of the table's description, and what else the trace has that may be one."""
        names = list(self.header.antennas)
        refused = set()
        for entry in self.entries:
            if not isinstance(entry, Dwell):
                continue
            name = entry.antenna = entry.antenna.lower()
            if name in names or name in refused:
                continue
            if is_antenna(name, self.header.seats_max):
                names.append(name)
            else:
                refused.add(name)
                self.bad += 1
                self.complain(f"line {entry.line}: antenna: {name!r} is no zone of this table")
        self.index = {name: i for i, name in enumerate(names)}
        return names

    def _read_once(self):
        """UIDs of no card and no chip that were read once in all: noise made them."""
        seen, again = set(), set()
        for entry in self.entries:
            for uid in entry.uids if isinstance(entry, Dwell) else ():
                if uid not in self.header.deck and uid not in self.header.chips:
                    (again if uid in seen else seen).add(uid)
        return seen - again

    def _begin(self):
        """The hand of the header: begun already, unless the trace shows the deck being gathered."""
        keyed = [e.key.get("what") for e in self.entries if isinstance(e, Pressed)]
        setup = self.header.setup
        if setup is None or "setup" in keyed:
            return
        opening = Opening(self.entries, self.header, self.index, self._known)
        if midway.on_a_street(setup, opening):
            midway.take_up(self, opening)
            return
        self.table.key(dict(setup, what="setup"), self.t)
        self.table.poll(self.t)
        if not self._starts_itself():
            self.table.begin_hand(self.t)
            if opening.dealt(self.table.phase.hole):
                opening.tell(self.table, self.t)

    def _starts_itself(self):
        """True when the trace holds the riffle, or the press that tells it, before any card."""
        end = self.entries[0].t_us + OPENING_MS * 1000
        gathered = set()
        for entry in self.entries:
            if not isinstance(entry, Dwell):
                if entry.key.get("what") in ph.STARTS:
                    return True
                continue
            if entry.antenna == "muck" and entry.t_us <= end:
                gathered.update(u for u in entry.uids if u not in self.header.chips)
            elif entry.t_us > end and entry.uids and entry.antenna[:4] in ("seat", "mout"):
                break
        return len(gathered) >= GATHERED

    def _dwell(self, entry):
        index = self.index.get(entry.antenna)
        if index is None:
            return
        uids, values = self._known(entry)
        torn = entry.torn
        if torn is None:
            torn = entry.collision or entry.crc_error
        agc = entry.agc if self.load_tells else 0
        self.table.dwell(index, uids, values, len(uids), torn, entry.t_us // 1000, agc)

    def _known(self, entry):
        """Tags of a dwell with their values; a tag of nobody counts as a card of another deck."""
        uids, values = [], []
        chips_here = entry.antenna[:4] in ("line", "pot")
        for uid in entry.uids:
            value = self.header.chips.get(uid) or (entry.values or {}).get(uid, CARD)
            if value == CARD and uid not in self.header.deck:
                if uid in self.ghosts:
                    continue
                if not self.unknown:
                    text = f"line {entry.line}: uids: a tag that is in neither deck nor chips"
                    self.complain(text)
                self.unknown.add(uid)
                if chips_here:
                    continue
            uids.append(uid)
            values.append(value)
        return uids, values

    def _refused(self, text):
        """The table code cannot use a key."""
        self.bad += 1
        self.complain(f"line {self.line}: {text}" if self.line else text)

    def _event(self, event):
        self.tell(event)
        if self.say is None:
            return
        try:
            outputs = self.rules.apply(event)
        except (BadEvent, rules.BadSetup) as error:
            self.complain(f"{event['what']}: {error}")
            return
        for output in outputs:
            self.say(output)

    def _drain(self):
        """Let what waits come to its end: every antenna reads on what it read last."""
        end = self.t + DRAIN_MS
        while self.t < end and self.table.order.items:
            self.t += STEP_MS
            self.table.poll(self.t)
        for item in list(self.table.order.items):
            self.table.order.remove(item)
            item.expire(self.t)


def is_antenna(name, seats_max):
    """True when a name can be that of an antenna (``seat:3``, ``board:2``, ``pot``)."""
    kind, _, number = name.partition(":")
    if kind not in KINDS or (number and not number.isdigit()):
        return False
    if kind in ("seat", "line"):
        return bool(number) and 1 <= int(number) <= seats_max
    return True
