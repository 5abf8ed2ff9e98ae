"""Sessions of a cash room as CSV: who played what, from when to when, bought and took away."""

from gateway.event.sheets import written

COLUMNS = ("player", "table", "kind", "from_min", "to_min", "hands", "bought", "out", "paid", "why")
MINUTE_MS = 60_000


def sessions_csv(room):
    """CSV of all sessions, those that are over first; ``to_min`` and ``out`` empty: still on."""
    rows = [_row(s) for s in room.sessions]
    for guest in room.guests.values():
        kind = room.game(guest.table).kind
        rows.append({
            "player": guest.player, "table": guest.table, "kind": kind,
            "from_min": guest.since // MINUTE_MS, "to_min": None, "hands": guest.hands,
            "bought": guest.bought, "out": None, "paid": guest.paid, "why": None,
        })  # fmt: skip
    return written(COLUMNS, rows)


def _row(session):
    minutes = {f"{k}_min": session[k] // MINUTE_MS for k in ("from", "to")}
    return {**session, **minutes}
