"""What the cash room's pages show: plain values from the state of the room."""

from gateway.cash import due, running_room
from gateway.cash.log_sentences import words
from gateway.event.log import happenings
from gateway.event.views import by, entry_rows
from gateway.languages.speech import text, translated
from gateway.tables.words import game as game_title
from shared_rules.desk import room_blinds, room_rules

MINUTE_MS = 60_000
SESSIONS_SHOWN = 20


def overview(room, entries):
    """The room: what is due, games with their seats, lists, sessions that are over."""
    return {
        "h": head(room), "due": [_due(d) for d in due.due(room)],
        "games": [_game(room, g) for g in room.games.values()],
        "lists": [_list(room, kind) for kind in room.kinds],
        "kinds": [{"kind": k, "text": stakes(row)} for k, row in room.kinds.items()],
        "sessions": [_session(s) for s in reversed(room.sessions[-SESSIONS_SHOWN:])],
        "notes": [n["text"] for n in reversed(room.notes[-SESSIONS_SHOWN:])],
    }  # fmt: skip


def head(room):
    """What stands above the pages."""
    return {
        "book": room.book.name, "games": len(room.games), "players": len(room.guests),
        "waiting": sum(len(room.waiting(k)) for k in room.kinds), "in_play": room.in_play,
        "taken": room.taken,
    }  # fmt: skip


def stakes(kind):
    """A kind of game in words."""
    words = translated(game_title(kind["game"]))
    if "bb" in kind:
        words += f" {kind.get('sb', 0)}/{kind['bb']}"
    elif "max_bet" in kind:
        words += text(", largest bet {amount}", amount=kind["max_bet"])
    return words


def _due(one):
    return {"key": running_room.key_of(one), "text": one.text, "by": by(one), "cite": one.cite,
            "after": None, "can": one.happenings is not None}  # fmt: skip


def _game(room, game):
    kept = {place: player for player, (place, _) in room.given.items()}
    wanted = {}
    for player, place in room.wanted:
        wanted.setdefault(place, player)
    seats = []
    for seat in range(1, game.max + 1):
        place = f"{game.number}:{seat}"
        player = game.over.get(seat, game.seats.get(seat))
        guest = room.guests.get(player)
        seats.append({
            "seat": seat, "place": place, "player": player,
            "gone": seat in game.gone_seats,
            "stack": guest.stack if guest else None,
            "marks": _marks(room, guest) if guest else [],
            "away": guest is not None and guest.away_since is not None and not guest.over,
            "kept": kept.get(place) or game.reserved.get(seat), "wanted": wanted.get(place),
        })  # fmt: skip
    feeds = game.must_move and len(room.games_of(game.kind)) > 1
    return {
        "number": game.number, "kind": game.kind, "text": stakes(room.kind(game.kind)),
        "feeds": room.fed_by(game).number if feeds else None, "seats": seats,
        "count": len(game.seats), "max": game.max, "playing": game.playing, "hands": game.hands,
        "positions": game.positions,
    }  # fmt: skip


def _marks(room, guest):
    marks = []
    if guest.away_since is not None:
        minutes = (room.now - guest.away_since) // MINUTE_MS
        marks.append(f"away {minutes} min" + (", told the floor" if guest.noticed else ""))
    if guest.over:
        marks.append("plays over")
    if guest.wait:
        hands = "1 hand" if guest.wait == 1 else f"{guest.wait} hands"
        marks.append(f"changed his seat: waits {hands}, or posts")
    if guest.passing:
        marks.append("dealt off: the blinds pass his seat")
    if room_blinds.owes(room, guest):
        decision = room_rules.owes(room, {"player": guest.player})
        if not decision.open:
            due_now = decision.answer
            owed = due_now["live"] + due_now["dead"]
            dead = f" ({due_now['dead']} dead)" if due_now["dead"] else ""
            waits = ", after the button" if due_now["waits"] else ""
            marks.append(f"posts {owed}{dead} or waits for the big blind{waits}")
    return marks


def _list(room, kind):
    given = {player: place for player, (place, _) in room.given.items()}
    names = [{"player": p, "kept": given.get(p)} for p in room.waiting(kind)]
    return {"kind": kind, "text": stakes(room.kind(kind)), "names": names}


def _session(s):
    return {"player": s["player"], "kind": s["kind"], "minutes": (s["to"] - s["from"]) // MINUTE_MS,
            "bought": s["bought"], "out": s["out"], "why": s["why"]}  # fmt: skip


def log(room, entries):
    """The entries, the last first."""
    rows = entry_rows(entries, text("Cash room opened under {book}"), _sentence)
    return {"h": head(room), "rows": rows, "count": len(entries)}


def _sentence(entry):
    return "; ".join(words(ev) for ev in happenings(entry))


PAGES = {"room": overview, "log": log}
