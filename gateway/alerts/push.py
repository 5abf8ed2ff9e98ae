"""Tells phones of alerts: Web Push to those that asked for it, Apprise to whatever a venue has.

Both want the extra ``push`` (pywebpush, Apprise) and are off until a setting switches them on. What
is sent is what the floor page shows in one line: table, seat, sentence. No thread of the gateway
waits for a push service: a few workers send, each try with a time-out, a bounded number of tries
and of waiting messages.
"""

import base64
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from gateway import extras
from gateway.alerts import registry
from gateway.alerts.subscriptions import Subscriptions
from gateway.errors import GatewayError
from gateway.languages.speech import speaking, text, translated
from gateway.process import atomic
from gateway.process.logger import Logger

log = Logger("gateway.push")

WORKERS = 4
WAITING_MAX = 400  # messages; beyond it the oldest news is what nobody needs: they are not sent
TRY_S = 3.0
PAUSES_S = (0.5, 2.0)  # between tries
TTL_S = 600  # a push service keeps it so long for a phone that is off
GONE = (404, 410)
AT_TABLE, AT_SEAT = "table {table}", "table {table}, seat {seat}"
AGAIN = "Not answered: {where}"


class Push:
    """``settings``: Settings. GatewayError when what they ask for cannot be had."""

    def __init__(self, settings, sleep=None):
        self.sent = self.failed = self.dropped = 0
        self._stopping = threading.Event()
        self._sleep = sleep or self._stopping.wait
        self._waiting = 0
        self._lock = threading.Lock()
        folder = Path(settings.data_dir) / "push"
        self.subscriptions = Subscriptions(folder, settings.push_services)
        self.rings = lambda table, name: True  # whether a call of a table is for this person
        self._claims = None
        self._vapid = self._apprise = None
        if settings.push_contact:
            self._claims = {"sub": settings.push_contact}
            self._vapid = _vapid_key(folder / "vapid.pem")
        if settings.apprise_file:
            self._apprise = _apprise_of(settings.apprise_file)
        self._pool = None
        if self._vapid or self._apprise:
            self._pool = ThreadPoolExecutor(WORKERS, "push")

    def key(self):
        """What a browser needs to subscribe: the public key in base64url; empty: no Web Push."""
        if self._vapid is None:
            return ""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        raw = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

    def notify(self, alert):
        """Call whom its row of the registry names to an alert (see Escalator). Returns at once."""
        level = alert["level"]
        audiences = registry.calls(alert["body"], level)
        if not audiences:
            return
        if self._vapid is not None:
            whose = self._whose(alert)
            for subscription in self.subscriptions.of(audiences, whose):
                with speaking(self.subscriptions.language_of(subscription)):
                    self._submit(self._web_push, subscription, _message(alert))
        if self._apprise is not None and audiences == registry.EVERYBODY:
            self._submit(self._notify_apprise, _message(alert))

    def _whose(self, alert):
        """Who is called of those who asked for it: the pit's people, and at last everybody."""
        if alert["level"] or not alert["table"]:
            return lambda name: True
        return lambda name: name is None or self.rings(alert["table"], name)

    def stop(self):
        """What waits is not sent any more."""
        self._stopping.set()
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, work, *args):
        with self._lock:
            if self._waiting >= WAITING_MAX or self._stopping.is_set():
                self.dropped += 1
                return
            self._waiting += 1
        self._pool.submit(self._try, work, *args)

    def _try(self, work, *args):
        """Up to three tries; ``work`` says True when it is done, False when it may be repeated."""
        try:
            for pause_s in (0.0, *PAUSES_S):
                if pause_s:
                    self._sleep(pause_s)
                if self._stopping.is_set():
                    return
                if work(*args):
                    self._count("sent")
                    return
            self._count("failed")
        except Exception as e:  # noqa: BLE001 - a library's fault must not end the worker unseen
            self._count("failed")
            log.error("push failed", why=type(e).__name__)
        finally:
            with self._lock:
                self._waiting -= 1

    def _count(self, what):
        with self._lock:
            setattr(self, what, getattr(self, what) + 1)

    def _web_push(self, subscription, message):
        import pywebpush
        import requests

        session = requests.Session()
        session.max_redirects = 0  # an endpoint is where it says, or nothing
        try:
            pywebpush.webpush(
                subscription, json.dumps(message), vapid_private_key=self._vapid,
                vapid_claims=dict(self._claims), timeout=TRY_S, ttl=TTL_S,
                headers={"Urgency": "high"}, requests_session=session,
            )  # fmt: skip
            return True
        except pywebpush.WebPushException as e:
            status = e.response.status_code if e.response is not None else 0
            if status in GONE:
                self.subscriptions.remove(subscription["endpoint"])
                return True
            host = urlsplit(subscription["endpoint"]).hostname
            log.warning("a push service refused", host=host, status=status)
        except requests.RequestException as e:
            host = urlsplit(subscription["endpoint"]).hostname
            log.warning("a push service does not answer", host=host, why=type(e).__name__)
        finally:
            session.close()
        return False

    def _notify_apprise(self, message):
        if self._apprise.notify(body=message["body"], title=message["title"], timeout=TRY_S):
            return True
        log.warning("Apprise could not tell everybody it should")
        return False


def _message(alert):
    body, table = alert["body"], alert["table"]
    said = translated(body["text"])
    if not table:
        return {"title": "Feltwire", "body": said, "tag": "system", "url": "/floor"}
    seat = body.get("seat")
    where = text(AT_SEAT if seat else AT_TABLE, table=table, seat=seat)
    return {
        "title": text(AGAIN, where=where) if alert["level"] else where,
        "body": said,
        "tag": f"{table}-{alert['n']}-{alert['k']}",
        "url": f"/floor?table={table}",
        "late": bool(alert["level"]),
    }


def _vapid_key(path):
    """This gateway's key towards push services, made once."""
    try:
        from py_vapid import Vapid02
    except ImportError:
        raise GatewayError(extras.missing("push_contact", "push")) from None
    try:
        if path.exists():
            return Vapid02.from_file(str(path))
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = Vapid02()
        made.generate_keys()
        atomic.write_text(path, made.private_pem().decode())
        return made
    except OSError as e:
        raise GatewayError(f"{path}: {e.strerror or e}") from None
    except Exception as e:  # noqa: BLE001 - the library has many ways to refuse a file
        raise GatewayError(f"{path}: not a key for Web Push ({type(e).__name__})") from None


def _apprise_of(name):
    """Apprise with the addresses of a file, one a line; they hold secrets and are no setting."""
    try:
        import apprise
    except ImportError:
        raise GatewayError(extras.missing("apprise_file", "push")) from None
    made = apprise.Apprise()
    try:
        lines = Path(name).read_text().splitlines()
    except OSError as e:
        raise GatewayError(f"apprise_file {name}: {e.strerror or e}") from None
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if line and not line.startswith("#") and not made.add(line):
            raise GatewayError(f"apprise_file {name}, line {number}: no address Apprise knows")
    if not len(made):
        raise GatewayError(f"apprise_file {name}: no address in it")
    return made
