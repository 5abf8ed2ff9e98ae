"""``feltwire export``: finished hands of a data folder as files, with cards that are public."""

import json
import sys
from pathlib import Path

from gateway.exports import files, keeper
from gateway.log.open import open_log
from gateway.process.atomic import write_text
from gateway.settings.fields import Settings
from gateway.tables.handmoves import latest_back, since
from tools.errors import CommandError
from tools.plurals import counted


def add_arguments(parser):
    """Command line of ``feltwire export``."""
    parser.add_argument("--data", type=Path, default=Path("var"), help="data folder (%(default)s)")
    parser.add_argument("--table", help="this table alone")
    parser.add_argument("--day", help="this day alone, 2026-01-31 (UTC)")
    parser.add_argument("--format", choices=files.FORMATS, default="phhs", help="(%(default)s)")
    parser.add_argument(
        "--reveal", choices=("showdown", "never"), default="showdown",
        help="hole cards: those tabled, or none; released ones are in the gateway's own files",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, help="file to write; without one, standard output")


def run(args):
    """Write the hands; 1 when there are none."""
    if not (args.data / "log").is_dir():
        raise CommandError(f"{args.data}: holds no event log")
    log = open_log(Settings(data_dir=args.data))
    try:
        tables = [args.table] if args.table else log.tables()
        found = [one for table in tables for one in _hands(log, table, args)]
    finally:
        log.close()
    if not found:
        print("feltwire export: no hand was kept then", file=sys.stderr)
        return 1
    text = files.rendered(args.format, found)
    if args.out is None:
        sys.stdout.write(text)
        return 0
    try:
        write_text(args.out, text)
    except OSError as error:
        raise CommandError(f"{args.out}: {error.strerror or error}") from error
    print(f"{args.out}: {counted(len(found), 'hand')}")
    return 0


def _hands(log, table, args):
    rows = log.hands_back(table, keeper.HANDS_MAX)
    records = latest_back(json.loads(text) for _n, text in rows)
    if args.day is not None:
        records = since(records, lambda r: keeper.day_of(r) < args.day)
        records = (r for r in records if keeper.day_of(r) == args.day)
    return reversed(list(keeper.each(records, {}, args.reveal)))
