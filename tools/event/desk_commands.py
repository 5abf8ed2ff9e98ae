"""``feltwire event plan|register|due|carry-out|sheet``: an event from registration to payout."""

import json
import random

from gateway.event import acts, due, sheets, structure
from tools.errors import CommandError

SHEETS = {
    "entries": lambda office: sheets.entries_csv(office),
    "results": lambda office: sheets.results_csv(office),
    "feed": lambda office: json.dumps(sheets.feed(office, office.t), indent=1) + "\n",
}


def add_plan(parser):
    """Command line of ``event plan``."""
    parser.add_argument("--players", type=int, required=True, help="entries expected")
    parser.add_argument("--stack", type=int, required=True, help="starting stack, in chips")
    parser.add_argument("--hours", type=float, required=True, help="how long it should take")
    parser.add_argument("--template", default="regular", choices=structure.TEMPLATES)
    parser.add_argument("--table-max", type=int, default=9, help="seats of a table")
    parser.add_argument("--buy-in", type=int, default=0, help="money of one entry")
    parser.add_argument("--fee", type=int, default=0, help="money the house keeps of it besides")
    parser.add_argument("--format", default="freezeout",
                        choices=("freezeout", "reentry", "rebuy", "shootout"))  # fmt: skip
    parser.add_argument("--registration-until", type=int, help="last level entries are sold in")
    parser.add_argument("--name", default="", help="the event's name, for screens and seat cards")


def plan(args):
    """The setup as JSON, for ``event new``; yields lines."""
    if not 2 <= args.table_max <= 10:
        raise CommandError("--table-max must be from 2 to 10")
    more = {"format": args.format, "table_max": args.table_max}
    if args.buy_in:
        more["buy_in"] = args.buy_in
    if args.fee:
        more["fee"] = args.fee
    if args.registration_until:
        more["posted"] = {"registration_until": args.registration_until}
    each = 1.0 if args.format in ("freezeout", "shootout") else 1.3
    try:
        setup = structure.plan(
            args.players, args.stack, args.hours, args.template, each, args.name, **more
        )
    except structure.BadStructure as error:
        raise CommandError(str(error)) from error
    yield json.dumps(setup, indent=1)


def register(log, who, name=None, path=None, chance=None):
    """Register one player by name, or those of a CSV; yields a line for each."""
    chance = chance or random.SystemRandom()
    for row in [{"name": name}] if path is None else _rows(path):
        try:
            happenings = acts.register(log.office(), chance, **row)
        except acts.Refused as error:
            yield f"{row['name']}: {error}"
            continue
        log.add_all(happenings, who)
        what, fields = happenings[-1]
        seat = f"seat {fields['to']}" if what == "seated" else "waits among the alternates"
        yield f"{row['name']}: {seat}"


def _rows(path):
    try:
        with open(path, encoding="utf-8", newline="") as stream:
            return sheets.read_entries(stream.read())
    except sheets.BadSheet as error:
        raise CommandError(f"{path}: {error}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: not UTF-8: {error.reason}") from error


def due_lines(office):
    """Lines of what is due, numbered for ``carry-out``."""
    for number, one in enumerate(due.due(office), 1):
        waits = f", after the hand at table {one.after}" if one.after is not None else ""
        yield f"{number} {one.text}{waits} ({', '.join((one.by, *one.cite))})"


def carry_out(log, who, number, chance=None):
    """Do one of the things due; yields what was added."""
    found = due.due(log.office())
    if not 1 <= number <= len(found):
        raise CommandError(f"{len(found)} things are due; 'event due' numbers them")
    one = found[number - 1]
    try:
        happenings = acts.DUE[one.act](log.office(), chance or random.SystemRandom(), **one.args)
    except acts.Refused as error:
        raise CommandError(str(error)) from error
    entry = log.add_all(happenings, who, one.text)
    yield f"entry {entry['n']}: {one.text}"
    for what, fields in happenings:
        yield f"  {what} {json.dumps(fields)}"
