"""The tables as the cash room's eyes: who was dealt in, what was won, who is away, what is taken.

A table tells seats and chips, never names: who sits where the room knows. Where both differ a note
says so, and the room keeps its own figures. What a person keyed stands: an away player who was
reported is not reported again.
"""

from shared_rules.desk import room_blinds, room_rules

ENTRY_POSTS = ("entry", "dead_blind")  # kinds of post by which a player comes in


def begun(room, name):
    """Happenings of a table whose deck is riffled: ``[(what, fields)]``, [] for none.

    Who is dealt in, and where the blinds lie, follows when the hand is over.
    """
    game = _game(room, name)
    if game is None or game.playing or len(_players(room, game)) < 2:
        return []
    return [("hand_start", {"table": game.number})]


def dealt(room, record):
    """Happenings of a hand record (docs/architecture.md) that come before its result: who was in.

    [] for none, where the hand was put right, and where it cannot have been; ``over`` follows.
    """
    game = _game(room, record["table"])
    if game is None or record.get("amended"):
        return []
    out = [] if game.playing else begun(room, record["table"])
    if not game.playing and not out:
        return []
    return out + _who_was_in(room, game, _sitting(game), record)


def over(room, record):
    """Happenings of a hand record once ``dealt`` was taken in: what was posted and won."""
    game = _game(room, record["table"])
    if game is None:
        return []
    number, sitting = game.number, _sitting(game)
    if record.get("amended"):
        return [_note(f"Table {number}: the last hand was put right; count the stacks")]
    if not game.playing:
        said = "a hand was dealt, and fewer than two players there have chips"
        return [_note(f"Table {number}: {said}")]
    gains, strange = _gains(room, game, sitting, record)
    ends = {"table": number}
    if not strange:
        ends |= _won(room, game, sitting, gains, record)
    return [*_posts(room, game, sitting, record), *strange, ("hand_over", ends)]


def _sitting(game):
    """Seat -> who plays there, somebody over one who is away included."""
    return {s: game.over.get(s, game.seats[s]) for s in game.seats}


def _game(room, name):
    return room.games.get(int(name)) if name.isdigit() else None


def _players(room, game):
    there = [room.guests[game.over.get(s, game.seats[s])] for s in sorted(game.seats)]
    return [guest for guest in there if guest.away_since is None and guest.stack]


def _note(text):
    return "noted", {"text": text}


# -- who was in the hand


def _who_was_in(room, game, sitting, record):
    """Who was dealt in; who was not, and owes nothing, is away; who is back."""
    start = record.get("start") or {}
    if "dealt_in" not in start:
        return []
    seats = [s for s in start["dealt_in"] if s in sitting]
    out, due = [], game.dealt
    if not game.playing:  # nobody told of its riffle
        due = [s for s in sitting if room_blinds.is_ready(room.guests[sitting[s]])]
    for seat in sorted(sitting):
        guest = room.guests[sitting[seat]]
        if seat in seats and guest.away_since is not None:
            out.append(_back(guest))
        elif seat in due and seat not in seats and not room_blinds.owes(room, guest):
            out.append(("away", {"player": guest.player, "noticed": False}))
    players = [sitting[s] for s in seats]
    return [
        *out, ("dealt", {"table": game.number, "players": players, **_positions(game, start)}),
    ]  # fmt: skip


def _positions(game, start):
    """Where button and blinds lay, {} at stud; a dead small blind is where the big one was."""
    small = start.get("sb_seat")
    if small is None and game.positions:
        small = game.positions[2]
    at = {"button": start.get("button"), "sb": small, "bb": start.get("bb_seat")}
    return {} if None in at.values() else at


def _back(guest):
    if guest.removed:
        return _note(f"{guest.player} is dealt in; he took {guest.removed} chips along")
    return "returns", {"player": guest.player}


def _posts(room, game, sitting, record):
    """What was put in to come into the game, against what the book asks for."""
    paid = {}
    for act in record.get("actions", ()):
        if act.get("post") in ENTRY_POSTS:
            paid[act["seat"]] = paid.get(act["seat"], 0) + act["amt"]
    out = []
    for guest in [room.guests[sitting[s]] for s in game.dealt]:
        if not room_blinds.owes(room, guest) and not guest.wait:
            continue
        amount = paid.get(guest.seat, 0)
        wrong = _wrong_post(room, guest, amount)
        if wrong:
            out.append(_note(f"{guest.player} was dealt in {wrong}"))
        if amount:
            more = {"overrule": True} if wrong else {}
            out.append(("posted", {"player": guest.player, "amount": amount, **more}))
    return out


def _wrong_post(room, guest, amount):
    """What is wrong with a post by which a player came in, None where nothing is."""
    decision = room_rules.owes(room, {"player": guest.player})
    if decision.open:
        return None
    rule = ", ".join(decision.cite)
    if decision.answer["waits"]:
        return f"before the button has passed him ({rule})"
    due = decision.answer["live"] + decision.answer["dead"]
    return None if amount == due else f"for {amount}, {due} was owed ({rule})"


# -- chips


def _gains(room, game, sitting, record):
    """``({seat: chips won or lost}, notes)``: what the hand changed, not what lies at the table,
    for of rake, collections and chips bought the table knows nothing."""
    before = {int(s): n for s, n in (record.get("start") or {}).get("stacks", {}).items()}
    after = {int(s): n for s, n in record["stacks_after"].items()}
    gains = {
        s: after[s] - before[s] for s in sorted(after) if s in before and after[s] != before[s]
    }
    strange = [s for s in gains if s not in sitting]
    if strange:
        said = f"seat {strange[0]}: chips are played where nobody has a seat"
    elif sum(gains.values()):
        said = f"{abs(sum(gains.values()))} chips came or went in a hand"
    else:
        short = [s for s in gains if room.guests[sitting[s]].stack + gains[s] < 0]
        if not short:
            return gains, []
        guest = room.guests[sitting[short[0]]]
        said = f"{guest.player} lost {-gains[short[0]]}, the room has {guest.stack} for him"
    return {}, [_note(f"Table {game.number}: {said}; count the stacks")]


def _won(room, game, sitting, gains, record):
    """Stacks after the hand, less the rake of the pot, which its winners pay."""
    put = {}  # seat -> chips that were called
    for act in record.get("actions", ()):
        put[act["seat"]] = put.get(act["seat"], 0) + (act.get("amt") or 0)
    highest = sorted(put, key=lambda s: put[s])[-2:]
    if len(highest) > 1:  # nobody matched the rest of the highest
        put[highest[1]] = put[highest[0]]
    pot = sum(put.values())
    flop = len(record.get("board", ())) >= 3
    rake = room_rules.rake(room.kind(game.kind), pot, flop)
    won = {s: max(0, gains[s] + put.get(s, 0)) for s in gains}
    stacks = {s: room.guests[sitting[s]].stack + gains[s] for s in gains}
    for seat, share in shares(won, rake).items():
        stacks[seat] -= share
    found = {sitting[s]: stacks[s] for s in sorted(stacks)}
    return {"stacks": found, "pot": pot, "flop": flop, "rake": rake if found else 0}


def shares(won, amount):
    """``amount`` by seat in proportion to ``won``, in whole chips; the rest with the most won."""
    total = sum(won.values())
    if not total or not amount:
        return {}
    out = {s: amount * won[s] // total for s in won if won[s]}
    out[max(out, key=lambda s: (won[s], -s))] += amount - sum(out.values())
    return out
