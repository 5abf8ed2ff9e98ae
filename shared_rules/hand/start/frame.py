"""The frame of a hand: when it starts, where button and blinds are."""

from shared_rules.hand.start import button_place


def on_riffle(hand, ev):
    """The first riffle starts the hand; one in a hand under way is the start of the next."""
    if hand.phase == "none" and hand.started is None:
        begin(hand, ev)
    elif hand.next_started is None and (hand.phase != "setup" or _won(hand)):
        hand.next_started = ev["t"]
        if hand.phase == "over" and "puck" in hand.pending:
            from shared_rules.hand.start import again  # a live table takes up a new hand instead

            again.button_moved(hand)


def _won(hand):
    """True when a pot was awarded though no card of the hand was told: it is over."""
    won = hand.pending.get("kill_won")
    return won is not None and won["started"] is not None


def begin(hand, ev):
    """Start the hand: blinds fall due."""
    hand.started = ev["t"]
    place_blinds(hand)
    hand.set_phase("setup")
    if frozen(hand) and hand.book.has("frame.mixed_button_frozen"):
        hand.rule("frame.mixed_button_frozen", seat=hand.button, irregular=False)


def frozen(hand):
    """True in the stud games of a mix: the button stays where the blind games left it."""
    return hand.game.family == "stud" and hand.button is not None


def place_blinds(hand):
    """Blind seats nobody named: the seats left of the button; heads-up the button is small blind.

    The button itself where the game has a button blind. A setup that names them (even as None: a
    dead blind) is taken as it is.
    """
    s = hand.setup
    if not hand.game.blinds or hand.button is None or s.get("previous"):
        return
    if hand.game.button_blind:
        if "bb_seat" not in s:
            hand.bb_seat = hand.button
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


def following(hand):
    """Setup of the hand that follows when the floor keyed none: stacks and button move on.

    A void hand is played again with the same button. Otherwise the big blind moves to the next
    seat with chips, and button and small blind follow it by the dead button rule, which all
    five books know; heads-up the button is the small blind.
    """
    setup = dict(hand.setup)
    setup["stacks"] = {}
    seats = []
    for seat in hand.seats:
        if hand.stack(seat) > 0:  # also a seat whose stack nobody named
            seats.append(seat)
            if seat in hand.stacks:
                setup["stacks"][str(seat)] = hand.stacks[seat]
    setup["seats"] = seats
    setup["sb"], setup["bb"] = hand.sb, hand.bb
    for key in ("straddles", "antes", "posts", "hand_id"):
        setup.pop(key, None)
    if setup.get("kill"):
        from shared_rules.hand.showdown import kill  # where the setup names a kill only

        setup["kill"] = kill.after_hand(hand)
    if hand.game.openers:
        from shared_rules.hand.betting import openers

        openers.follow(hand, setup)
        seats = setup["seats"]
    if hand.void() or len(seats) < 2:
        return setup
    if "moved_in" in setup:  # from another table: new there until a first hand
        setup["moved_in"] = [m for m in setup["moved_in"] if m["seat"] not in hand.dealt_in]
    _move_button(hand, setup, seats)
    return setup


def _move_button(hand, setup, seats):
    if hand.button is None or frozen(hand):
        return
    if not hand.game.blinds:
        setup["button"] = hand.after(hand.button, seats)[0]
        return
    if hand.game.button_blind:
        setup["sb_seat"] = None
        setup["button"] = setup["bb_seat"] = hand.after(hand.button, seats)[0]
        return
    bb = hand.after(hand.bb_seat if hand.bb_seat is not None else hand.button, seats)[0]
    setup["bb_seat"] = bb
    if len(seats) == 2:
        other = seats[0] if seats[1] == bb else seats[1]
        setup["button"] = setup["sb_seat"] = other
        return
    setup["sb_seat"] = hand.bb_seat if hand.bb_seat in seats else None
    was_heads_up = hand.sb_seat == hand.button
    if was_heads_up:
        before = [s for s in hand.after(bb, seats) if s != bb]
        setup["sb_seat"], setup["button"] = before[-1], before[-2]
    elif hand.sb_seat is not None:
        setup["button"] = hand.sb_seat
    else:  # no small blind: the seat where it would have been, which is empty
        last = {"button": hand.button, "bb": hand.bb_seat}
        setup["button"] = button_place.vacated(hand, last)


HANDLERS = (
    ("riffle", on_riffle),
    ("machine_deck_cut", on_riffle),
)
