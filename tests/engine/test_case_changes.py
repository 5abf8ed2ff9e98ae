"""Cases changed mechanically: the answer changes in the same way, or not at all.

A sample here; ``make soak`` makes every change of every case.
"""

import json
import random

import pytest

from tests.conftest import shared
from tests.engine.case_changes import CHANGES, differs

SAMPLE = 20  # cases of each change


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_case_gets_the_answer_changed_alike(name):
    lines = shared("cases", "open.jsonl").read_text(encoding="utf-8").splitlines()
    wrong = []
    for line in random.Random(name).sample(lines, SAMPLE):
        wrong.append(differs(json.loads(line), name, seed=7))
    assert [text for text in wrong if text] == []
