"""What the director sees of an event's chips: handed out and in play, by denomination and table."""

from gateway.event import stack_counts, table_feed


def waits(office):
    """Tables whose stacks are not told yet: players are out there and the hand's end is to come.

    Until then chips in play are no figure to compare; in a break every hand has ended.
    """
    if office.clock.on_break:
        return []
    return [t.number for t in office.event.in_order() if t.number in office.unreported]


def chips(office, entries):
    """Chips issued against chips in play, plain values.

    ``kinds``: what is out of each denomination; ``by_value``: what is known by no denomination;
    ``left_play``: value that left play since, of denominations nobody told; ``apart``: fewer in
    play than that comes to; ``tables``: the value at each, and its last count. ``counted`` of a
    kind: chips of it counted, once all tables were and nothing was played or issued since.
    """
    event, ledger = office.event, office.ledger
    should = office.outstanding
    stack = event.facts.get("starting_stack", 0)
    return {
        "issued": office.issued, "left_play": ledger.value - should, "should": should,
        "in_play": office.in_play, "apart": office.apart, "waits": waits(office),
        "kinds": _kinds(office),
        "by_value": ledger.by_value, "gone": sorted(ledger.gone),
        "starting": {"stack": stack, "chips": _pairs(ledger.made_of(stack))} if stack else None,
        "tables": [_table(office, entries, table) for table in event.in_order()],
    }  # fmt: skip


def _kinds(office):
    counted, out = _counted(office), office.ledger.chips
    return [
        {"chip": chip, "count": out.get(chip, 0), "value": chip * out.get(chip, 0),
         "counted": None if counted is None else counted.get(chip, 0)}
        for chip in sorted(set(out) | set(counted or ()))
    ]  # fmt: skip


def _counted(office):
    """Denomination -> chips counted at all tables; None while a count of one is missing."""
    found = {}
    for table in office.event.in_order():
        count = stack_counts.in_force(office, table.number)
        if not table.count:
            continue
        if count is None or count.chips is None or count.out != office.outstanding:
            return None
        for chip, many in count.chips.items():
            found[chip] = found.get(chip, 0) + many
    return found or None


def _count(office, entries, table):
    """The last count of a table, None without one."""
    count = office.counts.get(table.number)
    if count is None:
        return None
    return {
        "entry": count.entry, "at_ms": entries[count.entry]["at_ms"],
        "counted_by": count.counted_by, "signed_by": count.signed_by,
        "hands_since": office.hands_at(table.number) - count.hands,
        "apart": [{"player": office.name(p), "chips": n} for p, n in sorted(count.apart.items())],
        "chips": None if count.chips is None else _pairs(count.chips),
    }  # fmt: skip


def _pairs(made_of):
    return None if made_of is None else [[chip, made_of[chip]] for chip in sorted(made_of)]


def _table(office, entries, table):
    seats = [
        {"seat": seat, "player": table.seats[seat], "name": office.name(table.seats[seat]),
         "stack": office.event.stacks.get(table.seats[seat], 0)} for seat in table.occupied()
    ]  # fmt: skip
    playing = table.state in table_feed.IN_HAND or table.number in office.unreported
    return {
        "number": table.number, "players": len(seats), "value": sum(s["stack"] for s in seats),
        "playing": playing, "seats": seats, "count": _count(office, entries, table),
    }  # fmt: skip
