"""The gateway's end of MQTT: paho-mqtt in its own thread, messages into a bounded inbox."""

import contextlib
import queue
import socket
import ssl
import threading
import time

import paho.mqtt.client as paho

from gateway.errors import GatewayError
from gateway.ingest import decoder
from gateway.process import unforeseen
from gateway.process.logger import Logger
from shared_rules import topics

log = Logger("gateway.mqtt")
# Probes after 2 s of silence, every second, three of them; 4 s for what was sent to arrive.
SILENCE = (
    ("TCP_KEEPIDLE", 2), ("TCP_KEEPINTVL", 1), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 4000),
)  # fmt: skip
SUBSCRIPTIONS = (
    topics.UP_EVENTS,
    topics.UP_STATE,
    topics.UP_HEALTH,
    topics.UP_TIME,
    topics.UP_PROGRAM,
    topics.UP_ENROL,
    topics.DOWN_HEAD,
)
BEATS = "/" + topics.UP_BEAT  # fmt: skip
WANTED = [(topics.topic("+", name), 1) for name in SUBSCRIPTIONS]
WANTED.append((topics.topic("+", topics.UP_BEAT), 0))


class MqttLink:
    """Keeps a connection to the broker and puts ``(topic, payload, monotonic ms)`` into ``inbox``.

    A full inbox drops the message and counts it: controllers repeat what was not acknowledged.
    It is ``up`` once the broker has granted what was subscribed to; ``refused`` says why it does
    not, None otherwise. ``on_link(up)`` is called on the link's thread when that changes,
    ``on_heard(table, is_beat)`` for whatever comes from a controller; a beat goes into no inbox.
    """

    def __init__(self, settings, inbox, on_link=None, on_heard=None):
        self.inbox = inbox
        self.dropped = 0
        self.stumbles = 0  # messages that met an error of ours
        self.up = False
        self.refused = None
        self._bytes_max = settings.payload_bytes_max
        self._host, self._port = settings.mqtt_host, settings.mqtt_port
        self._on_link = on_link
        self._on_heard = on_heard or (lambda table, is_beat: None)
        self._connected = threading.Event()
        client = paho.Client(
            paho.CallbackAPIVersion.VERSION2,
            client_id=settings.mqtt_client_id,
            clean_session=True,  # what was missed is asked for; the broker keeps nothing for us
        )
        client.reconnect_delay_set(min_delay=1, max_delay=5)
        client.max_queued_messages_set(10_000)
        if settings.mqtt_ca:
            client.tls_set_context(tls_context(settings))
        if settings.mqtt_user:
            client.username_pw_set(settings.mqtt_user, password_of(settings.mqtt_password_file))
        client.on_socket_open = _tune
        client.on_connect = self._came
        client.on_subscribe = self._granted
        client.on_connect_fail = self._unanswered
        client.on_disconnect = self._went
        client.on_message = self._message
        self._client = client

    def start(self):
        """Connect in the background, now and whenever the connection is lost."""
        self._client.connect_async(self._host, self._port, keepalive=15)
        self._client.loop_start()

    def wait(self, timeout_s):
        """True as soon as the broker is connected, False after ``timeout_s``."""
        return self._connected.wait(timeout_s)

    def stop(self):
        """Disconnect and end the thread."""
        self._client.disconnect()
        self._client.loop_stop()

    def publish(self, topic, payload, retain=False, qos=1):
        """Publish, at QoS 1; False when the broker is away (nothing is queued then)."""
        if not self.up:
            return False
        return self._client.publish(topic, payload, qos=qos, retain=retain).rc == 0

    def _came(self, client, _userdata, _flags, reason, _properties):
        if reason.is_failure:
            self._refuse(str(reason))
        else:
            client.subscribe(WANTED)

    def _granted(self, client, _userdata, _mid, reasons, _properties):
        wanted = zip(WANTED, reasons, strict=False)
        refused = [topic for (topic, _qos), reason in wanted if reason.is_failure]
        if refused:  # connected, it would hear nothing, and nobody would know
            self._refuse(f"no subscription to {refused[0]}")
            with contextlib.suppress(OSError):  # it is cut already
                client.socket().shutdown(socket.SHUT_RDWR)  # paho comes again, after a pause
            return
        self.up, self.refused = True, None
        self._connected.set()
        if self._on_link:
            self._on_link(True)

    def _refuse(self, why):
        if why != self.refused:
            log.error("the broker refuses the gateway", why=why)
        self.refused = why

    def _unanswered(self, _client, _userdata):
        self.refused = None  # it is away now

    def _went(self, _client, _userdata, _flags, _reason, _properties):
        was, self.up = self.up, False
        self._connected.clear()
        if was and self._on_link:
            self._on_link(False)

    def _message(self, _client, _userdata, message):
        try:
            self._take(message)
        except Exception as e:  # paho would end the thread; a topic that is no text comes here too
            self.stumbles += 1
            unforeseen.say(log, "a message could not be taken in", e)

    def _take(self, message):
        if self._heard(message):
            return
        if not message.retain and message.topic.endswith(topics.DOWN_HEAD):
            return  # our own, just sent; what the broker kept is compared with the log
        try:
            payload = message.payload[: self._bytes_max + 1]  # too long is refused; it waits short
            self.inbox.put_nowait((message.topic, payload, time.monotonic_ns() // 1_000_000))
        except queue.Full:
            self.dropped += 1

    def _heard(self, message):
        """Whose message it is; True for a beat, which says no more than that."""
        is_beat = message.topic.endswith(BEATS)
        where = topics.split(message.topic)
        if (
            where
            and where[1].startswith("up/")
            and decoder.is_table(where[0])
            and not message.retain
        ):
            self._on_heard(where[0], is_beat)
        return is_beat


def password_of(path):
    """The password in a file, None without a file. GatewayError for one that cannot be read."""
    if not path:
        return None
    try:
        with open(path, encoding="utf-8") as f:
            return f.readline().rstrip("\n")
    except (OSError, ValueError) as e:
        raise GatewayError(f"mqtt_password_file {path}: {getattr(e, 'strerror', e)}") from None


def tls_context(settings):
    """TLS towards the broker, both sides with a certificate. GatewayError for unusable files."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # checks the chain and the broker's name
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        where = f"mqtt_ca {settings.mqtt_ca}"
        made.load_verify_locations(settings.mqtt_ca)
        where = f"mqtt_cert {settings.mqtt_cert}, mqtt_key {settings.mqtt_key}"
        # A key with a password would be asked for on the terminal: an empty one is given.
        made.load_cert_chain(settings.mqtt_cert, settings.mqtt_key, password="")
    except ssl.SSLError:
        text = f"{where}: not a certificate and its key in PEM"
        raise GatewayError(text) from None
    except OSError as e:
        raise GatewayError(f"{where}: {e.strerror}") from None
    return made


def _tune(_client, _userdata, sock):
    """Acknowledgements are small and alone: Nagle's algorithm would hold each back 40 ms.

    A line that has gone silent is noticed by the kernel within 5 s, by probes or by what it cannot
    deliver: MQTT's own keepalive would take half a minute, or fail when a busy machine stalls.
    """
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in SILENCE:
        if hasattr(socket, name):  # Linux
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
