"""TLS with a certificate on each side: the real firmware on the real VM at a real Mosquitto."""

import json
import signal
import subprocess

import pytest

from tests.conftest import ROOT
from tests.firmware_link.brokers import Mosquitto
from tests.virtual.calm import calm
from tools.install.images import certificates as ce
from tools.virtual.table import VirtualTable
from tools.virtual.vm import interpreter

PROGRAM = """
import json, time
from firmware.link.connect import maker
from firmware.link.mqtt import Client
mqtt = json.loads({mqtt!r})
heard = []
def hello(now):
    client.publish(b"feltwire/7/up/x", b"y" * {size}, now)
client = Client(maker(mqtt), b"id", (b"w", b"w"), [b"feltwire/7/up/x"], hello,
                lambda t, p: heard.append(len(p)), lambda pid: None, lambda n: 0, 30, 60000)
begin = time.ticks_ms()
while time.ticks_diff(time.ticks_ms(), begin) < 90000:
    client.poll(time.ticks_diff(time.ticks_ms(), begin))
    if heard or client.failures:
        break
    time.sleep_ms(2)
print("heard", heard, client.last_error)
"""


@pytest.fixture(scope="module")
def authority():
    return ce.Authority()


@pytest.fixture(scope="module")
def files(tmp_path_factory, authority):
    """Files of the right certificates: the broker's (PEM) and the controller's (DER)."""
    folder = tmp_path_factory.mktemp("certificates")
    cert, key = authority.issue("broker.test", server=True)
    pem = write(folder, "pem", ca=authority.certificate, broker=cert, broker_key=key)
    cert, key = authority.issue("feltwire-7-c1")
    return pem, write(folder, "der", ca=authority.certificate, cert=cert, key=key)


def write(folder, form, **things):
    """Write things as ``<name>.<form>``; name -> path."""
    out = {}
    for name, thing in things.items():
        path = folder / f"{name}.{form}"
        path.write_bytes((ce.der if form == "der" else ce.pem)(thing))
        out[name] = str(path)
    return out


def broker_of(tmp_path, pem, more=""):
    return Mosquitto(tmp_path, (pem["ca"], pem["broker"], pem["broker_key"]), more)


def row(der, name="broker.test", **other):
    return {"ca": der["ca"], "cert": der["cert"], "key": der["key"], "name": name, **other}


def run(port, tls, vm="wheel", size=3):
    """What the controller's client makes of a broker."""
    mqtt = {"host": "127.0.0.1", "port": port, "tls": tls}
    done = subprocess.run(
        [*interpreter(vm), "-c", PROGRAM.format(mqtt=json.dumps(mqtt), size=size)],
        env={"MICROPYPATH": str(ROOT)}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    return done.stdout + done.stderr


@pytest.mark.parametrize("vm, size", [("wheel", 3), ("i386", 3), ("wheel", 2400)])
def test_both_sides_right_is_a_connection(tmp_path, files, vm, size):
    pem, der = files
    with broker_of(tmp_path, pem) as broker:
        assert run(broker.port, row(der), vm, size).startswith(f"heard [{size}]")
        assert "u'feltwire-7-c1'" in broker.log()  # the certificate's name, not the client's id


def test_a_controller_without_the_right_certificate_is_refused(tmp_path, files):
    pem, der = files
    stranger = ce.Authority("Another CA")
    cert, key = stranger.issue("feltwire-7-c1")
    own = write(tmp_path, "der", cert=cert, key=key)
    with broker_of(tmp_path, pem) as broker:
        assert "heard []" in run(broker.port, row({**der, **own}))
        plain = {"host": "127.0.0.1", "port": broker.port}
        done = subprocess.run(
            [*interpreter(), "-c", PROGRAM.format(mqtt=json.dumps(plain), size=3)],
            env={"MICROPYPATH": str(ROOT)}, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert "heard []" in done.stdout
        assert "heard [3]" in run(broker.port, row(der))  # the positive control


@pytest.mark.parametrize(
    "what", ["wrong ca", "other name", "expired", "not yet valid", "client's certificate"]
)
def test_a_broker_that_cannot_prove_itself_is_left(tmp_path, authority, files, what):
    pem, der = files
    name = "broker.test"
    signer, begin, end, server = authority, -1, 365, True
    if what == "wrong ca":
        signer = ce.Authority("Another CA")
    elif what == "other name":
        name = "other.test"
    elif what == "expired":
        begin, end = -30, -1
    elif what == "not yet valid":
        begin, end = 2, 30
    else:
        server = False
    cert, key = signer.issue(name, begin, end, server)
    bad = write(tmp_path, "pem", broker=cert, broker_key=key)
    with broker_of(tmp_path, {**pem, **bad}) as broker:
        out = run(broker.port, row(der))
        assert "heard []" in out and "tls: " in out, out


def test_the_whole_firmware_is_online_over_tls_and_does_without_when_a_file_is_missing(
    tmp_path, files
):
    pem, der = files
    with broker_of(tmp_path, pem) as broker:
        mqtt = {"host": "127.0.0.1", "port": broker.port, "tls": row(der)}
        extra = {"mqtt": mqtt}
        table = VirtualTable(
            calm(tmp_path), table_id="7", core=None, extra=extra, pace=1.0,
            flash_dir=tmp_path / "flash",
        )  # fmt: skip
        with table:
            table.run_until(60_000_000, lambda: "feltwire/7/up/state" in broker.log())
        assert "feltwire-7-c1" in broker.log()
        extra = {"mqtt": {**mqtt, "tls": row(der, cert="/nowhere.der")}}
        table = VirtualTable(
            calm(tmp_path), table_id="7", core=None, extra=extra, flash_dir=tmp_path / "flash2"
        )
        with table:
            table.run_until(3_000_000)
            assert "safe mode: mqtt.tls.cert: /nowhere.der is missing" in table.vm.last_words()


PRESSED = """
import json, sys, time
from firmware.link.connect import maker
from firmware.link.mqtt import Client
mqtt = json.loads({mqtt!r})
heard = []
sent = []
client = Client(maker(mqtt), b"id", (b"w", b"w"), [b"feltwire/7/up/x"], lambda now: None,
                lambda t, p: heard.append(p), lambda pid: None, lambda n: 0, 60, 60000)
begin = time.ticks_ms()
def now():
    return time.ticks_diff(time.ticks_ms(), begin)
while not client.is_up() and now() < 60000:
    client.poll(now())
print("up")
sys.stdin.readline()
while len(sent) < 4000:
    body = b"%06d" % len(sent) * 400
    if client.publish(b"feltwire/7/up/x", body, now()) is None:
        break
    sent.append(body[:6])
    client.poll(now())
print("full")
sys.stdin.readline()
while len(heard) < len(sent) and now() < 60000 and not client.failures:
    client.poll(now())
good = [p[:6] for p in heard] == sent and all([p == p[:6] * 400 for p in heard])
print("sent", len(sent) > 20, "good", good, client.last_error)
"""


def test_a_broker_that_takes_nothing_for_a_while_gets_every_byte_in_order(tmp_path, files):
    pem, der = files
    with broker_of(tmp_path, pem, "max_queued_messages 0") as broker:
        mqtt = {"host": "127.0.0.1", "port": broker.port, "tls": row(der)}
        vm = subprocess.Popen(
            [*interpreter(), "-X", "heapsize=24M", "-c", PRESSED.format(mqtt=json.dumps(mqtt))],
            env={"MICROPYPATH": str(ROOT)}, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )  # fmt: skip
        assert vm.stdout.readline() == "up\n"
        broker.process.send_signal(signal.SIGSTOP)
        vm.stdin.write("\n")
        vm.stdin.flush()
        assert vm.stdout.readline() == "full\n"
        broker.process.send_signal(signal.SIGCONT)
        out, _ = vm.communicate("\n", timeout=300)
        assert out == "sent True good True \n"
