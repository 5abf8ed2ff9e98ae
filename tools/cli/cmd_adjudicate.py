"""``feltwire adjudicate``: rule on cases of the case language, one answer a line."""

import json
import sys

from tools.cases.adjudicate import BadCase, answer_of, explain, play, read_case
from tools.errors import CommandError


def add_arguments(parser):
    """Command line of ``feltwire adjudicate``."""
    parser.add_argument("cases", help="a file of cases, one JSON object a line (- for stdin)")
    parser.add_argument("--explain", action="store_true", help="tell the way to each answer")
    parser.add_argument("--only", default="", help="only cases whose id contains this text")


def run(args):
    """Answer each case; 0 when all were answered, 1 when some lines were bad."""
    if args.cases == "-":
        return _answer(sys.stdin, args)
    try:
        with open(args.cases, encoding="utf-8") as stream:
            return _answer(stream, args)
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{args.cases}: {getattr(error, 'strerror', None) or error}") from error


def _answer(stream, args):
    bad = 0
    for number, text in enumerate(stream, 1):
        if not text.strip():
            continue
        try:
            case = read_case(text)
            if args.only not in case["id"]:
                continue
            hand, outputs = play(case)
            lines = explain(case, hand, outputs) if args.explain else [_line(case, hand)]
        except Exception as error:  # whatever is wrong with a line, the others are answered
            bad += 1
            reason = str(error) if isinstance(error, BadCase) else _shape(error)
            print(f"feltwire adjudicate: line {number}: {reason}", file=sys.stderr)
            continue
        print("\n".join(lines))
    return 1 if bad else 0


def _line(case, hand):
    return json.dumps(answer_of(case, hand), separators=(",", ":"))


def _shape(error):
    if isinstance(error, KeyError):
        return f"field {error} is missing"
    return f"a field has the wrong shape ({error})"
