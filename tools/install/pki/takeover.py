"""Cutting the connection of somebody who is revoked.

Mosquitto looks at certificates when a connection is made, not later; told of a revocation, it takes
the rights of those who are connected and lets them stay. But one name is one connection there
(``use_username_as_clientid``): who comes with the same name ends the older one. The CA makes itself
a certificate of that name which lasts minutes, is on no list and so has no rights.
"""

import ssl
import tempfile
import threading
import time
from pathlib import Path

import paho.mqtt.client as paho

from tools.errors import CommandError
from tools.install.images import certificates as ce

ROUNDS = 2  # the first may come before the broker has read the list, and the device return
PAUSE_S = 2.0
CONNECT_S = 10.0
DAYS = 1 / 96


def cut(store, name, host, port):
    """End the connection of ``name`` at a broker; False when the broker lets nobody in."""
    ca = ce.open_ca(store.folder)
    cert, key = ca.issue(name, begin=-DAYS, end=DAYS)
    with tempfile.TemporaryDirectory(prefix="feltwire-cut-") as folder:
        path = Path(folder) / "both.pem"
        ce.save(path, ce.pem(key) + ce.pem(cert), secret=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(store.folder / "ca.pem")
        context.load_cert_chain(path)
    done = True
    for i in range(ROUNDS):
        if i:
            time.sleep(PAUSE_S)
        done = _connect(name, host, port, context) and done
    return done


def _connect(name, host, port, context):
    client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=name)
    client.tls_set_context(context)
    answered, taken = threading.Event(), []

    def came(_client, _userdata, _flags, reason, _properties):
        taken.append(not reason.is_failure)
        answered.set()

    client.on_connect = came
    try:
        client.connect(host, port)
    except OSError as e:
        raise CommandError(f"--broker {host}:{port}: {e}") from None
    client.loop_start()
    answered.wait(CONNECT_S)
    client.disconnect()
    client.loop_stop()
    return taken == [True]
