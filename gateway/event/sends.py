"""Players sent from seat to seat, until the dealers have said that they went and that they sit.

``Send`` is kept by the office for each player who was moved; ``sends`` gives the words for the
tables it concerns and for the floor.
"""

from shared_rules.desk.tables import FINAL

DUTIES = {
    "big_blind": "posts the big blind", "small_blind": "posts the small blind",
    "button": "has the button", "none": "is dealt in", "waits": "waits until the button has passed",
}  # fmt: skip
WORDS = ("moved", "break", "redrawn", "final_table", "balance", "seated")  # these send players
MINUTE_MS = 60_000
LEFT, SITS = "left", "sits"  # what a dealer says of a player who was sent


class Send:
    """A player on his way. ``source`` is None for one who had no seat before."""

    def __init__(self, player, source, to, t):
        self.player = player
        self.source = source  # (table, seat)
        self.to = to
        self.t = t  # ms since the setup
        self.left = source is None or source[0] == to[0]  # nobody has to send him off
        self.sits = False


def places(event):
    """player -> (table, seat) of all who have a seat."""
    return {t.seats[s]: (t.number, s) for t in event.in_order() for s in t.occupied()}


def note_moves(office, before, t):
    """Keep who sits elsewhere than ``before`` as sent."""
    now = places(office.event)
    for player, place in now.items():
        if before.get(player) != place:
            office.sends.pop(player, None)  # the newest move comes last
            office.sends[player] = Send(player, before.get(player), place, t)


def said(office, player, what):
    """A dealer, or a hand dealt to him, says that a player ``left`` or ``sits``; False: known."""
    send = office.sends.get(player)
    if send is None or getattr(send, what):
        return False
    send.left = True  # who sits at the new table has left the old one
    send.sits = send.sits or what == SITS
    return True


def under_way(office, t=None):
    """Sends that are not done, oldest first, as plain values; ``t``: now, ms since the setup."""
    now = office.t if t is None else t
    there = places(office.event)
    sent = [s for s in office.sends.values() if not s.sits and there.get(s.player) == s.to]
    return [_row(office, s, now) for s in sent]


def at_table(office, name):
    """What the dealer of a table has to say: of who goes from here, of who comes."""
    out = []
    for row in under_way(office):
        goes = row["from_table"] is not None and name_of(row["from_table"]) == name
        if name_of(row["to_table"]) == name:
            out.append({**row, "says": SITS})
        elif goes and not row["left"]:
            out.append({**row, "says": LEFT})
    return out


def tables(office):
    """Names of the tables whose dealers are told something."""
    rows = under_way(office)
    found = {row["to_table"] for row in rows} | {row["from_table"] for row in rows}
    return {name_of(number) for number in found if number is not None}


def name_of(number):
    """Name of a table as the controllers know it."""
    return str(number)


def _row(office, send, now):
    table = office.event.tables.get(send.to[0])
    duty = table.duty(send.player, office.event.always_dealt) if table is not None else None
    return {
        "player": send.player, "name": office.name(send.player), "left": send.left,
        "minutes": (now - send.t) // MINUTE_MS,
        "from_table": send.source[0] if send.source else None, "to_table": send.to[0],
        "text": sentence(send), "duty": DUTIES.get(duty, ""),
    }  # fmt: skip


def sentence(send):
    """Where from and where to, in words."""
    to = f"seat {send.to[1]} of {_table(send.to[0])}"
    if send.source is None:
        return to
    if send.source[0] == send.to[0]:
        return f"seat {send.source[1]} to {to}"
    return f"seat {send.source[1]} of {_table(send.source[0])} to {to}"


def _table(number):
    return "the final table" if number == FINAL else f"table {number}"
