"""Ports for systems beside others: no process is given one that another holds or may yet take."""

import os
import socket
import subprocess
import sys

from tools.dev import ports

TAKE = "from tools.dev.ports import free_port; print(*[free_port() for _ in range(40)], flush=True)"


def test_a_port_lies_below_those_of_connections_on_their_way_out():
    taken = [ports.free_port() for _ in range(50)]
    assert len(set(taken)) == 50
    assert all(ports.LOWEST <= port < ports._outgoing() for port in taken)


def test_however_many_ports_are_held_by_one_open_file():
    """Clients ask ``select`` for their sockets, which takes files below 1024 alone."""
    ports.free_port()
    before = set(os.listdir("/proc/self/fd"))
    for _ in range(100):
        ports.free_port()
    assert len(set(os.listdir("/proc/self/fd")) - before) <= 1  # the listing itself


def test_ports_in_a_row_are_taken_together():
    first = ports.free_port(2)
    for port in (first, first + 1):
        with socket.create_server(("127.0.0.1", port)):
            pass


def test_no_port_is_given_to_two_processes(monkeypatch):
    """Forty of a range of 1,000, beside a process that holds forty of the same range."""
    waiting = "; input()"
    narrow = f"from tools.dev import ports; ports._outgoing = lambda: {ports.LOWEST + 1_000}; "
    with subprocess.Popen(
        [sys.executable, "-c", narrow + TAKE + waiting],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as other:  # fmt: skip
        theirs = {int(port) for port in other.stdout.readline().split()}
        monkeypatch.setattr(ports, "_outgoing", lambda: ports.LOWEST + 1_000)
        assert theirs.isdisjoint(ports.free_port() for _ in range(400))
        other.stdin.close()


def test_a_port_in_use_is_not_given(monkeypatch):
    held = ports.free_port()
    monkeypatch.setattr(ports, "LOWEST", held)
    monkeypatch.setattr(ports, "_outgoing", lambda: held + 1)
    try:
        ports.free_port()
    except OSError as e:
        assert "no free port" in str(e)
    else:
        raise AssertionError("a port was given twice")
