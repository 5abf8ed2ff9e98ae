"""Numbered migrations: files ``migrations/<database>/NNNN_name.sql``, each applied once, whole."""

import re
from pathlib import Path

from gateway.errors import LogError

FOLDER = Path(__file__).parent / "migrations"


def files(database, folder=FOLDER):
    """``[(number, path)]`` of a database's migrations, in order."""
    found = sorted((folder / database).glob("[0-9]*.sql"))
    return [(int(path.name[:4]), path) for path in found]


def newest(database, folder=FOLDER):
    """The number of the schema this program works with."""
    return files(database, folder)[-1][0]


def check(have, database, folder=FOLDER):
    """Raise LogError when the schema numbered ``have`` is newer than this program."""
    known = newest(database, folder)
    if have > known:
        what = "the event log has" if folder == FOLDER else "the people have"
        raise LogError(f"{what} schema {have}, this program knows {known}: update feltwire")


def statements(path):
    """The statements of an SQL script. Comments go; no statement here has a ``;`` inside."""
    text = re.sub(r"--[^\n]*", "", path.read_text(encoding="utf-8"))
    return [s.strip() for s in text.split(";") if s.strip()]
