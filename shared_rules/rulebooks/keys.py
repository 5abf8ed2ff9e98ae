"""Every situation and value key of the rulebooks, with what it means.

A **situation** is a fact pattern that the engine detects. Each book maps it to an outcome, or
says by ``floor_decides`` that it leaves it open. A **value** is a number or choice a detection
needs. The name says the area: ``deal deck board stud draw wager turn fold presence clock
showdown pots frame request``; ``..._late`` and ``..._after`` mean "found after the deadline".

A book's answers to them are rows with named fields: ``rows.py``.
"""

from shared_rules.rulebooks import keys_cards, keys_play, keys_table, keys_wagers

SITUATIONS = (
    keys_cards.SITUATIONS + keys_play.SITUATIONS + keys_wagers.SITUATIONS + keys_table.SITUATIONS
)
VALUES = keys_cards.VALUES + keys_play.VALUES + keys_wagers.VALUES + keys_table.VALUES
