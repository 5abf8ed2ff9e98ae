"""The state of one hand: plain facts, filled from a setup and moved on by the handlers.

Seats are ints, chips ints, cards tokens, zones as in ``zones.py``. Nothing here judges.
"""

from shared_rules import zones

# A stack that was not named: "enough for anything", and far more than anybody has.
ENOUGH = 1 << 60


def by_seat(mapping):
    """Setup maps are keyed by seats as strings (JSON); ints here."""
    if not mapping:
        return {}
    return {int(key): mapping[key] for key in mapping}


class State:
    """Facts of a hand (see the attributes). ``Hand`` in engine.py adds rulings and dispatch."""

    # All of them: CPython finds a slot sooner than one of so many names, and refuses another name.
    __slots__ = (
        "setup", "game", "book", "t", "n",
        "format", "betting", "seats", "button", "sb_seat", "bb_seat", "sb", "bb", "ante",
        "ante_type", "blinds", "antes", "straddles", "bring_in", "small_bet", "big_bet", "cap",
        "betting_line", "presence",
        "stacks", "bets", "front", "paid", "dead", "pot", "posted", "uncalled", "awarded",
        "at", "upcards", "board", "burned", "dealt", "off_deck",
        "street", "phase", "from_start", "dealt_in", "live", "all_in", "capped", "high", "base",
        "step", "wagers", "cap_reached", "acted", "aggressor", "last_aggressor", "turn", "actions",
        "street_mark", "first_card_t", "full_hands_t", "started", "next_started", "winners",
        "shown", "to_review", "pending",
    )  # fmt: skip

    def __init__(self, setup, game, book):
        self.setup = setup
        self.game = game
        self.book = book
        self.t = 0  # time of the event in hand, ms
        self.n = -1  # number of the event in hand, from 0: evidence of rulings
        self._frame(setup)
        self._money(setup)
        self._cards(setup)
        self._progress(setup)

    def _frame(self, s):
        self.format = s.get("format", "cash")  # "cash" or "tournament"
        self.betting = s["betting"]  # "no_limit", "pot_limit", "limit"
        self.seats = sorted(set(s["seats"]))  # seats that own chips
        self.button = s.get("button")
        self.sb_seat = s.get("sb_seat")
        self.bb_seat = s.get("bb_seat")
        self.sb = s.get("sb") or 0  # of null nothing is said, as of what is left out
        self.bb = s.get("bb") or 0
        self.ante = s.get("ante") or 0
        self.ante_type = s.get("ante_type") or "each"
        self.blinds = self.game.blinds  # blinds open the betting; False where antes alone do
        self.antes = by_seat(s.get("antes"))  # uneven antes: seat -> chips due
        self.straddles = by_seat(s.get("straddles"))
        self.bring_in = s.get("bring_in") or 0
        self.small_bet = s.get("small_bet") or self.bb
        self.big_bet = s.get("big_bet") or 2 * self.small_bet
        self.cap = s.get("cap")  # wagers a limit street allows by house rule, None: the book's
        self.betting_line = s.get("betting_line", True)
        self.presence = by_seat(s.get("presence"))

    def _money(self, s):
        self.stacks = by_seat(s.get("stacks"))  # seat -> chips behind; absent: ENOUGH
        self.bets = by_seat(s.get("bets"))  # seat -> accepted total of this street
        self.front = dict(self.bets)  # seat -> chips lying in front of it now
        self.paid = {}  # seat -> chips put in during the whole hand (without dead antes)
        for seat in self.bets:
            self.paid[seat] = self.bets[seat]
        self.dead = 0  # antes and other dead money of the hand
        self.pot = s.get("pot")  # chips in the middle at the start of the state, None: not said
        if self.pot is None and s.get("pots"):
            self.pot = 0
            for p in s["pots"]:
                self.pot += p["amount"]
        self.posted = {}  # seat -> [(kind, amount)] posted so far in this hand
        self.uncalled = None  # (seat, amount) given back when betting ended
        self.awarded = {}  # seat -> chips pushed to it

    def _cards(self, s):
        self.at = {}  # zone -> list of tokens lying there, in order of arrival
        for seat in sorted(by_seat(s.get("hands"))):
            self.at[zones.seat_zone(seat)] = list(s["hands"][str(seat)])
        self.upcards = {}
        for seat, cards in by_seat(s.get("upcards")).items():
            self.upcards[seat] = list(cards)
            held = self.at.setdefault(zones.seat_zone(seat), [])
            held.extend([c for c in cards if c not in held])
        self.board = list(s.get("board", ()))
        self.at["board"] = self.board
        self.burned = s.get("burned")  # burn cards of the hand; None: not said
        self.dealt = 0  # cards that came off the deck as hole cards in this hand
        self.off_deck = 0  # all cards that came off the deck while we looked

    def _progress(self, s):
        self.street = s.get("street", "none")
        # none: between hands; deal: riffle seen; betting; closed: betting of the street is over;
        # draw: cards are being changed; showdown; award; over
        self.phase = "none" if self.street == "none" else "betting"
        if self.street == "draw":
            self.street, self.phase = "before_draw", "draw"
        if s.get("street_closed"):
            self.phase = "closed"
        self.from_start = self.street == "none"  # the hand begins inside what we see
        self.dealt_in = sorted(set(s.get("dealt_in", self.seats)))
        # seats with a live hand, ascending
        self.live = sorted(set(s.get("live", ()))) if not self.from_start else []
        self.all_in = sorted(set(s.get("all_in", ())))
        self.capped = sorted(s.get("capped", ()))
        self.high = 0  # highest total of the street a seat has to match
        self.base = 0  # limit: level of the last wager that counts in full
        self.step = 0  # size of the last full bet or raise of the street
        self.wagers = 0  # bets and full raises of the street (a blind counts as one)
        self.cap_reached = False  # the cap on wagers was reached before the street was heads-up
        self.acted = {}  # seat -> `high` when it last acted on this street (reopening)
        self.aggressor = None  # last seat that bet or raised on this street
        self.last_aggressor = None  # the same over the hand
        self.turn = None  # seat to act, None when nobody is
        self.actions = []  # accepted actions of the hand, in order
        self.street_mark = 0  # index in actions where this street began
        self.first_card_t = None  # when the first card came off the deck, of a hand seen from there
        self.full_hands_t = None  # when the betting of its first street opened
        self.started = None if self.from_start else 0  # time of the riffle
        self.next_started = None  # time at which the next hand began
        self.winners = None  # (high seats, low seats) as read at showdown
        self.shown = []  # seats that tabled their hands
        self.to_review = {}  # records of ``pending`` to be looked at after this event
        self.pending = {}  # free for the modules: key -> whatever they need to remember

    # -- questions everybody asks -------------------------------------------------------------

    def stack(self, seat):
        """Chips behind a seat; ENOUGH when not named."""
        return self.stacks.get(seat, ENOUGH)

    def bet(self, seat):
        """Accepted total of a seat on this street."""
        return self.bets.get(seat, 0)

    def wagered(self, seat):
        """Chips in front of a seat but for an ante that lies with its blind still. Of a seat that
        owes both and has put out one, what lies there is the blind: antes are pulled in first."""
        ante = self.pending.get("ante_front", {}).get(seat, 0)
        if seat in (self.sb_seat, self.bb_seat) and len(self.posted.get(seat, ())) < 2:
            ante = 0
        return self.front.get(seat, 0) - ante

    def held(self, seat):
        """Tokens in the hand of a seat as far as the table saw them."""
        return self.at.get(zones.seat_zone(seat), [])

    def is_live(self, seat):
        """True when the seat has a live hand."""
        return seat in self.live

    def can_act(self, seat):
        """True when the seat is live and has chips behind."""
        return seat in self.live and seat not in self.all_in

    def after(self, seat, seats):
        """``seats`` clockwise, starting left of ``seat`` (None: from the lowest)."""
        order = sorted(seats)
        if seat is None:
            return order
        return [s for s in order if s > seat] + [s for s in order if s <= seat]

    def pot_total(self):
        """All chips in the pot, those in front included."""
        return (self.pot or 0) + self.dead + sum(self.paid.values())

    def heads_up(self):
        """True when two live hands are left."""
        return len(self.live) == 2
