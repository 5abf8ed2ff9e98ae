"""Who gets in at the broker, and how fast a revoked device is out (promise 23)."""

import datetime
import grp
import os
import time

import pytest

from tests.gateway.support import until
from tests.pki.mosquitto_venue import Broker, Client, context, enrolled, pki
from tools import cli
from tools.install.images import certificates as ce
from tools.install.pki import mosquitto
from tools.install.pki.ca_folder import Store, controller
from tools.install.pki.permissions import within


@pytest.fixture(scope="module")
def venue(tmp_path_factory):
    folder = tmp_path_factory.mktemp("venue")
    store = enrolled(folder)
    with Broker(folder, store, "\nuser observer\ntopic read #\n") as broker:
        yield broker, store, ce.open_ca(store.folder)


def forged(ca, what):
    """Certificate and key somebody might come with instead of table 1's own."""
    name = "feltwire-1-c1"
    if what == "another CA":
        return ce.Authority().issue(name)
    if what == "another CA of the same name":
        return ce.Authority("Feltwire").issue(name)
    if what == "signed by itself":
        own = ce.Authority(name)
        return own.certificate, own.key
    if what == "signed by a controller":
        cert, key = ca.issue("feltwire-2-c1")
        return ce.Authority(certificate=cert, key=key).issue(name)
    if what == "ended":
        return ca.issue(name, -30, -1)
    if what == "not begun":
        return ca.issue(name, 2, 30)
    if what == "a broker's":
        return ca.issue(name, server=True)
    return None, None


@pytest.mark.parametrize(
    "what",
    ["none", "another CA", "another CA of the same name", "signed by itself",
     "signed by a controller", "ended", "not begun", "a broker's"],
)  # fmt: skip
def test_only_a_certificate_of_the_venue_lets_one_in(venue, what):
    broker, _, ca = venue
    own = context(ca.certificate, *forged(ca, what))
    assert not Client(broker.port, own, "feltwire-1-c1").connect()
    good = Client(broker.port, context(ca.certificate, *ca.issue("feltwire-1-c1")))
    assert good.connect()
    good.close()


def test_without_tls_nobody_is_answered(venue):
    broker, _, _ = venue
    assert not Client(broker.port, None, "feltwire-1-c1").connect()


def test_a_revoked_device_is_cut_and_stays_out_and_the_others_stay_on(venue, tmp_path, capsys):
    broker, store, ca = venue
    cert, key = store.issue(controller("1", "c1"))
    mosquitto.publish(store)
    with (broker.out / "acl").open("a") as f:
        f.write("\nuser observer\ntopic read #\n")
    mosquitto.reload(broker.pid_file)
    bad = Client(broker.port, context(ca.certificate, cert, key), again=True)
    other = Client(broker.port, context(ca.certificate, *ca.issue("feltwire-2-c1")))
    observer = Client(broker.port, context(ca.certificate, *ca.issue("observer")))
    for client in (bad, other, observer):
        assert client.connect()
    observer.subscribe("feltwire/+/up/ev")
    bad.settle([bad.publish("feltwire/1/up/ev", "before")])
    until(lambda: ("feltwire/1/up/ev", "before") in observer.received, "the positive control")
    begin = time.monotonic()
    where = f"127.0.0.1:{broker.port}"
    pki("revoke", "feltwire-1-c1", "--dir", store.folder, "--reload", broker.pid_file,
        "--broker", where)  # fmt: skip
    until(lambda: bad.downs and not bad.mqtt.is_connected(), "the cut", 60)
    took = time.monotonic() - begin
    bad.ups, tried = 0, broker.log().count("verify failed")
    until(lambda: broker.log().count("verify failed") > tried + 1, "its next attempts")
    bad.publish("feltwire/1/up/ev", "after")
    other.settle([other.publish("feltwire/2/up/ev", "still here")])
    assert bad.ups == 0 and other.downs == 0 and observer.downs == 0
    again = Client(broker.port, context(ca.certificate, cert, key))
    assert not again.connect()
    assert "user feltwire-1-c1" not in (broker.out / "acl").read_text()
    with capsys.disabled():
        print(f"\nrevoked device cut after {took:.1f} s")
    for client in (bad, other, observer):
        client.close()
    # the table gets another certificate, and goes on
    fresh = store.issue(controller("1", "c1"))
    mosquitto.publish(store)
    mosquitto.reload(broker.pid_file)
    back = Client(broker.port, context(ca.certificate, *fresh))
    assert back.connect()
    back.close()


def test_a_broker_that_starts_later_knows_who_is_revoked(tmp_path):
    store = enrolled(tmp_path, [("5", "c1")])
    ca = ce.open_ca(store.folder)
    first = store.issue(controller("5", "c1"))
    second = store.issue(controller("5", "c1"))  # the board was provisioned anew
    with Broker(tmp_path, store) as broker:
        assert not Client(broker.port, context(ca.certificate, *first)).connect()
        client = Client(broker.port, context(ca.certificate, *second))
        assert client.connect()
        client.close()


def test_lists_made_within_one_second_are_in_order(tmp_path):
    at = datetime.datetime(2026, 5, 1, tzinfo=datetime.UTC)
    store = Store(tmp_path / "tls", now=lambda: at)
    store.init()
    dates = []
    for _ in range(3):
        store.issue(controller("1", "c1"))
        store.revoke("feltwire-1-c1")
        crl = ce.x509.load_pem_x509_crl((store.folder / "crl.pem").read_bytes())
        dates.append(crl.last_update_utc)
    assert dates == sorted(set(dates)) and dates[-1] < at
    assert len(list(crl)) == 3


def test_the_folder_keeps_its_secrets_and_gives_no_key_to_others(tmp_path):
    store = enrolled(tmp_path, [("5", "c1")])
    pki("mosquitto", "--out", tmp_path / "out", "--dir", store.folder)
    for path in [*store.folder.glob("*.key"), *tmp_path.rglob("key.der"), *tmp_path.rglob("out/*")]:
        assert path.stat().st_mode & 0o007 == 0, path
    assert not (tmp_path / "out" / "ca.key").exists()
    keys = [p.read_bytes() for p in tmp_path.rglob("*.key")]
    assert len(keys) == 6 and len(set(keys)) == 5  # the broker's is there twice; none is shared


@pytest.mark.parametrize(
    "args, word",
    [
        (["controller", "--table", "7/8", "--out", "x"], "letters, digits"),
        (["controller", "--table", "+", "--out", "x"], "letters, digits"),
        (["controller", "--table", "7", "--dev", "a b", "--out", "x"], "letters, digits"),
        (["controller", "--table", "t" * 32, "--dev", "d" * 32, "--out", "x"], "at most 64"),
        (["gateway", "--name", "#"], "letters, digits"),
        (["gateway", "--name", "feltwire-1-c1"], "is the name of controller 1 already"),
        (["controller", "--table", "1-c1", "--dev", "x", "--out", "x"], "is the name of"),
        (["revoke", "feltwire-9-c1"], "never issued"),
        (["revoke", "feltwire-1-c1", "--broker", "here"], "host:port"),
        (["revoke", "feltwire-1-c1", "--reload", "/nowhere"], "not told"),
        (["init"], "has a CA already"),
        (["mosquitto", "--out", "/proc/x"], "/proc/x"),
        (["mosquitto", "--out", "x", "--mounted", "etc"], "whole path"),
    ],
)
def test_mistakes_are_one_clear_line(tmp_path, capsys, monkeypatch, args, word):
    monkeypatch.chdir(tmp_path)
    enrolled(tmp_path, [("1", "c1"), ("1", "c1-x")])
    capsys.readouterr()
    assert cli.main(["pki", *args, "--dir", "tls"]) == 2
    said = capsys.readouterr().err
    assert word in said and said.count("\n") == 1, said


def test_one_filter_within_another():
    yes = [("a/b", "a/+"), ("a/b", "#"), ("a", "a/#"), ("a/+/c", "a/#"), ("a/#", "a/#"), ("a", "a")]
    no = [
        ("a/#", "a/+"),
        ("#", "a/#"),
        ("a/b/c", "a/+"),
        ("a/+", "a/b"),
        ("a", "a/b"),
        ("a/b", "a"),
    ]
    assert all(within(*pair) for pair in yes) and not any(within(*pair) for pair in no)


def test_a_program_gets_its_files_where_its_group_may_read_them(tmp_path, capsys):
    group = grp.getgrgid(os.getgid()).gr_name
    ca, out = tmp_path / "ca", tmp_path / "etc"
    assert cli.main(["pki", "init", "--dir", str(ca)]) == 0
    line = ["pki", "gateway", "--dir", str(ca), "--out", str(out)]
    assert cli.main([*line, "--group", group]) == 0
    key = out / "feltwire-gateway.key"
    assert f'mqtt_key = "{key}"' in capsys.readouterr().out
    assert (key.stat().st_mode & 0o777, key.stat().st_gid) == (0o640, os.getgid())
    assert key.read_bytes() == (ca / "feltwire-gateway.key").read_bytes()
    assert (ca.stat().st_mode & 0o777, (out / "ca.pem").stat().st_mode & 0o777) == (0o700, 0o644)
    assert cli.main(line) == 0  # without a group it is the owner's alone
    assert key.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", ["images", "technician"])
def test_who_speaks_to_controllers_gets_his_files_where_he_can_read_them(tmp_path, capsys, kind):
    ca, out = tmp_path / "tls", tmp_path / "etc"
    assert cli.main(["pki", "init", "--dir", str(ca)]) == 0
    assert cli.main(["pki", kind, "--dir", str(ca), "--out", str(out)]) == 0
    files = capsys.readouterr().out.splitlines()[-1].partition(" --tls ")[2].split()
    names = ("ca.pem", f"feltwire-{kind}.pem", f"feltwire-{kind}.key")
    assert files == [str(out / name) for name in names]
    assert (out / names[2]).stat().st_mode & 0o777 == 0o600


def test_a_brokers_container_finds_its_files_where_it_mounts_them(tmp_path):
    ca, out, group = tmp_path / "tls", tmp_path / "mosquitto", os.getgid()
    pki("init", "--dir", ca)
    pki("broker", "--name", "broker.test", "--dir", ca)
    pki("mosquitto", "--out", out, "--mounted", "/etc/felt", "--group", group, "--dir", ca)
    conf = (out / "mosquitto.conf").read_text()
    assert "acl_file /etc/felt/acl\n" in conf and str(tmp_path) not in conf
    pki("controller", "--table", "3", "--out", tmp_path / "3", "--dir", ca)
    for name in ("broker.key", "acl"):
        mode, owner = (out / name).stat().st_mode & 0o777, (out / name).stat().st_gid
        assert (mode, owner) == ((0o640 if os.geteuid() == 0 else 0o600), group)
    assert "user feltwire-3-c1" in (out / "acl").read_text()


def test_a_group_that_is_not_there_is_named_before_a_certificate_is_made(tmp_path, capsys):
    ca = tmp_path / "ca"
    assert cli.main(["pki", "init", "--dir", str(ca)]) == 0
    line = ["pki", "gateway", "--dir", str(ca), "--group", "no-such-group"]
    assert cli.main([*line, "--out", str(tmp_path / "etc")]) == 2
    assert "--group no-such-group: there is no such group" in capsys.readouterr().err
    assert cli.main(line) == 2
    assert "give --out as well" in capsys.readouterr().err
    assert not (ca / "feltwire-gateway.pem").exists()
