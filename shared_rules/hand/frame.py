"""The frame of a hand: when it starts, where button and blinds are."""


def on_riffle(hand, ev):
    """The first riffle starts the hand; one in a hand under way is the start of the next."""
    if hand.phase == "none" and hand.started is None:
        begin(hand, ev)
    elif hand.phase != "setup" and hand.next_started is None:
        hand.next_started = ev["t"]


def begin(hand, ev):
    """Start the hand: blinds fall due."""
    hand.started = ev["t"]
    place_blinds(hand)
    hand.set_phase("setup")


def place_blinds(hand):
    """Blind seats nobody named: the seats left of the button; heads-up the button is small blind.

    A setup that names them (even as None: a dead blind) is taken as it is.
    """
    s = hand.setup
    if not hand.game.blinds or hand.button is None or s.get("previous"):
        return
    order = hand.after(hand.button, hand.seats)
    if len(order) < 2:
        return
    if len(order) == 2:
        order = [order[1], order[0]] if order[1] == hand.button else order
    if "sb_seat" not in s:
        hand.sb_seat = order[0]
    if "bb_seat" not in s:
        hand.bb_seat = order[1]


HANDLERS = (
    ("riffle", on_riffle),
    ("machine_deck_cut", on_riffle),
)
