"""A fault of the last hand that nobody mentioned until the next one had begun: its result stands.

The books end the right to dispute a hand with the start of the next (ipr-2018:4.2, rrop-6:S2-DEC-5,
tda-2011:19, stg-2011:D-H2), whatever the fault was; what was reported in time is judged as it was.
"""

from shared_rules.hand.cards.deal_said import ABOUT
from shared_rules.hand.start import hand_start

BOARD = ("board_card_count", "missing_burn", "extra_burn", "not_acted")
WAGERS = ("wager_over_pot", "wrong_bring_in")  # what the wager, or the bring-in, should have been
DONE = ("showdown", "award", "over")


def on_notice(hand, ev):
    """Somebody points at a fault: True when it is one of the hand before, and too late."""
    kind = ev["kind"]
    of_deal = kind in ABOUT and ABOUT[kind] != "button" and kind != "cards_shown_by_player"
    if not (of_deal or kind in BOARD or kind in WAGERS):
        return None
    if hand_start.next_began(hand):
        if hand.phase not in DONE or hand.void() or _said_before(hand, kind):
            return None
        hand.rule("pots.award_too_late", cite=_of_fault(hand, kind))
        return True
    if not hand.from_start or hand.phase not in ("setup", "deal") or hand.board or hand.burned:
        return None
    followed = "lost_all" in hand.pending and not hand.off_deck  # start/again.py: a second hand
    if kind in BOARD or followed:
        hand.rule("pots.award_too_late")
        return True
    return None


def on_request(hand, ev):
    """A wager of the hand before was not heard, or not noticed (only these come here)."""
    if not hand_start.next_began(hand) or hand.phase not in DONE or hand.void():
        return None
    hand.rule("pots.award_too_late", seat=ev["seat"])
    return True


def _said_before(hand, kind):
    """True when the same was pointed out while the hand, or its pot, was still open."""
    if kind in BOARD:
        d = hand.pending.get("board")
        return d is not None and (kind in d["called"] or kind in d["late"])
    if kind in WAGERS:
        return bool([r for r in hand.open_incidents() if r["situation"][:6] == "wager."])
    d = hand.pending.get("deal")
    return d is not None and (ABOUT[kind] in d["called"] or ABOUT[kind] in d["late_call"])


def _of_fault(hand, kind):
    """Citations of the rule on the fault of the board that is too late now."""
    d = hand.pending.get("board")
    if kind not in BOARD or d is None or not d["found"]:
        return ()
    outcome = hand.book.outcome(d["found"])
    return () if outcome.silent else outcome.cite


HANDLERS = (("notice", on_notice), ("request", on_request))
