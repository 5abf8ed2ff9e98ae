"""Short notation for scenes at the table: setups and events of the case language."""

from shared_rules.engine import Hand

RING = list(range(1, 10))


class Book:
    """A book that says what it was told and nothing else: ``deal__cards`` for `deal.cards`."""

    def __init__(self, **said):
        self.said = {key.replace("__", "."): value for key, value in said.items()}

    def value(self, key, default=None):
        return self.said.get(key, default)


def ring(seats=RING, street="none", **more):
    """Setup of a no-limit hold'em table, button on the last seat, blinds left of it."""
    setup = {
        "format": "tournament",
        "betting": "no_limit",
        "seats": list(seats),
        "button": seats[-1],
        "sb_seat": seats[0] if len(seats) > 2 else seats[-1],
        "bb_seat": seats[1] if len(seats) > 2 else seats[0],
        "sb": 100,
        "bb": 200,
        "ante": 0,
        "betting_line": True,
        "street": street,
    }
    setup.update(more)
    return setup


def stud(street="none", **more):
    """Setup of a seven-handed limit stud table."""
    setup = {
        "format": "cash",
        "betting": "limit",
        "seats": [1, 2, 3, 4, 5, 6, 7],
        "button": None,
        "first_dealt_seat": 1,
        "ante": 25,
        "bring_in": 50,
        "small_bet": 200,
        "big_bet": 400,
        "betting_line": True,
        "street": street,
    }
    setup.update(more)
    return setup


def draw(blinds=True, **more):
    """Setup of a six-handed draw table."""
    setup = {
        "format": "cash",
        "betting": "limit",
        "seats": [1, 2, 3, 4, 5, 6],
        "button": 6,
        "ante": 0 if blinds else 5,
        "small_bet": 20,
        "big_bet": 40,
        "betting_line": True,
        "street": "none",
    }
    if blinds:
        setup.update({"sb_seat": 1, "bb_seat": 2, "sb": 10, "bb": 20})
    setup.update(more)
    return setup


class Scene:
    """Collects events; each call moves the clock on by a second (or as told)."""

    def __init__(self, setup, game="nlhe"):
        self.setup = setup
        self.game = game
        self.events = []
        self.t = 0
        self.nth = 0

    def add(self, what, ms=1000, **fields):
        """Any event."""
        self.t += ms
        event = {"t": self.t, "what": what}
        event.update(fields)
        self.events.append(event)
        return self

    def start(self):
        """Riffle and blinds."""
        self.add("riffle", 0)
        if self.setup.get("sb"):
            self.add("post", seats=[self.setup["sb_seat"]], kind="sb", amount=self.setup["sb"])
            self.add("post", seats=[self.setup["bb_seat"]], kind="bb", amount=self.setup["bb"])
        return self

    def deal(self, seats=None, rounds=1):
        """Clean pitching to the seats in the order given."""
        seats = self.setup["seats"] if seats is None else seats
        total = rounds * len(seats)
        self.add("deal", until=self.t + 1000 + 300 * total, seats=list(seats), cards_each=rounds,
                 from_nth=self.nth + 1)  # fmt: skip
        self.t += 300 * total
        self.nth += total
        return self

    def card(self, to, token=None, face="down", by="dealer", frm="stub", **more):
        """One card; from the stub it is the next off the deck."""
        if frm == "stub":
            self.nth += 1
            more["nth"] = self.nth
        cards = token if isinstance(token, list) else [token or f"#{self.nth}"]
        fields = {"cards": cards, "from": frm, "to": to, "face": face, "by": by}
        fields.update(more)
        return self.add("card_move", **fields)

    def boxed(self, token, to="mouth"):
        """A card that lay face up in the deck."""
        return self.card(to, token, "up", boxed=True)

    def burn(self, n=1):
        """Burn cards, one move each."""
        for _ in range(n):
            self.card("burn")
        return self

    def board(self, *cards):
        """Board cards in one move."""
        self.nth += len(cards)
        return self.add("card_move", cards=list(cards), **{"from": "stub"}, to="board",
                        face="up", by="dealer")  # fmt: skip

    def act(self, seat, act, to=None):
        """An accepted act."""
        return self.add("action", seat=seat, act=act, **({} if to is None else {"to": to}))

    def notice(self, kind, by="dealer", **more):
        """Someone points at a fact."""
        return self.add("notice", by=by, kind=kind, **more)

    def flag(self, flag, value, **more):
        """What the dealer knows."""
        return self.add("flag", flag=flag, value=value, **more)

    def hand(self, book):
        """The hand after the happening."""
        hand = Hand(self.setup, self.game, book)
        for event in self.events:
            hand.apply(event)
        return hand

    def ruling(self, book):
        """The ruling in force."""
        return self.hand(book).answer()


def situation(scene, book="rrop-6"):
    """Situation key of the ruling in force, None when nothing irregular happened."""
    r = scene.ruling(book)
    return r["situation"] if r["irregular"] else None
