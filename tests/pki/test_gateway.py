"""The gateway and the firmware over TLS, at a Mosquitto with the rules of `feltwire pki`."""

import json
import queue

import pytest

from gateway.errors import GatewayError
from gateway.ingest.mqtt import MqttLink
from gateway.service import Gateway
from gateway.settings.fields import Settings
from tests.gateway.support import Counter, until
from tests.pki.mosquitto_venue import GATEWAY, Broker, enrolled, pki
from tests.virtual.calm import calm
from tools.cli import cmd_doctor
from tools.install.pki import mosquitto
from tools.virtual.table import VirtualTable


@pytest.fixture(scope="module")
def venue(tmp_path_factory):
    folder = tmp_path_factory.mktemp("venue")
    store = enrolled(folder, [("7", "c1")])
    with Broker(folder, store) as broker:
        yield folder, store, broker


def settings(venue, data, **more):
    _, store, broker = venue
    files = {
        "mqtt_ca": str(store.folder / "ca.pem"),
        "mqtt_cert": str(store.folder / f"{GATEWAY}.pem"),
        "mqtt_key": str(store.folder / f"{GATEWAY}.key"),
    }
    return Settings(data_dir=data, mqtt_port=broker.port, web=False, **{**files, **more})


def test_firmware_and_gateway_find_each_other(venue, tmp_path):
    folder, _, broker = venue
    papers = folder / "feltwire-7-c1"
    tls = {k: str(papers / f"{k}.der") for k in ("ca", "cert", "key")}
    extra = {"mqtt": {"host": "127.0.0.1", "port": broker.port,
                      "tls": {**tls, "name": "broker.test"}}}  # fmt: skip
    gateway = Gateway(settings(venue, tmp_path / "data"), Counter)
    gateway.start()
    try:
        assert gateway.wait_for_broker(60)
        table = VirtualTable(
            calm(tmp_path), table_id="7", core=None, extra=extra, pace=1.0,
            flash_dir=tmp_path / "flash",
        )  # fmt: skip
        with table:
            table.run_until(
                60_000_000,
                lambda: (
                    gateway.tables.get("7") is not None
                    and gateway.tables.get("7").online
                    and gateway.controllers.clocks.get("7") is not None
                    and gateway.controllers.clocks["7"].offset_ms is not None
                ),
            )
            assert gateway.tables.get("7").online  # up/state came; down/time went and was answered
            assert gateway.controllers.clocks["7"].dev == "c1"
    finally:
        gateway.stop()


@pytest.mark.parametrize("what", ["ca", "cert", "key", "pair"])
def test_unusable_files_are_one_clear_line(venue, tmp_path, what):
    bad = tmp_path / "bad.pem"
    bad.write_text("no certificate")
    row = {f"mqtt_{what}": str(bad)}
    if what == "pair":
        row = {"mqtt_key": str(venue[1].folder / "broker.key")}
    with pytest.raises(GatewayError, match="PEM"):
        MqttLink(settings(venue, tmp_path, **row), queue.Queue())
    row = {next(iter(row)): "/nowhere.pem"}
    with pytest.raises(GatewayError, match="No such file"):
        MqttLink(settings(venue, tmp_path, **row), queue.Queue())
    with pytest.raises(GatewayError, match="go together"):
        Settings(mqtt_ca="x").check()


def test_the_doctor_shows_its_certificate_and_disturbs_nobody(venue, tmp_path):
    ups = []
    link = MqttLink(settings(venue, tmp_path), queue.Queue(), ups.append)
    link.start()
    assert link.wait(60)
    ((level, _, text),) = cmd_doctor.broker(settings(venue, tmp_path))
    assert level == "ok", text
    assert ups == [True]
    link.stop()


def test_the_doctor_says_who_refuses_whom(venue, tmp_path):
    other = enrolled(tmp_path, [])
    row = {"mqtt_cert": str(other.folder / f"{GATEWAY}.pem"),
           "mqtt_key": str(other.folder / f"{GATEWAY}.key")}  # fmt: skip
    ((level, _, text),) = cmd_doctor.broker(settings(venue, tmp_path, **row))
    assert level == "WRONG" and "refuses our certificate" in text
    ca = {"mqtt_ca": str(other.folder / "ca.pem")}
    ((level, _, text),) = cmd_doctor.broker(settings(venue, tmp_path, **ca))
    assert level == "WRONG" and "is not who it should be" in text


def test_a_gateway_of_another_name_hears_the_same_and_ends_nobody(venue, tmp_path):
    _, store, broker = venue
    pki("gateway", "--name", "feltwire-second", "--dir", store.folder)
    mosquitto.reload(broker.pid_file)
    inbox, ups = queue.Queue(), []
    row = {"mqtt_cert": str(store.folder / "feltwire-second.pem"),
           "mqtt_key": str(store.folder / "feltwire-second.key")}  # fmt: skip
    first = MqttLink(settings(venue, tmp_path), inbox, ups.append)
    second = MqttLink(settings(venue, tmp_path, **row), queue.Queue())
    for link in (first, second):
        link.start()
        assert link.wait(60)
    second.publish("feltwire/7/down/head", json.dumps({}).encode(), retain=True)
    until(lambda: second.up and first.up, "both")
    assert ups == [True]
    first.stop()
    second.stop()
