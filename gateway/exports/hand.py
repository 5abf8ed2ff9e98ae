"""A finished hand as the formats need it, from its record and what the vault has released.

``Kept`` is plain: players in the order of play (left of the button first), hole cards as far as
they may be known, streets with their deals, draws and actions. Cards nobody may know are ``??``.
"""

import datetime
from dataclasses import dataclass, field

from gateway.tables.handmoves import UNKNOWN
from shared_rules import games

FORCED = ("post", "ante")


class NotKept(ValueError):
    """A record no file can be made of; the text is one line that says why."""


@dataclass
class Street:
    """``cards``: of the board; ``dealt``: seat -> cards; ``draws``: seat -> cards given up."""

    name: str
    cards: list = field(default_factory=list)
    dealt: dict = field(default_factory=dict)
    draws: dict = field(default_factory=dict)
    actions: list = field(default_factory=list)


@dataclass
class Kept:
    """See the module. ``shown``: seat -> cards tabled; ``seats``: in the order of play."""

    record: dict
    start: dict
    game: object
    seats: list
    streets: list
    shown: dict
    complete: bool = True

    def name(self, seat):
        """A player's name."""
        return (self.record.get("names") or {}).get(str(seat)) or f"Seat {seat}"

    def stack(self, seat):
        """Chips a seat began with."""
        return self.start["stacks"].get(str(seat), 0)

    def after(self, seat):
        """Chips a seat ended with."""
        after = self.record["stacks_after"]  # a fresh record has numbers, a stored one texts
        return after.get(seat, after.get(str(seat), 0))

    def folded(self):
        """Seats that folded."""
        return {a["seat"] for a in self.record["actions"] if a["act"] == "fold"}

    def contenders(self):
        """Seats that came to the end, in the order of play."""
        gone = self.folded()
        return [s for s in self.seats if s not in gone]

    def holes(self, seat):
        """Cards a seat was dealt, in order; ``??`` for those nobody may know."""
        return [c for street in self.streets for c in street.dealt.get(seat, ())]

    def keyed(self):
        """Where cards lie that a person keyed and no loop read: ``board``, ``seat 3``."""
        found = [m for m in self.record["moves"] if m.get("keyed")]
        seats = sorted({m["seat"] for m in found if m["do"] == "show"})
        board = any(m["do"] == "board" for m in found)
        return (["board"] if board else []) + [f"seat {seat}" for seat in seats]

    def begun(self):
        """When it began (UTC), by the gateway's clock."""
        return begun(self.record)

    def run_out(self, street):
        """True for a board dealt after the last action: hands lie open by then."""
        at = self.streets.index(street)
        acted = any(s.actions for s in self.streets[at:])
        return at > 0 and not acted and len(self.contenders()) > 1


def begun(record):
    """When the hand of a record began (UTC), by the gateway's clock."""
    ms = record.get("wall", 0) - (record["t1"] - record["t0"])
    return datetime.datetime.fromtimestamp(max(0, ms) / 1000, datetime.UTC)


def kept(record, released=None):
    """The Kept of a record. ``released``: seat (text) -> hole cards as dealt, or None.

    NotKept for a record of an earlier version, a hand that was cut off or never dealt.
    """
    start = record.get("start")
    if not start or "moves" not in record:
        raise NotKept("the record is of a version that kept no cards and stacks")
    if record.get("cut"):
        raise NotKept("the hand was cut off before its betting ended")
    game = games.find(start["game"])
    if game is None:
        raise NotKept(f"nobody described the game {start['game']}")
    seats = order_of(start)
    streets = [Street(s.name) for s in game.streets]
    made = Kept(record, start, game, seats, streets, {})
    names = {s.name: street for s, street in zip(game.streets, streets, strict=True)}
    for action in record["actions"]:
        if action["act"] not in FORCED and action["street"] in names:
            names[action["street"]].actions.append(action)
    _Cards(made, record["moves"], released or {}).lay()
    return made


def order_of(start):
    """Seats from the left of the button on; the big blind second where the blinds say so."""
    seats = sorted(start.get("dealt_in") or start["seats"])
    button = start.get("button") or seats[-1]
    order = [s for s in seats if s > button] + [s for s in seats if s <= button]
    big = start.get("bb_seat")
    if len(order) > 2 and big in order and start.get("sb_seat") in (None, *order):
        first = (order.index(big) - 1) % len(order)
        if start.get("sb_seat") in (None, order[first]):
            order = order[first:] + order[:first]
    return order


class _Cards:
    """Lays the cards of a record into the streets of a Kept."""

    def __init__(self, made, moves, released):
        self._made, self._moves, self._released = made, moves, released
        self._dealt, self._back, self._draws = {}, {}, {}
        for move in moves:
            self._take(move)

    def _take(self, move):
        seat = move.get("seat")
        if move["do"] == "deal":
            self._dealt.setdefault(seat, []).extend(move["cards"])
        elif move["do"] == "draw":
            self._draws.setdefault(seat, []).append([move["count"], []])
        elif move["do"] == "muck" and self._draws.get(seat):
            count, gone = self._draws[seat][-1]
            gone += move["nth"][: max(0, count - len(gone))]
        elif move["do"] == "back" and not self._played(seat):
            self._back.setdefault(seat, set()).update(move["nth"])
        elif move["do"] == "show":
            self._made.shown[seat] = [*self._made.shown.get(seat, ()), *move["nth"]]

    def _played(self, seat):
        """True once a seat's cards are shown: the dealer gathers them then."""
        return seat in self._made.shown or len(self._dealt.get(seat, ())) == 0 or self._over(seat)

    def _over(self, seat):
        wanted = self._made.game.hole_cards(self._made.game.streets[0].name)
        return len(self._dealt.get(seat, ())) >= wanted and bool(self._made.record["board"])

    def lay(self):
        made = self._made
        named = {seat: self._named(seat) for seat in made.seats}
        for seat, cards in named.items():
            self._lay_seat(seat, cards)
        board = list(made.record.get("board") or ())
        for spec, street in zip(made.game.streets, made.streets, strict=True):
            street.cards, board = board[: spec.board], board[spec.board :]
        made.shown = {
            seat: [named[seat][i] for i in sorted(set(nth)) if i in named[seat]]
            for seat, nth in made.shown.items() if seat in named
        }  # fmt: skip

    def _named(self, seat):
        """nth -> card of what a seat kept as its own."""
        cards = list(self._dealt.get(seat, ()))
        reported = self._released.get(str(seat), ())
        for i, card in enumerate(reported):
            if i < len(cards) and cards[i] == UNKNOWN:
                cards[i] = card
        for move in self._moves:  # a card tabled later was the same card when it was dealt
            if move["do"] == "show" and move["seat"] == seat:
                for i, card in zip(move["nth"], move["cards"], strict=False):
                    cards[i] = card if cards[i] == UNKNOWN else cards[i]
        gone = self._back.get(seat, ())
        return {i: card for i, card in enumerate(cards) if i not in gone}

    def _lay_seat(self, seat, named):
        made = self._made
        left, draws = list(named.values()), list(self._draws.get(seat, ()))
        folds = next((a["street"] for a in made.record["actions"]
                      if a["act"] == "fold" and a["seat"] == seat), None)  # fmt: skip
        for spec, street in zip(made.game.streets, made.streets, strict=True):
            due = spec.down + spec.up
            if spec.draw and draws:
                count, gone = draws.pop(0)
                given = [named[i] for i in gone if i in named]
                street.draws[seat] = given + [UNKNOWN] * (count - len(given))
                due = count
            if due and (left or spec is made.game.streets[0]):
                cards, left = left[:due], left[due:]
                if len(cards) < due:
                    made.complete = False
                    cards += [UNKNOWN] * (due - len(cards))
                street.dealt[seat] = cards
            if street.name == folds:
                return
