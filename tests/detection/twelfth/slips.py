"""What goes wrong in a hand, one thing a hand, with the situation the book names for it.

Classes are left out of a book where its text is silent, or where parameters.md holds its reading
for doubtful.
"""

from dataclasses import dataclass
from typing import Any

from tests.detection.twelfth import slips_board, slips_deal, slips_wager
from tests.detection.twelfth.scene import BOOKS, PLAYERS

CLEAR = ("ipr-2018", "rrop-6", "stg-2011")  # books with a table of board faults
NOT_TDA = ("ipr-2018", "ipr-web", "rrop-6", "stg-2011")
ODD_BOXED = ("rrop-6", "stg-2011", "tda-2011")
SOME = (3, 4, 5, 6, 7, 8, 9)  # a seat is empty in nearly all of these


@dataclass
class Slip:
    """An irregularity. ``phase``: when ``do(plot, ...)`` is tried; ``wide``: names that say the
    same thing less closely, right as well."""

    name: str
    phase: str
    do: Any
    expect: tuple
    wide: tuple = ()
    books: tuple = BOOKS
    players: tuple = PLAYERS


def _rows():
    deal, board, wager = slips_deal, slips_board, slips_wager
    yield Slip("exposed first", "deal", deal.exposed_first, ("deal.first_two_exposed",))
    yield Slip("exposed one", "deal", deal.exposed_one, ("deal.exposed_one",), books=NOT_TDA)
    yield Slip("exposed two", "deal", deal.exposed_two, ("deal.exposed_many",),
               ("deal.exposed_one",), players=SOME[1:])  # fmt: skip
    yield Slip("boxed one", "deal", deal.boxed_one, ("deal.boxed_one",),
               ("deal.boxed_one_next_gone",), books=("rrop-6", "stg-2011"))  # fmt: skip
    yield Slip("boxed two", "deal", deal.boxed_two, ("deal.boxed_many",),
               ("deal.boxed_one", "deal.boxed_one_next_gone"), books=ODD_BOXED,
               players=SOME[1:])  # fmt: skip
    yield Slip("empty seat", "deal", deal.empty_seat, ("deal.empty_seat",),
               ("deal.not_entitled_seat", "deal.wrong_first_seat"), players=SOME[:-1])  # fmt: skip
    yield Slip("wrong first seat", "deal", deal.wrong_first_seat, ("deal.wrong_first_seat",),
               ("deal.out_of_sequence",), players=SOME)  # fmt: skip
    yield Slip("seat left out", "deal", deal.seat_left_out, ("deal.seat_left_out",),
               ("deal.out_of_sequence", "deal.short_before"), players=SOME[1:])  # fmt: skip
    yield Slip("out of sequence", "deal", deal.out_of_sequence, ("deal.out_of_sequence",),
               ("deal.long_before", "deal.short_before"), books=NOT_TDA,
               players=SOME[1:])  # fmt: skip
    yield Slip("extra card", "dealt", deal.extra_card, ("deal.extra_one",), ("deal.long_before",),
               books=NOT_TDA)  # fmt: skip
    yield Slip("foreign card", "deal", deal.foreign_card, ("deck.foreign_in_hand",), books=NOT_TDA)
    for count, name in ((3, "flop"), (1, "turn"), (1, "river")):
        do = board.premature(name)
        yield Slip(f"premature {name}", "act", do, (f"board.premature_{name}",), books=NOT_TDA)
        names = (f"board.{name}_no_burn",)
        if count == 3:
            names = ("board.flop_no_burn_known", "board.flop_no_burn_unknown")
        do = board.no_burn(name)
        yield Slip(f"no burn before {name}", "street", do, names, books=CLEAR)
        names = (f"board.{name}_two_burns", f"board.{name}_two_burns_unexposed",
                 f"board.{name}_two_burns_unknown")  # fmt: skip
        names += ("board.two_burns_unexposed",) if count == 3 else ()
        yield Slip(f"two burns before {name}", "street", board.two_burns(name), names, books=CLEAR)
    yield Slip("four flop cards", "street", board.four_flop,
               ("board.flop_four_known", "board.flop_four_unknown"),
               books=(*CLEAR, "tda-2011"))  # fmt: skip
    for name in ("turn", "river"):
        names = (f"board.{name}_two_known", f"board.{name}_two_unknown")
        yield Slip(f"two {name} cards", "street", board.two_cards(name), names, books=CLEAR)
    yield Slip("rabbit card", "end", board.rabbit, ("board.rabbit_card",))
    yield Slip("string bet", "act", wager.string_bet, ("wager.string_bet",))
    yield Slip("oversized chip", "act", wager.oversized, ("wager.oversized_facing_bet",))
    yield Slip("equal chips", "act", wager.equal_chips, ("wager.equal_chips_needed",),
               books=("ipr-2018", "ipr-web", "tda-2011"))  # fmt: skip
    yield Slip("half a raise or more", "act", wager.half_or_more, ("wager.half_or_more",))
    yield Slip("less than half a raise", "act", wager.under_half, ("wager.under_half",))
    names = ("wager.undercall_opening", "wager.undercall_raise_multiway")
    yield Slip("undercall", "act", wager.undercall, names, books=NOT_TDA)
    yield Slip("bet too low", "act", wager.low_bet, ("wager.silent_bet_low",),
               books=("ipr-web", "rrop-6", "tda-2011", "stg-2011"))  # fmt: skip
    yield Slip("bet pulled back", "act", wager.pulled_back, ("wager.bet_pulled_back",))
    yield Slip("chips out of turn", "act", wager.out_of_turn, ("turn.oot_pending",),
               ("turn.oot_unchanged", "turn.oot_changed"), players=SOME)  # fmt: skip
    yield Slip("fold out of turn", "act", wager.fold_out_of_turn, ("turn.oot_fold",),
               players=SOME)  # fmt: skip


SLIPS = {slip.name: slip for slip in _rows()}
