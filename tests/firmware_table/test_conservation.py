"""Cards and chips that do not add up at the end of a hand are told."""

from firmware.table.conservation import Conservation
from firmware.table.phase import Phase
from firmware.table.presence import Tag
from firmware.table.values import MISSING_HANDS
from shared_rules.cards import FULL_DECK as DECK


class Room:
    """What is read in each hand."""

    def __init__(self):
        self.tags = {}
        self.emitted = []
        self.counting = Conservation(self, self.emitted.append, lambda tag: "token")

    def hand(self, cards, phase=None):
        self.tags = {bytes([n]): Tag(bytes([n]), 0) for n in cards}
        self.counting.hand_over(7, phase or Phase(9))
        emitted, self.emitted[:] = list(self.emitted), []
        return [(e["kind"], e.get("count", e.get("amount"))) for e in emitted]


def test_a_card_that_is_read_no_more_is_told_once():
    room = Room()
    assert room.hand(range(DECK)) == []
    emitted = [room.hand(range(1, DECK)) for _ in range(2 * MISSING_HANDS)]
    assert [t for t in emitted if t] == [[("card_missing", 1)]]
    assert emitted[MISSING_HANDS - 1]


def test_cards_that_are_read_in_some_hands_only_are_not_missing():
    room = Room()
    for n in range(6 * MISSING_HANDS):
        assert room.hand(range(n % 4, DECK, 4)) == []


def test_more_cards_than_a_deck_has_are_told():
    room = Room()
    assert room.hand(range(DECK)) == []
    assert room.hand(range(DECK + 1)) == [("cards_over", 1)]


def test_a_swapped_deck_is_no_drift():
    room = Room()
    assert room.hand(range(DECK)) == []
    room.counting.swapped()
    assert room.hand(range(100, 100 + DECK)) == []


def pot(pulled, pushed):
    phase = Phase(9)
    for frm, to, chips in (("line:1", "pot", pulled), ("pot", "seat:1", pushed)):
        row = {"t": 5, "what": "chips_move", "seat": 1, "chips": chips, "from": frm, "to": to}
        phase.note(dict(row, by="dealer"))
    return phase


def test_a_pot_that_goes_out_as_it_came_in_is_no_drift():
    assert Room().hand((), pot([100, 100, 50], [250])) == []


def test_chips_that_leave_the_pot_unseen_or_come_in_unseen_are_told():
    assert Room().hand((), pot([500, 100], [500])) == [("chips_short", 100)]
    assert Room().hand((), pot([500], [500, 25])) == [("chips_over", 25)]


def of_game(game, late=False):
    """A phase whose setup names the game: of the hand to come, or ``late`` of the one over."""
    phase = Phase(9)
    if late:
        phase.begin()
    phase.note({"t": 1, "what": "setup", "game": game, "seats": [1, 2]})
    return phase


def test_a_game_with_fewer_ranks_misses_none_of_the_cards_it_does_not_use():
    room = Room()
    assert room.hand(range(DECK), of_game("nlhe")) == []
    assert room.hand(range(DECK), of_game("short_deck")) == []
    for _ in range(2 * MISSING_HANDS):
        assert room.hand(range(36), of_game("short_deck")) == []
    assert room.hand(range(37), of_game("short_deck")) == [("cards_over", 1)]


def test_a_game_with_the_whole_deck_again_has_no_cards_too_many():
    for late in (False, True):
        room = Room()
        for _ in range(3):
            assert room.hand(range(36), of_game("short_deck")) == []
        assert room.hand(range(36 if not late else DECK), of_game("nlhe", late)) == []
        assert room.hand(range(DECK), of_game("nlhe")) == []
        emitted = [room.hand(range(1, DECK), of_game("nlhe")) for _ in range(MISSING_HANDS)]
        assert emitted[-1] == [("card_missing", 1)]
