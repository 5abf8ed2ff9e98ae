"""Pitched cards walked along the rotation: one slip at every place of every deal.

What is expected is said place by place, from what a dealer would call each slip, never by asking
the walk itself. Rings of two to five seats, one to five cards each.
"""

import itertools

import pytest

from shared_rules.hand.cards.deal_order import SEAT
from shared_rules.hand.cards.deal_walk import walk
from tests.rulings.ruling_scene import Scene, draw, ring

RING = [2, 3, 5, 6, 9]
GAMES = {"nlhe": 2, "plo": 4, "draw_high": 5}  # cards of the first street
DEALS = [(game, n) for game in GAMES for n in (2, 3, 5)]
PLAIN = {
    "wrong_first": None, "late": [], "skipped": [], "certain": [], "doubles": [], "extras": [],
    "strangers": [], "waiting": [], "lacking": [], "next_gone": False, "button_pair": False,
    "button_late": False,
}  # fmt: skip


def table(game, n):
    """A hand whose rotation is the first ``n`` seats, and that rotation card by card."""
    seats = RING[:n]
    setup = draw(seats=seats, button=seats[-1], blinds=False) if game == "draw_high" else None
    hand = Scene(setup or ring(seats), game).add("riffle", 0).hand("rrop-6")
    return hand, seats, seats * GAMES[game]


def rows(seats, off=(), gone=(), boxed=()):
    """Rows of the record for cards to these seats; positions count from 0."""
    return [
        (seat, f"#{i + 1}", i + 1, i, False, i in off, i in gone or i in off, i in boxed)
        for i, seat in enumerate(seats)
    ]


def walked(hand, cards, filled=()):
    """(what differs from a deal in order, complete, counts) of a walk."""
    w = walk(hand, cards, filled)
    found = {name: getattr(w, name) for name in PLAIN if getattr(w, name) != PLAIN[name]}
    return found, w.complete, w.counts


@pytest.mark.parametrize(("game", "n"), DEALS)
def test_every_part_of_a_deal_in_order(game, n):
    hand, seats, order = table(game, n)
    for m in range(len(order) + 1):
        counts = {s: order[:m].count(s) for s in seats if s in order[:m]}
        assert walked(hand, rows(order[:m])) == ({}, m == len(order) and m > 0, counts), m


@pytest.mark.parametrize(("game", "n"), DEALS)
def test_one_card_more_to_each_seat(game, n):
    hand, seats, order = table(game, n)
    for seat in seats:
        assert walked(hand, rows([*order, seat]))[0] == {"extras": [seat]}
        again = walked(hand, rows([*order, seat, seat]))[0]
        assert again == {"extras": [seat, seat]}


@pytest.mark.parametrize(("game", "n"), DEALS)
def test_two_in_a_row_at_each_place(game, n):
    hand, _, order = table(game, n)
    for k in range(len(order) - 1):
        twice = [*order[: k + 1], order[k], *order[k + 1 :]]
        for m in range(k + 2, len(twice) + 1):
            found, complete, counts = walked(hand, rows(twice[:m]))
            assert found == {"doubles": [order[k]]}, (k, m)
            assert complete == (m == len(twice))
            assert sum(counts.values()) == m


@pytest.mark.parametrize(("game", "n"), [d for d in DEALS if d[1] > 2])
def test_a_seat_passed_over_at_each_place(game, n):
    """It is skipped at once, and for certain when another card has passed it, or all is dealt."""
    hand, seats, order = table(game, n)
    for k in range(1, len(order) - 1):
        without = order[:k] + order[k + 1 :]
        for m in range(k + 1, len(without) + 1):
            found, complete, _ = walked(hand, rows(without[:m]))
            sure = m > k + 1 or complete
            want = {"skipped": [order[k]], **({"certain": [order[k]]} if sure else {})}
            assert found == want, (k, m)
            assert complete == (m == len(without))


@pytest.mark.parametrize(("game", "n"), [d for d in DEALS if d[1] > 2])
def test_a_seat_passed_over_and_served_later_at_each_place(game, n):
    hand, seats, order = table(game, n)
    for k in range(1, len(order) - 1):
        seat = order[k]
        for j in range(k + 2, len(order) + 1):
            if j < len(order) and order[j] == seat:
                continue  # its next card is due there
            cards = [*order[:k], *order[k + 1 : j], seat]
            found, complete, _ = walked(hand, rows(cards))
            at_end = j == len(order)
            pair = at_end and seat == seats[-1]  # the last card went to it as well
            assert found == ({"button_pair": True} if pair else {"late": [seat]}), (k, j)
            assert complete == at_end
            rest = walked(hand, rows(cards + order[j:]))
            assert rest[0] == found and rest[1], (k, j)


@pytest.mark.parametrize(("game", "n"), [d for d in DEALS if d[1] > 2])
def test_the_last_seat_gets_its_missed_card_after_the_round_and_somebody_elses(game, n):
    hand, seats, order = table(game, n)
    last = seats[-1]
    for other in seats[:-1]:
        cards = [*order[: n - 1], *order[n:], other, last]
        found = walked(hand, rows(cards))[0]
        assert found == {"extras": [other], "button_late": True}, other


@pytest.mark.parametrize(("game", "n"), DEALS)
def test_dealt_from_another_seat_on(game, n):
    hand, seats, order = table(game, n)
    for at in range(1, n):
        turned = order[at:] + order[:at]
        for m in range(1, len(order) + 1):
            found, complete, _ = walked(hand, rows(turned[:m]))
            assert found == {"wrong_first": seats[at]}, (at, m)
            assert complete == (m == len(order))


@pytest.mark.parametrize(("game", "n"), DEALS)
def test_a_card_to_a_stranger_at_each_place_changes_nothing_else(game, n):
    hand, _, order = table(game, n)
    for k in range(1, len(order) + 1):
        found, complete, counts = walked(hand, rows([*order[:k], 7, *order[k:]]))
        assert found == {"strangers": [7]} and complete
        assert 7 not in counts and sum(counts.values()) == len(order)


@pytest.mark.parametrize(("game", "n"), DEALS)
def test_a_boxed_card_at_each_place_is_made_good_by_the_next(game, n):
    hand, seats, order = table(game, n)
    for k in range(1, len(order)):
        aside = [*order[:k], None, *order[k:]]
        cards = rows(aside, off=[k], boxed=[k])
        assert walked(hand, cards[: k + 1])[0] == {"waiting": [order[k]]}, k
        assert walked(hand, cards) == ({}, True, {s: order.count(s) for s in seats})
        dealt = [*order[: k + 1], order[k], *order[k + 1 :]]  # to its seat, and scrap there
        assert walked(hand, rows(dealt[: k + 1], boxed=[k]))[0] == {"waiting": [order[k]]}
        found, complete, counts = walked(hand, rows(dealt, boxed=[k]))
        assert found == {} and complete and counts == {s: order.count(s) for s in seats}, k
    assert walked(hand, rows([*order, None], off=[len(order)], boxed=[len(order)]))[0] == {}


@pytest.mark.parametrize(("game", "n"), [d for d in DEALS if d[1] > 2])
def test_the_card_below_a_boxed_one_goes_to_the_next_seat(game, n):
    hand, seats, order = table(game, n)
    for k in range(1, len(order) - 1):
        cards = rows([*order[:k], None, order[k + 1]], off=[k], boxed=[k])
        found, _, _ = walked(hand, cards)
        assert found["next_gone"] and found["waiting"] == found["skipped"] == [order[k]], k
        scrap = rows([*order[: k + 1], order[k + 1]], boxed=[k])  # it lies at its seat
        found, _, _ = walked(hand, scrap)
        assert found == {"next_gone": True, "waiting": [order[k]]}, k


@pytest.mark.parametrize(("game", "n"), DEALS)
def test_a_card_that_left_the_table_took_its_place(game, n):
    hand, _, order = table(game, n)
    for k in range(1, len(order)):
        found, complete, counts = walked(hand, rows([*order[:k], None, *order[k + 1 :]], off=[k]))
        assert found == {"lacking": [order[k]]} and complete, k
        assert sum(counts.values()) == len(order) - 1
    after = rows([*order, None], off=[len(order)])
    assert walked(hand, after)[0] == {}


@pytest.mark.parametrize(("game", "n"), DEALS)
def test_a_card_given_back_counts_for_nobody_but_was_dealt(game, n):
    hand, _, order = table(game, n)
    for k in range(len(order)):
        found, complete, counts = walked(hand, rows(order, gone=[k]))
        assert (found, complete) == ({}, True)
        assert counts.get(order[k], 0) == order.count(order[k]) - 1


@pytest.mark.parametrize(("game", "n"), [d for d in DEALS if d[1] > 2])
def test_a_hand_filled_by_a_remedy_is_out_of_the_rotation_by_right(game, n):
    hand, _, order = table(game, n)
    for k, j in itertools.combinations(range(1, len(order) - 1), 2):
        cards = [*order[:k], *order[k + 1 : j + 1], order[k], *order[j + 1 :]]
        assert walked(hand, rows(cards), filled=[j])[0] == {}, (k, j)


def test_a_hand_without_a_rotation_shows_nothing():
    hand = Scene(ring(button=None)).hand("rrop-6")
    hand.setup.pop("first_dealt_seat", None)
    assert walked(hand, rows([2, 2, 2]))[0] == {}
    assert SEAT == 0


@pytest.mark.parametrize(("game", "n"), [d for d in DEALS if d[1] > 2])
def test_a_boxed_card_whose_next_went_elsewhere_is_made_good_after_its_round(game, n):
    hand, seats, order = table(game, n)
    for k in range(len(order) - 1):
        left = walked(hand, rows(order, boxed=[k]))[0]
        assert left == {"next_gone": True, "waiting": [order[k]]}, "the later cards are its own"
        end = (k // n + 1) * n
        found, complete, counts = walked(
            hand, rows([*order[:end], order[k], *order[end:]], boxed=[k])
        )
        if (k + 1) % n:
            assert found == {"next_gone": True}, k
        assert complete and counts == {s: order.count(s) for s in seats}, k
