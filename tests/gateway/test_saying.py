"""What a process says may be taken by nobody: that neither ends it nor stops it."""

import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from gateway.process import saying
from gateway.process.saying import Patient
from tests.conftest import ROOT
from tests.gateway.support import until
from tools.cli.cmd_up import healthy
from tools.dev.ports import free_port
from tools.install.supervise import child_env, feltwire

SERVE = ("Ending(", "interrupt_once()")  # what a process that serves calls, to be ended


@pytest.fixture
def pipe():
    """A pipe nobody reads, filled to the brim: ``(end to read, stream to write)``."""
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    stream = os.fdopen(writes, "w")
    while True:
        try:
            os.write(writes, b"x" * 4096)
        except BlockingIOError:
            break
    os.set_blocking(writes, True)
    yield reads, stream
    os.close(reads)
    stream.close()


def test_a_reader_that_stands_still_stops_nobody_and_hears_what_it_missed(pipe):
    reads, stream = pipe
    patient = Patient(stream)
    for _ in range(3):
        print("lost", file=patient, flush=True)
    while len(os.read(reads, 1 << 20)) == 1 << 20:
        pass
    print("heard", file=patient, flush=True)
    print("again", file=patient, flush=True)
    said = os.read(reads, 1 << 20).decode().splitlines()
    assert said[-3:] == ["(3 lines before this one could not be written)", "heard", "again"]


def test_a_line_longer_than_a_pipe_takes_at_once_waits_for_nobody():
    reads, writes = os.pipe()
    with os.fdopen(writes, "w") as stream:
        print("é" * (1 << 20), file=Patient(stream), flush=True)
    os.close(reads)


def test_a_full_disk_and_a_reader_that_has_gone_are_no_errors():
    with open("/dev/full", "w") as full:
        patient = Patient(full)
        print("lost", file=patient, flush=True)
        assert patient.fileno() == full.fileno()
    print("closed", file=patient, flush=True)
    reads, writes = os.pipe()
    os.close(reads)
    print("lost", file=Patient(os.fdopen(writes, "w", buffering=1)), flush=True)


def test_streams_are_replaced_once(tmp_path):
    code = (
        "import sys; from gateway.process import saying as s; s.go_on_unheard(); a = sys.stderr;"
        "s.go_on_unheard(); assert sys.stderr is a and type(a) is s.Patient; print('x', flush=True)"
    )
    for closed in (False, True):
        done = subprocess.run(
            ["sh", "-c", '"$@"' + (" >&-" if closed else ""), "sh", sys.executable, "-c", code],
            cwd=ROOT, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr) == (0, "" if closed else "x\n", "")


def test_each_command_that_serves_goes_on_unheard():
    places = [*(ROOT / "tools" / "cli").glob("*.py"), *(ROOT / "gateway").rglob("__main__.py")]
    serve = [p for p in places if any(call in p.read_text() for call in SERVE)]
    assert len(serve) >= 5
    call = f"{saying.go_on_unheard.__name__}()"
    assert [p.name for p in serve if call not in p.read_text()] == []


def why_not(url):
    """What ``/healthz`` complains of; None while all is well or nobody answers."""
    try:
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{url}/healthz")
    except urllib.error.HTTPError as e:
        return e.read().decode()
    except OSError:
        pass
    return None


def test_a_gateway_whose_own_log_is_on_a_full_disk_still_says_that_events_are_not_stored(tmp_path):
    port = free_port()
    argv = ["gateway", "--demo", "--data", tmp_path, "--port", port, "--mqtt-port", free_port()]
    with open("/dev/full", "w") as full:
        gateway = subprocess.Popen(feltwire(*argv), env=child_env(), stdout=full, stderr=full)
    url = f"http://127.0.0.1:{port}"
    try:
        until(lambda: healthy(url) or "broker" in (why_not(url) or ""), "the gateway")
        log = Path(tmp_path, "log")
        log.rename(tmp_path / "aside")
        until(lambda: "the event log is gone" in (why_not(url) or ""), "that it is noticed")
        (tmp_path / "aside").rename(log)
        until(lambda: "the event log" not in (why_not(url) or "the event log"), "that all is well")
        assert gateway.poll() is None
    finally:
        gateway.terminate()
        gateway.wait(60)
