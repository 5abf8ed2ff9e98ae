"""PHH, the open file format for poker hand histories (TOML).

What it has no field for stands in fields of our own that begin with an underscore, as it allows.
"""

from gateway.exports.hand import NotKept
from gateway.tables.handmoves import UNKNOWN
from shared_rules import games

CALLS, WAGERS = ("check", "call"), ("bet", "raise", "complete")


def code_of(start):
    """The notation's code of a game; NotKept where it has none."""
    for code, played in games.notation().items():
        if played == (start["game"], start.get("betting")):
            return code
    raise NotKept(f"the notation has no code for {start.get('betting')} {start['game']}")


def record(kept, rulings=True):
    """The hand as the dict a PHH file holds. ``rulings``: with what was irregular."""
    start, n = kept.start, len(kept.seats)
    code = code_of(start)
    made = {"variant": code, **_stakes(kept, code)}
    made["starting_stacks"] = [kept.stack(s) for s in kept.seats]
    made["actions"] = actions(kept)
    begun = kept.begun()
    made |= {
        "time": begun.time().replace(microsecond=0), "time_zone": "UTC",
        "day": begun.day, "month": begun.month, "year": begun.year,
    }  # fmt: skip
    if isinstance(kept.record.get("hand"), int):
        made["hand"] = kept.record["hand"]
    made["table"] = str(kept.record["table"])
    made["seats"], made["seat_count"] = list(kept.seats), max(n, *kept.seats)
    made["players"] = [kept.name(s) for s in kept.seats]
    made["finishing_stacks"] = [kept.after(s) for s in kept.seats]
    made["_hand_id"] = str(kept.record.get("hand_id") or "")
    made["_rulebook"] = start.get("rulebook") or ""
    if start.get("format"):
        made["_format"] = start["format"]
    if not kept.complete:
        made["_incomplete"] = True  # cards of it were not read
    if kept.keyed():
        made["_keyed"] = kept.keyed()  # these cards a person keyed: no loop read them
    if rulings:
        made["_incidents"] = [_incident(i) for i in kept.record.get("incidents") or ()]
    return made


def _incident(found):
    return {
        "ruling": found["ruling"], "seat": found.get("seat") or 0,
        "amount": found.get("amount") or 0, "misdeal": bool(found.get("misdeal")),
        "remedy": list(found.get("remedy_steps") or ()),
        "decided_by": found.get("decided_by") or "",
        "cite": list(found.get("cite") or ()), "confidence": found.get("confidence") or "",
    }  # fmt: skip


def _stakes(kept, code):
    start, seats = kept.start, kept.seats
    each = not start.get("antes") and start.get("ante_type", "each") == "each"
    made = {"ante_trimming_status": each, "antes": _in_file(_antes(start, seats))}
    stud = kept.game.family == "stud"
    if stud:
        made["bring_in"] = start.get("bring_in", 0)
    else:
        made["blinds_or_straddles"] = _in_file(_blinds(start, seats))
    bb = start.get("bb") or 0
    if code.startswith("F"):  # fixed limit
        small = start.get("small_bet") or bb
        made["small_bet"], made["big_bet"] = small, start.get("big_bet") or 2 * small
    else:
        made["min_bet"] = start.get("small_bet") or bb
    return made


def _antes(start, seats):
    ante, kind = start.get("ante") or 0, start.get("ante_type") or "each"
    if start.get("antes"):
        return [start["antes"].get(str(s), 0) for s in seats]
    if kind == "big_blind_ante":
        return [ante if s == start.get("bb_seat") else 0 for s in seats]
    if kind == "button_ante":
        return [ante if s == start.get("button") else 0 for s in seats]
    return [ante] * len(seats)


def _blinds(start, seats):
    straddles, posts = start.get("straddles") or {}, start.get("posts") or {}
    made = []
    for s in seats:
        chips = straddles.get(str(s)) or -posts.get(str(s), 0)
        if s == start.get("bb_seat"):
            chips = start.get("bb") or 0
        elif s == start.get("sb_seat"):
            chips = start.get("sb") or 0
        made.append(chips)
    return made


def _in_file(row):
    """The notation lists two players the other way round: the small blind is the button."""
    return row[::-1] if len(row) == 2 else row


def actions(kept):
    """The notation's actions, street by street."""
    number = {seat: f"p{i}" for i, seat in enumerate(kept.seats, 1)}
    out, shown = [], False
    for street in kept.streets:
        if (street.cards or _dealt_more(kept, street)) and kept.run_out(street) and not shown:
            out += _shows(kept, number)
            shown = True
        out += [f"{number[s]} sd {''.join(c)}".strip() for s, c in _by(kept, street.draws)]
        out += [f"d dh {number[s]} {''.join(c)}" for s, c in _by(kept, street.dealt) if c]
        if street.cards:
            out.append("d db " + "".join(street.cards))
        out += [line for a in street.actions if (line := _act(a, number))]
    if not shown and len(kept.contenders()) > 1:
        out += _shows(kept, number)
    return out


def _dealt_more(kept, street):
    return street is not kept.streets[0] and (street.dealt or street.draws)


def _by(kept, found):
    return [(s, found[s]) for s in kept.seats if s in found]


def _act(action, number):
    player, act = number.get(action["seat"]), action["act"]
    if player is None:
        return None
    if act in WAGERS:
        return f"{player} cbr {action['to']}"
    word = "cc" if act in CALLS else {"fold": "f", "bring_in": "pb"}.get(act)
    return f"{player} {word}" if word else None


def _shows(kept, number):
    out = []
    for seat in kept.contenders():
        cards = kept.shown.get(seat)
        if not cards:
            out.append(f"{number[seat]} sm")
        elif UNKNOWN not in cards:
            out.append(f"{number[seat]} sm {''.join(cards)}")
    return out


# -- TOML: few kinds of values, so few lines


def text(made):
    """TOML of a record."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in made.items())


def _value(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, dict):
        inside = ", ".join(f"{k} = {_value(v)}" for k, v in value.items())
        return "{ " + inside + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _string(value):
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in quoted) + '"'
