"""Alerts: what the floor and the dealer have to know, with evidence, rule and remedy."""

from gateway.tables import words

URGENT, ASK, INFO = "urgent", "ask", "info"
EVIDENCE_MAX = 12

# Who decides -> how urgent. A misdeal is urgent whoever decides.
_SEVERITY = {"floor": URGENT, "td": URGENT, "dealer": ASK, "automatic": INFO}


def of_ruling(ruling, hand_id, evidence):
    """Alert body (a JSON-able dict) of an irregular ruling.

    ``evidence``: ``[(n, event)]``, the events the ruling names.
    """
    severity = URGENT if ruling.get("misdeal") else _SEVERITY.get(ruling["decided_by"], ASK)
    return {
        "source": "ruling",
        "severity": severity,
        "hand_id": hand_id,
        "ruling": ruling["ruling"],
        "situation": ruling.get("situation"),
        "seat": ruling.get("seat"),
        "amount": ruling.get("amount"),
        "binding": ruling.get("binding"),
        "misdeal": ruling.get("misdeal"),
        "steps": list(ruling.get("remedy_steps") or ()),
        "decided_by": ruling["decided_by"],
        "cite": list(ruling.get("cite") or ()),
        "confidence": ruling.get("confidence"),
        "until": ruling.get("deadline") or ruling.get("until"),
        "text": ruling.get("text") or words.kind(ruling["ruling"]),
        "evidence": [
            {"n": n, "t": e["t"], "say": words.say(e)} for n, e in evidence[:EVIDENCE_MAX]
        ],
    }


def of_table(severity, text, what, event=None, n=None, seat=None):
    """Alert body of a fact about the table itself: no rulebook is asked."""
    return {
        "source": "table",
        "severity": severity,
        "hand_id": None,
        "ruling": what,
        "seat": seat,
        "steps": [],
        "decided_by": "floor",
        "cite": [],
        "confidence": "high",
        "text": text,
        "evidence": [] if event is None else [{"n": n, "t": event["t"], "say": words.say(event)}],
    }
