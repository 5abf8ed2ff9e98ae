"""The desk decides on MicroPython as it does here."""

import json
import subprocess

from tests.conftest import ROOT, shared
from tests.engine.test_interpreters import interpreter
from tools.cases import desk_cases


def test_both_interpreters_decide_alike():
    path = shared("cases", "open-desk.jsonl")
    program = str(ROOT / "tests" / "desk" / "on_vm.py")
    command = [*interpreter("wheel"), "-X", "heapsize=8m", program, str(ROOT), str(path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr[-2000:] + run.stdout[-500:]
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    here = [desk_cases.decide(case) for case in cases]
    assert [json.loads(line) for line in run.stdout.splitlines()] == [
        json.loads(json.dumps([c["id"], d.answer, d.decided_by, d.cite]))
        for c, d in zip(cases, here, strict=True)
    ]
