"""``feltwire cash``: keep a cash room in a log of entries, and ask its desk."""

import json

from gateway.cash import due, log_grammar, sheets
from gateway.cash.log import CashLog
from shared_rules.desk import room_rules
from shared_rules.rulebooks import BOOKS
from tools.errors import CommandError
from tools.event import keyed


def add_arguments(parser):
    """Command line of ``feltwire cash``."""
    commands = parser.add_subparsers(dest="cash_command", metavar="COMMAND", required=True)
    new = _command(commands, "new", "begin a room's log from the kinds of game it spreads")
    new.add_argument("setup", help="a JSON file: the kinds of game, with stakes and buy-ins")
    new.add_argument("--rulebook", required=True, choices=BOOKS)
    do = _command(commands, "do", "add what has happened", named=True)
    do.add_argument("--overrule", action="store_true", help="it stands against the book")
    _command(commands, "ask", "ask the desk one question", named=True)
    undo = _command(commands, "undo", "take an entry back by a new one")
    undo.add_argument("--entry", type=int, help="number of the entry (the last one in force)")
    _command(commands, "due", "say what the desk has to do now, with the rule")
    carry = _command(commands, "carry-out", "do one of the things that are due")
    carry.add_argument("number", type=int, help="its number in 'cash due'")
    _command(commands, "sheet", "print the sessions as CSV")
    _command(commands, "show", "print games, lists and what the house took")
    _command(commands, "log", "print all entries")
    for sub in (do, undo):
        sub.add_argument("--why", default="", help="the reason, for the log")
    for sub in (new, do, undo, carry):
        sub.add_argument("--who", default=None, help="who does it (the name signed in here)")


def _command(commands, name, text, named=False):
    words = "docs/cash.md" if named else None
    return keyed.command(commands, name, text, "the room's log", words)


def run(args):
    """Do one thing to one room; 0 when it was done."""
    return keyed.run(WAYS[args.cash_command], CashLog(args.log), args)


def _new(log, args):
    log.create(args.rulebook, keyed.setup(args.setup), keyed.who(args))
    return shown(log.room())


def _do(log, args):
    if args.what not in log_grammar.HAPPENINGS:
        raise CommandError(f"the cash desk knows no happening {args.what!r}")
    fields = keyed.fields(args.fields, log_grammar.HAPPENINGS[args.what])
    if args.overrule:
        if not args.why:
            raise CommandError("--overrule needs a reason: give --why")
        fields["overrule"] = True
    entry = log.add(args.what, fields, keyed.who(args), args.why)
    yield f"entry {entry['n']}: {args.what}"


def _ask(log, args):
    ask = {"what": args.what, **keyed.fields(args.fields, log_grammar.QUESTIONS.get(args.what, ""))}
    wrong = log_grammar.question(ask)
    if wrong:
        raise CommandError(wrong)
    decision = room_rules.answer(log.room(), ask)
    rules = f"({decision.decided_by}; {', '.join(decision.cite)})"
    if decision.open:
        return [f"the book leaves it open {rules}"]
    return [json.dumps(decision.answer), rules]


def _undo(log, args):
    entry = log.undo(keyed.who(args), args.why, args.entry)
    return [f"entry {entry['n']} ({entry['what']}) is taken back", *shown(log.room())]


def _due(log, args):
    for number, one in enumerate(due.due(log.room()), 1):
        yield f"{number} {one.text} ({', '.join((one.by, *one.cite))})"


def _carry_out(log, args):
    found = due.due(log.room())
    if not 1 <= args.number <= len(found):
        raise CommandError(f"{len(found)} things are due; 'cash due' numbers them")
    one = found[args.number - 1]
    if one.happenings is None:
        raise CommandError(f"{one.text}: a person says more; use 'cash do'")
    entry = log.add_all(one.happenings, keyed.who(args), one.text)
    yield f"entry {entry['n']}: {one.text}"


def shown(room):
    """Lines that tell how a room stands."""
    lines = []
    for game in room.games.values():
        feeds = f", feeds table {room.fed_by(game).number}" if game.must_move else ""
        seats = " ".join(_seat(room, game, seat) for seat in sorted(game.seats))
        empty = len(game.free())
        lines.append(f"table {game.number} {game.kind}{feeds}: {seats or '-'} | {empty} free")
    for kind in room.kinds:
        if room.waiting(kind):
            lines.append(f"waiting for {kind}: {' '.join(room.waiting(kind))}")
    for player, (place, _) in room.given.items():
        lines.append(f"{place} is kept for {player}")
    house = f"{room.in_play} chips in play, {room.taken} taken by the house"
    return [*lines, f"{room.book.name}: {house}, {len(room.sessions)} sessions over"]


def _seat(room, game, seat):
    guest = room.guests[game.seats[seat]]
    marks = [" away"] if guest.away_since is not None else []
    if guest.missed:
        marks.append(" owes " + "+".join(guest.missed))
    return f"{seat}:{guest.player}({guest.stack}{''.join(marks)})"


WAYS = {
    "new": _new, "do": _do, "ask": _ask, "undo": _undo, "due": _due, "carry-out": _carry_out,
    "show": lambda log, args: shown(log.room()),
    "log": lambda log, args: keyed.entries(log),
    "sheet": lambda log, args: [sheets.sessions_csv(log.room()).rstrip("\r\n")],
}  # fmt: skip
