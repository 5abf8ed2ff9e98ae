"""Who can publish to ``feltwire/7/down/...`` and has no key is not believed by the firmware."""

import json
import time

import pytest

from gateway.vault import messages
from shared_rules import topics
from tests.attacks.attacked import House
from tests.attacks.demo_and_venue import BOTH, EAR, IN_SOAK, SECOND
from tests.gateway.support import until
from tests.virtual.calm import calm
from tools.calibrate import over_link
from tools.install.pki import permissions
from tools.install.pki.ca_folder import TECHNICIAN_NAME, controller, named
from tools.virtual.player import provision
from tools.virtual.table import VirtualTable

TAP = {"what": "gesture", "seat": 1, "kind": "tap"}
PAIR = {"key": TAP}


class Room:
    """A house whose table 7 is the firmware on its VM, enrolled; and somebody at the broker."""

    def __init__(self, folder, setup):
        self.house = House(folder, setup=setup)
        self.house.controller.stop()
        self.table = VirtualTable(
            calm(folder), table_id="7", core=None, flash_dir=folder / "flash",
            **self.house.setup.firmware("7"),
        )  # fmt: skip
        provision(self.table.flash, self.house.root)
        self.heard = []
        # with the gateway's rights at the broker, and with a controller's: all there is to hear
        self.thief = self.house.client(named(SECOND, permissions.GATEWAY), "feltwire/7/up/#")
        self.ear = self.house.client(controller(*EAR), "feltwire/7/down/#")
        self.thief.heard = self.ear.heard = self.heard

    def say(self, name, payload):
        """Somebody who has the rights of a gateway at the broker publishes."""
        if isinstance(payload, dict):
            payload = json.dumps(payload).encode()
        self.thief.publish(topics.topic("7", name), payload, qos=1).wait_for_publish(10)

    def run(self, condition, what, wall_s=60):
        end = time.monotonic() + wall_s
        while not condition():
            assert time.monotonic() < end, f"never came: {what}"
            self.table.run_for(100_000)
            time.sleep(0.002)

    def said(self, name):
        return [json.loads(p) for t, p in list(self.heard) if t == topics.topic("7", name)]

    def events(self):
        """Rows of the controller that the gateway has stored."""
        return [e.row for e in self.house.gateway.log.read("7", 0) if e.dev == "c1"]

    def close(self):
        self.table.stop()
        self.ear.loop_stop()
        self.thief.loop_stop()
        self.house.close()


@pytest.fixture(scope="module", params=IN_SOAK)
def room(request, tmp_path_factory):
    made = Room(tmp_path_factory.mktemp("room"), BOTH[request.param])
    with made.table:
        made.run(lambda: made.said(topics.UP_STATE), "the controller")
        until(lambda: made.house.gateway.tables.get("7") is not None, "the table")
        assert made.house.key(TAP) == 202
        made.run(made.events, "the event of a key that was signed")
        made.run(lambda: "7" in made.house.gateway.controllers.clocks, "its question for the time")
        yield made
    made.close()


def test_a_key_of_the_panel_arrives_and_stands_with_its_name_in_the_record(room):
    acts = room.house.gateway.people.last_acts(10)
    assert [a["who"] for a in acts if a["what"] == "key"] == [room.house.setup.person]


FORGERIES = {
    "a key, unsigned": (topics.DOWN_KEY, PAIR),
    "an acknowledgement, unsigned": (topics.DOWN_ACK, {"boot": 1, "seq": 1000}),
    "a resend, unsigned": (topics.DOWN_RESEND, {"boot": 1, "seq": 1}),
    "a time far ahead, unsigned": (topics.DOWN_TIME, {"id": 1, "unix": 4_000_000_000}),
    "a light, unsigned": (topics.DOWN_LIGHT, {"level": "alert", "seat": 1}),
    "an image, unsigned": (topics.DOWN_IMAGE, {"restart": 1}),
    "a question, unsigned": (topics.DOWN_PROGRAM, {}),
    "a sign of life, unsigned": (topics.DOWN_BEAT, {}),
    "a calibration, unsigned": (topics.DOWN_CALIBRATE, {"do": "start"}),
}


@pytest.mark.parametrize(("name", "message"), FORGERIES.values(), ids=FORGERIES.keys())
def test_who_can_only_publish_is_not_believed(room, name, message):
    before = len(room.events())
    answers = [len(room.said(n)) for n in (topics.UP_IMAGE, topics.UP_PROGRAM)]
    room.say(name, message)
    room.run(lambda: f"{name}: refused: not signed" in room.table.vm.last_words(), "the refusal")
    room.table.run_for(300_000)
    assert len(room.events()) == before
    assert [len(room.said(n)) for n in (topics.UP_IMAGE, topics.UP_PROGRAM)] == answers


def test_what_was_sent_once_is_not_taken_again(room):
    kept = [p for t, p in room.heard if t == topics.topic("7", topics.DOWN_KEY) and b'"mac"' in p]
    before = len(room.events())
    for payload in kept:
        room.say(topics.DOWN_KEY, payload)
    assert kept and room.house.key(TAP) == 202
    room.run(lambda: len(room.events()) > before, "the new one")
    room.table.run_for(500_000)
    assert len(room.events()) == before + 1


def test_who_may_send_images_sends_no_keys(room):
    boot, epoch, key = room.house.gateway.vault._ask(
        {"op": "orders", "table": "7", "sender": topics.IMAGES}
    )["orders"]
    before = len(room.events())
    forged = messages.sign(
        bytes.fromhex(key), topics.DOWN_KEY, json.dumps(PAIR).encode(), (boot, epoch, 1)
    )
    room.say(topics.DOWN_KEY, forged)
    room.run(lambda: "refused: forged" in room.table.vm.last_words(), "the refusal")
    assert len(room.events()) == before
    asked = messages.sign(
        bytes.fromhex(key), topics.DOWN_IMAGE, json.dumps({"restart": 9}).encode(), (boot, epoch, 2)
    )
    room.say(topics.DOWN_IMAGE, asked)
    room.run(lambda: room.said(topics.UP_IMAGE), "the answer to who may")
    assert room.said(topics.UP_IMAGE)[-1]["why"] == "no such version waits"


def test_after_a_reboot_the_gateway_is_believed_and_what_was_sent_before_is_not(room):
    kept = [p for t, p in room.heard if t == topics.topic("7", topics.DOWN_KEY) and b'"mac"' in p]
    clock = room.house.gateway.controllers.clocks["7"]
    room.table.restart()
    room.run(lambda: clock.boot == 2, "the next boot's answer to the gateway")
    before = len(room.events())
    for payload in kept:
        room.say(topics.DOWN_KEY, payload)
    assert room.house.key(TAP) == 202
    room.run(lambda: len(room.events()) > before, "the new one")
    room.table.run_for(500_000)
    assert len(room.events()) == before + 1


def test_people_are_told_that_somebody_speaks_in_the_gateways_place(room):
    room.say(topics.DOWN_KEY, PAIR)
    room.run(lambda: room.house.alerts("orders_refused"), "the alert")


class Line:
    """The way of who calibrates, with his rights at the broker; to wait lets the table run."""

    def __init__(self, room):
        self.room = room
        up = topics.topic("7", topics.UP_CALIBRATE)
        self.client = room.house.client(named(TECHNICIAN_NAME, permissions.TECHNICIAN), up)

    def send(self, payload):
        self.client.publish(topics.topic("7", topics.DOWN_CALIBRATE), payload, qos=1)

    def receive(self, timeout_s):
        end = time.monotonic() + timeout_s
        while not self.client.heard:
            if time.monotonic() > end:
                return None
            self.room.table.run_for(100_000)
            time.sleep(0.002)
        return self.client.heard.pop(0)[1]

    def forget(self):
        self.client.heard.clear()


def test_who_calibrates_is_heard_by_the_table_and_what_it_counts_by_him(room):
    line = Line(room)
    speaker = over_link.Speaker.of_vault(room.house.setup.socket(), "7")
    with over_link.LinkSource(speaker, line, lambda text: None, None, ["seat:1"]) as source:
        room.run(lambda: room.house.alerts("safe_mode"), "the floor's alert")
        assert "it is being calibrated" in room.house.alerts("safe_mode")[0]
        assert source.gather(["seat:1"], 10).dwells("seat:1") >= 10
        # the same answers once more, as the broker could send them, and one that is made up
        for payload in [p for t, p in list(room.heard) if t.endswith(topics.UP_CALIBRATE)]:
            assert speaker.heard(payload) is None
        assert speaker.heard(b'{"state":"counted"}') is None
        boot = json.loads([p for t, p in room.heard if t.endswith(topics.UP_STATE)][-1])["boot"]
    room.run(lambda: room.said(topics.UP_STATE)[-1]["boot"] > boot, "the table, in play")
    assert "safe" not in room.said(topics.UP_STATE)[-1]
    line.client.loop_stop()
    before = len(room.events())
    assert room.house.key(TAP) == 202
    room.run(lambda: len(room.events()) > before, "a key after it")
