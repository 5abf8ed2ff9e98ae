"""The generated references; a test holds them current.

python -m tools.docs.references    # writes them
"""

import csv
import dataclasses
import sys
import textwrap
from pathlib import Path

from gateway.access import policy
from gateway.people.who import ROLES
from gateway.settings.fields import SECTION, Settings
from shared_rules import events, rulebooks, sentences
from shared_rules.rulebooks import keys
from tools.docs import interfaces
from tools.install import configfile

ROOT = Path(__file__).resolve().parents[2]
FIRST_SCORES = ROOT / "tests" / "rulings" / "sequences" / "first_scores.csv"
MENDED = FIRST_SCORES.with_name("mended.txt")
SETS = FIRST_SCORES.with_name("sets_and_authors.md")  # who wrote them, what became of them
PROSE = 100  # columns of a line of prose (style)
SCORE_ROW = (
    "| {set} | {book} | {commit} | {cases} | {ruling} | {corrected} |"
    " {high} of {high_cases} | {steps} of {steps_cases} | {decided_by} | {cite} |\n"
)
SET_ROW = (
    "| {set} | {commit} | {cases} | {ruling} | {high} of {high_cases} |"
    " {steps} of {steps_cases} | {decided_by} | {cite} |\n"
)
SUMMED = ("cases", "ruling", "high", "high_cases", "steps", "steps_cases", "decided_by", "cite")
NEWEST_SETS = 4  # what the engine is; older sets say what it was
MADE = "<!-- made by `python -m tools.docs.references`; do not edit -->\n\n"


def event_reference():
    """Every table event: wire code, required and optional fields."""
    lines = [
        "# Table events\n",
        MADE,
        "This page lists every kind of table event, with its code on the wire and its fields.\n",
        'A table event is `{"t": ms, "what": kind, ...}`. On the wire it is\n',
        "`[code, t, fields...]` in the order shown. A trailing `?` marks an optional field, `*`\n",
        "free fields, which travel as one object.\n\n",
        "| code | kind | fields |\n|---|---|---|\n",
    ]
    for code, kind in enumerate(events.KINDS):
        fields = " ".join(f"`{f}`" for f in events.fields(kind))
        lines.append(f"| {code} | `{kind}` | {fields} |\n")
    return "".join(lines)


def ruling_reference():
    """Every ruling code and remedy step, with the sentence people read."""
    lines = [
        "# Rulings\n",
        MADE,
        "This page lists the sentence people read for each code of a ruling, the steps of a\n",
        "remedy, and how long a ruling stands open.\n\n",
        "## Codes\n\n| code | sentence |\n|---|---|\n",
    ]
    lines += [f"| `{code}` | {text} |\n" for code, text in sentences.CODES]
    lines.append("\n## Remedy steps\n\n")
    lines += [f"- `{step}`\n" for step in sorted(sentences.STEPS)]
    lines.append(
        "\n## Deadlines\n\nIf the book says how long a ruling can be acted on or put right, "
    )
    lines.append("`deadline` has\n`until` (below), `ms` and `cite`; else it is null.\n\n")
    lines.append("| until | in words |\n|---|---|\n")
    lines += [f"| `{word}` | until {text} |\n" for word, text in sentences.DEADLINES]
    lines.append("\n## How well it rules\n\n")
    lines.append(
        "What the engine made of cases it had never met, sets of the newest authors, first run\n"
        "([all sets, what each holds, and what was mended](rulings-scores.md)):\n\n"
        "| set | commit | cases | rulings right | of high confidence | remedies |"
        " deciders | citations |\n|---|---|---|---|---|---|---|---|\n"
    )
    return "".join(lines + _newest_sets(_first_scores()))


def _first_scores():
    """The first scores of the sets written from the texts, a row a set and book."""
    with open(FIRST_SCORES, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _newest_sets(rows):
    """The newest sets, a row each: all books of a set together."""
    lines = []
    for name in sorted({int(row["set"]) for row in rows})[-NEWEST_SETS:]:
        books = [row for row in rows if row["set"] == str(name)]
        cell = {key: sum(int(row[key]) for row in books) for key in SUMMED}
        commits = ", ".join(f"`{commit}`" for commit in dict.fromkeys(r["commit"] for r in books))
        lines.append(SET_ROW.format(set=name, commit=commits, **cell))
    return lines


def ruling_scores():
    """Who wrote the cases the engine had not met, its first scores, and what was mended since."""
    lines = [
        "# How well the engine rules: the scores\n",
        MADE,
        SETS.read_text(encoding="utf-8"),
        "| set | book | commit | cases | ruling | corrected | high confidence | steps |"
        " decided by | cite |\n",
        "|---|---|---|---|---|---|---|---|---|---|\n",
    ]
    lines += [SCORE_ROW.format(**row) for row in _first_scores()]
    lines.append("\n## Mended\n\nWhat the engine rules since its first scores, by subject:\n")
    for text in MENDED.read_text(encoding="utf-8").splitlines():
        lines.append(f"\n##{text}\n\n" if text.startswith("# ") else _item(text))
    return "".join(lines)


def _item(text):
    """An item of a list, its lines as wide as prose is."""
    wrapped = textwrap.fill(
        text, PROSE, initial_indent="- ", subsequent_indent="  ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return wrapped + "\n"


def situation_reference():
    """Every situation the engine detects, and what each rulebook makes of it."""
    books = [rulebooks.get(name) for name in rulebooks.BOOKS]
    head = " | ".join(book.name for book in books)
    lines = [
        "# Situations and what the rulebooks make of them\n",
        MADE,
        "This page says what each rulebook rules in every situation the engine detects. A\n",
        "cell has the code of the ruling ([rulings](rulings.md)) and the rules it cites. `-`\n",
        "means that the book is silent and the floor decides.\n\n",
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


def setting_reference():
    """Every setting of a configuration file, with its bounds and its default."""
    lines = [
        "# Settings\n",
        MADE,
        "This page lists every setting of the configuration file, a TOML file that\n",
        "`feltwire up --config feltwire.toml` (or `feltwire gateway --config`) reads. The\n",
        "command line overrides it. `feltwire.example.toml` has every setting at its default.\n",
        "Every other command takes `--config FILE` too, and then uses that file's data folder,\n",
        "broker and rulebook as the defaults of its options.\n\n",
        "## `[gateway]`\n\n| setting | default | meaning |\n|---|---|---|\n",
    ]
    for f in dataclasses.fields(Settings):
        text = f.metadata["text"] + _span(f.metadata)
        lines.append(f"| `{f.name}` | `{_toml(f.default)}` | {text} |\n")
    lines.append("\n## `[up]`\n\nWhat `feltwire up` starts beside the gateway.\n\n")
    lines.append("| setting | meaning |\n|---|---|\n")
    lines += [f"| `{name}` | {text} |\n" for name, (_kind, text, _look) in configfile.UP.items()]
    return "".join(lines)


def setting_example():
    """A configuration file with every setting at its default, commented out."""
    lines = ["# Every setting of Feltwire at its default; docs/settings.md says what each is.\n"]
    lines.append(f"\n[{SECTION}]\n")
    for f in dataclasses.fields(Settings):
        lines.append(f"# {f.metadata['text']}{_span(f.metadata)}\n")
        lines.append(f"# {f.name} = {_toml(f.default)}\n")
    lines.append("\n[up]\n")
    lines += [f"# {name}: {text}\n" for name, (_kind, text, _look) in configfile.UP.items()]
    return "".join(lines)


def access_reference():
    """Every route and who is let in, from the policy that lets in."""
    lines = [
        "# Who may do what\n",
        MADE,
        "Which requests each role may make, from `gateway/access/policy.py`, which decides. A\n",
        "request without a row is refused.\n\n",
        "| cell | means |\n|---|---|\n",
        "| `any` | every table; somebody bound to one table reaches that one only,"
        " nothing about all |\n",
        "| `own` | the table somebody is bound to |\n",
        "| `self` | allowed; it is about no table |\n",
        "| `-` | refused |\n\n",
        f"| request | nobody | {' | '.join(ROLES)} |\n|---|---|{'---|' * len(ROLES)}\n",
    ]
    for method, path, roles in policy.ROWS:
        everybody = roles is policy.EVERYBODY
        cells = ["self" if everybody else "-"]
        cells += [roles.get(role, "self" if everybody else "-") for role in ROLES]
        lines.append(f"| `{method} {path}` | {' | '.join(cells)} |\n")
    return "".join(lines)


def _span(metadata):
    low, high, choices = metadata["low"], metadata["high"], metadata["choices"]
    if choices:
        return f" (one of {', '.join(choices)})"
    if low is None:
        return ""
    return f" ({low} to {high})" if high is not None else f" (at least {low})"


def _toml(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(f'"{v}"' for v in value) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'


PAGES = {
    "docs/events.md": event_reference,
    "docs/rulings.md": ruling_reference,
    "docs/rulings-scores.md": ruling_scores,
    "docs/situations.md": situation_reference,
    "docs/access.md": access_reference,
    "docs/settings.md": setting_reference,
    "docs/openapi.json": interfaces.openapi,
    "docs/asyncapi.json": interfaces.asyncapi,
    "feltwire.example.toml": setting_example,
}


def main():
    """Write all pages."""
    for name, page in PAGES.items():
        (ROOT / name).write_text(page(), encoding="utf-8")
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
