"""A recorded hand looked over before it is played: every refusal names the key or action, and why.

``feltwire play`` and ``feltwire replay`` refuse the same hands with the same words. What the
notation allows and Feltwire can play passes unchanged.
"""

import re
from decimal import Decimal

from shared_rules import games
from shared_rules.cards import is_known
from tools.playing.hand_setup import game_of
from tools.playing.phh import AMOUNT_LISTS, AMOUNTS, BadHand

MOST_CHIPS = 10**15  # of one amount: more than any game is played for, and exact in every program
MOST_PLAYERS = 10
UNKNOWN = "??"
_VERBS = {"f": (0,), "cc": (0,), "pb": (0,), "cbr": (1,), "sm": (0, 1), "sd": (0, 1)}


def checked(record):
    """The record itself when it can be played. Raises BadHand (without the hand's label)."""
    game = games.get(game_of(record)[0])
    _keys(record, game)
    _amounts(record)
    players = len(record["starting_stacks"])
    if not 2 <= players <= MOST_PLAYERS:
        raise BadHand(f"starting_stacks: {players} players, from 2 to {MOST_PLAYERS} can play")
    for key in ("antes", "blinds_or_straddles"):
        if len(record.get(key) or ()) > players:
            raise BadHand(f"{key}: more amounts than the {players} players")
    _Actions(record, game, players).check()
    return record


def _keys(record, game):
    needed = ["antes", "starting_stacks", "actions"]
    if game.blinds:
        needed.append("blinds_or_straddles")
    elif game.family == "stud":
        needed.append("bring_in")
    for key in needed:
        if key not in record:
            raise BadHand(f"{key!r} is missing")
    for key in ("antes", "starting_stacks", "actions", "blinds_or_straddles"):
        if key in record and not isinstance(record[key], list):
            raise BadHand(f"{key}: a list is needed, got {_short(record[key])}")


def _amounts(record):
    for key in AMOUNT_LISTS:
        values = record.get(key)
        if values is None:
            continue
        if not isinstance(values, list):
            raise BadHand(f"{key}: a list is needed, got {_short(values)}")
        for place, value in enumerate(values, 1):
            least = None if key in ("blinds_or_straddles", "winnings") else 0
            _amount(value, f"{key}, entry {place}", least)
            if key == "starting_stacks" and not value:
                raise BadHand(f"{key}, entry {place}: a player without chips has no hand")
    for key in AMOUNTS:
        if record.get(key) is not None:
            _amount(record[key], key, 0)


def _amount(value, where, least):
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise BadHand(f"{where}: a number of chips is needed, got {_short(value)}")
    if not Decimal(value).is_finite() or abs(value) > MOST_CHIPS:
        raise BadHand(f"{where}: {_short(value)} is not a number of chips")
    if least is not None and value < least:
        raise BadHand(f"{where}: {value} is less than {least}")


def _short(value):
    text = repr(value) if not isinstance(value, Decimal) else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


class _Actions:
    """The actions of a record, one by one: words, players, cards."""

    def __init__(self, record, game, players):
        self.record, self.game, self.players = record, game, players
        self.held = {p: [] for p in range(1, players + 1)}
        self.board = []
        self.out = set()  # known cards that lie somewhere; discards may be dealt again

    def check(self):
        """Raise BadHand for the first action that cannot be."""
        for number, action in enumerate(self.record["actions"], 1):
            if not isinstance(action, str):
                raise BadHand(f"action {number}: text is needed, got {_short(action)}")
            words = action.split("#")[0].split()
            try:
                if words:
                    self._one(words)
            except BadHand as error:
                raise BadHand(f"action {number} {' '.join(words)!r}: {error}") from None

    def _one(self, words):
        if words[0] == "d":
            self._deal(words)
            return
        player = self._player(words[0])
        verb = words[1] if len(words) > 1 else ""
        if verb not in _VERBS:
            raise BadHand("this is no action of the notation")
        if len(words) - 2 not in _VERBS[verb]:
            raise BadHand("a word is missing or too many")
        if verb == "f" and self.game.family == "draw":
            self.out -= set(self.held[player])  # mucked: when the stub runs out it is dealt again
        elif verb == "cbr":
            self._total(words[2])
        elif verb == "sd" and len(words) > 2:
            self._discard(player, self._cards(words[2]))
        elif verb == "sm" and len(words) > 2 and words[2] != "-":
            self._shown(player, self._cards(words[2]))

    def _player(self, word):
        number = int(word[1:]) if re.fullmatch(r"p\d{1,3}", word) else None
        if number is None:
            raise BadHand("who acts is not said as p1, p2, ... or d")
        if not 1 <= number <= self.players:
            raise BadHand(f"there are {self.players} players")
        return number

    def _total(self, word):
        if not re.fullmatch(r"\d+(\.\d+)?", word):
            raise BadHand(f"{word!r} is no number of chips")
        _amount(Decimal(word), "the total", 0)

    def _deal(self, words):
        if words[1:2] == ["db"] and len(words) == 3:
            cards = self._cards(words[2])
            due = [s.board for s in self.game.streets if s.board]
            if len(cards) not in due or len(self.board) + len(cards) > sum(due):
                raise BadHand(f"{len(cards)} cards are no street of the board")
            self._take(cards)
            self.board += cards
        elif words[1:2] == ["dh"] and len(words) == 4:
            player = self._player(words[2])
            cards = self._cards(words[3])
            self._take(cards)
            self._hole(player, cards)
        else:
            raise BadHand("this is no deal of the notation")

    def _hole(self, player, cards):
        held = self.held[player]
        street = self.game.streets[0]
        first, most = street.down + street.up, self.game.hole_cards(self.game.streets[-1].name)
        if not held and len(cards) != first:
            raise BadHand(f"{len(cards)} cards, a hand of {self.game.name} begins with {first}")
        if len(held) + len(cards) > most:
            raise BadHand(f"p{player} would hold {len(held) + len(cards)} cards, {most} at most")
        held += cards

    def _discard(self, player, cards):
        held = self.held[player]
        for card in cards:
            match = card if card in held else UNKNOWN
            if match not in held:
                raise BadHand(f"p{player} does not hold {card}")
            held.remove(match)
            self.out.discard(card)

    def _shown(self, player, cards):
        held = self.held[player]
        if len(cards) != len(held):
            raise BadHand(f"p{player} shows {len(cards)} cards and holds {len(held)}")
        known = [c for c in cards if "?" not in c and c not in held]
        if len(known) > len([c for c in held if "?" in c]):
            raise BadHand(f"p{player} does not hold {known[0]}")
        self._take(known)

    def _cards(self, text):
        if len(text) % 2:
            raise BadHand(f"{text!r} is not a list of cards")
        cards = [text[i : i + 2] for i in range(0, len(text), 2)]
        joker = bool(self.record.get("joker")) and self.game.openers
        for card in cards:
            known = joker if card == "JK" else is_known(card)
            if "?" not in card and not known:
                raise BadHand(f"{card!r} is no card")
            if "?" not in card and card != "JK" and card[0] not in self.game.ranks:
                raise BadHand(f"{card} is not in the deck of {games.title(self.game.name)}")
        return [UNKNOWN if "?" in card else card for card in cards]

    def _take(self, cards):
        for card in cards:
            if card == UNKNOWN:
                continue
            if card in self.out:
                raise BadHand(f"{card} is already in play")
            self.out.add(card)
