"""What happens in a cash room: each handler takes the ``Room`` and one happening.

A handler raises BadHappening, with the rule, for what cannot be; a room that refused is reckoned
anew from its log.
"""

from shared_rules.desk import room_blinds
from shared_rules.desk import room_rules as rules
from shared_rules.desk.faults import BadHappening
from shared_rules.desk.room_seats import Game, Guest


def _game_opened(room, ev):
    room.kind(ev["kind"])
    if ev["table"] in room.games:
        raise BadHappening("a game runs at table %s already" % ev["table"])
    room.must(ev, rules.open_game(room, ev), "management opens games")
    if ev.get("must_move") and not room.games_of(ev["kind"]):
        raise BadHappening("there is no %s game to feed" % ev["kind"])
    room.games[ev["table"]] = Game(ev["table"], ev["kind"], ev["max"], room.now,
                                   ev.get("must_move", False), ev.get("extra", False))  # fmt: skip


def _game_broken(room, ev):
    game = room.game(ev["table"])
    room.must(ev, rules.open_game(room, ev), "management closes games")
    if game.playing:
        raise BadHappening("table %s is in a hand" % game.number)
    feeder = room.feeder_of(game)
    if feeder is not None:
        text = "table %s feeds table %s and breaks first" % (feeder.number, game.number)
        if not ev.get("overrule"):
            raise BadHappening(text)
        feeder.must_move = False
    players = [game.seats[s] for s in sorted(game.seats)]
    if sorted(ev["cards"]) != sorted(players):
        raise BadHappening("a card for each of %s is needed" % (", ".join(players) or "nobody"))
    decision = rules.broken_order(room, {"cards": ev["cards"], "kind": game.kind})
    order = players if decision.open else decision.answer["order"]
    room.broken.setdefault(game.kind, []).extend(order)
    for player in players:
        guest = room.guests.pop(player)
        over = game.over.get(guest.seat)
        if over is not None:
            raise BadHappening("%s plays over at seat %s; he cashes out first" % (over, guest.seat))
        room.order.setdefault((player, game.kind), 0)
        _session(room, guest, guest.stack, "broken")
        room.brought[player, game.kind] = guest.stack
    room.given = {p: g for p, g in room.given.items() if room.split(g[0])[0] != game.number}
    del room.games[game.number]


def _session(room, guest, chips, why):
    room.sessions.append({
        "player": guest.player, "table": guest.table, "kind": room.game(guest.table).kind,
        "from": guest.since, "to": room.now, "hands": guest.hands, "bought": guest.bought,
        "out": chips, "paid": guest.paid, "why": why,
    })  # fmt: skip


def _listed(room, ev):
    player, kind = ev["player"], ev["kind"]
    room.kind(kind)
    rule = room.book.rule("cash.present")
    if not rule.silent and not ev["present"] and not ev.get("overrule"):
        raise BadHappening("%s is not there to be listed (%s)" % (player, ", ".join(rule.cite)))
    if [g for g in room.games_of(kind) if g.must_move]:
        decision = rules.barred(room, {"player": player, "kind": kind})
        room.must(ev, decision, "%s refused to move less than an hour ago" % player)
    if player in room.waiting(kind):
        raise BadHappening("%s is on the list already" % player)
    room.lists[kind].append(player)
    room.signed += 1
    room.order[player, kind] = room.signed


def _unlisted(room, ev):
    if ev["player"] not in room.waiting(ev["kind"]):
        raise BadHappening("%s is not on the list" % ev["player"])
    room.lists[ev["kind"]] = [p for p in room.lists[ev["kind"]] if p != ev["player"]]
    if ev["player"] in room.broken.get(ev["kind"], ()):
        room.broken[ev["kind"]].remove(ev["player"])
        del room.brought[ev["player"], ev["kind"]]
    room.given.pop(ev["player"], None)


def _list_call(room, ev):
    if ev["player"] not in room.waiting(ev["kind"]):
        raise BadHappening("%s is not on the list" % ev["player"])
    if ev["answers"]:
        return
    if "table" in ev:  # a new or a must-move game, which he does not want
        decision = rules.keeps_place(room, ev)
        if decision.open or decision.answer["keeps"]:
            return
    _unlisted(room, ev)


def _arrives(room, ev):
    game = room.game(ev["table"])
    game.arrivals.append((room.now, ev["player"]))


def _seat_reserved(room, ev):
    game, seat = room.check_free(ev["to"], ev["player"])
    room.must(ev, rules.open_game(room, ev), "management reserves seats")
    game.reserved[seat] = ev["player"]


def _seat_given(room, ev):
    player = ev["player"]
    game, seat = room.check_free(ev["to"], player)
    if player in game.seats.values():
        raise BadHappening("%s plays at table %s; 'moved' changes his seat" % (player, game.number))
    if game.must_move:
        decision = rules.barred(room, {"player": player, "kind": game.kind})
        room.must(ev, decision, "%s refused to move less than an hour ago" % player)
    if not game.hands and player in [p for _, p in game.arrivals]:
        decision = rules.seat_choice(room, {"table": game.number})
        first = decision.open or decision.answer["order"][0] == player
        if not first and not ev.get("overrule"):
            raise BadHappening("%s chooses before %s (%s)" % (
                decision.answer["order"][0], player, ", ".join(decision.cite)))  # fmt: skip
    if player in room.waiting(game.kind) and not game.must_move and game.hands:
        decision = rules.next_up(room, {"at": ev["to"]})
        if not decision.open and decision.answer["player"] != player and not ev.get("overrule"):
            raise BadHappening("%s comes before %s (%s)" % (
                decision.answer["player"], player, ", ".join(decision.cite)))  # fmt: skip
    room.given[player] = (ev["to"], room.now)
    game.arrivals = [a for a in game.arrivals if a[1] != player]


def _lock_up_ended(room, ev):
    if ev["player"] not in room.given:
        raise BadHappening("no seat is locked up for %s" % ev["player"])
    decision = rules.pick_up_lock(room, ev)
    room.must(ev, decision, "the lock-up of %s may stay" % ev["player"])
    del room.given[ev["player"]]


def _seated(room, ev):
    player = ev["player"]
    game = room.game(room.split(ev["to"])[0])
    decision = rules.sit(room, {"player": player, "at": ev["to"]})
    room.must(ev, decision, "nobody gave %s to %s" % (ev["to"], player))
    stack = room.brought.get((player, game.kind))
    _check_amount(room, ev, game.kind, {} if stack is None else {"stack": stack})
    room.sit_down(player, ev["to"], ev["amount"])


def _check_amount(room, ev, kind, more):
    player = ev["player"]
    decision = rules.buy_in(room, {"player": player, "kind": kind, **more})
    if decision.open or ev.get("overrule"):
        return
    least, most = decision.answer["min"], decision.answer["max"]
    cite = ", ".join(decision.cite)
    if ev["amount"] < least:
        raise BadHappening("%s buys in for at least %s (%s)" % (player, least, cite))
    if most is not None and ev["amount"] > most:
        raise BadHappening("%s buys in for at most %s (%s)" % (player, most, cite))


def _plays_over(room, ev):
    number, seat = room.split(ev["to"])
    game = room.game(number)
    holder = game.seats.get(seat)
    if holder is None or room.guests[holder].away_since is None or seat in game.over:
        raise BadHappening("nobody who is away has %s" % ev["to"])
    decision = rules.play_over(room, ev)
    room.must(ev, decision, "%s needs the floor's permission and a box" % ev["player"])
    if ev["player"] in room.guests:
        raise BadHappening("%s has a seat already" % ev["player"])
    _check_amount(room, ev, game.kind, {})
    game.over[seat] = ev["player"]
    room.guests[ev["player"]] = Guest(ev["player"], number, seat, ev["amount"], room.now, over=True)


def _bought_in(room, ev):
    guest = room.guest(ev["player"])
    game = room.game(guest.table)
    if guest.stack:
        raise BadHappening("%s has chips; 'topped_up' adds to them" % ev["player"])
    decision = rules.buy_in(room, {"player": ev["player"], "kind": game.kind})
    least = 0 if decision.open else decision.answer["min"]
    if ev["amount"] < least:
        room.must(ev, rules.short_buy_in(room, ev), "%s has bought in short before" % ev["player"])
        guest.shorts += 1
    else:
        _check_amount(room, ev, game.kind, {})
    guest.stack = ev["amount"]
    guest.bought += ev["amount"]


def _topped_up(room, ev):
    guest = room.guest(ev["player"])
    room.must(ev, rules.top_up(room, ev), "%s may not add %s now" % (ev["player"], ev["amount"]))
    guest.stack += ev["amount"]
    guest.bought += ev["amount"]


def _away(room, ev):
    guest = room.guest(ev["player"])
    removed = ev.get("removed", 0)
    if removed > guest.stack:
        raise BadHappening("%s has %s, not %s" % (guest.player, guest.stack, removed))
    guest.away_since, guest.noticed = room.now, ev["noticed"]
    guest.removed += removed
    guest.stack -= removed


def _returns(room, ev):
    guest = room.guest(ev["player"])
    game = room.game(guest.table)
    if guest.seat in game.over:
        over = game.over[guest.seat]
        raise BadHappening("%s plays over at this seat; he cashes out first" % over)
    decision = rules.restored(room, ev)
    due = 0 if decision.open else decision.answer["amount"]
    back = ev.get("restored", 0)
    if back != due and not ev.get("overrule"):
        raise BadHappening("%s brings back %s, not %s (%s)" % (
            guest.player, due, back, ", ".join(decision.cite)))  # fmt: skip
    guest.stack += back
    guest.away_since, guest.removed, guest.noticed = None, 0, False


def _picked_up(room, ev):
    guest = room.guest(ev["player"])
    decision = rules.pick_up_chips(room, ev)
    room.must(ev, decision, "the chips of %s stay" % guest.player)
    _leave(room, guest, guest.stack + guest.removed, "picked up")


def _cash_out(room, ev):
    guest = room.guest(ev["player"])
    if ev["amount"] != guest.stack:
        raise BadHappening("%s has %s, not %s; 'counted' says otherwise" % (
            guest.player, guest.stack, ev["amount"]))  # fmt: skip
    _leave(room, guest, ev["amount"] + guest.removed, "cashed out")


def _leave(room, guest, chips, why):
    game = room.game(guest.table)
    if guest.seat in game.over and not guest.over:
        raise BadHappening("%s plays over at this seat" % game.over[guest.seat])
    room.stand_up(guest)
    _session(room, guest, chips, why)
    room.cashed_out[guest.player, game.kind] = (room.now, chips)
    room.wanted = [w for w in room.wanted if w[0] != guest.player]
    del room.guests[guest.player]


def _counted(room, ev):
    guest = room.guest(ev["player"])
    guest.stack = ev["amount"]


def _seat_wanted(room, ev):
    room.guest(ev["player"])
    room.game(room.split(ev["to"])[0])
    room.wanted.append((ev["player"], ev["to"]))


def _moved(room, ev):
    guest = room.guest(ev["player"])
    before = room.game(guest.table)
    game, seat = room.check_free(ev["to"], guest.player)
    if game is not before:
        _may_change(room, ev, before, game)
    elif before.playing and guest.seat in before.dealt:
        raise BadHappening("%s is in a hand" % guest.player)
    else:
        decision = rules.next_up(room, {"at": ev["to"]})
        first = decision.open or decision.answer["player"] == guest.player
        if not first and [w for w in room.wanted if w[1] == ev["to"]] and not ev.get("overrule"):
            raise BadHappening("%s asked before %s (%s)" % (
                decision.answer["player"], guest.player, ", ".join(decision.cite)))  # fmt: skip
    if game is before:
        room_blinds.change(room, guest, game, ev)
    room.stand_up(guest, quits=game is not before)
    game.seats[seat] = guest.player
    guest.table, guest.seat = game.number, seat
    if game is not before:
        guest.new, guest.hands, guest.missed = bool(game.hands), 0, []
        guest.wait, guest.passing = 0, ""
        guest.shorts = 0
    room.off_lists(guest.player, game)


def _may_change(room, ev, before, game):
    """Raise BadHappening unless a guest may go from one game to another."""
    alike = rules.similar(room, {"kind": before.kind, "other": game.kind})
    same = game.kind == before.kind or (not alike.open and alike.answer["allowed"])
    if not same:
        raise BadHappening("table %s is another game; he cashes out and is listed" % game.number)
    if ev["reason"] == "must_move":
        decision = rules.must_move(room, {"table": before.number})
        if decision.open or ev.get("overrule"):
            return
        if (decision.answer["player"], decision.answer["to"]) != (ev["player"], game.number):
            raise BadHappening("%s moves next, to table %s (%s)" % (
                decision.answer["player"], decision.answer["to"],
                ", ".join(decision.cite)))  # fmt: skip
        return
    if before.must_move or game.must_move:
        raise BadHappening("a must-move game is left in the order of the list")
    decision = rules.transfer(room, {"player": ev["player"], "table": game.number})
    room.must(ev, decision, "table %s would be the shorter game" % before.number)


def _move_refused(room, ev):
    guest = room.guest(ev["player"])
    game = room.game(guest.table)
    if not game.must_move:
        raise BadHappening("table %s is no must-move game" % game.number)
    room.refusals[guest.player, game.kind] = room.now
    _leave(room, guest, guest.stack + guest.removed, "refused to move")


def _hand_start(room, ev):
    game = room.game(ev["table"])
    if game.playing:
        raise BadHappening("table %s is in a hand" % game.number)
    at = [ev.get(k) for k in ("button", "sb", "bb")]
    sitting = {s: game.over.get(s, game.seats[s]) for s in game.seats}  # who plays which seat
    ready = [s for s in sorted(sitting) if room_blinds.is_ready(room.guests[sitting[s]])]
    if None not in at:
        room_blinds.lie(room, game, sitting, at, ready)
        ready = [s for s in ready if not room_blinds.owes(room, room.guests[sitting[s]])]
    if at[2] is not None and at[2] not in ready:
        raise BadHappening("nobody at seat %s can post the big blind" % at[2])
    if len(ready) < 2:
        raise BadHappening("fewer than two players of table %s can be dealt in" % game.number)
    for seat in ready:
        room.guests[sitting[seat]].hands += 1
    room_blinds.hand_goes_by(room, game)
    game.dealt, game.playing = ready, True
    game.hands += 1


def _dealt(room, ev):
    """A table saw who was dealt in to the hand that has begun, and where the blinds lay."""
    game = room.game(ev["table"])
    if not game.playing:
        raise BadHappening("table %s is in no hand" % game.number)
    sitting = {s: game.over.get(s, game.seats[s]) for s in game.seats}
    seats = sorted([s for s in sitting if sitting[s] in ev["players"]])
    if len(seats) != len(ev["players"]):
        raise BadHappening("not all of them sit at table %s" % game.number)
    at = [ev.get(k) for k in ("button", "sb", "bb")]
    if None not in at:
        room_blinds.lie(room, game, sitting, at, seats)
    for seat in sitting:
        room.guests[sitting[seat]].hands += (seat in seats) - (seat in game.dealt)
    game.dealt = seats


def _hand_over(room, ev):
    game = room.game(ev["table"])
    if not game.playing:
        raise BadHappening("table %s is in no hand" % game.number)
    taken = ev.get("rake", 0)
    if "pot" in ev:
        posted = rules.rake(room.kind(game.kind), ev["pot"], ev.get("flop", False))
        if taken != posted and not ev.get("overrule"):
            text = "%s taken of a pot of %s at table %s, %s is posted"
            raise BadHappening(text % (taken, ev["pot"], game.number, posted))
    stacks = ev.get("stacks", {})
    for player in stacks:
        if room.guest(player).table != game.number:
            raise BadHappening("%s is not at table %s" % (player, game.number))
    before = sum([room.guests[p].stack for p in stacks])
    if stacks and before != sum(stacks.values()) + taken:
        raise BadHappening("%s chips before the hand, %s after it and %s taken" % (
            before, sum(stacks.values()), taken))  # fmt: skip
    for player in stacks:
        room.guests[player].stack = stacks[player]
    game.playing = False
    game.raked += taken
    room.taken += taken


def _posted(room, ev):
    """A player puts in what he owes: he is dealt in from the next hand on."""
    guest = room.guest(ev["player"])
    decision = rules.owes(room, ev)
    if not decision.open and not ev.get("overrule"):
        due = decision.answer
        cite = ", ".join(decision.cite)
        if due["waits"]:
            raise BadHappening("the button has to pass %s first (%s)" % (guest.player, cite))
        if ev["amount"] != due["live"] + due["dead"]:
            raise BadHappening("%s owes %s, not %s (%s)" % (
                guest.player, due["live"] + due["dead"], ev["amount"], cite))  # fmt: skip
    guest.new, guest.missed, guest.wait = False, [], 0


def _collected(room, ev):
    """A time collection: each of ``players`` pays what the house posts, from his stack."""
    game = room.game(ev["table"])
    posted = room.kind(game.kind).get("collection", {})
    if posted.get("how") != "time":
        raise BadHappening("no time is collected at table %s" % game.number)
    decision = rules.collection(room, ev)
    if not decision.open and not ev.get("overrule"):
        missing = [p for p in decision.answer["pays"] if p not in ev["players"]]
        if missing:
            text = "%s has to pay (%s)" % (missing[0], ", ".join(decision.cite))
            raise BadHappening(text)
    for player in ev["players"]:
        guest = room.guest(player)
        if guest.table != game.number:
            raise BadHappening("%s is not at table %s" % (player, game.number))
        paid = min(posted["amount"], guest.stack)
        guest.stack -= paid
        guest.paid += paid
        room.taken += paid
    game.collected = room.now


def _noted(room, ev):
    room.notes.append(ev)


HANDLERS = {
    "game_opened": _game_opened,
    "game_broken": _game_broken,
    "listed": _listed,
    "unlisted": _unlisted,
    "list_call": _list_call,
    "arrives": _arrives,
    "seat_reserved": _seat_reserved,
    "seat_given": _seat_given,
    "lock_up_ended": _lock_up_ended,
    "seated": _seated,
    "plays_over": _plays_over,
    "bought_in": _bought_in,
    "topped_up": _topped_up,
    "away": _away,
    "returns": _returns,
    "picked_up": _picked_up,
    "cash_out": _cash_out,
    "counted": _counted,
    "seat_wanted": _seat_wanted,
    "moved": _moved,
    "move_refused": _move_refused,
    "hand_start": _hand_start,
    "dealt": _dealt,
    "hand_over": _hand_over,
    "posted": _posted,
    "collected": _collected,
    "noted": _noted,
}
