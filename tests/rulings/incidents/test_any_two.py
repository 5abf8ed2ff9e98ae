"""Any two incidents in a row: both are ruled as each is alone, in every book and three games.

A hand of four is played from the deal to the river with one thing wrong, then with two. What is
said of a thing in the hand of two (ruling, seat, amount, who decides, citations, steps, until when)
is what is said of it alone. Each is put right as its ruling orders, and then nothing is open.
Whether a ruling is right is not asked here: both hands are the engine's.
"""

import functools
import itertools

import pytest

from shared_rules.engine import Hand
from shared_rules.rulebooks import BOOKS
from tests.rulings.ruling_scene import Scene, ring

SEATS = [1, 3, 5, 7]  # button 7, blinds 1 and 3
GAMES = {"nlhe": "no_limit", "plo": "pot_limit", "limit": "limit"}
BOARD = {"flop": ("Kd", "8s", "3c"), "turn": ("5d",), "river": ("9h",)}
AGAIN = {"flop": ("2c", "2d", "2h"), "turn": ("3d",), "river": ("4c",)}  # dealt anew
SAID = ("situation", "ruling", "seat", "amount", "binding", "misdeal", "decided_by", "cite",
        "remedy_steps", "confidence", "deadline")  # fmt: skip


class Evening:
    """One hand with things that go wrong at their places; ``faults``: place -> what happens."""

    def __init__(self, book, game, faults):
        limit = game == "limit"
        more = {"small_bet": 200, "big_bet": 400} if limit else {}
        stacks = {str(seat): 20000 for seat in SEATS}
        setup = ring(SEATS, betting=GAMES[game], stacks=stacks, **more)
        self.s = Scene(setup, "nlhe" if limit else game)
        self.hand = Hand(setup, self.s.game, book)
        self.done = 0
        self.holes = 4 if game == "plo" else 2
        self.big = 400 if limit else 200  # a bet on the turn
        self.faults = faults
        self.place = None
        self.said = {}  # place -> what was ruled, None: nothing irregular
        self.burned = False  # a card that was seen is the burn of this street,
        self.burned_next = False  # or of the next

    def play(self):
        """Bring the hand up to the last event; the answer."""
        for event in self.s.events[self.done :]:
            self.hand.apply(event)
        self.done = len(self.s.events)
        return self.hand.answer()

    def ruled(self):
        """Note what is ruled at this place; the ruling."""
        r = self.play()
        self.said[self.place] = {name: r[name] for name in SAID} if r["irregular"] else None
        return r

    def clean(self):
        """Play has gone on: nothing is open."""
        r = self.play()
        left = [i["situation"] for i in self.hand.open_incidents()]
        assert not r["irregular"] and not left, (self.place, r["situation"], left)

    def wrong(self, place):
        """What goes wrong at a place, None: nothing."""
        self.place = place
        return self.faults.get(place)

    def chips(self, seat, *chips, back=False, **more):
        """Chips over the line in one motion, or back."""
        way = (f"line:{seat}", f"seat:{seat}") if back else (f"seat:{seat}", f"line:{seat}")
        fields = {"seat": seat, "chips": list(chips), "from": way[0], "to": way[1], "by": "player"}
        if not back:
            fields.update({"motion": 1, "released": True, "crossed": "full"})
        self.s.add("chips_move", **{**fields, **more})


# -- the deal ---------------------------------------------------------------------------------


def start(e, rounds):
    """Blinds and so many clean rounds of cards."""
    e.s.nth = 0
    e.s.add("riffle").add("post", seats=[1], kind="sb", amount=100)
    e.s.add("post", seats=[3], kind="bb", amount=200)
    if rounds:
        e.s.deal(rounds=rounds)


def deal(e):
    start(e, e.holes)


def first_exposed(e):
    start(e, 0)
    e.s.card("seat:1", "Qd", "up").card("seat:3")
    if e.ruled()["misdeal"]:
        e.s.card("stub", "Qd", frm="seat:1").card("stub", "#2", frm="seat:3")
        deal(e)


def one_exposed(e):
    start(e, e.holes - 1)
    e.s.deal([1, 3]).card("seat:5", "9d", "up").deal([7])
    if e.ruled()["ruling"] == "replace_exposed_card":
        e.s.card("seat:5").card("burn", "9d", "up", frm="seat:5")
        e.burned = True


def last_missing(e):
    start(e, e.holes - 1)
    e.s.deal([1, 3, 5]).add("rfid_count", zone="seat:7", cards=e.holes - 1)
    e.s.notice("wrong_card_count", by="player", seat=7)
    e.ruled()
    e.s.card("seat:7")


def boxed_in_deal(e):
    start(e, e.holes - 1)
    e.s.deal([1, 3]).boxed("6h")
    e.ruled()
    e.s.card("muck", "6h", frm="mouth").deal([5, 7])


# -- betting ----------------------------------------------------------------------------------


def oversized(e, seat, to):
    e.chips(seat, 5000)
    e.ruled()
    e.chips(seat, 5000 - to, back=True, by="dealer")


def string_bet(e, seat, to):
    e.chips(seat, *[100] * (to // 100))
    e.chips(seat, *[100] * (to // 100), motion=2)
    e.ruled()
    e.chips(seat, *[100] * (to // 100), back=True)


def little_more(e, seat, to):
    e.chips(seat, *[100] * (to // 100), 25, 25)
    e.ruled()
    e.chips(seat, 25, 25, back=True)


def short_call(e, seat, to):
    e.chips(seat, *[100] * (to // 200))
    e.ruled()
    e.chips(seat, *[100] * (to // 200), motion=2)


def not_released(e, seat, to):
    e.chips(seat, 5000, released=False)
    r = e.play()
    if not (r["irregular"] and r["seat"] == seat and r["situation"][:6] == "wager."):
        e.chips(seat, 5000, back=True)
    e.ruled()
    e.s.act(seat, "call", to)


def ahead_of_turn(e, seat, to):
    behind = SEATS[(SEATS.index(seat) + 1) % 4]
    e.s.add("declare", seat=behind, word="call", wording="plain")
    e.ruled()
    e.s.act(seat, "call", to)


def unclear(e, seat, to):
    e.s.add("declare", seat=seat, word="none", wording="non_standard")
    e.ruled()
    e.s.act(seat, "call", to)


def phone(e, seat, to):
    e.s.act(seat, "call", to).notice("phone_use", about_seat=seat)
    e.ruled()


def out_of_view(e, seat, to):
    e.s.act(seat, "call", to).notice("chips_out_of_view", about_seat=seat)
    e.ruled()


# -- the board --------------------------------------------------------------------------------


def dealt(e, street):
    if not e.burned:
        e.s.burn()
    e.s.board(*BOARD[street])


def two_burns(e, street):
    e.s.burn(1 if e.burned else 2)
    e.ruled()
    e.s.card("stub", "#44", frm="burn").board(*BOARD[street])


def no_burn(e, street):
    e.s.board(*BOARD[street]).notice("missing_burn")
    if e.ruled()["ruling"] == "redeal_flop":
        e.s.card("stub", list(BOARD[street]), "up", frm="board").burn().board(*AGAIN[street])
    else:
        e.s.card("burn", BOARD[street][0], "up", frm="board").board(AGAIN[street][0])


def four_cards(e, street):
    """On the flop only."""
    if not e.burned:
        e.s.burn()
    e.s.board(*BOARD[street], "Th")
    if "deal_flop" in e.ruled()["remedy_steps"]:
        e.s.card("stub", [*BOARD[street], "Th"], "up", frm="board").board(*AGAIN[street])
    else:
        e.s.card("burn", "Th", "up", frm="board")
        e.burned_next = True


def boxed_burn(e, street):
    e.s.boxed("6c", "burn")
    e.ruled()
    e.s.card("muck", "6c", frm="burn")
    dealt(e, street)


def betting(e, street, order):
    """A round in which everybody owes the same bet, called one by one."""
    to = e.big if street == "turn" else 200
    for n, seat in enumerate(order):
        last_before_flop = street == "preflop" and n == 3
        if last_before_flop:
            e.s.act(seat, "check")
        elif street != "preflop" and n == 0:
            e.s.act(seat, "bet", to)
        elif fault := e.wrong(f"{street}:{seat}"):
            fault(e, seat, to)
        else:
            e.s.act(seat, "call", to)


def played(book, game, faults):
    """A hand with these faults: what was ruled, by place, and the record it leaves."""
    e = Evening(book, game, faults)
    (e.wrong("deal") or deal)(e)
    betting(e, "preflop", (5, 7, 1, 3))
    for street in ("flop", "turn", "river"):
        (e.wrong(street) or dealt)(e, street)
        e.burned, e.burned_next = e.burned_next, False
        if street != "river":
            betting(e, street, SEATS)
    for seat in SEATS:
        e.s.act(seat, "check")
    e.clean()
    return e.said, [(r["situation"], r["seat"]) for r in e.hand.past + e.hand.incidents()]


DEALS = (first_exposed, one_exposed, last_missing, boxed_in_deal)
ACTS = (oversized, string_bet, little_more, short_call, not_released, ahead_of_turn, unclear,
        phone, out_of_view)  # fmt: skip
CARDS = (two_burns, no_burn, boxed_burn)
FLOPS = (*CARDS, four_cards)
# what may go wrong first and where, what then and where: in one round, in two, across the cards
PAIRS = (
    ("deal", DEALS, "preflop:5", ACTS), ("deal", DEALS, "flop", FLOPS),
    ("preflop:5", ACTS, "preflop:7", ACTS), ("flop:5", ACTS, "flop:7", ACTS),
    ("flop:3", ACTS, "turn:5", ACTS), ("preflop:7", ACTS, "flop", FLOPS),
    ("flop", FLOPS, "flop:3", ACTS), ("turn:7", ACTS, "river", CARDS),
    ("flop", FLOPS, "turn", CARDS), ("turn", CARDS, "river", CARDS),
    ("flop", FLOPS, "river", CARDS),
)  # fmt: skip
# whoever called out of turn is bound by it: what that seat does next is judged by that
BOUND = [(ahead_of_turn, second) for second in ACTS]
# a card that everybody has seen is the burn: none is missing, and one more is the second
BURNED = [(one_exposed, no_burn), (four_cards, no_burn), (four_cards, two_burns)]


def interact(first, place, second, then):
    """True for two that a rule joins: the second cannot be as if it came alone."""
    if (first, second) in BOUND:
        return place[-1] == "5" and then[:-2] == place[:-2]
    return (first, second) in BURNED and then in ("flop", "turn")


@functools.cache
def alone(book, game, place, fault):
    """What is ruled when nothing else goes wrong, None where nothing is irregular; the record."""
    said, record = played(book, game, {place: fault})
    return said[place], record


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("book", BOOKS)
def test_two_in_a_row_are_ruled_as_each_is_alone(book, game):
    pairs = 0
    for place, firsts, then, seconds in PAIRS:
        for first, second in itertools.product(firsts, seconds):
            one, other = alone(book, game, place, first), alone(book, game, then, second)
            if None in (one[0], other[0]) or interact(first, place, second, then):
                continue
            said, record = played(book, game, {place: first, then: second})
            names = first.__name__, second.__name__
            assert (said[place], said[then]) == (one[0], other[0]), names
            assert sorted(record) == sorted(one[1] + other[1]), names
            pairs += 1
    assert pairs >= 300


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("book", BOOKS)
def test_every_kind_is_ruled_on(book, game):
    for place, faults in (("deal", DEALS), ("flop:3", ACTS), ("flop", FLOPS), ("turn", CARDS)):
        for fault in faults:
            said, record = alone(book, game, place, fault)
            assert said is not None, fault.__name__
            # chips that follow make a short call whole: where nothing was decided, nothing is left
            assert record or (fault is short_call and said["ruling"] == "floor_decides"), fault
