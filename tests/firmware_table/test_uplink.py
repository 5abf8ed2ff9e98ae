"""Journal first, then the broker; only the gateway's word frees a record."""

import json

import pytest

from firmware.link import ack
from firmware.link.ack import Uplink
from firmware.link.journal import Journal
from shared_rules.wire import decode


class Wire:
    """A broker that takes everything, or nothing."""

    def __init__(self):
        self.sent = []
        self.open = True
        self.pid = 0

    def send(self, payload, now):
        if not self.open:
            return None
        self.pid += 1
        self.sent.append(json.loads(payload))
        return self.pid


class Link:
    def __init__(self, tmp_path, boot=1, **ring):
        self.wire = Wire()
        self.said = []
        self.journal = Journal(str(tmp_path / "j"), boot, **ring)
        self.up = Uplink(self.journal, self.wire.send, boot, "c1", lambda: 77, self.said.append)
        self.now = 0

    def emit(self, n=1):
        for _ in range(n):
            self.up.append({"t": self.now, "what": "gesture", "seat": 1, "kind": "tap"})

    def run(self, ms, puback=True):
        for _ in range(ms // 10):
            self.now += 10
            self.up.poll(self.now)
            if puback:
                self.up.puback(self.wire.pid)

    def seqs(self):
        return [(m["boot"], m["seq"] + i) for m in self.wire.sent for i in range(len(m["ev"]))]


@pytest.fixture
def link(tmp_path):
    got = Link(tmp_path)
    got.up.connected(0)
    return got


def test_pending_events_go_in_one_message(link):
    link.emit(5)
    link.run(20)
    (message,) = link.wire.sent
    assert (message["v"], message["dev"], message["boot"], message["seq"]) == (1, "c1", 1, 1)
    assert [decode(row)["what"] for row in message["ev"]] == ["gesture"] * 5


def test_one_message_at_a_time_and_bounded(link):
    link.emit(100)
    link.run(100, puback=False)
    assert len(link.wire.sent) == 1
    assert len(link.wire.sent[0]["ev"]) <= ack.ROWS_MAX
    link.run(100)
    assert link.seqs() == [(1, n) for n in range(1, 101)]


def test_a_puback_is_not_an_acknowledgement(link):
    link.emit(3)
    link.run(100)
    del link.wire.sent[:]
    link.run(ack.REPEAT_MS + 100)
    assert link.seqs() == [(1, 1), (1, 2), (1, 3)]
    link.up.acked(1, 3, link.now)
    del link.wire.sent[:]
    link.run(100000)
    assert link.wire.sent == []


def test_repeats_become_rarer(link):
    link.emit()
    link.run(120000)
    assert 3 <= len(link.wire.sent) <= 8


def test_what_happens_offline_goes_out_after_reconnecting_in_order(link):
    link.emit(2)
    link.run(50)
    link.up.acked(1, 1, link.now)
    link.up.disconnected()
    link.wire.open = False
    link.emit(3)
    link.run(1000)
    link.wire.open = True
    del link.wire.sent[:]
    link.up.connected(link.now)
    link.run(100)
    assert link.seqs() == [(1, 2), (1, 3), (1, 4), (1, 5)]


def test_a_resend_repeats_also_what_was_acknowledged(link):
    link.emit(5)
    link.run(50)
    link.up.acked(1, 5, link.now)
    del link.wire.sent[:]
    link.up.resend(1, 3, link.now)
    link.run(50)
    assert link.seqs() == [(1, 3), (1, 4), (1, 5)]


def test_records_of_an_earlier_boot_go_first_and_younger_ones_wait(tmp_path):
    old = Link(tmp_path)
    old.emit(3)
    old.up.poll(0)
    new = Link(tmp_path, boot=2)
    new.emit(2)
    new.up.connected(0)
    new.run(200)
    assert new.seqs() == [(1, 1), (1, 2), (1, 3)]
    new.up.acked(1, 3, new.now)
    new.run(200)
    assert new.seqs()[3:] == [(2, 1), (2, 2)]


def test_younger_records_do_not_wait_for_ever(tmp_path):
    Link(tmp_path).emit(1)
    new = Link(tmp_path, boot=2)
    new.emit(1)
    new.up.connected(0)
    new.run(200000)
    assert (2, 1) in new.seqs()


def test_overflow_is_told(tmp_path):
    link = Link(tmp_path, segments=3, segment_bytes=300)
    link.up.connected(0)
    link.emit(100)
    link.run(500)
    events = [decode(row) for m in link.wire.sent for row in m["ev"]]
    lost = [e for e in events if e["what"] == "lost"]
    emitted = [e["seat"] for e in events if e["what"] == "gesture"]
    assert len(lost) == 1
    assert lost[0]["count"] + len(emitted) == 100
    assert lost[0] == {"t": 77, "what": "lost", "count": lost[0]["count"], "seq": 1}


def test_a_flash_that_refuses_is_told_and_tried_again(link, monkeypatch):
    good = link.journal.append
    monkeypatch.setattr(link.journal, "append", lambda data: (_ for _ in ()).throw(OSError(28)))
    link.emit(ack.STUCK_MAX + 10)
    link.run(100)
    assert link.wire.sent == []
    assert link.said
    monkeypatch.setattr(link.journal, "append", good)
    link.run(300)
    events = [decode(row) for m in link.wire.sent for row in m["ev"]]
    assert [e["what"] for e in events].count("gesture") == ack.STUCK_MAX
    assert [e["count"] for e in events if e["what"] == "lost"] == [10]
