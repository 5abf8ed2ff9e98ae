"""The catalogs of the pages' words: what there is to translate, taken from where it stands.

    python -m tools.docs.catalogs            put in what is new, take out what has gone
    python -m tools.docs.catalogs --missing  say what a language lacks

Sources: text of templates, ``_()`` and ``many()`` in them, ``t()`` and ``many()`` in scripts, the
sentences of the modules in ``SENTENCES``, whose f-strings are patterns, ``text()`` and ``many()``
of those in ``ASKING``, the refusals of those in ``REFUSING``, what the rulebooks call their
situations, and the games' names.
"""

import argparse
import ast
import json
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from gateway.languages.speech import ENGLISH, HERE, LANGUAGES
from gateway.languages.templates import patterns
from shared_rules import games
from shared_rules.rulebooks import keys

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "gateway" / "web" / "static" / "words"
WIDTH = 100
# modules whose sentences reach a screen: f-strings, values of a dict, texts of two words or more
SENTENCES = (
    "gateway/people/chrome.py", "gateway/alerts/registry.py", "gateway/tables/projections.py",
    "gateway/tables/words.py", "gateway/tables/moment.py", "gateway/tables/remedies.py",
    "gateway/event/due.py", "gateway/event/sends.py", "gateway/cash/due.py",
    "gateway/event/table_feed.py", "gateway/event/stack_counts.py",
    "gateway/event/log_sentences.py", "gateway/cash/log_sentences.py",
    "gateway/technician/plots.py", "shared_rules/sentences.py",
)  # fmt: skip
# modules that ask for their sentences one by one: what ``text`` and ``many`` are given there
ASKING = (
    "gateway/cash/log_sentences.py", "gateway/cash/views.py", "gateway/event/pdf.py",
    "gateway/event/reports.py", "gateway/event/log_sentences.py", "gateway/event/views.py",
    "gateway/floor/pits_page.py",
)  # fmt: skip
# modules whose refusals reach a person: the first argument of what ``REFUSALS`` names
REFUSING = (
    "gateway/alerts/router.py", "gateway/broadcast/onair.py", "gateway/cash/running_room.py",
    "gateway/cash/from_forms.py", "gateway/cash/router.py", "gateway/dealer/panel_input.py",
    "gateway/dealer/router.py", "gateway/event/acts.py", "gateway/event/desk.py",
    "gateway/event/kept_pages.py", "gateway/event/from_forms.py", "gateway/event/payouts.py",
    "gateway/event/router.py", "gateway/event/sheets.py", "gateway/event/stack_counts.py",
    "gateway/event/structure.py",
    "gateway/exports/router.py", "gateway/floor/pits_page.py", "gateway/floor/replayer.py",
    "gateway/floor/router.py", "gateway/people/entry.py", "gateway/people/page.py",
    "gateway/people/credentials.py",
    "gateway/people/sessions.py", "gateway/people/store.py", "gateway/web/context.py",
)  # fmt: skip
REFUSALS = (
    "BadRequest", "Refused", "BadPayout", "BadSheet", "BadStructure", "NotOpen", "PeopleError",
)  # fmt: skip
CODE_KEYS = ("what", "by", "reason")  # of a dict: what stands there is a code
# what is put together from codes or pieces (gateway/tables/words.py), and stands nowhere whole
PIECES = (
    "the player", "the amount", "{text} (keyed)", "automatic", "floor", "td", "director", "dealer",
    "player", "auditor", "technician", "broadcast",
    "a payout", "a deal", "a proposed deal", "an answer to a deal", "the prizes",
    "{text} (not read)", "{text} (misread)", "{text} (said late)", "{text} (counted)",
    "{text} (ruled)", "{text} (no reader)",
    "the pot went to {seats}", "{seats} and seat {seat}",
    "check", "call", "bet", "raise", "fold", "all in", "call {amount}", "bet {amount}",
    "raise {amount}", "live", "out", "away", "in seat", "button",
    "exposed card", "boxed card", "extra card", "not dealt in", "missing burn", "board card count",
    "not acted", "cards shown by player", "call floor",
    "moved", "break", "redrawn", "final table", "balance", "seated",
    "Done.", "Record", "something went wrong here; it has been noted",
    "a {role} may not do that here", "that cannot be keyed at a table",
    "sign in at /login, or send a token as Authorization: Bearer",
    "this site is not reached by that name", "only pages of this site may read that",
    "only pages of this site may do that", "a body of at most {most} bytes is needed",
    "table {table}", "table {table}, seat {seat}", "Not answered: {where}",
    "nobody waits", "no seat is free", "nothing to undo", "no entry {number} in force",
    "local demonstration", "Events", "Screens", "Dwells", "Journal",
    "not signed in", "Room", "12 hours", "24 hours", "3 days", "a week",
)  # fmt: skip
JINJA = {"_": None, "many": (1, 2)}
JS = {"t": None, "many": (1, 2)}


def sources():
    """``{pattern or (one, other): (files where it stands)}``, in the order of the files."""
    found = {}

    def add(where, pattern):
        places = found.setdefault(pattern, [])
        if where not in places:
            places.append(where)

    for path in sorted(ROOT.glob("gateway/*/templates/*.html")):
        for pattern in of_template(path):
            add(str(path.relative_to(ROOT)), pattern)
    for path in sorted(ROOT.glob("gateway/*/static/*.js")):
        for pattern in of_script(path):
            add(str(path.relative_to(ROOT)), pattern)
    for name in SENTENCES:
        for pattern in of_module(ROOT / name):
            add(name, pattern)
    for name in ASKING:
        for pattern in of_calls(ROOT / name):
            add(name, pattern)
    for name in REFUSING:
        for pattern in of_refusals(ROOT / name):
            add(name, pattern)
    for _key, pattern in keys.SITUATIONS:
        if _said(pattern):
            add("shared_rules/rulebooks/keys.py", pattern)
    for name in games.names():
        add("shared_rules/games", games.title(name))
    for pattern in PIECES:
        add("tools/docs/catalogs.py", pattern)
    return _without_doubles(found)


def _without_doubles(found):
    """Patterns said in one form and in two under one key are one entry, of two forms."""
    double = {pattern[0] for pattern in found if isinstance(pattern, tuple)}
    return {p: where for p, where in found.items() if p not in double}


def of_template(path):
    """Patterns of a template, in order."""
    source = path.read_text()
    options = {"silent": "false"}
    rows = [(line, pattern) for line, pattern in patterns(source)]
    with open(path, "rb") as f:
        for line, function, messages, _comments in babel_extract(f, JINJA, (), options):
            rows.append((line, _messages(function, messages)))
    return [pattern for _line, pattern in sorted(rows, key=lambda row: row[0])]


def of_script(path):
    """Patterns of a script, in order."""
    with open(path, "rb") as f:
        rows = list(extract_javascript(f, JS, (), {"parse_template_string": "true"}))
    return [_messages(function, messages) for _line, function, messages, _comments in rows]


def _messages(function, messages):
    """The pattern of a call, or the two of ``many``."""
    if isinstance(messages, str):
        return messages
    return tuple(messages[:2]) if function == "many" else messages[0]


# -- sentences of Python


def of_module(path):
    """Patterns of a module's sentences, in order."""
    tree = ast.parse(path.read_text())
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside, out = set(), []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside |= {id(part) for part in node.values}
        elif isinstance(node, ast.FormattedValue):
            inside |= {id(part) for part in ast.walk(node.format_spec or ast.Pass())}
    values = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            values |= {id(v) for k, v in pairs if getattr(k, "value", None) not in CODE_KEYS}
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "attr", "") == "__doc__":
            docs.add(id(node.value))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("namedtuple", "many"):
            docs |= {id(a) for a in node.args}
    for node in ast.walk(tree):
        if id(node) in docs or id(node) in inside:
            continue
        if isinstance(node, ast.JoinedStr):
            out.append((node.lineno, _pattern(node)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            whole = node.value == node.value.strip()  # a piece of a sentence is not one
            if whole and (" " in node.value or id(node) in values):
                out.append((node.lineno, node.value))
    return [pattern for _line, pattern in sorted(out) if _said(pattern)]


def of_calls(path):
    """Patterns of a module's ``text("…")`` and ``many("…", "…", …)``, in order."""
    out = []
    for node in ast.walk(ast.parse(path.read_text())):
        name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        wanted = node.args[: {"text": 1, "many": 2}.get(name, 0)] if name else ()
        given = tuple(a.value for a in wanted if isinstance(a, ast.Constant))
        if given and len(given) == len(wanted):
            out.append((node.lineno, given if name == "many" else given[0]))
    return [pattern for _line, pattern in sorted(out, key=lambda row: row[0])]


def of_refusals(path):
    """Patterns of what a module refuses, in order."""
    out = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSALS and node.args:
            why = node.args[0]
            if isinstance(why, ast.JoinedStr):
                out.append((node.lineno, _pattern(why)))
            elif isinstance(why, ast.Constant):
                out.append((node.lineno, why.value))
    return [pattern for _line, pattern in sorted(out) if _said(pattern)]


def _pattern(node):
    fields, out = {}, []
    for part in node.values:
        if isinstance(part, ast.Constant):
            out.append(part.value)
            continue
        first = name = _name(part.value)
        count = 1
        while fields.get(name, ast.dump(part.value)) != ast.dump(part.value):
            count += 1
            name = f"{first}{count}"
        fields[name] = ast.dump(part.value)
        out.append(f"{{{name}}}")
    return "".join(out).strip()


def _name(node):
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return node.slice.value if isinstance(node.slice.value, str) else _name(node.value)
    if isinstance(node, ast.Subscript):
        return _name(node.value)
    if isinstance(node, ast.Call) and node.args:
        return _name(node.args[0])
    if isinstance(node, ast.Call):
        return _name(node.func)
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.IfExp | ast.GeneratorExp):
        return "value"
    return "value"


def _said(pattern):
    """True for what a person reads: letters beyond the fields, no code word."""
    literal = "".join(_outside(pattern))
    return any(c.isalpha() for c in literal) and "_" not in literal and "%d" not in literal


def _outside(pattern):
    depth = 0
    for c in pattern:
        depth += (c == "{") - (c == "}")
        if not depth and c != "}":
            yield c


# -- catalogs


def renewed(code, found):
    """The Catalog of a language with exactly these patterns, translations kept."""
    path = HERE / f"{code}.po"
    known = {}
    if path.exists():
        with open(path, "rb") as f:
            known = {_first(m.id): m.string for m in read_po(f, locale=code) if m.id}
    made = Catalog(locale=code, project="Feltwire", fuzzy=False, header_comment=HEADER[code])
    made.mime_headers  # noqa: B018  # the plural's form comes with the locale
    for pattern, where in found.items():
        string = known.get(_first(pattern), "")
        several = isinstance(pattern, tuple)
        if several != isinstance(string, tuple):
            string = ("", "") if several else ""
        made.add(pattern, string, locations=[(name, None) for name in where])
    return made


HEADER = {
    code: f"# {name}: what the pages say. Made and kept complete by tools/docs/catalogs.py."
    for code, name in LANGUAGES.items()
}


def _first(pattern):
    return pattern if isinstance(pattern, str) else pattern[0]


def text_of(made):
    """A Catalog as the text of its file, without the hour it was written in."""
    from io import BytesIO

    out = BytesIO()
    write_po(out, made, width=WIDTH, include_lineno=False)
    lines = out.getvalue().decode().splitlines(keepends=True)
    unsteady = ('"POT-Creation-Date', '"PO-Revision-Date', '"Last-Translator', '"Language-Team',
                '"Generated-By', '"Report-Msgid', '"Project-Id')  # fmt: skip
    return "".join(line for line in lines if not line.startswith(unsteady))


def script_words(made, found):
    """What scripts say, as the text of a JSON file."""
    wanted = {_first(p) for p, where in found.items() if any(w.endswith(".js") for w in where)}
    said = {_first(m.id): m.string for m in made if m.id and _first(m.id) in wanted}
    said = {k: list(v) if isinstance(v, tuple) else v for k, v in said.items() if v and v[0]}
    return json.dumps(said, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def files():
    """``{path: text}`` of every generated file."""
    found, out = sources(), {}
    for code in LANGUAGES:
        if code != ENGLISH:
            made = renewed(code, found)
            out[HERE / f"{code}.po"] = text_of(made)
            out[SCRIPTS / f"{code}.json"] = script_words(made, found)
    return out


def missing(code):
    """Patterns a language has no words for."""
    made = renewed(code, sources())
    return [m.id for m in made if m.id and not (m.string[0] if m.string else "")]


def main():
    """See the module's text."""
    parser = argparse.ArgumentParser(description="Renew the catalogs of the pages' words.")
    parser.add_argument("--missing", action="store_true", help="say what a language lacks")
    args = parser.parse_args()
    if args.missing:
        lacking = {code: missing(code) for code in LANGUAGES if code != ENGLISH}
        for code, found in lacking.items():
            print(f"{code}: {len(found)} missing", *found[:20], sep="\n  ")
        sys.exit(any(lacking.values()))
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
