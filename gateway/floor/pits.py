"""Pits of the room, and who answers them, set up on the floor's page.

A pit is a name, its tables and the people who answer it. Who answers pits is rung by their tables,
by tables of no pit and of pits nobody answers, and by everything that escalates; who answers none
is rung by all. So a table is never without somebody's phone.
"""

import re

from gateway.floor.arranged import Arranged

PITS_MAX, TABLES_MAX, WHO_MAX = 40, 400, 20
NAME_MAX = 20  # characters
RANGE = re.compile(r"(\d{1,4})\s*[-–]\s*(\d{1,4})")


class Pits(Arranged):
    """``{name: {"tables": [...], "who": [...]}}``, kept in a ``place`` of ``arranged.py``."""

    def __init__(self, place):
        super().__init__(place, fault)

    def all(self):
        """The pits by name, a copy."""
        with self._lock:
            return {name: {k: list(v) for k, v in pit.items()} for name, pit in self._in_order()}

    def _in_order(self):
        return sorted(self._value.items(), key=lambda item: _natural(item[0]))

    def of(self):
        """Table -> name of its pit."""
        with self._lock:
            return {table: name for name, pit in self._value.items() for table in pit["tables"]}

    def mine(self, who):
        """Names of the pits somebody answers, in order."""
        with self._lock:
            return tuple(name for name, pit in self._in_order() if who in pit["who"])

    def silent(self, mine):
        """Tables that do not ring for who answers the pits ``mine``: others answer theirs."""
        if not mine:
            return frozenset()
        with self._lock:
            others = (pit for name, pit in self._value.items() if name not in mine and pit["who"])
            return frozenset(table for pit in others for table in pit["tables"])

    def rings(self, table, who):
        """True when an alert of a table is one for this person."""
        return table not in self.silent(self.mine(who))

    def put(self, name, tables, who):
        """Set up a pit; its tables leave the pits they were in. The fault in one line, or None."""

        def work(pits):
            left = {
                n: {**pit, "tables": [t for t in pit["tables"] if t not in tables]}
                for n, pit in pits.items()
            }
            return {**left, name: {"tables": list(tables), "who": list(who)}}

        return self.change(work)

    def answer(self, name, who, on):
        """Somebody answers a pit, or does so no more. The fault in one line, or None."""

        def work(pits):
            if name not in pits:
                return "there is no such pit"
            others = [w for w in pits[name]["who"] if w != who]
            return {**pits, name: {**pits[name], "who": [*others, who] if on else others}}

        return self.change(work)

    def remove(self, name):
        """A pit is no more; its tables are of no pit."""
        return self.change(lambda pits: {n: pit for n, pit in pits.items() if n != name})


def fault(pits):
    """What is wrong with pits, as one line; None when they can be kept."""
    if not isinstance(pits, dict) or len(pits) > PITS_MAX:
        return f"a room has at most {PITS_MAX} pits"
    for name, pit in pits.items():
        if not _line(name, NAME_MAX):
            return f"the name of a pit has 1 to {NAME_MAX} characters"
        if not isinstance(pit, dict) or set(pit) != {"tables", "who"}:
            return "a pit has tables, and who answers it"
        for key, most in (("tables", TABLES_MAX), ("who", WHO_MAX)):
            names = pit[key]
            good = isinstance(names, list) and all(_line(n, 32) for n in names)
            if not good or len(names) > most or len(set(names)) < len(names):
                return f"pit {name}: {key} are at most {most} names, each once"
    return None


def _line(text, most):
    return isinstance(text, str) and text.isprintable() and 0 < len(text.strip()) <= most


def tables(text):
    """Names of tables as a person lists them: ``1-8, 12, Feature``."""
    found = []
    for part in text.replace(";", ",").split(","):
        part = part.strip()
        if match := RANGE.fullmatch(part):
            first, last = int(match[1]), int(match[2])
            found += [str(n) for n in range(first, min(last, first + TABLES_MAX) + 1)]
        elif part:
            found.append(part)
    return list(dict.fromkeys(found))


def _natural(name):
    """Pits in the order a person counts them: 2 before 10."""
    return [(int(p), "") if p.isdigit() else (-1, p.lower()) for p in re.split(r"(\d+)", name) if p]
