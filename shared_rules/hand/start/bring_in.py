"""The bring-in judged: the right seat by the cards showing, and what to do about a wrong one."""

from shared_rules.hand.betting import limits, turn
from shared_rules.hand.start import posting


def on_post(hand, ev):
    """A bring-in is put forward."""
    if ev["kind"] != "bring_in":
        return
    seat = ev["seats"][0]
    right = due(hand)
    take_back(hand, seat)
    hand.pending["brought_in"] = {"seat": seat, "right": right, "n": hand.n}
    hand.to_review["brought_in"] = True
    if right == seat:
        cite = ()
        if ev.get("by") == "dealer":
            from shared_rules.hand import regular  # rare

            cite = regular.for_absent(hand, seat)
        hand.rule(_why(hand, seat), seat=seat, amount=ev["amount"], irregular=False, cite=cite)
    elif right is not None:
        correct(hand, seat, right)


def _why(hand, seat):
    """Situation of a right bring-in: the low card's own, or in place of it."""
    low = turn.bring_in_seat(hand)
    if low == seat:
        return "frame.bring_in_right"
    return "frame.low_card_all_in" if low in hand.all_in else "stud.exposed_low_card_skipped"


def exposed(hand, seat):
    """True when the low card lies up only because the dealer exposed it (rrop-6:S8-1)."""
    for r in hand.rulings:
        if r["situation"] == "stud.down_card_exposed_cash" and r["seat"] == seat:
            return hand.book.has("stud.exposed_low_card_skipped")
    return False


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
    if right is not None and exposed(hand, right):
        return hand.after(right, seats)[0]
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


def take_back(hand, seat):
    """The right seat brings it in: the wager of the wrong one goes back (rrop-6:S8-5)."""
    d = hand.pending.get("brought_in")
    if d is None or d["right"] != seat or d["seat"] == seat or acted_on(hand, d["seat"]):
        return False
    if not hand.book.has("frame.bring_in_corrected") or not hand.undo(d["seat"]):
        return False
    hand.front[d["seat"]] = 0
    hand.turn = seat
    return True


def on_chips_move(hand, ev):
    """A bring-in by chips alone: the wrong seat's, and the right one's after it; or one taken back.

    A seat that is not due and puts in a bring-in first is taken to have brought it in by mistake,
    where the book has a rule for it; elsewhere it has acted out of turn.
    """
    if hand.phase != "betting" or not hand.bring_in or hand.game.index(hand.street) != 0:
        return None
    if not hand.book.has("frame.bring_in_corrected") or hand.game.family != "stud":
        return None
    d = hand.pending.get("brought_in")
    seat = ev["seat"]
    if ev["from"] == "line:%d" % seat and d is not None and d["seat"] == seat:
        if d["right"] not in (None, seat) and not acted_on(hand, seat):
            hand.undo(seat)
            hand.turn = d["right"]
        return None
    if ev["to"] != "line:%d" % seat or ev["by"] == "dealer" or ev.get("released") is False:
        return None
    amount = hand.front.get(seat, 0)
    if amount > hand.bring_in or seat not in hand.live:
        return None
    if hand.high == 0 and hand.turn not in (None, seat) or (d is not None and seat == d["right"]):
        if d is not None and (d["seat"] == seat or acted_on(hand, d["seat"])):
            return None
        on_post(hand, {"kind": "bring_in", "seats": [seat], "amount": amount})
        posting.post(hand, seat, "bring_in", amount)
        return True
    return None


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
    d = hand.pending["brought_in"]
    if d["right"] not in (None, d["seat"]) and acted_on(hand, d["seat"]):
        del hand.to_review["brought_in"]
        if hand.ruled("frame.bring_in_stands") is None:
            stands(hand, d["seat"])


# -- what a wager's size rests on, and what it costs to enter ---------------------------------


def reasons(hand):
    """Rules of stud that a wager rests on: an open pair, a bring-in that was short or has its
    player all-in for the ante."""
    if limits.open_pair(hand):
        return hand.book.outcome("wager.open_pair_bet").cite
    if _after_all_in(hand):
        return hand.book.outcome("frame.bring_in_right").cite
    outcome = hand.book.outcome("frame.low_card_all_in")
    applies = not outcome.silent and (_short_bring_in(hand) or _opens_for_low_card(hand))
    return outcome.cite if applies else ()


def _after_all_in(hand):
    """True for the opening bet where the board that would open is all-in (rrop-6:S10-4)."""
    if not hand.all_in or hand.high or hand.game.index(hand.street) == 0:
        return False
    from shared_rules.hand.showdown import showdown

    return showdown.stud_first(hand, hand.live) in hand.all_in


def _opens_for_low_card(hand):
    """True while nobody has bet and the low card is all-in for the ante: its left acts first."""
    if hand.high or hand.game.index(hand.street) > 0:
        return False
    low = turn.bring_in_seat(hand)
    return low in hand.all_in and not hand.bet(low)


def _short_bring_in(hand):
    """True while a bring-in that its player was all-in for is what there is to call."""
    if hand.wagers or hand.game.index(hand.street) > 0:
        return False
    return bool([a for a in hand.actions if a["act"] == "bring_in" and a["allin"]])


def entry_open(hand, seat, reading):
    """True for the first call of a short bring-in in a book that leaves open what that costs."""
    key = "frame.low_card_all_in"
    if hand.book.has(key) or hand.ruled(key) is not None or not _short_bring_in(hand):
        return False
    return hand.bet(seat) < reading.to < hand.bring_in


FAMILIES = ("stud",)
HANDLERS = (
    ("post", on_post),
    ("chips_move", on_chips_move, "*>line line>*"),
    ("notice", on_notice),
)
AFTER = review
RECORD = "brought_in"
