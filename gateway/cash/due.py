"""What a cash room's desk has to do now, each with the rule and, where it is plain, the entry.

``due(room)`` gives ``Due`` rows; ``happenings`` is what ``carry-out`` adds, None where a person
has to say more (what somebody buys in for, which cards were drawn).
"""

from shared_rules.desk import room_rules

MINUTE_MS = 60_000


class Due:
    """One thing to be done: ``text``, rules, judge and happenings (None: a person says more)."""

    def __init__(self, text, decision, happenings=None):
        self.text = text
        self.cite = decision.cite
        self.by = decision.decided_by
        self.happenings = happenings


def due(room):
    """All that is due in the room, in the order in which it is best done."""
    out = []
    for game in room.games.values():
        out += _collection(room, game) + _seats(room, game) + _breaks(room, game)
    return out + _lock_ups(room) + _absent(room)


def _collection(room, game):
    posted = room.kind(game.kind).get("collection", {})
    if posted.get("how") != "time" or not game.seats:
        return []
    if room.now - game.collected < posted["minutes"] * MINUTE_MS:
        return []
    decision = room_rules.collection(room, {"table": game.number})
    pays = sorted(game.seats.values()) if decision.open else decision.answer["pays"]
    text = f"Collect {posted['amount']} at table {game.number} from {', '.join(pays) or 'nobody'}"
    return [Due(text, decision, [("collected", {"table": game.number, "players": pays})])]


def _seats(room, game):
    """A free seat somebody is to have: of the game, of the must-move game, or of the list."""
    feeding = [g for g in room.games_of(game.kind) if g.must_move]
    given = {place for place, _ in room.given.values()}
    for seat in game.free():
        place = f"{game.number}:{seat}"
        decision = room_rules.next_up(room, {"at": place})
        if place in given or seat in game.reserved or decision.open:
            continue
        player = decision.answer["player"]
        to = {"player": player, "to": place}
        if player in game.seats.values():
            happening = ("moved", {**to, "reason": "asked"})
            return [Due(f"{player} may change to seat {place}", decision, [happening])]
        if player in room.guests:
            return [_must_move(room, decision, to)]
        if not feeding or game is feeding[-1]:
            return [Due(f"Call {player} for seat {place}", decision, [("seat_given", to)])]
    return []


def _must_move(room, decision, to):
    """The next player of a must-move game goes to the game it feeds."""
    table = room.guests[to["player"]].table
    until = room_rules.leaves_by(room, {**to, "reason": "must_move"})
    stays = "" if until.open else f"; he may stay: {until.answer['until'].replace('_', ' ')}"
    text = f"{to['player']} moves from table {table} to {to['to']}{stays}"
    return Due(text, decision, [("moved", {**to, "reason": "must_move"})])


def _breaks(room, game):
    """A must-move game whose players all fit into the games before it."""
    if not game.must_move or room.feeder_of(game) is not None or not game.seats:
        return []
    others = [g for g in room.games_of(game.kind) if g is not game]
    if len(game.seats) > sum(len(g.free()) for g in others):
        return []
    decision = room_rules.open_game(room, {"by": "management"})
    return [Due(f"Table {game.number} may be broken: its players fit into the others", decision)]


def _lock_ups(room):
    out = []
    for player in room.given:
        decision = room_rules.pick_up_lock(room, {"player": player})
        if not decision.open and decision.answer["allowed"]:
            text = f"Pick up the lock-up of {player} at {room.given[player][0]}"
            out.append(Due(text, decision, [("lock_up_ended", {"player": player})]))
    return out


def _absent(room):
    out = []
    for player, guest in room.guests.items():
        if guest.away_since is None:
            continue
        decision = room_rules.pick_up_chips(room, {"player": player})
        if not decision.open and decision.answer["allowed"]:
            minutes = (room.now - guest.away_since) // MINUTE_MS
            text = f"The chips of {player}, away for {minutes} minutes, may be picked up"
            out.append(Due(text, decision, [("picked_up", {"player": player})]))
    return out
