"""How long connections of the public side may take. How many there may be: ``process/door.py``."""

import asyncio
import logging
import time

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 15.0  # to send a whole request, from the connection (or the last answer's end) on
HANDSHAKE_S = 10.0  # for TLS
SAID_EVERY_S = 60.0


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
