"""Kill blinds as they are posted, refused or overlooked (rrop-6:S13-5 to S13-12).

The setup's ``kill`` may say who must kill this pot: ``due`` (seat) and ``amount``; ``look``: that
players may look at two cards and kill. ``kill.py`` says who has to kill the next pot.
"""

from shared_rules.hand.betting.chips import Reading
from shared_rules.hand.showdown import kill
from shared_rules.hand.start import posting


def on_post(hand, ev):
    """A kill blind is put forward; True keeps it from being entered."""
    if ev["kind"] != "kill" or not hand.book.value("frame.kill"):
        return None
    game = kill.now(hand)
    seat, amount = ev["seats"][0], ev["amount"]
    if kill.killer(hand) is not None:
        hand.rule("kill.second", seat=seat)
        return True
    if game.get("look") and game.get("due") != seat:
        refused = _look(hand, seat, amount)
        if refused:
            hand.rule(refused, seat=seat)
            return True
        hand.rule("kill.look_ok", seat=seat, amount=amount, irregular=False)
        hand.straddles[seat] = amount  # who kills by choice acts last before the draw
    else:
        due = kill.due(hand)[0] == seat  # why it had to be posted goes with it
        cite = hand.book.outcome("frame.kill_due").cite if due else ()
        hand.rule("frame.kill_acts_in_turn", seat=seat, cite=cite, irregular=False)
    hand.front[seat] = hand.front.get(seat, 0) + amount
    posting.post(hand, seat, "kill", amount, bool(ev.get("all_in")))
    return True


def _look(hand, seat, amount):
    """Situation that bars a kill after two cards, None when it is allowed (rrop-6:S13-10)."""
    for s in hand.dealt_in:
        if len(hand.held(s)) > 2:
            return "kill.look_late"
    return "kill.look_short" if hand.stack(seat) < 4 * amount else None


def on_deal(hand, ev):
    """The first card: a required kill must lie by then."""
    if ev["what"] == "card_move" and ev["from"] != "stub":
        return
    seat, amount = kill.due(hand)
    if seat is None or not hand.from_start or hand.pending.get("kill_reported"):
        return
    hand.pending["kill_reported"] = True
    if kill.killer(hand) is None:
        hand.rule("kill.must_post", seat=seat, amount=amount)


def on_request(hand, ev):
    """Who must kill wants out of the hand; chips put in without knowing of the kill."""
    seat, amount = kill.due(hand)
    if ev["kind"] == "deal_out" and seat == ev["seat"]:
        if kill.killer(hand) is None:
            hand.rule("kill.must_post", seat=seat, amount=amount)
            return True
        return None
    if ev["kind"] != "unaware_of_kill" or kill.killer(hand) is None:
        return None
    if _required(hand):
        hand.rule("kill.unaware_required", seat=ev["seat"], amount=hand.high)
    else:
        hand.rule("kill.unaware", seat=ev["seat"])
    return True


def _required(hand):
    """True for a kill that had to be posted and whose button lies with the kill side up.

    A button that was turned to its kill side says by itself that the kill is a required one.
    """
    game = hand.setup.get("kill") or {}
    up = hand.pending.get("kill_button_up")
    if up is not None:
        return up
    return kill.due(hand)[0] is not None and game.get("face_up", True)


def unaware(hand, put, call):
    """Reading of silent chips for a call of the bet there would be without the kill, else None.

    ``put``: chips in front; ``call``: the total to match (rrop-6:S13-9).
    """
    seat = kill.killer(hand)
    if seat is None or kill.posted(hand, seat) != call or put != hand.bb:
        return None
    if not hand.book.has("kill.unaware"):
        return None
    if _required(hand):
        return Reading("kill.unaware_required", "call", call)
    return Reading("kill.unaware", "may_withdraw_reconsider", put, True)


def on_puck_move(hand, ev):
    """The kill button turned to its kill side, or back."""
    if ev["puck"] == "kill_button" and ev.get("face") is not None:
        hand.pending["kill_button_up"] = ev["face"] == "up"


def on_presence(hand, ev):
    """The holder of a leg leaves the table: the leg stays with the seat's player (rrop-6:S13-5)."""
    game = kill.now(hand)
    leaves = ev["state"] == "away" and game.get("button_with") == ev["seat"]
    if leaves and hand.book.has("kill.leg_away"):
        hand.rule("kill.leg_away", seat=ev["seat"], irregular=False)


def on_notice(hand, ev):
    """The holder of the kill button has left the game: it belongs to nobody (rrop-6:S13-1b)."""
    game = kill.now(hand)
    seat = ev.get("about_seat", ev.get("seat"))
    winner = sorted([s for s in hand.awarded if hand.awarded[s]])
    if seat is None or seat not in [game.get("button_with")] + winner:
        return None
    hand.pending["leg_lost"] = seat
    hand.rule("frame.kill_leg_lost", irregular=False)
    return True


HANDLERS = (
    ("notice", on_notice),
    ("post", on_post),
    ("deal", on_deal),
    ("card_move", on_deal),
    ("request", on_request),
    ("puck_move", on_puck_move),
    ("presence", on_presence),
)
