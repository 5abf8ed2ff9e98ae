"""Everything an event's desk knows: seats and places (``Event``), the clock, people, money, chips.

``Office(first)`` takes the log's setup entry and ``apply`` the happenings of one entry after
another. It keeps facts; what is due next says ``due.py``.
"""

from gateway.event import chip_ledger, clock, color_ups, last_hands, sends
from shared_rules.desk import books
from shared_rules.desk.event import Event
from shared_rules.desk.faults import BadHappening
from shared_rules.desk.tables import ALL_IN, PLAYING


class Person:
    """One entrant: name as written down, whether an ID was seen, what was paid and won."""

    def __init__(self, player, name):
        self.player = player
        self.name = name
        self.id_shown = None  # True or False once somebody noted it
        self.request = ""
        self.entries = 0
        self.rebuys = 0
        self.add_ons = 0
        self.paid = 0  # money into the event
        self.chips = 0  # chips issued to him
        self.received = 0  # money paid out to him
        self.bounties = 0  # players he has knocked out
        self.head = 0  # money whoever knocks him out wins (in part, where it is progressive)
        self.won = 0  # money won by knocking out


class Office:
    """State of an event's desk. Only ``apply`` changes it."""

    def __init__(self, first):
        self.setup = first["setup"]
        self.began_ms = first["at_ms"]
        self.event = Event(self.setup, books.get(first["rulebook"]))
        self.clock = clock.Clock(self.event.facts)
        self.n = 0  # number of the last entry taken in
        self.taking = 0  # number of the entry being taken in, or of the last
        self.t = 0
        self.people = {}  # player -> Person, in the order of registration
        self.ledger = chip_ledger.Ledger(self.event.facts)
        self.removed = 0  # chips that left play, by happenings that say so
        self.counts = {}  # table -> chip_ledger.Count, the last one signed there
        self.notes = []  # what was noted: happenings, in order
        self.alerts = []  # what the tables reported: happenings, in order
        self.hands = {}  # table -> hands begun
        self.last_hand = {}  # table -> time its last hand began
        self.hand_ids = {}  # table -> name of its last hand: equal ones are one hand by the book
        self._round = ()  # hand for hand: tables that have begun this round, in order
        self.deal = None  # player -> money agreed, once the deal was made
        self.day = 1
        self.drawn = None  # last_hands.Drawn from the draw until the next day
        self.last_shift = None  # what last changed many seats at once: see SHIFTS
        self.stopped_by_rule = False  # the clock stands because of hand for hand or a deal
        self.color_up = None  # the last color_ups.ColorUp
        self.race_from = 0  # chips in play when the race began
        self.unreported = set()  # tables where players are out in a hand whose stacks are to come
        self.sends = {}  # player -> Send of his last move, the newest last
        for player in sorted(self.event.stacks):
            self._person(player).chips = self.event.stacks[player]
            self.ledger.hand_out(self.event.stacks[player])

    def apply(self, number, happenings):
        """Take in the happenings of one entry. Raises BadHappening when one cannot be."""
        self.taking = number
        for ev in happenings:
            what = ev["what"]
            before = CHECKS.get(what)
            if before is not None:
                before(self, ev)
            seats = sends.places(self.event) if what in sends.WORDS else None
            self.event.apply(ev)
            self.t = ev["t"]
            if seats is not None and self.clock.begun:
                sends.note_moves(self, seats, ev["t"])
            if what in SHIFTS:
                self.last_shift = what
            if what in clock.WORDS:
                self.clock.apply(what, ev)
            after = HANDLERS.get(what)
            if after is not None:
                after(self, ev)
        self.n = number

    def _person(self, player):
        if player not in self.people:
            self.people[player] = Person(player, player)
        return self.people[player]

    def name(self, player):
        """A player's name as written down."""
        person = self.people.get(player)
        return player if person is None else person.name

    # what the money and the chips come to

    @property
    def entries(self):
        """Entries sold, re-entries included."""
        return self.event.facts.get("entries", 0) + sum(p.entries for p in self.people.values())

    @property
    def issued(self):
        """Chips issued so far."""
        return sum(p.chips for p in self.people.values())

    @property
    def in_play(self):
        """Chips of all players who are in, by the stacks the desk knows."""
        stacks = self.event.stacks
        return sum(stacks.get(p, 0) for p in self.seated())

    @property
    def outstanding(self):
        """Value of the chips issued and not taken off: what is to be in play."""
        return self.issued - self.removed

    @property
    def apart(self):
        """Value in play less than was issued and not taken off; negative: more."""
        return self.outstanding - self.in_play

    @property
    def pool(self):
        """Money paid in, less what the house keeps of each entry and what is put on heads."""
        facts = self.event.facts
        kept = facts.get("fee", 0) + facts.get("bounty", 0)
        return sum(p.paid for p in self.people.values()) - kept * self.entries

    def hands_at(self, number):
        """Hands begun at a table (the number or name the event has it under)."""
        return self.hands.get(number if isinstance(number, int) else 1, 0)

    def seated(self):
        """Players at tables, by table and seat."""
        return [t.seats[s] for t in self.event.in_order() for s in t.occupied()]


SHIFTS = ("break", "redrawn", "final_table", "day_end")


def _on_clock(office, ev):
    rule = ev["what"] == "clock_paused" and ev.get("by") == "rule"
    office.stopped_by_rule = rule


def _player_is_new(office, ev):
    if ev["player"] in office.people and office.people[ev["player"]].entries:
        raise BadHappening(f"{ev['player']} is registered already; use re_enter")


def _player_is_known(office, ev):
    if ev["player"] not in office.people:
        raise BadHappening(f"nobody has registered {ev['player']}")


def _out_in_a_hand(office, ev):
    table = office.event.table(ev["table"])
    if table.state in (PLAYING, ALL_IN):
        office.unreported.add(table.number)


def _count(office, ev):
    """Stacks are counted and signed; what the desk had is known before they are taken over."""
    if not ev.get("signed_by") or "table" not in ev:
        return
    number, stacks = office.event.table(ev["table"]).number, ev["stacks"]
    was = {player: office.event.stacks.get(player, 0) for player in stacks}
    count = chip_ledger.Count(office.taking, office.hands_at(number), stacks, was)
    count.counted_by, count.signed_by = ev.get("counted_by", ""), ev["signed_by"]
    count.out = office.outstanding
    office.counts[number] = count


def _on_chips_counted(office, ev):
    if "table" in ev:
        count = office.counts.get(office.event.table(ev["table"]).number)
        if count is not None and count.entry == office.taking:
            count.chips = {int(chip): many for chip, many in ev["chips"].items()}


def _on_register(office, ev):
    person = office._person(ev["player"])
    person.name = ev.get("name") or person.name
    person.request = ev.get("request", "")
    person.id_shown = ev.get("id_shown")
    _on_entry(office, ev)


def _on_entry(office, ev):
    person = office._person(ev["player"])
    person.entries += 1
    person.head += office.event.facts.get("bounty", 0)
    person.paid += ev.get("paid", 0)


def _on_seated(office, ev):
    office._person(ev["player"]).chips += ev["stack"]
    office.ledger.hand_out(ev["stack"])


def _on_bought(office, ev):
    person = office._person(ev["player"])
    if ev["what"] == "rebuy":
        person.rebuys += 1
    else:
        person.add_ons += 1
    person.paid += ev.get("paid", 0)
    person.chips += ev.get("chips", 0)
    office.ledger.hand_out(ev.get("chips", 0), "add_on" if ev["what"] == "add_on" else "starting")


def _on_hand_start(office, ev):
    table = office.event.table(ev["table"])
    office.unreported.discard(table.number)  # the hand before is over, whatever was told of it
    if office.color_up is not None:
        office.color_up.tables.discard(table.number)
    if len(table.signs) == 1:  # the first sign of this hand
        office.hands[ev["table"]] = office.hands.get(ev["table"], 0) + 1
        office.last_hand[ev["table"]] = ev["t"]
        _name_hand(office, table.number)


def _name_hand(office, table):
    """A hand is named by the entry it began in; hand for hand, all of a round by the first."""
    if not office.event.hand_for_hand:
        office._round, name = (), office.taking
    elif office._round and table not in office._round:
        office._round, name = (*office._round, table), office.hand_ids[office._round[0]]
    else:
        office._round, name = (table,), office.taking
    office.hand_ids[table] = name


def _on_paid_out(office, ev):
    office._person(ev["player"]).received += ev["amount"]


def _on_knocked_out(office, ev):
    """The money on a head goes to those who took the last pot, the odd unit to the first of them.

    Progressive: half of each part, rounded down, is put on the winner's own head. Who is ``by``
    himself keeps his own head: he has won, or left with a deal.
    """
    lost = office._person(ev["player"])
    if office.event.facts.get("bounty") and not lost.head:
        raise BadHappening(f"there is no bounty on {lost.player}: nobody can win it")
    amount, lost.head = lost.head, 0
    if ev["by"] == ev["player"]:
        lost.won += amount
        return
    winners = [ev["by"], *[p for p in ev.get("also", ()) if p != ev["by"]]]
    if lost.player in winners:
        raise BadHappening(f"{lost.player} cannot knock himself out and others too")
    part = amount // len(winners)
    for player in winners:
        person = office._person(player)
        mine = amount - part * (len(winners) - 1) if player == ev["by"] else part
        kept = mine // 2 if office.event.facts.get("bounties") == "progressive" else 0
        person.head += kept
        person.won += mine - kept
    office._person(ev["by"]).bounties += 1


def _on_deal_made(office, ev):
    office.deal = ev["amounts"]


def _on_penalty(office, ev):
    if ev["kind"] == "disqualification":
        office.removed += office.event.stacks.get(ev["player"], 0)


def _on_color_up(office, ev):
    office.race_from = office.in_play
    office.ledger.color_up(ev["old"], ev["new"])
    seats, stacks = sends.places(office.event), dict(office.event.stacks)
    office.color_up = color_ups.ColorUp(ev, seats, stacks)


def _on_race_cards(office, ev):
    if office.color_up is not None:
        office.color_up.cards = ev["cards"]


def _on_stacks(office, ev):
    if office.unreported:
        counted = [office.event.table_of(player) for player in ev["stacks"]]
        office.unreported -= {table.number for table in counted if table is not None}
    if ev.get("by") == "race":
        lost = office.race_from - office.in_play
        office.removed += lost
        office.race_from = office.in_play
        office.ledger.raced(lost)
        if office.color_up is not None:
            office.color_up.raced(office.event.stacks)


def _on_hand_over(office, ev):
    if ev.get("stacks"):
        office.unreported.discard(office.event.table(ev["table"]).number)


def _on_chips_found(office, ev):
    office.removed += ev["value"]


def _on_move_seen(office, ev):
    if not sends.said(office, ev["player"], ev["says"]):
        raise BadHappening(f"{ev['player']} was sent nowhere, or that was said before")


def _on_day_begins(office, ev):
    office.day += 1
    office.drawn = None


def _on_card_drawn(office, ev):
    office.drawn = last_hands.Drawn(ev["value"], dict(office.hands))


def _on_final_table(office, ev):
    if office.drawn is not None:
        office.drawn.goes_on(office.hands)


def _keep(name):
    return lambda office, ev: getattr(office, name).append(ev)


def _both_are_known(office, ev):
    for player in (ev["player"], ev["by"], *ev.get("also", ())):
        _player_is_known(office, {"player": player})


CHECKS = {"register": _player_is_new, "seated": _player_is_known, "re_enter": _player_is_known,
          "knocked_out": _both_are_known, "bust": _out_in_a_hand, "stacks": _count}  # fmt: skip
HANDLERS = {
    "register": _on_register,
    "re_enter": _on_entry,
    "seated": _on_seated,
    "rebuy": _on_bought,
    "add_on": _on_bought,
    "hand_start": _on_hand_start,
    "hand_over": _on_hand_over,
    "paid_out": _on_paid_out,
    "knocked_out": _on_knocked_out,
    "deal_made": _on_deal_made,
    "clock_started": _on_clock,
    "clock_paused": _on_clock,
    "penalty": _on_penalty,
    "color_up": _on_color_up,
    "race_cards": _on_race_cards,
    "stacks": _on_stacks,
    "chips_found": _on_chips_found,
    "card_drawn": _on_card_drawn,
    "final_table": _on_final_table,
    "day_begins": _on_day_begins,
    "move_seen": _on_move_seen,
    "chips_counted": _on_chips_counted,
    "noted": _keep("notes"),
    "alerted": _keep("alerts"),
}
