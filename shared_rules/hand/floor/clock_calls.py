"""Calling and starting a clock, time cards, its readings; ``clock.py`` judges acts under it."""

from shared_rules import zones
from shared_rules.hand.floor.clock import _extension, expire, running


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
    seat, since = hand.turn_since
    if not seat or seat != ev["on_seat"]:
        return False
    return hand.t - since < hand.book.value("clock.reasonable_ms", 0)


def on_clock_start(hand, ev):
    """The floor starts the clock."""
    _start_called(hand, ev["seat"])


def _start_called(hand, seat):
    """The called clock: a minute, less in short levels, and a count after it."""
    value = hand.book.value
    limit, short = value("clock.ms"), False
    if not limit:
        return
    minutes = hand.setup.get("level_minutes")
    most = value("clock.short_level_minutes", 0)
    if most and minutes is not None and minutes <= most:
        limit, short = value("clock.short_ms"), True
    limit += value("clock.count_extra_ms", 0)
    _start(hand, "called_clock", seat, limit, short, 0)


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
    hand.to_review["clock"] = True  # after every event


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


def on_timer(hand, ev):
    """A reading of the clock while the seat has not acted."""
    c = running(hand, ev["seat"])
    if c is None and not _ran_out(hand, ev["seat"]):
        _begun_unseen(hand, ev)
        c = running(hand, ev["seat"])
    if c is None or c["kind"] != ev["clock"]:
        return
    if ev["elapsed_ms"] >= c["limit"]:
        expire(hand, c, ev["elapsed_ms"])


def _ran_out(hand, seat):
    """True when the clock of a seat is over: it has acted, or was ruled on."""
    c = hand.pending.get("clock")
    return c is not None and c["seat"] == seat


def _begun_unseen(hand, ev):
    """A clock nobody saw start runs since the time its reading gives."""
    seat = ev["seat"]
    if ev["clock"] == "shot_clock":
        cards = (hand.setup.get("time_cards") or {}).get(str(seat), 0)
        _start(hand, "shot_clock", seat, hand.setup.get("shot_clock_ms", 0), False, cards)
    elif seat == hand.turn:
        _start_called(hand, seat)
    if _ran_out(hand, seat):
        hand.pending["clock"]["t0"] = hand.t - ev["elapsed_ms"]


HANDLERS = (
    ("clock_call", on_clock_call),
    ("clock_start", on_clock_start),
    ("shot_clock", on_shot_clock),
    ("puck_move", on_time_card),
    ("timer", on_timer),
)
