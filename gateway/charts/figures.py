"""What the charts show, as plain numbers: counted from stored alerts, hands, acts and reads.

Days and hours are the gateway's own time. Nothing here names a card.
"""

import time
from collections import Counter

from gateway.tables import words

SPANS = {12: "12 hours", 24: "24 hours", 72: "3 days", 168: "a week"}  # that may be chosen
MS = 3_600_000  # of an hour
ROWS_MAX = 16  # bars of a chart: more are not read
NOBODY = "not signed in"
DEALT_MS = 2 * MS  # so long a dealer's last key names who deals at a table


def figures(tables, alerts, hands, acts, reads, now_ms, hours):
    """``{"alerts": {"kind", "table", "dealer", "hour"}, "hands", "tables", "loops", "decks"}``.

    ``alerts``: bodies by table; ``hands``: records by table; ``acts``: entries of the record of
    acts; ``reads``: ``Reads`` by table. Each list is rows ``[label, number]`` (of reads: ``[label,
    read in per cent, missed]``), hours oldest first.
    """
    first = now_ms - hours * MS
    found = [(t, b) for t in tables for b in alerts.get(t, ()) if b.get("wall", 0) >= first]
    played = [r for t in tables for r in hands.get(t, ()) if _played(r, first)]
    dealers = _Dealers(acts)
    by_table = Counter(r["table"] for r in played)
    return {
        "alerts": {
            "kind": _top(Counter(words.step(b["ruling"]) for _t, b in found)),
            "table": _top(Counter(f"Table {t}" for t, _b in found)),
            "dealer": _top(Counter(dealers.at(t, b["wall"]) for t, b in found)),
            "hour": _hours([b["wall"] for _t, b in found], now_ms, hours),
        },
        "hands": _hours([r["wall"] for r in played], now_ms, hours),
        "tables": _top({f"Table {t}": _pace(t, n, played) for t, n in by_table.items()}),
        "loops": _rates(tables, reads, lambda one: one.loops, words.zone),
        "decks": _rates(tables, reads, lambda one: one.decks, str),
        "hours": hours,
        "count": {"alerts": len(found), "hands": len(played)},
    }  # fmt: skip


def _played(record, first):
    return record.get("wall", 0) >= first and not record.get("cut")


def _top(counts):
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return [list(row) for row in rows[:ROWS_MAX]]


def _hours(walls, now_ms, hours):
    """How many in each hour, the present one last; days where there are more than three of them."""
    step = MS if hours <= 72 else 24 * MS
    text = "%H:00" if hours <= 24 else "%d %b %H:00" if hours <= 72 else "%d %b"
    last = _begin(now_ms, step)
    begins = [last - i * step for i in range(hours * MS // step - 1, -1, -1)]
    counts = Counter((_begin(wall, step) - begins[0]) // step for wall in walls)
    return [[_clock(begin, text), counts[i]] for i, begin in enumerate(begins)]


def _begin(wall_ms, step):
    """When the hour (or day) of a time began, by the gateway's clock on the wall."""
    shift = time.localtime(wall_ms / 1000).tm_gmtoff * 1000
    return (wall_ms + shift) // step * step - shift


def _clock(wall_ms, text):
    return time.strftime(text, time.localtime(wall_ms / 1000))


def _pace(table, count, played):
    """Hands an hour of a table, from its first hand of the span to its last."""
    walls = [r["wall"] for r in played if r["table"] == table]
    span = max(walls) - min(walls)
    return round((count - 1) * MS / span, 1) if span else count


class _Dealers:
    """Who dealt at a table at a time: the last dealer who keyed anything there."""

    def __init__(self, acts):
        self._keys = {}
        for act in sorted(acts, key=lambda a: a["wall"]):
            if act["what"] == "key" and act.get("role") == "dealer":
                self._keys.setdefault(act["table"], []).append((act["wall"], act["who"]))

    def at(self, table, wall):
        """A name, or NOBODY."""
        before = [k for k in self._keys.get(table, ()) if wall - DEALT_MS <= k[0] <= wall]
        return before[-1][1] if before else NOBODY


def _rates(tables, reads, part, name):
    """``[label, per cent read, missed]`` of the loops or decks that missed most, worst first."""
    rows = []
    for table in tables:
        for key, (read, missed) in part(reads[table]).items() if table in reads else ():
            label = f"Table {table}, {name(key)}" if len(tables) > 1 else name(key)
            rows.append([label, round(100 * read / (read + missed), 1), missed])
    return sorted(rows, key=lambda row: (row[1], row[0]))[:ROWS_MAX]
