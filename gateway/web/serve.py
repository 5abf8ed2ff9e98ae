"""Serves the pages from a thread of its own, beside ingest and tables."""

import asyncio
import errno
import logging
import socket
import threading

import uvicorn

from gateway.errors import GatewayError
from gateway.process.door import Door, listening
from gateway.web.app import create_app
from gateway.web.connections import SELDOM, Timed, serve

START_S = 15
SEND_BYTES = 128 * 1024  # what waits in the kernel for a slow screen; as many connections have it
SILENT_MS = 30_000  # a connection that takes nothing for so long is gone, with what waits for it


class WebServer:
    """uvicorn in a thread. The port is bound in ``start``: one clear line when it is taken."""

    def __init__(self, gateway):
        settings = gateway.settings
        self._address = settings.http_host, settings.http_port
        self._app = create_app(gateway)
        gateway.push.subscriptions.opens = self._app.access.opens
        config = uvicorn.Config(
            self._app,
            http=Timed,
            log_level="warning",
            access_log=False,
            lifespan="off",
            ws="none",  # nothing here speaks WebSocket
            server_header=False,
            timeout_graceful_shutdown=1,
            timeout_keep_alive=30,
            proxy_headers=settings.tls_in_front,  # of a proxy on this machine only
            ssl_certfile=settings.http_cert or None,
            ssl_keyfile=settings.http_key or None,
        )
        try:
            config.load()
        except (OSError, ValueError) as e:  # ssl.SSLError is an OSError
            text = getattr(e, "strerror", None) or str(e) or type(e).__name__
            raise GatewayError(f"http_cert, http_key: {text}") from None
        logging.getLogger("uvicorn.error").addFilter(SELDOM)
        self._server = uvicorn.Server(config)
        self._socket = None
        self.door = Door(shared=settings.tls_in_front)
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    def start(self):
        """Bind and serve. GatewayError when the address cannot be had."""
        self._socket = bind(*self._address, self.door)
        self._thread.start()
        self._app.access.start()
        self._app.room.start()
        self._app.desk.start()

    def stop(self):
        """End streams and connections, end the thread."""
        self._app.desk.stop()
        self._app.room.stop()
        self._app.access.stop()
        self._app.hub.close()
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(5)
        if self._socket:
            self._socket.close()

    def alive(self):
        """False when the thread has ended: no page answers any more."""
        return self._thread.is_alive()

    def _run(self):
        asyncio.run(self._serve())

    def screens(self):
        """Pages that are connected."""
        return self._app.hub.count()

    async def _serve(self):
        self._app.hub.attach(asyncio.get_running_loop())
        await serve(self._server, self._socket)


def bind(host, port, door=None):
    """A listening socket behind a Door; GatewayError with one line when the address cannot be
    had."""
    options = [(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections have it from the listening socket
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS))
    try:
        return listening(host, port, door, options)
    except OSError as e:
        if e.errno == errno.EADDRINUSE:
            text = f"port {port} on {host} is in use: choose another with --port"
        else:
            text = f"cannot listen on {host}:{port}: {e.strerror or e}"
        raise GatewayError(text) from None
