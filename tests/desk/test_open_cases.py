"""Every open case of the desk language: passed, by the right judge, with a citation in common."""

import json

import pytest

from tests.conftest import shared
from tools.cases import desk_cases


def _cases():
    try:
        path = shared("cases", "open-desk.jsonl")
    except pytest.skip.Exception:
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", _cases(), ids=lambda c: c["id"])
def test_an_open_case_is_decided_as_it_says(case):
    expected = case["expected"]
    got = desk_cases.answer_of(desk_cases.read_case(json.dumps(case)))
    assert got["floor_decides"] == expected["floor_decides"]
    answer = got.get("answer", {})
    for key, value in expected.get("answer", {}).items():
        # the scorer's way: 1 is not true
        assert json.dumps(answer[key], sort_keys=True) == json.dumps(value, sort_keys=True)
    assert got["decided_by"] == expected["decided_by"]
    assert set(got["cite"]) & set(expected["cite"])
