"""The desk of a running gateway: one event in the data folder, its clock, and who asks for it.

An entry is on the disk before any page shows it: pages read the log's state only. A gateway that is
killed begins with the same file and the same clock, for the clock is told by the entries.
"""

from pathlib import Path

from gateway.event import acts, color_ups, due, log, sends, sheets, table_feed
from gateway.event.kept import Kept, NotOpen
from gateway.process.ticker import Ticker

FILE = "event.jsonl"
TICK_S = 0.25
CLOCK = "clock"  # who writes what the clock comes to
TABLES = "tables"  # who writes what the tables report


class Desk(Kept):
    """The event of a data folder. Safe to be used from several threads."""

    missing = "no event is open"

    def __init__(self, folder, on_change=None, clock=log.now_ms, chance=None):
        super().__init__(log.EventLog(Path(folder) / FILE, clock), on_change, chance)
        self._aired = None, {}  # number of entries and when they began; what graphics show of them
        self._began = None  # when the event began, by the time of day at the last tick
        self._panels = set()  # tables whose panels show something of the event
        self._together = False  # tables play hand for hand, as of the last tick
        self._gone = ()  # denominations that color-ups took off, as of the last tick
        self._ticker = Ticker("event clock", TICK_S, self.tick)

    def start(self):
        """Let the clock come to its ends."""
        self._ticker.start()

    def stop(self):
        """No entry is written by itself any more."""
        self._ticker.stop()

    def read(self, work):
        """``work(office, t, entries)`` with the state as it is. Raises NotOpen, log.BadLog."""
        self._check_open()
        with self._lock:
            office = self._log.office()
            return work(office, self._log.time(), self._log._entries)

    def do_due(self, key, who):
        """Do what is due under a key (``key_of``); its text is the entry's reason.

        Raises Refused when it is due no more.
        """
        with self._lock:
            found = self.read(lambda office, t, e: [d for d in due.due(office) if key_of(d) == key])
            if not found:
                raise acts.Refused("this is not due any more")
            one = found[0]
            act = acts.DUE[one.act]
            return self.do(lambda office, chance: act(office, chance, **one.args), who, one.text)

    def sent_at(self, table):
        """Players on their way whom the dealer of a table (its name) sends off or awaits.

        [] without an event, and where its log cannot be read: its own pages say so.
        """
        return self._rows(lambda office, t, entries: sends.at_table(office, table))

    def sent(self):
        """All players on their way, oldest first; [] as ``sent_at`` says."""
        return self._rows(lambda office, t, entries: sends.under_way(office, t))

    def _rows(self, work):
        try:
            return self.read(work)
        except (NotOpen, log.BadLog, OSError):
            return []

    def seen(self, table, player, says, who):
        """The dealer of a table says that a player sent from or to it ``left`` or ``sits``."""

        def make(office, chance):
            rows = [r for r in sends.at_table(office, table) if r["player"] == player]
            if not rows or rows[0]["says"] != says:
                raise acts.Refused("this was said already, or the player was sent elsewhere since")
            return [("move_seen", {"player": player, "says": says})]

        return self.do(make, who)

    def panels(self):
        """Names of tables whose panels show something of the event, or did when last asked."""

        def shown(office, t, entries):
            together = {sends.name_of(n) for n in table_feed.together(office)}
            return sends.tables(office) | together | color_ups.tables(office)

        with self._lock:
            before = self._panels
            self._panels = self.read(shown)
            return before | self._panels

    def together_at(self, table):
        """What the dealer of a table (its name) is told hand for hand; "" for nothing."""

        def said(office, t, entries):
            found = {sends.name_of(n): word for n, word in table_feed.together(office).items()}
            return table_feed.TOGETHER.get(found.get(table), "")

        return self._rows(said) or ""

    def race_at(self, table):
        """What the dealer of a table (its name) does in a color-up (``color_ups.at_table``); None
        or [] for nothing."""
        return self._rows(lambda office, t, entries: color_ups.at_table(office, table))

    def tick(self):
        """Write down what the clock has come to."""
        if not self.exists:
            return
        with self._lock:
            office = self._log.office()
            self._together = office.event.hand_for_hand
            self._gone = office.ledger.gone
            came = office.clock.due(self._log.time())
            if came:
                self._log.add_all(came, CLOCK)
            began, self._began = self._began, self._log.began_ms()
        if came or began != self._began:  # pages count down to a time of day, which may be set
            self._on_change()

    def on_air(self):
        """What graphics show of the event; ``{}`` without one, or where it cannot be read."""
        try:
            return self.read(self._on_air)
        except (NotOpen, log.BadLog, OSError):
            return {}

    def _on_air(self, office, _t, entries):
        """Kept until the next entry: what is shown follows from them, the clock too."""
        follows_from = len(entries), self.began_ms()
        if self._aired[0] != follows_from:
            self._aired = follows_from, sheets.on_air(office, follows_from[1])
        return self._aired[1]

    def plays(self, table):
        """True while the event is played at a table (its name)."""
        try:
            return self.read(lambda office, t, entries: table_feed.plays(office, table))
        except (NotOpen, log.BadLog, OSError):
            return False

    def on_start(self, table):
        """A table's deck is riffled: a hand begins, and with it a level that waited for it."""
        self._note(lambda office: table_feed.begun(office, table))

    def on_table(self, live):
        """Something of a table (``LiveTable``) changed: hand for hand an all-in is frozen; chips
        that a color-up took off are reported where they are read."""
        if self._together and table_feed.is_called(live.view()):
            self._note(lambda office: table_feed.called(office, live.name))
        if self._gone:
            read = dict(live.reads.chips)
            if any(chip in read for chip in self._gone):
                self._note(lambda office: table_feed.old_chips(office, live.name, read))

    def on_hand(self, record):
        """A table has finished a hand: stacks and busts go into the event."""
        self._note(lambda office: table_feed.seen(office, record))

    def _note(self, follows):
        if not self.exists:
            return
        with self._lock:
            happenings = follows(self._log.office())
            if happenings:
                self._log.add_all(happenings, TABLES)
        if happenings:
            self._on_change()


def key_of(one):
    """A text that names something due: it changes when what is due changes."""
    return " ".join([one.act, *(f"{k}={one.args[k]}" for k in sorted(one.args))])
