"""Card tokens: opaque names of cards, and what may be said of a token without knowing its card.

A token is a string. ``"As"``: a card whose identity is known to the table. ``"#7"`` or sixteen
hexadecimal digits: a tag of this deck whose identity is not known here. ``"x..."``: a tag that is
not of this deck. ``"JK"``: a joker.
"""

from shared_rules.compat import SMALL

RANKS = "23456789TJQKA"
FOREIGN = "x"  # how the token of a tag begins that is not of the deck in play
UNREAD = "#"  # how a token begins that is not of a tag: a card that lies there, read by nobody
SUITS = "cdhs"  # ascending; the order breaks ties for bring-ins and odd chips (tda-2011:17)
FULL_DECK = len(RANKS) * len(SUITS)  # cards, jokers not counted; no game is dealt from more


def deck(ranks=RANKS):
    """Cards of a deck that has these ranks, suit by suit, as a list of tokens."""
    return [rank + suit for suit in SUITS for rank in ranks]


# The names of the cards, where there is room for them; elsewhere ``is_known`` reads the letters.
NAMED = () if SMALL else frozenset(deck())
RANK_OF = () if SMALL else {card: RANKS.index(card[0]) + 2 for card in deck()}
SUIT_OF = () if SMALL else {card: SUITS.index(card[1]) + 1 for card in deck()}


def is_known(token):
    """True when the token names its card (``"As"``); a joker names itself too."""
    return token == "JK" or (len(token) == 2 and token[0] in RANKS and token[1] in SUITS)


def is_foreign(token):
    """True for a tag that does not belong to the deck in play (``"x..."``)."""
    return token[:1] == FOREIGN


def rank_value(token):
    """Rank as 2..14 (ace high), 0 when the card is not known or a joker."""
    if token in RANK_OF:
        return RANK_OF[token]
    if len(token) == 2 and is_known(token) and token != "JK":
        return RANKS.index(token[0]) + 2
    return 0


def suit_value(token):
    """Suit as 1..4 (club, diamond, heart, spade), 0 when not known."""
    if token in SUIT_OF:
        return SUIT_OF[token]
    if len(token) == 2 and is_known(token) and token != "JK":
        return SUITS.index(token[1]) + 1
    return 0
