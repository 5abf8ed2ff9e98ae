"""Antes of chips: what was pulled into the pot before the first card is what counts."""

import pytest

from tests.rulings.scene import Scene, ring

BOOKS = ("tda-2011", "rrop-6", "ipr-2018", "ipr-web", "stg-2011")
SEATS = (1, 2, 3, 4)


def pulled(put, pull=None, **setup):
    """A scene up to the first card: seats put ``put[seat]`` in, ``pull[seat]`` of it is pulled."""
    s = Scene(ring(SEATS, ante=25, ante_type="each", **setup)).start()
    for seat, chips in put.items():
        line = f"line:{seat}"
        s.add("chips_move", seat=seat, chips=chips, **{"from": f"seat:{seat}", "to": line},
              by="player", motion=1, released=True, crossed="full")  # fmt: skip
    for seat, chips in (pull or put).items():
        s.add("chips_move", seat=seat, chips=chips, **{"from": f"line:{seat}", "to": "pot"},
              by="dealer")  # fmt: skip
    return s.deal([1])


def wrong(scene, book):
    found = scene.hand(book).ruled("wager.ante_wrong")
    return found and (found["seat"], found["amount"])


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("chips", [[25, 1], [25, 25], [20, 4]])
def test_one_ante_of_another_size_is_wrong(book, chips):
    assert wrong(pulled({**dict.fromkeys(SEATS, [25]), 3: chips}), book) == (3, 25)


@pytest.mark.parametrize("book", BOOKS)
def test_antes_of_the_right_size_say_nothing(book):
    assert wrong(pulled(dict.fromkeys(SEATS, [25])), book) is None


def test_change_given_among_the_antes_says_nothing():
    put = {**dict.fromkeys(SEATS, [25]), 3: [100]}
    pull = {1: [25], 2: [25], 4: [25], 3: [25]}
    assert wrong(pulled(put, pull), "tda-2011") is None
    among = {1: [25, 25], 2: [25], 3: [25], 4: []}
    assert wrong(pulled(dict.fromkeys(SEATS, [25]), among), "tda-2011") is None


def test_where_two_antes_differ_nobody_is_named():
    put = {**dict.fromkeys(SEATS, [25]), 2: [25, 25], 3: [25, 25]}
    assert wrong(pulled(put), "tda-2011") is None


def test_a_short_stack_s_ante_is_all_it_has():
    short = {"1": 1000, "2": 1000, "3": 10, "4": 1000}
    put = {**dict.fromkeys(SEATS, [25]), 3: [10]}
    assert wrong(pulled(put, stacks=short), "tda-2011") is None
