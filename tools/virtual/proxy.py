"""Between the controller's TCP connection and the broker. (first version: a plain pipe)"""

import contextlib
import math
import select
import socket


class Proxy:
    """Listens for the controller, connects to ``broker`` for it, carries bytes both ways."""

    def __init__(self, broker, ahead_us=2_000_000):
        self.broker = broker
        self.ahead_us = ahead_us
        self.due = math.inf
        self.listener = None
        self.controller = None
        self.upstream = None

    def open(self):
        """Listen on a free port of the loopback; (host, port)."""
        if self.listener is None:
            self.listener = socket.create_server(("127.0.0.1", 0))
            self.listener.setblocking(False)
            self.due = 0
        return self.listener.getsockname()

    def poll(self, t_us):
        """Carry what is there now."""
        self.due = t_us + 2_000
        self._carry(0)

    def idle(self, seconds):
        """Carry for so long in wall time."""
        import time

        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._carry(left)

    def _carry(self, timeout):
        wanted = [s for s in (self.listener, self.controller, self.upstream) if s is not None]
        ready, _, _ = select.select(wanted, [], [], timeout)
        for s in ready:
            if s is self.listener:
                self.drop_controller()
                self.controller, _ = s.accept()
                try:
                    self.upstream = socket.create_connection(self.broker, 2)
                except OSError:
                    self.drop_controller()
                    return
                for c in (self.controller, self.upstream):
                    c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            elif s is self.controller and self.controller is not None:
                self._pipe(self.controller, self.upstream)
            elif s is self.upstream and self.upstream is not None:
                self._pipe(self.upstream, self.controller)

    def _pipe(self, source, sink):
        try:
            data = source.recv(65536)
            if data:
                sink.sendall(data)
                return
        except OSError:
            pass
        self.drop_controller()

    def drop_controller(self):
        """Close both connections."""
        for s in (self.controller, self.upstream):
            if s is not None:
                with contextlib.suppress(OSError):
                    s.close()
        self.controller = self.upstream = None

    def close(self):
        """Close everything."""
        self.drop_controller()
        if self.listener is not None:
            self.listener.close()
            self.listener = None
