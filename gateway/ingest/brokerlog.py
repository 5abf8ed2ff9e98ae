"""What Mosquitto has refused, read from its log: it tells nobody else.

MQTT 3.1.1 acknowledges a denied message like any other, so a controller that tries another table's
topics shows here only. `feltwire pki mosquitto --log` has it written; lines hold no message.
"""

import os
import re

from gateway.process.logger import Logger
from gateway.process.ticker import Ticker

log = Logger("gateway.broker")
POLL_S = 1.0
READ_BYTES = 256 * 1024  # in one poll; a log that grows faster is read by its end only
LINE_BYTES_MAX = 4096
_DENIED = re.compile(
    r"Denied PUBLISH from (.{1,80}?) \(d\d, q\d, r\d, m\d+, '(.{0,200}?)', \.\.\. "
)
_NEW = re.compile(r"New connection from (\S{1,60}):\d+ on port ")
_FAILED = re.compile(r"Client connection from (\S{1,60}) failed: .*SSL")
_TLS = re.compile(r"OpenSSL Error\[\d+\]: .*(certificate|peer did not return|unknown ca)", re.I)


class Reader:
    """Lines to refusals. ``take(line)``: ``("topic", name, topic)`` of a certificate's holder who
    wrote where he may not, ``("certificate", address, "")`` of a connection refused, or None."""

    def __init__(self):
        self._address = "?"  # of the newest connection: TLS errors are logged without one

    def take(self, line):
        """See the class."""
        found = _DENIED.search(line)
        if found:
            return "topic", _plain(found[1]), _plain(found[2])
        found = _NEW.search(line)
        if found:
            self._address = found[1]
            return None
        found = _FAILED.search(line)
        if found:
            return "certificate", _plain(found[1]), ""
        if _TLS.search(line):
            return "certificate", _plain(self._address), ""
        return None


class Tail:
    """New whole lines of a file that grows, is moved away, cut or not there yet.

    What it held before the first look is passed over.
    """

    def __init__(self, path):
        self._path = path
        self._inode = self._at = None
        self._rest = b""
        self._seen = False  # looked once

    def lines(self):
        """Lines since the last look, at most ``READ_BYTES`` of them."""
        try:
            with open(self._path, "rb") as f:
                info = os.fstat(f.fileno())
                if info.st_ino != self._inode or info.st_size < self._at:
                    self._at = 0 if self._seen else info.st_size
                    self._inode, self._rest = info.st_ino, b""
                if info.st_size - self._at > READ_BYTES:
                    self._at, self._rest = info.st_size - READ_BYTES, b""
                f.seek(self._at)
                data = f.read(READ_BYTES)
        except OSError as e:
            self._seen = True
            raise LogUnreadable(f"{self._path}: {e.strerror}") from None
        self._seen = True
        self._at += len(data)
        *whole, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-LINE_BYTES_MAX:]
        return [line[:LINE_BYTES_MAX].decode(errors="replace") for line in whole]


class LogUnreadable(OSError):
    """The broker's log cannot be read; the text is one line."""


class BrokerLog:
    """Follows Mosquitto's log on a thread: ``on_refused(kind, who, topic)``, see ``Reader``."""

    def __init__(self, path, on_refused):
        self._tail, self._reader = Tail(path), Reader()
        self._on_refused = on_refused
        self._trouble = None
        self._ticker = Ticker("broker log", POLL_S, self.look)
        self.stop = self._ticker.stop

    def start(self):
        """Follow from now on."""
        self.look()
        self._ticker.start()

    def look(self):
        """Tell what the log says since the last look."""
        try:
            lines, trouble = self._tail.lines(), None
        except LogUnreadable as e:
            lines, trouble = [], str(e)
        if trouble and trouble != self._trouble:
            log.error("the broker's log is not read", why=trouble)
        self._trouble = trouble
        for line in lines:
            found = self._reader.take(line)
            if found:
                self._on_refused(*found)


def _plain(text):
    return "".join(c if c.isprintable() else "?" for c in text)
