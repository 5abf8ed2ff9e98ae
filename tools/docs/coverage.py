"""Which value, procedure or module holds each rule a table can decide, and which test shows it.

    python -m tools.docs.coverage            # writes docs/rule-coverage.md
    python -m tools.docs.coverage --check    # 1 when the page is out of date

The list of rules with their classes lies in the material beside the repository; the page holds
rule numbers and our own short titles only.
"""

import argparse
import csv
import json
import re
import sys
import textwrap
from pathlib import Path

from shared_rules import rulebooks
from shared_rules.rulebooks import process
from tools.docs import coverage_open

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
PAGE = ROOT / "docs" / "rule-coverage.md"
DECIDABLE = ("sensor", "assisted")
SHOWN = ROOT / "tests" / "rulings" / "shown.json"
# tests that show what a book states as a procedure (``rulebooks/process.py``), by module
PROCEDURES = {
    "gateway/tables/live.py": "../gateway/test_web.py",
    "shared_rules/games/__init__.py": "../engine/test_recorded_hands.py",
    "shared_rules/games/flop.py": "cards/test_deal.py",
    "shared_rules/hand/betting/acting.py": "showdown/test_showdown.py",
    "shared_rules/hand/cards/board.py": "cards/test_board.py",
    "shared_rules/hand/start/button_place.py": "start/test_frame.py",
    "shared_rules/hand/betting/chips.py": "betting/test_silent_chips.py",
    "shared_rules/hand/cards/deal_faults.py": "cards/test_deal.py",
    "shared_rules/hand/cards/deal_order.py": "cards/test_deal.py",
    "shared_rules/hand/cards/deck.py": "cards/test_deck.py",
    "shared_rules/hand/betting/folding.py": "betting/test_folds_and_requests.py",
    "shared_rules/hand/betting/limits.py": "betting/test_all_ins_and_limits.py",
    "shared_rules/hand/start/posting.py": "betting/test_counts_and_forced_chips.py",
    "shared_rules/hand/showdown/pots.py": "showdown/test_pots.py",
    "shared_rules/hand/betting/requests.py": "betting/test_folds_and_requests.py",
    "shared_rules/hand/betting/turn_order.py": "betting/test_out_of_turn.py",
    "shared_rules/hand/betting/words.py": "betting/test_declarations.py",
    "shared_rules/ranking.py": "betting/test_openers.py",
    "shared_rules/zones.py": "betting/test_folds_and_requests.py",
}


def rules():
    """[(book, rule, class)] of the list beside the repository, in its order."""
    with open(SHARED / "rulebooks" / "coverage.csv", encoding="utf-8", newline="") as stream:
        return [(r["rulebook"], r["rule"], r["class"]) for r in csv.DictReader(stream)]


def holders():
    """(book, rule) -> names of situation keys, value keys and modules that cite it, sorted."""
    held = {}

    def add(book, rule, name):
        held.setdefault((book, rule), set()).add(name)
        short = re.fullmatch(r"(W\d+\.\d+)[a-z]", rule)
        if short:  # ipr-web: a sub-bullet belongs to its bullet
            held.setdefault((book, short.group(1)), set()).add(name)

    for book in rulebooks.BOOKS:
        for part in parts(book):
            for row in part.OUTCOMES:
                for rule in row[rulebooks.CITES]:
                    add(book, rule, row[rulebooks.KEY])
            for key, _value, cites, _note in part.VALUES:
                for rule in cites:
                    add(book, rule, key)
            for cites, _who, left in getattr(part, "SILENT", ()):
                for rule in cites:
                    add(book, rule, f"{len(left.split())} situations left open (`SILENT`)")
    for book, cited, what, module in process.ROWS:
        for rule in cited:
            add(book, rule, f"{what} (`{module}`)")
    return {key: sorted(names) for key, names in held.items()}


def parts(book):
    """Modules that hold the rows of a book."""
    first = rulebooks.module_of(book.replace("-", "_"))
    return [first] + [rulebooks.module_of(p) for p in getattr(first, "PARTS", ())]


def tests_by_key():
    """Key -> the test that reaches it; ``tests/rulings/conftest.py`` has it proved."""
    return json.loads(SHOWN.read_text(encoding="utf-8"))


def cases_by_rule():
    """(book, rule) -> scenarios of the open cases whose ruling cites it."""
    out = {}
    with open(SHARED / "cases" / "open.jsonl", encoding="utf-8") as stream:
        for line in stream:
            case = json.loads(line)
            for cite in case["expected"]["cite"]:
                book, _, rule = cite.partition(":")
                out.setdefault((book, rule), []).append(case["id"].split("@")[0])
    return out


def missing():
    """Decidable rules that nothing holds: [(book, rule)]."""
    held = holders()
    return [(b, r) for b, r, c in rules() if c in DECIDABLE and (b, r) not in held]


def shown_by_nothing():
    """Decidable rules whose situations and values no test and no case reaches: [(book, rule)]."""
    held, tests, cases = holders(), tests_by_key(), cases_by_rule()
    return [
        (b, r)
        for b, r, c in rules()
        if c in DECIDABLE
        and (b, r) in held
        and _shown(held[(b, r)], tests, cases.get((b, r))) == "nothing"
    ]


def page():
    """Text of docs/rule-coverage.md."""
    held, tests, cases = holders(), tests_by_key(), cases_by_rule()
    out = [
        "# Where each rule is held",
        "",
        "This page says where the program follows each rule that a table can decide, and which",
        "tests show it. Each row names the situations and values of the rulebook data that cite",
        "the rule (or the module that follows it) and tests under `tests/rulings/`. Each test is",
        "checked to reach what it is listed for (`tests/rulings/shown.json`). `SILENT` means that",
        "the rule says nothing more definite, and the floor decides.",
        "",
        "`python -m tools.docs.coverage` writes the page; a test fails when it is out of date.",
        "",
    ]
    for book in rulebooks.BOOKS:
        out += _book(book, held, tests, cases)
    return "\n".join(out) + "\n"


def _book(book, held, tests, cases):
    mine = [(r, c) for b, r, c in rules() if b == book]
    decidable = [r for r, c in mine if c in DECIDABLE]
    found = [r for r in decidable if (book, r) in held]
    out = [
        f"## {book}",
        "",
        f"{len(found)} of {len(decidable)} decidable rules are held.",
        "",
        "| rule | held by | shown by |",
        "|---|---|---|",
    ]
    for rule in found:
        names = held[(book, rule)]
        shown = _shown(names, tests, cases.get((book, rule)))
        out.append(f"| {rule} | {_short(names)} | {shown} |")
    rest = [r for r in decidable if (book, r) not in held]
    whys = []
    for rule in rest:
        why = coverage_open.reason(book, rule) or "no reason given"
        if why not in whys:
            whys.append(why)
    for why in whys:
        same = [r for r in rest if (coverage_open.reason(book, r) or "no reason given") == why]
        out += ["", f"Not held yet ({why}): " + ", ".join(same) + "."]
    keyed = [r for r, c in mine if c == "sensor" and _all_keyed(held.get((book, r), ()))]
    if keyed:
        text = (
            "No antenna detects what these rules are about, although they are classed as for "
            "sensors. Somebody reports it, and the book (or, where the book names no remedy, the "
            f"floor) decides: {', '.join(keyed)}."
        )
        out += ["", *textwrap.wrap(text, 100)]
    others = [r for r, c in mine if c not in DECIDABLE]
    if others:
        out += ["", f"{len(others)} more rules are about events and conduct: "
                "[where each of them is held](desk-coverage.md)."]  # fmt: skip
    return out + [""]


def _all_keyed(names):
    return bool(names) and all(coverage_open.keyed(name) for name in names)


def _short(names, most=4):
    shown = [n if "`" in n else f"`{n}`" for n in names[:most]]
    return ", ".join(shown) + (f" and {len(names) - most} more" if len(names) > most else "")


def _shown(names, tests, cases):
    files = sorted({tests[n].split("::")[0] for n in names if n in tests})
    for name in names:
        module = re.search(r"\(`(.+)`\)", name)
        if module and module.group(1) in PROCEDURES:
            files.append(PROCEDURES[module.group(1)])
        if "`SILENT`" in name:
            files.append("test_books.py")
    out = [f"`{f}`" for f in files[:2]]
    if cases:
        out.append("case " + sorted(set(cases))[0])
    return ", ".join(out) or "nothing"


def write_or_check(argv, about, path, text, module):
    """Command line of a generated page: write it, or with ``--check`` say whether it is current.

    ``text()`` makes the page; ``module`` is what to run when it is out of date.
    """
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    args = parser.parse_args(argv)
    made = text()
    if args.check:
        if path.exists() and path.read_text(encoding="utf-8") == made:
            return 0
        print(f"{path}: out of date; run python -m {module}", file=sys.stderr)
        return 1
    path.write_text(made, encoding="utf-8")
    return 0


def main(argv=None):
    """Write the page, or check that it is what would be written."""
    return write_or_check(argv, __doc__, PAGE, page, "tools.docs.coverage")


if __name__ == "__main__":
    sys.exit(main())
