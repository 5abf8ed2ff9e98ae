"""Who may come in where strangers may knock: so many connections, so many of one address.

Whatever else the process has to do keeps its descriptors whatever comes in: connections are counted
where they are accepted, before TLS, and those beyond the bounds are closed at once.
"""

import contextlib
import errno
import os
import resource
import socket
import time

from gateway.process.logger import Logger
from gateway.process.seldom import Seldom

log = Logger("gateway.process.door")

OPEN_MAX = 1000  # connections of all addresses; as many screens are 500
ADDRESS_MAX = 256  # of one address: a venue's phones, or its tables, may stand behind one
LOCAL_RESERVE = 32  # beyond OPEN_MAX for this machine: health, metrics, a proxy, the gateway
DESCRIPTORS_RESERVE = 200  # for broker, log, vault, people, push, files
BACKLOG = 128  # connections that wait to be accepted
_EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def open_max():
    """How many connections there may be with this process's limit of descriptors."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY:
        return OPEN_MAX
    return max(8, min(OPEN_MAX, soft - DESCRIPTORS_RESERVE - LOCAL_RESERVE))


class Door:
    """Who is in. ``most``: connections in all; ``shared``: loopback is a proxy, so many people."""

    def __init__(self, most=None, shared=False, clock=time.monotonic):
        self._most = open_max() if most is None else most
        self._shared = shared
        self._by = {}  # address -> connections
        self.open = self.refused = 0
        self._refusals = Seldom(clock)

    def admits(self, address):
        """True, and it is counted, when one more connection of an address may come in."""
        local = address.startswith("127.") or address == "::1"
        own = self._by.get(address, 0)
        crowded = own >= ADDRESS_MAX and not (local and self._shared)
        full = self.open >= self._most + (LOCAL_RESERVE if local else 0)
        if crowded or full:
            self.refuse(f"{address} has {own}" if crowded else f"{self.open} are open")
            return False
        self._by[address] = own + 1
        self.open += 1
        return True

    def leaves(self, address):
        """A connection that was admitted has ended."""
        self.open -= 1
        self._by[address] -= 1
        if not self._by[address]:
            del self._by[address]

    def refuse(self, why):
        """Count a refusal; one line a minute says so."""
        self.refused += 1
        unsaid = self._refusals.unsaid("everybody")
        if unsaid is not None:
            log.warning("connections are refused", why=why, since_last_line=unsaid + 1)


def listening(host, port, door=None, options=()):
    """A Listener at an address, behind ``door``, with a descriptor kept back.

    ``options``: ``(level, name, value)`` of the socket. OSError when the address cannot be had.
    """
    made = Listener(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        for option in ((socket.SOL_SOCKET, socket.SO_REUSEADDR, 1), *options):
            made.setsockopt(*option)
        made.bind((host, port))
        made.listen(BACKLOG)
    except OSError:
        made.close()
        raise
    made.door = door
    made.keep_spare()
    return made


class Listener(socket.socket):
    """A listening socket behind a Door. ``door`` is set once it is bound."""

    door = None
    _spare = None

    def accept(self):
        """The next connection that is let in; BlockingIOError when there is none."""
        while True:
            try:
                taken, address = super().accept()
            except OSError as e:
                if e.errno not in _EXHAUSTED:
                    raise
                self._shed()
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from None
            if self.door is None or self.door.admits(address[0]):
                made = _Counted(fileno=taken.detach())
                made.setblocking(False)
                made.enter(self.door, address[0])
                return made, address
            taken.close()

    def _shed(self):
        """No descriptor is left: one that was kept back takes a connection, to close it."""
        self.door.refuse("no file descriptor is left")
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None
        with contextlib.suppress(OSError):
            taken, _address = super().accept()
            taken.close()
        self.keep_spare()

    def keep_spare(self):
        """Keep a descriptor back."""
        with contextlib.suppress(OSError):
            self._spare = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)

    def close(self):
        """Close it, and the descriptor that was kept back."""
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None
        super().close()


class _Counted(socket.socket):
    """A connection that tells its Door when it is closed."""

    _left = None

    def enter(self, door, address):
        if door is not None:
            self._left = lambda: door.leaves(address)

    def close(self):
        left, self._left = self._left, None
        super().close()
        if left:
            left()

    def detach(self):
        left, self._left = self._left, None
        if left:
            left()
        return super().detach()
