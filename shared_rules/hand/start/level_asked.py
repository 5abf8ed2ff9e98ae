"""A level called with the deck out of the shuffler, in a book that counts a hand from its riffle.

Nobody sees a riffle in a shuffler, so the floor is asked which level the hand is played at
(rrop-6:S15-9, stg-2011:M11); what it said shows in the blinds. Loaded when that happens.
"""

from shared_rules.hand.start import hand_start

KEY = "frame.new_level"


def ask(hand, level):
    """Ask the floor; until it is known the hand stays at the old level."""
    hand.pending["level_asked"] = level
    hand.rule(KEY, ruling="floor_decides", decided_by="floor", confidence="medium")


def on_riffle(hand):
    """The deck is riffled too, after the level was called: the hand begins now."""
    if hand.first_card_t is None:
        hand.withdraw(KEY)
        hand_start.play_at(hand, KEY, hand.pending.pop("level_asked"))


def on_post(hand, ev):
    """Blinds of the new level: so it was decided, as far as the chips tell."""
    small, big = hand.pending["level_asked"]
    if (ev["kind"], ev["amount"]) in (("sb", small), ("bb", big)):
        hand.sb, hand.bb = hand.pending.pop("level_asked")
        hand.pending.pop("announced", None)
