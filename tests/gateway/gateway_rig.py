"""A gateway in one thread: production ingest, log and tables, on a test's disk and clocks."""

import json
from pathlib import Path

from gateway.ingest.acknowledge import Acknowledger
from gateway.ingest.core import LINK_UP, OPERATE, Ingest
from gateway.ingest.work import Operation
from gateway.log.heads import HeadFile
from gateway.log.sqlite import SqliteLog
from gateway.settings.fields import Settings
from gateway.tables.all_tables import Tables
from gateway.vault.local import LocalVault
from shared_rules import topics
from tests.gateway.support import Counter

NAME = "events.sqlite3"


class Rig:
    """``publish(topic, payload)``: what the gateway sends; ``disk``: a ``disk.Disk`` or None.

    ``acked``: ``{(table, boot): seq}``; ``troubles``: what ``on_log`` was told.
    """

    def __init__(self, folder, disk=None, log=None, engine=Counter, publish=None, **settings):
        self.folder = Path(folder)
        self.now_ms = 0
        self.wall = 1_700_000_000_000
        self.acked, self.asked, self.troubles, self.records = {}, [], [], []
        self._publish = publish or (lambda topic, payload: None)
        self.settings = Settings(data_dir=self.folder, **settings)
        connect = disk.connect if disk else None
        self.heads = HeadFile(self.folder / "heads", lambda: self.now_ms / 1000)
        self.log = log or SqliteLog(self.folder / NAME, heads=self.heads, connect=connect)
        vault = LocalVault(self.folder / "vault")
        self.tables = Tables(
            self.settings, self.log, vault, engine, self.operate, wall_ms=lambda: self.wall
        )
        self.tables.on_hand(self.records.append)
        self.damaged = self.tables.recover()
        self.ingest = Ingest(
            self.settings, self.log, Acknowledger(self._said), self.tables.take,
            lambda: self.wall, on_state=self.tables.state, on_health=self.tables.health,
            on_seen=self.tables.seen,
            on_log=self.troubles.append, on_damage=self.tables.damage,
        )  # fmt: skip
        self.ingest.damaged.update(self.damaged)
        self.ingest.resume()

    def _said(self, topic, payload):
        table, name = topics.split(topic)
        data = json.loads(payload)
        if name == topics.DOWN_ACK:
            key = (table, data["boot"])
            self.acked[key] = max(self.acked.get(key, 0), data["seq"])
        elif name == topics.DOWN_RESEND:
            self.asked.append((self.now_ms, table, data["boot"], data["seq"]))
        self._publish(topic, payload)

    def send(self, table, boot, seq, rows, dev="c1"):
        """One message of a controller, taken at once."""
        payload = json.dumps({"v": 1, "dev": dev, "boot": boot, "seq": seq, "ev": rows}).encode()
        self.turn((topics.topic(table, topics.UP_EVENTS), payload))

    def turn(self, *messages):
        """One turn of the ingest with ``(topic, payload)`` messages."""
        self.ingest.turn([(t, p, self.now_ms) for t, p in messages], self.now_ms)

    def link_up(self):
        """The broker is there (again)."""
        self.turn((LINK_UP, None))

    def operate(self, table, act):
        """What a person did, taken at once."""
        errors = []
        self.turn((OPERATE, Operation(table, act, errors.append)))
        return errors

    def later(self, ms):
        """Time passes; what is due is done."""
        self.now_ms += ms
        self.wall += ms
        self.turn()

    def rows(self, table):
        """Rows of the log as they are now, in order."""
        return [json.loads(e.row) for e in self.log.read(table)]

    def close(self):
        self.log.close()


def lay_out(folder, files):
    """Write ``{name: bytes}`` into a new folder; what is there already goes."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.is_file():
            path.unlink()
    for name, data in files.items():
        if not name.endswith("-shm"):  # the kernel's memory: gone with the machine
            (folder / name).write_bytes(data)
    return folder
