"""What the desk itself does to an event: seats for entries, chips, tables opened, what is posted.

Words beyond the case language (docs/desk.md lists them), for an event that runs from registration
to payout instead of beginning in the middle.
"""

from shared_rules.desk import first_button
from shared_rules.desk.faults import BadHappening
from shared_rules.desk.tables import FINAL, Table


def issue(event, ev):
    """Chips paid for are put to a player's stack (``chips`` of a rebuy or an add-on)."""
    chips = ev.get("chips", 0)
    if chips:
        player = ev["player"]
        before = 0 if player in event.gone else event.stacks.get(player, 0)
        event.stacks[player] = before + chips


def on_seated(event, ev):
    """An entry comes into play: a free seat and a stack; who was out before is in again."""
    player = ev["player"]
    if event.table_of(player) is not None:
        raise BadHappening("%s has a seat already" % player)
    number = int(ev["to"].split(":")[0])
    if number not in event.tables:
        raise BadHappening("there is no table %s" % number)
    event.seat(player, ev["to"])
    if player in event.gone:
        event.gone.remove(player)
        event.outs = [o for o in event.outs if o[2] != player]
    else:
        event.entered += 1
    event.stacks[player] = ev["stack"]
    if player in event.lists.get("alternates", ()):
        _alternates(event, [p for p in event.lists["alternates"] if p != player])
    first_button.place(event)


def on_listed(event, ev):
    """An entry waits for a seat among the alternates."""
    waiting = [p for p in event.lists.get("alternates", ()) if p != ev["player"]]
    _alternates(event, waiting + [ev["player"]])


def _alternates(event, players):
    event.lists = dict(event.lists)
    event.lists["alternates"] = players


def on_table_opened(event, ev):
    """A table is put up; nobody sits at it yet."""
    number = ev["table"]
    if number in event.tables:
        raise BadHappening("table %s is open already" % number)
    stud = event.facts.get("game") == "stud"
    event.tables[number] = Table(number, ev["max"], {}, stud=stud)
    event.tables_at_start = max(event.tables_at_start, event.tables_left)


def on_button_placed(event, ev):
    """The first button of a table lies where cards or director put it."""
    table = event.table(ev["table"])
    if table.seats is not None and ev["seat"] not in table.seats:
        raise BadHappening("nobody sits at %s:%s" % (ev["table"], ev["seat"]))
    table.first_button = ev["seat"]
    table.positions = None


def on_redrawn(event, ev):
    """The whole field draws new seats; tables nobody was drawn to are put away."""
    places = {}
    for player in sorted(ev["seats"]):
        number, _, seat = ev["seats"][player].partition(":")
        seats = places.setdefault(int(number), {})
        if int(seat) in seats:
            raise BadHappening("%s is drawn twice" % ev["seats"][player])
        seats[int(seat)] = player
    seated = [t.seats[s] for t in event.in_order() for s in t.occupied()]
    if sorted(seated) != sorted(ev["seats"]):
        raise BadHappening("a redraw seats everybody who is in, and nobody else")
    stud = event.facts.get("game") == "stud"
    tables = {}
    for number in sorted(places):
        before = event.tables.get(number) or event.tables.get(FINAL)
        if before is None:
            raise BadHappening("there is no table %s" % number)
        tables[number] = Table(number, before.max, places[number], stud=stud)
    for number in event.tables:
        if number not in tables:
            event.broken[number] = event.tables[number]
    event.tables = tables
    first_button.place(event)


def on_stacks(event, ev):
    """Stacks as they were counted, or read by the tables."""
    event.stacks.update(ev["stacks"])


def on_prizes_posted(event, ev):
    """What each place wins, first place first."""
    _post(event, "prizes", list(ev["prizes"]))


def on_structure_changed(event, ev):
    """Levels from now on."""
    _post(event, "levels", list(ev["levels"]))


def _post(event, name, value):
    event.facts = dict(event.facts)
    event.facts[name] = value


HANDLERS = {
    "seated": on_seated,
    "listed": on_listed,
    "table_opened": on_table_opened,
    "button_placed": on_button_placed,
    "redrawn": on_redrawn,
    "stacks": on_stacks,
    "add_on": issue,
    "prizes_posted": on_prizes_posted,
    "structure_changed": on_structure_changed,
}
