"""Replaying a trace: the controller's table code fed with recorded dwells, without any radio.

The very ``Table`` of the firmware takes the dwells and keys; the rules engine takes its events.
Cards are named as the trace's header names them, in the case language's way.
"""

from firmware.config import TUNE
from firmware.table.table import Table
from shared_rules import table as rules
from shared_rules.events import BadEvent
from tools.trace import midway
from tools.trace.opening import Opening
from tools.trace.reading import CARD, Dwell
from tools.trace.survey import Survey

STEP_MS = 8  # the controller looks at what has become ready this often
PAUSE_MS = 60_000
DRAIN_MS = 12_000  # after the last line: what waits is told, as on a table that goes on being read


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
    """One trace. ``emit(event)`` gets each table event, ``say(output)`` each output of the engine
    (None: the engine is left out), ``complain(text)`` one line for people;
    ``bad`` counts lines of no use.

    ``entries``: by their time, gone through once, and once before where no ``survey`` of them is
    given; ``names``: what cards are called; ``watch``: see ``firmware/table/order.py``;
    ``emitted_setup``: False where only the rules engine is told the header's setup.
    """

    def __init__(
        self, header, entries, emit, say=None, complain=print, tune=None, survey=None, names=None,
        watch=None, emitted_setup=True,
    ):  # fmt: skip
        self.header = header
        self.entries = entries
        self.survey = survey or Survey.of(header, entries)
        self.emit = emit
        self.say = say
        self.complain = complain
        self.names = names or Names(header.deck)
        self.rules = rules.Table(header.rulebook)
        self.bad = 0
        self.line = 0  # of the key that is being taken
        self.unknown = set()  # tags of nobody
        self.ghosts = self.survey.ghosts
        self.load_counts = self.survey.load.counts_chips()
        self.index = {name: i for i, name in enumerate(self.survey.antennas)}
        self.table = Table(
            self.survey.antennas, header.seats_max, Unscheduled(), dict(TUNE, **(tune or {})),
            self.names, self._event, self._refused, watch,
        )  # fmt: skip
        for name, line in self.survey.refused.items():
            self.bad += 1
            self.complain(f"line {line}: antenna: {name!r} is no zone of this table")
        self.t = 0
        self._emitted_setup = emitted_setup
        self._lines = None
        self._ahead = None  # an entry whose time has not come

    def run(self):
        """Replay all of it."""
        if self.begin():
            self.play()
            self.finish()

    def begin(self):
        """Set up the hand as the trace begins; False when there is nothing to replay."""
        if self.survey.begin_us is None:
            self.complain("no dwells: nothing to replay")
            return False
        self.t = self.survey.begin_us // 1000
        self._begin()
        self._lines = iter(self.entries)
        return True

    def play(self, until_ms=None):
        """Take what comes up to a time, all of it without one; False when nothing is left."""
        while True:
            entry = self._ahead or next(self._lines, None)
            self._ahead = None
            if entry is None:
                return False
            t = entry.at_us // 1000
            if until_ms is not None and t > until_ms:
                self._ahead = entry
                return True
            self._take(entry, t)

    def finish(self):
        """What waits at the end of the trace comes to its end."""
        self._drain()
        if len(self.unknown) > 1:
            self.complain(f"tags in neither deck nor chips: {len(self.unknown)} in all")

    # -- inside

    def _take(self, entry, t):
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

    def _begin(self):
        """The hand of the header: begun already, unless the trace shows the deck being gathered."""
        setup = self.header.setup
        if setup is None or "setup" in self.survey.keyed:
            return
        opening = Opening(self.survey.first, self.header, self.index, self._known)
        if midway.on_a_street(setup, opening):
            midway.take_up(self, opening)
            return
        if self._emitted_setup:
            self.table.key(dict(setup, what="setup"), self.t)
            self.table.poll(self.t)
        else:
            self._event(dict(setup, what="setup", t=self.t))
        if not self.survey.starts_itself:
            self.table.begin_hand(self.t)
            if opening.dealt(self.table.phase.hole):
                opening.emit(self.table, self.t)

    def _dwell(self, entry):
        index = self.index.get(entry.antenna)
        if index is None:
            return
        uids, values = self._known(entry)
        torn = entry.torn
        if torn is None:
            torn = entry.collision or entry.crc_error
        agc = entry.agc if self.load_counts else 0
        self.table.dwell(index, uids, values, len(uids), torn, entry.t_us // 1000, agc)

    def _known(self, entry):
        """Tags of a dwell with their values; a tag of nobody counts as a card of another deck.

        Not in the pot, where a chip of another game comes by way of a bet spot; nor on a bet spot
        of a trace that names no chip.
        """
        uids, values = [], []
        left_out = entry.antenna == "pot" or entry.antenna[:4] == "line" and not self.header.chips
        for uid in entry.uids:
            value = self.header.chips.get(uid) or (entry.values or {}).get(uid, CARD)
            if value == CARD and uid not in self.header.deck:
                if uid in self.ghosts:
                    continue
                if not self.unknown:
                    text = f"line {entry.line}: uids: a tag that is in neither deck nor chips"
                    self.complain(text)
                self.unknown.add(uid)
                if left_out:
                    continue
            uids.append(uid)
            values.append(value)
        return uids, values

    def _refused(self, text):
        """The table code cannot use a key."""
        self.bad += 1
        self.complain(f"line {self.line}: {text}" if self.line else text)

    def _event(self, event):
        self.emit(event)
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
        while self.t < end and (self.table.order.items or self.table.cards.lacks_t):
            self.t += STEP_MS
            self.table.poll(self.t)
        for item in list(self.table.order.items):
            self.table.order.remove(item)
            item.expire(self.t)
