"""How urgent an irregular ruling is, from who has to act on it and whether the deal stands."""

URGENT, ASK, INFO = "urgent", "ask", "info"

_BY = {"floor": URGENT, "td": URGENT, "dealer": ASK, "automatic": INFO}


def of(ruling):
    """``urgent``: the floor is needed, or the deal is void; ``ask``: the dealer puts it right;
    ``info``: it is done by itself, or nothing was wrong. ``ruling``: an irregular ruling."""
    if ruling["ruling"] == "no_incident":
        return INFO
    if ruling.get("misdeal"):
        return URGENT
    return _BY.get(ruling["decided_by"], ASK)


def light(found):
    """What the dealer's light shows, ``(level, seat)``, of a list of ``(severity, seat)``: the
    first that is urgent, else the first that asks."""
    asking = None
    for how, seat in found:
        if how == URGENT:
            return "alert", seat
        if how == ASK and asking is None:
            asking = ("ask", seat)
    return asking or ("ok", None)
