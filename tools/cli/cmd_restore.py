"""``feltwire restore``: a backup into an empty log of either database; ``--drill`` only tries."""

import dataclasses
import tempfile
import time
from pathlib import Path

from gateway.errors import GatewayError
from gateway.log import backup
from gateway.log.background_check import verify
from gateway.log.open import open_log
from gateway.process.lock import FolderLock
from gateway.service import _engine
from gateway.tables.all_tables import Tables
from gateway.vault.local import LocalVault
from tools.cli import logplace
from tools.errors import CommandError
from tools.plurals import counted


def add_arguments(parser):
    """Arguments of the command."""
    parser.add_argument("file", help="the backup; of a folder the newest one")
    logplace.add_arguments(parser)
    parser.add_argument(
        "--drill", action="store_true",
        help="restore into a temporary folder, rebuild every table from it, and remove it again",
    )  # fmt: skip


def run(args):
    """Restore, verify, rebuild every table; what was done goes to stdout."""
    settings = logplace.settings_of(args)
    path = Path(args.file)
    if path.is_dir():
        found = backup.backups(path)
        if not found:
            raise CommandError(f"there is no backup in {path}")
        path = found[-1]
    try:
        if args.drill:
            with tempfile.TemporaryDirectory(prefix="feltwire-drill-") as folder:
                there = dataclasses.replace(settings, data_dir=Path(folder), log_url="")
                _restore(path, there)
        else:
            _restore(path, settings)
    except GatewayError as e:
        raise CommandError(str(e)) from None
    return 0


def _restore(path, settings):
    begin = time.monotonic()
    lock = FolderLock(Path(settings.data_dir))
    lock.take()
    try:
        log = open_log(settings)
        try:
            heads = backup.restore(path, log)
            for table in heads:
                verify(log, table)
            tables = Tables(settings, log, LocalVault(settings.vault_dir()), _engine)
            damaged = tables.recover()
        finally:
            log.close()
    finally:
        lock.free()
    for table, why in damaged.items():
        print(f"table {table}: {why}")
    events = sum(n - first for n, _h, first in heads.values())
    hands = sum(live.hands_played() for live in tables.all())
    took_s = time.monotonic() - begin
    print(
        f"{path}: {counted(events, 'event')} of {counted(len(heads), 'table')} restored, verified "
        f"and replayed ({counted(hands, 'finished hand')} shown) in {took_s:.1f} s"
    )
    if damaged:
        raise CommandError("not every table can be shown; see above")
