"""A sealed table is calibrated by a person and the guide, over the controller's own link."""

import json

import pytest

from firmware.calibrate.counts import TEST_AFI
from gateway.vault import messages, tokens
from gateway.vault.interface import OrderKey
from shared_rules import topics
from tests.calibrate.calibrated_vm import ROOT, Site
from tools.calibrate import calibration_steps, measure
from tools.calibrate import over_link as lk
from tools.calibrate.virtual import Inlay
from tools.errors import CommandError
from tools.hardware import description

ZONES = ["seat:1", "line:2"]
TAG = b"\xe0\x04\x01\x11\x22\x33\x44\x55"


class VmLine:
    """A line to a Site; to wait for an answer lets its virtual time pass."""

    def __init__(self, site):
        self.site, self.read = site, 0
        self.lose = 0  # orders that get lost

    def clock(self):
        return self.site.world.now / 1_000_000

    def send(self, payload):
        if self.lose:
            self.lose -= 1
            return
        self.site.send(payload)

    def _all(self):
        topic = topics.topic("7", topics.UP_CALIBRATE)
        return [p for t, p in list(self.site.broker.published) if t == topic]

    def receive(self, timeout_s):
        end = self.clock() + timeout_s
        while len(self._all()) == self.read:
            if self.clock() >= end:
                return None
            self.site.table.run_for(50_000)
        self.read += 1
        return self._all()[self.read - 1]

    def forget(self):
        self.read = len(self._all())


class Vault:
    """Gives out keys and checks answers as the vault does."""

    def __init__(self, site, table="7"):
        self.site, self.table, self.epoch, self.given = site, table, 100, 0

    def order_key(self):
        self.epoch += 1
        self.given += 1
        key, (boot, _epoch, _count) = self.site.order(table=self.table)
        return OrderKey(boot, self.epoch, key)

    def check(self, payload):
        by = messages.signed_by(payload)
        if by is None:
            return "unsigned"
        boot, hand, _count = by
        key = messages.message_key(tokens.Ratchet(ROOT).root(hand), "7", boot, hand)
        return None if messages.is_genuine(key, topics.UP_CALIBRATE, payload) else "forged"


class Person:
    """Does what is asked with one test tag. ``also``: called at each request."""

    def __init__(self, world, table, also=lambda text: None):
        self.world, self.also, self.asked = world, also, []
        self.tag = Inlay(TAG, afi=TEST_AFI)
        self.rows = {row["zone"]: row for row in table["antennas"]}

    def __call__(self, text):
        self.asked.append(text)
        self.also(text)
        if text.startswith("take"):
            self.world.lift(self.tag)
            return
        zone, rest = text.split(": lay the test tag ")
        spot = "middle" if rest.startswith("in the middle") else rest.split(",")[0]
        self.world.place(self.tag, zone, offset=calibration_steps.offset(self.rows[zone], spot))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    made = Site(tmp_path_factory.mktemp("link"))
    with made.table:
        made.run(lambda: made.said(topics.UP_STATE))
        yield made
    made.close()


@pytest.fixture
def table():
    return description.load_table("six_max")


def source_of(site, ask, line=None, vault=None, zones=ZONES):
    line, vault = line or VmLine(site), vault or Vault(site)
    speaker = lk.Speaker("7", vault.order_key, vault.check)
    return lk.LinkSource(speaker, line, lambda text: None, ask, zones, line.clock)


def test_the_guide_measures_a_sealed_table_and_its_thresholds_reach_it(site, table):
    site.world.metal("line:2", 10**12, 0.5)  # every other dwell there misses its tag
    person = Person(site.world, table)
    with source_of(site, person) as source:
        found = calibration_steps.run(table, source, 10, lambda text: None, ZONES)
        leave = measure.thresholds(found)["leave"]
        source.keep(leave, {"seat:1": {"line:1": 25}})
    assert person.asked[0] == person.asked[-1] == "take the tag off the table, then press Enter"
    assert found["seat:1"]["rates"] == dict.fromkeys(measure.SPOTS, 1.0)
    assert found["seat:1"]["agc_tag"] < found["seat:1"]["agc_empty"]
    assert found["line:2"]["rates"]["middle"] is None or found["line:2"]["rates"]["middle"] < 0.9
    site.run(site.plays)
    config = json.loads((site.table.flash / "config.json").read_text())
    assert config["tune"] == {"leave": leave, "cross": {"seat:1": {"line:1": 25}}}
    assert leave["line"] > 3
    site.world.metal("line:2", 1, 0.0)


def test_orders_and_answers_that_are_lost_cost_time_only(site, table):
    line = VmLine(site)

    def cut(text):
        if "left" in text:
            line.lose = 1
            site.broker.drop()

    with source_of(site, Person(site.world, table, cut), line) as source:
        found = calibration_steps.run(table, source, 5, lambda text: None, ["seat:1"])
    assert found["seat:1"]["rates"] == dict.fromkeys(measure.SPOTS, 1.0)
    site.run(site.plays)


class Liar(VmLine):
    """Somebody answers each order in the table's name, before the table does."""

    def __init__(self, site):
        super().__init__(site)
        self.lies, self.reported = [], 0

    def send(self, payload):
        super().send(payload)
        ident = json.loads(payload).get("id", 0)
        rows = {zone: [1000, 1, 1, {}] for zone in ZONES}
        for state in ("counted", "kept", "ended", "refused"):
            lie = json.dumps({"state": state, "id": ident, "zones": rows, "why": "a lie"}).encode()
            self.lies.append(lie)
            boot = self.site.boot()
            self.lies.append(messages.sign(bytes(32), topics.UP_CALIBRATE, lie, (boot, 0, 999)))

    def receive(self, timeout_s):
        if self.lies:
            self.reported += 1
            return self.lies.pop()
        return super().receive(timeout_s)


def test_what_somebody_at_the_broker_says_in_the_tables_name_is_not_believed(site, table):
    line = Liar(site)
    with source_of(site, Person(site.world, table), line) as source:
        found = calibration_steps.run(table, source, 5, lambda text: None, ["seat:1"])
    assert found["seat:1"]["rates"] == dict.fromkeys(measure.SPOTS, 1.0)
    assert line.reported > 80
    site.run(site.plays)


def test_a_table_in_mid_hand_is_one_line_and_plays_on(site, table):
    boot = site.boot()
    site.keyed("riffle")
    with (
        pytest.raises(CommandError, match="^table 7: a hand is under way$"),
        source_of(site, Person(site.world, table)),
    ):
        pass
    assert site.boot() == boot
    site.keyed("finding", kind="misdeal_declared")


def test_who_has_the_key_of_another_table_is_not_heard(site, table, monkeypatch):
    monkeypatch.setattr(lk, "START_S", 12.0)
    boot = site.boot()
    with (
        pytest.raises(CommandError, match="its controller says nothing"),
        source_of(site, Person(site.world, table), vault=Vault(site, table="8")),
    ):
        pass
    assert site.boot() == boot and site.plays()


def test_a_table_whose_power_goes_plays_again_and_the_run_says_so(site, table):
    def cut(text):
        if "left" in text:
            site.table.restart()

    with (
        pytest.raises(CommandError, match="it is not being calibrated"),
        source_of(site, Person(site.world, table, cut)) as source,
    ):
        calibration_steps.run(table, source, 10, lambda text: None, ["seat:1"])
    site.run(site.plays)


def test_a_report_that_is_none_is_a_value_error():
    for rows in (None, [], {"pot": 3}, {"pot": [1, 2, 3]}, {"pot": [1, "x", 3, {}]},
                 {"pot": [1, 2, 3, []]}):  # fmt: skip
        with pytest.raises(ValueError):
            measure.Window.of_sums(rows)
