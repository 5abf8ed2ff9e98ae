"""How long the desk's decisions take: ``python -m tools.event.timings [--tables 60 600]``.

An event with nine players at each table, all seats taken but one, in its tenth level; the middle of
several runs of each decision, in milliseconds of processor time.
"""

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path

from gateway.event import acts, due, structure, views
from gateway.event.log import EventLog
from shared_rules.desk import asks

RUNS = 9
HANDS = 5  # begun at each table
SHORT = 3  # players that have left one table


def log_of(folder, tables, book):
    """Log of an event at so many tables, short of players at one of them."""
    now = [0]
    log = EventLog(Path(folder) / f"{tables}.jsonl", lambda: now[0], sync=False)
    setup = structure.plan(tables * 9, 20_000, 8, buy_in=200, posted={"registration_until": 4})
    for table in setup["tables"]:
        number = table["table"]
        table["seats"] = {str(s): f"P{number}x{s}" for s in range(1, 10)}
        table["last"] = {"button": 1, "sb": 2, "bb": 3}
    setup["stacks"] = {p: 20_000 for t in setup["tables"] for p in t["seats"].values()}
    log.create(book, setup, "bench")
    log.add_all([("clock_started", {}), ("registration_closed", {})], "bench")
    log.add("prizes_posted", {"prizes": [1000] * (tables * 9 * 15 // 100)}, "bench")
    for _ in range(HANDS):
        for number in range(1, tables + 1):
            start = ("hand_start", {"table": number, "by": "riffle"})
            log.add_all([start, ("hand_over", {"table": number})], "bench")
    out = [f"P1x{s}" for s in range(1, SHORT + 1)]
    log.add("bust", {"hand": 1, "table": 1, "players": out}, "bench")
    return log


def decisions(log, tables):
    """name -> function of one decision."""
    office, chance = log.office(), random.Random(1)
    event = office.event
    return {
        "what is due": lambda: due.due(office),
        "halted tables": lambda: asks.answer(event, {"what": "halt"}),
        "a balancing move": lambda: acts.balance(office, chance, 1, 2),
        "a table breaks": lambda: acts.break_table(_roomy(log), chance, tables),
        "button of a table": lambda: asks.answer(event, {"what": "button", "table": 2}),
        "a redraw": lambda: acts.redraw(office, chance),
        "places so far": lambda: acts.standings(office),
        "prizes": lambda: due.proposed_prizes(office),
        "page of all tables": lambda: views.tables(office, 0, ()),
        "an entry": lambda: log.add("noted", {"text": "a note"}, "bench"),
        "all entries read again": lambda: EventLog(log.path).office(),
    }


def _roomy(log):
    """The event, when the last table's players find seats."""
    office = log.office()
    if sum(len(t.free()) for t in office.event.in_order()) < 9:
        out = [f"P{n}x9" for n in range(2, 12)]
        for number, player in enumerate(out, 2):
            log.add("bust", {"hand": 2, "table": number, "players": [player]}, "bench")
    return log.office()


def measured(tables, book):
    """name -> milliseconds of a decision."""
    with tempfile.TemporaryDirectory(prefix="feltwire-desk-") as folder:
        log = log_of(folder, tables, book)
        out = {}
        for name, work in decisions(log, tables).items():
            work()
            times = []
            for _ in range(RUNS):
                start = time.process_time()
                work()
                times.append((time.process_time() - start) * 1000)
            out[name] = statistics.median(times)
        return out


def main(argv=None):
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="How long the desk's decisions take.")
    parser.add_argument("--tables", type=int, nargs="+", default=[60, 600])
    parser.add_argument("--rulebook", default="tda-2011")
    args = parser.parse_args(argv)
    columns = [measured(tables, args.rulebook) for tables in args.tables]
    print("| ms | " + " | ".join(f"{n} tables" for n in args.tables) + " |")
    print("|---|" + "---|" * len(columns))
    for name in columns[0]:
        print(f"| {name} | " + " | ".join(f"{c[name]:.2f}" for c in columns) + " |")


if __name__ == "__main__":
    main()
