"""Where the button lies, where it should lie, and what kind of misplacement it is."""

from shared_rules import zones


def of(hand):
    """Seat the dealer button lies at now (it may be an empty seat), None without one."""
    return hand.pending.get("puck", hand.button)


def all_seats(hand):
    """Numbers of all seats of the table, empty ones too, as far as anything names them."""
    top = hand.setup.get("table_max", 0)
    for seat in hand.seats:
        top = max(top, seat)
    for seat in (hand.setup.get("previous") or {}).values():
        top = max(top, seat or 0)
    return list(range(1, top + 1))


def of_hand(hand):
    """Seat the button lay at while the hand was played: a move after it is for the next one."""
    return hand.pending.get("puck_of_hand", hand.setup.get("button"))


def due(hand):
    """Seat the button should be at for this hand by the last one, None when nothing says.

    The dead button: the button goes where the small blind was. The moving button, and the only
    one where the button posts the blind: to the next seat with chips. ``setup.button_method``
    overrides the book.
    """
    if "right_button" in hand.pending:  # a replay: where it lay for the void deal
        return hand.pending["right_button"]
    previous = hand.setup.get("previous")
    if not previous:
        return None
    method = hand.setup.get("button_method") or hand.book.value(
        "frame.button_method_" + hand.format, "dead"
    )
    if hand.game.button_blind:
        return hand.after(previous.get("button"), hand.seats)[0]
    if len(hand.seats) == 2:
        return None
    if method == "moving":
        return hand.after(previous.get("button"), hand.seats)[0]
    if previous.get("sb") is not None:
        return previous["sb"]
    return vacated(hand, previous)


def vacated(hand, previous):
    """The last hand had no small blind: the button goes to the seat where it would have been.

    That is the empty seat next before the big blind; it stays where it was when there is none.
    """
    if previous.get("bb") is None:
        return hand.after(previous.get("button"), hand.seats)[0]
    for seat in reversed(hand.after(previous.get("bb"), all_seats(hand))):
        if seat == previous.get("button"):
            break
        if seat != previous.get("bb") and seat not in hand.seats:
            return seat
    return previous.get("button")


def fault(hand):
    """'moved_twice', 'not_moved', 'wrong' or None: how the button lies for this hand."""
    right = due(hand)
    place = of(hand) if hand.phase != "over" else of_hand(hand)
    if right is None or place is None or place == right:
        return None
    if place == (hand.setup.get("previous") or {}).get("button"):
        return "not_moved"
    if place in hand.after(right, all_seats(hand))[:1] + hand.after(right, hand.seats)[:1]:
        return "moved_twice"
    return "wrong"


def on_puck_move(hand, ev):
    """The dealer button was put somewhere (from a seat zone to a seat zone)."""
    if ev["puck"] == "dealer_button" and zones.kind(ev["to"]) == "seat":
        hand.pending["puck"] = zones.seat_of(ev["to"])
        before = hand.from_start and not hand.off_deck and not hand.awarded
        if before and hand.setup.get("previous"):
            hand.button = hand.pending["puck"]  # it is played from there, right or wrong
        if not hand.awarded and hand.phase not in ("award", "over"):
            hand.pending["puck_of_hand"] = hand.pending["puck"]


HANDLERS = (("puck_move", on_puck_move),)
