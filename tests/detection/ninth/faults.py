"""The irregularities of the ninth generator: 47 classes, in each of which one thing goes wrong.

Four seeds of ten hold one; they take turns, so that each comes as often as the others.
"""

import random

from tests.detection.ninth import cardfaults, chipfaults

NOT_TDA = ("ipr-2018", "ipr-web", "rrop-6", "stg-2011")


class Flaw:
    """What goes wrong: when (``stage``), by which function, and which rulings are about it."""

    def __init__(self, name, stage, do, prefixes, books=None, street=None, ready=None, **more):
        self.name, self.stage, self._do, self.prefixes = name, stage, do, prefixes
        self.books, self.street, self._ready = books, street, ready
        self.keeps = more.get("keeps", stage in ("board", "act"))
        self.wants_bet = more.get("wants_bet", False)
        self.room = more.get("room", False)  # an empty seat is needed
        self.ends_by_fold = more.get("ends_by_fold", False)

    def suit(self, night, rng):
        """Makes the evening one in which this can happen."""
        if self.books and night.book not in self.books:
            night.book = rng.choice(self.books)
        top = 9 if night.table == "nine_max" else 6
        low, high = 4, min(8, top - 1 if self.room else top)
        if not low <= len(night.seats) <= high:
            night.reseat(rng, rng.randint(low, high), top)
        for s in night.seats:
            night.stacks[s] = max(night.stacks[s], 60 * night.bb)
        night.ante = 0

    def ready(self, hand, seat):
        """Whether it happens now that this seat is due."""
        if self.street and hand.betting.street != self.street:
            return False
        return self._ready(hand, seat)

    def do(self, hand):
        """It happens; True when people play on."""
        return self._do(hand, self)


def _deal(name, do, prefixes, **more):
    return Flaw(name, "deal", do, prefixes, **more)


def _act(name, do, prefixes, ready, street=None, **more):
    return Flaw(name, "act", do, prefixes, street=street, ready=ready, **more)


def _board(street):
    none, two, more, early = (
        cardfaults.no_burn,
        cardfaults.two_burns,
        cardfaults.card_too_many,
        chipfaults.premature,
    )
    burns = (f"board.{street}_two_burns", "board.two_burns_unexposed")
    known = (f"board.{street}_two_known", f"board.{street}_two_unknown")
    before = {"flop": "preflop", "turn": "flop", "river": "turn"}[street]
    at = {"books": NOT_TDA, "street": street}
    return [
        Flaw(f"no-burn-{street}", "board", none, (f"board.{street}_no_burn",), **at),
        Flaw(f"two-burns-{street}", "board", two, burns, **at),
        Flaw(
            f"too-many-{street}",
            "board",
            more,
            ("board.flop_four",) if street == "flop" else known,
            books=None if street == "flop" else NOT_TDA,
            street=street,
        ),
        Flaw(
            f"premature-{street}",
            "act",
            early,
            (f"board.premature_{street}",),
            books=NOT_TDA,
            street=before,
            ready=chipfaults.last_to_act,
            wants_bet=True,
        ),
    ]


C, W = cardfaults, chipfaults
ALL = [
    _deal("first-exposed", C.first_exposed, ("deal.first_two_exposed",)),
    _deal("later-exposed", C.later_exposed, ("deal.exposed_one",)),
    _deal("two-exposed", C.two_exposed, ("deal.exposed_many",)),
    _deal("boxed", C.boxed, ("deal.boxed_one",)),
    _deal("two-stuck", C.two_stuck, ("deal.long_before", "deal.extra_one"), books=NOT_TDA),
    _deal("empty-seat", C.empty_seat, ("deal.empty_seat",), room=True),
    _deal("left-out", C.left_out, ("deal.seat_left_out",)),
    _deal("wrong-first", C.wrong_first, ("deal.wrong_first_seat",)),
    _deal("last-missing", C.last_missing, ("deal.last_card_missing",), books=NOT_TDA),
    _deal("out-of-sequence", C.out_of_sequence, ("deal.out_of_sequence",), books=NOT_TDA),
    _deal("foreign-card", C.foreign, ("deck.foreign",), books=NOT_TDA),
    _deal("joker", C.joker, ("deal.joker", "deck.joker"), books=NOT_TDA),
    _deal("duplicate", C.duplicate, ("deck.duplicate",), books=NOT_TDA),
    Flaw("extra-card", "dealt", C.extra, ("deal.extra_one", "deal.long_before"), books=NOT_TDA),
    Flaw("flashed", "dealt", C.flashed, ("deal.flashed_by_player", "showdown.own_cards_shown")),
    *_board("flop"),
    *_board("turn"),
    *_board("river"),
    Flaw(
        "rabbit",
        "end",
        C.rabbit,
        ("board.rabbit_card",),
        keeps=True,
        wants_bet=True,
        ends_by_fold=True,
    ),
    _act("fold-no-bet", W.fold_no_bet, ("fold.no_bet",), W.opens, "flop"),
    _act("fold-out-of-turn", W.fold_early, ("turn.oot_fold",), W.two_owe, "preflop"),
    _act("call-out-of-turn", W.call_early, ("turn.oot",), W.two_owe, "preflop"),
    _act("raise-out-of-turn", W.raise_early, ("turn.oot",), W.two_owe, "preflop"),
    _act("check-out-of-turn", W.check_early, ("turn.oot", "turn.skipped"), W.opens, "flop"),
    _act("string-bet", W.string_bet, ("wager.string_bet",), W.can_raise, wants_bet=True),
    _act("equal-chips", W.equal_chips, ("wager.equal_chips_needed",), W.has_equal, wants_bet=True),
    _act("short-raise", W.short_raise, ("wager.half_or_more",), W.has_half, wants_bet=True),
    _act("tiny-raise", W.tiny_raise, ("wager.under_half",), W.has_tiny, wants_bet=True),
    _act("low-bet", W.low_bet, ("wager.silent_bet_low",), W.opens),
    _act(
        "low-raise-said",
        W.low_raise_said,
        ("wager.declared_raise_low",),
        W.can_raise,
        wants_bet=True,
    ),
    _act("low-bet-said", W.low_bet_said, ("wager.bet_low",), W.opens),
    _act(
        "raise-said-few-chips",
        W.few_chips,
        ("wager.raise_said_low", "wager.raise_then_odd"),
        W.can_raise,
        wants_bet=True,
    ),
    _act(
        "undercall",
        W.undercall,
        ("wager.undercall", "wager.short_call"),
        W.owes_much,
        wants_bet=True,
    ),
    _act("pulled-back", W.pulled_back, ("wager.bet_pulled_back",), W.opens),
    _act("carried-over", W.carried_over, ("wager.chips_not_released",), W.opens),
    _act("word-and-chips", W.word_and_chips, ("wager.word_chips_differ",), W.has_more),
    _act("pot-said", W.pot_said, ("wager.pot_said_no_limit",), W.opens, "flop"),
    _act("shown-pending", W.shown_pending, ("showdown.own_cards_shown",), W.opens, "flop"),
]
NAMES = [flaw.name for flaw in ALL]


def pick(seed, wanted=None):
    """The flaw of a seed, or the wanted one; None for a clean hand."""
    if wanted is not None:
        return next((flaw for flaw in ALL if flaw.name == wanted), None)
    ten, at = divmod(seed - 1, 10)
    places = random.Random(f"ninth ten {ten}").sample(range(10), 4)
    if at not in places:
        return None
    order = random.Random("ninth order").sample(ALL, len(ALL))
    return order[(4 * ten + places.index(at)) % len(ALL)]
