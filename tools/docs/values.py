"""The tracker's numbers in the docs, from firmware/table/values.py: ``-m tools.docs.values``.

Writes docs/detection-values.md and the numbers that docs/detection.md quotes (``QUOTES``).
``--check``: change nothing, exit code 1 when either is not what the file says.
"""

import argparse
import re
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = Path("firmware") / "table" / "values.py"
PAGE = Path("docs") / "detection-values.md"
PROSE = Path("docs") / "detection.md"
PART = re.compile(r"## How a table event follows from dwells\n(.*?)\n## ", re.DOTALL)
HEAD = """# Numbers the tracker decides by

This page lists every number by which the tracker decides, with its unit, reason and source.
[Detection](detection.md) says how they are used. `firmware/table/values.py` holds them;
`python -m tools.docs.values` writes the page.

| source | means |
|---|---|
| judgement | the bench is its only source |
| arithmetic | it follows from other numbers |
| memory | it bounds what is kept |
| worlds | a range of [drawn worlds](worlds.md) |
"""
ENTRY = re.compile(r"((?:^# (?!==).+\n)+)^([A-Z][A-Z0-9_]*) = ", re.MULTILINE)
# What docs/detection.md says with numbers, line breaks apart: times in seconds, small counts in
# words. A phrase without a name in braces quotes no constant.
QUOTES = (
    "nor for {CARD_UNREAD_MS} s after a `yes`",
    "within {KEY_ACT_LATE_MS} s of the raise",
    "waits up to {FOLD_WAIT_MS} s for it",
    "when the cards go, {FOLD_WAIT_MS} s later",
    "in every second dwell and for {RETRIEVED_MS} s, once all have their cards",
    "is given {HAND_PARTLY_MS} s, and so is",
    "need rest: {UNCOLLECTED_MS} s, longer than a fold waits to be collected, or {RETRIEVED_MS} s",
    "is looked at for {UNCOLLECTED_MS} s where it is read nowhere",
    "is read at its seat again, for {RETRIEVED_MS} s, the muck",
    "had left its seat for more than {UNCOLLECTED_MS} s when another acted",
    "needs {SIDEWAYS_HITS} reads, four of five, over {SIDEWAYS_MS} s without its home",
    "counts {DUE_SEAT_TIMES} times",
    "may be unreadable for {SHADOW_MS} s",
    "within {AT_ONCE_MS} s of another's act",
    "until its reader has been away for {READER_AWAY_MS} s",
    "goes unread for {UNCOLLECTED_MS} s;",
    "({SHADOW_MS} s where its load is a card less)",
    "in a shadow of up to {SHADOW_MS} s",
    "until an act may wait no longer ({ACT_HELD_MAX_MS} s)",
    "since the deal began, for {PARTIAL_MS} s",
    "has its second within {SECOND_MOVE_MS} s",
    "those read within {SECOND_LEAST_MS} s of the first of them",
    "waits {KEY_LATE_MS} s for the key of the check",
    "keyed within {KEY_LATE_MS} s of the first read",
    "Of two keys within {KEY_LATE_MS} s",
    "waits {CARD_UNREAD_MS} s for the card of that street",
    "would lie there, in {CARD_UNREAD_MS} s at most",
    "lead of {STRING_CENTINATS}, and {CALL_CENTINATS} more",
    "no more than {LIKELY_CENTINATS} below that lead nor {SURELY_CENTINATS} above it",
    "it takes {JUST_CALL_CENTINATS} less to ask",
    "no chip's which nothing has read for {PARTIAL_MS} s,",
    "less load at once, a mean of {LEVEL_MEAN_DWELLS} dwells that is",
    "It takes {LATE_CENTINATS} for a part of what calls",
    "it is {SHADOW_CENTINATS} or more, and so outweighs how rare a shadow is",
    "say by {LATE_CENTINATS} centinats that none lies there",
    "the load by {SHADOW_CENTINATS} at least: a chip",
    "outweigh its hits, {STRAY_DWELLS} for each",
    "goes, within {UNCOLLECTED_MS} s, was called",
    "quiet for {PUSH_MS} s and {PUSH_DWELLS} readings",
    "are a fade for {PARTIAL_MS} s",
    "(100 = e times as likely): {LIKELY_CENTINATS} to look again, {SURELY_CENTINATS} for what",
    "is read closely for {HEAVY_MS} s",
    "{ABSENT_DWELLS} readings of the seat due",
    "waits up to {KEYED_CARD_MS} s for that card",
    "wait up to {SWEPT_WAIT_MS} s for the rest to show in the pot",
    "where no load is known, {BEFORE_ACT_MS} s",
    "cards not read for {MISSING_HANDS} hands",
    "is held for {BURN_UNREAD_MS} s ({LOAD_DECIDES_MS} s when the burn place has no load)",
    "(`burn_unread`, {ASK_MS} s)",
    "the load has said so for {BURN_HEAVY_MS} s",
    "has not come for {LAST_CARD_MS} s and {LAST_CARD_TIMES} times the pace of this deal",
    "a flop of two after {CARD_UNREAD_MS} s",
    "of the deal lack waits {CARD_UNREAD_MS} s for them",
    "leaves it more than {LAST_CARD_MS} s after the second",
    "emptied within {SWEEP_MS} s so were gathered",
    "at the burn place and within {PITCH_MAX_MS} s at a seat",
    "goes on growing for more than {ARRIVE_MAX_MS} s",
    "A pot empty for {POT_EMPTY_MS} s was pushed",
    "the loop's longer side at 1.5 m/s",
    "a stack for seat 10 has ten seats",
)
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def held(tree=ROOT):
    """Name -> value of the constants of a tree's ``values.py``."""
    found = runpy.run_path(str(Path(tree) / PLACE))
    return {name: found[name] for name in found if name.isupper() and name != "FULL_DECK"}


def text(tree=ROOT):
    """The page. Raises ValueError when a constant has no reason or no source."""
    source, constants = (Path(tree) / PLACE).read_text(encoding="utf-8"), held(tree)
    said = {m[2]: _said(m[1]) for m in ENTRY.finditer(source)}
    without = [name for name in constants if not said.get(name)]
    if without:
        raise ValueError(f"{PLACE}: no reason or no source above {', '.join(without)}")
    out = [HEAD]
    for line in source.splitlines():
        name = line.split(" = ")[0]
        if line.startswith("# == "):
            out += [f"\n## {line[5:]}\n", "\n| | value | what for | source |\n|---|---|---|---|\n"]
        elif name in said:
            cells = (f"`{name}`", _shown(constants[name]), *said[name])
            out.append(f"| {' | '.join(cells)} |\n")
    return "".join(out)


def _said(comment):
    """(reason, source) of the comment above a constant; None when it lacks one."""
    joined = " ".join(line[2:] for line in comment.splitlines())
    reason, _, source = joined.partition(" Source: ")
    return (reason.rstrip("."), source.rstrip(".")) if reason and source else None


def _shown(value):
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(value[key])}" for key in value)
    if isinstance(value, tuple):
        return " / ".join(map(str, value))
    return f"{value:,}"


def misquoted(tree=ROOT):
    """What docs/detection.md says otherwise, or says with a number no quote knows."""
    page = (Path(tree) / PROSE).read_text(encoding="utf-8")
    words = {name: _word(name, value) for name, value in held(tree).items()}
    rest = " ".join(PART.search(page)[1].split())
    wrong = []
    for quote in QUOTES:
        phrase = quote.format(**words)
        if phrase not in rest:
            wrong.append(f'{PROSE} does not say "{phrase}"')
        rest = rest.replace(phrase, "")
    loose = re.findall(r"(?:\S+ )?\b\d[\d.,]*\b \S+", rest)
    return wrong + [f'{PROSE}: "{found}" is in no quote of tools/docs/values.py' for found in loose]


def requoted(tree=ROOT):
    """docs/detection.md with each quote's numbers as they are now."""
    page = (Path(tree) / PROSE).read_text(encoding="utf-8")
    words = {name: _word(name, value) for name, value in held(tree).items()}
    for quote in QUOTES:
        parts = re.split(r"{(\w+)}", quote)
        looks = [r"\s+".join(map(re.escape, part.split(" "))) for part in parts[::2]]
        now = [words[name] for name in parts[1::2]]
        page = re.sub(r"([\w.]*\w)".join(looks), lambda m, now=now: _renewed(m, now), page)
    return page


def _renewed(match, now):
    """The text matched with its groups replaced by ``now``."""
    text, at = match[0], match.start()
    for i in range(len(now), 0, -1):
        text = text[: match.start(i) - at] + now[i - 1] + text[match.end(i) - at :]
    return text


def _word(name, value):
    if name.endswith("_MS") and isinstance(value, int):
        return f"{value / 1000:g}"
    return WORDS[value] if isinstance(value, int) and value < len(WORDS) else str(value)


def main(argv=None, tree=ROOT):
    """Write or check; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether all is up to date")
    args = parser.parse_args(argv)
    page, new = Path(tree) / PAGE, text(tree)
    prose, renewed = Path(tree) / PROSE, requoted(tree)
    if not args.check and prose.read_text(encoding="utf-8") != renewed:
        prose.write_text(renewed, encoding="utf-8")
        print(f"{PROSE} written")
    wrong = misquoted(tree)
    if not page.exists() or page.read_text(encoding="utf-8") != new:
        if args.check:
            wrong.append(f"{PAGE} is not what {PLACE} says: python -m tools.docs.values writes it")
        else:
            page.write_text(new, encoding="utf-8")
            print(f"{PAGE} written")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
