"""What the director sees of an event's chips: handed out and in play, by denomination and table."""

from gateway.event import table_feed


def waits(office):
    """Tables whose stacks are not told yet: players are out there and the hand's end is to come.

    Until then chips in play are no figure to compare; in a break every hand has ended.
    """
    if office.clock.on_break:
        return []
    return [t.number for t in office.event.in_order() if t.number in office.unreported]


def chips(office):
    """Chips issued against chips in play, plain values.

    ``kinds``: what is out of each denomination; ``by_value``: what is known by no denomination;
    ``left_play``: value that left play since, of denominations nobody told; ``apart``: fewer in
    play than that comes to; ``tables``: the value at each.
    """
    event, ledger = office.event, office.ledger
    should = office.issued - office.removed
    stack = event.facts.get("starting_stack", 0)
    return {
        "issued": office.issued, "left_play": ledger.value - should, "should": should,
        "in_play": office.in_play, "apart": office.apart, "waits": waits(office),
        "kinds": [{"chip": chip, "count": count, "value": chip * count}
                  for chip, count in sorted(ledger.chips.items())],
        "by_value": ledger.by_value, "gone": sorted(ledger.gone),
        "starting": {"stack": stack, "chips": _pairs(ledger.made_of(stack))} if stack else None,
        "tables": [_table(office, table) for table in event.in_order()],
    }  # fmt: skip


def _pairs(made_of):
    return None if made_of is None else [[chip, made_of[chip]] for chip in sorted(made_of)]


def _table(office, table):
    stacks = [office.event.stacks.get(table.seats[seat], 0) for seat in table.occupied()]
    return {"number": table.number, "players": len(stacks), "value": sum(stacks),
            "playing": table.state in table_feed.IN_HAND}  # fmt: skip
