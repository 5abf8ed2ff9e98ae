"""Cases of the desk language: read, checked, decided, one answer each."""

import json

from gateway.event import desk_grammar
from shared_rules.desk import asks, books
from shared_rules.desk.event import BadHappening, Event
from shared_rules.rulebooks import UnknownBook


class BadCase(ValueError):
    """A case that cannot be decided; the text names the field and what is wrong with it."""


def read_case(text):
    """Case dict of one line. Raises BadCase naming the field."""
    try:
        case = json.loads(text)
    except ValueError as error:
        raise BadCase(f"not JSON: {error}") from error
    except RecursionError as error:
        raise BadCase("not JSON: nested too deeply") from error
    wrong = desk_grammar.fault(case)
    if wrong is not None:
        raise BadCase(wrong)
    return case


def decide(case):
    """Decision on a case. Raises BadCase where its happenings cannot be."""
    try:
        event = Event(case["setup"], books.get(case["rulebook"]))
        for i, happening in enumerate(case["happening"]):
            try:
                event.apply(happening)
            except BadHappening as error:
                raise BadCase(f"happening[{i}]: {error}") from error
        return asks.answer(event, case["ask"])
    except UnknownBook as error:
        raise BadCase(f"rulebook: {error}") from error
    except BadHappening as error:
        raise BadCase(f"ask: {error}") from error


def answer_of(case):
    """The answer line of a case as the scorer wants it."""
    decision = decide(case)
    out = {"id": case["id"], "floor_decides": decision.open}
    if not decision.open:
        out["answer"] = decision.answer
    out["decided_by"] = decision.decided_by
    out["cite"] = list(decision.cite)
    return out
