"""A vault whose disk is full: nothing is answered that is not kept; it goes on with room again."""

import errno
import os
import sqlite3
import threading

import pytest

from gateway.errors import VaultError
from gateway.vault import audit, release_modes
from gateway.vault.client import VaultClient
from gateway.vault.core import Core
from gateway.vault.server import Server
from gateway.vault.state import State
from gateway.vault.table_files import Secrets
from shared_rules import topics
from tests.gateway.support import until
from tests.vault.rooms import KEY, Shuffled, entries, message, signed
from tools.virtual import paper


class Served:
    """A server on a thread, and a client of it."""

    def __init__(self, folder, monkeypatch):
        monkeypatch.setattr("gateway.vault.server.TICK_S", 60.0)
        monkeypatch.setattr("gateway.vault.server.AGAIN_S", 0.05)
        self.folder = folder
        self.server = Server(folder, KEY, release_modes.Policy(), figures=False)
        self.server.listen()
        self.thread = threading.Thread(target=self.server.serve, daemon=True)
        self.thread.start()
        self.client = VaultClient(folder)
        self.client.connect()

    def fill(self, full):
        """The disk is full for the vault's state, or has room again."""
        db = self.server._state._db
        db.execute(f"PRAGMA max_page_count={1 << 30}")
        db.execute("DROP TABLE IF EXISTS filler")
        if not full:
            return
        db.execute("CREATE TABLE filler (x BLOB)")
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(sqlite3.OperationalError, match="full"):
            while True:
                db.execute("INSERT INTO filler VALUES (zeroblob(2000))")

    def close(self):
        self.client.close()
        self.server.stop()
        until(lambda: not self.server._open, "the end of the connections")


@pytest.fixture
def served(tmp_path, monkeypatch):
    paper.vault_file(tmp_path, "7")
    made = Served(tmp_path, monkeypatch)
    yield made
    made.close()


def spoken(events, first=1):
    """Events as signed messages of ten."""
    return [
        ("7", topics.UP_EVENTS, signed(message(events[i : i + 10], seq=first + i)))
        for i in range(0, len(events), 10)
    ]


def test_a_full_disk_costs_no_card_and_no_signature(served, tmp_path):
    play = Shuffled()
    first, _ = play.hand()
    hands = [play.hand() for _ in range(5)]
    second = [event for events, _cards in hands for event in events]
    last, cards = hands[-1]
    key = ["7", "c1", 1, next(e["hand"] for e in last if e["what"] == "riffle")]
    assert served.client.check(spoken(first)) == [None] * len(spoken(first))
    rows = entries(first + second)
    served.client._ask({"op": "follow", "entries": rows[: len(first)]})
    served.fill(True)
    news = spoken(second, len(first) + 1)
    verdicts = [served.client.check([m])[0] for m in news * 3]
    assert "later" in verdicts  # what is refused is repeated by its sender
    # A message more may be answered where its row fits into a page begun; five hands never do.
    with pytest.raises(VaultError):
        served.client._ask({"op": "follow", "entries": rows[len(first) :]})
    assert served.client.is_away()
    served.fill(False)
    until(lambda: served.client.check(news) == [None] * len(news), "the check of what is repeated")
    answer = served.client._ask({"op": "follow", "entries": rows})
    assert not served.client.is_away()
    hand = served.client._ask({"op": "hand", "key": key})["hand"]
    public = dict(hand[1])
    assert public and all(cards[token] == card for token, card in public.items())
    assert not served.server.core.strange and not served.server.core.alarms, answer
    # What a vault killed at this moment would begin with is the same.
    state = State(tmp_path, KEY)
    again = Core(Secrets(tmp_path, KEY), state, served.server._clock, None, release_modes.Policy())
    assert again.standing() == {"7": len(rows)}
    assert dict(again.hand(tuple(key))[1]) == public
    state.close()


def test_a_vault_that_ends_on_a_full_disk_says_so_in_one_line(tmp_path, monkeypatch, capsys):
    paper.vault_file(tmp_path, "7")
    made = Served(tmp_path, monkeypatch)
    monkeypatch.setattr(made.server._state, "keep_clock", _refused)
    made.client.close()
    made.server.stop()
    made.thread.join(60)
    assert not made.thread.is_alive()
    assert capsys.readouterr().err == "feltwire vault: nothing can be kept: disk I/O error\n"
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made.server._state.clock_ms()


def _refused(_ms):
    raise sqlite3.OperationalError("disk I/O error")


def test_the_audit_log_stays_whole_when_the_disk_takes_half_a_line(tmp_path, monkeypatch):
    log = audit.Audit(tmp_path / "audit.log", lambda: 1)
    log.write({"what": "read"})
    real = os.write
    refuse = {"half": lambda fd, data: real(fd, data[: len(data) // 2]), "no": _no_room}
    for how in refuse.values():
        monkeypatch.setattr(audit.os, "write", how)
        with pytest.raises(OSError, match="No space"):
            log.write({"what": "alarm"})
        monkeypatch.setattr(audit.os, "write", real)
        log.write({"what": "read"})
    log.close()
    assert audit.verify(tmp_path / "audit.log")[0] == 3


def _no_room(_fd, _data):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
