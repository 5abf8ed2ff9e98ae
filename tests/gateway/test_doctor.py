"""``feltwire doctor`` finds what is wrong, says what to do, and changes nothing."""

import dataclasses
import datetime
import errno
import hashlib
import shutil
import sqlite3
import subprocess
from pathlib import Path

import psycopg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding

from gateway.log.postgres import PostgresLog
from gateway.log.sqlite import SqliteLog
from gateway.settings.fields import Settings
from tests.conftest import ROOT, missing
from tests.gateway.test_log import entry
from tools import cli
from tools.cli import cmd_doctor
from tools.dev.ports import free_port
from tools.install.broker import EmbeddedBroker, quiet
from tools.virtual import paper


@pytest.fixture
def home(tmp_path):
    """A data folder with a log of 5 events and one enrolled table: its Settings."""
    settings = Settings(data_dir=tmp_path / "var", mqtt_port=free_port(), http_port=free_port())
    log = SqliteLog(settings.log_path())
    log.append([entry(n) for n in range(1, 6)])
    log.close()
    paper.vault_file(settings.vault_dir(), "7")
    settings.vault_dir().chmod(0o700)
    return settings


def said(check, settings):
    return [(level, text) for level, _what, text in check(settings)]


def files(folder):
    paths = [p for p in sorted(folder.rglob("*")) if p.is_file() and p.suffix not in (".db-shm",)]
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in paths}


def test_a_sound_installation_has_nothing_wrong_and_stays_as_it_is(home, capsys):
    quiet()
    broker = EmbeddedBroker(port=home.mqtt_port)
    broker.start()
    before = files(home.data_dir)
    argv = ["--data", home.data_dir, "--mqtt-port", home.mqtt_port, "--port", home.http_port]
    code = cli.main(["doctor", *map(str, argv)])
    broker.stop()
    out = capsys.readouterr().out
    assert code == 0 and "WRONG" not in out
    assert "5 events of 1 table verified" in out and "there and back" in out
    assert {n: h for n, h in files(home.data_dir).items() if n in before} == before


def test_a_broker_that_is_away_is_wrong(home, capsys):
    argv = ["--data", home.data_dir, "--mqtt-port", home.mqtt_port, "--port", home.http_port]
    assert cli.main(["doctor", *map(str, argv)]) == 1
    assert f"nobody answers at 127.0.0.1:{home.mqtt_port}" in capsys.readouterr().out


def test_a_changed_event_is_found(home):
    db = sqlite3.connect(home.log_path())
    db.execute("UPDATE event SET wall = wall + 1 WHERE n = 3")
    db.commit()
    db.close()
    assert any(lv == "WRONG" and "event 3" in text for lv, text in said(cmd_doctor.log, home))


def test_a_log_in_postgresql_is_read_and_stays_as_it_is(home, postgres):
    url = postgres.url()
    home = dataclasses.replace(home, log_url=url)
    [(level, text)] = said(cmd_doctor.log, home)
    assert level == "look" and "none yet" in text
    log = PostgresLog(url)
    log.append([entry(n) for n in range(1, 4)])
    log.close()
    assert said(cmd_doctor.log, home) == [("ok", "3 events of 1 table verified")]
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("UPDATE event SET wall = wall + 1 WHERE n = 2")
    assert any(lv == "WRONG" and "event 2" in text for lv, text in said(cmd_doctor.log, home))
    away = dataclasses.replace(home, log_url=f"postgresql://u@127.0.0.1:{free_port()}/x")
    [(level, text)] = said(cmd_doctor.log, away)
    assert level == "WRONG" and "start PostgreSQL" in text and "\n" not in text


def test_a_file_that_is_no_log_is_wrong(home):
    home.log_path().write_bytes(b"nothing of the kind" * 100)
    for side in ("-wal", "-shm"):
        home.log_path().with_name(home.log_path().name + side).unlink(missing_ok=True)
    assert said(cmd_doctor.log, home)[0][0] == "WRONG"


def test_an_open_or_broken_vault_is_wrong(home):
    home.vault_dir().chmod(0o755)
    assert any(lv == "WRONG" and "chmod 700" in text for lv, text in said(cmd_doctor.disk, home))
    (home.vault_dir() / "8.json").write_text("{")
    assert said(cmd_doctor.vault_files, home)[0][0] == "WRONG"


def test_a_root_an_earlier_version_left_is_wrong(home):
    keys = Path(home.data_dir) / "keys"
    keys.mkdir()
    assert not any(lv == "WRONG" for lv, _text in said(cmd_doctor.vault_files, home))
    (keys / "root-7-c1").write_text("ab" * 32)
    (wrong,) = [text for lv, text in said(cmd_doctor.vault_files, home) if lv == "WRONG"]
    assert "feltwire vault roots" in wrong and "ab" * 32 not in wrong


def test_a_disk_without_room_is_wrong(home, monkeypatch):
    usage = shutil.disk_usage(home.data_dir)._replace(free=10 << 20)
    monkeypatch.setattr(cmd_doctor.shutil, "disk_usage", lambda _path: usage)
    assert any(lv == "WRONG" and "make room" in text for lv, text in said(cmd_doctor.disk, home))


def test_a_disk_that_became_read_only_is_wrong(home, monkeypatch):
    def refused(**_named):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(cmd_doctor.tempfile, "TemporaryFile", refused)
    wrong = [text for lv, text in said(cmd_doctor.disk, home) if lv == "WRONG"]
    assert wrong == [f"{home.data_dir} takes no file: Read-only file system"]


def test_a_clock_that_is_unset_is_wrong(home, monkeypatch):
    monkeypatch.setattr(cmd_doctor.time, "gmtime", lambda *_: datetime.date(1970, 1, 1).timetuple())
    assert said(cmd_doctor.clock, home)[0][0] == "WRONG"


@pytest.mark.parametrize(("days", "level"), [(-1, "WRONG"), (10, "look"), (300, None)])
def test_a_certificate_is_judged_by_its_end(home, days, level):
    now = datetime.datetime.now(datetime.UTC)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "table-7")])
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - datetime.timedelta(days=9))
        .not_valid_after(now + datetime.timedelta(days=days)).sign(key, hashes.SHA256())
    )  # fmt: skip
    path = home.data_dir / "keys" / "tls" / "table-7.pem"
    path.parent.mkdir(parents=True)
    path.write_bytes(made.public_bytes(Encoding.PEM))
    found = said(cmd_doctor.certificates, home)
    assert [lv for lv, _text in found] == ([level] if level else [])


def test_the_service_unit_is_one_systemd_takes(tmp_path):
    if shutil.which("systemd-analyze") is None:
        missing("systemd-analyze (apt-get install systemd)")
    unit = (ROOT / "tools" / "install" / "systemd" / "feltwire-gateway.service").read_text()
    unit = unit.replace("/opt/feltwire/.venv/bin/feltwire", "/bin/true")
    path = tmp_path / "feltwire-gateway.service"
    path.write_text(unit)
    argv = ["systemd-analyze", "verify", "--man=no", str(path)]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60)
    mine = [x for x in done.stderr.splitlines() if "feltwire-gateway" in x]
    assert not mine, mine
