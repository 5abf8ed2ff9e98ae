"""Alerts: what the floor and the dealer have to know, with evidence, rule and remedy."""

from gateway.alerts import escalation, registry
from gateway.tables import words
from shared_rules import rulings
from shared_rules.rulebooks import keys
from shared_rules.severity import of as severity_of

EVIDENCE_MAX = 12

_HAPPENED = dict(keys.SITUATIONS)  # key -> what happened, in words
_SAYS_LITTLE = ("floor_decides", "no_incident")  # rulings whose sentence tells nothing


def of_ruling(ruling, hand_id, evidence):
    """Alert body (a JSON-able dict) of an irregular ruling.

    ``evidence``: ``[(n, event)]``, the events the ruling names.
    """
    code = ruling["ruling"]
    happened = _HAPPENED.get(ruling.get("situation"), "")
    amount = ruling.get("amount")
    text = rulings.sentence(code, ruling.get("seat"), amount and words.chips(amount))
    if code in _SAYS_LITTLE and happened:
        text = happened[0].upper() + happened[1:] + "."
    return {
        "source": "ruling",
        "severity": severity_of(ruling),
        "hand_id": hand_id,
        "ruling": code,
        "situation": ruling.get("situation"),
        "happened": happened,
        "seat": ruling.get("seat"),
        "amount": amount,
        "binding": ruling.get("binding"),
        "misdeal": ruling.get("misdeal"),
        "steps": list(ruling.get("remedy_steps") or ()),
        "decided_by": ruling["decided_by"],
        "cite": list(ruling.get("cite") or ()),
        "confidence": ruling.get("confidence"),
        "until": (ruling.get("deadline") or {}).get("until"),
        "until_ms": (ruling.get("deadline") or {}).get("ms"),
        "text": text,
        "evidence": [
            {"n": n, "t": e["t"], "say": words.say(e)} for n, e in evidence[:EVIDENCE_MAX]
        ],
    }


def of_table(code, text, event=None, n=None, seat=None):
    """Alert body of a fact about the table itself: a ``registry.Alert``, no rulebook is asked."""
    return {
        "source": "table",
        "severity": registry.ALERTS[code].severity,
        "hand_id": None,
        "ruling": code,
        "seat": seat,
        "steps": [],
        "decided_by": "floor",
        "cite": [],
        "confidence": "high",
        "text": text,
        "evidence": [] if event is None else [{"n": n, "t": event["t"], "say": words.say(event)}],
    }


def is_act(act):
    """True for what a person's act, or an escalation, looks like; other gateways send them too."""
    if not isinstance(act, dict) or not isinstance(act.get("act"), str):
        return False
    key = act.get("alert")
    whole = isinstance(key, list) and len(key) == 2 and all(type(v) is int for v in key)
    numbers = (act.get(name, 0) for name in ("wall", "level", "done"))
    return whole and all(type(v) is int for v in numbers) and type(act.get("reason", "")) is str


NOTES = ("shown", "take", "escalate")  # what becomes of an alert without being a decision


def note(body, act):
    """Fold one of NOTES into an alert's body; False when it changes nothing.

    ``shown``: a screen (``where``: floor, dealer, director) shows it; ``take``: somebody of the
    floor is on the way; ``escalate``: to ``level``, ``why`` as in gateway/alerts/escalation.py.
    """
    kind, wall = act["act"], act.get("wall", 0)
    if kind == "escalate":
        level = act.get("level", 1)
        if level <= (body.get("escalated") or {}).get("level", 0):
            return False
        body["escalated"] = {"level": level, "why": act.get("why", ""), "wall": wall}
        return True
    made = {"where": act.get("where", "floor"), "wall": wall}
    if kind == "shown":
        if body.get("shown"):
            return False
        body["shown"] = made
        return True
    level = (body.get("escalated") or {}).get("level", 0)
    if body.get("taken") and body["taken"]["level"] >= level:
        return False
    body["taken"] = dict(made, level=level)
    return True


def is_taken(body):
    """True when somebody is on the way, since it escalated last."""
    return bool(body.get("taken")) and not is_escalated(body)


def is_decided(body, said, before):
    """True when an alert shows a person's decision, or one that came after it.

    ``said``: its act, ``wall`` and ``by``, as the log has it; ``before``: the decision it stood in
    place of. Of two gateways' clocks one may be behind: a later decision has the smaller time then.
    """
    found = body.get("decision")
    if not found or found is before:
        return False
    ours = all(found.get(name) == said.get(name) for name in ("act", "wall", "by"))
    return ours or found["wall"] > said["wall"]


def is_over(body):
    """True for an alert that was decided, taken back, or whose remedy is done."""
    if body.get("decision") or body.get("withdrawn") or body.get("closed"):
        return True
    return escalation.finished(body)


def is_escalated(body):
    """True for an alert that has escalated, and that nobody has taken since."""
    level = (body.get("escalated") or {}).get("level", 0)
    return level > (body.get("taken") or {"level": 0})["level"]


def waits(body, of_this_hand):
    """True while somebody still has to see or answer an alert; see LiveTable.waiting."""
    state = escalation.state_of(body)
    if state.name == escalation.SETTLED:
        return False
    until = registry.row_of(body).escalates
    if until == registry.SHOWN:
        return of_this_hand and state.name == escalation.RAISED
    return until == registry.ANSWERED
