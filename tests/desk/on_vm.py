"""Decides the cases of a file, one JSON line each; runs on MicroPython as on CPython.

micropython -X heapsize=8M TREE/tests/desk/on_vm.py TREE CASES.jsonl
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

from shared_rules.desk import asks, books  # noqa: E402
from shared_rules.desk.event import Event  # noqa: E402

with open(sys.argv[2]) as cases:
    for line in cases:
        case = json.loads(line)
        event = Event(case["setup"], books.get(case["rulebook"]))
        for happening in case["happening"]:
            event.apply(happening)
        decision = asks.answer(event, case["ask"])
        row = [case["id"], decision.answer, decision.decided_by, list(decision.cite)]
        print(json.dumps(row))
