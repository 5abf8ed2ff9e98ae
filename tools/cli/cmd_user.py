"""``feltwire user``: people who may sign in, tokens for programs, revoking, the record of acts."""

import argparse
import contextlib
import datetime
import getpass
import json
import os
import secrets
import sys
from pathlib import Path

from gateway.errors import GatewayError
from gateway.people import credentials as rules
from gateway.people.database import NAME
from gateway.people.from_settings import open_people
from gateway.people.sessions import DAY_MS
from gateway.people.store import People, check_role
from gateway.people.who import BOUND, ROLES
from gateway.settings.fields import Settings
from tools.errors import CommandError
from tools.install import configfile

TOKEN_DAYS = 365


def add_arguments(parser):
    """Subcommands of ``feltwire user``."""
    sub = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    common = place()

    def command(name, text):
        return sub.add_parser(name, help=text, description=text, parents=[common])

    add = command("add", "add a person; asks for the PIN or password, or reads it from stdin")
    add.add_argument("name")
    role_of(add)
    add.add_argument("--generate", action="store_true", help="make one up, and print it once")
    command("list", "list people and open sessions").add_argument("--json", action="store_true")
    command("remove", "remove a person; open pages close within seconds").add_argument("name")
    revoke = command("revoke", "end sessions; open pages close within seconds")
    revoke.add_argument("name", help="a person, a device's or program's label, or a session's id")
    pin = command("pin", "give a person another PIN or password")
    pin.add_argument("name")
    pin.add_argument("--generate", action="store_true", help="make one up, and print it once")
    token = command("token", "make a program's token: Authorization: Bearer TOKEN")
    token.add_argument("label", help="what the program is called")
    role_of(token)
    days = f"days it works ({TOKEN_DAYS})"
    token.add_argument("--days", type=int, default=TOKEN_DAYS, help=days)
    audit = command("audit", "check the record of who did what, and print its head")
    audit.add_argument("--head", help="a head noted before, which has to be in it")
    audit.add_argument("--prune-days", type=int, help="take entries older than that out")
    audit.add_argument("--json", action="store_true", help="print every entry as a JSON line")
    bring = command("import", "bring people and sessions of one gateway into those of a cluster")
    bring.add_argument("folder", type=Path, help="the people folder of that gateway")


def place():
    """Arguments that say where the people are kept, as a parent parser."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--config", help="TOML file of settings (docs/settings.md)")
    common.add_argument("--data", help=f"data folder ({Settings().data_dir})")
    return common


def role_of(parser):
    """Arguments of a role and its table."""
    parser.add_argument("--role", required=True, choices=ROLES)
    parser.add_argument("--table", help=f"the one table ({' and '.join(BOUND)})")


def settings_of(args):
    """Settings of ``--config``, with ``--data`` in the place of its folder."""
    return configfile.settings(args.config, data_dir=Path(args.data) if args.data else None)


def by():
    """Who acts, for the record: the operating system's user."""
    try:
        return f"command line, {getpass.getuser()}"
    except (KeyError, OSError):
        return f"command line, user {os.getuid()}"


def run(args):
    """Do what was asked for."""
    settings = settings_of(args)
    parent = settings.people_path().parent
    if not (settings.cluster_url or args.what == "add" or parent.is_dir()):
        raise CommandError(f"{parent}: there is no such folder; see --data")
    try:
        people = open_people(settings)
        try:
            return _RUN[args.what](args, people)
        finally:
            people.close()
    except GatewayError as e:
        raise CommandError(str(e)) from None


def _add(args, people):
    table = check_role(args.role, args.table)
    if people.known(args.name):
        raise CommandError(f"there is a {args.name} already: remove that one first")
    secret = _secret(args, args.role)
    people.add(args.name, args.role, secret, table, by())
    print(f"{args.name} is {args.role}" + (f" of table {table}" if table else ""))
    return 0


def _list(args, people):
    found = {"people": people.all(), "sessions": people.sessions.all()}
    if args.json:
        print(json.dumps(found))
        return 0
    if not found["people"]:
        print("nobody yet: feltwire user add NAME --role director")
    for p in found["people"]:
        print(f"{p['name']:32} {p['role']:10} {'table ' + p['table'] if p['table'] else ''}")
    for s in found["sessions"]:
        shown, table = s["person"] or s["label"], f"table {s['table']}" if s["table"] else ""
        ends = datetime.datetime.fromtimestamp(s["expires"] / 1000, datetime.UTC)
        print(
            f"{s['id']:10} {s['kind']:7} {shown:32} {s['role']:10} {table:10} "
            f"{s['address'] or '-':15} until {ends:%Y-%m-%d %H:%M} UTC"
        )
    return 0


def _remove(args, people):
    ended = people.remove(args.name, by())
    print(f"{args.name} is removed, {ended} sessions ended")
    return 0


def _revoke(args, people):
    ended = people.sessions.revoke(args.name, by())
    print(f"{args.name}: {ended} sessions ended")
    return 0


def _pin(args, people):
    role = next((p["role"] for p in people.all() if p["name"] == args.name), None)
    if role is None:
        raise CommandError(f"there is no {args.name}")
    people.set_secret(args.name, _secret(args, role), by())
    print(f"{args.name} has a new PIN or password; the old sessions ended")
    return 0


def _token(args, people):
    if not 1 <= args.days <= 3650:
        raise CommandError("--days must be from 1 to 3650")
    table = check_role(args.role, args.table)
    token = people.sessions.program(
        args.label, args.role, table, args.days * DAY_MS, by()
    )  # fmt: skip
    print(token)
    text = f"{args.days} days; it is shown this once. End it: feltwire user revoke {args.label!r}"
    print(text, file=sys.stderr)
    return 0


def _audit(args, people):
    if args.prune_days is not None:
        if args.prune_days < 1:
            raise CommandError("--prune-days must be at least 1")
        print(f"{people.prune_acts(args.prune_days, by())} entries taken out")
    if args.json:
        for act in people.acts():
            print(json.dumps(act, sort_keys=True))
        return 0
    count, head = people.check_acts(args.head)
    print(f"{count} entries, the chain holds; its head is {head}")
    return 0


def _import(args, people):
    if not (args.folder / NAME).is_file():
        raise CommandError(f"{args.folder}: there is no {NAME}: give a gateway's people folder")
    with contextlib.closing(People(args.folder)) as other:
        brought, left = people.take_over(other, str(args.folder), by())
    print(f"{brought['people']} people and {brought['sessions']} sessions brought in")
    for name in left:
        print(f"{name} is there already and stays as it is")
    return 0


def _secret(args, role):
    """A PIN or password: made up, from the terminal, or one line of stdin."""
    if args.generate:
        made = (
            _pin_of(rules.PIN_DIGITS[0]) if role in rules.PIN_ROLES else secrets.token_urlsafe(12)
        )
        print(f"{args.name}: {made}")
        return made
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    given = getpass.getpass(f"PIN or password of {args.name}: ")
    if getpass.getpass("once more: ") != given:
        raise CommandError("the two are not the same")
    return given


def _pin_of(digits):
    """A random PIN that is good enough."""
    while True:
        made = "".join(secrets.choice("0123456789") for _ in range(digits))
        try:
            rules.check(made, "floor")
            return made
        except GatewayError:
            continue  # a run or a repeat: one in thousands


_RUN = {
    "add": _add, "list": _list, "remove": _remove, "revoke": _revoke, "pin": _pin,
    "token": _token, "audit": _audit, "import": _import,
}  # fmt: skip
