"""The deck: fouled decks, foreign and duplicate cards, a dropped stub."""

HANDLERS = ()
