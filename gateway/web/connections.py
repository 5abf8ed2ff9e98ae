"""What connections of the public side may take: so many, so many of one address, so long.

Broker, log, vault and health keep their descriptors whatever comes in: the pages' connections are
counted where they are accepted, before TLS, and those beyond the bounds are closed at once.
"""

import asyncio
import contextlib
import errno
import logging
import os
import resource
import socket
import time

import h11
import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol

log = structlog.get_logger("gateway.web.serve")

OPEN_MAX = 1000  # connections of all addresses; as many screens are 500
ADDRESS_MAX = 256  # of one address: a venue's phones may stand behind one
LOCAL_RESERVE = 32  # beyond OPEN_MAX for this machine: health, metrics, a proxy
DESCRIPTORS_RESERVE = 200  # for broker, log, vault, people, push, files
REQUEST_S = 15.0  # to send a whole request, from the connection (or the last answer's end) on
HANDSHAKE_S = 10.0  # for TLS
SAID_EVERY_S = 60.0
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
        self._shared, self._clock = shared, clock
        self._by = {}  # address -> connections
        self.open = self.refused = 0
        self._said_at = None
        self._unsaid = 0

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
        self._unsaid += 1
        now = self._clock()
        if self._said_at is None or now - self._said_at >= SAID_EVERY_S:
            log.warning("connections are refused", why=why, since_last_line=self._unsaid)
            self._said_at, self._unsaid = now, 0


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


class Seldom(logging.Filter):
    """Lets a line of the web server through once a minute: anybody can have it written as often as
    he sends nonsense. How often it was meant is said with the next one."""

    def __init__(self, clock=time.monotonic):
        super().__init__()
        self._clock = clock
        self._said = {}  # line -> [s it was said at, times since]

    def filter(self, record):
        """See logging.Filter. What has a traceback, or is an error, is let through."""
        if record.levelno > logging.WARNING:
            return True
        now, said = self._clock(), self._said.setdefault(record.msg, [None, 0])
        if said[0] is not None and now - said[0] < SAID_EVERY_S:
            said[1] += 1
            return False
        if said[1]:
            record.msg = f"{record.msg} ({said[1]} times more since the last line)"
        said[:] = now, 0
        return True


SELDOM = Seldom()


class Timed(H11Protocol):
    """uvicorn's HTTP, with a limit to how long a client may take to send a request."""

    _due = None

    def connection_made(self, transport):
        """See asyncio.Protocol."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data):
        """See asyncio.Protocol."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self):
        """See H11Protocol: from here on its own limit for idle connections holds."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc):
        """See asyncio.Protocol."""
        super().connection_lost(exc)
        self._cancel()

    def _watch(self):
        sends = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if not sends or self.timeout_keep_alive_task is not None:
            self._cancel()
        elif self._due is None:
            self._due = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _cancel(self):
        if self._due is not None:
            self._due.cancel()
            self._due = None


def limit_handshakes(loop):
    """TLS of the loop's servers has to be agreed on within ``HANDSHAKE_S``."""
    create = loop.create_server

    async def create_server(*args, **named):
        if named.get("ssl") is not None:
            named.setdefault("ssl_handshake_timeout", HANDSHAKE_S)
        return await create(*args, **named)

    loop.create_server = create_server


async def serve(server, sock):
    """Serve a uvicorn Server on a socket, handshakes limited."""
    limit_handshakes(asyncio.get_running_loop())
    await server.serve(sockets=[sock])
