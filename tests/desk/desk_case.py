"""Short ways to write a case of the desk language in a test."""

from gateway.event import desk_grammar
from tools.cases import desk_cases

IPR, WEB, RROP, TDA, STG = BOOKS = ("ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011")
OPEN = "floor or director decides"


def table(number, seats, last=None, seats_max=9):
    """A table: ``seats`` are numbers ("1 3 4") or a count; ``last`` its (button, sb, bb)."""
    row = {"table": number, "max": seats_max}
    if isinstance(seats, int):
        row["players"] = seats
    else:
        letter = chr(ord("A") + number - 1)
        row["seats"] = {s: letter + s for s in seats.split()}
    if last:
        row["last"] = dict(zip(("button", "sb", "bb"), last, strict=True))
    return row


def happen(*events):
    """Happenings a second apart, each ``(what, fields)`` or a word."""
    out = []
    for i, event in enumerate(events):
        what, fields = (event, {}) if isinstance(event, str) else event
        out.append({"t": 1000 * (i + 1), "what": what, **fields})
    return out


def case(book, happening, ask, event=None, **setup):
    """A case: ``ask`` is a word or a dict, ``event`` facts beside the format."""
    ask = {"what": ask} if isinstance(ask, str) else ask
    facts = {"format": "freezeout", "game": "flop", **(event or {})}
    setup = {"event": facts, **setup}
    made = {"id": f"t@{book}", "rulebook": book, "setup": setup, "ask": ask}
    made["happening"] = happen(*happening)
    return made


def answer(book, happening, ask, event=None, **setup):
    """What the desk answers: the answer's dict, or ``OPEN``."""
    return ruled(book, happening, ask, event, **setup)[0]


def ruled(book, happening, ask, event=None, **setup):
    """(answer or OPEN, decided_by, rule numbers cited)."""
    made = case(book, happening, ask, event, **setup)
    assert desk_grammar.fault(made) is None
    decision = desk_cases.decide(made)
    cited = [c.split(":")[1] for c in decision.cite]
    assert all(c.startswith(book + ":") for c in decision.cite) and cited
    return (OPEN if decision.open else decision.answer), decision.decided_by, cited
