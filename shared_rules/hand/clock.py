"""Called clock and shot clock: how long a player has, and what happens when the time is up."""

from shared_rules import zones
from shared_rules.hand import turn_order

# a clock called sooner after the action came to the seat is no reasonable time, ms; the books
# that want "reasonable time" name no figure
REASONABLE_MS = 10000


def on_clock_call(hand, ev):
    """A player asks for the clock."""
    caller, right = ev["by_seat"], hand.book.value("clock.caller")
    if caller not in hand.seats:
        hand.rule("clock.called_other_table", seat=caller)
    elif right is not None and hand.presence.get(caller, "in_seat") == "away":
        hand.rule("clock.called_away", seat=caller)
    elif _too_early(hand, ev) and hand.book.has("clock.called_too_early"):
        hand.rule("clock.called_too_early", seat=caller)
    else:
        hand.rule("clock.called", seat=ev["on_seat"], irregular=False)


def _too_early(hand, ev):
    since = hand.pending.get("turn_since")
    if since is None or since[0] != ev["on_seat"]:
        return False
    return hand.t - since[1] < REASONABLE_MS


def on_clock_start(hand, ev):
    """The floor starts the clock: a minute, less in short levels, and a count after it."""
    value = hand.book.value
    limit, short = value("clock.ms"), False
    if not limit:
        return
    minutes = hand.setup.get("level_minutes")
    most = value("clock.short_level_minutes", 0)
    if most and minutes is not None and minutes <= most:
        limit, short = value("clock.short_ms"), True
    limit += value("clock.count_extra_ms", 0)
    _start(hand, "called_clock", ev["seat"], limit, short, 0)


def on_shot_clock(hand, ev):
    """The shot clock starts for a seat."""
    _start(hand, "shot_clock", ev["seat"], ev["ms"], False, ev["time_cards"])


def _start(hand, kind, seat, limit, short, cards):
    hand.pending["clock"] = {
        "kind": kind,
        "seat": seat,
        "t0": hand.t,
        "limit": limit,
        "short": short,
        "cards": cards,
        "acts": len(hand.actions),
        "acted": False,
    }


def running(hand, seat):
    """The clock running for a seat, or None."""
    c = hand.pending.get("clock")
    if c is None or c["seat"] != seat or c["acted"]:
        return None
    return c


def on_time_card(hand, ev):
    """A time card put forward: the shot clock runs longer."""
    if ev["puck"] != "time_card":
        return None
    seat = zones.seat_of(ev["from"])
    c = running(hand, seat)
    if c is None or c["kind"] != "shot_clock" or zones.kind(ev["to"]) == "seat":
        return None
    if _extension(hand) and c["cards"] > 0 and hand.t - c["t0"] <= c["limit"]:
        c["limit"] += _extension(hand)
        c["cards"] -= 1
        hand.rule("clock.time_card_used", seat=seat, irregular=False)
    return True


def _extension(hand):
    return hand.book.value("clock.extension_ms", 0)


def on_timer(hand, ev):
    """A reading of the clock while the seat has not acted."""
    c = running(hand, ev["seat"])
    if c is None and ev["clock"] == "shot_clock":
        cards = (hand.setup.get("time_cards") or {}).get(str(ev["seat"]), 0)
        _start(hand, "shot_clock", ev["seat"], hand.setup.get("shot_clock_ms", 0), False, cards)
        c = hand.pending["clock"]
        c["t0"] = hand.t - ev["elapsed_ms"]
    if c is None or c["kind"] != ev["clock"]:
        return
    if ev["elapsed_ms"] >= c["limit"]:
        expire(hand, c, ev["elapsed_ms"])


def expire(hand, c, elapsed):
    """The time is up: what the book says for this clock, by cards left and by a bet to face."""
    seat = c["seat"]
    facing = hand.high > hand.bet(seat)
    if c["kind"] == "called_clock":
        key = "clock.expired_no_bet"
        if facing:
            key = "clock.expired_short_level" if c["short"] else "clock.expired_facing_bet"
        _end(hand, c, key)
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


def _end(hand, c, key):
    """Rule, and enter what follows: a hand given up, or a check."""
    seat = c["seat"]
    ruling = hand.rule(key, seat=seat)["ruling"]
    c["acted"] = True
    if seat != hand.turn or hand.phase != "betting":
        return
    if ruling in ("hand_dead", "forced_fold"):
        turn_order.take(hand, seat, "fold")
    elif ruling == "forced_check" and hand.high <= hand.bet(seat):
        turn_order.take(hand, seat, "check")


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
    """Note when the action came to a seat; an act before the time was up is in order."""
    since = hand.pending.get("turn_since")
    if since is None or since[0] != hand.turn:
        hand.pending["turn_since"] = (hand.turn, hand.t)
    c = hand.pending.get("clock")
    if c is None or c["acted"] == "late" or len(hand.actions) == c["acts"]:
        return
    if not c["acted"]:
        made = [a for a in hand.actions[c["acts"] :] if a["seat"] == c["seat"]]
        if not made:
            return
        c["acted"] = True
        c["made"] = made[-1]
    elif "made" not in c:
        return
    last = hand.rulings[-1] if hand.rulings else None
    key = "clock.acted_in_time" if c["kind"] == "called_clock" else "clock.shot_in_time"
    if last is not None and last["situation"] == key:
        return
    if hand.actions[-1] is not c["made"]:
        return
    amount = c["made"]["to"] if c["made"]["amt"] else None
    hand.rule(key, seat=c["seat"], amount=amount, irregular=False)


HANDLERS = (
    ("clock_call", on_clock_call),
    ("clock_start", on_clock_start),
    ("shot_clock", on_shot_clock),
    ("puck_move", on_time_card),
    ("timer", on_timer),
    ("declare", on_act),
    ("gesture", on_act),
    ("chips_move", on_act),
    ("card_move", on_act, "seat>*"),
)
AFTER = review
