"""One table of an event: who sits where, where button and blinds lie, what its hand is doing."""

STUD_GAMES = ("stud",)
FINAL = "final"  # number of the final table until somebody says one
IDLE, PLAYING, ALL_IN, DONE = "idle", "playing", "all_in", "done"


def after(seat, seats):
    """First of ``seats`` (ascending) clockwise after ``seat``; None without any."""
    for other in seats:
        if other > seat:
            return other
    return seats[0] if seats else None


def between(seat, start, end):
    """True when ``seat`` lies clockwise strictly between ``start`` and ``end``."""
    if start < end:
        return start < seat < end
    return seat > start or seat < end


class Positions:
    """Seats of button, small and big blind of one hand; a position may lie at an empty seat."""

    def __init__(self, button, sb, bb):
        self.button = button
        self.sb = sb
        self.bb = bb


class Table:
    """State of one table. Only the event that owns it changes it.

    ``seats`` seat -> player, or None where the setup gives only a number of players (``count``).
    ``positions`` those of the hand in progress or just finished, None before the first.
    ``opened`` seats in the order they became free, as (moment, seat, who left it).
    """

    def __init__(self, number, seats_max, seats=None, count=0, last=None, stud=False):
        self.number = number
        self.max = seats_max
        self.seats = seats
        self._count = count
        self.positions = last
        self.stud = stud
        self.newcomers = []
        self.opened = []
        self.state = IDLE
        self.signs = []
        self.first_button = None

    def copy(self):
        """A second table in the same state."""
        seats = None if self.seats is None else dict(self.seats)
        then = Table(self.number, self.max, seats, self._count, self.positions, self.stud)
        then.newcomers = list(self.newcomers)
        then.opened = list(self.opened)
        then.state = self.state
        then.signs = list(self.signs)
        then.first_button = self.first_button
        return then

    @property
    def count(self):
        """Players with chips at the table."""
        return self._count if self.seats is None else len(self.seats)

    def occupied(self):
        """Seats with players, ascending."""
        return sorted(self.seats or ())

    def free(self):
        """Seats without a player, ascending; () where only the number of players is known."""
        if self.seats is None:
            return ()
        return [s for s in range(1, self.max + 1) if s not in self.seats]

    def seat_of(self, player):
        """Seat of a player, None when he sits elsewhere."""
        for seat in self.occupied():
            if self.seats[seat] == player:
                return seat
        return None

    def leave(self, player, moment):
        """A player's seat becomes free. True when he sat here."""
        seat = self.seat_of(player)
        if seat is None:
            return False
        del self.seats[seat]
        if player in self.newcomers:
            self.newcomers.remove(player)
        self.opened.append((moment, seat, player))
        return True

    def stay(self, player):
        """A player who had lost his chips has new ones: he is where he was."""
        if self.seats is None:
            self.gain_one()
            return
        for moment, seat, who in reversed(self.opened):
            if who == player and seat not in self.seats:
                self.seats[seat] = player
                self.opened.remove((moment, seat, who))
                return

    def lose_one(self):
        """One player fewer at a table of which only the number is known."""
        self._count = max(0, self._count - 1)

    def gain_one(self):
        """One player more at a table of which only the number is known."""
        self._count += 1

    def sit(self, player, seat):
        """A player takes a free seat and is a newcomer until he is dealt a hand."""
        self.seats[seat] = player
        self.newcomers.append(player)

    def upcoming(self, seats=None):
        """Positions of the next hand by the dead button, None when nothing says where they lie.

        ``seats``: occupied seats to reckon with instead of those taken now.
        """
        taken = self.occupied() if seats is None else sorted(seats)
        if len(taken) < 2:
            return None
        if self.positions is None:
            return self._first(taken)
        big = after(self.positions.bb, taken)
        if len(taken) == 2:  # the small blind has the button, nobody the big blind twice
            other = after(big, taken)
            return Positions(other, other, big)
        return Positions(self.positions.sb, self.positions.bb, big)

    def _first(self, taken):
        if self.first_button is None:
            return None
        button = self.first_button
        if len(taken) == 2:
            if button not in taken:
                button = after(button, taken)
            return Positions(button, button, after(button, taken))
        small = after(button, taken)
        return Positions(button, small, after(small, taken))

    def passed_over(self, positions, always_dealt):
        """Seats of newcomers who get no hand: those between button and small blind."""
        if positions is None or always_dealt or self.stud or positions.button == positions.sb:
            return []
        return [
            s
            for s in self.occupied()
            if self.seats[s] in self.newcomers and between(s, positions.button, positions.sb)
        ]

    def start_hand(self, always_dealt):
        """A hand begins: positions move on (not in a stud round), newcomers are dealt in."""
        self.signs = []
        self.state = PLAYING
        if self.stud:
            self.newcomers = []
            return
        upcoming = self.upcoming() if self.seats is not None else None
        waiting = [self.seats[s] for s in self.passed_over(upcoming, always_dealt)]
        self.newcomers = waiting
        if upcoming is not None:
            self.positions = upcoming

    def duty(self, player, always_dealt):
        """What a player does in the next hand: a word of DESK.md, None when nothing says."""
        seat = self.seat_of(player)
        if seat is None:
            return None
        if self.stud:
            return "none"
        positions = self.upcoming()
        if positions is None:
            return None
        if seat == positions.bb:
            return "big_blind"
        if seat == positions.sb:
            return "small_blind"
        if seat == positions.button:
            return "button"
        if seat in self.passed_over(positions, always_dealt):
            return "waits"
        return "none"
