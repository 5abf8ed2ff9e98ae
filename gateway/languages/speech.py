"""What is said now: the language of the request under way, its words, numbers and times.

A pattern is an English sentence whose fields stand in braces, ``Seat {seat} to act``; it is the key
of a catalog (``de.po``, ``es.po`` beside this file). Where a language lacks a pattern the English
stands: a page says something in every case.
"""

import contextlib
import contextvars
import datetime
import functools
import re
from pathlib import Path

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.messages.pofile import read_po

HERE = Path(__file__).parent
ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch", "es": "Español"}
KEPT_MAX = 20_000  # sentences kept in another language; sixty busy tables have a few thousand
DEEPEST = 6  # a sentence in a sentence in a sentence …; no pattern of ours goes further
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?![\d,])|\b\d+\.\d+\b")
_FIELD = re.compile(r"\{(\w+)\}")
_now = contextvars.ContextVar("language", default=ENGLISH)


def language():
    """Code of the language of the request under way, else English."""
    return _now.get()


@contextlib.contextmanager
def speaking(code):
    """Say everything in this language, within the block and what it calls."""
    token = _now.set(code if code in LANGUAGES else ENGLISH)
    try:
        yield
    finally:
        _now.reset(token)


@functools.cache
def catalog(code):
    """``{pattern: text or (one, other)}`` of a language; empty of English."""
    if code == ENGLISH:
        return {}
    with open(HERE / f"{code}.po", "rb") as f:
        read = read_po(f, locale=code)
    return {_key(m.id): m.string for m in read if m.id and any(_several(m.string))}


def _key(found):
    return found if isinstance(found, str) else found[0]


def _several(found):
    return (found,) if isinstance(found, str) else found


def text(pattern, **fields):
    """A pattern in the language spoken now, its fields filled in."""
    found = catalog(language()).get(pattern, pattern)
    return fill(_several(found)[-1] if found is not pattern else pattern, fields)


def many(one, other, n, **fields):
    """``one`` or ``other``, by ``n``, which is the field ``n`` too."""
    forms = catalog(language()).get(one)
    if not isinstance(forms, tuple):
        forms = (one, other)
    return fill(forms[0 if n == 1 else -1], {"n": n, **fields})


def fill(pattern, fields):
    """A pattern with its fields filled in; a field nobody gives stays as it is."""
    return _FIELD.sub(lambda m: str(fields.get(m[1], m[0])), pattern)


# -- numbers and times


@functools.cache
def signs(code):
    """``(between thousands, before the fraction)`` of a language."""
    found = Locale.parse(code).number_symbols
    found = found.get("latn", found)
    return found["group"], found["decimal"]


def number(value):
    """A whole number as the language writes it: ``1,234,567``, ``1.234.567``."""
    return f"{value:,}".replace(",", signs(language())[0])


def _numbers(said):
    """English numbers within a text as the language writes them."""
    group, point = signs(language())
    return _NUMBER.sub(
        lambda m: m[0].replace(",", group) if "," in m[0] else m[0].replace(".", point), said
    )


def day(iso):
    """A day, ``2026-11-22``, as the language writes it; English keeps it, as the log has it."""
    if language() == ENGLISH:
        return iso
    return format_date(datetime.date.fromisoformat(iso), "medium", locale=language())


def short_day(year, month, day):
    """A day without its year: ``22 Nov``, ``22. Nov.``."""
    date = datetime.date(year, month, day)
    if language() == ENGLISH:
        return date.strftime("%d %b")
    return format_skeleton("MMMd", date, locale=language())


# -- sentences that are made already


def translated(said):
    """A sentence the program made in English, in the language spoken now.

    Its pattern is found again among the catalog's, its fields are told likewise; what fits no
    pattern (a name, what a person wrote) stays as it is.
    """
    if not isinstance(said, str) or not said or language() == ENGLISH:
        return said
    return _translated(language(), said, 0)


@functools.lru_cache(KEPT_MAX)
def _translated(code, said, depth):
    known = catalog(code).get(said)
    if known is not None:
        return _several(known)[-1]
    low = said[0].lower() + said[1:]
    if said.endswith(".") and low[:-1] in catalog(code):
        return _upper(_several(catalog(code)[low[:-1]])[-1]) + "."
    for wanted in (said, low) if low != said else (said,):
        found = _match(code, wanted, depth)
        if found is not None:
            return _upper(found) if said[0].isupper() else found
    if said.endswith(".") and len(said) > 1:  # a piece of which a sentence was made
        bare = _translated(code, said[:-1], depth)
        if bare != _numbers(said[:-1]):
            return bare + "."
    return _numbers(said)


def _upper(said):
    return said[:1].upper() + said[1:]


def _match(code, said, depth):
    exact = catalog(code).get(said)
    if exact is not None:
        return _several(exact)[-1]
    for literal, match, answer in _patterns(code) if depth < DEEPEST else ():
        found = match(said) if literal in said else None
        if found:
            fields = {k: _translated(code, v, depth + 1) if v else v for k, v in found.items()}
            return fill(answer, fields)
    return None


@functools.cache
def _patterns(code):
    """``[(longest literal part, match, answer)]``: the patterns with fields, most telling first."""
    rows = []
    for pattern, answer in catalog(code).items():
        parts = _FIELD.split(pattern)
        literals = parts[::2]
        several = not isinstance(answer, str)  # such a one is asked for with its number
        if several or len(parts) == 1 or not re.search(r"\w{2}|[:,;]", "".join(literals)):
            continue
        rows.append((max(literals, key=len), _matcher(parts), answer, len("".join(literals))))
    rows.sort(key=lambda row: -row[3])
    return [row[:3] for row in rows]


def _matcher(parts):
    """``said -> {field: what stands there}``, or None, of a pattern split into its parts."""
    made, seen = [], set()
    for i, part in enumerate(parts):
        if i % 2 == 0:
            made.append(re.escape(part))
        elif part in seen:
            made.append(f"(?P={part})")
        else:
            seen.add(part)
            made.append(f"(?P<{part}>.*?)")
    whole = re.compile("".join(made), re.DOTALL)

    def match(said):
        found = whole.fullmatch(said)
        return found.groupdict() if found else None

    return match
