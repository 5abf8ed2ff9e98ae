"""The rows of a rulebook as they are written: each field under its name, beside its citation.

A book's modules call these functions; what they return is a plain tuple in the order that
``rulebooks`` reads. On a controller there is no call left: the builder of images runs a book's
modules and writes the tuples (``tools/install/images/book_tuples.py``), so names cost no heap
there, and this module is not in an image. A field that is misspelt, missing or unknown is a
TypeError as soon as the book is read.

Citations are rule numbers without the book's name, in a tuple, the nearest first.
"""


def outcome(
    key,
    *,
    ruling,
    decided_by,
    cite,
    misdeal=None,
    binding=None,
    steps=(),
    confidence="high",
    note="",
):
    """What a book says about one situation (``key``: of ``keys.SITUATIONS``).

    ``ruling``: a code of ``sentences.py``; ``decided_by``: ``automatic``, ``dealer``, ``floor`` or
    ``td``; ``misdeal`` and ``binding``: True, False or None (not said); ``steps``: names of
    ``steps.py`` in their order, in a tuple or in one text; ``confidence``: ``medium`` where the
    text can be read another way, with the reason in ``note``.
    """
    return (key, ruling, misdeal, binding, steps, decided_by, cite, confidence, note)


def alike(keys, **fields):
    """The same outcome of several situations (``keys`` between blanks); ``fields``: of it."""
    return tuple([outcome(key, **fields) for key in keys.split()])


def value(key, is_, *, cite, note=""):
    """A number or choice of a book (``key``: of ``keys.VALUES``) and the rules it comes from."""
    return (key, is_, cite, note)


def left_open(keys, *, cite, decided_by):
    """Situations (``keys`` between blanks) that a book leaves to ``decided_by``.

    ``cite``: the nearest rules. Listed, so that silence is seen to be meant.
    """
    return (cite, decided_by, " " + keys.strip() + " ")


def deadline(until, *, keys, cite, ms=None):
    """Until when the faults ``keys`` (between blanks) can be put right.

    ``until``: a word of ``sentences.DEADLINES``; ``ms``: a time in milliseconds where the book
    counts one.
    """
    return (until, ms, cite, " " + keys.strip() + " ")
