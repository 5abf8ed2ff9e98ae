"""``feltwire up``: everything by one command, and nothing left behind."""

import http.client
import json
import os
import signal
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.gateway.support import processes_of, until
from tools import cli
from tools.cli import cmd_up
from tools.dev.ports import free_port
from tools.install.supervise import child_env, feltwire

# Four players, a raise, a flop: a hand of nine seconds.
HAND = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000, 10000]
actions = [
  "d dh p1 AsKs", "d dh p2 QdQh", "d dh p3 7c2d", "d dh p4 8h9h",
  "p3 f", "p4 cbr 300", "p1 cc", "p2 f", "d db 5h6h8s", "p1 cc", "p4 cbr 500", "p1 f",
]
"""


class Up:
    """A running ``feltwire up``; ``lines`` is what it said."""

    def __init__(self, folder, *more):
        self.folder = folder / "var"
        hand = folder / "hand.phh"
        hand.write_text(HAND)
        self.port = free_port()
        argv = feltwire(
            "up", "--port", self.port, "--mqtt-port", free_port(), "--data", self.folder,
            "--pace", "20", hand, *more,
        )  # fmt: skip
        self.log = folder / "up.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                argv, env=child_env(), stdout=log, stderr=log, cwd=folder
            )

    def said(self):
        return self.log.read_text()

    def get(self, path):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
                return json.load(answer)
        except (OSError, http.client.HTTPException):  # killed in the midst of an answer
            return None

    def hands(self, table="1"):
        return self.get(f"/api/v1/tables/{table}/hands") or []


@pytest.fixture
def up(tmp_path):
    made = []

    def start(*more):
        made.append(Up(tmp_path, *more))
        return made[-1]

    yield start
    for one in made:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        until(lambda o=one: not processes_of(o.folder), "the end of all children")


def test_one_command_shows_a_table_restarts_what_dies_and_ends_cleanly(up):
    one = up()
    until(lambda: "Feltwire is at http://127.0.0.1:" in one.said(), "the address", 90)
    until(lambda: one.get("/api/v1/tables"), "a table", 120)
    gateway = [p for p in processes_of(one.folder) if b"\0gateway\0" in cmdline(p)]
    os.kill(gateway[0], signal.SIGKILL)
    until(lambda: "gateway: ended (SIGKILL), starts again" in one.said(), "the notice", 60)
    found = []
    until(lambda: found.extend(one.hands()) or found, "a finished hand", 240)
    record = found[0]
    assert record["stacks_after"] == {"1": 9700, "2": 9900, "3": 10_000, "4": 10_400}
    assert record["incidents"] == [] and "??" not in record["board"]
    one.process.send_signal(signal.SIGINT)
    assert one.process.wait(120) == 0
    assert one.said().endswith("stopping\nstopped\n")
    assert processes_of(one.folder) == []


def test_nothing_survives_when_it_is_killed(up):
    one = up()
    until(lambda: one.get("/api/v1/tables"), "a table", 120)
    os.kill(one.process.pid, signal.SIGKILL)
    one.process.wait()
    until(lambda: not processes_of(one.folder), "the end of all children")


def cmdline(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended since it was listed
        return b""


@pytest.fixture
def refused(tmp_path, capsys):
    """``refused(*args)`` is the one line on stderr; the command's mistakes need no process."""

    def line_of(*args):
        assert cli.main(["up", "--data", str(tmp_path / "var"), *map(str, args)]) == 2
        lines = [line for line in capsys.readouterr().err.splitlines() if line]
        assert len(lines) == 1, lines
        return lines[0]

    return line_of


@pytest.mark.parametrize("option", ["--port", "--mqtt-port"])
def test_a_port_in_use_is_one_clear_line(refused, option):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen()
        port = s.getsockname()[1]
        other = "--mqtt-port" if option == "--port" else "--port"
        line = refused(option, port, other, free_port())
    assert f"port {port} on 127.0.0.1 is in use: choose another with {option}" in line


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (["missing.phh"], "missing.phh"),
        (["--vm", "/nowhere/micropython"], "/nowhere/micropython"),
        (["--tables", "-1"], "--tables"),
        (["--pace", "0"], "--pace"),
        (["--port", "0"], "--port"),
        (["--rulebook", "hoyle-1750"], "hoyle-1750"),
        (["--table", "round"], "round"),
        (["--inject", "earthquake"], "earthquake"),
    ],
)
def test_a_mistake_is_one_clear_line(refused, args, text):
    ports = [] if "--port" in args else ["--port", free_port()]
    assert text in refused(*ports, "--mqtt-port", free_port(), *args)


CLUSTERED = """[gateway]
cluster_url = "amqps://gateway-1@node1/feltwire"
cluster_password_file = "password"
log_url = "postgresql://feltwire@db/feltwire"
vault_socket = "vault"
"""


def test_with_a_cluster_no_embedded_broker_is_started(tmp_path, monkeypatch, refused):
    path = tmp_path / "feltwire.toml"

    def parsed(*more):
        argv = ["up", "--config", str(path), *more]
        return cli.parser_for(argv).parse_args(argv)

    path.write_text(CLUSTERED)
    assert not cmd_up.own_broker(parsed("--tables", "0"))
    assert not cmd_up.own_broker(parsed("--mqtt-host", "node1"))
    assert not cmd_up.demo(parsed("--tables", "1"))
    assert "--tables 0" in refused("--config", str(path), "--port", free_port())
    path.write_text("[gateway]\n")
    assert cmd_up.own_broker(parsed())
    assert not cmd_up.own_broker(parsed("--mqtt-host", "node1"))


def test_a_bad_hand_file_is_one_clear_line(refused, tmp_path):
    bad = tmp_path / "bad.phh"
    bad.write_text("this is no hand")
    assert "bad.phh" in refused(bad)
