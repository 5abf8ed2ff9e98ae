"""``feltwire vault``: the process that alone knows cards; key-holders, early release, audit."""

import argparse
import getpass
import re
import sys
import time
from pathlib import Path

from gateway.errors import GatewayError, VaultError
from gateway.process.lock import FolderLock
from gateway.vault import __main__ as process
from gateway.vault import audit, holders, release_modes, state
from gateway.vault.server import AUDIT
from gateway.vault.table_files import erase
from tools.errors import CommandError
from tools.install import configfile
from tools.plurals import counted

DAY_MS = 86_400_000
ACTIONS = ("run", "holder", "unlock", "lock", "audit", "ticket", "roots")


def add_arguments(parser):
    """Arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = (
        "run     serve until told to stop (the default)\n"
        "holder  add a key-holder, or --remove one; from the third on --by two of them\n"
        "unlock  open a --hand early; two holders, one after the other\n"
        "lock    open no further hands of a table\n"
        "audit   check the audit log's chain and count what was read\n"
        "ticket  print what a controller is provided with, for flash --ticket\n"
        "roots   take over the roots an earlier version left in keys/, and erase them"
    )
    parser.add_argument("action", nargs="?", default="run", choices=ACTIONS)
    process.add_arguments(parser)
    parser.add_argument("--name", help="holder, unlock: the key-holder's name")
    parser.add_argument("--by", help="holder: the key-holder who agrees; a second one has to, too")
    parser.add_argument("--hand", type=int, help="unlock: number of the hand, in play or the next")
    parser.add_argument("--remove", action="store_true", help="holder: take the right away")
    parser.add_argument("--table", help="unlock, lock, ticket: the table")
    parser.add_argument("--dev", default="c1", help="ticket: its controller (%(default)s)")
    parser.add_argument(
        "--head", action="append", default=[], help="audit: NUMBER:HASH noted before"
    )
    parser.add_argument("--heads", help="audit: file of the gateway's head_sink")
    parser.add_argument("--consumer", choices=release_modes.CONSUMERS, default="broadcast")
    parser.add_argument(
        "--go-on", action="store_true",
        help="audit: put what is damaged apart, say so in the log, and go on; the vault is stopped",
    )  # fmt: skip
    parser.add_argument(
        "--prune-days", type=int, help="audit: take parts older than that out; the vault is stopped"
    )
    parser.add_argument("--hands", type=int, default=1, help="unlock: so many hands (%(default)s)")


def run(args):
    """Do what was asked; 0 when it is done."""
    try:
        return _DO[args.action](args)
    except GatewayError as e:
        raise CommandError(str(e)) from None


def _serve(args):
    if args.config:
        configfile.read(args.config)  # all of it: a section with a slip in its name is no [vault]
    return process.run(args)


def _holder(args):
    if args.by:
        return _agree_on_holder(args)
    folder = process.folder_of(args)
    with FolderLock(folder, "vault holder"):
        return _change_holders(args, folder)


def _change_holders(args, folder):
    key = process.key_of(args, folder)
    name = _needed(args.name, "--name")
    if len(holders.load(folder, key)) >= 2:
        raise CommandError("two key-holders change who is one: give --by")
    if args.remove:
        holders.remove(folder, key, name)
        print(f"{name} is no key-holder any more")
    else:
        holders.add(folder, key, name, passphrase(f"new passphrase of {name}: ", twice=True))
        print(f"{name} is a key-holder")
    return 0


def _agree_on_holder(args):
    name = _needed(args.name, "--name")
    question = {"op": "holder", "name": name, "holder": args.by, "remove": args.remove}
    if not args.remove:
        text = f"new passphrase of {name} (the second holder: empty): "
        question["new"] = passphrase(text, twice=True) or None
    question["passphrase"] = passphrase(f"passphrase of {args.by}: ")
    print(_ask(args, question)["text"])
    return 0


def _unlock(args):
    question = {
        "op": "unlock", "table": _needed(args.table, "--table"), "consumer": args.consumer,
        "hand": args.hand, "hands": args.hands, "holder": _needed(args.name, "--name"),
        "passphrase": passphrase(f"passphrase of {args.name}: "),
    }  # fmt: skip
    print(_ask(args, question)["text"])
    return 0


def _lock(args):
    _ask(args, {"op": "lock", "table": _needed(args.table, "--table")})
    print(f"table {args.table}: no further hand is opened")
    return 0


def _audit(args):
    path = Path(args.data or "var") / "vault" / AUDIT
    known, lost = state.audit_end_of(path.parent) if args.go_on else (None, None)
    if not path.exists() and not audit.parts(path) and known is None:
        raise CommandError(f"there is no audit log at {path}")
    if args.go_on or args.prune_days is not None:
        with FolderLock(path.parent, "vault"):  # a running vault would go on in the old file
            _change_audit(args, path, known, lost)
    sentences = []
    n, head = audit.verify(path, sentences)
    reads = {}
    for entry in audit.entries(path):
        if entry["what"] == "read":
            kept = reads.setdefault(entry["consumer"], [0, 0])
            kept[0] += 1
            kept[1] += entry["cards"]
    for line in sentences:
        print(line)
    for number, digest in _noted(args):
        why = audit.fault_at(path, number, digest)
        if why:
            raise CommandError(f"{path}: {why}")
    print(f"{counted(n, 'entry')}, the chain holds; its head is {n}:{head}")
    for consumer, (count, cards) in sorted(reads.items()):
        print(f"{consumer}: {counted(count, 'read')} of {counted(cards, 'card')}")
    return 0


def _change_audit(args, path, known, lost):
    from tools.cli import cmd_user  # what the process that serves does without is loaded when used

    now_ms = time.time_ns() // 1_000_000
    if args.go_on:
        for line in audit.go_on(path, now_ms, cmd_user.by(), known, lost):
            print(f"went on without {line}")
        state.note_audit_end(path.parent, *audit.verify(path))
    if args.prune_days is not None:
        if args.prune_days < 1:
            raise CommandError("--prune-days must be at least 1")
        older_than_ms = now_ms - args.prune_days * DAY_MS
        print(
            f"{counted(audit.prune(path, older_than_ms, now_ms, cmd_user.by()), 'entry')} taken out"
        )


def _noted(args):
    """``(n, hash)`` of the heads that were noted elsewhere: --head, and of the sink's file."""
    for text in args.head:
        number, _, digest = text.partition(":")
        if not number.isdigit() or len(digest) != 64:
            raise CommandError(f"--head {text}: give NUMBER:HASH, as `vault audit` prints it")
        yield int(number), digest
    if args.heads:
        from gateway.log import witness

        try:
            found = witness.of_file(args.heads, every=witness.VAULT)
        except (OSError, UnicodeDecodeError) as e:
            raise CommandError(f"--heads {args.heads}: {e}") from None
        if not found:
            raise CommandError(f"--heads {args.heads}: it holds no head of the vault's audit log")
        for number, digest, _first in found:
            yield number, digest.hex()


def _needed(value, option):
    if not value:
        raise CommandError(f"give {option}")
    return value


def passphrase(text, twice=False):
    """A passphrase from the terminal; where there is none, one line of stdin."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    given = getpass.getpass(text)
    if twice and getpass.getpass("once more: ") != given:
        raise CommandError("the two are not the same")
    return given


def _ticket(args):
    """A ticket for a device, on stdout and nowhere else."""
    table = _needed(args.table, "--table")
    print(_ask(args, {"op": "ticket", "table": table, "dev": args.dev})["ticket"])
    return 0


def _roots(args):
    """Hand the vault the roots an earlier version left in files, and erase these."""
    folder = Path(args.data or "var") / "keys"
    found = sorted(p for p in folder.glob("root-*") if p.is_file())
    for path in found:
        table, _, dev = path.name.removeprefix("root-").rpartition("-")
        text = _root_text(path)
        news = _ask(args, {"op": "move_root", "table": table, "dev": dev, "root": text})["news"]
        erase(path)
        had = "the vault has it now" if news else "the vault had a root of it already"
        print(f"table {table}, {dev}: {had}; {path} is erased")
    if not found:
        print(f"no root lies in {folder}")
    return 0


def _root_text(path):
    try:
        text = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as e:
        raise CommandError(f"{path}: {getattr(e, 'strerror', None) or 'not text'}") from None
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise CommandError(f"{path}: a root is 64 hex digits; take the file away if it is none")
    return text


def _ask(args, question):
    from gateway.vault.client import ask

    folder = Path(args.socket) if args.socket else Path(args.data or "var") / "vault"
    try:
        return ask(folder, question)
    except VaultError as e:
        raise CommandError(str(e)) from None


_DO = {
    "run": _serve, "holder": _holder, "unlock": _unlock, "lock": _lock, "audit": _audit,
    "ticket": _ticket, "roots": _roots,
}  # fmt: skip
