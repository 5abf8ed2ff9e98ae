"""Files taken away under a running process: nothing more is promised, and people hear of it."""

import os

import pytest
import structlog

from gateway.errors import GatewayError, LogError, PeopleError
from gateway.log.heads import HeadFile
from gateway.log.sqlite import SqliteLog
from gateway.people.store import People
from gateway.process.file_identity import Kept
from gateway.trouble import system
from gateway.vault.audit import Audit
from gateway.vault.state import State
from tests.gateway import wired
from tests.gateway.support import until
from tests.gateway.test_log import entry
from tests.vault.rooms import KEY


def take_away(path, how):
    """Take a file away; a function that puts it back."""
    aside = path.with_name("aside")
    os.link(path, aside)
    path.unlink()
    if how == "replaced":
        path.write_bytes(aside.read_bytes())
    return lambda: aside.replace(path)


EVENT = b'{"v":1,"dev":"c1","boot":1,"seq":%d,"ev":[[26,1]]}'


@pytest.mark.parametrize("name", ["events.sqlite3", "events.sqlite3-wal"])
@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_nothing_is_acknowledged_from_then_on_until_it_is_put_back(tmp_path, name, how):
    gateway = wired.start(tmp_path)
    try:
        gateway.link.give("feltwire/7/up/ev", EVENT % 1)
        wired.drain(gateway)
        acked = len(gateway.link.sent)
        assert acked
        put_back = take_away(tmp_path / "log" / name, how)
        until(lambda: gateway.log_trouble, "that somebody notices, with nothing to be stored")
        assert "the event log is gone" in system(gateway) and name in system(gateway)
        gateway.link.give("feltwire/7/up/ev", EVENT % 2)
        until(gateway._pipeline.ingest.blocked, "that it is not stored")
        assert len(gateway.link.sent) == acked
        put_back()
        until(lambda: len(gateway.link.sent) > acked, "the acknowledgement")
        until(lambda: not gateway.log_trouble, "that all is well")
        assert [e.seq for e in gateway.log.read("7")] == [1, 2]
        for _ in range(2):  # and without anything that waits
            put_back = take_away(tmp_path / "log" / name, how)
            until(lambda: gateway.log_trouble, "that it is noticed again")
            put_back()
            until(lambda: not gateway.log_trouble, "that all is well again")
    finally:
        gateway.stop()


def test_a_log_whose_folder_was_moved_stores_nothing(tmp_path):
    log = SqliteLog(tmp_path / "log" / "events.sqlite3")
    log.append([entry(1)])
    (tmp_path / "log").rename(tmp_path / "old")
    with pytest.raises(LogError, match="is gone"):
        log.append([entry(2)])
    (tmp_path / "old").rename(tmp_path / "log")
    log.append([entry(2)])
    log.close()


def test_the_vaults_audit_answers_nothing_without_its_file(tmp_path):
    trail = Audit(tmp_path / "audit.log", lambda: 0)
    trail.write({"what": "a"})
    put_back = take_away(tmp_path / "audit.log", "replaced")
    with pytest.raises(OSError, match="is another file now"):
        trail.write({"what": "b"})
    put_back()
    trail.write({"what": "b"})
    assert trail.n == 2
    trail.close()


def test_the_vaults_state_keeps_nothing_without_its_file(tmp_path):
    state = State(tmp_path, KEY)
    take_away(state.path, "deleted")
    assert not state.can_write(1)
    state.close()


def test_people_are_not_changed_without_their_file(tmp_path):
    people = People(tmp_path)
    people.note("test", "somebody")
    put_back = take_away(people._db.path, "deleted")
    with pytest.raises(PeopleError, match="is gone"):
        people.note("test", "somebody")
    put_back()
    people.note("test", "somebody")
    assert len(list(people._verified())) == 2
    people.close()


def test_a_file_that_comes_later_is_looked_at_from_then_on(tmp_path):
    path = tmp_path / "a"
    kept = Kept(path)
    assert kept.fault() is None
    path.write_text("x")
    assert kept.fault() is None
    path.unlink()
    assert "was deleted or moved" in kept.fault()


@pytest.mark.parametrize("name", ["log/heads", "push/subscriptions.json", "people/people.sqlite3"])
@pytest.mark.parametrize("what", ["pipe", "device"])
def test_a_pipe_or_device_in_place_of_a_file_is_one_clear_line(tmp_path, name, what):
    """Reading it would wait for ever, or never end; the folder is not held afterwards."""
    path = tmp_path / name
    path.parent.mkdir()
    os.mkfifo(path) if what == "pipe" else path.symlink_to("/dev/zero")
    with pytest.raises(GatewayError, match=f"{path} is a pipe or a device: take it away"):
        wired.start(tmp_path)
    path.unlink()
    wired.start(tmp_path).stop()


def test_heads_that_cannot_be_kept_are_said_once(tmp_path):
    (tmp_path / "heads").mkdir()  # as root is not refused for want of rights
    kept = HeadFile(tmp_path / "heads")
    with structlog.testing.capture_logs() as said:
        kept.note({"7": (1, bytes(32))})
        kept.note({"7": (2, bytes(32))})
        (tmp_path / "heads").rmdir()
        kept.note({"7": (3, bytes(32))})
    assert [line["event"] for line in said] == ["the log's heads are not kept"]
    kept.close()
    assert HeadFile(tmp_path / "heads").heads()["7"][0] == 3
