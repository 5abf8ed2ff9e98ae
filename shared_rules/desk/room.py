"""A cash room as its desk knows it: games, lists, who sits where with how much, who is owed what.

``Room(setup, book)`` takes the kinds of game the house spreads and ``apply`` one happening after
another (docs/cash.md lists them); time is milliseconds since the setup, chips whole numbers. What
the book forbids is refused with the rule, unless the happening says ``overrule``.
"""

from shared_rules.desk import room_acts
from shared_rules.desk.faults import BadHappening
from shared_rules.desk.room_seats import Guest


class Room:
    """State of a cash room under one book. Only ``apply`` changes it."""

    def __init__(self, setup, book):
        self.setup = setup
        self.book = book
        self.kinds = {row["kind"]: row for row in setup["kinds"]}
        self.now = 0
        self.games = {}  # table -> Game, in the order of opening
        self.guests = {}  # player -> Guest
        self.lists = {row["kind"]: [] for row in setup["kinds"]}  # names waiting
        self.order = {}  # (player, kind) -> place on the original list
        self.signed = 0
        self.given = {}  # player -> (place, when): a seat given or locked up
        self.wanted = []  # (player, place) seat changes asked for, in order
        self.refusals = {}  # (player, kind) -> when he refused to move
        self.cashed_out = {}  # (player, kind) -> (when, chips)
        self.broken = {}  # kind -> players of a broken game not seated yet, in order
        self.brought = {}  # (player, kind) -> chips such a player has with him
        self.sessions = []  # what is over: dicts
        self.taken = 0  # chips the house took: rake and collections
        self.overruled = []  # happenings against the book, in order
        self.notes = []
        self.log = []

    # what is so now

    def kind(self, name):
        """Row of a kind of game. Raises BadHappening for one the house does not spread."""
        if name not in self.kinds:
            raise BadHappening("the house spreads no %s" % name)
        return self.kinds[name]

    def game(self, number):
        """Game of a table. Raises BadHappening without one."""
        if number not in self.games:
            raise BadHappening("no game runs at table %s" % number)
        return self.games[number]

    def games_of(self, kind):
        """Games of a kind in the order they were opened."""
        return [g for g in self.games.values() if g.kind == kind]

    def guest(self, player):
        """Guest of a player. Raises BadHappening for somebody without chips in a game."""
        if player not in self.guests:
            raise BadHappening("%s plays in no game" % player)
        return self.guests[player]

    def waiting(self, kind):
        """Names waiting for a kind, the next first; those of a broken game before the others."""
        first = self.broken.get(kind, ())
        return list(first) + [p for p in self.lists[kind] if p not in first]

    def place_on_list(self, player, kind):
        """Place on the original list (a number that grows); who never was on it comes last."""
        return self.order.get((player, kind), self.signed + 1)

    def fed_by(self, game):
        """The game a must-move game feeds: the one of its kind before it."""
        rows = self.games_of(game.kind)
        at = rows.index(game)
        if not at:
            raise BadHappening("no game to feed is left for table %s" % game.number)
        return rows[at - 1]

    def feeder_of(self, game):
        """The must-move game that feeds a game, None without one."""
        rows = self.games_of(game.kind)
        at = rows.index(game) + 1
        return rows[at] if at < len(rows) and rows[at].must_move else None

    @staticmethod
    def split(place):
        """(table, seat) of "table:seat"."""
        number, _, seat = place.partition(":")
        return int(number), int(seat)

    @property
    def in_play(self):
        """Chips of all players in games."""
        return sum([g.stack for g in self.guests.values()])

    # what happens

    def apply(self, ev):
        """Take one happening in. Raises BadHappening when it cannot be."""
        self.now = ev["t"]
        room_acts.HANDLERS[ev["what"]](self, ev)
        if ev.get("overrule"):
            self.overruled.append(ev)
        self.log.append(ev)

    def must(self, ev, decision, text, key="allowed"):
        """Raise BadHappening with the rules where the book says no and nobody overrules it."""
        if not decision.open and not decision.answer[key] and not ev.get("overrule"):
            raise BadHappening("%s (%s)" % (text, ", ".join(decision.cite)))

    def check_free(self, place, player):
        """Raise BadHappening where ``player`` cannot have the seat."""
        number, seat = self.split(place)
        game = self.game(number)
        if seat not in game.free():
            who = game.seats.get(seat)
            raise BadHappening("%s is %s" % (place, "no seat" if who is None else who + "'s"))
        holder = [p for p in self.given if self.given[p][0] == place and p != player]
        kept = game.reserved.get(seat, player)
        if holder or kept != player:
            raise BadHappening("%s is kept for %s" % (place, holder[0] if holder else kept))
        return game, seat

    def sit_down(self, player, place, stack):
        """A guest in a free seat."""
        game, seat = self.check_free(place, player)
        if player in self.guests:
            rule = self.book.rule("cash.one_seat")
            raise BadHappening("%s has a seat at table %s (%s)" % (
                player, self.guests[player].table, ", ".join(rule.cite)))  # fmt: skip
        game.seats[seat] = player
        self.guests[player] = Guest(player, game.number, seat, stack, self.now)
        self.guests[player].new = bool(game.hands)  # who begins a game posts nothing extra
        self.off_lists(player, game)
        return self.guests[player]

    def off_lists(self, player, game):
        """Who has a seat waits no more: not for it, not for the kind."""
        self.given.pop(player, None)
        self.lists[game.kind] = [p for p in self.lists[game.kind] if p != player]
        if player in self.broken.get(game.kind, ()):
            self.broken[game.kind].remove(player)
            del self.brought[player, game.kind]
        game.arrivals = [a for a in game.arrivals if a[1] != player]
        self.wanted = [w for w in self.wanted if w[0] != player]

    def stand_up(self, guest, quits=True):
        """A guest leaves his seat; a game begun with one too many loses it."""
        game = self.game(guest.table)
        if guest.over:
            del game.over[guest.seat]
            return
        if game.playing and guest.seat in game.dealt:
            raise BadHappening("%s is in a hand at table %s" % (guest.player, game.number))
        del game.seats[guest.seat]
        if quits and game.extra:
            game.extra = False
            game.gone_seats.append(guest.seat)
