"""Gateways of one log in one thread, without a broker: a test hands them their messages."""

import json

from gateway.cluster.ingest import GREW, SharedIngest
from gateway.ingest.acknowledge import Acknowledger
from gateway.ingest.core import OPERATE
from gateway.ingest.work import Operation
from gateway.log.cluster_log import SharedLog
from gateway.settings.fields import Settings
from shared_rules import topics, wire

BREAK = wire.encode({"what": "break_start", "t": 0})[0]


class Given:
    """What a broker's delivery is to the ingest."""

    def __init__(self, redelivered=False):
        self.redelivered = redelivered


class Member:
    """One gateway. ``shown``: what its tables were given; ``acked``: what controllers were told."""

    def __init__(self, url, name, peers=(), **more):
        self.name, self.peers = name, peers
        self.now_ms = 0
        self.log = SharedLog(url)
        self.shown, self.acked, self.asked, self.damage = {}, {}, [], {}
        self.passed = []
        settings = Settings(**more)
        self.ingest = SharedIngest(
            settings, self.log, Acknowledger(self._publish), self._deliver, lambda: ord(name[-1]),
            who=name, on_damage=self.damage.__setitem__, pass_on=self._pass_on,
            announce_grown=self._announce_grown,
        )  # fmt: skip
        self.ingest.resume()

    def _publish(self, topic, payload):
        table, name = topics.split(topic)
        data = json.loads(payload)
        if name == topics.DOWN_ACK:
            self.acked[table] = max(self.acked.get(table, 0), data["seq"])
        else:
            self.asked.append((table, data["seq"]))

    def _deliver(self, entries, gaps):
        assert not gaps
        for e in entries:
            self.shown.setdefault(e.table, []).append(e.n)

    def _pass_on(self, topic, payload):
        self.passed.append((topic, payload))

    def _announce_grown(self, names):
        for peer in self.peers:
            if peer is not self:
                peer.ingest._grown.update(names)

    def take(self, *messages, later_ms=0):
        """A turn with these messages."""
        self.now_ms += later_ms
        self.ingest.turn([(*m, self.now_ms, Given()) for m in messages], self.now_ms)

    def follow(self):
        """Look at what the others have committed."""
        self.take(later_ms=2000)

    def operate(self, table, act, again=False):
        """What a person did; the answer, or [] while there is none."""
        answer = []
        self.now_ms += 1
        what = Operation(table, act, answer.append, again)
        self.ingest.turn([(OPERATE, what, self.now_ms, Given(again))], self.now_ms)
        return answer

    def grown(self, *names):
        """Another gateway says that it has committed."""
        self.take((GREW, list(names)), later_ms=100)

    def taken(self):
        """Tables lost in the last turn, as the link asks."""
        found, self.ingest.taken = self.ingest.taken, set()
        return found


def events(table, first, last, boot=1, dev="c1"):
    """The message with the events ``first``..``last``."""
    rows = [[BREAK, seq] for seq in range(first, last + 1)]
    payload = {"v": 1, "dev": dev, "boot": boot, "seq": first, "ev": rows}
    return topics.topic(table, topics.UP_EVENTS), json.dumps(payload).encode()


def seqs(log, table, dev="c1"):
    """``[(boot, seq)]`` of a table in the log's order."""
    return [(e.boot, e.seq) for e in log.read(table) if e.dev == dev]
