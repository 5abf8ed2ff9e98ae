"""A simulated event, from registration to payout: virtual players on the rules engine.

Time is virtual and every choice comes from the seed, so that a seed gives the same log to the byte.
What the desk does goes through the log, as at a real desk: a simulated director does what
``gateway.event.due`` says is due. ``Day.run`` yields a line of progress at each level.
"""

import heapq
import random

from gateway.event import acts, due, structure
from gateway.event.log import EventLog
from shared_rules.desk import asks
from shared_rules.desk.tables import FINAL, PLAYING
from tools.event import simulated_hands
from tools.event.checks import Properties

SHUFFLED_MS = 15_000  # from the end of a hand to the first riffle of the next
HOLD = ("final_table", "next_round", "redraw")  # nobody deals while one of these is due
PENALTY_CHANCE = 1 / 150  # a hand at which somebody is given a penalty
EXPELLED_CHANCE = 1 / 4000  # ... or is disqualified
AGAIN_CHANCE = 0.4  # a player who is out in time enters again
REBUY_CHANCE = 0.6  # ... or rebuys, where that is sold
ADD_ON_CHANCE = 0.7
LAST_HANDS = (3, 7)  # hands drawn for the end of a day (ipr-2018:G3.E; others do it alike)
DRAW_MS = 10 * 60_000  # before the last level of a day ends they are drawn
NIGHT_MS = 14 * 3_600_000
LATE_SHARE = 0.15  # of the entries come after the start
NIGHT = ("end_day", "begin_day")  # the simulator has its own
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
SPAN_MS = 72 * 3_600_000  # an event that is not over then never will be


class Stuck(RuntimeError):
    """An event that does not end; the text says where it stands."""


class Options:
    """What to simulate. ``hours`` fit the structure; ``deal_at``: players left who make a deal.
    ``radio``: so many tables, and the final one, are played through radio and all, each its first
    ``radio_hands`` hands (None: all), with ``noise`` as in ``feltwire play``."""

    def __init__(
        self, players=540, seed=1, rulebook="tda-2011", hours=8.0, stack=20_000,
        template="regular", table_max=9, reentry=False, deal_at=0, buy_in=200,
        rebuys=False, shootout=False, bounty=0, days=1, radio=0, radio_hands=None, noise=0.0,
    ):  # fmt: skip
        self.players = players
        self.seed = seed
        self.rulebook = rulebook
        self.hours = hours
        self.stack = stack
        self.template = template
        self.table_max = table_max
        self.reentry = reentry
        self.deal_at = deal_at
        self.buy_in = buy_in
        self.rebuys = rebuys
        self.shootout = shootout
        self.bounty = bounty
        self.days = days
        self.radio = radio
        self.radio_hands = radio_hands
        self.noise = noise

    def setup(self):
        """The event's setup. Rebuys end, and add-ons are sold, in the first break."""
        more = {"bounty": self.bounty, "bounties": "progressive"} if self.bounty else {}
        if self.days > 1:
            more["days"] = self.days
        form = "shootout" if self.shootout else "freezeout"
        form = "rebuy" if self.rebuys else "reentry" if self.reentry else form
        setup = structure.plan(
            self.players, self.stack, self.hours, self.template,
            entries_each={"rebuy": 1.8, "reentry": 1.2}.get(form, 1.0),
            name=f"Simulated event {self.seed}", format=form, table_max=self.table_max,
            buy_in=self.buy_in, **more,
        )  # fmt: skip
        until = 1 if self.shootout else 4
        posted = setup["event"]["posted"] = {"registration_until": until}
        if self.reentry:
            posted.update(reentry_until=4, max_entries=2)
        if self.rebuys:
            breaks = [r["level"] for r in setup["event"]["levels"] if r.get("break_after")]
            last = breaks[0] if breaks else 4
            posted.update(registration_until=last, rebuy_until=last, add_on_after=last)
        return setup

    def day_ends(self):
        """Levels after which a day ends: the planned ones in equal parts."""
        planned = int(self.hours * 60 / self.setup()["event"]["levels"][0]["minutes"])
        return [max(2, planned * n // self.days) for n in range(1, self.days)]


def over(office, number, started, result):
    """Happenings of a hand that is over: who lost all chips, and the stacks after it."""
    key = number if isinstance(number, int) else 1
    busted = [p for p in sorted(result) if not result[p]]
    out = []
    if busted:
        out += acts.bust(office, number, office.hand_ids[number], busted, started)
    return [*out, ("hand_over", {"table": key, "stacks": result})]


class Day:
    """One event. ``path``: where its log is written; ``by_radio``: ``radio.DirectorsEye`` of the
    tables played by radio, None where all are played on the engine."""

    def __init__(self, options, path, by_radio=None):
        self.options = options
        self.chance = random.Random(f"event/{options.seed}")
        self.now = 0
        self.log = EventLog(path, lambda: self.now, sync=False)
        self.log.create(options.rulebook, options.setup(), "director")
        self.properties = Properties()
        self.coming = []  # heap of (time, order, what, ...)
        self.order = 0
        self.by_radio = by_radio
        self.hands = 0
        self.waiting = set()  # tables whose next hand is on the heap
        self.playing = {}  # table -> hand in progress
        self.idle = {}  # player -> hands he still has to miss
        self.levels = []  # levels the clock has come to, for the progress
        self.most_tables = 0
        self.over = False
        self.nights = options.day_ends()  # levels after which a day still has to end
        self.last_hands = None  # table -> hands it may still deal today, once they were drawn
        self.drawn = 0
        self.night = False

    # -- the log

    @property
    def office(self):
        """The desk's state."""
        return self.log._folded()

    def add(self, happenings, who, why=""):
        """Add an entry, and look whether everything still holds."""
        self.log.add_all(happenings, who, why)
        self.properties.after(self.office)

    def at(self, t, what, *more):
        """Something will happen at ``t``."""
        self.order += 1
        heapq.heappush(self.coming, (max(t, self.now), self.order, what, more))

    # -- the day

    def run(self):
        """Play the day; yields the office at the end of each level and when all is over."""
        self._register()
        self.add([("clock_started", {})], "director")
        self._clock_again()
        self._direct()
        while not self.over:
            if not self.coming or self.now > SPAN_MS:
                raise Stuck(f"seed {self.options.seed}: {self.office.event.left} left, level"
                            f" {self.office.clock.level}, nothing more to come")  # fmt: skip
            self.now, _, what, more = heapq.heappop(self.coming)
            level = self.office.clock.level
            getattr(self, "_" + what)(*more)
            self._direct()
            if self.office.clock.level != level:
                yield self.office
        self._pay()
        yield self.office

    def _register(self):
        names = [f"{self.chance.choice(NAMES)} {n}" for n in range(1, self.options.players + 1)]
        early = round(len(names) * (1 - LATE_SHARE))
        for name in names[:early]:
            self._enter(name)
        minutes = self.office.clock.minutes * self.office.event.posted["registration_until"]
        for name in names[early:]:
            self.at(self.chance.randint(0, minutes * 60_000), "enter", name)
        self.most_tables = len(self.office.event.tables)

    def _enter(self, name):
        try:
            entry = acts.register(self.office, self.chance, name, id_shown=True)
        except acts.Refused:
            return
        self.add(entry, "registration")

    def _enter_again(self, player):
        try:
            entry = acts.re_enter(self.office, self.chance, player)
        except acts.Refused:
            return
        self.add(entry, "registration")

    # -- the clock

    def _clock_again(self):
        clock = self.office.clock
        ends = clock.ends_at()
        if ends is not None:
            self.at(ends, "clock", ends)
        last = self.nights and clock.level >= self.nights[0]  # the day's last level
        if last and ends is not None and not clock.on_break and self.last_hands is None:
            self.at(ends - DRAW_MS, "draw", ends)

    def _clock(self, ends):
        clock = self.office.clock
        if clock.ends_at() != ends:
            return  # it was stopped meanwhile
        self.add(clock.due(self.now), "clock")
        self._clock_again()
        if self.office.clock.on_break:
            self._count()
        for player in self.office.seated():
            self._add_on(player)

    # -- rebuys and add-ons

    def _rebuy(self, player):
        if self.chance.random() < REBUY_CHANCE:
            self._buy("rebuy", player)

    def _add_on(self, player):
        """In the break after the level posted; whoever is still in a hand comes after it."""
        clock = self.office.clock
        after = self.office.event.posted.get("add_on_after")
        if not clock.on_break or clock.level - 1 != after or self.office.people[player].add_ons:
            return
        if self.office.event.table_of(player).state == PLAYING:
            return
        if self.chance.random() < ADD_ON_CHANCE:
            self._buy("add_on", player)

    def _buy(self, what, player):
        try:
            entry = acts.buy(self.office, what, player)
        except acts.Refused:
            return
        self.add(entry, "cashier")

    # -- the end of a day

    def _draw(self, ends):
        """The hands still to be dealt today are drawn; the clock stands from now on."""
        if self.office.clock.ends_at() != ends or self.last_hands is not None or not self.nights:
            return  # it was stopped meanwhile, or the event has moved on
        self.nights.pop(0)
        self.drawn = self.chance.randint(*LAST_HANDS)
        drawn = [("clock_paused", {"by": "director"}), ("card_drawn", {"value": self.drawn})]
        self.add(drawn, "director", "the last hands of the day")
        self.last_hands = {}

    def _dealt_last(self, number):
        """Last hands a table has dealt; a final table goes on where the furthest table was."""
        found = self.last_hands.get(number, 0)
        return max([found, *self.last_hands.values()]) if number == FINAL else found

    def _day_may_end(self):
        """True when the last hands are drawn and no table may deal another one."""
        if self.last_hands is None or self.night or self.playing:
            return False
        return not any(self._may_deal(n) for n in self.office.event.tables)

    def _end_day(self):
        self._count()
        stacks = {p: self.office.event.stacks[p] for p in self.office.seated()}
        counted = ("stacks", {"stacks": stacks, "by": "counted"})
        self.add([counted, ("day_end", {})], "director", "the day is over")
        self.properties.day_ends(self.office, self.drawn)
        self.night = True
        self.at(self.now + NIGHT_MS, "day_begins")

    def _day_begins(self):
        self.night, self.last_hands = False, None
        self.add([("day_begins", {}), ("clock_started", {})], "director")
        self._clock_again()

    # -- hands

    def _wake(self):
        """Tables that can begin a hand will."""
        for table in self.office.event.in_order():
            number = table.number
            if table.state != PLAYING and table.count > 1 and number not in self.waiting:
                self.waiting.add(number)
                self.at(self.now + SHUFFLED_MS + self.chance.randint(0, 3000), "deal", number)

    def _may_deal(self, number):
        office = self.office
        table = office.event.tables.get(number)
        if table is None or table.count < 2 or office.clock.on_break or self.over or self.night:
            return False
        if self.last_hands is not None and self._dealt_last(number) >= self.drawn:
            return False
        if any(d.act in HOLD or d.args.get("table") == number or d.args.get("source") == number
               for d in self.pending):  # fmt: skip
            return False
        if number in self.halted:
            return False
        if office.event.hand_for_hand:
            decision = asks.answer(office.event, {"what": "hand_for_hand"})
            tables = {} if decision.open else decision.answer["tables"]
            return tables.get(str(number), "deal") == "deal"
        return True

    def _deal(self, number):
        self.waiting.discard(number)
        if not self._may_deal(number):
            self.asleep = True
            return
        if not self._is_by_radio(number):
            self._count()
        event = self.office.event
        key = number if isinstance(number, int) else 1
        self.add([("hand_start", {"table": key, "by": "riffle"})], f"table {number}")
        table = event.tables[number]
        self.properties.hand_begins(self.office, number, self.halted)
        self.hands += 1
        if self.last_hands is not None:
            self.last_hands[number] = self._dealt_last(number) + 1
        seats = [s for s in table.occupied() if table.seats[s] not in table.newcomers]
        players = {s: table.seats[s] for s in seats}
        setup = self._setup(table, seats, players)
        idle = {s for s in seats if self.idle.get(players[s])}
        seed = f"hand/{self.options.seed}/{self.hands}"
        if self._is_by_radio(number):
            hand, took = self.by_radio.deal(self.office, number, setup, players, seed, idle)
        else:
            hand, took = simulated_hands.play(setup, self.options.rulebook, seed, idle)
        started = {p: event.stacks[p] for p in players.values()}
        result = {players[s]: hand["stacks_after"][s] for s in seats}
        record = {**hand, "start": setup}
        self.playing[number] = (
            started,
            result,
            players,
            record,
            [players[s] for s in sorted(idle)],
        )
        self.at(self.now + took, "hand_over", number)

    def _is_by_radio(self, number):
        if self.by_radio is None:
            return False
        return self.by_radio.plays(number, self.office.event.tables[number].occupied())

    def _setup(self, table, seats, players):
        event = self.office.event
        row = event.row_of(event.level_in_force()) or event.facts["levels"][-1]
        at, stacks = table.positions, event.stacks
        setup = {
            "hand_id": f"{table.number}-{self.hands}", "game": "nlhe", "betting": "no_limit",
            "format": "tournament", "seats": seats,
            "stacks": {str(s): stacks[players[s]] for s in seats}, "betting_line": True,
            "street": "none", "button": at.button, "sb": row["sb"], "bb": row["bb"],
            "sb_seat": at.sb if at.sb in seats else None, "bb_seat": at.bb, "ante": row["ante"],
        }  # fmt: skip
        if row["ante"]:
            setup["ante_type"] = row.get("ante_type", "each")
        gone = [e["old"] for e in event.happened("color_up")]
        setup["smallest_chip"] = min(d for d in event.facts["denominations"] if d not in gone)
        return setup

    def _hand_over(self, number):
        started, result, players, record, idle = self.playing.pop(number)
        busted = [p for p in sorted(result) if not result[p]]
        if self.by_radio is not None and self.by_radio.waits_for(number):
            for entry in self.by_radio.over(self.office, number, started, result):
                self.add(*entry)
        else:
            self.add(over(self.office, number, started, result), f"table {number}")
        for player in idle:
            self.idle[player] -= 1
        for player in busted:
            self._rebuy(player)
        for player in sorted(result):
            if player not in self.office.event.gone:
                self._add_on(player)
        self._heads(busted, started, result, players, record)
        self._conduct(number, [p for p in sorted(result) if result[p]])
        for player in busted:
            again = self.options.reentry and due.sells(self.office)
            if again and self.chance.random() < AGAIN_CHANCE:
                self.at(self.now + 120_000, "enter_again", player)
            self.idle.pop(player, None)

    def _heads(self, busted, started, result, players, record):
        """Who has knocked the busted players out, but for those who rebought: they are still in.

        Of a table by radio its record has said so.
        """
        gone = self.office.event.gone
        out = [p for p in busted if p in gone and self.office.people[p].head]
        for happening in acts.knocked_out(self.office, out, started, result, players, record):
            self.add([happening], "floor")

    def _keep_heads(self):
        """Whoever is left when all is over keeps what is on his own head."""
        if self.options.bounty:
            self.add(acts.keep_heads(self.office), "floor")

    def _conduct(self, number, players):
        """Now and then somebody is given a penalty, rarely one costs him his place."""
        luck = self.chance.random()
        if luck < EXPELLED_CHANCE and self.office.event.left > 10:
            player = self.chance.choice(players)
            why = "an offence the floor has seen"
            self.add([("penalty", {"player": player, "kind": "disqualification"})], "floor", why)
        elif luck < PENALTY_CHANCE:
            player = self.chance.choice(players)
            count = self.chance.randint(1, 3)
            fields = {"player": player, "kind": "hands", "count": count}
            self.add([("penalty", fields)], "floor", "an offence the floor has seen")
            self.idle[player] = self.idle.get(player, 0) + count

    # -- the director

    def _direct(self):
        """Do all that is due and can be done; then wake the tables."""
        for _ in range(500):
            if self._is_over():
                return
            self.pending = [d for d in due.due(self.office) if d.act not in NIGHT]
            ready = [d for d in self.pending if d.after is None]
            if not ready:
                break
            self._do(ready[0])
        else:
            raise Stuck(f"seed {self.options.seed}: {ready[0].text} is due again and again")
        self.halted, _ = due.halted(self.office)
        self.properties.balanced(self.office, self.pending)
        self._wake_if_useful()

    def _wake_if_useful(self):
        clock = self.office.clock
        if self._day_may_end():
            self._end_day()
        if clock.on_break or self.night:
            return  # the end of the break wakes them
        self._wake()

    def _count(self):
        """Stacks of tables by radio are counted where no hand is in progress: in breaks, before
        players move, before anything is done with chips, and when no more hands go by radio."""
        counted = {} if self.by_radio is None else self.by_radio.count(self.office)
        if counted:
            self.add([("stacks", {"stacks": counted, "by": "counted"})], "director", "counted")

    def _do(self, one):
        self._count()
        happenings = acts.DUE[one.act](self.office, self.chance, **one.args)
        self.add(happenings, "director", one.text)
        if one.act == "balance":
            to, _, seat = happenings[1][1]["to"].partition(":")
            if self.office.event.book.value("balance.button_games") == "worst":
                self.properties.worst_seat(self.office, int(to), int(seat))
        if one.act in ("start_clock",):
            self._clock_again()
        self.most_tables = max(self.most_tables, len(self.office.event.tables))

    def _is_over(self):
        event = self.office.event
        if event.left <= 1 and event.closed and not self.playing:
            self.over = True
        elif event.left <= self.options.deal_at and FINAL in event.tables and not self.playing:
            self._make_deal()
            self.over = True
        return self.over

    def _make_deal(self):
        self._count()
        players = sorted(self.office.seated())
        self.add([("deal_talk", {})], "director")
        amounts = acts.offers(self.office)["icm"]
        said = {"among": players, "kind": "amounts", "amounts": amounts, "td_informed": True}
        self.add([("deal_proposed", said)], "director")
        self.add([("deal_answer", {"player": p, "agree": True}) for p in players], "director")
        self.add(acts.make_deal(self.office), "director", "all agree")

    def _pay(self):
        self._keep_heads()
        pool = sum(self.office.event.facts.get("prizes", ()))
        won = self.properties.at_the_end(self.office, pool)
        for player, amount in won.items():
            if amount:
                self.add(acts.pay_out(self.office, None, player, amount, True), "cashier")
