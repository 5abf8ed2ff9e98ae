"""The generated references: ``python -m tools.docs`` writes them, a test holds them current."""

import sys
from pathlib import Path

from shared_rules import events, rulebooks, sentences
from shared_rules.rulebooks import keys

DOCS = Path(__file__).resolve().parent.parent / "docs"
MADE = "<!-- made by `python -m tools.docs`; do not edit -->\n\n"


def event_reference():
    """Every table event: wire code, required and optional fields."""
    lines = [
        "# Table events\n",
        MADE,
        'A table event is `{"t": ms, "what": kind, ...}`. On the wire it is\n',
        "`[code, t, fields...]` in the order shown; a trailing `?` marks an optional field,\n",
        "`*` free fields, which travel as one object.\n\n",
        "| code | kind | fields |\n|---|---|---|\n",
    ]
    for code, kind in enumerate(events.KINDS):
        fields = " ".join(f"`{f}`" for f in events.FIELDS[kind])
        lines.append(f"| {code} | `{kind}` | {fields} |\n")
    return "".join(lines)


def ruling_reference():
    """Every ruling code and remedy step, with the sentence people read."""
    lines = ["# Rulings\n", MADE, "## Codes\n\n| code | sentence |\n|---|---|\n"]
    lines += [f"| `{code}` | {text} |\n" for code, text in sentences.CODES]
    lines.append("\n## Remedy steps\n\n")
    lines += [f"- `{step}`\n" for step in sorted(sentences.STEPS)]
    lines.append("\n## Deadlines\n\n`deadline` of a ruling: null, or `until` (below), `ms` and ")
    lines.append("`cite`: until when it can be acted on or put right, where the book says so.\n\n")
    lines.append("| until | in words |\n|---|---|\n")
    lines += [f"| `{word}` | until {text} |\n" for word, text in sentences.DEADLINES]
    return "".join(lines)


def situation_reference():
    """Every situation the engine detects, and what each rulebook makes of it."""
    books = [rulebooks.get(name) for name in rulebooks.BOOKS]
    head = " | ".join(book.name for book in books)
    lines = [
        "# Situations and what the rulebooks make of them\n",
        MADE,
        "`-`: the book is silent, the floor decides. Numbers are the rules cited.\n\n",
        f"| situation | meaning | {head} |\n|---|---|{'---|' * len(books)}\n",
    ]
    for key, meaning in sorted(keys.SITUATIONS):
        cells = [_cell(book.outcome(key)) for book in books]
        lines.append(f"| `{key}` | {meaning} | {' | '.join(cells)} |\n")
    return "".join(lines)


def _cell(outcome):
    if outcome.silent:
        return "-"
    numbers = ", ".join(cite.split(":", 1)[1] for cite in outcome.cite)
    return f"`{outcome.ruling}` {numbers}"


PAGES = {
    "events.md": event_reference,
    "rulings.md": ruling_reference,
    "situations.md": situation_reference,
}


def main():
    """Write all pages."""
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")
        print(f"docs/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
