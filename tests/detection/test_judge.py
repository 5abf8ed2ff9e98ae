"""What a judge takes the table to hold of a wager, where the book leaves the blind out of it."""

import pytest

from shared_rules import rulebooks
from tests.detection.judge import Outcome

POST = {"k": "action", "act": "post", "post": "sb", "seat": 3, "amt": 50, "to": 50}
BEFORE = {"street": "preflop", "k": "action", "act": "raise", "seat": 3}


def raised(book, put, amount, to, street="preflop", seat=3, board=False):
    """An outcome of a raise ``to`` by ``amount`` for which chips worth ``put`` were told, after the
    flop if ``board``."""
    out = Outcome.__new__(Outcome)
    out.book = rulebooks.get(book)
    out.outputs = [POST, {**BEFORE, "amt": amount, "to": to, "street": street, "seat": seat}]
    out.events = [
        {"what": "chips_move", "chips": [25, 25], "seat": seat, "to": f"line:{seat}"},
        {"what": "card_move", "cards": ["As"], "to": f"line:{seat}"},
        {"what": "chips_move", "chips": [put - 25, 25], "seat": seat, "to": f"line:{seat}"},
    ]
    if board:
        out.events.insert(2, {"what": "card_move", "cards": ["2c"], "to": "board"})
    return out.acts()[-1][2]


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web"])
def test_the_blind_beside_a_raise_lies_in_front_with_it(book):
    assert raised(book, 1050, 1000, 1050) == 1100


@pytest.mark.parametrize("book", ["tda-2011", "rrop-6", "stg-2011"])
def test_other_books_have_counted_it(book):
    assert raised(book, 1050, 1000, 1050) == 1050
    assert raised(book, 1050, 1050, 1100) == 1100


@pytest.mark.parametrize("put", [1025, 1075, 1100])
def test_chips_the_table_has_not_told_so_are_no_such_raise(put):
    assert raised("ipr-web", put, 1000, 1050) == 1050


def test_chips_of_a_later_street_are_no_such_raise():
    assert raised("ipr-2018", 1050, 1000, 1050, board=True) == 1050


@pytest.mark.parametrize(("amount", "street", "seat"), [
    (999, "preflop", 3), (1001, "preflop", 3), (1000, "flop", 3), (1000, "preflop", 4),
])  # fmt: skip
def test_only_a_blind_before_the_flop_is_left_out(amount, street, seat):
    assert raised("ipr-web", 1050, amount, 1050, street, seat) == 1050
