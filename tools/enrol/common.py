"""What the commands of enrolment share: arguments, key, reader, checks."""

import contextlib
import os
import time
from pathlib import Path

from gateway.errors import GatewayError, VaultError
from gateway.process.lock import FolderLock
from gateway.vault import sealing
from tools.enrol.deck_files import ChipRegistry, Store
from tools.enrol.feed import Checks, Feed
from tools.enrol.originality import NXP_ICODE, Originality, keys_of_file
from tools.enrol.reader_errors import EnrolError
from tools.hardware import description

KEY_NAME = "key"


def store_arguments(parser):
    """Arguments of every command that opens decks."""
    parser.add_argument("--data", type=Path, default=Path("var"), help="data folder (%(default)s)")
    parser.add_argument("--key", help="key file of the vault (<data>/vault/key, made when missing)")
    parser.add_argument("--passphrase-file", help="file with a passphrase in place of a key file")


def reader_arguments(parser):
    """Arguments of every command that reads tags."""
    parser.add_argument("--reader", help="part of the reader's name (the first one there is)")
    parser.add_argument(
        "--layout", default="nine_max", help="table whose AFIs to use (%(default)s)"
    )
    parser.add_argument("--timeout", type=float, default=120.0, help="s to wait for a tag")
    parser.add_argument(
        "--signature",
        choices=("check", "require", "off"),
        default="check",
        help="originality signature: check where there is one, require one, or off (%(default)s)",
    )
    parser.add_argument("--signature-keys", help="file of public keys in place of NXP's, hex")
    parser.add_argument(
        "--afi-by-maker", action="store_true",
        help="the tags' maker has written the AFI: for a reader without a transparent session",
    )  # fmt: skip
    parser.add_argument("--any-maker", action="store_true", help="take other silicon than NXP's")


def now_ms():
    """Wall time, ms since 1970."""
    return time.time_ns() // 1_000_000


def key_of(args):
    """The ``sealing.Key`` a command was told to use, or the data folder's own."""
    try:
        if args.passphrase_file:
            return _passphrase(args.passphrase_file)
        path = Path(args.key) if args.key else args.data / "vault" / KEY_NAME
        if not args.key and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            sealing.new_key_file(path)
            print(f"made a new key: {path}; keep a copy of it away from this machine")
        return sealing.Key.of_file(path)
    except VaultError as e:
        raise EnrolError(str(e)) from None


def passphrase_key(path):
    """Key of a passphrase file (for an exported deck)."""
    try:
        return _passphrase(path)
    except VaultError as e:
        raise EnrolError(str(e)) from None


def _passphrase(path):
    try:
        if os.stat(path).st_mode & 0o077:
            raise EnrolError(f"{path}: others can read it: chmod 600 {path}")
        return sealing.Key(passphrase=Path(path).read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError) as e:
        reason = getattr(e, "strerror", None) or "not text"
        raise EnrolError(f"{path}: {reason}") from None


def store_of(args):
    """The data folder's decks."""
    return Store(args.data, key_of(args), now_ms)


@contextlib.contextmanager
def alone(args):
    """Nobody else changes decks and chips of the data folder meanwhile. EnrolError."""
    lock = FolderLock(args.data, "enrolment")
    try:
        lock.take()
    except GatewayError as e:
        raise EnrolError(str(e)) from None
    try:
        yield
    finally:
        lock.free()


def registry_of(args):
    """The data folder's chips."""
    return ChipRegistry(args.data, now_ms)


def checks_of(args):
    """What every tag must be, as the command was told."""
    if args.afi_by_maker and args.signature == "require":
        raise EnrolError("--signature require: with --afi-by-maker no signature is read")
    if args.signature == "off":
        return Checks(None, False, args.any_maker)
    keys = keys_of_file(args.signature_keys) if args.signature_keys else [NXP_ICODE]
    return Checks(Originality(keys), args.signature == "require", args.any_maker)


def tags_of(args):
    """AFIs and chip block of the table description."""
    try:
        return description.load_table(args.layout)["tags"]
    except description.BadHardware as e:
        raise EnrolError("; ".join(e.lines)) from None


def feed_of(pcsc, args):
    """Tags of an entered reader."""
    return Feed(pcsc, args.timeout, frames=not args.afi_by_maker)


def say(text):
    """One line to the person at the reader, at once."""
    print(text, flush=True)
