"""Incident report and shift handover of an event: values of the pages that are printed.

A browser prints them, or saves them as PDF. Nothing of payments is in them: the floor reads them.
"""

from gateway.event import due, views
from gateway.event.log import happenings, in_force

HOUR_MS = 3_600_000
SHIFT_MS = 8 * HOUR_MS  # of a shift; a handover looks so far back
INCIDENTS = (
    "alerted", "penalty", "offence", "sat_wrong", "chips_found", "delays_move", "pressure",
    "dealt_out", "absent", "leaves_event",
)  # fmt: skip
MONEY = ("paid_out", "deal_made", "deal_proposed", "deal_answer", "prizes_posted")


def incidents(office, t, entries):
    """What went wrong in the whole event, in order, with what was taken back and every note."""
    valid = {e["n"] for e in in_force(entries)}
    kept = [e for e in entries if e["n"] in valid]
    parts = [
        _part(office, "Incidents and penalties", kept, INCIDENTS),
        {"title": "Entries taken back", "rows": _undone(office, entries)},
        _part(office, "Notes", kept, ("noted",)),
    ]
    return _report(office, t, "Incident report", "the whole event", [], parts)


def handover(office, t, entries):
    """How the event stands, what is due, and what happened in the last eight hours."""
    valid = {e["n"] for e in in_force(entries)}
    since = office.began_ms + max(0, t - SHIFT_MS)
    kept = [e for e in entries if e["n"] in valid and e["at_ms"] >= since]
    event, clock = office.event, office.clock
    stands = "runs" if clock.running else "stands"
    lines = [
        f"Level {clock.level}{', break' if clock.on_break else ''}; the clock {stands} with"
        f" {clock.left(t) // 60_000} minutes left",
        f"{event.left} players at {len(event.tables)} tables; {office.in_play:,} chips in play,"
        f" {office.issued - office.removed:,} issued and not taken off",
    ]
    found = due.due(office)
    lines += [f"Due: {d.text} ({', '.join((d.by, *d.cite))})" for d in found] or ["Nothing is due"]
    moves = ("bust", "moved", "balance", "break", "redrawn", "final_table", "register", "re_enter")
    parts = [
        _part(office, "Incidents and penalties", kept, INCIDENTS),
        _part(office, "Notes", kept, ("noted",)),
        _part(office, "Players and tables", kept, moves),
    ]
    period = f"the last {SHIFT_MS // HOUR_MS} hours" if t > SHIFT_MS else "since the start"
    return _report(office, t, "Shift handover", period, lines, parts)


def _report(office, t, title, period, lines, parts):
    return {"h": views.head(office, t), "book": office.event.book.name, "title": title,
            "period": period, "lines": lines, "parts": parts}  # fmt: skip


def _part(office, title, entries, kinds):
    """Rows of the happenings of some kinds, in the order of the log."""
    rows = []
    for entry in entries:
        for ev in happenings(entry):
            if ev["what"] in kinds:
                rows.append(_row(entry, _text(office, ev), ev.get("cite", ())))
    return {"title": title, "rows": rows}


def _text(office, ev):
    shown = {k: v for k, v in ev.items() if k not in ("paid", "cite")}
    return views.words(office, shown)


def _row(entry, text, cite=()):
    why = ", ".join(filter(None, (entry["why"], *cite)))
    return {"time": views.time_of(entry["at_ms"]), "text": text, "who": entry["who"], "why": why}


def _undone(office, entries):
    """Entries taken back, each with the entry that did it; those about money without amounts."""
    rows = []
    for entry in entries:
        if entry["what"] != "undo":
            continue
        gone = next(e for e in entries if e["n"] == entry["entry"])
        undone = [
            ev["what"].replace("_", " ") if ev["what"] in MONEY else _text(office, ev)
            for ev in happenings(gone)
        ]
        rows.append(_row(entry, f"entry {gone['n']}: {'; '.join(undone)}"))
    return rows
