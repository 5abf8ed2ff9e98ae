"""The tables as the desk's eyes: what a hand of a table says of the event.

A table tells seats, chips and where the button lay, never names: who sits where the desk knows.
Where both differ, the desk is alerted with the rule it follows from, and the desk's own figures
stay.
"""

from gateway.event import acts, due, last_hands
from gateway.event.desk_grammar import TEXT_MAX
from gateway.event.sends import SITS
from shared_rules import zones
from shared_rules.desk import asks, tables
from shared_rules.rulebooks import keys

HAPPENED = dict(keys.SITUATIONS)  # situation -> what happened, in words
TOGETHER = {  # hand for hand: what a dealer is told
    "wait": "Hand for hand: wait, other tables still play",
    "freeze": "Hand for hand: all in and called. No more cards, hands stay face down",
    "complete": "Hand for hand: all other tables are done. Finish this hand",
    "deal": "Hand for hand: deal the next hand",
}
BOARD = 5  # cards of a full board
IN_HAND = (tables.PLAYING, tables.ALL_IN)
BY_SEAT = ("chips_left", "chips_back", "chips_more")  # alerts of one player's chips
# situations of the table's rules that are about a player's conduct: the desk keeps them by name
CONDUCT = ("presence.", "view.", "frame.chips_", "frame.old_chips", "frame.penalty_seat",
           "pots.hidden_chips", "wager.chips_added")  # fmt: skip


def plays(office, name):
    """True while the event runs and one of its tables has the name."""
    return office.clock.begun and office.event.left > 1 and _table(office, name) is not None


def begun(office, name):
    """Happenings of a table whose deck is riffled: its hand begins, by the book, at the level that
    runs now; [] where the desk knows of a hand there, or plays no event at the table."""
    table = _table(office, name)
    if table is None or not office.clock.begun or table.count < 2 or table.state in IN_HAND:
        return []
    return [*_may_not(office, table), _start(table)]


def _may_not(office, table):
    """An alert where a table deals that may not now: too short, or done for the day."""
    halted, cite = due.halted(office)
    if table.number in halted:
        text = f"Table {number_of(table)} deals although it is too short"
        return [alerted("halted", text, cite, number_of(table))]
    if together(office).get(table.number) == "wait":
        text = f"Table {number_of(table)} deals although other tables still play this hand"
        rule = office.event.book.rule("hand_for_hand.play")
        return [alerted("hand_for_hand", text, rule.cite, number_of(table))]
    left = last_hands.left(office)
    if left is not None and not left.get(table.number, 1):
        text = f"Table {number_of(table)} deals although its last hand of the day is over"
        rule = office.event.book.rule("hands.drawn")
        return [alerted("last_hands", text, rule.cite, number_of(table))]
    return []


def together(office):
    """Table -> what it does hand for hand: ``deal play freeze complete wait`` (DESK.md).

    {} while tables play by themselves, and where the book leaves it to the director.
    """
    if not office.event.hand_for_hand:
        return {}
    decision = asks.answer(office.event, {"what": "hand_for_hand"})
    tables_ = {} if decision.open else decision.answer["tables"]
    return {t.number: tables_[str(t.number)] for t in office.event.in_order() if tables_}


def is_called(view):
    """True where a table's hand (``Table.view``) is all in and called, with cards to come."""
    if view.get("phase") != "closed":  # the betting of a street is over, the next card is to come
        return False
    states = [seat["state"] for seat in view["seats"]]
    live, all_in = states.count("live"), states.count("all_in")
    return all_in > 0 and live <= 1 < live + all_in and len(view["board"]) < BOARD


def called(office, name):
    """Happenings of a table whose hand is all in and called, hand for hand: it waits."""
    table = _table(office, name)
    if table is None or not office.event.hand_for_hand or table.state != tables.PLAYING:
        return []
    return [("all_in_called", {"table": number_of(table)})]


def old_chips(office, name, read):
    """Alerts of chips that a color-up took off and a table has read since, once a hand.

    ``read``: denomination -> zones of the betting lines they were read on in this hand.
    """
    table = _table(office, name)
    if table is None or table.number in office.color_up.tables:
        return []  # what was read then was read before the color-up
    number, rule = number_of(table), office.event.book.rule("chips.found_late")
    since = office.last_hand.get(number, 0)
    said = {(a["table"], a.get("player")) for a in office.alerts
            if a["kind"] == "old_chips" and a["t"] >= since}  # fmt: skip
    out = []
    for chip in sorted(set(read) & set(office.ledger.gone)):
        for seat in sorted({zones.seat_of(zone) for zone in read[chip]}):
            player = table.seats.get(seat)
            if player is None or (number, player) in said:
                continue
            said.add((number, player))
            text = (f"Table {number}: chips of {chip:,} were read in front of"
                    f" {office.name(player)} after their color-up")  # fmt: skip
            out.append(alerted("old_chips", text, rule.cite, number, player))
    return out


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
    said = [] if record.get("amended") else _conduct(office, table, number, record)
    wrong = _differences(office, table, number, after)
    if wrong:
        by_seat = any(fields["kind"] in BY_SEAT for _, fields in said)
        wrong = [w for w in wrong if not (by_seat and w[1]["kind"] == "stack")]
        return [*said, *wrong, *_only_over(table, number)]
    stacks = {table.seats[seat]: after[seat] for seat in sorted(after) if seat in table.seats}
    if record.get("amended"):  # the hand was over: its chips were put right, nobody is out by that
        return [("stacks", {"stacks": stacks})]
    came = [p for p in stacks if p in office.sends and not office.sends[p].sits]
    out = said + [("move_seen", {"player": p, "says": SITS}) for p in came]
    known = table.state in IN_HAND or table.number in office.unreported
    out += _button(office, table, number, record) if known else [_start(table)]
    broke = [p for p in stacks if not stacks[p]]
    if broke:
        # a hand is named by the entry it begins in: here that is the one these are added as
        hand = office.hand_ids[table.number] if known else office.n + 1
        started = {p: office.event.stacks.get(p, 0) for p in stacks}
        out += acts.bust(office, table.number, hand, broke, started)
        if not due.grows(office):  # who may rebuy is still in: the floor keys who is out
            out += acts.knocked_out(office, broke, started, stacks, table.seats, record)
    return [*out, ("hand_over", {"table": number, "stacks": stacks}),
            *acts.missed(office, table, broke)]  # fmt: skip


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
    desk = sum(event.stacks.get(table.seats.get(seat), 0) for seat in after)
    if table.number in office.unreported:  # the floor keyed who is out: his chips are here yet
        hand = office.hand_ids[table.number]
        desk += sum(stack or 0 for n, at, _, stack in event.outs if (n, at) == (hand, number))
    read = sum(after.values())
    if desk != read:
        rule = event.book.rule("chips.hidden")
        text = f"Table {number}: {read} chips were read, the desk has {desk}"
        out.append(_alert("stack", text, rule, number))
    return out


# -- what people do at a table


def _conduct(office, table, number, record):
    """Alerts of chips that came or went between two hands, and of what the table ruled on people.

    The engine names seats; the desk knows who sits there.
    """
    out = _between_hands(office, table, number, record.get("start") or {})
    for found in record.get("incidents") or ():
        situation, player = found.get("situation") or "", table.seats.get(found.get("seat"))
        if player is None or not situation.startswith(CONDUCT):
            continue
        text = f"Table {number}, {office.name(player)}: {HAPPENED.get(situation, situation)}"
        out.append(alerted("conduct", text, found.get("cite") or (), number, player))
    return out


def _between_hands(office, table, number, start):
    """Alerts of seats whose hand began with other chips than its player has at the desk."""
    read = {int(s): n for s, n in (start.get("stacks") or {}).items()}
    event, off = office.event, {}
    for seat in table.occupied():
        player = table.seats[seat]
        if seat in read and player in event.stacks and read[seat] != event.stacks[player]:
            off[player] = read[seat] - event.stacks[player]
    if off and not sum(off.values()):
        names = ", ".join(office.name(p) for p in off)
        text = f"Table {number}: chips went from one player to another between hands: {names}"
        return [alerted("passed", text, event.book.rule("offence.chip_transfer").cite, number)]
    cite = event.book.rule("chips.hidden").cite
    out = []
    for player, chips in off.items():
        name = office.name(player)
        if chips < 0:
            text = f"Table {number}: {name} began the hand with {-chips:,} chips fewer than before"
            out.append(alerted("chips_left", text, cite, number, player))
        elif _took(office, player):
            text = f"Table {number}: {name} has brought {chips:,} chips back"
            out.append(alerted("chips_back", text, cite, number, player))
        else:
            text = f"Table {number}: {name} began the hand with {chips:,} chips more than before"
            out.append(alerted("chips_more", text, cite, number, player))
    return out


def _took(office, player):
    """True where the last that was said of a player's chips is that some of them left."""
    said = [a["kind"] for a in office.alerts if a.get("player") == player and a["kind"] in BY_SEAT]
    return said[-1:] == ["chips_left"]


def _alert(kind, text, rule, number, player=None):
    return alerted(kind, text, rule.cite, number, player)


def alerted(kind, text, cite, number, player=None):
    """The happening of an alert on a table (its number), of one of its players."""
    fields = {"kind": kind, "text": text[:TEXT_MAX], "cite": list(cite), "table": number}
    if player is not None:
        fields["player"] = player
    return "alerted", fields
