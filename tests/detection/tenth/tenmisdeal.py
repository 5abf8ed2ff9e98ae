"""What goes wrong with the deal, the deck and the board: hooks of `tenhand.Hand` by class."""

from .tenchips import LEVELS
from .tenradio import Tag

ALL = ("ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011")
GAMES = ("nlhe", "limit_holdem", "plo")
NLHE, OMAHA = {"games": ("nlhe",)}, {"games": ("plo",)}
MISDEAL, DEAL, BOARD = ("misdeal",), ("deal.*", "misdeal"), ("board.*", "burn.*")


def needs(books=ALL, games=GAMES, formats=None, seats=4, deep=None, ante=False):
    """A draw of the table under which a class can come about."""

    def draw(h):
        rng = h.rng
        if h.book not in books or (h.book == "stg-2011" and "nlhe" not in games):
            h.book = rng.choice([b for b in books if b != "stg-2011"])
        if h.game not in games:
            h.game = games[0]
        if h.format not in (formats or (h.format,)):
            h.format = formats[0]
            h.sb, h.bb, h.sizes = rng.choice(LEVELS[h.format])
        h.ante, h.ante_type = (h.sizes[0] if ante else 0), "each"
        h.straddle = False
        while len(h.seats) < seats:
            h.seats = sorted({*h.seats, rng.randint(1, 9)})
        for seat in h.seats:
            chips = int(h.bb * (deep or h.deep) * rng.uniform(0.8, 1.6)) // h.sizes[0]
            h.stacks[seat] = max(chips, 6 * h.bb // h.sizes[0]) * h.sizes[0]
        h.stacks = {seat: h.stacks[seat] for seat in h.seats}

    return draw


def rounds(h, exposed=(), boxed=()):
    """A deal with the cards of these numbers turned over in flight, or face up in the deck."""
    people = h.people
    for count, seat in enumerate(h.order * h.each, 1):
        if count in boxed:  # the dealer sets it aside
            tag = people.off_deck("up")
            people.key("notice", kind="boxed_card", by="dealer", about_seat=seat)
            people.wait(900, 1800)
            people.go(tag, people.near((-230, -225), 40), people.t, 500, 5)
            people.wait(600, 1000)
        people.pitch(seat)
        if count in exposed:
            people.key("exposed", seat=seat, by="dealer")
    people.wait(800, 1600)


def some(h, count):
    """Numbers of cards after the first two."""
    return h.rng.sample(range(3, h.each * len(h.order) + 1), count)


def one_exposed(h):
    number = some(h, 1)[0]
    rounds(h, exposed=(number,))
    return h.order[(number - 1) % len(h.order)]


def extra(h, count):
    """The first seats get a card too many."""
    h.people.deal(h.order, h.each)
    h.people.deal(h.order[:count], 1)
    return h.order[0] if count == 1 else None


def short(h):
    seat = h.rng.choice(h.order[1:-1])
    h.people.deal(h.order, h.each - 1)
    h.people.deal([s for s in h.order if s != seat], 1)


def left_out(h):
    seat = h.rng.choice(h.order[1:-1])
    h.people.deal([s for s in h.order if s != seat], h.each)


def to_empty_seat(h):
    free = [s for s in range(1, 10) if s not in h.seats]
    seats = [*h.order, h.rng.choice(free)] if free else h.order[1:]
    h.people.deal(sorted(seats, key=lambda s: (s - h.button - 1) % 9), h.each)


def swapped(h):
    """In the second round two neighbours are served the wrong way round."""
    i, second = h.rng.randrange(len(h.order) - 2), list(h.order)
    second[i], second[i + 1] = second[i + 1], second[i]
    h.people.deal(h.order, 1)
    h.people.deal(second, 1)


def button_stays(h):
    """The button lies where it lay in the last hand; a player says so."""
    after = (h.order * 2)[h.order.index(h.button) + 1 :]
    h.extra_header["previous"] = {"button": h.button, "sb": after[0], "bb": after[1]}
    h.people.deal(h.order, h.each)
    h.people.key("notice", kind="wrong_button", by="player", seat=h.order[0], late=1500)
    h.people.t += 1500


def stranger(h):
    """A card of another deck lies in this one and reaches a player."""
    number = h.rng.randrange(h.each * len(h.order))
    tag = Tag(f"E0040152{h.rng.getrandbits(32):08X}", "x1", True)
    h.chips.lay(tag, h.people.deck[number].at)
    h.people.deck[number] = tag
    h.people.deck_tags.append(tag)
    h.people.deal(h.order, h.each)


def twins(h):
    """Two cards of the same rank and suit are dealt."""
    one, other = h.rng.sample(h.people.deck[: h.each * len(h.order)], 2)
    other.value = h.people.cards[other.uid] = one.value
    h.people.deal(h.order, h.each)


DEALS = {
    "exposed_one": ({}, one_exposed, DEAL),
    "exposed_first": ({}, lambda h: rounds(h, exposed=(h.rng.choice((1, 2)),)), MISDEAL),
    "exposed_two": ({}, lambda h: rounds(h, exposed=some(h, 2)), MISDEAL),
    "boxed_one": ({}, lambda h: rounds(h, boxed=some(h, 1)), ("deal.*", "scrap_card")),
    "boxed_two": (
        {"books": tuple(b for b in ALL if b != "ipr-web")},  # there three void the deal
        lambda h: rounds(h, boxed=some(h, 2)),
        MISDEAL,
    ),
    "extra_card": (NLHE, lambda h: extra(h, 1), DEAL),
    "extra_cards_two": (NLHE, lambda h: extra(h, 2), DEAL),
    "short_hand": (NLHE, short, DEAL),
    "omaha_three_cards": (OMAHA, short, DEAL),
    "omaha_five_cards": (OMAHA, lambda h: extra(h, 1), DEAL),
    "not_dealt_in": (NLHE, left_out, DEAL),
    "empty_seat": (NLHE, to_empty_seat, DEAL),
    "wrong_first_seat": (NLHE, lambda h: h.people.deal(h.order[1:] + h.order[:1], h.each), DEAL),
    "out_of_sequence": (NLHE, swapped, DEAL),
    "button_not_moved": (NLHE, button_stays, ("frame.*", *DEAL)),
    "foreign_card": ({}, stranger, ("deck.*", "deal.*")),
    "duplicate_card": (NLHE, twins, ("deck.*",)),
}


def dealt(wants, deal, expect):
    """Hooks of a deal after which players look at their cards and the dealer stops."""

    def hook(h):
        seat = deal(h)
        h.people.square([s for s in h.order if s in h.people.hole])
        h.people.wait(600, 1500)
        h.happened(*expect, seat={seat} if seat else None)

    return {"draw": needs(**wants), "deal": hook}


def premature(street, count):
    """The next street comes while the last player still faces a bet."""

    def turn(h, seat, now):
        alone = [s for s in h.stakes.pending if s in h.stakes.live] == [seat]
        if now == street and alone and h.stakes.owes(seat) and len(h.stakes.live) > 2:
            h.people.t = h.people.gather(h.order) + 300
            h.people.burn()
            h.people.turn_up(count)
            next_street = {"preflop": "flop", "flop": "turn", "turn": "river"}[street]
            h.happened(f"board.premature_{next_street}", "board.premature_card")

    return {"draw": needs(seats=5, deep=80), "turn": turn}


def boarded(burns, flop, later, streets=("flop", "turn", "river")):
    """A street with so many burns and cards."""

    def board(h, street):
        if street in streets and (len(streets) == 1 or h.rng.random() < 0.6):
            h.people.wait(300, 900)
            for _ in range(burns):
                h.people.burn()
            h.people.turn_up(flop if street == "flop" else later)
            h.happened(*BOARD)

    return {"draw": needs(), "board": board}


DEAL_CLASSES = {name: dealt(*row) for name, row in DEALS.items()} | {
    "premature_flop": premature("preflop", 3),
    "premature_turn": premature("flop", 1),
    "premature_river": premature("turn", 1),
    "flop_of_four": boarded(1, 4, 1, ("flop",)),
    "two_turn_cards": boarded(1, 3, 2, ("turn",)),
    "no_burn": boarded(0, 3, 1),
    "two_burns": boarded(2, 3, 1),
}
