"""What the venue recipe leaves, looked at: the gateway's health, ten controllers at the broker.

Run in the root by tools/dev/venue_root.sh: ``python -m tools.dev.venue_look CONTROLLERS``, the
folder with the controllers' certificates. Each signs in at Mosquitto with its own certificate; one
without is refused. Exit code 1 when something is not as it should be.
"""

import ssl
import sys
import threading
import urllib.request
from pathlib import Path

import paho.mqtt.client as paho

GATEWAY = "http://127.0.0.1:8080"
BROKER = ("127.0.0.1", 8883)
TABLES = 10
WAIT_S = 30


def pem(folder):
    """The controller's certificate and key as PEM, beside its DER: ``(ca, cert, key)`` paths."""
    made = []
    for name, kind in (("ca", "CERTIFICATE"), ("cert", "CERTIFICATE"), ("key", "EC PRIVATE KEY")):
        text = ssl.DER_cert_to_PEM_cert((folder / f"{name}.der").read_bytes())
        path = folder / f"{name}.pem"
        path.write_text(text.replace("CERTIFICATE", kind))
        made.append(str(path))
    return made


def signs_in(ca, cert=None, key=None):
    """Whether the broker takes who comes with this certificate."""
    ended, answer = threading.Event(), []
    client = paho.Client(paho.CallbackAPIVersion.VERSION2)
    client.tls_set(ca, cert, key)
    client.on_connect = lambda *a: (answer.append(not a[3].is_failure), ended.set())
    client.on_disconnect = lambda *_: ended.set()
    client.on_connect_fail = lambda *_: ended.set()
    client.connect_async(*BROKER)
    client.loop_start()
    ended.wait(WAIT_S)
    client.disconnect()
    client.loop_stop()
    return answer == [True]


def main():
    """Look, print, say by the exit code."""
    folder = Path(sys.argv[1])
    with urllib.request.urlopen(f"{GATEWAY}/healthz", timeout=WAIT_S) as answer:
        print("gateway:", answer.status, answer.read().decode())
    came = [n for n in range(1, TABLES + 1) if signs_in(*pem(folder / str(n)))]
    stranger = signs_in(str(folder / "1" / "ca.pem"))
    print(f"controllers that signed in: {len(came)} of {TABLES}")
    print("without a certificate:", "let in" if stranger else "refused")
    return 0 if len(came) == TABLES and not stranger else 1


if __name__ == "__main__":
    sys.exit(main())
