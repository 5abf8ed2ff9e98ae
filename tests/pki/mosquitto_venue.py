"""A venue for a test: a CA, certificates made by the command, a real Mosquitto of its own files."""

import os
import socket
import ssl
import subprocess
import tempfile
import threading

import paho.mqtt.client as paho

from tests.firmware_link.brokers import program
from tests.gateway.support import until
from tools import cli
from tools.cli.cmd_up import answers
from tools.dev.ports import free_port
from tools.install.images import certificates as ce
from tools.install.pki.ca_folder import Store

TABLES = (("1", "c1"), ("2", "c1"), ("12", "c1"), ("feature", "c2"))
GATEWAY, IMAGES = "feltwire-gateway", "feltwire-images"
TECHNICIAN = "feltwire-technician"
# Test instruments beside the rules under test: one sees all, one may write all.
INSTRUMENTS = "\nuser observer\ntopic read #\ntopic read $SYS/#\n\nuser injector\ntopic write #\n"


def pki(*args):
    """Run the command; it must succeed."""
    assert cli.main(["pki", *[str(a) for a in args]]) == 0


def enrolled(folder, tables=TABLES):
    """CA, broker's, gateway's and controllers' certificates, made as a venue makes them."""
    ca = folder / "tls"
    pki("init", "--dir", ca)
    pki("broker", "--name", "broker.test", "--dir", ca)
    pki("gateway", "--dir", ca)
    pki("images", "--dir", ca)
    pki("technician", "--dir", ca)
    for table, dev in tables:
        out = folder / f"feltwire-{table}-{dev}"
        pki("controller", "--table", table, "--dev", dev, "--out", out, "--dir", ca)
    return Store(ca)


class Broker:
    """Mosquitto with the files of ``feltwire pki mosquitto``."""

    def __init__(self, folder, store, more=""):
        self.folder, self.store, self.port = folder, store, free_port()
        self.out = folder / "mosquitto"
        self.pid_file = folder / "mosquitto.pid"
        self.log_path = folder / "mosquitto.log"
        pid_file = () if os.getuid() == 0 else ("--pid-file", self.pid_file)
        pki(
            "mosquitto", "--out", self.out, "--port", self.port, "--host", "127.0.0.1",
            "--log", self.log_path, *pid_file, "--dir", store.folder,
        )  # fmt: skip
        if more:
            with (self.out / "acl").open("a") as f:
                f.write(more)
        if os.getuid() == 0:  # a test's folders are private: Mosquitto must stay who we are
            with (self.out / "mosquitto.conf").open("a") as f:
                f.write(f"user root\npid_file {self.pid_file}\n")
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen(
            [program(), "-c", str(self.out / "mosquitto.conf")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            until(lambda: answers("127.0.0.1", self.port), "Mosquitto")
        except AssertionError:
            self.__exit__()
            raise
        return self

    def log(self):
        return self.log_path.read_text() if self.log_path.exists() else ""

    def __exit__(self, *exc):
        self.process.terminate()
        self.process.wait(10)


def context(ca, cert=None, key=None):
    """TLS of a client. ``cert``, ``key``: objects or None."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.load_verify_locations(cadata=ce.pem(ca).decode())
    if cert is not None:
        with tempfile.NamedTemporaryFile(suffix=".pem") as f:
            f.write(ce.pem(key) + ce.pem(cert))
            f.flush()
            made.load_cert_chain(f.name)
    return made


class Client:
    """A client at the broker: what it received, and whether it is connected."""

    def __init__(
        self, port, tls, client_id="", will=None, clean=True, again=False, login=None
    ):  # fmt: skip
        self.received, self.ups, self.downs = [], 0, 0
        self.answer = None
        self._acks, self._granted = threading.Event(), {}
        client = paho.Client(
            paho.CallbackAPIVersion.VERSION2,
            client_id=client_id or f"id-{id(self)}",
            clean_session=clean,
            reconnect_on_failure=again,
        )
        if tls is not None:
            client.tls_set_context(tls)
        if login:
            client.username_pw_set(*login)
        if will:
            client.will_set(*will, qos=1)
        client.on_connect = self._came
        client.on_disconnect = self._went
        client.on_message = lambda _c, _u, m: self.received.append((m.topic, m.payload.decode()))
        client.on_subscribe = lambda _c, _u, mid, codes, _p: self._granted.update({mid: codes})
        client.reconnect_delay_set(1, 1)
        client.max_inflight_messages_set(500)
        client.on_socket_open = lambda _c, _u, s: s.setsockopt(6, socket.TCP_NODELAY, 1)
        self.mqtt, self.port = client, port

    def _came(self, _client, _userdata, _flags, reason, _properties):
        self.answer = not reason.is_failure
        self.ups += self.answer

    def _went(self, *_):
        self.downs += 1

    def connect(self):
        """True when the broker lets us in, False when it does not."""
        try:
            self.mqtt.connect("127.0.0.1", self.port, keepalive=60)
        except OSError:
            return False
        self.mqtt.loop_start()
        # In TLS 1.3 a client learns only after its handshake that it was refused.
        until(lambda: self.answer is not None or self.downs, "the broker's answer")
        return bool(self.answer)

    def publish(self, topic, text, retain=False):
        """At QoS 1; what MQTT 3.1.1 acknowledges says nothing about permission."""
        return self.mqtt.publish(topic, text, qos=1, retain=retain)

    def settle(self, sent):
        """Until the broker has answered all of it."""
        until(lambda: all(m.is_published() for m in sent), "acknowledgements")

    def subscribe(self, *filters):
        """Until the broker has answered; what it had queued for us before has then arrived."""
        _, mid = self.mqtt.subscribe([(f, 1) for f in filters])
        until(lambda: mid in self._granted, "SUBACK")

    def drop(self):
        """Gone without a word: the will is due."""
        self.mqtt.loop_stop()
        sock = self.mqtt.socket()
        sock.close()

    def close(self):
        self.mqtt.disconnect()
        self.mqtt.loop_stop()
