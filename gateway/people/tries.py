"""At most five wrong tries a minute, for one person and for one address, in bounded memory.

Of several gateways, at all of them together. A person who has signed in from an address before is
counted there apart from all others: nobody who tries wrongly, from there or elsewhere, keeps that
person out.
"""

import hashlib
import ipaddress
import threading
from collections import deque

TRIES_MAX, WINDOW_MS = 5, 60_000
KEYS_MAX = 4096


class Tries:
    """``now_ms()``: a clock that never runs backwards. ``addresses_of(name)``: from where a person
    has signed in before, as the sessions say."""

    def __init__(self, now_ms, addresses_of=lambda name: ()):
        self._now_ms, self._addresses_of = now_ms, addresses_of
        self._kept = {}  # key -> times
        self._lock = threading.Lock()

    def begin(self, name, address):
        """Count a try before it is looked at; ms to wait (0: it may be made).

        A try that was right is taken back by ``right``.
        """
        keys = self.keys(name, address)
        with self._lock:
            now = self._now_ms()
            if len(self._kept) + len(keys) > KEYS_MAX:
                self._forget(now)
                if len(self._kept) + len(keys) > KEYS_MAX:
                    return WINDOW_MS  # so many at once are no people: nobody new is let try
            wait = 0
            for key in keys:
                times = self._kept.get(key, ())
                recent = [t for t in times if now - t < WINDOW_MS]
                if len(recent) >= TRIES_MAX:
                    wait = max(wait, WINDOW_MS - (now - recent[0]))
            if wait:
                return wait
            for key in keys:
                self._kept.setdefault(key, deque(maxlen=TRIES_MAX)).append(now)
            return 0

    def right(self, name, address):
        """The last try of these was right and does not count."""
        keys = self.keys(name, address)
        with self._lock:
            for key in keys:
                times = self._kept.get(key)
                if times:
                    times.pop()
                    if not times:
                        del self._kept[key]

    def count(self):
        """Keys in memory."""
        return len(self._kept)

    def forget(self):
        """As if nobody had tried so far."""
        with self._lock:
            self._kept.clear()

    def keys(self, name, address):
        """What a try counts for."""
        here = _network(address)
        if here in {_network(known) for known in self._addresses_of(name)}:
            return (("person", name, here),)
        return ("person", name), ("address", here)

    def _forget(self, now):
        self._kept = {k: t for k, t in self._kept.items() if now - t[-1] < WINDOW_MS}


class SharedTries:
    """As Tries, for all gateways of a cluster. ``local``: the Tries of this one, asked first, so
    that a flood at one gateway costs the database nothing; ``database``: a SharedDatabase.

    Times are the database's. They are lost when it dies: a minute's tries may then be made again.
    """

    def __init__(self, local, database):
        self._local, self._db = local, database

    def begin(self, name, address):
        """See Tries.begin. PeopleError when the database does not answer: nobody is let try."""
        wait = self._local.begin(name, address)
        if wait:
            return wait
        keys = [_digest(key) for key in self._local.keys(name, address)]
        with self._db.change("attempt") as db:
            span = f"interval '{WINDOW_MS} ms'"
            db.execute(f"DELETE FROM attempt WHERE at <= clock_timestamp() - {span}")
            full = db.execute("SELECT count(*) FROM attempt").fetchone()[0] + len(keys) > KEYS_MAX
            left = (
                "SELECT extract(epoch FROM min(at) - clock_timestamp()) * 1000 FROM attempt"
                " WHERE key = ANY(?) GROUP BY key HAVING count(*) >= ?"
            )
            found = db.execute(left, (keys, TRIES_MAX)).fetchall()
            wait = max((max(1, WINDOW_MS + int(row[0])) for row in found), default=0)
            wait = wait or (WINDOW_MS if full else 0)
            if not wait:
                rows = [(key,) for key in keys]
                db.executemany("INSERT INTO attempt VALUES (?, clock_timestamp())", rows)
        if wait:
            self._local.right(name, address)  # it was not made
        return wait

    def right(self, name, address):
        """See Tries.right."""
        self._local.right(name, address)
        with self._db.change("attempt") as db:
            newest = "SELECT ctid FROM attempt WHERE key = ? ORDER BY at DESC LIMIT 1"
            rows = [(_digest(key),) for key in self._local.keys(name, address)]
            db.executemany(f"DELETE FROM attempt WHERE ctid IN ({newest})", rows)

    def forget(self):
        """See Tries.forget."""
        self._local.forget()
        with self._db.change("attempt") as db:
            db.execute("DELETE FROM attempt")


def _digest(key):
    return hashlib.sha256(repr(key).encode("utf-8", "surrogateescape")).digest()


def _network(address):
    """An address; of IPv6 the /64, which is one household's."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    return str(ipaddress.ip_network((ip, 64), strict=False)) if ip.version == 6 else str(ip)
