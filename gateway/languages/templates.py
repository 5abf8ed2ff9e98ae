"""Text of templates in another language, put in place while a template is compiled.

Nothing is marked in a template: a run of text between two tags is a pattern of the catalog, and so
is what a person reads of an attribute. ``{{ … }}`` within a run is a field of the pattern, named by
what it shows: ``Seat {{ s.seat }}`` is ``Seat {seat}``. Strings within ``{{ … }}`` are no text of
the template: they go through ``_()``, ``many()`` or the filter ``translated``.
"""

import html
import re

from jinja2.ext import Extension

from gateway.languages.speech import catalog, fill

_SHOWN = r"\{\{.*?\}\}"
_PIECES = re.compile(
    r"(?P<comment>\{#.*?#\}|<!.*?>)"
    r"|(?P<statement>\{%.*?%\})"
    rf"|(?P<tag><(?:/?[A-Za-z]|/?\{{\{{)(?:{_SHOWN}|\{{%.*?%\}}|[^>{{]|\{{(?![{{%]))*>)"
    rf"|(?P<text>(?:{_SHOWN}|[^<{{]|\{{(?![{{%#]))+)"
    r"|(?P<rest>.)",
    re.DOTALL,
)
_READ = r"aria-label|aria-description|title|placeholder|data-said|data-title|alt"
_ATTRIBUTE = re.compile(rf'(?<=\s)({_READ})="((?:{_SHOWN}|[^"{{]|\{{(?!\{{))*)"', re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{2}")
_NAME = re.compile(r"[A-Za-z_]\w*")
_NO_NAMES = ("_", "and", "else", "if", "many", "not", "or")
# what stands in these is typed, or a page's class, and nobody reads it
_UNREAD = ("<code", "<kbd", "{% block body_class")


class Words(Extension):
    """Jinja extension: compile templates in the language of ``environment.language``."""

    def preprocess(self, source, name, filename=None):
        """See jinja2."""
        found = catalog(self.environment.language)
        return rewritten(source, found) if found else source


def rewritten(source, found):
    """The source of a template with the texts a catalog knows in place of its own."""
    out, before = [], ""
    for piece in _PIECES.finditer(source):
        kind, raw = piece.lastgroup, piece[0]
        if kind == "tag":
            raw = _ATTRIBUTE.sub(lambda m: f'{m[1]}="{_put(m[2], found, True)}"', raw)
        elif kind == "text" and not before.startswith(_UNREAD):
            raw = _put(raw, found, False)
        before = raw if kind in ("tag", "statement") else ""
        out.append(raw)
    return "".join(out)


def patterns(source):
    """``[(line, pattern)]`` of a template's texts."""
    out, before = [], ""
    for piece in _PIECES.finditer(source):
        line = source.count("\n", 0, piece.start()) + 1
        if piece.lastgroup == "tag":
            out += [(line, m[2]) for m in _ATTRIBUTE.finditer(piece[0])]
        elif piece.lastgroup == "text" and not before.startswith(_UNREAD):
            out.append((line, piece[0]))
        before = piece[0] if piece.lastgroup in ("tag", "statement") else ""
    named = [(line, pattern_of(raw)[0]) for line, raw in out]
    return [(line, pattern) for line, pattern in named if pattern]


def pattern_of(raw):
    """``(pattern, {field: expression})`` of a run of text; ``("", {})`` where it has no word."""
    parts = re.split(rf"({_SHOWN})", " ".join(raw.split()))
    fields, out = {}, []
    for part in parts:
        if not part.startswith("{{"):
            out.append(html.unescape(part))
            continue
        name = first = _field(part[2:-2])
        count = 1
        while fields.get(name, part) != part:
            count += 1
            name = f"{first}{count}"
        fields[name] = part
        out.append(f"{{{name}}}")
    literal = "".join(part for part in parts if not part.startswith("{{"))
    return ("".join(out), fields) if _WORD.search(html.unescape(literal)) else ("", {})


def _field(expression):
    """What a field is called: the last name of its expression, filters and strings aside."""
    bare = re.sub(r'"[^"]*"', "", expression).split("|")[0]
    names = [name for name in _NAME.findall(bare) if name not in _NO_NAMES]
    return names[-1] if names else "value"


def _put(raw, found, quoted):
    pattern, fields = pattern_of(raw)
    answer = found.get(pattern) if pattern else None
    if answer is None:
        return raw
    answer = answer if isinstance(answer, str) else answer[-1]
    body = raw.strip()
    lead, tail = raw[: raw.index(body)], raw[raw.index(body) + len(body) :]
    return lead + fill(html.escape(answer, quote=quoted), fields) + tail
