"""The way of a calibration's orders and answers: a table's two topics at the broker."""

import queue
import ssl

import paho.mqtt.client as paho

from shared_rules import topics
from tools.errors import CommandError
from tools.install.pki.ca_folder import TECHNICIAN_NAME

CONNECT_S = 10
KEEPALIVE_S = 30


class MqttLine:
    """See LinkSource. ``tls``: (ca, certificate, key) files, or None. It reconnects by itself."""

    def __init__(self, table, host, port, tls=None):
        self._down = topics.topic(table, topics.DOWN_CALIBRATE)
        up = topics.topic(table, topics.UP_CALIBRATE)
        self._where = f"{host}:{port}"
        self._address = host, port
        self._inbox, self._ready = queue.Queue(), queue.Queue()
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=TECHNICIAN_NAME)
        if tls:
            try:
                self._client.tls_set(*tls, tls_version=ssl.PROTOCOL_TLS_CLIENT)
            except (OSError, ValueError) as e:
                raise CommandError(f"--tls: {e}") from None
        self._client.on_connect = lambda c, *_: c.subscribe(up, 1)
        self._client.on_subscribe = lambda *_: self._ready.put(True)
        self._client.on_message = lambda _c, _u, message: self._inbox.put(message.payload)

    def __enter__(self):
        try:
            self._client.connect(*self._address, keepalive=KEEPALIVE_S)
        except OSError as e:
            raise CommandError(f"no broker at {self._where}: {e}") from None
        self._client.loop_start()
        try:
            self._ready.get(timeout=CONNECT_S)
        except queue.Empty:
            self.__exit__()
            raise CommandError(f"the broker at {self._where} does not let us listen") from None
        return self

    def __exit__(self, *exc):
        self._client.disconnect()
        self._client.loop_stop()

    def send(self, payload):
        """Publish an order; one that does not leave is sent again by who waits for its answer."""
        self._client.publish(self._down, payload, qos=1)

    def receive(self, timeout_s):
        """The next answer's payload, None when none comes in time."""
        try:
            return self._inbox.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def forget(self):
        """What has come before does not answer what is sent next."""
        while self.receive(0) is not None:
            pass
