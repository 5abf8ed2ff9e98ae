"""Whoever begins a question at the vault's socket and does not end it keeps nobody else out."""

import contextlib
import itertools
import multiprocessing
import socket
import threading

import pytest

from gateway.process.seldom import SAID_EVERY_S, Seldom
from gateway.vault import frames, release_modes
from gateway.vault.server import CONNECTIONS_MAX, Server, at
from gateway.vault.server import _Session as Session
from tests.gateway.support import until
from tests.vault.rooms import KEY

SHORT_S = 0.2
HELLO = {"op": "hello"}


@pytest.fixture
def vault(tmp_path):
    """A function that serves ``tmp_path`` with bounds of the caller's; returns the Server."""
    running = []

    def serve(**bounds):
        server = Server(tmp_path, KEY, release_modes.Policy(), figures=False, **bounds)
        server.listen()
        thread = threading.Thread(target=server.serve)
        thread.start()
        running.append((server, thread))
        return server

    yield serve
    for server, thread in running:
        server.stop()
        thread.join()


@pytest.fixture
def line(tmp_path):
    """A function that connects to the vault of ``tmp_path``."""
    with contextlib.ExitStack() as stack:

        def connect():
            sock = stack.enter_context(socket.socket(socket.AF_UNIX))
            with at(tmp_path) as path:
                sock.connect(path)
            sock.settimeout(60)
            return sock

        yield connect


def begin(sock, part):
    """Send the beginning of a question; on a busy machine the vault may have cut it before."""
    with contextlib.suppress(BrokenPipeError):
        sock.sendall(part)


def answer(sock):
    """What the vault answers to a greeting; None when it has closed the connection."""
    try:
        frames.send(sock, HELLO)
        return frames.receive(sock)
    except (BrokenPipeError, ConnectionResetError):
        return None


def is_cut(sock):
    """Waits until the vault has closed the connection."""
    try:
        while sock.recv(1 << 16):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("part", [b"", b"\0", b"\0\0\0\x10", b'\0\0\0\x10{"op"'])
def test_half_a_question_on_every_place_keeps_nobody_else_out(vault, line, part):
    vault(frame_s=SHORT_S)
    halves = [line() for _ in range(CONNECTIONS_MAX)]
    for sock in halves:
        begin(sock, part)
    until(lambda: answer(line()) is not None, "an answer to somebody else")
    assert all(map(is_cut, halves))


def test_a_question_that_drips_in_is_cut_though_each_byte_comes_soon(vault, line):
    vault(frame_s=SHORT_S)
    slow = line()
    begin(slow, b"\x00\x10\x00\x00")
    done = threading.Event()

    def drip():
        with contextlib.suppress(OSError):
            while not done.wait(SHORT_S / 10):
                slow.sendall(b" ")

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        assert is_cut(slow)
    finally:
        done.set()
        thread.join()


def test_whoever_takes_no_answers_is_cut(vault, line):
    server = vault(frame_s=SHORT_S)
    deaf = line()
    with contextlib.suppress(OSError):  # it ends when the vault has cut it
        for _ in range(20_000):
            frames.send(deaf, HELLO)
    until(lambda: not server._open, "the end of the connection")


def test_a_connection_may_be_silent_between_two_questions(vault, line):
    server = vault(frame_s=SHORT_S)
    found = []
    until(lambda: found.append(line()) or answer(found[-1]), "an answer")  # a busy machine is late
    quiet, half = found[-1], line()
    # Halves are cut meanwhile, one after the other: the bound has passed more than once.
    for _ in range(3):
        assert is_cut(half)
        half = line()
    assert answer(quiet) is not None and server._open


def test_one_that_was_long_silent_gives_way_when_every_place_is_taken(vault, line):
    vault(silent_s=0.0)
    quiet = [line() for _ in range(CONNECTIONS_MAX)]
    for sock in quiet:
        assert answer(sock) is not None
    assert answer(line()) is not None
    assert sum(answer(sock) is None for sock in quiet) == 1


def test_nobody_gives_way_who_asked_a_moment_ago(vault, line):
    vault(silent_s=3600.0)
    quiet = [line() for _ in range(CONNECTIONS_MAX)]
    for sock in quiet:
        assert answer(sock) is not None
    assert answer(line()) is None
    assert all(answer(sock) is not None for sock in quiet)


def hoard(folder):
    """Takes every place of a vault that is to be had, and each it loses anew, until it is ended."""
    held = []
    while True:
        held = [sock for sock in held if not is_lost(sock)]
        sock = socket.socket(socket.AF_UNIX)
        with contextlib.suppress(OSError), at(folder) as path:
            sock.settimeout(1)
            sock.connect(path)
            frames.send(sock, HELLO)
            frames.receive(sock)
            sock.setblocking(False)
            held.append(sock)


def is_lost(sock):
    try:
        return sock.recv(1) == b""
    except OSError as e:
        return not isinstance(e, BlockingIOError)


def test_a_process_that_takes_every_place_again_and_again_keeps_no_other_out(vault, line, tmp_path):
    server = vault()
    hoarder = multiprocessing.get_context("spawn").Process(target=hoard, args=(tmp_path,))
    hoarder.start()
    try:
        until(lambda: len(server._open) == CONNECTIONS_MAX, "every place taken")
        known = line()
        for _ in range(CONNECTIONS_MAX // 4):
            assert answer(known) is not None and answer(line()) is not None
    finally:
        hoarder.kill()
        hoarder.join()


def test_a_user_who_has_most_places_makes_room_for_another_user(vault, monkeypatch):
    server = vault(silent_s=3600.0)
    here, there = socket.socketpair()
    monkeypatch.setattr(server, "_open", {})
    with here, there:
        for pid in range(CONNECTIONS_MAX - 1):
            server._open[socket.socket()] = Session(1000, pid)
        server._open[here] = Session(1001, 7)
        assert not server._has_place(Session(1000, 99))
        assert server._has_place(Session(1001, 8)) and here in server._open
        for peer in server._open:
            peer.close()
        server._open.clear()


def test_half_questions_are_one_line_a_minute_and_user(vault, line, capsys):
    server = vault(frame_s=SHORT_S)
    for _ in range(3):
        sock = line()
        begin(sock, b"\0")
        assert is_cut(sock)
    until(lambda: not server._open, "the end of the connections")
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "cut" in said


def test_what_was_left_unsaid_is_counted_with_the_next_line():
    clock = itertools.chain([0.0, 1.0, 2.0, SAID_EVERY_S, SAID_EVERY_S + 1])
    seldom = Seldom(lambda: next(clock))
    assert [seldom.unsaid(7) for _ in range(5)] == [0, None, None, 2, None]
