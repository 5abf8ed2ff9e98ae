"""Who plays where in a cash room: a ``Guest`` with chips, a ``Game`` at a table."""


class Guest:
    """A player who has chips in a game. ``over``: plays over somebody who is away."""

    def __init__(self, player, table, seat, stack, now, over=False):
        self.player = player
        self.table = table
        self.seat = seat
        self.stack = stack
        self.since = now  # ms since the setup
        self.over = over
        self.bought = stack  # chips bought in this session
        self.paid = 0  # collections paid in this session
        self.shorts = 0  # short buy-ins
        self.hands = 0  # hands dealt in, in this game
        self.new = True  # has to post, or to wait for the big blind
        self.wait = 0  # hands to wait after a change of seat: see room_blinds.py
        self.passing = ""  # lets the blinds pass the seat once
        self.missed = []  # blinds missed while away: "sb", "bb"
        self.away_since = None
        self.noticed = False
        self.removed = 0  # chips taken along while away


class Game:
    """One game at one table. ``must_move``: feeds the game of its kind opened before it."""

    def __init__(self, number, kind, seats_max, now, must_move, extra):
        self.number = number
        self.kind = kind
        self.max = seats_max + (1 if extra else 0)
        self.extra = extra  # begun with one player over the normal number
        self.must_move = must_move
        self.seats = {}  # seat -> player
        self.over = {}  # seat -> player who plays over
        self.gone_seats = []  # seats taken away again
        self.reserved = {}  # seat -> player, by management
        self.arrivals = []  # (t, player) in order
        self.positions = None  # (button, sb, bb) of the last hand
        self.blinded = []  # seats a blind has lain at, or gone over
        self.dealt = []  # seats dealt in, of the hand in progress or the last
        self.playing = False
        self.hands = 0
        self.opened = now
        self.collected = now  # when the last collection fell due
        self.raked = 0

    def free(self):
        """Seats nobody has, ascending."""
        taken = list(self.seats) + self.gone_seats
        return [s for s in range(1, self.max + 1) if s not in taken]
