"""Phones that want to be told: their Web Push subscriptions, kept in a file, bounded.

An endpoint is an address somebody gave us and the gateway will post to, so only known push
services are taken; it is a secret of that phone and appears in no log.
"""

import base64
import binascii
import contextlib
import json
import threading
from pathlib import Path
from urllib.parse import urlsplit

from gateway.errors import BadRequest
from gateway.languages.speech import ENGLISH
from gateway.process import atomic

AUDIENCES = ("floor", "director")
KEPT = 200
ENDPOINT_MAX = 1000
FILE = "subscriptions.json"


class Subscriptions:
    """``folder``: made with mode 0700 when there is something to keep; ``services``: hosts whose
    endpoints are taken, with their subdomains; one that begins with ``http`` is a whole origin."""

    def __init__(self, folder, services):
        self._path = Path(folder) / FILE
        self._services = tuple(services)
        self._lock = threading.Lock()
        self._kept = self._load()  # endpoint -> {"audience", "subscription", "session", ...}
        self.opens = lambda session: True  # whether a session still opens something

    def add(self, audience, subscription, session=None, lang=ENGLISH, name=None):
        """Take a subscription as the browser gives it (``toJSON``). BadRequest says what is wrong.
        The oldest goes when there are too many; one of a ``session`` is told while that lasts.
        ``lang``: the phone's language; ``name``: whose phone it is."""
        if audience not in AUDIENCES:
            raise BadRequest(f"audience must be one of {', '.join(AUDIENCES)}")
        found = self._checked(subscription)
        with self._lock:
            self._kept.pop(found["endpoint"], None)
            self._kept[found["endpoint"]] = {
                "audience": audience, "subscription": found, "session": session, "lang": lang,
                "name": name,
            }  # fmt: skip
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
            self._save()

    def remove(self, endpoint):
        """A phone wants no more, or its push service does not know it any more."""
        with self._lock:
            if self._kept.pop(endpoint, None) is not None:
                self._save()

    def of(self, audiences, whose=lambda name: True):
        """Subscriptions of some audiences, of phones that are still let in.

        ``whose``: says of a person's name (None: nobody knows) whether that phone is meant.
        """
        with self._lock:
            found = [s for s in self._kept.values() if s["audience"] in audiences]
        meant = [s for s in found if whose(s.get("name"))]
        return [s["subscription"] for s in meant if self.opens(s.get("session"))]

    def language_of(self, subscription):
        """The language a phone has asked to be told in."""
        with self._lock:
            kept = self._kept.get(subscription["endpoint"], {})
        return kept.get("lang", ENGLISH)

    def _checked(self, given):
        endpoint, keys = given.get("endpoint"), given.get("keys")
        if not isinstance(endpoint, str) or len(endpoint) > ENDPOINT_MAX:
            raise BadRequest("endpoint: the address of a push service is needed")
        if not self._is_service(endpoint):
            raise BadRequest("endpoint: not a push service this gateway knows (push_services)")
        if not isinstance(keys, dict):
            raise BadRequest("keys: p256dh and auth are needed")
        for name, size in (("p256dh", 65), ("auth", 16)):
            if len(_bytes(keys.get(name))) != size:
                raise BadRequest(f"keys.{name}: {size} bytes in base64url are needed")
        return {"endpoint": endpoint, "keys": {k: keys[k] for k in ("p256dh", "auth")}}

    def _is_service(self, endpoint):
        try:
            parts = urlsplit(endpoint)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            return False
        if parts.username or parts.password:
            return False
        if f"{parts.scheme}://{parts.netloc}" in self._services:
            return True
        if parts.scheme != "https" or port not in (None, 443):
            return False
        return any(host == name or host.endswith("." + name) for name in self._services)

    def _load(self):
        """What is kept and can be used; a phone whose row cannot asks again when it is opened."""
        try:
            found = json.loads(self._path.read_text())
        except (OSError, ValueError, RecursionError):
            return {}
        rows = found.items() if isinstance(found, dict) else ()
        return {endpoint: row for endpoint, row in rows if self._is_row(endpoint, row)}

    def _is_row(self, endpoint, row):
        try:
            same = self._checked(row["subscription"])["endpoint"] == endpoint
            return same and row["audience"] in AUDIENCES
        except (BadRequest, TypeError, LookupError, AttributeError):
            return False

    def _save(self):
        """Written aside and renamed; a disk that refuses costs a restart's memory only."""
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            atomic.write_text(self._path, json.dumps(self._kept))


def _bytes(text):
    """Bytes of a base64url text, padded or not; none of anything else."""
    if not isinstance(text, str) or len(text) > 200:
        return b""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return b""
