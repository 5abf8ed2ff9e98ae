"""What the commands of a log share: words typed as fields, who types, the entries as lines."""

import argparse
import getpass
import json

from gateway.event.log import BadLog, in_force
from shared_rules.desk.faults import BadHappening
from tools.errors import CommandError


def command(commands, name, text, log, words=None):
    """Parser of one command on a log: ``log`` says whose, ``words`` names the language of what is
    typed (None: the command takes no words)."""
    sub = commands.add_parser(name, help=text)
    sub.add_argument("log", help=f"{log}, a file of JSON lines")
    if words:
        sub.add_argument("what", help=f"a happening, or a question, of {words}")
        sub.add_argument("fields", nargs="*", metavar="KEY=VALUE", help=argparse.SUPPRESS)
    return sub


def run(way, log, args):
    """Print the lines of ``way(log, args)``; 0 when it was done. Raises CommandError where a log, a
    happening or a file is bad."""
    try:
        for line in way(log, args):
            print(line, flush=True)
    except (BadLog, BadHappening) as error:
        raise CommandError(str(error)) from error
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"{getattr(error, 'filename', None) or args.log}: {reason}") from error
    return 0


def who(args):
    """The author of an entry: ``--who``, or the name signed in here."""
    return args.who or getpass.getuser()


def setup(path):
    """A setup from a JSON file. Raises CommandError when it is none."""
    try:
        with open(path, encoding="utf-8") as stream:
            return json.load(stream)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path}: not JSON: {error}") from error


def entries(log):
    """A line for each entry: number, author, what, why, and whether it was taken back."""
    rows = log.entries()
    valid = {e["n"] for e in in_force(rows)}
    for entry in rows:
        facts = {k: v for k, v in entry.items() if k not in ("n", "at_ms", "who", "why", "what")}
        facts.pop("setup", None)
        gone = "" if entry["n"] in valid or entry["what"] in ("setup", "undo") else " (taken back)"
        why = f" because {entry['why']}" if entry["why"] else ""
        yield f"{entry['n']} {entry['who']}: {entry['what']} {json.dumps(facts)}{why}{gone}"


def fields(words, grammar):
    """KEY=VALUE words as fields of a grammar: lists by commas, anything else as JSON or text."""
    kinds = {}
    for field in filter(None, grammar.split(",")):
        name, _, kind = field.strip().partition(" ")
        kinds[name.rstrip("?")] = kind
    out = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals:
            raise CommandError(f"{word!r}: write KEY=VALUE")
        out[key] = _value(text, kinds.get(key, ""))
    return out


def _value(text, kind):
    if kind in ("players", "places") and not text.startswith("["):
        return text.split(",")
    if kind in ("player", "place", "card", "text"):
        return text
    try:
        return json.loads(f"[{text}]" if kind == "numbers" and text[:1] != "[" else text)
    except (ValueError, RecursionError):
        return text
