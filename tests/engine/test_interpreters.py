"""The same engine files give the same outputs on CPython and on MicroPython, event by event."""

import json
import os
import subprocess

import pytest

from tests.conftest import ROOT, shared
from tests.engine.on_vm import outputs
from tests.engine.pokerkit_hands import random_hand
from tests.engine.test_random_hands import VARIANTS
from tests.rulings import test_every_situation, test_more_situations
from tests.rulings.betting import test_openers
from tools.playing.replay import RecordingTable, Replay
from tools.virtual import vm


def live_records():
    """Events of random hands of every variant under two books."""
    records = []
    for variant in VARIANTS:
        for seed in (1, 2, 3):
            book = ("tda-2011", "rrop-6")[seed % 2]
            table = RecordingTable(book)
            Replay(table, f"{variant}/{seed}", random_hand(variant, seed)[0]).run()
            records.append({"book": book, "events": table.seen})
    return records


def case_records():
    """Cases of the open part, every fifth."""
    with open(shared("cases", "open.jsonl"), encoding="utf-8") as stream:
        cases = [json.loads(text) for text in stream]
    keep = ("setup", "game", "rulebook", "happening")
    return [{"case": {k: c[k] for k in keep}} for c in cases[::5]]


def scene_records():
    """Scenes of rare situations; jacks or better over two hands."""
    rows = []
    for scenes in (test_every_situation.SCENES, test_more_situations.SCENES):
        for key in sorted(scenes):
            book, build = scenes[key]
            s = build()
            rows.append({"case": {"setup": s.setup, "game": s.game, "rulebook": book,
                                  "happening": s.events}})  # fmt: skip
    s = test_openers.passed()
    start = dict(s.setup, t=0, what="setup", game="jacks_or_better")
    s.add("riffle").add("post", seats=test_openers.SEATS, kind="ante", amount=5)
    rows.append({"book": "rrop-6", "events": [start, *s.events]})
    return rows


def interpreter(kind):
    """Command line of a MicroPython; under CI its absence is a failure."""
    try:
        return vm.interpreter(kind)
    except vm.VmError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


def on_vm(kind, records, tmp_path, heap="4m"):
    """Outputs of the records on a MicroPython VM."""
    path = tmp_path / "events.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in records))
    command = [*interpreter(kind), "-X", f"heapsize={heap}", str(ROOT / "tests/engine/on_vm.py")]
    command.append(str(path))
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr[-2000:] + run.stdout[-500:]
    return run.stdout.splitlines()


@pytest.fixture(
    scope="module",
    params=[live_records, case_records, scene_records],
    ids=["live", "cases", "scenes"],
)
def rows_and_bytes(request):
    """Records, and their outputs on this interpreter."""
    rows = request.param()
    return rows, [outputs(json.loads(json.dumps(r))) for r in rows]


def test_both_interpreters_give_the_same_bytes(rows_and_bytes, tmp_path):
    """Every third record with integers as the boards have them; every twelfth with wider ones."""
    rows, here = rows_and_bytes
    assert on_vm("i386", rows[::3], tmp_path) == here[::3]
    assert on_vm("wheel", rows[::12], tmp_path) == here[::12]


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["i386", "wheel"])
def test_every_record_gives_the_same_bytes(rows_and_bytes, tmp_path, kind):
    rows, here = rows_and_bytes
    assert on_vm(kind, rows, tmp_path) == here


def test_replaying_gives_the_same_bytes():
    (record, *_) = live_records()
    assert outputs(record) == outputs(record)
