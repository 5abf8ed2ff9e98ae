"""CSV of a session: one row a player and hand."""

from gateway.tables.handmoves import UNKNOWN
from gateway.tables.pots_won import put_in

COLUMNS = (
    "table", "hand", "begun_utc", "game", "betting", "sb", "bb", "ante", "seat", "player",
    "button", "stack_before", "put_in", "stack_after", "net", "folded_on", "shown", "cards",
    "board", "rulings", "keyed",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a sheet would compute a text that begins so


def rows(kept, rulings=True):
    """Rows of a Kept as ``COLUMNS`` name them. ``rulings``: with what was irregular."""
    for seat in sorted(kept.seats):
        yield [_safe(v) for v in _row(kept, seat, rulings)]


def _row(kept, seat, rulings):
    record, start = kept.record, kept.start
    folds = [a["street"] for a in record["actions"] if a["act"] == "fold" and a["seat"] == seat]
    cards = [c for c in kept.holes(seat) if c != UNKNOWN]
    before, after = kept.stack(seat), kept.after(seat)
    reported = [i["ruling"] for i in record.get("incidents") or ()] if rulings else []
    return (
        record["table"], record.get("hand") or "", kept.begun().strftime("%Y-%m-%d %H:%M:%S"),
        start["game"], start["betting"], start.get("sb") or 0, start.get("bb") or 0,
        start.get("ante") or 0, seat, kept.name(seat), int(seat == start.get("button")), before,
        put_in(kept.record)[seat], after, after - before, folds[0] if folds else "",
        int(bool(kept.shown.get(seat))), " ".join(cards), " ".join(record.get("board") or ()),
        " ".join(reported), "; ".join(kept.keyed()),
    )  # fmt: skip


def _safe(value):
    """A text as a sheet shows it: names are typed by people."""
    return "'" + value if isinstance(value, str) and value.startswith(FORMULA) else value
