"""``feltwire backup``: the event log into one checked file, beside a running gateway."""

import time
from pathlib import Path

from gateway.errors import GatewayError
from gateway.log import backup
from gateway.log.open import open_log
from gateway.log.witness import Witness
from gateway.process.lock import FolderLock
from tools.cli import logplace
from tools.errors import CommandError
from tools.plurals import counted


def add_arguments(parser):
    """Arguments of the command."""
    parser.add_argument("folder", help="where backups go; another disk, best another machine's")
    logplace.add_arguments(parser)
    parser.add_argument("--keep", type=int, default=0, help="remove all but so many backups")
    parser.add_argument(
        "--prune-days", type=int, metavar="DAYS",
        help="then take events older than this from the log; the gateway must be stopped",
    )  # fmt: skip


def run(args):
    """Write, read again, thin out, prune; what was done goes to stdout."""
    settings = logplace.settings_of(args)
    if args.keep < 0 or (args.prune_days is not None and args.prune_days < 1):
        raise CommandError("--keep and --prune-days must be positive")
    lock = FolderLock(Path(settings.data_dir))
    try:
        if args.prune_days is not None:
            lock.take()  # pruning beside a running gateway would move the ground under it
            log = open_log(settings)
        else:
            log = logplace.reading(settings)
        try:
            path, heads = backup.write(log, args.folder, time.time_ns() // 1_000_000)
            backup.read(path)
            events = sum(n - first for n, _h, first in heads.values())
            what = f"{counted(events, 'event')} of {counted(len(heads), 'table')}"
            print(f"{path}: {what}, read again and good")
            for old in backup.thin_out(args.folder, args.keep):
                print(f"removed {old}")
            if args.prune_days is not None:
                _prune(args, settings, log, heads)
        finally:
            log.close()
    except GatewayError as e:
        raise CommandError(str(e)) from None
    finally:
        lock.free()
    return 0


def _prune(args, settings, log, heads):
    older_than_ms = time.time_ns() // 1_000_000 - args.prune_days * backup.DAY_MS
    removed = backup.prune(log, heads, older_than_ms)
    print(f"pruned {counted(sum(removed.values()), 'event')} of {counted(len(removed), 'table')}")
    if not removed:
        return
    trouble = []
    Witness(
        log.heads_file, logplace.publisher(settings, trouble.append), settings.head_sink,
        on_trouble=lambda text: text and trouble.append(text),
    ).send()  # fmt: skip
    for text in dict.fromkeys(trouble):
        print(f"the new beginnings are not known elsewhere: {text}")
