"""Logs written once are verified for ever; a chain of another version is another row.

``log_of_2026_11.json`` was written by the program of November 2026 and is never written again: the
lines of a backup, of the vault's audit log, and the rows of the record of acts.
"""

import dataclasses
import gzip
import json

import pytest

from gateway.errors import LogDamaged, LogError, PeopleError, VaultError
from gateway.log import backup, chain, salvage
from gateway.log.base import Entry
from gateway.log.sqlite import SqliteLog
from gateway.people import acts_record as acts
from gateway.vault import audit
from tests.conftest import ROOT

OLD = json.loads((ROOT / "tests" / "gateway" / "log_of_2026_11.json").read_text(encoding="utf-8"))
HEAD = bytes.fromhex("b927cffc3954d8844a40e2b1c1d72d4cec06457aa49fb448e011f9e46559ab40")
AUDIT_HEAD = "2e8a03306148c843c373aaf007151d23293ac8dc08f6f902f509f7b524dac988"
ACTS_HEAD = OLD["acts"][-1][2]


@pytest.fixture
def old_backup(tmp_path):
    path = tmp_path / "old.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as f:
        f.writelines(line + "\n" for line in OLD["backup"])
    return path


def restored(path, folder):
    """A log of SQLite with what a backup holds."""
    log = SqliteLog(folder / "log.sqlite3")
    backup.read(path, on_events=lambda batch: log.append([entry for entry, _digest in batch]))
    return log


def entry(table, n):
    return Entry(table, n, "c1", 1, n, n, 1_700_000_000_000, "riffle", "[0,10,0]", None)


def with_version_2(monkeypatch):
    """A later program: its chains cover the fields in another form."""
    later = lambda e: repr(dataclasses.astuple(e)).encode()  # noqa: E731
    monkeypatch.setitem(chain.CANONICAL, 2, later)
    monkeypatch.setattr(chain, "VERSION", 2)


def test_the_event_log_of_then_is_verified_and_goes_on(old_backup, tmp_path):
    assert backup.read(old_backup) == {"1": (6, HEAD, 0)}
    log = restored(old_backup, tmp_path)
    assert log.head("1") == (6, HEAD) and len(list(log.read("1"))) == 6
    log.append([entry("1", 7)])
    assert len(list(log.read("1"))) == 7
    log.close()


def test_the_vaults_audit_log_of_then_is_verified(tmp_path):
    path = tmp_path / "audit.log"
    path.write_text("".join(line + "\n" for line in OLD["audit"]))
    assert audit.verify(path) == (3, AUDIT_HEAD)
    path.write_text(path.read_text().replace("wrong try", "right try"))
    with pytest.raises(VaultError):
        audit.verify(path)


def test_the_record_of_acts_of_then_is_verified():
    rows = [(n, text, bytes.fromhex(digest)) for n, text, digest in OLD["acts"]]
    assert [digest.hex() for _body, digest in acts.verified(rows)][-1] == ACTS_HEAD
    rows[0] = (1, rows[0][1].replace("anna", "bert"), rows[0][2])
    with pytest.raises(PeopleError):
        list(acts.verified(rows))


def test_a_later_program_goes_on_with_an_old_table_and_begins_new_ones_its_way(
    old_backup, tmp_path, monkeypatch
):
    log = restored(old_backup, tmp_path)
    with_version_2(monkeypatch)
    log.append([entry("1", 7), entry("2", 1)])
    log.append([entry("2", 2)])
    versions = {t: chain.version_of(log.head(t)[1]) for t in ("1", "2")}
    assert versions == {"1": 1, "2": 2}
    assert [len(list(log.read(t))) for t in ("1", "2")] == [7, 2]
    path, heads = backup.write(log, tmp_path / "backups", 1_700_000_000_000)
    assert {t: head[:2] for t, head in backup.read(path).items()} == {
        t: log.head(t) for t in ("1", "2")
    }
    log.close()
    salvaged = salvage.salvage(tmp_path / "log.sqlite3")
    assert [len(list(salvaged.read(t))) for t in ("1", "2")] == [7, 2]
    salvaged.close()


def test_a_change_in_a_later_chain_is_found(tmp_path, monkeypatch):
    with_version_2(monkeypatch)
    entries = [entry("2", n) for n in (1, 2, 3)]
    rows, previous = [], chain.start("2")
    for e in entries:
        previous = chain.link(previous, e)
        rows.append((e, previous))
    assert list(chain.verified("2", rows)) == entries
    rows[1] = (dataclasses.replace(entries[1], wall=5), rows[1][1])
    with pytest.raises(LogDamaged):
        list(chain.verified("2", rows))


def test_a_chain_of_a_later_program_is_one_line_for_this_one(monkeypatch):
    with monkeypatch.context() as later:
        with_version_2(later)
        digest = chain.start("2")
    with pytest.raises(LogError, match="version 2, this program knows 1: update feltwire"):
        chain.link(digest, entry("2", 1))
