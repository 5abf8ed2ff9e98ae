"""The bring-in judged: the right seat by the cards showing, and what to do about a wrong one."""

from shared_rules.hand import turn


def on_post(hand, ev):
    """A bring-in is put forward."""
    if ev["kind"] != "bring_in":
        return
    seat = ev["seats"][0]
    right = due(hand)
    hand.pending["brought_in"] = {"seat": seat, "right": right, "n": hand.n}
    if right == seat:
        hand.rule("frame.bring_in_right", seat=seat, amount=ev["amount"], irregular=False)
    elif right is not None:
        correct(hand, seat, right)


def due(hand):
    """Seat that owes the bring-in; None while an upcard is not known.

    Is the low card all-in for the ante, the seat to its left acts first (rrop-6:S8-4).
    """
    if hand.game.family != "stud":
        return None
    seats = hand.live or hand.dealt_in
    for seat in seats:
        if not hand.upcards.get(seat):
            return None
    right = turn.bring_in_seat(hand)
    if right is not None and right in hand.all_in and not hand.bet(right):
        for seat in hand.after(right, seats):
            if seat not in hand.all_in:
                return seat
    return right


def correct(hand, seat, right):
    """The wrong seat brought it in and nobody has acted yet."""
    steps = ["return_wager_to_seat_%d" % seat, "seat_%d_brings_in" % right]
    known = hand.book.has("frame.bring_in_corrected")
    hand.rule("frame.bring_in_corrected", seat=right, steps=steps if known else None)


def stands(hand, seat):
    """The next player has acted on the wrong bring-in."""
    while hand.withdraw("frame.bring_in_corrected"):
        pass
    hand.rule("frame.bring_in_stands", seat=seat)


def acted_on(hand, seat):
    """True when another seat has acted since the bring-in."""
    for a in reversed(hand.actions):
        if a["act"] == "bring_in":
            return False
        if a["seat"] != seat and a["act"] not in ("post", "ante"):
            return True
    return False


def on_notice(hand, ev):
    """Somebody points out who should have brought it in."""
    if ev["kind"] != "wrong_bring_in":
        return None
    d = hand.pending.get("brought_in")
    if d is None:
        return None
    right = due(hand) if d["right"] is None else d["right"]
    if right is None:
        right = ev.get("about_seat")
    if right == d["seat"]:
        return True
    d["right"] = right
    if acted_on(hand, d["seat"]):
        stands(hand, d["seat"])
    else:
        hand.withdraw("frame.bring_in_corrected")
        correct(hand, d["seat"], right)
    return True


def review(hand):
    """A wrong bring-in stands as soon as the next player has acted on it."""
    d = hand.pending.get("brought_in")
    if d is None or d["right"] in (None, d["seat"]) or d.get("stands"):
        return
    if acted_on(hand, d["seat"]):
        d["stands"] = True
        if hand.ruled("frame.bring_in_stands") is None:
            stands(hand, d["seat"])


HANDLERS = (("post", on_post), ("notice", on_notice))
AFTER = review
