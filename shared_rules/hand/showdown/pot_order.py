"""The order in which a pot goes out: all-in buttons, losing hands killed first, the winner open."""

from shared_rules import zones

OVER = ("showdown", "award", "closed")


def on_puck_move(hand, ev):
    """An all-in button is laid in front of a seat."""
    if ev["puck"] == "all_in_button":
        hand.pending.setdefault("all_in_buttons", []).append(zones.seat_of(ev["to"]))


def on_card_move(hand, ev):
    """The next cards come: buttons must lie by then; cards of a winner that are turned down."""
    if ev["from"] == zones.STUB:
        if hand.all_in and hand.setup.get("all_in_buttons"):
            _buttons(hand)
        return
    if hand.phase in OVER and hand.shown and ev["by"] == "player":
        _winner(hand, ev)


def _buttons(hand):
    """One button for each player all-in, where the event uses them (ipr-2018:58.1, 58.2)."""
    lying = hand.pending.get("all_in_buttons", ())
    reported = hand.pending.setdefault("button_reported", [])
    for seat in hand.all_in:
        if seat in hand.live and seat not in lying and seat not in reported:
            reported.append(seat)
            if hand.book.has("pots.all_in_button"):
                hand.rule("pots.all_in_button", seat=seat)


def _winner(hand, ev):
    """The winner's cards stay face up until the pot is pushed (ipr-2018:73.4)."""
    seat = zones.seat_of(ev["from"])
    if seat not in hand.shown or seat not in hand.live or ev["face"] == "up" or hand.awarded:
        return
    if hand.winners is None or seat not in (hand.winners[0] or []) + (hand.winners[1] or []):
        return
    if ev["from"] == ev["to"] and hand.book.has("pots.winner_turned_down"):
        hand.rule("pots.winner_turned_down", seat=seat)


def on_chips_move(hand, ev):
    """The pot is pushed: the hands of the losers should be dead by then (ipr-2018:73.3).

    Their cards lie at their seats, read there. It changes no award and is noted, no more.
    """
    if ev["from"] != zones.POT or ev["by"] != "dealer" or hand.phase not in OVER:
        return
    if hand.winners is None or zones.kind(ev["to"]) != "seat":
        return
    won = (hand.winners[0] or []) + (hand.winners[1] or [])
    if zones.seat_of(ev["to"]) not in won or not hand.book.has("pots.losers_not_killed"):
        return
    for seat in hand.live:
        if seat not in won and hand.held(seat) and not hand.pending.get("losers_reported"):
            hand.pending["losers_reported"] = True
            hand.rule("pots.losers_not_killed", seat=seat, irregular=False)


HANDLERS = (
    ("puck_move", on_puck_move),
    ("card_move", on_card_move),
    ("chips_move", on_chips_move),
)
