"""Blinds put out by a seat that does not owe them, and blinds put out after the deal began.

Loaded when chips come that no seat owes, or when a blind is missing as the betting opens. Which
seats owe the blinds is taken from the setup; a setup that names the ``previous`` hand is compared
with that hand in ``button_due.py``.
"""

from shared_rules import zones
from shared_rules.hand.start import posting

WRONG = "frame.blind_wrong_seat"
HEADS_UP = "frame.button_heads_up"
TOO_LATE = "frame.blind_wrong_seat_late"


def owner(hand, kind):
    """Seat that owes a blind; None when nobody does, or nothing says who."""
    return hand.sb_seat if kind == "sb" else hand.bb_seat


def is_posted(hand, kind):
    """True when somebody has put out the blind already."""
    return bool([r for rows in hand.posted.values() for r in rows if r[0] == kind])


def looked_at(hand, kind):
    """True when it can be told who owes the blind, and nobody has put it out yet."""
    if not hand.from_start or not hand.blinds or hand.bb_seat is None:
        return False
    if hand.setup.get("previous") or hand.pending.get("repair") or is_posted(hand, kind):
        return False
    if hand.awarded or hand.pending.get("puck", hand.button) != hand.button:
        return False  # the setup is the hand before, or the button was moved since
    return owner(hand, kind) is not None or "sb_seat" in hand.setup


def comes_in(hand, seat):
    """True for a player who makes up a blind or posts to come in, whoever owes this one."""
    if seat in hand.setup.get("owes_blind", ()) or seat in hand.pending.get("entry", ()):
        return True
    return str(seat) in hand.setup.get("posts", ()) or seat not in hand.seats


def check(hand, seats, kind):
    """Rule on a blind that these seats put out, where another seat owes it."""
    if owner(hand, kind) in seats or not looked_at(hand, kind):
        return
    for seat in seats:
        if not comes_in(hand, seat):
            _rule(hand, seat, kind)


def _rule(hand, seat, kind):
    if hand.acted:
        hand.rule(TOO_LATE, seat=seat)
        return
    key = HEADS_UP if len(hand.seats) == 2 and not hand.game.button_blind else WRONG
    steps = ["return_wager_to_seat_%d" % seat]
    if kind == "bb":
        steps.append("big_blind_seat_%d" % hand.bb_seat)
    known = hand.book.outcome(key).ruling == "button_adjusted"
    hand.rule(key, seat=seat, steps=steps if known else None)
    hand.pending.setdefault("wrong_blind", []).append((key, seat, kind))


def by_chips(hand, seat):
    """Chips of a seat that owes nothing, no act being due yet: are they a blind of another seat?

    True while a blind is missing and no card is dealt: then no chips can be a wager.
    """
    loose = posting.loose(hand, seat)
    waits = False
    ante = hand.pending.get("ante_front", {}).get(seat) == loose  # twice the ante, as likely
    for kind in posting.BLINDS:
        due = hand.sb if kind == "sb" else hand.bb
        if not due or owner(hand, kind) is None or not looked_at(hand, kind):
            continue
        waits = True
        if loose == due and not ante and not comes_in(hand, seat):
            check(hand, [seat], kind)
            posting.post(hand, seat, kind, due)
            return True
    return waits and not hand.off_deck


def on_back(hand, ev):
    """The chips of a wrong blind go back: it was none."""
    seat = zones.seat_of(ev["from"])
    found = [row for row in hand.pending["wrong_blind"] if row[1] == seat]
    if not found or hand.front.get(seat, 0):
        return None
    hand.pending["wrong_blind"].remove(found[0])
    if not hand.pending["wrong_blind"]:
        del hand.pending["wrong_blind"]
    if hand.acted:
        return None
    unpost(hand, seat, found[0][2])
    return True


def unpost(hand, seat, kind):
    """Take a blind or an ante that was put out back into the stack."""
    amount = 0
    for i in range(len(hand.actions) - 1, -1, -1):
        if hand.actions[i]["seat"] == seat and hand.actions[i].get("post") == kind:
            amount = hand.actions.pop(i)["amt"]
            break
    hand.posted[seat] = [row for row in hand.posted[seat] if row[0] != kind]
    if kind == "ante":
        del hand.pending["ante_front"][seat]
    else:
        hand.bets[seat] = hand.bet(seat) - amount
    hand.paid[seat] = hand.paid.get(seat, 0) - amount
    if seat in hand.stacks:
        hand.stacks[seat] += amount
        if seat in hand.all_in:
            hand.all_in.remove(seat)
    hand.emit({"k": "revise", "seat": seat, "action": None})


def on_act(hand, ev):
    """Somebody acts on a deal whose blinds lie wrong: no book says how they are put right then."""
    if hand.phase != "betting" or (ev["what"] == "chips_move" and _due(hand, ev)):
        return
    for key, seat, kind in hand.pending.pop("wrong_blind"):
        right = [row for row in hand.posted.get(owner(hand, kind), ()) if row[0] == kind]
        if not right and hand.withdraw(key):
            hand.rule(TOO_LATE, seat=seat)


def _due(hand, ev):
    """True for chips of a seat that still owes its blind."""
    return bool([d for d in posting.dues(hand, ev["seat"]) if d[0] in posting.BLINDS])


def on_late(hand, ev):
    """Chips of a seat that still owes its blind, while others are to act: the blind, not a wager.

    One chip may be worth more than the blind; several are counted, and any other sum is a wager.
    In its turn just a small blind is one: as a wager it would be less than any.
    """
    seat = ev["seat"]
    if hand.phase != "betting" or hand.game.index(hand.street) or ev["by"] == "dealer":
        return None
    if ev["to"] != zones.line_zone(seat) or ev.get("released") is False:
        return None
    if seat in hand.acted or seat not in hand.live:
        return None
    dues = [d for d in posting.dues(hand, seat) if d[0] in posting.BLINDS]
    if not dues:
        return None
    loose = hand.front.get(seat, 0) - hand.bet(seat)
    due = min(dues[0][1], hand.stack(seat))
    if seat == hand.turn and (dues[0][0] != "sb" or loose != due):
        return None
    if loose < due:
        return True  # a part of it: more chips will make it whole
    if loose > due and len(ev["chips"]) > 1:
        return None
    posting.post(hand, seat, dues[0][0], due)
    return True


def on_notice(hand, ev):
    """A blind is missing, or short, though all have their cards: it is put out now, or made whole,
    before anybody acts."""
    if ev["kind"] != "blind_missing" or hand.phase != "betting":
        return None
    if [a for a in hand.actions if a["act"] not in ("post", "ante")]:
        return None  # the betting goes on
    seat = ev.get("about_seat")
    dues = [d for d in posting.dues(hand, seat) if d[0] in posting.BLINDS]
    if not dues or seat not in hand.live:
        return None
    amount = min(dues[0][1], hand.stack(seat))
    short = hand.front.get(seat, 0) > hand.bet(seat)
    if short and hand.book.outcome("wager.wrong_blind").ruling == "wager_corrected":
        hand.rule("wager.wrong_blind", seat=seat, amount=amount)
        return True
    said = hand.book.outcome("frame.blind_late").ruling == "no_incident"  # where it comes by itself
    hand.rule(
        "frame.blind_late", seat=seat, amount=amount, ruling="wager_corrected" if said else None
    )
    return True


HANDLERS = (
    ("notice", on_notice, None, "late_blind"),
    ("chips_move", on_back, "line>seat", "wrong_blind"),
    ("action", on_act, None, "wrong_blind"),
    ("declare", on_act, None, "wrong_blind"),
    ("gesture", on_act, None, "wrong_blind"),
    ("chips_move", on_late, "*>line", "late_blind"),
    ("chips_move", on_act, "*>line", "wrong_blind"),
)
