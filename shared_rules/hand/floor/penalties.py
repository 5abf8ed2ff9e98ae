"""Penalties in hands, and players who owe a blind."""


def on_finding(hand, ev):
    """The floor gives a penalty of so many rounds: hands to miss.

    A round is a hand for every player at the table, or an orbit of the button, which is the same
    number while nobody leaves. A penalty of no round is a single hand.
    """
    if ev["kind"] != "penalty":
        return None
    rounds = ev.get("rounds", 0)
    hands = len(hand.seats) * rounds if rounds else 1
    known = hand.book.outcome("frame.penalty").ruling == "penalty_hands"
    hand.rule(
        "frame.penalty", seat=ev.get("seat"), amount=hands if known else None, irregular=False
    )
    return True


def on_notice(hand, ev):
    """A player who owes a blind was dealt in without posting."""
    if ev["kind"] != "owes_blind":
        return None
    seat = ev.get("about_seat", ev.get("seat"))
    acted = False
    for a in hand.actions:
        if a["seat"] == seat and a["amt"] and a["act"] not in ("post", "ante"):
            acted = True
    if acted:
        hand.rule("frame.owes_blind_acts", seat=seat)
        return True
    code = hand.rule("frame.owes_blind_not_acted", seat=seat)["ruling"]
    if code == "hand_dead" and hand.phase == "betting" and seat in hand.live:
        if hand.turn == seat:
            hand.accept(seat, "fold")
        else:
            hand.live.remove(seat)
    return True


HANDLERS = (("finding", on_finding), ("notice", on_notice))
