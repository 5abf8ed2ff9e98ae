"""Rulings as the engine gives them: a dict (an output with ``"k": "ruling"``) built by ``make``.

Codes, steps and the sentences for people are in ``sentences.py``.
"""


def sentence(code, seat=None, amount=None):
    """What a person reads for a ruling; never names a card."""
    from shared_rules import sentences  # only where something is to be said

    return sentences.sentence(code, seat, amount)


# Rulings after which the chips, word or act ruled on does not commit the player.
NOT_BINDING = (
    "not_a_bet",
    "oot_void_all_options",
    "may_withdraw_reconsider",
    "call_retractable",
    "hand_retrievable",
    "straddle_not_allowed",
    "misdeal",
    "hand_void",
    "action_backs_up",
    "request_refused",
)


def is_binding(ruling):
    """Whether the act ruled on commits the player: as the book says, else by the code."""
    if ruling["binding"] is not None:
        return ruling["binding"]
    return ruling["ruling"] not in NOT_BINDING


def fill_steps(steps, seat=None, amount=None):
    """Steps with ``_N`` (a seat) and ``_A`` (an amount) filled in, as a list."""
    out = []
    for step in steps:
        if seat is not None:
            if step.endswith("_N"):
                step = step[:-1] + str(seat)
            elif "_N_" in step:
                step = step.replace("_N_", "_%d_" % seat)
        if amount is not None and step.endswith("_A"):
            step = step[:-1] + str(amount)
        out.append(step)
    return out


def deadline(outcome):
    """Until when a ruling can be acted on, as in the ruling dict; None where no book says."""
    if outcome.deadline is None:
        return None
    until, ms, cite = outcome.deadline
    return {"until": until, "ms": ms, "cite": list(cite)}


def make(outcome, seat, amount, evidence, irregular):
    """Ruling dict of a rulebook Outcome (see docs/architecture.md, outputs)."""
    return {
        "k": "ruling",
        "ruling": outcome.ruling,
        "seat": seat,
        "amount": amount,
        "binding": outcome.binding,
        "misdeal": outcome.misdeal,
        "remedy_steps": list(outcome.steps),
        "decided_by": outcome.decided_by,
        "cite": list(outcome.cite),
        "confidence": outcome.confidence,
        "deadline": deadline(outcome),
        "irregular": irregular,
        "evidence": list(evidence),
        "text": None,
        "situation": outcome.key,
    }
