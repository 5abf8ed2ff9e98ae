"""How far a hand has come, by what the loops have read: may a hand be shown yet?

What people key decides nothing here but a check. A bet is matched when chips for it were read, a
hand is out when its cards were read in the muck; words do neither. So one person with a dealer's
keys cannot make a hand look over that is being played.
"""

from shared_rules import games, zones

FOLLOWED = (
    "card_move", "chips_move", "correction", "gesture", "declare", "pot_awarded", "finding",
)  # fmt: skip
CHECKS = ("tap", "check")
RAISES = ("bet", "raise", "all_in")


def is_certain(confidence):
    """True for no reservation: absent, a word like ``high``, or a number of at least 0.95 (95)."""
    if confidence is None or confidence in ("high", "confirmed"):
        return True
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)):
        return False
    return confidence >= 95 or 0.95 <= confidence <= 1


def game_of(name):
    """The Game of a name; hold'em for one nobody set up or described."""
    try:
        return games.get(name)
    except games.UnknownGame:
        return games.get("nlhe")


class Course:
    """Follower of one hand. ``game``: its name; ``stacks``: chips by seat (text) as set up."""

    _FACTS = ("game", "stacks", "whose", "seats", "board", "front", "put", "acted", "raised",
              "single", "pot_in", "pot_out", "won", "begun", "unsure", "said_over",
              "dead")  # fmt: skip

    def __init__(self, game=None, stacks=None):
        self.game = game
        self.stacks = stacks if isinstance(stacks, dict) else {}
        self.whose = {}  # token -> seat (text) that holds it; in doubt it still does
        self.unsure = []  # tokens that most likely have left their seat
        self.said_over = False  # an award or a void deal was keyed
        self.seats = []  # that were dealt to
        self.board = []  # tokens that lie on it
        self.front = {}  # seat -> chips put forward since the last board card
        self.put = {}  # seat -> chips put forward in the hand
        self.dead = {}  # seat -> those of them pulled in before a card was dealt: its ante
        self.acted = []  # seats that have checked since then
        self.raised = []  # seats that have said a bet or a raise since then
        self.single = []  # seats whose one chip is more than was due: a call unless they said more
        self.pot_in = self.pot_out = 0
        self.won = {}  # seat -> chips that came out of the pot
        self.begun = False  # something has moved

    def facts(self):
        """All of it, JSON-able."""
        return {name: getattr(self, name) for name in self._FACTS}

    @classmethod
    def of_facts(cls, facts):
        """The Course that ``facts`` was taken of."""
        made = cls()
        for name in cls._FACTS:
            if name in facts:  # an older program kept fewer
                setattr(made, name, facts[name])
        return made

    # -- following

    def set_up(self, game, stacks):
        """Keyed while the deck was being riffled: it is the setup of this hand."""
        if not self.begun:
            self.game, self.stacks = game, stacks if isinstance(stacks, dict) else {}

    def follow(self, event):
        """Take an event of the hand. True when chips were put forward."""
        what = event["what"]
        if what == "card_move":
            self._cards(event)
        elif what == "chips_move":
            return self._chips(event)
        elif what == "correction":
            self._corrected(event)
        elif what in ("gesture", "declare"):
            self._said(event)
        elif what == "pot_awarded" or event.get("kind") == "misdeal_declared":
            self.said_over = True
        return False

    def _cards(self, event):
        source, target, certain = event["from"], event["to"], is_certain(event.get("confidence"))
        self.begun = True
        if source == target:
            return
        for token in event["cards"]:
            if zones.kind(target) == "seat":
                seat = self.whose[token] = str(zones.seat_of(target))
                if seat not in self.seats:
                    self.seats.append(seat)
            elif zones.kind(target) != "line" and certain:
                self.whose.pop(token, None)
            elif zones.kind(target) != "line" and token not in self.unsure:
                self.unsure.append(token)
            if target == zones.BOARD and certain and token not in self.board:
                self.board.append(token)
                self._next_round()
            elif source == zones.BOARD and token in self.board:
                self.board.remove(token)
        if target != zones.BOARD and self._family() == "stud" and source == zones.STUB:
            self._next_round()

    def _next_round(self):
        self.front, self.acted, self.raised, self.single = {}, [], [], []

    def _chips(self, event):
        self.begun = True
        if event["seat"] is None:
            return False  # of nobody's: it matches no bet
        seat, source, target = str(event["seat"]), event["from"], event["to"]
        amount, line = sum(event["chips"]), zones.line_zone(event["seat"])
        if source == zones.POT:
            self.pot_out += amount
            self.won[seat] = self.won.get(seat, 0) + amount
            return False
        if target == zones.POT:
            self.pot_in += amount
            if source != line:
                self.put[seat] = self.put.get(seat, 0) + amount
            if not self.seats:
                self._ante(seat, amount)
            return False
        if target == line:
            self._forward(seat, event["chips"])
            return True
        if source == line and not self.pot_out:  # change, or a bet that came back
            self.front[seat] = self.front.get(seat, 0) - amount
            self.put[seat] = self.put.get(seat, 0) - amount
        return False

    def _ante(self, seat, amount):
        """Pulled in before the deal: nobody has to match it."""
        self.dead[seat] = self.dead.get(seat, 0) + amount
        if seat in self.front:
            self.front[seat] = max(0, self.front[seat] - amount)

    def _wagered(self, seat):
        """Chips of a seat others have to match."""
        return self.put.get(seat, 0) - self.dead.get(seat, 0)

    def _forward(self, seat, chips):
        due, before = self.level(), self.front.get(seat, 0)
        self.front[seat] = before + sum(chips)
        self.put[seat] = self.put.get(seat, 0) + sum(chips)
        if seat in self.single:
            self.single.remove(seat)
        if len(chips) == 1 and before < due < self.front[seat] and seat not in self.raised:
            self.single.append(seat)

    def _corrected(self, event):
        if "cards" in event:  # they had not left their seat
            self.unsure = [token for token in self.unsure if token not in event["cards"]]
        else:
            self._forward(str(event["seat"]), event["chips"])

    def _said(self, event):
        seat = str(event["seat"])
        word = event.get("kind") if event["what"] == "gesture" else event.get("word")
        if word in CHECKS and seat not in self.acted:
            self.acted.append(seat)
        elif word in RAISES and seat not in self.raised:
            self.raised.append(seat)

    # -- where it stands

    def _family(self):
        return game_of(self.game).family

    def level(self):
        """What has to be matched since the last board card."""
        return max((n for seat, n in self.front.items() if seat not in self.single), default=0)

    def holders(self):
        """Seats (text) that hold cards, as far as anybody can tell."""
        return sorted(set(self.whose.values()))

    def stacks_after(self):
        """Stacks the next hand begins with, where what was read adds up; else none are known."""
        if self.pot_in != self.pot_out or sum(self.put.values()) != self.pot_in:
            return {}
        moved = set(self.put) | set(self.won)
        if not all(isinstance(self.stacks.get(seat), int) for seat in moved):
            return {}
        return {
            seat: stack - self.put.get(seat, 0) + self.won.get(seat, 0)
            for seat, stack in self.stacks.items()
        }

    def settled(self):
        """True when the cards or the pot have been read to go: nobody plays the hand any more."""
        return len(self.holders()) < 2 or self.pushed()

    def cut_off(self):
        """True when two hands are read at their seats, and nobody has said that it is over."""
        held = {seat for token, seat in self.whose.items() if token not in self.unsure}
        return len(held) > 1 and not self.settled() and not self.said_over

    def lies_at(self, token, seat):
        """True while a card is the seat's."""
        return self.whose.get(token) == str(seat)

    def _all_in(self, seat):
        stack = self.stacks.get(seat)
        return isinstance(stack, int) and 0 < stack <= self.put.get(seat, 0)

    def board_most(self):
        """Cards the board of this game can show; in stud the one common card of a short deck."""
        game = game_of(self.game)
        return 1 if game.family == "stud" else sum(street.board for street in game.streets)

    def street_most(self):
        """Cards the largest street of this game's board has: a flop's three."""
        return max(street.board for street in game_of(self.game).streets)

    def hand_most(self):
        """Cards a hand of this game can have."""
        streets = game_of(self.game).streets
        return sum(street.down + street.up for street in streets)

    def complete(self):
        """True when every card of the game's last street lies there."""
        game = game_of(self.game)
        if game.family == "flop":
            return len(self.board) >= self.board_most()
        if game.family == "stud":
            due = game.hole_cards(game.streets[-1].name)
            held = list(self.whose.values())
            return bool(held) and all(held.count(seat) >= due for seat in self.holders())
        return False  # how many draws were made is only said

    def _served(self):
        """True when everybody holds the cards of the first street."""
        held, first = list(self.whose.values()), game_of(self.game).streets[0]
        return all(held.count(seat) >= first.down + first.up for seat in self.holders())

    def pushed(self):
        """True when most of the pot was read on its way out: less is change."""
        return 0 < self.pot_in <= 2 * self.pot_out

    def over(self):
        """True when nobody can bet any more: hands may be shown."""
        holders = self.holders()
        if len(holders) < 2:
            return len(self.seats) > 1  # in the deal the first card is not the last hand
        able = [seat for seat in holders if not self._all_in(seat)]
        if len(able) < 2 and self._served():
            most = max(self._wagered(seat) for seat in holders if seat not in able)
            return not able or self._wagered(able[0]) >= most
        if self.pushed():
            return self.complete() or self._family() == "draw"
        if not self.complete():
            return False
        level = self.level()
        if level:
            return all(self.front.get(seat, 0) >= level for seat in able)
        return all(seat in self.acted for seat in able)
