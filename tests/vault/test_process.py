"""The vault as a process: who is answered, what it leaves on disk, what happens when it dies."""

import contextlib
import os
import pwd
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gateway.process import seldom
from gateway.service import Gateway
from gateway.settings.fields import Settings
from gateway.vault import audit, frames, holders, release_modes, server
from gateway.vault.client import VaultClient
from gateway.vault.sealing import Key
from gateway.vault.server import at
from tests.conftest import ROOT
from tests.gateway.support import until
from tests.vault.canary_hands import Signing
from tests.vault.rooms import KEY, Shuffled, signed_rows
from tools.install.broker import EmbeddedBroker, quiet
from tools.virtual import paper

TESTS_USER = "nobody"


def start(folder, *more):
    """A vault over ``folder``, ready to answer."""
    argv = [sys.executable, "-m", "tools.cli", "vault", "--data", str(folder), *more]
    process = subprocess.Popen(argv, cwd=ROOT, stdin=subprocess.DEVNULL)

    def answers():
        assert process.poll() is None
        return ask(folder, {"op": "hello"}) is not None

    until(answers, "the vault")
    return process


def ask(folder, question):
    """One question over a connection of its own; None when nobody answers."""
    try:
        with at(folder / "vault") as path, socket.socket(socket.AF_UNIX) as s:
            s.connect(path)
            frames.send(s, question)
            return frames.receive(s)
    except OSError:
        return None


def end(process):
    process.terminate()
    assert process.wait(60) == 0


def test_two_people_over_the_socket_with_alarms_and_an_audit_that_agrees(tmp_path):
    folder = tmp_path / "vault"
    paper.vault_file(folder, "7")
    process = start(tmp_path)
    key = Key.of_file(folder / "key")
    for name in ("anna", "bert"):
        holders.add(folder, key, name, f"the passphrase of {name}")
    alarms = []
    client = VaultClient(folder, on_alarm=lambda *alarm: alarms.append(alarm))
    client.connect()
    events, cards = Shuffled().hand()
    entries = [["7", i + 1, "c1", 1, i + 1, row] for i, row in enumerate(map(text, events))]
    client.check(signed_rows(entries[:40]))
    client._ask({"op": "follow", "entries": entries[:40]})
    wish = {"op": "unlock", "table": "7", "consumer": "broadcast", "hand": 1, "hands": 1}
    one = {**wish, "holder": "anna", "passphrase": "the passphrase of anna"}
    assert ask(tmp_path, one)["done"] is False and ask(tmp_path, one)["done"] is False
    assert ask(tmp_path, {**wish, "holder": "bert", "passphrase": "a guess"})["error"] == "refused"
    assert client.released("7", "broadcast") == {}
    two = {**wish, "holder": "bert", "passphrase": "the passphrase of bert"}
    assert ask(tmp_path, two)["done"] is True
    until(lambda: client.released("7", "broadcast"), "the cards of the hand")
    (given,) = client.released("7", "broadcast").values()
    assert {c for seat in given["seats"].values() for c in seat} <= set(cards.values())
    until(
        lambda: len([a for a in alarms if a[1].startswith("vault_unlock")]) >= 4,
        "an alarm for each try",
    )
    client.close()
    end(process)
    assert audit.verify(folder / "audit.log")[0] >= 6
    found = [e for e in audit.entries(folder / "audit.log") if e["what"] == "alarm"]
    assert len([e for e in found if "Key-holders are now" not in e["text"]]) == 4


def text(event):
    from gateway.ingest import decoder
    from shared_rules import wire

    return decoder.text(wire.encode(event))


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become another user")
def test_another_user_is_refused_and_the_vault_may_be_one(tmp_path):
    for path in (tmp_path, *tmp_path.parents):
        if path.is_relative_to("/tmp") and path.owner() == "root" and path != path.parent:
            path.chmod(path.stat().st_mode | 0o711)
    paper.vault_file(tmp_path / "vault", "7")
    process = start(tmp_path, "--user", TESTS_USER)
    uid = pwd.getpwnam(TESTS_USER).pw_uid
    status = dict(
        line.split(":\t", 1)
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines()
        if ":\t" in line
    )
    assert status["Uid"].split()[:3] == [str(uid)] * 3
    assert (tmp_path / "vault" / "7.json").stat().st_uid == uid
    end(process)
    # a vault of root answers root alone
    process = start(tmp_path)
    stranger = (
        "import os,socket,sys; os.setuid(int(sys.argv[2]));"
        "s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])"
    )
    path = f"{tmp_path}/vault/vault.sock"
    argv = [sys.executable, "-c", stranger, path, str(uid)]
    assert b"Permission" in subprocess.run(argv, capture_output=True, cwd="/").stderr
    end(process)


def test_a_stranger_who_comes_again_and_again_is_one_alarm_a_minute(tmp_path, monkeypatch, capsys):
    served = server.Server(tmp_path, KEY, release_modes.Policy(), figures=False)
    served.listen()
    served._uids = set()  # whoever runs this is a stranger
    thread = threading.Thread(target=served.serve)
    thread.start()

    def strange(times):
        for _ in range(times):
            with at(tmp_path) as path, socket.socket(socket.AF_UNIX) as s:
                s.connect(path)
                assert s.recv(1) == b""
        return [code for _n, _table, code, _text, _seat in served.core.alarms]

    try:
        entries = served._audit.n
        assert strange(30) == ["vault_stranger"] and served._audit.n == entries + 1
        monkeypatch.setattr(seldom, "SAID_EVERY_S", 0.0)
        assert strange(1) == ["vault_stranger"] * 2
    finally:
        served.stop()
        thread.join()
    assert "was refused 29 times more" in capsys.readouterr().err


def test_nobody_of_the_same_user_can_look_into_it(tmp_path):
    process = start(tmp_path)
    limits = Path(f"/proc/{process.pid}/limits").read_text()
    assert "Max core file size        0" in limits
    # not dumpable: the files of /proc belong to root whoever the process is
    assert os.stat(f"/proc/{process.pid}/mem").st_uid == 0
    end(process)


def test_a_second_vault_on_a_folder_and_a_wrong_key_are_one_clear_line(tmp_path):
    process = start(tmp_path)
    argv = [sys.executable, "-m", "tools.cli", "vault", "--data", str(tmp_path)]
    second = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True)
    assert second.returncode == 2 and second.stderr.count("\n") == 1
    assert "another vault is using" in second.stderr
    end(process)
    (tmp_path / "other").write_text("00" * 32)
    (tmp_path / "other").chmod(0o600)
    argv += ["--key", str(tmp_path / "other")]
    wrong = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True)
    assert wrong.returncode == 2 and "the key does not open it" in wrong.stderr


@pytest.mark.parametrize("name", ["audit.log", "vault.sock", "key", "holders", "state.sqlite3"])
def test_a_folder_in_place_of_a_file_is_one_clear_line(tmp_path, name):
    (tmp_path / "vault" / name).mkdir(parents=True)
    argv = [sys.executable, "-m", "gateway.vault", "--data", str(tmp_path)]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert str(tmp_path / "vault" / name) in done.stderr


def test_a_state_that_no_vault_has_written_is_one_clear_line(tmp_path):
    end(start(tmp_path))
    with contextlib.closing(sqlite3.connect(tmp_path / "vault" / "state.sqlite3")) as db:
        db.execute("INSERT INTO device (tbl, dev, heard) VALUES ('7', 'c1', NULL)")
        db.commit()
    argv = [sys.executable, "-m", "gateway.vault", "--data", str(tmp_path)]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert "state.sqlite3: damaged" in done.stderr and "put a copy of it back" in done.stderr


def test_a_killed_vault_comes_again_and_nothing_is_missing(tmp_path):
    quiet()
    broker = EmbeddedBroker()
    broker.start()
    paper.vault_file(tmp_path / "vault", "7")
    gateway = Gateway(Settings(data_dir=tmp_path, mqtt_port=broker.port, web=False))
    records = []
    gateway.on_hand(records.append)
    gateway.start()
    assert gateway.wait_for_broker(60)
    controller = Signing("7", broker.port, root=paper.ROOT)
    source = Shuffled()
    boards = []
    for number in range(4):
        events, cards = source.hand()
        half = len(events) // 2
        controller.send(*events[:half])
        controller.wait_acked()
        if number in (1, 2):
            os.kill(gateway.vault.process.pid, signal.SIGKILL)
        controller.send(*events[half:])
        controller.wait_acked()
        until(lambda n=number: len(records) > n, "the hand")
        board = [e["cards"] for e in events if e["what"] == "card_move" and e["to"] == "board"]
        boards.append([cards[t] for part in board for t in part])
    controller.stop()
    gateway.stop()
    broker.stop()
    assert [r["board"] for r in records] == boards and any(boards)


def test_every_card_that_leaves_the_vault_is_in_the_audit_log(tmp_path):
    """Promise 32: cards in answers, counted at the socket, against the log's entries."""
    folder = tmp_path / "vault"
    paper.vault_file(folder, "7")
    config = tmp_path / "feltwire.toml"
    config.write_text('[vault.broadcast]\nmode = "live"\n')
    process = start(tmp_path, "--config", str(config))
    key = Key.of_file(folder / "key")
    for name in ("anna", "bert"):
        holders.add(folder, key, name, f"the passphrase of {name}")
        wish = {"op": "unlock", "table": "7", "consumer": "broadcast", "hand": 1, "hands": 20}
        ask(tmp_path, {**wish, "holder": name, "passphrase": f"the passphrase of {name}"})
    source, n, counted = Shuffled(), 0, {"table": 0, "broadcast": 0}
    with at(folder) as path, socket.socket(socket.AF_UNIX) as line:
        line.connect(path)

        def say(question):
            frames.send(line, question)
            return frames.receive(line)

        for _ in range(8):
            events, _cards = source.hand()
            for i in range(0, len(events), 9):
                numbered = enumerate(map(text, events[i : i + 9]), n + 1)
                rows = [["7", j, "c1", 1, j, row] for j, row in numbered]
                say({"op": "check", "messages": signed_rows(rows)})
                reported = say({"op": "follow", "entries": rows})
                n += len(rows)
                counted["table"] += sum(len(cards) for _key, cards in reported["public"])
                news = say({"op": "news", "consumers": ["broadcast", "history"]})["hands"]
                for hand in news["broadcast"]:
                    counted["broadcast"] += sum(map(len, hand["seats"].values()))
                assert news["history"] == []
            again = say({"op": "hand", "key": ["7", "c1", 1, source.number]})["hand"]
            counted["table"] += len(again[1])
    end(process)
    logged = {"table": 0, "broadcast": 0}
    for entry in audit.entries(folder / "audit.log"):
        if entry["what"] == "read":
            logged[entry["consumer"]] += entry["cards"]
    assert logged == counted and min(counted.values()) > 50
