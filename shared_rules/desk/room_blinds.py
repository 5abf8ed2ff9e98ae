"""Blinds of a cash game from hand to hand: who is dealt in, who missed one, who has to wait after
a change of seat.

``Guest.wait``: hands until a player who moved away from the big blind has his old place in the
order again. ``Guest.passing``: a player who dealt off lets the blinds pass his new seat once:
``before`` and ``after`` they have.
"""

from shared_rules.desk.decision import decided, left_open
from shared_rules.desk.faults import BadHappening

BEFORE, AFTER = "before", "after"


def is_ready(guest):
    """True for a player who is there, has chips and does not wait."""
    return guest.away_since is None and guest.stack > 0 and not guest.wait and not guest.passing


def owes(room, guest):
    """True for a player who posts, or waits for the big blind."""
    return bool(guest.missed) or (guest.new and not comes_free(room, guest))


def comes_free(room, guest):
    """True for a new player of a game that has just begun, at a seat no blind has reached.

    Blinds run before the button: once it has gone round, they have reached every seat. Who plays
    over somebody is asked for the big blind in any case (S4-7 of rrop-6).
    """
    game = room.games[guest.table]
    if not guest.new or guest.over or game.positions is None:
        return False
    return bool(room.book.value("cash.new_player")) and guest.seat not in game.blinded


def behind_button(game, seat):
    """In the next hand the seat lies on the button or between it and the small blind."""
    if game.positions is None:
        return False
    _, small, big = game.positions
    return (seat - small) % game.max < (big - small) % game.max


def lie(room, game, sitting, at, ready):
    """Button and blinds of a hand (``at``): who has missed one, and who owes nothing more."""
    seats = _passed(game, at)
    _come_in(room, [room.guests[sitting[s]] for s in ready], seats)
    _miss(room, game, seats)
    if game.positions is None:  # a game begins: all who are there are in
        for seat in ready:
            room.guests[sitting[seat]].new = False
    if at[2] in ready:  # whoever takes the big blind is in
        room.guests[sitting[at[2]]].new = False
        room.guests[sitting[at[2]]].missed = []
    game.blinded = sorted(set(game.blinded) | set(seats["sb"] + seats["bb"]) | {at[1], at[2]})
    game.positions = tuple(at)
    for player in game.seats.values():
        guest = room.guests[player]
        if guest.passing == BEFORE and guest.seat in seats["bb"]:
            guest.passing = AFTER
        elif guest.passing == AFTER and not behind_button(game, guest.seat):
            guest.passing = ""


def _passed(game, at):
    """Seats each blind has gone over since the last hand, from where it lay to where it lies."""
    out = {"sb": [], "bb": []}
    if game.positions is None:
        return out
    for name, before, now in (("sb", game.positions[1], at[1]), ("bb", game.positions[2], at[2])):
        seat = before % game.max + 1
        while seat != now and seat != before:
            out[name].append(seat)
            seat = seat % game.max + 1
    return out


def _come_in(room, guests, seats):
    """Those of ``guests``, who are dealt in, that need not post: they are new no more."""
    for guest in guests:
        gone_by = guest.seat in seats["sb"] + seats["bb"]
        if comes_free(room, guest) and not gone_by:
            guest.new = False


def _miss(room, game, seats):
    """Whoever sits where a blind went over, and is not there, has missed it."""
    for name in ("sb", "bb"):
        for seat in seats[name]:
            guest = room.guests.get(game.seats.get(seat))
            if guest is None or guest.wait or guest.passing or guest.new:
                continue
            if (guest.missed or not is_ready(guest)) and name not in guest.missed:
                guest.missed.append(name)


def hand_goes_by(room, game):
    """A hand is dealt: those who wait have one less to wait."""
    for player in game.seats.values():
        guest = room.guests[player]
        guest.wait = max(0, guest.wait - 1)


# a change of seat within a game (S4-14, S4-15, S4-13c of rrop-6)


def seat_change(room, ask):
    """What a change of seat to ``to`` costs a player: ``wait`` hands, or ``post`` to be dealt in at
    once (0: nothing to wait for); ``dealt_off``: he may let the blinds pass the new seat once."""
    rule, off = room.book.rule("cash.seat_change"), room.book.rule("cash.dealt_off")
    if rule.silent:
        return left_open(rule)
    guest = room.guest(ask["player"])
    game = room.game(guest.table)
    table, seat = room.split(ask["to"])
    if table != game.number:
        raise BadHappening("table %s is another game" % table)
    wait = _wait(room, game, guest, seat)
    big = room.kind(game.kind).get("bb", 0)
    answer = {"wait": wait, "post": big if wait else 0, "dealt_off": dealt_off(game, guest)}
    return decided(answer, rule, off) if answer["dealt_off"] else decided(answer, rule)


def dealt_off(game, guest):
    """True for a player who had the button in the hand that is just over."""
    if game.positions is None or game.playing or guest.seat not in game.dealt:
        return False
    return game.positions[0] == guest.seat


def _wait(room, game, guest, seat):
    if game.positions is None or owes(room, guest) or seat not in game.blinded:
        return 0
    others = [s for s in game.seats if s != guest.seat and is_ready(room.guests[game.seats[s]])]
    before = _until_big_blind(game, others, guest.seat) - guest.wait
    return max(0, _until_big_blind(game, others, seat) - before)


def _until_big_blind(game, others, seat):
    """Players who have the big blind before the seat has it."""
    big = game.positions[2]

    def far(other):
        return (other - big - 1) % game.max

    return len([s for s in others if far(s) < far(seat)])


def change(room, guest, game, ev):
    """A player of a game takes the seat ``ev`` names, before he does."""
    seat = room.split(ev["to"])[1]
    off = dealt_off(game, guest)
    rule = room.book.rule("cash.dealt_off")
    if ev.get("waits") and not off and not ev.get("overrule"):
        raise BadHappening("%s did not deal off (%s)" % (guest.player, ", ".join(rule.cite)))
    decision = seat_change(room, ev)
    guest.wait = 0 if decision.open or ev.get("waits") else decision.answer["wait"]
    guest.passing = ""
    if ev.get("waits"):
        guest.passing = AFTER if behind_button(game, seat) else BEFORE
