"""What the book says of a running cash room: who plays where, who has to move, what is owed.

Each question takes the ``Room`` (``room.py``) and an ``ask`` and gives a ``Decision``; nothing is
changed. What the house posts (stakes, buy-ins, collections) is in the room's setup.
"""

from shared_rules.desk import room_blinds
from shared_rules.desk.cash import LIMIT_GAMES
from shared_rules.desk.decision import decided, left_open
from shared_rules.desk.faults import BadHappening

STUD_GAMES = ("stud7",)
RANKS = "23456789TJQKA"
SUITS = "cdhs"  # ascending


def is_stud(kind):
    """True for a kind of game without blinds."""
    return kind["game"] in STUD_GAMES


def _allowed(rule, allowed, *more):
    return left_open(rule) if rule.silent else decided({"allowed": bool(allowed)}, rule, *more)


# games


def open_game(room, ask):
    """Whether ``by`` (``management`` or ``floor``) may open or close a game."""
    return _allowed(room.book.rule("cash.games"), ask["by"] == "management")


def similar(room, ask):
    """Whether two kinds (``kind``, ``other``) are the same limit and game: a required kill tells
    them apart."""
    rule = room.book.rule("cash.broken_kind")
    rows = [room.kind(ask["kind"]), room.kind(ask["other"])]
    same = [_kind_of(row) for row in rows]
    return _allowed(rule, same[0] == same[1])


def _kind_of(row):
    return [row.get(k) for k in ("game", "sb", "bb", "max_bet")] + [bool(row.get("kill"))]


def extra_seat(room, ask):
    """Whether a seat goes with the player who quits at ``table`` (begun with one too many)."""
    rule = room.book.rule("cash.extra_player")
    return left_open(rule) if rule.silent else decided({"removed": room.game(ask["table"]).extra},
                                                       rule)  # fmt: skip


def broken_order(room, ask):
    """Players of a broken game in the order of their cards (``cards``), the highest first.

    ``until``: how long a player who is away may take his seat; then he is first on the list.
    """
    rule = room.book.rule("cash.broken_game")
    if rule.silent:
        return left_open(rule)
    cards = ask["cards"]
    order = sorted(cards, key=lambda p: _height(cards[p]), reverse=True)
    until = "two_hands" if is_stud(room.kind(ask["kind"])) else "big_blind"
    return decided({"order": order, "until": until, "then": "first_up"}, rule)


def _height(card):
    return RANKS.index(card[0]), SUITS.index(card[1])


# seats


def newcomer(room, ask):
    """The table a new player of a kind is sent to; None where no seat is free."""
    games = [g for g in room.games_of(ask["kind"]) if g.free()]
    feeding = [g for g in room.games_of(ask["kind"]) if g.must_move]
    if feeding:
        rule = room.book.rule("cash.must_move")
        last = feeding[-1]
        answer = {"table": last.number if last.free() else None}
        return left_open(rule) if rule.silent else decided(answer, rule)
    rule = room.book.rule("cash.similar")
    if rule.silent:
        return left_open(rule)
    fewest = min([len(g.seats) for g in games] or [0])
    games = [g for g in games if len(g.seats) == fewest]
    if len(games) > 1:
        return left_open(rule, by="floor")  # equally in need: the house chooses
    return decided({"table": games[0].number if games else None}, rule)


def transfer(room, ask):
    """Whether a player may go to a similar game: his own must not be the shorter one then."""
    rule = room.book.rule("cash.similar")
    guest, game = room.guest(ask["player"]), room.game(ask["table"])
    if guest.table == game.number:
        raise BadHappening("%s plays at table %s" % (guest.player, game.number))
    left = len(room.game(guest.table).seats) - 1
    return _allowed(rule, left >= len(game.seats) + 1)


def seat_choice(room, ask):
    """Players who have come to a new game, in the order in which they choose seats."""
    rule = room.book.rule("cash.seat_choice")
    if rule.silent:
        return left_open(rule)
    game = room.game(ask["table"])
    rows = [(t, room.place_on_list(player, game.kind), player) for t, player in game.arrivals]
    return decided({"order": [player for _, _, player in sorted(rows)]}, rule)


def sit(room, ask):
    """Whether a player may sit down at ``at``: the floor has given him that seat."""
    given = room.given.get(ask["player"])
    return _allowed(room.book.rule("cash.permission"), given and given[0] == ask["at"])


def next_up(room, ask):
    """Who gets the seat ``at``: a player of the game who asked for it first, else the list.

    A seat of the main game goes to the must-move list before the list of names.
    """
    number, seat = room.split(ask["at"])
    game = room.game(number)
    order, waiting = room.book.rule("cash.seat_order"), room.book.rule("cash.list")
    if order.silent:
        return left_open(order)
    for player, place in room.wanted:
        if place == ask["at"] and player in game.seats.values():
            return decided({"player": player}, order)
    feeder = room.feeder_of(game)
    if feeder is not None and feeder.seats:
        return must_move(room, {"table": feeder.number})
    names = [p for p in room.waiting(game.kind) if p not in room.given]
    if not names:
        return left_open(waiting, by="floor")
    return decided({"player": names[0]}, waiting)


def pick_up_lock(room, ask):
    """Whether the lock-up of a player may be picked up: somebody waits, and the time is over."""
    rule = room.book.rule("cash.lock_up")
    place, since = room.given[ask["player"]]
    game = room.game(room.split(place)[0])
    new = not game.hands
    limit = 0 if rule.silent else rule.value[0 if new else 1]
    waits = [p for p in room.waiting(game.kind) if p != ask["player"]]
    return _allowed(rule, waits and room.now - since >= limit)


def pick_up_chips(room, ask):
    """Whether the chips of a player away may be picked up; with notice the floor decides."""
    rule = room.book.rule("cash.absence")
    guest = room.guest(ask["player"])
    if guest.away_since is None:
        return _allowed(rule, False)
    if not rule.silent and room.now - guest.away_since > rule.value and guest.noticed:
        return left_open(rule, by="floor")
    return _allowed(rule, not rule.silent and room.now - guest.away_since > rule.value)


def play_over(room, ask):
    """Whether somebody may play over an absent player: with permission, and a box."""
    return _allowed(room.book.rule("cash.playing_over"), ask["permitted"] and ask["box"])


# must-move games and table changes


def must_move(room, ask):
    """Who moves next from a must-move game: the order of the original list. ``to``: where."""
    rule = room.book.rule("cash.must_move")
    game = room.game(ask["table"])
    if not game.must_move:
        raise BadHappening("table %s is no must-move game" % game.number)
    main = room.fed_by(game)
    players = sorted([(room.place_on_list(p, game.kind), p) for p in game.seats.values()])
    if rule.silent or not players:
        return left_open(rule)
    return decided({"player": players[0][1], "to": main.number}, rule)


def barred(room, ask):
    """Whether a player may play in the must-move games of a kind, or be on their list: not for an
    hour after he refused to move."""
    rule = room.book.rule("cash.must_move")
    refused = room.refusals.get((ask["player"], ask["kind"]))
    free = refused is None or (not rule.silent and room.now - refused >= rule.value)
    return _allowed(rule, free)


def keeps_place(room, ask):
    """Whether a player who will not play in a new or must-move ``table`` keeps his place."""
    rule = room.book.rule("cash.keeps_place")
    if rule.silent:
        return left_open(rule)
    return decided({"keeps": len(room.game(ask["table"]).free()) - 1 > rule.value}, rule)


def leaves_by(room, ask):
    """How long a player called to another game may stay, and how he enters there.

    ``reason``: ``must_move`` or ``asked``. ``until``: ``now``, ``button`` (plays it first),
    ``big_blind`` or ``blind`` (until due for it), ``this_hand``, ``one_hand`` (one more).
    """
    guest = room.guest(ask["player"])
    game = room.game(guest.table)
    stud = is_stud(room.kind(game.kind))
    if ask["reason"] == "must_move":
        rule = room.book.rule("cash.must_move_entry")
        until = "one_hand" if stud else "big_blind"
        enters = "dealt_in" if stud else "new"
        return left_open(rule) if rule.silent else decided({"until": until, "enters": enters}, rule)
    rule = room.book.rule("cash.lock_up_move")
    if rule.silent:
        return left_open(rule)
    waiting = len(room.waiting(game.kind))
    if stud:
        return decided({"until": "this_hand" if waiting else "one_hand"}, rule)
    if waiting < rule.value:
        return decided({"until": "blind"}, rule)
    blinds = game.positions[1:] if game.positions else ()
    return decided({"until": "button" if guest.seat in blinds else "now"}, rule)


# money and blinds


def buy_in(room, ask):
    """Least and most chips of a player's buy-in into a kind; None: nobody has set it.

    ``stack``: what a player of a broken or must-move game brings along.
    """
    kind, player = room.kind(ask["kind"]), ask["player"]
    rule = room.book.rule("cash.buy_in")
    least = kind.get("min_buy_in")
    if least is None and not rule.silent and kind["game"] in LIMIT_GAMES and "max_bet" in kind:
        least = rule.value * kind["max_bet"]
    most = kind.get("max_buy_in")
    moved = room.book.rule("cash.moved")
    if "stack" in ask and not moved.silent:
        stack = ask["stack"]
        least = stack if least is None else min(stack, least)
        most = None if most is None else max(stack, most)
        return decided({"min": least, "max": most}, moved, rule)
    back = room.book.rule("cash.back")
    out = room.cashed_out.get((player, ask["kind"]))
    if out is not None and not back.silent and room.now - out[0] <= back.value:
        return decided({"min": out[1], "max": out[1]}, back)
    if least is None and most is None:
        return left_open(rule)
    return decided({"min": least or 1, "max": most}, rule, by="automatic")


def short_buy_in(room, ask):
    """Whether a player in a game may buy in for less than the least once more."""
    rule = room.book.rule("cash.short_buy_in")
    guest = room.guest(ask["player"])
    return _allowed(rule, not rule.silent and guest.shorts < rule.value)


def top_up(room, ask):
    """Whether a player may add ``amount`` to his stack: between hands, up to the most posted."""
    rule = room.book.rule("cash.top_up")
    guest = room.guest(ask["player"])
    game = room.game(guest.table)
    most = room.kind(game.kind).get("max_buy_in")
    fits = most is None or guest.stack + ask["amount"] <= most
    return _allowed(rule, fits and not (game.playing and guest.seat in game.dealt))


def restored(room, ask):
    """Chips a player who was away has to bring back: all he took along."""
    rule = room.book.rule("cash.restored")
    amount = room.guest(ask["player"]).removed
    return left_open(rule) if rule.silent else decided({"amount": amount}, rule)


def owes(room, ask):
    """What a player puts in to be dealt in next hand without waiting for the big blind.

    ``live`` counts as his bet, ``dead`` does not; ``waits``: the button has to pass him first.
    """
    guest = room.guest(ask["player"])
    kind = room.kind(room.game(guest.table).kind)
    new, missed = room.book.rule("cash.new_player"), room.book.rule("cash.missed_blinds")
    changed = guest.wait and not guest.new and not guest.missed
    rule = new if guest.new else room.book.rule("cash.seat_change") if changed else missed
    if rule.silent:
        return left_open(rule)
    if is_stud(kind):
        return decided({"live": 0, "dead": 0, "waits": False}, rule)
    small, big = kind.get("sb", 0), kind.get("bb", 0)
    if room_blinds.comes_free(room, guest):
        live, dead = 0, 0
    elif guest.new or changed:
        live, dead = big, 0
    else:
        total = small * ("sb" in guest.missed) + big * ("bb" in guest.missed)
        live, dead = min(total, big), max(0, total - big)
    waits = room_blinds.behind_button(room.game(guest.table), guest.seat)
    in_now = not room_blinds.owes(room, guest) and not guest.wait
    return decided({"live": live, "dead": dead, "waits": waits and not in_now}, rule)


def collection(room, ask):
    """Who pays the collection due at ``table``, and who may play on without.

    ``pays``, ``free`` (new here) and ``plays_on`` (will not pay; ``until`` the ``blind``, or one
    courtesy hand: ``one_hand``). Nobody plays on once somebody waits.
    """
    rule = room.book.rule("cash.collection")
    if rule.silent:
        return left_open(rule)
    game = room.game(ask["table"])
    waiting = len(room.waiting(game.kind))
    out = {"pays": [], "free": [], "plays_on": []}
    for seat in sorted(game.seats):
        guest = room.guest(game.seats[seat])
        if waiting > rule.value:
            out["pays"].append(guest.player)
        elif not guest.hands and game.hands:
            out["free"].append(guest.player)
        elif not waiting and guest.player in ask.get("declines", ()):
            out["plays_on"].append(guest.player)
        else:
            out["pays"].append(guest.player)
    out["until"] = "one_hand" if is_stud(room.kind(game.kind)) else "blind"
    return decided(out, rule)


def rake(kind, pot, flop):
    """Chips the house takes of a pot, as posted; 0 where it takes none."""
    posted = kind.get("collection", {})
    if posted.get("how") != "rake" or (posted.get("no_flop_free") and not flop):
        return 0
    amount = pot * posted.get("percent", 0) // 100
    return min(amount, posted["cap"]) if "cap" in posted else amount


ASKS = {
    "open_game": open_game,
    "similar": similar,
    "extra_seat": extra_seat,
    "broken_order": broken_order,
    "newcomer": newcomer,
    "transfer": transfer,
    "seat_choice": seat_choice,
    "sit": sit,
    "next": next_up,
    "pick_up_lock": pick_up_lock,
    "pick_up_chips": pick_up_chips,
    "play_over": play_over,
    "must_move": must_move,
    "barred": barred,
    "keeps_place": keeps_place,
    "leaves_by": leaves_by,
    "buy_in": buy_in,
    "short_buy_in": short_buy_in,
    "top_up": top_up,
    "restored": restored,
    "owes": owes,
    "seat_change": room_blinds.seat_change,
    "collection": collection,
}


def answer(room, ask):
    """Decision on one question. Raises BadHappening for one nobody knows, or that cannot be."""
    if ask["what"] not in ASKS:
        raise BadHappening("the cash desk knows no question %r" % ask["what"])
    return ASKS[ask["what"]](room, ask)
