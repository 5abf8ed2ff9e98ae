"""CasparCG's Advanced Media Control Protocol: what a crew needs of ``CG`` for an overlay's page.

https://github.com/CasparCG/help/wiki/AMCP-Protocol: a command is a line that ends in CR LF, a
parameter with a blank stands in quotes, within which ``\\\\``, ``\\"`` and ``\\n`` are escaped. The
answer begins with a code: 200 to 202 it is done (201 one line of data follows, 200 several up to an
empty one), 4xx the command is wrong, 5xx the server failed.
"""

import json
import re
import socket

PORT = 5250  # AMCP's published port
TIMEOUT_S = 5.0  # a server that answers later is not on the air
LINE_BYTES_MAX = 65_536  # no answer to CG is longer
_LAYER = re.compile(r"[1-9]\d{0,3}-\d{1,4}")
_WHAT = {
    400: "it does not know the command", 401: "the channel is wrong", 402: "a parameter is missing",
    403: "a parameter is wrong", 404: "nothing is there on that layer", 500: "it failed",
    501: "it failed", 502: "it cannot read that", 503: "access is denied",
}  # fmt: skip


class AmcpError(OSError):
    """The server is not there, or refuses; the text says which command and why."""


def address_of(text):
    """``(host, port)`` of ``host`` or ``host:port``; ValueError for what is neither."""
    host, colon, port = text.rpartition(":")
    if not colon:
        host, port = text, str(PORT)
    if not host or not port.isdigit() or not 0 < int(port) < 65_536:
        raise ValueError(f"{text}: a host, or host:port")
    return host.strip("[]"), int(port)


def layer_of(text):
    """A channel and layer, ``1-20``; ValueError for anything else."""
    if not _LAYER.fullmatch(text):
        raise ValueError(f"{text}: a channel and a layer, as 1-20")
    return text


def quoted(text):
    """A parameter as AMCP wants it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "").replace("\n", "\\n")
    return f'"{escaped}"'


class Client:
    """One connection to a server. ``with Client(host, port) as caspar: caspar.play("1-20")``."""

    def __init__(self, host, port=PORT):
        self._place = f"{host}:{port}"
        try:
            self._socket = socket.create_connection((host, port), TIMEOUT_S)
        except OSError as e:
            raise AmcpError(f"CasparCG does not answer at {self._place}: {e}") from None
        self._lines = self._socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_raised):
        self.close()

    def close(self):
        """End the connection."""
        self._lines.close()
        self._socket.close()

    # -- CG

    def add(self, layer, address, play=True, slot=0, fields=None):
        """Open a page on a layer (``1-20``), shown at once with ``play``; ``fields`` go with it."""
        data = f" {quoted(json.dumps(fields))}" if fields else ""
        self.ask(f"CG {layer} ADD {slot} {quoted(address)} {int(play)}{data}")

    def play(self, layer, slot=0):
        """Animate the page in."""
        self.ask(f"CG {layer} PLAY {slot}")

    def stop(self, layer, slot=0):
        """Animate the page out."""
        self.ask(f"CG {layer} STOP {slot}")

    def next(self, layer, slot=0):
        """One step on: the page's own lower third goes."""
        self.ask(f"CG {layer} NEXT {slot}")

    def update(self, layer, fields, slot=0):
        """Give the page fields (docs/crew.md), a dict of texts."""
        self.ask(f"CG {layer} UPDATE {slot} {quoted(json.dumps(fields))}")

    def remove(self, layer, slot=0):
        """Close the page."""
        self.ask(f"CG {layer} REMOVE {slot}")

    def version(self):
        """The server's version, as it says it."""
        return self.ask("VERSION")

    def ask(self, command):
        """Send one command; the data of its answer, ``""`` without any. AmcpError when refused."""
        try:
            self._socket.sendall(command.encode() + b"\r\n")
            code, data = self._answer()
        except OSError as e:
            raise AmcpError(f"CasparCG at {self._place} did not answer {command}: {e}") from None
        if not 200 <= code < 300:
            why = _WHAT.get(code, "it refuses")
            raise AmcpError(f"CasparCG at {self._place} refused {command}: {why} ({code})")
        return data

    def _answer(self):
        first = self._line()
        code = first.split(" ", 1)[0]
        if len(code) != 3 or not code.isdigit():
            raise OSError(f"that is no AMCP: {first[:60]}")
        if code == "200":
            return 200, "\n".join(iter(self._line, ""))
        if code in ("201", "400"):  # 400 says the command again
            return int(code), self._line()
        return int(code), ""

    def _line(self):
        line = self._lines.readline(LINE_BYTES_MAX)
        if not line.endswith(b"\n"):
            raise OSError("the connection ended within an answer")
        return line.decode("utf-8", "replace").rstrip("\r\n")
