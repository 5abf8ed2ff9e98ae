"""Real and random hands with events dropped, repeated, swapped, altered, and strange ones put in.

    python -m tests.engine.fuzz [--lists N] [--first SEED] [--cases CASES.jsonl] [HANDS...]

Every event passes the gateway's check of shapes first, as it does at a table; after that the
engine may not raise: observed facts are never refused. Only a setup that cannot be played is
(``BadSetup``), and then nothing has changed. Prints how many lists were folded and what raised.
"""

import argparse
import ast
import copy
import json
import random
import sys
import time
import traceback
from functools import cache
from pathlib import Path

from gateway.ingest import decoder
from shared_rules import events, rulebooks, wire
from shared_rules.engine import Hand
from shared_rules.table import BadSetup, Table
from tests.engine.clean_games import GAMES, clean
from tools.bench.rules import events_of
from tools.cases import adjudicate
from tools.playing import phh

HAND_MODULES = Path(events.__file__).parent / "hand"
SEATS = (0, 1, 2, 3, 5, 9, 10, 13, 30, None)
NUMBERS = (0, 1, -1, 2, 3, 5, 7, 50, 100, 999, -500, 10**6, 10**12, 2**53 - 1, -(2**53) + 1)
ZONES = ("stub", "mouth", "board", "burn", "muck", "pot", "off", "seat:1", "seat:2", "seat:3",
         "seat:10", "seat:30", "line:1", "line:2", "line:3", "line:11", "seat:0",
         "line:99")  # fmt: skip
TOKENS = ("JK", "As", "Td", "2c", "#7", "x" + "0" * 16, "f" * 16, "q", "0" * 20)
ODD = (None, True, False, 0, -1, 1.5, "", "1", "abc", [], [1], ["a"], {}, {"1": 2}, {"a": None})


@cache
def texts():
    """Every short text the engine's modules hold: kinds, words, claims, states, names of fields."""
    found = set()
    for path in sorted(HAND_MODULES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and len(text) < 30 and text.replace("_", "").isalnum():
                found.add(text)
    return tuple(sorted(found))


@cache
def kinds():
    """Texts that stand in tuples and keys of the modules, or are compared with: kinds and words."""
    found = set()
    for path in sorted(HAND_MODULES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            parts = ()
            if isinstance(node, ast.Compare):
                parts = node.comparators
            elif isinstance(node, ast.Dict):
                parts = node.keys
            elif isinstance(node, ast.Tuple):
                parts = node.elts
            found |= {p.value for p in parts if isinstance(p, ast.Constant)} & set(texts())
    return tuple(sorted(found))


@cache
def fields():
    """Names of all fields of events, those of free kinds included (as the modules name them)."""
    named = {f.rstrip("?") for kind in events.KINDS for f in events.fields(kind) if f != "*"}
    return tuple(sorted(named | {t for t in texts() if t.islower()}))


def value(name, rng):
    """A value for a field: mostly of the right type, sometimes of another."""
    roll = rng.random()
    if roll < 0.04:
        return rng.choice(ODD)
    if name in ("seat", "by_seat", "on_seat", "about_seat", "button", "sb_seat", "bb_seat"):
        return rng.choice(SEATS)
    if name in ("from", "to", "zone", "into"):
        return rng.choice(ZONES)
    if name in ("cards", "missing"):
        return rng.sample(TOKENS, rng.randint(0, 4))
    if name == "chips":
        return [rng.choice(NUMBERS) for _ in range(rng.randint(0, 3))]
    if name in ("seats", "high", "low", "order", "readings", "gives", "gets", "live"):
        return [rng.choice((1, 2, 3, 5, 9, 10, 30, -4)) for _ in range(rng.randint(0, 4))]
    if name in ("boxed", "lifted", "released", "objected", "announced", "scoop", "value"):
        return rng.random() < 0.5
    if name in ("amount", "nth", "count", "ms", "motion", "each", "sb", "bb", "t", "until"):
        return rng.choice(NUMBERS)
    if name == "by":
        return rng.choice(("player", "dealer", "floor", "nobody"))
    if name == "face":
        return rng.choice(("up", "down", "edge"))
    return rng.choice(kinds()) if roll < 0.95 else rng.choice(texts() + NUMBERS)


def strange(t, rng, kinds=events.KINDS):
    """An event of a random kind with random values in all the fields it must and may have."""
    what = rng.choice(kinds)
    event = {"t": t, "what": what}
    for name in events.fields(what):
        if name == "*":
            for _ in range(rng.randint(0, 4)):
                event.setdefault(rng.choice(fields()), value(name, rng))
            for often in ("seat", "kind", "amount", "cards"):
                if rng.random() < 0.6:
                    event[often] = value(often, rng)
        elif name[-1] != "?" or rng.random() < 0.3:
            event[name.rstrip("?")] = value(name.rstrip("?"), rng)
    return event


def altered(event, rng):
    """One field with another value, gone, or one more."""
    event = copy.deepcopy(event)
    names = [n for n in event if n not in ("t", "what")]
    if names:
        name = rng.choice(names)
        if rng.random() < 0.1:
            del event[name]
        else:
            event[name] = value(name, rng)
    return event


def mutated(hand, rng):
    """A hand's events with one to eight changes, in order of time again."""
    out = list(hand)
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(out))
        how = rng.randrange(6)
        if how == 0:
            del out[at]
        elif how == 1:
            out.insert(rng.randint(at, len(out)), out[at])
        elif how == 2:
            to = rng.randrange(len(out))
            out[at], out[to] = out[to], out[at]
        elif how == 3:
            out[at] = altered(out[at], rng)
        elif how == 4:
            out.insert(at, strange(out[at]["t"], rng))
        else:
            # keyed by the dealer: kinds of few words that modules wait for
            kinds = ("notice", "request", "finding", "flag", "hand_claim", "showdown", "draw")
            out.insert(at, strange(out[at]["t"], rng, kinds))
        if not out:
            break
    return in_time(out)


def in_time(hand):
    """The same events with a clock that never runs backwards."""
    out, t = [], 0
    for event in hand:
        now = event.get("t")
        t = max(t, now) if isinstance(now, int) else t
        out.append(dict(event, t=min(t, 2**40)))
    return out


def admitted(hand):
    """The events the gateway would show the engine."""
    out = []
    for event in hand:
        try:
            out.append(decoder.event(wire.encode(event)))
        except events.BadEvent:
            continue
    return out


class Raised(Exception):
    """The engine raised; ``events`` are those up to the one it raised on."""

    def __init__(self, error, seen):
        super().__init__(f"{type(error).__name__}: {error} at {seen[-1]}")
        self.events = seen
        self.error = error


def fold(hand, book, case=None):
    """All outputs of the events, of a live table or of a case's hand.

    Raises Raised when the engine raises anything but BadSetup on a setup.
    """
    engine = Table(book) if case is None else Hand(case["setup"], case["game"], book)
    out = []
    for i, event in enumerate(hand):
        try:
            out += engine.apply(event)
            if case is None:
                engine.view()
            else:
                engine.answer()
        except BadSetup:
            continue
        except Exception as error:
            raise Raised(error, hand[: i + 1]) from error
    return out


def hands_to_change(paths=(), cases=None):
    """``(events, case or None)`` to begin from: hands of every game in every structure, those of
    PHH files, and what happens in the cases of a file."""
    out = []
    for game, betting, _ in GAMES:
        for seed in range(4):
            out.append((clean(game, betting, seed, rulebooks.BOOKS[seed], short=seed % 2), None))
    for label, record in phh.read_all(paths):
        try:
            out.append((events_of(label, record, "tda-2011")[0], None))
        except (phh.BadHand, ValueError):
            continue
    if cases is not None:
        found = [json.loads(line) for line in Path(cases).read_text(encoding="utf-8").splitlines()]
        out += [(case["happening"], case) for case in found]
    return out


def check(seed, hands):
    """Fold the changed hand of a seed: the number of events. Raises Raised."""
    rng = random.Random(f"fuzz/{seed}")
    events_before, case = rng.choice(hands)
    book = rulebooks.BOOKS[seed % len(rulebooks.BOOKS)]
    shown = admitted(mutated(events_before, rng))
    if case is not None and rng.random() < 0.3:
        case = another_setup(case, rng)
    fold(shown, book, case)
    return len(shown)


def another_setup(case, rng):
    """The case with one or two fields of its setup changed, where that is still a case."""
    changed = dict(case, setup=case["setup"])
    for _ in range(rng.randint(1, 2)):
        changed["setup"] = altered(changed["setup"], rng)
    try:
        return adjudicate.read_case(json.dumps(changed))
    except adjudicate.BadCase:
        return case


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Changed hands: the engine may not raise.")
    parser.add_argument("--lists", type=int, default=20_000, help="lists of events")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--cases", help="cases to change besides (JSON lines)")
    parser.add_argument("hands", nargs="*", help="PHH files or folders to change besides")
    args = parser.parse_args(argv)
    start = time.monotonic()
    hands = hands_to_change(args.hands, args.cases)
    found, folded = {}, 0
    for seed in range(args.first, args.first + args.lists):
        try:
            folded += check(seed, hands)
        except Raised as raised:
            frame = traceback.extract_tb(raised.error.__traceback__)[-1]
            place = f"{Path(frame.filename).name}:{frame.lineno}"
            found.setdefault((type(raised.error).__name__, place), []).append((seed, raised))
    for (name, place), rows in sorted(found.items(), key=lambda item: -len(item[1])):
        seed, raised = rows[0]
        print(f"  {name} at {place}, {len(rows)} times, first seed {seed} ({raised})")
    wrong = sum(len(rows) for rows in found.values())
    took_s = time.monotonic() - start
    print(
        f"changed hands: {args.lists} lists from seed {args.first}, {folded} events, of "
        f"{len(hands)} hands and cases: {wrong} raised; {took_s:.0f} s",
        flush=True,
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
