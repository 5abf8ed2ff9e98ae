"""A non-blocking TCP connection on the interpreter's own ``socket``."""

import errno
import select
import socket

WAIT = (errno.EAGAIN, errno.EINPROGRESS, getattr(errno, "EWOULDBLOCK", errno.EAGAIN))


class Tcp:
    """One connection, begun by the constructor. Raises OSError when it cannot even begin.

    ``host``: a name or an address; a name is looked up once, which may block for a moment.
    """

    def __init__(self, host, port):
        family, kind, proto, _, address = socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM)[0]
        self.sock = socket.socket(family, kind, proto)
        try:
            self.sock.setblocking(False)
            if hasattr(socket, "TCP_NODELAY"):
                self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                self.sock.connect(address)
            except OSError as e:
                if e.errno not in WAIT:
                    raise e
        except OSError as e:
            self.sock.close()
            raise e
        self._poll = select.poll()
        self._poll.register(self.sock, select.POLLOUT)

    def connected(self):
        """True once the connection stands; raises OSError when it was refused."""
        for item in self._poll.poll(0):
            if item[1] & (select.POLLERR | select.POLLHUP):
                raise OSError(errno.ECONNREFUSED, "connection refused")
            return True
        return False

    def read(self, buf):
        """Bytes read into ``buf``: 0 when there are none. Raises OSError when the peer is gone."""
        try:
            n = self.sock.readinto(buf) if hasattr(self.sock, "readinto") else self._recv(buf)
        except OSError as e:
            if e.errno in WAIT:
                return 0
            raise e
        return taken(n)

    def write(self, data):
        """Send what goes at once; how many bytes that was."""
        try:
            n = self.sock.send(data)
        except OSError as e:
            if e.errno in WAIT:
                return 0
            raise e
        return n or 0

    def close(self):
        """Give the connection up."""
        try:
            self.sock.close()
        except OSError:
            pass

    def _recv(self, buf):
        # CPython's name for it; no board comes here
        return self.sock.recv_into(buf)  # pyright: ignore[reportAttributeAccessIssue]


def taken(n):
    """Bytes of a read: None is none yet. Raises OSError when the peer has closed (0)."""
    if n is None:
        return 0
    if n == 0:
        raise OSError(errno.ECONNRESET, "the broker closed the connection")
    return n
