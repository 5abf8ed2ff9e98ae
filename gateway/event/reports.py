"""Incident report and shift handover of an event: values of the pages that are printed.

A browser prints them, or saves them as PDF. Nothing of payments is in them: the floor reads them.
"""

from gateway.event import due, log_sentences, views
from gateway.event.log import happenings, in_force
from gateway.languages.speech import many, number, text, translated
from gateway.web.pages import cited

MINUTE_MS = 60_000
HOUR_MS = 3_600_000
SHIFT_MS = 8 * HOUR_MS  # of a shift; a handover looks so far back
INCIDENTS = (
    "alerted", "penalty", "offence", "sat_wrong", "chips_found", "delays_move", "pressure",
    "dealt_out", "absent", "leaves_event",
)  # fmt: skip
MONEY = {  # happenings whose amounts the floor does not read -> what is said of them
    "paid_out": "a payout", "deal_made": "a deal", "deal_proposed": "a proposed deal",
    "deal_answer": "an answer to a deal", "prizes_posted": "the prizes",
}  # fmt: skip


def incidents(office, t, entries):
    """What went wrong in the whole event, in order, with what was taken back and every note."""
    valid = {e["n"] for e in in_force(entries)}
    kept = [e for e in entries if e["n"] in valid]
    parts = [
        _part(office, text("Incidents and penalties"), kept, INCIDENTS),
        {"title": text("Entries taken back"), "rows": _undone(office, entries)},
        _part(office, text("Notes"), kept, ("noted",)),
    ]
    return _report(office, t, text("Incident report"), text("the whole event"), [], parts)


def handover(office, t, entries):
    """How the event stands, what is due, and what happened in the last eight hours."""
    valid = {e["n"] for e in in_force(entries)}
    kept = [e for e in entries if e["n"] in valid and e["t"] >= t - SHIFT_MS]
    lines = [_clock(office.clock, t), _counts(office)]
    found = due.due(office)
    lines += [_due(one) for one in found] or [text("Nothing is due.")]
    moves = ("bust", "moved", "balance", "break", "redrawn", "final_table", "register", "re_enter")
    parts = [
        _part(office, text("Incidents and penalties"), kept, INCIDENTS),
        _part(office, text("Notes"), kept, ("noted",)),
        _part(office, text("Players and tables"), kept, moves),
    ]
    hours = SHIFT_MS // HOUR_MS
    looked = (
        text("the last {hours} hours", hours=hours) if t > SHIFT_MS else text("since the start")
    )
    return _report(office, t, text("Shift handover"), looked, lines, parts)


def _clock(clock, t):
    """Level and clock in a line."""
    minutes = clock.left(t) // MINUTE_MS
    level = {"level": clock.level}
    where = text("break, then level {level}", **level) if clock.on_break else text(
        "level {level}", **level)  # fmt: skip
    if clock.running:
        left = many("the clock runs, {n} minute left", "the clock runs, {n} minutes left", minutes)
    else:
        left = many("the clock stands, {n} minute left", "the clock stands, {n} minutes left",
                    minutes)  # fmt: skip
    return _upper(f"{where}; {left}")


def _counts(office):
    """Players, tables and chips in a line."""
    players = many("{n} player left", "{n} players left", office.event.left)
    tables = many("{n} table", "{n} tables", len(office.event.tables))
    chips = text("{in_play} chips in play, {issued} issued and not taken off",
                 in_play=number(office.in_play),
                 issued=number(office.outstanding))  # fmt: skip
    return _upper(f"{players}, {tables}; {chips}")


def _upper(line):
    return line[:1].upper() + line[1:]


def _due(one):
    """What is due in a line, with whose it is and the rule, where the book has one."""
    whose = "; ".join(filter(None, (translated(views.by(one)), cited(one.cite))))
    return text("Due: {what} ({whose})", what=translated(one.text), whose=whose)


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
    return log_sentences.words(office, shown)


def _row(entry, sentence, cite=()):
    why = "; ".join(filter(None, (translated(entry["why"]), cited(cite))))
    time, who = views.time_of(entry["at_ms"]), translated(entry["who"])
    return {"time": time, "text": sentence, "who": who, "why": why}


def _undone(office, entries):
    """Entries taken back, each with the entry that did it; those about money without amounts."""
    rows = []
    for entry in entries:
        if entry["what"] != "undo":
            continue
        gone = next(e for e in entries if e["n"] == entry["entry"])
        undone = [
            text(MONEY[ev["what"]]) if ev["what"] in MONEY else _text(office, ev)
            for ev in happenings(gone)
        ]
        rows.append(_row(entry, text("Entry {n}: {what}", n=gone["n"], what="; ".join(undone))))
    return rows
