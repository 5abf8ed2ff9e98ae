"""An event as the desk knows it: what was set up, and what has happened since.

``Event(setup, book)`` takes a setup and ``apply`` one happening after another, in the words of the
desk's case language. It keeps facts; what follows from them the modules of the single questions
say (``asks.py``). Times are milliseconds since the setup, chips whole numbers, money the smallest
unit of the currency. Chance is told: nothing is drawn here.
"""

from shared_rules.desk import desk_acts, first_button, seating
from shared_rules.desk.faults import BadHappening
from shared_rules.desk.tables import ALL_IN, DONE, FINAL, IDLE, PLAYING, Positions, Table

MINUTE_MS = 60000


# what a second Event takes over as it is, and the lists it needs a copy of
SAME = (
    "facts", "lists", "now", "moment", "entered", "tables_elsewhere", "tables_at_start", "level",
    "announced", "zeros", "zero_before_announcement", "waiting_level", "last_zero", "source",
    "open_move", "hand_for_hand", "hand_for_hand_called", "zeros_hand_for_hand", "closed",
    "picked", "near",
)  # fmt: skip
LISTS = ("log", "outs", "gone", "moves", "movers", "move_rules", "calls", "near_done")


def _by_number(number):
    """Order of the tables: by number, the final table last."""
    return (1, 0) if number == FINAL else (0, number)


class Event:
    """State of one event under one book. Only ``apply`` changes it."""

    def __init__(self, setup, book):
        self.setup = setup
        self.book = book
        self.facts = setup["event"]
        self.posted = self.facts.get("posted", {})
        self.cash = setup.get("cash")
        self.now = 0
        self.moment = 0
        self.stacks = dict(setup.get("stacks", {}))
        self.people = setup.get("people", {})
        self.lists = setup.get("lists", {})
        self.log = []  # happenings applied, in order
        self.kinds = {}  # what -> happenings of that kind, in order
        self._open_tables()
        self._open_clock()
        self.outs = []  # (hand, table, player, stack or None) in order
        self.gone = []  # players out of the event: busted or disqualified
        self.moves = []  # {"player", "to"} the desk has decided on, in order
        self.source = None  # table a player is taken from by the last call for balance
        self.movers = []  # who has to move by a call for balance, in order
        self.move_rules = []
        self.calls = []  # calls for balance nobody has been named for yet
        self.open_move = None  # rules of a move the book does not settle
        self.hand_for_hand = bool(self.facts.get("hand_for_hand"))
        self.hand_for_hand_called = False
        self.zeros_hand_for_hand = 0
        self.closed = False
        self.picked = None
        self.near = None
        self.near_done = []
        first_button.place(self)

    def _open_tables(self):
        self.tables = {}
        self.broken = {}  # tables that were broken, by number
        stud = self.facts.get("game") == "stud"
        for row in self.setup.get("tables", ()):
            last = row.get("last")
            seats = row.get("seats")
            self.tables[row["table"]] = Table(
                row["table"],
                row["max"],
                None if seats is None else {int(s): seats[s] for s in seats},
                row.get("players", 0),
                None if last is None else Positions(last["button"], last["sb"], last["bb"]),
                stud,
            )
        self.entered = self.facts.get("players_left")
        if self.entered is None:
            self.entered = sum([self.tables[n].count for n in self.tables])
        self.tables_elsewhere = max(0, self.facts.get("tables_left", 0) - len(self.tables))
        self.tables_at_start = len(self.tables) + self.tables_elsewhere

    def _open_clock(self):
        self.level = self.facts.get("level")
        self.announced = self.level
        self.zeros = 0
        self.zero_before_announcement = False
        self.waiting_level = None
        self.last_zero = None

    # what is so now

    def fact(self, name):
        """A fact of the setup's event. Raises BadHappening naming one that is missing."""
        if name not in self.facts:
            raise BadHappening("setup.event.%s is missing" % name)
        return self.facts[name]

    @property
    def left(self):
        """Players still in the event."""
        return self.entered - len(self.gone)

    @property
    def tables_left(self):
        """Tables still played on, those the setup does not list included."""
        return len(self.tables) + self.tables_elsewhere

    @property
    def always_dealt(self):
        """True where the book deals a newcomer in wherever he sits."""
        return self.book.value("newcomer.dealt") == "always"

    def table(self, number):
        """Table of a number; the final table has any. Raises BadHappening for one unknown."""
        found = self.tables.get(number) or self.tables.get(FINAL) or self.broken.get(number)
        if found is None and not self.setup.get("tables"):  # tables nobody needed to describe
            found = self.broken[number] = Table(number, self.facts.get("table_max", 10))
        if found is None:
            raise BadHappening("there is no table %s" % number)
        return found

    def in_order(self):
        """The tables by their numbers, ascending."""
        return [self.tables[n] for n in sorted(self.tables, key=_by_number)]

    def table_of(self, player):
        """Table at which a player sits, None when the desk does not know one."""
        for number in self.tables:
            if self.tables[number].seats and self.tables[number].seat_of(player) is not None:
                return self.tables[number]
        return None

    def taken(self, place):
        """True when somebody sits at ``place`` ("table:seat")."""
        number, _, seat = place.partition(":")
        table = self.tables.get(int(number))
        return bool(table and table.seats and int(seat) in table.seats)

    def happened(self, what, player=None):
        """Happenings of a kind so far, those of one player when he is named."""
        found = self.kinds.get(what, ())
        return [e for e in found if player is None or e.get("player") == player]

    def level_in_force(self):
        """Level of a hand that would begin now, None when the setup names none."""
        if self.level is None:
            return None
        if self.book.value("level.applies", "announcement") == "clock":
            return max(self.level, self.announced)
        return self.announced

    def row_of(self, level):
        """Blinds and antes of a level, None when the setup does not list it.

        With no level named, those of the only one there is.
        """
        rows = self.facts.get("levels", ())
        for row in rows:
            if row["level"] == level or (level is None and len(rows) == 1):
                return row
        return None

    # what happens

    def again(self, until=None):
        """A second Event that the same has happened to, only the first ``until`` where named."""
        then = Event(self.setup, self.book)
        if until is not None:
            for ev in self.log[:until]:
                then.apply(ev)
            return then
        for name in SAME:
            setattr(then, name, getattr(self, name))
        for name in LISTS:
            setattr(then, name, list(getattr(self, name)))
        then.stacks = dict(self.stacks)
        then.kinds = {what: list(self.kinds[what]) for what in self.kinds}
        then.tables = {n: self.tables[n].copy() for n in self.tables}
        then.broken = dict(self.broken)  # nothing happens at these any more
        return then

    def settle(self):
        """Name who moves by the calls for balance so far, as things lie now."""
        while self.calls:
            seating.balance(self, self.calls.pop(0))

    def apply(self, ev):
        """Take one happening in. Raises BadHappening when it cannot be."""
        if ev["what"] in SETTLING:
            self.settle()
        self.now = ev["t"]
        self.moment += 1
        self.log.append(ev)
        self.kinds.setdefault(ev["what"], []).append(ev)
        handler = HANDLERS.get(ev["what"])
        if handler is not None:
            handler(self, ev)

    def remove(self, player):
        """A player is out of the event; his seat is free."""
        if player in self.gone:
            return
        self.gone.append(player)
        table = self.table_of(player)
        if table is not None:
            table.leave(player, self.moment)

    def check_seat(self, to):
        """Raise BadHappening when nobody can sit down at ``to`` ("table:seat")."""
        number, _, seat = to.partition(":")
        table = self.tables.get(int(number))
        if table is None or table.seats is None:
            return
        sitting = table.seats.get(int(seat))
        if sitting is not None:
            raise BadHappening("%s is taken by %s" % (to, sitting))
        if not 1 <= int(seat) <= table.max:
            raise BadHappening("table %s has no seat %s" % (number, seat))

    def seat(self, player, to):
        """A player sits down at ``to`` ("table:seat"), wherever he sat before."""
        number, _, seat = to.partition(":")
        table = self.tables.get(int(number))
        before = self.table_of(player)
        if before is None or before is not table or table.seat_of(player) != int(seat):
            self.check_seat(to)
        if table is None or table.seats is None:
            if before is not None and before is not table:
                before.leave(player, self.moment)
            if table is not None:
                table.gain_one()
            return
        if before is table and table.seat_of(player) == int(seat):
            return
        if before is not None:
            before.leave(player, self.moment)
        table.sit(player, int(seat))


def _clock_zero(event, ev):
    event.zeros += 1
    event.last_zero = event.now
    event.zeros_hand_for_hand += 1 if event.hand_for_hand else 0
    if event.level is not None:
        event.level += 1
    if event.waiting_level is not None:
        event.announced, event.waiting_level = event.waiting_level, None


def _announced(event, ev):
    early = event.book.value("level.applies") == "announced_in_time" and not event.zeros
    left = event.facts.get("minutes_left")
    if early and left is not None and event.now < left * MINUTE_MS:
        event.waiting_level = ev["level"]  # the announcement counts once time has elapsed
        return
    event.announced = ev["level"]
    if event.level is not None:
        event.level = max(event.level, ev["level"])


def _hand_start(event, ev):
    table = event.table(ev["table"])
    if table.state not in (PLAYING, ALL_IN):
        _next_round(event)
        table.start_hand(event.always_dealt)
    table.signs.append((ev["by"], event.level_in_force()))


def _next_round(event):
    """Hand for hand: once every table is done, the next hand is a new one for all."""
    tables = event.in_order()
    if all(t.state == DONE for t in tables):
        for table in tables:
            table.state = IDLE
        event.hand_for_hand_called = False


def _hand_over(event, ev):
    event.table(ev["table"]).state = DONE
    event.stacks.update(ev.get("stacks", ()))
    if event.near is not None and ev["table"] in event.near:
        event.near_done.append(ev["table"])


def _all_in(event, ev):
    event.table(ev["table"]).state = ALL_IN


def _hand_for_hand(event, ev):
    event.hand_for_hand = ev["on"]
    event.hand_for_hand_called = ev["on"]
    event.zeros_hand_for_hand = 0


def _bust(event, ev):
    table = event.tables.get(ev["table"]) or event.tables.get(FINAL)
    stacks = ev.get("stacks", {})
    for player in ev["players"]:
        stack = stacks.get(player, event.stacks.get(player))
        event.outs.append((ev["hand"], ev["table"], player, stack))
        if table is not None and table.seats is None:
            table.lose_one()
        event.remove(player)
    if table is not None and table.state in (PLAYING, ALL_IN):
        table.state = DONE


def _bought_again(event, ev):
    """A rebuy, paid or announced: the player is not out, and keeps his seat."""
    player = ev["player"]
    desk_acts.issue(event, ev)
    if player not in event.gone:
        return
    event.gone.remove(player)
    last = [o for o in event.outs if o[2] == player][-1]
    event.outs.remove(last)
    table = event.tables.get(last[1])
    if table is not None:
        table.stay(player)


def _near(event, ev):
    event.near = list(ev["tables"])
    event.near_done = []


def _picked(event, ev):
    event.picked = ev["player"]


def _moved(event, ev):
    event.seat(ev["player"], ev["to"])


def _stud_round(event, ev):
    table = event.table(ev["table"])
    table.stud = True


def _holdem_round(event, ev):
    event.table(ev["table"]).stud = False


def _closed(event, ev):
    event.closed = True


def _penalty(event, ev):
    if ev["kind"] == "disqualification":
        event.outs.append((None, None, ev["player"], None))
        event.remove(ev["player"])


def _final_table(event, ev):
    seats = {int(s): ev["seats"][s] for s in ev["seats"]}
    stud = event.facts.get("game") == "stud"
    top = max([event.facts.get("table_max", 0)] + sorted(seats))
    event.tables = {FINAL: Table(FINAL, top, seats, stud=stud)}
    event.tables_elsewhere = 0
    first_button.place_final(event)


def _button_cards(event, ev):
    first_button.draw(event, ev["cards"])


# a call for balance names the player due when the hand in progress is over: at the latest now
SETTLING = (
    "hand_start", "balance", "break", "moved", "delays_move", "final_table", "seated", "redrawn",
)  # fmt: skip

HANDLERS = {
    "clock_zero": _clock_zero,
    "level_announced": _announced,
    "hand_start": _hand_start,
    "hand_over": _hand_over,
    "all_in_called": _all_in,
    "hand_for_hand": _hand_for_hand,
    "bust": _bust,
    "rebuy": _bought_again,
    "rebuy_announced": _bought_again,
    "near": _near,
    "player_picked": _picked,
    "moved": _moved,
    "stud_round": _stud_round,
    "holdem_round": _holdem_round,
    "registration_closed": _closed,
    "penalty": _penalty,
    "final_table": _final_table,
    "button_cards": _button_cards,
    "balance": seating.on_balance,
    "break": seating.on_break,
}
HANDLERS.update(desk_acts.HANDLERS)
