"""A hand that left its player is asked for again: by a fold, at the showdown, taken by the dealer.

Loaded when somebody asks, or takes the cards without a word.
"""

from shared_rules import zones
from shared_rules.hand.betting import folding


def rule(hand, seat):
    """A player asks for discarded cards back, or for those that the dealer took."""
    known = hand.pending.get("identifiable", {}).get(seat)
    taken = folding.taken_so(hand, seat)
    if taken is not None:
        return folding.raise_again(hand, taken, seat)
    if not hand.awarded and folding.tabled_and_swept(hand, seat):
        return True
    if seat in hand.pending.get("discarded", ()) or _after_the_push(hand, seat):
        if folding.all_in_showdown(hand, seat):
            hand.rule("fold.all_in_mucked", seat=seat)
        elif known:
            hand.rule("fold.showdown_past_line", seat=seat)
        else:
            hand.rule("fold.retrieve_asked_mixed", seat=seat)
        return True
    over = hand.pending.get("over_line", {}).get(seat)
    in_muck = not hand.at.get(zones.line_zone(seat))
    said = seat in hand.pending.get("fold_said", ())
    if over is not None and not (in_muck or said or hand.book.value("fold.line_kills")):
        if hand.book.value("fold.retrieve") == "floor" and folding.said_before(hand, seat):
            return True  # the book binds such a fold outright, and has no way back
        # put forward, not yet among the discards: it is lost once somebody acted on it
        acted = len(hand.actions) > over
        hand.rule("fold.forward_acted" if acted else "fold.forward_no_action", seat=seat)
        return True
    if known and _misled(hand, seat):
        hand.rule("fold.retrieve_asked", seat=seat)
        return True
    if known and not said and _nobody_since(hand, seat):
        hand.rule("fold.forward_no_action", seat=seat)  # dead by none of the reasons of the list
        return True
    if folding.said_before(hand, seat):
        return True
    cite = ()
    if known and hand.book.value("fold.retrieve") == "floor" and _gave_up_free(hand, seat):
        hand.rule("fold.no_bet", seat=seat)  # also where the fold itself was told as history
        return True
    if said:
        if known and hand.book.value("fold.retrieve") == "floor":
            # the book binds the word and has no way back: an unknown wish changes nothing
            hand.rule("fold.said_facing_bet", seat=seat, decided_by="dealer")
            return True
        cite = hand.book.outcome("fold.said_facing_bet").cite
    key = "fold.retrieve_asked_no_reason" if known else "fold.retrieve_asked_mixed"
    hand.rule(key, seat=seat, cite=cite)
    return True


def _after_the_push(hand, seat):
    """True for a hand of the showdown that was given up unseen when the pot had been pushed: told
    so that it had lost, and the next hand has not begun."""
    late = hand.phase == "over" and not hand.next_started
    unpaid = seat in hand.live and seat not in hand.awarded
    return late and unpaid and seat not in hand.shown


def _nobody_since(hand, seat):
    """True when a hand was thrown away facing no bet, and nobody has acted behind it, in a book
    that takes it back while it can be told (rrop-6:S3-DEAD-1b, S3-DEAD-2)."""
    if hand.book.value("fold.retrieve") != "identifiable" or not _gave_up_free(hand, seat):
        return False
    return hand.phase == "betting" and hand.actions[-1]["seat"] == seat


def _gave_up_free(hand, seat):
    """True when the last fold of the seat was accepted with nothing to call."""
    street, high, own, free = None, 0, 0, False
    for a in hand.actions:
        if a["street"] != street:
            street, high, own = a["street"], 0, 0
            if street == hand.setup["street"]:
                bets = hand.setup.get("bets", {})
                high, own = max(bets.values()) if bets else 0, bets.get(str(seat), 0)
        if a["seat"] == seat and a["act"] == "fold":
            free = high <= own
        to = a["to"] or 0
        high = max(high, to)
        own = max(own, to) if a["seat"] == seat else own
    return free


def _misled(hand, seat):
    """True when the player was told something wrong before it gave up its hand.

    A count said aloud that is not what the all-in seat has in front.
    """
    return seat in hand.pending.get("misled", ()) or "wrong_count" in hand.pending
