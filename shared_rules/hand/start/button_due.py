"""Button and blinds worked out from the last hand, and compared with where they are.

Only a setup that names the ``previous`` hand is checked; a live table's setups are right as keyed.
"""

from shared_rules.hand.start import button_place


def positions(hand):
    """(button, small blind, big blind) due for this hand; None for a seat nobody has to take.

    None altogether without a previous hand or a big blind in it.
    """
    previous = hand.setup.get("previous")
    if not previous or len(hand.seats) < 2:
        return None
    if hand.game.button_blind:
        button = button_place.due(hand)
        return button, None, button
    last = previous.get("bb")
    if last is None:
        return None
    method = hand.setup.get("button_method") or hand.book.value(
        "frame.button_method_" + hand.format, "dead"
    )
    bb = hand.after(last, hand.seats)[0]
    if len(hand.seats) == 2:
        other = [s for s in hand.seats if s != bb][0]
        return other, other, bb
    if method == "moving":
        button = hand.after(previous.get("button"), hand.seats)[0]
        order = hand.after(button, hand.seats)
        return button, order[0], order[1]
    sb = last if last in hand.seats else None
    return button_place.due(hand), sb, bb


def on_riffle(hand, ev):
    """The hand starts: first button of the event, or button and blinds after the last hand."""
    if not hand.from_start or hand.pending.get("button_checked"):
        return
    hand.pending["button_checked"] = True
    if hand.setup.get("hand_number") == 1 and _first_button(hand):
        return
    due = positions(hand)
    if due is None:
        _newcomers(hand)
        return
    place = button_place.of(hand)
    if "sb_seat" not in hand.setup:
        hand.sb_seat = due[1]
    if "bb_seat" not in hand.setup:
        hand.bb_seat = due[2]
    wrong = place != due[0]
    blinds = (hand.sb_seat, hand.bb_seat) != due[1:]
    if not wrong and not blinds:
        hand.rule("frame.button_right", seat=due[0], irregular=False)
        _newcomers(hand)
        return
    adjust(hand, due)


def _newcomers(hand):
    """A player from another table who sits between button and small blind: dealt in or not."""
    moved = hand.setup.get("moved_in")
    button, sb = button_place.of(hand), hand.sb_seat
    if not moved or button is None or sb is None:
        return
    between = []
    for seat in hand.after(button, button_place.all_seats(hand)):
        if seat == sb:
            break
        between.append(seat)
    for newcomer in moved:
        seat = newcomer["seat"]
        dealt = hand.format == "tournament" and hand.book.value("frame.newcomer_between", False)
        on_button = seat == button and hand.ante_type == "button_ante"
        if on_button and hand.book.has("entry.on_button"):
            hand.rule("entry.on_button", seat=seat, irregular=False)
        elif dealt or seat not in between:
            hand.rule("frame.newcomer_dealt", seat=seat, irregular=False)
        else:
            hand.rule("frame.newcomer_no_hand", seat=seat, irregular=False)
            if seat in hand.dealt_in:
                hand.dealt_in.remove(seat)


def adjust(hand, due, blinds=True, seats=None):
    """Rule that the button (and the ``blinds``) go to the seats due for them.

    ``seats`` of the hand it is for, None: of this one.
    """
    steps = ["button_to_seat_%d" % due[0]]
    if len(seats or hand.seats) == 2 and not hand.game.button_blind:
        key = "frame.button_heads_up"
    elif _moving(hand):
        key = "frame.button_adjust_moving"
    else:
        key = "frame.button_adjust_dead"
    if blinds and key != "frame.button_adjust_moving":
        steps.append("big_blind_seat_%d" % due[2])
        if seats is None and button_place.of(hand) == due[0]:
            del steps[0]  # the puck lies there: the blinds alone are wrong
    known = hand.book.outcome(key).ruling == "button_adjusted"
    hand.rule(key, steps=steps if known else None)


def _moving(hand):
    if hand.game.button_blind:
        return True
    method = hand.setup.get("button_method") or hand.book.value(
        "frame.button_method_" + hand.format, "dead"
    )
    return method == "moving"


def _first_button(hand):
    """The first hand: the button is drawn for, or has a place. False: not known to be wrong."""
    how = hand.book.value("frame.first_button", "house")
    drawn = hand.setup.get("button_drawn")
    if how == "drawn" and drawn is False:
        hand.rule("frame.first_button_drawn")  # tournaments and cash games (rrop-6:S2-SEAT-6)
    if how != "seat_1" or drawn or hand.format != "tournament":
        return drawn is False
    due = 1 if 1 in hand.seats else hand.seats[-1]
    if button_place.of(hand) in (1, due):
        hand.rule("frame.first_button_placed", seat=due, irregular=False)
        return True
    cite = hand.book.outcome("frame.first_button_placed").cite
    hand.rule("frame.button_adjust_dead", steps=["button_to_seat_%d" % due], cite=cite)
    return True


def on_post(hand, ev):
    """A big blind put out by the wrong seat (only where the last hand is known)."""
    due = positions(hand)
    if due is None or ev["kind"] != "bb" or hand.phase not in ("none", "setup"):
        return
    if ev["seats"][0] != due[2] and hand.ruled("frame.button_adjust_dead") is None:
        adjust(hand, due)


def put_right(hand):
    """The wrong button is pointed out before any card is dealt: it is put where it belongs.

    True when that was ruled; there is no deal yet that could be void for it.
    """
    if hand.off_deck or hand.dealt or not hand.from_start:
        return False
    if "button_back" in hand.pending:
        return _one_back(hand)
    due = positions(hand)
    if due is None:
        return False
    if button_place.of(hand) == due[0] and not hand.pending.get("puck_unseen"):
        return False  # where nobody saw it move, who says that it lies wrong is right
    posted = [s for s in hand.posted if [p for p in hand.posted[s] if p[0] == "bb"]]
    adjust(hand, due, bool(posted) and due[2] not in posted)
    return True


def _one_back(hand):
    """The hand after one with the button a seat too far: it should have gone back one seat."""
    seat = hand.pending["button_back"]
    if button_place.of(hand) == seat:
        return False
    steps = ["button_to_seat_%d" % seat, "big_blind_seat_%d" % hand.after(seat, hand.seats)[1]]
    cite = hand.book.outcome("deal.button_moved_twice").cite
    hand.rule("frame.button_adjust_dead", steps=steps, cite=cite)
    return True


HANDLERS = (
    ("riffle", on_riffle, None, "frame_open"),
    ("machine_deck_cut", on_riffle, None, "frame_open"),
    ("post", on_post, None, "frame_open"),
)
