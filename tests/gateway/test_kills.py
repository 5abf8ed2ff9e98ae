"""The gateway, then the broker killed in the middle of a hand, on the whole chain: real firmware on
a real VM, Mosquitto, the gateway as its own process. The hand ends right, nothing acknowledged is
lost.
"""

import json
import signal
import subprocess
import time
from types import SimpleNamespace

import paho.mqtt.client as paho
import pytest

from gateway.log.sqlite import SqliteLog
from shared_rules import topics
from tests.conftest import shared
from tests.gateway.real_mosquitto import program
from tests.gateway.support import until
from tools.dev.ports import free_port
from tools.install.supervise import child_env, feltwire
from tools.playing import compare, phh
from tools.playing.play import line

HANDS = "acpc/2p.nolimit.h1000.r0.phhs"
HAND = f"{HANDS}#[101]"  # a raise, a call, a flop, two checks, a turn, a bet, a fold


def write_hand(path):
    """One of the recorded hands, in a file of its own."""
    [record] = [made for label, made in phh.read(shared("hands", HANDS)) if label.endswith(HAND)]
    lines = [f"{k} = {json.dumps(v)}\n" for k, v in record.items() if not k.startswith("_")]
    path.write_text("".join(lines))


class Chain:
    """Mosquitto, a gateway and a virtual table, each a process that can be killed."""

    def __init__(self, folder):
        self.folder = folder
        self.mqtt_port, self.http_port = free_port(), free_port()
        self.processes = {}
        write_hand(folder / "hand.phh")
        self.acked = {}  # (table, boot) -> seq, as heard on the broker by somebody else
        (folder / "mosquitto.conf").write_text(
            f"listener {self.mqtt_port} 127.0.0.1\nallow_anonymous true\npersistence false\n"
        )

    def start(self, name):
        argv = {
            "broker": [program(), "-c", str(self.folder / "mosquitto.conf")],
            "gateway": feltwire(
                "gateway", "--data", self.folder / "var", "--port", self.http_port,
                "--mqtt-port", self.mqtt_port, "--no-web",
            ),
            "table": feltwire(
                "table", "--data", self.folder / "var", "--mqtt-port", self.mqtt_port,
                "--pace", "4", "--once", self.folder / "hand.phh",
            ),
        }[name]  # fmt: skip
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(argv, env=child_env(), stdout=log, stderr=log)

    def kill(self, name):
        self.processes[name].send_signal(signal.SIGKILL)
        self.processes[name].wait()

    def listen(self):
        self.ear = paho.Client(paho.CallbackAPIVersion.VERSION2)
        self.ear.reconnect_delay_set(min_delay=1, max_delay=1)
        self.ear.on_connect = lambda c, *_: c.subscribe("feltwire/+/down/ack", 1)
        self.ear.on_message = self._heard
        self.ear.connect_async("127.0.0.1", self.mqtt_port, keepalive=5)
        self.ear.loop_start()

    def _heard(self, _client, _userdata, message):
        data = json.loads(message.payload)
        key = (topics.split(message.topic)[0], data["boot"])
        self.acked[key] = max(self.acked.get(key, 0), data["seq"])

    def read(self, work):
        """``work(log)`` on the log as it is on disk."""
        time.sleep(0.2)
        if not (self.folder / "var" / "log" / "events.sqlite3").exists():
            return None
        log = SqliteLog(self.folder / "var" / "log" / "events.sqlite3")
        try:
            return work(log)
        finally:
            log.close()

    def count(self, what=None, to=None):
        def counted(log):
            found = [json.loads(e.row) for e in log.read("1") if what in (None, e.what)]
            return sum(1 for row in found if to is None or to in row)

        return self.read(counted) or 0

    def stop(self):
        self.ear.disconnect()
        self.ear.loop_stop()
        for process in self.processes.values():
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(15)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


@pytest.fixture
def chain(tmp_path):
    made = Chain(tmp_path)
    made.listen()
    yield made
    made.stop()


def test_a_hand_ends_right_though_gateway_and_broker_die_in_it(chain):
    for name in ("broker", "gateway", "table"):
        chain.start(name)
    until(lambda: chain.count("card_move") >= 3, "cards in the log", 120)
    chain.kill("gateway")
    acked = dict(chain.acked)
    at_kill = chain.read(lambda log: log.positions("1"))
    assert acked and all(
        any(boot == b and seq >= acked[(t, b)] for _d, boot, seq, _t in at_kill) for t, b in acked
    ), "acknowledged, but not in the log"
    chain.start("gateway")
    until(lambda: chain.count("card_move", "board") >= 1, "the flop in the log", 120)
    chain.kill("broker")
    chain.start("broker")
    until(lambda: chain.read(lambda log: log.last_hands("1", 5)), "the finished hand", 180)
    records = [json.loads(t) for t in chain.read(lambda log: log.last_hands("1", 5))]
    assert len(records) == 1
    got = line(SimpleNamespace(label=HAND, record=records[0], scale=1))
    expected = compare.read_expected(shared("hands", "expected.jsonl.gz"))
    assert compare.differences(got, expected[HAND]) == []
    chain.read(check_log)
    position = chain.read(lambda log: log.positions("1"))
    for (_table, boot), seq in chain.acked.items():
        assert any(b == boot and s >= seq for _d, b, s, _t in position)


def check_log(log):
    """Every event once, in order, in time, the vault's acts between; no gap was given up."""
    everything = list(log.read("1"))
    assert [e.t for e in everything] == sorted(e.t for e in everything)
    entries = [e for e in everything if not e.dev.startswith("@")]
    identities = [(e.boot, e.seq) for e in entries]
    assert identities == sorted(set(identities))
    assert [e.seq for e in entries] == list(range(1, len(entries) + 1))
    assert [e.t for e in entries] == sorted(e.t for e in entries)
    assert log.gaps("1") == [] and not [e for e in entries if e.bad]
