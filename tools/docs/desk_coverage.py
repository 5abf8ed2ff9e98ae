"""Which value or procedure of the desk holds each rule about events and conduct, and what shows it.

    python -m tools.docs.desk_coverage            # writes docs/desk-coverage.md
    python -m tools.docs.desk_coverage --check    # 1 when the page is out of date

The list of rules with their classes lies in the material beside the repository; the page holds
rule numbers and our own words only.
"""

import csv
import json
import sys

from shared_rules.desk import books
from tools.cases import desk_cases
from tools.docs import coverage, desk_open

PAGE = coverage.ROOT / "docs" / "desk-coverage.md"
FURTHER = coverage.ROOT / "tests" / "desk" / "cases"
KINDS = ("tournament", "conduct")
SHOWN = coverage.ROOT / "tests" / "desk" / "shown.json"


def rules(book):
    """[(rule, class, title)] of a book's rules about events and conduct, in the list's order."""
    path = coverage.SHARED / "rulebooks" / "coverage.csv"
    with open(path, encoding="utf-8", newline="") as stream:
        return [
            (r["rule"], r["class"])
            for r in csv.DictReader(stream)
            if r["rulebook"] == book and r["class"] in KINDS
        ]


def holders(book):
    """(rule -> keys of values and procedures that cite it, rule -> keys left open beside it)."""
    held, opened = {}, {}
    module = books.module_of(book)
    for row in module.RULES:
        for rule in row[books.CITES]:
            held.setdefault(rule, []).append(row[books.KEY])
    for cites, _, keys in module.SILENT:
        for rule in cites:
            opened.setdefault(rule, []).extend(keys.split())
    return held, opened


def cited():
    """(book, rule) -> scenarios whose decision cites it, of the open and of the further cases."""
    out = {}
    for path in (coverage.SHARED / "cases" / "open-desk.jsonl", *sorted(FURTHER.glob("*.jsonl"))):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = desk_cases.read_case(line)
            for cite in desk_cases.decide(case).cite:
                book, _, rule = cite.partition(":")
                out.setdefault((book, rule), set()).add(case["id"].split("@")[0])
    return out


def tests_by_key():
    """ "book key" -> the test whose decisions rest on it; ``tests/desk/conftest.py`` proves it."""
    return json.loads(SHOWN.read_text(encoding="utf-8"))


def missing():
    """Rules that nothing holds and no sentence explains, and those with both: [(book, rule)]."""
    reasons, table = desk_open.reasons(), coverage.holders()
    out = []
    for book in books.BOOKS:
        held, opened = holders(book)
        for rule, _ in rules(book):
            has = rule in held or rule in opened or (book, rule) in table
            if has == ((book, rule) in reasons):
                out.append((book, rule))
    return out


def page():
    """Text of docs/desk-coverage.md."""
    shown, tests = cited(), tests_by_key()
    out = [
        "# Where each rule about events and conduct is held",
        "",
        "This page says where the program follows each rule about events and conduct, which tests",
        "show it, or why no program decides by the rule.",
        "",
        "- **Held**: the keys of `shared_rules/desk/` (or the situations of the table's rules)",
        "  that cite the rule. `open` keys are those a book leaves to floor or director; the rule",
        "  is the nearest one.",
        "- **Shown**: tests under `tests/desk/` that are checked to rest on a key",
        "  (`tests/desk/shown.json`), and a case decided with the rule.",
        "",
        "`python -m tools.docs.desk_coverage` writes the page. A test fails when it is out of",
        "date, and when a rule is neither held nor explained.",
        "",
    ]
    for book in books.BOOKS:
        out += _book(book, shown, tests)
    return "\n".join(out) + "\n"


def _book(book, shown, tests):
    held, opened = holders(book)
    table, reasons = coverage.holders(), desk_open.reasons()
    mine = rules(book)
    counts = {k: len([1 for _, kind in mine if kind == k]) for k in KINDS}
    without = [r for r, _ in mine if (book, r) in reasons]
    out = [
        f"## {book}",
        "",
        f"{counts['tournament']} rules about events, {counts['conduct']} about conduct:"
        f" {len(mine) - len(without)} held, {len(without)} without a part for a machine.",
        "",
        "| rule | class | held by | shown by |",
        "|---|---|---|---|",
    ]
    for rule, kind in mine:
        if (book, rule) in reasons:
            out.append(f"| {rule} | {kind} | {reasons[book, rule]} | |")
            continue
        keys, left = held.get(rule, []), opened.get(rule, [])
        names = [f"`{k}`" for k in keys[:4]]
        if not names and left:
            names = ["open: " + ", ".join(f"`{k}`" for k in left[:3])]
        at_table = [n for n in table.get((book, rule), []) if "`" not in n]
        if not names and at_table:
            names.append(f"the table's `{at_table[0]}`")
        elif not names:
            names.append("left to the floor at the table")
        rests = [tests.get(f"{book} {k}") for k in keys or left]
        files = sorted({t.split("::")[0] for t in rests if t})
        shown_by = [f"`{f}`" for f in files[:2]]
        shown_by += ["case " + c for c in sorted(shown.get((book, rule), ()))[:1]]
        if not shown_by:
            shown_by.append("[rule coverage](rule-coverage.md)")
        out.append(f"| {rule} | {kind} | {', '.join(names)} | {', '.join(shown_by)} |")
    return out + [""]


def main(argv=None):
    """Write the page, or check that it is what would be written."""
    return coverage.write_or_check(argv, __doc__, PAGE, page, "tools.docs.desk_coverage")


if __name__ == "__main__":
    sys.exit(main())
