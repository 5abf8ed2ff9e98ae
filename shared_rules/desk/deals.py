"""Deals about the prizes: whether one stands, and what the Independent Chip Model gives."""

from shared_rules.desk import icm as model
from shared_rules.desk import icm_many
from shared_rules.desk.decision import Decision, cites, decided, left_open


def active(event):
    """Players still in, as far as the desk knows their names, sorted."""
    named = [t.seats[s] for t in event.in_order() for s in t.occupied()]
    for player in event.stacks:
        if player not in named and not event.tables:
            named.append(player)
    return sorted([p for p in named if p not in event.gone])


def deal(event, ask):
    """Whether the deal proposed last stands, and whom the book punishes for it."""
    proposed = event.happened("deal_proposed")
    terms = event.book.rule("deal.terms")
    if not proposed:
        return left_open(terms)
    return _deal(event, proposed[-1], terms)


def _deal(event, proposal, terms):
    everyone = event.book.rule("deal.all")
    lawful = event.book.rule("deal.lawful")
    if event.posted.get("deals_unlawful"):
        if lawful.silent:
            return left_open(lawful)
        return _void(None, lawful)
    pressed, rule = event.happened("pressure"), event.book.rule("deal.pressure")
    if pressed and not rule.silent:
        return _void(pressed[-1]["by"], rule)
    if everyone.silent:
        return left_open(everyone)
    agreed, refused = answers(event, proposal)
    out = [p for p in active(event) if p not in proposal["among"]]
    if out or refused or [p for p in proposal["among"] if p not in agreed]:
        return _void(None, everyone)
    if terms.silent:
        return left_open(terms, everyone)
    if pressed:
        return left_open(rule)
    if not proposal["td_informed"] and terms.value == "icm":
        return _void(None, everyone)
    if proposal["kind"] == "amounts" and not _fair(event, proposal, terms):
        return _void(None, terms)
    return decided({"valid": True, "penalty": None}, terms, everyone)


def answers(event, proposal):
    """(players who agreed, players who refused) since a proposal; the last word counts."""
    said = {}
    for ev in event.log[event.log.index(proposal) + 1 :]:
        if ev["what"] == "deal_answer":
            said[ev["player"]] = ev["agree"]
    return [p for p in said if said[p]], [p for p in said if not said[p]]


def _void(punished, *rules):
    return decided({"valid": False, "penalty": punished}, *rules, by="td")


def _fair(event, proposal, terms):
    """True for amounts the book lets players agree on: any within the prizes, or the model's."""
    amounts = proposal.get("amounts", {})
    pool = sum(event.facts.get("prizes", ())[: len(active(event))])
    if terms.value != "icm":
        return not pool or sum(amounts.values()) <= pool
    try:
        return amounts == _amounts(event)
    except ValueError:
        return False


def _amounts(event):
    """Player -> money by the model. Raises ValueError where it cannot be reckoned."""
    players = [p for p in active(event) if p in event.stacks]
    if not players:
        players = sorted([p for p in event.stacks if p not in event.gone])
    stacks = [event.stacks[p] for p in players]
    reckon = model.shares if len(stacks) <= model.PLAYERS_MAX else icm_many.shares
    got = reckon(stacks, event.facts.get("prizes", ()))
    return {p: got[i] for i, p in enumerate(players)}


def icm(event, ask):
    """Money of each player left by the Independent Chip Model."""
    rule = event.book.rule("deal.icm")
    if rule.silent:
        return left_open(rule)
    rules = [rule]
    tickets = [p for p in active(event) if event.people.get(p, {}).get("ticket")]
    if tickets or [p for p in event.people if "ticket" in event.people[p]]:
        seats = event.book.rule("deal.tickets")
        rules.append(seats)
        if tickets and len(tickets) < len(active(event)):
            return left_open(seats, rule)
    try:
        return decided({"amounts": _amounts(event)}, *rules)
    except ValueError:
        return left_open(rule)


def settled(event):
    """Decision with player -> money of a deal that stands, None without one."""
    proposed = event.happened("deal_proposed")
    if not proposed:
        return None
    rule = event.book.rule("deal.terms")
    stands = _deal(event, proposed[-1], rule)
    if stands.open or not stands.answer["valid"]:
        return None
    if proposed[-1]["kind"] == "amounts":
        amounts = proposed[-1]["amounts"]
    else:
        try:
            amounts = _amounts(event)
        except ValueError:
            return None
    return Decision(amounts, "td", cites([rule]))
