"""CasparCG by AMCP, against a small server that speaks the published commands and replies."""

import json
import re
import socketserver
import threading

import pytest

from gateway.broadcast import amcp
from tools import cli
from tools.dev.ports import free_port

COMMAND = re.compile(r"CG (\d+)-(\d+) (ADD|PLAY|STOP|NEXT|UPDATE|REMOVE) (\d+)(?: (.*))?")
PARAMETER = re.compile(r'"((?:\\.|[^"\\])*)"|(\S+)')


def parameters(text):
    """Parameters of a command as CasparCG takes them apart."""
    found = []
    for quoted, bare in PARAMETER.findall(text or ""):
        plain = re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), quoted)
        found.append(bare or plain)
    return found


class Caspar(socketserver.StreamRequestHandler):
    """Layers with a page each; replies as the protocol's page has them."""

    def handle(self):
        for line in self.rfile:
            assert line.endswith(b"\r\n")
            self.wfile.write(self.reply(line.decode().rstrip("\r\n")).encode())

    def reply(self, line):
        layers = self.server.layers
        if line == "VERSION":
            return "201 VERSION OK\r\n2.4.3 Stable\r\n"
        found = COMMAND.fullmatch(line)
        if not found:
            return f"400 ERROR\r\n{line}\r\n"
        channel, layer, do, _slot, rest = found.groups()
        if channel != "1":
            return "401 CG ERROR\r\n"
        given = parameters(rest)
        if do == "ADD":
            if not given:
                return "402 CG ERROR\r\n"
            page = {"address": given[0], "on": given[1] == "1", "calls": []}
            layers[layer] = page
            if len(given) > 2:
                page["calls"].append(("update", json.loads(given[2])))
        elif layer not in layers:
            return "404 CG ERROR\r\n"
        elif do == "REMOVE":
            del layers[layer]
        else:
            layers[layer]["calls"].append((do.lower(), *map(json.loads, given)))
        return "202 CG OK\r\n"


@pytest.fixture
def server():
    made = socketserver.ThreadingTCPServer(("127.0.0.1", free_port()), Caspar)
    made.daemon_threads, made.layers = True, {}
    threading.Thread(target=made.serve_forever, args=(0.05,), daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


def test_a_page_is_added_played_given_fields_and_taken_off(server):
    said = {"lower": 'Anna "Ace" Berg', "line": "back\\slash\nnext line"}
    with amcp.Client(*server.server_address) as caspar:
        caspar.add("1-20", "http://gateway:8080/overlay/7?cards=1", fields={"layout": "row"})
        caspar.update("1-20", said)
        caspar.next("1-20")
        caspar.stop("1-20")
        caspar.play("1-20")
        page = server.layers["20"]
        assert page["address"] == "http://gateway:8080/overlay/7?cards=1" and page["on"]
        assert page["calls"] == [
            ("update", {"layout": "row"}), ("update", said), ("next",), ("stop",), ("play",),
        ]  # fmt: skip
        caspar.remove("1-20")
        assert server.layers == {}
        assert caspar.version() == "2.4.3 Stable"


@pytest.mark.parametrize(
    "layer,command,why",
    [
        ("1-20", "play", "nothing is there on that layer (404)"),
        ("9-20", "play", "the channel is wrong (401)"),
    ],
)
def test_what_the_server_refuses_is_said(server, layer, command, why):
    with amcp.Client(*server.server_address) as caspar:
        with pytest.raises(amcp.AmcpError, match=re.escape(why)):
            getattr(caspar, command)(layer)
        with pytest.raises(amcp.AmcpError, match="does not know the command"):
            caspar.ask("NONSENSE")
        assert caspar.version()  # the answers stay in step


def test_the_command_does_it_and_says_so(server, capsys):
    at = ["--server", "{}:{}".format(*server.server_address), "--layer", "1-20"]
    address = ["--address", "http://gateway:8080/overlay/7"]
    assert cli.main(["caspar", "add", *at, *address]) == 0
    assert cli.main(["caspar", "update", *at, "--field", "lower=Anna Berg"]) == 0
    assert server.layers["20"]["calls"] == [("update", {"lower": "Anna Berg"})]
    assert cli.main(["caspar", "stop", *at]) == 0
    assert "stop: done on 1-20" in capsys.readouterr().out
    assert cli.main(["caspar", "play", *at[:2], "--layer", "1-21"]) == 2
    assert "nothing is there" in capsys.readouterr().err


@pytest.mark.parametrize(
    "argv,says",
    [
        (["add"], "--address"),
        (["update"], "--field"),
        (["update", "--field", "=x"], "NAME=TEXT"),
        (["play", "--layer", "20"], "1-20"),
        (["play", "--server", ":"], "host:port"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_sent(argv, says, capsys):
    assert cli.main(["caspar", *argv]) == 2
    assert says in capsys.readouterr().err


def test_nobody_there_and_somebody_else_there_are_told_apart(server):
    port = free_port()
    with pytest.raises(amcp.AmcpError, match=f"does not answer at 127.0.0.1:{port}"):
        amcp.Client("127.0.0.1", port)
    server.RequestHandlerClass = Web
    with amcp.Client(*server.server_address) as caspar, pytest.raises(amcp.AmcpError) as found:
        caspar.version()
    assert "no AMCP" in str(found.value)


class Web(socketserver.StreamRequestHandler):
    """A web server by mistake."""

    def handle(self):
        self.rfile.readline()
        self.wfile.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
