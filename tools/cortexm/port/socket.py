"""No network in QEMU's board: every connection is refused, as without a broker."""

import errno

AF_INET, SOCK_STREAM, IPPROTO_TCP, TCP_NODELAY, SOL_SOCKET = 2, 1, 6, 1, 1


def getaddrinfo(host, port, *rest):
    """One address, whatever the name."""
    return [(AF_INET, SOCK_STREAM, 0, "", (host, port))]


def socket(*rest):
    """Raises OSError: there is none."""
    raise OSError(errno.ECONNREFUSED)
