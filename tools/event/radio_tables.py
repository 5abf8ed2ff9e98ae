"""Tables of a simulated event through radio and all: things, readers, firmware, MQTT, gateway.

The engine's players decide a hand (``planned.py``); at a radio table it is then dealt with cards
and chips at a virtual table, and the desk learns of it what the gateway's record says
(``gateway/event/table_feed.py``), nothing else. Where the record is missing, or does not agree with
the desk, the director comes and counts.
"""

import contextlib
from random import Random

from gateway.event import desk, table_feed
from shared_rules.desk.tables import FINAL
from tools.event import simulate
from tools.event.planned import PlannedHand
from tools.playing.play import Options, Played, Session

SEATS = 9  # of `nine_max`, the larger of the tables there are descriptions of
SETTLE_MS = 3000  # after the cards are back: later than the slowest confirmation (500 ms)


class RadioTables:
    """Virtual tables of one event. ``tables``: numbers of those played on by radio; the final
    table is one more. A table's controller starts with its first hand."""

    def __init__(self, tables, rulebook, seed, noise=0.0):
        self.numbers = (*tables, FINAL)
        options = Options(rulebook, seed, noise, tables=len(self.numbers), settle_ms=SETTLE_MS)
        self._session = Session(options)
        self._feeds = {}
        self._riffled = {}  # table name -> riffles the gateway told of
        self.played = []  # Played, in the order given
        self._open = contextlib.ExitStack()

    def __enter__(self):
        self._open.enter_context(self._session.up([str(n) for n in self.numbers]))
        self._session.gateway.on_start(self._starts)
        return self

    def __exit__(self, *exc):
        self._open.close()

    def _starts(self, table):
        self._riffled[table] = self._riffled.get(table, 0) + 1

    def deal(self, number, plan):
        """Give a table a hand to be dealt; ``seen`` waits for it."""
        name = str(number)
        if name not in self._feeds:
            self._feeds[name] = self._session.start_table(name)
        played = Played(len(self.played), plan.label)
        self.played.append(played)
        feed = self._feeds[name]
        if feed.open:
            feed.give(played, plan, None, plan.book)
        else:
            played.reason = f"{plan.label}: not played: {feed.trouble}"
        return played

    def record(self, number, played):
        """The gateway's record of a hand given to a table, None where there is none."""
        self._session.wait_for(self._feeds[str(number)], played)
        return played.record

    def troubles(self):
        """Reasons why hands were not recorded, each once."""
        return list(dict.fromkeys(p.reason for p in self.played if p.reason))

    def riffles(self, number):
        """Hands the gateway has told the beginning of."""
        return self._riffled.get(str(number), 0)


class Figures:
    """What became of the hands dealt by radio."""

    def __init__(self):
        self.hands = 0
        self.unseen = 0  # the gateway gave no record
        self.alerts = 0  # the record did not agree with the desk: the table was counted at once
        self.silent = 0  # it agreed, and some stacks were others: found by a later count
        self.irregular = 0  # hands in which the gateway's engine ruled on something
        self.counted = 0  # stacks a later count put right

    def text(self):
        """In one line."""
        return (
            f"{self.hands} hands by radio: {self.unseen} not recorded and {self.alerts} unlike the"
            f" desk (counted at once), {self.silent} with wrong stacks nobody noticed"
            f" ({self.counted} stacks put right by later counts), {self.irregular} with an"
            f" irregularity"
        )


class DirectorsEye:
    """What the desk learns of tables by radio, and the director who counts where that is wrong.

    ``hands_max``: so many hands of a table go by radio, None: all. ``real``: player -> the chips
    in front of him, where the desk has another figure.
    """

    def __init__(self, tables, hands_max=None):
        self.tables = tables
        self.hands_max = hands_max
        self.dealt = {}  # table -> hands dealt by radio
        self.waiting = {}  # table -> Played in progress
        self.real = {}
        self.figures = Figures()

    def plays(self, number, seats):
        """True for a table whose next hand, with these seats taken, goes by radio. A final table
        of ten has a seat too many for the virtual table until it is free."""
        if number not in self.tables.numbers or max(seats) > SEATS:
            return False
        return self.hands_max is None or self.dealt.get(number, 0) < self.hands_max

    def waits_for(self, number):
        """True while a hand is dealt by radio at the table."""
        return number in self.waiting

    def deal(self, office, number, setup, players, seed, idle):
        """Deal a hand at a virtual table. ``(its ``hand`` output, how long it takes in ms)``.

        Players play the chips they have; what is keyed at the table are the desk's figures.
        """
        keyed = setup["stacks"]
        held = {s: self.real.get(players[int(s)], n) for s, n in keyed.items()}
        hand = PlannedHand({**setup, "stacks": held}, office.event.book.name, Random(seed), idle)
        result = hand.play()
        plan = hand.plan(result, office.event.book.name)
        plan.setup = {**setup, "stacks": keyed}
        self.waiting[number] = self.tables.deal(number, plan)
        self.dealt[number] = self.dealt.get(number, 0) + 1
        return result, hand.took_ms

    def over(self, office, number, started, result):
        """Entries of a hand that is over, ``[(happenings, who, why)]``; ``result``: player -> chips
        he has now."""
        record = self.tables.record(number, self.waiting.pop(number))
        happenings = [] if record is None else table_feed.seen(office, record)
        self.figures.hands += 1
        self.figures.unseen += record is None
        self.figures.irregular += bool(record and record["incidents"])
        if self._agrees(happenings, result):
            self._note_real(happenings, result)
            return [(happenings, desk.TABLES, "")]
        self.figures.alerts += record is not None
        for player in result:
            self.real.pop(player, None)
        alerts = [h for h in happenings if h[0] == "alerted"]
        counted = simulate.over(office, number, started, result)
        entries = [(alerts, desk.TABLES, "")] if alerts else []
        return [*entries, (counted, "director", "the stacks of the table were counted")]

    @staticmethod
    def _agrees(happenings, result):
        """True when the desk takes the stacks, and nobody it has out says that he has chips."""
        out = {p for what, fields in happenings if what == "bust" for p in fields["players"]}
        taken = [fields for what, fields in happenings if what == "hand_over"]
        stacks = taken and "stacks" in taken[0]
        return bool(stacks) and out == {p for p in result if not result[p]}

    def _note_real(self, happenings, result):
        stacks = next(fields["stacks"] for what, fields in happenings if what == "hand_over")
        for player in result:
            self.real.pop(player, None)
        wrong = {p: result[p] for p in result if stacks.get(p, 0) != result[p]}
        self.real.update(wrong)
        self.figures.silent += bool(wrong)

    def count(self, office):
        """Stacks (player -> chips) the desk has wrong, at tables where no hand is in progress."""
        found = {}
        for player in sorted(self.real):
            table = office.event.table_of(player)
            if table is not None and table.state not in table_feed.IN_HAND:
                found[player] = self.real.pop(player)
        self.figures.counted += len(found)
        return found
