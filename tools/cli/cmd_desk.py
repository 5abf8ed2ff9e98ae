"""``feltwire desk adjudicate``: decide cases of the desk language, one answer a line."""

import json
import sys

from tools.cases.desk_cases import BadCase, answer_of, read_case
from tools.errors import CommandError


def add_arguments(parser):
    """Command line of ``feltwire desk``."""
    commands = parser.add_subparsers(dest="desk_command", metavar="COMMAND", required=True)
    sub = commands.add_parser("adjudicate", help="decide cases of the desk language")
    sub.add_argument("cases", help="a file of cases, one JSON object a line (- for stdin)")
    sub.add_argument("--only", default="", help="only cases whose id contains this text")


def run(args):
    """Answer each case; 0 when all were answered, 1 when some lines were bad."""
    if args.cases == "-":
        return _answer(sys.stdin.buffer, "stdin", args.only)
    try:
        with open(args.cases, "rb") as stream:
            return _answer(stream, args.cases, args.only)
    except OSError as error:
        raise CommandError(f"{args.cases}: {error.strerror or error}") from error


def _answer(stream, name, only):
    bad, seen = 0, set()
    for number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        try:
            case = read_case(line.decode("utf-8"))
            if only not in case["id"]:
                continue
            if case["id"] in seen:
                raise BadCase(f"id: {case['id']} is there twice")
            seen.add(case["id"])
            text = json.dumps(answer_of(case), separators=(",", ":"))
        except Exception as error:  # whatever is wrong with a line, the others are answered
            bad += 1
            print(f"feltwire desk: {name}: line {number}: {_said(error)}", file=sys.stderr)
            continue
        print(text)
    return 1 if bad else 0


def _said(error):
    if isinstance(error, BadCase):
        return str(error)
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8"
    if isinstance(error, KeyError):
        return f"{error} is missing for this question"
    return f"cannot be decided ({type(error).__name__}: {error})"
