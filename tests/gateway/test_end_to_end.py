"""From a controller's publish to the log and back, over a real broker."""

import json
import signal
import subprocess
import sys
import threading
import time

import pytest

from gateway.errors import GatewayError, LogError
from gateway.ingest import pipeline
from gateway.log import witness
from gateway.log.sqlite import SqliteLog
from gateway.service import Gateway
from gateway.settings.fields import Settings
from gateway.tables import alerts, all_tables
from gateway.vault.local import LocalVault
from shared_rules import topics
from tests.conftest import ROOT
from tests.gateway.support import Controller, Counter, hand, setup, until
from tools.install.broker import EmbeddedBroker, quiet


@pytest.fixture
def broker():
    quiet()
    made = EmbeddedBroker()
    made.start()
    yield made
    made.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def room(request, broker, tmp_path):
    """A gateway with the counting engine, and a controller at table 7; on each database."""
    url = request.getfixturevalue("postgres").url() if request.param == "postgres" else ""
    made = Room(broker.port, tmp_path, url)
    made.open()
    yield made
    made.controller.stop()
    made.close()


class Room:
    def __init__(self, port, folder, url=""):
        self.port, self.folder, self.url = port, folder, url
        self.records = []
        self.gateway = None
        self.controller = None

    def open(self, **more):
        settings = Settings(
            data_dir=self.folder, mqtt_port=self.port, web=False, resend_first_ms=50,
            log_url=self.url,
            mqtt_client_id=f"gateway-{self.folder.name}", **more,
        )  # fmt: skip
        vault = LocalVault(self.folder / "vault")  # no card is opened here
        self.gateway = Gateway(settings, make_engine=Counter, vault=vault)
        self.gateway.on_hand(self.records.append)
        self.gateway.start()
        # what nobody answers escalates by the clock, and walls of 1970 are long overdue
        self.gateway.escalator.stop()
        assert self.gateway.wait_for_broker(60)
        if self.controller is None:
            self.controller = Controller("7", self.port)

    def close(self):
        self.gateway.stop()

    def table(self):
        """The live table, which comes after the acknowledgement of its first events."""
        until(lambda: self.gateway.tables.get("7"), "the table")
        return self.gateway.tables.get("7")

    def log(self):
        return list(self.gateway.log.read("7"))


def test_what_is_acknowledged_is_in_the_log(room):
    room.controller.send(*hand(0, "h1", 1))
    room.controller.wait_acked()
    assert [e.what for e in room.log()] == ["setup", "riffle", "gesture", "pot_awarded"]
    until(lambda: room.records, "the finished hand")
    assert room.records[0]["hand_id"] == "h1" and room.records[0]["hand"] == 1
    assert room.controller.acked == (1, 4)


def test_duplicates_and_a_lost_message_leave_no_trace(room):
    c = room.controller
    c.send(*hand(0, "h1", 1)[:2])
    c.send({"t": 15, "what": "break_start"}, publish=False)  # lost on the way
    c.send({"t": 16, "what": "dealer_push"})
    c.publish(1, 1, [[35, 0, {}]])  # a repeat, and not even the same
    c.wait_acked()
    assert [e.what for e in room.log()] == ["setup", "riffle", "break_start", "dealer_push"]


def test_a_hole_nobody_can_fill_is_recorded_and_passed(room):
    c = room.controller
    c.send({"t": 1, "what": "break_start"})
    c.seq += 3  # gone for good
    c.send({"t": 2, "what": "dealer_push"})
    c.wait_acked()
    assert [e.what for e in room.log()] == ["break_start", "dealer_push"]
    assert room.gateway.log.gaps("7")[0][:4] == ("c1", 1, 2, 4)
    for _ in range(2):  # and after a restart
        live = room.table()
        until(lambda t=live: t.open_alerts(), "the alert")
        assert [b["ruling"] for _n, _k, b in live.open_alerts()] == ["events_missing"]
        room.close()
        room.open()


def test_an_announced_loss_is_not_asked_for(room):
    c = room.controller
    c.send({"t": 1, "what": "break_start"})
    c.seq += 3
    c.send({"t": 2, "what": "lost", "count": 3, "seq": 2})
    c.wait_acked()
    assert room.gateway.log.gaps("7")[0][2:5] == (2, 4, "journal overflowed")
    live = room.table()
    until(lambda: live.open_alerts(), "the alert")
    assert live.open_alerts()[0][2]["ruling"] == "events_lost"


MALFORMED = [
    # it says where in the journal it belongs: it comes before good events take that place
    b'{"v":1,"dev":"c1","boot":1,"seq":1,"ev":' + b"[" * 900 + b"]" * 900 + b"}",
    b"", b"\xff\xfe", b"{", b"[]", b"null", b"{}", b'{"v":1}',
    b'{"v":2,"dev":"c1","boot":1,"seq":1,"ev":[[1,1]]}',
    b'{"v":1,"dev":"","boot":1,"seq":1,"ev":[[1,1]]}',
    b'{"v":1,"dev":"c1","boot":-1,"seq":1,"ev":[[1,1]]}',
    b'{"v":1,"dev":"c1","boot":1,"seq":99999999999999999999,"ev":[[1,1]]}',
    b'{"v":1,"dev":"c1","boot":1,"seq":1,"ev":[]}',
    b'{"v":1,"dev":"c1","boot":"1","seq":1,"ev":[[1,1]]}',
    b"[" * 5000,
    b"x" * 70_000,
]  # fmt: skip


def test_a_malformed_message_is_kept_with_its_reason_and_harms_nothing(room):
    for number, payload in enumerate(MALFORMED, 1):
        room.controller.raw(payload)
        room.controller.send({"t": number, "what": "break_start"})
        room.controller.wait_acked()
        kept = room.gateway.log.quarantined("7")
        bad = [e for e in room.log() if e.bad]
        assert len(kept) + len(bad) == number, payload[:60]
        assert all(entry[2] for entry in kept), payload[:60]


def test_a_malformed_event_among_good_ones_is_kept_apart_but_in_order(room):
    c = room.controller
    c.send({"t": 1, "what": "break_start"}, {"t": 2, "what": "level", "sb": 1, "bb": 2})
    c.wait_acked()
    c.journal[(1, 3)] = [99, "odd"]
    c.journal[(1, 4)] = [5, 9, ["a"], "nowhere", "seat:1", "down", "dealer"]
    c.seq = 4
    c.send({"t": 10, "what": "dealer_push"})
    c.wait_acked()
    entries = room.log()
    assert [bool(e.bad) for e in entries] == [False, False, True, True, False]
    assert "code" in entries[2].bad and "from" in entries[3].bad


def test_a_reboot_keeps_order_and_time(room):
    c = room.controller
    c.send({"t": 60_000, "what": "break_start"})
    c.wait_acked()
    c.send({"t": 61_000, "what": "dealer_push"}, publish=False)  # still in the journal
    c.reboot()
    c.resend(1, 0)
    c.send({"t": 900, "what": "break_start"})
    c.wait_acked()
    assert [(e.boot, e.t) for e in room.log()] == [(1, 60_000), (1, 61_000), (2, 61_900)]


def test_a_restarted_gateway_goes_on_in_the_middle_of_a_hand(room):
    c = room.controller
    events = hand(0, "h1", 1)
    c.send(*events[:3])
    c.wait_acked()
    room.close()
    c.send(events[3])  # nobody listens
    room.open()
    c.wait_acked()
    until(lambda: room.records, "the finished hand")
    assert [r["hand_id"] for r in room.records] == ["h1"]
    engine = room.gateway.tables.get("7")._engine
    assert [e["what"] for e in engine.events] == ["setup", "riffle", "gesture", "pot_awarded"]


def test_a_finished_hand_is_announced_once_over_restarts(room):
    room.controller.send(*hand(0, "h1", 1))
    room.controller.wait_acked()
    until(lambda: room.records, "the finished hand")
    room.close()
    room.open()
    room.controller.send(*hand(1000, "h2", 2))
    room.controller.wait_acked()
    until(lambda: len(room.records) >= 2, "the second hand")
    assert [r["hand_id"] for r in room.records] == ["h1", "h2"]


def test_an_engine_that_fails_stops_its_table_until_the_next_setup(room):
    c = room.controller
    c.send(*hand(0, "h1", 1)[:2], {"t": 15, "what": "tag_read", "zone": "muck", "cards": []})
    c.wait_acked()
    live = room.table()
    until(lambda: live.trouble, "the halt")
    assert live.open_alerts()[0][2]["ruling"] == "engine_stopped"
    c.send({"t": 20, "what": "break_start"}, *hand(30, "h2", 2))
    c.wait_acked()
    until(lambda: room.records, "the next hand")
    assert live.trouble is None and room.records[0]["hand_id"] == "h2"


def test_a_damaged_table_is_stopped_and_the_others_are_not(room, broker):
    other = Controller("8", broker.port)
    try:
        for c in (room.controller, other):
            c.send(*hand(0, "h1", 1))
            c.wait_acked()
        room.gateway.log._writer.execute("UPDATE event SET wall=1 WHERE tbl='7' AND n=2")
        room.close()
        room.open()
        room.controller.send({"t": 99, "what": "break_start"})
        other.send({"t": 99, "what": "break_start"})
        other.wait_acked()
        assert "damaged" in room.gateway.tables.get("7").trouble
        alert = room.gateway.tables.get("7").open_alerts()[0][2]
        assert (alert["ruling"], alert["severity"]) == ("log_damaged", "urgent")
        assert room.controller.journal  # not acknowledged
        assert room.gateway.tables.get("8").trouble is None
    finally:
        other.stop()


def test_a_table_damaged_while_it_runs_is_stopped_and_the_others_are_not(room, broker):
    """Somebody writes into the log behind the gateway's back."""
    other = Controller("8", broker.port)
    try:
        for c in (room.controller, other):
            c.send(*hand(0, "h1", 1))
            c.wait_acked()
        room.gateway.log._writer.execute(
            'INSERT INTO event SELECT tbl, n+1, dev, boot, seq+1, t, wall, what, "row", bad, hash'
            " FROM event WHERE tbl='7' AND n=4"
        )
        room.controller.send({"t": 99, "what": "break_start"})
        other.send({"t": 99, "what": "break_start"})
        other.wait_acked()
        until(lambda: room.gateway.tables.get("7").trouble, "the halt")
        assert room.controller.journal  # not acknowledged
        other.send({"t": 100, "what": "dealer_push"})
        other.wait_acked()
        assert room.gateway.tables.get("8").trouble is None and room.gateway.log_trouble is None
    finally:
        other.stop()


def test_what_people_did_survives_a_restart(room):
    """A decision and the progress of a remedy are events of the log, in the chain."""
    c = room.controller
    c.send(setup(0, "h1"), {"t": 5, "what": "notice", "by": "dealer", "kind": "call_floor"})
    c.wait_acked()
    until(lambda: room.gateway.tables.get("7"), "the table")
    live = room.gateway.tables.get("7")
    until(live.open_alerts, "the alert")
    n, k, body = live.open_alerts()[0]
    body["steps"] = ["call_floor", "stop_action", "none"]  # as a ruling would have
    assert not room.gateway.tables.step_done("7", n, k, 4)
    assert room.gateway.tables.step_done("7", n, k, 2)
    assert room.gateway.tables.step_done("7", n, k, 1)  # pressed late: nothing is undone
    assert room.gateway.tables.decide("7", n, k, "override", "seen by the camera", 77)
    c.send({"t": 6, "what": "break_start"})
    c.wait_acked()
    until(lambda: live.alerts[(n, k)].get("decision"), "the decision")
    assert live.alerts[(n, k)]["done"] == 2
    operated = room.gateway.log.operations("7")
    assert [json.loads(e.row)["act"] for e in operated] == ["step", "step", "override"]
    assert [e.n for e in room.log()] == [1, 2, 3, 4, 5, 6]
    room.close()
    original = alerts.of_table

    def with_steps(*args, **more):
        return dict(original(*args, **more), steps=["call_floor", "stop_action", "none"])

    alerts.of_table = with_steps
    try:
        room.open()
    finally:
        alerts.of_table = original
    body = room.gateway.tables.get("7").alerts[(n, k)]
    assert body["done"] == 2
    assert body["decision"] == {"act": "override", "reason": "seen by the camera", "wall": 77}
    c.send({"t": 7, "what": "dealer_push"})  # the controller's own order goes on
    c.wait_acked()
    assert room.log()[-1].seq == 4


def test_a_last_will_of_an_older_boot_says_nothing(room):
    c = room.controller
    c.reboot()
    c.send({"t": 1, "what": "break_start"})
    c.wait_acked()
    c.raw(json.dumps({"online": True, "dev": "c1", "boot": 2}).encode(), topics.UP_STATE)
    live = room.table()
    until(lambda: live.online, "the table online")
    c.raw(json.dumps({"online": False, "dev": "c1", "boot": 1}).encode(), topics.UP_STATE)
    c.send({"t": 2, "what": "break_start"})
    c.wait_acked()
    assert live.online is True
    c.raw(json.dumps({"online": False, "dev": "c1", "boot": 2}).encode(), topics.UP_STATE)
    until(lambda: live.online is False, "the table offline")


def test_a_floor_call_is_an_alert_and_lights_the_table(room):
    c = room.controller
    c.send(setup(0, "h1"), {"t": 5, "what": "notice", "by": "dealer", "kind": "call_floor"})
    until(lambda: ("alert", None) in c.lights, "the light")
    n, k, body = room.gateway.tables.get("7").open_alerts()[0]
    assert body["severity"] == "urgent" and body["evidence"][0]["say"]
    assert room.gateway.tables.decide("7", n, k, "accept", "", 5)
    until(lambda: c.lights[-1][0] == "ok", "the light off")
    assert not room.gateway.tables.decide("7", 999, 0, "accept", "", 5)


def test_who_answers_an_alert_reads_the_answer_at_once(room, monkeypatch):
    """A form without scripts shows the next page once: the engines may not be behind it."""
    c = room.controller
    c.send(setup(0, "h1"), {"t": 5, "what": "notice", "by": "dealer", "kind": "call_floor"})
    until(lambda: room.gateway.tables.get("7"), "the table")
    tables = room.gateway.tables
    live = tables.get("7")
    until(live.open_alerts, "the alert")
    n, k, body = live.open_alerts()[0]
    body["steps"] = ["call_floor", "stop_action", "none"]
    swift, apply = threading.get_ident(), live.apply
    goes_on = threading.Event()
    goes_on.set()

    def late(*args, **more):
        assert threading.get_ident() != swift
        time.sleep(0.1)
        goes_on.wait()
        return apply(*args, **more)

    monkeypatch.setattr(live, "apply", late)
    monkeypatch.setattr(all_tables, "FOLD_S", 60)
    assert tables.step_done("7", n, k, 2) and live.alerts[(n, k)]["done"] == 2
    assert tables.decide("7", n, k, "take", "", 40) and live.alerts[(n, k)]["taken"]
    live.note({"alert": [n, k], "act": "escalate", "level": 1, "wall": 45})
    assert tables.decide("7", n, k, "take", "", 46)  # who went before has not answered this
    assert live.alerts[(n, k)]["taken"]["level"] == 1
    assert tables.decide("7", n, k, "director", "", 60)
    assert live.alerts[(n, k)]["decision"]["act"] == "director"
    assert tables.decide("7", n, k, "accept", "", 50)  # by a gateway whose clock is behind
    assert live.alerts[(n, k)]["decision"]["act"] == "accept"
    monkeypatch.setattr(all_tables, "FOLD_S", 0.01)
    goes_on.clear()
    try:
        assert tables.decide("7", n, k, "override", "seen", 70)  # engines that hang hold nobody up
        assert live.alerts[(n, k)]["decision"]["act"] == "accept"
    finally:
        goes_on.set()
    until(lambda: live.alerts[(n, k)]["decision"]["act"] == "override", "the answer")


def test_a_key_goes_to_the_controller(room):
    key = {"what": "gesture", "seat": 2, "kind": "tap"}
    assert room.gateway.key("7", key)
    until(lambda: room.controller.keys == [key], "the key")


def test_a_second_gateway_on_the_same_folder_is_refused(room):
    with pytest.raises(GatewayError, match="another gateway is using"):
        Gateway(Settings(data_dir=room.folder, mqtt_port=room.port, web=False))


def test_a_full_disk_stops_acknowledging_until_there_is_room(room, monkeypatch):
    log = room.gateway.log
    real = log.append

    def full(*_):
        raise LogError("the event log cannot be written: disk full")

    monkeypatch.setattr(log, "append", full)
    room.controller.send({"t": 1, "what": "break_start"})
    until(lambda: room.gateway.log_trouble, "the trouble")
    with pytest.raises(LogError, match="has not stored"):
        monkeypatch.setattr(pipeline, "OPERATE_S", 0.2)
        room.gateway.tables.operate("7", {"alert": [1, 0], "act": "accept"})
    assert room.controller.journal
    monkeypatch.setattr(log, "append", real)
    room.controller.wait_acked()
    until(lambda: room.gateway.log_trouble is None, "the end of the trouble")
    until(lambda: room.gateway.log.operations("7"), "what was waiting")


def test_a_gateway_killed_in_mid_hand_loses_nothing(broker, tmp_path):
    """The process itself, killed without warning while events flow, three times."""
    script = (
        "import sys, time; from pathlib import Path; from gateway.service import Gateway;"
        "from gateway.settings.fields import Settings; from tests.gateway.support import Counter;"
        f"s = Settings(data_dir=Path({str(tmp_path)!r}), mqtt_port={broker.port}, web=False);"
        "Gateway(s, make_engine=Counter).start(); time.sleep(600)"
    )
    c = Controller("9", broker.port)
    sent = []
    try:
        for round_ in range(3):
            process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
            try:
                until(lambda r=round_: _feed(c, sent) and c.acked[1] >= 40 * (r + 1), "progress")
            finally:
                process.send_signal(signal.SIGKILL)
                process.wait()
        acked = c.acked
    finally:
        c.stop()
    log = SqliteLog(tmp_path / "log" / "events.sqlite3")
    entries = list(log.read("9"))
    log.close()
    assert [e.seq for e in entries] == list(range(1, len(entries) + 1))
    assert len(entries) >= acked[1] >= 120
    assert [json.loads(e.row)[1] for e in entries] == sent[: len(entries)]


def _feed(controller, sent):
    t = len(sent) + 1
    controller.send({"t": t, "what": "break_start"})
    sent.append(t)
    return True


def test_the_head_leaves_the_machine_and_a_cut_log_is_noticed_by_it(room):
    """Retained at the broker, in a sink's file; the log is then cut with every local trace."""
    c = room.controller
    sink = room.folder / "elsewhere.jsonl"
    c.send({"t": 0, "what": "break_start"})
    c.wait_acked()
    room.close()
    room.open(head_interval_s=1, head_sink=str(sink))
    c.send(*hand(0, "h1", 1))
    c.wait_acked()
    until(lambda: sink.exists() and witness.of_file(sink).get("7", (0,))[0] == 5, "the head")
    head = room.gateway.log.head("7")
    assert witness.of_file(sink)["7"] == (*head, 0)
    assert witness.compare(room.gateway.log, witness.of_file(sink)) == {}
    room.gateway.log._writer.execute("DELETE FROM event WHERE tbl='7' AND n>2")
    room.close()
    (room.folder / "log" / "heads").unlink()
    c.stop()  # a controller would only fill the hole again
    room.open()
    live = room.gateway.tables.get("7")
    until(lambda: [b for _n, _k, b in live.open_alerts() if b["ruling"] == "log_differs"], "alert")
    assert "missing" in witness.compare(room.gateway.log, witness.of_file(sink))["7"]


def test_a_log_cut_behind_its_back_is_stopped_by_the_head_file(room):
    room.controller.send(*hand(0, "h1", 1))
    room.controller.wait_acked()
    room.gateway.log._writer.execute("DELETE FROM event WHERE tbl='7' AND n>2")
    room.close()
    room.open()
    live = room.gateway.tables.get("7")
    assert "missing" in live.trouble
    assert live.open_alerts()[0][2]["ruling"] == "log_damaged"
