"""Pits of the room, and who answers them: one small file, kept on the floor's page.

A pit is a name, its tables and the people who answer it. Who answers pits is rung by their tables,
by tables of no pit and of pits nobody answers, and by everything that escalates; who answers none
is rung by all. So a table is never without somebody's phone.
"""

import json
import re
import threading

from gateway.process import atomic

PITS_MAX, TABLES_MAX, WHO_MAX = 40, 400, 20
NAME_MAX = 20  # characters
RANGE = re.compile(r"(\d{1,4})\s*[-–]\s*(\d{1,4})")


class Pits:
    """``{name: {"tables": [...], "who": [...]}}``, kept in ``pits.json`` of the data folder."""

    def __init__(self, folder):
        self._path = folder / "pits.json"
        self._lock = threading.Lock()
        self._pits = self._read()
        self.version = 0  # counts changes, for pages that are kept

    def _read(self):
        try:
            found = json.loads(self._path.read_text())
        except (OSError, ValueError):
            return {}  # none yet; one that cannot be read is set up again
        return found if fault(found) is None else {}

    def all(self):
        """The pits by name, a copy."""
        with self._lock:
            return {name: {k: list(v) for k, v in pit.items()} for name, pit in self._in_order()}

    def _in_order(self):
        return sorted(self._pits.items(), key=lambda item: _natural(item[0]))

    def of(self):
        """Table -> name of its pit."""
        with self._lock:
            return {table: name for name, pit in self._pits.items() for table in pit["tables"]}

    def mine(self, who):
        """Names of the pits somebody answers, in order."""
        with self._lock:
            return tuple(name for name, pit in self._in_order() if who in pit["who"])

    def silent(self, mine):
        """Tables that do not ring for who answers the pits ``mine``: others answer theirs."""
        if not mine:
            return frozenset()
        with self._lock:
            others = (pit for name, pit in self._pits.items() if name not in mine and pit["who"])
            return frozenset(table for pit in others for table in pit["tables"])

    def rings(self, table, who):
        """True when an alert of a table is one for this person."""
        return table not in self.silent(self.mine(who))

    def put(self, name, tables, who):
        """Set up a pit; its tables leave the pits they were in. The fault in one line, or None."""
        with self._lock:
            pits = {
                n: {**pit, "tables": [t for t in pit["tables"] if t not in tables]}
                for n, pit in self._pits.items()
            }
            pits[name] = {"tables": list(tables), "who": list(who)}
            return self._keep(pits)

    def answer(self, name, who, on):
        """Somebody answers a pit, or does so no more. The fault in one line, or None."""
        with self._lock:
            pit = self._pits.get(name)
            if pit is None:
                return "there is no such pit"
            others = [w for w in pit["who"] if w != who]
            pit = {**pit, "who": [*others, who] if on else others}
            return self._keep({**self._pits, name: pit})

    def remove(self, name):
        """A pit is no more; its tables are of no pit."""
        with self._lock:
            return self._keep({n: pit for n, pit in self._pits.items() if n != name})

    def _keep(self, pits):
        """Under the lock. OSError when the disk refuses: nothing has changed then."""
        wrong = fault(pits)
        if wrong is None:
            atomic.write_text(self._path, json.dumps(pits, sort_keys=True))
            self._pits, self.version = pits, self.version + 1
        return wrong


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
