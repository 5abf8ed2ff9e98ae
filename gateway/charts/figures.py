"""What the charts show, as plain numbers: counted from stored alerts, hands, acts and reads.

Days and hours are the gateway's own time. Nothing here names a card.
"""

import time
from collections import Counter

from gateway.floor.history import kind
from gateway.languages.speech import short_day, translated
from gateway.people.dealers import DEALT_MS, Dealers
from gateway.tables import words

SPANS = {12: "12 hours", 24: "24 hours", 72: "3 days", 168: "a week"}  # that may be chosen
MS = 3_600_000  # of an hour
ROWS_MAX = 16  # bars of a chart: more are not read
NOBODY = "not signed in"


def figures(tables, alerts, hands, acts, reads, now_ms, hours):
    """``{"alerts": {"kind", "table", "dealer", "hour"}, "hands", "tables", "loops", "decks"}``.

    ``alerts``: bodies by table; ``hands``: records by table; ``acts``: entries of the record of
    acts; ``reads``: ``Reads`` by table. The first three are gone through once: of each counts are
    kept, so memory does not grow with the span. Each list of the result is rows ``[label, number]``
    (of reads: ``[label, read in per cent, missed]``), hours oldest first.
    """
    first = now_ms - hours * MS
    raised = _Alerts(Dealers(acts, first - DEALT_MS), _Bars(now_ms, hours))
    played, paces = _Bars(now_ms, hours), {}
    for table in tables:
        for body in alerts.get(table, ()):
            if body.get("wall", 0) >= first:
                raised.add(table, body)
        for record in hands.get(table, ()):
            if _played(record, first):
                played.add(record["wall"])
                paces.setdefault(record["table"], _Pace()).add(record["wall"])
    return {
        "alerts": raised.rows(),
        "hands": played.rows(),
        "tables": _top({_table(t): pace.an_hour() for t, pace in paces.items()}),
        "loops": _rates(tables, reads, lambda one: one.loops, words.zone),
        "decks": _rates(tables, reads, lambda one: one.decks, str),
        "hours": hours,
        "count": {"alerts": raised.bars.count, "hands": played.count},
    }


class _Alerts:
    """Counts of alerts, taken one by one."""

    def __init__(self, dealers, bars):
        self._dealers, self.bars = dealers, bars
        self._kinds, self._tables, self._by = Counter(), Counter(), Counter()

    def add(self, table, body):
        self._kinds[body["ruling"]] += 1
        self._tables[table] += 1
        self._by[self._dealers.at(table, body["wall"]) or translated(NOBODY)] += 1
        self.bars.add(body["wall"])

    def rows(self):
        kinds = Counter()
        for code, count in self._kinds.items():  # two codes may have the same words
            kinds[_kind(code)] += count
        return {
            "kind": _top(kinds),
            "table": _top({_table(t): count for t, count in self._tables.items()}),
            "dealer": _top(self._by),
            "hour": self.bars.rows(),
        }


def _kind(code):
    said = kind(code)
    return said[:1].upper() + said[1:]


def _table(name):
    return translated(f"Table {name}")


def _played(record, first):
    return record.get("wall", 0) >= first and not record.get("cut")


def _top(counts):
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return [list(row) for row in rows[:ROWS_MAX]]


class _Bars:
    """How many in each hour, the present one last; days where there are more than three of them."""

    def __init__(self, now_ms, hours):
        self._hours, self._step = hours, MS if hours <= 72 else 24 * MS
        last = _begin(now_ms, self._step)
        bars = hours * MS // self._step
        self._begins = [last - i * self._step for i in range(bars - 1, -1, -1)]
        self._counts, self.count = Counter(), 0

    def add(self, wall):
        self._counts[(_begin(wall, self._step) - self._begins[0]) // self._step] += 1
        self.count += 1

    def rows(self):
        return [
            [_clock(begin, self._hours), self._counts[i]] for i, begin in enumerate(self._begins)
        ]


def _begin(wall_ms, step):
    """When the hour (or day) of a time began, by the gateway's clock on the wall."""
    shift = time.localtime(wall_ms / 1000).tm_gmtoff * 1000
    return (wall_ms + shift) // step * step - shift


def _clock(wall_ms, hours):
    """The hour; beyond one day the day before it, beyond three the day alone."""
    at = time.localtime(wall_ms / 1000)
    hour, day = time.strftime("%H:00", at), short_day(at.tm_year, at.tm_mon, at.tm_mday)
    return hour if hours <= 24 else f"{day} {hour}" if hours <= 72 else day


class _Pace:
    """Hands an hour of a table, from its first hand of the span to its last."""

    def __init__(self):
        self._count, self._first, self._last = 0, None, None

    def add(self, wall):
        self._first = wall if self._count == 0 else min(self._first, wall)
        self._last = wall if self._count == 0 else max(self._last, wall)
        self._count += 1

    def an_hour(self):
        span = self._last - self._first
        return round((self._count - 1) * MS / span, 1) if span else self._count


def _rates(tables, reads, part, name):
    """``[label, per cent read, missed]`` of the loops or decks that missed most, worst first."""
    rows = []
    for table in tables:
        for key, (read, missed) in part(reads[table]).items() if table in reads else ():
            said = translated(name(key))
            label = f"{_table(table)}, {said}" if len(tables) > 1 else said
            rows.append([label, round(100 * read / (read + missed), 1), missed])
    return sorted(rows, key=lambda row: (row[1], row[0]))[:ROWS_MAX]
