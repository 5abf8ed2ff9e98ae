"""Runs on either interpreter: feeds event files to the engine and prints what comes out.

    micropython -X heapsize=8M TREE/tests/engine/on_vm.py EVENTS.jsonl

A line of the file is ``{"book": ..., "events": [...]}`` (a live table) or ``{"case": {...}}``.
Prints one line a record: every output as canonical text (keys sorted), so that two interpreters
can be compared byte by byte.
"""

import json
import sys

if __name__ == "__main__":
    sys.path.insert(0, sys.argv[0].rsplit("/", 3)[0])  # this file's absolute path names the root

from shared_rules.engine import Hand  # noqa: E402
from shared_rules.table import Table  # noqa: E402


def canonical(value):
    """JSON-like text with sorted keys; the same on both interpreters."""
    if isinstance(value, dict):
        keys = sorted([str(k) for k in value])
        named = {}
        for k in value:
            named[str(k)] = value[k]
        return "{" + ",".join([k + ":" + canonical(named[k]) for k in keys]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([canonical(v) for v in value]) + "]"
    if isinstance(value, str):
        return '"' + value + '"'
    return str(value)


def outputs(record):
    """Outputs of all events of a record, as text."""
    case = record.get("case")
    if case is not None:
        hand = Hand(case["setup"], case["game"], case["rulebook"])
        out = [canonical(hand.apply(event)) for event in case["happening"]]
        out.append(canonical(hand.answer()))
    else:
        table = Table(record["book"])
        out = [canonical(table.apply(event)) for event in record["events"]]
        out.append(canonical(table.view()))
    return "|".join(out)


def main(path):
    """Print the outputs of every record of a file."""
    with open(path) as stream:
        for text in stream:
            print(outputs(json.loads(text)))


if __name__ == "__main__":
    main(sys.argv[1])
