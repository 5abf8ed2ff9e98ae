"""Rulebooks as data: ``get(name)`` gives a Book that answers situation keys and value keys.

A book is one module (``tda_2011`` for ``tda-2011``) or a package of the same name, optionally
followed by further parts named in its ``PARTS`` tuple (``PARTS = ("tda_2011_wagers",)``).
Each part holds two constant tuples, which freeze into flash on a controller:

    OUTCOMES = (
        # key, ruling, misdeal, binding, steps, decided_by, cite, confidence, note
        ("deal.first_two_exposed", "misdeal", True, None, "return_all_bets redeal", "dealer",
         ("32a",), "high", ""),
    )
    VALUES = (
        # key, value, cite, note
        ("value.exposed_cards_void", 2, ("32b",), ""),
    )

``misdeal`` and ``binding`` are True, False or None (not said). ``steps`` is one text of step
names in order, or a tuple of them. ``cite`` are rule numbers without the book's name. A key a book
lacks is answered ``floor_decides``: no book borrows from another. What a book is known to leave
open is listed, with the nearest rules, so that silence is seen to be meant:

    SILENT = (
        # cite, decided_by, keys between blanks
        (("32", "1"), "floor", " deal.extra_one deal.extra_many "),
    )
"""

from shared_rules.rulebooks import house as _house

BOOKS = ("ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011")

(KEY, RULING, MISDEAL, BINDING, STEPS, DECIDED_BY, CITES, CONFIDENCE, NOTE) = range(9)


class UnknownBook(ValueError):
    """A rulebook nobody wrote; the text names it and lists those there are."""


class Outcome:
    """What a book says about one situation. Read-only; ``silent`` when the book has no entry."""

    def __init__(self, book, row, silent=False, house=False):
        self.key = row[KEY]
        self.ruling = row[RULING]
        self.binding = row[BINDING]
        self.misdeal = row[MISDEAL]
        steps = row[STEPS]
        self.steps = tuple(steps.split()) if isinstance(steps, str) else tuple(steps)
        self.decided_by = row[DECIDED_BY]
        self.cite = tuple([book + ":" + c for c in row[CITES]])
        self.confidence = row[CONFIDENCE]
        self.note = row[NOTE]
        self.silent = silent
        self.house = house


class Book:
    """One rulebook, optionally under house rules. Look-ups never raise; silence is an answer."""

    def __init__(self, name, parts, overlay=None):
        self.name = name
        self.parts = parts
        self.overlay = overlay
        self._values = {}

    def outcome(self, key):
        """Outcome of a situation key; ``floor_decides`` (``silent``) where the book has none."""
        if self.overlay is not None:
            row = self.overlay.outcome_row(key)
            if row is not None:
                return Outcome("house", row, False, True)
        for part in self.parts:
            for row in part.OUTCOMES:
                if row[0] == key:
                    return Outcome(self.name, row)
        cite, who = self._left_open(key)
        row = (key, "floor_decides", False, None, "", who, cite, "medium", "")
        return Outcome(self.name, row, True)

    def _left_open(self, key):
        """(rule numbers, who decides) where a part lists the key in ``SILENT``, else rule 1."""
        word = " " + key + " "
        for part in self.parts:
            for cite, who, keys in getattr(part, "SILENT", ()):
                if word in keys:
                    return cite, who
        return self._silence(), "floor"

    def has(self, key):
        """True when the book (or the house) says something about a situation key."""
        return not self.outcome(key).silent

    def _silence(self):
        """Rule numbers that hand what the book does not cover to the floor (often rule 1)."""
        return self.parts[0].SILENCE if hasattr(self.parts[0], "SILENCE") else ()

    def _value_row(self, key):
        row = self._values.get(key)
        if row is None:
            if self.overlay is not None:
                row = self.overlay.value_row(key)
            if row is None:
                for part in self.parts:
                    for candidate in part.VALUES:
                        if candidate[0] == key:
                            row = candidate
                            break
                    if row is not None:
                        break
            if row is None:
                row = (key, None, (), "")
            self._values[key] = row
        return row

    def value(self, key, default=None):
        """Value of a value key, ``default`` where the book is silent."""
        v = self._value_row(key)[1]
        return default if v is None else v

    def value_cite(self, key):
        """Citations (``book:rule``) behind a value."""
        return tuple([self.name + ":" + c for c in self._value_row(key)[2]])


_cache = {}


def module_of(path):
    """Import ``shared_rules.rulebooks.<path>`` and return it (works on both interpreters)."""
    full = "shared_rules.rulebooks." + path
    return __import__(full, None, None, ("OUTCOMES",))


def get(name, overlay=None):
    """Book of a name such as ``tda-2011``; ``overlay`` is a ``house.HouseRules`` or None.

    Raises UnknownBook for a name nobody wrote.
    """
    if name not in BOOKS:
        raise UnknownBook("unknown rulebook %r (there are: %s)" % (name, ", ".join(BOOKS)))
    if overlay is None and name in _cache:
        return _cache[name]
    try:
        base = module_of(name.replace("-", "_"))
    except ImportError:
        raise UnknownBook("rulebook %r is not on this device" % name)
    parts = [base]
    for extra in getattr(base, "PARTS", ()):
        parts.append(module_of(extra))
    book = Book(name, parts, overlay)
    if overlay is None:
        _cache[name] = book
    return book


HouseRules = _house.HouseRules
