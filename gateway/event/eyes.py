"""The tables as the desk's eyes: what a finished hand of a table says of the event.

A table tells seats and chips, never names: who sits where the desk knows. Where both differ, the
desk is alerted with the rule it follows from, and the desk's own stacks stay.
"""

from gateway.event.sends import SITS
from shared_rules.desk import tables


def seen(office, record):
    """Happenings of a hand record (docs/architecture.md) ``[(what, fields)]``; [] for none."""
    table = _table(office, record["table"])
    if table is None or not office.clock.begun:
        return []
    number = table.number if isinstance(table.number, int) else 1
    after = {int(seat): chips for seat, chips in record["stacks_after"].items()}
    wrong = _differences(office, table, number, after)
    if wrong:
        return wrong
    stacks = {table.seats[seat]: after[seat] for seat in sorted(after)}
    if record.get("amended"):  # the hand was over: its chips were put right, nobody is out by that
        return [("stacks", {"stacks": stacks})]
    came = [p for p in stacks if p in office.sends and not office.sends[p].sits]
    out = [("move_seen", {"player": p, "says": SITS}) for p in came]
    out.append(("hand_start", {"table": number, "by": "riffle"}))
    broke = [p for p in stacks if not stacks[p]]
    if broke:
        hand = sum(office.hands.values()) + 1
        started = {p: office.event.stacks.get(p, 0) for p in broke}
        out.append(("bust", {"hand": hand, "table": number, "players": broke, "stacks": started}))
    return [*out, ("hand_over", {"table": number, "stacks": stacks})]


def _table(office, name):
    """The event's table of a table's name, None for one the event does not play on."""
    event = office.event
    if name.isdigit() and int(name) in event.tables:
        return event.tables[int(name)]
    if name == tables.FINAL:
        return event.tables.get(tables.FINAL)
    return None


def _differences(office, table, number, after):
    """Alerts where a table's seats or chips are not those of the desk."""
    event = office.event
    rule = event.book.rule("seat.wrong_start")
    out = []
    for seat in sorted(after):
        if seat not in table.seats and after[seat]:
            text = f"Table {number}, seat {seat}: chips are played where nobody has a seat"
            out.append(_alert("wrong_seat", text, rule, number))
    for seat in table.occupied():
        player = table.seats[seat]
        if seat not in after and player not in table.newcomers:
            text = f"Table {number}, seat {seat}: {office.name(player)} was not dealt in"
            out.append(_alert("missing", text, event.book.rule("absent.dealt"), number, player))
    if out:
        return out
    desk = sum(event.stacks.get(table.seats[seat], 0) for seat in after)
    read = sum(after.values())
    if desk != read:
        rule = event.book.rule("chips.hidden")
        text = f"Table {number}: {read} chips were read, the desk has {desk}"
        out.append(_alert("stack", text, rule, number))
    return out


def _alert(kind, text, rule, number, player=None):
    fields = {"kind": kind, "text": text, "cite": list(rule.cite), "table": number}
    if player is not None:
        fields["player"] = player
    return "alerted", fields
