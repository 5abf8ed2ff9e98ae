"""In every game and betting structure: slips are found alone, noise changes nothing."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shared_rules import rulebooks
from shared_rules.hand.betting.acts import ASKED
from tests.engine.clean_games import GAMES, clean
from tests.engine.game_slips import GOES_ON, LATER, SLIPS
from tests.engine.test_metamorphic import fold, repeated, seen_again, situations, story

SEEDS = st.integers(0, 10**6)
BOOKS = st.sampled_from(rulebooks.BOOKS)
KINDS = [f"{game} {betting}" for game, betting, _ in GAMES]
FEW = settings(max_examples=5)
SOME = settings(max_examples=12)


def hand_of(kind, seed, book, short=False):
    """Events of the clean hand of a kind of game."""
    return clean(*kind.split(), seed, book, short)


def slip_found(kind, name, seed, book):
    """True when the slip was put in and was all that was found; None without a place for it."""
    events = hand_of(kind, seed, book)
    found = SLIPS[name](events, events[0], random.Random(seed), book)
    if found is None:
        return None
    _, outputs = fold(found[0], book)
    assert situations(outputs) == [found[1]], (kind, name, seed, book)
    return True


def both_found(kind, first, later, seed, book):
    """The same for two slips, the first of which leaves the hand as it is."""
    rng = random.Random(seed)
    events = hand_of(kind, seed, book)
    one = GOES_ON[first](events, events[0], rng, book)
    two = one and SLIPS[later](one[0], events[0], rng, book)
    if not two or one[1] not in situations(fold(one[0][: len(two[0]) - 1], book)[1]):
        return None  # no place for one of them, or cut off before the first
    _, outputs = fold(two[0], book)
    assert situations(outputs) == [one[1], two[1]], (kind, first, later, seed, book)
    return True


@pytest.mark.parametrize("kind", KINDS)
@SOME
@given(SEEDS, BOOKS, st.booleans())
def test_a_clean_hand_of_any_game_ends_without_incident(kind, seed, book, short):
    events = hand_of(kind, seed, book, short)
    table, outputs = fold(events, book)
    # what a short all-in at limit may be made up to is the floor's where the book is silent
    assert [s for s in situations(outputs) if s not in ASKED] == []
    assert table.view()["phase"] == "over"
    assert sum(table.hand.stacks.values()) == sum(events[0]["stacks"].values())


@pytest.mark.parametrize("name", SLIPS)
@pytest.mark.parametrize("kind", KINDS)
def test_one_slip_in_any_game_gives_exactly_its_incident(kind, name):
    for seed, book in enumerate(rulebooks.BOOKS):
        slip_found(kind, name, seed, book)


def test_every_slip_has_its_place_in_most_games():
    for name in SLIPS:
        with_place = [k for k in KINDS if any(slip_found(k, name, s, "rrop-6") for s in range(3))]
        wanted = {"raise too big": 10, "flop without burn": 6, "four-card flop": 6}
        assert len(with_place) >= wanted.get(name, len(KINDS) - 3), name


@pytest.mark.parametrize("first", GOES_ON)
@pytest.mark.parametrize("later", LATER)
@FEW
@given(st.sampled_from(KINDS), SEEDS, BOOKS)
def test_two_slips_in_any_game_give_both(first, later, kind, seed, book):
    assume(both_found(kind, first, later, seed, book))


@pytest.mark.parametrize("noise", [seen_again, repeated])
@pytest.mark.parametrize("kind", KINDS)
@FEW
@given(SEEDS, BOOKS, st.data())
def test_cards_told_again_change_nothing_in_any_game(noise, kind, seed, book, data):
    events = hand_of(kind, seed, book)
    at = data.draw(st.sampled_from(reported_by_token(events)))
    more = [*events[: at + 1], noise(events, at), *events[at + 1 :]]
    assert story(*fold(more, book)) == story(*fold(events, book))


def reported_by_token(events):
    """Moves of tags that the table knows by their tokens only (a name may be on two cards)."""
    moves = [i for i, e in enumerate(events) if e["what"] == "card_move"]
    return [i for i in moves if all(len(c) == 16 for c in events[i]["cards"])]
