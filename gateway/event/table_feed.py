"""The tables as the desk's eyes: what a hand of a table says of the event.

A table tells seats, chips and where the button lay, never names: who sits where the desk knows.
Where both differ, the desk is alerted with the rule it follows from, and the desk's own figures
stay.
"""

from gateway.event import acts, due
from gateway.event.sends import SITS
from shared_rules.desk import tables

IN_HAND = (tables.PLAYING, tables.ALL_IN)


def plays(office, name):
    """True while the event runs and one of its tables has the name."""
    return office.clock.begun and office.event.left > 1 and _table(office, name) is not None


def begun(office, name):
    """Happenings of a table whose deck is riffled: its hand begins, by the book, at the level that
    runs now; [] where the desk knows of a hand there, or plays no event at the table."""
    table = _table(office, name)
    if table is None or not office.clock.begun or table.count < 2 or table.state in IN_HAND:
        return []
    return [_start(table)]


def _start(table):
    return "hand_start", {"table": number_of(table), "by": "riffle"}


def number_of(table):
    """Number of a table as an entry names it: the final table is reached by any."""
    return table.number if isinstance(table.number, int) else 1


def seen(office, record):
    """Happenings of a hand record (docs/architecture.md) ``[(what, fields)]``; [] for none.

    The hand begins with them where nobody told of its riffle (``begun``).
    """
    table = _table(office, record["table"])
    if table is None or not office.clock.begun:
        return []
    number = number_of(table)
    if record.get("cut") and not record.get("amended"):
        return _only_over(table, number)  # not played to its end: nobody is out by it
    after = {int(seat): chips for seat, chips in record["stacks_after"].items()}
    wrong = _differences(office, table, number, after)
    if wrong:
        return [*wrong, *_only_over(table, number)]
    stacks = {table.seats[seat]: after[seat] for seat in sorted(after)}
    if record.get("amended"):  # the hand was over: its chips were put right, nobody is out by that
        return [("stacks", {"stacks": stacks})]
    came = [p for p in stacks if p in office.sends and not office.sends[p].sits]
    out = [("move_seen", {"player": p, "says": SITS}) for p in came]
    known = table.state in IN_HAND
    out += _button(office, table, number, record) if known else [_start(table)]
    broke = [p for p in stacks if not stacks[p]]
    if broke:
        # a hand is named by the entry it begins in: here that is the one these are added as
        hand = office.hand_ids[table.number] if known else office.n + 1
        started = {p: office.event.stacks.get(p, 0) for p in stacks}
        out += acts.bust(office, table.number, hand, broke, started)
        if not due.grows(office):  # who may rebuy is still in: the floor keys who is out
            out += acts.knocked_out(office, broke, started, stacks)
    return [*out, ("hand_over", {"table": number, "stacks": stacks})]


def _only_over(table, number):
    """The hand is over, though the desk does not take its stacks."""
    return [("hand_over", {"table": number})] if table.state in IN_HAND else []


def _button(office, table, number, record):
    """An alert where a hand was played with another button or big blind than the desk's."""
    at, start = table.positions, record.get("start") or {}
    played = start.get("button"), start.get("bb_seat")
    if at is None or None in played or played == (at.button, at.bb):
        return []
    text = (f"Table {number}: button at seat {played[0]}, big blind at seat {played[1]}; the desk"
            f" has seats {at.button} and {at.bb}")  # fmt: skip
    return [_alert("button", text, office.event.book.rule("button.dead"), number)]


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
