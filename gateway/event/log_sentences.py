"""What an entry of an event's log says, in the language spoken now.

``words(office, ev)`` is the sentence of a happening; a happening that has none (one of the case
language no page keys) is told by its fields.
"""

from gateway.languages.speech import fill, many, number, text, translated

MINUTE_MS = 60_000
# Happening -> its sentence. Fields are told by ``_fields``; what differs by a field is below.
SAID = {
    "listed": "{player} waits among the alternates",
    "seated": "{player} sits at {to} with {stack} chips",
    "table_opened": "Table {table} opened, seats: {max}",
    "button_placed": "Button of table {table} placed at seat {seat}",
    "structure_changed": "Levels changed",
    "clock_started": "Clock started",
    "clock_paused": "Clock stopped",
    "break_over": "The break is over",
    "day_begins": "The day begins",
    "knocked_out": "{player} knocked out by {by}",
    "paid_out": "{amount} paid out to {player}",
    "deal_made": "Deal made",
    "clock_zero": "The level's time is over",
    "registration_closed": "Registration closed",
    "day_end": "The day is over",
    "event_cancelled": "Event cancelled",
    "deal_talk": "A deal is talked about",
    "time_limit": "The event ends for lack of time",
    "round_up": "Odd chips rounded up",
    "level_announced": "Level {level} announced",
    "hand_start": "A hand begins at table {table}",
    "hand_over": "The hand at table {table} is over",
    "all_in_called": "All in and called at table {table}",
    "stud_round": "Stud round at table {table}",
    "holdem_round": "Hold'em round at table {table}",
    "card_drawn": "Last hands of the day drawn: {value}",
    "button_cards": "Cards drawn for the button",
    "bust": "Out at table {table}: {players}",
    "leaves_event": "{player} leaves the event for good",
    "near": "Tables near the short one: {tables}",
    "player_picked": "{player} named to move",
    "break": "Table {table} broken",
    "moved": "{player} moved to {to}",
    "sat_wrong": "{player} sat wrong at {at}, drawn was {assigned}",
    "register": "{player} registered",
    "re_enter": "{player} entered again",
    "rebuy": "Rebuy of {player}",
    "add_on": "Add-on of {player}",
    "rebuy_announced": "{player} announced a rebuy",
    "color_up": "Color-up: {old} to {new}",
    "race_cards": "Cards of the chip race dealt",
    "offence": "Offence of {player}: {kind}",
    "deal_proposed": "Deal proposed",
    "pressure": "{by} puts pressure on {on} about a deal",
    "chips_counted": "Chips counted",
}
# (happening, field, its value) -> the sentence in its place
BY_FIELD = {
    ("hand_for_hand", "on", True): "Hand for hand begins",
    ("hand_for_hand", "on", False): "Hand for hand is over",
    ("delays_move", "on_purpose", True): "{player} delays the move on purpose",
    ("delays_move", "on_purpose", False): "{player} delays the move, not on purpose",
    ("chips_found", "where", "pocket"): "{value} in chips of {player} carried out of view",
    ("chips_found", "where", "after_race"): "{value} in old chips of {player} found after the race",
    ("deal_answer", "agree", True): "{player} agrees to the deal",
    ("deal_answer", "agree", False): "{player} refuses the deal",
    ("move_seen", "says", "left"): "{player} has left the old table",
    ("move_seen", "says", "sits"): "{player} sits at the new table",
    ("absent", "contacted", True): "{player} is absent, but was reached",
    ("absent", "contacted", False): "{player} is absent and was not reached",
}
KINDS = {
    "soft_play": "soft play", "chip_transfer": "chips passed on", "stalling": "stalling",
    "false_id": "a false ID", "warning": "warning", "disqualification": "disqualification",
    "hands": "hands", "rounds": "rounds",
}  # fmt: skip
PLAYERS = ("player", "by", "on")
PLACES = ("to", "at", "assigned")
AMOUNTS = ("stack", "amount", "value", "old", "new")


def words(office, ev):
    """A happening in words, with the players' names as they were written down."""
    if said := said_in(ev):
        return said
    pattern = _pattern(ev)
    if pattern is None:
        return by_its_fields(office, ev)
    fields = _fields(office, ev)
    return "; ".join([fill(pattern, fields), *_more(ev, fields)])


def said_in(ev):
    """What a note or an alert says by itself; nothing of any other happening."""
    return translated(ev["text"]) if ev["what"] in ("noted", "alerted") else ""


def place(seat):
    """A seat, ``3:5``, in words."""
    table, _, number_there = seat.partition(":")
    if table == "final":
        return text("final table, seat {seat}", seat=number_there)
    return text("table {table}, seat {seat}", table=table, seat=number_there)


def by_its_fields(office, ev):
    """A happening nobody gave a sentence: its name, then field after field."""
    parts = [ev["what"].replace("_", " ")]
    for name, value in ev.items():
        if name in ("what", "t", "id_shown", "name"):
            continue
        if name in PLAYERS and value in office.people:
            parts.append(office.name(value))
        elif isinstance(value, dict | list):
            parts.append(f"{name} ×{len(value)}")
        else:
            parts.append(f"{name} {value}")
    return " ".join(parts)


def _fields(office, ev):
    out = dict(ev)
    for name, value in ev.items():
        if name in PLAYERS and value in office.people:
            out[name] = office.name(value)
        elif name in PLACES and isinstance(value, str):
            out[name] = place(value)
        elif name in AMOUNTS and isinstance(value, int):
            out[name] = number(value)
        elif name in ("players", "also"):
            out[name] = ", ".join(office.name(p) if p in office.people else p for p in value)
        elif name == "tables":
            out[name] = ", ".join(map(str, value))
        elif name == "kind":
            out[name] = text(KINDS.get(value, value))
    return out


def _pattern(ev):
    """The sentence of a happening, its fields open; None where it has none."""
    what = ev["what"]
    if what in COUNTED:
        return COUNTED[what](ev)
    for (kind, field, value), said in BY_FIELD.items():
        if kind == what and ev.get(field) == value:
            return text(said)
    return text(SAID[what]) if what in SAID else None


def has_sentence(what):
    """True where a happening of this name is told by a sentence."""
    by_field = {kind for kind, _field, _value in BY_FIELD}
    return what in SAID or what in by_field or what in COUNTED or what in ("noted", "alerted")


def _balance(ev):
    if "from" in ev:
        return text("One player must go from table {from} to table {to}")
    return text("One player must go to table {to}")


def _clock_set(ev):
    n = ev["left_ms"] // MINUTE_MS
    return many("Clock set: {n} minute left", "Clock set: {n} minutes left", n)


def _dealt_out(ev):
    return many(
        "{player} was not dealt in for {n} hand at table {table}",
        "{player} was not dealt in for {n} hands at table {table}",
        ev["hands"],
    )


def _final_table(ev):
    return many("Final table with {n} player", "Final table with {n} players", len(ev["seats"]))


def _hands_missed(ev):
    return many("{player} has missed {n} hand", "{player} has missed {n} hands", ev["count"])


def _penalty(ev):
    n = ev.get("count")
    if ev["kind"] == "hands" and n is not None:
        return many("Penalty for {player}: {n} hand", "Penalty for {player}: {n} hands", n)
    if ev["kind"] == "rounds" and n is not None:
        return many("Penalty for {player}: {n} round", "Penalty for {player}: {n} rounds", n)
    return text("Penalty for {player}: {kind}")


def _prizes_posted(ev):
    return many("{n} prize posted", "{n} prizes posted", len(ev["prizes"]))


def _redrawn(ev):
    return many("{n} player has a new seat", "{n} players have new seats", len(ev["seats"]))


def _stacks(ev):
    if ev.get("signed_by") and "table" in ev:
        return many(
            "Table {table}, {n} stack counted by {counted_by}, signed by {signed_by}",
            "Table {table}, {n} stacks counted by {counted_by}, signed by {signed_by}",
            len(ev["stacks"]),
        )
    return many("Stack of {n} player noted", "Stacks of {n} players noted", len(ev["stacks"]))


COUNTED = {  # happenings whose sentence tells a number of things
    "balance": _balance, "clock_set": _clock_set, "dealt_out": _dealt_out,
    "final_table": _final_table, "hands_missed": _hands_missed, "penalty": _penalty,
    "prizes_posted": _prizes_posted, "redrawn": _redrawn, "stacks": _stacks,
}  # fmt: skip


def _more(ev, fields):
    """What may be said besides: what was paid, who else took part, where."""
    if "paid" in ev:
        yield text("paid: {amount}", amount=number(ev["paid"]))
    if "chips" in ev and isinstance(ev["chips"], int):
        yield text("chips: {amount}", amount=number(ev["chips"]))
    if ev.get("request"):
        yield text("request: {request}", request=ev["request"])
    if ev.get("keep_chips"):
        yield text("asks that the chips stay")
    if ev.get("right_stack") is False:
        yield text("on another player's stack")
    if ev.get("also"):
        yield text("shared with {also}", also=fields["also"])
    if ev["what"] == "chips_counted" and "table" in ev:
        yield text("table {table}", table=ev["table"])
