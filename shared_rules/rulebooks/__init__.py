"""Rulebooks as data: ``get(name)`` gives a Book that answers situation keys and value keys.

A book is one module (``tda_2011`` for ``tda-2011``) or a package of the same name, optionally
followed by further parts named in its ``PARTS`` tuple (``PARTS = ("tda_2011_wagers",)``).
Each part holds rows, whose fields have names (``rows.py`` says what each means):

    OUTCOMES = (
        outcome("deal.first_two_exposed", ruling="misdeal", misdeal=True,
                steps="return_all_bets redeal", decided_by="dealer", cite=("32a",)),
    )
    VALUES = (
        value("deal.exposed_void", 2, cite=("32b",)),
    )

A key a book lacks is answered ``floor_decides``: no book borrows from another. What a book is known
to leave open is listed, with the nearest rules, so that silence is seen to be meant:

    SILENT = (
        left_open("deal.extra_one deal.extra_many", cite=("32", "1"), decided_by="floor"),
    )

Where a book says until when a fault can be put right, its first part says so:

    DEADLINES = (
        deadline("substantial_action", keys="deal.out_of_sequence deal.empty_seat",
                 cite=("32", "33")),
    )

To this module a row is a plain tuple, as a controller has it: in an image, and frozen into a
board's program, no call of ``rows.py`` is left (``tools/install/images/book_tuples.py``).
"""

import sys

from shared_rules.compat import SMALL, tidy

BOOKS = ("ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011")

# fields of an outcome's row, in the order of ``rows.outcome``
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
        self.deadline = None  # (until, ms or None, citations) where the book says until when


class Book:
    """One rulebook, optionally under house rules. Look-ups never raise; silence is an answer.

    ``parts``: modules, or names of modules in this package. Values are kept; outcomes are looked
    up when a situation arises, on a small interpreter in a part that is loaded for the purpose.
    """

    def __init__(self, name, parts, overlay=None):
        self.name = name
        self.parts = parts
        self.overlay = overlay
        self.silence = ()
        self._outcomes = {}
        self._values = {}
        for part in self.parts:
            module = _load(part)
            for row in module.VALUES:
                if row[0] not in self._values:
                    self._values[row[0]] = row[1]
            self.silence = self.silence or getattr(module, "SILENCE", ())
            module = _release(part)

    def outcome(self, key):
        """Outcome of a situation key; ``floor_decides`` (``silent``) where the book has none."""
        if key not in self._outcomes:
            found = self._outcomes[key] = self._look_up(key)
            found.deadline = self._deadline(key)
        return self._outcomes[key]

    def _deadline(self, key):
        """Until when the situation can be acted on or put right; None where the book is silent."""
        module = _load(self.parts[0])
        found = None
        for until, ms, cites, keys in getattr(module, "DEADLINES", ()):
            if " " + key + " " in keys:
                found = (until, ms, tuple([self.name + ":" + c for c in cites]))
                break
        module = _release(self.parts[0])
        return found

    def _look_up(self, key):
        if self.overlay is not None:
            row = self.overlay.outcome_row(key)
            if row is not None:
                return Outcome("house", row, False, True)
        cite, who = self.silence, "floor"
        word = " " + key + " "
        for part in self.parts:
            found = None
            module = _load(part)
            for row in module.OUTCOMES:
                if row[0] == key:
                    found = Outcome(self.name, row)
                    break
            for rules, by, keys in getattr(module, "SILENT", ()):
                if word in keys:
                    cite, who = rules, by
                    break
            module = _release(part)
            if found is not None:
                return found
        return Outcome(
            self.name, (key, "floor_decides", False, None, "", who, cite, "medium", ""), True
        )

    def has(self, key):
        """True when the book (or the house) says something about a situation key."""
        return not self.outcome(key).silent

    def _value_row(self, key):
        if self.overlay is not None:
            row = self.overlay.value_row(key)
            if row is not None:
                return row
        for part in self.parts:
            found = None
            for row in _load(part).VALUES:
                if row[0] == key:
                    found = row
                    break
            _release(part)
            if found is not None:
                return found
        return (key, None, (), "")

    def value(self, key, default=None):
        """Value of a value key, ``default`` where the book is silent."""
        found = self._values.get(key)
        if self.overlay is not None:
            row = self.overlay.value_row(key)
            found = found if row is None else row[1]
        return default if found is None else found

    def value_cite(self, key):
        """Citations (``book:rule``) behind a value."""
        return tuple([self.name + ":" + c for c in self._value_row(key)[2]])


def _load(part):
    return module_of(part) if isinstance(part, str) else part


def _release(part):
    """Let a part go where memory is short; nothing keeps its rows but what was taken."""
    if SMALL and isinstance(part, str):
        full = "shared_rules.rulebooks." + part
        if full in sys.modules:
            del sys.modules[full]
            delattr(sys.modules["shared_rules.rulebooks"], part)
            tidy()


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
    first = name.replace("-", "_")
    try:
        parts = [first] + list(getattr(module_of(first), "PARTS", ()))
    except ImportError:
        raise UnknownBook("rulebook %r is not on this device" % name)
    book = Book(name, parts, overlay)
    if overlay is None:
        _cache[name] = book
    return book
