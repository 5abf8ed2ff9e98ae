"""``feltwire event``: keep an event in a log of entries, and ask the desk about it."""

import json

from gateway.event import desk_grammar
from gateway.event.log import EventLog
from shared_rules.desk import asks
from shared_rules.rulebooks import BOOKS
from tools.errors import CommandError
from tools.event import desk_commands, keyed, simulate_command

DUTIES = {
    "big_blind": "posts the big blind",
    "small_blind": "posts the small blind",
    "button": "has the button",
    "none": "is dealt in",
    "waits": "waits until the button has passed",
}


def add_arguments(parser):
    """Command line of ``feltwire event``."""
    commands = parser.add_subparsers(dest="event_command", metavar="COMMAND", required=True)
    new = _command(commands, "new", "begin an event's log from a setup of the desk language")
    new.add_argument("setup", help="a JSON file: the case language's setup")
    new.add_argument("--rulebook", required=True, choices=BOOKS)
    do = _command(commands, "do", "add what has happened", named=True)
    do.add_argument("--why", default="", help="the reason, for the log")
    _command(commands, "ask", "ask the desk one question", named=True)
    undo = _command(commands, "undo", "take an entry back by a new one")
    undo.add_argument("--entry", type=int, help="number of the entry (the last one in force)")
    undo.add_argument("--why", default="", help="the reason, for the log")
    plan = commands.add_parser(
        "plan", help="lay out levels, breaks and chips for players and hours"
    )
    desk_commands.add_plan(plan)
    register = _command(commands, "register", "sell entries and draw seats")
    entrants = register.add_mutually_exclusive_group(required=True)
    entrants.add_argument("--name", help="one player's name")
    entrants.add_argument("--csv", help="a CSV with the columns name, paid, id_shown, request")
    _command(commands, "due", "say what the desk has to do now, with the rule")
    carry = _command(commands, "carry-out", "do one of the things that are due")
    carry.add_argument("number", type=int, help="its number in 'event due'")
    sheet = _command(commands, "sheet", "print entries or results as CSV, or the public feed")
    sheet.add_argument("sheet", choices=desk_commands.SHEETS)
    simulate = commands.add_parser("simulate", help="play a whole event with virtual players")
    simulate_command.add_arguments(simulate)
    _command(commands, "show", "print clock, tables and who is out")
    _command(commands, "log", "print all entries")
    for sub in (new, do, undo, register, carry):
        sub.add_argument("--who", default=None, help="who does it (the name signed in here)")


def _command(commands, name, text, named=False):
    words = "the desk language" if named else None
    return keyed.command(commands, name, text, "the event's log", words)


def run(args):
    """Do one thing to one event; 0 when it was done."""
    log = None if args.event_command in WITHOUT_LOG else EventLog(args.log)
    return keyed.run(WAYS[args.event_command], log, args)


def _new(log, args):
    log.create(args.rulebook, keyed.setup(args.setup), keyed.who(args))
    return _shown(log.event())


def _do(log, args):
    if args.what not in desk_grammar.HAPPENINGS:
        raise CommandError(f"the desk knows no happening {args.what!r}")
    fields = keyed.fields(args.fields, desk_grammar.HAPPENINGS[args.what])
    entry = log.add(args.what, fields, keyed.who(args), args.why)
    lines = [f"entry {entry['n']}: {args.what}"]
    if args.what in ("balance", "break"):
        lines += _answered(asks.answer(log.event(), {"what": "moves"}))
    return lines


def _ask(log, args):
    if args.what not in asks.ASKS:
        raise CommandError(f"the desk knows no question {args.what!r}")
    ask = {
        "what": args.what,
        **keyed.fields(args.fields, desk_grammar.QUESTIONS.get(args.what, "")),
    }
    wrong = desk_grammar.question({"ask": ask})
    if wrong:
        raise CommandError(wrong)
    return _answered(asks.answer(log.event(), ask))


def _undo(log, args):
    entry = log.undo(keyed.who(args), args.why, args.entry)
    return [f"entry {entry['n']} ({entry['what']}) is taken back", *_shown(log.event())]


def _show(log, args):
    return _shown(log.event())


WITHOUT_LOG = ("plan", "simulate")
WAYS = {
    "new": _new, "do": _do, "ask": _ask, "undo": _undo, "show": _show,
    "log": lambda log, args: keyed.entries(log),
    "plan": lambda log, args: desk_commands.plan(args),
    "simulate": lambda log, args: simulate_command.run(args),
    "register": lambda log, args: desk_commands.register(log, keyed.who(args), args.name, args.csv),
    "due": lambda log, args: desk_commands.due_lines(log.office()),
    "carry-out": lambda log, args: desk_commands.carry_out(log, keyed.who(args), args.number),
    "sheet": lambda log, args: [desk_commands.SHEETS[args.sheet](log.office()).rstrip("\n")],
}  # fmt: skip


def _answered(decision):
    """Lines that tell a decision: the answer, who decides it, and the rules."""
    rules = f"({decision.decided_by}; {', '.join(decision.cite)})"
    if decision.open:
        return [f"the book leaves it open {rules}"]
    moves = decision.answer.get("moves")
    if moves:
        lines = [
            f"{m['player']} to {m['to']}, {DUTIES.get(m['duty'], 'duty unknown')}" for m in moves
        ]
        return [*lines, rules]
    return [json.dumps(decision.answer), rules]


def _shown(event):
    """Lines that tell how an event stands."""
    event = event.again()
    event.settle()
    level = event.level_in_force()
    row = event.row_of(level)
    blinds = f", blinds {row['sb']}/{row['bb']}" if row else ""
    lines = [f"{event.book.name}: {event.left} players left, level {level or '-'}{blinds}"]
    for table in event.in_order():
        seats = f"{table.count} players"
        if table.seats is not None:
            seats = " ".join(f"{s}:{table.seats[s]}" for s in table.occupied())
        at = table.upcoming() if table.seats is not None else None
        button = f" | next hand: button {at.button}, blinds {at.sb} and {at.bb}" if at else ""
        lines.append(f"table {table.number}: {seats}{button}")
    if event.gone:
        lines.append("out: " + " ".join(event.gone))
    return lines
