"""Everything a graphics page draws, in parts: the table, the program, figures, the event.

The server leaves out: what a part does not hold, no page can show. Hole cards stand in ``snapshot``
only where the vault has released them (``past.with_cards``) and the reveal policy lets them by.
"""

import time

from gateway.broadcast import eventfile, onair
from gateway.tables import projections

LEADERS = 12  # names a leaderboard holds
PAYOUTS = 12
OUT = 8
REVEALED_IN = {"end": ("award", "over"), "showdown": ("showdown", "award", "over")}


def scene(air, live, cards=False, reveal="released"):
    """Parts of a table's graphics now. ``cards``: with what is released; ``reveal``: at most that.

    ``{"snapshot", "air", "stats", "leaders", "event", "now"}``.
    """
    state = air.onair.of(live.name)
    snapshot = air.past.snapshot(live) if cards else projections.overlay(live)
    allowed = onair.stricter(reveal, state["program"]["reveal"])
    covered(snapshot, allowed)
    event = air.event.now()
    return {
        "snapshot": snapshot,
        "air": {"program": state["program"], "hidden": state["hidden"]},
        "stats": air.stats.of(live.name, snapshot["seats"]),
        "leaders": leaders(air.tables, event),
        "event": shown(event, snapshot["seats"]),
        "now": time.time_ns() // 10**9 * 1000,  # ms; a page's own clock may be wrong
    }


def covered(snapshot, reveal):
    """Take out of a picture, in place, the hole cards a reveal policy does not let by.

    ``released``: all the vault has released; ``end``: once the hand is decided; ``showdown``: of
    hands that come to it, which two or more hold to the end; ``never``: none. Tabled cards are
    public and stay. Equity is of the board the vault knows: none is shown beside a keyed one.
    """
    if snapshot.get("board_keyed"):
        _drop(snapshot, ODDS)
    if reveal == "released":
        return
    live = [s for s in snapshot["seats"] if s["state"] in ("live", "all_in")]
    phases = REVEALED_IN.get(reveal, ())
    due = snapshot["phase"] in phases and (reveal == "end" or len(live) > 1)
    if not due:
        _drop(snapshot, ("hole", *ODDS))


ODDS = ("equity", "tie", "outs")  # of a seat


def _drop(snapshot, names):
    for seat in snapshot["seats"]:
        for name in names:
            seat.pop(name, None)


def leaders(tables, event):
    """``[{"name", "stack", "table"}]``, the biggest first: chips of all tables, then the event's.

    A table's own count is newer than the event's list, which knows the tables without antennas.
    """
    known = {name: {"name": name, "stack": n, "table": ""} for name, n in _chips(event)}
    for live in tables.all():
        with live.lock:
            view = live.view()
            names = live.setup.get("names") or {}
        for s in view.get("seats") or ():
            name = s.get("name") or names.get(str(s["seat"]))
            if name and s["state"] != "out":
                stack = s["stack"] + s["front"]
                known[name] = {"name": name, "stack": stack, "table": live.name}
    found = sorted(known.values(), key=lambda row: (-row["stack"], row["name"]))
    return found[:LEADERS]


def _chips(event):
    return (event.get("chips") or {}).items()


def shown(event, seats):
    """The event as the pages need it: of the people, those at this table; the next pay jump."""
    names = {s["name"] for s in seats}
    keys = ("name", "day", "currency", "entries", "players_left", "level", "next")
    made = {k: event[k] for k in keys if k in event}
    made["people"] = {n: p for n, p in (event.get("people") or {}).items() if n in names}
    made["payouts"] = (event.get("payouts") or [])[:PAYOUTS]
    made["out"] = (event.get("out") or [])[-OUT:]
    made["jump"] = eventfile.pay_jump(event)
    left = event.get("players_left")
    chips = sum((event.get("chips") or {}).values())
    if left and chips:
        made["average"] = chips // left
    return made
