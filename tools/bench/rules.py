"""``feltwire bench rules``: the rules engine beside pokerkit, on the same files in the same run.

Both replay every hand from memory: pokerkit its own parsed hand history, the engine the table
events of the same hand (deal, chips, cards, pot), watching for every irregularity. Reading files
and making events is not measured. The two take turns hand by hand, so that whatever else the
machine does meets both; processor time is counted, and of several rounds the best of each hand.
"""

import dataclasses
import json
import platform
import time
import warnings
from decimal import Decimal
from pathlib import Path

from tools.errors import CommandError
from tools.playing import phh

OWN = Path(__file__).resolve().parents[1] / "playing" / "hands"
PERCENTILES = (50, 90, 99)


def add_arguments(parser):
    """Command line of ``feltwire bench rules``."""
    parser.add_argument("files", nargs="*", help="PHH files or folders (default: our own hands)")
    parser.add_argument("--rulebook", default="tda-2011", help="rulebook in force")
    parser.add_argument("--rounds", type=int, default=3, help="times each hand is replayed")
    parser.add_argument("--every", type=int, default=1, help="take every n-th hand only")
    parser.add_argument("--json", action="store_true", help="figures as one JSON object")


def run(args):
    """Measure and print; returns 0."""
    from shared_rules import rulebooks

    if args.rounds < 1 or args.every < 1:
        raise CommandError("--rounds and --every are at least 1")
    try:
        rulebooks.get(args.rulebook)
        hands = load(args.files or [OWN], args.rulebook, args.every)
    except (ValueError, phh.BadHand) as error:
        raise CommandError(str(error)) from error
    if not hands:
        raise CommandError("no hand that both engines can replay")
    figures = measure(hands, args.rulebook, args.rounds)
    print(json.dumps(figures) if args.json else "\n".join(report(figures)))
    return 0


# -- the hands ---------------------------------------------------------------------------------


class Hand:
    """One hand, ready for both: ``history`` for pokerkit, ``events`` for the engine."""

    def __init__(self, variant, history, events):
        self.variant = variant
        self.history = history
        self.events = events
        self.theirs_ns = self.ours_ns = None  # best processor time of a round
        self.event_ns = [None] * len(events)  # best of each event
        self.count = 0  # acts of the players


def load(paths, book, every=1):
    """Hands of files that both can replay, as ``Hand``. Raises phh.BadHand for a bad path."""
    hands = []
    for number, (label, record) in enumerate(phh.read_all(paths)):
        if number % every or isinstance(record, phh.BadHand):
            continue
        try:
            history = history_of(record)
            events, acts = events_of(label, record, book)
        except (phh.BadHand, ValueError):
            continue
        hand = Hand(record["variant"], history, events)
        hand.count = acts
        hands.append(hand)
    return hands


def history_of(record):
    """pokerkit's hand history of a record, replayed once to see that it can be."""
    from pokerkit import HandHistory

    known = {field.name for field in dataclasses.fields(HandHistory) if field.init}
    history = HandHistory(**{k: _number(v) for k, v in record.items() if k in known})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        replay_pokerkit(history)
    return history


def _number(value):
    """Decimals as ints where they are whole: both engines count in ints."""
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else value
    return [_number(v) for v in value] if isinstance(value, list) else value


def events_of(label, record, book):
    """Table events of a record and the number of acts in it. Raises phh.BadHand."""
    from tools.playing.replay import RecordingTable, replay

    done = replay(label, record, book, table=RecordingTable(book))
    if done.result is None:
        raise phh.BadHand(f"{label}: the hand does not end")
    return done.table.seen, len(done.bounds)


# -- measuring ---------------------------------------------------------------------------------


def replay_pokerkit(history):
    """pokerkit goes through all states of a hand."""
    for _ in history.state_actions:
        pass


def replay_engine(events, book):
    """The engine folds all events of a hand on a fresh table."""
    from shared_rules.table import Table

    apply = Table(book).apply
    for event in events:
        apply(event)


def measure(hands, book, rounds):
    """Figures of all hands (see ``report``): totals, by variant, and by event."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(rounds):
            for hand in hands:
                _one_round(hand, book)
    return figures_of(hands, book, rounds)


def _one_round(hand, book):
    clock = time.process_time_ns
    start = clock()
    replay_pokerkit(hand.history)
    hand.theirs_ns = _best(hand.theirs_ns, clock() - start)
    start = clock()
    replay_engine(hand.events, book)
    hand.ours_ns = _best(hand.ours_ns, clock() - start)
    _time_events(hand, book)


def _time_events(hand, book):
    """Wall time of each event; the best of the rounds leaves out what others took meanwhile."""
    from shared_rules.table import Table

    apply, clock, best = Table(book).apply, time.perf_counter_ns, hand.event_ns
    for i, event in enumerate(hand.events):
        start = clock()
        apply(event)
        best[i] = _best(best[i], clock() - start)


def _best(old, new):
    return new if old is None or new < old else old


def figures_of(hands, book, rounds):
    """What was measured, as plain data."""
    by_variant = {}
    for hand in hands:
        by_variant.setdefault(hand.variant, []).append(hand)
    rows = [_row(name, by_variant[name]) for name in sorted(by_variant)]
    kinds = {}
    every = []
    for hand in hands:
        for event, ns in zip(hand.events, hand.event_ns, strict=True):
            kinds.setdefault(event["what"], []).append(ns)
            every.append(ns)
    events = [_event_row(kind, kinds[kind]) for kind in sorted(kinds)]
    return {
        "python": platform.python_version(),
        "pokerkit": _version(),
        "rulebook": book,
        "rounds": rounds,
        "all": _row("all", hands),
        "variants": rows,
        "event": _event_row("all", every),
        "events": events,
    }


def _version():
    from importlib.metadata import version

    return version("pokerkit")


def _row(name, hands):
    ours_s = sum(h.ours_ns for h in hands) / 1e9
    theirs_s = sum(h.theirs_ns for h in hands) / 1e9
    return {
        "variant": name,
        "hands": len(hands),
        "acts": sum(h.count for h in hands),
        "events": sum(len(h.events) for h in hands),
        "hands_per_s": len(hands) / ours_s,
        "pokerkit_hands_per_s": len(hands) / theirs_s,
        "ratio": theirs_s / ours_s,
    }


def _event_row(kind, times_ns):
    times_ns = sorted(times_ns)
    row = {"what": kind, "count": len(times_ns)}
    for p in PERCENTILES:
        row[f"p{p}_us"] = percentile(times_ns, p) / 1000
    row["share"] = sum(times_ns)
    return row


def percentile(ordered, p):
    """Nearest-rank percentile of an ascending list."""
    return ordered[max(0, -(-len(ordered) * p // 100) - 1)]


def report(figures):
    """The figures as lines of text."""
    yield (
        f"rules engine ({figures['rulebook']}, every irregularity watched) beside "
        f"pokerkit {figures['pokerkit']}, Python {figures['python']}, "
        f"best of {figures['rounds']} rounds, processor time"
    )
    yield ""
    yield "variant      hands    events   hands/s  pokerkit hands/s   ratio"
    for row in [*figures["variants"], figures["all"]]:
        yield (
            f"{row['variant']:<10}{row['hands']:>8}{row['events']:>10}{row['hands_per_s']:>10.0f}"
            f"{row['pokerkit_hands_per_s']:>18.0f}{row['ratio']:>7.2f}x"
        )
    yield ""
    yield "event           count  p50 us  p90 us  p99 us   share"
    total = figures["event"]["share"]
    for row in [*figures["events"], figures["event"]]:
        yield (
            f"{row['what']:<12}{row['count']:>9}{row['p50_us']:>8.1f}{row['p90_us']:>8.1f}"
            f"{row['p99_us']:>8.1f}{row['share'] / total:>8.1%}"
        )
