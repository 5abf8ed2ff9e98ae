"""What leaves the desk and comes to it: CSV of entries and results, a feed for other programs."""

import csv
import io

from gateway.event import acts

ENTRIES_MAX = 20_000  # lines of a list of entries
ENTRY_COLUMNS = ("name", "id_shown", "paid", "request")
RESULT_COLUMNS = ("place", "last_place", "player", "name", "prize", "entries", "bounties", "bounty")
TRUE = ("yes", "true", "1", "x", "y")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a cell that begins so is run by a spreadsheet


class BadSheet(ValueError):
    """A list of entries that cannot be read; the text names the line."""


def read_entries(text):
    """Rows of a CSV with a ``name`` column: ``[{"name", "paid"?, "id_shown"?, "request"?}]``.

    ``paid`` is money in the smallest unit, ``id_shown`` yes or no. Columns nobody knows are passed
    over. Raises BadSheet naming the line.
    """
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    columns = [c.strip().lower() for c in rows.fieldnames or ()]
    if "name" not in columns:
        raise BadSheet("line 1: a column 'name' is needed")
    rows.fieldnames = columns
    out = []
    try:
        for row in rows:
            if len(out) >= ENTRIES_MAX:
                raise BadSheet(f"line {rows.line_num}: at most {ENTRIES_MAX} entries")
            out.append(_entry(row, rows.line_num))
    except csv.Error as error:
        raise BadSheet(f"line {rows.line_num}: {error}") from error
    return out


def _entry(row, line):
    name = (row.get("name") or "").strip()
    if not name:
        raise BadSheet(f"line {line}: the name is missing")
    out = {"name": name}
    paid = (row.get("paid") or "").strip()
    if paid:
        if not (paid.isascii() and paid.isdigit()):
            raise BadSheet(f"line {line}: paid is {paid!r}, a whole number is needed")
        out["paid"] = int(paid)
    shown = (row.get("id_shown") or "").strip().lower()
    if shown:
        out["id_shown"] = shown in TRUE
    if (row.get("request") or "").strip():
        out["request"] = row["request"].strip()
    return out


def _cell(value):
    """A value as a cell that no spreadsheet takes for a formula."""
    text = "" if value is None else str(value)
    return "'" + text if text.startswith(FORMULA) else text


def written(columns, rows):
    """CSV of rows (dicts) under their columns; no cell begins a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row[c]) for c in columns])
    return out.getvalue()


def entries_csv(office):
    """CSV of all who registered, in order, with seat and stack."""
    columns = ("player", *ENTRY_COLUMNS, "entries", "table", "seat", "stack")
    return written(columns, [_person(office, p) for p in office.people.values()])


def _person(office, person):
    table = office.event.table_of(person.player)
    shown = {True: "yes", False: "no", None: ""}[person.id_shown]
    return {
        "player": person.player, "name": person.name, "id_shown": shown, "paid": person.paid,
        "request": person.request, "entries": person.entries,
        "table": None if table is None else table.number,
        "seat": None if table is None else table.seat_of(person.player),
        "stack": None if table is None else office.event.stacks.get(person.player),
    }  # fmt: skip


def results(office):
    """Rows of the result list, best place first: dicts of ``RESULT_COLUMNS``."""
    rows, unplaced = acts.standings(office)
    won = acts.winnings(office)
    out = []
    for first, last, player in rows:
        out.append(_result(office, player, first, last, won[player]))
    placed = {player for _, _, player in rows}
    for player in sorted(set(office.deal or ()) - placed, key=lambda p: -office.deal[p]):
        out.insert(0, _result(office, player, None, None, office.deal[player]))
    return out + [_result(office, player, None, None, None) for player in unplaced]


def _result(office, player, first, last, prize):
    person = office.people.get(player)
    return {
        "place": first, "last_place": last, "player": player, "name": office.name(player),
        "prize": prize, "entries": person.entries if person else 1,
        "bounties": person.bounties if person else 0, "bounty": person.won if person else 0,
    }  # fmt: skip


def results_csv(office):
    """CSV of the places so far with their prizes."""
    return written(RESULT_COLUMNS, results(office))


def feed(office, t):
    """What may be published of an event at ``t`` (ms since the setup): no ID, no payment.

    Seats and stacks are those everybody in the hall can see.
    """
    event, clock = office.event, office.clock
    row = event.row_of(clock.level) or {}
    return {
        "name": event.facts.get("name", ""), "rulebook": event.book.name,
        "entries": office.entries, "players_left": event.left, "tables": len(event.tables),
        "chips_in_play": office.in_play,
        "average_stack": office.in_play // event.left if event.left else 0,
        "level": clock.level, "on_break": clock.on_break, "running": clock.running,
        "left_ms": clock.left(t), "sb": row.get("sb"), "bb": row.get("bb"),
        "ante": row.get("ante"), "prizes": list(event.facts.get("prizes", ())),
        "seats": [
            {"table": table.number, "seat": seat, "player": office.name(table.seats[seat]),
             "stack": event.stacks.get(table.seats[seat])}
            for table in event.in_order() for seat in table.occupied()
        ],
        "out": [
            {"place": r["place"], "player": r["name"], "prize": r["prize"]}
            for r in results(office)
        ],
    }  # fmt: skip


OUT_SHOWN = 200  # who went out, the last of them


def on_air(office, began_ms):
    """What graphics show of an event: the fields of ``gateway/broadcast/eventfile.py``.

    Seats and stacks are those everybody in the hall can see; ends are times of day (ms), by that at
    which the event began.
    """
    event, clock = office.event, office.clock
    gone = [r for r in results(office) if (r["place"] or 1) > 1]  # the winner is not out
    ends_at, level = clock.ends_at(), _blinds(event, clock.level)
    level |= {"n": clock.level, "on_break": clock.on_break}
    if ends_at is None:
        level["left_ms"] = clock.left_then_ms
    else:
        level["ends_at"] = began_ms + ends_at
    made = {
        "name": event.facts.get("name", ""), "entries": office.entries, "players_left": event.left,
        "level": level, "next": _blinds(event, clock.level + 1),
        "payouts": [list(pair) for pair in enumerate(event.facts.get("prizes", ()), 1)],
        "chips": {
            office.name(table.seats[seat]): event.stacks[table.seats[seat]]
            for table in event.in_order() for seat in table.occupied()
            if event.stacks.get(table.seats[seat])
        },
        "out": [
            {"place": r["place"], "name": r["name"], "prize": r["prize"] or 0}
            for r in sorted(gone, key=lambda r: -r["place"])
        ][-OUT_SHOWN:],
    }  # fmt: skip
    return {k: v for k, v in made.items() if v not in ("", [], {}, None)}


def _blinds(event, level):
    row = event.row_of(level) or {}
    return {k: row[k] for k in ("sb", "bb", "ante") if row.get(k) is not None}
