"""The open cases beside the repository, each on its own: ruling, remedy, who decides, rule cited.

The numbers of the setups stand right at the rules' limits in many of them, so a slip in the
engine's arithmetic shows here first. The scorer of the case language lets some rulings pass for
each other (``bet`` for ``no_incident`` with an amount, ...); so does ``same_ruling``.
"""

import json

import pytest

from tests.conftest import SHARED, shared
from tools.cases.adjudicate import answer_of, play, read_case

FILES = ("open.jsonl", "open-sequences.jsonl")
WAGERS = {
    "no_incident", "call", "bet", "raise", "raise_allowed", "wager_reduced_to_max",
    "wager_corrected",
}  # fmt: skip
GONE = {"fold_binding", "forced_fold", "hand_dead"}
UNCOUNTED = {"none", "penalty_possible", "call_floor", "return_excess_chips"}


def lines():
    """Each open case as a parameter named by its id; none where the material is missing."""
    found = []
    for name in FILES:
        path = SHARED / "cases" / name
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            found.append(pytest.param(line, id=json.loads(line)["id"]))
    return found


def same_ruling(expected, answer):
    """True when the scorer takes the ruling of the answer for the expected one."""
    rulings = {expected["ruling"], answer["ruling"]}
    if len(rulings) == 1:
        return True
    return rulings <= WAGERS and "amount" in expected or rulings <= GONE


def counted(steps):
    """The steps of a remedy that the scorer compares."""
    return [step for step in steps or () if step not in UNCOUNTED]


def test_the_open_cases_are_there():
    for name in FILES:
        shared("cases", name)
    assert len(lines()) > 400


@pytest.mark.parametrize("line", lines())
def test_an_open_case_is_answered_as_expected(line):
    case = read_case(line)
    expected, answer = json.loads(line)["expected"], answer_of(case, play(case)[0])
    assert same_ruling(expected, answer), answer
    for field in ("amount", "seat", "binding", "misdeal", "decided_by"):
        if field in expected:
            assert (field, answer.get(field)) == (field, expected[field])
    if "remedy_steps" in expected:
        assert counted(answer["remedy_steps"]) == counted(expected["remedy_steps"])
    assert set(answer["cite"]) & set(expected["cite"])
