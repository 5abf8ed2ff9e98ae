"""Called clock and shot clock: how long a player has, and what happens when the time is up."""

from shared_rules import zones
from shared_rules.hand.betting import turn_order


def running(hand, seat):
    """The clock running for a seat, or None."""
    c = hand.pending.get("clock")
    if c is None or c["seat"] != seat or c["acted"]:
        return None
    return c


def _extension(hand):
    return hand.book.value("clock.extension_ms", 0)


def expire(hand, c, elapsed):
    """The time is up: what the book says for this clock, by cards left and by a bet to face."""
    seat = c["seat"]
    facing = hand.high > hand.bet(seat)
    if c["kind"] == "called_clock":
        key = "clock.expired_no_bet"
        if facing:
            key = "clock.expired_short_level" if c["short"] else "clock.expired_facing_bet"
        # of the shorter time its own rule is part of the reason, whether or not there is a bet
        _end(hand, c, key, hand.book.value_cite("clock.short_ms") if c["short"] else ())
        return
    while c["cards"] > 0 and hand.book.value("clock.extension_auto"):
        c["cards"] -= 1
        c["limit"] += _extension(hand)
        hand.rule(
            "clock.shot_expired_with_card", seat=seat, amount=_extension(hand), irregular=False
        )
        if elapsed < c["limit"]:
            return
    if c["cards"] > 0:
        _end(hand, c, "clock.shot_expired_with_card")
    else:
        _end(hand, c, "clock.shot_expired_facing_bet" if facing else "clock.shot_expired_no_bet")


def _end(hand, c, key, cite=()):
    """Rule, and enter what follows: a hand given up, or a check."""
    seat = c["seat"]
    hand.withdraw("clock.called")  # it is over: what is said of it is how it ended
    ruling = hand.rule(key, seat=seat, cite=cite)["ruling"]
    c["acted"] = True
    if seat != hand.turn or hand.phase != "betting":
        return
    if ruling in ("hand_dead", "forced_fold"):
        turn_order.take(hand, seat, "fold")
    elif ruling == "forced_check" and hand.high <= hand.bet(seat):
        from shared_rules.hand import incidents

        turn_order.take(hand, seat, "check")
        incidents.check_forced(hand, key)


def on_act(hand, ev):
    """Word, rap, chips or cards of the seat on the clock; True when they come too late."""
    c = hand.pending.get("clock")
    if c is None:
        return None
    what = ev["what"]
    if what == "card_move":
        if ev["by"] != "player" or zones.kind(ev["from"]) != "seat" or ev["from"] == ev["to"]:
            return None
        seat = zones.seat_of(ev["from"])
    else:
        seat = ev["seat"]
    if c["seat"] == seat and c["acted"] == "late":
        return True  # the chips that go with an act that came too late
    c = running(hand, seat)
    if c is None or (what == "chips_move" and zones.kind(ev["to"]) != "line"):
        return None
    elapsed = hand.t - c["t0"]
    if elapsed <= c["limit"]:
        return None
    expire(hand, c, elapsed)
    if not c["acted"]:
        return None
    c["acted"] = "late"
    return True


def review(hand):
    """While a clock runs: an act before the time was up is in order."""
    c = hand.pending["clock"]
    if c["acted"] == "late" or len(hand.actions) == c["acts"]:
        return
    if not c["acted"]:
        made = [a for a in hand.actions[c["acts"] :] if a["seat"] == c["seat"]]
        if not made:
            return
        c["acted"] = True
        c["made"] = made[-1]
    elif "made" not in c:
        return
    key = "clock.acted_in_time" if c["kind"] == "called_clock" else "clock.shot_in_time"
    if hand.actions[-1] is not c["made"] or c.get("told") and hand.rulings[-1]["situation"] == key:
        return
    c["told"] = True
    amount = c["made"]["to"] if c["made"]["amt"] else None
    hand.rule(key, seat=c["seat"], amount=amount, irregular=False)


HANDLERS = (
    ("declare", on_act, None, "clock"),
    ("gesture", on_act, None, "clock"),
    ("chips_move", on_act, None, "clock"),
    ("card_move", on_act, "seat>*", "clock"),
)
AFTER = review
RECORD = "clock"
